//! `memref`: buffers and the windows on them. Layouts with offset and strides are kept in the
//! window; a layout that is another affine map cannot be observed without `reinterpret_cast`, so its
//! elements are simply addressed by subscript.

use super::slice::{Mixed, Slice};
use super::tensor::{collapsed, conforms, expands, extent_of, extents, groups, rank, shape_of};
use crate::code::{Refusal, Site, Step};
use crate::dense;
use crate::domain::Domain;
use crate::eval;
use crate::function::{Call, Flags};
use crate::ints::{for_each_index, row_major};
use crate::machine::{Frame, Machine};
use crate::memory::{Kind as BufferKind, Label, View, window};
use crate::observe::Place;
use crate::value::Value;
use crate::{Code, ScalarType, Trap};
use polyvet_ir::{Attr, Dim, Type};
use std::rc::Rc;

pub(crate) enum Kind {
    Alloc {
        extents: Vec<Option<i64>>,
        ty: ScalarType,
        on_stack: bool,
        /// Offset and strides of a static strided layout.
        layout: Option<(i64, Vec<i64>)>,
    },
    Dealloc,
    Load,
    Store,
    Dim,
    Rank,
    Copy,
    Cast,
    GetGlobal(String),
    SubView(Slice),
    Reinterpret(Mixed, Mixed, Mixed),
    Transpose(Vec<usize>),
    Collapse(Vec<Vec<usize>>),
    Expand(Vec<Vec<usize>>, Mixed),
    Metadata,
    /// A window unchanged: alignment assumptions, memory spaces.
    Same,
    Nothing,
    Atomic(Option<Call>),
    Scope,
}

pub(crate) fn decode(site: &Site<'_>) -> Result<Kind, Refusal> {
    Ok(match site.op.name.as_str() {
        "memref.alloc" | "memref.alloca" => alloc(site)?,
        "memref.dealloc" => {
            site.shape(1, 0, 0)?;
            Kind::Dealloc
        }
        "memref.load" => {
            site.at_least(1, 1)?;
            site.scalar(site.result_type(0)?)?;
            Kind::Load
        }
        "memref.store" => {
            site.at_least(2, 0)?;
            Kind::Store
        }
        "memref.dim" => {
            site.shape(2, 1, 0)?;
            Kind::Dim
        }
        "memref.rank" => {
            site.shape(1, 1, 0)?;
            Kind::Rank
        }
        "memref.copy" => {
            site.shape(2, 0, 0)?;
            Kind::Copy
        }
        "memref.cast" => {
            site.shape(1, 1, 0)?;
            Kind::Cast
        }
        "memref.get_global" => match site.attr("name")? {
            Attr::Symbol(path) if !path.is_empty() => {
                site.shape(0, 1, 0)?;
                Kind::GetGlobal(path[path.len() - 1].clone())
            }
            _ => return Refusal::malformed("`memref.get_global` has no name"),
        },
        "memref.subview" => Kind::SubView(Slice::decode(site)?),
        "memref.reinterpret_cast" => {
            strided(site)?;
            let parts = site.segments(4)?;
            let numbers = |name: &str, n: usize| Mixed::decode(site, name, parts[n].clone());
            let (offset, sizes, steps) = (
                numbers("static_offsets", 1)?,
                numbers("static_sizes", 2)?,
                numbers("static_strides", 3)?,
            );
            site.at_least(1, 1)?;
            if offset.len() != 1 || sizes.len() != steps.len() {
                return Refusal::malformed("`memref.reinterpret_cast` needs an offset and a stride per size");
            }
            Kind::Reinterpret(offset, sizes, steps)
        }
        "memref.transpose" => {
            site.shape(1, 1, 0)?;
            let map = site.map("permutation")?;
            let dim = |expr: &polyvet_ir::AffineExpr| match expr {
                polyvet_ir::AffineExpr::Dim(n) => *n as usize,
                _ => usize::MAX,
            };
            if !map.is_permutation() || map.dims != rank(site, site.operand_type(0)?)? {
                return Refusal::malformed("the permutation of `memref.transpose` does not fit its type");
            }
            Kind::Transpose(map.results.iter().map(dim).collect())
        }
        "memref.collapse_shape" => {
            site.shape(1, 1, 0)?;
            Kind::Collapse(groups(site, rank(site, site.operand_type(0)?)?)?)
        }
        "memref.expand_shape" => {
            site.at_least(1, 1)?;
            let rank = rank(site, site.result_type(0)?)?;
            let sizes = Mixed::decode(site, "static_output_shape", 1..site.op.operands.len())?;
            match sizes.len() == rank {
                true => Kind::Expand(groups(site, rank)?, sizes),
                false => return Refusal::malformed("the output shape of `memref.expand_shape` does not fit its type"),
            }
        }
        "memref.extract_strided_metadata" => {
            strided(site)?;
            site.shape(1, 2 + 2 * rank(site, site.operand_type(0)?)?, 0)?;
            Kind::Metadata
        }
        "memref.assume_alignment" if site.op.results.is_empty() => Kind::Nothing,
        "memref.assume_alignment" | "memref.memory_space_cast" => {
            site.shape(1, 1, 0)?;
            Kind::Same
        }
        "memref.prefetch" => Kind::Nothing,
        "memref.atomic_rmw" => {
            site.at_least(2, 1)?;
            let ty = site.scalar(site.result_type(0)?)?;
            match (site.int("kind")?, eval::reduction(site.int("kind")?, ty)) {
                (3, _) => Kind::Atomic(None),
                (_, Some((function, _))) => Kind::Atomic(Some(Call::new(function, ty, Flags::default()))),
                (kind, None) => {
                    return Refusal::unsupported(format!("kind {kind} of `memref.atomic_rmw` is not supported"));
                }
            }
        }
        "memref.alloca_scope" => {
            super::scf::loop_regions(site, 1, 0)?;
            Kind::Scope
        }
        _ => return site.other(),
    })
}

