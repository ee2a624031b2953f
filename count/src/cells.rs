//! A sum under way: a polynomial over the integer points of a polyhedron, and the steps that keep their number.
//!
//! - [`tidy`]: inequalities divided by their content, the constant rounded down; of parallel ones the tightest.
//! - [`Cell::settle`]: equalities. `±v + e = 0` replaces `v`. `a v + e = 0` with `e` over parameters replaces `v` by
//!   `floor(-e / a)` and asks for `e mod a = 0`. Else `v = v' - sum of floor(b_w / a) w`, which is unimodular, until
//!   one of the two holds.
//! - [`Cell::drop_functions`]: `v = floor(e / a)`, summed over 1, bounded besides only by unit bounds: exactly one `v`
//!   for the rest, and `f <= floor(e / a)` is `a f <= e`.
//! - [`Cell::components`]: variables that share no constraint are summed apart.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use crate::arith::CoefficientOverflow;
use crate::atoms::Atoms;
use crate::lin::{Lin, Sym};
use crate::num::Num;
use crate::poly::Poly;

/// `sum of poly over { vars : cons >= 0 }`.
#[derive(Debug, Clone)]
pub(crate) struct Cell {
    pub cons: Vec<Lin>,
    pub vars: Vec<Sym>,
    pub poly: Poly,
}

/// A bound of a variable `v`: `coefficient * v + form >= 0` from below, `form - coefficient * v >= 0` from above.
#[derive(Debug, Clone)]
pub(crate) struct Bound {
    // INVARIANT: positive.
    pub coefficient: Num,
    pub form: Lin,
}

/// The constraints, sorted by what they say about one variable.
pub(crate) struct VariableBounds {
    pub low: Vec<Bound>,
    pub high: Vec<Bound>,
    pub other: Vec<Lin>,
}

/// Tightens and drops the looser of parallel constraints; false if one cannot hold.
pub(crate) fn tidy(cons: &mut Vec<Lin>) -> bool {
    let mut tightest: BTreeMap<Vec<(Sym, Num)>, Num> = BTreeMap::new();
    for con in cons.iter() {
        let con = con.tightened();
        if con.is_constant() {
            if con.constant < 0 {
                return false;
            }
            continue;
        }
        let constant = tightest.entry(con.terms).or_insert(con.constant);
        *constant = (*constant).min(con.constant);
    }
    *cons = tightest
        .into_iter()
        .map(|(terms, constant)| Lin { terms, constant })
        .collect();
    true
}

impl Cell {
    pub fn bounds(&self, var: Sym) -> VariableBounds {
        let mut bounds = VariableBounds {
            low: Vec::new(),
            high: Vec::new(),
            other: Vec::new(),
        };
        for con in &self.cons {
            let a = con.coefficient(var);
            let bound = || Bound {
                coefficient: a.abs(),
                form: con.without(var),
            };
            match a.cmp(&Num::ZERO) {
                Ordering::Greater => bounds.low.push(bound()),
                Ordering::Less => bounds.high.push(bound()),
                Ordering::Equal => bounds.other.push(con.clone()),
            }
        }
        bounds
    }

    pub fn substitute(&mut self, var: Sym, by: &Lin) -> Result<(), CoefficientOverflow> {
        for con in &mut self.cons {
            *con = con.substitute(var, by)?;
        }
        self.poly = self.poly.substitute(var, by);
        self.vars.retain(|&v| v != var);
        Ok(())
    }

    /// Removes equalities on variables; false if nothing is left.
    pub fn settle(&mut self, atoms: &mut Atoms) -> Result<bool, CoefficientOverflow> {
        loop {
            if !tidy(&mut self.cons) {
                return Ok(false);
            }
            let Some(equality) = self.equality(atoms) else {
                return Ok(true);
            };
            self.remove(equality, atoms)?;
        }
    }

    /// A form with variables that is 0, by two opposite constraints.
    fn equality(&self, atoms: &Atoms) -> Option<Lin> {
        let places: HashMap<&[(Sym, Num)], Num> = self
            .cons
            .iter()
            .map(|con| (con.terms.as_slice(), con.constant))
            .collect();
        let zero = |con: &&Lin| {
            let opposite: Vec<_> = con.terms.iter().map(|&(sym, a)| (sym, -a)).collect();
            con.terms[0].1 > 0 && places.get(opposite.as_slice()) == Some(&-con.constant)
        };
        self.cons
            .iter()
            .find(|con| !atoms.is_symbolic(con) && zero(con))
            .cloned()
    }

