//! Which of two instances runs first, as a schedule tree says.
//!
//! With `f` the functions of a band, an instance `x` runs before `y` if `f(x) < f(y)`, the first member that differs
//! counting, or if all are equal and `x` runs before `y` below; of two children of a sequence the first one's instances
//! run first; nothing else is ordered (isl manual, "Schedule Trees"). Iterations of a band of tiles whose size is a
//! parameter run at `s * floor(f / s)`, which does not fall where `f` does not: `x` runs before `y` for every size if
//! `f(x) <= f(y)` in each
//! member and `x` runs before `y` below.
//!
//! A mark says that the iterations of the first band below it may run at the same time: two instances *race* if they
//! are equal in all bands outside and differ in this one.

use super::formula::{IntegerCondition, IntegerTerm};
use super::read::{self, BandMember, Cases, StatementTree};
use super::{Stated, Unstated};
use polyvet_poly::Schedule;

/// An instance of a statement.
#[derive(Clone, Debug)]
pub(super) struct TimedInstance<'a> {
    pub stmt: &'a str,
    pub at: &'a [IntegerTerm],
}

/// How a schedule orders two instances.
pub(super) struct ScheduleOrder {
    /// The first runs before the second.
    pub before: IntegerCondition,
    /// They may run at the same time though the tree gives them different times.
    pub race: IntegerCondition,
}

/// The order of a schedule.
pub(super) struct ScheduleTimes(StatementTree);

/// What the nodes above a band say about it.
#[derive(Clone, Copy, Default)]
struct BandMarks {
    any_order: bool,
    tiles: bool,
}

impl ScheduleTimes {
    pub fn of(schedule: &Schedule) -> Stated<ScheduleTimes> {
        Ok(ScheduleTimes(read::tree(schedule)?))
    }

    pub fn compare(&self, x: &TimedInstance<'_>, y: &TimedInstance<'_>) -> Stated<ScheduleOrder> {
        compare(&self.0, x, y, BandMarks::default())
    }

    pub fn before(&self, x: &TimedInstance<'_>, y: &TimedInstance<'_>) -> Stated<IntegerCondition> {
        Ok(self.compare(x, y)?.before)
    }
}

fn compare(
    tree: &StatementTree,
    x: &TimedInstance<'_>,
    y: &TimedInstance<'_>,
    marks: BandMarks,
) -> Stated<ScheduleOrder> {
    match tree {
        StatementTree::Leaf => Ok(ScheduleOrder {
            before: IntegerCondition::False,
            race: IntegerCondition::False,
        }),
        // Only tiles need the mark directly above.
        StatementTree::Plain(below) => compare(below, x, y, BandMarks { tiles: false, ..marks }),
        StatementTree::Mark(mark, below) => {
            let any_order = marks.any_order || mark.claims_any_order();
            let tiles = marks.tiles || mark.tile_size().is_some();
            compare(below, x, y, BandMarks { any_order, tiles })
        }
        StatementTree::Band { members, below } if members.is_empty() => compare(below, x, y, marks),
        StatementTree::Band { members, below } => {
            let below = compare(below, x, y, BandMarks::default())?;
            band(members, below, x, y, marks)
        }
        StatementTree::Children { ordered, children } => {
            let marks = BandMarks { tiles: false, ..marks };
            let (mut before, mut race) = (Vec::new(), Vec::new());
            let mut earlier = Vec::new();
            for (through, child) in children {
                let passes = |one: &TimedInstance<'_>| match through.get(one.stmt) {
                    Some(set) => read::within(set, one.at),
                    None => Ok(IntegerCondition::False),
                };
                let (in_x, in_y) = (passes(x)?, passes(y)?);
                if *ordered && !earlier.is_empty() && in_y != IntegerCondition::False {
                    before.push(IntegerCondition::all([
                        IntegerCondition::any(earlier.clone()),
                        in_y.clone(),
                    ]));
                }
                if in_x != IntegerCondition::False && in_y != IntegerCondition::False {
                    let below = compare(child, x, y, marks)?;
                    let both = [in_x.clone(), in_y];
                    before.push(IntegerCondition::all(both.clone().into_iter().chain([below.before])));
                    race.push(IntegerCondition::all(both.into_iter().chain([below.race])));
                }
                if in_x != IntegerCondition::False {
                    earlier.push(in_x);
                }
            }
            Ok(ScheduleOrder {
                before: IntegerCondition::any(before),
                race: IntegerCondition::any(race),
            })
        }
    }
}

fn band(
    members: &[BandMember],
    below: ScheduleOrder,
    x: &TimedInstance<'_>,
    y: &TimedInstance<'_>,
    marks: BandMarks,
) -> Stated<ScheduleOrder> {
    let (mut before, mut race) = (Vec::new(), Vec::new());
    let mut equal = Vec::new();
    for member in members {
        let (f, g) = (times(member, x)?, times(member, y)?);
        let same = both(&f, &g, IntegerCondition::equal);
        if member.coincident {
            race.push(IntegerCondition::all(
                equal.iter().cloned().chain([same.clone().negated()]),
            ));
        }
        match marks.tiles {
            true => before.push(both(&f, &g, IntegerCondition::le)),
            false => {
                let first = both(&f, &g, IntegerCondition::less);
                before.push(IntegerCondition::all(equal.iter().cloned().chain([first])));
            }
        }
        equal.push(same);
    }
    let equal = IntegerCondition::all(equal);
    if marks.any_order {
        race.push(equal.clone().negated());
    }
    if marks.tiles {
        // Two different times may be in one tile.
        race.push(below.race);
        before.push(below.before);
        return Ok(ScheduleOrder {
            before: IntegerCondition::all(before),
            race: IntegerCondition::any(race),
        });
    }
    race.push(IntegerCondition::all([equal.clone(), below.race]));
    before.push(IntegerCondition::all([equal, below.before]));
    Ok(ScheduleOrder {
        before: IntegerCondition::any(before),
        race: IntegerCondition::any(race),
    })
}

fn times(member: &BandMember, one: &TimedInstance<'_>) -> Stated<Cases> {
    match member.times.get(one.stmt) {
        Some(function) => read::cases(function, one.at),
        None => Err(Unstated::no_time(one.stmt)),
    }
}

/// Two values by cases are as `relation` says.
fn both(f: &Cases, g: &Cases, relation: fn(IntegerTerm, IntegerTerm) -> IntegerCondition) -> IntegerCondition {
    let mut parts = Vec::new();
    for (p, u) in f {
        for (q, v) in g {
            parts.push(IntegerCondition::all([
                p.clone(),
                q.clone(),
                relation(u.clone(), v.clone()),
            ]));
        }
    }
    IntegerCondition::any(parts)
}
