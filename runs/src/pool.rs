//! ElementSource of arguments that matter to some programs: their constants, the numbers next to them, and the ends and
//! special values of each format.
//!
//! Where two programs differ in a threshold, a comparison or a conversion, most numbers show nothing. A
//! constant and its neighbours do, and so do NaN, infinities, zeros of both signs, subnormal numbers and the extremes
//! of integers.

use crate::inputs::ElementGenerator;
use polyvet_interp::draw::{scramble, small};
use polyvet_interp::{ElementSource, Init, Scalar, ScalarType};
use polyvet_ir::FloatKind;
use std::collections::BTreeSet;
use std::rc::Rc;

/// How elements are drawn from a [`Pool`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Draw {
    /// Constants of the programs, and their neighbours.
    Constants,
    /// ElementSource of different arguments that are equal but for one unit in the last place.
    Alike,
    /// Among small integers: zeros of both signs, subnormal numbers, the ends of the range, halves.
    Edges,
    /// Among small integers: NaN, infinities, and zeros of both signs; in every other run one of these everywhere.
    Special,
    /// Numbers of very different size.
    Wide,
    /// Integers from 0 to 2: subscripts that arrays of a few elements have.
    Few,
}

impl Draw {
    /// All of them.
    pub const ALL: [Draw; 6] = [
        Draw::Constants,
        Draw::Special,
        Draw::Edges,
        Draw::Wide,
        Draw::Alike,
        Draw::Few,
    ];
}

/// Constants of programs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pool {
    floats: Vec<f64>,
    integers: Vec<i64>,
}

/// An argument in a run. Its elements depend on how many there are, so single ones cannot be drawn.
#[derive(Debug)]
struct Drawn {
    pool: Rc<Pool>,
    draw: Draw,
    run: u64,
    argument: u64,
}

impl ElementSource for Drawn {
    fn all(&self, ty: ScalarType, count: usize) -> Vec<Scalar> {
        self.pool.elements(self.draw, ty, self.run, self.argument, count)
    }
}

/// Constants that are kept; of more, some from the whole range.
const CONSTANTS_MAX: usize = 24;

impl Pool {
    /// Of these constants.
    pub fn new(floats: &[f64], integers: &[i64]) -> Pool {
        let finite = floats.iter().filter(|value| value.is_finite());
        // Zeros of both signs are in every pool.
        let floats: BTreeSet<u64> = finite
            .filter(|value| **value != 0.0)
            .map(|value| value.to_bits())
            .collect();
        let integers: BTreeSet<i64> = integers.iter().copied().collect();
        Pool {
            floats: some(floats.into_iter().map(f64::from_bits).collect()),
            integers: some(integers.into_iter().collect()),
        }
    }

    /// The elements of argument `argument` in run `run`.
    pub fn init(self: &Rc<Pool>, draw: Draw, run: u64, argument: u64) -> Init {
        let pool = Rc::clone(self);
        Init::Drawn(Rc::new(Drawn {
            pool,
            draw,
            run,
            argument,
        }))
    }

    /// How many numbers of a type [`Draw::Constants`] chooses from.
    pub fn len(&self, ty: ScalarType) -> usize {
        self.constants(ty).len()
    }

    /// The first `count` elements of argument `argument` in run `run`.
    pub fn elements(&self, draw: Draw, ty: ScalarType, run: u64, argument: u64, count: usize) -> Vec<Scalar> {
        let list = match draw {
            Draw::Constants | Draw::Alike => self.constants(ty),
            Draw::Edges => edges(ty),
            Draw::Special => special(ty),
            Draw::Wide | Draw::Few => Vec::new(),
        };
        let seed = scramble(run * 64 + argument);
        let element = |n: u64| {
            let random = scramble(seed ^ n);
            let plain = || small(ty, random);
            let chosen = |at: u64| list.get((at % list.len().max(1) as u64) as usize).copied();
            match draw {
                // One argument runs through all of them.
                Draw::Constants if argument == 0 => chosen(run + n).unwrap_or_else(plain),
                Draw::Constants => chosen(random).unwrap_or_else(plain),
                Draw::Alike => {
                    let base = chosen(scramble(run) ^ n).unwrap_or_else(plain);
                    neighbour(base, (random % 3) as i64 - 1)
                }
                // Neutral elements show where all elements are one special value.
                Draw::Edges | Draw::Special if run % 2 == 1 => chosen(run / 2).unwrap_or_else(plain),
                // A single one is always special.
                Draw::Edges | Draw::Special if count > 1 && !(random >> 40).is_multiple_of(4) => plain(),
                Draw::Edges | Draw::Special => chosen(random).unwrap_or_else(plain),
                Draw::Wide => wide(ty, random),
                Draw::Few if matches!(ty, ScalarType::Int(2..)) => Scalar::new(ty, (random >> 32) % 3),
                Draw::Few => plain(),
            }
        };
        (0..count as u64).map(element).collect()
    }

