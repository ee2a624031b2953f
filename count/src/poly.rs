//! Polynomials over symbols with exact fractions for coefficients.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::arith::{Frac, Int};
use crate::lin::{Lin, Sym};
use crate::num::Num;

/// Symbols with their powers, by symbol.
pub(crate) type Monomial = Vec<(Sym, u32)>;

/// A polynomial: what is before each monomial.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Poly {
    // INVARIANT: no zero.
    terms: BTreeMap<Monomial, Frac>,
}

impl Poly {
    pub fn constant(number: Frac) -> Poly {
        let mut poly = Poly::default();
        poly.add_term(Vec::new(), number);
        poly
    }

    pub fn one() -> Poly {
        Poly::constant(Frac::ONE)
    }

    pub fn lin(lin: &Lin) -> Poly {
        let mut poly = Poly::constant(Frac::from(lin.constant));
        for &(sym, coefficient) in &lin.terms {
            poly.add_term(vec![(sym, 1)], Frac::from(coefficient));
        }
        poly
    }

    pub fn terms(&self) -> impl DoubleEndedIterator<Item = (&Monomial, &Frac)> {
        self.terms.iter()
    }

    pub fn terms_len(&self) -> usize {
        self.terms.len()
    }

    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    pub fn add_term(&mut self, monomial: Monomial, number: Frac) {
        if number.is_zero() {
            return;
        }
        match self.terms.entry(monomial) {
            Entry::Vacant(entry) => {
                entry.insert(number);
            }
            Entry::Occupied(mut entry) => {
                let sum = entry.get().add(&number);
                if sum.is_zero() {
                    entry.remove();
                } else {
                    *entry.get_mut() = sum;
                }
            }
        }
    }

    pub fn add(mut self, other: &Poly) -> Poly {
        for (monomial, number) in &other.terms {
            self.add_term(monomial.clone(), number.clone());
        }
        self
    }

    pub fn scale(&self, factor: &Frac) -> Poly {
        let mut poly = Poly::default();
        for (monomial, number) in &self.terms {
            poly.add_term(monomial.clone(), number.mul(factor));
        }
        poly
    }

    pub fn mul(&self, other: &Poly) -> Poly {
        let mut poly = Poly::default();
        for (left, a) in &self.terms {
            for (right, b) in &other.terms {
                poly.add_term(product(left, right), a.mul(b));
            }
        }
        poly
    }

    pub fn uses(&self, sym: Sym) -> bool {
        self.syms().any(|s| s == sym)
    }

    /// The symbols, some more than once.
    pub fn syms(&self) -> impl Iterator<Item = Sym> {
        self.terms.keys().flatten().map(|power| power.0)
    }

    /// The coefficients of `sym^0`, `sym^1`, ..
    pub fn by_power(&self, sym: Sym) -> Vec<Poly> {
        let mut powers = Vec::new();
        for (monomial, number) in &self.terms {
            let power = monomial.iter().find(|p| p.0 == sym).map_or(0, |p| p.1) as usize;
            if powers.len() <= power {
                powers.resize(power + 1, Poly::default());
            }
            let rest = monomial.iter().filter(|p| p.0 != sym).copied().collect();
            powers[power].add_term(rest, number.clone());
        }
        powers
    }

    /// The polynomial with `sym` replaced.
    pub fn substitute(&self, sym: Sym, by: &Lin) -> Poly {
        if !self.uses(sym) {
            return self.clone();
        }
        let by = Poly::lin(by);
        let powers = self.by_power(sym);
        powers
            .iter()
            .rev()
            .fold(Poly::default(), |sum, power| sum.mul(&by).add(power))
    }

    /// The polynomial with its symbols renamed.
    pub fn renamed(&self, to: &[Sym]) -> Poly {
        let mut poly = Poly::default();
        for (monomial, number) in &self.terms {
            let mut monomial: Monomial = monomial.iter().map(|p| (to[p.0 as usize], p.1)).collect();
            monomial.sort_unstable();
            poly.add_term(monomial, number.clone());
        }
        poly
    }

    /// The polynomial as an affine form, if it is one with integer coefficients.
    pub fn to_lin(&self) -> Option<Lin> {
        let mut lin = Lin::default();
        for (monomial, number) in &self.terms {
            let number = match (number.num(), number.den()) {
                (Int::Small(number), Int::Small(1)) => Num::from(*number),
                (Int::Big(number), Int::Small(1)) => Num::large(number.clone())?,
                _ => return None,
            };
            match monomial.as_slice() {
                [] => lin.constant = number,
                [(sym, 1)] => lin.terms.push((*sym, number)),
                _ => return None,
            }
        }
        Some(lin)
    }
}

/// The product of two monomials.
fn product(left: &Monomial, right: &Monomial) -> Monomial {
    let mut product = Vec::with_capacity(left.len() + right.len());
    let (mut l, mut r) = (0, 0);
    while l < left.len() || r < right.len() {
        match (left.get(l), right.get(r)) {
            (Some(a), Some(b)) if a.0 == b.0 => {
                product.push((a.0, a.1 + b.1));
                (l, r) = (l + 1, r + 1);
            }
            (Some(a), b) if b.is_none_or(|b| a.0 < b.0) => {
                product.push(*a);
                l += 1;
            }
            (_, Some(b)) => {
                product.push(*b);
                r += 1;
            }
            (_, None) => break,
        }
    }
    product
}

/// The sum over `v <= bound` of `sum over k of powers[k] * v^k`, up to a constant: `sum of powers[k] * S_k(bound)`.
pub(crate) fn antiderivative(powers: &[Poly], bound: &Lin, sums: &[Vec<Frac>]) -> Poly {
    let bound = Poly::lin(bound);
    let mut total = Poly::default();
    for (power, sum) in powers.iter().zip(sums) {
        if !power.is_zero() {
            let at_bound = sum.iter().rev().fold(Poly::default(), |value, coefficient| {
                value.mul(&bound).add(&Poly::constant(coefficient.clone()))
            });
            total = total.add(&power.mul(&at_bound));
        }
    }
    total
}
