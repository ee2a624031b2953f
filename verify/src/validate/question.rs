//! One question about two programs, and the ways it is tried in turn: as it stands, with both programs in simpler forms,
//! with more known of what operations are. Of what is tried later only a proof counts; else the first answer holds.

use super::terms::TermsCheck;
use super::{
    ProgramSide, ValidateSettings, budget_of, decide, is_open, other_state, parts, texts, unless, vacuously,
    with_interface_of,
};
use crate::assumptions::Assumptions;
use crate::certificate::Record;
use crate::runs::{CrossCheck, Runs};
use crate::scalable::{self, SCALES};
use crate::unchanged::same_texts;
use crate::{Assumption, Proof, Reason, Strength, Vacuity, Verdict};
use crate::{constants, functions, interface, powers, vacuous, warps};
use polyvet_analysis::extract::{ExtractError, ExtractOptions};
use polyvet_ir::{Module, OpId, StepKind};
use polyvet_poly::Ctx;

type Answer<T> = std::result::Result<T, ExtractError>;

/// Whether `after` does what `before` does, and what an answer may cost.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub before: ProgramSide<'a>,
    pub after: ProgramSide<'a>,
    pub options: &'a ExtractOptions,
    pub settings: &'a ValidateSettings,
    /// Where what a proof rests on is left.
    pub record: &'a Record,
    pub left: Left,
}

/// What is still tried where there is no proof: each of these once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Left {
    /// What depends on constants alone is run.
    constants: bool,
    /// Decisions between buffers are made case by case.
    cases: bool,
}

impl Left {
    pub const ALL: Left = Left {
        constants: true,
        cases: true,
    };
}

/// A function in a simpler form; `None` if it has nothing to simplify.
type Form = fn(&Module, OpId) -> Option<Module>;

/// Forms in which control and operations have fewer kinds, with the same meaning.
const FORMS: [Form; 7] = [
    polyvet_ir::plain_foralls,
    polyvet_ir::plain_indices,
    polyvet_ir::plain_switches,
    polyvet_ir::splice_regions,
    polyvet_ir::plain_arguments,
    polyvet_ir::plain_scaling,
    polyvet_ir::plain_masks,
];

/// The function in all of [`FORMS`]; `None` if it is.
fn in_fewer_forms(side: ProgramSide<'_>) -> Option<Module> {
    FORMS.iter().fold(None, |copy: Option<Module>, form| {
        form(copy.as_ref().unwrap_or(side.module), side.func).or(copy)
    })
}

/// A copy of a function in which operations are something simpler, and what is assumed for that.
type SimplerCopy = fn(&Module, OpId) -> Option<(Module, Option<Assumption>)>;

/// What is tried where there is no proof without it.
const KNOWN: [SimplerCopy; 2] = [
    |module, func| Some((powers::plain(module, func)?, Some(Assumption::PowersRounded))),
    |module, func| Some((functions::folded(module, func)?, Some(Assumption::FunctionsRounded))),
];

/// The function with elements instead of vectors that are read and written.
fn with_plain_lanes(module: &Module, func: OpId) -> Option<(Module, Option<Assumption>)> {
    Some((polyvet_ir::plain_lanes(module, func)?, None))
}

/// The function with loops and branches instead of blocks that jump, and loops that count where that can be seen.
fn with_plain_control(module: &Module, func: OpId, steps: StepKind) -> Option<(Module, Option<Assumption>)> {
    let lifted = polyvet_ir::plain_blocks(module, func);
    match polyvet_ir::counted_loops(lifted.as_ref().unwrap_or(module), func, steps) {
        Some(found) => {
            let assumed = found.assumes_no_overflow.then_some(Assumption::IndexArithmetic);
            Some((found.module, assumed))
        }
        None => Some((lifted?, None)),
    }
}

/// The function with loops instead of operations of Winograd's algorithm.
fn with_plain_winograd(module: &Module, func: OpId) -> Option<(Module, Option<Assumption>)> {
    Some((polyvet_ir::winograd::plain_winograd(module, func)?, None))
}

/// The function with decisions between buffers made case by case, and without frees that make no difference.
fn with_known_buffers(module: &Module, func: OpId) -> Option<(Module, Option<Assumption>)> {
    let mut copy = polyvet_ir::by_cases(module, func);
    if let Some(copy) = &mut copy {
        polyvet_ir::plain_deallocations(copy);
    }
    match polyvet_ir::without_frees(copy.as_ref().unwrap_or(module), func) {
        Some(found) => {
            let assumed = found
                .assumes_events_keep_nothing
                .then_some(Assumption::EventsKeepNothing);
            Some((found.module, assumed))
        }
        None => Some((copy?, None)),
    }
}

