//! `cargo run -p polyvet-count --example count -- "[N] -> { [i, j] : 0 <= i <= j < N }" "[N] -> { : N >= 1 }"`

use std::time::Instant;

use polyvet_count::{CountOptions, count};
use polyvet_poly::{Ctx, Set};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let ctx = Ctx::new();
    let set = Set::parse(&ctx, &args.next().ok_or("give a set, and perhaps a context")?)?;
    let mut options = CountOptions::default();
    if let Some(context) = args.next() {
        options = options.context(Set::parse(&ctx, &context)?);
    }
    let start = Instant::now();
    let formula = count(&set, &options)?;
    let spent = start.elapsed();
    println!("{formula}\n({spent:?})");
    Ok(())
}
