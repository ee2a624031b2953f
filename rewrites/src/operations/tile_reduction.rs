//! `tile_reduction_using_for`, `tile_reduction_using_forall`: reductions as loops over tiles that add to accumulators,
//! which are combined afterwards.
//!
//! The sequential form has an accumulator for each iteration of a tile: all tiles add to the same ones, each iteration
//! to its own, so that the loops inside the tile are parallel. The parallel form has one for each tile.
//!
//! # Source
//! MLIR, `PartialReductionOpInterface`: its outer-parallel and its outer-reduction strategy.

use crate::operations::OperationTransform;
use crate::operations::builder::{BuiltLoop, DimRange, InsertPoint, OpBuilder, OpSize};
use crate::operations::operation::{Linalg, same_loops, shift_indices};
use crate::operations::reduction::{Accumulation, reduction_named};
use crate::operations::tile::{loop_sizes, loops_with_sizes, named_sizes, sizes_text, tile_size};
use crate::registry::{Alias, Build};
use crate::{Args, ScriptName, Spanned};
use crate::{RegistryEntry, ScriptedProgram};
use polyvet_ir::linalg::IteratorType;
use polyvet_ir::{AffineExpr, AffineMap, Diagnostic, OpId, OpSpec, ValueId};

/// The line of `tile_reduction_using_for`.
pub static ENTRY_FOR: RegistryEntry = RegistryEntry {
    name: "tile_reduction_using_for",
    aliases: &[Alias {
        name: "structured.tile_reduction_using_for",
        clauses: &["tile_sizes"],
    }],
    summary: "Writes reductions as scf.for loops over tiles, with an accumulator for each iteration of a tile.",
    params: "OP, d0=SIZE, .. | OP, VALUE, d0=SIZE, ..",
    example: "tile_reduction_using_for(S0, d2=4)",
    build: Build::Operations(|args| parse(args, false)),
};

/// The line of `tile_reduction_using_forall`.
pub static ENTRY_FORALL: RegistryEntry = RegistryEntry {
    name: "tile_reduction_using_forall",
    aliases: &[Alias {
        name: "structured.tile_reduction_using_forall",
        clauses: &["num_threads", "tile_sizes"],
    }],
    summary: "Writes reductions as one scf.forall over tiles, with an accumulator for each tile.",
    params: "OP, d0=SIZE, .. | OP, VALUE, d0=SIZE, ..",
    example: "tile_reduction_using_forall(S0, d2=4)",
    build: Build::Operations(|args| parse(args, true)),
};

fn parse(args: &mut Args, forall: bool) -> Result<Box<dyn OperationTransform>, Diagnostic> {
    let target = args.name()?;
    let start = args.next_is_plain().then(|| args.text()).transpose()?;
    let sizes = loop_sizes(args)?;
    Ok(Box::new(TileReduction {
        target,
        start,
        sizes,
        forall,
    }))
}

/// Tiles reductions.
#[derive(Debug)]
pub struct TileReduction {
    /// The operation.
    pub target: ScriptName,
    /// What accumulators begin with; what is neutral, if nothing is said.
    pub start: Option<Spanned<String>>,
    /// Reduction loops, outermost first, with the sizes of their tiles.
    pub sizes: Vec<(ScriptName, i64)>,
    /// One parallel loop over tiles, each with its own accumulator.
    pub forall: bool,
}

impl TileReduction {
    /// Tiles reductions by loops one inside the other.
    pub fn for_loops<N: Into<ScriptName>>(
        op: impl Into<ScriptName>,
        sizes: impl IntoIterator<Item = (N, i64)>,
    ) -> TileReduction {
        TileReduction {
            target: op.into(),
            start: None,
            sizes: named_sizes(sizes),
            forall: false,
        }
    }

    /// Tiles reductions by one parallel loop.
    pub fn forall<N: Into<ScriptName>>(
        op: impl Into<ScriptName>,
        sizes: impl IntoIterator<Item = (N, i64)>,
    ) -> TileReduction {
        TileReduction {
            target: op.into(),
            start: None,
            sizes: named_sizes(sizes),
            forall: true,
        }
    }
}

