func.func @f(%A: memref<?x8xf32>, %B: memref<8x4xf32>, %n: index, %c: i1, %x: f32, %T: tensor<?x8xf32>, %v: vector<4xf32>) -> tensor<?x8xf32> {
  %m = memref.alloc(%n)[%n] {alignment = 16} : memref<?x4xf32, affine_map<(d0,d1)[s0] -> (d0 + s0, d1)>>
  %m2 = memref.alloca() : memref<8xf32>
  %m2b = memref.alloc() : memref<8x4xf32>
  memref.dealloc %m2b : memref<8x4xf32>
  %l = memref.load %A[%n, %n] : memref<?x8xf32>
  %l2 = memref.load %A[%n, %n] {nontemporal = true} : memref<?x8xf32>
  memref.store %l, %A[%n, %n] : memref<?x8xf32>
  %d = memref.dim %A, %n : memref<?x8xf32>
  memref.copy %B, %B : memref<8x4xf32> to memref<8x4xf32>
  %ca = memref.cast %A : memref<?x8xf32> to memref<?x?xf32>
  %sv = memref.subview %A[%n, 0][4, %n][1, 1] : memref<?x8xf32> to memref<4x?xf32, strided<[8, 1], offset: ?>>
  %C = memref.alloc() : memref<8x4xf32>
  %Q = memref.alloc(%n) : memref<?x4xf32>
  linalg.generic {indexing_maps = [affine_map<(i,j,k)->(i,k)>, affine_map<(i,j,k)->(k,j)>, affine_map<(i,j,k)->(i,j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A, %B : memref<?x8xf32>, memref<8x4xf32>) outs(%Q : memref<?x4xf32>) attrs = {foo = 1} {
    ^bb0(%a: f32, %b: f32, %cc: f32):
     %i = linalg.index 0 : index
     linalg.yield %a : f32
  }
  linalg.matmul ins(%A, %B: memref<?x8xf32>, memref<8x4xf32>) outs(%Q: memref<?x4xf32>)
  linalg.matmul {cast = #linalg.type_fn<cast_unsigned>, hello} ins(%A, %B: memref<?x8xf32>, memref<8x4xf32>) outs(%Q: memref<?x4xf32>)
  linalg.matmul indexing_maps = [affine_map<(i,j,k)->(k,i)>, affine_map<(i,j,k)->(k,j)>, affine_map<(i,j,k)->(i,j)>] ins(%B, %B: memref<8x4xf32>, memref<8x4xf32>) outs(%Q: memref<?x4xf32>)
  %cI = memref.alloc() : memref<8x8xi32>
  %cJ = memref.alloc() : memref<8x8xi8>
  linalg.matmul ins(%cJ, %cJ: memref<8x8xi8>, memref<8x8xi8>) outs(%cI: memref<8x8xi32>)
  linalg.fill ins(%x : f32) outs(%A : memref<?x8xf32>)
  %fi = linalg.fill ins(%x : f32) outs(%T : tensor<?x8xf32>) -> tensor<?x8xf32>
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>], iterator_types = ["parallel", "parallel"], doc="x", library_call="lc"} outs(%e : tensor<?x8xf32>) {
    ^bb0(%a: f32):
     linalg.yield %a : f32
  } -> tensor<?x8xf32>
  %td = tensor.dim %T, %n : tensor<?x8xf32>
  %te = tensor.extract %T[%n, %n] : tensor<?x8xf32>
  %ti = tensor.insert %te into %T[%n, %n] : tensor<?x8xf32>
  %r:2 = scf.for %i = %n to %n step %n iter_args(%a = %x, %t = %T) -> (f32, tensor<?x8xf32>) {
    scf.yield %a, %t : f32, tensor<?x8xf32>
  }
  %c32 = arith.constant 3 : i32
  scf.for %i = %c32 to %c32 step %c32 : i32 { }
  scf.for unsigned %i = %c32 to %c32 step %c32 : i32 { }
  scf.if %c { } else { }
  %si = scf.if %c -> f32 { scf.yield %x : f32 } else { scf.yield %x : f32 }
  %mx = math.exp %x fastmath<nnan> : f32
  %mp = math.powf %x, %x : f32
  %fm = math.fma %x, %x, %x : f32
  %fpi = math.fpowi %x, %c32 : f32, i32
  %ab = math.absi %c32 : i32
  %tz = math.ctlz %c32 : i32
  %tb = bufferization.to_buffer %T : tensor<?x8xf32> to memref<?x8xf32>
  %tb2 = bufferization.to_buffer %T read_only : tensor<?x8xf32> to memref<?x8xf32>
  %tt = bufferization.to_tensor %tb restrict writable : memref<?x8xf32> to tensor<?x8xf32>
  %call = func.call @g(%x) {foo} : (f32) -> f32
  cf.br ^bb1(%x : f32)
^bb1(%y: f32):
  cf.cond_br %c, ^bb1(%x : f32), ^bb2
^bb2:
  %mini = math.isnan %x : f32
  return %T : tensor<?x8xf32>
}
func.func private @g(%x: f32) -> f32 {
 return %x : f32
}
func.func public @pub() attributes {no_inline, foo = 3} {
 %c = arith.constant 1.0 : f32
 return
}
func.func nested @nest() -> (f32 {x.y}, f32)
