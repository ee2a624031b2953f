// Programs with undefined behaviour, each for one reason: `undefined.rs` runs them, and the snapshot is
// what a user reads. Above each: the code, what it is, and options of `run`.

// -----
// code: uninitialised-read
// what: an allocation
func.func @f() -> f32 {
  %A = memref.alloc() : memref<2x2xf32>
  %one = arith.constant 1.0 : f32
  affine.store %one, %A[0, 0] : memref<2x2xf32>
  affine.for %i = 0 to 2 {
    %v = affine.load %A[%i, %i] : memref<2x2xf32>
    affine.store %v, %A[%i, 0] : memref<2x2xf32>
  }
  %r = affine.load %A[0, 0] : memref<2x2xf32>
  memref.dealloc %A : memref<2x2xf32>
  return %r : f32
}

// -----
// code: uninitialised-read
// what: an empty tensor that a sum starts from
func.func @f(%A: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %E = tensor.empty() : tensor<4x4xf32>
  %r = linalg.matmul ins(%A, %A : tensor<4x4xf32>, tensor<4x4xf32>) outs(%E : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// -----
// code: uninitialised-read
// what: the half of an array that a copy leaves out
func.func @f(%A: memref<2xf32>) -> f32 {
  %c3 = arith.constant 3 : index
  %B = memref.alloc() : memref<4xf32>
  %half = memref.subview %B[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  memref.copy %A, %half : memref<2xf32> to memref<2xf32, strided<[1]>>
  %v = memref.load %B[%c3] : memref<4xf32>
  memref.dealloc %B : memref<4xf32>
  return %v : f32
}

// -----
// code: uninitialised-read
// what: copied along with the rest, and read in another array
func.func @f(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = memref.alloc() : memref<2xf32>
  %B = memref.alloc() : memref<2xf32>
  memref.store %x, %A[%c0] : memref<2xf32>
  memref.copy %A, %B : memref<2xf32> to memref<2xf32>
  %fine = memref.load %B[%c0] : memref<2xf32>
  %v = memref.load %B[%c1] : memref<2xf32>
  memref.dealloc %A : memref<2xf32>
  memref.dealloc %B : memref<2xf32>
  return %v : f32
}

// -----
// code: uninitialised-read
// what: around a slice that was inserted into an empty tensor
func.func @f(%A: tensor<2xf32>) -> f32 {
  %c2 = arith.constant 2 : index
  %E = tensor.empty() : tensor<4xf32>
  %r = tensor.insert_slice %A into %E[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %v = tensor.extract %r[%c2] : tensor<4xf32>
  return %v : f32
}

// -----
// code: out-of-bounds
// what: a load, in two loops
func.func @f(%A: memref<4x4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %v = affine.load %A[%i, %j + 1] : memref<4x4xf32>
      affine.store %v, %A[%i, %j] : memref<4x4xf32>
    }
  }
  return
}

// -----
// code: out-of-bounds
// what: a store below zero
func.func @f(%A: memref<4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.store %x, %A[%i - 2] : memref<4xf32>
  }
  return
}

// -----
// code: out-of-bounds
// what: through a window, although the buffer goes on
func.func @f(%A: memref<8xf32>) -> f32 {
  %c2 = arith.constant 2 : index
  %V = memref.subview %A[1] [2] [2] : memref<8xf32> to memref<2xf32, strided<[2], offset: 1>>
  %v = memref.load %V[%c2] : memref<2xf32, strided<[2], offset: 1>>
  return %v : f32
}

// -----
// code: out-of-bounds
// what: a window that leaves its array
func.func @f(%A: memref<4x4xf32>, %n: index) {
  %V = memref.subview %A[0, %n] [2, 2] [1, 1] : memref<4x4xf32> to memref<2x2xf32, strided<[4, 1], offset: ?>>
  return
}
// run: --param n=3

// -----
// code: out-of-bounds
// what: a cast to a window larger than the buffer
func.func @f(%A: memref<4xf32>) -> f32 {
  %c5 = arith.constant 5 : index
  %V = memref.reinterpret_cast %A to offset: [0], sizes: [8], strides: [1] : memref<4xf32> to memref<8xf32>
  %v = memref.load %V[%c5] : memref<8xf32>
  return %v : f32
}

// -----
// code: out-of-bounds
// what: through a transposed and collapsed window
func.func @f(%A: memref<2x3xf32>) -> f32 {
  %c6 = arith.constant 6 : index
  %V = memref.collapse_shape %A [[0, 1]] : memref<2x3xf32> into memref<6xf32>
  %v = memref.load %V[%c6] : memref<6xf32>
  return %v : f32
}

// -----
// code: out-of-bounds
// what: an element of a tensor
func.func @f(%A: tensor<4xf32>, %n: index) -> f32 {
  %v = tensor.extract %A[%n] : tensor<4xf32>
  return %v : f32
}
// run: --param n=4

// -----
// code: out-of-bounds
// what: a slice of a tensor
func.func @f(%A: tensor<4xf32>, %n: index) -> tensor<2xf32> {
  %v = tensor.extract_slice %A[%n] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %v : tensor<2xf32>
}
// run: --param n=3

// -----
// code: out-of-bounds
// what: a vector that promises to be in bounds
func.func @f(%A: memref<6xf32>) -> vector<4xf32> {
  %c4 = arith.constant 4 : index
  %pad = arith.constant 0.0 : f32
  %v = vector.transfer_read %A[%c4], %pad {in_bounds = [true]} : memref<6xf32>, vector<4xf32>
  return %v : vector<4xf32>
}

// -----
// code: use-after-free
// what: a load after the buffer was freed
func.func @f() -> f32 {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1.0 : f32
  %A = memref.alloc() : memref<1xf32>
  memref.store %x, %A[%c0] : memref<1xf32>
  memref.dealloc %A : memref<1xf32>
  %v = memref.load %A[%c0] : memref<1xf32>
  return %v : f32
}

// -----
// code: use-after-free
// what: through a window on a freed buffer
func.func @f(%x: f32) {
  %c0 = arith.constant 0 : index
  %A = memref.alloc() : memref<4xf32>
  %V = memref.subview %A[2] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 2>>
  memref.dealloc %A : memref<4xf32>
  memref.store %x, %V[%c0] : memref<2xf32, strided<[1], offset: 2>>
  return
}

// -----
// code: use-after-free
// what: a stack buffer after its function returned
func.func private @local() -> memref<1xf32> {
  %A = memref.alloca() : memref<1xf32>
  return %A : memref<1xf32>
}
func.func @f(%x: f32) {
  %c0 = arith.constant 0 : index
  %A = func.call @local() : () -> memref<1xf32>
  memref.store %x, %A[%c0] : memref<1xf32>
  return
}
// run: --func f

// -----
// code: double-free
// what: under two names
func.func @f() {
  %A = memref.alloc() : memref<4xf32>
  %B = memref.cast %A : memref<4xf32> to memref<?xf32>
  memref.dealloc %A : memref<4xf32>
  memref.dealloc %B : memref<?xf32>
  return
}

// -----
// code: bad-free
// what: a stack buffer
func.func @f() {
  %A = memref.alloca() : memref<4xf32>
  memref.dealloc %A : memref<4xf32>
  return
}

// -----
// code: leak
// what: never freed, which is a remark
func.func @f(%x: f32) {
  %c0 = arith.constant 0 : index
  %A = memref.alloc() : memref<4xf32>
  memref.store %x, %A[%c0] : memref<4xf32>
  return
}

// -----
// code: division-by-zero
// what: of integers, in a loop
func.func @f(%A: memref<4xi32>) {
  affine.for %i = 0 to 4 {
    %v = affine.load %A[3 - %i] : memref<4xi32>
    %r = arith.remsi %v, %v : i32
    affine.store %r, %A[%i] : memref<4xi32>
  }
  return
}

// -----
// code: non-positive-divisor
// what: in a subscript
func.func @f(%A: memref<4xf32>, %n: index) -> f32 {
  %i = affine.apply affine_map<()[s0] -> (5 floordiv s0)>()[%n]
  %v = memref.load %A[%i] : memref<4xf32>
  return %v : f32
}
// run: --param n=-1

// -----
// code: signed-overflow
// what: the least integer by -1
func.func @f() -> i32 {
  %least = arith.constant -2147483648 : i32
  %minus = arith.constant -1 : i32
  %r = arith.divsi %least, %minus : i32
  return %r : i32
}

// -----
// code: signed-overflow
// what: a broken nsw
func.func @f(%n: index) -> i8 {
  %big = arith.constant 100 : i8
  %r = arith.addi %big, %big overflow<nsw> : i8
  return %r : i8
}
// run: --param n=0

// -----
// code: unsigned-overflow
// what: a broken nuw
func.func @f() -> i8 {
  %one = arith.constant 1 : i8
  %two = arith.constant 2 : i8
  %r = arith.subi %one, %two overflow<nuw> : i8
  return %r : i8
}

// -----
// code: signed-overflow
// what: a broken nsw of a truncation
func.func @f() -> i8 {
  %x = arith.constant 300 : i32
  %r = arith.trunci %x overflow<nsw> : i32 to i8
  return %r : i8
}

// -----
// code: signed-overflow
// what: a broken nsw of a shift
func.func @f() -> i8 {
  %x = arith.constant 64 : i8
  %one = arith.constant 1 : i8
  %r = arith.shli %x, %one overflow<nsw> : i8
  return %r : i8
}

// -----
// code: broken-flag
// what: an exact division with a remainder
func.func @f() -> i32 {
  %x = arith.constant 7 : i32
  %two = arith.constant 2 : i32
  %r = arith.divsi %x, %two exact : i32
  return %r : i32
}

// -----
// code: broken-flag
// what: an exact shift that loses bits
func.func @f() -> i32 {
  %x = arith.constant 7 : i32
  %one = arith.constant 1 : i32
  %r = arith.shrui %x, %one exact : i32
  return %r : i32
}

// -----
// code: broken-flag
// what: nneg of a negative number
func.func @f() -> i32 {
  %x = arith.constant -1 : i8
  %r = arith.extui %x {nonNeg} : i8 to i32
  return %r : i32
}

// -----
// code: broken-flag
// what: disjoint indices that are not
func.func @f(%n: index) -> index {
  %c1 = arith.constant 1 : index
  %r = affine.linearize_index disjoint [%c1, %n] by (2, 4) : index
  return %r : index
}
// run: --param n=5

// -----
// code: shift-too-far
// what: by the width
func.func @f() -> i32 {
  %x = arith.constant 1 : i32
  %far = arith.constant 32 : i32
  %r = arith.shli %x, %far : i32
  return %r : i32
}

// -----
// code: conversion-out-of-range
// what: a float beyond the integers
func.func @f() -> i8 {
  %x = arith.constant 3.0e2 : f32
  %r = arith.fptosi %x : f32 to i8
  return %r : i8
}

// -----
// code: shape-mismatch
// what: operands of a structured operation
func.func @f(%A: memref<3x?xf32>, %B: memref<?x2xf32>, %C: memref<3x2xf32>) {
  linalg.matmul ins(%A, %B : memref<3x?xf32>, memref<?x2xf32>) outs(%C : memref<3x2xf32>)
  return
}
// run: --param A.1=4 --param B.0=5

// -----
// code: shape-mismatch
// what: a window of a structured operation beyond its operand
func.func @f(%A: memref<?xf32>, %W: memref<3xf32>, %O: memref<4xf32>) {
  linalg.conv_1d ins(%A, %W : memref<?xf32>, memref<3xf32>) outs(%O : memref<4xf32>)
  return
}
// run: --param A.0=5

// -----
// code: shape-mismatch
// what: a cast that lies
func.func @f(%A: tensor<?xf32>) -> tensor<5xf32> {
  %r = tensor.cast %A : tensor<?xf32> to tensor<5xf32>
  return %r : tensor<5xf32>
}
// run: --param A.0=4

// -----
// code: data-race
// what: iterations of affine.parallel that write one element
func.func @f(%A: memref<4xf32>, %x: f32) {
  affine.parallel (%i) = (0) to (4) {
    affine.store %x, %A[%i floordiv 2] : memref<4xf32>
  }
  return
}

// -----
// code: data-race
// what: an iteration of scf.parallel that reads what another writes
func.func @f(%A: memref<5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %next = arith.addi %i, %c1 : index
    %v = memref.load %A[%next] : memref<5xf32>
    memref.store %v, %A[%i] : memref<5xf32>
  }
  return
}

