//! Operations that move elements: `concat`, `gather`, `pad`, `reshape`, `reverse`, `slice`, `table`, `tile`, `transpose`.

use super::{TosaExtent, TosaSite, empty, moved, shown, size, sizes, typed, words};
use crate::Type;
use crate::plain::{FunctionText, PlainArray, scalar};

pub(super) fn reverse(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    let axis = site.axis()?;
    let all = sizes(text, site, 0)?;
    if let TosaExtent::Known(extent) = &all[axis] {
        let subscript = |dim: usize| match dim == axis {
            true => format!("-d{dim} + {}", extent - 1),
            false => format!("d{dim}"),
        };
        return moved(text, site, &all, (0..all.len()).map(subscript).collect());
    }
    let (made, ty) = empty(text, &all, site.elem(0)?);
    let outs = [PlainArray::plain(made, &ty)];
    let body = &mut |text: &mut FunctionText, _: &[String]| {
        let mut places = Vec::new();
        for (dim, extent) in all.iter().enumerate() {
            let at = text.def(&format!("linalg.index {dim} : index"));
            places.push(match dim == axis {
                false => at,
                true => text.def(&format!(
                    "affine.apply affine_map<(d0)[s0] -> (s0 - 1 - d0)>({at})[{extent}]"
                )),
            });
        }
        Some(vec![text.def(&format!(
            "tensor.extract %a0[{}] : {}",
            places.join(", "),
            site.ty(0)?
        ))])
    };
    let value = text.generic(all.len(), &|_| true, (&[], &outs), body)?.pop()?;
    shown(text, site, value, &ty)
}

pub(super) fn transpose(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    let perms: Vec<usize> = { site.list("perms", 1)?.into_iter() }
        .map(|n| usize::try_from(n).ok())
        .collect::<Option<_>>()?;
    let from = sizes(text, site, 0)?;
    (perms.len() == from.len()).then_some(())?;
    let place = |dim: usize| perms.iter().position(|from| *from == dim).map(|at| format!("d{at}"));
    let map = (0..perms.len()).map(place).collect::<Option<_>>()?;
    let all: Vec<_> = perms.iter().map(|dim| from[*dim].clone()).collect();
    moved(text, site, &all, map)
}

/// The extents are given, of which one may be `-1`: what is left.
pub(super) fn reshape(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    let result = site.result();
    let to = match site.list("new_shape", 1) {
        Some(list) => list,
        None => crate::plain::extents(result)?,
    };
    let small = |n: &i64| *n == -1 || (1..=crate::plain::NUMBER_MAX).contains(n);
    let stated = to.iter().filter(|n| **n != -1);
    let known: i64 = stated.clone().try_fold(1_i64, |all, n| all.checked_mul(*n))?;
    let open = to.len() - stated.count();
    (to.iter().all(small) && open <= 1 && result.shape()?.len() == to.len()).then_some(())?;
    let Some(from) = site.extents(0) else {
        return reshape_open(text, site, &to, known);
    };
    let total = from.iter().try_fold(1_i64, |all, n| all.checked_mul(*n))?;
    (total == known || open == 1 && total % known == 0).then_some(())?;
    let to: Vec<_> = to.iter().map(|n| if *n == -1 { total / known } else { *n }).collect();
    let ty = crate::plain::tensor(&to, result.elem());
    let value = crate::plain::stablehlo::reshaped(text, site.ty(0)?, &ty)?;
    shown(text, site, value, &ty)
}

/// Of extents that are not known: all elements in a row, and the row with other extents.
fn reshape_open(text: &mut FunctionText, site: &TosaSite<'_>, to: &[i64], known: i64) -> Option<String> {
    let (own, elem) = (site.ty(0)?, site.elem(0)?);
    let from = site.dims(0)?.len();
    if to.is_empty() {
        return one_element(text, site);
    }
    let row = Type::tensor(vec![crate::Dim::Dynamic], elem.clone());
    let mut value = "%a0".to_owned();
    if from != 1 {
        let all: Vec<_> = (0..from).collect();
        value = text.def(&format!("tensor.collapse_shape %a0 [{all:?}] : {own} into {row}"));
    }
    let zero = text.def("arith.constant 0 : index");
    let mut all = Vec::new();
    for extent in to {
        all.push(match extent {
            -1 => {
                let total = text.def(&format!("tensor.dim {value}, {zero} : {row}"));
                let known = text.def(&format!("arith.constant {known} : index"));
                TosaExtent::Of(text.def(&format!("arith.divsi {total}, {known} : index")))
            }
            extent => TosaExtent::Known(*extent),
        });
    }
    let mut from = row;
    if !to.contains(&-1) {
        let fixed = crate::plain::tensor(&[known], elem);
        value = text.def(&format!("tensor.cast {value} : {from} to {fixed}"));
        from = fixed;
    }
    if to.len() == 1 {
        return shown(text, site, value, &from);
    }
    let (ty, group) = (typed(&all, elem), (0..to.len()).collect::<Vec<_>>());
    value = text.def(&format!(
        "tensor.expand_shape {value} [{group:?}] output_shape [{}] : {from} into {ty}",
        words(&all)
    ));
    shown(text, site, value, &ty)
}

