//! Operations with reductions and windows: `reduce_*`, `argmax`, `matmul`, convolutions, pools.

use super::{TosaExtent, TosaSite, empty, moves, scalar, scale, shown, size, sizes, typed, words};
use crate::plain::scalar::constant;
use crate::plain::{FunctionText, PlainArray};
use crate::{Attr, FloatKind, Type};

fn dims(numbers: impl Iterator<Item = usize>) -> Vec<String> {
    numbers.map(|n| format!("d{n}")).collect()
}

/// The number that is no larger than any other, or no smaller.
fn extremum(text: &mut FunctionText, ty: &Type, least: bool) -> Option<String> {
    let literal = match ty {
        Type::Float(kind) => {
            let infinity = kind.infinity()?;
            kind.literal(if least { infinity | kind.sign() } else { infinity })
        }
        Type::Integer { width: 1, .. } => return None,
        Type::Integer { width, .. } => {
            let beyond = 1_i128 << (width - 1);
            if least { -beyond } else { beyond - 1 }.to_string()
        }
        _ => return None,
    };
    Some(text.def(&format!("arith.constant {literal} : {ty}")))
}

/// An array of which all elements are `value`.
fn filled(text: &mut FunctionText, value: &str, sizes: &[TosaExtent], elem: &Type) -> (String, Type) {
    let (made, ty) = empty(text, sizes, elem);
    let value = text.def(&format!(
        "linalg.fill ins({value} : {elem}) outs({made} : {ty}) -> {ty}"
    ));
    (value, ty)
}

pub(super) fn reduce(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    let (axis, own) = (site.axis()?, site.elem(0)?);
    // Sums of `bf16` are computed in `f32`.
    let elem = match (site.name(), own) {
        ("tosa.reduce_sum", Type::Float(FloatKind::BF16)) => &Type::F32,
        _ => own,
    };
    let is_bool = *elem == Type::I1;
    let start = match site.name() {
        "tosa.reduce_all" | "tosa.reduce_any" if !is_bool => return None,
        _ if is_bool && !matches!(site.name(), "tosa.reduce_all" | "tosa.reduce_any") => return None,
        "tosa.reduce_all" => text.def("arith.constant true"),
        "tosa.reduce_any" => text.def("arith.constant false"),
        "tosa.reduce_sum" => constant(text, 0, elem),
        "tosa.reduce_product" => constant(text, 1, elem),
        name => extremum(text, elem, name == "tosa.reduce_max")?,
    };
    let all = sizes(text, site, 0)?;
    let mut outer = all.clone();
    outer.remove(axis);
    let (start, ty) = filled(text, &start, &outer, elem);
    let ins = [PlainArray::plain("%a0", site.ty(0)?)];
    let map = dims((0..all.len()).filter(|dim| *dim != axis));
    let outs = [PlainArray::new(start, &ty, map)];
    let body = &mut |text: &mut FunctionText, elements: &[String]| {
        let x = term(text, &elements[0], own, None, elem)?;
        Some(vec![combined(text, site, (&x, &elements[1]), elem)])
    };
    let value = text
        .generic(all.len(), &|dim| dim != axis, (&ins, &outs), body)?
        .pop()?;
    let mut kept = all.clone();
    kept[axis] = TosaExtent::Known(1);
    let made = typed(&kept, elem);
    let groups = match outer.len() {
        0 => "[]".to_owned(),
        count => groups(count, axis),
    };
    let value = text.def(&format!(
        "tensor.expand_shape {value} {groups} output_shape [{}] : {ty} into {made}",
        words(&kept)
    ));
    narrowed(text, site, value, &made, &kept)
}

/// Dimensions of a shape with one more of extent 1 at `axis`.
fn groups(count: usize, axis: usize) -> String {
    let with = axis.saturating_sub(1);
    let group = |dim: usize| match dim.cmp(&with) {
        std::cmp::Ordering::Less => format!("[{dim}]"),
        std::cmp::Ordering::Equal => format!("[{dim}, {}]", dim + 1),
        std::cmp::Ordering::Greater => format!("[{}]", dim + 1),
    };
    let groups: Vec<_> = (0..count).map(group).collect();
    format!("[{}]", groups.join(", "))
}

