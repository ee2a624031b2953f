//! `call_library`: an operation as the call of a function that has it as its body.

use crate::ScriptName;
use crate::operations::OperationTransform;
use crate::operations::builder::{InsertPoint, OpBuilder};
use crate::operations::operation::no_place;
use crate::registry::Build;
use crate::{RegistryEntry, ScriptedProgram};
use polyvet_ir::{Attr, Diagnostic, OpId, OpSpec, Type, ValueId, func_named};
use std::collections::{HashMap, HashSet};

/// Its line in the list.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "call_library",
    aliases: &[],
    summary: "Calls a private function, which has the operation as its body until a library takes its place.",
    params: "OP, NAME",
    example: "call_library(S0, sgemm)",
    build: Build::Operations(|args| {
        Ok(Box::new(CallLibrary {
            target: args.name()?,
            name: args.name()?,
        }))
    }),
};

/// Makes a function of an operation.
#[derive(Debug)]
pub struct CallLibrary {
    /// The operation.
    pub target: ScriptName,
    /// What the function is called, without `@`.
    pub name: ScriptName,
}

impl CallLibrary {
    /// Calls a function of this name for an operation.
    pub fn new(op: impl Into<ScriptName>, name: impl Into<ScriptName>) -> CallLibrary {
        CallLibrary {
            target: op.into(),
            name: name.into(),
        }
    }
}

impl OperationTransform for CallLibrary {
    fn text(&self) -> String {
        ENTRY.call([self.target.to_string(), self.name.to_string()])
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let linalg = program.structured(&self.target)?;
        let name = &self.name.value;
        if func_named(&program.module, name).is_some() {
            return Err(no_place(&self.name, format!("there is a function `@{name}`")));
        }
        let operands = outside(program, linalg.op);
        let func = program.func;
        let mut b = OpBuilder::before(&mut program.module, func, linalg.op);
        let inputs: Vec<Type> = operands.iter().map(|value| b.ty(*value)).collect();
        let old_results = b.module.op(linalg.op).results.clone();
        let results: Vec<Type> = old_results.iter().map(|value| b.ty(*value)).collect();
        let mut call = OpSpec::new("func.call").operands(&operands);
        call = call.property("callee", Attr::Symbol(vec![name.clone()]));
        for ty in &results {
            call = call.result(ty.clone());
        }
        let call = b.push(call);
        // The function is in front of the one that calls it.
        b.place = InsertPoint::Before(func);
        let ty = Type::Function {
            inputs: inputs.clone(),
            results,
        };
        let made = b.push(
            OpSpec::new("func.func")
                .property("sym_name", Attr::str(name))
                .property("function_type", Attr::Type(ty))
                .property("sym_visibility", Attr::str("private")),
        );
        let region = b.module.add_region(made);
        let args: Vec<(Type, Option<&str>)> = inputs.into_iter().map(|ty| (ty, None)).collect();
        let block = b.module.add_block(region, &args);
        let mut map: HashMap<ValueId, ValueId> = HashMap::new();
        map.extend(operands.iter().copied().zip(b.module.block(block).args.clone()));
        let copy = b.module.copy_op(linalg.op, &mut map);
        b.place = InsertPoint::End(block);
        b.put(copy);
        let returned = b.module.op(copy).results.clone();
        b.push(OpSpec::new("func.return").operands(&returned));
        let values = b.module.op(call).results.clone();
        program.replace(linalg.op, &values, call);
        Ok(vec![call])
    }
}

/// Values from outside that an operation and what is in it use, each once, operands first.
fn outside(program: &ScriptedProgram, op: OpId) -> Vec<ValueId> {
    let mut seen = HashSet::new();
    let mut used = program.module.outside(op);
    used.retain(|value| seen.insert(*value));
    used
}
