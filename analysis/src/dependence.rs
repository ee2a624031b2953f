//! Which instances must keep their order.
//!
//! A *memory-based* dependence `x -> y` exists if `x` runs before `y` in the original schedule and
//! both touch the same element, at least one of them writing. A *value-based* one exists only if
//! nothing in between overwrites the element: for `raw` the sink reads the very value that the
//! source wrote (isl manual, "Dependence Analysis"; Feautrier, "Dataflow analysis of array and
//! scalar references", 1991).
//!
//! With `A_s`, `A_t` the access relations cut to their domains and `T` the schedule,
//!
//! ```text
//! memory(s, t) = (A_s . A_t^-1)  intersected with  { x -> y : T(x) lex< T(y) }
//! ```
//!
//! Dependences between accumulations with one combiner on one array are marked
//! [`Dependence::reduction`]: their order matters only for rounding.

use crate::ids::{AccessId, ArrayId, LoopId, StmtId};
use crate::scop::{AccessKind, IteratorType, Scop};
use polyvet_poly::{DimKind, Map, PolyError, Result, Schedule, Set, UnionAccessInfo, UnionMap};
use std::collections::HashMap;
use typed_index_collections::TiVec;

/// Kinds of dependence, by what source and sink do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DepKind {
    /// The sink reads what the source wrote.
    Raw,
    /// The sink overwrites what the source read.
    War,
    /// The sink overwrites what the source wrote.
    Waw,
}

impl DepKind {
    /// `raw`, `war`, `waw`.
    pub fn name(self) -> &'static str {
        match self {
            DepKind::Raw => "raw",
            DepKind::War => "war",
            DepKind::Waw => "waw",
        }
    }

    /// The kind of a dependence between two accesses, if it is one.
    pub fn of(source: AccessKind, sink: AccessKind) -> Option<DepKind> {
        match (source.is_write(), sink.is_write()) {
            (true, false) => Some(DepKind::Raw),
            (false, true) => Some(DepKind::War),
            (true, true) => Some(DepKind::Waw),
            (false, false) => None,
        }
    }
}

/// One end of a dependence: indices into [`Scop::stmts`] and [`crate::Stmt::accesses`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DependenceEnd {
    /// Statement.
    pub stmt: StmtId,
    /// Its access.
    pub access: AccessId,
}

/// All pairs of instances that one pair of accesses orders.
#[derive(Clone, Debug)]
pub struct Dependence {
    /// By what the ends do.
    pub kind: DepKind,
    /// Earlier end.
    pub source: DependenceEnd,
    /// Later end.
    pub sink: DependenceEnd,
    /// Index into [`Scop::arrays`].
    pub array: ArrayId,
    /// `{ S[i] -> T[j] }`, source to sink, not empty.
    pub map: Map,
    /// Both ends are accumulators of reductions with one combiner.
    pub reduction: bool,
}

/// The dependences of a program.
#[derive(Clone, Debug, Default)]
pub struct Dependences {
    /// In the order of sources, then sinks.
    pub list: Vec<Dependence>,
}

/// Distance from source to sink in one loop: sink minus source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Distance {
    /// Least, if bounded for all parameters.
    pub min: Option<i64>,
    /// Greatest, if bounded for all parameters.
    pub max: Option<i64>,
}

impl std::fmt::Display for Distance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.min, self.max) {
            (Some(min), Some(max)) if min == max => write!(f, "{min}"),
            (Some(min), Some(max)) => write!(f, "{min}..{max}"),
            (Some(min), None) => write!(f, ">={min}"),
            (None, Some(max)) => write!(f, "<={max}"),
            (None, None) => f.write_str("*"),
        }
    }
}

/// The memory-based dependences of `scop`, under its own schedule.
///
/// # Errors
/// Only budgets: [`PolyError::is_budget`].
pub fn memory_based(scop: &Scop) -> Result<Dependences> {
    memory_based_from(scop, |_| true)
}

