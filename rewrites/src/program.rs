//! The function that steps rewrite, and what its operations are called.

use crate::name::ScriptName;
use crate::operations::builder::OpBuilder;
use crate::operations::operation::{Linalg, no_place};
use crate::operations::tileable::Tileable;
use crate::schedule::Inapplicable;
use crate::script::ScriptStep;
use polyvet_analysis::Scop;
use polyvet_analysis::extract::{ExtractOptions, extract};
use polyvet_analysis::loops::{bands, loop_name, stmts_below};
use polyvet_ir::{Diagnostic, Module, OpId, Span, ValueId};
use polyvet_poly::Ctx;
use std::collections::HashMap;
use std::num::NonZeroU64;
use std::rc::Rc;

/// isl operations that a model of the function, and a step on it, may take.
pub(crate) const BUDGET: NonZeroU64 = NonZeroU64::new(5_000_000).expect("not zero");

/// A function on its way through a script. Numbers of operations stay valid from step to step.
#[derive(Clone, Debug)]
pub struct ScriptedProgram {
    /// Holds the function.
    pub module: Module,
    /// The function.
    pub func: OpId,
    /// Steps on loops, to be done when all others are.
    pub(crate) after: Vec<Rc<ScriptStep>>,
    /// What is to be said about the steps so far, with places in the script.
    pub notes: Vec<Diagnostic>,
    /// Handles and statements.
    names: HashMap<String, OpId>,
    /// What names meant until it was written as loops.
    lost: HashMap<String, AsLoops>,
}

/// A structured operation that was written as loops by steps on the schedule.
#[derive(Clone, Debug)]
pub(crate) struct AsLoops {
    /// `linalg.matmul`
    kind: String,
    /// Outermost first.
    loops: Vec<String>,
}

impl ScriptedProgram {
    /// `func` as it is. Statements have the names of its model; if it has none, operations only have those of their
    /// kind.
    pub fn new(module: &Module, func: OpId) -> ScriptedProgram {
        let names = names_of(module, func);
        ScriptedProgram {
            module: module.clone(),
            func,
            after: Vec::new(),
            notes: Vec::new(),
            names,
            lost: HashMap::new(),
        }
    }

    /// The model of the function as it is now.
    ///
    /// # Errors
    /// It has none; `at` is what asks for it.
    pub fn model(&self, at: &ScriptName) -> Result<Scop, Diagnostic> {
        model_of(&self.module, self.func).map_err(|why| no_place(at, format!("the function has no model: {why}")))
    }

    /// Writes the function anew, as loops that do what `scop` says, a rewrite of its model. Operations get other
    /// numbers, and handles are gone.
    ///
    /// # Errors
    /// No code is generated for it; `at` is what asks for it.
    pub fn regenerate(&mut self, scop: &Scop, at: Span) -> Result<(), Diagnostic> {
        self.module = polyvet_codegen::generate(scop, &self.module, self.func)
            .map_err(|why| Diagnostic::error("no-place", why.to_string(), at))?;
        self.renumbered(HashMap::new());
        Ok(())
    }

    /// Finds the names of statements again after the function was written anew; `lost` are those of operations that
    /// became loops.
    pub(crate) fn renumbered(&mut self, lost: HashMap<String, AsLoops>) {
        self.names = names_of(&self.module, self.func);
        self.lost.extend(lost);
    }

    /// The structured operations of a model by their names, with the loops that a rewrite of the model makes of them.
    pub(crate) fn operations_as_loops(&self, before: &Scop, after: &Scop) -> HashMap<String, AsLoops> {
        let mut lost = HashMap::new();
        for stmt in &before.stmts {
            let is_operation = |op: &OpId| Linalg::of(&self.module, *op, &ScriptName::from(stmt.name.as_str())).is_ok();
            let Some(op) = stmt.op.filter(is_operation) else {
                continue;
            };
            let as_loops = AsLoops {
                kind: self.module.op(op).name.to_string(),
                loops: loops_around(after, &stmt.name).unwrap_or_default(),
            };
            let names = self.names.iter().filter(|(_, one)| **one == op);
            for (name, _) in names {
                lost.insert(name.clone(), as_loops.clone());
            }
            lost.insert(as_loops.kind.clone(), as_loops);
        }
        lost
    }

