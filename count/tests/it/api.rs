//! What is asked of the crate, one question a test.

use num_bigint::BigInt;
use polyvet_count::{CountError, CountFormula, CountOptions, CountedLines, Direction, bounds, count, count_at};
use polyvet_poly::{Ctx, Map, Set, UnionSet};

fn formula(set: &str) -> CountFormula {
    let ctx = Ctx::new();
    count(&Set::parse(&ctx, set).unwrap(), &CountOptions::default()).unwrap()
}

fn formula_in(set: &str, context: &str) -> String {
    let ctx = Ctx::new();
    let options = CountOptions::default().context(Set::parse(&ctx, context).unwrap());
    count(&Set::parse(&ctx, set).unwrap(), &options).unwrap().to_string()
}

fn error(set: &str, options: &CountOptions) -> CountError {
    let ctx = Ctx::new();
    count(&Set::parse(&ctx, set).unwrap(), options).unwrap_err()
}

#[test]
fn constants() {
    assert_eq!(
        formula("{ [i, j] : 0 <= i < 32 and 0 <= j < 32 }").as_constant(),
        Some(BigInt::from(1024))
    );
    assert_eq!(formula("{ [i] : 1 = 0 }").to_string(), "0");
    assert_eq!(formula("[N] -> { [] : N >= 3 }").to_string(), "[N >= 3]");
    assert_eq!(formula("[N] -> { : N >= 3 }").to_string(), "[N >= 3]");
}

#[test]
fn plain_notation() {
    assert_eq!(formula("[N] -> { [i] : 0 <= i < N }").to_string(), "max(0, N)");
    assert_eq!(
        formula_in("[N] -> { [i, j] : 0 <= i <= j < N }", "[N] -> { : N >= 0 }"),
        "N*(N + 1)/2"
    );
    assert_eq!(formula("[N] -> { [i] : 2 i = N }").to_string(), "[N mod 2 = 0]");
    assert_eq!(
        formula_in(
            "[N, t] -> { [i] : 32 t <= i < 32 t + 32 and i < N }",
            "[N, t] -> { : t >= 0 and 32 t < N }"
        ),
        "min(32, N - 32*t)"
    );
}

#[test]
fn infinite_sets_are_named() {
    let error = |set| error(set, &CountOptions::default());
    let unbounded = |dimension: &str, direction| CountError::Unbounded {
        dimension: dimension.to_owned(),
        direction,
    };
    assert_eq!(
        error("[N] -> { [i, j] : 0 <= i < N and j <= i }"),
        unbounded("j", Direction::Down)
    );
    assert_eq!(
        error("[N] -> { [i, j] : 0 <= i - j <= N and j >= 0 }"),
        unbounded("i", Direction::Up)
    );
    assert_eq!(
        error("{ [i, 3] }").to_string(),
        "`i` has no end upwards: the set is infinite"
    );
    // Rationally without end, but without integer points.
    assert_eq!(formula("{ [i, j] : 2 i = 4 j + 1 }").to_string(), "0");
}

#[test]
fn too_large_is_an_answer() {
    let text = "[N, M] -> { [i, j, k] : 0 <= i < N and 0 <= 3j <= 2i + M and 0 <= 5k <= 2j + i }";
    let options = CountOptions::default().cells_max(3);
    assert!(matches!(error(text, &options), CountError::TooLarge { cells: 4, .. }));
    let ctx = Ctx::new();
    let set = Set::parse(&ctx, text).unwrap();
    let full = count(&set, &CountOptions::default().cells_max(1_000_000)).unwrap();
    let bounds = bounds(&set, &options).unwrap();
    for n in 0..12 {
        let at = [("N", n), ("M", 7)];
        let exact = count_at(&set, &at, &options).unwrap();
        assert_eq!(full.eval(&at).unwrap(), exact);
        let (low, high) = bounds.eval(&at).unwrap();
        assert!(low <= exact && exact <= high);
    }
    assert_eq!(
        count_at(&set, &[("N", 1)], &options),
        Err(CountError::NoValue("M".to_owned()))
    );
}

