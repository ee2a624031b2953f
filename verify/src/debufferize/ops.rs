//! Operations on buffers as operations on tensors.

use super::views::{ShownBuffer, tensor_of};
use super::{BufferExtent, Lifter, TensorOrigin, touches_memory};
use polyvet_ir::linalg::{self, IteratorType, Structured};
use polyvet_ir::ops::Effects;
use polyvet_ir::{AffineExpr, AffineMap, Attr, Dim, OpId, OpSpec, Type, ValueId, arg_attr};

impl Lifter {
    /// Translates an operation and all that is in it.
    pub fn op(&mut self, op: OpId) -> Option<()> {
        let data = self.module.op(op);
        if data.opaque.is_some() || data.info().is_terminator() || !data.info().is_known() && !self.events_on_tensors {
            return None;
        }
        if !touches_memory(&self.module, op) {
            // An event may touch any buffer.
            if self.module.effects(op) != Effects::NONE {
                if !self.events_on_tensors {
                    return None;
                }
                self.has_events = true;
            }
            self.module.replace_uses(op, &self.values);
            self.made.push(op);
            return Some(());
        }
        match data.name.as_str() {
            "func.call" if self.calls_on_tensors => self.call(op),
            "memref.alloc" => self.alloc(op, TensorOrigin::Heap),
            "memref.alloca" => self.alloc(op, |_| TensorOrigin::Stack),
            "memref.dealloc" => self.dealloc(op),
            "memref.get_global" => self.constant(op),
            "memref.cast" | "memref.collapse_shape" | "memref.expand_shape" | "memref.subview" => self.new_view(op),
            "memref.load" | "affine.load" => self.load(op),
            "memref.store" | "affine.store" => self.store(op),
            "memref.copy" => self.copy(op),
            "memref.dim" => self.dim(op),
            "arith.select" => self.select(op),
            "bufferization.clone" => self.clone_of(op),
            "bufferization.to_tensor" => self.tensor_of_buffer(op),
            "bufferization.to_buffer" => self.buffer_of_tensor(op),
            "bufferization.materialize_in_destination" => self.materialize(op),
            "vector.transfer_read" => self.transfer_read(op),
            "vector.transfer_write" => self.transfer_write(op),
            "scf.for" | "affine.for" => self.for_loop(op),
            "scf.if" | "affine.if" => self.branch(op),
            name if name.starts_with("linalg.") => self.structured(op),
            _ => None,
        }
    }

    /// A call of a function that is only declared, as one of what it is on tensors. Nobody knows what is in the buffers that it
    /// was given afterwards, unless it only reads them and returns none; a buffer that it returns may be one of them, to which
    /// nobody writes from here on.
    fn call(&mut self, op: OpId) -> Option<()> {
        let data = self.module.op(op).clone();
        let callee = self.module.resolve_attr(op, "callee")?;
        if self.module.has_body(callee) {
            return None;
        }
        self.has_events = true;
        let returns = data.results.iter().any(|result| self.module.ty(*result).is_memref());
        let mut given = Vec::new();
        let (mut operands, mut passed) = (Vec::new(), Vec::new());
        for (at, value) in data.operand_values().enumerate() {
            if !self.module.ty(value).is_memref() {
                operands.push(self.value(value));
                continue;
            }
            let view = self.view(value)?;
            operands.push(self.read(&view)?);
            passed.push(view.buffer);
            let reads = Attr::Str(b"read".to_vec());
            if returns || arg_attr(&self.module, callee, at, "bufferization.access") != Some(&reads) {
                given.push(view);
            }
        }
        let mut arguments = Vec::new();
        for buffer in &passed {
            arguments.extend(self.buffers[*buffer].origin.arguments()?);
        }
        let types: Vec<Type> = { data.results.iter() }
            .map(|result| match self.module.ty(*result) {
                ty if ty.is_memref() => tensor_of(ty),
                ty => Some(ty.clone()),
            })
            .collect::<Option<_>>()?;
        let mut spec = types
            .iter()
            .fold(OpSpec::new("func.call").operands(&operands), |spec, ty| {
                spec.result(ty.clone())
            });
        (spec.properties, spec.attrs, spec.span) = (data.properties.clone(), data.attrs.clone(), data.span);
        let new = self.module.add_op(spec);
        self.made.push(new);
        // The function has the same name on tensors.
        let inputs = operands.iter().map(|value| self.module.ty(*value).clone()).collect();
        let ty = Attr::Type(Type::Function { inputs, results: types });
        self.module.op_mut(callee).properties.set("function_type", ty);
        for view in given {
            let shown = self.read(&view)?;
            let anything = self.one(OpSpec::poison(self.module.ty(shown).clone()));
            self.write(&view, anything)?;
        }
        if returns {
            for buffer in &passed {
                self.buffers[*buffer].frozen = true;
            }
        }
        for (result, value) in data.results.iter().zip(self.module.op(new).results.clone()) {
            match self.module.ty(*result).is_memref() {
                true => {
                    self.new_buffer(*result, TensorOrigin::OneOf(arguments.clone()), value);
                    self.buffers.last_mut()?.may_be = passed.iter().copied().collect();
                }
                false => {
                    self.values.insert(*result, value);
                }
            }
        }
        Some(())
    }

