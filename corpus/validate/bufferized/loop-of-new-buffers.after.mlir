func.func @f(%A: memref<8xf32>, %n: index) -> memref<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %A) -> (memref<8xf32>) {
    %y = memref.alloc() : memref<8xf32>
    linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
    scf.yield %y : memref<8xf32>
  }
  return %r : memref<8xf32>
}
