//! `validate --each`: the program after each pass against the program before it.
//!
//! Read from what mlir-opt prints: `// -----// IR Dump After Canonicalizer (canonicalize) //----- //`, and
//! then a module, or one function in which everything else is as it was; or from the files that it writes with
//! `--mlir-print-ir-tree-dir`, one for each pass and operation.

use crate::args::ValidateArgs;
use crate::assume::Comments;
use crate::input::{Program, read_source};
use crate::pass::{KeptOutput, PassCommand};
use crate::session::{Outcomes, Session, Told, is_accepted};
use crate::snippet::Source;
use crate::validate::{asked_again, decide, trouble};
use polyvet::validate::{JudgedFunction, ProgramPair, Subject, module_of};
use polyvet_backend::process::ProcessOutput;
use polyvet_ir::{Diagnostic, Module, OpId, Span, well_formed};
use polyvet_report::Outcome;
use polyvet_verify::{Strength, Verdict};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Runs the command.
pub fn run(
    session: &mut Session<'_>,
    args: &ValidateArgs,
    before: &Program,
    pass: Option<&PassCommand>,
) -> Outcomes<()> {
    let (dumps, output, failed) = match (pass, &args.after) {
        (Some(pass), _) => {
            let pass = pass.dumping();
            let mut printed = pass.print(session, &before.source.text, Some(&args.before))?;
            if let Some(trouble) = printed.as_ref().ok().and_then(unreadable)
                && let Ok(again) = pass.generic().print(session, &before.source.text, Some(&args.before))?
                && unreadable(&again).is_none()
            {
                session.note("asked-again", asked_again(&pass.command, &trouble));
                printed = Ok(again);
            }
            let name = format!("<passes of {}>", pass.command);
            match printed {
                Ok(printed) => (vec![Source::new(name, printed.stderr)], Some(printed.stdout), None),
                // What was printed before it failed is still worth a look.
                Err(error) => match error.printed() {
                    Some(printed) if printed.stderr.contains(HEAD) => {
                        let dump = Source::new(name, printed.stderr.clone());
                        (vec![dump], None, Some((pass, error)))
                    }
                    _ => return Err(pass.tell(session, &error)),
                },
            }
        }
        (None, Some(path)) if path.is_dir() => (read_tree(session, path)?, None, None),
        (None, Some(path)) => (vec![read_source(session, path)?], None, None),
        (None, None) => return Err(session.error("usage", "there is no dump to read")),
    };
    // One text for all, so that each place is a place in it, whichever step it comes from.
    let (mut text, mut steps) = (before.source.clone(), Vec::new());
    for dump in &dumps {
        let base;
        (text, base) = text.then(dump);
        steps.extend(self::steps(&dump.text).into_iter().map(|step| PassStep {
            start: step.start + base,
            end: step.end + base,
            ..step
        }));
    }
    if steps.is_empty() && output.is_none() {
        let name = args.after.as_deref().unwrap_or(&args.before).display();
        let message = format!("`{name}` has no line `{HEAD}After ..`");
        let help = "run mlir-opt with `--mlir-print-ir-after-all --mlir-print-ir-after-change`, and keep its standard \
                    error, or the folder of `--mlir-print-ir-tree-dir`";
        return Err(session.error_help("no-dump", message, help));
    }
    if let Some(output) = output.filter(|output| !output.trim().is_empty()) {
        let start;
        (text, start) = text.then(&Source::new("<output>", output));
        steps.push(PassStep {
            pass: "output".to_owned(),
            start,
            end: text.text.len(),
            is_output: true,
        });
    }
    let mut kept = match pass {
        Some(pass) => {
            let printed: String = dumps.iter().map(|dump| dump.text.as_str()).collect();
            pass.keep(session, args, &printed)?
        }
        None => KeptOutput::default(),
    };
    session.set_shard(args.shard);
    session.set_inputs(&args.given(), &[&text.text]);
    let compared = compare(session, args, before, &text, &steps)?;
    together(session, args, before, &text, &compared)?;
    kept.asked = compared.proved.is_none();
    kept.tell(session);
    if let Some((step, pass, func)) = compared.broken {
        session.set_broken_by(&pass);
        session.line(&format!("broken by pass {step}, `{pass}`: `@{func}`"))?;
    } else if session.verdict_count() > 1 {
        session.write_summary()?;
    }
    match failed {
        Some((pass, error)) => Err(pass.tell(session, &error)),
        None => Ok(()),
    }
}

