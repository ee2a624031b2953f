//! Imperfect nests made perfect by conditions, and back.
//!
//! `predicate(j)` takes the statements that are next to loop `j` into it: those before run in its first iteration,
//! those after in its last. With `l` and `u` the first and last time of `j` for the times `o` of the loops around,
//! `S` before runs at `(o, l(o))` instead of `(o)`; where `j` has no iteration it gets one. `unpredicate(j)` takes out
//! of `j` what runs in one iteration only, with nothing before, or nothing after. The nest is perfect,
//! so that it can be tiled and interchanged; code has the conditions inside, under the mark [`Mark::Predicated`].
//!
//! Source: "code sinking" in Wolfe, "High Performance Compilers for Parallel Computing", 1996, 9.7; the predication of
//! Linalg's rationale ("Perfectly Nested Writes To The Whole Output Operands").

use crate::registry::Build;
use std::fmt;

use polyvet_analysis::Mark;
use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;
use polyvet_poly::{Aff, LocalSpace, PwAff, UnionMap, UnionPwAff, UnionPwMultiAff, UnionSet, Val};

use crate::schedule::nest::as_map;
use crate::schedule::transform::Above;
use crate::schedule::tree::{LoopPlace, ScheduleTree, where_non_negative};
use crate::schedule::{Inapplicable, Transform, unchanged};
use crate::{Args, RegistryEntry, ScriptName};

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "predicate",
    aliases: &[],
    summary: "Takes the statements beside a loop into its first or last iteration, under a condition: a perfect nest.",
    params: "[S,] j",
    example: "predicate(j)",
    build: Build::Schedule(|args| parse(args, Way::In)),
};

/// The line in the registry.
pub static ENTRY_UNDO: RegistryEntry = RegistryEntry {
    name: "unpredicate",
    aliases: &[],
    summary: "Takes statements that run in the first or last iteration of a loop only out of it.",
    params: "[S,] j",
    example: "unpredicate(j)",
    build: Build::Schedule(|args| parse(args, Way::Out)),
};

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Into the loop.
    In,
    /// Out of the loop.
    Out,
}

/// Statements taken into a loop, or out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// Only a loop above this statement is meant.
    pub stmt: Option<ScriptName>,
    /// The loop.
    pub name: ScriptName,
    /// Into it, or out of it.
    pub way: Way,
}

impl Predicate {
    /// The statements beside a loop, taken into it.
    pub fn new(name: impl Into<ScriptName>) -> Predicate {
        Predicate {
            stmt: None,
            name: name.into(),
            way: Way::In,
        }
    }

    /// The statements that run once in a loop, taken out of it.
    pub fn undo(name: impl Into<ScriptName>) -> Predicate {
        Predicate {
            way: Way::Out,
            ..Predicate::new(name)
        }
    }
}

impl Transform for Predicate {
    fn entry(&self) -> &'static RegistryEntry {
        match self.way {
            Way::In => &ENTRY,
            Way::Out => &ENTRY_UNDO,
        }
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        match LoopPlace::of(scop, &self.name, self.stmt.as_ref())? {
            None => unchanged(scop),
            Some(place) => match self.way {
                Way::In => self.take_in(place),
                Way::Out => self.take_out(place),
            },
        }
    }
}

impl Predicate {
    fn refuse(&self, what: String) -> Inapplicable {
        Inapplicable::NotPredicable {
            name: self.name.value.clone(),
            what,
            span: self.name.span,
        }
    }

