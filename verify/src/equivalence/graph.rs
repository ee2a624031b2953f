//! A program as a graph of values.
//!
//! A vertex is an operation (constant, index, scalar, ...) of a statement's payload; it stands for one
//! value for each instance of the statement. Reads and copies are no vertices: an operand that is
//! read is followed to the operation that computed what was last written there, however often it was
//! copied in between, or to an element that holds its value at entry. So programs that differ in
//! storage alone have the same graph.

use super::normal::{self, Flagged};
use super::sums::{SumPart, ValueSum};
use polyvet_analysis::dependence::Flow;
use polyvet_analysis::ids::{AccessId, ArrayId, StmtId};
use polyvet_analysis::{AccessKind, Array, ArrayKind, Combiner, Condition, Obligation, PayloadKind, PayloadNode, Scop};
use polyvet_ir::ValueId;
use polyvet_poly::{DimKind, Map, Result, Schedule, Set, UnionMap, UnionSet};
use std::collections::HashMap;
use typed_index_collections::TiVec;

/// Index into [`ValueGraph::vertices`].
pub(crate) type VertexId = usize;

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum VertexOrigin {
    /// Computed: maps go to instances of the vertex's statement.
    Vertex(VertexId),
    /// Held at entry: maps go to elements, whose tuple names the array.
    Entry,
    /// Never written.
    Nothing,
}

/// A part of an operand: for the instances in the domain of `map`, the value at `map` of `origin`.
#[derive(Clone, Debug)]
pub(crate) struct OperandPiece {
    pub origin: VertexOrigin,
    pub map: Map,
}

/// An operation of a statement.
pub(crate) struct Vertex {
    pub stmt: StmtId,
    pub node: usize,
    /// The constant that it is, if it only computes with constants.
    pub folded: Option<PayloadNode>,
    /// One entry for each operand.
    pub operands: Vec<Vec<OperandPiece>>,
}

/// What the caller sees.
pub(crate) struct Visible {
    /// The argument's name, `@g` for a global, or `#0` for the first result.
    pub key: String,
    /// The program never writes to it.
    pub kept: bool,
    /// `{ A[x] -> .. }` by element.
    pub pieces: Vec<OperandPiece>,
    /// The array, and who wrote its elements last.
    pub array: ArrayId,
    pub found: FoundSource,
}

impl Visible {
    /// Whether it is a global.
    pub fn is_global(&self) -> bool {
        self.key.starts_with('@')
    }
}

/// A condition on data that must hold.
pub(crate) struct Need<'s> {
    pub obligation: &'s Obligation,
    /// What stands for it.
    pub vertex: VertexId,
}

/// A program as values.
pub(crate) struct ValueGraph<'s> {
    pub scop: &'s Scop,
    pub vertices: Vec<Vertex>,
    pub visible: Vec<Visible>,
    /// The conditions on data that its operations need to be defined.
    pub needs: Vec<Need<'s>>,
    /// What reads find, by statement and access.
    pub sources: HashMap<(StmtId, AccessId), FoundSource>,
    /// Operations that are seen through, and the operand that each is.
    pub through: HashMap<(StmtId, usize), usize>,
    /// The vertices that are sums; empty unless asked for.
    pub sums: HashMap<VertexId, ValueSum>,
}

/// How long a chain of operations may be: values are followed by recursion, here and wherever the graph is walked.
const DEPTH_MAX: usize = 10_000;

/// Why a program has no graph.
#[derive(Debug)]
pub(crate) enum NoGraph {
    Poly(polyvet_poly::PolyError),
    Unsupported(String),
}

impl From<polyvet_poly::PolyError> for NoGraph {
    fn from(error: polyvet_poly::PolyError) -> NoGraph {
        NoGraph::Poly(error)
    }
}

pub(super) type Built<T> = std::result::Result<T, NoGraph>;

/// What a read finds.
#[derive(Clone)]
pub(crate) struct FoundSource {
    /// Statement that wrote it last: `{ reader -> writer }`.
    pub writers: Vec<(StmtId, Map)>,
    /// `{ reader -> element }` nobody wrote before.
    pub unwritten: Vec<Map>,
}

