//! `polyvet completions` and `polyvet man`: what clap makes of the arguments.

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::input::write_output;
use crate::session::{Outcomes, Session};
use clap::CommandFactory;
use clap_complete::Generator;
use clap_mangen::Man;
use polyvet_report::{Outcome, PageResult};
use std::path::Path;

const NAME: &str = "polyvet";

/// Writes a completion script.
pub fn completions(session: &mut Session<'_>, args: &CompletionsArgs) -> Outcomes<()> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), NAME, &mut text);
    show(session, args.shell.file_name(NAME), text)
}

/// Writes the manual: the first page, or all of them into a folder.
pub fn man(session: &mut Session<'_>, args: &ManArgs) -> Outcomes<()> {
    let mut command = Cli::command();
    command.build();
    let Some(folder) = &args.output else {
        let (name, text) = page(session, command, NAME.to_owned())?;
        return show(session, name, text);
    };
    std::fs::create_dir_all(folder)
        .map_err(|error| session.error("cannot-write", format!("cannot make `{}`: {error}", folder.display())))?;
    let pages: Vec<(clap::Command, String)> = command
        .get_subcommands()
        .filter(|sub| sub.get_name() != "help")
        .map(|sub| (sub.clone(), format!("{NAME}-{}", sub.get_name())))
        .collect();
    write_page(session, folder, command, NAME.to_owned())?;
    for (command, name) in pages {
        write_page(session, folder, command, name)?;
    }
    Ok(())
}

/// The file name and the text of one page.
fn page(session: &mut Session<'_>, command: clap::Command, name: String) -> Outcomes<(String, Vec<u8>)> {
    let man = Man::new(command).title(name.to_uppercase());
    let mut text = Vec::new();
    man.render(&mut text)
        .map_err(|error| session.error("cannot-write", format!("cannot write the manual: {error}")))?;
    Ok((format!("{name}.1"), text))
}

fn write_page(session: &mut Session<'_>, folder: &Path, command: clap::Command, name: String) -> Outcomes<()> {
    let (name, text) = page(session, command, name)?;
    let path = folder.join(&name);
    write_output(session, &path, &text, &[], false)?;
    let result = PageResult {
        name,
        text: None,
        output: Some(path.display().to_string()),
    };
    session.push_plain(&Outcome::Page(result))
}

fn show(session: &mut Session<'_>, name: String, text: Vec<u8>) -> Outcomes<()> {
    let result = PageResult {
        name,
        text: Some(String::from_utf8_lossy(&text).into_owned()),
        output: None,
    };
    session.push_plain(&Outcome::Page(result))
}
