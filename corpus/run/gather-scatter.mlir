// why:    lanes that go where an index vector says, under a mask, and lanes that are squeezed together and spread again
// run:    run
// expect: ok
func.func @lanes(%A: memref<8xf32>) -> (vector<4xf32>, memref<8xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %none = arith.constant dense<-1.0> : vector<4xf32>
  %zero = arith.constant 0.0 : f32
  %at = arith.constant dense<[5, 0, 3, 3]> : vector<4xi32>
  %mask = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %g = vector.gather %A[%c2][%at], %mask, %none : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %B = memref.alloc() : memref<8xf32>
  linalg.fill ins(%zero : f32) outs(%B : memref<8xf32>)
  %to = arith.constant dense<[6, 1, 4, 2]> : vector<4xi32>
  vector.scatter %B[%c0][%to], %mask, %g : memref<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  vector.compressstore %A[%c0], %mask, %g : memref<8xf32>, vector<4xi1>, vector<4xf32>
  %e = vector.expandload %A[%c0], %mask, %none : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %g, %B, %e : vector<4xf32>, memref<8xf32>, vector<4xf32>
}