    fn take_in(&self, mut place: LoopPlace) -> Result<Rewrite, Inapplicable> {
        let own = (place.outer.clone(), place.instances.clone());
        let (Some((outer, instances)), Some((children, at))) = (place.sequence()?, place.around()) else {
            return Err(self.refuse("no statement stands beside it".to_owned()));
        };
        let mut children = children.clone();
        let (own_outer, own_instances) = own;
        let (own, ScheduleTree::Loop(mut level, body)) = children.remove(at) else {
            unreachable!("a place is that of a loop");
        };
        // { [o] -> [t] }
        let times = as_map(&level.times)?.intersect_domain(own_instances)?;
        let of_outer = own_outer.reverse()?.apply_range(times)?;
        let (low, high) = (of_outer.clone().lexmin()?, of_outer.lexmax()?);
        let mut parts = match *body {
            ScheduleTree::Branch {
                ordered: true,
                children: inner,
            } => inner,
            body => vec![(own.clone(), body)],
        };
        let mut all = own;
        level.marks = vec![Mark::Predicated];
        for (number, (filter, tree)) in children.into_iter().enumerate() {
            if !matches!(tree, ScheduleTree::Leaf) {
                return Err(self.refuse("a loop stands beside it: fuse or distribute first".to_owned()));
            }
            let before = number < at;
            let below = instances.clone().intersect(filter.clone())?;
            let mut times = extended(&outer, &below, &low)?;
            if !before {
                times = later_of(times, extended(&outer, &below, &high)?)?;
            }
            level.times = level.times.union_add(times)?;
            all = all.union(filter.clone())?;
            match before {
                true => parts.insert(number, (filter, tree)),
                false => parts.push((filter, tree)),
            }
        }
        let fused = ScheduleTree::Loop(level, Box::new(ScheduleTree::in_order(parts)));
        place.put_around(fused)
    }

    fn take_out(&self, mut place: LoopPlace) -> Result<Rewrite, Inapplicable> {
        let (mut level, below) = place.take();
        let nothing = || self.refuse("no statement runs only in its first or its last iteration".to_owned());
        let ScheduleTree::Branch {
            ordered: true,
            mut children,
        } = below
        else {
            return Err(nothing());
        };
        let (mut before, mut after) = (Vec::new(), Vec::new());
        while children.len() > 1 && self.runs_once(&place, &level.times, &children, 0)? {
            before.push(children.remove(0));
        }
        while children.len() > 1 && self.runs_once(&place, &level.times, &children, children.len() - 1)? {
            after.insert(0, children.remove(children.len() - 1));
        }
        if before.is_empty() && after.is_empty() {
            return Err(nothing());
        }
        let kept = union(&children)?;
        level.times = level.times.intersect_domain(kept.clone())?;
        level.marks.retain(|mark| *mark != Mark::Predicated);
        let rest = ScheduleTree::Loop(Box::new(level), Box::new(ScheduleTree::in_order(children)));
        let parts = before.into_iter().chain([(kept, rest)]).chain(after);
        place.put(ScheduleTree::in_order(parts.collect()))
    }

    /// Whether a statement at one end of a sequence runs in one iteration of the loop, with no other statement in
    /// iterations before (at the first place) or after (at the last).
    fn runs_once(
        &self,
        place: &LoopPlace,
        times: &UnionPwAff,
        children: &[(UnionSet, ScheduleTree)],
        at: usize,
    ) -> Result<bool, Inapplicable> {
        let (filter, tree) = &children[at];
        if !matches!(tree, ScheduleTree::Leaf) {
            return Ok(false);
        }
        let own = place.instances.clone().intersect(filter.clone())?;
        let mut others = children.to_vec();
        others.remove(at);
        let others = place.instances.clone().intersect(union(&others)?)?;
        let of_outer = |instances: &UnionSet| -> Result<UnionMap, Inapplicable> {
            let times = as_map(times)?.intersect_domain(instances.clone())?;
            Ok(place.outer.clone().reverse()?.apply_range(times)?)
        };
        if !of_outer(&own)?.is_single_valued()? {
            return Ok(false);
        }
        let ends = of_outer(&others)?;
        let end = if at == 0 { ends.lexmin()? } else { ends.lexmax()? };
        let end = place.outer.clone().intersect_domain(own.clone())?.apply_range(end)?;
        let there = end.clone().domain()?;
        if there.is_empty()? {
            return Ok(true);
        }
        let end = UnionPwMultiAff::from_union_map(end)?.union_pw_aff(0)?;
        let own_time = times.clone().intersect_domain(there.clone())?;
        let slack = if at == 0 {
            end.sub(own_time)?
        } else {
            own_time.sub(end)?
        };
        Ok(there.is_subset(&where_non_negative(slack, &there)?)?)
    }
}

