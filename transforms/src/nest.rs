//! Loops in schedule trees: finding them, taking a perfect nest apart, putting it back.
//!
//! A *loop* is a band with one member whose tuple is named; its *times* are the band's partial
//! schedule, one number for each instance below. A *level* is a loop together with the marks
//! directly above it: a mark says something of the band below and moves with it. Levels form a
//! *perfect nest* if nothing but marks stands between their bands.
//!
//! What a band says to isl's code generator and scheduler (build options, permutable, coincident)
//! is dropped when its level is rebuilt: it was said of other times or another place.

use std::collections::HashSet;

use polyvet_analysis::scop::{Rewrite, Scop, Stmt, tile_by};
use polyvet_poly::{
    DimKind, Id, MultiUnionPwAff, NodeKind, Result, Schedule, ScheduleNode, UnionMap, UnionPwAff, UnionPwMultiAff,
    UnionSet,
};

use crate::args::part;
use crate::transform::reschedule;
use crate::{Inapplicable, Name};

/// A loop and the marks on it.
#[derive(Clone, Debug)]
pub struct Level {
    /// Name of the loop.
    pub name: String,
    /// Marks above the band, outermost first.
    pub marks: Vec<String>,
    /// When each instance runs, in this loop.
    pub times: UnionPwAff,
}

impl Level {
    /// Puts a mark directly above the band, unless it is there already.
    pub fn mark(&mut self, mark: &str) {
        if !self.marks.iter().any(|other| other == mark) {
            self.marks.push(mark.to_owned());
        }
    }
}

/// Some levels of a perfect nest, taken out of the schedule tree.
#[derive(Clone, Debug)]
pub struct Nest {
    /// Outermost first.
    pub levels: Vec<Level>,
    /// The loops asked for, by the names they were asked for, and their places when taken.
    asked: Vec<(String, usize)>,
    /// Where they stood: what was below the innermost.
    hole: ScheduleNode,
}

impl Nest {
    /// Takes out the levels from the outermost to the innermost of `loops`, in whatever order these
    /// are listed. With `stmt` only loops above that statement count.
    ///
    /// `None` if none of the loops ever runs: they have no place in the tree, and moving them changes
    /// nothing.
    ///
    /// # Errors
    /// Where a loop is missing or named twice, where they do not form a perfect nest, or where one is over tiles
    /// whose size is a parameter or inside such.
    pub fn take(scop: &Scop, loops: &[&Name], stmt: Option<&Name>) -> std::result::Result<Option<Nest>, Inapplicable> {
        Nest::take_if(scop, loops, stmt, not_symbolic)
    }

    /// As [`Nest::take`], but loops inside tiles of any size are taken: for transforms that only cut times into blocks.
    pub(crate) fn take_points(
        scop: &Scop,
        loops: &[&Name],
        stmt: Option<&Name>,
    ) -> std::result::Result<Option<Nest>, Inapplicable> {
        Nest::take_if(scop, loops, stmt, |name, node| match not_symbolic(name, node) {
            Err(Inapplicable::SymbolicTiles { inside: true, .. }) => Ok(()),
            other => other,
        })
    }

    /// As [`Nest::take`], for transforms that keep times and ask nothing of them: tiles may be of any size.
    pub(crate) fn take_all(
        scop: &Scop,
        loops: &[&Name],
        stmt: Option<&Name>,
    ) -> std::result::Result<Option<Nest>, Inapplicable> {
        Nest::take_if(scop, loops, stmt, |_, _| Ok(()))
    }

