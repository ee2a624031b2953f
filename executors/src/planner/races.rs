//! Whether the iterations of a parallel loop can meet at a cell: a test when the loop is planned.
//!
//! All windows on an array are seen as parts of one, as far as their strides allow. Accesses whose subscripts lie in
//! different ranges do not meet; of those that may, directly or through others, two meet where all subscripts are
//! equal. A subscript is `sum(c_p * p) + rest`, with
//! `p` the counters of the loop. If all accesses to an array that is written have the same `c`, and their rests lie
//! within `width` of each other, equal subscripts mean equal `p` where, by ascending stride, each `|c_p * step_p|` is
//! larger than `width` and all shorter strides together reach. Counters that are equal, as those of loops around,
//! count for the rest only where accesses differ in them. Where windows have no common strides the cells are compared,
//! as one subscript. Where the test fails nothing is known, and the reference looks for races.

use super::{ArrayWindow, Planned, Planner};
use crate::linear::{CounterSum, CounterVar, NumberRange};
use polyvet_interp::Domain;

/// An access of a nest being planned.
pub(super) struct PlannedAccess {
    pub window: ArrayWindow,
    pub subscript: Vec<CounterSum>,
    pub cell: CounterSum,
    pub write: bool,
}

/// Where a counter starts, and how far it goes from there at most.
pub(super) type CounterWalk = (CounterSum, i64);

/// A form that starts here, and by how much it may be more.
type Unwound = (CounterSum, NumberRange);

/// Whether, by ascending stride, each is longer than `reach` and all shorter ones together. Strides come with how
/// often they are made.
fn nested(mut strides: Vec<(i128, i128)>, mut reach: i128) -> bool {
    strides.sort_unstable();
    strides.into_iter().all(|(stride, count)| {
        let longer = stride > reach;
        reach += stride * count;
        longer
    })
}

/// The subscripts of accesses in one window that starts at cell `first`, of which all of theirs are parts: per
/// dimension, per access. Different subscripts are different cells.
fn in_one_window(of: &[&PlannedAccess], first: i64) -> Option<Vec<Vec<CounterSum>>> {
    let mut strides: Vec<i64> = of
        .iter()
        .flat_map(|access| moves(&access.window))
        .map(|(_, stride)| stride)
        .collect();
    strides.sort_unstable_by_key(|stride| std::cmp::Reverse(*stride));
    strides.dedup();
    if strides.last().is_some_and(|stride| *stride <= 0) {
        return None;
    }
    let mut extents = vec![1; strides.len()];
    let mut subscripts = vec![Vec::new(); strides.len()];
    for access in of {
        let mut rest = access.window.offset - first;
        for (dim, stride) in strides.iter().enumerate() {
            let start = rest / stride;
            rest %= stride;
            let mut own = moves(&access.window).filter(|(_, own)| own == stride);
            let (form, extent) = match own.next() {
                Some((n, _)) => (
                    access.subscript[n].plus(&CounterSum::constant(start), 1)?,
                    access.window.shape[n],
                ),
                None => (CounterSum::constant(start), 1),
            };
            if own.next().is_some() {
                return None;
            }
            extents[dim] = extents[dim].max(start + extent);
            subscripts[dim].push(form);
        }
        if rest != 0 {
            return None;
        }
    }
    let reach = strides.iter().zip(&extents);
    let reach = reach.map(|(stride, extent)| (i128::from(*stride), i128::from(extent - 1)));
    nested(reach.collect(), 0).then_some(subscripts)
}

/// The dimensions of a window that have several elements, and their strides.
fn moves(window: &ArrayWindow) -> impl Iterator<Item = (usize, i64)> {
    let long = window.shape.iter().zip(&window.strides).enumerate();
    long.filter(|(_, (extent, _))| **extent > 1)
        .map(|(n, (_, stride))| (n, *stride))
}

/// The accesses, numbered as in `ranges`, in groups: those of different groups never have equal subscripts.
fn groups(ranges: &[Vec<NumberRange>]) -> Vec<Vec<usize>> {
    let meet = |x: usize, y: usize| {
        let mut dims = ranges[x].iter().zip(&ranges[y]);
        dims.all(|(x, y)| x.0 <= y.1 && y.0 <= x.1)
    };
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for n in 0..ranges.len() {
        let (near, mut far): (Vec<_>, Vec<_>) =
            (groups.into_iter()).partition(|group| group.iter().any(|m| meet(n, *m)));
        let mut group = near.concat();
        group.push(n);
        far.push(group);
        groups = far;
    }
    groups
}

