func.func @f(%c: i1, %d: i1, %A: memref<8xf32>, %x: f32, %y: f32) {
  scf.if %c {
    affine.for %i = 0 to 8 {
      affine.store %y, %A[%i] : memref<8xf32>
    }
  } else {
    scf.if %d {
      affine.for %i = 0 to 8 {
        affine.store %x, %A[%i] : memref<8xf32>
      }
    }
  }
  return
}
