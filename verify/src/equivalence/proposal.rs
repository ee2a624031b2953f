//! What the comparison of two programs found, as a proposal for [`crate::certificate`], which states it again.

use super::check::{How, Programs, Relation, Seen};
use super::defined;
use super::graph::{Found, Graph, Origin, VertexId};
use super::unfold;
use crate::certificate::{
    Cover, Covered, Match, MatchLeg, Part, Related, Side, Sources, Value, Why, Writer, of_values, pieces,
};
use polyvet_analysis::NodeKind;
use polyvet_ir::Attr;
use polyvet_poly::{DimKind, Map, PwMultiAff, Result};
use std::collections::{HashMap, HashSet};

/// The claims that follow from `relation`, which holds.
pub(super) fn claims(programs: &Programs<'_>, relation: &Relation) -> Part {
    let proposed = || -> Result<Part> {
        let mut related = related(programs, relation, true)?;
        let mut covered = covered(programs)?;
        let (mut before, mut after) = (side(&programs.before)?, side(&programs.after)?);
        let untold = [
            sums(
                &programs.before,
                &mut before,
                all(&related, &covered).map(|one| (one.before, &one.why)),
            )?,
            sums(
                &programs.after,
                &mut after,
                all(&related, &covered).map(|one| (one.after, &one.why)),
            )?,
        ];
        let covers = covered.iter_mut().flat_map(|one| &mut one.by);
        for one in related.iter_mut().chain(covers.flat_map(|one| &mut one.related)) {
            let is_untold = untold[0].contains(&one.before) || untold[1].contains(&one.after);
            if is_untold && matches!(one.why, Why::Terms(..)) {
                one.why = Why::Trusted("sums", "which terms of a sum are those of its operands is not found");
            }
        }
        Ok(of_values(&before, &after, &related, &covered))
    };
    let subject = format!("@{} computes the same values", programs.before.scop.name);
    proposed().unwrap_or_else(|error| {
        Part::trusted(
            subject,
            "values",
            format!("they cannot be written as functions: {error}"),
        )
    })
}

fn side<'s>(graph: &Graph<'s>) -> Result<Side<'s>> {
    let mut sources = HashMap::new();
    for (read, found) in &graph.sources {
        sources.insert(*read, written(found)?);
    }
    let mut visible = Vec::new();
    for one in &graph.visible {
        visible.push((one.array, written(&one.found)?));
    }
    Ok(Side {
        scop: graph.scop,
        sources,
        through: graph.through.clone(),
        computed: computed(graph),
        sums: HashMap::new(),
        visible,
    })
}

/// The constants that operations on constants are.
fn computed(graph: &Graph<'_>) -> HashMap<(usize, usize), Attr> {
    let folded = graph
        .vertices
        .iter()
        .filter_map(|vertex| match &vertex.folded.as_ref()?.kind {
            NodeKind::Const(value) => Some(((vertex.stmt, vertex.node), value.clone())),
            _ => None,
        });
    folded.collect()
}

fn written(found: &Found) -> Result<Sources> {
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
            let back = relation
                .get(&(u, v))
                .map(|pairs| pairs.clone().reverse()?.lexmin_pw_multi_aff());
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
        let is_itself = |one: &Seen| one.origins == (Origin::Vertex(*u), Origin::Vertex(*v));
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
            && !matches!((before, after), (Value::Node(..), Value::Node(..)))
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

pub(super) fn node(graph: &Graph<'_>, vertex: VertexId) -> Value {
    let vertex = &graph.vertices[vertex];
    Value::Node(vertex.stmt, vertex.node)
}

/// The value of an origin; `name` is that of the array, of an element at entry.
pub(super) fn value(graph: &Graph<'_>, origin: Origin, name: Option<String>) -> Option<Value> {
    match origin {
        Origin::Vertex(vertex) => Some(node(graph, vertex)),
        Origin::Entry => graph.scop.array_named(&name?).map(Value::Entry),
        Origin::Nothing => None,
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
    let function = tokens.uncurry()?.lexmin_pw_multi_aff()?;
    let pieces = pieces(&function)?;
    Ok(MatchLeg { from, to, pieces })
}

/// Adds the sums that related values are compared as, and those among their operands; the answer is those that are not
/// told.
fn sums<'r>(
    graph: &Graph<'_>,
    side: &mut Side<'_>,
    related: impl Iterator<Item = (Value, &'r Why)>,
) -> Result<HashSet<Value>> {
    let wanted: HashSet<Value> = related
        .filter(|(_, why)| matches!(why, Why::Terms(..)))
        .map(|(value, _)| value)
        .collect();
    let is_wanted = |vertex: &VertexId| wanted.contains(&node(graph, *vertex));
    let mut open: Vec<VertexId> = graph.sums.keys().copied().filter(is_wanted).collect();
    let mut met: HashSet<VertexId> = open.iter().copied().collect();
    let (mut told, mut untold) = (HashMap::new(), HashSet::new());
    while let Some(vertex) = open.pop() {
        let Some((sum, more)) = unfold::sum(graph, vertex)? else {
            untold.insert(vertex);
            continue;
        };
        told.insert(vertex, (sum, more.clone()));
        open.extend(more.into_iter().filter(|vertex| met.insert(*vertex)));
    }
    // What is told by one that is not is not told either.
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
