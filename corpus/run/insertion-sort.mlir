// why:    memory that decides where memory is written: insertion sort with a while loop inside
// run:    run
// expect: ok
func.func @sort() -> memref<8xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %given = arith.constant dense<[5, -3, 9, 0, 5, -8, 2, 7]> : tensor<8xi32>
  %from = bufferization.to_buffer %given : tensor<8xi32> to memref<8xi32>
  %A = memref.alloc() : memref<8xi32>
  memref.copy %from, %A : memref<8xi32> to memref<8xi32>
  scf.for %i = %c1 to %c8 step %c1 {
    %x = memref.load %A[%i] : memref<8xi32>
    %place = scf.while (%j = %i) : (index) -> index {
      %inside = arith.cmpi ugt, %j, %c0 : index
      %more = scf.if %inside -> (i1) {
        %k = arith.subi %j, %c1 : index
        %y = memref.load %A[%k] : memref<8xi32>
        %larger = arith.cmpi sgt, %y, %x : i32
        scf.yield %larger : i1
      } else {
        %no = arith.constant false
        scf.yield %no : i1
      }
      scf.condition(%more) %j : index
    } do {
    ^bb0(%j: index):
      %k = arith.subi %j, %c1 : index
      %y = memref.load %A[%k] : memref<8xi32>
      memref.store %y, %A[%j] : memref<8xi32>
      scf.yield %k : index
    }
    memref.store %x, %A[%place] : memref<8xi32>
  }
  return %A : memref<8xi32>
}
