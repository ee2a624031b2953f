func.func @f(%n: i32, %A: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %wide = arith.extsi %n : i32 to i64
  %m = arith.index_cast %wide : i64 to index
  %some = arith.cmpi sgt, %n, %zero : i32
  scf.if %some {
    scf.for %i = %c0 to %m step %c1 {
      memref.store %x, %A[%i] : memref<?xf32>
    }
  }
  return
}
