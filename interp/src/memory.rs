//! Buffers, windows on them, and tensors. Every cell knows whether it was written.

use crate::cells::Cells;
use crate::domain::Domain;
use crate::ints::{Ints, element_count, row_major};
use crate::{Code, ScalarType, Trap};
use polyvet_ir::Span;
use std::cell::Cell;
use std::rc::Rc;

/// A buffer, in the order of allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BufferId(pub u32);

/// What may happen to a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BufferEvent {
    /// Made by the caller.
    Argument,
    /// A global, never freed.
    Global,
    /// A global that must not be written.
    Constant,
    /// `memref.alloc`
    Heap,
    /// `bufferization.to_buffer`: may be freed, but need not be.
    Copy,
    /// `memref.alloca`
    Stack,
}

pub(crate) struct Buffer<D: Domain> {
    pub cells: Cells<D::Data>,
    pub kind: BufferEvent,
    /// Where it was freed.
    pub freed: Option<Span>,
    /// Where it was made.
    pub made: Span,
    /// `%A`
    pub name: String,
    /// Windows of another type on these bytes (`memref.view`): first byte, element type, and the buffer
    /// that holds their elements. Distinct ones do not overlap.
    // INVARIANT: with an overlay, no cell of this buffer is ever written.
    pub overlays: Vec<(i64, ScalarType, BufferId)>,
    /// Extents, if the elements stand in row-major order.
    pub shape: Option<Vec<i64>>,
    /// For each cell the one that holds its element, where a layout puts several elements into one.
    pub folded: Option<Rc<[u32]>>,
    /// For each cell whether there is no such element: the buffer has a data space that leaves it out.
    pub absent: Option<Rc<[bool]>>,
    /// The imaginary parts of complex numbers; the real ones are in the buffer made before.
    pub imaginary: bool,
    /// What was assumed of the address: its residue modulo a power of two, in bytes.
    pub aligned: (u64, u64),
    charge: Option<Charge>,
}

impl<D: Domain> Buffer<D> {
    /// Whether each cell is there, may be used, is of the buffer's type, and the only place of one element.
    pub fn is_plain(&self) -> bool {
        self.freed.is_none() && self.overlays.is_empty() && self.folded.is_none() && self.absent.is_none()
    }
}

/// A window on a buffer: element `index` is cell `offset + sum(index * strides)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferView {
    /// The buffer.
    pub buffer: BufferId,
    /// Cell of the first element.
    pub offset: i64,
    /// Extents.
    pub shape: Vec<i64>,
    /// Cells between neighbours, per dimension.
    pub strides: Vec<i64>,
    /// Element type.
    pub ty: ScalarType,
}

impl BufferView {
    /// The cell of `index`; `Err` is the first dimension it leaves.
    pub(crate) fn cell(&self, index: &[i64]) -> Result<i64, usize> {
        let mut cell = self.offset;
        for (n, at) in index.iter().enumerate() {
            if *at < 0 || *at >= self.shape[n] {
                return Err(n);
            }
            cell = cell.wrapping_add(at.wrapping_mul(self.strides[n]));
        }
        Ok(cell)
    }
}

/// The elements of a tensor, row-major.
pub struct TensorData<D: Domain> {
    /// Extents.
    pub shape: Vec<i64>,
    /// Element type.
    pub ty: ScalarType,
    /// Elements; `None` where nothing was written.
    pub cells: Cells<D::Data>,
    charge: Charge,
}

impl<D: Domain> Clone for TensorData<D> {
    fn clone(&self) -> TensorData<D> {
        TensorData {
            shape: self.shape.clone(),
            ty: self.ty,
            cells: self.cells.clone(),
            charge: self.charge.clone(),
        }
    }
}

impl<D: Domain> TensorData<D> {
    /// The cell of `index`; `Err` is the first dimension it leaves.
    pub(crate) fn cell(&self, index: &[i64]) -> Result<usize, usize> {
        let mut cell = 0;
        for (n, at) in index.iter().enumerate() {
            if *at < 0 || *at >= self.shape[n] {
                return Err(n);
            }
            cell = cell * self.shape[n] + at;
        }
        Ok(cell as usize)
    }
}

/// Elements that count against the limit until this is dropped.
#[derive(Debug)]
struct Charge {
    live: Rc<Cell<u64>>,
    count: u64,
}

impl Charge {
    fn new(live: &Rc<Cell<u64>>, count: u64) -> Charge {
        live.set(live.get() + count);
        Charge {
            live: Rc::clone(live),
            count,
        }
    }

