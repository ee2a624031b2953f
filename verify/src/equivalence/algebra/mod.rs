//! Equal by algebra: `(a + b) - b` is `a`, `3 > a` is `a < 3`, `a ^ b ^ b` is `a`, whatever `a` and `b` are.
//!
//! Two values are taken apart into operations whose meaning is known bit by bit, down to *leaves*: elements at entry,
//! arguments, indices, and operations of other kinds. Leaves of both programs that must be equal share a word of free
//! bits; that they are equal is required like that of any operand ([`Needs`]). If the results are then the same for all
//! values of the leaves ([`circuit`]), so are the two values.
//!
//! # Why the induction holds
//! At least one of the two values is taken apart. Its leaves are computed before it, those of the other at the same
//! time or before. So each pair that is required has one value that is earlier and none that is later, as in
//! [`super::check`].
//!
//! # What is left undefined
//! A shift by too many bits has some fixed value here: where the second program does that, an obligation of its own
//! says so. Operations with flags are leaves, unless they are those of the first program, which may break them. A leaf
//! of the second program without a counterpart must be defined whatever happens: an argument, an index, or an element
//! at entry.
//!
//! An `index` has 64 bits or 32: what holds for one of them only is not taken.

pub(crate) mod circuit;
mod rounding;

use super::alike;
use super::check::{Needs, Programs};
use super::graph::{OperandPiece, ValueGraph, VertexId, VertexOrigin};
use super::normal::Flagged;
use crate::certificate::{Apart, ApartTree};
use circuit::{Bit, Circuit, CircuitWord, FALSE, NumberKind, TRUE};
use polyvet_analysis::PayloadKind;
use polyvet_ir::{Attr, Attrs, Flags, FloatKind, Type};
use polyvet_ir::{ValueId, ops};
use polyvet_poly::{DimKind, Map, Result, Set};
use rounding::Rounding;
use std::cell::Cell;

/// How many operations a value is taken apart into, and how deep.
const OPERATIONS_MAX: usize = 48;
const DEPTH_MAX: usize = 16;
/// Gates of a circuit.
const GATES_MAX: usize = 60_000;
/// What a question to the SAT solver counts as, in isl operations: they take 0.4 us (budgets are 20 s), a gate about 1
/// us until it is a clause, a learnt clause 0.3 ms.
const OPERATIONS_A_GATE: u64 = 3;
const OPERATIONS_A_CLAUSE: u64 = 800;

/// One of two values: where it comes from, for which instances or elements.
pub(super) struct ComparedValue<'p> {
    pub graph: &'p ValueGraph<'p>,
    pub origin: VertexOrigin,
    /// In the space of instances of the vertex, or of elements.
    pub at: Set,
    pub flagged: Flagged,
}

/// What two values are taken apart into.
struct ValueLeaf {
    /// By instance of the value.
    pieces: Vec<OperandPiece>,
    kind: NumberKind,
    word: CircuitWord,
}

/// What must be related for `pairs` of two values to be equal by algebra; `None` if they are not seen to be.
/// `clauses` are those that may still be learnt.
pub(super) fn equal(
    programs: &Programs<'_>,
    x: &ComparedValue<'_>,
    y: &ComparedValue<'_>,
    pairs: &Map,
    clauses: &Cell<u64>,
) -> Result<Option<(Needs, Apart)>> {
    let Some(ty) = ty(x).or_else(|| ty(y)).cloned() else {
        return Ok(None);
    };
    if ty_differs(x, y) {
        return Ok(None);
    }
    let mut all = None;
    for index in [64, 32] {
        let mut building = Building {
            programs,
            pairs,
            circuit: Circuit::new(),
            clauses,
            index,
            uses_index: false,
            operations: 0,
            leaves: Vec::new(),
            needs: Vec::new(),
            undefined: false,
        };
        let Some(found) = building.equal(x, y, &ty)? else {
            return Ok(None);
        };
        all = Some(found);
        if !building.uses_index {
            break;
        }
    }
    Ok(all)
}

fn ty<'p>(value: &ComparedValue<'p>) -> Option<&'p Type> {
    match value.origin {
        VertexOrigin::Vertex(vertex) => Some(&value.graph.node(vertex).ty),
        VertexOrigin::Entry | VertexOrigin::Nothing => None,
    }
}

fn ty_differs(x: &ComparedValue<'_>, y: &ComparedValue<'_>) -> bool {
    matches!((ty(x), ty(y)), (Some(x), Some(y)) if x != y)
}

/// Which of the two values is taken apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TakenApart {
    First,
    Second,
}

