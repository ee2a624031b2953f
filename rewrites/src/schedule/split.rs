//! Index-set splitting: some iterations of a loop run first, the others after.
//!
//! `split(i, N - 1)` splits at a time: first those before it. `split(i, { S0[i, j] : j < i })` splits by instances:
//! first those in the set. The first part keeps the names of its loops, those of the second get fresh ones
//! (`i_1`). A part without instances is left out.
//!
//! Source: Griebl, Feautrier and Lengauer, "Index set splitting", 2000; Bondhugula et al., "The Pluto
//! algorithm for periodic stencils" (PACT 2014).

use crate::registry::Build;
use std::fmt;

use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;
use polyvet_poly::{DimKind, UnionPwAff, UnionSet, Val};

use crate::schedule::transform::Above;
use crate::schedule::tree::{LoopPlace, ScheduleTree, where_non_negative};
use crate::schedule::{Inapplicable, ParameterOffset, Transform, unchanged};
use crate::{Args, RegistryEntry, ScriptName, Spanned};
use polyvet_analysis::loops::LoopMarks;

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "split",
    aliases: &[],
    summary: "Runs the iterations of a loop before time AT, or the instances in a set, first; then the others.",
    params: "[S,] i, AT  |  [S,] i, SET",
    example: "split(i, 4)",
    build: Build::Schedule(parse),
};

/// Some iterations of a loop run first, the others after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// Only a loop above this statement is meant.
    pub stmt: Option<ScriptName>,
    /// The loop.
    pub name: ScriptName,
    /// What runs first.
    pub first: First,
}

/// What runs first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum First {
    /// Iterations before this time.
    Before(ParameterOffset),
    /// Instances in a set in isl notation.
    In(Spanned<String>),
}

impl Split {
    /// Splits at a time.
    pub fn at(name: impl Into<ScriptName>, time: impl Into<ParameterOffset>) -> Split {
        Split {
            stmt: None,
            name: name.into(),
            first: First::Before(time.into()),
        }
    }

    /// Splits by instances: `{ S0[i, j] : j < i }`.
    pub fn by_set(name: impl Into<ScriptName>, set: &str) -> Split {
        Split {
            stmt: None,
            name: name.into(),
            first: First::In(set.to_owned().into()),
        }
    }
}

impl Transform for Split {
    fn entry(&self) -> &'static RegistryEntry {
        &ENTRY
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        let Some(mut place) = LoopPlace::of(scop, &self.name, self.stmt.as_ref())? else {
            return unchanged(scop);
        };
        let (level, below) = place.take();
        let first = match &self.first {
            First::Before(time) => {
                let time = time.on(place.instances.clone(), scop)?;
                before(&level.times, time, &place.instances)?
            }
            First::In(text) => instances_in(scop, &text.value)?,
        };
        put_parts(place, level, below, &[first])
    }
}

/// Those of `instances` whose time is less than `bound`.
pub(crate) fn before(times: &UnionPwAff, bound: UnionPwAff, instances: &UnionSet) -> Result<UnionSet, Inapplicable> {
    let one = UnionPwAff::val_on_domain(instances.clone(), Val::int_from_si(instances.ctx(), 1)?)?;
    where_non_negative(bound.sub(times.clone())?.sub(one)?, instances)
}

/// The loop once for each set, with what is in it and in none before, and once for the rest.
pub(crate) fn put_parts(
    mut place: LoopPlace,
    level: LoopMarks,
    below: ScheduleTree,
    sets: &[UnionSet],
) -> Result<Rewrite, Inapplicable> {
    let whole = ScheduleTree::Loop(Box::new(level), Box::new(below));
    let mut rest = place.instances.clone();
    let mut parts = Vec::new();
    for set in sets.iter().map(Some).chain([None]) {
        let part = match set {
            Some(set) => rest.clone().intersect(set.clone())?,
            None => rest.clone(),
        };
        rest = rest.subtract(part.clone())?.coalesce()?;
        if part.is_empty()? {
            continue;
        }
        let tree = whole.restrict(&part)?;
        let tree = if parts.is_empty() {
            tree
        } else {
            tree.renamed(&mut place.names)
        };
        parts.push((part, tree));
    }
    place.put(ScheduleTree::in_order(parts))
}

