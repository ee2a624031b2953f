//! Operations on views of before 2021: `linalg.range`, `linalg.slice` and `linalg.reshape` (Linalg document, "Metadata
//! Ops"). Slices become `memref.subview`, reshapes `expand_shape` and `collapse_shape`; ranges are gone then.

use super::*;
use crate::dialect::format::DYNAMIC;
use crate::{AffineOp, Operand};

/// `%min : %max : %step : !linalg.range`
pub(super) fn parse_range(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let mut uses = vec![p.use_()?];
    for _ in 0..2 {
        p.expect_punct(b':')?;
        uses.push(p.use_()?);
    }
    p.attr_dict(state)?;
    p.index_operands(state, &uses)?;
    state.results = vec![p.colon_type()?];
    p.note_range(state.op);
    Ok(())
}

/// Static numbers and the values of the others, as offsets, sizes and strides have them.
#[derive(Default)]
struct Mixed {
    numbers: Vec<i64>,
    values: Vec<Operand>,
}

impl Mixed {
    fn push(&mut self, module: &Module, operand: Operand) {
        match constant(module, operand.value) {
            Some(number) => self.numbers.push(number),
            None => {
                self.numbers.push(DYNAMIC);
                self.values.push(operand);
            }
        }
    }
}

fn constant(module: &Module, value: ValueId) -> Option<i64> {
    let op = module.op(module.defining_op(value)?);
    (op.name == "arith.constant")
        .then(|| op.attr("value")?.as_i64())
        .flatten()
}

/// `%A[%range, %i] : A, !linalg.range, index, B`: an index drops its dimension.
pub(super) fn parse_slice(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let viewed = p.use_()?;
    p.expect_punct(b'[')?;
    let uses = if p.is_punct(b']') { Vec::new() } else { p.uses()? };
    p.expect_punct(b']')?;
    p.attr_dict(state)?;
    let mut types = vec![p.colon_type()?];
    while p.eat_punct(b',') {
        types.push(p.ty()?);
    }
    let rank = types[0].shape().map_or(0, <[Dim]>::len);
    if types.len() != uses.len() + 2 || rank != uses.len() {
        let message = format!(
            "{} indices and {} types for a view of rank {rank}: one index per dimension; the types are those of the \
             view, of each index and of the result",
            uses.len(),
            types.len()
        );
        return Err(p.error("operand-count", message, state.name_span));
    }
    p.operand(state, viewed, &types[0])?;
    let [offsets, sizes, strides] = window(p, state, &uses, &types[1..])?;
    let written = types.split_off(types.len() - 1);
    let made = view_type(&types, [&offsets, &sizes, &strides]).unwrap_or_else(|| written[0].clone());
    let mut spec = OpSpec::new("memref.subview").result(made.clone());
    spec.operands = std::mem::take(&mut p.module.op_mut(state.op).operands);
    let mut segments = vec![1];
    for (name, mixed) in [
        ("static_offsets", offsets),
        ("static_sizes", sizes),
        ("static_strides", strides),
    ] {
        segments.push(mixed.values.len());
        spec.operands.extend(mixed.values);
        spec = spec.property(name, i64_array(&mixed.numbers));
    }
    spec = spec.property("operandSegmentSizes", segment_sizes(&segments));
    let op = p.module.op_mut(state.op);
    if made == written[0] {
        (op.name, op.operands, op.properties) = (spec.name, spec.operands, spec.properties);
    } else {
        // The text may say less of the layout than is known of it, and what follows is of that type.
        op.name = "memref.cast".into();
        let view = state.before(p, spec);
        p.module.op_mut(state.op).operands.push(Operand {
            value: view,
            span: viewed.span,
        });
    }
    state.results = written;
    Ok(())
}

