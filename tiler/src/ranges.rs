//! Lists of disjoint ranges of numbers.

/// Disjoint ranges of keys, ascending, with both ends.
pub type Ranges = Vec<(i64, i64)>;

/// Sorts and joins ranges.
pub fn merge(ranges: &mut Ranges) {
    ranges.sort_unstable();
    let mut kept: usize = 0;
    for at in 0..ranges.len() {
        let (low, high) = ranges[at];
        if kept > 0 && low <= ranges[kept - 1].1.saturating_add(1) {
            ranges[kept - 1].1 = ranges[kept - 1].1.max(high);
        } else {
            ranges[kept] = (low, high);
            kept += 1;
        }
    }
    ranges.truncate(kept);
}

pub fn length(ranges: &Ranges) -> u64 {
    ranges.iter().map(|(low, high)| (high - low + 1) as u64).sum()
}

/// How much two lists of disjoint ranges have in common.
pub fn common(one: &Ranges, other: &Ranges) -> u64 {
    let (mut a, mut b, mut sum) = (0, 0, 0);
    while let (Some(left), Some(right)) = (one.get(a), other.get(b)) {
        let (low, high) = (left.0.max(right.0), left.1.min(right.1));
        if low <= high {
            sum += (high - low + 1) as u64;
        }
        if left.1 < right.1 {
            a += 1;
        } else {
            b += 1;
        }
    }
    sum
}