    /// The constants as numbers of a type, with their neighbours.
    fn constants(&self, ty: ScalarType) -> Vec<Scalar> {
        let mut found: Vec<Scalar> = Vec::new();
        let mut add = |value: Scalar| {
            if !found.contains(&value) {
                found.push(value);
            }
        };
        match ty {
            ScalarType::Float(kind) => {
                let integers = self.integers.iter().filter(|value| value.unsigned_abs() < 1 << 53);
                let all = self.floats.iter().copied().chain(integers.map(|value| *value as f64));
                for value in all.chain([0.0, 1.0, -1.0]) {
                    let number = Scalar::from_f64(kind, value);
                    if number.to_f64().is_some_and(f64::is_finite) {
                        add(number);
                        add(neighbour(number, 1));
                        add(neighbour(number, -1));
                        add(Scalar::from_f64(kind, value + 1.0));
                        add(Scalar::from_f64(kind, value - 1.0));
                    }
                }
            }
            ScalarType::Int(1) => [0, 1].iter().for_each(|bit| add(Scalar::new(ty, *bit))),
            // What is used as a subscript had better be one.
            ScalarType::Index => (0..8).for_each(|value| add(Scalar::index(value))),
            ScalarType::Int(_) => {
                for value in self.integers.iter().copied().chain([0, 1, -1]) {
                    for near in [0, 1, -1] {
                        add(Scalar::from_i64(ty, value.wrapping_add(near)));
                    }
                }
            }
        }
        found
    }
}

/// Of too many every second, third, ..
fn some<T>(all: Vec<T>) -> Vec<T> {
    let every = all.len().div_ceil(CONSTANTS_MAX).max(1);
    all.into_iter().step_by(every).collect()
}

/// The number `steps` away: in units in the last place of a float.
fn neighbour(value: Scalar, steps: i64) -> Scalar {
    match value.ty {
        ScalarType::Float(_) => {
            let sign = (value.ty.mask() >> 1) + 1;
            let size = (value.bits & (sign - 1)) as i64;
            let place = if value.bits & sign == 0 { size } else { -size };
            let next = place + steps;
            let bits = next.unsigned_abs() | if next < 0 || next == 0 && place < 0 { sign } else { 0 };
            Scalar::new(value.ty, bits)
        }
        ScalarType::Int(2..) => Scalar::from_i64(value.ty, value.signed().wrapping_add(steps)),
        _ => value,
    }
}

fn signed(kind: FloatKind, sizes: &[u64]) -> Vec<Scalar> {
    let ty = ScalarType::Float(kind);
    let sign = (ty.mask() >> 1) + 1;
    let both = sizes.iter().flat_map(|bits| [*bits, bits | sign]);
    both.map(|bits| Scalar::new(ty, bits)).collect()
}

/// Finite ends.
fn edges(ty: ScalarType) -> Vec<Scalar> {
    match ty {
        ScalarType::Float(kind) => {
            let normal = 1_u64 << kind.mantissa_bits();
            let mut values = signed(kind, &[kind.largest(), 0, 1, normal - 1, normal]);
            // The least first.
            values.swap(0, 1);
            // Halfway between two integers, where roundings part.
            let halves = [0.5, -0.5, 1.5, -1.5, 2.5, -2.5];
            values.extend(halves.map(|value| Scalar::from_f64(kind, value)));
            values
        }
        ScalarType::Int(width @ 2..) => {
            let least = 1_u64 << (width - 1);
            let values = [least, least - 1, u64::MAX, 0, 1, least.wrapping_add(1)];
            values.into_iter().map(|bits| Scalar::new(ty, bits)).collect()
        }
        _ => Vec::new(),
    }
}

/// What is no finite number, and zeros.
fn special(ty: ScalarType) -> Vec<Scalar> {
    match ty {
        ScalarType::Float(kind) => {
            let mut values = signed(kind, &[kind.infinity().unwrap_or(kind.largest()), 0]);
            // The least first.
            values.swap(0, 1);
            values.insert(1, Scalar::new(ty, kind.nan()));
            values
        }
        _ => edges(ty),
    }
}

