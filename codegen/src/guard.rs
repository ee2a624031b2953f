//! Conditions that say no more than the loops below them.
//!
//! isl puts what all parts of a block need into one condition above them: `if (n >= 1)` around loops that have no
//! iteration for `n = 0` in any case. A condition on the parameters goes where, with the context and the other
//! conditions, it can only fail where some loop around each statement below has no iterations.

use polyvet_analysis::Scop;
use polyvet_poly::{Aff, Id, PwAff, Set, Val};

use crate::Result;
use crate::ast::Tree;
use crate::expr::{Atom, Cond, Expr, Linear, Var};

/// Questions about the parameters of a model.
pub struct Guards<'a> {
    scop: &'a Scop,
    /// What is known of the parameters.
    known: Set,
}

impl<'a> Guards<'a> {
    /// For parameters in `known`.
    pub fn new(scop: &'a Scop, known: Set) -> Guards<'a> {
        Guards { scop, known }
    }

    /// What must be asked before `then`.
    pub fn needed(&self, cond: Cond, then: &Tree) -> Result<Cond> {
        let mut parts = match cond {
            Cond::All(all) => all,
            one => vec![one],
        };
        let mut at = 0;
        while at < parts.len() {
            if let Some(holds) = self.set(&parts[at])? {
                let mut fails = self.known.clone().subtract(holds)?;
                for other in parts.iter().enumerate().filter(|(other, _)| *other != at) {
                    if let Some(other) = self.set(other.1)? {
                        fails = fails.intersect(other)?;
                    }
                }
                if self.idles(then, &fails)? {
                    parts.remove(at);
                    continue;
                }
            }
            at += 1;
        }
        Ok(Cond::all(parts))
    }

    /// True if no statement runs for parameters in `there`, as far as bounds in parameters alone say.
    fn idles(&self, tree: &Tree, there: &Set) -> Result<bool> {
        if there.is_empty()? {
            return Ok(true);
        }
        match tree {
            Tree::Block(all) => {
                for tree in all {
                    if !self.idles(tree, there)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Tree::For(one) => {
                let past = one.upper.clone().minus(one.lower.clone())?;
                let runs = Cond::non_negative(past.plus(Expr::constant(-1))?);
                self.idles(&one.body, &self.cut(there, &runs)?)
            }
            Tree::Let { body, .. } => self.idles(body, there),
            Tree::If { cond, then, otherwise } => {
                if !self.idles(then, &self.cut(there, cond)?)? {
                    return Ok(false);
                }
                match otherwise {
                    Some(tree) => self.idles(tree, there),
                    None => Ok(true),
                }
            }
            Tree::Stmt { .. } => Ok(false),
        }
    }

    /// `there`, as far as the parts of `cond` on parameters alone hold.
    fn cut(&self, there: &Set, cond: &Cond) -> Result<Set> {
        let mut there = there.clone();
        let parts = match cond {
            Cond::All(all) => &all[..],
            one => std::slice::from_ref(one),
        };
        for part in parts {
            if let Some(set) = self.set(part)? {
                there = there.intersect(set)?;
            }
        }
        Ok(there)
    }

    /// Where a linear condition on the parameters holds; `None` if it is another one.
    fn set(&self, cond: &Cond) -> Result<Option<Set>> {
        let (e, is_zero) = match cond {
            Cond::NonNegative(e) => (e, false),
            Cond::Zero(e) => (e, true),
            Cond::All(all) if all.is_empty() => return Ok(Some(self.known.clone())),
            _ => return Ok(None),
        };
        let Some(value) = e.as_linear().map(|linear| self.aff(linear)).transpose()?.flatten() else {
            return Ok(None);
        };
        let value = PwAff::from_aff(value)?;
        Ok(Some(if is_zero {
            value.zero_set()?
        } else {
            value.nonneg_set()?
        }))
    }

    fn aff(&self, linear: &Linear) -> Result<Option<Aff>> {
        let space = self.known.space()?;
        let number = |value| Val::from_i64(&self.scop.ctx, value);
        let (terms, constant) = linear.parts();
        let mut sum = Aff::val_on_domain_space(space.clone(), number(constant)?)?;
        for (coefficient, atom) in terms {
            let term = match atom {
                Atom::Var(Var::Param(at)) => {
                    let id = Id::named(&self.scop.ctx, &self.scop.params[*at].name)?;
                    Aff::param_on_domain_space_id(space.clone(), id)?
                }
                Atom::Var(_) => return Ok(None),
                Atom::Floor(inner, divisor) => match self.aff(inner)? {
                    Some(inner) => inner.scale_down_val(number(*divisor)?)?.floor()?,
                    None => return Ok(None),
                },
            };
            sum = sum.add(term.scale_val(number(coefficient)?)?)?;
        }
        Ok(Some(sum))
    }
}
