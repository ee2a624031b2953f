//! Which of two instances runs first, as a schedule tree says.
//!
//! With `f` the functions of a band, an instance `x` runs before `y` if `f(x) < f(y)`, the first member that differs counting,
//! or if all are equal and `x` runs before `y` below; of two children of a sequence the first one's instances run first;
//! nothing else is ordered (isl manual, "Schedule Trees"). Iterations of a band of tiles whose size is a parameter run at
//! `s * floor(f / s)`, which does not fall where `f` does not: `x` runs before `y` for every size if `f(x) <= f(y)` in each
//! member and `x` runs before `y` below.
//!
//! A mark says that the iterations of the first band below it may run at the same time: two instances *race* if they are
//! equal in all bands outside and differ in this one.

use super::formula::{Formula, Term};
use super::read::{self, Cases, Member, Tree};
use super::{Stated, Unstated};
use polyvet_analysis::{PARALLEL, VECTOR, tile_by};
use polyvet_poly::Schedule;

/// An instance of a statement.
#[derive(Clone, Debug)]
pub(super) struct Instance<'a> {
    pub stmt: &'a str,
    pub at: &'a [Term],
}

/// How a schedule orders two instances.
pub(super) struct Order {
    /// The first runs before the second.
    pub before: Formula,
    /// They may run at the same time though the tree gives them different times.
    pub race: Formula,
}

/// The order of a schedule.
pub(super) struct Times(Tree);

/// What the nodes above a band say of it.
#[derive(Clone, Copy, Default)]
struct Marks {
    any_order: bool,
    tiles: bool,
}

impl Times {
    pub fn of(schedule: &Schedule) -> Stated<Times> {
        Ok(Times(read::tree(schedule)?))
    }

    pub fn compare(&self, x: &Instance<'_>, y: &Instance<'_>) -> Stated<Order> {
        compare(&self.0, x, y, Marks::default())
    }

    pub fn before(&self, x: &Instance<'_>, y: &Instance<'_>) -> Stated<Formula> {
        Ok(self.compare(x, y)?.before)
    }
}

fn compare(tree: &Tree, x: &Instance<'_>, y: &Instance<'_>, marks: Marks) -> Stated<Order> {
    match tree {
        Tree::Leaf => Ok(Order {
            before: Formula::False,
            race: Formula::False,
        }),
        // Only tiles need the mark directly above.
        Tree::Plain(below) => compare(below, x, y, Marks { tiles: false, ..marks }),
        Tree::Mark(name, below) => {
            let any_order = marks.any_order || name == PARALLEL || name == VECTOR;
            let tiles = marks.tiles || tile_by(name).is_some();
            compare(below, x, y, Marks { any_order, tiles })
        }
        Tree::Band { members, below } if members.is_empty() => compare(below, x, y, marks),
        Tree::Band { members, below } => {
            let below = compare(below, x, y, Marks::default())?;
            band(members, below, x, y, marks)
        }
        Tree::Children { ordered, children } => {
            let marks = Marks { tiles: false, ..marks };
            let (mut before, mut race) = (Vec::new(), Vec::new());
            let mut earlier = Vec::new();
            for (through, child) in children {
                let passes = |one: &Instance<'_>| match through.get(one.stmt) {
                    Some(set) => read::within(set, one.at),
                    None => Ok(Formula::False),
                };
                let (in_x, in_y) = (passes(x)?, passes(y)?);
                if *ordered && !earlier.is_empty() && in_y != Formula::False {
                    before.push(Formula::all([Formula::any(earlier.clone()), in_y.clone()]));
                }
                if in_x != Formula::False && in_y != Formula::False {
                    let below = compare(child, x, y, marks)?;
                    let both = [in_x.clone(), in_y];
                    before.push(Formula::all(both.clone().into_iter().chain([below.before])));
                    race.push(Formula::all(both.into_iter().chain([below.race])));
                }
                if in_x != Formula::False {
                    earlier.push(in_x);
                }
            }
            Ok(Order {
                before: Formula::any(before),
                race: Formula::any(race),
            })
        }
    }
}

fn band(members: &[Member], below: Order, x: &Instance<'_>, y: &Instance<'_>, marks: Marks) -> Stated<Order> {
    let (mut before, mut race) = (Vec::new(), Vec::new());
    let mut equal = Vec::new();
    for member in members {
        let (f, g) = (times(member, x)?, times(member, y)?);
        let same = both(&f, &g, Formula::equal);
        if member.coincident {
            race.push(Formula::all(equal.iter().cloned().chain([same.clone().negated()])));
        }
        match marks.tiles {
            true => before.push(both(&f, &g, Formula::le)),
            false => {
                let first = both(&f, &g, Formula::less);
                before.push(Formula::all(equal.iter().cloned().chain([first])));
            }
        }
        equal.push(same);
    }
    let equal = Formula::all(equal);
    if marks.any_order {
        race.push(equal.clone().negated());
    }
    if marks.tiles {
        // Two different times may be in one tile.
        race.push(below.race);
        before.push(below.before);
        return Ok(Order {
            before: Formula::all(before),
            race: Formula::any(race),
        });
    }
    race.push(Formula::all([equal.clone(), below.race]));
    before.push(Formula::all([equal, below.before]));
    Ok(Order {
        before: Formula::any(before),
        race: Formula::any(race),
    })
}

fn times(member: &Member, one: &Instance<'_>) -> Stated<Cases> {
    match member.times.get(one.stmt) {
        Some(function) => read::cases(function, one.at),
        None => Err(Unstated::no_time(one.stmt)),
    }
}

/// Two values by cases are as `relation` says.
fn both(f: &Cases, g: &Cases, relation: fn(Term, Term) -> Formula) -> Formula {
    let mut parts = Vec::new();
    for (p, u) in f {
        for (q, v) in g {
            parts.push(Formula::all([p.clone(), q.clone(), relation(u.clone(), v.clone())]));
        }
    }
    Formula::any(parts)
}