    fn take_if(
        scop: &Scop,
        loops: &[&Name],
        stmt: Option<&Name>,
        accept: fn(&Name, &ScheduleNode) -> std::result::Result<(), Inapplicable>,
    ) -> std::result::Result<Option<Nest>, Inapplicable> {
        let schedule = one_loop_per_band(scop.schedule.clone(), &reserved(scop))?;
        let mut found = Vec::new();
        let mut idle = None;
        for name in loops {
            let node = match find_in(scop, &schedule, name, stmt) {
                Err(why @ Inapplicable::NeverRuns { .. }) => {
                    idle = Some(why);
                    continue;
                }
                node => node?,
            };
            accept(name, &node)?;
            for (_, _, other) in &found {
                if node.is_equal(other)? {
                    return Err(Inapplicable::NamedTwice {
                        name: name.value.clone(),
                        span: name.span,
                    });
                }
            }
            found.push((node.tree_depth()?, *name, node));
        }
        if let Some(why) = idle {
            return if found.is_empty() { Ok(None) } else { Err(why) };
        }
        found.sort_by_key(|(depth, ..)| *depth);
        for pair in found.windows(2) {
            perfectly_nested(scop, (pair[0].1, &pair[0].2), (pair[1].1, &pair[1].2))?;
        }
        let Some((_, _, outermost)) = found.first() else {
            panic!("a nest of no loops was asked for");
        };
        let mut nest = Nest {
            levels: Vec::new(),
            asked: Vec::new(),
            hole: above_marks(outermost.clone())?,
        };
        for (_, asked, node) in found {
            let name = loop_name(&node)?;
            while nest.levels.last().map(|level| &level.name) != name.as_ref() {
                nest.take_level()?;
            }
            nest.asked.push((asked.value.clone(), nest.levels.len() - 1));
        }
        Ok(Some(nest))
    }

    /// Moves the level at the hole out of the tree.
    fn take_level(&mut self) -> Result<()> {
        let mut marks = Vec::new();
        while self.hole.kind()? == NodeKind::Mark {
            marks.push(mark_of(&self.hole)?);
            self.hole = self.hole.clone().delete()?;
        }
        self.levels.push(level_of(&self.hole, marks)?);
        self.hole = self.hole.clone().delete()?;
        Ok(())
    }

    /// Where the loop asked for as `name` stood when the nest was taken.
    pub fn position(&self, name: &str) -> Option<usize> {
        let asked = self.asked.iter().find(|(asked, _)| asked == name);
        asked.map(|(_, place)| *place)
    }

    /// As [`Nest::position`], of a loop with which the nest was taken.
    pub(crate) fn place(&self, name: &Name) -> usize {
        self.position(&name.value)
            .expect("the nest was taken with all its loops")
    }

    /// `{ S[i] -> [o] }` with the times of the loops around the level at `place`, inside and outside the nest;
    /// and the instances below.
    pub(crate) fn surroundings(&self, scop: &Scop, place: usize) -> Result<(UnionMap, UnionSet)> {
        let instances = self.hole.domain()?.intersect(scop.domain()?)?;
        let instances = instances.intersect_params(scop.context.clone())?.coalesce()?;
        let mut times = self.hole.prefix_schedule_union_map()?;
        for level in &self.levels[..place] {
            times = times.flat_range_product(as_map(&level.times)?)?;
        }
        Ok((times.intersect_domain(instances.clone())?, instances))
    }

    /// The model with the levels, as they are now, where they were taken from.
    pub fn put(self, scop: &Scop) -> std::result::Result<Rewrite, Inapplicable> {
        let mut node = self.hole;
        for level in self.levels.into_iter().rev() {
            node = insert(node, level)?;
        }
        reschedule(scop, node.schedule()?)
    }
}

/// `{ S[i] -> [t] }`
pub(crate) fn as_map(times: &UnionPwAff) -> Result<UnionMap> {
    let times = MultiUnionPwAff::from_union_pw_aff(times.clone())?;
    UnionPwMultiAff::from_multi_union_pw_aff(times)?.as_union_map()
}

/// The level of a loop under `marks`.
pub(crate) fn level_of(band: &ScheduleNode, marks: Vec<String>) -> Result<Level> {
    Ok(Level {
        name: loop_name(band)?.unwrap_or_default(),
        marks,
        times: band.band_get_partial_schedule()?.at(0)?,
    })
}

/// Inserts a level above `node`; the result is its outermost node.
pub(crate) fn insert(node: ScheduleNode, level: Level) -> Result<ScheduleNode> {
    let times = MultiUnionPwAff::from_union_pw_aff(level.times)?.set_tuple_name(DimKind::Out, &level.name)?;
    let mut node = node.insert_partial_schedule(times)?;
    for mark in level.marks.iter().rev() {
        let id = Id::named(node.ctx(), mark)?;
        node = node.insert_mark(id)?;
    }
    Ok(node)
}

