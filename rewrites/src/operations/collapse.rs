//! `collapse_dims`: several loops as one, by reshaping operands.

use crate::ScriptName;
use crate::operations::OperationTransform;
use crate::operations::builder::{OpBuilder, OpSize};
use crate::operations::operation::{Linalg, no_place, uses};
use crate::operations::reshape::{collapse_shape, expand_shape, fold_back};
use crate::operations::tile::needs_tensors;
use crate::registry::{Alias, Build};
use crate::schedule::Inapplicable;
use crate::{RegistryEntry, ScriptedProgram};
use polyvet_ir::linalg::IteratorType;
use polyvet_ir::{AffineExpr, AffineMap, Diagnostic, OpId, Type, ValueId};

/// The line in the list.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "collapse_dims",
    aliases: &[Alias {
        name: "structured.flatten_elementwise",
        clauses: &[],
    }],
    summary: "Makes one loop of several, which index the same dimensions, by reshaping operands; the result is reshaped back.",
    params: "OP, d0, d1, ..",
    example: "collapse_dims(S0, d0, d1)",
    build: Build::Operations(|args| {
        let (target, loops) = (args.name()?, args.names()?);
        match loops.len() {
            0 | 1 => Err(args.wrong("at least two loops become one")),
            _ => Ok(Box::new(CollapseDims { target, loops })),
        }
    }),
};

/// Makes one loop of several.
#[derive(Debug)]
pub struct CollapseDims {
    /// The operation.
    pub target: ScriptName,
    /// The loops, outermost first; the new one is in the place of the first.
    pub loops: Vec<ScriptName>,
}

impl CollapseDims {
    /// Makes one loop of these, outermost first.
    pub fn new<N: Into<ScriptName>>(op: impl Into<ScriptName>, loops: impl IntoIterator<Item = N>) -> CollapseDims {
        CollapseDims {
            target: op.into(),
            loops: loops.into_iter().map(Into::into).collect(),
        }
    }
}

impl OperationTransform for CollapseDims {
    fn text(&self) -> String {
        ENTRY.call(
            std::iter::once(&self.target)
                .chain(&self.loops)
                .map(ScriptName::to_string),
        )
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let linalg = program.structured(&self.target)?;
        let loops = self.loops_of(&linalg)?;
        let func = program.func;
        let mut b = OpBuilder::before(&mut program.module, func, linalg.op);
        if linalg.operands().into_iter().any(|operand| b.ty(operand).is_memref()) {
            return Err(needs_tensors(&self.target));
        }
        let extents = linalg.extents(&mut b, &self.target)?;
        let group = CollapsedLoops::new(&linalg, &loops);
        let was = self.was(&mut b, &linalg, &group, &extents)?;
        let (mut operands, mut maps) = (Vec::new(), Vec::new());
        for (value, map) in linalg.operands().into_iter().zip(&linalg.view.maps) {
            let Some(first) = group.place(map) else {
                return Err(no_place(
                    &self.loops[0],
                    format!("an operand has not these loops side by side: `{map}`"),
                ));
            };
            operands.push(match first {
                Some(first) => group.collapse(&mut b, value, first),
                None => value,
            });
            maps.push(group.map(map, first));
        }
        let iterators: Vec<IteratorType> = (0..linalg.rank())
            .filter(|at| !loops[1..].contains(at))
            .map(|at| linalg.view.iterators[at])
            .collect();
        let op = linalg.in_new_loops(&mut b, &operands, &maps, &iterators, &was);
        let mut results = Vec::new();
        for (n, result) in b.module.op(op).results.clone().into_iter().enumerate() {
            let map = &linalg.output_maps()[n];
            results.push(match group.place(map).flatten() {
                Some(first) => group.expand(&mut b, result, linalg.view.outputs[n], first),
                None => result,
            });
        }
        program.replace(linalg.op, &results, op);
        results.into_iter().for_each(|result| fold_back(program, result));
        Ok(vec![op])
    }
}

impl CollapseDims {
    /// The loops by number: each once, all of the same kind.
    fn loops_of(&self, linalg: &Linalg) -> Result<Vec<usize>, Diagnostic> {
        let mut loops: Vec<usize> = Vec::new();
        for name in &self.loops {
            let at = linalg.loop_named(name)?;
            if loops.contains(&at) {
                let (name, span) = (name.value.clone(), name.span);
                return Err(Inapplicable::NamedTwice { name, span }.diagnostic(span));
            }
            if loops
                .first()
                .is_some_and(|one| linalg.view.iterators[*one] != linalg.view.iterators[at])
            {
                let message = format!(
                    "one of `{}` and `{name}` is a reduction, the other is not",
                    self.loops[0]
                );
                return Err(no_place(name, message));
            }
            loops.push(at);
        }
        Ok(loops)
    }

