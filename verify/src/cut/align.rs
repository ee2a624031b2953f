//! Which operations two functions share, in order: found by walking both from the start, and by looking for the nearest
//! place where they agree again after each difference.

use super::{body, is_free};
use crate::unchanged::{References, same_resources, same_texts};
use crate::validate::ProgramSide;
use polyvet_ir::{Module, OpId, Type, ValueId, attrs_key, same_op_given};
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

/// How far apart two places may be that agree after a difference.
const WINDOW: usize = 96;
/// How many operations in a row must look alike to be such a place.
const AGREE: usize = 2;
/// How many places that only look alike a difference may go on over: each of them is looked at with all before it.
const TRIES_MAX: usize = 24;
/// How deep chains of operations that may stand anywhere are compared.
const CHAIN_MAX: usize = 48;

/// One program as it is walked.
pub(super) struct AlignedLine<'a> {
    pub side: ProgramSide<'a>,
    /// The operations that have a place, in order; the last one returns.
    pub ops: Vec<OpId>,
    pub place: HashMap<OpId, usize>,
    /// Where each operation of the block stands, with a place or not.
    pub number: HashMap<OpId, usize>,
    looks: Vec<u64>,
}

impl<'a> AlignedLine<'a> {
    pub fn new(side: ProgramSide<'a>) -> Option<AlignedLine<'a>> {
        let ops: Vec<OpId> = { body(side)?.iter().copied() }
            .filter(|op| !is_free(side.module, *op))
            .collect();
        let numbered = |ops: &[OpId]| ops.iter().enumerate().map(|(at, op)| (*op, at)).collect();
        let (place, number) = (numbered(&ops), numbered(body(side)?));
        let looks = ops.iter().map(|op| look(side.module, *op)).collect();
        Some(AlignedLine {
            side,
            ops,
            place,
            number,
            looks,
        })
    }

    pub fn module(&self) -> &'a Module {
        self.side.module
    }

    fn allocates(&self, place: usize) -> bool {
        self.module().op(self.ops[place]).info().allocates()
    }

    /// The place of the operation that makes a value.
    pub fn made_at(&self, value: ValueId) -> Option<usize> {
        self.place.get(&self.module().defining_op(value)?).copied()
    }
}

/// A number that operations have in common that look alike, whatever values they use.
pub(super) fn look(module: &Module, op: OpId) -> u64 {
    let mut hasher = DefaultHasher::new();
    module.walk(op, &mut |_, inner| {
        inner.name.as_str().hash(&mut hasher);
        inner.operands.len().hash(&mut hasher);
        for value in inner.operand_values().chain(inner.results.iter().copied()) {
            module.ty(value).to_string().hash(&mut hasher);
        }
        // The elements of constants are compared where it matters.
        if !inner.info().is_constant() {
            attrs_key(&inner.properties, &inner.attrs).hash(&mut hasher);
        }
        inner.regions.len().hash(&mut hasher);
    });
    hasher.finish()
}

/// The values that an operation uses, and types of those that are not known to be equal to others; or its name.
type TouchedValues = (BTreeSet<ValueId>, BTreeSet<String>);

fn touched(line: &AlignedLine<'_>, at: usize, known: &dyn Fn(ValueId) -> Option<ValueId>) -> TouchedValues {
    let module = line.module();
    let (mut values, mut words) = (BTreeSet::new(), BTreeSet::new());
    for value in module.outside(line.ops[at]) {
        if module.defining_op(value).is_some_and(|op| is_free(module, op)) {
            continue;
        }
        match known(value) {
            Some(value) => _ = values.insert(value),
            None => _ = words.insert(module.ty(value).to_string()),
        }
    }
    if values.is_empty() && words.is_empty() {
        words.insert(module.op(line.ops[at]).name.to_string());
    }
    (values, words)
}

