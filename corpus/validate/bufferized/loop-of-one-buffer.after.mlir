func.func @f(%A: memref<8xf32>, %n: index) -> memref<8xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %b = memref.alloc() : memref<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %A) -> (memref<8xf32>) {
    linalg.fill ins(%z : f32) outs(%b : memref<8xf32>)
    linalg.exp ins(%x : memref<8xf32>) outs(%b : memref<8xf32>)
    scf.yield %b : memref<8xf32>
  }
  return %r : memref<8xf32>
}
