//! Two variables at once: `v` between two floors of `r`, and `r` between symbolic ends, as lines of rows are.
//!
//! ```text
//! sum over R0 <= r <= R1 of the v with  -(A r + f) <= a v  and  b v <= B r + g
//!   = sum over R0 <= r <= R1 of  floor((B r + g) / b) + floor((A r + f) / a) + 1
//! ```
//!
//! Summing over `v` alone would need `r` split into residues, with a case for each. But where `B` is one more or less than a
//! multiple of `b` (after what `B` and `b` have in common is gone), stairs are left, which have a closed form:
//!
//! ```text
//! F(n) = sum over j <= n of floor(j / m) = q (n + 1) - m q (q + 1) / 2,   q = floor(n / m)
//! sum over R0 <= r <= R1 of floor((r + e) / m) = F(R1 + e) - F(R0 + e - 1)
//! ```
//!
//! `F(n) - F(n - 1) = floor(n / m)` holds for all integers, so ends may be negative, and the range empty by one.

use crate::arith::{Frac, Int};
use crate::atoms::RangeEnd;
use crate::cells::{Bound, Cell, tidy};
use crate::error::SummationStop;
use crate::lin::{Lin, Sym};
use crate::num::Num;
use crate::poly::Poly;
use crate::sum::Engine;

/// A range of a variable, both ends symbolic.
struct SymbolicRange {
    var: Sym,
    first: Lin,
    last: Lin,
}

impl Engine {
    /// The cell with two variables summed over, if there are two such.
    pub fn stairs(&mut self, cell: &Cell) -> Result<Option<Cell>, SummationStop> {
        for &var in cell.vars.iter().filter(|&&var| !cell.poly.uses(var)) {
            let bounds = cell.bounds(var);
            let (Some(low), Some(high)) = (self.one_bound(&bounds.low)?, self.one_bound(&bounds.high)?) else {
                continue;
            };
            let steps = |&&r: &&Sym| {
                let step = |bound: &Bound| !bound.coefficient.divides(bound.form.coefficient(r));
                r != var && !cell.poly.uses(r) && (step(&low) || step(&high))
            };
            let Some(&under) = cell.vars.iter().find(steps) else {
                continue;
            };
            let mut rest = bounds.other;
            for l in &bounds.low {
                for h in &bounds.high {
                    rest.push(h.form.scale(l.coefficient)?.plus(h.coefficient, &l.form)?);
                }
            }
            let vars: Vec<Sym> = cell.vars.iter().copied().filter(|&v| v != var).collect();
            let poly = cell.poly.clone();
            let mut rest = Cell { cons: rest, vars, poly };
            let Some(range) = self.range(&mut rest, under)? else {
                continue;
            };
            let (Some(up), Some(down)) = (self.steps(&high, &range)?, self.steps(&low, &range)?) else {
                continue;
            };
            let count = Poly::lin(&range.last.minus(&range.first)?.shift(1)?);
            rest.poly = rest.poly.mul(&up.add(&down).add(&count));
            return Ok(Some(rest));
        }
        Ok(None)
    }

    /// The bounds as one, if they differ in symbols only; on a common denominator.
    fn one_bound(&mut self, bounds: &[Bound]) -> Result<Option<Bound>, SummationStop> {
        let Some(widest) = bounds.iter().max_by_key(|bound| bound.coefficient) else {
            return Ok(None);
        };
        let mut ends = Vec::with_capacity(bounds.len());
        for bound in bounds {
            if !bound.coefficient.divides(widest.coefficient) {
                return Ok(None);
            }
            let times = widest.coefficient.div_floor(bound.coefficient);
            let end = bound.form.scale(times)?.minus(&widest.form)?;
            if !self.atoms.is_symbolic(&end) {
                return Ok(None);
            }
            ends.push(end);
        }
        // From below and from above alike, the least form binds.
        let end = self.atoms.extreme(ends, RangeEnd::High)?;
        Ok(Some(Bound {
            coefficient: widest.coefficient,
            form: widest.form.plus(1, &end)?,
        }))
    }

