//! Perfect nests: finding their loops by name, taking them out of the schedule tree, putting them back.
//!
//! Levels (see [`polyvet_analysis::loops`]) form a *perfect nest* if nothing but marks is between their bands.
//!
//! What a band says to isl's code generator and scheduler (build options, permutable, coincident)
//! is dropped when its level is rebuilt: it was said about other times or another place.

use polyvet_analysis::Mark;
use polyvet_analysis::ids::StmtId;
use polyvet_analysis::loops::{
    LoopMarks, above_marks, bands, insert, is_renamed, level_of, loop_name, one_loop_per_band, reserved, stmts_below,
};
use polyvet_analysis::scop::{Rewrite, Scop, Stmt};
use polyvet_poly::{
    MultiUnionPwAff, Result, Schedule, ScheduleNode, ScheduleNodeKind, UnionMap, UnionPwAff, UnionPwMultiAff, UnionSet,
};

use crate::ScriptName;
use crate::schedule::Inapplicable;
use crate::schedule::transform::reschedule;
use crate::script::args::part;

/// Some levels of a perfect nest, taken out of the schedule tree.
#[derive(Clone, Debug)]
pub struct PerfectNest {
    /// Outermost first.
    pub levels: Vec<LoopMarks>,
    /// The loops asked for, by the names that were given, and their places when taken.
    asked: Vec<(String, usize)>,
    /// Where they stood: what was below the innermost.
    hole: ScheduleNode,
}

impl PerfectNest {
    /// Takes out the levels from the outermost to the innermost of `loops`, in whatever order these
    /// are listed. With `stmt` only loops above that statement count.
    ///
    /// `None` if none of the loops ever runs: they have no place in the tree, and moving them changes
    /// nothing.
    ///
    /// # Errors
    /// Where a loop is missing or named twice, where they do not form a perfect nest, or where one is over tiles
    /// whose size is a parameter or inside such.
    pub fn take(
        scop: &Scop,
        loops: &[&ScriptName],
        stmt: Option<&ScriptName>,
    ) -> std::result::Result<Option<PerfectNest>, Inapplicable> {
        PerfectNest::take_if(scop, loops, stmt, not_symbolic)
    }

    /// As [`PerfectNest::take`], but loops inside tiles of any size are taken: for transforms that only cut times into
    /// blocks.
    pub(crate) fn take_points(
        scop: &Scop,
        loops: &[&ScriptName],
        stmt: Option<&ScriptName>,
    ) -> std::result::Result<Option<PerfectNest>, Inapplicable> {
        PerfectNest::take_if(scop, loops, stmt, |name, node| match not_symbolic(name, node) {
            Err(Inapplicable::SymbolicTiles { inside: true, .. }) => Ok(()),
            other => other,
        })
    }

    /// As [`PerfectNest::take`], for transforms that keep times and ask nothing of them: tiles may be of any size.
    pub(crate) fn take_all(
        scop: &Scop,
        loops: &[&ScriptName],
        stmt: Option<&ScriptName>,
    ) -> std::result::Result<Option<PerfectNest>, Inapplicable> {
        PerfectNest::take_if(scop, loops, stmt, |_, _| Ok(()))
    }

    fn take_if(
        scop: &Scop,
        loops: &[&ScriptName],
        stmt: Option<&ScriptName>,
        accept: fn(&ScriptName, &ScheduleNode) -> std::result::Result<(), Inapplicable>,
    ) -> std::result::Result<Option<PerfectNest>, Inapplicable> {
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
        let mut nest = PerfectNest {
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
        while self.hole.kind()? == ScheduleNodeKind::Mark {
            marks.extend(Mark::of(&self.hole)?);
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

    /// As [`PerfectNest::position`], of a loop with which the nest was taken.
    pub(crate) fn place(&self, name: &ScriptName) -> usize {
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

/// The loop called `name`, above `stmt` if one is given; `S0.i` is `i` above `S0`. Above a statement `d0`
/// may also be `d0_1`, if only that is there: the names of a structured op's loops are made unique in the
/// function.
pub(crate) fn find(
    scop: &Scop,
    name: &ScriptName,
    stmt: Option<&ScriptName>,
) -> std::result::Result<ScheduleNode, Inapplicable> {
    let schedule = one_loop_per_band(scop.schedule.clone(), &reserved(scop))?;
    find_in(scop, &schedule, name, stmt)
}

/// Refuses a loop over tiles whose size is a parameter, and those inside: the times that the schedule has for such
/// tiles tell them from each other, but not where they begin.
pub(crate) fn not_symbolic(name: &ScriptName, node: &ScheduleNode) -> std::result::Result<(), Inapplicable> {
    let (mut above, mut inside) = (node.clone(), false);
    while above.has_parent()? {
        above = above.parent()?;
        match Mark::of(&above)? {
            Some(Mark::TileBy(size)) => {
                return Err(Inapplicable::SymbolicTiles {
                    name: name.value.clone(),
                    size,
                    inside,
                    span: name.span,
                });
            }
            Some(_) => {}
            None => inside = true,
        }
    }
    Ok(())
}

fn find_in(
    scop: &Scop,
    schedule: &Schedule,
    name: &ScriptName,
    stmt: Option<&ScriptName>,
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
fn qualified(scop: &Scop, name: &ScriptName) -> Option<(ScriptName, ScriptName)> {
    let (stmt, inner) = name.value.split_once('.')?;
    scop.stmt_named(stmt)?;
    let at = |offset, text: &str| ScriptName::new(text.to_owned(), part(name.span, offset, text.len()));
    Some((at(0, stmt), at(stmt.len() + 1, inner)))
}

/// True if the program has such a loop, but no instance below it.
fn never_runs(scop: &Scop, name: &ScriptName, stmt: Option<&ScriptName>) -> Result<bool> {
    let Some(index) = scop.loops.position(|one| one.name == name.value) else {
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

/// The statement called `name`.
pub(crate) fn stmt_index(scop: &Scop, name: &ScriptName) -> std::result::Result<StmtId, Inapplicable> {
    scop.stmt_named(&name.value)
        .ok_or_else(|| Inapplicable::UnknownStatement {
            name: name.value.clone(),
            span: name.span,
            stmts: scop.stmts.iter().map(|stmt| stmt.name.clone()).collect(),
        })
}

/// Checks that only levels are between two loops, the first of which is nearer to the root.
fn perfectly_nested(
    scop: &Scop,
    (outer_name, outer): (&ScriptName, &ScheduleNode),
    (inner_name, inner): (&ScriptName, &ScheduleNode),
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
        branches |= !matches!(node.kind()?, ScheduleNodeKind::Band | ScheduleNodeKind::Mark);
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
    name: &ScriptName,
    stmt: Option<&ScriptName>,
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

#[cfg(test)]
mod tests {
    use crate::schedule::Transform;
    use crate::schedule::reverse::Reverse;
    use crate::schedule::testing::{check_times, outline, refusal, same_times, scop};
    use polyvet_analysis::loops::loop_names;

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
