//! Tiles whose size is a parameter.
//!
//! A band with the mark `tile by T` and the times `t` stands for a loop over the multiples `o` of `s = max(T, 1)` with
//! `o <= t < o + s`. No isl function of an instance is that `o`; but pairs of an `o`, multiple or not, and an instance
//! are a set that isl can enumerate: here instances become such pairs, `S[o, .., i]`, and the band has the times `o`.
//! Of the loop over `o` that isl makes, all but the multiples of `s` are left out where it is converted: each instance
//! is then met once. The size is a parameter of its own for isl, `polyvet_size_0` and so on.
//!
//! Source: Hartono et al., "Parametric multi-level tiling of imperfectly nested loops", 2009, where bounds of tile loops
//! come from the iterations of one tile as well; there by Fourier-Motzkin elimination.

use polyvet_analysis::ids::StmtId;
use std::collections::BTreeMap;
use typed_index_collections::{TiSlice, TiVec};

use polyvet_analysis::Scop;
use polyvet_analysis::marks::{Mark, marks_over};
use polyvet_ir::Span;
use polyvet_poly::{
    Aff, DimKind, Id, LocalSpace, LoopKind, Map, MultiUnionPwAff, PwAff, PwMultiAff, Schedule, ScheduleNode,
    ScheduleNodeKind, Set, Space, UnionMap, UnionPwAff, UnionPwMultiAff, UnionSet,
};

use crate::{CodegenError, Result};

/// The tiles of a schedule.
pub struct ScheduleTiles {
    /// The schedule of pairs.
    pub schedule: Schedule,
    /// What is known of the sizes, which are parameters for isl: names and indices into [`Scop::params`].
    pub sizes: Vec<(String, usize)>,
    /// `{ : size >= 1 and .. }`
    pub known: Set,
    /// How many dimensions of a pair, by statement, are tiles.
    pub dims: TiVec<StmtId, usize>,
}

/// The parameter in the marks over a band, as index into [`Scop::params`].
pub fn size_of(scop: &Scop, mark: &Mark) -> Option<usize> {
    let name = mark.tile_size()?;
    scop.params.iter().position(|param| param.name == name)
}

/// Whether a parameter, by its index in [`Scop::params`], is surely at least 1.
pub fn is_positive(scop: &Scop, at: usize) -> polyvet_poly::Result<bool> {
    let param = param(scop.valid.space()?, &scop.params[at].name)?;
    scop.valid.is_subset(&param.pos_set()?.params()?)
}

/// The parameter called `name` on a domain of this space.
fn param(space: Space, name: &str) -> polyvet_poly::Result<PwAff> {
    let id = Id::named(space.ctx(), name)?;
    let space = space.add_param_id(id.clone())?;
    PwAff::from_aff(Aff::param_on_domain_space_id(space, id)?)
}

/// A loop over tiles above a statement: the times that its tiles are made of, and their size as index into
/// [`Scop::params`].
type TileLevel = (PwAff, usize);

impl ScheduleTiles {
    /// The tiles of `schedule`, that of `scop` on the instances that are to run; [`None`] if it has none.
    pub fn of(scop: &Scop, schedule: Schedule) -> Result<Option<ScheduleTiles>> {
        let mut found: TiVec<StmtId, Option<Vec<TileLevel>>> = vec![None; scop.stmts.len()].into();
        collect(scop, &schedule.root()?, &[], None, &mut found)?;
        let paths: TiVec<StmtId, Vec<TileLevel>> = found.into_iter().map(Option::unwrap_or_default).collect();
        if paths.iter().all(Vec::is_empty) {
            return Ok(None);
        }
        let mut names: BTreeMap<usize, String> = BTreeMap::new();
        for (_, size) in paths.iter().flatten() {
            let name = format!("polyvet_size_{}", names.len());
            names.entry(*size).or_insert(name);
        }
        let mut known = Set::parse(&scop.ctx, "{ : }")?;
        for name in names.values() {
            known = known.intersect(Set::parse(&scop.ctx, &format!("[{name}] -> {{ : {name} >= 1 }}"))?)?;
        }
        let (mut pairs, mut contraction) = (
            UnionSet::empty(scop.context.space()?)?,
            UnionMap::empty(scop.context.space()?)?,
        );
        for set in schedule.domain()?.sets()? {
            let name = set.tuple_name()?.unwrap_or_default();
            let path = scop.stmt_named(&name).map_or(&[][..], |stmt| &paths[stmt][..]);
            let set = set.insert_dims(DimKind::Set, 0, path.len())?.set_tuple_name(&name)?;
            // { S[o, .., i] -> S[i] }
            let to_old = set.clone().identity()?;
            let to_old = to_old.project_out(DimKind::Out, 0, path.len())?;
            let to_old = to_old.set_tuple_name(DimKind::Out, &name)?;
            pairs = pairs.union(UnionSet::from_set(in_tiles(set, &to_old, path, &names)?)?)?;
            contraction = contraction.union(UnionMap::from_map(to_old)?)?;
        }
        let schedule = schedule.pullback_union_pw_multi_aff(UnionPwMultiAff::from_union_map(contraction)?)?;
        let schedule = schedule.intersect_domain(pairs)?;
        let schedule = schedule.map_schedule_node_bottom_up(|node| {
            let Some(depth) = tile_depth(&node)? else {
                return Ok(node);
            };
            let mut times: Option<UnionPwAff> = None;
            for set in node.domain()?.sets()? {
                let local = LocalSpace::from_space(set.space()?)?;
                let tile = PwAff::from_aff(Aff::var_on_domain(local, DimKind::Set, depth)?)?;
                let tile = UnionPwAff::from_pw_aff(tile)?;
                times = Some(match times {
                    Some(times) => times.union_add(tile)?,
                    None => tile,
                });
            }
            let Some(times) = times else { return Ok(node) };
            let name = node.band_get_space()?.tuple_name(DimKind::Set)?.unwrap_or_default();
            let times = MultiUnionPwAff::from_union_pw_aff(times)?.set_tuple_name(DimKind::Out, &name)?;
            let node = node.delete()?.insert_partial_schedule(times)?;
            // One loop with guards inside: where isl would part it is no multiple of the size.
            node.band_member_set_ast_loop_type(0, LoopKind::Atomic)
        })?;
        Ok(Some(ScheduleTiles {
            schedule,
            sizes: names.into_iter().map(|(at, name)| (name, at)).collect(),
            known,
            dims: paths.iter().map(Vec::len).collect(),
        }))
    }
}

