//! What a proof rests on, as claims that any solver for integer arithmetic decides.
//!
//! A [`Certificate`] has one [`ProofPart`] for each step of a proof. A part states, from the models and from what was proposed
//! (which instance stands for which, which values are equal), everything that must hold for the two programs to compute the
//! same; each [`Claim`] says that something does not exist, so a solver answers `unsat` where it holds. `docs/theory.md` says
//! why the claims suffice.
//!
//! This module decides nothing. It uses neither what the checkers of this crate found nor operations of isl: it reads
//! constraints ([`read`]) and prints formulas ([`formula`]), and `tests/it/tidy.rs` keeps it so. What a claim is about that is
//! no arithmetic (that two operations have one name, say) is compared here by itself; where it differs there is a claim that
//! no solver can confirm. What has no claims is [`ProofPart::trusted`]: named, with the reason, never left out.

mod apart;
pub mod file;
mod formula;
mod model;
mod obligations;
mod order;
mod parallel;
mod payload;
mod read;
mod record;
mod reordering;
mod sources;
mod sums;
mod terms;
mod text;
mod time;
mod values;
mod words;

pub use apart::{Apart, ApartTree};
use formula::IntegerCondition;
pub(crate) use order::{of_marks, of_schedule};
pub(crate) use parallel::of_claims;
use polyvet_ir::Span;
pub use read::{PieceFunction, TuplePiece, pieces};
pub use record::Record;
pub use reordering::{Leg, Partners, of_reordering};
pub use sources::{Sources, Writer};
use std::collections::HashSet;
pub use sums::{CertifiedSum, Match, MatchLeg, OfOperand, SumTerm};
pub use terms::of_terms;
pub(crate) use text::of_texts;
pub use values::{Cover, Covered, InstanceValue, Proposed, ProposedSide, Related, Why, of_values};

/// Why something has no claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unstated(pub(crate) String);

impl Unstated {
    const NO_TIME: &'static str = "has no time in a band";

    /// isl leaves statements that never run out of bands.
    fn no_time(stmt: &str) -> Unstated {
        Unstated(format!("`{stmt}` {}", Unstated::NO_TIME))
    }

    fn is_no_time(&self) -> bool {
        self.0.ends_with(Unstated::NO_TIME)
    }
}

type Stated<T> = std::result::Result<T, Unstated>;

/// What a claim is about, for counts and times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ClaimKind {
    /// A dependence keeps its order.
    Order,
    /// Iterations that may run at the same time do not depend on each other.
    Mark,
    /// Each instance stands for exactly one of the other program.
    Partner,
    /// Elements are the same.
    Element,
    /// Index values are the same.
    Index,
    /// A last writer is last.
    Source,
    /// Operands come from related values.
    Operand,
    /// What is left in visible elements is the same.
    Output,
    /// Operations are the same; there is such a claim only where they are not.
    Operation,
    /// The second program is defined where the first is.
    Defined,
    /// Other operations compute the same.
    Algebra,
    /// Sums have the same terms.
    Sum,
    /// Texts are the same.
    Text,
}

impl ClaimKind {
    /// `order`, `mark`, ...
    pub fn name(self) -> &'static str {
        match self {
            ClaimKind::Order => "order",
            ClaimKind::Mark => "mark",
            ClaimKind::Partner => "partner",
            ClaimKind::Element => "element",
            ClaimKind::Index => "index",
            ClaimKind::Source => "source",
            ClaimKind::Operand => "operand",
            ClaimKind::Output => "output",
            ClaimKind::Operation => "operation",
            ClaimKind::Defined => "defined",
            ClaimKind::Algebra => "algebra",
            ClaimKind::Sum => "sum",
            ClaimKind::Text => "text",
        }
    }
}

/// Which program a place is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WhichProgram {
    /// The first, or the only one.
    Before,
    /// The second.
    After,
}

/// A place in one of the programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProgramPlace {
    /// Which program.
    pub program: WhichProgram,
    /// Where in it.
    pub span: Span,
}

/// So many parts of what must hold are claimed one by one.
const PARTS_MIN: usize = 12;

/// One statement that something does not exist.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What it is about.
    pub kind: ClaimKind,
    /// In short: `S0 before S1 through C`.
    pub name: String,
    /// In words.
    pub says: String,
    /// The accesses and operations that it is about.
    pub places: Vec<ProgramPlace>,
    /// What never holds together, each with a comment.
    conditions: Vec<(String, IntegerCondition)>,
}

