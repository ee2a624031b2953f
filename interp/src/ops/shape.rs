//! Extents: read from types, filled in from operands, checked, regrouped.

use crate::code::{DecodeRefusal, DecodeSite, DecodedOp};
use crate::domain::Domain;
use crate::machine::CallFrame;
use crate::{Code, Trap};
use polyvet_ir::{Dim, Type};

/// Extents of a type, `None` where dynamic.
pub(super) fn extents(site: &DecodeSite<'_>, ty: &Type) -> Result<Vec<Option<i64>>, DecodeRefusal> {
    let extent = |dim: &Dim| match dim {
        Dim::Static(extent) => Some(i64::try_from(*extent).unwrap_or(i64::MAX)),
        _ => None,
    };
    match ty.shape() {
        Some(shape) => Ok(shape.iter().map(extent).collect()),
        None => DecodeRefusal::unsupported(format!("`{}` of an unranked type is not supported", site.op.name)),
    }
}

/// The groups of `reassociation`, which must number the dimensions in order.
pub(super) fn groups(site: &DecodeSite<'_>, rank: usize) -> Result<Vec<Vec<usize>>, DecodeRefusal> {
    let wrong = || {
        DecodeRefusal::Malformed(format!(
            "the reassociation of `{}` does not fit its types",
            site.op.name
        ))
    };
    let polyvet_ir::Attr::Array(groups) = site.attr("reassociation")? else {
        return Err(wrong());
    };
    let group = |attr: &polyvet_ir::Attr| Some(attr.as_i64s()?.iter().map(|n| *n as usize).collect::<Vec<usize>>());
    let groups: Vec<Vec<usize>> = groups.iter().map(group).collect::<Option<_>>().ok_or_else(wrong)?;
    // One element as such has no dimension, so there is nothing to put into groups: all extents are 1.
    if groups.is_empty() {
        return Ok(groups);
    }
    if !groups.iter().flatten().copied().eq(0..rank) {
        return Err(wrong());
    }
    Ok(groups)
}

pub(super) fn rank(site: &DecodeSite<'_>, ty: &Type) -> Result<usize, DecodeRefusal> {
    extents(site, ty).map(|extents| extents.len())
}

/// Extents with the dynamic ones from the operands from number `first` on.
pub(super) fn shape_of<D: Domain>(
    frame: &CallFrame<D>,
    step: &DecodedOp,
    extents: &[Option<i64>],
    mut next: usize,
) -> Result<Vec<i64>, Trap> {
    let mut shape = Vec::with_capacity(extents.len());
    for extent in extents {
        shape.push(match extent {
            Some(extent) => *extent,
            None => {
                next += 1;
                frame.index(step.operands[next - 1])?
            }
        });
    }
    Ok(shape)
}

/// Checks a shape against a type.
pub(super) fn conforms(shape: &[i64], dims: &[Dim], name: &str) -> Result<(), Trap> {
    let fits = |(extent, dim): (&i64, &Dim)| match dim {
        Dim::Static(n) => i64::try_from(*n) == Ok(*extent),
        _ => true,
    };
    if shape.len() == dims.len() && shape.iter().zip(dims).all(fits) {
        return Ok(());
    }
    Err(Trap::new(
        Code::ShapeMismatch,
        format!("`{name}` has extents {shape:?}, which do not fit the type of the result"),
    ))
}

/// The extent that a dimension number asks for.
pub(super) fn extent_of(shape: &[i64], dim: i64, name: &str) -> Result<i64, Trap> {
    let extent = usize::try_from(dim).ok().and_then(|dim| shape.get(dim));
    let message = || format!("`{name}` has {} dimensions, there is no dimension {dim}", shape.len());
    extent
        .copied()
        .ok_or_else(|| Trap::new(Code::OutOfBounds, message()).at(&[dim]))
}

/// The shape with each group of dimensions multiplied out.
pub(super) fn collapsed(shape: &[i64], groups: &[Vec<usize>]) -> Result<Vec<i64>, Trap> {
    let product = |group: &Vec<usize>| group.iter().try_fold(1_i64, |size, n| size.checked_mul(shape[*n]));
    let too_large = || Trap::new(Code::IndexOverflow, "a collapsed extent leaves 64 bits");
    groups
        .iter()
        .map(|group| product(group).ok_or_else(too_large))
        .collect()
}

/// The shape with each group of dimensions multiplied out, or without extents where there is no group.
pub(super) fn regrouped(shape: &[i64], groups: &[Vec<usize>], name: &str) -> Result<Vec<i64>, Trap> {
    if groups.is_empty() && shape.iter().any(|extent| *extent != 1) {
        let message = format!("`{name}` has extents {shape:?}, which are not those of one element");
        return Err(Trap::new(Code::ShapeMismatch, message));
    }
    collapsed(shape, groups)
}

/// Checks that `into` has as many elements as `shape`.
pub(super) fn reshapes(shape: &[i64], into: &[i64], name: &str) -> Result<(), Trap> {
    let count = crate::ints::element_count(into);
    if count.is_some() && count == crate::ints::element_count(shape) {
        return Ok(());
    }
    let message = format!("`{name}` has extents {shape:?}, which are not as many elements as {into:?}");
    Err(Trap::new(Code::ShapeMismatch, message))
}

/// Checks that expanding a shape keeps its elements.
pub(super) fn expands(shape: &[i64], groups: &[Vec<usize>], into: &[i64], name: &str) -> Result<(), Trap> {
    if into.iter().all(|extent| *extent >= 0) && regrouped(into, groups, name)? == shape {
        return Ok(());
    }
    Err(Trap::new(
        Code::ShapeMismatch,
        format!("`{name}` has extents {shape:?}, which do not expand to {into:?}"),
    ))
}
