// why:    rationale, loop bounds that are not affine: a nest of functions
// run:    relations
// expect: ok
func.func private @pow(index, index) -> index reads: {} writes: {}

func.func @outer_nest(%A: memref<?xf32>, %n: index) {
  %c2 = arith.constant 2 : index
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %pow = func.call @pow(%c2, %j) : (index, index) -> index
      func.call @inner_nest(%A, %pow, %n) : (memref<?xf32>, index, index) -> ()
    }
  }
  return
}

func.func @inner_nest(%A: memref<?xf32>, %m: index, %n: index) {
  affine.for %k = 0 to %m {
    affine.for %l = 0 to %n {
      %a = affine.load %A[%l] : memref<?xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %A[%l] : memref<?xf32>
    }
  }
  return
}
