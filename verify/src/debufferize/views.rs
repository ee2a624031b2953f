//! Views of buffers as operations on tensors.

use super::{BufferExtent, Lifter, TensorOrigin};
use polyvet_ir::edit::{DYNAMIC, i64_array, segment_sizes};
use polyvet_ir::ops::Shows;
use polyvet_ir::{Attr, Attrs, Dim, Module, OpId, OpSpec, Type, ValueId};

/// What a memref shows of a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ShownBuffer {
    pub buffer: usize,
    /// The views that have made it, beginning at the buffer.
    pub steps: Vec<OpId>,
}

/// The tensor of the elements of a memref, which are numbers.
pub(super) fn tensor_of(ty: &Type) -> Option<Type> {
    let Type::MemRef { shape, elem, .. } = ty else {
        return None;
    };
    let is_number = elem.is_number() || matches!(**elem, Type::Complex(_));
    is_number.then(|| Type::Tensor {
        shape: shape.clone(),
        elem: elem.clone(),
        encoding: None,
    })
}

fn layout(ty: &Type) -> Option<&Attr> {
    match ty {
        Type::MemRef { layout, .. } => layout.as_deref(),
        _ => None,
    }
}

/// Whether no two elements of an argument are one. Open strides are such that they are not, as everywhere here.
pub(super) fn is_injective(ty: &Type) -> bool {
    match layout(ty) {
        None => true,
        Some(Attr::Strided { strides, .. }) => match strides.split_last() {
            Some((None | Some(1), outer)) if outer.iter().all(Option::is_none) => true,
            _ => is_spread(ty, strides),
        },
        Some(_) => false,
    }
}

/// Whether each step along one dimension is as long as all that the dimensions with smaller steps have.
fn is_spread(ty: &Type, strides: &[Option<i64>]) -> bool {
    let dims = ty.shape().unwrap_or_default().iter().zip(strides);
    let known = dims.map(|(dim, stride)| match (dim, stride) {
        (Dim::Static(extent), Some(stride)) => Some((*stride, i64::try_from(*extent).ok()?)),
        _ => None,
    });
    let Some(mut known) = known.collect::<Option<Vec<(i64, i64)>>>() else {
        return false;
    };
    known.sort_unstable();
    let mut reach = 1_i64;
    known.into_iter().all(|(stride, extent)| {
        let fits = extent <= 1 || stride >= reach;
        reach = match extent <= 1 {
            true => reach,
            false => stride.saturating_mul(extent),
        };
        fits
    })
}

/// The extents, if all are numbers.
fn extents(ty: &Type) -> Option<Vec<i64>> {
    let extent = |dim: &Dim| match dim {
        Dim::Static(extent) => i64::try_from(*extent).ok(),
        _ => None,
    };
    ty.shape()?.iter().map(extent).collect()
}

/// Whether a cast says nothing of the layout that was not known before.
fn forgets(from: &Type, to: &Type) -> bool {
    match (layout(from), layout(to)) {
        (x, y) if x == y => true,
        (_, Some(Attr::Strided { strides, offset })) => offset.is_none() && strides.iter().all(Option::is_none),
        _ => false,
    }
}

/// Whether each group of dimensions is one row of elements; `None` if extents or strides are not numbers.
fn is_contiguous(ty: &Type, groups: &Attr) -> Option<bool> {
    let (Some(Attr::Strided { strides, .. }), Attr::Array(groups)) = (layout(ty), groups) else {
        return None;
    };
    let extents = extents(ty)?;
    let strides = strides.iter().copied().collect::<Option<Vec<i64>>>()?;
    // What has one element is a row with any stride.
    let is_row = |group: &[i64]| {
        let long: Vec<usize> = { group.iter() }
            .filter_map(|at| usize::try_from(*at).ok())
            .filter(|at| extents.get(*at) != Some(&1))
            .collect();
        long.windows(2)
            .all(|pair| extents[pair[1]].checked_mul(strides[pair[1]]) == Some(strides[pair[0]]))
    };
    let groups = groups.iter().map(Attr::as_i64s).collect::<Option<Vec<_>>>()?;
    let covers = groups.iter().flatten().all(|at| (0..extents.len() as i64).contains(at));
    Some(covers && extents.len() == strides.len() && groups.iter().all(|group| is_row(group)))
}

