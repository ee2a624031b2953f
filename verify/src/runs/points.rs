//! Sizes at which programs are run.

use super::execute::argument_name;
use crate::call;
use crate::validate::ProgramSide;
use crate::witness::params_near;
use polyvet_analysis::extract::ExtractError;
use polyvet_analysis::{Param, ParamOrigin, Scop};
use polyvet_interp::{ChosenSize, Sizes};
use polyvet_ir::{AffineExpr, Attr, Type};
use polyvet_poly::DimKind;
use std::collections::BTreeSet;

/// Sizes at which both programs run, and what people call them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Point {
    pub sizes: Sizes,
    pub shown: Vec<(String, i64)>,
}

impl Point {
    /// `params` are in the order of [`Scop::params`].
    pub fn of(scop: &Scop, params: &[i64]) -> Point {
        let sizes = call::sizes(scop, params);
        let shown = |(param, value): (&Param, &i64)| {
            // A quotient by zero is no number.
            let value = match param.formula {
                Some(_) => call::follows(param, &sizes)?,
                None => *value,
            };
            Some((param.label.clone(), value))
        };
        let shown = scop.params.iter().zip(params).filter_map(shown).collect();
        Point { sizes, shown }
    }

    /// The numbers that `side` takes, with these values.
    pub fn of_values(side: ProgramSide<'_>, numbers: &[ChosenSize], values: &[i64]) -> Point {
        let mut point = Point::default();
        for (number, value) in numbers.iter().zip(values) {
            let (label, value) = match *number {
                ChosenSize::Extent(arg, dim) => (format!("{}.{dim}", argument_name(side, arg)), value.abs()),
                ChosenSize::Index(arg) => (argument_name(side, arg), *value),
            };
            point.sizes.set(*number, value);
            point.shown.push((label, value));
        }
        point
    }

    /// Those with negative numbers last, else smaller ones first.
    fn order(&self) -> (usize, i64) {
        let values = || self.shown.iter().map(|(_, value)| *value);
        let negative = values().filter(|value| *value < 0).count();
        (negative, values().map(i64::abs).sum())
    }
}

/// How many sizes are tried at the most.
pub(super) const POINTS_MAX: usize = 160;
/// Sizes that are always tried; only index arguments are negative.
const SMALL: [i64; 10] = [-2, -1, 0, 1, 2, 3, 4, 5, 7, 8];
/// What the others are while one size is varied.
const REST: [i64; 2] = [2, 3];
/// Of more sizes than this only some are varied: each choice is as long as there are sizes.
const MANY: usize = 100;
const VARIED_OF_MANY: usize = 12;
/// Sizes of which all combinations are tried, if there are few.
const SMALL_EACH: [i64; 3] = [0, 1, 2];
/// Extents while all small values of other numbers are tried, and how many combinations those may have.
const ROOM: i64 = 7;
const ROOMY_MAX: usize = 27;
/// Up to here the smallest extents are searched that fit.
const EXTENT_SEARCHED: i64 = 12;
/// Largest size that is tried for the sake of a constant of the program.
const BOUNDARY_MAX: i64 = 130;

/// Sizes next to multiples of the constants of both programs, which are where tiles begin and end.
pub(super) fn boundaries(before: ProgramSide<'_>, after: ProgramSide<'_>) -> BTreeSet<i64> {
    tiles(before, after)
        .into_iter()
        .take(6)
        .flat_map(|n| [n - 1, n, n + 1, 2 * n, 2 * n + 1])
        .filter(|size| *size <= BOUNDARY_MAX)
        .collect()
}

/// A size at which the second of the largest tiles has begun.
pub(super) fn second_tile(before: ProgramSide<'_>, after: ProgramSide<'_>) -> Option<i64> {
    Some(tiles(before, after).last()? + 4)
}

