//! Tries a few scripts on a program and says which are legal.
//!
//!     cargo run -p polyvet --example check examples/matmul.mlir matmul

use polyvet::{Decided, Error, Program};

fn main() -> Result<(), Error> {
    let mut args = std::env::args().skip(1);
    let path = args.next().unwrap_or_else(|| "examples/matmul.mlir".to_owned());
    let name = args.next().unwrap_or_else(|| "matmul".to_owned());
    let program = Program::open(path)?;
    let function = program.function(&name)?;
    for script in ["tile(i=32, j=32, k=8)", "interchange(i, k)", "parallelize(k)"] {
        let answer = function.check(script)?;
        match answer.decided() {
            Decided::Proved => println!("{script}: legal"),
            Decided::Reassociated => println!("{script}: legal if sums may be reordered"),
            // The program lines, the two iterations and what they compute.
            _ => println!("{answer}"),
        }
    }
    Ok(())
}
