//! Comparing an array with what the interpreter computes.
//!
//! A tolerance is a list of rules; an element passes if one of them holds. NaN, infinities and zeros of
//! different sign have verdicts of their own, so that a loose tolerance does not hide them.
//!
//! | rule | `found` passes beside `expected` |
//! | --- | --- |
//! | `bitwise` | the same bits; all NaNs are one |
//! | `ulp:N` | at most `N` floats of the format lie between them, one end included |
//! | `abs:X` | `abs(found - expected) <= X` |
//! | `rel:X` | `abs(found - expected) <= X * abs(expected)` |
//! | `bound` | as far apart as two evaluations of the sums, in whatever order, can be: twice [`BoundedValue::error`] |
//!
//! Whatever the rule, a NaN passes only beside a NaN, and an infinity beside the same one. Zeros of
//! different sign differ in `bitwise` only. Integers are compared by value: `ulp` and `bound` mean equal.

use polyvet_interp::{BoundedValue, Scalar, ScalarType};
use std::fmt;
use std::str::FromStr;

/// How far apart two elements may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CompareRule {
    /// The same bits.
    Bitwise,
    /// Units in the last place.
    Ulp(u64),
    /// Absolute difference.
    Abs(f64),
    /// Difference relative to the expected value.
    Rel(f64),
    /// Twice the a-priori error bound of the evaluation.
    Bound,
}

/// Rules, of which one must hold: `ulp:4`, `abs:1e-6,rel:1e-4`.
#[derive(Clone, Debug, PartialEq)]
pub struct Tolerance(pub Vec<CompareRule>);

impl Default for Tolerance {
    fn default() -> Tolerance {
        Tolerance(vec![CompareRule::Bitwise])
    }
}

impl Tolerance {
    /// The expected values must come with their bounds.
    pub fn needs_bounds(&self) -> bool {
        self.0.contains(&CompareRule::Bound)
    }
}

impl fmt::Display for CompareRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompareRule::Bitwise => f.write_str("bitwise"),
            CompareRule::Ulp(ulps) => write!(f, "ulp:{ulps}"),
            CompareRule::Abs(error) => write!(f, "abs:{error:e}"),
            CompareRule::Rel(error) => write!(f, "rel:{error:e}"),
            CompareRule::Bound => f.write_str("bound"),
        }
    }
}

impl fmt::Display for Tolerance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules: Vec<String> = self.0.iter().map(CompareRule::to_string).collect();
        f.write_str(&rules.join(","))
    }
}

impl FromStr for CompareRule {
    type Err = String;

    fn from_str(text: &str) -> Result<CompareRule, String> {
        let size = |text: &str| match text.parse::<f64>() {
            Ok(size) if size >= 0.0 => Ok(size),
            _ => Err(format!("`{text}` is not a number of at least 0")),
        };
        match text.split_once(':') {
            None if text == "bitwise" => Ok(CompareRule::Bitwise),
            None if text == "bound" => Ok(CompareRule::Bound),
            Some(("ulp", ulps)) => match ulps.parse() {
                Ok(ulps) => Ok(CompareRule::Ulp(ulps)),
                Err(_) => Err(format!("`{ulps}` is not a whole number of at least 0")),
            },
            Some(("abs", error)) => size(error).map(CompareRule::Abs),
            Some(("rel", error)) => size(error).map(CompareRule::Rel),
            _ => Err(format!(
                "`{text}` is none of `bitwise`, `ulp:N`, `abs:X`, `rel:X`, `bound`"
            )),
        }
    }
}

impl FromStr for Tolerance {
    type Err = String;

    fn from_str(text: &str) -> Result<Tolerance, String> {
        let rules = text.split(',').map(|rule| rule.trim().parse());
        rules.collect::<Result<_, _>>().map(Tolerance)
    }
}

/// What is said about one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementJudgement {
    /// The same bits, or both NaN.
    Equal,
    /// Different, as far as allowed.
    Within,
    /// Zeros of different sign, where that is allowed.
    ZeroSign,
    /// Nothing was written, so any value is right.
    Unwritten,
    /// Different, and there is no bound to compare with: sums may overflow, or an error may decide.
    Unbounded,
    /// Too far apart.
    Beyond,
    /// One is NaN.
    Nan,
    /// One is an infinity that the other is not.
    Infinity,
    /// Zeros of different sign, where that is not allowed.
    WrongZero,
}