/// Refuses layouts whose offset and strides are not known.
fn strided(site: &Site<'_>) -> Result<(), Refusal> {
    match site.operand_type(0)? {
        Type::MemRef {
            layout: Some(layout), ..
        } if !matches!(**layout, Attr::Strided { .. }) => Refusal::unsupported(format!(
            "`{}` of a layout that is not strided is not supported",
            site.op.name
        )),
        _ => Ok(()),
    }
}

fn alloc(site: &Site<'_>) -> Result<Kind, Refusal> {
    let ty = site.result_type(0)?;
    let parts = site.segments(2)?;
    let extents = extents(site, ty)?;
    let dynamic = parts[0].len();
    if extents.iter().filter(|extent| extent.is_none()).count() != dynamic {
        return Refusal::malformed(format!("`{}` needs an operand per dynamic extent", site.op.name));
    }
    let layout = match ty {
        Type::MemRef {
            layout: Some(layout), ..
        } => match &**layout {
            Attr::Strided { strides, offset } => {
                let strides: Option<Vec<i64>> = strides.iter().copied().collect();
                match (strides, offset) {
                    (Some(strides), Some(offset)) if strides.len() == extents.len() => Some((*offset, strides)),
                    _ => {
                        return Refusal::unsupported(format!(
                            "`{}` with a dynamic layout is not supported",
                            site.op.name
                        ));
                    }
                }
            }
            Attr::AffineMap(_) => None,
            _ => return Refusal::unsupported(format!("`{}` with this layout is not supported", site.op.name)),
        },
        _ => None,
    };
    Ok(Kind::Alloc {
        extents,
        ty: site.scalar(ty)?,
        on_stack: site.op.name == "memref.alloca",
        layout,
    })
}

