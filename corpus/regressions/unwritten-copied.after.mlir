func.func @remainder(%x: tensor<65536x64xi32>) -> tensor<65536x64xi32> {
  %e = tensor.empty() : tensor<65536x64xi32>
  %seven = arith.constant 7 : i32
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = arith.constant 65536 : index
  %q = scf.for %i = %c0 to %n step %c8 iter_args(%t = %e) -> tensor<65536x64xi32> {
    %rs = tensor.extract_slice %x[%i, 0] [8, 64] [1, 1] : tensor<65536x64xi32> to tensor<8x64xi32>
    %ts = tensor.extract_slice %t[%i, 0] [8, 64] [1, 1] : tensor<65536x64xi32> to tensor<8x64xi32>
    %0 = linalg.copy ins(%rs : tensor<8x64xi32>) outs(%ts : tensor<8x64xi32>) -> tensor<8x64xi32>
    %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<8x64xi32>) outs(%ts : tensor<8x64xi32>) {
    ^bb0(%a: i32, %o: i32):
      %d = arith.divui %a, %seven : i32
      %m = arith.muli %d, %seven : i32
      %s = arith.subi %a, %m : i32
      linalg.yield %s : i32
    } -> tensor<8x64xi32>
    %u = tensor.insert_slice %1 into %t[%i, 0] [8, 64] [1, 1] : tensor<8x64xi32> into tensor<65536x64xi32>
    scf.yield %u : tensor<65536x64xi32>
  }
  return %q : tensor<65536x64xi32>
}
