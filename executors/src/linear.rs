//! Linear forms of counters, and the ranges in which they lie.
//!
//! Every form that is made fits 62 bits for all values of its counters, so that nothing overflows while a
//! plan runs, and nothing would have in the reference.

/// A counter: an induction variable, or an index computed from others.
pub(crate) type CounterVar = u16;

/// `k + sum(c * var)`, by ascending counter, without zero coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CounterSum {
    pub k: i64,
    pub terms: Vec<(CounterVar, i64)>,
}

/// Least and largest value, both included.
pub(crate) type NumberRange = (i64, i64);

const LIMIT: i128 = 1 << 62;

impl CounterSum {
    pub fn constant(k: i64) -> CounterSum {
        CounterSum { k, terms: Vec::new() }
    }

    pub fn var(var: CounterVar) -> CounterSum {
        CounterSum {
            k: 0,
            terms: vec![(var, 1)],
        }
    }

    /// The value, if it depends on no counter.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.k)
    }

    /// The coefficient of a counter.
    pub fn of(&self, var: CounterVar) -> i64 {
        let found = self.terms.iter().find(|(known, _)| *known == var);
        found.map_or(0, |(_, c)| *c)
    }

    #[inline]
    pub fn at(&self, vars: &[i64]) -> i64 {
        let term = |(var, c): &(CounterVar, i64)| vars[usize::from(*var)].wrapping_mul(*c);
        self.terms
            .iter()
            .map(term)
            .fold(self.k, |sum, term| sum.wrapping_add(term))
    }

    /// `self + factor * other`; `None` if a coefficient leaves 62 bits.
    pub fn plus(&self, other: &CounterSum, factor: i64) -> Option<CounterSum> {
        let add = |x: i64, y: i64| {
            let sum = i128::from(x) + i128::from(y) * i128::from(factor);
            (sum.abs() < LIMIT).then_some(sum as i64)
        };
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (&self.terms[..], &other.terms[..]);
        loop {
            let next = match (left.first(), right.first()) {
                (Some(l), Some(r)) if l.0 == r.0 => {
                    (left, right) = (&left[1..], &right[1..]);
                    (l.0, add(l.1, r.1)?)
                }
                (Some(l), r) if r.is_none_or(|r| l.0 < r.0) => {
                    left = &left[1..];
                    *l
                }
                (_, Some(r)) => {
                    right = &right[1..];
                    (r.0, add(0, r.1)?)
                }
                (_, None) => break,
            };
            if next.1 != 0 {
                terms.push(next);
            }
        }
        Some(CounterSum {
            k: add(self.k, other.k)?,
            terms,
        })
    }

    /// Where the form lies if each counter lies in its range; `None` if that leaves 62 bits.
    pub fn range(&self, ranges: &[NumberRange]) -> Option<NumberRange> {
        let (mut least, mut most) = (i128::from(self.k), i128::from(self.k));
        for (var, c) in &self.terms {
            let (low, high) = ranges[usize::from(*var)];
            let ends = [i128::from(low) * i128::from(*c), i128::from(high) * i128::from(*c)];
            least = least.checked_add(ends[0].min(ends[1]))?;
            most = most.checked_add(ends[0].max(ends[1]))?;
        }
        (least > -LIMIT && most < LIMIT).then_some((least as i64, most as i64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(k: i64, terms: &[(CounterVar, i64)]) -> CounterSum {
        CounterSum {
            k,
            terms: terms.to_vec(),
        }
    }

    #[test]
    fn sums_keep_the_order_and_drop_zeros() {
        let x = form(1, &[(0, 2), (3, 5)]);
        let y = form(4, &[(0, 1), (1, 7), (3, -5)]);
        assert_eq!(x.plus(&y, 1), Some(form(5, &[(0, 3), (1, 7)])));
        assert_eq!(x.plus(&x, -1), Some(CounterSum::constant(0)));
        assert_eq!(x.plus(&form(i64::MAX / 2, &[]), 4), None);
    }

    #[test]
    fn ranges_hold_at_the_ends() {
        let x = form(1, &[(0, 2), (1, -3)]);
        assert_eq!(x.range(&[(0, 10), (2, 4)]), Some((1 - 12, 1 + 20 - 6)));
        assert_eq!(x.at(&[10, 2]), 15);
        assert_eq!(x.range(&[(0, i64::MAX / 2), (0, 0)]), None);
    }
}
