//! Globals: one array for each symbol, whichever handles a function has of it.
//!
//! What a global holds at entry is input and what it holds in the end is output, as for arguments: other functions may
//! have written to it and may read it. Its name in the model follows from its symbol, so that the elements of one
//! global have one name in two programs; a global that the second program declares in another way gets another name.

use super::facts::Facts;
use super::{Extractor, Fallible, Signature, unsupported};
use crate::ids::ArrayId;
use crate::scop::{Array, ArrayKind};
use polyvet_ir::{Attr, Attrs, Dim, Module, OpId, Type, ValueId, same_attrs};
use polyvet_poly::Schedule;
use std::collections::HashMap;
use std::sync::Arc;

/// What is known of the globals of a function while it is modelled.
#[derive(Default)]
pub(super) struct Globals {
    /// Names in the model.
    names: HashMap<OpId, String>,
    arrays: HashMap<OpId, ArrayId>,
    /// Names that globals have in the other program and may have here, by path.
    kept: HashMap<String, String>,
}

/// A global as a program declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// In the model.
    name: String,
    /// Its type, its initial value, whether it is constant.
    what: Attrs,
    /// The data behind an initial value that is kept apart from the text.
    resources: Option<Arc<str>>,
}

impl Declared {
    fn of(module: &Module, global: OpId, name: String) -> Declared {
        let mut what = Attrs::default();
        for (key, value) in module
            .op(global)
            .properties
            .iter()
            .chain(module.op(global).attrs.iter())
        {
            if !matches!(key, "sym_name" | "sym_visibility") {
                what.set(key, value.clone());
            }
        }
        let apart = matches!(what.get("initial_value"), Some(Attr::Opaque(_)));
        Declared {
            name,
            what,
            resources: module.resources.clone().filter(|_| apart),
        }
    }

    fn is_alike(&self, other: &Declared) -> bool {
        same_attrs(&self.what, &other.what) && self.resources == other.resources
    }
}

/// The globals that a function has handles of, by their path, in the order of their first handle.
pub fn globals_of(module: &Module, func: OpId) -> Vec<(String, OpId)> {
    let mut found: Vec<(String, OpId)> = Vec::new();
    module.walk(func, &mut |id, op| {
        if op.name != "memref.get_global" {
            return;
        }
        let Some(global) = module.resolve_attr(id, "name") else {
            return;
        };
        if let Some(path) = module
            .symbol_path(global)
            .filter(|_| found.iter().all(|(_, known)| *known != global))
        {
            found.push((path, global));
        }
    });
    found
}

/// Whether two globals are declared alike, but for their names and who may see them: they hold the same from the start.
pub fn declared_alike((module, global): (&Module, OpId), (other_module, other): (&Module, OpId)) -> bool {
    let declared = |module, global| Declared::of(module, global, String::new());
    declared(module, global).is_alike(&declared(other_module, other))
}

/// The global at a path.
fn global_at(module: &Module, path: &str) -> Option<OpId> {
    let mut found = None;
    module.walk(module.top, &mut |id, op| {
        if op.name == "memref.global" && module.symbol_path(id).as_deref() == Some(path) {
            found = Some(id);
        }
    });
    found
}

impl Signature {
    /// Notes the globals of a model.
    pub(super) fn note_globals(&mut self, scop: &crate::Scop, module: &Module) {
        for array in &scop.arrays {
            if let Some(path) = &array.symbol
                && let Some(global) = global_at(module, path)
            {
                let declared = Declared::of(module, global, array.name.clone());
                self.globals.insert(path.clone(), declared);
            }
        }
    }
}

/// Whether nothing may write to a global.
fn is_constant(module: &Module, global: OpId) -> bool {
    module.op(global).is_set("constant")
}

