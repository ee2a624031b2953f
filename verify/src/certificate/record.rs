//! Where a proof leaves what it rests on, if somebody asked.

use super::{Certificate, ProofPart};
use crate::Verdict;
use polyvet_analysis::Scop;
use polyvet_poly::Schedule;
use std::cell::RefCell;

/// Collects the parts of a proof while it is made. Nothing that is recorded has an influence on any verdict.
#[derive(Debug, Default)]
pub struct Record {
    parts: Option<RefCell<Vec<ProofPart>>>,
}

impl Record {
    /// Nobody asked.
    pub fn off() -> Record {
        Record { parts: None }
    }

    /// Everything is kept.
    pub fn on() -> Record {
        Record {
            parts: Some(RefCell::default()),
        }
    }

    /// Keeps a part, which is only made if somebody asked.
    pub(crate) fn add(&self, part: impl FnOnce() -> ProofPart) {
        if let Some(parts) = &self.parts {
            let part = part();
            parts.borrow_mut().push(part);
        }
    }

    /// Keeps the claims of a schedule that was proved because it keeps all dependences.
    pub fn order(&self, scop: &Scop, schedule: &Schedule, verdict: &Verdict) {
        if let Verdict::Proved(proof) = verdict {
            self.add(|| super::of_schedule(scop, schedule, proof.strength));
        }
    }

    /// Keeps that a step of the proof has no claims.
    pub(crate) fn trusted(&self, what: &str, why: &str) {
        self.add(|| ProofPart::trusted(format!("a step without claims: {what}"), what, why));
    }

    /// Keeps a part instead of those that are about another way to prove it.
    pub(crate) fn replace_by(&self, part: impl FnOnce() -> ProofPart) {
        if let Some(parts) = &self.parts {
            parts.borrow_mut().retain(|part| !part.is_way);
        }
        self.add(part);
    }

    /// Keeps all that another record has.
    pub(crate) fn append(&self, other: Record) {
        if let (Some(parts), Some(more)) = (&self.parts, other.parts) {
            parts.borrow_mut().extend(more.into_inner());
        }
    }

    /// Whether somebody asked.
    pub(crate) fn is_on(&self) -> bool {
        self.parts.is_some()
    }

    /// Forgets what was kept: it was about an attempt that proved nothing.
    pub fn clear(&self) {
        if let Some(parts) = &self.parts {
            parts.borrow_mut().clear();
        }
    }

    /// What was kept. If somebody asked, it is never empty: a proof of which nothing was kept is trusted as a whole.
    pub fn into_certificate(self) -> Certificate {
        let Some(parts) = self.parts.map(RefCell::into_inner) else {
            return Certificate::default();
        };
        match parts.is_empty() {
            true => {
                let whole = ProofPart::trusted("a proof without claims", "proof", "nothing that it rests on is stated");
                Certificate { parts: vec![whole] }
            }
            false => Certificate { parts },
        }
    }
}