/// Offsets, sizes and strides that the indices of a slice stand for.
fn window<'a>(p: &mut Parser<'a>, state: &mut OpState, uses: &[WrittenUse<'a>], types: &[Type]) -> PResult<[Mixed; 3]> {
    let (mut offsets, mut sizes, mut strides) = (Mixed::default(), Mixed::default(), Mixed::default());
    for (used, ty) in uses.iter().zip(types) {
        let operand = p.resolve(*used, ty)?;
        let one = |mixed: &mut Mixed| mixed.numbers.push(1);
        if *ty == Type::Index {
            offsets.push(&p.module, operand);
            one(&mut sizes);
            one(&mut strides);
            continue;
        }
        let range = p.module.defining_op(operand.value).map(|op| p.module.op(op));
        let Some(range) = range.filter(|op| op.name == "linalg.range") else {
            let message = format!("`{}` is neither an index nor made by a `linalg.range` above", used.name);
            return Err(p.error("malformed-op", message, used.span));
        };
        let [min, max, step] = [0, 1, 2].map(|at| range.operand(at));
        let at = |value| Operand { value, span: used.span };
        match known_size(&p.module, [min, max, step]) {
            Some(size) => sizes.numbers.push(size),
            None => {
                let value = range_size(p, state, [min, max, step]);
                sizes.push(&p.module, at(value));
            }
        }
        offsets.push(&p.module, at(min));
        strides.push(&p.module, at(step));
    }
    Ok([offsets, sizes, strides])
}

/// The type of a slice of a buffer, the first of `types`; those of its indices follow. `None` if nothing is known of
/// the strides of the buffer.
fn view_type(types: &[Type], [offsets, sizes, steps]: [&Mixed; 3]) -> Option<Type> {
    let Type::MemRef {
        shape,
        elem,
        layout,
        space,
    } = &types[0]
    else {
        return None;
    };
    let (strides, start) = match layout.as_deref() {
        None => {
            let mut strides = vec![None; shape.len()];
            let mut next = Some(1_i64);
            for (stride, dim) in strides.iter_mut().zip(shape).rev() {
                *stride = next;
                next = next.and_then(|next| next.checked_mul(extent(*dim)?));
            }
            (strides, Some(0))
        }
        Some(Attr::Strided { strides, offset }) => (strides.clone(), *offset),
        Some(_) => return None,
    };
    let known = |number: i64| (number != DYNAMIC).then_some(number);
    let times = |x: Option<i64>, y: Option<i64>| x?.checked_mul(y?);
    let mut offset = start;
    for (stride, number) in strides.iter().zip(&offsets.numbers) {
        let shift = if *number == 0 {
            Some(0)
        } else {
            times(*stride, known(*number))
        };
        offset = offset.and_then(|offset| offset.checked_add(shift?));
    }
    let (mut kept, mut moved) = (Vec::new(), Vec::new());
    for at in (0..shape.len()).filter(|at| types[at + 1] != Type::Index) {
        let size = known(sizes.numbers[at]).and_then(|size| u64::try_from(size).ok());
        kept.push(size.map_or(Dim::Dynamic, Dim::Static));
        moved.push(times(strides[at], known(steps.numbers[at])));
    }
    Some(Type::MemRef {
        shape: kept,
        elem: elem.clone(),
        layout: Some(Box::new(Attr::Strided { strides: moved, offset })),
        space: space.clone(),
    })
}

/// `(max - min) ceildiv step`, if it is a number.
fn known_size(module: &Module, range: [ValueId; 3]) -> Option<i64> {
    let [min, max, step] = range.map(|value| constant(module, value));
    let length = AffineExpr::Const(max?.checked_sub(min?)?);
    length.ceil_div(AffineExpr::Const(step?)).eval(&[], &[])
}

/// The operations that compute it.
fn range_size(p: &mut Parser<'_>, state: &mut OpState, [min, max, step]: [ValueId; 3]) -> ValueId {
    let known = [min, max, step].map(|value| constant(&p.module, value));
    let whole = match known[0] {
        Some(0) => max,
        _ => state.before(p, OpSpec::new("arith.subi").operands(&[max, min])),
    };
    match known[2] {
        Some(1) => whole,
        _ => state.before(p, OpSpec::new("arith.ceildivsi").operands(&[whole, step])),
    }
}

