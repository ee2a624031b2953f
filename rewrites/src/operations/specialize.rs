//! `specialize`: the named operation that a `linalg.generic` stands for.

use crate::ScriptName;
use crate::operations::OperationTransform;
use crate::operations::builder::OpBuilder;
use crate::operations::instances::without_marks;
use crate::operations::operation::{Linalg, named_with, no_place, uses};
use crate::registry::{Alias, Build};
use crate::{RegistryEntry, ScriptedProgram};
use polyvet_ir::edit::{i64_array, named_operations, same_payload, segment_sizes, write_payload};
use polyvet_ir::linalg::{IteratorType, Structured as View, structured};
use polyvet_ir::{AffineExpr, AffineMap, AffineOp, Attr, Diagnostic, Module, OpId, OpSpec, Span, Type, parse_attr};
use std::collections::HashMap;

/// Its line in the list.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "specialize",
    aliases: &[Alias {
        name: "structured.specialize",
        clauses: &[],
    }],
    summary: "Writes a linalg.generic as the named operation that has its maps and its payload.",
    params: "OP",
    example: "specialize(S0)",
    build: Build::Operations(|args| Ok(Box::new(Specialize { target: args.name()? }))),
};

/// Recognises a named operation.
#[derive(Debug)]
pub struct Specialize {
    /// The generic operation.
    pub target: ScriptName,
}

/// Loops of which all orders are tried.
const LOOPS_MAX: usize = 7;

impl Specialize {
    /// Recognises this operation.
    pub fn new(op: impl Into<ScriptName>) -> Specialize {
        Specialize { target: op.into() }
    }
}

impl OperationTransform for Specialize {
    fn text(&self) -> String {
        ENTRY.call([self.target.to_string()])
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let linalg = program.structured(&self.target)?;
        if program.module.op(linalg.op).name != "linalg.generic" {
            let message = format!("`{}` is a named operation", program.module.op(linalg.op).name);
            return Err(no_place(&self.target, message));
        }
        let op = to_named(program, &linalg)
            .ok_or_else(|| no_place(&self.target, "no named operation has these maps and this payload"))?;
        Ok(vec![op])
    }
}

/// The named operation in the place of a generic one, if there is one.
pub(crate) fn to_named(program: &mut ScriptedProgram, linalg: &Linalg) -> Option<OpId> {
    let func = program.func;
    // Marks are not part of what it computes.
    let clean = without_marks(&program.module, linalg.view.body);
    let module = clean.as_ref().unwrap_or(&program.module);
    let recognised = recognise(module, linalg);
    let moved = moves(module, linalg);
    let mut b = OpBuilder::before(&mut program.module, func, linalg.op);
    let (inputs, outputs) = (&linalg.view.inputs, &linalg.view.outputs);
    let op = match (recognised, moved) {
        (Some((name, steps, order)), _) => {
            let op = named_with(&mut b, name, inputs, outputs, &steps)?;
            if clean.is_some() {
                b.module.op_mut(op).regions.clear();
                write_region(&mut b, op, linalg, &order);
            }
            op
        }
        (None, Some((spec, order))) => {
            let op = b.push(spec);
            write_region(&mut b, op, linalg, &order);
            op
        }
        (None, None) => return None,
    };
    let results = b.module.op(op).results.clone();
    if let Some(name) = b.module.op(linalg.op).attrs.get("polyvet.name").cloned() {
        b.module.op_mut(op).attrs.set("polyvet.name", name);
    }
    program.replace(linalg.op, &results, op);
    Some(op)
}

/// Strides and dilations, where they are not 1: those of the subscripts `s * d0 + t * d1`, in order.
fn steps(view: &View) -> Vec<(&'static str, Attr)> {
    let (mut strides, mut dilations) = (Vec::new(), Vec::new());
    for expr in view.maps.iter().flat_map(|map| &map.results) {
        let AffineExpr::Bin(AffineOp::Add, ..) = expr else {
            continue;
        };
        let slope = |at: usize| {
            let unit: Vec<i64> = (0..view.iterators.len()).map(|n| i64::from(n == at)).collect();
            let zero = vec![0; unit.len()];
            expr.eval(&unit, &[])?.checked_sub(expr.eval(&zero, &[])?)
        };
        for (at, iterator) in view.iterators.iter().enumerate().filter(|(at, _)| uses(expr, *at)) {
            match iterator {
                IteratorType::Parallel => strides.extend(slope(at)),
                _ => dilations.extend(slope(at)),
            }
        }
    }
    let attr = |numbers: Vec<i64>| {
        let all: Vec<String> = numbers.iter().map(i64::to_string).collect();
        let text = format!("dense<[{}]> : tensor<{}xi64>", all.join(", "), all.len());
        parse_attr(&text).filter(|_| numbers.iter().any(|number| *number != 1))
    };
    let strides = attr(strides).map(|attr| ("strides", attr));
    strides
        .into_iter()
        .chain(attr(dilations).map(|attr| ("dilations", attr)))
        .collect()
}

/// The payload of the generic operation, copied; loop `n` of the new one is loop `order[n]` of it.
fn write_region(b: &mut OpBuilder<'_>, op: OpId, linalg: &Linalg, order: &[usize]) {
    let copy = b.module.copy_op(linalg.op, &mut HashMap::new());
    let region = b.module.op(copy).regions[0];
    b.module.op_mut(copy).regions.clear();
    b.module.op_mut(op).regions.push(region);
    b.module.region_mut(region).parent = Some(op);
    let body = b.module.region(region).blocks[0];
    for index in b.module.block(body).ops.clone() {
        let index = b.module.op_mut(index);
        let at = index
            .attr("dim")
            .and_then(Attr::as_i64)
            .filter(|_| index.name == "linalg.index");
        if let Some(now) = at.and_then(|at| order.iter().position(|old| *old as i64 == at)) {
            index.properties.set("dim", Attr::i64(now as i64));
        }
    }
}

