memref.global @a : memref<4xf32> = dense<[1.0,2.0,3.0,4.0]>
memref.global @b : memref<4xf32> = dense<[5.0,6.0,7.0,8.0]>
func.func @f(%o: memref<2xf32>) {
  %g = memref.get_global @b : memref<4xf32>
  %s = memref.subview %g[0][2][1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  memref.copy %s, %o : memref<2xf32, strided<[1]>> to memref<2xf32>
  return
}
