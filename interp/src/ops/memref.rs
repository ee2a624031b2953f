//! `memref`: buffers and the windows on them. Layouts with offset and strides are kept in the
//! window. Of a layout that is another affine map only the elements that it puts into one cell can be observed without
//! `reinterpret_cast`, so others are simply addressed by subscript.

use super::shape::{extent_of, extents, groups, rank, shape_of};
use super::slice::{Mixed, SliceOp};
use super::view;
use crate::cells::Cells;
use crate::code::{DecodeRefusal, DecodeSite, DecodedOp};
use crate::domain::Domain;
use crate::draw::small_element;
use crate::eval;
use crate::function::{Flags, ScalarCall};
use crate::ints::for_each_index;
use crate::layout;
use crate::machine::{CallFrame, Machine};
use crate::memory::{BufferEvent as BufferKind, BufferLabel, BufferView};
use crate::value::RuntimeValue;
use crate::{Code, ScalarType, Trap};
use polyvet_ir::{AffineMap, Attr, OpId, Type};
use std::collections::HashMap;
use std::rc::Rc;

/// How elements of a new buffer lie.
pub(crate) enum BufferLayout {
    RowMajor,
    /// Offset and strides.
    Strided(i64, Vec<i64>),
    Map(AffineMap),
}

pub(crate) enum MemrefOp {
    Alloc {
        extents: Vec<Option<i64>>,
        ty: ScalarType,
        on_stack: bool,
        layout: BufferLayout,
    },
    Dealloc,
    Load,
    Store,
    Dim,
    Rank,
    Copy,
    Cast,
    GetGlobal(OpId),
    SubView(SliceOp),
    Reinterpret(Mixed, Mixed, Mixed),
    Transpose(Vec<usize>),
    Collapse(Vec<Vec<usize>>),
    Expand(Vec<Vec<usize>>, Mixed),
    Metadata,
    /// A window of another type on bytes; extents as for `Alloc`.
    View(Vec<Option<i64>>, ScalarType),
    /// A window unchanged: memory spaces.
    Same,
    /// The operands are buffers of their own.
    Distinct,
    /// The first element is at a multiple of so many bytes.
    Aligned(u64),
    Nothing,
    Atomic(Option<ScalarCall>),
    /// An update by a region.
    Update,
    /// A larger or smaller buffer; extents as for `Alloc`.
    Realloc(Vec<Option<i64>>, ScalarType),
    /// Other extents, which a buffer holds, of the same elements.
    Reshape,
    Scope,
}