impl<'a> Question<'a> {
    /// A question of which nothing has been tried.
    pub fn new(
        before: ProgramSide<'a>,
        after: ProgramSide<'a>,
        options: &'a ExtractOptions,
        settings: &'a ValidateSettings,
        record: &'a Record,
    ) -> Question<'a> {
        Question {
            before,
            after,
            options,
            settings,
            record,
            left: Left::ALL,
        }
    }

    /// The same question about other programs.
    fn about<'b>(self, before: ProgramSide<'b>, after: ProgramSide<'b>) -> Question<'b>
    where
        'a: 'b,
    {
        Question { before, after, ..self }
    }

    fn with_left(self, left: Left) -> Question<'a> {
        Question { left, ..self }
    }

    /// The verdict, in whatever way it is found.
    pub fn answer(self) -> Answer<Verdict> {
        if [self.before, self.after]
            .iter()
            .any(|side| side.is_run_by_many_threads())
        {
            let message =
                "many threads run the function at once; only functions with the same text are proved".to_owned();
            let code = "many-threads";
            return Ok(Verdict::Unknown(Reason { code, message }));
        }
        self.answer_of_one_thread()
    }

    fn answer_of_one_thread(self) -> Answer<Verdict> {
        let simpler = [self.before, self.after].map(in_fewer_forms);
        let question = self.about(self.before.or(&simpler[0]), self.after.or(&simpler[1]));
        let verdict = question.answer_in_few_forms()?;
        if !is_open(&verdict) {
            return Ok(verdict);
        }
        // All scales together cost what one question may.
        let settings = ValidateSettings {
            budget: (budget_of(self.settings).get() / SCALES.len() as u64).max(1),
            ..*self.settings
        };
        let judge = |before: ProgramSide<'_>, after: ProgramSide<'_>| {
            let question = Question {
                settings: &settings,
                ..question.about(before, after)
            };
            question.answer_at_last(question.answer_in_few_forms()?)
        };
        let Question {
            before, after, record, ..
        } = question;
        if let Some(said) = scalable::on_each_scale(before, after, record, judge)? {
            return Ok(said);
        }
        let verdict = match warps::of_all_lanes(before, after, record, judge)? {
            Some(Verdict::Unknown(_)) if matches!(verdict, Verdict::Tested(_)) => verdict,
            said => said.unwrap_or(verdict),
        };
        question.answer_at_last(verdict)
    }

    /// What is tried where nothing else gives a proof.
    fn answer_at_last(self, verdict: Verdict) -> Answer<Verdict> {
        let Question {
            before,
            after,
            options,
            settings,
            record,
            ..
        } = self;
        if !is_open(&verdict) || interface::mismatch(before, after).is_some() || other_state(before, after).is_some() {
            return Ok(verdict);
        }
        if let Some(proof) = self.proof_with(with_plain_lanes)? {
            record.trusted("elements", "that a vector is read and written element by element");
            return Ok(Verdict::Proved(proof));
        }
        // What is claimed of terms knows nothing of this assumption.
        let check = TermsCheck {
            options,
            assumptions: &Assumptions::new(before, after, options)?,
            ctx: &Ctx::new(),
            budget: budget_of(settings),
            settings,
        };
        match check.proved_with_exact_indices(before, after)? {
            Some(found) if !record.is_on() => Ok(found.verdict),
            _ => Ok(verdict),
        }
    }

    fn answer_in_few_forms(self) -> Answer<Verdict> {
        if let Some(reason) = interface::mismatch(self.before, self.after) {
            return Ok(self.answer_by_convention(reason));
        }
        // Functions that are called count as if they stood there.
        let inlined = [self.before, self.after].map(|side| polyvet_ir::inline_calls(side.module, side.func));
        let (before, after) = (self.before.or(&inlined[0]), self.after.or(&inlined[1]));
        let assumptions = Assumptions::new(before, after, self.options)?;
        let options = &assumptions.options(self.options);
        let question = Question {
            options,
            ..self.about(before, after)
        };
        let (settings, record, budget) = (self.settings, self.record, budget_of(self.settings));
        let verdict = decide(before, after, (options, &assumptions), budget, (settings, record))?;
        if is_open(&verdict) {
            if vacuous::reads_unwritten(before) {
                return Ok(vacuously(Vacuity::Undefined, record));
            }
            if let Some(verdict) = question.answer_another_way(&assumptions)? {
                return Ok(verdict);
            }
        }
        Ok(match verdict {
            Verdict::Refuted(mut witness) if !parts::is_longish(before, after) => {
                witness.holds_when = super::holds::holds_when(before, after, options, budget);
                Verdict::Refuted(witness)
            }
            verdict => verdict,
        })
    }

    /// A verdict about programs that do the same; `None` where there is none.
    fn answer_another_way(self, assumptions: &Assumptions) -> Answer<Option<Verdict>> {
        for known in KNOWN {
            if let Some(proof) = self.with_left(Left::ALL).proof_with(known)? {
                return Ok(Some(Verdict::Proved(proof)));
            }
        }
        // A loop of the second program whose step is not positive is one that the first does not have where it is defined.
        let control: [SimplerCopy; 2] = [
            |module, func| with_plain_control(module, func, StepKind::Constant),
            |module, func| with_plain_control(module, func, StepKind::Any),
        ];
        if let Some(proof) = self.with_left(Left::ALL).proof_with_each(control)? {
            let what = "that blocks which jump are the loops and branches that they were read as";
            self.record.trusted("control", what);
            return Ok(Some(Verdict::Proved(proof)));
        }
        if let Some(verdict) = self.answer_in_order(assumptions)? {
            return Ok(Some(verdict));
        }
        // That they are a convolution is not seen either way.
        if with_plain_winograd(self.before.module, self.before.func).is_some()
            && let Some(proof) = self.proof_with(with_plain_winograd)?
        {
            return Ok(Some(Verdict::Proved(proof)));
        }
        let cases = self.with_left(Left {
            cases: false,
            ..self.left
        });
        if self.left.cases
            && let Some(proof) = cases.proof_with(with_known_buffers)?
        {
            let what = "that a function is what it does case by case, without frees that make no difference";
            self.record.trusted("cases", what);
            return Ok(Some(Verdict::Proved(proof)));
        }
        // A long program would be compared once more as a whole.
        if !self.left.constants || parts::is_longish(self.before, self.after) {
            return Ok(None);
        }
        Ok(self.proof_of_constants()?.map(Verdict::Proved))
    }

    /// Functions with different interfaces, compared by the convention that makes them one; without a proof, nothing is
    /// said but that they differ.
    fn answer_by_convention(self, reason: Reason) -> Verdict {
        let Some((module, convention)) = with_interface_of(self.before, self.after) else {
            return Verdict::Unknown(reason);
        };
        // What the user assumes may be about arguments that are no more. Claims are about the wrapped program: that it is
        // the first one is what the proof assumes, and says.
        let wrapped = self.about(self.before.of(&module), self.after).with_left(Left::ALL);
        let proof = match wrapped.answer() {
            Ok(Verdict::Proved(proof)) => proof,
            Ok(_) | Err(_) => {
                self.record.clear();
                return Verdict::Unknown(reason);
            }
        };
        let assumes = { proof.assumes.iter().copied() }.chain([convention]).collect();
        Verdict::Proved(Proof { assumes, ..proof })
    }

    /// A proof that assumes more of what operations are.
    fn proof_with(self, known: SimplerCopy) -> Answer<Option<Proof>> {
        self.proof_with_each([known, known])
    }

    /// As [`Question::proof_with`], with a copy of its own for each program.
    fn proof_with_each(self, [one, other]: [SimplerCopy; 2]) -> Answer<Option<Proof>> {
        let Question {
            before, after, record, ..
        } = self;
        let [one, other] = [(one, before), (other, after)].map(|(known, side)| known(side.module, side.func));
        if one.is_none() && other.is_none() {
            return Ok(None);
        }
        record.clear();
        let [first, second] = [&one, &other].map(|copy| copy.as_ref().map(|(module, _)| module));
        let (first, second) = (
            first.map_or(before, |copy| before.of(copy)),
            second.map_or(after, |copy| after.of(copy)),
        );
        let Verdict::Proved(mut proof) = self.about(first, second).answer_of_one_thread()? else {
            record.clear();
            return Ok(None);
        };
        let assumed = [&one, &other].into_iter().flatten().filter_map(|(_, assumed)| *assumed);
        proof.assumes.extend(assumed);
        Ok(Some(proof))
    }

    /// A proof of the first program with its parallel iterations one after the other, which is one of the orders in which
    /// they may run. What races wherever it runs has no meaning to keep, so it is run as it is.
    fn answer_in_order(self, assumptions: &Assumptions) -> Answer<Option<Verdict>> {
        let Question {
            before, after, record, ..
        } = self;
        let Some(module) = polyvet_ir::parallel_in_order(before.module, before.func) else {
            return Ok(None);
        };
        record.clear();
        let verdict = self.about(before.of(&module), after).answer_of_one_thread()?;
        let Verdict::Proved(proof) = verdict else {
            record.clear();
            return Ok(None);
        };
        let mut runs = Runs::new(before, after).within(assumptions);
        let found = runs.cross_check(None, proof.strength)?;
        if runs.were_undefined() || matches!(found, CrossCheck::Doubted(_)) {
            record.clear();
            return Ok(None);
        }
        record.trusted(
            "order",
            "that parallel iterations of the first program run in one of their orders",
        );
        Ok(Some(unless(found, proof)))
    }

    /// A proof of both programs with what depends on constants alone as constants.
    fn proof_of_constants(self) -> Answer<Option<Proof>> {
        let Question {
            before, after, record, ..
        } = self;
        let Some([one, other]) = constants::folded(before, after) else {
            return Ok(None);
        };
        record.clear();
        let (one, other) = (before.of(&one), after.of(&other));
        let verdict = match same_texts(one, other) {
            Some(same) => {
                record.add(|| texts(one, other, &same));
                Verdict::Proved(Proof::new(Strength::Bitwise))
            }
            None => {
                let left = Left {
                    constants: false,
                    ..self.left
                };
                self.about(one, other).with_left(left).answer_in_few_forms()?
            }
        };
        if let Verdict::Proved(proof) = verdict {
            let what = "that what depends on constants alone is what the interpreter computes";
            record.trusted("constants", what);
            return Ok(Some(proof));
        }
        record.clear();
        Ok(None)
    }
}