    /// The only result of an operation.
    fn result(&self, op: OpId) -> Option<ValueId> {
        match self.module.op(op).results[..] {
            [result] => Some(result),
            _ => None,
        }
    }

    fn alloc(&mut self, op: OpId, origin: impl Fn(u64) -> TensorOrigin) -> Option<()> {
        let (data, result) = (self.module.op(op), self.result(op)?);
        let Type::MemRef {
            shape, layout: None, ..
        } = self.module.ty(result)
        else {
            return None;
        };
        let dynamic = shape.iter().filter(|dim| **dim == Dim::Dynamic).count();
        if data.operands.len() != dynamic {
            return None;
        }
        let alignment = data.attr("alignment").and_then(Attr::as_i64).unwrap_or(1);
        let origin = origin(u64::try_from(alignment).ok()?);
        let sizes: Vec<ValueId> = data.operand_values().map(|value| self.value(value)).collect();
        let ty = tensor_of(self.module.ty(result))?;
        let dims = ty.shape()?.to_vec();
        let spec = OpSpec::new("tensor.empty").operands(&sizes).result(ty).at(data.span);
        let content = self.one(spec);
        self.new_buffer(result, origin, content);
        let mut sizes = sizes.into_iter();
        for (at, _) in dims.iter().enumerate().filter(|(_, dim)| **dim == Dim::Dynamic) {
            let size = sizes.next()?;
            let extent = self.extent(size);
            self.buffers.last_mut()?.extents[at] = extent;
        }
        Some(())
    }

    /// What is freed is a whole buffer that was made in this block, and is not used any more.
    fn dealloc(&mut self, op: OpId) -> Option<()> {
        let view = self.view(self.module.op(op).operand(0))?;
        let buffer = &mut self.buffers[view.buffer];
        let frees = view.steps.is_empty()
            && buffer.depth == self.depth
            && !buffer.frozen
            && buffer.may_be.is_empty()
            && (matches!(buffer.origin, TensorOrigin::Heap(_)) || buffer.origin == TensorOrigin::OneOf(Vec::new()));
        frees.then(|| buffer.content = None)
    }

    /// A global that is constant and says what it holds.
    fn constant(&mut self, op: OpId) -> Option<()> {
        let (data, result) = (self.module.op(op), self.result(op)?);
        let Some(Attr::Symbol(path)) = data.attr("name") else {
            return None;
        };
        let global = self.module.op(self.module.resolve(op, path)?);
        if global.name != "memref.global" || !global.is_set("constant") {
            return None;
        }
        let value @ Attr::Dense { .. } = global.attr("initial_value")?.clone() else {
            return None;
        };
        let ty = tensor_of(self.module.ty(result))?;
        let span = data.span;
        let spec = OpSpec::new("arith.constant")
            .property("value", value)
            .result(ty)
            .at(span);
        let content = self.one(spec);
        self.new_buffer(result, TensorOrigin::Constant, content);
        Some(())
    }

    /// The subscripts of an access from operand `first` on.
    fn subscripts(&mut self, op: OpId, first: usize) -> Option<Vec<ValueId>> {
        let data = self.module.op(op);
        let operands: Vec<ValueId> = { data.operand_values().skip(first) }
            .map(|value| self.value(value))
            .collect();
        // What is promised besides has no place on tensors.
        let is_plain = |name: &str| matches!(name, "map" | "nontemporal");
        let promises = data
            .properties
            .iter()
            .chain(data.attrs.iter())
            .any(|(name, _)| !is_plain(name));
        if promises {
            return None;
        }
        let Some(map) = data.attr("map").map(|map| map.as_map().cloned()) else {
            return Some(operands);
        };
        let (map, span) = (map?, data.span);
        let mut all = Vec::new();
        for expr in &map.results {
            if let AffineExpr::Dim(at) = expr {
                all.push(*operands.get(*at as usize)?);
                continue;
            }
            let one = AffineMap::new(map.dims, map.syms, vec![expr.clone()]);
            let spec = OpSpec::new("affine.apply").operands(&operands);
            all.push(self.one(spec.property("map", Attr::AffineMap(one)).result(Type::Index).at(span)));
        }
        Some(all)
    }

