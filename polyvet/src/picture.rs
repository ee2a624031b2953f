//! All points of a small instance of a function, to be drawn.

use polyvet_analysis::Scop;
use polyvet_analysis::dependence::{self, times};
use polyvet_analysis::ids::{LoopId, StmtId};
use polyvet_analysis::tiles::with_sizes;
use polyvet_poly::{DimKind, Map, Result, Set, Val};
use polyvet_report::{Arrow, Picture, PointsOf, ShapeOf, TouchesOf, WholeTile};
use std::collections::HashMap;
use typed_index_collections::TiVec;

/// Values that are tried for all parameters, the ones that show most first.
const SIZES: [i64; 11] = [6, 5, 7, 4, 8, 3, 9, 2, 10, 1, 12];
/// Extents of the corner that is drawn where no such instance is small enough.
const WINDOWS: [i64; 5] = [8, 6, 4, 3, 2];
/// How often loops run at least, if they can.
const LIVE: [i64; 2] = [1, 2];
/// Tiles above this are drawn smaller, all loops in one proportion.
const TILE_MAX: i64 = 4;
/// Points of one statement.
const POINTS_MAX: usize = 1500;
/// Elements of an array; of a larger one only what is touched is drawn.
const ELEMENTS_MAX: usize = 1500;
/// Tiles of which everything is shown that they touch, and how many points each may have.
const TILES_MAX: usize = 64;
const TILE_POINTS_MAX: usize = 100_000;
/// Arrows of all dependences.
const ARROWS_MAX: usize = 6000;

/// What to draw.
#[derive(Default)]
pub struct WantedPicture<'a> {
    /// The same statements in another order.
    pub after: Option<&'a Scop>,
    /// Sizes of tiles by loop.
    pub tiles: Vec<(String, i64)>,
    /// Values of parameters, by their labels, that must be drawn if they are not too many.
    pub params: &'a [(String, i64)],
}

/// The points of `scop` at small sizes.
///
/// # Errors
/// Budgets.
pub fn of(scop: &Scop, wanted: &WantedPicture<'_>) -> Result<Picture> {
    let tiles = drawn_tiles(&wanted.tiles);
    let mut picture = Picture {
        params: Vec::new(),
        tiles: tiles.clone(),
        statements: Vec::new(),
        arrays: Vec::new(),
        arrows: Vec::new(),
        missing: String::new(),
    };
    let Some(fixed) = sizes(scop, wanted.params, &tiles)? else {
        picture.missing = "there is no iteration to draw".to_owned();
        return Ok(picture);
    };
    let labels = scop.params.iter().map(|param| param.label.clone());
    picture.params = labels.zip(fixed.values.iter().copied()).collect();
    if let Some(window) = fixed.window {
        picture.missing = match (fixed.whole_tiles, tiles.is_empty()) {
            (true, false) => format!("only the first {window} iterations of each loop are drawn, or those of one tile"),
            (false, false) => format!(
                "only the first {window} iterations of each loop are drawn; what a tile touches is that of all its iterations"
            ),
            _ => format!("only the first {window} iterations of each loop are drawn"),
        };
    }
    let mut numbers: TiVec<StmtId, _> = TiVec::new();
    let orders = orders(scop, scop, &fixed)?;
    let after = { wanted.after.iter() }
        .map(|after| self::orders(scop, after, &fixed))
        .next()
        .transpose()?;
    for (s, stmt) in scop.stmts.iter_enumerated() {
        let domain = fixed.domain(scop, s)?;
        let points = fixed.points(domain.clone())?;
        let number: HashMap<Vec<i64>, usize> = points.iter().cloned().zip(0..).collect();
        let order_of = |orders: &HashMap<(StmtId, Vec<i64>), usize>| {
            points
                .iter()
                .map(|point| orders.get(&(s, point.clone())).copied().unwrap_or_default())
                .collect()
        };
        let mut accesses = Vec::new();
        for (a, access) in stmt.accesses.iter_enumerated() {
            let mut elements = vec![Vec::new(); points.len()];
            let rank = stmt.dims.len();
            for pair in fixed.pairs(scop.access(s, a)?.intersect_domain(domain.clone())?)? {
                if let Some(at) = number.get(&pair[..rank]) {
                    elements[*at].push(pair[rank..].to_vec());
                }
            }
            accesses.push(TouchesOf {
                array: access.array.into(),
                access: crate::facts::access_name(access),
                elements,
            });
        }
        let tile = tiles_of(scop, s, &points, &tiles);
        picture.statements.push(PointsOf {
            stmt: stmt.name.clone(),
            dims: stmt.dims.clone(),
            order: order_of(&orders),
            order_after: after.as_ref().map(order_of).unwrap_or_default(),
            whole: match fixed.window {
                Some(_) => whole_tiles(scop, s, &fixed, &tile, &tiles)?,
                None => Vec::new(),
            },
            tile,
            points,
            accesses,
        });
        numbers.push(number);
    }
    picture.arrays = shapes(scop, &picture, &fixed)?;
    for dependence in &dependence::value_based(scop)?.list {
        let (source, sink) = (dependence.source.stmt, dependence.sink.stmt);
        let rank = scop.stmts[source].dims.len();
        let map = { dependence.map.clone() }
            .intersect_domain(fixed.domain(scop, source)?)?
            .intersect_range(fixed.domain(scop, sink)?)?;
        for pair in fixed.pairs(map)? {
            if picture.arrows.len() == ARROWS_MAX {
                picture.missing = format!("only the first {ARROWS_MAX} dependences between points are drawn");
                return Ok(picture);
            }
            if let (Some(x), Some(y)) = (numbers[source].get(&pair[..rank]), numbers[sink].get(&pair[rank..])) {
                picture.arrows.push(Arrow {
                    kind: dependence.kind.name(),
                    source: (source.into(), *x),
                    sink: (sink.into(), *y),
                });
            }
        }
    }
    Ok(picture)
}

