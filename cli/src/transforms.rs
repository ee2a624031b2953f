//! `polyvet transforms`: what scripts can use.

use crate::session::{Outcomes, Session};
use polyvet_report::{Outcome, TransformEntry};
use polyvet_transforms::REGISTRY;

/// Runs the command.
pub fn run(session: &mut Session<'_>) -> Outcomes<()> {
    for entry in REGISTRY {
        session.push_plain(&Outcome::Transform(TransformEntry {
            name: entry.name,
            params: entry.params,
            summary: entry.summary,
            example: entry.example,
        }))?;
    }
    Ok(())
}
