//! Whether two runs left the same.
//!
//! Bits that are equal are the same number. Of bits that differ, both programs are run once more with the bounds of
//! their rounding errors ([`Bounded`]): each value is off the exact one of its own expression by at most its bound, so
//! values farther apart than both bounds together are those of different expressions. Values nearer to each other may
//! be one expression in two orders; that is excused, unless the operations are the same in the same order and only
//! constants differ ([`ShapeDomain`]): then nothing was reordered.
//!
//! | difference | counts |
//! | --- | --- |
//! | beyond both bounds | unless it is the same element of the prime field |
//! | NaN, infinity, sign of an exact zero | so too, unless flags leave it open, or the programs already differ by rounding on ordinary numbers and are the same element of the field: an algebraic rewrite such as Winograd's, where `inf - inf` comes in |
//! | within both bounds, or without a bound | if nothing but constants differs, or if the exact values are others |
//! | written against unwritten, shapes | always |
//!
//! The bounds are those of the worst order, and long expressions in narrow formats soon have none. So the exact values are
//! compared as well ([`Real`]): no order of sums changes these. Constants that were folded do, by a rounding, so both programs must
//! have the same ones, and the values must be far apart ([`FAR`]).

use super::execute::ArgumentInputs;
use super::{BothCall, Runs};
use crate::Equal;
use crate::validate::ProgramSide;
use polyvet_executors::Accelerated;
use polyvet_interp::{
    Bounded, BoundedValue, Concrete, Contents, DataElem, Field, Output, Real, Scalar, ScalarType, ShapeDomain,
};
use polyvet_ir::{Attr, OpId};
use polyvet_runs::compare::{ElementJudgement, judge_bounded};
use polyvet_runs::pool::Pool;
use std::collections::BTreeSet;

/// What each output holds.
type OutputContents = [(Output, Contents)];

/// An element that is wrong.
pub(super) struct WrongElement {
    pub output: Output,
    /// Its number; none if the shapes differ.
    pub at: Option<usize>,
    /// Both values, for people.
    pub shown: (String, String),
}

/// An element of which the bits differ.
struct Doubt {
    output: Output,
    at: usize,
    before: Option<DataElem>,
    after: Option<DataElem>,
}

impl Doubt {
    fn wrong(&self) -> WrongElement {
        let show = |elem: &Option<DataElem>| elem.as_ref().map_or("uninitialised".to_owned(), DataElem::to_string);
        WrongElement {
            output: self.output,
            at: Some(self.at),
            shown: (show(&self.before), show(&self.after)),
        }
    }
}

/// Which differences are left open by the programs themselves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Licence {
    /// NaN and infinities: some operation says that there are none.
    not_finite: bool,
    /// The sign of zero: some operation may give either.
    zero_sign: bool,
    /// Every bit counts: this was proved.
    pub exact: bool,
}

/// Elements of one output whose judgement is looked at.
const SUSPECTS_MAX: usize = 256;

impl Licence {
    pub fn of(before: ProgramSide<'_>, after: ProgramSide<'_>) -> Licence {
        let mut licence = Licence::default();
        for side in [before, after] {
            side.module.walk(reach(side), &mut |_, op| {
                let says = |word: &str| {
                    let mut attrs = op.properties.iter().chain(op.attrs.iter());
                    attrs.any(|(_, attr)| matches!(attr, Attr::Opaque(text) if text.contains(word)))
                };
                let fast = says("fast>") || says("fast,");
                licence.not_finite |= fast || says("nnan") || says("ninf");
                // IEEE 754 leaves open which zero `maxNum(-0.0, 0.0)` is.
                let either =
                    op.name.contains("maxnum") || op.name.contains("minnum") || says("maxnum") || says("minnum");
                // A sum that is taken apart starts its parts with 0.0, which turns -0.0 into 0.0.
                let sum = op.name.contains("addf") || says("add");
                licence.zero_sign |= fast || says("nsz") || either || sum;
            });
        }
        licence
    }

    /// Whether a difference in bits counts where nothing was reordered.
    fn counts_exactly(self, doubt: &Doubt) -> bool {
        let number = |elem: &Option<DataElem>| match elem {
            Some(DataElem::Scalar(value)) => value.to_f64(),
            _ => None,
        };
        match (number(&doubt.before), number(&doubt.after)) {
            (Some(x), Some(y)) if !x.is_finite() || !y.is_finite() => !self.not_finite,
            (Some(x), Some(y)) if x == 0.0 && y == 0.0 => !self.zero_sign,
            _ => true,
        }
    }

