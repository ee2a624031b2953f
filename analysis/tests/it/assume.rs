//! Constraints that users write.

use polyvet_analysis::assume::{ConstraintToken, tokens, translate};

fn upper(text: &str) -> String {
    let name = |word: &str| Ok::<_, ()>(word.trim_start_matches('%').replace('.', "_").to_uppercase());
    translate(text, name).unwrap_or_default()
}

#[test]
fn tokens_are_the_text() {
    for text in [
        "n >= 1 and 2n < A.0",
        "%n_1 = floor(m/2)",
        "exists (k : n = 2k)",
        "",
        "3",
        "a.b.c<=d",
        "é > 1",
    ] {
        let pieces = tokens(text).into_iter().map(|token| match token {
            ConstraintToken::Name(piece) | ConstraintToken::Other(piece) => piece,
        });
        assert_eq!(pieces.collect::<String>(), text);
    }
}

#[test]
fn only_names_are_replaced() {
    assert_eq!(upper("n >= 1 and 2n < A.0"), "N >= 1 and 2N < A_0");
    assert_eq!(
        upper("floor(m/2) = %an mod 2"),
        "FLOOR".to_lowercase() + "(M/2) = AN mod 2"
    );
    // A name within another one is left alone.
    assert_eq!(upper("n1 = n and an = n"), "N1 = N and AN = N");
}

#[test]
fn bound_names_are_not_free() {
    assert_eq!(
        upper("exists (k : n = 2k) and m = 1"),
        "exists (bound__k : N = 2bound__k) and M = 1"
    );
    assert_eq!(
        upper("exists i, j: n = i + j"),
        "exists bound__i, bound__j: N = bound__i + bound__j"
    );
}
