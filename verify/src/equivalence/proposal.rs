//! What the comparison of two programs found, as a proposal for [`crate::certificate`], which states it again.

use super::check::{Programs, Relation};
use super::graph::{Found, Graph};
use super::normal::Flagged;
use crate::certificate::{Part, Related, Side, Sources, Writer, of_values, pieces};
use polyvet_poly::{PwMultiAff, Result};

/// The claims that follow from `relation`, which holds; `strict` if no algebra was used.
pub(super) fn claims(programs: &Programs<'_>, relation: &Relation, strict: bool) -> Part {
    let proposed = || -> Result<Part> {
        let (before, after) = (side(&programs.before)?, side(&programs.after)?);
        let mut part = of_values(&before, &after, &related(programs, relation), strict);
        if programs.flagged == Flagged::Plain {
            part.trust(
                "flags",
                "where the first program breaks a promise of a flag the second may do anything",
            );
        }
        if !programs.after.needs.is_empty() {
            part.trust(
                "conditions on data",
                "each condition on data of the second program is one of the first",
            );
        }
        Ok(part)
    };
    let subject = format!("@{} computes the same values", programs.before.scop.name);
    proposed().unwrap_or_else(|error| {
        Part::trusted(
            subject,
            "values",
            format!("they cannot be written as functions: {error}"),
        )
    })
}

fn side<'s>(graph: &Graph<'s>) -> Result<Side<'s>> {
    let mut sources = std::collections::HashMap::new();
    for (read, found) in &graph.sources {
        sources.insert(*read, written(found)?);
    }
    let mut visible = Vec::new();
    for one in &graph.visible {
        visible.push((one.array, written(&one.found)?));
    }
    Ok(Side {
        scop: graph.scop,
        sources,
        through: graph.through.clone(),
        visible,
    })
}

fn written(found: &Found) -> Result<Sources> {
    let mut writers = Vec::new();
    for (stmt, map) in &found.writers {
        writers.push(Writer {
            stmt: *stmt,
            pieces: pieces(&PwMultiAff::from_map(map.clone())?)?,
        });
    }
    let unwritten = found.unwritten.clone();
    Ok(Sources { writers, unwritten })
}

fn related(programs: &Programs<'_>, relation: &Relation) -> Vec<Related> {
    let place = |graph: &Graph<'_>, vertex: usize| (graph.vertices[vertex].stmt, graph.vertices[vertex].node);
    let mut all: Vec<Related> = { relation.iter() }
        .map(|((u, v), pairs)| Related {
            before: place(&programs.before, *u),
            after: place(&programs.after, *v),
            pairs: pairs.clone(),
            swapped: programs.is_swapped(*u, *v),
            computed: programs.before.vertices[*u].folded.is_some() || programs.after.vertices[*v].folded.is_some(),
        })
        .collect();
    all.sort_by_key(|one| (one.before, one.after));
    all
}
