// why:    polyvet.name renames the statement: the second store is "update" in scripts, and it may wait but not run ahead
// run:    check --transform "shift(update, i, 1)"
// expect: proved
// run:    check --transform "shift(init, i, 1)"
// expect: refuted
func.func @shift_renamed_statement(%A: memref<?xf32>, %x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    affine.store %zero, %A[%i] {polyvet.name = "init"} : memref<?xf32>
    %a = affine.load %A[%i] : memref<?xf32>
    %xv = affine.load %x[%i] : memref<?xf32>
    %sum = arith.addf %a, %xv : f32
    affine.store %sum, %A[%i] {polyvet.name = "update"} : memref<?xf32>
  }
  return
}
