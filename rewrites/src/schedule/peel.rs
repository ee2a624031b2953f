//! The first or last iterations of a loop in a loop of their own.
//!
//! `peel(i, 2)` runs the first two iterations apart, `peel(i, -1)` the last one, for each iteration of the loops
//! around. The order stays. With `lo` and `hi` the first and last time of the loop, there, and `s` its step, the
//! first `n` are those before `lo + n*s`, the last `n` those after `hi - n*s`. What stays is called `i`; what is
//! peeled off gets a fresh name.
//!
//! Source: Bacon, Graham and Sharp, 1994 (loop peeling); MLIR's `transform.loop.peel`.

use crate::registry::Build;
use std::fmt;

use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;
use polyvet_poly::{UnionPwAff, Val};

use crate::schedule::split::before;
use crate::schedule::transform::Above;
use crate::schedule::tree::{LoopPlace, ScheduleTree, stride};
use crate::schedule::{Inapplicable, Transform, unchanged};
use crate::{Args, RegistryEntry, ScriptName, Spanned};

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "peel",
    aliases: &[],
    summary: "Runs the first COUNT iterations of a loop, or the last if COUNT is negative, in a loop of their own.",
    params: "[S,] i, COUNT",
    example: "peel(i, 1)",
    build: Build::Schedule(parse),
};

/// The first or last iterations of a loop in a loop of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peel {
    /// Only a loop above this statement is meant.
    pub stmt: Option<ScriptName>,
    /// The loop.
    pub name: ScriptName,
    /// How many; the last ones if negative.
    pub count: Spanned<i64>,
}

impl Peel {
    /// Peels off the first iterations, or the last if `count` is negative.
    pub fn new(name: impl Into<ScriptName>, count: i64) -> Peel {
        Peel {
            stmt: None,
            name: name.into(),
            count: count.into(),
        }
    }
}

impl Transform for Peel {
    fn entry(&self) -> &'static RegistryEntry {
        &ENTRY
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        let Some(mut place) = LoopPlace::of(scop, &self.name, self.stmt.as_ref())? else {
            return unchanged(scop);
        };
        let (level, below) = place.take();
        let step = stride(&level.times, &place.instances)?;
        let (low, high) = place.range(&level.times)?;
        let count = self.count.value.saturating_mul(step);
        let number = |value| -> Result<UnionPwAff, Inapplicable> {
            Ok(UnionPwAff::val_on_domain(
                place.instances.clone(),
                Val::int_from_si(&scop.ctx, value)?,
            )?)
        };
        let bound = match count < 0 {
            false => low.add(number(count)?)?,
            true => high.add(number(count.saturating_add(1))?)?,
        };
        let first = before(&level.times, bound, &place.instances)?;
        let rest = place.instances.clone().subtract(first.clone())?.coalesce()?;
        let whole = ScheduleTree::Loop(Box::new(level), Box::new(below));
        let mut parts = vec![
            (first.clone(), whole.restrict(&first)?),
            (rest.clone(), whole.restrict(&rest)?),
        ];
        let peeled = usize::from(count < 0);
        if parts
            .iter()
            .all(|(instances, _)| !matches!(instances.is_empty(), Ok(true)))
        {
            parts[peeled].1 = parts[peeled].1.clone().renamed(&mut place.names);
        }
        let tree = ScheduleTree::sequence(parts)?;
        place.put(tree)
    }
}

fn parse(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    let stmt = args.stmt_before(2)?;
    let (name, count) = (args.name()?, args.int()?);
    Ok(Box::new(Peel { stmt, name, count }))
}

impl fmt::Display for Peel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "peel({}{}, {})", Above(&self.stmt), self.name, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::{check_times, scop, triangle};

    #[test]
    fn peels_the_first_or_the_last() {
        let first = Peel::new("j", 1).apply(&triangle()).unwrap().scop;
        check_times(
            &first,
            "{ S0[i, j] -> [i, 0, j] : j < 1; S0[i, j] -> [i, 1, j] : j >= 1 }",
        );
        assert_eq!(
            polyvet_analysis::loops::loop_names(&first.schedule).unwrap(),
            ["i", "j_1", "j"]
        );
        let last = Peel::new("j", -2).apply(&triangle()).unwrap().scop;
        check_times(
            &last,
            "{ S0[i, j] -> [i, 0, j] : j <= i - 2; S0[i, j] -> [i, 1, j] : j > i - 2 }",
        );
        assert_eq!(
            polyvet_analysis::loops::loop_names(&last.schedule).unwrap(),
            ["i", "j", "j_1"]
        );
    }

    #[test]
    fn a_loop_without_instances_stays() {
        let domain = "{ S0[i, j] : 0 <= i < 3 and j < 0 < j }";
        let idle = scop(
            domain,
            &format!(
                r#"{{ domain: "{domain}", child: {{ schedule: "i[{{ S0[i, j] -> [(i)] }}]", child: {{
                schedule: "j[{{ S0[i, j] -> [(j)] }}]" }} }} }}"#
            ),
        );
        let after = Peel::new("j", 0).apply(&idle).unwrap().scop;
        assert_eq!(idle.schedule.to_string(), after.schedule.to_string());
    }

    #[test]
    fn counts_iterations_not_times() {
        let steps = scop(
            "[n] -> { S0[i] : 1 <= i < n and (i - 1) mod 3 = 0 }",
            r#"{ domain: "[n] -> { S0[i] : 1 <= i < n and (i - 1) mod 3 = 0 }", child: { schedule: "i[{ S0[i] -> [(i)] }]" } }"#,
        );
        let after = Peel::new("i", 2).apply(&steps).unwrap().scop;
        check_times(&after, "{ S0[i] -> [0, i] : i <= 4; S0[i] -> [1, i] : i > 4 }");
    }
}
