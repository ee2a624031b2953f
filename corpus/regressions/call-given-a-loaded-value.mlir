// why:    the call reads A through its argument, which the iteration before writes: parallelized, it races
// run:    deps
// expect: ok
// run:    check --transform "parallelize(i)"
// expect: refuted
##one = (d0) -> (r0) : r0 - d0 == 0
func.func private @emit(%value: f32, %to: memref<?xf32>, %at: index)
  writes: {%to ##one(%at)}

func.func @call_given_a_loaded_value(%A: memref<?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %n = memref.dim %B, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    func.call @emit(%a, %B, %i) : (f32, memref<?xf32>, index) -> ()
    affine.store %one, %A[%i + 1] : memref<?xf32>
  }
  return
}
