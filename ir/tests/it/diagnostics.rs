//! Wrong programs: which code, at which text, with which second place and help.

use polyvet_ir::{Diagnostic, parse, well_formed};

fn found(text: &str) -> Vec<Diagnostic> {
    let (module, mut diagnostics) = parse(text);
    if diagnostics.is_empty() {
        diagnostics = well_formed(&module);
    }
    diagnostics
}

/// The only diagnostic of a text: its code, the text it points at, and itself.
fn only(text: &str) -> (&'static str, &str, Diagnostic) {
    let all = found(text);
    assert_eq!(all.len(), 1, "{all:#?}\n{text}");
    (all[0].code, all[0].primary.of(text), all[0].clone())
}

fn body(lines: &str) -> String {
    format!("func.func @f(%A: memref<8x8xf32>, %x: f32, %n: index, %c: i1) {{\n{lines}\nreturn\n}}\n")
}

#[test]
fn an_undefined_value_names_its_neighbour() {
    let text = body("%sum = arith.addf %x, %x : f32\n%y = arith.addf %sun, %x : f32");
    let (code, at, diagnostic) = only(&text);
    assert_eq!((code, at), ("undefined-value", "%sun"));
    assert_eq!(diagnostic.help.as_deref(), Some("did you mean `%sum`?"));
}

#[test]
fn a_type_mismatch_shows_both_places() {
    let text = body("%y = arith.addf %n, %x : f32");
    let (code, at, diagnostic) = only(&text);
    assert_eq!((code, at), ("type-mismatch", "%n"));
    assert_eq!(diagnostic.message, "`%n` has type `index`, but is used as `f32`");
    assert_eq!(diagnostic.labels[0].0.of(&text), "%n");
}

#[test]
fn a_later_definition_is_compared_with_the_first_use() {
    let text = "\"a\"(%v) : (i32) -> ()\n%v = \"b\"() : () -> f32\n";
    assert_eq!((only(text).0, only(text).1), ("type-mismatch", "%v"));
}

#[test]
fn an_open_brace_is_shown() {
    let text = "func.func @f() {\n  affine.for %i = 0 to 4 {\n  return\n}\n";
    let (code, _, diagnostic) = only(text);
    assert_eq!(code, "unclosed-brace");
    assert_eq!(diagnostic.labels[0].0.line(text), Some(1));
}

#[test]
fn all_errors_of_a_file_come_at_once() {
    let text = body(
        "affine.for %i = 0 too 10 {\n  %q = arith.addf %x, %x : f32\n}\n%r = foo.bar (%q = %x)\n%s = arith.addf %x %x : f32\n%t = arith.negf %s : f32",
    );
    let codes: Vec<_> = found(&text)
        .iter()
        .map(|d| (d.code, d.primary.line(&text).unwrap_or(0)))
        .collect();
    assert_eq!(
        codes,
        [("syntax", 2), ("unknown-custom-form", 5), ("syntax", 6)],
        "nothing follows from `%s`"
    );
}

#[test]
fn an_unknown_custom_form_says_what_to_do() {
    let text = body("%r = gpu.loop (%q = %x)");
    let (code, at, diagnostic) = only(&text);
    assert_eq!((code, at), ("unknown-custom-form", "gpu.loop"));
    assert!(diagnostic.help.unwrap_or_default().contains("--mlir-print-op-generic"));
    let text = body("%r = arith.addff %x, %x : f32");
    assert!(
        only(&text)
            .2
            .help
            .unwrap_or_default()
            .starts_with("did you mean `arith.addf`?")
    );
}

#[test]
fn non_affine_subscripts_are_explained() {
    let text = body("affine.for %i = 0 to 8 {\n%v = affine.load %A[%i * %i, 0] : memref<8x8xf32>\n}");
    let (code, at, diagnostic) = only(&text);
    assert_eq!((code, at), ("non-affine-subscript", "*"));
    assert!(diagnostic.help.unwrap_or_default().contains("memref.load"));
    let loaded = "%B = memref.alloc() : memref<8xindex>\naffine.for %i = 0 to 8 {\n%k = memref.load %B[%i] : memref<8xindex>\n\
                  %v = affine.load %A[%k, 0] : memref<8x8xf32>\n}";
    let text = body(loaded);
    let (code, at, diagnostic) = only(&text);
    assert_eq!((code, at), ("non-affine-subscript", "%k"));
    assert!(diagnostic.message.contains("loaded from memory"));
    assert_eq!(diagnostic.help.as_deref(), Some("use `memref.load`"));
}

