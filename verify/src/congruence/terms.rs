//! Terms: what a value is, as a function of arguments of the function and of what memory was.
//!
//! Equal terms have one number, whichever program they come from. A region is a term without free variables: its
//! arguments are *open* while its operations are read, and *bound* when it is closed. A bound variable is named by the
//! height of its binder, the number of binders below it, so that regions that differ in names only are one term. Terms
//! are as deep as programs are long, so nothing here calls itself.

use super::bits::Scalar;
use polyvet_ir::{Attr, Type};
use std::collections::HashMap;
use std::rc::Rc;

/// The number of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(u32);

/// An operation without its operands: its name, and all else that its results depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermLabel {
    pub name: Rc<str>,
    /// Attributes without flags, types of results, the text of what was not read.
    pub rest: Rc<str>,
}

impl TermLabel {
    pub fn new(name: &str, rest: impl Into<String>) -> TermLabel {
        TermLabel {
            name: name.into(),
            rest: rest.into().into(),
        }
    }
}

/// What a term is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TermShape {
    /// An argument of the function.
    Argument(usize),
    /// What memory and the world are when the function is entered.
    Entry,
    /// No buffer has been allocated yet.
    Fresh,
    /// An argument of a region that is being read.
    Open(u32),
    /// Argument `at` of the region whose binder has this height, and what it is if it is a scalar.
    Bound {
        height: u32,
        at: usize,
        kind: Option<Scalar>,
    },
    /// An integer of so many bits, in the signed range.
    Integer { width: u32, value: i128 },
    /// A sum of products modulo 2^width: coefficients, none of them 0, and factors in order. No factors: a constant.
    Sum {
        width: u32,
        parts: Vec<(i128, Vec<TermId>)>,
    },
    /// An operation.
    Op(TermLabel, Vec<TermId>),
    /// One of several results of an operation; the last two are what memory is after it, and what is allocated.
    Result(TermId, usize),
    /// A region: what it gives, as a function of its arguments.
    Closed { height: u32, gives: Vec<TermId> },
}

/// All terms of two programs.
pub struct Terms {
    nodes: Vec<TermShape>,
    numbers: HashMap<TermShape, TermId>,
    /// By term, the largest height of a binder in it.
    heights: Vec<u32>,
    /// By term, one more than the largest open variable in it; 0 if there is none.
    opens: Vec<u32>,
    next_open: u32,
    /// Steps that are left.
    fuel: u64,
    /// Scalars among the terms.
    pub kinds: HashMap<TermId, Scalar>,
    /// The types of vectors, and of tensors that surely have elements.
    pub arrays: HashMap<TermId, Type>,
    /// Constants that are no integers.
    pub constants: HashMap<TermId, Attr>,
    /// What each element of a constant array is, if they are all the same.
    pub splats: HashMap<TermId, Attr>,
    /// The types that casts are between, by the text of both.
    pub types: HashMap<Rc<str>, (Type, Type)>,
    /// Arrays that have the extents of others.
    pub same_extents: HashMap<TermId, TermId>,
    /// What arrays were before they were expanded.
    pub expanded: HashMap<TermId, Expanded>,
    /// By slice of a buffer, the dimensions of the buffer that it has.
    pub kept: HashMap<TermId, Vec<usize>>,
    /// The extents of arrays below reshapes.
    pub own_extents: HashMap<TermId, Vec<TermId>>,
    /// How many stores a store is being put below.
    pub sinking: usize,
    /// Sums and products of floats have no order.
    pub is_free: bool,
    /// One of more than two was put in order.
    pub has_moved: bool,
    /// Some would be.
    pub could_move: bool,
}

/// What an array was before it was expanded.
#[derive(Clone, Debug)]
pub struct Expanded {
    /// The dimensions that came of each one of it.
    pub groups: Vec<Vec<usize>>,
    pub source: TermId,
    /// Of the source.
    pub extents: Vec<TermId>,
}

impl Expanded {
    /// By group of dimensions, the extents of the source that it has; `None` if a group has but a part of one.
    pub fn below(&self, groups: &[Vec<usize>]) -> Option<Vec<Vec<TermId>>> {
        let mut parts = self.groups.iter().zip(&self.extents);
        let mut all = Vec::new();
        for group in groups {
            let (mut rest, mut extents) = (&group[..], Vec::new());
            while !rest.is_empty() {
                let (part, extent) = parts.next()?;
                rest = rest.strip_prefix(&part[..])?;
                extents.push(*extent);
            }
            all.push(extents);
        }
        Some(all)
    }
}

