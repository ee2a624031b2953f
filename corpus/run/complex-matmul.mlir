// why:    complex numbers in memory: a product of matrices, its norm, and a quotient with the special values of C
// run:    run
// expect: ok
func.func @product(%A: memref<2x3xcomplex<f32>>, %B: tensor<3x2xcomplex<f32>>) -> (tensor<2x2xcomplex<f32>>, f32, complex<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %a = bufferization.to_tensor %A restrict : memref<2x3xcomplex<f32>> to tensor<2x3xcomplex<f32>>
  %empty = tensor.empty() : tensor<2x2xcomplex<f32>>
  %start = linalg.fill ins(%zero : complex<f32>) outs(%empty : tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  %C = linalg.matmul ins(%a, %B : tensor<2x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) outs(%start : tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  %corner = tensor.extract %C[%c0, %c1] : tensor<2x2xcomplex<f32>>
  %norm = complex.abs %corner : complex<f32>
  %unit = complex.conj %corner : complex<f32>
  memref.store %unit, %A[%c1, %c0] : memref<2x3xcomplex<f32>>
  %pole = complex.div %corner, %zero : complex<f32>
  return %C, %norm, %pole : tensor<2x2xcomplex<f32>>, f32, complex<f32>
}
