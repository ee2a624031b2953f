//! `affine.dma_start` with the `affine.dma_wait` for it as the loops that copy the elements, and those of `memref` (MLIR,
//! `AffineOps.td`, "affine.dma_start"; `MemRefOps.td`, "memref.dma_start").
//!
//! A transfer takes place at any time between its start and its wait. It is a copy where nothing in between touches
//! memory, and nobody but transfers looks at its tag. Elements are counted in the order of memory, as addresses are, so
//! extents and layouts must be known. With a stride, the memory in the lower space is the one that is read or written in
//! chunks.

use crate::{AffineExpr, AffineMap, Attr, Dim, Module, OpId, Type, ValueId, func, parse_attr};
use std::fmt::Write;

/// Starts, each with its wait.
const TRANSFERS: [(&str, &str); 2] = [
    ("affine.dma_start", "affine.dma_wait"),
    ("memref.dma_start", "memref.dma_wait"),
];

fn is_start(module: &Module, op: OpId) -> bool {
    TRANSFERS.iter().any(|(start, _)| module.op(op).name == *start)
}

fn is_wait(module: &Module, op: OpId) -> bool {
    TRANSFERS.iter().any(|(_, wait)| module.op(op).name == *wait)
}

/// A copy of `module` in which `func` has loops instead of transfers that are waited for at once; `None` if there are
/// none. What was there before keeps its number.
pub fn plain_transfers(module: &Module, func: OpId) -> Option<Module> {
    let mut found = Vec::new();
    module.walk(func, &mut |id, _| {
        if is_start(module, id) {
            found.extend(waited_for(module, id).and_then(|wait| Some((id, wait, text(module, id)?))));
        }
    });
    let mut copy = (!found.is_empty()).then(|| module.clone())?;
    for (start, wait, text) in found {
        copy.insert_body(start, &text)?;
        copy.detach(start);
        copy.detach(wait);
    }
    Some(copy)
}

/// An element of a memref: subscripts are results of a map.
#[derive(PartialEq)]
struct TransferElement {
    memref: ValueId,
    map: AffineMap,
    operands: Vec<ValueId>,
}

/// What a start or a wait is given.
struct Transfer {
    /// Source and target; none for a wait.
    ends: Vec<TransferElement>,
    tag: TransferElement,
    /// Position of the memref of the tag among the operands.
    tag_at: usize,
    /// How many elements; for chunks the stride and the elements of one.
    counts: Vec<ValueId>,
}

impl Transfer {
    fn of(module: &Module, op: OpId) -> Option<Transfer> {
        let data = module.op(op);
        let values: Vec<ValueId> = data.operand_values().collect();
        let (mut at, is_affine) = (0, data.dialect() == "affine");
        let element = |at: &mut usize, name: &str| {
            let memref = *values.get(*at)?;
            let map = match is_affine {
                true => data.attr(name)?.as_map()?.clone(),
                // One subscript for each dimension.
                false => AffineMap::identity(module.ty(memref).shape()?.len()),
            };
            let operands = values.get(*at + 1..*at + 1 + map.dims + map.syms)?.to_vec();
            *at += 1 + operands.len();
            Some(TransferElement { memref, map, operands })
        };
        let mut ends = Vec::new();
        if is_start(module, op) {
            ends.push(element(&mut at, "src_map")?);
            ends.push(element(&mut at, "dst_map")?);
        }
        // In `memref` the number of elements stands before the tag of a start.
        let counted = !is_affine && !ends.is_empty();
        let mut counts: Vec<ValueId> = values.get(at..at + usize::from(counted))?.to_vec();
        at += counts.len();
        let tag_at = at;
        let tag = element(&mut at, "tag_map")?;
        counts.extend(values.get(at..)?);
        Some(Transfer {
            ends,
            tag,
            tag_at,
            counts,
        })
    }
}

