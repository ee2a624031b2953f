//! Translation validation: does one function compute what another does?
//!
//! Nothing is known of how `after` was made from `before`. First both are modelled and their values
//! compared by induction (`equivalence`), bit for bit and, if that fails, up to the order of
//! reductions; parallel loops of `after` must not race, and it must stay within its arrays wherever
//! `before` does. What the proof does not decide is run: a fault that was found is confirmed, and
//! otherwise small sizes are tried.
//!
//! A difference is a refutation only if numbers differ by more than rounding, in a run on small integers
//! and in the prime field, or if `after` is undefined where `before` is not.

use crate::equivalence::{self, Comparison};
use crate::interface;
use crate::legality::{Checker, DEFAULT_BUDGET, budget_reason};
use crate::reorder;
use crate::runs::{Runs, Sizes, Swept, Tried};
use crate::{Coverage, Reason, Strength, Verdict, Witness, witness};
use polyvet_analysis::extract::{self, ExtractError, Options, Signature};
use polyvet_analysis::{Array, ArrayKind, IteratorType, Loop, ParamOrigin, Scop};
use polyvet_ir::{Module, OpId, ValueId};
use polyvet_poly::{Ctx, NodeKind, Result, ScheduleNode, Set};
use std::collections::HashMap;
use std::num::NonZeroU64;

/// One of the two programs.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The module.
    pub module: &'a Module,
    /// A `func.func` in it.
    pub func: OpId,
}

impl<'a> Side<'a> {
    /// The same function in another module, if there is one.
    fn or<'m>(self, other: &'m Option<Module>) -> Side<'m>
    where
        'a: 'm,
    {
        Side {
            module: other.as_ref().unwrap_or(self.module),
            func: self.func,
        }
    }
}

/// The verdict on `after` as a translation of `before`.
///
/// # Errors
/// [`ExtractError::Option`] for an assumption that makes no sense; isl's failures.
pub fn validate(
    before: Side<'_>,
    after: Side<'_>,
    options: &Options,
    budget: u64,
) -> std::result::Result<Verdict, ExtractError> {
    if let Some(reason) = interface::mismatch(before, after) {
        return Ok(Verdict::Unknown(reason));
    }
    let budget = NonZeroU64::new(budget)
        .or(NonZeroU64::new(DEFAULT_BUDGET))
        .expect("not zero");
    // Functions that are called count as if they stood there.
    let inlined = [before, after].map(|side| polyvet_ir::inline_calls(side.module, side.func));
    let (before, after) = (before.or(&inlined[0]), after.or(&inlined[1]));
    let ctx = Ctx::new();
    let Answer {
        proof,
        before: scop,
        after: second,
        reassociates,
    } = prove(before, after, options, &ctx, budget, true)?;
    let mut runs = Runs::new(before, after);
    let (candidates, why) = match proof {
        Proof::Same => return Ok(Verdict::Proved(Strength::Bitwise)),
        Proof::Race(mut witness, sizes) => match runs.try_sizes(&sizes) {
            // Nothing is asked of `after` where `before` is not defined.
            Tried::Undefined(_) => {
                let message = "iterations of a parallel loop depend on each other where `before` is not defined either";
                (Vec::new(), message.to_owned())
            }
            // A race is wrong whatever one run says; a run that differs shows it best.
            tried => {
                if let Tried::Differ(seen) = tried {
                    witness.replay = seen.replay;
                }
                return Ok(Verdict::Refuted(witness));
            }
        },
        Proof::Seen(witness) => {
            return Ok(Verdict::Refuted(match runs.sweep(scop.as_ref())? {
                Swept::Differ(smallest) => smallest,
                Swept::Agree(_) | Swept::Nothing(_) => witness,
            }));
        }
        Proof::Suspect { what, params } => {
            let why = format!("the operations differ ({what}), the numbers do not");
            (params, why)
        }
        Proof::Open(reason) => (Vec::new(), reason.message),
    };
    // Whatever goes wrong here, there are still runs.
    if reassociates || same_sums((before, scop.as_ref()), (after, second.as_ref()), &ctx, budget) {
        return Ok(Verdict::Proved(Strength::Reassociated));
    }
    if let Some(scop) = &scop {
        for params in &candidates {
            if let Tried::Differ(witness) = runs.try_sizes(&Sizes::of(scop, params)) {
                return Ok(Verdict::Refuted(witness));
            }
        }
    }
    Ok(match runs.sweep(scop.as_ref())? {
        Swept::Differ(witness) => Verdict::Refuted(witness),
        Swept::Agree(coverage) => Verdict::Tested(Coverage {
            not_proved: why,
            ..coverage
        }),
        Swept::Nothing(runs) => Verdict::Unknown(Reason {
            code: "not-proved",
            message: format!("{why}; and {runs}"),
        }),
    })
}