    /// Replaces variables until one is gone by `zero = 0`. One equality is finished before the next is begun: steps of
    /// two in turn may undo each other without end.
    fn remove(&mut self, mut zero: Lin, atoms: &mut Atoms) -> Result<(), CoefficientOverflow> {
        loop {
            let of: Vec<(Sym, Num)> = zero.terms.iter().copied().filter(|t| atoms.is_var(t.0)).collect();
            let Some(&(var, a)) = of.iter().min_by_key(|term| term.1.abs()) else {
                return Ok(());
            };
            let rest = zero.without(var);
            if a.abs() == 1 {
                return self.substitute(var, &rest.scale(-a)?);
            }
            if of.len() == 1 {
                let dividend = rest.scale(-a.signum())?;
                let quotient = atoms.floor(&dividend, a.abs())?;
                let remainder = dividend.plus(-a.abs(), &quotient)?;
                self.substitute(var, &quotient)?;
                self.cons.push(remainder.scale(-1)?);
                self.cons.push(remainder);
                return Ok(());
            }
            let new = atoms.fresh();
            let mut by = Lin::sym(new);
            for &(other, b) in of.iter().filter(|term| term.0 != var) {
                let times = b.div_floor(a.abs());
                by = by.plus(if a > 0 { -times } else { times }, &Lin::sym(other))?;
            }
            zero = zero.substitute(var, &by)?;
            self.substitute(var, &by)?;
            self.vars.push(new);
        }
    }

    /// `(e, a)` if the bounds say `var = floor(e / a)`, and where among them.
    pub fn function(bounds: &VariableBounds) -> Option<(usize, usize)> {
        for (high, up) in bounds.high.iter().enumerate().filter(|b| b.1.coefficient > 1) {
            for (low, down) in bounds.low.iter().enumerate() {
                let width = up.form.constant.checked_add(down.form.constant);
                if up.coefficient == down.coefficient
                    && width.is_some()
                    && width == up.coefficient.checked_sub(Num::ONE)
                    && up.form.terms.len() == down.form.terms.len()
                    && (up.form.terms.iter().zip(&down.form.terms)).all(|(u, d)| u.0 == d.0 && u.1 == -d.1)
                {
                    return Some((low, high));
                }
            }
        }
        None
    }

    /// Variables that are floors of parameters become atoms.
    pub fn name_functions(&mut self, atoms: &mut Atoms) -> Result<(), CoefficientOverflow> {
        let mut at = 0;
        while let Some(&var) = self.vars.get(at) {
            let bounds = self.bounds(var);
            match Cell::function(&bounds).map(|(_, high)| &bounds.high[high]) {
                Some(up) if atoms.is_symbolic(&up.form) => {
                    let floor = atoms.floor(&up.form, up.coefficient)?;
                    self.substitute(var, &floor)?;
                    at = 0;
                }
                _ => at += 1,
            }
        }
        Ok(())
    }

    /// Variables that are functions of the others go; true if any did.
    pub fn drop_functions(&mut self) -> Result<bool, CoefficientOverflow> {
        let (mut at, before) = (0, self.vars.len());
        while let Some(&var) = self.vars.get(at) {
            at += 1;
            if self.poly.uses(var) {
                continue;
            }
            let VariableBounds { low, high, mut other } = self.bounds(var);
            let bounds = VariableBounds {
                low,
                high,
                other: Vec::new(),
            };
            let Some((l, h)) = Cell::function(&bounds) else {
                continue;
            };
            let unit = |all: &[Bound], but: usize| all.iter().enumerate().all(|(k, b)| k == but || b.coefficient == 1);
            if !unit(&bounds.low, l) || !unit(&bounds.high, h) {
                continue;
            }
            let Bound {
                coefficient: a,
                form: e,
            } = &bounds.high[h];
            for (k, bound) in bounds.low.iter().enumerate().filter(|b| b.0 != l) {
                let _ = k;
                other.push(e.plus(*a, &bound.form)?);
            }
            for (k, bound) in bounds.high.iter().enumerate().filter(|b| b.0 != h) {
                let _ = k;
                other.push(bound.form.scale(*a)?.shift(*a)?.shift(-1)?.minus(e)?);
            }
            self.cons = other;
            self.vars.retain(|&v| v != var);
            at = 0;
        }
        Ok(self.vars.len() < before)
    }