/// The loop called `name`, above `stmt` if one is given; `S0.i` is `i` above `S0`. Above a statement `d0`
/// may also be `d0_1`, if only that is there: the names of a structured op's loops are made unique in the
/// function.
pub(crate) fn find(scop: &Scop, name: &Name, stmt: Option<&Name>) -> std::result::Result<ScheduleNode, Inapplicable> {
    let schedule = one_loop_per_band(scop.schedule.clone(), &reserved(scop))?;
    find_in(scop, &schedule, name, stmt)
}

/// Refuses a loop over tiles whose size is a parameter, and those inside: the times that the schedule has for such
/// tiles tell them from each other, but not where they begin.
pub(crate) fn not_symbolic(name: &Name, node: &ScheduleNode) -> std::result::Result<(), Inapplicable> {
    let (mut above, mut inside) = (node.clone(), false);
    while above.has_parent()? {
        above = above.parent()?;
        match above.kind()? {
            NodeKind::Mark => {
                if let Some(size) = tile_by(&mark_of(&above)?) {
                    return Err(Inapplicable::SymbolicTiles {
                        name: name.value.clone(),
                        size: size.to_owned(),
                        inside,
                        span: name.span,
                    });
                }
            }
            _ => inside = true,
        }
    }
    Ok(())
}

fn find_in(
    scop: &Scop,
    schedule: &Schedule,
    name: &Name,
    stmt: Option<&Name>,
) -> std::result::Result<ScheduleNode, Inapplicable> {
    if let Some(stmt) = stmt {
        stmt_index(scop, stmt)?;
    } else if let Some((above, inner)) = qualified(scop, name) {
        return find_in(scop, schedule, &inner, Some(&above));
    }
    let mut loops = Vec::new();
    let (mut named, mut renamed) = (Vec::new(), Vec::new());
    for node in bands(schedule)? {
        if let Some(stmt) = stmt
            && !stmts_below(scop, &node)?.contains(&stmt.value)
        {
            continue;
        }
        let Some(found) = loop_name(&node)? else {
            continue;
        };
        if found == name.value {
            named.push(node);
        } else if stmt.is_some() && is_renamed(&found, &name.value) {
            renamed.push(node);
        }
        if !loops.contains(&found) {
            loops.push(found);
        }
    }
    if named.is_empty() && renamed.len() == 1 {
        named = renamed;
    }
    match named.len() {
        1 => Ok(named.remove(0)),
        0 if never_runs(scop, name, stmt)? => Err(Inapplicable::NeverRuns {
            name: name.value.clone(),
            span: name.span,
        }),
        0 => Err(Inapplicable::UnknownLoop {
            name: name.value.clone(),
            span: name.span,
            stmt: stmt.map(|stmt| stmt.value.clone()),
            loops,
        }),
        _ => Err(Inapplicable::SeveralPlaces {
            name: name.value.clone(),
            span: name.span,
            places: named
                .iter()
                .map(|node| stmts_below(scop, node))
                .collect::<Result<_>>()?,
        }),
    }
}

/// The statement and the loop of `S0.i`.
fn qualified(scop: &Scop, name: &Name) -> Option<(Name, Name)> {
    let (stmt, inner) = name.value.split_once('.')?;
    scop.stmt_named(stmt)?;
    let at = |offset, text: &str| Name::new(text.to_owned(), part(name.span, offset, text.len()));
    Some((at(0, stmt), at(stmt.len() + 1, inner)))
}

