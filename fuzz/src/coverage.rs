//! What programs have in them: operations, forms of loops, and dependences by kind, level and direction.

use crate::ledger::Totals;
use polyvet_analysis::extract::{ExtractOptions, extract};
use polyvet_analysis::{Scop, dependence};
use polyvet_ir::{AffineExpr, Module, OpId, affine_for};
use polyvet_poly::Ctx;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;

/// isl operations for the dependences of one program.
const BUDGET: u64 = 200_000;

/// What is in the text of a module: `op affine.for`, `type f64`, `loop step`, ...
pub fn features(module: &Module) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    module.walk(module.top, &mut |id, op| {
        if op.name != "builtin.module" {
            found.insert(format!("op {}", op.name));
        }
        for value in &op.results {
            types(module.ty(*value), &mut found);
        }
        for region in &op.regions {
            for block in &module.region(*region).blocks {
                for arg in &module.block(*block).args {
                    types(module.ty(*arg), &mut found);
                }
            }
        }
        loops(module, id, &mut found);
    });
    found
}

/// What programs can have in them; that one of these is in none of many programs is a fault of the generator.
pub const EXPECTED: &[&str] = &[
    "dependence raw, between statements",
    "dependence raw, carried at depth 1",
    "dependence raw, carried at depth 2",
    "dependence raw, carried at depth 3",
    "dependence raw, within an iteration",
    "dependence war, between statements",
    "dependence war, carried at depth 1",
    "dependence war, carried at depth 2",
    "dependence war, carried at depth 3",
    "dependence war, within an iteration",
    "dependence waw, between statements",
    "dependence waw, carried at depth 1",
    "dependence waw, carried at depth 2",
    "dependence waw, carried at depth 3",
    "dependence waw, within an iteration",
    "direction (*)",
    "direction (*, *)",
    "direction (*, <)",
    "direction (*, =)",
    "direction (<)",
    "direction (<, *)",
    "direction (<, <)",
    "direction (<, =)",
    "direction (<, >)",
    "direction (=)",
    "direction (=, *)",
    "direction (=, <)",
    "direction (=, =)",
    "distance a range",
    "distance more than one",
    "distance one",
    "distance unbounded",
    "distance zero",
    "if else",
    "loop bound that is not constant",
    "loop carries values",
    "loop constant bounds",
    "loop empty",
    "loop min or max bound",
    "loop negative bound",
    "loop step",
    "loop triangular or shifted bound",
    "op affine.for",
    "op affine.if",
    "op affine.load",
    "op affine.parallel",
    "op affine.store",
    "op affine.yield",
    "op arith.addf",
    "op arith.addi",
    "op arith.cmpf",
    "op arith.cmpi",
    "op arith.constant",
    "op arith.index_cast",
    "op arith.maximumf",
    "op arith.maxsi",
    "op arith.minimumf",
    "op arith.minsi",
    "op arith.mulf",
    "op arith.muli",
    "op arith.select",
    "op arith.sitofp",
    "op arith.subf",
    "op arith.subi",
    "op func.func",
    "op func.return",
    "op linalg.add",
    "op linalg.broadcast",
    "op linalg.fill",
    "op linalg.generic",
    "op linalg.index",
    "op linalg.matmul",
    "op linalg.max",
    "op linalg.mul",
    "op linalg.reduce",
    "op linalg.sub",
    "op linalg.transpose",
    "op linalg.yield",
    "op memref.alloc",
    "op memref.copy",
    "op memref.dim",
    "op memref.load",
    "op memref.store",
    "op memref.subview",
    "op scf.forall",
    "op scf.forall.in_parallel",
    "op scf.parallel",
    "op scf.reduce",
    "op tensor.dim",
    "op tensor.empty",
    "op tensor.extract_slice",
    "op tensor.insert_slice",
    "op tensor.parallel_insert_slice",
    "shape dynamic",
    "shape static",
    "type f16",
    "type f32",
    "type f64",
    "type i16",
    "type i32",
    "type i64",
    "type i8",
    "type index",
];

/// What `validate` can say about what passes made of programs. Where it never says one of these, the programs are too
/// narrow, or the passes do too little. `reassociated` is none of them: integers in another order are the same bits,
/// and few passes reorder sums of floats.
pub const VERDICTS: &[&str] = &["proved", "refuted", "tested", "unchanged"];

/// How many programs had what in them, how often each pipeline changed one, and how often what was said.
pub fn of(totals: &Totals) -> BTreeMap<String, u64> {
    let mut all = totals.features.clone();
    for (pipeline, words) in &totals.words {
        let untouched = ["unchanged", "unprepared", "refused"];
        let applied = words.iter().filter(|(word, _)| !untouched.contains(&word.as_str()));
        *all.entry(format!("applied {pipeline}")).or_default() += applied.map(|(_, count)| count).sum::<u64>();
        for (word, count) in words {
            *all.entry(format!("verdict {word}")).or_default() += count;
        }
    }
    all
}

