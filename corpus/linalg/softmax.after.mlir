#row = affine_map<(i, j) -> (i)>
#element = affine_map<(i, j) -> (i, j)>

func.func @softmax(%x: tensor<?x8xf32>, %out: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %nan = arith.constant 0xFFC00000 : f32
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %rows = tensor.empty(%n) : tensor<?xf32>
  %nothing = linalg.fill ins(%nan : f32) outs(%rows : tensor<?xf32>) -> tensor<?xf32>
  %max = linalg.reduce ins(%x : tensor<?x8xf32>) outs(%nothing : tensor<?xf32>) dimensions = [1] (%a: f32, %b: f32) {
    %c = arith.maxnumf %a, %b : f32
    linalg.yield %c : f32
  }
  %exp = linalg.generic {indexing_maps = [#element, #row, #element], iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : tensor<?x8xf32>, tensor<?xf32>) outs(%out : tensor<?x8xf32>) {
  ^bb0(%a: f32, %m: f32, %old: f32):
    %less = arith.subf %a, %m : f32
    %e = math.exp %less : f32
    linalg.yield %e : f32
  } -> tensor<?x8xf32>
  %empty = linalg.fill ins(%zero : f32) outs(%rows : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.reduce ins(%exp : tensor<?x8xf32>) outs(%empty : tensor<?xf32>) dimensions = [1] (%a: f32, %b: f32) {
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  }
  %y = linalg.generic {indexing_maps = [#element, #row, #element], iterator_types = ["parallel", "parallel"]}
      ins(%exp, %sum : tensor<?x8xf32>, tensor<?xf32>) outs(%out : tensor<?x8xf32>) {
  ^bb0(%e: f32, %s: f32, %old: f32):
    %q = arith.divf %e, %s : f32
    linalg.yield %q : f32
  } -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}
