func.func @one_of_two(%c: i1, %A: memref<4xf32>, %B: memref<4xf32>) {
  %true = arith.constant true
  %false = arith.constant false
  cf.cond_br %c, ^join(%A, %true : memref<4xf32>, i1), ^made
^made:
  %new = memref.alloc() : memref<4xf32>
  memref.copy %A, %new : memref<4xf32> to memref<4xf32>
  "some.fill"(%A, %new) : (memref<4xf32>, memref<4xf32>) -> ()
  cf.br ^join(%new, %false : memref<4xf32>, i1)
^join(%x: memref<4xf32>, %own: i1):
  "some.use"(%x, %B) : (memref<4xf32>, memref<4xf32>) -> ()
  %base, %offset, %size, %stride = memref.extract_strided_metadata %x : memref<4xf32> -> memref<f32>, index, index, index
  scf.if %own {
    memref.dealloc %base : memref<f32>
  }
  return
}