/// Whether a slice is within its source, whatever happens.
fn is_within(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    let numbers = |name: &str| data.attr(name).and_then(Attr::as_i64s).unwrap_or_default();
    let (offsets, sizes, strides) = (
        numbers("static_offsets"),
        numbers("static_sizes"),
        numbers("static_strides"),
    );
    let source = extents(module.ty(data.operand(0)));
    source.is_some_and(|source| {
        source.len() == offsets.len()
            && offsets.len() == sizes.len()
            && sizes.len() == strides.len()
            && (0..source.len()).all(|at| {
                let (offset, size, stride) = (offsets[at], sizes[at], strides[at]);
                let known = ![offset, size, stride].contains(&DYNAMIC) && offset >= 0 && size >= 0 && stride >= 1;
                let last = size.checked_sub(1).and_then(|last| last.checked_mul(stride));
                let last = last.and_then(|last| last.checked_add(offset));
                known && (size == 0 && offset <= source[at] || last.is_some_and(|last| last < source[at]))
            })
    })
}

impl Lifter {
    /// A view of a buffer; what it is a view of may not be freed.
    pub fn view(&self, value: ValueId) -> Option<ShownBuffer> {
        let view = self.views.get(&value)?;
        self.buffers[view.buffer].content.is_some().then(|| view.clone())
    }

    /// Remembers a view. It is made at once if it may be undefined.
    pub fn new_view(&mut self, op: OpId) -> Option<()> {
        let data = self.module.op(op);
        let (Some(Shows::Operand(0)), [result]) = (data.info().shows(), &data.results[..]) else {
            return None;
        };
        let result = *result;
        let (from, to) = (self.module.ty(data.operand(0)), self.module.ty(result));
        tensor_of(to)?;
        let is_defined = match data.name.as_str() {
            "memref.cast" if forgets(from, to) => {
                let opens = |(x, y): (&Dim, &Dim)| x == y && *x != Dim::Dynamic || *y == Dim::Dynamic;
                let (x, y) = (from.shape()?, to.shape()?);
                x.len() == y.len() && x.iter().zip(y).all(opens)
            }
            "memref.collapse_shape" | "memref.expand_shape" if layout(from).is_none() && layout(to).is_none() => {
                extents(from).is_some() && extents(to).is_some()
            }
            "memref.collapse_shape" if is_contiguous(from, data.attr("reassociation")?)? => true,
            "memref.subview" => is_within(&self.module, op),
            _ => return None,
        };
        let mut view = self.view(data.operand(0))?;
        // Another layout of the same elements is the same tensor.
        if data.name == "memref.cast" && is_defined && tensor_of(from) == tensor_of(to) {
            self.views.insert(result, view);
            return Some(());
        }
        self.update_operands(op);
        let step = self.same_step(&view, op);
        view.steps.push(step);
        if !is_defined && step == op {
            self.read(&view)?;
        }
        self.views.insert(result, view);
        Some(())
    }

    /// The first view of the same that was made in the same way, on the way here.
    fn same_step(&mut self, of: &ShownBuffer, op: OpId) -> OpId {
        let alike = |other: &OpId| {
            let (x, y) = (self.module.op(op), self.module.op(*other));
            let types = (self.module.ty(x.results[0]), self.module.ty(y.results[0]));
            let rest = x.operand_values().skip(1).eq(y.operand_values().skip(1));
            x.name == y.name && rest && x.properties == y.properties && types.0 == types.1
        };
        let known = self.steps.get(&of.buffer).into_iter().flatten();
        let mut known = known.filter(|(view, other)| view == of && alike(other));
        let step = known.next().map_or(op, |(_, step)| *step);
        if step == op {
            let steps = self.steps.entry(of.buffer).or_default();
            steps.push((of.clone(), op));
        }
        step
    }

