//! Cuts at values, wherever the operations stand that make them: for programs whose long part has no memory.
//!
//! A pass that fuses, or moves reshapes, keeps neither operations nor their order. What it keeps are values: of the same type,
//! made of the same other values. So two values are tried as a pair if both depend on the same values that are known to be
//! equal, and on nothing else; of several such values in a program the last. The operations between those and the
//! pair are a part of each program. If the second refines the first, whatever comes in, the pair is known to be equal too. An operation
//! that both programs have on equal values is not compared.
//!
//! Operations that are more than functions of their operands have to be the same ones in the same order, as the one that returns;
//! nothing else has an order. What may be undefined in the second program stands in a part, or in both programs.

use super::align::{Symbols, look};
use super::outline::{Arguments, Part, outlined_of};
use super::{body, is_repeatable};
use crate::validate::Side;
use polyvet_ir::{Module, OpId, Type, ValueId, same_op_given};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Live operations that are looked at together, of each program.
const WINDOW: usize = 256;
/// How many operations a part may have, those on constants alone left out. An activation that is written out (the error function, as
/// StableHLO has it) has sixty.
const PART_MAX: usize = 96;
/// And with them.
const OPS_MAX: usize = 400;
/// On how many equal values one may depend to be tried.
const LEAVES_MAX: usize = 24;
/// How many pairs are tried among values that depend on the same.
const TRIES_MAX: usize = 6;

/// Values that are equal have one number.
type Class = usize;

/// How hard a part is to be tried.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    /// A guess among others.
    Guess,
    /// A guess that is made with the same operations.
    Likely,
    /// There is no way around it.
    Needed,
}

/// Views of values that are known to be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Views {
    /// Values like others.
    Kept,
    /// Made again in each part that uses them: a pass may have moved them, so that a program uses a value, and the other a view
    /// of it.
    Again,
}

/// What came of it.
pub(crate) enum Found {
    All,
    /// So many parts are proved, and no others; the operation that comes next.
    Some(usize, String),
}

/// One program.
struct Graph<'a> {
    side: Side<'a>,
    ops: &'a [OpId],
    number: HashMap<OpId, usize>,
    /// What returned values and effects depend on.
    live: HashSet<OpId>,
    /// Operations with effects, and the one that returns, in order.
    anchors: Vec<OpId>,
    looks: HashMap<OpId, u64>,
    class: HashMap<ValueId, Class>,
    /// Values made of small constants alone: they say nothing about what depends on them.
    plain: HashSet<ValueId>,
    /// Operations of parts that are proved, and shared ones.
    covered: HashSet<OpId>,
}

impl<'a> Graph<'a> {
    /// `None` if there are several blocks, or buffers.
    fn new(side: Side<'a>) -> Option<Graph<'a>> {
        let module = side.module;
        let ops = body(side)?;
        let of_buffers = |value: &ValueId| matches!(module.ty(*value), Type::MemRef { .. });
        let mut has_buffers = polyvet_ir::func(module, side.func)?.args.iter().any(of_buffers);
        for op in ops {
            module.walk(*op, &mut |_, inner| {
                has_buffers |=
                    inner.results.iter().any(of_buffers) || inner.operand_values().any(|value| of_buffers(&value));
            });
        }
        if has_buffers {
            return None;
        }
        let is_anchor = |op: &OpId| {
            let data = module.op(*op);
            data.info().is_terminator() || !data.info().is_known() || data.opaque.is_some() || !module.is_pure(*op)
        };
        let anchors: Vec<OpId> = ops.iter().copied().filter(is_anchor).collect();
        let mut live: HashSet<OpId> = HashSet::new();
        let mut wanted = anchors.clone();
        while let Some(op) = wanted.pop() {
            if live.insert(op) {
                wanted.extend(
                    module
                        .outside(op)
                        .into_iter()
                        .filter_map(|value| module.defining_op(value)),
                );
            }
        }
        let mut plain: HashSet<ValueId> = HashSet::new();
        for op in ops {
            let used = module.outside(*op);
            let is_made_of = if used.is_empty() {
                is_repeatable(module, *op)
            } else {
                module.is_pure(*op) && used.iter().all(|value| plain.contains(value))
            };
            if is_made_of {
                plain.extend(&module.op(*op).results);
            }
        }
        Some(Graph {
            plain,
            side,
            ops,
            number: ops.iter().enumerate().map(|(at, op)| (*op, at)).collect(),
            live,
            anchors,
            looks: ops.iter().map(|op| (*op, look(module, *op))).collect(),
            class: HashMap::new(),
            covered: HashSet::new(),
        })
    }

    fn module(&self) -> &'a Module {
        self.side.module
    }

