//! Decides whether a schedule keeps every dependence, in its order and in its marks.
//!
//! With `D` the memory-based dependences of the original program (source to sink) and `T` the new
//! schedule, the order is legal if
//!
//! ```text
//! D  intersected with  { x -> y : T(x) lex>= T(y) }
//! ```
//!
//! is empty for all parameters for which the program is defined. Equal time is a violation: it
//! means "no order", not "program order". The test is done for each pair of statements by itself,
//! in one walk down the schedule tree.
//!
//! A mark `parallel` or `vector` above a band is legal if no dependence between instances below it
//! has equal times outside the band and different times in it. Every mark and the order are checked
//! on the whole final schedule (isl manual, "Schedule Trees"; DESIGN.md, Order).
//!
//! A violated dependence between accumulations of one reduction does not refute the order as long as
//! the two run one after the other: the result is then equal once the combiner may be reordered. A
//! mark gives no such pardon: two iterations that update one element at the same time are a race, unless both do so as a
//! whole (`memref.atomic_rmw`).

use crate::call;
use crate::sizes;
use crate::walk::{Break, LiveDependences, Observer, ScheduleWalk};
use crate::witness::{self, WantedWitness};
use crate::{Proof, Reason, Strength, Vacuity, Verdict, Witness, WitnessKind, vacuous};
use polyvet_analysis::dependence::{self, Dependence, Dependences};
use polyvet_analysis::ids::StmtId;
use polyvet_analysis::{IteratorType, Scop};
use polyvet_poly::{Map, PolyError, Result, Schedule};
use std::collections::HashMap;
use std::num::NonZeroU64;

/// isl operations that one verdict may take, if the user does not say.
pub const DEFAULT_BUDGET: u64 = 50_000_000;

/// Why a violation refutes nothing: products of sizes are numbers of their own in the model.
pub(crate) fn no_call() -> Reason {
    Reason {
        code: "no-call",
        message: "a dependence is broken for values of products or quotients of sizes that no call is seen to have"
            .to_owned(),
    }
}

/// Checks schedules of one program: the dependences are computed once.
pub struct Checker<'s> {
    scop: &'s Scop,
    dependences: Dependences,
    live: Vec<LiveDependences>,
    budget: NonZeroU64,
    /// Why a proof would be about nothing.
    vacuous: Option<Vacuity>,
}

/// A dependence that a schedule breaks.
#[derive(Clone, Debug)]
pub struct Violation {
    /// Index into [`Checker::dependences`].
    pub dependence: usize,
    /// How it is broken.
    pub kind: WitnessKind,
    /// `{ S[i] -> T[j] }`: all pairs that are broken, not empty for valid parameters.
    pub pairs: Map,
    /// The marked loop (races).
    pub loop_name: Option<String>,
    /// Its ends may not happen, or touch less: no refutation without a run that shows it.
    pub may: bool,
}

/// What is wrong with a schedule.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The first violation, if there is one; one that surely is one before those that may be one.
    pub violation: Option<Violation>,
    /// Only the order of accumulations changes.
    pub reassociates: bool,
}