    fn be(&mut self, count: u64) {
        self.live.set(self.live.get().saturating_sub(self.count) + count);
        self.count = count;
    }
}

impl Clone for Charge {
    fn clone(&self) -> Charge {
        Charge::new(&self.live, self.count)
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.live.set(self.live.get().saturating_sub(self.count));
    }
}

/// `2x3`
fn text(shape: &[i64]) -> String {
    shape.iter().map(i64::to_string).collect::<Vec<_>>().join("x")
}

/// The number of elements of a shape that makes sense.
fn count(shape: &[i64]) -> Result<usize, Trap> {
    if let Some(extent) = shape.iter().find(|extent| **extent < 0) {
        let message = format!("extent {extent} of `{}` is negative", text(shape));
        return Err(Trap::new(Code::ShapeMismatch, message));
    }
    element_count(shape).ok_or_else(|| {
        let message = format!("`{}` elements are more than anything could address", text(shape));
        Trap::new(Code::MemoryLimit, message)
    })
}

pub(crate) struct Memory<D: Domain> {
    pub buffers: Vec<Buffer<D>>,
    /// New buffers are for imaginary parts.
    pub imaginary: bool,
    live: Rc<Cell<u64>>,
    elements_max: u64,
}

impl<D: Domain> Memory<D> {
    pub fn new(elements_max: u64) -> Memory<D> {
        Memory {
            buffers: Vec::new(),
            imaginary: false,
            live: Rc::default(),
            elements_max,
        }
    }

    /// Checks that `shape` makes sense and fits what is left; nothing is allocated.
    pub fn admit(&self, shape: &[i64]) -> Result<usize, Trap> {
        let count = count(shape)?;
        self.room(count as u64, || format!("`{}`", text(shape)))?;
        Ok(count)
    }

    /// How many elements there may be.
    pub fn limit(&self) -> u64 {
        self.elements_max
    }

    /// How many elements may be added.
    pub fn left(&self) -> u64 {
        self.elements_max.saturating_sub(self.live.get())
    }

    /// Checks that `count` more elements are left; `what` they are.
    fn room(&self, count: u64, what: impl Fn() -> String) -> Result<(), Trap> {
        if count <= self.left() {
            return Ok(());
        }
        let (what, left, limit) = (what(), self.left(), self.elements_max);
        let message = format!("{what} elements exceed the {left} left of the limit of {limit}");
        Err(Trap::new(Code::MemoryLimit, message))
    }

    /// Checks that `count` elements that were never written may be.
    pub fn room_for(&self, count: u64) -> Result<(), Trap> {
        self.room(count, || format!("the {count} newly touched"))
    }

    /// How many elements of a window take up no memory yet, if they stand one after the other.
    pub fn untouched(&self, view: &BufferView) -> u64 {
        self.span(view).map_or(0, |span| self.of(view).cells.missing(span))
    }

    /// Writes a cell.
    ///
    /// # Errors
    /// No memory is left for its page.
    pub fn write(&mut self, buffer: BufferId, cell: usize, data: Option<D::Data>) -> Result<(), Trap> {
        self.write_all(buffer, cell..cell + 1, std::iter::once(data))
    }

    /// Writes the cells of a range. Nothing is written if there is an error.
    ///
    /// # Errors
    /// No memory is left for their pages.
    pub fn write_all(
        &mut self,
        buffer: BufferId,
        range: std::ops::Range<usize>,
        data: impl Iterator<Item = Option<D::Data>>,
    ) -> Result<(), Trap> {
        let cells = &self.buffers[buffer.0 as usize].cells;
        let missing = cells.missing(range.clone());
        self.room_for(missing)?;
        let buffer = &mut self.buffers[buffer.0 as usize];
        buffer.cells.write(range, data);
        if let Some(charge) = &mut buffer.charge {
            charge.be(buffer.cells.present());
        }
        Ok(())
    }

    /// A tensor with the given cells, which must match the shape.
    pub fn tensor(&self, shape: Vec<i64>, ty: ScalarType, cells: impl Into<Cells<D::Data>>) -> TensorData<D> {
        let cells = cells.into();
        let charge = Charge::new(&self.live, cells.present());
        TensorData {
            shape,
            ty,
            cells,
            charge,
        }
    }

    /// A tensor without a written element; a large one takes up memory when it is written.
    pub fn empty(&self, shape: Vec<i64>, ty: ScalarType) -> Result<TensorData<D>, Trap> {
        let cells = Cells::unwritten(count(&shape)?);
        self.room(cells.present(), || format!("`{}`", text(&shape)))?;
        Ok(self.tensor(shape, ty, cells))
    }

