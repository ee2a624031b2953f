//! A cache, fed with the accesses of an execution: set-associative, least recently used out first.
//!
//! A line that is not there is fetched, for writes too (write-allocate); a line that was written is written back when it
//! goes, and in the end (write-back). Every buffer begins a line; one tensor and those made from it by writing are one
//! buffer if the caller says so.

use std::collections::HashMap;
use std::hash::Hash;

/// The shape of a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheShape {
    /// Bytes in all, a multiple of a set's.
    pub capacity: u64,
    /// Bytes of a line.
    pub line: u64,
    /// Lines of a set; `None` if all lines are one set.
    pub ways: Option<u64>,
}

impl CacheShape {
    /// Lines in all.
    pub fn lines(&self) -> u64 {
        self.capacity / self.line.max(1)
    }

    /// Says what is wrong with the shape.
    ///
    /// # Errors
    /// A line, a set or a cache of no bytes; parts that do not add up.
    pub fn check(&self) -> Result<(), String> {
        let lines = self.lines();
        let ways = self.ways.unwrap_or(lines);
        if self.line == 0 || ways == 0 || lines == 0 {
            return Err("a cache has at least one line, and a set at least one way".to_owned());
        }
        if !self.capacity.is_multiple_of(self.line) || !lines.is_multiple_of(ways) {
            let sets = format!("sets of {ways} lines of {} bytes", self.line);
            return Err(format!("{} bytes are not a number of {sets}", self.capacity));
        }
        Ok(())
    }
}

/// What happened to the accesses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheCounts {
    /// Elements read and written.
    pub accesses: u64,
    /// Lines fetched.
    pub misses: u64,
    /// Lines fetched for the first time.
    pub cold: u64,
    /// Lines written back, those of the end included.
    pub written_back: u64,
}

/// A cache. `B` names buffers.
#[derive(Clone, Debug)]
pub struct SimulatedCache<B> {
    shape: CacheShape,
    sets: Vec<Set>,
    /// First line of each buffer, and how many it has so far.
    buffers: HashMap<B, u64>,
    next: u64,
    seen: std::collections::HashSet<u64>,
    counts: CacheCounts,
}

/// Lines of one set, in a list from the most to the least recently used.
#[derive(Clone, Debug, Default)]
struct Set {
    slots: Vec<CacheSlot>,
    at: HashMap<u64, usize>,
    newest: usize,
    oldest: usize,
}

#[derive(Clone, Copy, Debug)]
struct CacheSlot {
    line: u64,
    dirty: bool,
    newer: usize,
    older: usize,
}

impl<B: Eq + Hash> SimulatedCache<B> {
    /// An empty cache.
    ///
    /// # Errors
    /// What is wrong with the shape.
    pub fn new(shape: CacheShape) -> Result<SimulatedCache<B>, String> {
        shape.check()?;
        let sets = shape.ways.map_or(1, |ways| shape.lines() / ways);
        Ok(SimulatedCache {
            shape,
            sets: vec![Set::default(); usize::try_from(sets).map_err(|_| "too many sets")?],
            buffers: HashMap::new(),
            next: 0,
            seen: std::collections::HashSet::new(),
            counts: CacheCounts::default(),
        })
    }

    /// Places a buffer of `bytes`; buffers lie one behind the other, each at the beginning of a line.
    pub fn place(&mut self, buffer: B, bytes: u64) {
        let first = self.next;
        self.buffers.entry(buffer).or_insert(first);
        self.next = first + bytes.div_ceil(self.shape.line);
    }

    /// Reads or writes `bytes` from byte `offset` of a buffer on; false if the buffer was not placed.
    pub fn access(&mut self, buffer: &B, offset: u64, bytes: u64, write: bool) -> bool {
        let Some(first) = self.buffers.get(buffer).copied() else {
            return false;
        };
        self.counts.accesses += 1;
        let line = self.shape.line;
        for number in offset / line..=(offset + bytes.max(1) - 1) / line {
            self.touch(first + number, write);
        }
        true
    }

    fn touch(&mut self, line: u64, write: bool) {
        let sets = self.sets.len() as u64;
        let ways = self.shape.lines() / sets;
        let set = &mut self.sets[(line % sets) as usize];
        if set.touch(line, write) {
            return;
        }
        self.counts.misses += 1;
        self.counts.cold += u64::from(self.seen.insert(line));
        self.counts.written_back += u64::from(set.fetch(line, write, ways as usize));
    }

    /// What happened so far, and would if all written lines were written back now.
    pub fn counts(&self) -> CacheCounts {
        let slots = self.sets.iter().flat_map(|set| &set.slots);
        CacheCounts {
            written_back: self.counts.written_back + slots.filter(|slot| slot.dirty).count() as u64,
            ..self.counts
        }
    }
}

