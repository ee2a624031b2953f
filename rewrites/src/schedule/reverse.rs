//! A loop that runs backwards: times `t` become `-t`.

use crate::registry::Build;
use std::fmt;

use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;

use crate::schedule::transform::Above;
use crate::schedule::{Inapplicable, PerfectNest, Transform, unchanged};
use crate::{Args, RegistryEntry, ScriptName};

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "reverse",
    aliases: &[],
    summary: "Runs a loop backwards.",
    params: "[S,] i",
    example: "reverse(i)",
    build: Build::Schedule(parse),
};

/// A loop that runs backwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reverse {
    /// Only loops above this statement are meant.
    pub stmt: Option<ScriptName>,
    /// The loop.
    pub name: ScriptName,
}

impl Reverse {
    /// Turns a loop round.
    pub fn new(name: impl Into<ScriptName>) -> Reverse {
        Reverse {
            stmt: None,
            name: name.into(),
        }
    }

    /// Means the loop above `stmt`.
    pub fn above(mut self, stmt: impl Into<ScriptName>) -> Reverse {
        self.stmt = Some(stmt.into());
        self
    }
}

impl Transform for Reverse {
    fn entry(&self) -> &'static RegistryEntry {
        &ENTRY
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        let Some(mut nest) = PerfectNest::take(scop, &[&self.name], self.stmt.as_ref())? else {
            return unchanged(scop);
        };
        let times = &mut nest.levels[0].times;
        *times = times.clone().neg()?;
        nest.put(scop)
    }
}

fn parse(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    let stmt = args.stmt_before(1)?;
    Ok(Box::new(Reverse {
        stmt,
        name: args.name()?,
    }))
}

impl fmt::Display for Reverse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "reverse({}{})", Above(&self.stmt), self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::{check_times, same_times, two_in_i};

    #[test]
    fn turns_round_and_back() {
        let before = two_in_i();
        let once = Reverse::new("i").apply(&before).unwrap().scop;
        check_times(&once, "{ S0[i, j] -> [-i, 0, j]; S1[i, k] -> [-i, 1, k] }");
        same_times(&before, &Reverse::new("i").apply(&once).unwrap().scop);
        let inner = Reverse::new("k").above("S1").apply(&before).unwrap().scop;
        check_times(&inner, "{ S0[i, j] -> [i, 0, j]; S1[i, k] -> [i, 1, -k] }");
    }
}