/// The time among `of_outer` for the outer times of each of `instances`; by the same expression where there is none, if
/// it is one expression, else 0.
fn extended(outer: &UnionMap, instances: &UnionSet, of_outer: &UnionMap) -> Result<UnionPwAff, Inapplicable> {
    let times = outer
        .clone()
        .intersect_domain(instances.clone())?
        .apply_range(of_outer.clone())?;
    let times = UnionPwMultiAff::from_union_map(times)?.coalesce()?;
    let mut all = UnionPwAff::val_on_domain(instances.clone(), Val::int_from_si(instances.ctx(), 0)?)?;
    if times.n_pw_multi_aff()? == 0 {
        return Ok(all);
    }
    let times = times.union_pw_aff(0)?.coalesce()?.gist(instances.clone())?;
    for part in times.pw_affs()? {
        let space = part.domain_space()?;
        let here = instances.extract_set(space.clone())?;
        let extended = match &part.pieces()?[..] {
            [(_, one)] => PwAff::from_aff(one.clone())?.intersect_domain(here.clone())?,
            _ => {
                let zero = Aff::zero_on_domain(LocalSpace::from_space(space)?)?;
                let missing = here.clone().subtract(part.clone().domain()?)?;
                let zero = PwAff::from_aff(zero)?.intersect_domain(missing)?;
                part.clone().intersect_domain(here.clone())?.union_add(zero)?
            }
        };
        all = all
            .subtract_domain(UnionSet::from_set(here)?)?
            .union_add(UnionPwAff::from_pw_aff(extended)?)?;
    }
    Ok(all)
}

/// The later of two times of the same instances.
fn later_of(one: UnionPwAff, other: UnionPwAff) -> Result<UnionPwAff, Inapplicable> {
    let mut all = UnionPwAff::empty_space(one.space()?)?;
    for part in one.pw_affs()? {
        let other = other.extract_pw_aff(part.space()?)?;
        all = all.union_add(UnionPwAff::from_pw_aff(part.max(other)?.coalesce()?)?)?;
    }
    Ok(all)
}

fn union(parts: &[(UnionSet, ScheduleTree)]) -> Result<UnionSet, Inapplicable> {
    let mut all = parts[0].0.clone();
    for (filter, _) in &parts[1..] {
        all = all.union(filter.clone())?;
    }
    Ok(all)
}

fn parse(args: &mut Args, way: Way) -> Result<Box<dyn Transform>, Diagnostic> {
    let stmt = args.stmt_before(1)?;
    let name = args.name()?;
    Ok(Box::new(Predicate { stmt, name, way }))
}

impl fmt::Display for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({}{})", self.name(), Above(&self.stmt), self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::testing::{check_times, outline, refusal, same_times, scop, two_in_i};

    /// `i { S0; j { S1 }; S2 }`, where `j` runs from `i`.
    fn beside() -> Scop {
        let domain = "[n] -> { S0[i] : 0 <= i < n; S1[i, j] : 0 <= i <= j < n; S2[i] : 0 <= i < n }";
        scop(
            domain,
            &format!(
                r#"{{ domain: "{domain}", child: {{
                schedule: "i[{{ S0[i] -> [(i)]; S1[i, j] -> [(i)]; S2[i] -> [(i)] }}]", child: {{ sequence: [
                  {{ filter: "{{ S0[i] }}" }},
                  {{ filter: "{{ S1[i, j] }}", child: {{ schedule: "j[{{ S1[i, j] -> [(j)] }}]" }} }},
                  {{ filter: "{{ S2[i] }}" }} ] }} }} }}"#
            ),
        )
    }

    #[test]
    fn a_perfect_nest_and_back() {
        let inside = Predicate::new("j").apply(&beside()).unwrap().scop;
        check_times(
            &inside,
            "[n] -> { S0[i] -> [i, i, 0]; S1[i, j] -> [i, j, 1]; S2[i] -> [i, n - 1, 2] }",
        );
        assert_eq!(
            outline(&inside),
            "domain i mark:predicated j sequence filter leaf filter leaf filter leaf"
        );
        let back = Predicate::undo("j").apply(&inside).unwrap().scop;
        same_times(&beside(), &back);
        assert_eq!(outline(&back), outline(&beside()));
    }

    #[test]
    fn refuses() {
        let message = "loop `j` stays as it is: a loop stands beside it: fuse or distribute first";
        assert_eq!(refusal(&two_in_i(), "predicate(j)"), (message, "j", "").into());
        let message = "loop `i` stays as it is: no statement stands beside it";
        assert_eq!(refusal(&two_in_i(), "predicate(i)"), (message, "i", "").into());
        let message = "loop `j` stays as it is: no statement runs only in its first or its last iteration";
        assert_eq!(refusal(&two_in_i(), "unpredicate(j)"), (message, "j", "").into());
    }
}
