//! Arrays of `run` in files: arguments from archives, results into files.

use crate::args::RunArgs;
use crate::function::suggestion;
use crate::run::{Final, GivenArgument};
use crate::session::{Outcomes, Session, Told};
use polyvet_interp::{Contents, ElementType};
use polyvet_ir::Type;
use polyvet_runs::npy::{self, Archive, NpyError};
use std::path::Path;

/// Tells what is wrong with a file.
pub fn tell(session: &mut Session<'_>, what: &str, error: &NpyError) -> Told {
    session.error("npy", format!("{what}: {error}"))
}

/// The archives among `--arg`; every array in them must be an argument.
pub fn open_archives(session: &mut Session<'_>, args: &RunArgs, names: &[String]) -> Outcomes<Vec<Archive>> {
    let mut archives = Vec::new();
    for (_, path) in args.arg.iter().filter(|(name, _)| name.is_empty()) {
        if !path.ends_with(".npz") {
            let help = format!("say `--arg NAME={path}`");
            return Err(session.error_help("usage", format!("whose elements are those of `{path}`?"), help));
        }
        let archive = Archive::open(Path::new(path)).map_err(|error| tell(session, "arguments", &error))?;
        for name in archive.names() {
            if !names.contains(&name) {
                let message = format!("the function has no argument `{name}`, which `{path}` gives");
                return Err(session.error_help("unknown-argument", message, suggestion(&name, "arguments", names)));
            }
        }
        archives.push(archive);
    }
    Ok(archives)
}

/// An argument from the last archive that has it.
pub fn read_archived(
    session: &mut Session<'_>,
    archives: &mut [Archive],
    name: &str,
    ty: &Type,
) -> Outcomes<Option<GivenArgument>> {
    let mut archives = archives.iter_mut().rev();
    let Some(archive) = archives.find(|archive| archive.names().iter().any(|known| known == name)) else {
        return Ok(None);
    };
    let Some(elem) = ElementType::of(ty.elem()) else {
        return Err(crate::run::untyped(session, name));
    };
    let dims = ty.shape().unwrap_or_default();
    match archive.read(name, elem, dims) {
        Ok((_, elements)) if ty.shape().is_none() && !elem.complex => {
            Ok(elements.first().map(|value| GivenArgument::Scalar(*value)))
        }
        Ok((shape, elements)) => Ok(Some(GivenArgument::Array { shape, elements })),
        Err(error) => Err(tell(session, &format!("argument `{name}`"), &error)),
    }
}

/// The value called `name`.
pub fn find<'v>(session: &mut Session<'_>, values: &'v [Final], name: &str) -> Outcomes<&'v Final> {
    match values.iter().find(|value| value.name == name) {
        Some(value) => Ok(value),
        None => {
            let known: Vec<String> = values.iter().map(|value| value.name.clone()).collect();
            let message = format!("there is no result or memref argument `{name}`");
            Err(session.error_help("unknown-result", message, suggestion(name, "values", &known)))
        }
    }
}

/// Leaves all arrays to the program that called.
fn hand_over(session: &mut Session<'_>, values: &[Final]) -> Outcomes<()> {
    for value in values {
        let made = npy::raw(Path::new(&value.name), &value.contents)
            .map_err(|error| tell(session, &format!("`{}`", value.name), &error))?;
        if let Some(arrays) = session.arrays() {
            arrays.made.push((value.name.clone(), made));
        }
    }
    Ok(())
}

/// Writes what `--out` asks for.
pub fn write(session: &mut Session<'_>, args: &RunArgs, values: &[Final]) -> Outcomes<()> {
    if session.arrays().is_some() {
        return hand_over(session, values);
    }
    for (name, path) in &args.out {
        let file = Path::new(path);
        let bytes = match (name.is_empty(), path.ends_with(".npz"), values) {
            (true, true, _) => {
                let arrays = values.iter().map(|value| (&*value.name, &value.contents));
                npy::encode_archive(file, arrays)
            }
            (true, false, [only]) => npy::encode(file, &only.contents),
            (true, false, _) => {
                let help = format!("say `--out NAME={path}`, or `--out {path}` with .npz for all");
                return Err(session.error_help("usage", "there is not one array to write", help));
            }
            (false, ..) => npy::encode(file, contents(session, values, name)?),
        };
        let failed = |source| NpyError::Io {
            verb: "write",
            path: file.to_owned(),
            source,
        };
        let written = bytes.and_then(|bytes| polyvet_backend::write_whole(file, &bytes).map_err(failed));
        written.map_err(|error| {
            tell(
                session,
                &format!("`{}`", if name.is_empty() { path } else { name }),
                &error,
            )
        })?;
    }
    Ok(())
}

fn contents<'v>(session: &mut Session<'_>, values: &'v [Final], name: &str) -> Outcomes<&'v Contents> {
    find(session, values, name).map(|value| &value.contents)
}
