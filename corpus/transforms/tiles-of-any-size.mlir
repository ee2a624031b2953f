// why:    tiles whose sizes are arguments: proved for all sizes at once, or refuted at one that shows it
// run:    check --func matmul --transform "tile(i=T, j=T, k=U)"
// expect: proved
// run:    check --func matmul --transform "tile(i=T:4, j=T:4); interchange(i_t, j_t); parallelize(j_t)"
// expect: proved
// run:    transform --func matmul --transform "tile(i=T, j=T)" --emit c
// expect: ok
// run:    transform --func matmul --transform "tile(i=T, j=T)" --assume "T >= 1" --emit mlir
// expect: ok
// run:    check --func triangle --transform "strip_mine(i, T)"
// expect: proved
// run:    transform --func triangle --transform "tile(i=T, j=T)" --emit c
// expect: ok
// run:    check --func triangle --transform "tile(i=T, j=U); parallelize(i_t)"
// expect: proved
// run:    check --func stencil --transform "tile(t=T, i=U)"
// expect: refuted
// run:    check --func stencil --transform "time_tile(t=T, i=U)"
// expect: proved
// run:    check --func stencil --transform "time_tile(t=T, i=U); parallelize(i_t)"
// expect: refuted
// run:    check --func matmul --transform "tile(i=X)"
// expect: error
// run:    check --func matmul --transform "tile(i=T); separate(i_t)"
// expect: error
// run:    check --func matmul --transform "tile(i=T); peel(i, 1)"
// expect: error
func.func @matmul(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %n: index, %T: index, %U: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %n {
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %prod = arith.mulf %a, %b : f32
        %sum = arith.addf %c, %prod : f32
        affine.store %sum, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

func.func @triangle(%A: memref<?x?xf32>, %n: index, %T: index, %U: index) {
  affine.for %i = 2 to %n {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = arith.mulf %a, %a : f32
      affine.store %b, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

func.func @stencil(%A: memref<?x?xf32>, %steps: index, %n: index, %T: index, %U: index) {
  affine.for %t = 1 to %steps {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t - 1, %i - 1] : memref<?x?xf32>
      %b = affine.load %A[%t - 1, %i + 1] : memref<?x?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %A[%t, %i] : memref<?x?xf32>
    }
  }
  return
}
