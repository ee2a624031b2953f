//! The list of all transforms. A new one is a file of its own (with its `mod` line) and a line here.

use polyvet_ir::Diagnostic;

use crate::operations::{self, OperationTransform};
use crate::schedule::{self, Transform};
use crate::script::args::Args;

/// All transforms: those on the schedule by name, then those on operations by name.
pub static REGISTRY: &[&RegistryEntry] = &[
    &schedule::coalesce::ENTRY,
    &schedule::stencil::ENTRY_DIAMOND,
    &schedule::distribute::ENTRY,
    &schedule::distribute::ENTRY_SCCS,
    &schedule::fuse::ENTRY,
    &schedule::interchange::ENTRY,
    &schedule::parallelize::ENTRY,
    &schedule::peel::ENTRY,
    &schedule::permute::ENTRY,
    &schedule::pipeline::ENTRY,
    &schedule::predicate::ENTRY,
    &schedule::reverse::ENTRY,
    &schedule::scale::ENTRY,
    &schedule::affine::ENTRY,
    &schedule::separate::ENTRY,
    &schedule::shift::ENTRY,
    &schedule::skew::ENTRY,
    &schedule::split::ENTRY,
    &schedule::strip_mine::ENTRY,
    &schedule::tile::ENTRY,
    &schedule::stencil::ENTRY_TIME,
    &schedule::unimodular::ENTRY,
    &schedule::predicate::ENTRY_UNDO,
    &schedule::unroll::ENTRY,
    &schedule::unroll::ENTRY_JAM,
    &schedule::vectorize::ENTRY,
    &schedule::wavefront::ENTRY,
    &operations::bufferize::ENTRY,
    &operations::call::ENTRY,
    &operations::collapse::ENTRY,
    &operations::data_copy::ENTRY,
    &operations::decompose::ENTRY,
    &operations::reshape::ENTRY_UNIT,
    &operations::private::ENTRY_EXPAND,
    &operations::reshape::ENTRY_EXPAND,
    &operations::fuse::ENTRY,
    &operations::fuse_into::ENTRY,
    &operations::generalize::ENTRY,
    &operations::im2col::ENTRY,
    &operations::interchange::ENTRY,
    &operations::layout::ENTRY_BLOCKED,
    &operations::layout::ENTRY_PADDED,
    &operations::layout::ENTRY_TRANSPOSED,
    &operations::layout::ENTRY_WRAPPED,
    &operations::lower_pack::ENTRY_PACK,
    &operations::lower::ENTRY_AFFINE,
    &operations::lower::ENTRY_PARALLEL,
    &operations::lower::ENTRY_SCF,
    &operations::lower_pack::ENTRY_UNPACK,
    &operations::private::ENTRY_MULTIBUFFER,
    &operations::pack::ENTRY,
    &operations::pack::ENTRY_OPERAND,
    &operations::transpose::ENTRY_PACK,
    &operations::pad::ENTRY,
    &operations::private::ENTRY,
    &operations::promote::ENTRY,
    &operations::destination::ENTRY,
    &operations::specialize::ENTRY,
    &operations::split::ENTRY,
    &operations::reduction::ENTRY,
    &operations::tile_reduction::ENTRY_FOR,
    &operations::tile_reduction::ENTRY_FORALL,
    &operations::tile::ENTRY_FOR,
    &operations::tile::ENTRY_FORALL,
    &operations::transpose::ENTRY_OPERAND,
    &operations::unpack::ENTRY,
    &operations::vectorize::ENTRY,
];

/// What there is to know of a transform before it is built.
#[derive(Debug)]
pub struct RegistryEntry {
    /// Name in scripts and reports.
    pub name: &'static str,
    /// What MLIR's transform dialect calls it. Scripts may use these names too.
    pub aliases: &'static [Alias],
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// Its arguments: `[S,] i, j`. Brackets: may be left out; capitals: a statement, a number or an
    /// expression; `|`: another form. `OP` is an operation: the name of a statement, a handle, or a kind that occurs
    /// once.
    pub params: &'static str,
    /// A call that works on a program with loops `i`, `j` and a statement `S0`, or, for those on operations, on a
    /// `linalg.matmul` called `S0`.
    pub example: &'static str,
    /// Builds it from the arguments of a call, and so says what it works on.
    pub build: Build,
}

/// An operation of MLIR's transform dialect.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// Without `transform.`: `structured.pad`.
    pub name: &'static str,
    /// The clauses of it that are understood.
    pub clauses: &'static [&'static str],
}

/// Builds a transform from the arguments of a call.
#[derive(Clone, Copy, Debug)]
pub enum Build {
    /// One that rewrites the order of instances.
    Schedule(fn(&mut Args) -> Result<Box<dyn Transform>, Diagnostic>),
    /// One that rewrites operations.
    Operations(fn(&mut Args) -> Result<Box<dyn OperationTransform>, Diagnostic>),
}

impl RegistryEntry {
    /// A call of it: `pack(S0, d0=8)`.
    pub(crate) fn call(&self, args: impl IntoIterator<Item = String>) -> String {
        let args: Vec<String> = args.into_iter().collect();
        format!("{}({})", self.name, args.join(", "))
    }

    /// Whether it rewrites operations, not the order of instances.
    pub fn is_on_operations(&self) -> bool {
        matches!(self.build, Build::Operations(_))
    }
}

/// The transforms that rewrite operations, or those that rewrite the order of instances.
pub fn entries(on_operations: bool) -> Vec<&'static RegistryEntry> {
    let mut all = REGISTRY.to_vec();
    all.retain(|entry| entry.is_on_operations() == on_operations);
    all
}

/// The transform with this name or alias; `transform.` in front of an alias may be left out.
pub fn entry_named(name: &str) -> Option<&'static RegistryEntry> {
    let own = REGISTRY.iter().find(|entry| entry.name == name).copied();
    own.or_else(|| entry_with_alias(name).map(|(entry, _)| entry))
}

/// The transform that an operation of MLIR's transform dialect asks for.
pub(crate) fn entry_with_alias(name: &str) -> Option<(&'static RegistryEntry, &'static Alias)> {
    let name = name.strip_prefix("transform.").unwrap_or(name);
    REGISTRY
        .iter()
        .find_map(|entry| Some((*entry, entry.aliases.iter().find(|alias| alias.name == name)?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_kind_is_sorted() {
        for on_operations in [false, true] {
            assert!(entries(on_operations).is_sorted_by(|one, next| one.name < next.name));
        }
        assert!(REGISTRY.is_sorted_by_key(|entry| entry.is_on_operations()));
    }

    #[test]
    fn names_and_aliases_are_unique() {
        let mut seen = HashSet::new();
        for entry in REGISTRY {
            assert!(seen.insert(entry.name), "{}", entry.name);
            for alias in entry.aliases {
                assert!(seen.insert(alias.name), "{}", alias.name);
                assert_eq!(entry_named(alias.name).map(|found| found.name), Some(entry.name));
                let long = format!("transform.{}", alias.name);
                assert_eq!(entry_named(&long).map(|found| found.name), Some(entry.name));
            }
        }
    }
}
