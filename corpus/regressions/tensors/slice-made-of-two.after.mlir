func.func @f(%src: tensor<?xf32>, %o: index, %p: index, %n: index, %m: index) -> tensor<?xf32> {
  %0 = tensor.extract_slice %src[%o] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %1 = tensor.extract_slice %0[%p] [%m] [1] : tensor<?xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}
