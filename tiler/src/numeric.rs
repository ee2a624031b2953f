//! Footprint and traffic where counting formulas is too much and tiles are no boxes: skewed tiles, tile by tile.
//!
//! With `v` the times of an iteration in the loops of the nest, a statement's domain is a union of polyhedra `{ v : f(v) >= 0 }`
//! and an access touches the element or line with the number `key(v) = prefix(v) + floor(last(v) / per)`, all forms affine.
//! The iterations of a tile are run row by row; the elements it touches are ranges of keys.
//!
//! Tiles of one *shape* touch equally many: those in which each `f` is cut off alike, and the accesses lie to each other
//! alike. So each shape is run once, the others only recognised. The numbers are exact.

use std::collections::HashMap;
use std::rc::Rc;

use polyvet_analysis::Scop;
use polyvet_footprint::{Lines, Tiles};

use crate::cost::Traffic;
use crate::error::Result;
use crate::forms::{Form, SMALL, cells, subscripts};
use crate::ranges::{Ranges, common, length, merge};
use crate::separable::{Separable, Touches};

/// Rows and tiles that one question may look at.
const WORK_MAX: u64 = 5_000_000;
/// The same for all tiles of one candidate of a table; where it is more, the tile in the middle stands for all.
const TABLE_WORK_MAX: u64 = 20_000;
/// The same for all tiles of one candidate, where formulas would do: what a formula costs.
const QUICK_WORK_MAX: u64 = 2_000;
/// The same for one tile of a candidate: larger ones are not looked at.
const TILE_WORK_MAX: u64 = 100_000;

#[derive(Clone, Debug)]
struct Access {
    operand: usize,
    is_write: bool,
    prefix: Form,
    last: Form,
    per: i64,
    /// The forms behind the prefix, and the last.
    parts: Vec<Form>,
}

#[derive(Clone, Debug)]
struct Stmt {
    /// The domain, each polyhedron by its forms.
    cells: Vec<Vec<Form>>,
    accesses: Vec<Access>,
}

/// An operand as it is asked about.
pub struct Asked<'a> {
    /// Index into [`Scop::arrays`].
    pub array: usize,
    /// Its lines, if those are counted.
    pub lines: Option<&'a Lines>,
}

/// A nest whose tiles can be run.
#[derive(Clone, Debug)]
pub struct Numeric {
    stmts: Vec<Stmt>,
    ranges: Vec<(i64, i64)>,
    operands: usize,
    /// The loop along which rows run.
    along: usize,
}

/// What is touched at all, read, written.
type Touched = [Ranges; 3];

/// The places in [`Touched`].
const ANY: usize = 0;
const READ: usize = 1;
const WRITE: usize = 2;

/// First and last times of a tile, loop by loop.
type Tile = Vec<(i64, i64)>;

/// The same for tiles that touch equally many.
type Shape = Vec<i64>;