pub(super) struct ValueGraphBuilder<'s> {
    pub(super) scop: &'s Scop,
    flagged: Flagged,
    sources: HashMap<(StmtId, AccessId), FoundSource>,
    through: HashMap<(StmtId, usize), usize>,
    vertex_of: HashMap<(StmtId, usize), VertexId>,
    pub(super) vertices: Vec<Vertex>,
    /// Whether each array is written at all.
    written: TiVec<ArrayId, bool>,
    /// How many operations wait for their operands.
    depth: usize,
    /// Reads whose origin is being looked for, to notice copies that go in circles.
    open: Vec<(StmtId, usize)>,
    origins: HashMap<(StmtId, usize), Vec<OperandPiece>>,
    /// The terms of nodes, by instance of their statement.
    pub(super) terms: HashMap<(StmtId, usize, Combiner), Vec<SumPart>>,
    /// Nodes whose terms are being looked for, to notice sums of themselves.
    pub(super) summing: Vec<(StmtId, usize, Combiner)>,
    /// The first of `summing` that came up again.
    pub(super) cut: usize,
}

impl<'s> ValueGraph<'s> {
    /// Memref arguments, as opposed to tensors, count as output. With `sums`, vertices of associative and
    /// commutative operations know their terms.
    pub fn of(
        scop: &'s Scop,
        is_tensor: &dyn Fn(ValueId) -> bool,
        sums: bool,
        flagged: Flagged,
    ) -> Built<ValueGraph<'s>> {
        for stmt in &scop.stmts {
            if stmt.payload.is_none() || stmt.accesses.iter().any(|a| a.kind == AccessKind::MayWrite) {
                return Err(NoGraph::Unsupported(format!(
                    "what `{}` computes is not known exactly",
                    stmt.name
                )));
            }
        }
        let mut builder = ValueGraphBuilder {
            scop,
            flagged,
            sources: HashMap::new(),
            through: HashMap::new(),
            vertex_of: HashMap::new(),
            vertices: Vec::new(),
            written: written(scop),
            depth: 0,
            open: Vec::new(),
            origins: HashMap::new(),
            terms: HashMap::new(),
            summing: Vec::new(),
            cut: usize::MAX,
        };
        let mut visible = Vec::new();
        for (at, array) in scop.arrays.iter_enumerated() {
            let memref = array.value.is_some_and(|value| !is_tensor(value));
            if array.kind == ArrayKind::InOut && (memref || array.symbol.is_some()) {
                let (pieces, found) = builder.last(at)?;
                let symbol = array.symbol.as_ref().map(|path| format!("@{path}"));
                visible.push(Visible {
                    key: symbol.unwrap_or_else(|| array.name.clone()),
                    kept: !builder.written[at],
                    pieces,
                    array: at,
                    found,
                });
            }
        }
        // Arguments in their order, then globals, whose handles may stand in any.
        visible.sort_by_key(|one| {
            (
                one.is_global(),
                if one.is_global() {
                    one.key.clone()
                } else {
                    String::new()
                },
            )
        });
        for (number, result) in scop.results.iter().enumerate() {
            let Some(array) = result else {
                return Err(NoGraph::Unsupported(format!("result {number} is handed through")));
            };
            let (pieces, found) = builder.last(*array)?;
            visible.push(Visible {
                key: format!("#{number}"),
                kept: false,
                pieces,
                array: *array,
                found,
            });
        }
        let mut needs = Vec::new();
        for obligation in &scop.obligations {
            let Condition::Data(stmt) = obligation.condition else {
                continue;
            };
            let (_, root) = builder.payload(stmt).stores[0];
            let vertex = builder.vertex(stmt, root)?;
            needs.push(Need { obligation, vertex });
        }
        let sums = if sums { builder.sums()? } else { HashMap::new() };
        Ok(ValueGraph {
            scop,
            vertices: builder.vertices,
            visible,
            needs,
            sources: builder.sources,
            through: builder.through,
            sums,
        })
    }

    /// The operation of a vertex.
    pub fn node(&self, vertex: VertexId) -> &PayloadNode {
        let Vertex { stmt, node, folded, .. } = &self.vertices[vertex];
        let payload = self.scop.stmts[*stmt].payload.as_ref();
        folded
            .as_ref()
            .unwrap_or(&payload.expect("graphs have payloads").nodes[*node])
    }

    /// Whether elements that nobody in the program has written surely hold a value at entry.
    pub fn is_given(&self, elements: &Map) -> Result<bool> {
        let name = elements.tuple_name(DimKind::Out)?;
        let of_name = |array: &&Array| name.as_ref() == Some(&array.name);
        Ok({ self.scop.arrays.iter() }
            .find(of_name)
            .is_some_and(|array| !array.may_be_unwritten))
    }

    /// The domain of a vertex: `{ S[i] }`.
    pub fn domain(&self, vertex: VertexId) -> Set {
        self.scop.stmts[self.vertices[vertex].stmt].domain.clone()
    }
}

