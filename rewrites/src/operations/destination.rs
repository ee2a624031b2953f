//! `rewrite_in_destination_passing_style`: a padded or generated tensor written into one that is there.

use crate::ScriptName;
use crate::operations::OperationTransform;
use crate::operations::builder::{DimRange, InsertPoint, OpBuilder, OpSize, extents_of, unmixed};
use crate::operations::operation::{generic, index_of, inline_body, named, no_place};
use crate::registry::{Alias, Build};
use crate::{RegistryEntry, ScriptedProgram};
use polyvet_ir::linalg::IteratorType;
use polyvet_ir::{AffineExpr, AffineMap, Diagnostic, Dim, OpId, OpSpec, Type, ValueId, segments};
use std::collections::HashMap;

/// Its line in the list.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "rewrite_in_destination_passing_style",
    aliases: &[Alias {
        name: "structured.rewrite_in_destination_passing_style",
        clauses: &[],
    }],
    summary: "Writes a tensor.pad as a fill and an insertion, a tensor.generate as a linalg.generic, into an empty tensor.",
    params: "PAD",
    example: "rewrite_in_destination_passing_style(tensor.pad)",
    build: Build::Operations(|args| Ok(Box::new(ToDestination { target: args.name()? }))),
};

/// Writes a tensor into one that is there.
#[derive(Debug)]
pub struct ToDestination {
    /// The `tensor.pad` or `tensor.generate`.
    pub target: ScriptName,
}

impl ToDestination {
    /// Writes what this operation makes into a tensor.
    pub fn new(op: impl Into<ScriptName>) -> ToDestination {
        ToDestination { target: op.into() }
    }
}

impl OperationTransform for ToDestination {
    fn text(&self) -> String {
        ENTRY.call([self.target.to_string()])
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let op = program.target(&self.target)?;
        let made = match program.module.op(op).name.as_str() {
            "tensor.pad" => self.pad(&mut program.before(op), op)?,
            "tensor.generate" => self.generate(&mut program.before(op), op)?,
            other => {
                let message = format!("`{other}` is neither `tensor.pad` nor `tensor.generate`");
                return Err(no_place(&self.target, message));
            }
        };
        let value = program.module.op(made).results[0];
        program.replace(op, &[value], made);
        Ok(vec![made])
    }
}

/// A padding with one value.
pub(crate) struct PaddedTensor {
    /// What it is put around.
    pub source: ValueId,
    /// What is put around.
    pub value: ValueId,
    /// Of the result.
    pub extents: Vec<OpSize>,
    /// The source in the result.
    pub middle: Vec<DimRange>,
    /// The type of the result.
    pub ty: Type,
}

impl PaddedTensor {
    /// A `tensor.pad`.
    ///
    /// # Errors
    /// What it puts around is computed in it, or its type says less than its operands.
    pub fn of(b: &mut OpBuilder<'_>, op: OpId, name: &ScriptName) -> Result<PaddedTensor, Diagnostic> {
        let refuse = || no_place(name, "what is put around is no value from outside of the operation");
        let source = b.module.op(op).operand(0);
        let ty = b.ty(b.module.op(op).results[0]);
        let groups = segments(b.module, op).ok_or_else(refuse)?;
        let amounts = |name: &str, values: &[ValueId]| {
            let numbers = b.module.op(op).attr(name)?.as_i64s()?;
            unmixed(&numbers, values.iter().copied())
        };
        let lows = groups.get(1).and_then(|values| amounts("static_low", values));
        let highs = groups.get(2).and_then(|values| amounts("static_high", values));
        let (lows, highs) = lows.zip(highs).ok_or_else(refuse)?;
        let body = b.module.only_block(op, 0).ok_or_else(refuse)?;
        let [end] = b.module.block(body).ops[..] else {
            return Err(refuse());
        };
        let value = b.module.op(end).operand(0);
        if b.module.block(body).args.contains(&value) {
            return Err(refuse());
        }
        let sizes = b.dims(source);
        let sum = AffineExpr::dim(0) + AffineExpr::dim(1) + AffineExpr::dim(2);
        let mut extents = Vec::new();
        for (at, dim) in ty.shape().unwrap_or(&[]).iter().enumerate() {
            extents.push(match dim {
                Dim::Static(number) => OpSize::Static(*number as i64),
                _ => b.apply(&sum, &[lows[at], sizes[at], highs[at]]),
            });
        }
        let shape: Vec<Dim> = extents.iter().map(|extent| extent.dim()).collect();
        if ty.shape() != Some(&shape[..]) {
            return Err(no_place(name, "its type says less of the extents than its operands"));
        }
        let middle = lows.into_iter().zip(sizes);
        let middle = middle.map(|(offset, size)| DimRange::part(offset, size)).collect();
        Ok(PaddedTensor {
            source,
            value,
            extents,
            middle,
            ty,
        })
    }
}

impl ToDestination {
    fn pad(&self, b: &mut OpBuilder<'_>, op: OpId) -> Result<OpId, Diagnostic> {
        let padded = PaddedTensor::of(b, op, &self.target)?;
        let refuse = || no_place(&self.target, "a tensor of such elements cannot be filled");
        let empty = b.empty(&padded.extents, padded.ty.elem());
        let fill = named(b, "linalg.fill", &[padded.value], &[empty]).ok_or_else(refuse)?;
        let filled = b.module.op(fill).results[0];
        let whole = b.insert_whole(padded.source, filled, &padded.middle);
        b.module.defining_op(whole).ok_or_else(refuse)
    }

    fn generate(&self, b: &mut OpBuilder<'_>, op: OpId) -> Result<OpId, Diagnostic> {
        let refuse = || no_place(&self.target, "this `tensor.generate` is not well formed");
        let result = b.ty(b.module.op(op).results[0]);
        let extents = extents_of(&result, b.module.op(op).operand_values()).ok_or_else(refuse)?;
        let body = b.module.only_block(op, 0).ok_or_else(refuse)?;
        let empty = b.empty(&extents, result.elem());
        let rank = extents.len();
        let iterators = vec![IteratorType::Parallel; rank];
        let (made, block) = generic(b, &[], &[empty], &[AffineMap::identity(rank)], &iterators);
        let place = std::mem::replace(&mut b.place, InsertPoint::End(block));
        let mut indices = Vec::new();
        for at in 0..rank {
            indices.push(index_of(b, at));
        }
        let yielded = inline_body(b, body, &indices, &mut HashMap::new());
        b.push(OpSpec::new("linalg.yield").operands(&yielded));
        b.place = place;
        Ok(made)
    }
}