fn combined(text: &mut FunctionText, site: &TosaSite<'_>, (x, sum): (&str, &str), ty: &Type) -> String {
    let (of_floats, of_integers) = match site.name() {
        "tosa.reduce_all" => ("", "arith.andi"),
        "tosa.reduce_any" => ("", "arith.ori"),
        "tosa.reduce_sum" => ("arith.addf", "arith.addi"),
        "tosa.reduce_product" => ("arith.mulf", "arith.muli"),
        name => return scalar::extreme(text, site, name == "tosa.reduce_max", (x, sum), ty),
    };
    let name = if ty.is_float() { of_floats } else { of_integers };
    text.def(&format!("{name} {x}, {sum} : {ty}"))
}

/// The first place of the largest element; where NaN is not ignored, of the first NaN.
pub(super) fn argmax(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    let (axis, elem, result) = (site.axis()?, site.elem(0)?, site.result().elem());
    matches!(result, Type::Integer { width: 8.., .. }).then_some(())?;
    let all = sizes(text, site, 0)?;
    let mut outer = all.clone();
    outer.remove(axis);
    let zero = constant(text, 0, result);
    let (places, places_ty) = filled(text, &zero, &outer, result);
    let least = extremum(text, elem, true)?;
    let (largest, largest_ty) = filled(text, &least, &outer, elem);
    let map = dims((0..all.len()).filter(|dim| *dim != axis));
    let ins = [PlainArray::plain("%a0", site.ty(0)?)];
    let outs = [
        PlainArray::new(places, &places_ty, map.clone()),
        PlainArray::new(largest, &largest_ty, map),
    ];
    let body = &mut |text: &mut FunctionText, elements: &[String]| {
        let [x, place, largest] = elements else { return None };
        let at = text.def(&format!("linalg.index {axis} : index"));
        let at = text.def(&format!("arith.index_cast {at} : index to {result}"));
        let larger = match (elem.is_float(), site.is_word("nan_mode", "IGNORE")) {
            (false, _) => text.def(&format!("arith.cmpi sgt, {x}, {largest} : {elem}")),
            (true, true) => text.def(&format!("arith.cmpf ogt, {x}, {largest} : {elem}")),
            (true, false) => {
                let larger = text.def(&format!("arith.cmpf ugt, {x}, {largest} : {elem}"));
                let number = text.def(&format!("arith.cmpf ord, {largest}, {largest} : {elem}"));
                text.def(&format!("arith.andi {larger}, {number} : i1"))
            }
        };
        Some(vec![
            text.def(&format!("arith.select {larger}, {at}, {place} : {result}")),
            text.def(&format!("arith.select {larger}, {x}, {largest} : {elem}")),
        ])
    };
    let values = text.generic(all.len(), &|dim| dim != axis, (&ins, &outs), body)?;
    shown(text, site, values.into_iter().next()?, &places_ty)
}

/// `x` in the type of sums, without its zero point, which is a number of that type.
fn term(text: &mut FunctionText, x: &str, of: &Type, point: Option<&str>, sums: &Type) -> Option<String> {
    let wide = match (of, sums) {
        _ if of == sums => x.to_owned(),
        (Type::Float(a), Type::Float(b)) if a.bits() < b.bits() => {
            text.def(&format!("arith.extf {x} : {of} to {sums}"))
        }
        (Type::Integer { width: a @ 2.., .. }, Type::Integer { width: b, .. }) if a < b => {
            text.def(&format!("arith.extsi {x} : {of} to {sums}"))
        }
        _ => return None,
    };
    Some(match point {
        Some(point) => text.def(&format!("arith.subi {wide}, {point} : {sums}")),
        None => wide,
    })
}