/// The loops over tiles on the way to each statement; `size` is that of the band below.
fn collect(
    scop: &Scop,
    node: &ScheduleNode,
    path: &[(UnionPwAff, usize)],
    size: Option<usize>,
    found: &mut TiSlice<StmtId, Option<Vec<TileLevel>>>,
) -> Result<()> {
    let (mut path, mut below) = (path.to_vec(), None);
    match node.kind()? {
        ScheduleNodeKind::Mark => {
            let mark = Mark::of(node)?;
            let own = mark.as_ref().and_then(|mark| size_of(scop, mark));
            if let Some(mark @ Mark::TileBy(_)) = mark
                && own.is_none()
            {
                return Err(unsupported(format!("the mark `{mark}`, which names no parameter")));
            }
            below = own.or(size);
        }
        ScheduleNodeKind::Band => {
            if let Some(size) = size {
                if node.band_n_member()? != 1 {
                    return Err(unsupported("a mark of tiles over a band of several loops".to_owned()));
                }
                path.push((node.band_get_partial_schedule()?.at(0)?, size));
            }
        }
        ScheduleNodeKind::Leaf => {
            for set in node.domain()?.sets()? {
                let name = set.tuple_name()?.unwrap_or_default();
                let Some(stmt) = scop.stmt_named(&name) else { continue };
                let mut levels = Vec::new();
                for (times, size) in &path {
                    let own = times.pw_affs()?.into_iter().find_map(|one| {
                        let of = one.domain_space().and_then(|space| space.tuple_name(DimKind::Set));
                        (of.ok()?.as_deref() == Some(&*name)).then_some(one)
                    });
                    let own = own.ok_or_else(|| unsupported(format!("statement `{name}` without a time")))?;
                    levels.push((own, *size));
                }
                if let Some(other) = &found[stmt]
                    && !(other.is_empty() && levels.is_empty())
                {
                    return Err(unsupported(format!(
                        "parts of statement `{name}` in tiles whose size is a parameter"
                    )));
                }
                found[stmt] = Some(levels);
            }
        }
        _ => {}
    }
    for child in 0..node.n_children()? {
        collect(scop, &node.get_child(child)?, &path, below, found)?;
    }
    Ok(())
}

/// Those of the pairs in `set` for which `o <= t(i) < o + s` in each of the loops over tiles. Multiples of `s` are not
/// negative where no time is.
fn in_tiles(set: Set, to_old: &Map, path: &[TileLevel], sizes: &BTreeMap<usize, String>) -> Result<Set> {
    let to_old = PwMultiAff::from_map(to_old.clone())?;
    let space = set.space()?;
    let mut found = set.clone();
    for (at, (times, size)) in path.iter().enumerate() {
        let size = param(space.clone(), &sizes[size])?;
        let start = Aff::var_on_domain(LocalSpace::from_space(space.clone())?, DimKind::Set, at)?;
        let start = PwAff::from_aff(start)?;
        let times = times.clone().pullback_pw_multi_aff(to_old.clone())?;
        let after = times.clone().sub(start.clone())?;
        found = found.intersect(after.clone().nonneg_set()?)?;
        found = found.intersect(size.sub(after)?.pos_set()?)?;
        if set.is_subset(&times.nonneg_set()?)? {
            found = found.intersect(start.nonneg_set()?)?;
        }
    }
    Ok(found)
}

/// How many loops over tiles are around a band, if it is one over tiles itself.
fn tile_depth(band: &ScheduleNode) -> polyvet_poly::Result<Option<usize>> {
    if band.kind()? != ScheduleNodeKind::Band {
        return Ok(None);
    }
    let own = marks_over(band)?
        .iter()
        .filter(|mark| mark.tile_size().is_some())
        .count();
    let (mut node, mut marks) = (band.clone(), 0);
    while node.has_parent()? {
        node = node.parent()?;
        marks += usize::from(matches!(Mark::of(&node)?, Some(Mark::TileBy(_))));
    }
    Ok((own > 0).then_some(marks - own))
}

fn unsupported(what: String) -> CodegenError {
    CodegenError::unsupported(what, Span::NONE)
}
