//! Integer expressions in a normal form.
//!
//! A [`LinearExpr`] is `c + sum a_k x_k`, where each `x_k` is a variable or `floor(e / d)` with `e` again
//! linear and `d > 0` a number. `e mod d` is kept as `e - d floor(e / d)`, so that equal expressions
//! of this kind meet and cancel: `32 i_t + (i - 32 i_t)` is `i`. An [`ChoiceExpr`] adds maxima, minima and
//! choices; arithmetic moves them outwards where that is exact (`floor` and sums are monotone, and
//! `-max(a, b) = min(-a, -b)`), so a bound arrives as one maximum or minimum of linear expressions.

use std::collections::BTreeMap;

use polyvet_ir::{AffineExpr, ValueId};

/// A number beyond `i64` came up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a coefficient does not fit 64 bits")]
pub struct ExprOverflow;

type CheckedExpr<T> = Result<T, ExprOverflow>;

/// What an expression is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ExprVar {
    /// The loop at this schedule depth.
    Iter(usize),
    /// Dimension of the statement at hand; replaced before anything is emitted.
    Dim(usize),
    /// Parameter of the model.
    Param(usize),
    /// A parameter of the model as the size of tiles: 1 where it is less.
    Size(usize),
    /// A value of the program that is a valid affine symbol.
    Symbol(ValueId),
}

/// A factor of a linear expression.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LinearAtom {
    /// A variable.
    Var(ExprVar),
    /// `floor(e / d)`, `d > 1`.
    Floor(Box<LinearExpr>, i64),
}

/// `constant + sum coefficient * atom`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinearExpr {
    // INVARIANT: no coefficient is 0.
    terms: BTreeMap<LinearAtom, i64>,
    constant: i64,
}

impl LinearExpr {
    /// A number.
    pub fn constant(value: i64) -> LinearExpr {
        LinearExpr {
            terms: BTreeMap::new(),
            constant: value,
        }
    }

    /// A variable.
    pub fn var(var: ExprVar) -> LinearExpr {
        LinearExpr {
            terms: BTreeMap::from([(LinearAtom::Var(var), 1)]),
            constant: 0,
        }
    }

    /// The number, if it is one.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The variable, if it is nothing else.
    pub fn as_var(&self) -> Option<ExprVar> {
        match self.terms.iter().next() {
            Some((LinearAtom::Var(var), 1)) if self.terms.len() == 1 && self.constant == 0 => Some(*var),
            _ => None,
        }
    }

    /// `self + factor * rhs`
    pub fn plus(&self, rhs: &LinearExpr, factor: i64) -> CheckedExpr<LinearExpr> {
        let mut sum = self.clone();
        for (atom, coefficient) in &rhs.terms {
            sum.add_term(atom.clone(), coefficient.checked_mul(factor).ok_or(ExprOverflow)?)?;
        }
        let constant = rhs.constant.checked_mul(factor).ok_or(ExprOverflow)?;
        sum.constant = sum.constant.checked_add(constant).ok_or(ExprOverflow)?;
        Ok(sum)
    }

    /// `self * factor`
    pub fn times(&self, factor: i64) -> CheckedExpr<LinearExpr> {
        LinearExpr::default().plus(self, factor)
    }

    fn add_term(&mut self, atom: LinearAtom, coefficient: i64) -> CheckedExpr<()> {
        let slot = self.terms.entry(atom.clone()).or_insert(0);
        *slot = slot.checked_add(coefficient).ok_or(ExprOverflow)?;
        if *slot == 0 {
            self.terms.remove(&atom);
        }
        Ok(())
    }

