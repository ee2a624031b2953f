//! What stands for one operation of TOSA, by the section of its specification that is called like the operation.
//!
//! Where the specification leaves an order of sums open, it is that of LLVM's `tosa-to-linalg`; another one is
//! `reassociated`. What it calls unpredictable is undefined here, or has one of the values that it may have.

mod moves;
mod scalar;
mod scale;
mod sums;

use super::{FunctionText, NUMBER_MAX, PlainArray, argument};
use crate::{Attr, Dim, Module, OpId, Type, ValueId, dense_items};

/// The function whose body stands for `op`; [`None`] if it is no operation of TOSA, or has no meaning here.
pub(super) fn text(module: &Module, op: OpId) -> Option<String> {
    let data = module.op(op);
    let [result] = data.results[..] else { return None };
    if data.dialect() != "tosa" || !data.operand_values().all(|value| is_plain(module.ty(value))) {
        return None;
    }
    let result = module.ty(result);
    is_plain(result).then_some(())?;
    let site = TosaSite { module, op };
    let mut text = FunctionText::new();
    let value = single(&mut text, &site)?;
    // A structured operation gives a tensor, arithmetic a number.
    let ty = match value.starts_with("%g") {
        true => result.clone(),
        false => argument(result),
    };
    Some(text.function(module, op, &[(value, ty.to_string())]))
}

/// Shapes are operands only of operations that look at the constants they are.
fn is_plain(ty: &Type) -> bool {
    match ty {
        Type::Tensor { encoding: None, .. } => super::scalar::is_plain(ty.elem()),
        Type::Opaque(text) => text.starts_with("!tosa.shape<"),
        other => super::scalar::is_plain(other),
    }
}

fn single(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    match site.name() {
        "tosa.const" => constant(text, site),
        "tosa.identity" => Some("%a0".to_owned()),
        "tosa.apply_scale" => scale::apply(text, site),
        "tosa.argmax" => sums::argmax(text, site),
        "tosa.avg_pool2d" => sums::average_pool(text, site),
        "tosa.concat" => moves::concat(text, site),
        "tosa.conv2d" | "tosa.conv3d" => sums::convolution(text, site),
        "tosa.depthwise_conv2d" => sums::depthwise(text, site),
        "tosa.fully_connected" => sums::fully_connected(text, site),
        "tosa.gather" => moves::gather(text, site),
        "tosa.matmul" => sums::matmul(text, site),
        "tosa.max_pool2d" => sums::max_pool(text, site),
        "tosa.pad" => moves::pad(text, site),
        "tosa.reduce_all"
        | "tosa.reduce_any"
        | "tosa.reduce_max"
        | "tosa.reduce_min"
        | "tosa.reduce_product"
        | "tosa.reduce_sum" => sums::reduce(text, site),
        "tosa.rescale" => scale::rescale(text, site),
        "tosa.reshape" => moves::reshape(text, site),
        "tosa.reverse" => moves::reverse(text, site),
        "tosa.slice" => moves::slice(text, site),
        "tosa.table" => moves::table(text, site),
        "tosa.tile" => moves::tile(text, site),
        "tosa.transpose" => moves::transpose(text, site),
        _ => elementwise(text, site),
    }
}

/// What a decoder looks at.
struct TosaSite<'m> {
    module: &'m Module,
    op: OpId,
}

