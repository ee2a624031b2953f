//! The commands that `docs/commands/snapshot.md` gives for CI, run as they are written, in a repository of their own.

use crate::common::{block, root, shell};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output};

/// A repository with one kernel and its report.
fn repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    std::fs::create_dir(place.join("kernels")).expect("a folder");
    std::fs::copy(root().join("corpus/kernels/gemm.mlir"), place.join("kernels/gemm.mlir")).expect("a kernel");
    said(
        &run(
            place,
            "git init -q . && git config user.email a@b.c && git config user.name a",
        ),
        true,
    );
    folder
}

/// Runs shell commands as CI does: the first that fails ends it.
fn run(place: &Path, commands: &str) -> Output {
    let mut command: Command = shell("sh");
    // No settings of this machine, and nothing left on it.
    command.env("PRE_COMMIT_HOME", place.join(".git/pre-commit-home"));
    command
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null");
    command
        .args(["-ec", commands])
        .current_dir(place)
        .output()
        .expect("a shell")
}

fn said(output: &Output, good: bool) -> String {
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.success(), good, "{text}");
    text
}

/// What is behind `key:` in the block of YAML with that key.
fn yaml(key: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join("docs/commands/snapshot.md")).expect("a page");
    let blocks = text
        .split("```yaml\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next());
    let lines = blocks
        .flat_map(str::lines)
        .map(|line| line.trim_start().trim_start_matches("- "));
    let found: Vec<String> = { lines }
        .filter_map(|line| line.strip_prefix(key)?.strip_prefix(": "))
        .map(str::to_owned)
        .collect();
    assert!(!found.is_empty(), "the page has no `{key}:`");
    found
}

fn change(place: &Path) {
    let kernel = place.join("kernels/gemm.mlir");
    let text = std::fs::read_to_string(&kernel).expect("a kernel");
    let changed = text.replace("%B[%k, %j]", "%B[%j, %k]");
    assert_ne!(text, changed);
    std::fs::write(kernel, changed).expect("written");
}

#[test]
fn the_commands_of_the_page_do_what_it_says() {
    let folder = repository();
    let commands = block("docs/commands/snapshot.md", "sh");
    let text = said(&run(folder.path(), &commands), true);
    assert!(text.contains("1 accepted") && text.contains("1 unchanged"), "{text}");
    let staged = said(&run(folder.path(), "git diff --cached --name-only"), true);
    assert!(staged.contains("kernels/gemm.polyvet.txt"), "{staged}");
}

#[test]
fn the_step_of_the_workflow_fails_on_a_change() {
    let folder = repository();
    said(&run(folder.path(), "polyvet snapshot kernels --accept"), true);
    let steps: Vec<String> = yaml("run")
        .into_iter()
        .filter(|step| step.starts_with("polyvet "))
        .collect();
    assert!(!steps.is_empty());
    for step in steps {
        said(&run(folder.path(), &step), true);
        change(folder.path());
        let output = run(folder.path(), &step);
        assert_eq!(output.status.code(), Some(1), "`{step}`");
        assert!(said(&output, false).contains("operand B of S1 is now read column-wise"));
    }
}

#[test]
fn the_hook_stops_a_commit() {
    let folder = repository();
    let place = folder.path();
    said(
        &run(
            place,
            "polyvet snapshot kernels --accept; git add .; git commit -qm first",
        ),
        true,
    );
    // What pre-commit does with such a hook is to run its entry before a commit.
    let entry = yaml("entry").remove(0);
    let hook = format!("cat > .git/hooks/pre-commit <<'END'\n#!/bin/sh\n{entry}\nEND\nchmod +x .git/hooks/pre-commit");
    said(&run(place, &hook), true);
    change(place);
    let refused = said(&run(place, "git commit -qam second"), false);
    assert!(refused.contains("operand B of S1"), "{refused}");
    said(
        &run(place, "polyvet snapshot kernels --accept; git commit -qam second"),
        true,
    );
    let log = said(&run(place, "git log --oneline"), true);
    assert_eq!(log.lines().count(), 2, "{log}");
}

