func.func @read(%lane: index, %A: memref<1024xf32>, %B: memref<1024xf32>, %at: index) {
  %zero = arith.constant 0.0 : f32
  %from = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%at, %lane)
  %x = vector.transfer_read %A[%from], %zero {in_bounds = [true]} : memref<1024xf32>, vector<2xf32>
  %y = arith.mulf %x, %x : vector<2xf32>
  %to = affine.apply affine_map<(d0) -> (d0 * 2)>(%lane)
  vector.transfer_write %y, %B[%to] {in_bounds = [true]} : vector<2xf32>, memref<1024xf32>
  return
}
