//! The function that steps rewrite, and what its operations are called.

use crate::builder::Builder;
use crate::operation::{Linalg, no_place};
use polyvet_analysis::Scop;
use polyvet_analysis::extract::{Options, extract};
use polyvet_ir::{Diagnostic, Module, OpId, Span, ValueId};
use polyvet_poly::Ctx;
use polyvet_transforms::{Inapplicable, Name};
use std::collections::HashMap;
use std::num::NonZeroU64;

/// isl operations that a model of the function, and a step on it, may take.
pub(crate) const BUDGET: NonZeroU64 = NonZeroU64::new(5_000_000).expect("not zero");

/// A function on its way through a script. Numbers of operations stay valid from step to step.
#[derive(Debug)]
pub struct Program {
    /// Holds the function.
    pub module: Module,
    /// The function.
    pub func: OpId,
    /// Steps on loops, to be done when all others are.
    pub after: Vec<polyvet_transforms::Step>,
    /// What is to be said of the steps so far, with places in the script.
    pub notes: Vec<Diagnostic>,
    /// Handles and statements.
    names: HashMap<String, OpId>,
}

impl Program {
    /// `func` as it is. Statements have the names of its model; if it has none, operations only have those of their
    /// kind.
    pub fn new(module: &Module, func: OpId) -> Program {
        let model = model_of(module, func).ok();
        let mut names = HashMap::new();
        for stmt in model.iter().flat_map(|scop| &scop.stmts) {
            if let Some(op) = stmt.op {
                names.insert(stmt.name.clone(), op);
            }
        }
        Program {
            module: module.clone(),
            func,
            after: Vec::new(),
            notes: Vec::new(),
            names,
        }
    }

    /// The model of the function as it is now.
    ///
    /// # Errors
    /// It has none; `at` is what asks for it.
    pub fn model(&self, at: &Name) -> Result<Scop, Diagnostic> {
        model_of(&self.module, self.func).map_err(|why| no_place(at, format!("the function has no model: {why}")))
    }

    /// Writes the function anew, as loops that do what `scop` says, a rewrite of its model. Operations get other
    /// numbers, and handles are gone.
    ///
    /// # Errors
    /// No code is generated for it; `at` is what asks for it.
    pub fn regenerate(&mut self, scop: &Scop, at: Span) -> Result<(), Diagnostic> {
        let module = polyvet_codegen::generate(scop, &self.module, self.func)
            .map_err(|why| Diagnostic::error("no-place", why.to_string(), at))?;
        let (after, notes) = (std::mem::take(&mut self.after), std::mem::take(&mut self.notes));
        *self = Program {
            after,
            notes,
            ..Program::new(&module, self.func)
        };
        Ok(())
    }

    /// The operation that `name` means: that of a handle or a statement, or the only one of this kind.
    ///
    /// # Errors
    /// There is none, or there are several.
    pub fn target(&self, name: &Name) -> Result<OpId, Diagnostic> {
        if let Some(op) = self.names.get(&name.value) {
            return match self.stands(*op) {
                true => Ok(*op),
                false => Err(no_place(name, format!("the operation `{name}` is gone"))
                    .help("an earlier step replaced it; take the name of what that made")),
            };
        }
        match self.all_named(&name.value)[..] {
            [op] => Ok(op),
            [] => Err(Inapplicable::UnknownStatement {
                name: name.value.clone(),
                span: name.span,
                stmts: self.known(),
            }
            .diagnostic(name.span)),
            ref several => {
                let names: Vec<String> = several.iter().filter_map(|op| self.name_of(*op)).collect();
                let message = format!("there are {} operations `{name}`", several.len());
                Err(no_place(name, message).help(match names.is_empty() {
                    true => "give them names with `polyvet.name`".to_owned(),
                    false => format!("say which: `{}`", names.join("`, `")),
                }))
            }
        }
    }

    /// All operations of a kind, in program order.
    pub fn all_named(&self, name: &str) -> Vec<OpId> {
        let mut found = Vec::new();
        self.module.walk(self.func, &mut |id, op| {
            if op.name == name {
                found.push(id);
            }
        });
        found
    }

