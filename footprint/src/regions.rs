//! What views show of their array, and what sets make of it: tiles of a view, and intersection, convex union and
//! difference of two (Linalg dialect, "Metadata Ops").
//!
//! Views that are in the same loops are compared iteration by iteration; of loops around one of them only, all
//! iterations count together. Each answer is a set and the slices it consists of.

use polyvet_analysis::{ArrayView, Scop};
use polyvet_poly::{Constraint, DimKind, LocalSpace, Map, Set};

use crate::amount::Budget;
use crate::error::Result;
use crate::slice::{DataSlice, as_image};

/// Elements of one array, where there are any.
#[derive(Clone, Debug)]
pub struct ArrayRegion {
    /// `[p, i, ..] -> { A[x] }`: parameters, the loops that count, and of tiles their numbers `t0, ..`.
    pub elements: Set,
    /// Slices without a common element, which are the elements together; if one is not exact, it holds more.
    pub parts: Vec<DataSlice>,
}

/// All that a view shows.
///
/// # Errors
/// isl's, as everywhere here.
pub fn shown(scop: &Scop, view: &ArrayView) -> Result<ArrayRegion> {
    ArrayRegion::of(scop, within(view, view.loops.len())?)
}

/// The tiles of a view, sizes in elements of the view, one for each of its dimensions: tile `(t0, t1, ..)` shows
/// elements `t0 * size .. (t0 + 1) * size` of the first, cut off at the end of the view.
pub fn tiles(scop: &Scop, view: &ArrayView, sizes: &[u64]) -> Result<ArrayRegion> {
    let (depth, rank) = (view.loops.len(), sizes.len());
    let mut elements = view.elements.clone().insert_dims(DimKind::In, depth, rank)?;
    let space = LocalSpace::from_space(elements.space()?)?;
    for (at, size) in sizes.iter().enumerate() {
        elements = elements.set_dim_name(DimKind::In, depth + at, &format!("t{at}"))?;
        let size = i64::try_from(*size).unwrap_or(i64::MAX);
        // 0 <= v - size * t <= size - 1
        for (sign, constant) in [(1, 0), (-1, size.saturating_sub(1))] {
            let inside = Constraint::alloc_inequality(space.clone())?
                .set_coefficient_si(DimKind::In, depth + rank + at, sign)?
                .set_coefficient_val(
                    DimKind::In,
                    depth + at,
                    polyvet_poly::Val::from_i64(&scop.ctx, size.saturating_mul(-i64::from(sign)))?,
                )?
                .set_constant_val(polyvet_poly::Val::from_i64(&scop.ctx, constant)?)?;
            elements = elements.add_constraint(inside)?;
        }
    }
    ArrayRegion::of(scop, elements.project_out(DimKind::In, depth + rank, rank)?)
}

/// The elements that both views show.
pub fn intersection(scop: &Scop, one: &ArrayView, other: &ArrayView) -> Result<ArrayRegion> {
    let (one, other) = both(one, other)?;
    ArrayRegion::of(scop, one.intersect(other)?)
}

/// The smallest slice that holds what both views show.
pub fn convex_union(scop: &Scop, one: &ArrayView, other: &ArrayView) -> Result<ArrayRegion> {
    let (one, other) = both(one, other)?;
    let all = ArrayRegion::of(scop, one.union(other)?)?.elements;
    let around = slice(&all, &all.clone().params()?)?;
    let mut elements = around.elements.clone().range()?;
    for dim in 0..elements.dim(DimKind::Set)? {
        elements = elements.set_dim_name(DimKind::Set, dim, &format!("i{dim}"))?;
    }
    Ok(ArrayRegion {
        elements,
        parts: vec![DataSlice { exact: true, ..around }],
    })
}

/// The elements that the first view shows and the second does not.
pub fn difference(scop: &Scop, one: &ArrayView, other: &ArrayView) -> Result<ArrayRegion> {
    let (one, other) = both(one, other)?;
    ArrayRegion::of(scop, one.subtract(other)?)
}

/// Both in the iterations of the loops around both.
fn both(one: &ArrayView, other: &ArrayView) -> Result<(Map, Map)> {
    let common = one.loops.iter().zip(&other.loops).take_while(|(x, y)| x == y).count();
    Ok((within(one, common)?, within(other, common)?))
}

/// `{ [i, ..] -> A[x] }` with the `depth` outermost loops.
fn within(view: &ArrayView, depth: usize) -> Result<Map> {
    let all = view.elements.dim(DimKind::In)?;
    Ok(view.elements.clone().project_out(DimKind::In, depth, all - depth)?)
}

/// The slice around some elements, for the parameters in `runs`.
fn slice(elements: &Set, runs: &Set) -> Result<DataSlice> {
    DataSlice::of(&as_image(elements.clone())?, runs, &Budget::default())
}

impl ArrayRegion {
    /// The images of `elements`, `{ [i, ..] -> A[x] }`.
    fn of(scop: &Scop, elements: Map) -> Result<ArrayRegion> {
        let (depth, params) = (elements.dim(DimKind::In)?, elements.dim(DimKind::Param)?);
        let elements = elements
            .intersect_params(scop.context.clone())?
            .move_dims(DimKind::Param, params, DimKind::In, 0, depth)?
            .range()?
            .coalesce()?;
        let mut parts = Vec::new();
        if !elements.is_empty()? {
            let whole = slice(&elements, &elements.clone().params()?)?;
            match whole.exact {
                true => parts.push(whole),
                false => {
                    for part in elements.clone().make_disjoint()?.coalesce()?.basic_sets()? {
                        let part = Set::from_basic_set(part)?;
                        parts.push(slice(&part, &part.clone().params()?)?);
                    }
                }
            }
        }
        Ok(ArrayRegion { elements, parts })
    }
}
