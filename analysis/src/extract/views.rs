//! Views of memrefs: what their subscripts mean in the buffer underneath.

use super::facts::Facts;
use super::tensors::{RegionSubscript, shows_operand};
use super::{Extractor, Fallible, LoopFrame, unsupported};
use crate::ids::ArrayId;
use crate::scop::ArrayKind;
use polyvet_ir::{AffineExpr, Attr, Dim, OpId, Span, Type, ValueId};
use polyvet_poly::{DimKind, PwAff, Val};

impl Extractor<'_> {
    /// The array and subscripts that `subscripts` of a memref mean, through all views.
    pub(super) fn resolve(
        &mut self,
        memref: ValueId,
        subscripts: Vec<PwAff>,
        frame: &LoopFrame,
        use_span: Span,
    ) -> Fallible<(ArrayId, Vec<PwAff>)> {
        if let Some(init) = self.facts.kept(memref) {
            return self.resolve(init, subscripts, frame, use_span);
        }
        let view = self.module.defining_op(memref).map(|op| (op, self.module.op(op)));
        let Some((op, data)) = view.filter(|(_, data)| shows_operand(data)) else {
            return self.resolved(memref, subscripts, frame, use_span);
        };
        let source = data.operand(0);
        let outer = match data.name.as_str() {
            "memref.cast" | "memref.memory_space_cast" | "memref.assume_alignment" => subscripts,
            "memref.subview" => {
                let slice = self.facts.slice(op, memref, 1).map_err(|_| {
                    let message = "this subview has no affine model (a stride is not constant)";
                    unsupported("memref-view", message, data.span)
                })?;
                self.subscripts(&slice.subscripts, &subscripts, frame)?
            }
            "memref.expand_shape" | "memref.collapse_shape" => {
                let parts: Vec<RegionSubscript> = self.regrouped(op, data.name == "memref.expand_shape", frame)?;
                self.subscripts(&parts, &subscripts, frame)?
            }
            "memref.transpose" => self.facts.transposed(op, &subscripts)?,
            "memref.reinterpret_cast" => return self.reinterpreted(op, &subscripts, frame, use_span),
            // An array of its own.
            "memref.view" => return self.resolved(memref, subscripts, frame, use_span),
            other => {
                let message = format!("an access through `{other}` has no model");
                return Err(unsupported("memref-view", message, data.span));
            }
        };
        self.resolve(source, outer, frame, use_span)
    }

    /// Notes what a view shows of its array.
    pub(super) fn note_view(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<()> {
        let data = self.module.op(op);
        let (value, span) = (data.results[0], data.span);
        let (wide, subscripts) = self.each_element(frame, value, span)?;
        let (array, subscripts) = self.resolve(value, subscripts, &wide, span)?;
        let draft = super::payload::StmtDraft::new(&wide, String::new());
        let relation = self.relation(&draft, array, subscripts)?;
        let elements = relation.reset_tuple_id(DimKind::In)?.intersect_domain(wide.domain)?;
        let name = self.module.value_name(value);
        self.draft.views.get_or_insert_default().push(crate::scop::ArrayView {
            name: name.trim_start_matches('%').to_owned(),
            array,
            loops: frame.loops.clone(),
            elements,
            span,
        });
        Ok(())
    }

    fn resolved(
        &mut self,
        memref: ValueId,
        subscripts: Vec<PwAff>,
        frame: &LoopFrame,
        use_span: Span,
    ) -> Fallible<(ArrayId, Vec<PwAff>)> {
        let array = self.memref(memref, use_span)?;
        let subscripts = match self.places.layouts.get(&array).cloned() {
            Some(layout) => self.laid_out(&layout, &subscripts, frame, use_span)?,
            None => subscripts,
        };
        let all = self.with_owner_loops(array, subscripts, frame)?;
        Ok((array, all))
    }

    /// `memref.reinterpret_cast`: element `i` is element `offset + sum of i * stride` of the whole buffer.
    fn reinterpreted(
        &mut self,
        op: OpId,
        subscripts: &[PwAff],
        frame: &LoopFrame,
        use_span: Span,
    ) -> Fallible<(ArrayId, Vec<PwAff>)> {
        let data = self.module.op(op);
        let refuse = || {
            unsupported(
                "memref-view",
                "this `memref.reinterpret_cast` has no affine model",
                data.span,
            )
        };
        let list = |name: &str| data.attr(name).and_then(Attr::as_i64s).ok_or_else(refuse);
        let (offsets, strides) = (list("static_offsets")?, list("static_strides")?);
        let mut flat = match offsets[..] {
            [i64::MIN] => self.index(data.operands.get(1).ok_or_else(refuse)?.value, frame)?,
            [offset] => self.number(frame, offset)?,
            _ => return Err(refuse()),
        };
        for (subscript, stride) in subscripts.iter().zip(strides) {
            if stride == i64::MIN {
                return Err(refuse());
            }
            flat = flat.add(subscript.clone().mul(self.number(frame, stride)?)?)?;
        }
        let mut root = data.operand(0);
        while let Some(view) = self.module.defining_op(root).map(|op| self.module.op(op)) {
            if !shows_operand(view) || view.name == "memref.view" {
                break;
            }
            root = view.operand(0);
        }
        let Type::MemRef {
            shape, layout: None, ..
        } = self.module.ty(root).clone()
        else {
            return Err(refuse());
        };
        let mut outer = Vec::new();
        for (dim, extent) in shape.iter().enumerate().rev() {
            let Dim::Static(extent) = extent else {
                match dim {
                    0 => outer.push(flat.clone()),
                    _ => return Err(refuse()),
                }
                continue;
            };
            if dim == 0 {
                outer.push(flat.clone());
                continue;
            }
            let extent = i64::try_from(*extent)
                .ok()
                .filter(|extent| *extent > 0)
                .ok_or_else(refuse)?;
            outer.push(flat.clone().mod_val(Val::from_i64(&self.ctx, extent)?)?);
            flat = flat.div(self.number(frame, extent)?)?.floor()?;
        }
        outer.reverse();
        self.resolved(root, outer, frame, use_span)
    }

    /// The array of a `memref.view`: bytes that nothing else sees hold elements of its type.
    pub(super) fn typed_bytes(&mut self, op: OpId, value: ValueId) -> Fallible<ArrayId> {
        let data = self.module.op(op);
        let source = data.operand(0);
        let refuse = |why: &str| {
            let message = format!("`memref.view` has a model only where {why}");
            unsupported("memref-view", message, data.span)
        };
        let maker = { self.module.defining_op(source) }.filter(|maker| {
            let name = self.module.op(*maker).name.as_str();
            matches!(name, "memref.alloc" | "memref.alloca")
        });
        let maker = maker.ok_or_else(|| refuse("its bytes are allocated in the function"))?;
        let others = self
            .facts
            .users
            .get(&source)
            .into_iter()
            .flatten()
            .filter(|user| **user != op);
        if { others }.any(|user| self.module.op(*user).name != "memref.dealloc") {
            return Err(refuse("it is the only view of its bytes"));
        }
        let size = |this: &mut Self, value: ValueId| -> Fallible<Option<i64>> {
            let mut product: i64 = 1;
            for extent in this.extents(value, data.span)? {
                match extent {
                    super::index::Extent::Const(extent) => product = product.saturating_mul(extent),
                    _ => return Ok(None),
                }
            }
            Ok(Some(product))
        };
        let (Some(bytes), Some(elems)) = (size(self, source)?, size(self, value)?) else {
            return Err(refuse("all sizes are constant"));
        };
        let each = self
            .module
            .ty(value)
            .elem()
            .elem_bytes()
            .and_then(|bytes| i64::try_from(bytes).ok());
        let end = match (self.facts.constant(data.operand(1)), each) {
            (Some(shift), Some(each)) if shift >= 0 => elems.saturating_mul(each).saturating_add(shift),
            _ => return Err(refuse("its shift is constant")),
        };
        if end > bytes {
            return Err(refuse("it lies within its bytes"));
        }
        match self.facts.loop_depth(maker) {
            0 => self.new_array(value, ArrayKind::Local),
            depth => self.private_array(value, depth, data.span),
        }
    }
}

