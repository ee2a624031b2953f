//! The list of all structured transforms. A new one is a file of its own (with its `mod` line) and a line here.

use crate::Program;
use polyvet_ir::{Diagnostic, OpId};
use polyvet_transforms::{Args, Signature};
use std::fmt;

use crate::{
    bufferize, call, collapse, data_copy, decompose, destination, fuse, fuse_into, generalize, im2col, interchange,
    layout, lower, lower_pack, pack, pad, promote, reduction, reshape, specialize, split, tile, tile_reduction,
    transpose, unpack, vectorize,
};

/// All structured transforms, by name.
pub static REGISTRY: &[&Entry] = &[
    &bufferize::ENTRY,
    &call::ENTRY,
    &collapse::ENTRY,
    &data_copy::ENTRY,
    &decompose::ENTRY,
    &reshape::ENTRY_UNIT,
    &reshape::ENTRY_EXPAND,
    &fuse::ENTRY,
    &fuse_into::ENTRY,
    &generalize::ENTRY,
    &im2col::ENTRY,
    &interchange::ENTRY,
    &layout::ENTRY_BLOCKED,
    &layout::ENTRY_PADDED,
    &layout::ENTRY_TRANSPOSED,
    &layout::ENTRY_WRAPPED,
    &lower_pack::ENTRY_PACK,
    &lower::ENTRY_AFFINE,
    &lower::ENTRY_PARALLEL,
    &lower::ENTRY_SCF,
    &lower_pack::ENTRY_UNPACK,
    &pack::ENTRY,
    &pack::ENTRY_OPERAND,
    &transpose::ENTRY_PACK,
    &pad::ENTRY,
    &promote::ENTRY,
    &destination::ENTRY,
    &specialize::ENTRY,
    &split::ENTRY,
    &reduction::ENTRY,
    &tile_reduction::ENTRY_FOR,
    &tile_reduction::ENTRY_FORALL,
    &tile::ENTRY_FOR,
    &tile::ENTRY_FORALL,
    &transpose::ENTRY_OPERAND,
    &unpack::ENTRY,
    &vectorize::ENTRY,
];

/// One way to rewrite the operations of a program.
pub trait Structured: fmt::Debug {
    /// How a script says it.
    fn text(&self) -> String;

    /// Rewrites `program`; the operations it is about from then on, the first of them in the place of the target.
    ///
    /// # Errors
    /// The program has no place for it; nothing is said of whether it is right.
    fn apply(&self, program: &mut Program) -> Result<Vec<OpId>, Diagnostic>;
}

/// What there is to know of a transform before it is built.
#[derive(Debug)]
pub struct Entry {
    /// Name in scripts and reports.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// Its arguments; `OP` is an operation: the name of a statement, a handle, or a kind that occurs once.
    pub params: &'static str,
    /// A call that works on a `linalg.matmul` called `S0`.
    pub example: &'static str,
    /// Builds it from the arguments of a call.
    pub parse: fn(&mut Args) -> Result<Box<dyn Structured>, Diagnostic>,
}

impl Entry {
    /// A call of it: `pack(S0, d0=8)`.
    pub(crate) fn call(&self, args: impl IntoIterator<Item = String>) -> String {
        let args: Vec<String> = args.into_iter().collect();
        format!("{}({})", self.name, args.join(", "))
    }

    /// How it is called.
    pub fn signature(&self) -> Signature {
        Signature {
            name: self.name,
            params: self.params,
            example: self.example,
        }
    }
}

/// The transform called `name`.
pub fn entry_named(name: &str) -> Option<&'static Entry> {
    REGISTRY.iter().find(|entry| entry.name == name).copied()
}
