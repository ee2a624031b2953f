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
//! means "no order", not "program order". The test is done for each pair of statements by itself.
//!
//! A mark `parallel` or `vector` above a band is legal if no dependence between instances below it
//! has equal times outside the band and different times in it. Every mark and the order are checked
//! on the whole final schedule (isl manual, "Schedule Trees"; DESIGN.md, Order).
//!
//! A violated dependence between accumulations of one reduction does not refute the order as long as
//! the two run one after the other: the result is then equal once the combiner may be reordered. A
//! mark gives no such pardon: two iterations that update one element at the same time are a race.

use crate::{Reason, Strength, Verdict, WitnessKind, witness};
use polyvet_analysis::dependence::{self, Dependence, Dependences};
use polyvet_analysis::{PARALLEL, Scop, VECTOR};
use polyvet_poly::{DimKind, Map, NodeKind, PolyError, Result, Schedule, ScheduleNode, UnionMap};
use std::collections::HashMap;
use std::num::NonZeroU64;

/// isl operations that one verdict may take, if the user does not say.
pub const DEFAULT_BUDGET: u64 = 50_000_000;

/// Checks schedules of one program: the dependences are computed once.
pub struct Checker<'s> {
    scop: &'s Scop,
    dependences: Dependences,
    pairs: Vec<Pair>,
    union: UnionMap,
    budget: NonZeroU64,
}

/// All dependences from one statement to another.
struct Pair {
    source: usize,
    sink: usize,
    /// Dependences whose order matters in any arithmetic.
    strict: Option<Map>,
    /// Dependences whose order matters only for rounding.
    reduction: Option<Map>,
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
}