/// Footprints and traffic, in units of the operands: elements or lines.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// The most in one tile, by operand.
    pub largest: Vec<u64>,
    /// By operand.
    pub traffic: Vec<Traffic>,
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
    /// The statements of `points`, tiles of one iteration each; `None` where a domain or an access is not affine in the
    /// times, or depends on parameters.
    pub fn new(scop: &Scop, points: &Tiles, ranges: &[(i64, i64)], asked: &[Asked<'_>]) -> Result<Option<Numeric>> {
        let rank = ranges.len();
        let mut stmts = Vec::new();
        // By operand: the forms of each access that tell rows apart, to be given keys when all extents are known.
        let mut rows: Vec<Vec<(usize, usize, Vec<Form>)>> = asked.iter().map(|_| Vec::new()).collect();
        for (at, &number) in points.stmts.iter().enumerate() {
            let times = points.times[at].clone().project_out_all_params()?;
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
                let mut per = 1;
                if let Some(lines) = asked[operand].lines.map(|lines| &lines.parts) {
                    let mut address = Form::zero(rank);
                    address.constant = lines.offset;
                    for (dim, stride) in &lines.strides {
                        let Some(sum) = address.plus(*stride, &parts[*dim]) else {
                            return Ok(None);
                        };
                        address = sum;
                    }
                    parts = lines
                        .apart
                        .iter()
                        .map(|dim| parts[*dim].clone())
                        .chain([address])
                        .collect();
                    per = lines.per_line;
                }
                if parts.is_empty() {
                    parts.push(Form::zero(rank));
                }
                let all = parts.clone();
                let last = parts.pop().unwrap_or_else(|| Form::zero(rank));
                rows[operand].push((stmts.len(), accesses.len(), parts));
                accesses.push(Access {
                    operand,
                    is_write: access.kind.is_write(),
                    prefix: Form::zero(rank),
                    last,
                    per,
                    parts: all,
                });
            }
            stmts.push(Stmt { cells, accesses });
        }
        for of in &rows {
            if number_rows(&mut stmts, of, ranges).is_none() {
                return Ok(None);
            }
        }
        let around = reach(ranges);
        let forms = stmts.iter().flat_map(|stmt: &Stmt| {
            let accesses = stmt.accesses.iter().flat_map(|access| [&access.prefix, &access.last]);
            stmt.cells.iter().flatten().chain(accesses)
        });
        if !forms.into_iter().all(|form| form.is_small(&around)) {
            return Ok(None);
        }
        Ok(Some(Numeric {
            along: along(&stmts, ranges),
            stmts,
            ranges: ranges.to_vec(),
            operands: asked.len(),
        }))
    }

    /// What an operand's tiles touch as boxes, where that is what it is.
    pub fn separable(&self, operand: usize) -> Option<Separable> {
        let mut boxes = Vec::new();
        let mut per = 1;
        for stmt in &self.stmts {
            for cell in &stmt.cells {
                for access in stmt.accesses.iter().filter(|access| access.operand == operand) {
                    per = access.per;
                    boxes.push(Touches {
                        is_write: access.is_write,
                        runs: runs(cell, &self.ranges)?,
                        parts: access.parts.clone(),
                    });
                }
            }
        }
        Separable::new(boxes, &self.ranges, per)
    }

    /// Whether something runs in every tile: a statement runs wherever loops do.
    pub fn is_full(&self) -> bool {
        let mut cells = self.stmts.iter().flat_map(|stmt| &stmt.cells);
        cells.any(|cell| runs(cell, &self.ranges).as_ref() == Some(&self.ranges))
    }

    /// The exact numbers, tiles in the order of all loops in `order`, level by level from the outermost; a loop without a
    /// size at a level is one block there. `None` if there is too much to look at.
    pub fn exact(&self, order: &[usize], levels: &[Vec<Option<i64>>]) -> Option<Numbers> {
        let operands: Vec<usize> = (0..self.operands).collect();
        let mut run = Run::new(self, &operands);
        let mut numbers = Numbers {
            largest: vec![0; self.operands],
            traffic: vec![Traffic::default(); self.operands],
        };
        let mut before: Option<Tile> = None;
        let mut ok = true;
        self.each(&self.ranges, order, levels, &mut |tile| {
            let Some(counts) = run.counts(tile) else {
                ok = !run.is_spent();
                return ok;
            };
            let shared = match &before {
                None => vec![[0; 3]; operands.len()],
                Some(before) => match run.shared(before, tile) {
                    Some(shared) => shared,
                    None => {
                        ok = false;
                        return false;
                    }
                },
            };
            for (at, (units, shared)) in counts.units.iter().zip(&shared).enumerate() {
                numbers.largest[at] = numbers.largest[at].max(units[ANY]);
                numbers.traffic[at].read += units[READ] - shared[READ];
                numbers.traffic[at].write += units[WRITE] - shared[WRITE];
            }
            before = Some(tile.clone());
            true
        });
        ok.then_some(numbers)
    }

    /// The most that one tile touches, by operand, exact. `None` if there is too much to look at.
    pub fn largest(&self, sizes: &[Option<i64>]) -> Option<Vec<u64>> {
        let operands: Vec<usize> = (0..self.operands).collect();
        let mut run = Run::new(self, &operands);
        let mut largest = vec![0; self.operands];
        self.each(
            &self.ranges,
            &(0..self.ranges.len()).collect::<Vec<_>>(),
            &[sizes.to_vec()],
            &mut |tile| {
                let counts = run.counts(tile).map(|counts| counts.units).unwrap_or_default();
                for (most, units) in largest.iter_mut().zip(counts) {
                    *most = units[ANY].max(*most);
                }
                !run.is_spent()
            },
        )
        .then_some(largest)
    }

    /// What the tiles of one operand cost, only the loops in `cut` cut: exact, or `None` if there is too much to look at.
    fn exact_shares(&self, operand: usize, sizes: &[Option<i64>], cut: &[usize], work_max: u64) -> Option<Shares> {
        let operands = [operand];
        let mut run = Run::new(self, &operands);
        run.work_max = work_max;
        let mut shares = Shares::none(cut);
        let order: Vec<usize> = (0..self.ranges.len()).collect();
        self.each(&self.ranges, &order, &[sizes.to_vec()], &mut |tile| {
            self.add(&mut run, &mut shares, tile, sizes, cut).is_some()
        })
        .then_some(shares)
    }

    /// As [`Numeric::exact_shares`] where that is quicker than formulas are.
    pub fn quick_shares(&self, operand: usize, sizes: &[Option<i64>], cut: &[usize]) -> Option<Shares> {
        // Each tile, and its neighbours; of one of them each row.
        let (mut tiles, mut rows) = (1u64, 1u64);
        for (place, size) in sizes.iter().enumerate() {
            let extent = self.extent(place) as u64;
            let size = size.map_or(extent, |size| (size as u64).clamp(1, extent));
            tiles = tiles.saturating_mul(extent.div_ceil(size));
            rows = rows.saturating_mul(if place == self.along { 1 } else { size });
        }
        let looks = tiles.saturating_add(rows).saturating_mul(1 + cut.len() as u64);
        (looks <= QUICK_WORK_MAX).then(|| self.exact_shares(operand, sizes, cut, QUICK_WORK_MAX))?
    }

    /// As [`Numeric::exact_shares`], of large nests as if all tiles were like the one in the middle. `None` if that one alone
    /// is too much to look at.
    pub fn shares(&self, operand: usize, sizes: &[Option<i64>], cut: &[usize], iterations: u64) -> Option<Shares> {
        if let Some(exact) = self.exact_shares(operand, sizes, cut, TABLE_WORK_MAX) {
            return Some(exact);
        }
        let operands = [operand];
        let mut run = Run::new(self, &operands);
        run.work_max = TILE_WORK_MAX;
        let size = |place: usize| sizes[place].unwrap_or(self.extent(place));
        let mut shares = Shares::none(cut);
        // Of those around the middle the one with the most iterations.
        let mut middle: Option<(u64, Tile)> = None;
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
            largest = counts.units[0][ANY].max(largest);
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
        run: &mut Run<'_>,
        shares: &mut Shares,
        tile: &Tile,
        sizes: &[Option<i64>],
        cut: &[usize],
    ) -> Option<()> {
        let Some(counts) = run.counts(tile) else {
            return (!run.is_spent()).then_some(());
        };
        shares.largest = shares.largest.max(counts.units[0][ANY]);
        shares.total += counts.units[0][READ] + counts.units[0][WRITE];
        for (sum, place) in shares.shared.iter_mut().zip(cut) {
            let mut before = tile.clone();
            let size = sizes[*place].unwrap_or(self.extent(*place));
            before[*place] = (tile[*place].0 - size, tile[*place].0 - 1);
            let shared = run.shared(&before, tile)?;
            *sum += shared[0][READ] + shared[0][WRITE];
        }
        Some(())
    }

    fn extent(&self, place: usize) -> i64 {
        self.ranges[place].1 - self.ranges[place].0 + 1
    }

    /// Calls `f` with each tile of a box, until it says no. Whether it never did.
    fn each(
        &self,
        within: &Tile,
        order: &[usize],
        levels: &[Vec<Option<i64>>],
        f: &mut dyn FnMut(&Tile) -> bool,
    ) -> bool {
        let Some((sizes, inner)) = levels.split_first() else {
            return f(within);
        };
        let block = |place: usize, first: i64| match sizes[place] {
            None => within[place],
            // The same tile whatever it is cut off by: shapes say where it ends.
            Some(size) if levels.len() == 1 && within == &self.ranges => (first * size, first * size + size - 1),
            Some(size) => (
                (first * size).max(within[place].0),
                (first * size + size - 1).min(within[place].1),
            ),
        };
        let blocks: Vec<(i64, i64)> = (within.iter().zip(sizes))
            .map(|((low, high), size)| size.map_or((0, 0), |size| (low.div_euclid(size), high.div_euclid(size))))
            .collect();
        let mut at: Vec<i64> = blocks.iter().map(|block| block.0).collect();
        loop {
            let tile: Tile = at
                .iter()
                .enumerate()
                .map(|(place, first)| block(place, *first))
                .collect();
            if !self.each(&tile, order, inner, f) {
                return false;
            }
            let Some(step) = order.iter().rposition(|place| at[*place] < blocks[*place].1) else {
                return true;
            };
            at[order[step]] += 1;
            for place in &order[step + 1..] {
                at[*place] = blocks[*place].0;
            }
        }
    }
}

