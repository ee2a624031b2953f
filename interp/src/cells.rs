//! The cells of a buffer. Those of a large one come in pages that appear when something is written there, so that
//! a huge shape takes up what is touched of it.

use std::collections::HashMap;
use std::ops::Range;

/// Cells of a page.
const PAGE: usize = 1 << 12;
/// Up to so many cells are there from the start.
const DENSE_MAX: usize = 1 << 16;

/// Cells by number; `None` where nothing was written.
pub(crate) enum Cells<T> {
    Dense(Vec<Option<T>>),
    Paged {
        count: usize,
        pages: HashMap<usize, Box<[Option<T>]>>,
    },
}

/// Part of some cells.
pub(crate) enum Piece<'c, T> {
    Here(&'c [Option<T>]),
    /// So many that were never written.
    Missing(usize),
}

/// The parts of a range in each page: page, and which of its cells.
fn parts(range: Range<usize>) -> impl Iterator<Item = (usize, Range<usize>)> {
    let pages = range.start / PAGE..range.end.div_ceil(PAGE);
    pages.map(move |page| {
        let first = page * PAGE;
        let end = range.end.min(first + PAGE);
        (page, range.start.max(first) - first..end - first)
    })
}

impl<T: Copy> Cells<T> {
    /// Cells that were never written.
    pub fn unwritten(count: usize) -> Cells<T> {
        match count <= DENSE_MAX {
            true => Cells::Dense(vec![None; count]),
            false => Cells::Paged {
                count,
                pages: HashMap::new(),
            },
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Cells::Dense(cells) => cells.len(),
            Cells::Paged { count, .. } => *count,
        }
    }

    /// How many take up memory.
    pub fn present(&self) -> u64 {
        let present = match self {
            Cells::Dense(cells) => cells.len(),
            Cells::Paged { pages, .. } => pages.len() * PAGE,
        };
        present as u64
    }

    /// How many more would, if all cells of `range` were written.
    pub fn missing(&self, range: Range<usize>) -> u64 {
        match self {
            Cells::Dense(_) => 0,
            Cells::Paged { pages, .. } => {
                let missing = parts(range).filter(|(page, _)| !pages.contains_key(page));
                (missing.count() * PAGE) as u64
            }
        }
    }

    /// Panics beyond the last cell, as a slice.
    pub fn get(&self, cell: usize) -> Option<T> {
        match self {
            Cells::Dense(cells) => cells[cell],
            Cells::Paged { count, pages } => {
                assert!(cell < *count, "cell {cell} of {count}");
                pages.get(&(cell / PAGE)).and_then(|page| page[cell % PAGE])
            }
        }
    }

    /// Whether anything was written.
    pub fn any(&self) -> bool {
        let any = |cells: &[Option<T>]| cells.iter().any(Option::is_some);
        match self {
            Cells::Dense(cells) => any(cells),
            Cells::Paged { pages, .. } => pages.values().any(|page| any(page)),
        }
    }

    /// The cells of a range in order; `None` if it leaves them.
    pub fn pieces(&self, range: Range<usize>) -> Option<Vec<Piece<'_, T>>> {
        match self {
            Cells::Dense(cells) => Some(vec![Piece::Here(cells.get(range)?)]),
            Cells::Paged { count, .. } if range.start > range.end || range.end > *count => None,
            Cells::Paged { pages, .. } => {
                let piece = |(page, part): (usize, Range<usize>)| match pages.get(&page) {
                    Some(cells) => Piece::Here(&cells[part]),
                    None => Piece::Missing(part.len()),
                };
                Some(parts(range).map(piece).collect())
            }
        }
    }

    /// Writes the cells of a range, panics if it leaves them.
    pub fn write(&mut self, range: Range<usize>, mut data: impl Iterator<Item = Option<T>>) {
        match self {
            Cells::Dense(cells) => cells[range].iter_mut().zip(data).for_each(|(cell, data)| *cell = data),
            Cells::Paged { count, pages } => {
                assert!(range.end <= *count, "cells {range:?} of {count}");
                for (page, part) in parts(range) {
                    let data: Vec<Option<T>> = data.by_ref().take(part.len()).collect();
                    if pages.contains_key(&page) || data.iter().any(Option::is_some) {
                        let cells = pages.entry(page).or_insert_with(|| vec![None; PAGE].into());
                        cells[part].copy_from_slice(&data);
                    }
                }
            }
        }
    }

    /// Adds cells that were never written.
    pub fn grow(&mut self, to: usize) {
        match self {
            Cells::Dense(cells) if to <= DENSE_MAX.max(cells.len()) => cells.resize(to.max(cells.len()), None),
            Cells::Dense(cells) => {
                let old = std::mem::take(cells);
                *self = Cells::unwritten(to);
                self.write(0..old.len(), old.into_iter());
            }
            Cells::Paged { count, .. } => *count = to.max(*count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_hold_what_a_list_holds() {
        let count = DENSE_MAX + 3 * PAGE / 2;
        let mut cells = Cells::unwritten(count);
        let mut list = vec![None; count];
        assert_eq!((cells.len(), cells.present(), cells.any()), (count, 0, false));
        for (from, to, value) in [
            (5, 6, Some(1)),
            (PAGE - 2, 2 * PAGE + 1, Some(2)),
            (7, 9, None),
            (count - 1, count, Some(3)),
        ] {
            let fresh = cells.missing(from..to);
            let before = cells.present();
            cells.write(from..to, std::iter::repeat_n(value, to - from));
            list[from..to].fill(value);
            assert!(cells.present() - before <= fresh);
        }
        assert!((0..count).all(|cell| cells.get(cell) == list[cell]));
        assert_eq!(cells.present(), 4 * PAGE as u64);
        for range in [0..1, 3..PAGE + 1, PAGE - 3..3 * PAGE, count - 2..count, 9..9] {
            let mut found = Vec::new();
            for piece in cells.pieces(range.clone()).expect("inside") {
                match piece {
                    Piece::Here(cells) => found.extend_from_slice(cells),
                    Piece::Missing(missing) => found.resize(found.len() + missing, None),
                }
            }
            assert_eq!(found, list[range]);
        }
        assert!(cells.pieces(count - 1..count + 1).is_none());
    }

    #[test]
    fn growth_keeps_what_is_there() {
        let mut cells = Cells::unwritten(3);
        cells.write(2..3, std::iter::once(Some(7)));
        for count in [2, 10, DENSE_MAX + 1, DENSE_MAX + 5] {
            cells.grow(count);
            assert_eq!((cells.len(), cells.get(2), cells.get(1)), (count.max(3), Some(7), None));
        }
    }
}
