//! Guesses how the terms of a sum come from its operands, for [`crate::certificate`], which claims it.
//!
//! Terms that come from an operand which is a sum itself keep their tokens mostly; of the others, those of one value
//! are taken for the same.

use super::graph::{ValueGraph, VertexId, VertexOrigin};
use super::proposal::{leg, value};
use super::sums::{SumPart, is_idempotent, is_neutral};
use crate::certificate::{CertifiedSum, InstanceValue, Match, OfOperand, pieces};
use polyvet_analysis::{Combiner, PayloadKind};
use polyvet_poly::{DimKind, Map, PwMultiAff, Result, Set};

/// How many operations deep zeros are looked for.
const ZERO_DEPTH: usize = 4;

/// A term that comes from an operand.
struct Right {
    key: OfOperand,
    negative: bool,
    /// `{ instance -> token }`
    tokens: Map,
    /// `{ token -> instance or element }`
    values: Map,
}

/// A vertex as a sum, and the other sums that it is given by; `None` if that is not found.
pub(super) fn sum(
    graph: &ValueGraph<'_>,
    vertex: VertexId,
    valid: &Set,
) -> Result<Option<(CertifiedSum, Vec<VertexId>)>> {
    let Some(sum) = graph.sums.get(&vertex) else {
        return Ok(None);
    };
    // Sums that are terms themselves were not taken apart.
    let whole: Vec<VertexId> = { sum.terms.iter() }
        .filter_map(|term| match term.origin {
            VertexOrigin::Vertex(inner) if is_sum(graph, inner, sum.combiner) => Some(inner),
            _ => None,
        })
        .collect();
    let mut tries = vec![Vec::new()];
    if !whole.is_empty() {
        tries.push(whole);
    }
    let (mut terms, mut lefts) = (Vec::new(), sum.terms.clone());
    for term in &mut lefts {
        term.tokens = { term.tokens.clone() }.intersect_params(valid.clone())?;
        let name = term.values.tuple_name(DimKind::Out)?;
        let value = match value(graph, term.origin, name) {
            Some(value) => value,
            // There is no such term where the first program is defined.
            None if term.tokens.is_empty()? => super::proposal::node(graph, vertex),
            None => return Ok(None),
        };
        terms.push(crate::certificate::SumTerm {
            value,
            negative: term.negative,
            tokens: term.tokens.clone(),
            at: pieces(&PwMultiAff::from_map(term.values.clone())?)?,
        });
    }
    for whole in tries {
        let (rights, inner) = rights(graph, vertex, (sum.combiner, valid), &whole)?;
        let Some(rights) = rights else { continue };
        if let Some(unfolded) = matched(graph, (&lefts, &rights), sum.combiner)? {
            let sum = CertifiedSum {
                combiner: sum.combiner,
                terms,
                whole: whole
                    .iter()
                    .map(|vertex| super::proposal::node(graph, *vertex))
                    .collect(),
                parts: rights.iter().map(|right| right.key).collect(),
                unfolded,
            };
            return Ok(Some((sum, inner)));
        }
    }
    Ok(None)
}

fn is_sum(graph: &ValueGraph<'_>, vertex: VertexId, combiner: Combiner) -> bool {
    graph.sums.get(&vertex).is_some_and(|sum| sum.combiner == combiner)
}

/// The terms of the operands, and the sums among them.
fn rights(
    graph: &ValueGraph<'_>,
    vertex: VertexId,
    (combiner, valid): (Combiner, &Set),
    whole: &[VertexId],
) -> Result<(Option<Vec<Right>>, Vec<VertexId>)> {
    let PayloadKind::Op { name, .. } = &graph.node(vertex).kind else {
        return Ok((None, Vec::new()));
    };
    let subtracts = matches!(name.as_str(), "arith.subf" | "arith.subi");
    let (mut all, mut inner): (Vec<Right>, _) = (Vec::new(), Vec::new());
    for (operand, pieces) in graph.vertices[vertex].operands.iter().enumerate() {
        let negative = operand == 1 && subtracts;
        for piece in pieces {
            let map = piece.map.clone().intersect_params(valid.clone())?;
            if map.is_empty()? {
                continue;
            }
            let name = map.tuple_name(DimKind::Out)?;
            let Some(value) = value(graph, piece.origin, name) else {
                return Ok((None, Vec::new()));
            };
            let terms = match piece.origin {
                VertexOrigin::Vertex(other) if is_sum(graph, other, combiner) && !whole.contains(&other) => {
                    inner.push(other);
                    &graph.sums[&other].terms[..]
                }
                VertexOrigin::Vertex(other) if matches!(&graph.node(other).kind, PayloadKind::Const(constant) if is_neutral(constant, combiner)) =>
                {
                    continue;
                }
                _ => {
                    let key = OfOperand {
                        operand,
                        value,
                        term: None,
                    };
                    let mut tokens = map.clone();
                    if let (Combiner::Add, VertexOrigin::Vertex(other)) = (combiner, piece.origin) {
                        tokens = tokens.subtract_range(zero(graph, other, ZERO_DEPTH)?)?;
                    }
                    if !tokens.is_empty()? {
                        let values = tokens.clone().range()?.identity()?;
                        add(&mut all, key, negative, tokens, values)?;
                    }
                    continue;
                }
            };
            for (number, term) in terms.iter().enumerate() {
                let key = OfOperand {
                    operand,
                    value,
                    term: Some(number),
                };
                let tokens = map.clone().apply_range(term.tokens.clone())?;
                add(&mut all, key, negative != term.negative, tokens, term.values.clone())?;
            }
        }
    }
    Ok((Some(all), inner))
}

