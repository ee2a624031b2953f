//! The fast executors against the reference: the same memory bit by bit, the same error, the same steps, in
//! every domain, on every program of the repository.

use polyvet_executors::{Accelerated, Executor};
use polyvet_interp::nest::Tally;
use polyvet_interp::{
    Bounded, Concrete, Contents, DataElem, Field, Init, Reassociated, RunLimits, RunOptions, RuntimeValue, TermDomain,
    Trap,
};
use polyvet_ir::Module;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// All `.mlir` files below a folder.
fn programs(below: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(below) else { return };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "mlir") {
            found.push(path);
        }
    }
}

/// What a call leaves behind: its results or error, all memory, and how many steps it took.
#[derive(Debug, PartialEq)]
struct Outcome {
    results: Result<Vec<Seen>, Trap>,
    args: Vec<Result<Seen, Trap>>,
    steps: u64,
}

/// Contents by their bits: a NaN equals only itself.
#[derive(Debug, PartialEq)]
struct Seen(Vec<i64>, Vec<Option<(u128, u64)>>);

fn seen(contents: Contents) -> Seen {
    let bits = |elem: DataElem| match elem {
        DataElem::Scalar(value) => (u128::from(value.ty.bits()), value.bits),
        DataElem::Abstract { key, .. } => (key, u64::MAX),
    };
    Seen(
        contents.shape,
        contents.elems.into_iter().map(|elem| elem.map(bits)).collect(),
    )
}

fn call<D: Accelerated>(
    module: &Module,
    name: &str,
    domain: D,
    size: i64,
    init: &dyn Fn(usize) -> Init,
    executor: Executor,
) -> (Outcome, Tally) {
    let options = RunOptions {
        limits: RunLimits {
            steps: 60_000,
            elements: 1 << 17,
            calls: 64,
        },
        ..RunOptions::default()
    };
    let mut machine = executor.machine(module, domain, options);
    let args = machine.default_args(name, &|_, _| size, &|_| size, init);
    let args = args.unwrap_or_default();
    let called = machine.call(name, args.clone());
    let read = |value: &RuntimeValue<D>| machine.read(value).map(seen);
    let outcome = Outcome {
        results: called.and_then(|results| results.iter().map(read).collect()),
        args: args.iter().map(read).collect(),
        steps: machine.steps(),
    };
    (outcome, machine.tally())
}

/// Runs a function both ways; how the fast one went.
fn agree<D: Accelerated + Clone>(
    module: &Module,
    name: &str,
    domain: &D,
    size: i64,
    init: &dyn Fn(usize) -> Init,
) -> (Tally, bool) {
    let (reference, _) = call(module, name, domain.clone(), size, init, Executor::Reference);
    let (fast, tally) = call(module, name, domain.clone(), size, init, Executor::Fast);
    if let (Err(one), Err(other)) = (&reference.results, &fast.results) {
        assert_eq!(one.to_string(), other.to_string(), "@{name} at {size}");
    }
    assert!(
        reference == fast,
        "@{name} at {size}:\n{reference:?}\nagainst\n{fast:?}"
    );
    (tally, reference.results.is_ok())
}

#[derive(Default, Debug)]
struct Shares {
    calls: usize,
    succeeded: usize,
    tally: Tally,
    declined: BTreeMap<&'static str, u64>,
}

impl Shares {
    fn add(&mut self, (tally, succeeded): (Tally, bool)) {
        self.calls += 1;
        self.succeeded += usize::from(succeeded);
        self.tally.fast += tally.fast;
        self.tally.columns += tally.columns;
        self.tally.in_order += tally.in_order;
        for ((_, reason), count) in tally.declined {
            *self.declined.entry(reason).or_default() += count;
        }
    }
}

fn all_ways(module: &Module, name: &str, shares: &mut Shares) {
    let inputs = |argument| Init::Inputs {
        argument: argument as u32,
        name: format!("arg{argument}"),
    };
    for size in [1, 4, 9] {
        shares.add(agree(module, name, &Concrete, size, &|n| Init::Seeded(n as u64)));
        shares.add(agree(module, name, &Field::new(), size, &inputs));
        shares.add(agree(module, name, &TermDomain::new(), size, &inputs));
        shares.add(agree(module, name, &Reassociated::new(), size, &inputs));
        shares.add(agree(module, name, &Bounded, size, &|n| Init::Seeded(n as u64)));
    }
    // Nothing written: the same error, or none because it is written first.
    shares.add(agree(module, name, &Concrete, 4, &|_| Init::Uninit));
}

#[test]
fn agree_on_every_program_of_the_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in ["corpus", "examples", "tests/pairs", "docs"] {
        programs(&root.join(folder), &mut files);
    }
    let mut shares = Shares::default();
    for file in &files {
        let text = std::fs::read_to_string(file).expect("it is readable");
        let (module, diagnostics) = polyvet_ir::parse(&text);
        if diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity == polyvet_ir::Severity::Error)
        {
            continue;
        }
        let mut names = Vec::new();
        module.walk(module.top, &mut |id, op| {
            if op.name == "func.func" && module.only_block(id, 0).is_some() {
                names.extend(module.symbol_name(id).map(str::to_owned));
            }
        });
        for name in names {
            let outcome =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| all_ways(&module, &name, &mut shares)));
            assert!(outcome.is_ok(), "in {}", file.display());
        }
    }
    println!("{} files: {shares:#?}", files.len());
    assert!(shares.succeeded > 500 && shares.tally.fast > 500, "{shares:?}");
}
