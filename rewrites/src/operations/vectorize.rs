//! `vectorize_op`: an operation as operations on whole vectors.
//!
//! Each loop is a dimension of the vectors. Loops over the elements of windows, as those of convolutions, are unrolled
//! instead: for one element of the window all others are at places of their own. Where a loop is shorter than the vector,
//! or of unknown length, masks leave out the lanes behind its end.

use crate::ScriptName;
use crate::operations::OperationTransform;
use crate::operations::builder::{DimRange, InsertPoint, OpBuilder, OpSize};
use crate::operations::forms::sum_of;
use crate::operations::operation::{Linalg, no_place, uses};
use crate::operations::slices::DimSum;
use crate::operations::tile::{loop_sizes, loops_with_sizes, named_sizes, sizes_text};
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
            clauses: &["vector_sizes"],
        },
        Alias {
            name: "structured.vectorize_children_and_apply_patterns",
            clauses: &[],
        },
    ],
    summary: "Writes an operation on whole vectors, with masks where a loop is shorter than the size given for it.",
    params: "OP, d0=SIZE, ..",
    example: "vectorize_op(S0)",
    build: Build::Operations(|args| {
        let target = args.name()?;
        let sizes = if args.is_done() { Vec::new() } else { loop_sizes(args)? };
        Ok(Box::new(VectorizeOp { target, sizes }))
    }),
};

/// Writes an operation on vectors.
#[derive(Debug)]
pub struct VectorizeOp {
    /// The operation.
    pub target: ScriptName,
    /// The extents of vectors, by loops; of other loops these are the numbers of their iterations.
    pub sizes: Vec<(ScriptName, i64)>,
}

/// More elements than a vector should have.
const ELEMENTS_MAX: i64 = 1 << 16;

/// A window with more elements is not unrolled.
const WINDOW_MAX: i64 = 256;

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
        VectorizeOp {
            target: op.into(),
            sizes: Vec::new(),
        }
    }

    /// This, with vectors of these extents.
    pub fn with<N: Into<ScriptName>>(self, sizes: impl IntoIterator<Item = (N, i64)>) -> VectorizeOp {
        VectorizeOp {
            sizes: named_sizes(sizes),
            ..self
        }
    }
}

