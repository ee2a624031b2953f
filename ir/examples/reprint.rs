//! `reprint generic|custom FILE`: reads a file and prints it, diagnostics to standard error.

use polyvet_ir::{PrintForm, PrintOptions, Severity, parse, print, well_formed};

fn main() {
    let mut args = std::env::args().skip(1);
    let form = if args.next().as_deref() == Some("generic") {
        PrintForm::Generic
    } else {
        PrintForm::Custom
    };
    let mut failed = false;
    for file in args {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let (module, mut diagnostics) = parse(&text);
        if diagnostics.is_empty() {
            diagnostics = well_formed(&module);
        }
        for diagnostic in &diagnostics {
            let line = diagnostic.primary.line(&text).unwrap_or(0);
            eprintln!("{file}:{line}: {}: {}", diagnostic.code, diagnostic.message);
            failed |= diagnostic.severity == Severity::Error;
        }
        if diagnostics.is_empty() {
            let options = PrintOptions {
                form,
                ..PrintOptions::default()
            };
            print!("{}", print(&module, options));
        }
    }
    std::process::exit(i32::from(failed));
}