/// The wait behind a start, if nothing in between touches memory.
fn waited_for(module: &Module, start: OpId) -> Option<OpId> {
    let started = Transfer::of(module, start)?;
    is_only_tag(module, started.tag.memref).then_some(())?;
    let block = module.op(start).parent?;
    let ops = &module.block(block).ops;
    let at = ops.iter().position(|op| *op == start)?;
    let wait = ops[at + 1..]
        .iter()
        .copied()
        .find(|op| !module.op(*op).info().is_pure())?;
    let of_one_dialect = module.op(wait).dialect() == module.op(start).dialect();
    (is_wait(module, wait) && of_one_dialect).then_some(())?;
    let waited = Transfer::of(module, wait)?;
    let same_count = constant(module, *waited.counts.first()?)? == constant(module, *started.counts.first()?)?;
    (waited.tag == started.tag && same_count).then_some(wait)
}

/// Whether a memref is allocated here and only used by transfers as a tag.
fn is_only_tag(module: &Module, memref: ValueId) -> bool {
    let is_tag = |op: OpId, at: usize| match is_start(module, op) || is_wait(module, op) {
        true => Transfer::of(module, op).is_some_and(|transfer| transfer.tag_at == at),
        false => module.op(op).name == "memref.dealloc",
    };
    let mut only = is_allocated(module, memref);
    module.walk(module.top, &mut |id, op| {
        let mut uses = op.operand_values().enumerate().filter(|(_, value)| *value == memref);
        only &= uses.all(|(at, _)| is_tag(id, at));
    });
    only
}

fn is_allocated(module: &Module, memref: ValueId) -> bool {
    let op = module.defining_op(memref).map(|op| module.op(op).name.as_str());
    matches!(op, Some("memref.alloc" | "memref.alloca"))
}

fn constant(module: &Module, value: ValueId) -> Option<i64> {
    let op = module.op(module.defining_op(value)?);
    (op.name == "arith.constant").then(|| op.attr("value")?.as_i64())?
}

/// A function of the operands of a transfer that does what it does.
fn text(module: &Module, start: OpId) -> Option<String> {
    let Transfer { ends, counts, .. } = Transfer::of(module, start)?;
    let (source, target) = (ends.first()?, ends.get(1)?);
    // Buffers that may overlap would be undefined.
    let apart = source.memref != target.memref
        && [source, target].iter().all(|one| is_whole(module, one.memref))
        && [source, target].iter().any(|one| is_allocated(module, one.memref));
    apart.then_some(())?;
    let counts: Vec<i64> = counts
        .iter()
        .map(|count| constant(module, *count))
        .collect::<Option<_>>()?;
    let (all, stride, chunk) = match counts[..] {
        [all] => (all, all, all),
        [all, stride, chunk] => (all, stride, chunk),
        _ => return None,
    };
    // Chunks that overlap may come in any order.
    (chunk > 0 && all >= 0 && all % chunk == 0 && stride >= chunk).then_some(())?;
    let spaces = [source, target].map(|one| space(module.ty(one.memref)));
    let [from, to] = match (all == chunk, spaces) {
        (true, _) => [chunk, chunk],
        (false, [Some(from), Some(to)]) if from < to => [stride, chunk],
        (false, [Some(from), Some(to)]) if to < from => [chunk, stride],
        _ => return None,
    };
    let types: Vec<&Type> = module
        .op(start)
        .operand_values()
        .map(|value| module.ty(value))
        .collect();
    let args: Vec<String> = types
        .iter()
        .enumerate()
        .map(|(at, ty)| format!("%a{at}: {ty}"))
        .collect();
    let mut text = format!("func.func @f({}) {{\n", args.join(", "));
    let rows = all / chunk;
    writeln!(
        text,
        "affine.for %row = 0 to {rows} {{\naffine.for %at = 0 to {chunk} {{"
    )
    .ok()?;
    // A copy takes what was never written for what it is, as a transfer does.
    let places = [(source, from, 0), (target, to, 1 + source.operands.len())];
    let mut copied = Vec::new();
    for (element, stride, first) in places {
        let (ty, whole) = (single(types[first])?, types[first]);
        let (maps, operands) = subscripts(module, element, stride, first)?;
        let index = vec!["index"; operands.len()].join(", ");
        let mut offsets = Vec::new();
        for (n, map) in maps.into_iter().enumerate() {
            let name = format!("%o{first}_{n}");
            let operands = operands.join(", ");
            writeln!(
                text,
                "{name} = \"affine.apply\"({operands}) <{{map = {map}}}> : ({index}) -> index"
            )
            .ok()?;
            offsets.push(name);
        }
        let ones = vec!["1"; offsets.len()].join(", ");
        let offsets = offsets.join(", ");
        writeln!(
            text,
            "%e{first} = memref.subview %a{first}[{offsets}] [{ones}] [{ones}] : {whole} to {ty}"
        )
        .ok()?;
        copied.push((format!("%e{first}"), ty));
    }
    let [(from, from_ty), (to, to_ty)] = &copied[..] else {
        return None;
    };
    writeln!(text, "memref.copy {from}, {to} : {from_ty} to {to_ty}").ok()?;
    text += "}\n}\nreturn\n}\n";
    Some(text)
}

