//! Values as sums.
//!
//! An operation that is associative and commutative up to rounding (the *combiner*) makes its value a
//! sum of terms; "sum" and "add" stand for any combiner here. Operands that are sums themselves are
//! taken apart: the partial sums of `S = S + (a + b)`, of lanes, of tiles. Where a read finds what
//! accumulations wrote, `A[x] = A[x] + e`, the value is the sum of all their `e` since the last
//! write that is something else, and of what that write left: exactly the may-sources that dataflow
//! analysis finds when accumulations do not end its search. No chain of additions has to be followed.
//!
//! An instance of a sum can have a term many times, so what counts are *tokens*: each token of each
//! term is added once, whatever its value.

use super::graph::{Built, OperandPiece, ValueGraphBuilder, VertexId, VertexOrigin, nonempty};
use super::normal;
use polyvet_analysis::dependence::Flow;
use polyvet_analysis::ids::{AccessId, ArrayId, StmtId};
use polyvet_analysis::{Combiner, PayloadKind};
use polyvet_ir::{Attr, Attrs, Flags, Type};
use polyvet_poly::{DimKind, Map, Result, Set, UnionMap};
use std::collections::HashMap;

/// Larger sums are not taken apart.
const TERMS_MAX: usize = 64;
/// Longer chains of a number that is known are not followed.
const CHAIN_MAX: usize = 16;
/// How many operations deep zeros are looked for.
const ZERO_DEPTH: usize = 4;

/// A part of a sum.
#[derive(Clone)]
pub(crate) struct SumPart {
    /// Where the values come from.
    pub origin: VertexOrigin,
    /// Subtracted instead of added.
    pub negative: bool,
    /// `{ instance of the sum -> token }`
    pub tokens: Map,
    /// `{ token -> instance or element of the origin }`, one for each token.
    pub values: Map,
}

/// A value as a sum, by instance of its vertex.
#[derive(Clone)]
pub(crate) struct ValueSum {
    pub combiner: Combiner,
    pub terms: Vec<SumPart>,
}

impl SumPart {
    /// The sum of one value, `{ instance -> itself }` for the instances in `at`.
    pub fn single(origin: VertexOrigin, at: Set) -> Result<SumPart> {
        let itself = at.identity()?;
        Ok(SumPart {
            origin,
            negative: false,
            tokens: itself.clone(),
            values: itself,
        })
    }

    /// Term of the sum whose instances `readers` go to those of this one: each reader adds all tokens
    /// of all it goes to.
    fn seen_from(&self, readers: &Map) -> Result<SumPart> {
        let through = readers.clone().apply_range(self.tokens.clone())?;
        if readers.is_single_valued()? {
            return Ok(SumPart {
                tokens: through,
                ..self.clone()
            });
        }
        // { reader -> [inner -> token] }
        let nested = { readers.clone() }.apply_range(self.tokens.clone().domain_map()?.reverse()?)?;
        // The token alone tells them apart if each reader meets it on one way.
        if nested.clone().range_reverse()?.uncurry()?.is_single_valued()? {
            return Ok(SumPart {
                tokens: through,
                ..self.clone()
            });
        }
        let values = { self.tokens.clone() }.range_map()?.apply_range(self.values.clone())?;
        Ok(SumPart {
            tokens: nested.flatten_range()?,
            values: values.flatten_domain()?,
            ..self.clone()
        })
    }

    fn negated(&self, negate: bool) -> SumPart {
        SumPart {
            negative: self.negative != negate,
            ..self.clone()
        }
    }
}

/// Whether adding something twice is adding it once.
pub(crate) fn is_idempotent(combiner: Combiner) -> bool {
    match combiner {
        Combiner::Add | Combiner::Mul | Combiner::Xor => false,
        Combiner::MaximumF
        | Combiner::MinimumF
        | Combiner::MaxNumF
        | Combiner::MinNumF
        | Combiner::MaxSI
        | Combiner::MinSI
        | Combiner::MaxUI
        | Combiner::MinUI
        | Combiner::And
        | Combiner::Or
        | Combiner::GreaterF
        | Combiner::LessF => true,
    }
}

/// What an accumulation adds to its element: nodes and whether they are subtracted.
struct Accumulation(Vec<(usize, bool)>);

