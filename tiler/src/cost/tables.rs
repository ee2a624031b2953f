//! Tables of costs for the program, and which orders can differ in them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry::{Occupied, Vacant};

use super::{Costs, TileCost, TiledOperand};
use crate::candidates::{Chain, blocks};
use crate::error::Result;
use crate::program::{CostRow, CostTable};

/// Iterations of a nest whose tiles are run for each size; of larger ones fewer sizes are looked at.
const SMALL_NEST: u64 = 20_000;

impl Costs<'_> {
    /// Sizes of one loop that are looked at for each of so many memories, where so many loops may be cut.
    pub fn sizes_max(&self, active: usize, memories: usize) -> usize {
        let slow = self.run.contains(&true) && self.iterations > SMALL_NEST;
        match (memories, active) {
            (1, 0..=2) => 20,
            (1, 3) if slow => 4,
            (1, 3) => 10,
            (1, 4) if slow => 3,
            (1, 4) => 7,
            (1, _) if slow => 3,
            (1, _) => 5,
            (2, 0..=2) => 12,
            (_, 3) if slow => 4,
            (2, 3) => 8,
            (2, 4) => 4,
            (_, 0..=2) => 6,
            _ => 3,
        }
    }

    /// The table of an operand in an order of all loops; each candidate is a size for each memory, the smallest first.
    pub fn table(&mut self, at: usize, order: &[usize], candidates: &[Vec<Chain>], reuse: bool) -> Result<CostTable> {
        let own = self.operands[at].own.clone();
        let memories = candidates.iter().flatten().map(Vec::len).max().unwrap_or(0);
        let last = order.iter().rposition(|place| own.contains(place));
        let upto = if reuse && memories == 1 {
            last.map_or(0, |last| last + 1)
        } else {
            // Tiles of tiles: all larger ones are outside the smaller.
            order.len()
        };
        let loops: Vec<usize> = order[..upto].to_vec();
        let mut entries: BTreeMap<Vec<usize>, Vec<TileCost>> = BTreeMap::new();
        let mut rows = Vec::new();
        let mut choice = vec![0; loops.len()];
        loop {
            let mut levels = vec![vec![None; candidates.len()]; memories];
            for (place, at) in loops.iter().zip(&choice) {
                for (level, size) in levels.iter_mut().zip(&candidates[*place][*at]) {
                    level[*place] = *size;
                }
            }
            let key: Vec<usize> = (loops.iter().zip(&choice))
                .filter(|(place, _)| own.contains(place))
                .map(|(_, at)| *at)
                .collect();
            let entries = match entries.entry(key) {
                Occupied(entries) => entries.into_mut(),
                Vacant(none) => {
                    let found: Result<Vec<TileCost>> = levels.iter().map(|sizes| self.entry(at, sizes)).collect();
                    none.insert(found?)
                }
            };
            let traffic = (entries.iter().enumerate())
                .map(|(memory, entry)| self.moved(entry, &own, &loops, &levels[memory..], reuse));
            rows.push(CostRow {
                choice: choice.clone(),
                footprints: entries.iter().map(|entry| entry.footprint).collect(),
                traffic: traffic.fold(0, u64::saturating_add),
            });
            let Some(next) = (0..choice.len()).find(|at| choice[*at] + 1 < candidates[loops[*at]].len()) else {
                break;
            };
            choice[next] += 1;
            choice[..next].fill(0);
        }
        Ok(CostTable { loops, rows })
    }

    /// What an operand of the loops `own` moves in tiles with `entry`: those of the first of `levels`, which lie in
    /// those of the next, all in the order of `loops`.
    fn moved(&self, entry: &TileCost, own: &[usize], loops: &[usize], levels: &[Vec<Option<i64>>], reuse: bool) -> u64 {
        let number = |level: usize, place: usize| {
            levels
                .get(level)
                .map_or(1, |sizes| blocks(sizes[place], self.ranges[place]) as u64)
        };
        // The innermost loop whose blocks bring other data: level by level from within.
        let places = || (0..levels.len()).flat_map(|level| loops.iter().rev().map(move |place| (level, *place)));
        let is_cut = |(level, place): (usize, usize)| number(level, place) > number(level + 1, place);
        let inner = match reuse {
            true => places().position(|at| own.contains(&at.1) && is_cut(at)),
            false => None,
        };
        let mut once = entry.total;
        let mut around = places().skip(inner.map_or(0, |inner| inner + 1));
        match inner {
            Some(inner) => {
                let (level, place) = places().nth(inner).unwrap_or_default();
                let shared = entry.shared.iter().find(|of| of.0 == place).map_or(0, |of| of.1);
                // Of all pairs of neighbours those within one tile of the level around.
                let (pairs, within) = (
                    number(level, place) - 1,
                    number(level, place) - number(level + 1, place),
                );
                once -= (u128::from(shared) * u128::from(within) / u128::from(pairs.max(1))) as u64;
            }
            None if reuse => around = places().skip(usize::MAX),
            None => {}
        }
        // In how many blocks each other loop is cut out there, counted by its innermost level.
        let mut seen: Vec<usize> = Vec::new();
        let mut times = 1u64;
        for (level, place) in around {
            if !own.contains(&place) && !seen.contains(&place) {
                seen.push(place);
                times = times.saturating_mul(number(level, place));
            }
        }
        once.saturating_mul(times)
    }

    /// What decides the costs of an order, but for loops of one block: for each operand its innermost loop, and the
    /// loops outside that on which it does not depend.
    fn signature(&self, order: &[usize]) -> Vec<(Option<usize>, Vec<usize>)> {
        let of = |operand: &TiledOperand| {
            let last = order.iter().rposition(|place| operand.own.contains(place));
            let before = &order[..last.unwrap_or(0)];
            let mut others: Vec<usize> = before
                .iter()
                .copied()
                .filter(|place| !operand.own.contains(place))
                .collect();
            others.sort_unstable();
            (last.map(|last| order[last]), others)
        };
        self.operands.iter().map(of).collect()
    }

    /// One order for each way in which costs may differ, those left out that are never better than another.
    pub fn distinct(&self, orders: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        let signatures: Vec<_> = orders.iter().map(|order| self.signature(order)).collect();
        let within = |one: &[usize], other: &[usize]| one.iter().all(|place| other.contains(place));
        let no_worse = |one: usize, other: usize| {
            let pairs = signatures[one].iter().zip(&signatures[other]);
            pairs
                .into_iter()
                .all(|(one, other)| one.0 == other.0 && within(&one.1, &other.1))
        };
        let beaten = |at: usize| {
            let by = |other: usize| other != at && no_worse(other, at) && (!no_worse(at, other) || other < at);
            (0..orders.len()).any(by)
        };
        let kept = (0..orders.len()).filter(|at| !beaten(*at));
        kept.map(|at| orders[at].clone()).collect()
    }
}
