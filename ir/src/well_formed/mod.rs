//! Rules that a module which could be read may still break.
//!
//! A value is visible at a use if its definition dominates it: earlier in the same block, or in a
//! block on every path to the use, or around the operation that contains the use, with no isolated
//! operation (`func.func`, `builtin.module`) in between. Types must agree where the operation says
//! so. Operations that are not known here are passed; so is the order inside their regions.

mod affine;
mod arith;
mod dominance;
mod known;
mod memref;
mod structured;
mod vector;

use crate::{Diagnostic, Module, OpId, Span, ValueId};
use dominance::Dominance;

/// Everything that is wrong with a module; empty if it may be used.
pub fn well_formed(module: &Module) -> Vec<Diagnostic> {
    let mut checker = Checker {
        module,
        dominance: Dominance::new(module),
        found: Vec::new(),
    };
    module.walk(module.top, &mut |id, _| checker.op(id));
    checker.symbols();
    checker.found
}

struct Checker<'m> {
    module: &'m Module,
    dominance: Dominance,
    found: Vec<Diagnostic>,
}

impl Checker<'_> {
    fn op(&mut self, op: OpId) {
        self.visibility(op);
        self.terminators(op);
        self.branches(op);
        self.form(op);
        let module = self.module;
        match module.op(op).name.as_str() {
            "affine.for"
            | "affine.if"
            | "affine.parallel"
            | "affine.load"
            | "affine.store"
            | "affine.vector_load"
            | "affine.vector_store"
            | "affine.apply"
            | "affine.min"
            | "affine.max" => self.affine(op),
            _ if module.op(op).info().is_function() => {
                self.function(op);
                if let Err(what) = crate::effects::effects(module, op) {
                    self.error("bad-effect", what, self.at(op));
                }
            }
            _ if module.op(op).info().is_return() => self.returns(op),
            _ if module.op(op).info().is_call() => self.call(op),
            "scf.for" | "scf.if" => self.scf(op),
            "memref.reinterpret_cast" => self.reinterpreted(op),
            "memref.subview" | "tensor.extract_slice" | "tensor.insert_slice" => self.sliced(op),
            "memref.expand_shape" | "memref.collapse_shape" | "tensor.expand_shape" | "tensor.collapse_shape" => {
                self.reshaped(op);
            }
            "memref.cast" | "tensor.cast" => self.shape_changed(op),
            "memref.load" | "memref.store" | "tensor.extract" | "tensor.insert" => self.subscripts(op),
            "memref.alloc" | "memref.alloca" | "tensor.empty" => self.sizes(op),
            "arith.constant" => self.constant(op),
            _ if module.op(op).dialect() == "arith" => self.arith(op),
            _ if module.op(op).dialect() == "linalg" => self.linalg(op),
            _ if module.op(op).dialect() == "vector" => self.vector(op),
            _ => {}
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// The first block of a region is where it begins, and nobody else leads there.
    fn branches(&mut self, op: OpId) {
        let module = self.module;
        let begins = |block| {
            let region = module.block(block).parent;
            region.is_some_and(|region| module.region(region).blocks.first() == Some(&block))
        };
        if module.op(op).successors.iter().any(|successor| begins(successor.block)) {
            self.error("malformed-op", "a branch to the first block of a region", self.at(op));
        }
    }

    fn error(&mut self, code: &'static str, message: impl Into<String>, span: Span) {
        self.report(Diagnostic::error(code, message, span));
    }

    /// Where an operation is named, for messages about the whole of it.
    fn at(&self, op: OpId) -> Span {
        let op = self.module.op(op);
        if op.name_span.is_none() { op.span } else { op.name_span }
    }

    /// Where operand `n` is written.
    fn operand_span(&self, op: OpId, n: usize) -> Span {
        match self.module.op(op).operands.get(n) {
            Some(operand) if !operand.span.is_none() => operand.span,
            _ => self.at(op),
        }
    }

    fn value_span(&self, value: ValueId) -> Span {
        self.module.value(value).span
    }

    /// Where `value` is used as an operand of `op`.
    fn use_span(&self, op: OpId, value: ValueId) -> Span {
        match self.module.op(op).operand_values().position(|other| other == value) {
            Some(n) => self.operand_span(op, n),
            None => self.at(op),
        }
    }

    fn visibility(&mut self, op: OpId) {
        let module = self.module;
        let branch = module.op(op).successors.iter().flat_map(|successor| &successor.args);
        for operand in module.op(op).operands.iter().chain(branch) {
            let name = module.value_name(operand.value);
            let span = if operand.span.is_none() {
                self.at(op)
            } else {
                operand.span
            };
            let defined = self.value_span(operand.value);
            let (code, message, help) = match self.dominance.visible(module, operand.value, op) {
                dominance::Visible::Yes => continue,
                dominance::Visible::Later => (
                    "use-before-definition",
                    format!("`{name}` is used before it is defined"),
                    "move the definition up",
                ),
                dominance::Visible::Elsewhere => (
                    "not-visible",
                    format!("`{name}` is defined in a region that does not contain this use"),
                    "yield the value from that region, or compute it again here",
                ),
                dominance::Visible::Isolated => (
                    "isolated",
                    format!("`{name}` is defined outside of a function that uses it"),
                    "pass it as an argument",
                ),
            };
            self.report(
                Diagnostic::error(code, message, span)
                    .label(defined, "defined here")
                    .help(help),
            );
        }
    }
}
