func.func @f(%x: f8E5M2) -> f8E5M2 {
  return %x : f8E5M2
}
