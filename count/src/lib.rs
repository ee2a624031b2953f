//! The integer points of a parametric Presburger set, counted exactly, as a formula.
//!
//! A set `S(p)` depends on integer parameters `p`; its existentials, floors and mods are those of isl. [`count`] gives a
//! [`CountFormula`] `f` with `f(p) = |S(p)|` for all `p` in the context: sums and products of polynomials in parameters and
//! in `floor`, `min` and `max` of them, under guards.
//!
//! ```
//! use polyvet_count::{CountOptions, count};
//! use polyvet_poly::{Ctx, Set};
//!
//! let ctx = Ctx::new();
//! // What all tiles of a matrix product read of A, tile by tile: 32 x 32 x 32.
//! let reads = Set::parse(&ctx, "[M, N, K] -> { [ti, tj, tk, i, k] : 0 <= i < M and 0 <= k < K and
//!     32 ti <= i < 32 ti + 32 and 32 tk <= k < 32 tk + 32 and 0 <= 32 tj < N }")?;
//! let context = Set::parse(&ctx, "[M, N, K] -> { : M >= 1 and N >= 1 and K >= 1 }")?;
//! let formula = count(&reads, &CountOptions::default().context(context))?;
//! assert_eq!(formula.to_string(), "M*K*ceil(N/32)");
//! assert_eq!(formula.eval(&[("M", 100), ("N", 70), ("K", 10)])?.to_string(), "3000");
//! # Ok::<(), polyvet_count::CountError>(())
//! ```
//!
//! # No wrong number
//! An answer is exact or an error: [`CountError::TooLarge`] when the budget of cells is spent, [`CountError::TooLong`]
//! when the formula would explode, [`CountError::Unbounded`] with a direction for infinite sets. Coefficients grow beyond
//! 128 bits when they must. Where a formula is too large, [`count_at`] is exact at given parameters, and [`bounds`] gives
//! formulas above and below, each certified by a set that was counted exactly.
//!
//! # What is a Presburger set
//! A product of two parameters, `i * K + j` or a tile index times a tile size, is not. Give a tile by origin and size,
//! `o <= i < o + T`, cache lines by row, `floor(j / 16)`; [`CountFormula::over_blocks`] sums the formula over all origins.
//!
//! # How
//! `read`, `unions`: isl's set as a few cells, existentials as floors, nothing projected. `cells`: what keeps the number of
//! points and removes variables. `sum`: the others are summed, one by one, by Faulhaber's formulas, or two by two where one
//! goes up in `stairs` of the other; `lp` says what is empty or implied. `simplify`, `gather`: fewer pieces and terms.
//! `print`: plain notation, which [`PrintedFormula`] reads back. [`CountedLines`]: cache lines of rows that lie behind each other, row by row.
//!
//! # Against barvinok
//! `cargo bench -p polyvet-count --bench count`, 2026-11-22, islpy-barvinok 2026.2.2, 20 s a set, geometric means:
//!
//! | sets | times as fast | least | formulas, times shorter |
//! | --- | --- | --- | --- |
//! | tiles | 16 | 2.9 | 5.6 |
//! | their lines | 12 | 3.8 | 4.8 |
//! | their lines, rows behind each other | 45 | 1.4 | 6.9 |
//! | sums over all tiles | 23 | 3.0 | 6.0 |
//! | tiles of symbolic size | 25 | 3.0 | 11.4 |
//! | whole operands | 3.3 | 0.9 | 5.0 |
//! | their lines | 4.9 | 1.0 | 2.5 |
//!
//! The two below 1 are heat-3d as a whole and its lines, where isl puts the union together in both programs: 1.1 to 1.7 and
//! 0.8 to 1.6 in five other runs. Measured without a limit on the length of formulas; with the limits that are there
//! otherwise, 6 sets (seidel-2d and jacobi-2d skewed, lu with all operands in one array) have no formula and are counted
//! point by point. Of the 210 sets barvinok has no answer for 10 in that time.

mod arith;
mod atoms;
mod blocks;
mod bounds;
mod cells;
mod count;
mod error;
mod formula;
mod gather;
mod lin;
mod lp;
mod num;
mod poly;
mod print;
mod printed;
mod read;
mod rows;
mod simplify;
mod stairs;
mod sum;
mod unions;

pub use bounds::{CountBounds, bounds};
pub use count::{CountOptions, Countable, DEFAULT_CELLS_MAX, DEFAULT_SIZE_MAX, Meter, count, count_at};
pub use error::{CountError, Direction};
pub use formula::CountFormula;
pub use printed::{PrintedError, PrintedFormula};
pub use rows::CountedLines;
