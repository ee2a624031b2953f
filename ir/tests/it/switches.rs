//! `scf.index_switch` as branches.

use polyvet_ir::*;

#[test]
fn cases_are_asked_in_order() {
    let text = "func.func @f(%i: index, %x: f32) -> f32 {
  %r = scf.index_switch %i -> f32
  case 2 {
    scf.yield %x : f32
  }
  case 5 {
    %s = arith.mulf %x, %x : f32
    scf.yield %s : f32
  }
  default {
    %t = arith.addf %x, %x : f32
    scf.yield %t : f32
  }
  return %r : f32
}";
    let plain = "func.func @f(%i: index, %x: f32) -> f32 {
  %0 = arith.constant 2 : index
  %1 = arith.cmpi eq, %i, %0 : index
  %2 = scf.if %1 -> (f32) {
    scf.yield %x : f32
  } else {
    %3 = arith.constant 5 : index
    %4 = arith.cmpi eq, %i, %3 : index
    %5 = scf.if %4 -> (f32) {
      %s = arith.mulf %x, %x : f32
      scf.yield %s : f32
    } else {
      %t = arith.addf %x, %x : f32
      scf.yield %t : f32
    }
    scf.yield %5 : f32
  }
  return %2 : f32
}";
    let (module, func) = crate::func_f(text);
    let copy = plain_switches(&module, func).expect("a switch");
    assert!(polyvet_ir::well_formed(&copy).is_empty());
    assert_eq!(polyvet_ir::print_op(&copy, func, Default::default()).trim_end(), plain);
}
