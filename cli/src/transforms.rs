//! `polyvet transforms`: what scripts can use.

use crate::session::{Outcomes, Session};
use polyvet_report::{Outcome, TransformEntry};
use polyvet_rewrites::REGISTRY;

/// Runs the command.
pub fn run(session: &mut Session<'_>) -> Outcomes<()> {
    for entry in REGISTRY {
        session.push_plain(&Outcome::Transform(TransformEntry {
            name: entry.name,
            params: entry.params,
            summary: entry.summary,
            example: entry.example,
            works_on: if entry.is_on_operations() {
                "operations"
            } else {
                "loops"
            },
            aliases: entry.aliases.iter().map(|alias| alias.name).collect(),
        }))?;
    }
    Ok(())
}