/// Those of [`memory_based`] whose sources are instances of such statements.
///
/// # Errors
/// As [`memory_based`].
pub fn memory_based_from(scop: &Scop, sources: impl Fn(StmtId) -> bool) -> Result<Dependences> {
    let mut order = ExecutionOrder::of(scop)?;
    let mut by_array: TiVec<ArrayId, Vec<(DependenceEnd, AccessKind, Map)>> =
        vec![Vec::new(); scop.arrays.len()].into();
    for (s, stmt) in scop.stmts.iter_enumerated() {
        for (a, access) in stmt.accesses.iter_enumerated() {
            let relation = scop.access(s, a)?;
            by_array[access.array].push((DependenceEnd { stmt: s, access: a }, access.kind, relation));
        }
    }
    let mut list = Vec::new();
    for (array, accesses) in by_array.iter_enumerated() {
        let reversed = accesses
            .iter()
            .map(|(_, _, r)| r.clone().reverse())
            .collect::<Result<Vec<_>>>()?;
        for (source, source_kind, source_relation) in accesses.iter().filter(|one| sources(one.0.stmt)) {
            for ((sink, sink_kind, _), sink_reversed) in accesses.iter().zip(&reversed) {
                let Some(kind) = DepKind::of(*source_kind, *sink_kind) else {
                    continue;
                };
                let touching = source_relation.clone().apply_range(sink_reversed.clone())?;
                let map = touching.intersect(order.before(source.stmt, sink.stmt)?)?;
                if map.is_empty()? {
                    continue;
                }
                let reduction = is_reduction(scop, *source, *sink);
                list.push(Dependence {
                    kind,
                    source: *source,
                    sink: *sink,
                    array,
                    map,
                    reduction,
                });
            }
        }
    }
    list.sort_by_key(Dependence::place);
    Ok(Dependences { list })
}

/// The value-based dependences of `scop`: `raw` from the last writer, `war` to the next writer,
/// `waw` to the next writer.
///
/// # Errors
/// Only budgets: [`PolyError::is_budget`].
pub fn value_based(scop: &Scop) -> Result<Dependences> {
    value_based_to(scop, |_| true)
}

/// Those of [`value_based`] whose sinks are instances of such statements.
///
/// # Errors
/// As [`value_based`].
pub fn value_based_to(scop: &Scop, sinks: impl Fn(StmtId) -> bool) -> Result<Dependences> {
    let mut list = Vec::new();
    for (s, stmt) in scop.stmts.iter_enumerated().filter(|(s, _)| sinks(*s)) {
        for (a, access) in stmt.accesses.iter_enumerated() {
            let sink = DependenceEnd { stmt: s, access: a };
            let touched = UnionMap::from_map(scop.access(s, a)?)?;
            let must = scop.accesses(Some(access.array), |kind| kind == AccessKind::MustWrite)?;
            let may = scop.accesses(Some(access.array), |kind| kind == AccessKind::MayWrite)?;
            let none = UnionMap::empty(scop.context.space()?)?;
            let flow = Flow {
                sink: touched.clone(),
                must: must.clone(),
                may,
                kill: none.clone(),
            };
            let flow = flow.compute(&scop.schedule)?;
            let kind = if access.kind.is_write() {
                DepKind::Waw
            } else {
                DepKind::Raw
            };
            add_flow(scop, &mut list, kind, flow.range_factor_domain()?, sink)?;
            if access.kind.is_write() {
                let flow = Flow {
                    sink: touched,
                    must: none,
                    may: scop.accesses(Some(access.array), |kind| kind == AccessKind::Read)?,
                    kill: must,
                };
                let flow = flow.compute(&scop.schedule)?;
                add_flow(scop, &mut list, DepKind::War, flow.range_factor_domain()?, sink)?;
            }
        }
    }
    list.sort_by_key(Dependence::place);
    Ok(Dependences { list })
}

