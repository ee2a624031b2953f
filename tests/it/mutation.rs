//! Seeded faults: each is put into a correct `after` program, and every oracle says what it sees.
//!
//! No fault may be called proved unless it changes nothing: what is proved is run on terms at more
//! sizes, with races and undefined reads as errors. The kill matrix is kept as a snapshot, so that an
//! oracle that becomes blind is seen. `POLYVET_MUTANTS` prints each mutant that is proved (equivalent) or
//! survives undecided.

use polyvet_ir::{Module, OpId, PrintOptions};
use polyvet_tests::cases::{AFTER, CaseCommand, CorpusCase, Expect};
use polyvet_tests::model::Subject;
use polyvet_tests::mutate::MUTATORS;
use polyvet_tests::pairs::FunctionPair;
use polyvet_tests::random::is_test_all;
use polyvet_verify::Verdict;
use polyvet_verify::validate::Static;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Sizes for all mutants, and those for the ones that were proved.
const SIZES: [i64; 4] = [0, 1, 2, 5];
const MORE_SIZES: [i64; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 9];
/// Mutants of one kind in one program, in `make test` and in `make test-all`.
const SAME_MAX: [usize; 2] = [1, 2];
const MUTANTS_MIN: usize = 300;
/// Cases of the corpus, named so that the matrix does not change with every new one: scripts with what is
/// generated for them, and pairs of other compilers with vectors.
const CORPUS: [&str; 19] = [
    "check/bound-hand-tiled",
    "check/bound-min-max-band",
    "check/if-equality-guard",
    "check/imperfect-matvec",
    "check/interchange-matmul",
    "check/parallel-own-scratch",
    "check/reduction-row-sum",
    "check/shift-consumer-later",
    "check/skew-then-tile-stencil",
    "check/skew-wavefront",
    "check/step-three-uneven-end",
    "check/subscript-even-odd",
    "check/subscript-mod-floordiv-split",
    "check/tile-covers-all",
    "check/tile-matmul",
    "check/tile-triangular",
    "validate/supervec-reduction",
    "validate/supervec-tail-masked",
    "validate/vectorize-contract",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("a workspace")
        .to_owned()
}

/// Hand-written pairs, and legal scripts on programs of the corpus with what is generated for them.
fn pairs() -> Vec<(FunctionPair, FunctionPair)> {
    let mut pairs = Vec::new();
    let folder = root().join("tests/pairs");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the pairs are there")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("text");
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let of = |wanted| FunctionPair::of_file(&name, &text, wanted).unwrap_or_else(|why| panic!("{name}: {why}"));
        pairs.push((of(&SIZES), of(&MORE_SIZES)));
    }
    for name in CORPUS {
        let case = CorpusCase::read(&root(), &root().join(format!("corpus/{name}.mlir"))).expect("a case");
        let is_legal = |run: &&CaseCommand| matches!(run.expect, Expect::Proved | Expect::Reassociated);
        let run = case.runs.iter().find(is_legal).expect("a legal one");
        let of = |wanted: &[i64]| match run.script() {
            Some(script) => {
                let subject = Subject::read(&case.text).expect("the corpus has models");
                let pair = FunctionPair::of_script(name, subject, script, wanted).expect("legal scripts are generated");
                pair.expect("legal scripts have a place")
            }
            None => {
                let after = root().join(format!("corpus/{name}{AFTER}"));
                let after = std::fs::read_to_string(after).expect("a second program");
                FunctionPair::of_files(name, &case.text, &after, wanted).unwrap_or_else(|why| panic!("{why}"))
            }
        };
        pairs.push((of(&SIZES), of(&MORE_SIZES)));
    }
    pairs
}

/// What the oracles say about one mutant.
#[derive(Clone, Debug)]
struct Row {
    mutator: &'static str,
    pair: String,
    numbers: bool,
    terms: bool,
    undefined: bool,
    proof: Static,
    verdict: Verdict,
    text: String,
}

fn judge(pair: &FunctionPair, more: &FunctionPair, mutator: &'static str, mutant: &Module) -> Result<Row, String> {
    let fault = |what: String| format!("{mutator} in {}: {what}\n{}", pair.name, text(mutant, pair.after_func));
    let found = pair.differences(mutant, &pair.sizes);
    let proof = pair.proof(mutant).map_err(&fault)?;
    let verdict = pair.verdict(mutant).map_err(&fault)?;
    let strengths = [
        match proof {
            Static::Proved(strength) => Some(strength),
            _ => None,
        },
        match &verdict {
            Verdict::Proved(proof) => Some(proof.strength),
            _ => None,
        },
    ];
    if let Some(strength) = strengths.into_iter().flatten().min() {
        let found = more.differences(mutant, &more.sizes);
        if let Some(difference) = found.against(strength) {
            return Err(fault(format!("proved {}, but {difference}", strength.name())));
        }
    }
    Ok(Row {
        mutator,
        pair: pair.name.clone(),
        numbers: found.numbers.is_some(),
        terms: found.terms.is_some(),
        undefined: found.undefined.is_some(),
        proof,
        verdict,
        text: text(mutant, pair.after_func),
    })
}

