//! Footprint and traffic where counting formulas is too much and tiles are no boxes: skewed tiles, tile by tile.
//!
//! With `v` the times of an iteration in the loops of the nest, a statement's domain is a union of polyhedra `{ v :
//! f(v) >= 0 }` and an access touches the element or line with the number `key(v) = prefix(v) + floor(last(v) / per)`,
//! all forms affine. The iterations of a tile are run row by row; the elements it touches are ranges of keys.
//!
//! Tiles of one *shape* touch equally many: those in which each `f` is cut off alike, and the accesses lie to each
//! other alike. So each shape is run once, the others only recognised. The numbers are exact.

use polyvet_analysis::ids::ArrayId;
use std::collections::HashMap;
use std::rc::Rc;

use polyvet_analysis::Scop;
use polyvet_footprint::{ArrayLines, FusedTiles};
use polyvet_poly::{DimKind, Map};

use crate::cost::Traffic;
use crate::error::Result;
use crate::forms::{LinearForm, SMALL, cells, subscripts};
use crate::ranges::{Ranges, common, length, merge};
use crate::separable::{Pieces, Separable, Touches};

/// Rows and tiles that one question may look at.
const WORK_MAX: u64 = 5_000_000;
/// The same for all tiles of one candidate of a table; where it is more, the tile in the middle stands for all.
const TABLE_WORK_MAX: u64 = 20_000;
/// The same for all tiles of one candidate, where formulas would do: what a formula costs.
const QUICK_WORK_MAX: u64 = 2_000;
/// The same for one tile of a candidate: larger ones are not looked at.
const TILE_WORK_MAX: u64 = 100_000;

#[derive(Clone, Debug)]
struct NumericAccess {
    operand: usize,
    is_write: bool,
    prefix: LinearForm,
    last: LinearForm,
    per: i64,
    /// The forms behind the prefix, and the last.
    parts: Vec<LinearForm>,
    /// Where lines are counted and elements of a dimension are neighbours: the subscripts, that of this dimension last.
    rows: Option<Vec<LinearForm>>,
    /// Elements between neighbouring rows.
    stride: i64,
}

#[derive(Clone, Debug)]
struct NumericStmt {
    /// The domain, each polyhedron by its forms.
    cells: Vec<Vec<LinearForm>>,
    accesses: Vec<NumericAccess>,
}

/// An operand as a question is about it.
pub struct AskedOperand<'a> {
    /// Index into [`Scop::arrays`].
    pub array: ArrayId,
    /// Its lines, if those are counted.
    pub lines: Option<&'a ArrayLines>,
}

/// A nest whose tiles can be run.
#[derive(Clone, Debug)]
pub struct Numeric {
    stmts: Vec<NumericStmt>,
    /// First and last time in the loops of the nest, and in those inside it.
    ranges: Vec<(i64, i64)>,
    /// The loops of the nest.
    loops: usize,
}

/// What is touched at all, read, written.
type TouchedCounts = [Ranges; 3];

/// The places in [`TouchedCounts`].
const ANY: usize = 0;
const READ: usize = 1;
const WRITE: usize = 2;

/// First and last times of a tile, loop by loop.
type TileRange = Vec<(i64, i64)>;

/// The same for tiles that touch equally many.
type TileShape = Vec<i64>;

/// Tiles that run one after another, what moves in units: elements or lines.
struct TileWalk {
    first: TileRange,
    last: TileRange,
    traffic: Traffic,
    /// The most in one tile.
    largest: u64,
}

/// What the tiles of one operand cost, for a table.
#[derive(Clone, Debug)]
pub struct Shares {
    /// The most in one tile.
    pub largest: u64,
    /// Summed over all tiles, reads and writes.
    pub total: u64,
    /// What neighbours share, summed over all, for each loop that is cut.
    pub shared: Vec<u64>,
}

impl Shares {
    fn none(cut: &[usize]) -> Shares {
        Shares {
            largest: 0,
            total: 0,
            shared: vec![0; cut.len()],
        }
    }
}