/// The configuration is one that pre-commit takes.
#[test]
fn pre_commit_runs_the_hook() {
    let found = Command::new("pre-commit").arg("--version").output();
    if !found.is_ok_and(|output| output.status.success()) {
        _ = writeln!(std::io::stderr(), "skipped: pre-commit is not here");
        return;
    }
    let folder = repository();
    let text = std::fs::read_to_string(root().join("docs/commands/snapshot.md")).expect("a page");
    let config = text
        .split("```yaml\n")
        .find(|part| part.contains("id: polyvet"))
        .expect("a configuration");
    let config = config.split("```").next().expect("its end");
    std::fs::write(folder.path().join(".pre-commit-config.yaml"), config).expect("written");
    said(
        &run(folder.path(), "polyvet snapshot kernels --accept; git add ."),
        true,
    );
    said(&run(folder.path(), "pre-commit run --all-files"), true);
    change(folder.path());
    let refused = said(&run(folder.path(), "git add .; pre-commit run --all-files"), false);
    assert!(refused.contains("operand B of S1"), "{refused}");
}

/// What `action.yml` does, with its inputs.
fn action(place: &Path, commands: &str) -> Output {
    let mut command: Command = shell("python3");
    command.arg(root().join("scripts/action.py")).current_dir(place);
    command.env("POLYVET_PACKAGE", "").env("POLYVET_RUN", commands);
    command.output().expect("python3")
}

#[test]
fn the_action_annotates_what_changed() {
    let text = std::fs::read_to_string(root().join("action.yml")).expect("the action");
    for part in ["scripts/action.py", "POLYVET_PACKAGE", "POLYVET_RUN"] {
        assert!(text.contains(part), "{part}");
    }
    let folder = repository();
    let place = folder.path();
    said(&run(place, "polyvet snapshot kernels --accept"), true);
    let commands =
        "# words in quotes stay together\nsnapshot kernels --check\n\ncheck kernels/*.mlir --transform 'reverse(i)'\n";
    let good = said(&action(place, commands), true);
    assert!(
        good.contains("1 unchanged") && good.contains("proved: @gemm") && !good.contains("::error"),
        "{good}"
    );
    change(place);
    let output = action(place, commands);
    assert_eq!(output.status.code(), Some(1));
    let bad = said(&output, false);
    let start = "::error file=kernels/gemm.mlir,line=1,col=1,title=polyvet%3A snapshot::";
    assert!(
        bad.contains(start) && bad.contains("operand B of S1 is now read column-wise"),
        "{bad}"
    );
}

#[test]
fn the_action_ends_with_the_worst_and_runs_nothing_else() {
    let folder = repository();
    let place = folder.path();
    let output = action(
        place,
        "check kernels/gemm.mlir --transform 'reverse(k)'\nparse nothing.mlir",
    );
    assert_eq!(output.status.code(), Some(2), "{}", said(&output, false));
    for nonsense in ["", "check 'unclosed", "no-such-command"] {
        assert_eq!(action(place, nonsense).status.code(), Some(2), "{nonsense}");
    }
    // Words are arguments, whatever they say.
    let output = action(place, "parse kernels/gemm.mlir; touch made; $(touch made) `touch made`");
    assert!(!output.status.success() && !place.join("made").exists());
}

#[test]
fn the_hook_for_comments_looks_only_at_programs_that_ask() {
    let hooks = std::fs::read_to_string(root().join(".pre-commit-hooks.yaml")).expect("hooks");
    let entry = { hooks.lines() }
        .filter_map(|line| line.trim().strip_prefix("entry: "))
        .find(|entry| entry.contains("check"))
        .expect("its entry");
    let folder = repository();
    let place = folder.path();
    let hook = format!("{entry} kernels/*.mlir");
    said(&run(place, &hook), true);
    let asks = |script: &str| {
        let kernel = std::fs::read_to_string(place.join("kernels/gemm.mlir")).expect("a kernel");
        let text = format!("// polyvet: check {script}\n{kernel}");
        std::fs::write(place.join("kernels/asks.mlir"), text).expect("written");
    };
    asks("tile(i=4)");
    assert!(said(&run(place, &hook), true).contains("proved: @gemm"));
    asks("parallelize(k)");
    assert!(said(&run(place, &hook), false).contains("refuted: @gemm"));
}
