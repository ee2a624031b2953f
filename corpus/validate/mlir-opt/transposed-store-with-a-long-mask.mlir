// why:    vector-to-scf of LLVM 22 takes the rows of a transposed scalable vector for as many as a mask has, which may be more than there are
// run:    validate %after --vector-scale 1
// expect: refuted
func.func @f(%vec: vector<4x[4]xf32>, %dest: memref<?x?xf32>, %i: index, %j: index, %a: index, %b: index) {
  %transpose = vector.transpose %vec, [1, 0] : vector<4x[4]xf32> to vector<[4]x4xf32>
  %mask = vector.create_mask %a, %b : vector<[4]x4xi1>
  vector.transfer_write %transpose, %dest[%i, %j], %mask {in_bounds = [true, true]} : vector<[4]x4xf32>, memref<?x?xf32>
  return
}
