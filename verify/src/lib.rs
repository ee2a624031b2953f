//! polyvet-verify
