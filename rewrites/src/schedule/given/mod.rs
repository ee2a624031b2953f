//! A whole schedule from the user.
//!
//! The text is a schedule tree in isl's YAML form or in the form of the MLIR rationale ([`mldim`]), or a
//! union map from instances to times. What comes back gives every instance of the model within the context exactly one time, and has one loop a
//! band; instances that the model does not have are cut away. Anything else is refused:
//!
//! - a sequence or filter must not lose an instance nor list it twice (isl does not look);
//! - a band or map must have a whole number for each instance (isl rounds down in bands; a map
//!   `{ S[i] -> [i/2] }` gives odd instances no time);
//! - statements, their dimensions and parameters are those of the model.
//!
//! What a text claims of loops becomes a mark `parallel` directly above them: a coincident member of a band, and a mark
//! with filters or sequences between it and its band ([`claims`]).
//!
//! The usual text names each statement once in a sequence and has bands defined everywhere, so the
//! check carries the model's domains along as they are and asks isl only where something is cut.
//! [`ScheduleReader`] keeps what it has read: schedules of one model repeat their parts.

mod check;
mod claims;
mod mldim;
mod program;
mod text;
mod tree;

use polyvet_analysis::ids::StmtId;
use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_poly::{DimKind, Map, PwMultiAff, Schedule, ScheduleNodeKind, UnionMap, UnionPwMultiAff, UnionSet};
use typed_index_collections::TiVec;

use crate::schedule::Inapplicable;
use crate::schedule::transform::reschedule;
use check::GivenModel;
use polyvet_analysis::loops::LoopMarks;
use polyvet_analysis::loops::{insert, one_loop_per_band, reserved};
use text::GivenNode;
use tree::{GivenTree, TreeCache};

pub use program::{is_program, program_from};
pub(crate) use tree::kind_name;

type Result<T> = std::result::Result<T, Inapplicable>;

/// The model with the schedule written in `text`.
///
/// # Errors
/// See [`ScheduleReader::read`].
pub fn schedule_from(scop: &Scop, text: &str) -> Result<Rewrite> {
    reschedule(scop, ScheduleReader::new(scop).read(text)?)
}

/// Reads schedules of one model.
pub struct ScheduleReader<'a> {
    model: GivenModel<'a>,
    /// The last text of a domain that covers the model's.
    domain: Option<String>,
    cache: TreeCache,
    /// A tree with nothing but the model's domain.
    bare: Option<Schedule>,
}

