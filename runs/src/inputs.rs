//! ElementSource of arguments drawn from a seed.
//!
//! Element `n` is a function of generator, type, seed and `n` alone, so that any part of an array can
//! be drawn in any order, on any machine.
//!
//! | generator | floats | integers of `w` bits | `index` |
//! | --- | --- | --- | --- |
//! | uniform | multiples of `2^-p` in `[-1, 1)`, `p` the digits of the format | all `2^w` values | 0 to 2^63 - 1 |
//! | integers | -8 to 8 without 0, exact in every format | as floats; 1 to 2 from 2 to 4 bits; 0, 1 for `i1` | 0 to 7 |
//! | special | half: a list of special values; half: any finite bits | half: ends and powers of 2; half: all | half: 0, 1, powers of 2; half: as uniform |

use polyvet_interp::draw::{scramble, small_element};
use polyvet_interp::{ElementSource, Init, Scalar, ScalarType};
use polyvet_ir::FloatKind;
use std::fmt;
use std::rc::Rc;
use std::str::FromStr;

/// How elements are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementGenerator {
    /// Evenly from a range: what rounds.
    Uniform,
    /// Small integers: short sums and products of them are exact in every order.
    Integers,
    /// NaN, infinities, zeros of both signs, subnormals, the ends of the range, and any other number.
    Special,
}

impl ElementGenerator {
    /// All of them.
    pub const ALL: [ElementGenerator; 3] = [
        ElementGenerator::Uniform,
        ElementGenerator::Integers,
        ElementGenerator::Special,
    ];

    /// `uniform`, `integers`, `special`
    pub fn name(self) -> &'static str {
        match self {
            ElementGenerator::Uniform => "uniform",
            ElementGenerator::Integers => "integers",
            ElementGenerator::Special => "special",
        }
    }

    /// Element `n` of an array.
    pub fn element(self, ty: ScalarType, seed: u64, n: u64) -> Scalar {
        // Scrambled first: else element `n` of one seed would be element `n ^ 1` of the next.
        let random = scramble(scramble(seed) ^ n);
        match self {
            ElementGenerator::Uniform => uniform(ty, random),
            ElementGenerator::Integers => small_element(ty, seed, n),
            ElementGenerator::Special => special(ty, random),
        }
    }

    /// The elements of an argument, from a seed.
    pub fn init(self, seed: u64) -> Init {
        Init::Drawn(Rc::new(Seeded { generator: self, seed }))
    }

    /// The first `count` elements of an array.
    pub fn elements(self, ty: ScalarType, seed: u64, count: usize) -> Vec<Scalar> {
        (0..count as u64).map(|n| self.element(ty, seed, n)).collect()
    }
}

/// An array whose elements are drawn one by one.
#[derive(Debug)]
struct Seeded {
    generator: ElementGenerator,
    seed: u64,
}

impl ElementSource for Seeded {
    fn all(&self, ty: ScalarType, count: usize) -> Vec<Scalar> {
        self.generator.elements(ty, self.seed, count)
    }

    fn one(&self, ty: ScalarType, n: u64) -> Option<Scalar> {
        Some(self.generator.element(ty, self.seed, n))
    }
}

impl fmt::Display for ElementGenerator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ElementGenerator {
    type Err = String;

    fn from_str(text: &str) -> Result<ElementGenerator, String> {
        let found = ElementGenerator::ALL
            .into_iter()
            .find(|generator| generator.name() == text);
        found.ok_or_else(|| format!("`{text}` is none of `uniform`, `integers`, `special`"))
    }
}

fn uniform(ty: ScalarType, random: u64) -> Scalar {
    match ty {
        ScalarType::Float(kind) => {
            let digits = kind.digits();
            let steps = (random >> (63 - digits)) as i64 - (1 << digits);
            Scalar::from_f64(kind, steps as f64 * f64::powi(2.0, -(digits as i32)))
        }
        ScalarType::Index => Scalar::index((random >> 1) as i64),
        ScalarType::Int(_) => Scalar::new(ty, random),
    }
}

/// Bits of the special values of a format, those without sign first; NaN is last.
fn special_floats(kind: FloatKind) -> Vec<u64> {
    let (fraction, one) = (kind.mantissa_bits(), kind.one());
    let finite = [
        0,
        1,
        (1 << fraction) - 1,
        1 << fraction,
        one - 1,
        one,
        one + 1,
        kind.largest(),
    ];
    let sizes = finite.into_iter().chain(kind.infinity());
    let signed = sizes.flat_map(|bits| [bits, bits | kind.sign()]);
    signed.chain([kind.nan()]).collect()
}