struct Building<'b> {
    programs: &'b Programs<'b>,
    pairs: &'b Map,
    circuit: Circuit,
    /// How many may still be learnt.
    clauses: &'b Cell<u64>,
    /// Bits of an `index`.
    index: u32,
    uses_index: bool,
    operations: usize,
    /// Of the first value.
    leaves: Vec<ValueLeaf>,
    needs: Needs,
    /// A leaf of the second value may be poison where the first value is not.
    undefined: bool,
}

impl ComparedValue<'_> {
    /// Whether there is an operation to take apart.
    fn is_operation(&self) -> bool {
        let VertexOrigin::Vertex(vertex) = self.origin else {
            return false;
        };
        match &self.graph.node(vertex).kind {
            PayloadKind::Op { name, properties, .. } => is_plain(properties, self.flagged) && is_known(name),
            _ => false,
        }
    }
}

impl Building<'_> {
    fn equal(&mut self, x: &ComparedValue<'_>, y: &ComparedValue<'_>, ty: &Type) -> Result<Option<(Needs, Apart)>> {
        // To find the leaf of the other program that is like one here is what costs, as for events, which depend on all
        // before them.
        if !x.is_operation() && !y.is_operation() {
            return Ok(None);
        }
        let Some(kind) = self.kind(ty) else { return Ok(None) };
        let Some((left, before)) = self.root(x, kind, TakenApart::First)? else {
            return Ok(None);
        };
        let taken_apart = self.operations > 0;
        let Some((right, after)) = self.root(y, kind, TakenApart::Second)? else {
            return Ok(None);
        };
        if !taken_apart && self.operations == 0 || self.undefined {
            return Ok(None);
        }
        let wanted = self.circuit.same(kind, &left, &right);
        if self.circuit.len() > GATES_MAX || !self.holds(wanted) {
            return Ok(None);
        }
        Ok(Some((std::mem::take(&mut self.needs), Apart { before, after })))
    }

    /// [`Circuit::always`], within the budget and at its cost.
    fn holds(&mut self, wanted: Bit) -> bool {
        let ctx = self.pairs.ctx();
        let all = self.clauses.get();
        let affordable = Cell::new(all.min(ctx.left() / OPERATIONS_A_CLAUSE));
        let before = affordable.get();
        let holds = self.circuit.always(wanted, &affordable);
        let learnt = before - affordable.get();
        self.clauses.set(all - learnt);
        ctx.charge(self.circuit.len() as u64 * OPERATIONS_A_GATE + learnt * OPERATIONS_A_CLAUSE);
        holds
    }

    fn kind(&mut self, ty: &Type) -> Option<NumberKind> {
        match ty {
            Type::Integer { width, .. } if *width <= 64 => Some(NumberKind::Int(*width)),
            Type::Index => {
                self.uses_index = true;
                Some(NumberKind::Int(self.index))
            }
            Type::Float(kind) => Some(NumberKind::Float(*kind)),
            _ => None,
        }
    }

    fn root(
        &mut self,
        value: &ComparedValue<'_>,
        kind: NumberKind,
        side: TakenApart,
    ) -> Result<Option<(CircuitWord, ApartTree)>> {
        let piece = OperandPiece {
            origin: value.origin,
            map: value.at.clone().identity()?,
        };
        self.word(value, &[piece], kind, side, 0)
    }

    /// The bits of a value that comes from `pieces`, by instance of the root.
    fn word(
        &mut self,
        value: &ComparedValue<'_>,
        pieces: &[OperandPiece],
        kind: NumberKind,
        side: TakenApart,
        depth: usize,
    ) -> Result<Option<(CircuitWord, ApartTree)>> {
        if let [piece] = pieces
            && let VertexOrigin::Vertex(vertex) = piece.origin
            && value.at.is_subset(&piece.map.clone().domain()?)?
        {
            let node = value.graph.node(vertex);
            let place = (value.graph.vertices[vertex].stmt, value.graph.vertices[vertex].node);
            match &node.kind {
                PayloadKind::Const(constant) => {
                    let tree = ApartTree::Constant(place.0, place.1);
                    return Ok(bits(constant).map(|bits| (Circuit::constant(bits, kind.width()), tree)));
                }
                PayloadKind::Op { name, properties, .. }
                    if depth < DEPTH_MAX
                        && self.operations < OPERATIONS_MAX
                        && self.circuit.len() < GATES_MAX
                        && is_plain(properties, value.flagged)
                        && is_known(name) =>
                {
                    self.operations += 1;
                    let operands = &value.graph.vertices[vertex].operands;
                    let payload = value.graph.scop.stmts[value.graph.vertices[vertex].stmt]
                        .payload
                        .as_ref();
                    let PayloadKind::Op { operands: nodes, .. } = &node.kind else {
                        return Ok(None);
                    };
                    let (mut words, mut trees) = (Vec::with_capacity(operands.len()), Vec::new());
                    for (operand, at) in operands.iter().zip(nodes) {
                        let Some(kind) = payload.and_then(|payload| self.kind(&payload.nodes[*at].ty)) else {
                            return Ok(None);
                        };
                        let mut behind = Vec::with_capacity(operand.len());
                        for one in operand {
                            let map = piece.map.clone().apply_range(one.map.clone())?;
                            if !map.is_empty()? {
                                behind.push(OperandPiece {
                                    origin: one.origin,
                                    map,
                                });
                            }
                        }
                        let Some((word, tree)) = self.word(value, &behind, kind, side, depth + 1)? else {
                            return Ok(None);
                        };
                        words.push((kind, word));
                        trees.push(tree);
                    }
                    let is_leaf = |at: usize| {
                        matches!(&operands[at][..], [one] if match one.origin {
                            VertexOrigin::Entry => true,
                            VertexOrigin::Vertex(of) => matches!(value.graph.node(of).kind, PayloadKind::Scalar(_)),
                            VertexOrigin::Nothing => false,
                        })
                    };
                    let tree = ApartTree::Operation {
                        node: place,
                        operands: trees,
                    };
                    let word = operation(&mut self.circuit, name, properties, &words, kind, &is_leaf);
                    return Ok(word.map(|word| (word, tree)));
                }
                _ => {}
            }
        }
        match side {
            TakenApart::First => self.first_leaf(value, pieces, kind).map(Some),
            TakenApart::Second => self.second_leaf(value, pieces, kind).map(Some),
        }
    }

    fn first_leaf(
        &mut self,
        value: &ComparedValue<'_>,
        pieces: &[OperandPiece],
        kind: NumberKind,
    ) -> Result<(CircuitWord, ApartTree)> {
        for (number, leaf) in self.leaves.iter().enumerate() {
            let is_argument = || argument(value, pieces).is_some_and(|one| argument(value, &leaf.pieces) == Some(one));
            if leaf.kind == kind && (is_argument() || same_pieces(&leaf.pieces, pieces)?) {
                return Ok((leaf.word.clone(), ApartTree::Leaf(vec![number])));
            }
        }
        let word = self.circuit.free(kind.width());
        self.leaves.push(ValueLeaf {
            pieces: pieces.to_vec(),
            kind,
            word: word.clone(),
        });
        Ok((word, ApartTree::Leaf(vec![self.leaves.len() - 1])))
    }

    /// The word of the leaves of the first value that must be equal to it.
    fn second_leaf(
        &mut self,
        value: &ComparedValue<'_>,
        pieces: &[OperandPiece],
        kind: NumberKind,
    ) -> Result<(CircuitWord, ApartTree)> {
        let (mut word, mut numbers): (Option<CircuitWord>, _) = (None, Vec::new());
        // In a recurrence the values of iterations before are equal by algebra too, and do not look alike.
        for (at, by_algebra) in [false, true]
            .into_iter()
            .flat_map(|by| (0..self.leaves.len()).map(move |at| (at, by)))
        {
            let leaf = &self.leaves[at];
            if leaf.kind != kind || by_algebra && word.is_some() {
                continue;
            }
            let Some(needs) = self.matched(value, (&leaf.pieces, pieces), by_algebra)? else {
                continue;
            };
            self.needs.extend(needs);
            numbers.push(at);
            match &word {
                None => word = Some(leaf.word.clone()),
                // Both leaves of the first value are this one.
                Some(first) => {
                    let (first, second) = (first.clone(), leaf.word.clone());
                    let same = self.circuit.same(kind, &first, &second);
                    self.circuit.assume(same);
                }
            }
        }
        if let Some(word) = word {
            return Ok((word, ApartTree::Leaf(numbers)));
        }
        for piece in pieces {
            self.undefined |= match piece.origin {
                VertexOrigin::Entry => !value.graph.is_given(&piece.map)?,
                VertexOrigin::Nothing => true,
                VertexOrigin::Vertex(vertex) => !matches!(
                    value.graph.node(vertex).kind,
                    PayloadKind::Scalar(_) | PayloadKind::Index(_) | PayloadKind::Const(_)
                ),
            };
        }
        Ok((self.circuit.free(kind.width()), ApartTree::Leaf(Vec::new())))
    }

    /// What must be related for two leaves to be equal, if they look alike, or may be equal by algebra.
    fn matched(
        &self,
        value: &ComparedValue<'_>,
        (before, after): (&[OperandPiece], &[OperandPiece]),
        by_algebra: bool,
    ) -> Result<Option<Needs>> {
        let is_known = |graph: &ValueGraph<'_>, vertex: VertexId| match &graph.node(vertex).kind {
            PayloadKind::Op { name, .. } => is_known(name),
            _ => false,
        };
        let (mut needs, seen) = (Needs::new(), self.programs.seen_count());
        let join = |p: &OperandPiece, q: &OperandPiece| {
            let from = p.map.clone().reverse()?.apply_range(self.pairs.clone())?;
            from.apply_range(q.map.clone())
        };
        if self
            .programs
            .pair_up(before, after, &join, "a leaf", &mut needs)?
            .is_some()
        {
            self.programs.forget(seen);
            return Ok(None);
        }
        for ((u, v), pairs) in &needs {
            if by_algebra && is_known(&self.programs.before, *u) && is_known(value.graph, *v) {
                continue;
            }
            match alike::vertices(self.programs, *u, *v)? {
                Some(alike) if pairs.is_subset(&alike)? => {}
                _ => {
                    self.programs.forget(seen);
                    return Ok(None);
                }
            }
        }
        Ok(Some(needs))
    }
}

