#map = affine_map<(d0) -> (d0 + 1)>
#set = affine_set<(d0)[s0] : (d0 - 3 >= 0, s0 - d0 == 0)>
module @m attributes {foo.x = 1 : i32} {
memref.global "private" constant @g : memref<2xf32> = dense<[1.0, 2.0]> {alignment = 64 : i64}
memref.global @g2 : memref<2xf32>
memref.global @g3 : memref<2xf32> = uninitialized
func.func private @ext(f32, memref<?xf32> {a.b}) -> (f32 {c.d = 3}, i1) attributes {llvm.emit_c_interface}
func.func @f(%A: memref<?x8xf32>, %n: index, %c: i1, %x: f32 {foo.bar}, %i8: i8) -> (f32, index) {
  %c0 = arith.constant 0 : index
  %t = arith.constant true
  %cst = arith.constant dense<1.0> : vector<4xf32>
  %d = arith.addi %n, %c0 overflow<nsw, nuw> : index
  %e = arith.addf %x, %x fastmath<reassoc,nnan> : f32
  %e2 = arith.cmpf oeq, %x, %x : f32
  %e3 = arith.cmpi slt, %n, %c0 : index
  %s = arith.select %c, %x, %e : f32
  %ex = arith.extui %i8 : i8 to i32
  %ex1 = arith.extui %i8 : i8 to i32
  %tr = arith.trunci %ex overflow<nsw> : i32 to i8
  %ft = arith.extf %x : f32 to f64
  %ft2 = arith.truncf %ft : f64 to f32
  %ic = arith.index_cast %n : index to i32
  %u:2 = arith.addui_extended %ex, %ex : i32, i1
  %mm:2 = arith.mulsi_extended %ex, %ex : i32
  %sh = arith.shrsi %ex, %ex exact : i32
  %dv = arith.divsi %ex, %ex : i32
  affine.for %i = 0 to %n { 
    %v = affine.load %A[%i + symbol(%n), 2 * %i - 1] : memref<?x8xf32>
    affine.store %v, %A[%i, 3] {foo} : memref<?x8xf32>
  }
  affine.for %i = max affine_map<(d0)[s0] -> (d0, s0)>(%n)[%n] to min affine_map<()[s0,s1] -> (s0, 10)>()[%n, %n] step 4 { } {foo.a = 1}
  %r:2 = affine.for %i = #map(%n) to 10 iter_args(%a = %x, %b = %n) -> (f32, index) {
    affine.if #set(%i)[%n] { affine.yield } else { }
    affine.yield %a, %b : f32, index
  }
  %ir = affine.if #set(%n)[%n] -> f32 { affine.yield %x : f32 } else { affine.yield %x : f32}
  %ap = affine.apply #map(%n)
  %mi = affine.min affine_map<(d0)[s0] -> (d0, s0)>(%n)[%n]
  affine.parallel (%i, %j) = (0, max(%n, 3)) to (min(%n, 5), 10) step (2, 3) {
  }
  %rp:2 = affine.parallel (%i) = (0) to (10) reduce ("addf", "mulf") -> (f32, f32) {
    affine.yield %x, %x : f32, f32
  }
  affine.prefetch %A[%n, 3], read, locality<3>, data : memref<?x8xf32>
  func.return %rp#0, %n : f32, index
}
}
