//! polyvet-tests
