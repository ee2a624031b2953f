//! The search for sizes and order in one nest: for all memories together.
//!
//! For each order that may cost something else the program is solved over coarse candidates, and over tiles around the
//! best for one memory less; then again and again over candidates near the best. What it answers is evaluated exactly,
//! and the best of that is taken.

use std::collections::HashSet;

use crate::candidates::{Chain, Search, blocks};
use crate::choose::{Candidate, MemoryLevel, Objective, TilerOptions};
use crate::cost::{Costs, TiledOperand};
use crate::error::{Result, TilerError};
use crate::program::TilingProblem;

/// Loops whose sizes and order are looked for, at most; the longest.
const ACTIVE_MAX: usize = 5;
/// Orders whose sizes are looked for again near the best.
const REFINED_MAX: usize = 3;
/// How often.
const ROUNDS_MAX: usize = 4;
/// Answers of the program that are evaluated exactly.
const FINALISTS_MAX: usize = 6;

/// Sizes of all loops in the tiles for one memory.
type TileSizes = Vec<Option<i64>>;

/// An answer of the program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct SearchAnswer {
    /// What it moves, by the tables.
    traffic: u64,
    /// [`Costs::shortness`] of the smallest tiles.
    shortness: u64,
    /// All loops, outermost first.
    order: Vec<usize>,
    /// Loop by loop.
    chains: Vec<Chain>,
}

impl SearchAnswer {
    /// Memory by memory, the smallest first.
    fn sizes(&self, memories: usize) -> Vec<TileSizes> {
        let of = |memory: usize| self.chains.iter().map(|chain| chain[memory]).collect();
        (0..memories).map(of).collect()
    }
}

/// An answer, evaluated exactly.
#[derive(Clone)]
struct Evaluated {
    too_large: bool,
    /// What the objective says about it.
    key: u64,
    /// Memory by memory, the smallest first.
    options: Vec<Candidate>,
    answer: SearchAnswer,
}

/// Tiles for all memories, in one order.
pub struct Hierarchy {
    /// The smallest memory first.
    pub levels: Vec<MemoryLevel>,
    /// All loops, outermost first.
    pub order: Vec<usize>,
    /// The smallest memory first.
    pub sizes: Vec<TileSizes>,
}

/// The search in one nest.
pub struct Finder<'c, 'a> {
    costs: &'c mut Costs<'a>,
    options: &'c TilerOptions,
}

impl<'c, 'a> Finder<'c, 'a> {
    pub fn new(costs: &'c mut Costs<'a>, options: &'c TilerOptions) -> Finder<'c, 'a> {
        Finder { costs, options }
    }

    pub fn operands(&self) -> &[TiledOperand] {
        &self.costs.operands
    }

    fn memories(&self) -> usize {
        self.options.capacities.len()
    }

    /// The best tiles for all memories, not in an order of `refused`.
    ///
    /// # Errors
    /// [`TilerError::NothingFits`], what cannot be counted, isl's.
    pub fn best(&mut self, refused: &[Vec<usize>]) -> Result<Hierarchy> {
        let answers = self.answers(self.memories(), refused)?;
        if answers.is_empty() {
            return Err(self.nothing_fits()?);
        }
        let mut exact: Vec<Evaluated> = Vec::new();
        for answer in answers {
            let fits = exact.iter().any(|one| !one.too_large);
            if exact.len() >= FINALISTS_MAX && (fits || exact.len() >= 4 * FINALISTS_MAX) {
                break;
            }
            let one = self.evaluate(answer)?;
            // Where a loop that is not cut stands makes no difference.
            let same = |known: &Evaluated| known.options.iter().zip(&one.options).all(|(a, b)| is_same(a, b));
            if !exact.iter().any(same) {
                exact.push(one);
            }
        }
        exact.sort_by(|a, b| a.rank().cmp(&b.rank()));
        if exact.first().is_none_or(|best| best.too_large) {
            return Err(self.nothing_fits()?);
        }
        let best = exact.remove(0);
        let levels = self.options.capacities.iter().enumerate();
        let levels = levels.map(|(memory, (name, capacity))| {
            let chosen = best.options[memory].clone();
            let mut candidates: Vec<Candidate> = Vec::new();
            for other in exact.iter().map(|one| &one.options[memory]) {
                if !candidates.iter().chain([&chosen]).any(|known| is_same(known, other)) {
                    candidates.push(other.clone());
                }
            }
            MemoryLevel {
                memory: name.clone(),
                capacity: *capacity,
                chosen,
                candidates,
                least: 0,
            }
        });
        Ok(Hierarchy {
            levels: levels.collect(),
            order: best.answer.order.clone(),
            sizes: best.answer.sizes(self.memories()),
        })
    }

