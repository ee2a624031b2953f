//! Operations on constants as the constants that the interpreter computes.
//!
//! A compiler that folds an operation on `dense<..>` leaves other elements, which no comparison of operations explains. What
//! only depends on constants is run instead, and is a constant in both programs, written in one way. The interpreter says what
//! operations mean here as everywhere ([`polyvet_interp`]); what it does not define stays as it is, and so does what is left
//! open: functions such as `math.exp`, whose rounding is the library's (`functions`), flags that let a compiler choose, and NaNs,
//! whose bits are free.

use crate::validate::ProgramSide;
use polyvet_interp::{Concrete, DataElem, Machine, RunOptions, Scalar};
use polyvet_ir::ops::{Effects, Repeats};
use polyvet_ir::{Attr, Attrs, BlockId, Dim, Flags, Module, OpId, OpSpec, Sign, Type, ValueId};
use std::collections::{HashMap, HashSet};

/// Larger constants are compared by their text.
const ELEMENTS_MAX: u64 = 1024;
/// A program has this for all that depends on constants.
const STEPS_MAX: u64 = 1 << 20;

/// Copies of two programs of one block in which what depends on constants alone is a constant; `None` if nothing does.
pub(crate) fn folded(before: ProgramSide<'_>, after: ProgramSide<'_>) -> Option<[Module; 2]> {
    let depends = |side: ProgramSide<'_>| -> Option<bool> {
        let ops = &side.module.block(side.module.only_block(side.func, 0)?).ops;
        let known = known(side.module, ops);
        Some(known.iter().any(|op| !side.module.op(*op).info().is_constant()))
    };
    if !depends(before)? && !depends(after)? {
        return None;
    }
    Some([evaluated_all(before)?, evaluated_all(after)?])
}

fn evaluated_all(side: ProgramSide<'_>) -> Option<Module> {
    let from = side.module;
    let block = from.only_block(side.func, 0)?;
    let ops = &from.block(block).ops;
    let known = known(from, ops);
    let mut used: Vec<ValueId> = Vec::new();
    for op in ops.iter().filter(|op| !known.contains(op)) {
        used.extend(from.outside(*op));
    }
    let mut steps = STEPS_MAX;
    let mut constants: HashMap<ValueId, Attr> = HashMap::new();
    // What has run is defined.
    let mut done: HashSet<OpId> = HashSet::new();
    for value in used {
        let is_known = from.defining_op(value).is_some_and(|op| known.contains(&op));
        if is_known && !constants.contains_key(&value) && is_small(from.ty(value)) {
            let needed = needed(from, &known, value);
            if let Some(found) = evaluated(from, (ops, &needed), value, &mut steps) {
                constants.insert(value, found);
                done.extend(needed);
            }
        }
    }
    let mut module = with_constants(from, block, &constants);
    for op in ops.iter().rev().filter(|op| done.contains(op)) {
        let uses = module.use_counts(side.func);
        if module.op(*op).results.iter().all(|result| uses[result.at()] == 0) {
            module.detach(*op);
        }
    }
    Some(module)
}

/// The operations at the top level that depend on constants alone, and are nothing but functions of them.
fn known(module: &Module, ops: &[OpId]) -> HashSet<OpId> {
    let mut known: HashSet<OpId> = HashSet::new();
    for op in ops {
        let is_known = |value: ValueId| module.defining_op(value).is_some_and(|op| known.contains(&op));
        if is_function(module, *op) && module.outside(*op).into_iter().all(is_known) {
            known.insert(*op);
        }
    }
    known
}

/// A number, or so few of them that they can be looked at.
fn is_small(ty: &Type) -> bool {
    let is_number = |ty: &Type| match ty {
        Type::Float(_) | Type::Index => true,
        Type::Integer { sign, width } => *sign == Sign::Signless && *width <= 64,
        _ => false,
    };
    match ty {
        Type::Tensor {
            shape,
            elem,
            encoding: None,
        } => is_number(elem) && count(shape).is_some_and(|count| (1..=ELEMENTS_MAX).contains(&count)),
        other => is_number(other),
    }
}

fn count(shape: &[Dim]) -> Option<u64> {
    shape.iter().try_fold(1_u64, |all, dim| match dim {
        Dim::Static(extent) => all.checked_mul(*extent),
        _ => None,
    })
}

/// Whether an operation is a function of its operands that everybody computes in the same way.
fn is_function(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    let plain = |data: &polyvet_ir::Op| {
        let flags = Flags::of(&data.properties).or(Flags::of(&data.attrs));
        let is_rounded = data.dialect() == "math" && data.name != "math.absf" && data.name != "math.copysign";
        data.info().is_known()
            && data.opaque.is_none()
            && flags == Flags::NONE
            && !is_rounded
            && data.successors.is_empty()
            && data.info().repeats() != Some(Repeats::Uncounted)
            && data.results.iter().all(|result| !module.ty(*result).is_memref())
    };
    let mut all = !data.info().is_terminator() && module.effects(op) == Effects::NONE;
    module.walk(op, &mut |_, inner| all &= plain(inner));
    all && data.results.iter().all(|result| match module.ty(*result) {
        // What is on the way may be larger, but not by much.
        Type::Tensor { shape, .. } => count(shape).is_some_and(|count| count <= 16 * ELEMENTS_MAX),
        other => other.is_number(),
    })
}

