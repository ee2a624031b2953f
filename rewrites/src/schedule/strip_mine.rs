//! A loop cut into blocks, in place: `i` becomes `i_t`, which runs over the blocks, with `i` directly inside.
//!
//! The order of execution stays, so it is always legal. [`Tile`] of one loop, under the name that Wolfe
//! ("Optimizing Supercompilers for Supercomputers", 1989) gave it.

use crate::registry::Build;
use std::fmt;

use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;

use crate::schedule::tile::Tile;
use crate::schedule::transform::Above;
use crate::schedule::{Inapplicable, TimesSize, Transform};
use crate::{Args, RegistryEntry, ScriptName, Spanned};

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "strip_mine",
    aliases: &[],
    summary: "Cuts a loop into blocks of SIZE iterations: `i_t` over the blocks, `i` directly inside.",
    params: "[S,] i, SIZE  |  [S,] i, PARAM",
    example: "strip_mine(i, 8)",
    build: Build::Schedule(parse),
};

/// A loop cut into blocks, in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StripMine {
    /// Only a loop above this statement is meant.
    pub stmt: Option<ScriptName>,
    /// The loop.
    pub name: ScriptName,
    /// Iterations of a block.
    pub size: Spanned<TimesSize>,
}

impl StripMine {
    /// Blocks of `size` iterations.
    pub fn new(name: impl Into<ScriptName>, size: impl Into<TimesSize>) -> StripMine {
        StripMine {
            stmt: None,
            name: name.into(),
            size: Spanned::from(size.into()),
        }
    }

    /// The same as a tiling.
    pub(crate) fn as_tile(&self) -> Tile {
        Tile {
            stmt: self.stmt.clone(),
            sizes: vec![(self.name.clone(), vec![self.size.clone()])],
        }
    }
}

impl Transform for StripMine {
    fn entry(&self) -> &'static RegistryEntry {
        &ENTRY
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        self.as_tile().apply(scop)
    }
}

fn parse(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    let stmt = args.stmt_before(2)?;
    let (name, size) = (args.name()?, args.size()?);
    Ok(Box::new(StripMine { stmt, name, size }))
}

impl fmt::Display for StripMine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "strip_mine({}{}, {})", Above(&self.stmt), self.name, self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::{check_times, matmul, refusal};

    #[test]
    fn blocks_stay_in_place() {
        let after = StripMine::new("j", 8).apply(&matmul()).unwrap().scop;
        check_times(&after, "{ S0[i, j, k] -> [i, 8*floor(j/8), j, k] }");
    }

    #[test]
    fn refuses() {
        let why = refusal(&matmul(), "strip_mine(j, 0)");
        let help = "sizes are whole numbers from 1";
        assert_eq!(why, ("size 0 of loop `j` is not positive", "0", help).into());
    }
}