/// `%A [affine_map<(i, j, k) -> (i, j)>, ..] : A into B`, or between `ins` and `outs`.
pub(super) fn parse_reshape(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    if p.is_word("ins") {
        return parse_reshape_into(p, state);
    }
    let viewed = p.use_()?;
    let start = p.token().span();
    let Attr::Array(maps) = p.attr()? else {
        return Err(p.error("syntax", "expected a list of maps", start));
    };
    p.attr_dict(state)?;
    let from = p.colon_type()?;
    p.expect_word("into")?;
    let to = p.ty()?;
    let source = p.resolve(viewed, &from)?;
    p.operand(state, viewed, &from)?;
    let rank = |ty: &Type| ty.shape().map_or(0, <[Dim]>::len);
    let Some(groups) = groups(&maps, rank(&from).max(rank(&to)), rank(&from).min(rank(&to))) else {
        let message = "each map gives the dimensions, one after the other, that are one dimension of the smaller shape";
        return Err(p.error("malformed-op", message, start));
    };
    let dialect = if from.is_tensor() { "tensor" } else { "memref" };
    let expands = rank(&to) > rank(&from);
    let name = format!("{dialect}.{}", if expands { "expand_shape" } else { "collapse_shape" });
    if expands {
        let shape = to.shape().unwrap_or_default().to_vec();
        let mut static_shape = Vec::new();
        for (dim, group) in groups.iter().enumerate() {
            let fixed: i64 = group.iter().filter_map(|at| extent(shape[*at])).product();
            if group.iter().filter(|at| extent(shape[**at]).is_none()).count() > 1 {
                let message = "at most one extent of each group is dynamic";
                return Err(p.error("malformed-op", message, start));
            }
            for at in group {
                let size = extent(shape[*at]);
                static_shape.push(size.unwrap_or(DYNAMIC));
                if size.is_none() {
                    let value = whole_over(p, state, (dialect, source.value), dim, fixed);
                    p.module.op_mut(state.op).operands.push(Operand { value, span: start });
                }
            }
        }
        let op = p.module.op_mut(state.op);
        op.properties.set("static_output_shape", i64_array(&static_shape));
    }
    let op = p.module.op_mut(state.op);
    op.name = name.into();
    let groups = groups.iter().map(|group| {
        let numbers = group.iter().map(|at| Attr::i64(*at as i64));
        Attr::Array(numbers.collect())
    });
    op.properties.set("reassociation", Attr::Array(groups.collect()));
    state.results = vec![to];
    Ok(())
}

fn extent(dim: Dim) -> Option<i64> {
    match dim {
        Dim::Static(size) => i64::try_from(size).ok(),
        Dim::Dynamic | Dim::Scalable(_) => None,
    }
}

/// The extent of dimension `dim` over `fixed`.
fn whole_over(
    p: &mut Parser<'_>,
    state: &mut OpState,
    (dialect, source): (&str, ValueId),
    dim: usize,
    fixed: i64,
) -> ValueId {
    let number = |value| OpSpec::new("arith.constant").property("value", Attr::index(value));
    let at = state.before(p, number(dim as i64));
    let whole = state.before(p, OpSpec::new(format!("{dialect}.dim")).operands(&[source, at]));
    if fixed == 1 {
        return whole;
    }
    let fixed = state.before(p, number(fixed));
    state.before(p, OpSpec::new("arith.divsi").operands(&[whole, fixed]))
}

/// The dimensions of the larger shape that each of the smaller stands for.
fn groups(maps: &[Attr], large: usize, small: usize) -> Option<Vec<Vec<usize>>> {
    let mut next = 0;
    let mut groups = Vec::new();
    for map in maps {
        let map = map.as_map().filter(|map| map.dims == large && map.syms == 0)?;
        let mut group = Vec::new();
        for result in &map.results {
            (*result == AffineExpr::dim(next)).then_some(())?;
            group.push(next);
            next += 1;
        }
        groups.push(group);
    }
    (next == large && groups.len() == small).then_some(groups)
}