    /// `floor(self / divisor)`; `divisor > 0`.
    ///
    /// Terms divisible by `divisor` leave the floor, common factors cancel, and a floor of nothing
    /// but a floor becomes one.
    pub fn floor_div(&self, divisor: i64) -> CheckedExpr<LinearExpr> {
        assert!(divisor > 0, "floors have positive divisors");
        let mut whole = LinearExpr::constant(self.constant.div_euclid(divisor));
        let mut rest = LinearExpr::constant(self.constant.rem_euclid(divisor));
        let mut common = divisor;
        for (atom, coefficient) in &self.terms {
            if coefficient % divisor == 0 {
                whole.add_term(atom.clone(), coefficient / divisor)?;
            } else {
                common = gcd(common, coefficient.unsigned_abs());
                rest.terms.insert(atom.clone(), *coefficient);
            }
        }
        if rest.terms.is_empty() {
            return Ok(whole);
        }
        // floor((g y + c) / (g d)) = floor((y + floor(c / g)) / d)
        for coefficient in rest.terms.values_mut() {
            *coefficient /= common;
        }
        rest.constant = rest.constant.div_euclid(common);
        let mut divisor = divisor / common;
        // floor((floor(x / a) + c) / b) = floor((x + a c) / (a b))
        if let Some((LinearAtom::Floor(inner, by), 1)) = rest.terms.iter().next()
            && rest.terms.len() == 1
        {
            let shift = by.checked_mul(rest.constant).ok_or(ExprOverflow)?;
            divisor = divisor.checked_mul(*by).ok_or(ExprOverflow)?;
            rest = inner.plus(&LinearExpr::constant(shift), 1)?;
        }
        whole.add_term(LinearAtom::Floor(Box::new(rest), divisor), 1)?;
        Ok(whole)
    }

    /// Calls `visit` on every variable, also inside floors.
    pub fn for_each_var(&self, visit: &mut dyn FnMut(ExprVar)) {
        for atom in self.terms.keys() {
            match atom {
                LinearAtom::Var(var) => visit(*var),
                LinearAtom::Floor(inner, _) => inner.for_each_var(visit),
            }
        }
    }

    /// The parts of the sum: coefficient and atom; then the constant.
    pub fn parts(&self) -> (Vec<(i64, &LinearAtom)>, i64) {
        // Positive terms first: `N - i`, not `-i + N`.
        let mut terms: Vec<_> = self
            .terms
            .iter()
            .map(|(atom, coefficient)| (*coefficient, atom))
            .collect();
        terms.sort_by_key(|(coefficient, _)| *coefficient < 0);
        (terms, self.constant)
    }

    /// `(l, r)` with `self = l - r`, all terms of both positive.
    pub fn sides(&self) -> CheckedExpr<(LinearExpr, LinearExpr)> {
        let (mut left, mut right) = (LinearExpr::default(), LinearExpr::default());
        for (atom, coefficient) in &self.terms {
            match coefficient.checked_neg() {
                Some(negative) if negative > 0 => right.add_term(atom.clone(), negative)?,
                _ => left.add_term(atom.clone(), *coefficient)?,
            }
        }
        match self.constant {
            value if value < 0 => right.constant = value.checked_neg().ok_or(ExprOverflow)?,
            value => left.constant = value,
        }
        Ok((left, right))
    }

    /// The same as an MLIR expression; `leaf` names the variables.
    ///
    /// `e - d (e floordiv d)` is written `e mod d`, and `(e + d - 1) floordiv d` as `e ceildiv d`.
    pub fn to_affine(&self, leaf: &mut dyn FnMut(ExprVar) -> AffineExpr) -> AffineExpr {
        let (rest, moduli) = self.split_moduli();
        let (terms, constant) = rest.parts();
        let mut terms: Vec<_> = terms
            .into_iter()
            .map(|(coefficient, atom)| {
                let atom = match atom {
                    LinearAtom::Var(var) => leaf(*var),
                    LinearAtom::Floor(inner, divisor) => floor_to_affine(inner, *divisor, leaf),
                };
                (coefficient, atom)
            })
            .collect();
        for (coefficient, inner, divisor) in &moduli {
            terms.push((*coefficient, inner.to_affine(leaf).modulo((*divisor).into())));
        }
        terms.sort_by_key(|(coefficient, _)| *coefficient < 0);
        let sum = terms
            .into_iter()
            .map(|(coefficient, atom)| atom * coefficient.into())
            .reduce(|sum, term| sum + term);
        match sum {
            Some(sum) => sum + constant.into(),
            None => constant.into(),
        }
    }

