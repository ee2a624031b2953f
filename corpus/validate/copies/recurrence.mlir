// why:    copies that read what the copy before has written
// run:    validate %after
// expect: proved

// polyvet: assume n >= 1
func.func @f(%n: index, %A: memref<?xf32>) {
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    %s = arith.addf %a, %a : f32
    affine.store %s, %A[%i] : memref<?xf32>
  }
  return
}
