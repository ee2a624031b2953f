//! Translation validation: does one function compute what another does?
//!
//! Nothing is known of how `after` was made from `before`. First both are modelled and their values
//! compared by induction (`equivalence`), bit for bit and, if that fails, up to the order of
//! reductions; parallel loops of `after` must not race, and it must stay within its arrays wherever
//! `before` does. What the proof does not decide is run: a fault that was found is confirmed, and
//! otherwise small sizes are tried.
//!
//! A difference is a refutation only if numbers differ by more than reordered sums of small integers
//! can, or if `after` is undefined where `before` is not.

use crate::equivalence::{self, Comparison};
use crate::legality::{Checker, DEFAULT_BUDGET, budget_reason};
use crate::reorder;
use crate::{Coverage, Instance, Reason, Replay, Strength, Verdict, Witness, WitnessKind, witness};
use polyvet_analysis::extract::{self, ExtractError, Options, Signature};
use polyvet_analysis::{Array, ArrayKind, IteratorType, Loop, ParamOrigin, Scop};
use polyvet_interp::{Concrete, Contents, Domain, Elem, Init, Limits, Machine, ParallelOrder, Trap, Value};
use polyvet_ir::{Dim, Module, OpId, Span, Type, ValueId};
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
    let budget = NonZeroU64::new(budget)
        .or(NonZeroU64::new(DEFAULT_BUDGET))
        .expect("not zero");
    let ctx = Ctx::new();
    let Answer {
        proof,
        before: scop,
        after: second,
        reassociates,
    } = prove(before, after, options, &ctx, budget)?;
    let mut runs = Runs::new(before, after);
    let candidates = match &proof {
        Proof::Same => return Ok(Verdict::Proved(Strength::Bitwise)),
        Proof::Race(witness, sizes) => {
            let mut witness = witness.clone();
            // A race is wrong whatever one run says; a run that differs shows it best.
            if let Some(seen) = runs.try_sizes(sizes)? {
                witness.replay = seen.replay;
            }
            return Ok(Verdict::Refuted(witness));
        }
        Proof::Suspect { params, .. } => params.clone(),
        Proof::Open(_) => Vec::new(),
    };
    // Whatever goes wrong here, there are still runs.
    if reassociates || same_sums((before, scop.as_ref()), (after, second.as_ref()), &ctx, budget) {
        return Ok(Verdict::Proved(Strength::Reassociated));
    }
    if let Some(scop) = &scop {
        for params in &candidates {
            if let Some(witness) = runs.try_sizes(&Sizes::of(scop, params))? {
                return Ok(Verdict::Refuted(Box::new(witness)));
            }
        }
    }
    runs.sweep(scop.as_ref(), proof)
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
    let answer = prove(before, after, options, &ctx, budget)?;
    let (scop, second) = (answer.before.as_ref(), answer.after.as_ref());
    Ok(match answer.proof {
        Proof::Same => Static::Proved(Strength::Bitwise),
        Proof::Race(..) => Static::Race,
        _ if answer.reassociates || same_sums((before, scop), (after, second), &ctx, budget) => {
            Static::Proved(Strength::Reassociated)
        }
        Proof::Suspect { .. } => Static::Suspect,
        Proof::Open(_) => Static::Open,
    })
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

fn prove(
    before: Side<'_>,
    after: Side<'_>,
    options: &Options,
    ctx: &Ctx,
    budget: NonZeroU64,
) -> std::result::Result<Answer, ExtractError> {
    let answer = ctx.within(budget, None, || Ok(prove_within(before, after, options, ctx, budget)));
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
                let params: Vec<i64> = witness.params.iter().map(|(_, value)| *value).collect();
                let sizes = Sizes::of(&second, &params);
                return Ok(Answer::only(Proof::Race(witness, sizes), Some(first)));
            }
            // Not known to be free of races.
            Verdict::Unknown(reason) => return Ok(Answer::only(Proof::Open(reason), Some(first))),
            Verdict::Proved(_) | Verdict::Tested(_) => {}
        }
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

/// Values of dynamic extents and index arguments, by argument number.
#[derive(Clone, Debug, Default)]
struct Sizes {
    extents: HashMap<(usize, usize), i64>,
    indices: HashMap<usize, i64>,
    /// For people.
    shown: Vec<(String, i64)>,
}

