//! Definitions of structured operations: what an instance is, that any text is read or refused, and that MLIR takes what is
//! printed.

use polyvet_ir::opdsl::{
    AttributeChoice, Definitions, Request, StructuredOp, instantiate, read_einstein, read_python, read_yaml, write_yaml,
};
use polyvet_ir::{Module, PrintOptions, Severity, parse, print, well_formed};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn reader(path: &Path) -> Option<fn(&str) -> Definitions> {
    match path.extension()?.to_str()? {
        "py" => Some(read_python),
        "yaml" => Some(read_yaml),
        "tc" => Some(read_einstein),
        _ => None,
    }
}

/// The definitions of the corpus, good and bad.
fn corpus() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/opdsl");
    let mut found = Vec::new();
    for folder in [root.clone(), root.join("errors")] {
        let mut paths: Vec<_> = std::fs::read_dir(folder)
            .expect("a folder")
            .flatten()
            .map(|e| e.path())
            .collect();
        paths.sort();
        for path in paths.into_iter().filter(|path| reader(path).is_some()) {
            let text = std::fs::read_to_string(&path).expect("data is UTF-8");
            found.push((path, text));
        }
    }
    found
}

fn module(ops: Definitions, request: &Request) -> Module {
    assert!(ops.1.is_empty(), "{:?}", ops.1);
    let (module, errors) = instantiate(&ops.0, request);
    assert!(errors.is_empty(), "{errors:?}");
    let told = well_formed(&module);
    assert!(told.is_empty(), "{told:?}");
    module
}

fn text(module: &Module) -> String {
    print(module, PrintOptions::default())
}

/// Names of loops and symbols are positions in the export; all else is the same.
#[test]
fn what_is_exported_is_read_back() {
    let library = include_str!("../../src/opdsl/named.py").to_owned();
    let mut texts = vec![(PathBuf::from("named.py"), library)];
    let good = |path: &Path| path.parent().is_none_or(|folder| !folder.ends_with("errors"));
    texts.extend(corpus().into_iter().filter(|(path, _)| good(path)));
    let mut count = 0;
    for (path, source) in texts {
        let (ops, _) = reader(&path).expect("a definition")(&source);
        let exported = write_yaml(&ops);
        let (again, told) = read_yaml(&exported);
        let told: Vec<_> = told.iter().filter(|one| one.code != "opdsl-overwrites").collect();
        assert!(told.is_empty(), "{}: {told:?}", path.display());
        assert_eq!(write_yaml(&again), exported, "{}", path.display());
        for (op, same) in ops.iter().zip(&again) {
            let text = |op: &StructuredOp| text(&instantiate(std::slice::from_ref(op), &Request::default()).0);
            // Extents are called after symbols.
            let names = |line: &&str| !line.contains(".dim %") && !line.contains("affine.apply");
            let lines = |text: String| -> Vec<String> { text.lines().filter(names).map(str::to_owned).collect() };
            assert_eq!(lines(text(op)), lines(text(same)), "{}", path.display());
            count += 1;
        }
    }
    assert!(count > 90, "only {count} definitions");
}

#[test]
fn instances_can_be_printed_and_read() {
    let mut count = 0;
    for (path, source) in corpus() {
        let (ops, told) = reader(&path).expect("a definition")(&source);
        if path.parent().is_some_and(|folder| folder.ends_with("errors")) {
            continue;
        }
        assert!(told.is_empty(), "{}: {told:?}", path.display());
        for buffers in [false, true] {
            let request = Request {
                buffers,
                types: [("B".to_owned(), polyvet_ir::Type::I1)]
                    .into_iter()
                    .filter(|_| source.contains("TV.B"))
                    .collect(),
                ..Request::default()
            };
            let (module, errors) = instantiate(&ops, &request);
            assert!(errors.is_empty(), "{}: {errors:?}", path.display());
            let (again, errors) = parse(&text(&module));
            assert!(errors.is_empty(), "{}: {errors:?}\n{}", path.display(), text(&module));
            polyvet_ir::same(&module, &again).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            count += ops.len();
        }
    }
    assert!(count > 30, "only {count} instances");
}

#[test]
fn loops_come_in_the_order_of_the_text() {
    let source = "
@linalg_structured_op
def f(A=TensorDef(T, S.K, S.N), B=TensorDef(T, S.L), C=TensorDef(T, S.N, output=True)):
    C[D.n] += B[D.l] * A[D.k, D.n]
";
    let (ops, told) = read_python(source);
    assert!(told.is_empty(), "{told:?}");
    assert_eq!(ops[0].dims, ["n", "l", "k"]);
    let (ops, told) = read_einstein(
        "def f(A: f32(K, N), B: f32(L)) -> (C: f32(N)) { C(n) = std_addf<k, l>(std_mulf(B(l), A(k, n))); }",
    );
    assert!(told.is_empty(), "{told:?}");
    assert_eq!(
        (&ops[0].dims[..], &ops[0].symbols[..]),
        (
            &["n", "k", "l"].map(String::from)[..],
            &["K", "N", "L"].map(String::from)[..]
        )
    );
}

