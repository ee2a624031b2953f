//! Numbers of the parts of a model, each kind of a type of its own: what numbers arrays cannot number statements.
//!
//! They index the lists of a [`crate::Scop`]; a number of one model means nothing in another.

use std::fmt;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl From<usize> for $name {
            fn from(number: usize) -> $name {
                // A model of so many parts does not fit into memory.
                $name(u32::try_from(number).expect("less than 2^32 parts"))
            }
        }

        impl From<$name> for usize {
            fn from(id: $name) -> usize {
                id.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}

ids! {
    /// An array of [`crate::Scop::arrays`].
    ArrayId;
    /// A statement of [`crate::Scop::stmts`].
    StmtId;
    /// A loop of [`crate::Scop::loops`].
    LoopId;
    /// An access of [`crate::Stmt::accesses`].
    AccessId;
}