/// No view of another buffer.
fn is_whole(module: &Module, memref: ValueId) -> bool {
    let is_argument = match module.value(memref).def {
        crate::Def::Arg { block, .. } => {
            let parent = module
                .block(block)
                .parent
                .and_then(|region| module.region(region).parent);
            parent.is_some_and(|op| func(module, op).is_some())
        }
        crate::Def::Result { .. } => false,
    };
    is_argument || is_allocated(module, memref)
}

fn space(ty: &Type) -> Option<i64> {
    match ty {
        Type::MemRef { space: None, .. } => Some(0),
        Type::MemRef { space: Some(space), .. } => space.as_i64(),
        _ => None,
    }
}

/// The type of a view of one element.
fn single(ty: &Type) -> Option<Type> {
    let Type::MemRef { elem, space, .. } = ty else {
        return None;
    };
    Some(Type::MemRef {
        shape: Vec::new(),
        elem: elem.clone(),
        layout: Some(Box::new(parse_attr("strided<[], offset: ?>")?)),
        space: space.clone(),
    })
}

/// Subscripts of element `at` of chunk `row`, where chunks begin `stride` elements apart: a map for each, and operands.
/// Operands of the transfer are numbered from that of the memref, `first`.
fn subscripts(module: &Module, start: &TransferElement, stride: i64, first: usize) -> Option<(Vec<Attr>, Vec<String>)> {
    let Type::MemRef {
        shape, layout: None, ..
    } = module.ty(start.memref)
    else {
        return None;
    };
    let shape: Vec<i64> = { shape.iter() }
        .map(|dim| match dim {
            Dim::Static(extent) => i64::try_from(*extent).ok().filter(|extent| *extent > 0),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let map = &start.map;
    (map.results.len() == shape.len()).then_some(())?;
    // Constants are numbers, so that what begins at the front needs no division.
    let known = |at: usize, leaf: AffineExpr| match constant(module, start.operands[at]) {
        Some(number) => AffineExpr::Const(number),
        None => leaf,
    };
    let dims: Vec<_> = (0..map.dims).map(|at| known(at, AffineExpr::dim(at))).collect();
    let syms: Vec<_> = (0..map.syms)
        .map(|at| known(map.dims + at, AffineExpr::sym(at)))
        .collect();
    let (row, at) = (AffineExpr::dim(map.dims), AffineExpr::dim(map.dims + 1));
    let number = AffineExpr::Const;
    let (mut address, mut size) = (row * number(stride) + at, 1_i64);
    let mut sizes = Vec::new();
    for (result, extent) in map.results.iter().zip(&shape).rev() {
        sizes.push(size);
        address = address + result.substitute(&dims, &syms) * number(size);
        size = size.checked_mul(*extent)?;
    }
    sizes.reverse();
    let results = { sizes.iter().zip(&shape).enumerate() }.map(|(n, (size, extent))| {
        let rows = address.clone().floor_div(number(*size));
        // Beyond the last row is out of bounds.
        if n == 0 { rows } else { rows.modulo(number(*extent)) }
    });
    let maps = results.map(|result| AffineMap::new(start.map.dims + 2, start.map.syms, vec![result]));
    let maps = maps.map(Attr::AffineMap).collect();
    let operand = |at: usize| format!("%a{}", first + 1 + at);
    let mut operands: Vec<String> = (0..start.map.dims).map(operand).collect();
    operands.extend(["%row".to_owned(), "%at".to_owned()]);
    operands.extend((start.map.dims..start.map.dims + start.map.syms).map(operand));
    Some((maps, operands))
}
