//! What stands for one operation of StableHLO, by the section of its specification that is called like the operation.

use super::{FunctionText, NUMBER_MAX, PlainArray, argument, extents, list, scalar, tensor, windows};
use crate::{Attr, Module, OpId, Type};

/// The function whose body stands for `op`; [`None`] if it is no operation of StableHLO, or has no meaning here.
pub(super) fn text(module: &Module, op: OpId) -> Option<String> {
    let data = module.op(op);
    if !["stablehlo", "chlo"].contains(&data.dialect()) || data.results.is_empty() {
        return None;
    }
    let plain = |ty: &Type| matches!(ty, Type::Tensor { encoding: None, .. }) && scalar::is_plain(ty.elem());
    let mut values = data.operand_values().chain(data.results.iter().copied());
    if !values.all(|value| plain(module.ty(value))) {
        return None;
    }
    let mut text = FunctionText::new();
    let results = match data.name.as_str() {
        "stablehlo.optimization_barrier" => (0..data.operands.len()).map(|n| format!("%a{n}")).collect(),
        "stablehlo.reduce" | "stablehlo.reduce_window" => windows::reduce(&mut text, module, op)?,
        _ => vec![single(&mut text, module, op)?],
    };
    let typed = |(value, result): (String, &crate::ValueId)| {
        let ty = module.ty(*result);
        // A structured operation gives a tensor, arithmetic a number.
        let ty = if value.starts_with("%g") {
            ty.clone()
        } else {
            argument(ty)
        };
        (value, ty.to_string())
    };
    let results: Vec<_> = results.into_iter().zip(&data.results).map(typed).collect();
    Some(text.function(module, op, &results))
}

/// What a decoder looks at.
pub(super) struct HloSite<'m> {
    pub module: &'m Module,
    pub op: OpId,
    /// Extents of the operands.
    pub shapes: Vec<Vec<i64>>,
    pub result: Type,
    pub shape: Vec<i64>,
}

impl<'m> HloSite<'m> {
    pub fn new(module: &'m Module, op: OpId) -> Option<HloSite<'m>> {
        let data = module.op(op);
        let result = module.ty(*data.results.first()?).clone();
        Some(HloSite {
            shapes: data
                .operand_values()
                .map(|value| extents(module.ty(value)))
                .collect::<Option<_>>()?,
            shape: extents(&result)?,
            module,
            op,
            result,
        })
    }

    pub fn ty(&self, n: usize) -> &'m Type {
        self.module.ty(self.module.op(self.op).operand(n))
    }

    pub fn attr(&self, name: &str) -> Option<&'m Attr> {
        self.module.op(self.op).attr(name)
    }

    pub fn number(&self, name: &str) -> Option<usize> {
        usize::try_from(self.attr(name)?.as_i64()?).ok()
    }

    pub fn numbers(&self, name: &str) -> Option<Vec<i64>> {
        let small = |n: &i64| (-NUMBER_MAX..=NUMBER_MAX).contains(n);
        self.attr(name)?.as_i64s().filter(|list| list.iter().all(small))
    }

    /// Numbers of dimensions.
    pub fn dims(&self, name: &str) -> Option<Vec<usize>> {
        self.numbers(name)?
            .into_iter()
            .map(|n| usize::try_from(n).ok())
            .collect()
    }

    /// The list `name = [1, 2]` of an attribute that is text; empty if it is not there.
    pub fn listed(&self, attr: &str, name: &str) -> Option<Vec<usize>> {
        let Attr::Opaque(text) = self.attr(attr)? else {
            return None;
        };
        listed(text, name)
    }
}

