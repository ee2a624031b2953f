//! Terms that are not one, and still equal: scalars bit by bit.
//!
//! Where two programs give different terms, the difference is followed down to scalars: two operations of one kind are
//! equal if their operands are. Scalars become words of bits, and a SAT solver says whether they are equal for all
//! values of what they are made of, wherever the first program is defined: what it takes for granted (divisors, shifts,
//! flags) are facts. Obligations of the second program are required in the same way.
//!
//! A *leaf* is a term that is not taken apart. One that is in the second program only might be poison, unless it is an
//! argument. Poison of the first program may become anything.
//!
//! An `index` has 64 bits or 32: what holds for one of them only is not taken.
//!
//! Elementwise operations on vectors and tensors are those on scalars, in every element: a term of such a type stands
//! for one element at a place that is the same everywhere, and what holds for it holds for all.

use super::normal::INDEX;
use super::terms::{TermId, TermLabel, TermShape, Terms};
use crate::equivalence::algebra::circuit::{Bit, Circuit, CircuitWord, FALSE, NumberKind, TRUE};
use crate::equivalence::algebra::operation;
use polyvet_ir::{Attr, Attrs, Dim, Flags, FloatKind, Type, ops};
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// What the solver may learn for one pair of programs.
const CLAUSES: u64 = 16_000;
const GATES_MAX: usize = 60_000;
const DEPTH_MAX: usize = 40;
/// Pairs of terms that are compared, and questions to the solver.
const PAIRS_MAX: usize = 20_000;
const QUESTIONS_MAX: usize = 600;
/// Gates of all questions together, which take some microseconds each.
const ALL_GATES_MAX: usize = 4_000_000;
/// Of questions after which more is needed: a run that shows the difference, or an assumption.
pub(super) const FEW_GATES_MAX: usize = 400_000;

/// The kind of a scalar, as terms remember it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    Index,
    Int(u32),
    Float(FloatKind),
}

impl Scalar {
    pub fn of(ty: &polyvet_ir::Type) -> Option<Scalar> {
        match ty {
            polyvet_ir::Type::Index => Some(Scalar::Index),
            polyvet_ir::Type::Integer { width, .. } if (1..=64).contains(width) => Some(Scalar::Int(*width)),
            polyvet_ir::Type::Float(kind) => Some(Scalar::Float(*kind)),
            _ => None,
        }
    }

    fn parse(text: &str) -> Option<Scalar> {
        if let Some(kind) = FloatKind::named(text) {
            return Some(Scalar::Float(kind));
        }
        Some(match text {
            "index" => Scalar::Index,
            _ => match text.strip_prefix('i')?.parse().ok()? {
                width @ 1..=64 => Scalar::Int(width),
                _ => return None,
            },
        })
    }
}

/// The variable of a counted loop, and what it counts over.
#[derive(Clone, Copy)]
struct CountedVariable {
    variable: TermId,
    lower: TermId,
    upper: TermId,
    step: TermId,
}

/// The loops around a pair of terms, the innermost first.
type Around = Option<Rc<CountedLoops>>;

struct CountedLoops {
    counted: CountedVariable,
    outer: Around,
}

/// What is asked of two programs with these terms.
pub struct Bits<'t> {
    terms: &'t Terms,
    /// Of the first program.
    facts: &'t HashSet<TermId>,
    clauses: Cell<u64>,
    questions: usize,
    gates: usize,
    /// How many gates all questions may have.
    pub gates_max: usize,
    /// Which bits of a wider number a lane has was of importance.
    pub packs: bool,
    /// Poison of the first program may become anything: not so in what must be defined.
    lets_poison_go: bool,
    /// Sums of indices are taken not to overflow, in both programs.
    pub exact_indices: bool,
    /// What an element of each argument is.
    pub arguments: Vec<Option<Scalar>>,
    /// What arguments may be where the programs differ.
    pub suspects: Vec<SuspectArguments>,
}

/// Arguments for which two programs may differ: the bits of some, which are those of each element of an array.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SuspectArguments(pub Vec<(usize, u64)>);

/// How many such arguments are kept.
const SUSPECTS_MAX: usize = 8;

