//! Whether operations that nobody knows are the same in two modules if their texts are.
//!
//! Such operations are events, distinguished by name, attributes and types (`polyvet_analysis::extract::is_event`).
//! What they refer to must be the same on both sides as well: a function that is only declared may be any, but it is
//! the same one if both modules declare it alike; one with a body, a global or a resource must be unchanged.

use crate::Strength;
use crate::congruence::congruent_within;
use crate::unchanged::{References, same_resources, unchanged};
use crate::validate::ProgramSide;
use polyvet_analysis::extract::is_event;
use polyvet_ir::ops::is_of_mlir;
use polyvet_ir::{AS_WRITTEN, Attr, Attrs, Module, OpId, func, same_attrs};
use std::collections::{BTreeMap, BTreeSet};

/// Whether events with equal attributes are the same operations in both functions.
pub(crate) fn comparable(before: ProgramSide<'_>, after: ProgramSide<'_>) -> bool {
    let (first, second) = (Named::of_events(before), Named::of_events(after));
    agree((before, &first), (after, &second), None)
}

/// Whether all operations with equal attributes refer to the same in both functions. Where each refers to itself, that
/// is so by induction on the calls.
/// A function that is called may compute the same in other words, which is looked into so many calls deep.
pub(crate) fn same_symbols(before: ProgramSide<'_>, after: ProgramSide<'_>, depth: usize) -> bool {
    let (first, second) = (Named::of_all(before), Named::of_all(after));
    agree((before, &first), (after, &second), Some(depth))
}

