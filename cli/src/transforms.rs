//! `polyvet transforms`: what scripts can use.

use crate::session::{Outcomes, Session};
use polyvet_report::{Outcome, TransformEntry};
use polyvet_transforms::REGISTRY;

/// Runs the command.
pub fn run(session: &mut Session<'_>) -> Outcomes<()> {
    let on_loops = REGISTRY.iter().map(|entry| (entry.signature(), entry.summary));
    let on_operations = polyvet_structured::REGISTRY
        .iter()
        .map(|entry| (entry.signature(), entry.summary));
    for (signature, summary) in on_loops.chain(on_operations) {
        session.push_plain(&Outcome::Transform(TransformEntry {
            name: signature.name,
            params: signature.params,
            summary,
            example: signature.example,
        }))?;
    }
    Ok(())
}
