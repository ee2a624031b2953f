//! What the reference interpreter says about a job, and what a backend promises of it.

use crate::description::{Description, matches};
use polyvet_executors::Executor;
use polyvet_interp::{
    Bounded, Concrete, Contents, Domain, Init, Machine, RunOptions, RuntimeValue, ScalarType, Sizes, Trap,
};
use polyvet_ir::{Module, OpId};
use polyvet_runs::compare::{Tolerance, bounds};

/// The right outputs of a job.
#[derive(Clone, Debug, PartialEq)]
pub struct ReferenceOutputs {
    /// What the memref arguments hold in the end, in their order, then the results. `None` elements were never
    /// written: any value is as good.
    pub outputs: Vec<Contents>,
    /// How far the elements of each output may be from what is exact, if the tolerance asks for it.
    pub bounds: Option<Vec<Vec<f64>>>,
}

/// Runs a function in the interpreter.
///
/// # Errors
/// Undefined behaviour, inputs that do not fit, or a limit.
pub fn reference(
    module: &Module,
    function: &str,
    inputs: &[Contents],
    tolerance: &Tolerance,
    options: RunOptions,
) -> Result<ReferenceOutputs, Trap> {
    if tolerance.needs_bounds() {
        let (machine, values) = call(Executor::Auto.machine(module, Bounded, options), function, inputs)?;
        let read = |value| machine.elements(value).map(|elements| bounds(&elements));
        return Ok(ReferenceOutputs {
            outputs: contents(&machine, &values)?,
            bounds: Some(values.iter().map(read).collect::<Result<_, _>>()?),
        });
    }
    let (machine, values) = call(Executor::Auto.machine(module, Concrete, options), function, inputs)?;
    Ok(ReferenceOutputs {
        outputs: contents(&machine, &values)?,
        bounds: None,
    })
}

fn contents<D: Domain>(machine: &Machine<'_, D>, values: &[RuntimeValue<D>]) -> Result<Vec<Contents>, Trap> {
    values.iter().map(|value| machine.read(value)).collect()
}

/// Calls the function; gives its outputs.
fn call<'m, D: Domain>(
    mut machine: Machine<'m, D>,
    function: &str,
    inputs: &[Contents],
) -> Result<(Machine<'m, D>, Vec<RuntimeValue<D>>), Trap> {
    let cells = |at: usize| match inputs.get(at).and_then(Contents::scalars) {
        Some(scalars) => Init::Values(scalars),
        None => Init::Uninit,
    };
    let args = machine.arguments(function, &Sizes::of_contents(inputs), &cells)?;
    let results = machine.call(function, args.clone())?;
    let outputs = Machine::outputs(&args, &results);
    Ok((machine, outputs.into_iter().map(|(_, value)| value).collect()))
}

/// What `description` promises of a function: its last exception that fits, else what it promises of all.
pub(crate) fn promise(description: &Description, module: &Module, func: OpId) -> Tolerance {
    let exact = &description.exact;
    let mut promise = &exact.promise;
    for except in &exact.except {
        let mut fits = false;
        module.walk(func, &mut |_, op| {
            let values = op.results.iter().copied().chain(op.operand_values());
            let mut types = values.filter_map(|value| ScalarType::of(module.ty(value).elem()));
            fits |= matches(&except.ops, &op.name) || types.any(|ty| matches(&except.types, &ty.to_string()));
        });
        if fits {
            promise = &except.promise;
        }
    }
    promise.0.clone()
}
