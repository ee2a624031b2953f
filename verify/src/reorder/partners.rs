//! The instance of the second program that stands for an instance of the first, as a function.
//!
//! isl makes a function of a relation by integer programming over all loops at once, and that multiplies: three
//! dimensions at three levels of tiles take a thousand times as long as one. Loops over one dimension have little to do
//! with those over another, so those that constraints tie together are solved alone. That they are independent is a
//! guess; what comes out is compared with the relation.
//!
//! Of dimensions that are tied together, one after the other is solved, as a function of those before it too: a tile in a
//! tile begins at `t + 3 floor((i - t) / 3)` if the outer one begins at `t`. Of the instance alone it is a function with
//! pieces, and those of all dimensions multiply.

use polyvet_poly::{
    BasicMap, DimKind, Map, MultiAff, MultiPwAff, PolyError, PwAff, PwMultiAff, Result, UnionMap, UnionPwMultiAff,
    UnionSet,
};

/// `related` as a function; it has one partner for all `instances`.
pub(super) fn partners(related: &UnionMap, instances: &UnionSet) -> Result<UnionPwMultiAff> {
    match guess(related) {
        Ok(Some((found, is_seen))) => {
            let found = found.intersect_domain(instances.clone())?;
            if is_seen || is_function_of(&found, related, instances)? {
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

/// A function that may be `related`, which is single-valued, and whether it is seen that it is.
fn guess(related: &UnionMap) -> Result<Option<(UnionPwMultiAff, bool)>> {
    let mut all: Option<UnionPwMultiAff> = None;
    let mut is_seen = true;
    for map in related.maps()? {
        let parts = map.basic_maps()?;
        is_seen &= parts.len() == 1;
        for part in parts {
            let Some((found, is_this)) = by_groups(&part)? else {
                return Ok(None);
            };
            is_seen &= is_this;
            let found = UnionPwMultiAff::from_pw_multi_aff(found)?;
            all = Some(match all {
                Some(others) => others.union_add(found)?,
                None => found,
            });
        }
    }
    Ok(all.map(|all| (all, is_seen)))
}

/// One polyhedron as a function, each group of dimensions by itself; and whether it is seen that it is: each group's values
/// fit the group's constraints, and there are no others.
fn by_groups(part: &BasicMap) -> Result<Option<(PwMultiAff, bool)>> {
    let (ins, outs) = (part.dim(DimKind::In)?, part.dim(DimKind::Out)?);
    let group_of = groups(part)?;
    let map = Map::from_basic_map(part.clone())?;
    let mut values: Vec<Option<PwAff>> = vec![None; outs];
    let (mut all_groups, mut fit) = (Map::universe(map.space()?)?, true);
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
        let others: Vec<usize> = (0..outs).rev().filter(|at| group_of[ins + at] != group).collect();
        for at in &others {
            alone = alone.drop_constraints_involving_dims(DimKind::Out, *at, 1)?;
        }
        all_groups = all_groups.intersect(alone.clone())?;
        for at in others {
            alone = alone.project_out(DimKind::Out, at, 1)?;
        }
        let joint = match PwMultiAff::from_map(alone.clone()) {
            Err(PolyError::Invalid { .. }) => return Ok(None),
            other => other?,
        };
        let joint: Vec<PwAff> = (0..members.len()).map(|place| joint.at(place)).collect::<Result<_>>()?;
        let mut is_one = true;
        for value in &joint {
            is_one &= value.n_piece()? == 1;
        }
        let found = match is_one {
            true => joint,
            false => one_by_one(&alone)?.unwrap_or(joint),
        };
        fit = fit && fits(&alone, &found)?;
        for (at, value) in members.into_iter().zip(found) {
            values[at] = Some(value);
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
        let is_seen = fit && all_groups.intersect_domain(map.clone().domain()?)?.is_subset(&map)?;
        let tuple = MultiAff::from_aff_list(map.space()?, whole)?;
        let found = PwMultiAff::from_multi_aff(tuple)?.intersect_domain(map.domain()?)?;
        return Ok(Some((found, is_seen)));
    }
    let tuple = MultiPwAff::from_pw_aff_list(map.space()?, values)?;
    Ok(Some((PwMultiAff::from_multi_pw_aff(tuple)?, false)))
}

/// Whether the relation holds of the values wherever it holds of some.
fn fits(alone: &Map, values: &[PwAff]) -> Result<bool> {
    let mut graph = Map::universe(alone.space()?)?.intersect_domain(alone.clone().domain()?)?;
    for (at, value) in values.iter().enumerate() {
        let one = Map::from_pw_aff(value.clone())?;
        let place = Map::universe(alone.space()?)?;
        let count = alone.dim(DimKind::Out)?;
        let one = one.insert_dims(DimKind::Out, 0, at)?;
        let one = one.insert_dims(DimKind::Out, at + 1, count - at - 1)?;
        let one = match place.tuple_name(DimKind::Out)? {
            Some(name) => one.set_tuple_name(DimKind::Out, &name)?,
            None => one,
        };
        graph = graph.intersect(one)?;
    }
    graph.is_subset(alone)
}

/// The dimensions of the result, each solved with those before it, if each is a function of one piece then.
fn one_by_one(map: &Map) -> Result<Option<Vec<PwAff>>> {
    let (ins, outs) = (map.dim(DimKind::In)?, map.dim(DimKind::Out)?);
    let domain = map.space()?.domain()?;
    let mut known = MultiAff::identity_on_domain_space(domain)?.reset_tuple_id(DimKind::Out)?;
    let mut values = Vec::new();
    for at in 0..outs {
        let next = map.clone().project_out(DimKind::Out, at + 1, outs - at - 1)?;
        let next = next.move_dims(DimKind::In, ins, DimKind::Out, 0, at)?;
        let next = next.reset_tuple_id(DimKind::In)?;
        let found = match PwMultiAff::from_map(next) {
            Err(PolyError::Invalid { .. }) => return Ok(None),
            other => other?.at(0)?,
        };
        let [(_, value)] = &found.pieces()?[..] else {
            return Ok(None);
        };
        let value = value.clone().pullback_multi_aff(known.clone())?;
        known = known.flat_range_product(MultiAff::from_aff(value.clone())?)?;
        values.push(PwAff::from_aff(value)?);
    }
    Ok(Some(values))
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