    fn load(&mut self, op: OpId) -> Option<()> {
        let view = self.view(self.module.op(op).operand(0))?;
        let subscripts = self.subscripts(op, 1)?;
        let tensor = self.read(&view)?;
        let (result, span) = (self.result(op)?, self.module.op(op).span);
        let ty = self.module.ty(result).clone();
        let spec = OpSpec::new("tensor.extract").operands(&[&[tensor], &subscripts[..]].concat());
        let loaded = self.one(spec.result(ty).at(span));
        self.values.insert(result, loaded);
        Some(())
    }

    fn store(&mut self, op: OpId) -> Option<()> {
        let data = self.module.op(op);
        let (value, span) = (self.value(data.operand(0)), data.span);
        let view = self.view(data.operand(1))?;
        let subscripts = self.subscripts(op, 2)?;
        let tensor = self.read(&view)?;
        let ty = self.module.ty(tensor).clone();
        let spec = OpSpec::new("tensor.insert").operands(&[&[value, tensor], &subscripts[..]].concat());
        let stored = self.one(spec.result(ty).at(span));
        self.write(&view, stored)
    }

    /// A tensor with another type whose extents are the same or open; with one that is known, the program may be undefined.
    /// Two open extents may differ, which no cast says: these are `same`, by dimension.
    fn cast(&mut self, value: ValueId, to: &Type, same: &[bool]) -> Option<ValueId> {
        let from = self.module.ty(value).clone();
        let (x, y) = (from.shape()?, to.shape()?);
        let known = |at: usize| x[at] != Dim::Dynamic || y[at] != Dim::Dynamic || same.get(at) == Some(&true);
        if x.len() != y.len() || from.elem() != to.elem() || !(0..x.len()).all(known) {
            return None;
        }
        if from == *to {
            return Some(value);
        }
        Some(self.one(OpSpec::new("tensor.cast").operands(&[value]).result(to.clone())))
    }

    /// Puts a tensor with these extents, as far as they are known, into all that a view shows.
    fn fill(&mut self, view: &ShownBuffer, of: &Type, tensor: ValueId, extents: &[Option<BufferExtent>]) -> Option<()> {
        let shown = self.view_extents(view)?;
        let same: Vec<bool> = { shown.iter().zip(extents) }
            .map(|(x, y)| x.is_some() && x == y)
            .collect();
        let cast = self.cast(tensor, &tensor_of(of)?, &same)?;
        self.write(view, cast)
    }

    fn copy(&mut self, op: OpId) -> Option<()> {
        let data = self.module.op(op);
        let (from, to) = (data.operand(0), data.operand(1));
        let (source, target) = (self.view(from)?, self.view(to)?);
        if source.buffer == target.buffer {
            // Onto itself.
            let is_same = from == to || source == target;
            return (is_same && self.is_written(target.buffer)).then_some(());
        }
        let ty = self.module.ty(to).clone();
        let extents = self.view_extents(&source)?;
        let tensor = self.read(&source)?;
        self.fill(&target, &ty, tensor, &extents)
    }

    /// One of two buffers. Nobody writes to either from here on.
    fn select(&mut self, op: OpId) -> Option<()> {
        let (data, result) = (self.module.op(op), self.result(op)?);
        let (condition, span) = (self.value(data.operand(0)), data.span);
        let views = [self.view(data.operand(1))?, self.view(data.operand(2))?];
        let [one, other] = [self.read(&views[0])?, self.read(&views[1])?];
        let ty = self.module.ty(one).clone();
        if ty != *self.module.ty(other) || *self.module.ty(condition) != Type::I1 {
            return None;
        }
        let spec = OpSpec::new("arith.select").operands(&[condition, one, other]);
        let content = self.one(spec.result(ty).at(span));
        let sources = [self.freeze(views[0].buffer)?, self.freeze(views[1].buffer)?];
        self.new_choice(result, [&sources[0], &sources[1]], content);
        Some(())
    }

    fn dim(&mut self, op: OpId) -> Option<()> {
        let (data, result) = (self.module.op(op), self.result(op)?);
        let (number, span) = (self.value(data.operand(1)), data.span);
        let view = self.view(data.operand(0))?;
        let tensor = self.read(&view)?;
        let spec = OpSpec::new("tensor.dim").operands(&[tensor, number]);
        let extent = self.one(spec.result(Type::Index).at(span));
        self.values.insert(result, extent);
        let at = self.number(number).and_then(|at| usize::try_from(at).ok());
        let known = self
            .view_extents(&view)?
            .get(at.unwrap_or(usize::MAX))
            .copied()
            .flatten();
        self.extents.extend(known.map(|known| (extent, known)));
        Some(())
    }

    fn clone_of(&mut self, op: OpId) -> Option<()> {
        let (data, result) = (self.module.op(op), self.result(op)?);
        let view = self.view(data.operand(0))?;
        if self.module.ty(data.operand(0)).shape() != self.module.ty(result).shape() {
            return None;
        }
        let tensor = self.read(&view)?;
        let extents = self.view_extents(&view)?;
        self.new_buffer(result, TensorOrigin::OneOf(Vec::new()), tensor);
        let own = &mut self.buffers.last_mut()?.extents;
        for (own, known) in own.iter_mut().zip(extents) {
            *own = known.unwrap_or(*own);
        }
        Some(())
    }

