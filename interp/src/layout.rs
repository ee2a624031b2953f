//! Layouts of buffers. What comes from outside has one cell for each element, so a layout that puts two elements into
//! one cell is refused there: running as if it did not would show values that no machine does. A buffer that a function
//! makes itself has such a layout as it is.

use crate::domain::Domain;
use crate::ints::{for_each_index, row_major};
use crate::memory::{BufferView, Memory};
use crate::value::RuntimeValue;
use crate::{Code, Trap};
use polyvet_ir::{AffineMap, Attr, IntegerSet, Module, OpId, Type};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Elements of a buffer with a layout that are looked at one by one.
const ELEMENTS_MAX: usize = 1 << 20;

/// Refuses arguments of `func` several of whose elements share a cell.
pub(crate) fn check<D: Domain>(module: &Module, func: OpId, args: &[RuntimeValue<D>]) -> Result<(), Trap> {
    if { 0..args.len() }.any(|at| polyvet_ir::declared_layout(module, func, at).is_some()) {
        let message = "buffers with a `polyvet.layout` are not run";
        return Err(Trap::new(Code::UnsupportedOp, message));
    }
    let types = polyvet_ir::func(module, func).map_or(Vec::new(), |view| view.inputs);
    for (ty, arg) in types.iter().zip(args) {
        let (
            Type::MemRef {
                layout: Some(layout), ..
            },
            RuntimeValue::MemRef(view),
        ) = (ty, arg)
        else {
            continue;
        };
        if shares(layout, &view.shape) {
            let message = format!("elements of a `{ty}` share memory; such buffers are not run");
            return Err(Trap::new(Code::UnsupportedOp, message));
        }
    }
    Ok(())
}

/// Lets only those elements of the arguments of `func` be used that their data spaces have.
pub(crate) fn leave_out<D: Domain>(
    memory: &mut Memory<D>,
    module: &Module,
    func: OpId,
    args: &[RuntimeValue<D>],
) -> Result<(), Trap> {
    for (at, arg) in args.iter().enumerate() {
        if polyvet_ir::has_strange_space(module, func, at) {
            let message = "`polyvet.space` is an `affine_set` of a memref: others are not run";
            return Err(Trap::new(Code::UnsupportedOp, message));
        }
        let Some(space) = polyvet_ir::data_space(module, func, at) else {
            continue;
        };
        let parts = match arg {
            RuntimeValue::Complex(parts) => &parts[..],
            arg => std::slice::from_ref(arg),
        };
        for part in parts {
            if let RuntimeValue::MemRef(view) = part {
                let absent = absent(space, view, memory.of(view).cells.len())?;
                memory.of_mut(view).absent = Some(absent);
            }
        }
    }
    Ok(())
}

/// For each of `cells` whether it is that of an element which a data space leaves out.
fn absent(space: &IntegerSet, view: &BufferView, cells: usize) -> Result<Rc<[bool]>, Trap> {
    let refuse = |message: &str| Trap::new(Code::UnsupportedOp, format!("a data space {message}: it is not run"));
    if space.dims != view.shape.len() || space.syms > view.shape.len() {
        return Err(refuse("has other dimensions than its buffer"));
    }
    if cells > ELEMENTS_MAX {
        return Err(refuse("is that of a large buffer"));
    }
    let mut absent = vec![false; cells];
    for_each_index(&view.shape, |index| {
        let Some(exists) = space.contains(index, &view.shape[..space.syms]) else {
            return Err(refuse("leaves 64 bits"));
        };
        if let Ok(cell) = view.cell(index)
            && let Some(absent) = absent.get_mut(cell as usize)
        {
            *absent = !exists;
        }
        Ok(())
    })?;
    Ok(absent.into())
}

