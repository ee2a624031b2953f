//! Cuts at values, wherever the operations stand that make them: for programs whose long part has no memory.
//!
//! A pass that fuses, or moves reshapes, keeps neither operations nor their order. What it keeps are values: of the
//! same type, made of the same other values. So two values are tried as a pair if both depend on the same values that
//! are known to be equal, and on nothing else; values that only one program has are made again for that. The operations
//! between those and the pair are a part of each program. If the second refines the first, whatever comes in, the pair
//! is known to be equal too. An operation that both programs have on equal values is not compared.
//!
//! Operations that are more than functions of their operands have to be the same ones in the same order, as the one
//! that returns; nothing else has an order. What may be undefined in the second program is in a part, or in both
//! programs.

use super::align::Symbols;
use super::graph::{At, Class, CutStop, Leaves, Looked, OpGraph, Supported, Views};
use super::outline::{Arguments, OutlinedPart, outlined_of};
use crate::validate::ProgramSide;
use polyvet_ir::{OpId, ValueId, same_op_given};
use std::collections::{HashMap, HashSet};

/// How many pairs are tried among values that depend on the same.
const TRIES_MAX: usize = 6;
/// How many pairs are tried that are made with other operations: most of them differ.
const OTHERS_MAX: usize = 6;
/// How many values that depend on the same are looked at.
const ALIKE_MAX: usize = 32;

/// Parts of so many operations, of both programs, are tried before others are looked for.
const SMALL: usize = 24;
/// How many equal values are made again, to find what two values have in common.
const STEPS_MAX: usize = 12;

/// How hard a part is to be tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Effort {
    /// One of many: where it holds this is seen at once, most often.
    Glance,
    /// A guess among others.
    Guess,
    /// A guess that is made with the same operations.
    Likely,
    /// There is no way around it.
    Needed,
}

/// Values that may be equal.
struct Guess {
    pair: (ValueId, ValueId),
    /// Operations that make them, of both programs.
    size: usize,
    stop: CutStop,
}

/// What came of it.
pub(crate) enum ValuesFound {
    All,
    /// So many parts are proved, and no others; the operation that comes next.
    Some(usize, String),
}

/// Two programs, and which of their values are equal.
struct EqualValues<'a> {
    before: OpGraph<'a>,
    after: OpGraph<'a>,
    symbols: Symbols<'a>,
    classes: usize,
    /// Pairs that were tried, with how many operations and of how many equal values, and how hard.
    refused: HashSet<(ValueId, ValueId, usize, usize, Effort)>,
    parts: usize,
}

/// Compares two programs value by value: `prove` says whether one part refines another. `None` if they are not such
/// programs.
///
/// # Errors
/// Those of `prove`.
pub(crate) fn by_values<E>(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    prove: &mut dyn FnMut(&OutlinedPart, &OutlinedPart, Effort) -> Result<bool, E>,
) -> Result<Option<ValuesFound>, E> {
    let Some(mut values) = EqualValues::new(before, after) else {
        return Ok(None);
    };
    let mut anchors = 0;
    loop {
        let shared = values.share();
        let passed = values.pass(&mut anchors);
        if anchors == values.before.anchors.len() {
            return Ok(Some(match values.rest(prove)? {
                true => ValuesFound::All,
                false => ValuesFound::Some(values.parts, "what nothing depends on".to_owned()),
            }));
        }
        if shared || passed || values.tries(prove)? {
            continue;
        }
        let (x, y) = (values.before.anchors[anchors], values.after.anchors[anchors]);
        if !values.needed(Views::Kept, (x, y), prove)? && !values.needed(Views::Again, (x, y), prove)? {
            return Ok(Some(ValuesFound::Some(values.parts, values.next(y))));
        }
    }
}