/// Questions to dataflow analysis: what a sink may get from where.
#[derive(Clone, Debug)]
pub struct Flow {
    /// `{ S[i] -> A[x] }`: the accesses asked about.
    pub sink: UnionMap,
    /// Sources that end the search.
    pub must: UnionMap,
    /// Sources that do not.
    pub may: UnionMap,
    /// What ends the search without being a source.
    pub kill: UnionMap,
}

impl Flow {
    /// The question which write of `must` each access of `sink` sees last.
    ///
    /// # Errors
    /// Only from isl.
    pub fn last_writers(sink: UnionMap, must: UnionMap) -> Result<Flow> {
        let none = UnionMap::empty(sink.space()?)?;
        Ok(Flow {
            sink,
            must,
            may: none.clone(),
            kill: none,
        })
    }

    /// The last sources before each sink: `{ W[j] -> [S[i] -> A[x]] }`.
    ///
    /// isl 0.27 fails on some programs ("affine expression involves some of the domain dimensions");
    /// there the answer is computed from its definition.
    ///
    /// # Errors
    /// Budgets.
    pub fn compute(&self, schedule: &Schedule) -> Result<UnionMap> {
        let accesses = UnionAccessInfo::from_sink(self.sink.clone())?
            .set_must_source(self.must.clone())?
            .set_may_source(self.may.clone())?
            .set_kill(self.kill.clone())?
            .set_schedule(schedule.clone())?;
        match accesses.compute_flow() {
            Ok(flow) => flow.full_may_dependence(),
            Err(error) if error.is_budget() => Err(error),
            Err(_) => self.by_definition(schedule),
        }
    }

    /// With `T` the schedule and `t` the greatest time before a sink at which something ends the
    /// search: the must-sources at `t`, and the may-sources at `t` or later.
    pub fn by_definition(&self, schedule: &Schedule) -> Result<UnionMap> {
        let times = schedule.map()?.intersect_domain(schedule.domain()?)?;
        let earlier = times.clone().lex_gt_union_map(times.clone())?;
        // { [S -> A[x]] -> W : both touch A[x], W runs before S }
        let before = |source: &UnionMap| -> Result<UnionMap> {
            let touching = self.sink.clone().range_map()?.apply_range(source.clone().reverse()?)?;
            touching.intersect(self.sink.clone().domain_map()?.apply_range(earlier.clone())?)
        };
        let ends = before(&self.must.clone().union(self.kill.clone())?)?;
        let last = ends.apply_range(times.clone())?.lexmax()?;
        let must = before(&self.must)?.intersect(last.clone().apply_range(times.clone().reverse()?)?)?;
        let times_before = times.clone().range()?.identity()?.lex_gt_union_map(times)?;
        let may = before(&self.may)?.subtract(last.apply_range(times_before)?)?;
        must.union(may)?.reverse()
    }
}

fn add_flow(scop: &Scop, list: &mut Vec<Dependence>, kind: DepKind, flow: UnionMap, sink: DependenceEnd) -> Result<()> {
    let array = scop.stmts[sink.stmt].accesses[sink.access].array;
    for map in flow.maps()? {
        let name = map.tuple_name(DimKind::In)?.unwrap_or_default();
        let Some(stmt) = scop.stmt_named(&name) else { continue };
        let reads = kind == DepKind::War;
        let access = scop.stmts[stmt]
            .accesses
            .position(|a| a.array == array && a.kind.is_write() != reads);
        let Some(access) = access else { continue };
        let source = DependenceEnd { stmt, access };
        let reduction = is_reduction(scop, source, sink);
        list.push(Dependence {
            kind,
            source,
            sink,
            array,
            map: map.coalesce()?,
            reduction,
        });
    }
    Ok(())
}

