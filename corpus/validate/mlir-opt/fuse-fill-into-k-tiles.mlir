// why:    init in reduction loop: the fill is fused into the tiled reduction loop and resets the accumulator for every k tile (mlir-opt 22: transform.structured.fuse)
// run:    validate %after
// expect: refuted
func.func @gemm0(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %z = arith.constant 0.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  %g = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %g : tensor<?x?xf32>
}
