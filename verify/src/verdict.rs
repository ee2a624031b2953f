//! Answers: proved, refuted, tested, unknown.

use polyvet_analysis::dependence::DepKind;
use polyvet_analysis::{Scop, Workers};
use polyvet_interp::Code;
use polyvet_ir::Span;
use std::collections::BTreeSet;

/// Answer to one question. There is deliberately no `is_legal() -> bool`.
#[must_use]
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Holds for all parameters and inputs, under the assumptions it names.
    Proved(Proof),
    /// Does not hold; here is where.
    Refuted(Box<Witness>),
    /// Holds where it was tried.
    Tested(Coverage),
    /// Not decided.
    Unknown(Reason),
}

/// What a proof is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// Equal once the combiner of a reduction may be reordered.
    Reassociated,
    /// The same operations on the same operands, so equal in any arithmetic.
    Bitwise,
}

impl Strength {
    /// The one of this name.
    pub fn named(name: &str) -> Option<Strength> {
        [Strength::Reassociated, Strength::Bitwise]
            .into_iter()
            .find(|one| one.name() == name)
    }

    /// `bitwise`, `reassociated`.
    pub fn name(self) -> &'static str {
        match self {
            Strength::Bitwise => "bitwise",
            Strength::Reassociated => "reassociated",
        }
    }
}

/// A proof: how strong it is and what it rests on.
///
/// Only this crate makes one, so that every `proved` of polyvet is an answer of the checker; but for [`crate::remembered::read`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proof {
    /// How equal the two programs are.
    pub strength: Strength,
    /// What the model takes for granted and the programs do not guarantee. Only what matters for this proof.
    pub assumes: BTreeSet<Assumption>,
    /// Why the proof is about nothing, if it is.
    pub vacuous: Option<Vacuity>,
}

impl Proof {
    /// A proof that is about something and rests on nothing but the programs.
    pub(crate) fn new(strength: Strength) -> Proof {
        Proof {
            strength,
            assumes: BTreeSet::new(),
            vacuous: None,
        }
    }

    /// A proof about models of which `scop` is one, with what they take for granted.
    pub(crate) fn of(scop: &Scop, strength: Strength) -> Proof {
        let mut assumes = BTreeSet::from_iter(scop.overflows.then_some(Assumption::IndexArithmetic));
        // Behind an event that does not end nothing is undefined.
        if scop.has_events() && scop.may_be_undefined() {
            assumes.insert(Assumption::EventsEnd);
        }
        Proof {
            assumes,
            ..Proof::new(strength)
        }
    }

    /// The proof that follows from one of `A = B` and one of `B = C`.
    pub(crate) fn both(first: Proof, second: Proof) -> Proof {
        Proof {
            strength: first.strength.min(second.strength),
            assumes: &first.assumes | &second.assumes,
            vacuous: first.vacuous.or(second.vacuous),
        }
    }
}

/// What a model takes for granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Assumption {
    /// Sums and products of indices stay below 2^63 in magnitude: the model computes with integers of any size.
    IndexArithmetic,
    /// Operations that nobody knows, and functions that are only declared, end: what comes after them runs.
    EventsEnd,
    /// Powers with the exponents 2, 1, 0 and -1 are rounded correctly.
    PowersRounded,
    /// Functions of constants are rounded correctly.
    FunctionsRounded,
    /// Of lanes that are bits of a wider number, the first are the lowest.
    FirstLanesLow,
    /// A wide integer is handed over as a vector of its two halves, the low one first.
    Halves,
    /// Results that are arrays are left in buffers that are passed behind the other arguments.
    ResultsInBuffers,
    /// A result that is an argument, or left in one, is not returned: callers know which one it is.
    ResultsAreArguments,
    /// Vectors are as long as on some machine with Arm's SVE.
    VectorScale,
    /// Operations that nobody knows, and functions that are only declared, do not free the buffers that they are given, and do
    /// not use them later.
    EventsKeepNothing,
    /// Operations that nobody knows, and functions that are only declared, do to buffers what they do to tensors of the same
    /// contents, and touch no other buffers.
    EventsOnTensors,
    /// The lanes of a warp do each operation before any goes on, nothing else runs beside them, and callers hand them all the
    /// same but for vectors and their number.
    LanesInStep,
    /// Subscripts, bounds and conditions that are data have the values that they had in one run.
    OneRun,
}

