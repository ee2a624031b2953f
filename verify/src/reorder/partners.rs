//! The instance of the second program that stands for an instance of the first, as a function.
//!
//! isl makes a function of a relation by integer programming over all loops at once, and that multiplies: three
//! dimensions at three levels of tiles take a thousand times as long as one. Loops over one dimension have little to do
//! with those over another, so those that constraints tie together are solved alone. That they are independent is a
//! guess; what comes out is compared with the relation.

use polyvet_poly::{
    BasicMap, DimKind, Map, MultiAff, MultiPwAff, PolyError, PwAff, PwMultiAff, Result, UnionMap, UnionPwMultiAff,
    UnionSet,
};

/// `related` as a function; it has one partner for all `instances`.
pub(super) fn partners(related: &UnionMap, instances: &UnionSet) -> Result<UnionPwMultiAff> {
    match guess(related) {
        Ok(Some(found)) => {
            let found = found.intersect_domain(instances.clone())?;
            if is_function_of(&found, related, instances)? {
                return Ok(found);
            }
        }
        Err(error) if error.is_budget() => return Err(error),
        _ => {}
    }
    UnionPwMultiAff::from_union_map(related.clone())
}

/// Whether `found` is `related`, which is single-valued.
fn is_function_of(found: &UnionPwMultiAff, related: &UnionMap, instances: &UnionSet) -> Result<bool> {
    let graph = UnionMap::from_union_pw_multi_aff(found.clone())?;
    Ok(instances.is_subset(&graph.clone().domain()?)? && graph.is_subset(related)?)
}

fn guess(related: &UnionMap) -> Result<Option<UnionPwMultiAff>> {
    let mut all: Option<UnionPwMultiAff> = None;
    for map in related.maps()? {
        for part in map.basic_maps()? {
            let Some(found) = by_groups(&part)? else {
                return Ok(None);
            };
            let found = UnionPwMultiAff::from_pw_multi_aff(found)?;
            all = Some(match all {
                Some(others) => others.union_add(found)?,
                None => found,
            });
        }
    }
    Ok(all)
}

/// One polyhedron as a function, each group of dimensions by itself.
fn by_groups(part: &BasicMap) -> Result<Option<PwMultiAff>> {
    let (ins, outs) = (part.dim(DimKind::In)?, part.dim(DimKind::Out)?);
    let group_of = groups(part)?;
    let map = Map::from_basic_map(part.clone())?;
    let mut values: Vec<Option<PwAff>> = vec![None; outs];
    for first in 0..outs {
        let group = group_of[ins + first];
        if values[first].is_some() {
            continue;
        }
        let members: Vec<usize> = (first..outs).filter(|at| group_of[ins + at] == group).collect();
        let mut alone = map.clone();
        for at in (0..ins).filter(|at| group_of[*at] != group) {
            alone = alone.drop_constraints_involving_dims(DimKind::In, at, 1)?;
        }
        for at in (0..outs).rev().filter(|at| group_of[ins + at] != group) {
            alone = alone.drop_constraints_involving_dims(DimKind::Out, at, 1)?;
            alone = alone.project_out(DimKind::Out, at, 1)?;
        }
        let found = match PwMultiAff::from_map(alone) {
            Err(PolyError::Invalid { .. }) => return Ok(None),
            other => other?,
        };
        for (place, at) in members.into_iter().enumerate() {
            values[at] = Some(found.at(place)?);
        }
    }
    let Some(values) = values.into_iter().collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    // Where the values hold is where the polyhedron is. Said of each of them it would be intersected time and again.
    let mut whole = Vec::new();
    for value in &values {
        if value.n_piece()? == 1 {
            whole.extend(value.pieces()?.pop().map(|(_, aff)| aff));
        }
    }
    if whole.len() == values.len() {
        let tuple = MultiAff::from_aff_list(map.space()?, whole)?;
        return PwMultiAff::from_multi_aff(tuple)?
            .intersect_domain(map.domain()?)
            .map(Some);
    }
    let tuple = MultiPwAff::from_pw_aff_list(map.space()?, values)?;
    PwMultiAff::from_multi_pw_aff(tuple).map(Some)
}

/// For each dimension, inputs first, a number that it shares with those that a constraint ties it to.
fn groups(part: &BasicMap) -> Result<Vec<usize>> {
    let set = part.clone().wrap()?;
    let mut group_of: Vec<usize> = Vec::new();
    for constraint in set.constraints()? {
        let (dims, divs) = (constraint.dim(DimKind::Set)?, constraint.dim(DimKind::Div)?);
        for at in group_of.len()..dims + divs {
            group_of.push(at);
        }
        let mut tied = None;
        for at in 0..dims + divs {
            let involved = match at.checked_sub(dims) {
                None => constraint.involves_dims(DimKind::Set, at, 1)?,
                Some(div) => constraint.involves_dims(DimKind::Div, div, 1)?,
            };
            if !involved {
                continue;
            }
            let (old, new) = (group_of[at], *tied.get_or_insert(group_of[at]));
            group_of
                .iter_mut()
                .filter(|group| **group == old)
                .for_each(|group| *group = new);
        }
    }
    let dims = part.dim(DimKind::In)? + part.dim(DimKind::Out)?;
    for at in group_of.len()..dims {
        group_of.push(at);
    }
    Ok(group_of)
}
