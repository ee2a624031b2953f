//! The rules that no compiler checks: who may use what, where `unsafe` may stand, what a repository must
//! not hold.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace")
        .to_owned()
}

/// Which crates of ours a crate may depend on; ARCHITECTURE.md says why.
const MAY_USE: &[(&str, &[&str])] = &[
    ("ir", &[]),
    ("poly", &[]),
    ("count", &["poly"]),
    ("interp", &["ir"]),
    ("executors", &["ir", "interp"]),
    ("runs", &["ir", "interp"]),
    ("analysis", &["ir", "poly"]),
    ("rewrites", &["ir", "poly", "analysis", "codegen", "footprint"]),
    ("footprint", &["ir", "poly", "count", "analysis"]),
    (
        "tiler",
        &["ir", "poly", "count", "analysis", "rewrites", "footprint", "verify"],
    ),
    ("codegen", &["ir", "poly", "analysis"]),
    (
        "verify",
        &["ir", "poly", "analysis", "codegen", "interp", "executors", "runs"],
    ),
    ("reduce", &["ir"]),
    ("backend", &["ir", "interp", "executors", "runs"]),
    ("generate", &[]),
    (
        "fuzz",
        &[
            "polyvet",
            "ir",
            "poly",
            "analysis",
            "verify",
            "interp",
            "executors",
            "runs",
            "generate",
            "reduce",
            "backend",
        ],
    ),
    ("report", &["ir", "analysis", "verify"]),
    (
        "polyvet",
        &[
            "ir",
            "poly",
            "analysis",
            "rewrites",
            "codegen",
            "footprint",
            "verify",
            "interp",
            "runs",
            "report",
        ],
    ),
    ("lsp", &["polyvet", "ir", "poly", "analysis", "footprint", "report"]),
    (
        "cli",
        &[
            "polyvet",
            "lsp",
            "ir",
            "poly",
            "analysis",
            "rewrites",
            "codegen",
            "verify",
            "interp",
            "executors",
            "runs",
            "report",
            "reduce",
            "backend",
            "generate",
            "fuzz",
            "count",
            "footprint",
            "tiler",
        ],
    ),
    (
        "tests",
        &[
            "polyvet",
            "ir",
            "poly",
            "analysis",
            "rewrites",
            "codegen",
            "verify",
            "interp",
            "executors",
            "runs",
            "report",
            "reduce",
            "backend",
            "generate",
            "fuzz",
            "cli",
            "count",
            "footprint",
            "tiler",
        ],
    ),
];

/// Our crates that the manifest of `folder` names: dependencies, and those for tests apart.
fn uses(folder: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let text = std::fs::read_to_string(root().join(folder).join("Cargo.toml")).expect("a manifest");
    let (mut plain, mut dev) = (BTreeSet::new(), BTreeSet::new());
    let mut section = "";
    for line in text.lines() {
        if line.starts_with('[') {
            section = line.trim();
        }
        let name = line.split(['.', ' ', '=']).next().unwrap_or("");
        let Some(name) = name.strip_prefix("polyvet-").or((name == "polyvet").then_some(name)) else {
            continue;
        };
        match section {
            "[dependencies]" | "[build-dependencies]" => plain.insert(name.to_owned()),
            "[dev-dependencies]" => dev.insert(name.to_owned()),
            _ => false,
        };
    }
    (plain, dev)
}

/// All files that git would commit.
fn files() -> Vec<PathBuf> {
    let output = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git");
    assert!(output.status.success(), "git lists files");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let files: Vec<PathBuf> = text
        .lines()
        .map(PathBuf::from)
        .filter(|path| root().join(path).is_file())
        .collect();
    assert!(files.len() > 100, "git lists the files of the repository");
    files
}

