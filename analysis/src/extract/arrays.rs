//! Which memrefs and tensors are one array.

use super::facts::Facts;
use super::tensors::shows_operand;
use super::{Extractor, Fallible, LoopFrame, unsupported, unsupported_help};
use crate::ids::ArrayId;
use crate::scop::{Array, ArrayKind};
use polyvet_ir::{Attr, BlockId, OpId, Span, Type, ValueId};
use polyvet_poly::PwAff;

impl Extractor<'_> {
    /// Arguments of the function: memrefs, tensors and vectors become arrays, in order, so that their names win.
    pub(super) fn signature(&mut self, func: OpId, entry: BlockId) -> Fallible<()> {
        // A loop of this program that is called like an argument of the other one must not take its name.
        let names: Vec<String> = self.naming.like.names().map(str::to_owned).collect();
        names.iter().for_each(|name| self.naming.names.reserve(name));
        self.note_words(entry);
        for arg in self.module.block(entry).args.clone() {
            let value = self.module.value(arg);
            if self
                .facts
                .argument(arg)
                .is_some_and(|at| polyvet_ir::has_strange_space(self.module, func, at))
            {
                let name = self.module.value_name(arg);
                let message = format!("`polyvet.space` of `{name}` is no `affine_set`, or `{name}` no memref");
                return Err(unsupported("memref-layout", message, value.span));
            }
            let kind = match &value.ty {
                Type::MemRef { .. } => ArrayKind::InOut,
                Type::Tensor { .. } => ArrayKind::Input,
                // Masks and vectors of indices are functions of the lane, not data.
                Type::Vector { elem, .. } if **elem != Type::Index && self.facts.is_aggregate(arg) => ArrayKind::Input,
                Type::UnrankedMemRef { .. } | Type::UnrankedTensor(_) => {
                    let message = format!("`{}` has no rank", self.module.value_name(arg));
                    return Err(unsupported("unranked", message, value.span));
                }
                _ => continue,
            };
            self.new_array(arg, kind)?;
        }
        self.name_globals(func);
        Ok(())
    }

    /// Notes what users call the numbers that a caller chooses, whether the model depends on them or not.
    fn note_words(&mut self, entry: BlockId) {
        for (arg, value) in self.module.block(entry).args.iter().enumerate() {
            let data = self.module.value(*value);
            let owner = data.name.clone().unwrap_or_else(|| format!("v{}", value.0));
            if matches!(data.ty, Type::Index | Type::Integer { .. }) {
                let label = self.naming.like.indices.get(&arg).map(|(_, label)| label.clone());
                self.naming.words.arguments.push(label.unwrap_or(owner));
                continue;
            }
            for (dim, _) in data.ty.shape().unwrap_or_default().iter().enumerate() {
                let label = self
                    .naming
                    .like
                    .extents
                    .get(&(arg, dim))
                    .map(|(_, label)| label.clone());
                self.naming
                    .words
                    .extents
                    .push(label.unwrap_or_else(|| format!("{owner}.{dim}")));
            }
        }
    }

    /// Makes the array of a memref, tensor or vector value.
    pub(super) fn new_array(&mut self, value: ValueId, kind: ArrayKind) -> Fallible<ArrayId> {
        let layout = self.shared_layout(value)?;
        let array = self.new_array_like(value, kind)?;
        if let Some(layout) = layout {
            self.lay_out(array, value, layout)?;
        }
        if let Some(space) = self.facts.data_space(value).cloned() {
            self.leave_out(array, value, &space)?;
        }
        Ok(array)
    }

    /// Makes an array with the extents of a value.
    pub(super) fn new_array_like(&mut self, value: ValueId, kind: ArrayKind) -> Fallible<ArrayId> {
        let data = self.module.value(value);
        let like = self
            .facts
            .argument(value)
            .and_then(|arg| self.naming.like.arrays.get(&arg).cloned());
        let wish = data.name.clone().unwrap_or_else(|| format!("v{}", value.0));
        let (ty, span) = (data.ty.clone(), data.span);
        let name = match self.global_name(value).or(like) {
            Some(name) => name,
            None => self.naming.names.unique(&wish),
        };
        let rank = ty.shape().map_or(0, <[_]>::len);
        let root = LoopFrame::root(&self.ctx)?;
        let mut extents = Vec::with_capacity(rank);
        for dim in 0..rank {
            let extent = self.extent(value, dim, span)?.on(self, &root)?;
            extents.push(Some(parameter_only(extent)?));
        }
        let at = self.draft.arrays.next_key();
        let versions = if ty.is_tensor() { vec![value] } else { Vec::new() };
        let elem = ty.elem().clone();
        self.draft.arrays.push(Array {
            name,
            elem,
            extents,
            kind,
            value: Some(value),
            symbol: None,
            versions,
            may_be_unwritten: self.facts.may_be_unwritten(value),
            span,
            layout: None,
            space: None,
        });
        self.places.array_of.insert(value, at);
        Ok(at)
    }

    /// A register: one element per iteration of the loops of `frame`.
    pub(super) fn new_register(&mut self, value: ValueId, rank: usize) -> ArrayId {
        let data = self.module.value(value);
        let wish = data.name.clone().unwrap_or_else(|| format!("v{}", value.0));
        let name = self.naming.names.unique(&wish);
        let at = self.draft.arrays.next_key();
        self.draft.arrays.push(Array {
            name,
            elem: data.ty.clone(),
            extents: vec![None; rank],
            kind: ArrayKind::Register,
            value: Some(value),
            symbol: None,
            versions: Vec::new(),
            may_be_unwritten: false,
            span: data.span,
            layout: None,
            space: None,
        });
        self.places.register_of.insert(value, at);
        at
    }

    /// The array behind a memref.
    pub(super) fn memref(&mut self, value: ValueId, use_span: Span) -> Fallible<ArrayId> {
        if let Some(array) = self.places.array_of.get(&value) {
            return Ok(*array);
        }
        let shown = self.module.value_name(value);
        if let Some(init) = self.facts.kept(value) {
            return self.memref(init, use_span);
        }
        let Some(op) = self.module.defining_op(value) else {
            let message = format!("the memref `{shown}` is carried by a loop or a block");
            return Err(unsupported("memref-carried", message, use_span));
        };
        let data = self.module.op(op);
        let array = match data.name.as_str() {
            "memref.view" => self.typed_bytes(op, value)?,
            _ if shows_operand(data) => return self.memref(data.operand(0), use_span),
            "memref.alloc" | "memref.alloca" | "bufferization.clone" => {
                if data.parent != Some(self.facts.entry) {
                    return self.new_private(op, value);
                }
                self.new_array(value, ArrayKind::Local)?
            }
            "memref.get_global" => self.global(value)?,
            // Nobody writes to the buffer, so it is the tensor.
            "bufferization.to_buffer" if data.attr("read_only").is_some() || self.facts.is_only_read(value) => {
                self.tensor(data.operand(0), use_span)?
            }
            other => {
                let message = format!("`{other}`, which makes `{shown}`, has no model yet");
                return Err(unsupported_help(
                    "memref-view",
                    message,
                    data.span,
                    "access the underlying memref instead",
                ));
            }
        };
        self.places.array_of.insert(value, array);
        Ok(array)
    }

    /// A buffer allocated inside loops: each iteration has one of its own, so the array has the
    /// loops as its first dimensions.
    fn new_private(&mut self, op: OpId, value: ValueId) -> Fallible<ArrayId> {
        let depth = self.facts.loop_depth(op);
        self.private_array(value, depth, self.module.op(op).span)
    }

    /// An array with the `depth` outermost loops as its first dimensions.
    pub(super) fn private_array(&mut self, value: ValueId, depth: usize, span: Span) -> Fallible<ArrayId> {
        let layout = self.shared_layout(value)?;
        let rank = self.module.ty(value).shape().map_or(0, <[_]>::len);
        let array = self.new_register(value, depth + rank);
        self.places.register_of.remove(&value);
        self.draft.arrays[array].elem = self.module.ty(value).elem().clone();
        let root = LoopFrame::root(&self.ctx)?;
        for dim in 0..rank {
            // An extent that changes with the loops around is no parameter.
            let extent = self.extent(value, dim, span)?;
            if depth == 0 || matches!(extent, super::index::Extent::Const(_)) {
                let extent = extent.on(self, &root)?;
                self.draft.arrays[array].extents[depth + dim] = Some(parameter_only(extent)?);
            }
        }
        self.places.private_depth.insert(array, depth);
        self.places.array_of.insert(value, array);
        if let Some(layout) = layout {
            self.lay_out(array, value, layout)?;
        }
        Ok(array)
    }

    /// Subscripts of an array, after the loops it has for its first dimensions.
    pub(super) fn with_owner_loops(
        &mut self,
        array: ArrayId,
        subscripts: Vec<PwAff>,
        frame: &LoopFrame,
    ) -> Fallible<Vec<PwAff>> {
        let depth = self.places.private_depth.get(&array).copied().unwrap_or(0);
        for (dim, subscript) in subscripts.iter().enumerate().filter(|_| depth > 0) {
            self.check_private(array, (depth, dim), subscript, frame)?;
        }
        self.owned(array, &subscripts, frame)
    }

    /// Subscripts of an array that are known to be within.
    pub(super) fn owned(&self, array: ArrayId, subscripts: &[PwAff], frame: &LoopFrame) -> Fallible<Vec<PwAff>> {
        let depth = self.places.private_depth.get(&array).copied().unwrap_or(0);
        let mut all = (0..depth)
            .map(|at| self.facts.variable(frame, at))
            .collect::<Fallible<Vec<_>>>()?;
        all.extend_from_slice(subscripts);
        Ok(all)
    }

    /// An extent that changes with the loops around is no parameter, so it is checked here that nothing is beyond.
    fn check_private(
        &mut self,
        array: ArrayId,
        (depth, dim): (usize, usize),
        subscript: &PwAff,
        frame: &LoopFrame,
    ) -> Fallible<()> {
        let (Some(value), None) = (
            self.draft.arrays[array].value,
            &self.draft.arrays[array].extents[depth + dim],
        ) else {
            return Ok(());
        };
        let span = self.draft.arrays[array].span;
        let (extent, zero) = (self.extent(value, dim, span)?.on(self, frame)?, self.number(frame, 0)?);
        let beyond = subscript
            .clone()
            .lt_set(zero)?
            .union(subscript.clone().ge_set(extent)?)?;
        let beyond = frame
            .domain
            .clone()
            .intersect(beyond)?
            .intersect_params(self.known()?)?;
        if beyond.is_empty()? {
            return Ok(());
        }
        let message = format!("`{}` may be left, whose extents vary", self.module.value_name(value));
        Err(unsupported("varying-extent", message, span))
    }

    /// The array of a tensor value.
    pub(super) fn tensor(&mut self, value: ValueId, use_span: Span) -> Fallible<ArrayId> {
        if let Some(array) = self.places.array_of.get(&value) {
            return Ok(*array);
        }
        let shown = self.module.value_name(value);
        let Some(op) = self.module.defining_op(value) else {
            let message = format!("the tensor `{shown}` is carried by a loop or a block");
            return Err(unsupported("tensor-carried", message, use_span));
        };
        let data = self.module.op(op);
        let array = match data.name.as_str() {
            "tensor.cast" => self.tensor(data.operand(0), use_span)?,
            // Without a tensor to copy, its elements are undefined.
            "tensor.empty" | "bufferization.alloc_tensor" if data.attr("operandSegmentSizes").is_none_or(no_copy) => {
                let mut depth = 0;
                if data.parent != Some(self.facts.entry) {
                    depth = self.facts.loop_depth(op);
                }
                match depth {
                    0 => self.new_array(value, ArrayKind::Local)?,
                    depth => self.private_array(value, depth, data.span)?,
                }
            }
            other => {
                let message = format!("`{other}`, which makes `{shown}`, has no model yet");
                return Err(unsupported("tensor-op", message, data.span));
            }
        };
        self.places.array_of.insert(value, array);
        Ok(array)
    }
}

