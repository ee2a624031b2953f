//! Proofs of long programs, part by part (`cut`).

use super::terms::record_buffers;
use super::{ProgramSide, ValidateSettings, prove_alone, terms_of, unless};
use crate::assumptions::Assumptions;
use crate::certificate::{self, Record};
use crate::congruence::congruent;
use crate::cut::{self, Cuts, Effort, OutlinedPart, ValuesFound};
use crate::debufferize::debufferized;
use crate::runs::{CrossCheck, Runs};
use crate::{Proof, Reason, Strength, Verdict, vacuous};
use polyvet_analysis::extract::{ExtractError, ExtractOptions};
use std::collections::HashMap;
use std::num::NonZeroU64;

/// Programs with more operations at their top level than this, numbers left out, have no model as a whole: it would take longer than the
/// budget, and more memory than there is.
const WHOLE_MAX: usize = 400;
/// Of longer programs nobody looks for sizes at which a refuted rewrite holds: that takes models of the whole.
const CONDITION_MAX: usize = 64;

/// Shorter programs are not cut at values.
const BY_VALUES_MIN: usize = 24;
/// What one try may use up: such a part of the budget.
fn share_of(effort: Effort) -> u64 {
    match effort {
        Effort::Glance => 128,
        Effort::Guess => 32,
        Effort::Likely => 8,
        Effort::Needed => 1,
    }
}

/// And guesses that fail, one after the other, such a part.
const WASTED: u64 = 6;

/// What the parts say.
pub(super) enum PartsOutcome {
    /// All of it.
    Decided(Verdict),
    /// Not enough, and the programs are too long to be compared in another way.
    Open(Reason),
    /// Nothing: the programs are to be compared as they are.
    Whole,
}

/// Whether two programs are too long for one model.
pub(super) fn is_long(before: ProgramSide<'_>, after: ProgramSide<'_>) -> bool {
    [before, after].iter().any(|side| cut::length(*side) > WHOLE_MAX)
}

/// Whether it takes longer than the refutation to find out for which sizes a rewrite holds all the same.
pub(super) fn is_longish(before: ProgramSide<'_>, after: ProgramSide<'_>) -> bool {
    [before, after].iter().any(|side| cut::length(*side) > CONDITION_MAX)
}

/// Compares two programs part by part.
///
/// # Errors
/// As [`super::validate`].
pub(super) fn prove(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    (options, assumptions): (&ExtractOptions, &Assumptions),
    budget: NonZeroU64,
    (settings, record): (&ValidateSettings, &Record),
) -> Result<PartsOutcome, ExtractError> {
    let is_long = is_long(before, after);
    let open = |message: String| match is_long {
        true => PartsOutcome::Open(Reason {
            code: "part-not-proved",
            message,
        }),
        false => PartsOutcome::Whole,
    };
    // What is assumed of the whole is not known of its parts, which hold without it.
    let options = ExtractOptions {
        assume: Vec::new(),
        fixed: Vec::new(),
        ..options.clone()
    };
    let mut why = None;
    for cuts in [Cuts::Close, Cuts::Shared] {
        let Some(parts) = cut::parts(before, after, cuts) else {
            continue;
        };
        let budget = Budget::new(budget, parts.len());
        record.clear();
        match prove_all(&parts, &options, budget, record)? {
            Ok(proof) => {
                joined(before, after, cuts, record);
                return checked(before, after, (proof, assumptions), settings, is_long);
            }
            // A part that is not proved is most often wrong, and what a few runs refute needs no more models.
            Err(message) if why.is_none() => {
                why = Some(message);
                if let Some(witness) = Runs::new(before, after).within(assumptions).glance_unmodelled() {
                    return Ok(PartsOutcome::Decided(Verdict::Refuted(witness)));
                }
            }
            Err(_) => {}
        }
    }
    if why.is_none()
        && cut::length(before) >= BY_VALUES_MIN
        && let Some(witness) = Runs::new(before, after).within(assumptions).glance_unmodelled()
    {
        return Ok(PartsOutcome::Decided(Verdict::Refuted(witness)));
    }
    if cut::length(before) >= BY_VALUES_MIN {
        let on_tensors = debufferized(before, after).filter(|both| both.assumes.is_none());
        let on_tensors = on_tensors.map(|both| both.modules);
        let (one, other) = match &on_tensors {
            Some([one, other]) => (before.of(one), after.of(other)),
            None => (before, after),
        };
        match prove_by_values(one, other, &options, budget, record)? {
            Some(Ok(proof)) => {
                if on_tensors.is_some() {
                    record_buffers(record);
                }
                return checked(before, after, (proof, assumptions), settings, is_long);
            }
            Some(Err(message)) if is_long => why = Some(message),
            Some(Err(_)) | None => {}
        }
    }
    let nothing = || "the programs are too long for one model, and have not enough in common".to_owned();
    Ok(open(why.unwrap_or_else(nothing)))
}

