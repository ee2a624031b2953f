func.func @f(%x: tensor<?xf32>, %n: index, %m: index, %c: i1) -> index {
  return %n : index
}
