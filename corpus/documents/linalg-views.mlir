// why:    Linalg document, metadata operations: ranges, slices, reshapes and transposes of buffers are views of them
// run:    relations
// expect: ok
// run:    parse
// expect: ok
func @rows(%k: index) {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %c2 = constant 2 : index
  %m = constant 8 : index
  %n = constant 16 : index
  %buffer = alloc() : memref<512xi8>
  %A = view %buffer[%c0][] : memref<512xi8> to memref<8x16xf32>
  %rows = linalg.range %c0 : %m : %c2 : !linalg.range
  %columns = linalg.range %c1 : %n : %c1 : !linalg.range
  %half = linalg.slice %A[%rows, %columns] :
    memref<8x16xf32>, !linalg.range, !linalg.range, memref<?x?xf32, offset: ?, strides: [?, ?]>
  %row = linalg.slice %A[%k, %columns] :
    memref<8x16xf32>, index, !linalg.range, memref<?xf32, offset: ?, strides: [?]>
  %zero = constant 0.0 : f32
  linalg.fill(%half, %zero) : memref<?x?xf32, offset: ?, strides: [?, ?]>, f32
  linalg.fill(%row, %zero) : memref<?xf32, offset: ?, strides: [?]>, f32
  return
}

func @reshaped(%A: memref<4x6x8xf32>, %x: f32) {
  %flat = linalg.reshape %A [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (k)>] :
    memref<4x6x8xf32> into memref<24x8xf32>
  linalg.fill(%flat, %x) : memref<24x8xf32>, f32
  %again = linalg.reshape %flat [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (k)>] :
    memref<24x8xf32> into memref<4x6x8xf32>
  linalg.fill(%again, %x) : memref<4x6x8xf32>, f32
  return
}

func @turned(%A: memref<4x8xf32>, %x: f32) {
  %T = transpose %A (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32, affine_map<(d0, d1) -> (d1 * 8 + d0)>>
  %part = subview %T[1, 0] [4, 2] [2, 2] : memref<8x4xf32, affine_map<(d0, d1) -> (d1 * 8 + d0)>> to memref<4x2xf32, strided<[2, 16], offset: 1>>
  linalg.fill(%part, %x) : memref<4x2xf32, strided<[2, 16], offset: 1>>, f32
  return
}
