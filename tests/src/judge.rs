//! Who says whether a rewrite is legal: polyvet, or one of the known-wrong checkers that the tests
//! must catch.

use crate::model::Subject;
use polyvet_analysis::Rewrite;
use polyvet_verify::legality::Checker;
use polyvet_verify::{Reason, Strength, Verdict, Witness, check_rewrite};

/// An answer without its reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BareAnswer {
    /// The same operations on the same operands.
    Proved,
    /// The same up to the order of accumulations.
    Reassociated,
    /// Not the same.
    Refuted,
    /// Other operations, and numbers that do not differ.
    Tested,
    /// Not decided.
    Unknown,
}

/// Answers for the rewrites of one program.
pub trait RewriteJudge {
    /// For messages.
    fn name(&self) -> &'static str;

    /// The answer on a script and what it makes of the program.
    ///
    /// # Errors
    /// There is none.
    fn judge(
        &self,
        subject: &Subject,
        checker: &Checker<'_>,
        script: &str,
        rewrite: &Rewrite,
    ) -> Result<AnswerJudgement, String>;
}

/// An answer and its counterexample.
#[derive(Clone, Debug)]
pub struct AnswerJudgement {
    /// The answer.
    pub answer: BareAnswer,
    /// What shows it, if the judge is able to say.
    pub witness: Option<Witness>,
    /// Why it does not know.
    pub reason: Option<Reason>,
}

/// `verify`, as it is.
pub struct Real;

impl RewriteJudge for Real {
    fn name(&self) -> &'static str {
        "polyvet"
    }

    fn judge(
        &self,
        subject: &Subject,
        checker: &Checker<'_>,
        _: &str,
        rewrite: &Rewrite,
    ) -> Result<AnswerJudgement, String> {
        let verdict =
            check_rewrite(&subject.module, subject.func, checker, rewrite).map_err(|error| error.to_string())?;
        let answer = BareAnswer::of(&verdict)?;
        let (witness, reason) = match verdict {
            Verdict::Refuted(witness) => (Some(*witness), None),
            Verdict::Unknown(reason) => (None, Some(reason)),
            _ => (None, None),
        };
        Ok(AnswerJudgement {
            answer,
            witness,
            reason,
        })
    }
}

impl BareAnswer {
    /// The answer in a verdict.
    ///
    /// # Errors
    /// A refutation that was not seen to happen is a bug.
    pub fn of(verdict: &Verdict) -> Result<BareAnswer, String> {
        Ok(match verdict {
            Verdict::Proved(proof) => match proof.strength {
                Strength::Bitwise => BareAnswer::Proved,
                Strength::Reassociated => BareAnswer::Reassociated,
            },
            Verdict::Refuted(witness) if witness.replay.confirmed => BareAnswer::Refuted,
            Verdict::Refuted(witness) => return Err(format!("a witness that does not replay: {witness:?}")),
            Verdict::Tested(_) => BareAnswer::Tested,
            Verdict::Unknown(_) => BareAnswer::Unknown,
        })
    }
}
