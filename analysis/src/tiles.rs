//! Schedules with tiles whose size is a parameter, at given sizes. See [`Mark::TileBy`].

use polyvet_poly::{DimKind, MultiUnionPwAff, Result, Schedule, ScheduleNode, ScheduleNodeKind, Val};

use crate::marks::{Mark, marks_over};

/// The parameters that are sizes of tiles, each once, in the order of the tree.
///
/// # Errors
/// isl's.
pub fn symbolic_sizes(schedule: &Schedule) -> Result<Vec<String>> {
    fn collect(node: &ScheduleNode, found: &mut Vec<String>) -> Result<()> {
        if let Some(Mark::TileBy(size)) = Mark::of(node)?
            && !found.contains(&size)
        {
            found.push(size);
        }
        for at in 0..node.n_children()? {
            collect(&node.get_child(at)?, found)?;
        }
        Ok(())
    }
    let mut found = Vec::new();
    collect(&schedule.root()?, &mut found)?;
    Ok(found)
}

/// The schedule where these parameters have the values that `sizes` gives; a value below 1 counts as 1.
///
/// # Errors
/// isl's.
pub fn with_sizes(schedule: Schedule, sizes: &dyn Fn(&str) -> Option<i64>) -> Result<Schedule> {
    let timed = schedule.map_schedule_node_bottom_up(|node| {
        let Some(size) = own_size(&node)?.and_then(|name| sizes(&name)) else {
            return Ok(node);
        };
        let size = Val::from_i64(node.ctx(), size.max(1))?;
        let name = node.band_get_space()?.tuple_name(DimKind::Set)?;
        let times = node.band_get_partial_schedule()?.at(0)?;
        let times = times.scale_down_val(size.clone())?.floor()?.scale_val(size)?;
        let mut times = MultiUnionPwAff::from_union_pw_aff(times)?;
        if let Some(name) = name {
            times = times.set_tuple_name(DimKind::Out, &name)?;
        }
        node.delete()?.insert_partial_schedule(times)
    })?;
    timed.map_schedule_node_bottom_up(|node| match Mark::of(&node)? {
        Some(Mark::TileBy(name)) if sizes(&name).is_some() => node.delete(),
        _ => Ok(node),
    })
}

/// The size in the marks directly above a band.
fn own_size(band: &ScheduleNode) -> Result<Option<String>> {
    if band.kind()? != ScheduleNodeKind::Band {
        return Ok(None);
    }
    Ok(marks_over(band)?.iter().find_map(Mark::tile_size).map(str::to_owned))
}
