// why:    a program can ask for rewrites itself: within a function or above it about that one, elsewhere about all
// run:    check
// expect: proved
// run:    check --func rows
// expect: proved

// polyvet: check tile(i=4); parallelize(i)

// polyvet: check interchange(i, j)
func.func @rows(%A: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

func.func @shifted(%A: memref<?x?xf32>, %n: index, %m: index) {
  // polyvet: check interchange(i, j); parallelize(i)
  affine.for %i = 0 to %n {
    affine.for %j = 1 to %m {
      %a = affine.load %A[%i, %j - 1] : memref<?x?xf32>
      affine.store %a, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
