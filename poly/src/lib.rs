//! polyvet-poly
