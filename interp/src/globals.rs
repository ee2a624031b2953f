//! What globals hold, for those who compare runs.

use crate::domain::Domain;
use crate::machine::Machine;
use crate::ops::view::global;
use crate::scalar::ElementType;
use crate::trap::Trap;
use crate::value::{Contents, RuntimeValue};
use polyvet_ir::{Attr, OpId};
use std::collections::BTreeSet;
use std::rc::Rc;

impl<D: Domain> Machine<'_, D> {
    /// The globals that were needed so far, by their `memref.global`.
    pub fn globals_used(&self) -> BTreeSet<OpId> {
        self.globals.keys().map(|(id, _)| *id).collect()
    }

    /// The buffer of a global that was needed.
    pub fn global_view(&self, id: OpId) -> Option<RuntimeValue<D>> {
        let view = self.globals.iter().find(|((known, _), _)| *known == id)?.1;
        Some(RuntimeValue::MemRef(Rc::clone(view)))
    }

    /// What a global holds now.
    ///
    /// # Errors
    /// Nobody knows: it is only declared, or has elements that are not supported.
    pub fn read_global(&mut self, id: OpId) -> Result<Contents, Trap> {
        let complex = match self.module.op(id).attr("type") {
            Some(Attr::Type(ty)) => ElementType::of(ty.elem()).is_some_and(|elem| elem.complex),
            _ => false,
        };
        let value = if complex {
            let parts = self.each_part(|machine, _| global(machine, id).map(RuntimeValue::MemRef))?;
            RuntimeValue::Complex(Rc::new(parts))
        } else {
            RuntimeValue::MemRef(global(self, id)?)
        };
        self.read(&value)
    }
}
