//! Footprints: what the tiles of a band touch, operand by operand.
//!
//! With `D(t)` the data of an operand in tile `t`:
//!
//! - elements `|D(t)|`, bytes, lines; for full tiles, for each kind of partial tile, and as one formula for all;
//! - overlap `|D(t) ∩ D(t + e_l)|` with the next tile in loop `l`, both full;
//! - total: the sum of `|D(t)|` over all tiles, what is moved if nothing stays between tiles;
//! - moved: the sum of `|D(t) \ D(t')|` with `t'` the tile that ran before, what is moved if exactly the data of one tile
//!   stays until the next.

use polyvet_analysis::ids::{ArrayId, StmtId};
use polyvet_analysis::{PayloadKind, Scop};
use polyvet_ir::Module;
use polyvet_poly::{DimKind, Map, Set};
use typed_index_collections::TiVec;

use crate::amount::{Amount, Budget};
use crate::error::Result;
use crate::layout::ElementLayout;
use crate::measure::Measure;
use crate::slice::DataSlice;
use crate::tile::FusedTiles;
use crate::tiling::TileSize;

/// What to compute, and what may be spent.
#[derive(Clone, Debug)]
pub struct FootprintOptions {
    /// Bytes of a cache line.
    pub line: u64,
    /// What counting may spend.
    pub budget: Budget,
    /// Partial tiles kind by kind, overlap, traffic; else only full tiles and the formula for all.
    pub details: bool,
    /// The sizes that tell how rows lie on lines; without it those of the tiles. With sizes that are numbers here and
    /// symbols in the program, formulas of lines are in the symbols, and hold for rows of that length.
    pub sizes: Option<Set>,
}

impl Default for FootprintOptions {
    fn default() -> FootprintOptions {
        FootprintOptions {
            line: 64,
            budget: Budget::default(),
            details: true,
            sizes: None,
        }
    }
}

/// Which accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AccessFilter {
    /// Reads, or may read.
    Read,
    /// Writes, or may write.
    Write,
    /// Either.
    Any,
}

impl AccessFilter {
    /// `read`, `write`, `any`.
    pub fn name(self) -> &'static str {
        match self {
            AccessFilter::Read => "read",
            AccessFilter::Write => "write",
            AccessFilter::Any => "any",
        }
    }

    pub(crate) fn fits(self, is_write: bool) -> bool {
        match self {
            AccessFilter::Read => !is_write,
            AccessFilter::Write => is_write,
            AccessFilter::Any => true,
        }
    }
}

/// Some elements, counted.
#[derive(Clone, Debug)]
pub struct Volume {
    /// Elements.
    pub elems: Amount,
    /// Elements times their size.
    pub bytes: Amount,
    /// Cache lines.
    pub lines: Amount,
}

/// A volume for tiles of one kind.
#[derive(Clone, Debug)]
pub struct KindVolume {
    /// Loops in which the tiles are partial, by name.
    pub partial: Vec<String>,
    /// The tiles are partial in two or more of these loops, not in all.
    pub several: bool,
    /// All iterations are run.
    pub full: bool,
    /// The tiles of this kind.
    pub set: Set,
    /// How many there are of those that differ for this operand; unknown where sizes are symbols.
    pub tiles: Amount,
    /// What one touches. Coordinates that the kind determines do not occur.
    pub volume: Volume,
    /// The slice around it.
    pub slice: DataSlice,
}

