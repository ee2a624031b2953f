//! Faults of transforms of operations: what a transform made is broken in one place, as if the transform had done it, and
//! the property that real transforms have must see it. Only operations that the transform itself made are broken.

use super::{ScriptCase, case, judge, shown};
use crate::mutate::{MUTATORS, ModuleEdit, Mutator, fault, one, set};
use polyvet_ir::{Attr, Module, Op, OpId};
use polyvet_rewrites::entries;
use polyvet_verify::Verdict;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Of the fixed set.
const SEED: u64 = 1;
/// Cases of one transform: the next one only if no fault of the one before is seen. And faults in a case.
const CASES_MAX: usize = 4;
const FAULTS_MAX: usize = 4;
/// Cases of which some are taken.
const LOOKED_AT: usize = 12;

/// Faults that only transforms of operations make.
const OWN: &[Mutator] = &[
    fault("another loop is counted", another_loop),
    fault("wrong permutation", wrong_permutation),
    fault("wrong kind of reduction", wrong_kind),
    fault("wrong place in a slice", wrong_place),
    fault("missing copy of a buffer", missing_copy),
];

/// What became of the faults of one transform.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FaultRow {
    /// How many there were.
    pub faults: usize,
    /// Seen by runs.
    pub run: usize,
    /// Refuted by `validate`.
    pub refuted: usize,
    /// Seen by neither, and proved to change nothing.
    pub equivalent: usize,
    /// Seen by neither, and not proved.
    pub open: usize,
}

/// Every fault in what every transform makes in `cases` of the fixed set, by transform.
///
/// # Errors
/// A fault that runs show and `validate` proves.
pub fn kill_matrix(cases: u64) -> Result<BTreeMap<&'static str, FaultRow>, String> {
    let pool = crate::random::pool();
    let all: Vec<Option<ScriptCase>> = pool.install(|| {
        (0..cases)
            .into_par_iter()
            .map(|number| case(SEED, number).ok().flatten())
            .collect()
    });
    let mut matrix: BTreeMap<&'static str, FaultRow> = BTreeMap::new();
    let broken: Vec<(&'static str, Vec<Broken<'_>>)> = entries(true)
        .iter()
        .map(|entry| (entry.name, broken(&all, entry.name)))
        .collect();
    for turn in 0..CASES_MAX {
        let mut tasks = Vec::new();
        for (name, cases) in &broken {
            let row = matrix.entry(name).or_default();
            if (row.run == 0 || row.refuted == 0)
                && let Some((case, faults)) = cases.get(turn)
            {
                tasks.extend(faults.iter().map(|(mutator, mutant)| (*name, *case, *mutator, mutant)));
            }
        }
        let judged: Vec<Result<FaultRow, String>> = pool.install(|| {
            let judged = tasks
                .par_iter()
                .map(|(_, case, mutator, mutant)| seen(case, mutator, mutant));
            judged.collect()
        });
        for ((name, ..), row) in tasks.iter().zip(judged) {
            let (sum, row) = (matrix.entry(name).or_default(), row?);
            sum.faults += row.faults;
            sum.run += row.run;
            sum.refuted += row.refuted;
            sum.equivalent += row.equivalent;
            sum.open += row.open;
        }
    }
    Ok(matrix)
}

/// A case with faults in it.
type Broken<'c> = (&'c ScriptCase, Vec<(&'static Mutator, Module)>);

/// The cases of a transform, those with the most kinds of faults first. Faults in what several transforms made are those of
/// any of them.
fn broken<'c>(all: &'c [Option<ScriptCase>], transform: &str) -> Vec<Broken<'c>> {
    let mut fitting: Vec<&ScriptCase> = all
        .iter()
        .flatten()
        .filter(|case| case.transforms.contains(&transform) && !case.pair.sizes.is_empty())
        .collect();
    fitting.sort_by_key(|case| case.transforms.len());
    let mut broken: Vec<Broken<'_>> = (fitting.into_iter().take(LOOKED_AT))
        .map(|case| (case, faults_in(case)))
        .collect();
    broken.sort_by_key(|(_, faults)| std::cmp::Reverse(faults.len()));
    broken.truncate(CASES_MAX);
    for (_, faults) in &mut broken {
        let (count, mut at) = (faults.len(), 0);
        // Spread over the kinds.
        faults.retain(|_| {
            at += 1;
            count <= FAULTS_MAX || ((at - 1) * FAULTS_MAX) % count < FAULTS_MAX
        });
    }
    broken
}

/// One fault of each kind.
fn faults_in(case: &ScriptCase) -> Vec<(&'static Mutator, Module)> {
    let all = MUTATORS.iter().chain(OWN);
    all.filter_map(|mutator| Some((mutator, first_fault(case, mutator)?)))
        .collect()
}

