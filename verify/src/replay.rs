//! Runs two programs on the same inputs in the term domain and compares everything that can be seen:
//! results and the final contents of memref arguments.
//!
//! Equal terms mean the same operations on the same operands, so a difference here is a difference
//! in some arithmetic, and agreement is agreement in all of them.

use polyvet_analysis::{ParamOrigin, Scop};
use polyvet_interp::{Init, Limits, Machine, Options, ParallelOrder, Term, Trap, first_difference};
use polyvet_ir::{Module, OpId, ValueId};

/// What may be used up by one run of a replay.
pub const LIMITS: Limits = Limits {
    steps: 20_000_000,
    elements: 1 << 20,
    calls: 64,
};

/// What came out of running two programs.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Everything that can be seen is the same term.
    Same,
    /// One element differs.
    Differs(Difference),
    /// The untransformed program is not defined on this input, or too large to run.
    BeforeFails(Trap),
    /// The transformed program is not defined on this input, though the untransformed one is.
    AfterFails(Trap),
}

/// An element that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The argument's name, or `result0`, ...
    pub array: String,
    /// Subscript.
    pub element: Vec<i64>,
    /// As a term; `uninitialised` where nothing was written.
    pub before: String,
    /// As a term.
    pub after: String,
}

/// The arguments of `func` for given parameters of its model.
#[derive(Clone, Debug)]
pub struct Sizes<'a> {
    scop: &'a Scop,
    args: Vec<ValueId>,
    params: &'a [i64],
}

impl<'a> Sizes<'a> {
    /// `params` are in the order of [`Scop::params`].
    pub fn new(module: &Module, func: OpId, scop: &'a Scop, params: &'a [i64]) -> Sizes<'a> {
        let args = module
            .only_block(func, 0)
            .map_or(Vec::new(), |entry| module.block(entry).args.clone());
        Sizes { scop, args, params }
    }

    /// Extent `dim` of argument `arg`; 1 where nothing depends on it.
    pub fn extent(&self, arg: usize, dim: usize) -> i64 {
        let wanted = ParamOrigin::Extent {
            value: self.args[arg],
            dim,
        };
        self.param(&|origin| origin == wanted).unwrap_or(1)
    }

    /// The value of argument `arg` of type `index`; 1 where nothing depends on it.
    pub fn index(&self, arg: usize) -> i64 {
        let wanted = ParamOrigin::Value(self.args[arg]);
        self.param(&|origin| origin == wanted).unwrap_or(1)
    }

    fn param(&self, wanted: &dyn Fn(ParamOrigin) -> bool) -> Option<i64> {
        let at = self.scop.params.iter().position(|p| wanted(p.origin))?;
        self.params.get(at).copied()
    }

    /// A parameter that is computed by the program, and so cannot be chosen.
    pub fn computed(&self) -> Option<&'a str> {
        let chosen = |value: ValueId| self.args.contains(&value);
        let param = self.scop.params.iter().find(|p| match p.origin {
            ParamOrigin::Value(value) | ParamOrigin::Extent { value, .. } => !chosen(value),
            ParamOrigin::External => false,
        })?;
        Some(&param.label)
    }
}

/// Runs function `name` of both modules; parallel loops of `after` run in the given order.
pub fn compare(before: &Module, after: &Module, name: &str, sizes: &Sizes<'_>, order: ParallelOrder) -> Outcome {
    let (first, labels) = match run(before, name, sizes, ParallelOrder::Forward) {
        Ok(run) => run,
        Err(trap) => return Outcome::BeforeFails(trap),
    };
    let second = match run(after, name, sizes, order) {
        Ok((second, _)) => second,
        Err(trap) => return Outcome::AfterFails(trap),
    };
    for ((label, before), after) in labels.into_iter().zip(&first).zip(&second) {
        if let Some((element, before, after)) = first_difference(before, after) {
            let text = |side: Option<String>| side.unwrap_or_else(|| "uninitialised".to_owned());
            let (before, after) = (text(before), text(after));
            return Outcome::Differs(Difference {
                array: label,
                element,
                before,
                after,
            });
        }
    }
    Outcome::Same
}

type Seen = (Vec<polyvet_interp::Contents>, Vec<String>);

fn run(module: &Module, name: &str, sizes: &Sizes<'_>, parallel: ParallelOrder) -> Result<Seen, Trap> {
    let mut machine = Machine::new(
        module,
        Term::with_names(),
        Options {
            limits: LIMITS,
            parallel,
            ..Options::default()
        },
    );
    let names = machine.argument_names(name);
    let init = |argument: usize| Init::Inputs {
        argument: argument as u32,
        name: names[argument].clone(),
    };
    let args = machine.default_args(name, &|a, d| sizes.extent(a, d), &|a| sizes.index(a), &init)?;
    let results = machine.call(name, args.clone())?;
    let mut seen = Vec::new();
    let mut labels = Vec::new();
    for (label, arg) in names.iter().zip(&args) {
        if arg.is_memref() {
            seen.push(machine.read(arg)?);
            labels.push(label.clone());
        }
    }
    for (at, result) in results.iter().enumerate() {
        seen.push(machine.read(result)?);
        labels.push(format!("result{at}"));
    }
    Ok((seen, labels))
}