impl<'t> Bits<'t> {
    pub fn new(terms: &'t Terms, facts: &'t HashSet<TermId>) -> Bits<'t> {
        Bits {
            terms,
            facts,
            clauses: Cell::new(CLAUSES),
            questions: 0,
            gates: 0,
            gates_max: ALL_GATES_MAX,
            packs: false,
            lets_poison_go: true,
            exact_indices: false,
            arguments: Vec::new(),
            suspects: Vec::new(),
        }
    }

    /// Whether each term of the second list refines its partner in the first.
    pub fn refines(&mut self, first: &[TermId], second: &[TermId]) -> bool {
        if first.len() != second.len() {
            return false;
        }
        let mut open: Vec<(TermId, TermId, Around)> =
            { first.iter().zip(second) }.map(|(x, y)| (*x, *y, None)).collect();
        // A pair is compared once for each place. Loops stay alive, so that an address is that of one place.
        let (mut seen, mut places) = (HashSet::new(), Vec::new());
        while let Some((x, y, around)) = open.pop() {
            let place = around.as_ref().map(Rc::as_ptr);
            if x == y || self.lets_poison_go && self.is_poison(x) || !seen.insert((x, y, place)) {
                continue;
            }
            if seen.len() > PAIRS_MAX {
                return false;
            }
            let computes = self.terms.element(x).is_some() && (self.is_arithmetic(x) || self.is_arithmetic(y));
            if computes && self.equal(x, y, &around) {
                continue;
            }
            let Some(parts) = self.parts(x, y) else { return false };
            let inside = self.counted(x, &around);
            places.push(inside.clone());
            open.extend(parts.into_iter().map(|(x, y)| {
                let is_body = matches!(self.terms.node(x), TermShape::Closed { .. });
                (x, y, if is_body { inside.clone() } else { around.clone() })
            }));
        }
        true
    }

    /// The loops around the body of a term, if that is a loop that counts with a sign.
    fn counted(&self, term: TermId, outer: &Around) -> Around {
        let TermShape::Op(label, args) = self.terms.node(term) else {
            return outer.clone();
        };
        let &[lower, upper, step, ..] = &args[..] else {
            return outer.clone();
        };
        let body = args.last().map(|body| self.terms.node(*body));
        let counts = matches!(&*label.name, "for" | "in every iteration");
        let (true, Some(TermShape::Closed { height, .. })) = (counts, body) else {
            return outer.clone();
        };
        let variable = self.terms.kind(lower).and_then(|kind| {
            self.terms.find(&TermShape::Bound {
                height: *height,
                at: 0,
                kind: Some(kind),
            })
        });
        match variable {
            Some(variable) if !label.rest.ends_with("unsigned") => Some(Rc::new(CountedLoops {
                counted: CountedVariable {
                    variable,
                    lower,
                    upper,
                    step,
                },
                outer: outer.clone(),
            })),
            _ => outer.clone(),
        }
    }

    /// Whether an obligation holds wherever the first program is defined.
    pub fn holds(&mut self, obligation: TermId) -> bool {
        self.is_implied(obligation) || self.is_equal_to_a_fact(obligation)
    }

    /// Whether the first program promises the same of equal values.
    fn is_equal_to_a_fact(&mut self, obligation: TermId) -> bool {
        let terms = self.terms;
        let TermShape::Op(label, args) = terms.node(obligation) else {
            return false;
        };
        let alike = |fact: &&TermId| match terms.node(**fact) {
            TermShape::Op(other, others) => other == label && others.len() == args.len(),
            _ => false,
        };
        let mut facts: Vec<TermId> = self.facts.iter().filter(alike).copied().collect();
        facts.sort();
        self.lets_poison_go = false;
        let found = facts.into_iter().any(|fact| self.refines(&[fact], &[obligation]));
        self.lets_poison_go = true;
        found
    }

    fn is_implied(&mut self, obligation: TermId) -> bool {
        let terms = self.terms;
        match terms.node(obligation) {
            // It has to hold in one place: there the first program promises more.
            TermShape::Op(label, args) if is_inside(label) => {
                let Some((last, outer)) = args.split_last() else {
                    return false;
                };
                let TermShape::Closed { height, gives } = terms.node(*last) else {
                    return false;
                };
                let Some((goal, rest)) = gives.split_last() else {
                    return false;
                };
                let promise = |fact: &TermId| match terms.node(*fact) {
                    TermShape::Op(other, args) if other == label => match args.split_last() {
                        Some((last, same)) if same == outer => match terms.node(*last) {
                            TermShape::Closed { height: h, gives } if h == height => match gives.split_last() {
                                Some((fact, same)) if same == rest => Some(*fact),
                                _ => None,
                            },
                            _ => None,
                        },
                        _ => None,
                    },
                    _ => None,
                };
                let local: Vec<TermId> = self.facts.iter().filter_map(promise).collect();
                local.contains(goal) || self.implied(&local, *goal)
            }
            _ => self.implied(&[], obligation),
        }
    }

    fn is_poison(&self, term: TermId) -> bool {
        matches!(self.terms.node(term), TermShape::Op(label, _) if &*label.name == "ub.poison")
    }

    /// The operands of two operations that are equal if those are.
    fn parts(&self, x: TermId, y: TermId) -> Option<Vec<(TermId, TermId)>> {
        let zip = |x: &[TermId], y: &[TermId]| {
            let same = x.len() == y.len();
            same.then(|| x.iter().copied().zip(y.iter().copied()).collect())
        };
        match (self.terms.node(x), self.terms.node(y)) {
            (TermShape::Op(label, x), TermShape::Op(other, y)) if label == other => zip(x, y),
            (TermShape::Result(x, at), TermShape::Result(y, other)) if at == other => Some(vec![(*x, *y)]),
            (
                TermShape::Closed { height, gives },
                TermShape::Closed {
                    height: other,
                    gives: y,
                },
            ) if height == other => zip(gives, y),
            (TermShape::Op(label, lanes), _) if &*label.name == "vector" => {
                zip(lanes, &self.lanes(y, label, lanes.len())?)
            }
            (_, TermShape::Op(label, lanes)) if &*label.name == "vector" => {
                zip(&self.lanes(x, label, lanes.len())?, lanes)
            }
            _ => None,
        }
    }

    /// The lanes of a vector as a whole, if the programs look into it.
    fn lanes(&self, vector: TermId, label: &TermLabel, count: usize) -> Option<Vec<TermId>> {
        let lane = |at| TermShape::Op(TermLabel::new("lane", format!("{at} of {}", label.rest)), vec![vector]);
        (0..count).map(|at| self.terms.find(&lane(at))).collect()
    }

    /// Whether bits say more of a term than its operands do.
    fn is_arithmetic(&self, term: TermId) -> bool {
        match self.terms.node(term) {
            TermShape::Integer { .. } | TermShape::Sum { .. } => true,
            TermShape::Op(label, _) => {
                let name = &*label.name;
                name.starts_with("arith.")
                    || name.starts_with("cmpi:")
                    || name.starts_with("math.")
                    || matches!(name, "floordiv" | "piece" | "joined")
            }
            _ => false,
        }
    }

    fn equal(&mut self, x: TermId, y: TermId, around: &Around) -> bool {
        let (Some(kind), Some(other)) = (self.terms.element(x), self.terms.element(y)) else {
            return false;
        };
        // Elements may be equal of arrays that are not.
        if kind != other || self.terms.array(x) != self.terms.array(y) {
            return false;
        }
        self.ask(
            &|one: &mut BitsQuestion<'_>| {
                let left = one.word(x, kind, true, 0)?;
                let right = one.word(y, kind, false, 0)?;
                let number = one.kind(kind);
                let same = one.circuit.same(number, &left, &right);
                let allowed = one.is_one_of_two_zeros(x, kind, &right)?;
                Some(one.circuit.or(same, allowed))
            },
            &[],
            around,
        )
    }

    fn implied(&mut self, local: &[TermId], goal: TermId) -> bool {
        self.ask(
            &|one: &mut BitsQuestion<'_>| one.condition(goal, false, 0),
            local,
            &None,
        )
    }

    fn ask(&mut self, goal: &dyn Fn(&mut BitsQuestion<'_>) -> Option<Bit>, local: &[TermId], around: &Around) -> bool {
        self.questions += 1;
        if self.questions > QUESTIONS_MAX || self.gates > self.gates_max {
            return false;
        }
        for index in [64, 32] {
            let mut question = BitsQuestion {
                terms: self.terms,
                circuit: Circuit::new(),
                index,
                uses_index: false,
                exact_indices: self.exact_indices,
                words: HashMap::new(),
                first: HashSet::new(),
                second: HashSet::new(),
                packs: false,
            };
            let mut next = around;
            while let Some(loops) = next {
                if let Some(bit) = question.within(loops.counted) {
                    question.circuit.assume(bit);
                }
                next = &loops.outer;
            }
            let mut facts: Vec<TermId> = local.iter().chain(self.facts).copied().collect();
            facts.sort();
            for fact in facts {
                if question.circuit.len() > GATES_MAX / 2 {
                    break;
                }
                // What has no bits is no help; leaves of facts are those of the first program.
                if let Some(bit) = question.condition(fact, true, 0) {
                    question.circuit.assume(bit);
                }
            }
            let Some(wanted) = goal(&mut question) else {
                return false;
            };
            self.packs |= question.packs;
            self.gates += question.circuit.len();
            if question.circuit.len() > GATES_MAX || question.may_be_poison() {
                return false;
            }
            if !question.circuit.always(wanted, &self.clauses) {
                let suspect = question.counterexample(&self.arguments);
                if self.suspects.len() < SUSPECTS_MAX && !self.suspects.contains(&suspect) {
                    self.suspects.push(suspect);
                }
                return false;
            }
            if !question.uses_index {
                break;
            }
        }
        true
    }
}

