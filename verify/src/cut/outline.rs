//! Parts as functions of their own.

use super::align::{AlignedLine, AlignedPrograms, Cuts, Gap};
use super::{LONG, is_free, is_repeatable};
use crate::unchanged::{References, layouts};
use crate::validate::ProgramSide;
use polyvet_ir::ops::{Effects, Repeats};
use polyvet_ir::{Attr, Attrs, Module, OpId, OpSpec, Type, UNWRITTEN, ValueId};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// How many operations a part may have: it is to be easier than the whole.
const PART_MAX: usize = 48;
/// How many operations may be made again in one part.
const AGAIN_MAX: usize = 400;

/// A piece of a program as a function of its own.
pub(crate) struct OutlinedPart {
    pub module: Module,
    /// The only function in it.
    pub func: OpId,
    /// The first operation, for people; `None` if there is none.
    pub first: Option<String>,
}

impl OutlinedPart {
    /// The same without names of values: parts of layers that are alike have one text.
    pub fn nameless(mut self) -> OutlinedPart {
        for at in 0..self.module.value_count() {
            self.module.value_mut(ValueId(at as u32)).name = None;
        }
        self
    }

    pub fn side(&self) -> ProgramSide<'_> {
        ProgramSide {
            module: &self.module,
            func: self.func,
        }
    }
}

/// The pairs of parts in which two functions differ; `None` if they cannot be cut, or are not long.
///
/// Symbols that the parts name are next to them. If all pairs are proved, the functions are.
pub(crate) fn parts(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    cuts: Cuts,
) -> Option<Vec<(OutlinedPart, OutlinedPart)>> {
    let plain = |side: ProgramSide<'_>| layouts(side.module, side.func).is_empty();
    if !plain(before) || !plain(after) || super::body(before)?.len() < LONG {
        return None;
    }
    let mut aligned = AlignedPrograms::new(before, after, cuts)?;
    let is_short = |gap: &Gap| gap.before.len().max(gap.after.len()) <= PART_MAX;
    if aligned.before.ops.len() < LONG || !aligned.gaps.iter().all(is_short) {
        return None;
    }
    let entries: Vec<GapEntry> = { 0..aligned.gaps.len() }
        .map(|gap| entry(&mut aligned, gap))
        .collect::<Option<_>>()?;
    let (first, second) = (&aligned.before, &aligned.after);
    let freed = (freed(first), freed(second));
    let parts = aligned.gaps.iter().zip(&entries).map(|(gap, entry)| {
        let (outs, others): (Vec<ValueId>, Vec<ValueId>) = gap.outs.iter().copied().unzip();
        let one = outlined(first, (&gap.before, &freed.0), &entry.before, &outs)?;
        let other = outlined(second, (&gap.after, &freed.1), &entry.after, &others)?;
        Some((one, other))
    });
    parts.collect()
}

/// Both functions with each part as a call of one that nobody knows: they do the same if what is handed across the cuts
/// is the same, and if the parts are.
pub(crate) fn skeletons(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    cuts: Cuts,
) -> Option<(OutlinedPart, OutlinedPart)> {
    let mut aligned = AlignedPrograms::new(before, after, cuts)?;
    let entries: Vec<GapEntry> = { 0..aligned.gaps.len() }
        .map(|gap| entry(&mut aligned, gap))
        .collect::<Option<_>>()?;
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for (gap, entry) in aligned.gaps.iter().zip(&entries) {
        let (outs, others): (Vec<ValueId>, Vec<ValueId>) = gap.outs.iter().copied().unzip();
        let mut args = vec![(None, None); entry.before.all.len()];
        entry
            .before
            .args
            .iter()
            .for_each(|(value, at)| args[*at].0 = Some(*value));
        entry
            .after
            .args
            .iter()
            .for_each(|(value, at)| args[*at].1 = Some(*value));
        let one = |(x, y): &(Option<ValueId>, Option<ValueId>)| x.or_else(|| aligned.in_before((*y)?));
        let other = |(x, y): &(Option<ValueId>, Option<ValueId>)| y.or_else(|| aligned.in_after((*x)?));
        first.push((
            gap.before.clone(),
            args.iter().map(one).collect::<Option<Vec<_>>>()?,
            outs,
        ));
        second.push((
            gap.after.clone(),
            args.iter().map(other).collect::<Option<Vec<_>>>()?,
            others,
        ));
    }
    Some((skeleton(&aligned.before, &first)?, skeleton(&aligned.after, &second)?))
}

/// Where a part stands, what comes in, and what goes out.
type Called = (Range<usize>, Vec<ValueId>, Vec<ValueId>);

