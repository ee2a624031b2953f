// why:    the rows of a sparse matrix: bounds and subscripts of the inner loop are data
// run:    relations
// expect: ok
// run:    check --transform "parallelize(i)"
// expect: proved
// run:    check --transform "reverse(k)"
// expect: unknown
func.func @loop_bound_from_data(%rows: memref<?xindex>, %cols: memref<?xindex>, %A: memref<?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %y, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %first = memref.load %rows[%i] : memref<?xindex>
    %last = memref.load %rows[%next] : memref<?xindex>
    scf.for %k = %first to %last step %c1 {
      %j = memref.load %cols[%k] : memref<?xindex>
      %a = memref.load %A[%k] : memref<?xf32>
      %b = memref.load %x[%j] : memref<?xf32>
      %old = memref.load %y[%i] : memref<?xf32>
      %p = arith.mulf %a, %b : f32
      %new = arith.addf %old, %p : f32
      memref.store %new, %y[%i] : memref<?xf32>
    }
  }
  return
}
