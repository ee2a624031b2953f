//! Execution: runs both programs on the same inputs at chosen sizes.
//!
//! Numbers decide: small integers as inputs, so that short sums and products are exact. Two values
//! that differ are excused if they are the same element of the prime field (module `Field` of the
//! interpreter): then they are equal up to the order of reductions, and only rounding differs. How
//! equal the others are is asked of the term domain, then of the field. Iterations of parallel loops
//! run forward, backward and shuffled, and data races between them are errors.

use crate::trace;
use crate::validate::{Call, Side};
use crate::witness::params_near;
use crate::{Coverage, Equal, Replay, Witness, WitnessKind};
use polyvet_analysis::extract::ExtractError;
use polyvet_analysis::{ParamOrigin, Scop};
use polyvet_interp::{
    Concrete, Contents, Domain, Elem, Field, Init, Limits, Machine, ParallelOrder, Term, Trap, Value,
};
use polyvet_ir::{AffineExpr, Attr, Dim, Type, ValueId};
use std::collections::{BTreeSet, HashMap};

/// Values of dynamic extents and index arguments, by argument number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sizes {
    extents: HashMap<(usize, usize), i64>,
    indices: HashMap<usize, i64>,
    /// For people.
    shown: Vec<(String, i64)>,
}

impl Sizes {
    /// `params` are in the order of [`Scop::params`].
    pub fn of(scop: &Scop, params: &[i64]) -> Sizes {
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

    /// Those with negative numbers last, else smaller ones first.
    fn order(&self) -> (usize, i64) {
        let values = || self.shown.iter().map(|(_, value)| *value);
        let negative = values().filter(|value| *value < 0).count();
        (negative, values().map(i64::abs).sum())
    }
}

/// A dynamic extent or index argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Knob {
    Extent(usize, usize),
    Index(usize),
}

/// The two functions' names.
pub(crate) struct Names {
    /// Without `@`.
    pub before: String,
    /// Without `@`.
    pub after: String,
}

/// Runs both programs.
pub(crate) struct Runs<'a> {
    before: Side<'a>,
    after: Side<'a>,
    names: Names,
    orders: Vec<ParallelOrder>,
    limits: Limits,
    agreed: u64,
    equal: Equal,
    steps: u64,
    trouble: Option<String>,
}

/// What may be used up by one run.
const LIMITS: Limits = Limits {
    steps: 3_000_000,
    elements: 1 << 18,
    calls: 64,
};
/// What may be used up by all runs of one validation, in operations of the interpreter.
const STEPS_MAX: u64 = 40_000_000;
/// Sizes of a first look, and how long each run of it may be.
const GLANCE: [i64; 3] = [2, 4, 7];
const GLANCE_STEPS: u64 = 10_000;
/// How long each run of [`Runs::calls`] may be.
const CALL_STEPS: u64 = 100_000;
/// Inputs per size.
const SEEDS: u64 = 2;
/// How many sizes are tried at the most.
const SIZES_MAX: usize = 160;

/// What came out at one size.
pub(crate) enum Tried {
    Agree,
    /// `before` is not defined there, for this reason.
    Undefined(String),
    /// One of our limits.
    Inconclusive,
    Differ(Box<Witness>),
}

/// What came out of one pair of runs.
enum Compared {
    Agree,
    Undefined(String),
    Inconclusive(String),
    Differ(Key, usize, Replay),
    Stopped(Trap),
}