/// A tile in numbers.
#[derive(Clone)]
struct Counts {
    /// Units touched, by operand and kind.
    units: Vec<[u64; 3]>,
    iterations: u64,
}

/// A tile that was run.
struct Ran {
    touched: Vec<Touched>,
    iterations: u64,
}

/// Tiles being run, with what is known of shapes.
struct Run<'n> {
    nest: &'n Numeric,
    operands: &'n [usize],
    counts: HashMap<Shape, Option<Counts>>,
    shared: HashMap<Shape, Vec<[u64; 3]>>,
    /// The tiles run last.
    recent: Vec<(Tile, Rc<Ran>)>,
    work: u64,
    work_max: u64,
}

/// Tiles whose elements are kept.
const RECENT_MAX: usize = 8;

impl<'n> Run<'n> {
    fn new(nest: &'n Numeric, operands: &'n [usize]) -> Run<'n> {
        Run {
            nest,
            operands,
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

    /// How many units each operand's part of a tile has; `None` if nothing runs in it, or too much was looked at.
    fn counts(&mut self, tile: &Tile) -> Option<Counts> {
        self.work += 1;
        let shape = self.shape(tile)?;
        if let Some(known) = self.counts.get(&shape) {
            return known.clone();
        }
        let counts = match self.touched(tile) {
            Some(ran) => Some(Counts {
                units: ran.touched.iter().map(|one| one.each_ref().map(length)).collect(),
                iterations: ran.iterations,
            }),
            None if self.is_spent() => return None,
            None => None,
        };
        self.counts.insert(shape, counts.clone());
        counts
    }

    /// How many units two tiles share, kind by kind; 0 where nothing runs in one of them.
    fn shared(&mut self, one: &Tile, other: &Tile) -> Option<Vec<[u64; 3]>> {
        self.work += 1;
        let nothing = || vec![[0; 3]; self.operands.len()];
        let (Some(mut shape), Some(more)) = (self.shape(one), self.shape(other)) else {
            return Some(nothing());
        };
        shape.extend(more);
        for operand in self.operands {
            if let Some(access) = self.nest.first_access(*operand) {
                let (one, other) = (access.place(one), access.place(other));
                shape.extend([other.0 - one.0, other.1 - one.1]);
            }
        }
        if let Some(known) = self.shared.get(&shape) {
            return Some(known.clone());
        }
        let shared = match (self.touched(one), self.touched(other)) {
            (Some(one), Some(other)) => (one.touched.iter().zip(&other.touched))
                .map(|(one, other)| [ANY, READ, WRITE].map(|kind| common(&one[kind], &other[kind])))
                .collect(),
            _ if self.is_spent() => return None,
            _ => nothing(),
        };
        Some(self.shared.entry(shape).or_insert(shared).clone())
    }

    /// What tells tiles apart that touch differently many; `None` if nothing runs.
    fn shape(&self, tile: &Tile) -> Option<Shape> {
        let mut shape: Shape = tile.iter().map(|(low, high)| high - low).collect();
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
        for operand in self.operands {
            let first = self.nest.first_access(*operand);
            let Some(first) = first.map(|access| access.place(tile)) else {
                continue;
            };
            for access in self.nest.accesses(*operand) {
                let low: Vec<i64> = tile.iter().map(|range| range.0).collect();
                shape.extend([access.prefix.at(&low) - first.0, access.last.at(&low) - first.1]);
            }
        }
        Some(shape)
    }

    /// What a tile touches; `None` if it has no iterations, or too much was looked at.
    fn touched(&mut self, tile: &Tile) -> Option<Rc<Ran>> {
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
    fn run(&mut self, tile: &Tile) -> Option<Ran> {
        let nest = self.nest;
        let mut found: Vec<Touched> = self.operands.iter().map(|_| Default::default()).collect();
        let mut iterations = 0;
        for stmt in &nest.stmts {
            for cell in &stmt.cells {
                let mut v: Vec<i64> = tile.iter().map(|range| range.0).collect();
                'rows: loop {
                    self.work += 1;
                    if self.is_spent() {
                        return None;
                    }
                    if let Some((first, last)) = row(cell, &mut v, nest.along, tile[nest.along]) {
                        iterations += (last - first + 1) as u64;
                        for access in &stmt.accesses {
                            let Some(at) = self.operands.iter().position(|one| *one == access.operand) else {
                                continue;
                            };
                            let kind = if access.is_write { WRITE } else { READ };
                            self.work += access.row(&mut v, nest.along, first, last, &mut found[at][kind]);
                        }
                    }
                    for place in (0..v.len()).rev().filter(|place| *place != nest.along) {
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
        for touched in &mut found {
            let [any, read, write] = touched;
            merge(read);
            merge(write);
            any.extend(read.iter().chain(write.iter()).copied());
            merge(any);
        }
        Some(Ran {
            touched: found,
            iterations,
        })
    }
}

impl Numeric {
    fn accesses(&self, operand: usize) -> impl Iterator<Item = &Access> {
        let all = self.stmts.iter().flat_map(|stmt| &stmt.accesses);
        all.filter(move |access| access.operand == operand)
    }

    fn first_access(&self, operand: usize) -> Option<&Access> {
        self.accesses(operand).next()
    }
}

impl Access {
    /// Prefix and last form where a tile begins, the latter where its line begins.
    fn place(&self, tile: &Tile) -> (i64, i64) {
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

/// The polyhedron as a box, `None` if it is none: its forms are about one loop each.
fn runs(cell: &[Form], ranges: &[(i64, i64)]) -> Option<Tile> {
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
fn row(cell: &[Form], v: &mut [i64], along: usize, within: (i64, i64)) -> Option<(i64, i64)> {
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

/// The loop along which rows are longest where accesses stay in their row.
fn along(stmts: &[Stmt], ranges: &[(i64, i64)]) -> usize {
    let accesses = || stmts.iter().flat_map(|stmt| &stmt.accesses);
    let points = |place: &usize| {
        let steps = |access: &&Access| {
            access.prefix.coefficients[*place] != 0 || access.last.coefficients[*place].abs() > access.per
        };
        accesses().filter(steps).count()
    };
    let extent = |place: &usize| std::cmp::Reverse(ranges[*place].1 - ranges[*place].0);
    (0..ranges.len())
        .rev()
        .min_by_key(|place| (points(place), extent(place)))
        .unwrap_or_default()
}

/// Tiles may reach over the ends of the ranges, and so may their neighbours.
fn reach(ranges: &[(i64, i64)]) -> Tile {
    let around = |(low, high): &(i64, i64)| {
        let extent = high.saturating_sub(*low).saturating_add(1);
        (low.saturating_sub(2 * extent), high.saturating_add(2 * extent))
    };
    ranges.iter().map(around).collect()
}

/// Gives the accesses to one array prefixes, so that different rows have different keys.
fn number_rows(stmts: &mut [Stmt], of: &[(usize, usize, Vec<Form>)], ranges: &[(i64, i64)]) -> Option<()> {
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