    /// Writes an element of a tensor, of which a copy is made first if others have it too.
    ///
    /// # Errors
    /// No memory is left for its page, or the copy.
    pub fn put(&self, tensor: &mut Rc<TensorData<D>>, cell: usize, data: Option<D::Data>) -> Result<(), Trap> {
        let tensor = self.own(tensor, cell..cell + 1)?;
        tensor.cells.set(cell, data);
        tensor.charge.be(tensor.cells.present());
        Ok(())
    }

    /// How many elements more it takes to write those of `range`, if `others` more have the tensor than now.
    pub fn needed(&self, tensor: &Rc<TensorData<D>>, range: std::ops::Range<usize>, others: usize) -> u64 {
        let copied = match Rc::strong_count(tensor) + others {
            1 => 0,
            _ => tensor.cells.present(),
        };
        tensor.cells.missing(range) + copied
    }

    /// [`Memory::put`] of the elements of a range. Nothing is written if there is an error.
    ///
    /// # Errors
    /// As for [`Memory::put`].
    pub fn put_all(
        &self,
        tensor: &mut Rc<TensorData<D>>,
        range: std::ops::Range<usize>,
        data: impl Iterator<Item = Option<D::Data>>,
    ) -> Result<(), Trap> {
        let tensor = self.own(tensor, range.clone())?;
        tensor.cells.write(range, data);
        tensor.charge.be(tensor.cells.present());
        Ok(())
    }