impl ValueGraphBuilder<'_> {
    /// The sums among the vertices; finds new vertices on the way.
    pub(super) fn sums(&mut self) -> Built<HashMap<VertexId, ValueSum>> {
        let mut sums = HashMap::new();
        let mut id = 0;
        while let Some(vertex) = self.vertices.get(id) {
            let (stmt, node) = (vertex.stmt, vertex.node);
            if let Some(combiner) = self.combiner(stmt, node) {
                let terms = self.terms(stmt, node, combiner)?;
                if self.is_apart(id, &terms)? {
                    sums.insert(id, ValueSum { combiner, terms });
                }
            }
            id += 1;
        }
        Ok(sums)
    }

    /// Whether no instance is a term of itself, as one that is not taken apart would be.
    fn is_apart(&self, vertex: VertexId, terms: &[SumPart]) -> Built<bool> {
        let itself = self.scop.stmts[self.vertices[vertex].stmt].domain.clone().identity()?;
        for term in terms.iter().filter(|term| term.origin == VertexOrigin::Vertex(vertex)) {
            let parts = { term.tokens.clone() }.apply_range(term.values.clone())?;
            if !parts.intersect(itself.clone())?.is_empty()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The combiner of an operation that promises nothing about one order.
    fn combiner(&self, stmt: StmtId, node: usize) -> Option<Combiner> {
        let node = &self.payload(stmt).nodes[node];
        match &node.kind {
            PayloadKind::Op {
                name,
                properties,
                operands,
            } if operands.len() == 2 && promises_nothing(properties) => Combiner::of(name),
            _ => None,
        }
    }

    /// The terms of an operation that combines, by instance of its statement. The value itself is among
    /// them only if it cannot be taken apart.
    fn terms(&mut self, stmt: StmtId, node: usize, combiner: Combiner) -> Built<Vec<SumPart>> {
        let key = (stmt, node, combiner);
        if let Some(known) = self.terms.get(&key) {
            return Ok(known.clone());
        }
        if let Some(at) = self.summing.iter().position(|open| *open == key) {
            self.cut = self.cut.min(at);
            return self.whole(stmt, node, combiner);
        }
        let (at, cut) = (self.summing.len(), std::mem::replace(&mut self.cut, usize::MAX));
        self.summing.push(key);
        let mut terms = Vec::new();
        let PayloadKind::Op { name, operands, .. } = self.payload(stmt).nodes[node].kind.clone() else {
            unreachable!("combiners are operations");
        };
        for (at, operand) in operands.into_iter().enumerate() {
            let found = match self.payload(stmt).nodes[operand].kind {
                PayloadKind::Read(access) => self.found(stmt, access, combiner)?,
                _ => None,
            };
            let found = match found {
                Some(found) => found,
                None => self.value(stmt, operand, combiner)?,
            };
            terms.extend(found.iter().map(|term| term.negated(at == 1 && subtracts(&name))));
        }
        let vertex = self.vertex(stmt, node)?;
        terms = self.unrolled(vertex, terms)?;
        self.summing.pop();
        if terms.len() > TERMS_MAX {
            terms = self.whole(stmt, node, combiner)?;
        }
        // What was not taken apart only because it was just being looked at may be later.
        if self.cut >= at {
            self.terms.insert(key, terms.clone());
            self.cut = cut;
        } else {
            self.cut = self.cut.min(cut);
        }
        Ok(terms)
    }

    /// The terms of any value: of the operations it comes from, as far as they combine.
    fn value(&mut self, stmt: StmtId, node: usize, combiner: Combiner) -> Built<Vec<SumPart>> {
        let mut terms = Vec::new();
        for piece in self.origin(stmt, node)? {
            if let VertexOrigin::Vertex(vertex) = piece.origin {
                let (stmt, node) = (self.vertices[vertex].stmt, self.vertices[vertex].node);
                if self.combiner(stmt, node) == Some(combiner) {
                    for term in self.terms(stmt, node, combiner)? {
                        let term = term.seen_from(&piece.map)?;
                        if !term.tokens.is_empty()? {
                            terms.push(term);
                        }
                    }
                    continue;
                }
            }
            terms.extend(self.leaf(piece, combiner)?);
        }
        Ok(terms)
    }

    /// The terms of `vertex` where one of them is the vertex itself at an earlier instance: an
    /// accumulation through copies, say. Then it is the sum of the others along the whole chain.
    fn unrolled(&self, vertex: VertexId, terms: Vec<SumPart>) -> Built<Vec<SumPart>> {
        let is_itself = |term: &&SumPart| term.origin == VertexOrigin::Vertex(vertex);
        let mut earlier: Option<Map> = None;
        for term in terms.iter().filter(is_itself) {
            if term.negative || !term.tokens.is_single_valued()? {
                return Ok(terms);
            }
            let step = { term.tokens.clone() }.apply_range(term.values.clone())?;
            earlier = Some(match earlier {
                // Two ways to one instance would be two terms.
                Some(known) if !known.is_disjoint(&step)? => return Ok(terms),
                Some(known) => known.union(step)?,
                None => step,
            });
        }
        let Some(earlier) = earlier else { return Ok(terms) };
        if !earlier.is_single_valued()? {
            return Ok(terms);
        }
        let domain = self.scop.stmts[self.vertices[vertex].stmt].domain.clone();
        let Some(chain) = closure(&earlier.coalesce()?)? else {
            return Ok(terms);
        };
        let chain = chain.union(domain.identity()?)?.coalesce()?;
        let others = terms.iter().filter(|term| !is_itself(term));
        Ok(others.map(|term| term.seen_from(&chain)).collect::<Result<_>>()?)
    }

    /// The value of a node as terms that are not taken apart.
    fn whole(&mut self, stmt: StmtId, node: usize, combiner: Combiner) -> Built<Vec<SumPart>> {
        let pieces = self.origin(stmt, node)?.into_iter();
        let terms: Vec<_> = pieces.map(|piece| self.leaf(piece, combiner)).collect::<Built<_>>()?;
        Ok(terms.into_iter().flatten().collect())
    }

    /// A part of a value as one term, without what is neutral.
    fn leaf(&self, piece: OperandPiece, combiner: Combiner) -> Built<Option<SumPart>> {
        let mut values = piece.map;
        if let VertexOrigin::Vertex(vertex) = piece.origin {
            let (stmt, node) = (self.vertices[vertex].stmt, self.vertices[vertex].node);
            values = values.subtract_range(self.neutral(stmt, node, combiner)?)?;
        }
        if values.is_empty()? {
            return Ok(None);
        }
        let single = SumPart::single(piece.origin, values.clone().domain()?)?;
        Ok(Some(SumPart { values, ..single }))
    }

    /// The terms of what a read finds; `None` if it is not known to be one element.
    fn found(&mut self, stmt: StmtId, access: AccessId, combiner: Combiner) -> Built<Option<Vec<SumPart>>> {
        let array = self.scop.stmts[stmt].accesses[access].array;
        let sink = self.scop.access(stmt, access)?;
        if !sink.is_single_valued()? {
            return Ok(None);
        }
        let sink = UnionMap::from_map(sink)?;
        let none = UnionMap::empty(self.scop.context.space()?)?;
        let (mut must, mut may) = (none.clone(), none.clone());
        let mut accumulations = HashMap::new();
        for s in self.scop.stmts.keys() {
            let accumulation = self.accumulation(s, array, combiner)?;
            for (a, access) in self.scop.stmts[s].accesses.iter_enumerated() {
                if access.array != array || !access.kind.is_write() {
                    continue;
                }
                let write = UnionMap::from_map(self.scop.access(s, a)?)?;
                match accumulation {
                    Some(_) => may = may.union(write)?,
                    None => must = must.union(write)?,
                }
            }
            accumulations.extend(accumulation.map(|found| (s, found)));
        }
        let flow = Flow {
            sink: sink.clone(),
            must,
            may,
            kill: none.clone(),
        };
        let mut ends = none;
        let mut terms = Vec::new();
        // { writer -> [reader -> element] }
        for map in flow.compute(&self.scop.schedule)?.maps()? {
            let readers = map.clone().range_factor_domain()?.reverse()?.coalesce()?;
            let writer = self.stmt_of(&readers)?;
            let added = match accumulations.get(&writer) {
                Some(Accumulation(added)) => added.clone(),
                None => {
                    ends = ends.add_map(map)?;
                    vec![(self.stored(writer, array)?, false)]
                }
            };
            for (node, negative) in added {
                for term in self.value(writer, node, combiner)? {
                    let term = term.seen_from(&readers)?;
                    if !term.tokens.is_empty()? {
                        terms.push(term.negated(negative));
                    }
                }
            }
        }
        let origin = self.at_entry(array);
        for values in nonempty(sink.wrap()?.subtract(ends.range()?)?.unwrap()?)? {
            let single = SumPart::single(origin, values.clone().domain()?)?;
            terms.push(SumPart { values, ..single });
        }
        Ok(Some(terms))
    }

    /// Whether all that `stmt` does to `array` is to add something to the elements it writes.
    fn accumulation(&self, stmt: StmtId, array: ArrayId, combiner: Combiner) -> Built<Option<Accumulation>> {
        let (payload, accesses) = (self.payload(stmt), &self.scop.stmts[stmt].accesses);
        let mut stores = { payload.stores.iter() }.filter(|(access, _)| accesses[*access].array == array);
        let (Some((write, root)), None) = (stores.next(), stores.next()) else {
            return Ok(None);
        };
        if self.combiner(stmt, *root) != Some(combiner) {
            return Ok(None);
        }
        let target = self.scop.access(stmt, *write)?;
        if !target.is_single_valued()? {
            return Ok(None);
        }
        // The leaves of the tree of operations at the root.
        let (mut leaves, mut open) = (Vec::new(), vec![(*root, false)]);
        let mut accumulator = None;
        while let Some((node, negative)) = open.pop() {
            match &payload.nodes[node].kind {
                PayloadKind::Op { name, operands, .. } if self.combiner(stmt, node) == Some(combiner) => {
                    if leaves.len() + open.len() > TERMS_MAX {
                        return Ok(None);
                    }
                    open.push((operands[1], negative != subtracts(name)));
                    open.push((operands[0], negative));
                }
                PayloadKind::Read(access)
                    if accumulator.is_none()
                        && !negative
                        && accesses[*access].array == array
                        && self.scop.access(stmt, *access)?.is_equal(&target)? =>
                {
                    accumulator = Some(node);
                }
                _ => leaves.push((node, negative)),
            }
        }
        Ok(accumulator.map(|_| Accumulation(leaves)))
    }

    /// The instances for which a value is surely neutral for the combiner.
    fn neutral(&self, stmt: StmtId, node: usize, combiner: Combiner) -> Built<Set> {
        let domain = self.scop.stmts[stmt].domain.clone();
        let found = &self.payload(stmt).nodes[node];
        if let PayloadKind::Const(value) = &found.kind
            && is_neutral(value, combiner)
        {
            return Ok(domain);
        }
        if combiner == Combiner::Add {
            return self.zero(stmt, node, ZERO_DEPTH);
        }
        Ok(domain.clone().subtract(domain)?)
    }

    /// The instances for which a value is surely zero, of either sign, in any arithmetic.
    fn zero(&self, stmt: StmtId, node: usize, depth: usize) -> Built<Set> {
        let domain = self.scop.stmts[stmt].domain.clone();
        let none = domain.clone().subtract(domain.clone())?;
        match &self.payload(stmt).nodes[node].kind {
            PayloadKind::Const(value) if is_neutral(value, Combiner::Add) => Ok(domain),
            PayloadKind::Op { name, operands, .. } if depth > 0 && operands.len() == 2 => {
                let Some(vertex) = self.known_vertex(stmt, node) else {
                    return Ok(none);
                };
                let mut parts = Vec::new();
                for operand in self.vertices[vertex].operands.clone() {
                    let mut part = none.clone();
                    for piece in operand {
                        if let VertexOrigin::Vertex(id) = piece.origin {
                            let inner = self.zero(self.vertices[id].stmt, self.vertices[id].node, depth - 1)?;
                            part = part.union(piece.map.intersect_range(inner)?.domain()?)?;
                        }
                    }
                    parts.push(part);
                }
                let Ok([first, second]) = <[Set; 2]>::try_from(parts) else {
                    return Ok(none);
                };
                let is_defined = |operand: usize| {
                    let kept = |access| self.is_kept(stmt, access);
                    normal::is_defined(self.payload(stmt), operand, &kept)
                };
                match name.as_str() {
                    // Zero times infinity is no zero.
                    "arith.mulf" | "arith.addf" | "arith.subf" | "arith.addi" | "arith.subi" => {
                        Ok(first.intersect(second)?)
                    }
                    // The other factor is used all the same: what is made of no memory may be left out.
                    "arith.muli" => Ok(match (is_defined(operands[1]), is_defined(operands[0])) {
                        (true, true) => first.union(second)?,
                        (true, false) => first,
                        (false, true) => second,
                        (false, false) => first.intersect(second)?,
                    }),
                    _ => Ok(none),
                }
            }
            _ => Ok(none),
        }
    }
}

/// All that is reached in one step or more, if it can be said; no step leads back.
fn closure(step: &Map) -> Result<Option<Map>> {
    // Where chains end there is one solution only.
    let next = |all: &Map| step.clone().union(step.clone().apply_range(all.clone())?);
    let whole = |all: Map| -> Result<Option<Map>> {
        let all = all.intersect_domain(step.clone().domain()?)?;
        let all = all.intersect_range(step.clone().range()?)?.coalesce()?;
        Ok(if next(&all)?.is_equal(&all)? { Some(all) } else { None })
    };
    if let Some(all) = whole(step.clone().transitive_closure()?.0)? {
        return Ok(Some(all));
    }
    // isl says little of steps between tiles, whose places are multiples of their sizes.
    if let Some(steady) = steady_steps(step)?
        && let Some(all) = whole(steady)?
    {
        return Ok(Some(all));
    }
    let mut all = step.clone();
    for _ in 0..CHAIN_MAX {
        let more = next(&all)?.coalesce()?;
        if more.is_subset(&all)? {
            return Ok(Some(all));
        }
        all = more;
    }
    Ok(None)
}

/// All that is reached in steps that go the same distance in some dimensions, and to one value in the others; [`None`] if
/// they do not.
fn steady_steps(step: &Map) -> Result<Option<Map>> {
    let (Some(name), count) = (step.tuple_name(DimKind::Out)?, step.dim(DimKind::Out)?) else {
        return Ok(None);
    };
    if step.tuple_name(DimKind::In)?.as_ref() != Some(&name) || step.dim(DimKind::In)? != count {
        return Ok(None);
    }
    let distances = Set::from_basic_set(step.clone().deltas()?.affine_hull()?)?;
    let values = Set::from_basic_set(step.clone().range()?.affine_hull()?)?;
    let mut conditions = vec!["k >= 1".to_owned()];
    for at in 0..count {
        let fixed = |set: &Set| -> Result<Option<i64>> {
            let value = set.plain_get_val_if_fixed(DimKind::Set, at)?;
            if value.is_int()? {
                value.to_i64().map(Some)
            } else {
                Ok(None)
            }
        };
        conditions.push(match (fixed(&distances)?, fixed(&values)?) {
            (Some(distance), _) => format!("o{at} = i{at} + {distance} k"),
            (None, Some(value)) => format!("o{at} = {value}"),
            (None, None) => return Ok(None),
        });
    }
    let list = |letter: &str| {
        (0..count)
            .map(|at| format!("{letter}{at}"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let text = format!(
        "{{ {name}[{}] -> {name}[{}] : exists k : {} }}",
        list("i"),
        list("o"),
        conditions.join(" and ")
    );
    Ok(Some(Map::parse(step.ctx(), &text)?))
}

fn subtracts(op: &str) -> bool {
    matches!(op, "arith.subf" | "arith.subi")
}

/// No attribute says anything of the values of one order, such as that they do not overflow.
fn promises_nothing(properties: &Attrs) -> bool {
    properties.iter().all(|(name, _)| Flags::is_property(name)) && Flags::of(properties).within(Flags::REASSOC)
}

/// Whether combining with this constant changes nothing (but perhaps the sign of a zero).
pub(crate) fn is_neutral(value: &Attr, combiner: Combiner) -> bool {
    match value {
        Attr::Float {
            bits,
            ty: Type::Float(kind),
        } => {
            let (one, Some(infinity)) = (kind.one(), kind.infinity()) else {
                return false;
            };
            let sign = 1u64 << (kind.bits() - 1);
            match combiner {
                Combiner::Add => bits & !sign == 0,
                Combiner::Mul => *bits == one,
                Combiner::MaximumF => *bits == infinity | sign,
                Combiner::MinimumF => *bits == infinity,
                // `maxnumf` of an infinity and no number is the infinity; of no number and another, that one.
                Combiner::MaxNumF | Combiner::MinNumF => bits & !sign > infinity,
                _ => false,
            }
        }
        Attr::Int { value, ty } => {
            let width = match ty {
                Type::Integer { width, .. } if (2..=64).contains(width) => *width,
                Type::Index => 64,
                _ => return false,
            };
            let wrapped = *value & ((1i128 << width) - 1);
            let top = 1i128 << (width - 1);
            let is_index = *ty == Type::Index;
            match combiner {
                Combiner::Add | Combiner::Or | Combiner::Xor | Combiner::MaxUI => wrapped == 0,
                Combiner::Mul => wrapped == 1,
                // The width of an index is not known.
                Combiner::And => *value == -1 || !is_index && wrapped == 2 * top - 1,
                Combiner::MinUI => !is_index && wrapped == 2 * top - 1,
                Combiner::MaxSI => !is_index && wrapped == top,
                Combiner::MinSI => !is_index && wrapped == top - 1,
                _ => false,
            }
        }
        Attr::Bool(value) => match combiner {
            Combiner::Or | Combiner::Xor | Combiner::Add | Combiner::MaxUI => !value,
            Combiner::And | Combiner::Mul | Combiner::MinUI => *value,
            _ => false,
        },
        _ => false,
    }
}