impl Sizes {
    fn of(scop: &Scop, params: &[i64]) -> Sizes {
        let mut sizes = Sizes::default();
        let number = |value: ValueId| scop.args.iter().position(|arg| *arg == value);
        for (param, value) in scop.params.iter().zip(params) {
            match param.origin {
                ParamOrigin::Value(v) => sizes.indices.extend(number(v).map(|arg| (arg, *value))),
                ParamOrigin::Extent { value: v, dim } => {
                    sizes.extents.extend(number(v).map(|arg| ((arg, dim), *value)));
                }
                ParamOrigin::External => {}
            }
            sizes.shown.push((param.label.clone(), *value));
        }
        sizes
    }
}

/// A dynamic extent or index argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Knob {
    Extent(usize, usize),
    Index(usize),
}

/// Runs both programs.
struct Runs<'a> {
    before: Side<'a>,
    after: Side<'a>,
    names: (String, String),
    agreed: u64,
    /// Runs in which the untransformed program is not defined.
    undefined: u64,
    trouble: Option<String>,
}

/// What may be used up by one run.
const LIMITS: Limits = Limits {
    steps: 3_000_000,
    elements: 1 << 18,
    calls: 64,
};
/// Inputs per size.
const SEEDS: u64 = 2;
/// How many sizes are tried at the most.
const SIZES_MAX: usize = 160;

enum Run {
    Agree,
    Undefined,
    Inconclusive(String),
    Differ(Replay),
}