#[test]
fn crates_use_only_what_they_may() {
    let text = std::fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
    for (folder, allowed) in MAY_USE {
        assert!(text.contains(&format!("\"{folder}\"")), "{folder} is a member");
        for used in uses(folder).0 {
            assert!(allowed.contains(&used.as_str()), "{folder} must not use {used}");
        }
    }
    let members = text.lines().find(|line| line.starts_with("members")).expect("members");
    for member in members.split('"').skip(1).step_by(2) {
        assert!(
            MAY_USE.iter().any(|(folder, _)| *folder == member),
            "what may {member} use?"
        );
    }
}

#[test]
fn the_three_absences_hold() {
    // 1. The checker shares no code with what it checks, not even in its tests.
    let (plain, dev) = uses("verify");
    assert!(!plain.contains("rewrites") && !dev.contains("rewrites"));
    // 2. The interpreter is a second opinion.
    for folder in ["interp", "executors", "runs"] {
        let (plain, dev) = uses(folder);
        for model in ["poly", "analysis", "verify", "codegen"] {
            assert!(!plain.contains(model) && !dev.contains(model), "{folder} uses {model}");
        }
    }
    let (plain, _) = uses("interp");
    assert!(
        !plain.contains("executors"),
        "what defines the meaning does not rest on what is fast"
    );
    // 3. Only `poly` knows isl; `ir` and `interp` build without C.
    for path in files() {
        if path.file_name().is_some_and(|name| name == "Cargo.toml") && path != Path::new("Cargo.toml") {
            let text = std::fs::read_to_string(root().join(&path)).expect("a manifest");
            assert!(
                !text.contains("isl-rs") || path == Path::new("poly/Cargo.toml"),
                "{}",
                path.display()
            );
        }
    }
}

/// Claims of a proof are stated without what decided it: none of the checkers' modules, and of isl only what reads
/// objects.
#[test]
fn certificates_use_neither_checkers_nor_operations_of_isl() {
    const READS: &[&str] = &[
        "at",
        "band_get_partial_schedule",
        "band_member_get_coincident",
        "basic_maps",
        "basic_sets",
        "child",
        "clone",
        "constraints",
        "dim",
        "filter_get_filter",
        "first_child",
        "is_rational",
        "kind",
        // Of iterators and vectors.
        "map",
        "extend",
        "insert",
        "mark_name",
        "n_children",
        "pieces",
        "pw_affs",
        "root",
        "sets",
        "space",
        "to_data",
        "tuple_name",
        "wrap",
    ];
    let mut operations = BTreeSet::new();
    for entry in std::fs::read_dir(root().join("poly/src")).expect("a folder") {
        let text = std::fs::read_to_string(entry.expect("an entry").path()).expect("a source file");
        let declared = text
            .lines()
            .filter_map(|line| line.trim().split_once("("))
            .filter(|(_, rest)| rest.contains("= isl_"));
        operations.extend(declared.map(|(name, _)| name.to_owned()));
    }
    assert!(
        operations.contains("is_subset") && operations.contains("apply_range"),
        "isl's operations"
    );
    let mut seen = 0;
    for path in files().iter().filter(|path| path.starts_with("verify/src/certificate")) {
        seen += 1;
        let text = std::fs::read_to_string(root().join(path)).expect("a source file");
        let text = text.split("#[cfg(test)]").next().expect("the code");
        let is_reader = path.ends_with("read.rs");
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            if let Some((_, used)) = line.split_once("use crate::") {
                let own = ["Strength;", "Verdict;"].contains(&used);
                assert!(own, "{} uses {used}", path.display());
            }
            let plain = ["Map;", "Schedule;", "Set;"].map(|ty| format!("use polyvet_poly::{ty}"));
            let plain = plain.iter().any(|plain| plain == line);
            let types = line.contains("use polyvet_poly::") && !plain;
            assert!(is_reader || !types, "only `read.rs` knows isl, not {}", path.display());
            if !is_reader {
                continue;
            }
            for call in line.split('.').skip(1) {
                let name: String = call.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                let called = call[name.len()..].starts_with('(') && operations.contains(&name);
                assert!(
                    !called || READS.contains(&name.as_str()),
                    "{} asks isl for `{name}`",
                    path.display()
                );
            }
        }
    }
    assert!(seen > 5, "the certificate's files");
}

