//! Execution: runs both programs on the same inputs at chosen sizes.
//!
//! Inputs are small integers, so that short sums and products are exact, and numbers drawn from the constants of both
//! programs, their neighbours, and the special values and ends of each format. Whether two numbers are the same is
//! decided in one place ([`compare`]). How equal the others are is asked of the term domain, then of the field.
//! Iterations of parallel loops run forward, backward and shuffled, and data races between them are errors.

mod compare;
mod execute;
mod points;

pub(crate) use execute::{
    EndedRun, LIMITS, ObservedPart, Setup, Strangers, argument_name, execute, global_pairs, see_globals,
};
pub(crate) use points::Point;
use polyvet_analysis::ids::ArrayId;
use typed_index_collections::TiVec;

use crate::assumptions::Assumptions;
use crate::buffers;
use crate::congruence::suspect_arguments;
use crate::events;
use crate::replay::ReplayedElement;
use crate::trace;
use crate::validate::ProgramSide;
use crate::witness::params_near;
use crate::{Coverage, Equal, Replay, Strength, Witness, WitnessKind};
use compare::{Licence, WrongElement};
use execute::ArgumentInputs;
use points::{POINTS_MAX, boundaries, choices, extremes, largest, modelled, roomy, second_tile, settle};
use polyvet_analysis::Scop;
use polyvet_analysis::extract::ExtractError;
use polyvet_executors::Accelerated;
use polyvet_interp::{
    ChosenSize, Code, Concrete, Field, Machine, Output, ParallelOrder, RunLimits, ScalarType, Sizes, TermDomain, Trap,
    Unknown, sizes_of,
};
use polyvet_ir::ops::Repeats;
use polyvet_ir::{Dim, Op, Type};
use polyvet_runs::pool::{Draw, Pool};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The two functions' names.
pub(crate) struct FunctionNames {
    /// Without `@`.
    pub before: String,
    /// Without `@`.
    pub after: String,
}

/// Runs both programs.
pub(crate) struct Runs<'a> {
    before: ProgramSide<'a>,
    after: ProgramSide<'a>,
    names: FunctionNames,
    orders: Vec<ParallelOrder>,
    limits: RunLimits,
    /// Extents that the types of `before` fix; those of `after` may leave them open.
    statics: Sizes,
    pool: Rc<Pool>,
    licence: Licence,
    assumptions: Option<&'a Assumptions>,
    /// The only element that is looked at.
    part: Option<ObservedPart>,
    strangers: Strangers,
    /// Operations other than calls that nobody knows.
    has_strangers: bool,
    /// Functions that are called and only declared.
    has_calls: bool,
    /// What new memory holds, if it is read; poison is a value then.
    leftovers: Option<u64>,
    /// The second program was undefined in a run where the first was not, though no result depended on that.
    went_wrong: Option<String>,
    /// The last run of the second program selected what was no poison.
    left_poison: bool,
    /// An event of the last run could see memory that nobody had written.
    saw_unwritten: bool,
    /// The programs differ unless these touch less than they may.
    doubt: Option<String>,
    agreed: u64,
    /// Sizes without iterations that were tried.
    empty: u64,
    equal: Equal,
    /// So many steps of the interpreter in all runs, also of those that stop.
    steps: Cell<u64>,
    trouble: Option<String>,
    /// An operation that a run met and nobody can run.
    refused: Option<String>,
}

/// What may be used up by all runs of one validation, in operations of the interpreter.
const STEPS_MAX: u64 = 40_000_000;
/// What more than the first inputs of a program with static sizes may use up.
const STEPS_MORE: u64 = 6_000_000;
/// Sizes of a first look, and how long each run of it may be.
const GLANCE: [i64; 3] = [2, 4, 7];
const GLANCE_STEPS: u64 = 10_000;
/// From so many pairs of a write and a read on, data flow costs more than a run of [`SEARCH_STEPS`].
const MANY_FLOWS: usize = 256;
/// The largest of the sizes at which many inputs are tried.
const BUSIEST_MAX: i64 = 8;
/// How long each run may be where what comes next takes seconds.
const SEARCH_STEPS: u64 = 1_000_000;
/// Sizes at which a proof is checked.
const CROSS_CHECK: [i64; 4] = [2, 1, 0, 3];
/// The largest of them that is next to a constant of the programs.
const CROSS_CHECK_MAX: i64 = 20;
/// How long each run of [`Runs::calls`] may be.
const CALL_STEPS: u64 = 100_000;
/// How many times as many elements a run may have at sizes where a difference is suspected: a tile of
/// `memref<?x2000xf64>` is only wrong from its second row of tiles on.
const SUSPECT_ELEMENTS: u64 = 8;
/// Runs of [`Draw::Edges`] in which all integers are the least, the largest, -1, or 0.
const EXTREME_RUNS: [u64; 4] = [1, 3, 5, 7];
/// Sizes without iterations at which all inputs are tried.
const EMPTY_MAX: u64 = 6;
/// Inputs of each kind at one size; and of programs that are so short that all special values can have their turn.
const ROUNDS: u64 = 6;
const ROUNDS_OF_SHORT: u64 = 40;
/// What a round of these may take.
const SHORT_STEPS: u64 = 10_000;