/// What can be in a program and was in none, pipelines that never changed one, and verdicts that were never given.
pub fn missing(totals: &Totals) -> Vec<String> {
    let all = of(totals);
    let absent = EXPECTED
        .iter()
        .filter(|feature| !all.contains_key(**feature))
        .map(|one| (*one).to_owned());
    let idle = all
        .iter()
        .filter(|(name, count)| name.starts_with("applied ") && **count == 0);
    let unsaid = VERDICTS.iter().map(|word| format!("verdict {word}"));
    // Only validation says these.
    let unsaid = unsaid.filter(|name| all.contains_key("verdict proved") && !all.contains_key(name));
    absent.chain(idle.map(|(name, _)| name.clone())).chain(unsaid).collect()
}

fn types(ty: &polyvet_ir::Type, found: &mut BTreeSet<String>) {
    if ty.shape().is_some() {
        found.insert(format!("type {}", ty.elem()));
        let dynamic = ty.shape().unwrap_or_default().contains(&polyvet_ir::Dim::Dynamic);
        found.insert(format!("shape {}", if dynamic { "dynamic" } else { "static" }));
    }
}

fn loops(module: &Module, id: OpId, found: &mut BTreeSet<String>) {
    let op = module.op(id);
    if op.name == "affine.if" && op.regions.len() > 1 && !module.region(op.regions[1]).blocks.is_empty() {
        found.insert("if else".to_owned());
    }
    let Some(nest) = affine_for(module, id) else { return };
    let mut add = |what: &str| found.insert(format!("loop {what}"));
    if nest.step != 1 {
        add("step");
    }
    if !op.results.is_empty() {
        add("carries values");
    }
    let (lower, upper) = (&nest.lower.results, &nest.upper.results);
    if lower.len() > 1 || upper.len() > 1 {
        add("min or max bound");
    }
    match (&lower[..], &upper[..]) {
        ([AffineExpr::Const(first)], [AffineExpr::Const(end)]) if first >= end => _ = add("empty"),
        ([AffineExpr::Const(first)], _) if *first < 0 => _ = add("negative bound"),
        ([AffineExpr::Const(0)], [AffineExpr::Const(_)]) => _ = add("constant bounds"),
        ([AffineExpr::Const(_)], _) => _ = add("bound that is not constant"),
        _ => _ = add("triangular or shifted bound"),
    }
}

/// The dependences of a function by shape: `dependence raw, carried at 1, distance (1, 0)`. Empty where there is no
/// model of it, or its dependences take too long.
pub fn dependences(module: &Module, func: OpId) -> BTreeSet<String> {
    let ctx = Ctx::new();
    let budget = NonZeroU64::new(BUDGET).expect("not zero");
    let shapes = || {
        let Ok(scop) = extract(module, func, &ctx, &ExtractOptions::default()) else {
            return Ok(BTreeSet::new());
        };
        shapes(&scop)
    };
    ctx.within(budget, None, shapes).unwrap_or_default()
}

fn shapes(scop: &Scop) -> polyvet_poly::Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for one in &dependence::memory_based(scop)?.list {
        let kind = one.kind.name();
        let distances = one.distances(scop)?;
        let mut signs = Vec::new();
        for distance in &distances {
            let (min, max) = (distance.min, distance.max);
            signs.push(match (min, max) {
                (Some(0), Some(0)) => "=",
                (Some(min), _) if min > 0 => "<",
                (_, Some(max)) if max < 0 => ">",
                _ => "*",
            });
            let size = match (min, max) {
                (Some(min), Some(max)) if min != max => "a range",
                (Some(0), _) => "zero",
                (Some(1 | -1), _) => "one",
                (Some(_), Some(_)) => "more than one",
                _ => "unbounded",
            };
            found.insert(format!("distance {size}"));
        }
        let carried = one.carried_by(scop)?;
        if carried.is_empty() {
            found.insert(format!("dependence {kind}, within an iteration"));
        }
        let loops = &scop.stmts[one.source.stmt].loops;
        for level in carried
            .iter()
            .filter_map(|number| loops.iter().position(|l| l == number))
        {
            found.insert(format!("dependence {kind}, carried at depth {}", level + 1));
        }
        if one.source.stmt != one.sink.stmt {
            found.insert(format!("dependence {kind}, between statements"));
        }
        if !signs.is_empty() && signs.len() <= 2 {
            found.insert(format!("direction ({})", signs.join(", ")));
        }
    }
    Ok(found)
}
