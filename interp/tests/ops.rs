//! What single operations compute. One line a case: operation, operands, expected results or the code
//! of the error. Operands are `%a`, `%b`, `%c` in order.

mod common;

use common::{parse, scalar};
use polyvet_interp::{Concrete, Machine, Options};

/// Runs a table; all lines that differ are reported together.
fn check(table: &str) {
    let mut wrong = Vec::new();
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [op, operands, expected] = parts[..] else {
            panic!("three columns: {line}")
        };
        let found = run(op, operands, expected);
        if found != expected {
            wrong.push(format!("{op} | {operands} | expected {expected}, found {found}"));
        }
    }
    assert!(wrong.is_empty(), "{} lines differ:\n{}", wrong.len(), wrong.join("\n"));
}

fn run(op: &str, operands: &str, expected: &str) -> String {
    let split = |text: &str| {
        text.split(", ")
            .filter(|part| !part.is_empty())
            .map(scalar)
            .collect::<Vec<_>>()
    };
    let values = split(operands);
    // An error has no result; the type of the operation is the last in its text.
    let types: Vec<String> = match expected.contains(' ') {
        true => split(expected).iter().map(|value| value.ty.to_string()).collect(),
        false => vec![op.rsplit([' ', '>', ':']).next().unwrap_or_default().to_owned()],
    };
    let params: Vec<String> = values
        .iter()
        .zip(["%a", "%b", "%c"])
        .map(|(value, name)| format!("{name}: {}", value.ty))
        .collect();
    let names: Vec<String> = (0..types.len())
        .map(|n| {
            if types.len() == 1 {
                "%r".to_owned()
            } else {
                format!("%r#{n}")
            }
        })
        .collect();
    let group = if types.len() == 1 {
        "%r".to_owned()
    } else {
        format!("%r:{}", types.len())
    };
    let text = format!(
        "func.func @f({}) -> ({}) {{\n  {group} = {op}\n  return {} : {}\n}}\n",
        params.join(", "),
        types.join(", "),
        names.join(", "),
        types.join(", ")
    );
    let module = parse(&text);
    let mut machine = Machine::new(&module, Concrete, Options::default());
    let args = values.into_iter().map(|value| machine.scalar(value)).collect();
    match machine.call("f", args) {
        Ok(results) => {
            let show = |result| {
                let contents = machine.read(result).expect("a scalar");
                format!("{} {contents}", contents.ty.expect("a type"))
            };
            results.iter().map(show).collect::<Vec<_>>().join(", ")
        }
        Err(trap) => {
            assert_eq!(trap.span.of(&text), format!("{group} = {op}"), "the span of the error");
            trap.code().to_owned()
        }
    }
}