/// The dimensions of a statement that are cut, with the sizes of tiles.
fn cuts(scop: &Scop, stmt: StmtId, tiles: &[(String, i64)]) -> Vec<(usize, i64)> {
    let size = |(at, number): (usize, &LoopId)| {
        let (_, size) = tiles.iter().find(|(name, _)| *name == scop.loops[*number].name)?;
        Some((at, *size))
    };
    scop.stmts[stmt].loops.iter().enumerate().filter_map(size).collect()
}

/// What the tiles touch in which some point is drawn, with those of their points that are not.
fn whole_tiles(
    scop: &Scop,
    stmt: StmtId,
    fixed: &Fixed,
    tile_of: &[Vec<i64>],
    tiles: &[(String, i64)],
) -> Result<Vec<WholeTile>> {
    let mut drawn = tile_of.to_vec();
    drawn.sort_unstable();
    drawn.dedup();
    let mut all = Vec::new();
    for tile in drawn.into_iter().take(TILES_MAX) {
        let mut inside = fixed.set(scop.stmts[stmt].domain.clone())?;
        for ((at, size), number) in cuts(scop, stmt, tiles).into_iter().zip(&tile) {
            let [first, last] = [number * size, (number + 1) * size - 1].map(|end| Val::from_i64(&scop.ctx, end));
            inside = inside
                .lower_bound_val(DimKind::Set, at, first?)?
                .upper_bound_val(DimKind::Set, at, last?)?;
        }
        let Some(points) = inside.clone().points(TILE_POINTS_MAX)? else {
            return Ok(Vec::new());
        };
        let mut elements = Vec::new();
        for access in scop.stmts[stmt].accesses.keys() {
            let touched = scop.access(stmt, access)?.intersect_domain(inside.clone())?.range()?;
            elements.push(fixed.points(touched)?);
        }
        all.push(WholeTile {
            tile,
            points: points.len(),
            elements,
        });
    }
    Ok(all)
}

/// The tile of each point; nothing if no loop around the statement is cut.
fn tiles_of(scop: &Scop, stmt: StmtId, points: &[Vec<i64>], tiles: &[(String, i64)]) -> Vec<Vec<i64>> {
    let cut = cuts(scop, stmt, tiles);
    if cut.is_empty() {
        return Vec::new();
    }
    let tile = |point: &Vec<i64>| cut.iter().map(|(at, size)| point[*at].div_euclid(*size)).collect();
    points.iter().map(tile).collect()
}

/// Tiles that are too large to be drawn become smaller ones of the same shape.
fn drawn_tiles(tiles: &[(String, i64)]) -> Vec<(String, i64)> {
    let most = tiles.iter().map(|(_, size)| *size).max().unwrap_or(1);
    let drawn = |size: i64| match most > TILE_MAX {
        true => (size * TILE_MAX / most).max(1),
        false => size,
    };
    tiles.iter().map(|(name, size)| (name.clone(), drawn(*size))).collect()
}

/// What is drawn: values of all parameters, and how much of each loop.
struct Fixed {
    values: Vec<i64>,
    window: Option<i64>,
    /// A window holds a whole tile.
    whole_tiles: bool,
    tiles: Vec<(String, i64)>,
}

impl Fixed {
    /// The instances of a statement that are drawn.
    fn domain(&self, scop: &Scop, stmt: StmtId) -> Result<Set> {
        let domain = self.set(scop.stmts[stmt].domain.clone())?;
        let Some(window) = self.window.filter(|_| !scop.stmts[stmt].dims.is_empty()) else {
            return Ok(domain);
        };
        let whole = domain.clone();
        let cuts = cuts(scop, stmt, &self.tiles);
        (0..domain.dim(DimKind::Set)?).try_fold(domain, |cut, at| {
            if whole.is_empty()? || !whole.dim_has_any_lower_bound(DimKind::Set, at)? {
                return Ok(cut);
            }
            let least = whole.clone().dim_min_val(at)?.to_i64()?;
            let tile = cuts.iter().find(|(dim, _)| *dim == at && self.whole_tiles);
            // From the first iteration to the end of the first whole tile.
            let end = tile.map_or(0, |(_, size)| (least + size - 1).div_euclid(*size) * size + size);
            let last = Val::from_i64(cut.ctx(), (least + window).max(end) - 1)?;
            cut.upper_bound_val(DimKind::Set, at, last)
        })
    }