impl Facts<'_> {
    /// Dimension `r` of the result of `memref.transpose` is dimension `permutation(r)` of the source.
    fn transposed(&self, op: OpId, subscripts: &[PwAff]) -> Fallible<Vec<PwAff>> {
        let data = self.module.op(op);
        let mut outer: Vec<Option<PwAff>> = vec![None; subscripts.len()];
        let map = data.attr("permutation").and_then(Attr::as_map);
        for (expr, subscript) in map.iter().flat_map(|map| &map.results).zip(subscripts) {
            if let AffineExpr::Dim(dim) = expr
                && let Some(slot) = outer.get_mut(*dim as usize)
            {
                *slot = Some(subscript.clone());
            }
        }
        { outer.into_iter().collect::<Option<Vec<_>>>() }
            .ok_or_else(|| unsupported("malformed-op", "this is no permutation", data.span))
    }

    /// What a loop hands through as `value`: a memref that each iteration yields as it got it.
    pub(super) fn kept(&self, value: ValueId) -> Option<ValueId> {
        let module = self.module;
        if !module.ty(value).is_memref() {
            return None;
        }
        let init = self.carried_from(value)?;
        let (owner, body) = match module.value(value).def {
            polyvet_ir::Def::Result { op, .. } => (op, module.only_block(op, 0)?),
            polyvet_ir::Def::Arg { block, .. } => (module.region(module.block(block).parent?).parent?, block),
        };
        let (args, yields) = (&module.block(body).args, module.op(*module.block(body).ops.last()?));
        let first = args.len().checked_sub(module.op(owner).results.len())?;
        let at = match module.value(value).def {
            polyvet_ir::Def::Result { index, .. } => index,
            polyvet_ir::Def::Arg { index, .. } => index.checked_sub(first)?,
        };
        (yields.operands.get(at)?.value == *args.get(first + at)?).then_some(init)
    }

    /// Whether nothing writes to a memref or a view of it.
    pub(super) fn is_only_read(&self, memref: ValueId) -> bool {
        let mut pending = vec![memref];
        while let Some(value) = pending.pop() {
            for user in self.users.get(&value).map_or(&[][..], Vec::as_slice) {
                let data = self.module.op(*user);
                if shows_operand(data) {
                    pending.extend(&data.results);
                } else if !self.module.only_reads(*user, value) {
                    return false;
                }
            }
        }
        true
    }
}
