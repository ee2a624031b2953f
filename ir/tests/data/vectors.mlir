// Vectors: the operations that passes make.
func.func @transfers(%A: memref<?x?xf32>, %T: tensor<?x?xf32>, %i: index, %x: f32, %m: vector<4xi1>, %v: vector<4xf32>, %w: vector<4x8xf32>, %mm: vector<4x8xi1>, %sc: vector<f32>) -> tensor<?x?xf32> {
  %0 = vector.transfer_read %A[%i, %i], %x : memref<?x?xf32>, vector<4xf32>
  %1 = vector.transfer_read %A[%i, %i], %x {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  %2 = vector.transfer_read %A[%i, %i], %x, %m : memref<?x?xf32>, vector<4xf32>
  %3 = vector.transfer_read %A[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<?x?xf32>, vector<4xf32>
  %4 = vector.transfer_read %A[%i, %i], %x {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<4x8xf32>
  %5 = vector.transfer_read %T[%i, %i], %x : tensor<?x?xf32>, vector<4x8xf32>
  %6 = vector.transfer_read %A[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<?x?xf32>, vector<4x8xf32>
  vector.transfer_write %v, %A[%i, %i] : vector<4xf32>, memref<?x?xf32>
  vector.transfer_write %v, %A[%i, %i], %m {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
  %7 = vector.transfer_write %w, %T[%i, %i] {in_bounds = [true, true]} : vector<4x8xf32>, tensor<?x?xf32>
  %8 = vector.transfer_write %w, %T[%i, %i], %mm {permutation_map = affine_map<(d0, d1) -> (d0, d1)>} : vector<4x8xf32>, tensor<?x?xf32>
  %9 = vector.transfer_read %A[%i, %i], %x : memref<?x?xf32>, vector<f32>
  return %7 : tensor<?x?xf32>
}
func.func @reductions(%v: vector<8xf32>, %w: vector<4x8xf32>, %x: f32, %b: vector<8xi32>, %a: vector<4xf32>, %s: vector<f32>) {
  %0 = vector.reduction <add>, %v : vector<8xf32> into f32
  %1 = vector.reduction <add>, %v, %x : vector<8xf32> into f32
  %2 = vector.reduction <mul>, %v, %x fastmath<reassoc> : vector<8xf32> into f32
  %3 = vector.reduction <minsi>, %b : vector<8xi32> into i32
  %4 = vector.multi_reduction <maximumf>, %w, %a [1] : vector<4x8xf32> to vector<4xf32>
  %5 = vector.multi_reduction <add>, %w, %x [0, 1] : vector<4x8xf32> to f32
  return
}
func.func @contract(%A: vector<4x8xf32>, %B: vector<8x16xf32>, %C: vector<4x16xf32>, %u: vector<4xf32>, %x: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %A, %B, %C : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32>
  %1 = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<maximumf>} %u, %u, %x : vector<4xf32>, vector<4xf32> into f32
  %2 = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} %u, %u, %x : vector<4xf32>, vector<4xf32> into f32
  %3 = vector.outerproduct %u, %u : vector<4xf32>, vector<4xf32>
  %4 = vector.outerproduct %u, %u, %3 {kind = #vector.kind<maximumf>} : vector<4xf32>, vector<4xf32>
  %5 = vector.outerproduct %u, %x : vector<4xf32>, f32
  return
}
func.func @parts(%v: vector<8xf32>, %w: vector<4x8xf32>, %x: f32, %i: index, %s: vector<f32>, %n: index) {
  %0 = vector.extract %w[1] : vector<8xf32> from vector<4x8xf32>
  %1 = vector.extract %w[1, 2] : f32 from vector<4x8xf32>
  %2 = vector.extract %w[%i, 2] : f32 from vector<4x8xf32>
  %3 = vector.extract %s[] : f32 from vector<f32>
  %4 = vector.insert %v, %w[2] : vector<8xf32> into vector<4x8xf32>
  %5 = vector.insert %x, %w[1, %i] : f32 into vector<4x8xf32>
  %6 = vector.extract_strided_slice %w {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
  %7 = vector.insert_strided_slice %v, %w {offsets = [0, 0], strides = [1]} : vector<8xf32> into vector<4x8xf32>
  %8 = vector.broadcast %x : f32 to vector<8xf32>
  %9 = vector.broadcast %v : vector<8xf32> to vector<4x8xf32>
  %10 = vector.shape_cast %w : vector<4x8xf32> to vector<32xf32>
  %11 = vector.fma %v, %v, %v : vector<8xf32>
  %12 = vector.transpose %w, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
  %13 = vector.shuffle %v, %v [0, 9, 2, 3] : vector<8xf32>, vector<8xf32>
  %14 = vector.bitcast %v : vector<8xf32> to vector<8xi32>
  %15 = vector.from_elements %x, %x : vector<2xf32>
  %16:8 = vector.to_elements %v : vector<8xf32>
  %17 = vector.step : vector<4xindex>
  %18 = vector.create_mask %n, %n : vector<4x8xi1>
  %19 = vector.constant_mask [2, 3] : vector<4x8xi1>
  %20 = vector.vscale
  %21 = vector.interleave %v, %v : vector<8xf32> -> vector<16xf32>
  %22, %23 = vector.deinterleave %v : vector<8xf32> -> vector<4xf32>
  vector.print %v : vector<8xf32>
  return
}
func.func @memory(%A: memref<?xf32>, %B: memref<?x?xf32>, %i: index, %m: vector<8xi1>, %p: vector<8xf32>, %ix: vector<8xi32>) {
  %0 = vector.load %A[%i] : memref<?xf32>, vector<8xf32>
  %1 = vector.load %A[%i] {nontemporal = true} : memref<?xf32>, vector<8xf32>
  vector.store %0, %B[%i, %i] : memref<?x?xf32>, vector<8xf32>
  %2 = vector.maskedload %A[%i], %m, %p : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.maskedstore %A[%i], %m, %p : memref<?xf32>, vector<8xi1>, vector<8xf32>
  %3 = vector.gather %A[%i] [%ix], %m, %p : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.scatter %A[%i] [%ix], %m, %p : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  %4 = vector.expandload %A[%i], %m, %p : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.compressstore %A[%i], %m, %p : memref<?xf32>, vector<8xi1>, vector<8xf32>
  return
}
func.func @masks(%m: vector<8xi1>, %A: memref<?xf32>, %v: vector<8xf32>, %x: f32, %i: index, %T: tensor<?xf32>) -> f32 {
  %0 = vector.mask %m { vector.reduction <add>, %v : vector<8xf32> into f32 } : vector<8xi1> -> f32
  %1 = vector.mask %m, %v { vector.transfer_read %A[%i], %x : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  vector.mask %m { vector.transfer_write %v, %A[%i] : vector<8xf32>, memref<?xf32> } : vector<8xi1>
  %2 = vector.mask %m { vector.transfer_write %v, %T[%i] : vector<8xf32>, tensor<?xf32> } : vector<8xi1> -> tensor<?xf32>
  vector.mask %m {} : vector<8xi1>
  return %0 : f32
}
func.func @scan(%w: vector<4x8xf32>, %v: vector<8xf32>) {
  %0:2 = vector.scan <add>, %w, %v {inclusive = true, reduction_dim = 0 : i64} : vector<4x8xf32>, vector<8xf32>
  return
}