/// What one operand, or all accesses of one array together, touch in a tile.
#[derive(Clone, Debug)]
pub struct OperandFootprint {
    /// The statement; `None` for all statements of the band together.
    pub stmt: Option<StmtId>,
    /// Index into [`Scop::arrays`].
    pub array: ArrayId,
    /// Which accesses.
    pub touch: AccessFilter,
    /// `{ [t] -> A[x] }`, exact.
    pub data: Map,
    /// Some access may or may not happen: the data is the most that is touched.
    pub may: bool,
    /// For every tile.
    pub volume: Volume,
    /// What line counts take for granted beside that arrays begin lines.
    pub assumes: Option<String>,
    /// By kind of tile, full ones first; empty without [`FootprintOptions::details`], but for full ones.
    pub cases: Vec<KindVolume>,
    /// The slice around the data of any tile.
    pub slice: DataSlice,
    /// Accesses to it, in every tile: its elements are used `uses / elems` times each.
    pub uses: Amount,
    /// The same in full tiles; `None` if there are none.
    pub full_uses: Option<Amount>,
    /// For each loop whose neighbouring tiles share data: what a full tile shares with the next.
    pub overlap: Vec<(String, Volume)>,
    /// Summed over all tiles.
    pub total: Volume,
    /// Summed over all tiles, without what the tile before touched too.
    pub moved: Volume,
}

impl OperandFootprint {
    /// The full tiles, if there are any.
    pub fn full(&self) -> Option<&KindVolume> {
        self.cases.iter().find(|case| case.full)
    }
}

/// What the tiles of one band touch.
#[derive(Clone, Debug)]
pub struct Footprint {
    /// The tiles.
    pub tiles: FusedTiles,
    /// How many tiles there are.
    pub count: Amount,
    /// Instances in a tile, per statement of [`FusedTiles::stmts`].
    pub instances: Vec<Amount>,
    /// The same in full tiles.
    pub full_instances: Vec<Amount>,
    /// Instances in all tiles together.
    pub total_instances: Vec<Amount>,
    /// Arithmetic operations of one instance, per statement.
    pub ops: Vec<u64>,
    /// Per statement and operand.
    pub operands: Vec<OperandFootprint>,
    /// Per array, over all statements of the band: reads, writes, and both together.
    pub arrays: Vec<OperandFootprint>,
    /// All arrays together: what the tile needs at once.
    pub working_set: Volume,
    /// The same for full tiles; `None` if there are none.
    pub full_working_set: Option<Volume>,
    /// The full tiles, if there are any.
    pub full: Option<Set>,
}

impl FusedTiles {
    /// What accesses of the band to an array touch: `{ [t] -> A[x] }`. `None` if there are none of this kind. With `stmt`
    /// only those of that statement.
    ///
    /// # Errors
    /// isl's.
    pub fn data(&self, scop: &Scop, array: ArrayId, touch: AccessFilter, stmt: Option<StmtId>) -> Result<Option<Map>> {
        let mut all: Option<Map> = None;
        for (at, &member) in self.stmts.iter().enumerate() {
            if stmt.is_some_and(|stmt| stmt != member) {
                continue;
            }
            for access in &scop.stmts[member].accesses {
                if access.array != array || !touch.fits(access.kind.is_write()) {
                    continue;
                }
                let here = self.instances[at].clone().apply_range(access.relation.clone())?;
                all = Some(match all {
                    None => here,
                    Some(before) => before.union(here)?,
                });
            }
        }
        Ok(match all {
            None => None,
            Some(data) => Some(self.named(data)?),
        })
    }

    /// The map with the coordinates' names on its inputs, which some operations of isl drop.
    pub(crate) fn named(&self, map: Map) -> Result<Map> {
        let mut map = map;
        for (at, coordinate) in self.coordinates.iter().enumerate() {
            map = map.set_dim_name(DimKind::In, at, &coordinate.name)?;
        }
        Ok(map)
    }

    /// The number of images of `data`, `{ [t] -> .. }`, for each tile in `of`; coordinates that `of` determines are
    /// left out of the formula.
    ///
    /// # Errors
    /// isl's.
    pub fn amount(&self, data: &Map, of: &Set, budget: &Budget) -> Result<Amount> {
        let data = self.named(data.clone().intersect_domain(of.clone())?)?;
        let (data, of) = without_determined(data, self.named_set(of.clone())?)?;
        Amount::of(&data, &in_params(of, &self.context)?, budget)
    }

    /// The slice around `data` for each tile in `of`, as [`FusedTiles::amount`].
    ///
    /// # Errors
    /// isl's.
    pub fn slice(&self, data: &Map, of: &Set, budget: &Budget) -> Result<DataSlice> {
        let data = self.named(data.clone().intersect_domain(of.clone())?)?;
        DataSlice::of(&data, &in_params(self.named_set(of.clone())?, &self.context)?, budget)
    }

