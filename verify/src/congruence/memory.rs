//! What memory holds at a place: which writes before a read touch it.
//!
//! An element that is read is followed back through the writes since then, past all that leave it as it is: those to
//! another buffer, those to another element of the same one, and loops and branches with nothing else in them. What is
//! left is the store that made it, or the earliest memory that holds the same there. Stores that do not touch each
//! other have one order, and one that is overwritten at once leaves nothing.
//!
//! Two buffers are different if both are made in the function or are arguments of it, and are not the same: arguments
//! do not overlap, and those that may be one buffer are one argument when they are compared (`alias`).

use super::build::MEMORY;
use super::normal::{INDEX, wrap};
use super::terms::{TermId, TermLabel, TermShape, Terms};

/// How many writes one read is followed through, and how deep branches and loops are looked into.
const WRITES_MAX: usize = 256;
const DEPTH_MAX: usize = 6;
/// How far a store moves to its place among others.
const SINKING_MAX: usize = 200;

/// What is read of memory.
#[derive(Clone, Copy)]
enum MemoryRead<'a> {
    /// One element.
    Element(&'a [TermId]),
    /// Anything that a buffer holds.
    Buffer,
    /// Whether the buffer is there at all.
    Life,
}

/// A write to one element.
struct Store<'a> {
    value: TermId,
    array: TermId,
    index: &'a [TermId],
    before: TermId,
}

impl Terms {
    /// The operands of a read, memory being the last, with the earliest memory that holds the same there; and what was
    /// stored there, if that is known.
    pub fn read_back(&self, label: &TermLabel, args: &[TermId]) -> Option<(Vec<TermId>, Option<TermId>)> {
        if label.rest.contains("invariant") {
            return None;
        }
        let (memory, operands) = args.split_last()?;
        let name = &*label.name;
        let (at, kind) = match name.strip_prefix("defined: ").unwrap_or(name) {
            "memref.load" => (0, MemoryRead::Element(operands.get(1..)?)),
            "vector.load" | "vector.transfer_read" | "vector.maskedload" => (0, MemoryRead::Buffer),
            "memref.store" if name.starts_with("defined") => (0, MemoryRead::Life),
            "vector.store" | "vector.transfer_write" if name.starts_with("defined") => (1, MemoryRead::Life),
            _ => return None,
        };
        let array = *operands.get(at)?;
        let memory = self.untouched(*memory, self.base(array)?, (array, kind), DEPTH_MAX);
        let stored = match (kind, self.store_of(memory)) {
            (MemoryRead::Element(index), Some(store)) if store.array == array && store.index == index => {
                Some(store.value)
            }
            _ => None,
        };
        Some(([operands, &[memory]].concat(), stored))
    }

    /// Memory after a store, with stores that do not touch each other in one order.
    pub fn stored(&mut self, op: TermId) -> Option<TermId> {
        let (label, args) = match self.node(op) {
            TermShape::Op(label, args) if &*label.name == "memref.store" => (label.clone(), args.clone()),
            _ => return None,
        };
        if self.sinking > SINKING_MAX {
            return None;
        }
        let this = self.store_at(&args)?;
        let last = self.store_of(this.before)?;
        let replaces = last.array == this.array && last.index == this.index;
        let moves = !replaces && self.goes_first(&this, &last);
        if !replaces && !moves {
            return None;
        }
        let TermShape::Result(inner, _) = *self.node(this.before) else {
            return None;
        };
        let TermShape::Op(inner_label, inner_args) = self.node(inner).clone() else {
            return None;
        };
        let before = last.before;
        let mut first = args;
        *first.last_mut()? = before;
        let first = self.intern(TermShape::Op(label, first));
        self.sinking += 1;
        let memory = self.result(first, MEMORY);
        self.sinking -= 1;
        if replaces {
            return Some(memory);
        }
        let mut second = inner_args;
        *second.last_mut()? = memory;
        let second = self.intern(TermShape::Op(inner_label, second));
        Some(self.intern(TermShape::Result(second, MEMORY)))
    }

    /// Whether a store is before another one that it does not touch.
    fn goes_first(&self, this: &Store<'_>, other: &Store<'_>) -> bool {
        if this.array == other.array {
            let apart = { this.index.iter().zip(other.index) }.find_map(|(x, y)| self.apart(*x, *y));
            return apart.is_some_and(|by| by < 0);
        }
        match (self.base(this.array), self.base(other.array)) {
            (Some(x), Some(y)) => x != y && self.rank_of(x) < self.rank_of(y),
            _ => false,
        }
    }

    /// Arguments are before what is made here.
    fn rank_of(&self, base: TermId) -> (usize, TermId) {
        match self.node(base) {
            TermShape::Argument(at) => (*at, base),
            _ => (usize::MAX, base),
        }
    }

