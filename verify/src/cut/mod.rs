//! Long programs in parts: what both programs share is not compared, and the rest is compared piece by piece.
//!
//! Two functions of one block are cut at operations that both have (`align`): the same operation on values that are equal,
//! where memory is equal, leaves equal values and memory. Between two of these stands a [`OutlinedPart`] of each program, perhaps
//! empty. As functions of the values that come in and of the memory that they show, with the values that go out as results
//! (`outline`), they are two small programs like any other. If in every pair the second refines the first, for all values
//! and all contents of memory, then the whole second program refines the first: induction over the cuts.
//!
//! Which operations correspond, and which values go out together, is guessed; a wrong guess is a part that is not proved.
//! What the induction rests on is looked at where it is used:
//!
//! - an operation is shared if its text is the same, all values that it uses are equal, and the symbols that it names mean
//!   the same;
//! - buffers that come into a part are apart from each other: arguments of the function and what `alloc` made. Views are
//!   made again inside the part, of what they show;
//! - no part frees a buffer or has events, and none that comes in was freed before;
//! - what is made again inside a part is a function of its operands, and always defined, or both programs have had it;
//! - what comes into a part may not be written yet. The second program then uses only what the first uses (`polyvet.unwritten`).
//!
//! Where a pass keeps values but neither operations nor their order, the cuts are at values (`values`). What an operation writes
//! over without reading it is no value that it depends on (`outs`).
//!
//! A program grows by a network's length, a part does not, so that this is linear where one model would not be.

mod align;
mod graph;
mod outline;
mod outs;
mod values;

use crate::validate::ProgramSide;
use polyvet_ir::{Attr, Dim, Module, OpId, Type, ValueId};

pub(crate) use align::Cuts;
pub(crate) use outline::{OutlinedPart, parts, skeletons};
pub(crate) use outs::{any_written_over, with_new_outs, written_over};
pub(crate) use values::{Effort, ValuesFound, by_values};

/// Fewer operations of a function than this are one part.
const LONG: usize = 12;

/// Whether an operation can stand in any part that uses its results: a function of its operands that is defined whatever
/// they are, and makes no large values.
fn is_free(module: &Module, op: OpId) -> bool {
    is_repeatable(module, op) && (module.undefined(op).next().is_none() || asks_known_dim(module, op))
}

/// Whether an operation may be made again of the same operands, where it is known to be defined.
fn is_repeatable(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    let small = |value: &ValueId| match module.ty(*value) {
        Type::Tensor { .. } => matches!(data.name.as_str(), "tensor.empty") || is_splat(module, op),
        Type::Vector { .. } => data.info().is_constant(),
        // A view of a buffer, which is there in every part; not one of a tensor, which would be another each time.
        Type::MemRef { .. } => {
            let of_buffer = data
                .operands
                .first()
                .is_some_and(|operand| module.ty(operand.value).is_memref());
            data.info().shows().is_some() && of_buffer || data.name == "memref.get_global"
        }
        ty => ty.is_number(),
    };
    !data.results.is_empty()
        && data.regions.is_empty()
        && data.successors.is_empty()
        && data.opaque.is_none()
        && !data.info().is_terminator()
        && data.info().is_known()
        && module.is_pure(op)
        && data.results.iter().all(small)
}

/// A constant that is one number in all places, and says which.
fn is_splat(module: &Module, op: OpId) -> bool {
    /// More than any number needs.
    const LETTERS: usize = 64;
    let data = module.op(op);
    let short = |attr: &Attr| matches!(attr, Attr::Dense { text, .. } if text.len() <= LETTERS);
    data.info().is_constant() && data.attr("value").is_some_and(short)
}

/// `dim` of a dimension that is there.
fn asks_known_dim(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    if !matches!(data.name.as_str(), "tensor.dim" | "memref.dim") || data.operands.len() != 2 {
        return false;
    }
    let rank = module.ty(data.operand(0)).shape().map_or(0, <[Dim]>::len);
    let number = module.defining_op(data.operand(1)).map(|op| module.op(op));
    let number = number.filter(|op| op.name == "arith.constant");
    let number = number.and_then(|op| op.attr("value")).and_then(Attr::as_i64);
    number.is_some_and(|number| usize::try_from(number).is_ok_and(|number| number < rank))
}

/// The operations of the only block of a function.
fn body<'m>(side: ProgramSide<'m>) -> Option<&'m [OpId]> {
    let block = side.module.only_block(side.func, 0)?;
    Some(&side.module.block(block).ops)
}

/// How many operations a function has at its top level that cannot stand anywhere; 0 if that is not one block.
pub(crate) fn length(side: ProgramSide<'_>) -> usize {
    let placed = |op: &&OpId| !is_free(side.module, **op);
    body(side).map_or(0, |ops| ops.iter().filter(placed).count())
}
