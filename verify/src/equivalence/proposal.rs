//! What the comparison of two programs found, as a proposal for [`crate::certificate`], which states it again.

use super::Algebra;
use super::check::{How, PairReason, Programs, Relation};
use super::defined;
use super::graph::{FoundSource, ValueGraph, VertexId, VertexOrigin};
use super::guess::{self, Guess};
use super::normal::Flagged;
use super::unfold;
use crate::certificate::{
    Cover, Covered, InstanceValue, Match, MatchLeg, ProofPart, Proposed, ProposedSide, Related, Sources, Why, Writer,
    of_values, pieces,
};
use polyvet_analysis::ids::StmtId;
use polyvet_analysis::{PayloadKind, Scop};
use polyvet_ir::Attr;
use polyvet_poly::{DimKind, Map, PwMultiAff, Result, Set};
use std::collections::{HashMap, HashSet};

/// The claims that follow from `relation`, which holds.
pub(super) fn claims(programs: &Programs<'_>, relation: &Relation) -> ProofPart {
    let subject = format!("@{} computes the same values", programs.before.scop.name);
    match proposed(programs, relation) {
        Ok(proposed) => of_values(&proposed),
        Err(error) => ProofPart::trusted(
            subject,
            "values",
            format!("they cannot be written as functions: {error}"),
        ),
    }
}

/// What is proposed for two models over the same parameters, whose arguments are no tensors; with `sums` up to the
/// order of sums. `None` if nothing is found. For tests, which put faults into it.
///
/// # Errors
/// isl's.
pub fn propose<'s>(before: &'s Scop, after: &'s Scop, sums: bool) -> Result<Option<Proposed<'s>>> {
    let graph = |scop, flagged| ValueGraph::of(scop, &|_| false, sums, flagged).ok();
    let (Some(first), Some(second)) = (graph(before, Flagged::Plain), graph(after, Flagged::Kept)) else {
        return Ok(None);
    };
    let programs = Programs::new((first, second), before.valid.clone(), Flagged::Plain);
    for clauses in [0, Algebra::CLAUSES] {
        programs.algebra.set(clauses);
        if let Guess::Relation(relation) = guess::guess(&programs)?
            && programs.holds(&relation)?
        {
            programs.algebra.set(clauses);
            return proposed(&programs, &relation).map(Some);
        }
    }
    Ok(None)
}

fn proposed<'s>(programs: &Programs<'s>, relation: &Relation) -> Result<Proposed<'s>> {
    let mut related = related(programs, relation, true)?;
    let mut covered = covered(programs)?;
    let (mut before, mut after) = (side(&programs.before)?, side(&programs.after)?);
    let valid = &programs.valid;
    let both = |one: &Related| (one.before, one.after, matches!(one.why, Why::Terms(..)));
    let compared: Vec<_> = all(&related, &covered).map(both).collect();
    let of = |pick: fn(&(InstanceValue, InstanceValue, bool)) -> InstanceValue| {
        compared.iter().filter(|one| one.2).map(pick)
    };
    let untold = [
        sums(&programs.before, (&mut before, valid), of(|one| one.0))?,
        sums(&programs.after, (&mut after, valid), of(|one| one.1))?,
    ];
    let covers = covered.iter_mut().flat_map(|one| &mut one.by);
    for one in related.iter_mut().chain(covers.flat_map(|one| &mut one.related)) {
        let is_untold = untold[0].contains(&one.before) || untold[1].contains(&one.after);
        if is_untold && matches!(one.why, Why::Terms(..)) {
            one.why = Why::Trusted("sums", "which terms of a sum are those of its operands is not found");
        }
    }
    Ok(Proposed {
        before,
        after,
        related,
        covered,
    })
}

fn side<'s>(graph: &ValueGraph<'s>) -> Result<ProposedSide<'s>> {
    let mut sources = HashMap::new();
    for (read, found) in &graph.sources {
        sources.insert(*read, written(found)?);
    }
    let mut visible = Vec::new();
    for one in &graph.visible {
        visible.push((one.array, written(&one.found)?));
    }
    Ok(ProposedSide {
        scop: graph.scop,
        sources,
        through: graph.through.clone(),
        computed: computed(graph),
        sums: HashMap::new(),
        visible,
    })
}

