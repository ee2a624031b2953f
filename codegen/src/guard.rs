//! Conditions that say no more than the loops below them.
//!
//! isl puts what all parts of a block need into one condition above them: `if (n >= 1)` around loops that have no
//! iteration for `n = 0` in any case. A condition on the parameters goes where, with the context and the other
//! conditions, it can only fail where some loop around each statement below has no iterations.
//!
//! What the bounds of the loops around and the conditions around say is not asked again: [`Guards::cleared`].

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use polyvet_analysis::Scop;
use polyvet_poly::{Aff, Id, PwAff, Set, Space, Val};

use crate::ast::{For, LoopTree, choose};
use crate::expr::{ChoiceExpr, Cond, ExprVar, LinearAtom, LinearExpr};
use crate::{CodegenError, Result};

/// isl operations that clearing may take; where they are not enough conditions stay.
const BUDGET: NonZeroU64 = NonZeroU64::new(5_000_000).expect("not zero");

/// Questions about the parameters of a model and the iterators of loops.
pub struct Guards<'a> {
    scop: &'a Scop,
    /// What is known of the parameters.
    known: Set,
    /// Parameters for isl.
    names: BTreeMap<ExprVar, String>,
    /// Of sets in all of them.
    space: Space,
}

impl<'a> Guards<'a> {
    /// For parameters in `known`; `names` are those of all variables.
    pub fn new(scop: &'a Scop, known: Set, names: BTreeMap<ExprVar, String>) -> Result<Guards<'a>> {
        let mut space = known.space()?;
        for name in names.values() {
            space = space.add_param_id(Id::named(&scop.ctx, name)?)?;
        }
        Ok(Guards {
            scop,
            known,
            names,
            space,
        })
    }

    /// The loops without conditions, and parts of conditions, that always hold, or never.
    pub fn cleared(&self, tree: LoopTree) -> Result<LoopTree> {
        if !tree.has_condition() {
            return Ok(tree);
        }
        let cleared = self
            .scop
            .ctx
            .within(BUDGET, None, || match self.clear(&tree, &self.known) {
                Err(CodegenError::Poly(error)) => Err(error),
                cleared => Ok(cleared),
            });
        match cleared {
            Err(error) if error.is_budget() => Ok(tree),
            Ok(Err(CodegenError::Overflow(_))) => Ok(tree),
            cleared => cleared?,
        }
    }

    /// `tree` where it runs `around`.
    fn clear(&self, tree: &LoopTree, around: &Set) -> Result<LoopTree> {
        Ok(match tree {
            LoopTree::Stmt { .. } => tree.clone(),
            LoopTree::Block(all) => {
                LoopTree::Block(all.iter().map(|tree| self.clear(tree, around)).collect::<Result<_>>()?)
            }
            LoopTree::For(one) => LoopTree::For(Box::new(For {
                body: self.clear(&one.body, &self.inside(one, around)?)?,
                ..(**one).clone()
            })),
            LoopTree::Let {
                depth,
                name,
                value,
                body,
            } => {
                let is_value = Cond::zero(ChoiceExpr::var(ExprVar::Iter(*depth)).minus(value.clone())?);
                LoopTree::Let {
                    depth: *depth,
                    name: name.clone(),
                    value: value.clone(),
                    body: Box::new(self.clear(body, &self.where_also(around, &is_value)?)?),
                }
            }
            LoopTree::If { cond, then, otherwise } => {
                let cond = self.without_known(cond, around)?;
                let then = self.clear(then, &self.where_also(around, &cond)?)?;
                let otherwise = otherwise.as_ref().map(|tree| self.clear(tree, around)).transpose()?;
                choose(cond, then, otherwise)
            }
        })
    }

    /// Where the body of a loop runs.
    fn inside(&self, one: &For, around: &Set) -> Result<Set> {
        let iterator = ChoiceExpr::var(ExprVar::Iter(one.depth));
        let past = one.upper.clone().minus(iterator.clone())?;
        let runs = Cond::non_negative(past.plus(ChoiceExpr::constant(-1))?);
        let mut inside = self.where_also(around, &runs)?;
        if one.tiles.is_none_or(|tiles| tiles.aligned) {
            let from = iterator.clone().minus(one.lower.clone())?;
            if one.tiles.is_none() && one.step > 1 && from.as_linear().is_some() {
                let steps = from.clone().modulo(one.step)?;
                inside = self.where_also(&inside, &Cond::zero(steps))?;
            }
            inside = self.where_also(&inside, &Cond::non_negative(from))?;
        }
        Ok(inside)
    }

    /// `around`, where `cond` holds as far as it can be said.
    fn where_also(&self, around: &Set, cond: &Cond) -> Result<Set> {
        narrowed(around, cond, |part| self.holds(part))
    }

    /// What is to ask for `cond` in `around`.
    fn without_known(&self, cond: &Cond, around: &Set) -> Result<Cond> {
        if let Some(holds) = self.holds(cond)?
            && around.is_subset(&holds)?
        {
            return Ok(Cond::always());
        }
        match cond {
            Cond::All(all) => {
                let mut parts = all.clone();
                let mut at = 0;
                while at < parts.len() {
                    let mut there = around.clone();
                    for (_, other) in parts.iter().enumerate().filter(|(other, _)| *other != at) {
                        there = self.where_also(&there, other)?;
                    }
                    match self.without_known(&parts[at], &there)? {
                        Cond::All(all) if all.is_empty() => drop(parts.remove(at)),
                        less => {
                            parts[at] = less;
                            at += 1;
                        }
                    }
                }
                Ok(Cond::all(parts))
            }
            Cond::Any(any) => {
                let mut parts = Vec::new();
                for part in any {
                    if !self.where_also(around, part)?.is_empty()? {
                        parts.push(self.without_known(part, around)?);
                    }
                }
                Ok(Cond::any(parts))
            }
            other => Ok(other.clone()),
        }
    }

    /// Where a condition holds, if that can be said.
    fn holds(&self, cond: &Cond) -> Result<Option<Set>> {
        let parts = match cond {
            Cond::All(parts) | Cond::Any(parts) => parts,
            linear => return self.linear(linear, true),
        };
        let is_all = matches!(cond, Cond::All(_));
        let mut holds = match is_all {
            true => Set::universe(self.space.clone())?,
            false => Set::empty(self.space.clone())?,
        };
        for part in parts {
            let Some(part) = self.holds(part)? else { return Ok(None) };
            holds = match is_all {
                true => holds.intersect(part)?,
                false => holds.union(part)?,
            };
        }
        Ok(Some(holds))
    }

    /// What must be asked before `then`.
    pub fn needed(&self, cond: Cond, then: &LoopTree) -> Result<Cond> {
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
    fn idles(&self, tree: &LoopTree, there: &Set) -> Result<bool> {
        if there.is_empty()? {
            return Ok(true);
        }
        match tree {
            LoopTree::Block(all) => {
                for tree in all {
                    if !self.idles(tree, there)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            LoopTree::For(one) => {
                let past = one.upper.clone().minus(one.lower.clone())?;
                let runs = Cond::non_negative(past.plus(ChoiceExpr::constant(-1))?);
                self.idles(&one.body, &self.cut(there, &runs)?)
            }
            LoopTree::Let { body, .. } => self.idles(body, there),
            LoopTree::If { cond, then, otherwise } => {
                if !self.idles(then, &self.cut(there, cond)?)? {
                    return Ok(false);
                }
                match otherwise {
                    Some(tree) => self.idles(tree, there),
                    None => Ok(true),
                }
            }
            LoopTree::Stmt { .. } => Ok(false),
        }
    }

    /// `there`, as far as the parts of `cond` on parameters alone hold.
    fn cut(&self, there: &Set, cond: &Cond) -> Result<Set> {
        narrowed(there, cond, |part| self.set(part))
    }

    /// Where a linear condition on the parameters holds; `None` if it is another one.
    fn set(&self, cond: &Cond) -> Result<Option<Set>> {
        match cond {
            Cond::All(all) if all.is_empty() => Ok(Some(self.known.clone())),
            other => self.linear(other, false),
        }
    }

    /// Where a linear condition holds, on the parameters and if `inside` loops on their iterators too; `None` if it is
    /// another one.
    fn linear(&self, cond: &Cond, inside: bool) -> Result<Option<Set>> {
        let (Cond::NonNegative(ChoiceExpr::Linear(linear)) | Cond::Zero(ChoiceExpr::Linear(linear))) = cond else {
            return Ok(None);
        };
        let Some(value) = self.aff(linear, inside)? else {
            return Ok(None);
        };
        let value = PwAff::from_aff(value)?;
        Ok(Some(match cond {
            Cond::Zero(_) => value.zero_set()?,
            _ => value.nonneg_set()?,
        }))
    }

    /// A linear expression in the parameters, and if `inside` loops in their iterators too.
    fn aff(&self, linear: &LinearExpr, inside: bool) -> Result<Option<Aff>> {
        let number = |value| Val::from_i64(&self.scop.ctx, value);
        let (terms, constant) = linear.parts();
        let mut sum = Aff::val_on_domain_space(self.space.clone(), number(constant)?)?;
        for (coefficient, atom) in terms {
            let term = match atom {
                LinearAtom::Var(var) => match self.names.get(var) {
                    Some(name) if inside || matches!(var, ExprVar::Param(_)) => {
                        Aff::param_on_domain_space_id(self.space.clone(), Id::named(&self.scop.ctx, name)?)?
                    }
                    _ => return Ok(None),
                },
                LinearAtom::Floor(inner, divisor) => match self.aff(inner, inside)? {
                    Some(inner) => inner.scale_down_val(number(*divisor)?)?.floor()?,
                    None => return Ok(None),
                },
            };
            sum = sum.add(term.scale_val(number(coefficient)?)?)?;
        }
        Ok(Some(sum))
    }
}

/// `there`, where those parts of `cond` hold of which `holds` says where.
fn narrowed(there: &Set, cond: &Cond, holds: impl Fn(&Cond) -> Result<Option<Set>>) -> Result<Set> {
    let parts = match cond {
        Cond::All(all) => &all[..],
        one => std::slice::from_ref(one),
    };
    let mut there = there.clone();
    for part in parts {
        if let Some(holds) = holds(part)? {
            there = there.intersect(holds)?;
        }
    }
    Ok(there)
}