/// What the script made, with one fault in what is new or changed; those that other functions got last.
fn first_fault(case: &ScriptCase, mutator: &Mutator) -> Option<Module> {
    let (before, after) = (&case.pair.before, &case.pair.after);
    let is_made = |id: OpId| {
        let op = after.op(id);
        let same = |old: &Op| {
            (&old.name, &old.operands, &old.attrs, &old.properties)
                == (&op.name, &op.operands, &op.attrs, &op.properties)
        };
        id.0 as usize >= before.op_count() || !same(before.op(id))
    };
    let others = after.funcs().into_iter().filter(|func| *func != case.pair.after_func);
    let mut funcs = std::iter::once(case.pair.after_func).chain(others);
    funcs.find_map(|func| mutator.mutants_of(after, func, is_made).into_iter().next())
}

fn seen(case: &ScriptCase, mutator: &Mutator, mutant: &Module) -> Result<FaultRow, String> {
    let (found, verdict) = judge(&case.pair, mutant)?;
    let proved = matches!(verdict, Verdict::Proved(_));
    // The interpreter stops at a read of what was never written, though nothing that can be seen depends on it.
    let is_dead = |why: &&String| proved && why.contains("was never written");
    let run = shown(&found).is_some_and(|why| !is_dead(&why));
    let refuted = matches!(verdict, Verdict::Refuted(_));
    if run && proved {
        let [before, after] =
            [&case.pair.before, mutant].map(|m| polyvet_ir::print(m, polyvet_ir::PrintOptions::default()));
        return Err(format!(
            "{}: {} is proved, but {found:?}\n{before}\n{after}",
            case.pair.name, mutator.name
        ));
    }
    Ok(FaultRow {
        faults: 1,
        run: usize::from(run),
        refuted: usize::from(refuted),
        equivalent: usize::from(!run && proved),
        open: usize::from(!run && !refuted && !proved),
    })
}

fn another_loop(module: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    let rank = || {
        let around = module.op(module.parent_op(id)?);
        match around.attr("iterator_types")? {
            Attr::Array(iterators) => Some(iterators.len()),
            _ => None,
        }
    };
    match (op.name.as_str(), op.attr("dim").and_then(Attr::as_i64), rank()) {
        ("linalg.index", Some(at), Some(rank)) if rank > 1 => {
            let next = (at + 1) % rank as i64;
            one(move |module| set(module.op_mut(id), "dim", Attr::i64(next)))
        }
        _ => Vec::new(),
    }
}

/// The first two numbers that differ, of an attribute that is a list of numbers, trade places.
fn swapped(id: OpId, op: &Op, names: &[&'static str]) -> Vec<ModuleEdit> {
    let found = names.iter().find_map(|name| match op.attr(name) {
        Some(Attr::DenseArray { elem, items }) if items.len() > 1 => Some((*name, elem.clone(), items.clone())),
        _ => None,
    });
    let Some((name, elem, mut items)) = found else {
        return Vec::new();
    };
    let Some(at) = (1..items.len()).find(|at| items[*at] != items[0]) else {
        return Vec::new();
    };
    items.swap(0, at);
    one(move |module| {
        let (elem, items) = (elem.clone(), items.clone());
        set(module.op_mut(id), name, Attr::DenseArray { elem, items });
    })
}

fn wrong_permutation(_: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    swapped(id, op, &["permutation", "outer_dims_perm", "inner_dims_pos"])
}

fn wrong_kind(_: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    let (Some(kind), true) = (op.attr("kind"), op.name.starts_with("vector.")) else {
        return Vec::new();
    };
    let text = format!("{kind:?}");
    let other = if text.contains("add") { "mul" } else { "add" };
    let Some(other) = polyvet_ir::parse_attr(&format!("#vector.kind<{other}>")) else {
        return Vec::new();
    };
    one(move |module| set(module.op_mut(id), "kind", other.clone()))
}

/// Two offsets of a slice, or of an access, trade places.
fn wrong_place(module: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    let is_index = |at: &usize| *module.ty(op.operand(*at)) == polyvet_ir::Type::Index;
    let is_place = ["slice", "subview", "transfer_read", "transfer_write", "load", "store"]
        .iter()
        .any(|part| op.name.ends_with(part));
    let places: Vec<usize> = (0..op.operands.len()).filter(is_index).collect();
    match places[..] {
        [first, next, ..] if is_place && op.operand(first) != op.operand(next) => {
            one(move |module| module.op_mut(id).operands.swap(first, next))
        }
        _ => Vec::new(),
    }
}

/// The last copy of several: what goes back.
fn missing_copy(module: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    if op.name != "memref.copy" {
        return Vec::new();
    }
    let Some(block) = op.parent else { return Vec::new() };
    let mut copies = module
        .block(block)
        .ops
        .iter()
        .filter(|other| module.op(**other).name == "memref.copy");
    if copies.next_back() != Some(&id) {
        return Vec::new();
    }
    one(move |module| module.block_mut(block).ops.retain(|other| *other != id))
}