impl<'s> Checker<'s> {
    /// Computes the dependences of `scop`; a budget of 0 is [`DEFAULT_BUDGET`].
    ///
    /// # Errors
    /// [`PolyError::is_budget`] if that takes too long.
    pub fn new(scop: &'s Scop, budget: u64) -> Result<Checker<'s>> {
        let budget = NonZeroU64::new(budget)
            .or(NonZeroU64::new(DEFAULT_BUDGET))
            .expect("not zero");
        let dependences = scop.ctx.within(budget, None, || dependence::memory_based(scop))?;
        Checker::with(scop, dependences, budget)
    }

    /// As [`Checker::new`], with dependences that are already known.
    ///
    /// # Errors
    /// As [`Checker::new`].
    pub fn with(scop: &'s Scop, dependences: Dependences, budget: NonZeroU64) -> Result<Checker<'s>> {
        let live = scop.ctx.within(budget, None, || group(&dependences.list))?;
        Ok(Checker {
            scop,
            dependences,
            live,
            budget,
            vacuous: vacuous::of_model(scop)?,
        })
    }

    /// The dependences that must be kept.
    pub fn dependences(&self) -> &Dependences {
        &self.dependences
    }

    /// The program.
    pub fn scop(&self) -> &Scop {
        self.scop
    }

    /// isl operations that one verdict may take.
    pub fn budget(&self) -> NonZeroU64 {
        self.budget
    }

    /// The verdict on `schedule`. The witness of a refutation is confirmed on the two orders; a
    /// program with a payload is run by [`crate::check_rewrite`].
    ///
    /// # Errors
    /// [`PolyError::Invalid`] if an instance has no time. A spent budget is [`Verdict::Unknown`].
    pub fn check(&self, schedule: &Schedule) -> Result<Verdict> {
        let findings = self.scop.ctx.within(self.budget, None, || self.findings(schedule));
        if sizes::is_symbolic(schedule)?
            && let Ok(Findings { violation: Some(_), .. }) = &findings
        {
            return self.at_sizes(schedule, &|checker, schedule| checker.check(schedule));
        }
        self.conclude(findings, schedule)
    }

    /// The verdict on a schedule that may be wrong at some sizes of its tiles, which are parameters.
    pub(crate) fn at_sizes(
        &self,
        schedule: &Schedule,
        check: &dyn Fn(&Checker<'_>, &Schedule) -> Result<Verdict>,
    ) -> Result<Verdict> {
        let choices = self
            .scop
            .ctx
            .within(self.budget, None, || sizes::at_some_sizes(self.scop, schedule));
        let choices = match choices {
            Err(error) => return or_unknown(Err(error)),
            Ok(choices) => choices,
        };
        for (scop, schedule) in choices {
            let checker = match Checker::new(&scop, self.budget.get()) {
                Err(error) => return or_unknown(Err(error)),
                Ok(checker) => checker,
            };
            let verdict = check(&checker, &schedule)?;
            if matches!(verdict, Verdict::Refuted(_)) {
                return Ok(verdict);
            }
        }
        Ok(Verdict::Unknown(sizes::reason(self.scop, schedule)?))
    }

    /// The verdict that follows from what [`Checker::findings`] found, with a witness.
    ///
    /// # Errors
    /// As [`Checker::check`].
    pub fn conclude(&self, findings: Result<Findings>, schedule: &Schedule) -> Result<Verdict> {
        or_unknown(findings.and_then(|findings| {
            let Some(violation) = findings.violation else {
                let strength = if findings.reassociates {
                    Strength::Reassociated
                } else {
                    Strength::Bitwise
                };
                return Ok(Verdict::Proved(self.proof(strength)));
            };
            if violation.may {
                return Ok(Verdict::Unknown(upper_bound()));
            }
            let dependence = &self.dependences.list[violation.dependence];
            let witness = self.scop.ctx.within(self.budget, None, || {
                witness::of(self.scop, dependence, &violation, schedule, WantedWitness::Sum(0))
            })?;
            let witness = witness.expect("the violation is not empty");
            let values: Vec<i64> = witness.params.iter().map(|(_, value)| *value).collect();
            if !call::is_possible(self.scop, &values) {
                return Ok(Verdict::Unknown(no_call()));
            }
            Ok(Verdict::Refuted(Box::new(witness)))
        }))
    }

    /// A proof about this program.
    pub(crate) fn proof(&self, strength: Strength) -> Proof {
        Proof {
            vacuous: self.vacuous,
            ..Proof::of(self.scop, strength)
        }
    }

    /// What is wrong with `schedule`.
    ///
    /// # Errors
    /// [`PolyError::Invalid`] if an instance has no time; budgets.
    pub fn findings(&self, schedule: &Schedule) -> Result<Findings> {
        self.walk(schedule, false)
    }

    /// What is wrong with `schedule` besides the order of dependences: marks, and dependences whose
    /// ends have no order at all.
    ///
    /// # Errors
    /// As [`Checker::findings`].
    pub fn findings_but_order(&self, schedule: &Schedule) -> Result<Findings> {
        self.walk(schedule, true)
    }

    fn walk(&self, schedule: &Schedule, any_order: bool) -> Result<Findings> {
        let mut judge = LegalityJudge {
            checker: self,
            any_order,
            findings: Findings::default(),
        };
        ScheduleWalk {
            scop: self.scop,
            observer: &mut judge,
        }
        .node(&schedule.root()?, self.live.clone())?;
        Ok(judge.findings)
    }

    /// A race that the program itself claims is none: a dimension of a structured op called parallel,
    /// two iterations of which depend on each other. [`None`] if all such claims are true.
    ///
    /// # Errors
    /// Budgets.
    pub fn wrong_claim(&self) -> Result<Option<Witness>> {
        let claims = self.scop.loops.iter_enumerated();
        let parallel = claims.filter(|(_, one)| one.induction.is_none() && one.claim == Some(IteratorType::Parallel));
        for (number, one) in parallel {
            let list = self.dependences.list.iter().enumerate();
            for (at, dependence) in list.filter(|(_, d)| d.source.stmt == d.sink.stmt) {
                let Some(pairs) = dependence.moving_in(self.scop, number)? else {
                    continue;
                };
                let violation = Violation {
                    dependence: at,
                    kind: WitnessKind::Race(dependence.kind),
                    pairs,
                    loop_name: Some(one.name.clone()),
                    may: self.may(dependence),
                };
                if violation.may {
                    continue;
                }
                let witness = witness::of(
                    self.scop,
                    dependence,
                    &violation,
                    &self.scop.schedule,
                    WantedWitness::Sum(0),
                )?;
                if witness.is_some() {
                    return Ok(witness);
                }
            }
        }
        Ok(None)
    }

    /// Whether both ends update elements as a whole.
    fn are_atomic(&self, pairs: &LiveDependences) -> bool {
        let atomic = |stmt: StmtId| self.scop.stmts[stmt].reduction.is_some_and(|one| one.atomic);
        atomic(pairs.source) && atomic(pairs.sink)
    }

    /// Whether a dependence may be none.
    fn may(&self, dependence: &Dependence) -> bool {
        let ends = [dependence.source.stmt, dependence.sink.stmt];
        ends.iter().any(|stmt| self.scop.stmts[*stmt].may)
    }

    /// Names the dependence that `broken` belongs to.
    fn violation(&self, kind: Break, broken: LiveDependences) -> Result<Violation> {
        for (at, dependence) in self.dependences.list.iter().enumerate() {
            let fits = (dependence.source.stmt, dependence.sink.stmt, dependence.reduction)
                == (broken.source, broken.sink, broken.reduction);
            if !fits {
                continue;
            }
            let pairs = dependence.map.clone().intersect(broken.map.clone())?;
            if pairs.is_empty()? {
                continue;
            }
            let (kind, loop_name) = match kind {
                Break::Reversed => (WitnessKind::Order(dependence.kind), None),
                Break::Unordered => (WitnessKind::Unordered(dependence.kind), None),
                Break::Race(name) => (WitnessKind::Race(dependence.kind), Some(name)),
            };
            return Ok(Violation {
                dependence: at,
                kind,
                pairs,
                loop_name,
                may: self.may(dependence),
            });
        }
        unreachable!("a broken pair belongs to a dependence")
    }
}

/// Collects the findings of one walk.
struct LegalityJudge<'c, 's> {
    checker: &'c Checker<'s>,
    /// Reversed pairs do not matter.
    any_order: bool,
    findings: Findings,
}

impl Observer for LegalityJudge<'_, '_> {
    fn on_break(&mut self, kind: Break, broken: LiveDependences) -> Result<bool> {
        if kind == Break::Reversed && !self.asks_order(&broken) {
            return Ok(false);
        }
        // Only parameters count for which the program is defined.
        let map = broken.map.clone().intersect_params(self.checker.scop.valid.clone())?;
        if map.is_empty()? {
            return Ok(false);
        }
        if broken.reduction && (kind == Break::Reversed || self.checker.are_atomic(&broken)) {
            self.findings.reassociates = true;
            return Ok(false);
        }
        let violation = self.checker.violation(kind, LiveDependences { map, ..broken })?;
        let sure = !violation.may;
        if sure || self.findings.violation.is_none() {
            self.findings.violation = Some(violation);
        }
        Ok(sure)
    }

    fn asks_order(&self, pairs: &LiveDependences) -> bool {
        !(self.any_order || pairs.reduction && self.findings.reassociates)
    }
}

/// A spent budget is an answer, not an error.
pub(crate) fn or_unknown(answer: Result<Verdict>) -> Result<Verdict> {
    match answer {
        Err(error) if error.is_budget() => Ok(Verdict::Unknown(budget_reason(&error))),
        other => other,
    }
}

/// Why nothing is refuted by what only may happen.
pub(crate) fn upper_bound() -> Reason {
    Reason {
        code: "upper-bound",
        message: "a dependence that may exist is broken, but no run shows one: what is known of the program is an \
                  upper bound"
            .to_owned(),
    }
}

/// The code of [`budget_reason`].
pub(crate) const BUDGET: &str = "budget";

pub(crate) fn budget_reason(error: &PolyError) -> Reason {
    Reason {
        code: BUDGET,
        message: format!("{error}; try a larger `--budget`, or fix sizes with `--param`"),
    }
}

/// Groups dependences by statements, which keeps the number of questions small.
pub(crate) fn group(list: &[Dependence]) -> Result<Vec<LiveDependences>> {
    let mut at: HashMap<(StmtId, StmtId, bool), usize> = HashMap::new();
    let mut groups: Vec<LiveDependences> = Vec::new();
    for dependence in list {
        let (source, sink, reduction) = (dependence.source.stmt, dependence.sink.stmt, dependence.reduction);
        match at.get(&(source, sink, reduction)) {
            Some(known) => {
                let group = &mut groups[*known];
                group.map = group.map.clone().union(dependence.map.clone())?;
            }
            None => {
                at.insert((source, sink, reduction), groups.len());
                groups.push(LiveDependences {
                    source,
                    sink,
                    reduction,
                    map: dependence.map.clone(),
                    pending: Vec::new(),
                });
            }
        }
    }
    for group in &mut groups {
        group.map = group.map.clone().coalesce()?;
    }
    Ok(groups)
}