fn same_pieces(x: &[OperandPiece], y: &[OperandPiece]) -> Result<bool> {
    let ([x], [y]) = (x, y) else { return Ok(false) };
    let ends = |map: &Map| -> Result<_> { Ok((map.tuple_name(DimKind::Out)?, map.dim(DimKind::Out)?)) };
    let same = x.origin == y.origin && x.origin != VertexOrigin::Nothing && ends(&x.map)? == ends(&y.map)?;
    Ok(same && x.map.is_subset(&y.map)? && y.map.is_subset(&x.map)?)
}

/// The argument that a leaf is.
fn argument(value: &ComparedValue<'_>, pieces: &[OperandPiece]) -> Option<ValueId> {
    let [piece] = pieces else { return None };
    let VertexOrigin::Vertex(vertex) = piece.origin else {
        return None;
    };
    match value.graph.node(vertex).kind {
        PayloadKind::Scalar(argument) => Some(argument),
        _ => None,
    }
}

/// Whether an operation has no flags that count.
fn is_plain(properties: &Attrs, flagged: Flagged) -> bool {
    flagged == Flagged::Plain || Flags::of(properties) == Flags::NONE
}

/// Whether an operation is a function of its operands alone, of one word each.
fn is_known(name: &str) -> bool {
    // Of several results each would need a name of its own.
    let several = name.ends_with("_extended") || name == "math.sincos";
    matches!(name.split_once('.'), Some(("arith" | "math", _))) && !several && ops::info(name).is_pure()
}

