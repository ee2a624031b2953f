//! Reductions and products. Every one runs over its lanes in row-major order and puts the
//! accumulator on the left: `acc = acc op lane`; products are `lhs * rhs`, rounded, then combined
//! (lowering may fuse them). Without an accumulator the first lane starts; with all lanes switched off
//! the result is the neutral element.

use super::{enabled, lanes, position, set_result, vector_type};
use crate::code::{DecodeRefusal, DecodeSite, DecodedOp};
use crate::domain::Domain;
use crate::function::{Flags, Function, ScalarCall};
use crate::ints::{Ints, for_each_index};
use crate::machine::{CallFrame, Machine};
use crate::memory::TensorData;
use crate::value::RuntimeValue;
use crate::{Code, ScalarType, Trap, eval};
use polyvet_ir::{AffineExpr, Attr, Type};
use std::rc::Rc;

pub(super) const NAMES: [&str; 5] = [
    "vector.scan",
    "vector.reduction",
    "vector.multi_reduction",
    "vector.contract",
    "vector.outerproduct",
];

pub(crate) struct VectorReduceOp {
    operation: Reducer,
    combine: ScalarCall,
    result: (Vec<i64>, ScalarType),
    /// The result is a scalar.
    scalar: bool,
}

enum Reducer {
    Reduction,
    /// The dimensions that stay.
    Multi(Vec<usize>),
    Contract {
        /// Dimensions of left and right operand and accumulator.
        maps: [Vec<usize>; 3],
        extents: Vec<i64>,
        product: Product,
    },
    Outer(Product),
    Scan {
        dim: usize,
        inclusive: bool,
    },
}

/// How two elements are multiplied.
struct Product {
    multiply: ScalarCall,
    /// To widen each operand first.
    widen: [Option<ScalarCall>; 2],
}

pub(super) fn decode(site: &DecodeSite<'_>) -> Result<VectorReduceOp, DecodeRefusal> {
    let ty = site.result_type(0)?;
    let result = vector_type(site, ty)?;
    let operation = match site.op.name.as_str() {
        "vector.reduction" => {
            site.at_least(1, 1)?;
            let (shape, elem) = vector_type(site, site.operand_type(0)?)?;
            if shape.len() > 1 || !result.0.is_empty() || elem != result.1 || site.op.operands.len() > 2 {
                return DecodeRefusal::malformed("`vector.reduction` makes a scalar of a vector");
            }
            Reducer::Reduction
        }
        "vector.multi_reduction" => {
            site.shape(2, 1, 0)?;
            let (shape, elem) = vector_type(site, site.operand_type(0)?)?;
            let reduced = site.ints("reduction_dims")?;
            let kept: Vec<usize> = (0..shape.len()).filter(|n| !reduced.contains(&(*n as i64))).collect();
            if !kept.iter().map(|n| shape[*n]).eq(result.0.iter().copied()) || elem != result.1 {
                return DecodeRefusal::malformed("the dimensions of `vector.multi_reduction` do not fit its types");
            }
            Reducer::Multi(kept)
        }
        "vector.contract" => contract(site, &result)?,
        "vector.scan" => {
            site.shape(2, 2, 0)?;
            let dim = usize::try_from(site.int("reduction_dim")?).unwrap_or(usize::MAX);
            let mut shape = result.0.clone();
            let fits = dim < shape.len() && shape.remove(dim) > 0;
            let starts = vector_type(site, site.operand_type(1)?)?;
            let source = vector_type(site, site.operand_type(0)?)?;
            if !fits || starts != (shape, result.1) || source != result {
                return DecodeRefusal::malformed("the dimension of `vector.scan` does not fit its types");
            }
            let inclusive = match site.attr("inclusive")? {
                Attr::Bool(inclusive) => *inclusive,
                _ => return DecodeRefusal::malformed("`inclusive` of `vector.scan` is true or false"),
            };
            Reducer::Scan { dim, inclusive }
        }
        _ => {
            site.at_least(2, 1)?;
            let (left, right) = (
                vector_type(site, site.operand_type(0)?)?,
                vector_type(site, site.operand_type(1)?)?,
            );
            if [&left.0[..], &right.0].concat() != result.0 || site.op.operands.len() > 3 {
                return DecodeRefusal::malformed("the extents of `vector.outerproduct` do not fit");
            }
            Reducer::Outer(product(site, result.1)?)
        }
    };
    Ok(VectorReduceOp {
        operation,
        combine: ScalarCall::new(combiner(site, result.1)?, result.1, super::super::arith::flags(site)?),
        result,
        scalar: !matches!(ty, Type::Vector { .. }),
    })
}