impl Numeric {
    /// The statements of `points`, tiles of one iteration each, with `ranges` of the loops; `None` where a domain or an
    /// access is not affine in the times, or depends on parameters.
    pub fn new(
        scop: &Scop,
        points: &FusedTiles,
        ranges: &[(i64, i64)],
        asked: &[AskedOperand<'_>],
    ) -> Result<Option<Numeric>> {
        let loops = ranges.len();
        let Some((times, ranges)) = with_inner(&points.times, ranges)? else {
            return Ok(None);
        };
        let (rank, ranges) = (ranges.len(), &ranges[..]);
        let mut stmts = Vec::new();
        // By operand: the forms of each access that tell rows apart, to be given keys when all extents are known.
        let mut rows: Vec<Vec<(usize, usize, Vec<LinearForm>)>> = asked.iter().map(|_| Vec::new()).collect();
        for (at, &number) in points.stmts.iter().enumerate() {
            let times = &times[at];
            let runs = times.clone().range()?;
            let Some(cells) = cells(&runs)? else { return Ok(None) };
            let mut accesses = Vec::new();
            for access in &scop.stmts[number].accesses {
                let Some(operand) = asked.iter().position(|one| one.array == access.array) else {
                    continue;
                };
                let relation = access.relation.clone().intersect_params(points.context.clone())?;
                let relation = times
                    .clone()
                    .reverse()?
                    .apply_range(relation.project_out_all_params()?)?;
                let Some(mut parts) = subscripts(relation, &runs, rank)? else {
                    return Ok(None);
                };
                let (mut per, mut along_rows, mut stride) = (1, None, i64::MAX);
                if let Some(lines) = asked[operand].lines.map(|lines| &lines.parts) {
                    let mut address = LinearForm::zero(rank);
                    address.constant = lines.offset;
                    for (dim, stride) in &lines.strides {
                        let Some(sum) = address.plus(*stride, &parts[*dim]) else {
                            return Ok(None);
                        };
                        address = sum;
                    }
                    along_rows = lines.strides.iter().find(|(_, stride)| *stride == 1).map(|(row, _)| {
                        let others = (0..parts.len()).filter(|dim| dim != row).map(|dim| parts[dim].clone());
                        others.chain([parts[*row].clone()]).collect()
                    });
                    let strides = lines.strides.iter().map(|(_, stride)| *stride);
                    stride = strides.filter(|stride| *stride > 1).min().unwrap_or(i64::MAX);
                    parts = lines
                        .apart
                        .iter()
                        .map(|dim| parts[*dim].clone())
                        .chain([address])
                        .collect();
                    per = lines.per_line;
                }
                if parts.is_empty() {
                    parts.push(LinearForm::zero(rank));
                }
                let all = parts.clone();
                let last = parts.pop().unwrap_or_else(|| LinearForm::zero(rank));
                rows[operand].push((stmts.len(), accesses.len(), parts));
                accesses.push(NumericAccess {
                    operand,
                    is_write: access.kind.is_write(),
                    prefix: LinearForm::zero(rank),
                    last,
                    per,
                    parts: all,
                    rows: along_rows,
                    stride,
                });
            }
            stmts.push(NumericStmt { cells, accesses });
        }
        for of in &rows {
            if number_rows(&mut stmts, of, ranges).is_none() {
                return Ok(None);
            }
        }
        let around = reach(ranges);
        let forms = stmts.iter().flat_map(|stmt: &NumericStmt| {
            let accesses = stmt.accesses.iter().flat_map(|access| [&access.prefix, &access.last]);
            stmt.cells.iter().flatten().chain(accesses)
        });
        if !forms.into_iter().all(|form| form.is_small(&around)) {
            return Ok(None);
        }
        Ok(Some(Numeric {
            stmts,
            ranges: ranges.to_vec(),
            loops,
        }))
    }

    /// What an operand's tiles touch as boxes, where that is what it is.
    pub fn separable(&self, operand: usize) -> Option<Separable> {
        let per = self.first_access(operand).map_or(1, |access| access.per);
        self.boxes(operand, per, &|access| Some(access.parts.clone()))
    }

    /// The same of pieces of rows, wherever lines begin.
    pub fn pieces(&self, operand: usize) -> Option<Pieces> {
        let (per, stride) = self.first_access(operand).map(|access| (access.per, access.stride))?;
        let elements = self.boxes(operand, 1, &|access| access.rows.clone())?;
        let rows = self.boxes(operand, 1, &|access| {
            let (row, rows) = access.rows.as_ref()?.split_last()?;
            let none = LinearForm::zero(row.coefficients.len());
            Some(rows.iter().cloned().chain([none]).collect())
        })?;
        Some(Pieces {
            elements,
            rows,
            per: per as u64,
            stride: stride as u64,
        })
    }

    /// `parts` of what an operand's tiles touch, as boxes; `per` of the last part are a unit.
    fn boxes(
        &self,
        operand: usize,
        per: i64,
        parts: &dyn Fn(&NumericAccess) -> Option<Vec<LinearForm>>,
    ) -> Option<Separable> {
        let mut boxes = Vec::new();
        for stmt in &self.stmts {
            for cell in &stmt.cells {
                for access in stmt.accesses.iter().filter(|access| access.operand == operand) {
                    boxes.push(Touches {
                        is_write: access.is_write,
                        runs: runs(cell, &self.ranges)?,
                        parts: parts(access)?,
                    });
                }
            }
        }
        Separable::new(boxes, &self.ranges, per)
    }

    /// Whether something runs in every tile: a statement runs wherever loops do.
    pub fn is_full(&self) -> bool {
        let mut cells = self.stmts.iter().flat_map(|stmt| &stmt.cells);
        let is_full = |runs: TileRange| runs[..self.loops] == self.ranges[..self.loops];
        cells.any(|cell| runs(cell, &self.ranges).is_some_and(is_full))
    }

    /// The most that one tile touches of an operand, and what moves, exact: tiles in the order of all loops in `order`,
    /// level by level from the outermost; a loop without a size at a level is one block there. `None` if there is too
    /// much to look at.
    pub fn exact(&self, operand: usize, order: &[usize], levels: &[Vec<Option<i64>>]) -> Option<(u64, Traffic)> {
        let mut steps: Vec<(usize, i64)> = Vec::new();
        for sizes in levels {
            steps.extend(order.iter().filter_map(|place| Some((*place, sizes[*place]?))));
        }
        let walk = self.walk(
            &mut TilesRun::new(self, operand),
            &self.ranges,
            &steps,
            levels.len() == 1,
        )?;
        Some(walk.map_or_else(Default::default, |walk| (walk.largest, walk.traffic)))
    }

    /// The tiles of a box, whose loops are cut step by step; nothing if nothing runs there. `None` if there is too much
    /// to look at. Where a loop is cut only once its last block may be as long as the others: shapes say where it ends.
    fn walk(
        &self,
        run: &mut TilesRun<'_>,
        within: &TileRange,
        steps: &[(usize, i64)],
        once: bool,
    ) -> Option<Option<TileWalk>> {
        let Some(((place, size), inner)) = steps.split_first() else {
            let Some(counts) = run.counts(within) else {
                return (!run.is_spent()).then_some(None);
            };
            return Some(Some(TileWalk {
                first: within.clone(),
                last: within.clone(),
                traffic: Traffic {
                    read: counts.units[READ],
                    write: counts.units[WRITE],
                },
                largest: counts.units[ANY],
            }));
        };
        let (low, high) = within[*place];
        let mut blocks = low.div_euclid(*size)..=high.div_euclid(*size);
        // Blocks of a loop that has nothing to do with the operand are all alike.
        let mut alike = 1;
        if run.idle[*place] && inner.iter().all(|step| step.0 != *place) {
            alike = (blocks.end() - blocks.start() + 1) as u64;
            blocks = *blocks.start()..=*blocks.start();
        }
        let mut all: Option<TileWalk> = None;
        for block in blocks {
            let mut tile = within.clone();
            tile[*place] = (block * size, block * size + size - 1);
            if !once {
                tile[*place] = (tile[*place].0.max(low), tile[*place].1.min(high));
            }
            let Some(mut next) = self.walk(run, &tile, inner, once)? else {
                continue;
            };
            if alike > 1 {
                let [_, read, write] = run.shared(&next.last, &next.first)?;
                let times = |moved: u64, shared: u64| moved.saturating_mul(alike) - shared.saturating_mul(alike - 1);
                next.traffic.read = times(next.traffic.read, read);
                next.traffic.write = times(next.traffic.write, write);
            }
            all = Some(match all {
                None => next,
                Some(before) => {
                    let [_, read, write] = run.shared(&before.last, &next.first)?;
                    TileWalk {
                        first: before.first,
                        last: next.last,
                        traffic: Traffic {
                            read: before.traffic.read + (next.traffic.read - read),
                            write: before.traffic.write + (next.traffic.write - write),
                        },
                        largest: before.largest.max(next.largest),
                    }
                }
            });
        }
        Some(all)
    }

    /// The most that one tile touches of an operand, exact. `None` if there is too much to look at.
    pub fn largest(&self, operand: usize, sizes: &[Option<i64>]) -> Option<u64> {
        let mut run = TilesRun::new(self, operand);
        let mut most = 0;
        let sizes: Vec<Option<i64>> = (sizes.iter().zip(&run.idle))
            .map(|(size, is_idle)| size.filter(|_| !is_idle))
            .collect();
        self.each(&sizes, &mut |tile| {
            let counts = run.counts(tile);
            most = counts.map_or(0, |counts| counts.units[ANY]).max(most);
            !run.is_spent()
        })
        .then_some(most)
    }

    /// What the tiles of one operand cost, only the loops in `cut` cut: exact, or `None` if there is too much to look
    /// at.
    fn exact_shares(&self, operand: usize, sizes: &[Option<i64>], cut: &[usize], work_max: u64) -> Option<Shares> {
        let mut run = TilesRun::new(self, operand);
        run.work_max = work_max;
        let mut shares = Shares::none(cut);
        self.each(sizes, &mut |tile| {
            self.add(&mut run, &mut shares, tile, sizes, cut).is_some()
        })
        .then_some(shares)
    }

    /// As [`Numeric::exact_shares`] where that is quicker than formulas are.
    pub fn quick_shares(&self, operand: usize, sizes: &[Option<i64>], cut: &[usize]) -> Option<Shares> {
        // Each tile, and its neighbours; of one of them each row.
        let (mut tiles, mut rows) = (1u64, 1u64);
        let run = TilesRun::new(self, operand);
        for place in (0..self.ranges.len()).filter(|place| !run.idle[*place]) {
            let extent = self.extent(place) as u64;
            let size = size_of(sizes, place).map_or(extent, |size| (size as u64).clamp(1, extent));
            tiles = tiles.saturating_mul(extent.div_ceil(size));
            rows = rows.saturating_mul(if place == run.along { 1 } else { size });
        }
        let looks = tiles.saturating_add(rows).saturating_mul(1 + cut.len() as u64);
        (looks <= QUICK_WORK_MAX).then(|| self.exact_shares(operand, sizes, cut, QUICK_WORK_MAX))?
    }

    /// As [`Numeric::exact_shares`], of large nests as if all tiles were like the one in the middle. `None` if that one
    /// alone is too much to look at.
    pub fn shares(&self, operand: usize, sizes: &[Option<i64>], cut: &[usize], iterations: u64) -> Option<Shares> {
        if let Some(exact) = self.exact_shares(operand, sizes, cut, TABLE_WORK_MAX) {
            return Some(exact);
        }
        let mut run = TilesRun::new(self, operand);
        run.work_max = TILE_WORK_MAX;
        let size = |place: usize| size_of(sizes, place).unwrap_or(self.extent(place));
        let mut shares = Shares::none(cut);
        // Of those around the middle the one with the most iterations.
        let mut middle: Option<(u64, TileRange)> = None;
        let mut largest = 0;
        for corner in 0..1u32 << cut.len().min(6) {
            let mut tile = self.ranges.clone();
            for (bit, place) in cut.iter().enumerate() {
                let (low, high) = self.ranges[*place];
                let first = ((low + high) / 2).div_euclid(size(*place)) - i64::from(corner >> bit & 1);
                tile[*place] = (first * size(*place), (first + 1) * size(*place) - 1);
            }
            let Some(counts) = run.counts(&tile) else {
                if run.is_spent() {
                    return None;
                }
                continue;
            };
            largest = counts.units[ANY].max(largest);
            if middle.as_ref().is_none_or(|(most, _)| counts.iterations > *most) {
                middle = Some((counts.iterations, tile));
            }
        }
        let (own, middle) = middle?;
        self.add(&mut run, &mut shares, &middle, sizes, cut)?;
        shares.largest = largest;
        let like = (iterations as f64 / own as f64).max(1.0);
        let scaled = |number: u64| (number as f64 * like).round() as u64;
        shares.total = scaled(shares.total);
        shares.shared.iter_mut().for_each(|shared| *shared = scaled(*shared));
        Some(shares)
    }

    /// Adds what a tile costs; `None` if too much was looked at.
    fn add(
        &self,
        run: &mut TilesRun<'_>,
        shares: &mut Shares,
        tile: &TileRange,
        sizes: &[Option<i64>],
        cut: &[usize],
    ) -> Option<()> {
        let Some(counts) = run.counts(tile) else {
            return (!run.is_spent()).then_some(());
        };
        shares.largest = shares.largest.max(counts.units[ANY]);
        shares.total += counts.units[READ] + counts.units[WRITE];
        for (sum, place) in shares.shared.iter_mut().zip(cut) {
            let mut before = tile.clone();
            let size = sizes[*place].unwrap_or(self.extent(*place));
            before[*place] = (tile[*place].0 - size, tile[*place].0 - 1);
            let shared = run.shared(&before, tile)?;
            *sum += shared[READ] + shared[WRITE];
        }
        Some(())
    }

    fn extent(&self, place: usize) -> i64 {
        self.ranges[place].1 - self.ranges[place].0 + 1
    }

    /// Calls `f` with each tile, until it says no. Whether it never did. The last blocks of loops may reach over their
    /// ends: shapes say where they end.
    fn each(&self, sizes: &[Option<i64>], f: &mut dyn FnMut(&TileRange) -> bool) -> bool {
        let blocks: Vec<(i64, i64)> = (self.ranges.iter().enumerate())
            .map(|(place, (low, high))| {
                size_of(sizes, place).map_or((0, 0), |size| (low.div_euclid(size), high.div_euclid(size)))
            })
            .collect();
        let mut at: Vec<i64> = blocks.iter().map(|block| block.0).collect();
        loop {
            let block = |(place, first): (usize, &i64)| {
                size_of(sizes, place).map_or(self.ranges[place], |size| (first * size, first * size + size - 1))
            };
            if !f(&at.iter().enumerate().map(block).collect()) {
                return false;
            }
            let Some(step) = (0..at.len()).rposition(|place| at[place] < blocks[place].1) else {
                return true;
            };
            at[step] += 1;
            for place in step + 1..at.len() {
                at[place] = blocks[place].0;
            }
        }
    }

    /// The loops that have nothing to do with an operand: all statements run alike in each of their iterations, and
    /// touch the same of it.
    fn idle(&self, operand: usize) -> Vec<bool> {
        let is_idle = |place: usize| {
            let touches = |access: &NumericAccess| {
                [&access.prefix, &access.last]
                    .iter()
                    .any(|form| form.coefficients[place] != 0)
            };
            let holds = |form: &LinearForm| {
                let mut of = form.coefficients.iter().enumerate().filter(|(_, a)| **a != 0);
                let is_own = of.next().is_some_and(|one| one.0 == place) && of.next().is_none();
                form.coefficients[place] == 0 || (is_own && form.range(&self.ranges).0 >= 0)
            };
            let forms = self.stmts.iter().flat_map(|stmt| stmt.cells.iter().flatten());
            !self.accesses(operand).any(touches) && forms.into_iter().all(holds)
        };
        (0..self.ranges.len()).map(is_idle).collect()
    }
}

/// A tile in numbers.
#[derive(Clone)]
struct TileCounts {
    /// Units touched, by kind.
    units: [u64; 3],
    iterations: u64,
}

/// A tile that was run.
struct Ran {
    touched: TouchedCounts,
    iterations: u64,
}

/// Tiles being run for what they touch of an operand, with what is known of shapes.
struct TilesRun<'n> {
    nest: &'n Numeric,
    operand: usize,
    /// By loop, as [`Numeric::idle`].
    idle: Vec<bool>,
    /// The loop along which rows run.
    along: usize,
    counts: HashMap<TileShape, Option<TileCounts>>,
    shared: HashMap<TileShape, [u64; 3]>,
    /// The tiles run last.
    recent: Vec<(TileRange, Rc<Ran>)>,
    work: u64,
    work_max: u64,
}