fn skeleton(line: &AlignedLine<'_>, parts: &[Called]) -> Option<OutlinedPart> {
    let from = line.module();
    let view = polyvet_ir::func(from, line.side.func)?;
    let given = |ty: &Type| Incoming {
        ty: ty.clone(),
        is_given: true,
    };
    let incoming: Vec<Incoming> = view.inputs.iter().map(given).collect();
    let mut whole = OutlineBuilder::new(&incoming, view.results.clone());
    let args = whole.args.clone();
    whole.values.extend(view.args.iter().copied().zip(args));
    let (mut kept, mut calls) = (Vec::new(), parts.iter().enumerate().peekable());
    for op in super::body(line.side)? {
        let place = line.place.get(op).copied();
        while let Some((number, (_, args, outs))) =
            calls.next_if(|(_, (range, ..))| place.is_some_and(|place| range.start <= place))
        {
            whole.call(from, number, args, outs)?;
        }
        if parts
            .iter()
            .any(|(range, ..)| place.is_some_and(|place| range.contains(&place)))
        {
            continue;
        }
        if from.op(*op).info().is_return() {
            let returned = from
                .op(*op)
                .operand_values()
                .map(|value| whole.values.get(&value).copied());
            let returned: Vec<ValueId> = returned.collect::<Option<_>>()?;
            return whole.finish(from, &returned, kept);
        }
        match from.outside(*op).iter().all(|value| whole.values.contains_key(value)) {
            true => {
                whole.push(from, *op);
                kept.push(*op);
            }
            // It is part of what is called, and nobody else uses it.
            false if place.is_none() => {}
            false => return None,
        }
    }
    None
}

/// What comes into the two parts of a gap.
struct GapEntry {
    before: PartInputs,
    after: PartInputs,
}

/// An argument of both parts.
#[derive(Clone)]
pub(super) struct Incoming {
    pub ty: Type,
    /// It is an argument of a whole program as well, so that all its elements have values.
    pub is_given: bool,
}

/// The arguments of both parts, as they are found.
#[derive(Default)]
pub(super) struct Arguments {
    all: Vec<Incoming>,
    /// By what their values have in common.
    number: HashMap<usize, usize>,
}

impl Incoming {
    /// A tensor in the making may be handed to a part before all of it is written, and a buffer after something like
    /// that was copied into it. What a part of the second program uses of these must be what the first uses, even where
    /// algebra says that it makes no difference.
    fn may_be_unwritten(&self) -> bool {
        match self.ty {
            Type::MemRef { .. } => true,
            Type::Tensor { .. } => !self.is_given,
            _ => false,
        }
    }
}

impl Arguments {
    /// The number of the argument that a value is; `key` is the same for all values that are equal to it.
    pub fn take(&mut self, key: usize, module: &Module, value: ValueId) -> usize {
        let at = *self.number.entry(key).or_insert_with(|| {
            self.all.push(Incoming {
                ty: module.ty(value).clone(),
                is_given: false,
            });
            self.all.len() - 1
        });
        self.all[at].is_given |= module.defining_op(value).is_none();
        at
    }

    pub fn done(self) -> Vec<Incoming> {
        self.all
    }
}

/// What comes into a part.
struct PartInputs {
    /// The arguments, the same for both parts.
    all: Vec<Incoming>,
    /// Values and the arguments that they are.
    args: Vec<(ValueId, usize)>,
    /// Operations that are made again, operands first.
    again: Vec<OpId>,
}

/// Finds what comes into a gap; `None` if something of it has no counterpart.
fn entry(aligned: &mut AlignedPrograms<'_>, gap: usize) -> Option<GapEntry> {
    let ranges = (aligned.gaps[gap].before.clone(), aligned.gaps[gap].after.clone());
    let (used, again) = incoming(&aligned.before, &ranges.0, &shared(&aligned.gaps, |gap| &gap.before))?;
    let (others, again_there) = incoming(&aligned.after, &ranges.1, &shared(&aligned.gaps, |gap| &gap.after))?;
    // What nothing shared has asked for goes out of its gap with what is like it.
    for y in &others {
        if aligned.in_before(*y).is_none() {
            used.iter()
                .find(|x| aligned.in_after(**x).is_none() && aligned.equal(**x, *y, 0))?;
        }
    }
    let mut arguments = Arguments::default();
    let (first, second) = (aligned.before.module(), aligned.after.module());
    let mut args = Vec::new();
    for value in used {
        args.push((value, arguments.take(value.0 as usize, first, value)));
    }
    let mut args_there = Vec::new();
    for value in others {
        let equal = aligned.in_before(value)?;
        if first.ty(equal) != second.ty(value) {
            return None;
        }
        args_there.push((value, arguments.take(equal.0 as usize, second, value)));
    }
    let all = arguments.done();
    Some(GapEntry {
        before: PartInputs {
            all: all.clone(),
            args,
            again,
        },
        after: PartInputs {
            all,
            args: args_there,
            again: again_there,
        },
    })
}