    fn counts(self, judgement: ElementJudgement) -> bool {
        match judgement {
            ElementJudgement::Nan | ElementJudgement::Infinity => !self.not_finite,
            ElementJudgement::WrongZero => !self.zero_sign,
            judgement => judgement.is_wrong(),
        }
    }
}

/// What holds all that a function may run: itself, or everything where it calls others.
fn reach(side: ProgramSide<'_>) -> OpId {
    let mut calls = false;
    side.module.walk(side.func, &mut |_, op| calls |= op.info().is_call());
    if calls { side.module.top } else { side.func }
}

/// Whether everything that `before` writes is the same in `after`.
pub(super) fn all_same(before: &OutputContents, after: &OutputContents) -> bool {
    all_excused(before, after, &|_, _| false)
}

/// [`all_same`], zeros of both signs being one number.
fn same_but_for_zeros(before: &OutputContents, after: &OutputContents) -> bool {
    let is_zero =
        |elem: &Option<DataElem>| matches!(elem, Some(DataElem::Scalar(value)) if value.to_f64() == Some(0.0));
    all_excused(before, after, &|x, y| is_zero(x) && is_zero(y))
}

fn all_excused(
    before: &OutputContents,
    after: &OutputContents,
    excused: &dyn Fn(&Option<DataElem>, &Option<DataElem>) -> bool,
) -> bool {
    before.iter().all(|(output, before)| {
        let Some((_, after)) = after.iter().find(|(other, _)| other == output) else {
            return true;
        };
        before.shape == after.shape && suspects(before, after).all(|at| excused(&before.elems[at], &after.elems[at]))
    })
}

/// The first event that is another one, or is there in one of the programs only.
fn other_events(before: &Contents, after: &Contents) -> WrongElement {
    let count = before.elems.len().min(after.elems.len());
    let at = (0..count)
        .find(|at| before.elems[*at] != after.elems[*at])
        .unwrap_or(count);
    let show = |contents: &Contents| match contents.elems.get(at) {
        Some(Some(elem)) => elem.to_string(),
        _ => "none".to_owned(),
    };
    WrongElement {
        output: Output::Events,
        at: Some(at),
        shown: (show(before), show(after)),
    }
}

/// Elements that are not the same bits. What `before` leaves unwritten is free.
fn suspects<'c>(before: &'c Contents, after: &'c Contents) -> impl Iterator<Item = usize> + 'c {
    let pairs = before.elems.iter().zip(&after.elems).enumerate();
    pairs.filter(|(_, (x, y))| x.is_some() && x != y).map(|(at, _)| at)
}

/// Both programs in one domain: outputs and their elements.
struct Both<T> {
    first: Vec<(Output, Vec<Option<T>>)>,
    second: Vec<(Output, Vec<Option<T>>)>,
}

impl<T: PartialEq> Both<T> {
    fn at(&self, output: Output, at: usize) -> Option<(&T, &T)> {
        let of = |side: &'_ [(Output, Vec<Option<T>>)]| side.iter().position(|(other, _)| *other == output);
        let x = self.first[of(&self.first)?].1.get(at)?.as_ref()?;
        let y = self.second[of(&self.second)?].1.get(at)?.as_ref()?;
        Some((x, y))
    }

    fn is_same(&self, doubt: &Doubt) -> bool {
        self.at(doubt.output, doubt.at).is_some_and(|(x, y)| x == y)
    }
}

