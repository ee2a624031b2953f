//! Operations with reductions and windows: `dot_general`, `convolution`, `reduce`, `reduce_window`; and `gather`.
//!
//! Reductions run in the order of their subscripts, from the initial value on. The specification leaves the order open, so
//! another one is as good: it is proved as reassociated.

use super::stablehlo::{HloSite, clamped};
use super::{FunctionText, NUMBER_MAX, PlainArray, argument, extents, list, scalar, tensor};
use crate::{Attr, Module, OpId, Type, ValueId, dense_items};
use std::collections::HashMap;

fn dims(numbers: impl Iterator<Item = usize>) -> Vec<String> {
    numbers.map(|n| format!("d{n}")).collect()
}

/// Elements of `value` with others between them and around; negative edges take away. The name and type of the result.
pub(super) fn padded(
    text: &mut FunctionText,
    (value, ty): (&str, &Type),
    with: &str,
    edges: &[(i64, i64)],
    interior: &[i64],
) -> Option<(String, Type)> {
    let (shape, elem) = (extents(ty)?, ty.elem());
    (shape.len() == edges.len() && shape.len() == interior.len()).then_some(())?;
    if shape.is_empty() || (edges.iter().all(|edge| *edge == (0, 0)) && interior.iter().all(|n| *n == 0)) {
        return Some((value.to_owned(), ty.clone()));
    }
    let inner: Vec<i64> = { shape.iter().zip(interior) }
        .map(|(extent, between)| extent.checked_add((extent - 1).max(0).checked_mul(*between)?))
        .collect::<Option<_>>()?;
    let grown: Vec<_> = edges
        .iter()
        .map(|(low, high)| ((*low).max(0), (*high).max(0)))
        .collect();
    let around: Vec<i64> = inner
        .iter()
        .zip(&grown)
        .map(|(extent, (low, high))| extent + low + high)
        .collect();
    let (lows, highs): (Vec<i64>, Vec<i64>) = grown.into_iter().unzip();
    let large = tensor(&around, elem);
    let mut found = value.to_owned();
    if interior.iter().any(|n| *n != 0) {
        let steps: Vec<i64> = interior.iter().map(|n| n + 1).collect();
        let filled = text.fill(with, &large);
        let (lows, sizes, steps) = (list(&lows), list(&shape), list(&steps));
        found = text.def(&format!(
            "tensor.insert_slice {value} into {filled}[{lows}] [{sizes}] [{steps}] : {ty} into {large}"
        ));
    } else if large != *ty {
        text.next += 1;
        let id = text.next;
        let args: Vec<_> = (0..shape.len()).map(|n| format!("%p{id}_{n}: index")).collect();
        let (lows, highs, args) = (list(&lows), list(&highs), args.join(", "));
        found = text.def(&format!(
            "tensor.pad {value} low[{lows}] high[{highs}] {{\n^bb0({args}):\ntensor.yield {with} : {elem}\n}} : {ty} to {large}"
        ));
    }
    let starts: Vec<i64> = edges.iter().map(|(low, _)| (-low).max(0)).collect();
    let ends = edges.iter().map(|(_, high)| (-high).max(0));
    let sizes: Vec<i64> = { around.iter().zip(&starts).zip(ends) }
        .map(|((extent, start), end)| extent - start - end)
        .collect();
    sizes.iter().all(|size| *size >= 0).then_some(())?;
    let result = tensor(&sizes, elem);
    if sizes != around {
        let ones = list(&vec![1; sizes.len()]);
        let (starts, sizes) = (list(&starts), list(&sizes));
        found = text.def(&format!(
            "tensor.extract_slice {found}[{starts}] [{sizes}] [{ones}] : {large} to {result}"
        ));
    }
    Some((found, result))
}

