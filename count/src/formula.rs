//! A count as a formula.
//!
//! ```text
//! formula = sum of terms
//! term    = [guards] * product of factors
//! factor  = sum of [guards] * polynomial in parameters and atoms
//! ```
//!
//! `[guards]` is 1 where all guards hold and 0 elsewhere. Factors come from groups of dimensions that share no
//! constraint, terms from disjoint pieces of the set. Formulas add and multiply, as footprints do.

use std::collections::BTreeSet;

use num_bigint::BigInt;

use crate::arith::{Frac, Int};
use crate::atoms::{Atoms, SymbolAtom, value_of};
use crate::error::CountError;
use crate::gather::added;
use crate::lin::{Lin, Sym};
use crate::poly::Poly;
use crate::sum::GuardedPiece;

/// One product of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FormulaTerm {
    pub guard: Vec<Lin>,
    pub factors: Vec<Vec<GuardedPiece>>,
}

impl FormulaTerm {
    fn lins(&self) -> impl Iterator<Item = &Lin> {
        let pieces = self.factors.iter().flatten();
        self.guard.iter().chain(pieces.flat_map(|piece| &piece.guard))
    }

    pub fn syms(&self) -> impl Iterator<Item = Sym> {
        let polys = self.factors.iter().flatten().flat_map(|piece| piece.poly.syms());
        self.lins().flat_map(Lin::syms).chain(polys)
    }

    /// Whether it is one polynomial under one guard.
    pub fn is_flat(&self) -> bool {
        let plain = |factor: &Vec<GuardedPiece>| matches!(factor.as_slice(), [piece] if piece.guard.is_empty());
        self.factors.iter().all(plain)
    }

    /// Its length: guards and monomials.
    pub fn size(&self) -> usize {
        let pieces = self.factors.iter().flatten();
        1 + self.guard.len()
            + pieces
                .map(|piece| piece.guard.len() + piece.poly.terms_len())
                .sum::<usize>()
    }

    pub fn renamed(&self, to: &[Sym]) -> FormulaTerm {
        let guard = |guard: &[Lin]| guard.iter().map(|lin| renamed(lin, to)).collect();
        let piece = |piece: &GuardedPiece| GuardedPiece {
            guard: guard(&piece.guard),
            poly: piece.poly.renamed(to),
        };
        FormulaTerm {
            guard: guard(&self.guard),
            factors: self
                .factors
                .iter()
                .map(|factor| factor.iter().map(piece).collect())
                .collect(),
        }
    }
}

impl From<GuardedPiece> for FormulaTerm {
    fn from(piece: GuardedPiece) -> FormulaTerm {
        let (guard, poly) = (piece.guard, piece.poly);
        let guardless = Vec::new();
        FormulaTerm {
            guard,
            factors: vec![vec![GuardedPiece { guard: guardless, poly }]],
        }
    }
}

impl SymbolAtom {
    /// The atom with its symbols renamed.
    pub fn renamed(&self, to: &[Sym]) -> SymbolAtom {
        let arms = |arms: &[Lin]| arms.iter().map(|arm| renamed(arm, to)).collect();
        let both = |forms: &[Lin; 2]| forms.each_ref().map(|form| renamed(form, to));
        match self {
            SymbolAtom::Param(_) | SymbolAtom::Var => self.clone(),
            SymbolAtom::Floor(form, divisor) => SymbolAtom::Floor(renamed(form, to), *divisor),
            SymbolAtom::Min(all) => SymbolAtom::Min(arms(all)),
            SymbolAtom::Max(all) => SymbolAtom::Max(arms(all)),
            SymbolAtom::Quotient(forms) => SymbolAtom::Quotient(both(forms)),
            SymbolAtom::Remainder(forms) => SymbolAtom::Remainder(both(forms)),
        }
    }
}

/// The form with its symbols renamed.
fn renamed(lin: &Lin, to: &[Sym]) -> Lin {
    let mut terms: Vec<_> = lin.terms.iter().map(|&(sym, a)| (to[sym as usize], a)).collect();
    terms.sort_unstable();
    Lin {
        terms,
        constant: lin.constant,
    }
}

/// The number of points of a set, as a function of its parameters: exact wherever the context holds.
///
/// Prints in plain notation: `M*ceil(N/32)*K`, `min(32, N - 32*ti)`, `[N >= 2]*(N - 1)`, where `[..]` is 1 if the
/// condition holds and else 0; long parts that occur twice are named behind `where`. Sums and products have like terms added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountFormula {
    pub(crate) atoms: Atoms,
    pub(crate) terms: Vec<FormulaTerm>,
}

impl CountFormula {
    /// The same number everywhere.
    pub fn constant(number: i64) -> CountFormula {
        let terms = match number {
            0 => Vec::new(),
            _ => vec![FormulaTerm {
                guard: Vec::new(),
                factors: vec![vec![GuardedPiece {
                    guard: Vec::new(),
                    poly: Poly::constant(Frac::int(i128::from(number))),
                }]],
            }],
        };
        CountFormula {
            atoms: Atoms::default(),
            terms,
        }
    }

    /// The terms with the symbols they use.
    pub(crate) fn new(atoms: &Atoms, terms: &[FormulaTerm]) -> CountFormula {
        let mut formula = CountFormula::constant(0);
        formula.append(atoms, terms);
        formula
    }

