//! The symbols of formulas: variables, parameters, and atoms, which are named `floor`, `min` and `max` of affine forms
//! of parameters and other atoms.
//!
//! An atom stands for one integer once the parameters are known; the summation treats it as a parameter. What an LP
//! may know about it are its defining inequalities:
//!
//! | atom | known |
//! | --- | --- |
//! | `q = floor(e / a)` | `0 <= e - a q <= a - 1` |
//! | `m = min(e_1, ..)` | `m <= e_i` |
//! | `m = max(e_1, ..)` | `e_i <= m` |
//!
//! Atoms are kept canonical, so that equal ones are one: `floor((e + a f) / a)` is `f + floor(e / a)`, the
//! first coefficient under a `floor` is positive, and what all arms of a `min` share is outside.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use crate::arith::{CoefficientOverflow, Int};
use crate::lin::{Lin, Sym};
use crate::num::Num;

/// What a symbol stands for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum SymbolAtom {
    Param(Rc<str>),
    /// Summed over; in no finished formula.
    Var,
    /// `floor(form / divisor)`, the divisor above 1.
    Floor(Lin, Num),
    Min(Vec<Lin>),
    Max(Vec<Lin>),
    /// `floor(first / second)`, the second positive; in finished formulas only.
    Quotient([Lin; 2]),
    /// `first mod second`, the same.
    Remainder([Lin; 2]),
}

/// All symbols, each after those it is made of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Atoms {
    all: Vec<SymbolAtom>,
    places: HashMap<SymbolAtom, Sym>,
}

/// Which end of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RangeEnd {
    /// Lower bounds: the largest counts.
    Low,
    /// Upper bounds: the smallest counts.
    High,
}

impl RangeEnd {
    /// A form that is not negative where `one` binds and `other` need not be looked at.
    pub fn binds(self, one: &Lin, other: &Lin) -> Result<Lin, CoefficientOverflow> {
        match self {
            RangeEnd::Low => one.minus(other),
            RangeEnd::High => other.minus(one),
        }
    }
}