/// What two programs may cost together, in visits of terms.
const FUEL: u64 = 4_000_000;

/// A function has no terms: something of it has no place here, or it takes too long.
#[derive(Debug)]
pub struct NoTerms;

impl Terms {
    pub fn new() -> Terms {
        Terms {
            nodes: Vec::new(),
            numbers: HashMap::new(),
            heights: Vec::new(),
            opens: Vec::new(),
            next_open: 0,
            fuel: FUEL,
            kinds: HashMap::new(),
            arrays: HashMap::new(),
            constants: HashMap::new(),
            splats: HashMap::new(),
            types: HashMap::new(),
            same_extents: HashMap::new(),
            expanded: HashMap::new(),
            kept: HashMap::new(),
            own_extents: HashMap::new(),
            sinking: 0,
            is_free: false,
            has_moved: false,
            could_move: false,
        }
    }

    pub fn node(&self, term: TermId) -> &TermShape {
        &self.nodes[term.0 as usize]
    }

    /// The term of a node, if there is one.
    pub fn find(&self, node: &TermShape) -> Option<TermId> {
        self.numbers.get(node).copied()
    }

    /// The term of a node that is in normal form.
    pub fn intern(&mut self, node: TermShape) -> TermId {
        if let Some(term) = self.numbers.get(&node) {
            return *term;
        }
        let parts = parts(&node);
        let inner = parts
            .iter()
            .map(|part| self.heights[part.0 as usize])
            .max()
            .unwrap_or(0);
        let opens = parts.iter().map(|part| self.opens[part.0 as usize]).max().unwrap_or(0);
        // A term may have been put into a region later, with higher binders than that one has: the next binder around
        // must be above them all, or it would be taken for one of them.
        self.heights.push(match node {
            TermShape::Closed { height, .. } => height.max(inner),
            _ => inner,
        });
        self.opens.push(match node {
            TermShape::Open(number) => number + 1,
            _ => opens,
        });
        let term = TermId(self.nodes.len() as u32);
        self.nodes.push(node.clone());
        self.numbers.insert(node, term);
        term
    }

    /// A variable that is in no term yet.
    pub fn open(&mut self) -> TermId {
        self.next_open += 1;
        self.intern(TermShape::Open(self.next_open - 1))
    }

    /// The number that the next open variable gets.
    pub fn mark(&self) -> u32 {
        self.next_open
    }

    /// Whether an open variable from `mark` on is in the term.
    pub fn depends(&self, term: TermId, mark: u32) -> bool {
        self.opens[term.0 as usize] > mark
    }

    pub fn burn(&mut self, steps: u64) -> Result<(), NoTerms> {
        self.fuel = self.fuel.checked_sub(steps).ok_or(NoTerms)?;
        Ok(())
    }

    /// The open variables from `mark` on that are in some terms.
    pub fn variables(&mut self, roots: &[TermId], mark: u32) -> Result<Vec<TermId>, NoTerms> {
        let mut found = Vec::new();
        self.each_variable(roots, mark, &mut |open| {
            found.push(open);
            false
        })?;
        found.sort();
        Ok(found)
    }

    /// Which of these open variables, all from `mark` on, are in a term.
    pub fn among(&mut self, root: TermId, mark: u32, wanted: &[TermId]) -> Result<Vec<TermId>, NoTerms> {
        let mut found = Vec::new();
        if !wanted.is_empty() {
            self.each_variable(&[root], mark, &mut |open| {
                found.extend(wanted.contains(&open).then_some(open));
                found.len() == wanted.len()
            })?;
        }
        Ok(found)
    }

