func.func @saxpy(%n: index, %a: f32, %x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %u = memref.load %x[%i] : memref<?xf32>
    %v = memref.load %y[%i] : memref<?xf32>
    %p = arith.mulf %a, %u : f32
    %s = arith.addf %p, %v : f32
    memref.store %s, %y[%i] : memref<?xf32>
  }
  return
}
func.func @reverse(%n: index, %x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %r = arith.subi %n, %i : index
    %q = arith.subi %r, %c1 : index
    %u = memref.load %x[%i] : memref<?xf32>
    memref.store %u, %y[%q] : memref<?xf32>
  }
  return
}
func.func private @step(%x: memref<16xf32>, %i: index) {
  %c = arith.constant 2.0 : f32
  %u = memref.load %x[%i] : memref<16xf32>
  %p = arith.mulf %c, %u : f32
  memref.store %p, %x[%i] : memref<16xf32>
  return
}
func.func @calls(%x: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  scf.for %i = %c0 to %n step %c1 {
    func.call @step(%x, %i) : (memref<16xf32>, index) -> ()
  }
  return
}
func.func private @twice(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.add ins(%x, %x : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @calls_tensor(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = func.call @twice(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = func.call @twice(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func @parallel(%n: index, %m: index, %x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) {
    %u = memref.load %x[%i, %j] : memref<?x?xf32>
    %p = arith.mulf %u, %u : f32
    memref.store %p, %y[%i, %j] : memref<?x?xf32>
    scf.reduce
  }
  return
}
func.func @forall(%x: tensor<16xf32>, %o: tensor<16xf32>) -> tensor<16xf32> {
  %r = scf.forall (%i) = (0) to (16) step (4) shared_outs(%t = %o) -> tensor<16xf32> {
    %s = tensor.extract_slice %x[%i] [4] [1] : tensor<16xf32> to tensor<4xf32>
    %d = tensor.extract_slice %t[%i] [4] [1] : tensor<16xf32> to tensor<4xf32>
    %e = linalg.exp ins(%s : tensor<4xf32>) outs(%d : tensor<4xf32>) -> tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %t[%i] [4] [1] : tensor<4xf32> into tensor<16xf32>
    }
  }
  return %r : tensor<16xf32>
}
func.func @tensor_loop(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<?xf32> {
    %u = tensor.extract %t[%i] : tensor<?xf32>
    %v = arith.mulf %u, %u : f32
    %w = tensor.insert %v into %t[%i] : tensor<?xf32>
    scf.yield %w : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
func.func @psum(%x: memref<32xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 32 : index
  %z = arith.constant 0.0 : f32
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%z) -> f32 {
    %u = memref.load %x[%i] : memref<32xf32>
    scf.reduce(%u : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}
