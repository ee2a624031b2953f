//! Footprint and traffic where tiles touch boxes: the sums over all tiles, loop by loop, never tile by tile.
//!
//! Let each statement's domain be a box, and each subscript of an array depend on loops of its own: the loops fall into
//! [`LoopGroup`]s, one for each subscript and one for each loop that is in none. Of a tile an access touches a box, whose ends in
//! one dimension depend on the blocks of that group alone. The tiles are all combinations of blocks, so what they touch,
//!
//! ```text
//! sum over tiles t of |D(t)| = sum over masks of the product over groups g of (sum over blocks of g of the length of the mask)
//! ```
//!
//! is one [`volume`] of axes that are added up group by group. What tiles share with those that ran before them is the
//! same with the boxes of both. The tile before one that is not the first in a loop `l`, but in all loops inside `l`, is: the
//! same blocks outside `l`, the block before in `l`, the last blocks inside it. With tiles in tiles a loop is cut several times,
//! and is in several places of this order. The numbers are exact.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use num_integer::gcd;

use crate::boxes::{BOXES_MAX, IntervalAxis, add, is_within, volume};
use crate::cost::Traffic;
use crate::forms::LinearForm;
use crate::numeric::Shares;

/// Blocks of a loop, and combinations of blocks of a group, that are looked at.
const BLOCKS_MAX: usize = 100_000;
/// Kinds of tiles among which the largest is looked for.
const KINDS_MAX: usize = 10_000;
/// Axes that are kept.
const KEPT_MAX: usize = 20_000;

/// First and last time of a block.
type BlockTimes = (i64, i64);

/// The sizes of the blocks of a loop, the outermost first; none where it is not cut.
type Cuts = Vec<i64>;

/// What an access touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touches {
    pub is_write: bool,
    /// First and last time in each loop.
    pub runs: Vec<BlockTimes>,
    /// Subscripts; the last is counted in units.
    pub parts: Vec<LinearForm>,
}

/// Loops that decide about one dimension, or a loop that decides about none.
#[derive(Clone, Debug)]
struct LoopGroup {
    loops: Vec<usize>,
    part: Option<usize>,
    /// Neighbours that are so far apart are without a gap.
    per: i64,
}

/// Where the block before a block lies, in a loop that is cut at several levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Before {
    /// It is the same block.
    Same,
    /// The last block within what is before at this level; the block is the first of what begins there.
    Step(usize),
    /// The block is the first within a block of the level above, and the one before is the last in the same.
    Reset(usize),
}

/// A block, the one before it, and how many pairs of blocks are like these.
type BlockPair = (BlockTimes, BlockTimes, u64);

/// The axis of a group: its number, the cuts of its loops, where the blocks before are.
type Key = (usize, Vec<(Cuts, Before)>);

/// What an operand's tiles touch.
#[derive(Debug)]
pub struct Separable {
    boxes: Vec<Touches>,
    groups: Vec<LoopGroup>,
    ranges: Vec<BlockTimes>,
    known: RefCell<HashMap<Key, Option<Rc<IntervalAxis>>>>,
}

/// What an operand's tiles touch as pieces of rows, where rows do not begin lines. A piece of `n` elements lies in
/// `(n + per - 1) / per` lines on average, wherever in a line it begins: what all tiles cost is near that.
#[derive(Debug)]
pub struct Pieces {
    /// The elements.
    pub elements: Separable,
    /// The rows, one element each.
    pub rows: Separable,
    /// Elements of a line.
    pub per: u64,
    /// Elements between the beginnings of neighbouring rows.
    pub stride: u64,
}

impl Pieces {
    /// About as many lines as [`Separable::shares`] would count.
    pub fn shares(&self, sizes: &[Option<i64>], cut: &[usize]) -> Option<Shares> {
        let (elements, rows) = (self.elements.shares(sizes, cut)?, self.rows.shares(sizes, cut)?);
        let lines = |elements: u64, rows: u64| {
            let apart = elements.saturating_add(rows.saturating_mul(self.per - 1));
            // With less than a line between them they have lines in common.
            let close = rows.saturating_mul(self.stride).saturating_add(self.per - 1);
            apart.min(close).div_ceil(self.per)
        };
        Some(Shares {
            largest: lines(elements.largest, rows.largest),
            total: lines(elements.total, rows.total),
            shared: (elements.shared.iter().zip(&rows.shared))
                .map(|(elements, rows)| lines(*elements, *rows))
                .collect(),
        })
    }
}