/// The instances that a text of the user describes.
fn instances_in(scop: &Scop, text: &str) -> Result<UnionSet, Inapplicable> {
    let sets = UnionSet::parse(&scop.ctx, text)?;
    let params = sets.space()?;
    for at in 0..params.dim(DimKind::Param)? {
        let name = params.dim_name(DimKind::Param, at)?.unwrap_or_default();
        if scop.params.iter().all(|param| param.name != name) {
            return Err(Inapplicable::UnknownParameter {
                name,
                span: polyvet_ir::Span::NONE,
                params: scop.params.iter().map(|param| param.name.clone()).collect(),
            });
        }
    }
    for set in sets.sets()? {
        let name = ScriptName::from(set.tuple_name()?.unwrap_or_default());
        let expected = scop.stmts[crate::schedule::nest::stmt_index(scop, &name)?].dims.len();
        let found = set.dim(DimKind::Set)?;
        if expected != found {
            return Err(Inapplicable::WrongDimensions {
                name: name.value,
                expected,
                found,
            });
        }
    }
    Ok(sets)
}

fn parse(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    let stmt = args.stmt_before(2)?;
    let name = args.name()?;
    let text = args.peek_text();
    let first = match text.is_some_and(|text| text.starts_with(['{', '['])) {
        true => First::In(args.text()?),
        false => First::Before(args.offset()?),
    };
    Ok(Box::new(Split { stmt, name, first }))
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "split({}{}, ", Above(&self.stmt), self.name)?;
        match &self.first {
            First::Before(time) => write!(f, "{time})"),
            First::In(set) => write!(f, "{set})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::{check_times, outline, refusal, triangle, two_in_i};

    #[test]
    fn splits_at_a_time() {
        let after = Split::at("i", 4).apply(&two_in_i()).unwrap().scop;
        check_times(
            &after,
            "{ S0[i, j] -> [0, i, 0, j] : i < 4; S0[i, j] -> [1, i, 0, j] : i >= 4;
               S1[i, k] -> [0, i, 1, k] : i < 4; S1[i, k] -> [1, i, 1, k] : i >= 4 }",
        );
        let names = polyvet_analysis::loops::loop_names(&after.schedule).unwrap();
        assert_eq!(names, ["i", "j", "k", "i_1", "j_1", "k_1"]);
    }

    #[test]
    fn splits_by_instances() {
        let split = Split::by_set("j", "[n] -> { S0[i, j] : 2j < i or i = n - 1 }");
        let after = split.apply(&triangle()).unwrap().scop;
        check_times(
            &after,
            "[n] -> { S0[i, j] -> [i, 0, j] : 2j < i or i = n - 1; S0[i, j] -> [i, 1, j] : 2j >= i and i < n - 1 }",
        );
    }

    #[test]
    fn a_part_without_instances_is_left_out() {
        let after = Split::at("i", 0).apply(&triangle()).unwrap().scop;
        assert_eq!(outline(&after), "domain i j");
    }

    #[test]
    fn refuses() {
        let why = refusal(&triangle(), "split(i, { S1[i] : i < 3 })");
        assert_eq!(why.message(), "there is no statement `S1` here");
        let why = refusal(&triangle(), "split(i, { S0[i] : i < 3 })");
        assert_eq!(why.message(), "statement `S0` has 2 dimensions, not 1");
        let why = refusal(&triangle(), "split(i, [m] -> { S0[i, j] : i < m })");
        assert_eq!(why.message(), "there is no parameter `m` here");
    }
}
