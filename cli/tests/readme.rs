//! README.md shows real output: every command in a `console` block is run and compared.
//! `UPDATE_README=1 cargo test -p polyvet-cli --test readme` writes the output anew.

mod common;

use common::{polyvet, root, words};

#[test]
fn every_command_shown_is_real() {
    std::env::set_current_dir(root()).expect("the workspace");
    let old = std::fs::read_to_string("README.md").expect("README.md");
    let (new, commands) = refreshed(&old);
    assert!(commands > 0, "README.md shows no command");
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write("README.md", new).expect("README.md");
    } else {
        assert_eq!(old, new, "run with UPDATE_README=1");
    }
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
            new += &format!("{line}\n{}{}", run.stdout, run.stderr);
            commands += 1;
        }
    }
    (new, commands)
}