impl<'a> Runs<'a> {
    pub fn new(before: Side<'a>, after: Side<'a>) -> Runs<'a> {
        let name = |side: Side<'_>| side.module.symbol_name(side.func).unwrap_or("").to_owned();
        let orders = [
            ParallelOrder::Forward,
            ParallelOrder::Backward,
            ParallelOrder::Shuffled(7),
        ];
        let orders = if may_reorder(after) { &orders[..] } else { &orders[..1] };
        Runs {
            before,
            after,
            names: Names {
                before: name(before),
                after: name(after),
            },
            orders: orders.to_vec(),
            limits: LIMITS,
            agreed: 0,
            equal: Equal::Bitwise,
            steps: 0,
            trouble: None,
        }
    }

    /// A difference that a few short runs show, wherever all sizes are equal.
    ///
    /// # Errors
    /// Those of isl.
    pub fn glance(before: Side<'a>, after: Side<'a>, scop: &Scop) -> polyvet_poly::Result<Option<Box<Witness>>> {
        let mut runs = Runs::new(before, after);
        runs.limits.steps = GLANCE_STEPS;
        for size in GLANCE {
            let Some(params) = params_near(scop, scop.valid.clone(), &|_| size)? else {
                continue;
            };
            let sizes = Sizes::of(scop, &params);
            match runs.compare(&sizes, 0, ParallelOrder::Forward) {
                Compared::Differ(key, at, replay) => {
                    let witness = runs.differs(&sizes, ParallelOrder::Forward, key, at, replay);
                    return Ok(Some(Box::new(witness)));
                }
                Compared::Stopped(trap) => return Ok(Some(Box::new(runs.stops(&sizes, &trap)))),
                Compared::Agree | Compared::Undefined(_) | Compared::Inconclusive(_) => {}
            }
            if scop.params.is_empty() {
                break;
            }
        }
        Ok(None)
    }

    /// Runs both programs at these sizes, on all inputs and in all orders.
    pub fn try_sizes(&mut self, sizes: &Sizes) -> Tried {
        let mut seeds = (0..SEEDS).map(|seed| self.try_input(sizes, seed));
        let trouble = seeds.find(|tried| !matches!(tried, Tried::Agree));
        trouble.unwrap_or(Tried::Agree)
    }

    /// Runs both programs at these sizes, on one input, in all orders.
    fn try_input(&mut self, sizes: &Sizes, seed: u64) -> Tried {
        for order in self.orders.clone() {
            match self.compare(sizes, seed, order) {
                Compared::Agree => self.agreed += 1,
                Compared::Undefined(why) => return Tried::Undefined(why),
                Compared::Inconclusive(why) => {
                    self.trouble = Some(why);
                    return Tried::Inconclusive;
                }
                Compared::Differ(key, at, replay) => {
                    return Tried::Differ(Box::new(self.differs(sizes, order, key, at, replay)));
                }
                Compared::Stopped(trap) => return Tried::Differ(Box::new(self.stops(sizes, &trap))),
            }
        }
        Tried::Agree
    }

    /// Short runs of these calls, on one input each: a witness, or how many agreed.
    pub fn calls(mut self, calls: &[Call]) -> std::result::Result<u64, Box<Witness>> {
        self.limits.steps = CALL_STEPS;
        let knobs = knobs(self.before);
        for (seed, call) in calls.iter().enumerate() {
            let value = |knob: &Knob| match knob {
                Knob::Extent(arg, dim) => call.extents.get(&(*arg, *dim)).copied(),
                Knob::Index(arg) => call.indices.get(arg).copied(),
            };
            let values: Vec<i64> = knobs.iter().map(|knob| value(knob).unwrap_or(1)).collect();
            let sizes = self.sizes(&knobs, &values);
            if let Tried::Differ(witness) = self.try_input(&sizes, seed as u64) {
                return Err(witness);
            }
        }
        Ok(self.agreed)
    }

    fn differs(&self, sizes: &Sizes, order: ParallelOrder, key: Key, at: usize, replay: Replay) -> Witness {
        let sides = (self.before, self.after);
        let (source, sink) = trace::first_difference(sides, &self.names, sizes, order, key, at)
            .unwrap_or_else(|| (trace::whole(self.before), trace::whole(self.after)));
        let (array, element) = replay.element.clone().unwrap_or_default();
        Witness {
            kind: WitnessKind::Value,
            params: sizes.shown.clone(),
            array,
            element,
            source,
            sink,
            loop_name: None,
            replay,
        }
    }

    fn stops(&self, sizes: &Sizes, trap: &Trap) -> Witness {
        Witness {
            kind: WitnessKind::Undefined(trap.code),
            params: sizes.shown.clone(),
            array: String::new(),
            element: trap.index.clone(),
            source: trace::whole(self.before),
            sink: trace::stopped(self.after, trap),
            loop_name: None,
            replay: Replay {
                confirmed: true,
                element: None,
                before: Some("defined".to_owned()),
                after: Some(trap.describe()),
                note: None,
            },
        }
    }

    fn compare(&mut self, sizes: &Sizes, seed: u64, order: ParallelOrder) -> Compared {
        let run = |side, name: &str, order| {
            let setup = Setup {
                sizes,
                inputs: Inputs::Seeded(seed),
                order,
                limits: self.limits,
            };
            execute(side, Concrete, name, setup, |_| {})
        };
        let first = match run(self.before, &self.names.before, ParallelOrder::Forward) {
            Ok(run) => run,
            Err(trap) if trap.code.is_inconclusive() => return Compared::Inconclusive(trap.describe()),
            Err(trap) => return Compared::Undefined(trap.describe()),
        };
        let second = match run(self.after, &self.names.after, order) {
            Ok(run) => run,
            Err(trap) if trap.code.is_inconclusive() => return Compared::Inconclusive(trap.describe()),
            Err(trap) => return Compared::Stopped(trap),
        };
        self.steps += first.machine.steps() + second.machine.steps();
        for (key, before) in &first.seen {
            let Some((_, after)) = second.seen.iter().find(|(other, _)| other == key) else {
                continue;
            };
            let Some((at, before, after)) = difference(before, after) else {
                continue;
            };
            if at.is_some_and(|at| self.is_rounding(sizes, seed, order, *key, at)) {
                self.equal = self.equal.min(Equal::Reassociated);
                continue;
            }
            let contents = &first.seen.iter().find(|(other, _)| other == key).expect("just seen").1;
            let element = at.map_or(Vec::new(), |at| contents.index_of(at));
            let replay = Replay {
                confirmed: true,
                element: Some((self.label(*key), element)),
                before: Some(before),
                after: Some(after),
                note: None,
            };
            return Compared::Differ(*key, at.unwrap_or(0), replay);
        }
        if seed == 0 && self.equal != Equal::Numbers && self.limits == LIMITS {
            self.equal = self.equal.min(self.how_equal(sizes, order));
        }
        Compared::Agree
    }

    /// Whether an element whose numbers differ is the same element of the field.
    fn is_rounding(&self, sizes: &Sizes, seed: u64, order: ParallelOrder, key: Key, at: usize) -> bool {
        let of = |side, name: &str, order| {
            let setup = Setup::symbolic(self.before, sizes, order);
            let run = execute(side, Field::with_seed(seed), name, setup, |_| {}).ok()?;
            let (_, contents) = run.seen.into_iter().find(|(other, _)| *other == key)?;
            contents.elems.into_iter().nth(at)?
        };
        let first = of(self.before, &self.names.before, ParallelOrder::Forward);
        first.is_some() && first == of(self.after, &self.names.after, order)
    }

    /// How equal two runs that agree are.
    fn how_equal(&mut self, sizes: &Sizes, order: ParallelOrder) -> Equal {
        if self.agrees(Term::new(), Term::new(), sizes, order) {
            Equal::Bitwise
        } else if self.agrees(Field::new(), Field::new(), sizes, order) {
            Equal::Reassociated
        } else {
            Equal::Numbers
        }
    }

    fn agrees<D: Domain>(&mut self, x: D, y: D, sizes: &Sizes, order: ParallelOrder) -> bool {
        let setup = |order| Setup::symbolic(self.before, sizes, order);
        let first = execute(
            self.before,
            x,
            &self.names.before,
            setup(ParallelOrder::Forward),
            |_| {},
        );
        let second = execute(self.after, y, &self.names.after, setup(order), |_| {});
        let (Ok(first), Ok(second)) = (first, second) else {
            return false;
        };
        self.steps += first.machine.steps() + second.machine.steps();
        first.seen.iter().all(|(key, before)| {
            let after = second.seen.iter().find(|(other, _)| other == key);
            after.is_none_or(|(_, after)| {
                let same = |(x, y): (&Option<Elem>, &Option<Elem>)| x.is_none() || x == y;
                before.elems.iter().zip(&after.elems).all(same)
            })
        })
    }

    /// What people call an argument or result.
    fn label(&self, key: Key) -> String {
        match key {
            Key::Result(at) => format!("result{at}"),
            Key::Argument(at) => argument_name(self.before, at),
        }
    }

    /// Tries small sizes, the smallest first: a difference, or else what agreed, or why nothing was seen.
    ///
    /// # Errors
    /// Those of isl.
    pub fn sweep(mut self, scop: Option<&Scop>) -> Result<Swept, ExtractError> {
        let boundaries = boundaries(self.before, self.after);
        let sizes = match scop {
            Some(scop) => modelled_sizes(scop, &boundaries)?,
            None => self.unmodelled_sizes(&boundaries),
        };
        let (mut tried, mut undefined) = (0_usize, None);
        for size in &sizes {
            match self.try_sizes(size) {
                Tried::Differ(witness) => return Ok(Swept::Differ(witness)),
                Tried::Agree => tried += 1,
                Tried::Undefined(why) => undefined = undefined.or(Some(why)),
                Tried::Inconclusive if self.agreed == 0 => break,
                Tried::Inconclusive => {}
            }
            if self.steps > STEPS_MAX {
                break;
            }
        }
        if self.agreed == 0 {
            let why = match (self.trouble, undefined) {
                (Some(trouble), _) => format!("it was not run: {trouble}"),
                (None, Some(why)) => format!("no run of `before` is defined ({why})"),
                (None, None) => "there are no sizes to try".to_owned(),
            };
            return Ok(Swept::Nothing(why));
        }
        let text = match &sizes[..] {
            [only] if only.shown.is_empty() => "the static sizes".to_owned(),
            _ => format!("{tried} combinations of sizes up to {}", largest(&sizes)),
        };
        Ok(Swept::Agree(Coverage {
            runs: self.agreed,
            sizes: text,
            orders: self.orders.len(),
            equal: self.equal,
            not_proved: String::new(),
        }))
    }

    /// All sizes of arguments, where no model says which agree with each other.
    fn unmodelled_sizes(&self, boundaries: &BTreeSet<i64>) -> Vec<Sizes> {
        let knobs = knobs(self.before);
        let choices = choices(knobs.len(), boundaries);
        let mut sizes: Vec<Sizes> = choices.iter().map(|values| self.sizes(&knobs, values)).collect();
        settle(&mut sizes);
        sizes
    }

    fn sizes(&self, knobs: &[Knob], values: &[i64]) -> Sizes {
        let mut sizes = Sizes::default();
        for (knob, value) in knobs.iter().zip(values) {
            match *knob {
                Knob::Extent(arg, dim) => {
                    sizes.extents.insert((arg, dim), value.abs());
                    let name = argument_name(self.before, arg);
                    sizes.shown.push((format!("{name}.{dim}"), value.abs()));
                }
                Knob::Index(arg) => {
                    sizes.indices.insert(arg, *value);
                    sizes.shown.push((argument_name(self.before, arg), *value));
                }
            }
        }
        sizes
    }
}

