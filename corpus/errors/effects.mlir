// why:    what a declaration says it touches must be arguments, memrefs, and relations that fit
// run:    relations
// expect: error
##pair = (d0) -> (r0) : r0 - d0 >= 0, d0 - r0 + 1 >= 0
##pair = (d0) -> (r0) : r0 - d0 == 0
##late = (d0) -> (d0) : d0 >= 0
##free = (d0) -> (r0) : r0 + d0
func.func private @missing(%A: memref<8xf32>, %at: index)
  reads: {%A ##nowhere(%at)}
func.func private @other(%A: memref<8xf32>, %at: index)
  reads: {%B}
func.func private @count(%A: memref<8xf32>, %at: index)
  reads: {%A ##pair(%at, %at)}
func.func private @again(%A: memref<8xf32>)
  reads: {%A} reads: {%A}