/// Tiles whose elements are kept.
const RECENT_MAX: usize = 8;

impl<'n> TilesRun<'n> {
    fn new(nest: &'n Numeric, operand: usize) -> TilesRun<'n> {
        let idle = nest.idle(operand);
        TilesRun {
            nest,
            operand,
            along: nest.along(operand, &idle),
            idle,
            counts: HashMap::new(),
            shared: HashMap::new(),
            recent: Vec::new(),
            work: 0,
            work_max: WORK_MAX,
        }
    }

    fn is_spent(&self) -> bool {
        self.work > self.work_max
    }

    /// How many units the operand's part of a tile has; `None` if nothing runs in it, or too much was looked at.
    fn counts(&mut self, tile: &TileRange) -> Option<TileCounts> {
        self.work += 1;
        let shape = self.shape(tile)?;
        if let Some(known) = self.counts.get(&shape) {
            return known.clone();
        }
        let counts = match self.touched(tile) {
            Some(ran) => Some(TileCounts {
                units: ran.touched.each_ref().map(length),
                iterations: ran.iterations,
            }),
            None if self.is_spent() => return None,
            None => None,
        };
        self.counts.insert(shape, counts.clone());
        counts
    }

    /// How many units two tiles share, kind by kind; 0 where nothing runs in one of them.
    fn shared(&mut self, one: &TileRange, other: &TileRange) -> Option<[u64; 3]> {
        self.work += 1;
        let (Some(mut shape), Some(more)) = (self.shape(one), self.shape(other)) else {
            return Some([0; 3]);
        };
        shape.extend(more);
        if let Some(access) = self.nest.first_access(self.operand) {
            let (one, other) = (access.place(one), access.place(other));
            shape.extend([other.0 - one.0, other.1 - one.1]);
        }
        if let Some(known) = self.shared.get(&shape) {
            return Some(*known);
        }
        let shared = match (self.touched(one), self.touched(other)) {
            (Some(one), Some(other)) => [ANY, READ, WRITE].map(|kind| common(&one.touched[kind], &other.touched[kind])),
            _ if self.is_spent() => return None,
            _ => [0; 3],
        };
        Some(*self.shared.entry(shape).or_insert(shared))
    }

    /// What tells tiles apart that touch differently many; `None` if nothing runs.
    fn shape(&self, tile: &TileRange) -> Option<TileShape> {
        let mut shape: TileShape = tile.iter().map(|(low, high)| high - low).collect();
        let mut runs = false;
        for stmt in &self.nest.stmts {
            for cell in &stmt.cells {
                let from = shape.len();
                let mut is_out = false;
                for form in cell {
                    let (least, most) = form.range(tile);
                    is_out |= most < 0;
                    shape.push(if least >= 0 { 0 } else { most + 1 });
                }
                if is_out {
                    shape.truncate(from);
                    shape.push(-1);
                }
                runs |= !is_out;
            }
        }
        if !runs {
            return None;
        }
        if let Some(first) = self.nest.first_access(self.operand) {
            let first = first.place(tile);
            let low: Vec<i64> = tile.iter().map(|range| range.0).collect();
            for access in self.nest.accesses(self.operand) {
                shape.extend([access.prefix.at(&low) - first.0, access.last.at(&low) - first.1]);
            }
        }
        Some(shape)
    }

    /// What a tile touches; `None` if it has no iterations, or too much was looked at.
    fn touched(&mut self, tile: &TileRange) -> Option<Rc<Ran>> {
        if let Some((_, known)) = self.recent.iter().find(|(known, _)| known == tile) {
            return Some(known.clone());
        }
        let touched = Rc::new(self.run(tile)?);
        if self.recent.len() == RECENT_MAX {
            self.recent.remove(0);
        }
        self.recent.push((tile.clone(), touched.clone()));
        Some(touched)
    }

    /// Runs a tile.
    fn run(&mut self, tile: &TileRange) -> Option<Ran> {
        let nest = self.nest;
        let mut touched: TouchedCounts = Default::default();
        // Of loops that have nothing to do with it one iteration stands for all.
        let mut box_of_rows = tile.clone();
        let mut alike = 1;
        for place in (0..tile.len()).filter(|place| self.idle[*place]) {
            let ((low, high), (first, last)) = (tile[place], nest.ranges[place]);
            let (low, high) = (low.max(first), high.min(last));
            if low > high {
                return None;
            }
            alike *= (high - low + 1) as u64;
            box_of_rows[place] = (low, low);
        }
        let tile = &box_of_rows;
        let mut iterations = 0;
        for stmt in &nest.stmts {
            for cell in &stmt.cells {
                let mut v: Vec<i64> = tile.iter().map(|range| range.0).collect();
                'rows: loop {
                    self.work += 1;
                    if self.is_spent() {
                        return None;
                    }
                    if let Some((first, last)) = row(cell, &mut v, self.along, tile[self.along]) {
                        iterations += (last - first + 1) as u64;
                        for access in stmt.accesses.iter().filter(|access| access.operand == self.operand) {
                            let kind = if access.is_write { WRITE } else { READ };
                            self.work += access.row(&mut v, self.along, first, last, &mut touched[kind]);
                        }
                    }
                    for place in (0..v.len()).rev().filter(|place| *place != self.along) {
                        if v[place] < tile[place].1 {
                            v[place] += 1;
                            continue 'rows;
                        }
                        v[place] = tile[place].0;
                    }
                    break;
                }
            }
        }
        if iterations == 0 {
            return None;
        }
        let [any, read, write] = &mut touched;
        merge(read);
        merge(write);
        any.extend(read.iter().chain(write.iter()).copied());
        merge(any);
        Some(Ran {
            touched,
            iterations: iterations * alike,
        })
    }
}

