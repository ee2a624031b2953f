//! `polyvet certify`: an SMT solver confirms what a proof rests on. What `check` and `validate` do with claims is here, too.

use crate::args::{CertifyArgs, CertifyingArgs};
use crate::input::{read_source, write_output};
use crate::session::{Outcomes, Session};
use crate::snippet::Source;
use crate::solver;
use polyvet_backend::solver::Solver;
use polyvet_ir::{Diagnostic, Span};
use polyvet_report::text::Detail;
use polyvet_report::{CertifyResult, ClaimResult, Outcome, ReasonResult, SolvedResult, VerdictResult};
use polyvet_verify::certificate::WhichProgram;
use polyvet_verify::certificate::file::{self, CertificateText, is_certificate};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &CertifyArgs) -> Outcomes<()> {
    let mut found = None;
    for path in &args.files {
        let source = read_source(session, path)?;
        let read = match file::read(&source.text) {
            Ok(read) => read,
            Err(wrong) => {
                let at = source.offset(wrong.line, 1) as u32;
                let span = Span { start: at, end: at };
                let help =
                    "`polyvet check --certificate FILE.smt2` and `polyvet validate --certificate FILE.smt2` write them";
                session.tell(
                    &Diagnostic::error("not-a-certificate", wrong.message, span).help(help),
                    Some(&source),
                );
                continue;
            }
        };
        let solver = match &found {
            Some(solver) => solver,
            None => found.insert(solver::find(session, &args.solver)?),
        };
        let claims = solver::ask(session, solver, &args.solver, &read.claims);
        let result = CertifyResult {
            file: source.name.clone(),
            proofs: read.subjects,
            complete: read.trusted.is_empty(),
            trusted: read.trusted,
            solver: solver.name.clone(),
            claims,
        };
        let answered = |answer| result.claims.iter().any(|claim| claim.answer == answer);
        if answered("fails") {
            session.set_different();
        }
        if answered("undecided") || !result.complete {
            session.set_unknown();
        }
        session.push(&Outcome::Certify(Box::new(result)), Detail::Full, None)?;
    }
    Ok(())
}

/// What `check` and `validate` do with the claims of their proofs.
pub struct Certifier<'a> {
    args: &'a CertifyingArgs,
    solver: Option<Solver>,
    text: CertificateText,
}

impl<'a> Certifier<'a> {
    /// Finds the solver, and sees that the file may be written, before anything is proved.
    pub fn new(session: &mut Session<'_>, args: &'a CertifyingArgs) -> Outcomes<Certifier<'a>> {
        let solver = match args.certify {
            true => Some(solver::find(session, &args.solver)?),
            false => None,
        };
        if let Some(path) = &args.certificate {
            may_write(session, path)?;
        }
        Ok(Certifier {
            args,
            solver,
            text: CertificateText::default(),
        })
    }

    /// Adds what is known of the claims to a verdict, of which the places are in these texts.
    pub fn certify(
        &mut self,
        session: &mut Session<'_>,
        result: &mut VerdictResult,
        (before, after): (&Source, &Source),
    ) {
        if !self.args.is_asked() || result.verdict != "proved" {
            return;
        }
        let Some(claims) = result.claims.take() else {
            session.set_unknown();
            let message = format!("nothing that the proof of `@{}` rests on is stated", result.func);
            session.note("no-certificate", message);
            return;
        };
        let place_of = |program: WhichProgram, span: Span| {
            let source = match program {
                WhichProgram::Before => before,
                WhichProgram::After => after,
            };
            Some(format!("{}:{}", source.file(span), source.line(span)?))
        };
        let mut text = CertificateText::default();
        text.add(&claims, &place_of);
        let Some(told) = &mut result.certificate else { return };
        told.file = self.args.certificate.as_ref().map(|path| path.display().to_string());
        if let Some(solver) = &self.solver {
            let start = Instant::now();
            let read = file::read(&text.to_file()).expect("what is written can be read");
            let answers = solver::ask(session, solver, &self.args.solver, &read.claims);
            let solved = SolvedResult::of(&solver.name, &answers, start.elapsed().as_secs_f64() * 1e3);
            if solved.confirmed < told.claims || !told.complete {
                session.set_unknown();
            }
            let failed = answers.into_iter().find(|claim| claim.answer == "fails");
            told.solved = Some(solved);
            if let Some(claim) = failed {
                doubt(result, &claim);
            }
        }
        self.text.append(&text);
    }

    /// Writes the file, if one is requested.
    pub fn finish(self, session: &mut Session<'_>, inputs: &[PathBuf]) -> Outcomes<()> {
        let Some(path) = &self.args.certificate else {
            return Ok(());
        };
        if self.text.is_empty() {
            let message = format!("nothing is proved, so `{}` is not written", path.display());
            session.note("no-certificate", message);
            return Ok(());
        }
        write_output(session, path, self.text.to_file().as_bytes(), inputs, false)
    }
}

/// A proof with a claim that does not hold is none.
fn doubt(result: &mut VerdictResult, claim: &ClaimResult) {
    let values = claim
        .values
        .as_ref()
        .map_or(String::new(), |values| format!(" for {values}"));
    result.verdict = "unknown";
    result.strength = None;
    result.assumes.clear();
    result.reason = Some(ReasonResult {
        code: "internal",
        message: format!(
            "this was proved, but the solver refutes the claim `{} {}`{values}; this is a bug in polyvet: please report it \
             with the program and what `--certificate` writes",
            claim.kind, claim.name
        ),
        line: None,
        help: None,
        span: Span::NONE,
    });
}

/// A file that is no certificate is not overwritten.
fn may_write(session: &mut Session<'_>, path: &Path) -> Outcomes<()> {
    let is_file = path.metadata().is_ok_and(|meta| meta.is_file() && meta.len() > 0);
    let known = || std::fs::read(path).is_ok_and(|bytes| is_certificate(&String::from_utf8_lossy(&bytes)));
    if is_file && !known() {
        let message = format!("`{}` is there, and is no certificate", path.display());
        return Err(session.error_help("output-exists", message, "take another name, or remove it first"));
    }
    Ok(())
}
