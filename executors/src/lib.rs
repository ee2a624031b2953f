//! Runs nests of loops of the reference interpreter fast.
//!
//! `polyvet-interp` walks a program operation by operation, which defines the meaning. Here a loop or a structured
//! operation is planned when it starts ([`planner`]), compiled to bytecode ([`plan`]), and run on a copy of the cells
//! it can touch, innermost loops as columns of iterations ([`columns`], [`blocks`]). When it is done the cells are
//! written back. Whatever the planner does not know, and whatever would be an error, is declined and left to the walk
//! from the state before the nest, so that answers, messages and counts of steps are those of the walk. The tests
//! compare both on every program of the repository, in every domain.
//!
//! ```
//! use polyvet_executors::Executor;
//! use polyvet_interp::{Concrete, Init, RunOptions};
//!
//! let text = "func.func @f(%A: memref<64xf32>) {
//!   affine.for %i = 0 to 64 {
//!     %a = affine.load %A[%i] : memref<64xf32>
//!     %b = arith.addf %a, %a : f32
//!     affine.store %b, %A[%i] : memref<64xf32>
//!   }
//!   return
//! }";
//! let (module, _) = polyvet_ir::parse(text);
//! let mut machine = Executor::Auto.machine(&module, Concrete, RunOptions::default());
//! let args = machine.default_args("f", &|_, _| 64, &|_| 64, &|_| Init::Iota)?;
//! machine.call("f", args)?;
//! assert_eq!(machine.tally().fast, 1);
//! # Ok::<(), polyvet_interp::Trap>(())
//! ```

mod accelerated;
mod bits;
mod blocks;
mod chains;
mod columns;
mod interchange;
mod linear;
mod plan;
mod planner;
mod runner;
mod scalar;
mod simd;
mod values;

pub use accelerated::Accelerated;
pub use runner::Executor;