/// The constants that operations on constants are.
fn computed(graph: &ValueGraph<'_>) -> HashMap<(StmtId, usize), Attr> {
    let folded = graph
        .vertices
        .iter()
        .filter_map(|vertex| match &vertex.folded.as_ref()?.kind {
            PayloadKind::Const(value) => Some(((vertex.stmt, vertex.node), value.clone())),
            _ => None,
        });
    folded.collect()
}

fn written(found: &FoundSource) -> Result<Sources> {
    let mut writers = Vec::new();
    for (stmt, map) in &found.writers {
        writers.push(Writer {
            stmt: *stmt,
            pieces: pieces(&PwMultiAff::from_map(map.clone())?)?,
        });
    }
    let unwritten = found.unwritten.clone();
    Ok(Sources { writers, unwritten })
}

fn all<'r>(related: &'r [Related], covered: &'r [Covered]) -> impl Iterator<Item = &'r Related> {
    let covers = covered.iter().flat_map(|one| &one.by);
    related.iter().chain(covers.flat_map(|one| &one.related))
}

/// What the conditions on data of the second program follow from.
fn covered(programs: &Programs<'_>) -> Result<Vec<Covered>> {
    let mut all = Vec::new();
    for one in defined::covers(programs)? {
        let condition = programs.after.vertices[programs.after.needs[one.need].vertex].stmt;
        let mut by = Vec::new();
        for ((u, v), relation) in one.by {
            programs.undefined_counts.set(true);
            let related = related(programs, &relation, false);
            programs.undefined_counts.set(false);
            let back = relation.get(&(u, v)).map(|pairs| some(pairs.clone().reverse()?));
            let Some(back) = back.transpose()? else { continue };
            by.push(Cover {
                condition: programs.before.vertices[u].stmt,
                back: pieces(&back)?,
                related: related?,
            });
        }
        all.push(Covered { condition, by });
    }
    Ok(all)
}

/// The pairs of the relation, and those of a computed value and one at entry, each with the reason that was seen; with
/// `visible` those of visible elements as well.
fn related(programs: &Programs<'_>, relation: &Relation, visible: bool) -> Result<Vec<Related>> {
    let (mut all, mut others) = (Vec::new(), Vec::new());
    if visible {
        programs.seen.replace(Some(Vec::new()));
        let outputs = programs.outputs();
        others = programs.seen.take().unwrap_or_default();
        outputs?;
    }
    for ((u, v), pairs) in relation {
        programs.seen.replace(Some(Vec::new()));
        let step = programs.step((*u, *v), pairs);
        let mut seen = programs.seen.take().unwrap_or_default();
        step?;
        // The last is about the pair itself, if it is about two computed values at all.
        let is_itself = |one: &PairReason| one.origins == (VertexOrigin::Vertex(*u), VertexOrigin::Vertex(*v));
        let why = match seen.iter().rposition(is_itself) {
            Some(at) => why(seen.remove(at).how)?,
            None if is_computed(programs, *u, *v) => Why::Computed,
            None => Why::Operation {
                swapped: programs.is_swapped(*u, *v),
            },
        };
        others.extend(seen);
        let (before, after) = (node(&programs.before, *u), node(&programs.after, *v));
        let pairs = pairs.clone();
        all.push(Related {
            before,
            after,
            pairs,
            why,
        });
    }
    for one in others {
        let before = value(&programs.before, one.origins.0, one.pairs.tuple_name(DimKind::In)?);
        let after = value(&programs.after, one.origins.1, one.pairs.tuple_name(DimKind::Out)?);
        if let (Some(before), Some(after)) = (before, after)
            && !matches!((before, after), (InstanceValue::Node(..), InstanceValue::Node(..)))
        {
            let (pairs, why) = (one.pairs, why(one.how)?);
            all.push(Related {
                before,
                after,
                pairs,
                why,
            });
        }
    }
    all.sort_by_key(|one| (one.before, one.after));
    Ok(all)
}

