func.func private @log(memref<?xf32>)
func.func @scaled(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %t = 0 to %n step 4 {
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%t)[%n] {
      %a = affine.load %A[%i] : memref<?xf32>
      %s = arith.addf %a, %a : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  func.call @log(%A) : (memref<?xf32>) -> ()
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %m = arith.mulf %a, %a : f32
    affine.store %m, %B[%i] : memref<?xf32>
  }
  return
}