    /// Summed over all tiles: the number of pairs of `data`.
    ///
    /// # Errors
    /// isl's.
    pub fn total(&self, data: &Map, budget: &Budget) -> Result<Amount> {
        if let Some(name) = self.symbolic_size() {
            let why = format!("how many tiles there are is not affine in `{name}`; give it a value");
            return Ok(Amount::Unknown(why));
        }
        Amount::of(&data.clone().wrap()?.flatten()?, &self.context, budget)
    }

    /// A size that is a symbol.
    pub fn symbolic_size(&self) -> Option<&str> {
        self.coordinates.iter().find_map(|one| match &one.size {
            TileSize::Param(name) => Some(name.as_str()),
            TileSize::Const(_) => None,
        })
    }

    /// The set of tiles with the coordinates' names.
    fn named_set(&self, mut of: Set) -> Result<Set> {
        for (at, coordinate) in self.coordinates.iter().enumerate() {
            of = of.set_dim_name(DimKind::Set, at, &coordinate.name)?;
        }
        Ok(of)
    }

    /// `{ [t] -> [t'] }`: the tile that ran before, for all but the first.
    ///
    /// # Errors
    /// isl's.
    pub fn before(&self) -> Result<Map> {
        let order = self.order.clone().intersect_domain(self.all.clone())?;
        let runs = order.clone().range()?;
        let earlier = runs.clone().lex_gt_set(runs)?;
        let last = earlier.lexmax()?.coalesce()?;
        Ok(order
            .clone()
            .apply_range(last)?
            .apply_range(order.reverse()?)?
            .coalesce()?)
    }

    /// The places of the loops on whose tile `data` depends.
    pub(crate) fn places(&self, data: &Map) -> Result<Vec<usize>> {
        let data = data.clone().gist_domain(self.all.clone())?;
        let mut found = Vec::new();
        for (at, coordinate) in self.coordinates.iter().enumerate() {
            let place = self.loops.iter().position(|name| *name == coordinate.loop_name);
            if data.involves_dims(DimKind::In, at, 1)? {
                found.extend(place.filter(|place| !found.contains(place)));
            }
        }
        found.sort_unstable();
        Ok(found)
    }
}

/// Conditions on parameters and coordinates, which become parameters: the context, and that the tile is in `of`.
fn in_params(of: Set, context: &Set) -> Result<Set> {
    let of = of.intersect_params(context.clone())?;
    let (at, count) = (of.dim(DimKind::Param)?, of.dim(DimKind::Set)?);
    Ok(of
        .move_dims(DimKind::Param, at, DimKind::Set, 0, count)?
        .params()?
        .coalesce()?)
}

/// Drops the inputs that the others and the parameters determine in `of`.
fn without_determined(mut data: Map, mut of: Set) -> Result<(Map, Set)> {
    for at in (0..of.dim(DimKind::Set)?).rev() {
        let count = of.dim(DimKind::Set)?;
        let others_to_this = of
            .clone()
            .identity()?
            .project_out(DimKind::In, at, 1)?
            .project_out(DimKind::Out, at + 1, count - at - 1)?
            .project_out(DimKind::Out, 0, at)?;
        if others_to_this.is_single_valued()? {
            of = of.project_out(DimKind::Set, at, 1)?;
            data = data.project_out(DimKind::In, at, 1)?;
        }
    }
    Ok((data, of))
}