/// The least number of operations to skip, of each program, to a place where they agree.
fn nearest(agrees: impl Fn(usize, usize) -> bool) -> Option<(usize, usize)> {
    (1..=2 * WINDOW).find_map(|total| {
        let skips = total.saturating_sub(WINDOW)..=total.min(WINDOW);
        let places = skips.map(|skip| (skip, total - skip));
        // Where both have moved on alike first: an operation that has become another.
        { places.filter(|(skip, other)| agrees(*skip, *other)) }.min_by_key(|(skip, other)| skip.abs_diff(*other))
    })
}

/// Operations of both programs between shared ones.
pub(super) struct Gap {
    pub before: Range<usize>,
    pub after: Range<usize>,
    /// Values that go out, in pairs that are to be proved equal.
    pub outs: Vec<(ValueId, ValueId)>,
}

/// Values that a comparison has said to be equal, of each program.
#[derive(Default)]
struct Trail {
    before: Vec<ValueId>,
    after: Vec<ValueId>,
}

/// Where programs are cut.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cuts {
    /// At shared operations only.
    Shared,
    /// And between operations that use the same values.
    Close,
}

/// Which symbols of two programs mean the same.
pub(super) struct Symbols<'a> {
    before: ProgramSide<'a>,
    after: ProgramSide<'a>,
    same: HashSet<(OpId, OpId)>,
}

impl<'a> Symbols<'a> {
    pub fn new(before: ProgramSide<'a>, after: ProgramSide<'a>) -> Symbols<'a> {
        Symbols {
            before,
            after,
            same: HashSet::new(),
        }
    }

    /// Whether what two operations of one text refer to is the same.
    pub fn same(&mut self, x: OpId, y: OpId) -> bool {
        let (before, after) = (self.before, self.after);
        let (uses, others) = (References::of(before.module, x), References::of(after.module, y));
        if uses.paths.len() != others.paths.len() || uses.resources && !same_resources(before.module, after.module) {
            return false;
        }
        let targets: Vec<_> = { uses.paths.iter().zip(&others.paths) }
            .map(|(one, other)| (one.resolve(before.module), other.resolve(after.module)))
            .collect();
        targets.into_iter().all(|target| match target {
            (Some(p), Some(q)) => {
                let same = self.same.contains(&(p, q))
                    || same_texts(ProgramSide { func: p, ..before }, ProgramSide { func: q, ..after }).is_some();
                if same {
                    self.same.insert((p, q));
                }
                same
            }
            _ => false,
        })
    }
}

/// Two programs side by side.
pub(super) struct AlignedPrograms<'a> {
    pub before: AlignedLine<'a>,
    pub after: AlignedLine<'a>,
    pub gaps: Vec<Gap>,
    cuts: Cuts,
    /// Values that are equal: of `before` to `after`, and the other way.
    forth: HashMap<ValueId, ValueId>,
    back: HashMap<ValueId, ValueId>,
    symbols: Symbols<'a>,
    /// What a comparison has added, in case that it fails.
    trail: Trail,
}