fn bits(constant: &Attr) -> Option<u64> {
    match constant {
        Attr::Bool(value) => Some(u64::from(*value)),
        Attr::Int { value, .. } => Some(*value as u64),
        Attr::Float { bits, .. } => Some(*bits),
        _ => None,
    }
}

/// What an operation computes; `is_leaf` tells which operands are no results of operations.
pub(crate) fn operation(
    c: &mut Circuit,
    name: &str,
    properties: &Attrs,
    operands: &[(NumberKind, CircuitWord)],
    kind: NumberKind,
    is_leaf: &dyn Fn(usize) -> bool,
) -> Option<CircuitWord> {
    let exact = match operands {
        [(from, x)] => unary(c, name, properties, (*from, x), kind, is_leaf(0)),
        [(of, x), (_, y)] => match of {
            NumberKind::Int(_) => integers(c, name, properties, x, y),
            NumberKind::Float(of) => floats(c, name, properties, *of, (x, y), is_leaf(1)),
        },
        [(_, condition), (_, x), (_, y)] if name == "arith.select" && condition.len() == 1 => {
            Some(c.select(condition[0], x, y))
        }
        _ => None,
    };
    Some(exact.unwrap_or_else(|| {
        let mut function = name.to_owned();
        for (key, value) in properties.iter().filter(|(key, _)| !Flags::is_property(key)) {
            function.push_str(&format!(" {key}={value}"));
        }
        let commutes = matches!(name, "arith.addf" | "arith.mulf" | "arith.muli");
        c.apply(&function, commutes, operands.to_vec(), kind)
    }))
}

