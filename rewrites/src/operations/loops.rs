//! All structured operations of a function as loops, for those who read only loops.

use super::OperationTransform;
use super::bufferize::Bufferize;
use super::lower::{LoopForm, Lower};
use crate::ScriptName;
use crate::ScriptedProgram;
use polyvet_ir::{Module, OpId, Span};

/// A function in a module of its own, its structured operations on buffers and then as loops; `None` if it has none.
///
/// # Errors
/// What an operation is that has no such form.
pub fn as_loops(module: &Module, func: OpId) -> Result<Option<(Module, OpId)>, String> {
    if first_structured(module, func).is_none() {
        return Ok(None);
    }
    let mut own = Module::new();
    let block = own.body();
    let func = own.import(module, func, block);
    let mut program = ScriptedProgram::new(&own, func);
    while let Some(op) = first_structured(&program.module, func) {
        let target = ScriptName {
            value: "polyvet.target".to_owned(),
            span: Span::NONE,
        };
        program.bind(&target.value, op);
        let step: Box<dyn OperationTransform> = match program.module.op(op).results.is_empty() {
            true => Box::new(Lower {
                target,
                form: LoopForm::Scf,
            }),
            false => Box::new(Bufferize { target }),
        };
        step.apply(&mut program).map_err(|problem| problem.message)?;
    }
    Ok(Some((program.module, func)))
}

/// The first structured operation that stands in no other.
fn first_structured(module: &Module, func: OpId) -> Option<OpId> {
    let mut found = None;
    module.walk(func, &mut |id, op| {
        if op.dialect() == "linalg" {
            found.get_or_insert(id);
        }
    });
    found
}
