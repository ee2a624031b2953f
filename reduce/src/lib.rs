//! Smaller programs that still show a fault.
//!
//! [`reduce`] looks for a small module for which a question still says yes, by trying one edit after the
//! other and keeping those after which it does (delta debugging: Zeller and Hildebrandt, "Simplifying and
//! isolating failure-inducing input", 2002). An edit may change what the program means: whether the result is
//! still valid is part of the question, which is asked after every edit. The order of edits is fixed, so the
//! result repeats.
//!
//! [`reduce_pair`] makes two programs smaller together, where an edit of one alone would be a fault of its
//! own: each edit does the same to both.

mod edit;
mod joint;
mod single;

pub use joint::reduce_pair;
pub use single::{reduce, reduce_many, reduce_within};

use polyvet_ir::{Module, PrintForm, PrintOptions, Severity, parse, print, well_formed};
use std::time::Instant;

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub struct ReduceLimits {
    /// Most candidates that are tried.
    pub tries: usize,
    /// When to give up, whatever is left; the result then depends on the machine.
    pub deadline: Option<Instant>,
}

impl Default for ReduceLimits {
    fn default() -> ReduceLimits {
        ReduceLimits {
            tries: 3000,
            deadline: None,
        }
    }
}

/// How far a reduction has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Candidates tried.
    pub tries: usize,
    /// Edits kept.
    pub kept: usize,
    /// Operations left.
    pub ops: usize,
}

impl ReduceLimits {
    fn spent(&self, progress: &Progress) -> bool {
        progress.tries >= self.tries || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Number of operations that can be reached, without the module itself.
pub fn op_count(module: &Module) -> usize {
    let mut count = 0;
    module.walk(module.top, &mut |_, _| count += 1);
    count - 1
}

/// The module as it is read again after being printed, if it still has the right form: without the leftovers
/// of edits.
fn settled(module: &Module) -> Option<Module> {
    if well_formed(module)
        .iter()
        .any(|found| found.severity == Severity::Error)
    {
        return None;
    }
    let form = PrintForm::Generic;
    let text = print(
        module,
        PrintOptions {
            form,
            ..PrintOptions::default()
        },
    );
    let (again, diagnostics) = parse(&text);
    let bad = diagnostics
        .iter()
        .chain(&well_formed(&again))
        .any(|found| found.severity == Severity::Error);
    (!bad).then_some(again)
}
