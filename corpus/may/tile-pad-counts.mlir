// why:    what is put around is computed from where it is, also in tiles
// run:    check --transform "tile_using_forall(tensor.pad, d0=4)"
// expect: unknown
func.func @pad(%s: tensor<?x?xindex>) -> tensor<?x?xindex> {
  %p = tensor.pad %s low[3, 0] high[4, 2] {
  ^bb0(%i: index, %j: index):
    %n = arith.addi %i, %j : index
    tensor.yield %n : index
  } : tensor<?x?xindex> to tensor<?x?xindex>
  return %p : tensor<?x?xindex>
}
