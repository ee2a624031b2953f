//! Pictures in characters, and output that keeps within the width of a terminal.

use crate::common::in_root;
use polyvet_cli::{Exit, Io};

/// A run on a terminal of `width` columns without colours.
fn on_terminal(args: &[&str], width: usize) -> String {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let exit = polyvet_cli::run(
        std::iter::once("polyvet").chain(args.iter().copied()).map(Into::into),
        Io {
            stdin: &mut "".as_bytes(),
            stdout: &mut stdout,
            stderr: &mut stderr,
            color_out: false,
            color_err: false,
            progress: polyvet_cli::ShowProgress::No,
            width: Some(width),
            arrays: None,
            cache: polyvet_cli::CacheHome::default(),
        },
    );
    assert_ne!(exit, Exit::BadInput, "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("output is UTF-8")
}

const RUNS: [(&str, &[&str]); 9] = [
    ("relations", &["relations", "examples/stencil.mlir"]),
    ("relations-of-three-loops", &["relations", "examples/matmul.mlir"]),
    ("deps", &["deps", "examples/stencil.mlir"]),
    ("deps-of-three-loops", &["deps", "examples/matmul.mlir"]),
    (
        "check-refuted",
        &["check", "examples/stencil.mlir", "--transform", "tile(t=4, i=4)"],
    ),
    (
        "check-proved",
        &["check", "examples/matmul.mlir", "--transform", "tile(i=2, j=3)"],
    ),
    (
        "footprint",
        &["footprint", "examples/matmul.mlir", "--tile", "i=32,j=32,k=8"],
    ),
    (
        "footprint-of-a-stencil",
        &["footprint", "corpus/kernels/jacobi-2d.mlir", "--tile", "S0, i=4,j=4"],
    ),
    ("triangle", &["relations", "corpus/kernels/trmm.mlir"]),
];

#[test]
fn pictures() {
    in_root();
    for (name, args) in RUNS {
        let text = on_terminal(args, 100);
        assert!(
            text.contains('●') || text.contains("before"),
            "{name} has no picture:\n{text}"
        );
        insta::assert_snapshot!(name, text);
    }
}

#[test]
fn pictures_in_ascii() {
    in_root();
    for (name, args) in RUNS {
        let text = on_terminal(&[args, &["--ascii"]].concat(), 80);
        assert!(text.is_ascii(), "{name}:\n{text}");
    }
    insta::assert_snapshot!("ascii", on_terminal(&["deps", "examples/stencil.mlir", "--ascii"], 80));
}

/// What cannot be folded is one word: a formula without a space.
#[test]
fn lines_keep_within_the_width() {
    in_root();
    for (name, args) in RUNS {
        for width in [60, 80, 120] {
            for line in on_terminal(args, width).lines() {
                // Lines of the program are quoted as they are.
                let quoted = line
                    .trim_start()
                    .trim_start_matches(|c: char| c.is_ascii_digit())
                    .trim_start()
                    .starts_with('|');
                let words = line.split_whitespace().map(|word| word.chars().count());
                let longest = words.max().unwrap_or(0);
                let fits = line.chars().count() <= width || quoted || longest + 14 > width;
                assert!(fits, "{name} at {width}: {line}");
            }
        }
    }
    let narrow = on_terminal(&["footprint", "examples/matmul.mlir", "--tile", "i=32,j=32,k=8"], 72);
    insta::assert_snapshot!("narrow", narrow);
}

/// Nothing depends on a terminal that is not there.
#[test]
fn without_a_terminal_there_is_no_picture() {
    in_root();
    for (name, args) in RUNS {
        let plain = crate::common::polyvet(args, "").stdout;
        assert!(!plain.contains('●') && !plain.contains("drawn for"), "{name}:\n{plain}");
        let asked = crate::common::polyvet(&[args, &["--picture", "always"]].concat(), "").stdout;
        assert!(asked.contains("drawn for") || asked.contains('●'), "{name}:\n{asked}");
        let quiet = on_terminal(&[args, &["--picture", "never"]].concat(), 10_000);
        assert_eq!(quiet, plain, "{name}");
    }
}
