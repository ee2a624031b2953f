//! Refuses a build in which isl gets another arithmetic and other flags than those that polyvet is tested with.
//!
//! isl-rs runs isl's configure, which reads the file that `CONFIG_SITE` names. In this repository `.cargo/config.toml` sets it;
//! cargo does not read that file for `cargo install --git`, nor for a crate elsewhere that depends on this one.

use std::path::Path;
use std::process::ExitCode;

/// What the file must say; the rest of it may be another, as for a sanitizer.
const NEEDED: &str = "with_int=imath-32";

fn main() -> ExitCode {
    println!("cargo:rerun-if-env-changed=CONFIG_SITE");
    println!("cargo:rerun-if-changed=build.rs");
    let site = std::env::var("CONFIG_SITE").unwrap_or_default();
    let wrong = match std::fs::read_to_string(&site) {
        _ if site.is_empty() => "CONFIG_SITE is not set".to_owned(),
        Err(error) => format!("CONFIG_SITE is `{site}`, which cannot be read: {error}"),
        Ok(text) if !text.contains(NEEDED) => format!("CONFIG_SITE is `{site}`, which does not say `{NEEDED}`"),
        Ok(_) => {
            println!("cargo:rerun-if-changed={site}");
            return ExitCode::SUCCESS;
        }
    };
    let manifest = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let ours = Path::new(&manifest).with_file_name("isl.config.site");
    eprintln!("polyvet-poly: isl would be built slow and for this machine only: {wrong}");
    eprintln!("  put this into `.cargo/config.toml` of your workspace, or into `~/.cargo/config.toml`:");
    eprintln!("      [env]");
    eprintln!("      CONFIG_SITE = \"{}\"", ours.display());
    eprintln!("  then `cargo clean -p isl-rs`, for cargo does not see that it was built without");
    ExitCode::FAILURE
}
