//! polyvet as a library: is a transformation of a loop or tensor program right?
//!
//! A [`Program`] is read, one of its functions chosen, and a question asked. The answer is typed, prints as the command
//! line does, and is serialised as its `--format json`:
//!
//! ```
//! use polyvet::{Decided, Program};
//!
//! let program = Program::read(
//!     "func.func @scale(%A: memref<?xf32>, %n: index) {
//!        %two = arith.constant 2.0 : f32
//!        affine.for %i = 0 to %n {
//!          %a = affine.load %A[%i] : memref<?xf32>
//!          %b = arith.mulf %a, %two : f32
//!          affine.store %b, %A[%i] : memref<?xf32>
//!        }
//!        return
//!      }",
//! )?;
//! let scale = program.function("scale")?;
//! let answer = scale.check("tile(i=32); parallelize(i)")?;
//! assert!(matches!(answer.decided(), Decided::Proved));
//! # Ok::<(), polyvet::Error>(())
//! ```
//!
//! # What can be asked
//!
//! | question | answer |
//! | --- | --- |
//! | [`check`](ProgramFunction::check) | is the program after a script of transforms the same? |
//! | [`check_schedule`](ProgramFunction::check_schedule) | is another order of the same instances legal? |
//! | [`schedules`](ProgramFunction::schedules) | the same of many orders |
//! | [`candidates`](ProgramFunction::candidates) | which transforms are legal, at which places? |
//! | [`transform`](ProgramFunction::transform) | the program after a script, if it is the same |
//! | [`validate`](ProgramFunction::validate) | does another program compute the same? |
//! | [`relations`](ProgramFunction::relations) | what does each statement read and write? |
//! | [`dependences`](ProgramFunction::dependences) | what depends on what, and which loop carries it? |
//!
//! What is known of the parameters is said before: [`assume`](ProgramFunction::assume),
//! [`param`](ProgramFunction::param), [`may_alias`](ProgramFunction::may_alias), [`budget`](ProgramFunction::budget),
//! or all at once as [`Given`].
//!
//! # Answers and errors
//!
//! *Unknown is an answer.* That a program has no model, or that the budget does not suffice, is
//! [`Decided::Unknown`] with its reason. An [`Error`] means that the question makes no sense: a program, a script or an
//! assumption that cannot be read. It is displayed with file, line and caret.
//!
//! Nothing is kept between questions, nothing is printed, and each question has an isl context of its own: a
//! [`Program`] can be shared between threads.
//!
//! # Below the door
//!
//! The other modules are what the command line is made of. They report to a [`Reporter`] instead of giving an error,
//! so that messages appear as they come.

pub mod answer;
pub mod asked;
pub mod assume;
pub mod bodies;
pub mod cache;
pub mod candidates;
pub mod check;
pub mod definitions;
pub mod dependences;
mod door;
pub mod effects;
mod error;
pub mod facts;
pub mod function;
pub mod given;
mod own_room;
pub mod parts;
pub mod picture;
pub mod read;
pub mod relations;
pub mod repair;
pub mod reporter;
pub mod rewrite;
pub mod schedules;
pub mod settings;
pub mod simulate;
pub mod source;
pub mod structured;
pub mod trace;
pub mod tune;
pub mod validate;

pub use answer::{Answer, Decided};
pub use door::{ProgramFunction, Transformed};
pub use error::Error;
pub use given::Given;
pub use read::Program;
pub use reporter::{Message, Messages, Outcomes, Reported, Reporter};