impl<'a> ScheduleReader<'a> {
    /// Reads schedules of `scop`.
    pub fn new(scop: &'a Scop) -> ScheduleReader<'a> {
        ScheduleReader {
            model: GivenModel::of(scop),
            domain: None,
            cache: TreeCache::default(),
            bare: None,
        }
    }

    /// The schedule written in `text`, fit for the model. isl that runs out of operations while it
    /// reads reports a syntax error, so not inside [`Ctx::within`](polyvet_poly::Ctx::within).
    ///
    /// # Errors
    /// [`Inapplicable::Poly`] for a text that isl cannot read; the others where it does not fit, each
    /// naming the statement or a smallest instance.
    pub fn read(&mut self, text: &str) -> Result<Schedule> {
        if mldim::is_mldim(text) {
            return self.read_tree(&mldim::to_isl(self.model.scop, text, false)?);
        }
        if !is_tree(text) {
            return self.read_map(text);
        }
        match text::read(text) {
            Some(GivenNode::Domain(domain, below)) => match self.read_known(domain, &below) {
                // isl's own words for what is wrong with the text.
                Err(Inapplicable::Poly(why)) if !why.is_budget() => self.read_tree(text),
                done => done,
            },
            _ => self.read_tree(text),
        }
    }

    /// Reads a tree of the usual form from its parts.
    fn read_known(&mut self, domain: &str, below: &GivenNode) -> Result<Schedule> {
        let scop = self.model.scop;
        if self.domain.as_deref() != Some(domain) {
            self.model.check_domain(&UnionSet::parse(&scop.ctx, domain)?)?;
            self.domain = Some(domain.to_owned());
        }
        let tree = self.cache.tree(&self.model, below)?;
        let one_loop_each = self.model.check_tree(&tree)?;
        let schedule = tree.build(self.bare()?.root()?.first_child()?)?.schedule()?;
        self.finish(schedule, one_loop_each, &tree)
    }

    /// Reads any tree.
    fn read_tree(&self, text: &str) -> Result<Schedule> {
        let scop = self.model.scop;
        let mut schedule = Schedule::parse(&scop.ctx, text)?;
        let root = schedule.root()?;
        if root.kind()? != ScheduleNodeKind::Domain {
            return Err(Inapplicable::ForeignNode {
                kind: kind_name(root.kind()?),
            });
        }
        let exact = self.model.check_domain(&root.domain_get_domain()?)?;
        let tree = GivenTree::of(&self.model, &root.first_child()?, 0)?;
        let one_loop_each = self.model.check_tree(&tree)?;
        if !exact {
            schedule = schedule.intersect_domain(scop.domain()?)?;
        }
        match claims::coincident_as_marks(&schedule, &reserved(scop))? {
            Some(split) => self.finish(split, true, &tree),
            None => self.finish(schedule, one_loop_each, &tree),
        }
    }

    fn finish(&self, schedule: Schedule, one_loop_each: bool, tree: &GivenTree) -> Result<Schedule> {
        let schedule = match one_loop_each {
            true => schedule,
            false => one_loop_per_band(schedule, &reserved(self.model.scop))?,
        };
        Ok(match tree.has_stray_marks() {
            true => claims::marks_at_their_bands(schedule)?,
            false => schedule,
        })
    }

    fn bare(&mut self) -> Result<Schedule> {
        let bare = match self.bare.take() {
            Some(bare) => bare,
            None => Schedule::from_domain(self.model.scop.domain()?)?,
        };
        self.bare = Some(bare.clone());
        Ok(bare)
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

impl ScheduleReader<'_> {
    /// Reads a map from instances to times.
    fn read_map(&mut self, text: &str) -> Result<Schedule> {
        let scop = self.model.scop;
        let model = &self.model;
        let union = UnionMap::parse(&scop.ctx, text)?;
        model.check_params(&union.space()?)?;
        let mut times: TiVec<StmtId, Option<Map>> = vec![None; scop.stmts.len()].into();
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
        for (stmt, map) in times.into_iter_enumerated() {
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
        bands(scop, self.bare()?, functions, lengths.first().copied().unwrap_or(0))
    }
}

impl GivenModel<'_> {
    /// The times of one statement as a function defined on its instances.
    fn function(&self, stmt: StmtId, map: Map) -> Result<PwMultiAff> {
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
        self.check_covered(stmt, wanted, &map.clone().domain()?)?;
        Ok(PwMultiAff::from_map(map)?)
    }

    /// The error for a statement with instances that have more than one time.
    fn several_times(&self, stmt: StmtId, map: Map) -> Result<Inapplicable> {
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
fn bands(scop: &Scop, bare: Schedule, times: Option<UnionPwMultiAff>, length: usize) -> Result<Schedule> {
    let mut node = bare.root()?.first_child()?;
    let used = reserved(scop);
    let mut names = (0..)
        .map(|number| format!("t{number}"))
        .filter(|name| !used.contains(name));
    let names: Vec<String> = names.by_ref().take(length).collect();
    for (pos, name) in names.into_iter().enumerate().rev() {
        let Some(times) = &times else { break };
        let level = LoopMarks {
            name,
            marks: Vec::new(),
            times: times.union_pw_aff(pos)?,
        };
        node = insert(node, level)?;
    }
    Ok(node.schedule()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Transform;
    use crate::schedule::testing::{check_times, matmul, outline, same_times, two_in_i};
    use crate::schedule::tile::Tile;
    use crate::{apply_script, parse_script};
    use polyvet_analysis::loops::loop_names;
    use polyvet_poly::Set;

    const IN_I: &str = "[n] -> { S0[i, j] : 0 <= i, j < n; S1[i, k] : 0 <= i, k < n }";

    fn message(scop: &Scop, text: &str) -> String {
        match ScheduleReader::new(scop).read(text) {
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
    fn known_parts_make_the_tree_that_isl_reads() {
        let marked = parse_script("tile(i=4); parallelize(i_t); vectorize(k, 8); reverse(j)").unwrap();
        let model = apply_script(&two_in_i(), &marked).unwrap().scop;
        let mut reader = ScheduleReader::new(&model);
        let texts = [model.schedule.to_string(), two_in_i().schedule.to_string()];
        for text in texts.iter().chain(&texts) {
            let read = reader.read(text).unwrap();
            assert!(text::read(text).is_some());
            assert!(
                read.is_equal(&Schedule::parse(&model.ctx, text).unwrap()).unwrap(),
                "{text}"
            );
            assert!(read.is_equal(&reader.read_tree(text).unwrap()).unwrap(), "{text}");
            let block = block_layout(&read);
            assert!(text::read(&block).is_some(), "{block}");
            assert!(read.is_equal(&reader.read(&block).unwrap()).unwrap(), "{block}");
        }
    }

    /// The text in lines instead of braces.
    fn block_layout(schedule: &Schedule) -> String {
        fn below(node: &polyvet_poly::ScheduleNode, indent: &str, text: &mut String) {
            let child = node.get_child(0).unwrap();
            if child.kind().unwrap() != ScheduleNodeKind::Leaf {
                text.push_str(&format!("{indent}child:\n"));
                lines(&child, &format!("{indent}  "), indent.len() + 2, text);
            }
        }
        fn lines(node: &polyvet_poly::ScheduleNode, indent: &str, width: usize, text: &mut String) {
            let deeper = " ".repeat(width);
            match node.kind().unwrap() {
                ScheduleNodeKind::Band => {
                    let times = node.band_get_partial_schedule().unwrap();
                    text.push_str(&format!("{indent}schedule: \"{times}\"\n"));
                    below(node, &deeper, text);
                }
                ScheduleNodeKind::Mark => {
                    text.push_str(&format!("{indent}mark: \"{}\"\n", node.mark_name().unwrap().unwrap()));
                    below(node, &deeper, text);
                }
                ScheduleNodeKind::Domain => {
                    text.push_str(&format!("{indent}domain: \"{}\"\n", node.domain_get_domain().unwrap()));
                    below(node, &deeper, text);
                }
                ScheduleNodeKind::Filter => {
                    text.push_str(&format!("{indent}filter: \"{}\"\n", node.filter_get_filter().unwrap()));
                    below(node, &deeper, text);
                }
                ScheduleNodeKind::Sequence => {
                    text.push_str(&format!("{indent}sequence:\n"));
                    for at in 0..node.n_children().unwrap() {
                        lines(&node.get_child(at).unwrap(), &format!("{deeper}- "), width + 2, text);
                    }
                }
                kind => panic!("{kind:?}"),
            }
        }
        let mut text = String::new();
        lines(&schedule.root().unwrap(), "", 0, &mut text);
        text
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
        assert!(ScheduleReader::new(&model).read(&split("3")).is_ok());
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
            assert!(ScheduleReader::new(&model).read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn only_the_context_counts() {
        let mut model = matmul();
        model.context = Set::parse(&model.ctx, "[n] -> { : n <= 4 }").unwrap();
        assert!(
            ScheduleReader::new(&model)
                .read("{ S0[i, j, k] -> [i, j, k] : k < 4 }")
                .is_ok()
        );
        assert_eq!(
            message(&model, "{ S0[i, j, k] -> [i, j, k] : k < 3 }"),
            "schedule-misses-instance: the schedule gives `S0[0, 0, 3]` for `n = 4` no time"
        );
    }
}