/// The function of `#vector.kind<..>`; `add` where none is given.
fn combiner(site: &DecodeSite<'_>, ty: ScalarType) -> Result<Function, DecodeRefusal> {
    use Function::*;
    let text = match site.op.attr("kind") {
        None => "add",
        Some(Attr::Opaque(text)) => text.trim_end_matches('>').rsplit('<').next().unwrap_or_default(),
        Some(_) => "",
    };
    let function = match (text, ty.is_integer()) {
        ("add", true) => AddI,
        ("add", false) => AddF,
        ("mul", true) => MulI,
        ("mul", false) => MulF,
        ("minsi", true) => MinSI,
        ("minui", true) => MinUI,
        ("maxsi", true) => MaxSI,
        ("maxui", true) => MaxUI,
        ("and", true) => AndI,
        ("or", true) => OrI,
        ("xor", true) => XOrI,
        ("minnumf", false) => MinNumF,
        ("maxnumf", false) => MaxNumF,
        ("minimumf", false) => MinimumF,
        ("maximumf", false) => MaximumF,
        _ => return DecodeRefusal::unsupported(format!("kind `{text}` of `{}` is not supported", site.op.name)),
    };
    Ok(function)
}

/// The product of the first two operands, whose elements may be narrower than the result.
fn product(site: &DecodeSite<'_>, ty: ScalarType) -> Result<Product, DecodeRefusal> {
    let widen = |n: usize| {
        let from = site.scalar(site.operand_type(n)?)?;
        match (from.is_integer(), ty.is_integer()) {
            _ if from == ty => Ok(None),
            (false, false) if from.bits() < ty.bits() => {
                Ok(Some(ScalarCall::new(Function::ExtF, ty, Flags::default())))
            }
            (true, true) if from.bits() < ty.bits() => Ok(Some(ScalarCall::new(Function::ExtSI, ty, Flags::default()))),
            _ => DecodeRefusal::malformed(format!("`{}` works on types that do not fit", site.op.name)),
        }
    };
    let multiply = if ty.is_integer() {
        Function::MulI
    } else {
        Function::MulF
    };
    Ok(Product {
        multiply: ScalarCall::new(multiply, ty, Flags::default()),
        widen: [widen(0)?, widen(1)?],
    })
}

