//! What is live: in a tile, and at the busiest moment of the whole program.
//!
//! An element is *live* at a moment if the value it holds is read later, or looked at in the end (results, memref
//! arguments, globals). Only elements that the program touches count.
//!
//! For the peak over all moments, `start`, `end` (live before and after the program) and `all` (all elements touched)
//! give `max(|start|, |end|) <= peak <= |all|`. Often `start` or `end` is `all`, and the peak is exact.

use polyvet_analysis::dependence::Flow;
use polyvet_analysis::ids::ArrayId;
use polyvet_analysis::{AccessKind, ArrayKind, Scop};
use polyvet_poly::{Map, Set, UnionMap, UnionSet};
use typed_index_collections::TiSlice;

use crate::amount::{Amount, Budget};
use crate::error::Result;
use crate::footprint::AccessFilter;
use crate::layout::ElementLayout;
use crate::tile::FusedTiles;

/// The most elements that are live at one moment.
#[derive(Clone, Debug)]
pub struct Peak {
    /// Elements and bytes live before the first instance.
    pub start: (Amount, Amount),
    /// Live after the last one.
    pub end: (Amount, Amount),
    /// Touched at all.
    pub all: (Amount, Amount),
    /// The peak is that of `start` or `end` and of `all`.
    pub exact: bool,
}

/// `{ W[j] -> [S[i] -> A[x]] }`: the write whose value a read gets.
fn flow(scop: &Scop, array: ArrayId, reads: &UnionMap) -> Result<UnionMap> {
    let writes = scop.accesses(Some(array), |kind| kind == AccessKind::MustWrite)?;
    Ok(Flow::last_writers(reads.clone(), writes)?.compute(&scop.schedule)?)
}

fn reads_of(scop: &Scop, array: ArrayId) -> Result<UnionMap> {
    Ok(scop.accesses(Some(array), |kind| kind == AccessKind::Read)?)
}

/// Elements that are read before they are written.
fn read_first(scop: &Scop, array: ArrayId) -> Result<UnionSet> {
    let reads = reads_of(scop, array)?;
    let flow = flow(scop, array, &reads)?;
    Ok(reads.wrap()?.subtract(flow.range()?)?.unwrap()?.range()?)
}

impl Peak {
    /// The peak of a whole program; `layouts` are those of all arrays.
    ///
    /// # Errors
    /// isl's.
    pub fn of(
        scop: &Scop,
        whole: &FusedTiles,
        layouts: &TiSlice<ArrayId, ElementLayout>,
        budget: &Budget,
    ) -> Result<Peak> {
        let zero = || (Amount::constant(0), Amount::constant(0));
        let (mut start, mut end, mut all) = (zero(), zero(), zero());
        let (mut all_at_start, mut all_at_end) = (true, true);
        for (array, data) in scop.arrays.iter_enumerated() {
            if data.kind == ArrayKind::Register {
                continue;
            }
            let Some(touched) = whole.data(scop, array, AccessFilter::Any, None)? else {
                continue;
            };
            let touched = touched.range()?;
            let none = Set::empty(touched.space()?)?;
            let may = scop.stmts.iter().flat_map(|stmt| &stmt.accesses);
            let may = may
                .clone()
                .any(|one| one.array == array && one.kind == AccessKind::MayWrite);
            // A write that may not happen leaves open who needs the value that was there.
            let at_start = match may {
                true => none.clone(),
                false => one_set(read_first(scop, array)?, &touched)?,
            };
            let at_end = match data.kind {
                ArrayKind::Output | ArrayKind::InOut => touched.clone(),
                _ => none,
            };
            let bytes = layouts[array].elem_bytes.and_then(|bytes| i64::try_from(bytes).ok());
            let add = |sum: &mut (Amount, Amount), set: Set| -> Result<()> {
                let elems = Amount::of(&set, &whole.context, budget)?;
                let size = match bytes {
                    Some(bytes) => elems.times(bytes),
                    None => Amount::Unknown("the size of an element is not known".to_owned()),
                };
                *sum = (sum.0.plus(&elems), sum.1.plus(&size));
                Ok(())
            };
            all_at_start &= touched.is_subset(&at_start)?;
            all_at_end &= touched.is_subset(&at_end)?;
            add(&mut start, at_start)?;
            add(&mut end, at_end)?;
            add(&mut all, touched)?;
        }
        Ok(Peak {
            start,
            end,
            all,
            exact: all_at_start || all_at_end,
        })
    }
}

/// The part of a union in the space of `like`.
fn one_set(union: UnionSet, like: &Set) -> Result<Set> {
    let mut found = Set::empty(like.space()?)?;
    for set in union.sets()? {
        if set.tuple_name()? == like.tuple_name()? {
            found = found.union(set)?;
        }
    }
    Ok(found.coalesce()?)
}

impl FusedTiles {
    /// The elements of an array that a tile does not touch, but whose values tiles before it touched and tiles after it
    /// read: what must stay beside the tile's own data if nothing is to be fetched twice. `{ [t] -> A[x] }`; `None` where
    /// sizes are symbols.
    ///
    /// # Errors
    /// isl's.
    pub fn across(&self, scop: &Scop, array: ArrayId) -> Result<Option<Map>> {
        let Some(touched) = self.data(scop, array, AccessFilter::Any, None)? else {
            return Ok(None);
        };
        if self.symbolic_size().is_some() {
            return Ok(None);
        }
        let order = self.order.clone().intersect_domain(self.all.clone())?;
        let mut tile = UnionMap::empty(self.context.space()?)?;
        for map in &self.instances {
            tile = tile.union(UnionMap::from_map(map.clone().reverse()?.apply_range(order.clone())?)?)?;
        }
        // { [o] -> A[x] }: a read in tile o gets a value from before the tile.
        let reads = reads_of(scop, array)?;
        let same_tile = tile.clone().apply_range(tile.clone().reverse()?)?;
        let inside = flow(scop, array, &reads)?
            .intersect_range_factor_domain(same_tile)?
            .range()?;
        let exposed = reads.wrap()?.subtract(inside)?.unwrap()?.apply_domain(tile)?;
        let Some(exposed) = exposed.maps()?.into_iter().next() else {
            return Ok(None);
        };
        let runs = order.clone().range()?;
        let later = runs.clone().lex_lt_set(runs)?;
        let touched_in = order.clone().reverse()?.apply_range(touched)?;
        // { [[o] -> A[x]] -> [o'] }: the next tile that touches A[x].
        let next = later.clone().domain_product(touched_in.clone().reverse()?)?.lexmin()?;
        let read_next = next.intersect(later.clone().domain_product(exposed.reverse()?)?)?;
        let before = later.reverse()?.apply_range(touched_in.clone())?;
        let across = read_next.domain()?.unwrap()?.intersect(before)?.subtract(touched_in)?;
        Ok(Some(self.named(order.apply_range(across)?.coalesce()?)?))
    }
}
