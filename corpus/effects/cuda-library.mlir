// why:    cuBLAS has columns first; a pitched copy moves rows of bytes; cuDNN says no sizes; GSL's transforms touch two elements for a complex number
// run:    relations --effects cublas --effects dma --effects cudnn --effects fft
// expect: ok
func.func private @cublasSgemm_v2(i64, i32, i32, i32, i32, i32, memref<f32>, memref<?xf32>, i32, memref<?xf32>, i32, memref<f32>, memref<?xf32>, i32)
func.func private @cudaMemcpy2D(memref<?xi8>, i64, memref<?xi8>, i64, i64, i64, i32)
func.func private @memcpy(memref<?xf32>, memref<?xi8>, i64)
func.func private @cudnnActivationForward(i64, i64, f32, i64, memref<4x8xf32>, f32, i64, memref<4x8xf32>)
func.func private @gsl_fft_complex_radix2_forward(memref<?xf64>, i64, i64)

func.func @calls(%h: i64, %a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>, %alpha: memref<f32>, %p: memref<?xi8>, %q: memref<?xi8>, %t: memref<4x8xf32>, %u: memref<4x8xf32>, %z: memref<?xf64>, %n: i64, %one: f32) {
  %no = arith.constant 0 : i32
  %trans = arith.constant 1 : i32
  %m = arith.constant 3 : i32
  %k = arith.constant 2 : i32
  %ld = arith.constant 4 : i32
  %pitch = arith.constant 16 : i64
  %bytes = arith.constant 12 : i64
  %two = arith.constant 2 : i64
  func.call @cublasSgemm_v2(%h, %no, %trans, %m, %m, %k, %alpha, %a, %ld, %b, %ld, %alpha, %c, %ld) : (i64, i32, i32, i32, i32, i32, memref<f32>, memref<?xf32>, i32, memref<?xf32>, i32, memref<f32>, memref<?xf32>, i32) -> ()
  func.call @cudaMemcpy2D(%p, %pitch, %q, %bytes, %bytes, %n, %no) : (memref<?xi8>, i64, memref<?xi8>, i64, i64, i64, i32) -> ()
  func.call @memcpy(%c, %q, %bytes) : (memref<?xf32>, memref<?xi8>, i64) -> ()
  func.call @cudnnActivationForward(%h, %h, %one, %h, %t, %one, %h, %u) : (i64, i64, f32, i64, memref<4x8xf32>, f32, i64, memref<4x8xf32>) -> ()
  func.call @gsl_fft_complex_radix2_forward(%z, %two, %n) : (memref<?xf64>, i64, i64) -> ()
  return
}