/// Whether both are accumulators of reductions with one combiner ([`Dependence::reduction`]).
pub fn is_reduction(scop: &Scop, source: DependenceEnd, sink: DependenceEnd) -> bool {
    let role = |end: DependenceEnd| {
        let reduction = scop.stmts[end.stmt].reduction?;
        (end.access == reduction.read || end.access == reduction.write).then_some(reduction.combiner)
    };
    matches!((role(source), role(sink)), (Some(x), Some(y)) if x == y)
}

/// The order of execution, statement by statement.
pub struct ExecutionOrder {
    times: TiVec<StmtId, Map>,
    before: HashMap<(StmtId, StmtId), Map>,
}

impl ExecutionOrder {
    /// The order of the program's own schedule.
    pub fn of(scop: &Scop) -> Result<ExecutionOrder> {
        Ok(ExecutionOrder {
            times: times(scop, &scop.schedule.map()?)?,
            before: HashMap::new(),
        })
    }

    /// `{ S[i] -> T[j] : S[i] runs before T[j] }`
    pub fn before(&mut self, source: StmtId, sink: StmtId) -> Result<Map> {
        if let Some(known) = self.before.get(&(source, sink)) {
            return Ok(known.clone());
        }
        let map = self.times[source].clone().lex_lt_map(self.times[sink].clone())?;
        self.before.insert((source, sink), map.clone());
        Ok(map)
    }
}

/// The part of `schedule` (instances to times of one length) that belongs to each statement.
///
/// # Errors
/// [`PolyError::Invalid`] if a statement has no times or times of two lengths.
pub fn times(scop: &Scop, schedule: &UnionMap) -> Result<TiVec<StmtId, Map>> {
    let mut found: HashMap<String, Map> = HashMap::new();
    for map in schedule.maps()? {
        let name = map.tuple_name(DimKind::In)?.unwrap_or_default();
        if found.insert(name.clone(), map).is_some() {
            return Err(invalid(format!("`{name}` has times of two lengths")));
        }
    }
    let mut all = Vec::with_capacity(scop.stmts.len());
    for stmt in &scop.stmts {
        match found.remove(&stmt.name) {
            Some(map) => all.push(map),
            None if stmt.domain.is_empty()? => {
                let space = schedule.space()?;
                let map = Map::from_domain(Set::empty(stmt.domain.space()?.align_params(space)?)?)?;
                all.push(map);
            }
            None => return Err(invalid(format!("`{}` has no time", stmt.name))),
        }
    }
    // All with the parameters of the program, in its order.
    let params = scop.context.space()?;
    let all = all
        .into_iter()
        .map(|map| map.align_params(params.clone()))
        .collect::<Result<Vec<_>>>()?;
    // A statement that never runs fits any length.
    let length = all
        .iter()
        .map(|m| m.dim(DimKind::Out))
        .collect::<Result<Vec<_>>>()?
        .into_iter()
        .max()
        .unwrap_or(0);
    all.into_iter()
        .map(|m| {
            let missing = length - m.dim(DimKind::Out)?;
            if missing == 0 {
                Ok(m)
            } else {
                m.add_dims(DimKind::Out, missing)
            }
        })
        .collect()
}

fn invalid(message: String) -> PolyError {
    PolyError::Invalid {
        message,
        at: "schedule".to_owned(),
    }
}

/// Where a dependence stands in the list of all.
pub type DependencePlace = (StmtId, StmtId, DepKind, AccessId, AccessId);

impl Dependence {
    /// Sources come first, then sinks.
    pub fn place(&self) -> DependencePlace {
        let (source, sink) = (self.source, self.sink);
        (source.stmt, sink.stmt, self.kind, source.access, sink.access)
    }

    /// How many loops are around both ends.
    pub fn common_loops(&self, scop: &Scop) -> usize {
        let (source, sink) = (&scop.stmts[self.source.stmt].loops, &scop.stmts[self.sink.stmt].loops);
        source.iter().zip(sink).take_while(|(x, y)| x == y).count()
    }