/// The zero point in operand `n` as a number of the type of sums; [`None`] inside if it is 0.
fn point(text: &mut FunctionText, site: &TosaSite<'_>, n: usize, sums: &Type) -> Option<Option<String>> {
    if site.operands() <= n {
        return site.attr("quantization_info").is_none().then_some(None);
    }
    if site.is_zero(n) {
        return Some(None);
    }
    let of = site.elem(n)?;
    of.is_integer().then_some(())?;
    let number = site.only(text, n)?;
    term(text, &number, of, None, sums).map(Some)
}

/// What sums are computed in.
fn sums_of(site: &TosaSite<'_>) -> Type {
    match site.attr("acc_type") {
        Some(Attr::Type(ty)) => ty.clone(),
        _ => site.result().elem().clone(),
    }
}

/// Two arrays whose products are added up: name, type, subscripts, operand with the zero point.
struct ProductFactor {
    array: PlainArray,
    point: usize,
}

/// `start + sum of products`, over `loops` loops of which the first are those of the result.
fn products(
    text: &mut FunctionText,
    site: &TosaSite<'_>,
    factors: [ProductFactor; 2],
    (start, ty): (String, &Type),
    loops: usize,
) -> Option<String> {
    let sums = ty.elem().clone();
    let mut points = Vec::new();
    for factor in &factors {
        points.push(point(text, site, factor.point, &sums)?);
    }
    let types = factors.each_ref().map(|factor| factor.array.ty.elem().clone());
    let [x, y] = factors.map(|factor| factor.array);
    let rank = ty.shape()?.len();
    let outs = [PlainArray::plain(start, ty)];
    let (mul, add) = match sums.is_float() {
        true => ("arith.mulf", "arith.addf"),
        false => ("arith.muli", "arith.addi"),
    };
    let body = &mut |text: &mut FunctionText, elements: &[String]| {
        let x = term(text, &elements[0], &types[0], points[0].as_deref(), &sums)?;
        let y = term(text, &elements[1], &types[1], points[1].as_deref(), &sums)?;
        let product = text.def(&format!("{mul} {x}, {y} : {sums}"));
        Some(vec![text.def(&format!("{add} {}, {product} : {sums}", elements[2]))])
    };
    text.generic(loops, &|dim| dim < rank, (&[x, y], &outs), body)?.pop()
}

pub(super) fn matmul(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    let (left, right) = (sizes(text, site, 0)?, sizes(text, site, 1)?);
    (left.len() == 3 && right.len() == 3).then_some(())?;
    let all = [left[0].clone(), left[1].clone(), right[2].clone()];
    let sums = site.result().elem().clone();
    let zero = constant(text, 0, &sums);
    let (start, ty) = filled(text, &zero, &all, &sums);
    let factor = |n: usize, map: [usize; 3]| {
        let array = PlainArray::new(format!("%a{n}"), site.ty(n)?, dims(map.into_iter()));
        Some(ProductFactor { array, point: n + 2 })
    };
    let factors = [factor(0, [0, 1, 3])?, factor(1, [0, 3, 2])?];
    let value = products(text, site, factors, (start, &ty), 4)?;
    shown(text, site, value, &ty)
}

/// An array of this shape that has the bias in its last dimension.
fn biased(
    text: &mut FunctionText,
    site: &TosaSite<'_>,
    n: usize,
    all: &[TosaExtent],
    sums: &Type,
) -> Option<(String, Type)> {
    let (bias, of) = (site.ty(n)?, site.elem(n)?);
    let last = all.last()?;
    let map = match (site.extents(n)?.as_slice(), last) {
        ([extent], TosaExtent::Known(known)) if extent == known => vec![format!("d{}", all.len() - 1)],
        ([1], _) => vec!["0".to_owned()],
        _ => return None,
    };
    let (made, ty) = empty(text, all, sums);
    let ins = [PlainArray::new(format!("%a{n}"), bias, map)];
    let outs = [PlainArray::plain(made, &ty)];
    let body =
        &mut |text: &mut FunctionText, elements: &[String]| Some(vec![term(text, &elements[0], of, None, sums)?]);
    let value = text.generic(all.len(), &|_| true, (&ins, &outs), body)?.pop()?;
    Some((value, ty))
}

