func.func @ceil(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %q = arith.divsi %a, %b : i32
  %p = arith.muli %b, %q : i32
  %n = arith.cmpi ne, %p, %a : i32
  %s = arith.cmpi sgt, %z, %a : i32
  %t = arith.cmpi slt, %b, %z : i32
  %e = arith.cmpi eq, %s, %t : i1
  %m = arith.andi %n, %e : i1
  %u = arith.addi %q, %one : i32
  %r = arith.select %m, %u, %q : i32
  return %r : i32
}
func.func @floor(%a: vector<2xi16>, %b: vector<2xi16>) -> vector<2xi16> {
  %z = arith.constant dense<0> : vector<2xi16>
  %one = arith.constant dense<1> : vector<2xi16>
  %q = arith.divsi %a, %b : vector<2xi16>
  %p = arith.muli %q, %b : vector<2xi16>
  %n = arith.cmpi ne, %a, %p : vector<2xi16>
  %s = arith.cmpi slt, %a, %z : vector<2xi16>
  %t = arith.cmpi slt, %b, %z : vector<2xi16>
  %e = arith.xori %s, %t : vector<2xi1>
  %m = arith.andi %n, %e : vector<2xi1>
  %u = arith.subi %q, %one : vector<2xi16>
  %r = arith.select %m, %u, %q : vector<2xi1>, vector<2xi16>
  return %r : vector<2xi16>
}
func.func @flags(%a: i8) -> i8 {
  %c = arith.constant 12 : i8
  %r = arith.addi %a, %c overflow<nsw> : i8
  return %r : i8
}
func.func @in_a_loop(%a: vector<4xi32>, %n: index) -> vector<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (vector<4xi32>) {
    %m = arith.constant dense<15> : vector<4xi32>
    %y = arith.xori %m, %x : vector<4xi32>
    scf.yield %y : vector<4xi32>
  }
  return %r : vector<4xi32>
}
func.func @chosen_shift(%x: i32, %y: i32) -> i32 {
  %z = arith.constant 0 : i32
  %w = arith.constant 31 : i32
  %c = arith.cmpi ugt, %y, %w : i32
  %r = scf.if %c -> (i32) {
    scf.yield %z : i32
  } else {
    %s = arith.shli %x, %y : i32
    scf.yield %s : i32
  }
  return %r : i32
}
func.func @remainder(%x: index, %c: i1) -> i1 {
  %t = arith.constant true
  return %t : i1
}
