//! From the paths on the command line to programs.

use crate::args::{InputArgs, RewriteArgs};
use crate::pass::PassCommand;
use crate::rewrite::Request;
use crate::session::{Outcomes, Reporter, Session};
use crate::snippet::Source;
use polyvet::definitions::Choices;
use polyvet::effects;
pub use polyvet::read::{InputKind, Program, Reading, Via, program_of};
use polyvet::read::{io_reason, source_of};
use std::path::Path;

/// Reads all files, each with all its messages; those that cannot be used are left out.
pub fn read_programs(session: &mut Session<'_>, args: &InputArgs) -> Vec<Program> {
    read_all(session, args, &Reading::plain(), false)
}

/// Reads all files for a command that shows what is touched ([`Reading::decomposed`]).
pub fn read_decomposed(session: &mut Session<'_>, args: &InputArgs) -> Vec<Program> {
    let decomposed = Reading {
        decomposed: true,
        ..Reading::plain()
    };
    read_all(session, args, &decomposed, false)
}

/// Reads all files for a command that prints them ([`Reading::verbatim`]), or only the definitions in them.
pub fn read_verbatim(session: &mut Session<'_>, args: &InputArgs, only_definitions: bool) -> Vec<Program> {
    let verbatim = Reading {
        verbatim: true,
        ..Reading::plain()
    };
    read_all(session, args, &verbatim, only_definitions)
}

/// Reads the files of a command that looks at each function on its own ([`Reading::apart`]).
pub fn read_functions(session: &mut Session<'_>, args: &InputArgs) -> Vec<Program> {
    let apart = Reading {
        apart: true,
        decomposed: true,
        ..Reading::plain()
    };
    read_all(session, args, &apart, false)
}

fn read_all(session: &mut Session<'_>, args: &InputArgs, how: &Reading<'_>, no_instances: bool) -> Vec<Program> {
    let Ok(effects) = read_effects(session, &args.read.effects) else {
        return Vec::new();
    };
    let choices = Choices {
        no_instances,
        ..args.read.ops.choices()
    };
    let Ok(via) = via(session, args.read.via.as_deref()) else {
        return Vec::new();
    };
    let call = |reporter: &mut dyn Reporter, source: &Source| normalise(via.as_ref(), reporter, source);
    let reading = Reading {
        via_mlir_opt: args.read.via_mlir_opt,
        ops: Some(&choices),
        effects: &effects,
        whole: true,
        via: via.is_some().then_some(Via(&call)),
        inlined: args.read.inline,
        vector_scale: args.read.vector_scale,
        ..*how
    };
    args.files
        .iter()
        .filter_map(|path| read_program(session, path, &reading).ok())
        .collect()
}

/// The program that `--via` names.
pub fn via(session: &mut Session<'_>, command: Option<&str>) -> Outcomes<Option<PassCommand>> {
    command.map(|command| PassCommand::via(session, command)).transpose()
}

/// The text as the program of `--via` prints it.
pub fn normalise(via: Option<&PassCommand>, reporter: &mut dyn Reporter, source: &Source) -> Outcomes<Source> {
    match via {
        Some(via) => via.normalise(reporter, source),
        None => Ok(source.clone()),
    }
}

/// Reads one file.
pub fn read_program(session: &mut Session<'_>, path: &Path, reading: &Reading<'_>) -> Outcomes<Program> {
    let source = read_source(session, path)?;
    program_of(session, source, path, reading)
}

/// Reads a text file; `-` is standard input.
pub fn read_source(session: &mut Session<'_>, path: &Path) -> Outcomes<Source> {
    if path != Path::new("-") {
        return polyvet::read::read_source(session, path);
    }
    let bytes = session.read_stdin()?;
    source_of(session, "<stdin>".to_owned(), bytes)
}

/// Reads the rewrite that a command is about, if it is given one.
pub fn read_request(session: &mut Session<'_>, args: &RewriteArgs) -> Outcomes<Option<Request>> {
    if let Some(path) = &args.schedule {
        return Ok(Some(Request::schedule(read_source(session, path)?)));
    }
    let source = match (&args.transform, &args.script) {
        (Some(text), _) => Source::new("--transform", text.clone()),
        (None, Some(path)) => read_source(session, path)?,
        (None, None) => return Ok(None),
    };
    Request::script(session, source).map(Some)
}

/// Reads what `--effects` names.
pub fn read_effects(session: &mut Session<'_>, names: &[String]) -> Outcomes<Vec<Source>> {
    let read = |name: &String| match effects::named(name) {
        Some(known) => Ok(known),
        None => read_source(session, Path::new(name)),
    };
    names.iter().map(read).collect()
}

/// Whether a path names one of these files.
pub fn is_one_of(path: &Path, files: &[std::path::PathBuf]) -> bool {
    let same = |file: &std::path::PathBuf| match (file.canonicalize(), path.canonicalize()) {
        (Ok(file), Ok(path)) => file == path,
        _ => false,
    };
    files.iter().any(same)
}

/// Writes `text` to `path` as a whole or not at all. The file must not be one of `inputs` unless `force`.
pub fn write_output(
    session: &mut Session<'_>,
    path: &Path,
    text: &[u8],
    inputs: &[std::path::PathBuf],
    force: bool,
) -> Outcomes<()> {
    if !force && is_one_of(path, inputs) {
        let message = format!("`{}` is the input", path.display());
        return Err(session.error_help("output-is-input", message, "add `--force` to overwrite it"));
    }
    polyvet_backend::write_whole(path, text).map_err(|error| {
        session.error(
            "cannot-write",
            format!("cannot write `{}`: {}", path.display(), io_reason(&error)),
        )
    })
}
