//! Scalable vectors of a known length.
//!
//! `vector<[4]xf32>` has 4 elements for each unit of the machine's vector scale, `vector.vscale`, which is one number for a whole
//! run. With a number in its place the types are those of plain vectors, and what operations say about such a dimension
//! in their attributes is multiplied by it. Attributes of operations that nobody knows stay as they are.

use crate::edit::i64_array;
use crate::{Attr, Dim, Module, OpId, Type, ValueId, splat, well_formed};

/// Whether an operation inside `func` works on scalable vectors, or asks for the vector scale.
pub fn is_scalable(module: &Module, func: OpId) -> bool {
    module.any_op(func, &mut |_, op| {
        let mut values = op.operand_values().chain(op.results.iter().copied());
        op.name == VSCALE || values.any(|value| has_scalable(module.ty(value)))
    })
}

/// A copy of `module` for machines with this vector scale; [`None`] if it makes no sense there, or something is written that
/// has no meaning of its own for a longer vector.
pub fn with_vector_scale(module: &Module, scale: u64) -> Option<Module> {
    let factor = i64::try_from(scale).ok().filter(|factor| *factor > 0)?;
    let mut ops = Vec::new();
    module.walk(module.top, &mut |id, _| ops.push(id));
    let mut copy = module.clone();
    for op in &ops {
        // What the attributes mean, the old types say.
        scale_attributes(&mut copy, module, *op, factor)?;
    }
    for op in &ops {
        for value in values_of(module, *op) {
            copy.value_mut(value).ty = scaled(module.ty(value), scale)?;
        }
        let data = copy.op_mut(*op);
        for attrs in [&mut data.attrs, &mut data.properties] {
            for (_, attr) in &mut attrs.0 {
                *attr = scaled_attr(attr, scale)?;
            }
        }
    }
    well_formed(&copy).is_empty().then_some(copy)
}

const VSCALE: &str = "vector.vscale";

fn has_scalable(ty: &Type) -> bool {
    let is_scalable = |dim: &Dim| matches!(dim, Dim::Scalable(_));
    match ty {
        Type::Vector { shape, elem } | Type::Tensor { shape, elem, .. } | Type::MemRef { shape, elem, .. } => {
            shape.iter().any(is_scalable) || has_scalable(elem)
        }
        _ => false,
    }
}

/// Results of an operation, and arguments of its blocks.
fn values_of(module: &Module, op: OpId) -> Vec<ValueId> {
    let data = module.op(op);
    let blocks = data.regions.iter().flat_map(|region| &module.region(*region).blocks);
    let args = blocks.flat_map(|block| module.block(*block).args.iter().copied());
    data.results.iter().copied().chain(args).collect()
}

fn scaled(ty: &Type, scale: u64) -> Option<Type> {
    let each = |types: &[Type]| types.iter().map(|ty| scaled(ty, scale)).collect::<Option<Vec<_>>>();
    Some(match ty {
        Type::Vector { shape, elem } => Type::Vector {
            shape: shape
                .iter()
                .map(|dim| match dim {
                    Dim::Scalable(least) => least.checked_mul(scale).map(Dim::Static),
                    dim => Some(*dim),
                })
                .collect::<Option<_>>()?,
            elem: elem.clone(),
        },
        Type::Tensor { shape, elem, encoding } => Type::Tensor {
            shape: shape.clone(),
            elem: Box::new(scaled(elem, scale)?),
            encoding: encoding.clone(),
        },
        Type::MemRef {
            shape,
            elem,
            layout,
            space,
        } => Type::MemRef {
            shape: shape.clone(),
            elem: Box::new(scaled(elem, scale)?),
            layout: layout.clone(),
            space: space.clone(),
        },
        Type::Tuple(parts) => Type::Tuple(each(parts)?),
        Type::Function { inputs, results } => Type::Function {
            inputs: each(inputs)?,
            results: each(results)?,
        },
        other => other.clone(),
    })
}

