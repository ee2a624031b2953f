//! Marks of schedules.

use polyvet_analysis::Mark;
use polyvet_analysis::marks::marks_over;
use polyvet_poly::{Ctx, Schedule};

#[test]
fn names_come_back() {
    for name in [
        "parallel",
        "vector",
        "unroll",
        "predicated",
        "pipelined",
        "tile by T",
        "tile by",
        "thread",
        "",
    ] {
        assert_eq!(Mark::from(name.to_owned()).to_string(), name);
    }
    assert_eq!(Mark::from("tile by T".to_owned()).tile_size(), Some("T"));
    assert_eq!(Mark::from("Parallel".to_owned()), Mark::Other("Parallel".to_owned()));
    assert!(Mark::Vector.claims_any_order() && !Mark::Unroll.claims_any_order());
}

#[test]
fn the_closest_mark_comes_first() {
    let ctx = Ctx::new();
    let text = "{ domain: \"{ S[i] : 0 <= i < 4 }\", child: { schedule: \"[{ S[i] -> [(i)] }]\" } }";
    let band = Schedule::parse(&ctx, text)
        .and_then(|schedule| schedule.root()?.child(0))
        .expect("a band");
    let marked = Mark::Parallel
        .insert(band)
        .and_then(|node| Mark::TileBy("T".to_owned()).insert(node));
    let marked = marked.expect("marks");
    let inner = marked.child(0).and_then(|node| node.child(0)).expect("the band");
    assert_eq!(
        marks_over(&inner).expect("marks"),
        [Mark::Parallel, Mark::TileBy("T".to_owned())]
    );
}
