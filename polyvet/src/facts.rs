//! Facts about a model as results: what `relations` and `deps` show.
//!
//! Texts of sets are simplified: what holds for all parameters in the context is left out, and so are
//! parameters that do not occur.

use crate::source::Source;
use polyvet_analysis::bands::PermutableBand;
use polyvet_analysis::dependence::{Dependence, DependenceEffect, dimension_types, loop_types};
use polyvet_analysis::ids::{AccessId, ArrayId, LoopId, StmtId};
use polyvet_analysis::{Access, AccessKind, Combiner, Condition, Demand, IteratorType, Param, ParamOrigin, Scop};
use polyvet_ir::{Module, Span};
use polyvet_poly::{DimKind, Map, Result, Set};
use polyvet_report::{
    DependenceResult, Edge, HoldsAnswer, LoopResult, OperandResult, OutsideResult, ParamResult, ReadableNames,
    StatementResult,
};
use std::collections::{BTreeMap, HashMap};
use typed_index_collections::TiVec;

/// Where names and lines come from.
pub struct FactOrigin<'a> {
    /// The program; none for a model without one.
    pub module: Option<&'a Module>,
    /// Its text.
    pub source: &'a Source,
}

impl FactOrigin<'_> {
    /// The line of a span of the program.
    pub fn line(&self, span: Span) -> Option<usize> {
        self.module.and_then(|_| self.source.line(span))
    }
}

/// A set of instances or elements as text.
pub fn set_text(set: Set, context: &Set) -> Result<String> {
    set.gist_params(context.clone())?
        .coalesce()?
        .remove_redundancies()?
        .drop_unused_params()?
        .text()
}

/// A relation as text.
pub fn map_text(map: Map, context: &Set) -> Result<String> {
    map.gist_params(context.clone())?
        .coalesce()?
        .remove_redundancies()?
        .drop_unused_params()?
        .text()
}

/// A value of the parameters as text: `2n + 1`.
pub fn value_text(value: polyvet_poly::PwAff) -> Result<String> {
    let text = value.coalesce()?.drop_unused_params()?.text()?;
    let inner = text.rsplit_once("->").map_or(text.as_str(), |(_, set)| set);
    let inner = inner.trim().trim_start_matches('{').trim_end_matches('}').trim();
    let piece = inner.strip_prefix("[(").and_then(|rest| rest.strip_suffix(")]"));
    Ok(piece
        .filter(|piece| !piece.contains(')') || piece.contains('('))
        .unwrap_or(inner)
        .to_owned())
}

/// The constraints of a set of parameters: `n >= 1 and m = n`.
pub fn condition_text(params: Set, context: &Set) -> Result<String> {
    let text = params
        .gist(context.clone())?
        .coalesce()?
        .remove_redundancies()?
        .drop_unused_params()?
        .text()?;
    let inner = text.rsplit_once("->").map_or(text.as_str(), |(_, set)| set);
    Ok(inner
        .trim()
        .trim_start_matches('{')
        .trim_end_matches('}')
        .trim()
        .trim_start_matches(':')
        .trim()
        .to_owned())
}

/// The parameters and where their values come from.
pub fn params(scop: &Scop, origin: &FactOrigin<'_>) -> Vec<ParamResult> {
    let name = |value| origin.module.map_or(String::new(), |module| module.value_name(value));
    let origin_of = |origin: ParamOrigin| match origin {
        ParamOrigin::Value(value) => format!("value of {}", name(value)),
        ParamOrigin::Extent { value, dim } => format!("extent {dim} of {}", name(value)),
        ParamOrigin::Formula => "computed from arguments".to_owned(),
        ParamOrigin::External => String::new(),
    };
    let params = scop.params.iter();
    params
        .map(|param| ParamResult {
            name: param.name.clone(),
            label: param.label.clone(),
            origin: origin_of(param.origin),
        })
        .collect()
}

/// What people call the parameters.
pub fn names(scop: &Scop) -> ReadableNames {
    let pair = |param: &Param| (param.name.clone(), param.label.clone());
    scop.params.iter().map(pair).collect()
}

/// The context as constraints.
pub fn context_text(scop: &Scop) -> Result<String> {
    condition_text(scop.context.clone(), &Set::universe(scop.context.space()?)?)
}