/// Offset and strides of a buffer with this layout: those that it fixes, and for the open ones those of a dense buffer,
/// or, if elements would share a cell then, wider ones. `None` if elements share a cell all the same.
pub(crate) fn fixed(layout: &Attr, shape: &[i64]) -> Option<(i64, Vec<i64>)> {
    let Attr::Strided { strides, offset } = layout else {
        return None;
    };
    if strides.len() != shape.len() || shares(layout, shape) {
        return None;
    }
    let pairs = || strides.iter().zip(row_major(shape));
    let mut found: Vec<i64> = pairs().map(|(fixed, dense)| fixed.unwrap_or(dense)).collect();
    if strides.contains(&None) && !apart_by(&found, shape) {
        // Behind all that the fixed ones span, the last dimension innermost.
        let span =
            |(stride, extent): (&Option<i64>, &i64)| stride.unwrap_or(0).saturating_abs().saturating_mul(extent - 1);
        let mut next = strides.iter().zip(shape).map(span).fold(1, i64::saturating_add);
        for at in (0..shape.len()).rev().filter(|at| strides[*at].is_none()) {
            found[at] = next;
            next = next.saturating_mul(shape[at].max(1));
        }
        // The fixed ones alone may be too narrow.
        if !apart_by(&found, shape) {
            return None;
        }
    }
    Some((offset.unwrap_or(0), found))
}

/// How many cells a buffer has whose elements lie at these strides.
pub(crate) fn cells(shape: &[i64], offset: i64, strides: &[i64]) -> Result<i64, Trap> {
    if shape.contains(&0) {
        return Ok(0);
    }
    let last = |(extent, stride): (&i64, &i64)| i128::from(*extent - 1) * i128::from(*stride);
    let least: i128 = shape.iter().zip(strides).map(last).map(|last| last.min(0)).sum();
    let most: i128 = shape.iter().zip(strides).map(last).map(|last| last.max(0)).sum();
    if i128::from(offset) + least < 0 {
        return Err(Trap::new(Code::OutOfBounds, "the layout starts before its buffer"));
    }
    Ok(i64::try_from(i128::from(offset) + most + 1).unwrap_or(i64::MAX))
}

/// For each element, in row-major order, the first that has its cell; `None` if each has a cell of its own.
pub(crate) fn folded(map: &AffineMap, shape: &[i64]) -> Result<Option<Rc<[u32]>>, Trap> {
    if map.is_permutation() {
        return Ok(None);
    }
    let unsupported = |what: &str| Trap::new(Code::UnsupportedOp, format!("a layout {what} is not run"));
    if map.syms > 0 {
        return Err(unsupported("with symbols"));
    }
    if crate::ints::element_count(shape).is_none_or(|count| count > ELEMENTS_MAX) {
        return Err(unsupported("of more than a million elements"));
    }
    let (mut first, mut all) = (HashMap::new(), Vec::new());
    for_each_index(shape, |index| {
        let address = map
            .eval(index, &[])
            .ok_or_else(|| unsupported("that divides by zero"))?;
        let next = all.len() as u32;
        all.push(*first.entry(address).or_insert(next));
        Ok::<(), Trap>(())
    })?;
    Ok((first.len() < all.len()).then(|| all.into()))
}

/// Whether two elements share a cell, or that is too long to tell. Dimensions whose strides are not known do not count.
fn shares(layout: &Attr, shape: &[i64]) -> bool {
    let apart = |shape: &[i64], address: &dyn Fn(&[i64]) -> Option<Vec<i64>>| {
        let mut seen = HashSet::new();
        let count = shape.iter().try_fold(1_usize, |count, extent| {
            count.checked_mul(usize::try_from(*extent).ok()?)
        });
        if count.is_none_or(|count| count > ELEMENTS_MAX) {
            return false;
        }
        let distinct = |index: &[i64]| match address(index).is_some_and(|address| seen.insert(address)) {
            true => Ok(()),
            false => Err(()),
        };
        for_each_index(shape, distinct).is_ok()
    };
    match layout {
        Attr::AffineMap(map) if map.syms > 0 || map.is_permutation() => false,
        Attr::AffineMap(map) => !apart(shape, &|index| map.eval(index, &[])),
        Attr::Strided { strides, .. } if !shape.contains(&0) => {
            // Whatever the open ones are.
            let fixed = strides
                .iter()
                .zip(shape)
                .filter_map(|(stride, extent)| Some(((*stride)?, *extent)));
            let (strides, shape): (Vec<i64>, Vec<i64>) = fixed.unzip();
            !apart_by(&strides, &shape)
                && !apart(&shape, &|index| {
                    let terms = index.iter().zip(&strides).map(|(at, stride)| at.checked_mul(*stride));
                    let sum = terms.into_iter().try_fold(0_i64, |sum, term| sum.checked_add(term?))?;
                    Some(vec![sum])
                })
        }
        _ => false,
    }
}