    /// Distance in each loop around both ends, outermost first, within the context.
    pub fn distances(&self, scop: &Scop) -> Result<Vec<Distance>> {
        let common = self.common_loops(scop);
        let deltas = self.deltas(scop, common)?;
        (0..common)
            .map(|at| {
                let one = deltas.clone().project_out(DimKind::Set, at + 1, common - at - 1)?;
                let one = one.project_out(DimKind::Set, 0, at)?;
                let bound = |value: polyvet_poly::Val| {
                    if value.is_int()? {
                        value.to_i64().map(Some)
                    } else {
                        Ok(None)
                    }
                };
                Ok(Distance {
                    min: bound(one.clone().dim_min_val(0)?)?,
                    max: bound(one.dim_max_val(0)?)?,
                })
            })
            .collect()
    }

    /// `{ [sink - source] }` over the first `common` dimensions and all parameters.
    fn deltas(&self, scop: &Scop, common: usize) -> Result<Set> {
        let (source, sink) = (self.map.dim(DimKind::In)?, self.map.dim(DimKind::Out)?);
        self.map
            .clone()
            .intersect_params(scop.context.clone())?
            .project_out(DimKind::In, common, source - common)?
            .project_out(DimKind::Out, common, sink - common)?
            .project_out_all_params()?
            .reset_tuple_id(DimKind::In)?
            .reset_tuple_id(DimKind::Out)?
            .deltas()
    }

    /// Loops around both ends that carry it: equal outside, different in the loop.
    pub fn carried_by(&self, scop: &Scop) -> Result<Vec<LoopId>> {
        let common = self.common_loops(scop);
        let loops = &scop.stmts[self.source.stmt].loops;
        if common == 0 {
            return Ok(Vec::new());
        }
        let mut rest = self.in_context(scop)?;
        let mut carriers = Vec::new();
        for (at, number) in loops.iter().enumerate().take(common) {
            let same = rest.clone().equate(DimKind::In, at, DimKind::Out, at)?;
            if !rest.subtract(same.clone())?.is_empty()? {
                carriers.push(*number);
            }
            rest = same;
        }
        Ok(carriers)
    }

    /// Whether source and sink can differ in loop `number`, whatever the loops outside it do.
    /// The pairs whose ends are different iterations of a dimension of a structured op, while the loops
    /// around the op stand still; [`None`] if there are none.
    ///
    /// # Errors
    /// isl's failures.
    pub fn moving_in(&self, scop: &Scop, number: LoopId) -> Result<Option<Map>> {
        let loops = &scop.stmts[self.source.stmt].loops;
        let Some(at) = loops.iter().position(|l| *l == number) else {
            return Ok(None);
        };
        let common = self.common_loops(scop);
        if at >= common {
            return Ok(None);
        }
        let map = self.map.clone().intersect_params(scop.context.clone())?;
        let moving = self.moving_at(scop, map, at)?;
        Ok((!moving.is_empty()?).then_some(moving))
    }

    /// The dimensions of a structured op for which [`Dependence::moving_in`] gives pairs.
    fn moving(&self, scop: &Scop) -> Result<Vec<LoopId>> {
        let loops = &scop.stmts[self.source.stmt].loops;
        let common = self.common_loops(scop);
        if common == 0 {
            return Ok(Vec::new());
        }
        let (map, mut found) = (self.in_context(scop)?, Vec::new());
        for (at, number) in loops.iter().enumerate().take(common) {
            if !self.moving_at(scop, map.clone(), at)?.is_empty()? {
                found.push(*number);
            }
        }
        Ok(found)
    }

    /// The pairs of `map` that differ in the loop at a place, while those around its operation are equal.
    fn moving_at(&self, scop: &Scop, mut map: Map, at: usize) -> Result<Map> {
        let loops = &scop.stmts[self.source.stmt].loops[..self.common_loops(scop)];
        let outer = (loops.iter().enumerate()).filter(|(_, one)| scop.loops[**one].op != scop.loops[loops[at]].op);
        for (outer, _) in outer {
            map = map.equate(DimKind::In, outer, DimKind::Out, outer)?;
        }
        let same = map.clone().equate(DimKind::In, at, DimKind::Out, at)?;
        map.subtract(same)
    }

