//! A loop whose iterations run earlier or later.
//!
//! With `t` the times of loop `i`, `shift(S, i, c)` makes the times of the instances of `S` be
//! `t + c`; without `S` those of all instances. `c` is a sum of whole numbers and whole multiples of
//! parameters: `2`, `-1`, `N + 1`, `2*N - M`.

use crate::registry::Build;
use std::fmt;

use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;
use polyvet_poly::{Set, UnionSet};

use crate::schedule::nest::stmt_index;
use crate::schedule::transform::Above;
use crate::schedule::{Inapplicable, ParameterOffset, PerfectNest, Transform, unchanged};
use crate::{Args, RegistryEntry, ScriptName};

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "shift",
    aliases: &[],
    summary: "Adds OFFSET to the times of a loop, for one statement or for all.",
    params: "[S,] i, OFFSET",
    example: "shift(S0, i, 1)",
    build: Build::Schedule(parse),
};

/// A loop whose iterations run earlier or later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shift {
    /// The statement whose instances move; all below the loop if there is none.
    pub stmt: Option<ScriptName>,
    /// The loop.
    pub name: ScriptName,
    /// By how much.
    pub offset: ParameterOffset,
}

impl Shift {
    /// Moves all instances below a loop.
    pub fn new(name: impl Into<ScriptName>, offset: impl Into<ParameterOffset>) -> Shift {
        Shift {
            stmt: None,
            name: name.into(),
            offset: offset.into(),
        }
    }

    /// Moves only the instances of `stmt`.
    pub fn only(mut self, stmt: impl Into<ScriptName>) -> Shift {
        self.stmt = Some(stmt.into());
        self
    }
}

impl Transform for Shift {
    fn entry(&self) -> &'static RegistryEntry {
        &ENTRY
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        let Some(mut nest) = PerfectNest::take(scop, &[&self.name], self.stmt.as_ref())? else {
            return unchanged(scop);
        };
        let times = nest.levels[0].times.clone();
        let mut moved = times.clone().domain()?;
        if let Some(stmt) = &self.stmt {
            let all = Set::universe(scop.stmts[stmt_index(scop, stmt)?].domain.space()?)?;
            moved = moved.intersect(UnionSet::from_set(all)?)?;
        }
        // Where only one side is defined, the sum is that side.
        nest.levels[0].times = times.union_add(self.offset.on(moved, scop)?)?;
        nest.put(scop)
    }
}

fn parse(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    let stmt = args.stmt_before(2)?;
    let name = args.name()?;
    let offset = args.offset()?;
    Ok(Box::new(Shift { stmt, name, offset }))
}

impl fmt::Display for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "shift({}{}, {})", Above(&self.stmt), self.name, self.offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::{check_times, refusal, same_times, two_in_i};

    fn offset(text: &str) -> Option<ParameterOffset> {
        ParameterOffset::parse(&text.to_owned().into())
    }

    #[test]
    fn moves_one_statement_or_all() {
        let before = two_in_i();
        let all = Shift::new("i", 3).apply(&before).unwrap().scop;
        check_times(&all, "{ S0[i, j] -> [i + 3, 0, j]; S1[i, k] -> [i + 3, 1, k] }");
        let one = Shift::new("i", -1).only("S1").apply(&before).unwrap().scop;
        check_times(&one, "{ S0[i, j] -> [i, 0, j]; S1[i, k] -> [i - 1, 1, k] }");
        same_times(&before, &Shift::new("i", 1).only("S1").apply(&one).unwrap().scop);
        let far = Shift::new("i", offset("2*n - 1").unwrap())
            .only("S0")
            .apply(&before)
            .unwrap()
            .scop;
        check_times(&far, "[n] -> { S0[i, j] -> [i + 2n - 1, 0, j]; S1[i, k] -> [i, 1, k] }");
        let back = Shift::new("i", offset("1 - 2n").unwrap())
            .only("S0")
            .apply(&far)
            .unwrap()
            .scop;
        same_times(&before, &back);
    }

    #[test]
    fn refuses() {
        let why = refusal(&two_in_i(), "shift(i, 2*m + 1)");
        assert_eq!(why, ("there is no parameter `m` here", "m", "parameters: `n`").into());
    }
}
