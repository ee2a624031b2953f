//! `fuse_into_containing_op`: an operation computed inside the loop that uses what it makes.
//!
//! Each user in the loop takes some iterations of the operation. Users that take the same are served by one copy, and so
//! are those that take windows which are shifted by known numbers and touch: the copy computes all that they cover.
//! Every other user gets a copy of its own. What is used outside of the loop comes from the operation as it was, or, with
//! `yield`, from the loop, which puts together what its copy computes.

use crate::ScriptName;
use crate::operations::OperationTransform;
use crate::operations::builder::{DimRange, InsertPoint, OpBuilder, OpSize, unmixed};
use crate::operations::forms::{Forms, LeafSum, most, shifted};
use crate::operations::operation::no_place;
use crate::operations::tile::needs_tensors;
use crate::operations::tileable::{TileOperation, Tileable};
use crate::registry::{Alias, Build};
use crate::{RegistryEntry, ScriptedProgram};
use polyvet_ir::edit::segment_sizes;
use polyvet_ir::{BlockId, Diagnostic, Dim, Module, OpId, Severity, ValueId, segments};
use std::collections::HashSet;

/// Its line in the list.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "fuse_into_containing_op",
    aliases: &[Alias {
        name: "structured.fuse_into_containing_op",
        clauses: &["into"],
    }],
    summary: "Computes, inside a loop, the slices that it takes of what an operation makes.",
    params: "OP, LOOP | OP, LOOP, recompute | OP, LOOP, yield",
    example: "fuse_into_containing_op(linalg.fill, scf.forall)",
    build: Build::Operations(|args| {
        let (producer, container) = (args.name()?, args.name()?);
        let mut uses = Uses::Share;
        if !args.is_done() {
            let word = args.name()?;
            uses = match word.value.as_str() {
                "recompute" => Uses::Recompute,
                "yield" => Uses::Yield,
                _ => return Err(args.wrong_at(word.span, "what is here is `recompute` or `yield`")),
            };
        }
        Ok(Box::new(FuseInto {
            producer,
            container,
            uses,
        }))
    }),
};

/// What becomes of several uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uses {
    /// One copy in the loop serves all that it can; the original serves those outside.
    Share,
    /// Each in the loop has a copy of its own.
    Recompute,
    /// One copy serves all in the loop, and the loop gives what it computes to those behind it.
    Yield,
}

/// Computes slices of a producer inside a loop; what several iterations need is computed several times.
#[derive(Debug)]
pub struct FuseInto {
    /// The operation.
    pub producer: ScriptName,
    /// The loop.
    pub container: ScriptName,
    /// What becomes of several uses.
    pub uses: Uses,
}

impl FuseInto {
    /// Computes an operation inside a loop.
    pub fn new(producer: impl Into<ScriptName>, container: impl Into<ScriptName>) -> FuseInto {
        FuseInto {
            producer: producer.into(),
            container: container.into(),
            uses: Uses::Share,
        }
    }

    /// This, with something else for several uses.
    pub fn with(self, uses: Uses) -> FuseInto {
        FuseInto { uses, ..self }
    }
}