impl Numeric {
    fn accesses(&self, operand: usize) -> impl Iterator<Item = &NumericAccess> {
        let all = self.stmts.iter().flat_map(|stmt| &stmt.accesses);
        all.filter(move |access| access.operand == operand)
    }

    fn first_access(&self, operand: usize) -> Option<&NumericAccess> {
        self.accesses(operand).next()
    }

    /// The loop along which rows of an operand are longest where accesses stay in their row.
    fn along(&self, operand: usize, idle: &[bool]) -> usize {
        let points = |place: &usize| {
            let steps = |access: &&NumericAccess| {
                access.prefix.coefficients[*place] != 0 || access.last.coefficients[*place].abs() > access.per
            };
            self.accesses(operand).filter(steps).count()
        };
        let extent = |place: &usize| std::cmp::Reverse(self.ranges[*place].1 - self.ranges[*place].0);
        let busy = (0..self.ranges.len()).rev().filter(|place| !idle[*place]);
        busy.min_by_key(|place| (points(place), extent(place)))
            .unwrap_or_default()
    }
}

impl NumericAccess {
    /// Prefix and last form where a tile begins, the latter where its line begins.
    fn place(&self, tile: &TileRange) -> (i64, i64) {
        let low: Vec<i64> = tile.iter().map(|range| range.0).collect();
        (self.prefix.at(&low), self.last.at(&low).div_euclid(self.per) * self.per)
    }