pub(crate) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut Frame<D>,
    step: &Step,
    kind: &Kind,
) -> Result<(), Trap> {
    let view = match kind {
        Kind::Load => {
            let index = frame.indices(&step.operands[1..])?;
            let view = frame.view(step.operands[0])?;
            let data = machine.load(step, 0, &view, &index)?;
            let value = machine.value(view.ty, data)?;
            frame.set(step.results[0], value);
            return Ok(());
        }
        Kind::Store => {
            let index = frame.indices(&step.operands[2..])?;
            let view = frame.view(step.operands[1])?;
            let data = machine.data(frame.get(step.operands[0]))?;
            return machine.store(step, 1, &view, &index, Some(data));
        }
        Kind::Dim => {
            let view = frame.view(step.operands[0])?;
            let extent = extent_of(
                &view.shape,
                frame.index(step.operands[1])?,
                &machine.operand_name(step, 0),
            )?;
            frame.set(step.results[0], Value::Index(extent));
            return Ok(());
        }
        Kind::Rank => {
            let rank = frame.view(step.operands[0])?.shape.len();
            frame.set(step.results[0], Value::Index(rank as i64));
            return Ok(());
        }
        Kind::Nothing => return Ok(()),
        Kind::Dealloc => return dealloc(machine, frame, step),
        Kind::Copy => {
            let (from, to) = (frame.view(step.operands[0])?, frame.view(step.operands[1])?);
            return copy(machine, step, &from, &to);
        }
        Kind::Scope => {
            let kept = frame.stack.len();
            super::scf::run_branch(machine, frame, step, 0)?;
            let span = machine.module.op(step.id).span;
            for buffer in frame.stack.drain(kept..) {
                machine.memory.release(buffer, span);
            }
            return Ok(());
        }
        Kind::Atomic(call) => return atomic(machine, frame, step, call.as_ref()),
        Kind::Metadata => return metadata(frame, step),
        Kind::Alloc { .. } => allocate(machine, frame, step, kind)?,
        Kind::Same => (*frame.view(step.operands[0])?).clone(),
        Kind::Cast => cast(machine, frame, step)?,
        Kind::GetGlobal(name) => {
            let view = global(machine, name)?;
            frame.set(step.results[0], Value::MemRef(view));
            return Ok(());
        }
        Kind::SubView(slice) => subview(machine, frame, step, slice)?,
        Kind::Reinterpret(offset, sizes, steps) => {
            let view = frame.view(step.operands[0])?;
            View {
                offset: offset.resolve(frame, step)?.first().copied().unwrap_or_default(),
                shape: sizes.resolve(frame, step)?,
                strides: steps.resolve(frame, step)?,
                ..*view
            }
        }
        Kind::Transpose(order) => {
            let view = frame.view(step.operands[0])?;
            View {
                shape: order.iter().map(|n| view.shape[*n]).collect(),
                strides: order.iter().map(|n| view.strides[*n]).collect(),
                ..*view
            }
        }
        Kind::Collapse(groups) => collapse(machine, frame, step, groups)?,
        Kind::Expand(groups, sizes) => expand(machine, frame, step, groups, sizes)?,
    };
    frame.set(step.results[0], Value::MemRef(Rc::new(view)));
    Ok(())
}

fn allocate<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut Frame<D>,
    step: &Step,
    kind: &Kind,
) -> Result<View, Trap> {
    let Kind::Alloc {
        extents,
        ty,
        on_stack,
        layout,
    } = kind
    else {
        return Err(Trap::new(Code::MalformedOp, "not an allocation"));
    };
    let shape = shape_of(frame, step, extents, 0)?;
    machine.memory.admit(&shape)?;
    let spread = match layout {
        Some((offset, strides)) => {
            let last = |(extent, stride): (&i64, &i64)| i128::from(*extent - 1) * i128::from(*stride);
            let least: i128 = shape.iter().zip(strides).map(last).map(|last| last.min(0)).sum();
            let most: i128 = shape.iter().zip(strides).map(last).map(|last| last.max(0)).sum();
            if i128::from(*offset) + least < 0 {
                return Err(Trap::new(Code::OutOfBounds, "the layout starts before its buffer"));
            }
            let cells = if shape.contains(&0) {
                0
            } else {
                i128::from(*offset) + most + 1
            };
            vec![i64::try_from(cells).unwrap_or(i64::MAX)]
        }
        None => shape.clone(),
    };
    let cells = vec![None; machine.memory.admit(&spread)?];
    let op = machine.module.op(step.id);
    let label = Label {
        kind: if *on_stack { BufferKind::Stack } else { BufferKind::Heap },
        made: op.span,
        name: machine.module.value_name(op.results[0]),
    };
    let mut view = machine.memory.buffer(shape, *ty, cells, label);
    if let Some((offset, strides)) = layout {
        view.offset = *offset;
        view.strides = strides.clone();
    }
    if *on_stack {
        frame.stack.push(view.buffer);
    }
    Ok(view)
}

