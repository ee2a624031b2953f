//! Any text is answered by a module or by diagnostics, and what was read is the same when it is printed and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use polyvet_ir::{Form, PrintOptions, Severity, parse, print, same, well_formed};

fuzz_target!(|text: &str| {
    let (module, diagnostics) = parse(text);
    let wrong = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    if wrong || !well_formed(&module).is_empty() {
        return;
    }
    for form in [Form::Generic, Form::Custom] {
        let printed = print(&module, PrintOptions { form, locations: false });
        let (again, diagnostics) = parse(&printed);
        assert!(diagnostics.is_empty(), "printed text has errors: {diagnostics:?}\n{printed}");
        if let Err(difference) = same(&module, &again) {
            panic!("{difference}\n{printed}");
        }
    }
});
