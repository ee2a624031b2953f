//! Many schedules of one function: model and dependences are made once, and each schedule has a verdict.

use crate::answer::Answer;
use crate::check::{refused, result_of};
use crate::error::Error;
use crate::function::{Function, ModelRefusal};
use crate::read::Program;
use crate::reporter::{Messages, Reporter};
use crate::rewrite::misfit;
use polyvet_ir::{Diagnostic, Span};
use polyvet_poly::PolyError;
use polyvet_report::VerdictResult;
use polyvet_rewrites::schedule::{Inapplicable, ScheduleReader};
use polyvet_verify::certificate::Record;
use polyvet_verify::legality::Checker;
use std::time::{Duration, Instant};

/// Decides schedules of one function, one after the other.
pub struct Schedules<'a> {
    program: &'a Program,
    name: &'a str,
    decider: Result<(Checker<'a>, ScheduleReader<'a>), ModelRefusal>,
}

/// Why a schedule has no verdict: something is wrong with it, or with isl.
#[derive(Debug)]
pub enum NoVerdict {
    /// It cannot be read, or does not fit the function.
    Misfit(Inapplicable),
    /// isl failed, but for budgets, which are verdicts.
    Poly(PolyError),
}

impl<'a> Schedules<'a> {
    /// Of a function of `program`; `budget` counts isl operations of each answer.
    pub fn new(program: &'a Program, function: &'a Function, budget: u64) -> Schedules<'a> {
        let decider = match &function.model {
            Ok(scop) => Checker::new(scop, budget)
                .map(|checker| (checker, ScheduleReader::new(scop)))
                .map_err(|error| ModelRefusal::poly(&error)),
            Err(refusal) => Err(refusal.clone()),
        };
        Schedules {
            program,
            name: &function.name,
            decider,
        }
    }

    /// The verdict that all schedules have, if there is no model to check them with.
    pub fn refused(&self, id: &str) -> Option<VerdictResult> {
        let refusal = self.decider.as_ref().err()?;
        Some(refused(self.program, self.name, refusal, id))
    }

    /// The verdict on a schedule, a tree or a union map in isl's notation, and how long the decision took: neither
    /// reading nor the search for a small witness are in that time. A proof leaves its claims in `record`.
    ///
    /// # Errors
    /// See [`NoVerdict`].
    pub fn decide(
        &mut self,
        id: &str,
        schedule: &str,
        record: &Record,
    ) -> Result<(VerdictResult, Duration), NoVerdict> {
        let (checker, reader) = match &mut self.decider {
            Ok(decider) => decider,
            Err(refusal) => return Ok((refused(self.program, self.name, refusal, id), Duration::ZERO)),
        };
        let schedule = reader.read(schedule).map_err(NoVerdict::Misfit)?;
        let start = Instant::now();
        let budget = checker.budget();
        let findings = checker.scop().ctx.within(budget, None, || checker.findings(&schedule));
        let time = start.elapsed();
        let verdict = checker.conclude(findings, &schedule).map_err(NoVerdict::Poly)?;
        record.order(checker.scop(), &schedule, &verdict);
        Ok((result_of(self.program, checker, id, &verdict), time))
    }

    /// The same as an answer.
    ///
    /// # Errors
    /// [`Error::Script`].
    pub fn answer(&mut self, id: &str, schedule: &str) -> Result<Answer<VerdictResult>, Error> {
        let diagnostic = match self.decide(id, schedule, &Record::off()) {
            Ok((result, _)) => {
                return Ok(Answer {
                    result,
                    messages: Messages::default(),
                    source: self.program.source.clone(),
                    before: None,
                });
            }
            Err(NoVerdict::Misfit(why)) => misfit_of(id, &why),
            Err(NoVerdict::Poly(error)) => Diagnostic::error("polyhedral-library", error.to_string(), Span::NONE),
        };
        let mut messages = Messages::default();
        messages.tell(&diagnostic, None);
        Err(Error::Script(messages))
    }
}

/// What is wrong with the schedule called `id`.
pub fn misfit_of(id: &str, why: &Inapplicable) -> Diagnostic {
    let mut diagnostic = misfit(why);
    diagnostic.message = match diagnostic.message.strip_prefix("the schedule ") {
        Some(rest) => format!("schedule `{id}` {rest}"),
        None => format!("schedule `{id}`: {}", diagnostic.message),
    };
    diagnostic
}