#[test]
fn integers() {
    check(
        r#"
        arith.addi %a, %b : i8 | i8 127, i8 1 | i8 -128
        arith.addi %a, %b overflow<nsw> : i8 | i8 127, i8 1 | signed-overflow
        arith.addi %a, %b overflow<nsw> : i8 | i8 -1, i8 1 | i8 0
        arith.addi %a, %b overflow<nuw> : i8 | i8 -1, i8 1 | unsigned-overflow
        arith.addi %a, %b overflow<nsw, nuw> : i64 | i64 9223372036854775807, i64 1 | signed-overflow
        arith.addi %a, %b : index | index 9223372036854775807, index 1 | index -9223372036854775808
        arith.subi %a, %b : i16 | i16 -32768, i16 1 | i16 32767
        arith.subi %a, %b overflow<nuw> : i16 | i16 1, i16 2 | unsigned-overflow
        arith.subi %a, %b overflow<nsw> : i16 | i16 -32768, i16 1 | signed-overflow
        arith.muli %a, %b : i32 | i32 65536, i32 65536 | i32 0
        arith.muli %a, %b : i64 | i64 -1, i64 -1 | i64 1
        arith.muli %a, %b overflow<nuw> : i64 | i64 -1, i64 -1 | unsigned-overflow
        arith.muli %a, %b overflow<nsw> : i64 | i64 -1, i64 -1 | i64 1
        arith.muli %a, %b overflow<nsw> : i8 | i8 16, i8 8 | signed-overflow
        arith.divsi %a, %b : i32 | i32 -7, i32 2 | i32 -3
        arith.divsi %a, %b : i32 | i32 7, i32 0 | division-by-zero
        arith.divsi %a, %b : i8 | i8 -128, i8 -1 | signed-overflow
        arith.divui %a, %b : i8 | i8 -1, i8 2 | i8 127
        arith.divui %a, %b : i8 | i8 -128, i8 -1 | i8 0
        arith.divui %a, %b : i8 | i8 1, i8 0 | division-by-zero
        arith.ceildivsi %a, %b : i32 | i32 7, i32 2 | i32 4
        arith.ceildivsi %a, %b : i32 | i32 -7, i32 2 | i32 -3
        arith.ceildivsi %a, %b : i32 | i32 7, i32 -2 | i32 -3
        arith.ceildivsi %a, %b : i32 | i32 -7, i32 -2 | i32 4
        arith.floordivsi %a, %b : i32 | i32 7, i32 2 | i32 3
        arith.floordivsi %a, %b : i32 | i32 -7, i32 2 | i32 -4
        arith.floordivsi %a, %b : i32 | i32 7, i32 -2 | i32 -4
        arith.floordivsi %a, %b : i32 | i32 -7, i32 -2 | i32 3
        arith.floordivsi %a, %b : i8 | i8 -128, i8 -1 | signed-overflow
        arith.ceildivui %a, %b : i8 | i8 -1, i8 2 | i8 -128
        arith.ceildivui %a, %b : i8 | i8 0, i8 2 | i8 0
        arith.remsi %a, %b : i32 | i32 -7, i32 2 | i32 -1
        arith.remsi %a, %b : i32 | i32 7, i32 -2 | i32 1
        arith.remsi %a, %b : i32 | i32 7, i32 0 | division-by-zero
        arith.remsi %a, %b : i8 | i8 -128, i8 -1 | signed-overflow
        arith.remui %a, %b : i8 | i8 -1, i8 16 | i8 15
        arith.andi %a, %b : i8 | i8 12, i8 10 | i8 8
        arith.ori %a, %b : i8 | i8 12, i8 10 | i8 14
        arith.xori %a, %b : i8 | i8 12, i8 10 | i8 6
        arith.andi %a, %b : i1 | i1 true, i1 false | i1 false
        arith.shli %a, %b : i8 | i8 1, i8 7 | i8 -128
        arith.shli %a, %b : i8 | i8 1, i8 8 | shift-too-far
        arith.shli %a, %b : i8 | i8 1, i8 -1 | shift-too-far
        arith.shli %a, %b overflow<nsw> : i8 | i8 1, i8 7 | signed-overflow
        arith.shli %a, %b overflow<nuw> : i8 | i8 1, i8 7 | i8 -128
        arith.shli %a, %b overflow<nuw> : i64 | i64 3, i64 63 | unsigned-overflow
        arith.shrsi %a, %b : i8 | i8 -128, i8 7 | i8 -1
        arith.shrui %a, %b : i8 | i8 -128, i8 7 | i8 1
        arith.shrui %a, %b : i8 | i8 -128, i8 8 | shift-too-far
        arith.maxsi %a, %b : i8 | i8 -1, i8 1 | i8 1
        arith.maxui %a, %b : i8 | i8 -1, i8 1 | i8 -1
        arith.minsi %a, %b : i8 | i8 -1, i8 1 | i8 -1
        arith.minui %a, %b : i8 | i8 -1, i8 1 | i8 1
        arith.addui_extended %a, %b : i8, i1 | i8 -1, i8 2 | i8 1, i1 true
        arith.mulsi_extended %a, %b : i8 | i8 -128, i8 2 | i8 0, i8 -1
        arith.mului_extended %a, %b : i8 | i8 -128, i8 2 | i8 0, i8 1
        arith.mului_extended %a, %b : i64 | i64 -1, i64 -1 | i64 1, i64 -2
        math.absi %a : i8 | i8 -5 | i8 5
        math.absi %a : i8 | i8 -128 | i8 -128
        math.ctlz %a : i8 | i8 1 | i8 7
        math.ctlz %a : i8 | i8 0 | i8 8
        math.cttz %a : i8 | i8 8 | i8 3
        math.cttz %a : i8 | i8 0 | i8 8
        math.ctpop %a : i8 | i8 -1 | i8 8
        math.ipowi %a, %b : i32 | i32 -3, i32 3 | i32 -27
        math.ipowi %a, %b : i32 | i32 2, i32 -1 | i32 0
        math.ipowi %a, %b : i32 | i32 0, i32 -1 | division-by-zero
        "#,
    );
}

