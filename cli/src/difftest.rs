//! `polyvet difftest`: what another backend computes, beside the reference interpreter.

use crate::args::{DifftestArgs, InputsArg, SizesArg};
use crate::function::select;
use crate::input::{InputKind, Program, read_programs};
use crate::session::{Outcomes, Session};
use crate::sizes::GivenSizes;
use polyvet_backend::process::ProcessLimits;
use polyvet_backend::{
    Backend, BackendJob, JobOutcome as Ended, OutputComparison, ReferenceOutputs, compare, reference,
};
use polyvet_interp::{Contents, DataElem, RunLimits as Steps, RunOptions, Scalar, ScalarType};
use polyvet_ir::{Dim, Module, OpId, Type};
use polyvet_report::text::Detail;
use polyvet_report::{DifftestFailure, DifftestResult, Outcome};
use polyvet_runs::compare::Tolerance;
use polyvet_runs::inputs::ElementGenerator;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &DifftestArgs) -> Outcomes<()> {
    let backend = load(session, args)?;
    if let Err(Ended::Missing { tool, help }) = backend.find_tools() {
        let message = format!("backend `{}` needs `{tool}`, which is not installed", backend.name());
        return Err(session.error_help("backend-missing", message, help));
    }
    for program in read_programs(session, &args.input) {
        let _ = one_program(session, args, &backend, &program);
    }
    Ok(())
}

fn load(session: &mut Session<'_>, args: &DifftestArgs) -> Outcomes<Backend> {
    let mut told = |error: polyvet_backend::LoadError| session.error("backend", error.to_string());
    let mut backend = Backend::load(&args.backend).map_err(&mut told)?;
    backend.set_lowering(polyvet_rewrites::operations::loops::as_loops);
    if let Some(pass) = &args.pass {
        backend.set_pass(pass).map_err(&mut told)?;
    }
    if let Some(command) = &args.command {
        if let Some(word) = command
            .iter()
            .find(|word| word.contains("{work}") || word.contains("{program}"))
        {
            let message = format!("nothing is put in for `{word}` of `--command`");
            let help = "the path of `jobs.json`, which names the program and all files, is added as the last word";
            return Err(session.error_help("usage", message, help));
        }
        backend.set_words("command", command.clone()).map_err(&mut told)?;
    } else if backend.words("command").is_some_and(<[String]>::is_empty) {
        let message = format!("backend `{}` runs a command of yours", args.backend);
        return Err(session.error_help("usage", message, "say `--command 'PROGRAM ARG..'`"));
    }
    if let Some(seconds) = args.timeout {
        backend.set_limits(ProcessLimits {
            wall: Duration::from_secs(seconds),
            ..backend.limits()
        });
    }
    Ok(backend)
}

/// One run that is asked of the backend.
struct PlannedRun {
    sizes: BTreeMap<String, i64>,
    generator: ElementGenerator,
    seed: u64,
    inputs: Vec<Contents>,
    expected: Result<ReferenceOutputs, Unasked>,
}

/// Why there is nothing to compare with.
struct Unasked {
    /// `undefined` or `unfinished`
    word: &'static str,
    message: String,
}

/// A function and its runs.
struct Tested {
    name: String,
    tolerance: Tolerance,
    /// Names of the outputs.
    outputs: Vec<String>,
    runs: Vec<PlannedRun>,
}

