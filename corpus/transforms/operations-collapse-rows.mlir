// why:    rows that are not counted, each of a known length, as one row: its extent is a multiple
// run:    check --func rows --transform "collapse_dims(S0, d0, d1)"
// expect: proved
// run:    check --func cells --accept tested --transform "collapse_dims(S0, d0, d1)"
// expect: ok
func.func @rows(%A: tensor<?x4xf32>, %C: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %r = linalg.exp ins(%A : tensor<?x4xf32>) outs(%C : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

func.func @cells(%A: tensor<?x?xf32>, %C: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.exp ins(%A : tensor<?x?xf32>) outs(%C : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