    /// `self` as a shorter sum plus `k * (e mod d)` for each `(k, e, d)`.
    fn split_moduli(&self) -> (LinearExpr, Vec<(i64, LinearExpr, i64)>) {
        let mut rest = self.clone();
        let mut moduli = Vec::new();
        for (atom, coefficient) in &self.terms {
            let LinearAtom::Floor(inner, divisor) = atom else {
                continue;
            };
            if coefficient % divisor != 0 {
                continue;
            }
            // c floor(e / d) = k (e mod d) - k e with k = -c / d. It is shorter when `e` cancels.
            let factor = -(coefficient / divisor);
            let mut without = rest.clone();
            without.terms.remove(atom);
            match without.plus(inner, -factor) {
                Ok(shorter) if shorter.terms.len() < without.terms.len() => {
                    rest = shorter;
                    moduli.push((factor, (**inner).clone(), *divisor));
                }
                _ => {}
            }
        }
        (rest, moduli)
    }
}

fn floor_to_affine(inner: &LinearExpr, divisor: i64, leaf: &mut dyn FnMut(ExprVar) -> AffineExpr) -> AffineExpr {
    if inner.constant == divisor - 1 {
        let mut numerator = inner.clone();
        numerator.constant = 0;
        return numerator.to_affine(leaf).ceil_div(divisor.into());
    }
    inner.to_affine(leaf).floor_div(divisor.into())
}

