//! One loop becomes several, each with some of the statements.
//!
//! `distribute(i)` gives each statement a loop of its own, in the order of the text. `distribute_sccs(i)` keeps
//! together what depends on each other in a cycle: the strongly connected components of the graph of those
//! dependences that the loops around `i` do not carry, in an order that the dependences allow. This is the
//! finest distribution that is legal (Kennedy and McKinley, "Loop distribution with arbitrary control flow",
//! 1990; Allen and Kennedy's codegen).
//!
//! The loops keep their name; a statement tells them apart: `S1.i`. Marks stay on all of them.

use crate::registry::Build;
use polyvet_analysis::ids::StmtId;
use std::fmt;

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;
use polyvet_analysis::dependence::memory_based;
use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;
use polyvet_poly::{Set, UnionMap, UnionSet};

use crate::schedule::transform::Above;
use crate::schedule::tree::{LoopPlace, ScheduleTree};
use crate::schedule::{Inapplicable, Transform, unchanged};
use crate::{Args, RegistryEntry, ScriptName};

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "distribute",
    aliases: &[],
    summary: "Gives each statement of a loop a loop of its own.",
    params: "[S,] i",
    example: "distribute(i)",
    build: Build::Schedule(|args| parse(args, By::Statement)),
};

/// The line in the registry.
pub static ENTRY_SCCS: RegistryEntry = RegistryEntry {
    name: "distribute_sccs",
    aliases: &[],
    summary: "Splits a loop along the strongly connected components of its dependences: as far as is legal.",
    params: "[S,] i",
    example: "distribute_sccs(i)",
    build: Build::Schedule(|args| parse(args, By::Component)),
};

/// What stays together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Nothing.
    Statement,
    /// Statements in a cycle of dependences.
    Component,
}

/// One loop becomes several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribute {
    /// Only a loop above this statement is meant.
    pub stmt: Option<ScriptName>,
    /// The loop.
    pub name: ScriptName,
    /// What stays together.
    pub by: By,
}

impl Distribute {
    /// A loop for each statement.
    pub fn new(name: impl Into<ScriptName>) -> Distribute {
        Distribute {
            stmt: None,
            name: name.into(),
            by: By::Statement,
        }
    }

    /// A loop for each strongly connected component.
    pub fn along_components(name: impl Into<ScriptName>) -> Distribute {
        Distribute {
            by: By::Component,
            ..Distribute::new(name)
        }
    }
}

impl Transform for Distribute {
    fn entry(&self) -> &'static RegistryEntry {
        match self.by {
            By::Statement => &ENTRY,
            By::Component => &ENTRY_SCCS,
        }
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        let Some(mut place) = LoopPlace::of(scop, &self.name, self.stmt.as_ref())? else {
            return unchanged(scop);
        };
        let (level, below) = place.take();
        let stmts = below.stmts(&level.times.clone().domain()?.intersect(place.instances.clone())?)?;
        let groups = match self.by {
            By::Statement => stmts.into_iter().map(|stmt| vec![stmt]).collect(),
            By::Component => components(scop, &stmts, &place.outer)?,
        };
        let whole = ScheduleTree::Loop(Box::new(level), Box::new(below));
        let mut parts = Vec::new();
        for group in groups {
            let mut instances = UnionSet::empty(scop.context.space()?)?;
            for name in group {
                let stmt = scop.stmts.iter().find(|stmt| stmt.name == name).expect("a statement");
                instances = instances.union(UnionSet::from_set(Set::universe(stmt.domain.space()?)?)?)?;
            }
            let part = whole.restrict(&instances)?;
            parts.push((instances, part));
        }
        place.put(ScheduleTree::in_order(parts))
    }
}

/// Statements that depend on each other in cycles; a component is after those it depends on, and else before
/// those that begin later.
fn components(scop: &Scop, stmts: &[String], outer: &UnionMap) -> Result<Vec<Vec<String>>, Inapplicable> {
    let mut graph = DiGraph::<usize, ()>::new();
    let nodes: Vec<_> = (0..stmts.len()).map(|at| graph.add_node(at)).collect();
    // Pairs that the loops around run at the same time.
    let together = outer.clone().apply_range(outer.clone().reverse()?)?;
    for dependence in memory_based(scop)?.list {
        let at = |stmt: StmtId| stmts.iter().position(|name| *name == scop.stmts[stmt].name);
        let (Some(source), Some(sink)) = (at(dependence.source.stmt), at(dependence.sink.stmt)) else {
            continue;
        };
        let here = UnionMap::from_map(dependence.map)?.intersect(together.clone())?;
        if source != sink && !here.is_empty()? {
            graph.update_edge(nodes[source], nodes[sink], ());
        }
    }
    let mut found: Vec<Vec<usize>> = tarjan_scc(&graph)
        .into_iter()
        .map(|part| part.into_iter().map(|node| graph[node]).collect())
        .collect();
    found.iter_mut().for_each(|part: &mut Vec<usize>| part.sort_unstable());
    found.sort_unstable();
    let mut ordered: Vec<Vec<usize>> = Vec::new();
    while !found.is_empty() {
        let waits = |part: &Vec<usize>| {
            let others = || found.iter().filter(|other| *other != part).flatten();
            others().any(|other| part.iter().any(|one| graph.contains_edge(nodes[*other], nodes[*one])))
        };
        let next = found
            .iter()
            .position(|part| !waits(part))
            .expect("components have no cycle");
        ordered.push(found.remove(next));
    }
    let name = |at: usize| stmts[at].clone();
    Ok(ordered
        .into_iter()
        .map(|part| part.into_iter().map(name).collect())
        .collect())
}

fn parse(args: &mut Args, by: By) -> Result<Box<dyn Transform>, Diagnostic> {
    let stmt = args.stmt_before(1)?;
    let name = args.name()?;
    Ok(Box::new(Distribute { stmt, name, by }))
}

impl fmt::Display for Distribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({}{})", self.name(), Above(&self.stmt), self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::{check_times, outline, two_in_i};

    #[test]
    fn a_loop_for_each_statement() {
        let after = Distribute::new("i").apply(&two_in_i()).unwrap().scop;
        check_times(&after, "{ S0[i, j] -> [0, i, j]; S1[i, k] -> [1, i, k] }");
        assert_eq!(outline(&after), "domain sequence filter i j filter i k");
        let inner = Distribute::new("S1.k").apply(&two_in_i()).unwrap().scop;
        check_times(&inner, "{ S0[i, j] -> [i, 0, j]; S1[i, k] -> [i, 1, k] }");
    }
}
