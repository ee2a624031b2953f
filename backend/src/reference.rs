//! What the reference interpreter says of a job, and what a backend promises of it.

use crate::description::{Description, matches};
use polyvet_interp::{Concrete, Contents, Init, Machine, Options, ScalarType, Trap, Value};
use polyvet_ir::{Module, OpId};

/// The outputs of a function: what its memref arguments hold in the end, in their order, then its results.
/// `None` elements were never written: any value is as good.
///
/// # Errors
/// Undefined behaviour, inputs that do not fit, or a limit.
pub fn reference(
    module: &Module,
    function: &str,
    inputs: &[Contents],
    options: Options,
) -> Result<Vec<Contents>, Trap> {
    let mut machine = Machine::new(module, Concrete, options);
    let cells = |at: usize| match inputs.get(at).and_then(Contents::scalars) {
        Some(scalars) => Init::Values(scalars),
        None => Init::Uninit,
    };
    let extent = |at: usize, dim: usize| {
        inputs
            .get(at)
            .and_then(|input| input.shape.get(dim).copied())
            .unwrap_or(0)
    };
    let index = |at: usize| {
        let scalars = inputs.get(at).and_then(Contents::scalars).unwrap_or_default();
        scalars.first().map_or(0, |scalar| scalar.signed())
    };
    let args = machine.default_args(function, &extent, &index, &cells)?;
    let kept: Vec<_> = args
        .iter()
        .filter(|arg| matches!(arg, Value::MemRef(_)))
        .cloned()
        .collect();
    let results = machine.call(function, args)?;
    kept.iter().chain(&results).map(|value| machine.read(value)).collect()
}

/// How exact a backend promises to be on a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// Bit for bit, but for the payload of NaNs.
    Bitwise,
    /// Within an error bound.
    Bound,
}

impl Promise {
    /// What `description` promises of a function.
    pub(crate) fn of(description: &Description, module: &Module, func: OpId) -> Promise {
        let exact = &description.exact;
        let mut promise = Promise::Bitwise;
        module.walk(func, &mut |_, op| {
            let types = op.results.iter().copied().chain(op.operand_values());
            let mut types = types.filter_map(|value| ScalarType::of(module.ty(value).elem()));
            if matches(&exact.bound_ops, &op.name) || types.any(|ty| matches(&exact.bound_types, &ty.to_string())) {
                promise = Promise::Bound;
            }
        });
        promise
    }
}
