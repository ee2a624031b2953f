//! Shared by the tests.

use polyvet_interp::Init;
use polyvet_ir::Module;

/// Parses text that must be right.
pub fn parse(text: &str) -> Module {
    let (module, diagnostics) = polyvet_ir::parse(text);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}\nin\n{text}");
    module
}

/// Inputs that are distinguished by argument and element.
pub fn inputs(argument: usize) -> Init {
    Init::Inputs {
        argument: argument as u32,
        name: ["A", "B", "C", "D"][argument].to_owned(),
    }
}
