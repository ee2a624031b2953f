//! Whether the iterations of a parallel loop can meet at a cell: a test when the loop is planned.
//!
//! Two accesses through one window meet where all subscripts are equal. A subscript is `sum(c_p * p) + rest`, with
//! `p` the counters of the loop. If all accesses to an array that is written have the same `c`, and their rests lie
//! within `width` of each other, equal subscripts mean equal `p` where, by ascending stride, each `|c_p * step_p|` is
//! larger than `width` and all shorter strides together reach. Counters that are equal, as those of loops around,
//! count for the rest only where accesses differ in them. Of accesses through different windows the cells are
//! compared, as one subscript. Where the test fails nothing is known, and the reference looks for races.

use super::{Planned, Planner, Window};
use crate::domain::Domain;
use crate::fast::linear::{Linear, Range, Var};

/// An access of a nest being planned.
pub(super) struct Access {
    pub window: Window,
    pub subscript: Vec<Linear>,
    pub cell: Linear,
    pub write: bool,
}

/// Where a counter starts, and how far it goes from there at most.
pub(super) type Walk = (Linear, i64);

/// A form that starts here, and by how much it may be more.
type Unwound = (Linear, Range);

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

/// Whether different subscripts are different cells.
fn is_injective(window: &Window) -> bool {
    let steps = window.strides.iter().zip(&window.shape);
    let steps = steps.filter(|(_, extent)| **extent > 1);
    nested(
        steps
            .map(|(stride, extent)| (i128::from(stride.abs()), i128::from(extent - 1)))
            .collect(),
        0,
    )
}

impl<D: Domain> Planner<'_, '_, D> {
    /// The walk of a counter, if the number of its iterations is known.
    pub(super) fn walk(&self, lower: &[Linear], upper: &[Linear]) -> Option<Walk> {
        let [lower] = lower else { return None };
        let width = |upper: &Linear| Some(upper.plus(lower, -1)?.range(&self.ranges)?.1);
        let parts = |upper: &Linear| match upper.terms[..] {
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
    pub(super) fn iterations_are_apart(&self, vars: &[(Var, i64)], around: usize, first: usize) -> Planned<()> {
        let accesses = &self.accesses[first..];
        let mut arrays: Vec<u16> = (accesses.iter())
            .filter_map(|access| access.write.then_some(access.window.array))
            .collect();
        arrays.sort_unstable();
        arrays.dedup();
        let apart = |array: &u16| {
            let of: Vec<&Access> = (accesses.iter())
                .filter(|access| access.window.array == *array)
                .collect();
            let unwind = |form| self.unwound(form, vars, around);
            let one = &of[0].window;
            let subscripts: Option<Vec<Vec<Unwound>>> = match of.iter().all(|access| access.window == *one) {
                true if is_injective(one) => (0..one.shape.len())
                    .map(|dim| of.iter().map(|access| unwind(&access.subscript[dim])).collect())
                    .collect(),
                _ => of
                    .iter()
                    .map(|access| unwind(&access.cell))
                    .collect::<Option<_>>()
                    .map(|cells| vec![cells]),
            };
            subscripts.is_some_and(|subscripts| self.apart(&subscripts, vars, around))
        };
        match arrays.iter().all(apart) {
            true => Ok(()),
            false => Err("a parallel loop whose iterations may meet"),
        }
    }

    /// A form with counters inside of the loop replaced by where they start, and by how much it may be more than
    /// that.
    fn unwound(&self, form: &Linear, vars: &[(Var, i64)], around: usize) -> Option<Unwound> {
        let (mut form, mut more) = (form.clone(), (0_i64, 0_i64));
        // A counter starts at counters that are older.
        for var in (around..self.ranges.len()).rev() {
            let c = form.of(Var::try_from(var).ok()?);
            let Some((start, width)) = &self.walks[var] else {
                continue;
            };
            if c == 0 || vars.iter().any(|(known, _)| usize::from(*known) == var) {
                continue;
            }
            form = form.plus(&Linear::var(var as Var), -c)?.plus(start, c)?;
            let reach = c.checked_mul(*width)?;
            more = (more.0.checked_add(reach.min(0))?, more.1.checked_add(reach.max(0))?);
        }
        Some((form, more))
    }

    /// Whether equal subscripts mean equal counters.
    fn apart(&self, subscripts: &[Vec<Unwound>], vars: &[(Var, i64)], around: usize) -> bool {
        let trips = |(var, step): &(Var, i64)| {
            let (least, most) = self.ranges[usize::from(*var)];
            i128::from((most - least) / step)
        };
        let mut open: Vec<(Var, i64)> = vars.iter().copied().filter(|var| trips(var) > 0).collect();
        loop {
            let before = open.len();
            for forms in subscripts {
                let equal = |var: Var| match vars.iter().any(|(known, _)| *known == var) {
                    true => !open.iter().any(|(known, _)| *known == var),
                    false => usize::from(var) < around,
                };
                let Some((one, _)) = forms.first() else { continue };
                let same = |var: Var| forms.iter().all(|(form, _)| form.of(var) == one.of(var));
                let moves: Vec<(Var, i64)> = (open.iter().copied())
                    .filter(|(var, _)| same(*var) && one.of(*var) != 0)
                    .collect();
                let strides = moves.iter().map(|var| {
                    let stride = i128::from(one.of(var.0)).abs() * i128::from(var.1);
                    (stride, trips(var))
                });
                let counts = |var: Var| !(equal(var) && same(var) || moves.iter().any(|(known, _)| *known == var));
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
    fn width(&self, forms: &[Unwound], counts: impl Fn(Var) -> bool) -> Option<i128> {
        let rest = |(form, more): &Unwound| {
            let rest = Linear {
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
