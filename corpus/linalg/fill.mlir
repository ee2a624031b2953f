// why:    fill is a statement of its own: it writes each element of its operand once and reads none of it
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "interchange(d0, d1); reverse(d0); parallelize(d1)"
// expect: proved
func.func @fill(%value: f32, %A: memref<?x8xf32>) {
  linalg.fill ins(%value : f32) outs(%A : memref<?x8xf32>)
  return
}