fn contract(site: &DecodeSite<'_>, result: &(Vec<i64>, ScalarType)) -> Result<Reducer, DecodeRefusal> {
    site.shape(3, 1, 0)?;
    let wrong = || DecodeRefusal::Malformed("the maps of `vector.contract` do not fit its types".to_owned());
    let Attr::Array(attrs) = site.attr("indexing_maps")? else {
        return Err(wrong());
    };
    let mut maps: [Vec<usize>; 3] = Default::default();
    let mut extents: Vec<Option<i64>> = Vec::new();
    if attrs.len() != 3 {
        return Err(wrong());
    }
    for (n, attr) in attrs.iter().enumerate() {
        let map = attr.as_map().ok_or_else(wrong)?;
        extents.resize(map.dims.max(extents.len()), None);
        let shape = vector_type(site, site.operand_type(n)?)?.0;
        if map.results.len() != shape.len() {
            return Err(wrong());
        }
        for (expr, extent) in map.results.iter().zip(shape) {
            let AffineExpr::Dim(dim) = expr else {
                return Err(wrong());
            };
            let dim = *dim as usize;
            if *extents.get_mut(dim).ok_or_else(wrong)?.get_or_insert(extent) != extent {
                return Err(wrong());
            }
            maps[n].push(dim);
        }
    }
    if vector_type(site, site.operand_type(2)?)? != *result {
        return Err(wrong());
    }
    let iterators = match site.attr("iterator_types")? {
        Attr::Array(iterators) => iterators,
        _ => return Err(wrong()),
    };
    let reduces = |attr: &Attr| match attr {
        Attr::Opaque(text) => text.contains("reduction"),
        other => other.as_str() == Some("reduction"),
    };
    let kept = |dim: usize| maps[2].contains(&dim);
    if iterators.len() != extents.len() || iterators.iter().enumerate().any(|(n, attr)| reduces(attr) == kept(n)) {
        return DecodeRefusal::malformed("the iterator types of `vector.contract` do not fit its maps");
    }
    Ok(Reducer::Contract {
        maps,
        extents: extents.into_iter().collect::<Option<_>>().ok_or_else(wrong)?,
        product: product(site, result.1)?,
    })
}

pub(super) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    kind: &VectorReduceOp,
) -> Result<(), Trap> {
    let mask = machine.mask.take().map(|masked| masked.mask);
    let mask = mask.as_deref();
    let mut operands = Vec::new();
    for slot in &step.operands {
        let value = frame.get(*slot).clone();
        operands.push(lanes(machine, &value, kind.result.1)?);
    }
    let (shape, ty) = kind.result.clone();
    let accumulator = match kind.operation {
        Reducer::Scan { dim, inclusive } => return scan(machine, frame, step, kind, &operands, (dim, inclusive)),
        Reducer::Reduction => 1,
        Reducer::Multi(_) => 1,
        Reducer::Contract { .. } | Reducer::Outer(_) => 2,
    };
    let count = machine.memory.admit(&shape)?;
    let mut sums = Sums {
        combine: &kind.combine,
        cells: match operands.get(accumulator) {
            Some(acc) if acc.cells.len() == count => acc.cells.iter().map(Some).collect(),
            Some(_) => return Err(Trap::new(Code::ShapeMismatch, "the accumulator has other extents")),
            None => vec![None; count],
        },
    };
    match &kind.operation {
        Reducer::Reduction => for_each_index(&operands[0].shape, |lane| {
            machine.count_step()?;
            match enabled(machine, mask, lane)? {
                true => sums.add(machine, 0, operands[0].cells[position(&operands[0], lane)?]),
                false => Ok(()),
            }
        })?,
        Reducer::Multi(kept) => for_each_index(&operands[0].shape, |lane| {
            machine.count_step()?;
            let at = number(&shape, kept.iter().map(|n| lane[*n]));
            match enabled(machine, mask, lane)? {
                true => sums.add(machine, at, operands[0].cells[position(&operands[0], lane)?]),
                false => Ok(()),
            }
        })?,
        Reducer::Contract { maps, extents, product } => for_each_index(extents, |point| {
            machine.count_step()?;
            if !enabled(machine, mask, point)? {
                return Ok(());
            }
            let element = |n: usize| {
                let index: Ints = maps[n].iter().map(|dim| point[*dim]).collect();
                Ok::<_, Trap>(operands[n].cells[position(&operands[n], &index)?])
            };
            let value = product.of(machine, &operands, [element(0)?, element(1)?])?;
            sums.add(machine, number(&shape, maps[2].iter().map(|dim| point[*dim])), value)
        })?,
        Reducer::Scan { .. } => {}
        Reducer::Outer(product) => for_each_index(&shape, |lane| {
            machine.count_step()?;
            if !enabled(machine, mask, lane)? {
                return Ok(());
            }
            let (left, right) = lane.split_at(operands[0].shape.len());
            let pair = [
                operands[0].cells[position(&operands[0], left)?],
                operands[1].cells[position(&operands[1], right)?],
            ];
            let value = product.of(machine, &operands, pair)?;
            sums.add(machine, number(&shape, lane.iter().copied()), value)
        })?,
    }
    let neutral = eval::neutral(kind.combine.function, ty).map(|neutral| machine.domain.constant(neutral));
    let cells = sums.cells.into_iter().map(|cell| cell.unwrap_or(neutral)).collect();
    set_result(machine, frame, step, (shape, ty), cells, kind.scalar)
}