fn unary(
    c: &mut Circuit,
    name: &str,
    properties: &Attrs,
    (from, x): (NumberKind, &CircuitWord),
    kind: NumberKind,
    is_leaf: bool,
) -> Option<CircuitWord> {
    let resized =
        |fill: Bit| -> CircuitWord { (0..kind.width()).map(|at| x.get(at).copied().unwrap_or(fill)).collect() };
    let top = *x.last()?;
    Some(match (name, from) {
        ("arith.extsi" | "arith.index_cast", NumberKind::Int(_)) => resized(top),
        ("arith.extui" | "arith.index_castui" | "arith.trunci", NumberKind::Int(_)) => resized(FALSE),
        ("arith.extf" | "arith.truncf" | "arith.sitofp" | "arith.uitofp", _) => {
            let NumberKind::Float(to) = kind else { return None };
            let rounding = Rounding::of(properties)?;
            match (name, from) {
                ("arith.extf", NumberKind::Float(from)) => rounding::extended(c, x, from, to)?,
                ("arith.truncf", NumberKind::Float(from)) => rounding::narrowed(c, x, (from, to), rounding)?,
                (_, NumberKind::Int(_)) => rounding::from_integer(c, x, name == "arith.sitofp", to, rounding)?,
                _ => return None,
            }
        }
        ("arith.bitcast", _) if from == kind || is_leaf => x.clone(),
        ("arith.bitcast", NumberKind::Int(_)) => x.clone(),
        // Which NaN an operation gave is not fixed: its bits may be any.
        ("arith.bitcast", NumberKind::Float(from)) => {
            let (is_nan, unknown) = (c.is_nan(from, x), c.free(x.len()));
            c.select(is_nan, &unknown, x)
        }
        ("arith.negf", NumberKind::Float(_)) => negated(x),
        ("math.absf", NumberKind::Float(_)) => {
            let mut word = x.clone();
            *word.last_mut()? = FALSE;
            word
        }
        ("math.absi", NumberKind::Int(_)) => {
            let zero = Circuit::constant(0, x.len());
            let negative = c.subtract(&zero, x);
            c.select(top, &negative, x)
        }
        _ => return None,
    })
}

fn negated(x: &CircuitWord) -> CircuitWord {
    let mut word = x.clone();
    if let Some(sign) = word.last_mut() {
        *sign ^= 1;
    }
    word
}

fn predicate(properties: &Attrs) -> Option<i128> {
    match properties.get("predicate")? {
        Attr::Int { value, .. } => Some(*value),
        _ => None,
    }
}

fn integers(c: &mut Circuit, name: &str, properties: &Attrs, x: &CircuitWord, y: &CircuitWord) -> Option<CircuitWord> {
    let top = *x.last()?;
    Some(match name {
        "arith.addi" => c.add(x, y, FALSE),
        "arith.subi" => c.subtract(x, y),
        "arith.muli" => c.multiply(x, y)?,
        "arith.andi" => c.bitwise(x, y, Circuit::and),
        "arith.ori" => c.bitwise(x, y, Circuit::or),
        "arith.xori" => c.bitwise(x, y, Circuit::xor),
        "arith.shli" => c.shift(x, y, true, FALSE),
        "arith.shrui" => c.shift(x, y, false, FALSE),
        "arith.shrsi" => c.shift(x, y, false, top),
        "arith.minsi" | "arith.maxsi" | "arith.minui" | "arith.maxui" => {
            let less = match name.ends_with("si") {
                true => c.less_signed(x, y),
                false => c.less(x, y),
            };
            match name.starts_with("arith.min") {
                true => c.select(less, x, y),
                false => c.select(less, y, x),
            }
        }
        "arith.cmpi" => {
            let bit = match predicate(properties)? {
                0 => c.equal(x, y),
                1 => c.equal(x, y) ^ 1,
                2 => c.less_signed(x, y),
                3 => c.less_signed(y, x) ^ 1,
                4 => c.less_signed(y, x),
                5 => c.less_signed(x, y) ^ 1,
                6 => c.less(x, y),
                7 => c.less(y, x) ^ 1,
                8 => c.less(y, x),
                9 => c.less(x, y) ^ 1,
                _ => return None,
            };
            vec![bit]
        }
        _ => return None,
    })
}

