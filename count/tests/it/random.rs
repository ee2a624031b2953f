//! On random sets the formula is what isl counts, at every small value of the parameters.

use std::fmt::Write;

use num_bigint::BigInt;
use polyvet_count::{CountError, CountOptions, CountedLines, bounds, count, count_at};
use polyvet_poly::{Ctx, DimKind, Map, Set};
use proptest::prelude::*;

use crate::common::value;

const PARAMS: [&str; 2] = ["N", "M"];
const DIMS: [&str; 3] = ["i", "j", "k"];

/// A random affine form over the dimensions and parameters in reach.
fn form(dims: usize, params: usize) -> impl Strategy<Value = String> {
    let coefficients = proptest::collection::vec(
        prop_oneof![3 => Just(0i64), 4 => -1..=1i64, 2 => -4..=4i64],
        dims + params,
    );
    (coefficients, -6..=9i64).prop_map(move |(coefficients, constant)| {
        let names = DIMS[..dims].iter().chain(&PARAMS[..params]);
        let mut text = constant.to_string();
        for (coefficient, name) in coefficients.iter().zip(names).filter(|term| *term.0 != 0) {
            write!(text, " + {coefficient} {name}").expect("a string takes all");
        }
        text
    })
}

fn constraint(dims: usize, params: usize) -> impl Strategy<Value = String> {
    let form = || form(dims, params);
    prop_oneof![
        4 => (form(), form()).prop_map(|(a, b)| format!("{a} <= {b}")),
        2 => (form(), 2..=5u8, 0..3u8).prop_map(|(a, m, r)| format!("({a}) mod {m} = {r}")),
        2 => (form(), 2..=5u8, form()).prop_map(|(a, m, b)| format!("floor(({a})/{m}) <= {b}")),
        1 => (form(), form()).prop_map(|(a, b)| format!("{a} = {b}")),
        1 => (form(), 2..=4u8, form()).prop_map(|(a, m, b)| format!("(exists e: {a} <= {m} e and {m} e <= {b})")),
    ]
}

/// A bounded conjunction: each dimension within a parametric range, negative ones among them.
fn conjunction(dims: usize, params: usize) -> impl Strategy<Value = String> {
    let range = (-5..=3i64, 0..=6i64, 0..=2usize, 1..=3i64);
    let ranges = proptest::collection::vec(range, dims);
    let extra = proptest::collection::vec(constraint(dims, params), 0..=2);
    (ranges, extra).prop_map(move |(ranges, extra)| {
        let mut all = Vec::new();
        for (at, (low, width, param, factor)) in ranges.into_iter().enumerate() {
            let high = low + width;
            all.push(match PARAMS[..params].get(param) {
                Some(name) => format!("{low} <= {factor} {} <= {name} + {high}", DIMS[at]),
                None => format!("{low} <= {} <= {high}", DIMS[at]),
            });
        }
        all.extend(extra);
        all.join(" and ")
    })
}

fn set() -> impl Strategy<Value = String> {
    (1..=3usize, 0..=2usize, 1..=3usize).prop_flat_map(|(dims, params, parts)| {
        let tuple = DIMS[..dims].join(", ");
        proptest::collection::vec(conjunction(dims, params), 1..=parts).prop_map(move |parts| {
            let parts: Vec<String> = parts.iter().map(|part| format!("[{tuple}] : {part}")).collect();
            format!("[{}] -> {{ {} }}", PARAMS[..params].join(", "), parts.join("; "))
        })
    })
}

fn enumerated(set: &Set, at: &[(&str, i64)]) -> BigInt {
    let mut fixed = set.clone();
    for (pos, (name, value)) in at.iter().enumerate() {
        assert_eq!(set.dim_name(DimKind::Param, pos).unwrap().as_deref(), Some(*name));
        fixed = fixed.fix_si(DimKind::Param, pos, *value as i32).unwrap();
    }
    let fixed = fixed.project_out_all_params().unwrap();
    fixed.count_val().unwrap().text().unwrap().parse().unwrap()
}

fn points(params: usize) -> Vec<Vec<(&'static str, i64)>> {
    let values = -4..=7i64;
    match params {
        0 => vec![Vec::new()],
        1 => values.map(|n| vec![("N", n)]).collect(),
        _ => values
            .clone()
            .flat_map(|n| values.clone().map(move |m| vec![("N", n), ("M", m)]))
            .collect(),
    }
}

