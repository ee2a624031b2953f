// why:    what a schedule of the user claims of its loops was not looked at: coincident members, marks apart from their bands
// run:    check --schedules %schedules -q --func scan
// expect: refuted
// run:    check --schedules %schedules -q --func double
// expect: proved
func.func @scan(%A: memref<16xf32>) {
  affine.for %i = 0 to 15 {
    %a = affine.load %A[%i] : memref<16xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i + 1] : memref<16xf32>
  }
  return
}
func.func @double(%A: memref<16xf32>) {
  affine.for %i = 0 to 15 {
    %a = affine.load %A[%i] : memref<16xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i] : memref<16xf32>
  }
  return
}
