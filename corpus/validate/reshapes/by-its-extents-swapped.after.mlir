func.func @f(%A: tensor<?x?xi32>) -> tensor<?x?xi32> {
  return %A : tensor<?x?xi32>
}
