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

mod holds;
mod parts;
mod question;
mod terms;

use crate::assumptions::Assumptions;
use crate::buffers;
use crate::call;
use crate::certificate::{self, ProofPart, Record};
use crate::convention;
use crate::equivalence::{self, Algebra, ModelComparison};
use crate::events;
use crate::interface::{self, is_unseen};
use crate::legality::{BUDGET, Checker, DEFAULT_BUDGET, budget_reason};
use crate::reorder;
use crate::reroll;
use crate::runs::{CrossCheck, LIMITS, Point, Runs, Swept, Tried, global_pairs};
use crate::slice;
use crate::unchanged::{References, SameTexts, contents, layouts, same_texts};
use crate::{Assumption, Coverage, Proof, Reason, Strength, Vacuity, Verdict, Witness, vacuous, witness};
use polyvet_analysis::extract::{self, ExtractError, ExtractOptions, Signature, StripLoops};
use polyvet_analysis::{IteratorType, Loop, ParamOrigin, Scop};
use polyvet_interp::Sizes;
use polyvet_ir::{Module, OpId, ValueId};
use polyvet_poly::{Ctx, Result, ScheduleNode, ScheduleNodeKind, Set};
use question::Question;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::num::NonZeroU64;

/// One of the two programs.
#[derive(Clone, Copy)]
pub struct ProgramSide<'a> {
    /// The module.
    pub module: &'a Module,
    /// A `func.func` in it.
    pub func: OpId,
}

impl<'a> ProgramSide<'a> {
    /// The same function in another module, in which operations have the same numbers.
    pub fn of<'m>(self, module: &'m Module) -> ProgramSide<'m> {
        ProgramSide {
            module,
            func: self.func,
        }
    }

    pub(crate) fn is_run_by_many_threads(self) -> bool {
        self.module.op(self.func).info().is_run_by_many_threads()
    }

    /// The same function in another module, if there is one.
    fn or<'m>(self, other: &'m Option<Module>) -> ProgramSide<'m>
    where
        'a: 'm,
    {
        ProgramSide {
            module: other.as_ref().unwrap_or(self.module),
            func: self.func,
        }
    }
}

/// How much a validation may use up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValidateSettings {
    /// isl operations of a question.
    pub budget: u64,
    /// Array elements of a run.
    pub elements: u64,
    /// Whether both programs run on a few small inputs after a proof.
    pub cross_check: bool,
}

impl Default for ValidateSettings {
    fn default() -> ValidateSettings {
        ValidateSettings {
            budget: DEFAULT_BUDGET,
            elements: LIMITS.elements,
            cross_check: true,
        }
    }
}

/// The verdict on `after` as a translation of `before`. What is [`unchanged`] is proved, whatever it contains.
///
/// # Errors
/// [`ExtractError::Option`] for an assumption that makes no sense; isl's failures.
pub fn validate(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    options: &ExtractOptions,
    budget: u64,
) -> std::result::Result<Verdict, ExtractError> {
    let settings = ValidateSettings {
        budget,
        ..ValidateSettings::default()
    };
    validate_with(before, after, options, &settings)
}

/// [`validate`] with other limits.
///
/// # Errors
/// As [`validate`].
pub fn validate_with(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    options: &ExtractOptions,
    settings: &ValidateSettings,
) -> std::result::Result<Verdict, ExtractError> {
    validate_recorded(before, after, options, settings, &Record::off())
}

/// As [`validate_with`]; what a proof rests on is left in `record`.
///
/// # Errors
/// As [`validate`].
pub fn validate_recorded(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    options: &ExtractOptions,
    settings: &ValidateSettings,
    record: &Record,
) -> std::result::Result<Verdict, ExtractError> {
    match same_texts(before, after) {
        Some(same) => {
            record.add(|| texts(before, after, &same));
            Ok(Verdict::Proved(Proof::new(Strength::Bitwise)))
        }
        // Values are followed as deep as chains of operations are long, on whatever thread this is called.
        None => stacker::maybe_grow(STACK_BYTES / 2, STACK_BYTES, || {
            Question::new(before, after, options, settings, record).answer()
        }),
    }
}

/// Stack of a comparison: ten times what the longest chain that a graph has was seen to need.
const STACK_BYTES: usize = 128 << 20;

/// The claims that a function is as it was.
fn texts(before: ProgramSide<'_>, after: ProgramSide<'_>, same: &SameTexts) -> ProofPart {
    let name = before.module.symbol_name(before.func).unwrap_or_default();
    let beside = beside(before, after, same.resources);
    certificate::of_texts(name, (before.module, after.module), &same.ops, &beside)
}