impl Runs<'_> {
    /// The first element that is wrong.
    pub(super) fn first_wrong(
        &mut self,
        case: &BothCall<'_>,
        before: &OutputContents,
        after: &OutputContents,
    ) -> Option<WrongElement> {
        let mut doubtful = Vec::new();
        for (output, x) in before {
            let Some((_, y)) = after.iter().find(|(other, _)| other == output) else {
                continue;
            };
            if *output == Output::Events && x.shape != y.shape {
                return Some(other_events(x, y));
            }
            if x.shape != y.shape {
                let show = |c: &Contents| format!("shape {:?}", c.shape);
                return Some(WrongElement {
                    output: *output,
                    at: None,
                    shown: (show(x), show(y)),
                });
            }
            for at in suspects(x, y).take(SUSPECTS_MAX) {
                let doubt = Doubt {
                    output: *output,
                    at,
                    before: x.elems[at].clone(),
                    after: y.elems[at].clone(),
                };
                if doubt.after.is_none() || self.licence.exact && self.licence.counts_exactly(&doubt) {
                    return Some(doubt.wrong());
                }
                doubtful.push(doubt);
            }
        }
        if doubtful.is_empty() || self.licence.exact {
            return None;
        }
        self.first_beyond_rounding(case, doubtful)
    }

    fn first_beyond_rounding(&mut self, case: &BothCall<'_>, doubtful: Vec<Doubt>) -> Option<WrongElement> {
        let bounded = self.with_bounds(&Bounded, case);
        let judge = |doubt: &Doubt| match bounded.as_ref().map(|both| both.at(doubt.output, doubt.at)) {
            Some(Some((x, y))) => judge_bounded(x, y),
            // An index decides about control, so it is exact.
            Some(None) => ElementJudgement::Beyond,
            None => ElementJudgement::Unbounded,
        };
        let judged: Vec<ElementJudgement> = doubtful.iter().map(judge).collect();
        let some_wrong = judged.iter().any(|judgement| self.licence.counts(*judgement));
        let field = (some_wrong || self.equal != Equal::Numbers).then(|| self.on_unknowns(&Field::new(), case));
        let shape = self.on_unknowns(&ShapeDomain::new(), case);
        // What stands for an operation that nobody knows makes much of a little rounding.
        let rounded =
            field.as_ref().is_some_and(Option::is_none) && !matches!(case.inputs, ArgumentInputs::Integers(_));
        if rounded && self.has_strangers() {
            self.equal = Equal::Numbers;
            return None;
        }
        let (mut reorders, mut exact) = (None, None);
        for (doubt, judgement) in doubtful.iter().zip(judged) {
            let same_field = matches!(&field, Some(Some(both)) if both.is_same(doubt));
            let same_shape = shape.as_ref().is_some_and(|both| both.is_same(doubt));
            let counts = match judgement {
                judgement if !judgement.is_wrong() => {
                    same_shape && self.licence.counts_exactly(doubt)
                        || !same_field
                            && is_far(doubt)
                            && exact
                                .get_or_insert_with(|| self.exact(case))
                                .as_ref()
                                .is_some_and(|both| {
                                    both.at(doubt.output, doubt.at).is_some_and(|(x, y)| are_apart(x, y))
                                })
                }
                judgement if !self.licence.counts(judgement) => false,
                ElementJudgement::Beyond => !same_field,
                _ => !same_field || !*reorders.get_or_insert_with(|| self.rounds_differently(case)),
            };
            if counts {
                return Some(doubt.wrong());
            }
            self.equal = self.equal.min(if same_field {
                Equal::Reassociated
            } else {
                Equal::Numbers
            });
        }
        None
    }

    /// Both programs in real numbers, if they have the same constants, and all operations are known.
    fn exact(&mut self, case: &BothCall<'_>) -> Option<Both<BoundedValue>> {
        if self.has_strangers() || exact_constants(self.before) != exact_constants(self.after) {
            return None;
        }
        self.with_bounds(&Real, case)
    }

    /// Both programs with the bounds of their errors.
    fn with_bounds<D>(&mut self, domain: &D, case: &BothCall<'_>) -> Option<Both<BoundedValue>>
    where
        D: Accelerated<Data = BoundedValue> + Clone,
    {
        let (first, second) = self.both(domain, case, &case.inputs)?;
        let elements = |run: &super::EndedRun<'_, D>| -> Vec<(Output, Vec<Option<BoundedValue>>)> {
            let outputs = run.seen.iter().map(|(output, _)| *output);
            outputs
                .filter_map(|output| Some((output, run.elements(output, self.part.as_ref())?)))
                .collect()
        };
        Some(Both {
            first: elements(&first),
            second: elements(&second),
        })
    }

    /// Both programs on unknowns.
    fn on_unknowns<D: Accelerated + Clone>(&mut self, domain: &D, case: &BothCall<'_>) -> Option<Both<DataElem>> {
        let inputs = ArgumentInputs::Symbolic(self.before);
        let (first, second) = self.both(domain, case, &inputs)?;
        let elements = |seen: Vec<(Output, Contents)>| seen.into_iter().map(|(output, c)| (output, c.elems)).collect();
        Some(Both {
            first: elements(first.seen),
            second: elements(second.seen),
        })
    }

    /// Whether the programs differ by rounding on ordinary numbers, at these sizes. The sign of a zero is not rounding:
    /// `x * 0.0` is not `0.0` where `x` is an infinity.
    fn rounds_differently(&mut self, case: &BothCall<'_>) -> bool {
        let mut seeds = 0..2;
        !seeds.all(|seed| {
            let both = self.both(&Concrete, case, &ArgumentInputs::Uniform(seed));
            both.is_some_and(|(first, second)| same_but_for_zeros(&first.seen, &second.seen))
        })
    }
}