    /// Adds the keys of a row; how many ranges they are.
    fn row(&self, v: &mut [i64], along: usize, first: i64, last: i64, to: &mut Ranges) -> u64 {
        let (row_step, step) = (self.prefix.coefficients[along], self.last.coefficients[along]);
        let key = |v: &[i64]| self.prefix.at(v) + self.last.at(v).div_euclid(self.per);
        let mut at = |time: i64| {
            v[along] = time;
            key(v)
        };
        let from = to.len();
        if row_step == 0 && step.abs() <= self.per {
            let (one, other) = (at(first), at(last));
            to.push((one.min(other), one.max(other)));
        } else {
            to.extend((first..=last).map(|time| (at(time), at(time))));
        }
        (to.len() - from) as u64
    }
}

/// The size of a loop's blocks; loops inside the nest are not cut.
fn size_of(sizes: &[Option<i64>], place: usize) -> Option<i64> {
    sizes.get(place).copied().flatten()
}

/// The times of statements, `{ S[i] -> [v] }`, with those in the loops inside the nest behind them, and the ranges of
/// all. A loop that a statement does not have is one iteration for it. `None` where a loop has no ends.
fn with_inner(times: &[Map], ranges: &[(i64, i64)]) -> Result<Option<(Vec<Map>, TileRange)>> {
    let mut all = Vec::new();
    for times in times {
        let mut times = times.clone().project_out_all_params()?;
        let rank = times.dim(DimKind::In)?;
        for dim in 0..rank {
            let only = |map: Map| {
                map.project_out(DimKind::Out, dim + 1, rank - dim - 1)?
                    .project_out(DimKind::Out, 0, dim)
            };
            if !only(times.clone().reverse()?)?.is_single_valued()? {
                let own = only(times.clone().domain()?.identity()?)?;
                times = times.flat_range_product(own)?;
            }
        }
        all.push(times);
    }
    let mut rank = ranges.len();
    for times in &all {
        rank = rank.max(times.dim(DimKind::Out)?);
    }
    let loops = ranges.len();
    let mut inner: Vec<Option<(i64, i64)>> = vec![None; rank - loops];
    for times in &mut all {
        let own = times.dim(DimKind::Out)?;
        *times = times.clone().insert_dims(DimKind::Out, own, rank - own)?;
        for place in own..rank {
            *times = times.clone().fix_si(DimKind::Out, place, 0)?;
        }
        let runs = times.clone().range()?;
        let is_empty = runs.is_empty()?;
        for (at, range) in inner.iter_mut().enumerate().filter(|_| !is_empty) {
            let low = runs.clone().dim_min_val(loops + at)?;
            let high = runs.clone().dim_max_val(loops + at)?;
            if !(low.is_int()? && high.is_int()?) {
                return Ok(None);
            }
            let (low, high) = (low.to_i64()?, high.to_i64()?);
            *range = Some(range.map_or((low, high), |known| (known.0.min(low), known.1.max(high))));
        }
    }
    let inner = inner.into_iter().map(|range| range.unwrap_or((0, 0)));
    Ok(Some((all, ranges.iter().copied().chain(inner).collect())))
}

