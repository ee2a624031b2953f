//! All points of a small instance of a function, to be drawn.

use polyvet_analysis::Scop;
use polyvet_analysis::dependence::{self, times};
use polyvet_poly::{DimKind, Map, Result, Set, Val};
use polyvet_report::{Arrow, Picture, PointsOf, ShapeOf, TouchesOf};
use std::collections::HashMap;

/// Values that are tried for all parameters, the ones that show most first.
const SIZES: [i64; 11] = [6, 5, 7, 4, 8, 3, 9, 2, 10, 1, 12];
/// Points of one statement.
const POINTS_MAX: usize = 1500;
/// Arrows of all dependences.
const ARROWS_MAX: usize = 6000;

/// The points of `scop` at small sizes; `after` has the same statements in another order, `tiles` are sizes by loop.
///
/// # Errors
/// Budgets.
pub fn of(scop: &Scop, after: Option<&Scop>, tiles: &[(String, i64)]) -> Result<Picture> {
    let mut picture = Picture {
        params: Vec::new(),
        statements: Vec::new(),
        arrays: Vec::new(),
        arrows: Vec::new(),
        missing: String::new(),
    };
    let Some(values) = sizes(scop)? else {
        picture.missing = "no instance is small enough to draw".to_owned();
        return Ok(picture);
    };
    picture.params = scop
        .params
        .iter()
        .map(|p| p.label.clone())
        .zip(values.iter().copied())
        .collect();
    let fixed = Fixed { values };
    let mut numbers = Vec::new();
    let orders = orders(scop, scop, &fixed)?;
    let after = after.map(|after| self::orders(scop, after, &fixed)).transpose()?;
    for (s, stmt) in scop.stmts.iter().enumerate() {
        let points = fixed.points(stmt.domain.clone())?;
        let number: HashMap<Vec<i64>, usize> = points.iter().cloned().zip(0..).collect();
        let order_of = |orders: &HashMap<(usize, Vec<i64>), usize>| {
            points
                .iter()
                .map(|point| orders.get(&(s, point.clone())).copied().unwrap_or_default())
                .collect()
        };
        let mut accesses = Vec::new();
        for (a, access) in stmt.accesses.iter().enumerate() {
            let mut elements = vec![Vec::new(); points.len()];
            let rank = stmt.dims.len();
            for pair in fixed.pairs(scop.access(s, a)?)? {
                if let Some(at) = number.get(&pair[..rank]) {
                    elements[*at].push(pair[rank..].to_vec());
                }
            }
            accesses.push(TouchesOf {
                array: access.array,
                access: crate::facts::access_name(access),
                elements,
            });
        }
        picture.statements.push(PointsOf {
            stmt: stmt.name.clone(),
            dims: stmt.dims.clone(),
            order: order_of(&orders),
            order_after: after.as_ref().map(order_of).unwrap_or_default(),
            tile: tiles_of(scop, s, &points, tiles),
            points,
            accesses,
        });
        numbers.push(number);
    }
    picture.arrays = shapes(scop, &picture, &fixed)?;
    for dependence in &dependence::value_based(scop)?.list {
        let (source, sink) = (dependence.source.stmt, dependence.sink.stmt);
        let rank = scop.stmts[source].dims.len();
        for pair in fixed.pairs(dependence.map.clone())? {
            if picture.arrows.len() == ARROWS_MAX {
                picture.missing = format!("only the first {ARROWS_MAX} dependences between points are drawn");
                return Ok(picture);
            }
            if let (Some(x), Some(y)) = (numbers[source].get(&pair[..rank]), numbers[sink].get(&pair[rank..])) {
                picture.arrows.push(Arrow {
                    kind: dependence.kind.name(),
                    source: (source, *x),
                    sink: (sink, *y),
                });
            }
        }
    }
    Ok(picture)
}

/// The tile of each point; nothing if no loop around the statement is cut.
fn tiles_of(scop: &Scop, stmt: usize, points: &[Vec<i64>], tiles: &[(String, i64)]) -> Vec<Vec<i64>> {
    let cut: Vec<(usize, i64)> = { scop.stmts[stmt].loops.iter().enumerate() }
        .filter_map(|(at, number)| {
            let (_, size) = tiles.iter().find(|(name, _)| *name == scop.loops[*number].name)?;
            Some((at, *size))
        })
        .collect();
    if cut.is_empty() {
        return Vec::new();
    }
    let tile = |point: &Vec<i64>| cut.iter().map(|(at, size)| point[*at].div_euclid(*size)).collect();
    points.iter().map(tile).collect()
}

/// Values of all parameters.
struct Fixed {
    values: Vec<i64>,
}