fn scaled_attr(attr: &Attr, scale: u64) -> Option<Attr> {
    Some(match attr {
        Attr::Type(ty) => Attr::Type(scaled(ty, scale)?),
        Attr::Dense { text, ty } => {
            // One element for all lanes: more is only written where all are equal.
            if has_scalable(ty) && splat(attr).is_none() {
                return None;
            }
            Attr::Dense {
                text: text.clone(),
                ty: scaled(ty, scale)?,
            }
        }
        Attr::Array(items) => Attr::Array(
            items
                .iter()
                .map(|item| scaled_attr(item, scale))
                .collect::<Option<_>>()?,
        ),
        Attr::Dict(entries) => {
            let mut entries = entries.clone();
            for (_, attr) in &mut entries.0 {
                *attr = scaled_attr(attr, scale)?;
            }
            Attr::Dict(entries)
        }
        other => other.clone(),
    })
}

/// What an operation says about scalable dimensions, in elements of vectors of this machine.
fn scale_attributes(copy: &mut Module, module: &Module, op: OpId, factor: i64) -> Option<()> {
    let data = module.op(op);
    let shape = |value: ValueId| module.ty(value).shape().unwrap_or(&[]).to_vec();
    match data.name.as_str() {
        VSCALE => {
            let data = copy.op_mut(op);
            data.name = "arith.constant".into();
            data.properties.set("value", Attr::index(factor));
        }
        "vector.constant_mask" => scale_list(copy, op, "mask_dim_sizes", &shape(*data.results.first()?), factor)?,
        "vector.extract_strided_slice" => {
            let shape = shape(data.operands.first()?.value);
            scale_list(copy, op, "offsets", &shape, factor)?;
            scale_list(copy, op, "sizes", &shape, factor)?;
        }
        "vector.insert_strided_slice" => {
            let shape = shape(data.operands.get(1)?.value);
            scale_list(copy, op, "offsets", &shape, factor)?;
        }
        // The position of a scalable part is counted in units of the vector scale, that of a fixed one is not.
        "vector.scalable.extract" => {
            let (part, at) = (shape(*data.results.first()?), data.attr("pos")?.as_i64()?);
            let (at, size) = place(&part, at, factor)?;
            let data = copy.op_mut(op);
            data.name = "vector.extract_strided_slice".into();
            data.properties.remove("pos");
            for (name, number) in [("offsets", at), ("sizes", size), ("strides", 1)] {
                data.properties.set(name, i64_array(&[number]));
            }
        }
        "vector.scalable.insert" => {
            let (part, at) = (shape(data.operands.first()?.value), data.attr("pos")?.as_i64()?);
            let (at, _) = place(&part, at, factor)?;
            let data = copy.op_mut(op);
            data.name = "vector.insert_strided_slice".into();
            data.properties.remove("pos");
            for (name, number) in [("offsets", at), ("strides", 1)] {
                data.properties.set(name, i64_array(&[number]));
            }
        }
        _ => {}
    }
    Some(())
}

/// Where a part of a vector begins that has one dimension, and how long it is.
fn place(part: &[Dim], at: i64, factor: i64) -> Option<(i64, i64)> {
    match *part {
        [Dim::Static(size)] => Some((at, i64::try_from(size).ok()?)),
        [Dim::Scalable(size)] => Some((at.checked_mul(factor)?, i64::try_from(size).ok()?.checked_mul(factor)?)),
        _ => None,
    }
}

/// Multiplies the numbers of a list that are about scalable dimensions.
fn scale_list(copy: &mut Module, op: OpId, name: &str, shape: &[Dim], factor: i64) -> Option<()> {
    let old = copy.op(op).attr(name)?.clone();
    let mut numbers = old.as_i64s()?;
    for (number, dim) in numbers.iter_mut().zip(shape) {
        if matches!(dim, Dim::Scalable(_)) {
            *number = number.checked_mul(factor)?;
        }
    }
    let new = match old {
        Attr::DenseArray { .. } => Attr::DenseArray {
            elem: Type::I64,
            items: numbers.into_iter().map(Attr::i64).collect(),
        },
        _ => Attr::Array(numbers.into_iter().map(Attr::i64).collect()),
    };
    let data = copy.op_mut(op);
    match data.properties.get(name) {
        Some(_) => data.properties.set(name, new),
        None => data.attrs.set(name, new),
    }
    Some(())
}