    /// Visits the open variables from `mark` on that are in some terms, each once, until `is_enough`.
    fn each_variable(
        &mut self,
        roots: &[TermId],
        mark: u32,
        is_enough: &mut dyn FnMut(TermId) -> bool,
    ) -> Result<(), NoTerms> {
        let mut seen = std::collections::HashSet::new();
        let mut stack: Vec<TermId> = roots.to_vec();
        while let Some(term) = stack.pop() {
            if !self.depends(term, mark) || !seen.insert(term) {
                continue;
            }
            self.burn(1)?;
            match self.node(term) {
                TermShape::Open(_) if is_enough(term) => break,
                node => stack.extend(parts(node)),
            }
        }
        Ok(())
    }

    /// The terms with open variables from `mark` on replaced; `done` has the replacements, and remembers what was made.
    pub fn replace(
        &mut self,
        roots: &[TermId],
        mark: u32,
        done: &mut HashMap<TermId, TermId>,
    ) -> Result<Vec<TermId>, NoTerms> {
        let mut stack: Vec<TermId> = roots.to_vec();
        while let Some(&term) = stack.last() {
            if !self.depends(term, mark) || done.contains_key(&term) {
                stack.pop();
                continue;
            }
            self.burn(1)?;
            let node = self.node(term).clone();
            let missing: Vec<TermId> = parts(&node)
                .into_iter()
                .filter(|part| self.depends(*part, mark) && !done.contains_key(part))
                .collect();
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            stack.pop();
            let new = |part: &TermId| done.get(part).copied().unwrap_or(*part);
            let made = match node {
                // A variable that stays open.
                TermShape::Open(_) => term,
                TermShape::Sum { width, parts } => {
                    let parts: Vec<(i128, Vec<TermId>)> = parts
                        .iter()
                        .map(|(by, factors)| (*by, factors.iter().map(new).collect()))
                        .collect();
                    self.sum(width, parts)
                }
                TermShape::Op(label, args) => {
                    let args: Vec<TermId> = args.iter().map(new).collect();
                    self.op(label, args)
                }
                TermShape::Result(op, at) => {
                    let op = new(&op);
                    self.result(op, at)
                }
                TermShape::Closed { height, gives } => {
                    let gives = gives.iter().map(new).collect();
                    self.intern(TermShape::Closed { height, gives })
                }
                leaf => self.intern(leaf),
            };
            if let Some(kind) = self.kinds.get(&term).copied() {
                self.kinds.entry(made).or_insert(kind);
            }
            if let (TermShape::Op(..), Some(ty)) = (self.node(term), self.arrays.get(&term).cloned()) {
                self.arrays.entry(made).or_insert(ty);
            }
            done.insert(term, made);
        }
        Ok(roots
            .iter()
            .map(|root| done.get(root).copied().unwrap_or(*root))
            .collect())
    }

    /// A region with these arguments, open variables from `mark` on.
    pub fn close(&mut self, arguments: &[TermId], mark: u32, gives: &[TermId]) -> Result<TermId, NoTerms> {
        self.close_among(&mut Closings::default(), arguments, mark, gives)
    }

    /// As [`Terms::close`], one of many regions with the same `mark` that have much in common.
    pub fn close_among(
        &mut self,
        closings: &mut Closings,
        arguments: &[TermId],
        mark: u32,
        gives: &[TermId],
    ) -> Result<TermId, NoTerms> {
        let inner = gives.iter().map(|term| self.heights[term.0 as usize]).max();
        let height = 1 + inner.unwrap_or(0);
        let done = closings.0.entry((arguments.to_vec(), height)).or_default();
        for (at, argument) in arguments.iter().enumerate() {
            let kind = self.kinds.get(argument).copied();
            let bound = self.intern(TermShape::Bound { height, at, kind });
            done.insert(*argument, bound);
        }
        let gives = self.replace(gives, mark, done)?;
        Ok(self.intern(TermShape::Closed { height, gives }))
    }
}

/// What was made of terms when they were closed, by the arguments and the height.
#[derive(Default)]
pub struct Closings(HashMap<(Vec<TermId>, u32), HashMap<TermId, TermId>>);

/// The terms directly inside a node.
fn parts(node: &TermShape) -> Vec<TermId> {
    match node {
        TermShape::Sum { parts, .. } => parts.iter().flat_map(|(_, factors)| factors.iter().copied()).collect(),
        TermShape::Op(_, args) => args.clone(),
        TermShape::Result(op, _) => vec![*op],
        TermShape::Closed { gives, .. } => gives.clone(),
        _ => Vec::new(),
    }
}
