//! Scripts built in Rust.

use std::fmt;

use polyvet_analysis::scop::{Rewrite, Scop};

use crate::handle::Handles;
use crate::{Inapplicable, Name, Transform, apply_all};

/// Transforms to apply one after the other; [`Display`](fmt::Display) prints them as a script.
///
/// ```
/// use polyvet_transforms::{Script, interchange::Interchange, tile::Tile, unroll::Unroll};
///
/// let script = Script::new()
///     .then_named(["io", "jo"], Tile::new([("i", 32), ("j", 32)]))
///     .then(Interchange::new("io", "jo"))
///     .then(Unroll::jam("i", 4));
/// assert_eq!(script.to_string(), "io, jo = tile(i=32, j=32); interchange(io, jo); unroll_jam(i, 4)");
/// ```
#[derive(Debug, Default)]
pub struct Script {
    /// In the order of application.
    pub steps: Vec<Box<dyn Transform>>,
}

impl Script {
    /// No transforms.
    pub fn new() -> Script {
        Script::default()
    }

    /// Then this one.
    pub fn then(mut self, transform: impl Transform + 'static) -> Script {
        self.steps.push(Box::new(transform));
        self
    }

    /// Then this one, whose new loops are called so; see [`Handles`].
    pub fn then_named<N: Into<Name>>(
        self,
        names: impl IntoIterator<Item = N>,
        transform: impl Transform + 'static,
    ) -> Script {
        self.then(Handles {
            names: names.into_iter().map(Into::into).collect(),
            of: Box::new(transform),
        })
    }

    /// The rewritten model; the error names the step, from 0, that has no place.
    pub fn apply(&self, scop: &Scop) -> Result<Rewrite, (usize, Inapplicable)> {
        apply_all(scop, self.steps.iter().map(|step| &**step))
    }
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.steps.iter().enumerate() {
            write!(f, "{}{step}", if at == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}
