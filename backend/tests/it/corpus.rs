//! The interpreter beside MLIR's own lowering and JIT at -O0, on every function of the corpus that both run:
//! the same inputs, the same bits. `corpus-differences.txt` lists where they differ, and why. Each run takes a part of
//! the corpus, and what is listed; with `POLYVET_TEST_ALL` all of it.

use polyvet_backend::{Backend, BackendJob, JobOutcome, OutputComparison, compare, reference};
use polyvet_interp::{Contents, DataElem, RunOptions, Scalar, ScalarType};
use polyvet_ir::{Dim, Module, OpId, Type};
use polyvet_runs::inputs::ElementGenerator;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Extents that are not static, and arguments of type `index`.
const SIZE: i64 = 5;
/// Larger arrays say no more, and take long to write down.
const ELEMENTS_MAX: i64 = 1 << 12;
/// One in so many cases runs, unless all do.
const PART: u64 = 4;
/// Each function runs with inputs of each.
const INPUTS: [(ElementGenerator, u64); 2] = [(ElementGenerator::Uniform, 1), (ElementGenerator::Special, 2)];

const DIFFERENCES: &str = include_str!("../corpus-differences.txt");

fn corpus() -> Vec<PathBuf> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "mlir") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&root().join("corpus"), &mut found);
    found.sort();
    found
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace")
}

/// In which part of the corpus a case is: by its name, so that a new case moves no other (FNV-1a).
fn part_of(name: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    name.bytes().fold(0xcbf2_9ce4_8422_2325, step) >> 32
}

/// An argument of type `ty`; `None` if it is too large or no array of numbers.
fn argument(ty: &Type, generator: ElementGenerator, seed: u64) -> Option<Contents> {
    let shape: Vec<i64> = match ty.shape() {
        Some(dims) => dims
            .iter()
            .map(|dim| match dim {
                Dim::Static(extent) => i64::try_from(*extent).unwrap_or(i64::MAX),
                _ => SIZE,
            })
            .collect(),
        None => Vec::new(),
    };
    let count = shape.iter().try_fold(1_i64, |count, extent| count.checked_mul(*extent));
    let count = count.filter(|count| *count <= ELEMENTS_MAX)?;
    let scalar = ScalarType::of(ty.elem())?;
    let element = |n| match (ty, scalar) {
        (Type::Index, _) => Scalar::index(SIZE),
        // Elements that are subscripts must be small.
        (_, ScalarType::Index) => Scalar::index(n as i64 % SIZE),
        _ => generator.element(scalar, seed, n),
    };
    Some(Contents {
        complex: false,
        shape,
        ty: Some(scalar),
        elems: (0..count as u64).map(|n| Some(DataElem::Scalar(element(n)))).collect(),
    })
}

fn job(text: &Arc<str>, module: &Module, func: OpId, generator: ElementGenerator, seed: u64) -> Option<BackendJob> {
    let entry = module.only_block(func, 0)?;
    let inputs = module.block(entry).args.iter().enumerate();
    let inputs: Option<Vec<Contents>> = inputs
        .map(|(n, value)| argument(module.ty(*value), generator, seed + n as u64))
        .collect();
    Some(BackendJob {
        module: Arc::clone(text),
        function: module.symbol_name(func)?.to_owned(),
        inputs: inputs?,
    })
}

#[test]
fn mlir_computes_the_same_bits() {
    let backend = Backend::load("mlir").expect("it is described");
    if let Err(missing) = backend.find_tools() {
        _ = writeln!(std::io::stderr(), "skipped: corpus beside mlir: {missing}");
        return;
    }
    let (mut jobs, mut names, mut wanted) = (Vec::new(), Vec::new(), Vec::new());
    let mut left_out: BTreeMap<String, usize> = BTreeMap::new();
    let listed: BTreeSet<&str> = DIFFERENCES
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split(": ").next().unwrap_or(line))
        .collect();
    let all = std::env::var_os("POLYVET_TEST_ALL").is_some();
    for path in corpus() {
        let name = path
            .strip_prefix(root())
            .expect("in the workspace")
            .display()
            .to_string();
        let is_listed = listed.iter().any(|call| call.starts_with(&format!("{name} ")));
        if !all && !is_listed && !part_of(&name).is_multiple_of(PART) {
            continue;
        }
        let text: Arc<str> = std::fs::read_to_string(&path).expect("a case").into();
        let (module, diagnostics) = polyvet_ir::parse(&text);
        if !diagnostics.is_empty() {
            *left_out.entry("not read".to_owned()).or_default() += 1;
            continue;
        }
        // Machines that run this have none, and LLVM ends the process of the whole program.
        if module
            .funcs()
            .iter()
            .any(|func| polyvet_ir::is_scalable(&module, *func))
        {
            *left_out.entry("scalable vectors".to_owned()).or_default() += 1;
            continue;
        }
        for func in module.funcs() {
            for (generator, seed) in INPUTS {
                let Some(job) = job(&text, &module, func, generator, seed) else {
                    *left_out.entry("arguments".to_owned()).or_default() += 1;
                    continue;
                };
                let promise = backend.promise(&module, func);
                // Extremes make some loops endless.
                let mut options = RunOptions::default();
                options.limits.steps = 1 << 22;
                match reference(&module, &job.function, &job.inputs, &promise, options) {
                    Ok(right) if right.outputs.is_empty() => {
                        *left_out.entry("nothing to see".to_owned()).or_default() += 1
                    }
                    Ok(right) => {
                        names.push(format!("{name} @{}", job.function));
                        wanted.push((right, promise));
                        jobs.push(job);
                    }
                    Err(trap) => *left_out.entry(format!("undefined: {}", trap.code())).or_default() += 1,
                }
            }
        }
    }
    let mut compared = 0;
    let mut different = BTreeMap::new();
    for ((name, (expected, promise)), outcome) in names.iter().zip(&wanted).zip(backend.run(&jobs)) {
        match outcome {
            JobOutcome::Outputs(got) => {
                compared += 1;
                if let OutputComparison::Differs(how) = compare(expected, &got, promise) {
                    different.insert(name.as_str(), how.to_string());
                }
            }
            JobOutcome::Crashed { .. } => {
                different.insert(name.as_str(), outcome.to_string());
            }
            other => {
                if std::env::var_os("VERBOSE").is_some() {
                    _ = writeln!(std::io::stderr(), "{name}: {other}");
                }
                *left_out.entry(format!("mlir: {}", other.word())).or_default() += 1;
            }
        }
    }
    _ = writeln!(
        std::io::stderr(),
        "corpus beside mlir: {compared} of {} calls compared, left out: {left_out:?}",
        jobs.len()
    );
    let unlisted: Vec<_> = different.iter().filter(|(name, _)| !listed.contains(*name)).collect();
    assert!(unlisted.is_empty(), "{} calls differ: {unlisted:#?}", unlisted.len());
    let gone: Vec<_> = listed.iter().filter(|name| !different.contains_key(*name)).collect();
    assert!(gone.is_empty(), "these no longer differ: {gone:?}");
    assert!(compared > 100, "only {compared} calls are compared");
}
