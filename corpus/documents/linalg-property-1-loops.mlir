// why:    Linalg document, property 1 as loops: an operation nobody knows may touch anything
// run:    relations
// expect: ok
#every_other = affine_map<(d0) -> (d0 * 2 + 1)>

func @scale(%A: memref<?xf32>, %B: memref<?xvector<4xf32>, #every_other>) {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %n = dim %A, %c0 : memref<?xf32>
  scf.for %m = %c0 to %n step %c1 {
    %a = load %A[%m] : memref<?xf32>
    %b = load %B[%m] : memref<?xvector<4xf32>, #every_other>
    %c = "some.compute"(%a, %b) : (f32, vector<4xf32>) -> vector<4xf32>
    store %c, %B[%m] : memref<?xvector<4xf32>, #every_other>
  }
  return
}
