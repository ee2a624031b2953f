//! The dependences of a function, as a result.

use crate::facts::{self, FactOrigin};
use polyvet_analysis::{Scop, dependence};
use polyvet_poly::Result;
use polyvet_report::DepsResult;

/// All dependences, or only those of values, and what each loop carries.
///
/// # Errors
/// Budgets.
pub fn dependences(scop: &Scop, value_based: bool, file: &str, origin: &FactOrigin<'_>) -> Result<DepsResult> {
    let scop = &facts::asserted(scop)?;
    let deps = if value_based {
        dependence::value_based(scop)?
    } else {
        dependence::memory_based(scop)?
    };
    // What the loops are is a matter of memory, whatever is listed.
    let memory = if value_based {
        dependence::memory_based(scop)?
    } else {
        deps.clone()
    };
    let list: Vec<_> = deps
        .list
        .iter()
        .map(|dep| facts::dependence(scop, dep, origin))
        .collect::<Result<_>>()?;
    Ok(DepsResult {
        names: facts::names(scop),
        file: file.to_owned(),
        func: scop.name.clone(),
        based_on: if value_based { "value" } else { "memory" },
        loops: facts::loops(scop, &memory, origin)?,
        graph: facts::graph(&list),
        dependences: list,
        picture: None,
        inexact: scop.inexact.iter().map(ToString::to_string).collect(),
    })
}