/// What a sweep over sizes gives.
pub(crate) enum Swept {
    Differ(Box<Witness>),
    Agree(Coverage),
    /// No run says anything, for this reason.
    Nothing(String),
}

/// Whether some loops of a program may run in any order.
fn may_reorder(side: Side<'_>) -> bool {
    let mut found = false;
    side.module.walk(side.module.top, &mut |_, op| {
        found |= matches!(op.name.as_str(), "affine.parallel" | "scf.parallel" | "scf.forall");
    });
    found
}

fn argument_name(side: Side<'_>, at: usize) -> String {
    let module = side.module;
    let entry = module.only_block(side.func, 0);
    let value = entry.and_then(|entry| module.block(entry).args.get(at).copied());
    value.map_or(format!("argument{at}"), |value| {
        module.value_name(value).trim_start_matches('%').to_owned()
    })
}

/// The dynamic extents and index arguments.
fn knobs(side: Side<'_>) -> Vec<Knob> {
    let module = side.module;
    let Some(entry) = module.only_block(side.func, 0) else {
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

/// Sizes that are always tried; only index arguments are negative.
const SMALL: [i64; 10] = [-2, -1, 0, 1, 2, 3, 4, 5, 7, 8];
/// What the others are while one size is varied.
const REST: [i64; 2] = [2, 3];
/// Sizes of which all combinations are tried, if there are few.
const SMALL_EACH: [i64; 3] = [0, 1, 2];
/// Up to here the smallest extents are searched that fit.
const EXTENT_SEARCHED: i64 = 12;
/// Largest size that is tried for the sake of a constant of the program.
const BOUNDARY_MAX: i64 = 130;

/// Sizes next to multiples of the constants of both programs, which are where tiles begin and end.
fn boundaries(before: Side<'_>, after: Side<'_>) -> BTreeSet<i64> {
    let mut constants = BTreeSet::new();
    for side in [before, after] {
        side.module.walk(side.func, &mut |_, op| {
            for (_, attr) in op.properties.iter().chain(op.attrs.iter()) {
                constants_of(attr, &mut constants);
            }
        });
    }
    let tiles = constants.into_iter().filter(|n| (2..=64).contains(n)).take(6);
    tiles
        .flat_map(|n| [n - 1, n, n + 1, 2 * n, 2 * n + 1])
        .filter(|size| *size <= BOUNDARY_MAX)
        .collect()
}

fn constants_of(attr: &Attr, found: &mut BTreeSet<i64>) {
    fn of_expr(expr: &AffineExpr, found: &mut BTreeSet<i64>) {
        match expr {
            AffineExpr::Const(value) => {
                found.insert(value.saturating_abs());
            }
            AffineExpr::Bin(_, left, right) => {
                of_expr(left, found);
                of_expr(right, found);
            }
            AffineExpr::Dim(_) | AffineExpr::Sym(_) => {}
        }
    }
    match attr {
        Attr::Int { ty: Type::Index, .. } => found.extend(attr.as_i64().map(i64::saturating_abs)),
        Attr::AffineMap(map) => map.results.iter().for_each(|expr| of_expr(expr, found)),
        Attr::DenseArray { .. } => found.extend(attr.as_i64s().unwrap_or_default()),
        _ => {}
    }
}

/// Values of `count` sizes: all equal, one that differs from the others, and all small ones if there are few.
fn choices(count: usize, boundaries: &BTreeSet<i64>) -> Vec<Vec<i64>> {
    let values: BTreeSet<i64> = SMALL.into_iter().chain(boundaries.iter().copied()).collect();
    let mut choices: Vec<Vec<i64>> = values.iter().map(|value| vec![*value; count]).collect();
    for at in 0..count {
        for rest in REST {
            for value in &values {
                let mut choice = vec![rest; count];
                choice[at] = *value;
                choices.push(choice);
            }
        }
    }
    let small = SMALL_EACH.len();
    let all = small.checked_pow(count as u32).filter(|all| *all <= SIZES_MAX);
    for number in 0..all.unwrap_or(0) {
        let digit = |at: usize| SMALL_EACH[number / small.pow(at as u32) % small];
        choices.push((0..count).map(digit).collect());
    }
    choices
}

/// Sizes that agree with each other and with what is assumed. Extents follow from other parameters where
/// there are some, and are as small as these allow.
fn modelled_sizes(scop: &Scop, boundaries: &BTreeSet<i64>) -> Result<Vec<Sizes>, ExtractError> {
    let is_free = |at: &usize| matches!(scop.params[*at].origin, ParamOrigin::Value(_));
    let mut free: Vec<usize> = (0..scop.params.len()).filter(is_free).collect();
    if free.is_empty() {
        free = (0..scop.params.len()).collect();
    }
    let mut sizes = Vec::new();
    let mut known = BTreeSet::new();
    for choice in choices(free.len(), boundaries) {
        // To look for the smallest extent takes as many questions as it is large.
        let most = choice.iter().copied().max().unwrap_or(0);
        let extent = if most <= EXTENT_SEARCHED { 0 } else { most };
        let wanted = |at: usize| free.iter().position(|free| *free == at).map_or(extent, |n| choice[n]);
        if let Some(params) = params_near(scop, scop.valid.clone(), &wanted)?
            && known.insert(params.clone())
        {
            sizes.push(Sizes::of(scop, &params));
        }
    }
    settle(&mut sizes);
    Ok(sizes)
}

/// Smallest first, and not too many: of too many every second, third, .. one, from the whole range.
fn settle(sizes: &mut Vec<Sizes>) {
    sizes.sort_by_key(Sizes::order);
    let every = sizes.len().div_ceil(SIZES_MAX).max(1);
    let mut at = 0;
    sizes.retain(|_| {
        at += 1;
        (at - 1) % every == 0
    });
}

fn largest(sizes: &[Sizes]) -> i64 {
    let values = sizes.iter().flat_map(|size| size.shown.iter().map(|(_, value)| *value));
    values.max().unwrap_or(0)
}

/// Something that can be seen after a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    /// A memref argument, by number.
    Argument(usize),
    /// A result, by number.
    Result(usize),
}

/// A run that ended.
pub(crate) struct Run<'m, D: Domain> {
    pub machine: Machine<'m, D>,
    pub args: Vec<Value<D>>,
    pub results: Vec<Value<D>>,
    /// What can be seen.
    pub seen: Vec<(Key, Contents)>,
}