/// `vector.scan`: running results along a dimension, and the last ones. An inclusive one starts with the first lane, as
/// its lowering does, and ignores the initial value; in an exclusive one a lane counts from the next result on.
fn scan<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    kind: &VectorReduceOp,
    operands: &[Rc<TensorData<D>>],
    (dim, inclusive): (usize, bool),
) -> Result<(), Trap> {
    let (shape, ty) = kind.result.clone();
    let (source, start) = (&operands[0], &operands[1]);
    let mut sums = Sums {
        combine: &kind.combine,
        cells: match inclusive {
            true => vec![None; start.cells.len()],
            false => start.cells.iter().map(Some).collect(),
        },
    };
    let mut cells = vec![None; source.cells.len()];
    for_each_index(&shape, |lane| {
        machine.count_step()?;
        let rest = |list: &[i64]| -> Ints { (0..list.len()).filter(|n| *n != dim).map(|n| list[n]).collect() };
        let row = number(&rest(&shape), rest(lane).iter().copied());
        let mut counted: Ints = lane.iter().copied().collect();
        counted[dim] -= i64::from(!inclusive);
        if counted[dim] >= 0 {
            sums.add(machine, row, source.cells[position(source, &counted)?])?;
        }
        cells[position(source, lane)?] = sums.cells[row].flatten();
        Ok::<(), Trap>(())
    })?;
    let last = sums.cells.into_iter().map(Option::flatten).collect::<Vec<_>>();
    let last = machine.memory.tensor(start.shape.clone(), ty, last);
    frame.set(step.results[1], RuntimeValue::Vector(Rc::new(last)));
    set_result(machine, frame, step, (shape, ty), cells, false)
}

/// The row-major number of `index`, which is inside.
fn number(shape: &[i64], index: impl Iterator<Item = i64>) -> usize {
    shape
        .iter()
        .zip(index)
        .fold(0, |at, (extent, index)| at * extent + index) as usize
}

impl Product {
    fn of<D: Domain>(
        &self,
        machine: &mut Machine<'_, D>,
        operands: &[Rc<TensorData<D>>],
        pair: [Option<D::Data>; 2],
    ) -> Result<Option<D::Data>, Trap> {
        let mut factors = Vec::with_capacity(2);
        for n in 0..2 {
            let factor = machine.lane(operands[n].ty, pair[n])?;
            factors.push(match &self.widen[n] {
                Some(call) => {
                    let wide = super::arith::lane(machine, call, &[factor], true)?;
                    machine.lane(call.result, wide)?
                }
                None => factor,
            });
        }
        super::arith::lane(machine, &self.multiply, &factors, true)
    }
}

/// Running results: nothing yet, poison, or a value.
struct Sums<'a, D: Domain> {
    combine: &'a ScalarCall,
    cells: Vec<Option<Option<D::Data>>>,
}

impl<D: Domain> Sums<'_, D> {
    fn add(&mut self, machine: &mut Machine<'_, D>, at: usize, cell: Option<D::Data>) -> Result<(), Trap> {
        let ty = self.combine.result;
        self.cells[at] = Some(match self.cells[at] {
            None => cell,
            Some(acc) => {
                let args = [machine.lane(ty, acc)?, machine.lane(ty, cell)?];
                super::arith::lane(machine, self.combine, &args, true)?
            }
        });
        Ok(())
    }
}