pub(crate) fn decode(site: &DecodeSite<'_>) -> Result<MemrefOp, DecodeRefusal> {
    Ok(match site.op.name.as_str() {
        "memref.alloc" | "memref.alloca" => alloc(site)?,
        "memref.dealloc" => {
            site.shape(1, 0, 0)?;
            MemrefOp::Dealloc
        }
        "memref.load" => {
            site.at_least(1, 1)?;
            site.scalar(site.result_type(0)?)?;
            MemrefOp::Load
        }
        "memref.store" => {
            site.at_least(2, 0)?;
            MemrefOp::Store
        }
        "memref.dim" => {
            site.shape(2, 1, 0)?;
            MemrefOp::Dim
        }
        "memref.rank" => {
            site.shape(1, 1, 0)?;
            MemrefOp::Rank
        }
        "memref.copy" => {
            site.shape(2, 0, 0)?;
            MemrefOp::Copy
        }
        "memref.cast" => {
            site.shape(1, 1, 0)?;
            MemrefOp::Cast
        }
        "memref.get_global" => match site.attr("name")? {
            Attr::Symbol(path) if !path.is_empty() => {
                site.shape(0, 1, 0)?;
                let global = site.module.resolve(site.id, path);
                match global.filter(|global| site.module.op(*global).name == "memref.global") {
                    Some(global) => MemrefOp::GetGlobal(global),
                    None => return DecodeRefusal::malformed(format!("there is no global `@{}`", path.join("::@"))),
                }
            }
            _ => return DecodeRefusal::malformed("`memref.get_global` has no name"),
        },
        "memref.subview" => MemrefOp::SubView(SliceOp::decode(site)?),
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
                return DecodeRefusal::malformed("`memref.reinterpret_cast` needs an offset and a stride per size");
            }
            MemrefOp::Reinterpret(offset, sizes, steps)
        }
        "memref.view" => {
            let ty = site.result_type(0)?;
            let extents = extents(site, ty)?;
            site.shape(2 + extents.iter().filter(|extent| extent.is_none()).count(), 1, 0)?;
            MemrefOp::View(extents, site.scalar(ty)?)
        }
        "memref.transpose" => {
            site.shape(1, 1, 0)?;
            let map = site.map("permutation")?;
            let dim = |expr: &polyvet_ir::AffineExpr| match expr {
                polyvet_ir::AffineExpr::Dim(n) => *n as usize,
                _ => usize::MAX,
            };
            if !map.is_permutation() || map.dims != rank(site, site.operand_type(0)?)? {
                return DecodeRefusal::malformed("the permutation of `memref.transpose` does not fit its type");
            }
            MemrefOp::Transpose(map.results.iter().map(dim).collect())
        }
        "memref.collapse_shape" => {
            site.shape(1, 1, 0)?;
            MemrefOp::Collapse(groups(site, rank(site, site.operand_type(0)?)?)?)
        }
        "memref.expand_shape" => {
            site.at_least(1, 1)?;
            let rank = rank(site, site.result_type(0)?)?;
            let sizes = Mixed::decode(site, "static_output_shape", 1..site.op.operands.len())?;
            match sizes.len() == rank {
                true => MemrefOp::Expand(groups(site, rank)?, sizes),
                false => {
                    return DecodeRefusal::malformed("the output shape of `memref.expand_shape` does not fit its type");
                }
            }
        }
        "memref.extract_strided_metadata" => {
            strided(site)?;
            site.shape(1, 2 + 2 * rank(site, site.operand_type(0)?)?, 0)?;
            MemrefOp::Metadata
        }
        "memref.assume_alignment" => {
            site.at_least(1, 0)?;
            match u64::try_from(site.int("alignment")?) {
                Ok(bytes) if bytes.is_power_of_two() => MemrefOp::Aligned(bytes),
                _ => return DecodeRefusal::malformed("the alignment is not a power of two"),
            }
        }
        "memref.distinct_objects" => {
            site.at_least(1, site.op.operands.len())?;
            MemrefOp::Distinct
        }
        "memref.memory_space_cast" => {
            site.shape(1, 1, 0)?;
            MemrefOp::Same
        }
        "memref.prefetch" => MemrefOp::Nothing,
        "memref.atomic_rmw" => {
            site.at_least(2, 1)?;
            let ty = site.scalar(site.result_type(0)?)?;
            match (site.int("kind")?, eval::reduction(site.int("kind")?, ty)) {
                (3, _) => MemrefOp::Atomic(None),
                (_, Some((function, _))) => MemrefOp::Atomic(Some(ScalarCall::new(function, ty, Flags::default()))),
                (kind, None) => {
                    return DecodeRefusal::unsupported(format!("kind {kind} of `memref.atomic_rmw` is not supported"));
                }
            }
        }
        "memref.generic_atomic_rmw" => {
            site.at_least(1, 1)?;
            super::scf::loop_regions(site, 1, 1)?;
            site.scalar(site.result_type(0)?)?;
            MemrefOp::Update
        }
        "memref.realloc" => {
            let ty = site.result_type(0)?;
            let extents = extents(site, ty)?;
            site.shape(1 + extents.iter().filter(|extent| extent.is_none()).count(), 1, 0)?;
            match extents.len() {
                1 => MemrefOp::Realloc(extents, site.scalar(ty)?),
                _ => return DecodeRefusal::malformed("`memref.realloc` is for one dimension"),
            }
        }
        "memref.reshape" => {
            strided(site)?;
            site.shape(2, 1, 0)?;
            MemrefOp::Reshape
        }
        "memref.alloca_scope" => {
            super::scf::loop_regions(site, 1, 0)?;
            MemrefOp::Scope
        }
        _ => return site.other(),
    })
}

/// Refuses layouts whose offset and strides are not known.
fn strided(site: &DecodeSite<'_>) -> Result<(), DecodeRefusal> {
    match site.operand_type(0)? {
        Type::MemRef {
            layout: Some(layout), ..
        } if !matches!(**layout, Attr::Strided { .. }) => DecodeRefusal::unsupported(format!(
            "`{}` of a layout that is not strided is not supported",
            site.op.name
        )),
        _ => Ok(()),
    }
}

