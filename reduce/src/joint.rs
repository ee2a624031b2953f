//! Reducing two programs together: each edit does the same to both.
//!
//! What is the same is found by what both programs agree on whatever was done to one of them: names of
//! functions, numbers of arguments, constants, names of operations, and for a store the array it writes with
//! the tree of operations that it stores.

use crate::edit::{ReductionEdit, is_removable, uses};
use crate::single::{cost, smaller};
use crate::{Progress, ReduceLimits, op_count, settled};
use polyvet_ir::{AffineExpr, Attr, Def, Dim, Module, OpId, Type, ValueId, affine_for, func};
use std::collections::{BTreeMap, BTreeSet};

/// An edit of both programs.
#[derive(Clone, Debug)]
enum Joint {
    /// A function or global, by name.
    Symbol(String),
    /// All stores that look like this.
    Stores(String),
    /// One of them, counted from the first.
    OneStore(String, usize),
    /// All operations of a name become this operand.
    Forward(String, usize),
    /// An argument of a function that neither uses.
    Argument(String, usize),
    /// A result of a function.
    Result(String, usize),
    /// An extent, and all constants that equal it.
    Extent(i64, i64),
    /// Whatever can go without changing what either program does.
    Tidy,
}

/// A small pair of modules for which `still_fails` is true, as it is for the given one.
pub fn reduce_pair(
    pair: (&Module, &Module),
    limits: ReduceLimits,
    still_fails: &mut dyn FnMut(&Module, &Module) -> bool,
    watch: &mut dyn FnMut(Progress),
) -> ((Module, Module), Progress) {
    let mut best = (pair.0.clone(), pair.1.clone());
    let size = |pair: &(Module, Module)| op_count(&pair.0) + op_count(&pair.1);
    let total = |pair: &(Module, Module)| {
        let (x, y) = (cost(&pair.0), cost(&pair.1));
        (x.0 + y.0, x.1 + y.1, x.2.saturating_add(y.2))
    };
    let mut progress = Progress {
        ops: size(&best),
        ..Progress::default()
    };
    loop {
        let before = progress.kept;
        let mut at = 0;
        let mut edits = joint_edits(&best.0);
        while at < edits.len() {
            if limits.spent(&progress) {
                return (best, progress);
            }
            progress.tries += 1;
            let candidate = apply(&edits[at], &best.0).zip(apply(&edits[at], &best.1));
            let smaller = candidate
                .filter(|candidate| total(candidate) < total(&best))
                .filter(|(first, second)| still_fails(first, second));
            match smaller {
                Some(smaller) => {
                    best = smaller;
                    progress.kept += 1;
                    progress.ops = size(&best);
                    edits = joint_edits(&best.0);
                }
                None => at += 1,
            }
            watch(progress);
        }
        if progress.kept == before {
            return (best, progress);
        }
    }
}

