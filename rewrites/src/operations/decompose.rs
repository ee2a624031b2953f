//! `decompose`: an operation over windows of one element as one in fewer dimensions, a softmax as its steps.
//!
//! # Source
//! MLIR: `decomposeOp` patterns (convolutions and poolings in two dimensions to one), `AggregatedOpInterface`.

use crate::ScriptName;
use crate::operations::OperationTransform;
use crate::operations::builder::{InsertPoint, OpBuilder, OpSize};
use crate::operations::operation::{Linalg, generic, named, no_place};
use crate::operations::reduction::neutral;
use crate::operations::reshape::without_loops;
use crate::operations::specialize::to_named;
use crate::registry::{Alias, Build};
use crate::{RegistryEntry, ScriptedProgram};
use polyvet_ir::linalg::IteratorType;
use polyvet_ir::{AffineExpr, AffineMap, Attr, Diagnostic, OpId, OpSpec, ValueId};

/// Its line in the list.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "decompose",
    aliases: &[
        Alias {
            name: "structured.decompose",
            clauses: &[],
        },
        Alias {
            name: "structured.decompose_interface",
            clauses: &[],
        },
    ],
    summary: "Writes a convolution or pooling with windows of one row or column in fewer dimensions, a softmax as its steps.",
    params: "OP",
    example: "decompose(S0)",
    build: Build::Operations(|args| Ok(Box::new(Decompose { target: args.name()? }))),
};

/// Takes an operation apart.
#[derive(Debug)]
pub struct Decompose {
    /// The operation.
    pub target: ScriptName,
}

impl Decompose {
    /// Takes this operation apart.
    pub fn new(op: impl Into<ScriptName>) -> Decompose {
        Decompose { target: op.into() }
    }
}

impl OperationTransform for Decompose {
    fn text(&self) -> String {
        ENTRY.call([self.target.to_string()])
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let op = program.target(&self.target)?;
        if program.module.op(op).name == "linalg.softmax" {
            return self.softmax(program, op);
        }
        let linalg = program.structured(&self.target)?;
        let func = program.func;
        let mut b = OpBuilder::before(&mut program.module, func, linalg.op);
        let extents = linalg.extents(&mut b, &self.target)?;
        let unit = windows_of_one(&linalg, &extents);
        if !unit.contains(&true) {
            return Err(no_place(
                &self.target,
                "no window is known to have one place and one element",
            ));
        }
        let (op, results) = without_loops(&mut b, &linalg, &unit, &extents);
        program.replace(linalg.op, &results, op);
        let linalg = Linalg::of(&program.module, op, &self.target)?;
        Ok(vec![to_named(program, &linalg).unwrap_or(op)])
    }
}

/// Loops of one iteration that move a window of one element, and those over its elements.
fn windows_of_one(linalg: &Linalg, extents: &[OpSize]) -> Vec<bool> {
    let mut unit = vec![false; extents.len()];
    let sums = linalg.view.maps.iter().flat_map(|map| &map.results);
    for expr in sums.filter(|expr| !matches!(expr, AffineExpr::Dim(_))) {
        let mut loops = Vec::new();
        expr.for_each_leaf(&mut |leaf| {
            if let AffineExpr::Dim(at) = leaf {
                loops.push(*at as usize);
            }
        });
        if loops.len() > 1 && loops.iter().all(|at| extents[*at] == OpSize::Static(1)) {
            loops.into_iter().for_each(|at| unit[at] = true);
        }
    }
    unit
}

impl Decompose {
    fn softmax(&self, program: &mut ScriptedProgram, op: OpId) -> Result<Vec<OpId>, Diagnostic> {
        let refuse = || no_place(&self.target, "this softmax is not one of tensors of floats");
        let data = program.module.op(op);
        let [input, output] = data.operand_values().collect::<Vec<_>>()[..] else {
            return Err(refuse());
        };
        let dim = data.attr("dimension").and_then(Attr::as_i64);
        let dim = dim.and_then(|dim| usize::try_from(dim).ok()).ok_or_else(refuse)?;
        let mut b = program.before(op);
        let (elem, rank) = (b.ty(input).elem().clone(), b.ty(input).shape().map_or(0, <[_]>::len));
        let starts = neutral("arith.maxnumf", &elem).zip(neutral("arith.addf", &elem));
        let starts = starts.filter(|_| b.ty(output).is_tensor() && dim < rank);
        let (lowest, zero) = starts.ok_or_else(refuse)?;
        let mut dims = b.dims(input);
        dims.remove(dim);
        let filled = |b: &mut OpBuilder<'_>, start: Attr| {
            let empty = b.empty(&dims, &elem);
            let start = b.constant(start, &elem);
            let fill = named(b, "linalg.fill", &[start], &[empty]).expect("a tensor can be filled");
            b.module.op(fill).results[0]
        };
        let greatest = filled(&mut b, lowest);
        let mut steps = Softmax {
            b,
            dim,
            rank,
            made: Vec::new(),
        };
        let max = steps.step(&[input], greatest, &[false, true], &["arith.maxnumf"]);
        let exp = steps.step(
            &[input, max],
            output,
            &[false, true, false],
            &["arith.subf", "math.exp"],
        );
        let sum = filled(&mut steps.b, zero);
        let sum = steps.step(&[exp], sum, &[false, true], &["arith.addf"]);
        let quotient = steps.step(&[exp, sum], output, &[false, true, false], &["arith.divf"]);
        let made = steps.made;
        program.replace(op, &[quotient], made[3]);
        Ok(made.into_iter().rev().collect())
    }
}

/// The steps of a softmax.
struct Softmax<'m> {
    b: OpBuilder<'m>,
    /// Along this dimension.
    dim: usize,
    rank: usize,
    /// What was written.
    made: Vec<OpId>,
}

impl Softmax<'_> {
    /// A generic operation with these operations, on all inputs and then on what the one before gives; where `rows` says
    /// so an operand, the output last, has no dimension along the softmax. An output that is one is added to.
    fn step(&mut self, inputs: &[ValueId], output: ValueId, rows: &[bool], payload: &[&str]) -> ValueId {
        let all: Vec<usize> = (0..self.rank).collect();
        let map = |is_row: &bool| {
            let kept = all.iter().filter(|at| !is_row || **at != self.dim);
            AffineMap::new(self.rank, 0, kept.copied().map(AffineExpr::dim).collect())
        };
        let maps: Vec<AffineMap> = rows.iter().map(map).collect();
        let mut iterators = vec![IteratorType::Parallel; self.rank];
        let adds = rows.last() == Some(&true);
        if adds {
            iterators[self.dim] = IteratorType::Reduction;
        }
        let b = &mut self.b;
        let (op, block) = generic(b, inputs, &[output], &maps, &iterators);
        let mut values = b.module.block(block).args.clone();
        if !adds {
            values.pop();
        }
        let place = std::mem::replace(&mut b.place, InsertPoint::End(block));
        for name in payload {
            let ty = b.ty(values[0]);
            values = vec![b.value(OpSpec::new(name).operands(&values).result(ty))];
        }
        b.push(OpSpec::new("linalg.yield").operands(&values));
        b.place = place;
        self.made.push(op);
        b.module.op(op).results[0]
    }
}