#[test]
fn shapes_attributes_and_types_make_the_instance() {
    let source = "
@linalg_structured_op
def f(I=TensorDef(T1, S.O * S.S + 1), O=TensorDef(U, S.O, output=True), strides=IndexAttrDef(S.S, default=[1]),
      cast=TypeFnAttrDef(default=TypeFn.cast_signed)):
    O[D.o] = cast(U, I[D.o * S.S])
";
    let request = Request {
        shape: [("O".to_owned(), 4)].into(),
        types: [
            ("T1".to_owned(), polyvet_ir::parse_type("i8").expect("a type")),
            ("U".to_owned(), polyvet_ir::Type::I32),
        ]
        .into(),
        attributes: [
            ("strides".to_owned(), AttributeChoice::Numbers(vec![3])),
            (
                "cast".to_owned(),
                AttributeChoice::Function("TypeFn.cast_unsigned".to_owned()),
            ),
        ]
        .into(),
        ..Request::default()
    };
    let text = text(&module(read_python(source), &request));
    for part in ["tensor<13xi8>", "tensor<4xi32>", "(d0) -> (d0 * 3)", "arith.extui"] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
}

/// Every single deletion, doubling and exchange of bytes would be many: every so many-th of them.
#[test]
fn any_text_is_read_or_refused() {
    for (path, source) in corpus() {
        let read = reader(&path).expect("a definition");
        let bytes = source.as_bytes();
        for at in (0..bytes.len()).step_by(7) {
            for (n, with) in [&b""[..], b"(", b")", b"\n", b"D.", b" ", b"\xc3\xa9", b"#", b"'"]
                .into_iter()
                .enumerate()
            {
                if (at / 7 + n) % 3 != 0 {
                    continue;
                }
                let mut mutant = bytes[..at].to_vec();
                mutant.extend_from_slice(with);
                mutant.extend_from_slice(&bytes[at + n % 2..]);
                let Ok(mutant) = String::from_utf8(mutant) else {
                    continue;
                };
                let (ops, told) = read(&mutant);
                for diagnostic in &told {
                    let spans =
                        std::iter::once(diagnostic.primary).chain(diagnostic.labels.iter().map(|label| label.0));
                    for span in spans.filter(|span| !span.is_none()) {
                        assert!(
                            mutant.get(span.start as usize..span.end as usize).is_some(),
                            "{}: {diagnostic:?}",
                            path.display()
                        );
                    }
                }
                let _ = instantiate(&ops, &Request::default());
            }
        }
    }
}

#[test]
fn nothing_nests_without_end() {
    let deep = |open: &str, close: &str| open.repeat(50_000) + &close.repeat(50_000);
    let op = |body: &str| {
        format!(
            "@linalg_structured_op\ndef f(A=TensorDef(T, S.N), C=TensorDef(T, S.N, output=True)):\n  C[D.n] = {body}\n"
        )
    };
    let long = format!("A[D.n]{}", " + A[D.n]".repeat(50_000));
    let chain = format!("A{}", ".b".repeat(50_000));
    for body in [
        deep("(", ")"),
        deep("-", ""),
        deep("[", "]"),
        deep("f(", ")"),
        long,
        chain,
    ] {
        assert!(!read_python(&op(&body)).1.is_empty());
    }
    // Names that stand for names double what they stand for.
    let doubled: String = (0..60).map(|n| format!("x{} = x{n} + x{n}\n", n + 1)).collect();
    let source = format!("x0 = D.n\n{doubled}{}", op("A[x60]"));
    assert!(!read_python(&source).1.is_empty());
    assert!(!read_yaml(&"- ".repeat(100_000)).1.is_empty());
    assert!(!read_yaml(&deep("[", "]")).1.is_empty());
    let nested = deep("std_exp(", ")");
    assert!(
        !read_einstein(&format!("def f(A: f32(N)) -> (C: f32(N)) {{ C(n) = {nested}; }}"))
            .1
            .is_empty()
    );
    let sum = "A(n + n".to_owned() + &" + n".repeat(50_000) + ")";
    assert!(
        !read_einstein(&format!("def f(A: f32(N)) -> (C: f32(N)) {{ C(n) = {sum}; }}"))
            .1
            .is_empty()
    );
}

#[test]
fn mlir_takes_what_is_printed() {
    if Command::new("mlir-opt-22").arg("--version").output().is_err() {
        _ = writeln!(std::io::stderr(), "skipped: mlir-opt-22 not found");
        return;
    }
    let mut text = String::new();
    for (path, source) in corpus() {
        let (ops, told) = reader(&path).expect("a definition")(&source);
        if told.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
            continue;
        }
        let request = Request {
            types: [("B".to_owned(), polyvet_ir::Type::I1)].into(),
            ..Request::default()
        };
        let request = if source.contains("TV.B") {
            request
        } else {
            Request::default()
        };
        let (module, errors) = instantiate(&ops, &request);
        if errors.is_empty() && well_formed(&module).is_empty() {
            text += if text.is_empty() { "" } else { "\n// -----\n\n" };
            text += &print(&module, PrintOptions::default());
        }
    }
    let mut child = Command::new("mlir-opt-22")
        .args(["--split-input-file", "-o", "/dev/null"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("mlir-opt runs");
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(text.as_bytes())
        .expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
