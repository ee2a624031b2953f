//! The standing red team: what real passes made, changed in one place of its text, and judged again.
//!
//! A [`ProvedPair`] is a pair of the corpus that is proved. A mutant changes one token or one line of the second
//! program: a constant, an operand, an operation, a flag, a symbol ([`KINDS`]). It knows nothing of the model, so it
//! also reaches what the reader, the symbols and the boundary of the model do. Every mutant that is still proved runs
//! beside the first program on [`INPUTS`] inputs, and must agree: a proof that a run contradicts is the only failure.
//! `unknown` is no failure here, but it is counted.

use crate::cases::{AFTER, CorpusCase, Expect, walk};
use crate::model::{CallSizes, parse};
use crate::padded::padded;
use crate::pairs::hidden;
use crate::runs::{ObservedRun, on_generated, on_reordered_terms};
use polyvet::{Decided, Program};
use polyvet_generate::case::numbers;
use polyvet_generate::choices::Choices;
use polyvet_interp::{ChosenSize, DataElem, ParallelOrder, ScalarType, sizes_of};
use polyvet_ir::{Dim, Module, OpId};
use polyvet_runs::inputs::ElementGenerator;
use polyvet_verify::Strength;
use polyvet_verify::validate::{ProgramSide, with_interface_of};
use std::collections::BTreeSet;
use std::path::Path;

/// On how many inputs a proved mutant runs.
pub const INPUTS: usize = 20;
/// isl operations per question: enough for the targets.
const BUDGET: u64 = 1_000_000;
/// Longer programs say no more and take long.
const BYTES_MAX: usize = 6_000;
/// How many changes are drawn until one makes a program.
const DRAWS_MAX: u64 = 200;

/// Two programs of which the second is proved to compute what the first does.
pub struct ProvedPair {
    /// Path of the first in the repository.
    pub name: String,
    /// The first program.
    pub before: String,
    /// What a pass made of it.
    pub after: String,
}

/// The pairs of the corpus that are proved without further assumptions, in order.
///
/// # Errors
/// A case that cannot be read.
pub fn targets(root: &Path) -> Result<Vec<ProvedPair>, String> {
    pairs(root, |expect| matches!(expect, Expect::Proved | Expect::Reassociated))
}

/// The pairs of the corpus of which the answer without further assumptions `is` so, in order.
///
/// # Errors
/// A case that cannot be read.
pub fn pairs(root: &Path, is: impl Fn(&Expect) -> bool) -> Result<Vec<ProvedPair>, String> {
    let (files, _) = walk(&root.join("corpus"))?;
    let mut targets = Vec::new();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let after = file.with_file_name(format!("{}{AFTER}", name.trim_end_matches(".mlir")));
        if !after.exists() {
            continue;
        }
        let case = CorpusCase::read(root, &file)?;
        let after = std::fs::read_to_string(after).map_err(|error| error.to_string())?;
        let is_plain = |run: &crate::cases::CaseCommand| run.line == "validate %after" && is(&run.expect);
        let is_small = case.text.len().max(after.len()) <= BYTES_MAX;
        // An assumption in the text restricts the inputs, which are drawn freely here.
        let is_free = !case.text.contains("polyvet: assume");
        if case.runs.iter().any(is_plain) && is_small && is_free && has_one_of_each(&case.text) {
            targets.push(ProvedPair {
                name: case.path,
                before: case.text,
                after,
            });
        }
    }
    Ok(targets)
}

/// Whether all functions of a program have different names, which select them here.
fn has_one_of_each(text: &str) -> bool {
    let names = Program::read(text).map(|program| program.function_names());
    names.is_ok_and(|names| names.iter().collect::<BTreeSet<_>>().len() == names.len())
}

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MutantOutcome {
    /// No change that was drawn makes a program, or the function is gone.
    Refused,
    /// The counterexample replays.
    Refuted,
    /// Only tested, or not decided.
    Undecided,
    /// Proved, and all runs agree.
    Equal,
    /// Proved, but the first program is defined on none of the inputs.
    NotRun,
    /// Proved about nothing.
    Vacuous,
}

