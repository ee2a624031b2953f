//! `polyvet validate`: does a program compute what another does?

use crate::args::ValidateArgs;
use crate::assume::{Comments, sift_all};
use crate::function::select;
use crate::input::{Kind, Program, Reading, program_of, read_program};
use crate::pass::Pass;
use crate::session::{Outcomes, Session, Told};
use crate::snippet::Source;
use crate::{each, shrink};
use indicatif::{ProgressBar, ProgressStyle};
use polyvet_analysis::extract::{ExtractError, Options};
use polyvet_ir::{Attr, Module, OpId, Span, func, same_op};
use polyvet_report::{Place, VerdictResult};
use polyvet_verify::alias::same_buffer;
use polyvet_verify::validate::{Side, validate};
use polyvet_verify::{Reason, Strength, Verdict};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &ValidateArgs) -> Outcomes<()> {
    let reading = Reading {
        via_mlir_opt: args.via_mlir_opt,
        ops: Some(&args.ops),
        effects: &args.effects,
        whole: false,
        apart: false,
    };
    let before = read_program(session, &args.before, &reading)?;
    let pass = match &args.pass {
        Some(command) => Some(Pass::new(session, command, args.timeout)?),
        None => None,
    };
    if args.each {
        return each::run(session, args, &before, pass.as_ref());
    }
    let after = match (&pass, &args.after) {
        (Some(pass), _) => {
            let text = pass.run(session, &before.source.text, Some(&args.before))?;
            let source = Source::new(format!("<output of {}>", pass.command), text);
            program_of(session, source, &args.before, &reading)?
        }
        (None, Some(path)) => read_program(session, path, &reading)?,
        (None, None) => return Err(session.error("usage", "there is no second program")),
    };
    let pair = Pair::new(session, &before, &after)?;
    let funcs = pair.selected(session, args)?;
    let comments = [Comments::read(session, &before)?, Comments::read(session, &after)?];
    let judged = pair.decide(session, args, &funcs, &[&comments[0], &comments[1]])?;
    if args.reduce {
        let comments = [&comments[0], &comments[1]];
        return shrink::run(session, args, &pair, pass.as_ref(), &judged, &comments);
    }
    for one in &judged {
        session.push_pair(pair.result(one), (&before.source, &after.source), &args.accept)?;
    }
    if session.verdict_count() > 1 {
        session.write_summary()?;
    }
    Ok(())
}

/// Two programs to compare.
pub struct Pair<'p> {
    /// Text of the first.
    pub before: &'p Source,
    /// Text of the second.
    pub after: &'p Source,
    /// The first.
    pub first: &'p Module,
    /// The second.
    pub second: &'p Module,
}

/// A function of the first program, and what became of it in the second.
pub struct Subject {
    /// In the first program.
    pub func: OpId,
    /// Without `@`.
    pub name: String,
    /// In the second program, if it is there to be compared.
    pub other: Result<OpId, Reason>,
}

/// The verdict on one function.
pub struct Judged {
    /// Without `@`.
    pub name: String,
    /// What it is.
    pub verdict: Verdict,
    /// The arguments that are one buffer in the case it is about.
    pub same_buffer: Vec<String>,
}

/// The program, if it is one with operations.
pub fn module_of<'p>(session: &mut Session<'_>, program: &'p Program) -> Outcomes<&'p Module> {
    match &program.kind {
        Kind::Mlir(module) => Ok(module),
        Kind::Model(_) => {
            let message = format!("`{}` is a model without operations", program.source.name);
            let help = "models are compared by `polyvet check --schedule`";
            Err(session.error_help("not-a-program", message, help))
        }
    }
}

fn has_body(module: &Module, op: OpId) -> bool {
    func(module, op).is_some_and(|func| !module.region(func.body).blocks.is_empty())
}

fn is_private(module: &Module, op: OpId) -> bool {
    module.op(op).attr("sym_visibility").and_then(|attr| attr.as_str()) == Some("private")
}

