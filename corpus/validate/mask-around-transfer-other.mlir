// why:    the mask of the write is not that of the read
// run:    validate %after
// expect: refuted
func.func @f(%t: tensor<?xf32>, %i: index, %m: vector<8xi1>, %n: vector<8xi1>, %v: vector<8xf32>) -> (vector<8xf32>, tensor<?xf32>) {
  %z = arith.constant 0.0 : f32
  %r = vector.mask %m { vector.transfer_read %t[%i], %z : tensor<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  %w = vector.mask %n { vector.transfer_write %v, %t[%i] : vector<8xf32>, tensor<?xf32> } : vector<8xi1> -> tensor<?xf32>
  return %r, %w : vector<8xf32>, tensor<?xf32>
}