impl OperationTransform for FuseInto {
    fn text(&self) -> String {
        let word = match self.uses {
            Uses::Share => None,
            Uses::Recompute => Some("recompute".to_owned()),
            Uses::Yield => Some("yield".to_owned()),
        };
        let names = [&self.producer, &self.container].map(ScriptName::to_string);
        ENTRY.call(names.into_iter().chain(word))
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let mut producer = program.tileable(&self.producer)?;
        let container = program.target(&self.container)?;
        let results = program.module.op(producer.op()).results.clone();
        if results.is_empty() {
            return Err(needs_tensors(&self.producer));
        }
        let mut inside = false;
        program
            .module
            .walk(container, &mut |op, _| inside |= op == producer.op());
        if inside {
            let message = format!("`{}` is computed in this loop already", self.producer);
            return Err(no_place(&self.container, message));
        }
        let carried: Vec<Carried> = results
            .iter()
            .map(|result| Carried::of(&program.module, container, *result))
            .collect();
        let mut b = program.before(producer.op());
        let extents = producer.extents(&mut b, &self.producer)?;
        let takers = self.takers(&mut b, &producer, &extents, (container, &carried))?;
        let outputs = producer.outputs(&mut b, &extents);
        let copies = self.copies(&program.module, &takers);
        let tiles = match self.uses {
            Uses::Yield => {
                let [copy] = &copies[..] else {
                    let message = format!("the loop computes {} parts of `{}`", copies.len(), self.producer);
                    let help =
                        "it can give back one; leave out `yield`, and what is behind it uses the operation as it was";
                    return Err(no_place(&self.container, message).help(help));
                };
                vec![self.yielded(program, (&producer, &outputs), container, copy)?]
            }
            _ => {
                let mut tiles = Vec::new();
                for copy in &copies {
                    tiles.push(copy.write(&mut program.before(copy.users[0].op), &producer, &self.producer)?);
                }
                tiles
            }
        };
        for (copy, tile) in copies.iter().zip(&tiles) {
            for user in &copy.users {
                copy.serve(program, &producer, user, tile);
            }
        }
        for (n, result) in results.iter().enumerate() {
            // What the loop writes over begins as the operation's own output did.
            let is_carried = |taker: &Taker| taker.result == n && taker.is_carried;
            if takers.iter().any(is_carried) {
                program.replace_operand(container, *result, outputs[n]);
            }
            // Its extents are those of its output.
            for user in program.users(*result) {
                if program.module.op(user).name == "tensor.dim" {
                    program.replace_operand(user, *result, outputs[n]);
                }
            }
        }
        self.tell(program, container, &results, copies.len());
        Ok(tiles.into_iter().map(|tile| tile.op).collect())
    }
}

/// Who uses a result in the loop.
#[derive(Clone, Debug)]
struct Taker {
    /// A slice of it, or what uses all of it.
    op: OpId,
    /// Which result.
    result: usize,
    /// The operation's iterations that it takes.
    ranges: Vec<DimRange>,
    is_slice: bool,
    /// It is a slice of what a loop carries.
    is_carried: bool,
}

impl FuseInto {
    /// Slices in the loop; if there are none, what uses all of a result there.
    fn takers(
        &self,
        b: &mut OpBuilder<'_>,
        producer: &Tileable,
        extents: &[OpSize],
        (container, carried): (OpId, &[Carried]),
    ) -> Result<Vec<Taker>, Diagnostic> {
        let (mut slices, mut wholes) = (Vec::new(), Vec::new());
        b.module.walk(container, &mut |id, op| {
            for (n, carried) in carried.iter().enumerate() {
                if op.name == "tensor.extract_slice" && carried.values.contains(&op.operand(0)) {
                    slices.push((id, n, op.operand(0) != carried.value));
                } else if op.operand_values().any(|value| value == carried.value)
                    && id != container
                    && !matches!(op.name.as_str(), "tensor.dim" | "tensor.parallel_insert_slice")
                {
                    wholes.push((id, n));
                }
            }
        });
        if slices.is_empty() && wholes.is_empty() {
            let message = format!("the loop takes no slice of what `{}` makes", self.producer);
            return Err(no_place(&self.container, message));
        }
        let all: Vec<DimRange> = extents.iter().copied().map(DimRange::whole).collect();
        let mut takers = Vec::new();
        for (op, result, is_carried) in &slices {
            let mut ranges = all.clone();
            let part = slice_ranges(b, *op)
                .ok_or_else(|| no_place(&self.container, "a slice has strides that are no positive numbers"))?;
            for (at, range) in producer.result_loops(*result).into_iter().zip(part) {
                match at {
                    Some(at) => ranges[at] = range,
                    None if range.whole => {}
                    None => {
                        let message = "a dimension of its result of which the loop takes a part is no loop of it";
                        return Err(no_place(&self.producer, message));
                    }
                }
            }
            takers.push(Taker {
                op: *op,
                result: *result,
                ranges,
                is_slice: true,
                is_carried: *is_carried,
            });
        }
        // Beside slices all of it is better computed once, in front of the loop.
        if slices.is_empty() {
            takers.extend(wholes.into_iter().map(|(op, result)| Taker {
                op,
                result,
                ranges: all.clone(),
                is_slice: false,
                is_carried: false,
            }));
        }
        Ok(takers)
    }

