// why:    an operation with a flag is poison where one without is not, also where its value is that of an operand, a constant or a sum
// run:    validate %after
// expect: refuted
func.func @swap_flags(%A: memref<8xi32>, %B: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xi32>
    %y = affine.load %B[%i] : memref<8xi32>
    %r = arith.addi %x, %y overflow<nuw> : i32
    affine.store %r, %B[%i] : memref<8xi32>
  }
  return
}
func.func @mul1_nnan(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = affine.load %B[%i] : memref<8xf32>
    %c = arith.constant 1.0 : f32
    %r = arith.addf %x, %y : f32
    affine.store %r, %B[%i] : memref<8xf32>
  }
  return
}
func.func @neg_neg_ninf(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = affine.load %B[%i] : memref<8xf32>
    %r = arith.addf %x, %y : f32
    affine.store %r, %B[%i] : memref<8xf32>
  }
  return
}
func.func @max_same_nnan(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = affine.load %B[%i] : memref<8xf32>
    %r = arith.addf %x, %y : f32
    affine.store %r, %B[%i] : memref<8xf32>
  }
  return
}
func.func @fold_ninf(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = affine.load %B[%i] : memref<8xf32>
    %r = arith.constant 0x7F800000 : f32
    affine.store %r, %B[%i] : memref<8xf32>
  }
  return
}
func.func @cmp_nnan(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = affine.load %B[%i] : memref<8xf32>
    %k = arith.cmpf olt, %x, %y : f32
    %r = arith.select %k, %x, %y : f32
    affine.store %r, %B[%i] : memref<8xf32>
  }
  return
}
func.func @exp_afn(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = affine.load %B[%i] : memref<8xf32>
    %r = math.exp %x : f32
    affine.store %r, %B[%i] : memref<8xf32>
  }
  return
}
func.func @div_arcp(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %y = affine.load %B[%i] : memref<8xf32>
    %r = arith.divf %x, %y : f32
    affine.store %r, %B[%i] : memref<8xf32>
  }
  return
}
func.func @vred(%v: memref<8xf32>, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %x = vector.load %v[%c0] : memref<8xf32>, vector<8xf32>
  %r = vector.reduction <add>, %x  : vector<8xf32> into f32
  memref.store %r, %o[] : memref<f32>
  return
}
func.func @vredmax(%v: memref<8xf32>, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %x = vector.load %v[%c0] : memref<8xf32>, vector<8xf32>
  %r = vector.reduction <maximumf>, %x  : vector<8xf32> into f32
  memref.store %r, %o[] : memref<f32>
  return
}
func.func @sum_ninf(%A: memref<8xf32>, %o: memref<f32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %s = affine.load %o[] : memref<f32>
    %r = arith.addf %s, %x fastmath<ninf> : f32
    affine.store %r, %o[] : memref<f32>
  }
  return
}
func.func @sum_plain_to_nnan(%A: memref<8xf32>, %o: memref<f32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<8xf32>
    %s = affine.load %o[] : memref<f32>
    %r = arith.addf %s, %x  : f32
    affine.store %r, %o[] : memref<f32>
  }
  return
}