    /// The old loops in terms of the new ones.
    fn was(
        &self,
        b: &mut OpBuilder<'_>,
        linalg: &Linalg,
        group: &CollapsedLoops,
        extents: &[OpSize],
    ) -> Result<Vec<AffineExpr>, Diagnostic> {
        let mut was = group.moved.clone();
        // How many of the new iterations one of the old has.
        let mut below = Some(1_i64);
        for at in group.loops.iter().rev() {
            let is_first = *at == group.loops[0];
            let own = extents[*at].number().filter(|extent| *extent > 0);
            let Some((inner, own)) = below.zip(own.or(is_first.then_some(1))) else {
                // Nobody asks, or nobody can say.
                linalg.counts_nothing(b.module, &self.target)?;
                return Ok(was);
            };
            let rest = AffineExpr::dim(group.new).floor_div(inner.into());
            was[*at] = if is_first { rest } else { rest.modulo(own.into()) };
            below = inner.checked_mul(own);
        }
        Ok(was)
    }
}

/// Loops that become one.
struct CollapsedLoops {
    loops: Vec<usize>,
    /// The number of the new one.
    new: usize,
    /// What the other loops are from then on.
    moved: Vec<AffineExpr>,
    rank: usize,
}

impl CollapsedLoops {
    fn new(linalg: &Linalg, loops: &[usize]) -> CollapsedLoops {
        let mut next = 0;
        let moved = (0..linalg.rank()).map(|at| match loops[1..].contains(&at) {
            true => AffineExpr::Const(0),
            false => {
                next += 1;
                AffineExpr::dim(next - 1)
            }
        });
        let moved: Vec<AffineExpr> = moved.collect();
        let new = (0..loops[0]).filter(|at| !loops[1..].contains(at)).count();
        CollapsedLoops {
            loops: loops.to_vec(),
            new,
            moved,
            rank: next,
        }
    }

    /// Where the dimensions begin that the loops index; `Some(None)`: they index none, [`None`]: some in another way.
    #[allow(clippy::option_option)]
    fn place(&self, map: &AffineMap) -> Option<Option<usize>> {
        let is_used = |expr: &AffineExpr| self.loops.iter().any(|at| uses(expr, *at));
        let Some(first) = map.results.iter().position(is_used) else {
            return Some(None);
        };
        let count = map.results.iter().filter(|expr| is_used(expr)).count();
        let own = self.loops.iter().map(|at| AffineExpr::dim(*at));
        let same = map.results[first..].iter().take(count).cloned().eq(own);
        same.then_some(Some(first))
    }

    /// The map of an operand, whose dimensions from `first` on are one.
    fn map(&self, map: &AffineMap, first: Option<usize>) -> AffineMap {
        let mut results: Vec<AffineExpr> = map
            .results
            .iter()
            .map(|expr| expr.substitute(&self.moved, &[]))
            .collect();
        if let Some(first) = first {
            results.splice(first..first + self.loops.len(), [AffineExpr::dim(self.new)]);
        }
        AffineMap::new(self.rank, 0, results)
    }

    /// Dimensions of an operand of this many that become one.
    fn groups(&self, rank: usize, first: usize) -> Vec<Vec<i64>> {
        let last = first + self.loops.len();
        let mut groups: Vec<Vec<i64>> = Vec::new();
        for dim in 0..rank {
            match groups.last_mut() {
                Some(group) if dim > first && dim < last => group.push(dim as i64),
                _ => groups.push(vec![dim as i64]),
            }
        }
        groups
    }

    fn collapse(&self, b: &mut OpBuilder<'_>, value: ValueId, first: usize) -> ValueId {
        let ty = b.ty(value);
        let shape = ty.shape().unwrap_or(&[]).to_vec();
        let groups = self.groups(shape.len(), first);
        let dim = |group: &Vec<i64>| {
            let mut numbers = group.iter().map(|dim| match shape[*dim as usize] {
                polyvet_ir::Dim::Static(number) => i64::try_from(number).ok(),
                _ => None,
            });
            let product = numbers.try_fold(1_i64, |product, number| product.checked_mul(number?));
            product.map_or(polyvet_ir::Dim::Dynamic, |number| OpSize::Static(number).dim())
        };
        let result = Type::tensor(groups.iter().map(dim).collect(), ty.elem().clone());
        collapse_shape(b, value, &groups, result)
    }

    /// A result in the shape of the output that it is for.
    fn expand(&self, b: &mut OpBuilder<'_>, value: ValueId, output: ValueId, first: usize) -> ValueId {
        let dims = b.dims(output);
        let ty = b.ty(output);
        expand_shape(b, value, &self.groups(dims.len(), first), &dims, ty)
    }
}
