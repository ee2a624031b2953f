//! What is known already of a fault.
//!
//! An entry of the data says which passes, which kinds of fault, and what the reduced program must have in it. It
//! is a guess, made by rule: two faults of one pass with the same kind and the same features may still have two
//! causes. What fits no entry is `unknown`; nothing is called new unless somebody looked.

use crate::coverage;
use crate::ledger::Finding;
use crate::read;
use serde::Deserialize;

/// What is known of a fault.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct KnownFault {
    /// Passes one of which was run.
    passes: Vec<String>,
    /// Beginnings of kinds; any, where there are none.
    #[serde(default)]
    kinds: Vec<String>,
    /// Features of the reduced program, all of them; see [`coverage::features`].
    #[serde(default)]
    with: Vec<String>,
    /// Features that it must not have.
    #[serde(default)]
    without: Vec<String>,
    /// `known` or `new`.
    pub status: String,
    /// The report, where there is one.
    #[serde(default)]
    pub issue: String,
    /// One sentence.
    #[serde(default)]
    pub note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    entry: Vec<KnownFault>,
}

const SHIPPED: &str = include_str!("../data/known-issues.toml");

/// What was known when polyvet was built.
pub fn shipped() -> Vec<KnownFault> {
    let file: File = toml::from_str(SHIPPED).expect("the shipped list is TOML");
    file.entry
}

/// The first entry that fits; a `status` of `unknown` if none does.
pub fn classify(all: &[KnownFault], finding: &Finding) -> KnownFault {
    let features = read(&finding.before).map_or(Default::default(), |module| coverage::features(&module));
    let passes: Vec<&str> = finding.family.split('+').collect();
    let fits = |one: &&KnownFault| {
        one.passes.iter().any(|pass| passes.contains(&pass.as_str()))
            && (one.kinds.is_empty() || one.kinds.iter().any(|kind| finding.kind.starts_with(kind.as_str())))
            && one.with.iter().all(|feature| features.contains(feature))
            && !one.without.iter().any(|feature| features.contains(feature))
    };
    let unknown = || KnownFault {
        status: "unknown".to_owned(),
        ..KnownFault::default()
    };
    all.iter().find(fits).cloned().unwrap_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_says_what_is_known() {
        for one in shipped() {
            assert!(!one.passes.is_empty());
            assert!(["known", "new"].contains(&one.status.as_str()), "{one:?}");
            assert_eq!(one.status == "known", !one.issue.is_empty(), "{one:?}");
        }
    }
}