fn one_program(session: &mut Session<'_>, args: &DifftestArgs, backend: &Backend, program: &Program) -> Outcomes<()> {
    let InputKind::Mlir(module) = &program.kind else {
        let message = format!(
            "`{}` is a model, which does not say what its statements compute",
            program.source.name
        );
        return Err(session.error("not-a-program", message));
    };
    let mut tested = Vec::new();
    for func in select(session, module, &program.source.name, args.func.as_deref())? {
        tested.extend(plan(session, args, backend, module, func));
    }
    let text: Arc<str> = Arc::from(program.source.text.as_str());
    let job = |name: &str, run: &PlannedRun| BackendJob {
        module: Arc::clone(&text),
        function: name.to_owned(),
        inputs: run.inputs.clone(),
    };
    let asked = tested.iter().flat_map(|one| {
        one.runs
            .iter()
            .filter(|run| run.expected.is_ok())
            .map(|run| job(&one.name, run))
    });
    let asked: Vec<BackendJob> = asked.collect();
    let ended = backend.run(&asked);
    let failed = ended.iter().find_map(|outcome| match outcome {
        Ended::System(why) => Some(why.clone()),
        _ => None,
    });
    if let Some(why) = failed {
        let help = "nothing is known of the backend; `TMPDIR` says where temporary files are";
        return Err(session.error_help("cannot-write", why, help));
    }
    let mut ended = ended.into_iter();
    for one in &tested {
        let mut result = DifftestResult {
            file: program.source.name.clone(),
            func: one.name.clone(),
            backend: backend.name().to_owned(),
            pass: args.pass.clone(),
            tolerance: one.tolerance.to_string(),
            runs: BTreeMap::new(),
            failures: Vec::new(),
        };
        for run in &one.runs {
            let judged = match &run.expected {
                Err(unasked) => JudgedRun::none(unasked.word, &unasked.message),
                Ok(expected) => {
                    let outcome = ended
                        .next()
                        .unwrap_or(Ended::NotUnderstood("there is no outcome".to_owned()));
                    let judged = judge(one, expected, &outcome);
                    // In a batch another function may have written where it must not.
                    match judged
                        .failure
                        .as_ref()
                        .is_some_and(|failure| failure.outcome == "wrong")
                        && asked.len() > 1
                    {
                        true => alone(backend, one, expected, job(&one.name, run), judged),
                        false => judged,
                    }
                }
            };
            record(&mut result, args, run, judged);
        }
        // What is not defined is reported where there is nothing else.
        if ran(&result) {
            result
                .failures
                .retain(|failure| !["undefined", "unfinished"].contains(&failure.outcome));
        }
        count(session, &result);
        session.push(
            &Outcome::Difftest(Box::new(result)),
            Detail::Full,
            Some(&program.source),
        )?;
    }
    Ok(())
}

/// Whether any run gave values that are right.
fn ran(result: &DifftestResult) -> bool {
    let is_right = |word: &String| ["equal", "within", "zero-sign", "unbounded"].contains(&word.as_str());
    result.runs.values().any(|words| words.keys().any(is_right))
}

/// Counts a result for the exit status.
fn count(session: &mut Session<'_>, result: &DifftestResult) {
    let has = |words: &[&str]| result.failures.iter().any(|failure| words.contains(&failure.outcome));
    if has(&["wrong", "crash"]) {
        session.set_different();
    } else if !ran(result) || has(&["timeout", "over-limit", "refused", "unsupported", "not-understood"]) {
        session.set_unknown();
    }
}

/// A word for the table, and what there is to tell.
struct JudgedRun {
    word: &'static str,
    failure: Option<DifftestFailure>,
}

impl JudgedRun {
    fn none(word: &'static str, message: &str) -> JudgedRun {
        JudgedRun {
            word,
            failure: Some(DifftestFailure {
                outcome: word,
                kind: None,
                sizes: BTreeMap::new(),
                inputs: String::new(),
                seed: 0,
                message: message.to_owned(),
                array: None,
                element: None,
                expected: None,
                got: None,
                wrong: None,
                signal: None,
                stderr: None,
                again: None,
            }),
        }
    }
}

