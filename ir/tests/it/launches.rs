//! Launches become loops that are well-formed.

use polyvet_ir::{PrintOptions, Severity, parse, plain_launches, print, well_formed};

#[test]
fn loops_in_place_of_launches_are_well_formed() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/threads");
    let mut launches = 0;
    for file in std::fs::read_dir(folder).expect("the corpus") {
        let path = file.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "mlir") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a text");
        let (mut module, _) = parse(&text);
        launches += text.matches("gpu.launch ").count() + text.matches("gpu.launch_func").count();
        plain_launches(&mut module);
        let printed = print(&module, PrintOptions::default());
        assert!(!printed.contains("gpu.launch"), "{}\n{printed}", path.display());
        // What is used before it is defined would be an error here.
        let (again, errors) = parse(&printed);
        let errors: Vec<String> = errors
            .into_iter()
            .chain(well_formed(&again))
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
            .map(|diagnostic| diagnostic.message)
            .collect();
        assert!(errors.is_empty(), "{}: {errors:?}\n{printed}", path.display());
    }
    assert!(launches > 10, "only {launches} launches");
}
