//! A tiled run as blocks of lines, for [`crate::misses`]: the lines of each tile, in the order in which tiles run.

use polyvet_analysis::ids::{AccessId, ArrayId};
use std::collections::{BTreeMap, HashMap};
use typed_index_collections::{TiSlice, TiVec};

use polyvet_analysis::loops::{bands, loop_name};
use polyvet_analysis::{ArrayKind, PayloadKind, PayloadNode, Scop, Stmt};
use polyvet_poly::{DimKind, Schedule, UnionMap, Val};

use crate::error::Result;
use crate::layout::ArrayLines;
use crate::lru::BlockLines;
use crate::tile::FusedTiles;

/// What is a block.
#[derive(Clone, Copy, Debug)]
pub enum Grain<'a> {
    /// A tile, and each instance outside of them.
    Tiles(&'a [FusedTiles]),
    /// One access of one instance, in the order in which the instance makes them: then every reuse is known.
    Accesses,
}

/// The blocks of a tiled program at given values of all parameters. `None` if there are more than `pairs_max` pairs of a
/// block and a line of one access.
///
/// `lines` are those of all arrays, by number.
///
/// # Errors
/// isl's.
pub fn blocks(
    tiled: &Scop,
    grain: Grain<'_>,
    lines: &TiSlice<ArrayId, ArrayLines>,
    params: &[(String, i64)],
    pairs_max: usize,
) -> Result<Option<Vec<BlockLines>>> {
    let times = match grain {
        Grain::Tiles(tiles) => coarse(tiled.schedule.clone(), tiles)?.map()?,
        Grain::Accesses => tiled.schedule.map()?,
    };
    let mut blocks: BTreeMap<Vec<i64>, Vec<u64>> = BTreeMap::new();
    let mut numbers: HashMap<(ArrayId, Vec<i64>, u64), u64> = HashMap::new();
    for (s, stmt) in tiled.stmts.iter_enumerated() {
        let order = order(stmt);
        for (a, access) in stmt.accesses.iter_enumerated() {
            let place = match grain {
                Grain::Tiles(_) => None,
                Grain::Accesses => Some(order[a]),
            };
            if tiled.arrays[access.array].kind == ArrayKind::Register {
                continue;
            }
            let on_lines = tiled.access(s, a)?.apply_range(lines[access.array].map.clone())?;
            let pairs = times.clone().reverse()?.apply_range(UnionMap::from_map(on_lines)?)?;
            for map in pairs.maps()? {
                let time_dims = map.dim(DimKind::In)?;
                let mut set = map.wrap()?;
                for (name, value) in params {
                    if let Some(at) = set.find_dim_by_name(DimKind::Param, name)? {
                        let value = Val::from_i64(&tiled.ctx, *value)?;
                        set = set.fix_val(DimKind::Param, at, value)?;
                    }
                }
                let Some(points) = set.project_out_all_params()?.points(pairs_max)? else {
                    return Ok(None);
                };
                for point in points {
                    let (time, line) = point.coords.split_at(time_dims);
                    let block = blocks.entry(time.iter().copied().chain(place).collect()).or_default();
                    for part in 0..lines[access.array].per_elem {
                        let next = numbers.len() as u64;
                        let key = (access.array, line.to_vec(), part);
                        block.push(*numbers.entry(key).or_insert(next));
                    }
                }
            }
        }
    }
    let mut blocks: Vec<BlockLines> = blocks.into_values().collect();
    for block in &mut blocks {
        block.sort_unstable();
        block.dedup();
    }
    Ok(Some(blocks))
}

/// When an instance makes each of its accesses: reads as its payload has them, then writes.
fn order(stmt: &Stmt) -> TiVec<AccessId, i64> {
    let mut order: Vec<AccessId> = stmt.accesses.keys().collect();
    if let Some(payload) = &stmt.payload {
        let place = |access: AccessId| {
            let reads = |node: &PayloadNode| matches!(node.kind, PayloadKind::Read(read) if read == access);
            let stored = payload.stores.iter().position(|store| store.0 == access);
            payload
                .nodes
                .iter()
                .position(reads)
                .or(stored.map(|at| payload.nodes.len() + at))
        };
        order.sort_by_key(|access| place(*access).unwrap_or(usize::MAX));
    }
    let mut places: TiVec<AccessId, i64> = vec![0; order.len()].into();
    for (place, access) in order.into_iter().enumerate() {
        places[access] = place as i64;
    }
    places
}

/// The schedule without what orders the instances of a tile: those have the same time.
fn coarse(schedule: Schedule, tiles: &[FusedTiles]) -> Result<Schedule> {
    let mut schedule = schedule;
    for tiles in tiles {
        let places = tiles.coordinates.iter().filter(|one| !one.outer);
        let names = places.filter_map(|one| tiles.loops.iter().position(|name| *name == one.loop_name));
        let Some(outermost) = names.min().map(|place| &tiles.loops[place]) else {
            continue;
        };
        for node in bands(&schedule)? {
            if loop_name(&node)?.as_ref() == Some(outermost) {
                schedule = node.cut()?.schedule()?;
                break;
            }
        }
    }
    Ok(schedule)
}
