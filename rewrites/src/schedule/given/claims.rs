//! What a schedule claims of its loops, as marks directly above them, where code is generated and the order is checked.

use super::tree::is_claim;
use polyvet_analysis::PARALLEL;
use polyvet_analysis::loops::{bands, mark_of, split_bands};
use polyvet_poly::{Id, Result, Schedule, ScheduleNode, ScheduleNodeKind};
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
        let id = Id::named(node.ctx(), PARALLEL)?;
        node.band_member_set_coincident(0, false)?.insert_mark(id)
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
            let id = Id::named(node.ctx(), &mark)?;
            marked = marked.insert_mark(id)?;
        }
        Ok(marked)
    })?;
    schedule.map_schedule_node_bottom_up(|node| match is_stray(&node)? {
        true => node.delete(),
        false => Ok(node),
    })
}

/// The claims above a band that other nodes than marks and bands part from it.
fn strays_over(band: &ScheduleNode) -> Result<Vec<String>> {
    let (mut node, mut apart, mut found) = (band.clone(), false, Vec::new());
    while node.has_parent()? {
        node = node.parent()?;
        match node.kind()? {
            ScheduleNodeKind::Band => break,
            ScheduleNodeKind::Mark if apart && is_claim(&mark_of(&node)?) => found.push(mark_of(&node)?),
            ScheduleNodeKind::Mark => {}
            _ => apart = true,
        }
    }
    found.dedup();
    Ok(found)
}

/// A claim with something else than marks, bands and leaves below it.
fn is_stray(node: &ScheduleNode) -> Result<bool> {
    if node.kind()? != ScheduleNodeKind::Mark || !is_claim(&mark_of(node)?) {
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