impl ElementJudgement {
    /// All of them.
    pub const ALL: [ElementJudgement; 9] = [
        ElementJudgement::Equal,
        ElementJudgement::Within,
        ElementJudgement::ZeroSign,
        ElementJudgement::Unwritten,
        ElementJudgement::Unbounded,
        ElementJudgement::Beyond,
        ElementJudgement::Nan,
        ElementJudgement::Infinity,
        ElementJudgement::WrongZero,
    ];

    /// `equal`, `within`, ..
    pub fn name(self) -> &'static str {
        match self {
            ElementJudgement::Equal => "equal",
            ElementJudgement::Within => "within",
            ElementJudgement::ZeroSign => "zero-sign",
            ElementJudgement::Unwritten => "unwritten",
            ElementJudgement::Unbounded => "unbounded",
            ElementJudgement::Beyond => "beyond",
            ElementJudgement::Nan => "nan",
            ElementJudgement::Infinity => "infinity",
            ElementJudgement::WrongZero => "wrong-zero-sign",
        }
    }

    /// The element is wrong.
    pub fn is_wrong(self) -> bool {
        matches!(
            self,
            ElementJudgement::Beyond | ElementJudgement::Nan | ElementJudgement::Infinity | ElementJudgement::WrongZero
        )
    }
}

/// An element that differs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mismatch {
    /// Its number, row-major.
    pub element: usize,
    /// What the interpreter computes.
    pub expected: Scalar,
    /// What it is compared with.
    pub found: Scalar,
    /// What is said about it.
    pub verdict: ElementJudgement,
    /// How far apart, absolutely; infinite where one is not finite.
    pub difference: f64,
    /// How far apart in units in the last place; `None` for integers and beside a NaN.
    pub ulps: Option<u64>,
    /// The a-priori bound of the difference, if that was requested.
    pub bound: Option<f64>,
}

/// What is said about an array.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ArrayComparison {
    counts: [usize; ElementJudgement::ALL.len()],
    /// The first wrong element.
    pub first: Option<Mismatch>,
    /// The differing element of finite numbers that are farthest apart: relative to the bound if there
    /// is one, else in units in the last place, else absolutely.
    pub worst: Option<Mismatch>,
}

impl ArrayComparison {
    /// How many elements have a verdict.
    pub fn count(&self, verdict: ElementJudgement) -> usize {
        self.counts[verdict as usize]
    }

    /// All elements.
    pub fn elements(&self) -> usize {
        self.counts.iter().sum()
    }

    /// Elements that are wrong.
    pub fn wrong(&self) -> usize {
        let wrong = ElementJudgement::ALL.into_iter().filter(|verdict| verdict.is_wrong());
        wrong.map(|verdict| self.count(verdict)).sum()
    }
}

/// Compares element by element. `bounds` are those of [`BoundedValue::error`], one for each element;
/// without them [`CompareRule::Bound`] leaves every difference [`ElementJudgement::Unbounded`]. The lengths must agree:
/// elements that only one side has are not looked at.
pub fn compare(
    expected: &[Option<Scalar>],
    found: &[Scalar],
    tolerance: &Tolerance,
    bounds: Option<&[f64]>,
) -> ArrayComparison {
    let mut comparison = ArrayComparison::default();
    for (element, (expected, found)) in expected.iter().zip(found).enumerate() {
        let Some(expected) = expected else {
            comparison.counts[ElementJudgement::Unwritten as usize] += 1;
            continue;
        };
        // Both evaluations are off the exact value by at most the bound.
        let bound = bounds.and_then(|bounds| bounds.get(element)).map(|bound| 2.0 * bound);
        let bound = bound.filter(|_| tolerance.needs_bounds());
        let verdict = judge(*expected, *found, tolerance, bound);
        comparison.counts[verdict as usize] += 1;
        if verdict == ElementJudgement::Equal {
            continue;
        }
        let mismatch = Mismatch {
            element,
            expected: *expected,
            found: *found,
            verdict,
            difference: difference(*expected, *found),
            ulps: ulps(*expected, *found),
            bound,
        };
        if verdict.is_wrong() && comparison.first.is_none() {
            comparison.first = Some(mismatch);
        }
        let finite = mismatch.difference.is_finite();
        if finite && comparison.worst.is_none_or(|worst| size(&worst) < size(&mismatch)) {
            comparison.worst = Some(mismatch);
        }
    }
    comparison
}