    /// What a view shows here.
    pub fn read(&mut self, view: &ShownBuffer) -> Option<ValueId> {
        if let Some((last, new)) = &self.buffers[view.buffer].pending
            && *last == view.steps
        {
            return Some(*new);
        }
        let mut tensor = self.content(view.buffer)?;
        for step in &view.steps {
            tensor = self.shown(*step, tensor)?;
        }
        Some(tensor)
    }

    /// What a view shows of a tensor; the same is made once.
    fn shown(&mut self, step: OpId, of: ValueId) -> Option<ValueId> {
        if let Some(known) = self.shown.get(&(step, of)) {
            return Some(*known);
        }
        let shown = self.new_shown(step, of)?;
        self.shown.insert((step, of), shown);
        Some(shown)
    }

    fn new_shown(&mut self, step: OpId, of: ValueId) -> Option<ValueId> {
        let data = self.module.op(step);
        let ty = tensor_of(self.module.ty(data.results[0]))?;
        let name = match data.name.as_str() {
            "memref.cast" if *self.module.ty(of) == ty => return Some(of),
            "memref.cast" => "tensor.cast",
            "memref.collapse_shape" => "tensor.collapse_shape",
            "memref.expand_shape" => "tensor.expand_shape",
            "memref.subview" => "tensor.extract_slice",
            _ => return None,
        };
        let rest: Vec<ValueId> = data.operand_values().skip(1).collect();
        let mut spec = OpSpec::new(name).operands(&[&[of], &rest[..]].concat()).result(ty);
        spec.properties = data.properties.clone();
        spec.span = data.span;
        Some(self.one(spec))
    }

    /// A number that the program says.
    pub fn number(&self, value: ValueId) -> Option<i64> {
        let op = self.module.op(self.module.defining_op(value)?);
        matches!(op.name.as_str(), "arith.constant" | "index.constant")
            .then(|| op.attr("value")?.as_i64())
            .flatten()
    }

    /// The extents of what a view shows, as far as anything is known of them.
    pub fn view_extents(&self, view: &ShownBuffer) -> Option<Vec<Option<BufferExtent>>> {
        let mut extents: Vec<Option<BufferExtent>> =
            self.buffers[view.buffer].extents.iter().copied().map(Some).collect();
        for step in &view.steps {
            let data = self.module.op(*step);
            let said = self
                .module
                .ty(*data.results.first()?)
                .shape()?
                .iter()
                .map(BufferExtent::said);
            let old = match data.name.as_str() {
                "memref.cast" => extents,
                "memref.subview" => self.sizes(*step).unwrap_or_default(),
                _ => Vec::new(),
            };
            let old = old.into_iter().chain(std::iter::repeat(None));
            extents = said.zip(old).map(|(said, old)| said.or(old)).collect();
        }
        Some(extents)
    }

    /// The sizes of a slice that has all dimensions, where they are values.
    fn sizes(&self, slice: OpId) -> Option<Vec<Option<BufferExtent>>> {
        let data = self.module.op(slice);
        let sizes = data.attr("static_sizes")?.as_i64s()?;
        let all = self.module.ty(*data.results.first()?).shape()?.len() == sizes.len();
        let mut values = polyvet_ir::segments(&self.module, slice)?
            .into_iter()
            .nth(2)?
            .into_iter();
        let extent = |size: i64| match size {
            DYNAMIC => values.next().map(|value| self.extent(value)),
            _ => None,
        };
        all.then(|| sizes.into_iter().map(extent).collect())
    }

