//! `cargo run --release -p polyvet-generate --example speed`: programs a second on one core, with the sizes at which
//! they are defined. How many of them the interpreter agrees with is counted by `fuzz/tests/it/generator.rs`.

use polyvet_generate::case::{InputFamily, RandomCase, numbers};
use polyvet_generate::weights::Weights;
use std::time::Instant;

const PROGRAMS: u64 = 20_000;

fn main() {
    let weights = Weights::default();
    for (name, input) in [("affine", InputFamily::Affine), ("structured", InputFamily::Structured)] {
        let start = Instant::now();
        let cases = (0..PROGRAMS).map(|id| RandomCase::new(input, &numbers(5, id), &weights));
        let (sizes, bytes) = cases.fold((0, 0), |(sizes, bytes), case| {
            (sizes + case.sizes.len(), bytes + case.text.len())
        });
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{name}: {:.0} programs a second, {} bytes and {:.1} sizes each",
            PROGRAMS as f64 / seconds,
            bytes as u64 / PROGRAMS,
            sizes as f64 / PROGRAMS as f64
        );
    }
}
