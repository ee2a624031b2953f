//! Footprint and traffic of each array: exact for given sizes, in tables for the program.
//!
//! Let an array depend on the loops `own`. Only sizes of these change what its tiles touch, so one table serves all
//! orders. In an order, of the loops of `own` that are cut let `l` be the innermost. Loops inside `l` leave the data
//! where it is; each block of another loop `o` outside `l` brings it all again, but for what neighbours in `l` share:
//!
//! ```text
//! traffic = (sum over tiles of |D(t)| - sum of |D(t) and D(t - e_l)|) * product of blocks of loops o not in own,
//! outside l
//! ```
//!
//! which leaves out what tiles share across the end of `l`: never less than the exact number. With tiles for several
//! memories the loops of the larger tiles are outside those of the smaller: `l` is the innermost of all these, and
//! blocks of a loop in both are counted once.

mod tables;

use polyvet_analysis::ids::ArrayId;
use std::collections::BTreeMap;

use num_traits::ToPrimitive;
use polyvet_analysis::{ArrayKind, Scop};
use polyvet_count::{CountError, CountFormula, Countable, count};
use polyvet_footprint::{AccessFilter, ArrayLines, ElementLayout, FusedTiles, Tileable};
use polyvet_ir::Module;
use polyvet_poly::{Ctx, DimKind, Map, Set};
use polyvet_rewrites::schedule::Transform;
use polyvet_rewrites::schedule::interchange::Interchange;

use crate::candidates::blocks;
use crate::error::{Result, TilerError};
use crate::nest::TiledNest;
use crate::numeric::{AskedOperand, Numeric, Shares};
use crate::separable::{Pieces, Separable};

/// Tiles whose footprint is looked at one by one, at most; of more, those in the corners.
const TILES_MAX: i64 = 20_000;

/// Cells that one count may look at: some tenths of a second.
const CELLS_MAX: u64 = 3_000;

/// What [`Costs::shortness`] says about a piece of one element.
const SHORTNESS_OF_ONE: u64 = 1 << 20;

/// The bytes of a tile that is too large to be run.
const NOT_LOOKED_AT: u64 = 1 << 56;

/// Bytes that move between the memory inside and the one outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Loaded.
    pub read: u64,
    /// Stored.
    pub write: u64,
}

impl Traffic {
    /// Both.
    pub fn total(self) -> u64 {
        self.read + self.write
    }
}

/// An array in the tiles of a nest.
#[derive(Clone, Debug)]
pub struct TiledOperand {
    /// Index into [`Scop::arrays`].
    pub array: ArrayId,
    /// Bytes of an element, or of a line.
    unit: u64,
    /// Its lines, if those are counted.
    lines: Option<ArrayLines>,
    /// Places of the loops on which it depends, among all loops of the nest.
    own: Vec<usize>,
    /// Of these, the loops that run along its rows.
    along: Vec<usize>,
    touches: Vec<AccessFilter>,
    /// What counts of lines take for granted.
    pub assumes: Option<String>,
}

/// What a tile of given sizes costs.
#[derive(Clone, Debug)]
struct TileCost {
    footprint: u64,
    /// Each element or line once for each tile, reads and writes.
    total: u64,
    /// What neighbours in a loop share, by place.
    shared: Vec<(usize, u64)>,
}

/// The costs of one nest.
pub struct Costs<'a> {
    scop: &'a Scop,
    program: Tileable<'a>,
    pub nest: &'a TiledNest,
    /// First and last time of each loop.
    pub ranges: Vec<(i64, i64)>,
    pub operands: Vec<TiledOperand>,
    known: BTreeMap<(usize, Vec<Option<i64>>), TileCost>,
    /// To run tiles, where that is possible.
    numeric: Option<Numeric>,
    /// By operand: what its tiles touch as boxes, where that is what it is.
    separable: Vec<Option<Separable>>,
    /// By operand: about what its tiles touch, as pieces of rows that begin anywhere in a line.
    pieces: Vec<Option<Pieces>>,
    /// By operand: tiles are run, formulas are too much.
    run: Vec<bool>,
    /// Iterations in the whole nest.
    iterations: u64,
}

/// What all tiles of one size cost.
pub struct ExactCost {
    /// Bytes that the largest tile touches, by operand.
    pub footprints: Vec<u64>,
    /// What moves.
    pub traffic: Traffic,
    /// Not all tiles were looked at for the largest.
    pub sampled: bool,
}

