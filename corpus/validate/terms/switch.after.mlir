func.func @f(%A: memref<8xf32>, %k: index, %x: f32, %lb: index, %ub: index, %step: index) -> f32 {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.cmpi eq, %k, %c1 : index
  %four = arith.cmpi eq, %k, %c4 : index
  %r = scf.for %i = %lb to %ub step %step iter_args(%a = %x) -> (f32) {
    %v = scf.if %one -> (f32) {
      %0 = arith.mulf %a, %x : f32
      scf.yield %0 : f32
    } else {
      %w = scf.if %four -> (f32) {
        memref.store %a, %A[%i] : memref<8xf32>
        scf.yield %a : f32
      } else {
        %1 = arith.negf %a : f32
        scf.yield %1 : f32
      }
      scf.yield %w : f32
    }
    scf.yield %v : f32
  }
  return %r : f32
}
