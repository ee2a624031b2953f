func.func @search(%x: i32) -> i32 {
  %0 = scf.while (%a = %x) : (i32) -> i32 {
    %c = arith.constant 9 : i32
    %1 = arith.cmpi sle, %a, %c : i32
    %y = arith.muli %a, %a : i32
    %z = arith.cmpi slt, %y, %c : i32
    %w = arith.ori %z, %1 : i1
    scf.condition(%w) %a : i32
  } do {
  ^bb0(%a: i32):
    %y = arith.muli %a, %a : i32
    %z = arith.divsi %y, %a : i32
    scf.yield %z : i32
  }
  return %0 : i32
}
