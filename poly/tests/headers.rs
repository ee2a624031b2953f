//! The declarations are what isl's headers say, and they are the headers of the version they were made for.

use std::process::Command;

#[test]
fn isl_is_the_version_that_was_declared() {
    assert!(
        polyvet_poly::Ctx::version().starts_with("isl-0.27"),
        "{}",
        polyvet_poly::Ctx::version()
    );
}

/// Compares arity, types and ownership of every declaration with the headers of the isl that was built. Needs Python; the
/// declarations depend on nothing but isl's version, which the other test checks everywhere.
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
