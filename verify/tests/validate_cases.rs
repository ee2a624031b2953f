//! The shared pairs of programs: no wrong translation is proved, no right one refuted.
//!
//! The pairs are not part of the repository: `POLYVET_CASES` says where they are.

use polyvet_ir::{Module, OpId};
use polyvet_verify::Verdict;
use polyvet_verify::validate::{Side, validate};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn cases() -> Option<PathBuf> {
    let root = std::env::var_os("POLYVET_CASES").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/cases"),
        PathBuf::from,
    );
    let folder = root.join("validate");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no validation cases at {}", folder.display());
    None
}

fn read(path: &Path) -> Option<Module> {
    let (module, diagnostics) = polyvet_ir::parse(&std::fs::read_to_string(path).expect("a case"));
    if !diagnostics.is_empty() {
        println!("skipped: {}: {}", path.display(), diagnostics[0].message);
        return None;
    }
    Some(module)
}

fn func(module: &Module, name: &str) -> OpId {
    let all = module.funcs();
    let found = all.into_iter().find(|op| module.symbol_name(*op) == Some(name));
    found.expect("the function of the case")
}

fn verdict_on(folder: &Path, name: &str, function: &str) -> Option<String> {
    let before = read(&folder.join(format!("{name}.before.mlir")))?;
    let after = read(&folder.join(format!("{name}.after.mlir")))?;
    let side = |module| Side {
        module,
        func: func(module, function),
    };
    let verdict = validate(side(&before), side(&after), &Default::default(), 0).expect("an answer");
    Some(match verdict {
        Verdict::Proved(strength) => format!("proved-{}", strength.name()),
        Verdict::Refuted(witness) => {
            assert!(witness.replay.confirmed, "{name}: {witness:?}");
            "refuted".to_owned()
        }
        Verdict::Tested(coverage) => {
            println!("{name}: tested: {}", coverage.sizes);
            "tested".to_owned()
        }
        Verdict::Unknown(reason) => {
            println!("{name}: unknown: {}", reason.message);
            "unknown".to_owned()
        }
    })
}

#[test]
fn verdicts_are_never_wrong() {
    let Some(folder) = cases() else { return };
    let mut tally: BTreeMap<(String, String), usize> = BTreeMap::new();
    let table = std::fs::read_to_string(folder.join("cases.tsv")).expect("a table");
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let (name, expected, function) = (columns[0], columns[1], columns[2]);
        let Some(found) = verdict_on(&folder, name, function) else {
            continue;
        };
        match expected {
            "refuted" | "refuted-or-unknown" => assert!(!found.starts_with("proved"), "{name}: {found}"),
            "proved-reassociated" => assert_ne!(found, "refuted", "{name}"),
            "proved-bitwise" => assert!(found != "refuted" && found != "proved-reassociated", "{name}: {found}"),
            other => panic!("{name}: what is `{other}`?"),
        }
        *tally.entry((expected.to_owned(), found)).or_default() += 1;
    }
    for ((expected, found), count) in &tally {
        println!("{expected} -> {found}: {count}");
    }
    let count = |expected: &str, found: &str| {
        tally
            .get(&(expected.to_owned(), found.to_owned()))
            .copied()
            .unwrap_or(0)
    };
    // What was reached; these numbers only go up.
    assert!(count("proved-bitwise", "proved-bitwise") >= 84, "{tally:?}");
    assert!(count("proved-reassociated", "proved-reassociated") >= 8, "{tally:?}");
    assert!(count("refuted", "refuted") >= 53, "{tally:?}");
}