/// `accumulator + x * y` in the type of the accumulator.
fn product(
    text: &mut FunctionText,
    (x, y): (&str, &str),
    [of_x, of_y]: [&Type; 2],
    (sum, ty): (&str, &Type),
) -> Option<String> {
    let [x, y] = [(x, of_x), (y, of_y)].map(|(value, from)| match (from, ty) {
        _ if from == ty => Some(value.to_owned()),
        (Type::Float(a), Type::Float(b)) if a.bits() < b.bits() => {
            Some(text.def(&format!("arith.extf {value} : {from} to {ty}")))
        }
        (Type::Integer { width: 2.., .. }, Type::Integer { .. }) if from.elem_bytes() < ty.elem_bytes() => {
            Some(text.def(&format!("arith.extsi {value} : {from} to {ty}")))
        }
        _ => None,
    });
    let (mul, add) = match ty {
        Type::Float(_) => ("arith.mulf", "arith.addf"),
        Type::Integer { width: 1, .. } => ("arith.andi", "arith.ori"),
        _ => ("arith.muli", "arith.addi"),
    };
    let product = text.def(&format!("{mul} {}, {} : {ty}", x?, y?));
    Some(text.def(&format!("{add} {sum}, {product} : {ty}")))
}

pub(super) fn dot_general(text: &mut FunctionText, site: &HloSite<'_>) -> Option<String> {
    // An algorithm says how floats are rounded between.
    site.attr("algorithm").is_none().then_some(())?;
    let of = |name: &str| site.listed("dot_dimension_numbers", name);
    let (lb, rb) = (of("lhs_batching_dimensions")?, of("rhs_batching_dimensions")?);
    let (lc, rc) = (of("lhs_contracting_dimensions")?, of("rhs_contracting_dimensions")?);
    contraction(text, site, [lb, rb], [lc, rc])
}

/// A product of vectors or matrices, which newer versions write as `dot_general`: the last dimension of the first and the
/// first of the second are summed over.
pub(super) fn dot(text: &mut FunctionText, site: &HloSite<'_>) -> Option<String> {
    let [left, right] = &site.shapes[..] else { return None };
    let fits = |rank: usize| (1..=2).contains(&rank);
    (fits(left.len()) && fits(right.len())).then_some(())?;
    contraction(text, site, Default::default(), [vec![left.len() - 1], vec![0]])
}

/// A sum of products over the dimensions `lc` of the first operand and `rc` of the second, for each of `lb` and `rb`.
fn contraction(
    text: &mut FunctionText,
    site: &HloSite<'_>,
    [lb, rb]: [Vec<usize>; 2],
    [lc, rc]: [Vec<usize>; 2],
) -> Option<String> {
    (site.shapes.len() == 2).then_some(())?;
    let free = |rank: usize, batch: &[usize], contracted: &[usize]| -> Vec<usize> {
        (0..rank)
            .filter(|n| !batch.contains(n) && !contracted.contains(n))
            .collect()
    };
    let (lf, rf) = (
        free(site.shapes[0].len(), &lb, &lc),
        free(site.shapes[1].len(), &rb, &rc),
    );
    let outer = lb.len() + lf.len() + rf.len();
    (outer == site.shape.len() && lb.len() == rb.len() && lc.len() == rc.len()).then_some(())?;
    let subscripts = |rank: usize, lists: [(&[usize], usize); 3]| -> Option<Vec<String>> {
        let at = |dim: usize| {
            let of_list = |(list, start): &(&[usize], usize)| list.iter().position(|n| *n == dim).map(|at| at + start);
            lists.iter().find_map(of_list).map(|n| format!("d{n}"))
        };
        (0..rank).map(at).collect()
    };
    let left = subscripts(site.shapes[0].len(), [(&lb, 0), (&lf, lb.len()), (&lc, outer)])?;
    let right = subscripts(
        site.shapes[1].len(),
        [(&rb, 0), (&rf, lb.len() + lf.len()), (&rc, outer)],
    )?;
    sum_of_products(
        text,
        site,
        [("%a0".to_owned(), left), ("%a1".to_owned(), right)],
        [site.ty(0), site.ty(1)],
        outer + lc.len(),
    )
}

fn sum_of_products(
    text: &mut FunctionText,
    site: &HloSite<'_>,
    [(x, left), (y, right)]: [(String, Vec<String>); 2],
    [of_x, of_y]: [&Type; 2],
    loops: usize,
) -> Option<String> {
    let elem = site.result.elem().clone();
    let zero = scalar::constant(text, 0, &elem);
    let start = text.fill(&zero, &site.result);
    // A tensor without dimensions came as a number.
    let mut ins = Vec::new();
    for (name, ty, map) in [(x, of_x, left), (y, of_y, right)] {
        let name = match argument(ty) == *ty {
            true => name,
            false => text.def(&format!("tensor.from_elements {name} : {ty}")),
        };
        ins.push(PlainArray::new(name, ty, map));
    }
    let outs = [PlainArray::plain(start, &site.result)];
    let outer = site.shape.len();
    let body = &mut |text: &mut FunctionText, elements: &[String]| {
        let [x, y, sum] = elements else { return None };
        product(text, (x, y), [of_x.elem(), of_y.elem()], (sum, &elem)).map(|value| vec![value])
    };
    text.generic(loops, &|n| n < outer, (&ins, &outs), body)?.pop()
}