/// A named operation: its name, its strides and dilations, and which loop of the generic one each of its loops is.
type Recognised = (&'static str, Vec<(&'static str, Attr)>, Vec<usize>);

/// The named operation with this payload and, in some order of its loops, these maps.
fn recognise(module: &Module, linalg: &Linalg) -> Option<Recognised> {
    let operands = linalg.operands();
    let types: Vec<Type> = operands.iter().map(|value| module.ty(*value).clone()).collect();
    let inputs = linalg.view.inputs.len();
    let steps = steps(&linalg.view);
    // A contraction says its maps itself, so without them it is none.
    let mut names = named_operations().filter(|name| *name != "linalg.contract");
    let (name, order) = names.find_map(|name| {
        let (scratch, op) = candidate(name, &types, inputs, &steps)?;
        let same = same_payload(module, linalg.op, &scratch, op);
        let view = structured(&scratch, op).filter(|_| same)?;
        Some((name, same_maps(&linalg.view, &view)?))
    })?;
    Some((name, steps, order))
}

/// A named operation on operands of these types, with these strides.
fn candidate(name: &str, types: &[Type], inputs: usize, steps: &[(&'static str, Attr)]) -> Option<(Module, OpId)> {
    let mut scratch = Module::new();
    let body = scratch.body();
    let values: Vec<_> = types
        .iter()
        .map(|ty| scratch.add_block_arg(body, ty.clone(), None, Span::NONE))
        .collect();
    let mut spec = OpSpec::new(name)
        .operands(&values)
        .property("operandSegmentSizes", segment_sizes(&[inputs, types.len() - inputs]));
    for (name, attr) in steps {
        spec = spec.property(name, attr.clone());
    }
    let op = scratch.push_op(body, spec);
    write_payload(&mut scratch, op, types)?;
    Some((scratch, op))
}

/// The order of loops in which the maps of `one` are those of `other`.
fn same_maps(one: &View, other: &View) -> Option<Vec<usize>> {
    let loops = one.iterators.len();
    if loops != other.iterators.len() || loops > LOOPS_MAX || one.maps.len() != other.maps.len() {
        return None;
    }
    let shape = |view: &View| -> Vec<usize> { view.maps.iter().map(|map| map.results.len()).collect() };
    let mut orders = orders(loops).into_iter().filter(|_| shape(one) == shape(other));
    orders.find(|order| is_same(one, other, order))
}

/// Whether loop `n` of `other` is loop `order[n]` of `one`.
fn is_same(one: &View, other: &View, order: &[usize]) -> bool {
    let dims: Vec<AffineExpr> = order.iter().map(|at| AffineExpr::dim(*at)).collect();
    let moved = |map: &AffineMap| -> Vec<AffineExpr> {
        map.results.iter().map(|result| result.substitute(&dims, &[])).collect()
    };
    let same_claims = order
        .iter()
        .zip(&other.iterators)
        .all(|(at, claim)| one.iterators[*at] == *claim);
    same_claims
        && one
            .maps
            .iter()
            .zip(&other.maps)
            .all(|(map, named)| map.results == moved(named))
}

fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for next in 0..count {
        let longer = |order: &Vec<usize>| -> Vec<Vec<usize>> {
            let insert = |at: usize| {
                let mut longer = order.clone();
                longer.insert(at, next);
                longer
            };
            (0..=order.len()).map(insert).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// `linalg.transpose` or `linalg.broadcast`, if elements are only moved, and the loops that its loops were.
fn moves(module: &Module, linalg: &Linalg) -> Option<(OpSpec, Vec<usize>)> {
    let view = &linalg.view;
    let ([input], [output], [from, to]) = (&view.inputs[..], &view.outputs[..], &view.maps[..]) else {
        return None;
    };
    let [last] = module.block(view.body).ops[..] else {
        return None;
    };
    let first = *module.block(view.body).args.first()?;
    let is_copy = module.op(last).operand_values().eq([first]) && module.ty(*input).shape().is_some();
    (is_copy && to.is_permutation()).then_some(())?;
    // Loops in the order of the output.
    let place = |expr: &AffineExpr| to.results.iter().position(|result| result == expr);
    let places: Vec<usize> = from.results.iter().map(place).collect::<Option<_>>()?;
    let rank = to.results.len();
    let spec = match () {
        () if places.len() == rank => {
            let permutation = (0..rank).map(|at| places.iter().position(|one| *one == at));
            let permutation: Vec<i64> = permutation.map(|at| at.map(|at| at as i64)).collect::<Option<_>>()?;
            OpSpec::new("linalg.transpose").property("permutation", i64_array(&permutation))
        }
        () if places.is_sorted_by(|one, next| one < next) => {
            let added = (0..rank).filter(|at| !places.contains(at)).map(|at| at as i64);
            OpSpec::new("linalg.broadcast").property("dimensions", i64_array(&added.collect::<Vec<_>>()))
        }
        () => return None,
    };
    let mut spec = spec.operands(&[*input, *output]);
    if module.ty(*output).is_tensor() {
        spec = spec.result(module.ty(*output).clone());
    }
    let order = to.results.iter().filter_map(|result| match result {
        AffineExpr::Dim(at) => Some(*at as usize),
        _ => None,
    });
    Some((spec, order.collect()))
}
