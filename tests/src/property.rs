//! What must hold of every program, every script and every answer.
//!
//! For a program, some sizes and a script:
//!
//! - the program is read, modelled and run, and the model, the interpreter and [`polyvet_generate::trace`]
//!   agree on instances, their order, what they touch, and which inputs are valid;
//! - `proved`: the generated program leaves the same terms at all sizes, in every order of its
//!   parallel loops, and no two iterations of a marked loop conflict;
//! - `reassociated`: the same on wrapping integers;
//! - `refuted`: at the parameters of the witness both instances exist, run in the stated order, touch
//!   the stated element, and the new times do not keep that order.

use crate::judge::{BareAnswer, RewriteJudge};
use crate::model::{CallSizes, InstanceTimes, MarkedLoop, Moment, Subject, contains, marks};
use crate::runs::{ObservedRun, on_numbers, on_terms};
use polyvet_analysis::{AccessKind, Rewrite};
use polyvet_generate::program::{ARRAYS, Elem, RandomProgram};
use polyvet_generate::trace::{Memory, TracedElement, TracedInstance};
use polyvet_interp::{DataElem as Contained, ParallelOrder};
use polyvet_verify::legality::Checker;
use polyvet_verify::{Witness, WitnessKind};
use std::collections::{BTreeSet, HashMap};

/// More instances than this are not enumerated one by one.
const INSTANCES_MAX: usize = 160;

/// Orders of parallel loops to try.
const ORDERS: [ParallelOrder; 3] = [
    ParallelOrder::Forward,
    ParallelOrder::Backward,
    ParallelOrder::Shuffled(5),
];

/// What became of a case.
#[derive(Clone, Debug, Default)]
pub struct CaseOutcome {
    /// The answer; [`None`] if a step had no place.
    pub answer: Option<BareAnswer>,
    /// Why it was not decided.
    pub reason: Option<String>,
    /// Not decided, though a run shows a difference.
    pub missed: Option<String>,
    /// How many inputs were tried.
    pub inputs: usize,
    /// On how many of them the program is defined.
    pub valid: usize,
}

/// Checks one program under one script.
///
/// # Errors
/// The property that is broken, in words.
pub fn check(
    program: &RandomProgram,
    script: &str,
    sizes: &[Vec<i64>],
    judge: &dyn RewriteJudge,
) -> Result<CaseOutcome, String> {
    let case = SizedCase::new(program, sizes)?;
    let mut outcome = CaseOutcome {
        answer: None,
        reason: None,
        missed: None,
        inputs: sizes.len(),
        valid: case.inputs.len(),
    };
    let Some(rewrite) = case.subject.rewrite(script)? else {
        return Ok(outcome);
    };
    let checker = Checker::new(&case.subject.scop, 0).map_err(|error| error.to_string())?;
    let judgement = judge.judge(&case.subject, &checker, script, &rewrite)?;
    outcome.answer = Some(judgement.answer);
    outcome.reason = judgement
        .reason
        .map(|reason| format!("{}: {}", reason.code, reason.message));
    match judgement.answer {
        BareAnswer::Proved => {
            case.no_races(&rewrite)?;
            case.same_terms(&rewrite)?;
        }
        BareAnswer::Reassociated => {
            case.no_races(&rewrite)?;
            same_numbers(program, script, sizes)?;
        }
        BareAnswer::Refuted => match &judgement.witness {
            Some(witness) if !matches!(witness.kind, WitnessKind::Value | WitnessKind::Undefined(_)) => {
                case.is_fault(&rewrite, witness)?;
            }
            _ => case.has_fault(&rewrite)?,
        },
        // Floats that overflow tell little.
        BareAnswer::Tested => outcome.missed = same_numbers(program, script, sizes).err(),
        BareAnswer::Unknown => outcome.missed = case.same_terms(&rewrite).err(),
    }
    Ok(outcome)
}

/// Whether a program is defined on an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Defined {
    Yes,
    /// It runs, but only because some loop has no iteration: see `Scop::valid`.
    NotMeant,
    No,
}