/// The proof that all parts are the same, cut at values, or in words why there is none; nothing if that is no way to cut them.
fn prove_by_values(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    options: &ExtractOptions,
    budget: NonZeroU64,
    record: &Record,
) -> Result<Option<std::result::Result<Proof, String>>, ExtractError> {
    record.clear();
    let copies = [before, after].map(cut::with_new_outs);
    let (before, after) = (before.or(&copies[0]), after.or(&copies[1]));
    let times = 1 + cut::length(before).max(cut::length(after)) / BY_VALUES_MIN;
    let most = |effort: Effort| NonZeroU64::new(budget.get() / share_of(effort)).unwrap_or(NonZeroU64::MIN);
    let mut budget = Budget::new(budget, times);
    let mut all = Proof::new(Strength::Bitwise);
    let (mut wasted, bearable) = (0, budget.left / WASTED);
    // Networks are made of layers that are alike. With what came of it: how hard it was tried.
    let mut known: HashMap<(String, String), (Option<Proof>, Effort)> = HashMap::new();
    let found = cut::by_values::<ExtractError>(before, after, &mut |one, other, effort| {
        let text = |part: &OutlinedPart| polyvet_ir::print(&part.module, Default::default());
        let texts = (text(one), text(other));
        let proof = match known.get(&texts) {
            Some((Some(proof), _)) => Some(proof.clone()),
            Some((None, tried)) if effort <= *tried => None,
            _ if effort != Effort::Needed && wasted > bearable => None,
            _ => {
                let Some(share) = budget.next() else { return Ok(false) };
                let share = share.min(most(effort));
                let own = if record.is_on() { Record::on() } else { Record::off() };
                let left = budget.left;
                let found = prove_part((one, other), options, (share, &mut budget.left), &own)?;
                let found = found.filter(|proof| proof.vacuous.is_none());
                if found.is_some() {
                    record.append(own);
                }
                let spent = left - budget.left;
                wasted = if found.is_some() { 0 } else { wasted + spent };
                // What has not run out would fail again.
                let tried = if spent < share.get() { Effort::Needed } else { effort };
                known.insert(texts, (found.clone(), tried));
                found
            }
        };
        if let Some(proof) = &proof {
            all = Proof::both(
                std::mem::replace(&mut all, Proof::new(Strength::Bitwise)),
                proof.clone(),
            );
        }
        Ok(proof.is_some())
    })?;
    Ok(found.map(|found| match found {
        ValuesFound::All => {
            record.trusted("parts", "that what is handed across the cuts is the same");
            Ok(all)
        }
        ValuesFound::Some(count, next) => Err(format!(
            "{count} parts that differ are proved, the next one, which begins with {next}, is not"
        )),
    }))
}

/// Keeps the claims that what is handed across the cuts is the same.
fn joined(before: ProgramSide<'_>, after: ProgramSide<'_>, cuts: Cuts, record: &Record) {
    if !record.is_on() {
        return;
    }
    match cut::skeletons(before, after, cuts) {
        Some((one, other)) => record.add(|| {
            let subject = "what is handed across the cuts is the same, each part being a function that nobody knows";
            certificate::ProofPart {
                subject: subject.to_owned(),
                ..terms_of(one.side(), other.side())
            }
        }),
        None => record.trusted("parts", "that what is handed across the cuts is the same"),
    }
}

/// What all parts may use up: more for more parts, and no part more than one program.
struct Budget {
    of_part: NonZeroU64,
    left: u64,
}

impl Budget {
    /// How many parts have one budget together.
    const PARTS: u64 = 64;

    fn new(of_part: NonZeroU64, parts: usize) -> Budget {
        let times = 1 + parts as u64 / Budget::PARTS;
        Budget {
            of_part,
            left: of_part.get().saturating_mul(times),
        }
    }

    /// What the next part may use up.
    fn next(&self) -> Option<NonZeroU64> {
        NonZeroU64::new(self.left.min(self.of_part.get()))
    }
}