#[test]
fn comparisons() {
    check(
        r#"
        arith.cmpi eq, %a, %b : i8 | i8 3, i8 3 | i1 true
        arith.cmpi ne, %a, %b : i8 | i8 3, i8 3 | i1 false
        arith.cmpi slt, %a, %b : i8 | i8 -1, i8 1 | i1 true
        arith.cmpi sle, %a, %b : i8 | i8 1, i8 1 | i1 true
        arith.cmpi sgt, %a, %b : i8 | i8 -1, i8 1 | i1 false
        arith.cmpi sge, %a, %b : i8 | i8 -1, i8 1 | i1 false
        arith.cmpi ult, %a, %b : i8 | i8 -1, i8 1 | i1 false
        arith.cmpi ule, %a, %b : i8 | i8 1, i8 1 | i1 true
        arith.cmpi ugt, %a, %b : i8 | i8 -1, i8 1 | i1 true
        arith.cmpi uge, %a, %b : index | index -1, index 1 | i1 true
        arith.cmpf false, %a, %b : f32 | f32 1, f32 1 | i1 false
        arith.cmpf oeq, %a, %b : f32 | f32 0, f32 -0 | i1 true
        arith.cmpf oeq, %a, %b : f32 | f32 nan, f32 nan | i1 false
        arith.cmpf ogt, %a, %b : f32 | f32 2, f32 1 | i1 true
        arith.cmpf oge, %a, %b : f32 | f32 nan, f32 1 | i1 false
        arith.cmpf olt, %a, %b : f64 | f64 1, f64 2 | i1 true
        arith.cmpf ole, %a, %b : f16 | f16 1, f16 1 | i1 true
        arith.cmpf one, %a, %b : f32 | f32 nan, f32 1 | i1 false
        arith.cmpf ord, %a, %b : f32 | f32 1, f32 nan | i1 false
        arith.cmpf ueq, %a, %b : f32 | f32 1, f32 nan | i1 true
        arith.cmpf ugt, %a, %b : f32 | f32 1, f32 nan | i1 true
        arith.cmpf uge, %a, %b : f32 | f32 1, f32 2 | i1 false
        arith.cmpf ult, %a, %b : f32 | f32 1, f32 nan | i1 true
        arith.cmpf ule, %a, %b : f32 | f32 2, f32 1 | i1 false
        arith.cmpf une, %a, %b : bf16 | bf16 1, bf16 1 | i1 false
        arith.cmpf uno, %a, %b : f32 | f32 1, f32 nan | i1 true
        arith.cmpf true, %a, %b : f32 | f32 1, f32 1 | i1 true
        arith.select %a, %b, %c : f32 | i1 true, f32 1, f32 2 | f32 1.0
        arith.select %a, %b, %c : index | i1 false, index 1, index 2 | index 2
        "#,
    );
}