/// How a mutant is put to the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionForm {
    /// As it is.
    Plain,
    /// Made long, so that it is compared in parts ([`padded`]).
    Padded,
}

/// Mutant `number` of `seed`: the name of its kind, and what became of it.
///
/// # Errors
/// A proof that a run contradicts, a counterexample that does not replay, an answer that failed; with the program.
pub fn attack(targets: &[ProvedPair], seed: u64, number: u64) -> Result<(&'static str, MutantOutcome), String> {
    // Each kind as often as the others, though few programs have a place for some.
    let kind = &KINDS[number as usize % KINDS.len()];
    let drawn = (0..DRAWS_MAX).find_map(|draw| {
        let numbers = numbers(seed, (number << 16) + draw);
        let mut choices = Choices::new(&numbers);
        let target = &targets[choices.below(targets.len())];
        let text = (kind.change)(&TokenText::new(&target.after), &mut choices)?;
        (text != target.after && Program::read(text.as_str()).is_ok()).then_some((target, text))
    });
    let Some((target, text)) = drawn else {
        return Ok((kind.name, MutantOutcome::Refused));
    };
    // All kinds in one form, then all in the other.
    let form = match (number as usize / KINDS.len()).is_multiple_of(2) {
        true => QuestionForm::Plain,
        false => QuestionForm::Padded,
    };
    let outcome = asked(target, &text, form, (seed, number)).map_err(|why| {
        let (old, new) = changed(&target.after, &text);
        format!("{}, {}:\n-{old}\n+{new}\n{why}", target.name, kind.name)
    })?;
    Ok((kind.name, outcome))
}

/// The lines in which two texts differ first.
fn changed<'t>(old: &'t str, new: &'t str) -> (&'t str, &'t str) {
    let mut pairs = old.lines().zip(new.lines());
    pairs.find(|(old, new)| old != new).unwrap_or(("", ""))
}

/// What is said about a pair in a form, and whether runs agree.
///
/// # Errors
/// As [`attack`].
pub fn asked(
    target: &ProvedPair,
    text: &str,
    form: QuestionForm,
    (seed, number): (u64, u64),
) -> Result<MutantOutcome, String> {
    let (before, after) = match form {
        QuestionForm::Plain => (target.before.clone(), text.to_owned()),
        QuestionForm::Padded => {
            let numbers = numbers(!seed, number);
            match padded(&target.before, text, &mut Choices::new(&numbers)) {
                Some(pair) => pair,
                None => return Ok(MutantOutcome::Refused),
            }
        }
    };
    judge((&before, &after), target, text)
}

/// What is said about the pair `asked`, which is `target` with `text` as the second program, or is equal to it.
fn judge(asked: (&str, &str), target: &ProvedPair, text: &str) -> Result<MutantOutcome, String> {
    let before = Program::read(asked.0).map_err(|error| error.to_string())?;
    let Ok(after) = Program::read(asked.1) else {
        return Ok(MutantOutcome::Refused);
    };
    let mut worst = MutantOutcome::Vacuous;
    for name in before.function_names() {
        let function = before.function(&name).map_err(|error| error.to_string())?;
        // A function that is gone is an error of the question.
        let Ok(answer) = function.budget(BUDGET).validate(&after) else {
            return Ok(MutantOutcome::Refused);
        };
        let outcome = match answer.decided() {
            Decided::Proved => run(target, text, &name, Strength::Bitwise)?,
            Decided::Reassociated => run(target, text, &name, Strength::Reassociated)?,
            Decided::Vacuous => MutantOutcome::Vacuous,
            Decided::Refuted(witness) if witness.replay.confirmed => MutantOutcome::Refuted,
            Decided::Refuted(_) => return Err(format!("a counterexample that does not replay:\n{answer}")),
            Decided::Tested(_) | Decided::Unknown(_) => {
                let reason = answer.result.reason.as_ref();
                if let Some(reason) = reason.filter(|reason| reason.code == "internal") {
                    return Err(format!("a fault of polyvet: {}", reason.message));
                }
                MutantOutcome::Undecided
            }
        };
        worst = worst.min(outcome);
    }
    Ok(worst)
}

