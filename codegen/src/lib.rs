//! From a polyhedral model back to MLIR operations: the inverse of `analysis::extract`.
//!
//! [`generate`] rewrites one function of a module so that it runs what the model says, in the order
//! of its schedule; [`ast_text`] shows the same loops as C-like text. The generated function agrees
//! with the model on the parameters in [`Scop::valid`](polyvet_analysis::Scop::valid); it says
//! nothing of whether the model agrees with the program it came from.

mod arrays;
mod ast;
mod body;
mod emit;
mod expr;
#[cfg(test)]
mod fallback;
mod generate;
mod guard;
mod magnitude;
#[cfg(test)]
mod order;
mod predicated;
mod text;
mod tiles;

use polyvet_ir::Span;
use polyvet_poly::PolyError;

pub use generate::{CodegenOptions, generate, generate_with};
pub use text::{ast_text, ast_text_in};

/// Why there are no loops for a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CodegenError {
    /// isl has no answer.
    #[error(transparent)]
    Poly(#[from] PolyError),
    /// A program or a model of a kind that is not generated.
    #[error("no code is generated for {what}")]
    Unsupported {
        /// What it is.
        what: String,
        /// Where it is written, if it is.
        span: Span,
    },
    /// A number beyond 64 bits.
    #[error(transparent)]
    Overflow(#[from] expr::ExprOverflow),
}

impl CodegenError {
    /// Where the cause is written, if it is.
    pub fn span(&self) -> Span {
        match self {
            CodegenError::Unsupported { span, .. } => *span,
            _ => Span::NONE,
        }
    }

    pub(crate) fn unsupported(what: impl Into<String>, span: Span) -> CodegenError {
        CodegenError::Unsupported {
            what: what.into(),
            span,
        }
    }
}

/// Result of code generation.
pub type Result<T> = std::result::Result<T, CodegenError>;
