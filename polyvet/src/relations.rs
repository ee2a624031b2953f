//! What each statement of a function reads and writes, as a result.

use crate::facts::{self, FactOrigin};
use polyvet_analysis::bands::bands;
use polyvet_analysis::ids::StmtId;
use polyvet_analysis::{Array, IteratorType, Scop, dependence};
use polyvet_ir::{Diagnostic, Span};
use polyvet_poly::Result;
use polyvet_report::{LayoutResult, RelationsResult, StatementResult};

fn layouts(scop: &Scop) -> Vec<LayoutResult> {
    let of = |array: &Array| {
        let map = array.layout.clone()?;
        Some(LayoutResult {
            array: array.name.clone(),
            map,
        })
    };
    scop.arrays.iter().filter_map(of).collect()
}

/// What each statement reads and writes.
///
/// # Errors
/// Budgets.
pub fn relations(scop: &Scop, file: &str, origin: &FactOrigin<'_>) -> Result<RelationsResult> {
    let scop = &facts::asserted(scop)?;
    let deps = dependence::memory_based(scop)?;
    let bands = bands(scop, &deps)?;
    let loops = facts::loops(scop, &deps.effects(scop)?, origin);
    let statement = |number: StmtId| -> Result<StatementResult> {
        let mut result = facts::statement(scop, number, &loops, origin)?;
        result.permutable = facts::permutable(scop, number, &bands);
        Ok(result)
    };
    Ok(RelationsResult {
        file: file.to_owned(),
        func: scop.name.clone(),
        params: facts::params(scop, origin),
        context: facts::context_text(scop)?,
        layouts: layouts(scop),
        statements: scop.stmts.keys().map(statement).collect::<Result<_>>()?,
        picture: None,
        inexact: scop.inexact.iter().map(ToString::to_string).collect(),
    })
}

/// A warning for each loop that claims more freedom than its dependences leave.
pub fn wrong_claims(scop: &Scop, result: &RelationsResult, origin: &FactOrigin<'_>) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    let mut seen = Vec::new();
    for (stmt, shown) in scop.stmts.iter().zip(&result.statements) {
        for (number, one) in stmt.loops.iter().zip(&shown.loops) {
            let (Some(claimed), Some(false)) = (one.claimed, one.claim_holds) else {
                continue;
            };
            // Dependences that only may exist prove no claim wrong.
            if seen.contains(number) || stmt.may {
                continue;
            }
            seen.push(*number);
            let message = match claimed {
                "partition" if one.derived == IteratorType::Parallel.name() => {
                    format!(
                        "loop `{}` is claimed partition, but two iterations touch one element",
                        one.name
                    )
                }
                _ => format!(
                    "loop `{}` is claimed {claimed}, but its dependences make it {}",
                    one.name, one.derived
                ),
            };
            let op = scop.loops[*number].op;
            let span = origin
                .module
                .zip(op)
                .map_or(Span::NONE, |(module, op)| module.op(op).name_span);
            let warning = Diagnostic::warning("wrong-iterator-type", message, span);
            warnings.push(warning.help("`polyvet deps` shows the dependences"));
        }
    }
    warnings
}