impl<'a> Runs<'a> {
    fn new(before: Side<'a>, after: Side<'a>) -> Runs<'a> {
        let name = |side: Side<'_>| side.module.symbol_name(side.func).unwrap_or("").to_owned();
        let names = (name(before), name(after));
        Runs {
            before,
            after,
            names,
            agreed: 0,
            undefined: 0,
            trouble: None,
        }
    }

    /// A witness if the programs differ at these sizes.
    fn try_sizes(&mut self, sizes: &Sizes) -> std::result::Result<Option<Witness>, ExtractError> {
        for seed in 0..SEEDS {
            for order in [
                ParallelOrder::Forward,
                ParallelOrder::Backward,
                ParallelOrder::Shuffled(seed + 7),
            ] {
                match self.run(sizes, seed, order) {
                    Run::Agree => self.agreed += 1,
                    Run::Undefined => {
                        self.undefined += 1;
                        return Ok(None);
                    }
                    Run::Inconclusive(why) => {
                        self.trouble = Some(why);
                        return Ok(None);
                    }
                    Run::Differ(replay) => return Ok(Some(self.witness(sizes, replay))),
                }
                if !self.has_parallel_loops() {
                    break;
                }
            }
        }
        Ok(None)
    }

    fn has_parallel_loops(&self) -> bool {
        let mut found = false;
        self.after.module.walk(self.after.func, &mut |_, op| {
            found |= matches!(op.name.as_str(), "affine.parallel" | "scf.parallel" | "scf.forall");
        });
        found
    }

    fn witness(&self, sizes: &Sizes, replay: Replay) -> Witness {
        let side = |side: Side<'_>| Instance {
            stmt: side.module.symbol_name(side.func).unwrap_or("").to_owned(),
            dims: Vec::new(),
            at: Vec::new(),
            span: Span::NONE,
            writes: true,
        };
        let (array, element) = replay.element.clone().unwrap_or_default();
        Witness {
            kind: WitnessKind::Value,
            params: sizes.shown.clone(),
            array,
            element,
            source: side(self.before),
            sink: side(self.after),
            loop_name: None,
            replay,
        }
    }

    fn run(&self, sizes: &Sizes, seed: u64, order: ParallelOrder) -> Run {
        let first = match execute(self.before, &self.names.0, sizes, seed, ParallelOrder::Forward) {
            Ok(seen) => seen,
            Err(trap) if trap.code.is_inconclusive() => return Run::Inconclusive(trap.describe()),
            Err(_) => return Run::Undefined,
        };
        let second = match execute(self.after, &self.names.1, sizes, seed, order) {
            Ok(seen) => seen,
            Err(trap) if trap.code.is_inconclusive() => return Run::Inconclusive(trap.describe()),
            Err(trap) => {
                return Run::Differ(Replay {
                    confirmed: true,
                    element: None,
                    before: Some("defined".to_owned()),
                    after: Some(trap.describe()),
                    note: None,
                });
            }
        };
        for (key, before) in &first {
            let Some((_, after)) = second.iter().find(|(other, _)| other == key) else {
                continue;
            };
            if let Some((element, before, after)) = difference(before, after) {
                return Run::Differ(Replay {
                    confirmed: true,
                    element: Some((self.label(key), element)),
                    before: Some(before),
                    after: Some(after),
                    note: None,
                });
            }
        }
        Run::Agree
    }

    /// What people call an argument or result.
    fn label(&self, key: &Key) -> String {
        let module = self.before.module;
        match *key {
            Key::Result(at) => format!("result{at}"),
            Key::Argument(at) => match module.only_block(self.before.func, 0) {
                Some(entry) => module
                    .value_name(module.block(entry).args[at])
                    .trim_start_matches('%')
                    .to_owned(),
                None => format!("argument{at}"),
            },
        }
    }

    /// Tries small sizes.
    fn sweep(mut self, scop: Option<&Scop>, proof: Proof) -> std::result::Result<Verdict, ExtractError> {
        let knobs = self.knobs();
        let mut tried = 0;
        for values in values(knobs.len()) {
            let sizes = self.sizes(&knobs, &values);
            if !assumed(scop, &sizes)? {
                continue;
            }
            tried += 1;
            if tried > SIZES_MAX {
                break;
            }
            if let Some(witness) = self.try_sizes(&sizes)? {
                return Ok(Verdict::Refuted(Box::new(witness)));
            }
            if self.trouble.is_some() && self.agreed == 0 {
                break;
            }
        }
        let why = match proof {
            Proof::Open(reason) => reason.message,
            Proof::Suspect { what, .. } => format!("the operations differ ({what}), the numbers do not"),
            Proof::Same | Proof::Race(..) => String::new(),
        };
        if self.agreed > 0 && self.trouble.is_none() {
            let sizes = if knobs.is_empty() {
                "the static sizes".to_owned()
            } else {
                format!("{tried} combinations of small sizes")
            };
            return Ok(Verdict::Tested(Coverage {
                runs: self.agreed,
                sizes: format!("{sizes}; not proved: {why}"),
            }));
        }
        let run = self
            .trouble
            .unwrap_or_else(|| "no run of `before` is defined".to_owned());
        Ok(Verdict::Unknown(Reason {
            code: "not-proved",
            message: format!("{why}; and it was not run: {run}"),
        }))
    }

    /// The dynamic extents and index arguments of `before`.
    fn knobs(&self) -> Vec<Knob> {
        let module = self.before.module;
        let Some(entry) = module.only_block(self.before.func, 0) else {
            return Vec::new();
        };
        let mut knobs = Vec::new();
        for (arg, value) in module.block(entry).args.iter().enumerate() {
            match module.ty(*value) {
                Type::Index => knobs.push(Knob::Index(arg)),
                Type::MemRef { shape, .. } | Type::Tensor { shape, .. } => {
                    let dynamic = shape.iter().enumerate().filter(|(_, dim)| **dim == Dim::Dynamic);
                    knobs.extend(dynamic.map(|(dim, _)| Knob::Extent(arg, dim)));
                }
                _ => {}
            }
        }
        knobs
    }

    fn sizes(&self, knobs: &[Knob], values: &[i64]) -> Sizes {
        let module = self.before.module;
        let entry = module
            .only_block(self.before.func, 0)
            .expect("knobs come from its arguments");
        let name = |arg: usize| {
            module
                .value_name(module.block(entry).args[arg])
                .trim_start_matches('%')
                .to_owned()
        };
        let mut sizes = Sizes::default();
        for (knob, value) in knobs.iter().zip(values) {
            match *knob {
                Knob::Extent(arg, dim) => {
                    // Only an index may be negative.
                    sizes.extents.insert((arg, dim), value.abs());
                    sizes.shown.push((format!("{}.{dim}", name(arg)), value.abs()));
                }
                Knob::Index(arg) => {
                    sizes.indices.insert(arg, *value);
                    sizes.shown.push((name(arg), *value));
                }
            }
        }
        sizes
    }
}

