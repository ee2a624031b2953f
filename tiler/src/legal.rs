//! Which loops can be tiled in any order, and the skews that make it so.
//!
//! With `d` the distances of the dependences in the times of the loops, those around the nest equal: if no `d_l` is negative
//! in some neighbouring loops, these form a permutable band, and blocks of them may run in any order of the block loops.
//! A negative `d_l` is mended by `skew(l, t, f)` where `d_l + f d_t >= 0` for a loop `t` around `l` with `d_t > 0`.

use polyvet_analysis::Scop;
use polyvet_analysis::dependence::{Dependence, Dependences};
use polyvet_analysis::ids::StmtId;
use polyvet_footprint::Tileable;
use polyvet_ir::Span;
use polyvet_poly::{DimKind, Map, Set};
use polyvet_rewrites::schedule::Transform;
use polyvet_rewrites::schedule::skew::Skew;

use crate::error::{Result, TilerError};
use crate::nest::TiledNest;

/// Skew factors that are tried.
const FACTOR_MAX: i64 = 8;

/// A nest that can be tiled, after skewing.
pub struct TilableBand {
    /// The nest, cut down to loops that can be tiled in any order.
    pub nest: TiledNest,
    /// The program with its loops skewed.
    pub scop: Scop,
    /// What makes it from the program as it is written, as script text.
    pub calls: Vec<String>,
    /// Some of that are skews.
    pub skewed: bool,
    /// Why not all loops of the nest are in it.
    pub held: Option<Held>,
}

/// A dependence that keeps loops from being tiled together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The loop in which it goes backwards.
    pub loop_name: String,
    /// `raw`, `war`, `waw`.
    pub kind: &'static str,
    /// Only the order of a reduction.
    pub reduction: bool,
    /// The array.
    pub array: String,
    /// The statement of its source.
    pub source: String,
    /// The statement of its sink.
    pub sink: String,
    /// The least distance in the loop, if there is one.
    pub distance: Option<i64>,
    /// Where source and sink are written.
    pub spans: (Span, Span),
}

impl std::fmt::Display for Held {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Held {
            kind, array, loop_name, ..
        } = self;
        write!(f, "a {kind} dependence on `{array}` ")?;
        match self.source == self.sink {
            true => write!(f, "between instances of `{}` ", self.source)?,
            false => write!(f, "from `{}` to `{}` ", self.source, self.sink)?,
        }
        write!(f, "goes backwards in `{loop_name}`")?;
        match self.distance {
            Some(distance) => write!(f, ", by up to {}", -distance),
            None => Ok(()),
        }
    }
}

/// The longest permutable band of a nest of `scop`, which is the program after `calls`. Loops are not skewed for the order of reductions, which does not matter at all
/// if `reassociate`.
///
/// # Errors
/// [`TilerError::NoLegalTiling`] if there are not two loops in it, or one if the nest has no more.
pub fn band(
    scop: &Scop,
    calls: &[String],
    nest: &TiledNest,
    dependences: &Dependences,
    reassociate: bool,
) -> Result<TilableBand> {
    let mut scop = scop.clone();
    let mut skews = Vec::new();
    let loops = nest.all();
    for place in nest.outer.len()..loops.len() {
        let (mut skewed, mut calls) = (scop.clone(), Vec::new());
        let mut mended = false;
        for by in nest.outer.len()..=place {
            let mut distances = distances(&skewed, nest, dependences, nest.outer.len())?;
            distances.retain(|of| !of.0.reduction);
            mended = least(&distances, place)?.is_none();
            if mended || by == place {
                break;
            }
            if let Some(factor) = factor(&distances, place, by)?.filter(|factor| *factor > 0) {
                let skew = Skew::new(loops[place].clone(), loops[by].clone(), factor);
                calls.push(skew.to_string());
                skewed = skew.apply(&skewed)?.scop;
            }
        }
        if mended {
            scop = skewed;
            skews.extend(calls);
        }
    }
    // The longest run of loops without a negative distance, the loops before it equal.
    let (mut best, mut held) = (0..0, None);
    for from in nest.outer.len()..loops.len() {
        let mut distances = distances(&scop, nest, dependences, from)?;
        distances.retain(|of| !(reassociate && of.0.reduction));
        let mut to = from;
        while to < loops.len() {
            if let Some((dependence, distance)) = least(&distances, to)? {
                let stmt = |at: StmtId| scop.stmts[at].name.clone();
                held.get_or_insert(Held {
                    loop_name: loops[to].clone(),
                    kind: dependence.kind.name(),
                    reduction: dependence.reduction,
                    array: scop.arrays[dependence.array].name.clone(),
                    source: stmt(dependence.source.stmt),
                    sink: stmt(dependence.sink.stmt),
                    distance,
                    spans: (
                        scop.stmts[dependence.source.stmt].accesses[dependence.source.access].span,
                        scop.stmts[dependence.sink.stmt].accesses[dependence.sink.access].span,
                    ),
                });
                break;
            }
            to += 1;
        }
        if to - from > best.len() {
            best = from..to;
        }
    }
    if best.len() < nest.loops.len().clamp(1, 2) {
        return Err(match held {
            Some(held) => TilerError::NoLegalTiling {
                loops: nest.loops.clone(),
                held: Box::new(held),
            },
            None => TilerError::NoNest,
        });
    }
    let nest = TiledNest {
        outer: loops[..best.start].to_vec(),
        loops: loops[best].to_vec(),
        stmts: nest.stmts.clone(),
    };
    Ok(TilableBand {
        nest,
        scop,
        skewed: !skews.is_empty(),
        calls: [calls, &skews].concat(),
        held,
    })
}

