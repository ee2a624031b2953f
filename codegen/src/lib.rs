//! polyvet-codegen
