//! The list of all structured transforms. A new one is a file of its own (with its `mod` line) and a line here.

use crate::Program;
use polyvet_ir::{Diagnostic, OpId};
use polyvet_transforms::{Args, Signature};
use std::fmt;

use crate::{
    bufferize, call, data_copy, fuse, generalize, interchange, lower, pack, pad, promote, reduction, reshape,
    specialize, split, tile, vectorize,
};

/// All structured transforms, by name.
pub static REGISTRY: &[&Entry] = &[
    &bufferize::ENTRY,
    &call::ENTRY,
    &data_copy::ENTRY,
    &reshape::ENTRY_UNIT,
    &reshape::ENTRY_EXPAND,
    &fuse::ENTRY_ELEMENTWISE,
    &fuse::ENTRY_INTO,
    &generalize::ENTRY,
    &interchange::ENTRY,
    &lower::ENTRY_AFFINE,
    &lower::ENTRY_PARALLEL,
    &lower::ENTRY_SCF,
    &pack::ENTRY,
    &pad::ENTRY,
    &promote::ENTRY,
    &specialize::ENTRY,
    &split::ENTRY,
    &reduction::ENTRY,
    &tile::ENTRY_FOR,
    &tile::ENTRY_FORALL,
    &vectorize::ENTRY,
];

/// One way to rewrite the operations of a program.
pub trait Structured: fmt::Debug {
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