/// The files of a folder that `--mlir-print-ir-tree-dir` made, in the order of the passes.
fn read_tree(session: &mut Session<'_>, folder: &Path) -> Outcomes<Vec<Source>> {
    let mut paths = Vec::new();
    if let Err(error) = files_below(folder, &mut paths) {
        return Err(session.error("cannot-read", format!("cannot read `{}`: {error}", folder.display())));
    }
    paths.sort_by_cached_key(|path| (passes_before(path), path.clone()));
    paths.iter().map(|path| read_source(session, path)).collect()
}

fn files_below(folder: &Path, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => files_below(&entry.path(), paths)?,
            false if entry.path().extension().is_some_and(|end| end == "mlir") => paths.push(entry.path()),
            false => {}
        }
    }
    Ok(())
}

/// The numbers before the name of the pass: `0_2_cse.mlir` is the third pass on an operation, after the first on that
/// around it.
fn passes_before(path: &Path) -> Vec<u64> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.split('_').map_while(|word| word.parse().ok()).collect()
}

/// What cannot be read of a dump and of the program after it.
fn unreadable(printed: &ProcessOutput) -> Option<String> {
    let mut pieces = steps(&printed.stderr)
        .into_iter()
        .map(|step| &printed.stderr[step.start..step.end]);
    pieces.find_map(trouble).or_else(|| trouble(&printed.stdout))
}

/// How the line before each dump begins.
const HEAD: &str = "// -----// IR Dump ";

/// The program after one pass: a piece of a text.
struct PassStep {
    pass: String,
    start: usize,
    end: usize,
    /// What mlir-opt printed in the end, and not after a pass.
    is_output: bool,
}

/// Splits a dump: of the programs after passes, or else of those before them.
fn steps(dump: &str) -> Vec<PassStep> {
    let after = steps_of(dump, "After ");
    if !after.is_empty() {
        return after;
    }
    // The program before a pass is what the one before it left; what was there before all is known.
    let mut before = steps_of(dump, "Before ");
    let names: Vec<String> = before.iter().map(|step| step.pass.clone()).collect();
    if !before.is_empty() {
        before.remove(0);
    }
    for (step, name) in before.iter_mut().zip(names) {
        step.pass = name;
    }
    before
}

fn steps_of(dump: &str, when: &str) -> Vec<PassStep> {
    let mut steps: Vec<PassStep> = Vec::new();
    let (mut inside, mut at) = (false, 0);
    for line in dump.split_inclusive('\n') {
        at += line.len();
        if let Some(head) = line.strip_prefix(HEAD) {
            let pass = pass_of(head, when);
            inside = pass.is_some();
            steps.extend(pass.map(|pass| PassStep {
                pass,
                start: at,
                end: at,
                is_output: false,
            }));
        } else if is_message(line) {
            // The next dump begins with its own line.
            inside = false;
        } else if let (true, Some(step)) = (inside, steps.last_mut()) {
            step.end = at;
        }
    }
    steps
}

/// The pass of `After Canonicalizer (canonicalize) ('func.func' operation: @f) //----- //`; none for dumps
/// from another time, or of one that failed.
fn pass_of(head: &str, when: &str) -> Option<String> {
    let head = head.strip_prefix(when)?;
    let head = head.split("//-----").next()?.trim();
    let (name, rest) = head.split_once(" (").unwrap_or((head, ""));
    if name.ends_with(" Failed") || head.ends_with(" Failed") {
        return None;
    }
    let argument = rest
        .split(')')
        .next()
        .filter(|text| !text.is_empty() && !text.starts_with('\''));
    Some(argument.unwrap_or(name).to_owned())
}

/// `file.mlir:3:4: warning: ..`
fn is_message(line: &str) -> bool {
    let kinds = [": error: ", ": warning: ", ": remark: ", ": note: "];
    kinds.iter().any(|kind| {
        line.split_once(kind).is_some_and(|(place, _)| {
            let mut parts = place.rsplit(':');
            let mut number = || parts.next().is_some_and(|part| part.parse::<u32>().is_ok());
            number() && number() && !place.starts_with(' ')
        })
    })
}

/// Whether the text is a whole module and not one operation of it.
fn is_module(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(['#', '!', '/']));
    first.is_some_and(|line| {
        ["module", "builtin.module", "\"builtin.module\""].iter().any(|name| {
            line.strip_prefix(name)
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
        })
    })
}

/// What became of the steps.
struct ComparedSteps {
    /// Step, pass and function of the first fault.
    broken: Option<(usize, String, String)>,
    /// Steps that changed something.
    changing: usize,
    /// How the program is kept if all of them are proved; `None` if one is not.
    proved: Option<Strength>,
    /// Some proof takes fused multiply-adds for a product and a sum.
    contracted: bool,
    /// The program in the end.
    last: Module,
}