impl Separable {
    /// `None` if the subscripts are not about different loops, or are too many. `per` elements are a unit of the last dimension.
    pub fn new(mut boxes: Vec<Touches>, ranges: &[BlockTimes], per: i64) -> Option<Separable> {
        boxes.retain(|one| one.runs.iter().all(|(first, last)| first <= last));
        boxes.dedup();
        if 2 * boxes.len() > BOXES_MAX {
            return None;
        }
        let rank = boxes.first().map_or(0, |one| one.parts.len());
        let in_part = |place: usize, part: usize| boxes.iter().any(|one| one.parts[part].coefficients[place] != 0);
        let mut groups = Vec::new();
        for part in 0..rank {
            let per = if part + 1 == rank { per } else { 1 };
            groups.push(LoopGroup {
                loops: (0..ranges.len()).filter(|place| in_part(*place, part)).collect(),
                part: Some(part),
                per,
            });
        }
        for place in 0..ranges.len() {
            match groups.iter().filter(|group| group.loops.contains(&place)).count() {
                0 => groups.push(LoopGroup {
                    loops: vec![place],
                    part: None,
                    per: 1,
                }),
                1 => {}
                _ => return None,
            }
        }
        for group in groups.iter().filter(|group| group.per == 1) {
            if let Some(part) = group.part {
                shorten(&mut boxes, part);
            }
        }
        Some(Separable {
            boxes,
            groups,
            ranges: ranges.to_vec(),
            known: RefCell::default(),
        })
    }

    /// What tiles cost, only the loops in `cut` cut; `None` if what they touch has gaps, or there is too much to look at.
    pub fn shares(&self, sizes: &[Option<i64>], cut: &[usize]) -> Option<Shares> {
        let cuts = self.cuts(&[sizes.to_vec()]);
        let both = |before: &[Before]| {
            let sides = [false, true].map(|is_write| self.common(&cuts, before, is_write));
            Some(sides[0]?.saturating_add(sides[1]?))
        };
        let same = vec![Before::Same; cuts.len()];
        let shared = cut.iter().map(|place| {
            let mut before = same.clone();
            before[*place] = Before::Step(0);
            both(&before)
        });
        Some(Shares {
            largest: self.largest(&cuts)?,
            total: both(&same)?,
            shared: shared.collect::<Option<_>>()?,
        })
    }

    /// The most that one tile touches, and what moves, tiles in the order of all loops in `order`, level by level from the
    /// outermost; `None` as for [`Separable::shares`].
    pub fn exact(&self, order: &[usize], levels: &[Vec<Option<i64>>]) -> Option<(u64, Traffic)> {
        let cuts = self.cuts(levels);
        // The loops at each of their levels, in the order of the tiles' loops; the level of a loop that is cut less often is
        // that among its own cuts.
        let mut steps: Vec<(usize, usize)> = Vec::new();
        for sizes in levels {
            for place in order.iter().filter(|place| sizes[**place].is_some()) {
                let level = steps.iter().filter(|step| step.0 == *place).count();
                steps.push((*place, level));
            }
        }
        let mut moved = Traffic::default();
        for (is_write, sum) in [(false, &mut moved.read), (true, &mut moved.write)] {
            *sum = self.common(&cuts, &vec![Before::Same; cuts.len()], is_write)?;
            for at in 0..steps.len() {
                *sum -= self.common(&cuts, &befores(&steps, at, cuts.len()), is_write)?;
            }
        }
        Some((self.largest(&cuts)?, moved))
    }

    /// Loop by loop; those inside the nest have no sizes.
    fn cuts(&self, levels: &[Vec<Option<i64>>]) -> Vec<Cuts> {
        let of = |place: usize| {
            levels
                .iter()
                .filter_map(|sizes| sizes.get(place).copied().flatten())
                .collect()
        };
        (0..self.ranges.len()).map(of).collect()
    }

    /// The most that one tile touches.
    fn largest(&self, cuts: &[Cuts]) -> Option<u64> {
        let mut kinds: Vec<Vec<IntervalAxis>> = Vec::new();
        for group in &self.groups {
            let mut of: Vec<IntervalAxis> = Vec::new();
            self.each(group, cuts, &vec![Before::Same; group.loops.len()], &mut |axis, _| {
                if !of.iter().any(|known| is_within(&axis, known)) {
                    of.retain(|known| !is_within(known, &axis));
                    of.push(axis);
                }
            })?;
            kinds.push(of);
        }
        let combinations = kinds.iter().map(Vec::len).try_fold(1usize, usize::checked_mul)?;
        if combinations > KINDS_MAX {
            return None;
        }
        let all = self.bits(|_| true);
        let mut most = 0;
        for number in 0..combinations {
            let mut rest = number;
            let chosen: Vec<&IntervalAxis> = kinds
                .iter()
                .map(|of| {
                    let at = rest % of.len();
                    rest /= of.len();
                    &of[at]
                })
                .collect();
            most = most.max(volume(&chosen, [all, all]));
        }
        Some(most)
    }

