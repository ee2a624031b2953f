//! All integration tests of the crate in one program: one link, and one process that keeps the cores busy.

mod block_args;
mod cases;
mod definitions;
mod diagnostics;
mod elements;
mod flags;
mod inline;
mod launches;
mod named;
mod old;
mod opdsl;
mod ops;
mod plain;
mod robust;
mod roundtrip;
mod splice;
mod switches;
mod symbols;
mod views;
mod warps;
mod written;

/// A program without mistakes, and its function `@f`.
fn func_f(text: &str) -> (polyvet_ir::Module, polyvet_ir::OpId) {
    let (module, diagnostics) = polyvet_ir::parse(text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let func = polyvet_ir::func_named(&module, "f").expect("a function");
    (module, func)
}