/// What runs say about a function that is proved.
fn run(target: &ProvedPair, text: &str, name: &str, strength: Strength) -> Result<MutantOutcome, String> {
    let (before, after) = (parse(&target.before)?, parse(text)?);
    let func = |module: &Module| polyvet_ir::func_named(module, name).ok_or(format!("no function `@{name}`"));
    let (before_func, after_func) = (func(&before)?, func(&after)?);
    // A proof that rests on a convention of callers is about calls by that.
    let side = |module, func| ProgramSide { module, func };
    let before = match with_interface_of(side(&before, before_func), side(&after, after_func)) {
        Some((called_alike, _)) => called_alike,
        None => before,
    };
    let mut defined = 0;
    for sizes in inputs(&before, before_func, &after, after_func) {
        for generator in ElementGenerator::ALL {
            let by = |module| on_generated(module, name, &sizes, generator);
            let Ok(expected) = by(&before) else { continue };
            defined += 1;
            let difference = match by(&after) {
                Ok(found) if strength == Strength::Reassociated => {
                    hidden(&unsigned_zeros(expected), unsigned_zeros(found))
                }
                Ok(found) => hidden(&expected, found),
                Err(trap) if trap.code.is_inconclusive() => None,
                Err(trap) => return Err(format!("@{name} is proved, but {}\n{text}", trap.describe())),
            };
            // Numbers are rounded in the order of a sum, terms are not.
            let difference = match strength {
                Strength::Bitwise => difference,
                Strength::Reassociated => difference.and_then(|_| reordered(&before, &after, name, &sizes)),
            };
            if let Some(difference) = difference {
                let at = format!("{generator} elements, {:?} {:?}", sizes.indices, sizes.extents);
                let strength = strength.name();
                return Err(format!("@{name} is proved {strength}, but {difference} ({at})\n{text}"));
            }
        }
    }
    Ok(match defined {
        0 => MutantOutcome::NotRun,
        _ => MutantOutcome::Equal,
    })
}

/// All zeros positive: a sum that is split begins with more zeros, so the order of sums includes the sign of a zero.
fn unsigned_zeros(mut seen: ObservedRun) -> ObservedRun {
    for elem in seen.after.iter_mut().flat_map(|contents| &mut contents.elems) {
        if let Some(DataElem::Scalar(scalar)) = elem
            && matches!(scalar.ty, ScalarType::Float(_))
            && scalar.to_f64() == Some(0.0)
        {
            scalar.bits = 0;
        }
    }
    seen
}

/// A difference beyond the order of sums and products.
fn reordered(before: &Module, after: &Module, name: &str, sizes: &CallSizes) -> Option<String> {
    let by = |module| on_reordered_terms(module, name, sizes, ParallelOrder::Forward);
    hidden(&by(before).ok()?, by(after).ok()?)
}

/// Sizes drawn without knowledge of the programs: all alike, then nearly alike, then anyhow.
fn inputs(before: &Module, before_func: OpId, after: &Module, after_func: OpId) -> Vec<CallSizes> {
    let mut all: BTreeSet<ChosenSize> = sizes_of(before, before_func).into_iter().collect();
    all.extend(sizes_of(after, after_func));
    let numbers = numbers(20, all.len() as u64);
    let mut choices = Choices::new(&numbers);
    (0..INPUTS as i64)
        .map(|input| {
            let mut sizes = CallSizes::default();
            for size in &all {
                let base = input % 10;
                // What one program leaves open, the other may not.
                let known = fixed(before, before_func, size).or_else(|| fixed(after, after_func, size));
                let value = match (known, input / 10, size) {
                    (Some(known), ..) => known,
                    (_, 0, _) => base,
                    // Extents that are at least what a number says are the usual contract.
                    (_, _, ChosenSize::Index(_)) => choices.between(0, base),
                    (_, _, ChosenSize::Extent(..)) if base % 2 == 0 => base,
                    (_, _, ChosenSize::Extent(..)) => choices.between(base, base + 3),
                };
                match *size {
                    ChosenSize::Index(argument) => sizes.indices.insert(argument, value),
                    ChosenSize::Extent(argument, dim) => sizes.extents.insert((argument, dim), value),
                };
            }
            sizes
        })
        .collect()
}

