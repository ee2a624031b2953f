func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %x: f32, %lb: index, %ub: index, %step: index) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %r:2 = scf.for %i = %lb to %ub step %step iter_args(%s = %A, %t = %B) -> (memref<?xf32>, memref<?xf32>) {
    memref.store %x, %s[%i] : memref<?xf32>
    %n = memref.dim %t, %c0 : memref<?xf32>
    %m = memref.dim %s, %c0 : memref<?xf32>
    %p = memref.alloc(%n) : memref<?xf32>
    memref.copy %t, %p : memref<?xf32> to memref<?xf32>
    %q = memref.alloc(%m) : memref<?xf32>
    memref.copy %s, %q : memref<?xf32> to memref<?xf32>
    scf.yield %p, %q : memref<?xf32>, memref<?xf32>
  }
  %0 = memref.load %r#0[%c0] : memref<?xf32>
  %1 = memref.load %r#1[%c0] : memref<?xf32>
  return %0, %1, %1 : f32, f32, f32
}