fn is_computed(programs: &Programs<'_>, u: VertexId, v: VertexId) -> bool {
    programs.before.vertices[u].folded.is_some() || programs.after.vertices[v].folded.is_some()
}

pub(super) fn node(graph: &ValueGraph<'_>, vertex: VertexId) -> InstanceValue {
    let vertex = &graph.vertices[vertex];
    InstanceValue::Node(vertex.stmt, vertex.node)
}

/// The value of an origin; `name` is that of the array, of an element at entry.
pub(super) fn value(graph: &ValueGraph<'_>, origin: VertexOrigin, name: Option<String>) -> Option<InstanceValue> {
    match origin {
        VertexOrigin::Vertex(vertex) => Some(node(graph, vertex)),
        VertexOrigin::Entry => graph.scop.array_named(&name?).map(InstanceValue::Entry),
        VertexOrigin::Nothing => None,
    }
}

fn why(how: How) -> Result<Why> {
    let (combiner, matched) = match how {
        How::Terms(combiner, matched) => (combiner, matched),
        How::Algebra(apart) => return Ok(Why::Algebra(apart)),
    };
    let mut found = Match::default();
    for one in matched {
        found.forth.push(leg(one.before, one.after, one.tokens.clone())?);
        found
            .back
            .push(leg(one.after, one.before, one.tokens.range_reverse()?)?);
    }
    Ok(Why::Terms(combiner, found))
}

/// `{ at -> [token -> token'] }` as a function from both to the other token: one of several, if there are.
pub(super) fn leg(from: usize, to: usize, tokens: Map) -> Result<MatchLeg> {
    let function = some(tokens.uncurry()?)?;
    let pieces = pieces(&function)?;
    Ok(MatchLeg { from, to, pieces })
}

/// One of the values of a relation, as a function. isl's `lexmin` has been seen to lose a part of a relation that is a
/// function already, so it is asked for others only.
fn some(relation: Map) -> Result<PwMultiAff> {
    match relation.is_single_valued()? {
        true => PwMultiAff::from_map(relation),
        false => relation.lexmin_pw_multi_aff(),
    }
}

/// Adds the sums that related values are compared as, and those among their operands; the answer is those that are not
/// told.
fn sums(
    graph: &ValueGraph<'_>,
    (side, valid): (&mut ProposedSide<'_>, &Set),
    compared: impl Iterator<Item = InstanceValue>,
) -> Result<HashSet<InstanceValue>> {
    let wanted: HashSet<InstanceValue> = compared.collect();
    let is_wanted = |vertex: &VertexId| wanted.contains(&node(graph, *vertex));
    let mut open: Vec<VertexId> = graph.sums.keys().copied().filter(is_wanted).collect();
    let mut met: HashSet<VertexId> = open.iter().copied().collect();
    let (mut told, mut untold) = (HashMap::new(), HashSet::new());
    while let Some(vertex) = open.pop() {
        let Some((sum, more)) = unfold::sum(graph, vertex, valid)? else {
            untold.insert(vertex);
            continue;
        };
        told.insert(vertex, (sum, more.clone()));
        open.extend(more.into_iter().filter(|vertex| met.insert(*vertex)));
    }
    // What one that is not gives is not listed either.
    loop {
        let count = untold.len();
        untold.extend(
            { told.iter() }
                .filter(|(_, (_, by))| by.iter().any(|one| untold.contains(one)))
                .map(|(v, _)| *v)
                .collect::<Vec<_>>(),
        );
        told.retain(|vertex, _| !untold.contains(vertex));
        if untold.len() == count {
            break;
        }
    }
    for (vertex, (sum, _)) in told {
        let vertex = &graph.vertices[vertex];
        side.sums.insert((vertex.stmt, vertex.node), sum);
    }
    Ok(untold.into_iter().map(|vertex| node(graph, vertex)).collect())
}