    /// What is computed for whom.
    fn copies(&self, module: &Module, takers: &[Taker]) -> Vec<Copy> {
        let (mut copies, mut forms): (Vec<Copy>, Forms) = (Vec::new(), Forms::default());
        for taker in takers {
            let joined = self.uses != Uses::Recompute
                && copies
                    .iter_mut()
                    .any(|copy| copy.stands_before(module, taker) && copy.join(module, &mut forms, taker));
            if !joined {
                copies.push(Copy::of(taker));
            }
        }
        copies
    }

    /// The only copy, in loops that carry what it computes and give it to those behind them.
    fn yielded(
        &self,
        program: &mut ScriptedProgram,
        (producer, outputs): (&Tileable, &[ValueId]),
        container: OpId,
        copy: &Copy,
    ) -> Result<TileOperation, Diagnostic> {
        let place = copy.users[0].op;
        let loops = self.loops_around(&program.module, container, place)?;
        let results = program.module.op(producer.op()).results.clone();
        let mut outputs = outputs.to_vec();
        // For each result that is used behind the loop: its number, and what stands for it in each loop and behind it.
        let mut given: Vec<(usize, Vec<(ValueId, ValueId)>)> = Vec::new();
        for (n, result) in results.iter().enumerate() {
            let users = users_behind(program, container, *result);
            if users.is_empty() {
                continue;
            }
            let output = &mut outputs[n];
            let name = program.module.value(*result).name.clone();
            let mut chain = Vec::new();
            for (one, body) in &loops {
                let (inside, behind) = carry(&mut program.module, *one, *body, *output, name.clone());
                *output = inside;
                chain.push((inside, behind));
            }
            for user in users {
                program.replace_operand(user, *result, chain[0].1);
            }
            given.push((n, chain));
        }
        if given.is_empty() {
            let message = format!("nothing behind the loop uses what `{}` makes", self.producer);
            return Err(no_place(&self.container, message));
        }
        let on_carried = producer.with_outputs(&outputs);
        let tile = copy.write(&mut program.before(place), &on_carried, &self.producer)?;
        for (n, chain) in given {
            let mut value = tile.values[n];
            for (at, ((_, body), (inside, behind))) in loops.iter().zip(&chain).enumerate().rev() {
                let own = at + 1 == loops.len();
                put_together(program, *body, value, *inside, own.then_some(&tile.ranges[n][..]));
                value = *behind;
            }
        }
        Ok(tile)
    }

    /// The container and the loops in it around an operation, with their bodies, from the outside.
    fn loops_around(&self, module: &Module, container: OpId, inner: OpId) -> Result<Vec<(OpId, BlockId)>, Diagnostic> {
        let mut loops = Vec::new();
        let mut here = inner;
        while here != container {
            let parent = module.parent_op(here);
            let Some((parent, body)) = parent.and_then(|parent| Some((parent, module.only_block(parent, 0)?))) else {
                break;
            };
            let is_inner = loops.is_empty();
            match module.op(parent).name.as_str() {
                "scf.for" => {}
                // What its iterations give back are parts, which are those of the copy only.
                "scf.forall" if is_inner => {}
                other => {
                    let message = format!("`{other}` around the use gives back no tensor that is made of parts");
                    return Err(no_place(&self.container, message));
                }
            }
            loops.push((parent, body));
            here = parent;
        }
        loops.reverse();
        Ok(loops)
    }

