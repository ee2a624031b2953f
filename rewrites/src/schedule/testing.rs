//! Models from isl text, and what tests ask of them.

use polyvet_analysis::scop::{Loop, Param, ParamOrigin, Scop, Stmt};
use polyvet_ir::Span;
use polyvet_poly::{Ctx, DimKind, Schedule, ScheduleNodeKind, Set, UnionMap, UnionSet};
use typed_index_collections::TiVec;

use crate::parse_script;
use polyvet_analysis::loops::loop_names;

/// A model without accesses; statements in the order of their names.
pub fn scop(domain: &str, schedule: &str) -> Scop {
    let ctx = Ctx::new();
    let domain = UnionSet::parse(&ctx, domain).unwrap();
    let schedule = Schedule::parse(&ctx, schedule).unwrap();
    let space = domain.space().unwrap().params().unwrap();
    let param = |pos| {
        let name = space.dim_name(DimKind::Param, pos).unwrap().unwrap();
        Param {
            label: name.clone(),
            name,
            origin: ParamOrigin::External,
            formula: None,
        }
    };
    let params = (0..space.dim(DimKind::Param).unwrap()).map(param).collect();
    let context = Set::universe(space).unwrap();
    let mut stmts: Vec<Stmt> = domain.sets().unwrap().into_iter().map(stmt).collect();
    stmts.sort_by(|one, other| one.name.cmp(&other.name));
    let named = |name| Loop {
        name,
        op: None,
        induction: None,
        claim: None,
        unsigned: false,
        partition: false,
        workers: None,
        strip: None,
        span: Span::NONE,
    };
    Scop {
        name: "test".to_owned(),
        ctx,
        params,
        valid: context.clone(),
        context,
        arrays: TiVec::new(),
        stmts: stmts.into(),
        loops: loop_names(&schedule).unwrap().into_iter().map(named).collect(),
        schedule,
        results: Vec::new(),
        args: Vec::new(),
        obligations: Vec::new(),
        idle_loads: Vec::new(),
        inexact: Vec::new(),
        misfits: Vec::new(),
        views: Vec::new(),
        words: Default::default(),
        overflows: false,
        buffers: Default::default(),
    }
}

fn stmt(domain: Set) -> Stmt {
    let dims = 0..domain.dim(DimKind::Set).unwrap();
    Stmt {
        name: domain.tuple_name().unwrap().unwrap(),
        dims: dims
            .map(|pos| domain.dim_name(DimKind::Set, pos).unwrap().unwrap())
            .collect(),
        loops: Vec::new(),
        domain,
        accesses: TiVec::new(),
        payload: None,
        may: false,
        reduction: None,
        op: None,
        span: Span::NONE,
    }
}

/// `i { j { k { S0 } } }`
pub fn matmul() -> Scop {
    let domain = "[n] -> { S0[i, j, k] : 0 <= i, j, k < n }";
    scop(
        domain,
        &format!(
            r#"{{ domain: "{domain}", child: {{ schedule: "i[{{ S0[i, j, k] -> [(i)] }}]", child: {{
            schedule: "j[{{ S0[i, j, k] -> [(j)] }}]", child: {{ schedule: "k[{{ S0[i, j, k] -> [(k)] }}]" }} }} }} }}"#
        ),
    )
}

/// `i { j { S0 } }` with `j <= i`.
pub fn triangle() -> Scop {
    let domain = "[n] -> { S0[i, j] : 0 <= j <= i < n }";
    scop(
        domain,
        &format!(
            r#"{{ domain: "{domain}", child: {{ schedule: "i[{{ S0[i, j] -> [(i)] }}]", child: {{
            schedule: "j[{{ S0[i, j] -> [(j)] }}]" }} }} }}"#
        ),
    )
}

/// `i { j { S0 } k { S1 } }`
pub fn two_in_i() -> Scop {
    let domain = "[n] -> { S0[i, j] : 0 <= i, j < n; S1[i, k] : 0 <= i, k < n }";
    scop(
        domain,
        &format!(
            r#"{{ domain: "{domain}", child: {{ schedule: "i[{{ S0[i, j] -> [(i)]; S1[i, k] -> [(i)] }}]", child: {{
            sequence: [
              {{ filter: "{{ S0[i, j] }}", child: {{ schedule: "j[{{ S0[i, j] -> [(j)] }}]" }} }},
              {{ filter: "{{ S1[i, k] }}", child: {{ schedule: "k[{{ S1[i, k] -> [(k)] }}]" }} }} ] }} }} }}"#
        ),
    )
}

