//! `promote`: operands of an operation copied to buffers of its own, and back.

use crate::builder::{Builder, mixed};
use crate::operation::{Linalg, no_place};
use crate::{Entry, Program, Structured};
use polyvet_ir::edit::segment_sizes;
use polyvet_ir::{Diagnostic, OpId, OpSpec, Type, ValueId};
use polyvet_transforms::{Name, Spanned};

/// Its line in the list.
pub static ENTRY: Entry = Entry {
    name: "promote",
    summary: "Copies operands on buffers, by number, to local buffers before an operation and what it writes back after it.",
    params: "OP, NUMBER, ..",
    example: "promote(S0, 0, 2)",
    parse: |args| {
        let (target, mut operands) = (args.name()?, vec![args.int()?]);
        while !args.is_done() {
            operands.push(args.int()?);
        }
        Ok(Box::new(Promote { target, operands }))
    },
};

/// Copies operands to local buffers.
#[derive(Debug)]
pub struct Promote {
    /// The operation.
    pub target: Name,
    /// Numbers of operands, inputs first.
    pub operands: Vec<Spanned<i64>>,
}

impl Promote {
    /// Copies the operands with these numbers.
    pub fn new(op: impl Into<Name>, operands: impl IntoIterator<Item = i64>) -> Promote {
        Promote {
            target: op.into(),
            operands: operands.into_iter().map(Spanned::from).collect(),
        }
    }
}

impl Structured for Promote {
    fn text(&self) -> String {
        let operands = self.operands.iter().map(Spanned::to_string);
        ENTRY.call([self.target.to_string()].into_iter().chain(operands))
    }

    fn apply(&self, program: &mut Program) -> Result<Vec<OpId>, Diagnostic> {
        let linalg = program.structured(&self.target)?;
        let mut operands = linalg.operands();
        let mut locals = Vec::new();
        let func = program.func;
        let mut b = Builder::before(&mut program.module, func, linalg.op);
        for number in &self.operands {
            let name = Name::new(number.to_string(), number.span);
            let found = usize::try_from(number.value).ok().filter(|at| *at < operands.len());
            let at = found.ok_or_else(|| no_place(&name, format!("the operation has {} operands", operands.len())))?;
            let buffer = operands[at];
            if !matches!(b.ty(buffer), Type::MemRef { .. }) {
                return Err(no_place(&name, format!("operand {at} is no buffer")));
            }
            let local = alloc_like(&mut b, buffer);
            if self.is_read(&b, &linalg, at) {
                b.push(OpSpec::new("memref.copy").operands(&[buffer, local]));
            }
            operands[at] = local;
            locals.push((at, buffer, local));
        }
        let op = linalg.on(&mut b, &operands, &[]);
        for (at, buffer, local) in &locals {
            if *at >= linalg.view.inputs.len() {
                b.push(OpSpec::new("memref.copy").operands(&[*local, *buffer]));
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
    /// Whether the old contents of an operand matter: all of an output that is not read is written.
    fn is_read(&self, b: &Builder<'_>, linalg: &Linalg, at: usize) -> bool {
        let output = at.checked_sub(linalg.view.inputs.len());
        output.is_none_or(|output| linalg.reads_output(b.module, output))
    }
}

/// A new buffer of the shape of another one.
pub(crate) fn alloc_like(b: &mut Builder<'_>, buffer: ValueId) -> ValueId {
    let dims = b.dims(buffer);
    let ty = Type::memref(dims.iter().map(|dim| dim.dim()).collect(), b.ty(buffer).elem().clone());
    let (dynamic, _) = mixed(&dims);
    let spec = OpSpec::new("memref.alloc")
        .operands(&dynamic)
        .property("operandSegmentSizes", segment_sizes(&[dynamic.len(), 0]));
    b.value(spec.result(ty))
}