/// Sums as numbers of the type of the result.
fn narrowed(
    text: &mut FunctionText,
    site: &TosaSite<'_>,
    value: String,
    ty: &Type,
    all: &[TosaExtent],
) -> Option<String> {
    let elem = site.result().elem();
    if ty.elem() == elem {
        return shown(text, site, value, ty);
    }
    let (Type::Float(a), Type::Float(b)) = (ty.elem(), elem) else {
        return None;
    };
    (a.bits() > b.bits()).then_some(())?;
    let (made, narrow) = empty(text, all, elem);
    let outs = [PlainArray::plain(made, &narrow)];
    let body = &mut |text: &mut FunctionText, elements: &[String]| {
        Some(vec![text.def(&format!(
            "arith.truncf {} : {} to {elem}",
            elements[0],
            ty.elem()
        ))])
    };
    let ins = [PlainArray::plain(value, ty)];
    let value = text.generic(all.len(), &|_| true, (&ins, &outs), body)?.pop()?;
    shown(text, site, value, &narrow)
}

pub(super) fn fully_connected(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    let (left, right) = (sizes(text, site, 0)?, sizes(text, site, 1)?);
    (left.len() == 2 && right.len() == 2).then_some(())?;
    let all = [left[0].clone(), right[0].clone()];
    let sums = sums_of(site);
    let (start, ty) = biased(text, site, 2, &all, &sums)?;
    let factor = |n: usize, map: [usize; 2]| {
        let array = PlainArray::new(format!("%a{n}"), site.ty(n)?, dims(map.into_iter()));
        Some(ProductFactor { array, point: n + 3 })
    };
    let factors = [factor(0, [0, 2])?, factor(1, [1, 2])?];
    let value = products(text, site, factors, (start, &ty), 3)?;
    narrowed(text, site, value, &ty, &all)
}

/// How a window moves over the dimensions between the first and the last: its extents, and for each of these dimensions
/// the padding, the step of the window and of its elements.
struct PoolWindow {
    extents: Vec<i64>,
    edges: Vec<(i64, i64)>,
    strides: Vec<i64>,
    steps: Vec<i64>,
}

impl PoolWindow {
    fn new(site: &TosaSite<'_>, extents: Vec<i64>) -> Option<PoolWindow> {
        let count = extents.len();
        let of = |name: &str, otherwise: i64| match site.attr(name) {
            Some(attr) => attr.as_i64s(),
            None => Some(vec![otherwise; count]),
        };
        let pad: Vec<i64> = site.attr("pad")?.as_i64s()?;
        let edges: Vec<_> = pad
            .chunks(2)
            .filter_map(|pair| Some((pair[0], *pair.get(1)?)))
            .collect();
        let (strides, steps) = (of("stride", 1)?, of("dilation", 1)?);
        let small = |n: &i64| (1..=crate::plain::NUMBER_MAX).contains(n);
        let fits = [
            edges.len(),
            strides.len(),
            steps.len(),
            site.dims(0)?.len().checked_sub(2)?,
        ] == [count; 4]
            && pad.len() == 2 * count
            && pad.iter().all(|n| *n == 0 || small(n))
            && strides.iter().chain(&steps).chain(&extents).all(small);
        fits.then_some(PoolWindow {
            extents,
            edges,
            strides,
            steps,
        })
    }