// -----
// code: data-race
// what: threads of scf.forall, through overlapping windows
func.func @f(%A: memref<5xf32>, %x: f32) {
  scf.forall (%i) in (3) {
    %V = memref.subview %A[%i] [2] [1] : memref<5xf32> to memref<2xf32, strided<[1], offset: ?>>
    linalg.fill ins(%x : f32) outs(%V : memref<2xf32, strided<[1], offset: ?>>)
  }
  return
}

// -----
// code: data-race
// what: threads of scf.forall that insert overlapping slices
func.func @f(%A: tensor<4xf32>, %B: tensor<2xf32>) -> tensor<4xf32> {
  %r = scf.forall (%i) in (3) shared_outs(%o = %A) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %B into %o[%i] [2] [1] : tensor<2xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----
// code: broken-assumption
// what: objects that are not distinct
func.func @f(%A: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %l = memref.subview %A[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %r = memref.cast %A : memref<8xf32> to memref<?xf32>
  %x, %y = memref.distinct_objects %l, %r : memref<4xf32, strided<[1]>>, memref<?xf32>
  return
}

// -----
// code: broken-assumption
// what: two alignments that exclude each other
func.func @f(%A: memref<8xf32>) {
  %a = memref.assume_alignment %A, 16 : memref<8xf32>
  %V = memref.subview %A[1] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 1>>
  %v = memref.assume_alignment %V, 8 : memref<4xf32, strided<[1], offset: 1>>
  return
}

// -----
// code: write-to-constant
// what: a constant global
memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]>
func.func @f(%x: f32) {
  %c0 = arith.constant 0 : index
  %A = memref.get_global @table : memref<2xf32>
  memref.store %x, %A[%c0] : memref<2xf32>
  return
}

// -----
// code: bad-step
// what: a loop that does not advance
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %c0 {
  }
  return
}
// run: --param n=4

// -----
// code: recursion-limit
// what: a function that calls itself for ever
func.func @f() {
  func.call @f() : () -> ()
  return
}

// -----
// code: step-limit
// what: a loop that does not end
func.func @f() {
  %true = arith.constant true
  scf.while : () -> () {
    scf.condition(%true)
  } do {
    scf.yield
  }
  return
}
// run: --steps 1000

// -----
// code: memory-limit
// what: a huge array of which too much is touched
func.func @f(%x: f32) {
  %A = memref.alloc() : memref<1048576x1048576xf32>
  affine.for %i = 0 to 1048576 {
    affine.store %x, %A[%i, 0] : memref<1048576x1048576xf32>
  }
  return
}
// run: --memory 64MiB

// -----
// code: assertion-failed
// what: an assertion
func.func @f(%A: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 2 {
    %v = affine.load %A[%i] : memref<2xi32>
    %less = arith.cmpi slt, %v, %one : i32
    cf.assert %less, "elements are below 1"
  }
  return
}

// -----
// code: poison-used
// what: poison that decides
func.func @f() -> i32 {
  %p = ub.poison : i1
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %r = scf.if %p -> (i32) {
    scf.yield %one : i32
  } else {
    scf.yield %two : i32
  }
  return %r : i32
}
