//! The misses of a fully associative LRU cache, from footprints alone.
//!
//! A run is cut into blocks that run one after another, here tiles; of each only the set of lines it touches is known.
//! A line that block `b` touches and block `u` touched last, `u < b`, has between the two accesses seen at least the
//! lines of the blocks strictly between, and at most those of `u` to `b`. With room for `c` lines it is
//!
//! - a hit, if `|lines of u ..= b| <= c`;
//! - a miss, if `|lines of u + 1 .. b| >= c`;
//! - either, if not. It then counts to [`Misses::most`] only.
//!
//! Inside a block no line is fetched twice if all its lines fit; if they do not, there is no upper bound.

use std::collections::HashMap;

/// Lines that one block touches, each once.
pub type BlockLines = Vec<u64>;

/// How many lines are fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misses {
    /// Lines that were never fetched before: as many as are touched at all.
    pub cold: u64,
    /// Fetched at least, cold ones included.
    pub least: u64,
    /// Fetched at most; `None` if some block has more lines than there is room for.
    pub most: Option<u64>,
}

impl Misses {
    /// The number, if it is known.
    pub fn exact(&self) -> Option<u64> {
        self.most.filter(|most| *most == self.least)
    }
}

/// Lines in a window of blocks.
#[derive(Default)]
struct BlockWindow {
    counts: HashMap<u64, u32>,
}

impl BlockWindow {
    fn add(&mut self, block: &BlockLines) {
        for line in block {
            *self.counts.entry(*line).or_default() += 1;
        }
    }

    fn remove(&mut self, block: &BlockLines) {
        for line in block {
            if let Some(count) = self.counts.get_mut(line) {
                *count -= 1;
                if *count == 0 {
                    self.counts.remove(line);
                }
            }
        }
    }
}

/// The misses of a cache with room for `room` lines, which is empty at first.
pub fn misses(blocks: &[BlockLines], room: u64) -> Misses {
    let room = usize::try_from(room).unwrap_or(usize::MAX);
    let mut last: HashMap<u64, usize> = HashMap::new();
    let mut all = Misses {
        cold: 0,
        least: 0,
        most: Some(0),
    };
    // `from ..= b` fit: what was touched there is still in the cache.
    let (mut fits, mut from) = (BlockWindow::default(), 0);
    // `full ..  b` are the fewest blocks before `b` that fill the cache: what was touched before is out. With none, 0.
    let (mut fills, mut full) = (BlockWindow::default(), 0);
    for (b, block) in blocks.iter().enumerate() {
        fits.add(block);
        while fits.counts.len() > room && from <= b {
            fits.remove(&blocks[from]);
            from += 1;
        }
        while full < b {
            fills.remove(&blocks[full]);
            if fills.counts.len() < room {
                fills.add(&blocks[full]);
                break;
            }
            full += 1;
        }
        let is_full = fills.counts.len() >= room;
        for line in block {
            let (miss, sure) = match last.insert(*line, b) {
                None => {
                    all.cold += 1;
                    (true, true)
                }
                Some(before) if before >= from => (false, true),
                Some(before) if is_full && before < full => (true, true),
                Some(_) => (true, false),
            };
            all.least += u64::from(miss && sure);
            all.most = all.most.map(|most| most + u64::from(miss));
        }
        if block.len() > room {
            all.most = None;
        }
        fills.add(block);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_hit_and_what_was_pushed_out_misses() {
        let blocks = [vec![1, 2], vec![2, 3], vec![4, 5], vec![1]];
        // 2 stays from the first block to the second; 1 sees 2, 3, 4, 5 between.
        let found = misses(&blocks, 3);
        assert_eq!((found.cold, found.exact()), (5, Some(6)));
        let found = misses(&blocks, 5);
        assert_eq!((found.cold, found.exact()), (5, Some(5)));
        // With room for 2, `2` sees at least nothing and at most 1 and 3.
        let found = misses(&blocks, 2);
        assert_eq!((found.least, found.most), (6, Some(7)));
    }

    #[test]
    fn a_block_that_does_not_fit_has_no_upper_bound() {
        let found = misses(&[vec![1, 2, 3]], 2);
        assert_eq!((found.least, found.most), (3, None));
    }
}