/// The constants of both programs that may be sizes of tiles.
fn tiles(before: ProgramSide<'_>, after: ProgramSide<'_>) -> BTreeSet<i64> {
    let mut constants = BTreeSet::new();
    for side in [before, after] {
        side.module.walk(side.func, &mut |_, op| {
            for (_, attr) in op.properties.iter().chain(op.attrs.iter()) {
                constants_of(attr, &mut constants);
            }
        });
    }
    constants.retain(|n| (2..=64).contains(n));
    constants
}

fn constants_of(attr: &Attr, found: &mut BTreeSet<i64>) {
    fn of_expr(expr: &AffineExpr, found: &mut BTreeSet<i64>) {
        match expr {
            AffineExpr::Const(value) => {
                found.insert(value.saturating_abs());
            }
            AffineExpr::Bin(_, left, right) => {
                of_expr(left, found);
                of_expr(right, found);
            }
            AffineExpr::Dim(_) | AffineExpr::Sym(_) => {}
        }
    }
    match attr {
        Attr::Int { ty: Type::Index, .. } => found.extend(attr.as_i64().map(i64::saturating_abs)),
        Attr::AffineMap(map) => map.results.iter().for_each(|expr| of_expr(expr, found)),
        Attr::DenseArray { .. } => found.extend(attr.as_i64s().unwrap_or_default()),
        _ => {}
    }
}

/// Runs at the ends of what an argument may be.
const EXTREMES_MAX: usize = 48;

/// Sizes of which one integer argument has a value at the ends of its type, or past 32 bits: there casts part. An `index`
/// stays so small that sums of a few do not overflow.
pub(super) fn extremes(side: ProgramSide<'_>, numbers: &[ChosenSize]) -> Vec<Vec<i64>> {
    let Some(view) = polyvet_ir::func(side.module, side.func) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (at, number) in numbers.iter().enumerate() {
        let ChosenSize::Index(arg) = *number else { continue };
        let ends = match view.inputs.get(arg) {
            Some(Type::Integer { width, .. }) if (2..=64).contains(width) => {
                let greatest = i64::MAX >> (64 - width);
                vec![
                    greatest,
                    -greatest - 1,
                    greatest - 1,
                    1 << (width / 2).min(33),
                    -(1 << (width / 2).min(33)),
                ]
            }
            _ => vec![1 << 31, -(1 << 31) - 1, (1 << 32) + 1, 1 << 33],
        };
        for end in ends {
            let mut choice = vec![1; numbers.len()];
            choice[at] = end;
            found.push(choice);
        }
    }
    found.truncate(EXTREMES_MAX);
    found
}

/// Values of `count` sizes: all equal, one that differs from the others, and all small ones if there are few.
pub(super) fn choices(count: usize, boundaries: &BTreeSet<i64>) -> Vec<Vec<i64>> {
    let values: BTreeSet<i64> = SMALL.into_iter().chain(boundaries.iter().copied()).collect();
    let mut choices: Vec<Vec<i64>> = values.iter().map(|value| vec![*value; count]).collect();
    let step = if count > MANY { count / VARIED_OF_MANY } else { 1 };
    for at in (0..count).step_by(step) {
        for rest in REST {
            for value in &values {
                let mut choice = vec![rest; count];
                choice[at] = *value;
                choices.push(choice);
            }
        }
    }
    choices.extend(all_small(count, POINTS_MAX));
    choices
}

/// All combinations of small values of `count` numbers, if there are no more than `max`.
fn all_small(count: usize, max: usize) -> impl Iterator<Item = Vec<i64>> {
    let small = SMALL_EACH.len();
    let all = small.checked_pow(count as u32).filter(|all| *all <= max);
    (0..all.unwrap_or(0)).map(move |number| {
        let digit = |at: usize| SMALL_EACH[number / small.pow(at as u32) % small];
        (0..count).map(digit).collect()
    })
}

/// Small values of `count` numbers: all combinations, or of more numbers those in which one differs from the others.
fn few(count: usize) -> Vec<Vec<i64>> {
    let all: Vec<Vec<i64>> = all_small(count, ROOMY_MAX).collect();
    if !all.is_empty() {
        return all;
    }
    let one_differs = |at: usize, value: i64| {
        let mut choice = vec![2; count];
        choice[at] = value;
        choice
    };
    let others = (0..count.min(VARIED_OF_MANY)).flat_map(|at| [one_differs(at, 1), one_differs(at, 3)]);
    std::iter::once(vec![2; count]).chain(others).collect()
}