impl Extractor<'_> {
    /// Gives names to the globals of `func`.
    pub(super) fn name_globals(&mut self, func: OpId) {
        for (path, known) in &self.naming.like.globals {
            if self.naming.names.unique(&known.name) == known.name {
                self.globals.kept.insert(path.clone(), known.name.clone());
            }
        }
        for (path, global) in globals_of(self.module, func) {
            let name = self.new_global_name(&path, global);
            self.globals.names.insert(global, name);
        }
    }

    /// The name that the other program has for the global at `path`, if it is declared alike in both.
    fn new_global_name(&mut self, path: &str, global: OpId) -> String {
        let declared = Declared::of(self.module, global, String::new());
        let known = self
            .naming
            .like
            .globals
            .get(path)
            .filter(|known| known.is_alike(&declared));
        match known.and(self.globals.kept.get(path)) {
            Some(name) => name.clone(),
            None => self
                .naming
                .names
                .unique(self.module.symbol_name(global).unwrap_or_default()),
        }
    }

    /// The name that the array of a handle has.
    pub(super) fn global_name(&self, handle: ValueId) -> Option<String> {
        self.globals.names.get(&self.facts.global_behind(handle)?).cloned()
    }

    /// The array of a handle.
    pub(super) fn global(&mut self, handle: ValueId) -> Fallible<ArrayId> {
        let span = self.module.value(handle).span;
        let Some(global) = self.facts.global_behind(handle) else {
            let message = format!(
                "`{}` is a handle of no global that is declared",
                self.module.value_name(handle)
            );
            return Err(unsupported("undefined-symbol", message, span));
        };
        if self.module.op(global).attr("type") != Some(&Attr::Type(self.module.ty(handle).clone())) {
            let message = format!("`{}` has another type than its global", self.module.value_name(handle));
            return Err(unsupported("type-mismatch", message, span));
        }
        if let Some(array) = self.globals.arrays.get(&global) {
            return Ok(*array);
        }
        let array = self.new_array(handle, ArrayKind::InOut)?;
        self.draft.arrays[array].symbol = self.module.symbol_path(global);
        self.draft.arrays[array].may_be_unwritten = has_no_values(self.module, global);
        self.globals.arrays.insert(global, array);
        Ok(array)
    }

    /// Globals that never change hold what they were initialised with.
    pub(super) fn constant_globals(&mut self, func: OpId, frame: &super::LoopFrame) -> Fallible<Option<Schedule>> {
        let module = self.module;
        let mut handles = Vec::new();
        module.walk(func, &mut |id, op| {
            if op.name == "memref.get_global" {
                handles.push(id);
            }
        });
        let mut all = None;
        for handle in handles {
            let (result, span) = (module.op(handle).results[0], module.op(handle).span);
            let Some(global) = self.facts.global_behind(result) else {
                continue;
            };
            let Some(value) = module.op(global).attr("initial_value") else {
                continue;
            };
            if !is_constant(module, global) {
                continue;
            }
            if self.facts.is_content(value) {
                let array = self.content(value, result)?;
                self.globals.arrays.insert(global, array);
                continue;
            }
            let Some(value) = module.elements(value) else { continue };
            let array = self.memref(result, span)?;
            // Once for all handles.
            if self.draft.arrays[array].kind == ArrayKind::InOut {
                self.draft.arrays[array].kind = ArrayKind::Local;
                let elements = self.dense_elements(handle, &value, array, frame)?;
                all = Some(super::tensors::in_order(all, elements)?);
            }
        }
        Ok(all)
    }

    /// Whether an array is a global that nobody may write to.
    pub(super) fn is_constant_global(&self, array: ArrayId) -> bool {
        let mut globals = self.globals.arrays.iter();
        globals.any(|(id, known)| *known == array && is_constant(self.module, *id))
    }

    /// Refuses programs that write to a constant.
    pub(super) fn keep_constants(&self) -> Fallible<()> {
        for (global, array) in self
            .globals
            .arrays
            .iter()
            .filter(|(id, _)| is_constant(self.module, **id))
        {
            let initial = |stmt: &crate::Stmt| stmt.op.is_some_and(|op| self.module.op(op).name == "memref.get_global");
            let stmts = self.draft.stmts.iter().filter(|stmt| !initial(stmt));
            let mut accesses = stmts.flat_map(|stmt| &stmt.accesses);
            let write = accesses.find(|access| access.array == *array && access.kind.is_write());
            if let Some(write) = write.filter(|_| !self.request.may) {
                let name = self.module.symbol_name(*global).unwrap_or_default();
                let message = format!("`@{name}` is constant, and this writes to it");
                return Err(unsupported("constant-written", message, write.span));
            }
        }
        Ok(())
    }

    /// Makes arrays of the globals at these paths that the function has no handle of, as another program has: they hold
    /// in the end what they held at entry.
    pub(super) fn foreign_globals(&mut self, paths: &[String]) -> Fallible<()> {
        for path in paths {
            let Some(global) = global_at(self.module, path) else {
                continue;
            };
            if is_constant(self.module, global) || self.globals.arrays.contains_key(&global) {
                continue;
            }
            if let Some(Attr::Type(ty)) = self.module.op(global).attr("type") {
                self.foreign_global(global, path, ty)?;
            }
        }
        Ok(())
    }

    fn foreign_global(&mut self, global: OpId, path: &str, ty: &Type) -> Fallible<()> {
        let name = match self.globals.names.get(&global) {
            Some(name) => name.clone(),
            None => self.new_global_name(path, global),
        };
        let root = super::LoopFrame::root(&self.ctx)?;
        let mut extents = Vec::new();
        for dim in ty.shape().unwrap_or_default() {
            let Dim::Static(size) = dim else { return Ok(()) };
            let size = self.number(&root, i64::try_from(*size).unwrap_or(i64::MAX))?;
            extents.push(Some(super::arrays::parameter_only(size)?));
        }
        let array = self.draft.arrays.push_and_get_key(Array {
            name,
            elem: ty.elem().clone(),
            extents,
            kind: ArrayKind::InOut,
            value: None,
            symbol: Some(path.to_owned()),
            versions: Vec::new(),
            may_be_unwritten: has_no_values(self.module, global),
            span: self.module.op(global).span,
            layout: None,
            space: None,
        });
        self.globals.arrays.insert(global, array);
        Ok(())
    }
}

impl Facts<'_> {
    /// What a handle is a handle of.
    fn global_behind(&self, handle: ValueId) -> Option<OpId> {
        let op = self.module.defining_op(handle)?;
        let global = self.module.resolve_attr(op, "name")?;
        let known = self.module.op(op).name == "memref.get_global" && self.module.op(global).name == "memref.global";
        known.then_some(global)
    }
}

/// Whether a global is there without values to begin with (`= uninitialized`).
fn has_no_values(module: &Module, global: OpId) -> bool {
    module.op(global).attr("initial_value") == Some(&Attr::Unit)
}
