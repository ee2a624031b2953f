//! Terms made fewer: the sum unchanged.
//!
//! - terms of the same factors under the same guard are one, their numbers added;
//! - `f p + f q` is `f (p + q)`;
//! - or all products of one polynomial a factor are multiplied out: in the symbols at hand, or with a letter for each
//!   affine factor that two terms share up to a constant: `x y + 2 x + 2 y where x = ..`.
//!
//! The shortest is taken.

use crate::arith::Frac;
use crate::atoms::SymbolAtom;
use crate::error::SummationStop;
use crate::formula::FormulaTerm;
use crate::lin::Lin;
use crate::poly::Poly;
use crate::sum::{Engine, GuardedPiece};

/// Up to so many terms are compared pairwise.
const TERMS_MAX: usize = 64;

impl Engine {
    /// The same sum, shorter.
    pub fn gathered(&mut self, terms: Vec<FormulaTerm>) -> Result<Vec<FormulaTerm>, SummationStop> {
        if terms.len() < 2 || terms.len() > TERMS_MAX {
            return Ok(terms);
        }
        let terms = like(terms);
        let (flat, rest): (Vec<FormulaTerm>, Vec<FormulaTerm>) = terms.into_iter().partition(FormulaTerm::is_flat);
        let factored = factored(flat.clone());
        let expanded = self.expanded(&flat)?;
        let (named, letters) = self.with_letters(&flat)?;
        let named = self.expanded(&named)?;
        let size = |terms: &[FormulaTerm]| terms.iter().map(FormulaTerm::size).sum::<usize>();
        let candidates = [
            (size(&factored), factored),
            (size(&expanded), expanded),
            (size(&named) + letters, named),
        ];
        let shortest = candidates.into_iter().min_by_key(|candidate| candidate.0);
        let mut all = shortest.map(|candidate| candidate.1).unwrap_or_default();
        all.extend(rest);
        Ok(all)
    }

    /// The terms multiplied out and added, those under one guard together.
    fn expanded(&mut self, terms: &[FormulaTerm]) -> Result<Vec<FormulaTerm>, SummationStop> {
        let pieces = terms.iter().map(|term| {
            let polys = term.factors.iter().flatten().map(|piece| &piece.poly);
            GuardedPiece {
                guard: term.guard.clone(),
                poly: polys.fold(Poly::one(), |product, poly| product.mul(poly)),
            }
        });
        let pieces = self.simplified(pieces.collect(), &[])?;
        Ok(pieces.into_iter().map(FormulaTerm::from).collect())
    }

    /// The terms with letters for shared affine factors, and how long those are.
    fn with_letters(&mut self, terms: &[FormulaTerm]) -> Result<(Vec<FormulaTerm>, usize), SummationStop> {
        let affine = |piece: &GuardedPiece| piece.poly.to_lin().filter(|lin| lin.terms.len() > 1);
        let mut shared: Vec<(Lin, usize)> = Vec::new();
        for lin in terms
            .iter()
            .flat_map(|term| term.factors.iter().flatten())
            .filter_map(affine)
        {
            match shared.iter_mut().find(|other| other.0.terms == lin.terms) {
                Some(other) => other.1 += 1,
                None => shared.push((lin, 1)),
            }
        }
        shared.retain(|lin| lin.1 > 1);
        let letters: Vec<_> = shared
            .into_iter()
            .map(|(lin, _)| (self.atoms.intern(SymbolAtom::Min(vec![lin.clone()])), lin))
            .collect();
        let mut terms = terms.to_vec();
        for piece in terms.iter_mut().flat_map(|term| term.factors.iter_mut().flatten()) {
            let Some(lin) = affine(piece) else { continue };
            if let Some((sym, of)) = letters.iter().find(|letter| letter.1.terms == lin.terms) {
                piece.poly = Poly::lin(&Lin::sym(*sym).shift(lin.constant)?.shift(-of.constant)?);
            }
        }
        Ok((terms, letters.iter().map(|letter| letter.1.terms.len()).sum()))
    }
}

/// A term as number, guard, other factors: those of one monomial are one, the last.
fn split(mut term: FormulaTerm) -> (Frac, FormulaTerm) {
    let mut product = Poly::one();
    term.factors.retain(|factor| match factor.as_slice() {
        [piece] if piece.guard.is_empty() && piece.poly.terms_len() <= 1 => {
            product = product.mul(&piece.poly);
            false
        }
        _ => true,
    });
    let Some((monomial, number)) = product.terms().next() else {
        return (Frac::ZERO, term);
    };
    if !monomial.is_empty() {
        let mut poly = Poly::default();
        poly.add_term(monomial.clone(), Frac::ONE);
        let guard = Vec::new();
        term.factors.push(vec![GuardedPiece { guard, poly }]);
    }
    (number.clone(), term)
}

