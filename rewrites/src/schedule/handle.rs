//! Names for the loops that a step makes: `io, jo = tile(i=32, j=32)`.
//!
//! A handle is the name of a loop from then on, so it goes wherever loops are named. The loops that a step makes
//! are those whose names the schedule did not have before, or had less often; outer before inner, in the order of the
//! schedule.

use std::fmt;

use polyvet_analysis::scop::{Rewrite, Scop};

use crate::schedule::transform::comma_list;
use crate::schedule::tree::ScheduleTree;
use crate::schedule::{Inapplicable, Transform, reschedule};
use crate::{RegistryEntry, ScriptName};
use polyvet_analysis::loops::loop_names;
use polyvet_analysis::loops::{one_loop_per_band, reserved};

/// A transform whose new loops have the names given.
#[derive(Debug)]
pub struct Handles {
    /// For each new loop.
    pub names: Vec<ScriptName>,
    /// What makes them.
    pub of: Box<dyn Transform>,
}

impl Transform for Handles {
    fn entry(&self) -> &'static RegistryEntry {
        self.of.entry()
    }

    fn named(&self) -> Option<&dyn Transform> {
        Some(&*self.of)
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        let rewrite = self.of.apply(scop)?;
        let mut old = loop_names(&one_loop_per_band(scop.schedule.clone(), &reserved(scop))?)?;
        let mut tree = ScheduleTree::of(&one_loop_per_band(rewrite.scop.schedule.clone(), &reserved(scop))?)?;
        let mut new = Vec::new();
        for level in tree.levels() {
            match old.iter().position(|name| *name == level.name) {
                Some(at) => _ = old.remove(at),
                None => new.push(level),
            }
        }
        if new.len() != self.names.len() {
            let span = self
                .names
                .iter()
                .fold(self.names[0].span, |all, name| all.to(name.span));
            return Err(Inapplicable::HandleCount {
                names: self.names.len(),
                loops: new.iter().map(|level| level.name.clone()).collect(),
                span,
            });
        }
        for (level, name) in new.into_iter().zip(&self.names) {
            level.name = name.value.clone();
        }
        let mut seen = reserved(scop);
        seen.extend(scop.stmts.iter().map(|stmt| stmt.name.clone()));
        for name in &self.names {
            if !seen.insert(name.value.clone()) {
                return Err(Inapplicable::NameTaken {
                    name: name.value.clone(),
                    span: name.span,
                });
            }
        }
        let schedule = tree.schedule(rewrite.scop.schedule.domain()?)?;
        Ok(Rewrite {
            instances: rewrite.instances,
            ..reschedule(&rewrite.scop, schedule)?
        })
    }
}

impl fmt::Display for Handles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", comma_list(&self.names), self.of)
    }
}

#[cfg(test)]
mod tests {
    use crate::schedule::testing::{check_times, matmul, refusal, triangle};
    use crate::{apply_script, parse_script};
    use polyvet_analysis::loops::loop_names;

    #[test]
    fn handles_are_loops() {
        let script = "io, ko = tile(i=4, k=4); interchange(io, ko); left, inner = peel(j, -1)";
        let after = apply_script(&matmul(), &parse_script(script).unwrap()).unwrap().scop;
        assert_eq!(
            loop_names(&after.schedule).unwrap(),
            ["ko", "io", "i", "j", "k", "left", "inner"].map(str::to_owned)
        );
    }

    #[test]
    fn refuses() {
        let message = "this step makes 2 new loops, not 1";
        let why = refusal(&triangle(), "a = tile(i=4, j=4)");
        assert_eq!(why.message(), message);
        let why = refusal(&triangle(), "a, b = reverse(i)");
        assert_eq!(why.message(), "this step makes 0 new loops, not 2");
        let why = refusal(&triangle(), "j = strip_mine(i, 4)");
        assert_eq!(why.message(), "`j` is taken");
        let after = apply_script(&triangle(), &parse_script("io = strip_mine(i, 4)").unwrap()).unwrap();
        check_times(&after.scop, "{ S0[i, j] -> [4*floor(i/4), i, j] }");
    }
}