/// How far apart two values are that no constant which was rounded explains, relative to the larger one; and how many units of the
/// format.
const FAR: (f64, f64) = (1.0 / 4096.0, 32.0);

/// Whether the numbers that both programs have computed are far apart.
fn is_far(doubt: &Doubt) -> bool {
    let number = |elem: &Option<DataElem>| match elem {
        Some(DataElem::Scalar(value)) => Some((value.to_f64().filter(|value| value.is_finite())?, value.ty)),
        _ => None,
    };
    let (Some((x, ty)), Some((y, _))) = (number(&doubt.before), number(&doubt.after)) else {
        return false;
    };
    let unit = match ty {
        ScalarType::Float(kind) => f64::powi(2.0, -(kind.mantissa_bits() as i32)),
        _ => return false,
    };
    (x - y).abs() > FAR.0.max(FAR.1 * unit) * x.abs().max(y.abs())
}

/// Whether two real numbers are surely others, and far apart.
fn are_apart(x: &BoundedValue, y: &BoundedValue) -> bool {
    let (Some(first), Some(second)) = (x.value.to_f64(), y.value.to_f64()) else {
        return false;
    };
    let (difference, size) = ((first - second).abs(), first.abs().max(second.abs()));
    judge_bounded(x, y) == ElementJudgement::Beyond && difference - x.error() - y.error() > FAR.0 * size
}

/// Digits of a short constant after the first.
const SHORT_BITS: u32 = 7;

/// The constants of a program that are rounded, as numbers or as they are written.
fn exact_constants(side: ProgramSide<'_>) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    side.module.walk(reach(side), &mut |_, op| {
        for (_, attr) in op.properties.iter().chain(op.attrs.iter()) {
            match attr {
                Attr::Float { bits, ty } => {
                    // One of a few bits stands for itself, and what is made of such is exact or has many.
                    let number = ScalarType::of(ty).and_then(|ty| Scalar::new(ty, *bits).to_f64());
                    if let Some(number) = number.filter(|number| number.to_bits() << (64 - 52 + SHORT_BITS) != 0) {
                        all.insert(format!("{number:?}"));
                    }
                }
                Attr::Dense { text, .. } | Attr::Opaque(text) if op.info().is_constant() => {
                    _ = all.insert(text.clone())
                }
                _ => {}
            }
        }
    });
    all
}

/// Longest text of an array of literals that is searched for constants.
const TEXT_MAX: usize = 4096;

/// The constants of both programs.
pub(super) fn constants(before: ProgramSide<'_>, after: ProgramSide<'_>) -> Pool {
    let (mut floats, mut integers) = (Vec::new(), Vec::new());
    for side in [before, after] {
        side.module.walk(side.func, &mut |_, op| {
            for (_, attr) in op.properties.iter().chain(op.attrs.iter()) {
                match attr {
                    Attr::Float { bits, ty } => {
                        let number = ScalarType::of(ty).map(|ty| Scalar::new(ty, *bits));
                        floats.extend(number.and_then(Scalar::to_f64));
                    }
                    Attr::Int { .. } => integers.extend(attr.as_i64()),
                    Attr::Dense { text, .. } if text.len() <= TEXT_MAX => {
                        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && !".+-".contains(c));
                        for word in words.filter(|word| !word.is_empty()) {
                            match word.parse::<i64>() {
                                Ok(integer) => integers.push(integer),
                                Err(_) => floats.extend(word.parse::<f64>().ok()),
                            }
                        }
                    }
                    _ => {}
                }
            }
        });
    }
    Pool::new(&floats, &integers)
}
