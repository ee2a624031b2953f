//! The cells of a buffer or a tensor. Those of a large one come in pages that appear when something is written there, so
//! that a huge shape takes up what is touched of it.

use std::collections::BTreeMap;
use std::ops::{Index, Range};

/// Cells of a page.
const PAGE: usize = 1 << 12;
/// Up to so many cells are there from the start.
const DENSE_MAX: usize = 1 << 16;

/// Cells by number; `None` where nothing was written.
#[derive(Clone)]
pub struct Cells<T>(Store<T>);

#[derive(Clone)]
enum Store<T> {
    Dense(Vec<Option<T>>),
    Paged {
        count: usize,
        pages: BTreeMap<usize, Box<[Option<T>]>>,
    },
}

impl<T> CellsPiece<'_, T> {
    fn len(&self) -> usize {
        match self {
            CellsPiece::Here(cells) => cells.len(),
            CellsPiece::Missing(count) => *count,
        }
    }
}

impl<T> From<Vec<Option<T>>> for Cells<T> {
    fn from(cells: Vec<Option<T>>) -> Cells<T> {
        Cells(Store::Dense(cells))
    }
}

impl<T: Copy> Index<usize> for Cells<T> {
    type Output = Option<T>;

    /// Panics beyond the last cell, as a slice.
    fn index(&self, cell: usize) -> &Option<T> {
        match &self.0 {
            Store::Dense(cells) => &cells[cell],
            Store::Paged { count, pages } => {
                assert!(cell < *count, "cell {cell} of {count}");
                pages.get(&(cell / PAGE)).map_or(&None, |page| &page[cell % PAGE])
            }
        }
    }
}

/// Part of some cells.
pub enum CellsPiece<'c, T> {
    /// Cells, `None` where nothing was written.
    Here(&'c [Option<T>]),
    /// So many that were never written.
    Missing(usize),
}

impl<T: Copy> Cells<T> {
    /// Cells that were never written.
    pub(crate) fn unwritten(count: usize) -> Cells<T> {
        Cells(match count <= DENSE_MAX {
            true => Store::Dense(vec![None; count]),
            false => Store::Paged {
                count,
                pages: BTreeMap::new(),
            },
        })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match &self.0 {
            Store::Dense(cells) => cells.len(),
            Store::Paged { count, .. } => *count,
        }
    }

