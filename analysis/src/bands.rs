//! Permutable bands of the program's own loops.
//!
//! Loops of one nest, each directly around the next, form a *permutable band* if every dependence that no
//! loop around the band carries has a distance of at least 0 in each of them: they may then be exchanged and
//! tiled in any way (Wolf and Lam, "A data locality optimizing algorithm", 1991, fully permutable nests; isl
//! manual, "Schedule Trees", `permutable`). A loop of the band is *coincident* if these distances are 0:
//! its iterations may run at the same time while the loops around the band stand still.

use crate::dependence::{Dependence, Dependences};
use crate::ids::{LoopId, StmtId};
use crate::scop::Scop;
use polyvet_poly::{DimKind, Map, Result};

/// Loops that may be exchanged and tiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PermutableBand {
    /// Indices into [`Scop::loops`], outermost first.
    pub loops: Vec<LoopId>,
    /// For each, whether its iterations are independent while the loops around the band stand still.
    pub coincident: Vec<bool>,
    /// Statements inside, by number.
    pub stmts: Vec<StmtId>,
}

/// The bands of all nests, outer before inner, each as long as it can be from its outermost loop on.
///
/// # Errors
/// Budgets.
pub fn bands(scop: &Scop, dependences: &Dependences) -> Result<Vec<PermutableBand>> {
    let mut found: Vec<PermutableBand> = Vec::new();
    for number in scop.loops.keys() {
        if found.iter().any(|band| band.loops.contains(&number)) {
            continue;
        }
        let stmts = inside(scop, number);
        let Some(first) = stmts.first() else { continue };
        let nest = &scop.stmts[*first].loops;
        let outer = nest
            .iter()
            .position(|l| *l == number)
            .expect("it is around the statement");
        // Dependences between statements inside that the loops around the band leave undecided.
        let mut live = Vec::new();
        for dependence in &dependences.list {
            if stmts.contains(&dependence.source.stmt) && stmts.contains(&dependence.sink.stmt) {
                let mut map = dependence.map.clone().intersect_params(scop.context.clone())?;
                for at in 0..outer {
                    map = map.equate(DimKind::In, at, DimKind::Out, at)?;
                }
                if !map.is_empty()? {
                    live.push((dependence, map));
                }
            }
        }
        let mut band = PermutableBand {
            loops: Vec::new(),
            coincident: Vec::new(),
            stmts: stmts.clone(),
        };
        for (at, inner) in nest.iter().enumerate().skip(outer) {
            if inside(scop, *inner) != stmts {
                break;
            }
            let Some(coincident) = permutable(&live, at)? else {
                break;
            };
            band.loops.push(*inner);
            band.coincident.push(coincident);
        }
        if band.loops.is_empty() {
            // One loop alone is always a band.
            band.loops.push(number);
            band.coincident.push(false);
        }
        found.push(band);
    }
    Ok(found)
}

/// Statements inside a loop.
fn inside(scop: &Scop, number: LoopId) -> Vec<StmtId> {
    let stmts = scop.stmts.iter_enumerated();
    stmts
        .filter(|(_, s)| s.loops.contains(&number))
        .map(|(at, _)| at)
        .collect()
}

/// Whether all distances in dimension `at` are 0; `None` if one is negative.
fn permutable(live: &[(&Dependence, Map)], at: usize) -> Result<Option<bool>> {
    let mut coincident = true;
    for (_, map) in live {
        let backwards = map.clone().order_gt(DimKind::In, at, DimKind::Out, at)?;
        if !backwards.is_empty()? {
            return Ok(None);
        }
        let forwards = map.clone().order_lt(DimKind::In, at, DimKind::Out, at)?;
        coincident &= forwards.is_empty()?;
    }
    Ok(Some(coincident))
}
