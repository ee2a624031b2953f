// why:    A buffer that was made in one of two ways is freed where it is the own one.
// run:    validate %after
// expect: proved
func.func @one_of_two(%c: i1, %A: memref<4xf32>, %B: memref<4xf32>) {
  cf.cond_br %c, ^join(%A : memref<4xf32>), ^made
^made:
  %new = memref.alloc() : memref<4xf32>
  memref.copy %A, %new : memref<4xf32> to memref<4xf32>
  "some.fill"(%A, %new) : (memref<4xf32>, memref<4xf32>) -> ()
  cf.br ^join(%new : memref<4xf32>)
^join(%x: memref<4xf32>):
  "some.use"(%x, %B) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}
