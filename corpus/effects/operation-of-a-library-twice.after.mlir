func.func @f(%x: memref<?xf32>, %f: f32) {
  "sig.scale"(%x, %f) : (memref<?xf32>, f32) -> ()
  "sig.scale"(%x, %f) : (memref<?xf32>, f32) -> ()
  return
}