impl<D: Domain> Planner<'_, '_, '_, D> {
    /// The walk of a counter, if the number of its iterations is known.
    pub(super) fn walk(&self, lower: &[CounterSum], upper: &[CounterSum]) -> Option<CounterWalk> {
        let [lower] = lower else { return None };
        let width = |upper: &CounterSum| Some(upper.plus(lower, -1)?.range(&self.ranges)?.1);
        let parts = |upper: &CounterSum| match upper.terms[..] {
            [(var, 1)] if upper.k == 0 => self.least_of.get(&var),
            _ => None,
        };
        let all = upper
            .iter()
            .flat_map(|upper| parts(upper).map_or(std::slice::from_ref(upper), |all| &all[..]));
        let width = all.filter_map(width).min()?;
        Some((lower.clone(), (width - 1).max(0)))
    }

    /// Declines a parallel loop unless no two iterations meet. `vars` are its counters, each with its step,
    /// `around` the number of counters before, `first` that of accesses.
    pub(super) fn iterations_are_apart(&self, vars: &[(CounterVar, i64)], around: usize, first: usize) -> Planned<()> {
        let accesses = &self.accesses[first..];
        let mut arrays: Vec<u16> = (accesses.iter())
            .filter_map(|access| access.write.then_some(access.window.array))
            .collect();
        arrays.sort_unstable();
        arrays.dedup();
        let apart = |array: &u16| {
            let of: Vec<&PlannedAccess> = (accesses.iter())
                .filter(|access| access.window.array == *array)
                .collect();
            self.accesses_are_apart(&of, vars, around) == Some(true)
        };
        match arrays.iter().all(apart) {
            true => Ok(()),
            false => Err("a parallel loop whose iterations may meet"),
        }
    }

    /// Whether accesses of one array do not meet in different iterations; `None` with large numbers.
    fn accesses_are_apart(&self, of: &[&PlannedAccess], vars: &[(CounterVar, i64)], around: usize) -> Option<bool> {
        let least = of.iter().map(|access| access.window.offset).min()?;
        let row = of
            .iter()
            .flat_map(|access| moves(&access.window))
            .map(|(_, stride)| stride)
            .max();
        // Of windows next to each other the first may start further to the right than another: then from column 0 on.
        let starts = [Some(least), row.filter(|row| *row > 0).map(|row| least - least % row)];
        let found = starts.into_iter().flatten().find_map(|first| in_one_window(of, first));
        let subscripts = found.unwrap_or_else(|| vec![of.iter().map(|access| access.cell.clone()).collect()]);
        let range = |n: usize| subscripts.iter().map(|forms| forms[n].range(&self.ranges)).collect();
        let ranges: Vec<Vec<NumberRange>> = (0..of.len()).map(range).collect::<Option<_>>()?;
        let mut written = groups(&ranges)
            .into_iter()
            .filter(|group| group.iter().any(|n| of[*n].write));
        let apart = |group: Vec<usize>| {
            let unwind =
                |forms: &Vec<CounterSum>| group.iter().map(|n| self.unwound(&forms[*n], vars, around)).collect();
            let forms: Option<Vec<Vec<Unwound>>> = subscripts.iter().map(unwind).collect();
            forms.is_some_and(|forms| self.apart(&forms, vars, around))
        };
        Some(written.all(apart))
    }

    /// A form with counters inside of the loop replaced by where they start, and by how much it may be more than
    /// that.
    fn unwound(&self, form: &CounterSum, vars: &[(CounterVar, i64)], around: usize) -> Option<Unwound> {
        let (mut form, mut more) = (form.clone(), (0_i64, 0_i64));
        // A counter starts at counters that are older.
        for var in (around..self.ranges.len()).rev() {
            let c = form.of(CounterVar::try_from(var).ok()?);
            let Some((start, width)) = &self.walks[var] else {
                continue;
            };
            if c == 0 || vars.iter().any(|(known, _)| usize::from(*known) == var) {
                continue;
            }
            form = form.plus(&CounterSum::var(var as CounterVar), -c)?.plus(start, c)?;
            let reach = c.checked_mul(*width)?;
            more = (more.0.checked_add(reach.min(0))?, more.1.checked_add(reach.max(0))?);
        }
        Some((form, more))
    }

    /// Whether equal subscripts mean equal counters.
    fn apart(&self, subscripts: &[Vec<Unwound>], vars: &[(CounterVar, i64)], around: usize) -> bool {
        let trips = |(var, step): &(CounterVar, i64)| {
            let (least, most) = self.ranges[usize::from(*var)];
            i128::from((most - least) / step)
        };
        let mut open: Vec<(CounterVar, i64)> = vars.iter().copied().filter(|var| trips(var) > 0).collect();
        loop {
            let before = open.len();
            for forms in subscripts {
                let equal = |var: CounterVar| match vars.iter().any(|(known, _)| *known == var) {
                    true => !open.iter().any(|(known, _)| *known == var),
                    false => usize::from(var) < around,
                };
                let Some((one, _)) = forms.first() else { continue };
                let same = |var: CounterVar| forms.iter().all(|(form, _)| form.of(var) == one.of(var));
                let moves: Vec<(CounterVar, i64)> = (open.iter().copied())
                    .filter(|(var, _)| same(*var) && one.of(*var) != 0)
                    .collect();
                let strides = moves.iter().map(|var| {
                    let stride = i128::from(one.of(var.0)).abs() * i128::from(var.1);
                    (stride, trips(var))
                });
                let counts =
                    |var: CounterVar| !(equal(var) && same(var) || moves.iter().any(|(known, _)| *known == var));
                let width = self.width(forms, counts);
                if width.is_some_and(|width| nested(strides.collect(), width)) {
                    open.retain(|var| !moves.contains(var));
                }
            }
            if open.is_empty() || open.len() == before {
                return open.is_empty();
            }
        }
    }

    /// How far forms can be from each other, of the counters that count.
    fn width(&self, forms: &[Unwound], counts: impl Fn(CounterVar) -> bool) -> Option<i128> {
        let rest = |(form, more): &Unwound| {
            let rest = CounterSum {
                k: form.k,
                terms: form.terms.iter().filter(|(var, _)| counts(*var)).copied().collect(),
            };
            let (least, most) = rest.range(&self.ranges)?;
            Some((
                i128::from(least) + i128::from(more.0),
                i128::from(most) + i128::from(more.1),
            ))
        };
        let rests = forms.iter().map(rest).collect::<Option<Vec<_>>>()?;
        let least = rests.iter().map(|(least, _)| *least).min()?;
        let most = rests.iter().map(|(_, most)| *most).max()?;
        Some(most - least)
    }
}