fn floats(
    c: &mut Circuit,
    name: &str,
    properties: &Attrs,
    of: FloatKind,
    (x, y): (&CircuitWord, &CircuitWord),
    has_its_bits: bool,
) -> Option<CircuitWord> {
    let kind = NumberKind::Float(of);
    // Other formats have other rules for what is no number.
    of.is_ieee().then_some(())?;
    if let Some(number) = folded(name, of, Circuit::as_constant(x), Circuit::as_constant(y)) {
        return Some(Circuit::constant(number, x.len()));
    }
    Some(match name {
        "arith.addf" => sum(c, of, x, y),
        // x - y = x + (-y) in every case, that of signed zeros included.
        "arith.subf" => sum(c, of, x, &negated(y)),
        "arith.mulf" => {
            let (x, y) = if Circuit::as_constant(x).is_some() {
                (y, x)
            } else {
                (x, y)
            };
            match Circuit::as_constant(y) {
                Some(factor) if factor == power_of_two(of, 0)? => x.clone(),
                Some(factor) if factor == power_of_two(of, 0)? | of.sign() => negated(x),
                // Doubling is exact, and overflows alike.
                Some(factor) if factor == power_of_two(of, 1)? => sum(c, of, x, x),
                _ => of_sizes(c, name, of, x, y)?,
            }
        }
        // A quotient by a power of two is the product with its inverse, if that is a normal number.
        "arith.divf" => {
            let Some(inverse) = Circuit::as_constant(y).and_then(|divisor| inverse(of, divisor)) else {
                return of_sizes(c, name, of, x, y);
            };
            let factor = Circuit::constant(inverse, y.len());
            if let Some(product) = floats(c, "arith.mulf", properties, of, (x, &factor), has_its_bits) {
                return Some(product);
            }
            of_sizes(c, "arith.mulf", of, x, &factor)?
        }
        "math.copysign" => {
            let mut word = x.clone();
            // Nor is the sign of a NaN that was computed.
            let (is_nan, unknown) = (c.is_nan(of, y), c.free(1));
            *word.last_mut()? = match has_its_bits {
                true => *y.last()?,
                false => c.mux(is_nan, unknown[0], *y.last()?),
            };
            word
        }
        "arith.maxnumf" | "arith.minnumf" => {
            let (left, right) = (c.is_nan(of, x), c.is_nan(of, y));
            let less = c.less_float(x, y, false);
            let best = match name {
                "arith.maxnumf" => c.select(less, y, x),
                _ => c.select(less, x, y),
            };
            // Of two zeros either may come out.
            let zeros = c.are_zero(x, y);
            let which = c.apply(
                name,
                true,
                vec![(kind, x.clone()), (kind, y.clone())],
                NumberKind::Int(1),
            );
            let mut zero = vec![FALSE; x.len() - 1];
            let (sign, other) = (*x.last()?, *y.last()?);
            let differ = c.xor(sign, other);
            zero.extend(c.select(differ, &which, &[sign]));
            let best = c.select(zeros, &zero, &best);
            let or_left = c.select(right, x, &best);
            c.select(left, y, &or_left)
        }
        "arith.maximumf" | "arith.minimumf" => {
            let (left, right) = (c.is_nan(of, x), c.is_nan(of, y));
            let less = c.less_float(x, y, true);
            let best = match name {
                "arith.maximumf" => c.select(less, y, x),
                _ => c.select(less, x, y),
            };
            let or_right = c.select(right, y, &best);
            c.select(left, x, &or_right)
        }
        "arith.cmpf" => vec![compared(c, predicate(properties)?, of, x, y)?],
        _ => return None,
    })
}

/// A product or quotient: that of the two sizes, with the sign that both signs make.
fn of_sizes(c: &mut Circuit, name: &str, of: FloatKind, x: &CircuitWord, y: &CircuitWord) -> Option<CircuitWord> {
    let kind = NumberKind::Float(of);
    let (sign, other) = (*x.last()?, *y.last()?);
    let size = |word: &CircuitWord| -> CircuitWord { word[..word.len() - 1].iter().copied().chain([FALSE]).collect() };
    let operands = vec![(kind, size(x)), (kind, size(y))];
    let mut word = c.apply(name, name == "arith.mulf", operands, kind);
    *word.last_mut()? = c.xor(sign, other);
    Some(word)
}

/// `x + y`; a sum with -0 is the other operand.
fn sum(c: &mut Circuit, of: FloatKind, x: &CircuitWord, y: &CircuitWord) -> CircuitWord {
    let is_nothing = |word: &CircuitWord| Circuit::as_constant(word) == Some(of.sign());
    match (is_nothing(x), is_nothing(y)) {
        (_, true) => x.clone(),
        (true, _) => y.clone(),
        (false, false) => {
            let kind = NumberKind::Float(of);
            c.apply("arith.addf", true, vec![(kind, x.clone()), (kind, y.clone())], kind)
        }
    }
}