fn dealloc<D: Domain>(machine: &mut Machine<'_, D>, frame: &Frame<D>, step: &Step) -> Result<(), Trap> {
    let view = frame.view(step.operands[0])?;
    let name = machine.operand_name(step, 0);
    let buffer = machine.memory.of(&view);
    if let Some(freed) = buffer.freed {
        let trap = Trap::new(Code::DoubleFree, format!("`{name}` is freed a second time"));
        return Err(trap.label(freed, "freed first here"));
    }
    let owner = match buffer.kind {
        BufferKind::Heap | BufferKind::Argument => None,
        BufferKind::Stack => Some("on the stack"),
        BufferKind::Global | BufferKind::Constant => Some("a global"),
    };
    if let Some(owner) = owner {
        let trap = Trap::new(Code::BadFree, format!("`{name}` is freed, but its buffer is {owner}"));
        return Err(trap.label(buffer.made, "made here"));
    }
    let span = machine.module.op(step.id).span;
    machine.memory.release(view.buffer, span);
    Ok(())
}

/// Copies element by element, written or not. All are read before the first is written.
pub(super) fn copy<D: Domain>(machine: &mut Machine<'_, D>, step: &Step, from: &View, to: &View) -> Result<(), Trap> {
    if from.shape != to.shape {
        let message = format!(
            "`{}` has extents {:?}, `{}` has {:?}",
            machine.operand_name(step, 0),
            from.shape,
            machine.operand_name(step, 1),
            to.shape
        );
        return Err(Trap::new(Code::ShapeMismatch, message));
    }
    let cells = gather(machine, step, 0, from)?;
    let mut cells = cells.into_iter();
    for_each_index(&to.shape, |index| {
        machine.store(step, 1, to, index, cells.next().flatten())
    })
}

/// All elements of the memref operand `n`, written or not.
pub(super) fn gather<D: Domain>(
    machine: &mut Machine<'_, D>,
    step: &Step,
    n: usize,
    view: &View,
) -> Result<Vec<Option<D::Data>>, Trap> {
    let mut cells = Vec::with_capacity(machine.memory.admit(&view.shape)?);
    for_each_index(&view.shape, |index| {
        let cell = machine.memory.locate(view, index, &|| machine.operand_name(step, n))?;
        machine.note(step, false, Place::Buffer(view.buffer, cell), index);
        cells.push(machine.memory.of(view).cells[cell]);
        Ok::<(), Trap>(())
    })?;
    Ok(cells)
}

