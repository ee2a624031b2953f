memref.global "private" constant @g : memref<2xf32> = dense<[1.0, 2.0]>
func.func @f(%A: memref<?x8xf32>, %n: index, %c: i1, %x: f32, %T: tensor<?x8xf32>, %v: vector<4xf32>, %i8: i8) {
  %g = memref.get_global @g : memref<2xf32>
  %0 = "test.foo"(%A) ({ ^bb0(%q: i32): "test.y"() : () -> () }) : (memref<?x8xf32>) -> !foo.x
  scf.parallel (%i, %j) = (%n, %n) to (%n, %n) step (%n, %n) { 
    scf.reduce
  }
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 { 
    scf.reduce(%x : f32) { ^bb0(%l: f32, %rr: f32):
      %s = arith.addf %l, %rr : f32
      scf.reduce.return %s : f32 }
  }
  %w = scf.while (%a = %x) : (f32) -> f32 { scf.condition(%c) %a : f32 } do { ^bb0(%b: f32): scf.yield %b : f32 }
  %l = affine.vector_load %A[%n, 0] : memref<?x8xf32>, vector<4xf32>
  affine.vector_store %l, %A[%n, 0] : memref<?x8xf32>, vector<4xf32>
  %e = tensor.extract_slice %T[0, %n][4, 4][1, 1] : tensor<?x8xf32> to tensor<4x4xf32>
  %ins = tensor.insert_slice %e into %T[0, %n][4, 4][1, 1] : tensor<4x4xf32> into tensor<?x8xf32>
  %ct = tensor.cast %e : tensor<4x4xf32> to tensor<?x4xf32>
  %bc = arith.bitcast %x : f32 to i32
  %sc = arith.select %c, %e, %e : tensor<4x4xf32>
  %vc = "test.c"() : () -> vector<4xi1>
  %sc2 = arith.select %vc, %v, %v : vector<4xi1>, vector<4xf32>
  %n8 = memref.alloc(%n) : memref<?xi8>
  %view = memref.view %n8[%n][%n] : memref<?xi8> to memref<?xf32>
  %rc = memref.reinterpret_cast %A to offset: [0], sizes: [%n, 3], strides: [1, %n] : memref<?x8xf32> to memref<?x3xf32, strided<[1, ?]>>
  %T2 = tensor.empty(%n): tensor<8x?xf32>
  %T1 = tensor.empty(%n): tensor<?xf32>
  %tr = linalg.transpose ins(%T: tensor<?x8xf32>) outs(%T2 : tensor<8x?xf32>) permutation = [1, 0]
  %add = linalg.add ins(%T, %T: tensor<?x8xf32>, tensor<?x8xf32>) outs(%T: tensor<?x8xf32>) -> tensor<?x8xf32>
  %cc = linalg.copy ins(%T: tensor<?x8xf32>) outs(%T: tensor<?x8xf32>) -> tensor<?x8xf32>
  %red = linalg.reduce ins(%T: tensor<?x8xf32>) outs(%T1 : tensor<?xf32>) dimensions = [1] (%in: f32, %o: f32) { %s = arith.addf %in, %o : f32 
   linalg.yield %s : f32 }
  %mp = linalg.map { arith.addf } ins(%T, %T : tensor<?x8xf32>, tensor<?x8xf32>) outs(%T: tensor<?x8xf32>)
  %bca = linalg.broadcast ins(%T1: tensor<?xf32>) outs(%T: tensor<?x8xf32>) dimensions = [1]
  %p = ub.poison : f32
  %cst = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %ac = memref.assume_alignment %A, 16 : memref<?x8xf32>
  %t1, %t2 = "test.multi"() : () -> (i32, i32)
  %ti, %t3:2 = "test.multi"() : () -> (i32, i32, i32)
  %fp = arith.constant 0x7FC00000 : f32
  %ng = arith.negf %x : f32
  %sx = arith.sitofp %i8 : i8 to f32
  %sxx = arith.fptosi %x : f32 to i8
  %cr = math.cttz %i8 : i8
  %br = arith.index_castui %i8 : i8 to index
  %rank = memref.rank %A : memref<?x8xf32>
  %trn = memref.transpose %A (i, j) -> (j, i) : memref<?x8xf32> to memref<8x?xf32, strided<[1, 8]>>
  %col = memref.collapse_shape %A [[0, 1]] : memref<?x8xf32> into memref<?xf32>
  %exp = memref.expand_shape %A [[0, 1], [2]] output_shape [%n, 2, 8] : memref<?x8xf32> into memref<?x2x8xf32>
  %tex = tensor.expand_shape %T [[0, 1], [2]] output_shape [%n, 2, 8] : tensor<?x8xf32> into tensor<?x2x8xf32>
  %tcol = tensor.collapse_shape %T [[0, 1]] : tensor<?x8xf32> into tensor<?xf32>
  %gen = tensor.generate %n { ^bb0(%i: index, %j: index): tensor.yield %x : f32 } : tensor<?x8xf32>
  %fe = tensor.from_elements %x, %x : tensor<2xf32>
  %spl = tensor.splat %x : tensor<4xf32>
  %pad = tensor.pad %T low[0, %n] high[1, %n] { ^bb0(%i: index, %j: index): tensor.yield %x : f32 } : tensor<?x8xf32> to tensor<?x?xf32>
  %rank2 = tensor.rank %T : tensor<?x8xf32>
  scf.forall (%i, %j) in (%n, 4) { }
  %vb = vector.broadcast %x : f32 to vector<4xf32>
  %mas = bufferization.materialize_in_destination %T in %T : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %at = bufferization.alloc_tensor(%n) : tensor<?x8xf32>
  %ish = scf.index_switch %n -> f32 case 2 { scf.yield %x : f32 } default { scf.yield %x : f32 }
  %ex = scf.execute_region -> f32 { scf.yield %x : f32 }
  return
}
