//! The anchor cases: every formula is snapshot, and right at several sizes and tiles.

use std::time::Instant;

use crate::common::{OPS, cases, enumerated, holds, value};
use polyvet_count::{CountOptions, bounds, count_at};
use polyvet_poly::Ctx;

/// Snapshots show the beginning of longer formulas.
const SHOWN_LEN_MAX: usize = 400;

fn check(name: &str) {
    let op = OPS.iter().find(|op| op.name == name).expect("there is such an op");
    let ctx = Ctx::new();
    let mut snapshot = String::new();
    for case in cases(&ctx, op) {
        let options = CountOptions::default().context(case.context.clone());
        let start = Instant::now();
        let answer = case.count(&options);
        let spent = start.elapsed();
        let label = format!("{} {}", case.name, case.kind);
        let text = match &answer {
            Ok(formula) => formula.to_string(),
            Err(error) => error.to_string(),
        };
        eprintln!("{label}: {spent:.1?}, {} characters", text.len());
        let shown: String = match text.char_indices().nth(SHOWN_LEN_MAX) {
            Some((end, _)) => format!("{} ..", &text[..end]),
            None => text,
        };
        snapshot.push_str(&format!("{label}: {shown}\n"));
        let mut around = None;
        for at in &case.at {
            let at: Vec<(&str, i64)> = at.iter().map(|param| (param.0.as_str(), param.1)).collect();
            let owned: Vec<(String, i64)> = at.iter().map(|param| (param.0.to_owned(), param.1)).collect();
            if !holds(&case.context, &owned) {
                continue;
            }
            let exact = enumerated(&case.set, &owned);
            match &answer {
                Ok(formula) => assert_eq!(value(formula, &at).to_string(), exact, "{label} at {at:?}: {formula}"),
                Err(error) if error.is_too_large() => {
                    let exact_there = count_at(&case.set, &at, &options).unwrap().to_string();
                    assert_eq!(exact_there, exact, "{label} at {at:?}");
                    // Bounds of lines of tiles that lie across them take 20 s.
                    if case.kind == "flat-lines" && std::env::var_os("POLYVET_TEST_ALL").is_none() {
                        continue;
                    }
                    let around = around.get_or_insert_with(|| bounds(&case.set, &options).unwrap());
                    let (low, high) = around.eval(&at).unwrap();
                    let exact = exact.parse().unwrap();
                    assert!(
                        low <= exact && exact <= high,
                        "{label} at {at:?}: {low} <= {exact} <= {high}"
                    );
                }
                Err(error) => panic!("{label}: {error}"),
            }
        }
    }
    insta::assert_snapshot!(name, snapshot);
}

macro_rules! ops {
    ($($test:ident = $name:literal;)*) => {
        $(#[test]
        fn $test() {
            check($name);
        })*

        #[test]
        fn each_op_has_a_test() {
            let named = [$($name),*];
            assert!(OPS.iter().all(|op| named.contains(&op.name)), "an op of the table is not tested");
        }
    };
}

ops! {
    matmul = "matmul";
    batch_matmul = "batch-matmul";
    conv2d = "conv2d";
    conv2d_stride2 = "conv2d-stride2";
    conv2d_stride3_dilation2 = "conv2d-stride3-dilation2";
    conv2d_rows = "conv2d-rows";
    pooling = "pooling";
    jacobi_2d = "jacobi-2d";
    heat_3d = "heat-3d";
    seidel_2d = "seidel-2d";
    lu = "lu";
    trmm = "trmm";
    syrk = "syrk";
    jacobi_1d_skewed = "jacobi-1d-skewed";
    jacobi_2d_skewed = "jacobi-2d-skewed";
}
