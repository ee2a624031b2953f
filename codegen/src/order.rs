//! Tests that loop trees run every instance once and in the order of the schedule, by running them.

use polyvet_analysis::ids::StmtId;
use std::collections::{HashMap, HashSet};

use polyvet_analysis::Scop;
use polyvet_analysis::model::JsonModel;
use polyvet_poly::{Ctx, Set, UnionSet};

use crate::ast::{LoopTree, loop_tree};
use crate::expr::{ChoiceExpr, Cond, ExprVar, LinearAtom, LinearExpr};

/// Runs a loop tree for given parameters and writes down the instances.
pub struct OrderRun<'a> {
    params: &'a [i64],
    iterators: HashMap<usize, i64>,
    pub trace: Vec<(StmtId, Vec<i64>)>,
}

impl<'a> OrderRun<'a> {
    /// Runs the whole tree.
    pub fn of(tree: &LoopTree, params: &'a [i64]) -> OrderRun<'a> {
        let mut run = OrderRun {
            params,
            iterators: HashMap::new(),
            trace: Vec::new(),
        };
        run.tree(tree);
        run
    }

    fn linear(&self, linear: &LinearExpr) -> i64 {
        let (terms, constant) = linear.parts();
        terms.into_iter().fold(constant, |sum, (coefficient, atom)| {
            sum + coefficient
                * match atom {
                    LinearAtom::Var(ExprVar::Iter(depth)) => self.iterators[depth],
                    LinearAtom::Var(ExprVar::Param(at)) => self.params[*at],
                    LinearAtom::Var(other) => panic!("{other:?} in a loop tree"),
                    LinearAtom::Floor(inner, divisor) => self.linear(inner).div_euclid(*divisor),
                }
        })
    }

    fn expr(&self, e: &ChoiceExpr) -> i64 {
        match e {
            ChoiceExpr::Linear(linear) => self.linear(linear),
            ChoiceExpr::Max(all) => all.iter().map(|e| self.expr(e)).max().unwrap(),
            ChoiceExpr::Min(all) => all.iter().map(|e| self.expr(e)).min().unwrap(),
            ChoiceExpr::Add(a, b) => self.expr(a) + self.expr(b),
            ChoiceExpr::Scale(e, factor) => self.expr(e) * factor,
            ChoiceExpr::Floor(e, divisor) => self.expr(e).div_euclid(*divisor),
            ChoiceExpr::Select(cond, yes, no) => self.expr(if self.cond(cond) { yes } else { no }),
        }
    }

    fn cond(&self, cond: &Cond) -> bool {
        match cond {
            Cond::All(all) => all.iter().all(|part| self.cond(part)),
            Cond::Any(all) => all.iter().any(|part| self.cond(part)),
            Cond::NonNegative(e) => self.expr(e) >= 0,
            Cond::Zero(e) => self.expr(e) == 0,
        }
    }

    fn tree(&mut self, tree: &LoopTree) {
        match tree {
            LoopTree::Block(all) => all.iter().for_each(|tree| self.tree(tree)),
            LoopTree::For(one) => {
                let (mut value, upper) = (self.expr(&one.lower), self.expr(&one.upper));
                while value < upper {
                    self.iterators.insert(one.depth, value);
                    self.tree(&one.body);
                    value += one.step;
                }
                self.iterators.remove(&one.depth);
            }
            LoopTree::Let { depth, value, body, .. } => {
                let value = self.expr(value);
                self.iterators.insert(*depth, value);
                self.tree(body);
                self.iterators.remove(depth);
            }
            LoopTree::If { cond, then, otherwise } => match (self.cond(cond), otherwise) {
                (true, _) => self.tree(then),
                (false, Some(otherwise)) => self.tree(otherwise),
                (false, None) => {}
            },
            LoopTree::Stmt { stmt, dims } => {
                let dims = dims.iter().map(|dim| self.expr(dim)).collect();
                self.trace.push((*stmt, dims));
            }
        }
    }
}

/// Fails unless the loops of `scop` run each instance once, none before one with an earlier time.
#[track_caller]
fn check(scop: &Scop, params: &[i64]) {
    let run = OrderRun::of(&loop_tree(scop).unwrap(), params);

    let list = scop
        .params
        .iter()
        .map(|param| param.name.as_str())
        .collect::<Vec<_>>()
        .join(", ");
    let values = scop
        .params
        .iter()
        .zip(params)
        .map(|(param, value)| format!("{} = {value}", param.name));
    let values = values.collect::<Vec<_>>().join(" and ");
    let here = Set::parse(&scop.ctx, &format!("[{list}] -> {{ : {values} }}")).unwrap();
    let mut times = HashMap::new();
    let domain = scop.domain().unwrap().intersect_params(here).unwrap();
    let map = scop.schedule.map().unwrap().intersect_domain(domain.clone()).unwrap();
    for map in map.maps().unwrap() {
        let name = map.tuple_name(polyvet_poly::DimKind::In).unwrap().unwrap();
        let stmt = scop.stmt_named(&name).unwrap();
        let rank = scop.stmts[stmt].dims.len();
        for point in map.wrap().unwrap().points(1_000_000).unwrap().unwrap() {
            let (instance, time) = point.coords.split_at(rank);
            times.insert((stmt, instance.to_vec()), time.to_vec());
        }
    }
    let distinct: HashSet<_> = run.trace.iter().collect();
    assert_eq!(distinct.len(), run.trace.len(), "an instance runs twice");
    assert_eq!(
        run.trace.len(),
        UnionSet::points(&domain, 1_000_000).unwrap().unwrap().len(),
        "an instance is missing"
    );
    for pair in run.trace.windows(2) {
        let (Some(first), Some(second)) = (times.get(&pair[0]), times.get(&pair[1])) else {
            panic!("{pair:?} has no time");
        };
        assert!(
            first <= second,
            "{:?} at {first:?} runs before {:?} at {second:?}",
            pair[0],
            pair[1]
        );
    }
}

fn model(context: &str, domain: &str, schedule: &str) -> Scop {
    let model = JsonModel {
        name: "test".to_owned(),
        context: Some(context.to_owned()),
        domain: domain.to_owned(),
        schedule: schedule.replace('\'', "\""),
        ..JsonModel::default()
    };
    model.to_scop(&Ctx::new()).unwrap()
}

/// All parameter values up to `most`.
fn check_all(scop: &Scop, most: i64) {
    let mut all = vec![Vec::new()];
    for _ in &scop.params {
        all = all
            .into_iter()
            .flat_map(|one: Vec<i64>| (0..=most).map(move |n| [one.clone(), vec![n]].concat()))
            .collect();
    }
    for params in all {
        check(scop, &params);
    }
}

const TRIANGLE: &str = "[n] -> { S[i, j] : 0 <= i < n and 0 <= j <= i }";

#[test]
fn program_order() {
    let scop = model(
        "[n] -> { : n >= 0 }",
        "[n] -> { S[i, j] : 0 <= i < n and 0 <= j <= i; T[i] : 0 <= i < n }",
        "{ domain: '[n] -> { S[i, j] : 0 <= i < n and 0 <= j <= i; T[i] : 0 <= i < n }',
           child: { schedule: 'i[{ S[i, j] -> [(i)]; T[i] -> [(i)] }]', child: { sequence: [
             { filter: '{ S[i, j] }', child: { schedule: 'j[{ S[i, j] -> [(j)] }]' } },
             { filter: '{ T[i] }' } ] } } }",
    );
    check_all(&scop, 7);
    assert_eq!(
        crate::ast_text(&scop).unwrap(),
        "for (i = 0; i < n; i++) {\n  for (j = 0; j < i + 1; j++) {\n    S(i, j);\n  }\n  T(i);\n}\n"
    );
}

