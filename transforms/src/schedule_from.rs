//! A whole schedule from the user.
//!
//! The text is a schedule tree in isl's YAML form or a union map from instances to times. What comes
//! back gives every instance of the model within the context exactly one time, and has one loop a
//! band; instances that the model does not have are cut away. Anything else is refused:
//!
//! - a sequence or filter must not lose an instance nor list it twice (isl does not look);
//! - a band or map must have a whole number for each instance (isl rounds down in bands; a map
//!   `{ S[i] -> [i/2] }` gives odd instances no time);
//! - statements, their dimensions and parameters are those of the model.
//!
//! The usual text names each statement once in a sequence and has bands defined everywhere, so the
//! walk carries the model's domains along as they are and asks isl only where something is cut.

use std::collections::HashSet;

use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Span;
use polyvet_poly::{
    DimKind, Map, MultiUnionPwAff, NodeKind, PwMultiAff, Result as PolyResult, Schedule, ScheduleNode, Set, Space,
    UnionMap, UnionPwMultiAff, UnionSet,
};

use crate::error::Instance;
use crate::nest::{insert, one_loop_per_band, reserved};
use crate::transform::reschedule;
use crate::{Inapplicable, Level};

type Result<T> = std::result::Result<T, Inapplicable>;

/// The model with the schedule written in `text`.
///
/// # Errors
/// See [`read_schedule`].
pub fn schedule_from(scop: &Scop, text: &str) -> Result<Rewrite> {
    reschedule(scop, read_schedule(scop, text)?)
}

/// The schedule written in `text`, fit for the model.
///
/// # Errors
/// [`Inapplicable::Poly`] for a text that isl cannot read; the others where it does not fit, each
/// naming the statement or a smallest instance.
pub fn read_schedule(scop: &Scop, text: &str) -> Result<Schedule> {
    if is_tree(text) {
        read_tree(scop, text)
    } else {
        read_map(scop, text)
    }
}

/// True if the text begins like a tree: `domain:`, `{ domain:`, `{ "domain":`.
fn is_tree(text: &str) -> bool {
    let mut rest = text.trim_start();
    while let Some(comment) = rest.strip_prefix('#') {
        rest = comment.split_once('\n').map_or("", |(_, next)| next).trim_start();
    }
    let rest = rest.strip_prefix('{').unwrap_or(rest).trim_start();
    let (rest, quote) = match rest.strip_prefix('"') {
        Some(quoted) => (quoted, "\""),
        None => (rest, ""),
    };
    ["domain", "child"].into_iter().any(|key| {
        let after = rest.strip_prefix(key).and_then(|rest| rest.strip_prefix(quote));
        after.is_some_and(|rest| rest.trim_start().starts_with(':'))
    })
}

fn read_tree(scop: &Scop, text: &str) -> Result<Schedule> {
    let mut schedule = Schedule::parse(&scop.ctx, text)?;
    let root = schedule.root()?;
    if root.kind()? != NodeKind::Domain {
        return Err(Inapplicable::ForeignNode {
            kind: kind_name(root.kind()?),
        });
    }
    let given = root.domain_get_domain()?;
    let model = Model::of(scop)?;
    model.check_params(&given.space()?)?;
    let (exact, all) = model.check_domain(&given)?;
    let one_loop_each = model.check_tree(root.first_child()?, all)?;
    if !exact {
        schedule = schedule.intersect_domain(scop.domain()?)?;
    }
    if !one_loop_each {
        schedule = one_loop_per_band(schedule, &reserved(scop))?;
    }
    Ok(schedule)
}

/// The instances of one statement that reach a place in the tree.
#[derive(Clone)]
struct Reach {
    stmt: usize,
    instances: Set,
}

/// What a schedule has to fit.
struct Model<'a> {
    scop: &'a Scop,
    params: HashSet<&'a str>,
}

