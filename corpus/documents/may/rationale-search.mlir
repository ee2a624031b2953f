// why:    rationale, non-affine control flow: a search that stops early; rows are independent, which the body shows
// run:    relations
// expect: ok
// run:    check --func search --transform "parallelize(i)"
// expect: proved
func.func @search(%A: memref<?x?xi32>, %S: memref<?xindex>, %key: i32) {
  %c0 = arith.constant 0 : index
  %ni = memref.dim %A, %c0 : memref<?x?xi32>
  affine.for %i = 0 to %ni {
    func.call @search_body(%A, %S, %key, %i) : (memref<?x?xi32>, memref<?xindex>, i32, index) -> ()
  }
  return
}

func.func @search_body(%A: memref<?x?xi32>, %S: memref<?xindex>, %key: i32, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %nj = memref.dim %A, %c1 : memref<?x?xi32>
  cf.br ^head(%c0 : index)

^head(%j: index):
  %p1 = arith.cmpi "slt", %j, %nj : index
  cf.cond_br %p1, ^body, ^done

^body:
  %v = memref.load %A[%i, %j] : memref<?x?xi32>
  %p2 = arith.cmpi "eq", %v, %key : i32
  cf.cond_br %p2, ^found, ^next

^found:
  memref.store %j, %S[%i] : memref<?xindex>
  cf.br ^done

^next:
  %jinc = arith.addi %j, %c1 : index
  cf.br ^head(%jinc : index)

^done:
  return
}