/// Whether the sizes agree with each other and meet the user's assumptions.
fn assumed(scop: Option<&Scop>, sizes: &Sizes) -> Result<bool> {
    let Some(scop) = scop else { return Ok(true) };
    let number = |value: ValueId| scop.args.iter().position(|arg| *arg == value);
    let mut set = scop.valid.clone();
    for (at, param) in scop.params.iter().enumerate() {
        let value = match param.origin {
            ParamOrigin::Value(v) => number(v).and_then(|arg| sizes.indices.get(&arg)),
            ParamOrigin::Extent { value: v, dim } => number(v).and_then(|arg| sizes.extents.get(&(arg, dim))),
            ParamOrigin::External => None,
        };
        if let Some(value) = value {
            let value = polyvet_poly::Val::from_i64(&scop.ctx, *value)?;
            set = set.fix_val(polyvet_poly::DimKind::Param, at, value)?;
        }
    }
    Ok(!set.is_empty()?)
}

/// Combinations of small numbers, some negative: all equal ones first, then a fixed pseudo-random choice.
fn values(count: usize) -> impl Iterator<Item = Vec<i64>> {
    const SMALL: [i64; 14] = [3, 1, 0, 2, 4, 5, 7, -1, 8, 9, 12, 16, 17, -2];
    let equal = if count == 0 {
        vec![Vec::new()]
    } else {
        SMALL.iter().map(|n| vec![*n; count]).collect()
    };
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        SMALL[(state >> 33) as usize % SMALL.len()]
    };
    let mixed = (0..if count > 1 { 600 } else { 0 }).map(move |_| (0..count).map(|_| next()).collect());
    equal.into_iter().chain(mixed)
}

/// Something that can be seen after a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    /// A memref argument, by number.
    Argument(usize),
    /// A result, by number.
    Result(usize),
}

/// What can be seen after a run.
type Seen = Vec<(Key, Contents)>;

fn execute(
    side: Side<'_>,
    name: &str,
    sizes: &Sizes,
    seed: u64,
    parallel: ParallelOrder,
) -> std::result::Result<Seen, Trap> {
    let options = polyvet_interp::Options {
        limits: LIMITS,
        parallel,
        ..Default::default()
    };
    let mut machine = Machine::new(side.module, Concrete, options);
    let args = default_args(&mut machine, name, sizes, seed)?;
    let results = machine.call(name, args.clone())?;
    let mut seen = Vec::new();
    for (at, arg) in args.iter().enumerate() {
        if matches!(arg, Value::MemRef(_)) {
            seen.push((Key::Argument(at), machine.read(arg)?));
        }
    }
    for (at, result) in results.iter().enumerate() {
        seen.push((Key::Result(at), machine.read(result)?));
    }
    Ok(seen)
}

fn default_args<D: Domain>(
    machine: &mut Machine<'_, D>,
    name: &str,
    sizes: &Sizes,
    seed: u64,
) -> std::result::Result<Vec<Value<D>>, Trap> {
    let extent = |arg: usize, dim: usize| sizes.extents.get(&(arg, dim)).copied().unwrap_or(1);
    let index = |arg: usize| sizes.indices.get(&arg).copied().unwrap_or(1);
    machine.default_args(name, &extent, &index, &|arg| Init::Seeded(seed * 64 + arg as u64))
}

/// The first element that differs by more than rounding.
fn difference(before: &Contents, after: &Contents) -> Option<(Vec<i64>, String, String)> {
    if before.shape != after.shape {
        let show = |c: &Contents| format!("shape {:?}", c.shape);
        return Some((Vec::new(), show(before), show(after)));
    }
    let differs = |x: &Elem, y: &Elem| match (x, y) {
        (Elem::Scalar(x), Elem::Scalar(y)) if x.ty == y.ty => {
            let (p, q) = (x.to_f64(), y.to_f64());
            match (p, q) {
                (Some(p), Some(q)) if p.is_finite() && q.is_finite() => {
                    (p - q).abs() > 1e-3 * p.abs().max(q.abs()).max(1e-3)
                }
                // Where sums overflow, their order decides between an infinity and no number.
                (Some(p), Some(q)) => !(p == q || p.is_nan() && !q.is_finite() || q.is_nan() && !p.is_finite()),
                _ => x != y,
            }
        }
        (x, y) => x != y,
    };
    let at = before.elems.iter().zip(&after.elems).position(|(x, y)| match (x, y) {
        (Some(x), Some(y)) => differs(x, y),
        // What `before` leaves undefined is free.
        (None, _) => false,
        (Some(_), None) => true,
    })?;
    let show = |c: &Contents| c.elems[at].as_ref().map_or("uninitialised".to_owned(), Elem::to_string);
    Some((before.index_of(at), show(before), show(after)))
}
