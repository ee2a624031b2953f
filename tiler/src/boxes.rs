//! Unions of boxes of points: how many points two of them have in common, summed over all tiles.
//!
//! The ends of all boxes cut each dimension into intervals within which no box begins or ends, and a mask says which boxes
//! hold an interval. A point is in a box if the masks of its intervals all have the box's bit. So an [`IntervalAxis`] keeps of a
//! dimension only how long the intervals of each mask are together; and the axes of many tiles may be added up before they
//! are multiplied, if the tiles are all combinations of what they are in each dimension.

use std::collections::BTreeMap;

/// Boxes of both unions together: one bit of a mask each.
pub const BOXES_MAX: usize = 64;

/// How long the intervals are that exactly these boxes hold.
pub type IntervalAxis = BTreeMap<u64, u64>;

/// Adds the intervals of one dimension, so many times: the boxes' bits with their first and last points.
pub fn add(axis: &mut IntervalAxis, boxes: &[(u32, (i64, i64))], many: u64) {
    let mut ends: Vec<i64> = boxes.iter().flat_map(|(_, (first, last))| [*first, last + 1]).collect();
    ends.sort_unstable();
    ends.dedup();
    for ends in ends.windows(2) {
        let holds = |(_, (first, last)): &&(u32, (i64, i64))| *first <= ends[0] && ends[1] <= last + 1;
        let mask = boxes.iter().filter(holds).fold(0, |mask, (bit, _)| mask | 1 << bit);
        if mask != 0 {
            let sum: &mut u64 = axis.entry(mask).or_default();
            *sum = sum.saturating_add(many.saturating_mul((ends[1] - ends[0]) as u64));
        }
    }
}

/// How many points are in a box of one side and in a box of the other; [`u64::MAX`] if there are more.
pub fn volume(axes: &[&IntervalAxis], sides: [u64; 2]) -> u64 {
    within(axes, u64::MAX, sides)
}

fn within(axes: &[&IntervalAxis], boxes: u64, sides: [u64; 2]) -> u64 {
    if sides.iter().any(|side| boxes & side == 0) {
        return 0;
    }
    let Some((axis, rest)) = axes.split_first() else {
        return 1;
    };
    let parts = axis
        .iter()
        .map(|(mask, length)| length.saturating_mul(within(rest, boxes & mask, sides)));
    parts.fold(0, u64::saturating_add)
}

/// Whether a union with `one` as an axis never has more points than with `other`.
pub fn is_within(one: &IntervalAxis, other: &IntervalAxis) -> bool {
    let mut all = one.iter();
    all.all(|(mask, length)| other.get(mask).is_some_and(|more| length <= more))
}

#[cfg(test)]
mod tests {
    use super::{IntervalAxis, add, volume};
    use proptest::prelude::*;

    type Points = Vec<(i64, i64)>;

    fn points() -> impl Strategy<Value = Vec<Points>> {
        let ends = (-4i64..4, 0i64..4).prop_map(|(first, more)| (first, first + more));
        prop::collection::vec(prop::collection::vec(ends, 3), 0..6)
    }

    fn holds(of: &[Points], at: [i64; 3]) -> bool {
        let within = |points: &Points| points.iter().zip(at).all(|(ends, at)| (ends.0..=ends.1).contains(&at));
        of.iter().any(within)
    }

    proptest! {
        #[test]
        fn volumes_are_numbers_of_points(one in points(), other in points()) {
            let axis = |dim: usize| {
                let mut axis = IntervalAxis::new();
                let boxes = one.iter().chain(&other).enumerate();
                add(&mut axis, &boxes.map(|(bit, points)| (bit as u32, points[dim])).collect::<Vec<_>>(), 1);
                axis
            };
            let axes = [axis(0), axis(1), axis(2)];
            let of_one = (1u64 << one.len()) - 1;
            let of_other = ((1u64 << other.len()) - 1) << one.len();
            let all = (-4..8i64).flat_map(|a| (-4..8i64).flat_map(move |b| (-4..8i64).map(move |c| [a, b, c])));
            let (mut in_one, mut in_both) = (0, 0);
            for at in all.filter(|at| holds(&one, *at)) {
                in_one += 1;
                in_both += u64::from(holds(&other, at));
            }
            prop_assert_eq!(volume(&axes.each_ref(), [of_one; 2]), in_one);
            prop_assert_eq!(volume(&axes.each_ref(), [of_one, of_other]), in_both);
        }
    }
}