/// The operation on two constants, rounded to nearest as the machine does.
fn folded(name: &str, of: FloatKind, x: Option<u64>, y: Option<u64>) -> Option<u64> {
    fn compute<T>(name: &str, x: T, y: T) -> Option<T>
    where
        T: std::ops::Add<Output = T>
            + std::ops::Sub<Output = T>
            + std::ops::Mul<Output = T>
            + std::ops::Div<Output = T>,
    {
        Some(match name {
            "arith.addf" => x + y,
            "arith.subf" => x - y,
            "arith.mulf" => x * y,
            "arith.divf" => x / y,
            _ => return None,
        })
    }
    let (x, y) = (x?, y?);
    match of {
        FloatKind::F32 => {
            let of = |bits: u64| f32::from_bits(bits as u32);
            compute(name, of(x), of(y)).map(|value| value.to_bits().into())
        }
        FloatKind::F64 => compute(name, f64::from_bits(x), f64::from_bits(y)).map(f64::to_bits),
        _ => None,
    }
}

fn compared(c: &mut Circuit, predicate: i128, of: FloatKind, x: &CircuitWord, y: &CircuitWord) -> Option<Bit> {
    let (left, right) = (c.is_nan(of, x), c.is_nan(of, y));
    let unordered = c.or(left, right);
    let bit = match predicate {
        0 => return Some(FALSE),
        15 => return Some(TRUE),
        7 => return Some(unordered ^ 1),
        14 => return Some(unordered),
        1 | 8 => c.equal_float(x, y),
        2 | 9 => c.less_float(y, x, false),
        3 | 10 => c.less_float(x, y, false) ^ 1,
        4 | 11 => c.less_float(x, y, false),
        5 | 12 => c.less_float(y, x, false) ^ 1,
        6 | 13 => c.equal_float(x, y) ^ 1,
        _ => return None,
    };
    Some(match predicate < 7 {
        true => c.and(bit, unordered ^ 1),
        false => c.or(bit, unordered),
    })
}

/// The bits of `2^power`, if it is a normal number.
fn power_of_two(of: FloatKind, power: i64) -> Option<u64> {
    let stored = power + i64::from(of.bias());
    (1..=2 * i64::from(of.bias()))
        .contains(&stored)
        .then(|| (stored as u64) << of.mantissa_bits())
}

/// The bits of `1 / x` for a power of two of either sign, if both are normal numbers.
fn inverse(of: FloatKind, bits: u64) -> Option<u64> {
    let (sign, rest) = (bits & of.sign(), bits & !of.sign());
    let power = (rest >> of.mantissa_bits()) as i64 - i64::from(of.bias());
    (power_of_two(of, power)? == rest)
        .then(|| power_of_two(of, -power))?
        .map(|inverse| sign | inverse)
}

#[cfg(test)]
mod tests {
    use super::super::fold::fold;
    use super::*;
    use polyvet_analysis::extract::extract;
    use polyvet_poly::Ctx;

    #[test]
    fn inverses_of_powers_of_two_are_exact() {
        let inverse = |x: f32| inverse(FloatKind::F32, x.to_bits().into()).map(|bits| f32::from_bits(bits as u32));
        assert_eq!(inverse(2.0), Some(0.5));
        assert_eq!(inverse(-0.25), Some(-4.0));
        assert_eq!(inverse(3.0), None);
        assert_eq!(inverse(0.0), None);
        assert_eq!(inverse(f32::INFINITY), None);
        // 2^127, whose inverse is not normal.
        assert_eq!(inverse(f32::from_bits(254 << 23)), None);
        assert_eq!(power_of_two(FloatKind::F64, 1), Some(2.0f64.to_bits()));
    }