impl Assumption {
    /// All of them.
    pub const ALL: [Assumption; 13] = [
        Assumption::IndexArithmetic,
        Assumption::EventsEnd,
        Assumption::PowersRounded,
        Assumption::FunctionsRounded,
        Assumption::FirstLanesLow,
        Assumption::Halves,
        Assumption::ResultsInBuffers,
        Assumption::ResultsAreArguments,
        Assumption::VectorScale,
        Assumption::EventsKeepNothing,
        Assumption::EventsOnTensors,
        Assumption::LanesInStep,
        Assumption::OneRun,
    ];

    /// One clause, as in `assuming that ...`: `index arithmetic does not overflow`.
    pub fn sentence(self) -> &'static str {
        match self {
            Assumption::IndexArithmetic => "index arithmetic does not overflow",
            Assumption::EventsEnd => "calls and operations that are not known end",
            Assumption::PowersRounded => "powers with the exponents 2, 1, 0 and -1 are rounded correctly",
            Assumption::FunctionsRounded => "functions of constants are rounded correctly",
            Assumption::FirstLanesLow => "the first lane of a vector has the lowest bits, as on little-endian machines",
            Assumption::Halves => "callers hand over wide integers as vectors of two halves, the low one first",
            Assumption::ResultsInBuffers => "callers pass buffers for results behind the other arguments",
            Assumption::ResultsAreArguments => "callers know which arguments hold results",
            Assumption::VectorScale => "the vector scale is 1, 2, 4, 8 or 16",
            Assumption::EventsKeepNothing => "operations that are not known neither keep nor free buffers",
            Assumption::EventsOnTensors => {
                "calls and operations that are not known do to buffers what they do to tensors"
            }
            Assumption::OneRun => "the elements touched are those of the run that was traced",
            Assumption::LanesInStep => "the lanes of one warp run in step, with the same arguments but for vectors",
        }
    }
}

/// Why a proof is about nothing: any program would have been proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vacuity {
    /// `before` is undefined for all parameters.
    Undefined,
    /// Nothing that the program does is visible from outside.
    NothingVisible,
    /// The assumptions contradict each other.
    Contradiction,
}

impl Vacuity {
    /// Stable code: `before-undefined`, `nothing-visible`, `contradictory-assumptions`.
    pub fn code(self) -> &'static str {
        match self {
            Vacuity::Undefined => "before-undefined",
            Vacuity::NothingVisible => "nothing-visible",
            Vacuity::Contradiction => "contradictory-assumptions",
        }
    }

    /// One sentence without a full stop.
    pub fn sentence(self) -> &'static str {
        match self {
            Vacuity::Undefined => "the program is undefined for all sizes, so any other program would do",
            Vacuity::NothingVisible => "nothing that the program computes is visible outside it",
            Vacuity::Contradiction => "no sizes satisfy the assumptions",
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Stable code: `budget`, `order-without-effect`.
    pub code: &'static str,
    /// One sentence.
    pub message: String,
}

/// What was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// How many runs agreed.
    pub runs: u64,
    /// Which sizes, in words.
    pub sizes: String,
    /// In how many orders the iterations of parallel loops ran.
    pub orders: usize,
    /// How equal the results of all runs were.
    pub equal: Equal,
    /// Why there is no proof.
    pub not_proved: String,
}

/// How equal the results of runs are; a better one is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Equal {
    /// The numbers do not differ by more than rounding.
    Numbers,
    /// The same element of the prime field: equal up to the order of sums and products.
    Reassociated,
    /// The same operations on the same operands.
    Bitwise,
}

impl Equal {
    /// `numbers`, `reassociated`, `bitwise`.
    pub fn name(self) -> &'static str {
        match self {
            Equal::Numbers => "numbers",
            Equal::Reassociated => "reassociated",
            Equal::Bitwise => "bitwise",
        }
    }
}