/// `proved` is an answer of the checker alone: nobody else can make a proof, or changes one.
#[test]
fn proofs_are_made_in_verify_alone() {
    let verdict = std::fs::read_to_string(root().join("verify/src/verdict.rs")).expect("a source file");
    assert!(
        verdict.contains("#[non_exhaustive]\npub struct Proof {"),
        "others cannot write one down"
    );
    for line in verdict.lines().filter(|line| line.contains("-> Proof {")) {
        assert!(
            line.trim_start().starts_with("pub(crate) fn"),
            "others can call `{line}`"
        );
    }
    let makes = ["Proof::", "Proved(Proof {"];
    for path in files() {
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        if !is_source || path.starts_with("verify") || path == Path::new("tests/it/tidy.rs") {
            continue;
        }
        let text = std::fs::read_to_string(root().join(&path)).expect("a source file");
        for word in makes {
            assert!(!text.contains(word), "{} has `{word}`", path.display());
        }
    }
}

#[test]
fn unsafe_stands_only_in_poly_with_its_reason() {
    let word = ["uns", "afe"].concat();
    for path in files() {
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = std::fs::read_to_string(root().join(&path)).expect("a source file");
        let blocks = text.lines().filter(|line| line.contains(&format!("{word} {{"))).count();
        if path.starts_with("poly") {
            assert!(
                blocks == 0 || text.contains("SAFETY:"),
                "{} says no reason",
                path.display()
            );
        } else {
            assert_eq!(blocks, 0, "{}", path.display());
        }
    }
}

#[test]
fn no_path_of_a_machine_is_committed() {
    // Put together here, so that this file does not name them.
    let marks = ["work", "root", "home"].map(|folder| ["/", folder, "/"].concat());
    for path in files() {
        let Ok(text) = std::fs::read_to_string(root().join(&path)) else {
            continue;
        };
        for mark in &marks {
            assert!(!text.contains(mark.as_str()), "{} names {mark}", path.display());
        }
    }
}

#[test]
fn every_folder_of_the_corpus_has_cases() {
    let corpus = root().join("corpus");
    for entry in std::fs::read_dir(&corpus).expect("a folder") {
        let path = entry.expect("an entry").path();
        if !path.is_dir() {
            continue;
        }
        let cases = std::fs::read_dir(&path).expect("a folder").filter(|entry| {
            let entry = entry.as_ref().expect("an entry").path();
            let kind = entry.extension().and_then(|extension| extension.to_str());
            matches!(kind, Some("mlir" | "py" | "yaml" | "tc"))
        });
        assert!(cases.count() > 0, "{} is empty", path.display());
    }
}

/// Crates with their features, as cargo builds them.
fn features(of: &[&str]) -> BTreeSet<String> {
    let mut command = Command::new(env!("CARGO"));
    let command = command
        .current_dir(root())
        .args(["tree", "--offline", "--prefix", "none"]);
    let output = command.args(["--format", "{p} with {f}"]).args(of).output();
    let output = output.expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("names are UTF-8");
    text.lines()
        .map(|line| line.trim_end_matches(" (*)").to_owned())
        .collect()
}

/// `make test` reuses the crates of others that `make demo` has built: cargo builds a crate, and all that are on it, again for each set of
/// features. What tests need is enabled in `cli/Cargo.toml`.
#[test]
fn features_are_the_same() {
    let program = features(&["--package", "polyvet-cli", "--edges", "normal,build"]);
    let tests = features(&["--workspace", "--edges", "normal,build,dev"]);
    let twice: Vec<&String> = program.difference(&tests).collect();
    assert!(twice.is_empty(), "built twice: {twice:#?}");
}