impl OperationTransform for TileReduction {
    fn text(&self) -> String {
        let entry = if self.forall { &ENTRY_FORALL } else { &ENTRY_FOR };
        let start = self.start.iter().map(Spanned::to_string);
        entry.call(
            [self.target.to_string()]
                .into_iter()
                .chain(start)
                .chain(sizes_text(&self.sizes)),
        )
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let linalg = program.structured(&self.target)?;
        for (name, _) in &self.sizes {
            reduction_named(&linalg, name)?;
        }
        let tiles = loops_with_sizes(|name| linalg.loop_named(name), &self.sizes)?;
        let sum = Accumulation::of(&program.module, &linalg, self.start.as_ref(), &self.target)?;
        let func = program.func;
        let mut b = OpBuilder::before(&mut program.module, func, linalg.op);
        let extents = linalg.extents(&mut b, &self.target)?;
        let part = TiledPart {
            linalg: &linalg,
            name: &self.target,
            tiles,
            extents,
        };
        let (op, loops) = match self.forall {
            true => part.parallel(&mut b, &sum)?,
            false => part.sequential(&mut b, &sum)?,
        };
        b.place = InsertPoint::Before(linalg.op);
        let partial = b.module.op(loops[0]).results[0];
        let combined = sum.combine(&mut b, partial, linalg.view.outputs[0], part.tiles.len());
        let results = b.module.op(combined).results.clone();
        program.replace(linalg.op, &results, op);
        Ok([op, combined].into_iter().chain(loops).collect())
    }
}

/// What is tiled.
struct TiledPart<'p> {
    linalg: &'p Linalg,
    name: &'p ScriptName,
    /// Loops by number, with the sizes of their tiles.
    tiles: Vec<(usize, i64)>,
    extents: Vec<OpSize>,
}