fn cast<D: Domain>(machine: &Machine<'_, D>, frame: &Frame<D>, step: &Step) -> Result<View, Trap> {
    let view = frame.view(step.operands[0])?;
    let name = machine.operand_name(step, 0);
    if let Type::MemRef { shape, layout, .. } = machine.module.ty(machine.module.op(step.id).results[0]) {
        conforms(&view.shape, shape, &name)?;
        let claims = match layout.as_deref() {
            Some(Attr::Strided { strides, offset }) => Some((strides.clone(), *offset)),
            Some(_) => None,
            None => Some((row_major_claim(shape), Some(0))),
        };
        if let Some((strides, offset)) = claims {
            let differs = |claim: &Option<i64>, found: i64| claim.is_some_and(|claim| claim != found);
            let wrong = (0..view.shape.len()).any(|n| view.shape[n] > 1 && differs(&strides[n], view.strides[n]));
            if !view.shape.contains(&0) && (wrong || differs(&offset, view.offset)) {
                let message = format!(
                    "`{name}` has offset {} and strides {:?}, which do not fit the type of the result",
                    view.offset, view.strides
                );
                return Err(Trap::new(Code::ShapeMismatch, message));
            }
        }
    }
    Ok((*view).clone())
}

/// The strides a type without layout states.
fn row_major_claim(shape: &[Dim]) -> Vec<Option<i64>> {
    let mut strides = vec![Some(1_i64); shape.len()];
    for n in (1..shape.len()).rev() {
        strides[n - 1] = match (strides[n], shape[n]) {
            (Some(stride), Dim::Static(extent)) => {
                i64::try_from(extent).ok().and_then(|extent| stride.checked_mul(extent))
            }
            _ => None,
        };
    }
    strides
}

fn subview<D: Domain>(machine: &Machine<'_, D>, frame: &Frame<D>, step: &Step, slice: &Slice) -> Result<View, Trap> {
    let view = frame.view(step.operands[0])?;
    let at = slice.resolve(frame, step)?;
    window(
        &view.shape,
        &at.offsets,
        &at.sizes,
        &at.steps,
        &machine.operand_name(step, 0),
    )?;
    let overflow = || Trap::new(Code::IndexOverflow, "the offset or strides of a view leave 64 bits");
    let mut offset = view.offset;
    let mut strides = Vec::with_capacity(view.strides.len());
    for n in 0..view.shape.len() {
        let shift = at.offsets[n].checked_mul(view.strides[n]);
        offset = shift.and_then(|shift| offset.checked_add(shift)).ok_or_else(overflow)?;
        strides.push(view.strides[n].checked_mul(at.steps[n]).ok_or_else(overflow)?);
    }
    Ok(View {
        buffer: view.buffer,
        offset,
        shape: slice.keep(&at.sizes),
        strides: slice.keep(&strides),
        ty: view.ty,
    })
}

/// Neighbouring dimensions can be merged where one stride spans the dimensions inside.
fn collapse<D: Domain>(
    machine: &Machine<'_, D>,
    frame: &Frame<D>,
    step: &Step,
    groups: &[Vec<usize>],
) -> Result<View, Trap> {
    let view = frame.view(step.operands[0])?;
    let mut strides = Vec::with_capacity(groups.len());
    for group in groups {
        let real: Vec<usize> = group.iter().copied().filter(|n| view.shape[*n] != 1).collect();
        for pair in real.windows(2) {
            let spans = view.strides[pair[1]].checked_mul(view.shape[pair[1]]);
            if spans != Some(view.strides[pair[0]]) && !view.shape.contains(&0) {
                let message = format!(
                    "dimensions {} and {} of `{}` are not contiguous",
                    pair[0],
                    pair[1],
                    machine.operand_name(step, 0)
                );
                return Err(Trap::new(Code::ShapeMismatch, message));
            }
        }
        let inner = real.last().or(group.last());
        strides.push(inner.map_or(1, |n| view.strides[*n]));
    }
    Ok(View {
        shape: collapsed(&view.shape, groups)?,
        strides,
        ..*view
    })
}

fn expand<D: Domain>(
    machine: &Machine<'_, D>,
    frame: &Frame<D>,
    step: &Step,
    groups: &[Vec<usize>],
    sizes: &Mixed,
) -> Result<View, Trap> {
    let view = frame.view(step.operands[0])?;
    let shape = sizes.resolve(frame, step)?;
    expands(&view.shape, groups, &shape, &machine.operand_name(step, 0))?;
    let mut strides = vec![1; shape.len()];
    for (group, stride) in groups.iter().zip(&view.strides) {
        let mut stride = *stride;
        for n in group.iter().rev() {
            strides[*n] = stride;
            stride = stride.wrapping_mul(shape[*n]);
        }
    }
    Ok(View {
        shape,
        strides,
        ..*view
    })
}

