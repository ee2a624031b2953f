//! Arguments of blocks that say nothing are gone.

use polyvet_ir::*;

#[test]
fn what_is_always_one_value_or_unused_is_gone() {
    let text = "func.func @f(%c: i1, %x: f32, %y: f32) -> f32 {
  cf.cond_br %c, ^a(%x, %y, %x : f32, f32, f32), ^b(%y : f32)
^a(%p: f32, %q: f32, %u: f32):
  cf.cond_br %c, ^a(%p, %x, %y : f32, f32, f32), ^b(%q : f32)
^b(%r: f32):
  %s = arith.addf %r, %x : f32
  return %s : f32
}";
    let (module, func) = crate::func_f(text);
    let copy = plain_arguments(&module, func).expect("two arguments");
    assert!(polyvet_ir::well_formed(&copy).is_empty());
    let found = polyvet_ir::print(&copy, Default::default());
    let text = found.replace("(%q, ", "(").replace("%p", "%x");
    assert!(text.contains("^a(%y : f32), ^b(%y : f32)"), "{found}");
    assert!(text.contains("^a(%x : f32), ^b(%q : f32)"), "{found}");
    assert!(plain_arguments(&copy, func).is_none());
}

#[test]
fn equal_constants_are_one_value() {
    let text = |second: &str| {
        format!(
            "func.func @f(%c: i1) -> i32 {{
  %x = arith.constant 1 : i32
  cf.cond_br %c, ^a, ^b(%x : i32)
^a:
  %y = arith.constant {second} : i32
  cf.br ^b(%y : i32)
^b(%r: i32):
  return %r : i32
}}"
        )
    };
    for (second, is_gone) in [("1", true), ("2", false)] {
        let (module, _) = polyvet_ir::parse(&text(second));
        let func = polyvet_ir::func_named(&module, "f").expect("a function");
        assert_eq!(plain_arguments(&module, func).is_some(), is_gone);
    }
}