    /// The extents of the result: batch, places of the window, and `last`.
    fn places(&self, text: &mut FunctionText, site: &TosaSite<'_>, last: Vec<TosaExtent>) -> Option<Vec<TosaExtent>> {
        let mut all = vec![size(text, site, 0, 0)?];
        for (n, extent) in self.extents.iter().enumerate() {
            let TosaExtent::Known(from) = size(text, site, 0, n + 1)? else {
                return None;
            };
            let (low, high) = self.edges[n];
            let room = from + low + high - (extent - 1) * self.steps[n] - 1;
            (room >= 0).then_some(())?;
            all.push(TosaExtent::Known(room / self.strides[n] + 1));
        }
        all.extend(last);
        Some(all)
    }

    /// Operand 0 with its padding.
    fn padded(&self, text: &mut FunctionText, site: &TosaSite<'_>, with: &str) -> Option<(String, Type)> {
        let mut edges = vec![(0, 0)];
        edges.extend(&self.edges);
        edges.push((0, 0));
        moves::padded(text, site, with, &edges)
    }

    /// Subscripts of the padded operand: loops of the window are those from `first` on.
    fn subscripts(&self, first: usize, last: String) -> Vec<String> {
        let inner = |n: usize| format!("d{} * {} + d{} * {}", n + 1, self.strides[n], first + n, self.steps[n]);
        let mut all = vec!["d0".to_owned()];
        all.extend((0..self.extents.len()).map(inner));
        all.push(last);
        all
    }
}

/// What is around the operand: its zero point, so that products are 0 there.
fn around(text: &mut FunctionText, site: &TosaSite<'_>, n: usize) -> Option<String> {
    match site.operands() > n && !site.is_zero(n) {
        true => site.only(text, n),
        false => Some(constant(text, 0, site.elem(0)?)),
    }
}

/// `conv2d` and `conv3d`. Sums begin with the bias. Implementations may compute or skip products in the padding.
pub(super) fn convolution(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    let weights = site.extents(1)?;
    let count = weights.len().checked_sub(2).filter(|count| *count > 0)?;
    let window = PoolWindow::new(site, weights[1..=count].to_vec())?;
    let all = window.places(text, site, vec![TosaExtent::Known(weights[0])])?;
    let sums = sums_of(site);
    let with = around(text, site, 3)?;
    let (image, image_ty) = window.padded(text, site, &with)?;
    let (start, ty) = biased(text, site, 2, &all, &sums)?;
    let rank = count + 2;
    let channel = rank + count;
    let mut kernel = vec![format!("d{}", rank - 1)];
    kernel.extend(dims(rank..=channel));
    let left = PlainArray::new(image, &image_ty, window.subscripts(rank, format!("d{channel}")));
    let right = PlainArray::new("%a1", site.ty(1)?, kernel);
    let factors = [
        ProductFactor { array: left, point: 3 },
        ProductFactor { array: right, point: 4 },
    ];
    let value = products(text, site, factors, (start, &ty), channel + 1)?;
    narrowed(text, site, value, &ty, &all)
}

/// Each channel has kernels of its own. The bias comes last.
pub(super) fn depthwise(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    let [high, wide, channels, times] = site.extents(1)?[..] else {
        return None;
    };
    let window = PoolWindow::new(site, vec![high, wide])?;
    (*site.dims(0)?.last()? == crate::Dim::Static(u64::try_from(channels).ok()?)).then_some(())?;
    let inner = window.places(text, site, vec![TosaExtent::Known(channels), TosaExtent::Known(times)])?;
    let sums = sums_of(site);
    let with = around(text, site, 3)?;
    let (image, image_ty) = window.padded(text, site, &with)?;
    let zero = constant(text, 0, &sums);
    let (start, inner_ty) = filled(text, &zero, &inner, &sums);
    let left = PlainArray::new(image, &image_ty, window.subscripts(5, "d3".to_owned()));
    let right = PlainArray::new("%a1", site.ty(1)?, dims([5, 6, 3, 4].into_iter()));
    let factors = [
        ProductFactor { array: left, point: 3 },
        ProductFactor { array: right, point: 4 },
    ];
    let value = products(text, site, factors, (start, &inner_ty), 7)?;
    let mut all = inner[..3].to_vec();
    all.push(TosaExtent::Known(channels * times));
    let ty = typed(&all, &sums);
    let value = text.def(&format!(
        "tensor.collapse_shape {value} [[0], [1], [2], [3, 4]] : {inner_ty} into {ty}"
    ));
    let (bias, _) = biased(text, site, 2, &all, &sums)?;
    let (made, _) = empty(text, &all, &sums);
    let ins = [PlainArray::plain(bias, &ty), PlainArray::plain(value, &ty)];
    let outs = [PlainArray::plain(made, &ty)];
    let add = if sums.is_float() { "arith.addf" } else { "arith.addi" };
    let body = &mut |text: &mut FunctionText, elements: &[String]| {
        Some(vec![
            text.def(&format!("{add} {}, {} : {sums}", elements[0], elements[1])),
        ])
    };
    let value = text.generic(4, &|_| true, (&ins, &outs), body)?.pop()?;
    narrowed(text, site, value, &ty, &all)
}

