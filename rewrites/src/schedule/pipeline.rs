//! Software pipelining: statements of one iteration run in several, so that those of one iteration do not wait for each
//! other.
//!
//! Each statement has a *stage*, a number of iterations of the loop; those that the script does not name have stage 0.
//! With `t` the times of loop `i` and `s` its step, the instances of a statement of stage `k` run at `t + k*s`. The first
//! iterations, in which not all stages have something to do, are the *prologue*, the last ones the *epilogue*: as many as
//! the largest stage less the smallest, each in a loop of its own. What is between them is the *kernel*, which keeps the
//! name of the loop and has the mark [`Mark::Pipelined`].
//!
//! Source: Lam, "Software pipelining: an effective scheduling technique for VLIW machines", 1988; MLIR's
//! `scf::PipeliningOption` (stages, prologue and epilogue).

use crate::registry::Build;
use std::fmt;

use polyvet_analysis::Mark;
use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;

use crate::schedule::peel::Peel;
use crate::schedule::shift::Shift;
use crate::schedule::transform::Above;
use crate::schedule::tree::{LoopPlace, ScheduleTree, stride};
use crate::schedule::{Inapplicable, Transform, unchanged};
use crate::{Args, RegistryEntry, ScriptName, Spanned};

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "pipeline",
    aliases: &[],
    summary: "Runs statements STAGE iterations later, with a prologue and an epilogue for what is left over.",
    params: "[S,] i, S=STAGE, ..",
    example: "pipeline(i, S1=1)",
    build: Build::Schedule(parse),
};

/// The most iterations that a prologue may have.
const STAGE_MAX: i64 = 64;

/// Software pipelining.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoftwarePipeline {
    /// Only a loop above this statement is meant.
    pub stmt: Option<ScriptName>,
    /// The loop.
    pub name: ScriptName,
    /// By how many iterations statements run later; the others run when they did.
    pub stages: Vec<(ScriptName, Spanned<i64>)>,
}

impl SoftwarePipeline {
    /// Statements of a loop run so many iterations later.
    pub fn new<N: Into<ScriptName>>(
        name: impl Into<ScriptName>,
        stages: impl IntoIterator<Item = (N, i64)>,
    ) -> SoftwarePipeline {
        SoftwarePipeline {
            stmt: None,
            name: name.into(),
            stages: stages
                .into_iter()
                .map(|(stmt, stage)| (stmt.into(), stage.into()))
                .collect(),
        }
    }

    /// How many stages there are besides the first.
    fn depth(&self, stmts: &[String]) -> i64 {
        let stage_of = |stmt: &String| self.stages.iter().find(|(named, _)| named.value == *stmt);
        let stages = || {
            stmts
                .iter()
                .map(|stmt| stage_of(stmt).map_or(0, |(_, stage)| stage.value))
        };
        stages().max().unwrap_or(0) - stages().min().unwrap_or(0)
    }
}

impl Transform for SoftwarePipeline {
    fn entry(&self) -> &'static RegistryEntry {
        &ENTRY
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        let mut done = unchanged(scop)?;
        let Some(mut place) = LoopPlace::of(scop, &self.name, self.stmt.as_ref())? else {
            return Ok(done);
        };
        let (level, below) = place.take();
        let step = stride(&level.times, &place.instances)?;
        let stmts = below.stmts(&place.instances)?;
        for (stmt, stage) in &self.stages {
            let later = Shift::new(self.name.clone(), stage.value.saturating_mul(step)).only(stmt.clone());
            done = later.apply(&done.scop)?;
        }
        let depth = self.depth(&stmts);
        if depth == 0 {
            return Ok(done);
        }
        for count in [depth, -depth] {
            let peel = Peel {
                stmt: self.stmt.clone(),
                ..Peel::new(self.name.clone(), count)
            };
            done = peel.apply(&done.scop)?;
        }
        let Some(mut kernel) = LoopPlace::of(&done.scop, &self.name, self.stmt.as_ref())? else {
            return unchanged(&done.scop);
        };
        let (mut level, below) = kernel.take();
        level.mark(Mark::Pipelined);
        kernel.put(ScheduleTree::Loop(Box::new(level), Box::new(below)))
    }
}

fn parse(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    let first = args.name()?;
    let (stmt, name) = match args.next_is_plain() {
        true => (Some(first), args.name()?),
        false => (None, first),
    };
    if args.is_done() {
        return Err(args.wrong("no statements"));
    }
    let mut stages: Vec<(ScriptName, Spanned<i64>)> = Vec::new();
    while !args.is_done() {
        let (stmt, stage) = args.keyed_int()?;
        if !(-STAGE_MAX..=STAGE_MAX).contains(&stage.value) {
            let what = format!("`{stage}` is no stage: stages are from -{STAGE_MAX} to {STAGE_MAX}");
            return Err(args.wrong_at(stage.span, what));
        }
        if stages.iter().any(|(known, _)| known.value == stmt.value) {
            return Err(args.wrong_at(stmt.span, format!("`{stmt}` has a stage already")));
        }
        stages.push((stmt, stage));
    }
    Ok(Box::new(SoftwarePipeline { stmt, name, stages }))
}

impl fmt::Display for SoftwarePipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stages: Vec<String> = self
            .stages
            .iter()
            .map(|(stmt, stage)| format!("{stmt}={stage}"))
            .collect();
        let (above, name) = (Above(&self.stmt), &self.name);
        write!(f, "pipeline({above}{name}, {})", stages.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::{check_times, two_in_i};

    #[test]
    fn prologue_kernel_and_epilogue() {
        let after = SoftwarePipeline::new("i", [("S1", 1)]).apply(&two_in_i()).unwrap().scop;
        check_times(
            &after,
            "[n] -> { S0[i, j] -> [0, 0, j, 0, 0] : i = 0; S0[i, j] -> [1, 0, i, 0, j] : i > 0;
              S1[i, k] -> [1, 0, i + 1, 1, k] : i < n - 1; S1[i, k] -> [1, 1, n, k, 0] : i = n - 1 }",
        );
    }

    #[test]
    fn refuses() {
        let refused = |script: &str| crate::parse_script(script).unwrap_err()[0].message.clone();
        let message = "`100` is no stage: stages are from -64 to 64";
        assert_eq!(refused("pipeline(i, S1=100)"), message);
        assert_eq!(refused("pipeline(i, S1=1, S1=2)"), "`S1` has a stage already");
    }
}