    /// Answers for the smallest memories, so many of them, the best first.
    fn answers(&mut self, memories: usize, refused: &[Vec<usize>]) -> Result<Vec<SearchAnswer>> {
        let orders = self.orders(refused);
        let mut starts = vec![self.candidates(memories, &|search, range, _| search.coarse_chains(memories, range))];
        if memories > 1 {
            // Around the best for the smaller ones alone.
            let mut inner = self.answers(memories - 1, refused)?;
            let mut seen = HashSet::new();
            inner.retain(|answer| seen.insert(answer.chains.clone()));
            for answer in inner.iter().take(REFINED_MAX) {
                let around = |search: Search, range, place: usize| search.chains_around(&answer.chains[place], range);
                starts.push(self.candidates(memories, &around));
            }
        }
        let mut answers = Vec::new();
        for (order, start) in orders
            .iter()
            .flat_map(|order| starts.iter().map(move |start| (order, start)))
        {
            answers.extend(self.solve(order, start)?);
        }
        answers.sort();
        for near in answers.iter().take(REFINED_MAX).cloned().collect::<Vec<_>>() {
            self.refine(near, &mut answers)?;
        }
        answers.sort();
        Ok(answers)
    }

    /// Again and again near the best, while that helps.
    fn refine(&mut self, mut near: SearchAnswer, answers: &mut Vec<SearchAnswer>) -> Result<()> {
        for _ in 0..ROUNDS_MAX {
            let memories = near.chains.first().map_or(0, Vec::len);
            let fine = |search: Search, range, place: usize| search.fine_chains(&near.chains[place], range);
            let fine = self.candidates(memories, &fine);
            let Some(better) = self.solve(&near.order, &fine)? else {
                break;
            };
            let gain = better.traffic < near.traffic;
            answers.push(better.clone());
            near = SearchAnswer {
                traffic: near.traffic.min(better.traffic),
                ..better
            };
            if !gain {
                break;
            }
        }
        Ok(())
    }

    /// What there is to choose from, loop by loop: `of` for those that may be cut, with the loop's range and place.
    fn candidates(&self, memories: usize, of: &dyn Fn(Search, (i64, i64), usize) -> Vec<Chain>) -> Vec<Vec<Chain>> {
        let active = self.active();
        let search = Search {
            multiple_of: self.options.multiple_of,
            even: self.options.objective == Objective::Balanced,
            count_max: self.costs.sizes_max(active.len(), memories),
        };
        let one = |(place, range): (usize, &(i64, i64))| match () {
            () if place < self.costs.nest.outer.len() => vec![vec![Some(1); memories]],
            () if active.contains(&place) => of(search, *range, place),
            () => vec![vec![None; memories]],
        };
        self.costs.ranges.iter().enumerate().map(one).collect()
    }

    /// The longest loops that may be cut.
    fn active(&self) -> Vec<usize> {
        let ranges = &self.costs.ranges;
        let extent = |place: usize| ranges[place].1 - ranges[place].0 + 1;
        let mut active: Vec<usize> = (self.costs.nest.outer.len()..ranges.len())
            .filter(|place| extent(*place) > 1)
            .collect();
        active.sort_by_key(|place| (std::cmp::Reverse(extent(*place)), *place));
        active.truncate(ACTIVE_MAX);
        active.sort_unstable();
        active
    }

    /// The orders of all loops that may differ in costs.
    fn orders(&self, refused: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let (active, outer, count) = (self.active(), self.costs.nest.outer.len(), self.costs.ranges.len());
        let idle = (outer..count).filter(|place| !active.contains(place));
        let (before, after): (Vec<usize>, Vec<usize>) = ((0..outer).collect(), idle.collect());
        let all = permutations(&active).into_iter();
        let mut all: Vec<Vec<usize>> = all.map(|active| [&before[..], &active, &after].concat()).collect();
        all.retain(|order| !refused.contains(order));
        self.costs.distinct(all)
    }

