func.func @f(%x: tensor<9xf32>, %v: f32) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %e = tensor.empty() : tensor<16xf32>
  %r = scf.for %i = %c0 to %c16 step %c3 iter_args(%t = %e) -> (tensor<16xf32>) {
    %size = affine.min affine_map<(d0) -> (16 - d0, 3)>(%i)
    %low = affine.max affine_map<(d0) -> (4 - d0, 0)>(%i)
    %begin = affine.max affine_map<(d0) -> (d0 - 4, 0)>(%i)
    %first = affine.min affine_map<(d0) -> (d0, 9)>(%begin)
    %room = affine.min affine_map<(d0, d1, d2) -> (9 - d0, d1 - d2)>(%first, %size, %low)
    %count = affine.max affine_map<(d0) -> (d0, 0)>(%room)
    %none = arith.cmpi eq, %count, %c0 : index
    %high = affine.apply affine_map<(d0, d1, d2) -> (d1 - d0 - d2)>(%c0, %size, %count)
    %tile = scf.if %none -> (tensor<?xf32>) {
      %g = tensor.generate %size {
      ^bb0(%k: index):
        tensor.yield %v : f32
      } : tensor<?xf32>
      scf.yield %g : tensor<?xf32>
    } else {
      %s = tensor.extract_slice %x[%first] [%count] [1] : tensor<9xf32> to tensor<?xf32>
      %p = tensor.pad %s low[%c0] high[%high] {
      ^bb0(%k: index):
        tensor.yield %v : f32
      } : tensor<?xf32> to tensor<?xf32>
      scf.yield %p : tensor<?xf32>
    }
    %u = tensor.insert_slice %tile into %t[%i] [%size] [1] : tensor<?xf32> into tensor<16xf32>
    scf.yield %u : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}