    /// Says what is computed more than once.
    fn tell(&self, program: &mut ScriptedProgram, container: OpId, results: &[ValueId], copies: usize) {
        let users: Vec<OpId> = results.iter().flat_map(|result| program.users(*result)).collect();
        let behind = results
            .iter()
            .any(|result| !users_behind(program, container, *result).is_empty());
        let mut say = |message: String, help: &str| {
            let note = Diagnostic::error("recomputed", message, self.producer.span).help(help);
            program.notes.push(Diagnostic {
                severity: Severity::Note,
                ..note
            });
        };
        let producer = &self.producer;
        if copies > 1 {
            let message = format!("the loop takes {copies} parts of `{producer}`, each of which it computes");
            say(
                message,
                "parts that are the same, or that touch and are shifted by numbers, are computed once",
            );
        }
        if behind {
            let message = format!("`{producer}` is computed in the loop, and as before for what is behind it");
            say(
                message,
                "with `yield` as the last argument the loop gives it to what is behind it",
            );
        } else if !users.is_empty() {
            let message = format!("`{producer}` is computed in the loop, and as before for those that use all of it");
            say(message, "tile the loops of those uses too");
        }
    }
}

/// One computation for several users.
struct Copy {
    users: Vec<Taker>,
    /// What the first user takes.
    base: Vec<DimRange>,
    /// How much more is computed in front of it, and behind.
    more: Vec<(i64, i64)>,
}

impl Copy {
    fn of(taker: &Taker) -> Copy {
        Copy {
            users: vec![taker.clone()],
            base: taker.ranges.clone(),
            more: vec![(0, 0); taker.ranges.len()],
        }
    }

    /// Whether what is written in front of the first user is known to `taker`, which comes later.
    fn stands_before(&self, module: &Module, taker: &Taker) -> bool {
        let block = module.op(self.users[0].op).parent;
        let mut here = Some(taker.op);
        while let Some(op) = here {
            if module.op(op).parent == block {
                return true;
            }
            here = module.parent_op(op);
        }
        false
    }

    /// Serves `taker` too, if its window is this one shifted.
    fn join(&mut self, module: &Module, forms: &mut Forms, taker: &Taker) -> bool {
        let mut more = self.more.clone();
        for ((base, own), more) in self.base.iter().zip(&taker.ranges).zip(&mut more) {
            let Some((front, behind)) = beyond(module, forms, base, own) else {
                return false;
            };
            *more = (more.0.max(front), more.1.max(behind));
        }
        self.more = more;
        self.users.push(taker.clone());
        true
    }

    /// What it computes.
    fn ranges(&self, b: &mut OpBuilder<'_>) -> Vec<DimRange> {
        let mut ranges = Vec::new();
        for (base, (front, behind)) in self.base.iter().zip(&self.more) {
            ranges.push(match front + behind {
                0 => *base,
                all => DimRange::part(shifted(b, base.offset, -front), shifted(b, base.size, all)),
            });
        }
        ranges
    }

    fn write(
        &self,
        b: &mut OpBuilder<'_>,
        producer: &Tileable,
        name: &ScriptName,
    ) -> Result<TileOperation, Diagnostic> {
        let ranges = self.ranges(b);
        producer.tile_at(b, &ranges, name)
    }

