//! Claims and the solver that decides them.

use crate::args::SolverArgs;
use crate::session::{Outcomes, Session};
use indicatif::{ProgressBar, ProgressStyle};
use polyvet_backend::solver::{Solver, SolverAnswer, SolverLimits};
use polyvet_report::ClaimResult;
use polyvet_verify::certificate::file::Written;
use std::time::Duration;

/// The solver that is requested, or the first that is installed.
pub fn find(session: &mut Session<'_>, args: &SolverArgs) -> Outcomes<Solver> {
    Solver::find(args.solver.as_deref()).map_err(|why| {
        let help = "Debian has both `z3` and `cvc5`; `--solver` names one, or another command that reads SMT-LIB 2";
        session.error_help("no-solver", why, help)
    })
}

/// What a solver says about claims, in their order.
pub fn ask(session: &Session<'_>, solver: &Solver, args: &SolverArgs, claims: &[Written]) -> Vec<ClaimResult> {
    let bounds = SolverLimits {
        time: Duration::from_secs(args.time_limit),
        memory: args.memory_limit,
    };
    let bar = bar(session, claims.len());
    let scripts: Vec<&str> = claims.iter().map(|claim| claim.script.as_str()).collect();
    let answers = solver.ask_all(&scripts, &bounds, &mut |more| bar.inc(more as u64));
    bar.finish_and_clear();
    claims
        .iter()
        .zip(answers)
        .map(|(claim, answer)| told(claim, answer))
        .collect()
}

fn told(claim: &Written, answer: SolverAnswer) -> ClaimResult {
    let (answer, reason, values) = match answer {
        SolverAnswer::Unsat => ("holds", None, None),
        SolverAnswer::Sat(_) if claim.is_abstract => {
            let why = "it is about operations that solvers know nothing of, and holds only for some such operations";
            ("undecided", Some(why.to_owned()), None)
        }
        SolverAnswer::Sat(values) => ("fails", None, values),
        SolverAnswer::Unknown(why) => ("undecided", Some(why), None),
    };
    ClaimResult {
        kind: claim.kind.clone(),
        name: claim.name.clone(),
        line: claim.line,
        answer,
        reason,
        values,
    }
}

/// Progress over claims, where somebody may be looking.
fn bar(session: &Session<'_>, count: usize) -> ProgressBar {
    if count < 2 || !session.shows_progress() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} claims, {elapsed}");
    let bar = ProgressBar::new(count as u64);
    style.map_or(bar.clone(), |style| bar.with_style(style))
}
