//! All named loops of a perfect nest in a new order: `permute(k, i, j)` puts `k` where the outermost of the
//! three stood, then `i`, then `j`. Loops between them stay where they are.
//!
//! Source: MLIR's `interchange` of structured ops and `permuteLoops`; Wolf and Lam, "A loop transformation theory
//! and an algorithm to maximize parallelism", 1991.

use crate::registry::Build;
use std::fmt;

use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;

use crate::schedule::transform::comma_list;
use crate::schedule::{Inapplicable, PerfectNest, Transform, unchanged};
use crate::{Args, RegistryEntry, ScriptName};

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "permute",
    aliases: &[],
    summary: "Puts loops of a perfect nest in the order in which they are listed.",
    params: "i, j, ..",
    example: "permute(j, i)",
    build: Build::Schedule(parse),
};

/// Loops of a perfect nest in a new order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permute {
    /// Outermost first.
    pub order: Vec<ScriptName>,
}

impl Permute {
    /// Puts loops in this order.
    pub fn new<N: Into<ScriptName>>(order: impl IntoIterator<Item = N>) -> Permute {
        Permute {
            order: order.into_iter().map(Into::into).collect(),
        }
    }
}

impl Transform for Permute {
    fn entry(&self) -> &'static RegistryEntry {
        &ENTRY
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        let order: Vec<&ScriptName> = self.order.iter().collect();
        if order.is_empty() {
            return unchanged(scop);
        }
        let Some(mut nest) = PerfectNest::take_all(scop, &order, None)? else {
            return unchanged(scop);
        };
        let sources: Vec<usize> = order.iter().map(|name| nest.place(name)).collect();
        let mut places = sources.clone();
        places.sort_unstable();
        let before = nest.levels.clone();
        for (place, source) in places.into_iter().zip(sources) {
            nest.levels[place] = before[source].clone();
        }
        nest.put(scop)
    }
}

fn parse(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    if args.len() < 2 {
        return Err(args.wrong("two loops or more"));
    }
    Ok(Box::new(Permute { order: args.names()? }))
}

impl fmt::Display for Permute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "permute({})", comma_list(&self.order))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::{check_times, matmul, refusal, same_times, two_in_i};

    #[test]
    fn puts_loops_in_order() {
        let after = Permute::new(["k", "i", "j"]).apply(&matmul()).unwrap().scop;
        check_times(&after, "{ S0[i, j, k] -> [k, i, j] }");
        let back = Permute::new(["i", "j", "k"]).apply(&after).unwrap().scop;
        same_times(&matmul(), &back);
        let outer = Permute::new(["k", "i"]).apply(&matmul()).unwrap().scop;
        check_times(&outer, "{ S0[i, j, k] -> [k, j, i] }");
    }

    #[test]
    fn refuses() {
        let why = refusal(&two_in_i(), "permute(j, i)");
        let message = "loops `i` and `j` are not perfectly nested: `S1` stands between them";
        assert_eq!(why, (message, "j", "").into());
    }
}
