//! `generalize`: a named operation as the `linalg.generic` that it stands for.

use crate::ScriptName;
use crate::operations::OperationTransform;
use crate::operations::operation::{Linalg, generic_properties};
use crate::registry::{Alias, Build};
use crate::{RegistryEntry, ScriptedProgram};
use polyvet_ir::{Attrs, Diagnostic, Module, OpId, Span};

/// Its line in the list.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "generalize",
    aliases: &[Alias {
        name: "structured.generalize",
        clauses: &[],
    }],
    summary: "Writes a named operation as the linalg.generic that it stands for.",
    params: "OP",
    example: "generalize(S0)",
    build: Build::Operations(|args| Ok(Box::new(Generalize { target: args.name()? }))),
};

/// Makes a named operation generic.
#[derive(Debug)]
pub struct Generalize {
    /// The operation.
    pub target: ScriptName,
}

impl Generalize {
    /// Makes this operation generic.
    pub fn new(op: impl Into<ScriptName>) -> Generalize {
        Generalize { target: op.into() }
    }
}

impl OperationTransform for Generalize {
    fn text(&self) -> String {
        ENTRY.call([self.target.to_string()])
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let linalg = program.structured(&self.target)?;
        Ok(vec![make_generic(&mut program.module, &linalg)])
    }
}

/// What only named operations have.
const OF_NAMED: [&str; 9] = [
    "linalg.memoized_indexing_maps",
    "indexing_maps",
    "iterator_types",
    "strides",
    "dilations",
    "cast",
    "kind",
    "permutation",
    "dimensions",
];

/// Makes the operation generic where it is.
pub fn make_generic(module: &mut Module, linalg: &Linalg) -> OpId {
    let view = &linalg.view;
    let missing = view.inputs.len() + view.outputs.len() - module.block(view.body).args.len();
    // The payload of `linalg.map` has no arguments for outputs.
    for output in &view.outputs[view.outputs.len() - missing..] {
        let elem = module.ty(*output).elem().clone();
        module.add_block_arg(view.body, elem, None, Span::NONE);
    }
    let op = module.op_mut(linalg.op);
    if op.name != "linalg.generic" {
        op.name = "linalg.generic".into();
        op.properties = Attrs::default();
        op.attrs.0.retain(|(name, _)| !OF_NAMED.contains(&name.as_str()));
    }
    for (name, attr) in generic_properties(&view.maps, &view.iterators, view.outputs.len()) {
        op.properties.set(name, attr);
    }
    linalg.op
}
