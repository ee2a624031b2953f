//! Where the elements of arrays live in the generated function.
//!
//! A memref that stays is used as it is. Registers and allocations inside loops get a memref of
//! their own before the loops. A tensor that is only read is read through a buffer of it; one that
//! is written gets a fresh memref, filled from the tensor if it has a value at entry.

use polyvet_analysis::ids::ArrayId;
use polyvet_analysis::{ArrayKind, Scop};
use polyvet_ir::{Attr, Dim, OpSpec, Type, ValueId};
use polyvet_poly::{DimKind, PwAff, Set};

use crate::ast::{Exprs, known};
use crate::emit::{Emitter, segments};
use crate::expr::{ChoiceExpr, ExprVar, LinearExpr};
use crate::{CodegenError, Result};

/// The memref of an array.
#[derive(Clone, Debug)]
pub struct ArrayBuffer {
    /// The memref.
    pub memref: ValueId,
    /// Subscripts of its first element; empty for zeros.
    pub origin: Vec<ChoiceExpr>,
    /// Made for the generated function, and to be freed by it.
    pub owned: bool,
}

impl Emitter<'_> {
    /// The memref of an array, made at first use.
    pub fn buffer(&mut self, array: ArrayId) -> Result<ArrayBuffer> {
        if let Some(known) = self.buffers.get(&array) {
            return Ok(known.clone());
        }
        let buffer = self.before_loops(|this| this.make_buffer(array))?;
        self.buffers.insert(array, buffer.clone());
        Ok(buffer)
    }

    fn make_buffer(&mut self, at: ArrayId) -> Result<ArrayBuffer> {
        let array = &self.scop.arrays[at];
        let gone = || {
            let what = format!("array `{}`, whose memref or tensor is replaced", array.name);
            CodegenError::unsupported(what, array.span)
        };
        let refuse = |why: &str| CodegenError::unsupported(format!("array `{}`, {why}", array.name), array.span);
        if array.layout.is_some() {
            return Err(refuse("several of whose subscripts are one element"));
        }
        if array.kind == ArrayKind::Register {
            return self.make_register(at);
        }
        if array.kind == ArrayKind::Input
            && array
                .value
                .is_some_and(|v| matches!(self.module.ty(v), Type::Vector { .. }))
        {
            return Err(refuse("a vector that is an argument"));
        }
        let scalar = array.value.is_some_and(|value| self.module.ty(value).shape().is_none());
        if scalar && array.extents.is_empty() {
            return self.allocate(at, &[], Vec::new());
        }
        if array.kind == ArrayKind::Local && array.value.is_none() && array.versions.is_empty() {
            return self.make_local(at);
        }
        let first = array.versions.first().copied().or(array.value).ok_or_else(gone)?;
        if let Some(memref) = self.global(first) {
            return Ok(ArrayBuffer {
                memref,
                origin: Vec::new(),
                owned: false,
            });
        }
        let kept = self.available.contains(&first);
        if !self.module.ty(first).is_tensor() {
            return match array.kind {
                _ if kept => Ok(ArrayBuffer {
                    memref: first,
                    origin: Vec::new(),
                    owned: false,
                }),
                ArrayKind::Local => self.make_fresh(at, first),
                _ => Err(gone()),
            };
        }
        let filled = matches!(array.kind, ArrayKind::Input | ArrayKind::InOut);
        let mut first = first;
        if filled && !kept {
            first = self.again("arith.constant", first).ok_or_else(gone)?;
        }
        if filled && !self.is_written(at) {
            let memref = self.buffer_of(first)?;
            return Ok(ArrayBuffer {
                memref,
                origin: Vec::new(),
                owned: false,
            });
        }
        let fresh = self.make_fresh(at, array.versions.last().copied().unwrap_or(first))?;
        if filled {
            let filling = self.buffer_of(first)?;
            self.push(OpSpec::new("memref.copy").operands(&[filling, fresh.memref]));
        }
        Ok(fresh)
    }

    /// The handle of a global that was taken inside a loop, taken before all loops.
    fn global(&mut self, value: ValueId) -> Option<ValueId> {
        self.again("memref.get_global", value)
    }

    /// The result of an operation without operands inside a loop, made before all loops.
    fn again(&mut self, name: &str, value: ValueId) -> Option<ValueId> {
        let op = self.module.op(self.module.defining_op(value)?).clone();
        if op.name != name || self.available.contains(&value) {
            return None;
        }
        let data = self.module.value(value).clone();
        let mut spec = OpSpec::new(&op.name).at(op.span);
        (spec.properties, spec.attrs) = (op.properties, op.attrs);
        spec.results.push((data.ty, data.name, data.span));
        Some(self.value(spec))
    }

    fn is_written(&self, array: ArrayId) -> bool {
        let accesses = self.scop.stmts.iter().flat_map(|stmt| &stmt.accesses);
        accesses
            .into_iter()
            .any(|access| access.array == array && access.kind.is_write())
    }

    /// `bufferization.to_buffer %tensor read_only`
    fn buffer_of(&mut self, tensor: ValueId) -> Result<ValueId> {
        let Type::Tensor {
            shape,
            elem,
            encoding: None,
        } = self.module.ty(tensor).clone()
        else {
            let span = self.module.value(tensor).span;
            return Err(CodegenError::unsupported(
                "a tensor with an encoding or without a rank",
                span,
            ));
        };
        let spec = OpSpec::new("bufferization.to_buffer")
            .operands(&[tensor])
            .property("read_only", Attr::Unit);
        Ok(self.value(spec.result(Type::memref(shape, *elem))))
    }

    /// A new memref with the extents of the array; static where those of `like` are.
    fn make_fresh(&mut self, at: ArrayId, like: ValueId) -> Result<ArrayBuffer> {
        let array = &self.scop.arrays[at];
        let shape = self.module.ty(like).shape().unwrap_or(&[]).to_vec();
        if shape.len() != array.extents.len() {
            let what = format!("array `{}`, whose extents are not known", array.name);
            return Err(CodegenError::unsupported(what, array.span));
        }
        let exprs = Exprs::on_params(self.scop)?;
        let mut extents = Vec::new();
        for (dim, extent) in shape.iter().zip(&array.extents) {
            extents.push(match (dim, extent) {
                (Dim::Static(extent), _) => (Dim::Static(*extent), ChoiceExpr::constant(*extent as i64)),
                (_, Some(extent)) => (Dim::Dynamic, exprs.expr(extent.clone())?),
                (_, None) => {
                    let what = format!("array `{}`, whose extents are not known", array.name);
                    return Err(CodegenError::unsupported(what, array.span));
                }
            });
        }
        self.allocate(at, &extents, Vec::new())
    }

    /// A memref for an array that no value of the program stands for.
    fn make_local(&mut self, at: ArrayId) -> Result<ArrayBuffer> {
        let array = &self.scop.arrays[at];
        let exprs = Exprs::on_params(self.scop)?;
        let mut extents = Vec::new();
        for extent in &array.extents {
            let extent = extent.clone().ok_or_else(|| {
                let what = format!("array `{}`, whose extents are not known", array.name);
                CodegenError::unsupported(what, array.span)
            })?;
            extents.push(self.counted(&exprs, extent)?);
        }
        self.allocate(at, &extents, Vec::new())
    }

    /// An extent, as a number if it is one.
    fn counted(&mut self, exprs: &Exprs, count: PwAff) -> Result<(Dim, ChoiceExpr)> {
        let count = self.extent_of(exprs, count)?;
        let dim = match count.as_linear().and_then(LinearExpr::as_constant) {
            Some(count) => Dim::Static(count as u64),
            None => Dim::Dynamic,
        };
        Ok((dim, count))
    }

    /// A memref for the part of a register array that is used.
    fn make_register(&mut self, at: ArrayId) -> Result<ArrayBuffer> {
        let used = elements(self.scop, at)?;
        let exprs = Exprs::on_params(self.scop)?;
        let mut extents = Vec::new();
        let mut origin = Vec::new();
        for dim in 0..used.dim(DimKind::Set)? {
            let first = used.clone().dim_min(dim)?;
            let count = used.clone().dim_max(dim)?.sub(first.clone())?;
            let count = count.add_constant_val(polyvet_poly::Val::from_i64(&self.scop.ctx, 1)?)?;
            extents.push(self.counted(&exprs, count)?);
            origin.push(self.as_linear(exprs.expr(first)?)?);
        }
        self.allocate(at, &extents, origin)
    }

    /// The expression, at least 0 where the array may have no elements.
    fn extent_of(&self, exprs: &Exprs, count: PwAff) -> Result<ChoiceExpr> {
        // One formula may hold where there are no elements as well: `n` for `n = 0`.
        let formula = count.clone().gist(count.clone().domain()?)?.coalesce()?;
        let count = if formula.isa_aff()? { formula } else { count };
        let always = self.scop.valid.is_subset(&count.clone().nonneg_set()?)?;
        let count = exprs.expr(count)?;
        Ok(if always {
            count
        } else {
            ChoiceExpr::max_of(vec![ChoiceExpr::constant(0), count])
        })
    }

    /// Makes a choice a symbol, so that subscripts stay linear.
    fn as_linear(&mut self, e: ChoiceExpr) -> Result<ChoiceExpr> {
        Ok(match e {
            ChoiceExpr::Linear(_) => e,
            e => ChoiceExpr::var(ExprVar::Symbol(self.index(&e)?)),
        })
    }

    fn allocate(&mut self, at: ArrayId, extents: &[(Dim, ChoiceExpr)], origin: Vec<ChoiceExpr>) -> Result<ArrayBuffer> {
        let array = &self.scop.arrays[at];
        let mut sizes = Vec::new();
        for (dim, extent) in extents {
            if *dim == Dim::Dynamic {
                sizes.push(self.index(extent)?);
            }
        }
        let shape = extents.iter().map(|(dim, _)| *dim).collect();
        let spec = OpSpec::new("memref.alloc").operands(&sizes).at(array.span);
        let spec = spec.property("operandSegmentSizes", segments(&[sizes.len(), 0]));
        let memref = self.value(spec.named_result(Type::memref(shape, array.elem.clone()), &array.name));
        Ok(ArrayBuffer {
            memref,
            origin,
            owned: true,
        })
    }
}

/// All elements of an array that are touched.
fn elements(scop: &Scop, array: ArrayId) -> Result<Set> {
    let mut all: Option<Set> = None;
    for (at, stmt) in scop.stmts.iter_enumerated() {
        for access in stmt.accesses.keys() {
            if stmt.accesses[access].array == array {
                let one = scop.access(at, access)?.intersect_params(known(scop)?)?.range()?;
                all = Some(match all {
                    Some(all) => all.union(one)?,
                    None => one,
                });
            }
        }
    }
    let all =
        all.ok_or_else(|| CodegenError::unsupported("a register that nothing touches", scop.arrays[array].span))?;
    Ok(all.coalesce()?)
}