    /// Gives a user what it takes of the copy.
    fn serve(&self, program: &mut ScriptedProgram, producer: &Tileable, user: &Taker, tile: &TileOperation) {
        let result = program.module.op(producer.op()).results[user.result];
        let mut value = tile.values[user.result];
        if !user.is_slice {
            program.replace_operand(user.op, result, value);
            return;
        }
        let mut forms = Forms::default();
        let mut b = program.before(user.op);
        let mut parts = Vec::new();
        for (dim, at) in producer.result_loops(user.result).into_iter().enumerate() {
            let Some(at) = at else {
                parts.push(DimRange::whole(b.dim(value, dim)));
                continue;
            };
            let (own, base) = (&user.ranges[at], &self.base[at]);
            let mut less = |one, other| difference(b.module, &mut forms, one, other).unwrap_or(0);
            let (shift, longer) = (less(own.offset, base.offset), less(own.size, base.size));
            let (front, behind) = self.more[at];
            parts.push(DimRange {
                whole: (front + shift, longer) == (0, front + behind),
                ..DimRange::part(OpSize::Static(front + shift), own.size)
            });
        }
        let ty = b.ty(b.module.op(user.op).results[0]);
        value = match ty.shape().map_or(0, <[_]>::len) == parts.len() {
            true => b.slice(value, &parts),
            false => b.slice_as(value, &parts, ty),
        };
        program.replace(user.op, &[value], tile.op);
    }
}

/// `one - other`, where that is a number.
fn difference(module: &Module, forms: &mut Forms, one: OpSize, other: OpSize) -> Option<i64> {
    let (one, other) = (forms.of(module, one), forms.of(module, other));
    LeafSum::plus(&one, -1, &other)?.as_number()
}

/// How many elements `own` has in front of `base` and behind it; [`None`] if that is no number, or they do not touch.
fn beyond(module: &Module, forms: &mut Forms, base: &DimRange, own: &DimRange) -> Option<(i64, i64)> {
    let shift = difference(module, forms, own.offset, base.offset)?;
    let longer = difference(module, forms, own.size, base.size)?;
    if (shift, longer) == (0, 0) {
        // One type of slice.
        let same = base.step == own.step && base.size.number() == own.size.number();
        return same.then_some((0, 0));
    }
    let touch = match shift {
        0 => true,
        1.. => shift <= most(module, base.size)?,
        _ => -shift <= most(module, own.size)?,
    };
    (touch && base.step == 1 && own.step == 1).then_some(((-shift).max(0), (shift + longer).max(0)))
}

/// Adds a value to those that a loop carries: the value in its body, which does not yield it yet, and the result.
fn carry(module: &mut Module, one: OpId, body: BlockId, init: ValueId, name: Option<String>) -> (ValueId, ValueId) {
    let ty = module.ty(init).clone();
    module.add_operand(one, init);
    if let Some(groups) = segments_with_one_more(module, one) {
        let sizes = segment_sizes(&groups);
        module.op_mut(one).properties.set("operandSegmentSizes", sizes);
    }
    let span = module.op(one).span;
    let inside = module.add_block_arg(body, ty.clone(), None, span);
    (inside, module.add_result(one, ty, name, span))
}

/// The sizes of the groups of operands when the last of them has one more.
fn segments_with_one_more(module: &Module, op: OpId) -> Option<Vec<usize>> {
    let sizes = module.op(op).attr("operandSegmentSizes")?.as_i64s()?;
    let mut sizes: Vec<usize> = sizes.into_iter().map(|size| size as usize).collect();
    *sizes.last_mut()? += 1;
    Some(sizes)
}

/// The end of a body gives `value` back, put into `ranges` of what the loop carries, or instead of all of it.
fn put_together(
    program: &mut ScriptedProgram,
    body: BlockId,
    value: ValueId,
    into: ValueId,
    ranges: Option<&[DimRange]>,
) {
    let last = *program.module.block(body).ops.last().expect("a body has an end");
    let mut b = program.before(last);
    if b.module.op(last).name == "scf.forall.in_parallel" {
        let end = b.module.only_block(last, 0).expect("it has a body");
        b.place = InsertPoint::End(end);
        let ranges = ranges.expect("a parallel loop is the innermost");
        b.parallel_insert_slice(value, into, ranges);
        return;
    }
    let value = match ranges {
        Some(ranges) => b.insert_slice(value, into, ranges),
        None => value,
    };
    program.module.add_operand(last, value);
}

