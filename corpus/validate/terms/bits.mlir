// why:    where terms differ, a solver decides the scalars, with all that BEFORE takes for granted; rounded quotients are by those towards zero
// run:    validate %after
// expect: proved
func.func @ceil(%a: i32, %b: i32) -> i32 {
  %r = arith.ceildivsi %a, %b : i32
  return %r : i32
}
func.func @floor(%a: vector<2xi16>, %b: vector<2xi16>) -> vector<2xi16> {
  %r = arith.floordivsi %a, %b : vector<2xi16>
  return %r : vector<2xi16>
}
func.func @flags(%a: i8) -> i8 {
  %c = arith.constant 5 : i8
  %d = arith.constant 7 : i8
  %x = arith.addi %a, %c overflow<nsw> : i8
  %r = arith.addi %x, %d overflow<nsw> : i8
  return %r : i8
}
func.func @in_a_loop(%a: vector<4xi32>, %n: index) -> vector<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (vector<4xi32>) {
    %m = arith.constant dense<15> : vector<4xi32>
    %s = arith.andi %x, %m : vector<4xi32>
    %p = arith.ori %x, %m : vector<4xi32>
    %y = arith.xori %s, %p : vector<4xi32>
    scf.yield %y : vector<4xi32>
  }
  return %r : vector<4xi32>
}
func.func @chosen_shift(%x: i32, %y: i32) -> i32 {
  %z = arith.constant 0 : i32
  %w = arith.constant 32 : i32
  %c = arith.cmpi ult, %y, %w : i32
  %r = scf.if %c -> (i32) {
    %s = arith.shli %x, %y : i32
    scf.yield %s : i32
  } else {
    scf.yield %z : i32
  }
  return %r : i32
}
func.func @remainder(%x: index, %c: i1) -> i1 {
  %c64 = arith.constant 64 : index
  %c100 = arith.constant 100 : index
  %c128 = arith.constant 128 : index
  %c192 = arith.constant 192 : index
  %r = arith.remui %x, %c64 : index
  %s = arith.addi %r, %c128 : index
  %t = arith.select %c, %r, %s : index
  %u = arith.cmpi slt, %t, %c192 : index
  %n = arith.cmpi ne, %c100, %t : index
  %a = arith.andi %u, %n : i1
  return %a : i1
}