fn judge(one: &Tested, expected: &ReferenceOutputs, outcome: &Ended) -> JudgedRun {
    let outputs = match outcome {
        Ended::Outputs(outputs) => outputs,
        other => {
            let mut judged = JudgedRun::none(other.word(), &other.to_string());
            if let (Ended::Crashed { stderr, .. } | Ended::Refused { stderr, .. }, Some(failure)) =
                (other, &mut judged.failure)
            {
                failure.stderr = Some(stderr.clone());
            }
            if let (Ended::Crashed { signal, .. }, Some(failure)) = (other, &mut judged.failure) {
                failure.signal = *signal;
            }
            return judged;
        }
    };
    let comparison = compare(expected, outputs, &one.tolerance);
    let word = comparison.word();
    let OutputComparison::Differs(at) = comparison else {
        return JudgedRun { word, failure: None };
    };
    let array = one.outputs.get(at.output).cloned();
    let shown = array.as_deref().unwrap_or("an output");
    let place = match at.kind {
        "shape" => shown.to_owned(),
        _ => {
            let index: Vec<String> = at.element.iter().map(i64::to_string).collect();
            match index.is_empty() {
                true => shown.to_owned(),
                false => format!("{shown}[{}]", index.join(", ")),
            }
        }
    };
    let more = match at.count {
        0 | 1 => String::new(),
        count => format!("; {count} elements are wrong"),
    };
    let mut judged = JudgedRun::none(
        "wrong",
        &format!("{place} should be {}, is {}{more}", at.expected, at.got),
    );
    judged.word = word;
    if let Some(failure) = &mut judged.failure {
        failure.kind = Some(at.kind);
        failure.array = array;
        failure.element = Some(at.element).filter(|_| at.kind != "shape");
        (failure.expected, failure.got) = (Some(at.expected), Some(at.got));
        failure.wrong = Some(at.count);
    }
    judged
}

/// What is wrong in a batch is asked again alone.
fn alone(
    backend: &Backend,
    one: &Tested,
    expected: &ReferenceOutputs,
    job: BackendJob,
    judged: JudgedRun,
) -> JudgedRun {
    let outcome = backend.run(&[job]).pop();
    let again = outcome.map(|outcome| judge(one, expected, &outcome));
    match again {
        Some(again) if again.failure.is_some() => again,
        _ => {
            let message = judged.failure.map_or(String::new(), |failure| failure.message);
            JudgedRun::none(
                "not-understood",
                &format!("wrong beside other runs, right alone: {message}"),
            )
        }
    }
}

fn record(result: &mut DifftestResult, args: &DifftestArgs, run: &PlannedRun, judged: JudgedRun) {
    let words = result.runs.entry(run.generator.name().to_owned()).or_default();
    *words.entry(judged.word.to_owned()).or_default() += 1;
    let Some(failure) = judged.failure else {
        return;
    };
    let known = |old: &DifftestFailure| (old.outcome, old.kind) == (failure.outcome, failure.kind);
    if result.failures.iter().any(known) {
        return;
    }
    let mut again = vec!["polyvet".to_owned(), "difftest".to_owned(), result.file.clone()];
    let mut option = |name: &str, value: String| again.extend([format!("--{name}"), value]);
    option("func", result.func.clone());
    option("backend", args.backend.clone());
    if let Some(command) = &args.command {
        option(
            "command",
            shlex::try_join(command.iter().map(String::as_str)).unwrap_or_default(),
        );
    }
    if let Some(pass) = &args.pass {
        option("pass", pass.clone());
    }
    for (name, size) in &run.sizes {
        option("param", format!("{name}={size}"));
    }
    option("inputs", run.generator.name().to_owned());
    option("seed", run.seed.to_string());
    result.failures.push(DifftestFailure {
        sizes: run.sizes.clone(),
        inputs: run.generator.name().to_owned(),
        seed: run.seed,
        again: shlex::try_join(again.iter().map(String::as_str))
            .ok()
            .filter(|_| result.file != "<stdin>"),
        ..failure
    });
}

