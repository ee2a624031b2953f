//! The claim that the iterations of a loop may be the lanes of one vector operation: the mark
//! [`Mark::Vector`] above its band.
//!
//! With a width the loop is first cut into blocks of that many iterations, as by
//! [`Tile`](crate::schedule::tile::Tile), and the claim is made of each block.

use crate::registry::Build;
use std::fmt;

use polyvet_analysis::Mark;
use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;

use crate::schedule::size::positive;
use crate::schedule::tile::block_starts;
use crate::schedule::transform::Above;
use crate::schedule::{Inapplicable, PerfectNest, Transform, unchanged};
use crate::{Args, RegistryEntry, ScriptName, Spanned};
use polyvet_analysis::loops::LoopMarks;
use polyvet_analysis::loops::fresh;

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "vectorize",
    aliases: &[],
    summary: "Claims that the iterations of a loop, or of each block of WIDTH of them, may be lanes of one vector.",
    params: "[S,] i [, WIDTH]",
    example: "vectorize(i, 8)",
    build: Build::Schedule(parse),
};

/// The claim that the iterations of a loop may be the lanes of one vector operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vectorize {
    /// Only loops above this statement are meant.
    pub stmt: Option<ScriptName>,
    /// The loop.
    pub name: ScriptName,
    /// Lanes; all iterations if there is none.
    pub width: Option<Spanned<i64>>,
}

impl Vectorize {
    /// Marks a whole loop.
    pub fn new(name: impl Into<ScriptName>) -> Vectorize {
        Vectorize {
            stmt: None,
            name: name.into(),
            width: None,
        }
    }

    /// Marks blocks of `width` iterations.
    pub fn width(mut self, width: i64) -> Vectorize {
        self.width = Some(width.into());
        self
    }

    /// Means the loop above `stmt`.
    pub fn above(mut self, stmt: impl Into<ScriptName>) -> Vectorize {
        self.stmt = Some(stmt.into());
        self
    }
}

impl Transform for Vectorize {
    fn entry(&self) -> &'static RegistryEntry {
        &ENTRY
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        if let Some(width) = &self.width {
            positive(&self.name, width)?;
        }
        let Some(mut nest) = PerfectNest::take_points(scop, &[&self.name], self.stmt.as_ref())? else {
            return unchanged(scop);
        };
        nest.levels[0].mark(Mark::Vector);
        if let Some(width) = &self.width {
            let blocks = LoopMarks {
                name: fresh(&format!("{}_t", nest.levels[0].name), scop, &[])?,
                marks: Vec::new(),
                times: block_starts(nest.levels[0].times.clone(), width.value)?,
            };
            nest.levels.insert(0, blocks);
        }
        nest.put(scop)
    }
}

fn parse(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    let has_width = args.len() > 1 && args.last_is_number();
    let stmt = args.stmt_before(1 + usize::from(has_width))?;
    let name = args.name()?;
    let width = if has_width { Some(args.int()?) } else { None };
    Ok(Box::new(Vectorize { stmt, name, width }))
}

impl fmt::Display for Vectorize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "vectorize({}{}", Above(&self.stmt), self.name)?;
        if let Some(width) = &self.width {
            write!(f, ", {width}")?;
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::{check_times, matmul, outline, refusal};

    #[test]
    fn marks_loops_and_blocks() {
        let whole = Vectorize::new("k").apply(&matmul()).unwrap().scop;
        assert_eq!(outline(&whole), "domain i j mark:vector k");
        let blocks = Vectorize::new("k").width(8).apply(&matmul()).unwrap().scop;
        assert_eq!(outline(&blocks), "domain i j k_t mark:vector k");
        check_times(&blocks, "{ S0[i, j, k] -> [i, j, 8*floor(k/8), k] }");
        let why = refusal(&matmul(), "vectorize(S0, k, 0)");
        assert_eq!(
            why,
            (
                "size 0 of loop `k` is not positive",
                "0",
                "sizes are whole numbers from 1"
            )
                .into()
        );
    }
}