#[test]
fn numbers_beyond_128_bits() {
    let cube = formula_in(
        "[N] -> { [a, b, c, d, e, f] : 0 <= a < N and 0 <= b < N and 0 <= c < N and 0 <= d <= e <= f < N }",
        "[N] -> { : N >= 0 }",
    );
    assert_eq!(cube, "N^3*N*(N^2 + 3*N + 2)/6");
    let cube = formula("[N] -> { [a, b, c] : 0 <= a < N and 0 <= b < N and 0 <= c < N }");
    let n = i64::MAX;
    assert_eq!(cube.eval(&[("N", n)]).unwrap(), BigInt::from(n).pow(3));
    let set = "{ [a, b, c] : 0 <= a < 9000000000000000000 and 0 <= b <= a and 0 <= c < 9000000000000000000 }";
    let n = BigInt::from(9_000_000_000_000_000_000i64);
    assert_eq!(formula(set).as_constant(), Some(&n * &n * (&n + 1) / 2));
}

#[test]
fn coefficients_beyond_128_bits() {
    let far = format!("1{}", "0".repeat(60));
    let formula = |set: &str| formula(&set.replace("FAR", &far));
    let value: BigInt = far.parse().unwrap();
    let rows = formula("[N] -> { [i] : 0 <= i < FAR N }");
    assert_eq!(rows.to_string(), format!("[N >= 1]*{far}*N"));
    assert_eq!(rows.eval(&[("N", 7)]).unwrap(), &value * 7);
    assert_eq!(rows.eval(&[("N", -7)]).unwrap(), BigInt::from(0));
    let few = formula("{ [i] : FAR i >= 7 and i <= FAR + FAR + FAR }");
    assert_eq!(few.as_constant(), Some(&value * 3));
    let one = formula("[N] -> { [i] : FAR i = N }");
    assert_eq!(one.eval(&[("N", 0)]).unwrap(), BigInt::from(1));
    assert_eq!(one.eval(&[("N", 9)]).unwrap(), BigInt::from(0));
    // What comes up on the way: `far^2 i <= k`.
    let far_apart =
        formula("[N] -> { [i, j, k] : 0 <= i < N and FAR i <= j <= FAR i + 1 and FAR j <= k <= FAR j + j - FAR i }");
    for n in 0..9 {
        assert_eq!(far_apart.eval(&[("N", n)]).unwrap(), BigInt::from(3 * n), "{far_apart}");
    }
}

#[test]
fn images_of_a_map() {
    let ctx = Ctx::new();
    let map = Map::parse(&ctx, "[N] -> { T[t] -> A[i] : 0 <= i < N and 8t <= i < 8t + 8 }").unwrap();
    let context = Set::parse(&ctx, "[N, t] -> { : t >= 0 and 8t < N }").unwrap();
    let tile = count(&map, &CountOptions::default().context(context)).unwrap();
    assert_eq!(tile.to_string(), "min(8, N - 8*t)");
    let to_nine = Map::parse(&ctx, "{ [a] -> [i] : a <= i <= 9 }").unwrap();
    assert_eq!(
        count(&to_nine, &CountOptions::default()).unwrap().to_string(),
        "max(0, 10 - a)"
    );
    let twice = Map::parse(&ctx, "[N] -> { [a] -> [i] : 0 <= i < a and i < N }").unwrap();
    assert!(
        count(
            &twice.set_dim_name(polyvet_poly::DimKind::In, 0, "N").unwrap(),
            &CountOptions::default()
        )
        .is_err()
    );
}

#[test]
fn one_space_at_a_time() {
    let ctx = Ctx::new();
    let count = |text| count(&UnionSet::parse(&ctx, text).unwrap(), &CountOptions::default());
    assert_eq!(
        count("{ A[i] : 0 <= i < 9; A[i] : 5 <= i < 12 }").unwrap().to_string(),
        "12"
    );
    assert_eq!(
        count("{ A[i] : 0 <= i < 9; B[i] : 5 <= i < 12 }"),
        Err(CountError::Spaces(2))
    );
    assert_eq!(count("{ }").unwrap().to_string(), "0");
}

#[test]
fn formulas_add_and_multiply() {
    let rows = formula("[N] -> { [i] : 0 <= i < N }");
    let half = formula("[N, M] -> { [i] : 0 <= 2i < M }");
    let both = &rows * &half + &CountFormula::constant(4);
    assert_eq!(both.to_string(), "max(0, N)*max(0, ceil(M/2)) + 4");
    assert_eq!(both.params(), ["N", "M"]);
    assert_eq!(both.eval(&[("N", 3), ("M", 5)]).unwrap(), BigInt::from(13));
    assert_eq!(both.eval(&[("N", 3)]), Err(CountError::NoValue("M".to_owned())));
}