impl<'a> Costs<'a> {
    /// Looks at the operands. With `line`, lines of so many bytes are counted, else elements. `skewed` tiles are run.
    pub fn new(
        scop: &'a Scop,
        module: Option<&Module>,
        nest: &'a TiledNest,
        line: Option<u64>,
        skewed: bool,
    ) -> Result<Costs<'a>> {
        let program = Tileable::of(scop)?;
        let ranges = nest.ranges(&program)?;
        let Some(points) = nest.tiles(&program, &[vec![Some(1); ranges.len()]])? else {
            return Err(TilerError::NoNest);
        };
        let mut operands = Vec::new();
        for (array, data) in scop.arrays.iter_enumerated() {
            if data.kind == ArrayKind::Register {
                continue;
            }
            let Some(touched) = points.data(scop, array, AccessFilter::Any, None)? else {
                continue;
            };
            let layout = ElementLayout::of(scop, module, array, &points.context)?;
            let mut assumes = None;
            let (lines, unit) = match line {
                Some(line) => {
                    let lines = layout.lines(scop, line)?.map_err(TilerError::Layout)?;
                    assumes = lines.assumes.clone();
                    let unit = line * lines.per_elem;
                    (Some(lines), unit)
                }
                None => {
                    let unknown =
                        || TilerError::Layout(format!("the size of the elements of `{}` is not known", data.name));
                    (None, layout.elem_bytes.ok_or_else(unknown)?)
                }
            };
            let touched = touched.gist_domain(points.all.clone())?;
            let mut own = Vec::new();
            for place in 0..ranges.len() {
                if touched.involves_dims(DimKind::In, place, 1)? {
                    own.push(place);
                }
            }
            let along = match layout.contiguous() {
                Some(dim) => along(&touched, dim, &own)?,
                None => Vec::new(),
            };
            let mut touches = Vec::new();
            for touch in [AccessFilter::Read, AccessFilter::Write] {
                if points.data(scop, array, touch, None)?.is_some() {
                    touches.push(touch);
                }
            }
            operands.push(TiledOperand {
                array,
                unit,
                lines,
                own,
                along,
                touches,
                assumes,
            });
        }
        let asked: Vec<AskedOperand<'_>> = (operands.iter())
            .map(|operand: &TiledOperand| AskedOperand {
                array: operand.array,
                lines: operand.lines.as_ref(),
            })
            .collect();
        let numeric = Numeric::new(scop, &points, &ranges, &asked)?;
        let mut iterations = 0u64;
        for times in &points.times {
            let number = counted(&times.clone().domain()?.project_out_all_params()?, None)?.eval(&[])?;
            iterations = iterations.saturating_add(number.to_u64().unwrap_or(u64::MAX));
        }
        let all = 0..operands.len();
        let separable: Vec<Option<Separable>> = all
            .clone()
            .map(|at| numeric.as_ref().and_then(|numeric| numeric.separable(at)))
            .collect();
        let pieces = |at: usize| numeric.as_ref().and_then(|numeric| numeric.pieces(at));
        Ok(Costs {
            scop,
            program,
            nest,
            ranges,
            pieces: all.map(pieces).collect(),
            separable,
            run: vec![skewed && numeric.is_some(); operands.len()],
            operands,
            known: BTreeMap::new(),
            numeric,
            iterations,
        })
    }

    /// The entry of an operand by running its tiles.
    fn run_entry(&self, at: usize, own: &[Option<i64>]) -> Option<TileCost> {
        let cut = cut(own);
        match (self.numeric.as_ref()?).shares(at, own, &cut, self.iterations) {
            Some(shares) => Some(self.bytes_of(at, &cut, &shares)),
            // Not looked at: no memory is so large.
            None => Some(TileCost {
                footprint: NOT_LOOKED_AT,
                total: NOT_LOOKED_AT,
                shared: cut.into_iter().map(|place| (place, 0)).collect(),
            }),
        }
    }

    /// The entry of an operand as sums over boxes.
    fn box_entry(&self, at: usize, own: &[Option<i64>]) -> Option<TileCost> {
        let cut = cut(own);
        let shares = self.separable[at].as_ref()?.shares(own, &cut)?;
        Some(self.bytes_of(at, &cut, &shares))
    }

    /// The entry of an operand by running all its tiles, where they are few: quicker than formulas.
    fn exact_entry(&self, at: usize, own: &[Option<i64>]) -> Option<TileCost> {
        let cut = cut(own);
        let shares = self.numeric.as_ref()?.quick_shares(at, own, &cut)?;
        Some(self.bytes_of(at, &cut, &shares))
    }

    /// About the entry of an operand whose rows do not begin lines.
    fn pieces_entry(&self, at: usize, own: &[Option<i64>]) -> Option<TileCost> {
        let cut = cut(own);
        let shares = self.pieces[at].as_ref()?.shares(own, &cut)?;
        Some(self.bytes_of(at, &cut, &shares))
    }

    fn bytes_of(&self, at: usize, cut: &[usize], shares: &Shares) -> TileCost {
        let unit = self.operands[at].unit;
        let bytes = |units: u64| units.saturating_mul(unit);
        TileCost {
            footprint: bytes(shares.largest),
            total: bytes(shares.total),
            shared: (cut.iter().copied())
                .zip(shares.shared.iter().copied().map(bytes))
                .collect(),
        }
    }

    /// What an operand's tiles touch, without parameters: `{ [t] -> A[x] }`.
    fn data(&self, tiles: &FusedTiles, operand: &TiledOperand, touch: AccessFilter) -> Result<Option<Map>> {
        let Some(mut data) = tiles.data(self.scop, operand.array, touch, None)? else {
            return Ok(None);
        };
        if let Some(lines) = &operand.lines {
            data = data.apply_range(lines.map.clone())?;
        }
        Ok(Some(data.project_out_all_params()?.coalesce()?))
    }

    /// As [`Costs::data`] where no loop is cut: `{ A[x] }`.
    fn whole(&self, operand: &TiledOperand, touch: AccessFilter) -> Result<Option<Set>> {
        let mut all: Option<Set> = None;
        for stmt in self.nest.stmts.iter().map(|stmt| &self.scop.stmts[*stmt]) {
            let domain = stmt.domain.clone().intersect_params(self.scop.context.clone())?;
            for access in &stmt.accesses {
                let fits = match touch {
                    AccessFilter::Read => !access.kind.is_write(),
                    AccessFilter::Write => access.kind.is_write(),
                    AccessFilter::Any => true,
                };
                if access.array == operand.array && fits {
                    let here = access.relation.clone().intersect_domain(domain.clone())?.range()?;
                    all = Some(match all {
                        None => here,
                        Some(before) => before.union(here)?,
                    });
                }
            }
        }
        let Some(mut data) = all else { return Ok(None) };
        if let Some(lines) = &operand.lines {
            data = data.apply(lines.map.clone())?;
        }
        Ok(Some(data.project_out_all_params()?.coalesce()?))
    }

    /// How short the pieces are that a tile touches of rows: of two tiles that move the same, that with longer ones is
    /// better.
    pub fn shortness(&self, sizes: &[Option<i64>]) -> u64 {
        let length = |place: &usize| {
            let (low, high) = self.ranges[*place];
            sizes[*place].unwrap_or(high - low + 1).clamp(1, high - low + 1)
        };
        let pieces = self.operands.iter().map(|operand| &operand.along);
        let longest = pieces.filter_map(|along| along.iter().map(length).max());
        longest.map(|longest| SHORTNESS_OF_ONE / longest as u64).sum()
    }

    fn number(&self, points: &Set, operand: &TiledOperand) -> Result<u64> {
        let number = counted(points, None);
        let number = number.and_then(|number| number.eval(&[]));
        let units = number.map_err(|error| self.unknown(operand, &error.to_string()))?;
        let bytes = units.to_u64().and_then(|units| units.checked_mul(operand.unit));
        bytes.ok_or_else(|| self.unknown(operand, "it has more than 64 bits"))
    }

    fn unknown(&self, operand: &TiledOperand, reason: &str) -> TilerError {
        TilerError::Amount {
            array: self.scop.arrays[operand.array].name.clone(),
            reason: reason.to_owned(),
        }
    }

    fn entry(&mut self, at: usize, sizes: &[Option<i64>]) -> Result<TileCost> {
        let operand = self.operands[at].clone();
        let own: Vec<Option<i64>> = (0..sizes.len())
            .map(|place| sizes[place].filter(|_| operand.own.contains(&place)))
            .collect();
        if let Some(entry) = self.known.get(&(at, own.clone())) {
            return Ok(entry.clone());
        }
        let quick = self.box_entry(at, &own);
        let entry = match quick.or_else(|| self.run[at].then(|| self.run_entry(at, &own)).flatten()) {
            Some(entry) => entry,
            None => match self
                .exact_entry(at, &own)
                .or_else(|| self.pieces_entry(at, &own))
                .map_or_else(|| self.formula_entry(&operand, &own), Ok)
            {
                Err(error @ TilerError::Amount { .. }) => {
                    let entry = self.run_entry(at, &own).ok_or(error)?;
                    self.run[at] = true;
                    entry
                }
                entry => entry?,
            },
        };
        self.known.insert((at, own), entry.clone());
        Ok(entry)
    }

    /// The entry of an operand by formulas.
    fn formula_entry(&self, operand: &TiledOperand, own: &[Option<i64>]) -> Result<TileCost> {
        let mut entry = TileCost {
            footprint: 0,
            total: 0,
            shared: Vec::new(),
        };
        let cut = cut(own);
        entry.shared = cut.iter().map(|place| (*place, 0)).collect();
        match self.nest.tiles(&self.program, &[own.to_vec()])? {
            None => {
                let sum = |touch| -> Result<u64> {
                    let set = self.whole(operand, touch)?;
                    set.map_or(Ok(0), |set| self.number(&set, operand))
                };
                entry.footprint = sum(AccessFilter::Any)?;
                for touch in &operand.touches {
                    entry.total += sum(*touch)?;
                }
            }
            Some(tiles) => {
                entry.footprint = self.footprint(&tiles, operand, own, 5i64.pow(cut.len().min(4) as u32))?;
                let mut before: Option<(Map, u64, Vec<u64>)> = None;
                for touch in &operand.touches {
                    let Some(data) = self.data(&tiles, operand, *touch)? else {
                        continue;
                    };
                    // Most arrays are read where they are written.
                    let (total, shared) = match &before {
                        Some((known, total, shared)) if known.is_equal(&data)? => (*total, shared.clone()),
                        _ => {
                            let total = self.number(&data.clone().wrap()?.flatten()?, operand)?;
                            let mut shared = Vec::new();
                            for place in &cut {
                                let name = &self.nest.all()[*place];
                                let coordinate = tiles.coordinates.iter().position(|one| one.loop_name == *name);
                                shared.push(self.shared(&data, coordinate.unwrap_or_default(), operand)?);
                            }
                            (total, shared)
                        }
                    };
                    entry.total += total;
                    for (sum, more) in entry.shared.iter_mut().zip(&shared) {
                        sum.1 += more;
                    }
                    before = Some((data, total, shared));
                }
            }
        }
        Ok(entry)
    }

    /// What all tiles together share with the tile before in the loop of a coordinate.
    fn shared(&self, data: &Map, coordinate: usize, operand: &TiledOperand) -> Result<u64> {
        let count = data.dim(DimKind::In)?;
        let ctx = data.ctx();
        let inputs: Vec<String> = (0..count).map(|at| format!("t{at}")).collect();
        let mut outputs = inputs.clone();
        outputs[coordinate].push_str(" - 1");
        let text = format!("{{ [{}] -> [{}] }}", inputs.join(", "), outputs.join(", "));
        let before = Map::parse(ctx, &text)?.apply_range(data.clone())?;
        let shared = data.clone().intersect(before)?;
        match shared.is_empty()? {
            true => Ok(0),
            false => self.number(&shared.wrap()?.flatten()?, operand),
        }
    }

    /// The most that one tile touches, in bytes: over all tiles if they are few, else over those at the corners and
    /// next to them, and in the middle.
    fn footprint(
        &self,
        tiles: &FusedTiles,
        operand: &TiledOperand,
        sizes: &[Option<i64>],
        tiles_max: i64,
    ) -> Result<u64> {
        let Some(data) = self.data(tiles, operand, AccessFilter::Any)? else {
            return Ok(0);
        };
        let mut named = data;
        let names: Vec<String> = (0..tiles.coordinates.len()).map(|at| format!("t{at}")).collect();
        for (at, name) in names.iter().enumerate() {
            named = named.set_dim_name(DimKind::In, at, name)?;
        }
        let domain = named.clone().domain()?;
        let mut context = domain.clone();
        for (at, name) in names.iter().enumerate() {
            context = context.set_dim_name(DimKind::Set, at, name)?;
        }
        let context = context
            .move_dims(DimKind::Param, 0, DimKind::Set, 0, names.len())?
            .params()?;
        let formula = counted(&named, Some(context));
        let formula = formula.map_err(|error| self.unknown(operand, &error.to_string()))?;
        let mut values: Vec<Vec<i64>> = Vec::new();
        let mut all = 1i64;
        for coordinate in &tiles.coordinates {
            let place = self.nest.all().iter().position(|name| *name == coordinate.loop_name);
            let place = place.unwrap_or_default();
            let size = match coordinate.size {
                polyvet_footprint::TileSize::Const(size) => size,
                polyvet_footprint::TileSize::Param(_) => sizes[place].unwrap_or(1),
            };
            let (low, high) = self.ranges[place];
            let (low, high) = (low.div_euclid(size), high.div_euclid(size));
            all = all.saturating_mul(high - low + 1);
            values.push((low..=high).collect());
        }
        // The formula says nothing about tiles that are not there.
        let is_box = counted(&domain, None)?.eval(&[])?.to_i64() == Some(all);
        if all > tiles_max {
            for values in &mut values {
                let last = values.len() - 1;
                let mut places = [0, 1, values.len() / 2, last.saturating_sub(1), last]
                    .map(|at| values[at.min(last)])
                    .to_vec();
                places.dedup();
                *values = places;
            }
        }
        let mut most = 0;
        let mut at = vec![0; values.len()];
        loop {
            let point: Vec<(&str, i64)> = (names.iter().zip(&at).zip(&values))
                .map(|((name, at), values)| (name.as_str(), values[*at]))
                .collect();
            if is_box || has(&domain, &point)? {
                let units = formula.eval(&point)?.to_u64().unwrap_or(u64::MAX);
                most = most.max(units.saturating_mul(operand.unit));
            }
            let Some(next) = (0..at.len()).find(|place| at[*place] + 1 < values[*place].len()) else {
                return Ok(most);
            };
            at[next] += 1;
            at[..next].fill(0);
        }
    }

    /// Footprint in bytes, array by array, and traffic: exact, tile by tile in this order of the nest's loops. The
    /// levels are given from the outermost; what is asked is of the tiles of the last.
    pub fn exact(&self, order: &[usize], levels: &[Vec<Option<i64>>]) -> Result<ExactCost> {
        let all = 0..self.operands.len();
        if all
            .clone()
            .all(|at| self.separable[at].is_some() || self.pieces[at].is_some() || self.run[at])
            && let Some(exact) = self.run_exact(order, levels)
        {
            return Ok(exact);
        }
        match self.formula_exact(order, levels) {
            Err(error @ TilerError::Amount { .. }) => self.run_exact(order, levels).ok_or(error),
            exact => exact,
        }
    }

    /// Operand by operand, as boxes or by running tiles.
    fn run_exact(&self, order: &[usize], levels: &[Vec<Option<i64>>]) -> Option<ExactCost> {
        let numeric = self.numeric.as_ref()?;
        let is_full = numeric.is_full();
        let mut exact = ExactCost {
            footprints: Vec::new(),
            traffic: Traffic::default(),
            sampled: false,
        };
        for (at, operand) in self.operands.iter().enumerate() {
            let boxes = self.separable[at].as_ref().filter(|_| is_full);
            let boxes = boxes.and_then(|boxes| boxes.exact(order, levels));
            let (largest, traffic) = boxes.or_else(|| numeric.exact(at, order, levels))?;
            exact.footprints.push(largest.saturating_mul(operand.unit));
            exact.traffic.read += traffic.read.saturating_mul(operand.unit);
            exact.traffic.write += traffic.write.saturating_mul(operand.unit);
        }
        Some(exact)
    }

    fn formula_exact(&self, order: &[usize], levels: &[Vec<Option<i64>>]) -> Result<ExactCost> {
        let names = self.nest.all();
        let from: Vec<String> = self.nest.loops.clone();
        let to: Vec<String> = order
            .iter()
            .filter(|place| **place >= self.nest.outer.len())
            .map(|place| names[*place].clone())
            .collect();
        let scop = match from == to {
            true => self.scop.clone(),
            false => Interchange::permute(from, to.clone()).apply(self.scop)?.scop,
        };
        let nest = TiledNest {
            loops: to,
            ..self.nest.clone()
        };
        let plain = levels.last().cloned().unwrap_or_default();
        let permuted = |sizes: &Vec<Option<i64>>| order.iter().map(|place| sizes[*place]).collect::<Vec<_>>();
        let levels: Vec<Vec<Option<i64>>> = levels.iter().map(permuted).collect();
        let here = Costs {
            scop: &scop,
            program: Tileable::of(&scop)?,
            nest: &nest,
            ranges: order.iter().map(|place| self.ranges[*place]).collect(),
            operands: self.operands.clone(),
            known: BTreeMap::new(),
            numeric: None,
            separable: Vec::new(),
            pieces: Vec::new(),
            run: Vec::new(),
            iterations: self.iterations,
        };
        let mut footprints = Vec::new();
        let mut traffic = Traffic::default();
        let Some(tiles) = nest.tiles(&here.program, &levels)? else {
            for operand in &self.operands {
                let sum = |touch| -> Result<u64> {
                    let set = self.whole(operand, touch)?;
                    set.map_or(Ok(0), |set| self.number(&set, operand))
                };
                footprints.push(sum(AccessFilter::Any)?);
                traffic.read += sum(AccessFilter::Read)?;
                traffic.write += sum(AccessFilter::Write)?;
            }
            return Ok(ExactCost {
                footprints,
                traffic,
                sampled: false,
            });
        };
        let inner = levels.last().map(Vec::as_slice).unwrap_or_default();
        let before = tiles.before()?.project_out_all_params()?;
        for operand in &here.operands {
            footprints.push(match levels.len() {
                1 => here.footprint(&tiles, operand, inner, TILES_MAX)?,
                _ => 0,
            });
            for touch in &operand.touches {
                let Some(data) = here.data(&tiles, operand, *touch)? else {
                    continue;
                };
                let moved = data.clone().subtract(before.clone().apply_range(data)?)?.coalesce()?;
                let bytes = here.number(&moved.wrap()?.flatten()?, operand)?;
                match touch {
                    AccessFilter::Write => traffic.write += bytes,
                    _ => traffic.read += bytes,
                }
            }
        }
        let tiles = inner
            .iter()
            .zip(&here.ranges)
            .map(|(size, range)| blocks(*size, *range));
        let mut sampled = levels.len() == 1 && tiles.fold(1, i64::saturating_mul) > TILES_MAX;
        if sampled && let Some(numeric) = &self.numeric {
            let bytes =
                |(at, operand): (usize, &TiledOperand)| Some(numeric.largest(at, &plain)?.saturating_mul(operand.unit));
            if let Some(largest) = self.operands.iter().enumerate().map(bytes).collect() {
                (footprints, sampled) = (largest, false);
            }
        }
        Ok(ExactCost {
            footprints,
            traffic,
            sampled,
        })
    }
}