fn pool(site: &TosaSite<'_>) -> Option<PoolWindow> {
    PoolWindow::new(site, site.attr("kernel")?.as_i64s()?)
}

/// One number for each window: `combine` gets an element and what was found so far.
fn windows(
    text: &mut FunctionText,
    site: &TosaSite<'_>,
    window: &PoolWindow,
    (image, start): ((String, Type), (String, &Type)),
    combine: &mut dyn FnMut(&mut FunctionText, &str, &str) -> Option<String>,
) -> Option<String> {
    let shape: Vec<_> = window.extents.iter().map(|n| TosaExtent::Known(*n)).collect();
    let (kernel, kernel_ty) = empty(text, &shape, site.elem(0)?);
    let ins = [
        PlainArray::new(image.0, &image.1, window.subscripts(4, "d3".to_owned())),
        PlainArray::new(kernel, &kernel_ty, dims(4..6)),
    ];
    let outs = [PlainArray::plain(start.0, start.1)];
    let body =
        &mut |text: &mut FunctionText, elements: &[String]| Some(vec![combine(text, &elements[0], &elements[2])?]);
    text.generic(6, &|dim| dim < 4, (&ins, &outs), body)?.pop()
}

pub(super) fn max_pool(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    let (window, elem) = (pool(site)?, site.elem(0)?);
    let channels = size(text, site, 0, 3)?;
    let all = window.places(text, site, vec![channels])?;
    let least = extremum(text, elem, true)?;
    let image = window.padded(text, site, &least)?;
    let (start, ty) = filled(text, &least, &all, elem);
    let combine = &mut |text: &mut FunctionText, x: &str, so_far: &str| {
        Some(scalar::extreme(text, site, true, (so_far, x), elem))
    };
    let value = windows(text, site, &window, (image, (start, &ty)), combine)?;
    shown(text, site, value, &ty)
}

/// The sum over each window, divided by how many elements of the operand are in it.
pub(super) fn average_pool(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    let (window, elem) = (pool(site)?, site.elem(0)?);
    let sums = sums_of(site);
    let integers = *elem != Type::I32 && elem.is_integer() && sums == Type::I32;
    (integers || elem.is_float() && sums.is_float()).then_some(())?;
    let points = [point(text, site, 1, &sums)?, point(text, site, 2, &sums)?];
    (integers || points.iter().all(Option::is_none)).then_some(())?;
    let channels = size(text, site, 0, 3)?;
    let all = window.places(text, site, vec![channels])?;
    let zero = constant(text, 0, elem);
    let image = window.padded(text, site, &zero)?;
    let zero = constant(text, 0, &sums);
    let (start, ty) = filled(text, &zero, &all, &sums);
    let add = if integers { "arith.addi" } else { "arith.addf" };
    let combine = &mut |text: &mut FunctionText, x: &str, so_far: &str| {
        let x = term(text, x, elem, None, &sums)?;
        Some(text.def(&format!("{add} {so_far}, {x} : {sums}")))
    };
    let value = windows(text, site, &window, (image, (start, &ty)), combine)?;
    let extents = site.extents(0);
    let (made, narrow) = empty(text, &all, if integers { elem } else { &sums });
    let outs = [PlainArray::plain(made, &narrow)];
    let ins = [PlainArray::plain(value, &ty)];
    let body = &mut |text: &mut FunctionText, elements: &[String]| {
        let count = counted(text, &window, extents.as_deref())?;
        if integers {
            return Some(vec![quotient(text, (&elements[0], &count), &points, elem)]);
        }
        let count = text.def(&format!("arith.sitofp {count} : i32 to {sums}"));
        Some(vec![text.def(&format!("arith.divf {}, {count} : {sums}", elements[0]))])
    };
    let value = text.generic(4, &|_| true, (&ins, &outs), body)?.pop()?;
    narrowed(text, site, value, &narrow, &all)
}