impl<'a> Model<'a> {
    fn of(scop: &'a Scop) -> Result<Model<'a>> {
        let params = scop.params.iter().map(|param| param.name.as_str()).collect();
        Ok(Model { scop, params })
    }

    fn check_params(&self, space: &Space) -> Result<()> {
        for pos in 0..space.dim(DimKind::Param)? {
            let name = space.dim_name(DimKind::Param, pos)?.unwrap_or_default();
            if !self.params.contains(name.as_str()) {
                return Err(Inapplicable::UnknownParameter {
                    name,
                    span: Span::NONE,
                    params: self.scop.params.iter().map(|param| param.name.clone()).collect(),
                });
            }
        }
        Ok(())
    }

    /// The statement with this tuple, which must have as many dimensions as in the model.
    fn stmt(&self, name: Option<String>, dims: usize) -> Result<usize> {
        let name = name.unwrap_or_default();
        let Some(stmt) = self.scop.stmt_named(&name) else {
            return Err(Inapplicable::UnknownStatement {
                name,
                span: Span::NONE,
                stmts: self.scop.stmts.iter().map(|stmt| stmt.name.clone()).collect(),
            });
        };
        let expected = self.scop.stmts[stmt].domain.dim(DimKind::Set)?;
        if dims != expected {
            return Err(Inapplicable::WrongDimensions {
                name,
                expected,
                found: dims,
            });
        }
        Ok(stmt)
    }

    /// The sets of a union, by statement.
    fn by_stmt(&self, union: &UnionSet) -> Result<Vec<Reach>> {
        let mut found = Vec::new();
        for instances in union.sets()? {
            let stmt = self.stmt(instances.tuple_name()?, instances.dim(DimKind::Set)?)?;
            found.push(Reach { stmt, instances });
        }
        Ok(found)
    }

    /// Checks that the domain of a tree covers the model's. True if it is the same as far as can be
    /// told at a glance; and what reaches the rest of the tree.
    fn check_domain(&self, given: &UnionSet) -> Result<(bool, Vec<Reach>)> {
        let mut exact = true;
        let mut all = Vec::new();
        let given = self.by_stmt(given)?;
        for (index, stmt) in self.scop.stmts.iter().enumerate() {
            let wanted = &stmt.domain;
            match given.iter().find(|reach| reach.stmt == index) {
                Some(reach) if reach.instances.plain_is_equal(wanted)? => {}
                Some(reach) => {
                    exact = false;
                    self.check_covered(index, wanted, reach.instances.clone())?;
                }
                None => self.check_none(index, wanted)?,
            }
            all.push(Reach {
                stmt: index,
                instances: wanted.clone(),
            });
        }
        Ok((exact, all))
    }

    /// Checks what is below a domain node that `reach` comes to. True if every band is a loop.
    fn check_tree(&self, below: ScheduleNode, reach: Vec<Reach>) -> Result<bool> {
        let mut one_loop_each = true;
        let mut open = vec![(below, reach)];
        while let Some((node, reach)) = open.pop() {
            let kind = node.kind()?;
            match kind {
                NodeKind::Leaf => {}
                NodeKind::Mark | NodeKind::Context => open.push((node.first_child()?, reach)),
                NodeKind::Band => {
                    one_loop_each &= self.check_band(&node, &reach)?;
                    open.push((node.first_child()?, reach));
                }
                NodeKind::Filter => {
                    let mut parts = self.share_out(&[node.filter_get_filter()?], reach)?;
                    open.push((node.first_child()?, parts.remove(0)));
                }
                NodeKind::Sequence | NodeKind::Set => {
                    let count = node.n_children()?;
                    let children: Vec<ScheduleNode> =
                        (0..count).map(|at| node.get_child(at)).collect::<PolyResult<_>>()?;
                    let filters: Vec<UnionSet> = children
                        .iter()
                        .map(ScheduleNode::filter_get_filter)
                        .collect::<PolyResult<_>>()?;
                    let parts = self.share_out(&filters, reach)?;
                    for (child, part) in children.into_iter().zip(parts) {
                        open.push((child.first_child()?, part));
                    }
                }
                NodeKind::Domain | NodeKind::Expansion | NodeKind::Extension | NodeKind::Guard => {
                    return Err(Inapplicable::ForeignNode { kind: kind_name(kind) });
                }
            }
        }
        Ok(one_loop_each)
    }

    /// Checks that each instance has one whole number in each member. True if the band is a loop.
    fn check_band(&self, node: &ScheduleNode, reach: &[Reach]) -> Result<bool> {
        let times = node.band_get_partial_schedule()?;
        let space = times.space()?;
        self.check_params(&space)?;
        let members = space.dim(DimKind::Set)?;
        for member in 0..members {
            self.check_member(&times, member, reach)?;
        }
        Ok(members == 1 && space.has_tuple_name(DimKind::Set)?)
    }

    fn check_member(&self, times: &MultiUnionPwAff, member: usize, reach: &[Reach]) -> Result<()> {
        let times = times.at(member)?;
        let mut timed = Vec::with_capacity(reach.len());
        for function in times.pw_affs()? {
            let space = function.space()?;
            let stmt = self.stmt(space.tuple_name(DimKind::In)?, space.dim(DimKind::In)?)?;
            let Some(reach) = reach.iter().find(|reach| reach.stmt == stmt) else {
                continue;
            };
            timed.push(stmt);
            if function.involves_nan()? {
                self.check_none(stmt, &reach.instances)?;
            }
            self.check_covered(stmt, &reach.instances, function.domain()?)?;
        }
        for reach in reach {
            if !timed.contains(&reach.stmt) {
                self.check_none(reach.stmt, &reach.instances)?;
            }
        }
        Ok(())
    }

    /// What of `reach` passes each filter; each instance must pass exactly one.
    fn share_out(&self, filters: &[UnionSet], reach: Vec<Reach>) -> Result<Vec<Vec<Reach>>> {
        let mut parts: Vec<Vec<Reach>> = vec![Vec::new(); filters.len()];
        let mut passing = Vec::new();
        for (child, filter) in filters.iter().enumerate() {
            passing.extend(self.by_stmt(filter)?.into_iter().map(|part| (child, part)));
        }
        for Reach { stmt, instances } in reach {
            let mut own = passing.iter().filter(|(_, part)| part.stmt == stmt);
            let Some((child, first)) = own.next() else {
                self.check_none(stmt, &instances)?;
                continue;
            };
            let all = first.instances.plain_is_universe()?;
            let second = own.next();
            if second.is_none() && all {
                parts[*child].push(Reach { stmt, instances });
                continue;
            }
            let mut seen = instances.clone().intersect(first.instances.clone())?;
            parts[*child].push(Reach {
                stmt,
                instances: seen.clone(),
            });
            for (child, next) in second.into_iter().chain(own) {
                let part = instances.clone().intersect(next.instances.clone())?;
                let twice = seen.clone().intersect(part.clone())?;
                if let Some(instance) = self.smallest(stmt, twice)? {
                    return Err(Inapplicable::RunsTwice { instance });
                }
                seen = seen.union(part.clone())?;
                parts[*child].push(Reach { stmt, instances: part });
            }
            self.check_covered(stmt, &instances, seen)?;
        }
        Ok(parts)
    }

    /// Checks that the context leaves no instance in `wanted` that `covered` lacks.
    fn check_covered(&self, stmt: usize, wanted: &Set, covered: Set) -> Result<()> {
        if covered.plain_is_universe()? || wanted.is_subset(&covered)? {
            return Ok(());
        }
        self.check_none(stmt, &wanted.clone().subtract(covered)?)
    }

    /// Checks that the context leaves none of these instances, which have no time.
    fn check_none(&self, stmt: usize, untimed: &Set) -> Result<()> {
        match self.smallest(stmt, untimed.clone())? {
            Some(instance) => Err(Inapplicable::MissingInstance { instance }),
            None => Ok(()),
        }
    }

    /// An instance of the model in `set`, with small values; `None` if there is none.
    fn smallest(&self, stmt: usize, set: Set) -> Result<Option<Instance>> {
        let scop = self.scop;
        let set = set
            .intersect(scop.stmts[stmt].domain.clone())?
            .intersect_params(scop.context.clone())?;
        if set.is_empty()? {
            return Ok(None);
        }
        let space = set.space()?;
        let mut values = smallest_point(set)?;
        let at = values.split_off(space.dim(DimKind::Param)?);
        let mut params = Vec::new();
        for (pos, value) in values.into_iter().enumerate() {
            let name = space.dim_name(DimKind::Param, pos)?.unwrap_or_default();
            let label = scop
                .params
                .iter()
                .find(|param| param.name == name)
                .map(|param| param.label.clone());
            params.push((label.unwrap_or(name), value));
        }
        Ok(Some(Instance {
            stmt: scop.stmts[stmt].name.clone(),
            at,
            params,
        }))
    }
}

/// Parameters and coordinates of a point of a set that is not empty: in the smallest box around the
/// origin that meets the set, the first in lexicographic order.
fn smallest_point(set: Set) -> PolyResult<Vec<String>> {
    let params = set.dim(DimKind::Param)?;
    let set = set.move_dims(DimKind::Set, 0, DimKind::Param, 0, params)?;
    let dims = set.dim(DimKind::Set)?;
    let mut found = None;
    for bound in [0, 1, 2, 3, 4, 6, 8, 16, 64, 1024, 1 << 20] {
        let mut near = set.clone();
        for pos in 0..dims {
            near = near
                .lower_bound_si(DimKind::Set, pos, -bound)?
                .upper_bound_si(DimKind::Set, pos, bound)?;
        }
        if !near.is_empty()? {
            found = Some(near.lexmin()?);
            break;
        }
    }
    let point = found.unwrap_or(set).sample_point()?;
    (0..dims)
        .map(|pos| Ok(point.coordinate_val(DimKind::Set, pos)?.to_string()))
        .collect()
}

fn read_map(scop: &Scop, text: &str) -> Result<Schedule> {
    let union = UnionMap::parse(&scop.ctx, text)?;
    let model = Model::of(scop)?;
    model.check_params(&union.space()?)?;
    let mut times: Vec<Option<Map>> = vec![None; scop.stmts.len()];
    let mut lengths = Vec::new();
    for map in union.maps()? {
        let stmt = model.stmt(map.tuple_name(DimKind::In)?, map.dim(DimKind::In)?)?;
        let map = map.flatten_range()?.reset_tuple_id(DimKind::Out)?;
        let length = map.dim(DimKind::Out)?;
        if !lengths.contains(&length) {
            lengths.push(length);
        }
        times[stmt] = Some(match times[stmt].take() {
            Some(other) if other.dim(DimKind::Out)? == length => other.union(map)?,
            _ => map,
        });
    }
    if lengths.len() > 1 {
        lengths.sort_unstable();
        return Err(Inapplicable::UnevenTimes { lengths });
    }
    let mut functions: Option<UnionPwMultiAff> = None;
    for (stmt, map) in times.into_iter().enumerate() {
        let Some(map) = map else {
            model.check_none(stmt, &scop.stmts[stmt].domain)?;
            continue;
        };
        let function = UnionPwMultiAff::from_pw_multi_aff(model.function(stmt, map)?)?;
        functions = Some(match functions {
            Some(before) => before.union_add(function)?,
            None => function,
        });
    }
    bands(scop, functions, lengths.first().copied().unwrap_or(0))
}

impl Model<'_> {
    /// The times of one statement as a function defined on its instances.
    fn function(&self, stmt: usize, map: Map) -> Result<PwMultiAff> {
        let wanted = &self.scop.stmts[stmt].domain;
        let mut map = map;
        if !map.is_single_valued()? {
            map = map
                .intersect_domain(wanted.clone())?
                .intersect_params(self.scop.context.clone())?;
            if !map.is_single_valued()? {
                return Err(self.several_times(stmt, map)?);
            }
        }
        self.check_covered(stmt, wanted, map.clone().domain()?)?;
        Ok(PwMultiAff::from_map(map)?)
    }

