// why:    a loop that decides by what it reads, and writes: memory is carried as values are
// run:    validate %after
// expect: proved
func.func @f(%A: memref<?xi32>, %n: index, %i: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%a = %i) : (index) -> (index, i32) {
    %v = memref.load %A[%a] : memref<?xi32>
    %k = arith.index_cast %v : i32 to index
    %go = arith.cmpi sgt, %k, %n : index
    scf.condition(%go) %k, %v : index, i32
  } do {
  ^bb0(%k: index, %v: i32):
    memref.store %v, %A[%k] : memref<?xi32>
    %next = arith.addi %k, %c1 : index
    scf.yield %next : index
  }
  return %r#1 : i32
}