fn gcd(a: i64, b: u64) -> i64 {
    let (mut a, mut b) = (a as u64, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    // It divides `a`, which is positive.
    a as i64
}

/// A linear expression, or several with a choice between them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ChoiceExpr {
    /// No choice.
    Linear(LinearExpr),
    /// The greatest; at least two, none itself a maximum.
    Max(Vec<ChoiceExpr>),
    /// The least; at least two, none itself a minimum.
    Min(Vec<ChoiceExpr>),
    /// A sum that does not simplify.
    Add(Box<ChoiceExpr>, Box<ChoiceExpr>),
    /// A multiple that does not simplify.
    Scale(Box<ChoiceExpr>, i64),
    /// `floor(e / d)` that does not simplify.
    Floor(Box<ChoiceExpr>, i64),
    /// The second where the condition holds, else the third.
    Select(Box<Cond>, Box<ChoiceExpr>, Box<ChoiceExpr>),
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Cond {
    /// All hold; the empty list is true.
    All(Vec<Cond>),
    /// One holds; the empty list is false.
    Any(Vec<Cond>),
    /// The expression is not negative.
    NonNegative(ChoiceExpr),
    /// The expression is zero.
    Zero(ChoiceExpr),
}

impl ChoiceExpr {
    /// A number.
    pub fn constant(value: i64) -> ChoiceExpr {
        ChoiceExpr::Linear(LinearExpr::constant(value))
    }

    /// A variable.
    pub fn var(var: ExprVar) -> ChoiceExpr {
        ChoiceExpr::Linear(LinearExpr::var(var))
    }

    /// The linear expression, if there is no choice.
    pub fn as_linear(&self) -> Option<&LinearExpr> {
        match self {
            ChoiceExpr::Linear(linear) => Some(linear),
            _ => None,
        }
    }

    /// The greatest of all.
    pub fn max_of(all: Vec<ChoiceExpr>) -> ChoiceExpr {
        extreme(all, true)
    }

    /// The least of all.
    pub fn min_of(all: Vec<ChoiceExpr>) -> ChoiceExpr {
        extreme(all, false)
    }

    /// `self + rhs`
    pub fn plus(self, rhs: ChoiceExpr) -> CheckedExpr<ChoiceExpr> {
        Ok(match (self, rhs) {
            (ChoiceExpr::Linear(a), ChoiceExpr::Linear(b)) => ChoiceExpr::Linear(a.plus(&b, 1)?),
            (ChoiceExpr::Max(all), ChoiceExpr::Max(others)) => ChoiceExpr::max_of(sums(&all, &others)?),
            (ChoiceExpr::Min(all), ChoiceExpr::Min(others)) => ChoiceExpr::min_of(sums(&all, &others)?),
            (ChoiceExpr::Max(all), b @ ChoiceExpr::Linear(_)) | (b @ ChoiceExpr::Linear(_), ChoiceExpr::Max(all)) => {
                ChoiceExpr::max_of(sums(&all, &[b])?)
            }
            (ChoiceExpr::Min(all), b @ ChoiceExpr::Linear(_)) | (b @ ChoiceExpr::Linear(_), ChoiceExpr::Min(all)) => {
                ChoiceExpr::min_of(sums(&all, &[b])?)
            }
            (a, b) => ChoiceExpr::Add(Box::new(a), Box::new(b)),
        })
    }

    /// `self - rhs`
    pub fn minus(self, rhs: ChoiceExpr) -> CheckedExpr<ChoiceExpr> {
        self.plus(rhs.times(-1)?)
    }

    /// `self * factor`
    pub fn times(self, factor: i64) -> CheckedExpr<ChoiceExpr> {
        let each = |all: Vec<ChoiceExpr>| {
            all.into_iter()
                .map(|e| e.times(factor))
                .collect::<CheckedExpr<Vec<_>>>()
        };
        Ok(match self {
            _ if factor == 0 => ChoiceExpr::constant(0),
            e if factor == 1 => e,
            ChoiceExpr::Linear(linear) => ChoiceExpr::Linear(linear.times(factor)?),
            ChoiceExpr::Max(all) => extreme(each(all)?, factor > 0),
            ChoiceExpr::Min(all) => extreme(each(all)?, factor < 0),
            e => ChoiceExpr::Scale(Box::new(e), factor),
        })
    }

    /// `floor(self / divisor)`; `divisor > 0`.
    pub fn floor_div(self, divisor: i64) -> CheckedExpr<ChoiceExpr> {
        let each = |all: Vec<ChoiceExpr>| {
            all.into_iter()
                .map(|e| e.floor_div(divisor))
                .collect::<CheckedExpr<Vec<_>>>()
        };
        Ok(match self {
            e if divisor == 1 => e,
            ChoiceExpr::Linear(linear) => ChoiceExpr::Linear(linear.floor_div(divisor)?),
            ChoiceExpr::Max(all) => ChoiceExpr::max_of(each(all)?),
            ChoiceExpr::Min(all) => ChoiceExpr::min_of(each(all)?),
            e => ChoiceExpr::Floor(Box::new(e), divisor),
        })
    }

    /// `self mod divisor`, never negative; `divisor > 0`.
    pub fn modulo(self, divisor: i64) -> CheckedExpr<ChoiceExpr> {
        self.clone().minus(self.floor_div(divisor)?.times(divisor)?)
    }

    /// `cond ? yes : no`; a maximum or a minimum where it is one: with `yes - no = q c + r` and `0 <= r <= q`, where
    /// `c >= 0` is the condition, `yes` is the greater one exactly where it is chosen.
    pub fn choice(cond: Cond, yes: ChoiceExpr, no: ChoiceExpr) -> CheckedExpr<ChoiceExpr> {
        if let (Cond::NonNegative(ChoiceExpr::Linear(c)), ChoiceExpr::Linear(a), ChoiceExpr::Linear(b)) =
            (&cond, &yes, &no)
        {
            let more = a.plus(b, -1)?;
            for (difference, is_max) in [(&more, true), (&more.times(-1)?, false)] {
                let Some((atom, by)) = c.terms.iter().next() else {
                    continue;
                };
                let factor = difference.terms.get(atom).map_or(0, |own| own / by);
                let rest = difference
                    .plus(c, factor.checked_neg().ok_or(ExprOverflow)?)?
                    .as_constant();
                if factor > 0 && rest.is_some_and(|rest| (0..=factor).contains(&rest)) {
                    return Ok(extreme(vec![yes, no], is_max));
                }
            }
        }
        Ok(ChoiceExpr::Select(Box::new(cond), Box::new(yes), Box::new(no)))
    }

    /// Replaces variables; `None` keeps one.
    pub fn substitute(&self, value: &dyn Fn(ExprVar) -> Option<ChoiceExpr>) -> CheckedExpr<ChoiceExpr> {
        let each = |all: &[ChoiceExpr]| all.iter().map(|e| e.substitute(value)).collect::<CheckedExpr<Vec<_>>>();
        match self {
            ChoiceExpr::Linear(linear) => substitute_linear(linear, value),
            ChoiceExpr::Max(all) => Ok(ChoiceExpr::max_of(each(all)?)),
            ChoiceExpr::Min(all) => Ok(ChoiceExpr::min_of(each(all)?)),
            ChoiceExpr::Add(a, b) => a.substitute(value)?.plus(b.substitute(value)?),
            ChoiceExpr::Scale(e, factor) => e.substitute(value)?.times(*factor),
            ChoiceExpr::Floor(e, divisor) => e.substitute(value)?.floor_div(*divisor),
            ChoiceExpr::Select(cond, yes, no) => {
                ChoiceExpr::choice(cond.substitute(value)?, yes.substitute(value)?, no.substitute(value)?)
            }
        }
    }

    /// The linear expressions whose maximum this is.
    pub fn as_max(&self) -> Option<Vec<&LinearExpr>> {
        match self {
            ChoiceExpr::Max(all) => all.iter().map(ChoiceExpr::as_linear).collect(),
            other => other.as_linear().map(|linear| vec![linear]),
        }
    }

    /// The linear expressions whose minimum this is.
    pub fn as_min(&self) -> Option<Vec<&LinearExpr>> {
        match self {
            ChoiceExpr::Min(all) => all.iter().map(ChoiceExpr::as_linear).collect(),
            other => other.as_linear().map(|linear| vec![linear]),
        }
    }
}

fn sums(all: &[ChoiceExpr], others: &[ChoiceExpr]) -> CheckedExpr<Vec<ChoiceExpr>> {
    all.iter()
        .flat_map(|a| others.iter().map(move |b| a.clone().plus(b.clone())))
        .collect()
}

/// Maximum (or minimum) of all, flat; of two that differ by a number only one stays.
fn extreme(all: Vec<ChoiceExpr>, greatest: bool) -> ChoiceExpr {
    let mut kept: Vec<ChoiceExpr> = Vec::new();
    let flat = all.into_iter().flat_map(|e| match e {
        ChoiceExpr::Max(inner) if greatest => inner,
        ChoiceExpr::Min(inner) if !greatest => inner,
        e => vec![e],
    });
    for candidate in flat {
        let rival = kept
            .iter_mut()
            .find_map(|other| Some((difference(&candidate, other)?, other)));
        match rival {
            Some((ahead, other)) if (ahead > 0) == greatest && ahead != 0 => *other = candidate,
            Some(_) => {}
            None => kept.push(candidate),
        }
    }
    match kept.len() {
        1 => kept.remove(0),
        _ if greatest => ChoiceExpr::Max(kept),
        _ => ChoiceExpr::Min(kept),
    }
}

/// `a - b` where it is a number.
fn difference(a: &ChoiceExpr, b: &ChoiceExpr) -> Option<i64> {
    match (a, b) {
        (ChoiceExpr::Linear(a), ChoiceExpr::Linear(b)) => a.plus(b, -1).ok()?.as_constant(),
        (a, b) => (a == b).then_some(0),
    }
}

fn substitute_linear(linear: &LinearExpr, value: &dyn Fn(ExprVar) -> Option<ChoiceExpr>) -> CheckedExpr<ChoiceExpr> {
    let mut sum = ChoiceExpr::constant(linear.constant);
    for (atom, coefficient) in &linear.terms {
        let atom = match atom {
            LinearAtom::Var(var) => value(*var).unwrap_or_else(|| ChoiceExpr::var(*var)),
            LinearAtom::Floor(inner, divisor) => substitute_linear(inner, value)?.floor_div(*divisor)?,
        };
        sum = sum.plus(atom.times(*coefficient)?)?;
    }
    Ok(sum)
}

impl Cond {
    /// Always true.
    pub fn always() -> Cond {
        Cond::All(Vec::new())
    }

    /// Never true.
    pub fn never() -> Cond {
        Cond::Any(Vec::new())
    }

    /// All hold.
    pub fn all(conds: Vec<Cond>) -> Cond {
        let mut flat = Vec::new();
        for cond in conds {
            match cond {
                Cond::All(inner) => flat.extend(inner),
                Cond::Any(inner) if inner.is_empty() => return Cond::never(),
                other => flat.push(other),
            }
        }
        let mut kept: Vec<Cond> = Vec::new();
        for cond in flat {
            if !kept.contains(&cond) {
                kept.push(cond);
            }
        }
        if kept.len() == 1 {
            kept.remove(0)
        } else {
            Cond::All(kept)
        }
    }

    /// One holds.
    pub fn any(conds: Vec<Cond>) -> Cond {
        let mut flat = Vec::new();
        for cond in conds {
            match cond {
                Cond::Any(inner) => flat.extend(inner),
                Cond::All(inner) if inner.is_empty() => return Cond::always(),
                other => flat.push(other),
            }
        }
        if flat.len() == 1 {
            flat.remove(0)
        } else {
            Cond::Any(flat)
        }
    }

    /// `e >= 0`
    pub fn non_negative(e: ChoiceExpr) -> Cond {
        match e {
            ChoiceExpr::Min(all) => Cond::all(all.into_iter().map(Cond::non_negative).collect()),
            ChoiceExpr::Max(all) => Cond::any(all.into_iter().map(Cond::non_negative).collect()),
            ChoiceExpr::Linear(linear) => match linear.as_constant() {
                Some(value) if value >= 0 => Cond::always(),
                Some(_) => Cond::never(),
                None => Cond::NonNegative(ChoiceExpr::Linear(linear)),
            },
            e => Cond::NonNegative(e),
        }
    }

    /// `e == 0`
    pub fn zero(e: ChoiceExpr) -> Cond {
        match e.as_linear().and_then(LinearExpr::as_constant) {
            Some(0) => Cond::always(),
            Some(_) => Cond::never(),
            None => Cond::Zero(e),
        }
    }

    /// Replaces variables; `None` keeps one.
    pub fn substitute(&self, value: &dyn Fn(ExprVar) -> Option<ChoiceExpr>) -> CheckedExpr<Cond> {
        let each = |all: &[Cond]| all.iter().map(|c| c.substitute(value)).collect::<CheckedExpr<Vec<_>>>();
        Ok(match self {
            Cond::All(all) => Cond::all(each(all)?),
            Cond::Any(all) => Cond::any(each(all)?),
            Cond::NonNegative(e) => Cond::non_negative(e.substitute(value)?),
            Cond::Zero(e) => Cond::zero(e.substitute(value)?),
        })
    }

    /// The constraints of a conjunction of linear ones: expression, and whether it is `== 0`.
    pub fn as_conjunction(&self) -> Option<Vec<(&LinearExpr, bool)>> {
        match self {
            Cond::All(all) => {
                let parts: Option<Vec<_>> = all.iter().map(Cond::as_conjunction).collect();
                Some(parts?.concat())
            }
            Cond::Any(_) => None,
            Cond::NonNegative(e) => Some(vec![(e.as_linear()?, false)]),
            Cond::Zero(e) => Some(vec![(e.as_linear()?, true)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn iter(n: usize) -> LinearExpr {
        LinearExpr::var(ExprVar::Iter(n))
    }

    fn text(e: &LinearExpr) -> String {
        e.to_affine(&mut |var| match var {
            ExprVar::Iter(n) => AffineExpr::dim(n),
            ExprVar::Param(n) => AffineExpr::sym(n),
            other => panic!("{other:?} in a test"),
        })
        .to_string()
    }

    #[test]
    fn choices_that_are_extremes() {
        let (n, i) = (ChoiceExpr::var(ExprVar::Param(0)), ChoiceExpr::var(ExprVar::Iter(0)));
        let number = ChoiceExpr::constant;
        let minus = |e: &ChoiceExpr, by| e.clone().minus(by).unwrap();
        // n <= 1 ? 0 : n - 1, and n <= 0 ? 0 : n - 1, which agrees at n = 1.
        for limit in [1, 0] {
            let cond = Cond::non_negative(minus(&number(limit), n.clone()));
            let found = ChoiceExpr::choice(cond, number(0), minus(&n, number(1))).unwrap();
            assert_eq!(
                found,
                ChoiceExpr::max_of(vec![number(0), minus(&n, number(1))]),
                "{limit}"
            );
        }
        let cond = Cond::non_negative(minus(&n, i.clone()));
        let found = ChoiceExpr::choice(cond.clone(), i.clone(), n.clone()).unwrap();
        assert_eq!(found, ChoiceExpr::min_of(vec![i.clone(), n.clone()]));
        // n <= 2 ? 0 : n - 1 is 0 at n = 2.
        let cond = Cond::non_negative(minus(&number(2), n.clone()));
        let found = ChoiceExpr::choice(cond, number(0), minus(&n, number(1))).unwrap();
        assert!(matches!(found, ChoiceExpr::Select(..)), "{found:?}");
    }

    #[test]
    fn tiles_cancel() {
        let point = iter(1).plus(&iter(0), -32).unwrap();
        assert_eq!(point.plus(&iter(0), 32).unwrap(), iter(1));
    }

    #[test]
    fn floors_simplify() {
        let e = iter(0).times(4).unwrap().plus(&LinearExpr::constant(7), 1).unwrap();
        assert_eq!(text(&e.floor_div(4).unwrap()), "d0 + 1");
        assert_eq!(text(&e.floor_div(8).unwrap()), "d0 ceildiv 2");
        let nested = iter(0).floor_div(3).unwrap().floor_div(5).unwrap();
        assert_eq!(text(&nested), "d0 floordiv 15");
        let up = iter(0)
            .plus(&LinearExpr::constant(31), 1)
            .unwrap()
            .floor_div(32)
            .unwrap();
        assert_eq!(text(&up), "d0 ceildiv 32");
    }

    #[test]
    fn mod_is_recovered_and_cancels() {
        let rest = iter(0).plus(&iter(0).floor_div(4).unwrap(), -4).unwrap();
        assert_eq!(text(&rest), "d0 mod 4");
        let whole = rest.plus(&iter(0).floor_div(4).unwrap(), 4).unwrap();
        assert_eq!(whole, iter(0));
    }

    #[test]
    fn simplified_floors_have_the_same_value() {
        for divisor in [1, 2, 3, 4, 6] {
            for (a, b, c) in (-6..7).flat_map(|a| (-3..4).flat_map(move |b| (-7..8).map(move |c| (a, b, c)))) {
                let e = iter(0)
                    .times(a)
                    .unwrap()
                    .plus(&iter(1).floor_div(3).unwrap(), b)
                    .unwrap();
                let e = e.plus(&LinearExpr::constant(c), 1).unwrap();
                let floor = e.floor_div(divisor).unwrap();
                let rest = e.plus(&floor, -divisor).unwrap();
                let [e, floor, rest] = [e, floor, rest].map(|e| {
                    e.to_affine(&mut |var| match var {
                        ExprVar::Iter(n) => AffineExpr::dim(n),
                        other => panic!("{other:?} in a test"),
                    })
                });
                for (x, y) in (-5..6).flat_map(|x| (-7..8).map(move |y| (x, y))) {
                    let eval = |e: &AffineExpr| e.eval(&[x, y], &[]).unwrap();
                    let value = a * x + b * i64::div_euclid(y, 3) + c;
                    assert_eq!(eval(&e), value);
                    assert_eq!(eval(&floor), value.div_euclid(divisor));
                    assert_eq!(eval(&rest), value.rem_euclid(divisor));
                }
            }
        }
    }

    #[test]
    fn extremes_move_out() {
        let e = ChoiceExpr::max_of(vec![ChoiceExpr::Linear(iter(0)), ChoiceExpr::constant(3)]);
        let e = e
            .times(-2)
            .unwrap()
            .plus(ChoiceExpr::constant(1))
            .unwrap()
            .floor_div(2)
            .unwrap();
        let all: Vec<_> = e.as_min().unwrap().into_iter().map(text).collect();
        assert_eq!(all, ["-d0", "-3"]);
    }

    #[test]
    fn dominated_bounds_go() {
        let later = iter(0).plus(&LinearExpr::constant(2), 1).unwrap();
        let both = vec![ChoiceExpr::Linear(iter(0)), ChoiceExpr::Linear(later.clone())];
        assert_eq!(ChoiceExpr::max_of(both.clone()), ChoiceExpr::Linear(later));
        assert_eq!(ChoiceExpr::min_of(both), ChoiceExpr::Linear(iter(0)));
    }
}
