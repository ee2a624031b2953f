//! polyvet-report