/// The polyhedron as a box, `None` if it is none: its forms are about one loop each.
fn runs(cell: &[LinearForm], ranges: &[(i64, i64)]) -> Option<TileRange> {
    let mut runs = ranges.to_vec();
    for form in cell {
        let mut of = form.coefficients.iter().enumerate().filter(|(_, a)| **a != 0);
        let (Some((place, a)), None) = (of.next(), of.next()) else {
            return None;
        };
        // a x + constant >= 0
        match *a > 0 {
            true => runs[place].0 = runs[place].0.max(-form.constant.div_euclid(*a)),
            false => runs[place].1 = runs[place].1.min(form.constant.div_euclid(-a)),
        }
    }
    Some(runs)
}

/// The first and the last time of a row of a polyhedron along a loop.
fn row(cell: &[LinearForm], v: &mut [i64], along: usize, within: (i64, i64)) -> Option<(i64, i64)> {
    let (mut first, mut last) = within;
    v[along] = 0;
    for form in cell {
        let (rest, a) = (form.at(v), form.coefficients[along]);
        match a {
            0 if rest < 0 => return None,
            0 => {}
            // a x + rest >= 0
            1.. => first = first.max(-rest.div_euclid(a)),
            _ => last = last.min(rest.div_euclid(-a)),
        }
    }
    (first <= last).then_some((first, last))
}

