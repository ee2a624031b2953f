// why:    properties as LLVM 23 and later write them
// run:    validate %after
// expect: proved
func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  %t = memref.alloc() alignment = 64 : memref<8xf32>
  affine.for %i = 0 to 8 {
    %x = memref.load %A[%i] nontemporal(true) : memref<8xf32>
    memref.store %x, %t[%i] alignment(4) nontemporal(true) : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %x = memref.load %t[%i] : memref<8xf32>
    memref.store %x, %B[%i] : memref<8xf32>
  }
  memref.dealloc %t : memref<8xf32>
  return
}