#[test]
fn tiles_of_a_triangle_in_another_order() {
    let scop = model(
        "[n] -> { : n >= 0 }",
        TRIANGLE,
        "{ domain: '[n] -> { S[i, j] : 0 <= i < n and 0 <= j <= i }', child: {
             schedule: 'j_t[{ S[i, j] -> [(4*floor(j/4))] }]', child: {
             schedule: 'i_t[{ S[i, j] -> [(3*floor(i/3))] }]', child: {
             schedule: 'i[{ S[i, j] -> [(i)] }]', child: {
             schedule: 'j[{ S[i, j] -> [(j)] }]' } } } } }",
    );
    check_all(&scop, 13);
    let text = crate::ast_text(&scop).unwrap();
    assert!(text.contains("for (j_t = 0; j_t < n; j_t += 4)"), "{text}");
    assert!(text.contains("S(i, j);"), "{text}");
}

#[test]
fn tile_numbers_and_shifted_points() {
    let scop = model(
        "[n] -> { : n >= 0 }",
        TRIANGLE,
        "{ domain: '[n] -> { S[i, j] : 0 <= i < n and 0 <= j <= i }', child: {
             schedule: 'a[{ S[i, j] -> [(floor(i/3))] }]', child: {
             schedule: 'b[{ S[i, j] -> [(i mod 3)] }]', child: {
             schedule: 'c[{ S[i, j] -> [(-j)] }]' } } } }",
    );
    check_all(&scop, 10);
}

