//! Loops in schedule trees: which there are, what they are called, what is below them.
//!
//! A *loop* is a band with one member whose tuple is named; its *times* are the band's partial
//! schedule, one number for each instance below. A *level* is a loop together with the marks
//! directly above it: a mark is a claim about the band below and moves with it.

use std::collections::HashSet;

use crate::marks::Mark;
use crate::scop::Scop;
use polyvet_poly::{DimKind, MultiUnionPwAff, Result, Schedule, ScheduleNode, ScheduleNodeKind, UnionPwAff, UnionSet};

/// A loop and the marks on it.
#[derive(Clone, Debug)]
pub struct LoopMarks {
    /// Name of the loop.
    pub name: String,
    /// Marks above the band, outermost first.
    pub marks: Vec<Mark>,
    /// When each instance runs, in this loop.
    pub times: UnionPwAff,
}

impl LoopMarks {
    /// Puts a mark directly above the band, unless it is there already.
    pub fn mark(&mut self, mark: Mark) {
        if !self.marks.contains(&mark) {
            self.marks.push(mark);
        }
    }
}

/// The level of a loop under `marks`.
pub fn level_of(band: &ScheduleNode, marks: Vec<Mark>) -> Result<LoopMarks> {
    Ok(LoopMarks {
        name: loop_name(band)?.unwrap_or_default(),
        marks,
        times: band.band_get_partial_schedule()?.at(0)?,
    })
}

/// Inserts a level above `node`; the result is its outermost node.
pub fn insert(node: ScheduleNode, level: LoopMarks) -> Result<ScheduleNode> {
    let times = MultiUnionPwAff::from_union_pw_aff(level.times)?.set_tuple_name(DimKind::Out, &level.name)?;
    let mut node = node.insert_partial_schedule(times)?;
    for mark in level.marks.iter().rev() {
        node = mark.insert(node)?;
    }
    Ok(node)
}

/// True if `found` is `wish` made unique: `d0_1` for `d0`.
pub fn is_renamed(found: &str, wish: &str) -> bool {
    let number = found.strip_prefix(wish).and_then(|rest| rest.strip_prefix('_'));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Names of all loops of a schedule, outer before inner, in the order of the tree.
pub fn loop_names(schedule: &Schedule) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for node in bands(schedule)? {
        names.extend(loop_name(&node)?);
    }
    Ok(names)
}

/// `base`, or `base_1`, `base_2`, .. if that is the name of a loop or a parameter.
pub fn fresh(base: &str, scop: &Scop, taken: &[String]) -> Result<String> {
    let mut used = reserved(scop);
    used.extend(loop_names(&scop.schedule)?);
    used.extend(taken.iter().cloned());
    Ok(fresh_in(base, &used))
}

/// `base`, or `base_1`, `base_2`, .. if that is used.
pub fn fresh_in(base: &str, used: &HashSet<String>) -> String {
    let numbered = (1..).map(|number| format!("{base}_{number}"));
    std::iter::once(base.to_owned())
        .chain(numbered)
        .find(|name| !used.contains(name))
        .expect("numbers do not end")
}

/// Names that a new loop must not have: those of parameters and of the program's loops.
pub fn reserved(scop: &Scop) -> HashSet<String> {
    let params = scop.params.iter().map(|param| param.name.clone());
    params.chain(scop.loops.iter().map(|one| one.name.clone())).collect()
}

/// The schedule with every band a loop: bands of several members are split, with their marks on each
/// (a claim about the band is a claim about each member), bands of none go, nameless ones get a
/// name: `t0`, `t1`, .. . Schedules made by `extract` or by transforms come back as they are.
pub fn one_loop_per_band(schedule: Schedule, reserved: &HashSet<String>) -> Result<Schedule> {
    split_bands(schedule, reserved, false)
}