    /// Adds terms at the end.
    pub(crate) fn append(&mut self, atoms: &Atoms, terms: &[FormulaTerm]) {
        let mut used = vec![false; atoms.len()];
        let mut open: BTreeSet<Sym> = terms.iter().flat_map(FormulaTerm::syms).collect();
        while let Some(sym) = open.pop_last() {
            used[sym as usize] = true;
            open.extend(inner(atoms.get(sym)).iter().flat_map(|lin| lin.syms()));
        }
        let mut to = vec![0; atoms.len()];
        for (sym, atom) in atoms.iter().enumerate().filter(|atom| used[atom.0]) {
            to[sym] = self.atoms.intern(atom.renamed(&to));
        }
        self.terms.extend(terms.iter().map(|term| term.renamed(&to)));
    }

    /// The parameters it depends on, in order of first use.
    pub fn params(&self) -> Vec<&str> {
        let params = self.atoms.iter().filter_map(|atom| match atom {
            SymbolAtom::Param(name) => Some(&**name),
            _ => None,
        });
        params.collect()
    }

    /// The number, if it is the same everywhere.
    pub fn as_constant(&self) -> Option<BigInt> {
        match self.atoms.len() {
            0 => self.eval(&[]).ok(),
            _ => None,
        }
    }

    /// The value at a point, exact however large; values of other parameters are ignored.
    ///
    /// Each atom is evaluated once.
    ///
    /// # Errors
    /// [`CountError::NoValue`] for a parameter that is not among `params`.
    pub fn eval(&self, params: &[(&str, i64)]) -> Result<BigInt, CountError> {
        self.eval_by(|name| params.iter().find(|param| param.0 == name).map(|param| param.1))
    }

    /// As [`CountFormula::eval`], the values by function.
    pub fn eval_by(&self, param: impl Fn(&str) -> Option<i64>) -> Result<BigInt, CountError> {
        let int = |name: &str| param(name).map(|value| Int::Small(i128::from(value)));
        let values = self.atoms.values(int).map_err(CountError::NoValue)?;
        let holds = |guard: &[Lin]| !guard.iter().any(|lin| value_of(lin, &values).is_negative());
        let mut total = Frac::ZERO;
        for term in self.terms.iter().filter(|term| holds(&term.guard)) {
            let mut product = Frac::ONE;
            for factor in &term.factors {
                let mut sum = Frac::ZERO;
                for piece in factor.iter().filter(|piece| holds(&piece.guard)) {
                    sum = sum.add(&eval_poly(&piece.poly, &values));
                }
                product = product.mul(&sum);
                if product.is_zero() {
                    break;
                }
            }
            total = total.add(&product);
        }
        debug_assert_eq!(*total.den(), Int::Small(1), "a count is an integer: {self}");
        Ok(total.num().to_big())
    }

    /// The formula times a number.
    pub fn scaled(&self, by: i64) -> CountFormula {
        if by == 0 {
            return CountFormula::constant(0);
        }
        let by = Frac::int(i128::from(by));
        let mut scaled = self.clone();
        for term in &mut scaled.terms {
            // Into a factor that shows it as a number in front.
            match term.factors.iter_mut().find(|factor| factor.len() == 1) {
                Some(factor) => factor.iter_mut().for_each(|piece| piece.poly = piece.poly.scale(&by)),
                None => term.factors.insert(
                    0,
                    vec![GuardedPiece {
                        guard: Vec::new(),
                        poly: Poly::constant(by.clone()),
                    }],
                ),
            }
        }
        scaled
    }

    /// Its length: terms, pieces and monomials, all told.
    pub fn size(&self) -> usize {
        self.terms.iter().map(FormulaTerm::size).sum()
    }
}

impl std::ops::Add<&CountFormula> for CountFormula {
    type Output = CountFormula;

    fn add(mut self, other: &CountFormula) -> CountFormula {
        self.append(&other.atoms, &other.terms);
        self.terms = added(self.terms);
        self
    }
}

impl std::ops::Mul for &CountFormula {
    type Output = CountFormula;

    fn mul(self, other: &CountFormula) -> CountFormula {
        let mut both = self.clone();
        both.append(&other.atoms, &other.terms);
        let right = both.terms.split_off(self.terms.len());
        let mut terms = Vec::with_capacity(both.terms.len() * right.len());
        for left in &both.terms {
            for right in &right {
                terms.push(FormulaTerm {
                    guard: [left.guard.as_slice(), &right.guard].concat(),
                    factors: [left.factors.as_slice(), &right.factors].concat(),
                });
            }
        }
        both.terms = added(terms);
        both
    }
}

/// The forms an atom is made of.
pub(crate) fn inner(atom: &SymbolAtom) -> &[Lin] {
    match atom {
        SymbolAtom::Param(_) | SymbolAtom::Var => &[],
        SymbolAtom::Floor(form, _) => std::slice::from_ref(form),
        SymbolAtom::Min(arms) | SymbolAtom::Max(arms) => arms,
        SymbolAtom::Quotient(forms) | SymbolAtom::Remainder(forms) => forms,
    }
}

fn eval_poly(poly: &Poly, values: &[Int]) -> Frac {
    // Over one denominator: no common divisors on the way.
    let mut den = Int::Small(1);
    for (_, number) in poly.terms() {
        den = den.div_floor(&den.gcd(number.den())).mul(number.den());
    }
    let mut sum = Int::Small(0);
    for (monomial, number) in poly.terms() {
        let mut value = number.num().mul(&den.div_floor(number.den()));
        for &(sym, power) in monomial {
            for _ in 0..power {
                value = value.mul(&values[sym as usize]);
            }
        }
        sum = sum.add(&value);
    }
    Frac::new(sum, den)
}