    /// The next operations that are not done with.
    fn window(&self) -> Vec<OpId> {
        let open = |op: &&OpId| self.live.contains(op) && !self.covered.contains(op) && !self.anchors.contains(op);
        self.ops.iter().filter(open).take(WINDOW).copied().collect()
    }

    /// The classes of what an operation uses; `None` if one is not known to be equal to anything.
    fn used(&self, op: OpId) -> Option<Vec<Class>> {
        let used = self.module().outside(op);
        used.iter().map(|value| self.class.get(value).copied()).collect()
    }

    /// Whether a value is known to be equal, and stays so in parts: what is made of constants is made again, so that it is known what
    /// it is, and so are, with [`Views::Again`], views of what is known to be equal.
    fn is_leaf(&self, value: ValueId, views: Views) -> bool {
        let module = self.module();
        let is_known = |value: &ValueId| self.class.contains_key(value) || self.plain.contains(value);
        let is_view = |op: OpId| {
            let name = module.op(op).name.as_str();
            matches!(name, "tensor.collapse_shape" | "tensor.expand_shape") && module.outside(op).iter().all(is_known)
        };
        self.class.contains_key(&value)
            && !self.plain.contains(&value)
            && !(views == Views::Again && module.defining_op(value).is_some_and(is_view))
    }

    /// The operations that make these values of what is known to be equal, in the order of the program, and what that is.
    fn cone(&self, roots: &[ValueId], more: &[OpId], views: Views) -> Option<(Vec<OpId>, Vec<ValueId>)> {
        let module = self.module();
        let (mut ops, mut leaves, mut size) = (BTreeSet::new(), Vec::new(), 0);
        let mut seen: HashSet<ValueId> = HashSet::new();
        let mut wanted: Vec<ValueId> = roots.to_vec();
        for op in more {
            ops.insert(self.number[op]);
            wanted.extend(module.outside(*op));
        }
        while let Some(value) = wanted.pop() {
            if !seen.insert(value) {
                continue;
            }
            if self.is_leaf(value, views) {
                leaves.push(value);
                continue;
            }
            let op = module.defining_op(value)?;
            if self.anchors.contains(&op) {
                return None;
            }
            if ops.insert(*self.number.get(&op)?) {
                wanted.extend(module.outside(op));
                size += usize::from(!self.plain.contains(&value));
            }
            if size > PART_MAX || ops.len() > OPS_MAX {
                return None;
            }
        }
        leaves.sort_by_key(|value| self.class[value]);
        Some((ops.into_iter().map(|at| self.ops[at]).collect(), leaves))
    }

    /// The operations on numbers in some operations, sums and products left out, which named operations have without words.
    fn words(&self, ops: &[OpId]) -> Vec<&'a str> {
        let mut words = Vec::new();
        for op in ops {
            let module = self.module();
            module.walk(*op, &mut |inner, data| {
                let name = data.name.as_str();
                let is_said = inner != *op && !data.info().is_terminator() && !data.info().is_constant();
                if is_said && !matches!(name, "arith.addf" | "arith.mulf" | "arith.addi" | "arith.muli") {
                    words.push(name);
                }
            });
        }
        words.sort_unstable();
        words
    }

    /// By type and what it depends on, the values in a window that depend on little, in order.
    fn alike(&self, window: &[OpId], views: Views) -> HashMap<(String, Vec<Class>), Vec<ValueId>> {
        let module = self.module();
        let mut support: HashMap<ValueId, Option<BTreeSet<Class>>> = HashMap::new();
        let mut alike: HashMap<(String, Vec<Class>), Vec<ValueId>> = HashMap::new();
        for op in window {
            let mut all = Some(BTreeSet::new());
            for value in module
                .outside(*op)
                .into_iter()
                .filter(|value| !self.plain.contains(value))
            {
                let of = match support.get(&value) {
                    _ if self.is_leaf(value, views) => Some(BTreeSet::from([self.class[&value]])),
                    Some(known) => known.clone(),
                    // Free, or done with: what it is made of is looked at with the part.
                    None => self
                        .cone(&[value], &[], views)
                        .map(|(_, leaves)| leaves.iter().map(|leaf| self.class[leaf]).collect()),
                };
                all = all.zip(of).map(|(mut all, of)| {
                    all.extend(of);
                    all
                });
                all = all.filter(|all| all.len() <= LEAVES_MAX);
            }
            let results = &module.op(*op).results;
            support.extend(results.iter().map(|result| (*result, all.clone())));
            let Some(all) = all.filter(|all| !all.is_empty()) else {
                continue;
            };
            for result in results.iter().filter(|result| !self.class.contains_key(result)) {
                let key = (module.ty(*result).to_string(), all.iter().copied().collect());
                alike.entry(key).or_default().push(*result);
            }
        }
        alike
    }
}