/// One statement of `relations`. `loops` are all of the function.
pub fn statement(
    scop: &Scop,
    number: StmtId,
    loops: &[LoopResult],
    origin: &FactOrigin<'_>,
) -> Result<StatementResult> {
    let stmt = &scop.stmts[number];
    Ok(StatementResult {
        func: scop.name.clone(),
        stmt: stmt.name.clone(),
        op: origin
            .module
            .zip(stmt.op)
            .map(|(module, op)| module.op(op).name.to_string()),
        line: origin.line(stmt.span),
        domain: set_text(stmt.domain.clone(), &scop.context)?,
        loops: stmt.loops.iter().map(|at| loops[usize::from(*at)].clone()).collect(),
        reduction: stmt.reduction.map(|reduction| combiner_name(reduction.combiner)),
        permutable: Vec::new(),
        init_read: origin
            .module
            .zip(stmt.op)
            .and_then(|(module, op)| init_read(module, op)),
        operands: stmt
            .accesses
            .keys()
            .map(|access| operand(scop, number, access, origin))
            .collect::<Result<_>>()?,
    })
}

/// `read`, `write`, `may_write`
pub fn access_name(access: &Access) -> &'static str {
    match access.kind {
        AccessKind::Read => "read",
        AccessKind::MustWrite => "write",
        AccessKind::MayWrite => "may_write",
    }
}

fn operand(scop: &Scop, stmt: StmtId, number: AccessId, origin: &FactOrigin<'_>) -> Result<OperandResult> {
    let access = &scop.stmts[stmt].accesses[number];
    let touched = scop.access(stmt, number)?.intersect_params(scop.context.clone())?;
    let runs = touched.clone().domain()?.params()?.intersect(scop.context.clone())?;
    let (mut missed_text, mut outside) = (None, None);
    let (covers, in_bounds) = match scop.elements(access.array)? {
        None => (HoldsAnswer::unknown(), HoldsAnswer::unknown()),
        Some(elements) => {
            let leaving = touched
                .clone()
                .subtract(touched.clone().intersect_range(elements.clone())?)?;
            // What only may happen is no example.
            if scop.inexact.is_empty() || scop.stmts[stmt].payload.is_some() {
                outside = example(scop, stmt, leaving)?;
            }
            let range = touched.clone().range()?;
            let inside = runs
                .clone()
                .subtract(range.clone().subtract(elements.clone())?.params()?)?;
            let missed = elements.intersect_params(scop.context.clone())?.subtract(range)?;
            let left = missed.clone().intersect_params(runs.clone())?;
            if access.kind == AccessKind::MustWrite && !left.is_empty()? {
                missed_text = Some(set_text(left, &scop.context)?);
            }
            let covered = inside.clone().subtract(missed.params()?)?;
            (answer(&covered, &runs)?, answer(&inside, &runs)?)
        }
    };
    let domain = scop.stmts[stmt].domain.clone();
    Ok(OperandResult {
        array: scop.arrays[access.array].name.clone(),
        access: access_name(access),
        line: origin.line(access.span),
        relation: map_text(access.relation.clone().gist_domain(domain)?, &scop.context)?,
        inverse: map_text(touched.clone().reverse()?, &scop.context)?,
        injective: touched.is_injective()?,
        covers,
        in_bounds,
        missed: missed_text,
        outside,
    })
}

/// A pair of `leaving`, from iterations to elements, with parameters.
fn example(scop: &Scop, stmt: StmtId, leaving: Map) -> Result<Option<OutsideResult>> {
    let point = leaving.wrap()?.sample_data()?;
    let rank = scop.stmts[stmt].dims.len();
    let label = |name: String| {
        let known = scop.params.iter().find(|param| param.name == name);
        known.map_or(name, |param| param.label.clone())
    };
    Ok(point.map(|point| OutsideResult {
        params: { point.params.into_iter() }
            .map(|(name, value)| (label(name), value))
            .collect(),
        at: point.coords[..rank].to_vec(),
        element: point.coords[rank..].to_vec(),
    }))
}

