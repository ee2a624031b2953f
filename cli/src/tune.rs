//! `polyvet tune`: which legal order is the best?

use crate::ShowProgress;
use crate::all;
use crate::args::{AcceptArgs, Allow, MeasureArg, TuneArgs};
use crate::function::{Function, ModelRefusal, Models, functions};
use crate::input::{Program, read_programs};
use crate::rewrite::{Request, apply_to_all};
use crate::session::{Outcomes, Session};
use crate::simulate::all_params;
use crate::snippet::Source;
use indicatif::{ProgressBar, ProgressStyle};
use polyvet::check::{decide, tell_poly};
use polyvet::given::Given;
use polyvet::read::InputKind;
use polyvet::tune::{Cost, Fate, NoNext, ORDERS, Search, Traffic, Tried, WantedOrders};
use polyvet_analysis::Scop;
use polyvet_backend::process::{Winding, interrupted};
use polyvet_backend::timing::{Compiler, time};
use polyvet_codegen::generate;
use polyvet_interp::Sizes;
use polyvet_ir::{Module, OpId};
use polyvet_report::text::Detail;
use polyvet_report::{MemoryResult, Outcome, ScheduleResult, TuneResult, cost_text};
use polyvet_rewrites::parse_script;
use polyvet_verify::call;
use polyvet_verify::legality::Checker;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Schedules that are shown.
const SHOWN: usize = 5;
/// How long a compiler or a measured program may take.
const LIMIT: Duration = Duration::from_secs(60);

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &TuneArgs) -> Outcomes<()> {
    let transforms = match &args.only[..] {
        [] => ORDERS.map(str::to_owned).to_vec(),
        only => all::names(session, only)?,
    };
    if args.measure == MeasureArg::Traffic && args.capacity.is_empty() {
        let help = "say how large the memories are, `--capacity 32KiB`, or measure time: `--measure cc`";
        return Err(session.error_help("usage", "what moves depends on the memories, and none is given", help));
    }
    // Legal for all sizes; the values are those at which the cost is reported.
    let general = Given {
        param: Vec::new(),
        ..args.model.given()
    };
    for program in read_programs(session, &args.input) {
        let Ok(all) = functions(session, &program, &general, Models::Exact) else {
            continue;
        };
        if all.len() > 1 {
            let message = format!("`{}` has several functions", program.source.name);
            return Err(session.error_help("several-functions", message, "say with `--func` which one is meant"));
        }
        for function in all {
            let _ = one_function(session, args, (&program, function), &general, &transforms);
        }
    }
    Ok(())
}

fn one_function(
    session: &mut Session<'_>,
    args: &TuneArgs,
    (program, function): (&Program, Function),
    general: &Given,
    transforms: &[String],
) -> Outcomes<()> {
    let unknown = |session: &mut Session<'_>, refusal: &ModelRefusal| {
        session.tell_unknown(&refusal.diagnostic, Some(&program.source))
    };
    let (InputKind::Mlir(module), Some(op)) = (&program.kind, function.op) else {
        let message = format!(
            "`{}` is a model without operations: it cannot be run",
            program.source.name
        );
        return Err(session.error("not-a-program", message));
    };
    let scop = match &function.model {
        Ok(scop) => scop.clone(),
        Err(refusal) => return Err(unknown(session, refusal)),
    };
    let checker = Checker::new(&scop, general.budget).map_err(|error| unknown(session, &ModelRefusal::poly(&error)))?;
    let params = values(session, args, &scop, program)?;
    let mut cost = cost(session, args, (module, op, &scop), &params)?;
    let before = cost.of(&scop).map_err(|why| {
        session.error(
            "cannot-run",
            format!("what `@{}` costs cannot be told: {why}", function.name),
        )
    })?;
    let wanted = WantedOrders {
        sizes: args.sizes.clone(),
        transforms: transforms.to_vec(),
        reassociate: args.allow.contains(&Allow::Reassoc),
        seed: args.seed,
    };
    let poly = |session: &mut Session<'_>, error| tell_poly(session, &error, &program.source);
    let mut search = Search::new(&checker, wanted, before).map_err(|error| poly(session, error))?;
    let head = Head {
        tune: "polyvet/1".to_owned(),
        func: function.name.clone(),
        program: fingerprint(&program.source.text),
        question: question(args, &params),
    };
    let (mut log, earlier) = TuneLog::open(session, args.log.as_deref(), &head)?;
    let mut counts = TuneCounts::default();
    earlier.iter().for_each(|one| counts.add(one));
    search.resume(earlier).map_err(|error| poly(session, error))?;
    let stopped = look(session, args, &mut search, &mut *cost, (&mut log, &mut counts));
    let stopped = stopped.map_err(|problem| match problem {
        Problem::Poly(error) => poly(session, error),
        Problem::Log(message) => session.error("cannot-write", message),
    })?;
    let best = search.best().take(SHOWN);
    let result = TuneResult {
        file: program.source.name.clone(),
        func: function.name.clone(),
        cost: args.measure.cost(),
        memories: memories(args),
        params: args.model.given().param,
        before,
        best: best.map(|(script, cost)| ScheduleResult { script, cost }).collect(),
        tried: counts.tried,
        illegal: counts.illegal,
        failed: counts.failed,
        failure: counts.failure,
        stopped,
    };
    let script = result.best.first().map_or(String::new(), |best| best.script.clone());
    session.push(&Outcome::Tune(Box::new(result)), Detail::Full, Some(&program.source))?;
    drop(search);
    prove(session, args, (program, function), (general, script))
}

