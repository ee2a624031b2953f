// why:    two statements share y: asked about S1 (renamed "add"), the clearing S0 stays out of the answer
// run:    map --stmt add --data '{ y[x] : x = 3 }'
// expect: ok
// run:    map --stmt S0 --data '{ y[x] : x = 3 }'
// expect: ok
// run:    map --stmt add --iterations '{ [i,j] : j <= 1 }'
// expect: ok
func.func @second_statement(%A: memref<?x?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to %n {
    affine.store %zero, %y[%i] : memref<?xf64>
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %y0 = affine.load %y[%i] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %sum = arith.addf %y0, %a : f64
      affine.store %sum, %y[%i] {polyvet.name = "add"} : memref<?xf64>
    }
  }
  return
}