fn text(module: &Module, func: OpId) -> String {
    polyvet_ir::print_op(module, func, PrintOptions::default())
}

/// So many of `all`, spread over it.
fn some<T>(all: Vec<T>, max: usize) -> Vec<T> {
    let count = all.len();
    let chosen = |at: &usize| count <= max || (at * max) % count < max;
    all.into_iter()
        .enumerate()
        .filter(|(at, _)| chosen(at))
        .map(|(_, one)| one)
        .collect()
}

#[test]
fn no_fault_is_proved() {
    let of_mode = usize::from(is_test_all());
    let pairs = pairs();
    for (pair, _) in &pairs {
        let found = pair.differences(&pair.after, &pair.sizes);
        assert!(found.inputs > 0, "{}: no input on which it is defined", pair.name);
        assert!(
            found.undefined.is_none() && found.numbers.is_none(),
            "{}: {found:?}",
            pair.name
        );
    }
    let tasks: Vec<(usize, &'static str, Module)> = (0..pairs.len())
        .flat_map(|at| MUTATORS.iter().map(move |mutator| (at, mutator)))
        .flat_map(|(at, mutator)| {
            let pair = &pairs[at].0;
            let mutants = mutator.mutants(&pair.after, pair.after_func);
            some(mutants, SAME_MAX[of_mode])
                .into_iter()
                .map(move |mutant| (at, mutator.name, mutant))
        })
        .collect();
    let pool = rayon::ThreadPoolBuilder::new()
        .stack_size(64 << 20)
        .build()
        .expect("threads");
    let rows: Vec<Result<Row, String>> = pool.install(|| {
        tasks
            .par_iter()
            .map(|(at, mutator, mutant)| judge(&pairs[*at].0, &pairs[*at].1, mutator, mutant))
            .collect()
    });
    let wrong: Vec<&String> = rows.iter().filter_map(|row| row.as_ref().err()).collect();
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.iter().map(|why| why.as_str()).collect::<Vec<_>>().join("\n")
    );
    let rows: Vec<Row> = rows.into_iter().flatten().collect();
    if std::env::var_os("POLYVET_MUTANTS").is_some() {
        for row in rows.iter().filter(|row| !matches!(row.verdict, Verdict::Refuted(_))) {
            let what = (row.numbers, row.terms, row.undefined);
            let line = format!(
                "// {} in {}: {:?} {:?} {what:?}",
                row.mutator, row.pair, row.proof, row.verdict
            );
            _ = writeln!(std::io::stderr(), "{line}\n{}", row.text);
        }
    }
    assert!(rows.len() >= MUTANTS_MIN, "only {} mutants", rows.len());
    let matrix = matrix(&rows, pairs.len());
    _ = writeln!(std::io::stderr(), "{matrix}");
    insta::assert_snapshot!(["kill-matrix", "kill-matrix-all"][of_mode], matrix);
}

/// One line per kind of fault: how many each oracle tells from the original.
fn matrix(rows: &[Row], programs: usize) -> String {
    type Column = (&'static str, fn(&Row) -> bool);
    const COLUMNS: [Column; 10] = [
        ("all", |_| true),
        ("numbers", |row| row.numbers),
        ("terms", |row| row.terms),
        ("undefined", |row| row.undefined),
        ("static", |row| !matches!(row.proof, Static::Proved(_))),
        ("refuted", |row| matches!(row.verdict, Verdict::Refuted(_))),
        ("tested", |row| matches!(row.verdict, Verdict::Tested(_))),
        ("unknown", |row| matches!(row.verdict, Verdict::Unknown(_))),
        ("equivalent", |row| matches!(row.verdict, Verdict::Proved(_))),
        ("missed", |row| {
            let seen = row.numbers || row.undefined;
            seen && !matches!(row.verdict, Verdict::Refuted(_))
        }),
    ];
    let mut groups: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        groups.entry(row.mutator).or_default().push(row);
    }
    let mut text = format!(
        "{} faults in {programs} programs, told from the original by\n\n",
        rows.len()
    );
    let heads: String = COLUMNS.iter().map(|(name, _)| format!(" {name:>10}")).collect();
    writeln!(text, "{:<34}{heads}", "fault").expect("a string");
    let mut line = |name: &str, rows: &[&Row]| {
        let cells: String = COLUMNS
            .iter()
            .map(|(_, is)| format!(" {:>10}", rows.iter().filter(|row| is(row)).count()))
            .collect();
        writeln!(text, "{name:<34}{cells}").expect("a string");
    };
    for mutator in MUTATORS {
        line(mutator.name, groups.get(mutator.name).map_or(&[][..], |rows| rows));
    }
    line("all", &rows.iter().collect::<Vec<_>>());
    text
}