/// Those that use a value in operations behind one in its block.
fn users_behind(program: &ScriptedProgram, op: OpId, value: ValueId) -> Vec<OpId> {
    let module = &program.module;
    let Some(block) = module.op(op).parent else {
        return Vec::new();
    };
    let ops = &module.block(block).ops;
    let at = |one: OpId| ops.iter().position(|other| *other == one);
    let place = at(op);
    let is_behind = |user: &OpId| {
        let mut here = Some(*user);
        while let Some(one) = here {
            if module.op(one).parent == Some(block) {
                return at(one) > place;
            }
            here = module.parent_op(one);
        }
        false
    };
    program.users(value).into_iter().filter(is_behind).collect()
}

/// The names of a value inside loops that carry it.
struct Carried {
    value: ValueId,
    values: HashSet<ValueId>,
}

impl Carried {
    fn of(module: &Module, container: OpId, value: ValueId) -> Carried {
        let mut values = HashSet::from([value]);
        module.walk(container, &mut |id, op| {
            let inits = match op.name.as_str() {
                "scf.for" => op.operand_values().skip(3).collect(),
                "scf.forall" => segments(module, id)
                    .and_then(|groups| groups.into_iter().nth(3))
                    .unwrap_or_default(),
                _ => Vec::new(),
            };
            let Some(body) = module.only_block(id, 0).filter(|_| !inits.is_empty()) else {
                return;
            };
            let args = &module.block(body).args;
            for (init, arg) in inits.iter().zip(&args[args.len() - inits.len()..]) {
                // A loop inside that begins with all of it uses all of it.
                if values.contains(init) && (id == container || *init != value) {
                    values.insert(*arg);
                }
            }
        });
        Carried { value, values }
    }
}

/// A structured operation outside of a loop of whose result the loop takes slices.
pub(crate) fn sliced_producer(module: &Module, container: OpId) -> Option<OpId> {
    let mut sources = HashSet::new();
    module.walk(container, &mut |_, op| {
        if op.name == "tensor.extract_slice" {
            sources.insert(op.operand(0));
        }
    });
    // What the loop begins with is carried to the slices.
    let outside = |value: &ValueId| {
        let op = module.defining_op(*value)?;
        let mut inside = false;
        module.walk(container, &mut |id, _| inside |= id == op);
        (!inside && polyvet_ir::linalg::structured(module, op).is_some()).then_some(op)
    };
    let direct = sources.iter().filter_map(outside).min();
    let carried = || {
        let inits = module
            .op(container)
            .operand_values()
            .filter_map(|value| Some((value, outside(&value)?)));
        let sliced = |(value, op)| {
            let carried = Carried::of(module, container, value);
            carried.values.iter().any(|one| sources.contains(one)).then_some(op)
        };
        inits.filter_map(sliced).min()
    };
    direct.or_else(carried)
}

/// What an `extract_slice` takes; [`None`] if a stride is no number above 0.
fn slice_ranges(b: &mut OpBuilder<'_>, slice: OpId) -> Option<Vec<DimRange>> {
    let numbers = |name: &str| b.module.op(slice).attr(name)?.as_i64s();
    let (offsets, sizes, strides) = (
        numbers("static_offsets")?,
        numbers("static_sizes")?,
        numbers("static_strides")?,
    );
    let source = b.module.op(slice).operand(0);
    let shape = b.module.ty(source).shape()?.to_vec();
    strides.iter().all(|stride| *stride > 0).then_some(())?;
    let groups = segments(b.module, slice)?;
    let offsets = unmixed(&offsets, groups[1].iter().copied())?;
    let sizes = unmixed(&sizes, groups[2].iter().copied())?;
    let ranges = offsets
        .into_iter()
        .zip(sizes)
        .zip(strides)
        .zip(shape)
        .map(|(((offset, size), step), dim)| DimRange {
            offset,
            size,
            step,
            whole: step == 1
                && offset == OpSize::Static(0)
                && matches!((size, dim), (OpSize::Static(size), Dim::Static(dim)) if size == dim as i64),
        });
    Some(ranges.collect())
}
