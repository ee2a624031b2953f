func.func @gather(%A: memref<?x?xf32>, %i: index, %v: vector<2xi32>, %m: vector<2xi1>, %p: vector<2xf32>) -> vector<2xf32> {
  %m0 = vector.extract %m[0] : i1 from vector<2xi1>
  %v0 = vector.extract %v[0] : i32 from vector<2xi32>
  %w0 = arith.index_cast %v0 : i32 to index
  %i0 = arith.addi %i, %w0 : index
  %r0 = scf.if %m0 -> (vector<2xf32>) {
    %x = memref.load %A[%i, %i0] : memref<?x?xf32>
    %y = vector.insert %x, %p [0] : f32 into vector<2xf32>
    scf.yield %y : vector<2xf32>
  } else {
    scf.yield %p : vector<2xf32>
  }
  %m1 = vector.extract %m[0] : i1 from vector<2xi1>
  %v1 = vector.extract %v[1] : i32 from vector<2xi32>
  %w1 = arith.index_cast %v1 : i32 to index
  %i1 = arith.addi %i, %w1 : index
  %r1 = scf.if %m1 -> (vector<2xf32>) {
    %x = memref.load %A[%i, %i1] : memref<?x?xf32>
    %y = vector.insert %x, %r0 [1] : f32 into vector<2xf32>
    scf.yield %y : vector<2xf32>
  } else {
    scf.yield %r0 : vector<2xf32>
  }
  return %r1 : vector<2xf32>
}
func.func @nothing(%T: tensor<?xf32>, %v: vector<3xindex>, %p: vector<3xf32>) -> vector<3xf32> {
  %z = arith.constant dense<0.0> : vector<3xf32>
  return %z : vector<3xf32>
}
func.func @load(%A: memref<?xf32>, %i: index, %p: vector<2xf32>) -> vector<2xf32> {
  %x = memref.load %A[%i] : memref<?xf32>
  %r = vector.insert %x, %p [1] : f32 into vector<2xf32>
  return %r : vector<2xf32>
}
func.func @whole(%A: memref<?xf32>, %i: index, %p: vector<4xf32>) -> vector<4xf32> {
  %c1 = arith.constant 1 : index
  %j = arith.subi %i, %c1 : index
  %r = vector.load %A[%j] : memref<?xf32>, vector<4xf32>
  return %r : vector<4xf32>
}
func.func @store(%A: memref<?xf32>, %i: index, %m: vector<2xi1>, %p: vector<2xf32>) {
  %c1 = arith.constant 1 : index
  %m0 = vector.extract %m[0] : i1 from vector<2xi1>
  scf.if %m0 {
    %x = vector.extract %p[1] : f32 from vector<2xf32>
    memref.store %x, %A[%i] : memref<?xf32>
  }
  %m1 = vector.extract %m[1] : i1 from vector<2xi1>
  scf.if %m1 {
    %j = arith.addi %i, %c1 : index
    %x = vector.extract %p[0] : f32 from vector<2xf32>
    memref.store %x, %A[%j] : memref<?xf32>
  }
  return
}
