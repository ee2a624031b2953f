func.func @scale(%A: memref<?xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %scale = vector.vscale
  %step = arith.constant 4 : index
  %g = vector.broadcast %f : f32 to vector<[4]xf32>
  scf.for %i = %c0 to %n step %step {
    %left = arith.subi %n, %i : index
    %mask = vector.create_mask %left : vector<[4]xi1>
    %x = vector.transfer_read %A[%i], %zero, %mask : memref<?xf32>, vector<[4]xf32>
    %y = arith.mulf %x, %g : vector<[4]xf32>
    vector.transfer_write %y, %A[%i], %mask : vector<[4]xf32>, memref<?xf32>
  }
  return
}
