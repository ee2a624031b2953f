//! What a schedule claims of its loops, as marks directly above them, where code is generated and the order is checked.

use polyvet_analysis::loops::{bands, split_bands};
use polyvet_analysis::marks::Mark;
use polyvet_poly::{Result, Schedule, ScheduleNode, ScheduleNodeKind};
use std::collections::HashSet;

/// The schedule with one loop a band and a mark `parallel` above each that is a coincident member; `None` if there is
/// no such member. `reserved` are names that loops may not get.
pub fn coincident_as_marks(schedule: &Schedule, reserved: &HashSet<String>) -> Result<Option<Schedule>> {
    let coincident = |node: &ScheduleNode| -> Result<bool> {
        let members = 0..node.band_n_member()?;
        members
            .map(|at| node.band_member_get_coincident(at))
            .try_fold(false, |any, one| Ok(any | one?))
    };
    if !bands(schedule)?
        .iter()
        .map(coincident)
        .try_fold(false, |any, one| Ok::<_, polyvet_poly::PolyError>(any | one?))?
    {
        return Ok(None);
    }
    // Members that were split off have their marks; what is left are bands that were loops already.
    let schedule = split_bands(schedule.clone(), reserved, true)?;
    let schedule = schedule.map_schedule_node_bottom_up(|node| {
        if node.kind()? != ScheduleNodeKind::Band || !node.band_member_get_coincident(0)? {
            return Ok(node);
        }
        Mark::Parallel.insert(node.band_member_set_coincident(0, false)?)
    })?;
    Ok(Some(schedule))
}

/// The schedule with marks that claim something directly above their bands: the first on each way down.
pub fn marks_at_their_bands(schedule: Schedule) -> Result<Schedule> {
    let schedule = schedule.map_schedule_node_bottom_up(|node| {
        if node.kind()? != ScheduleNodeKind::Band {
            return Ok(node);
        }
        let mut marked = node.clone();
        for mark in strays_over(&node)? {
            marked = mark.insert(marked)?;
        }
        Ok(marked)
    })?;
    schedule.map_schedule_node_bottom_up(|node| match is_stray(&node)? {
        true => node.delete(),
        false => Ok(node),
    })
}

/// The claims above a band that other nodes than marks and bands part from it.
fn strays_over(band: &ScheduleNode) -> Result<Vec<Mark>> {
    let (mut node, mut apart, mut found) = (band.clone(), false, Vec::new());
    while node.has_parent()? {
        node = node.parent()?;
        match Mark::of(&node)? {
            Some(mark) if apart && mark.claims_any_order() => found.push(mark),
            Some(_) => {}
            None if node.kind()? == ScheduleNodeKind::Band => break,
            None => apart = true,
        }
    }
    found.dedup();
    Ok(found)
}

/// A claim with something else than marks, bands and leaves below it.
fn is_stray(node: &ScheduleNode) -> Result<bool> {
    if !Mark::of(node)?.is_some_and(|mark| mark.claims_any_order()) {
        return Ok(false);
    }
    let mut below = node.get_child(0)?;
    while below.kind()? == ScheduleNodeKind::Mark {
        below = below.get_child(0)?;
    }
    Ok(!matches!(
        below.kind()?,
        ScheduleNodeKind::Band | ScheduleNodeKind::Leaf
    ))
}