    /// What tiles have in common with those before them, reads or writes, summed over all pairs that lie so.
    fn common(&self, cuts: &[Cuts], before: &[Before], is_write: bool) -> Option<u64> {
        let mut axes = Vec::new();
        for number in 0..self.groups.len() {
            axes.push(self.axis(number, cuts, before)?);
        }
        let own = self.bits(|one| one.is_write == is_write);
        let other = own << self.boxes.len();
        let is_same = before.iter().all(|before| *before == Before::Same);
        let axes: Vec<&IntervalAxis> = axes.iter().map(Rc::as_ref).collect();
        Some(volume(&axes, [own, if is_same { own } else { other }]))
    }

    fn bits(&self, of: impl Fn(&Touches) -> bool) -> u64 {
        let bits = self.boxes.iter().enumerate().filter(|(_, one)| of(one));
        bits.fold(0, |mask, (bit, _)| mask | 1 << bit)
    }

    /// The axis of a group, over all its blocks: the boxes of the tiles, and behind them those of the tiles before.
    fn axis(&self, number: usize, cuts: &[Cuts], before: &[Before]) -> Option<Rc<IntervalAxis>> {
        let group = &self.groups[number];
        let own = group
            .loops
            .iter()
            .map(|place| (cuts[*place].clone(), before[*place]))
            .collect();
        let key: Key = (number, own);
        if let Some(known) = self.known.borrow().get(&key) {
            return known.clone();
        }
        let before: Vec<Before> = group.loops.iter().map(|place| before[*place]).collect();
        let mut sum = IntervalAxis::new();
        let found = self.each(group, cuts, &before, &mut |axis, many| {
            for (mask, length) in axis {
                let sum: &mut u64 = sum.entry(mask).or_default();
                *sum = sum.saturating_add(length.saturating_mul(many));
            }
        });
        let found = found.map(|()| Rc::new(sum));
        let mut known = self.known.borrow_mut();
        if known.len() >= KEPT_MAX {
            known.clear();
        }
        known.insert(key, found.clone());
        found
    }

    /// Calls `f` with the axes of all blocks of a group, and how many are like them; `None` as for [`Separable::shares`].
    fn each(
        &self,
        group: &LoopGroup,
        cuts: &[Cuts],
        before: &[Before],
        f: &mut dyn FnMut(IntervalAxis, u64),
    ) -> Option<()> {
        let pairs: Vec<Vec<BlockPair>> = (group.loops.iter().zip(before))
            .map(|(place, before)| self.pairs(*place, group, &cuts[*place], *before))
            .collect::<Option<_>>()?;
        let combinations = pairs.iter().map(Vec::len).try_fold(1usize, usize::checked_mul)?;
        if combinations > BLOCKS_MAX {
            return None;
        }
        for number in 0..combinations {
            let mut rest = number;
            let mut many = 1u64;
            let (mut tile, mut other) = (Vec::new(), Vec::new());
            for of in &pairs {
                let (block, before, times) = of[rest % of.len()];
                rest /= of.len();
                tile.push(block);
                other.push(before);
                many = many.saturating_mul(times);
            }
            let mut boxes = Vec::new();
            for (from, blocks) in [(0, &tile), (self.boxes.len(), &other)] {
                for (at, one) in self.boxes.iter().enumerate() {
                    if let Some(image) = image(group, one, blocks)? {
                        boxes.push(((from + at) as u32, image));
                    }
                }
            }
            let mut axis = IntervalAxis::new();
            add(&mut axis, &boxes, 1);
            f(axis, many);
        }
        Some(())
    }

