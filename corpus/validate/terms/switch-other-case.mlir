// why:    As switch, with another case.
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<8xf32>, %k: index, %x: f32, %lb: index, %ub: index, %step: index) -> f32 {
  %r = scf.for %i = %lb to %ub step %step iter_args(%a = %x) -> (f32) {
    %v = scf.index_switch %k -> f32
    case 1 {
      %0 = arith.mulf %a, %x : f32
      scf.yield %0 : f32
    }
    case 4 {
      memref.store %a, %A[%i] : memref<8xf32>
      scf.yield %a : f32
    }
    default {
      %1 = arith.negf %a : f32
      scf.yield %1 : f32
    }
    scf.yield %v : f32
  }
  return %r : f32
}