    /// The pairs for the parameters of the context, of which those are left that it depends on: of a large program most have
    /// nothing to do with it.
    fn in_context(&self, scop: &Scop) -> Result<Map> {
        let map = self.map.clone().drop_unused_params()?;
        let mut context = scop.context.clone();
        let mut used = Vec::new();
        for at in 0..context.dim(DimKind::Param)? {
            let name = context.dim_name(DimKind::Param, at)?;
            used.push(match name {
                Some(name) => map.find_dim_by_name(DimKind::Param, &name)?.is_some(),
                None => true,
            });
        }
        // Neighbours at once, from the last.
        let mut end = used.len();
        while end > 0 {
            let begin = used[..end].iter().rposition(|used| *used).map_or(0, |at| at + 1);
            if begin < end {
                context = context.project_out(DimKind::Param, begin, end - begin)?;
            }
            end = begin.saturating_sub(1);
        }
        map.intersect_params(context)
    }
}

/// What a dependence says of loops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DependenceEffect {
    /// By what the ends do.
    pub kind: DepKind,
    /// Both ends are accumulators of reductions with one combiner.
    pub reduction: bool,
    /// It exists for sure.
    pub is_sure: bool,
    /// The loops that carry it.
    pub carried_by: Vec<LoopId>,
    /// The dimensions of a structured op in which its ends differ, where both are instances of one statement.
    pub moves: Vec<LoopId>,
}

impl Dependences {
    /// What each says of loops.
    ///
    /// # Errors
    /// Budgets.
    pub fn effects(&self, scop: &Scop) -> Result<Vec<DependenceEffect>> {
        let may = |end: &DependenceEnd| scop.stmts[end.stmt].may;
        let effect = |one: &Dependence| {
            Ok(DependenceEffect {
                kind: one.kind,
                reduction: one.reduction,
                is_sure: !may(&one.source) && !may(&one.sink),
                carried_by: one.carried_by(scop)?,
                moves: match one.source.stmt == one.sink.stmt {
                    true => one.moving(scop)?,
                    false => Vec::new(),
                },
            })
        };
        self.list.iter().map(effect).collect()
    }
}

/// The iterator type of every loop, derived from what it carries while the loops outside it stand still.
pub fn loop_types<'d>(
    scop: &Scop,
    effects: impl IntoIterator<Item = &'d DependenceEffect>,
) -> TiVec<LoopId, IteratorType> {
    joined(scop, effects, |effect| &effect.carried_by)
}

/// The iterator types of all loops as dimensions of structured ops, derived from all dependences between their own
/// instances: the claim `parallel` allows every order, not only that of the loops outside it.
pub fn dimension_types<'d>(
    scop: &Scop,
    effects: impl IntoIterator<Item = &'d DependenceEffect>,
) -> TiVec<LoopId, IteratorType> {
    joined(scop, effects, |effect| &effect.moves)
}

fn joined<'d>(
    scop: &Scop,
    effects: impl IntoIterator<Item = &'d DependenceEffect>,
    loops: impl Fn(&'d DependenceEffect) -> &'d [LoopId],
) -> TiVec<LoopId, IteratorType> {
    let mut types: TiVec<LoopId, _> = vec![IteratorType::Parallel; scop.loops.len()].into();
    for effect in effects {
        for number in loops(effect) {
            types[*number] = join(types[*number], effect.reduction);
        }
    }
    types
}

fn join(ty: IteratorType, reduction: bool) -> IteratorType {
    match (ty, reduction) {
        (IteratorType::Sequential, _) | (_, false) => IteratorType::Sequential,
        _ => IteratorType::Reduction,
    }
}