/// The extent that the type of an argument says.
fn fixed(module: &Module, func: OpId, size: &ChosenSize) -> Option<i64> {
    let ChosenSize::Extent(argument, dim) = *size else {
        return None;
    };
    let inputs = polyvet_ir::func(module, func)?.inputs;
    match inputs.get(argument)?.shape()?.get(dim)? {
        Dim::Static(extent) => i64::try_from(*extent).ok(),
        Dim::Dynamic | Dim::Scalable(_) => None,
    }
}

/// A kind of change.
pub struct MutationKind {
    /// What is changed.
    pub name: &'static str,
    /// The text with one such change at a place that is drawn; [`None`] if there is none.
    change: fn(&TokenText<'_>, &mut Choices<'_>) -> Option<String>,
}

/// All kinds of change.
pub const KINDS: &[MutationKind] = &[
    kind("another integer", integer),
    kind("another float", float),
    kind("another operand", operand),
    kind("swapped operands", swapped),
    kind("another dimension", dimension),
    kind("another operation", operation),
    kind("another arithmetic operator", operator),
    kind("another predicate", predicate),
    kind("another symbol", symbol),
    kind("another iterator type", iterator_type),
    kind("flag added", flag_added),
    kind("flag or attribute dropped", flag_dropped),
    kind("another word", word),
    kind("line dropped", |text, choices| {
        text.with_line(choices, |_, _| Vec::new())
    }),
    kind("line twice", |text, choices| {
        text.with_line(choices, |line, _| vec![line, line])
    }),
    kind("lines swapped", |text, choices| {
        text.with_line(choices, |line, next| vec![next, line])
    }),
];

const fn kind(name: &'static str, change: fn(&TokenText<'_>, &mut Choices<'_>) -> Option<String>) -> MutationKind {
    MutationKind { name, change }
}

/// A program as tokens: where each begins and ends. Blanks and comments are between them.
pub struct TokenText<'t> {
    text: &'t str,
    tokens: Vec<(usize, usize)>,
}

impl<'t> TokenText<'t> {
    fn new(text: &'t str) -> TokenText<'t> {
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
        let mut tokens = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let first = rest.chars().next().unwrap_or(' ');
            let len = match first {
                ' ' | '\n' | '\t' | '\r' => {
                    at += 1;
                    continue;
                }
                '/' if rest.starts_with("//") => {
                    at += rest.find('\n').unwrap_or(rest.len());
                    continue;
                }
                '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
                '%' | '@' | '#' | '!' | '^' => 1 + rest[1..].find(|c| !is_word(c)).unwrap_or(rest.len() - 1),
                c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
                _ if rest.starts_with("->") || rest.starts_with("==") || rest.starts_with(">=") => 2,
                c => c.len_utf8(),
            };
            tokens.push((at, at + len));
            at += len;
        }
        TokenText { text, tokens }
    }

    fn token(&self, at: usize) -> &'t str {
        self.tokens.get(at).map_or("", |(start, end)| &self.text[*start..*end])
    }

    /// A token of which this holds, drawn among all.
    fn drawn(&self, choices: &mut Choices<'_>, is: impl Fn(&str) -> bool) -> Option<usize> {
        let places: Vec<usize> = (0..self.tokens.len()).filter(|at| is(self.token(*at))).collect();
        (!places.is_empty()).then(|| places[choices.below(places.len())])
    }

    /// The text with another token at this place.
    fn with(&self, at: usize, token: &str) -> String {
        let (start, end) = self.tokens[at];
        format!("{}{token}{}", &self.text[..start], &self.text[end..])
    }

    /// Another token of the text of which this holds at this place.
    fn exchanged(&self, choices: &mut Choices<'_>, is: impl Fn(&str) -> bool) -> Option<String> {
        let at = self.drawn(choices, &is)?;
        let other = self.drawn(choices, &is)?;
        (self.token(at) != self.token(other)).then(|| self.with(at, self.token(other)))
    }

    /// One token of a list replaced by another of the same list.
    fn sibling(&self, choices: &mut Choices<'_>, families: &[&[&str]]) -> Option<String> {
        let family = |token: &str| families.iter().find(|family| family.contains(&token));
        let at = self.drawn(choices, |token| family(token).is_some())?;
        let family = family(self.token(at))?;
        Some(self.with(at, family[choices.below(family.len())]))
    }

    /// Other lines for one line that holds an operation, and the one after it.
    fn with_line(
        &self,
        choices: &mut Choices<'_>,
        make: impl for<'l> Fn(&'l str, &'l str) -> Vec<&'l str>,
    ) -> Option<String> {
        let lines: Vec<&str> = self.text.lines().collect();
        let at = choices.below(lines.len().saturating_sub(1));
        let (line, next) = (*lines.get(at)?, *lines.get(at + 1)?);
        let is_whole = |line: &str| {
            let line = line.trim();
            !line.is_empty() && !line.starts_with("//") && !line.ends_with('{') && !line.starts_with('}')
        };
        let made = make(line, next);
        // Lines are exchanged in pairs; for all else the second stays.
        let swaps = made.contains(&next) && line != next;
        if !is_whole(line) || (swaps && !is_whole(next)) {
            return None;
        }
        let rest = if swaps { at + 2 } else { at + 1 };
        let all: Vec<&str> = lines[..at]
            .iter()
            .copied()
            .chain(made)
            .chain(lines[rest..].iter().copied())
            .collect();
        Some(all.join("\n") + "\n")
    }
}