impl OperationTransform for VectorizeOp {
    fn text(&self) -> String {
        ENTRY.call([self.target.to_string()].into_iter().chain(sizes_text(&self.sizes)))
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let linalg = program.structured(&self.target)?;
        let sizes = loops_with_sizes(|name| linalg.loop_named(name), &self.sizes)?;
        let func = program.func;
        let mut b = OpBuilder::before(&mut program.module, func, linalg.op);
        let lengths = linalg.extents(&mut b, &self.target)?;
        let mut extents = Vec::new();
        for (at, length) in lengths.iter().enumerate() {
            let size = sizes.iter().find(|(one, _)| *one == at).map(|(_, size)| *size);
            extents.push(match (size, length.number()) {
                (Some(size), Some(number)) if number > size => {
                    let message = format!("the loop `{}` runs {number} times", linalg.loop_names()[at]);
                    return Err(no_place(&self.target, message).help("tile it by the size of the vector first"));
                }
                (Some(size), _) => size,
                (None, Some(number)) => number,
                (None, None) => {
                    let message = format!("how often the loop `{}` runs is not known", linalg.loop_names()[at]);
                    let help = "give the vector a size, as in `d0=8`: lanes behind the end of the loop are masked";
                    return Err(no_place(&self.target, message).help(help));
                }
            });
        }
        let windows = window_loops(&linalg);
        let product =
            |loops: &[usize]| { loops.iter() }.try_fold(1_i64, |product, at| product.checked_mul(extents[*at]));
        let (in_lanes, window): (Vec<usize>, Vec<usize>) = (0..linalg.rank()).partition(|at| !windows.contains(at));
        for (loops, most, what) in [(&in_lanes, ELEMENTS_MAX, "a vector"), (&window, WINDOW_MAX, "a window")] {
            if product(loops).is_none_or(|elements| !(1..=most).contains(&elements)) {
                return Err(no_place(
                    &self.target,
                    format!("{what} here has from 1 to {most} elements"),
                ));
            }
        }
        if window.iter().any(|at| lengths[*at] != OpSize::Static(extents[*at])) {
            return Err(no_place(&self.target, "how many elements a window has is not known"));
        }
        let mut lanes = VectorLanes {
            b,
            at: &self.target,
            linalg: &linalg,
            extents,
            lengths,
            lanes: in_lanes,
            values: HashMap::new(),
            in_window: HashMap::new(),
        };
        let results = lanes.write(&window)?;
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

/// Loops over the elements of windows: reductions that count one dimension together with another loop.
fn window_loops(linalg: &Linalg) -> Vec<usize> {
    let sums = linalg.view.maps.iter().flat_map(|map| &map.results);
    let sums: Vec<&AffineExpr> = sums.filter(|expr| !matches!(expr, AffineExpr::Dim(_))).collect();
    let is_window =
        |at: &usize| linalg.view.iterators[*at] == IteratorType::Reduction && sums.iter().any(|expr| uses(expr, *at));
    (0..linalg.rank()).filter(is_window).collect()
}

/// A dimension of an operand, for one element of a window.
#[derive(Clone, Copy, Debug, PartialEq)]
struct LaneDim {
    /// The loop that goes along it.
    at: Option<usize>,
    /// From an iteration to the next.
    step: i64,
    /// Where the first iteration is.
    start: i64,
}

struct VectorLanes<'p> {
    b: OpBuilder<'p>,
    at: &'p ScriptName,
    linalg: &'p Linalg,
    /// Of vectors, by loops.
    extents: Vec<i64>,
    /// How often loops run.
    lengths: Vec<OpSize>,
    /// Loops that are dimensions of vectors.
    lanes: Vec<usize>,
    /// What stands for each value of the payload.
    values: HashMap<ValueId, ValueId>,
    /// The iterations of loops that are unrolled.
    in_window: HashMap<usize, i64>,
}

impl VectorLanes<'_> {
    /// All of it; the operations that write the outputs.
    fn write(&mut self, window: &[usize]) -> Result<Vec<OpId>, Diagnostic> {
        let (view, operands) = (&self.linalg.view, self.linalg.operands());
        let is_parallel = |at: &usize| view.iterators[*at] == IteratorType::Parallel;
        let parallel: Vec<usize> = (0..self.extents.len()).filter(is_parallel).collect();
        let reduces = parallel.len() < self.extents.len();
        if parallel.is_empty() || (reduces && view.outputs.len() > 1) {
            return Err(no_place(self.at, "it has no parallel loop, or several sums"));
        }
        let args = self.b.module.block(view.body).args.clone();
        let ops = self.b.module.block(view.body).ops.clone();
        let (last, ops) = ops.split_last().expect("it ends in a yield");
        let accumulator = args[args.len() - 1];
        let combiner = reduces.then(|| self.combiner(*last, accumulator)).transpose()?;
        let yielded: Vec<ValueId> = self.b.module.op(*last).operand_values().collect();
        for (nth, place) in places_in_window(window, &self.extents).into_iter().enumerate() {
            // What was summed so far goes on; all else is of one element of the window.
            let sum = yielded.first().and_then(|value| self.values.get(value).copied());
            self.values.clear();
            self.in_window = place;
            for (n, (operand, arg)) in operands.iter().zip(&args).enumerate() {
                let output = n.checked_sub(view.inputs.len());
                if output.is_some_and(|output| nth > 0 || !self.linalg.reads_output(self.b.module, output)) {
                    continue;
                }
                let loops = if output.is_some() {
                    parallel.clone()
                } else {
                    self.lanes.clone()
                };
                let value = match self.b.ty(*operand).shape() {
                    Some(_) => self.read(*operand, &view.maps[n], &loops)?,
                    None => *operand,
                };
                self.values.insert(*arg, value);
            }
            if let Some(sum) = sum {
                self.values.insert(accumulator, sum);
            }
            for op in ops {
                match combiner {
                    Some((combiner, kind)) if combiner == *op => self.reduce(*op, accumulator, kind, &parallel),
                    _ => self.lanes_of(*op)?,
                }
            }
        }
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

    /// What the dimensions of an operand are.
    fn dims(&self, map: &AffineMap) -> Result<Vec<LaneDim>, Diagnostic> {
        let mut dims: Vec<LaneDim> = Vec::new();
        for expr in &map.results {
            let refuse = |why: &str| no_place(self.at, format!("the subscript `{expr}` {why}"));
            let sum = DimSum::of(expr, self.extents.len()).ok_or_else(|| refuse("is no sum of loops"))?;
            let mut dim = LaneDim {
                at: None,
                step: 1,
                start: sum.constant,
            };
            for (at, term) in sum.terms.iter().enumerate().filter(|(_, term)| **term != 0) {
                match self.in_window.get(&at) {
                    Some(element) => dim.start += term * element,
                    None if dim.at.is_some() || *term < 0 => return Err(refuse("is no dimension of vectors")),
                    None => (dim.at, dim.step) = (Some(at), *term),
                }
            }
            if dim.at.is_some() && dims.iter().any(|other| other.at == dim.at) {
                return Err(refuse("is that of another dimension too"));
            }
            dims.push(dim);
        }
        Ok(dims)
    }

    /// The dimension of an operand that each of `loops` goes along; 0 if there is none.
    fn places(dims: &[LaneDim], loops: &[usize]) -> Vec<AffineExpr> {
        let place = |at: &usize| {
            let dim = dims.iter().position(|dim| dim.at == Some(*at));
            dim.map_or(AffineExpr::Const(0), AffineExpr::dim)
        };
        loops.iter().map(place).collect()
    }

    /// A mask of the iterations of `loops`; [`None`] if all lanes are some.
    fn mask(&mut self, loops: &[usize]) -> Option<ValueId> {
        let all = |at: &usize| self.lengths[*at] == OpSize::Static(self.extents[*at]);
        if loops.iter().all(all) {
            return None;
        }
        let lengths: Vec<ValueId> = loops.iter().map(|at| self.b.index(self.lengths[*at])).collect();
        let ty = self.ty(loops, Type::I1);
        Some(
            self.b
                .value(OpSpec::new("vector.create_mask").operands(&lengths).result(ty)),
        )
    }

    fn transfer(&mut self, name: &str, before: &[ValueId], dims: &[LaneDim], loops: &[usize]) -> OpSpec {
        let zero = self.b.index(OpSize::Static(0));
        let bounds = Attr::Array(vec![Attr::Bool(true); loops.len()]);
        let places = AffineMap::new(dims.len(), 0, VectorLanes::places(dims, loops));
        OpSpec::new(name)
            .operands(before)
            .operands(&vec![zero; dims.len()])
            .property("permutation_map", Attr::AffineMap(places))
            .property("in_bounds", bounds)
    }

    /// The loops of the mask of a transfer: in the order of the dimensions in memory.
    fn masked_loops(dims: &[LaneDim], loops: &[usize]) -> Vec<usize> {
        dims.iter()
            .filter_map(|dim| dim.at)
            .filter(|at| loops.contains(at))
            .collect()
    }

    fn read(&mut self, value: ValueId, map: &AffineMap, loops: &[usize]) -> Result<ValueId, Diagnostic> {
        let elem = self.b.ty(value).elem().clone();
        let zero = parse_attr(&format!("{} : {elem}", if elem.is_float() { "0.0" } else { "0" }));
        let zero = zero.ok_or_else(|| no_place(self.at, format!("there are no vectors of `{elem}` here")))?;
        let padding = self.b.constant(zero, &elem);
        let dims = self.dims(map)?;
        // What a vector cannot step over is a slice.
        let is_whole = |dim: &LaneDim| (dim.at.is_some(), dim.step, dim.start) == (true, 1, 0);
        let mut ranges = Vec::new();
        for (n, dim) in dims.iter().enumerate() {
            ranges.push(match dim.at {
                Some(_) if is_whole(dim) => DimRange::whole(self.b.dim(value, n)),
                at => DimRange {
                    step: dim.step,
                    ..DimRange::part(
                        OpSize::Static(dim.start),
                        at.map_or(OpSize::Static(1), |at| self.lengths[at]),
                    )
                },
            });
        }
        let value = self.b.slice(value, &ranges);
        let mask = self.mask(&VectorLanes::masked_loops(&dims, loops));
        let spec = self.transfer("vector.transfer_read", &[value], &dims, loops);
        let groups = segment_sizes(&[1, dims.len(), 1, usize::from(mask.is_some())]);
        let spec = spec.operands(&[padding]).operands(mask.as_slice());
        let ty = self.ty(loops, elem);
        Ok(self.b.value(spec.property("operandSegmentSizes", groups).result(ty)))
    }

    fn store(&mut self, vector: ValueId, into: ValueId, map: &AffineMap, loops: &[usize]) -> Result<OpId, Diagnostic> {
        if let Some(other) = map.results.iter().find(|result| !matches!(result, AffineExpr::Dim(_))) {
            return Err(no_place(self.at, format!("the subscript `{other}` is no loop")));
        }
        let dims = self.dims(map)?;
        let mask = self.mask(&VectorLanes::masked_loops(&dims, loops));
        let spec = self.transfer("vector.transfer_write", &[vector, into], &dims, loops);
        let groups = segment_sizes(&[1, 1, dims.len(), usize::from(mask.is_some())]);
        let spec = spec.operands(mask.as_slice()).property("operandSegmentSizes", groups);
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
        let (rank, extent) = (self.lanes.len(), Dim::Static(self.extents[at] as u64));
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
        let place = self
            .lanes
            .iter()
            .position(|one| *one == at)
            .expect("a dimension of vectors");
        let mut order: Vec<usize> = (0..rank).collect();
        order.swap(place, last);
        let extents = order.iter().map(|n| Dim::Static(self.extents[self.lanes[*n]] as u64));
        let (turned, straight) = (index(extents.collect()), self.ty(&self.lanes, Type::Index));
        let all = self
            .b
            .value(OpSpec::new("vector.broadcast").operands(&[step]).result(turned));
        if place == last {
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
        let all = self.lanes.clone();
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
                Some(match self.in_window.get(&at).copied() {
                    Some(element) => self.b.index(OpSize::Static(element)),
                    None => self.counted(at),
                })
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
        let all = self.lanes.clone();
        let old = self.b.module.op(op).clone();
        let added = old.operand_values().find(|value| *value != accumulator);
        let added = self.vector(added.expect("the accumulator is used once"), &all);
        let start = self.values[&accumulator];
        let ty = self.b.ty(start);
        let places = all.iter().enumerate().filter(|(_, at)| !parallel.contains(at));
        let reduced: Vec<i64> = places.map(|(place, _)| place as i64).collect();
        if reduced.is_empty() {
            // All that is summed is in the window.
            let operands = match old.operand(0) == accumulator {
                true => [start, added],
                false => [added, start],
            };
            let copy = self.b.module.copy_op(op, &mut HashMap::new());
            for (place, value) in self.b.module.op_mut(copy).operands.iter_mut().zip(operands) {
                place.value = value;
            }
            let sum = self.b.module.op(copy).results[0];
            self.b.module.value_mut(sum).ty = ty;
            self.b.put(copy);
            self.values.insert(old.results[0], sum);
            return;
        }
        let spec = OpSpec::new("vector.multi_reduction")
            .operands(&[added, start])
            .property("kind", Attr::Opaque(format!("#vector.kind<{kind}>")))
            .property("reduction_dims", i64_array(&reduced))
            .result(ty.clone());
        let sum = match self.mask(&all) {
            None => self.b.value(spec),
            Some(mask) => {
                let masked = self.b.push(OpSpec::new("vector.mask").operands(&[mask]).result(ty));
                let region = self.b.module.add_region(masked);
                let block = self.b.module.add_block(region, &[]);
                let place = std::mem::replace(&mut self.b.place, InsertPoint::End(block));
                let sum = self.b.value(spec);
                self.b.push(OpSpec::new("vector.yield").operands(&[sum]));
                self.b.place = place;
                self.b.module.op(masked).results[0]
            }
        };
        self.values.insert(old.results[0], sum);
    }
}

/// The iterations of the loops of a window, in their order.
fn places_in_window(window: &[usize], extents: &[i64]) -> Vec<HashMap<usize, i64>> {
    let mut places = vec![HashMap::new()];
    for at in window {
        let with = |place: &HashMap<usize, i64>| {
            let place = place.clone();
            (0..extents[*at]).map(move |element| {
                let mut place = place.clone();
                place.insert(*at, element);
                place
            })
        };
        places = places.iter().flat_map(with).collect();
    }
    places
}