fn alloc(site: &DecodeSite<'_>) -> Result<MemrefOp, DecodeRefusal> {
    let ty = site.result_type(0)?;
    let parts = site.segments(2)?;
    let extents = extents(site, ty)?;
    let dynamic = parts[0].len();
    if extents.iter().filter(|extent| extent.is_none()).count() != dynamic {
        return DecodeRefusal::malformed(format!("`{}` needs an operand per dynamic extent", site.op.name));
    }
    let layout = match ty {
        Type::MemRef {
            layout: Some(layout), ..
        } => match &**layout {
            Attr::Strided { strides, offset } => {
                let strides: Option<Vec<i64>> = strides.iter().copied().collect();
                match (strides, offset) {
                    (Some(strides), Some(offset)) if strides.len() == extents.len() => {
                        BufferLayout::Strided(*offset, strides)
                    }
                    _ => {
                        return DecodeRefusal::unsupported(format!(
                            "`{}` with a dynamic layout is not supported",
                            site.op.name
                        ));
                    }
                }
            }
            Attr::AffineMap(map) => BufferLayout::Map(map.clone()),
            _ => return DecodeRefusal::unsupported(format!("`{}` with this layout is not supported", site.op.name)),
        },
        _ => BufferLayout::RowMajor,
    };
    Ok(MemrefOp::Alloc {
        extents,
        ty: site.scalar(ty)?,
        on_stack: site.op.name == "memref.alloca",
        layout,
    })
}

pub(crate) fn run<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    kind: &MemrefOp,
) -> Result<(), Trap> {
    let view = match kind {
        MemrefOp::Load => {
            let index = frame.indices(&step.operands[1..])?;
            let view = frame.view(step.operands[0])?;
            let value = machine.loaded(step, 0, &view, &index)?;
            frame.set(step.results[0], value);
            return Ok(());
        }
        MemrefOp::Store => {
            let index = frame.indices(&step.operands[2..])?;
            let view = frame.view(step.operands[1])?;
            let data = machine.cell(frame.get(step.operands[0]))?;
            return machine.store(step, 1, &view, &index, data);
        }
        MemrefOp::Dim => {
            let view = frame.view(step.operands[0])?;
            let extent = extent_of(
                &view.shape,
                frame.index(step.operands[1])?,
                &machine.operand_name(step, 0),
            )?;
            frame.set(step.results[0], RuntimeValue::Index(extent));
            return Ok(());
        }
        MemrefOp::Rank => {
            let rank = frame.view(step.operands[0])?.shape.len();
            frame.set(step.results[0], RuntimeValue::Index(rank as i64));
            return Ok(());
        }
        MemrefOp::Nothing => return Ok(()),
        MemrefOp::Dealloc => return dealloc(machine, frame, step),
        MemrefOp::Copy => {
            let (from, to) = (frame.view(step.operands[0])?, frame.view(step.operands[1])?);
            check_apart(machine, step, &from, &to)?;
            return copy(machine, step, &from, &to);
        }
        MemrefOp::Scope => {
            let kept = frame.stack.len();
            super::scf::run_branch(machine, frame, step, 0)?;
            let span = machine.module.op(step.id).span;
            for buffer in frame.stack.drain(kept..) {
                machine.memory.release(buffer, span);
            }
            return Ok(());
        }
        MemrefOp::Atomic(call) => return atomic(machine, frame, step, call.as_ref()),
        MemrefOp::Update => return update(machine, frame, step),
        MemrefOp::Realloc(extents, ty) => reallocate(machine, frame, step, extents, *ty)?,
        MemrefOp::Reshape => view::reshape(machine, frame, step)?,
        MemrefOp::Metadata => return view::metadata(frame, step),
        MemrefOp::Alloc { .. } => allocate(machine, frame, step, kind)?,
        MemrefOp::Distinct => return distinct(machine, frame, step),
        MemrefOp::Aligned(bytes) => {
            let view = frame.view(step.operands[0])?;
            assume_alignment(machine, step, &view, *bytes)?;
            if let [result] = step.results[..] {
                frame.set(result, RuntimeValue::MemRef(view));
            }
            return Ok(());
        }
        MemrefOp::Same => (*frame.view(step.operands[0])?).clone(),
        MemrefOp::Cast => view::cast(machine, frame, step)?,
        MemrefOp::GetGlobal(global) => {
            let view = view::global(machine, *global)?;
            frame.set(step.results[0], RuntimeValue::MemRef(view));
            return Ok(());
        }
        MemrefOp::SubView(slice) => view::subview(machine, frame, step, slice)?,
        MemrefOp::Reinterpret(offset, sizes, steps) => {
            let view = frame.view(step.operands[0])?;
            BufferView {
                offset: offset.resolve(frame, step)?.first().copied().unwrap_or_default(),
                shape: sizes.resolve(frame, step)?,
                strides: steps.resolve(frame, step)?,
                ..*view
            }
        }
        MemrefOp::View(extents, ty) => view::view(machine, frame, step, extents, *ty)?,
        MemrefOp::Transpose(order) => {
            let view = frame.view(step.operands[0])?;
            BufferView {
                shape: order.iter().map(|n| view.shape[*n]).collect(),
                strides: order.iter().map(|n| view.strides[*n]).collect(),
                ..*view
            }
        }
        MemrefOp::Collapse(groups) => view::collapse(machine, frame, step, groups)?,
        MemrefOp::Expand(groups, sizes) => view::expand(machine, frame, step, groups, sizes)?,
    };
    frame.set(step.results[0], RuntimeValue::MemRef(Rc::new(view)));
    Ok(())
}