/// What arguments hold.
#[derive(Clone, Copy)]
pub(crate) enum Inputs<'a> {
    /// Small numbers.
    Seeded(u64),
    /// Unknowns of the domain, called as the arguments of this program.
    Symbolic(Side<'a>),
}

/// How to run a function.
#[derive(Clone, Copy)]
pub(crate) struct Setup<'a> {
    /// Extents and index arguments.
    pub sizes: &'a Sizes,
    /// Other arguments.
    pub inputs: Inputs<'a>,
    /// Order of parallel iterations.
    pub order: ParallelOrder,
    /// When to stop.
    pub limits: Limits,
}

impl<'a> Setup<'a> {
    /// On unknowns.
    pub fn symbolic(names: Side<'a>, sizes: &'a Sizes, order: ParallelOrder) -> Setup<'a> {
        Setup {
            sizes,
            inputs: Inputs::Symbolic(names),
            order,
            limits: LIMITS,
        }
    }
}

/// Calls the function; `prepare` sees the machine before that.
pub(crate) fn execute<'m, D: Domain>(
    side: Side<'m>,
    domain: D,
    name: &str,
    setup: Setup<'_>,
    prepare: impl FnOnce(&mut Machine<'m, D>),
) -> Result<Run<'m, D>, Trap> {
    let options = polyvet_interp::Options {
        limits: setup.limits,
        parallel: setup.order,
        races: true,
        ..polyvet_interp::Options::default()
    };
    let mut machine = Machine::new(side.module, domain, options);
    let sizes = setup.sizes;
    let extent = |arg: usize, dim: usize| sizes.extents.get(&(arg, dim)).copied().unwrap_or(1);
    let index = |arg: usize| sizes.indices.get(&arg).copied().unwrap_or(1);
    let init = |arg: usize| match setup.inputs {
        Inputs::Seeded(seed) => Init::Seeded(seed * 64 + arg as u64),
        Inputs::Symbolic(names) => Init::Inputs {
            argument: arg as u32,
            name: argument_name(names, arg),
        },
    };
    let args = machine.default_args(name, &extent, &index, &init)?;
    prepare(&mut machine);
    let results = machine.call(name, args.clone())?;
    let mut seen = Vec::new();
    for (at, arg) in args.iter().enumerate() {
        if arg.is_memref() {
            seen.push((Key::Argument(at), machine.read(arg)?));
        }
    }
    for (at, result) in results.iter().enumerate() {
        seen.push((Key::Result(at), machine.read(result)?));
    }
    Ok(Run {
        machine,
        args,
        results,
        seen,
    })
}

/// The first element that differs by more than rounding, and the two values; no element if the shapes
/// differ.
fn difference(before: &Contents, after: &Contents) -> Option<(Option<usize>, String, String)> {
    if before.shape != after.shape {
        let show = |c: &Contents| format!("shape {:?}", c.shape);
        return Some((None, show(before), show(after)));
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
    Some((Some(at), show(before), show(after)))
}
