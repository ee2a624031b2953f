//! What a schedule tree claims of its loops is checked, wherever in the tree it says so.

use polyvet_analysis::Scop;
use polyvet_analysis::model::JsonModel;
use polyvet_poly::{Ctx, Schedule};
use polyvet_verify::legality::Checker;
use polyvet_verify::{Vacuity, Verdict, WitnessKind};

const BAND: &str = "{ schedule: '[{ S[i] -> [(i)] }]' }";
const LOW: &str = "{ S[i] : i < 8 }";
const HIGH: &str = "{ S[i] : i >= 8 }";

/// `A[i + 1]` is made of `A[i]`, or each element of itself.
fn model(offset: &str, context: &str) -> Scop {
    let text = format!(
        r#"{{ "name": "f", "context": "{context}", "domain": "{{ S[i] : 0 <= i < 15 }}",
            "reads": "{{ S[i] -> A[i] }}", "must_writes": "{{ S[i] -> A[i{offset}] }}", "may_writes": "{{ }}",
            "schedule": "{{ domain: \"{{ S[i] : 0 <= i < 15 }}\", child: {{ schedule: \"L[{{ S[i] -> [(i)] }}]\" }} }}" }}"#
    );
    JsonModel::from_json(&text)
        .expect("JSON")
        .to_scop(&Ctx::new())
        .expect("a model")
}

fn verdict(scop: &Scop, tree: &str) -> Verdict {
    let text = format!("{{ domain: '{{ S[i] : 0 <= i < 15 }}', child: {tree} }}").replace('\'', "\"");
    let schedule = Schedule::parse(&scop.ctx, &text).expect("a schedule");
    Checker::new(scop, 0)
        .expect("dependences")
        .check(&schedule)
        .expect("a verdict")
}

fn halves(kind: &str, below: &str) -> String {
    format!("{{ {kind}: [ {{ filter: '{LOW}', child: {below} }}, {{ filter: '{HIGH}', child: {below} }} ] }}")
}

#[test]
fn claims_are_true_where_nothing_is_carried_and_races_where_something_is() {
    let (scan, double) = (model(" + 1", "{ : }"), model("", "{ : }"));
    let mark = |below: &str| format!("{{ mark: 'parallel', child: {below} }}");
    let trees = [
        "{ schedule: '[{ S[i] -> [(i)] }]', permutable: 1, coincident: [ 1 ] }".to_owned(),
        "{ schedule: '[{ S[i] -> [(floor(i/4))] }, { S[i] -> [(i)] }]', coincident: [ 0, 1 ] }".to_owned(),
        mark(BAND),
        mark(&format!("{{ filter: '{{ S[i] }}', child: {BAND} }}")),
        mark(&format!("{{ context: '{{ [] }}', child: {BAND} }}")),
        mark(&halves("sequence", BAND)),
        mark(&halves("set", BAND)),
    ];
    for tree in trees {
        let proved = verdict(&double, &tree);
        assert!(matches!(proved, Verdict::Proved(_)), "{tree}: {proved:?}");
        match verdict(&scan, &tree) {
            Verdict::Refuted(witness) => assert!(witness.replay.confirmed, "{tree}: {witness:?}"),
            other => panic!("{tree}: {other:?}"),
        }
    }
    let plain = verdict(&scan, &BAND.replace("]' }", "]', coincident: [ 0 ] }"));
    assert!(matches!(plain, Verdict::Proved(_)), "nothing is claimed: {plain:?}");
}

#[test]
fn children_of_a_set_have_no_order() {
    let scan = model(" + 1", "{ : }");
    for kind in ["sequence", "set"] {
        match (kind, verdict(&scan, &halves(kind, BAND))) {
            ("sequence", Verdict::Proved(_)) => {}
            ("set", Verdict::Refuted(witness)) => {
                assert!(matches!(witness.kind, WitnessKind::Unordered(_)), "{witness:?}");
                assert!(witness.replay.confirmed, "{witness:?}");
                assert_eq!((&*witness.source.at, &*witness.sink.at), (&[7][..], &[8][..]));
            }
            (kind, other) => panic!("{kind}: {other:?}"),
        }
    }
}

#[test]
fn a_proof_without_parameters_is_vacuous() {
    let none = model(" + 1", "[n] -> { : n >= 1 and n <= 0 }");
    let Verdict::Proved(proof) = verdict(&none, BAND) else {
        panic!("there is nothing to break")
    };
    assert_eq!(proof.vacuous, Some(Vacuity::Contradiction));
    let Verdict::Proved(proof) = verdict(&model("", "{ : }"), BAND) else {
        panic!("the order as it is")
    };
    assert_eq!(proof.vacuous, None);
}
