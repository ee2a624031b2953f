// why:    a read is followed back past writes that do not touch it, to another buffer or another element, and past loops of such
// run:    validate %after
// expect: proved
func.func @past_another_buffer(%A: memref<?xf32>, %B: memref<?xf32>, %i: index, %j: index, %x: f32, %y: f32) -> f32 {
  memref.store %x, %A[%i] : memref<?xf32>
  memref.store %y, %B[%j] : memref<?xf32>
  %r = memref.load %A[%i] : memref<?xf32>
  return %r : f32
}
func.func @past_another_element(%A: memref<?xf32>, %i: index, %x: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %j = arith.addi %i, %c1 : index
  %r = memref.load %A[%i] : memref<?xf32>
  memref.store %x, %A[%j] : memref<?xf32>
  "t.use"(%r) : (f32) -> ()
  return %r : f32
}
func.func @past_a_loop(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  memref.store %x, %A[%c3] : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %A[%c3] : memref<?xf32>
    memref.store %v, %B[%i] : memref<?xf32>
  }
  %r = memref.load %A[%c3] : memref<?xf32>
  return %r : f32
}