/// True if the program has such a loop, but no instance below it.
fn never_runs(scop: &Scop, name: &Name, stmt: Option<&Name>) -> Result<bool> {
    let Some(index) = scop.loops.iter().position(|one| one.name == name.value) else {
        return Ok(false);
    };
    let below: Vec<&Stmt> = scop.stmts.iter().filter(|below| below.loops.contains(&index)).collect();
    if let Some(stmt) = stmt
        && below.iter().all(|below| below.name != stmt.value)
    {
        return Ok(false);
    }
    for stmt in below {
        if !stmt.domain.is_empty()? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// True if `found` is `wish` made unique: `d0_1` for `d0`.
pub fn is_renamed(found: &str, wish: &str) -> bool {
    let number = found.strip_prefix(wish).and_then(|rest| rest.strip_prefix('_'));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The statement called `name`.
pub(crate) fn stmt_index(scop: &Scop, name: &Name) -> std::result::Result<usize, Inapplicable> {
    scop.stmt_named(&name.value)
        .ok_or_else(|| Inapplicable::UnknownStatement {
            name: name.value.clone(),
            span: name.span,
            stmts: scop.stmts.iter().map(|stmt| stmt.name.clone()).collect(),
        })
}

/// Checks that only levels stand between two loops, the first of which is nearer to the root.
fn perfectly_nested(
    scop: &Scop,
    (outer_name, outer): (&Name, &ScheduleNode),
    (inner_name, inner): (&Name, &ScheduleNode),
) -> std::result::Result<(), Inapplicable> {
    let mut branches = false;
    let mut node = inner.clone();
    while !node.is_equal(outer)? {
        if !node.has_parent()? {
            return Err(Inapplicable::NotInside {
                outer: outer_name.value.clone(),
                inner: inner_name.value.clone(),
                span: inner_name.span,
            });
        }
        node = node.parent()?;
        branches |= !matches!(node.kind()?, NodeKind::Band | NodeKind::Mark);
    }
    if !branches {
        return Ok(());
    }
    let inside = stmts_below(scop, inner)?;
    let mut between = stmts_below(scop, outer)?;
    between.retain(|stmt| !inside.contains(stmt));
    Err(Inapplicable::NotPerfect {
        outer: outer_name.value.clone(),
        inner: inner_name.value.clone(),
        span: inner_name.span,
        between,
    })
}

/// The loop called `name` around `inner`; `None` if there is one, but not around it.
pub(crate) fn find_around(
    scop: &Scop,
    inner: &ScheduleNode,
    name: &Name,
    stmt: Option<&Name>,
) -> std::result::Result<Option<ScheduleNode>, Inapplicable> {
    let mut around = Vec::new();
    let mut node = inner.clone();
    while node.has_parent()? {
        node = node.parent()?;
        if loop_name(&node)?.as_ref() == Some(&name.value) {
            return Ok(Some(node));
        }
        around.push(node.clone());
    }
    let found = find(scop, name, stmt)?;
    for node in around {
        if node.is_equal(&found)? {
            return Ok(Some(node));
        }
    }
    Ok(None)
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
pub(crate) fn fresh(base: &str, scop: &Scop, taken: &[String]) -> Result<String> {
    let mut used = reserved(scop);
    used.extend(loop_names(&scop.schedule)?);
    used.extend(taken.iter().cloned());
    Ok(fresh_in(base, &used))
}

pub(crate) fn fresh_in(base: &str, used: &HashSet<String>) -> String {
    let numbered = (1..).map(|number| format!("{base}_{number}"));
    std::iter::once(base.to_owned())
        .chain(numbered)
        .find(|name| !used.contains(name))
        .expect("numbers do not end")
}

/// Names that a new loop must not have: those of parameters and of the program's loops.
pub(crate) fn reserved(scop: &Scop) -> HashSet<String> {
    let params = scop.params.iter().map(|param| param.name.clone());
    params.chain(scop.loops.iter().map(|one| one.name.clone())).collect()
}

/// The schedule with every band a loop: bands of several members are split, with their marks on each
/// (a claim about the band is a claim about each member), bands of none go, nameless ones get a
/// name: `t0`, `t1`, .. . Schedules made by this crate or by `analysis` come back as they are.
pub fn one_loop_per_band(schedule: Schedule, reserved: &HashSet<String>) -> Result<Schedule> {
    let mut schedule = schedule;
    while let Some(band) = first_not_loop(&schedule)? {
        let mut used = reserved.clone();
        used.extend(loop_names(&schedule)?);
        let name = band.band_get_space()?.tuple_name(DimKind::Set)?;
        let times = band.band_get_partial_schedule()?;
        let members = band.band_n_member()?;
        let mut marks = Vec::new();
        let mut node = above_marks(band)?;
        while node.kind()? == NodeKind::Mark {
            marks.push(mark_of(&node)?);
            node = node.delete()?;
        }
        node = node.delete()?;
        let mut levels = Vec::new();
        for member in 0..members {
            let name = match &name {
                Some(name) if members == 1 => name.clone(),
                Some(name) => fresh_in(&format!("{name}_{member}"), &used),
                None => fresh_time(&used),
            };
            used.insert(name.clone());
            levels.push(Level {
                name,
                marks: marks.clone(),
                times: times.at(member)?,
            });
        }
        for level in levels.into_iter().rev() {
            node = insert(node, level)?;
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
        if node.kind()? == NodeKind::Band {
            found.push(node);
        }
    }
    Ok(found)
}

/// The name of a band that is a loop.
pub fn loop_name(node: &ScheduleNode) -> Result<Option<String>> {
    if node.kind()? != NodeKind::Band || node.band_n_member()? != 1 {
        return Ok(None);
    }
    node.band_get_space()?.tuple_name(DimKind::Set)
}

/// The outermost of the marks directly above `node`, or `node`.
fn above_marks(mut node: ScheduleNode) -> Result<ScheduleNode> {
    while node.has_parent()? {
        let parent = node.clone().parent()?;
        if parent.kind()? != NodeKind::Mark {
            break;
        }
        node = parent;
    }
    Ok(node)
}

pub(crate) fn mark_of(node: &ScheduleNode) -> Result<String> {
    Ok(node.mark_name()?.unwrap_or_default())
}

/// Names of the statements below `node`, in program order.
pub(crate) fn stmts_below(scop: &Scop, node: &ScheduleNode) -> Result<Vec<String>> {
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

#[cfg(test)]
mod tests {
    use crate::reverse::Reverse;
    use crate::testing::{check_times, outline, refusal, same_times, scop};
    use crate::{Transform, loop_names};

    const DOMAIN: &str = "[n] -> { S0[i, j] : 0 <= i, j < n; S1[i, k] : 0 <= i, k < n }";

    #[test]
    fn bands_become_loops() {
        let before = scop(
            DOMAIN,
            &format!(
                r#"{{ domain: "{DOMAIN}", child: {{ mark: "parallel", child: {{
                schedule: "L[{{ S0[i, j] -> [(i)]; S1[i, k] -> [(i)] }}, {{ S0[i, j] -> [(j)]; S1[i, k] -> [(k)] }}]",
                child: {{ sequence: [ {{ filter: "{{ S0[i, j] }}" }}, {{ filter: "{{ S1[i, k] }}", child: {{
                schedule: "[{{ S1[i, k] -> [(0)] }}]" }} }} ] }} }} }} }}"#
            ),
        );
        let after = Reverse::new("L_1").apply(&before).unwrap().scop;
        assert_eq!(
            outline(&after),
            "domain mark:parallel L_0 mark:parallel L_1 sequence filter leaf filter t0"
        );
        check_times(&after, "{ S0[i, j] -> [i, -j, 0, 0]; S1[i, k] -> [i, -k, 1, 0] }");
        same_times(&before, &Reverse::new("L_1").apply(&after).unwrap().scop);
    }

    #[test]
    fn a_statement_tells_loops_of_one_name_apart() {
        let before = scop(
            DOMAIN,
            &format!(
                r#"{{ domain: "{DOMAIN}", child: {{ sequence: [
                {{ filter: "{{ S0[i, j] }}", child: {{ schedule: "i[{{ S0[i, j] -> [(i)] }}]",
                   child: {{ schedule: "j[{{ S0[i, j] -> [(j)] }}]" }} }} }},
                {{ filter: "{{ S1[i, k] }}", child: {{ schedule: "i[{{ S1[i, k] -> [(i)] }}]" }} }} ] }} }}"#
            ),
        );
        assert_eq!(loop_names(&before.schedule).unwrap(), ["i", "j", "i"]);
        let why = refusal(&before, "reverse(i)");
        let help = "say which by a statement inside it: put `S0` before the loop";
        assert_eq!(
            why,
            ("loop `i` occurs in 2 places: above `S0` and above `S1`", "i", help).into()
        );
        let after = Reverse::new("i").above("S1").apply(&before).unwrap().scop;
        check_times(&after, "{ S0[i, j] -> [0, i, j]; S1[i, k] -> [1, -i, 0] }");
    }
}