impl Set {
    /// Uses a line, if it is there.
    fn touch(&mut self, line: u64, write: bool) -> bool {
        let Some(&at) = self.at.get(&line) else { return false };
        self.slots[at].dirty |= write;
        if at != self.newest {
            self.unlink(at);
            self.link(at);
        }
        true
    }

    /// Brings a line in; whether one had to be written back for it.
    fn fetch(&mut self, line: u64, dirty: bool, ways: usize) -> bool {
        let slot = CacheSlot {
            line,
            dirty,
            newer: 0,
            older: 0,
        };
        let (at, written_back) = if self.slots.len() < ways {
            self.slots.push(slot);
            (self.slots.len() - 1, false)
        } else {
            let at = self.oldest;
            self.unlink(at);
            let gone = std::mem::replace(&mut self.slots[at], slot);
            self.at.remove(&gone.line);
            (at, gone.dirty)
        };
        self.at.insert(line, at);
        self.link(at);
        written_back
    }

    fn unlink(&mut self, at: usize) {
        let CacheSlot { newer, older, .. } = self.slots[at];
        if at == self.newest {
            self.newest = older;
        } else {
            self.slots[newer].older = older;
        }
        if at == self.oldest {
            self.oldest = newer;
        } else {
            self.slots[older].newer = newer;
        }
    }

    /// Makes a slot that is in no list the newest.
    fn link(&mut self, at: usize) {
        if self.at.len() <= 1 {
            self.oldest = at;
        } else {
            self.slots[at].older = self.newest;
            let newest = self.newest;
            self.slots[newest].newer = at;
        }
        self.newest = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The obvious way: a list of lines, newest last.
    fn misses_by_lists(lines: &[u64], sets: u64, ways: usize) -> u64 {
        let mut all = vec![Vec::new(); sets as usize];
        let mut misses = 0;
        for line in lines {
            let set: &mut Vec<u64> = &mut all[(line % sets) as usize];
            match set.iter().position(|known| known == line) {
                Some(at) => {
                    set.remove(at);
                }
                None => {
                    misses += 1;
                    if set.len() == ways {
                        set.remove(0);
                    }
                }
            }
            set.push(*line);
        }
        misses
    }

    #[test]
    fn as_the_obvious_way_counts() {
        let mut state = 7u64;
        for (sets, ways) in [(1, 1), (1, 2), (1, 5), (2, 1), (4, 2), (3, 3)] {
            let lines: Vec<u64> = (0..2000)
                .map(|_| {
                    state = state
                        .wrapping_mul(6364136223846793005)
                        .wrapping_add(1442695040888963407);
                    (state >> 33) % 13
                })
                .collect();
            let shape = CacheShape {
                capacity: sets * ways as u64 * 8,
                line: 8,
                ways: Some(ways as u64),
            };
            let mut cache = SimulatedCache::new(shape).unwrap();
            cache.place((), 13 * 8);
            for line in &lines {
                assert!(cache.access(&(), line * 8 + 3, 1, false));
            }
            let counts = cache.counts();
            assert_eq!(
                counts.misses,
                misses_by_lists(&lines, sets, ways),
                "{sets} sets of {ways}"
            );
            assert_eq!((counts.cold, counts.written_back), (13, 0));
        }
    }

    #[test]
    fn written_lines_go_back_once() {
        let shape = CacheShape {
            capacity: 128,
            line: 64,
            ways: None,
        };
        let mut cache = SimulatedCache::new(shape).unwrap();
        cache.place("A", 64);
        cache.place("B", 256);
        for (buffer, offset, write) in [
            ("A", 0, true),
            ("A", 60, false),
            ("B", 0, false),
            ("B", 64, true),
            ("B", 128, false),
        ] {
            assert!(cache.access(&buffer, offset, 4, write));
        }
        // A's line went for the third; B's second is still there, written.
        let counts = cache.counts();
        assert_eq!((counts.misses, counts.cold, counts.written_back), (4, 4, 2));
        assert!(!cache.access(&"C", 0, 4, false));
    }

    #[test]
    fn shapes_that_do_not_add_up() {
        let shape = |capacity, line, ways| CacheShape { capacity, line, ways };
        assert!(shape(0, 64, None).check().is_err());
        assert!(shape(100, 64, None).check().is_err());
        assert!(shape(192, 64, Some(2)).check().is_err());
        assert!(shape(128, 0, Some(2)).check().is_err());
        assert!(shape(128, 64, Some(2)).check().is_ok());
    }
}