/// The footprints of all tiles of a band.
///
/// # Errors
/// isl's. What is too large to count is bounds or unknown with a reason, number by number.
pub fn footprint(
    scop: &Scop,
    module: Option<&Module>,
    tiles: &FusedTiles,
    options: &FootprintOptions,
) -> Result<Footprint> {
    let full = tiles.full(&(0..tiles.loops.len()).collect::<Vec<_>>())?;
    let measure = Measure {
        scop,
        tiles,
        options,
        full: full.clone(),
    };
    let mut wanted = Vec::new();
    for &stmt in &tiles.stmts {
        for access in &scop.stmts[stmt].accesses {
            let touch = if access.kind.is_write() {
                AccessFilter::Write
            } else {
                AccessFilter::Read
            };
            let one = (Some(stmt), access.array, touch);
            if !wanted.contains(&one) {
                wanted.push(one);
            }
        }
    }
    let mut fused = Vec::new();
    for (_, array, touch) in &wanted {
        for touch in [*touch, AccessFilter::Any] {
            if !fused.contains(&(None, *array, touch)) {
                fused.push((None, *array, touch));
            }
        }
    }
    fused.sort_by_key(|(_, array, touch)| (*array, *touch));
    let mut layouts: TiVec<ArrayId, _> = TiVec::new();
    for array in scop.arrays.keys() {
        let layout = ElementLayout::of(scop, module, array, options.sizes.as_ref().unwrap_or(&tiles.context))?;
        let lines = layout.lines(scop, options.line)?;
        layouts.push((layout, lines));
    }
    // Where a band has one statement, or an array one kind of access, much is asked twice.
    let mut known: Vec<OperandFootprint> = Vec::new();
    let mut asked: Vec<(OperandFootprint, usize)> = Vec::new();
    for (stmt, array, touch) in wanted.into_iter().chain(fused) {
        if scop.arrays[array].kind == polyvet_analysis::ArrayKind::Register {
            continue;
        }
        let Some(data) = tiles.data(scop, array, touch, stmt)? else {
            continue;
        };
        let same = |known: &OperandFootprint| known.array == array && data.is_equal(&known.data).unwrap_or(false);
        let at = match known.iter().position(same) {
            Some(at) => at,
            None => {
                known.push(measure.operand(stmt, array, touch, data, &layouts[array])?);
                known.len() - 1
            }
        };
        let own = OperandFootprint {
            stmt,
            touch,
            may: measure.may(array, touch, stmt),
            uses: measure.uses(array, touch, stmt, &tiles.all)?,
            full_uses: measure.full_uses(array, touch, stmt)?,
            ..known[at].clone()
        };
        asked.push((own, at));
    }
    let mut instances = Vec::new();
    let mut full_instances = Vec::new();
    let mut total_instances = Vec::new();
    for map in &tiles.instances {
        instances.push(tiles.amount(map, &tiles.all, &options.budget)?);
        full_instances.push(match &full {
            Some(full) => tiles.amount(map, &full.tiles, &options.budget)?,
            None => Amount::constant(0),
        });
        total_instances.push(Amount::of(&map.clone().range()?, &tiles.context, &options.budget)?);
    }
    let count = tiles.tile_count(&options.budget)?;
    if options.details {
        // What matters most first: the budget may be spent on the way.
        for operand in &mut known {
            operand.total = measure.total(operand, &layouts[operand.array])?;
        }
        for operand in &mut known {
            operand.cases = measure.cases(operand, &layouts[operand.array])?;
        }
        for operand in &mut known {
            operand.overlap = measure.overlap(operand, &layouts[operand.array])?;
        }
        for operand in &mut known {
            operand.moved = measure.moved(operand, &layouts[operand.array])?;
        }
    }
    let (mut operands, mut arrays) = (Vec::new(), Vec::new());
    for (own, at) in asked {
        let OperandFootprint {
            cases,
            overlap,
            total,
            moved,
            ..
        } = known[at].clone();
        let operand = OperandFootprint {
            cases,
            overlap,
            total,
            moved,
            ..own
        };
        match operand.stmt {
            Some(_) => operands.push(operand),
            None => arrays.push(operand),
        }
    }
    let whole: Vec<&OperandFootprint> = arrays
        .iter()
        .filter(|operand| operand.touch == AccessFilter::Any)
        .collect();
    let working_set = sum(whole.iter().map(|operand| &operand.volume));
    let fulls: Option<Vec<&Volume>> = whole.iter().map(|one| one.full().map(|case| &case.volume)).collect();
    Ok(Footprint {
        count,
        instances,
        full_instances,
        total_instances,
        ops: tiles.stmts.iter().map(|stmt| ops(scop, *stmt)).collect(),
        working_set,
        full_working_set: fulls.filter(|_| full.is_some()).map(|fulls| sum(fulls.into_iter())),
        full: full.map(|full| full.tiles),
        operands,
        arrays,
        tiles: tiles.clone(),
    })
}

