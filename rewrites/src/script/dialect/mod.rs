//! Scripts of MLIR's transform dialect: `transform.named_sequence`, read as text and run on a [`ScriptedProgram`].
//!
//! What is read is the custom form. Operations and attributes that are not known here are errors, never skipped.
//!
//! # Source
//! MLIR, "Transform Dialect": Linalg, Loop (SCF) transform operations.

mod find;
mod lexer;
mod run;
mod syntax;
mod trace;

use super::{Action, Script, ScriptStep};
use crate::ScriptedProgram;
use crate::operations::OperationTransform;
use polyvet_ir::{Diagnostic, OpId};
use syntax::SequenceStatement;

pub use trace::{Traced, TracedStep, trace};

/// Whether a script is one of the transform dialect.
pub fn is_dialect(text: &str) -> bool {
    lexer::tokens(text).is_ok_and(|tokens| {
        tokens
            .iter()
            .any(|token| matches!(token.text(text), "transform.named_sequence" | "transform.sequence"))
    })
}

/// Reads the sequence `@__transform_main`, or the only one there is, as a script of one step.
///
/// # Errors
/// What cannot be read, or is not known here.
pub fn parse_dialect(text: &str) -> Result<Script, Vec<Diagnostic>> {
    let sequence = syntax::sequence(text).map_err(|errors| errors.into_iter().map(hinted).collect::<Vec<_>>())?;
    let span = sequence.span;
    let transform = Box::new(Sequence {
        text: text.to_owned(),
        root: sequence.root,
        statements: sequence.statements,
    });
    Ok(Script {
        steps: vec![ScriptStep {
            span,
            ..ScriptStep::from(Action::Operations(transform))
        }],
        is_dialect: true,
    })
}

/// What has no help of its own names the other way.
fn hinted(error: Diagnostic) -> Diagnostic {
    match error.help {
        Some(_) => error,
        None => error.help(run::HINT),
    }
}

/// A sequence of the transform dialect.
#[derive(Debug)]
struct Sequence {
    /// As it was written.
    text: String,
    /// The handle of the whole program.
    root: String,
    statements: Vec<SequenceStatement>,
}

impl OperationTransform for Sequence {
    fn text(&self) -> String {
        self.text.clone()
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let mut run = run::SequenceRun::new(program, &self.root);
        for statement in &self.statements {
            run.statement(statement).map_err(hinted)?;
        }
        Ok(Vec::new())
    }
}