    /// Whether something is drawn, and not too much.
    fn fits(&self, scop: &Scop) -> Result<bool> {
        let mut runs = false;
        for stmt in scop.stmts.keys() {
            match self.domain(scop, stmt)?.points(POINTS_MAX)? {
                Some(points) => runs |= !points.is_empty(),
                None => return Ok(false),
            }
        }
        Ok(runs)
    }

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
fn sizes(scop: &Scop, wanted: &[(String, i64)], tiles: &[(String, i64)]) -> Result<Option<Fixed>> {
    let fixed = |values, window, whole_tiles| Fixed {
        values,
        window,
        whole_tiles,
        tiles: tiles.to_vec(),
    };
    if !wanted.is_empty() {
        let value = |label: &String| {
            wanted
                .iter()
                .find(|(name, _)| name == label)
                .map_or(0, |(_, value)| *value)
        };
        let values = scop.params.iter().map(|param| value(&param.label)).collect();
        let fixed = fixed(values, None, false);
        if fixed.fits(scop)? {
            return Ok(Some(fixed));
        }
    }
    let mut large = None;
    let valid = live(scop)?;
    for size in SIZES {
        let Some(values) = values_near(scop, &valid, size)? else {
            return Ok(None);
        };
        let fixed = fixed(values, None, false);
        if fixed.fits(scop)? {
            return Ok(Some(fixed));
        }
        large.get_or_insert(fixed.values);
    }
    // A corner of an instance that is too large.
    for whole_tiles in [!tiles.is_empty(), false] {
        for window in WINDOWS {
            let fixed = fixed(large.clone().unwrap_or_default(), Some(window), whole_tiles);
            if fixed.fits(scop)? {
                return Ok(Some(fixed));
            }
        }
    }
    Ok(None)
}

/// The parameters for which loops run: each of [`LIVE`] times if that is possible, else fewer times.
fn live(scop: &Scop) -> Result<Set> {
    let mut valid = scop.valid.clone();
    for times in LIVE {
        for stmt in &scop.stmts {
            let domain = stmt.domain.clone();
            for at in 0..stmt.dims.len() {
                let runs = shifted(&domain, at, times - 1)?.intersect(domain.clone())?.params()?;
                let both = valid.clone().intersect(runs)?;
                if !both.is_empty()? {
                    valid = both;
                }
            }
        }
    }
    Ok(valid)
}

/// The points so far beyond those of a set.
fn shifted(set: &Set, at: usize, by: i64) -> Result<Set> {
    let names: Vec<String> = (0..set.dim(DimKind::Set)?).map(|dim| format!("d{dim}")).collect();
    let mut moved = names.clone();
    moved[at] = format!("d{at} + {by}");
    let name = set.tuple_name()?.unwrap_or_default();
    let text = format!("{{ {name}[{}] -> {name}[{}] }}", names.join(", "), moved.join(", "));
    set.clone().apply(Map::parse(set.ctx(), &text)?)
}

/// All parameters `size`; but fixed ones, and those that the context ties to others, keep their values.
fn values_near(scop: &Scop, valid: &Set, size: i64) -> Result<Option<Vec<i64>>> {
    let count = scop.params.len();
    let mut valid = valid.clone();
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
    Ok(Some(values))
}

/// When each instance of the statements of `scop` runs in `ordered`.
fn orders(scop: &Scop, ordered: &Scop, fixed: &Fixed) -> Result<HashMap<(StmtId, Vec<i64>), usize>> {
    let size = |name: &str| {
        let at = scop.params.iter().position(|param| param.name == name)?;
        fixed.values.get(at).copied()
    };
    let schedule = with_sizes(ordered.schedule.clone(), &size)?;
    let schedule = schedule.map()?.intersect_domain(schedule.domain()?)?;
    let mut all = Vec::new();
    for (s, time) in times(scop, &schedule)?.into_iter_enumerated() {
        let rank = scop.stmts[s].dims.len();
        for pair in fixed.pairs(time.intersect_domain(fixed.domain(scop, s)?)?)? {
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
    for (at, array) in scop.arrays.iter_enumerated() {
        let touches = { picture.statements.iter() }.flat_map(|stmt| &stmt.accesses);
        let touched = touches
            .filter(|touch| touch.array == usize::from(at))
            .flat_map(|touch| touch.elements.iter().flatten());
        let mut points: Vec<Vec<i64>> = touched.cloned().collect();
        for stmt in &picture.statements {
            for (number, _) in stmt
                .accesses
                .iter()
                .enumerate()
                .filter(|(_, access)| access.array == usize::from(at))
            {
                points.extend(
                    stmt.whole
                        .iter()
                        .flat_map(|whole| whole.elements[number].iter().cloned()),
                );
            }
        }
        if let Some(elements) = scop.elements(at)?
            && array.extents.iter().all(Option::is_some)
            && let Some(all) = fixed.set(elements)?.points(ELEMENTS_MAX)?
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
