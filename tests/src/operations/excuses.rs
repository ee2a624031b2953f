//! Steps that may be wrong by their arguments, and pairs that `validate` is known not to decide. Everything else is
//! refuted or left open only by a fault.

/// Why a pair need not be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excuse {
    /// The script says something else than the program.
    Wrong,
    /// It says the same, and nothing that we have shows it.
    Open,
}

/// Parts of steps, what the program has to have in it, and the reason.
const EXCUSES: &[(&[&str], &str, Excuse, &str)] = &[
    (
        &["pad("],
        "",
        Excuse::Wrong,
        "what is put behind the ends takes part in reductions: 0 where 1 is neutral",
    ),
    (
        &[
            "split_reduction(",
            "tile_reduction_using_for(",
            "tile_reduction_using_forall(",
        ],
        "",
        Excuse::Wrong,
        "accumulators may start with a value of the script, which need not be neutral",
    ),
    (
        &["tile_using_forall("],
        "reduction",
        Excuse::Wrong,
        "tiles of a reduction that run at the same time race",
    ),
    (
        &["tile_using_forall("],
        "linalg.",
        Excuse::Wrong,
        "the same of named operations",
    ),
    (
        &["vectorize_op("],
        "?",
        Excuse::Wrong,
        "a vector may be shorter than a loop whose length nobody knows",
    ),
    (
        &["layout_wrapped("],
        "",
        Excuse::Wrong,
        "fewer places than are in use at a time",
    ),
    (
        &["privatise("],
        "",
        Excuse::Wrong,
        "what an iteration leaves is taken from the next one, and from who looks at the buffer later",
    ),
    (
        &["expand_array(", "multibuffer("],
        "",
        Excuse::Wrong,
        "what an iteration leaves is taken from the next one",
    ),
    (
        &["yield)"],
        "",
        Excuse::Wrong,
        "what tiles computed is all of it only where they cover it, and once only where they do not overlap",
    ),
];

/// What excuses a script on a program.
pub fn of(script: &str, program: &str) -> Option<Excuse> {
    let of = |(steps, with, excuse, _): &(&[&str], &str, Excuse, &str)| {
        (steps.iter().any(|step| script.contains(step)) && program.contains(with)).then_some(*excuse)
    };
    EXCUSES.iter().find_map(of)
}