fn integer(text: &TokenText<'_>, choices: &mut Choices<'_>) -> Option<String> {
    let at = text.drawn(choices, |token| token.parse::<i64>().is_ok())?;
    let old: i64 = text.token(at).parse().ok()?;
    let new = choices.of(&[old + 1, old - 1, old + 1, old - 1, 0, 1, old * 2, -old, old + 64]);
    (new != old).then(|| text.with(at, &new.to_string()))
}

fn float(text: &TokenText<'_>, choices: &mut Choices<'_>) -> Option<String> {
    let is_float = |token: &str| token.contains('.') && token.starts_with(|c: char| c.is_ascii_digit());
    let at = text.drawn(choices, is_float)?;
    let new = choices.of(&[
        "1.000000e+00",
        "0.000000e+00",
        "-0.000000e+00",
        "5.000000e-01",
        "1.000001e+00",
    ]);
    Some(text.with(at, new))
}

fn operand(text: &TokenText<'_>, choices: &mut Choices<'_>) -> Option<String> {
    text.exchanged(choices, |token| token.starts_with('%'))
}

/// `%a, %b` in the other order.
fn swapped(text: &TokenText<'_>, choices: &mut Choices<'_>) -> Option<String> {
    let at = text.drawn(choices, |token| token.starts_with('%'))?;
    let (one, other) = (text.token(at), text.token(at + 2));
    let is_pair = text.token(at + 1) == "," && other.starts_with('%') && one != other;
    is_pair.then(|| {
        let ((start, _), (_, end)) = (text.tokens[at], text.tokens[at + 2]);
        format!("{}{other}, {one}{}", &text.text[..start], &text.text[end..])
    })
}