/// `memref.distinct_objects`: accesses through the results never meet, so no two operands may be windows
/// on one buffer.
fn distinct<D: Domain>(machine: &mut Machine<'_, D>, frame: &mut CallFrame<D>, step: &DecodedOp) -> Result<(), Trap> {
    let views: Vec<Rc<BufferView>> = step
        .operands
        .iter()
        .map(|slot| frame.view(*slot))
        .collect::<Result<_, _>>()?;
    for (n, view) in views.iter().enumerate() {
        if let Some(other) = views[..n].iter().position(|other| other.buffer == view.buffer) {
            let (first, second) = (machine.operand_name(step, other), machine.operand_name(step, n));
            let buffer = machine.memory.of(view);
            let message = format!(
                "`{first}` and `{second}` are said to be distinct, but both are windows on `{}`",
                buffer.name
            );
            return Err(Trap::new(Code::BrokenAssumption, message).label(buffer.made, "made here"));
        }
    }
    for (slot, view) in step.results.iter().zip(views) {
        frame.set(*slot, RuntimeValue::MemRef(view));
    }
    Ok(())
}

/// `memref.assume_alignment`. Addresses are not modelled: the assumption is wrong if no address of the
/// buffer makes it and all earlier ones, and the `alignment` of the allocation, true.
fn assume_alignment<D: Domain>(
    machine: &mut Machine<'_, D>,
    step: &DecodedOp,
    view: &BufferView,
    bytes: u64,
) -> Result<(), Trap> {
    let name = machine.operand_name(step, 0);
    let parts = if machine.part.is_some() { 2 } else { 1 };
    let buffer = machine.memory.of_mut(view);
    let width = parts * u64::from(view.ty.bits().div_ceil(8)).next_power_of_two();
    let offset = (view.offset as u64).wrapping_mul(width);
    let (known, residue) = buffer.aligned;
    // base + offset = 0 modulo `bytes`, base = residue modulo `known`.
    let needed = offset.wrapping_neg() & (bytes - 1);
    if (needed ^ residue) & (bytes.min(known) - 1) != 0 {
        let message = format!(
            "`{name}` is said to be aligned to {bytes} bytes, but it starts {offset} bytes into `{}`, whose address is {residue} modulo {known}",
            buffer.name
        );
        return Err(Trap::new(Code::BrokenAssumption, message).label(buffer.made, "made here"));
    }
    if bytes > known {
        buffer.aligned = (bytes, needed);
    }
    Ok(())
}

