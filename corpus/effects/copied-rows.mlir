// why:    symbols of a relation are arguments too; what lies between writes is only perhaps written; whole buffers need no relation
// run:    relations
// expect: ok
// run:    deps --value-based
// expect: ok
##rows = ()[s0, s1] -> (r0, r1) : 0 <= r0 <= s0 - 1, 0 <= r1 <= s1 - 1
##row = (d0)[s0] -> (r0, r1) : r0 - d0 == 0, r1 >= 0, s0 - 1 - r1 >= 0

func.func private @fetch(%from: memref<1024x?xf32>, %to: memref<64x?xf32>, %rows: index, %columns: index) [
  reads: {%from, ##rows()[%rows, %columns]}
  writes: {%to, ##rows()[%rows, %columns]}
  may_reads: {}
  may_writes: {}
]
func.func private @sort(%buffer: memref<64x?xf32>, %row: index, %columns: index)
  reads: {%buffer ##row(%row)[%columns]}
  may_writes: {%buffer ##row(%row)[%columns]}
func.func private @log(%buffer: memref<64x?xf32>)
  reads: {%buffer}

func.func @stage(%A: memref<1024x?xf32>, %n: index, %m: index) {
  %scratch = memref.alloc(%m) : memref<64x?xf32>
  func.call @fetch(%A, %scratch, %n, %m) : (memref<1024x?xf32>, memref<64x?xf32>, index, index) -> ()
  affine.for %i = 0 to %n {
    func.call @sort(%scratch, %i, %m) : (memref<64x?xf32>, index, index) -> ()
  }
  func.call @log(%scratch) : (memref<64x?xf32>) -> ()
  return
}