#[test]
fn a_loop_variable_is_no_symbol() {
    let text = body("affine.for %i = 0 to 8 {\n%v = affine.load %A[symbol(%i), 0] : memref<8x8xf32>\n}");
    let (code, at, diagnostic) = only(&text);
    assert_eq!((code, at), ("non-affine-subscript", "%i"));
    assert!(diagnostic.message.contains("valid symbol"));
}

#[test]
fn ranks_are_compared() {
    for access in ["affine.load %A[%n]", "memref.load %A[%n]"] {
        let text = body(&format!("%v = {access} : memref<8x8xf32>"));
        assert_eq!((only(&text).0, only(&text).1), ("rank-mismatch", "%A"));
    }
}

#[test]
fn values_do_not_leave_their_region() {
    let text = body("affine.for %i = 0 to 8 {\n%v = arith.addf %x, %x : f32\n}\n%w = arith.negf %v : f32");
    assert_eq!((only(&text).0, only(&text).1), ("undefined-value", "%v"));
    let text = body("%w = arith.negf %v : f32\n%v = arith.negf %x : f32");
    assert_eq!((only(&text).0, only(&text).1), ("use-before-definition", "%v"));
    let text = "%v = \"a\"() : () -> f32\nfunc.func @f() -> f32 {\nreturn %v : f32\n}\n";
    assert_eq!((only(text).0, only(text).1), ("undefined-value", "%v"));
}

#[test]
fn blocks_see_what_dominates_them() {
    let text = body("cf.cond_br %c, ^a, ^b\n^a:\n%v = arith.negf %x : f32\ncf.br ^b\n^b:\n%w = arith.negf %v : f32");
    assert_eq!((only(&text).0, only(&text).1), ("use-before-definition", "%v"));
    let text = body("cf.br ^a\n^a:\n%v = arith.negf %x : f32\ncf.br ^b\n^b:\n%w = arith.negf %v : f32");
    assert!(found(&text).is_empty());
    let text = body("cf.br ^nowhere\n^a:");
    assert_eq!((only(&text).0, only(&text).1), ("undefined-block", "^nowhere"));
}

#[test]
fn functions_agree_with_their_calls() {
    let declare = "func.func private @g(f32) -> i32\n";
    let call = |line: &str| declare.to_owned() + &body(line);
    assert!(found(&call("%r = func.call @g(%x) : (f32) -> i32")).is_empty());
    let text = call("%r = func.call @g(%n) : (index) -> i32");
    assert_eq!((only(&text).0, only(&text).1), ("type-mismatch", "%n"));
    let text = call("func.call @h() : () -> ()");
    assert_eq!(only(&text).0, "undefined-symbol");
    let text = "func.func @f() -> f32 {\nreturn\n}\n";
    assert_eq!((only(text).0, only(text).1), ("operand-count", "return"));
    let text = "func.func private @f()\nfunc.func private @f()\n";
    assert_eq!(only(text).0, "redefined-symbol");
}

#[test]
fn a_block_needs_a_terminator() {
    let text = "func.func @f() {\n  %c = arith.constant 1 : i32\n}\n";
    assert_eq!((only(text).0, only(text).1), ("missing-terminator", "arith.constant"));
}

#[test]
fn extents_that_contradict_each_other() {
    let text = "func.func @f(%A: tensor<4x8xf32>, %B: tensor<9x4xf32>, %C: tensor<4x4xf32>) -> tensor<4x4xf32> {\n\
                %0 = linalg.matmul ins(%A, %B : tensor<4x8xf32>, tensor<9x4xf32>) outs(%C : tensor<4x4xf32>) -> tensor<4x4xf32>\n\
                return %0 : tensor<4x4xf32>\n}\n";
    let (code, at, diagnostic) = only(text);
    assert_eq!((code, at), ("shape-mismatch", "%B"));
    assert_eq!(diagnostic.labels[0].0.of(text), "%A");
}

#[test]
fn loop_carried_values_agree() {
    let text = body("%r = affine.for %i = 0 to 8 iter_args(%a = %x) -> (f32) {\naffine.yield %n : index\n}");
    assert_eq!((only(&text).0, only(&text).1), ("type-mismatch", "%n"));
    let text = body("%r:2 = affine.for %i = 0 to 8 iter_args(%a = %x) -> (f32) {\naffine.yield %a : f32\n}");
    assert_eq!((only(&text).0, only(&text).1), ("result-count", "%r"));
}

