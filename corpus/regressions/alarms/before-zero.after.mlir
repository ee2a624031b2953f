func.func @read(%A: memref<?x?xf32>, %base: index) -> vector<3x15xf32> {
  %rest = arith.constant dense<7.0> : vector<15xf32>
  %pad = arith.constant 7.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloca() : memref<3xvector<15xf32>>
  scf.for %i = %c0 to %c3 step %c1 {
    %n = memref.dim %A, %c0 : memref<?x?xf32>
    %at = arith.addi %base, %i : index
    %is = arith.cmpi sgt, %n, %at : index
    scf.if %is {
      %row = vector.transfer_read %A[%at, %base], %pad : memref<?x?xf32>, vector<15xf32>
      memref.store %row, %m[%i] : memref<3xvector<15xf32>>
    } else {
      memref.store %rest, %m[%i] : memref<3xvector<15xf32>>
    }
  }
  %0 = vector.type_cast %m : memref<3xvector<15xf32>> to memref<vector<3x15xf32>>
  %v = memref.load %0[] : memref<vector<3x15xf32>>
  return %v : vector<3x15xf32>
}
func.func @write(%A: memref<?xf32>, %base: index, %v: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %at = arith.addi %base, %i : index
    %is = arith.cmpi slt, %at, %n : index
    scf.if %is {
      %x = vector.extract %v[%i] : f32 from vector<4xf32>
      memref.store %x, %A[%at] : memref<?xf32>
    }
  }
  return
}
