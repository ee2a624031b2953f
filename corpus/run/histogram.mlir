// why:    iterations of a parallel loop that meet at elements, which is no race because they update them as a whole
// run:    run
// expect: ok
func.func @histogram() -> (memref<4xi32>, memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %counts = memref.alloc() : memref<4xi32>
  %last = memref.alloc() : memref<4xi32>
  linalg.fill ins(%zero : i32) outs(%counts : memref<4xi32>)
  linalg.fill ins(%zero : i32) outs(%last : memref<4xi32>)
  scf.parallel (%i) = (%c0) to (%c10) step (%c1) {
    %bin = affine.apply affine_map<(d0) -> ((d0 * 3 + d0 floordiv 2) mod 4)>(%i)
    %now = memref.atomic_rmw addi %one, %counts[%bin] : (i32, memref<4xi32>) -> i32
    %n = arith.index_cast %i : index to i32
    %most = memref.generic_atomic_rmw %last[%bin] : memref<4xi32> {
    ^bb0(%old: i32):
      %max = arith.maxsi %old, %n : i32
      memref.atomic_yield %max : i32
    }
    scf.reduce
  }
  return %counts, %last : memref<4xi32>, memref<4xi32>
}
