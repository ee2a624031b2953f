//! The reference interpreter: what a program of loops and tensors does, operation by operation.
//!
//! A plain walk of the tree in program order, where every access is checked and every element knows
//! whether it was written. It defines the meaning; nothing here is clever. Undefined behaviour is a
//! [`Trap`] with its place and iteration, never a value.
//!
//! What stands for a number is up to a [`Domain`]: [`Concrete`] computes, [`TermDomain`] hashes the tree of
//! operations, [`Field`] evaluates polynomials.
//!
//! Large programs take long in a walk. [`nest`] is the door for those who run whole nests of loops in its place; the
//! crate `polyvet-executors` does, and its tests compare it with the walk.

mod access;
mod args;
mod cells;
mod code;
mod dense;
mod domain;
pub mod draw;
mod eval;
mod function;
mod globals;
mod ints;
mod layout;
mod machine;
mod memory;
pub mod nest;
mod observe;
mod ops;
mod parts;
mod races;
mod run;
mod scalar;
mod trace;
mod trap;
mod value;

pub use args::{ElementSource, Init};
pub use domain::{
    Bounded, BoundedValue, Concrete, DataElem, Domain, Field, FieldValue, InputElement, LIBRARY_ULPS, Real,
    Reassociated, ReassociatedValue, ShapeDomain, TermDomain, TermNode, TermOrigin, TermValue, fold_integers,
};
pub use eval::apply as evaluate;
/// Functions that [`evaluate`] is made of, for those who compute without [`Scalar`]s.
pub mod functions {
    /// Of floats.
    pub mod float {
        pub use crate::eval::float::compare;
        /// Of `f32`.
        pub mod single {
            pub use crate::eval::float::single::{max_num, maximum};
        }
        /// Of `f64`.
        pub mod double {
            pub use crate::eval::float::double::{max_num, maximum};
        }
    }
    /// Of integers.
    pub mod int {
        pub use crate::eval::int::compare;
    }
}
pub use function::{Flags, FloatPredicate, Function, IntPredicate, ScalarCall};
pub use ints::{element_count, for_each_index};
pub use machine::{Machine, ParallelOrder, RunLimits, RunOptions};
pub use memory::{BufferId, BufferView, Leak, TensorData};
pub use observe::{ElementPlace, ObservedAccess};
pub use ops::event::Unknown;
pub use run::{ChosenSize, Output, Sizes, sizes_of};
pub use scalar::{ElementType, Scalar, ScalarType};
pub use trace::{Event, Watch};
pub use trap::{Code, Details, Iteration, LoopVar, Trap};
pub use value::{Contents, Difference, RuntimeValue, first_difference};