/// Two programs, and which of their values are equal.
struct Values<'a> {
    before: Graph<'a>,
    after: Graph<'a>,
    symbols: Symbols<'a>,
    classes: usize,
    /// Pairs that were tried, with how many operations.
    refused: HashSet<(ValueId, ValueId, usize, Views)>,
    views: Views,
    parts: usize,
}

/// Compares two programs value by value: `prove` says whether one part refines another. `None` if they are not such programs.
///
/// # Errors
/// Those of `prove`.
pub(crate) fn by_values<E>(
    before: Side<'_>,
    after: Side<'_>,
    prove: &mut dyn FnMut(&Part, &Part, Effort) -> Result<bool, E>,
) -> Result<Option<Found>, E> {
    let Some(mut values) = Values::new(before, after) else {
        return Ok(None);
    };
    let mut anchors = 0;
    loop {
        let shared = values.share();
        let passed = values.pass(&mut anchors);
        if anchors == values.before.anchors.len() {
            return Ok(Some(match values.rest(prove)? {
                true => Found::All,
                false => Found::Some(values.parts, "what nothing depends on".to_owned()),
            }));
        }
        if values.guess(Views::Kept, prove)? || shared || passed || values.guess(Views::Again, prove)? {
            continue;
        }
        let (x, y) = (values.before.anchors[anchors], values.after.anchors[anchors]);
        if !values.needed(Views::Kept, (x, y), prove)? && !values.needed(Views::Again, (x, y), prove)? {
            return Ok(Some(Found::Some(values.parts, values.next(y))));
        }
    }
}

impl<'a> Values<'a> {
    fn new(before: Side<'a>, after: Side<'a>) -> Option<Values<'a>> {
        let mut values = Values {
            before: Graph::new(before)?,
            after: Graph::new(after)?,
            symbols: Symbols::new(before, after),
            classes: 0,
            refused: HashSet::new(),
            views: Views::Kept,
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
        let class = match (self.before.class.get(&x), self.after.class.get(&y)) {
            (Some(class), _) | (None, Some(class)) => *class,
            (None, None) => {
                self.classes += 1;
                self.classes
            }
        };
        self.before.class.insert(x, class);
        self.after.class.entry(y).or_insert(class);
    }

