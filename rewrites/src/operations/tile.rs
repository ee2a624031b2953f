//! `tile_using_for`, `tile_using_forall`: an operation as loops over tiles of itself, on slices of its operands.

use crate::operations::OperationTransform;
use crate::operations::builder::{BuiltLoop, DimRange, InsertPoint, OpBuilder, OpSize};
use crate::operations::operation::{Linalg, no_place};
use crate::operations::tileable::TileOperation;
use crate::registry::{Alias, Build};
use crate::schedule::{Inapplicable, TimesSize as TileSize};
use crate::{Args, ScriptName, Spanned};
use crate::{RegistryEntry, ScriptedProgram};
use polyvet_ir::{AffineExpr, Diagnostic, OpId, OpSpec, Type, ValueId};
use std::fmt;

/// The line of `tile_using_for`.
pub static ENTRY_FOR: RegistryEntry = RegistryEntry {
    name: "tile_using_for",
    aliases: &[Alias {
        name: "structured.tile_using_for",
        clauses: &["tile_sizes", "interchange"],
    }],
    summary: "Writes an operation as scf.for loops over tiles of itself on slices of its operands.",
    params: "OP, d0=SIZE, ..",
    example: "tile_using_for(S0, d0=8, d1=4)",
    build: Build::Operations(|args| parse(args, false)),
};

/// The line of `tile_using_forall`.
pub static ENTRY_FORALL: RegistryEntry = RegistryEntry {
    name: "tile_using_forall",
    aliases: &[Alias {
        name: "structured.tile_using_forall",
        clauses: &["tile_sizes", "num_threads"],
    }],
    summary: "Writes an operation as one scf.forall over tiles of itself on slices of its operands.",
    params: "OP, d0=SIZE, ..",
    example: "tile_using_forall(S0, d0=8, d1=4)",
    build: Build::Operations(|args| parse(args, true)),
};

fn parse(args: &mut Args, forall: bool) -> Result<Box<dyn OperationTransform>, Diagnostic> {
    let target = args.name()?;
    let sizes = all_sizes(args, any_size)?;
    Ok(Box::new(TileUsing { target, sizes, forall }))
}

/// `d0=8`, .., each read by `one`; the last arguments.
fn all_sizes<S>(
    args: &mut Args,
    one: fn(&mut Args) -> Result<(ScriptName, S), Diagnostic>,
) -> Result<Vec<(ScriptName, S)>, Diagnostic> {
    let mut sizes = Vec::new();
    while !args.is_done() {
        sizes.push(one(args)?);
    }
    match sizes.is_empty() {
        true => Err(args.wrong("no loop has a size")),
        false => Ok(sizes),
    }
}

/// `d0=8`, ..; the last arguments.
pub(crate) fn loop_sizes(args: &mut Args) -> Result<Vec<(ScriptName, i64)>, Diagnostic> {
    all_sizes(args, loop_size)
}

/// `d0=8` or `d0=T`
fn any_size(args: &mut Args) -> Result<(ScriptName, Spanned<TileSize>), Diagnostic> {
    let (name, mut sizes) = args.sizes()?;
    if let Some(second) = sizes.get(1) {
        return Err(args.wrong_at(second.span, "one size for each loop"));
    }
    let size = sizes.swap_remove(0);
    match size.value {
        TileSize::Number(number @ ..1) => Err(Inapplicable::BadSize {
            name: name.value.clone(),
            size: number,
            span: size.span,
        }
        .diagnostic(size.span)),
        _ => Ok((name, size)),
    }
}

/// `d0=8`
pub(crate) fn loop_size(args: &mut Args) -> Result<(ScriptName, i64), Diagnostic> {
    let (name, size) = any_size(args)?;
    match size.value {
        TileSize::Number(number) => Ok((name, number)),
        TileSize::Param(_) => Err(args.wrong_at(size.span, "only a tiling has sizes that are no numbers")),
    }
}

/// Loops with sizes, as scripts name them.
pub(crate) fn named_sizes<N: Into<ScriptName>>(sizes: impl IntoIterator<Item = (N, i64)>) -> Vec<(ScriptName, i64)> {
    sizes.into_iter().map(|(name, size)| (name.into(), size)).collect()
}

/// `d0=8`, ..
pub(crate) fn sizes_text<S: fmt::Display>(sizes: &[(ScriptName, S)]) -> impl Iterator<Item = String> {
    sizes.iter().map(|(name, size)| format!("{name}={size}"))
}

/// Tiles an operation.
#[derive(Debug)]
pub struct TileUsing {
    /// The operation.
    pub target: ScriptName,
    /// Loops, outermost first, with the sizes of their tiles: numbers, or arguments of the function.
    pub sizes: Vec<(ScriptName, Spanned<TileSize>)>,
    /// One parallel loop for all instead of one loop each.
    pub forall: bool,
}

impl TileUsing {
    fn of<N: Into<ScriptName>, S: Into<TileSize>>(
        target: ScriptName,
        sizes: impl IntoIterator<Item = (N, S)>,
        forall: bool,
    ) -> TileUsing {
        let sizes = sizes
            .into_iter()
            .map(|(name, size)| (name.into(), Spanned::from(size.into())));
        TileUsing {
            target,
            sizes: sizes.collect(),
            forall,
        }
    }