#[test]
fn floats() {
    check(
        r#"
        arith.addf %a, %b : f32 | f32 16777216, f32 1 | f32 16777216.0
        arith.addf %a, %b : f64 | f64 16777216, f64 1 | f64 16777217.0
        arith.addf %a, %b : f16 | f16 2048, f16 1 | f16 2048.0
        arith.addf %a, %b : bf16 | bf16 256, bf16 1 | bf16 256.0
        arith.subf %a, %b : f32 | f32 1, f32 0x33000000 | f32 1.0
        arith.mulf %a, %b : f16 | f16 300, f16 300 | f16 inf
        arith.mulf %a, %b : bf16 | bf16 300, bf16 300 | bf16 90112.0
        arith.divf %a, %b : f32 | f32 1, f32 0 | f32 inf
        arith.divf %a, %b : f32 | f32 0, f32 0 | f32 nan(0x7fc00000)
        arith.remf %a, %b : f32 | f32 -7.5, f32 2 | f32 -1.5
        arith.negf %a : f32 | f32 0 | f32 -0.0
        arith.negf %a : f32 | f32 0x7fc00001 | f32 nan(0xffc00001)
        arith.maximumf %a, %b : f32 | f32 1, f32 nan | f32 nan(0x7fc00000)
        arith.maximumf %a, %b : f32 | f32 -0, f32 0 | f32 0.0
        arith.minimumf %a, %b : f32 | f32 0, f32 -0 | f32 -0.0
        arith.minimumf %a, %b : f64 | f64 nan, f64 1 | f64 nan(0x7ff8000000000000)
        arith.maxnumf %a, %b : f32 | f32 1, f32 nan | f32 1.0
        arith.minnumf %a, %b : f32 | f32 nan, f32 1 | f32 1.0
        arith.minnumf %a, %b : f32 | f32 3, f32 1 | f32 1.0
        arith.extf %a : f16 to f32 | f16 0x3555 | f32 0.33325195
        arith.truncf %a : f64 to f32 | f64 0.1 | f32 0.1
        arith.truncf %a : f64 to bf16 | f64 0x3ff0100000001000 | bf16 1.01
        arith.truncf %a : f64 to f16 | f64 65520 | f16 inf
        arith.truncf %a : f64 to f16 | f64 65519.99 | f16 65504.0
        arith.sitofp %a : i32 to f32 | i32 -16777217 | f32 -16777216.0
        arith.uitofp %a : i8 to f32 | i8 -1 | f32 255.0
        arith.sitofp %a : i64 to bf16 | i64 9223372036854775807 | bf16 9.22e18
        arith.fptosi %a : f32 to i32 | f32 -1.9 | i32 -1
        arith.fptosi %a : f32 to i8 | f32 128 | conversion-out-of-range
        arith.fptosi %a : f32 to i8 | f32 -128.9 | i8 -128
        arith.fptosi %a : f32 to i64 | f32 9223372036854775807 | conversion-out-of-range
        arith.fptosi %a : f32 to i32 | f32 nan | conversion-out-of-range
        arith.fptoui %a : f32 to i8 | f32 255.5 | i8 -1
        arith.fptoui %a : f32 to i8 | f32 -0.5 | i8 0
        arith.fptoui %a : f32 to i8 | f32 -1 | conversion-out-of-range
        arith.bitcast %a : f32 to i32 | f32 1 | i32 1065353216
        arith.extsi %a : i8 to i32 | i8 -1 | i32 -1
        arith.extui %a : i8 to i32 | i8 -1 | i32 255
        arith.trunci %a : i32 to i8 | i32 256 | i8 0
        arith.trunci %a overflow<nsw> : i32 to i8 | i32 128 | signed-overflow
        arith.trunci %a overflow<nuw> : i32 to i8 | i32 255 | i8 -1
        arith.index_cast %a : index to i8 | index 255 | i8 -1
        arith.index_cast %a : i8 to index | i8 -1 | index -1
        arith.index_castui %a : i8 to index | i8 -1 | index 255
        "#,
    );
}