    fn tensor_of_buffer(&mut self, op: OpId) -> Option<()> {
        let (data, result) = (self.module.op(op), self.result(op)?);
        let view = self.view(data.operand(0))?;
        let tensor = self.read(&view)?;
        if self.module.ty(tensor) != self.module.ty(result) {
            return None;
        }
        self.values.insert(result, tensor);
        Some(())
    }

    /// A tensor as a buffer that nobody writes to.
    fn buffer_of_tensor(&mut self, op: OpId) -> Option<()> {
        let (data, result) = (self.module.op(op), self.result(op)?);
        let tensor = self.value(data.operand(0));
        let is_same = tensor_of(self.module.ty(result))? == *self.module.ty(tensor);
        is_same.then(|| self.new_buffer(result, TensorOrigin::Constant, tensor))
    }

    fn materialize(&mut self, op: OpId) -> Option<()> {
        let data = self.module.op(op);
        if data.operands.len() != 2 || !data.results.is_empty() || !data.is_set("writable") {
            return None;
        }
        let (tensor, to) = (self.value(data.operand(0)), data.operand(1));
        let view = self.view(to)?;
        let ty = self.module.ty(to).clone();
        let extents = self.tensor_extents(tensor);
        self.fill(&view, &ty, tensor, &extents)
    }

    fn transfer_read(&mut self, op: OpId) -> Option<()> {
        let view = self.view(self.module.op(op).operand(0))?;
        self.update_operands(op);
        let tensor = self.read(&view)?;
        self.module.op_mut(op).operands[0].value = tensor;
        self.made.push(op);
        Some(())
    }

    fn transfer_write(&mut self, op: OpId) -> Option<()> {
        let data = self.module.op(op);
        let (view, span) = (self.view(data.operand(1))?, data.span);
        self.update_operands(op);
        let tensor = self.read(&view)?;
        self.module.op_mut(op).operands[1].value = tensor;
        let ty = self.module.ty(tensor).clone();
        let result = self.module.add_result(op, ty, None, span);
        self.made.push(op);
        self.write(&view, result)
    }

    /// A structured operation, which has a result for each buffer that it writes.
    fn structured(&mut self, op: OpId) -> Option<()> {
        let structured = linalg::structured(&self.module, op)?;
        let data = self.module.op(op);
        let operands: Vec<ValueId> = data.operand_values().collect();
        let (inputs, outputs) = (structured.inputs.len(), structured.outputs.len());
        let is_tensor = |value: &ValueId| self.module.ty(*value).is_tensor();
        let has_buffers_inside =
            { self.module.block(structured.body).ops.iter() }.any(|op| touches_memory(&self.module, *op));
        if operands.len() != inputs + outputs
            || !data.results.is_empty()
            || operands.iter().any(is_tensor)
            || has_buffers_inside
        {
            return None;
        }
        let views: Vec<Option<ShownBuffer>> = { operands.iter() }
            .map(|value| match self.module.ty(*value).is_memref() {
                true => self.view(*value).map(Some),
                false => Some(None),
            })
            .collect::<Option<_>>()?;
        for at in inputs..operands.len() {
            if !is_apart(&structured, &operands, &views, at) {
                return None;
            }
        }
        self.module.replace_uses(op, &self.values);
        for (at, view) in views.iter().enumerate() {
            if let Some(view) = view {
                let tensor = self.read(view)?;
                self.module.op_mut(op).operands[at].value = tensor;
            }
        }
        self.made.push(op);
        let span = self.module.op(op).span;
        for (at, view) in views.into_iter().enumerate().skip(inputs) {
            let ty = self.module.ty(self.module.op(op).operand(at)).clone();
            let result = self.module.add_result(op, ty, None, span);
            self.write(&view?, result)?;
        }
        Some(())
    }
}

/// Whether a structured operation reads of the buffer that it writes for operand `at` nothing but the element that the same
/// iteration writes, and no other operand writes it.
fn is_apart(structured: &Structured, operands: &[ValueId], views: &[Option<ShownBuffer>], at: usize) -> bool {
    let Some(written) = &views[at] else { return false };
    let in_place =
        structured.maps[at].is_permutation() && structured.iterators.iter().all(|one| *one == IteratorType::Parallel);
    views.iter().enumerate().all(|(other, view)| {
        let shares = other != at && view.as_ref().is_some_and(|view| view.buffer == written.buffer);
        let is_input = other < structured.inputs.len();
        !shares
            || is_input && in_place && operands[other] == operands[at] && structured.maps[other] == structured.maps[at]
    })
}