/// How bad a difference is.
fn size(mismatch: &Mismatch) -> f64 {
    match (mismatch.bound, mismatch.ulps) {
        (Some(bound), _) if bound > 0.0 => mismatch.difference / bound,
        (None, Some(ulps)) => ulps as f64,
        _ => mismatch.difference,
    }
}

/// The verdict on one element; `bound` is how far apart two evaluations can be, if that is known.
pub fn judge(expected: Scalar, found: Scalar, tolerance: &Tolerance, bound: Option<f64>) -> ElementJudgement {
    if expected.same(found) {
        return ElementJudgement::Equal;
    }
    let rules = &tolerance.0;
    let unbounded = tolerance.needs_bounds() && bound.is_none_or(f64::is_infinite);
    let floats = expected.to_f64().zip(found.to_f64());
    if let Some((x, y)) = floats {
        let special = match (x.is_nan() || y.is_nan(), x.is_infinite() || y.is_infinite()) {
            (true, _) => Some(ElementJudgement::Nan),
            (_, true) => Some(ElementJudgement::Infinity),
            _ => None,
        };
        match special {
            // Where a sum may overflow in some order, that is one of the outcomes.
            Some(_) if unbounded => return ElementJudgement::Unbounded,
            Some(verdict) => return verdict,
            None => {}
        }
        if x == 0.0 && y == 0.0 {
            let strict = rules.iter().all(|rule| *rule == CompareRule::Bitwise);
            return if strict {
                ElementJudgement::WrongZero
            } else {
                ElementJudgement::ZeroSign
            };
        }
    }
    let apart = difference(expected, found);
    let size = floats.map_or(expected.signed() as f64, |(x, _)| x).abs();
    let holds = |rule: &CompareRule| match rule {
        CompareRule::Bitwise => false,
        CompareRule::Ulp(most) => ulps(expected, found).is_some_and(|ulps| ulps <= *most),
        CompareRule::Abs(most) => apart <= *most,
        CompareRule::Rel(most) => apart <= *most * size,
        CompareRule::Bound => bound.is_some_and(|bound| bound.is_finite() && apart <= bound),
    };
    match rules.iter().any(holds) {
        true => ElementJudgement::Within,
        false if unbounded => ElementJudgement::Unbounded,
        false => ElementJudgement::Beyond,
    }
}

/// Two evaluations of what may be one expression in another order: wrong only if the exact values surely differ. Each
/// value is off the exact one of its own expression by at most its bound, so values farther apart than both bounds
/// together belong to expressions that are not equal. Zeros of different sign are [`ElementJudgement::WrongZero`] where
/// neither rounds.
pub fn judge_bounded(x: &BoundedValue, y: &BoundedValue) -> ElementJudgement {
    let bound = x.error() + y.error();
    let rule = Tolerance(vec![CompareRule::Bound]);
    match judge(x.value, y.value, &rule, Some(bound * (1.0 + f64::EPSILON))) {
        ElementJudgement::ZeroSign if bound == 0.0 => ElementJudgement::WrongZero,
        judgement => judgement,
    }
}

/// `abs(x - y)`; infinite if either is no finite number.
fn difference(x: Scalar, y: Scalar) -> f64 {
    match x.to_f64().zip(y.to_f64()) {
        Some((x, y)) if x.is_finite() && y.is_finite() => (x - y).abs(),
        Some(_) => f64::INFINITY,
        None => (i128::from(x.signed()) - i128::from(y.signed())).unsigned_abs() as f64,
    }
}