/// Whether an obligation is one inside a region, the last of what that gives.
fn is_inside(label: &TermLabel) -> bool {
    let name = &*label.name;
    let everywhere = matches!(name, "in every iteration" | "in every turn" | "in block");
    everywhere || name.starts_with("in 0 of ") || name.starts_with("in 1 of ")
}

struct BitsQuestion<'t> {
    terms: &'t Terms,
    circuit: Circuit,
    /// Bits of an `index`.
    index: u32,
    uses_index: bool,
    exact_indices: bool,
    words: HashMap<(TermId, bool), CircuitWord>,
    /// Leaves by program.
    first: HashSet<TermId>,
    second: HashSet<TermId>,
    packs: bool,
}

impl BitsQuestion<'_> {
    fn kind(&mut self, scalar: Scalar) -> NumberKind {
        match scalar {
            Scalar::Index => {
                self.uses_index = true;
                NumberKind::Int(self.index)
            }
            Scalar::Int(width) => NumberKind::Int(width),
            Scalar::Float(kind) => NumberKind::Float(kind),
        }
    }

    /// That the variable of a loop is within its bounds, and a whole number of steps from the first.
    fn within(&mut self, counted: CountedVariable) -> Option<Bit> {
        let scalar = self.terms.kind(counted.variable)?;
        let mut word = |term: TermId| self.word(term, scalar, true, 0);
        let (at, lower, upper) = (word(counted.variable)?, word(counted.lower)?, word(counted.upper)?);
        let low = self.circuit.less_signed(&at, &lower) ^ 1;
        let high = self.circuit.less_signed(&at, &upper);
        let mut all = self.circuit.and(low, high);
        let step = self
            .terms
            .as_integer(counted.step)
            .and_then(|step| u64::try_from(step).ok());
        if let Some(step) = step.filter(|step| step.is_power_of_two()) {
            let distance = self.circuit.subtract(&at, &lower);
            for bit in &distance[..(step.trailing_zeros() as usize).min(distance.len())] {
                all = self.circuit.and(all, bit ^ 1);
            }
        }
        Some(all)
    }

    /// What the leaves are in the counterexample, as far as they are of arguments. A run decides whether that is one.
    fn counterexample(&self, arguments: &[Option<Scalar>]) -> SuspectArguments {
        let (mut found, mut others) = (Vec::new(), Vec::<(Scalar, u64)>::new());
        let mut leaves: Vec<&TermId> = self.first.iter().chain(&self.second).collect();
        leaves.sort();
        for leaf in leaves {
            let word = [true, false].iter().find_map(|side| self.words.get(&(*leaf, *side)));
            let number = word.and_then(|word| self.circuit.in_counterexample(word));
            // Whole arrays are leaves where something is said about all of them.
            let is_whole = self.terms.kind(*leaf).is_none();
            match (number, self.terms.argument_of(*leaf), self.terms.element(*leaf)) {
                (Some(number), Some(argument), _) => found.push((argument, is_whole, number)),
                (Some(number), None, Some(kind)) => others.push((kind, number)),
                _ => {}
            }
        }
        // What is passed to a region may be an element of any array.
        let exact = |at: usize| found.iter().find(|(known, is_whole, _)| *known == at && !is_whole);
        let passed = |of: &Option<Scalar>| others.iter().find(|(kind, _)| Some(*kind) == *of);
        let whole = |at: usize| found.iter().find(|(known, ..)| *known == at);
        let chosen = arguments.iter().enumerate().filter_map(|(at, kind)| {
            let exact = exact(at).map(|(.., number)| *number);
            let passed = exact.or_else(|| passed(kind).map(|(_, number)| *number));
            Some((at, passed.or_else(|| whole(at).map(|(.., number)| *number))?))
        });
        SuspectArguments(chosen.collect())
    }

    /// Whether the second program has a leaf that might be poison where the first has none.
    fn may_be_poison(&self) -> bool {
        self.second.iter().any(|leaf| match self.terms.node(*leaf) {
            TermShape::Argument(_) => false,
            TermShape::Op(label, args) if &*label.name == "lane" => {
                !matches!(self.terms.node(args[0]), TermShape::Argument(_)) && !self.first.contains(leaf)
            }
            TermShape::Op(label, _) if &*label.name == "ub.poison" => true,
            _ => !self.first.contains(leaf),
        })
    }

    /// The bits of a term.
    fn word(&mut self, term: TermId, scalar: Scalar, is_first: bool, depth: usize) -> Option<CircuitWord> {
        // Both programs have one word for a leaf; the word says which of them has it.
        if let Some(word) = self.words.get(&(term, is_first)) {
            return Some(word.clone());
        }
        let word = match self.opened(term, scalar, is_first, depth) {
            Some(word) => word,
            None => self.leaf(term, scalar, is_first),
        };
        let kind = self.kind(scalar);
        (word.len() == kind.width()).then_some(())?;
        self.words.insert((term, is_first), word.clone());
        Some(word)
    }

    /// The smaller of two zeros is either of them: the second program may give the other one.
    fn is_one_of_two_zeros(&mut self, first: TermId, scalar: Scalar, given: &[Bit]) -> Option<Bit> {
        let terms = self.terms;
        match terms.node(first) {
            TermShape::Op(label, args) if matches!(&*label.name, "arith.minnumf" | "arith.maxnumf") => {
                let &[x, y] = &args[..] else { return Some(FALSE) };
                let (x, y) = (self.word(x, scalar, true, 1)?, self.word(y, scalar, true, 1)?);
                let (both, given) = (self.circuit.are_zero(&x, &y), self.circuit.are_zero(given, given));
                Some(self.circuit.and(both, given))
            }
            _ => Some(FALSE),
        }
    }

    fn leaf(&mut self, term: TermId, scalar: Scalar, is_first: bool) -> CircuitWord {
        if is_first { &mut self.first } else { &mut self.second }.insert(term);
        let kind = self.kind(scalar);
        // A term may be a leaf on one side and taken apart on the other only if it is too deep there: both are right.
        match self.words.get(&(term, !is_first)) {
            Some(word) => word.clone(),
            None => self.circuit.free(kind.width()),
        }
    }

    /// The bits of a term that is taken apart; `None` for a leaf.
    fn opened(&mut self, term: TermId, scalar: Scalar, is_first: bool, depth: usize) -> Option<CircuitWord> {
        let terms = self.terms;
        let kind = self.kind(scalar);
        if depth > DEPTH_MAX || self.circuit.len() > GATES_MAX {
            return None;
        }
        match terms.node(term) {
            TermShape::Integer { value, .. } => Some(Circuit::constant(*value as u64, kind.width())),
            TermShape::Sum { parts, .. } => {
                if self.exact_indices && scalar == Scalar::Index {
                    self.assume_exact(parts, is_first, depth);
                }
                let mut sum = Circuit::constant(0, kind.width());
                for (by, factors) in parts {
                    // What is taken away is a shorter circuit than what is added to all other bits.
                    let mut product = Circuit::constant(by.unsigned_abs() as u64, kind.width());
                    for factor in factors {
                        let word = self.word(*factor, scalar, is_first, depth + 1)?;
                        product = match self.circuit.multiply(&product, &word) {
                            Some(product) => product,
                            None => self
                                .circuit
                                .apply("product", true, vec![(kind, product), (kind, word)], kind),
                        };
                    }
                    sum = match by {
                        0.. => self.circuit.add(&sum, &product, FALSE),
                        _ => self.circuit.subtract(&sum, &product),
                    };
                }
                Some(sum)
            }
            TermShape::Op(label, _) if &*label.name == "arith.constant" => {
                Some(Circuit::constant(terms.constant_bits(term)?, kind.width()))
            }
            // The same in every element.
            TermShape::Op(label, items) if matches!(&*label.name, "vector" | "vector.broadcast") => {
                let (first, rest) = items.split_first()?;
                let is_one = rest.iter().all(|item| item == first) && terms.kind(*first) == Some(scalar);
                is_one.then(|| self.word(*first, scalar, is_first, depth + 1))?
            }
            TermShape::Op(label, args) => self.operation(label, args, scalar, is_first, depth),
            _ => None,
        }
    }

    /// That a sum of multiples is what it is in more bits.
    fn assume_exact(&mut self, parts: &[(i128, Vec<TermId>)], is_first: bool, depth: usize) {
        const MORE: usize = 24;
        const MULTIPLE_MAX: i128 = 1 << 16;
        let (narrow, wide) = (self.index as usize, self.index as usize + MORE);
        let mut sum = Circuit::constant(0, wide);
        for (by, factors) in parts {
            let mut product: CircuitWord = match factors[..] {
                [] => {
                    let mut word = Circuit::constant(*by as u64, narrow.min(64));
                    let sign = if *by < 0 { TRUE } else { FALSE };
                    word.resize(wide, sign);
                    sum = self.circuit.add(&sum, &word, FALSE);
                    continue;
                }
                [factor] if by.abs() <= MULTIPLE_MAX => {
                    let Some(word) = self.word(factor, Scalar::Index, is_first, depth + 1) else {
                        return;
                    };
                    word
                }
                _ => return,
            };
            let Some(sign) = product.last().copied() else { return };
            product.resize(wide, sign);
            let multiple = Circuit::constant(by.unsigned_abs() as u64, wide);
            let Some(product) = self.circuit.multiply(&product, &multiple) else {
                return;
            };
            sum = match by {
                0.. => self.circuit.add(&sum, &product, FALSE),
                _ => self.circuit.subtract(&sum, &product),
            };
        }
        for at in narrow..wide {
            let same = self.circuit.xor(sum[at], sum[narrow - 1]) ^ 1;
            self.circuit.assume(same);
        }
    }

    fn args(&mut self, args: &[TermId], is_first: bool, depth: usize) -> Option<Vec<(NumberKind, CircuitWord)>> {
        let mut all = Vec::new();
        for arg in args {
            let scalar = self.terms.element(*arg)?;
            let word = self.word(*arg, scalar, is_first, depth + 1)?;
            all.push((self.kind(scalar), word));
        }
        Some(all)
    }

    fn operation(
        &mut self,
        label: &TermLabel,
        args: &[TermId],
        scalar: Scalar,
        is_first: bool,
        depth: usize,
    ) -> Option<CircuitWord> {
        let name = &*label.name;
        let kind = self.kind(scalar);
        if let Some(predicate) = name.strip_prefix("cmpi:") {
            return self.compared(predicate, args, is_first, depth).map(|bit| vec![bit]);
        }
        if name == "floordiv" {
            let [(_, x), (_, y)] = &self.args(args, is_first, depth)?[..] else {
                return None;
            };
            let by = Circuit::as_constant(y).filter(|by| by.is_power_of_two())?;
            let distance = Circuit::constant(u64::from(by.trailing_zeros()), x.len());
            let sign = *x.last()?;
            return Some(self.circuit.shift(x, &distance, false, sign));
        }
        if name == "piece" || name == "joined" {
            return self.packed(label, args, kind, is_first, depth);
        }
        let is_known = matches!(name.split_once('.'), Some(("arith" | "math", _)))
            && ops::info(name).is_pure()
            && !name.ends_with("_extended");
        if !is_known {
            return None;
        }
        let words = self.args(args, is_first, depth)?;
        let properties = properties(label)?;
        if let Some(word) = self.divided(name, &words) {
            return Some(word);
        }
        let terms = self.terms;
        let is_leaf = |at: usize| terms.has_its_bits(args[at]);
        operation(&mut self.circuit, name, &properties, &words, kind, &is_leaf)
    }

    /// Some of the bits of a wider number, or several narrower ones one after the other.
    fn packed(
        &mut self,
        label: &TermLabel,
        args: &[TermId],
        kind: NumberKind,
        is_first: bool,
        depth: usize,
    ) -> Option<CircuitWord> {
        let words = self.args(args, is_first, depth)?;
        // Which NaN an operation gave is not fixed.
        if !matches!(kind, NumberKind::Int(_)) || words.iter().any(|(kind, _)| !matches!(kind, NumberKind::Int(_))) {
            return None;
        }
        self.packs = true;
        match label.rest.split_once(" of ") {
            Some((at, _)) => {
                let from = at.parse::<usize>().ok()? * kind.width();
                words.first()?.1.get(from..from + kind.width()).map(<[Bit]>::to_vec)
            }
            None => Some(words.into_iter().flat_map(|(_, word)| word).collect()),
        }
    }

    /// A quotient or remainder by a power of two, without sign.
    fn divided(&mut self, name: &str, words: &[(NumberKind, CircuitWord)]) -> Option<CircuitWord> {
        let [(NumberKind::Int(_), x), (_, y)] = words else {
            return None;
        };
        let by = Circuit::as_constant(y).filter(|by| by.is_power_of_two())?;
        let shift = by.trailing_zeros() as usize;
        match name {
            "arith.divui" => {
                let distance = Circuit::constant(shift as u64, x.len());
                // The width itself may not fit into the word.
                (shift < x.len()).then(|| self.circuit.shift(x, &distance, false, FALSE))
            }
            "arith.remui" => Some((0..x.len()).map(|at| if at < shift { x[at] } else { FALSE }).collect()),
            // One bit more keeps what is added from wrapping.
            "arith.ceildivui" | "arith.ceildivsi" if shift + 1 < x.len() => {
                let fill = if name == "arith.ceildivsi" { *x.last()? } else { FALSE };
                let wide: CircuitWord = x.iter().copied().chain([fill]).collect();
                let up = self.circuit.add(&wide, &Circuit::constant(by - 1, wide.len()), FALSE);
                let distance = Circuit::constant(shift as u64, wide.len());
                let sign = if name == "arith.ceildivsi" { *up.last()? } else { FALSE };
                Some(self.circuit.shift(&up, &distance, false, sign)[..x.len()].to_vec())
            }
            "arith.remsi" if shift + 1 < x.len() => {
                let quotient = self.divided("arith.divsi", words)?;
                let distance = Circuit::constant(shift as u64, x.len());
                let product = self.circuit.shift(&quotient, &distance, true, FALSE);
                Some(self.circuit.subtract(x, &product))
            }
            "arith.floordivsi" if shift + 1 < x.len() => {
                let distance = Circuit::constant(shift as u64, x.len());
                let sign = *x.last()?;
                Some(self.circuit.shift(x, &distance, false, sign))
            }
            // Rounded towards zero: a negative number is made larger by the divisor less one first.
            "arith.divsi" if shift + 1 < x.len() => {
                let sign = *x.last()?;
                let below = Circuit::constant(by - 1, x.len());
                let nothing = Circuit::constant(0, x.len());
                let more = self.circuit.select(sign, &below, &nothing);
                let sum = self.circuit.add(x, &more, FALSE);
                let sign = *sum.last()?;
                let distance = Circuit::constant(shift as u64, x.len());
                Some(self.circuit.shift(&sum, &distance, false, sign))
            }
            _ => None,
        }
    }

    fn compared(&mut self, predicate: &str, args: &[TermId], is_first: bool, depth: usize) -> Option<Bit> {
        let &[x, y] = args else { return None };
        let scalar = self.terms.element(x).or_else(|| self.terms.element(y))?;
        let x = self.word(x, scalar, is_first, depth + 1)?;
        let y = self.word(y, scalar, is_first, depth + 1)?;
        let c = &mut self.circuit;
        Some(match predicate {
            "eq" => c.equal(&x, &y),
            "ne" => c.equal(&x, &y) ^ 1,
            "slt" => c.less_signed(&x, &y),
            "sle" => c.less_signed(&y, &x) ^ 1,
            "ult" => c.less(&x, &y),
            "ule" => c.less(&y, &x) ^ 1,
            _ => return None,
        })
    }

    /// What an obligation says, as a bit.
    fn condition(&mut self, obligation: TermId, is_first: bool, depth: usize) -> Option<Bit> {
        let TermShape::Op(label, args) = self.terms.node(obligation) else {
            return None;
        };
        if depth > DEPTH_MAX {
            return None;
        }
        let name = &*label.name;
        if name == "where" {
            let &[condition, inner] = &args[..] else { return None };
            let holds = match &*label.rest {
                "it holds" => true,
                "it does not" => false,
                _ => return None,
            };
            // Where a branch is not known bit by bit, what is inside must hold everywhere, and is no fact anywhere.
            let condition = match self.terms.element(condition) {
                Some(Scalar::Int(1)) => *self.word(condition, Scalar::Int(1), is_first, depth + 1)?.first()?,
                _ if is_first => return None,
                _ => TRUE ^ u32::from(!holds),
            };
            let inner = self.condition(inner, is_first, depth + 1)?;
            let off = if holds { condition ^ 1 } else { condition };
            return Some(self.circuit.or(off, inner));
        }
        if name == "positive" {
            let &[number] = &args[..] else { return None };
            let word = self.word(number, Scalar::Index, is_first, depth + 1)?;
            let zero = Circuit::constant(0, word.len());
            return Some(self.circuit.less_signed(&zero, &word));
        }
        if let Some(name) = name.strip_prefix("defined: ") {
            let words = self.args(args, is_first, depth)?;
            return self.defined(name, &words);
        }
        let name = name.strip_prefix("flag of ")?;
        let words = self.args(args, is_first, depth)?;
        self.kept(name, &label.rest, &words)
    }

    /// Where an operation is defined.
    fn defined(&mut self, name: &str, words: &[(NumberKind, CircuitWord)]) -> Option<Bit> {
        if let ("nonzero", [(_, x)]) = (name, words) {
            let zero = Circuit::constant(0, x.len());
            return Some(self.circuit.equal(x, &zero) ^ 1);
        }
        let [(NumberKind::Int(width), x), (_, y)] = words else {
            return None;
        };
        let zero = Circuit::constant(0, x.len());
        Some(match name {
            "arith.shli" | "arith.shrsi" | "arith.shrui" => {
                let width = Circuit::constant(u64::from(*width), x.len());
                // An `i1` is shifted by 0 only, and its width is no `i1`.
                match x.len() {
                    1 => y[0] ^ 1,
                    // Every number that fits is less than the width of the word, or it is a power of two.
                    _ => self.circuit.less(y, &width),
                }
            }
            "arith.divui" | "arith.remui" | "arith.ceildivui" => self.circuit.equal(y, &zero) ^ 1,
            "arith.divsi" | "arith.remsi" | "arith.ceildivsi" | "arith.floordivsi" => {
                let is_zero = self.circuit.equal(y, &zero);
                let least: CircuitWord = (0..x.len())
                    .map(|at| if at + 1 == x.len() { TRUE } else { FALSE })
                    .collect();
                let ones = vec![TRUE; x.len()];
                let (low, minus) = (self.circuit.equal(x, &least), self.circuit.equal(y, &ones));
                let overflows = self.circuit.and(low, minus);
                self.circuit.and(is_zero ^ 1, overflows ^ 1)
            }
            _ => return None,
        })
    }

    /// Where an operation keeps a promise.
    fn kept(&mut self, name: &str, flag: &str, words: &[(NumberKind, CircuitWord)]) -> Option<Bit> {
        let [(NumberKind::Int(_), x), (_, y)] = words else {
            return None;
        };
        let is = |one: Flags| flag == format!("{one:?}");
        let longer = |word: &CircuitWord, fill: Bit, by: usize| -> CircuitWord {
            word.iter().copied().chain(std::iter::repeat_n(fill, by)).collect()
        };
        let (signed, unsigned) = (is(Flags::NSW), is(Flags::NUW));
        if is(Flags::EXACT) && matches!(name, "arith.shrsi" | "arith.shrui") {
            let down = self.circuit.shift(x, y, false, FALSE);
            let again = self.circuit.shift(&down, y, true, FALSE);
            return Some(self.circuit.equal(&again, x));
        }
        if is(Flags::DISJOINT) && name == "arith.ori" {
            let both = self.circuit.bitwise(x, y, Circuit::and);
            let zero = Circuit::constant(0, x.len());
            return Some(self.circuit.equal(&both, &zero));
        }
        if !signed && !unsigned {
            return None;
        }
        let fill = |word: &CircuitWord| {
            if signed {
                word.last().copied().unwrap_or(FALSE)
            } else {
                FALSE
            }
        };
        let (left, right) = (longer(x, fill(x), 1), longer(y, fill(y), 1));
        let wide = match name {
            "arith.addi" => self.circuit.add(&left, &right, FALSE),
            "arith.subi" => self.circuit.subtract(&left, &right),
            "arith.muli" => {
                let by = x.len();
                let (left, right) = (longer(x, fill(x), by), longer(y, fill(y), by));
                self.circuit.multiply(&left, &right)?
            }
            _ => return None,
        };
        // The result as it is, extended, is the exact one.
        let narrow: CircuitWord = wide[..x.len()].to_vec();
        let again = longer(&narrow, fill(&narrow), wide.len() - x.len());
        Some(self.circuit.equal(&again, &wide))
    }
}