/// `ins(%A : A) outs(%B : B)`: the elements of one tensor in the shape of another.
fn parse_reshape_into(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let operands = parse_operands(p, state)?;
    p.attr_dict(state)?;
    super::named::exactly(p, state, &operands, 1)?;
    let op = p.module.op_mut(state.op);
    op.properties.remove("operandSegmentSizes");
    let out = op.operands.pop().map(|operand| operand.value);
    let (Some(out), Some(shape)) = (out, operands.out_types[0].shape()) else {
        return Err(p.error("malformed-op", "the output has a shape", state.name_span));
    };
    let sizes: Vec<ValueId> = (0..shape.len())
        .map(|dim| whole_over(p, state, ("tensor", out), dim, 1))
        .collect();
    let ty = Type::Tensor {
        shape: vec![Dim::Static(sizes.len() as u64)],
        elem: Box::new(Type::Index),
        encoding: None,
    };
    let sizes = OpSpec::new("tensor.from_elements").operands(&sizes).result(ty);
    let sizes = state.before(p, sizes);
    let op = p.module.op_mut(state.op);
    op.name = "tensor.reshape".into();
    op.operands.push(Operand {
        value: sizes,
        span: state.name_span,
    });
    state.results = operands.out_types;
    Ok(())
}

/// `(%filter, %input, %output) {strides = [..], dilations = [..]}`: batch, spatial and feature loops of the output, those
/// of the input features, those of the window; the filter has the window first, then input and output features.
pub(super) fn parse_conv(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let operands = old::parse_operands(p, state)?;
    let types: Vec<Type> = operands.in_types.iter().chain(&operands.out_types).cloned().collect();
    let rank = types[0].shape().map_or(0, <[Dim]>::len);
    let fits = types.len() == 3 && rank > 2 && types.iter().all(|ty| ty.shape().map(<[Dim]>::len) == Some(rank));
    if !fits {
        let message = "a convolution has a filter, an input and an output of one rank, which is 3 or more";
        return Err(p.error("operand-count", message, state.name_span));
    }
    let spatial = rank - 2;
    if p.module.op_mut(state.op).attrs.remove("padding").is_some() {
        let message = "the padding of `linalg.conv` is not read; pad the input first";
        return Err(p.error("malformed-op", message, state.name_span));
    }
    let mut factors = |name: &str| {
        let Some(attr) = p.module.op_mut(state.op).attrs.remove(name) else {
            return Some(vec![1; spatial]);
        };
        attr.as_i64s().filter(|list| list.len() == spatial)
    };
    let (Some(strides), Some(dilations)) = (factors("strides"), factors("dilations")) else {
        let message = format!("`strides` and `dilations` have {spatial} numbers");
        return Err(p.error("malformed-op", message, state.name_span));
    };
    let dim = AffineExpr::dim;
    let (feature, inner, window) = (rank - 1, rank, rank + 1);
    let by = |at: usize, factor: i64| AffineExpr::bin(AffineOp::Mul, dim(at), AffineExpr::Const(factor));
    let moved = |n: usize| AffineExpr::bin(AffineOp::Add, by(1 + n, strides[n]), by(window + n, dilations[n]));
    let filter = (window..window + spatial).chain([inner, feature]).map(dim).collect();
    let input = [dim(0)].into_iter().chain((0..spatial).map(moved)).chain([dim(inner)]);
    let output = (0..rank).map(dim).collect();
    let maps = [filter, input.collect(), output].map(|results| AffineMap::new(window + spatial, 0, results));
    let iterators = (0..window + spatial).map(|at| Attr::str(if at < rank { "parallel" } else { "reduction" }));
    let iterators = iterator_attr(Attr::Array(iterators.collect()));
    let op = p.module.op_mut(state.op);
    op.name = "linalg.generic".into();
    op.properties.set("indexing_maps", maps_attr(maps.into()));
    op.properties.set("iterator_types", iterators);
    named::product_payload(&mut p.module, state.op, &types);
    Ok(())
}
