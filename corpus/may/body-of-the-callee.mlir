// why:    a function with a body says by it what it touches: which rows, but not in which order, nor what it computes
// run:    relations --func callers
// expect: ok
// run:    check --func callers --transform "parallelize(i)"
// expect: proved
// run:    check --func shared --transform "parallelize(i)"
// expect: unknown
// run:    relations --func forever
// expect: ok
func.func @gathered(%A: memref<?x8xf32>, %columns: memref<8xindex>, %i: index) -> f32 {
  %c7 = arith.constant 7 : index
  affine.for %j = 0 to 8 {
    %column = memref.load %columns[%j] : memref<8xindex>
    %a = memref.load %A[%i, %column] : memref<?x8xf32>
    %b = arith.addf %a, %a : f32
    memref.store %b, %A[%i, %column] : memref<?x8xf32>
  }
  %last = memref.load %A[%i, %c7] : memref<?x8xf32>
  return %last : f32
}

func.func @callers(%A: memref<?x8xf32>, %columns: memref<8xindex>, %sums: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %last = func.call @gathered(%A, %columns, %i) : (memref<?x8xf32>, memref<8xindex>, index) -> f32
    affine.store %last, %sums[%i] : memref<?xf32>
  }
  return
}

func.func @shared(%A: memref<?x8xf32>, %columns: memref<8xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to %n {
    %last = func.call @gathered(%A, %columns, %c0) : (memref<?x8xf32>, memref<8xindex>, index) -> f32
  }
  return
}

func.func @forever(%A: memref<?x8xf32>, %n: index) {
  func.call @forever(%A, %n) : (memref<?x8xf32>, index) -> ()
  return
}