impl<'a> AlignedPrograms<'a> {
    /// `None` if the functions have not one block each, or do not end alike.
    pub fn new(before: ProgramSide<'a>, after: ProgramSide<'a>, cuts: Cuts) -> Option<AlignedPrograms<'a>> {
        let mut aligned = AlignedPrograms {
            before: AlignedLine::new(before)?,
            after: AlignedLine::new(after)?,
            gaps: Vec::new(),
            cuts,
            forth: HashMap::new(),
            back: HashMap::new(),
            symbols: Symbols::new(before, after),
            trail: Trail::default(),
        };
        let [first, second] = [before, after].map(|side| polyvet_ir::func(side.module, side.func));
        let (first, second) = (first?, second?);
        for (x, y) in first.args.iter().zip(&second.args) {
            if before.module.ty(*x) == after.module.ty(*y) {
                aligned.pair(*x, *y);
            }
        }
        aligned.walk().then_some(aligned)
    }

    /// What a value of `before` is equal to.
    pub fn in_after(&self, value: ValueId) -> Option<ValueId> {
        self.forth.get(&value).copied()
    }

    /// What a value of `after` is equal to.
    pub fn in_before(&self, value: ValueId) -> Option<ValueId> {
        self.back.get(&value).copied()
    }

    fn pair(&mut self, x: ValueId, y: ValueId) {
        if let Entry::Vacant(place) = self.forth.entry(x) {
            place.insert(y);
            self.trail.before.push(x);
        }
        if let Entry::Vacant(place) = self.back.entry(y) {
            place.insert(x);
            self.trail.after.push(y);
        }
    }

    /// Finds all shared operations and gaps; whether both programs end in a shared operation.
    fn walk(&mut self) -> bool {
        let (mut at, mut there) = (0, 0);
        let ends = (self.before.ops.len(), self.after.ops.len());
        while at < ends.0 && there < ends.1 {
            if self.is_shared(at, there) {
                (at, there) = (at + 1, there + 1);
                continue;
            }
            let Some((skip, other)) = self.next(at, there).or_else(|| self.rest(at, there)) else {
                return false;
            };
            let (from, first) = ((at, there), self.gaps.len());
            (at, there) = (at + skip, there + other);
            self.differ(first, from.0..at, from.1..there);
            // A place that only looks alike belongs to the difference.
            let mut tries = 0;
            while at < ends.0 && there < ends.1 && !self.is_shared(at, there) {
                tries += 1;
                let next = if tries > TRIES_MAX { None } else { self.next(at, there) };
                let Some((skip, other)) = next.or_else(|| self.rest(at, there)) else {
                    return false;
                };
                (at, there) = (at + skip, there + other);
                self.differ(first, from.0..at, from.1..there);
            }
            if at < ends.0 && there < ends.1 {
                (at, there) = (at + 1, there + 1);
            }
        }
        (at, there) == ends
    }

    /// Makes gaps of operations that differ, in the place of those from number `first` on.
    fn differ(&mut self, first: usize, before: Range<usize>, after: Range<usize>) {
        self.gaps.truncate(first);
        let gap = |before: Range<usize>, after: Range<usize>| Gap {
            before,
            after,
            outs: Vec::new(),
        };
        if self.cuts == Cuts::Shared {
            self.gaps.push(gap(before, after));
            return;
        }
        let (left, right) = (self.touches(&before), self.touches_there(&after));
        let (mut at, mut there) = (0, 0);
        while at < left.len() || there < right.len() {
            let rest = (&left[at..], &right[there..]);
            // Operations that use the same are one gap, and what uses something else up to there is another.
            let (skip, other) = match rest {
                ([x, ..], [y, ..]) if x == y => (1, 1),
                _ => nearest(|skip, other| match (rest.0.get(skip), rest.1.get(other)) {
                    (Some(x), Some(y)) => x == y,
                    _ => false,
                })
                .unwrap_or((rest.0.len(), rest.1.len())),
            };
            let (from, from_there) = (before.start + at, after.start + there);
            self.gaps.push(gap(from..from + skip, from_there..from_there + other));
            (at, there) = (at + skip, there + other);
        }
    }

    /// What each of these operations of `before` uses: values that are known to be equal, and types of others.
    fn touches(&self, range: &Range<usize>) -> Vec<TouchedValues> {
        let known = |value: ValueId| self.in_after(value).map(|_| value);
        { range.clone() }.map(|at| touched(&self.before, at, &known)).collect()
    }

    fn touches_there(&self, range: &Range<usize>) -> Vec<TouchedValues> {
        let known = |value: ValueId| self.in_before(value);
        { range.clone() }.map(|at| touched(&self.after, at, &known)).collect()
    }

    /// How many operations of each there are before those that return.
    fn rest(&self, at: usize, there: usize) -> Option<(usize, usize)> {
        let rest = (self.before.ops.len() - at - 1, self.after.ops.len() - there - 1);
        (rest != (0, 0)).then_some(rest)
    }

    /// How many operations of each to skip to where both look alike again.
    fn next(&self, at: usize, there: usize) -> Option<(usize, usize)> {
        let (left, right) = (&self.before.looks[at..], &self.after.looks[there..]);
        let agrees = |skip: usize, other: usize| {
            let (left, right) = (&left[skip.min(left.len())..], &right[other.min(right.len())..]);
            match (left.len(), right.len()) {
                (0, _) | (_, 0) => false,
                (1, 1) => left[0] == right[0],
                // What is around a new buffer may all have changed; the buffer has not.
                _ if left[0] == right[0] && self.before.allocates(at + skip) => true,
                (p, q) => p.min(q) >= AGREE && left[..AGREE] == right[..AGREE],
            }
        };
        nearest(agrees)
    }

    /// Whether two operations are the same on equal values. Their results are equal from then on.
    fn is_shared(&mut self, at: usize, there: usize) -> bool {
        if self.before.looks[at] != self.after.looks[there] {
            return false;
        }
        self.trail = Trail::default();
        let shared = self.corresponds(self.before.ops[at], self.after.ops[there]);
        if !shared {
            let trail = std::mem::take(&mut self.trail);
            trail.before.iter().for_each(|x| _ = self.forth.remove(x));
            trail.after.iter().for_each(|y| _ = self.back.remove(y));
            for gap in self.gaps.iter_mut().filter(|_| !trail.before.is_empty()) {
                gap.outs.retain(|(x, _)| !trail.before.contains(x));
            }
        }
        shared
    }

    fn corresponds(&mut self, x: OpId, y: OpId) -> bool {
        let (first, second) = (self.before.module(), self.after.module());
        let (used, others) = (first.outside(x), second.outside(y));
        let mut outside: HashSet<(ValueId, ValueId)> = HashSet::new();
        if used.len() != others.len() {
            return false;
        }
        for pair in used.into_iter().zip(others) {
            if !outside.contains(&pair) && !self.equal(pair.0, pair.1, 0) {
                return false;
            }
            outside.insert(pair);
        }
        if !same_op_given(first, x, second, y, &outside) || !self.symbols.same(x, y) {
            return false;
        }
        let results = first.op(x).results.iter().zip(&second.op(y).results);
        results.for_each(|(x, y)| self.pair(*x, *y));
        true
    }

    /// Whether two values are known to be equal, made alike by operations that may stand anywhere, or may go out of the
    /// same gap together.
    pub fn equal(&mut self, x: ValueId, y: ValueId, depth: usize) -> bool {
        if self.in_after(x) == Some(y) || self.in_before(y) == Some(x) {
            return true;
        }
        let (first, second) = (self.before.module(), self.after.module());
        let (Some(one), Some(other)) = (first.defining_op(x), second.defining_op(y)) else {
            return false;
        };
        if is_free(first, one) && is_free(second, other) {
            return depth < CHAIN_MAX && self.made_alike((x, one), (y, other), depth);
        }
        let new = self.in_after(x).is_none() && self.in_before(y).is_none();
        if !new || first.ty(x) != second.ty(y) || matches!(first.ty(x), Type::MemRef { .. }) {
            return false;
        }
        let (Some(here), Some(there)) = (self.before.made_at(x), self.after.made_at(y)) else {
            return false;
        };
        let gap = { self.gaps.iter().rev() }
            .position(|gap| gap.before.contains(&here) && gap.after.contains(&there))
            .map(|back| self.gaps.len() - 1 - back);
        if let Some(gap) = gap {
            self.pair(x, y);
            self.gaps[gap].outs.push((x, y));
        }
        gap.is_some()
    }

    fn made_alike(&mut self, (x, one): (ValueId, OpId), (y, other): (ValueId, OpId), depth: usize) -> bool {
        let (first, second) = (self.before.module(), self.after.module());
        let (left, right) = (first.op(one), second.op(other));
        let place = |results: &[ValueId], value| results.iter().position(|result| *result == value);
        if left.name != right.name
            || left.operands.len() != right.operands.len()
            || place(&left.results, x) != place(&right.results, y)
        {
            return false;
        }
        let pairs: Vec<_> = left.operand_values().zip(right.operand_values()).collect();
        if !pairs.iter().all(|(p, q)| self.equal(*p, *q, depth + 1)) {
            return false;
        }
        let outside = pairs.into_iter().collect();
        let alike = same_op_given(first, one, second, other, &outside) && self.symbols.same(one, other);
        if alike {
            self.pair(x, y);
        }
        alike
    }
}