proptest! {
    // As many cases as `PROPTEST_CASES` says, 256 if it is silent.

    #[test]
    fn formula_is_enumeration(text in set()) {
        let ctx = Ctx::new();
        let set = Set::parse(&ctx, &text).unwrap();
        let params = set.dim(DimKind::Param).unwrap();
        let options = CountOptions::default().cells_max(3_000);
        let formula = match count(&set, &options) {
            Ok(formula) => formula,
            Err(error) if error.is_too_large() => {
                eprintln!("too large: {text}");
                let at = &points(params)[0];
                prop_assert_eq!(count_at(&set, at, &options).unwrap(), enumerated(&set, at));
                return Ok(());
            }
            Err(error) => panic!("{text}: {error}"),
        };
        for at in points(params) {
            prop_assert_eq!(value(&formula, &at), enumerated(&set, &at), "{} at {:?}: {}", text, at, formula);
        }
    }

    #[test]
    fn in_a_context_too(text in set(), low in -3..4i64, other in 0..4i64) {
        let ctx = Ctx::new();
        let set = Set::parse(&ctx, &text).unwrap();
        let params = set.dim(DimKind::Param).unwrap();
        let context = match params {
            0 => return Ok(()),
            1 => format!("[N] -> {{ : N >= {low} and N mod 2 = 0 }}"),
            _ => format!("[N, M] -> {{ : N >= {low} and M >= N + {other} }}"),
        };
        let options = CountOptions::default().cells_max(3_000).context(Set::parse(&ctx, &context).unwrap());
        let Ok(formula) = count(&set, &options) else { return Ok(()) };
        for at in points(params) {
            let n = at[0].1;
            if n >= low && if params == 1 { n % 2 == 0 } else { at[1].1 >= n + other } {
                prop_assert_eq!(value(&formula, &at), enumerated(&set, &at), "{} at {:?}: {}", text, at, formula);
            }
        }
    }

    #[test]
    fn bounds_hold(text in set(), cells_max in 0..6u64) {
        let ctx = Ctx::new();
        let set = Set::parse(&ctx, &text).unwrap();
        let params = set.dim(DimKind::Param).unwrap();
        let Ok(bounds) = bounds(&set, &CountOptions::default().cells_max(cells_max)) else { return Ok(()) };
        for at in points(params) {
            let (lower, upper) = bounds.eval(&at).unwrap();
            let exact = enumerated(&set, &at);
            prop_assert!(lower <= exact && exact <= upper, "{text} at {at:?}: {lower} <= {exact} <= {upper}");
        }
    }

    /// A tile by origin and size, both parameters, under strided and shifted accesses.
    #[test]
    fn tiles_of_parametric_size(
        shifts in proptest::collection::vec((1..=3i64, -2..=2i64), 1..=3), extent in 1..9i64, triangle: bool,
    ) {
        let ctx = Ctx::new();
        let below = if triangle { "and j <= i" } else { "" };
        let parts: Vec<String> = shifts.iter().map(|(stride, shift)| format!(
            "A[x, y] : exists i, j: 0 <= i < {extent} and 0 <= j < {extent} {below} and N <= i < N + M \
             and x = {stride} i + {shift} and y = j + {shift}"
        )).collect();
        let set = Set::parse(&ctx, &format!("[N, M] -> {{ {} }}", parts.join("; "))).unwrap();
        let context = Set::parse(&ctx, "[N, M] -> { : M >= 1 }").unwrap();
        let formula = count(&set, &CountOptions::default().context(context)).unwrap();
        for at in points(2).iter().filter(|at| at[1].1 >= 1) {
            prop_assert_eq!(value(&formula, at), enumerated(&set, at), "{:?} at {:?}: {}", set, at, formula);
        }
    }

    /// A set with a dimension that has no end is never given a number.
    #[test]
    fn unbounded_sets_are_errors(text in conjunction(2, 1), up: bool) {
        let ctx = Ctx::new();
        let end = if up { "k >= i" } else { "k <= j" };
        let bounded = Set::parse(&ctx, &format!("[N] -> {{ [i, j] : {text} }}")).unwrap();
        let endless = Set::parse(&ctx, &format!("[N] -> {{ [i, j, k] : {text} and {end} }}")).unwrap();
        match count(&endless, &CountOptions::default()) {
            Err(CountError::Unbounded { .. }) => prop_assert!(!bounded.is_empty().unwrap()),
            answer => {
                prop_assert_eq!(answer.unwrap().to_string(), "0");
                prop_assert!(bounded.is_empty().unwrap());
            }
        }
    }
}

/// An eighth of the cases of the others: one takes up to two seconds.
fn few() -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig {
        cases: usual.cases.div_ceil(8),
        ..usual
    }
}

