//! Guesses which values of two programs are equal.
//!
//! Starting from the visible elements, what must be equal for them is followed backwards, exactly
//! at first. Where the same two vertices come up again and again (a recurrence, a time loop), their
//! pairs are widened to the affine hull within both domains. A wrong guess costs time, never
//! soundness: [`super::check`] decides.

use super::check::{Mismatch, Programs, ProofStep, Relation};
use super::graph::VertexId;
use polyvet_poly::{Map, Result};
use std::collections::{HashMap, VecDeque};

/// How often the pairs of two vertices grow before they are widened, one attempt each.
const PATIENCE: [usize; 3] = [1, 2, 4];
/// How often the pairs of two vertices may grow at all.
const GROWTH: usize = 24;

/// What following the outputs backwards came to.
pub(crate) enum Guess {
    /// Closed under what is needed, as far as the guess can tell.
    Relation(Relation),
    /// Two values that are surely needed to be equal are not.
    Mismatch(Mismatch),
    /// No luck, for this reason.
    Nothing(String),
}

/// The pairs of two vertices.
#[derive(Clone)]
struct Pairs {
    /// All.
    all: Map,
    /// Those that are surely needed.
    exact: Map,
    growth: usize,
}

pub(crate) fn guess(programs: &Programs<'_>) -> Result<Guess> {
    let mut reason = String::new();
    let start = match programs.outputs()? {
        ProofStep::Fails(mismatch) => return Ok(Guess::Mismatch(mismatch)),
        ProofStep::Needs(needs) => needs,
    };
    for patience in PATIENCE {
        match attempt(programs, patience, &start, true)? {
            Guess::Nothing(why) => reason = why,
            found => return Ok(found),
        }
    }
    Ok(Guess::Nothing(reason))
}

/// What must be equal if `pairs` of two vertices are; `None` if they are not, as far as is seen.
pub(super) fn follow(programs: &Programs<'_>, key: (VertexId, VertexId), pairs: &Map) -> Result<Option<Relation>> {
    let start = [(key, pairs.clone())];
    for patience in PATIENCE {
        if let Guess::Relation(relation) = attempt(programs, patience, &start, false)? {
            return Ok(Some(relation));
        }
    }
    Ok(None)
}

/// Follows what must be equal backwards from `start`, which `sure`ly must be.
fn attempt(
    programs: &Programs<'_>,
    patience: usize,
    start: &[((VertexId, VertexId), Map)],
    sure: bool,
) -> Result<Guess> {
    let mut known: HashMap<(VertexId, VertexId), Pairs> = HashMap::new();
    let mut queue: VecDeque<((VertexId, VertexId), Map, bool)> = VecDeque::new();
    queue.extend(start.iter().map(|(key, pairs)| (*key, pairs.clone(), sure)));
    while let Some((key, pairs, exact)) = queue.pop_front() {
        let (fresh, sure) = match known.get_mut(&key) {
            None => {
                let none = pairs.clone().subtract(pairs.clone())?;
                let sure = if exact { pairs.clone() } else { none };
                known.insert(
                    key,
                    Pairs {
                        all: pairs.clone(),
                        exact: sure,
                        growth: 0,
                    },
                );
                (pairs, exact)
            }
            Some(old) => {
                let fresh = pairs.subtract(old.all.clone())?;
                if fresh.is_empty()? {
                    continue;
                }
                old.growth += 1;
                if old.growth > GROWTH {
                    return Ok(Guess::Nothing("the pairs of equal values keep growing".to_owned()));
                }
                if exact {
                    old.exact = old.exact.clone().union(fresh.clone())?.coalesce()?;
                }
                let all = old.all.clone().union(fresh.clone())?.coalesce()?;
                if old.growth >= patience {
                    let wide = widen(programs, key, all)?;
                    let added = wide.clone().subtract(old.all.clone())?;
                    old.all = wide;
                    // Surely needed are only the pairs that were followed exactly.
                    (added, false)
                } else {
                    old.all = all;
                    (fresh, exact)
                }
            }
        };
        match programs.step(key, &fresh)? {
            ProofStep::Needs(needs) => queue.extend(needs.into_iter().map(|(key, pairs)| (key, pairs, sure))),
            ProofStep::Fails(mismatch) if sure => return Ok(Guess::Mismatch(mismatch)),
            ProofStep::Fails(mismatch) => {
                // Perhaps the widening went too far: is it also wrong for what is surely needed?
                let exact = known[&key].exact.clone();
                if !exact.is_empty()?
                    && let ProofStep::Fails(mismatch) = programs.step(key, &exact)?
                {
                    return Ok(Guess::Mismatch(mismatch));
                }
                return Ok(Guess::Nothing(format!("a guess that goes too far: {}", mismatch.what)));
            }
        }
    }
    Ok(Guess::Relation(
        known.into_iter().map(|(key, pairs)| (key, pairs.all)).collect(),
    ))
}

/// The affine hull, within both domains and the valid parameters.
fn widen(programs: &Programs<'_>, (u, v): (VertexId, VertexId), pairs: Map) -> Result<Map> {
    let hull = Map::from_basic_map(pairs.affine_hull()?)?;
    hull.intersect_domain(programs.before.domain(u))?
        .intersect_range(programs.after.domain(v))?
        .intersect_params(programs.valid.clone())
}