/// The only element of an array whose extents are 1.
fn one_element(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    let rank = site.dims(0)?.len();
    let ones = crate::plain::tensor(&vec![1; rank], site.elem(0)?);
    let cast = text.def(&format!("tensor.cast %a0 : {} to {ones}", site.ty(0)?));
    let zero = text.def("arith.constant 0 : index");
    let places = vec![zero; rank].join(", ");
    Some(text.def(&format!("tensor.extract {cast}[{places}] : {ones}")))
}

/// Each extent times a number.
pub(super) fn tile(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    let multiples = site.list("multiples", 1)?;
    let from = sizes(text, site, 0)?;
    (multiples.len() == from.len() && multiples.iter().all(|count| *count >= 1)).then_some(())?;
    let is_open = |(extent, count): (&TosaExtent, &i64)| matches!(extent, TosaExtent::Of(_)) && *count != 1;
    if from.iter().zip(&multiples).any(is_open) {
        return copies(text, site, &from, &multiples);
    }
    let (mut all, mut map) = (Vec::new(), Vec::new());
    for (dim, (extent, count)) in from.iter().zip(&multiples).enumerate() {
        all.push(match extent {
            TosaExtent::Known(extent) => TosaExtent::Known(extent.checked_mul(*count)?),
            TosaExtent::Of(_) => extent.clone(),
        });
        map.push(match extent {
            TosaExtent::Known(extent) if *count != 1 => format!("d{dim} mod {extent}"),
            _ => format!("d{dim}"),
        });
    }
    moved(text, site, &all, map)
}

/// Copies in dimensions of their own, each of which then becomes one with the dimension that it repeats.
fn copies(text: &mut FunctionText, site: &TosaSite<'_>, from: &[TosaExtent], multiples: &[i64]) -> Option<String> {
    let (mut apart, mut all, mut map, mut groups) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (dim, (extent, count)) in from.iter().zip(multiples).enumerate() {
        apart.extend([TosaExtent::Known(*count), extent.clone()]);
        map.push(format!("d{}", 2 * dim + 1));
        groups.push(vec![2 * dim, 2 * dim + 1]);
        all.push(match extent {
            TosaExtent::Known(extent) => TosaExtent::Known(extent.checked_mul(*count)?),
            TosaExtent::Of(_) => extent.clone(),
        });
    }
    let (made, ty) = empty(text, &apart, site.elem(0)?);
    let ins = [PlainArray::new("%a0", site.ty(0)?, map)];
    let outs = [PlainArray::plain(made, &ty)];
    let body = &mut |_: &mut FunctionText, elements: &[String]| Some(vec![elements[0].clone()]);
    let value = text.generic(apart.len(), &|_| true, (&ins, &outs), body)?.pop()?;
    let joined = typed(&all, site.elem(0)?);
    let value = text.def(&format!(
        "tensor.collapse_shape {value} {groups:?} : {ty} into {joined}"
    ));
    shown(text, site, value, &joined)
}

