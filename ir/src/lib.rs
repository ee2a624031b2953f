//! polyvet-ir
