// why:    the window may end before the row does; without its loop of one iteration, the row was the extent of the other loop
// run:    check --transform "drop_unit_dims(S0)"
// expect: proved
func.func @window(%A: memref<?xi64>, %B: memref<1xi64>, %C: memref<?xi64>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1 * 2)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%A, %B : memref<?xi64>, memref<1xi64>) outs(%C : memref<?xi64>) {
  ^bb0(%x: i64, %y: i64, %z: i64):
    %p = arith.muli %x, %y : i64
    %s = arith.addi %z, %p : i64
    linalg.yield %s : i64
  }
  return
}
