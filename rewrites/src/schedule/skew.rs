//! A loop whose times grow with those of another.
//!
//! With `s` the times of loop `j` and `t` those of `i`, `skew(j, i, f)` makes the times of `j` be
//! `s + f * t`.
//!
//! - `i` around `j`: the order of execution stays. It is what lets a later interchange or tile be
//!   legal: a distance `(a, b)` over `(i, j)` becomes `(a, b + f * a)`.
//! - `i` inside `j`, the two in a perfect nest: a wavefront; `(a, b)` over `(j, i)` becomes
//!   `(a + f * b, b)`.

use crate::registry::Build;
use std::fmt;

use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;
use polyvet_poly::Val;

use crate::schedule::nest::{find, find_around};
use crate::schedule::transform::Above;
use crate::schedule::{Inapplicable, PerfectNest, Transform, unchanged};
use crate::{Args, RegistryEntry, ScriptName, Spanned};

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "skew",
    aliases: &[],
    summary: "Adds FACTOR times the times of loop `i`, around or inside, to those of loop `j`.",
    params: "[S,] j, i, FACTOR",
    example: "skew(j, i, 1)",
    build: Build::Schedule(parse),
};

/// A loop whose times grow with those of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skew {
    /// Only loops above this statement are meant.
    pub stmt: Option<ScriptName>,
    /// The loop whose times change.
    pub name: ScriptName,
    /// A loop around it, or inside it in a perfect nest.
    pub by: ScriptName,
    /// How many times the time of `by` is added.
    pub factor: Spanned<i64>,
}

impl Skew {
    /// `name + factor * by`.
    pub fn new(name: impl Into<ScriptName>, by: impl Into<ScriptName>, factor: i64) -> Skew {
        Skew {
            stmt: None,
            name: name.into(),
            by: by.into(),
            factor: factor.into(),
        }
    }

    /// Means the loops above `stmt`.
    pub fn above(mut self, stmt: impl Into<ScriptName>) -> Skew {
        self.stmt = Some(stmt.into());
        self
    }
}

impl Transform for Skew {
    fn entry(&self) -> &'static RegistryEntry {
        &ENTRY
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        let stmt = self.stmt.as_ref();
        if self.name.value == self.by.value {
            return Err(Inapplicable::NamedTwice {
                name: self.by.value.clone(),
                span: self.by.span,
            });
        }
        let around = match find(scop, &self.name, stmt) {
            // Only if it is the same with the other is there nothing to do.
            Err(Inapplicable::NeverRuns { .. }) => None,
            node => find_around(scop, &node?, &self.by, stmt)?,
        };
        let loops = [&self.name, &self.by];
        let loops = if around.is_some() { &loops[..1] } else { &loops };
        let Some(mut nest) = PerfectNest::take(scop, loops, stmt)? else {
            return unchanged(scop);
        };
        let place = |name: &ScriptName| nest.place(name);
        let slope = match around {
            Some(around) => around.band_get_partial_schedule()?.at(0)?,
            None => nest.levels[place(&self.by)].times.clone(),
        };
        let slope = slope.scale_val(Val::int_from_si(&scop.ctx, self.factor.value)?)?;
        let place = place(&self.name);
        let times = &mut nest.levels[place].times;
        *times = times.clone().add(slope)?;
        nest.put(scop)
    }
}

fn parse(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    let stmt = args.stmt_before(3)?;
    let (name, by, factor) = (args.name()?, args.name()?, args.int()?);
    Ok(Box::new(Skew { stmt, name, by, factor }))
}

impl fmt::Display for Skew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "skew({}{}, {}, {})",
            Above(&self.stmt),
            self.name,
            self.by,
            self.factor
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::{check_times, matmul, refusal, same_times, scop, triangle, two_in_i};

    #[test]
    fn adds_the_outer_times() {
        let after = Skew::new("j", "i", 2).apply(&triangle()).unwrap().scop;
        check_times(&after, "{ S0[i, j] -> [i, j + 2i] }");
        let after = Skew::new("k", "i", -1).apply(&matmul()).unwrap().scop;
        check_times(&after, "{ S0[i, j, k] -> [i, j, k - i] }");
        let after = Skew::new("k", "i", 1).apply(&two_in_i()).unwrap().scop;
        check_times(&after, "{ S0[i, j] -> [i, 0, j]; S1[i, k] -> [i, 1, k + i] }");
    }

    #[test]
    fn adds_the_inner_times() {
        let after = Skew::new("i", "j", 2).apply(&triangle()).unwrap().scop;
        check_times(&after, "{ S0[i, j] -> [i + 2j, j] }");
        let after = Skew::new("i", "k", -1).apply(&matmul()).unwrap().scop;
        check_times(&after, "{ S0[i, j, k] -> [i - k, j, k] }");
    }

    #[test]
    fn skewing_back_changes_nothing() {
        let before = matmul();
        let there = Skew::new("k", "j", 3).apply(&before).unwrap().scop;
        same_times(&before, &Skew::new("k", "j", -3).apply(&there).unwrap().scop);
    }

    #[test]
    fn above_a_statement_the_number_may_be_left_out() {
        let renamed = scop(
            "{ S0[i, j] : 0 <= i, j < 9 }",
            r#"{ domain: "{ S0[i, j] : 0 <= i, j < 9 }", child: { schedule: "d0_1[{ S0[i, j] -> [(i)] }]",
            child: { schedule: "d1_1[{ S0[i, j] -> [(j)] }]" } } }"#,
        );
        let after = Skew::new("d1", "d0", 1).above("S0").apply(&renamed).unwrap().scop;
        check_times(&after, "{ S0[i, j] -> [i, i + j] }");
    }

    #[test]
    fn refuses() {
        let why = refusal(&two_in_i(), "skew(k, j, 1)");
        assert_eq!(why, ("loop `j` is not inside loop `k`", "j", "").into());
        let why = refusal(&two_in_i(), "skew(i, k, 1)");
        assert_eq!(
            why,
            (
                "loops `i` and `k` are not perfectly nested: `S0` stands between them",
                "k",
                ""
            )
                .into()
        );
        let why = refusal(&triangle(), "skew(j, j, 1)");
        assert_eq!(why, ("loop `j` is named twice", "j", "").into());
        let why = refusal(&triangle(), "skew(j, q, 1)");
        assert_eq!(why, ("there is no loop `q` here", "q", "loops: `i`, `j`").into());
    }
}