impl TiledPart<'_> {
    fn names(&self) -> Vec<String> {
        let names = self.linalg.loop_names();
        self.tiles.iter().map(|(at, _)| names[*at].clone()).collect()
    }

    /// The output whole, with ranges of accumulators behind.
    fn accumulators(&self, b: &mut OpBuilder<'_>, more: impl Iterator<Item = DimRange>) -> Vec<DimRange> {
        let dims = b.dims(self.linalg.view.outputs[0]);
        dims.into_iter().map(DimRange::whole).chain(more).collect()
    }

    /// The parts of the inputs, and the maps to them; those of outputs as they are.
    fn inputs(&self, b: &mut OpBuilder<'_>, ranges: &[DimRange]) -> Result<(Vec<ValueId>, Vec<AffineMap>), Diagnostic> {
        let (mut inputs, mut maps) = (Vec::new(), self.linalg.view.maps.clone());
        for (n, value) in self.linalg.view.inputs.iter().enumerate() {
            if b.ty(*value).shape().is_none() {
                inputs.push(*value);
                continue;
            }
            let parts = self.linalg.operand_parts(b, n, ranges, self.name)?;
            let (part, inside): (Vec<DimRange>, Vec<AffineExpr>) =
                parts.into_iter().map(|one| (one.range, one.inside)).unzip();
            inputs.push(if part.is_empty() {
                *value
            } else {
                b.slice(*value, &part)
            });
            maps[n] = AffineMap::new(maps[n].dims, maps[n].syms, inside);
        }
        Ok((inputs, maps))
    }

    /// Loops one inside the other; the operation and the loops.
    fn sequential(&self, b: &mut OpBuilder<'_>, sum: &Accumulation) -> Result<(OpId, Vec<OpId>), Diagnostic> {
        let sizes: Vec<OpSize> = self.tiles.iter().map(|(_, size)| OpSize::Static(*size)).collect();
        let mut carried = sum.accumulators(b, self.linalg.view.outputs[0], &sizes);
        let mut loops: Vec<BuiltLoop> = Vec::new();
        for ((at, size), name) in self.tiles.iter().zip(self.names()) {
            let made = b.scf_for(self.extents[*at], OpSize::Static(*size), &[carried], &name);
            carried = made.carried[0];
            loops.push(made);
        }
        let mut ranges: Vec<DimRange> = self.extents.iter().copied().map(DimRange::whole).collect();
        for ((at, size), one) in self.tiles.iter().zip(&loops) {
            let offset = OpSize::Value(one.inductions[0]);
            ranges[*at] = DimRange::part(offset, tile_size(b, OpSize::Static(*size), self.extents[*at], offset));
        }
        let own = self.tiles.iter().map(|(at, size)| DimRange {
            offset: OpSize::Static(0),
            size: ranges[*at].size,
            step: 1,
            whole: ranges[*at].size == OpSize::Static(*size),
        });
        let own = self.accumulators(b, own);
        let (mut operands, mut maps) = self.inputs(b, &ranges)?;
        operands.push(b.slice(carried, &own));
        let rank = self.linalg.rank();
        let mut iterators = self.linalg.view.iterators.clone();
        if let Some(map) = maps.last_mut() {
            let mut results = map.results.clone();
            results.extend(self.tiles.iter().map(|(at, _)| AffineExpr::dim(*at)));
            *map = AffineMap::new(rank, 0, results);
        }
        for (at, _) in &self.tiles {
            iterators[*at] = IteratorType::Parallel;
        }
        let op = self
            .linalg
            .in_new_loops(b, &operands, &maps, &iterators, &same_loops(rank));
        let body = b.module.only_block(op, 0).expect("a structured operation has a body");
        shift_indices(b, body, &ranges);
        let mut value = b.insert_slice(b.module.op(op).results[0], carried, &own);
        for one in loops.iter().rev() {
            b.place = InsertPoint::End(one.body);
            b.push(OpSpec::new("scf.yield").operands(&[value]));
            value = b.module.op(one.op).results[0];
        }
        Ok((op, loops.iter().map(|one| one.op).collect()))
    }

    /// One loop over all tiles; the operation and the loop.
    fn parallel(&self, b: &mut OpBuilder<'_>, sum: &Accumulation) -> Result<(OpId, Vec<OpId>), Diagnostic> {
        let mut counts = Vec::new();
        for (at, size) in &self.tiles {
            counts.push(b.apply(&AffineExpr::dim(0).ceil_div((*size).into()), &[self.extents[*at]]));
        }
        let output = self.linalg.view.outputs[0];
        let partial = sum.accumulators(b, output, &counts);
        let made = b.scf_forall(
            &counts,
            &vec![OpSize::Static(1); counts.len()],
            &[partial],
            &self.names(),
        );
        let mut ranges: Vec<DimRange> = self.extents.iter().copied().map(DimRange::whole).collect();
        for ((at, size), tile) in self.tiles.iter().zip(&made.inductions) {
            let offset = b.apply(&(AffineExpr::dim(0) * (*size).into()), &[OpSize::Value(*tile)]);
            ranges[*at] = DimRange::part(offset, tile_size(b, OpSize::Static(*size), self.extents[*at], offset));
        }
        let own = { made.inductions.iter() }.map(|tile| DimRange::part(OpSize::Value(*tile), OpSize::Static(1)));
        let own = self.accumulators(b, own);
        let mut kept = vec![true; own.len() - self.tiles.len()];
        kept.resize(own.len(), false);
        let (mut operands, maps) = self.inputs(b, &ranges)?;
        operands.push(b.slice_keeping(made.carried[0], &own, &kept));
        let subscripts = maps.into_iter().map(|map| map.results).collect();
        let op = self.linalg.on_parts(b, &operands, subscripts, &ranges, self.name)?;
        let value = b.module.op(op).results[0];
        b.in_parallel(&[(value, made.carried[0], own)]);
        Ok((op, vec![made.op]))
    }
}
