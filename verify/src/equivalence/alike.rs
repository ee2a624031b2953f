//! Guesses which terms of two sums are the same: those that compute alike from the same elements at entry.
//!
//! Nothing here is trusted: [`super::check`] asks that the match is one to one, and that the values of
//! matched terms are equal by induction.

use super::check::Programs;
use super::graph::{OperandPiece, VertexId, VertexOrigin};
use super::sums::SumPart;
use polyvet_analysis::PayloadKind;
use polyvet_poly::{DimKind, Map, Result};
use std::cell::RefCell;
use std::collections::HashMap;

/// How many operations deep values are looked at.
const DEPTH: usize = 5;

/// `{ token -> token }` of terms that look the same; `None` for terms that surely are not.
pub(super) fn terms(programs: &Programs<'_>, x: &SumPart, y: &SumPart) -> Result<Option<Map>> {
    tokens(programs, x, y, DEPTH)
}

/// Pairs of instances of two vertices that look the same; `None` for vertices that surely are not.
pub(super) fn vertices(programs: &Programs<'_>, u: VertexId, v: VertexId) -> Result<Option<Map>> {
    Ok(match values(programs, u, v, DEPTH)? {
        Look::Same(pairs) => Some(pairs),
        Look::Unknown => Some(Map::from_domain_and_range(
            programs.before.domain(u),
            programs.after.domain(v),
        )?),
        Look::Other => None,
    })
}

fn tokens(programs: &Programs<'_>, x: &SumPart, y: &SumPart, depth: usize) -> Result<Option<Map>> {
    origins(programs, (x.origin, &x.values), (y.origin, &y.values), depth)
}

/// Pairs of what is at the front of two maps to origins that look the same; `None` for none.
fn origins(
    programs: &Programs<'_>,
    x: (VertexOrigin, &Map),
    y: (VertexOrigin, &Map),
    depth: usize,
) -> Result<Option<Map>> {
    let ((origin, from), (other, to)) = (x, y);
    let back = || to.clone().reverse();
    let found = match (origin, other) {
        (VertexOrigin::Entry, VertexOrigin::Entry) => {
            let same = from.tuple_name(DimKind::Out)? == to.tuple_name(DimKind::Out)?
                && from.dim(DimKind::Out)? == to.dim(DimKind::Out)?;
            if !same {
                return Ok(None);
            }
            from.clone().apply_range(back()?)?
        }
        (VertexOrigin::Vertex(u), VertexOrigin::Vertex(v)) => match values(programs, u, v, depth)? {
            Look::Same(pairs) => from.clone().apply_range(pairs)?.apply_range(back()?)?,
            Look::Unknown => Map::from_domain_and_range(from.clone().domain()?, to.clone().domain()?)?,
            Look::Other => return Ok(None),
        },
        _ => return Ok(None),
    };
    Ok((!found.is_empty()?).then_some(found))
}

/// What was found out about values, by how deep they were looked at.
pub(super) type KnownValues = RefCell<HashMap<(VertexId, VertexId, usize), Look>>;

/// How two values look.
#[derive(Clone)]
pub(super) enum Look {
    /// The same for these pairs of instances.
    Same(Map),
    /// Nobody knows.
    Unknown,
    /// Different.
    Other,
}

fn values(programs: &Programs<'_>, u: VertexId, v: VertexId, depth: usize) -> Result<Look> {
    if let Some(known) = programs.alike.borrow().get(&(u, v, depth)) {
        return Ok(known.clone());
    }
    let found = look(programs, u, v, depth)?;
    programs.alike.borrow_mut().insert((u, v, depth), found.clone());
    Ok(found)
}

fn look(programs: &Programs<'_>, u: VertexId, v: VertexId, depth: usize) -> Result<Look> {
    let (before, after) = (&programs.before, &programs.after);
    let (m, n) = (before.node(u), after.node(v));
    let known = |same: bool| if same { Look::Unknown } else { Look::Other };
    match (&m.kind, &n.kind) {
        (PayloadKind::Const(a), PayloadKind::Const(b)) => Ok(known(a == b && m.ty == n.ty)),
        (PayloadKind::Scalar(a), PayloadKind::Scalar(b)) => Ok(known(programs.same_argument(*a, *b))),
        (PayloadKind::Index(f), PayloadKind::Index(g)) => Ok(Look::Same(f.clone().eq_map(g.clone())?)),
        _ if depth == 0 => Ok(Look::Unknown),
        (PayloadKind::Op { name: a, .. }, PayloadKind::Op { name: b, .. }) => {
            match (before.sums.get(&u), after.sums.get(&v)) {
                (Some(x), Some(y)) if x.combiner == y.combiner => {
                    return sums(programs, (u, &x.terms), (v, &y.terms), depth);
                }
                (Some(_), _) | (_, Some(_)) => return Ok(Look::Unknown),
                (None, None) => {}
            }
            let (x, y) = (&before.vertices[u].operands, &after.vertices[v].operands);
            if a != b || m.ty != n.ty || x.len() != y.len() {
                return Ok(Look::Other);
            }
            let swap = programs.is_swapped(u, v);
            let mut all = Look::Unknown;
            for (at, operand) in x.iter().enumerate() {
                let other = &y[if swap { 1 - at } else { at }];
                let Some(pairs) = operands(programs, operand, other, depth - 1)? else {
                    return Ok(Look::Other);
                };
                all = Look::Same(match all {
                    Look::Same(known) => known.intersect(pairs)?,
                    _ => pairs,
                });
            }
            Ok(all)
        }
        _ => Ok(Look::Other),
    }
}

/// Pairs of instances whose operands look the same.
fn operands(programs: &Programs<'_>, x: &[OperandPiece], y: &[OperandPiece], depth: usize) -> Result<Option<Map>> {
    let mut all: Option<Map> = None;
    for piece in x {
        for other in y {
            let found = origins(programs, (piece.origin, &piece.map), (other.origin, &other.map), depth)?;
            all = either(all, found)?;
        }
    }
    Ok(all)
}

/// Pairs of instances each of whose terms has one in the other sum.
fn sums(programs: &Programs<'_>, x: (VertexId, &[SumPart]), y: (VertexId, &[SumPart]), depth: usize) -> Result<Look> {
    let everywhere = programs.after.domain(y.0);
    let mut all = Look::Unknown;
    for term in x.1 {
        let without = programs.before.domain(x.0).subtract(term.tokens.clone().domain()?)?;
        let mut found = Some(Map::from_domain_and_range(without, everywhere.clone())?);
        for other in y.1.iter().filter(|other| other.negative == term.negative) {
            if let Some(pairs) = tokens(programs, term, other, depth - 1)? {
                let pairs = term.tokens.clone().apply_range(pairs)?;
                found = either(found, Some(pairs.apply_range(other.tokens.clone().reverse()?)?))?;
            }
        }
        let Some(found) = found else { continue };
        all = Look::Same(match all {
            Look::Same(known) => known.intersect(found)?,
            _ => found,
        });
    }
    Ok(all)
}

fn either(x: Option<Map>, y: Option<Map>) -> Result<Option<Map>> {
    match (x, y) {
        (Some(x), Some(y)) => Ok(Some(x.union(y)?.coalesce()?)),
        (x, None) => Ok(x),
        (None, y) => Ok(y),
    }
}