/// The term with its number, `None` if that is 0.
fn unsplit((number, mut term): (Frac, FormulaTerm)) -> Option<FormulaTerm> {
    if number.is_zero() {
        return None;
    }
    if number == Frac::ONE && !term.factors.is_empty() {
        return Some(term);
    }
    let monomial = |factor: &&mut Vec<GuardedPiece>| matches!(factor.as_slice(), [one] if one.guard.is_empty() && one.poly.terms_len() == 1);
    match term.factors.iter_mut().find(monomial) {
        Some(factor) => factor[0].poly = factor[0].poly.scale(&number),
        None => {
            let (guard, poly) = (Vec::new(), Poly::constant(number));
            term.factors.insert(0, vec![GuardedPiece { guard, poly }]);
        }
    }
    Some(term)
}

/// Adds like terms, and affine ones under one guard.
pub(crate) fn added(terms: Vec<FormulaTerm>) -> Vec<FormulaTerm> {
    let mut all: Vec<FormulaTerm> = Vec::new();
    for term in like(terms) {
        let is_affine = |term: &FormulaTerm| {
            term.factors.len() == 1 && term.is_flat() && term.factors[0][0].poly.to_lin().is_some()
        };
        let same = |other: &&mut FormulaTerm| other.guard == term.guard && is_affine(other);
        match all.iter_mut().find(|other| is_affine(&term) && same(other)) {
            Some(other) => {
                let poly = std::mem::take(&mut other.factors[0][0].poly);
                other.factors[0][0].poly = poly.add(&term.factors[0][0].poly);
            }
            None => all.push(term),
        }
    }
    all.retain(|term| {
        !term
            .factors
            .iter()
            .any(|factor| factor.iter().all(|piece| piece.poly.is_zero()))
    });
    all
}

/// Adds terms that differ in their numbers only.
fn like(terms: Vec<FormulaTerm>) -> Vec<FormulaTerm> {
    if terms.len() < 2 || terms.len() > TERMS_MAX {
        return terms;
    }
    let mut sums: Vec<(Frac, FormulaTerm)> = Vec::new();
    for (number, term) in terms.into_iter().map(split) {
        let same = |other: &&mut (Frac, FormulaTerm)| {
            other.1.guard == term.guard
                && only(&other.1, &term).is_some_and(|only| only.0.is_empty() && only.1.is_empty())
        };
        match sums.iter_mut().find(same) {
            Some(sum) => sum.0 = sum.0.add(&number),
            None => sums.push((number, term)),
        }
    }
    sums.into_iter().filter_map(unsplit).collect()
}

/// The factors that only one of the terms has, each; `None` if there are many.
#[expect(clippy::type_complexity, reason = "two lists of factors")]
fn only<'a>(
    left: &'a FormulaTerm,
    right: &'a FormulaTerm,
) -> Option<(Vec<&'a Vec<GuardedPiece>>, Vec<&'a Vec<GuardedPiece>>)> {
    let mut rest: Vec<&Vec<GuardedPiece>> = right.factors.iter().collect();
    let mut own = Vec::new();
    for factor in &left.factors {
        match rest.iter().position(|other| *other == factor) {
            Some(at) => {
                rest.remove(at);
            }
            None => own.push(factor),
        }
        if own.len() > 1 {
            return None;
        }
    }
    (rest.len() <= 1).then_some((own, rest))
}

/// Takes common factors out of flat terms.
fn factored(terms: Vec<FormulaTerm>) -> Vec<FormulaTerm> {
    let mut terms: Vec<(Frac, FormulaTerm)> = terms.into_iter().map(split).collect();
    'again: loop {
        for left in 0..terms.len() {
            for right in left + 1..terms.len() {
                let (l, r) = (&terms[left], &terms[right]);
                if l.1.guard != r.1.guard || l.1.factors.is_empty() || r.1.factors.is_empty() {
                    continue;
                }
                let Some((own, other)) = only(&l.1, &r.1) else { continue };
                if own.len() == l.1.factors.len() && other.len() == r.1.factors.len() {
                    continue;
                }
                let value = |only: &[&Vec<GuardedPiece>], number: &Frac| {
                    let poly = only
                        .first()
                        .and_then(|factor| factor.first())
                        .map(|piece| piece.poly.clone());
                    poly.unwrap_or_else(Poly::one).scale(number)
                };
                let sum = value(&own, &l.0).add(&value(&other, &r.0));
                let mut term = l.1.clone();
                if let Some(own) = own.first() {
                    let at = term.factors.iter().position(|factor| factor == *own);
                    at.map(|at| term.factors.remove(at));
                }
                terms.remove(right);
                if sum.is_zero() {
                    terms.remove(left);
                } else {
                    let guard = Vec::new();
                    term.factors.push(vec![GuardedPiece { guard, poly: sum }]);
                    terms[left] = split(term);
                }
                continue 'again;
            }
        }
        return terms.into_iter().filter_map(unsplit).collect();
    }
}