    /// The best sizes in one order, by the program.
    fn solve(&mut self, order: &[usize], candidates: &[Vec<Chain>]) -> Result<Option<SearchAnswer>> {
        let reuse = self.options.objective != Objective::Intensity;
        let count: Vec<Vec<i64>> = (candidates.iter().zip(&self.costs.ranges))
            .map(|(chains, range)| chains.iter().map(|chain| blocks(chain[0], *range)).collect())
            .collect();
        let mut tables = Vec::new();
        for operand in 0..self.costs.operands.len() {
            tables.push(self.costs.table(operand, order, candidates, reuse)?);
        }
        let memories = candidates.first().and_then(|chains| chains.first()).map_or(0, Vec::len);
        let program = TilingProblem {
            blocks: &count,
            tables,
            capacities: self.options.capacities[..memories]
                .iter()
                .map(|memory| memory.1)
                .collect(),
            forbidden: &[],
        };
        let Some(choice) = program.best()? else {
            return Ok(None);
        };
        let chains: Vec<Chain> = (candidates.iter().zip(&choice))
            .map(|(chains, at)| chains[*at].clone())
            .collect();
        let smallest: TileSizes = chains.iter().map(|chain| chain[0]).collect();
        Ok(Some(SearchAnswer {
            traffic: program.costs(&choice).1,
            shortness: self.costs.shortness(&smallest),
            order: order.to_vec(),
            chains,
        }))
    }

    fn evaluate(&self, answer: SearchAnswer) -> Result<Evaluated> {
        let sizes = answer.sizes(self.memories());
        let outermost_first: Vec<TileSizes> = sizes.iter().rev().cloned().collect();
        let mut options = Vec::new();
        for (memory, sizes) in sizes.iter().enumerate() {
            let mut option = self.candidate(&answer.order, sizes)?;
            if memory + 1 < self.memories() {
                // Within tiles of a larger memory, tiles of the smaller one run in another order.
                let around = &outermost_first[..self.memories() - memory];
                option.traffic = self.costs.exact(&answer.order, around)?.traffic;
            }
            options.push(option);
        }
        let key = options.iter().map(|option| match self.options.objective {
            Objective::Intensity => option.footprint.saturating_mul(option.tiles),
            _ => option.traffic.total(),
        });
        Ok(Evaluated {
            too_large: (options.iter().zip(&self.options.capacities))
                .any(|(option, (_, capacity))| option.footprint > *capacity),
            key: key.fold(0, u64::saturating_add),
            options,
            answer,
        })
    }

    /// Tiles for one memory, evaluated exactly.
    fn candidate(&self, order: &[usize], sizes: &[Option<i64>]) -> Result<Candidate> {
        let exact = self.costs.exact(order, &[sizes.to_vec()])?;
        let names = self.costs.nest.all();
        let outer = self.costs.nest.outer.len();
        let cut = |place: &&usize| **place >= outer && sizes[**place].is_some();
        let number = |place: usize| blocks(sizes[place], self.costs.ranges[place]) as u64;
        Ok(Candidate {
            sizes: (outer..names.len())
                .map(|place| (names[place].clone(), sizes[place]))
                .collect(),
            order: order.iter().filter(cut).map(|place| names[*place].clone()).collect(),
            footprint: exact.footprints.iter().sum(),
            footprints: exact.footprints,
            traffic: exact.traffic,
            sampled: exact.sampled,
            tiles: (0..names.len()).map(number).fold(1, u64::saturating_mul),
        })
    }

    fn nothing_fits(&self) -> Result<TilerError> {
        let candidates = self.candidates(1, &|search, range, _| search.coarse_chains(1, range));
        let sizes: TileSizes = candidates.iter().map(|chains| chains[0][0]).collect();
        let order: Vec<usize> = (0..sizes.len()).collect();
        let smallest = self.candidate(&order, &sizes)?;
        let size = |(name, size): &(String, Option<i64>)| match size {
            Some(size) => format!("{name}={size}"),
            None => format!("all of {name}"),
        };
        Ok(TilerError::NothingFits {
            capacity: self.options.capacities.first().map_or(0, |memory| memory.1),
            tile: smallest.sizes.iter().map(size).collect::<Vec<_>>().join(", "),
            bytes: smallest.footprint,
        })
    }
}

impl Evaluated {
    /// The least is the best.
    fn rank(&self) -> (bool, u64, u64, u64, &SearchAnswer) {
        let traffic = self.options.iter().map(|option| option.traffic.total());
        let tiles = self.options.iter().map(|option| option.tiles);
        let sum = |of: &mut dyn Iterator<Item = u64>| of.fold(0, u64::saturating_add);
        (
            self.too_large,
            self.key,
            sum(&mut traffic.into_iter()),
            sum(&mut tiles.into_iter()),
            &self.answer,
        )
    }
}

/// The same tiles in the same order.
fn is_same(one: &Candidate, other: &Candidate) -> bool {
    (&one.sizes, &one.order) == (&other.sizes, &other.order)
}

fn permutations(of: &[usize]) -> Vec<Vec<usize>> {
    if of.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, first) in of.iter().enumerate() {
        let rest = [&of[..at], &of[at + 1..]].concat();
        all.extend(
            permutations(&rest)
                .into_iter()
                .map(|rest| [&[*first], rest.as_slice()].concat()),
        );
    }
    all
}
