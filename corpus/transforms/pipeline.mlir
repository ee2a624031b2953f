// why:    software pipelining: stages of one iteration in several, with prologue, kernel and epilogue; the wrong stage reads what is not there yet
// run:    transform --func two --transform "pipeline(i, S1=1)"
// expect: ok
// run:    transform --func three --transform "pipeline(i, S1=1, S2=3)"
// expect: ok
// run:    transform --func inner --transform "pipeline(S0, j, S1=2)"
// expect: ok
// run:    check --func two --transform "pipeline(i, S0=1)"
// expect: refuted
// run:    check --func three --transform "pipeline(i, S1=2, S2=1)"
// expect: refuted
// run:    check --func carried --transform "pipeline(i, S1=1)"
// expect: refuted
// run:    check --func carried --transform "pipeline(i, S1=-1)"
// expect: refuted
func.func @two(%A: memref<64xf32>, %B: memref<64xf32>) {
  %c = arith.constant 2.0 : f32
  %t = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %a = affine.load %A[%i] : memref<64xf32>
    affine.store %a, %t[%i] : memref<64xf32>
    %x = affine.load %t[%i] : memref<64xf32>
    %b = arith.mulf %x, %c : f32
    affine.store %b, %B[%i] : memref<64xf32>
  }
  memref.dealloc %t : memref<64xf32>
  return
}

// Loads, computes and stores, in steps of 4, of any number of elements.
func.func @three(%A: memref<?xf32>, %x: memref<?xf32>, %y: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n step 4 {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %x[%i] : memref<?xf32>
    %b = affine.load %x[%i] : memref<?xf32>
    %c = arith.mulf %b, %b : f32
    affine.store %c, %y[%i] : memref<?xf32>
    %d = affine.load %y[%i] : memref<?xf32>
    affine.store %d, %B[%i] : memref<?xf32>
  }
  return
}

func.func @inner(%A: memref<8x?xf32>, %x: memref<8x?xf32>, %B: memref<8x?xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<8x?xf32>
      affine.store %a, %x[%i, %j] : memref<8x?xf32>
      %b = affine.load %x[%i, %j] : memref<8x?xf32>
      affine.store %b, %B[%i, %j] : memref<8x?xf32>
    }
  }
  return
}

// The first statement of the next iteration reads what the second one writes.
func.func @carried(%A: memref<64xf32>, %t: memref<64xf32>) {
  affine.for %i = 1 to 64 {
    %a = affine.load %A[%i - 1] : memref<64xf32>
    affine.store %a, %t[%i] : memref<64xf32>
    %x = affine.load %t[%i] : memref<64xf32>
    %b = arith.negf %x : f32
    affine.store %b, %A[%i] : memref<64xf32>
  }
  return
}
