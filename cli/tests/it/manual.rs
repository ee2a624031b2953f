//! Completion scripts and manual pages are made of the arguments, so they know every subcommand.

use crate::common::{block, polyvet, shell, subcommands};
use polyvet_cli::Exit;
use std::io::Write as _;
use std::process::Command;

const SHELLS: &[&str] = &["bash", "zsh", "fish", "elvish", "powershell"];

#[test]
fn completions_know_every_subcommand() {
    for shell in SHELLS {
        let run = polyvet(&["completions", shell], "");
        assert_eq!(run.exit, Exit::Success, "{}", run.shown());
        for command in subcommands() {
            assert!(run.stdout.contains(&command), "{shell} does not know `{command}`");
        }
        assert!(run.stdout.contains("assume"), "{shell} does not know `--assume`");
    }
    assert_eq!(polyvet(&["completions", "basic"], "").exit, Exit::BadInput);
}

#[test]
fn bash_reads_its_script() {
    let script = polyvet(&["completions", "bash"], "").stdout;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("polyvet.bash");
    std::fs::write(&path, &script).expect("a file");
    let Ok(output) = Command::new("bash").arg("-n").arg(&path).output() else {
        _ = writeln!(std::io::stderr(), "skipped: bash is not here");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // It completes what a user has begun to type.
    let ask = format!(
        "source '{}'; COMP_WORDS=(polyvet rel); COMP_CWORD=1; _polyvet polyvet rel polyvet; echo \"${{COMPREPLY[*]}}\"",
        path.display()
    );
    let output = Command::new("bash").args(["-c", &ask]).output().expect("bash");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "relations");
}

#[test]
fn the_manual_has_a_page_for_every_subcommand() {
    let main = polyvet(&["man"], "");
    assert_eq!(main.exit, Exit::Success);
    assert!(main.stdout.contains(".TH POLYVET 1"), "{}", main.stdout);
    assert!(main.stdout.contains("Exit status"), "{}", main.stdout);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("man1");
    let run = polyvet(&["man", "-o", path.to_str().expect("UTF-8")], "");
    assert_eq!(run.exit, Exit::Success, "{}", run.shown());
    assert_eq!(
        std::fs::read_to_string(path.join("polyvet.1")).expect("a page"),
        main.stdout
    );
    for command in subcommands() {
        assert!(
            main.stdout.contains(&format!("polyvet\\-{command}(1)")),
            "polyvet.1 does not name {command}"
        );
        let page = std::fs::read_to_string(path.join(format!("polyvet-{command}.1"))).expect("a page");
        assert!(
            page.contains(&format!("polyvet {command}")) || page.contains(&format!("polyvet\\-{command}")),
            "{page}"
        );
        assert!(page.contains(".SH OPTIONS"), "{command}: {page}");
    }
}

#[test]
fn the_book_says_how_to_install_them() {
    let home = tempfile::tempdir().expect("a folder");
    let script = format!("set -e\n{}", block("docs/commands/explain.md", "sh"));
    let Ok(output) = shell("sh").arg("-c").arg(script).env("HOME", home.path()).output() else {
        _ = writeln!(std::io::stderr(), "skipped: sh is not here");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let share = home.path().join(".local/share");
    let completions = std::fs::read_to_string(share.join("bash-completion/completions/polyvet")).expect("a script");
    assert_eq!(completions, polyvet(&["completions", "bash"], "").stdout);
    assert!(share.join("man/man1/polyvet-check.1").is_file());
}