impl ValueGraphBuilder<'_> {
    pub(super) fn payload(&self, stmt: StmtId) -> &polyvet_analysis::Payload {
        self.scop.stmts[stmt]
            .payload
            .as_ref()
            .expect("every statement has one, as `of` checked")
    }

    /// The origins of the value of `node`, by instance of `stmt`.
    pub(super) fn origin(&mut self, stmt: StmtId, node: usize) -> Built<Vec<OperandPiece>> {
        if let Some(known) = self.origins.get(&(stmt, node)) {
            return Ok(known.clone());
        }
        if let Some(operand) = self.seen_through(stmt, node) {
            self.through.insert((stmt, node), operand);
            return self.origin(stmt, operand);
        }
        let identity = self.scop.stmts[stmt].domain.clone().identity()?;
        let PayloadKind::Read(access) = self.payload(stmt).nodes[node].kind else {
            let vertex = self.vertex(stmt, node)?;
            let pieces = vec![OperandPiece {
                origin: VertexOrigin::Vertex(vertex),
                map: identity,
            }];
            self.origins.insert((stmt, node), pieces.clone());
            return Ok(pieces);
        };
        if self.open.contains(&(stmt, node)) {
            let what = format!(
                "`{}` copies what it copied before, without end",
                self.scop.stmts[stmt].name
            );
            return Err(NoGraph::Unsupported(what));
        }
        self.open.push((stmt, node));
        let sources = self.read(stmt, access)?;
        let array = self.scop.stmts[stmt].accesses[access].array;
        let pieces = self.follow(sources, array)?;
        self.open.pop();
        self.origins.insert((stmt, node), pieces.clone());
        Ok(pieces)
    }

    /// Follows writers to what they computed.
    fn follow(&mut self, sources: FoundSource, array: ArrayId) -> Built<Vec<OperandPiece>> {
        let mut pieces = Vec::new();
        for (writer, map) in sources.writers {
            let root = self.stored(writer, array)?;
            for piece in self.origin(writer, root)? {
                let map = map.clone().apply_range(piece.map)?;
                if !map.is_empty()? {
                    pieces.push(OperandPiece {
                        origin: piece.origin,
                        map: map.coalesce()?,
                    });
                }
            }
        }
        let origin = self.at_entry(array);
        pieces.extend(sources.unwritten.into_iter().map(|map| OperandPiece { origin, map }));
        Ok(pieces)
    }

    /// What an element of `array` holds before it is written.
    pub(super) fn at_entry(&self, array: ArrayId) -> VertexOrigin {
        match self.scop.arrays[array].kind {
            ArrayKind::Input | ArrayKind::InOut => VertexOrigin::Entry,
            ArrayKind::Output | ArrayKind::Local | ArrayKind::Register => VertexOrigin::Nothing,
        }
    }

    /// The node that `stmt` stores into `array`.
    pub(super) fn stored(&self, stmt: StmtId, array: ArrayId) -> Built<usize> {
        let accesses = &self.scop.stmts[stmt].accesses;
        let mut stores = self
            .payload(stmt)
            .stores
            .iter()
            .filter(|(access, _)| accesses[*access].array == array);
        match (stores.next(), stores.next()) {
            (Some((_, node)), None) => Ok(*node),
            _ => {
                let what = format!(
                    "`{}` writes `{}` in two ways",
                    self.scop.stmts[stmt].name, self.scop.arrays[array].name
                );
                Err(NoGraph::Unsupported(what))
            }
        }
    }

    pub(super) fn vertex(&mut self, stmt: StmtId, node: usize) -> Built<VertexId> {
        if let Some(known) = self.vertex_of.get(&(stmt, node)) {
            return Ok(*known);
        }
        // Before its operands: an operation of a recurrence is its own operand.
        let id = self.vertices.len();
        self.vertex_of.insert((stmt, node), id);
        let folded = self.constant(stmt, node, 0);
        let is_folded = folded.is_some();
        self.vertices.push(Vertex {
            stmt,
            node,
            folded,
            operands: Vec::new(),
        });
        if is_folded {
            return Ok(id);
        }
        if let PayloadKind::Op { operands, .. } = self.payload(stmt).nodes[node].kind.clone() {
            if self.depth == DEPTH_MAX {
                let what = format!("a value is computed by more than {DEPTH_MAX} operations, one from the other");
                return Err(NoGraph::Unsupported(what));
            }
            self.depth += 1;
            // What is being looked for above this operation is no circle of copies.
            let open = std::mem::take(&mut self.open);
            let operands = operands
                .into_iter()
                .map(|o| self.origin(stmt, o))
                .collect::<Built<Vec<_>>>();
            self.open = open;
            self.depth -= 1;
            self.vertices[id].operands = operands?;
        }
        Ok(id)
    }

    /// The operand that a node is equal to.
    fn seen_through(&self, stmt: StmtId, node: usize) -> Option<usize> {
        normal::operand(
            self.payload(stmt),
            node,
            &|access| self.is_kept(stmt, access),
            self.flagged,
        )
    }

    /// Whether an access reads what the caller gave, which nothing overwrites.
    pub(super) fn is_kept(&self, stmt: StmtId, access: AccessId) -> bool {
        let array = self.scop.stmts[stmt].accesses[access].array;
        let held = matches!(self.scop.arrays[array].kind, ArrayKind::Input | ArrayKind::InOut);
        held && !self.scop.arrays[array].may_be_unwritten && !self.written[array]
    }

    /// The constant that an operation on constants is.
    fn constant(&self, stmt: StmtId, node: usize, depth: usize) -> Option<PayloadNode> {
        const DEPTH: usize = 8;
        let payload = self.payload(stmt);
        let PayloadKind::Op { operands, .. } = &payload.nodes[node].kind else {
            return None;
        };
        let mut values = Vec::with_capacity(operands.len());
        for operand in operands {
            let mut operand = *operand;
            while let Some(same) = self.seen_through(stmt, operand) {
                operand = same;
            }
            values.push(match &payload.nodes[operand].kind {
                PayloadKind::Const(_) => payload.nodes[operand].clone(),
                PayloadKind::Op { .. } if depth < DEPTH => self.constant(stmt, operand, depth + 1)?,
                _ => return None,
            });
        }
        let value = super::fold::fold(&payload.nodes[node], &values.iter().collect::<Vec<_>>(), self.flagged)?;
        Some(PayloadNode {
            kind: PayloadKind::Const(value),
            ..payload.nodes[node].clone()
        })
    }

    /// The vertex of a node that was met.
    pub(super) fn known_vertex(&self, stmt: StmtId, node: usize) -> Option<VertexId> {
        self.vertex_of.get(&(stmt, node)).copied()
    }

    fn read(&mut self, stmt: StmtId, access: AccessId) -> Built<FoundSource> {
        if let Some(known) = self.sources.get(&(stmt, access)) {
            return Ok(known.clone());
        }
        let sink = UnionMap::from_map(self.scop.access(stmt, access)?)?;
        let array = self.scop.stmts[stmt].accesses[access].array;
        let found = self.flow(sink, array, self.scop.schedule.clone())?;
        self.sources.insert((stmt, access), found.clone());
        Ok(found)
    }

    /// The last writers before each sink: `{ writer -> [reader -> element] }`.
    fn last_writers(&self, sink: &UnionMap, array: ArrayId, schedule: &Schedule) -> Built<UnionMap> {
        let written = self.scop.accesses(Some(array), AccessKind::is_write)?;
        Ok(Flow::last_writers(sink.clone(), written)?.compute(schedule)?)
    }

    fn flow(&self, sink: UnionMap, array: ArrayId, schedule: Schedule) -> Built<FoundSource> {
        let flow = self.last_writers(&sink, array, &schedule)?;
        let mut writers = Vec::new();
        for map in flow.clone().range_factor_domain()?.reverse()?.maps()? {
            writers.push((self.stmt_of(&map)?, map));
        }
        let unwritten = sink.wrap()?.subtract(flow.range()?)?.unwrap()?;
        Ok(FoundSource {
            writers,
            unwritten: nonempty(unwritten)?,
        })
    }

    pub(super) fn stmt_of(&self, map: &Map) -> Built<StmtId> {
        let name = map.tuple_name(DimKind::Out)?.unwrap_or_default();
        Ok(self.scop.stmt_named(&name).expect("writers are statements"))
    }

    /// The origins of the elements of an array after the program, by element, and who wrote them.
    fn last(&mut self, array: ArrayId) -> Built<(Vec<OperandPiece>, FoundSource)> {
        let Array { name, .. } = &self.scop.arrays[array];
        let elements = self
            .scop
            .elements(array)?
            .ok_or_else(|| NoGraph::Unsupported(format!("the extents of `{name}` are not known")))?;
        let space = self.scop.context.space()?.add_unnamed_tuple_ui(0)?;
        let end = Set::universe(space.set_tuple_name(DimKind::Set, "end of program")?)?;
        let sink = UnionMap::from_map(Map::from_domain_and_range(end.clone(), elements)?)?;
        let schedule = self
            .scop
            .schedule
            .clone()
            .sequence(Schedule::from_domain(UnionSet::from_set(end)?)?)?;
        let flow = self.last_writers(&sink, array, &schedule)?;
        let mut writers = Vec::new();
        for map in flow.clone().range_factor_range()?.reverse()?.maps()? {
            writers.push((self.stmt_of(&map)?, map));
        }
        // `{ end -> A[x] }` becomes `{ A[x] -> A[x] }`.
        let unwritten = sink.range()?.subtract(flow.range_factor_range()?.range()?)?;
        let unwritten = nonempty(unwritten.identity()?)?;
        let found = FoundSource { writers, unwritten };
        let pieces = self.follow(found.clone(), array)?;
        // Elements of both programs must have one name, whatever their arrays are called.
        let rename = |piece: OperandPiece| {
            Ok(OperandPiece {
                origin: piece.origin,
                map: piece.map.set_tuple_name(DimKind::In, "element")?,
            })
        };
        let pieces = pieces.into_iter().map(rename).collect::<Built<Vec<_>>>()?;
        Ok((pieces, found))
    }
}

/// Which arrays are written at all.
fn written(scop: &Scop) -> TiVec<ArrayId, bool> {
    let mut written: TiVec<ArrayId, bool> = vec![false; scop.arrays.len()].into();
    let accesses = scop.stmts.iter().flat_map(|stmt| &stmt.accesses);
    accesses
        .filter(|access| access.kind.is_write())
        .for_each(|access| written[access.array] = true);
    written
}

pub(super) fn nonempty(map: UnionMap) -> Result<Vec<Map>> {
    let mut maps = Vec::new();
    for map in map.maps()? {
        if !map.is_empty()? {
            maps.push(map);
        }
    }
    Ok(maps)
}