/// The operations that a value is made of.
fn needed(from: &Module, known: &HashSet<OpId>, value: ValueId) -> HashSet<OpId> {
    let mut needed: HashSet<OpId> = HashSet::new();
    let mut wanted = vec![value];
    while let Some(value) = wanted.pop() {
        if let Some(op) = from.defining_op(value).filter(|op| known.contains(op))
            && needed.insert(op)
        {
            wanted.extend(from.outside(op));
        }
    }
    needed
}

/// What the interpreter computes for a value.
fn evaluated(from: &Module, (ops, needed): (&[OpId], &HashSet<OpId>), value: ValueId, steps: &mut u64) -> Option<Attr> {
    let ty = from.ty(value).clone();
    let mut module = Module::new();
    let top = module.body();
    let function = Type::Function {
        inputs: Vec::new(),
        results: vec![ty.clone()],
    };
    let func = OpSpec::new("func.func").property("sym_name", Attr::str("f"));
    let func = module.push_op(top, func.property("function_type", Attr::Type(function)));
    let region = module.add_region(func);
    let body = module.add_block(region, &[]);
    let mut values = HashMap::new();
    for op in ops.iter().filter(|op| needed.contains(op)) {
        let copy = module.import_given(from, *op, &mut values);
        module.append(body, copy);
    }
    module.push_op(body, OpSpec::new("func.return").operands(&[*values.get(&value)?]));
    let mut options = RunOptions::default();
    options.limits.steps = *steps;
    let mut machine = Machine::new(&module, Concrete, options);
    let results = machine.call("f", Vec::new()).ok()?;
    let contents = machine.read(results.first()?).ok()?;
    *steps = steps.saturating_sub(contents.elems.len() as u64 + needed.len() as u64);
    let number = |elem: &Option<DataElem>| match elem {
        Some(DataElem::Scalar(scalar)) => attr_of(scalar, ty.elem()),
        _ => None,
    };
    let items: Vec<Attr> = contents.elems.iter().map(number).collect::<Option<_>>()?;
    match &ty {
        Type::Tensor { shape, .. } => dense(&items, shape, &ty),
        _ => items.into_iter().next(),
    }
}

/// A number as an attribute; `None` for a NaN.
fn attr_of(scalar: &Scalar, ty: &Type) -> Option<Attr> {
    Some(match ty {
        Type::Float(_) if scalar.is_nan() => return None,
        Type::Float(_) => Attr::Float {
            bits: scalar.bits,
            ty: ty.clone(),
        },
        ty if *ty == Type::I1 => Attr::Bool(scalar.is_true()),
        ty => Attr::Int {
            value: scalar.signed().into(),
            ty: ty.clone(),
        },
    })
}

/// `dense<..>` of these elements; one of them if all are equal.
fn dense(items: &[Attr], shape: &[Dim], ty: &Type) -> Option<Attr> {
    let text = |item: &Attr| match item {
        Attr::Bool(value) => Some(value.to_string()),
        Attr::Int { value, .. } => Some(value.to_string()),
        Attr::Float { bits, ty } => {
            let Type::Float(kind) = ty else { return None };
            Some(kind.literal(*bits))
        }
        _ => None,
    };
    let first = items.first()?;
    let text = match items.iter().all(|item| item == first) {
        true => text(first)?,
        false => {
            let mut level: Vec<String> = items.iter().map(text).collect::<Option<_>>()?;
            for dim in shape.iter().rev() {
                let Dim::Static(extent) = dim else { return None };
                let rows = level.chunks(usize::try_from(*extent).ok()?);
                level = rows.map(|row| format!("[{}]", row.join(", "))).collect();
            }
            level.into_iter().next()?
        }
    };
    Some(Attr::Dense { text, ty: ty.clone() })
}

/// The program with constants in place of these values, made before everything else.
fn with_constants(from: &Module, block: BlockId, constants: &HashMap<ValueId, Attr>) -> Module {
    let mut module = from.clone();
    let mut made: Vec<(ValueId, &Attr)> = constants.iter().map(|(value, attr)| (*value, attr)).collect();
    made.sort_by_key(|(value, _)| value.0);
    let (mut new, mut first) = (HashMap::new(), Vec::new());
    for (value, attr) in made {
        let ty = module.ty(value).clone();
        let mut properties = Attrs::default();
        properties.set("value", attr.clone());
        let mut spec = OpSpec::new("arith.constant").result(ty);
        spec.properties = properties;
        let op = module.add_op(spec);
        module.op_mut(op).parent = Some(block);
        new.insert(value, module.op(op).results[0]);
        first.push(op);
    }
    let ops = std::mem::take(&mut module.block_mut(block).ops);
    for op in &ops {
        module.replace_uses(*op, &new);
    }
    first.extend(ops);
    module.block_mut(block).ops = first;
    module
}
