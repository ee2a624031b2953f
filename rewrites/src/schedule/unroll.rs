//! Iterations of a loop written one after the other.
//!
//! `unroll(i, 4)`: with `lo` the first time of the loop for each iteration of those around, and `s` its step, the
//! blocks `lo + 4*s*floor((t - lo) / (4*s))` that have all their iterations, those before
//! `lo + 4*s*floor((hi + s - lo) / (4*s))`, run in a loop `i_t`, whose body is the four iterations; what is left
//! runs in a loop of its own. `unroll(i)` leaves no loop, if the number of
//! iterations is bounded by a number. The order stays.
//!
//! `unroll_jam(i, 4)` also moves the four iterations inside all loops below `i`: they run side by side.
//!
//! The loop that is written out has the mark [`Mark::Unroll`].
//!
//! Source: MLIR's `affine-loop-unroll`, `affine-loop-unroll-jam`; Callahan, Cocke and Kennedy, "Estimating
//! interlock and improving balance for pipelined architectures", 1988 (unroll-and-jam).

use crate::registry::{Alias, Build};
use std::fmt;

use polyvet_analysis::Mark;
use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;
use polyvet_poly::{UnionPwAff, Val};

use crate::schedule::size::positive;
use crate::schedule::split::before;
use crate::schedule::tile::block_starts;
use crate::schedule::transform::Above;
use crate::schedule::tree::{LoopPlace, ScheduleTree, small, stride};
use crate::schedule::{Inapplicable, Transform, unchanged};
use crate::{Args, RegistryEntry, ScriptName, Spanned};
use polyvet_analysis::loops::LoopMarks;

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "unroll",
    aliases: &[Alias {
        name: "loop.unroll",
        clauses: &["factor"],
    }],
    summary: "Writes FACTOR iterations of a loop one after the other, or all of them.",
    params: "[S,] i [, FACTOR]",
    example: "unroll(i, 4)",
    build: Build::Schedule(|args| parse(args, false)),
};

/// The line in the registry.
pub static ENTRY_JAM: RegistryEntry = RegistryEntry {
    name: "unroll_jam",
    aliases: &[Alias {
        name: "loop.unroll_and_jam",
        clauses: &["factor"],
    }],
    summary: "Writes FACTOR iterations of a loop side by side inside all loops below it.",
    params: "[S,] i, FACTOR",
    example: "unroll_jam(i, 2)",
    build: Build::Schedule(|args| parse(args, true)),
};

/// More iterations than this are not written out.
const MOST: i64 = 1024;

/// Iterations of a loop written one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unroll {
    /// Only a loop above this statement is meant.
    pub stmt: Option<ScriptName>,
    /// The loop.
    pub name: ScriptName,
    /// How many; all if there is none.
    pub factor: Option<Spanned<i64>>,
    /// Inside all loops below.
    pub jam: bool,
}

impl Unroll {
    /// Writes out all iterations.
    pub fn all(name: impl Into<ScriptName>) -> Unroll {
        Unroll {
            stmt: None,
            name: name.into(),
            factor: None,
            jam: false,
        }
    }

    /// Writes out `factor` iterations.
    pub fn by(name: impl Into<ScriptName>, factor: i64) -> Unroll {
        Unroll {
            factor: Some(factor.into()),
            ..Unroll::all(name)
        }
    }

    /// Writes `factor` iterations inside all loops below.
    pub fn jam(name: impl Into<ScriptName>, factor: i64) -> Unroll {
        Unroll {
            jam: true,
            ..Unroll::by(name, factor)
        }
    }
}

