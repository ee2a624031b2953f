//! `func`: calls. Returning is the terminator's business.

use crate::code::{DecodeRefusal, DecodeSite, DecodedOp};
use crate::domain::Domain;
use crate::machine::{CallFrame, Machine};
use crate::ops::event::Unknown;
use crate::{Code, Trap};
use polyvet_ir::{Attr, OpId};

pub(crate) enum FuncOp {
    /// With the name as it is written.
    Call(OpId, String),
}

pub(crate) fn decode(site: &DecodeSite<'_>) -> Result<FuncOp, DecodeRefusal> {
    match (site.op.info().is_call(), site.op.attr("callee")) {
        (true, Some(Attr::Symbol(path))) => {
            let name = path.join("::@");
            match site.module.resolve(site.id, path) {
                Some(callee) => Ok(FuncOp::Call(callee, name)),
                None => DecodeRefusal::malformed(format!("there is no function `@{name}`")),
            }
        }
        (true, _) => DecodeRefusal::malformed(format!("`{}` has no callee", site.op.name)),
        _ => site.other(),
    }
}

pub(crate) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    kind: &FuncOp,
) -> Result<(), Trap> {
    let FuncOp::Call(id, callee) = kind;
    let Some(func) = machine.program.func_of.get(id).copied() else {
        return Err(Trap::new(
            Code::MalformedOp,
            format!("there is no function `@{callee}`"),
        ));
    };
    if machine.program.funcs[func].blocks.is_empty() && machine.options.unknown != Unknown::Refused {
        return super::event::run(machine, frame, step);
    }
    if machine.calls.len() >= machine.options.limits.calls {
        let message = format!("more than {} nested calls", machine.options.limits.calls);
        return Err(Trap::new(Code::RecursionLimit, message));
    }
    let args = (0..step.operands.len()).map(|n| frame.take(step, n)).collect();
    machine.calls.push((callee.clone(), step.id));
    let results = machine.walk(func, args)?;
    machine.calls.pop();
    if results.len() != step.results.len() {
        return Err(Trap::new(
            Code::MalformedOp,
            format!("`@{callee}` returns {} values", results.len()),
        ));
    }
    for (slot, value) in step.results.iter().zip(results) {
        frame.set(*slot, value);
    }
    Ok(())
}