/// The verdict on the best script, by all that `check` does.
fn prove(
    session: &mut Session<'_>,
    args: &TuneArgs,
    (program, function): (&Program, Function),
    (general, script): (&Given, String),
) -> Outcomes<()> {
    if script.is_empty() {
        return Ok(());
    }
    let request = Request::script(session, Source::new("<best>", script))?;
    for (function, rewrite) in apply_to_all(session, &request, vec![function])? {
        if let (Ok(scop), Some(rewrite)) = (&function.model, rewrite) {
            let verdict = decide(session, program, &function, scop, &rewrite, general, &request)?;
            let accept = AcceptArgs {
                allow: args.allow.clone(),
                accept: Vec::new(),
            };
            session.push_verdict(verdict, Detail::Full, Some(&program.source), &accept)?;
        }
    }
    Ok(())
}

/// Values of all parameters.
fn values(session: &mut Session<'_>, args: &TuneArgs, scop: &Scop, program: &Program) -> Outcomes<Vec<(String, i64)>> {
    let given = args.model.given();
    let mut fixed = scop.clone();
    let assumed = fixed.assume(&[], &given.param);
    assumed.map_err(|error| session.error("bad-option", error.to_string()))?;
    match all_params(&fixed).map_err(|error| tell_poly(session, &error, &program.source))? {
        Ok(values) => Ok(values),
        Err(missing) => {
            let names: Vec<String> = missing.iter().map(|name| format!("--param {name}=256")).collect();
            let message = format!("the value of `{}` is not given", missing.join("`, `"));
            Err(session.error_help("size", message, format!("say `{}`", names.join(" "))))
        }
    }
}

fn memories(args: &TuneArgs) -> Vec<MemoryResult> {
    if args.measure != MeasureArg::Traffic {
        return Vec::new();
    }
    let named = |(at, (name, bytes)): (usize, &(String, u64))| MemoryResult {
        name: match name.is_empty() {
            true => format!("L{}", at + 1),
            false => name.clone(),
        },
        bytes: *bytes,
    };
    args.capacity.iter().enumerate().map(named).collect()
}

fn cost<'m>(
    session: &mut Session<'_>,
    args: &TuneArgs,
    (module, func, scop): (&'m Module, OpId, &Scop),
    params: &[(String, i64)],
) -> Outcomes<Box<dyn Cost + 'm>> {
    if args.measure == MeasureArg::Traffic {
        return Ok(Box::new(Traffic {
            module,
            func,
            params: params.to_vec(),
            capacities: args.capacity.iter().map(|(_, bytes)| *bytes).collect(),
            line: args.line,
        }));
    }
    let value = |name: &str| {
        params
            .iter()
            .find(|(known, _)| known == name)
            .map_or(1, |(_, value)| *value)
    };
    let values: Vec<i64> = scop.params.iter().map(|param| value(&param.name)).collect();
    let Some(command) = shlex::split(&args.cc).filter(|words| !words.is_empty()) else {
        return Err(session.error("usage", format!("`--cc {}` is no command", args.cc)));
    };
    Ok(Box::new(Seconds {
        module,
        func,
        sizes: call::sizes(scop, &values),
        compiler: Compiler {
            command,
            limit: LIMIT,
            lowering: Some(polyvet_rewrites::operations::loops::as_loops),
        },
        checksum: None,
        bitwise: !args.allow.contains(&Allow::Reassoc),
    }))
}