    /// The ends of the variable, which goes out of the cell; `None` if they are not symbolic.
    fn range(&mut self, cell: &mut Cell, var: Sym) -> Result<Option<SymbolicRange>, SummationStop> {
        if !tidy(&mut cell.cons) {
            return Ok(None);
        }
        let Some(mut tableau) = self.tableau(&cell.cons)? else {
            return Ok(None);
        };
        self.drop_redundant(&mut cell.cons, &mut tableau, |atoms, con| !atoms.is_symbolic(con));
        let bounds = cell.bounds(var);
        let symbolic = |bound: &Bound| self.atoms.is_symbolic(&bound.form);
        if bounds.low.is_empty() || bounds.high.is_empty() || !bounds.low.iter().chain(&bounds.high).all(symbolic) {
            return Ok(None);
        }
        let (mut low, mut high) = (Vec::new(), Vec::new());
        for bound in &bounds.low {
            low.push(self.atoms.floor(&bound.form, bound.coefficient)?.scale(-1)?);
        }
        for bound in &bounds.high {
            high.push(self.atoms.floor(&bound.form, bound.coefficient)?);
        }
        cell.cons = bounds.other;
        for l in &low {
            for h in &high {
                cell.cons.push(h.minus(l)?);
            }
        }
        cell.vars.retain(|&v| v != var);
        Ok(Some(SymbolicRange {
            var,
            first: self.atoms.extreme(low, RangeEnd::Low)?,
            last: self.atoms.extreme(high, RangeEnd::High)?,
        }))
    }

    /// The sum of `floor(form / coefficient)` over the range; `None` if the steps of another variable or uneven ones are
    /// in the way.
    fn steps(&mut self, bound: &Bound, range: &SymbolicRange) -> Result<Option<Poly>, SummationStop> {
        let by = bound.coefficient;
        let (mut whole, mut step) = (Lin::default(), Num::ZERO);
        let mut symbols = Lin::constant(bound.form.constant);
        for &(sym, a) in &bound.form.terms {
            if !self.atoms.is_var(sym) {
                symbols.terms.push((sym, a));
                continue;
            }
            let (times, left) = a.nearest(by).ok_or(SummationStop::Overflow)?;
            whole.terms.push((sym, times));
            if sym == range.var {
                step = left;
            } else if left != 0 {
                return Ok(None);
            }
        }
        whole.terms.retain(|term| term.1 != 0);
        let slope = Frac::from(whole.coefficient(range.var));
        let number = Poly::lin(&range.last.minus(&range.first)?.shift(1)?);
        let ends = Poly::lin(&range.last.plus(1, &range.first)?);
        // The mean of r is half the sum of its ends.
        let half = Frac::new(Int::Small(1), Int::Small(2));
        let mut each = Poly::lin(&whole.without(range.var)).add(&ends.scale(&slope).scale(&half));
        let common = step.gcd(by);
        let width = by.div_floor(common);
        let even = self.atoms.floor(&symbols, common)?;
        let mut stairs = Poly::default();
        match step.div_floor(common).small() {
            Some(0) => each = each.add(&Poly::lin(&self.atoms.floor(&symbols, by)?)),
            Some(1) => {
                let top = self.stair(&range.last.plus(1, &even)?, width)?;
                let below = self.stair(&range.first.plus(1, &even)?.shift(-1)?, width)?;
                stairs = top.add(&below.scale(&Frac::int(-1)));
            }
            Some(-1) => {
                let top = self.stair(&even.minus(&range.first)?, width)?;
                let below = self.stair(&even.minus(&range.last)?.shift(-1)?, width)?;
                stairs = top.add(&below.scale(&Frac::int(-1)));
            }
            _ => return Ok(None),
        }
        Ok(Some(number.mul(&each).add(&stairs)))
    }

    /// `F(n)` of stairs `m` wide.
    fn stair(&mut self, n: &Lin, m: Num) -> Result<Poly, SummationStop> {
        let quotient = Poly::lin(&self.atoms.floor(n, m)?);
        let next = Poly::lin(&n.shift(1)?);
        let half = Frac::new(Int::from(-m), Int::Small(2));
        let steps = quotient.clone().add(&Poly::one()).scale(&half);
        Ok(quotient.mul(&next.add(&steps)))
    }
}