/// The list `name = [1, 2]` in `text`; empty if it is not there.
fn listed(text: &str, name: &str) -> Option<Vec<usize>> {
    let is_start = |at: &usize| !text[..*at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let found = text.match_indices(name).map(|(at, _)| at).find(is_start);
    let Some(at) = found else { return Some(Vec::new()) };
    let rest = text[at + name.len()..].trim_start().strip_prefix('=')?.trim_start();
    let inner = rest.strip_prefix('[')?.split(']').next()?;
    let words = inner.split(',').map(str::trim).filter(|word| !word.is_empty());
    words.map(|word| word.parse().ok()).collect()
}

fn single(text: &mut FunctionText, module: &Module, op: OpId) -> Option<String> {
    let data = module.op(op);
    let result = module.ty(*data.results.first()?);
    if let ("stablehlo.constant", true) = (data.name.as_str(), result.shape() != Some(&[])) {
        return Some(text.def(&format!("arith.constant {}", data.attr("value")?)));
    }
    if let Some(value) = elementwise(text, module, op) {
        return Some(value);
    }
    let site = HloSite::new(module, op)?;
    let operands = match data.name.as_str() {
        "stablehlo.iota" => 0,
        "stablehlo.pad" | "stablehlo.dynamic_update_slice" | "stablehlo.gather" => 2,
        "stablehlo.dot" | "stablehlo.dot_general" | "stablehlo.convolution" => 2,
        _ => 1,
    };
    (site.shapes.len() >= operands).then_some(())?;
    match data.name.as_str() {
        "stablehlo.iota" => iota(text, &site),
        "stablehlo.broadcast_in_dim" => broadcast(text, &site),
        "stablehlo.transpose" => transpose(text, &site),
        "stablehlo.reshape" => reshape(text, &site),
        "stablehlo.reverse" => reverse(text, &site),
        "stablehlo.slice" => slice(text, &site),
        "stablehlo.concatenate" => concatenate(text, &site),
        "stablehlo.pad" => pad(text, &site),
        "stablehlo.dynamic_slice" => dynamic_slice(text, &site),
        "stablehlo.dynamic_update_slice" => dynamic_update_slice(text, &site),
        "stablehlo.gather" => windows::gather(text, &site),
        "stablehlo.dot" => windows::dot(text, &site),
        "stablehlo.dot_general" => windows::dot_general(text, &site),
        "stablehlo.convolution" => windows::convolution(text, &site),
        _ => None,
    }
}

/// One function of elements at each place. Operands without dimensions serve for all places.
fn elementwise(text: &mut FunctionText, module: &Module, op: OpId) -> Option<String> {
    let data = module.op(op);
    let result = module.ty(*data.results.first()?);
    let shape = result.shape()?;
    let operands: Vec<_> = data.operand_values().map(|value| module.ty(value)).collect();
    let names: Vec<_> = (0..operands.len()).map(|n| format!("%a{n}")).collect();
    // Nothing is written unless it is such an operation.
    scalar::apply(&mut FunctionText::new(), module, op, &names)?;
    if shape.is_empty() {
        return scalar::apply(text, module, op, &names);
    }
    let of_shape = |ty: &Type| ty.shape() == Some(shape);
    let fits = |ty: &&Type| of_shape(ty) || ty.shape() == Some(&[]);
    let first = operands.iter().position(|ty| of_shape(ty))?;
    operands.iter().all(fits).then_some(())?;
    let mut dims = Vec::new();
    for (at, dim) in shape.iter().enumerate() {
        if !matches!(dim, crate::Dim::Static(_)) {
            let at = text.def(&format!("arith.constant {at} : index"));
            dims.push(text.def(&format!(
                "tensor.dim %a{first}, {at} : {result_of}",
                result_of = operands[first]
            )));
        }
    }
    let empty = text.def(&format!("tensor.empty({}) : {result}", dims.join(", ")));
    let arrays: Vec<_> = { names.iter().zip(&operands) }
        .filter(|(_, ty)| of_shape(ty))
        .map(|(name, ty)| PlainArray::plain(name, ty))
        .collect();
    let outs = [PlainArray::plain(empty, result)];
    let body = &mut |text: &mut FunctionText, elements: &[String]| {
        let mut elements = elements.iter();
        let mut args = Vec::new();
        for (name, ty) in names.iter().zip(&operands) {
            args.push(if of_shape(ty) {
                elements.next()?.clone()
            } else {
                name.clone()
            });
        }
        scalar::apply(text, module, op, &args).map(|value| vec![value])
    };
    text.generic(shape.len(), &|_| true, (&arrays, &outs), body)?.pop()
}

/// A structured operation that gives each element of the result an element of operand 0.
fn moved(text: &mut FunctionText, site: &HloSite<'_>, map: Vec<String>) -> Option<String> {
    let empty = text.empty(&site.result);
    let ins = [PlainArray::new("%a0", site.ty(0), map)];
    let outs = [PlainArray::plain(empty, &site.result)];
    let body = &mut |_: &mut FunctionText, elements: &[String]| Some(vec![elements[0].clone()]);
    text.generic(site.shape.len(), &|_| true, (&ins, &outs), body)?.pop()
}

fn iota(text: &mut FunctionText, site: &HloSite<'_>) -> Option<String> {
    let dim = site.number("iota_dimension").filter(|dim| *dim < site.shape.len())?;
    let elem = site.result.elem();
    let empty = text.empty(&site.result);
    let outs = [PlainArray::plain(empty, &site.result)];
    let body = &mut |text: &mut FunctionText, _: &[String]| {
        let at = text.def(&format!("linalg.index {dim} : index"));
        let int = match elem {
            Type::Float(kind) if kind.bits() == 64 => Type::I64,
            Type::Float(_) => Type::I32,
            other => other.clone(),
        };
        let number = text.def(&format!("arith.index_cast {at} : index to {int}"));
        Some(vec![match elem.is_float() {
            true => text.def(&format!("arith.sitofp {number} : {int} to {elem}")),
            false => number,
        }])
    };
    text.generic(site.shape.len(), &|_| true, (&[], &outs), body)?.pop()
}

fn broadcast(text: &mut FunctionText, site: &HloSite<'_>) -> Option<String> {
    let [from] = &site.shapes[..] else { return None };
    let dims = site.dims("broadcast_dimensions")?;
    (dims.len() == from.len()).then_some(())?;
    if from.is_empty() {
        return Some(match site.shape.is_empty() {
            true => "%a0".to_owned(),
            false => text.fill("%a0", &site.result),
        });
    }
    let subscript = |(extent, dim): (&i64, &usize)| match (extent, site.shape.get(*dim)?) {
        (extent, wanted) if extent == wanted => Some(format!("d{dim}")),
        (1, _) => Some("0".to_owned()),
        _ => None,
    };
    let map = from.iter().zip(&dims).map(subscript).collect::<Option<_>>()?;
    moved(text, site, map)
}

fn transpose(text: &mut FunctionText, site: &HloSite<'_>) -> Option<String> {
    let permutation = site.dims("permutation")?;
    if permutation.is_empty() {
        return Some("%a0".to_owned());
    }
    let place = |dim: usize| {
        permutation
            .iter()
            .position(|from| *from == dim)
            .map(|at| format!("d{at}"))
    };
    let map = (0..permutation.len()).map(place).collect::<Option<_>>()?;
    moved(text, site, map)
}

fn reverse(text: &mut FunctionText, site: &HloSite<'_>) -> Option<String> {
    let dims = site.dims("dimensions")?;
    let subscript = |(dim, extent): (usize, &i64)| match dims.contains(&dim) {
        true => format!("-d{dim} + {}", extent - 1),
        false => format!("d{dim}"),
    };
    let map = site.shape.iter().enumerate().map(subscript).collect();
    moved(text, site, map)
}

fn reshape(text: &mut FunctionText, site: &HloSite<'_>) -> Option<String> {
    (site.shapes.len() == 1).then_some(())?;
    reshaped(text, site.ty(0), &site.result)
}

/// Operand 0, of type `ty`, with the shape of `result`.
pub(super) fn reshaped(text: &mut FunctionText, ty: &Type, result: &Type) -> Option<String> {
    let (from, to) = (extents(ty)?, extents(result)?);
    if from == to {
        return Some("%a0".to_owned());
    }
    if to.is_empty() {
        let zero = text.def("arith.constant 0 : index");
        let places = vec![zero; from.len()].join(", ");
        return Some(text.def(&format!("tensor.extract %a0[{places}] : {ty}")));
    }
    if from.is_empty() {
        return Some(text.def(&format!("tensor.from_elements %a0 : {result}")));
    }
    let groups = match from.contains(&0) {
        true => return None,
        false => groups(&from, &to)?,
    };
    let middle: Vec<i64> = { groups.iter() }
        .map(|(inner, _)| inner.iter().map(|n| from[*n]).product())
        .collect();
    let middle_ty = tensor(&middle, ty.elem());
    let shown = |lists: Vec<&Vec<usize>>| format!("{lists:?}");
    let mut value = "%a0".to_owned();
    if middle.len() != from.len() {
        let lists = shown(groups.iter().map(|(inner, _)| inner).collect());
        value = text.def(&format!(
            "tensor.collapse_shape {value} {lists} : {ty} into {middle_ty}"
        ));
    }
    if middle.len() != to.len() {
        let lists = shown(groups.iter().map(|(_, outer)| outer).collect());
        let shape = list(&to);
        value = text.def(&format!(
            "tensor.expand_shape {value} {lists} output_shape [{shape}] : {middle_ty} into {result}"
        ));
    }
    Some(value)
}

type Groups = Vec<(Vec<usize>, Vec<usize>)>;

/// Dimensions of two shapes in smallest groups with equal products.
fn groups(from: &[i64], to: &[i64]) -> Option<Groups> {
    let (mut i, mut j, mut found) = (0, 0, Groups::new());
    while i < from.len() && j < to.len() {
        let (mut inner, mut outer) = (vec![i], vec![j]);
        let (mut x, mut y) = (from[i], to[j]);
        (i, j) = (i + 1, j + 1);
        while x != y {
            if x < y {
                x = x.checked_mul(*from.get(i)?)?;
                inner.push(i);
                i += 1;
            } else {
                y = y.checked_mul(*to.get(j)?)?;
                outer.push(j);
                j += 1;
            }
        }
        found.push((inner, outer));
    }
    // What is left has extent 1.
    let (inner, outer) = found.last_mut()?;
    inner.extend(i..from.len());
    outer.extend(j..to.len());
    let ones = from[i..].iter().chain(&to[j..]).all(|extent| *extent == 1);
    ones.then_some(found)
}

fn slice(text: &mut FunctionText, site: &HloSite<'_>) -> Option<String> {
    let (starts, strides) = (site.numbers("start_indices")?, site.numbers("strides")?);
    let (limits, from) = (site.numbers("limit_indices")?, site.shapes.first()?);
    let same = [starts.len(), strides.len(), limits.len(), from.len()] == [site.shape.len(); 4];
    let fits = |n: usize| {
        let (start, stride, limit) = (starts[n], strides[n], limits[n]);
        let within = 0 <= start && start <= limit && limit <= from[n] && stride > 0;
        within && site.shape[n] == (limit - start + stride - 1) / stride
    };
    (same && (0..starts.len()).all(fits)).then_some(())?;
    if site.shape.is_empty() {
        return Some("%a0".to_owned());
    }
    Some(text.def(&format!(
        "tensor.extract_slice %a0[{}] [{}] [{}] : {} to {}",
        list(&starts),
        list(&site.shape),
        list(&strides),
        site.ty(0),
        site.result
    )))
}

fn concatenate(text: &mut FunctionText, site: &HloSite<'_>) -> Option<String> {
    let dim = site.number("dimension").filter(|dim| *dim < site.shape.len())?;
    let mut value = text.empty(&site.result);
    let (mut starts, ones) = (vec![0; site.shape.len()], vec![1; site.shape.len()]);
    for (n, shape) in site.shapes.iter().enumerate() {
        value = text.def(&format!(
            "tensor.insert_slice %a{n} into {value}[{}] [{}] [{}] : {} into {}",
            list(&starts),
            list(shape),
            list(&ones),
            site.ty(n),
            site.result
        ));
        (shape.len() == starts.len()).then_some(())?;
        starts[dim] += shape[dim];
    }
    (starts[dim] == site.shape[dim]).then_some(value)
}

fn pad(text: &mut FunctionText, site: &HloSite<'_>) -> Option<String> {
    let [low, high, interior] =
        ["edge_padding_low", "edge_padding_high", "interior_padding"].map(|name| site.numbers(name));
    let edges: Vec<_> = low?.into_iter().zip(high?).collect();
    windows::padded(text, ("%a0", site.ty(0)), "%a1", &edges, &interior?).map(|(value, _)| value)
}

/// Where a slice of extents `sizes` starts so that it is within extents `shape`.
fn starts(text: &mut FunctionText, site: &HloSite<'_>, first: usize, shape: &[i64], sizes: &[i64]) -> Option<String> {
    let mut places = Vec::new();
    (site.shapes.len() == first + shape.len() && sizes.len() == shape.len()).then_some(())?;
    for (n, (extent, size)) in shape.iter().zip(sizes).enumerate() {
        let ty = site.ty(first + n).elem();
        (*ty != Type::I1 && ty.is_integer() && (0..=*extent).contains(size)).then_some(())?;
        places.push(clamped(text, &format!("%a{}", first + n), ty, extent - size));
    }
    Some(places.join(", "))
}

/// An integer as a subscript from 0 to `last`.
pub(super) fn clamped(text: &mut FunctionText, number: &str, ty: &Type, last: i64) -> String {
    let at = text.def(&format!("arith.index_cast {number} : {ty} to index"));
    let [zero, last] = [0, last].map(|n| text.def(&format!("arith.constant {n} : index")));
    let at = text.def(&format!("arith.maxsi {at}, {zero} : index"));
    text.def(&format!("arith.minsi {at}, {last} : index"))
}

fn dynamic_slice(text: &mut FunctionText, site: &HloSite<'_>) -> Option<String> {
    if site.shape.is_empty() {
        return Some("%a0".to_owned());
    }
    let sizes = site.numbers("slice_sizes")?;
    (sizes == site.shape).then_some(())?;
    let places = starts(text, site, 1, &site.shapes[0], &sizes)?;
    let ones = vec![1; site.shape.len()];
    Some(text.def(&format!(
        "tensor.extract_slice %a0[{places}] [{}] [{}] : {} to {}",
        list(&site.shape),
        list(&ones),
        site.ty(0),
        site.result
    )))
}

fn dynamic_update_slice(text: &mut FunctionText, site: &HloSite<'_>) -> Option<String> {
    if site.shape.is_empty() {
        return Some("%a1".to_owned());
    }
    let update = site.shapes.get(1)?;
    let places = starts(text, site, 2, &site.shape, update)?;
    let ones = vec![1; site.shape.len()];
    Some(text.def(&format!(
        "tensor.insert_slice %a1 into %a0[{places}] [{}] [{}] : {} into {}",
        list(update),
        list(&ones),
        site.ty(1),
        site.result
    )))
}