/// `sum / count` as the product with a reciprocal of 31 bits, without one zero point for each element and with another.
fn quotient(text: &mut FunctionText, (sum, count): (&str, &str), points: &[Option<String>; 2], ty: &Type) -> String {
    let mut sum = sum.to_owned();
    if let Some(point) = &points[0] {
        let all = text.def(&format!("arith.muli {count}, {point} : i32"));
        sum = text.def(&format!("arith.subi {sum}, {all} : i32"));
    }
    let [one, bits] = [1, 32].map(|n| constant(text, n, &Type::I32));
    let less = text.def(&format!("arith.subi {count}, {one} : i32"));
    let zeros = text.def(&format!("math.ctlz {less} : i32"));
    let power = text.def(&format!("arith.subi {bits}, {zeros} : i32"));
    let wide = text.def(&format!("arith.extui {power} : i32 to i64"));
    let [scaled_one, thirty] = [(1 << 30) + 1, 30].map(|n| constant(text, n, &Type::I64));
    let numerator = text.def(&format!("arith.shli {scaled_one}, {wide} : i64"));
    let by = text.def(&format!("arith.extui {count} : i32 to i64"));
    let reciprocal = text.def(&format!("arith.divui {numerator}, {by} : i64"));
    let reciprocal = text.def(&format!("arith.trunci {reciprocal} : i64 to i32"));
    let shift = text.def(&format!("arith.addi {wide}, {thirty} : i64"));
    let factors = ((&*sum, &Type::I32), (&*reciprocal, &Type::I32));
    let mut found = scale::scaled(text, factors, &shift, false);
    if let Some(point) = &points[1] {
        found = text.def(&format!("arith.addi {found}, {point} : i32"));
    }
    scale::saturated(text, &found, &Type::I32, ty, false)
}

/// How many elements of the operand are in the window at this place.
fn counted(text: &mut FunctionText, window: &PoolWindow, extents: Option<&[i64]>) -> Option<String> {
    if window.edges.iter().all(|edge| *edge == (0, 0)) {
        let count = window.extents.iter().try_fold(1_i64, |all, n| all.checked_mul(*n))?;
        return Some(constant(text, count, &Type::I32));
    }
    let mut all = None;
    for (n, extent) in window.extents.iter().enumerate() {
        let (from, stride, low) = (extents?[n + 1], window.strides[n], window.edges[n].0);
        let at = text.def(&format!("linalg.index {} : index", n + 1));
        let end = text.def(&format!(
            "affine.min affine_map<(d0) -> (d0 * {stride} + {}, {from})>({at})",
            extent - low
        ));
        let start = text.def(&format!(
            "affine.max affine_map<(d0) -> (d0 * {stride} - {low}, 0)>({at})"
        ));
        let count = text.def(&format!("arith.subi {end}, {start} : index"));
        let count = text.def(&format!("arith.index_cast {count} : index to i32"));
        all = Some(match all {
            None => count,
            Some(so_far) => text.def(&format!("arith.muli {so_far}, {count} : i32")),
        });
    }
    all
}