    /// The cell with the remainder of a floor for one of the variables under it: where `v = floor((x + e) / a)`, `x` is
    /// `a v + r - e` with `0 <= r < a`. Bounds that are steep in `x` may be unit bounds on `v`, as `2 v <= x - 2` is
    /// `v >= 2 - r` where `x = 3 v + r`.
    pub fn by_remainder(&self, var: Sym, atoms: &mut Atoms) -> Result<Option<Cell>, CoefficientOverflow> {
        let bounds = self.bounds(var);
        let Some((_, high)) = Cell::function(&bounds) else {
            return Ok(None);
        };
        let Bound {
            coefficient: a,
            form: e,
        } = &bounds.high[high];
        let unit = e
            .terms
            .iter()
            .find(|term| term.1.abs() == 1 && self.vars.contains(&term.0));
        let Some(&(under, sign)) = unit else { return Ok(None) };
        let remainder = atoms.fresh();
        let value = Lin::of([(var, *a), (remainder, Num::ONE)], Num::ZERO)?;
        let by = value.minus(&e.without(under))?.scale(sign)?;
        let mut cell = self.clone();
        cell.substitute(under, &by)?;
        cell.vars.push(remainder);
        Ok(tidy(&mut cell.cons).then_some(cell))
    }

    /// The variables, those together that share a constraint or a monomial.
    pub fn components(&self) -> Vec<Vec<Sym>> {
        let mut of: BTreeMap<Sym, Sym> = self.vars.iter().map(|&var| (var, var)).collect();
        let mut join = |syms: &mut dyn Iterator<Item = Sym>| {
            let mut first = None;
            for sym in syms {
                let Some(&to) = of.get(&sym) else { continue };
                match first {
                    None => first = Some(to),
                    Some(first) if first != to => of.values_mut().filter(|v| **v == to).for_each(|v| *v = first),
                    Some(_) => {}
                }
            }
        };
        for con in &self.cons {
            join(&mut con.syms());
        }
        join(&mut self.poly.syms());
        let mut groups: BTreeMap<Sym, Vec<Sym>> = BTreeMap::new();
        for (var, group) in of {
            groups.entry(group).or_default().push(var);
        }
        groups.into_values().collect()
    }

    /// How hard the sum looks: boxes are easy, many constraints on many variables together are not.
    pub fn difficulty(&self, atoms: &Atoms) -> usize {
        let mut difficulty = 0;
        for vars in self.components() {
            let own = |con: &&Lin| con.syms().any(|sym| vars.contains(&sym));
            let cons = self.cons.iter().filter(own);
            // Coefficients may mean residues.
            let size = |con: &Lin| {
                let of = con.terms.iter().filter(|term| atoms.is_var(term.0));
                of.map(|term| term.1.size().min(64) as usize).max().unwrap_or(1)
            };
            difficulty += vars.len() * vars.len() * cons.map(size).sum::<usize>();
        }
        difficulty
    }

    /// The variable whose residues make the bounds of `var` affine, and the modulus: the least.
    pub fn partner(&self, bounds: &VariableBounds, atoms: &Atoms) -> Result<Option<(Sym, Num)>, CoefficientOverflow> {
        let mut moduli: BTreeMap<Sym, Num> = BTreeMap::new();
        for bound in bounds.low.iter().chain(&bounds.high) {
            for &(sym, b) in bound.form.terms.iter().filter(|term| atoms.is_var(term.0)) {
                let modulus = bound.coefficient.div_floor(bound.coefficient.gcd(b));
                if modulus > 1 {
                    let all = moduli.entry(sym).or_insert(Num::ONE);
                    *all = all
                        .div_floor(all.gcd(modulus))
                        .checked_mul(modulus)
                        .ok_or(CoefficientOverflow)?;
                }
            }
        }
        Ok(moduli.into_iter().min_by_key(|modulus| modulus.1))
    }
}
