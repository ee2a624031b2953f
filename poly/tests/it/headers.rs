//! The declarations are what isl's headers say.

use std::process::Command;

/// Compares arity, types and ownership of every declaration with the headers of the isl that was built. Needs Python: without
/// it nothing is compared, but the headers change with the pinned version of isl-rs only.
#[test]
fn declarations_agree_with_the_headers() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/gen/sys.py");
    match Command::new("python3").args([script, "--check"]).output() {
        Ok(output) => {
            assert!(
                output.status.success(),
                "{}{}",
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&output.stderr)
            );
        }
        Err(error) => println!("not compared: python3: {error}"),
    }
}