    fn store_at<'a>(&self, args: &'a [TermId]) -> Option<Store<'a>> {
        let [value, array, index @ .., before] = args else {
            return None;
        };
        Some(Store {
            value: *value,
            array: *array,
            index,
            before: *before,
        })
    }

    /// The store that memory is as it was left by.
    fn store_of(&self, memory: TermId) -> Option<Store<'_>> {
        let TermShape::Result(op, MEMORY) = self.node(memory) else {
            return None;
        };
        match self.node(*op) {
            TermShape::Op(label, args) if &*label.name == "memref.store" => self.store_at(args),
            _ => None,
        }
    }

    /// The earliest memory that holds the same where something is read.
    fn untouched(&self, memory: TermId, base: TermId, what: (TermId, MemoryRead<'_>), depth: usize) -> TermId {
        let mut memory = memory;
        for _ in 0..WRITES_MAX {
            match self.before(memory, base, what, depth) {
                Some(before) => memory = before,
                None => break,
            }
        }
        memory
    }

    /// What memory was before the last thing that changed it, if that left what is read as it was.
    fn before(&self, memory: TermId, base: TermId, what: (TermId, MemoryRead<'_>), depth: usize) -> Option<TermId> {
        match self.node(memory) {
            TermShape::Result(op, MEMORY) => self.before_write(*op, base, what),
            TermShape::Result(op, at) => self.before_loop(*op, *at, base, what, depth.checked_sub(1)?),
            TermShape::Op(label, args) if &*label.name == "arith.select" => {
                let [_, yes, no] = args[..] else { return None };
                let depth = depth.checked_sub(1)?;
                let [yes, no] = [yes, no].map(|side| self.untouched(side, base, what, depth));
                (yes == no).then_some(yes)
            }
            _ => None,
        }
    }

    fn before_write(&self, op: TermId, base: TermId, (array, kind): (TermId, MemoryRead<'_>)) -> Option<TermId> {
        let TermShape::Op(label, args) = self.node(op) else {
            return None;
        };
        let (written, before) = match &*label.name {
            "memref.store" | "vector.store" | "vector.transfer_write" | "memref.copy" => (*args.get(1)?, *args.last()?),
            "vector.maskedstore" | "memref.dealloc" => (*args.first()?, *args.last()?),
            _ => return None,
        };
        let frees = &*label.name == "memref.dealloc";
        let leaves = match kind {
            MemoryRead::Life if !frees => true,
            MemoryRead::Element(index) if written == array => {
                let store = self.store_at(args).filter(|_| &*label.name == "memref.store")?;
                let apart = |(x, y): (&TermId, &TermId)| self.apart(*x, *y).is_some();
                store.index.len() == index.len() && store.index.iter().zip(index).any(apart)
            }
            _ => self.base(written).is_some_and(|other| base != other),
        };
        leaves.then_some(before)
    }

    /// What memory was before a loop of which every iteration leaves what is read as it was.
    fn before_loop(
        &self,
        op: TermId,
        at: usize,
        base: TermId,
        what: (TermId, MemoryRead<'_>),
        depth: usize,
    ) -> Option<TermId> {
        let TermShape::Op(label, args) = self.node(op) else {
            return None;
        };
        // Bounds, step, what is carried, and the body.
        let carried = args.len().checked_sub(4)?;
        let (true, true) = (&*label.name == "for", at < carried) else {
            return None;
        };
        let TermShape::Closed { height, gives } = self.node(*args.last()?) else {
            return None;
        };
        let reached = self.untouched(*gives.get(at)?, base, what, depth);
        match self.node(reached) {
            TermShape::Bound {
                height: own, at: place, ..
            } if own == height && *place == at + 1 => Some(args[3 + at]),
            _ => None,
        }
    }

    /// The buffer that an array is a part of, if it is one that others can be told from.
    fn base(&self, array: TermId) -> Option<TermId> {
        let mut array = array;
        loop {
            match self.node(array) {
                TermShape::Argument(_) => return Some(array),
                TermShape::Op(label, args) => match &*label.name {
                    "memref.alloc" | "memref.alloca" => return Some(array),
                    "reshape" | "memref.subview" => array = *args.first()?,
                    _ => return None,
                },
                _ => return None,
            }
        }
    }

    /// By how much two indices are apart, if that is a number and not 0.
    fn apart(&self, x: TermId, y: TermId) -> Option<i128> {
        let split = |term: TermId| {
            let (constants, rest): (Vec<_>, Vec<_>) = self
                .products(term)
                .into_iter()
                .partition(|(_, factors)| factors.is_empty());
            (constants.first().map_or(0, |(value, _)| *value), rest)
        };
        let ((x, rest), (y, other)) = (split(x), split(y));
        let by = wrap(x.wrapping_sub(y), INDEX);
        (rest == other && by != 0).then_some(by)
    }
}
