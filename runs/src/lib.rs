//! What is around a run of a program: where its inputs come from, and what becomes of its results.
//!
//! The interpreter (`polyvet-interp`) says what a program does to given numbers. Everything else that a run needs is
//! here, and rests on numbers alone: elements drawn from a seed ([`inputs`]) or from the constants of a program
//! ([`pool`]), arrays in files ([`npy`]), comparison of results within a tolerance or within proven bounds of rounding
//! ([`compare`]), and caches that see a sequence of accesses ([`cache`]).

pub mod cache;
pub mod compare;
pub mod inputs;
pub mod npy;
pub mod pool;
