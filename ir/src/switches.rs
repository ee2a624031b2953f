//! `scf.index_switch` as branches one inside the other.

use crate::{Attr, BlockId, Module, OpId, OpSpec, Type, ValueId};
use std::collections::HashMap;

/// A switch of more cases than this stays one: branches would stand too deep.
const CASES_MAX: usize = 32;

/// A copy of `module` in which `func` has `scf.if` instead of `scf.index_switch`; `None` if there is none of these. What was
/// there before keeps its number.
pub fn plain_switches(module: &Module, func: OpId) -> Option<Module> {
    let mut found = Vec::new();
    module.walk(func, &mut |id, op| {
        if op.name == "scf.index_switch" {
            found.push(id);
        }
    });
    let mut copy = (!found.is_empty()).then(|| module.clone())?;
    let mut values = HashMap::new();
    for op in found {
        if let Some(results) = branches(&mut copy, op) {
            values.extend(copy.op(op).results.clone().into_iter().zip(results));
        }
    }
    copy.replace_uses(func, &values);
    (!values.is_empty() || copy.op_count() > module.op_count()).then_some(copy)
}

/// Puts branches in the place of a switch; their results.
fn branches(module: &mut Module, switch: OpId) -> Option<Vec<ValueId>> {
    let data = module.op(switch);
    let cases = data.attr("cases")?.as_i64s()?;
    let (value, span, regions) = (data.operands.first()?.value, data.span, data.regions.clone());
    let types: Vec<Type> = data.results.iter().map(|result| module.ty(*result).clone()).collect();
    let (default, rest) = regions.split_first()?;
    let one_block = |at: &usize| module.only_block(switch, *at).is_some();
    if cases.is_empty()
        || cases.len() > CASES_MAX
        || rest.len() != cases.len()
        || !(0..regions.len()).all(|at| one_block(&at))
    {
        return None;
    }
    let outer = data.parent?;
    let at = module.block(outer).ops.iter().position(|op| *op == switch)?;
    let following = module.block_mut(outer).ops.split_off(at + 1);
    module.block_mut(outer).ops.pop();
    let mut block: BlockId = outer;
    let mut first: Option<Vec<ValueId>> = None;
    for (number, (case, region)) in cases.iter().zip(rest).enumerate() {
        let attr = Attr::Int {
            value: i128::from(*case),
            ty: Type::Index,
        };
        let constant = OpSpec::new("arith.constant")
            .property("value", attr)
            .result(Type::Index);
        let constant = module.push_op(block, constant.at(span));
        let constant = module.op(constant).results[0];
        let equal = Attr::Int {
            value: 0,
            ty: Type::I64,
        };
        let condition = OpSpec::new("arith.cmpi")
            .operands(&[value, constant])
            .property("predicate", equal);
        let condition = module.push_op(block, condition.result(Type::I1).at(span));
        let condition = module.op(condition).results[0];
        let branch = types
            .iter()
            .fold(OpSpec::new("scf.if").operands(&[condition]), |spec, ty| {
                spec.result(ty.clone())
            });
        let branch = module.push_op(block, branch.at(span));
        module.op_mut(branch).regions.push(*region);
        module.region_mut(*region).parent = Some(branch);
        let results = module.op(branch).results.clone();
        if first.is_some() {
            module.push_op(block, OpSpec::new("scf.yield").operands(&results).at(span));
        }
        first.get_or_insert(results);
        if number + 1 == cases.len() {
            module.op_mut(branch).regions.push(*default);
            module.region_mut(*default).parent = Some(branch);
        } else {
            let region = module.add_region(branch);
            block = module.add_block(region, &[]);
        }
    }
    for op in following {
        module.append(outer, op);
    }
    first
}