/// Tiles may reach over the ends of the ranges, and so may their neighbours.
fn reach(ranges: &[(i64, i64)]) -> TileRange {
    let around = |(low, high): &(i64, i64)| {
        let extent = high.saturating_sub(*low).saturating_add(1);
        (low.saturating_sub(2 * extent), high.saturating_add(2 * extent))
    };
    ranges.iter().map(around).collect()
}

/// Gives the accesses to one array prefixes, so that different rows have different keys.
fn number_rows(stmts: &mut [NumericStmt], of: &[(usize, usize, Vec<LinearForm>)], ranges: &[(i64, i64)]) -> Option<()> {
    let Some((_, _, first)) = of.first() else {
        return Some(());
    };
    let reach = reach(ranges);
    let span = |low: i64, high: i64| high.checked_sub(low)?.checked_add(2);
    let mut stride = {
        let (mut low, mut high) = (i64::MAX, i64::MIN);
        for (stmt, access, _) in of {
            let access = &stmts[*stmt].accesses[*access];
            let (least, most) = access.last.range(&reach);
            low = low.min(least.div_euclid(access.per));
            high = high.max(most.div_euclid(access.per));
        }
        span(low, high)?
    };
    for dim in (0..first.len()).rev() {
        let (mut low, mut high) = (i64::MAX, i64::MIN);
        for (stmt, access, rows) in of {
            let (least, most) = rows[dim].range(&reach);
            (low, high) = (low.min(least), high.max(most));
            let access = &mut stmts[*stmt].accesses[*access];
            access.prefix = access.prefix.clone().plus(stride, &rows[dim])?;
        }
        stride = stride.checked_mul(span(low, high)?).filter(|stride| *stride < SMALL)?;
    }
    Some(())
}
