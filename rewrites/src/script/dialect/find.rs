//! Statements that find operations, or give handles other names; none of them changes the program.

use super::run::{SequenceRun, error};
use super::syntax::SequenceStatement;
use polyvet_ir::{Diagnostic, Module, OpId};

/// The operations that [`SequenceRun::found`] knows, with the clauses that they may have.
pub const FINDING: [(&str, &[&str]); 8] = [
    ("yield", &[]),
    ("print", &["name"]),
    ("cast", &[]),
    ("split_handle", &[]),
    ("merge_handles", &["deduplicate"]),
    ("structured.match", &["ops", "interface", "in", "attributes"]),
    ("get_producer_of_operand", &["position"]),
    (
        "get_parent_op",
        &[
            "isolated_from_above",
            "op_name",
            "nth_parent",
            "deduplicate",
            "allow_empty_results",
        ],
    ),
];

/// Whether an operation has an interface of this name; `None` if that is not known here.
fn has_interface(module: &Module, op: OpId, interface: &str) -> Option<bool> {
    let info = module.op(op).info();
    match interface {
        "LinalgOp" => Some(info.is_structured()),
        "LoopLikeInterface" => Some(info.is_loop()),
        _ => None,
    }
}

impl SequenceRun<'_> {
    /// For each result what it stands for; `None` if this is no statement that only finds.
    pub(super) fn found(
        &self,
        statement: &SequenceStatement,
        name: &str,
    ) -> Result<Option<Vec<Vec<OpId>>>, Diagnostic> {
        Ok(Some(match name {
            "yield" | "print" => Vec::new(),
            "cast" => vec![self.operand(statement, 0)?.1],
            "split_handle" => {
                let ops = self.operand(statement, 0)?.1;
                if ops.len() != statement.results.len() {
                    let message = format!("{} results for {} operations", statement.results.len(), ops.len());
                    return Err(error(message, &statement.op));
                }
                ops.into_iter().map(|op| vec![op]).collect()
            }
            "merge_handles" => {
                let mut all = Vec::new();
                for operand in &statement.operands {
                    all.extend(self.handle(operand)?);
                }
                vec![once_each(all, statement)]
            }
            "structured.match" => vec![self.matching(statement)?],
            "get_producer_of_operand" => vec![self.producers(statement)?],
            "get_parent_op" => vec![once_each(self.parents(statement)?, statement)],
            _ => return Ok(None),
        }))
    }

    fn matching(&self, statement: &SequenceStatement) -> Result<Vec<OpId>, Diagnostic> {
        let kinds = statement.clause("ops").map_or(&[][..], |clause| &clause.values);
        let interfaces = statement.clause("interface").map_or(&[][..], |clause| &clause.values);
        if kinds.is_empty() && interfaces.is_empty() {
            let message = "only `ops{[..]}` and `interface{..}` say here what is meant";
            return Err(error(message, &statement.op));
        }
        let place = statement.clause("in").and_then(|clause| clause.values.first());
        let roots = self.handle(place.ok_or_else(|| error("`in` is missing", &statement.op))?)?;
        let marks = statement.clause("attributes").map_or(&[][..], |clause| &clause.values);
        let module = &self.program.module;
        for interface in interfaces {
            if has_interface(module, self.program.func, &interface.value).is_none() {
                return Err(error(
                    format!("`{interface}` is no interface that is known here"),
                    interface,
                ));
            }
        }
        let mut found = Vec::new();
        for root in roots {
            module.walk(root, &mut |id, op| {
                let is_kind = kinds.is_empty() || kinds.iter().any(|kind| kind.value == op.name);
                let fits = |name: &str| has_interface(module, id, name) == Some(true);
                let fits = interfaces.iter().all(|interface| fits(&interface.value));
                if id != root && is_kind && fits && marks.iter().all(|mark| op.attr(&mark.value).is_some()) {
                    found.push(id);
                }
            });
        }
        Ok(found)
    }

    /// What makes one of the operands.
    fn producers(&self, statement: &SequenceStatement) -> Result<Vec<OpId>, Diagnostic> {
        let position = &statement.needed("position")?[0];
        let module = &self.program.module;
        let producer = |op: OpId| {
            let at = usize::try_from(position.value).ok();
            let operand = at.and_then(|at| module.op(op).operands.get(at));
            operand.and_then(|operand| module.defining_op(operand.value))
        };
        let found: Option<Vec<OpId>> = self.operand(statement, 0)?.1.into_iter().map(producer).collect();
        found.ok_or_else(|| error(format!("no operation makes operand {position}"), &statement.op))
    }

    /// What is around each operation; with `nth_parent` so many times.
    fn parents(&self, statement: &SequenceStatement) -> Result<Vec<OpId>, Diagnostic> {
        let module = &self.program.module;
        let kind = statement.clause("op_name").and_then(|clause| clause.values.first());
        let isolated = statement.clause("isolated_from_above").is_some();
        let fits = |op: &OpId| {
            let op = module.op(*op);
            kind.is_none_or(|kind| kind.value == op.name)
                && (!isolated || op.info().is_function() || op.name == "builtin.module")
        };
        let above = |op: OpId| std::iter::successors(module.parent_op(op), |op| module.parent_op(*op)).find(&fits);
        let count = statement.number("nth_parent")?.unwrap_or(1);
        let mut found = Vec::new();
        for op in self.operand(statement, 0)?.1 {
            match (0..count).try_fold(op, |op, _| above(op)) {
                Some(parent) => found.push(parent),
                None if statement.clause("allow_empty_results").is_some() => {}
                None => return Err(error("nothing around the operation is like that", &statement.op)),
            }
        }
        Ok(found)
    }
}

/// Each operation once, if that is requested.
fn once_each(ops: Vec<OpId>, statement: &SequenceStatement) -> Vec<OpId> {
    if statement.clause("deduplicate").is_none() {
        return ops;
    }
    let mut seen = Vec::new();
    for op in ops {
        if !seen.contains(&op) {
            seen.push(op);
        }
    }
    seen
}
