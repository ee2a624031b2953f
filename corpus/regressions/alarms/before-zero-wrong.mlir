// why:    the wrong neighbours: elements that are guarded below too become a transfer, a transfer leaves a loop that may be empty, and a row is read that is not there
// run:    validate %after
// expect: refuted
func.func @guarded(%A: memref<?xf32>, %base: index) -> vector<1xf32> {
  %pad = arith.constant 7.0 : f32
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %more = arith.cmpi sge, %base, %c0 : index
  %less = arith.cmpi slt, %base, %n : index
  %is = arith.andi %more, %less : i1
  %x = scf.if %is -> f32 {
    %a = memref.load %A[%base] : memref<?xf32>
    scf.yield %a : f32
  } else {
    scf.yield %pad : f32
  }
  %v = vector.broadcast %x : f32 to vector<1xf32>
  return %v : vector<1xf32>
}
func.func @hoisted(%A: memref<?xf32>, %B: memref<?xf32>, %base: index, %n: index) {
  %pad = arith.constant 7.0 : f32
  affine.for %i = 0 to %n {
    %v = vector.transfer_read %A[%base], %pad : memref<?xf32>, vector<4xf32>
    %x = vector.extract %v[1] : f32 from vector<4xf32>
    affine.store %x, %B[%i] : memref<?xf32>
  }
  return
}
func.func @row(%A: memref<?x?xf32>, %base: index) -> vector<2x4xf32> {
  %pad = arith.constant 7.0 : f32
  %v = vector.transfer_read %A[%base, %base], %pad : memref<?x?xf32>, vector<2x4xf32>
  return %v : vector<2x4xf32>
}
