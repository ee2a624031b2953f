//! Integers that arguments decide, in their normal form.

use polyvet_analysis::formula::{FormulaAtom, FormulaFunction, ModularFormula};

fn arg(at: usize) -> ModularFormula {
    ModularFormula::atom(FormulaAtom::Argument(at, 64), 64)
}

fn shown(formula: &ModularFormula) -> String {
    formula.show(&|atom| match atom {
        FormulaAtom::Argument(at, _) => ["n", "m", "k"][*at].to_owned(),
        FormulaAtom::Extent(at, dim) => format!("A{at}.{dim}"),
        FormulaAtom::Made(..) => String::new(),
    })
}

fn at(formula: &ModularFormula, values: [i64; 2]) -> Option<i64> {
    formula.value(&|atom| match atom {
        FormulaAtom::Argument(at, _) => values.get(*at).copied(),
        _ => None,
    })
}

#[test]
fn products_are_in_normal_form() {
    let (n, m, one) = (arg(0), arg(1), ModularFormula::constant(1, 64));
    let left = { n.clone() }
        .plus(&one, 1)
        .and_then(|sum| sum.times(&m))
        .expect("short");
    let right = { m.times(&n).expect("short") }.plus(&m, 1).expect("short");
    assert_eq!(left, right);
    assert_eq!(shown(&left), "m + n * m");
    assert_eq!(at(&left, [3, 5]), Some(20));
    assert_ne!(left, right.plus(&n, 1).expect("short"));
}

#[test]
fn narrow_numbers_wrap() {
    let n = ModularFormula::atom(FormulaAtom::Argument(0, 8), 8);
    let square = n.times(&n).expect("short");
    assert_eq!(at(&square, [16, 0]), Some(0));
    assert_eq!(at(&square, [12, 0]), Some(-112));
    let wide = n.extended(64, true).expect("short");
    assert_eq!(at(&wide.times(&wide).expect("short"), [16, 0]), Some(256));
    let large = square.extended(64, false).expect("short");
    assert_eq!(at(&large, [12, 0]), Some(144));
    assert_ne!(
        square.extended(64, true).expect("short"),
        wide.times(&wide).expect("short")
    );
    // What was cut off does not come back.
    let low = arg(0).cut(8);
    assert_eq!(at(&low.extended(64, true).expect("short"), [300, 0]), Some(44));
}

#[test]
fn quotients_round_as_they_should() {
    let quotient = |function| ModularFormula::made(function, vec![arg(0), arg(1)], 64).expect("short");
    let floor = quotient(FormulaFunction::FloorDiv);
    let ceil = quotient(FormulaFunction::CeilDiv);
    let div = quotient(FormulaFunction::Div);
    for x in -9..=9_i64 {
        for y in (-4..=4_i64).filter(|y| *y != 0) {
            let exact = x as f64 / y as f64;
            assert_eq!(at(&floor, [x, y]), Some(exact.floor() as i64), "{x} floordiv {y}");
            assert_eq!(at(&ceil, [x, y]), Some(exact.ceil() as i64), "{x} ceildiv {y}");
            assert_eq!(at(&div, [x, y]), Some(exact.trunc() as i64), "{x} / {y}");
        }
    }
    assert_eq!(at(&floor, [1, 0]), None);
    assert_eq!(at(&div, [i64::MIN, -1]), None);
    assert_eq!(shown(&floor), "n floordiv m");
    assert_eq!(shown(&floor.times(&arg(1)).expect("short")), "m * (n floordiv m)");
}