/// Seconds of one call of the generated program, in C.
struct Seconds<'m> {
    module: &'m Module,
    func: OpId,
    sizes: Sizes,
    compiler: Compiler,
    /// What the program as it is leaves in memory.
    checksum: Option<u64>,
    /// All schedules leave the same.
    bitwise: bool,
}

impl Cost for Seconds<'_> {
    fn of(&mut self, scop: &Scop) -> Result<f64, String> {
        let made = generate(scop, self.module, self.func).map_err(|error| error.to_string())?;
        let timed = time(&made, self.func, &self.sizes, &self.compiler)?;
        let first = *self.checksum.get_or_insert(timed.checksum);
        match self.bitwise && first != timed.checksum {
            true => Err("it leaves other values in memory: a fault of polyvet or of the compiler".to_owned()),
            false => Ok(timed.seconds),
        }
    }
}

#[derive(Default)]
struct TuneCounts {
    tried: usize,
    illegal: usize,
    failed: usize,
    failure: Option<String>,
}

impl TuneCounts {
    fn add(&mut self, one: &Tried) {
        self.tried += 1;
        match &one.fate {
            Fate::Costs(_) => {}
            Fate::Illegal => self.illegal += 1,
            Fate::Failed(why) => {
                self.failed += 1;
                self.failure.get_or_insert_with(|| format!("{}: {why}", one.script));
            }
        }
    }
}

enum Problem {
    Poly(polyvet_poly::PolyError),
    Log(String),
}

/// Searches until it is time to stop, and says why it did.
fn look(
    session: &mut Session<'_>,
    args: &TuneArgs,
    search: &mut Search<'_, '_>,
    cost: &mut dyn Cost,
    (log, counts): (&mut TuneLog, &mut TuneCounts),
) -> Result<&'static str, Problem> {
    let (start, mut told) = (Instant::now(), Duration::ZERO);
    let winding = Winding::start();
    let bar = match session.progress() {
        ShowProgress::Drawn => ProgressBar::new_spinner(),
        _ => ProgressBar::hidden(),
    };
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
        bar.set_style(style);
    }
    let mut done = 0;
    let stopped = loop {
        if interrupted() {
            break "interrupted";
        }
        if args.count.is_some_and(|count| done >= count) {
            break "count";
        }
        if args.count.is_none() && start.elapsed() >= args.time {
            break "time";
        }
        let tried = match search.step(cost) {
            Ok(tried) => tried,
            Err(NoNext::Exhausted) => break "exhausted",
            Err(NoNext::Poly(error)) => return Err(Problem::Poly(error)),
        };
        // A program that was killed has no cost of its own.
        if interrupted() {
            break "interrupted";
        }
        done += 1;
        counts.add(&tried);
        log.write(&tried).map_err(Problem::Log)?;
        let line = || {
            let best = search.best().next();
            let (script, cost) = best.unwrap_or_default();
            let cost = cost_text(args.measure.cost(), cost);
            format!(
                "{} tried, {} not legal; best {cost}: {script}",
                counts.tried, counts.illegal
            )
        };
        match session.progress() {
            ShowProgress::Drawn => {
                bar.set_message(line());
                bar.tick();
            }
            ShowProgress::Lines if start.elapsed() >= told + Duration::from_secs(5) => {
                told = start.elapsed();
                session.progress_line(&format!("{:.0} s: {}", told.as_secs_f64(), line()));
            }
            _ => {}
        }
    };
    bar.finish_and_clear();
    drop(winding);
    Ok(stopped)
}

/// The first line of a log: what the search is about.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Head {
    /// The format.
    tune: String,
    func: String,
    /// Of the text of the program.
    program: String,
    /// What costs what, at which sizes.
    question: String,
}

/// Each other line.
#[derive(Deserialize, Serialize)]
struct TuneLine {
    script: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<String>,
}