/// A proof of all parts, unless a few runs of the whole contradict it.
fn checked(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    (mut proof, assumptions): (Proof, &Assumptions),
    settings: &ValidateSettings,
    is_long: bool,
) -> Result<PartsOutcome, ExtractError> {
    proof.vacuous = vacuous::of_interface(before, after);
    if !settings.cross_check {
        return Ok(PartsOutcome::Decided(Verdict::Proved(proof)));
    }
    let mut runs = Runs::new(before, after).within(assumptions);
    let found = runs.cross_check(None, proof.strength)?;
    // Nothing may be asked of a program that is undefined wherever it runs; the model of the whole knows.
    if runs.were_undefined() {
        return Ok(match is_long {
            true => PartsOutcome::Open(Reason {
                code: "part-not-proved",
                message: "all parts are proved, but `before` is undefined in every run that was tried".to_owned(),
            }),
            false => PartsOutcome::Whole,
        });
    }
    Ok(match found {
        CrossCheck::Doubted(message) => PartsOutcome::Open(Reason {
            code: "part-not-proved",
            message,
        }),
        found => PartsOutcome::Decided(unless(found, proof)),
    })
}

/// The proof that all parts are the same, or in words why there is none.
fn prove_all(
    parts: &[(OutlinedPart, OutlinedPart)],
    options: &ExtractOptions,
    mut budget: Budget,
    record: &Record,
) -> Result<std::result::Result<Proof, String>, ExtractError> {
    let count = parts.len();
    let mut all = Proof::new(Strength::Bitwise);
    for (at, (one, other)) in parts.iter().enumerate() {
        let Some(share) = budget.next() else {
            return Ok(Err(format!(
                "{at} of {count} parts that differ are proved, and the budget is spent; try a larger `--budget`"
            )));
        };
        let found = prove_part((one, other), options, (share, &mut budget.left), record)?;
        let Some(proof) = found.filter(|proof| proof.vacuous.is_none()) else {
            let first = one.first.as_deref().or(other.first.as_deref()).unwrap_or_default();
            return Ok(Err(format!(
                "{at} of {count} parts that differ are proved, the next one, which begins with {first}, is not"
            )));
        };
        all = Proof::both(all, proof);
    }
    Ok(Ok(all))
}

/// The proof of a part for all that may come into it.
fn prove_part(
    (one, other): (&OutlinedPart, &OutlinedPart),
    options: &ExtractOptions,
    (share, left): (NonZeroU64, &mut u64),
    record: &Record,
) -> Result<Option<Proof>, ExtractError> {
    if let Some(proof) = congruent(one.side(), other.side()) {
        record.add(|| terms_of(one.side(), other.side()));
        return Ok(Some(proof));
    }
    let (proof, spent) = prove_alone(one.side(), other.side(), options, (share, record))?;
    *left = left.saturating_sub(spent);
    Ok(proof)
}

#[cfg(test)]
mod tests {
    use super::*;
    use polyvet_ir::Module;

