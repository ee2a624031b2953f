//! `im2col`: windows of an operand laid out in a tensor of their own, so that what slid over it multiplies matrices.
//!
//! The operand is the only one with subscripts that are more than one loop, as the image of a convolution
//! `O[n, y, x, f] += I[n, y + u, x + v, c] * K[u, v, c, f]`. Its elements are copied to `P[n, y, x, u, v, c]`; loops that
//! all operands have side by side become one: `O[p, f] += P[p, q] * K[q, f]`.

use crate::ScriptName;
use crate::operations::OperationTransform;
use crate::operations::builder::OpBuilder;
use crate::operations::collapse::CollapseDims;
use crate::operations::operation::{Linalg, generic, no_place, same_loops, uses};
use crate::operations::tile::needs_tensors;
use crate::registry::{Alias, Build};
use crate::{RegistryEntry, ScriptedProgram};
use polyvet_ir::linalg::IteratorType;
use polyvet_ir::{AffineExpr, AffineMap, Diagnostic, OpId, OpSpec, ValueId};

/// Its line in the list.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "im2col",
    aliases: &[Alias {
        name: "structured.convert_conv2d_to_img2col",
        clauses: &[],
    }],
    summary: "Copies the windows of a convolution to the rows of a matrix, and multiplies that.",
    params: "OP",
    example: "im2col(S0)",
    build: Build::Operations(|args| Ok(Box::new(Im2col { target: args.name()? }))),
};

/// Makes a product of matrices of a convolution.
#[derive(Debug)]
pub struct Im2col {
    /// The operation.
    pub target: ScriptName,
}

impl Im2col {
    /// Makes a product of this operation.
    pub fn new(op: impl Into<ScriptName>) -> Im2col {
        Im2col { target: op.into() }
    }
}

impl OperationTransform for Im2col {
    fn text(&self) -> String {
        ENTRY.call([self.target.to_string()])
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let linalg = program.structured(&self.target)?;
        let func = program.func;
        let mut b = OpBuilder::before(&mut program.module, func, linalg.op);
        if linalg.operands().into_iter().any(|operand| b.ty(operand).is_memref()) {
            return Err(needs_tensors(&self.target));
        }
        let image = self.image(&linalg)?;
        let used = |at: &usize| linalg.view.maps[image].results.iter().any(|expr| uses(expr, *at));
        let is_parallel = |at: &usize| linalg.view.iterators[*at] == IteratorType::Parallel;
        let (rows, columns): (Vec<usize>, Vec<usize>) = (0..linalg.rank()).filter(used).partition(is_parallel);
        let loops = [rows, columns].concat();
        let copy = self.windows(&mut b, &linalg, image, &loops)?;
        let rank = linalg.rank();
        let (mut operands, mut maps) = (linalg.operands(), linalg.view.maps.clone());
        operands[image] = b.module.op(copy).results[0];
        maps[image] = AffineMap::new(rank, 0, loops.into_iter().map(AffineExpr::dim).collect());
        let op = linalg.in_new_loops(&mut b, &operands, &maps, &linalg.view.iterators, &same_loops(rank));
        let results = b.module.op(op).results.clone();
        program.replace(linalg.op, &results, op);
        Ok(vec![self.collapsed(program, op)?, copy])
    }
}

impl Im2col {
    /// The operand with windows.
    fn image(&self, linalg: &Linalg) -> Result<usize, Diagnostic> {
        let is_window = |map: &AffineMap| {
            let plain = |expr: &AffineExpr| matches!(expr, AffineExpr::Dim(_) | AffineExpr::Const(_));
            !map.results.iter().all(plain)
        };
        let found: Vec<usize> = (0..linalg.view.maps.len())
            .filter(|n| is_window(&linalg.view.maps[*n]))
            .collect();
        match found[..] {
            [image] if image < linalg.view.inputs.len() => Ok(image),
            _ => Err(no_place(&self.target, "no input is the only operand with windows")),
        }
    }

    /// What copies the windows: a dimension for each of `loops`.
    fn windows(
        &self,
        b: &mut OpBuilder<'_>,
        linalg: &Linalg,
        image: usize,
        loops: &[usize],
    ) -> Result<OpId, Diagnostic> {
        let extents = linalg.extents(b, &self.target)?;
        let input = linalg.view.inputs[image];
        let elem = b.ty(input).elem().clone();
        let dims: Vec<_> = loops.iter().map(|at| extents[*at]).collect();
        let place = |at: usize| loops.iter().position(|one| *one == at);
        let numbered: Vec<AffineExpr> = (0..linalg.rank())
            .map(|at| place(at).map_or(AffineExpr::Const(0), AffineExpr::dim))
            .collect();
        let map = &linalg.view.maps[image];
        let results = map.results.iter().map(|expr| expr.substitute(&numbered, &[]));
        let maps = [
            AffineMap::new(loops.len(), 0, results.collect()),
            AffineMap::identity(loops.len()),
        ];
        let empty = b.empty(&dims, &elem);
        let iterators = vec![IteratorType::Parallel; loops.len()];
        let (op, block) = generic(b, &[input], &[empty], &maps, &iterators);
        let element: ValueId = b.module.block(block).args[0];
        b.end(block, OpSpec::new("linalg.yield").operands(&[element]));
        Ok(op)
    }

    /// The operation with loops that are side by side in all operands collapsed.
    fn collapsed(&self, program: &mut ScriptedProgram, op: OpId) -> Result<OpId, Diagnostic> {
        let target = ScriptName::new(format!("{} product", self.target), self.target.span);
        program.bind(&target.value, op);
        loop {
            let linalg = program.structured(&target)?;
            let names = linalg.loop_names();
            let extents = linalg.extents(&mut program.before(linalg.op), &target)?;
            let known: Vec<bool> = extents.into_iter().map(|extent| extent.number().is_some()).collect();
            let Some(group) = side_by_side(&linalg, &known) else {
                return Ok(linalg.op);
            };
            let name = |at: usize| ScriptName::new(names[at].clone(), self.target.span);
            let collapse = CollapseDims {
                target: target.clone(),
                loops: group.into_iter().map(name).collect(),
            };
            collapse.apply(program)?;
        }
    }
}

/// Loops of the same kind, as many as there are, that all operands have one behind the other if they have any. Of those
/// whose extents are not `known` there is at most one: it could not be said any more what is whose.
fn side_by_side(linalg: &Linalg, known: &[bool]) -> Option<Vec<usize>> {
    let follows = |one: usize, next: usize| {
        let both = |map: &AffineMap| {
            let place = |at: usize| map.results.iter().position(|expr| *expr == AffineExpr::dim(at));
            let used = |at: usize| map.results.iter().filter(|expr| uses(expr, at)).count();
            match (place(one), place(next)) {
                (Some(one_at), Some(next_at)) => next_at == one_at + 1 && used(one) == 1 && used(next) == 1,
                _ => used(one) == 0 && used(next) == 0,
            }
        };
        one != next
            && (known[one] || known[next])
            && linalg.view.iterators[one] == linalg.view.iterators[next]
            && linalg.view.maps.iter().all(both)
    };
    let rank = linalg.rank();
    let next_of = |one: usize| (0..rank).find(|next| follows(one, *next));
    let first = (0..rank).find(|at| next_of(*at).is_some() && !(0..rank).any(|before| follows(before, *at)))?;
    let mut group = vec![first];
    while let Some(next) = next_of(group[group.len() - 1]) {
        if !known[next] && group.iter().any(|at| !known[*at]) {
            break;
        }
        group.push(next);
    }
    Some(group)
}
