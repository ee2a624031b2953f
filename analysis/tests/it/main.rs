//! The polyhedral model: what is extracted, and what is computed from it.

mod assume;
mod bands;
mod dependence;
mod formula;
mod marks;
mod models;

use polyvet_analysis::Scop;
use polyvet_analysis::extract::{ExtractError, ExtractOptions, extract};
use polyvet_poly::Ctx;

/// The model of the first function of a program.
fn model_with(text: &str, options: &ExtractOptions) -> Result<Scop, ExtractError> {
    let (module, diagnostics) = polyvet_ir::parse(text);
    assert!(diagnostics.is_empty(), "{text}: {diagnostics:?}");
    extract(&module, module.funcs()[0], &Ctx::new(), options)
}

fn model_of(text: &str) -> Scop {
    model_with(text, &ExtractOptions::default()).unwrap_or_else(|why| panic!("{why} in\n{text}"))
}
