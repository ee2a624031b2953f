//! How far dependences reach over loops of a schedule, wherever these stand by now.
//!
//! With `T` the times of some loops and `O` those of the loops around them, the distances of a dependence `D` are
//! `{ T(y) - T(x) : x -> y in D, O(x) = O(y) }`: what a loop around carries does not count (isl manual, "Dependence
//! Analysis"; Wolf and Lam, 1991).

use polyvet_analysis::scop::Scop;
use polyvet_poly::{Map, Set, UnionMap};

use crate::ScriptName;
use crate::schedule::Inapplicable;
use crate::schedule::nest::{PerfectNest, as_map};

/// Loops and when instances run in them.
#[derive(Clone, Debug)]
pub struct LoopTimes {
    /// Names of the loops, outermost first.
    pub names: Vec<String>,
    /// `{ S[i] -> [t] }`, a time for each loop.
    pub times: UnionMap,
    /// `{ S[i] -> [o] }`, the times of the loops around.
    outer: UnionMap,
}

impl LoopTimes {
    /// The loops of a perfect nest from the outermost to the innermost of `loops`; `None` if they never run.
    ///
    /// # Errors
    /// Where they do not form a perfect nest.
    pub fn of(
        scop: &Scop,
        loops: &[&ScriptName],
        stmt: Option<&ScriptName>,
    ) -> Result<Option<LoopTimes>, Inapplicable> {
        let Some(nest) = PerfectNest::take_all(scop, loops, stmt)? else {
            return Ok(None);
        };
        let (outer, instances) = nest.surroundings(scop, 0)?;
        let mut levels = nest.levels.iter();
        let first = levels.next().expect("a nest has a loop");
        let mut times = as_map(&first.times)?;
        for level in levels {
            times = times.flat_range_product(as_map(&level.times)?)?;
        }
        Ok(Some(LoopTimes {
            names: nest.levels.iter().map(|level| level.name.clone()).collect(),
            times: times.intersect_domain(instances)?,
            outer,
        }))
    }

    /// Both together: loops that are side by side, as if they were one.
    ///
    /// # Errors
    /// Budgets.
    pub fn beside(self, other: LoopTimes) -> Result<LoopTimes, Inapplicable> {
        Ok(LoopTimes {
            names: self.names,
            times: self.times.union(other.times)?,
            outer: self.outer.union(other.outer)?,
        })
    }

    /// The distances of a dependence `{ S[i] -> T[j] }`; `None` if there are none.
    ///
    /// # Errors
    /// Budgets.
    pub fn distances(&self, pairs: &Map) -> Result<Option<Set>, Inapplicable> {
        let together = self.outer.clone().apply_range(self.outer.clone().reverse()?)?;
        let pairs = UnionMap::from_map(pairs.clone())?.intersect(together)?;
        let moves = self
            .times
            .clone()
            .reverse()?
            .apply_range(pairs)?
            .apply_range(self.times.clone())?;
        let mut all: Option<Set> = None;
        for map in moves.maps()? {
            let deltas = map.deltas()?.coalesce()?;
            all = Some(match all {
                None => deltas,
                Some(all) => all.union(deltas)?,
            });
        }
        Ok(match all {
            Some(all) if !all.is_empty()? => Some(all),
            _ => None,
        })
    }
}
