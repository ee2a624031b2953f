//! polyvet-interp