#[test]
fn skew_and_wavefront() {
    let scop = model(
        "[n, m] -> { : n >= 0 and m >= 0 }",
        "[n, m] -> { S[i, j] : 0 <= i < n and 1 <= j < m - 1 }",
        "{ domain: '[n, m] -> { S[i, j] : 0 <= i < n and 1 <= j < m - 1 }', child: {
             schedule: 'w[{ S[i, j] -> [(2*i + j)] }]', child: {
             schedule: 'j[{ S[i, j] -> [(j)] }]' } } }",
    );
    check_all(&scop, 6);
}

#[test]
fn steps_and_residues() {
    let scop = model(
        "[n] -> { : n >= 0 }",
        "[n] -> { S[i] : 2 <= i < n and (i - 2) mod 3 = 0; T[i] : 0 <= i < n and (i mod 5 = 1 or i mod 5 = 3) }",
        "{ domain: '[n] -> { S[i] : 2 <= i < n and (i - 2) mod 3 = 0; T[i] : 0 <= i < n and (i mod 5 = 1 or i mod 5 = 3) }',
           child: { schedule: 'i[{ S[i] -> [(i)]; T[i] -> [(i)] }]', child: { sequence: [
             { filter: '{ T[i] }' }, { filter: '{ S[i] }' } ] } } }",
    );
    check_all(&scop, 23);
}

#[test]
fn holes_and_unions() {
    let scop = model(
        "[n, m] -> { : n >= 0 and m >= 0 }",
        "[n, m] -> { S[i] : (0 <= i < n or m <= i <= m + 2) and i != 3 }",
        "{ domain: '[n, m] -> { S[i] : (0 <= i < n or m <= i <= m + 2) and i != 3 }',
           child: { schedule: 'i[{ S[i] -> [(i)] }]' } }",
    );
    check_all(&scop, 8);
}

#[test]
fn bounds_with_divisions_of_extremes() {
    let scop = model(
        "[n, m] -> { : n >= 0 and m >= 0 }",
        "[n, m] -> { S[i, j] : exists (e : 3i <= 2e and e <= n and e <= m and e >= 0) and i >= 0 and n <= 3j <= m + i }",
        "{ domain: '[n, m] -> { S[i, j] : exists (e : 3i <= 2e and e <= n and e <= m and e >= 0) and i >= 0 and n <= 3j <= m + i }',
           child: { schedule: 'j[{ S[i, j] -> [(j + i)] }]', child: { schedule: 'i[{ S[i, j] -> [(floor(i/2) - j)] }]' } } }",
    );
    check_all(&scop, 9);
}

#[test]
fn instances_of_one_time_run_once() {
    let scop = model(
        "[n] -> { : n >= 0 }",
        TRIANGLE,
        "{ domain: '[n] -> { S[i, j] : 0 <= i < n and 0 <= j <= i }', child: { schedule: 'w[{ S[i, j] -> [(i + j)] }]' } }",
    );
    check_all(&scop, 6);
}

#[test]
fn marks_reach_their_loops_only() {
    let scop = model(
        "[n] -> { : n >= 0 }",
        "[n] -> { S[i, j] : 0 <= i, j < n; T[i] : 0 <= i < n }",
        "{ domain: '[n] -> { S[i, j] : 0 <= i, j < n; T[i] : 0 <= i < n }', child: { sequence: [
             { filter: '{ S[i, j] }', child: { schedule: 'i[{ S[i, j] -> [(i)] }]', child: { mark: 'parallel',
                 child: { schedule: 'j[{ S[i, j] -> [(j)] }]' } } } },
             { filter: '{ T[i] }', child: { mark: 'vector', child: { schedule: 'k[{ T[i] -> [(i)] }]' } } } ] } }",
    );
    let LoopTree::Block(all) = loop_tree(&scop).unwrap() else {
        panic!("two nests")
    };
    let [LoopTree::For(first), LoopTree::For(second)] = &all[..] else {
        panic!("two loops")
    };
    assert!(!first.parallel && !first.vector);
    let LoopTree::For(inner) = &first.body else {
        panic!("a nest")
    };
    assert!(inner.parallel && !inner.vector);
    assert!(!second.parallel && second.vector);
    assert_eq!(second.name, "k");
}