impl Facts<'_> {
    /// Whether elements of an argument may not have been written: `polyvet.unwritten` says so where it is handed to a part of a program.
    fn may_be_unwritten(&self, value: ValueId) -> bool {
        self.argument_of(value)
            .is_some_and(|(func, at)| polyvet_ir::arg_attr(self.module, func, at, polyvet_ir::UNWRITTEN).is_some())
    }

    /// How many loops of the model are around an operation.
    pub(super) fn loop_depth(&self, op: OpId) -> usize {
        let mut depth = 0;
        let mut inner = op;
        while let Some(parent) = self.module.parent_op(inner) {
            depth += match self.module.op(parent).name.as_str() {
                "affine.for" | "scf.for" => self.digit_count(parent),
                "scf.while" => 1,
                "scf.parallel" | "scf.forall" => {
                    let body = self
                        .module
                        .only_block(parent, 0)
                        .map(|b| self.module.block(b).args.clone());
                    let is_index = |arg: &&ValueId| *self.module.ty(**arg) == Type::Index;
                    body.map_or(0, |args| args.iter().filter(is_index).count())
                }
                "affine.parallel" => polyvet_ir::affine_parallel(self.module, parent).map_or(0, |p| p.inductions.len()),
                _ => 0,
            };
            inner = parent;
        }
        depth
    }
}

/// `bufferization.alloc_tensor` without a tensor to copy.
fn no_copy(segments: &Attr) -> bool {
    segments.as_i64s().is_some_and(|segments| segments.get(1) == Some(&0))
}

/// `[p] -> { [] -> [(e)] }` becomes `[p] -> { [(e)] }`.
pub(super) fn parameter_only(on_empty: PwAff) -> Fallible<PwAff> {
    Ok(on_empty.project_domain_on_params()?)
}
