// why:    a vector transfer moved out of a loop that may be empty
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c8 {
    %v = vector.transfer_read %A[%c8], %z {in_bounds = [true]} : memref<?xf32>, vector<8xf32>
    vector.transfer_write %v, %B[%i] {in_bounds = [true]} : vector<8xf32>, memref<?xf32>
  }
  return
}
