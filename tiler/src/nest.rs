//! Perfect nests: what can be tiled.

use polyvet_analysis::Scop;
use polyvet_analysis::ids::StmtId;
use polyvet_analysis::loops::{loop_name, one_loop_per_band, reserved};
use polyvet_footprint::{FusedTiles, TileSize, Tileable, Tiling};
use polyvet_poly::{DimKind, ScheduleNode, ScheduleNodeKind, Set};

use crate::error::{Result, TilerError};

/// A perfect nest of loops and what is around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TiledNest {
    /// Loops around the nest, outermost first; they stay as they are.
    pub outer: Vec<String>,
    /// The loops of the nest, outermost first.
    pub loops: Vec<String>,
    /// The statements in it: indices into [`Scop::stmts`].
    pub stmts: Vec<StmtId>,
}

/// The nests of a program, those without loops left out.
///
/// # Errors
/// isl's.
pub fn nests(scop: &Scop) -> Result<Vec<TiledNest>> {
    let schedule = one_loop_per_band(scop.schedule.clone(), &reserved(scop))?;
    let mut found = Vec::new();
    let nest = TiledNest {
        outer: Vec::new(),
        loops: Vec::new(),
        stmts: Vec::new(),
    };
    walk(scop, &schedule.root()?, nest, &mut found)?;
    found.retain(|nest| !nest.loops.is_empty());
    Ok(found)
}

fn walk(scop: &Scop, node: &ScheduleNode, mut nest: TiledNest, found: &mut Vec<TiledNest>) -> Result<()> {
    if node.kind()? == ScheduleNodeKind::Band {
        nest.loops.extend(loop_name(node)?);
    }
    let children: Vec<ScheduleNode> = (0..node.n_children()?)
        .map(|child| node.get_child(child))
        .collect::<std::result::Result<_, _>>()?;
    let mut inner = false;
    for child in &children {
        inner |= has_band(child)?;
    }
    if !inner {
        for set in node.domain()?.sets()? {
            let stmt = set.tuple_name()?.and_then(|name| scop.stmt_named(&name));
            nest.stmts.extend(stmt);
        }
        nest.stmts.sort_unstable();
        found.push(nest);
        return Ok(());
    }
    if children.len() > 1 {
        let loops = std::mem::take(&mut nest.loops);
        nest.outer.extend(loops);
    }
    for child in &children {
        walk(scop, child, nest.clone(), found)?;
    }
    Ok(())
}

fn has_band(node: &ScheduleNode) -> Result<bool> {
    if node.kind()? == ScheduleNodeKind::Band {
        return Ok(true);
    }
    for child in 0..node.n_children()? {
        if has_band(&node.get_child(child)?)? {
            return Ok(true);
        }
    }
    Ok(false)
}

impl TiledNest {
    /// All loops, those around it first.
    pub(crate) fn all(&self) -> Vec<String> {
        [self.outer.as_slice(), &self.loops].concat()
    }

    /// The tiles of its statements with these sizes; loops without one are not cut. `None` if no loop is cut.
    pub(crate) fn tiles(&self, program: &Tileable<'_>, levels: &[Vec<Option<i64>>]) -> Result<Option<FusedTiles>> {
        let loops = self.all();
        let is_cut = |place: usize| levels.iter().any(|sizes| sizes[place].is_some());
        let mut found = Vec::new();
        for sizes in levels {
            let named = loops.iter().zip(sizes);
            let level: Vec<(String, TileSize)> = named
                .filter_map(|(name, size)| Some((name.clone(), TileSize::Const((*size)?))))
                .collect();
            if !level.is_empty() {
                found.push(level);
            }
        }
        if found.is_empty() {
            return Ok(None);
        }
        let last = found.len() - 1;
        let found = program.tiles(&Tiling {
            stmt: None,
            levels: found,
            // One block each, also around loops that are cut.
            whole: (0..loops.len())
                .filter(|place| !is_cut(*place))
                .map(|place| loops[place].clone())
                .collect(),
        })?;
        let own = |tiles: &FusedTiles| tiles.level == last && tiles.stmts.iter().any(|stmt| self.stmts.contains(stmt));
        Ok(found.into_iter().find(own))
    }

    /// The first and the last time of each loop.
    pub(crate) fn ranges(&self, program: &Tileable<'_>) -> Result<Vec<(i64, i64)>> {
        let loops = self.all();
        let Some(tiles) = self.tiles(program, &[vec![Some(1); loops.len()]])? else {
            return Err(TilerError::NoNest);
        };
        let mut all: Option<Set> = None;
        for times in &tiles.times {
            let times = times.clone().range()?;
            all = Some(match all {
                None => times,
                Some(before) => before.union(times)?,
            });
        }
        let all = all.ok_or(TilerError::NoNest)?.project_out_all_params()?;
        let mut ranges = Vec::new();
        for place in 0..all.dim(DimKind::Set)? {
            ranges.push((
                all.clone().dim_min_val(place)?.to_i64()?,
                all.clone().dim_max_val(place)?.to_i64()?,
            ));
        }
        Ok(ranges)
    }
}
