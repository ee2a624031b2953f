//! Everything that may be done to a function: each transform at each place, legal or not. The dependences are computed
//! once.

use crate::check::tell_poly;
use crate::function::{Function, ModelRefusal};
use crate::given::Given;
use crate::read::{InputKind, Program};
use crate::reporter::{Messages, Outcomes, Reported, Reporter};
use crate::rewrite::{Request, misfit};
use crate::source::Source;
use crate::structured;
use polyvet_analysis::Scop;
use polyvet_poly::{PolyError, Result};
use polyvet_report::{BrokenResult, CandidateCounts, CandidateResult, CandidatesResult};
use polyvet_rewrites::moves::{Move, moves_on_loops, moves_on_operations};
use polyvet_rewrites::{apply_script, parse_script};
use polyvet_verify::legality::{Checker, Findings, Violation};
use polyvet_verify::{Strength, WitnessKind};

/// Which candidates are wanted.
#[derive(Clone, Debug)]
pub struct WantedCandidates {
    /// Of tiles, blocks and factors.
    pub sizes: Vec<i64>,
    /// Only these transforms; all if there are none.
    pub only: Vec<String>,
}

/// Answers all candidates of one function; `progress` hears of each how many of how many are answered.
///
/// # Errors
/// isl fails, but for budgets. That the function has no model is an answer.
pub fn candidates(
    reporter: &mut dyn Reporter,
    (program, function): (&Program, &Function),
    given: &Given,
    wanted: &WantedCandidates,
    progress: &mut dyn FnMut(usize, usize),
) -> Outcomes<std::result::Result<CandidatesResult, ModelRefusal>> {
    let scop = match &function.model {
        Ok(scop) => scop,
        Err(refusal) => return Ok(Err(refusal.clone())),
    };
    let checker = match Checker::new(scop, given.budget) {
        Ok(checker) => checker,
        Err(error) => return Ok(Err(ModelRefusal::poly(&error))),
    };
    let moves = moves(program, function, scop, wanted).map_err(|error| tell_poly(reporter, &error, &program.source))?;
    let mut all = CandidatesResult {
        file: program.source.name.clone(),
        func: function.name.clone(),
        dependences: checker.dependences().list.len(),
        counts: CandidateCounts::default(),
        candidates: Vec::new(),
    };
    for (at, one) in moves.iter().enumerate() {
        all.push(match one.entry.is_on_operations() {
            true => on_operations(program, function, given, one),
            false => on_loops(&checker, one).map_err(|error| tell_poly(reporter, &error, &program.source))?,
        });
        progress(at + 1, moves.len());
    }
    Ok(Ok(all))
}

fn moves(program: &Program, function: &Function, scop: &Scop, wanted: &WantedCandidates) -> Result<Vec<Move>> {
    let mut moves = moves_on_loops(scop, &wanted.sizes)?;
    if let (InputKind::Mlir(module), Some(func)) = (&program.kind, function.op) {
        moves.extend(moves_on_operations((module, func), scop, &wanted.sizes)?);
    }
    let is_wanted = |name: &str| wanted.only.is_empty() || wanted.only.iter().any(|one| one == name);
    moves.retain(|one| is_wanted(one.entry.name));
    Ok(moves)
}

/// The answer that says nothing yet.
fn answer(one: &Move, answer: &'static str) -> CandidateResult {
    CandidateResult {
        transform: one.entry.name,
        script: one.text.clone(),
        answer,
        strength: None,
        breaks: None,
        reason: None,
    }
}

fn without(one: &Move, word: &'static str, reason: String) -> CandidateResult {
    CandidateResult {
        reason: Some(reason),
        ..answer(one, word)
    }
}

fn on_loops(checker: &Checker<'_>, one: &Move) -> Result<CandidateResult> {
    let script = match parse_script(&one.text) {
        Ok(script) => script,
        Err(errors) => {
            let messages: Vec<String> = errors.into_iter().map(|error| error.message).collect();
            return Ok(without(one, "no-place", messages.join("; ")));
        }
    };
    let scop = checker.scop();
    let rewrite = match apply_script(scop, &script) {
        Ok(rewrite) => rewrite,
        Err((_, why)) => return Ok(without(one, "no-place", misfit(&why).message)),
    };
    let findings = scop
        .ctx
        .within(checker.budget(), None, || checker.findings(&rewrite.scop.schedule));
    match findings {
        Ok(Findings {
            violation: None,
            reassociates,
        }) => Ok(CandidateResult {
            strength: Some(match reassociates {
                true => Strength::Reassociated.name(),
                false => Strength::Bitwise.name(),
            }),
            ..answer(one, "legal")
        }),
        Ok(Findings {
            violation: Some(broken),
            ..
        }) if broken.may => Ok(without(
            one,
            "unknown",
            "it may break a dependence that may exist".to_owned(),
        )),
        Ok(Findings {
            violation: Some(broken),
            ..
        }) => Ok(CandidateResult {
            breaks: Some(told(checker, &broken)),
            ..answer(one, "illegal")
        }),
        Err(error) if error.is_budget() => Ok(without(one, "unknown", error.to_string())),
        Err(PolyError::Unsupported { message, .. }) => Ok(without(one, "unknown", message)),
        Err(error) => Err(error),
    }
}

fn told(checker: &Checker<'_>, broken: &Violation) -> BrokenResult {
    let scop = checker.scop();
    let dependence = &checker.dependences().list[broken.dependence];
    BrokenResult {
        kind: broken.kind.name(),
        array: scop.arrays[dependence.array].name.clone(),
        source: scop.stmts[dependence.source.stmt].name.clone(),
        sink: scop.stmts[dependence.sink.stmt].name.clone(),
        in_loop: match broken.kind {
            WitnessKind::Race(_) => broken.loop_name.clone(),
            _ => None,
        },
    }
}

/// Steps on operations are judged by values, as `check --transform` does.
fn on_operations(program: &Program, function: &Function, given: &Given, one: &Move) -> CandidateResult {
    let mut messages = Messages::default();
    let given = Given {
        func: Some(function.name.clone()),
        ..given.clone()
    };
    let decided = Request::script(&mut messages, Source::new("<candidate>", one.text.clone())).and_then(|request| {
        let script = request.on_operations().ok_or(Reported)?;
        let rewritten = structured::apply(&mut messages, program, &given, &request, script)?;
        let made = rewritten.functions.first().ok_or(Reported)?;
        structured::decide(&mut messages, program, &given, &request, (script, made))
    });
    let Ok(verdict) = decided else {
        let why = messages.iter().map(|message| message.diagnostic.message.clone()).next();
        return without(one, "no-place", why.unwrap_or_default());
    };
    let reason = verdict.reason.as_ref().map(|reason| reason.message.clone());
    let word = match verdict.verdict {
        "proved" => "legal",
        "refuted" => "illegal",
        "tested" => "tested",
        _ => "unknown",
    };
    let differs = verdict.witness.as_ref().map(|witness| match witness.fault {
        WitnessKind::Value => format!("{}{:?} differs", witness.array, witness.element),
        _ => witness.kind.clone(),
    });
    CandidateResult {
        strength: verdict.strength,
        reason: reason.or(differs),
        ..answer(one, word)
    }
}