    /// Tiles by loops one inside the other.
    pub fn for_loops<N: Into<ScriptName>, S: Into<TileSize>>(
        op: impl Into<ScriptName>,
        sizes: impl IntoIterator<Item = (N, S)>,
    ) -> TileUsing {
        TileUsing::of(op.into(), sizes, false)
    }

    /// Tiles by one parallel loop.
    pub fn forall<N: Into<ScriptName>, S: Into<TileSize>>(
        op: impl Into<ScriptName>,
        sizes: impl IntoIterator<Item = (N, S)>,
    ) -> TileUsing {
        TileUsing::of(op.into(), sizes, true)
    }
}

impl OperationTransform for TileUsing {
    fn text(&self) -> String {
        let entry = if self.forall { &ENTRY_FORALL } else { &ENTRY_FOR };
        entry.call([self.target.to_string()].into_iter().chain(sizes_text(&self.sizes)))
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let mut tiled = program.tileable(&self.target)?;
        let mut tiles = Vec::new();
        for (at, size) in loops_with_sizes(|name| tiled.loop_named(name), &self.sizes)? {
            tiles.push((at, size_value(program, &size)?));
        }
        let func = program.func;
        let mut b = OpBuilder::before(&mut program.module, func, tiled.op());
        let extents = tiled.extents(&mut b, &self.target)?;
        // Dimensions that are taken whole are read off outside of the loops.
        let mut state = Tiling {
            carried: tiled.outputs(&mut b, &extents),
            loops: Vec::new(),
            b,
        };
        let names: Vec<String> = tiles.iter().map(|(at, _)| tiled.loop_names()[*at].clone()).collect();
        let on_tensors = tiled.on_tensors(state.b.module);
        let inductions = match self.forall {
            true => state.forall(&tiles, &extents, &names, on_tensors),
            false => state.nest(&tiles, &extents, &names, on_tensors),
        };
        let mut ranges: Vec<DimRange> = extents.iter().copied().map(DimRange::whole).collect();
        for ((at, size), induction) in tiles.iter().zip(inductions) {
            let offset = OpSize::Value(induction);
            let size = tile_size(&mut state.b, *size, extents[*at], offset);
            ranges[*at] = DimRange::part(offset, size);
        }
        let on_carried = tiled.with_outputs(&state.carried);
        let tile = on_carried.tile_at(&mut state.b, &ranges, &self.target)?;
        let results = state.close(&tile, self.forall);
        let loops: Vec<OpId> = state.loops.iter().map(|one| one.op).collect();
        program.replace(tiled.op(), &results, tile.op);
        Ok(std::iter::once(tile.op).chain(loops).collect())
    }
}

/// A size in the program: an argument of the function counts as 1 where it is less.
fn size_value(program: &mut ScriptedProgram, size: &Spanned<TileSize>) -> Result<OpSize, Diagnostic> {
    let name = match &size.value {
        TileSize::Number(number) => return Ok(OpSize::Static(*number)),
        TileSize::Param(name) => name,
    };
    let module = &program.module;
    let entry = module.only_block(program.func, 0).expect("a function of one block");
    let block = module.block(entry);
    let indices = block.args.iter().filter(|arg| *module.ty(**arg) == Type::Index);
    let named = |arg: &ValueId| module.value_name(*arg).trim_start_matches('%').to_owned();
    let Some(arg) = indices.clone().find(|arg| named(arg) == *name) else {
        return Err(Inapplicable::UnknownParameter {
            name: name.clone(),
            span: size.span,
            params: indices.map(named).collect(),
        }
        .diagnostic(size.span));
    };
    let (arg, first) = (*arg, block.ops[0]);
    // That of an earlier step, at the beginning.
    let is_one = |value: ValueId| {
        let op = module.defining_op(value).map(|op| module.op(op));
        op.and_then(|op| op.attr("value")?.as_i64()) == Some(1)
    };
    let beginning = block.ops.iter().map(|op| module.op(*op));
    let mut beginning = beginning.take_while(|op| matches!(op.name.as_str(), "arith.constant" | "arith.maxsi"));
    let known = beginning.find(|op| op.operand_values().next() == Some(arg) && is_one(op.operand(1)));
    if let Some(known) = known {
        return Ok(OpSize::Value(known.results[0]));
    }
    let one = program.before(first).index(OpSize::Static(1));
    let ops = &program.module.block(entry).ops;
    let constant = |op: &&OpId| program.module.op(**op).name == "arith.constant";
    let place = *ops
        .iter()
        .find(|op| !constant(op))
        .expect("a function ends in a return");
    let spec = OpSpec::new("arith.maxsi").operands(&[arg, one]).result(Type::Index);
    Ok(OpSize::Value(program.before(place).value(spec)))
}

