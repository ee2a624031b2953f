//! Operations of StableHLO and TOSA become operations that are modelled, or stay what they are.

use polyvet_ir::{Module, parse, plain_operations, well_formed};

/// Names of the operations of `text` after the rewrite, which is well formed.
fn names(text: &str) -> Vec<String> {
    let (mut module, diagnostics) = parse(text);
    assert!(diagnostics.is_empty(), "{text}\n{diagnostics:?}");
    let spans = places(&module);
    plain_operations(&mut module);
    assert!(well_formed(&module).is_empty(), "{text}\n{:?}", well_formed(&module));
    let mut found = Vec::new();
    module.walk(module.top, &mut |_, op| {
        assert!(
            op.span.end == 0 || spans.contains(&op.span),
            "{}: a place that is not the user's",
            op.name
        );
        found.push(op.name.to_string());
    });
    found
}

fn places(module: &Module) -> Vec<polyvet_ir::Span> {
    let mut found = Vec::new();
    module.walk(module.top, &mut |_, op| found.push(op.span));
    found
}

#[test]
fn the_corpus_has_no_other_operations_then() {
    for (dialect, least) in [("stablehlo", 20), ("tosa", 50)] {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../corpus")
            .join(dialect);
        let prefix = format!("{dialect}.");
        let mut count = 0;
        for entry in std::fs::read_dir(folder).expect("the cases") {
            let path = entry.expect("a file").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if name.ends_with(".mlir") && !name.starts_with("unmodelled") {
                let text = std::fs::read_to_string(&path).expect("a case");
                count += usize::from(text.contains(&prefix));
                let left: Vec<_> = names(&text)
                    .into_iter()
                    .filter(|name| name.starts_with(&prefix))
                    .collect();
                assert!(left.is_empty(), "{name}: {left:?}");
            }
        }
        assert!(count > least, "{dialect}: {count} cases");
    }
}