fn allocate<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    kind: &MemrefOp,
) -> Result<BufferView, Trap> {
    let MemrefOp::Alloc {
        extents,
        ty,
        on_stack,
        layout,
    } = kind
    else {
        return Err(Trap::new(Code::MalformedOp, "not an allocation"));
    };
    let shape = shape_of(frame, step, extents, 0)?;
    let spread = match layout {
        BufferLayout::Strided(offset, strides) => vec![layout::cells(&shape, *offset, strides)?],
        BufferLayout::RowMajor | BufferLayout::Map(_) => shape.clone(),
    };
    let folded = match layout {
        BufferLayout::Map(map) => layout::folded(map, &shape)?,
        BufferLayout::RowMajor | BufferLayout::Strided(..) => None,
    };
    let op = machine.module.op(step.id);
    let label = BufferLabel {
        kind: if *on_stack { BufferKind::Stack } else { BufferKind::Heap },
        made: op.span,
        name: machine.module.value_name(op.results[0]),
    };
    let mut view = machine.memory.unwritten(shape, &spread, *ty, label)?;
    if let BufferLayout::Strided(offset, strides) = layout {
        view.offset = *offset;
        view.strides = strides.clone();
    }
    machine.memory.of_mut(&view).folded = folded;
    let alignment = op.attr("alignment").and_then(Attr::as_i64);
    if let Some(bytes) = alignment.and_then(|bytes| u64::try_from(bytes).ok())
        && bytes.is_power_of_two()
    {
        machine.memory.of_mut(&view).aligned = (bytes, 0);
    }
    if *on_stack {
        frame.stack.push(view.buffer);
    }
    if let Some(seed) = machine.options.leftovers {
        leave(machine, &view, *ty, seed)?;
    }
    Ok(view)
}

/// Fills a new buffer with what somebody may have left there.
fn leave<D: Domain>(machine: &mut Machine<'_, D>, view: &BufferView, ty: ScalarType, seed: u64) -> Result<(), Trap> {
    let count = machine.memory.of(view).cells.len();
    let seed = seed ^ u64::from(view.buffer.0) << 32;
    let scalars = (0..count as u64).map(|n| small_element(ty, seed, n));
    let data: Vec<_> = scalars.map(|scalar| Some(machine.domain.constant(scalar))).collect();
    machine.memory.write_all(view.buffer, 0..count, data.into_iter())
}

fn dealloc<D: Domain>(machine: &mut Machine<'_, D>, frame: &CallFrame<D>, step: &DecodedOp) -> Result<(), Trap> {
    let view = frame.view(step.operands[0])?;
    let name = machine.operand_name(step, 0);
    let buffer = machine.memory.of(&view);
    if let Some(freed) = buffer.freed {
        let trap = Trap::new(Code::DoubleFree, format!("`{name}` is freed a second time"));
        return Err(trap.label(freed, "freed first here"));
    }
    let owner = match buffer.kind {
        BufferKind::Heap | BufferKind::Copy | BufferKind::Argument => None,
        BufferKind::Stack => Some("on the stack"),
        BufferKind::Global | BufferKind::Constant => Some("a global"),
    };
    if let Some(owner) = owner {
        let trap = Trap::new(Code::BadFree, format!("`{name}` is freed, but its buffer is {owner}"));
        return Err(trap.label(buffer.made, "made here"));
    }
    if !owns(&view, buffer) {
        let message = format!("`{name}` is freed, but it is a view of a part of its buffer");
        return Err(Trap::new(Code::BadFree, message).label(buffer.made, "made here"));
    }
    let span = machine.module.op(step.id).span;
    machine.memory.release(view.buffer, span);
    Ok(())
}

/// Whether a window is one on the whole buffer, or the base of it that `memref.extract_strided_metadata` gives.
fn owns<D: Domain>(view: &BufferView, buffer: &crate::memory::Buffer<D>) -> bool {
    match &buffer.shape {
        Some(shape) => {
            let whole = crate::ints::element_count(shape) == crate::ints::element_count(&view.shape);
            view.offset == 0 && (whole || view.shape.is_empty())
        }
        None => true,
    }
}

/// Copies element by element, written or not. All are read before the first is written.
pub(super) fn copy<D: Domain>(
    machine: &mut Machine<'_, D>,
    step: &DecodedOp,
    from: &BufferView,
    to: &BufferView,
) -> Result<(), Trap> {
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
    let constant = machine.memory.of(to).kind == BufferKind::Constant;
    if !machine.is_watched() && !constant && machine.memory.copy(from, to)? {
        return Ok(());
    }
    let cells = gather(machine, step, 0, from)?;
    let mut cells = cells.iter();
    for_each_index(&to.shape, |index| {
        machine.store(step, 1, to, index, cells.next().flatten())
    })
}

