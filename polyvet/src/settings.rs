//! `polyvet.toml` beside programs: what their snapshots keep, for programs that cannot say it in comments.

use crate::source::Source;
use polyvet_ir::{Diagnostic, Span};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// What the file is called.
pub const NAME: &str = "polyvet.toml";

/// The settings of a folder.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FolderSettings {
    /// By the name of the function, without `@`.
    #[serde(default)]
    pub function: BTreeMap<String, KeepWishes>,
}

/// What is kept of a function; each is what the comment of that name says.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeepWishes {
    /// `n=64`
    #[serde(default)]
    pub param: Vec<String>,
    /// `n >= 1`
    #[serde(default)]
    pub assume: Vec<String>,
    /// `i=32,j=32`
    #[serde(default)]
    pub tile: Vec<String>,
    /// `tile(i=32)`
    #[serde(default)]
    pub transform: Vec<String>,
    /// `A`
    #[serde(default)]
    pub operands: Vec<String>,
}

/// Reads settings from the text of a file.
///
/// # Errors
/// What is wrong with it, and where.
pub fn read(source: &Source) -> Result<FolderSettings, Box<Diagnostic>> {
    toml::from_str(&source.text).map_err(|error| {
        let span = error.span().map_or(Span::NONE, |at| Span::new(at.start, at.end));
        let message = error.message().lines().next().unwrap_or("this is no TOML").to_owned();
        let help =
            "`[function.matmul]` has `param`, `assume`, `tile`, `transform` and `operands`, each a list of texts";
        Box::new(Diagnostic::error("settings", message, span).help(help))
    })
}

/// The settings for the programs of a folder: the file in it, or in the nearest folder around it up to `top`.
pub fn beside(folder: &Path, top: &Path) -> Option<std::path::PathBuf> {
    let inside = folder.ancestors().take_while(|around| around.starts_with(top));
    inside.map(|around| around.join(NAME)).find(|path| path.is_file())
}