/// What is known of a pair of programs without running either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Static {
    /// The same, for all sizes.
    Proved(Strength),
    /// Parallel iterations of `after` depend on each other.
    Race,
    /// Other operations, or outside an array: wrong if numbers differ too.
    Suspect,
    /// Not decided.
    Open,
}

/// As [`validate`], without its runs: what the models alone decide.
///
/// # Errors
/// As [`validate`].
pub fn prove_only(
    before: Side<'_>,
    after: Side<'_>,
    options: &Options,
    budget: u64,
) -> std::result::Result<Static, ExtractError> {
    let budget = NonZeroU64::new(budget)
        .or(NonZeroU64::new(DEFAULT_BUDGET))
        .expect("not zero");
    let ctx = Ctx::new();
    let answer = prove(before, after, options, &ctx, budget, false)?;
    let (scop, second) = (answer.before.as_ref(), answer.after.as_ref());
    Ok(match answer.proof {
        Proof::Same => Static::Proved(Strength::Bitwise),
        Proof::Race(..) => Static::Race,
        _ if answer.reassociates || same_sums((before, scop), (after, second), &ctx, budget) => {
            Static::Proved(Strength::Reassociated)
        }
        Proof::Seen(_) | Proof::Suspect { .. } => Static::Suspect,
        Proof::Open(_) => Static::Open,
    })
}

/// Dynamic extents (argument and dimension) and `index` arguments of a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Call {
    /// Values of `index` arguments, by number.
    pub indices: HashMap<usize, i64>,
    /// Extents, by argument and dimension.
    pub extents: HashMap<(usize, usize), i64>,
}

/// As [`validate`], without its models: both programs run on these calls, on small integers. `Ok` is the number of runs
/// that agreed; calls on which `before` is not defined count for nothing.
///
/// # Errors
/// A witness that was just replayed.
pub fn run_only(before: Side<'_>, after: Side<'_>, calls: &[Call]) -> std::result::Result<u64, Box<Witness>> {
    if interface::mismatch(before, after).is_some() {
        return Ok(0);
    }
    Runs::new(before, after).calls(calls)
}