#[test]
fn literals_fit_their_types() {
    for (literal, ok) in [
        ("255 : i8", true),
        ("256 : i8", false),
        ("-128 : i8", true),
        ("-129 : i8", false),
        ("1 : i1", true),
        ("1.5 : f32", true),
        ("1 : f32", false),
        ("1.5 : i32", false),
        ("0x7FC00000 : f32", true),
        ("0x17FC00000 : f32", false),
        ("dense<[1, 2]> : tensor<2xi32>", true),
        ("dense<[1, 2, 3]> : tensor<2xi32>", false),
    ] {
        let all = found(&body(&format!("%k = arith.constant {literal}")));
        assert_eq!(all.is_empty(), ok, "{literal}: {all:?}");
    }
}

#[test]
fn an_empty_file_is_an_empty_module() {
    for text in ["", "\n", "// nothing\n", "module {\n}\n"] {
        let (module, diagnostics) = parse(text);
        assert!(diagnostics.is_empty());
        assert!(module.block(module.body()).ops.is_empty());
    }
}

#[test]
fn spans_cover_what_they_name() {
    let text = body("  %v = affine.load %A[%n, 3] : memref<8x8xf32>");
    let (module, _) = parse(&text);
    let load = (0..module.op_count())
        .map(|n| module.op(polyvet_ir::OpId(n as u32)))
        .find(|op| op.name == "affine.load")
        .expect("the load is read");
    assert_eq!(load.span.of(&text), "%v = affine.load %A[%n, 3] : memref<8x8xf32>");
    assert_eq!(load.name_span.of(&text), "affine.load");
    let operands: Vec<_> = load.operands.iter().map(|operand| operand.span.of(&text)).collect();
    assert_eq!(operands, ["%A", "%n"]);
    assert_eq!(module.value(load.results[0]).span.of(&text), "%v");
    assert_eq!(module.value(load.operands[0].value).span.of(&text), "%A");
}

/// The only diagnostic of a named operation on a small image: its code and message.
fn named(op: &str) -> (&'static str, String) {
    let text = format!(
        "func.func @f(%I: memref<1x8x8x3xf32>, %K: memref<3x3x3x4xf32>, %O: memref<1x4x4x4xf32>, %Z: memref<4xi32>) {{\n{op}\nreturn\n}}\n"
    );
    let (code, _, diagnostic) = only(&text);
    (code, diagnostic.message)
}

#[test]
fn named_operations_fit_their_operands() {
    let conv = |attrs: &str, types: &str| {
        named(&format!(
            "linalg.conv_2d_nhwc_hwcf {attrs} ins(%I, %K : memref<1x8x8x3xf32>, memref<3x3x3x4xf32>) outs(%O : {types})"
        ))
    };
    let (code, message) = conv("{strides = dense<2> : tensor<3xi64>}", "memref<1x4x4x4xf32>");
    assert_eq!(code, "bad-literal");
    assert_eq!(
        message,
        "`strides` and `dilations` of `linalg.conv_2d_nhwc_hwcf` are 2 integers each"
    );
    assert_eq!(
        conv("{strides = dense<2> : tensor<99999999xi64>}", "memref<1x4x4x4xf32>").0,
        "bad-literal"
    );
    let (code, message) = conv("{strides = dense<[1, 2]> : tensor<2xi64>}", "memref<1x4x4x4xf32>");
    assert_eq!(code, "shape-mismatch");
    assert_eq!(
        message,
        "dimension 2 of `%I` has 8 elements, but `d2 * 2 + d5` reaches 8"
    );
    let (code, message) = named("linalg.exp ins(%Z : memref<4xi32>) outs(%Z : memref<4xi32>)");
    assert_eq!(code, "type-mismatch");
    assert_eq!(message, "`linalg.exp` is not defined on elements of type `i32`");
    let (code, message) = named(
        "linalg.elementwise kind=#linalg.elementwise_kind<sine> ins(%Z : memref<4xi32>) outs(%Z : memref<4xi32>)",
    );
    assert_eq!(code, "syntax");
    assert_eq!(
        message,
        "`#linalg.elementwise_kind<sine>` is no kind of elementwise operation"
    );
    let (code, message) = named("linalg.add ins(%Z : memref<4xi32>) outs(%Z : memref<4xi32>)");
    assert_eq!(
        (code, message.as_str()),
        ("operand-count", "`linalg.add` takes 2 `ins` and one `outs`")
    );
    let (code, message) = named("linalg.contract ins(%Z, %Z : memref<4xi32>, memref<4xi32>) outs(%Z : memref<4xi32>)");
    assert_eq!(
        (code, message.as_str()),
        ("syntax", "`linalg.contract` needs `indexing_maps`")
    );
}
