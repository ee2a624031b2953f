//! A folder for each finding: what its maintainers need to see it themselves.

use crate::known::KnownFault;
use crate::ledger::Finding;
use crate::replay::{AFTER, BEFORE, Replay};
use std::fmt::Write as _;
use std::io;
use std::path::Path;

/// The name of a finding's folder: `affine-loop-tile-wrong-0123abcd`.
pub fn name(finding: &Finding) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let family: String = finding.family.chars().map(plain).take(60).collect();
    format!("{family}-{}-{}", finding.outcome, &finding.key[..8])
}

/// Writes the folder of a finding into `out`, unless it is there: `program.mlir`, `after.mlir`, `inputs.txt`, `command.txt`,
/// `expected.txt`, `got.txt`, `run-before.mlir` and `run-after.mlir` where the backend ran it, and
/// `README.md` with a report to paste. `tool` is the backend's program with its
/// version in words.
///
/// # Errors
/// Those of the files.
pub fn write(out: &Path, finding: &Finding, known: &KnownFault, tool: &FolderTool) -> io::Result<()> {
    let folder = out.join(name(finding));
    if folder.exists() {
        return Ok(());
    }
    std::fs::create_dir_all(out)?;
    // Another shard may be writing the same one.
    let making = tempfile::Builder::new().prefix(".making-").tempdir_in(out)?;
    let file = |name: &str, text: &str| {
        let end = if text.is_empty() || text.ends_with('\n') {
            ""
        } else {
            "\n"
        };
        std::fs::write(making.path().join(name), format!("{text}{end}"))
    };
    file("program.mlir", &finding.before)?;
    if let Some(after) = &finding.after {
        file("after.mlir", after)?;
    }
    file("inputs.txt", &finding.inputs)?;
    file("command.txt", &command(finding, tool))?;
    file("expected.txt", &finding.expected)?;
    file("got.txt", &finding.got)?;
    if let Some(replay) = &finding.replay {
        file(BEFORE, &replay.before)?;
        file(AFTER, &replay.after)?;
    }
    file("README.md", &report(finding, known, tool))?;
    let permissions = std::fs::metadata(out)?.permissions();
    std::fs::set_permissions(making.path(), permissions)?;
    match std::fs::rename(making.path(), &folder) {
        Err(_) if folder.exists() => Ok(()),
        done => done,
    }
}

/// The program that a backend runs, for commands to copy.
#[derive(Clone, Debug, Default)]
pub struct FolderTool {
    /// `mlir-opt`
    pub program: String,
    /// `LLVM version 22.1.8`
    pub version: String,
}

/// The command that shows the fault.
fn command(finding: &Finding, tool: &FolderTool) -> String {
    format!(
        "{} --pass-pipeline='builtin.module({})' program.mlir",
        tool.program, finding.passes
    )
}

fn report(finding: &Finding, known: &KnownFault, tool: &FolderTool) -> String {
    let mut text = String::new();
    let what = match finding.outcome.as_str() {
        "wrong" => "wrong code",
        "crash" => "crash",
        "timeout" => "does not end",
        "refused" => "an error on a valid program",
        _ => "a fault in polyvet",
    };
    let mut add = |line: &str| _ = writeln!(text, "{line}");
    add(&format!("# `{}`: {what}\n", finding.family));
    add(&match finding.outcome.as_str() {
        "wrong" => format!(
            "`{}` changes what this program computes ({}).",
            finding.passes, finding.kind
        ),
        _ => format!("`{}` on this valid program: {}", finding.passes, finding.message),
    });
    add(&format!("\n```mlir\n{}```\n", ended(&finding.before)));
    add(&format!("```sh\n{}\n```\n", command(finding, tool)));
    if let Some(after) = &finding.after {
        add(&format!("gives\n\n```mlir\n{}```\n", ended(after)));
    }
    if !finding.inputs.is_empty() {
        add(&format!(
            "With these sizes:\n\n```text\n{}```\n",
            ended(&finding.inputs)
        ));
    }
    add("| | |\n| --- | --- |");
    add(&format!("| expected | {} |", cell(&finding.expected)));
    add(&format!("| got | {} |\n", cell(&finding.got)));
    if !tool.version.is_empty() {
        add(&format!("Seen with {} ({}).\n", tool.program, tool.version));
    }
    add("## For the one who reports it\n");
    add(&match known.status.as_str() {
        "known" => format!("Known: {} {}", known.issue, known.note),
        "new" => format!("New: a report was looked for and not found. {}", known.note),
        _ => "Unknown: nobody has looked for a report of this yet. Look before you paste.".to_owned(),
    });
    add("\nThe classification is by rule (passes, kind of fault, features of the program), not by cause.\n");
    if finding.mode != "execute" && finding.outcome == "wrong" {
        add("Again, with the sizes and values that show it:\n");
        add(&format!(
            "```sh\npolyvet validate program.mlir --pass \"{} --pass-pipeline='builtin.module({})'\"\n```\n",
            tool.program, finding.passes
        ));
    }
    if let Some(replay) = &finding.replay {
        add(&replayed(replay));
    }
    add(&format!(
        "Found by `polyvet fuzz --backend {} --mode {} --seed {}` as program {}; {} candidates were judged while it \
         was made smaller, each of them defined.",
        finding.backend, finding.mode, finding.seed, finding.program, finding.tries
    ));
    text
}

/// The commands that compile and run the program, and what came of it.
fn replayed(replay: &Replay) -> String {
    let came = match replay.word.as_str() {
        "equal" | "within-bound" => format!(
            "With the {} inputs that were tried, what it prints is right: what the passes did wrong is not seen in the numbers.",
            replay.tried
        ),
        word => format!(
            "It prints the bits of all outputs, a number a line. This was run: `{word}` ({} instead of {}), where `{BEFORE}`, the \
             same program without the passes, was `{}`. The arguments are\n\n```text\n{}```",
            cell(&replay.got),
            cell(&replay.expected),
            replay.without,
            ended(&replay.inputs)
        ),
    };
    format!(
        "Compiled and run, `{AFTER}` being the program after the passes with a `@main`:\n\n```sh\n{}\n```\n\n{came}\n",
        replay.commands.join("\n")
    )
}

/// With a line end.
fn ended(text: &str) -> String {
    format!("{}\n", text.trim_end())
}

/// Text in a table.
fn cell(text: &str) -> String {
    text.trim().replace('|', "\\|").replace('\n', "<br>")
}