/// What could be done, judged by the first program.
fn joint_edits(module: &Module) -> Vec<Joint> {
    let mut edits = Vec::new();
    for op in &module.block(module.body()).ops {
        edits.extend(module.symbol_name(*op).map(|name| Joint::Symbol(name.to_owned())));
    }
    let mut stores: BTreeMap<String, usize> = BTreeMap::new();
    let mut names = BTreeSet::new();
    let mut numbers = BTreeSet::new();
    module.walk(module.top, &mut |id, op| {
        if let Some(text) = store_text(module, id) {
            *stores.entry(text).or_default() += 1;
        }
        if let ([result], false) = (&op.results[..], op.operands.is_empty()) {
            for (at, operand) in op.operands.iter().enumerate() {
                if module.ty(operand.value) == module.ty(*result) && op.regions.is_empty() {
                    names.insert((op.name.to_string(), at));
                }
            }
        }
        let results = op.results.iter();
        for value in results.chain(args_of(module, id).iter()) {
            for dim in module.ty(*value).shape().into_iter().flatten() {
                if let Dim::Static(extent) = dim {
                    numbers.extend(i64::try_from(*extent));
                }
            }
        }
        for (_, attr) in op.properties.iter().chain(op.attrs.iter()) {
            if let Attr::AffineMap(map) = attr {
                let constant = |expr: &AffineExpr| match expr {
                    AffineExpr::Const(value) => Some(*value),
                    _ => None,
                };
                numbers.extend(map.results.iter().filter_map(constant));
            }
        }
    });
    edits.extend(stores.keys().cloned().map(Joint::Stores));
    // The last first: what comes after it may hide what goes wrong.
    for (text, count) in stores.into_iter().filter(|store| store.1 > 1) {
        edits.extend((0..count).rev().map(|at| Joint::OneStore(text.clone(), at)));
    }
    for op in module.funcs() {
        let (Some(name), Some(func)) = (module.symbol_name(op), func(module, op)) else {
            continue;
        };
        edits.extend(
            (0..func.results.len())
                .rev()
                .map(|at| Joint::Result(name.to_owned(), at)),
        );
        edits.extend(
            (0..func.inputs.len())
                .rev()
                .map(|at| Joint::Argument(name.to_owned(), at)),
        );
    }
    edits.extend(names.into_iter().map(|(name, at)| Joint::Forward(name, at)));
    for number in numbers.into_iter().rev() {
        let less = smaller(number).into_iter().filter(|to| *to > 0);
        edits.extend(less.map(|to| Joint::Extent(number, to)));
    }
    edits.push(Joint::Tidy);
    edits
}

fn args_of(module: &Module, op: OpId) -> Vec<ValueId> {
    let regions = module.op(op).regions.iter();
    let blocks = regions.flat_map(|region| &module.region(*region).blocks);
    blocks.flat_map(|block| module.block(*block).args.clone()).collect()
}

fn named(module: &Module, name: &str) -> Option<OpId> {
    let mut ops = module.block(module.body()).ops.iter().copied();
    ops.find(|op| module.symbol_name(*op) == Some(name))
}

fn apply(edit: &Joint, module: &Module) -> Option<Module> {
    let mut changed = module.clone();
    match edit {
        Joint::Symbol(name) => {
            // It may be gone from one of them.
            if let Some(op) = named(module, name) {
                ReductionEdit::Erase(vec![op]).apply(&mut changed)?;
            }
        }
        Joint::Stores(text) => {
            let found = stores_like(module, text);
            if found.is_empty() {
                return None;
            }
            ReductionEdit::Erase(found).apply(&mut changed)?;
            tidy(&mut changed);
        }
        Joint::OneStore(text, at) => {
            let one = *stores_like(module, text).get(*at)?;
            ReductionEdit::Erase(vec![one]).apply(&mut changed)?;
            tidy(&mut changed);
        }
        Joint::Forward(name, at) => {
            let mut found = Vec::new();
            module.walk(module.top, &mut |id, op| {
                if op.name == *name {
                    found.push(id);
                }
            });
            if found.is_empty() {
                return None;
            }
            for op in found.into_iter().rev() {
                if changed.op(op).parent.is_some() {
                    ReductionEdit::Forward(op, *at).apply(&mut changed)?;
                }
            }
        }
        Joint::Argument(name, at) => ReductionEdit::DropArgument(named(module, name)?, *at).apply(&mut changed)?,
        Joint::Result(name, at) => ReductionEdit::DropResult(named(module, name)?, *at).apply(&mut changed)?,
        Joint::Extent(from, to) => ReductionEdit::Extent(*from, *to).apply(&mut changed)?,
        Joint::Tidy => tidy(&mut changed),
    }
    settled(&changed)
}

/// The stores with this text, in the order of the program.
fn stores_like(module: &Module, text: &str) -> Vec<OpId> {
    let mut found = Vec::new();
    module.walk(module.top, &mut |id, _| {
        if store_text(module, id).as_deref() == Some(text) {
            found.push(id);
        }
    });
    found
}

/// Takes out what does nothing: loops and branches without content, buffers that are only freed, operations
/// that nobody uses; and the loop around what runs once.
fn tidy(module: &mut Module) {
    let mut left = op_count(module);
    while let Some(edit) = idle(module) {
        // Each is one operation less, or the last.
        if edit.apply(module).is_none() || op_count(module) >= left {
            return;
        }
        left = op_count(module);
    }
}

