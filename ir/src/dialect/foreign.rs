//! Operations of dialects that are not read here, but whose structure matters around those that are. What they do is
//! not known.

use super::{OpInfo, generic};

pub(super) fn operations() -> Vec<OpInfo> {
    vec![
        generic("gpu.module").symbol().symbol_table().unknown(),
        generic("gpu.func").foreign_function(),
        generic("gpu.launch").affine_scope().unknown(),
        generic("llvm.func").foreign_function(),
        generic("gpu.binary").symbol().symbol_table().unknown(),
        generic("spirv.module").symbol().symbol_table().unknown(),
        generic("transform.module").symbol().symbol_table().unknown(),
        generic("transform.named_sequence").symbol().unknown(),
    ]
}
