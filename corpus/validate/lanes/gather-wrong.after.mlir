func.func @gathered(%A: memref<?x?xf32>, %x: vector<3xi32>, %m: vector<3xi1>, %p: vector<3xf32>) -> vector<3xf32> {
  %c1 = arith.constant 1 : index
  %xs = arith.index_cast %x : vector<3xi32> to vector<3xindex>
  %m0 = vector.extract %m[0] : i1 from vector<3xi1>
  %x0 = vector.extract %xs[0] : index from vector<3xindex>
  %i0 = arith.addi %x0, %c1 overflow<nsw> : index
  %0 = scf.if %m0 -> vector<3xf32> {
    %l = vector.load %A[%c1, %i0] : memref<?x?xf32>, vector<1xf32>
    %e = vector.extract %l[0] : f32 from vector<1xf32>
    %w = vector.insert %e, %p [0] : f32 into vector<3xf32>
    scf.yield %w : vector<3xf32>
  } else {
    scf.yield %p : vector<3xf32>
  }
  %m1 = vector.extract %m[0] : i1 from vector<3xi1>
  %x1 = vector.extract %xs[1] : index from vector<3xindex>
  %i1 = arith.addi %x1, %c1 overflow<nsw> : index
  %1 = scf.if %m1 -> vector<3xf32> {
    %l = vector.load %A[%c1, %i1] : memref<?x?xf32>, vector<1xf32>
    %e = vector.extract %l[0] : f32 from vector<1xf32>
    %w = vector.insert %e, %0 [1] : f32 into vector<3xf32>
    scf.yield %w : vector<3xf32>
  } else {
    scf.yield %0 : vector<3xf32>
  }
  %m2 = vector.extract %m[2] : i1 from vector<3xi1>
  %x2 = vector.extract %xs[2] : index from vector<3xindex>
  %i2 = arith.addi %x2, %c1 overflow<nsw> : index
  %2 = scf.if %m2 -> vector<3xf32> {
    %l = memref.load %A[%c1, %i2] : memref<?x?xf32>
    %w = vector.insert %l, %1 [2] : f32 into vector<3xf32>
    scf.yield %w : vector<3xf32>
  } else {
    scf.yield %1 : vector<3xf32>
  }
  return %2 : vector<3xf32>
}
func.func @turned(%A: memref<8x?xf32>, %m: vector<2x3xi1>, %i: index) -> vector<3x2xf32> {
  %pad = arith.constant 2.0 : f32
  %f = vector.shape_cast %m : vector<2x3xi1> to vector<3x2xi1>
  %g = vector.transpose %f, [1, 0] : vector<3x2xi1> to vector<2x3xi1>
  %0 = vector.transfer_read %A[%i, %i], %pad, %g {in_bounds = [true, false]} : memref<8x?xf32>, vector<2x3xf32>
  %1 = vector.transpose %0, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  return %1 : vector<3x2xf32>
}
func.func @scattered(%A: memref<?xf32>, %x: vector<2xindex>, %m: vector<2xi1>, %v: vector<2xf32>) {
  %m1 = vector.extract %m[1] : i1 from vector<2xi1>
  %x1 = vector.extract %x[1] : index from vector<2xindex>
  %v1 = vector.extract %v[1] : f32 from vector<2xf32>
  scf.if %m1 {
    memref.store %v1, %A[%x1] : memref<?xf32>
  }
  %m0 = vector.extract %m[0] : i1 from vector<2xi1>
  %x0 = vector.extract %x[0] : index from vector<2xindex>
  %v0 = vector.extract %v[0] : f32 from vector<2xf32>
  scf.if %m0 {
    memref.store %v0, %A[%x0] : memref<?xf32>
  }
  return
}