/// `i { j { S0 } } k { l { S1 } }`
pub fn side_by_side() -> Scop {
    let domain = "[n] -> { S0[i, j] : 0 <= i, j < n; S1[k, l] : 0 <= k, l < n }";
    scop(
        domain,
        &format!(
            r#"{{ domain: "{domain}", child: {{ sequence: [
              {{ filter: "{{ S0[i, j] }}", child: {{ schedule: "i[{{ S0[i, j] -> [(i)] }}]",
                 child: {{ schedule: "j[{{ S0[i, j] -> [(j)] }}]" }} }} }},
              {{ filter: "{{ S1[k, l] }}", child: {{ schedule: "k[{{ S1[k, l] -> [(k)] }}]",
                 child: {{ schedule: "l[{{ S1[k, l] -> [(l)] }}]" }} }} }} ] }} }}"#
        ),
    )
}

/// The flat times on the domain; isl does not cut them to it.
fn times(scop: &Scop) -> UnionMap {
    scop.schedule
        .map()
        .unwrap()
        .intersect_domain(scop.domain().unwrap())
        .unwrap()
}

/// Fails unless the flat times are those expected, on the domain.
#[track_caller]
pub fn check_times(scop: &Scop, expected: &str) {
    let expected = UnionMap::parse(&scop.ctx, expected).unwrap();
    let expected = expected.intersect_domain(scop.domain().unwrap()).unwrap();
    let found = times(scop);
    assert!(found.is_equal(&expected).unwrap(), "{found}\nis not\n{expected}");
}

/// Fails unless both have the same flat times.
#[track_caller]
pub fn same_times(one: &Scop, other: &Scop) {
    let (one, other) = (times(one), times(other));
    let other = UnionMap::parse(one.ctx(), &other.to_string()).unwrap();
    assert!(one.is_equal(&other).unwrap(), "{one}\nis not\n{other}");
}

/// The nodes of the tree, parents first; bands by name.
pub fn outline(scop: &Scop) -> String {
    let mut words = Vec::new();
    let visit = |node: polyvet_poly::ScheduleNode| {
        words.push(match node.kind()? {
            ScheduleNodeKind::Band => node.band_get_space()?.tuple_name(DimKind::Set)?.unwrap_or_default(),
            ScheduleNodeKind::Mark => format!("mark:{}", node.mark_name()?.unwrap_or_default()),
            ScheduleNodeKind::Leaf if node.parent_kind()? == ScheduleNodeKind::Band => return Ok(true),
            kind => format!("{kind:?}").to_lowercase(),
        });
        Ok(true)
    };
    scop.schedule.foreach_schedule_node_top_down(visit).unwrap();
    words.join(" ")
}

/// Message, text of the place and help of a refusal.
#[derive(Debug, PartialEq, Eq)]
pub struct RefusalText(String, String, String);

impl RefusalText {
    /// The message.
    pub fn message(&self) -> &str {
        &self.0
    }
}

impl From<(&str, &str, &str)> for RefusalText {
    fn from((message, place, help): (&str, &str, &str)) -> RefusalText {
        RefusalText(message.to_owned(), place.to_owned(), help.to_owned())
    }
}

/// Why a one-step script has no place.
#[track_caller]
pub fn refusal(scop: &Scop, text: &str) -> RefusalText {
    let steps = parse_script(text).unwrap().steps;
    let why = steps[0]
        .transform()
        .unwrap()
        .apply(scop)
        .unwrap_err()
        .diagnostic(steps[0].span);
    // The last occurrence of a name is the one to blame in every test.
    let place = why.primary;
    if place == steps[0].span {
        return RefusalText(why.message, String::new(), why.help.unwrap_or_default());
    }
    assert_eq!(Some(place.start as usize), text.rfind(place.of(text)), "in `{text}`");
    RefusalText(why.message, place.of(text).to_owned(), why.help.unwrap_or_default())
}