    /// The operations that use a value, in program order.
    pub fn users(&self, value: ValueId) -> Vec<OpId> {
        let mut users = Vec::new();
        self.module.walk(self.func, &mut |id, op| {
            if op.operand_values().any(|operand| operand == value) {
                users.push(id);
            }
        });
        users
    }

    /// The structured operation that `name` means.
    ///
    /// # Errors
    /// As [`Program::target`], or it is another kind of operation.
    pub fn structured(&self, name: &Name) -> Result<Linalg, Diagnostic> {
        Linalg::of(&self.module, self.target(name)?, name)
    }

    /// Writes in front of an operation.
    pub fn before(&mut self, op: OpId) -> Builder<'_> {
        Builder::before(&mut self.module, self.func, op)
    }

    /// Puts `values` in the place of the results of `old`, which goes, and gives its names to `new`.
    pub fn replace(&mut self, old: OpId, values: &[ValueId], new: OpId) {
        let results = self.module.op(old).results.clone();
        for (result, value) in results.iter().zip(values) {
            let name = self.module.value(*result).name.clone();
            if self.module.value(*value).name.is_none() {
                self.module.value_mut(*value).name = name;
            }
        }
        let map: HashMap<ValueId, ValueId> = results.into_iter().zip(values.iter().copied()).collect();
        self.module.replace_uses(self.func, &map);
        self.module.detach(old);
        self.names
            .values_mut()
            .filter(|op| **op == old)
            .for_each(|op| *op = new);
    }

    /// Puts `value` in the place of `old` as an operand of one operation.
    pub fn replace_operand(&mut self, user: OpId, old: ValueId, value: ValueId) {
        let operands = self.module.op_mut(user).operands.iter_mut();
        for operand in operands.filter(|operand| operand.value == old) {
            operand.value = value;
        }
    }

    /// Gives an operation a name.
    pub fn bind(&mut self, name: &str, op: OpId) {
        self.names.insert(name.to_owned(), op);
    }

    /// Takes out what computes values that nobody uses.
    pub fn sweep(&mut self) {
        loop {
            let uses = self.module.use_counts(self.func);
            let mut dead = Vec::new();
            self.module.walk(self.func, &mut |id, op| {
                if is_pure(&self.module, id) && op.results.iter().all(|result| uses[result.at()] == 0) {
                    dead.push(id);
                }
            });
            if dead.is_empty() {
                return;
            }
            dead.into_iter().for_each(|op| self.module.detach(op));
        }
    }

    fn stands(&self, op: OpId) -> bool {
        let mut here = op;
        while let Some(parent) = self.module.parent_op(here) {
            if parent == self.func {
                return true;
            }
            here = parent;
        }
        false
    }

    fn name_of(&self, op: OpId) -> Option<String> {
        self.names
            .iter()
            .filter(|(_, other)| **other == op)
            .map(|(name, _)| name.clone())
            .min()
    }

    /// What can be named, in order.
    fn known(&self) -> Vec<String> {
        let mut known: Vec<String> = self.names.keys().cloned().collect();
        self.module.walk(self.func, &mut |_, op| {
            if op.dialect() == "linalg" && !matches!(op.name.as_str(), "linalg.yield" | "linalg.index") {
                known.push(op.name.clone());
            }
        });
        known.sort();
        known.dedup();
        known
    }

    /// Where the function stands.
    pub fn span(&self) -> Span {
        self.module.op(self.func).span
    }
}

/// The model of a function, or why there is none.
fn model_of(module: &Module, func: OpId) -> Result<Scop, String> {
    let ctx = Ctx::new();
    let model = ctx.within(BUDGET, None, || Ok(extract(module, func, &ctx, &Options::default())));
    let model = model.map_err(|why| why.to_string())?;
    model.map_err(|why| why.to_string())
}

/// Leaving it out loses nothing but its results.
fn is_pure(module: &Module, op: OpId) -> bool {
    let op = module.op(op);
    let on_tensors = || op.results.iter().all(|result| module.ty(*result).is_tensor());
    !op.results.is_empty()
        && match op.dialect() {
            "arith" | "math" | "tensor" => true,
            "affine" => matches!(op.name.as_str(), "affine.apply" | "affine.min" | "affine.max"),
            "memref" => matches!(op.name.as_str(), "memref.dim" | "memref.subview" | "memref.cast"),
            "linalg" => on_tensors(),
            _ => false,
        }
}
