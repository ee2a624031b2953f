//! `split_iterators`: an operation as two of itself, on the iterations before a point of a loop and on those from it.

use crate::operations::OperationTransform;
use crate::operations::builder::{DimRange, OpBuilder, OpSize};
use crate::operations::operation::{Linalg, no_place, uses};
use crate::operations::tile::tile_at;
use crate::registry::{Alias, Build};
use crate::{RegistryEntry, ScriptedProgram};
use crate::{ScriptName, Spanned};
use polyvet_ir::{AffineExpr, Diagnostic, OpId, ValueId};

/// Its line in the list.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "split_iterators",
    aliases: &[Alias {
        name: "structured.split",
        clauses: &["after", "dimension"],
    }],
    summary: "Writes an operation as two: on the iterations of a loop before a point, and on those from it on.",
    params: "OP, d0, COUNT",
    example: "split_iterators(S0, d0, 4)",
    build: Build::Operations(|args| {
        Ok(Box::new(SplitIterators {
            target: args.name()?,
            name: args.name()?,
            count: args.positive()?,
        }))
    }),
};

/// Splits an operation at an iteration.
#[derive(Debug)]
pub struct SplitIterators {
    /// The operation.
    pub target: ScriptName,
    /// The loop.
    pub name: ScriptName,
    /// How many of its iterations the first operation has, if there are so many.
    pub count: Spanned<i64>,
}

impl SplitIterators {
    /// Splits a loop before iteration `count`.
    pub fn new(op: impl Into<ScriptName>, name: impl Into<ScriptName>, count: i64) -> SplitIterators {
        SplitIterators {
            target: op.into(),
            name: name.into(),
            count: count.into(),
        }
    }
}

impl OperationTransform for SplitIterators {
    fn text(&self) -> String {
        ENTRY.call([self.target.to_string(), self.name.to_string(), self.count.to_string()])
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let mut linalg = program.structured(&self.target)?;
        let at = linalg.loop_named(&self.name)?;
        if self.count.value < 1 {
            return Err(no_place(&self.name, "the first part has no iteration"));
        }
        // A window over no iterations would have a negative size.
        let is_window = |expr: &AffineExpr| *expr != AffineExpr::dim(at) && uses(expr, at);
        if linalg.view.maps.iter().any(|map| map.results.iter().any(is_window)) {
            let message = format!("loop `{}` is in a sum with others in a subscript", self.name);
            return Err(no_place(&self.name, message));
        }
        let func = program.func;
        let mut b = OpBuilder::before(&mut program.module, func, linalg.op);
        let extents = linalg.extents(&mut b, &self.target)?;
        let count = AffineExpr::Const(self.count.value);
        let middle = b.min(&[AffineExpr::dim(0), count], &[extents[at]]);
        let rest = b.apply(&(AffineExpr::dim(0) - AffineExpr::dim(1)), &[extents[at], middle]);
        if rest == OpSize::Static(0) {
            return Err(no_place(
                &self.name,
                format!("loop `{}` has no iteration from {} on", self.name, self.count),
            ));
        }
        let parts = [(OpSize::Static(0), middle), (middle, rest)];
        let mut made = Vec::new();
        for (offset, size) in parts {
            let mut ranges: Vec<DimRange> = extents.iter().copied().map(DimRange::whole).collect();
            let whole = false;
            ranges[at] = DimRange {
                offset,
                size,
                step: 1,
                whole,
            };
            let op = self.part(&mut b, &mut linalg, &ranges)?;
            made.push(op);
        }
        let results = linalg.view.outputs.clone();
        let on_tensors = !b.module.op(linalg.op).results.is_empty();
        program.replace(linalg.op, if on_tensors { &results } else { &[] }, made[0]);
        Ok(made)
    }
}

impl SplitIterators {
    /// The operation on some iterations; its outputs are what it has written over them.
    fn part(&self, b: &mut OpBuilder<'_>, linalg: &mut Linalg, ranges: &[DimRange]) -> Result<OpId, Diagnostic> {
        let tile = tile_at(b, linalg, ranges, &self.target)?;
        let outputs: Vec<ValueId> = linalg.view.outputs.clone();
        for (n, value) in tile.values.iter().enumerate() {
            linalg.view.outputs[n] = b.insert_slice(*value, outputs[n], &tile.ranges[n]);
        }
        Ok(tile.op)
    }
}
