func.func @f(%A: memref<?xf32>, %n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = arith.constant 1 : i32
  %z = arith.constant 0 : i32
  %nothing = ub.poison : index
  %r:2 = scf.while (%i = %c0, %acc = %x) : (index, f32) -> (index, f32) {
    %go = arith.cmpi slt, %i, %n : index
    %c:3 = scf.if %go -> (index, f32, i32) {
      %a = memref.load %A[%i] : memref<?xf32>
      %s = arith.addf %acc, %a : f32
      memref.store %s, %A[%i] : memref<?xf32>
      %next = arith.addi %i, %c1 : index
      scf.yield %next, %s, %t : index, f32, i32
    } else {
      scf.yield %nothing, %acc, %z : index, f32, i32
    }
    %on = arith.trunci %c#2 : i32 to i1
    scf.condition(%on) %c#0, %c#1 : index, f32
  } do {
  ^bb0(%j: index, %s: f32):
    scf.yield %j, %s : index, f32
  }
  return %r#1 : f32
}
