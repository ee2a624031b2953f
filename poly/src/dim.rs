//! The kinds of dimensions.

use crate::sys::DimType;

/// Which dimensions of a space are meant (`enum isl_dim_type`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DimKind {
    /// Parameters.
    Param,
    /// Inputs of a map or function.
    In,
    /// Outputs of a map.
    Out,
    /// Dimensions of a set: the same to isl as [`DimKind::Out`].
    Set,
    /// Integer divisions.
    Div,
}

impl DimKind {
    pub(crate) fn to_isl(self) -> DimType {
        DimType(match self {
            DimKind::Param => 1,
            DimKind::In => 2,
            DimKind::Out | DimKind::Set => 3,
            DimKind::Div => 4,
        })
    }
}