fn idle(module: &Module) -> Option<ReductionEdit> {
    let used = uses(module);
    let mut found = None;
    module.walk(module.top, &mut |id, op| {
        let empty = |region: &polyvet_ir::RegionId| {
            let blocks = &module.region(*region).blocks;
            blocks.iter().all(|block| module.block(*block).ops.len() <= 1)
        };
        let nest = [
            "affine.for",
            "affine.if",
            "affine.parallel",
            "scf.for",
            "scf.if",
            "scf.parallel",
        ];
        let unused = op.results.iter().all(|value| !used.contains_key(value));
        if nest.contains(&op.name.as_str()) && unused && op.regions.iter().all(empty) {
            found = found.take().or(Some(ReductionEdit::Erase(vec![id])));
        } else if runs_once(module, id) {
            found = found.take().or(Some(ReductionEdit::Unwrap(id, 0)));
        } else if unused && is_removable(module, id) {
            found = found.take().or(Some(ReductionEdit::Erase(vec![id])));
        } else if matches!(op.name.as_str(), "memref.alloc" | "memref.alloca") {
            let mut users = Vec::new();
            module.walk(module.top, &mut |user, other| {
                if other.operand_values().any(|value| op.results.contains(&value)) {
                    users.push(user);
                }
            });
            if users.iter().all(|user| module.op(*user).name == "memref.dealloc") {
                users.push(id);
                found = found.take().or(Some(ReductionEdit::Erase(users)));
            }
        }
    });
    found
}

/// A loop with numbers as bounds and one iteration.
fn runs_once(module: &Module, id: OpId) -> bool {
    let Some(nest) = affine_for(module, id) else {
        return false;
    };
    match (&nest.lower.results[..], &nest.upper.results[..]) {
        ([AffineExpr::Const(first)], [AffineExpr::Const(end)]) => first < end && first + nest.step >= *end,
        _ => false,
    }
}

/// The array that an operation stores to and the tree of what it stores; `None` if it is no store. Loops and
/// subscripts are left out, as they are what transformations change.
fn store_text(module: &Module, id: OpId) -> Option<String> {
    let op = module.op(id);
    if !matches!(op.name.as_str(), "affine.store" | "memref.store") {
        return None;
    }
    let (value, array) = (op.operand(0), op.operand(1));
    Some(format!(
        "{} <- {}",
        array_text(module, array),
        value_text(module, value, 8)
    ))
}

/// What an array is called whatever was done to the program: the number of an argument, else its type.
fn array_text(module: &Module, value: ValueId) -> String {
    match module.value(value).def {
        Def::Arg { index, block } if module.parent_is_function(block) => format!("argument {index}"),
        _ => match module.ty(value) {
            Type::MemRef { elem, .. } => format!("buffer of {elem}"),
            other => other.to_string(),
        },
    }
}

fn value_text(module: &Module, value: ValueId, depth: usize) -> String {
    let Some(def) = module.defining_op(value) else {
        return match module.value(value).def {
            Def::Arg { index, block } if module.parent_is_function(block) => format!("argument {index}"),
            _ => "local".to_owned(),
        };
    };
    let op = module.op(def);
    match op.name.as_str() {
        _ if depth == 0 => "..".to_owned(),
        "affine.load" | "memref.load" => format!("load {}", array_text(module, op.operand(0))),
        "arith.constant" => format!("{:?}", op.attr("value")),
        name => {
            let operands = op
                .operand_values()
                .map(|operand| value_text(module, operand, depth - 1));
            format!("{name}({})", operands.collect::<Vec<_>>().join(", "))
        }
    }
}

/// Where a block stands.
trait Standing {
    /// In a `func.func`.
    fn parent_is_function(&self, block: polyvet_ir::BlockId) -> bool;
}

impl Standing for Module {
    fn parent_is_function(&self, block: polyvet_ir::BlockId) -> bool {
        let parent = self.block(block).parent.and_then(|region| self.region(region).parent);
        parent.is_some_and(|op| self.op(op).info().is_function())
    }
}