    /// All in order.
    pub fn iter(&self) -> impl Iterator<Item = Option<T>> + '_ {
        (0..self.len()).map(|cell| self[cell])
    }

    /// A copy of some of them.
    pub(crate) fn copied(&self, range: Range<usize>) -> Vec<Option<T>> {
        match &self.0 {
            Store::Dense(cells) => cells[range].to_vec(),
            Store::Paged { pages, .. } => {
                let mut copy = vec![None; range.len()];
                for (page, cells) in pages.range(range.start / PAGE..range.end.div_ceil(PAGE)) {
                    let start = page * PAGE;
                    for (at, cell) in cells.iter().enumerate() {
                        if range.contains(&(start + at)) {
                            copy[start + at - range.start] = *cell;
                        }
                    }
                }
                copy
            }
        }
    }

    /// Whether they come in pages.
    pub(crate) fn is_paged(&self) -> bool {
        matches!(self.0, Store::Paged { .. })
    }

    /// Those that were written, with their numbers.
    pub(crate) fn written(&self) -> impl Iterator<Item = (usize, T)> + '_ {
        let (dense, pages) = match &self.0 {
            Store::Dense(cells) => (Some((0, &cells[..])), None),
            Store::Paged { pages, .. } => (None, Some(pages)),
        };
        let pages = pages
            .into_iter()
            .flatten()
            .map(|(page, cells)| (page * PAGE, &cells[..]));
        let each = |(start, cells): (usize, &'_ [Option<T>])| {
            let cells = cells.iter().copied().enumerate().collect::<Vec<_>>();
            cells.into_iter().filter_map(move |(n, cell)| Some((start + n, cell?)))
        };
        dense.into_iter().chain(pages).flat_map(each)
    }

    /// How many take up memory.
    pub(crate) fn present(&self) -> u64 {
        let present = match &self.0 {
            Store::Dense(cells) => cells.len(),
            Store::Paged { pages, .. } => pages.len() * PAGE,
        };
        present as u64
    }

    /// How many more would, if all cells of `range` were written.
    pub(crate) fn missing(&self, range: Range<usize>) -> u64 {
        match &self.0 {
            Store::Dense(_) => 0,
            Store::Paged { .. } if range.is_empty() => 0,
            Store::Paged { pages, .. } => {
                let all = range.start / PAGE..range.end.div_ceil(PAGE);
                let missing = all.len() - pages.range(all).count();
                (missing * PAGE) as u64
            }
        }
    }

    /// How many more would, if these were written from `start` on.
    pub(crate) fn missing_for(&self, start: usize, pieces: &[CellsPiece<'_, T>]) -> u64 {
        let Store::Paged { pages, .. } = &self.0 else { return 0 };
        let (mut at, mut page, mut missing) = (start, 0, 0);
        for piece in pieces {
            let next = at + piece.len();
            if let CellsPiece::Here(_) = piece {
                let touched = page.max(at / PAGE)..next.div_ceil(PAGE);
                missing += touched.len() - pages.range(touched.clone()).count();
                page = page.max(touched.end);
            }
            at = next;
        }
        (missing * PAGE) as u64
    }

    /// Whether anything was written.
    pub(crate) fn any(&self) -> bool {
        let any = |cells: &[Option<T>]| cells.iter().any(Option::is_some);
        match &self.0 {
            Store::Dense(cells) => any(cells),
            Store::Paged { pages, .. } => pages.values().any(|page| any(page)),
        }
    }

    /// The cells of a range in order; `None` if it leaves them.
    pub(crate) fn pieces(&self, range: Range<usize>) -> Option<Vec<CellsPiece<'_, T>>> {
        match &self.0 {
            Store::Dense(cells) => Some(vec![CellsPiece::Here(cells.get(range)?)]),
            Store::Paged { count, .. } if range.start > range.end || range.end > *count => None,
            Store::Paged { pages, .. } => {
                let mut pieces = Vec::new();
                let mut next = range.start;
                for (page, cells) in pages.range(range.start / PAGE..range.end.div_ceil(PAGE)) {
                    let part = range.start.max(page * PAGE)..range.end.min((page + 1) * PAGE);
                    if next < part.start {
                        pieces.push(CellsPiece::Missing(part.start - next));
                    }
                    next = part.end;
                    pieces.push(CellsPiece::Here(
                        &cells[part.start - page * PAGE..part.end - page * PAGE],
                    ));
                }
                if next < range.end {
                    pieces.push(CellsPiece::Missing(range.end - next));
                }
                Some(pieces)
            }
        }
    }

    /// The cells of a range by themselves; `None` if it leaves them.
    pub(crate) fn part(&self, range: Range<usize>) -> Option<Cells<T>> {
        if range == (0..self.len()) {
            return Some(self.clone());
        }
        let mut part = Cells::unwritten(range.len());
        part.write_pieces(0, &self.pieces(range)?);
        Some(part)
    }

    /// Writes cells from `start` on, panics if they leave these.
    pub(crate) fn write_pieces(&mut self, start: usize, pieces: &[CellsPiece<'_, T>]) {
        let mut at = start;
        for piece in pieces {
            let range = at..at + piece.len();
            at = range.end;
            match piece {
                CellsPiece::Here(cells) => self.write(range, cells.iter().copied()),
                CellsPiece::Missing(_) => self.clear(range),
            }
        }
    }

    /// Makes the cells of a range ones that were never written.
    fn clear(&mut self, range: Range<usize>) {
        match &mut self.0 {
            Store::Dense(cells) => cells[range].fill(None),
            Store::Paged { pages, .. } => {
                for (page, cells) in pages.range_mut(range.start / PAGE..range.end.div_ceil(PAGE)) {
                    let part = range.start.max(page * PAGE)..range.end.min((page + 1) * PAGE);
                    cells[part.start - page * PAGE..part.end - page * PAGE].fill(None);
                }
            }
        }
    }

    /// Writes a cell, panics beyond the last.
    pub(crate) fn set(&mut self, cell: usize, data: Option<T>) {
        match &mut self.0 {
            Store::Dense(cells) => cells[cell] = data,
            Store::Paged { count, pages } => {
                assert!(cell < *count, "cell {cell} of {count}");
                match pages.get_mut(&(cell / PAGE)) {
                    Some(page) => page[cell % PAGE] = data,
                    None if data.is_none() => {}
                    None => {
                        let page = pages.entry(cell / PAGE).or_insert_with(|| vec![None; PAGE].into());
                        page[cell % PAGE] = data;
                    }
                }
            }
        }
    }

    /// Writes the cells of a range, panics if it leaves them.
    pub(crate) fn write(&mut self, range: Range<usize>, mut data: impl Iterator<Item = Option<T>>) {
        match &mut self.0 {
            Store::Dense(cells) => cells[range].iter_mut().zip(data).for_each(|(cell, data)| *cell = data),
            Store::Paged { count, pages } => {
                assert!(range.end <= *count, "cells {range:?} of {count}");
                for page in range.start / PAGE..range.end.div_ceil(PAGE) {
                    let part = range.start.max(page * PAGE)..range.end.min((page + 1) * PAGE);
                    let data: Vec<Option<T>> = data.by_ref().take(part.len()).collect();
                    if pages.contains_key(&page) || data.iter().any(Option::is_some) {
                        let cells = pages.entry(page).or_insert_with(|| vec![None; PAGE].into());
                        cells[part.start - page * PAGE..part.end - page * PAGE].copy_from_slice(&data);
                    }
                }
            }
        }
    }

    /// Drops the last cells, or adds such that were never written.
    pub(crate) fn resize(&mut self, to: usize) {
        if to >= self.len() {
            return self.grow(to);
        }
        match &mut self.0 {
            Store::Dense(cells) => cells.truncate(to),
            Store::Paged { count, pages } => {
                let count = std::mem::replace(count, to);
                pages.split_off(&to.div_ceil(PAGE));
                self.clear(to..count.min(to.next_multiple_of(PAGE)));
            }
        }
    }

    /// Adds cells that were never written.
    pub(crate) fn grow(&mut self, to: usize) {
        match &mut self.0 {
            Store::Dense(cells) if to <= DENSE_MAX.max(cells.len()) => cells.resize(to.max(cells.len()), None),
            Store::Dense(cells) => {
                let old = std::mem::take(cells);
                *self = Cells::unwritten(to);
                self.write(0..old.len(), old.into_iter());
            }
            Store::Paged { count, .. } => *count = to.max(*count),
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
        assert!((0..count).all(|cell| cells[cell] == list[cell]));
        assert_eq!(cells.present(), 4 * PAGE as u64);
        for range in [0..1, 3..PAGE + 1, PAGE - 3..3 * PAGE, count - 2..count, 9..9] {
            let mut found = Vec::new();
            for piece in cells.pieces(range.clone()).expect("inside") {
                match piece {
                    CellsPiece::Here(cells) => found.extend_from_slice(cells),
                    CellsPiece::Missing(missing) => found.resize(found.len() + missing, None),
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
            assert_eq!((cells.len(), cells[2], cells[1]), (count.max(3), Some(7), None));
        }
    }
}
