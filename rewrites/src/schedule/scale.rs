//! A loop whose times are multiplied: `scale(i, 2)` runs `i = 0, 1, 2` at `0, 2, 4`.
//!
//! The order stays. It makes loops of different strides fit together before they are fused or skewed (Kelly and
//! Pugh, "A framework for unifying reordering transformations", 1993: scaling).

use crate::registry::Build;
use std::fmt;

use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;
use polyvet_poly::Val;

use crate::schedule::size::positive;
use crate::schedule::transform::Above;
use crate::schedule::{Inapplicable, PerfectNest, Transform, unchanged};
use crate::{Args, RegistryEntry, ScriptName, Spanned};

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "scale",
    aliases: &[],
    summary: "Multiplies the times of a loop by FACTOR.",
    params: "[S,] i, FACTOR",
    example: "scale(i, 2)",
    build: Build::Schedule(parse),
};

/// A loop whose times are multiplied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Only a loop above this statement is meant.
    pub stmt: Option<ScriptName>,
    /// The loop.
    pub name: ScriptName,
    /// From 1.
    pub factor: Spanned<i64>,
}

impl Scale {
    /// Multiplies by `factor`.
    pub fn new(name: impl Into<ScriptName>, factor: i64) -> Scale {
        Scale {
            stmt: None,
            name: name.into(),
            factor: factor.into(),
        }
    }
}

impl Transform for Scale {
    fn entry(&self) -> &'static RegistryEntry {
        &ENTRY
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        positive(&self.name, &self.factor)?;
        let Some(mut nest) = PerfectNest::take(scop, &[&self.name], self.stmt.as_ref())? else {
            return unchanged(scop);
        };
        let times = &mut nest.levels[0].times;
        *times = times
            .clone()
            .scale_val(Val::int_from_si(&scop.ctx, self.factor.value)?)?;
        nest.put(scop)
    }
}

fn parse(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    let stmt = args.stmt_before(2)?;
    let (name, factor) = (args.name()?, args.int()?);
    Ok(Box::new(Scale { stmt, name, factor }))
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "scale({}{}, {})", Above(&self.stmt), self.name, self.factor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::{check_times, triangle};

    #[test]
    fn multiplies_times() {
        let after = Scale::new("j", 3).apply(&triangle()).unwrap().scop;
        check_times(&after, "{ S0[i, j] -> [i, 3j] }");
    }
}