impl Transform for Unroll {
    fn entry(&self) -> &'static RegistryEntry {
        if self.jam { &ENTRY_JAM } else { &ENTRY }
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        if let Some(factor) = &self.factor {
            positive(&self.name, factor)?;
        }
        let Some(mut place) = LoopPlace::of(scop, &self.name, self.stmt.as_ref())? else {
            return unchanged(scop);
        };
        let (level, below) = place.take();
        let step = stride(&level.times, &place.instances)?;
        let (low, high) = place.range(&level.times)?;
        let Some(factor) = &self.factor else {
            let count = high.sub(low)?.max_val()?;
            if !count.is_int()? || small(&count).is_none_or(|count| count / step >= MOST) {
                return Err(self.not_bounded());
            }
            let mut level = level;
            level.mark(Mark::Unroll);
            return place.put(ScheduleTree::Loop(Box::new(level), Box::new(below)));
        };
        if factor.value > MOST {
            return Err(self.not_bounded());
        }
        let width = factor.value.checked_mul(step).ok_or_else(|| self.not_bounded())?;
        let starts = block_starts(level.times.clone().sub(low.clone())?, width)?.add(low.clone())?;
        // One past the last full block.
        let one = UnionPwAff::val_on_domain(place.instances.clone(), Val::int_from_si(&scop.ctx, step)?)?;
        let end = block_starts(high.add(one)?.sub(low.clone())?, width)?.add(low)?;
        let main = before(&level.times, end, &place.instances)?;
        let rest = place.instances.clone().subtract(main.clone())?.coalesce()?;
        let whole = ScheduleTree::Loop(Box::new(level.clone()), Box::new(below.clone()));
        let rest_tree = whole.restrict(&rest)?;

        let blocks = LoopMarks {
            name: place.names.fresh(&format!("{}_t", level.name)),
            marks: Vec::new(),
            times: starts.intersect_domain(main.clone())?,
        };
        let rest_tree = match main.is_empty()? {
            true => rest_tree,
            false => rest_tree.renamed(&mut place.names),
        };
        let mut inner = level;
        inner.times = inner.times.intersect_domain(main.clone())?;
        inner.mark(Mark::Unroll);
        let below = below.restrict(&main)?;
        let body = match self.jam {
            true => below.innermost(&inner),
            false => ScheduleTree::Loop(Box::new(inner), Box::new(below)),
        };
        let main_tree = ScheduleTree::Loop(Box::new(blocks), Box::new(body));
        let tree = ScheduleTree::sequence([(main, main_tree), (rest, rest_tree)])?;
        place.put(tree)
    }
}

impl Unroll {
    fn not_bounded(&self) -> Inapplicable {
        Inapplicable::NotBounded {
            name: self.name.value.clone(),
            span: self.name.span,
        }
    }
}

fn parse(args: &mut Args, jam: bool) -> Result<Box<dyn Transform>, Diagnostic> {
    let has_factor = jam || args.len() > 1 && args.last_is_number();
    let stmt = args.stmt_before(1 + usize::from(has_factor))?;
    let name = args.name()?;
    let factor = if has_factor { Some(args.int()?) } else { None };
    Ok(Box::new(Unroll {
        stmt,
        name,
        factor,
        jam,
    }))
}

impl fmt::Display for Unroll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({}{}", self.name(), Above(&self.stmt), self.name)?;
        match &self.factor {
            Some(factor) => write!(f, ", {factor})"),
            None => f.write_str(")"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::{check_times, outline, refusal, scop, triangle};

    #[test]
    fn full_blocks_and_the_rest() {
        let after = Unroll::by("j", 4).apply(&triangle()).unwrap().scop;
        check_times(
            &after,
            "{ S0[i, j] -> [i, 0, 4*floor(j/4), j] : 4*floor(j/4) + 3 <= i;
               S0[i, j] -> [i, 1, j, 0] : 4*floor(j/4) + 3 > i }",
        );
        assert_eq!(outline(&after), "domain i sequence filter j_t mark:unroll j filter j_1");
    }

    #[test]
    fn jams() {
        let after = Unroll::jam("i", 2).apply(&square(6)).unwrap().scop;
        check_times(&after, "{ S0[i, j] -> [2*floor(i/2), j, i] }");
        assert_eq!(outline(&after), "domain i_t j mark:unroll i");
    }

    #[test]
    fn unrolls_whole_loops() {
        let after = Unroll::all("j").apply(&square(6)).unwrap().scop;
        assert_eq!(outline(&after), "domain i mark:unroll j");
        let why = refusal(&triangle(), "unroll(j)");
        let help = "fix the sizes with `--param`";
        assert_eq!(why, ("loop `j` runs as often as the parameters say", "j", help).into());
    }

    fn square(size: i64) -> Scop {
        let domain = format!("{{ S0[i, j] : 0 <= i, j < {size} }}");
        scop(
            &domain,
            &format!(
                r#"{{ domain: "{domain}", child: {{ schedule: "i[{{ S0[i, j] -> [(i)] }}]", child: {{
                schedule: "j[{{ S0[i, j] -> [(j)] }}]" }} }} }}"#
            ),
        )
    }
}
