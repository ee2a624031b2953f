//! The list of all transforms. A new one is a file of its own (with its `mod` line) and a line here.

use polyvet_ir::Diagnostic;

use crate::{Args, Transform};
use crate::{
    affine, coalesce, distribute, fuse, interchange, parallelize, peel, permute, predicate, reverse, scale, separate,
    shift, skew, split, stencil, strip_mine, tile, unimodular, unroll, vectorize, wavefront,
};

/// All transforms, by name.
pub static REGISTRY: &[&Entry] = &[
    &coalesce::ENTRY,
    &stencil::ENTRY_DIAMOND,
    &distribute::ENTRY,
    &distribute::ENTRY_SCCS,
    &fuse::ENTRY,
    &interchange::ENTRY,
    &parallelize::ENTRY,
    &peel::ENTRY,
    &permute::ENTRY,
    &predicate::ENTRY,
    &reverse::ENTRY,
    &scale::ENTRY,
    &affine::ENTRY,
    &separate::ENTRY,
    &shift::ENTRY,
    &skew::ENTRY,
    &split::ENTRY,
    &strip_mine::ENTRY,
    &tile::ENTRY,
    &stencil::ENTRY_TIME,
    &unimodular::ENTRY,
    &predicate::ENTRY_UNDO,
    &unroll::ENTRY,
    &unroll::ENTRY_JAM,
    &vectorize::ENTRY,
    &wavefront::ENTRY,
];

/// What there is to know of a transform before it is built.
#[derive(Debug)]
pub struct Entry {
    /// Name in scripts and reports.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// Its arguments: `[S,] i, j`. Brackets: may be left out; capitals: a statement, a number or an
    /// expression; `|`: another form.
    pub params: &'static str,
    /// A call that works on a program with loops `i`, `j` and a statement `S0`.
    pub example: &'static str,
    /// Builds it from the arguments of a call.
    pub parse: fn(&mut Args) -> Result<Box<dyn Transform>, Diagnostic>,
}

/// What a script can call, as far as messages are concerned.
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    /// Its name.
    pub name: &'static str,
    /// Its arguments, as in [`Entry::params`].
    pub params: &'static str,
    /// A call.
    pub example: &'static str,
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
