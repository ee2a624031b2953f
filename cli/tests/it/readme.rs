//! README.md and the book in `docs` show real output: every command in a `console` block is run and compared.
//! `UPDATE_README=1 cargo test -p polyvet-cli --test it readme::` writes the output anew.

use crate::common::{in_root, polyvet, root, subcommands, words};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// README.md and the pages of the book. Those of codes have a test of their own (`codes.rs`).
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![PathBuf::from("README.md")];
    for folder in ["docs", "docs/commands"] {
        for entry in std::fs::read_dir(root().join(folder)).expect("a folder") {
            let name = entry.expect("an entry").file_name();
            if Path::new(&name).extension().is_some_and(|extension| extension == "md") {
                pages.push(Path::new(folder).join(name));
            }
        }
    }
    pages.sort();
    pages
}

fn read(page: impl AsRef<Path>) -> String {
    std::fs::read_to_string(root().join(page)).expect("a page")
}

#[test]
fn every_command_shown_is_real() {
    in_root();
    let update = std::env::var_os("UPDATE_README").is_some();
    let mut total = 0;
    for page in pages() {
        let old = read(&page);
        let (new, commands) = refreshed(&old);
        total += commands;
        if update && old != new {
            std::fs::write(&page, new).expect("a page");
        } else {
            assert_eq!(old, new, "{}: run with UPDATE_README=1", page.display());
        }
    }
    assert!(total > 25, "only {total} commands are shown");
}

/// The text with the output of all commands in `console` blocks as it is now.
fn refreshed(text: &str) -> (String, usize) {
    let (mut new, mut commands, mut inside) = (String::new(), 0, false);
    for line in text.lines() {
        match line {
            "```console" => inside = true,
            "```" => inside = false,
            _ => {}
        }
        if !inside || line == "```console" {
            new += line;
            new.push('\n');
        } else if let Some(command) = line.strip_prefix("$ polyvet ") {
            if !new.ends_with("```console\n") {
                new.push('\n');
            }
            let words = words(command);
            let run = polyvet(&words.iter().map(String::as_str).collect::<Vec<_>>(), "");
            let shown = format!("{}{}", run.stdout, run.stderr);
            // No line ends in spaces.
            let lines: Vec<&str> = shown.lines().map(str::trim_end).collect();
            new += &format!("{line}\n{}", lines.join("\n"));
            if !lines.is_empty() {
                new.push('\n');
            }
            commands += 1;
        }
    }
    (new, commands)
}

/// The places that a page links to.
fn links(text: &str) -> Vec<String> {
    let ends = text.split("](").skip(1);
    ends.filter_map(|rest| Some(rest.split_once(')')?.0.to_owned()))
        .collect()
}

#[test]
fn the_book_has_all_pages_and_no_dead_link() {
    let summary = read("docs/SUMMARY.md");
    let listed: Vec<PathBuf> = links(&summary)
        .iter()
        .map(|link| Path::new("docs").join(link))
        .collect();
    for page in pages()
        .iter()
        .filter(|page| page.starts_with("docs") && !page.ends_with("SUMMARY.md"))
    {
        assert!(listed.contains(page), "SUMMARY.md does not list {}", page.display());
    }
    for entry in std::fs::read_dir(root().join("docs/codes")).expect("a folder") {
        let page = Path::new("docs/codes").join(entry.expect("an entry").file_name());
        assert!(listed.contains(&page), "SUMMARY.md does not list {}", page.display());
    }
    for page in pages() {
        let folder = root().join(page.parent().expect("a folder"));
        for link in links(&read(&page)) {
            let target = link.split('#').next().unwrap_or_default();
            let outside = target.contains("://") || target.is_empty();
            assert!(outside || folder.join(target).exists(), "{}: {link}", page.display());
        }
    }
}

/// A page that names a file of this repository names one that is there.
#[test]
fn every_file_named_is_there() {
    let mut named = 0;
    for page in pages() {
        for word in read(&page).split('`').skip(1).step_by(2) {
            let folder = word.split('/').next().unwrap_or_default();
            let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
            // The name of the schema looks like a file in the folder of the library.
            let ours =
                plain && word != "polyvet/1" && word.contains('/') && root().join(folder).join("Cargo.toml").exists();
            let of_corpus = plain
                && ["corpus/", "examples/", "docs/"]
                    .iter()
                    .any(|start| word.starts_with(start));
            if ours || of_corpus {
                named += 1;
                assert!(root().join(word).exists(), "{}: there is no {word}", page.display());
            }
        }
    }
    assert!(named > 10, "only {named} files are named");
}

/// The book builds with mdBook.
#[test]
fn mdbook_builds_the_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = std::process::Command::new("mdbook")
        .arg("build")
        .arg(root().join("docs"))
        .arg("--dest-dir")
        .arg(folder.path())
        .output();
    let Ok(run) = run else {
        _ = writeln!(std::io::stderr(), "skipped: mdbook is not here");
        return;
    };
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{said}");
    for page in pages().iter().filter_map(|page| page.strip_prefix("docs").ok()) {
        let built = folder.path().join(page.with_extension("html"));
        assert!(
            built.exists() || page.ends_with("SUMMARY.md"),
            "{}: {said}",
            built.display()
        );
    }
}

#[test]
fn every_command_has_a_page() {
    let summary = read("docs/SUMMARY.md");
    let (_, commands) = summary.split_once("# Commands").expect("a part on commands");
    let (commands, _) = commands.split_once("\n# ").expect("another part");
    for command in subcommands() {
        let named = commands
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| word == command);
        assert!(named, "write docs/commands/{command}.md");
    }
}
