func.func @f(%n: i8, %A: memref<300xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i8
  %wide = arith.extui %n : i8 to i64
  %m = arith.index_cast %wide : i64 to index
  %some = arith.cmpi ne, %n, %zero : i8
  scf.if %some {
    scf.for %i = %c0 to %m step %c1 {
      memref.store %x, %A[%i] : memref<300xf32>
    }
  }
  return
}
