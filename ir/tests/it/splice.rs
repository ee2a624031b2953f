//! `scf.execute_region` is put where it stood.

use polyvet_ir::*;

fn spliced(text: &str) -> Option<String> {
    let (module, func) = crate::func_f(text);
    let copy = splice_regions(&module, func)?;
    assert!(polyvet_ir::well_formed(&copy).is_empty());
    Some(polyvet_ir::print_op(&copy, func, Default::default()))
}

#[test]
fn one_block_is_put_where_it_stood() {
    let text = "func.func @f(%x: f32) -> f32 {
  %r = scf.execute_region -> f32 {
    %a = scf.execute_region -> f32 {
      %s = arith.mulf %x, %x : f32
      scf.yield %s : f32
    }
    scf.yield %a : f32
  }
  %t = arith.addf %r, %r : f32
  return %t : f32
}";
    let plain = "func.func @f(%x: f32) -> f32 {
  %s = arith.mulf %x, %x : f32
  %t = arith.addf %s, %s : f32
  return %t : f32
}";
    assert_eq!(spliced(text).as_deref().map(str::trim_end), Some(plain));
    assert_eq!(spliced(plain), None);
}

#[test]
fn several_blocks_become_those_of_the_function() {
    let text = "func.func @f(%x: f32, %c: i1) -> f32 {
  %r = scf.execute_region -> f32 {
    cf.cond_br %c, ^a, ^b
  ^a:
    scf.yield %x : f32
  ^b:
    %s = arith.mulf %x, %x : f32
    scf.yield %s : f32
  }
  %t = arith.addf %r, %r : f32
  return %t : f32
}";
    let found = spliced(text).expect("a region");
    assert_eq!(
        (found.matches("cf.br").count(), found.matches("scf.").count()),
        (2, 0),
        "{found}"
    );
}
