//! polyvet-analysis
