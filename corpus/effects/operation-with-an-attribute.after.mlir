func.func @f(%x: memref<?xf32>, %f: f32) {
  "sig.scale"(%x, %f) {inverse} : (memref<?xf32>, f32) -> ()
  return
}