/// What came out at one size.
pub(crate) enum Tried {
    Agree,
    /// `before` is not defined there, for this reason.
    Undefined(String),
    /// One of our limits.
    Inconclusive,
    Differ(Box<Witness>),
}

/// What numbers say at one size of programs that do other operations there.
pub(crate) enum Numbers {
    /// They differ, in this element; with what is to be said about the inputs.
    Differ(Option<ReplayedElement>, Option<String>),
    Agree,
    /// No input was found on which both can be compared.
    NotRun(String),
}

/// What came out of one pair of runs.
enum ComparedRuns {
    Agree,
    Undefined(String),
    Inconclusive(String),
    Differ(Output, usize, Replay),
    Stopped(Trap),
}

impl ComparedRuns {
    fn is_difference(&self) -> bool {
        matches!(self, ComparedRuns::Differ(..) | ComparedRuns::Stopped(_))
    }
}

/// A call of both programs.
struct BothCall<'c> {
    point: &'c Point,
    /// Those of the point, and what types fix.
    sizes: Sizes,
    inputs: ArgumentInputs<'c>,
    order: ParallelOrder,
}

impl<'a> Runs<'a> {
    pub fn new(before: ProgramSide<'a>, after: ProgramSide<'a>) -> Runs<'a> {
        let name = |side: ProgramSide<'_>| side.module.symbol_path(side.func).unwrap_or_default();
        let orders = [
            ParallelOrder::Forward,
            ParallelOrder::Backward,
            ParallelOrder::Shuffled(7),
        ];
        let comparable = events::may_be_run(before, after);
        let orders = if may_reorder(after) { &orders[..] } else { &orders[..1] };
        Runs {
            before,
            after,
            names: FunctionNames {
                before: name(before),
                after: name(after),
            },
            orders: orders.to_vec(),
            limits: LIMITS,
            statics: statics(before),
            pool: Rc::new(compare::constants(before, after)),
            licence: Licence::of(before, after),
            assumptions: None,
            part: None,
            strangers: Strangers {
                unknown: if comparable { Unknown::Events } else { Unknown::Refused },
                globals: crate::validate::globals(before, after),
                seed: 0,
            },
            has_strangers: events::has_strangers(before),
            has_calls: events::has_calls(before),
            leftovers: None,
            went_wrong: None,
            left_poison: false,
            saw_unwritten: false,
            doubt: None,
            agreed: 0,
            empty: 0,
            equal: Equal::Bitwise,
            steps: Cell::new(0),
            trouble: None,
            refused: None,
        }
    }

    /// Only calls that keep to this.
    pub fn within(self, assumptions: &'a Assumptions) -> Runs<'a> {
        Runs {
            assumptions: Some(assumptions),
            ..self
        }
    }

    /// So many array elements in a run.
    pub fn elements(mut self, elements: u64) -> Runs<'a> {
        self.limits.elements = elements;
        self
    }

    /// Looks at nothing but one element.
    pub fn only(self, part: ObservedPart) -> Runs<'a> {
        Runs {
            part: Some(part),
            ..self
        }
    }

    /// A difference that a few short runs show, wherever all sizes are equal. Where data flow will take seconds, a
    /// longer run with a second row of tiles comes before it too.
    ///
    /// # Errors
    /// Those of isl.
    pub fn glance(&mut self, [before, after]: [&Scop; 2]) -> polyvet_poly::Result<Option<Box<Witness>>> {
        self.limits.steps = GLANCE_STEPS;
        let found = self.short(before, &GLANCE)?;
        if found.is_some() || flows(before).max(flows(after)) < MANY_FLOWS {
            return Ok(found);
        }
        self.limits.steps = SEARCH_STEPS;
        self.short(before, second_tile(self.before, self.after).as_slice())
    }

    /// As [`Runs::glance`], of programs without a model.
    pub fn glance_unmodelled(&mut self) -> Option<Box<Witness>> {
        self.limits.steps = SEARCH_STEPS;
        let numbers = sizes_of(self.before.module, self.before.func);
        let equal = GLANCE.map(|size| vec![size; numbers.len()]);
        let points = self.points_near(&numbers, equal.into_iter());
        let mut points = points.iter().enumerate();
        points.find_map(|(round, point)| self.on_each_draw(point, round as u64))
    }

    /// [`Runs::glance`] with runs that are not so short.
    ///
    /// # Errors
    /// Those of isl.
    pub fn search(&mut self, scop: &Scop) -> polyvet_poly::Result<Option<Box<Witness>>> {
        self.limits.steps = SEARCH_STEPS;
        self.short(scop, &GLANCE)
    }

    /// What a few short runs say of a proof.
    ///
    /// # Errors
    /// Those of isl.
    pub fn cross_check(&mut self, scop: Option<&Scop>, strength: Strength) -> polyvet_poly::Result<CrossCheck> {
        self.be_short(strength);
        let witness = match scop {
            Some(scop) => self.cross_checks(scop)?,
            None => self.cross_checks_unmodelled(),
        };
        Ok(match (witness, self.went_wrong.take()) {
            (Some(witness), _) => CrossCheck::Contradicted(witness),
            (None, Some(why)) => CrossCheck::Doubted(why),
            (None, None) => CrossCheck::Agreed,
        })
    }

    fn cross_checks(&mut self, scop: &Scop) -> polyvet_poly::Result<Option<Box<Witness>>> {
        let boundary = boundaries(self.before, self.after)
            .into_iter()
            .rfind(|size| *size <= CROSS_CHECK_MAX);
        let sizes: Vec<i64> = CROSS_CHECK.into_iter().chain(boundary).collect();
        self.short(scop, &sizes)
    }

    fn cross_checks_unmodelled(&mut self) -> Option<Box<Witness>> {
        let points = self.unmodelled(&boundaries(self.before, self.after));
        for (round, point) in points.iter().take(CROSS_CHECK.len()).enumerate() {
            if let found @ Some(_) = self.on_each_draw(point, round as u64) {
                return found;
            }
        }
        None
    }

    /// Short runs, which agree as far as a proof says.
    fn be_short(&mut self, strength: Strength) {
        self.limits.steps = GLANCE_STEPS;
        self.licence.exact = strength == Strength::Bitwise;
    }

    /// Whether all runs met something undefined in the first program.
    pub fn were_undefined(&self) -> bool {
        self.agreed == 0 && self.trouble.is_none()
    }

    /// A difference at these sizes, on one input of each kind.
    fn on_each_draw(&mut self, point: &Point, round: u64) -> Option<Box<Witness>> {
        let draw = |draw| ArgumentInputs::Drawn(Rc::clone(&self.pool), draw, round);
        for inputs in [ArgumentInputs::Integers(0), draw(Draw::Constants), draw(Draw::Special)] {
            if let Tried::Differ(witness) = self.try_input(point, inputs, &[ParallelOrder::Forward]) {
                return Some(witness);
            }
        }
        None
    }

    /// Whether numbers differ at these sizes: in element `wanted` in the first place.
    pub fn numbers(&mut self, point: &Point, wanted: &ReplayedElement) -> Numbers {
        let drawn = Draw::ALL.map(|draw| ArgumentInputs::Drawn(Rc::clone(&self.pool), draw, 0));
        let integers = [ArgumentInputs::Integers(0), ArgumentInputs::Integers(1)];
        let (agreed, mut elsewhere, mut why) = (self.agreed, None, None);
        for inputs in integers.into_iter().chain(drawn) {
            match self.try_input(point, inputs, &[ParallelOrder::Forward]) {
                Tried::Differ(witness) if witness.replay.element.as_ref().is_none_or(|at| at == wanted) => {
                    return Numbers::Differ(witness.replay.element, witness.replay.note);
                }
                Tried::Differ(witness) => elsewhere = elsewhere.or(Some(witness.replay)),
                Tried::Undefined(undefined) => why = why.or(Some(undefined)),
                Tried::Agree | Tried::Inconclusive => {}
            }
        }
        match elsewhere {
            Some(replay) => Numbers::Differ(replay.element, replay.note),
            None if self.agreed > agreed => Numbers::Agree,
            None => Numbers::NotRun(self.trouble.clone().or(why).unwrap_or_default()),
        }
    }

    /// Short runs where all sizes are near one of these.
    fn short(&mut self, scop: &Scop, sizes: &[i64]) -> polyvet_poly::Result<Option<Box<Witness>>> {
        for (round, size) in sizes.iter().enumerate() {
            let Some(params) = params_near(scop, scop.valid.clone(), &|_| *size)? else {
                continue;
            };
            let point = Point::of(scop, &params);
            if let found @ Some(_) = self.on_each_draw(&point, round as u64) {
                return Ok(found);
            }
            if scop.params.is_empty() && round > 0 {
                break;
            }
        }
        Ok(None)
    }

    /// Runs both programs at these sizes, on small integers in all orders.
    pub fn try_sizes(&mut self, point: &Point) -> Tried {
        let inputs = [ArgumentInputs::Integers(0), ArgumentInputs::Integers(1)];
        self.try_inputs(point, inputs.into_iter())
    }

    /// The same at sizes at which the models differ: few are tried, so each may be larger.
    pub fn try_suspect(&mut self, point: &Point) -> Tried {
        let elements = self.limits.elements;
        self.limits.elements = elements.saturating_mul(SUSPECT_ELEMENTS);
        let tried = self.try_sizes(point);
        self.limits.elements = elements;
        tried
    }

    /// Runs both programs at these sizes on these inputs: what the first of them say is said about all.
    fn try_inputs(&mut self, point: &Point, inputs: impl Iterator<Item = ArgumentInputs<'static>>) -> Tried {
        let orders = self.orders.clone();
        let mut first = None;
        for inputs in inputs {
            // Orders of iterations do not depend on the numbers.
            let orders = if matches!(inputs, ArgumentInputs::Integers(_)) {
                &orders[..]
            } else {
                &orders[..1]
            };
            match self.try_input(point, inputs, orders) {
                Tried::Differ(witness) => return Tried::Differ(witness),
                // Limits depend little on the numbers.
                Tried::Inconclusive => return first.unwrap_or(Tried::Inconclusive),
                Tried::Agree => first = Some(Tried::Agree),
                undefined @ Tried::Undefined(_) => first = first.or(Some(undefined)),
            }
        }
        first.unwrap_or(Tried::Inconclusive)
    }

    /// Runs both programs at these sizes, on one input, in these orders.
    fn try_input(&mut self, point: &Point, inputs: ArgumentInputs<'_>, orders: &[ParallelOrder]) -> Tried {
        for order in orders {
            let mut sizes = self.statics.clone();
            sizes.indices.extend(&point.sizes.indices);
            sizes.extents.extend(&point.sizes.extents);
            let case = BothCall {
                point,
                sizes,
                inputs: inputs.clone(),
                order: *order,
            };
            match self.guarded(&case) {
                ComparedRuns::Agree => self.agreed += 1,
                ComparedRuns::Undefined(why) => return Tried::Undefined(why),
                ComparedRuns::Inconclusive(why) => {
                    self.trouble = Some(why);
                    return Tried::Inconclusive;
                }
                ComparedRuns::Differ(output, at, replay) => {
                    return Tried::Differ(Box::new(self.differs(&case, output, at, replay)));
                }
                ComparedRuns::Stopped(trap) => return Tried::Differ(Box::new(self.stops(&case, &trap))),
            }
        }
        Tried::Agree
    }

    /// Short runs of these calls, on one input each: a witness, or how many agreed.
    pub fn calls(mut self, calls: &[Sizes]) -> std::result::Result<u64, Box<Witness>> {
        self.limits.steps = CALL_STEPS;
        let numbers = sizes_of(self.before.module, self.before.func);
        for (seed, call) in calls.iter().enumerate() {
            let values: Vec<i64> = numbers.iter().map(|number| call.get(*number).unwrap_or(1)).collect();
            let point = Point::of_values(self.before, &numbers, &values);
            let orders = self.orders.clone();
            if let Tried::Differ(witness) = self.try_input(&point, ArgumentInputs::Integers(seed as u64), &orders) {
                return Err(witness);
            }
        }
        Ok(self.agreed)
    }

    /// A difference at sizes like those of a witness of larger programs, which may have had other arguments: an
    /// argument of a known name has the size that it had, others all have one of the sizes there were.
    pub fn near(&mut self, known: &Witness) -> Option<Box<Witness>> {
        let numbers = sizes_of(self.before.module, self.before.func);
        let had: BTreeSet<i64> = known.params.iter().map(|(_, value)| *value).collect();
        let others: Vec<i64> = if had.is_empty() {
            GLANCE.to_vec()
        } else {
            had.into_iter().rev().collect()
        };
        for other in others {
            let mut point = Point::of_values(self.before, &numbers, &vec![other; numbers.len()]);
            let named = |label: &str| known.params.iter().find(|(name, _)| name == label);
            let values: Vec<i64> = (point.shown.iter())
                .map(|(label, value)| named(label).map_or(*value, |(_, known)| *known))
                .collect();
            point = Point::of_values(self.before, &numbers, &values);
            match self.try_sizes(&point) {
                Tried::Differ(witness) => return Some(witness),
                // Nothing is left that the sizes could change.
                _ if numbers.is_empty() => return None,
                _ => {}
            }
        }
        None
    }

    fn differs(&self, case: &BothCall<'_>, output: Output, at: usize, replay: Replay) -> Witness {
        let sides = (self.before, self.after);
        // What a buffer is, no operation computes.
        let values = replay.note.as_deref() != Some(buffers::NOTE);
        let run = (&case.sizes, self.part.as_ref(), &self.strangers);
        let traced = values.then(|| trace::first_difference(sides, &self.names, run, case.order, output, at));
        let (source, sink) = traced
            .flatten()
            .unwrap_or_else(|| (trace::whole(self.before), trace::whole(self.after)));
        let (array, element) = replay.element.clone().unwrap_or_default();
        Witness {
            kind: WitnessKind::Value,
            params: case.point.shown.clone(),
            array,
            element,
            source,
            sink,
            loop_name: None,
            workers: None,
            replay,
            holds_when: None,
        }
    }

    fn stops(&self, case: &BothCall<'_>, trap: &Trap) -> Witness {
        Witness {
            kind: WitnessKind::Undefined(trap.code),
            params: case.point.shown.clone(),
            array: String::new(),
            element: trap.index.clone(),
            source: trace::whole(self.before),
            sink: trace::stopped(self.after, trap),
            loop_name: None,
            workers: None,
            replay: Replay {
                confirmed: true,
                element: None,
                before: Some("defined".to_owned()),
                after: Some(trap.describe()),
                note: self.inputs_note(case),
            },
            holds_when: None,
        }
    }

    /// Runs one of the programs in a domain.
    fn run<D: Accelerated>(
        &self,
        domain: D,
        case: &BothCall<'_>,
        inputs: ArgumentInputs<'_>,
        first: bool,
    ) -> Result<EndedRun<'a, D>, Trap> {
        let (side, name, order) = match first {
            true => (self.before, &self.names.before, ParallelOrder::Forward),
            false => (self.after, &self.names.after, case.order),
        };
        let setup = Setup {
            sizes: &case.sizes,
            inputs,
            order,
            limits: self.limits,
            part: self.part.as_ref(),
            strangers: &self.strangers,
            leftovers: self.leftovers,
            spent: Some(&self.steps),
        };
        execute(side, domain, name, &setup, |_| {})
    }

    /// Runs both programs in a domain; `None` where one has no meaning in it.
    fn both<D: Accelerated + Clone>(
        &mut self,
        domain: &D,
        case: &BothCall<'_>,
        inputs: &ArgumentInputs<'_>,
    ) -> Option<(EndedRun<'a, D>, EndedRun<'a, D>)> {
        let mut first = self.run(domain.clone(), case, inputs.clone(), true).ok()?;
        let mut second = self.run(domain.clone(), case, inputs.clone(), false).ok()?;
        self.globals(&mut first, &mut second);
        Some((first, second))
    }

    /// Adds globals to what is seen of two runs.
    fn globals<D: Accelerated>(&self, first: &mut EndedRun<'a, D>, second: &mut EndedRun<'a, D>) {
        if self.part.is_none() {
            see_globals((self.before.module, first), (self.after.module, second));
        }
    }

    /// [`Runs::compare`], where nothing that is assumed is broken. Every witness is made behind this.
    fn guarded(&mut self, case: &BothCall<'_>) -> ComparedRuns {
        let holds = self
            .assumptions
            .map_or(Some(true), |assumptions| assumptions.hold(&case.sizes));
        if holds == Some(false) {
            return ComparedRuns::Undefined("what is assumed does not hold".to_owned());
        }
        let compared = self.compare(case);
        let compared = match self.has_strangers && compared.is_difference() {
            true => self.surely(case, compared),
            false => compared,
        };
        match (holds, compared) {
            (None, ComparedRuns::Differ(..) | ComparedRuns::Stopped(_)) => ComparedRuns::Inconclusive(
                "whether what is assumed holds depends on what the program computes".to_owned(),
            ),
            (_, compared) => compared,
        }
    }

    /// A difference, if it is also one where operations that nobody knows do as little as they can: whoever made
    /// `after` may know more of them.
    fn surely(&mut self, case: &BothCall<'_>, compared: ComparedRuns) -> ComparedRuns {
        let unknown = std::mem::replace(&mut self.strangers.unknown, Unknown::Functions);
        let again = self.compare(case);
        self.strangers.unknown = unknown;
        if again.is_difference() {
            return compared;
        }
        let why =
            "the programs differ if an operation that is not known touches memory, or must run as often as before";
        self.doubt = Some(why.to_owned());
        ComparedRuns::Inconclusive(why.to_owned())
    }

    fn compare(&mut self, case: &BothCall<'_>) -> ComparedRuns {
        self.strangers.seed = case.inputs.seed();
        let compared = self.compare_runs(case);
        match compared.is_difference() && self.saw_unwritten {
            true => ComparedRuns::Inconclusive("an operation that is not known may read what nobody wrote".to_owned()),
            false => compared,
        }
    }

    /// Whether there are operations that nobody knows.
    fn has_strangers(&self) -> bool {
        self.has_strangers || self.has_calls
    }

    fn inconclusive(&mut self, trap: &Trap) -> ComparedRuns {
        if trap.code == Code::UnsupportedOp {
            self.refused.get_or_insert_with(|| trap.describe());
        }
        ComparedRuns::Inconclusive(trap.describe())
    }

    fn compare_runs(&mut self, case: &BothCall<'_>) -> ComparedRuns {
        let mut first = match self.run(Concrete, case, case.inputs.clone(), true) {
            Ok(run) => run,
            Err(trap) if trap.code.is_inconclusive() => return self.inconclusive(&trap),
            Err(trap) => return ComparedRuns::Undefined(trap.describe()),
        };
        let mut second = match self.run(Concrete, case, case.inputs.clone(), false) {
            Ok(run) => run,
            Err(trap) if trap.code.is_inconclusive() => return self.inconclusive(&trap),
            Err(trap) => {
                self.saw_unwritten = first.machine.events_saw_unwritten();
                if self.leftovers.is_none()
                    && let Some(compared) = self.without_poison(case, &trap)
                {
                    return compared;
                }
                return ComparedRuns::Stopped(trap);
            }
        };
        self.globals(&mut first, &mut second);
        self.left_poison = second.machine.left_poison();
        self.saw_unwritten = first.machine.events_saw_unwritten();
        if let Some(WrongElement { output, at, shown }) = self.first_wrong(case, &first.seen, &second.seen) {
            // Of a part there is only its element.
            let at = at.map(|at| self.part.as_ref().map_or(at, |part| part.element));
            let contents = first.output(output);
            let element = at.and_then(|at| Some(contents?.index_of(at))).unwrap_or_default();
            let (before, after) = shown;
            let replay = Replay {
                confirmed: true,
                element: Some((self.label(output), element)),
                before: Some(before),
                after: Some(after),
                note: self.inputs_note(case),
            };
            return ComparedRuns::Differ(output, at.unwrap_or(0), replay);
        }
        if self.part.is_none()
            && let Some((at, before, after)) = buffers::differ(&first, &second, [self.before, self.after])
        {
            let replay = Replay {
                confirmed: true,
                element: Some((self.label(Output::Result(at)), Vec::new())),
                before: Some(before),
                after: Some(after),
                note: Some(buffers::NOTE.to_owned()),
            };
            return ComparedRuns::Differ(Output::Result(at), 0, replay);
        }
        let asked = matches!(case.inputs, ArgumentInputs::Integers(0)) && self.limits.steps == LIMITS.steps;
        if asked && self.equal != Equal::Numbers {
            self.equal = self.equal.min(self.how_equal(case));
        }
        ComparedRuns::Agree
    }

    /// How the runs compare if poison is a value, where that counts.
    ///
    /// That the second program goes wrong shows nothing where what has no value makes no difference: a program that
    /// packs narrow integers reads bytes that nobody wrote whole, and puts back the rest of what it read; one that pads
    /// with poison leaves that away later; one that selects computes what it does not select. (A broken promise that
    /// nothing takes away counts where it stands.)
    fn without_poison(&mut self, case: &BothCall<'_>, trap: &Trap) -> Option<ComparedRuns> {
        let may_be_selected = match trap.code {
            Code::UninitialisedRead if packs(self.before, self.after) || has_poison(self.after) => false,
            Code::PoisonUsed => false,
            Code::OutOfBounds if transfers_from_tensors(self.after) => false,
            code if code.is_poison() => true,
            _ => return None,
        };
        // A few, as what new memory holds is drawn.
        let mut compared = ComparedRuns::Agree;
        for seed in [1, 2, 3] {
            self.leftovers = Some(seed);
            compared = self.compare_runs(case);
            if !matches!(compared, ComparedRuns::Agree) {
                break;
            }
        }
        self.leftovers = None;
        match compared {
            ComparedRuns::Agree if !may_be_selected || self.left_poison => {
                let why = || format!("no result was seen to depend on it, but {}", trap.describe());
                self.went_wrong.get_or_insert_with(why);
                Some(ComparedRuns::Agree)
            }
            inconclusive @ ComparedRuns::Inconclusive(_) => Some(inconclusive),
            _ => None,
        }
    }

    /// What arguments hold in a run on other than small integers, if that is short.
    fn inputs_note(&self, case: &BothCall<'_>) -> Option<String> {
        if matches!(case.inputs, ArgumentInputs::Integers(_)) {
            return None;
        }
        let mut machine = Machine::new(self.before.module, Concrete, polyvet_interp::RunOptions::default());
        let args = machine.arguments(&self.names.before, &case.sizes, &|arg| case.inputs.init(arg));
        let mut shown = Vec::new();
        for (at, arg) in args.ok()?.iter().enumerate() {
            let contents = machine.read(arg).ok()?;
            if contents.ty != Some(ScalarType::Index) && contents.elems.len() <= SHOWN_MAX {
                shown.push(format!("{} = {contents}", argument_name(self.before, at)));
            }
        }
        Some(match shown.is_empty() {
            true => "on special values and the programs' own constants".to_owned(),
            false => format!("with {}", shown.join(", ")),
        })
    }

    /// How equal two runs that agree are.
    fn how_equal(&mut self, case: &BothCall<'_>) -> Equal {
        if self.agrees(&TermDomain::new(), case) {
            Equal::Bitwise
        } else if self.agrees(&Field::new(), case) {
            Equal::Reassociated
        } else {
            Equal::Numbers
        }
    }

    /// Whether both programs leave the same in a domain.
    fn agrees<D: Accelerated + Clone>(&mut self, domain: &D, case: &BothCall<'_>) -> bool {
        let inputs = ArgumentInputs::Symbolic(self.before);
        let both = self.both(domain, case, &inputs);
        both.is_some_and(|(first, second)| compare::all_same(&first.seen, &second.seen))
    }

    /// What people call an argument or result.
    fn label(&self, output: Output) -> String {
        match output {
            Output::Result(at) => format!("result{at}"),
            Output::Argument(at) => argument_name(self.before, at),
            Output::Events => "the events".to_owned(),
            Output::Global(id) => {
                let path = self.before.module.symbol_path(id);
                path.map_or(String::new(), |path| format!("@{path}"))
            }
        }
    }

    /// Tries small sizes, the smallest first: a difference, or else what agreed, or why nothing was seen.
    ///
    /// # Errors
    /// Those of isl.
    pub fn sweep(mut self, scop: Option<&Scop>) -> Result<Swept, ExtractError> {
        let boundaries = boundaries(self.before, self.after);
        let points = match scop {
            Some(scop) => modelled(scop, &boundaries)?,
            None => self.unmodelled(&boundaries),
        };
        let (mut tried, mut undefined) = (Vec::new(), None);
        for (at, point) in points.iter().enumerate() {
            let inputs = self.inputs(at as u64, point);
            match self.try_inputs(point, inputs.into_iter()) {
                Tried::Differ(witness) => return Ok(Swept::Differ(witness)),
                Tried::Agree => tried.push(point.clone()),
                Tried::Undefined(why) => undefined = undefined.or(Some(why)),
                Tried::Inconclusive if self.agreed == 0 => break,
                Tried::Inconclusive => {}
            }
            if self.steps.get() > STEPS_MAX {
                break;
            }
        }
        // What only few numbers show, at one of the sizes.
        if let Some(point) = self.busiest(&tried, &points)
            && let Some(witness) = self.try_more(&point)
        {
            return Ok(Swept::Differ(witness));
        }
        if self.agreed > 0
            && let Some(witness) = self.try_suspects(self.busiest(&tried, &points).as_ref())
        {
            return Ok(Swept::Differ(witness));
        }
        // Models know what is assumed, other sizes do not.
        if self.agreed > 0
            && self.assumptions.is_some()
            && let Some(witness) = self.try_extremes()
        {
            return Ok(Swept::Differ(witness));
        }
        if let Some(doubt) = self.doubt {
            return Ok(Swept::Nothing(doubt));
        }
        if self.agreed == 0 {
            let why = match (self.trouble, undefined) {
                (Some(trouble), _) => format!("it was not run: {trouble}"),
                (None, Some(why)) => format!("no run of `before` is defined ({why})"),
                (None, None) => "there are no sizes to try".to_owned(),
            };
            return Ok(Swept::Nothing(why));
        }
        // Runs that end before the operation say nothing of the sizes at which it is met.
        if let Some(why) = self.refused {
            return Ok(Swept::Nothing(format!("it was run at some sizes only: {why}")));
        }
        let text = match &points[..] {
            [only] if only.shown.is_empty() => "the static sizes".to_owned(),
            _ => format!("{} combinations of sizes up to {}", tried.len(), largest(&tried)),
        };
        Ok(Swept::Agree(Coverage {
            runs: self.agreed,
            sizes: text,
            orders: self.orders.len(),
            equal: self.equal,
            not_proved: String::new(),
        }))
    }

    /// The inputs at point number `at`.
    fn inputs(&mut self, at: u64, point: &Point) -> Vec<ArgumentInputs<'static>> {
        let pool = Rc::clone(&self.pool);
        let drawn = |draw, run| ArgumentInputs::Drawn(Rc::clone(&pool), draw, run);
        let draws = Draw::ALL.len() as u64;
        let mut inputs = vec![
            ArgumentInputs::Integers(0),
            drawn(Draw::ALL[(at % draws) as usize], at / draws),
        ];
        // Where loops do not run, what was moved out of them still does: divisors of 0, sums that overflow.
        if self.empty < EMPTY_MAX && point.shown.iter().any(|(_, size)| *size <= 0) {
            self.empty += 1;
            inputs.extend(Draw::ALL.map(|draw| drawn(draw, 0)));
            inputs.extend(EXTREME_RUNS.map(|run| drawn(Draw::Edges, run)));
        }
        inputs
    }

    /// Where most is computed, among sizes that are not large.
    fn busiest(&self, tried: &[Point], points: &[Point]) -> Option<Point> {
        if let [only] = points {
            return Some(only.clone());
        }
        let small = |point: &&Point| point.shown.iter().all(|(_, size)| *size <= BUSIEST_MAX);
        let sum = |point: &&Point| point.shown.iter().map(|(_, size)| size.max(&0)).sum::<i64>();
        tried.iter().filter(small).max_by_key(sum).cloned()
    }

    /// Many more inputs at these sizes.
    fn try_more(&mut self, point: &Point) -> Option<Box<Witness>> {
        let start = self.steps.get();
        for round in 0..ROUNDS_OF_SHORT {
            if round == ROUNDS && self.steps.get() - start > ROUNDS * SHORT_STEPS {
                return None;
            }
            let drawn = Draw::ALL.map(|draw| ArgumentInputs::Drawn(Rc::clone(&self.pool), draw, round));
            for inputs in drawn
                .into_iter()
                .chain([ArgumentInputs::Integers(round + 1), ArgumentInputs::Uniform(round)])
            {
                if self.steps.get() > start + STEPS_MORE {
                    return None;
                }
                if let Tried::Differ(witness) = self.try_inputs(point, std::iter::once(inputs)) {
                    return Some(witness);
                }
            }
        }
        None
    }

    /// Arguments for which bits say that the programs differ; `like` has the other sizes. Indices are kept that sums and
    /// products of two do not overflow: what differs beyond is no news to anybody.
    fn try_suspects(&mut self, like: Option<&Point>) -> Option<Box<Witness>> {
        let numbers = sizes_of(self.before.module, self.before.func);
        for suspect in suspect_arguments(self.before, self.after) {
            let suspect = Rc::new(suspect);
            // Indices may be what matters, or how often a loop runs.
            for keeps_indices in [false, true] {
                let given = |number: &ChosenSize| match number {
                    ChosenSize::Index(arg) if !keeps_indices => { suspect.0.iter() }
                        .find(|(known, _)| known == arg)
                        .map(|(_, bits)| *bits as i64)
                        .filter(|value| i32::try_from(*value).is_ok()),
                    _ => None,
                };
                let values: Vec<i64> = { numbers.iter() }
                    .map(|number| given(number).or_else(|| like?.sizes.get(*number)).unwrap_or(1))
                    .collect();
                let point = Point::of_values(self.before, &numbers, &values);
                let inputs = ArgumentInputs::Suspect(Rc::clone(&suspect));
                if let Tried::Differ(witness) = self.try_inputs(&point, std::iter::once(inputs)) {
                    return Some(witness);
                }
            }
        }
        None
    }

    /// Integer arguments at the ends of what they may be, in short runs: most loops over them never end.
    fn try_extremes(&mut self) -> Option<Box<Witness>> {
        let numbers = sizes_of(self.before.module, self.before.func);
        let limits = self.limits;
        self.limits.steps = GLANCE_STEPS;
        let mut found = None;
        for values in extremes(self.before, &numbers) {
            let point = Point::of_values(self.before, &numbers, &values);
            if let Tried::Differ(witness) = self.try_inputs(&point, std::iter::once(ArgumentInputs::Integers(0))) {
                found = Some(witness);
                break;
            }
        }
        self.limits = limits;
        found
    }

    /// All sizes of arguments, where no model says which agree with each other.
    fn unmodelled(&self, boundaries: &BTreeSet<i64>) -> Vec<Point> {
        let numbers = sizes_of(self.before.module, self.before.func);
        let mut values = choices(numbers.len(), boundaries);
        let roomy = roomy(&numbers);
        if values.len() + roomy.len() <= POINTS_MAX {
            values.extend(roomy);
        }
        let mut points = self.points_near(&numbers, values.into_iter());
        settle(&mut points);
        if numbers.is_empty() {
            points.truncate(1);
        }
        points
    }

    /// Points that are near to these values of the numbers that `before` takes, each once.
    fn points_near(&self, numbers: &[ChosenSize], choices: impl Iterator<Item = Vec<i64>>) -> Vec<Point> {
        let mut known = BTreeSet::new();
        let mut points = Vec::new();
        for choice in choices {
            let near = match self.assumptions {
                Some(assumptions) => assumptions.near(numbers, &choice, &self.statics),
                None => Some(choice),
            };
            if let Some(values) = near
                && known.insert(values.clone())
            {
                points.push(Point::of_values(self.before, numbers, &values));
            }
        }
        points
    }
}