fn dimension(text: &TokenText<'_>, choices: &mut Choices<'_>) -> Option<String> {
    let is_dimension = |token: &str| {
        let rest = token.strip_prefix('d').or_else(|| token.strip_prefix('s'));
        rest.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    text.exchanged(choices, is_dimension)
}

/// Operations with the same form.
const OPERATIONS: &[&[&str]] = &[
    &[
        "arith.addf",
        "arith.subf",
        "arith.mulf",
        "arith.divf",
        "arith.maximumf",
        "arith.minimumf",
        "arith.maxnumf",
    ],
    &[
        "arith.addi",
        "arith.subi",
        "arith.muli",
        "arith.divsi",
        "arith.divui",
        "arith.remsi",
        "arith.remui",
        "arith.andi",
        "arith.ori",
        "arith.xori",
        "arith.shli",
        "arith.shrsi",
        "arith.shrui",
        "arith.maxsi",
        "arith.maxui",
        "arith.minsi",
        "arith.minui",
        "arith.floordivsi",
        "arith.ceildivsi",
        "arith.ceildivui",
    ],
    &["arith.sitofp", "arith.uitofp"],
    &["arith.fptosi", "arith.fptoui"],
    &["arith.extsi", "arith.extui"],
    &["arith.index_cast", "arith.index_castui"],
    &["affine.min", "affine.max"],
    &["min", "max"],
    &[
        "math.exp",
        "math.exp2",
        "math.tanh",
        "math.absf",
        "math.sqrt",
        "arith.negf",
    ],
    &["affine.for", "affine.parallel", "scf.for"],
    &["scf.parallel", "scf.forall"],
    &["linalg.add", "linalg.sub", "linalg.mul", "linalg.max"],
    &["memref.load", "affine.load"],
    &["<add>", "<mul>", "<maximumf>", "<minimumf>"],
];

fn operation(text: &TokenText<'_>, choices: &mut Choices<'_>) -> Option<String> {
    text.sibling(choices, OPERATIONS)
}

fn operator(text: &TokenText<'_>, choices: &mut Choices<'_>) -> Option<String> {
    text.sibling(
        choices,
        &[&["+", "-", "*"], &["floordiv", "ceildiv", "mod"], &["==", ">="]],
    )
}

fn predicate(text: &TokenText<'_>, choices: &mut Choices<'_>) -> Option<String> {
    let integers: &[&str] = &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
    let floats: &[&str] = &["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "une", "uno"];
    text.sibling(choices, &[integers, floats])
}

fn symbol(text: &TokenText<'_>, choices: &mut Choices<'_>) -> Option<String> {
    text.exchanged(choices, |token| token.starts_with('@') || token.starts_with('#'))
}

fn iterator_type(text: &TokenText<'_>, choices: &mut Choices<'_>) -> Option<String> {
    text.sibling(choices, &[&["\"parallel\"", "\"reduction\""]])
}

/// A promise after an operation that may have one: before the colon of its line.
fn flag_added(text: &TokenText<'_>, choices: &mut Choices<'_>) -> Option<String> {
    let families: &[(&[&str], &[&str])] = &[
        (
            &[
                "arith.addf",
                "arith.subf",
                "arith.mulf",
                "arith.divf",
                "arith.maximumf",
                "math.exp",
            ],
            &[
                "fastmath<nnan>",
                "fastmath<ninf>",
                "fastmath<nsz>",
                "fastmath<reassoc>",
                "fastmath<fast>",
            ],
        ),
        (
            &["arith.addi", "arith.subi", "arith.muli", "arith.shli"],
            &["overflow<nsw>", "overflow<nuw>"],
        ),
        (
            &["arith.divsi", "arith.divui", "arith.shrsi", "arith.shrui"],
            &["exact"],
        ),
    ];
    let of = |token: &str| families.iter().find(|(names, _)| names.contains(&token));
    let at = text.drawn(choices, |token| of(token).is_some())?;
    let (_, flags) = of(text.token(at))?;
    let flag = flags[choices.below(flags.len())];
    match flag {
        "exact" => Some(text.with(at, &format!("{} {flag}", text.token(at)))),
        _ => {
            let (start, _) = *text
                .tokens
                .get((at..text.tokens.len()).find(|at| text.token(*at) == ":")?)?;
            Some(format!("{}{flag} {}", &text.text[..start], &text.text[start..]))
        }
    }
}

/// `word<..>` or a word in braces gone.
fn flag_dropped(text: &TokenText<'_>, choices: &mut Choices<'_>) -> Option<String> {
    let words = [
        "fastmath",
        "overflow",
        "exact",
        "unsigned",
        "constant",
        "restrict",
        "writable",
        "in_bounds",
    ];
    let at = text.drawn(choices, |token| words.contains(&token))?;
    let (start, end) = text.tokens[at];
    let end = match text.token(at + 1) {
        "<" => (at..text.tokens.len())
            .find(|at| text.token(*at) == ">")
            .map(|at| text.tokens[at].1)?,
        "=" => return None,
        _ => end,
    };
    Some(format!("{}{}", &text.text[..start], &text.text[end..]))
}

/// Any bare word for another: names of types, keywords, attributes.
fn word(text: &TokenText<'_>, choices: &mut Choices<'_>) -> Option<String> {
    text.exchanged(choices, |token| token.starts_with(|c: char| c.is_ascii_alphabetic()))
}