/// `{ [sink - source] }` in the times of all loops, for dependences between statements of the nest whose ends are equal in
/// the loops before `from`.
fn distances<'d>(
    scop: &Scop,
    nest: &TiledNest,
    dependences: &'d Dependences,
    from: usize,
) -> Result<Vec<(&'d Dependence, Set)>> {
    let count = nest.all().len();
    let Some(tiles) = nest.tiles(&Tileable::of(scop)?, &[vec![Some(1); count]])? else {
        return Err(TilerError::NoNest);
    };
    let times = |stmt: StmtId| -> Option<Map> {
        let at = tiles.stmts.iter().position(|one| *one == stmt)?;
        Some(tiles.times[at].clone())
    };
    let mut found = Vec::new();
    for dependence in &dependences.list {
        let (Some(source), Some(sink)) = (times(dependence.source.stmt), times(dependence.sink.stmt)) else {
            continue;
        };
        let pairs = source
            .reverse()?
            .apply_range(dependence.map.clone())?
            .apply_range(sink)?;
        let mut distances = pairs.deltas()?.project_out_all_params()?;
        for place in 0..from {
            distances = distances.fix_si(DimKind::Set, place, 0)?;
        }
        if !distances.is_empty()? {
            found.push((dependence, distances));
        }
    }
    Ok(found)
}

/// The first dependence that goes backwards in a loop, and how far.
fn least<'d>(distances: &[(&'d Dependence, Set)], place: usize) -> Result<Option<(&'d Dependence, Option<i64>)>> {
    for (dependence, distances) in distances {
        let least = distances.clone().dim_min_val(place)?;
        let distance = if least.is_int()? { Some(least.to_i64()?) } else { None };
        if distance.is_none_or(|distance| distance < 0) {
            return Ok(Some((*dependence, distance)));
        }
    }
    Ok(None)
}

/// The least factor that makes those distances in `place` not negative that are positive in `by`.
fn factor(distances: &[(&Dependence, Set)], place: usize, by: usize) -> Result<Option<i64>> {
    'factors: for factor in 0..=FACTOR_MAX {
        for (_, distances) in distances {
            let dims: Vec<String> = (0..distances.dim(DimKind::Set)?).map(|dim| format!("d{dim}")).collect();
            let text = format!(
                "{{ [{}] : d{by} > 0 and d{place} + {factor} d{by} < 0 }}",
                dims.join(", ")
            );
            let backwards = Set::parse(distances.ctx(), &text)?;
            if !distances.clone().intersect(backwards)?.is_empty()? {
                continue 'factors;
            }
        }
        return Ok(Some(factor));
    }
    Ok(None)
}
