//! `promote`: what an operation touches of its operands copied to buffers of its own, and back.
//!
//! What it touches is `footprint`'s slice: of `A[2 * i + 4 * j]` every second element, dense in the buffer of a generic
//! operation. Loops that touch anything else than a slice are for `data_copy`.

use crate::operations::OperationTransform;
use crate::operations::builder::{DimRange, OpBuilder, OpSize, mixed};
use crate::operations::operation::{Linalg, no_place};
use crate::operations::slices::{SlicePart, is_linear, part_of};
use crate::registry::{Alias, Build};
use crate::{RegistryEntry, ScriptedProgram};
use crate::{ScriptName, Spanned};
use polyvet_ir::edit::segment_sizes;
use polyvet_ir::{AffineExpr, Diagnostic, OpId, OpSpec, Type, ValueId};

/// Its line in the list.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "promote",
    aliases: &[Alias {
        name: "structured.promote",
        clauses: &["operands_to_promote", "use_full_tiles_by_default"],
    }],
    summary: "Copies operands on buffers, by number, to local buffers before an operation and what it writes back after it.",
    params: "OP, NUMBER, ..",
    example: "promote(S0, 0, 2)",
    build: Build::Operations(|args| {
        let (target, mut operands) = (args.name()?, vec![args.int()?]);
        while !args.is_done() {
            operands.push(args.int()?);
        }
        Ok(Box::new(Promote { target, operands }))
    }),
};

/// Copies operands to local buffers.
#[derive(Debug)]
pub struct Promote {
    /// The operation.
    pub target: ScriptName,
    /// Numbers of operands, inputs first.
    pub operands: Vec<Spanned<i64>>,
}

impl Promote {
    /// Copies the operands with these numbers.
    pub fn new(op: impl Into<ScriptName>, operands: impl IntoIterator<Item = i64>) -> Promote {
        Promote {
            target: op.into(),
            operands: operands.into_iter().map(Spanned::from).collect(),
        }
    }
}

impl OperationTransform for Promote {
    fn text(&self) -> String {
        let operands = self.operands.iter().map(Spanned::to_string);
        ENTRY.call([self.target.to_string()].into_iter().chain(operands))
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let linalg = program.structured(&self.target)?;
        let mut operands = linalg.operands();
        let mut subscripts: Vec<Vec<AffineExpr>> = linalg.view.maps.iter().map(|map| map.results.clone()).collect();
        let mut locals: Vec<(usize, ValueId, ValueId)> = Vec::new();
        let func = program.func;
        let mut b = OpBuilder::before(&mut program.module, func, linalg.op);
        for number in &self.operands {
            let name = ScriptName::new(number.to_string(), number.span);
            let found = usize::try_from(number.value).ok().filter(|at| *at < operands.len());
            let at = found.ok_or_else(|| no_place(&name, format!("the operation has {} operands", operands.len())))?;
            if locals.iter().any(|(other, ..)| *other == at) {
                return Err(no_place(&name, format!("operand {at} is named twice")));
            }
            let buffer = operands[at];
            if !matches!(b.ty(buffer), Type::MemRef { .. }) {
                return Err(no_place(&name, format!("operand {at} is no buffer")));
            }
            let parts = self.touched(&mut b, &linalg, at)?;
            let ranges: Vec<DimRange> = parts.iter().map(|part| part.range).collect();
            let shown = b.slice(buffer, &ranges);
            let local = alloc_like(&mut b, shown);
            if self.is_read(&b, &linalg, at) {
                b.push(OpSpec::new("memref.copy").operands(&[shown, local]));
            }
            subscripts[at] = parts.into_iter().map(|part| part.inside).collect();
            operands[at] = local;
            locals.push((at, shown, local));
        }
        let op = linalg.on_parts(&mut b, &operands, subscripts, &[], &self.target)?;
        for (at, shown, local) in &locals {
            if *at >= linalg.view.inputs.len() {
                b.push(OpSpec::new("memref.copy").operands(&[*local, *shown]));
            }
        }
        for (.., local) in &locals {
            b.push(OpSpec::new("memref.dealloc").operands(&[*local]));
        }
        let results = b.module.op(op).results.clone();
        program.replace(linalg.op, &results, op);
        Ok(vec![op])
    }
}

impl Promote {
    /// The slice of an operand that the operation touches: all of a dimension that a loop counts, of others what the
    /// sums of loops are.
    fn touched(&self, b: &mut OpBuilder<'_>, linalg: &Linalg, at: usize) -> Result<Vec<SlicePart>, Diagnostic> {
        let exprs = linalg.view.maps[at].results.clone();
        let sizes = b.dims(linalg.operands()[at]);
        let is_sum = |expr: &AffineExpr| !matches!(expr, AffineExpr::Dim(_)) && is_linear(expr, linalg.rank());
        let loops: Vec<DimRange> = match exprs.iter().any(is_sum) {
            true => linalg.extents(b, &self.target)?,
            false => Vec::new(),
        }
        .into_iter()
        .map(|size| DimRange::part(OpSize::Static(0), size))
        .collect();
        let mut parts = Vec::new();
        for (expr, size) in exprs.into_iter().zip(sizes) {
            let whole = SlicePart {
                range: DimRange::whole(size),
                inside: expr.clone(),
            };
            parts.push(match is_sum(&expr) {
                false => whole,
                true => match part_of(b, &expr, &loops, linalg.is_generic(b.module), &self.target)? {
                    part if part.range == DimRange::part(OpSize::Static(0), size) => whole,
                    part => part,
                },
            });
        }
        Ok(parts)
    }

    /// Whether the old contents of an operand matter. They do not where an output that is not read is written, all of it.
    fn is_read(&self, b: &OpBuilder<'_>, linalg: &Linalg, at: usize) -> bool {
        let output = at.checked_sub(linalg.view.inputs.len());
        let exprs = &linalg.view.maps[at].results;
        let is_loop =
            |(n, expr): (usize, &AffineExpr)| matches!(expr, AffineExpr::Dim(_)) && !exprs[..n].contains(expr);
        let fills = || exprs.iter().enumerate().all(is_loop);
        output.is_none_or(|output| linalg.reads_output(b.module, output) || !fills())
    }
}

/// A new buffer of the shape of another one.
pub(crate) fn alloc_like(b: &mut OpBuilder<'_>, buffer: ValueId) -> ValueId {
    let dims = b.dims(buffer);
    let elem = b.ty(buffer).elem().clone();
    alloc(b, &dims, elem)
}

/// A new buffer of these extents.
pub(crate) fn alloc(b: &mut OpBuilder<'_>, dims: &[OpSize], elem: Type) -> ValueId {
    let ty = Type::memref(dims.iter().map(|dim| dim.dim()).collect(), elem);
    let (dynamic, _) = mixed(dims);
    let spec = OpSpec::new("memref.alloc")
        .operands(&dynamic)
        .property("operandSegmentSizes", segment_sizes(&[dynamic.len(), 0]));
    b.value(spec.result(ty))
}
