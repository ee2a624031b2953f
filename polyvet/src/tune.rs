//! A search for a good order among the legal ones.
//!
//! The best schedules so far are kept. A random one of them, or the program as it is, is changed by a random move
//! ([`moves_on_loops`]); what breaks a dependence is left there, what is legal has a cost. Legality is that of the whole
//! schedule, decided by the dependences of the program, for all sizes; the cost is a number at given sizes.

use crate::simulate::trace;
use polyvet_analysis::Scop;
use polyvet_ir::{Module, OpId};
use polyvet_poly::{PolyError, Result};
use polyvet_rewrites::apply_script;
use polyvet_rewrites::moves::{Move, moves_on_loops};
use polyvet_rewrites::parse_script;
use polyvet_runs::cache::CacheShape;
use polyvet_verify::legality::Checker;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

/// Schedules that are kept.
const KEPT: usize = 8;
/// One in so many changes is one of the program as it is.
const RESTART: usize = 8;
/// Steps of a script, at most.
const STEPS_MAX: usize = 8;
/// Changes in a row that give nothing new before the search ends.
const IDLE_MAX: usize = 2_000;

/// What it costs to run a program.
pub trait Cost {
    /// Of the program as `scop` schedules it; less is better.
    ///
    /// # Errors
    /// Why it cannot be told, in words.
    fn of(&mut self, scop: &Scop) -> std::result::Result<f64, String>;
}

/// Bytes that move between memories, the sum over all of them, in the generated program: it is run in the interpreter, and
/// each memory sees every access. A memory is one set of lines, least recently used out first.
pub struct Traffic<'a> {
    /// The program.
    pub module: &'a Module,
    /// The function.
    pub func: OpId,
    /// Values of all parameters.
    pub params: Vec<(String, i64)>,
    /// Bytes of each memory.
    pub capacities: Vec<u64>,
    /// Bytes of a line.
    pub line: u64,
}

impl Cost for Traffic<'_> {
    fn of(&mut self, scop: &Scop) -> std::result::Result<f64, String> {
        let trace = trace(scop, self.module, self.func, &self.params)?;
        let mut moved = 0;
        for capacity in &self.capacities {
            let counts = trace.through(CacheShape {
                capacity: *capacity,
                line: self.line,
                ways: None,
            })?;
            moved += (counts.misses + counts.written_back) * self.line;
        }
        Ok(moved as f64)
    }
}

/// Which orders are looked for.
#[derive(Clone, Debug)]
pub struct WantedOrders {
    /// Of tiles, blocks and factors.
    pub sizes: Vec<i64>,
    /// Only moves by these transforms.
    pub transforms: Vec<String>,
    /// Reductions may run in another order.
    pub reassociate: bool,
    /// Two searches with the same seed and the same costs are the same.
    pub seed: u64,
}

/// The transforms that change an order in ways that matter to memories.
pub const ORDERS: [&str; 12] = [
    "diamond",
    "distribute",
    "fuse",
    "interchange",
    "permute",
    "schedule",
    "skew",
    "strip_mine",
    "tile",
    "time_tile",
    "unimodular",
    "unroll_jam",
];

/// What became of a schedule.
#[derive(Clone, Debug, PartialEq)]
pub enum Fate {
    /// It is legal, and costs so much.
    Costs(f64),
    /// It breaks a dependence, or changes the order of a reduction where that is not wanted.
    Illegal,
    /// Its cost, or whether it is legal, cannot be told.
    Failed(String),
}

/// A schedule that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// The script; empty for the program as it is.
    pub script: String,
    /// What became of it.
    pub fate: Fate,
}

/// A schedule that is kept.
#[derive(Clone)]
struct KeptSchedule {
    steps: Vec<String>,
    scop: Scop,
    cost: f64,
    /// By transform; made when first needed.
    moves: Option<Rc<BTreeMap<&'static str, Vec<Move>>>>,
}

/// A search in one function.
pub struct Search<'c, 's> {
    checker: &'c Checker<'s>,
    wanted: WantedOrders,
    random: fastrand::Rng,
    start: KeptSchedule,
    /// The best first.
    kept: Vec<KeptSchedule>,
    /// Schedules that were met, as text.
    seen: HashSet<String>,
    /// Scripts whose fate is known from an earlier search.
    known: HashMap<String, Fate>,
}

/// Why there is no next schedule.
#[derive(Debug)]
pub enum NoNext {
    /// None was found in many attempts.
    Exhausted,
    /// isl failed.
    Poly(PolyError),
}

impl From<PolyError> for NoNext {
    fn from(error: PolyError) -> NoNext {
        NoNext::Poly(error)
    }
}

impl<'c, 's> Search<'c, 's> {
    /// Begins with the program as it is, which costs `cost`.
    ///
    /// # Errors
    /// isl's failures.
    pub fn new(checker: &'c Checker<'s>, wanted: WantedOrders, cost: f64) -> Result<Search<'c, 's>> {
        let start = KeptSchedule {
            steps: Vec::new(),
            scop: checker.scop().clone(),
            cost,
            moves: None,
        };
        Ok(Search {
            checker,
            random: fastrand::Rng::with_seed(wanted.seed),
            wanted,
            seen: HashSet::from([start.scop.schedule.to_string()]),
            kept: vec![start.clone()],
            start,
            known: HashMap::new(),
        })
    }

