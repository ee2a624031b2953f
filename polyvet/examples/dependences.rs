//! Prints which loops of a function may run in parallel, and what keeps the others from it.
//!
//!     cargo run -p polyvet --example dependences examples/stencil.mlir stencil

use polyvet::{Error, Program};

fn main() -> Result<(), Error> {
    let mut args = std::env::args().skip(1);
    let path = args.next().unwrap_or_else(|| "examples/matmul.mlir".to_owned());
    let program = Program::open(path)?;
    for name in args.next().map_or_else(|| program.function_names(), |name| vec![name]) {
        let dependences = program.function(&name)?.dependences(false)?;
        for one in &dependences.loops {
            match one.carries.is_empty() {
                true => println!("@{name}: `{}` is parallel", one.name),
                false => println!("@{name}: `{}` carries {}", one.name, one.carries.join(", ")),
            }
        }
    }
    Ok(())
}
