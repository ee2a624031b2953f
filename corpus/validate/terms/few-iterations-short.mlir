// why:    the wrong neighbours: an iteration short, and a carried value that changes if the other one does
// run:    validate %after
// expect: refuted
func.func @pipelined(%A: memref<?xf32>, %R: memref<?xf32>, %T: tensor<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f32
  %z = arith.constant 0.0 : f32
  %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %z) -> (f32) {
    %v = memref.load %A[%i] : memref<?xf32>
    %w = math.exp %v : f32
    memref.store %w, %R[%i] : memref<?xf32>
    %b = func.call @next(%a, %w) : (f32, f32) -> f32
    scf.yield %b : f32
  }
  return %s : f32
}
func.func private @next(f32, f32) -> f32
func.func @nothing_changes(%n: index, %m: index, %s: index) -> (i32, i32) {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.for %i = %n to %m step %s iter_args(%a = %z, %b = %one) -> (i32, i32) {
    %c = arith.addi %a, %b : i32
    %d = arith.muli %a, %a : i32
    scf.yield %c, %d : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}
