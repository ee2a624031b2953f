//! Whether views of memrefs, and slices and reshapes of tensors, fit their types. What a type leaves open fits anything.

use super::Checker;
use crate::dialect::format::DYNAMIC;
use crate::{Attr, Dim, OpId, Type};

impl Checker<'_> {
    /// `memref.reinterpret_cast`: what the type fixes is what the operation says.
    pub(super) fn reinterpreted(&mut self, op: OpId) {
        let module = self.module;
        let data = module.op(op);
        let Some(result) = data.results.first() else { return };
        let Some(fixed) = fixed(module.ty(*result)) else {
            return;
        };
        for (what, name, fixed) in [
            ("offset", "static_offsets", vec![fixed.offset]),
            ("size", "static_sizes", fixed.sizes),
            ("stride", "static_strides", fixed.strides),
        ] {
            let Some(given) = data.attr(name).and_then(Attr::as_i64s) else {
                return;
            };
            if given.len() != fixed.len() {
                let message = format!("{} {what}s for a type that has {}", given.len(), fixed.len());
                return self.error("malformed-op", message, self.at(op));
            }
            for (given, fixed) in given.iter().zip(fixed) {
                if let Some(fixed) = fixed.filter(|fixed| fixed != given) {
                    let given = match *given {
                        DYNAMIC => "a value".to_owned(),
                        number => number.to_string(),
                    };
                    let message = format!("the {what} is {given}, and {fixed} in the type of the result");
                    return self.error("malformed-op", message, self.at(op));
                }
            }
        }
    }

    /// `memref.subview`, `tensor.extract_slice`, `tensor.insert_slice`: the part of the array, which may leave out
    /// dimensions of extent 1.
    pub(super) fn sliced(&mut self, op: OpId) {
        let module = self.module;
        let data = module.op(op);
        let values: Vec<_> = data.operand_values().collect();
        let (array, part) = match (data.name.as_str(), &values[..], &data.results[..]) {
            ("tensor.insert_slice", [part, array, ..], _) => (*array, *part),
            (_, [array, ..], [part]) => (*array, *part),
            _ => return,
        };
        let (array, part) = (module.ty(array), module.ty(part));
        let numbers = |name: &str| data.attr(name).and_then(Attr::as_i64s);
        let (Some(offsets), Some(sizes), Some(steps), Some(found)) = (
            numbers("static_offsets"),
            numbers("static_sizes"),
            numbers("static_strides"),
            part.shape().map(extents),
        ) else {
            return;
        };
        let rank = array.shape().map_or(0, <[Dim]>::len);
        if [&offsets, &sizes, &steps].iter().any(|list| list.len() != rank) {
            let message = format!("{} sizes for an array of {rank} dimensions", sizes.len());
            return self.error("malformed-op", message, self.at(op));
        }
        let known = |number: &i64| (*number != DYNAMIC).then_some(*number);
        let sizes: Vec<Option<i64>> = sizes.iter().map(known).collect();
        if !is_part(&sizes, &found) {
            let message = format!("`{part}` does not have the sizes of the slice");
            return self.error("malformed-op", message, self.at(op));
        }
        let (Some(outer), Some(inner)) = (fixed(array), fixed(part)) else {
            return;
        };
        let product = |x: Option<i64>, y: Option<i64>| x?.checked_mul(y?);
        let mut start = outer.offset;
        for (offset, stride) in offsets.iter().zip(&outer.strides) {
            let step = if *offset == 0 {
                Some(0)
            } else {
                product(known(offset), *stride)
            };
            start = start.zip(step).and_then(|(start, step)| start.checked_add(step));
        }
        let strides = steps.iter().zip(&outer.strides);
        let mut strides = strides
            .map(|(step, stride)| product(known(step), *stride))
            .zip(&inner.strides);
        let same_rank = found.len() == rank;
        if differ(start, inner.offset) || same_rank && strides.any(|(x, y)| differ(x, *y)) {
            let message = format!("`{part}` does not lie where the slice does");
            self.error("malformed-op", message, self.at(op));
        }
    }

    /// `expand_shape` and `collapse_shape`: dimensions that become one have as many elements as it has.
    pub(super) fn reshaped(&mut self, op: OpId) {
        let module = self.module;
        let data = module.op(op);
        let (Some(operand), Some(result)) = (data.operands.first(), data.results.first()) else {
            return;
        };
        let (from, to) = (module.ty(operand.value), module.ty(*result));
        let (wide, narrow) = match data.name.as_str().ends_with("expand_shape") {
            true => (to, from),
            false => (from, to),
        };
        let (Some(wide), Some(narrow)) = (wide.shape().map(extents), narrow.shape().map(extents)) else {
            return;
        };
        let Some(Attr::Array(groups)) = data.attr("reassociation") else {
            return;
        };
        let groups: Option<Vec<Vec<i64>>> = groups.iter().map(Attr::as_i64s).collect();
        let Some(groups) = groups else { return };
        let covers = groups.iter().flatten().copied().eq(0..wide.len() as i64);
        let product = |group: &Vec<i64>| {
            group
                .iter()
                .try_fold(1i64, |all, dim| all.checked_mul(wide[*dim as usize]?))
        };
        // Without groups, all dimensions have extent 1.
        let fits = match groups.is_empty() {
            true => narrow.is_empty() && wide.iter().all(|extent| !differ(*extent, Some(1))),
            false => {
                covers
                    && groups.len() == narrow.len()
                    && groups
                        .iter()
                        .zip(&narrow)
                        .all(|(group, one)| !differ(product(group), *one))
            }
        };
        if !fits {
            let message = format!("`{from}` does not have the elements of `{to}`");
            self.error("malformed-op", message, self.at(op));
        }
    }

    /// `memref.cast`, `tensor.cast`: extents that both types fix are the same.
    pub(super) fn shape_changed(&mut self, op: OpId) {
        let module = self.module;
        let data = module.op(op);
        let (Some(operand), Some(result)) = (data.operands.first(), data.results.first()) else {
            return;
        };
        let (from, to) = (module.ty(operand.value), module.ty(*result));
        let (Some(old), Some(new)) = (from.shape().map(extents), to.shape().map(extents)) else {
            return;
        };
        let fits = old.len() == new.len() && old.iter().zip(&new).all(|(x, y)| !differ(*x, *y));
        if !fits || from.elem() != to.elem() {
            let message = format!("`{from}` cannot be a `{to}`");
            self.error("malformed-op", message, self.at(op));
        }
    }
}