    /// Thirty loops over an array, one of which also uses an element of `%t` as it is said. Only `%t[0]` is written.
    fn of_buffers(uses: &str) -> Module {
        let mut text = "func.func @f(%x: i32, %A: memref<8xi32>, %B: memref<8xi32>) {
            %zero = arith.constant 0 : i32
            %t = memref.alloc() : memref<2xi32>
            affine.store %x, %t[0] : memref<2xi32>\n"
            .to_owned();
        for number in 0..30 {
            let used = if number == 15 {
                uses.replace("READ", "affine.load %t[1] : memref<2xi32>")
            } else {
                "%w = arith.addi %v, %zero : i32".to_owned()
            };
            let (op, to) = [("muli", "A"), ("xori", "B")][number % 2];
            text += &format!(
                "affine.for %i = 0 to 8 {{
                    %v = affine.load %A[%i] : memref<8xi32>
                    {used}
                    %z = arith.{op} %w, %x : i32
                    affine.store %z, %{to}[%i] : memref<8xi32>
                }}\n"
            );
        }
        parsed(text + "memref.dealloc %t : memref<2xi32>\nreturn }")
    }

    /// The same with tensors.
    fn of_tensors(uses: &str) -> Module {
        let mut text = "func.func @f(%x: i32, %y: tensor<8xi32>) -> tensor<8xi32> {
            %zero = arith.constant 0 : i32
            %c0 = arith.constant 0 : index
            %c1 = arith.constant 1 : index
            %e = tensor.empty() : tensor<2xi32>
            %t = tensor.insert %x into %e[%c0] : tensor<2xi32>
            %x0 = tensor.extract %t[%c0] : tensor<2xi32>\n"
            .to_owned();
        let mut last = "%y".to_owned();
        for number in 0..30 {
            let used = if number == 15 {
                uses.replace("READ", "tensor.extract %t[%c1] : tensor<2xi32>")
            } else {
                "%w = arith.addi %v, %zero : i32".to_owned()
            };
            let op = ["muli", "xori"][number % 2];
            text += &format!(
                "%a{number} = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>], iterator_types = [\"parallel\"]}} outs({last} : tensor<8xi32>) {{
                ^bb0(%v: i32):
                    {used}
                    %z = arith.{op} %w, %x0 : i32
                    linalg.yield %z : i32
                }} -> tensor<8xi32>\n"
            );
            last = format!("%a{number}");
        }
        parsed(text + &format!("return {last} : tensor<8xi32> }}"))
    }

    fn parsed(text: String) -> Module {
        let (module, diagnostics) = polyvet_ir::parse(&text);
        assert!(diagnostics.is_empty(), "{diagnostics:?} in {text}");
        module
    }

    /// Whether the parts alone prove it: cut at operations that use the same, at shared ones, at values.
    fn proved(before: &Module, after: &Module) -> [bool; 3] {
        let side = |module: &'_ Module| module.funcs()[0];
        let (before, after) = (
            ProgramSide {
                module: before,
                func: side(before),
            },
            ProgramSide {
                module: after,
                func: side(after),
            },
        );
        let (options, record) = (ExtractOptions::default(), Record::off());
        let budget = NonZeroU64::new(super::super::DEFAULT_BUDGET).expect("not zero");
        let at = |cuts: Cuts| {
            cut::parts(before, after, cuts).is_some_and(|parts| {
                let budget = Budget::new(budget, parts.len());
                prove_all(&parts, &options, budget, &record).expect("a model").is_ok()
            })
        };
        let by_values = prove_by_values(before, after, &options, budget, &record).expect("a model");
        [at(Cuts::Close), at(Cuts::Shared), matches!(by_values, Some(Ok(_)))]
    }

    const PLAIN: &str = "%w = arith.addi %v, %zero : i32";

    #[test]
    fn a_part_uses_nothing_that_its_program_may_not_have_written() {
        let wrong = [
            "%u = READ %d = arith.muli %u, %zero : i32 %w = arith.addi %v, %d : i32",
            "%u = READ %d = arith.andi %u, %zero : i32 %w = arith.addi %v, %d : i32",
            "%u = READ %c = arith.cmpi slt, %u, %zero : i32 %w = arith.select %c, %v, %v : i32",
            "%u = READ %d = arith.xori %v, %u : i32 %w = arith.xori %d, %u : i32",
        ];
        for uses in wrong {
            assert_eq!(proved(&of_buffers(PLAIN), &of_buffers(uses)), [false; 3], "{uses}");
            assert_eq!(proved(&of_tensors(PLAIN), &of_tensors(uses)), [false; 3], "{uses}");
            // The first program may.
            assert_eq!(proved(&of_tensors(uses), &of_tensors(uses)), [true; 3], "{uses}");
        }
    }

    #[test]
    fn what_a_part_does_not_use_makes_no_difference() {
        let other = "%o = arith.subi %v, %zero : i32 %w = arith.addi %zero, %o : i32";
        assert_eq!(proved(&of_buffers(PLAIN), &of_buffers(other)), [true, true, false]);
        assert_eq!(proved(&of_tensors(PLAIN), &of_tensors(other)), [true; 3]);
    }

    #[test]
    fn values_are_paired_where_both_programs_make_something_again() {
        /// Of `corpus/validate/long`.
        macro_rules! pair {
            ($name:literal) => {
                [
                    include_str!(concat!("../../../corpus/validate/long/", $name, ".mlir")),
                    include_str!(concat!("../../../corpus/validate/long/", $name, ".after.mlir")),
                ]
                .map(|text| parsed(text.to_owned()))
            };
        }
        for ([before, after], is_right) in [
            (pair!("dense-fused"), true),
            (pair!("dense-subtracted-first"), true),
            (pair!("dense-not-subtracted"), false),
            (pair!("dense-subtracted-twice"), false),
        ] {
            assert_eq!(proved(&before, &after)[2], is_right);
        }
    }
}
