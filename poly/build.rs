//! Sees to it that isl is the one that polyvet is tested with: small integers, portable flags, and without a fault of its reader.
//!
//! isl-rs runs isl's configure, which reads the file that `CONFIG_SITE` names. In this repository `.cargo/config.toml` sets it;
//! cargo does not read that file for `cargo install`, nor for a crate elsewhere that depends on this one. There isl-rs builds
//! an isl that is slow and for one machine only. So it is built again here, from the sources of isl-rs, and that one is linked
//! (`own_isl`); or the build is refused, with what to do.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// What the file must say; the rest of it may be another, as for a sanitizer.
const NEEDED: &str = "with_int=imath-32";
/// The folder of the sources, as cargo unpacks them.
const SOURCES: &str = "isl-rs-0.3.1";
/// Lines of the end of a log that are shown.
const TAIL: usize = 30;

fn main() -> ExitCode {
    println!("cargo:rerun-if-env-changed=CONFIG_SITE");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=isl.config.site");
    println!("cargo:rustc-check-cfg=cfg(own_isl)");
    let Err(wrong) = site() else {
        return ExitCode::SUCCESS;
    };
    let manifest = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    match own(&manifest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => refuse(&manifest, &wrong, &why),
    }
}

/// Whether isl-rs was told what to build.
fn site() -> Result<(), String> {
    let site = std::env::var("CONFIG_SITE").unwrap_or_default();
    if site.is_empty() {
        return Err("CONFIG_SITE is not set".to_owned());
    }
    let text =
        fs::read_to_string(&site).map_err(|error| format!("CONFIG_SITE is `{site}`, which cannot be read: {error}"))?;
    if !text.contains(NEEDED) {
        return Err(format!("CONFIG_SITE is `{site}`, which does not say `{NEEDED}`"));
    }
    println!("cargo:rerun-if-changed={site}");
    Ok(())
}

/// Builds isl, and has it linked in place of that of isl-rs.
fn own(manifest: &Path) -> Result<(), String> {
    let sources = sources(manifest)?;
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let (work, prefix) = (out.join("isl"), out.join("installed"));
    let library = prefix.join("lib/libisl.a");
    let failed = |error: std::io::Error| format!("cannot copy `{}`: {error}", sources.display());
    // What was left half done is begun anew.
    if work.exists() {
        fs::remove_dir_all(&work).map_err(failed)?;
    }
    copy(&sources, &work).map_err(failed)?;
    let run = |program: &str, args: &[&OsStr]| run(&work, &manifest.join("isl.config.site"), program, args);
    let prefix_arg = format!("--prefix={}", prefix.display());
    let configure = [
        &*prefix_arg,
        "--with-pic=isl",
        "--with-int=imath",
        "--enable-shared=no",
        "--enable-static=yes",
    ];
    let jobs = format!("-j{}", std::env::var("NUM_JOBS").unwrap_or_else(|_| "1".to_owned()));
    run("./autogen.sh", &[])?;
    run("./configure", &configure.map(OsStr::new))?;
    run("make", &[OsStr::new(&jobs)])?;
    run("make", &[OsStr::new("install")])?;
    // Another name than that of isl-rs, whose folder is searched as well.
    let renamed = prefix.join("lib/libisl_of_polyvet.a");
    fs::rename(&library, &renamed).map_err(|error| format!("cannot rename `{}`: {error}", library.display()))?;
    println!("cargo:rustc-cfg=own_isl");
    println!("cargo:rustc-link-search=native={}", prefix.join("lib").display());
    println!("cargo:rustc-link-lib=static=isl_of_polyvet");
    Ok(())
}

/// The folder `isl` in the sources of isl-rs: beside this crate in a registry or a folder of vendored crates, or in the registry.
fn sources(manifest: &Path) -> Result<PathBuf, String> {
    let mut places: Vec<PathBuf> = [SOURCES, "isl-rs"].map(|name| manifest.with_file_name(name)).into();
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let registries = home.and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    places.extend(
        registries
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path().join(SOURCES)),
    );
    let found = places.into_iter().map(|place| place.join("isl"));
    found
        .into_iter()
        .find(|isl| isl.join("autogen.sh").is_file() && isl.join("imath").is_dir())
        .ok_or_else(|| format!("the sources of {SOURCES} are in none of cargo's folders"))
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        match entry.file_type()?.is_dir() {
            true => copy(&path, &target)?,
            false => fs::copy(&path, &target).map(drop)?,
        }
    }
    Ok(())
}

fn run(work: &Path, site: &Path, program: &str, args: &[&OsStr]) -> Result<(), String> {
    let output = Command::new(program)
        .args(args)
        .current_dir(work)
        .env("CONFIG_SITE", site)
        .output()
        .map_err(|error| format!("cannot run `{program}`: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let lines: Vec<&str> = said.lines().collect();
    let tail = lines[lines.len().saturating_sub(TAIL)..].join("\n    ");
    Err(format!("`{program}` of isl failed:\n    {tail}"))
}

fn refuse(manifest: &Path, wrong: &str, why: &str) -> ExitCode {
    eprintln!(
        "polyvet-poly: isl would be slow and for this machine only ({wrong}), and another cannot be built: {why}"
    );
    eprintln!(
        "  isl needs gcc, make, autoconf, automake and libtool; or have isl-rs build the right one, by this in the"
    );
    eprintln!("  `.cargo/config.toml` of your workspace or in `~/.cargo/config.toml`:");
    eprintln!("      [env]");
    eprintln!("      CONFIG_SITE = \"{}\"", manifest.join("isl.config.site").display());
    eprintln!("  then `cargo clean -p isl-rs`, for cargo does not see that it was built without");
    ExitCode::FAILURE
}
