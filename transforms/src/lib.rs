//! polyvet-transforms