proptest! {
    #![proptest_config(few())]

    /// Points far apart are as many: coefficients of more than 128 bits.
    #[test]
    fn spread_far_apart(text in set(), digits in 20..60usize) {
        let ctx = Ctx::new();
        let set = Set::parse(&ctx, &text).unwrap();
        let (dims, params) = (set.dim(DimKind::Set).unwrap(), set.dim(DimKind::Param).unwrap());
        let far = format!("1{}7", "0".repeat(digits));
        let images = [format!("{far} i + {far}"), format!("j - {far} i"), format!("k + {far}")];
        let spread = format!("{{ [{}] -> [{}] }}", DIMS[..dims].join(", "), images[..dims].join(", "));
        let spread = set.clone().apply(Map::parse(&ctx, &spread).unwrap()).unwrap();
        let formula = match count(&spread, &CountOptions::default().cells_max(3_000)) {
            Err(error) if error.is_too_large() => return Ok(()),
            formula => formula.unwrap(),
        };
        for at in points(params) {
            prop_assert_eq!(value(&formula, &at), enumerated(&set, &at), "{} at {:?}: {}", text, at, formula);
        }
    }

    /// Cache lines of shifted accesses in rows that do not begin lines.
    #[test]
    fn lines_of_rows_behind_each_other(
        shifts in proptest::collection::vec((-1..=1i64, -2..=2i64), 1..=3), row in 9..18i64, line in 2..=5i64,
    ) {
        let ctx = Ctx::new();
        let parts: Vec<String> = shifts.iter().map(|(rows, elems)| format!(
            "L[l] : exists i, j: N <= i < N + 3 and 0 <= j < M and j < {row} \
             and {line} l <= {row} i + {row} * {rows} + j + {elems} < {line} l + {line}"
        )).collect();
        let set = Set::parse(&ctx, &format!("[N, M] -> {{ {} }}", parts.join("; "))).unwrap();
        let formula = match count(&set, &CountOptions::default().size_max(usize::MAX)) {
            Err(error) if error.is_too_large() => {
                let at = [("N", 2), ("M", 5)];
                prop_assert_eq!(count_at(&set, &at, &CountOptions::default()).unwrap(), enumerated(&set, &at));
                return Ok(());
            }
            formula => formula.unwrap(),
        };
        for at in points(2) {
            prop_assert_eq!(value(&formula, &at), enumerated(&set, &at), "{:?} at {:?}: {}", set, at, formula);
        }
    }

    /// The same asked by rows, strided accesses and gaps among them: as many as lines, however many rows share one.
    #[test]
    fn lines_by_row(
        accesses in proptest::collection::vec((1..=3i64, -1..=1i64, -2..=2i64), 1..=3),
        row in 3..40i64, line in 2..=8i64, step in 1..=2i64, offset in 0..3i64, columns in 1..9i64, triangle: bool,
    ) {
        let ctx = Ctx::new();
        let below = if triangle { "and j <= i" } else { "" };
        let parts: Vec<String> = accesses.iter().map(|(stride, rows, elems)| format!(
            "T[] -> A[0, x, y] : exists i, j: N <= i < N + 3 and 0 <= j < M and j < {columns} {below} \
             and x = i + {rows} and y = {stride} j + {elems}"
        )).collect();
        let touched = Map::parse(&ctx, &format!("[N, M] -> {{ {} }}", parts.join("; "))).unwrap();
        let lines = CountedLines { apart: vec![0], strides: vec![(1, row), (2, step)], offset, per_line: line };
        let options = CountOptions::default();
        let by_row = lines.of(&touched, &options).unwrap();
        let text = format!("{{ A[a, x, y] -> L[floor(({row} x + {step} y + {offset})/{line})] }}");
        let flat = touched.apply_range(Map::parse(&ctx, &text).unwrap()).unwrap().range().unwrap();
        for at in points(2).iter().step_by(3) {
            let exact = enumerated(&flat, at);
            prop_assert_eq!(enumerated(&by_row.clone().range().unwrap(), at), exact.clone(), "{:?} at {:?}", by_row, at);
            prop_assert_eq!(count_at(&by_row, at, &options).unwrap(), exact, "{:?} at {:?}", by_row, at);
        }
        let formula = match count(&by_row, &options) {
            Err(error) if error.is_too_large() => return Ok(()),
            formula => formula.unwrap(),
        };
        for at in points(2) {
            prop_assert_eq!(value(&formula, &at), enumerated(&flat, &at), "{:?} at {:?}: {}", by_row, at, formula);
        }
    }
}
