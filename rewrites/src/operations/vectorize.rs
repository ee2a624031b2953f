//! `vectorize_op`: an operation of known size as operations on whole vectors.

use crate::ScriptName;
use crate::operations::OperationTransform;
use crate::operations::builder::{OpBuilder, OpSize};
use crate::operations::forms::sum_of;
use crate::operations::operation::{Linalg, no_place};
use crate::registry::{Alias, Build};
use crate::{RegistryEntry, ScriptedProgram};
use polyvet_ir::edit::{i64_array, segment_sizes};
use polyvet_ir::linalg::IteratorType;
use polyvet_ir::{AffineExpr, AffineMap, Attr, Diagnostic, Dim, OpId, OpSpec, Type, ValueId, parse_attr};
use std::collections::HashMap;

/// Its line in the list.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "vectorize_op",
    aliases: &[
        Alias {
            name: "structured.vectorize",
            clauses: &[],
        },
        Alias {
            name: "structured.vectorize_children_and_apply_patterns",
            clauses: &[],
        },
    ],
    summary: "Writes an operation whose loops all have known numbers of iterations as operations on whole vectors.",
    params: "OP",
    example: "vectorize_op(S0)",
    build: Build::Operations(|args| Ok(Box::new(VectorizeOp { target: args.name()? }))),
};

/// Writes an operation on vectors.
#[derive(Debug)]
pub struct VectorizeOp {
    /// The operation.
    pub target: ScriptName,
}

/// More elements than a vector should have.
const ELEMENTS_MAX: i64 = 1 << 16;

/// What `vector.multi_reduction` calls an operation.
const KINDS: [(&str, &str); 13] = [
    ("arith.addf", "add"),
    ("arith.addi", "add"),
    ("arith.mulf", "mul"),
    ("arith.muli", "mul"),
    ("arith.maximumf", "maximumf"),
    ("arith.minimumf", "minimumf"),
    ("arith.maxsi", "maxsi"),
    ("arith.minsi", "minsi"),
    ("arith.maxui", "maxui"),
    ("arith.minui", "minui"),
    ("arith.andi", "and"),
    ("arith.ori", "or"),
    ("arith.xori", "xor"),
];

impl VectorizeOp {
    /// Writes this operation on vectors.
    pub fn new(op: impl Into<ScriptName>) -> VectorizeOp {
        VectorizeOp { target: op.into() }
    }
}

impl OperationTransform for VectorizeOp {
    fn text(&self) -> String {
        ENTRY.call([self.target.to_string()])
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let linalg = program.structured(&self.target)?;
        let func = program.func;
        let mut b = OpBuilder::before(&mut program.module, func, linalg.op);
        let extents = linalg.extents(&mut b, &self.target)?;
        let extents: Option<Vec<i64>> = extents.into_iter().map(OpSize::number).collect();
        let extents = extents.ok_or_else(|| no_place(&self.target, "how often a loop runs is not known"))?;
        let elements = extents
            .iter()
            .try_fold(1_i64, |product, extent| product.checked_mul(*extent));
        if elements.is_none_or(|elements| !(1..=ELEMENTS_MAX).contains(&elements)) {
            let message = format!("a vector here has from 1 to {ELEMENTS_MAX} elements");
            return Err(no_place(&self.target, message));
        }
        let mut lanes = VectorLanes {
            b,
            at: &self.target,
            linalg: &linalg,
            extents,
            values: HashMap::new(),
        };
        let results = lanes.write()?;
        let writes = lanes.b.module.op(linalg.op).results.len();
        let first = results.first().copied();
        let values: Vec<ValueId> = results
            .iter()
            .take(writes)
            .map(|op| program.module.op(*op).results[0])
            .collect();
        program.replace(linalg.op, &values, first.unwrap_or(linalg.op));
        Ok(results)
    }
}

struct VectorLanes<'p> {
    b: OpBuilder<'p>,
    at: &'p ScriptName,
    linalg: &'p Linalg,
    extents: Vec<i64>,
    /// What stands for each value of the payload.
    values: HashMap<ValueId, ValueId>,
}

