//! Functions that are called stand where they were called.

use polyvet_ir::*;

fn inlined(text: &str) -> Option<String> {
    let (module, func) = crate::func_f(text);
    let copy = inline_calls(&module, func)?;
    assert!(polyvet_ir::well_formed(&copy).is_empty());
    Some(polyvet_ir::print(&copy, Default::default()))
}

#[test]
fn bodies_stand_where_calls_stood() {
    let text = "func.func private @half(%x: f32) -> f32 {\n  %c = arith.constant 0.5 : f32\n  %r = arith.mulf %x, %c : f32\n  return %r : f32\n}
func.func @f(%x: f32) -> f32 {\n  %a = call @half(%x) : (f32) -> f32\n  %b = call @half(%a) : (f32) -> f32\n  return %b : f32\n}\n";
    let found = inlined(text).expect("two calls");
    let body = found.split("@f(").nth(1).expect("the function");
    assert_eq!(
        (body.matches("call").count(), body.matches("mulf").count()),
        (0, 2),
        "{found}"
    );
}

#[test]
fn what_calls_itself_ends() {
    let text = "func.func private @g(%x: f32) -> f32 {\n  %r = call @g(%x) : (f32) -> f32\n  return %r : f32\n}
func.func @f(%x: f32) -> f32 {\n  %a = call @g(%x) : (f32) -> f32\n  return %a : f32\n}\n";
    assert!(inlined(text).expect("calls").contains("call @g"));
    assert!(inlined("func.func @f() {\n  return\n}\n").is_none());
}