    /// As [`Lifter::view_extents`], of a tensor.
    pub fn tensor_extents(&self, tensor: ValueId) -> Vec<Option<BufferExtent>> {
        let whole = |buffer: &&super::TrackedBuffer| buffer.content == Some(tensor) && buffer.pending.is_none();
        match self.buffers.iter().find(whole) {
            Some(buffer) => buffer.extents.iter().copied().map(Some).collect(),
            None => Vec::new(),
        }
    }

    /// Whether a buffer may be written to.
    pub fn is_written(&self, buffer: usize) -> bool {
        let buffer = &self.buffers[buffer];
        !buffer.frozen && buffer.origin != TensorOrigin::Constant
    }

    /// A view shows `new` from here on.
    pub fn write(&mut self, view: &ShownBuffer, new: ValueId) -> Option<()> {
        if !self.is_written(view.buffer) {
            return None;
        }
        let is_same = |(last, _): &(Vec<OpId>, ValueId)| *last == view.steps;
        if !self.buffers[view.buffer].pending.as_ref().is_some_and(is_same) && !view.steps.is_empty() {
            self.content(view.buffer)?;
        }
        let buffer = &mut self.buffers[view.buffer];
        buffer.content?;
        (buffer.content, buffer.pending) = match view.steps.is_empty() {
            true => (Some(new), None),
            false => (buffer.content, Some((view.steps.clone(), new))),
        };
        Some(())
    }

    /// What a buffer holds.
    pub fn content(&mut self, buffer: usize) -> Option<ValueId> {
        let content = self.buffers[buffer].content?;
        let Some((steps, mut new)) = self.buffers[buffer].pending.take() else {
            return Some(content);
        };
        // What each step is a view of.
        let mut shown = vec![content];
        for step in &steps[..steps.len() - 1] {
            let next = self.shown(*step, *shown.last()?)?;
            shown.push(next);
        }
        for (step, old) in steps.iter().zip(shown).rev() {
            new = self.with(*step, old, new)?;
        }
        self.buffers[buffer].content = Some(new);
        Some(new)
    }

    /// The tensor `old`, of which the view shows `new`.
    fn with(&mut self, step: OpId, old: ValueId, new: ValueId) -> Option<ValueId> {
        let data = self.module.op(step);
        let (ty, given) = (self.module.ty(old).clone(), self.module.ty(new).clone());
        let reassociation = data.attr("reassociation").cloned();
        let spec = match data.name.as_str() {
            "memref.cast" if ty == given => return Some(new),
            "memref.cast" => OpSpec::new("tensor.cast").operands(&[new]),
            "memref.collapse_shape" => OpSpec::new("tensor.expand_shape")
                .operands(&[new])
                .property("static_output_shape", i64_array(&extents(&ty)?))
                .property("reassociation", reassociation?),
            "memref.expand_shape" => OpSpec::new("tensor.collapse_shape")
                .operands(&[new])
                .property("reassociation", reassociation?),
            "memref.subview" => {
                let rest: Vec<ValueId> = data.operand_values().skip(1).collect();
                let sizes = data.attr("operandSegmentSizes")?.as_i64s()?;
                let sizes: Vec<usize> = sizes
                    .into_iter()
                    .skip(1)
                    .map(usize::try_from)
                    .collect::<Result<_, _>>()
                    .ok()?;
                let mut spec = OpSpec::new("tensor.insert_slice").operands(&[&[new, old], &rest[..]].concat());
                spec.properties = slice_of(&data.properties);
                spec.property("operandSegmentSizes", segment_sizes(&[&[1, 1], &sizes[..]].concat()))
            }
            _ => return None,
        };
        let span = data.span;
        Some(self.one(spec.result(ty).at(span)))
    }
}

/// Offsets, sizes and strides of a slice.
fn slice_of(properties: &Attrs) -> Attrs {
    let mut all = Attrs::default();
    for name in ["static_offsets", "static_sizes", "static_strides"] {
        if let Some(attr) = properties.get(name) {
            all.set(name, attr.clone());
        }
    }
    all
}