    /// The blocks of a loop, each with the one before it, those that are alike together: cut off alike, and to each other and
    /// to their lines the accesses lie alike.
    fn pairs(&self, place: usize, group: &LoopGroup, cuts: &[i64], before: Before) -> Option<Vec<BlockPair>> {
        let mut all: Vec<(BlockTimes, BlockTimes)> = Vec::new();
        blocks(self.ranges[place], cuts, before, 0, &mut all)?;
        let step = |one: &Touches| group.part.map_or(0, |part| one.parts[part].coefficients[place]);
        let first = self.boxes.first().map_or(0, step);
        let mut alike: BTreeMap<Vec<i64>, BlockPair> = BTreeMap::new();
        for (block, before) in all {
            let mut key = vec![(first * block.0).rem_euclid(group.per), before.0 - block.0];
            for one in &self.boxes {
                let (low, high) = one.runs[place];
                key.push((step(one) - first) * block.0);
                for of in [block, before] {
                    let (least, most) = (of.0.max(low), of.1.min(high));
                    match least <= most {
                        true => key.extend([least - block.0, most - block.0]),
                        false => key.push(i64::MIN),
                    }
                }
            }
            alike.entry(key).or_insert((block, before, 0)).2 += 1;
        }
        Some(alike.into_values().collect())
    }
}

/// Divides the subscripts by what all their steps have in common, if the accesses stay as far from each other.
fn shorten(boxes: &mut [Touches], part: usize) {
    let steps = boxes.iter().flat_map(|one| &one.parts[part].coefficients);
    let common = steps.fold(0, |common, step| gcd(common, *step));
    let rest = |one: &Touches| one.parts[part].constant.rem_euclid(common.max(1));
    if common > 1 && boxes.iter().all(|one| rest(one) == rest(&boxes[0])) {
        for form in boxes.iter_mut().map(|one| &mut one.parts[part]) {
            form.coefficients.iter_mut().for_each(|step| *step /= common);
            form.constant = form.constant.div_euclid(common);
        }
    }
}

/// Where blocks before lie if the loop at place `at` of `steps` goes on to its next block.
fn befores(steps: &[(usize, usize)], at: usize, loops: usize) -> Vec<Before> {
    let mut before = vec![Before::Same; loops];
    before[steps[at].0] = Before::Step(steps[at].1);
    // Loops inside begin again, the outermost such level of each.
    for (place, level) in &steps[at + 1..] {
        if before[*place] == Before::Same {
            before[*place] = Before::Reset(*level);
        }
    }
    before
}

/// The dimension of what an access touches in the blocks of a group's loops; nothing if it does not run there. `None` if
/// that has gaps.
fn image(group: &LoopGroup, one: &Touches, blocks: &[BlockTimes]) -> Option<Option<BlockTimes>> {
    let mut within = one.runs.clone();
    for (place, block) in group.loops.iter().zip(blocks) {
        let runs = within[*place];
        within[*place] = (runs.0.max(block.0), runs.1.min(block.1));
        if within[*place].0 > within[*place].1 {
            return Some(None);
        }
    }
    let Some(part) = group.part else {
        return Some(Some((0, 0)));
    };
    let (first, last) = one.parts[part].image(&within, group.per)?;
    Some(Some((first.div_euclid(group.per), last.div_euclid(group.per))))
}

/// The blocks of so many times each.
fn cut(of: BlockTimes, size: i64) -> impl DoubleEndedIterator<Item = BlockTimes> {
    let block = move |number: i64| ((number * size).max(of.0), (number * size + size - 1).min(of.1));
    (of.0.div_euclid(size)..=of.1.div_euclid(size)).map(block)
}

/// The first or the last of the smallest blocks of a part of a loop.
fn leaf(of: BlockTimes, cuts: &[i64], is_last: bool) -> BlockTimes {
    cuts.iter().fold(of, |of, size| {
        let mut blocks = cut(of, *size);
        if is_last { blocks.next_back() } else { blocks.next() }.unwrap_or(of)
    })
}

/// The smallest blocks of a part of a loop, each with the one before it.
fn blocks(
    of: BlockTimes,
    cuts: &[i64],
    before: Before,
    level: usize,
    all: &mut Vec<(BlockTimes, BlockTimes)>,
) -> Option<()> {
    if before == Before::Reset(level) {
        all.push((leaf(of, &cuts[level..], false), leaf(of, &cuts[level..], true)));
        return Some(());
    }
    let Some(size) = cuts.get(level) else {
        all.push((of, of));
        return Some(());
    };
    let inner = &cuts[level + 1..];
    let mut previous = None;
    for block in cut(of, *size) {
        if all.len() > BLOCKS_MAX {
            return None;
        }
        match before == Before::Step(level) {
            true => all.extend(previous.map(|previous| (leaf(block, inner, false), leaf(previous, inner, true)))),
            false => blocks(block, cuts, before, level + 1, all)?,
        }
        previous = Some(block);
    }
    Some(())
}
