// Two loops with different ranges became one with guards; each branch does something else.
func.func @before(%A: memref<?xf64>, %B: memref<?xf64>, %n: index) {
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf64>
    affine.store %a, %B[%i] : memref<?xf64>
  }
  affine.for %i = 2 to %n {
    %b = affine.load %B[%i] : memref<?xf64>
    %p = affine.load %B[%i - 2] : memref<?xf64>
    %h = arith.mulf %b, %half : f64
    %d = arith.subf %h, %p : f64
    affine.store %d, %B[%i] : memref<?xf64>
  }
  return
}
func.func @after(%A: memref<?xf64>, %B: memref<?xf64>, %n: index) {
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<?xf64>
      %p = affine.load %B[%i - 2] : memref<?xf64>
      %h = arith.mulf %a, %half : f64
      %d = arith.subf %h, %p : f64
      affine.store %d, %B[%i] : memref<?xf64>
    } else {
      %a = affine.load %A[%i] : memref<?xf64>
      affine.store %a, %B[%i] : memref<?xf64>
    }
  }
  return
}