/// The subject of the verdict on the first program and the last.
pub const TOGETHER: &str = "all passes together";

/// Says of the last program whether it computes what the first does: where all steps are proved it does, else that is a
/// question of its own, which a step that is not understood does not prevent.
fn together(
    session: &mut Session<'_>,
    args: &ValidateArgs,
    program: &Program,
    text: &Source,
    compared: &ComparedSteps,
) -> Outcomes<()> {
    if compared.broken.is_some() || compared.changing < 2 {
        return Ok(());
    }
    // What other parts find decides whether this is a question: `merge` drops the answer where it is none.
    let Some(asked) = session.next_question().ours() else {
        return Ok(());
    };
    if let (Some(strength), false) = (compared.proved, session.is_part()) {
        let strength = proved(strength, compared.contracted);
        return session.line(&format!("{TOGETHER}: {strength}"));
    }
    let (given, comments) = (args.given(), Comments::read(session, program)?);
    let first = module_of(session, program)?;
    let pair = ProgramPair {
        before: text,
        after: text,
        first,
        second: &compared.last,
        unread: Vec::new(),
    };
    let judged = session.aside(|session| {
        let subjects = pair.selected(session, &given)?;
        let subjects: Vec<Subject> = subjects.into_iter().filter(|subject| pair.changed(subject)).collect();
        decide(session, &pair, &given, &subjects, &[&comments])
    })?;
    session.line(&format!("{TOGETHER}: {}", said(&judged)))?;
    for one in &judged {
        let mut result = pair.result(one);
        result.subject = TOGETHER.to_owned();
        result.number = asked;
        if matches!(one.verdict, Verdict::Refuted(_)) {
            session.push_pair(result, (pair.before, pair.after), &args.accept)?;
        } else if session.is_data() {
            session.push_plain(&Outcome::Verdict(Box::new(result)))?;
        } else {
            session.record(&Outcome::Verdict(Box::new(result)));
        }
    }
    Ok(())
}

fn compare(
    session: &mut Session<'_>,
    args: &ValidateArgs,
    program: &Program,
    text: &Source,
    steps: &[PassStep],
) -> Outcomes<ComparedSteps> {
    let width = steps.iter().map(|step| step.pass.len()).max().unwrap_or(0);
    let (given, comments) = (args.given(), Comments::read(session, program)?);
    let (mut broken, mut changing, mut proved, mut contracted) = (None, 0, Some(Strength::Bitwise), false);
    let mut last = module_of(session, program)?.clone();
    for (number, step) in steps.iter().enumerate() {
        let next = module_after(session, text, step, &last)?;
        let pair = ProgramPair {
            before: text,
            after: text,
            first: &last,
            second: &next,
            unread: Vec::new(),
        };
        let all = pair.selected(session, &given)?;
        let (subjects, same): (Vec<Subject>, Vec<Subject>) = all.into_iter().partition(|subject| pair.changed(subject));
        let others = pair.others();
        if step.is_output && subjects.is_empty() && others.is_empty() {
            break;
        }
        let others = if given.func.is_none() { others } else { Vec::new() };
        changing += usize::from(!subjects.is_empty() || !others.is_empty());
        let names: Vec<String> = subjects.iter().map(|subject| subject.name.clone()).collect();
        let (subjects, mut numbers) = ours(session, subjects);
        // Whether a comment makes sense for a function of another part, that part says.
        let is_theirs = |name: &&String| subjects.iter().all(|subject| subject.name != **name);
        names.iter().filter(is_theirs).for_each(|name| comments.fit(name));
        let start = Instant::now();
        let mut judged = decide(session, &pair, &given, &subjects, &[&comments])?;
        let time = start.elapsed();
        let (others, of_others) = ours(session, others);
        judged.extend(others);
        numbers.extend(of_others);
        for one in &judged {
            contracted |= one.contracted;
            proved = match &one.verdict {
                Verdict::Proved(proof) if proof.strength == Strength::Bitwise => proved,
                Verdict::Proved(proof) => proved.map(|_| proof.strength),
                _ => None,
            };
        }
        let refuted = judged.iter().find(|one| matches!(one.verdict, Verdict::Refuted(_)));
        if let (None, Some(one)) = (&broken, refuted) {
            broken = Some((number + 1, step.pass.clone(), one.name.clone()));
        }
        let millis = time.as_secs_f64() * 1e3;
        let shown = (!session.quiet).then_some(millis);
        if !judged.is_empty() || !session.is_part() {
            session.line(&line(number + 1, &step.pass, width, &judged, shown))?;
        }
        let (same, of_same) = ours(session, same);
        judged.extend(decide(session, &pair, &given, &same, &[])?);
        numbers.extend(of_same);
        for (one, asked) in judged.iter().zip(numbers) {
            let mut result = pair.result(one);
            result.number = asked;
            result.subject = format!("{}, step {}", step.pass, number + 1);
            result.step = Some(number + 1);
            result.pass = Some(step.pass.clone());
            result.time_ms = Some((millis * 1e3).round() / 1e3);
            if session.is_data() || !is_accepted(&result, &args.accept) {
                session.push_pair(result, (pair.before, pair.after), &args.accept)?;
            } else {
                session.count(&result, &args.accept);
                session.record(&Outcome::Verdict(Box::new(result)));
            }
        }
        last = next;
    }
    Ok(ComparedSteps {
        broken,
        changing,
        proved,
        contracted,
        last,
    })
}

