//! Layouts of buffers. As long as a layout tells all elements apart, subscripts are elements; where several subscripts
//! may be one element, the array is what the layout makes of them: a ring, a repeated row, a mirrored border.
//!
//! MLIR's layouts are affine maps. Those in pieces, which its rationale proposes ("Memref Extensions"), stand in isl's
//! notation in an attribute of the argument: `polyvet.layout = "{ [i] -> [i] : i < 8; [i] -> [15 - i] : i >= 8 }"`.

use super::arrays::parameter_only;
use super::facts::Facts;
use super::payload::tuple;
use super::{Extractor, Fallible, LoopFrame, unsupported};
use crate::ids::ArrayId;
use polyvet_ir::{AffineExpr, AffineMap, AffineOp, Attr, Def, Dim, IntegerSet, Span, Type, ValueId};
use polyvet_poly::{DimKind, Map, MultiPwAff, PwAff, Set};
use std::fmt;

/// What makes elements of subscripts.
#[derive(Clone)]
pub(super) enum SubscriptLayout {
    Map(AffineMap),
    Pieces { text: String, map: MultiPwAff },
}

impl fmt::Display for SubscriptLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SubscriptLayout::Map(map) => write!(f, "{map}"),
            SubscriptLayout::Pieces { text, .. } => f.write_str(text),
        }
    }
}