/// A program at all sizes at which it is defined.
struct SizedCase<'p> {
    program: &'p RandomProgram,
    subject: Subject,
    inputs: Vec<PropertyInput>,
}

struct PropertyInput {
    sizes: CallSizes,
    /// Of the model.
    params: Vec<i64>,
    trace: Vec<TracedInstance>,
}

impl SizedCase<'_> {
    fn new<'p>(program: &'p RandomProgram, sizes: &[Vec<i64>]) -> Result<SizedCase<'p>, String> {
        let subject = Subject::read(&program.text())?;
        if subject.scop.stmts.len() != program.statements().len() {
            return Err(format!(
                "{} statements in the model, {} in the program",
                subject.scop.stmts.len(),
                program.statements().len()
            ));
        }
        let mut case = SizedCase {
            program,
            subject,
            inputs: Vec::new(),
        };
        for values in sizes {
            let trace = program.trace(values);
            let mut sizes = case.sizes(values, &trace);
            let mut defined = case.is_defined(values, &sizes, &trace)?;
            for slack in [2, 10] {
                // What nothing touches must be there too if the program means it.
                if defined == Defined::NotMeant {
                    sizes.extents.values_mut().for_each(|extent| *extent += slack);
                    defined = case.is_defined(values, &sizes, &trace)?;
                }
            }
            let params = case
                .subject
                .params(&sizes)
                .ok_or("the model has a parameter that is no argument")?;
            if defined == Defined::Yes {
                case.inputs.push(PropertyInput { sizes, params, trace });
            }
        }
        case.model_is_right()?;
        case.interpreter_is_right()?;
        Ok(case)
    }

    /// Whether the program is defined, on which model, interpreter and trace must agree.
    fn is_defined(&self, values: &[i64], sizes: &CallSizes, trace: &[TracedInstance]) -> Result<Defined, String> {
        let inside = trace.iter().all(|instance| self.is_inside(sizes, instance));
        let not = if inside { "" } else { "not " };
        let params = self
            .subject
            .params(sizes)
            .ok_or("the model has a parameter that is no argument")?;
        let in_bounds = self.subject.scop.defined().map_err(|error| error.to_string())?;
        if inside != contains(&in_bounds, &params) {
            return Err(format!(
                "the program is {not}in bounds at {values:?}, the model says otherwise"
            ));
        }
        let run = on_terms(&self.subject.module, "random", sizes, ParallelOrder::Forward);
        match (run, contains(&self.subject.scop.valid, &params)) {
            (Ok(_), _) if !inside => Err(format!(
                "the interpreter does not see an access out of bounds at {values:?}"
            )),
            (Err(trap), _) if inside => Err(format!("the program does not run at {values:?}: {}", trap.describe())),
            (_, true) if !inside => Err(format!("the model means a program that is not in bounds at {values:?}")),
            (_, true) => Ok(Defined::Yes),
            (_, false) if inside => Ok(Defined::NotMeant),
            (_, false) => Ok(Defined::No),
        }
    }

    /// Extents that are just large enough.
    fn sizes(&self, values: &[i64], trace: &[TracedInstance]) -> CallSizes {
        let mut sizes = CallSizes {
            indices: values.iter().copied().enumerate().collect(),
            ..CallSizes::default()
        };
        let touched = |instance: &TracedInstance| [&instance.reads[..], std::slice::from_ref(&instance.write)].concat();
        for (array, decl) in self.program.arrays.iter().enumerate() {
            for dim in (0..decl.extents.len()).filter(|dim| decl.extents[*dim].is_none()) {
                let used = trace
                    .iter()
                    .flat_map(touched)
                    .filter(|(a, _)| *a == array)
                    .map(|(_, at)| at[dim] + 1);
                sizes
                    .extents
                    .insert((values.len() + array, dim), used.max().unwrap_or(0).max(0));
            }
        }
        sizes
    }

    fn extent(&self, sizes: &CallSizes, array: usize, dim: usize) -> i64 {
        self.program.arrays[array].extents[dim].unwrap_or_else(|| {
            sizes
                .extents
                .get(&(self.program.params + array, dim))
                .copied()
                .unwrap_or(1)
        })
    }

    fn is_inside(&self, sizes: &CallSizes, instance: &TracedInstance) -> bool {
        let inside = |(array, at): &TracedElement| {
            at.iter()
                .enumerate()
                .all(|(dim, index)| (0..self.extent(sizes, *array, dim)).contains(index))
        };
        instance.reads.iter().all(inside) && inside(&instance.write)
    }

    /// The largest input that can be enumerated.
    fn largest(&self) -> Option<&PropertyInput> {
        self.inputs
            .iter()
            .filter(|input| input.trace.len() <= INSTANCES_MAX)
            .max_by_key(|input| input.trace.len())
    }

    /// The model has the instances of the program, in its order, with its accesses.
    fn model_is_right(&self) -> Result<(), String> {
        let Some(input) = self.largest() else { return Ok(()) };
        let scop = &self.subject.scop;
        let times = self
            .subject
            .times(&scop.schedule, &input.params, INSTANCES_MAX)?
            .ok_or("too many instances in the model")?;
        let mut ordered: Vec<(&Vec<i64>, &Moment)> = times.of.iter().map(|(moment, time)| (time, moment)).collect();
        ordered.sort();
        let modelled: Vec<&Moment> = ordered.into_iter().map(|(_, moment)| moment).collect();
        let run: Vec<Moment> = input
            .trace
            .iter()
            .map(|instance| (instance.stmt, instance.at.clone()))
            .collect();
        if modelled != run.iter().collect::<Vec<_>>() {
            return Err(format!("the model runs {modelled:?}, the program {run:?}"));
        }
        let mut touched: BTreeSet<(Moment, bool, TracedElement)> = BTreeSet::new();
        for (s, stmt) in scop.stmts.iter_enumerated() {
            for (a, access) in stmt.accesses.iter_enumerated() {
                let name = &scop.arrays[access.array].name;
                let array = ARRAYS
                    .iter()
                    .position(|array| array == name)
                    .ok_or(format!("the model has an array `{name}`"))?;
                for (at, element) in self.subject.touched(s, a, &input.params, INSTANCES_MAX * 2) {
                    touched.insert(((s.into(), at), access.kind == AccessKind::Read, (array, element)));
                }
            }
        }
        for instance in &input.trace {
            let moment = (instance.stmt, instance.at.clone());
            let reads = instance.reads.iter().map(|element| (true, element));
            for (read, element) in reads.chain([(false, &instance.write)]) {
                if !touched.contains(&(moment.clone(), read, element.clone())) {
                    return Err(format!("the model lacks an access of {moment:?} to {element:?}"));
                }
            }
        }
        let count: usize = input
            .trace
            .iter()
            .map(|i| i.reads.iter().collect::<BTreeSet<_>>().len() + 1)
            .sum();
        if touched.len() != count {
            return Err(format!("the model has {} accesses, the program {count}", touched.len()));
        }
        Ok(())
    }

    /// On integers the interpreter computes what the program says.
    fn interpreter_is_right(&self) -> Result<(), String> {
        if self.program.elem != Elem::I64 {
            return Ok(());
        }
        for input in &self.inputs {
            let seen = on_numbers(&self.subject.module, "random", &input.sizes, ParallelOrder::Forward)
                .map_err(|trap| trap.describe())?;
            let values: Vec<i64> = (0..self.program.params).map(|n| input.sizes.indices[&n]).collect();
            let before = seen
                .before
                .iter()
                .map(|(argument, contents)| (argument - values.len(), contents));
            let after = self
                .program
                .run(&values, memory(before))
                .ok_or("an element is not there")?;
            let first = seen.before.iter().map(|(argument, _)| argument - values.len());
            if after != memory(first.zip(&seen.after)) {
                return Err(format!("the interpreter computes something else at {values:?}"));
            }
        }
        Ok(())
    }

    fn same_terms(&self, rewrite: &Rewrite) -> Result<(), String> {
        let module = polyvet_codegen::generate(&rewrite.scop, &self.subject.module, self.subject.func)
            .map_err(|error| error.to_string())?;
        for input in &self.inputs {
            let run = |module, order| on_terms(module, "random", &input.sizes, order);
            let before = run(&self.subject.module, ParallelOrder::Forward).map_err(|trap| trap.describe())?;
            for order in ORDERS {
                compare(&before, run(&module, order), &input.params, order)?;
            }
        }
        Ok(())
    }

    /// No two iterations of a marked loop conflict.
    fn no_races(&self, rewrite: &Rewrite) -> Result<(), String> {
        let marks = marks(&rewrite.scop.schedule);
        let Some(input) = self.largest().filter(|_| !marks.is_empty()) else {
            return Ok(());
        };
        let times = self.new_times(rewrite, input)?;
        for (at, source) in input.trace.iter().enumerate() {
            for sink in input.trace[at + 1..].iter().filter(|sink| source.conflicts(sink)) {
                if let Some(mark) = marks.iter().find(|mark| self.is_race(mark, &times, source, sink)) {
                    return Err(format!("{source:?} and {sink:?} race in `{}`", mark.loop_name));
                }
            }
        }
        Ok(())
    }

    fn new_times(&self, rewrite: &Rewrite, input: &PropertyInput) -> Result<InstanceTimes, String> {
        let times = self
            .subject
            .times(&rewrite.scop.schedule, &input.params, INSTANCES_MAX)?;
        times.ok_or_else(|| "too many instances".to_owned())
    }

    fn is_race(
        &self,
        mark: &MarkedLoop,
        times: &InstanceTimes,
        source: &TracedInstance,
        sink: &TracedInstance,
    ) -> bool {
        let below = |instance: &TracedInstance| mark.stmts.contains(&self.subject.scop.stmts.raw[instance.stmt].name);
        let time = |instance: &TracedInstance| &times.of[&(instance.stmt, instance.at.clone())];
        let (source_time, sink_time) = (time(source), time(sink));
        let (start, end) = (mark.coordinate, mark.coordinate + mark.members);
        below(source)
            && below(sink)
            && source_time[..start] == sink_time[..start]
            && source_time[start..end] != sink_time[start..end]
    }

    /// The witness shows what it says.
    fn is_fault(&self, rewrite: &Rewrite, witness: &Witness) -> Result<(), String> {
        let fault = |what: &str| Err(format!("{what}: {witness:?}"));
        let scop = &self.subject.scop;
        let params: Vec<i64> = witness.params.iter().map(|(_, value)| *value).collect();
        let sizes = self
            .subject
            .sizes(&params)
            .ok_or("the model has a parameter that is no argument")?;
        let values: Vec<i64> = (0..self.program.params)
            .map(|n| sizes.indices.get(&n).copied().unwrap_or(1))
            .collect();
        let trace = self.program.trace(&values);
        if !trace.iter().all(|instance| self.is_inside(&sizes, instance)) {
            return fault("the program is not defined there");
        }
        let find = |end: &polyvet_verify::WitnessInstance| {
            let stmt = scop.stmt_named(&end.stmt)?;
            trace
                .iter()
                .position(|instance| instance.stmt == usize::from(stmt) && instance.at == end.at)
        };
        let (Some(source), Some(sink)) = (find(&witness.source), find(&witness.sink)) else {
            return fault("the instances do not exist");
        };
        let Some(array) = ARRAYS.iter().position(|name| *name == witness.array) else {
            return fault("no such array");
        };
        if source >= sink {
            return fault("the source does not run first in the program");
        }
        let (source, sink) = (&trace[source], &trace[sink]);
        if !source.conflicts_on(sink, &(array, witness.element.clone())) {
            return fault("they do not conflict on the element");
        }
        let input = PropertyInput {
            sizes,
            params,
            trace: Vec::new(),
        };
        let times = self
            .subject
            .times(&rewrite.scop.schedule, &input.params, 10_000)?
            .ok_or("a large witness")?;
        let time = |instance: &TracedInstance| &times.of[&(instance.stmt, instance.at.clone())];
        let holds = match witness.kind {
            WitnessKind::Order(_) => time(sink) < time(source),
            WitnessKind::Unordered(_) => time(sink) == time(source),
            WitnessKind::Race(_) => {
                let named = |mark: &&MarkedLoop| Some(&mark.loop_name) == witness.loop_name.as_ref();
                marks(&rewrite.scop.schedule)
                    .iter()
                    .filter(named)
                    .any(|mark| self.is_race(mark, &times, source, sink))
            }
            WitnessKind::Value | WitnessKind::Undefined(_) => false,
        };
        if !holds {
            return fault("the new times are in order");
        }
        if matches!(witness.kind, WitnessKind::Order(_)) {
            return self.terms_differ(rewrite, witness, &input);
        }
        Ok(())
    }

    fn terms_differ(&self, rewrite: &Rewrite, witness: &Witness, input: &PropertyInput) -> Result<(), String> {
        let module = polyvet_codegen::generate(&rewrite.scop, &self.subject.module, self.subject.func)
            .map_err(|error| error.to_string())?;
        let run = |module| on_terms(module, "random", &input.sizes, ParallelOrder::Forward);
        let before =
            run(&self.subject.module).map_err(|trap| format!("the program does not run: {}", trap.describe()))?;
        match run(&module) {
            Ok(after) if before.difference(&after).is_none() => {
                Err(format!("both programs leave the same: {witness:?}"))
            }
            _ => Ok(()),
        }
    }

    /// Some input shows a fault.
    fn has_fault(&self, rewrite: &Rewrite) -> Result<(), String> {
        let marks = marks(&rewrite.scop.schedule);
        for input in self.inputs.iter().filter(|input| input.trace.len() <= INSTANCES_MAX) {
            let times = self.new_times(rewrite, input)?;
            let time = |instance: &TracedInstance| &times.of[&(instance.stmt, instance.at.clone())];
            for (at, source) in input.trace.iter().enumerate() {
                for sink in input.trace[at + 1..].iter().filter(|sink| source.conflicts(sink)) {
                    if time(source) >= time(sink) || marks.iter().any(|mark| self.is_race(mark, &times, source, sink)) {
                        return Ok(());
                    }
                }
            }
        }
        Err("refuted, but no size tried shows a fault".to_owned())
    }
}

