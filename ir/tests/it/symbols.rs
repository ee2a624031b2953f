//! Names of functions and globals, in nested tables.

const TWO: &str = "module @a {
  memref.global @t : memref<2xf32> = dense<1.0>
  func.func @g() { return }
  func.func @f() { call @g() : () -> () return }
}
module @b {
  func.func @g() { return }
  func.func @f() { call @g() : () -> () return }
}
module { func.func @g() { return } }
func.func @top() { return }
";

#[test]
fn references_stay_in_their_table() {
    let (module, diagnostics) = polyvet_ir::parse(TWO);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let mut calls = Vec::new();
    module.walk(module.top, &mut |id, op| {
        if op.name == "func.call" {
            let callee = module.resolve_attr(id, "callee").expect("a callee");
            calls.push(module.symbol_path(callee).expect("a path"));
        }
    });
    assert_eq!(calls, ["a::g", "b::g"]);
    let top = module.funcs_called("top")[0];
    let path = |text: &str| text.split("::").map(str::to_owned).collect::<Vec<_>>();
    assert!(module.resolve(top, &path("a::t")).is_some());
    assert!(module.resolve(top, &path("b::t")).is_none());
    assert!(module.resolve(top, &path("g")).is_none(), "it is in other tables");
}

#[test]
fn names_of_functions_are_ends_of_paths() {
    let (module, _) = polyvet_ir::parse(TWO);
    let paths = |name: &str| -> Vec<String> {
        { module.funcs_called(name).into_iter() }
            .filter_map(|op| module.symbol_path(op))
            .collect()
    };
    assert_eq!(paths("@a::@f"), ["a::f"]);
    assert_eq!(paths("f"), ["a::f", "b::f"]);
    assert_eq!(paths("g"), ["a::g", "b::g", "#0::g"]);
    assert_eq!(paths("top"), ["top"]);
    assert_eq!(paths("h"), Vec::<String>::new());
}