impl Extractor<'_> {
    /// The layout of a buffer in which several subscripts may be one element, so that its array is what the layout
    /// makes of them. Distinct subscripts are distinct elements of any other: with dynamic strides or extents the
    /// caller promises that, the rest is checked.
    pub(super) fn shared_layout(&self, value: ValueId) -> Fallible<Option<SubscriptLayout>> {
        let data = self.module.value(value);
        if let Some(text) = self.facts.declared_layout(value) {
            return self.pieces(value, text).map(Some);
        }
        let Type::MemRef {
            layout: Some(layout),
            shape,
            ..
        } = &data.ty
        else {
            return Ok(None);
        };
        let refuse = || {
            let message = format!("the layout of `{}` has no model yet", self.module.value_name(value));
            unsupported("memref-layout", message, data.span)
        };
        if !matches!(data.def, Def::Arg { .. }) && !self.facts.is_allocated(value) {
            return Err(refuse());
        }
        let map = match &**layout {
            Attr::Strided { strides, .. } if strides_apart(shape, strides) => return Ok(None),
            Attr::AffineMap(map) if map.is_permutation() => return Ok(None),
            Attr::Strided { strides, offset } => linear(strides, *offset).ok_or_else(refuse)?,
            Attr::AffineMap(map) => map.clone(),
            _ => return Err(refuse()),
        };
        let affine = map.dims == shape.len() && map.syms == 0 && map.results.iter().all(AffineExpr::is_pure_affine);
        if affine {
            Ok(Some(SubscriptLayout::Map(map)))
        } else {
            Err(refuse())
        }
    }

    /// A layout in isl's notation: one element for each subscript of the buffer.
    fn pieces(&self, value: ValueId, text: &str) -> Fallible<SubscriptLayout> {
        let data = self.module.value(value);
        let refuse = |why: String| {
            let message = format!("the layout of `{}` {why}", self.module.value_name(value));
            unsupported("memref-layout", message, data.span)
        };
        let map = Map::parse(&self.ctx, text).map_err(|error| refuse(format!("cannot be read: {error}")))?;
        let map = map.reset_tuple_id(DimKind::In)?.reset_tuple_id(DimKind::Out)?;
        let rank = data.ty.shape().map_or(0, <[_]>::len);
        if map.dim(DimKind::Param)? > 0 || map.dim(DimKind::In)? != rank || !map.is_single_valued()? {
            return Err(refuse(format!(
                "is not one element for each {rank} subscripts, without parameters"
            )));
        }
        Ok(SubscriptLayout::Pieces {
            text: text.to_owned(),
            map: map.as_pw_multi_aff()?.to_multi_pw_aff()?,
        })
    }

    /// Lets the subscripts of `array` be what `layout` makes of those of `value`, unless these tell all elements apart.
    pub(super) fn lay_out(&mut self, array: ArrayId, value: ValueId, layout: SubscriptLayout) -> Fallible<()> {
        let span = self.module.value(value).span;
        let root = LoopFrame::root(&self.ctx)?;
        let (wide, subscripts) = self.each_element(&root, value, span)?;
        let addresses = self.laid_out(&layout, &subscripts, &wide, span)?;
        let draft = super::payload::StmtDraft::new(&wide, String::new());
        let all = self.relation(&draft, array, addresses)?.reset_tuple_id(DimKind::In)?;
        let all = all
            .intersect_domain(wide.domain.clone())?
            .intersect_params(self.known()?)?;
        if !wide
            .domain
            .intersect_params(self.known()?)?
            .is_subset(&all.clone().domain()?)?
        {
            let message = format!("the layout of `{}` leaves out elements", self.module.value_name(value));
            return Err(unsupported("memref-layout", message, span));
        }
        // What is in an attribute is nothing that the program is run with, so it is kept.
        if matches!(layout, SubscriptLayout::Map(_)) && all.is_injective()? {
            return Ok(());
        }
        let range = all.range()?;
        // A buffer of each iteration has the loops as its first dimensions.
        let depth = self.places.private_depth.get(&array).copied().unwrap_or(0);
        let mut extents = self.draft.arrays[array].extents[..depth].to_vec();
        let rank = range.dim(DimKind::Set)?;
        for at in 0..rank {
            let first = range.clone().dim_min_val(at)?.to_i64().ok();
            if !range.is_empty()? && first.is_none_or(|first| first < 0) {
                let message = format!(
                    "the layout of `{}` has negative addresses",
                    self.module.value_name(value)
                );
                return Err(unsupported("memref-layout", message, span));
            }
            let one = range.clone().project_out(DimKind::Set, at + 1, rank - at - 1)?;
            let last = one.project_out(DimKind::Set, 0, at)?.lexmax_pw_multi_aff()?.pw_aff(0)?;
            let end = last.add(parameter_only(self.number(&root, 1)?)?)?;
            let nothing = parameter_only(self.number(&root, 0)?)?;
            let nothing = nothing.intersect_domain(end.clone().domain()?.complement()?)?;
            extents.push(Some(end.union_add(nothing)?.coalesce()?));
        }
        self.draft.arrays[array].extents = extents;
        self.draft.arrays[array].layout = Some(layout.to_string());
        self.places.layouts.insert(array, layout);
        Ok(())
    }

    /// Lets only those elements of `array` exist whose subscripts are in `space`.
    pub(super) fn leave_out(&mut self, array: ArrayId, value: ValueId, space: &IntegerSet) -> Fallible<()> {
        let span = self.module.value(value).span;
        let rank = self.draft.arrays[array].extents.len();
        let refuse = |why: &str| {
            let message = format!("the data space of `{}` {why}", self.module.value_name(value));
            unsupported("memref-layout", message, span)
        };
        if self.places.layouts.contains_key(&array) {
            return Err(refuse(
                "is that of a buffer with a layout in which elements share memory",
            ));
        }
        if space.dims != rank || space.syms > rank {
            return Err(refuse(&format!(
                "has {} dimensions and {} symbols, the buffer has {rank} dimensions",
                space.dims, space.syms
            )));
        }
        let root = LoopFrame::root(&self.ctx)?;
        let (mut wide, subscripts) = self.each_element(&root, value, span)?;
        let symbols: Vec<PwAff> = { 0..space.syms }
            .map(|dim| self.extent(value, dim, span)?.on(self, &wide))
            .collect::<Fallible<_>>()?;
        wide.domain = self.members(space, (&subscripts, &symbols), &wide, span)?;
        let draft = super::payload::StmtDraft::new(&wide, String::new());
        let elements = self.relation(&draft, array, subscripts)?.reset_tuple_id(DimKind::In)?;
        let elements = elements.intersect_domain(wide.domain)?.range()?;
        self.draft.arrays[array].space = Some(elements.coalesce()?);
        Ok(())
    }

    /// The points of `frame` at which dimensions and symbols are in an integer set.
    pub(super) fn members(
        &mut self,
        set: &IntegerSet,
        (dims, symbols): (&[PwAff], &[PwAff]),
        frame: &LoopFrame,
        span: Span,
    ) -> Fallible<Set> {
        let mut all = frame.domain.clone();
        for (expr, is_equality) in &set.constraints {
            let difference = self.affine(expr, dims, symbols, frame, span)?;
            let zero = self.number(frame, 0)?;
            let holds = match is_equality {
                true => difference.eq_set(zero)?,
                false => difference.ge_set(zero)?,
            };
            all = all.intersect(holds)?;
        }
        Ok(all)
    }

    /// What a layout makes of subscripts.
    pub(super) fn laid_out(
        &mut self,
        layout: &SubscriptLayout,
        subscripts: &[PwAff],
        frame: &LoopFrame,
        span: Span,
    ) -> Fallible<Vec<PwAff>> {
        let map = match layout {
            SubscriptLayout::Map(map) => map,
            SubscriptLayout::Pieces { map, .. } => {
                let all = tuple(frame.domain.space()?, subscripts.to_vec())?;
                let all = map.clone().pullback_multi_pw_aff(all)?;
                return (0..all.dim(DimKind::Out)?).map(|at| Ok(all.at(at)?)).collect();
            }
        };
        let results = map.results.iter();
        results
            .map(|result| self.affine(result, subscripts, &[], frame, span))
            .collect()
    }
}