fn special(ty: ScalarType, random: u64) -> Scalar {
    let listed = random >> 63 == 0;
    let random = scramble(random);
    match ty {
        ScalarType::Float(kind) => {
            let values = special_floats(kind);
            if listed {
                return Scalar::new(ty, values[(random % values.len() as u64) as usize]);
            }
            let any = Scalar::new(ty, random);
            match any.to_f64() {
                Some(value) if value.is_finite() => any,
                // One bit of the exponent less is finite.
                _ => Scalar::new(ty, random & !(1 << kind.mantissa_bits())),
            }
        }
        ScalarType::Index if listed => Scalar::index([0, 1, 1 << (random % 63)][(random >> 32) as usize % 3]),
        ScalarType::Index => uniform(ty, random),
        ScalarType::Int(width) if listed => {
            let least = 1_u64 << (width - 1);
            let values = [
                0,
                1,
                u64::MAX,
                least,
                least - 1,
                least.wrapping_add(1),
                1 << (random % u64::from(width)),
            ];
            Scalar::new(ty, values[(random >> 32) as usize % values.len()])
        }
        ScalarType::Int(_) => Scalar::new(ty, random),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn types() -> impl Iterator<Item = ScalarType> {
        let floats = FloatKind::ALL.map(ScalarType::Float);
        floats
            .into_iter()
            .chain((1..=64).map(ScalarType::Int))
            .chain([ScalarType::Index])
    }

    #[test]
    fn seeds_repeat_and_differ() {
        for (ty, generator) in types().flat_map(|ty| ElementGenerator::ALL.map(|generator| (ty, generator))) {
            let draw = |seed| generator.elements(ty, seed, 100);
            assert_eq!(draw(1), draw(1));
            assert_eq!(draw(1)[7], generator.element(ty, 1, 7));
            if ty != ScalarType::Int(1) {
                assert_ne!(draw(1), draw(2), "{generator} {ty}");
            }
            assert!(draw(3).iter().all(|value| value.ty == ty));
        }
    }

    #[test]
    fn uniform_fills_its_range() {
        for ty in types() {
            let values = ElementGenerator::Uniform.elements(ty, 5, 4000);
            match ty {
                ScalarType::Float(kind) => {
                    // The distance of two numbers below 1; there is one less above zero than below it.
                    let step = f64::powi(2.0, -(kind.digits() as i32));
                    let values: Vec<f64> = values.iter().filter_map(|value| value.to_f64()).collect();
                    assert!(values.iter().all(|value| (-1.0..1.0).contains(value)));
                    let mean = values.iter().sum::<f64>() / values.len() as f64;
                    assert!(mean.abs() < 0.05 + step, "{ty}: mean {mean}");
                    assert!(
                        values.iter().any(|value| *value < -0.98) && values.iter().any(|value| *value >= 0.99 - step)
                    );
                }
                ScalarType::Int(width @ 1..=8) => {
                    let distinct: HashSet<u64> = values.iter().map(|value| value.bits).collect();
                    assert_eq!(distinct.len(), 1 << width, "{ty}");
                }
                ScalarType::Int(_) => assert!(values.iter().any(|value| value.signed() < 0)),
                ScalarType::Index => assert!(values.iter().all(|value| value.signed() >= 0)),
            }
        }
    }

    #[test]
    fn integers_are_small_and_exact() {
        for ty in types() {
            for value in ElementGenerator::Integers.elements(ty, 9, 1000) {
                let number = value.to_f64().unwrap_or(value.signed() as f64);
                assert!(number.abs() <= 8.0 && number.fract() == 0.0, "{ty}: {value}");
                assert!(number != 0.0 || matches!(ty, ScalarType::Index | ScalarType::Int(1)));
            }
        }
    }

    #[test]
    fn special_values_all_come() {
        for kind in FloatKind::ALL {
            let values = ElementGenerator::Special.elements(ScalarType::Float(kind), 1, 4000);
            let any = |holds: &dyn Fn(f64) -> bool| values.iter().filter_map(|value| value.to_f64()).any(holds);
            assert!(any(&f64::is_nan));
            let infinite = [f64::INFINITY, f64::NEG_INFINITY].map(|infinity| any(&|value| value == infinity));
            assert_eq!(infinite, [kind.is_ieee(); 2], "{kind:?}");
            assert!(any(&|value| value == 0.0 && value.is_sign_negative()));
            assert!(any(&|value| value == 0.0 && value.is_sign_positive()));
            assert!(any(&|value| value == 1.0) && any(&|value| value == -1.0));
            let bits: HashSet<u64> = values.iter().map(|value| value.bits).collect();
            assert!(special_floats(kind).iter().all(|special| bits.contains(special)));
            let most = 1 << (kind.bits() - 1);
            assert!(bits.len() > 300.min(most), "{kind:?}: {} distinct values", bits.len());
        }
        let bytes = ElementGenerator::Special.elements(ScalarType::Int(8), 1, 400);
        for end in [-128, 127, -1, 0, 1] {
            assert!(bytes.iter().any(|value| value.signed() == end), "{end}");
        }
    }
}
