// why:    a stride of 4 that the type of an argument fixes; the program asks for it behind a cast that forgets it
// run:    validate %after
// expect: proved
func.func @f(%A: memref<3x?xi32, strided<[4, ?], offset: ?>>) -> (index, index) {
  %c = memref.cast %A : memref<3x?xi32, strided<[4, ?], offset: ?>> to memref<?x?xi32, strided<[?, ?], offset: ?>>
  %b, %o, %e:2, %s:2 = memref.extract_strided_metadata %c : memref<?x?xi32, strided<[?, ?], offset: ?>> -> memref<i32>, index, index, index, index, index
  return %e#0, %s#0 : index, index
}
