//! The field: equal exactly when the same up to the order and grouping of sums and products.

use crate::common::{inputs, parse, run, sum_of};
use polyvet_interp::{Contents, Field, RunOptions, first_difference};

/// `%r`, from `%x`, `%y`, `%z: f32`, `%m`, `%k: i32`, `%c: i1`, and `%n = 3`.
fn one(body: &str, ty: &str, seed: u64) -> Contents {
    let text = format!(
        "func.func @f(%x: f32, %y: f32, %z: f32, %m: i32, %k: i32, %c: i1, %n: index) -> {ty} {{\n{body}\n  return %r : {ty}\n}}\n"
    );
    let name = |n: usize| polyvet_interp::Init::Inputs {
        argument: n as u32,
        name: format!("arg{n}"),
    };
    match run(&parse(&text), Field::with_seed(seed), RunOptions::default(), 3, &name) {
        Ok(mut outcome) => outcome.results.remove(0),
        Err(trap) => panic!("{trap}\n{text}"),
    }
}

/// Steps separated by `;`, the last is the result.
fn result(steps: &str, seed: u64) -> Contents {
    let ty = steps.rsplit([':', ' ']).next().unwrap_or_default();
    one(&steps.replace("; ", "\n"), ty, seed)
}

#[test]
fn laws() {
    let table = r#"
        %r = arith.addf %x, %y : f32 | = | %r = arith.addf %y, %x : f32
        %a = arith.addf %x, %y : f32; %r = arith.addf %a, %z : f32 | = | %a = arith.addf %y, %z : f32; %r = arith.addf %x, %a : f32
        %a = arith.subf %x, %y : f32; %r = arith.negf %a : f32 | = | %r = arith.subf %y, %x : f32
        %a = arith.mulf %x, %y : f32; %r = arith.addf %a, %z : f32 | = | %r = math.fma %y, %x, %z : f32
        %a = arith.constant 2.0 : f32; %r = arith.mulf %x, %a : f32 | = | %r = arith.addf %x, %x : f32
        %a = arith.constant 0.0 : f32; %b = arith.mulf %x, %a : f32; %r = arith.addf %b, %y : f32 | = | %a = arith.constant -0.0 : f32; %r = arith.addf %a, %y : f32
        %r = arith.addi %m, %k : i32 | = | %r = arith.addi %k, %m : i32
        %a = arith.muli %m, %m : i32; %b = arith.muli %k, %k : i32; %r = arith.subi %a, %b : i32 | = | %a = arith.addi %m, %k : i32; %b = arith.subi %m, %k : i32; %r = arith.muli %a, %b : i32
        %a = arith.constant -1 : i32; %r = arith.muli %m, %a : i32 | = | %a = arith.constant 0 : i32; %r = arith.subi %a, %m : i32
        %r = arith.xori %m, %k : i32 | = | %r = arith.xori %k, %m : i32
        %a = arith.maximumf %x, %y : f32; %r = arith.maximumf %a, %z : f32 | = | %a = arith.maximumf %z, %y : f32; %r = arith.maximumf %a, %x : f32
        %a = arith.constant 0xFF800000 : f32; %r = arith.maximumf %a, %z : f32 | = | %r = arith.maximumf %z, %z : f32
        %r = arith.select %c, %x, %x : f32 | = | %r = arith.maximumf %x, %x : f32
        %r = arith.divf %x, %y : f32 | ! | %r = arith.divf %y, %x : f32
        %r = arith.addf %x, %y : f32 | ! | %r = arith.addf %x, %z : f32
        %r = arith.maximumf %x, %y : f32 | ! | %r = arith.maxnumf %x, %y : f32
        %r = arith.select %c, %x, %y : f32 | ! | %r = arith.select %c, %y, %x : f32
        %a = arith.sitofp %m : i32 to f32; %r = arith.addf %a, %x : f32 | ! | %a = arith.uitofp %m : i32 to f32; %r = arith.addf %a, %x : f32
        %a = arith.truncf %x : f32 to f16; %r = arith.extf %a : f16 to f32 | ! | %a = arith.truncf %x : f32 to bf16; %r = arith.extf %a : bf16 to f32
        %a = arith.constant 0x7F800000 : f32; %r = arith.addf %x, %a : f32 | ! | %a = arith.constant 0xFF800000 : f32; %r = arith.addf %x, %a : f32
        %a = arith.constant 2.3058430092136940e18 : f32; %r = arith.mulf %x, %a : f32 | ! | %a = arith.constant 1.0 : f32; %r = arith.mulf %x, %a : f32
        %a = arith.extui %m : i32 to i64; %r = arith.uitofp %a : i64 to f32 | ! | %r = arith.uitofp %m : i32 to f32
        %a = arith.constant -1 : i32; %r = arith.uitofp %a : i32 to f32 | ! | %a = arith.constant -1 : i64; %r = arith.uitofp %a : i64 to f32
    "#;
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let parts: Vec<&str> = line.split(" | ").collect();
        let [left, sign, right] = parts[..] else {
            panic!("three columns: {line}")
        };
        for seed in 0..3 {
            let same = first_difference(&result(left, seed), &result(right, seed)).is_none();
            assert_eq!(same, sign == "=", "{line}");
        }
    }
}

#[test]
fn control_stays_concrete() {
    let text = "%k1 = arith.index_cast %n : index to i32; %t = arith.muli %k1, %k1 : i32; %r = arith.index_cast %t : i32 to index";
    assert_eq!(result(text, 0).to_string(), "9");
}

fn sum(subscript: &str) -> Contents {
    let text = sum_of(subscript);
    run(&parse(&text), Field::new(), RunOptions::default(), 9, &inputs)
        .expect("it runs")
        .args
        .remove(1)
}

#[test]
fn the_order_of_a_sum_does_not_matter_its_terms_do() {
    assert_eq!(first_difference(&sum("%i"), &sum("-%i + symbol(%n) - 1")), None);
    assert_eq!(first_difference(&sum("%i"), &sum("(%i * 2) mod 9")), None);
    assert!(first_difference(&sum("%i"), &sum("(%i * 3) mod 9")).is_some());
}