/// Elements of an argument that are shown with a witness.
const SHOWN_MAX: usize = 8;

/// What a sweep over sizes gives.
pub(crate) enum Swept {
    Differ(Box<Witness>),
    Agree(Coverage),
    /// No run says anything, for this reason.
    Nothing(String),
}

/// What short runs say of a proof.
pub(crate) enum CrossCheck {
    Agreed,
    Contradicted(Box<Witness>),
    /// The second program is not what the first is, for this reason, though no result is seen to differ.
    Doubted(String),
}

/// Whether the buffers that the second program makes have wider integers than those of the first.
fn packs(before: ProgramSide<'_>, after: ProgramSide<'_>) -> bool {
    let narrowest = |side: ProgramSide<'_>| {
        let mut least = None;
        side.module.walk(side.func, &mut |_, op| {
            if let ("memref.alloc" | "memref.alloca", [result]) = (op.name.as_str(), &op.results[..])
                && let Type::Integer { width, .. } = side.module.ty(*result).elem()
            {
                least = Some(least.map_or(*width, |least: u32| least.min(*width)));
            }
        });
        least
    };
    matches!((narrowest(before), narrowest(after)), (Some(x), Some(y)) if x < y)
}

/// Whether a program reads tensors by transfers: a lane before 0 is poison then.
fn transfers_from_tensors(side: ProgramSide<'_>) -> bool {
    side.module.any_op(side.func, &mut |_, op| {
        op.name == "vector.transfer_read" && side.module.ty(op.operand(0)).is_tensor()
    })
}

