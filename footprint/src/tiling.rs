//! What is asked: which loops are cut into tiles of which sizes.

use crate::error::{FootprintError, Result};

/// How many values of a loop's time a tile has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TileSize {
    /// A number: tiles begin at its multiples, and are numbered.
    Const(i64),
    /// A symbol, at least 1: tiles begin anywhere, and are given by where they begin.
    Param(String),
}

impl std::fmt::Display for TileSize {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TileSize::Const(size) => write!(f, "{size}"),
            TileSize::Param(name) => f.write_str(name),
        }
    }
}

/// Sizes by the names of loops; loops that are not named are not cut.
pub type TilingLevel = Vec<(String, TileSize)>;

/// A tiling of one or more levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tiling {
    /// Only loops above this statement are meant.
    pub stmt: Option<String>,
    /// Outermost first. Tiles of a level lie within those of the level before: a tile that reaches over the end of the
    /// one around it ends there.
    pub levels: Vec<TilingLevel>,
    /// Loops that are one block each, whatever their range: they have no coordinate, wherever they stand.
    pub whole: Vec<String>,
}

impl Tiling {
    /// One level.
    pub fn of<N: Into<String>>(sizes: impl IntoIterator<Item = (N, TileSize)>) -> Tiling {
        Tiling {
            stmt: None,
            levels: vec![sizes.into_iter().map(|(name, size)| (name.into(), size)).collect()],
            whole: Vec::new(),
        }
    }

    /// With the values of `given` for symbolic sizes of these names.
    ///
    /// # Errors
    /// [`FootprintError::BadSize`].
    pub fn fix(&mut self, given: &[(String, i64)]) -> Result<()> {
        for (_, size) in self.levels.iter_mut().flatten() {
            let TileSize::Param(name) = size else { continue };
            if let Some((_, value)) = given.iter().find(|(known, _)| known == name) {
                *size = TileSize::Const(*value);
            }
        }
        self.check()
    }

    /// Whether `name` is the symbol of a size.
    pub fn has_param(&self, name: &str) -> bool {
        let mut sizes = self.levels.iter().flatten();
        sizes.any(|(_, size)| matches!(size, TileSize::Param(param) if param == name))
    }

    /// Refuses empty levels, sizes below one, and two sizes for one loop.
    pub(crate) fn check(&self) -> Result<()> {
        for level in &self.levels {
            if level.is_empty() {
                return Err(FootprintError::Empty);
            }
            for (at, (name, size)) in level.iter().enumerate() {
                if level[..at].iter().any(|(other, _)| other == name) {
                    return Err(FootprintError::Twice(name.clone()));
                }
                if let TileSize::Const(size) = size
                    && *size < 1
                {
                    return Err(FootprintError::BadSize {
                        name: name.clone(),
                        size: *size,
                    });
                }
            }
        }
        Ok(())
    }
}