impl<'a> EqualValues<'a> {
    fn new(before: ProgramSide<'a>, after: ProgramSide<'a>) -> Option<EqualValues<'a>> {
        let mut values = EqualValues {
            before: OpGraph::new(before)?,
            after: OpGraph::new(after)?,
            symbols: Symbols::new(before, after),
            classes: 0,
            refused: HashSet::new(),
            parts: 0,
        };
        let alike = |(x, y): (&OpId, &OpId)| before.module.op(*x).name == after.module.op(*y).name;
        let anchors = (&values.before.anchors, &values.after.anchors);
        if anchors.0.len() != anchors.1.len() || !anchors.0.iter().zip(anchors.1).all(alike) {
            return None;
        }
        let [first, second] = [before, after].map(|side| polyvet_ir::func(side.module, side.func));
        let (first, second) = (first?, second?);
        for (x, y) in first.args.iter().zip(&second.args) {
            if before.module.ty(*x) == after.module.ty(*y) {
                values.pair(*x, *y);
            }
        }
        Some(values)
    }

    fn pair(&mut self, x: ValueId, y: ValueId) {
        let known = self.after.class(y);
        let class = self.before.class(x).or(known).unwrap_or_else(|| {
            self.classes += 1;
            self.classes
        });
        self.before.set_class(x, class);
        if known.is_none() {
            self.after.set_class(y, class);
        }
    }

    /// Finds operations that both have on equal values; whether there are any.
    fn share(&mut self) -> bool {
        let mut found = false;
        let mut known: HashMap<(u64, Vec<Class>), Vec<At>> = HashMap::new();
        let mut others = self.after.window().into_iter().peekable();
        // Both are walked side by side, so that what is shared makes more of it so.
        let window = self.before.window();
        let mut waiting: Vec<At> = Vec::new();
        loop {
            let mut moved = false;
            for x in &window {
                let Some(used) = self.before.used(*x) else { continue };
                let same = known.entry((self.before.look(*x), used)).or_default();
                if !same.contains(x) {
                    same.push(*x);
                    moved = true;
                }
            }
            waiting.extend(others.by_ref());
            let mut left = Vec::new();
            for y in std::mem::take(&mut waiting) {
                let of = self.after.used(y).map(|used| (self.after.look(y), used));
                let Some(same) = of.and_then(|of| known.get(&of).cloned()) else {
                    left.push(y);
                    continue;
                };
                let mut is_shared = false;
                for x in same {
                    is_shared |= self.corresponds(self.before.op(x), self.after.op(y));
                }
                match is_shared {
                    true => (moved, found) = (true, true),
                    false => left.push(y),
                }
            }
            waiting = left;
            if !moved {
                return found;
            }
        }
    }

    /// Whether two operations are the same on equal values; their results are equal then.
    fn corresponds(&mut self, x: OpId, y: OpId) -> bool {
        let (first, second) = (self.before.module(), self.after.module());
        let (used, others) = (first.outside(x), second.outside(y));
        let pairs: HashSet<(ValueId, ValueId)> = used.iter().copied().zip(others.iter().copied()).collect();
        let equal = |(x, y): &(ValueId, ValueId)| {
            let class = self.before.class(*x);
            class.is_some() && class == self.after.class(*y)
        };
        if used.len() != others.len()
            || !pairs.iter().all(equal)
            || !same_op_given(first, x, second, y, &pairs)
            || !self.symbols.same(x, y)
        {
            return false;
        }
        for (x, y) in first.op(x).results.iter().zip(&second.op(y).results) {
            self.pair(*x, *y);
        }
        self.before.cover(x);
        self.after.cover(y);
        true
    }

    /// Goes on over operations with effects while they are the same on equal values; whether it did.
    fn pass(&mut self, at: &mut usize) -> bool {
        let from = *at;
        while *at < self.before.anchors.len() && self.corresponds(self.before.anchors[*at], self.after.anchors[*at]) {
            *at += 1;
        }
        *at > from
    }

    /// Tries pairs of values that may be equal, what costs little first; whether some of them are.
    fn tries<E>(
        &mut self,
        prove: &mut dyn FnMut(&OutlinedPart, &OutlinedPart, Effort) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let by_size = |guesses: &mut Vec<Guess>| guesses.sort_by_key(|guess| guess.size);
        let (mut likely, mut others) = self.guesses(Views::Kept);
        by_size(&mut likely);
        // Nothing can be smaller by much, and to look for it takes time.
        let small = likely.partition_point(|guess| guess.size <= SMALL);
        if self.some(&likely[..small], Effort::Glance, prove)? {
            return Ok(true);
        }
        by_size(&mut others);
        let small = others.partition_point(|guess| guess.size <= SMALL).min(OTHERS_MAX);
        if self.some(&others[..small], Effort::Glance, prove)? {
            return Ok(true);
        }
        let (some, rest) = self.guesses(Views::Again);
        likely.extend(some);
        others.extend(rest);
        likely.extend(self.wider());
        by_size(&mut likely);
        by_size(&mut others);
        others.truncate(OTHERS_MAX);
        Ok(self.some(&likely, Effort::Glance, prove)?
            || self.some(&others, Effort::Guess, prove)?
            || self.some(&likely, Effort::Likely, prove)?)
    }

    /// Tries pairs, the smallest first; whether some of them are equal.
    fn some<E>(
        &mut self,
        guesses: &[Guess],
        effort: Effort,
        prove: &mut dyn FnMut(&OutlinedPart, &OutlinedPart, Effort) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let mut found = None;
        for guess in guesses {
            // What is larger is perhaps made of what is equal now.
            if found.is_some_and(|found| found < guess.size) {
                break;
            }
            let (x, y) = guess.pair;
            if self.attempt((&[x], &[y]), effort, &guess.stop, prove)? {
                found = Some(guess.size);
            }
        }
        Ok(found.is_some())
    }

    /// Values of one type that depend on the same equal values: those that are made with the same operations, and
    /// others.
    fn guesses(&self, views: Views) -> (Vec<Guess>, Vec<Guess>) {
        let stop = CutStop::Known(views);
        let left = self.before.alike(&self.before.window(), &stop);
        let right = self.after.alike(&self.after.window(), &stop);
        let (mut all, mut all_others) = (Vec::new(), Vec::new());
        for (key, ys) in &right {
            let Some(xs) = left.get(key) else { continue };
            let looked_at = |graph: &OpGraph<'a>, values: &[ValueId]| -> Vec<Looked<'a>> {
                let values = values.iter().take(ALIKE_MAX);
                values.filter_map(|value| graph.looked_at(*value, &stop)).collect()
            };
            let (xs, ys) = (looked_at(&self.before, xs), looked_at(&self.after, ys));
            // The last with the last, and then those around it.
            let pairs = ys.iter().rev().flat_map(|y| xs.iter().rev().map(move |x| (x, y)));
            let (mut likely, others): (Vec<_>, Vec<_>) = pairs.partition(|(x, y)| x.look == y.look);
            // What is made of little makes the others smaller.
            likely.sort_by_key(|(x, y)| x.size + y.size);
            let guess = |(x, y): (&Looked<'_>, &Looked<'_>)| Guess {
                pair: (x.value, y.value),
                size: x.size + y.size,
                stop: stop.clone(),
            };
            all.extend(likely.into_iter().take(TRIES_MAX).map(guess));
            all_others.extend(others.into_iter().take(TRIES_MAX).map(guess));
        }
        (all, all_others)
    }

    /// Values of one type that are made with the same operations of the same equal values, if others that are equal are
    /// made again: a pass may have moved operations over what both programs have.
    fn wider(&self) -> Vec<Guess> {
        let (xs, ys) = (self.before.near_values(), self.after.near_values());
        let mut found = Vec::new();
        for (ty, xs) in &xs {
            for (y, x) in ys
                .get(ty)
                .into_iter()
                .flatten()
                .flat_map(|y| xs.iter().map(move |x| (y, x)))
            {
                if x.leaves == y.leaves {
                    continue;
                }
                let Some(classes) = self.common(x, y) else { continue };
                let stop = CutStop::At(classes);
                let looked = (
                    self.before.looked_at(x.value, &stop),
                    self.after.looked_at(y.value, &stop),
                );
                let (Some(one), Some(other)) = looked else { continue };
                if one.look == other.look {
                    found.push(Guess {
                        pair: (x.value, y.value),
                        size: one.size + other.size,
                        stop,
                    });
                }
            }
        }
        found
    }

    /// The latest equal values of which both values are made, and on which they depend.
    fn common(&self, x: &Supported, y: &Supported) -> Option<Vec<Class>> {
        let (mut left, mut right) = (x.leaves.clone(), y.leaves.clone());
        for _ in 0..STEPS_MAX {
            let one_sided = |(class, others): (&Class, &Leaves)| !others.contains_key(class);
            let in_left = left.keys().rev().find(|class| one_sided((class, &right))).copied();
            let in_right = right.keys().rev().find(|class| one_sided((class, &left))).copied();
            // Classes are numbered as they are found, so that later ones are made of earlier ones.
            let Some(latest) = in_left.max(in_right) else {
                return Some(left.into_keys().collect());
            };
            let is_expanded = match in_left == Some(latest) {
                true => self.before.expand(&mut left, latest),
                false => self.after.expand(&mut right, latest),
            };
            if !is_expanded {
                return None;
            }
        }
        None
    }

    /// Tries to prove that values are equal.
    fn attempt<E>(
        &mut self,
        (xs, ys): (&[ValueId], &[ValueId]),
        effort: Effort,
        stop: &CutStop,
        prove: &mut dyn FnMut(&OutlinedPart, &OutlinedPart, Effort) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let is_known = |(x, y): (&ValueId, &ValueId)| {
            let class = self.before.class(*x);
            class.is_some() && class == self.after.class(*y)
        };
        let is_other = effort != Effort::Needed && ys.iter().any(|y| self.after.class(*y).is_some());
        if is_other || xs.iter().zip(ys).all(is_known) {
            return Ok(false);
        }
        self.part((xs, ys), (&[], &[]), (effort, stop), prove)
    }

    /// Tries to prove a part of all that makes these values, and of these operations.
    fn part<E>(
        &mut self,
        (xs, ys): (&[ValueId], &[ValueId]),
        (more, more_there): (&[At], &[At]),
        (effort, stop): (Effort, &CutStop),
        prove: &mut dyn FnMut(&OutlinedPart, &OutlinedPart, Effort) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let cones = (self.before.cone(xs, more, stop), self.after.cone(ys, more_there, stop));
        let (Some(here), Some(there)) = cones else {
            return Ok(false);
        };
        let size = here.ops.len() + there.ops.len();
        if let ([x], [y]) = (xs, ys)
            && !self.refused.insert((*x, *y, size, here.leaves.len(), effort))
        {
            return Ok(false);
        }
        // One argument for each class that comes in.
        let mut arguments = Arguments::default();
        let mut args = |graph: &OpGraph<'_>, leaves: &[ValueId]| -> Option<Vec<(ValueId, usize)>> {
            let one = |leaf: &ValueId| Some((*leaf, arguments.take(graph.class(*leaf)?, graph.module(), *leaf)));
            leaves.iter().map(one).collect()
        };
        let args = (args(&self.before, &here.leaves), args(&self.after, &there.leaves));
        let (Some(args_here), Some(args_there)) = args else {
            return Ok(false);
        };
        let incoming = arguments.done();
        let (ops, others) = (self.before.ops(&here.ops), self.after.ops(&there.ops));
        let one = outlined_of(self.before.module(), &ops, (&incoming, &args_here), xs);
        let other = outlined_of(self.after.module(), &others, (&incoming, &args_there), ys);
        let (Some(one), Some(other)) = (one, other) else {
            return Ok(false);
        };
        if !prove(&one.nameless(), &other.nameless(), effort)? {
            return Ok(false);
        }
        self.parts += 1;
        xs.iter().zip(ys).for_each(|(x, y)| self.pair(*x, *y));
        ops.into_iter().for_each(|op| self.before.cover(op));
        others.into_iter().for_each(|op| self.after.cover(op));
        Ok(true)
    }

    /// Proves what two operations with effects use, as they stand.
    fn needed<E>(
        &mut self,
        views: Views,
        (x, y): (OpId, OpId),
        prove: &mut dyn FnMut(&OutlinedPart, &OutlinedPart, Effort) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let (used, others) = (self.before.module().outside(x), self.after.module().outside(y));
        if used.len() != others.len() {
            return Ok(false);
        }
        let mut found = false;
        for (x, y) in used.into_iter().zip(others) {
            found |= self.attempt((&[x], &[y]), Effort::Needed, &CutStop::Known(views), prove)?;
        }
        Ok(found)
    }

    /// Proves what nothing depends on: it may be undefined all the same.
    fn rest<E>(
        &mut self,
        prove: &mut dyn FnMut(&OutlinedPart, &OutlinedPart, Effort) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let module = self.after.module();
        let may_be_undefined = |at: &At| {
            let mut may = false;
            module.walk(self.after.op(*at), &mut |inner, _| {
                may |= module.undefined(inner).next().is_some()
            });
            may
        };
        let others: Vec<At> = self.after.rest().into_iter().filter(may_be_undefined).collect();
        if others.is_empty() {
            return Ok(true);
        }
        let ops = self.before.rest();
        self.part(
            (&[], &[]),
            (&ops, &others),
            (Effort::Needed, &CutStop::Known(Views::Kept)),
            prove,
        )
    }

    /// The first operation that is not done with among those that another one depends on, for people.
    fn next(&self, anchor: OpId) -> String {
        let first = self.after.window().first().map_or(anchor, |at| self.after.op(*at));
        super::outline::shown(self.after.module(), first)
    }
}
