//! Structured operations as loops, by steps of our own catalogue.

use super::Result;
use crate::Outcome;
use polyvet_ir::{Module, OpId, Span};
use polyvet_rewrites::Name;
use polyvet_rewrites::Program;
use polyvet_rewrites::operations::Structured;
use polyvet_rewrites::operations::bufferize::Bufferize;
use polyvet_rewrites::operations::lower::{Form, Lower};

/// A function in a module of its own, its structured operations on buffers and then as loops; `None` if it has none.
pub(super) fn loops(module: &Module, func: OpId) -> Result<Option<(Module, OpId)>> {
    if first_structured(module, func).is_none() {
        return Ok(None);
    }
    let mut own = Module::new();
    let block = own.body();
    let func = own.import(module, func, block);
    let mut program = Program::new(&own, func);
    while let Some(op) = first_structured(&program.module, func) {
        let target = Name {
            value: "polyvet.target".to_owned(),
            span: Span::NONE,
        };
        program.bind(&target.value, op);
        let step: Box<dyn Structured> = match program.module.op(op).results.is_empty() {
            true => Box::new(Lower {
                target,
                form: Form::Scf,
            }),
            false => Box::new(Bufferize { target }),
        };
        step.apply(&mut program)
            .map_err(|problem| Outcome::Unsupported(format!("structured operations as loops: {}", problem.message)))?;
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
