func.func @past_another_element(%A: memref<?xf32>, %i: index, %j: index, %x: f32, %y: f32) -> f32 {
  memref.store %x, %A[%i] : memref<?xf32>
  memref.store %y, %A[%j] : memref<?xf32>
  return %x : f32
}
func.func @past_a_loop(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %x: f32, %y: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  memref.store %x, %A[%c3] : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %y, %A[%i] : memref<?xf32>
  }
  return %x : f32
}
func.func @past_a_branch(%A: memref<?xf32>, %c: i1, %i: index, %x: f32) -> f32 {
  scf.if %c {
    memref.store %x, %A[%i] : memref<?xf32>
  }
  %r = memref.load %A[%i] : memref<?xf32>
  return %r : f32
}
func.func @in_order(%A: memref<?xf32>, %i: index, %j: index, %x: f32, %y: f32) {
  memref.store %x, %A[%j] : memref<?xf32>
  memref.store %y, %A[%i] : memref<?xf32>
  return
}
func.func @past_a_call(%A: memref<?xf32>, %i: index, %x: f32) -> f32 {
  memref.store %x, %A[%i] : memref<?xf32>
  func.call @may_write(%A) : (memref<?xf32>) -> ()
  return %x : f32
}
func.func @past_a_view(%A: memref<?xf32>, %i: index, %x: f32, %y: f32) -> f32 {
  memref.store %x, %A[%i] : memref<?xf32>
  %c0 = arith.constant 0 : index
  %V = memref.subview %A[%i] [1] [1] : memref<?xf32> to memref<1xf32, strided<[1], offset: ?>>
  memref.store %y, %V[%c0] : memref<1xf32, strided<[1], offset: ?>>
  return %x : f32
}
func.func private @may_write(memref<?xf32>)
