//! Affine forms in numbers: what sets and maps without parameters are made of.

use polyvet_poly::{DimKind, Map, PwMultiAff, Set};

use crate::error::Result;

/// Numbers below it can be added up without a look.
pub const SMALL: i64 = 1 << 60;

/// `constant + sum of coefficients[l] * v[l]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearForm {
    pub coefficients: Vec<i64>,
    pub constant: i64,
}

impl LinearForm {
    pub fn zero(rank: usize) -> LinearForm {
        LinearForm {
            coefficients: vec![0; rank],
            constant: 0,
        }
    }

    pub fn at(&self, v: &[i64]) -> i64 {
        self.coefficients.iter().zip(v).map(|(a, v)| a * v).sum::<i64>() + self.constant
    }

    pub fn plus(mut self, factor: i64, other: &LinearForm) -> Option<LinearForm> {
        for (to, more) in self.coefficients.iter_mut().zip(&other.coefficients) {
            *to = to.checked_add(factor.checked_mul(*more)?)?;
        }
        self.constant = self.constant.checked_add(factor.checked_mul(other.constant)?)?;
        Some(self)
    }

    /// The least and the largest value in a box; beyond `i64` the nearest there is.
    pub fn range(&self, of: &[(i64, i64)]) -> (i64, i64) {
        let (mut low, mut high) = (self.constant, self.constant);
        for (a, (first, last)) in self.coefficients.iter().zip(of) {
            let (one, other) = (a.saturating_mul(*first), a.saturating_mul(*last));
            low = low.saturating_add(one.min(other));
            high = high.saturating_add(one.max(other));
        }
        (low, high)
    }

    /// The least and the largest value in a box, if neighbours among the values are never more than `gap` apart.
    pub fn image(&self, of: &[(i64, i64)], gap: i64) -> Option<(i64, i64)> {
        let steps = self.coefficients.iter().zip(of);
        let mut steps: Vec<(i64, i64)> = steps
            .map(|(a, (low, high))| (a.abs(), high - low))
            .filter(|(a, more)| *a != 0 && *more != 0)
            .collect();
        steps.sort_unstable();
        let mut span = 0;
        for (a, more) in steps {
            if a > span + gap {
                return None;
            }
            span += a * more;
        }
        Some(self.range(of))
    }

    /// Whether no value in a box, and no sum on the way there, is near the ends of `i64`.
    pub fn is_small(&self, of: &[(i64, i64)]) -> bool {
        let terms = self.coefficients.iter().zip(of);
        let most = terms.fold(self.constant.saturating_abs(), |sum, (a, (low, high))| {
            let time = low.saturating_abs().max(high.saturating_abs());
            sum.saturating_add(a.saturating_abs().saturating_mul(time))
        });
        most < SMALL
    }
}

/// The set as polyhedra, their forms over its dimensions; `None` where floors are in it.
pub fn cells(set: &Set) -> Result<Option<Vec<Vec<LinearForm>>>> {
    let set = set.clone().coalesce()?;
    if set.involves_locals()? {
        return Ok(None);
    }
    let rank = set.dim(DimKind::Set)?;
    let mut cells = Vec::new();
    for basic in set.basic_sets()? {
        let mut forms = Vec::new();
        for constraint in basic.constraints()? {
            let mut form = LinearForm::zero(rank);
            for (place, coefficient) in form.coefficients.iter_mut().enumerate() {
                *coefficient = constraint.coefficient_val(DimKind::Set, place)?.to_i64()?;
            }
            form.constant = constraint.constant_val()?.to_i64()?;
            if constraint.is_equality()? {
                let Some(opposite) = LinearForm::zero(rank).plus(-1, &form) else {
                    return Ok(None);
                };
                forms.push(opposite);
            }
            forms.push(form);
        }
        cells.push(forms);
    }
    Ok(Some(cells))
}

/// The outputs of a map as affine forms of its inputs, for all inputs in `runs`.
pub fn subscripts(map: Map, runs: &Set, rank: usize) -> Result<Option<Vec<LinearForm>>> {
    if !map.is_single_valued()? || !runs.is_subset(&map.clone().domain()?)? {
        return Ok(None);
    }
    let mut found: Option<Vec<LinearForm>> = None;
    for (_, outputs) in PwMultiAff::from_map(map)?.pieces()? {
        let mut forms = Vec::new();
        for at in 0..outputs.dim(DimKind::Out)? {
            let data = outputs.at(at)?.to_data()?;
            if data.denominator != 1 || !data.divs.is_empty() {
                return Ok(None);
            }
            let mut form = LinearForm::zero(rank);
            form.constant = data.constant;
            for (dim, coefficient) in data.terms {
                if dim.kind != DimKind::In {
                    return Ok(None);
                }
                form.coefficients[dim.pos] = coefficient;
            }
            forms.push(form);
        }
        match &found {
            Some(known) if *known != forms => return Ok(None),
            _ => found = Some(forms),
        }
    }
    Ok(found)
}