#[test]
fn what_is_not_as_its_dialect_says_stays() {
    let cases = [
        "%0 = \"stablehlo.transpose\"() <{permutation = array<i64: 0>}> : () -> tensor<4xf32>",
        "%0 = \"stablehlo.add\"(%a) : (tensor<4xf32>) -> tensor<4xf32>",
        "%0 = \"stablehlo.add\"(%a, %b) : (tensor<4xf32>, tensor<2xf32>) -> tensor<4xf32>",
        "%0 = \"stablehlo.reverse\"(%a) <{dimensions = array<i64: 7>}> : (tensor<4xf32>) -> tensor<2xf32>",
        "%0 = \"stablehlo.slice\"(%a) <{start_indices = array<i64: 9223372036854775807>}> : (tensor<4xf32>) -> tensor<2xf32>",
        "%0 = \"stablehlo.concatenate\"(%a, %b) <{dimension = 3 : i64}> : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>",
        "%0 = \"stablehlo.concatenate\"(%a, %b) <{dimension = 0 : i64}> : (tensor<4xf32>, tensor<2xf32>) -> tensor<4xf32>",
        "%0 = \"stablehlo.iota\"() <{iota_dimension = 2 : i64}> : () -> tensor<4xf32>",
        "%0 = \"stablehlo.reshape\"(%a) : (tensor<4xf32>) -> tensor<3xf32>",
        "%0 = \"stablehlo.dot_general\"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [9], rhs_contracting_dimensions = [0]>}> : (tensor<4xf32>, tensor<2xf32>) -> tensor<f32>",
        "%0 = \"stablehlo.while\"(%a) ({\n}, {\n}) : (tensor<4xf32>) -> tensor<4xf32>",
        "%0 = \"stablehlo.gather\"(%a, %b) <{dimension_numbers = #stablehlo.gather<index_vector_dim = 5>, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<2xf32>) -> tensor<2xf32>",
        "%0 = \"tosa.add\"(%a) : (tensor<4xf32>) -> tensor<4xf32>",
        "%0 = \"tosa.add\"(%a, %b) : (tensor<4xf32>, tensor<2xf32>) -> tensor<4xf32>",
        "%0 = \"tosa.add\"(%a, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>",
        "%0 = \"tosa.reverse\"(%a) <{axis = 1 : i32}> : (tensor<4xf32>) -> tensor<4xf32>",
        "%0 = \"tosa.reduce_sum\"(%a) <{axis = -1 : i32}> : (tensor<4xf32>) -> tensor<1xf32>",
        "%0 = \"tosa.reduce_sum\"(%a) <{axis = 0 : i32}> : (tensor<4xf32>) -> tensor<f32>",
        "%0 = \"tosa.transpose\"(%a) <{perms = array<i32: 7>}> : (tensor<4xf32>) -> tensor<4xf32>",
        "%0 = \"tosa.concat\"() <{axis = 0 : i32}> : () -> tensor<4xf32>",
        "%0 = \"tosa.concat\"(%a, %b) <{axis = 0 : i32}> : (tensor<4xf32>, tensor<2xf32>) -> tensor<5xf32>",
        "%0 = \"tosa.slice\"(%a) <{start = array<i64: 0>, size = array<i64: 9>}> : (tensor<4xf32>) -> tensor<2xf32>",
        "%0 = \"tosa.conv2d\"(%a, %b, %b) <{pad = array<i64: 0>, stride = array<i64: 1>}> : (tensor<4xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>",
        "%0 = \"tosa.matmul\"(%a, %b) : (tensor<4xf32>, tensor<2xf32>) -> tensor<2xf32>",
        "%0 = \"tosa.clamp\"(%a) <{min_val = 1 : i32, max_val = 2 : i32}> : (tensor<4xf32>) -> tensor<4xf32>",
        "%0 = \"tosa.max_pool2d\"(%a) <{kernel = array<i64: 0, 0>, pad = array<i64: 0, 0, 0, 0>}> : (tensor<4xf32>) -> tensor<4xf32>",
        "%0 = \"tosa.rescale\"(%a, %b) : (tensor<4xf32>, tensor<2xf32>) -> tensor<4xf32>",
        "%0 = \"tosa.cond_if\"(%a) ({\n}, {\n}) : (tensor<4xf32>) -> tensor<4xf32>",
        "%0 = \"tosa.while_loop\"(%a) ({\n}, {\n}) : (tensor<4xf32>) -> tensor<4xf32>",
    ];
    for case in cases {
        let text = format!("func.func @f(%a: tensor<4xf32>, %b: tensor<2xf32>) {{\n{case}\nreturn\n}}\n");
        let (mut module, diagnostics) = parse(&text);
        assert!(diagnostics.is_empty(), "{text}\n{diagnostics:?}");
        plain_operations(&mut module);
        let mut stays = false;
        module.walk(module.top, &mut |_, op| {
            stays |= ["stablehlo", "tosa"].contains(&op.dialect())
        });
        assert!(stays, "{case}");
    }
}

#[test]
fn custom_forms_that_end_early_are_errors() {
    for case in [
        "stablehlo.pad %a, low",
        "tosa.add %a, : (tensor<4xf32>",
        "tosa.clamp %a {min_val = 1.0 : f32, nan_mode",
        "tosa.argmax %a {axis = 0 : i32}",
        "tosa.cond_if %a : tensor<4xf32> -> (tensor<4xf32>) {",
        "tosa.while_loop (%i = %a) : (tensor<4xf32>) -> tensor<4xf32> {",
        "stablehlo.compare LT, %a",
        "stablehlo.convolution(%a, %b) dim_numbers = [b",
        "stablehlo.reduce(%a init: %b",
        "stablehlo.while(%i = %a) : tensor<4xf32> cond",
        "stablehlo.slice %a [1:",
        "stablehlo.dot_general %a, %b, contracting_dims = [1]",
        "stablehlo.select %a, %b : tensor<4xf32>",
        "chlo.top_k(%a, k = ",
        "stablehlo.reverse %a, sizes = [0] : tensor<4xf32>",
    ] {
        let text = format!("func.func @f(%a: tensor<4xf32>, %b: tensor<2xf32>) {{\n  %0 = {case}\n  return\n}}\n");
        let (mut module, diagnostics) = parse(&text);
        assert!(!diagnostics.is_empty(), "{case}");
        plain_operations(&mut module);
    }
}
