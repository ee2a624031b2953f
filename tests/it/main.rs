//! All integration tests of the workspace in one program; the corpus (`tests/corpus.rs`) is a harness of its own.

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod agreement;
mod bugs;
mod canary;
mod candidates;
mod catalogue;
mod certificate;
mod control;
mod debufferize;
mod domains;
mod exhaustive;
mod faults;
mod footprint;
mod inspector;
mod long;
mod mapping;
mod modelled;
mod mutation;
mod operations;
mod packages;
mod random;
mod redteam;
mod shape;
mod strips;
mod terms;
mod tidy;
mod verdicts;