/// Source and target of a `memref.copy` are the same view, or share no element: its order is nobody's business.
fn check_apart<D: Domain>(
    machine: &Machine<'_, D>,
    step: &DecodedOp,
    from: &BufferView,
    to: &BufferView,
) -> Result<(), Trap> {
    let same = from.offset == to.offset && from.strides == to.strides && from.shape == to.shape;
    if from.buffer != to.buffer || same {
        return Ok(());
    }
    let mut read = HashMap::new();
    for_each_index(&from.shape, |index| {
        let cell = machine.memory.locate(from, index, &|| machine.operand_name(step, 0))?;
        read.insert(cell, index.to_vec());
        Ok::<(), Trap>(())
    })?;
    for_each_index(&to.shape, |index| {
        let cell = machine.memory.locate(to, index, &|| machine.operand_name(step, 1))?;
        match read.get(&cell) {
            Some(other) if other[..] != *index => {
                let message = "`memref.copy` between views that overlap, in which the order of its elements matters";
                Err(Trap::new(Code::DataRace, message))
            }
            _ => Ok(()),
        }
    })
}

/// All elements of the memref operand `n`, written or not.
pub(super) fn gather<D: Domain>(
    machine: &mut Machine<'_, D>,
    step: &DecodedOp,
    n: usize,
    view: &BufferView,
) -> Result<Cells<D::Data>, Trap> {
    if !machine.is_watched()
        && let Some(cells) = machine.memory.part(view)?
    {
        return Ok(cells);
    }
    let mut cells = Vec::with_capacity(machine.memory.admit(&view.shape)?);
    for_each_index(&view.shape, |index| {
        let cell = machine.memory.locate(view, index, &|| machine.operand_name(step, n))?;
        let data = machine.memory.of(view).cells[cell];
        machine.touch(step, n, false, view, cell, index, data)?;
        cells.push(data);
        Ok::<(), Trap>(())
    })?;
    Ok(cells.into())
}

/// `memref.atomic_rmw`: the result is what the element held before, as MLIR's lowerings have it ("the latest value that
/// was stored" can be read both ways).
fn atomic<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &mut CallFrame<D>,
    step: &DecodedOp,
    call: Option<&ScalarCall>,
) -> Result<(), Trap> {
    let index = frame.indices(&step.operands[2..])?;
    let view = frame.view(step.operands[1])?;
    let new = frame.get(step.operands[0]).clone();
    set_atomic(machine, true);
    let old = machine.load(step, 1, &view, &index)?;
    let old = machine.value(view.ty, old)?;
    let updated = match call {
        Some(call) => machine.compute(call, &[&old, &new])?,
        None => new,
    };
    let data = machine.data(&updated)?;
    machine.store(step, 1, &view, &index, Some(data))?;
    set_atomic(machine, false);
    frame.set(step.results[0], old);
    Ok(())
}

/// `memref.generic_atomic_rmw`: the region makes the new value from the old one, which is the result.
fn update<D: Domain>(machine: &mut Machine<'_, D>, frame: &mut CallFrame<D>, step: &DecodedOp) -> Result<(), Trap> {
    let index = frame.indices(&step.operands[1..])?;
    let view = frame.view(step.operands[0])?;
    let body = &step.bodies[0];
    set_atomic(machine, true);
    let old = machine.load(step, 0, &view, &index)?;
    set_atomic(machine, false);
    let old = machine.value(view.ty, old)?;
    frame.set(body.args[0], old.clone());
    machine.run_body(frame, body)?;
    let new = frame.yielded(body, 1)?.pop().unwrap_or(RuntimeValue::Unset);
    let data = machine.cell(&new)?;
    set_atomic(machine, true);
    machine.store(step, 0, &view, &index, data)?;
    set_atomic(machine, false);
    frame.set(step.results[0], old);
    Ok(())
}

/// `memref.realloc`: a new buffer with what the old one had, which is freed.
fn reallocate<D: Domain>(
    machine: &mut Machine<'_, D>,
    frame: &CallFrame<D>,
    step: &DecodedOp,
    extents: &[Option<i64>],
    ty: ScalarType,
) -> Result<BufferView, Trap> {
    let shape = shape_of(frame, step, extents, 1)?;
    let old = frame.view(step.operands[0])?;
    let mut cells = gather(machine, step, 0, &old)?;
    dealloc(machine, frame, step)?;
    machine.memory.resize(&mut cells, &shape)?;
    let op = machine.module.op(step.id);
    let label = BufferLabel {
        kind: BufferKind::Heap,
        made: op.span,
        name: machine.module.value_name(op.results[0]),
    };
    Ok(machine.memory.buffer(shape, ty, cells, label))
}

fn set_atomic<D: Domain>(machine: &mut Machine<'_, D>, atomic: bool) {
    if let Some(races) = &mut machine.races {
        races.atomic = atomic;
    }
}
