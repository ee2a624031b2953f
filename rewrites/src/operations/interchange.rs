//! `interchange_iterators`: the loops of a structured operation in another order.

use crate::ScriptName;
use crate::operations::OperationTransform;
use crate::operations::generalize::make_generic;
use crate::registry::{Alias, Build};
use crate::schedule::Inapplicable;
use crate::{RegistryEntry, ScriptedProgram};
use polyvet_ir::linalg::IteratorType;
use polyvet_ir::{AffineExpr, AffineMap, Attr, Diagnostic, OpId};

/// Its line in the list.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "interchange_iterators",
    aliases: &[Alias {
        name: "structured.interchange",
        clauses: &["iterator_interchange"],
    }],
    summary: "Gives all loops of an operation in their new order; a named one becomes generic.",
    params: "OP, d0, d1, ..",
    example: "interchange_iterators(S0, d2, d0, d1)",
    build: Build::Operations(|args| {
        Ok(Box::new(InterchangeIterators {
            target: args.name()?,
            order: args.names()?,
        }))
    }),
};

/// Reorders the loops of an operation.
#[derive(Debug)]
pub struct InterchangeIterators {
    /// The operation.
    pub target: ScriptName,
    /// All its loops, outermost first.
    pub order: Vec<ScriptName>,
}

impl InterchangeIterators {
    /// Puts all loops in this order.
    pub fn new<N: Into<ScriptName>>(
        op: impl Into<ScriptName>,
        order: impl IntoIterator<Item = N>,
    ) -> InterchangeIterators {
        InterchangeIterators {
            target: op.into(),
            order: order.into_iter().map(Into::into).collect(),
        }
    }
}

impl OperationTransform for InterchangeIterators {
    fn text(&self) -> String {
        ENTRY.call(
            std::iter::once(&self.target)
                .chain(&self.order)
                .map(ScriptName::to_string),
        )
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let mut linalg = program.structured(&self.target)?;
        let mut order = Vec::new();
        for name in &self.order {
            let at = linalg.loop_named(name)?;
            if order.contains(&at) {
                let (name, span) = (name.value.clone(), name.span);
                return Err(Inapplicable::NamedTwice { name, span }.diagnostic(span));
            }
            order.push(at);
        }
        let names = linalg.loop_names();
        if let Some(left) = (0..names.len()).find(|at| !order.contains(at)) {
            let message = format!("loop `{}` has no place in the new order", names[left]);
            return Err(crate::operations::operation::no_place(&self.target, message));
        }
        let new_place = |at: usize| order.iter().position(|old| *old == at).expect("all are named");
        let dims: Vec<AffineExpr> = (0..order.len()).map(|at| AffineExpr::dim(new_place(at))).collect();
        for map in &mut linalg.view.maps {
            let results = map.results.iter().map(|result| result.substitute(&dims, &[]));
            *map = AffineMap::new(order.len(), 0, results.collect());
        }
        let iterators: Vec<IteratorType> = order.iter().map(|at| linalg.view.iterators[*at]).collect();
        linalg.view.iterators = iterators;
        let op = make_generic(&mut program.module, &linalg);
        if linalg.view.dim_names.is_some() {
            program
                .module
                .set_loop_names(op, order.iter().map(|at| names[*at].clone()).collect());
        }
        for inner in program.module.block(linalg.view.body).ops.clone() {
            let inner = program.module.op_mut(inner);
            if inner.name == "linalg.index"
                && let Some(at) = inner.attr("dim").and_then(Attr::as_i64)
            {
                inner.properties.set("dim", Attr::i64(new_place(at as usize) as i64));
            }
        }
        Ok(vec![op])
    }
}