impl Claim {
    /// One claim for each part of a long conjunction that must hold: a solver decides each in no time, and all together often
    /// not at all.
    fn cut(mut self) -> Vec<Claim> {
        let parts = match self.conditions.pop() {
            Some((comment, IntegerCondition::Not(inner))) => match *inner {
                IntegerCondition::All(parts) if parts.len() >= PARTS_MIN => (comment, parts),
                other => {
                    self.conditions.push((comment, other.negated()));
                    return vec![self];
                }
            },
            other => {
                self.conditions.extend(other);
                return vec![self];
            }
        };
        let (comment, parts) = parts;
        let count = parts.len();
        let part = |(number, part): (usize, IntegerCondition)| {
            let mut claim = self.clone();
            claim.name = format!("{}, part {} of {count}", self.name, number + 1);
            claim.conditions.push((comment.clone(), part.negated()));
            claim
        };
        parts.into_iter().enumerate().map(part).collect()
    }

    fn is_quantified(&self) -> bool {
        self.conditions.iter().any(|(_, formula)| formula.is_quantified())
    }

    /// Whether one of its conditions never holds as it stands, without any arithmetic.
    fn is_trivial(&self) -> bool {
        self.conditions
            .iter()
            .any(|(_, formula)| *formula == IntegerCondition::False)
    }
}

/// A step of a proof that has no claims.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Trusted {
    /// What it is: `algebra`, `unchanged`, ...
    pub what: String,
    /// Why there are no claims, or what else is not stated.
    pub why: String,
}

/// One step of a proof.
#[derive(Clone, Debug)]
pub struct ProofPart {
    /// What is proved: `the schedule keeps all dependences of @f`.
    pub subject: String,
    /// What must hold for that.
    pub claims: Vec<Claim>,
    /// What is not stated.
    pub trusted: Vec<Trusted>,
    /// One of several ways to prove the same: not needed if there is another.
    pub(crate) is_way: bool,
}

impl ProofPart {
    pub(crate) fn new(subject: impl Into<String>) -> ProofPart {
        ProofPart {
            subject: subject.into(),
            claims: Vec::new(),
            trusted: Vec::new(),
            is_way: false,
        }
    }

    /// One of several ways to prove the same.
    fn way(subject: impl Into<String>) -> ProofPart {
        ProofPart {
            is_way: true,
            ..ProofPart::new(subject)
        }
    }

    /// A proof of which nothing is stated.
    pub(crate) fn trusted(subject: impl Into<String>, what: &str, why: impl Into<String>) -> ProofPart {
        let mut part = ProofPart::new(subject);
        part.trust(what, why);
        part
    }

    pub(crate) fn trust(&mut self, what: &str, why: impl Into<String>) {
        let one = Trusted {
            what: what.to_owned(),
            why: why.into(),
        };
        if !self.trusted.contains(&one) {
            self.trusted.push(one);
        }
    }

    /// Adds a claim, unless it says nothing or has been made.
    fn claim(&mut self, mut claim: Claim) {
        let mut known = HashSet::new();
        for (_, formula) in &mut claim.conditions {
            *formula = std::mem::replace(formula, IntegerCondition::True).given(&known);
            formula.parts(&mut known);
        }
        if claim.is_trivial() {
            return;
        }
        for claim in claim.cut() {
            self.add(claim);
        }
    }

    fn add(&mut self, claim: Claim) {
        let same = |other: &&mut Claim| other.kind == claim.kind && other.conditions == claim.conditions;
        match self.claims.iter_mut().find(same) {
            Some(known) => known.places.extend(claim.places),
            None => self.claims.push(claim),
        }
    }
}

/// All that a proof rests on.
#[derive(Clone, Debug, Default)]
pub struct Certificate {
    /// In the order of the proof.
    pub parts: Vec<ProofPart>,
}

impl Certificate {
    /// How many claims there are.
    pub fn claims(&self) -> usize {
        self.parts.iter().map(|part| part.claims.len()).sum()
    }

    /// How many claims need quantifiers.
    pub fn quantified(&self) -> usize {
        let claims = self.parts.iter().flat_map(|part| &part.claims);
        claims.filter(|claim| claim.is_quantified()).count()
    }

    /// What has no claims.
    pub fn trusted(&self) -> impl Iterator<Item = &Trusted> {
        self.parts.iter().flat_map(|part| &part.trusted)
    }

    /// Whether the claims are all that the proof rests on.
    pub fn is_complete(&self) -> bool {
        !self.parts.is_empty() && self.trusted().next().is_none()
    }
}