fn plan(
    session: &mut Session<'_>,
    args: &DifftestArgs,
    backend: &Backend,
    module: &Module,
    func: OpId,
) -> Outcomes<Tested> {
    let name = module.symbol_path(func).unwrap_or_default();
    let entry = module
        .only_block(func, 0)
        .ok_or_else(|| session.error("no-body", format!("`@{name}` is not one block")))?;
    let types: Vec<Type> = module
        .block(entry)
        .args
        .iter()
        .map(|arg| module.ty(*arg).clone())
        .collect();
    let names: Vec<String> = module
        .block(entry)
        .args
        .iter()
        .map(|arg| module.value_name(*arg).trim_start_matches('%').to_owned())
        .collect();
    let tolerance = match &args.tolerance {
        Some(tolerance) => tolerance.clone(),
        None => backend.promise(module, func),
    };
    let values = match &args.size {
        SizesArg::Sweep => SWEEP.to_vec(),
        SizesArg::These(values) => values.clone(),
    };
    let all = GivenSizes::sweep(session, &args.param, module, func, &names, &values)?;
    let generators: &[ElementGenerator] = match args.inputs {
        InputsArg::All => &ElementGenerator::ALL,
        InputsArg::Small | InputsArg::Integers => &[ElementGenerator::Integers],
        InputsArg::Uniform => &[ElementGenerator::Uniform],
        InputsArg::Special => &[ElementGenerator::Special],
    };
    let mut runs = Vec::new();
    for sizes in &all {
        for generator in generators {
            let made = inputs(&types, &names, sizes, *generator, args.seed);
            let Some(made) = made else {
                let message = format!("`@{name}` has an argument of a type that is not made");
                return Err(session.error("bad-argument", message));
            };
            let options = RunOptions {
                limits: Steps {
                    steps: args.steps,
                    ..Steps::default()
                },
                races: true,
                ..RunOptions::default()
            };
            let expected = reference(module, &name, &made, &tolerance, options).map_err(|trap| Unasked {
                word: if trap.code.is_inconclusive() {
                    "unfinished"
                } else {
                    "undefined"
                },
                message: trap.to_diagnostic().message,
            });
            runs.push(PlannedRun {
                sizes: sizes.named(),
                generator: *generator,
                seed: args.seed,
                inputs: made,
                expected,
            });
        }
    }
    let arguments = names.iter().zip(&types).filter(|(_, ty)| ty.is_memref());
    let mut outputs: Vec<String> = arguments.map(|(name, _)| name.clone()).collect();
    outputs.extend((0..module.op(func).results.len().max(16)).map(|n| format!("#{n}")));
    Ok(Tested {
        name,
        tolerance,
        outputs,
        runs,
    })
}

/// Extents and index arguments: none, one, small ones, ends of usual tiles and vectors, and beyond them.
const SWEEP: [i64; 8] = [0, 1, 2, 3, 7, 8, 16, 33];

fn inputs(
    types: &[Type],
    names: &[String],
    sizes: &GivenSizes,
    generator: ElementGenerator,
    seed: u64,
) -> Option<Vec<Contents>> {
    let one = |(at, (ty, name)): (usize, (&Type, &String))| {
        let elem = ScalarType::of(ty.elem())?;
        let seed = seed.wrapping_add(at as u64);
        let contents = |shape: Vec<i64>, values: Vec<Scalar>| Contents {
            complex: false,
            shape,
            ty: Some(elem),
            elems: values.into_iter().map(|value| Some(DataElem::Scalar(value))).collect(),
        };
        let Some(dims) = ty.shape() else {
            let value = match ty {
                Type::Index => Scalar::index(sizes.get(name).unwrap_or(0)),
                _ => generator.element(elem, seed, 0),
            };
            return Some(contents(Vec::new(), vec![value]));
        };
        let extent = |(dim, extent): (usize, &Dim)| match extent {
            Dim::Static(extent) => i64::try_from(*extent).ok(),
            _ => sizes.get(&format!("{name}.{dim}")),
        };
        let shape = dims.iter().enumerate().map(extent).collect::<Option<Vec<i64>>>()?;
        let count = shape
            .iter()
            .try_fold(1_i64, |count, extent| count.checked_mul(*extent))?;
        let count = usize::try_from(count).ok().filter(|count| *count <= ELEMENTS_MAX)?;
        Some(contents(shape, generator.elements(elem, seed, count)))
    };
    types.iter().zip(names).enumerate().map(one).collect()
}

/// Elements of one argument at the most.
const ELEMENTS_MAX: usize = 1 << 24;