    /// What the circuit and what the interpreter make of an operation on constants; `None` where either says nothing.
    fn both(constants: &str, op: &str, result: &str) -> Option<(u64, u64)> {
        let text = format!(
            "func.func @f(%A: memref<{result}>) {{\n{constants}  %r = {op}\n  affine.store %r, %A[] : memref<{result}>\n  return\n}}\n"
        );
        let (module, diagnostics) = polyvet_ir::parse(&text);
        assert!(diagnostics.is_empty(), "{text}: {diagnostics:?}");
        let scop = extract(&module, module.funcs()[0], &Ctx::new(), &Default::default()).expect("a model");
        let payload = scop.stmts.raw[0].payload.as_ref().expect("it computes");
        let root = &payload.nodes[payload.stores[0].1];
        let PayloadKind::Op {
            name,
            properties,
            operands,
        } = &root.kind
        else {
            return None;
        };
        let nodes: Vec<_> = operands.iter().map(|operand| &payload.nodes[*operand]).collect();
        let kind = |ty: &Type| match ty {
            Type::Float(kind) => NumberKind::Float(*kind),
            Type::Integer { width, .. } => NumberKind::Int(*width),
            _ => NumberKind::Int(64),
        };
        let words: Option<Vec<(NumberKind, CircuitWord)>> = { nodes.iter() }
            .map(|node| match &node.kind {
                PayloadKind::Const(value) => {
                    let kind = kind(&node.ty);
                    Some((kind, Circuit::constant(bits(value)?, kind.width())))
                }
                _ => None,
            })
            .collect();
        let mut c = Circuit::new();
        let kind = kind(&root.ty);
        let word = operation(&mut c, name, properties, &words?, kind, &|_| true)?;
        let wanted = fold(root, &nodes, Flagged::Plain)?;
        let mask = if kind.width() == 64 {
            u64::MAX
        } else {
            (1 << kind.width()) - 1
        };
        Some((Circuit::as_constant(&word)?, bits(&wanted)? & mask))
    }

    /// The meaning of an operation bit by bit is the interpreter's.
    #[test]
    fn operations_are_those_of_the_interpreter() {
        let integers = ["0", "1", "-1", "2", "5", "-7", "100", "-128", "127"];
        let floats = ["0.0", "-0.0", "1.0", "-1.0", "2.0", "0.5", "-3.5", "65504.0"];
        let mut compared = 0;
        let mut check = |constants: &str, op: &str, result: &str| {
            if let Some((ours, theirs)) = both(constants, op, result) {
                assert_eq!(ours, theirs, "{constants}{op}");
                compared += 1;
            }
        };
        let two = |ty: &str, x: &str, y: &str| {
            format!("  %x = arith.constant {x} : {ty}\n  %y = arith.constant {y} : {ty}\n")
        };
        let pairs = |of: &[&'static str]| -> Vec<(&'static str, &'static str)> {
            of.iter()
                .flat_map(|x| of.iter().map(move |y| (*x, *y)))
                .step_by(2)
                .collect()
        };
        for ty in ["i8", "i32", "i64"] {
            for (x, y) in pairs(&integers) {
                let constants = two(ty, x, y);
                for op in [
                    "addi", "subi", "muli", "andi", "ori", "xori", "shli", "shrui", "shrsi", "minsi", "maxsi", "minui",
                    "maxui",
                ] {
                    check(&constants, &format!("arith.{op} %x, %y : {ty}"), ty);
                }
                for predicate in ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"] {
                    check(&constants, &format!("arith.cmpi {predicate}, %x, %y : {ty}"), "i1");
                }
            }
        }
        for x in integers {
            let constants = two("i8", x, x);
            check(&constants, "arith.extsi %x : i8 to i32", "i32");
            check(&constants, "arith.extui %x : i8 to i32", "i32");
            check(&two("i32", x, x), "arith.trunci %x : i32 to i8", "i8");
            for to in ["f16", "bf16", "f32", "f64"] {
                check(&two("i32", x, x), &format!("arith.sitofp %x : i32 to {to}"), to);
                check(&two("i8", x, x), &format!("arith.uitofp %x : i8 to {to}"), to);
            }
            check(&two("i32", x, x), "arith.bitcast %x : i32 to f32", "f32");
        }
        for ty in ["f16", "bf16", "f32", "f64"] {
            for (x, y) in pairs(&floats) {
                let constants = two(ty, x, y);
                for op in [
                    "addf", "subf", "mulf", "divf", "maximumf", "minimumf", "maxnumf", "minnumf",
                ] {
                    check(&constants, &format!("arith.{op} %x, %y : {ty}"), ty);
                }
                check(&constants, &format!("arith.negf %x : {ty}"), ty);
                for to in ["f16", "bf16", "f32", "f64"] {
                    check(&constants, &format!("arith.extf %x : {ty} to {to}"), to);
                    check(&constants, &format!("arith.truncf %x : {ty} to {to}"), to);
                }
                for predicate in [
                    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
                    "uno", "true",
                ] {
                    check(&constants, &format!("arith.cmpf {predicate}, %x, %y : {ty}"), "i1");
                }
            }
        }
        assert!(compared > 4_000, "{compared} were compared");
    }
}
