//! Guesses which instances of two programs are partners: those with the same operations and accesses.
//!
//! What the accesses leave open (the time loop of a stencil, say) is guessed to be the value of a loop in
//! the other program, of the same name or at the same depth first.

use super::{Common, Pairing, Programs};
use polyvet_analysis::ids::StmtId;
use polyvet_poly::{DimKind, Map, Result};
use typed_index_collections::TiVec;

/// Pairs of statements and instances; what cannot be told is missing.
pub(super) fn guess(programs: &Programs<'_>) -> Result<Vec<Pairing>> {
    let (before, after) = (programs.before, programs.after);
    let mut left = before
        .stmts
        .keys()
        .map(|s| programs.instances(before, s))
        .collect::<Result<TiVec<StmtId, _>>>()?;
    let mut pairings = Vec::new();
    for t in after.stmts.keys() {
        let mut candidates = Vec::new();
        for s in before.stmts.keys() {
            if let Some(common) = programs.common(s, t)
                && programs.fits(s, t, &common)?
            {
                candidates.push((s, common));
            }
        }
        // With one candidate there is no choice to keep track of.
        let choice = candidates.len() > 1;
        let mut rest = programs.instances(after, t)?;
        for (s, common) in candidates {
            let Some(same) = programs.same_accesses(s, t, &common)? else {
                continue;
            };
            let mut same = same.intersect_params(before.valid.clone())?;
            if choice {
                same = same.intersect_range(left[s].clone())?.intersect_domain(rest.clone())?;
            }
            let Some(instances) = programs.single_valued(s, t, same)? else {
                continue;
            };
            if choice {
                left[s] = left[s].clone().subtract(instances.clone().range()?)?;
                rest = rest.subtract(instances.clone().domain()?)?;
            }
            pairings.push(Pairing {
                before: s,
                after: t,
                instances,
            });
            if choice && rest.is_empty()? {
                break;
            }
        }
    }
    Ok(pairings)
}

impl Programs<'_> {
    fn fits(&self, s: StmtId, t: StmtId, common: &Common) -> Result<bool> {
        for (x, y) in self.arrays(s, t, common) {
            if !self.may_be_one(x, y)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Makes each dimension of statement `s` a function of those of `t`.
    fn single_valued(&self, s: StmtId, t: StmtId, related: Map) -> Result<Option<Map>> {
        let (first, second) = (&self.before.stmts[s], &self.after.stmts[t]);
        let mut related = related;
        if related.is_empty()? {
            return Ok(None);
        }
        for (at, name) in first.dims.iter().enumerate() {
            let value = value_of(&related, at)?;
            if value.plain_is_single_valued()? {
                continue;
            }
            let mut loops: Vec<usize> = (0..second.dims.len()).collect();
            // A stable sort: the same name first, then the same depth, then inner loops.
            loops.sort_by_key(|l| (second.dims[*l] != *name, *l != at, usize::MAX - l));
            let (domain, range) = (related.clone().domain()?, related.clone().range()?);
            let mut found = None;
            for l in loops {
                let tried = related.clone().equate(DimKind::In, l, DimKind::Out, at)?;
                if !domain.is_subset(&tried.clone().domain()?)? {
                    continue;
                }
                // A loop over tiles has too few values: the instances between them would have no partner.
                if range.is_subset(&tried.clone().range()?)? {
                    found = Some(tried);
                    break;
                }
                found = found.or(Some(tried));
            }
            match found {
                Some(tried) => related = tried,
                None if value.is_single_valued()? => {}
                None => return Ok(None),
            }
        }
        Ok(Some(related))
    }
}

/// Output dimension `at` by the input.
fn value_of(map: &Map, at: usize) -> Result<Map> {
    let count = map.dim(DimKind::Out)?;
    let one = map.clone().project_out(DimKind::Out, at + 1, count - at - 1)?;
    one.project_out(DimKind::Out, 0, at)
}
