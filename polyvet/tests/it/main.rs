//! The library as its users see it.

mod dependences;
mod door;
