//! Affine forms `c + sum a_s * s` over symbols: variables, parameters and atoms alike.
//!
//! What needs more than [`BITS_MAX`](crate::num::BITS_MAX) bits is [`CoefficientOverflow`], never another number.

use crate::arith::CoefficientOverflow;
use crate::num::Num;

/// A symbol: its place in [`Atoms`](crate::atoms::Atoms).
pub(crate) type Sym = u32;

/// `constant + sum of coefficient * symbol`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct Lin {
    // INVARIANT: by symbol, ascending; no zero.
    pub terms: Vec<(Sym, Num)>,
    pub constant: Num,
}

impl Lin {
    pub fn constant(constant: impl Into<Num>) -> Lin {
        Lin {
            terms: Vec::new(),
            constant: constant.into(),
        }
    }

    pub fn sym(sym: Sym) -> Lin {
        Lin {
            terms: vec![(sym, Num::ONE)],
            constant: Num::ZERO,
        }
    }

    /// The form with these terms, in any order, a symbol perhaps more than once.
    pub fn of(terms: impl IntoIterator<Item = (Sym, Num)>, constant: Num) -> Result<Lin, CoefficientOverflow> {
        let mut terms: Vec<_> = terms.into_iter().collect();
        terms.sort_unstable();
        let mut lin = Lin::constant(constant);
        for (sym, coefficient) in terms {
            match lin.terms.last_mut() {
                Some((last, sum)) if *last == sym => *sum = sum.checked_add(coefficient).ok_or(CoefficientOverflow)?,
                _ => lin.terms.push((sym, coefficient)),
            }
        }
        lin.terms.retain(|term| term.1 != 0);
        Ok(lin)
    }

    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    pub fn coefficient(&self, sym: Sym) -> Num {
        self.terms
            .binary_search_by_key(&sym, |term| term.0)
            .map_or(Num::ZERO, |at| self.terms[at].1)
    }

    pub fn syms(&self) -> impl Iterator<Item = Sym> {
        self.terms.iter().map(|term| term.0)
    }

    /// `self + factor * other`.
    pub fn plus(&self, factor: impl Into<Num>, other: &Lin) -> Result<Lin, CoefficientOverflow> {
        let factor = factor.into();
        let scaled = |coefficient: Num| factor.checked_mul(coefficient).ok_or(CoefficientOverflow);
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let (sym, coefficient) = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(&&(l, a)), Some(&&(r, b))) if l == r => {
                    left.next();
                    right.next();
                    (l, a.checked_add(scaled(b)?).ok_or(CoefficientOverflow)?)
                }
                (Some(&&(l, a)), r) if r.is_none_or(|r| l < r.0) => {
                    left.next();
                    (l, a)
                }
                (_, Some(&&(r, b))) => {
                    right.next();
                    (r, scaled(b)?)
                }
                (Some(_), None) => unreachable!("the second arm takes it"),
            };
            if coefficient != 0 {
                terms.push((sym, coefficient));
            }
        }
        let constant = self
            .constant
            .checked_add(scaled(other.constant)?)
            .ok_or(CoefficientOverflow)?;
        Ok(Lin { terms, constant })
    }

    pub fn minus(&self, other: &Lin) -> Result<Lin, CoefficientOverflow> {
        self.plus(-1, other)
    }

    pub fn scale(&self, factor: impl Into<Num>) -> Result<Lin, CoefficientOverflow> {
        Lin::default().plus(factor, self)
    }

    pub fn shift(&self, by: impl Into<Num>) -> Result<Lin, CoefficientOverflow> {
        let constant = self.constant.checked_add(by.into()).ok_or(CoefficientOverflow)?;
        Ok(Lin {
            terms: self.terms.clone(),
            constant,
        })
    }

    /// `-self - 1`: that it is not negative says that `self` is.
    pub fn negation(&self) -> Result<Lin, CoefficientOverflow> {
        self.scale(-1)?.shift(-1)
    }

    /// The form without the term of `sym`.
    pub fn without(&self, sym: Sym) -> Lin {
        let mut lin = self.clone();
        lin.terms.retain(|term| term.0 != sym);
        lin
    }

    /// The form with `sym` replaced.
    pub fn substitute(&self, sym: Sym, by: &Lin) -> Result<Lin, CoefficientOverflow> {
        let coefficient = self.coefficient(sym);
        match coefficient == 0 {
            true => Ok(self.clone()),
            false => self.without(sym).plus(coefficient, by),
        }
    }

    /// The greatest common divisor of the coefficients, 0 for a constant.
    pub fn content(&self) -> Num {
        let common = |common: Num, term: &(Sym, Num)| if common == 1 { common } else { common.gcd(term.1) };
        self.terms.iter().fold(Num::ZERO, common)
    }

    /// Divided by what divides its coefficients, the constant rounded down.
    pub fn divided(&self, by: Num) -> Lin {
        Lin {
            terms: self.terms.iter().map(|&(sym, a)| (sym, a.div_floor(by))).collect(),
            constant: self.constant.div_floor(by),
        }
    }

    /// As an inequality over integers: divided by the content, the constant rounded down.
    pub fn tightened(&self) -> Lin {
        let common = self.content();
        match common == 0 || common == 1 {
            true => self.clone(),
            false => self.divided(common),
        }
    }
}
