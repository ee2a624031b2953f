//! Chains: nests that read what the ones before them wrote, as one nest.
//!
//! A loop `c` of a nest *matches* a loop `p` of an earlier one if every flow dependence from that to this has `v_p =
//! v_c`, with `v` the times of source and sink. Loops that match throughout a chain are brought to the front of each
//! nest and fused; the
//! others stay whole within. Tiles of the fused loops hold what one nest hands to the next.
//!
//! Source: Kelly and Pugh, 1993 (fusion of loops of equal times); MLIR's tile-and-fuse.

use polyvet_analysis::Scop;
use polyvet_analysis::dependence::{DepKind, Dependences};
use polyvet_analysis::ids::StmtId;
use polyvet_footprint::Tileable;
use polyvet_poly::{DimKind, Map};
use polyvet_rewrites::schedule::fuse::Fuse;
use polyvet_rewrites::schedule::interchange::Interchange;
use polyvet_rewrites::{apply_script, parse_script};

use crate::error::{Result, TilerError};
use crate::nest::TiledNest;

/// Neighbouring nests that can be fused.
#[derive(Clone, Debug)]
pub struct Chain {
    /// Indices into the nests that were asked about, in program order.
    pub nests: Vec<usize>,
    /// The fused loops, with the statements of all.
    pub nest: TiledNest,
    /// What fuses them, as script text.
    pub(crate) calls: Vec<String>,
}

/// A nest of a chain: for each fused loop its own.
struct ChainMember {
    nest: usize,
    loops: Vec<String>,
}

/// The chains among the nests of a program, each as long as some loop matches throughout.
///
/// # Errors
/// isl's.
pub fn chains(scop: &Scop, nests: &[TiledNest], dependences: &Dependences) -> Result<Vec<Chain>> {
    let mut found = Vec::new();
    let mut members: Vec<ChainMember> = Vec::new();
    for at in 0..nests.len() {
        let joins = match members.first() {
            Some(first) if nests[first.nest].outer == nests[at].outer => join(scop, nests, &members, at, dependences)?,
            _ => None,
        };
        match joins {
            Some((kept, loops)) => {
                for member in &mut members {
                    member.loops = kept.iter().map(|place| member.loops[*place].clone()).collect();
                }
                members.push(ChainMember { nest: at, loops });
            }
            None => {
                found.extend(chain(scop, nests, &members)?);
                members = vec![ChainMember {
                    nest: at,
                    loops: nests[at].loops.clone(),
                }];
            }
        }
    }
    found.extend(chain(scop, nests, &members)?);
    Ok(found)
}

/// Which of the fused loops match a loop of nest `at`, and which loops these are; `None` if none do, or nothing flows.
fn join(
    scop: &Scop,
    nests: &[TiledNest],
    members: &[ChainMember],
    at: usize,
    dependences: &Dependences,
) -> Result<Option<(Vec<usize>, Vec<String>)>> {
    let Some(sinks) = NestTimes::of(scop, &nests[at])? else {
        return Ok(None);
    };
    let mut flows = Vec::new();
    for member in members {
        let Some(sources) = NestTimes::of(scop, &nests[member.nest])? else {
            return Ok(None);
        };
        for dependence in dependences.list.iter().filter(|one| one.kind == DepKind::Raw) {
            let ends = (sources.map(dependence.source.stmt), sinks.map(dependence.sink.stmt));
            if let (Some(source), Some(sink)) = ends {
                let pairs = source
                    .reverse()?
                    .apply_range(dependence.map.clone())?
                    .apply_range(sink)?;
                flows.push((member, sources.loops.clone(), pairs.project_out_all_params()?));
            }
        }
    }
    if flows.is_empty() {
        return Ok(None);
    }
    let (mut kept, mut loops) = (Vec::new(), Vec::new());
    for place in 0..members[0].loops.len() {
        for own in nests[at].loops.iter().filter(|own| sinks.loops.contains(own)) {
            let mut matches = !loops.contains(own);
            for (member, of_source, pairs) in &flows {
                let source = of_source.iter().position(|name| *name == member.loops[place]);
                let sink = sinks.loops.iter().position(|name| name == own);
                matches = matches && is_equal(pairs, source.unwrap_or_default(), sink.unwrap_or_default())?;
            }
            if matches {
                kept.push(place);
                loops.push(own.clone());
                break;
            }
        }
    }
    Ok((!kept.is_empty()).then_some((kept, loops)))
}

/// When the statements of a nest run.
struct NestTimes {
    stmts: Vec<StmtId>,
    maps: Vec<Map>,
    loops: Vec<String>,
}

impl NestTimes {
    fn of(scop: &Scop, nest: &TiledNest) -> Result<Option<NestTimes>> {
        let ones = vec![Some(1); nest.all().len()];
        let tiles = nest.tiles(&Tileable::of(scop)?, &[ones])?;
        Ok(tiles.map(|tiles| NestTimes {
            stmts: tiles.stmts,
            maps: tiles.times,
            loops: tiles.loops,
        }))
    }

    fn map(&self, stmt: StmtId) -> Option<Map> {
        let at = self.stmts.iter().position(|one| *one == stmt)?;
        Some(self.maps[at].clone())
    }
}

/// Whether input `source` is output `sink` in all pairs.
fn is_equal(pairs: &Map, source: usize, sink: usize) -> Result<bool> {
    let list = |letter: &str, kind| -> Result<String> {
        let names: Vec<String> = (0..pairs.dim(kind)?).map(|at| format!("{letter}{at}")).collect();
        Ok(names.join(", "))
    };
    let text = format!(
        "{{ [{}] -> [{}] : v{source} = w{sink} }}",
        list("v", DimKind::In)?,
        list("w", DimKind::Out)?
    );
    Ok(pairs.is_subset(&Map::parse(pairs.ctx(), &text)?)?)
}

/// The chain of at least two nests, if the loops can be fused.
fn chain(scop: &Scop, nests: &[TiledNest], members: &[ChainMember]) -> Result<Option<Chain>> {
    let (Some(first), true) = (members.first(), members.len() > 1) else {
        return Ok(None);
    };
    let mut calls = Vec::new();
    for member in members {
        let own = &nests[member.nest].loops;
        let rest = own.iter().filter(|name| !member.loops.contains(name));
        let order: Vec<String> = member.loops.iter().chain(rest).cloned().collect();
        if order != *own {
            calls.push(Interchange::permute(own.clone(), order).to_string());
        }
    }
    for member in &members[1..] {
        let pairs = first.loops.iter().zip(&member.loops);
        calls.extend(pairs.map(|(one, other)| Fuse::new(one.clone(), other.clone()).to_string()));
    }
    if fused(scop, &calls)?.is_none() {
        return Ok(None);
    }
    let mut stmts: Vec<StmtId> = members.iter().flat_map(|one| nests[one.nest].stmts.clone()).collect();
    stmts.sort_unstable();
    Ok(Some(Chain {
        nests: members.iter().map(|member| member.nest).collect(),
        nest: TiledNest {
            outer: nests[first.nest].outer.clone(),
            loops: first.loops.clone(),
            stmts,
        },
        calls,
    }))
}

/// The program after the calls; `None` where they do not apply, as to loops that are not side by side.
pub(crate) fn fused(scop: &Scop, calls: &[String]) -> Result<Option<Scop>> {
    let steps = parse_script(&calls.join("; ")).map_err(|errors| {
        let messages: Vec<String> = errors.into_iter().map(|error| error.message).collect();
        TilerError::Layout(messages.join("; "))
    })?;
    Ok(apply_script(scop, &steps).ok().map(|rewrite| rewrite.scop))
}