/// The loops around a statement that may be exchanged and tiled together, if they are more than one.
pub fn permutable(scop: &Scop, stmt: StmtId, bands: &[PermutableBand]) -> Vec<String> {
    let own = bands
        .iter()
        .filter(|band| band.stmts.contains(&stmt) && band.loops.len() > 1);
    let widest = own.max_by_key(|band| band.loops.len());
    let loops = widest.into_iter().flat_map(|band| &band.loops);
    loops.map(|number| scop.loops[*number].name.clone()).collect()
}

/// Whether the payload of a structured operation uses the old elements of an output.
fn init_read(module: &Module, op: polyvet_ir::OpId) -> Option<bool> {
    let view = polyvet_ir::linalg::structured(module, op)?;
    let old = module.block(view.body).args.get(view.inputs.len()..)?;
    let mut used = false;
    module.walk(op, &mut |_, inner| {
        used |= inner.operand_values().any(|value| old.contains(&value))
    });
    Some(used)
}

/// For which of the parameters in `context` something holds that holds for those in `good`.
fn answer(good: &Set, context: &Set) -> Result<HoldsAnswer> {
    if context.is_subset(good)? {
        return Ok(HoldsAnswer::always());
    }
    if good.is_empty()? {
        return Ok(HoldsAnswer::never());
    }
    Ok(HoldsAnswer::when(condition_text(good.clone(), context)?))
}

/// The model with what its assertions say about the parameters: a run in which one fails is none.
///
/// # Errors
/// Budgets.
pub fn asserted(scop: &Scop) -> Result<Scop> {
    let mut context = scop.context.clone();
    for obligation in scop.obligations.iter().filter(|one| one.demand == Demand::Assertion) {
        if let Condition::Never(fails) = &obligation.condition {
            context = context.subtract(fails.clone().params()?)?;
        }
    }
    // Where none can hold there is nothing to say.
    if context.is_empty()? {
        return Ok(scop.clone());
    }
    Ok(Scop {
        context: context.coalesce()?,
        ..scop.clone()
    })
}

/// All loops: what is claimed of them, what their dependences say, what they carry.
pub fn loops(scop: &Scop, effects: &[DependenceEffect], origin: &FactOrigin<'_>) -> Vec<LoopResult> {
    let sure = || effects.iter().filter(|effect| effect.is_sure);
    let (types, dimensions) = (loop_types(scop, effects), dimension_types(scop, effects));
    let (sure_types, sure_dimensions) = (loop_types(scop, sure()), dimension_types(scop, sure()));
    let mut carries: TiVec<LoopId, Vec<&'static str>> = vec![Vec::new(); scop.loops.len()].into();
    for effect in effects {
        let name = if effect.reduction {
            "reduction"
        } else {
            effect.kind.name()
        };
        for number in &effect.carried_by {
            if !carries[*number].contains(&name) {
                carries[*number].push(name);
            }
        }
    }
    let mut results = Vec::new();
    for (number, one) in scop.loops.iter_enumerated() {
        let (derived, sure) = match one.claim {
            // A claim on a dimension of a structured op allows every order of all its instances.
            Some(_) if one.induction.is_none() => (dimensions[number], sure_dimensions[number]),
            _ => (types[number], sure_types[number]),
        };
        // Dependences that only may exist prove no claim wrong.
        let holds = |claim| match (allows(derived, claim), allows(sure, claim)) {
            (false, true) => None,
            (holds, _) => Some(holds),
        };
        carries[number].sort_unstable();
        let mut claim_holds = one.claim.and_then(holds);
        if one.partition && claim_holds == Some(true) {
            // What isl gives up on is not shown.
            claim_holds = shares_nothing(scop, number).ok();
        }
        results.push(LoopResult {
            name: one.name.clone(),
            line: origin.line(one.span),
            claimed: match one.partition {
                true => Some("partition"),
                false => one.claim.map(IteratorType::name),
            },
            derived: derived.name(),
            claim_holds,
            carries: std::mem::take(&mut carries[number]),
        });
    }
    results
}

