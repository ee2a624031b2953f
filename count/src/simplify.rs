//! Pieces made fewer and shorter, the function unchanged in the context.
//!
//! - a guard that context and the other guards imply goes;
//! - a guard that fails only where the polynomial is 0 goes;
//! - pieces under equal guards are added;
//! - `[G, g >= 0] p + [G, g <= -1] p` is `[G] p`;
//! - `[g >= 0] (g + 1)` and `[g >= 0] g` are `max(0, g + 1)` and `max(0, g)`, and so with `min` in them.

use std::collections::BTreeMap;

use crate::atoms::{RangeEnd, SymbolAtom};
use crate::cells::tidy;
use crate::error::SummationStop;
use crate::lin::Lin;
use crate::poly::Poly;
use crate::sum::{Engine, GuardedPiece};

/// Forms a `min` is looked into as, at most.
const ARMS_MAX: usize = 16;
/// Up to so many pieces are compared pairwise.
const JOINED_MAX: usize = 100;

impl Engine {
    /// The guards without those implied by the others, the context and `known`; `None` if they exclude each other.
    pub fn lean_guard(&self, mut guard: Vec<Lin>, known: &[Lin]) -> Result<Option<Vec<Lin>>, SummationStop> {
        if !tidy(&mut guard) {
            return Ok(None);
        }
        guard.retain(|lin| !known.contains(lin));
        let own = guard.len();
        let all: Vec<Lin> = guard.iter().chain(known).cloned().collect();
        let Some(mut tableau) = self.tableau(&all)? else {
            return Ok(None);
        };
        let mut at = 0;
        guard.retain(|lin| {
            at += 1;
            debug_assert!(at <= own);
            !tableau.redundant(at - 1, lin)
        });
        Ok(Some(guard))
    }

    /// The sum of the pieces where `known` holds.
    pub fn simplified(&mut self, pieces: Vec<GuardedPiece>, known: &[Lin]) -> Result<Vec<GuardedPiece>, SummationStop> {
        let mut sums: BTreeMap<Vec<Lin>, Poly> = BTreeMap::new();
        for GuardedPiece { mut guard, poly } in pieces {
            if tidy(&mut guard) {
                let sum = sums.entry(guard).or_default();
                *sum = std::mem::take(sum).add(&poly);
            }
        }
        let mut lean: BTreeMap<Vec<Lin>, Poly> = BTreeMap::new();
        for (guard, poly) in sums {
            if !poly.is_zero()
                && let Some(mut guard) = self.lean_guard(guard, known)?
            {
                self.drop_idle(&mut guard, &poly, known)?;
                let sum = lean.entry(guard).or_default();
                *sum = std::mem::take(sum).add(&poly);
            }
        }
        let mut pieces: Vec<GuardedPiece> = lean
            .into_iter()
            .map(|(guard, poly)| GuardedPiece { guard, poly })
            .collect();
        pieces.retain(|piece| !piece.poly.is_zero());
        while pieces.len() <= JOINED_MAX && join(&mut pieces)? {}
        for piece in &mut pieces {
            self.clip(piece, known)?;
        }
        Ok(pieces)
    }

    /// Drops guards that fail only where the polynomial is 0 anyway: `g >= 0` if `g >= -1` is known and `g = -1` makes
    /// it 0. A sum over an empty range is 0, so this is common.
    fn drop_idle(&self, guard: &mut Vec<Lin>, poly: &Poly, known: &[Lin]) -> Result<(), SummationStop> {
        let mut at = 0;
        while at < guard.len() {
            let edge = guard[at].shift(1)?;
            let unit = edge.terms.iter().find(|term| term.1.abs() == 1 && poly.uses(term.0));
            let idle = match unit {
                Some(&(sym, sign)) => poly.substitute(sym, &edge.without(sym).scale(-sign)?).is_zero(),
                None => false,
            };
            if idle {
                let others = guard
                    .iter()
                    .enumerate()
                    .filter(|other| other.0 != at)
                    .map(|other| other.1);
                let rest: Vec<Lin> = others.chain(known).chain([&edge.negation()?]).cloned().collect();
                if self.tableau(&rest)?.is_none() {
                    guard.remove(at);
                    continue;
                }
            }
            at += 1;
        }
        Ok(())
    }

