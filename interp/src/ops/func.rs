//! `func`: calls. Returning is the terminator's business.

use crate::code::{Refusal, Site, Step};
use crate::domain::Domain;
use crate::machine::{Frame, Machine};
use crate::ops::event::Unknown;
use crate::{Code, Trap};
use polyvet_ir::{Attr, OpId};

pub(crate) enum Kind {
    /// With the name as it is written.
    Call(OpId, String),
}

pub(crate) fn decode(site: &Site<'_>) -> Result<Kind, Refusal> {
    match (site.op.info().is_call(), site.op.attr("callee")) {
        (true, Some(Attr::Symbol(path))) => {
            let name = path.join("::@");
            match site.module.resolve(site.id, path) {
                Some(callee) => Ok(Kind::Call(callee, name)),
                None => Refusal::malformed(format!("there is no function `@{name}`")),
            }
        }
        (true, _) => Refusal::malformed(format!("`{}` has no callee", site.op.name)),
        _ => site.other(),
    }
}

pub(crate) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut Frame<D>,
    step: &Step,
    kind: &Kind,
) -> Result<(), Trap> {
    let Kind::Call(id, callee) = kind;
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
