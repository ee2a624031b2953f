// why:    Linalg document, property 5 as a call: what the function touches is declared, through casts of the buffers
// run:    relations
// expect: ok
#strided = affine_map<(d0, d1)[s0, s1, s2] -> (d0 * s1 + s0 + d1 * s2)>

func @sum(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  %0 = memref_cast %A : memref<?x?xf32> to memref<?x?xf32, #strided>
  %1 = memref_cast %B : memref<?x?xf32> to memref<?x?xf32, #strided>
  %2 = memref_cast %C : memref<?x?xf32> to memref<?x?xf32, #strided>
  call @add_pointwise(%0, %1, %2) : (memref<?x?xf32, #strided>, memref<?x?xf32, #strided>, memref<?x?xf32, #strided>) -> ()
  return
}
func private @add_pointwise(%A: memref<?x?xf32, #strided>, %B: memref<?x?xf32, #strided>, %C: memref<?x?xf32, #strided>)
  attributes {llvm.emit_c_interface}
  reads: {%A, %B}
  writes: {%C}
