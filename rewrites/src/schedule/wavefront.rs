//! Diagonals of two loops of a perfect nest, the iterations of each at the same time.
//!
//! With `s`, `t` the times of `i`, `j` and `p`, `q` their steps, `i` runs at `s/p + t/q` and `j` inside is marked
//! parallel. Legal where no dependence goes backward in either loop (the two are permutable), as after skewing;
//! of tile loops it gives pipelined tiles.
//!
//! Source: Lamport, "The parallel execution of DO loops", 1974; Wolf and Lam, 1991 (wavefront of a fully
//! permutable nest).

use crate::registry::Build;
use std::fmt;

use polyvet_analysis::Mark;
use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;
use polyvet_poly::Val;

use crate::schedule::transform::Above;
use crate::schedule::tree::stride;
use crate::schedule::{Inapplicable, PerfectNest, Transform, unchanged};
use crate::{Args, RegistryEntry, ScriptName};

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "wavefront",
    aliases: &[],
    summary: "Runs the diagonals of two loops of a perfect nest one after the other, each in parallel.",
    params: "[S,] i, j",
    example: "wavefront(i, j)",
    build: Build::Schedule(parse),
};

/// Diagonals of two loops, each in parallel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wavefront {
    /// Only loops above this statement are meant.
    pub stmt: Option<ScriptName>,
    /// The loop that becomes the number of the diagonal.
    pub outer: ScriptName,
    /// The loop along the diagonal.
    pub inner: ScriptName,
}

impl Wavefront {
    /// Diagonals of two loops.
    pub fn new(outer: impl Into<ScriptName>, inner: impl Into<ScriptName>) -> Wavefront {
        Wavefront {
            stmt: None,
            outer: outer.into(),
            inner: inner.into(),
        }
    }
}

impl Transform for Wavefront {
    fn entry(&self) -> &'static RegistryEntry {
        &ENTRY
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        let Some(mut nest) = PerfectNest::take(scop, &[&self.outer, &self.inner], self.stmt.as_ref())? else {
            return unchanged(scop);
        };
        let (outer, inner) = (nest.place(&self.outer), nest.place(&self.inner));
        if outer > inner {
            return Err(Inapplicable::NotInside {
                outer: self.outer.value.clone(),
                inner: self.inner.value.clone(),
                span: self.inner.span,
            });
        }
        let (_, instances) = nest.surroundings(scop, inner)?;
        let counted = |place: usize| -> Result<_, Inapplicable> {
            let times = nest.levels[place].times.clone();
            let step = Val::int_from_si(&scop.ctx, stride(&times, &instances)?)?;
            Ok(times.scale_down_val(step)?.floor()?)
        };
        let diagonal = counted(outer)?.add(counted(inner)?)?;
        nest.levels[outer].times = diagonal;
        nest.levels[outer].marks.clear();
        nest.levels[inner].mark(Mark::Parallel);
        nest.put(scop)
    }
}

fn parse(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    let stmt = args.stmt_before(2)?;
    let (outer, inner) = (args.name()?, args.name()?);
    Ok(Box::new(Wavefront { stmt, outer, inner }))
}

impl fmt::Display for Wavefront {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wavefront({}{}, {})", Above(&self.stmt), self.outer, self.inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::{check_times, matmul, outline, triangle};
    use crate::schedule::tile::Tile;

    #[test]
    fn diagonals() {
        let after = Wavefront::new("i", "k").apply(&matmul()).unwrap().scop;
        check_times(&after, "{ S0[i, j, k] -> [i + k, j, k] }");
        assert_eq!(outline(&after), "domain i j mark:parallel k");
    }

    #[test]
    fn diagonals_of_tiles() {
        let tiled = Tile::new([("i", 4), ("j", 8)]).apply(&triangle()).unwrap().scop;
        let after = Wavefront::new("i_t", "j_t").apply(&tiled).unwrap().scop;
        check_times(&after, "{ S0[i, j] -> [floor(i/4) + floor(j/8), 8*floor(j/8), i, j] }");
    }
}