    /// Guards that say an affine count is positive become `max(0, count)`, or go if it cannot be negative.
    ///
    /// With `G` the guards that `count >= 1` implies: if all guards imply `count >= 0`, then `[G] count = max(0, count)`.
    /// `count >= 0` for `count = e + min(a, b)` is `e + a >= 0` and `e + b >= 0`.
    fn clip(&mut self, piece: &mut GuardedPiece, known: &[Lin]) -> Result<(), SummationStop> {
        let Some(count) = piece.poly.to_lin().filter(|count| !count.is_constant()) else {
            return Ok(());
        };
        let Some(arms) = self.arms(&count)? else { return Ok(()) };
        let positive = arms.iter().map(|arm| arm.shift(-1)).collect::<Result<Vec<_>, _>>()?;
        let mut rest = Vec::new();
        for guard in &piece.guard {
            if !self.implies(&[&positive, known], guard)? {
                rest.push(guard.clone());
            }
        }
        if rest.len() == piece.guard.len() || !self.imply_all(&[&piece.guard, known], &arms)? {
            return Ok(());
        }
        if !self.imply_all(&[&rest, known], &arms)? {
            let clipped = self.atoms.extreme(vec![Lin::constant(0), count], RangeEnd::Low)?;
            piece.poly = Poly::lin(&clipped);
        }
        piece.guard = rest;
        Ok(())
    }

    /// Forms that are all not negative where `lin` is: the arms of its `min` and `-max`, put in; `None` if they are many.
    fn arms(&self, lin: &Lin) -> Result<Option<Vec<Lin>>, SummationStop> {
        let (mut open, mut done) = (vec![lin.clone()], Vec::new());
        while let Some(lin) = open.pop() {
            let split = lin.terms.iter().find_map(|&(sym, a)| match self.atoms.get(sym) {
                SymbolAtom::Min(arms) if a > 0 => Some((sym, arms)),
                SymbolAtom::Max(arms) if a < 0 => Some((sym, arms)),
                _ => None,
            });
            match split {
                None => done.push(lin),
                Some((sym, arms)) => {
                    for arm in arms {
                        open.push(lin.substitute(sym, arm)?);
                    }
                }
            }
            if open.len() + done.len() > ARMS_MAX {
                return Ok(None);
            }
        }
        Ok(Some(done))
    }

    fn implies(&self, premises: &[&[Lin]], lin: &Lin) -> Result<bool, SummationStop> {
        let mut all = premises.concat();
        all.push(lin.negation()?);
        Ok(self.tableau(&all)?.is_none())
    }

    fn imply_all(&self, premises: &[&[Lin]], lins: &[Lin]) -> Result<bool, SummationStop> {
        for lin in lins {
            if !self.implies(premises, lin)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Joins two pieces that differ in one guard, which one of them denies; false if there are none.
fn join(pieces: &mut Vec<GuardedPiece>) -> Result<bool, SummationStop> {
    for left in 0..pieces.len() {
        for right in left + 1..pieces.len() {
            let (l, r) = (&pieces[left], &pieces[right]);
            if l.guard.len() != r.guard.len() || l.poly != r.poly {
                continue;
            }
            let odd: Vec<&Lin> = l.guard.iter().filter(|lin| !r.guard.contains(lin)).collect();
            if let [odd] = odd[..]
                && r.guard.contains(&odd.negation()?)
            {
                let odd = odd.clone();
                pieces.remove(right);
                pieces[left].guard.retain(|lin| *lin != odd);
                return Ok(true);
            }
        }
    }
    Ok(false)
}