/// Base buffer, offset, sizes, strides.
fn metadata<D: Domain>(frame: &mut Frame<D>, step: &Step) -> Result<(), Trap> {
    let view = frame.view(step.operands[0])?;
    let base = View {
        offset: 0,
        shape: Vec::new(),
        strides: Vec::new(),
        ..*view
    };
    frame.set(step.results[0], Value::MemRef(Rc::new(base)));
    let numbers = [view.offset]
        .into_iter()
        .chain(view.shape.iter().copied())
        .chain(view.strides.iter().copied());
    for (slot, number) in step.results[1..].iter().zip(numbers) {
        frame.set(*slot, Value::Index(number));
    }
    Ok(())
}

fn atomic<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut Frame<D>,
    step: &Step,
    call: Option<&Call>,
) -> Result<(), Trap> {
    let index = frame.indices(&step.operands[2..])?;
    let view = frame.view(step.operands[1])?;
    let new = frame.get(step.operands[0]).clone();
    let old = machine.load(step, 1, &view, &index)?;
    let old = machine.value(view.ty, old)?;
    let result = match call {
        Some(call) => machine.compute(call, &[&old, &new])?,
        None => new,
    };
    let data = machine.data(&result)?;
    machine.store(step, 1, &view, &index, Some(data))?;
    frame.set(step.results[0], result);
    Ok(())
}

/// The buffer of a global, made when it is first needed.
pub(crate) fn global<D: Domain>(machine: &mut Machine<'_, D>, name: &str) -> Result<Rc<View>, Trap> {
    if let Some(view) = machine.globals.get(name) {
        return Ok(Rc::clone(view));
    }
    let Some(id) = machine.program.globals.get(name).copied() else {
        return Err(Trap::new(Code::MalformedOp, format!("there is no global `@{name}`")));
    };
    let op = machine.module.op(id);
    let unsupported = |message: &str| {
        Trap::new(Code::UnsupportedOp, format!("global `@{name}` {message}")).label(op.span, "declared here")
    };
    let Some(Attr::Type(ty)) = op.attr("type") else {
        return Err(unsupported("has no type"));
    };
    let Some(scalar) = ScalarType::of(ty.elem()) else {
        return Err(unsupported("has an element type that is not supported"));
    };
    let mut shape = Vec::new();
    for dim in ty.shape().unwrap_or_default() {
        match dim {
            Dim::Static(extent) => shape.push(i64::try_from(*extent).unwrap_or(i64::MAX)),
            _ => return Err(unsupported("has a dynamic extent")),
        }
    }
    let count = machine.memory.admit(&shape)?;
    let cells = match op.attr("initial_value") {
        None => return Err(unsupported("is only declared, so its elements are unknown")),
        Some(Attr::Unit) => vec![None; count],
        Some(value) => {
            let dense = dense::read(value, scalar).map_err(|message| Trap::new(Code::UnsupportedOp, message))?;
            if dense.shape != shape {
                return Err(unsupported("has an initial value of another shape"));
            }
            dense
                .each(count)
                .map(|elem| Some(machine.domain.constant(elem)))
                .collect()
        }
    };
    let constant = matches!(op.attr("constant"), Some(Attr::Unit | Attr::Bool(true)));
    let label = Label {
        kind: if constant {
            BufferKind::Constant
        } else {
            BufferKind::Global
        },
        made: op.span,
        name: format!("@{name}"),
    };
    let view = Rc::new(machine.memory.buffer(shape, scalar, cells, label));
    debug_assert_eq!(view.strides, row_major(&view.shape));
    machine.globals.insert(name.to_owned(), Rc::clone(&view));
    Ok(view)
}