pub(super) fn concat(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    let axis = site.axis()?;
    let parts: Vec<Vec<TosaExtent>> = (0..site.operands())
        .map(|n| sizes(text, site, n))
        .collect::<Option<_>>()?;
    let mut all = parts.first()?.clone();
    let mut starts = vec![TosaExtent::Known(0)];
    for part in &parts {
        (part.len() == all.len()).then_some(())?;
        let next = sum(text, starts.last()?, &part[axis]);
        starts.push(next);
    }
    all[axis] = starts.pop()?;
    let (mut value, ty) = empty(text, &all, site.elem(0)?);
    let ones = vec!["1"; all.len()].join(", ");
    for (n, (part, start)) in parts.iter().zip(&starts).enumerate() {
        let mut places = vec![TosaExtent::Known(0); all.len()];
        places[axis] = start.clone();
        // What is joined has the other extents of the first part.
        let mut extents = all.clone();
        extents[axis] = part[axis].clone();
        let (own, part_ty) = (site.ty(n)?, typed(&extents, site.elem(n)?));
        let part = match *own == part_ty {
            true => format!("%a{n}"),
            false => text.def(&format!("tensor.cast %a{n} : {own} to {part_ty}")),
        };
        value = text.def(&format!(
            "tensor.insert_slice {part} into {value}[{}] [{}] [{ones}] : {part_ty} into {ty}",
            words(&places),
            words(&extents)
        ));
    }
    shown(text, site, value, &ty)
}

fn sum(text: &mut FunctionText, x: &TosaExtent, y: &TosaExtent) -> TosaExtent {
    match (x, y) {
        (TosaExtent::Known(a), TosaExtent::Known(b)) => TosaExtent::Known(a + b),
        (TosaExtent::Known(0), other) | (other, TosaExtent::Known(0)) => other.clone(),
        _ => {
            let [x, y] = [x, y].map(|size| match size {
                TosaExtent::Known(n) => text.def(&format!("arith.constant {n} : index")),
                TosaExtent::Of(name) => name.clone(),
            });
            TosaExtent::Of(text.def(&format!("arith.addi {x}, {y} : index")))
        }
    }
}

pub(super) fn slice(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    let (starts, mut extents) = (site.list("start", 1)?, site.list("size", 2)?);
    let from = site.dims(0)?.len();
    ([starts.len(), extents.len()] == [from; 2] && from > 0).then_some(())?;
    for (dim, extent) in extents.iter_mut().enumerate() {
        // The rest of the dimension.
        if *extent == -1 {
            let TosaExtent::Known(all) = size(text, site, 0, dim)? else {
                return None;
            };
            *extent = all - starts[dim];
        }
    }
    starts.iter().chain(&extents).all(|n| *n >= 0).then_some(())?;
    let all: Vec<_> = extents.iter().map(|n| TosaExtent::Known(*n)).collect();
    let ty = typed(&all, site.elem(0)?);
    let value = text.def(&format!(
        "tensor.extract_slice %a0[{}] [{}] [{}] : {} to {ty}",
        crate::plain::list(&starts),
        words(&all),
        vec!["1"; from].join(", "),
        site.ty(0)?
    ));
    shown(text, site, value, &ty)
}

/// Operands are the input, where padding begins and ends in each dimension, and what it is, 0 if nothing is said.
pub(super) fn pad(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    let padding = site.list("padding", 1)?;
    let edges: Vec<(i64, i64)> = { padding.chunks(2) }
        .map(|pair| Some((*pair.first()?, *pair.get(1)?)))
        .collect::<Option<_>>()?;
    let elem = site.elem(0)?;
    let with = match site.operands() {
        2 if site.attr("quantization_info").is_none() => scalar::constant(text, 0, elem),
        3 => site.only(text, 2)?,
        _ => return None,
    };
    let (value, ty) = padded(text, site, &with, &edges)?;
    shown(text, site, value, &ty)
}

/// Operand 0 with others around it.
pub(super) fn padded(
    text: &mut FunctionText,
    site: &TosaSite<'_>,
    with: &str,
    edges: &[(i64, i64)],
) -> Option<(String, Type)> {
    let (from, own) = (sizes(text, site, 0)?, site.ty(0)?);
    (from.len() == edges.len() && edges.iter().all(|(low, high)| *low >= 0 && *high >= 0)).then_some(())?;
    if edges.iter().all(|edge| *edge == (0, 0)) {
        return Some(("%a0".to_owned(), own.clone()));
    }
    let grown = |(size, (low, high)): (&TosaExtent, &(i64, i64))| match size {
        TosaExtent::Known(n) => TosaExtent::Known(n + low + high),
        TosaExtent::Of(name) => TosaExtent::Of(name.clone()),
    };
    let all: Vec<_> = from.iter().zip(edges).map(grown).collect();
    let (ty, elem) = (typed(&all, own.elem()), own.elem());
    text.next += 1;
    let id = text.next;
    let args: Vec<_> = (0..all.len()).map(|n| format!("%p{id}_{n}: index")).collect();
    let (lows, highs): (Vec<i64>, Vec<i64>) = edges.iter().copied().unzip();
    let value = text.def(&format!(
        "tensor.pad %a0 low[{}] high[{}] {{\n^bb0({}):\ntensor.yield {with} : {elem}\n}} : {own} to {ty}",
        crate::plain::list(&lows),
        crate::plain::list(&highs),
        args.join(", ")
    ));
    Some((value, ty))
}