    /// The operation that `name` means: that of a handle or a statement, or the only one of this kind.
    ///
    /// # Errors
    /// There is none, or there are several.
    pub fn target(&self, name: &ScriptName) -> Result<OpId, Diagnostic> {
        if let Some(as_loops) = self.lost.get(&name.value) {
            return Err(as_loops.error(name));
        }
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
    /// As [`ScriptedProgram::target`], or it is another kind of operation.
    pub fn structured(&self, name: &ScriptName) -> Result<Linalg, Diagnostic> {
        Linalg::of(&self.module, self.target(name)?, name)
    }

    /// The operation that `name` means, to be tiled.
    ///
    /// # Errors
    /// As [`ScriptedProgram::target`], or no rule says what its tiles are.
    pub(crate) fn tileable(&self, name: &ScriptName) -> Result<Tileable, Diagnostic> {
        Tileable::of(&self.module, self.target(name)?, name)
    }

    /// Writes in front of an operation.
    pub fn before(&mut self, op: OpId) -> OpBuilder<'_> {
        OpBuilder::before(&mut self.module, self.func, op)
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
        self.lost.remove(name);
        self.names.insert(name.to_owned(), op);
    }

    /// Takes out what computes values that nobody uses.
    pub fn sweep(&mut self) {
        loop {
            let uses = self.module.use_counts(self.func);
            let mut dead = Vec::new();
            self.module.walk(self.func, &mut |id, op| {
                if !op.results.is_empty()
                    && self.module.is_pure(id)
                    && op.results.iter().all(|result| uses[result.at()] == 0)
                {
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
                known.push(op.name.to_string());
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

/// The operations of a function by the names of their statements; none if it has no model.
fn names_of(module: &Module, func: OpId) -> HashMap<String, OpId> {
    let model = model_of(module, func).ok();
    let mut names = HashMap::new();
    for stmt in model.iter().flat_map(|scop| &scop.stmts) {
        if let Some(op) = stmt.op {
            names.insert(stmt.name.clone(), op);
        }
    }
    names
}

/// The loops above a statement, outermost first.
fn loops_around(scop: &Scop, stmt: &str) -> polyvet_poly::Result<Vec<String>> {
    let mut names = Vec::new();
    for band in bands(&scop.schedule)? {
        if stmts_below(scop, &band)?.iter().any(|below| below == stmt) {
            names.extend(loop_name(&band)?);
        }
    }
    Ok(names)
}

impl AsLoops {
    /// The error that a step on operations asks for it.
    fn error(&self, name: &ScriptName) -> Diagnostic {
        let made = match self.loops.is_empty() {
            true => "operations on scalars".to_owned(),
            false => format!("loops `{}`", self.loops.join("`, `")),
        };
        let what = match name.value == self.kind {
            true => format!("there is no `{name}` any more"),
            false => format!("`{name}` is no `{}` any more", self.kind),
        };
        let message = format!("{what}: steps on loops before this one made {made} of it");
        Diagnostic::error("script-order", message, name.span)
            .help("take steps on operations first; of those on loops, only tiles of numbers keep the operation")
    }
}

/// The model of a function, or why there is none.
fn model_of(module: &Module, func: OpId) -> Result<Scop, String> {
    let ctx = Ctx::new();
    let model = ctx.within(BUDGET, None, || {
        Ok(extract(module, func, &ctx, &ExtractOptions::default()))
    });
    let model = model.map_err(|why| why.to_string())?;
    model.map_err(|why| why.to_string())
}