impl<'m> TosaSite<'m> {
    fn name(&self) -> &'m str {
        self.module.op(self.op).name.as_str()
    }

    fn operands(&self) -> usize {
        self.module.op(self.op).operands.len()
    }

    fn value(&self, n: usize) -> Option<ValueId> {
        self.module.op(self.op).operands.get(n).map(|operand| operand.value)
    }

    fn ty(&self, n: usize) -> Option<&'m Type> {
        self.value(n).map(|value| self.module.ty(value))
    }

    fn elem(&self, n: usize) -> Option<&'m Type> {
        self.ty(n).map(Type::elem)
    }

    fn dims(&self, n: usize) -> Option<&'m [Dim]> {
        self.ty(n)?.shape()
    }

    /// Extents of an operand, if all are known.
    fn extents(&self, n: usize) -> Option<Vec<i64>> {
        super::extents(self.ty(n)?)
    }

    fn result(&self) -> &'m Type {
        self.module.ty(self.module.op(self.op).results[0])
    }

    fn attr(&self, name: &str) -> Option<&'m Attr> {
        self.module.op(self.op).attr(name)
    }

    fn flag(&self, name: &str) -> bool {
        match self.attr(name) {
            Some(Attr::Bool(set)) => *set,
            Some(other) => other.as_i64().is_some_and(|n| n != 0),
            None => false,
        }
    }

    /// Whether the enumerator `attr` is `word`.
    fn is_word(&self, attr: &str, word: &str) -> bool {
        matches!(self.attr(attr), Some(Attr::Opaque(text)) if text.contains(word))
    }

    /// The dimension `axis`.
    fn axis(&self) -> Option<usize> {
        let axis = usize::try_from(self.attr("axis")?.as_i64()?).ok()?;
        (axis < self.dims(0)?.len()).then_some(axis)
    }

    /// A list that is an attribute, in other versions the constant operand `n`.
    fn list(&self, attr: &str, n: usize) -> Option<Vec<i64>> {
        let list = match self.attr(attr) {
            Some(found) => found.as_i64s()?,
            None => self.constants(n)?,
        };
        let small = |n: &i64| (-NUMBER_MAX..=NUMBER_MAX).contains(n);
        list.iter().all(small).then_some(list)
    }

    /// The elements of an operand that is a constant.
    fn items(&self, n: usize) -> Option<Vec<Attr>> {
        let op = self.module.op(self.module.defining_op(self.value(n)?)?);
        ["tosa.const", "tosa.const_shape", "arith.constant"]
            .contains(&op.name.as_str())
            .then_some(())?;
        dense_items(op.attr("values").or_else(|| op.attr("value"))?)
    }

    fn constants(&self, n: usize) -> Option<Vec<i64>> {
        self.items(n)?.iter().map(Attr::as_i64).collect()
    }

    /// An operand with one element that is zero everywhere.
    fn is_zero(&self, n: usize) -> bool {
        let zero = |item: &Attr| match item {
            Attr::Float { bits, ty } => *bits == 0 || *ty == Type::F32 && *bits == 0x8000_0000,
            other => other.as_i64() == Some(0),
        };
        self.items(n).is_some_and(|items| items.iter().all(zero))
    }

    /// The number in an operand with one element.
    fn only(&self, text: &mut FunctionText, n: usize) -> Option<String> {
        if let Some(items) = self.items(n) {
            let (first, rest) = items.split_first()?;
            return rest
                .iter()
                .all(|item| item == first)
                .then(|| text.def(&format!("arith.constant {first}")));
        }
        let ty = self.ty(n)?;
        match self.extents(n)?[..] {
            [] => Some(format!("%a{n}")),
            [1] => {
                let zero = text.def("arith.constant 0 : index");
                Some(text.def(&format!("tensor.extract %a{n}[{zero}] : {ty}")))
            }
            _ => None,
        }
    }
}

/// An extent: known, or a value.
#[derive(Clone, PartialEq)]
enum TosaExtent {
    Known(i64),
    Of(String),
}

impl std::fmt::Display for TosaExtent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TosaExtent::Known(n) => write!(f, "{n}"),
            TosaExtent::Of(name) => f.write_str(name),
        }
    }
}

/// Extent `dim` of operand `n`.
fn size(text: &mut FunctionText, site: &TosaSite<'_>, n: usize, dim: usize) -> Option<TosaExtent> {
    match site.dims(n)?.get(dim)? {
        Dim::Static(extent) => i64::try_from(*extent)
            .ok()
            .filter(|n| *n <= NUMBER_MAX)
            .map(TosaExtent::Known),
        Dim::Dynamic => {
            let at = text.def(&format!("arith.constant {dim} : index"));
            Some(TosaExtent::Of(
                text.def(&format!("tensor.dim %a{n}, {at} : {}", site.ty(n)?)),
            ))
        }
        Dim::Scalable(_) => None,
    }
}

fn sizes(text: &mut FunctionText, site: &TosaSite<'_>, n: usize) -> Option<Vec<TosaExtent>> {
    (0..site.dims(n)?.len()).map(|dim| size(text, site, n, dim)).collect()
}

/// A tensor with these extents.
fn typed(sizes: &[TosaExtent], elem: &Type) -> Type {
    let dim = |size: &TosaExtent| match size {
        TosaExtent::Known(n) => Dim::Static(u64::try_from(*n).unwrap_or(0)),
        TosaExtent::Of(_) => Dim::Dynamic,
    };
    Type::tensor(sizes.iter().map(dim).collect(), elem.clone())
}

fn words(sizes: &[TosaExtent]) -> String {
    let words: Vec<_> = sizes.iter().map(TosaExtent::to_string).collect();
    words.join(", ")
}

/// An array with these extents without elements, and its type.
fn empty(text: &mut FunctionText, sizes: &[TosaExtent], elem: &Type) -> (String, Type) {
    let ty = typed(sizes, elem);
    let dynamic: Vec<TosaExtent> = { sizes.iter() }
        .filter(|size| matches!(size, TosaExtent::Of(_)))
        .cloned()
        .collect();
    (text.def(&format!("tensor.empty({}) : {ty}", words(&dynamic))), ty)
}

