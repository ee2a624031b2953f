//! `linalg.winograd_*_transform`: their matrices, and the loops of products of matrices that they are.
//!
//! What they compute is said where they are run (`interp/src/ops/winograd.rs`). MLIR's `decompose-winograd-op` makes these loops.

use crate::{Dim, Module, OpId, Type, ValueId};
use std::collections::HashMap;
use std::fmt::Write;

/// `F(m, r)` with its matrices `G`, `B'` and `A'`.
pub struct Algorithm {
    /// Outputs along one side of a tile.
    pub m: i64,
    /// Elements along one side of a filter.
    pub r: i64,
    /// `G`
    pub filter: &'static [&'static [f64]],
    /// `B'`
    pub input: &'static [&'static [f64]],
    /// `A'`
    pub output: &'static [&'static [f64]],
    /// What `A' m` is to be multiplied with.
    pub scale: f64,
}

/// In the order of the attribute `fmr`.
pub const ALGORITHMS: [Algorithm; 3] = [
    Algorithm {
        m: 2,
        r: 3,
        filter: &[&[-1.0, 0.0, 0.0], &[0.5, -0.5, 0.5], &[0.5, 0.5, 0.5], &[0.0, 0.0, 1.0]],
        input: &[
            &[-1.0, 0.0, 1.0, 0.0],
            &[0.0, -1.0, 1.0, 0.0],
            &[0.0, 1.0, 1.0, 0.0],
            &[0.0, -1.0, 0.0, 1.0],
        ],
        output: &[&[1.0, 1.0, 1.0, 0.0], &[0.0, -1.0, 1.0, 1.0]],
        scale: 1.0,
    },
    Algorithm {
        m: 4,
        r: 3,
        filter: &[
            &[1.0, 0.0, 0.0],
            &[-1.0 / 3.0, 1.0 / 3.0, -1.0 / 3.0],
            &[-1.0 / 3.0, -1.0 / 3.0, -1.0 / 3.0],
            &[1.0 / 12.0, -1.0 / 6.0, 1.0 / 3.0],
            &[1.0 / 12.0, 1.0 / 6.0, 1.0 / 3.0],
            &[0.0, 0.0, 1.0],
        ],
        input: &[
            &[0.25, 0.0, -0.3125, 0.0, 0.0625, 0.0],
            &[0.0, 0.25, -0.25, -0.0625, 0.0625, 0.0],
            &[0.0, -0.25, -0.25, 0.0625, 0.0625, 0.0],
            &[0.0, 0.25, -0.125, -0.25, 0.125, 0.0],
            &[0.0, -0.25, -0.125, 0.25, 0.125, 0.0],
            &[0.0, 0.25, 0.0, -0.3125, 0.0, 0.0625],
        ],
        output: &[
            &[0.125, 0.25, 0.25, 0.125, 0.125, 0.0],
            &[0.0, -0.25, 0.25, -0.25, 0.25, 0.0],
            &[0.0, 0.25, 0.25, 0.5, 0.5, 0.0],
            &[0.0, -0.25, 0.25, -1.0, 1.0, 0.5],
        ],
        scale: 32.0,
    },
    Algorithm {
        m: 2,
        r: 5,
        filter: &[
            &[1.0, 0.0, 0.0, 0.0, 0.0],
            &[1.0 / 6.0, -1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0, 1.0 / 6.0],
            &[-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
            &[-4.0 / 15.0, 2.0 / 15.0, -1.0 / 15.0, 1.0 / 30.0, -1.0 / 60.0],
            &[1.0 / 60.0, 1.0 / 30.0, 1.0 / 15.0, 2.0 / 15.0, 4.0 / 15.0],
            &[0.0, 0.0, 0.0, 0.0, 1.0],
        ],
        input: &[
            &[0.125, 0.1875, -0.25, -0.1875, 0.125, 0.0],
            &[0.0, 0.125, 0.0625, -0.3125, 0.125, 0.0],
            &[0.0, -0.125, -0.3125, -0.0625, 0.125, 0.0],
            &[0.0, 0.25, -0.125, -0.25, 0.125, 0.0],
            &[0.0, -0.125, -0.25, 0.125, 0.25, 0.0],
            &[0.0, 0.125, 0.1875, -0.25, -0.1875, 0.125],
        ],
        output: &[&[0.5, 1.0, 1.0, 2.0, 1.0, 0.0], &[0.0, -1.0, 1.0, -1.0, 2.0, 0.5]],
        scale: 16.0,
    },
];

/// A copy of `module` in which `func` has loops over tiles in the place of these operations on tensors; `None` if there is none.
/// What was there before keeps its number.
pub fn plain_winograd(module: &Module, func: OpId) -> Option<Module> {
    let mut found = Vec::new();
    module.walk(func, &mut |id, op| {
        if op.name.as_str().starts_with("linalg.winograd_") && op.results.len() == 1 {
            found.push(id);
        }
    });
    let mut copy = (!found.is_empty()).then(|| module.clone())?;
    let mut values = HashMap::new();
    for op in found {
        copy.replace_uses(op, &values);
        if let Some(value) = loops(&mut copy, op) {
            values.insert(copy.op(op).results[0], value);
            copy.detach(op);
        }
    }
    copy.replace_uses(func, &values);
    (!values.is_empty()).then_some(copy)
}

/// Puts the loops in front of an operation; what they compute.
fn loops(module: &mut Module, op: OpId) -> Option<ValueId> {
    let text = text(module, op)?;
    module.insert_body(op, &text)?.first().copied()
}

/// One of the two dimensions of a tile: elements before and after, from a tile to the next, and whether it is transformed.
struct WinogradAxis {
    before: i64,
    after: i64,
    stride: i64,
    transformed: bool,
}

/// A function of the input and the output that does what the operation does.
fn text(module: &Module, op: OpId) -> Option<String> {
    let data = module.op(op);
    let algorithm = ALGORITHMS.get(usize::try_from(data.attr("fmr")?.as_i64()?).ok()?)?;
    let [from, to] = [0, 1].map(|at| module.ty(data.operand(at)).clone());
    let Type::Float(_) = from.elem() else { return None };
    let extent = |ty: &Type, at: usize| match ty.shape()?.get(at)? {
        Dim::Static(extent) => i64::try_from(*extent).ok(),
        _ => None,
    };
    let (t, elem) = (algorithm.m + algorithm.r - 1, from.elem().clone());
    let (name, matrix) = match data.name.as_str() {
        "linalg.winograd_filter_transform" => ("filter", algorithm.filter),
        "linalg.winograd_input_transform" => ("input", algorithm.input),
        "linalg.winograd_output_transform" => ("output", algorithm.output),
        _ => return None,
    };
    // The dimension that tells whether anything is transformed, and the one of the image.
    let axis = |small: i64| {
        let transformed = small != 1;
        let (before, after, stride) = match (name, transformed) {
            (_, false) => (1, 1, 1),
            ("filter", true) => (algorithm.r, t, 0),
            ("input", true) => (t, t, algorithm.m),
            (_, true) => (t, algorithm.m, algorithm.m),
        };
        WinogradAxis {
            before,
            after,
            stride,
            transformed,
        }
    };
    let [y, x] = match name {
        "filter" => [axis(extent(&from, 1)?), axis(extent(&from, 2)?)],
        "input" => [axis(extent(&to, 0)?), axis(extent(&to, 1)?)],
        _ => [axis(extent(&from, 0)?), axis(extent(&from, 1)?)],
    };
    // What the loops count: dimensions of the input or the output.
    let counted: &[(&str, usize)] = match name {
        "filter" => &[("%in", 0), ("%in", 3)],
        "input" => &[("%out", 2), ("%out", 3), ("%out", 4), ("%out", 5)],
        _ => &[("%in", 2), ("%in", 3), ("%in", 4), ("%in", 5)],
    };
    let mut text = format!("func.func @f(%in: {from}, %out: {to}) -> {to} {{\n");
    text += "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n";
    writeln!(text, "%zero = arith.constant 0.0 : {elem}").ok()?;
    for (number, (array, at)) in counted.iter().enumerate() {
        let ty = if *array == "%in" { &from } else { &to };
        match extent(ty, *at) {
            Some(extent) => writeln!(text, "%n{number} = arith.constant {extent} : index"),
            None => writeln!(
                text,
                "%d{number} = arith.constant {at} : index\n%n{number} = tensor.dim {array}, %d{number} : {ty}"
            ),
        }
        .ok()?;
    }
    let transposed: Vec<Vec<f64>> = (0..matrix[0].len())
        .map(|n| matrix.iter().map(|row| row[n]).collect())
        .collect();
    let plain: Vec<Vec<f64>> = matrix.iter().map(|row| row.to_vec()).collect();
    for (name, rows) in [("left", &plain), ("right", &transposed)] {
        let row = |row: &Vec<f64>| {
            let numbers: Vec<String> = row
                .iter()
                .map(|value| format!("{:?}", f64::from(*value as f32)))
                .collect();
            format!("[{}]", numbers.join(", "))
        };
        let all: Vec<String> = rows.iter().map(row).collect();
        let (height, width) = (rows.len(), rows[0].len());
        writeln!(
            text,
            "%{name} = arith.constant dense<[{}]> : tensor<{height}x{width}x{elem}>",
            all.join(", ")
        )
        .ok()?;
    }
    let count = counted.len();
    for number in 0..count {
        let carried = if number == 0 {
            "%out".to_owned()
        } else {
            format!("%a{}", number - 1)
        };
        writeln!(
            text,
            "%r{number} = scf.for %i{number} = %c0 to %n{number} step %c1 iter_args(%a{number} = {carried}) -> ({to}) {{"
        )
        .ok()?;
    }
    let last = format!("%a{}", count - 1);
    // Where the tile is in the image.
    if name != "filter" {
        for (at, axis) in [&y, &x].into_iter().enumerate() {
            let stride = axis.stride;
            writeln!(
                text,
                "%s{at} = affine.apply affine_map<(d0) -> (d0 * {stride})>(%i{at})"
            )
            .ok()?;
        }
    }
    let image = |height: i64, width: i64| match name {
        "filter" => format!("[%i0, 0, 0, %i1] [1, {height}, {width}, 1] [1, 1, 1, 1]"),
        _ => format!("[%i2, %s0, %s1, %i3] [1, {height}, {width}, 1] [1, 1, 1, 1]"),
    };
    let apart = |height: i64, width: i64| match name {
        "filter" => format!("[0, 0, %i1, %i0] [{height}, {width}, 1, 1] [1, 1, 1, 1]"),
        _ => format!("[0, 0, %i0, %i1, %i2, %i3] [{height}, {width}, 1, 1, 1, 1] [1, 1, 1, 1, 1, 1]"),
    };
    let (source, target) = match name {
        "output" => (apart(y.before, x.before), image(y.after, x.after)),
        _ => (image(y.before, x.before), apart(y.after, x.after)),
    };
    let tile = |height: i64, width: i64| format!("tensor<{height}x{width}x{elem}>");
    writeln!(
        text,
        "%t = tensor.extract_slice %in{source} : {from} to {}",
        tile(y.before, x.before)
    )
    .ok()?;
    let sides = i32::from(y.transformed) + i32::from(x.transformed);
    let scale = algorithm.scale.powi(sides);
    if name == "output" {
        writeln!(
            text,
            "%there = tensor.extract_slice {last}{target} : {to} to {}",
            tile(y.after, x.after)
        )
        .ok()?;
    }
    let (left, right) = (tile(y.after, y.before), tile(x.before, x.after));
    let between = tile(y.after, x.before);
    let products = [
        (
            y.transformed,
            "left",
            ["%left", "%t"],
            [&left, &tile(y.before, x.before)],
            &between,
        ),
        (
            x.transformed,
            "right",
            ["%now", "%right"],
            [&between, &right],
            &tile(y.after, x.after),
        ),
    ];
    let mut now = "%t".to_owned();
    for (number, (is_done, side, [a, b], [of_a, of_b], ty)) in products.into_iter().enumerate() {
        if !is_done {
            continue;
        }
        let is_last = number == 1 || !x.transformed;
        let start = match is_last && name == "output" && scale == 1.0 {
            true => "%there".to_owned(),
            false => {
                writeln!(text, "%e{side} = tensor.empty() : {ty}").ok()?;
                writeln!(
                    text,
                    "%f{side} = linalg.fill ins(%zero : {elem}) outs(%e{side} : {ty}) -> {ty}"
                )
                .ok()?;
                format!("%f{side}")
            }
        };
        let a = if a == "%now" { &now } else { a };
        writeln!(
            text,
            "%p{side} = linalg.matmul ins({a}, {b} : {of_a}, {of_b}) outs({start} : {ty}) -> {ty}"
        )
        .ok()?;
        now = format!("%p{side}");
    }
    let ty = tile(y.after, x.after);
    if name == "output" && scale != 1.0 {
        let maps = "affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>";
        writeln!(text, "%scale = arith.constant {scale:?} : {elem}").ok()?;
        writeln!(
            text,
            "%scaled = linalg.generic {{indexing_maps = [{maps}], iterator_types = [\"parallel\", \"parallel\"]}} ins(%scale, \
             {now} : {elem}, {ty}) outs(%there : {ty}) {{\n^bb0(%s: {elem}, %x: {elem}, %y: {elem}):\n%m = arith.mulf %s, %x : \
             {elem}\n%a = arith.addf %m, %y : {elem}\nlinalg.yield %a : {elem}\n}} -> {ty}"
        )
        .ok()?;
        now = "%scaled".to_owned();
    }
    writeln!(
        text,
        "%put = tensor.insert_slice {now} into {last}{target} : {ty} into {to}"
    )
    .ok()?;
    for number in (0..count).rev() {
        let value = match number + 1 == count {
            true => "%put".to_owned(),
            false => format!("%r{}", number + 1),
        };
        writeln!(text, "scf.yield {value} : {to}\n}}").ok()?;
    }
    writeln!(text, "return %r0 : {to}\n}}").ok()?;
    Some(text)
}