/// All small values of the other numbers where arrays have room for what happens then, if there are few.
pub(super) fn roomy(numbers: &[ChosenSize]) -> Vec<Vec<i64>> {
    let others: Vec<usize> = (0..numbers.len())
        .filter(|at| matches!(numbers[*at], ChosenSize::Index(_)))
        .collect();
    if others.len() == numbers.len() || others.is_empty() {
        return Vec::new();
    }
    let choice = |values: Vec<i64>| {
        let mut choice = vec![ROOM; numbers.len()];
        for (at, value) in others.iter().zip(values) {
            choice[*at] = value;
        }
        choice
    };
    all_small(others.len(), ROOMY_MAX).map(choice).collect()
}

/// Sizes that agree with each other and with what is assumed. Extents follow from other parameters where
/// there are some, and are as small as these allow.
pub(super) fn modelled(scop: &Scop, boundaries: &BTreeSet<i64>) -> Result<Vec<Point>, ExtractError> {
    let is_free = |at: &usize| {
        let param = &scop.params[*at];
        param.formula.is_none() && matches!(param.origin, ParamOrigin::Value(_))
    };
    let mut free: Vec<usize> = (0..scop.params.len()).filter(is_free).collect();
    if free.is_empty() {
        free = (0..scop.params.len()).collect();
    }
    let fixed = fixed(scop)?;
    let near = |choice: &[i64], extent: i64| {
        let free = |at: usize| free.iter().position(|free| *free == at).map_or(extent, |n| choice[n]);
        let wanted = |at: usize| fixed[at].unwrap_or_else(|| free(at));
        params_near(scop, scop.valid.clone(), &wanted)
    };
    let mut found: Vec<Vec<i64>> = Vec::new();
    for choice in choices(free.len(), boundaries) {
        // To look for the smallest extent takes as many questions as it is large.
        let most = choice.iter().copied().max().unwrap_or(0);
        let extent = if most <= EXTENT_SEARCHED { 0 } else { most };
        found.extend(near(&choice, extent)?);
    }
    // Tiles of a size that is an argument, say: an extent that follows from no other number would always be 0.
    let follows = |at: usize| found.iter().any(|params| params[at] > 0);
    if (0..scop.params.len()).any(|at| !free.contains(&at) && !follows(at)) {
        for choice in few(free.len()) {
            found.extend(near(&choice, ROOM)?);
        }
    }
    let mut known = BTreeSet::new();
    found.retain(|params| known.insert(params.clone()));
    let mut points: Vec<Point> = found.iter().map(|params| Point::of(scop, params)).collect();
    settle(&mut points);
    Ok(points)
}

/// The parameters that have one value.
fn fixed(scop: &Scop) -> Result<Vec<Option<i64>>, ExtractError> {
    let valid = scop.valid.clone().detect_equalities()?;
    let value = |at: usize| -> polyvet_poly::Result<Option<i64>> {
        let value = valid.plain_get_val_if_fixed(DimKind::Param, at)?;
        // A value that is not fixed is no integer.
        Ok(if value.is_int()? { Some(value.to_i64()?) } else { None })
    };
    Ok((0..scop.params.len()).map(value).collect::<polyvet_poly::Result<_>>()?)
}

/// Smallest first, and not too many: of too many every second, third, .. one, from the whole range.
pub(super) fn settle(points: &mut Vec<Point>) {
    points.sort_by_key(Point::order);
    let every = points.len().div_ceil(POINTS_MAX).max(1);
    let mut at = 0;
    points.retain(|_| {
        at += 1;
        (at - 1) % every == 0
    });
}

pub(super) fn largest(points: &[Point]) -> i64 {
    let values = points
        .iter()
        .flat_map(|point| point.shown.iter().map(|(_, value)| *value));
    values.max().unwrap_or(0)
}