/// `value` as the result says it.
fn shown(text: &mut FunctionText, site: &TosaSite<'_>, value: String, ty: &Type) -> Option<String> {
    let result = site.result();
    if ty == result {
        return Some(value);
    }
    let (from, to) = (ty.shape()?, result.shape()?);
    let fits = |(from, to): (&Dim, &Dim)| from == to || [from, to].contains(&&Dim::Dynamic);
    (from.len() == to.len() && from.iter().zip(to).all(fits)).then_some(())?;
    Some(text.def(&format!("tensor.cast {value} : {ty} to {result}")))
}

/// A structured operation that gives each element of an array with these extents an element of operand 0.
fn moved(text: &mut FunctionText, site: &TosaSite<'_>, sizes: &[TosaExtent], map: Vec<String>) -> Option<String> {
    let (made, ty) = empty(text, sizes, site.elem(0)?);
    let ins = [PlainArray::new("%a0", site.ty(0)?, map)];
    let outs = [PlainArray::plain(made, &ty)];
    let body = &mut |_: &mut FunctionText, elements: &[String]| Some(vec![elements[0].clone()]);
    let value = text.generic(sizes.len(), &|_| true, (&ins, &outs), body)?.pop()?;
    shown(text, site, value, &ty)
}

fn constant(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    let attr = site.attr("values").or_else(|| site.attr("value"))?;
    if site.result().shape() != Some(&[]) {
        return Some(text.def(&format!("arith.constant {attr}")));
    }
    let items = dense_items(attr)?;
    let [item] = &items[..] else { return None };
    Some(text.def(&format!("arith.constant {item}")))
}

/// How an operand is read at one place of the result.
enum OperandRead {
    /// One number for all places.
    Number,
    /// At these subscripts.
    Mapped(Vec<String>),
    /// At these subscripts, where some extent may be 1 at run time: `(dimension of the result, extent)`.
    Stretched(Vec<Option<(usize, TosaExtent)>>),
}

/// One function of elements at each place. An extent of 1 serves for all places; in older versions missing dimensions do too.
fn elementwise(text: &mut FunctionText, site: &TosaSite<'_>) -> Option<String> {
    let count = scalar::operands(site);
    let names: Vec<_> = (0..count).map(|n| format!("%a{n}")).collect();
    // Nothing is written unless it is such an operation.
    scalar::apply(&mut FunctionText::new(), site, &names)?;
    let rank = (0..count).map(|n| site.ty(n)?.shape().map_or(Some(0), |dims| Some(dims.len())));
    let rank = rank.collect::<Option<Vec<_>>>()?.into_iter().max()?;
    if rank == 0 {
        return scalar::apply(text, site, &names);
    }
    let extents: Vec<_> = (0..rank)
        .map(|dim| extent(text, site, (count, rank), dim))
        .collect::<Option<_>>()?;
    let reads: Vec<_> = (0..count)
        .map(|n| read(text, site, n, &extents))
        .collect::<Option<_>>()?;
    let (made, ty) = empty(text, &extents, site.result().elem());
    let mut ins = Vec::new();
    for (n, read) in reads.iter().enumerate() {
        if let OperandRead::Mapped(map) = read {
            ins.push(PlainArray::new(names[n].clone(), site.ty(n)?, map.clone()));
        }
    }
    let outs = [PlainArray::plain(made, &ty)];
    let body = &mut |text: &mut FunctionText, elements: &[String]| {
        let mut elements = elements.iter();
        let mut args = Vec::new();
        for (n, read) in reads.iter().enumerate() {
            args.push(match read {
                OperandRead::Number => names[n].clone(),
                OperandRead::Mapped(_) => elements.next()?.clone(),
                OperandRead::Stretched(places) => stretched(text, &names[n], site.ty(n)?, places),
            });
        }
        scalar::apply(text, site, &args).map(|value| vec![value])
    };
    let value = text.generic(rank, &|_| true, (&ins, &outs), body)?.pop()?;
    shown(text, site, value, &ty)
}

