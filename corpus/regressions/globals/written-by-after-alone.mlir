// why:    what a global holds in the end is output: arrays that only the second program writes were dropped
// run:    validate %after
// expect: refuted
memref.global @a : memref<4xf32> = dense<[1.0,2.0,3.0,4.0]>
memref.global @b : memref<4xf32> = dense<[5.0,6.0,7.0,8.0]>
func.func @f() { return }