#[test]
fn mathematics() {
    check(
        r#"
        math.sqrt %a : f32 | f32 2 | f32 1.4142135
        math.sqrt %a : f64 | f64 -1 | f64 nan(0x7ff8000000000000)
        math.rsqrt %a : f32 | f32 4 | f32 0.5
        math.absf %a : f32 | f32 -0 | f32 0.0
        math.exp %a : f32 | f32 1 | f32 2.7182817
        math.exp2 %a : f64 | f64 10 | f64 1024.0
        math.log %a : f64 | f64 0 | f64 -inf
        math.log2 %a : f32 | f32 8 | f32 3.0
        math.tanh %a : f32 | f32 100 | f32 1.0
        math.sin %a : f64 | f64 0 | f64 0.0
        math.cos %a : f16 | f16 0 | f16 1.0
        math.erf %a : f32 | f32 1 | f32 0.8427008
        math.floor %a : f32 | f32 -1.5 | f32 -2.0
        math.ceil %a : f32 | f32 -1.5 | f32 -1.0
        math.round %a : f32 | f32 2.5 | f32 3.0
        math.roundeven %a : f32 | f32 2.5 | f32 2.0
        math.trunc %a : f32 | f32 -1.5 | f32 -1.0
        math.powf %a, %b : f32 | f32 2, f32 0.5 | f32 1.4142135
        math.fpowi %a, %b : f32, i32 | f32 2, i32 -2 | f32 0.25
        math.fma %a, %b, %c : f32 | f32 16777217, f32 1, f32 1 | f32 16777216.0
        math.fma %a, %b, %c : f32 | f32 1.1, f32 1.1, f32 -1.21 | f32 1.4305115e-8
        math.copysign %a, %b : f32 | f32 1, f32 -0 | f32 -1.0
        math.atan2 %a, %b : f64 | f64 0, f64 1 | f64 0.0
        math.atan %a : f64 | f64 0 | f64 0.0
        math.tan %a : f32 | f32 -0 | f32 -0.0
        math.acos %a : f32 | f32 1 | f32 0.0
        math.asin %a : f32 | f32 0 | f32 0.0
        math.acosh %a : f64 | f64 1 | f64 0.0
        math.asinh %a : f64 | f64 0 | f64 0.0
        math.atanh %a : f64 | f64 0 | f64 0.0
        math.cosh %a : f64 | f64 0 | f64 1.0
        math.sinh %a : f32 | f32 -0 | f32 -0.0
        math.cbrt %a : f64 | f64 -27 | f64 -3.0
        math.erfc %a : f64 | f64 0 | f64 1.0
        math.expm1 %a : f64 | f64 1e-20 | f64 1e-20
        math.log1p %a : f64 | f64 1e-20 | f64 1e-20
        math.log10 %a : f64 | f64 1000 | f64 3.0
        math.clampf %a to [%b, %c] : f32 | f32 7, f32 0, f32 1 | f32 1.0
        math.isfinite %a : f32 | f32 0x7f800000 | i1 false
        math.isinf %a : bf16 | bf16 0xff80 | i1 true
        math.isnan %a : f16 | f16 0x7e00 | i1 true
        math.isnormal %a : f64 | f64 0x000fffffffffffff | i1 false
        "#,
    );
}