/// One of the lists of `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`: where the two letters are, and the spatial dimensions.
fn layout(list: &str, letters: [&str; 2]) -> Option<(usize, usize, Vec<usize>)> {
    let words: Vec<_> = list.split(',').map(str::trim).collect();
    let at = |word: &str| words.iter().position(|other| *other == word);
    let spatial = (0..words.len().checked_sub(2)?)
        .map(|n| at(&n.to_string()))
        .collect::<Option<_>>()?;
    Some((at(letters[0])?, at(letters[1])?, spatial))
}

fn pairs(attr: Option<&Attr>, count: usize) -> Option<Vec<(i64, i64)>> {
    let Some(attr) = attr else {
        return Some(vec![(0, 0); count]);
    };
    let items: Vec<i64> = dense_items(attr)?.iter().map(Attr::as_i64).collect::<Option<_>>()?;
    let found: Vec<_> = items
        .chunks(2)
        .filter_map(|pair| Some((*pair.first()?, *pair.get(1)?)))
        .collect();
    let small = |n: &i64| (-NUMBER_MAX..=NUMBER_MAX).contains(n);
    (found.len() == count && items.iter().all(small)).then_some(found)
}

pub(super) fn convolution(text: &mut FunctionText, site: &HloSite<'_>) -> Option<String> {
    let Attr::Opaque(numbers) = site.attr("dimension_numbers")? else {
        return None;
    };
    let inner = numbers.strip_prefix("#stablehlo.conv<")?;
    let lists: Vec<_> = inner
        .split('[')
        .skip(1)
        .filter_map(|part| part.split(']').next())
        .collect();
    let [lhs, rhs, out] = lists[..] else { return None };
    let (batch, channel, space) = layout(lhs, ["b", "f"])?;
    let (input, output, kernel) = layout(rhs, ["i", "o"])?;
    let (out_batch, out_channel, out_space) = layout(out, ["b", "f"])?;
    let count = space.len();
    let of = |name: &str, otherwise: i64| match site.attr(name) {
        Some(_) => site.numbers(name).filter(|list| list.len() == count),
        None => Some(vec![otherwise; count]),
    };
    let (strides, spread, steps) = (of("window_strides", 1)?, of("lhs_dilation", 1)?, of("rhs_dilation", 1)?);
    // A kernel that is read backwards has no model yet.
    match site.attr("window_reversal") {
        None => {}
        Some(Attr::DenseArray { items, .. }) if items.iter().all(|item| *item == Attr::Bool(false)) => {}
        Some(_) => return None,
    }
    let [groups, batches] =
        ["feature_group_count", "batch_group_count"].map(|name| site.attr(name).map_or(Some(1), Attr::as_i64));
    let (groups, edges) = (groups?, pairs(site.attr("padding"), count)?);
    (batches? == 1 && groups >= 1).then_some(())?;
    let per_group = site.shape.get(out_channel)? / groups;
    (kernel.len() == count && out_space.len() == count && per_group > 0).then_some(())?;

    let rank = count + 2;
    let (mut around, mut between) = (vec![(0, 0); rank], vec![0; rank]);
    for (n, dim) in space.iter().enumerate() {
        around[*dim] = edges[n];
        between[*dim] = spread[n] - 1;
    }
    let zero = scalar::constant(text, 0, site.ty(0).elem());
    let (image, image_ty) = padded(text, ("%a0", site.ty(0)), &zero, &around, &between)?;
    let inputs = *site.shapes[1].get(input)?;
    let (mut left, mut right) = (vec![String::new(); rank], vec![String::new(); rank]);
    left[batch] = format!("d{out_batch}");
    left[channel] = match (groups, inputs) {
        (1, _) => format!("d{}", rank + count),
        _ => format!("(d{out_channel} floordiv {per_group}) * {inputs} + d{}", rank + count),
    };
    for n in 0..count {
        let tap = rank + n;
        left[space[n]] = format!("d{} * {} + d{tap} * {}", out_space[n], strides[n], steps[n]);
        right[kernel[n]] = format!("d{tap}");
    }
    right[input] = format!("d{}", rank + count);
    right[output] = format!("d{out_channel}");
    let ins = [(image, left), ("%a1".to_owned(), right)];
    sum_of_products(text, site, ins, [&image_ty, site.ty(1)], rank + count + 1)
}

