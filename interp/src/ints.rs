//! A short list of integers: subscripts, extents, iteration points. Up to eight live on the stack.

use std::ops::{Deref, DerefMut};

/// A growable list that allocates only beyond eight entries.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ints {
    inline: [i64; 8],
    count: usize,
    // INVARIANT: holds all entries once `count` exceeds the inline ones, else nothing.
    spilled: Vec<i64>,
}

impl Ints {
    pub fn zeros(count: usize) -> Ints {
        (0..count).map(|_| 0).collect()
    }

    #[inline]
    pub fn push(&mut self, value: i64) {
        if self.count == self.inline.len() {
            self.spilled = self.inline.to_vec();
        }
        match self.inline.get_mut(self.count) {
            Some(slot) => *slot = value,
            None => self.spilled.push(value),
        }
        self.count += 1;
    }
}

impl Deref for Ints {
    type Target = [i64];
    #[inline]
    fn deref(&self) -> &[i64] {
        if self.count <= self.inline.len() {
            &self.inline[..self.count]
        } else {
            &self.spilled
        }
    }
}

impl DerefMut for Ints {
    #[inline]
    fn deref_mut(&mut self) -> &mut [i64] {
        if self.count <= self.inline.len() {
            &mut self.inline[..self.count]
        } else {
            &mut self.spilled
        }
    }
}

impl FromIterator<i64> for Ints {
    fn from_iter<I: IntoIterator<Item = i64>>(iter: I) -> Ints {
        let mut ints = Ints::default();
        iter.into_iter().for_each(|value| ints.push(value));
        ints
    }
}

/// The number of elements of a shape; `None` if an extent is negative or the product leaves 63 bits.
pub fn element_count(shape: &[i64]) -> Option<usize> {
    if shape.iter().any(|extent| *extent < 0) {
        return None;
    }
    if shape.contains(&0) {
        return Some(0);
    }
    let count = shape
        .iter()
        .try_fold(1_i64, |count, extent| count.checked_mul(*extent))?;
    usize::try_from(count).ok()
}

/// The subscript of element `n` in row-major order.
pub(crate) fn index_of(shape: &[i64], n: usize) -> Vec<i64> {
    let mut rest = n as i64;
    let mut index = vec![0; shape.len()];
    for (at, extent) in index.iter_mut().zip(shape).rev() {
        *at = rest % extent.max(&1);
        rest /= extent.max(&1);
    }
    index
}

/// Row-major strides; those of empty or absurdly large shapes wrap and are never used.
pub(crate) fn row_major(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1_i64; shape.len()];
    for n in (1..shape.len()).rev() {
        strides[n - 1] = strides[n].wrapping_mul(shape[n]);
    }
    strides
}

/// Calls `visit` with every subscript of `shape` in row-major order.
pub fn for_each_index<E>(shape: &[i64], mut visit: impl FnMut(&[i64]) -> Result<(), E>) -> Result<(), E> {
    if shape.contains(&0) {
        return Ok(());
    }
    let mut index = Ints::zeros(shape.len());
    let index = &mut index[..];
    let Some((last, outer)) = shape.split_last() else {
        return visit(index);
    };
    loop {
        for n in 0..*last {
            index[outer.len()] = n;
            visit(index)?;
        }
        if !advance(index, outer) {
            return Ok(());
        }
    }
}

/// The next subscript of `outer`, and 0 in the dimension after it; false if there is none. Apart from
/// [`for_each_index`], which is compiled for hundreds of closures.
fn advance(index: &mut [i64], outer: &[i64]) -> bool {
    let Some(n) = (0..outer.len()).rev().find(|n| index[*n] + 1 < outer[*n]) else {
        return false;
    };
    index[n] += 1;
    index[n + 1..].fill(0);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spills_beyond_eight() {
        let ints: Ints = (0..20).collect();
        assert_eq!(ints[..], (0..20).collect::<Vec<_>>());
        assert_eq!(Ints::zeros(8).len(), 8);
        assert_eq!(Ints::zeros(9)[..], [0; 9]);
    }

    #[test]
    fn visits_in_row_major_order() {
        let mut seen = Vec::new();
        let _ = for_each_index(&[2, 2], |index| {
            seen.push(index.to_vec());
            Ok::<(), ()>(())
        });
        assert_eq!(seen, [[0, 0], [0, 1], [1, 0], [1, 1]]);
    }
}