    /// Goes on where an earlier search ended: the best of what it tried is kept, and nothing of it is tried again.
    ///
    /// # Errors
    /// isl's failures.
    pub fn resume(&mut self, tried: Vec<Tried>) -> Result<()> {
        // Other random numbers than those that led there.
        self.random = fastrand::Rng::with_seed(self.wanted.seed ^ (tried.len() as u64).rotate_left(32));
        let mut best: Vec<(f64, String)> = Vec::new();
        for one in tried {
            if let (Fate::Costs(cost), false) = (&one.fate, one.script.is_empty()) {
                best.push((*cost, one.script.clone()));
            }
            self.known.insert(one.script, one.fate);
        }
        best.sort_by(|one, other| one.0.total_cmp(&other.0));
        for (cost, script) in best.into_iter().take(KEPT) {
            let Ok(parsed) = parse_script(&script) else { continue };
            let Ok(rewrite) = apply_script(self.checker.scop(), &parsed) else {
                continue;
            };
            self.seen.insert(rewrite.scop.schedule.to_string());
            let steps = parsed.steps.iter().map(ToString::to_string).collect();
            self.keep(KeptSchedule {
                steps,
                scop: rewrite.scop,
                cost,
                moves: None,
            });
        }
        Ok(())
    }

    /// The scripts that are kept with their costs, the best first.
    pub fn best(&self) -> impl Iterator<Item = (String, f64)> {
        self.kept.iter().map(|one| (one.steps.join("; "), one.cost))
    }

    /// Of schedules that cost the same, only the one with the fewest steps: the others add what changes nothing.
    fn keep(&mut self, one: KeptSchedule) {
        if let Some(at) = self.kept.iter().position(|kept| kept.cost == one.cost) {
            if one.steps.len() < self.kept[at].steps.len() {
                self.kept[at] = one;
            }
            return;
        }
        let rank = |kept: &KeptSchedule| (kept.cost, kept.steps.len());
        let at = self.kept.partition_point(|kept| rank(kept) <= rank(&one));
        self.kept.insert(at, one);
        self.kept.truncate(KEPT);
    }

    /// Tries one schedule that was not met before.
    ///
    /// # Errors
    /// See [`NoNext`].
    pub fn step(&mut self, cost: &mut dyn Cost) -> std::result::Result<Tried, NoNext> {
        for _ in 0..IDLE_MAX {
            let Some((from, next)) = self.propose()? else { continue };
            let steps: Vec<String> = from.steps.iter().cloned().chain([next.text]).collect();
            let script = steps.join("; ");
            if self.known.contains_key(&script) {
                continue;
            }
            let Ok(parsed) = parse_script(steps.last().map_or("", String::as_str)) else {
                continue;
            };
            // It has no place: not a schedule.
            let Ok(rewrite) = apply_script(&from.scop, &parsed) else {
                continue;
            };
            if !self.seen.insert(rewrite.scop.schedule.to_string()) {
                continue;
            }
            let scop = rewrite.scop;
            let fate = self.fate(&scop, cost)?;
            if let Fate::Costs(cost) = fate {
                self.keep(KeptSchedule {
                    steps,
                    scop,
                    cost,
                    moves: None,
                });
            }
            return Ok(Tried { script, fate });
        }
        Err(NoNext::Exhausted)
    }

    /// One of the kept schedules, better ones more often, and a move.
    fn propose(&mut self) -> Result<Option<(KeptSchedule, Move)>> {
        let restarts = self.random.usize(..RESTART) == 0;
        let at = self
            .random
            .usize(..self.kept.len())
            .min(self.random.usize(..self.kept.len()));
        let (random, wanted) = (&mut self.random, &self.wanted);
        let from = if restarts { &mut self.start } else { &mut self.kept[at] };
        if from.steps.len() >= STEPS_MAX {
            return Ok(None);
        }
        let moves = match &from.moves {
            Some(moves) => Rc::clone(moves),
            None => {
                let moves = Rc::new(moves(&from.scop, wanted)?);
                from.moves = Some(Rc::clone(&moves));
                moves
            }
        };
        // Transforms first: tiles have many sizes.
        let Some(of_one) = random.choice(moves.values()) else {
            return Ok(None);
        };
        let next = random.choice(of_one).cloned();
        Ok(next.map(|next| (from.clone(), next)))
    }

    fn fate(&self, scop: &Scop, cost: &mut dyn Cost) -> Result<Fate> {
        let checker = self.checker;
        let findings = checker
            .scop()
            .ctx
            .within(checker.budget(), None, || checker.findings(&scop.schedule));
        let findings = match findings {
            Err(error) if error.is_budget() => return Ok(Fate::Failed(error.to_string())),
            findings => findings?,
        };
        if findings.violation.is_some() || findings.reassociates && !self.wanted.reassociate {
            return Ok(Fate::Illegal);
        }
        Ok(match cost.of(scop) {
            Ok(cost) => Fate::Costs(cost),
            Err(why) => Fate::Failed(why),
        })
    }
}

fn moves(scop: &Scop, wanted: &WantedOrders) -> Result<BTreeMap<&'static str, Vec<Move>>> {
    let mut moves: BTreeMap<&'static str, Vec<Move>> = BTreeMap::new();
    for one in moves_on_loops(scop, &wanted.sizes)? {
        if wanted.transforms.iter().any(|name| name == one.entry.name) {
            moves.entry(one.entry.name).or_default().push(one);
        }
    }
    Ok(moves)
}