/// As [`one_loop_per_band`]; with `claims` a coincident member that is split off gets a mark `parallel`. Not without:
/// isl's scheduler calls members coincident that nobody wants to run in parallel.
///
/// # Errors
/// isl's.
pub fn split_bands(schedule: Schedule, reserved: &HashSet<String>, claims: bool) -> Result<Schedule> {
    let mut schedule = schedule;
    while let Some(band) = first_not_loop(&schedule)? {
        let mut used = reserved.clone();
        used.extend(loop_names(&schedule)?);
        let name = band.band_get_space()?.tuple_name(DimKind::Set)?;
        let times = band.band_get_partial_schedule()?;
        let members = band.band_n_member()?;
        let mut marks = Vec::new();
        let parallel = |member| -> Result<bool> { Ok(claims && band.band_member_get_coincident(member)?) };
        let parallel = (0..members).map(parallel).collect::<Result<Vec<_>>>()?;
        let mut node = above_marks(band)?;
        while let Some(mark) = Mark::of(&node)? {
            marks.push(mark);
            node = node.delete()?;
        }
        node = node.delete()?;
        let mut levels = Vec::new();
        for (member, coincident) in parallel.into_iter().enumerate() {
            let name = match &name {
                Some(name) if members == 1 => name.clone(),
                Some(name) => fresh_in(&format!("{name}_{member}"), &used),
                None => fresh_time(&used),
            };
            used.insert(name.clone());
            levels.push(LoopMarks {
                name,
                marks: match coincident && !marks.contains(&Mark::Parallel) {
                    true => marks.iter().cloned().chain([Mark::Parallel]).collect(),
                    false => marks.clone(),
                },
                times: times.at(member)?,
            });
        }
        for level in levels.into_iter().rev() {
            node = insert(node, level)?;
        }
        if members == 0 {
            // What is said about no loop here is said about those below.
            for mark in marks.iter().rev() {
                node = mark.insert(node)?;
            }
        }
        schedule = node.schedule()?;
    }
    Ok(schedule)
}

fn fresh_time(used: &HashSet<String>) -> String {
    let mut names = (0..).map(|number| format!("t{number}"));
    names.find(|name| !used.contains(name)).expect("numbers do not end")
}

fn first_not_loop(schedule: &Schedule) -> Result<Option<ScheduleNode>> {
    for node in bands(schedule)? {
        if loop_name(&node)?.is_none() {
            return Ok(Some(node));
        }
    }
    Ok(None)
}

/// The bands of a tree, outer before inner, left before right.
pub fn bands(schedule: &Schedule) -> Result<Vec<ScheduleNode>> {
    let mut found = Vec::new();
    let mut open = vec![schedule.root()?];
    while let Some(node) = open.pop() {
        for child in (0..node.n_children()?).rev() {
            open.push(node.get_child(child)?);
        }
        if node.kind()? == ScheduleNodeKind::Band {
            found.push(node);
        }
    }
    Ok(found)
}

/// The name of a band that is a loop.
pub fn loop_name(node: &ScheduleNode) -> Result<Option<String>> {
    if node.kind()? != ScheduleNodeKind::Band || node.band_n_member()? != 1 {
        return Ok(None);
    }
    node.band_get_space()?.tuple_name(DimKind::Set)
}

/// The outermost of the marks directly above `node`, or `node`.
pub fn above_marks(mut node: ScheduleNode) -> Result<ScheduleNode> {
    while node.has_parent()? {
        let parent = node.clone().parent()?;
        if parent.kind()? != ScheduleNodeKind::Mark {
            break;
        }
        node = parent;
    }
    Ok(node)
}

/// Names of the statements below `node`, in program order.
pub fn stmts_below(scop: &Scop, node: &ScheduleNode) -> Result<Vec<String>> {
    let below = tuple_names(&node.universe_domain()?)?;
    let all = scop.stmts.iter().map(|stmt| stmt.name.clone());
    Ok(all.filter(|name| below.contains(name)).collect())
}

fn tuple_names(sets: &UnionSet) -> Result<HashSet<String>> {
    let mut names = HashSet::new();
    for set in sets.sets()? {
        names.extend(set.tuple_name()?);
    }
    Ok(names)
}