/// The properties of an operation, as far as they count; `None` where it has others.
fn properties(label: &TermLabel) -> Option<Attrs> {
    let mut attrs = Attrs::default();
    let counted = match &*label.name {
        "arith.cmpf" | "arith.cmpi" => Some("predicate"),
        "arith.truncf" => Some("roundingmode"),
        _ => None,
    };
    let text = counted.and_then(|name| label.rest.strip_prefix(name)?.strip_prefix(" = "));
    if let (Some(name), Some(text)) = (counted, text) {
        let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
        attrs.set(name, Attr::i64(digits.parse().ok()?));
        return (!text.contains(" = ")).then_some(attrs);
    }
    (!label.rest.contains(" = ")).then_some(attrs)
}

/// The kinds of terms.
impl Terms {
    /// The bits of a constant, or of each element of it.
    fn constant_bits(&self, term: TermId) -> Option<u64> {
        match self.constants.get(&term).or_else(|| self.splats.get(&term))? {
            Attr::Float { bits, .. } => Some(*bits),
            Attr::Int { value, .. } => Some(*value as u64),
            Attr::Bool(value) => Some(u64::from(*value)),
            _ => None,
        }
    }

    /// The argument that a leaf is, or an element of.
    fn argument_of(&self, leaf: TermId) -> Option<usize> {
        let kind = self.element(leaf);
        match self.node(leaf) {
            TermShape::Argument(at) => Some(*at),
            TermShape::Op(_, args) => args.iter().find_map(|arg| match self.node(*arg) {
                TermShape::Argument(at) if self.element(*arg).is_none_or(|of| Some(of) == kind) => Some(*at),
                _ => None,
            }),
            _ => None,
        }
    }

