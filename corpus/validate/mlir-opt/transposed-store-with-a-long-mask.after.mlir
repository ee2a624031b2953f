func.func @f(%arg0: vector<4x[4]xf32>, %arg1: memref<?x?xf32>, %arg2: index, %arg3: index, %arg4: index, %arg5: index) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = vector.extract %arg0[0] : vector<[4]xf32> from vector<4x[4]xf32>
  %1 = vector.extract %arg0[1] : vector<[4]xf32> from vector<4x[4]xf32>
  %2 = vector.extract %arg0[2] : vector<[4]xf32> from vector<4x[4]xf32>
  %3 = vector.extract %arg0[3] : vector<[4]xf32> from vector<4x[4]xf32>
  %4 = vector.create_mask %arg5 : vector<4xi1>
  scf.for %arg6 = %c0 to %arg4 step %c1 {
    %5 = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%arg6)[%arg2]
    %6 = vector.extract %0[%arg6] : f32 from vector<[4]xf32>
    %7 = vector.extract %1[%arg6] : f32 from vector<[4]xf32>
    %8 = vector.extract %2[%arg6] : f32 from vector<[4]xf32>
    %9 = vector.extract %3[%arg6] : f32 from vector<[4]xf32>
    %10 = vector.from_elements %6, %7, %8, %9 : vector<4xf32>
    vector.transfer_write %10, %arg1[%5, %arg3], %4 {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
  }
  return
}