/// Extent `dim` of the result of an elementwise operation.
fn extent(
    text: &mut FunctionText,
    site: &TosaSite<'_>,
    (count, rank): (usize, usize),
    dim: usize,
) -> Option<TosaExtent> {
    let (mut known, mut open, mut seen) = (1, Vec::new(), Vec::new());
    for n in 0..count {
        let missing = rank - site.dims(n).map_or(0, <[_]>::len);
        if dim < missing {
            continue;
        }
        match (site.dims(n)?[dim - missing], site.value(n)?) {
            (Dim::Static(extent), _) if extent != 1 => known = i64::try_from(extent).ok()?,
            (Dim::Dynamic, value) if !seen.contains(&value) => {
                seen.push(value);
                open.push((n, dim - missing));
            }
            _ => {}
        }
    }
    if known != 1 || open.is_empty() {
        return (known <= NUMBER_MAX).then_some(TosaExtent::Known(known));
    }
    let mut all = None;
    for (n, dim) in open {
        let next = size(text, site, n, dim)?;
        all = Some(match all {
            None => next,
            Some(so_far) => TosaExtent::Of(text.def(&format!("arith.maxsi {so_far}, {next} : index"))),
        });
    }
    all
}

/// How operand `n` is read; that its extents are 1 or those of the result is asserted where it is not known.
fn read(text: &mut FunctionText, site: &TosaSite<'_>, n: usize, extents: &[TosaExtent]) -> Option<OperandRead> {
    let Some(dims) = site.dims(n).filter(|dims| !dims.is_empty()) else {
        return Some(OperandRead::Number);
    };
    let missing = extents.len() - dims.len();
    let (mut map, mut places, mut is_open) = (Vec::new(), Vec::new(), false);
    for (dim, extent) in extents.iter().enumerate().skip(missing) {
        let own = size(text, site, n, dim - missing)?;
        let alone =
            matches!((&own, extent), (TosaExtent::Of(_), TosaExtent::Of(_))) && only_open(site, n, dim, extents.len());
        let subscript = match (&own, extent) {
            (TosaExtent::Known(a), TosaExtent::Known(b)) if a == b => Some(format!("d{dim}")),
            (TosaExtent::Known(1), _) => Some("0".to_owned()),
            _ if alone => Some(format!("d{dim}")),
            (TosaExtent::Of(_), _) => None,
            _ => return None,
        };
        places.push(match &subscript {
            Some(zero) if zero == "0" => None,
            Some(_) => Some((dim, extent.clone())),
            None => {
                fits(text, &own, extent);
                is_open = true;
                Some((dim, own))
            }
        });
        map.push(subscript.unwrap_or_default());
    }
    Some(if is_open {
        OperandRead::Stretched(places)
    } else {
        OperandRead::Mapped(map)
    })
}

/// Whether all extents of the operands in this dimension are that of operand `n`, or known to be 1.
fn only_open(site: &TosaSite<'_>, n: usize, dim: usize, rank: usize) -> bool {
    (0..scalar::operands(site)).all(|other| {
        let dims = site.dims(other).unwrap_or_default();
        let Some(at) = (dim + dims.len()).checked_sub(rank) else {
            return true;
        };
        dims.get(at).is_none_or(|dim| *dim == Dim::Static(1)) || site.value(other) == site.value(n)
    })
}

fn fits(text: &mut FunctionText, own: &TosaExtent, extent: &TosaExtent) {
    let as_value = |text: &mut FunctionText, size: &TosaExtent| match size {
        TosaExtent::Known(n) => text.def(&format!("arith.constant {n} : index")),
        TosaExtent::Of(name) => name.clone(),
    };
    let one = as_value(text, &TosaExtent::Known(1));
    let (own, extent) = (as_value(text, own), as_value(text, extent));
    let is_one = text.def(&format!("arith.cmpi eq, {own}, {one} : index"));
    let is_same = text.def(&format!("arith.cmpi eq, {own}, {extent} : index"));
    let fits = text.def(&format!("arith.ori {is_one}, {is_same} : i1"));
    text.line(&format!("cf.assert {fits}, \"extents are neither equal nor 1\""));
}

/// The element that serves for one place. Subscript `d` is `min(d, extent - 1)`, which is 0 where the extent is 1.
fn stretched(text: &mut FunctionText, name: &str, ty: &Type, places: &[Option<(usize, TosaExtent)>]) -> String {
    let mut subscripts = Vec::new();
    for place in places {
        subscripts.push(match place {
            None => text.def("arith.constant 0 : index"),
            Some((dim, extent)) => {
                let at = text.def(&format!("linalg.index {dim} : index"));
                let (map, of) = match extent {
                    TosaExtent::Known(n) => (format!("(d0) -> (d0, {})", n - 1), String::new()),
                    TosaExtent::Of(of) => ("(d0)[s0] -> (d0, s0 - 1)".to_owned(), format!("[{of}]")),
                };
                text.def(&format!("affine.min affine_map<{map}>({at}){of}"))
            }
        });
    }
    text.def(&format!("tensor.extract {name}[{}] : {ty}", subscripts.join(", ")))
}