impl Facts<'_> {
    /// A buffer that this function makes.
    fn is_allocated(&self, value: ValueId) -> bool {
        let op = self.module.defining_op(value).map(|op| self.module.op(op));
        op.is_some_and(|op| matches!(op.name.as_str(), "memref.alloc" | "memref.alloca"))
    }

    /// What `polyvet.space` says about an argument of the function.
    pub(super) fn data_space(&self, value: ValueId) -> Option<&IntegerSet> {
        let (func, at) = self.argument_of(value)?;
        polyvet_ir::data_space(self.module, func, at)
    }

    /// What `polyvet.layout` says about an argument of the function.
    fn declared_layout(&self, value: ValueId) -> Option<&str> {
        let (func, at) = self.argument_of(value)?;
        polyvet_ir::declared_layout(self.module, func, at)
    }
}

/// False if two subscripts within static extents surely, or possibly, meet in one element: taken from the
/// smallest, each static stride must step over all that the smaller ones span.
fn strides_apart(shape: &[Dim], strides: &[Option<i64>]) -> bool {
    let mut known: Vec<(i64, Option<i64>)> = Vec::new();
    for (extent, stride) in shape.iter().zip(strides) {
        let extent = match extent {
            Dim::Static(extent) => i64::try_from(*extent).ok(),
            _ => None,
        };
        match stride {
            Some(0) if extent != Some(1) => return false,
            Some(stride) => known.push((stride.abs(), extent)),
            None => {}
        }
    }
    known.sort_unstable();
    // With one stride `x[0, 1]` is `x[1, 0]`.
    let same =
        |pair: &[(i64, Option<i64>)]| pair[0].0 == pair[1].0 && pair.iter().all(|(_, extent)| *extent != Some(1));
    if known.windows(2).any(same) {
        return false;
    }
    let mut span = 0;
    for (stride, extent) in known {
        match extent {
            Some(extent) if extent <= 1 => {}
            Some(extent) if stride > span => span += stride.saturating_mul(extent - 1),
            Some(_) => return false,
            None => {}
        }
    }
    true
}

/// `offset + sum of d * stride`, if all of it is known.
fn linear(strides: &[Option<i64>], offset: Option<i64>) -> Option<AffineMap> {
    let mut all = AffineExpr::Const(offset?);
    for (dim, stride) in strides.iter().enumerate() {
        let term = AffineExpr::bin(AffineOp::Mul, AffineExpr::dim(dim), AffineExpr::Const((*stride)?));
        all = AffineExpr::bin(AffineOp::Add, all, term);
    }
    Some(AffineMap::new(strides.len(), 0, vec![all]))
}