/// Whether the operation at a place is shared.
fn shared<'g>(gaps: &'g [Gap], range: impl Fn(&Gap) -> &Range<usize> + 'g) -> impl Fn(usize) -> bool + 'g {
    move |place| {
        let next = gaps.partition_point(|gap| range(gap).end <= place);
        gaps.get(next).is_none_or(|gap| !range(gap).contains(&place))
    }
}

/// The values that come into a part, and the operations that are made again in it.
fn incoming(
    line: &AlignedLine<'_>,
    range: &Range<usize>,
    is_shared: &dyn Fn(usize) -> bool,
) -> Option<(Vec<ValueId>, Vec<OpId>)> {
    let module = line.module();
    let inside: HashSet<OpId> = line.ops[range.clone()].iter().copied().collect();
    let mut wanted: Vec<ValueId> = { line.ops[range.clone()].iter() }
        .flat_map(|op| module.outside(*op))
        .collect();
    wanted.reverse();
    let (mut seen, mut known, mut values, mut again) = (HashSet::new(), HashSet::new(), Vec::new(), Vec::new());
    while let Some(value) = wanted.pop() {
        let maker = module.defining_op(value);
        if maker.is_some_and(|op| inside.contains(&op)) {
            continue;
        }
        let is_shared = |op: OpId| {
            line.place
                .get(&op)
                .is_some_and(|place| *place < range.start && is_shared(*place))
        };
        match maker.filter(|op| is_free(module, *op) || is_repeatable(module, *op) && is_shared(*op)) {
            Some(op) if seen.insert(op) => {
                again.push(op);
                wanted.extend(module.op(op).operand_values());
            }
            Some(_) => {}
            None if known.insert(value) => values.push(value),
            None => {}
        }
    }
    (again.len() <= AGAIN_MAX).then_some((values, again))
}

/// The place of the first operation that frees a buffer.
fn freed(line: &AlignedLine<'_>) -> Option<usize> {
    let frees = |op: &OpId| line.module().effects(*op).intersects(Effects::FREES);
    line.ops.iter().position(frees)
}

/// A part as a function; `None` if it does more than a part may.
fn outlined(
    line: &AlignedLine<'_>,
    (range, freed): (&Range<usize>, &Option<usize>),
    inputs: &PartInputs,
    outs: &[ValueId],
) -> Option<OutlinedPart> {
    let from = line.module();
    let ops = &line.ops[range.clone()];
    let buffers = inputs.args.iter().any(|(value, _)| !from.ty(*value).is_number());
    let too_late = buffers && freed.is_some_and(|place| place < range.end);
    if too_late || !inputs.args.iter().all(|(value, _)| may_come_in(from, *value)) {
        return None;
    }
    // In the order of the program, in which operands come first.
    let mut all: Vec<OpId> = inputs.again.iter().chain(ops).copied().collect();
    all.sort_by_key(|op| line.number[op]);
    let part = outlined_of(from, &all, (&inputs.all, &inputs.args), outs)?;
    let first = ops.first().map(|op| shown(from, *op));
    Some(OutlinedPart { first, ..part })
}

/// Operations as a function of values, which are its arguments by number; `None` if they do more than a part may.
pub(super) fn outlined_of(
    from: &Module,
    ops: &[OpId],
    (incoming, args): (&[Incoming], &[(ValueId, usize)]),
    outs: &[ValueId],
) -> Option<OutlinedPart> {
    let quiet = |op: &OpId| {
        let mut counted = true;
        from.walk(*op, &mut |_, inner| {
            counted &= inner.info().repeats() != Some(Repeats::Uncounted)
        });
        counted && !from.effects(*op).intersects(Effects::FREES | Effects::EVENT)
    };
    if !ops.iter().all(quiet) || !args.iter().all(|(value, _)| may_come_in(from, *value)) {
        return None;
    }
    let mut part = OutlineBuilder::new(incoming, outs.iter().map(|out| from.ty(*out).clone()).collect());
    for (value, arg) in args {
        part.values.insert(*value, part.args[*arg]);
    }
    for op in ops {
        part.push(from, *op);
    }
    let returned: Vec<ValueId> = outs
        .iter()
        .map(|out| part.values.get(out).copied())
        .collect::<Option<_>>()?;
    let part = part.finish(from, &returned, ops.to_vec())?;
    let first = ops.iter().find(|op| !is_free(from, **op)).map(|op| shown(from, *op));
    Some(OutlinedPart { first, ..part })
}