/// How many steps from float to float lie between two floats of one format; zeros are one.
pub fn ulps(x: Scalar, y: Scalar) -> Option<u64> {
    if x.ty != y.ty || x.is_nan() || y.is_nan() || !matches!(x.ty, ScalarType::Float(_)) {
        return None;
    }
    let place = |value: Scalar| {
        let size = i128::from(value.bits & (value.ty.mask() >> 1));
        if size == i128::from(value.bits) { size } else { -size }
    };
    u64::try_from((place(x) - place(y)).unsigned_abs()).ok()
}

/// The bounds of elements, for [`compare`]; unwritten ones have none to obey.
pub fn bounds(elements: &[Option<BoundedValue>]) -> Vec<f64> {
    let error = |element: &Option<BoundedValue>| element.map_or(f64::INFINITY, |value| value.error());
    elements.iter().map(error).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use polyvet_ir::FloatKind;

    /// Each line: expected, found, tolerance, verdict.
    #[test]
    fn verdicts() {
        let inf = f32::INFINITY;
        let next = f32::from_bits(1.0_f32.to_bits() + 3);
        let cases: [(f32, f32, &str, ElementJudgement); 21] = [
            (1.0, 1.0, "bitwise", ElementJudgement::Equal),
            (f32::NAN, -f32::NAN, "bitwise", ElementJudgement::Equal),
            (1.0, next, "bitwise", ElementJudgement::Beyond),
            (1.0, next, "ulp:2", ElementJudgement::Beyond),
            (1.0, next, "ulp:3", ElementJudgement::Within),
            (1.0, next, "abs:1e-7", ElementJudgement::Beyond),
            (1.0, next, "abs:1e-7,ulp:3", ElementJudgement::Within),
            (1.0, next, "rel:1e-6", ElementJudgement::Within),
            (1e30, next * 1e30, "abs:1", ElementJudgement::Beyond),
            (0.0, -0.0, "bitwise", ElementJudgement::WrongZero),
            (0.0, -0.0, "ulp:0", ElementJudgement::ZeroSign),
            (0.0, f32::from_bits(1), "ulp:1", ElementJudgement::Within),
            (-0.0, f32::from_bits(1), "ulp:0", ElementJudgement::Beyond),
            (-f32::from_bits(1), f32::from_bits(1), "ulp:2", ElementJudgement::Within),
            (f32::NAN, 1.0, "abs:inf", ElementJudgement::Nan),
            (1.0, f32::NAN, "rel:inf", ElementJudgement::Nan),
            (inf, f32::MAX, "ulp:1", ElementJudgement::Infinity),
            (inf, -inf, "abs:inf", ElementJudgement::Infinity),
            (inf, inf, "bound", ElementJudgement::Equal),
            (1.0, 2.0, "bound", ElementJudgement::Unbounded),
            (1.0, inf, "bound", ElementJudgement::Unbounded),
        ];
        for (expected, found, tolerance, verdict) in cases {
            let tolerance: Tolerance = tolerance.parse().expect(tolerance);
            let judged = judge(Scalar::f32(expected), Scalar::f32(found), &tolerance, None);
            assert_eq!(judged, verdict, "{expected} {found} {tolerance}");
        }
    }

    #[test]
    fn bounds_decide() {
        let judged = |found: f32, bound| {
            judge(
                Scalar::f32(1.0),
                Scalar::f32(found),
                &Tolerance(vec![CompareRule::Bound]),
                bound,
            )
        };
        assert_eq!(judged(1.5, Some(0.5)), ElementJudgement::Within);
        assert_eq!(judged(1.5, Some(0.49)), ElementJudgement::Beyond);
        assert_eq!(judged(f32::INFINITY, Some(0.49)), ElementJudgement::Infinity);
        assert_eq!(judged(1.5, Some(f64::INFINITY)), ElementJudgement::Unbounded);
    }

    /// Sums that cancel are judged by what entered them, exact zeros by their sign.
    #[test]
    fn two_bounded_values() {
        use polyvet_interp::{Bounded, Domain, Flags, Function, ScalarCall};
        let mut domain = Bounded;
        let mut apply = |function, x: BoundedValue, y: BoundedValue| {
            let call = ScalarCall::new(function, x.value.ty, Flags::default());
            domain.apply(&call, &[x, y]).expect("defined")
        };
        let exact = |value: f32| BoundedValue::exact(Scalar::f32(value));
        let product = apply(Function::MulF, exact(2.1), exact(3.7));
        let once = apply(Function::SubF, product, product);
        let third = apply(Function::MulF, exact(0.7), exact(11.1));
        let other = apply(Function::SubF, product, third);
        // 2.1 * 3.7 = 0.7 * 11.1 but for rounding.
        assert!(!judge_bounded(&once, &other).is_wrong(), "{other:?}");
        let third = apply(Function::MulF, exact(0.7), exact(11.101));
        let off = apply(Function::SubF, product, third);
        assert_eq!(judge_bounded(&once, &off), ElementJudgement::Beyond);
        assert_eq!(judge_bounded(&exact(0.0), &exact(-0.0)), ElementJudgement::WrongZero);
        assert_eq!(judge_bounded(&exact(f32::NAN), &exact(1.0)), ElementJudgement::Nan);
        assert_eq!(judge_bounded(&exact(1.0), &exact(1.0)), ElementJudgement::Equal);
    }

    #[test]
    fn ulps_count_floats() {
        for kind in FloatKind::ALL {
            let ty = ScalarType::Float(kind);
            for bits in [0_u64, 1, 77, ty.mask() >> 2] {
                assert_eq!(ulps(Scalar::new(ty, bits), Scalar::new(ty, bits + 5)), Some(5));
                let sign = (ty.mask() >> 1) + 1;
                assert_eq!(
                    ulps(Scalar::new(ty, bits | sign), Scalar::new(ty, bits)),
                    Some(2 * bits)
                );
            }
        }
        assert_eq!(ulps(Scalar::index(1), Scalar::index(2)), None);
    }

    #[test]
    fn integers_by_value() {
        let int = |value| Scalar::from_i64(ScalarType::Int(64), value);
        let judged = |x, y, text: &str| judge(int(x), int(y), &text.parse().expect("a tolerance"), Some(0.0));
        assert_eq!(judged(5, 7, "abs:2"), ElementJudgement::Within);
        assert_eq!(judged(5, 7, "ulp:9"), ElementJudgement::Beyond);
        assert_eq!(judged(5, 7, "bound"), ElementJudgement::Beyond);
        assert_eq!(judged(i64::MIN, i64::MAX, "rel:1"), ElementJudgement::Beyond);
    }

    #[test]
    fn counts_and_worst() {
        let f = |values: &[f32]| values.iter().map(|value| Scalar::f32(*value)).collect::<Vec<_>>();
        let mut expected: Vec<Option<Scalar>> = f(&[1.0, 2.0, 3.0, f32::NAN, 5.0]).into_iter().map(Some).collect();
        expected[4] = None;
        let found = f(&[1.0, 2.5, 4.0, 1.0, 9.0]);
        let comparison = compare(&expected, &found, &"abs:0.5".parse().expect("a tolerance"), None);
        assert_eq!((comparison.elements(), comparison.wrong()), (5, 2));
        assert_eq!(comparison.count(ElementJudgement::Within), 1);
        assert_eq!(comparison.count(ElementJudgement::Unwritten), 1);
        assert_eq!(comparison.first.map(|first| first.element), Some(2));
        assert_eq!(comparison.worst.map(|worst| worst.element), Some(2));
    }

    #[test]
    fn tolerances_are_read_and_shown() {
        for text in ["bitwise", "ulp:4", "abs:1e-6,rel:1e-4", "bound"] {
            assert_eq!(
                text.parse::<Tolerance>()
                    .map(|tolerance| tolerance.to_string())
                    .as_deref(),
                Ok(text)
            );
        }
        for text in ["", "ulp", "ulp:-1", "abs:x", "abs:-1", "rel:nan", "exact", "ulp:1,"] {
            assert!(text.parse::<Tolerance>().is_err(), "{text}");
        }
    }
}