/// What kind of fault a witness shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WitnessKind {
    /// The sink of a dependence runs before its source.
    Order(DepKind),
    /// Source and sink of a dependence have the same time: nothing orders them.
    Unordered(DepKind),
    /// Two iterations of a loop marked parallel or vector depend on each other.
    Race(DepKind),
    /// An output element differs.
    Value,
    /// The second program is not defined where the first is.
    Undefined(Code),
}

impl WitnessKind {
    /// Stable name: `order-raw`, `race-waw`, `value`, `undefined-out-of-bounds`.
    pub fn name(self) -> String {
        match self {
            WitnessKind::Order(kind) => format!("order-{}", kind.name()),
            WitnessKind::Unordered(kind) => format!("unordered-{}", kind.name()),
            WitnessKind::Race(kind) => format!("race-{}", kind.name()),
            WitnessKind::Value => "value".to_owned(),
            WitnessKind::Undefined(code) => format!("undefined-{}", code.name()),
        }
    }
}

/// A concrete counterexample.
#[derive(Clone, Debug)]
pub struct Witness {
    /// What is wrong.
    pub kind: WitnessKind,
    /// Values of the parameters, by label, in the order of [`polyvet_analysis::Scop::params`].
    pub params: Vec<(String, i64)>,
    /// The array that both instances touch.
    pub array: String,
    /// The element that both touch.
    pub element: Vec<i64>,
    /// The instance that must come first; for values, the first operation that differs, in `before`.
    pub source: WitnessInstance,
    /// The instance that must come later; for values, the first operation that differs, in `after`.
    pub sink: WitnessInstance,
    /// The loop whose mark is wrong (races).
    pub loop_name: Option<String>,
    /// Who runs the iterations of that loop, where it was a launch.
    pub workers: Option<Workers>,
    /// What happened when it was run.
    pub replay: Replay,
    /// The condition on the parameters under which the same rewrite was proved, in the notation of `--assume`; none
    /// where there is no such condition or it was not found.
    pub holds_when: Option<String>,
}

/// One statement instance with the access in question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessInstance {
    /// Name of the statement, or of the operation.
    pub stmt: String,
    /// Names of the loops around it.
    pub dims: Vec<String>,
    /// Their values.
    pub at: Vec<i64>,
    /// The access; none for models without program text.
    pub span: Span,
    /// Whether the access writes.
    pub writes: bool,
    /// The value it computes, as a term.
    pub computes: Option<String>,
}

/// What happened when a witness was run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    /// The fault was seen: the sink really runs first, and for programs with a payload the final
    /// memory really differs.
    pub confirmed: bool,
    /// The first output element that differs.
    pub element: Option<(String, Vec<i64>)>,
    /// Its value in the untransformed program.
    pub before: Option<String>,
    /// Its value in the transformed one.
    pub after: Option<String>,
    /// Anything to add, such as why it was not run.
    pub note: Option<String>,
}

impl Verdict {
    /// The verdict on two steps that follow each other, of which this is the one on the first: the weaker of both;
    /// [`None`] if one is neither proved nor tested.
    pub fn followed_by(self, next: Verdict) -> Option<Verdict> {
        match (self, next) {
            (Verdict::Proved(first), Verdict::Proved(second)) => Some(Verdict::Proved(Proof::both(first, second))),
            (Verdict::Proved(_), next @ Verdict::Tested(_)) => Some(next),
            (tested @ Verdict::Tested(_), Verdict::Proved(_) | Verdict::Tested(_)) => Some(tested),
            _ => None,
        }
    }

    /// Worse verdicts are less: refuted, unknown, tested, vacuous, reassociated, bitwise.
    pub fn rank(&self) -> u8 {
        match self {
            Verdict::Refuted(_) => 0,
            Verdict::Unknown(_) => 1,
            Verdict::Tested(_) => 2,
            Verdict::Proved(Proof { vacuous: Some(_), .. }) => 3,
            Verdict::Proved(Proof {
                strength: Strength::Reassociated,
                ..
            }) => 4,
            Verdict::Proved(Proof {
                strength: Strength::Bitwise,
                ..
            }) => 5,
        }
    }

    /// `proved`, `refuted`, `tested`, `unknown`.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Proved(_) => "proved",
            Verdict::Refuted(_) => "refuted",
            Verdict::Tested(_) => "tested",
            Verdict::Unknown(_) => "unknown",
        }
    }
}
