//! An inner loop that starts later with each iteration of an outer one.
//!
//! With `s` the times of loop `j` and `t` those of `i` around it, `skew(j, i, f)` makes the times of
//! `j` be `s + f * t`. The order of execution stays; it is what lets a later interchange or tile be
//! legal: a distance `(a, b)` over `(i, j)` becomes `(a, b + f * a)`.

use std::fmt;

use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;
use polyvet_poly::Val;

use crate::nest::{find, find_around};
use crate::transform::Above;
use crate::{Args, Entry, Inapplicable, Name, Nest, Spanned, Transform};

/// The line in the registry.
pub static ENTRY: Entry = Entry {
    name: "skew",
    summary: "Adds FACTOR times the outer loop `i` to the times of the inner loop `j`.",
    params: "[S,] j, i, FACTOR",
    example: "skew(j, i, 1)",
    parse,
};

/// An inner loop that starts later with each iteration of an outer one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skew {
    /// Only loops above this statement are meant.
    pub stmt: Option<Name>,
    /// The loop whose times change.
    pub inner: Name,
    /// A loop around it.
    pub outer: Name,
    /// How many times the outer loop's time is added.
    pub factor: Spanned<i64>,
}

impl Skew {
    /// `inner + factor * outer`.
    pub fn new(inner: impl Into<Name>, outer: impl Into<Name>, factor: i64) -> Skew {
        Skew {
            stmt: None,
            inner: inner.into(),
            outer: outer.into(),
            factor: factor.into(),
        }
    }

    /// Means the loops above `stmt`.
    pub fn above(mut self, stmt: impl Into<Name>) -> Skew {
        self.stmt = Some(stmt.into());
        self
    }
}

impl Transform for Skew {
    fn entry(&self) -> &'static Entry {
        &ENTRY
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        if self.inner.value == self.outer.value {
            return Err(Inapplicable::NamedTwice {
                name: self.outer.value.clone(),
                span: self.outer.span,
            });
        }
        let inner = find(scop, &self.inner, self.stmt.as_ref())?;
        let Some(outer) = find_around(scop, &inner, &self.outer, self.stmt.as_ref())? else {
            return Err(Inapplicable::NotInside {
                outer: self.outer.value.clone(),
                inner: self.inner.value.clone(),
                span: self.inner.span,
            });
        };
        let slope = outer.band_get_partial_schedule()?.at(0)?;
        let slope = slope.scale_val(Val::int_from_si(&scop.ctx, self.factor.value)?)?;
        let mut nest = Nest::take(scop, &[&self.inner], self.stmt.as_ref())?;
        let times = &mut nest.levels[0].times;
        *times = times.clone().add(slope)?;
        nest.put(scop)
    }
}

fn parse(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    let stmt = args.stmt_before(3)?;
    let (inner, outer, factor) = (args.name()?, args.name()?, args.int()?);
    Ok(Box::new(Skew {
        stmt,
        inner,
        outer,
        factor,
    }))
}

impl fmt::Display for Skew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "skew({}{}, {}, {})",
            Above(&self.stmt),
            self.inner,
            self.outer,
            self.factor
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check_times, matmul, refusal, same_times, scop, triangle, two_in_i};

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
        let why = refusal(&triangle(), "skew(i, j, 1)");
        assert_eq!(why, ("loop `i` is not inside loop `j`", "i", "").into());
        let why = refusal(&triangle(), "skew(j, j, 1)");
        assert_eq!(why, ("loop `j` is named twice", "j", "").into());
        let why = refusal(&triangle(), "skew(j, q, 1)");
        assert_eq!(why, ("there is no loop `q` here", "q", "loops: `i`, `j`").into());
    }
}