/// An operation in a message.
pub(super) fn shown(module: &Module, op: OpId) -> String {
    let data = module.op(op);
    match data.results.first() {
        Some(result) => format!("`{} = {}`", module.value_name(*result), data.name),
        None => format!("`{}`", data.name),
    }
}

/// Whether a value may be an argument of a part: a buffer must be apart from all others.
fn may_come_in(module: &Module, value: ValueId) -> bool {
    match module.ty(value) {
        Type::MemRef { .. } => match module.defining_op(value) {
            Some(op) => matches!(module.op(op).name.as_str(), "memref.alloc" | "memref.alloca"),
            None => true,
        },
        Type::Tensor { .. } | Type::Vector { .. } => true,
        ty => ty.is_number(),
    }
}

/// A module with one function in the making.
struct OutlineBuilder {
    module: Module,
    func: OpId,
    block: polyvet_ir::BlockId,
    args: Vec<ValueId>,
    values: HashMap<ValueId, ValueId>,
}

impl OutlineBuilder {
    fn new(incoming: &[Incoming], results: Vec<Type>) -> OutlineBuilder {
        let mut module = Module::new();
        let body = module.body();
        let ty = Type::Function {
            inputs: incoming.iter().map(|one| one.ty.clone()).collect(),
            results,
        };
        let mut spec = OpSpec::new("func.func")
            .property("sym_name", Attr::str(NAME))
            .property("function_type", Attr::Type(ty));
        if incoming.iter().any(Incoming::may_be_unwritten) {
            let attrs = |one: &Incoming| {
                let mut attrs = Attrs::default();
                if one.may_be_unwritten() {
                    attrs.set(UNWRITTEN, Attr::Unit);
                }
                Attr::Dict(attrs)
            };
            spec = spec.property("arg_attrs", Attr::Array(incoming.iter().map(attrs).collect()));
        }
        let func = module.push_op(body, spec);
        let region = module.add_region(func);
        let types: Vec<(Type, Option<&str>)> = incoming.iter().map(|one| (one.ty.clone(), None)).collect();
        let block = module.add_block(region, &types);
        let args = module.block(block).args.clone();
        OutlineBuilder {
            module,
            func,
            block,
            args,
            values: HashMap::new(),
        }
    }

    fn push(&mut self, from: &Module, op: OpId) {
        let copy = self.module.import_given(from, op, &mut self.values);
        self.module.append(self.block, copy);
    }

    /// A call of a function that stands for a part.
    fn call(&mut self, from: &Module, number: usize, args: &[ValueId], outs: &[ValueId]) -> Option<()> {
        let args: Vec<ValueId> = args
            .iter()
            .map(|value| self.values.get(value).copied())
            .collect::<Option<_>>()?;
        let name = Attr::Symbol(vec![format!("{NAME} {number}")]);
        let mut spec = OpSpec::new("func.call").property("callee", name).operands(&args);
        for out in outs {
            spec = spec.result(from.ty(*out).clone());
        }
        let call = self.module.push_op(self.block, spec);
        let results = self.module.op(call).results.clone();
        self.values.extend(outs.iter().copied().zip(results));
        Some(())
    }

    /// The part, with the symbols it names; `None` if one of them is not found, or has its name.
    fn finish(mut self, from: &Module, returned: &[ValueId], mut wanted: Vec<OpId>) -> Option<OutlinedPart> {
        self.module
            .push_op(self.block, OpSpec::new("func.return").operands(returned));

        let mut taken: HashMap<String, OpId> = HashMap::new();
        while let Some(op) = wanted.pop() {
            let references = References::of(from, op);
            if references.resources {
                self.module.resources.clone_from(&from.resources);
            }
            for one in &references.paths {
                let target = one.resolve(from)?;
                let [name] = &one.path[..] else {
                    return None;
                };
                match taken.get(name) {
                    Some(known) if *known == target => continue,
                    Some(_) => return None,
                    None if name == NAME => return None,
                    None => {}
                }
                taken.insert(name.clone(), target);
                let body = self.module.body();
                self.module.import(from, target, body);
                wanted.push(target);
            }
        }
        Some(OutlinedPart {
            module: self.module,
            func: self.func,
            first: None,
        })
    }
}

/// The function of a part. No program has such a name by accident, and one that has is not cut.
const NAME: &str = "part";