impl Atoms {
    pub fn get(&self, sym: Sym) -> &SymbolAtom {
        &self.all[sym as usize]
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = &SymbolAtom> {
        self.all.iter()
    }

    pub fn fresh(&mut self) -> Sym {
        self.all.push(SymbolAtom::Var);
        self.len() as Sym - 1
    }

    pub fn intern(&mut self, atom: SymbolAtom) -> Sym {
        if let Some(&sym) = self.places.get(&atom) {
            return sym;
        }
        self.all.push(atom.clone());
        let sym = self.len() as Sym - 1;
        self.places.insert(atom, sym);
        sym
    }

    pub fn param(&mut self, name: &str) -> Sym {
        self.intern(SymbolAtom::Param(name.into()))
    }

    pub fn is_var(&self, sym: Sym) -> bool {
        *self.get(sym) == SymbolAtom::Var
    }

    /// Whether the form has no variable.
    pub fn is_symbolic(&self, lin: &Lin) -> bool {
        !lin.syms().any(|sym| self.is_var(sym))
    }

    /// `floor(lin / divisor)` of a form whose variables' coefficients are multiples of the divisor.
    pub fn floor(&mut self, lin: &Lin, divisor: Num) -> Result<Lin, CoefficientOverflow> {
        let mut whole = Lin::constant(lin.constant.div_floor(divisor));
        let mut rest = Lin::constant(lin.constant.mod_floor(divisor));
        for &(sym, a) in &lin.terms {
            let (q, r) = a.nearest(divisor).ok_or(CoefficientOverflow)?;
            if q != 0 {
                whole.terms.push((sym, q));
            }
            if r != 0 {
                rest.terms.push((sym, r));
            }
        }
        if rest.terms.first().is_some_and(|term| term.1 < 0) {
            // floor(-e / a) = -floor((e + a - 1) / a)
            let opposite = rest.scale(-1)?.shift(divisor)?.shift(-1)?;
            return whole.minus(&self.floor(&opposite, divisor)?);
        }
        if rest.is_constant() {
            return Ok(whole);
        }
        let common = rest.content().gcd(divisor);
        let inner = rest.divided(common);
        let divisor = divisor.div_floor(common);
        if divisor == 1 {
            return whole.plus(1, &inner);
        }
        // floor((floor(e / a) + c) / b) = floor((e + a c) / (a b))
        if let [(sym, factor)] = inner.terms[..]
            && factor == 1
            && let SymbolAtom::Floor(e, a) = self.get(sym).clone()
        {
            let nested = e.shift(a.checked_mul(inner.constant).ok_or(CoefficientOverflow)?)?;
            let flat = self.floor(&nested, a.checked_mul(divisor).ok_or(CoefficientOverflow)?)?;
            return whole.plus(1, &flat);
        }
        let sym = self.intern(SymbolAtom::Floor(inner, divisor));
        whole.plus(1, &Lin::sym(sym))
    }

    /// The largest of lower bounds, the smallest of upper bounds.
    pub fn extreme(&mut self, mut arms: Vec<Lin>, end: RangeEnd) -> Result<Lin, CoefficientOverflow> {
        arms.sort();
        let mut distinct: Vec<Lin> = Vec::with_capacity(arms.len());
        for arm in arms {
            match distinct.last_mut() {
                Some(last) if last.terms == arm.terms => {
                    if end == RangeEnd::Low {
                        *last = arm;
                    }
                }
                _ => distinct.push(arm),
            }
        }
        if distinct.len() == 1 {
            return Ok(distinct.remove(0));
        }
        let mut shared = Lin::constant(distinct.iter().map(|arm| arm.constant).min().unwrap_or(Num::ZERO));
        for &(sym, a) in &distinct[0].terms {
            if distinct.iter().all(|arm| arm.coefficient(sym) == a) {
                shared.terms.push((sym, a));
            }
        }
        let arms = distinct
            .iter()
            .map(|arm| arm.minus(&shared))
            .collect::<Result<_, _>>()?;
        let sym = self.intern(match end {
            RangeEnd::Low => SymbolAtom::Max(arms),
            RangeEnd::High => SymbolAtom::Min(arms),
        });
        shared.plus(1, &Lin::sym(sym))
    }

    /// The inequalities that define the symbols in `syms` and all they are made of, and those symbols.
    pub fn defining(
        &self,
        syms: impl IntoIterator<Item = Sym>,
    ) -> Result<(Vec<Lin>, BTreeSet<Sym>), CoefficientOverflow> {
        let (mut rows, mut seen) = (Vec::new(), BTreeSet::new());
        let mut open: Vec<Sym> = syms.into_iter().collect();
        while let Some(sym) = open.pop() {
            if !seen.insert(sym) {
                continue;
            }
            let me = Lin::sym(sym);
            let from = rows.len();
            match self.get(sym) {
                SymbolAtom::Param(_) | SymbolAtom::Var | SymbolAtom::Quotient(_) | SymbolAtom::Remainder(_) => {}
                SymbolAtom::Floor(e, a) => {
                    rows.push(e.plus(-*a, &me)?);
                    rows.push(me.scale(*a)?.minus(e)?.shift(*a)?.shift(-1)?);
                }
                SymbolAtom::Min(arms) => {
                    for arm in arms {
                        rows.push(arm.minus(&me)?);
                    }
                }
                SymbolAtom::Max(arms) => {
                    for arm in arms {
                        rows.push(me.minus(arm)?);
                    }
                }
            }
            open.extend(rows[from..].iter().flat_map(Lin::syms));
        }
        Ok((rows, seen))
    }

    /// The value of every symbol, given those of the parameters.
    ///
    /// # Errors
    /// The parameter that has no value.
    pub fn values(&self, param: impl Fn(&str) -> Option<Int>) -> Result<Vec<Int>, String> {
        let mut values: Vec<Int> = Vec::with_capacity(self.len());
        for atom in &self.all {
            let value = match atom {
                SymbolAtom::Param(name) => param(name).ok_or_else(|| name.to_string())?,
                SymbolAtom::Var => Int::Small(0),
                SymbolAtom::Floor(e, a) => value_of(e, &values).div_floor(&Int::from(*a)),
                SymbolAtom::Min(arms) => arms
                    .iter()
                    .map(|arm| value_of(arm, &values))
                    .min()
                    .unwrap_or(Int::Small(0)),
                SymbolAtom::Max(arms) => arms
                    .iter()
                    .map(|arm| value_of(arm, &values))
                    .max()
                    .unwrap_or(Int::Small(0)),
                SymbolAtom::Quotient([e, by]) => divided(e, by, &values).0,
                SymbolAtom::Remainder([e, by]) => divided(e, by, &values).1,
            };
            values.push(value);
        }
        Ok(values)
    }
}

/// Quotient, rounded down, and remainder; 0 where the divisor is not positive.
fn divided(e: &Lin, by: &Lin, values: &[Int]) -> (Int, Int) {
    let (e, by) = (value_of(e, values), value_of(by, values));
    if by <= Int::Small(0) {
        return (Int::Small(0), Int::Small(0));
    }
    let quotient = e.div_floor(&by);
    let rest = e.sub(&quotient.mul(&by));
    (quotient, rest)
}

/// The value of a form, given those of the symbols.
pub(crate) fn value_of(lin: &Lin, values: &[Int]) -> Int {
    lin.terms.iter().fold(Int::from(lin.constant), |sum, &(sym, a)| {
        sum.add(&values[sym as usize].mul(&Int::from(a)))
    })
}
