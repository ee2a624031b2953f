//! Cases: the program of a seed and a number.

use crate::choices::Choices;
use crate::weights::Weights;
use crate::{CallSizes, affine, structured};

/// Families of programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputFamily {
    /// Affine loops.
    Affine,
    /// Structured operations and loops.
    Structured,
}

/// The numbers of case `number` of `seed`.
pub fn numbers(seed: u64, number: u64) -> Vec<u16> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xd134_2543_de82_ef95);
    let mut next = move || {
        // splitmix64
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    };
    let length = 40 + next() % 120;
    (0..length).map(|_| (next() >> 40) as u16).collect()
}

/// A program, and sizes at which it is defined.
#[derive(Clone, Debug)]
pub struct RandomCase {
    /// MLIR with one function, `@random`.
    pub text: String,
    /// Values of its `index` arguments and dynamic extents.
    pub sizes: Vec<CallSizes>,
}

impl RandomCase {
    /// The case that these numbers decide.
    pub fn new(input: InputFamily, numbers: &[u16], weights: &Weights) -> RandomCase {
        let mut choices = Choices::new(numbers);
        match input {
            InputFamily::Affine => {
                let program = affine::program_with(&mut choices, weights);
                let sizes = affine::sizes(&program);
                RandomCase {
                    text: program.text(),
                    sizes: sizes.iter().filter_map(|params| program.sizes(params)).collect(),
                }
            }
            InputFamily::Structured => {
                let structured::StructuredCase { text, sizes } = structured::structured(&mut choices, weights);
                RandomCase { text, sizes }
            }
        }
    }
}

/// The program of a case; its function is `@random`.
pub fn program(input: InputFamily, numbers: &[u16]) -> String {
    RandomCase::new(input, numbers, &Weights::plain()).text
}