/// The payload of a reduction: accumulators, then elements.
fn reducer(text: &mut FunctionText, module: &Module, op: OpId, args: &[String]) -> Option<Vec<String>> {
    let block = module.block(module.only_block(op, 0)?);
    (block.args.len() == args.len()).then_some(())?;
    let mut names: HashMap<ValueId, String> = block.args.iter().copied().zip(args.iter().cloned()).collect();
    let (end, inner) = block.ops.split_last()?;
    for id in inner {
        let data = module.op(*id);
        let args: Vec<_> = data
            .operand_values()
            .map(|value| names.get(&value).cloned())
            .collect::<Option<_>>()?;
        let value = scalar::apply(text, module, *id, &args)?;
        names.insert(*data.results.first()?, value);
    }
    let end = module.op(*end);
    (end.name == "stablehlo.return").then_some(())?;
    end.operand_values().map(|value| names.get(&value).cloned()).collect()
}

/// `reduce` and `reduce_window`: operands, then as many initial values.
pub(super) fn reduce(text: &mut FunctionText, module: &Module, op: OpId) -> Option<Vec<String>> {
    let site = HloSite::new(module, op)?;
    let count = module.op(op).results.len();
    (site.shapes.len() == 2 * count && site.shapes[count..].iter().all(Vec::is_empty)).then_some(())?;
    let results: Vec<Type> = module
        .op(op)
        .results
        .iter()
        .map(|value| module.ty(*value).clone())
        .collect();
    let windowed = module.op(op).name == "stablehlo.reduce_window";
    let (mut ins, loops, out_map) = match windowed {
        true => windows(text, &site, count)?,
        false => whole(&site, count)?,
    };
    let mut outs = Vec::new();
    for (n, ty) in results.iter().enumerate() {
        let start = format!("%a{}", count + n);
        let start = match ty.shape() {
            Some([]) => text.def(&format!("tensor.from_elements {start} : {ty}")),
            _ => text.fill(&start, ty),
        };
        outs.push(PlainArray::new(start, ty, out_map.clone()));
    }
    for array in ins.iter_mut().take(count).filter(|array| array.ty.shape() == Some(&[])) {
        array.name = text.def(&format!("tensor.from_elements {} : {}", array.name, array.ty));
    }
    let inputs = ins.len();
    let body = &mut |text: &mut FunctionText, elements: &[String]| {
        let args: Vec<String> = elements[inputs..].iter().chain(&elements[..count]).cloned().collect();
        reducer(text, module, op, &args)
    };
    let parallel = |n: usize| out_map.contains(&format!("d{n}"));
    text.generic(loops, &parallel, (&ins, &outs), body)
}

type WindowLoops = (Vec<PlainArray>, usize, Vec<String>);

fn whole(site: &HloSite<'_>, count: usize) -> Option<WindowLoops> {
    let reduced = site.dims("dimensions")?;
    let rank = site.shapes.first()?.len();
    site.shapes[..count]
        .iter()
        .all(|shape| *shape == site.shapes[0])
        .then_some(())?;
    let ins = (0..count)
        .map(|n| PlainArray::plain(format!("%a{n}"), site.ty(n)))
        .collect();
    Some((ins, rank, dims((0..rank).filter(|n| !reduced.contains(n)))))
}