    /// Whether the bits of a value are fixed where it is a NaN: no arithmetic gave it.
    fn has_its_bits(&self, term: TermId) -> bool {
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            // What is not taken apart has the same bits in both programs: the first may choose those of the second.
            let TermShape::Op(label, args) = self.node(term) else {
                continue;
            };
            match &*label.name {
                "arith.constant" => {}
                // From a number that is no float, it is these bits.
                "arith.bitcast" => {
                    open.extend(
                        args.iter()
                            .filter(|arg| matches!(self.element(**arg), Some(Scalar::Float(_)))),
                    );
                }
                "arith.select" => open.extend(&args[1..]),
                "vector" | "lane" => open.extend(args),
                name if name.contains('.') => return false,
                _ => {}
            }
        }
        true
    }

    /// What a scalar is, or an element of a vector or tensor, where that is known.
    fn element(&self, term: TermId) -> Option<Scalar> {
        self.kind(term).or_else(|| Scalar::of(self.array(term)?.elem()))
    }

    /// The type of a vector or tensor, where that is known.
    fn array(&self, term: TermId) -> Option<&Type> {
        let of = |term: TermId| self.arrays.get(&term);
        of(term).or_else(|| match self.node(term) {
            TermShape::Op(label, args) if &*label.name == "arith.select" => of(*args.get(1)?),
            _ => None,
        })
    }

    /// What a scalar is, where that is known.
    pub fn kind(&self, term: TermId) -> Option<Scalar> {
        match self.node(term) {
            TermShape::Integer { width, .. } | TermShape::Sum { width, .. } => Some(match *width {
                INDEX => Scalar::Index,
                width => Scalar::Int(width),
            }),
            TermShape::Bound { kind, .. } => *kind,
            TermShape::Op(label, _) if label.name.starts_with("cmpi:") => Some(Scalar::Int(1)),
            TermShape::Op(label, _) if &*label.name == "floordiv" || &*label.name == "dim" => Some(Scalar::Index),
            TermShape::Op(label, args) if &*label.name == "arith.select" && label.rest.is_empty() => self
                .kinds
                .get(&term)
                .copied()
                .or_else(|| self.kinds.get(&args[1]).copied()),
            TermShape::Op(label, _) => {
                let rest = &*label.rest;
                let by_label = match rest.rsplit_once('>') {
                    Some((_, to)) => Scalar::parse(to),
                    None => rest
                        .strip_suffix(':')
                        .and_then(|rest| Scalar::parse(rest.rsplit_once(':')?.1)),
                };
                match label.name.split_once('.') {
                    Some(("arith" | "math", _)) => by_label.or_else(|| self.kinds.get(&term).copied()),
                    _ => self.kinds.get(&term).copied(),
                }
            }
            _ => self.kinds.get(&term).copied(),
        }
    }

    /// Says what a scalar is.
    pub fn know(&mut self, term: TermId, ty: &polyvet_ir::Type) {
        if let Some(kind) = Scalar::of(ty) {
            self.kinds.insert(term, kind);
            return;
        }
        // What holds for an element says nothing where there is none.
        let has_elements = match ty {
            Type::Vector { .. } => true,
            Type::Tensor { shape, .. } => shape.iter().all(|dim| matches!(dim, Dim::Static(1..))),
            _ => false,
        };
        if has_elements {
            self.arrays.insert(term, ty.clone());
        }
    }
}