/// The claims that two functions compute the same terms.
fn terms_of(before: ProgramSide<'_>, after: ProgramSide<'_>) -> ProofPart {
    let name = before.module.symbol_name(before.func).unwrap_or_default();
    let Some(pairs) = events::referred(before, after) else {
        let why = "something that both refer to is in one program only";
        return ProofPart::trusted(format!("@{name} computes the same terms"), "terms", why);
    };
    let has_resources = |(side, op): (ProgramSide<'_>, OpId)| References::of(side.module, op).resources;
    let resources = pairs
        .iter()
        .any(|(x, y)| has_resources((before, *x)) || has_resources((after, *y)));
    let beside = beside(before, after, resources);
    certificate::of_terms(name, (before.module, after.module), &pairs, &beside)
}

/// What the meaning of a function depends on besides its text.
fn beside(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    resources: bool,
) -> [(&'static str, Vec<String>, Vec<String>); 2] {
    let resources = |module: &Module| match resources {
        true => contents(module).unwrap_or_default(),
        false => Vec::new(),
    };
    [
        (
            "the data layout",
            layouts(before.module, before.func),
            layouts(after.module, after.func),
        ),
        ("resources", resources(before.module), resources(after.module)),
    ]
}

/// As [`validate_with`], without looking whether anything changed at all: for tests of what the models decide.
///
/// # Errors
/// As [`validate`].
pub fn validate_changed(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    options: &ExtractOptions,
    settings: &ValidateSettings,
) -> std::result::Result<Verdict, ExtractError> {
    Question::new(before, after, options, settings, &Record::off()).answer()
}

/// Where two functions have different interfaces: the module of `before` with its function as `after` is called, and
/// what callers must agree on for that.
pub fn with_interface_of(before: ProgramSide<'_>, after: ProgramSide<'_>) -> Option<(Module, Assumption)> {
    interface::mismatch(before, after)?;
    if [before, after].into_iter().any(interface::has_data_spaces) {
        return None;
    }
    convention::adapted(before, after).filter(|(module, _)| interface::mismatch(before.of(module), after).is_none())
}

/// Whether a verdict leaves the question open.
fn is_open(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Tested(_) => true,
        Verdict::Unknown(reason) => reason.code != "internal",
        _ => false,
    }
}

fn budget_of(settings: &ValidateSettings) -> NonZeroU64 {
    NonZeroU64::new(settings.budget)
        .or(NonZeroU64::new(DEFAULT_BUDGET))
        .expect("not zero")
}

fn decide(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    (options, assumptions): (&ExtractOptions, &Assumptions),
    budget: NonZeroU64,
    (settings, record): (&ValidateSettings, &Record),
) -> std::result::Result<Verdict, ExtractError> {
    let ctx = Ctx::new();
    // Models only know of assumptions about what they have.
    if assumptions.contradict() {
        return Ok(vacuously(Vacuity::Contradiction, record));
    }
    // A proof by terms has no claims that a solver could check, so with them it comes last; and so does one that rests
    // on more than the programs, or that reorders sums.
    let other_state = other_state(before, after);
    let by_terms = match &other_state {
        None => {
            let ctx = &ctx;
            let check = terms::TermsCheck {
                options,
                assumptions,
                ctx,
                budget,
                settings,
            };
            check.proved(before, after)?
        }
        Some(_) => None,
    };
    let by_terms = match by_terms {
        Some(found) if !record.is_on() && !may_be_better(&found.verdict) => return Ok(found.verdict),
        other => other,
    };
    // What is claimed of parts is not put together yet, so with claims they come only where there is no other way.
    // A part has no arguments to have data spaces.
    let has_spaces = [before, after].into_iter().any(interface::has_data_spaces);
    let by_parts = match other_state.is_some() || has_spaces || record.is_on() && !parts::is_long(before, after) {
        true => parts::PartsOutcome::Whole,
        false => parts::prove(before, after, (options, assumptions), budget, (settings, record))?,
    };
    let answer = match by_parts {
        parts::PartsOutcome::Decided(verdict) => return Ok(verdict),
        parts::PartsOutcome::Open(reason) => StaticAnswer::only(Decision::Open(reason), None),
        parts::PartsOutcome::Whole => {
            let answer = prove_whole(before, after, options, (&ctx, budget), Some(assumptions), record)?;
            with_sizes(answer, (before, after), options, (&ctx, budget))
        }
    };
    // Neither is there a proof up to the order of sums.
    let same_state = other_state.is_none();
    let answer = match other_state {
        Some(reason) if matches!(answer.proof, Decision::Same) => StaticAnswer {
            proof: Decision::Open(reason),
            ..answer
        },
        _ => answer,
    };
    let (scop, second) = (answer.before.as_ref(), answer.after.as_ref());
    let mut runs = Runs::new(before, after).within(assumptions).elements(settings.elements);
    let proved = |strength| {
        let mut proof = proof_of(scop, strength);
        proof.vacuous = vacuous::of_interface(before, after);
        match scop.filter(|_| settings.cross_check) {
            Some(scop) => {
                let mut runs = Runs::new(before, after).within(assumptions);
                Ok(unless(runs.cross_check(Some(scop), proof.strength)?, proof))
            }
            None => Ok(Verdict::Proved(proof)),
        }
    };
    // What no run shows, none tests.
    let mut unseen = None;
    let (candidates, why) = match answer.proof {
        Decision::Same => return proved(Strength::Bitwise),
        Decision::Vacuous(why) => {
            let why = match (why, scop) {
                // The model may be stricter than the program: a run on which `before` is defined knows better.
                (Vacuity::Undefined, Some(scop)) => {
                    let anywhere = Scop {
                        valid: scop.context.clone(),
                        ..scop.clone()
                    };
                    match runs.sweep(Some(&anywhere))? {
                        Swept::Nothing(_) => why,
                        Swept::Differ(witness) => return Ok(Verdict::Refuted(witness)),
                        Swept::Agree(coverage) => {
                            let not_proved = "the model of `before` has no sizes at which it is defined".to_owned();
                            return Ok(Verdict::Tested(Coverage { not_proved, ..coverage }));
                        }
                    }
                }
                _ => why,
            };
            return Ok(vacuously(why, record));
        }
        Decision::Race(witness, _) if !is_call(&witness, [scop, second]) => {
            let message = "iterations of a parallel loop depend on each other for values of parameters that no call is \
                           seen to have";
            (Vec::new(), message.to_owned())
        }
        Decision::Race(mut witness, sizes) => match runs.try_suspect(&sizes) {
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
        Decision::Seen(witness, sizes) => {
            for point in &sizes {
                if let Tried::Differ(witness) = runs.try_suspect(point) {
                    return Ok(Verdict::Refuted(witness));
                }
            }
            return Ok(Verdict::Refuted(match runs.sweep(scop)? {
                Swept::Differ(smallest) => smallest,
                Swept::Agree(_) | Swept::Nothing(_) => witness,
            }));
        }
        Decision::Suspect { what, sizes, .. } => (sizes, what),
        Decision::Open(reason) => {
            unseen = is_unseen(&reason).then(|| reason.clone());
            (Vec::new(), reason.message)
        }
    };
    if let Some(found) = by_terms {
        record.clear();
        found.record(before, after, record);
        return Ok(found.verdict);
    }
    // Whatever goes wrong here, there are still runs.
    if same_state && answer.reassociates {
        return proved(Strength::Reassociated);
    }
    // Sums in another order are compared for long, and differ in no run.
    for point in &candidates {
        if let Tried::Differ(witness) = runs.try_suspect(point) {
            return Ok(Verdict::Refuted(witness));
        }
    }
    if same_state
        && same_sums(
            (before, scop),
            (after, second),
            (&ctx, budget),
            (&Algebra::always(), record),
        )
    {
        return proved(Strength::Reassociated);
    }
    Ok(match runs.sweep(scop)? {
        Swept::Differ(witness) => Verdict::Refuted(witness),
        Swept::Agree(coverage) => match unseen.or_else(|| interface::licence_added(before, after)) {
            Some(reason) => Verdict::Unknown(reason),
            None => Verdict::Tested(Coverage {
                not_proved: match why.starts_with(OTHER_OPERATIONS) {
                    true => format!("{why}, the numbers do not"),
                    false => why,
                },
                ..coverage
            }),
        },
        Swept::Nothing(trouble) => match sliced((before, scop), (after, second), assumptions, (&ctx, budget)) {
            Some(witness) => Verdict::Refuted(witness),
            None => Verdict::Unknown(Reason {
                code: "not-proved",
                message: format!("{why}; and {trouble}"),
            }),
        },
    })
}

/// A proof about nothing.
fn vacuously(why: Vacuity, record: &Record) -> Verdict {
    record.trusted("vacuous", "nothing is asked of the second program");
    Verdict::Proved(Proof {
        vacuous: Some(why),
        ..Proof::new(Strength::Bitwise)
    })
}

/// Whether a proof rests on more than the programs, or holds up to reassociation: the models may do better.
fn may_be_better(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Proved(proof) if !proof.assumes.is_empty() || proof.strength != Strength::Bitwise)
}

/// A proof, unless a few short runs contradict it: then the fault is ours.
fn unless(found: CrossCheck, proof: Proof) -> Verdict {
    let witness = match found {
        CrossCheck::Agreed => return Verdict::Proved(proof),
        CrossCheck::Doubted(message) => {
            let code = "not-proved";
            return Verdict::Unknown(Reason { code, message });
        }
        CrossCheck::Contradicted(witness) => witness,
    };
    let at: Vec<String> = witness
        .params
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let at = if at.is_empty() {
        "the static sizes".to_owned()
    } else {
        at.join(", ")
    };
    let shown = |side: &Option<String>| side.clone().unwrap_or_default();
    let (x, y) = (shown(&witness.replay.before), shown(&witness.replay.after));
    Verdict::Unknown(Reason {
        code: "internal",
        message: format!(
            "this was proved, but a run at {at} contradicts it: {} is {x} before, {y} after; this is a bug in polyvet",
            if witness.array.is_empty() {
                "the program"
            } else {
                &witness.array
            }
        ),
    })
}

/// A difference in one element of programs that are too long to be run, as far as isl has an answer.
fn sliced(
    (before, first): (ProgramSide<'_>, Option<&Scop>),
    (after, second): (ProgramSide<'_>, Option<&Scop>),
    assumptions: &Assumptions,
    (ctx, budget): (&Ctx, NonZeroU64),
) -> Option<Box<Witness>> {
    let (first, second) = (first?, second?);
    // The part that computes an element has not all the events.
    if first.has_events() || second.has_events() {
        return None;
    }
    let differs = || slice::differs((before, first), (after, second), assumptions);
    ctx.within(budget, None, differs).ok().flatten()
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
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    options: &ExtractOptions,
    budget: u64,
) -> std::result::Result<Static, ExtractError> {
    let budget = NonZeroU64::new(budget)
        .or(NonZeroU64::new(DEFAULT_BUDGET))
        .expect("not zero");
    let ctx = Ctx::new();
    let answer = prove(before, after, options, (&ctx, budget), (None, None), &Record::off())?;
    Ok(match answer.proof {
        Decision::Race(..) => Static::Race,
        Decision::Vacuous(_) => Static::Proved(Strength::Bitwise),
        _ => match strength(&answer, (before, after), (&ctx, budget)) {
            Some(strength) => Static::Proved(strength),
            None if matches!(answer.proof, Decision::Open(_)) => Static::Open,
            None => Static::Suspect,
        },
    })
}

/// How equal an answer of the models says that the programs are, if it says so.
fn strength(
    answer: &StaticAnswer,
    (before, after): (ProgramSide<'_>, ProgramSide<'_>),
    (ctx, budget): (&Ctx, NonZeroU64),
) -> Option<Strength> {
    let (first, second) = (answer.before.as_ref(), answer.after.as_ref());
    let sums = || {
        let how = (&Algebra::always(), &Record::off());
        same_sums((before, first), (after, second), (ctx, budget), how)
    };
    match answer.proof {
        Decision::Same => Some(Strength::Bitwise),
        Decision::Vacuous(_) | Decision::Race(..) => None,
        _ => (answer.reassociates || sums()).then_some(Strength::Reassociated),
    }
}

/// How many proofs [`prove_whole`] tries.
const BOTH: NonZeroU64 = NonZeroU64::new(2).expect("not zero");

/// A proof by the models, without runs, and what it took of the budget. A proof about nothing is none.
fn prove_alone(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    options: &ExtractOptions,
    (budget, record): (NonZeroU64, &Record),
) -> std::result::Result<(Option<Proof>, u64), ExtractError> {
    if interface::mismatch(before, after).is_some() {
        return Ok((None, 0));
    }
    let ctx = Ctx::new();
    let found = match record.is_on() {
        true => Record::on(),
        false => Record::off(),
    };
    let whole = || Ok(prove_whole(before, after, options, (&ctx, budget), None, &found));
    // Rolled and as they are: what both attempts take is counted together.
    let answer = ctx.within(budget.saturating_mul(BOTH), None, whole)??;
    let spent = ctx.operations();
    if !matches!(answer.proof, Decision::Same) {
        found.clear();
        found.trusted("sums", "that sums in a part have the same terms");
    }
    record.append(found);
    let strength = strength(&answer, (before, after), (&ctx, budget));
    let proof = strength.map(|strength| proof_of(answer.before.as_ref(), strength));
    Ok((proof, spent))
}

/// As [`validate`], without its models: both programs run on these calls, on small integers. `Ok` is the number of runs
/// that agreed; calls on which `before` is not defined count for nothing.
///
/// # Errors
/// A witness that was just replayed.
pub fn run_only(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    calls: &[Sizes],
) -> std::result::Result<u64, Box<Witness>> {
    if interface::mismatch(before, after).is_some() {
        return Ok(0);
    }
    Runs::new(before, after).calls(calls)
}

/// As [`validate`], without its models: a difference that runs show at sizes like those of a witness of larger programs
/// that these were made of. It may be [`None`] where [`validate`] refutes.
///
/// # Errors
/// As [`validate`].
pub fn refuted_near(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    options: &ExtractOptions,
    known: &Witness,
) -> std::result::Result<Option<Box<Witness>>, ExtractError> {
    if interface::mismatch(before, after).is_some() {
        return Ok(None);
    }
    let inlined = [before, after].map(|side| polyvet_ir::inline_calls(side.module, side.func));
    let (before, after) = (before.or(&inlined[0]), after.or(&inlined[1]));
    let assumptions = Assumptions::new(before, after, options)?;
    Ok(Runs::new(before, after).within(&assumptions).near(known))
}

/// Equal up to the order of reductions, as far as there are models and isl has an answer.
fn same_sums(
    (before, first): (ProgramSide<'_>, Option<&Scop>),
    (after, second): (ProgramSide<'_>, Option<&Scop>),
    (ctx, budget): (&Ctx, NonZeroU64),
    (algebra, record): (&Algebra<'_>, &Record),
) -> bool {
    let (Some(first), Some(second)) = (first, second) else {
        return false;
    };
    let (in_before, in_after) = (tensors(before), tensors(after));
    let sums = || equivalence::same_sums((first, &in_before), (second, &in_after), algebra, record);
    matches!(ctx.within(budget, None, sums), Ok(true))
}

/// What is said where the models show other operations.
const OTHER_OPERATIONS: &str = "the operations differ";

/// What can be said without running anything.
enum Decision {
    Same,
    /// Nothing is asked of `after`.
    Vacuous(Vacuity),
    /// Iterations that a mark lets run at the same time depend on each other, seen at these sizes.
    Race(Box<Witness>, Point),
    /// A run shows a difference; a smaller one may do so too, at these sizes in the first place.
    Seen(Box<Witness>, Vec<Point>),
    /// Differs for this set of parameters, it seems, of which these are small.
    Suspect {
        what: String,
        sizes: Vec<Point>,
        set: Set,
    },
    Open(Reason),
}

/// What was found out without running anything.
struct StaticAnswer {
    proof: Decision,
    before: Option<Scop>,
    /// The model of `after`, if nothing but the strict comparison is between it and a proof.
    after: Option<Scop>,
    /// Only accumulations change places.
    reassociates: bool,
}

impl StaticAnswer {
    /// Without a model of `after` worth a second look.
    fn only(proof: Decision, before: Option<Scop>) -> StaticAnswer {
        StaticAnswer {
            proof,
            before,
            after: None,
            reassociates: false,
        }
    }
}

/// Only the parameters `given` count, if there are such; with `look`, a few short runs within what is assumed come
/// before the comparison.
fn prove(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    options: &ExtractOptions,
    (ctx, budget): (&Ctx, NonZeroU64),
    (given, look): (Option<&Set>, Option<&Assumptions>),
    record: &Record,
) -> std::result::Result<StaticAnswer, ExtractError> {
    let answer = ctx.within(budget, None, || {
        Ok(prove_within(
            before,
            after,
            options,
            (ctx, budget),
            (given, look),
            record,
        ))
    });
    match answer {
        Ok(Err(ExtractError::Poly(error))) | Err(error) if error.is_budget() => {
            Ok(StaticAnswer::only(Decision::Open(budget_reason(&error)), None))
        }
        // What isl cannot do is no answer; running the programs may still bring one.
        Ok(Err(ExtractError::Poly(error))) | Err(error) => {
            let message = format!("the models could not be compared: {error}");
            let code = "polyhedral-library";
            Ok(StaticAnswer::only(Decision::Open(Reason { code, message }), None))
        }
        Ok(answer) => answer,
    }
}

/// Proves programs as they are, or once unrolled loops are rolled again; `look` as for [`prove`].
fn prove_whole(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    options: &ExtractOptions,
    (ctx, budget): (&Ctx, NonZeroU64),
    look: Option<&Assumptions>,
    record: &Record,
) -> std::result::Result<StaticAnswer, ExtractError> {
    match prove_rerolled(before, after, options, (ctx, budget), look, record)? {
        Some(answer) => Ok(answer),
        None => prove(before, after, options, (ctx, budget), (None, look), record),
    }
}

/// The proof that unrolled loops are the same once they are rolled again, if there is one.
fn prove_rerolled(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    options: &ExtractOptions,
    (ctx, budget): (&Ctx, NonZeroU64),
    look: Option<&Assumptions>,
    record: &Record,
) -> std::result::Result<Option<StaticAnswer>, ExtractError> {
    let short = [before, after].map(|side| reroll::rerolled(side.module, side.func));
    if short.iter().all(Option::is_none) {
        return Ok(None);
    }
    let (x, y) = (before.or(&short[0]), after.or(&short[1]));
    let answer = prove(x, y, options, (ctx, budget), (None, look), record)?;
    let proved = matches!(answer.proof, Decision::Same);
    match proved {
        // The first program is refined by its rolled form, that by the other's, and that by the second program.
        true if record.is_on() => {
            for (one, other, changed) in [(before, x, short[0].is_some()), (y, after, short[1].is_some())] {
                if changed {
                    record.append(rolled(one, other, options, (ctx, budget))?);
                }
            }
        }
        true => {}
        false => record.clear(),
    }
    Ok(proved.then_some(answer))
}

/// The claims that a program and its rolled form compute the same, either as the first.
fn rolled(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    options: &ExtractOptions,
    (ctx, budget): (&Ctx, NonZeroU64),
) -> std::result::Result<Record, ExtractError> {
    let record = Record::on();
    let answer = prove(before, after, options, (ctx, budget), (None, None), &record)?;
    if !matches!(answer.proof, Decision::Same) {
        record.clear();
        record.trusted(
            "reroll",
            "unrolled copies were rolled into loops again before the programs were modelled",
        );
    }
    Ok(record)
}

/// Which values of a program are tensors.
fn tensors(side: ProgramSide<'_>) -> impl Fn(ValueId) -> bool {
    move |value| side.module.ty(value).is_tensor()
}

/// What was too long for a proof still says at which sizes a run is defined.
fn with_sizes(
    answer: StaticAnswer,
    (before, after): (ProgramSide<'_>, ProgramSide<'_>),
    options: &ExtractOptions,
    (ctx, budget): (&Ctx, NonZeroU64),
) -> StaticAnswer {
    let is_spent = matches!(&answer.proof, Decision::Open(reason) if reason.code == BUDGET);
    if answer.before.is_some() || !is_spent {
        return answer;
    }
    let options = model_options((before, after), options);
    let model = ctx.within(budget, None, || Ok(modelled(before, ctx, &options)));
    StaticAnswer {
        before: model.ok().and_then(std::result::Result::ok),
        ..answer
    }
}

/// How both programs are modelled.
fn model_options((before, after): (ProgramSide<'_>, ProgramSide<'_>), options: &ExtractOptions) -> ExtractOptions {
    ExtractOptions {
        obligations: true,
        globals: globals(before, after),
        events: events::comparable(before, after),
        in_place: true,
        ..options.clone()
    }
}

fn prove_within(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    asked: &ExtractOptions,
    (ctx, budget): (&Ctx, NonZeroU64),
    (given, look): (Option<&Set>, Option<&Assumptions>),
    record: &Record,
) -> std::result::Result<StaticAnswer, ExtractError> {
    let open = |side: &str, what: String| {
        Decision::Open(Reason {
            code: "no-model",
            message: format!("`{side}` has no exact model: {what}"),
        })
    };
    let options = model_options((before, after), asked);
    let of_first = ExtractOptions {
        strips: StripLoops::None,
        ..options.clone()
    };
    let mut first = match modelled(before, ctx, &of_first) {
        Ok(scop) => scop,
        Err(ExtractError::Unsupported(what)) => return Ok(StaticAnswer::only(open("before", what.message), None)),
        Err(other) => return Err(other),
    };
    if let Some(why) = vacuous::of_model(&first)? {
        return Ok(StaticAnswer::only(Decision::Vacuous(why), Some(first)));
    }
    if let Some(given) = given {
        first.valid = first.valid.intersect(given.clone())?;
    }
    let like = Signature::of(&first, before.module, before.func);
    let options = ExtractOptions {
        like: Some(like),
        within: Some(first.valid.clone()),
        strips: match asked.strips {
            StripLoops::None => StripLoops::Symbolic,
            known => known,
        },
        ..options
    };
    let mut second = match modelled(after, ctx, &options) {
        Ok(scop) => scop,
        Err(ExtractError::Unsupported(what)) => {
            return Ok(StaticAnswer::only(open("after", what.message), Some(first)));
        }
        Err(other) => return Err(other),
    };
    // An argument that the first program does not use may matter in the second one: of its size, too, something may be
    // assumed, and runs choose it.
    let asks_strips = second.has_strips() && asked.strips != StripLoops::All;
    if asks_strips || !asked.index_arguments && has_argument_alone(&second, &first, after.module) {
        let asked = ExtractOptions {
            index_arguments: true,
            strips: if asks_strips { StripLoops::All } else { asked.strips },
            ..asked.clone()
        };
        return prove_within(before, after, &asked, (ctx, budget), (given, look), record);
    }
    if let Some(name) = computed_parameter(&first).or(computed_parameter(&second)) {
        let message = format!("`{name}` is computed by an operation without an affine model");
        let code = "computed-parameter";
        return Ok(StaticAnswer::only(
            Decision::Open(Reason { code, message }),
            Some(first),
        ));
    }
    // A proof rests on both models.
    first.overflows |= second.overflows;
    if let Some(reason) = buffers::mismatch([&first, &second], [before, after])? {
        return Ok(StaticAnswer::only(Decision::Open(reason), Some(first)));
    }
    let outside = first.valid.clone().subtract(second.valid.clone())?;
    // Races count where `before` is defined.
    second.valid = second.valid.intersect(first.valid.clone())?;
    let share = NonZeroU64::new(budget.get() / 4).unwrap_or(budget);
    let reordered = reorder::reordered(&first, &second, share, record);
    // A claim of both programs is not what made one of the other; then the order of the loops counts.
    let claims_hold = reordered.is_some_and(|found| found.claims_hold);
    // Domains with more than there is tell nothing but that the order is the same.
    if second.has_strips() && (reordered.is_none() || has_parallel_claims(&second) && !claims_hold) {
        let what = "a step that is a parameter has a model only where the loops tile those of `before`".to_owned();
        let proof = match outside.is_empty()? {
            true => open("after", what),
            false => undefined_outside(&first, &second, outside)?,
        };
        return Ok(StaticAnswer::only(proof, Some(first)));
    }
    if !claims_hold
        && has_parallel_claims(&second)
        && let Some(witness) = Checker::new(&second, 0)?.wrong_claim()?
        && Checker::new(&first, 0)?.wrong_claim()?.is_none()
    {
        let params: Vec<i64> = witness.params.iter().map(|(_, value)| *value).collect();
        let sizes = Point::of(&second, &params);
        return Ok(StaticAnswer::only(
            Decision::Race(Box::new(witness), sizes),
            Some(first),
        ));
    }
    if record.is_on() && has_parallel_claims(&second) {
        match claims_hold || Checker::new(&second, 0)?.wrong_claim()?.is_none() {
            true => record.add(|| certificate::of_claims(&first, &second)),
            false => record.trusted(
                "parallel claims",
                "both programs call iterations parallel that depend on each other, so the order of the loops counts",
            ),
        }
    }
    // Claims of `before` alone: what races in it has no meaning to keep.
    if has_parallel_claims(&first)
        && !has_marks(&second.schedule.root()?)?
        && updates_elsewhere(&first)?
        && Checker::new(&first, 0)?.wrong_claim()?.is_some()
        && (claims_hold || Checker::new(&second, 0)?.wrong_claim()?.is_none())
    {
        return Ok(StaticAnswer::only(Decision::Open(before_races()), Some(first)));
    }
    if !outside.is_empty()? {
        let proof = undefined_outside(&first, &second, outside)?;
        return Ok(StaticAnswer::only(proof, Some(first)));
    }
    let reordered = reordered.map(|found| found.strength);
    if reordered == Some(Strength::Bitwise) {
        return Ok(StaticAnswer::only(Decision::Same, Some(first)));
    }
    if second.has_strips() {
        return Ok(StaticAnswer {
            proof: Decision::Open(other_order()),
            before: Some(first),
            after: None,
            reassociates: true,
        });
    }
    // Without marks the order of a program is its own.
    if has_marks(&second.schedule.root()?)? {
        let checker = Checker::new(&second, 0)?;
        match checker.check(&second.schedule)? {
            Verdict::Refuted(witness) => {
                if let Some(reason) = races(&first)? {
                    return Ok(StaticAnswer::only(Decision::Open(reason), Some(first)));
                }
                let params: Vec<i64> = witness.params.iter().map(|(_, value)| *value).collect();
                let sizes = Point::of(&second, &params);
                return Ok(StaticAnswer::only(Decision::Race(witness, sizes), Some(first)));
            }
            // Not known to be free of races.
            Verdict::Unknown(reason) => return Ok(StaticAnswer::only(Decision::Open(reason), Some(first))),
            Verdict::Proved(_) | Verdict::Tested(_) => {}
        }
    }
    if record.is_on() && has_marks(&second.schedule.root()?)? {
        record.add(|| certificate::of_marks(&first, &second));
    }
    // What a few short runs refute needs no proof.
    if let (Some(assumptions), None) = (look, reordered)
        && let Some(witness) = Runs::new(before, after).within(assumptions).glance([&first, &second])?
    {
        return Ok(StaticAnswer::only(Decision::Seen(witness, Vec::new()), Some(first)));
    }
    let (in_before, in_after) = (tensors(before), tensors(after));
    // Algebra takes long where there is nothing to find: longer runs come first. Conditions on sizes do without it.
    let (seen, looked) = (RefCell::new(None), Cell::new(false));
    let is_worth = || {
        if let (Some(assumptions), false) = (look, looked.replace(true)) {
            *seen.borrow_mut() = Runs::new(before, after).within(assumptions).search(&first)?;
        }
        Ok(given.is_none() && seen.borrow().is_none())
    };
    let algebra = Algebra::where_worth(&is_worth);
    let compare = || equivalence::compare((&first, &in_before), (&second, &in_after), &algebra, record);
    // Accumulations change places: only where that makes no difference, which is seen soon or not at all, there is more
    // to say.
    if reordered == Some(Strength::Reassociated) {
        let share = NonZeroU64::new(budget.get() / 512).unwrap_or(budget);
        let proof = match ctx.within(share, None, compare) {
            Ok(ModelComparison::Same) => Decision::Same,
            _ => Decision::Open(other_order()),
        };
        return Ok(StaticAnswer {
            proof,
            before: Some(first),
            after: None,
            reassociates: true,
        });
    }
    let compared = compare()?;
    let proof = match compared {
        ModelComparison::Same => return Ok(StaticAnswer::only(Decision::Same, Some(first))),
        ModelComparison::Differs { what, params } => Decision::Suspect {
            what: format!("{OTHER_OPERATIONS} ({what})"),
            sizes: smallest(&first, params.clone())?,
            set: params,
        },
        ModelComparison::Undefined { what, params } => Decision::Suspect {
            what: undefined(&what),
            sizes: smallest(&first, params.clone())?,
            set: params,
        },
        ModelComparison::Unknown(reason) => Decision::Open(reason),
    };
    let proof = match (seen.take(), proof) {
        (Some(witness), Decision::Suspect { sizes, .. }) => Decision::Seen(witness, sizes),
        (Some(witness), _) => Decision::Seen(witness, Vec::new()),
        (None, proof) => proof,
    };
    Ok(StaticAnswer {
        proof,
        before: Some(first),
        after: Some(second),
        reassociates: false,
    })
}

/// The model of a program, with slices that show their source if that has one.
/// The second program is undefined `outside`, where the first one is defined.
fn undefined_outside(first: &Scop, second: &Scop, outside: Set) -> Result<Decision> {
    let what = undefined(&broken(second, &outside)?);
    // A parameter that only the second one has may be what it depends on.
    let model = if has_all_parameters(second, first) {
        second
    } else {
        first
    };
    Ok(Decision::Suspect {
        what,
        sizes: smallest(model, outside.clone())?,
        set: outside,
    })
}

fn modelled(side: ProgramSide<'_>, ctx: &Ctx, options: &ExtractOptions) -> std::result::Result<Scop, ExtractError> {
    match extract::extract(side.module, side.func, ctx, options) {
        Err(ExtractError::Unsupported(_)) if options.in_place => {
            let copies = ExtractOptions {
                in_place: false,
                ..options.clone()
            };
            extract::extract(side.module, side.func, ctx, &copies)
        }
        other => other,
    }
}

/// The globals that either program has handles of: what one leaves alone, the other may write.
pub(crate) fn globals(before: ProgramSide<'_>, after: ProgramSide<'_>) -> Vec<String> {
    let of = |side: ProgramSide<'_>| extract::globals_of(side.module, side.func);
    let paths: BTreeSet<String> = { of(before).into_iter().chain(of(after)) }
        .map(|(path, _)| path)
        .collect();
    paths.into_iter().collect()
}

/// Why the programs begin in other states: a global that one of them has a handle of, and that both modules have, is
/// declared in another way. What is left of it then differs, whatever the functions do. Constants are no state.
fn other_state(before: ProgramSide<'_>, after: ProgramSide<'_>) -> Option<Reason> {
    let used = globals(before, after);
    let (first, second) = (before.module, after.module);
    let differs = |(x, y): &(OpId, OpId)| {
        let path = first.symbol_path(*x);
        let constant = first.op(*x).is_set("constant") && second.op(*y).is_set("constant");
        !constant
            && path.is_some_and(|path| used.contains(&path))
            && !extract::declared_alike((first, *x), (second, *y))
    };
    let (global, _) = global_pairs(first, second).into_iter().find(differs)?;
    let path = first.symbol_path(global).unwrap_or_default();
    Some(Reason {
        code: "not-proved",
        message: format!("`@{path}` is declared in another way, so it holds something else from the start"),
    })
}

/// Why a program may be undefined where the other is not.
fn undefined(what: &str) -> String {
    format!("`after` may be undefined where `before` is not: {what}")
}

/// Which obligation is broken for some of `params`.
fn broken(scop: &Scop, params: &Set) -> Result<String> {
    for obligation in &scop.obligations {
        if !scop.broken(obligation)?.intersect(params.clone())?.is_empty()? {
            return Ok(format!("`{}` {}", obligation.op, obligation.demand.broken()));
        }
    }
    Ok("shapes do not fit each other".to_owned())
}

/// Whether a structured op says that one of its dimensions is parallel.
fn has_parallel_claims(scop: &Scop) -> bool {
    let parallel = |one: &Loop| one.induction.is_none() && one.claim == Some(IteratorType::Parallel);
    scop.loops.iter().any(parallel)
}

/// Whether a statement reads other elements of an array than those it writes in the same iteration.
fn updates_elsewhere(scop: &Scop) -> Result<bool> {
    for stmt in &scop.stmts {
        for write in stmt.accesses.iter().filter(|access| access.kind.is_write()) {
            for read in stmt.accesses.iter().filter(|access| access.array == write.array) {
                if !read.relation.is_equal(&write.relation)? {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}

/// The proof of what two models say, if there are any.
fn proof_of(scop: Option<&Scop>, strength: Strength) -> Proof {
    scop.map_or_else(|| Proof::new(strength), |scop| Proof::of(scop, strength))
}

fn other_order() -> Reason {
    Reason {
        code: "guess",
        message: "accumulations change places".to_owned(),
    }
}

fn before_races() -> Reason {
    Reason {
        code: "before-races",
        message: "parallel iterations of `before` depend on each other, so it has no meaning to keep".to_owned(),
    }
}

/// Why nothing is expected of a translation of this program: its own parallel iterations race.
fn races(scop: &Scop) -> Result<Option<Reason>> {
    let fine = !has_marks(&scop.schedule.root()?)?
        || matches!(Checker::new(scop, 0)?.check(&scop.schedule)?, Verdict::Proved(_));
    Ok((!fine).then(before_races))
}

fn has_marks(node: &ScheduleNode) -> Result<bool> {
    if node.kind()? == ScheduleNodeKind::Mark {
        return Ok(true);
    }
    for at in 0..node.n_children()? {
        if has_marks(&node.clone().child(at)?)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What parameters of a call are near to, where some follow from others.
const SMALL_CALLS: [i64; 8] = [1, 2, 3, 0, 5, 8, -1, -2];

/// Whether the parameters of a witness, which is of one of these models, are those of a call.
fn is_call(witness: &Witness, models: [Option<&Scop>; 2]) -> bool {
    let values: Vec<i64> = witness.params.iter().map(|(_, value)| *value).collect();
    let formulas = |scop: &&Scop| scop.params.iter().any(|param| param.formula.is_some());
    let mut models = models.into_iter().flatten().filter(formulas);
    models.all(|scop| scop.params.len() == values.len() && call::is_possible(scop, &values))
}

/// A few parameter values of `params`, in the order of those of `scop`, smallest first.
fn smallest(scop: &Scop, params: Set) -> Result<Vec<Point>> {
    let space = scop.context.space()?;
    let count = space.dim(polyvet_poly::DimKind::Param)?;
    let mut params = params.align_params(space)?;
    let all = params.dim(polyvet_poly::DimKind::Param)?;
    params = params.project_out(polyvet_poly::DimKind::Param, count, all - count)?;
    let mut points = Vec::new();
    if scop.params.iter().any(|param| param.formula.is_some()) {
        for near in SMALL_CALLS {
            let found = witness::params_near(scop, params.clone(), &|_| near)?;
            points.extend(found.map(|values| Point::of(scop, &values)));
        }
        return Ok(points);
    }
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
        points.push(Point::of(scop, &values));
    }
    Ok(points)
}

fn has_all_parameters(scop: &Scop, of: &Scop) -> bool {
    { of.params.iter() }.all(|param| scop.params.iter().any(|other| other.name == param.name))
}

/// Whether an argument of type `index` is a parameter of `scop`, and not of `of`.
fn has_argument_alone(scop: &Scop, of: &Scop, module: &Module) -> bool {
    let is_alone = |value: ValueId| {
        let at = scop.args.iter().position(|arg| *arg == value);
        let other = at.and_then(|at| of.args.get(at));
        let knows = |other: &ValueId| of.params.iter().any(|param| param.origin == ParamOrigin::Value(*other));
        *module.ty(value) == polyvet_ir::Type::Index && other.is_some_and(|other| !knows(other))
    };
    { scop.params.iter() }.any(|param| matches!(param.origin, ParamOrigin::Value(value) if is_alone(value)))
}

fn computed_parameter(scop: &Scop) -> Option<&str> {
    let computed = |origin: ParamOrigin| match origin {
        ParamOrigin::Value(value) | ParamOrigin::Extent { value, .. } => !scop.args.contains(&value),
        ParamOrigin::Formula | ParamOrigin::External => true,
    };
    scop.params
        .iter()
        .find(|p| p.formula.is_none() && computed(p.origin))
        .map(|p| p.label.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(factor: &str) -> Module {
        let text = format!(
            "func.func @f(%A: memref<?xf32>) {{
               %n = arith.constant 0 : index
               %size = memref.dim %A, %n : memref<?xf32>
               %k = arith.constant {factor} : f32
               affine.for %i = 0 to %size {{
                 %a = affine.load %A[%i] : memref<?xf32>
                 %b = arith.mulf %a, %k : f32
                 affine.store %b, %A[%i] : memref<?xf32>
               }}
               return
             }}"
        );
        polyvet_ir::parse(&text).0
    }

    fn side(module: &Module) -> ProgramSide<'_> {
        let func = module.funcs()[0];
        ProgramSide { module, func }
    }

    /// What a checker with a fault would say about two programs, after the runs.
    fn after_runs(x: &str, y: &str, strength: Strength) -> Verdict {
        let (first, second) = (scale(x), scale(y));
        let (before, after) = (side(&first), side(&second));
        let options = ExtractOptions::default();
        let scop = extract::extract(&first, before.func, &Ctx::new(), &options).expect("a model");
        let assumptions = Assumptions::new(before, after, &options).expect("nothing is assumed");
        let found = Runs::new(before, after)
            .within(&assumptions)
            .cross_check(Some(&scop), strength);
        unless(found.expect("runs"), Proof::new(strength))
    }

    #[test]
    fn a_factor_is_used_where_the_other_is_zero() {
        let text = |value: &str| {
            format!(
                "func.func @f(%x: i32) -> i32 {{
                   %zero = arith.constant 0 : i32
                   %t = memref.alloc() : memref<2xi32>
                   affine.store %x, %t[0] : memref<2xi32>
                   %v = affine.load %t[0] : memref<2xi32>
                   {value}
                   return %w : i32
                 }}"
            )
        };
        let plain = polyvet_ir::parse(&text("%w = arith.addi %v, %zero : i32")).0;
        let with = |factor: &str| {
            let sum = "%d = arith.muli %u, %zero : i32 %w = arith.addi %v, %d : i32";
            polyvet_ir::parse(&text(&format!("{factor} {sum}"))).0
        };
        let proved = |after: &Module| {
            let found = prove_only(side(&plain), side(after), &ExtractOptions::default(), DEFAULT_BUDGET);
            matches!(found, Ok(Static::Proved(_)))
        };
        assert!(proved(&with("%u = arith.addi %x, %x : i32")));
        assert!(!proved(&with("%u = affine.load %t[1] : memref<2xi32>")));
    }

    #[test]
    fn a_wrong_proof_is_our_fault() {
        for strength in [Strength::Bitwise, Strength::Reassociated] {
            let verdict = after_runs("0.5", "0.25", strength);
            assert!(
                matches!(&verdict, Verdict::Unknown(reason) if reason.code == "internal"),
                "{verdict:?}"
            );
            let verdict = after_runs("0.5", "0.5", strength);
            assert!(
                matches!(&verdict, Verdict::Proved(proof) if proof.strength == strength),
                "{verdict:?}"
            );
        }
    }
}
