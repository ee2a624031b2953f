//! Campaigns against another backend: programs from `polyvet-generate` go through it, what goes wrong is
//! shrunk, distinguished from what is there already, and written down.
//!
//! Everything follows from the seed: batch `b` of a campaign is the same on every machine, whichever shard
//! runs it and with however many threads. Results are lines of a ledger that only grows ([`ledger`]), so a
//! campaign that was stopped goes on where it was, and ledgers of several machines can be merged.
//!
//! - [`pipeline`]: what a backend is asked to do with a program;
//! - [`oracle`]: who says that it did wrong: [`validate`] for all sizes, [`execute`] for one;
//! - [`campaign`]: batches, shards, and what is worth shrinking;
//! - [`shrink`], [`defined`]: smaller programs, valid at every step;
//! - [`replay`]: what the backend computes from a reduced program;
//! - [`ledger`], [`folder`]: what is kept, for machines and for people;
//! - [`known`]: what is known already of a fault;
//! - [`coverage`]: what the programs had in them.

pub mod campaign;
pub mod coverage;
pub mod defined;
pub mod execute;
pub mod folder;
pub mod known;
pub mod ledger;
pub mod oracle;
pub mod pipeline;
pub mod replay;
pub mod shrink;
pub mod validate;

use polyvet_ir::{Module, PrintForm, PrintOptions, print_op};

/// A 64-bit hash (FNV-1a) that is the same on every machine and in every version, as 16 digits.
pub fn digest(text: &str) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    }
    format!("{hash:016x}")
}

/// The module of a text without errors.
fn read(text: &str) -> Option<Module> {
    polyvet::Program::read(text).ok()?.into_module()
}

/// The operations of a module as text, without the module around them.
fn text_of(module: &Module) -> String {
    let options = PrintOptions {
        form: PrintForm::Custom,
        ..PrintOptions::default()
    };
    let ops = &module.block(module.body()).ops;
    ops.iter().map(|op| print_op(module, *op, options) + "\n").collect()
}