/// What is wrong with a schedule.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The first violation, if there is one.
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
        let (pairs, union) = scop.ctx.within(budget, None, || {
            let mut union = UnionMap::empty(scop.context.space()?)?;
            for dependence in &dependences.list {
                union = union.union(UnionMap::from_map(dependence.map.clone())?)?;
            }
            Ok((pair_up(&dependences.list)?, union.coalesce()?))
        })?;
        Ok(Checker {
            scop,
            dependences,
            pairs,
            union,
            budget,
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

    /// The verdict on `schedule`. The witness of a refutation is confirmed on the two orders; a
    /// program with a payload is run by [`crate::check_rewrite`].
    ///
    /// # Errors
    /// [`PolyError::Invalid`] if an instance has no time. A spent budget is [`Verdict::Unknown`].
    pub fn check(&self, schedule: &Schedule) -> Result<Verdict> {
        let answer = self.scop.ctx.within(self.budget, None, || {
            let findings = self.findings(schedule)?;
            match findings.violation {
                Some(violation) => {
                    let dependence = &self.dependences.list[violation.dependence];
                    let witness = witness::of(self.scop, dependence, &violation, schedule, 0)?;
                    Ok(Verdict::Refuted(Box::new(witness.expect("the violation is not empty"))))
                }
                None if findings.reassociates => Ok(Verdict::Proved(Strength::Reassociated)),
                None => Ok(Verdict::Proved(Strength::Bitwise)),
            }
        });
        or_unknown(answer)
    }

    /// What is wrong with `schedule`.
    ///
    /// # Errors
    /// [`PolyError::Invalid`] if an instance has no time; budgets.
    pub fn findings(&self, schedule: &Schedule) -> Result<Findings> {
        let mut findings = Findings::default();
        self.check_order(schedule, &mut findings)?;
        if findings.violation.is_none() {
            findings.violation = self.check_marks(schedule)?;
        }
        Ok(findings)
    }

    fn check_order(&self, schedule: &Schedule, findings: &mut Findings) -> Result<()> {
        let times = dependence::times(self.scop, &schedule.map()?)?;
        for pair in &self.pairs {
            let late = times[pair.source].clone().lex_ge_map(times[pair.sink].clone())?;
            if let Some(strict) = &pair.strict {
                let broken = strict.clone().intersect(late.clone())?;
                if self.is_possible(&broken)? {
                    findings.violation = Some(self.violation(pair, broken, &times, false)?);
                    return Ok(());
                }
            }
            if let Some(reduction) = &pair.reduction {
                let moved = reduction.clone().intersect(late)?;
                if !self.is_possible(&moved)? {
                    continue;
                }
                let together = moved.intersect(same_time(&times, pair)?)?;
                if self.is_possible(&together)? {
                    findings.violation = Some(self.violation(pair, together, &times, true)?);
                    return Ok(());
                }
                findings.reassociates = true;
            }
        }
        Ok(())
    }

    /// Whether some pair exists for parameters for which the program is defined.
    fn is_possible(&self, pairs: &Map) -> Result<bool> {
        if pairs.is_empty()? {
            return Ok(false);
        }
        Ok(!pairs.clone().intersect_params(self.scop.valid.clone())?.is_empty()?)
    }

    /// Names the dependence that `broken` belongs to.
    fn violation(&self, pair: &Pair, broken: Map, times: &[Map], reduction: bool) -> Result<Violation> {
        let broken = broken.intersect_params(self.scop.valid.clone())?;
        for (at, dependence) in self.dependences.list.iter().enumerate() {
            let fits = (dependence.source.stmt, dependence.sink.stmt, dependence.reduction)
                == (pair.source, pair.sink, reduction);
            if !fits {
                continue;
            }
            let pairs = dependence.map.clone().intersect(broken.clone())?;
            if pairs.is_empty()? {
                continue;
            }
            let reversed = pairs.clone().subtract(same_time(times, pair)?)?;
            let (kind, pairs) = match reversed.is_empty()? {
                false => (WitnessKind::Order(dependence.kind), reversed),
                true => (WitnessKind::Unordered(dependence.kind), pairs),
            };
            return Ok(Violation {
                dependence: at,
                kind,
                pairs,
                loop_name: None,
            });
        }
        unreachable!("a broken pair belongs to a dependence")
    }

    fn check_marks(&self, schedule: &Schedule) -> Result<Option<Violation>> {
        let mut bands = Vec::new();
        find_marks(&schedule.root()?, &mut bands)?;
        for (node, mark) in bands {
            if let Some(violation) = self.check_mark(&node, &mark)? {
                return Ok(Some(violation));
            }
        }
        Ok(None)
    }

    fn check_mark(&self, band: &ScheduleNode, mark: &str) -> Result<Option<Violation>> {
        let below = band.domain()?;
        let mut inside = self
            .union
            .clone()
            .intersect_domain(below.clone())?
            .intersect_range(below)?;
        if inside.is_empty()? {
            return Ok(None);
        }
        let outer = band.prefix_schedule_multi_union_pw_aff()?;
        if outer.dim(DimKind::Set)? > 0 {
            inside = inside.eq_at_multi_union_pw_aff(outer)?;
        }
        let partial = band.band_get_partial_schedule()?;
        let crossing = inside.clone().subtract(inside.eq_at_multi_union_pw_aff(partial)?)?;
        let crossing = crossing.intersect_params(self.scop.valid.clone())?;
        if crossing.is_empty()? {
            return Ok(None);
        }
        let name = band
            .band_get_space()?
            .tuple_name(DimKind::Set)?
            .unwrap_or_else(|| mark.to_owned());
        for (at, dependence) in self.dependences.list.iter().enumerate() {
            let pairs = crossing
                .clone()
                .intersect(UnionMap::from_map(dependence.map.clone())?)?;
            if let Some(pairs) = pairs.maps()?.into_iter().next() {
                if pairs.is_empty()? {
                    continue;
                }
                let kind = WitnessKind::Race(dependence.kind);
                return Ok(Some(Violation {
                    dependence: at,
                    kind,
                    pairs,
                    loop_name: Some(name),
                }));
            }
        }
        unreachable!("a crossing pair belongs to a dependence")
    }
}

/// A spent budget is an answer, not an error.
pub(crate) fn or_unknown(answer: Result<Verdict>) -> Result<Verdict> {
    match answer {
        Err(error) if error.is_budget() => Ok(Verdict::Unknown(budget_reason(&error))),
        other => other,
    }
}

pub(crate) fn budget_reason(error: &PolyError) -> Reason {
    Reason {
        code: "budget",
        message: format!("{error}; try a larger `--budget`, or fix sizes with `--param`"),
    }
}

/// `{ S[i] -> T[j] : both have the same time }`
fn same_time(times: &[Map], pair: &Pair) -> Result<Map> {
    times[pair.source]
        .clone()
        .apply_range(times[pair.sink].clone().reverse()?)
}

/// Groups dependences by statements, which keeps the number of questions small.
fn pair_up(list: &[Dependence]) -> Result<Vec<Pair>> {
    let mut at: HashMap<(usize, usize), usize> = HashMap::new();
    let mut pairs: Vec<Pair> = Vec::new();
    for dependence in list {
        let key = (dependence.source.stmt, dependence.sink.stmt);
        let index = *at.entry(key).or_insert_with(|| {
            pairs.push(Pair {
                source: key.0,
                sink: key.1,
                strict: None,
                reduction: None,
            });
            pairs.len() - 1
        });
        let pair = &mut pairs[index];
        let slot = if dependence.reduction {
            &mut pair.reduction
        } else {
            &mut pair.strict
        };
        *slot = Some(match slot.take() {
            Some(before) => before.union(dependence.map.clone())?,
            None => dependence.map.clone(),
        });
    }
    for pair in &mut pairs {
        for slot in [&mut pair.strict, &mut pair.reduction] {
            if let Some(map) = slot.take() {
                *slot = Some(map.coalesce()?);
            }
        }
    }
    Ok(pairs)
}

/// The bands directly below `parallel` and `vector` marks.
fn find_marks(node: &ScheduleNode, found: &mut Vec<(ScheduleNode, String)>) -> Result<()> {
    if node.kind()? == NodeKind::Mark {
        let name = node.mark_name()?.unwrap_or_default();
        if name == PARALLEL || name == VECTOR {
            let mut below = node.clone().child(0)?;
            while below.kind()? == NodeKind::Mark {
                below = below.child(0)?;
            }
            if below.kind()? == NodeKind::Band {
                found.push((below, name));
            }
        }
    }
    for at in 0..node.n_children()? {
        find_marks(&node.clone().child(at)?, found)?;
    }
    Ok(())
}
