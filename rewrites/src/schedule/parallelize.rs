//! The claim that the iterations of a loop may run at the same time: the mark
//! [`Mark::Parallel`] above its band. The times do not change.

use crate::registry::Build;
use std::fmt;

use polyvet_analysis::Mark;
use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;

use crate::schedule::transform::Above;
use crate::schedule::{Inapplicable, PerfectNest, Transform, unchanged};
use crate::{Args, RegistryEntry, ScriptName};

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "parallelize",
    aliases: &[],
    summary: "Claims that the iterations of a loop may run at the same time.",
    params: "[S,] i",
    example: "parallelize(i)",
    build: Build::Schedule(parse),
};

/// The claim that the iterations of a loop may run at the same time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parallelize {
    /// Only loops above this statement are meant.
    pub stmt: Option<ScriptName>,
    /// The loop.
    pub name: ScriptName,
}

impl Parallelize {
    /// Marks a loop.
    pub fn new(name: impl Into<ScriptName>) -> Parallelize {
        Parallelize {
            stmt: None,
            name: name.into(),
        }
    }

    /// Means the loop above `stmt`.
    pub fn above(mut self, stmt: impl Into<ScriptName>) -> Parallelize {
        self.stmt = Some(stmt.into());
        self
    }
}

impl Transform for Parallelize {
    fn entry(&self) -> &'static RegistryEntry {
        &ENTRY
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        let Some(mut nest) = PerfectNest::take_all(scop, &[&self.name], self.stmt.as_ref())? else {
            return unchanged(scop);
        };
        nest.levels[0].mark(Mark::Parallel);
        nest.put(scop)
    }
}

fn parse(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    let stmt = args.stmt_before(1)?;
    Ok(Box::new(Parallelize {
        stmt,
        name: args.name()?,
    }))
}

impl fmt::Display for Parallelize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "parallelize({}{})", Above(&self.stmt), self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::interchange::Interchange;
    use crate::schedule::testing::{matmul, outline, same_times};
    use crate::schedule::tile::Tile;

    #[test]
    fn marks_once() {
        let before = matmul();
        let once = Parallelize::new("j").apply(&before).unwrap().scop;
        assert_eq!(outline(&once), "domain i mark:parallel j k");
        same_times(&before, &once);
        let twice = Parallelize::new("j").apply(&once).unwrap().scop;
        assert_eq!(outline(&twice), "domain i mark:parallel j k");
    }

    #[test]
    fn a_mark_goes_with_its_loop() {
        let marked = Parallelize::new("j").apply(&matmul()).unwrap().scop;
        let after = |transform: &dyn Transform| outline(&transform.apply(&marked).unwrap().scop);
        assert_eq!(after(&Interchange::new("i", "j")), "domain mark:parallel j i k");
        assert_eq!(after(&Interchange::new("j", "k")), "domain i k mark:parallel j");
        assert_eq!(after(&Interchange::new("i", "k")), "domain k mark:parallel j i");
        assert_eq!(
            after(&Tile::new([("j", 4), ("k", 4)])),
            "domain i j_t k_t mark:parallel j k"
        );
    }
}