    /// Finds operations that both have on equal values; whether there are any.
    fn share(&mut self) -> bool {
        let mut found = false;
        let mut known: HashMap<(u64, Vec<Class>), Vec<OpId>> = HashMap::new();
        let mut others = self.after.window().into_iter().peekable();
        // Both are walked side by side, so that what is shared makes more of it so.
        let window = self.before.window();
        let mut waiting: Vec<OpId> = Vec::new();
        loop {
            let mut moved = false;
            for x in &window {
                let Some(used) = self.before.used(*x) else { continue };
                let same = known.entry((self.before.looks[x], used)).or_default();
                if !same.contains(x) {
                    same.push(*x);
                    moved = true;
                }
            }
            waiting.extend(others.by_ref());
            let mut left = Vec::new();
            for y in std::mem::take(&mut waiting) {
                let of = self.after.used(y).map(|used| (self.after.looks[&y], used));
                let Some(same) = of.and_then(|of| known.get(&of).cloned()) else {
                    left.push(y);
                    continue;
                };
                let mut is_shared = false;
                for x in same {
                    is_shared |= self.corresponds(x, y);
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
            let class = self.before.class.get(x);
            class.is_some() && class == self.after.class.get(y)
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
        self.before.covered.insert(x);
        self.after.covered.insert(y);
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

    /// Tries pairs of values that may be equal; whether some of them are.
    fn guess<E>(
        &mut self,
        views: Views,
        prove: &mut dyn FnMut(&Part, &Part, Effort) -> Result<bool, E>,
    ) -> Result<bool, E> {
        self.views = views;
        let mut found = false;
        for ((x, y), is_likely) in self.guesses() {
            if !is_likely && found {
                break;
            }
            let effort = if is_likely { Effort::Likely } else { Effort::Guess };
            found |= self.attempt((&[x], &[y]), effort, prove)?;
        }
        Ok(found)
    }

    /// Values that may be equal, the likely ones first, and whether they are likely: made with the same operations.
    fn guesses(&self) -> Vec<((ValueId, ValueId), bool)> {
        let left = self.before.alike(&self.before.window(), self.views);
        let right = self.after.alike(&self.after.window(), self.views);
        let mut guesses = Vec::new();
        for (key, ys) in &right {
            let Some(xs) = left.get(key) else { continue };
            let pairs = ys.iter().rev().flat_map(|y| xs.iter().rev().map(|x| (*x, *y)));
            // The last with the last, and then those around it.
            guesses.extend(pairs.take(TRIES_MAX));
        }
        // What is made alike first, and what is made of little: it makes the others smaller.
        let mut sized: Vec<(bool, usize, usize, (ValueId, ValueId))> = { guesses.into_iter().enumerate() }
            .filter_map(|(at, (x, y))| {
                let (ops, others) = (
                    self.before.cone(&[x], &[], self.views)?.0,
                    self.after.cone(&[y], &[], self.views)?.0,
                );
                let differs = self.before.words(&ops) != self.after.words(&others);
                Some((differs, ops.len() + others.len(), at, (x, y)))
            })
            .collect();
        sized.sort();
        sized
            .into_iter()
            .map(|(differs, _, _, pair)| (pair, !differs))
            .collect()
    }

    /// Tries to prove that values are equal.
    fn attempt<E>(
        &mut self,
        (xs, ys): (&[ValueId], &[ValueId]),
        effort: Effort,
        prove: &mut dyn FnMut(&Part, &Part, Effort) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let is_known = |(x, y): (&ValueId, &ValueId)| {
            let class = self.before.class.get(x);
            class.is_some() && class == self.after.class.get(y)
        };
        let is_other = effort != Effort::Needed && ys.iter().any(|y| self.after.class.contains_key(y));
        if is_other || xs.iter().zip(ys).all(is_known) {
            return Ok(false);
        }
        self.part((xs, ys), (&[], &[]), effort, prove)
    }

    /// Tries to prove a part of all that makes these values, and of these operations.
    fn part<E>(
        &mut self,
        (xs, ys): (&[ValueId], &[ValueId]),
        (more, more_there): (&[OpId], &[OpId]),
        effort: Effort,
        prove: &mut dyn FnMut(&Part, &Part, Effort) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let (Some((ops, leaves)), Some((others, leaves_there))) = (
            self.before.cone(xs, more, self.views),
            self.after.cone(ys, more_there, self.views),
        ) else {
            return Ok(false);
        };
        let size = ops.len() + others.len() + usize::from(effort == Effort::Needed);
        if let ([x], [y]) = (xs, ys)
            && !self.refused.insert((*x, *y, size, self.views))
        {
            return Ok(false);
        }
        // One argument for each class that comes in.
        let mut arguments = Arguments::default();
        let mut args = |graph: &Graph<'_>, leaves: &[ValueId]| -> Vec<(ValueId, usize)> {
            let one = |leaf: &ValueId| (*leaf, arguments.take(graph.class[leaf], graph.module(), *leaf));
            leaves.iter().map(one).collect()
        };
        let (args_here, args_there) = (args(&self.before, &leaves), args(&self.after, &leaves_there));
        let incoming = arguments.done();
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
        self.before.covered.extend(ops);
        self.after.covered.extend(others);
        Ok(true)
    }

    /// Proves what two operations with effects use, as they stand.
    fn needed<E>(
        &mut self,
        views: Views,
        (x, y): (OpId, OpId),
        prove: &mut dyn FnMut(&Part, &Part, Effort) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let (used, others) = (self.before.module().outside(x), self.after.module().outside(y));
        if used.len() != others.len() {
            return Ok(false);
        }
        self.views = views;
        let mut found = false;
        for (x, y) in used.into_iter().zip(others) {
            found |= self.attempt((&[x], &[y]), Effort::Needed, prove)?;
        }
        Ok(found)
    }

    /// Proves what nothing depends on: it may be undefined all the same.
    fn rest<E>(&mut self, prove: &mut dyn FnMut(&Part, &Part, Effort) -> Result<bool, E>) -> Result<bool, E> {
        let open = |graph: &Graph<'a>| -> Vec<OpId> {
            let is_open = |op: &&OpId| !graph.covered.contains(op) && !graph.anchors.contains(op);
            graph.ops.iter().filter(is_open).copied().collect()
        };
        let module = self.after.module();
        let may_be_undefined = |op: &OpId| {
            let mut may = false;
            module.walk(*op, &mut |inner, _| may |= module.undefined(inner).next().is_some());
            may
        };
        let others: Vec<OpId> = open(&self.after).into_iter().filter(may_be_undefined).collect();
        if others.is_empty() {
            return Ok(true);
        }
        let ops = open(&self.before);
        self.part((&[], &[]), (&ops, &others), Effort::Needed, prove)
    }

    /// The first operation that is not done with among those that another one depends on, for people.
    fn next(&self, anchor: OpId) -> String {
        let first = self.after.window().first().copied().unwrap_or(anchor);
        super::outline::shown(self.after.module(), first)
    }
}