    /// A tensor that nobody else has, of which the elements of `range` may be written.
    fn own<'t>(
        &self,
        tensor: &'t mut Rc<TensorData<D>>,
        range: std::ops::Range<usize>,
    ) -> Result<&'t mut TensorData<D>, Trap> {
        let missing = self.needed(tensor, range, 0);
        self.room_for(missing)?;
        Ok(Rc::make_mut(tensor))
    }

    /// A buffer with the given cells and the row-major window on it.
    pub fn buffer(
        &mut self,
        shape: Vec<i64>,
        ty: ScalarType,
        cells: impl Into<Cells<D::Data>>,
        label: BufferLabel,
    ) -> BufferView {
        self.add(shape, ty, cells.into(), label)
    }

    /// [`Memory::buffer`] with cells that were never written, of which `spread` has as many as there are; large ones
    /// take up memory when they are written.
    pub fn unwritten(
        &mut self,
        shape: Vec<i64>,
        spread: &[i64],
        ty: ScalarType,
        label: BufferLabel,
    ) -> Result<BufferView, Trap> {
        let cells = Cells::unwritten(count(spread)?);
        self.room(cells.present(), || format!("`{}`", text(spread)))?;
        Ok(self.add(shape, ty, cells, label))
    }

    /// [`Memory::buffer`], or without cells [`Memory::unwritten`], whose elements lie as `layout` says.
    pub fn laid_out(
        &mut self,
        shape: Vec<i64>,
        layout: Option<&polyvet_ir::Attr>,
        ty: ScalarType,
        cells: Option<Vec<Option<D::Data>>>,
        label: BufferLabel,
    ) -> Result<BufferView, Trap> {
        let fixed = layout.and_then(|layout| crate::layout::fixed(layout, &shape));
        let Some((offset, strides)) = fixed.filter(|fixed| *fixed != (0, row_major(&shape))) else {
            return match cells {
                Some(cells) => Ok(self.buffer(shape, ty, cells, label)),
                None => self.unwritten(shape.clone(), &shape, ty, label),
            };
        };
        let spread = [crate::layout::cells(&shape, offset, &strides)?];
        let mut view = self.unwritten(shape, &spread, ty, label)?;
        (view.offset, view.strides) = (offset, strides);
        let mut cells = cells.unwrap_or_default().into_iter();
        crate::ints::for_each_index(&view.shape.clone(), |index| match (cells.next(), view.cell(index)) {
            (Some(data), Ok(cell)) => self.write(view.buffer, cell as usize, data),
            _ => Ok(()),
        })?;
        Ok(view)
    }

    fn add(&mut self, shape: Vec<i64>, ty: ScalarType, cells: Cells<D::Data>, label: BufferLabel) -> BufferView {
        let buffer = BufferId(self.buffers.len() as u32);
        self.buffers.push(Buffer {
            shape: (element_count(&shape) == Some(cells.len())).then(|| shape.clone()),
            charge: Some(Charge::new(&self.live, cells.present())),
            cells,
            kind: label.kind,
            freed: None,
            made: label.made,
            name: label.name,
            overlays: Vec::new(),
            folded: None,
            absent: None,
            imaginary: self.imaginary,
            aligned: (1, 0),
        });
        BufferView {
            buffer,
            offset: 0,
            strides: row_major(&shape),
            shape,
            ty,
        }
    }

    pub fn of(&self, view: &BufferView) -> &Buffer<D> {
        &self.buffers[view.buffer.0 as usize]
    }

    pub fn of_mut(&mut self, view: &BufferView) -> &mut Buffer<D> {
        &mut self.buffers[view.buffer.0 as usize]
    }

    /// Ends the life of a buffer.
    pub fn release(&mut self, buffer: BufferId, at: Span) {
        let buffer = &mut self.buffers[buffer.0 as usize];
        buffer.freed = Some(at);
        buffer.cells = Cells::unwritten(0);
        buffer.charge = None;
        for (_, _, overlay) in std::mem::take(&mut buffer.overlays) {
            self.release(overlay, at);
        }
    }

    /// Makes a buffer have at least `count` cells.
    pub fn grow(&mut self, buffer: BufferId, count: usize) -> Result<(), Trap> {
        let have = self.buffers[buffer.0 as usize].cells.len();
        if count > have {
            self.admit(&[count as i64])?;
            let buffer = &mut self.buffers[buffer.0 as usize];
            buffer.cells.grow(count);
            buffer.charge = Some(Charge::new(&self.live, buffer.cells.present()));
        }
        Ok(())
    }

    /// The cell number of `index` in a live buffer.
    pub fn locate(&self, view: &BufferView, index: &[i64], name: &dyn Fn() -> String) -> Result<usize, Trap> {
        let buffer = self.of(view);
        if let Some(freed) = buffer.freed {
            let message = format!("`{}{}` is used after it was freed", name(), subscript(index));
            let trap = Trap::new(Code::UseAfterFree, message);
            return Err(trap
                .at(index)
                .label(freed, "freed here")
                .label(buffer.made, "allocated here"));
        }
        if !buffer.overlays.is_empty() {
            let message = format!("bytes of `{}` are accessed directly and through `memref.view`", name());
            return Err(Trap::new(Code::UnsupportedOp, message));
        }
        if index.len() != view.shape.len() {
            let message = format!("`{}` has {} dimensions, not {}", name(), view.shape.len(), index.len());
            return Err(Trap::new(Code::MalformedOp, message));
        }
        match view.cell(index) {
            Ok(cell) if cell >= 0 && (cell as usize) < buffer.cells.len() => {
                if buffer.absent.as_ref().is_some_and(|absent| absent[cell as usize]) {
                    let message = format!(
                        "`{}{}` is not in the data space of its buffer",
                        name(),
                        subscript(index)
                    );
                    return Err(Trap::new(Code::OutOfBounds, message).at(index));
                }
                Ok(match &buffer.folded {
                    Some(folded) => folded[cell as usize] as usize,
                    None => cell as usize,
                })
            }
            Ok(cell) => {
                let message = format!(
                    "`{}{}` is element {cell} of `{}`, which has {}",
                    name(),
                    subscript(index),
                    buffer.name,
                    buffer.cells.len()
                );
                Err(Trap::new(Code::OutOfBounds, message).at(index))
            }
            Err(dim) => Err(outside(&name(), index, dim, view.shape[dim])),
        }
    }

    /// The cells of a live window whose elements stand one after the other in row-major order.
    pub fn span(&self, view: &BufferView) -> Option<std::ops::Range<usize>> {
        let buffer = self.of(view);
        let count = element_count(&view.shape)?;
        let in_order = view.shape.iter().zip(&view.strides).zip(row_major(&view.shape));
        let mut in_order = in_order.map(|((extent, stride), expected)| *extent == 1 || *stride == expected);
        let start = usize::try_from(view.offset).ok()?;
        let end = start.checked_add(count)?;
        let plain = buffer.is_plain() && in_order.all(|in_order| in_order);
        (plain && end <= buffer.cells.len()).then_some(start..end)
    }

    /// The elements of a window that has a [`Memory::span`], as cells of their own.
    ///
    /// # Errors
    /// No memory is left.
    pub fn part(&self, view: &BufferView) -> Result<Option<Cells<D::Data>>, Trap> {
        let Some(range) = self.span(view) else { return Ok(None) };
        let part = self.of(view).cells.part(range);
        if let Some(part) = &part {
            self.room(part.present(), || format!("the {} copied", part.present()))?;
        }
        Ok(part)
    }

    /// Makes cells as many as `shape` has elements; new ones were never written.
    ///
    /// # Errors
    /// No memory is left.
    pub fn resize(&self, cells: &mut Cells<D::Data>, shape: &[i64]) -> Result<(), Trap> {
        cells.resize(count(shape)?);
        self.room(cells.present(), || format!("`{}`", text(shape)))
    }

    /// Copies the elements of a window to those of another of the same shape, written or not, if both have a
    /// [`Memory::span`]; false if not.
    ///
    /// # Errors
    /// No memory is left.
    pub fn copy(&mut self, from: &BufferView, to: &BufferView) -> Result<bool, Trap> {
        let (Some(source), Some(target)) = (self.span(from), self.span(to)) else {
            return Ok(false);
        };
        let mut into = std::mem::replace(&mut self.buffers[to.buffer.0 as usize].cells, Cells::unwritten(0));
        let within = (from.buffer == to.buffer).then(|| into.part(source.clone())).flatten();
        let pieces = match &within {
            Some(part) => part.pieces(0..part.len()),
            None => self.of(from).cells.pieces(source),
        };
        let pieces = pieces.unwrap_or_default();
        let missing = into.missing_for(target.start, &pieces);
        let room = self.room_for(missing);
        if room.is_ok() {
            into.write_pieces(target.start, &pieces);
        }
        let buffer = &mut self.buffers[to.buffer.0 as usize];
        buffer.cells = into;
        if let Some(charge) = &mut buffer.charge {
            charge.be(buffer.cells.present());
        }
        room.map(|()| true)
    }

    /// All elements of a window in row-major order, those that its data space leaves out too: for who looks at memory
    /// from outside.
    pub fn cells(&self, view: &BufferView, name: &dyn Fn() -> String) -> Result<Vec<Option<D::Data>>, Trap> {
        let mut cells = Vec::with_capacity(self.admit(&view.shape)?);
        if let Some(span) = self.span(view) {
            return Ok(self.of(view).cells.copied(span));
        }
        let has_all = self.of(view).absent.is_none();
        crate::ints::for_each_index(&view.shape, |index| {
            let cell = match view.cell(index) {
                Ok(cell) if !has_all => cell as usize,
                _ => self.locate(view, index, name)?,
            };
            cells.push(self.of(view).cells[cell]);
            Ok(())
        })?;
        Ok(cells)
    }
}