/// A number whose logarithm is even in a range.
fn wide(ty: ScalarType, random: u64) -> Scalar {
    match ty {
        ScalarType::Float(kind) => {
            // Squares and short products of these stay in the range.
            let range = match kind.exponent_bits() {
                3 => 0.5,
                4 => 2.0,
                5 => 6.0,
                _ => 24.0,
            };
            let part = ElementGenerator::Uniform.element(ScalarType::Float(FloatKind::F64), random, 0);
            let power = part.to_f64().unwrap_or(0.0) * range;
            let sign = if random & 1 == 0 { 1.0 } else { -1.0 };
            Scalar::from_f64(kind, sign * power.exp2())
        }
        ScalarType::Int(width @ 2..) => {
            let bits = scramble(random) >> (random % u64::from(width) + 64 - u64::from(width));
            let value = Scalar::new(ty, bits);
            if random & 64 == 0 {
                value
            } else {
                Scalar::from_i64(ty, value.signed().wrapping_neg())
            }
        }
        _ => small(ty, random),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const F32: ScalarType = ScalarType::Float(FloatKind::F32);

    fn floats(values: &[Scalar]) -> Vec<f64> {
        values.iter().filter_map(|value| value.to_f64()).collect()
    }

    #[test]
    fn constants_come_with_their_neighbours() {
        let pool = Pool::new(&[600.0, 60.0], &[7]);
        let all = floats(&pool.elements(Draw::Constants, F32, 0, 0, pool.len(F32)));
        let next = f64::from(f32::from_bits(600.0_f32.to_bits() + 1));
        for wanted in [600.0, 60.0, 599.0, 61.0, 7.0, 8.0, next, 0.0] {
            assert!(all.contains(&wanted), "{wanted} in {all:?}");
        }
        let ints = pool.elements(Draw::Constants, ScalarType::Int(8), 0, 0, 20);
        assert!(
            [6, 7, 8, -1]
                .iter()
                .all(|wanted| ints.iter().any(|value| value.signed() == *wanted))
        );
    }

    /// A scalar argument is each of the constants in some run.
    #[test]
    fn runs_go_through_the_constants() {
        let pool = Pool::new(&[3.0, 2.0], &[]);
        let runs = 0..pool.len(F32) as u64;
        let seen: Vec<f64> = runs
            .flat_map(|run| floats(&pool.elements(Draw::Constants, F32, run, 0, 1)))
            .collect();
        assert!(seen.contains(&2.0) && seen.contains(&3.0));
    }

    #[test]
    fn neighbours_are_one_step_apart() {
        for value in [0.0_f32, -0.0, 1.0, -1.0, f32::MIN_POSITIVE] {
            let next = neighbour(Scalar::f32(value), 1).to_f64().unwrap_or(0.0);
            assert!(
                next > value.into() && crate::compare::ulps(Scalar::f32(value), Scalar::f32(next as f32)) == Some(1)
            );
        }
        assert_eq!(neighbour(Scalar::from_i64(ScalarType::Int(8), 127), 1).signed(), -128);
    }

    #[test]
    fn ends_are_drawn() {
        let pool = Pool::default();
        let special = floats(&pool.elements(Draw::Special, F32, 2, 1, 400));
        assert!(special.iter().any(|value| value.is_nan()) && special.contains(&f64::INFINITY));
        let edges = floats(&pool.elements(Draw::Edges, F32, 2, 1, 400));
        assert!(edges.iter().all(|value| value.is_finite()) && edges.contains(&f64::from(f32::MAX)));
        assert!(edges.iter().any(|value| *value == 0.0 && value.is_sign_negative()));
        let bytes = pool.elements(Draw::Edges, ScalarType::Int(8), 2, 1, 400);
        let least = floats(&pool.elements(Draw::Special, F32, 1, 0, 3));
        assert_eq!(least, [f64::NEG_INFINITY; 3]);
        assert!(
            [-128, 127]
                .iter()
                .all(|end| bytes.iter().any(|value| value.signed() == *end))
        );
        let wide = floats(&pool.elements(Draw::Wide, F32, 1, 1, 400));
        assert!(wide.iter().any(|value| value.abs() < 1e-3) && wide.iter().any(|value| value.abs() > 1e3));
    }
}
