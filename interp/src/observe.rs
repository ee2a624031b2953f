//! Watching an execution: every element read and written.

use crate::memory::BufferId;
use crate::trap::Iteration;
use polyvet_ir::{OpId, ValueId};

/// Where an element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementPlace {
    /// Cell number of a buffer, whatever window it was reached through.
    Buffer(BufferId, usize),
    /// Element number, row-major, of the tensor with this name.
    Tensor(ValueId, usize),
}

/// One element read or written. Whole-array moves (`memref.copy`, slices, casts of tensors to
/// buffers) report each element.
#[derive(Clone, Copy, Debug)]
pub struct ObservedAccess<'a> {
    /// The operation.
    pub op: OpId,
    /// Written, else read.
    pub write: bool,
    /// Which element.
    pub place: ElementPlace,
    /// The subscript as the operation sees it.
    pub index: &'a [i64],
    /// Enclosing loops, outermost first.
    pub loops: &'a [Iteration],
}

/// A callback for accesses.
pub(crate) type Observer<'m> = Box<dyn FnMut(&ObservedAccess<'_>) + 'm>;