/// The loops that are cut.
fn cut(own: &[Option<i64>]) -> Vec<usize> {
    (0..own.len()).filter(|place| own[*place].is_some()).collect()
}

fn counted(points: &impl Countable, context: Option<Set>) -> std::result::Result<CountFormula, CountError> {
    let options = polyvet_count::CountOptions {
        context,
        cells_max: CELLS_MAX,
        size_max: usize::MAX,
        ..Default::default()
    };
    count(points, &options)
}

/// The loops of `own` on which the subscript in `dim` depends.
fn along(touched: &Map, dim: usize, own: &[usize]) -> Result<Vec<usize>> {
    let rank = touched.dim(DimKind::Out)?;
    let subscript = touched
        .clone()
        .project_out(DimKind::Out, dim + 1, rank - dim - 1)?
        .project_out(DimKind::Out, 0, dim)?;
    let mut along = Vec::new();
    for place in own {
        if subscript.involves_dims(DimKind::In, *place, 1)? {
            along.push(*place);
        }
    }
    Ok(along)
}

fn has(domain: &Set, point: &[(&str, i64)]) -> Result<bool> {
    let ctx: &Ctx = domain.ctx();
    let values: Vec<String> = point.iter().map(|value| value.1.to_string()).collect();
    let point = Set::parse(ctx, &format!("{{ [{}] }}", values.join(", ")))?;
    Ok(!domain.clone().intersect(point)?.is_empty()?)
}