    /// The error for a statement with instances that have more than one time.
    fn several_times(&self, stmt: usize, map: Map) -> Result<Inapplicable> {
        // { x -> t : x also has an earlier time than t }
        let earlier = Map::lex_lt(map.space()?.range()?)?;
        let again = map.clone().apply_range(earlier)?.intersect(map)?;
        let instance = self.smallest(stmt, again.domain()?)?;
        Ok(Inapplicable::RunsTwice {
            instance: instance.expect("a time stands after another"),
        })
    }
}

/// One loop for each number of the times, the first outermost.
fn bands(scop: &Scop, times: Option<UnionPwMultiAff>, length: usize) -> Result<Schedule> {
    let mut node = Schedule::from_domain(scop.domain()?)?.root()?.first_child()?;
    let used = reserved(scop);
    let mut names = (0..)
        .map(|number| format!("t{number}"))
        .filter(|name| !used.contains(name));
    let names: Vec<String> = names.by_ref().take(length).collect();
    for (pos, name) in names.into_iter().enumerate().rev() {
        let Some(times) = &times else { break };
        let level = Level {
            name,
            marks: Vec::new(),
            times: times.union_pw_aff(pos)?,
        };
        node = insert(node, level)?;
    }
    Ok(node.schedule()?)
}

fn kind_name(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Band => "band",
        NodeKind::Context => "context",
        NodeKind::Domain => "domain",
        NodeKind::Expansion => "expansion",
        NodeKind::Extension => "extension",
        NodeKind::Filter => "filter",
        NodeKind::Leaf => "leaf",
        NodeKind::Guard => "guard",
        NodeKind::Mark => "mark",
        NodeKind::Sequence => "sequence",
        NodeKind::Set => "set",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check_times, matmul, outline, same_times, two_in_i};
    use crate::tile::Tile;
    use crate::{Transform, loop_names};

    const IN_I: &str = "[n] -> { S0[i, j] : 0 <= i, j < n; S1[i, k] : 0 <= i, k < n }";

    fn message(scop: &Scop, text: &str) -> String {
        match read_schedule(scop, text) {
            Ok(schedule) => panic!("accepted as {schedule}"),
            Err(why) => format!("{}: {why}", why.code()),
        }
    }

    #[test]
    fn trees_come_back() {
        for before in [
            matmul(),
            two_in_i(),
            Tile::new([("i", 4)]).apply(&two_in_i()).unwrap().scop,
        ] {
            let text = before.schedule.to_string();
            let after = schedule_from(&before, &text).unwrap().scop;
            same_times(&before, &after);
            assert_eq!(outline(&before), outline(&after));
        }
    }

    #[test]
    fn maps_become_loops() {
        let before = two_in_i();
        let after = schedule_from(&before, "{ S0[i, j] -> [0, j, i]; S1[i, k] -> [1, i, -k] }")
            .unwrap()
            .scop;
        check_times(&after, "{ S0[i, j] -> [0, j, i]; S1[i, k] -> [1, i, -k] }");
        assert_eq!(loop_names(&after.schedule).unwrap(), ["t0", "t1", "t2"]);
        // Named and nested tuples, several maps for one statement, instances the model lacks.
        let text = "[n] -> { S0[i, j] -> T[[a, b] -> [c]] : a = 0 and b = j and c = i and i < 5;
            S0[i, j] -> T[[0, j] -> [i]] : i >= 5; S1[i, k] -> [1, i, -k] : k < n + 7 }";
        let other = schedule_from(&before, text).unwrap().scop;
        same_times(&after, &other);
    }

    #[test]
    fn bands_are_split_and_marks_kept() {
        let text = format!(
            r#"domain: "{IN_I}"
child:
  mark: parallel
  child:
    schedule: "[{{ S0[i, j] -> [(i)]; S1[i, k] -> [(i)] }}, {{ S0[i, j] -> [(j)]; S1[i, k] -> [(k)] }}]"
    child:
      set:
      - filter: "{{ S0[i, j] }}"
      - filter: "{{ S1[i, k] }}""#
        );
        let after = schedule_from(&two_in_i(), &text).unwrap().scop;
        assert_eq!(
            outline(&after),
            "domain mark:parallel t0 mark:parallel t1 set filter leaf filter leaf"
        );
    }

    #[test]
    fn extra_instances_are_cut_away() {
        let before = matmul();
        let text = before.schedule.to_string().replace("0 <= k < n", "-1 <= k < 2n");
        assert_ne!(text, before.schedule.to_string());
        let after = schedule_from(&before, &text).unwrap().scop;
        same_times(&before, &after);
        assert!(
            after
                .schedule
                .domain()
                .unwrap()
                .is_equal(&before.domain().unwrap())
                .unwrap()
        );
    }

    #[test]
    fn missing_instances_are_named() {
        let model = two_in_i();
        let says = |text: &str| message(&model, text);
        assert_eq!(
            says("{ S0[i, j] -> [i, 0, j]; S1[i, k] -> [i, 1, k] : k > 0 }"),
            "schedule-misses-instance: the schedule gives `S1[0, 0]` for `n = 1` no time"
        );
        assert_eq!(
            says("{ S0[i, j] -> [i, 0, j] }"),
            "schedule-misses-instance: the schedule gives `S1[0, 0]` for `n = 1` no time"
        );
        assert_eq!(
            says("{ S0[i, j] -> [i/2, j]; S1[i, k] -> [i, k] }"),
            "schedule-misses-instance: the schedule gives `S0[1, 0]` for `n = 2` no time"
        );
        assert_eq!(
            says(r#"{ domain: "[n] -> { S0[i, j] : 0 <= i, j < n }" }"#),
            "schedule-misses-instance: the schedule gives `S1[0, 0]` for `n = 1` no time"
        );
        assert_eq!(
            says(&format!(
                r#"{{ domain: "{IN_I}", child: {{ schedule: "[{{ S0[i, j] -> [(NaN)]; S1[i, k] -> [(i)] }}]" }} }}"#
            )),
            "schedule-misses-instance: the schedule gives `S0[0, 0]` for `n = 1` no time"
        );
        assert_eq!(
            says(&format!(
                r#"{{ domain: "{IN_I}", child: {{ schedule: "[{{ S0[i, j] -> [(i)] }}]" }} }}"#
            )),
            "schedule-misses-instance: the schedule gives `S1[0, 0]` for `n = 1` no time"
        );
        assert_eq!(
            says(&format!(
                r#"{{ domain: "{IN_I}", child: {{ sequence: [ {{ filter: "{{ S0[i, j] }}" }},
                {{ filter: "{{ S1[i, k] : i < 3 }}" }} ] }} }}"#
            )),
            "schedule-misses-instance: the schedule gives `S1[3, 0]` for `n = 4` no time"
        );
    }

    #[test]
    fn nothing_runs_twice() {
        let model = two_in_i();
        assert_eq!(
            message(&model, "{ S0[i, j] -> [i, a] : 0 <= a <= j; S1[i, k] -> [i, k] }"),
            "schedule-runs-instance-twice: the schedule gives `S0[0, 1]` for `n = 2` more than one time"
        );
        let split = |second: &str| {
            format!(
                r#"{{ domain: "{IN_I}", child: {{ sequence: [ {{ filter: "{{ S0[i, j]; S1[i, k] : i < 3 }}" }},
                {{ filter: "{{ S1[i, k] : i >= {second} }}" }} ] }} }}"#
            )
        };
        assert_eq!(
            message(&model, &split("2")),
            "schedule-runs-instance-twice: the schedule gives `S1[2, 0]` for `n = 3` more than one time"
        );
        assert!(read_schedule(&model, &split("3")).is_ok());
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let model = two_in_i();
        let says = |text: &str| message(&model, text);
        assert_eq!(
            says("{ S0[i, j] -> [i, 0, j]; S1[i, k] -> [i, k] }"),
            "schedule-uneven-times: the schedule gives times of 2 and of 3 numbers, which have no common order"
        );
        assert_eq!(
            says("{ S0[i, j] -> [i, 0, j]; s1[i, k] -> [i, 1, k] }"),
            "unknown-statement: there is no statement `s1` here"
        );
        assert_eq!(
            says("{ S0[i] -> [i] }"),
            "schedule-wrong-dimensions: statement `S0` has 2 dimensions, not 1"
        );
        assert_eq!(
            says("[m] -> { S0[i, j] -> [i + m, 0, j]; S1[i, k] -> [i, 1, k] }"),
            "unknown-parameter: there is no parameter `m` here"
        );
        assert_eq!(
            says(&format!(
                r#"{{ domain: "{IN_I}", child: {{ guard: "[n] -> {{ : n > 3 }}",
                child: {{ schedule: "[{{ S0[i, j] -> [(i)]; S1[i, k] -> [(i)] }}]" }} }} }}"#
            )),
            "schedule-foreign-node: the schedule has a node of kind `guard`, which says more than when statements run"
        );
        for text in [
            "",
            "{",
            "domain:",
            "{ domain: 3 }",
            "{ S0[i, j] -> }",
            "no schedule",
            "{ child: { } }",
            "[n] -> { : }",
        ] {
            assert!(read_schedule(&model, text).is_err(), "{text}");
        }
    }

    #[test]
    fn only_the_context_counts() {
        let mut model = matmul();
        model.context = Set::parse(&model.ctx, "[n] -> { : n <= 4 }").unwrap();
        assert!(read_schedule(&model, "{ S0[i, j, k] -> [i, j, k] : k < 4 }").is_ok());
        assert_eq!(
            message(&model, "{ S0[i, j, k] -> [i, j, k] : k < 3 }"),
            "schedule-misses-instance: the schedule gives `S0[0, 0, 3]` for `n = 4` no time"
        );
    }
}