impl VectorLanes<'_> {
    /// All of it; the operations that write the outputs.
    fn write(&mut self) -> Result<Vec<OpId>, Diagnostic> {
        let (view, operands) = (&self.linalg.view, self.linalg.operands());
        let all: Vec<usize> = (0..self.extents.len()).collect();
        let is_parallel = |at: &usize| view.iterators[*at] == IteratorType::Parallel;
        let parallel: Vec<usize> = all.iter().copied().filter(is_parallel).collect();
        let reduces = parallel.len() < all.len();
        if parallel.is_empty() || (reduces && view.outputs.len() > 1) {
            return Err(no_place(self.at, "it has no parallel loop, or several sums"));
        }
        let args = self.b.module.block(view.body).args.clone();
        for (n, (operand, arg)) in operands.iter().zip(&args).enumerate() {
            let output = n.checked_sub(view.inputs.len());
            if output.is_some_and(|output| !self.linalg.reads_output(self.b.module, output)) {
                continue;
            }
            let loops = if output.is_some() { &parallel } else { &all };
            let value = match self.b.ty(*operand).shape() {
                Some(_) => self.read(*operand, &view.maps[n], loops)?,
                None => *operand,
            };
            self.values.insert(*arg, value);
        }
        let ops = self.b.module.block(view.body).ops.clone();
        let (last, ops) = ops.split_last().expect("it ends in a yield");
        let combiner = reduces
            .then(|| self.combiner(*last, args[args.len() - 1]))
            .transpose()?;
        for op in ops {
            match combiner {
                Some((combiner, kind)) if combiner == *op => self.reduce(*op, args[args.len() - 1], kind, &parallel),
                _ => self.lanes_of(*op)?,
            }
        }
        let yielded: Vec<ValueId> = self.b.module.op(*last).operand_values().collect();
        let mut writes = Vec::new();
        for (n, value) in yielded.into_iter().enumerate() {
            let place = view.inputs.len() + n;
            let vector = self.vector(value, &parallel);
            writes.push(self.store(vector, operands[place], &view.maps[place], &parallel)?);
        }
        Ok(writes)
    }

    /// The operation that adds to the output, which nothing else reads, and what vectors call it.
    fn combiner(&self, last: OpId, accumulator: ValueId) -> Result<(OpId, &'static str), Diagnostic> {
        let module = &*self.b.module;
        let yielded = module.op(last).operand_values().next();
        let combiner = yielded.and_then(|value| module.defining_op(value));
        let ops = &module.block(self.linalg.view.body).ops;
        let uses = ops.iter().flat_map(|op| module.op(*op).operand_values());
        let once = uses
            .filter(|value| *value == accumulator || Some(*value) == yielded)
            .count()
            == 2;
        let found = combiner.filter(|op| once && module.op(*op).operand_values().any(|value| value == accumulator));
        let kind = found.and_then(|op| {
            let (_, kind) = KINDS.iter().find(|(name, _)| *name == module.op(op).name)?;
            Some((op, *kind))
        });
        kind.ok_or_else(|| no_place(self.at, "its payload is no accumulation that vectors have"))
    }

    /// A vector over `loops`.
    fn ty(&self, loops: &[usize], elem: Type) -> Type {
        let shape = loops.iter().map(|at| Dim::Static(self.extents[*at] as u64)).collect();
        Type::Vector {
            shape,
            elem: Box::new(elem),
        }
    }

    /// The dimension of an operand that each of `loops` indexes; [`None`]: it has none.
    fn places(&self, map: &AffineMap, loops: &[usize]) -> Result<Vec<AffineExpr>, Diagnostic> {
        if let Some(other) = map.results.iter().find(|result| !matches!(result, AffineExpr::Dim(_))) {
            return Err(no_place(self.at, format!("the subscript `{other}` is no loop")));
        }
        let place = |at: &usize| {
            let dim = map.results.iter().position(|result| *result == AffineExpr::dim(*at));
            dim.map_or(AffineExpr::Const(0), AffineExpr::dim)
        };
        Ok(loops.iter().map(place).collect())
    }

    fn transfer(&mut self, name: &str, before: &[ValueId], value: ValueId, places: Vec<AffineExpr>) -> OpSpec {
        let rank = self.b.ty(value).shape().map_or(0, <[_]>::len);
        let zero = self.b.index(OpSize::Static(0));
        let bounds = Attr::Array(vec![Attr::Bool(true); places.len()]);
        OpSpec::new(name)
            .operands(before)
            .operands(&vec![zero; rank])
            .property("permutation_map", Attr::AffineMap(AffineMap::new(rank, 0, places)))
            .property("in_bounds", bounds)
    }

    fn read(&mut self, value: ValueId, map: &AffineMap, loops: &[usize]) -> Result<ValueId, Diagnostic> {
        let elem = self.b.ty(value).elem().clone();
        let zero = parse_attr(&format!("{} : {elem}", if elem.is_float() { "0.0" } else { "0" }));
        let zero = zero.ok_or_else(|| no_place(self.at, format!("there are no vectors of `{elem}` here")))?;
        let padding = self.b.constant(zero, &elem);
        let places = self.places(map, loops)?;
        let rank = map.results.len();
        let spec = self.transfer("vector.transfer_read", &[value], value, places);
        let spec = spec.operands(&[padding]);
        let spec = spec.property("operandSegmentSizes", segment_sizes(&[1, rank, 1, 0]));
        let ty = self.ty(loops, elem);
        Ok(self.b.value(spec.result(ty)))
    }

    fn store(&mut self, vector: ValueId, into: ValueId, map: &AffineMap, loops: &[usize]) -> Result<OpId, Diagnostic> {
        let places = self.places(map, loops)?;
        let rank = map.results.len();
        let spec = self.transfer("vector.transfer_write", &[vector, into], into, places);
        let spec = spec.property("operandSegmentSizes", segment_sizes(&[1, 1, rank, 0]));
        let ty = self.b.ty(into);
        Ok(self.b.push(if ty.is_tensor() { spec.result(ty) } else { spec }))
    }

    /// What stands for a value, as a vector over `loops`.
    fn vector(&mut self, value: ValueId, loops: &[usize]) -> ValueId {
        let known = self.values.get(&value).copied().unwrap_or(value);
        if matches!(self.b.ty(known), Type::Vector { .. }) {
            return known;
        }
        let elem = self.b.ty(known);
        let ty = self.ty(loops, elem);
        self.b
            .value(OpSpec::new("vector.broadcast").operands(&[known]).result(ty))
    }

    /// The number of the iteration of loop `at` in each lane.
    fn counted(&mut self, at: usize) -> ValueId {
        let (rank, extent) = (self.extents.len(), Dim::Static(self.extents[at] as u64));
        let index = |shape: Vec<Dim>| Type::Vector {
            shape,
            elem: Box::new(Type::Index),
        };
        let step = self.b.value(OpSpec::new("vector.step").result(index(vec![extent])));
        if rank == 1 {
            return step;
        }
        // Along the last dimension first; then the two change places.
        let last = rank - 1;
        let mut order: Vec<usize> = (0..rank).collect();
        order.swap(at, last);
        let shape = |order: &[usize]| -> Vec<Dim> {
            let extents = order.iter().map(|at| Dim::Static(self.extents[*at] as u64));
            extents.collect()
        };
        let (turned, straight) = (
            index(shape(&order)),
            self.ty(&(0..rank).collect::<Vec<_>>(), Type::Index),
        );
        let all = self
            .b
            .value(OpSpec::new("vector.broadcast").operands(&[step]).result(turned));
        if at == last {
            return all;
        }
        let order: Vec<i64> = order.into_iter().map(|at| at as i64).collect();
        let spec = OpSpec::new("vector.transpose").operands(&[all]);
        self.b
            .value(spec.property("permutation", i64_array(&order)).result(straight))
    }

    /// `affine.apply` on lanes; [`None`] if it is no sum.
    fn sum(&mut self, op: OpId) -> Option<ValueId> {
        let (sum, operands) = sum_of(self.b.module, self.b.module.op(op).results[0])?;
        let all: Vec<usize> = (0..self.extents.len()).collect();
        let ty = self.ty(&all, Type::Index);
        let on_lanes = |this: &mut Self, name: &str, x: ValueId, y: ValueId| {
            let spec = OpSpec::new(name).operands(&[x, y]);
            this.b.value(spec.result(ty.clone()))
        };
        let terms: Vec<(ValueId, i64)> = operands
            .into_iter()
            .zip(sum.terms)
            .filter(|(_, term)| *term != 0)
            .collect();
        let mut value = None;
        if sum.constant != 0 || terms.is_empty() {
            let constant = self.b.index(OpSize::Static(sum.constant));
            value = Some(self.vector(constant, &all));
        }
        for (operand, term) in terms {
            let mut operand = self.vector(operand, &all);
            if term != 1 {
                let factor = self.b.index(OpSize::Static(term));
                let factor = self.vector(factor, &all);
                operand = on_lanes(self, "arith.muli", operand, factor);
            }
            value = Some(match value {
                Some(value) => on_lanes(self, "arith.addi", value, operand),
                None => operand,
            });
        }
        value
    }

    /// An operation of the payload on all lanes.
    fn lanes_of(&mut self, op: OpId) -> Result<(), Diagnostic> {
        let old = self.b.module.op(op).clone();
        let counted = match old.name.as_str() {
            "linalg.index" => {
                let at = old.attr("dim").and_then(Attr::as_i64).unwrap_or(0) as usize;
                Some(self.counted(at))
            }
            "affine.apply" => self.sum(op),
            _ => None,
        };
        if let Some(value) = counted {
            self.values.insert(old.results[0], value);
            return Ok(());
        }
        if !old.info().is_elementwise() {
            let message = format!("`{}` in its payload has no form on vectors", old.name);
            return Err(no_place(self.at, message));
        }
        let known = |value: ValueId| self.values.get(&value).copied().unwrap_or(value);
        let lane = old
            .operand_values()
            .map(known)
            .map(|value| self.b.ty(value))
            .find(|ty| matches!(ty, Type::Vector { .. }));
        let Some(Type::Vector { shape, .. }) = lane else {
            let copy = self.b.module.copy_op(op, &mut self.values);
            self.b.put(copy);
            return Ok(());
        };
        let mut operands = Vec::new();
        for value in old.operand_values().map(known).collect::<Vec<_>>() {
            let ty = self.b.ty(value);
            operands.push(match ty {
                Type::Vector { .. } => value,
                elem => {
                    let (shape, elem) = (shape.clone(), Box::new(elem));
                    let ty = Type::Vector { shape, elem };
                    self.b
                        .value(OpSpec::new("vector.broadcast").operands(&[value]).result(ty))
                }
            });
        }
        let copy = self.b.module.copy_op(op, &mut self.values);
        for (place, value) in self.b.module.op_mut(copy).operands.iter_mut().zip(operands) {
            place.value = value;
        }
        for result in self.b.module.op(copy).results.clone() {
            let elem = Box::new(self.b.ty(result));
            self.b.module.value_mut(result).ty = Type::Vector {
                shape: shape.clone(),
                elem,
            };
        }
        self.b.put(copy);
        Ok(())
    }

    /// The sum over the loops that are not parallel.
    fn reduce(&mut self, op: OpId, accumulator: ValueId, kind: &str, parallel: &[usize]) {
        let all: Vec<usize> = (0..self.extents.len()).collect();
        let old = self.b.module.op(op).clone();
        let added = old.operand_values().find(|value| *value != accumulator);
        let added = self.vector(added.expect("the accumulator is used once"), &all);
        let start = self.values[&accumulator];
        let reduced: Vec<i64> = all
            .iter()
            .filter(|at| !parallel.contains(at))
            .map(|at| *at as i64)
            .collect();
        let ty = self.b.ty(start);
        let spec = OpSpec::new("vector.multi_reduction")
            .operands(&[added, start])
            .property("kind", Attr::Opaque(format!("#vector.kind<{kind}>")))
            .property("reduction_dims", i64_array(&reduced));
        let sum = self.b.value(spec.result(ty));
        self.values.insert(old.results[0], sum);
    }
}
