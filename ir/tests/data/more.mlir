func.func @f(%A: memref<8x8xf32>, %x: f32, %n: index, %c: i1, %T: tensor<?x8xf32>, %v: vector<4xf32>, %T2 : tensor<128x256xf32>, %D: tensor<16x8x8x32xf32>) {
  %t = vector.transfer_read %A[%n, %n], %x : memref<8x8xf32>, vector<4xf32>
  %t2 = vector.transfer_read %A[%n, %n], %x {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<8x8xf32>, vector<8xf32>
  %t3 = vector.transfer_read %T[%n, %n], %x {in_bounds = [true, true]} : tensor<?x8xf32>, vector<4x4xf32>
  vector.transfer_write %t, %A[%n, %n] {in_bounds = [true]} : vector<4xf32>, memref<8x8xf32>
  %w = vector.transfer_write %t, %T[%n, %n] : vector<4xf32>, tensor<?x8xf32>
  %b = vector.broadcast %x : f32 to vector<4xf32>
  %q:2 = affine.delinearize_index %n into (4, 8) : index, index
  %q2:2 = affine.delinearize_index %n into (%n, 8) : index, index
  %q3:3 = affine.delinearize_index %n into (4, 8) : index, index, index
  %m = vector.multi_reduction <add>, %t3, %t [0] : vector<4x4xf32> to vector<4xf32>
  %D2 = tensor.empty() : tensor<4x32x8x32xf32>
  %D3 = tensor.empty(%n, %n) : tensor<?x16x8x?xf32>
  %p = linalg.pack %T2 inner_dims_pos = [1, 0] inner_tiles = [8, 32] into %D2 : tensor<128x256xf32> -> tensor<4x32x8x32xf32>
  %p2 = linalg.pack %T2 padding_value(%x : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, %n] into %D3 : tensor<128x256xf32> -> tensor<?x16x8x?xf32>
  %u = linalg.unpack %p inner_dims_pos = [1, 0] inner_tiles = [8, 32] into %T2 : tensor<4x32x8x32xf32> -> tensor<128x256xf32>
  scf.forall (%i, %j) = (0, %n) to (%n, 8) step (1, 2) { }
  %fo = scf.forall (%i) in (4) shared_outs(%o = %T) -> (tensor<?x8xf32>) {
    %sl = tensor.extract_slice %o[%i, 0] [1, 8] [1, 1] : tensor<?x8xf32> to tensor<1x8xf32>
    scf.forall.in_parallel { tensor.parallel_insert_slice %sl into %o[%i, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<?x8xf32> }
  } {mapping = [#gpu.thread<x>]}
  %w1 = scf.while : () -> i32 { %i = arith.constant 1 : i32
    scf.condition(%c) %i : i32 } do { ^bb0(%i: i32): scf.yield } attributes {foo}
  scf.index_switch %n case 1 { scf.yield } case 3 { scf.yield } default { scf.yield }
  scf.execute_region { scf.yield }
  %at = bufferization.alloc_tensor() copy(%T) : tensor<?x8xf32>
  %at2 = bufferization.alloc_tensor(%n) {memory_space = 1 : i64} : tensor<?x8xf32>
  %pd = tensor.pad %T nofold low[0, %n] high[1, 2] { ^bb0(%i: index, %j: index): tensor.yield %x : f32 } {foo} : tensor<?x8xf32> to tensor<?x?xf32>
  %fm = vector.fma %v, %v, %v : vector<4xf32>
  %red = vector.reduction <add>, %v : vector<4xf32> into f32
  %red2 = vector.reduction <mul>, %v, %x fastmath<nnan> : vector<4xf32> into f32
  %ld = vector.load %A[%n, %n] : memref<8x8xf32>, vector<4xf32>
  vector.store %ld, %A[%n, %n] : memref<8x8xf32>, vector<4xf32>
  %scc = vector.shape_cast %t3 : vector<4x4xf32> to vector<16xf32>
  %ipc = index.add %n, %n
  %idc = index.constant 3
  %ar = memref.atomic_rmw addf %x, %A[%n, %n] : (f32, memref<8x8xf32>) -> f32
  return
}