impl Fixed {
    fn set(&self, set: Set) -> Result<Set> {
        let ctx = set.ctx().clone();
        let params = set.dim(DimKind::Param)?.min(self.values.len());
        (0..params).try_fold(set, |set, at| {
            set.fix_val(DimKind::Param, at, Val::from_i64(&ctx, self.values[at])?)
        })
    }

    /// In lexicographic order.
    fn points(&self, set: Set) -> Result<Vec<Vec<i64>>> {
        let points = self.set(set)?.points(usize::MAX)?.unwrap_or_default();
        let mut points: Vec<_> = points.into_iter().map(|point| point.coords).collect();
        points.sort_unstable();
        Ok(points)
    }

    fn pairs(&self, map: Map) -> Result<Vec<Vec<i64>>> {
        self.points(map.wrap()?)
    }
}

/// Sizes at which there is something to see, and not too much.
fn sizes(scop: &Scop) -> Result<Option<Vec<i64>>> {
    let count = scop.params.len();
    for size in SIZES {
        // Fixed parameters, and those that the context ties to others, keep their values.
        let mut valid = scop.valid.clone();
        let mut values = Vec::new();
        for at in 0..count {
            let wanted = valid
                .clone()
                .fix_val(DimKind::Param, at, Val::from_i64(&scop.ctx, size)?)?;
            let value = match wanted.is_empty()? {
                false => size,
                true => {
                    let least = valid.clone().project_out(DimKind::Param, at + 1, count - at - 1)?;
                    let least = least.project_out(DimKind::Param, 0, at)?;
                    match least.sample_data()? {
                        Some(point) => point.params.first().map_or(0, |(_, value)| *value),
                        None => return Ok(None),
                    }
                }
            };
            valid = valid.fix_val(DimKind::Param, at, Val::from_i64(&scop.ctx, value)?)?;
            values.push(value);
        }
        let fixed = Fixed { values };
        let (mut fits, mut runs) = (true, false);
        for stmt in &scop.stmts {
            match fixed.set(stmt.domain.clone())?.points(POINTS_MAX)? {
                Some(points) => runs |= !points.is_empty(),
                None => fits = false,
            }
        }
        if fits && runs {
            return Ok(Some(fixed.values));
        }
    }
    Ok(None)
}

/// When each instance of the statements of `scop` runs in `ordered`.
fn orders(scop: &Scop, ordered: &Scop, fixed: &Fixed) -> Result<HashMap<(usize, Vec<i64>), usize>> {
    let schedule = ordered.schedule.map()?.intersect_domain(ordered.schedule.domain()?)?;
    let mut all = Vec::new();
    for (s, time) in times(scop, &schedule)?.into_iter().enumerate() {
        let rank = scop.stmts[s].dims.len();
        for pair in fixed.pairs(time)? {
            all.push((pair[rank..].to_vec(), s, pair[..rank].to_vec()));
        }
    }
    all.sort_unstable();
    let mut orders = HashMap::new();
    let mut last: Option<Vec<i64>> = None;
    let mut number = 0;
    for (time, s, point) in all {
        if last.as_ref().is_some_and(|last| *last != time) {
            number += 1;
        }
        last = Some(time);
        orders.insert((s, point), number);
    }
    Ok(orders)
}

/// The part of each array that is shown: all of it, or what is touched.
fn shapes(scop: &Scop, picture: &Picture, fixed: &Fixed) -> Result<Vec<ShapeOf>> {
    let mut shapes = Vec::new();
    for (at, array) in scop.arrays.iter().enumerate() {
        let touches = { picture.statements.iter() }.flat_map(|stmt| &stmt.accesses);
        let touched = touches
            .filter(|touch| touch.array == at)
            .flat_map(|touch| touch.elements.iter().flatten());
        let mut points: Vec<Vec<i64>> = touched.cloned().collect();
        if let Some(elements) = scop.elements(at)?
            && array.extents.iter().all(Option::is_some)
            && let Some(all) = fixed.set(elements)?.points(POINTS_MAX)?
        {
            points.extend(all.into_iter().map(|point| point.coords));
        }
        let rank = points.first().map_or(array.extents.len(), Vec::len);
        let bound = |pick: fn(i64, i64) -> i64| {
            let one = |dim: usize| points.iter().map(|point| point[dim]).reduce(pick).unwrap_or(0);
            (0..rank).map(one).collect::<Vec<_>>()
        };
        shapes.push(ShapeOf {
            array: array.name.clone(),
            low: bound(i64::min),
            high: bound(i64::max),
        });
    }
    Ok(shapes)
}
