//! Two loops that are side by side become one.
//!
//! With `s` the times of `i` and `t` those of `k`, the fused loop, called `i`, runs the bodies of both, first that
//! of `i`: the instances of the first at `s`, those of the second at `t + OFFSET`. Whatever stood between
//! the two runs after. Loops further inside are fused by the next step: `fuse(i, k); fuse(j, l)`. A mark stays if
//! both loops had it.
//!
//! Source: Kelly and Pugh, 1993 (fusion); MLIR's `affine-loop-fusion`; Bacon, Graham and Sharp, "Compiler
//! transformations for high-performance computing", 1994.

use crate::registry::Build;
use std::fmt;

use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;

use crate::schedule::tree::{LoopPlace, ScheduleTree};
use crate::schedule::{Inapplicable, ParameterOffset, Transform, unchanged};
use crate::{Args, RegistryEntry, ScriptName};
use polyvet_analysis::loops::LoopMarks;

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "fuse",
    aliases: &[],
    summary: "Makes two loops that stand side by side one, the second OFFSET later.",
    params: "i, j [, OFFSET]",
    example: "fuse(i, j)",
    build: Build::Schedule(parse),
};

/// Two loops become one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fuse {
    /// The loop that gives its name and its place.
    pub first: ScriptName,
    /// The loop whose body comes after.
    pub second: ScriptName,
    /// How much later the second runs.
    pub offset: ParameterOffset,
}

impl Fuse {
    /// Fuses two loops.
    pub fn new(first: impl Into<ScriptName>, second: impl Into<ScriptName>) -> Fuse {
        Fuse {
            first: first.into(),
            second: second.into(),
            offset: ParameterOffset::default(),
        }
    }

    /// Runs the second loop `offset` later.
    pub fn shifted(mut self, offset: impl Into<ParameterOffset>) -> Fuse {
        self.offset = offset.into();
        self
    }
}

impl Transform for Fuse {
    fn entry(&self) -> &'static RegistryEntry {
        &ENTRY
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        let places = (
            LoopPlace::of(scop, &self.first, None)?,
            LoopPlace::of(scop, &self.second, None)?,
        );
        let (Some(mut first), Some(second)) = places else {
            return unchanged(scop);
        };
        if !first.is_beside(&second) {
            return Err(Inapplicable::NotBeside {
                one: self.first.value.clone(),
                other: self.second.value.clone(),
                span: self.second.span,
            });
        }
        let (children, at) = first.around().expect("it stands beside another");
        let (one, other) = (children[at].clone(), children[second.index()].clone());
        let (ScheduleTree::Loop(one_level, one_body), ScheduleTree::Loop(other_level, other_body)) = (one.1, other.1)
        else {
            unreachable!("both are loops");
        };
        let later = self.offset.on(other_level.times.clone().domain()?, scop)?;
        let level = LoopMarks {
            name: one_level.name,
            marks: one_level
                .marks
                .into_iter()
                .filter(|mark| other_level.marks.contains(mark))
                .collect(),
            times: one_level.times.union_add(other_level.times.add(later)?)?,
        };
        let instances = one.0.clone().union(other.0.clone())?;
        let body = ScheduleTree::in_order(vec![(one.0, *one_body), (other.0, *other_body)]);
        let fused = ScheduleTree::Loop(Box::new(level), Box::new(body));
        children[at] = (instances, fused);
        children.remove(second.index());
        first.finish()
    }
}

fn parse(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    let (first, second) = (args.name()?, args.name()?);
    let offset = if args.is_done() {
        ParameterOffset::default()
    } else {
        args.offset()?
    };
    Ok(Box::new(Fuse { first, second, offset }))
}

impl fmt::Display for Fuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fuse({}, {}", self.first, self.second)?;
        match self.offset == ParameterOffset::default() {
            true => f.write_str(")"),
            false => write!(f, ", {})", self.offset),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::{check_times, refusal, same_times, side_by_side, two_in_i};

    #[test]
    fn fuses_at_any_depth() {
        let once = Fuse::new("i", "k").apply(&side_by_side()).unwrap().scop;
        check_times(&once, "{ S0[i, j] -> [i, 0, j]; S1[k, l] -> [k, 1, l] }");
        let twice = Fuse::new("j", "l").shifted(1).apply(&once).unwrap().scop;
        check_times(&twice, "{ S0[i, j] -> [i, j, 0]; S1[k, l] -> [k, l + 1, 1] }");
        let turned = Fuse::new("k", "i").apply(&side_by_side()).unwrap().scop;
        check_times(&turned, "{ S0[i, j] -> [i, 1, j]; S1[k, l] -> [k, 0, l] }");
        let inner = Fuse::new("j", "k").apply(&two_in_i()).unwrap().scop;
        check_times(&inner, "{ S0[i, j] -> [i, j, 0]; S1[i, k] -> [i, k, 1] }");
    }

    #[test]
    fn distribution_undoes_it() {
        let fused = Fuse::new("i", "k").apply(&side_by_side()).unwrap().scop;
        let back = crate::schedule::distribute::Distribute::new("i")
            .apply(&fused)
            .unwrap()
            .scop;
        same_times(&side_by_side(), &back);
    }

    #[test]
    fn refuses() {
        let help = "";
        let message = "loops `i` and `l` do not stand side by side: fuse the loops around them first";
        assert_eq!(refusal(&side_by_side(), "fuse(i, l)"), (message, "l", help).into());
        let message = "loops `j` and `j` do not stand side by side: fuse the loops around them first";
        assert_eq!(refusal(&side_by_side(), "fuse(j, j)"), (message, "j", help).into());
    }
}
