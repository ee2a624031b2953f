//! Compares all functions of two programs, as a compiler's test would: one line of JSON each.
//!
//!     cargo run -p polyvet --example validate BEFORE.mlir AFTER.mlir

use polyvet::Program;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let [before, after] = &paths[..] else {
        return Err("two programs, please".into());
    };
    let (before, after) = (Program::open(before)?, Program::open(after)?);
    // A question keeps nothing, so each function can have a thread.
    std::thread::scope(|scope| {
        let ask = |name: String| {
            let (before, after) = (&before, &after);
            scope.spawn(move || before.function(&name)?.validate(after))
        };
        let threads: Vec<_> = before.function_names().into_iter().map(ask).collect();
        for thread in threads {
            let answer = thread.join().map_err(|_| "a thread panicked")??;
            println!("{}", serde_json::to_string(&answer)?);
        }
        Ok(())
    })
}