/// Those of some questions, in their order, that are answered here, and their numbers.
fn ours<T>(session: &mut Session<'_>, questions: Vec<T>) -> (Vec<T>, Vec<Option<u64>>) {
    let mut ours = |question| session.next_question().ours().map(|number| (question, number));
    questions.into_iter().filter_map(&mut ours).unzip()
}

/// `2 affine-loop-tile  proved (bitwise)  @f, @g  1.2 ms`
fn line(number: usize, pass: &str, width: usize, judged: &[JudgedFunction], millis: Option<f64>) -> String {
    let time = millis.filter(|_| !judged.is_empty());
    let time = time.map_or(String::new(), |millis| format!("  {millis:.1} ms"));
    format!("{number:3} {pass:width$}  {}{time}", said(judged))
}

/// `proved (bitwise)`
fn proved(strength: Strength, contracted: bool) -> String {
    let contracted = if contracted { ", contracted" } else { "" };
    format!("proved ({}{contracted})", strength.name())
}

/// `proved (bitwise)  @f, @g`: the worst of some verdicts.
fn said(judged: &[JudgedFunction]) -> String {
    let verdicts = judged.iter().map(|one| &one.verdict);
    let Some(worst) = verdicts.min_by_key(|verdict| verdict.rank()) else {
        return "unchanged".to_owned();
    };
    let verdict = match worst {
        Verdict::Proved(proof) => proved(proof.strength, judged.iter().any(|one| one.contracted)),
        other => other.name().to_owned(),
    };
    let names: Vec<String> = judged.iter().map(|one| format!("@{}", one.name)).collect();
    format!("{verdict}  {}", names.join(", "))
}

/// The whole program after a step: what a dump of one function leaves out is as in `before`.
fn module_after(session: &mut Session<'_>, text: &Source, step: &PassStep, before: &Module) -> Outcomes<Module> {
    let piece = &text.text[step.start..step.end];
    let base = u32::try_from(step.start).map_err(|_| session.error("too-large", "the dump is too large"))?;
    let (mut module, mut diagnostics) = polyvet_ir::parse(piece);
    for diagnostic in &mut diagnostics {
        diagnostic.primary = diagnostic.primary.shifted(base);
        for (span, _) in &mut diagnostic.labels {
            *span = span.shifted(base);
        }
    }
    session.tell_all(&diagnostics, text)?;
    module.shift_spans(base);
    if !step.is_output && !is_module(piece) {
        let symbols = |module: &Module| -> Vec<String> {
            let ops = &module.block(module.body()).ops;
            let name = |op: &OpId| module.symbol_name(*op).map(str::to_owned);
            ops.iter().filter_map(name).collect()
        };
        let (new, known) = (symbols(&module), symbols(before));
        if let Some(name) = new.iter().find(|name| !known.contains(name)) {
            let message = format!(
                "`{}` was run on `@{name}`, which the program before does not have",
                step.pass
            );
            let line = piece.find('\n').unwrap_or(piece.len());
            let head = Span::new(step.start, step.start + line);
            session.tell(&Diagnostic::error("unknown-operation", message, head), Some(text));
            return Err(Told);
        }
        let body = module.body();
        for op in &before.block(before.body()).ops {
            let is_new = |name: &str| new.iter().any(|one| one == name);
            if !before.symbol_name(*op).is_some_and(is_new) {
                module.import(before, *op, body);
            }
        }
    }
    polyvet_ir::plain_tensors(&mut module);
    polyvet_ir::plain_operations(&mut module);
    polyvet_ir::plain_deallocations(&mut module);
    session.tell_all(&well_formed(&module), text)?;
    Ok(module)
}
