func.func @twice(%A: memref<?xf32>) -> (memref<?xf32>, i1) {
  %true = arith.constant true
  %false = arith.constant false
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %t = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %d = arith.addf %a, %a : f32
    affine.store %d, %t[%i] : memref<?xf32>
  }
  %r = memref.alloc(%n) : memref<?xf32>
  memref.copy %t, %r : memref<?xf32> to memref<?xf32>
  %bt, %ot, %st, %kt = memref.extract_strided_metadata %t : memref<?xf32> -> memref<f32>, index, index, index
  %br, %or, %sr, %kr = memref.extract_strided_metadata %r : memref<?xf32> -> memref<f32>, index, index, index
  bufferization.dealloc (%bt, %br : memref<f32>, memref<f32>) if (%true, %true)
  return %r, %true : memref<?xf32>, i1
}
