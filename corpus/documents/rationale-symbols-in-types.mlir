// why:    rationale, symbols and types: a size that the type does not know is asked of the buffer
// run:    relations
// expect: ok
#lmap = affine_map<(d0, d1) -> (d0, d1)>

func.func @caller(%N: index) {
  %A = memref.alloc(%N) : memref<8x?xf32, #lmap>
  call @add_one(%A) : (memref<8x?xf32, #lmap>) -> ()
  return
}

func.func @add_one(%A: memref<8x?xf32, #lmap>) {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %N = memref.dim %A, %c1 : memref<8x?xf32, #lmap>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to %N {
      %s1 = affine.load %A[%i, %j] : memref<8x?xf32, #lmap>
      %s2 = arith.addf %s1, %one : f32
      affine.store %s2, %A[%i, %j] : memref<8x?xf32, #lmap>
    }
  }
  return
}
