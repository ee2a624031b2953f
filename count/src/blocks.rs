//! Sums over the blocks of a range, the size of a block a parameter: what is not Presburger, `i * T`, but a formula.
//!
//! Blocks of size `T` begin at the multiples of `T` and are cut off at the ends of the range `low .. low + extent`. Let
//! `f(s)` be what a block of `s` elements counts. With `q = floor(extent / T)` and `r = extent mod T`:
//!
//! ```text
//! f(s) = a + b s                      sum = a * number of blocks + b * extent
//! else                                sum = f(b) + q f(T) + [r >= 1] f(r)
//! ```
//!
//! where, if the range does not begin at 0, the first block has `b = min(extent, T - low mod T)` elements and `q` and `r` are
//! those of what comes after it.

use crate::arith::CoefficientOverflow;
use crate::atoms::{RangeEnd, SymbolAtom};
use crate::formula::{CountFormula, FormulaTerm, inner};
use crate::lin::{Lin, Sym};
use crate::poly::Poly;
use crate::sum::GuardedPiece;

impl CountFormula {
    /// The sum over all blocks of the range `low .. low + extent`, where the parameter `size` stands for the length of a
    /// block, and from then on for that of a whole block. The formula holds for sizes from 1.
    ///
    /// `None` if an end of the range is not affine.
    pub fn over_blocks(&self, size: &str, low: &CountFormula, extent: &CountFormula) -> Option<CountFormula> {
        let mut sum = self.clone();
        let mut lin_of = |formula: &CountFormula| -> Option<Lin> {
            let from = sum.terms.len();
            sum.append(&formula.atoms, &formula.terms);
            match sum.terms.split_off(from).as_slice() {
                [] => Some(Lin::default()),
                [term] => affine(term),
                _ => None,
            }
        };
        let (low, extent) = (lin_of(low)?, lin_of(extent)?);
        let mut blocks = Blocks::new(&mut sum, size, low, extent).ok()?;
        let mut terms = Vec::new();
        // Symbols were appended, none was moved.
        for term in self.terms.iter().cloned() {
            terms.extend(blocks.term(term)?);
        }
        Some(CountFormula::new(&sum.atoms, &terms))
    }
}

/// The affine form that a term is.
fn affine(term: &FormulaTerm) -> Option<Lin> {
    match (term.guard.as_slice(), term.factors.as_slice()) {
        ([], [factor]) => match factor.as_slice() {
            [piece] if piece.guard.is_empty() => piece.poly.to_lin(),
            _ => None,
        },
        _ => None,
    }
}

struct Blocks<'f> {
    sum: &'f mut CountFormula,
    size: Sym,
    /// Whether a symbol is the size or made of it.
    uses: Vec<bool>,
    extent: Poly,
    /// How many there are.
    number: Poly,
    /// The length of the first, if the range does not begin at 0.
    first: Option<Sym>,
    /// How many are whole, and what is left; the first not counted.
    whole: Sym,
    rest: Sym,
}

impl Blocks<'_> {
    fn new<'f>(
        sum: &'f mut CountFormula,
        size: &str,
        low: Lin,
        extent: Lin,
    ) -> Result<Blocks<'f>, CoefficientOverflow> {
        let before = sum.atoms.len();
        let size = sum.atoms.param(size);
        let mut uses = vec![false; before.max(size as usize + 1)];
        uses[size as usize] = true;
        for sym in 0..uses.len() {
            let made_of = inner(sum.atoms.get(sym as Sym)).iter().flat_map(Lin::syms);
            uses[sym] |= made_of.into_iter().any(|sym| uses[sym as usize]);
        }
        let by = Lin::sym(size);
        let mut quotient = |of: Lin| Lin::sym(sum.atoms.intern(SymbolAtom::Quotient([of, by.clone()])));
        let begins_at_zero = low == Lin::default();
        let number = match begins_at_zero {
            true => quotient(extent.plus(1, &by)?.shift(-1)?),
            false => {
                let last = quotient(low.plus(1, &extent)?.shift(-1)?);
                last.minus(&quotient(low.clone()))?.shift(1)?
            }
        };
        let mut left = extent.clone();
        let mut first = None;
        if !begins_at_zero {
            let over = Lin::sym(sum.atoms.intern(SymbolAtom::Remainder([low, by.clone()])));
            let length = sum
                .atoms
                .extreme(vec![extent.clone(), by.minus(&over)?], RangeEnd::High)?;
            left = extent.minus(&length)?;
            first = Some(sum.atoms.intern(SymbolAtom::Min(vec![length])));
        }
        let forms = [left, by];
        let whole = sum.atoms.intern(SymbolAtom::Quotient(forms.clone()));
        let rest = sum.atoms.intern(SymbolAtom::Remainder(forms));
        Ok(Blocks {
            sum,
            size,
            uses,
            extent: Poly::lin(&extent),
            number: Poly::lin(&number),
            first,
            whole,
            rest,
        })
    }

    fn uses(&self, sym: Sym) -> bool {
        self.uses.get(sym as usize).copied().unwrap_or(false)
    }

    /// What one term of the formula for a block adds up to.
    fn term(&mut self, term: FormulaTerm) -> Option<Vec<FormulaTerm>> {
        let in_guards = |guard: &[Lin]| guard.iter().flat_map(Lin::syms).any(|sym| self.uses(sym));
        let uses = |factor: &Vec<GuardedPiece>| {
            let polys = factor.iter().flat_map(|piece| piece.poly.syms());
            polys.into_iter().any(|sym| self.uses(sym)) || factor.iter().any(|piece| in_guards(&piece.guard))
        };
        let (own, others): (Vec<_>, Vec<_>) = term.factors.iter().cloned().partition(uses);
        let mut poly = Some(Poly::one());
        for factor in &own {
            poly = match factor.as_slice() {
                [piece] if piece.guard.is_empty() => poly.map(|poly| poly.mul(&piece.poly)),
                _ => None,
            };
        }
        let sizes_only = |poly: &Poly| poly.syms().all(|sym| sym == self.size || !self.uses(sym));
        if let Some(powers) = poly.filter(sizes_only).map(|poly| poly.by_power(self.size))
            && powers.len() <= 2
            && !in_guards(&term.guard)
        {
            let mut sum = Poly::default();
            for (power, times) in powers.iter().zip([&self.number, &self.extent]) {
                sum = sum.add(&power.mul(times));
            }
            let mut factors = others;
            factors.push(vec![GuardedPiece {
                guard: Vec::new(),
                poly: sum,
            }]);
            return Some(vec![FormulaTerm {
                guard: term.guard,
                factors,
            }]);
        }
        let mut whole = term.clone();
        whole.factors.push(vec![GuardedPiece {
            guard: Vec::new(),
            poly: Poly::lin(&Lin::sym(self.whole)),
        }]);
        let mut rest = term.renamed(&self.with(self.rest));
        rest.guard.push(Lin::sym(self.rest).shift(-1).ok()?);
        let first = self.first.map(|first| term.renamed(&self.with(first)));
        Some(first.into_iter().chain([whole, rest]).collect())
    }

    /// Each symbol with another in the place of the size.
    fn with(&mut self, length: Sym) -> Vec<Sym> {
        let mut to: Vec<Sym> = (0..self.sum.atoms.len() as Sym).collect();
        for sym in 0..self.uses.len() {
            if sym as Sym == self.size {
                to[sym] = length;
            } else if self.uses[sym] {
                let atom = self.sum.atoms.get(sym as Sym).renamed(&to);
                to[sym] = self.sum.atoms.intern(atom);
            }
        }
        to
    }
}