/// The names of all symbols that an operation refers to.
fn symbols_in(module: &Module, op: OpId) -> Vec<String> {
    let mut names = Vec::new();
    module.walk(op, &mut |_, op| {
        for (_, attr) in op.properties.iter().chain(op.attrs.iter()) {
            if let Attr::Symbol(parts) = attr {
                names.extend(parts.last().cloned());
            }
        }
    });
    names
}

/// The top-level operation called `name`.
fn symbol(module: &Module, name: &str) -> Option<OpId> {
    let mut ops = module.block(module.body()).ops.iter().copied();
    ops.find(|op| module.symbol_name(*op) == Some(name))
}

impl<'p> Pair<'p> {
    /// Of two programs with operations.
    pub fn new(session: &mut Session<'_>, before: &'p Program, after: &'p Program) -> Outcomes<Pair<'p>> {
        Ok(Pair {
            before: &before.source,
            after: &after.source,
            first: module_of(session, before)?,
            second: module_of(session, after)?,
        })
    }

    /// The functions to compare: those of the first program that can be seen from outside, or the one that
    /// was asked for.
    pub fn selected(&self, session: &mut Session<'_>, args: &ValidateArgs) -> Outcomes<Vec<Subject>> {
        let wanted = args.model.func.as_deref();
        let all = select(session, self.first, &self.before.name, wanted)?;
        // A private function may become anything its callers do not notice.
        let none = all.iter().all(|op| is_private(self.first, *op));
        let seen = |op: &OpId| wanted.is_some() || none || !is_private(self.first, *op);
        let subjects: Vec<Subject> = all.into_iter().filter(seen).map(|op| self.subject(op)).collect();
        for (first, second) in &args.may_alias {
            let mut known = false;
            for subject in &subjects {
                let number = |name| argument(self.first, subject.func, name);
                if let (Some(x), Some(y)) = (number(first), number(second)) {
                    known = true;
                    same_buffer(self.first, subject.func, x, y).map_err(|why| session.error("may-alias", why))?;
                }
            }
            if !known {
                let message = format!("no function has both arguments `{first}` and `{second}`");
                return Err(session.error("may-alias", message));
            }
        }
        Ok(subjects)
    }

    /// A function of the first program with its counterpart.
    pub fn subject(&self, op: OpId) -> Subject {
        let name = self.first.symbol_name(op).unwrap_or("").to_owned();
        let missing = |code, what: &str| Reason {
            code,
            message: format!("{what} `@{name}` in `{}`", self.after.name),
        };
        let funcs = self.second.funcs();
        let found = funcs.iter().find(|op| self.second.symbol_name(**op) == Some(&name));
        let other = match found {
            Some(op) if has_body(self.second, *op) => Ok(*op),
            Some(_) => Err(missing("function-without-body", "there is only a declaration of")),
            None => Err(missing("missing-function", "there is no function")),
        };
        Subject { func: op, name, other }
    }

    /// The verdicts on functions, in their order; they are found in parallel.
    pub fn decide(
        &self,
        session: &mut Session<'_>,
        args: &ValidateArgs,
        subjects: &[Subject],
        comments: &[&Comments<'_>],
    ) -> Outcomes<Vec<Judged>> {
        let bar = bar(session, subjects.len());
        let assumed = |subject: &Subject| comments.iter().flat_map(|one| one.of(&subject.name)).collect();
        let assumed: Vec<Vec<String>> = subjects.iter().map(assumed).collect();
        let judge = |(subject, assumed): (&Subject, &Vec<String>)| {
            let judged = self.judge(args, subject, assumed);
            bar.inc(1);
            judged
        };
        let found: Vec<Result<Judged, ExtractError>> = match subjects {
            [only] => vec![judge((only, &assumed[0]))],
            all => workers(session)?.install(|| all.par_iter().zip(&assumed).map(judge).collect()),
        };
        bar.finish_and_clear();
        let mut judged = Vec::new();
        for (subject, found) in subjects.iter().zip(found) {
            judged.push(match found {
                Err(ExtractError::Option(_)) if comments.iter().any(|one| !one.is_empty()) => {
                    let plain = options(args, &[]);
                    let (func, budget) = (subject.func, args.model.budget);
                    let assumed = sift_all(session, comments, self.first, func, &plain, budget)?;
                    self.judge(args, subject, &assumed)
                        .map_err(|error| bad_option(session, &error))?
                }
                Err(error) => return Err(bad_option(session, &error)),
                Ok(one) => {
                    comments.iter().for_each(|one| one.fit(&subject.name));
                    one
                }
            });
        }
        for one in comments {
            one.tell_misfits(session)?;
        }
        Ok(judged)
    }

    /// Whether a function, or anything it names, is not what it was.
    pub fn changed(&self, subject: &Subject) -> bool {
        let Ok(other) = subject.other else { return true };
        let mut seen = BTreeSet::from([subject.name.clone()]);
        let mut next = vec![(subject.func, other)];
        while let Some((x, y)) = next.pop() {
            if same_op(self.first, x, self.second, y).is_err() {
                return true;
            }
            for name in symbols_in(self.first, x) {
                match (symbol(self.first, &name), symbol(self.second, &name)) {
                    _ if !seen.insert(name) => {}
                    (Some(x), Some(y)) => next.push((x, y)),
                    // Not to be found is not to be the same.
                    _ => return true,
                }
            }
        }
        false
    }

    /// The verdict on one function: the worst of the cases that `--may-alias` allows. `assumed` adds to what
    /// `args` assume.
    pub fn judge(&self, args: &ValidateArgs, subject: &Subject, assumed: &[String]) -> Result<Judged, ExtractError> {
        let options = options(args, assumed);
        let judged = |verdict, same_buffer| Judged {
            name: subject.name.clone(),
            verdict,
            same_buffer,
        };
        let other = match &subject.other {
            Ok(other) => *other,
            Err(reason) => return Ok(judged(Verdict::Unknown(reason.clone()), Vec::new())),
        };
        // The same text is the same function, whatever it does.
        if !self.changed(subject) {
            return Ok(judged(Verdict::Proved(Strength::Bitwise), Vec::new()));
        }
        let decide = |first: &Module, second: &Module| {
            let before = Side {
                module: first,
                func: subject.func,
            };
            let after = Side {
                module: second,
                func: other,
            };
            validate(before, after, &options, args.model.budget)
        };
        let mut worst = judged(decide(self.first, self.second)?, Vec::new());
        for case in alias_cases(self.first, subject.func, &args.may_alias) {
            if matches!(worst.verdict, Verdict::Refuted(_)) {
                break;
            }
            let merged = merge(self.first, subject.func, &case).and_then(|first| {
                let second = merge(self.second, other, &case)?;
                Ok((first, second))
            });
            let names: Vec<String> = case.iter().map(|(x, y, _)| format!("`{x}` and `{y}`")).collect();
            let mut verdict = match merged {
                Ok((first, second)) => decide(&first, &second)?,
                Err(message) => Verdict::Unknown(Reason {
                    code: "may-alias",
                    message,
                }),
            };
            if let Verdict::Refuted(witness) = &mut verdict {
                share_extents(&mut witness.params, &case);
            }
            if rank(&verdict) < rank(&worst.verdict) {
                worst = judged(verdict, names);
            }
        }
        Ok(worst)
    }

    /// A verdict with lines, for reports.
    pub fn result(&self, judged: &Judged) -> VerdictResult {
        let lines = (|span: Span| self.before.line(span), |span: Span| self.after.line(span));
        let files = (
            |span: Span| self.before.file(span).to_owned(),
            |span: Span| self.after.file(span).to_owned(),
        );
        let before = Place {
            file: &self.before.name,
            line_of: &lines.0,
            file_of: &files.0,
        };
        let after = Place {
            file: &self.after.name,
            line_of: &lines.1,
            file_of: &files.1,
        };
        let subject = format!("{} against {}", after.file, before.file);
        let mut result = VerdictResult::of_pair(before, after, &judged.name, &subject, &judged.verdict);
        result.same_buffer.clone_from(&judged.same_buffer);
        result
    }
}

/// What is known of the parameters.
fn options(args: &ValidateArgs, assumed: &[String]) -> Options {
    Options {
        assume: args.model.assume.iter().chain(assumed).cloned().collect(),
        fixed: args.model.param.clone(),
        ..Options::default()
    }
}

fn bad_option(session: &mut Session<'_>, error: &ExtractError) -> Told {
    session.error("bad-option", error.to_string())
}

/// Worse verdicts are less.
pub fn rank(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Refuted(_) => 0,
        Verdict::Unknown(_) => 1,
        Verdict::Tested(_) => 2,
        Verdict::Proved(Strength::Reassociated) => 3,
        Verdict::Proved(Strength::Bitwise) => 4,
    }
}

/// Threads with stacks as deep as the main one's.
fn workers(session: &mut Session<'_>) -> Outcomes<rayon::ThreadPool> {
    rayon::ThreadPoolBuilder::new()
        .stack_size(crate::STACK_BYTES)
        .build()
        .map_err(|error| session.error("threads", format!("cannot start threads: {error}")))
}

/// Progress over functions, where somebody may be looking.
fn bar(session: &Session<'_>, count: usize) -> ProgressBar {
    if count < 2 || !session.shows_progress() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} functions, {elapsed}");
    let bar = ProgressBar::new(count as u64);
    style.map_or(bar.clone(), |style| bar.with_style(style))
}