#[test]
fn indices() {
    check(
        r#"
        "index.add"(%a, %b) : (index, index) -> index | index 1, index 2 | index 3
        "index.divs"(%a, %b) : (index, index) -> index | index 1, index 0 | division-by-zero
        index.sub %a, %b | index 3, index 5 | index -2
        index.mul %a, %b | index -3, index 4 | index -12
        index.divs %a, %b | index -7, index 2 | index -3
        index.divu %a, %b | index -1, index 2 | index 9223372036854775807
        index.ceildivs %a, %b | index 7, index -2 | index -3
        index.ceildivu %a, %b | index 7, index 2 | index 4
        index.rems %a, %b | index -7, index 2 | index -1
        index.remu %a, %b | index -1, index 16 | index 15
        index.maxs %a, %b | index -1, index 1 | index 1
        index.maxu %a, %b | index -1, index 1 | index -1
        index.mins %a, %b | index -1, index 1 | index -1
        index.minu %a, %b | index -1, index 1 | index 1
        index.shl %a, %b | index 1, index 4 | index 16
        index.shrs %a, %b | index -16, index 2 | index -4
        index.shru %a, %b | index -1, index 60 | index 15
        index.and %a, %b | index 12, index 10 | index 8
        index.or %a, %b | index 12, index 10 | index 14
        index.xor %a, %b | index 12, index 10 | index 6
        index.casts %a : index to i32 | index -5 | i32 -5
        index.casts %a : i8 to index | i8 -1 | index -1
        "index.floordivs"(%a, %b) : (index, index) -> index | index -1, index 2 | index -1
        "index.cmp"(%a, %b) <{pred = #index<cmp_predicate slt>}> : (index, index) -> i1 | index -1, index 2 | i1 true
        "index.constant"() <{value = 7 : index}> : () -> index | | index 7
        "index.castu"(%a) : (i8) -> index | i8 -1 | index 255
        "arith.divsi"(%a, %b) <{isExact}> : (i8, i8) -> i8 | i8 7, i8 2 | broken-flag
        "arith.shrui"(%a, %b) <{isExact}> : (i8, i8) -> i8 | i8 7, i8 1 | broken-flag
        "arith.shrsi"(%a, %b) <{isExact}> : (i8, i8) -> i8 | i8 -4, i8 2 | i8 -1
        "arith.shrui"(%a, %b) <{isExact}> : (i8, i8) -> i8 | i8 0, i8 7 | i8 0
        "arith.extui"(%a) {nonNeg} : (i8) -> i16 | i8 -1 | broken-flag
        "arith.truncf"(%a) <{roundingmode = 1 : i32}> : (f64) -> f32 | f64 1 | unsupported-op
        "math.sincos"(%a) <{fastmath = #arith.fastmath<none>}> : (f32) -> (f32, f32) | f32 0 | f32 0.0, f32 1.0
        "affine.delinearize_index"(%a) <{static_basis = array<i64: 3, 4>}> : (index) -> (index, index) | index 7 | index 1, index 3
        "affine.delinearize_index"(%a) <{static_basis = array<i64: 4>}> : (index) -> (index, index) | index -1 | index -1, index 3
        "affine.linearize_index"(%a, %b) <{disjoint, operandSegmentSizes = array<i32: 2, 0>, static_basis = array<i64: 4>}> : (index, index) -> index | index 2, index 3 | index 11
        "affine.linearize_index"(%a, %b) <{disjoint, operandSegmentSizes = array<i32: 2, 0>, static_basis = array<i64: 4>}> : (index, index) -> index | index 2, index 4 | broken-flag
        affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%a)[%b] | index -1, index 2 | index -1
        affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%a)[%b] | index -1, index 4 | index 3
        affine.apply affine_map<(d0)[s0] -> (d0 ceildiv s0)>(%a)[%b] | index 7, index 4 | index 2
        affine.min affine_map<(d0) -> (d0, 3)>(%a) | index 7 | index 3
        affine.max affine_map<(d0) -> (d0, 3)>(%a) | index 7 | index 7
        "#,
    );
}

#[test]
fn broken_subscripts() {
    let cases = [
        ("mod", 0, "division-by-zero"),
        ("floordiv", -1, "non-positive-divisor"),
        ("ceildiv", 0, "division-by-zero"),
    ];
    for (op, divisor, expected) in cases {
        let text = format!(
            "func.func @f(%a: index, %b: index) -> index {{\n  %r = affine.apply affine_map<(d0)[s0] -> (d0 {op} s0)>(%a)[%b]\n  return %r : index\n}}\n"
        );
        let module = parse(&text);
        let mut machine = Machine::new(&module, Concrete, Options::default());
        let args = vec![machine.index(5), machine.index(divisor)];
        let trap = machine.call("f", args).expect_err("a bad divisor");
        assert_eq!(
            (trap.code(), trap.message.as_str()),
            (expected, &*format!("`d0 {op} s0` divides by {divisor}"))
        );
    }
}
