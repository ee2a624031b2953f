//! `cf`: branches between the blocks of a region, and assertions.

use crate::code::{DecodeRefusal, DecodeSite, DecodedBlock, DecodedKind, DecodedOp};
use crate::domain::Domain;
use crate::machine::{CallFrame, Machine};
use crate::value::RuntimeValue;
use crate::{Code, ScalarType, Trap, dense};
use polyvet_ir::Attr;
use std::ops::Range;

/// A block, as number in its region, and which operands become its arguments.
pub(crate) struct BranchTarget {
    block: usize,
    operands: Range<usize>,
}

/// A terminator that goes on with another block: the targets, and how one is chosen.
pub(crate) struct Branch {
    /// Of `cf.cond_br` the one for true first; of `cf.switch` the default first.
    targets: Vec<BranchTarget>,
    choice: BranchChoice,
}

enum BranchChoice {
    Always,
    Condition,
    /// The cases of all but the first target.
    Cases(Vec<i64>),
}

pub(crate) fn decode(site: &DecodeSite<'_>) -> Result<DecodedKind, DecodeRefusal> {
    let choice = match site.op.name.as_str() {
        "cf.assert" => {
            site.shape(1, 0, 0)?;
            let message = site.attr("msg")?.as_str().unwrap_or_default();
            return Ok(DecodedKind::Assert(message.to_owned()));
        }
        "cf.br" | "llvm.br" | "spirv.Branch" => BranchChoice::Always,
        "cf.cond_br" | "llvm.cond_br" | "spirv.BranchConditional" => BranchChoice::Condition,
        "cf.switch" => BranchChoice::Cases(cases(site)?),
        _ => return site.other(),
    };
    let groups = match &choice {
        BranchChoice::Always => std::iter::once(0..site.op.operands.len()).collect(),
        BranchChoice::Condition => site.segments(3)?.split_off(1),
        BranchChoice::Cases(_) => {
            let parts = site.segments(3)?;
            let mut groups = vec![parts[1].clone()];
            let mut start = parts[2].start;
            for size in site.ints("case_operand_segments")? {
                let end = start + usize::try_from(size).unwrap_or_default();
                groups.push(start..end);
                start = end;
            }
            groups
        }
    };
    let fits = groups.len() == site.op.successors.len()
        && groups.iter().all(|group| group.end <= site.op.operands.len())
        && site.op.successors.iter().all(|successor| successor.args.is_empty())
        && !matches!(&choice, BranchChoice::Cases(cases) if cases.len() + 1 != groups.len())
        && (matches!(choice, BranchChoice::Always) || !site.op.operands.is_empty());
    let region = site.op.parent.and_then(|block| site.module.block(block).parent);
    let (true, Some(region)) = (fits, region) else {
        return DecodeRefusal::malformed(format!("the targets of `{}` do not fit its operands", site.op.name));
    };
    let blocks = &site.module.region(region).blocks;
    let mut targets = Vec::new();
    for (successor, operands) in site.op.successors.iter().zip(groups) {
        match blocks.iter().position(|block| *block == successor.block) {
            Some(block) => targets.push(BranchTarget { block, operands }),
            None => return DecodeRefusal::malformed(format!("`{}` leaves its region", site.op.name)),
        }
    }
    Ok(DecodedKind::Branch(Branch { targets, choice }))
}

/// The case values of `cf.switch`.
fn cases(site: &DecodeSite<'_>) -> Result<Vec<i64>, DecodeRefusal> {
    let ScalarType::Int(width) = site.scalar(site.operand_type(0)?)? else {
        return DecodeRefusal::malformed("`cf.switch` needs an integer");
    };
    let Some(attr @ Attr::Dense { .. }) = site.op.attr("case_values") else {
        return Ok(Vec::new());
    };
    let values = dense::read(attr, ScalarType::Int(width)).map_err(DecodeRefusal::Malformed)?;
    let count = crate::ints::element_count(&values.shape).unwrap_or(0);
    Ok(values.each(count, None).map(|value| value.signed()).collect())
}

/// Chooses the next block and sets its arguments.
pub(crate) fn branch<'b, D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    end: &DecodedOp,
    branch: &Branch,
    blocks: &'b [DecodedBlock],
) -> Result<&'b DecodedBlock, Trap> {
    let chosen = match &branch.choice {
        BranchChoice::Always => 0,
        BranchChoice::Condition => usize::from(machine.control(frame.get(end.operands[0]))? == 0),
        BranchChoice::Cases(cases) => {
            let flag = machine.control(frame.get(end.operands[0]))?;
            cases.iter().position(|case| *case == flag).map_or(0, |case| case + 1)
        }
    };
    let target = &branch.targets[chosen];
    let body = &blocks[target.block];
    if body.args.len() != target.operands.len() {
        let message = format!(
            "a block with {} arguments is given {}",
            body.args.len(),
            target.operands.len()
        );
        return Err(Trap::new(Code::MalformedOp, message));
    }
    // All are read before the first is set: a block may swap its own arguments.
    let values: Vec<RuntimeValue<D>> = target.operands.clone().map(|n| frame.take(end, n)).collect();
    for (slot, value) in body.args.iter().zip(values) {
        frame.set(*slot, value);
    }
    Ok(body)
}

/// `cf.assert`
pub(crate) fn assert<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &CallFrame<D>,
    step: &DecodedOp,
    message: &str,
) -> Result<(), Trap> {
    match machine.control(frame.get(step.operands[0]))? {
        0 => Err(Trap::new(
            Code::AssertionFailed,
            format!("the assertion `{message}` does not hold"),
        )),
        _ => Ok(()),
    }
}
