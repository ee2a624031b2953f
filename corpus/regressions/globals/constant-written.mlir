// why:    the second program writes to a constant, which is undefined; such writes had no effect in the model
// run:    validate %after
// expect: refuted
memref.global constant @a : memref<4xf32> = dense<1.0>
func.func @f() { return }