/// Whether a program writes poison, which is an element that nobody wrote.
fn has_poison(side: ProgramSide<'_>) -> bool {
    side.module.any_op(side.func, &mut |_, op| op.name == "ub.poison")
}

/// Whether some loops of a program may run in any order.
pub(crate) fn may_reorder(side: ProgramSide<'_>) -> bool {
    let may_reorder = |op: &Op| op.info().repeats() == Some(Repeats::Parallel);
    side.module.any_op(side.module.top, &mut |_, op| may_reorder(op))
}

/// The extents that the types of the arguments fix.
fn statics(side: ProgramSide<'_>) -> Sizes {
    let module = side.module;
    let mut sizes = Sizes::default();
    let entry = module.only_block(side.func, 0);
    let args = entry.map_or(&[][..], |entry| &module.block(entry).args);
    for (at, arg) in args.iter().enumerate() {
        if let Type::MemRef { shape, .. } | Type::Tensor { shape, .. } = module.ty(*arg) {
            for (dim, extent) in shape.iter().enumerate() {
                if let Dim::Static(extent) = extent {
                    sizes.set(ChosenSize::Extent(at, dim), i64::try_from(*extent).unwrap_or(i64::MAX));
                }
            }
        }
    }
    sizes
}

/// Pairs of a write and a read of one array: what data flow looks at.
fn flows(scop: &Scop) -> usize {
    let mut counts: TiVec<ArrayId, _> = vec![(0, 0); scop.arrays.len()].into();
    for access in scop.stmts.iter().flat_map(|stmt| &stmt.accesses) {
        let (writes, reads) = &mut counts[access.array];
        match access.kind.is_write() {
            true => *writes += 1,
            false => *reads += 1,
        }
    }
    counts.iter().map(|(writes, reads)| writes * reads).sum()
}