/// Whether no two iterations of a loop, of one iteration of the loops around it, touch one element.
fn shares_nothing(scop: &Scop, number: LoopId) -> Result<bool> {
    let mut by_array: BTreeMap<ArrayId, Vec<(StmtId, usize, Map)>> = BTreeMap::new();
    for (stmt, one) in scop.stmts.iter_enumerated() {
        let Some(at) = one.loops.iter().position(|l| *l == number) else {
            continue;
        };
        for (access, touched) in one.accesses.iter_enumerated() {
            let relation = scop.access(stmt, access)?.intersect_params(scop.context.clone())?;
            by_array.entry(touched.array).or_default().push((stmt, at, relation));
        }
    }
    for accesses in by_array.values() {
        for (n, (_, at, first)) in accesses.iter().enumerate() {
            for (_, _, second) in &accesses[n..] {
                // The loops around come first, and are the same ones.
                let mut pairs = first.clone().apply_range(second.clone().reverse()?)?;
                for outer in 0..*at {
                    pairs = pairs.equate(DimKind::In, outer, DimKind::Out, outer)?;
                }
                let same = pairs.clone().equate(DimKind::In, *at, DimKind::Out, *at)?;
                if !pairs.subtract(same)?.is_empty()? {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

/// Whether a loop of type `derived` may be treated as one of type `claim`.
fn allows(derived: IteratorType, claim: IteratorType) -> bool {
    match claim {
        IteratorType::Parallel => derived == IteratorType::Parallel,
        IteratorType::Reduction => derived != IteratorType::Sequential,
        IteratorType::Sequential => true,
    }
}

/// One dependence of `deps`.
pub fn dependence(scop: &Scop, dep: &Dependence, origin: &FactOrigin<'_>) -> Result<DependenceResult> {
    let (source, sink) = (&scop.stmts[dep.source.stmt], &scop.stmts[dep.sink.stmt]);
    let distances = dep.distances(scop)?;
    let common = dep.common_loops(scop);
    let loop_name = |number: &LoopId| scop.loops[*number].name.clone();
    Ok(DependenceResult {
        kind: dep.kind.name(),
        source: source.name.clone(),
        source_line: origin.line(source.accesses[dep.source.access].span),
        sink: sink.name.clone(),
        sink_line: origin.line(sink.accesses[dep.sink.access].span),
        array: scop.arrays[dep.array].name.clone(),
        map: map_text(dep.map.clone(), &scop.context)?,
        loops: source.loops[..common].iter().map(loop_name).collect(),
        distance: distances.iter().map(ToString::to_string).collect(),
        distance_bounds: distances.iter().map(|distance| [distance.min, distance.max]).collect(),
        carried_by: dep.carried_by(scop)?.iter().map(loop_name).collect(),
        reduction: dep.reduction,
    })
}

/// The statement graph: one edge for each pair of statements and kind.
pub fn graph(dependences: &[DependenceResult]) -> Vec<Edge> {
    let mut edges: Vec<Edge> = Vec::new();
    let mut places = HashMap::new();
    for dep in dependences {
        let place = *places.entry((&dep.source, &dep.sink, dep.kind)).or_insert(edges.len());
        if place == edges.len() {
            edges.push(Edge {
                source: dep.source.clone(),
                sink: dep.sink.clone(),
                kind: dep.kind,
                arrays: Vec::new(),
                distances: Vec::new(),
            });
        }
        add(&mut edges[place].arrays, dep.array.clone());
        add(&mut edges[place].distances, format!("({})", dep.distance.join(", ")));
    }
    edges
}

fn add(list: &mut Vec<String>, item: String) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// As the operation is called in `arith`.
fn combiner_name(combiner: Combiner) -> &'static str {
    match combiner {
        Combiner::Add => "add",
        Combiner::Mul => "mul",
        Combiner::MaximumF => "maximumf",
        Combiner::MinimumF => "minimumf",
        Combiner::MaxNumF => "maxnumf",
        Combiner::MinNumF => "minnumf",
        Combiner::MaxSI => "maxsi",
        Combiner::MinSI => "minsi",
        Combiner::MaxUI => "maxui",
        Combiner::MinUI => "minui",
        Combiner::And => "and",
        Combiner::Or => "or",
        Combiner::Xor => "xor",
        Combiner::GreaterF => "greater",
        Combiner::LessF => "less",
    }
}