/// Whether each stride steps over all that the smaller ones span: the usual case, without looking at elements.
fn apart_by(strides: &[i64], shape: &[i64]) -> bool {
    let mut steps: Vec<(i64, i64)> = strides
        .iter()
        .map(|stride| stride.saturating_abs())
        .zip(shape.iter().copied())
        .collect();
    steps.retain(|(_, extent)| *extent > 1);
    steps.sort_unstable();
    let mut span = 0_i64;
    steps.iter().all(|(stride, extent)| {
        let apart = *stride > span;
        span = span.saturating_add(stride.saturating_mul(extent - 1));
        apart
    })
}

#[cfg(test)]
mod tests {
    use super::shares;
    use polyvet_ir::parse_attr;

    #[test]
    fn open_strides_fit_the_fixed_ones() {
        let strides = |layout: &str, shape: &[i64]| {
            let layout = parse_attr(layout).expect("a layout");
            super::fixed(&layout, shape)
        };
        assert_eq!(strides("strided<[?, 1], offset: ?>", &[2, 3]), Some((0, vec![3, 1])));
        assert_eq!(strides("strided<[4, ?], offset: ?>", &[3, 1]), Some((0, vec![4, 1])));
        assert_eq!(strides("strided<[4, ?], offset: 2>", &[3, 8]), Some((2, vec![4, 9])));
        assert_eq!(strides("strided<[1, ?]>", &[3, 2]), Some((0, vec![1, 3])));
        assert_eq!(strides("strided<[?, 1, ?]>", &[2, 5, 3]), Some((0, vec![15, 1, 5])));
        assert_eq!(strides("strided<[0, 1]>", &[4, 4]), None);
        assert_eq!(strides("strided<[4, 4, ?]>", &[2, 2, 1]), None);
    }

    #[test]
    fn elements_that_share_a_cell() {
        for (layout, shape, shared) in [
            ("affine_map<(i, j) -> (j, i)>", [4, 4], false),
            ("affine_map<(i, j) -> (i mod 2, j)>", [4, 4], true),
            ("affine_map<(i, j) -> (i mod 2, j)>", [2, 4], false),
            ("affine_map<(i, j) -> (i * 2 + j * 2)>", [1, 4], false),
            ("affine_map<(i, j) -> (i * 2 + j * 2)>", [2, 4], true),
            ("affine_map<(i, j) -> (i floordiv 2, j, i mod 2)>", [4, 4], false),
            ("affine_map<(i, j) -> (i, j)>", [1 << 20, 1 << 20], false),
            ("strided<[0, 1]>", [4, 4], true),
            ("strided<[0, 1]>", [1, 4], false),
            ("strided<[4, 1], offset: 3>", [1 << 20, 4], false),
            ("strided<[3, 2]>", [2, 2], false),
            ("strided<[3, 2]>", [3, 4], true),
            ("strided<[?, 1], offset: ?>", [3, 4], false),
            ("strided<[?, 0], offset: ?>", [1, 4], true),
            ("strided<[?, 0], offset: ?>", [0, 4], false),
        ] {
            let attr = parse_attr(layout).expect("a layout");
            assert_eq!(shares(&attr, &shape), shared, "{layout} {shape:?}");
        }
    }
}