/// The instances for which a value is surely zero, as where sums are made.
fn zero(graph: &ValueGraph<'_>, vertex: VertexId, depth: usize) -> Result<Set> {
    let domain = graph.domain(vertex);
    let none = domain.clone().subtract(domain.clone())?;
    match &graph.node(vertex).kind {
        PayloadKind::Const(value) if is_neutral(value, Combiner::Add) => Ok(domain),
        PayloadKind::Op { name, operands, .. } if depth > 0 && operands.len() == 2 => {
            let mut parts = Vec::new();
            for operand in &graph.vertices[vertex].operands {
                let mut part = none.clone();
                for piece in operand {
                    if let VertexOrigin::Vertex(other) = piece.origin {
                        let inner = zero(graph, other, depth - 1)?;
                        part = part.union(piece.map.clone().intersect_range(inner)?.domain()?)?;
                    }
                }
                parts.push(part);
            }
            let Ok([first, second]) = <[Set; 2]>::try_from(parts) else {
                return Ok(none);
            };
            match name.as_str() {
                "arith.mulf" | "arith.addf" | "arith.subf" | "arith.addi" | "arith.subi" => first.intersect(second),
                "arith.muli" => first.union(second),
                _ => Ok(none),
            }
        }
        _ => Ok(none),
    }
}

fn add(all: &mut Vec<Right>, key: OfOperand, negative: bool, tokens: Map, values: Map) -> Result<()> {
    match all.iter_mut().find(|right| right.key == key) {
        Some(known) => {
            known.tokens = known.tokens.clone().union(tokens)?;
            known.values = known.values.clone().union(values)?;
        }
        None => all.push(Right {
            key,
            negative,
            tokens,
            values,
        }),
    }
    Ok(())
}

/// Which tokens are the same; `None` if that is not one to one, where it must be, or leaves some out.
fn matched(
    graph: &ValueGraph<'_>,
    (terms, rights): (&[SumPart], &[Right]),
    combiner: Combiner,
) -> Result<Option<Match>> {
    let mut left: Vec<Map> = terms.iter().map(|term| term.tokens.clone()).collect();
    let mut right: Vec<Map> = rights.iter().map(|one| one.tokens.clone()).collect();
    let mut found = Match::default();
    for same_token in [true, false] {
        for (i, term) in terms.iter().enumerate() {
            for (j, one) in rights.iter().enumerate() {
                if (left[i].is_empty()? || right[j].is_empty()?) && !is_idempotent(combiner)
                    || term.negative != one.negative
                    || !same_origin(graph, term, rights, j)?
                {
                    continue;
                }
                // { token -> token' } of one value
                let same = term.values.clone().apply_range(one.values.clone().reverse()?)?;
                let (x, y) = match is_idempotent(combiner) {
                    true => (term.tokens.clone(), one.tokens.clone()),
                    false => (left[i].clone(), right[j].clone()),
                };
                let mut both = x.range_product(y)?.intersect_range(same.wrap()?)?;
                if same_token {
                    let Some(equal) = equal_tokens(&both)? else { continue };
                    both = equal;
                }
                if both.is_empty()? {
                    continue;
                }
                let (forth, back) = (both.clone().uncurry()?, both.clone().range_reverse()?.uncurry()?);
                let is_function = forth.is_single_valued()? && back.is_single_valued()?;
                if !is_function && !is_idempotent(combiner) {
                    continue;
                }
                left[i] = left[i].clone().subtract(forth.domain()?.unwrap()?)?;
                right[j] = right[j].clone().subtract(back.domain()?.unwrap()?)?;
                found.forth.push(leg(i, j, both.clone())?);
                found.back.push(leg(j, i, both.range_reverse()?)?);
            }
        }
    }
    for rest in left.iter().chain(&right) {
        if !rest.is_empty()? {
            return Ok(None);
        }
    }
    Ok(Some(found))
}

/// Whether a term has the origin of another, which is that of an operand or of one of its terms.
fn same_origin(graph: &ValueGraph<'_>, term: &SumPart, rights: &[Right], at: usize) -> Result<bool> {
    let key = rights[at].key;
    let origin = match (key.value, key.term) {
        (InstanceValue::Node(stmt, node), Some(number)) => {
            let is_it = |(_, vertex): &(usize, &super::graph::Vertex)| (vertex.stmt, vertex.node) == (stmt, node);
            let found = graph.vertices.iter().enumerate().find(is_it);
            match found.and_then(|(vertex, _)| graph.sums.get(&vertex)) {
                Some(sum) => {
                    let inner = &sum.terms[number];
                    value(graph, inner.origin, inner.values.tuple_name(DimKind::Out)?)
                }
                None => None,
            }
        }
        (value, _) => Some(value),
    };
    Ok(origin.is_some() && origin == value(graph, term.origin, term.values.tuple_name(DimKind::Out)?))
}

/// `{ x -> [token -> token] }` where both are the same tuple; `None` if they never are.
fn equal_tokens(both: &Map) -> Result<Option<Map>> {
    let pairs = both.clone().range()?.unwrap()?;
    let (name, other) = (pairs.tuple_name(DimKind::In)?, pairs.tuple_name(DimKind::Out)?);
    let (rank, ranks) = (pairs.dim(DimKind::In)?, pairs.dim(DimKind::Out)?);
    if name != other || rank != ranks {
        return Ok(None);
    }
    let mut same = pairs;
    for at in 0..rank {
        same = same.equate(DimKind::In, at, DimKind::Out, at)?;
    }
    both.clone().intersect_range(same.wrap()?).map(Some)
}