/// Whether both are known and not the same.
fn differ(x: Option<i64>, y: Option<i64>) -> bool {
    matches!((x, y), (Some(x), Some(y)) if x != y)
}

fn extents(shape: &[Dim]) -> Vec<Option<i64>> {
    let extent = |dim: &Dim| match dim {
        Dim::Static(size) => i64::try_from(*size).ok(),
        _ => None,
    };
    shape.iter().map(extent).collect()
}

/// Whether the extents are these sizes, of which some that are 1 are left out.
fn is_part(sizes: &[Option<i64>], extents: &[Option<i64>]) -> bool {
    // By number of extents that are used up, whether the sizes so far can be read so.
    let mut reached = vec![false; extents.len() + 1];
    reached[0] = true;
    for size in sizes {
        for used in (0..=extents.len()).rev() {
            let taken = used > 0 && reached[used - 1] && !differ(*size, extents[used - 1]);
            reached[used] = taken || reached[used] && !differ(*size, Some(1));
        }
    }
    reached[extents.len()]
}

/// The numbers that a type fixes.
struct FixedLayout {
    sizes: Vec<Option<i64>>,
    strides: Vec<Option<i64>>,
    offset: Option<i64>,
}

/// `None` for what is no memref, and for a layout that is a map.
fn fixed(ty: &Type) -> Option<FixedLayout> {
    let Type::MemRef { shape, layout, .. } = ty else {
        return None;
    };
    let sizes = extents(shape);
    match layout.as_deref() {
        Some(Attr::Strided { strides, offset }) => Some(FixedLayout {
            sizes,
            strides: strides.clone(),
            offset: *offset,
        }),
        Some(_) => None,
        None => {
            let mut stride = Some(1i64);
            let mut strides: Vec<Option<i64>> = { sizes.iter().rev() }
                .map(|size| {
                    let here = stride;
                    stride = stride.and_then(|stride| stride.checked_mul((*size)?));
                    here
                })
                .collect();
            strides.reverse();
            Some(FixedLayout {
                sizes,
                strides,
                offset: Some(0),
            })
        }
    }
}
