//! Every crate that others may use can be packed, and what it is compiled from is in the package.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

fn said(command: &mut Command) -> String {
    let output = command.output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

/// Packs all crates into `place`.
fn pack(root: &Path, place: &Path, offline: bool) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root);
    cargo.args([
        "package",
        "--workspace",
        "--exclude",
        "polyvet-tests",
        "--no-verify",
        "--allow-dirty",
        "--quiet",
    ]);
    cargo.args(offline.then_some("--offline"));
    cargo.arg("--target-dir").arg(place);
    cargo
}

/// `cli/src/../codes/x.md` as `cli/codes/x.md`.
fn tidied(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                tidy.pop();
            }
            part => tidy.push(part),
        }
    }
    tidy
}

/// What the sources of a package take in when they are compiled.
fn included(folder: &Path, files: &BTreeSet<PathBuf>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for file in files
        .iter()
        .filter(|file| file.extension().is_some_and(|ending| ending == "rs"))
    {
        // Tests stay in the repository.
        if file.components().nth(1).is_none_or(|part| part.as_os_str() != "src") {
            continue;
        }
        let text = std::fs::read_to_string(folder.join(file)).expect("a source");
        for rest in text
            .split("include_str!(\"")
            .skip(1)
            .chain(text.split("include_bytes!(\"").skip(1))
        {
            let name = rest.split('"').next().expect("its end");
            found.push(tidied(&file.parent().expect("a folder").join(name)));
        }
    }
    found
}

#[test]
fn every_crate_can_be_packed_and_has_what_it_includes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let place = tempfile::tempdir().expect("a folder");
    // What was built before needs nothing from the network; in a fresh clone something may be missing.
    if !pack(root, place.path(), true).output().expect("cargo").status.success() {
        said(&mut pack(root, place.path(), false));
    }
    let (mut crates, mut includes) = (0, 0);
    for entry in std::fs::read_dir(place.path().join("package")).expect("packages") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|ending| ending != "crate") {
            continue;
        }
        crates += 1;
        let folder = path.parent().expect("a folder");
        said(Command::new("tar").arg("xzf").arg(&path).current_dir(folder));
        let list = said(Command::new("tar").arg("tzf").arg(&path));
        let files: BTreeSet<PathBuf> = list.lines().map(PathBuf::from).collect();
        let has = |file: &str| files.iter().any(|one| one.ends_with(file));
        for wanted in included(folder, &files) {
            includes += 1;
            assert!(
                files.contains(&wanted),
                "{} is not in {}",
                wanted.display(),
                path.display()
            );
        }
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        // What links isl says whose it is; what builds it has the settings.
        if name.starts_with("polyvet-poly-") || name.starts_with("polyvet-cli-") {
            assert!(has("NOTICE"), "{name}");
        }
        if name.starts_with("polyvet-poly-") {
            assert!(has("isl.config.site") && has("build.rs"), "{name}");
        }
    }
    assert!(
        crates >= 18 && includes >= 25,
        "{crates} crates, {includes} files taken in"
    );
}

/// A release has notes, and the wheel the version of the workspace.
#[test]
fn this_version_has_notes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let version = env!("CARGO_PKG_VERSION");
    let notes = |version: &str| {
        let mut script = Command::new("sh");
        script.arg(root.join("scripts/release-notes.sh")).arg(version);
        script.output().expect("sh")
    };
    let good = notes(version);
    assert!(good.status.success() && !good.stdout.is_empty(), "{good:?}");
    assert!(!notes("99.0.0").status.success());
    for file in ["python/Cargo.toml", "editors/vscode/package.json"] {
        let text = std::fs::read_to_string(root.join(file)).expect("a manifest");
        let said = [
            format!("version = \"{version}\""),
            format!("\"version\": \"{version}\""),
        ];
        assert!(
            said.iter().any(|said| text.contains(said)),
            "{file} has not version {version}"
        );
    }
}
