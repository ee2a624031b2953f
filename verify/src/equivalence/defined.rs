//! Whether the second program is defined wherever the first is, as far as that depends on data.
//!
//! Each condition on data that the second program needs ([`Need`]) must be one that the first needs as well: the same
//! condition on equal values, of an instance that runs for the same parameters. Where the first is defined its
//! condition holds, so the other does too. That the values are equal is shown by induction as for results
//! ([`super::check`]); which instance of which condition it is compared with is a guess, made from operands that look
//! alike and from loops of the same name.

use super::alike;
use super::check::{Programs, Relation};
use super::fold;
use super::graph::{Need, OperandPiece, ValueGraph, VertexId, VertexOrigin};
use super::guess;
use polyvet_analysis::{Demand, PayloadKind, PayloadNode};
use polyvet_ir::Attr;
use polyvet_poly::{DimKind, Map, Result, Set};

/// A condition of the second program that is not seen to be one of the first.
pub(crate) struct Uncovered {
    /// In words.
    pub what: String,
    /// For which parameters.
    pub params: Set,
}

/// What a condition of the second program follows from: equal values of conditions of the first.
pub(super) struct Covers {
    /// Index into the conditions of the second program.
    pub need: usize,
    /// Each with the vertices that stand for the two conditions.
    pub by: Vec<((VertexId, VertexId), Relation)>,
}

/// What each condition of the second program follows from; all of them do.
pub(super) fn covers(programs: &Programs<'_>) -> Result<Vec<Covers>> {
    programs.undefined_counts.set(true);
    let all = programs.after.needs.iter().enumerate().map(|(need, one)| {
        let mut by = Vec::new();
        left(programs, one, &mut by)?;
        Ok(Covers { need, by })
    });
    let all = all.collect();
    programs.undefined_counts.set(false);
    all
}

/// The first condition of the second program that the first may not meet.
pub(super) fn uncovered(programs: &Programs<'_>) -> Result<Option<Uncovered>> {
    programs.undefined_counts.set(true);
    let found = first_uncovered(programs);
    programs.undefined_counts.set(false);
    found
}

fn first_uncovered(programs: &Programs<'_>) -> Result<Option<Uncovered>> {
    for need in &programs.after.needs {
        let left = left(programs, need, &mut Vec::new())?;
        if !left.is_empty()? {
            let obligation = need.obligation;
            let what = format!(
                "`{}` {}, and no such condition on an equal value is seen in `before`",
                obligation.op,
                obligation.demand.broken()
            );
            let params = left.params()?;
            return Ok(Some(Uncovered { what, params }));
        }
    }
    Ok(None)
}

/// The instances of a condition for which nothing of the first program stands; what stands for the others is added to `by`.
fn left(programs: &Programs<'_>, need: &Need<'_>, by: &mut Vec<((VertexId, VertexId), Relation)>) -> Result<Set> {
    let mut left = programs
        .after
        .domain(need.vertex)
        .intersect_params(programs.valid.clone())?;
    if is_met(&programs.after, need) {
        return left.clone().subtract(left);
    }
    for other in &programs.before.needs {
        if left.is_empty()? {
            break;
        }
        let key = (other.vertex, need.vertex);
        for seed in seeds(programs, key, &left)? {
            if let Some(relation) = guess::follow(programs, key, &seed)?
                && programs.is_inductive(&relation)?
                && let Some(pairs) = relation.get(&key)
            {
                left = left.subtract(pairs.clone().range()?)?;
                by.push((key, relation));
                break;
            }
        }
    }
    Ok(left)
}

/// A condition that constants make true.
fn is_met(graph: &ValueGraph<'_>, need: &Need<'_>) -> bool {
    match need.obligation.demand {
        Demand::Divisor => {}
        Demand::Promise => return is_kept(graph, need),
        _ => return false,
    }
    let [operand] = &graph.vertices[need.vertex].operands[..] else {
        return false;
    };
    let nonzero = |origin: VertexOrigin| match origin {
        VertexOrigin::Vertex(vertex) => {
            matches!(&graph.node(vertex).kind, PayloadKind::Const(Attr::Int { value, .. }) if *value != 0)
        }
        VertexOrigin::Entry | VertexOrigin::Nothing => false,
    };
    operand.iter().all(|piece| nonzero(piece.origin))
}

/// A promise of an operation on floats that are constants.
fn is_kept(graph: &ValueGraph<'_>, need: &Need<'_>) -> bool {
    let PayloadKind::Op { properties, .. } = &graph.node(need.vertex).kind else {
        return false;
    };
    let constant = |operand: &Vec<OperandPiece>| match operand[..] {
        [
            OperandPiece {
                origin: VertexOrigin::Vertex(vertex),
                ..
            },
        ] => Some(graph.node(vertex)),
        _ => None,
    };
    let operands: Option<Vec<&PayloadNode>> = graph.vertices[need.vertex].operands.iter().map(constant).collect();
    let Some(operands) = operands else { return false };
    fold::keeps_promises(&need.obligation.op, properties, &operands)
}

/// Pairs of instances of two conditions that may be on equal values.
fn seeds(programs: &Programs<'_>, (u, v): (VertexId, VertexId), left: &Set) -> Result<Vec<Map>> {
    let Some(alike) = alike::vertices(programs, u, v)? else {
        return Ok(Vec::new());
    };
    let domain = programs.before.domain(u).intersect_params(programs.valid.clone())?;
    let within = |map: Map| map.intersect_domain(domain.clone())?.intersect_range(left.clone());
    let alike = within(alike)?;
    let names = |graph: &ValueGraph<'_>, vertex: VertexId| graph.scop.stmts[graph.vertices[vertex].stmt].dims.clone();
    let (mut same, others) = (alike.clone(), names(&programs.after, v));
    for (at, name) in names(&programs.before, u).iter().enumerate() {
        if let Some(there) = others.iter().position(|other| other == name) {
            same = same.equate(DimKind::In, at, DimKind::Out, there)?;
        }
    }
    let mut all = Vec::new();
    for seed in [same, alike] {
        if !seed.is_empty()? {
            all.push(seed);
        }
    }
    Ok(all)
}
