//! Two loops, one directly inside the other, become one that counts through both.
//!
//! With `s`, `t` the times of `i`, `j`, `p`, `q` their steps, `lo` the first time of `j` in its iteration of `i` and
//! `E` the greatest number of steps from `lo` to the last one, the coalesced loop, called `i`, runs at
//! `E * floor(s / p) + (t - lo) / q`. The order stays; where rows are shorter than `E` the loop has gaps. `E` must
//! be a number: a product of parameters is not affine.
//!
//! Source: Polychronopoulos, "Loop coalescing", 1987; MLIR's `affine-loop-coalescing`.

use crate::registry::{Alias, Build};
use std::fmt;

use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;
use polyvet_poly::{UnionPwAff, Val};

use crate::schedule::transform::Above;
use crate::schedule::tree::{range, small, stride};
use crate::schedule::{Inapplicable, PerfectNest, Transform, unchanged};
use crate::{Args, RegistryEntry, ScriptName};
use polyvet_analysis::loops::LoopMarks;

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "coalesce",
    aliases: &[Alias {
        name: "loop.coalesce",
        clauses: &[],
    }],
    summary: "Makes a loop and the one directly inside it one loop, if the inner one has at most so many iterations.",
    params: "[S,] i, j",
    example: "coalesce(i, j)",
    build: Build::Schedule(parse),
};

/// Two loops become one that counts through both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coalesce {
    /// Only loops above this statement are meant.
    pub stmt: Option<ScriptName>,
    /// The outer loop, which gives its name.
    pub outer: ScriptName,
    /// The loop directly inside.
    pub inner: ScriptName,
}

impl Coalesce {
    /// Makes the two one.
    pub fn new(outer: impl Into<ScriptName>, inner: impl Into<ScriptName>) -> Coalesce {
        Coalesce {
            stmt: None,
            outer: outer.into(),
            inner: inner.into(),
        }
    }
}

impl Transform for Coalesce {
    fn entry(&self) -> &'static RegistryEntry {
        &ENTRY
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        let loops = [&self.outer, &self.inner];
        let Some(mut nest) = PerfectNest::take(scop, &loops, self.stmt.as_ref())? else {
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
        if inner > outer + 1 {
            return Err(Inapplicable::LoopBetween {
                outer: self.outer.value.clone(),
                inner: self.inner.value.clone(),
                between: nest.levels[outer + 1].name.clone(),
                span: self.inner.span,
            });
        }
        let levels = nest.levels.clone();
        let (around, instances) = nest.surroundings(scop, inner)?;
        let (low, high) = range(&around, &instances, &levels[inner].times)?;
        let steps = [
            stride(&levels[outer].times, &instances)?,
            stride(&levels[inner].times, &instances)?,
        ];
        let most = high.sub(low.clone())?.max_val()?;
        let extent = match small(&most) {
            Some(most) if most >= 0 => most / steps[1] + 1,
            // Nothing runs.
            _ if instances.is_empty()? => 1,
            _ => {
                return Err(Inapplicable::NotBounded {
                    name: self.inner.value.clone(),
                    span: self.inner.span,
                });
            }
        };
        let divided = |times: UnionPwAff, by: i64| times.scale_down_val(Val::int_from_si(&scop.ctx, by)?)?.floor();
        let rows = divided(levels[outer].times.clone(), steps[0])?.scale_val(Val::int_from_si(&scop.ctx, extent)?)?;
        let times = rows.add(divided(levels[inner].times.clone().sub(low)?, steps[1])?)?;
        let marks = levels[outer].marks.iter();
        let level = LoopMarks {
            name: levels[outer].name.clone(),
            marks: marks
                .filter(|mark| levels[inner].marks.contains(mark))
                .cloned()
                .collect(),
            times,
        };
        nest.levels.splice(outer..=inner, [level]);
        nest.put(scop)
    }
}

fn parse(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    let stmt = args.stmt_before(2)?;
    let (outer, inner) = (args.name()?, args.name()?);
    Ok(Box::new(Coalesce { stmt, outer, inner }))
}

impl fmt::Display for Coalesce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "coalesce({}{}, {})", Above(&self.stmt), self.outer, self.inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::strip_mine::StripMine;
    use crate::schedule::testing::{check_times, matmul, refusal, same_times, scop, triangle};

    #[test]
    fn counts_through_both() {
        let rows = scop(
            "[n] -> { S0[i, j] : 0 <= i < n and 2 <= j < 7 }",
            r#"{ domain: "[n] -> { S0[i, j] : 0 <= i < n and 2 <= j < 7 }", child: { schedule: "i[{ S0[i, j] -> [(i)] }]",
            child: { schedule: "j[{ S0[i, j] -> [(j)] }]" } } }"#,
        );
        let after = Coalesce::new("i", "j").apply(&rows).unwrap().scop;
        check_times(&after, "{ S0[i, j] -> [5i + j - 2] }");
    }

    #[test]
    fn undoes_strip_mining() {
        let cut = StripMine::new("j", 8).apply(&matmul()).unwrap().scop;
        same_times(&matmul(), &Coalesce::new("j_t", "j").apply(&cut).unwrap().scop);
    }

    #[test]
    fn refuses() {
        let help = "fix the sizes with `--param`";
        let message = "loop `j` runs as often as the parameters say";
        assert_eq!(refusal(&triangle(), "coalesce(i, j)"), (message, "j", help).into());
        let message = "loop `j` stands between `i` and `k`";
        assert_eq!(refusal(&matmul(), "coalesce(i, k)"), (message, "k", "").into());
        let message = "loop `i` is not inside loop `k`";
        assert_eq!(refusal(&matmul(), "coalesce(k, i)"), (message, "i", "").into());
    }
}