#[test]
fn like_terms_are_added() {
    let rows = || formula("[N] -> { [i] : 0 <= i < N }");
    assert_eq!((rows().scaled(2) + &rows()).to_string(), "3*max(0, N)");
    assert_eq!((rows() + &rows().scaled(-1)).to_string(), "0");
    let context = "[N, M] -> { : N >= 1 and M >= 1 }";
    let in_context = |text: &str| {
        let ctx = Ctx::new();
        let options = CountOptions::default().context(Set::parse(&ctx, context).unwrap());
        count(&Set::parse(&ctx, text).unwrap(), &options).unwrap()
    };
    let n = in_context("[N] -> { [i] : 0 <= i < N }");
    let both = in_context("[N, M] -> { [i] : 0 <= i < N + 2M + 1 }");
    assert_eq!((both.clone() + &n.scaled(3)).to_string(), "4*N + 2*M + 1");
    let area = in_context("[N, M] -> { [i, j] : 0 <= i < N and 0 <= j < M }");
    assert_eq!(
        (area.scaled(2) + &(&n * &in_context("[M] -> { [i] : 0 <= i < M }"))).to_string(),
        "3*N*M"
    );
    let half = in_context("[N] -> { [i, j] : 0 <= i <= j < N }");
    assert_eq!((half.clone() + &half).eval(&[("N", 5)]).unwrap(), BigInt::from(30));
}

#[test]
fn sums_over_blocks_of_symbolic_size() {
    let ctx = Ctx::new();
    let context = Set::parse(&ctx, "[s, N] -> { : s >= 1 and N >= 1 }").unwrap();
    // Affine, with an end, quadratic, with residues.
    for (text, low) in [
        (
            "[s] -> { [x] : exists h, r : 0 <= h < s and 0 <= r < 3 and x = 2h + r }",
            0,
        ),
        (
            "[s] -> { [x] : exists h, r : 0 <= h < s and 0 <= r < 3 and x = 2h + r }",
            5,
        ),
        ("[s] -> { [x] : 0 <= x < s and x < 5 }", 0),
        ("[s] -> { [x] : 0 <= x < s and x < 3 }", 4),
        ("[s, N] -> { [x, y] : 0 <= x <= y < s and 0 <= y < 3N }", 7),
        ("[s, N] -> { [x, y] : 0 <= x <= y < s and 0 <= y < 3N }", 0),
        ("[s] -> { [x] : 0 <= x < s and x mod 2 = 0 }", 0),
    ] {
        let one = count(
            &Set::parse(&ctx, text).unwrap(),
            &CountOptions::default().context(context.clone()),
        )
        .unwrap();
        let extent = count(
            &Set::parse(&ctx, "[N] -> { [x] : 0 <= x < N }").unwrap(),
            &CountOptions::default(),
        )
        .unwrap();
        let all = one.over_blocks("s", &CountFormula::constant(low), &extent).unwrap();
        for n in 1..12 {
            for size in 1..9 {
                let ends = (low, low + n - 1);
                let lengths = (ends.0.div_euclid(size)..=ends.1.div_euclid(size))
                    .map(|block| ends.1.min(block * size + size - 1) - ends.0.max(block * size) + 1);
                let sum: BigInt = lengths.map(|s| one.eval(&[("s", s), ("N", n)]).unwrap()).sum();
                let at = [("s", size), ("N", n)];
                assert_eq!(all.eval(&at).unwrap(), sum, "{text} from {low}, {at:?}: {all}");
            }
        }
    }
}

/// A layout of other dimensions than those of the elements is an error, not a wrong number or a panic.
#[test]
fn a_layout_that_does_not_fit_is_refused() {
    let ctx = Ctx::new();
    let touched = Map::parse(&ctx, "{ [t] -> A[i, j] : 0 <= i, j < 4 }").unwrap();
    let layout = |apart: &[usize], strides: &[(usize, i64)], per_line| CountedLines {
        apart: apart.to_vec(),
        strides: strides.to_vec(),
        offset: 0,
        per_line,
    };
    let fits = layout(&[0], &[(1, 1)], 16);
    assert!(fits.of(&touched, &CountOptions::default()).is_ok());
    for wrong in [
        layout(&[0], &[(2, 1)], 16),
        layout(&[0, 1], &[(1, 1)], 16),
        layout(&[], &[(1, 1)], 16),
        layout(&[3], &[(1, 1), (0, 8)], 16),
        layout(&[0], &[(1, 1)], 0),
    ] {
        let why = wrong.of(&touched, &CountOptions::default()).unwrap_err();
        assert!(matches!(why, CountError::Layout(_)), "{why}");
    }
}