impl TuneLine {
    fn of(tried: &Tried) -> TuneLine {
        TuneLine {
            script: tried.script.clone(),
            cost: match tried.fate {
                Fate::Costs(cost) => Some(cost),
                _ => None,
            },
            failed: match &tried.fate {
                Fate::Failed(why) => Some(why.clone()),
                _ => None,
            },
        }
    }

    fn tried(self) -> Tried {
        Tried {
            script: self.script,
            fate: match (self.cost, self.failed) {
                (Some(cost), _) => Fate::Costs(cost),
                (None, Some(why)) => Fate::Failed(why),
                (None, None) => Fate::Illegal,
            },
        }
    }
}

/// What two searches must agree in for one to go on where the other ended.
fn question(args: &TuneArgs, params: &[(String, i64)]) -> String {
    let params: Vec<String> = params.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let how = match args.measure {
        MeasureArg::Traffic => {
            let capacities: Vec<String> = args.capacity.iter().map(|(_, bytes)| bytes.to_string()).collect();
            format!("traffic through {} in lines of {}", capacities.join(", "), args.line)
        }
        MeasureArg::Cc => format!("seconds by `{}`", args.cc),
    };
    let allowed = if args.allow.contains(&Allow::Reassoc) {
        ", reassociated"
    } else {
        ""
    };
    format!("{how} at {}{allowed}", params.join(", "))
}

/// FNV-1a, which is the same on every machine.
fn fingerprint(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// Where what was tried is kept, if anywhere.
struct TuneLog(Option<File>);

impl TuneLog {
    /// Opens a log, and reads what is there of the same search.
    fn open(session: &mut Session<'_>, path: Option<&Path>, head: &Head) -> Outcomes<(TuneLog, Vec<Tried>)> {
        let Some(path) = path else {
            return Ok((TuneLog(None), Vec::new()));
        };
        let opened = open_whole_lines(path);
        let (mut file, text) = opened.map_err(|error| {
            let message = format!("cannot use `{}`: {error}", path.display());
            session.error("cannot-write", message)
        })?;
        if !text.is_empty() {
            return Ok((TuneLog(Some(file)), read_log(session, path, &text, head)?));
        }
        let written = serde_json::to_string(head).map_err(std::io::Error::from);
        let written = written.and_then(|line| writeln!(file, "{line}"));
        written
            .map_err(|error| session.error("cannot-write", format!("cannot write `{}`: {error}", path.display())))?;
        Ok((TuneLog(Some(file)), Vec::new()))
    }

    /// Adds a line.
    fn write(&mut self, tried: &Tried) -> Result<(), String> {
        let Some(file) = &mut self.0 else { return Ok(()) };
        let line = serde_json::to_string(&TuneLine::of(tried)).map_err(|error| error.to_string())?;
        writeln!(file, "{line}").map_err(|error| format!("cannot write the log: {error}"))
    }
}

/// Opens a file to add lines to it, and what it holds. A last line that was not written to its end is removed.
fn open_whole_lines(path: &Path) -> std::io::Result<(File, String)> {
    let mut file = File::options().create(true).read(true).append(true).open(path)?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    if whole < text.len() {
        file.set_len(whole as u64)?;
        text.truncate(whole);
    }
    Ok((file, text))
}

/// What was tried.
fn read_log(session: &mut Session<'_>, path: &Path, text: &str, head: &Head) -> Outcomes<Vec<Tried>> {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let path = path.display();
    match serde_json::from_str::<Head>(first) {
        Ok(found) if found == *head => {}
        Ok(found) => {
            let message = format!("`{path}` is the log of another search");
            let help = format!(
                "that one is about @{}: {}; give another file to `--log`",
                found.func, found.question
            );
            return Err(session.error_help("other-log", message, help));
        }
        Err(_) => {
            let message = format!("`{path}` is no log of `tune`");
            return Err(session.error_help("other-log", message, "give another file to `--log`"));
        }
    }
    let mut tried = Vec::new();
    for (at, line) in rest.lines().enumerate() {
        match serde_json::from_str::<TuneLine>(line) {
            Ok(line) if parse_script(&line.script).is_ok() => tried.push(line.tried()),
            _ => return Err(session.error("other-log", format!("line {} of `{path}` cannot be read", at + 2))),
        }
    }
    Ok(tried)
}