fn compare(
    before: &ObservedRun,
    after: Result<ObservedRun, polyvet_interp::Trap>,
    params: &[i64],
    order: ParallelOrder,
) -> Result<(), String> {
    let at = format!("at {params:?}, parallel loops {order:?}");
    let after = after.map_err(|trap| format!("the new program does not run {at}: {}", trap.describe()))?;
    before
        .difference(&after)
        .map_or(Ok(()), |difference| Err(format!("proved, but {difference} {at}")))
}

/// Equal on wrapping integers, where the order of accumulations makes no difference.
fn same_numbers(program: &RandomProgram, script: &str, sizes: &[Vec<i64>]) -> Result<(), String> {
    let program = program.with_elem(Elem::I64);
    let case = SizedCase::new(&program, sizes)?;
    let rewrite = case
        .subject
        .rewrite(script)?
        .ok_or("the script has no place in the program on integers")?;
    let module = polyvet_codegen::generate(&rewrite.scop, &case.subject.module, case.subject.func)
        .map_err(|error| error.to_string())?;
    for input in &case.inputs {
        let run = |module, order| on_numbers(module, "random", &input.sizes, order);
        let before = run(&case.subject.module, ParallelOrder::Forward).map_err(|trap| trap.describe())?;
        for order in ORDERS {
            compare(&before, run(&module, order), &input.params, order)?;
        }
    }
    Ok(())
}

fn memory<'c>(contents: impl Iterator<Item = (usize, &'c polyvet_interp::Contents)>) -> Memory {
    let mut memory = HashMap::new();
    for (array, contents) in contents {
        for (at, elem) in contents.elems.iter().enumerate() {
            if let Some(Contained::Scalar(number)) = elem {
                memory.insert((array, contents.index_of(at)), number.signed());
            }
        }
    }
    memory
}
