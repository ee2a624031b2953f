module {
  memref.global "private" constant @__constant_8xf32 : memref<8xf32> = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 6.000000e+00, 7.000000e+00, 8.000000e+00]> {alignment = 64 : i64}
  func.func @table(%arg0: memref<8xf32>) -> memref<8xf32> {
    %0 = memref.get_global @__constant_8xf32 : memref<8xf32>
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
    linalg.exp ins(%0 : memref<8xf32>) outs(%alloc : memref<8xf32>)
    return %alloc : memref<8xf32>
  }
}

