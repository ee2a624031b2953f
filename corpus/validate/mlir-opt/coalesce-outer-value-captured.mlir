// why:    coalesce iter arg: the inner loop reads the value the outer iteration started with; after coalescing it reads the current one (mlir-opt 22: --pass-pipeline='builtin.module(func.func(affine-loop-coalescing))')
// run:    validate %after
// expect: refuted
func.func @mix(%n: index, %m: index, %s: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %s) -> (i32) {
    %q = scf.for %j = %c0 to %m step %c1 iter_args(%b = %a) -> (i32) {
      %x = arith.muli %b, %a : i32
      %y = arith.addi %x, %a : i32
      scf.yield %y : i32
    }
    scf.yield %q : i32
  }
  return %r : i32
}