/// Rows of operand 0 that operand 1 chooses in each batch.
pub(super) fn gather(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    let (values, indices) = (sizes(text, site, 0)?, sizes(text, site, 1)?);
    (values.len() == 3 && indices.len() == 2).then_some(())?;
    let all = [values[0].clone(), indices[1].clone(), values[2].clone()];
    let (made, ty) = empty(text, &all, site.elem(0)?);
    let ins = [PlainArray::new(
        "%a1",
        site.ty(1)?,
        vec!["d0".to_owned(), "d1".to_owned()],
    )];
    let outs = [PlainArray::plain(made, &ty)];
    let body = &mut |text: &mut FunctionText, elements: &[String]| {
        let [batch, channel] = [0, 2].map(|dim| text.def(&format!("linalg.index {dim} : index")));
        let at = text.def(&format!(
            "arith.index_cast {} : {} to index",
            elements[0],
            site.elem(1)?
        ));
        Some(vec![text.def(&format!(
            "tensor.extract %a0[{batch}, {at}, {channel}] : {}",
            site.ty(0)?
        ))])
    };
    let value = text.generic(3, &|_| true, (&ins, &outs), body)?.pop()?;
    shown(text, site, value, &ty)
}

/// A function given by its values: of 8 bits all of them, of 16 bits each 128th, with straight lines between.
pub(super) fn table(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    let (of, result) = (site.elem(0)?, site.result().elem());
    let lines = match (of, result) {
        (Type::Integer { width: 8, .. }, Type::Integer { width: 8, .. }) => false,
        (Type::Integer { width: 16, .. }, Type::Integer { width: 32, .. }) => true,
        _ => return None,
    };
    let narrow = if lines {
        Type::Integer {
            width: 16,
            sign: crate::Sign::Signless,
        }
    } else {
        result.clone()
    };
    (*site.elem(1)? == narrow && site.dims(1)?.len() == 1).then_some(())?;
    let all = sizes(text, site, 0)?;
    let (made, ty) = empty(text, &all, result);
    let ins = [PlainArray::plain("%a0", site.ty(0)?)];
    let outs = [PlainArray::plain(made, &ty)];
    let body = &mut |text: &mut FunctionText, elements: &[String]| {
        Some(vec![match lines {
            true => interpolated(text, site, &elements[0])?,
            false => {
                let at = text.def(&format!("arith.index_cast {} : {of} to index", elements[0]));
                let first = text.def("arith.constant 128 : index");
                let at = text.def(&format!("arith.addi {at}, {first} : index"));
                text.def(&format!("tensor.extract %a1[{at}] : {}", site.ty(1)?))
            }
        }])
    };
    let value = text.generic(all.len(), &|_| true, (&ins, &outs), body)?.pop()?;
    shown(text, site, value, &ty)
}

fn interpolated(text: &mut FunctionText, site: &TosaSite<'_>, x: &str) -> Option<String> {
    let [first, seven, mask, one] = [32768, 7, 127, 1].map(|n| scalar::constant(text, n, &Type::I32));
    let x = text.def(&format!("arith.extsi {x} : i16 to i32"));
    let from = text.def(&format!("arith.addi {x}, {first} : i32"));
    let at = text.def(&format!("arith.shrui {from}, {seven} : i32"));
    let part = text.def(&format!("arith.andi {from}, {mask} : i32"));
    let next = text.def(&format!("arith.addi {at}, {one} : i32"));
    let ty = site.ty(1)?;
    let [low, high] = [at, next].map(|at| {
        let at = text.def(&format!("arith.index_cast {at} : i32 to index"));
        let value = text.def(&format!("tensor.extract %a1[{at}] : {ty}"));
        text.def(&format!("arith.extsi {value} : i16 to i32"))
    });
    let start = text.def(&format!("arith.shli {low}, {seven} : i32"));
    let rise = text.def(&format!("arith.subi {high}, {low} : i32"));
    let more = text.def(&format!("arith.muli {rise}, {part} : i32"));
    Some(text.def(&format!("arith.addi {start}, {more} : i32")))
}
