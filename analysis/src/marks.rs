//! What a schedule says about the loop below a mark.
//!
//! isl's marks are names. Those that mean something here are a [`Mark`] each; any other is kept as it is written.

use polyvet_poly::{Id, Result, ScheduleNode, ScheduleNodeKind};
use std::fmt;

/// A mark over a band.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `parallel`: its iterations may run at the same time.
    Parallel,
    /// `vector`: its iterations are lanes of one vector operation.
    Vector,
    /// `unroll`: its iterations are written one after the other instead of in a loop.
    Unroll,
    /// `predicated`: it is written as one loop: what runs in one iteration only stands in it under a condition.
    Predicated,
    /// `pipelined`: its iterations hold statements of several iterations of the program (software pipelining).
    Pipelined,
    /// `tile by T`: its iterations are tiles whose size is the parameter `T`.
    ///
    /// With `t` the band's times and `s = max(T, 1)`, its iterations run at `s * floor(t / s)`, which no isl function
    /// says; everything else that a schedule says about such a band is about `t`. The smallest number `T` could be is
    /// no concern of who gives the mark: tiles of less than one time are tiles of one.
    TileBy(String),
    /// One that means nothing here.
    Other(String),
}

const TILE_BY: &str = "tile by ";

impl Mark {
    /// The mark that a node of a schedule is; [`None`] for other nodes.
    ///
    /// # Errors
    /// isl's.
    pub fn of(node: &ScheduleNode) -> Result<Option<Mark>> {
        Ok(match node.kind()? {
            ScheduleNodeKind::Mark => Some(Mark::from(node.mark_name()?.unwrap_or_default())),
            _ => None,
        })
    }

    /// Whether it says that iterations may run in any order.
    pub fn claims_any_order(&self) -> bool {
        matches!(self, Mark::Parallel | Mark::Vector)
    }

    /// The parameter that is the size of tiles.
    pub fn tile_size(&self) -> Option<&str> {
        match self {
            Mark::TileBy(size) => Some(size),
            _ => None,
        }
    }

    /// Inserts it directly above `node`; the result is the new node.
    ///
    /// # Errors
    /// isl's.
    pub fn insert(&self, node: ScheduleNode) -> Result<ScheduleNode> {
        let id = Id::named(node.ctx(), &self.to_string())?;
        node.insert_mark(id)
    }
}

impl From<String> for Mark {
    fn from(name: String) -> Mark {
        match name.as_str() {
            "parallel" => Mark::Parallel,
            "vector" => Mark::Vector,
            "unroll" => Mark::Unroll,
            "predicated" => Mark::Predicated,
            "pipelined" => Mark::Pipelined,
            text => match text.strip_prefix(TILE_BY) {
                Some(size) => Mark::TileBy(size.to_owned()),
                None => Mark::Other(name),
            },
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mark::Parallel => "parallel",
            Mark::Vector => "vector",
            Mark::Unroll => "unroll",
            Mark::Predicated => "predicated",
            Mark::Pipelined => "pipelined",
            Mark::TileBy(size) => return write!(f, "{TILE_BY}{size}"),
            Mark::Other(name) => name,
        })
    }
}

/// The marks directly above a node of a schedule, the closest one first.
///
/// # Errors
/// isl's.
pub fn marks_over(node: &ScheduleNode) -> Result<Vec<Mark>> {
    let (mut node, mut marks) = (node.clone(), Vec::new());
    while node.has_parent()? && node.parent_kind()? == ScheduleNodeKind::Mark {
        node = node.parent()?;
        marks.extend(Mark::of(&node)?);
    }
    Ok(marks)
}