/// Inputs with their padding, and an array shaped like the window.
fn windows(text: &mut FunctionText, site: &HloSite<'_>, count: usize) -> Option<WindowLoops> {
    let rank = site.shape.len();
    let of = |name: &str| match site.attr(name) {
        Some(_) => site.numbers(name).filter(|list| list.len() == rank),
        None => Some(vec![1; rank]),
    };
    let (window, strides) = (of("window_dimensions")?, of("window_strides")?);
    let (spread, steps) = (of("base_dilations")?, of("window_dilations")?);
    let edges = pairs(site.attr("padding"), rank)?;
    let between: Vec<i64> = spread.iter().map(|n| n - 1).collect();
    let subscript = |n: usize| format!("d{n} * {} + d{} * {}", strides[n], rank + n, steps[n]);
    let map: Vec<_> = (0..rank).map(subscript).collect();
    let mut ins = Vec::new();
    for n in 0..count {
        let with = format!("%a{}", count + n);
        let (value, ty) = padded(text, (&format!("%a{n}"), site.ty(n)), &with, &edges, &between)?;
        ins.push(PlainArray::new(value, &ty, map.clone()));
    }
    let shape = tensor(&window, site.ty(0).elem());
    let extent = text.empty(&shape);
    ins.push(PlainArray::new(extent, &shape, dims(rank..2 * rank)));
    Some((ins, 2 * rank, dims(0..rank)))
}

pub(super) fn gather(text: &mut FunctionText, site: &HloSite<'_>) -> Option<String> {
    let of = |name: &str| site.listed("dimension_numbers", name);
    let (offsets, collapsed) = (of("offset_dims")?, of("collapsed_slice_dims")?);
    let (batching, indices_batching) = (of("operand_batching_dims")?, of("start_indices_batching_dims")?);
    let starts = of("start_index_map")?;
    let [source, indices] = &site.shapes[..] else {
        return None;
    };
    let vector = vector_dim(site)?;
    let sizes = site.numbers("slice_sizes")?;
    (sizes.len() == source.len() && indices.len() >= vector && !indices.is_empty() && !source.is_empty())
        .then_some(())?;
    let empty = text.empty(&site.result);
    let outs = [PlainArray::plain(empty, &site.result)];
    let body = &mut |text: &mut FunctionText, _: &[String]| {
        let at: Vec<_> = (0..site.shape.len())
            .map(|n| text.def(&format!("linalg.index {n} : index")))
            .collect();
        // Dimensions of the result that choose the subscript vector.
        let mut batch: Vec<_> = (0..at.len())
            .filter(|n| !offsets.contains(n))
            .map(|n| at[n].clone())
            .collect();
        let choose = batch.clone();
        let mut offset = offsets.iter().map(|n| at.get(*n).cloned());
        let listed = usize::from(vector < indices.len());
        (batch.len() + listed == indices.len()).then_some(())?;
        if listed == 1 {
            batch.insert(vector, String::new());
        }
        let mut places = Vec::new();
        for (dim, extent) in source.iter().enumerate() {
            if let Some(n) = batching.iter().position(|other| *other == dim) {
                let from = *indices_batching.get(n)?;
                places.push(choose.get(if from > vector { from - 1 } else { from })?.clone());
                continue;
            }
            let mut place = None;
            if let Some(n) = starts.iter().position(|other| *other == dim) {
                if vector < indices.len() {
                    batch[vector] = text.def(&format!("arith.constant {n} : index"));
                }
                let ty = site.ty(1);
                let number = text.def(&format!("tensor.extract %a1[{}] : {ty}", batch.join(", ")));
                place = Some(clamped(text, &number, ty.elem(), extent - sizes[dim]));
            }
            if !collapsed.contains(&dim) {
                let inner = offset.next()??;
                place = Some(match place {
                    Some(start) => text.def(&format!("arith.addi {start}, {inner} : index")),
                    None => inner,
                });
            }
            places.push(match place {
                Some(place) => place,
                None => text.def("arith.constant 0 : index"),
            });
        }
        Some(vec![text.def(&format!(
            "tensor.extract %a0[{}] : {}",
            places.join(", "),
            site.ty(0)
        ))])
    };
    text.generic(site.shape.len(), &|_| true, (&[], &outs), body)?.pop()
}

fn vector_dim(site: &HloSite<'_>) -> Option<usize> {
    let Attr::Opaque(text) = site.attr("dimension_numbers")? else {
        return None;
    };
    let Some((_, rest)) = text.split_once("index_vector_dim") else {
        return Some(0);
    };
    let number = rest.trim_start().strip_prefix('=')?.trim_start();
    number.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}