/// Equal up to the order of reductions, as far as there are models and isl has an answer.
fn same_sums(
    (before, first): (Side<'_>, Option<&Scop>),
    (after, second): (Side<'_>, Option<&Scop>),
    ctx: &Ctx,
    budget: NonZeroU64,
) -> bool {
    let (Some(first), Some(second)) = (first, second) else {
        return false;
    };
    let (in_before, in_after) = (tensors(before), tensors(after));
    let sums = || equivalence::same_sums((first, &in_before), (second, &in_after));
    matches!(ctx.within(budget, None, sums), Ok(true))
}

/// What can be said without running anything.
enum Proof {
    Same,
    /// Iterations that a mark lets run at the same time depend on each other, seen at these sizes.
    Race(Box<Witness>, Sizes),
    /// A run shows a difference; a smaller one may do so too.
    Seen(Box<Witness>),
    /// Differs at these parameters, it seems.
    Suspect {
        what: String,
        params: Vec<Vec<i64>>,
    },
    Open(Reason),
}

/// What was found out without running anything.
struct Answer {
    proof: Proof,
    before: Option<Scop>,
    /// The model of `after`, if nothing but the strict comparison stands between it and a proof.
    after: Option<Scop>,
    /// Only accumulations change places.
    reassociates: bool,
}

impl Answer {
    /// Without a model of `after` worth a second look.
    fn only(proof: Proof, before: Option<Scop>) -> Answer {
        Answer {
            proof,
            before,
            after: None,
            reassociates: false,
        }
    }
}

/// `look` allows a few short runs before the programs are compared.
fn prove(
    before: Side<'_>,
    after: Side<'_>,
    options: &Options,
    ctx: &Ctx,
    budget: NonZeroU64,
    look: bool,
) -> std::result::Result<Answer, ExtractError> {
    let answer = ctx.within(budget, None, || {
        Ok(prove_within(before, after, options, ctx, budget, look))
    });
    match answer {
        Ok(Err(ExtractError::Poly(error))) | Err(error) if error.is_budget() => {
            Ok(Answer::only(Proof::Open(budget_reason(&error)), None))
        }
        // What isl cannot do is no answer; running the programs may still bring one.
        Ok(Err(ExtractError::Poly(error))) | Err(error) => {
            let message = format!("the models could not be compared: {error}");
            let code = "polyhedral-library";
            Ok(Answer::only(Proof::Open(Reason { code, message }), None))
        }
        Ok(answer) => answer,
    }
}

/// Which values of a program are tensors.
fn tensors(side: Side<'_>) -> impl Fn(ValueId) -> bool {
    move |value| side.module.ty(value).is_tensor()
}

fn prove_within(
    before: Side<'_>,
    after: Side<'_>,
    options: &Options,
    ctx: &Ctx,
    budget: NonZeroU64,
    look: bool,
) -> std::result::Result<Answer, ExtractError> {
    let open = |side: &str, what: String| {
        Proof::Open(Reason {
            code: "no-model",
            message: format!("`{side}` has no exact model: {what}"),
        })
    };
    let first = match extract::extract(before.module, before.func, ctx, options) {
        Ok(scop) => scop,
        Err(ExtractError::Unsupported(what)) => return Ok(Answer::only(open("before", what.message), None)),
        Err(other) => return Err(other),
    };
    let like = Signature::of(&first, before.module, before.func);
    let options = Options {
        like: Some(like),
        within: Some(first.valid.clone()),
        ..options.clone()
    };
    let mut second = match extract::extract(after.module, after.func, ctx, &options) {
        Ok(scop) => scop,
        Err(ExtractError::Unsupported(what)) => return Ok(Answer::only(open("after", what.message), Some(first))),
        Err(other) => return Err(other),
    };
    if let Some(name) = computed_parameter(&first).or(computed_parameter(&second)) {
        let message = format!("`{name}` is computed by an operation without an affine model");
        let code = "computed-parameter";
        return Ok(Answer::only(Proof::Open(Reason { code, message }), Some(first)));
    }
    // Races count where `before` is defined.
    second.valid = second.valid.intersect(first.valid.clone())?;
    // A claim of both programs is not what made one of the other; then the order of the loops counts.
    if has_parallel_claims(&second)
        && let Some(witness) = Checker::new(&second, 0)?.wrong_claim()?
        && Checker::new(&first, 0)?.wrong_claim()?.is_none()
    {
        let params: Vec<i64> = witness.params.iter().map(|(_, value)| *value).collect();
        let sizes = Sizes::of(&second, &params);
        return Ok(Answer::only(Proof::Race(Box::new(witness), sizes), Some(first)));
    }
    let share = NonZeroU64::new(budget.get() / 4).unwrap_or(budget);
    let reordered = reorder::reordered(&first, &second, share);
    // Of a reordering only what `before` does not have may leave its bounds.
    let new = |array: &Array| reordered.is_none() || matches!(array.kind, ArrayKind::Local | ArrayKind::Register);
    let outside = first.valid.clone().subtract(second.in_bounds_of(new)?)?;
    if !outside.is_empty()? {
        let params = smallest(&first, outside)?;
        let what = "it leaves the bounds of an array".to_owned();
        return Ok(Answer::only(Proof::Suspect { what, params }, Some(first)));
    }
    if reordered == Some(Strength::Bitwise) {
        return Ok(Answer::only(Proof::Same, Some(first)));
    }
    // Without marks the order of a program is its own.
    if has_marks(&second.schedule.root()?)? {
        let checker = Checker::new(&second, 0)?;
        match checker.check(&second.schedule)? {
            Verdict::Refuted(witness) => {
                if let Some(reason) = races(&first)? {
                    return Ok(Answer::only(Proof::Open(reason), Some(first)));
                }
                let params: Vec<i64> = witness.params.iter().map(|(_, value)| *value).collect();
                let sizes = Sizes::of(&second, &params);
                return Ok(Answer::only(Proof::Race(witness, sizes), Some(first)));
            }
            // Not known to be free of races.
            Verdict::Unknown(reason) => return Ok(Answer::only(Proof::Open(reason), Some(first))),
            Verdict::Proved(_) | Verdict::Tested(_) => {}
        }
    }
    // What a few short runs refute needs no proof.
    if look
        && reordered.is_none()
        && let Some(witness) = Runs::glance(before, after, &first)?
    {
        return Ok(Answer::only(Proof::Seen(witness), Some(first)));
    }
    let (in_before, in_after) = (tensors(before), tensors(after));
    let proof = match equivalence::compare((&first, &in_before), (&second, &in_after))? {
        Comparison::Same => return Ok(Answer::only(Proof::Same, Some(first))),
        Comparison::Differs { what, params } => Proof::Suspect {
            what,
            params: smallest(&first, params)?,
        },
        Comparison::Unknown(reason) => Proof::Open(reason),
    };
    Ok(Answer {
        proof,
        before: Some(first),
        after: Some(second),
        reassociates: reordered == Some(Strength::Reassociated),
    })
}

/// Whether a structured op says that one of its dimensions is parallel.
fn has_parallel_claims(scop: &Scop) -> bool {
    let parallel = |one: &Loop| one.induction.is_none() && one.claim == Some(IteratorType::Parallel);
    scop.loops.iter().any(parallel)
}

/// Why nothing is expected of a translation of this program: its own parallel iterations race.
fn races(scop: &Scop) -> Result<Option<Reason>> {
    let fine = !has_marks(&scop.schedule.root()?)?
        || matches!(Checker::new(scop, 0)?.check(&scop.schedule)?, Verdict::Proved(_));
    Ok((!fine).then(|| Reason {
        code: "before-races",
        message: "parallel iterations of `before` depend on each other, so it has no meaning to keep".to_owned(),
    }))
}

fn has_marks(node: &ScheduleNode) -> Result<bool> {
    if node.kind()? == NodeKind::Mark {
        return Ok(true);
    }
    for at in 0..node.n_children()? {
        if has_marks(&node.clone().child(at)?)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A few parameter values of `params`, in the order of those of `scop`, smallest first.
fn smallest(scop: &Scop, params: Set) -> Result<Vec<Vec<i64>>> {
    let space = scop.context.space()?;
    let count = space.dim(polyvet_poly::DimKind::Param)?;
    let mut params = params.align_params(space)?;
    let all = params.dim(polyvet_poly::DimKind::Param)?;
    params = params.project_out(polyvet_poly::DimKind::Param, count, all - count)?;
    let mut found: Vec<Vec<i64>> = Vec::new();
    let mut sum_min = 0;
    for _ in 0..4 {
        let Some(values) = witness::smallest_params(params.clone(), sum_min)? else {
            break;
        };
        let sum: i64 = values.iter().sum();
        if sum < sum_min {
            break;
        }
        sum_min = sum + 1;
        found.push(values);
    }
    Ok(found)
}

fn computed_parameter(scop: &Scop) -> Option<&str> {
    let computed = |origin: ParamOrigin| match origin {
        ParamOrigin::Value(value) | ParamOrigin::Extent { value, .. } => !scop.args.contains(&value),
        ParamOrigin::External => true,
    };
    scop.params
        .iter()
        .find(|p| computed(p.origin))
        .map(|p| p.label.as_str())
}