impl FusedTiles {
    /// The largest value of `amount` in the tiles `of`, where `params` fix all parameters and there are at most
    /// `tiles_max`.
    ///
    /// # Errors
    /// isl's.
    pub fn largest(
        &self,
        amount: &Amount,
        of: &Set,
        params: &[(String, i64)],
        tiles_max: usize,
    ) -> Result<Option<num_bigint::BigInt>> {
        let mut of = of.clone();
        let ctx = of.ctx().clone();
        for (name, value) in params {
            if let Some(at) = of.find_dim_by_name(DimKind::Param, name)? {
                of = of.fix_val(DimKind::Param, at, polyvet_poly::Val::from_i64(&ctx, *value)?)?;
            }
        }
        let of = of.project_out_all_params()?;
        let Some(points) = of.is_bounded()?.then(|| of.points(tiles_max)).transpose()?.flatten() else {
            return Ok(None);
        };
        let mut largest = None;
        for point in points {
            let coordinates = self.coordinates.iter().zip(&point.coords);
            let mut at: Vec<(&str, i64)> = coordinates.map(|(one, value)| (one.name.as_str(), *value)).collect();
            at.extend(params.iter().map(|(name, value)| (name.as_str(), *value)));
            let Some(value) = amount.eval(&at) else { return Ok(None) };
            largest = largest.max(Some(value));
        }
        Ok(largest)
    }

    /// How many tiles there are.
    ///
    /// # Errors
    /// isl's.
    pub fn tile_count(&self, budget: &Budget) -> Result<Amount> {
        match self.symbolic_size() {
            Some(_) => self.symbolic_count(budget),
            None => Amount::of(&self.all, &self.context, budget),
        }
    }
}

/// The sum of some volumes.
pub fn sum<'v>(volumes: impl Iterator<Item = &'v Volume>) -> Volume {
    let zero = Amount::constant(0);
    let mut sum = Volume {
        elems: zero.clone(),
        bytes: zero.clone(),
        lines: zero,
    };
    for volume in volumes {
        sum = Volume {
            elems: sum.elems.plus(&volume.elems),
            bytes: sum.bytes.plus(&volume.bytes),
            lines: sum.lines.plus(&volume.lines),
        };
    }
    sum
}

/// The arithmetic operations of one instance: what `arith` and `math` compute from data. A fused multiply-add counts
/// twice; conversions, comparisons and selections do not count, nor does what computes subscripts.
pub fn ops(scop: &Scop, stmt: StmtId) -> u64 {
    let Some(payload) = &scop.stmts[stmt].payload else {
        return 0;
    };
    let count = |node: &polyvet_analysis::PayloadNode| match &node.kind {
        PayloadKind::Op { name, .. } => op_cost(name),
        _ => 0,
    };
    payload.nodes.iter().map(count).sum()
}

fn op_cost(name: &str) -> u64 {
    const FREE: [&str; 17] = [
        "ext",
        "trunc",
        "bitcast",
        "index_cast",
        "sitofp",
        "uitofp",
        "fptosi",
        "fptoui",
        "cmp",
        "select",
        "convertf",
        "isnan",
        "isinf",
        "isfinite",
        "isnormal",
        "constant",
        "scaling_",
    ];
    let Some((dialect, op)) = name.split_once('.') else {
        return 0;
    };
    match (dialect, op) {
        ("math", "trunc") => 1,
        ("arith" | "math", op) if FREE.iter().any(|free| op.starts_with(free)) => 0,
        ("math", "fma") => 2,
        ("arith" | "math", _) => 1,
        _ => 0,
    }
}