/// `depth` is given where a function may refer to itself.
fn agree(
    (before, first): (ProgramSide<'_>, &Named),
    (after, second): (ProgramSide<'_>, &Named),
    depth: Option<usize>,
) -> bool {
    if (first.resources || second.resources) && !same_resources(before.module, after.module) {
        return false;
    }
    let same = |one: Option<OpId>, other: Option<OpId>| match (one, other) {
        (None, None) => true,
        (Some(p), Some(q)) if depth.is_some() && (p, q) == (before.func, after.func) => true,
        (Some(p), Some(q)) => {
            let (p, q) = (ProgramSide { func: p, ..before }, ProgramSide { func: q, ..after });
            let is_same = |depth: usize| depth > 0 && !p.is_run_by_many_threads() && same_function(p, q, depth - 1);
            unchanged(p, q) || declared_alike(p, q) || depth.is_some_and(is_same)
        }
        _ => false,
    };
    first.targets.iter().all(|(path, targets)| {
        let mut others = second.targets.get(path).into_iter().flatten();
        others.all(|other| targets.iter().all(|one| same(*one, *other)))
    })
}

/// Whether two functions are only declared, and alike but for what bufferisation noted about their arguments.
fn declared_alike(before: ProgramSide<'_>, after: ProgramSide<'_>) -> bool {
    let said = |side: ProgramSide<'_>| -> Option<(Attrs, Attrs)> {
        let op = side.module.op(side.func);
        if op.name != "func.func" || side.module.has_body(side.func) {
            return None;
        }
        let mut properties = op.properties.clone();
        for name in ["arg_attrs", "res_attrs"] {
            let Some(Attr::Array(all)) = properties.remove(name) else {
                continue;
            };
            let mut left: Vec<Attr> = all.iter().map(without_notes).collect();
            if left
                .iter()
                .all(|one| matches!(one, Attr::Dict(attrs) if attrs.0.is_empty()))
            {
                left.clear();
            }
            if !left.is_empty() {
                properties.set(name, Attr::Array(left));
            }
        }
        Some((properties, op.attrs.clone()))
    };
    match (said(before), said(after)) {
        (Some(x), Some(y)) => same_attrs(&x.0, &y.0) && same_attrs(&x.1, &y.1),
        _ => false,
    }
}

fn without_notes(attr: &Attr) -> Attr {
    match attr {
        Attr::Dict(attrs) => {
            let is_kept = |name: &str| !name.starts_with("bufferization.");
            Attr::Dict(Attrs(
                attrs.0.iter().filter(|(name, _)| is_kept(name)).cloned().collect(),
            ))
        }
        other => other.clone(),
    }
}

/// The functions, and all they refer to by the same path, in pairs; `None` if something is referred to that only one
/// has.
pub(crate) fn referred(before: ProgramSide<'_>, after: ProgramSide<'_>) -> Option<Vec<(OpId, OpId)>> {
    let mut all = vec![(before.func, after.func)];
    let mut at = 0;
    while let Some((x, y)) = all.get(at).copied() {
        let (mut first, mut second) = (Named::default(), Named::default());
        first.add(before.module, x);
        second.add(after.module, y);
        for (path, targets) in &first.targets {
            for other in second.targets.get(path).into_iter().flatten() {
                for one in targets {
                    match (*one, *other) {
                        (None, None) => {}
                        (Some(p), Some(q)) if all.contains(&(p, q)) => {}
                        (Some(p), Some(q)) => all.push((p, q)),
                        _ => return None,
                    }
                }
            }
        }
        at += 1;
    }
    Some(all)
}

/// Whether two functions compute the same, whatever else is true.
fn same_function(before: ProgramSide<'_>, after: ProgramSide<'_>, depth: usize) -> bool {
    let proof = congruent_within(before, after, depth);
    proof.is_some_and(|proof| proof.strength == Strength::Bitwise && proof.assumes.is_empty())
}

/// What operations of a function refer to.
#[derive(Default)]
struct Named {
    /// By path, what it means to each that refers to it.
    targets: BTreeMap<Vec<String>, Vec<Option<OpId>>>,
    resources: bool,
}

impl Named {
    fn of_events(side: ProgramSide<'_>) -> Named {
        let module = side.module;
        let mut named = Named::default();
        module.walk(side.func, &mut |id, _| {
            if id != side.func && is_event(module, id) {
                named.add(module, id);
            }
        });
        named
    }

    fn of_all(side: ProgramSide<'_>) -> Named {
        let mut named = Named::default();
        named.add(side.module, side.func);
        named
    }

    /// An operation, and those inside it.
    fn add(&mut self, module: &Module, op: OpId) {
        let references = References::of(module, op);
        self.resources |= references.resources;
        for one in references.paths {
            let target = one.resolve(module);
            let known = self.targets.entry(one.path).or_default();
            if !known.contains(&target) {
                known.push(target);
            }
        }
    }
}

/// Whether runs may show that events differ: both functions have arguments and results of the same types, so that
/// events of both reach the same memory, each kind of event is in both functions, and nothing is said about functions
/// that are called. What only one has may stand for something of the other, as after a lowering.
pub(crate) fn may_be_run(before: ProgramSide<'_>, after: ProgramSide<'_>) -> bool {
    let (Some(first), Some(second)) = (func(before.module, before.func), func(after.module, after.func)) else {
        return false;
    };
    first.inputs == second.inputs
        && first.results == second.results
        && kinds(before) == kinds(after)
        && written_alike(before, after)
        && says_nothing(before)
        && says_nothing(after)
        && calls_no_others(before, after)
        && comparable(before, after)
}

/// Whether operations that are kept as they are written have one text for each name: another text may be another way to
/// write the same operation.
fn written_alike(before: ProgramSide<'_>, after: ProgramSide<'_>) -> bool {
    let mut texts: BTreeMap<String, BTreeSet<Option<String>>> = BTreeMap::new();
    for side in [before, after] {
        side.module.walk(side.func, &mut |_, op| {
            let text = op.properties.get(AS_WRITTEN).map(ToString::to_string);
            texts.entry(op.name.to_string()).or_default().insert(text);
        });
    }
    texts.values().all(|texts| texts.len() == 1)
}

/// What an event looks like beside the values of its attributes: those it has may be notes of a compiler.
type EventForm = (String, Vec<String>, Vec<String>);

/// The kinds of events of a function, calls left out.
fn kinds(side: ProgramSide<'_>) -> BTreeSet<EventForm> {
    let module = side.module;
    let mut kinds = BTreeSet::new();
    module.walk(side.func, &mut |id, op| {
        if id != side.func && op.dialect() != "func" && is_event(module, id) {
            let attrs = op.properties.iter().chain(op.attrs.iter());
            let mut attrs: Vec<String> = attrs.map(|(name, _)| name.to_owned()).collect();
            attrs.sort();
            let values = op.operand_values().chain(op.results.iter().copied());
            let types = values.map(|value| module.ty(value).to_string()).collect();
            kinds.insert((op.name.to_string(), attrs, types));
        }
    });
    kinds
}

/// Whether all functions that events of `after` call are in the module of `before` too: what is only in `after` may be
/// the library of a lowering.
fn calls_no_others(before: ProgramSide<'_>, after: ProgramSide<'_>) -> bool {
    let mut others = false;
    after.module.walk(after.func, &mut |id, op| {
        if id != after.func && op.info().is_call() && is_event(after.module, id) {
            let callee = after.module.resolve_attr(id, "callee");
            let path = callee.and_then(|callee| after.module.symbol_path(callee));
            others |= path.is_some_and(|path| before.module.funcs_called(&path).is_empty());
        }
    });
    !others
}

/// Nobody says about a function that is called what it touches: a compiler that knows may leave out calls. Nor is there
/// an operation that has a meaning, though not here: a deallocation.
fn says_nothing(side: ProgramSide<'_>) -> bool {
    let module = side.module;
    let mut nothing = true;
    module.walk(side.func, &mut |id, op| {
        let has_meaning = op.info().is_known() || is_of_mlir(op.dialect()) && !op.results.is_empty();
        nothing &= id == side.func || !is_event(module, id) || !has_meaning || op.dialect() == "func";
        let callee = op.info().is_call().then(|| module.resolve_attr(id, "callee"));
        if let Some(callee) = callee.flatten() {
            nothing &= module.op(callee).attrs.is_empty();
        }
    });
    nothing
}

/// Whether a function has events that are no calls.
pub(crate) fn has_strangers(side: ProgramSide<'_>) -> bool {
    !kinds(side).is_empty()
}

/// Whether a function calls others: those that are left after inlining are events.
pub(crate) fn has_calls(side: ProgramSide<'_>) -> bool {
    let mut calls = false;
    side.module.walk(side.func, &mut |id, op| {
        calls |= op.dialect() == "func" && is_event(side.module, id)
    });
    calls
}