/// A buffer that nobody freed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leak {
    /// The value that was allocated: `%A`.
    pub name: String,
    /// Where.
    pub made: Span,
    /// Its size.
    pub elements: usize,
}

/// What is known about a new buffer.
pub(crate) struct BufferLabel {
    pub kind: BufferEvent,
    pub made: Span,
    pub name: String,
}

/// `[1, 2]`
pub(crate) fn subscript(index: &[i64]) -> String {
    let parts: Vec<String> = index.iter().map(i64::to_string).collect();
    format!("[{}]", parts.join(", "))
}

/// The error of a subscript that leaves dimension `dim`.
pub(crate) fn outside(name: &str, index: &[i64], dim: usize, extent: i64) -> Trap {
    let place = subscript(index);
    let message = format!(
        "`{name}{place}` is out of bounds: dimension {dim} has extent {extent}, the index is {}",
        index[dim]
    );
    Trap::new(Code::OutOfBounds, message).at(index)
}

/// Where a window lands in another one: `offsets + index * steps` of `of`, checked to stay inside.
pub(crate) fn window(of: &[i64], offsets: &[i64], sizes: &[i64], steps: &[i64], name: &str) -> Result<(), Trap> {
    for dim in 0..of.len() {
        let (offset, size, step) = (offsets[dim], sizes[dim], steps[dim]);
        if size < 0 {
            return Err(Trap::new(
                Code::OutOfBounds,
                format!("size {size} of dimension {dim} of a slice of `{name}` is negative"),
            ));
        }
        let last = i128::from(offset) + i128::from(size - 1) * i128::from(step);
        let inside = |at: i128| at >= 0 && at < i128::from(of[dim]);
        // An empty slice touches nothing, wherever it starts; threads without work make such slices.
        if !(sizes.contains(&0) || inside(offset.into()) && inside(last)) {
            let message = format!(
                "a slice of `{name}` runs from {offset} to {last} in dimension {dim}, whose extent is {}",
                of[dim]
            );
            return Err(Trap::new(Code::OutOfBounds, message).at(offsets));
        }
    }
    Ok(())
}

/// The subscript in the source of element `index` of a slice.
pub(crate) fn sliced(index: &[i64], offsets: &[i64], steps: &[i64]) -> Ints {
    (0..index.len()).map(|n| offsets[n] + index[n] * steps[n]).collect()
}