/// Loops by number, each once.
pub(crate) fn loops_with_sizes<S: Clone>(
    loop_named: impl Fn(&ScriptName) -> Result<usize, Diagnostic>,
    sizes: &[(ScriptName, S)],
) -> Result<Vec<(usize, S)>, Diagnostic> {
    let mut tiles: Vec<(usize, S)> = Vec::new();
    for (name, size) in sizes {
        let at = loop_named(name)?;
        if tiles.iter().any(|(other, _)| *other == at) {
            let (name, span) = (name.value.clone(), name.span);
            return Err(Inapplicable::NamedTwice { name, span }.diagnostic(span));
        }
        tiles.push((at, size.clone()));
    }
    Ok(tiles)
}

/// How many of `extent` iterations a tile has that begins at `offset`.
pub(crate) fn tile_size(b: &mut OpBuilder<'_>, size: OpSize, extent: OpSize, offset: OpSize) -> OpSize {
    // A tile has an iteration: with one there is none left over.
    let is_full = match (extent, size) {
        (_, OpSize::Static(1)) => true,
        (OpSize::Static(extent), OpSize::Static(size)) => extent % size == 0,
        _ => false,
    };
    if is_full {
        return size;
    }
    let left = AffineExpr::dim(1) - AffineExpr::dim(0);
    b.min(&[left, AffineExpr::dim(2)], &[offset, extent, size])
}

struct Tiling<'m> {
    b: OpBuilder<'m>,
    loops: Vec<BuiltLoop>,
    /// The outputs, inside the loops.
    carried: Vec<ValueId>,
}

/// The iterations `ranges` of an operation, on slices.
pub(crate) fn tile_at(
    b: &mut OpBuilder<'_>,
    linalg: &Linalg,
    ranges: &[DimRange],
    name: &ScriptName,
) -> Result<TileOperation, Diagnostic> {
    let (mut operands, mut parts, mut subscripts) = (Vec::new(), Vec::new(), Vec::new());
    for (n, value) in linalg.operands().into_iter().enumerate() {
        let part = match b.ty(value).shape() {
            Some(_) => linalg.operand_parts(b, n, ranges, name)?,
            None => Vec::new(),
        };
        let (part, inside): (Vec<DimRange>, Vec<AffineExpr>) =
            part.into_iter().map(|one| (one.range, one.inside)).unzip();
        operands.push(if part.is_empty() { value } else { b.slice(value, &part) });
        parts.push(part);
        subscripts.push(inside);
    }
    let op = linalg.on_parts(b, &operands, subscripts, ranges, name)?;
    Ok(TileOperation {
        op,
        values: b.module.op(op).results.clone(),
        ranges: parts.split_off(linalg.view.inputs.len()),
    })
}

impl Tiling<'_> {
    /// What the loops carry: outputs that are tensors.
    fn inits(&self, on_tensors: bool) -> Vec<ValueId> {
        if on_tensors { self.carried.clone() } else { Vec::new() }
    }

    fn enter(&mut self, made: BuiltLoop, on_tensors: bool) {
        if on_tensors {
            self.carried.clone_from(&made.carried);
        }
        self.loops.push(made);
    }

    fn nest(
        &mut self,
        tiles: &[(usize, OpSize)],
        extents: &[OpSize],
        names: &[String],
        on_tensors: bool,
    ) -> Vec<ValueId> {
        for ((at, size), name) in tiles.iter().zip(names) {
            let inits = self.inits(on_tensors);
            let made = self.b.scf_for(extents[*at], *size, &inits, name);
            self.enter(made, on_tensors);
        }
        self.loops.iter().map(|one| one.inductions[0]).collect()
    }

    fn forall(
        &mut self,
        tiles: &[(usize, OpSize)],
        extents: &[OpSize],
        names: &[String],
        on_tensors: bool,
    ) -> Vec<ValueId> {
        let ends: Vec<OpSize> = tiles.iter().map(|(at, _)| extents[*at]).collect();
        let steps: Vec<OpSize> = tiles.iter().map(|(_, size)| *size).collect();
        let inits = self.inits(on_tensors);
        let made = self.b.scf_forall(&ends, &steps, &inits, names);
        let inductions = made.inductions.clone();
        self.enter(made, on_tensors);
        inductions
    }

    /// Ends the bodies; the results of the outermost loop.
    fn close(&mut self, tile: &TileOperation, forall: bool) -> Vec<ValueId> {
        let parts = tile.values.iter().zip(self.carried.clone()).zip(&tile.ranges);
        if forall {
            let parts: Vec<_> = parts
                .map(|((value, into), ranges)| (*value, into, ranges.clone()))
                .collect();
            self.b.in_parallel(&parts);
        } else {
            let mut values: Vec<ValueId> = Vec::new();
            for ((value, into), ranges) in parts {
                values.push(self.b.insert_slice(*value, into, ranges));
            }
            for one in self.loops.iter().rev() {
                self.b.place = InsertPoint::End(one.body);
                self.b.push(OpSpec::new("scf.yield").operands(&values));
                values.clone_from(&self.b.module.op(one.op).results);
            }
        }
        self.b.module.op(self.loops[0].op).results.clone()
    }
}

/// The error for a target that has no tensors.
pub(crate) fn needs_tensors(name: &ScriptName) -> Diagnostic {
    no_place(name, "this is about values, but the operation works on buffers")
}