/// Number of the argument called `name`.
fn argument(module: &Module, op: OpId, name: &str) -> Option<usize> {
    let args = func(module, op)?.args;
    args.iter()
        .position(|arg| module.value_name(*arg).trim_start_matches('%') == name)
}

/// Two arguments by name, and which of them is replaced by which, by number.
type Merge = (String, String, (usize, usize));

/// All sets of pairs that are the same buffer, but the empty one.
fn alias_cases(module: &Module, op: OpId, pairs: &[(String, String)]) -> Vec<Vec<Merge>> {
    let known = |(x, y): &(String, String)| {
        let numbers = (argument(module, op, x)?, argument(module, op, y)?);
        Some((x.clone(), y.clone(), numbers))
    };
    let pairs: Vec<Merge> = pairs.iter().filter_map(known).collect();
    (1_u64..1 << pairs.len().min(16))
        .map(|set| {
            let chosen = pairs.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
            chosen.map(|(_, pair)| pair.clone()).collect()
        })
        .collect()
}

/// One buffer has one shape: the argument that is not used gets that of the other.
fn share_extents(params: &mut [(String, i64)], pairs: &[Merge]) {
    for (first, second, (x, y)) in pairs {
        let (kept, merged) = if x < y { (first, second) } else { (second, first) };
        for at in 0..params.len() {
            let Some(dim) = params[at].0.strip_prefix(&format!("{merged}.")).map(str::to_owned) else {
                continue;
            };
            let same = params.iter().find(|(label, _)| *label == format!("{kept}.{dim}"));
            if let Some(value) = same.map(|(_, value)| *value) {
                params[at].1 = value;
            }
        }
    }
}

/// The module in which the pairs are the same buffer.
fn merge(module: &Module, op: OpId, pairs: &[Merge]) -> Result<Module, String> {
    let mut merged = module.clone();
    let count = func(module, op).map_or(0, |func| func.args.len());
    let mut kept: Vec<usize> = (0..count).collect();
    for (_, _, (x, y)) in pairs {
        let (p, q) = (kept.get(*x).copied(), kept.get(*y).copied());
        let (Some(p), Some(q)) = (p, q) else {
            return Err("the second program has fewer arguments".to_owned());
        };
        let (first, second) = (p.min(q), p.max(q));
        if p != q || x == y {
            merged = same_buffer(&merged, op, first, second)?;
        }
        kept.iter_mut().filter(|at| **at == second).for_each(|at| *at = first);
    }
    Ok(merged)
}
