//! Vectors by lanes.
//!
//! A vector of known extents is as many terms as it has lanes, so that what only moves lanes has no term of its own,
//! and an operation on vectors is the one on scalars for each lane. A lane of a vector that nobody looks into is a
//! term:
//! `lane`. Extents that only the machine knows are not looked into: of `vector<3x[4]xf32>` there are three lanes, each of
//! type `vector<[4]xf32>`.
//!
//! The order in which a reduction of floats combines its lanes is not part of its meaning. Terms keep that open
//! ([`LaneOrder::Any`]), or take the order of the interpreter, and then what is proved holds up to reassociation.

use super::build::{Built, TermBuilder};
use super::terms::{NoTerms, TermId, TermLabel, TermShape, Terms};
use polyvet_ir::{AffineExpr, AffineMap, Attr, Attrs, Dim, Flags, OpId, Type, ValueId, dense_items};

/// Vectors with more lanes stay as they are.
const LANES_MAX: usize = 1024;
/// Products that are written out for one contraction.
const POINTS_MAX: usize = 16_384;

/// What the order of lanes in a reduction of floats is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneOrder {
    /// Any, the same in both programs.
    Any,
    /// That of the interpreter.
    Sequential,
    /// That of the interpreter, and sums and products of floats are what is added or multiplied, in any order.
    Free,
}

/// The lanes of a type. Anything but a vector is one lane of its own.
#[derive(Clone)]
pub struct LanesOf {
    ty: Type,
    /// Extents; 1 where only the machine knows.
    dims: Vec<usize>,
    /// Which dimensions those are.
    scalable: Vec<usize>,
    /// The type of a lane.
    atom: Type,
}

impl LanesOf {
    pub fn of(ty: &Type) -> Option<LanesOf> {
        let Type::Vector { shape, elem } = ty else {
            return Some(LanesOf {
                ty: ty.clone(),
                dims: Vec::new(),
                scalable: Vec::new(),
                atom: ty.clone(),
            });
        };
        let mut dims = Vec::new();
        let (mut scalable, mut inner) = (Vec::new(), Vec::new());
        for (at, dim) in shape.iter().enumerate() {
            match dim {
                Dim::Static(extent) => dims.push(usize::try_from(*extent).ok()?),
                Dim::Scalable(_) => {
                    dims.push(1);
                    scalable.push(at);
                    inner.push(*dim);
                }
                Dim::Dynamic => return None,
            }
        }
        let atom = match inner.is_empty() {
            true => (**elem).clone(),
            false => Type::Vector {
                shape: inner,
                elem: elem.clone(),
            },
        };
        let shape = LanesOf {
            ty: ty.clone(),
            dims,
            scalable,
            atom,
        };
        (1..=LANES_MAX).contains(&shape.count()?).then_some(shape)
    }

    fn count(&self) -> Option<usize> {
        self.dims
            .iter()
            .try_fold(1usize, |all, extent| all.checked_mul(*extent))
    }

    /// One dimension of so many lanes.
    pub fn is_flat(&self) -> bool {
        self.dims.len() == 1 && self.scalable.is_empty()
    }

    pub fn ty(&self) -> &Type {
        &self.ty
    }

    pub fn lane_type(&self) -> &Type {
        &self.atom
    }

    fn is_vector(&self) -> bool {
        matches!(self.ty, Type::Vector { .. })
    }

    /// The machine's extents of a lane.
    fn machine(&self) -> &[Dim] {
        match &self.atom {
            Type::Vector { shape, .. } => shape,
            _ => &[],
        }
    }

    /// Positions of all lanes, in order.
    fn positions(&self) -> Vec<Vec<usize>> {
        positions(&self.dims)
    }

    fn at(&self, position: &[usize]) -> Option<usize> {
        (position.len() == self.dims.len()).then_some(())?;
        let inside = position.iter().zip(&self.dims).all(|(at, extent)| at < extent);
        inside.then(|| {
            position
                .iter()
                .zip(&self.dims)
                .fold(0, |all, (at, extent)| all * extent + at)
        })
    }
}

/// All positions within some extents, in row-major order.
fn positions(dims: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for extent in dims {
        all = all
            .into_iter()
            .flat_map(|outer: Vec<usize>| (0..*extent).map(move |at| [&outer[..], &[at]].concat()))
            .collect();
    }
    all
}

/// A value by lanes.
struct TermLanes {
    shape: LanesOf,
    items: Vec<TermId>,
}

impl TermLanes {
    fn get(&self, position: &[usize]) -> Built<TermId> {
        let at = self.shape.at(position).ok_or(NoTerms)?;
        self.items.get(at).copied().ok_or(NoTerms)
    }
}

impl Terms {
    /// Lane `at` of a vector.
    fn lane(&mut self, vector: TermId, ty: &str, at: usize) -> TermId {
        self.op(TermLabel::new("lane", format!("{at} of {ty}")), vec![vector])
    }

    pub fn lanes(&mut self, vector: TermId, shape: &LanesOf) -> Vec<TermId> {
        if shape.atom == shape.ty {
            return vec![vector];
        }
        let ty = shape.ty.to_string();
        match self.node(vector) {
            TermShape::Op(label, items) if &*label.name == "vector" && *label.rest == ty => items.clone(),
            _ => {
                let count = shape.count().unwrap_or(0);
                (0..count).map(|at| self.lane(vector, &ty, at)).collect()
            }
        }
    }

    /// The vector with these lanes.
    fn vector(&mut self, shape: &LanesOf, items: Vec<TermId>) -> TermId {
        match items[..] {
            [one] if shape.atom == shape.ty => one,
            _ => self.op(TermLabel::new("vector", shape.ty.to_string()), items),
        }
    }

    /// A lane of a vector whose lanes are known.
    pub fn lane_of(&mut self, label: &TermLabel, vector: TermId) -> Option<TermId> {
        let (at, ty) = label.rest.split_once(" of ")?;
        match self.node(vector) {
            TermShape::Op(inner, items) if &*inner.name == "vector" && *inner.rest == *ty => {
                items.get(at.parse::<usize>().ok()?).copied()
            }
            TermShape::Op(inner, items) if is_choice(inner) => {
                let [condition, yes, no] = items[..] else { return None };
                let (yes, no) = (self.op(label.clone(), vec![yes]), self.op(label.clone(), vec![no]));
                Some(self.select(condition, yes, no))
            }
            _ => None,
        }
    }

    /// The vector whose lanes these are, one by one; or one of two vectors, if each lane is chosen alike.
    pub fn whole(&mut self, label: &TermLabel, items: &[TermId]) -> Option<TermId> {
        if let Some(vector) = self.taken_apart(label, items) {
            return Some(vector);
        }
        let mut condition = None;
        let (mut yes, mut no) = (Vec::new(), Vec::new());
        for item in items {
            match self.node(*item) {
                TermShape::Op(inner, args) if is_choice(inner) => {
                    if condition.is_some_and(|one| one != args[0]) {
                        return None;
                    }
                    condition = Some(args[0]);
                    yes.push(args[1]);
                    no.push(args[2]);
                }
                _ => return None,
            }
        }
        // Only where a vector comes out whole: a condition may be a lane itself.
        let (left, right) = (self.taken_apart(label, &yes), self.taken_apart(label, &no));
        if left.is_none() && right.is_none() {
            return None;
        }
        let (yes, no) = (self.op(label.clone(), yes), self.op(label.clone(), no));
        Some(self.select(condition?, yes, no))
    }

    fn taken_apart(&self, label: &TermLabel, items: &[TermId]) -> Option<TermId> {
        let mut whole = None;
        for (at, item) in items.iter().enumerate() {
            let TermShape::Op(inner, args) = self.node(*item) else {
                return None;
            };
            let (number, ty) = inner.rest.split_once(" of ").filter(|_| &*inner.name == "lane")?;
            let fits = number.parse() == Ok(at) && *ty == *label.rest && whole.is_none_or(|one| one == args[0]);
            fits.then_some(())?;
            whole = Some(args[0]);
        }
        whole
    }
}

/// Whether an operation chooses one of two values whole.
fn is_choice(label: &TermLabel) -> bool {
    &*label.name == "arith.select" && label.rest.is_empty()
}

/// What one lane of a reduction is combined with.
struct Combine {
    /// Of `arith`.
    name: String,
    order: LaneOrder,
    flags: Flags,
    shape: LanesOf,
}

impl TermBuilder<'_> {
    fn lanes(&mut self, value: ValueId) -> Built<Option<TermLanes>> {
        let Some(shape) = LanesOf::of(self.module.ty(value)) else {
            return Ok(None);
        };
        let term = self.value(value)?;
        self.terms.burn(shape.count().unwrap_or(1) as u64)?;
        let items = self.terms.lanes(term, &shape);
        for item in &items {
            self.terms.know(*item, &shape.atom);
        }
        Ok(Some(TermLanes { shape, items }))
    }

    /// The lanes of a vector, if it has any.
    pub fn lane_terms(&mut self, value: ValueId) -> Built<Option<Vec<TermId>>> {
        Ok(self.lanes(value)?.map(|lanes| lanes.items))
    }

    fn all_lanes(&mut self, op: OpId) -> Built<Option<Vec<TermLanes>>> {
        let values: Vec<ValueId> = self.module.op(op).operand_values().collect();
        let mut all = Vec::new();
        for value in values {
            match self.lanes(value)? {
                Some(lanes) => all.push(lanes),
                None => return Ok(None),
            }
        }
        Ok(Some(all))
    }

    /// An operation on vectors that is one on lanes; `false` if it is none.
    pub fn by_lanes(&mut self, op: OpId) -> Built<bool> {
        let data = self.module.op(op);
        let name = data.name.as_str();
        let is_vector = |value: &ValueId| matches!(self.module.ty(*value), Type::Vector { .. });
        if name == "vector.to_elements" {
            return self.elements(op);
        }
        if name == "vector.deinterleave" {
            return self.deinterleaved(op);
        }
        if matches!(
            name,
            "arith.addui_extended" | "arith.mulsi_extended" | "arith.mului_extended"
        ) {
            return self.extended(op);
        }
        if name == "vector.maskedstore" {
            return self.guarded_write(op);
        }
        let [result] = data.results[..] else { return Ok(false) };
        if !is_vector(&result) && !data.operand_values().any(|value| is_vector(&value)) {
            return Ok(false);
        }
        let Some(shape) = LanesOf::of(self.module.ty(result)) else {
            return Ok(false);
        };
        let is_poison = name == "ub.poison" || data.dialect() == "vector" && super::build::has_poison_position(data);
        let items = match name {
            _ if is_poison => shape.count().map(|count| vec![self.poison(&shape.atom); count]),
            "arith.constant" => self.constants(op, &shape)?,
            "vector.mask" => self.masked(op, &shape)?,
            "vector.gather" | "vector.maskedload" | "vector.expandload" if shape.scalable.is_empty() => {
                self.guarded_read(op, &shape)?
            }
            "vector.reduction" | "vector.multi_reduction" | "vector.contract" | "vector.outerproduct" => {
                self.combined(op, &shape, None)?
            }
            "vector.constant_mask" | "vector.create_mask" => self.mask(op, &shape)?,
            "vector.step" if shape.scalable.is_empty() => {
                let count = shape.count().unwrap_or(0) as i128;
                Some(
                    (0..count)
                        .map(|at| self.terms.integer(super::normal::INDEX, at))
                        .collect(),
                )
            }
            _ if data.info().is_elementwise() || name == "vector.fma" => self.elementwise(op, &shape)?,
            _ if data.dialect() == "vector" && data.regions.is_empty() => match self.all_lanes(op)? {
                Some(from) => self.moved(op, &shape, &from)?,
                None => None,
            },
            _ => None,
        };
        let Some(items) = items else { return Ok(false) };
        if Some(items.len()) != shape.count() {
            return Err(NoTerms);
        }
        self.terms.burn(items.len() as u64)?;
        for item in &items {
            self.terms.know(*item, &shape.atom);
        }
        let whole = self.terms.vector(&shape, items);
        self.values.insert(result, whole);
        Ok(true)
    }

    fn elements(&mut self, op: OpId) -> Built<bool> {
        let data = self.module.op(op);
        let results = data.results.clone();
        let Some(from) = self.lanes(data.operand(0))? else {
            return Ok(false);
        };
        let fits = from.shape.scalable.is_empty() && from.items.len() == results.len();
        if fits {
            self.bind(&results, &from.items);
        }
        Ok(fits)
    }

    fn deinterleaved(&mut self, op: OpId) -> Built<bool> {
        let data = self.module.op(op);
        let results = data.results.clone();
        let (Some(from), Some(shape)) = (
            self.lanes(data.operand(0))?,
            results.first().and_then(|one| LanesOf::of(self.module.ty(*one))),
        ) else {
            return Ok(false);
        };
        if !from.shape.scalable.is_empty() || results.len() != 2 || shape.count() != Some(from.items.len() / 2) {
            return Ok(false);
        }
        for (first, result) in results.iter().enumerate() {
            let items = from.items.iter().skip(first).step_by(2).copied().collect();
            let whole = self.terms.vector(&shape, items);
            self.values.insert(*result, whole);
        }
        Ok(true)
    }

    /// Sums and products of which both halves are given.
    fn extended(&mut self, op: OpId) -> Built<bool> {
        let data = self.module.op(op);
        let (Some(x), Some(y)) = (self.lanes(data.operand(0))?, self.lanes(data.operand(1))?) else {
            return Ok(false);
        };
        let results = data.results.clone();
        let shapes: Vec<LanesOf> = results
            .iter()
            .filter_map(|one| LanesOf::of(self.module.ty(*one)))
            .collect();
        let Some(width) = super::build::width(&x.shape.atom) else {
            return Ok(false);
        };
        if shapes.len() != 2 || shapes.iter().any(|shape| shape.count() != Some(x.items.len())) {
            return Ok(false);
        }
        let (mut low, mut high) = (Vec::new(), Vec::new());
        for (x, y) in x.items.iter().zip(&y.items) {
            let (first, second) = self.halves(data.name.as_str(), width, *x, *y);
            self.terms.know(second, &shapes[1].atom);
            low.push(first);
            high.push(second);
        }
        for ((shape, items), result) in shapes.iter().zip([low, high]).zip(results) {
            let whole = self.terms.vector(shape, items);
            self.values.insert(result, whole);
        }
        Ok(true)
    }

    fn halves(&mut self, name: &str, width: u32, x: TermId, y: TermId) -> (TermId, TermId) {
        let (x, y) = (x.min(y), x.max(y));
        if name == "arith.addui_extended" {
            let sum = self.terms.add(width, x, y);
            let is_zero = [x, y].iter().any(|term| self.terms.as_integer(*term) == Some(0));
            let carry = match is_zero {
                true => self.terms.integer(1, 0),
                false => self.terms.op(TermLabel::new("cmpi:ult", ""), vec![sum, x]),
            };
            return (sum, carry);
        }
        let low = self.terms.multiply(width, x, y);
        let is_signed = name == "arith.mulsi_extended";
        let bits = super::normal::bits_of(width);
        let number = |term: TermId| {
            let value = self.terms.as_integer(term)?;
            Some(if is_signed {
                value
            } else {
                super::normal::unsigned(value, width)
            })
        };
        let high = match (number(x), number(y)) {
            (Some(0), _) | (_, Some(0)) => self.terms.integer(width, 0),
            (Some(x), Some(y)) => match x.checked_mul(y) {
                Some(product) => self.terms.integer(width, product >> bits),
                // Of 64 bits without sign.
                None => self.terms.integer(width, ((x as u128 * y as u128) >> bits) as i128),
            },
            (Some(1), _) | (_, Some(1)) if !is_signed => self.terms.integer(width, 0),
            (Some(1), None) if bits > 1 => self.sign(width, y),
            (None, Some(1)) if bits > 1 => self.sign(width, x),
            _ => self.terms.op(
                TermLabel::new(&format!("{name} high"), format!(":i{width}:")),
                vec![x, y],
            ),
        };
        (low, high)
    }

    /// All bits the sign of a number.
    fn sign(&mut self, width: u32, x: TermId) -> TermId {
        let zero = self.terms.integer(width, 0);
        let negative = self.terms.op(TermLabel::new("cmpi:slt", ""), vec![x, zero]);
        self.terms
            .op(TermLabel::new("arith.extsi", format!("i1>i{width}")), vec![negative])
    }

    fn constants(&mut self, op: OpId, shape: &LanesOf) -> Built<Option<Vec<TermId>>> {
        let Some(Attr::Dense { text, ty }) = self.module.op(op).attr("value") else {
            return Ok(None);
        };
        let elem = ty.elem().clone();
        if shape.scalable.is_empty() {
            let Some(items) = dense_items(&Attr::Dense {
                text: text.clone(),
                ty: ty.clone(),
            }) else {
                return Ok(None);
            };
            return Ok(Some(items.iter().map(|item| self.constant(item, &elem)).collect()));
        }
        if text.starts_with('[') {
            return Ok(None);
        }
        let one = Attr::Dense {
            text: text.clone(),
            ty: Type::Vector {
                shape: vec![Dim::Static(1)],
                elem: Box::new(elem.clone()),
            },
        };
        let Some(item) = dense_items(&one).and_then(|items| items.into_iter().next()) else {
            return Ok(None);
        };
        let scalar = self.constant(&item, &elem);
        let lane = self.splat(scalar, &shape.atom);
        Ok(Some(vec![lane; shape.count().unwrap_or(0)]))
    }

    /// A scalar constant.
    pub fn constant(&mut self, value: &Attr, ty: &Type) -> TermId {
        let number = match value {
            Attr::Int { value, .. } => Some(*value),
            Attr::Bool(value) => Some(i128::from(*value)),
            _ => None,
        };
        if let (Some(number), Some(width)) = (number, super::build::width(ty)) {
            return self.terms.integer(width, number);
        }
        let term = self
            .terms
            .op(TermLabel::new("arith.constant", format!("{value}:{ty}")), Vec::new());
        self.terms.know(term, ty);
        self.terms.constants.insert(term, value.clone());
        term
    }

    /// A scalar in all lanes of the machine's extents.
    fn splat(&mut self, scalar: TermId, atom: &Type) -> TermId {
        match atom {
            Type::Vector { .. } => self.terms.op(TermLabel::new("splat", atom.to_string()), vec![scalar]),
            _ => scalar,
        }
    }

    /// A lane whose machine's extents are dimensions `from` of something, as one that has dimensions `to`.
    fn arranged(&mut self, term: TermId, from: &[usize], to: &[usize], atom: &Type) -> Built<TermId> {
        if from == to {
            return Ok(term);
        }
        if from.is_empty() {
            return Ok(self.splat(term, atom));
        }
        if !from.iter().all(|dim| to.contains(dim)) {
            return Err(NoTerms);
        }
        if let TermShape::Op(label, args) = self.terms.node(term)
            && &*label.name == "splat"
        {
            let scalar = args[0];
            return Ok(self.splat(scalar, atom));
        }
        // Where each dimension goes, whatever their numbers are.
        let places: Vec<Option<usize>> = from.iter().map(|dim| to.iter().position(|one| one == dim)).collect();
        let label = TermLabel::new("arranged", format!("{places:?} {atom}"));
        Ok(self.terms.op(label, vec![term]))
    }

    fn elementwise(&mut self, op: OpId, shape: &LanesOf) -> Built<Option<Vec<TermId>>> {
        let data = self.module.op(op);
        if !data.regions.is_empty() || !data.successors.is_empty() || data.opaque.is_some() {
            return Ok(None);
        }
        let Some(operands) = self.all_lanes(op)? else {
            return Ok(None);
        };
        let count = shape.count().unwrap_or(0);
        for one in &operands {
            let alike = one.shape.dims == shape.dims && one.shape.scalable == shape.scalable;
            if one.shape.is_vector() && !alike {
                return Ok(None);
            }
        }
        let mut items = Vec::with_capacity(count);
        for at in 0..count {
            let args: Vec<TermId> = operands
                .iter()
                .map(|one| {
                    if one.shape.is_vector() {
                        one.items[at]
                    } else {
                        one.items[0]
                    }
                })
                .collect();
            let types: Vec<&Type> = operands.iter().map(|one| &one.shape.atom).collect();
            items.push(self.lane_op(op, &args, &types, &shape.atom)?);
        }
        Ok(Some(items))
    }

    /// An elementwise operation on scalars, or on lanes that the machine has several of.
    fn lane_op(&mut self, op: OpId, args: &[TermId], from: &[&Type], to: &Type) -> Built<TermId> {
        let data = self.module.op(op);
        let name = match data.name.as_str() {
            "vector.fma" => "math.fma",
            name => name,
        };
        let from_text = from.first().map(|ty| ty.to_string());
        let label = self.label_of(op, name, &[], from_text.as_deref(), &[to.to_string()]);
        self.must_hold(op, &label, args);
        self.flags_of(op, args);
        if let Some(term) = self.scalar(op, args, from, to)? {
            return Ok(term);
        }
        if !matches!(to, Type::Vector { .. }) {
            let term = self.terms.op(label, args.to_vec());
            self.terms.know(term, to);
            return Ok(term);
        }
        // All lanes are alike.
        let scalar = |term: &TermId| match self.terms.node(*term) {
            TermShape::Op(label, args) if &*label.name == "splat" => Some(args[0]),
            _ => None,
        };
        let scalars: Option<Vec<TermId>> = args.iter().map(scalar).collect();
        match scalars {
            Some(scalars) if !scalars.is_empty() => {
                let from: Vec<&Type> = from.iter().map(|ty| ty.elem()).collect();
                let from_text = from.first().map(|ty| ty.to_string());
                let one = match self.scalar(op, &scalars, &from, to.elem())? {
                    Some(one) => one,
                    None => {
                        let label = self.label_of(op, name, &[], from_text.as_deref(), &[to.elem().to_string()]);
                        self.terms.op(label, scalars)
                    }
                };
                Ok(self.splat(one, to))
            }
            _ => Ok(self.terms.op(label, args.to_vec())),
        }
    }

    /// What only moves lanes.
    fn moved(&mut self, op: OpId, shape: &LanesOf, from: &[TermLanes]) -> Built<Option<Vec<TermId>>> {
        let data = self.module.op(op);
        let numbers = |name: &str| data.attr(name).and_then(Attr::as_i64s);
        let whole =
            |list: Vec<i64>| -> Option<Vec<usize>> { list.into_iter().map(|n| usize::try_from(n).ok()).collect() };
        match data.name.as_str() {
            "vector.broadcast" | "vector.splat" => self.broadcast(shape, &from[0]).map(Some),
            "vector.shape_cast" => Ok(recast(shape, &from[0].shape).then(|| from[0].items.clone())),
            "vector.from_elements" if shape.scalable.is_empty() && from.iter().all(|one| one.items.len() == 1) => {
                Ok(Some(from.iter().map(|one| one.items[0]).collect()))
            }
            "vector.transpose" => match numbers("permutation").and_then(whole) {
                Some(permutation) => self.transposed(shape, &from[0], &permutation),
                None => Ok(None),
            },
            "vector.extract" | "vector.insert" => self.at_position(op, shape, from),
            "vector.extract_strided_slice" => {
                let (Some(offsets), Some(strides)) = (numbers("offsets"), numbers("strides")) else {
                    return Ok(None);
                };
                let (Some(offsets), Some(strides)) = (whole(offsets), whole(strides)) else {
                    return Ok(None);
                };
                if shape.scalable != from[0].shape.scalable || shape.machine() != from[0].shape.machine() {
                    return Ok(None);
                }
                // Along the machine's extents only a whole slice is none.
                if offsets
                    .iter()
                    .enumerate()
                    .any(|(at, by)| *by != 0 && shape.scalable.contains(&at))
                {
                    return Ok(None);
                }
                let at = |position: Vec<usize>| {
                    let one = |(dim, at): (usize, &usize)| match (offsets.get(dim), strides.get(dim)) {
                        (Some(offset), Some(stride)) => offset + at * stride,
                        _ => *at,
                    };
                    let source: Vec<usize> = position.iter().enumerate().map(one).collect();
                    from[0].get(&source)
                };
                shape.positions().into_iter().map(at).collect::<Built<_>>().map(Some)
            }
            "vector.insert_strided_slice" => {
                let (Some(offsets), Some(strides)) = (numbers("offsets"), numbers("strides")) else {
                    return Ok(None);
                };
                let (Some(offsets), Some(strides)) = (whole(offsets), whole(strides)) else {
                    return Ok(None);
                };
                insert_strided(shape, from, &offsets, &strides)
            }
            "vector.shuffle" => {
                let Some(mask) = numbers("mask") else { return Ok(None) };
                if from.iter().any(|one| !one.shape.scalable.is_empty()) {
                    return Ok(None);
                }
                let row: usize = shape.dims[1..].iter().product();
                let mut both = from[0].items.clone();
                both.extend(&from[1].items);
                let mut items = Vec::new();
                for one in mask {
                    match usize::try_from(one) {
                        Ok(one) => items.extend(both.get(one * row..(one + 1) * row).ok_or(NoTerms)?),
                        Err(_) => items.extend(vec![self.poison(&shape.atom); row]),
                    }
                }
                Ok(Some(items))
            }
            "vector.interleave" if shape.scalable.is_empty() => {
                let pairs = from[0].items.iter().zip(&from[1].items);
                Ok(Some(pairs.flat_map(|(even, odd)| [*even, *odd]).collect()))
            }
            "vector.bitcast" => self.bits(shape, &from[0]),
            _ => Ok(None),
        }
    }

    pub fn poison(&mut self, ty: &Type) -> TermId {
        self.terms.op(TermLabel::new("ub.poison", ty.to_string()), Vec::new())
    }

    fn broadcast(&mut self, shape: &LanesOf, from: &TermLanes) -> Built<Vec<TermId>> {
        let lead = shape.dims.len().checked_sub(from.shape.dims.len()).ok_or(NoTerms)?;
        let own: Vec<usize> = from.shape.scalable.iter().map(|dim| dim + lead).collect();
        let mut items = Vec::new();
        for position in shape.positions() {
            let source: Vec<usize> = position[lead..]
                .iter()
                .zip(&from.shape.dims)
                .map(|(at, extent)| if *extent == 1 { 0 } else { *at })
                .collect();
            let term = from.get(&source)?;
            items.push(self.arranged(term, &own, &shape.scalable, &shape.atom)?);
        }
        Ok(items)
    }

    fn transposed(&mut self, shape: &LanesOf, from: &TermLanes, permutation: &[usize]) -> Built<Option<Vec<TermId>>> {
        if permutation.len() != from.shape.dims.len() || permutation.len() != shape.dims.len() {
            return Ok(None);
        }
        // By dimension of the source.
        let to: Vec<usize> = shape
            .scalable
            .iter()
            .filter_map(|dim| permutation.get(*dim).copied())
            .collect();
        let mut items = Vec::new();
        for position in shape.positions() {
            let mut source = vec![0; position.len()];
            for (at, dim) in position.iter().zip(permutation) {
                *source.get_mut(*dim).ok_or(NoTerms)? = *at;
            }
            let term = from.get(&source)?;
            items.push(self.arranged(term, &from.shape.scalable, &to, &shape.atom)?);
        }
        Ok(Some(items))
    }

    /// The position of `vector.extract` or `vector.insert`, if it is known: `None` in it is poison.
    fn position(&self, op: OpId, first: usize) -> Built<Option<Vec<Option<usize>>>> {
        let data = self.module.op(op);
        let Some(fixed) = data.attr("static_position").and_then(Attr::as_i64s) else {
            return Ok(None);
        };
        let mut dynamic = data.operand_values().skip(first);
        let mut position = Vec::new();
        for at in fixed {
            let at = match at {
                i64::MIN => {
                    let term = self.value(dynamic.next().ok_or(NoTerms)?)?;
                    match self.terms.as_integer(term).and_then(|at| i64::try_from(at).ok()) {
                        Some(at) if at >= 0 => at,
                        _ => return Ok(None),
                    }
                }
                at => at,
            };
            position.push(usize::try_from(at).ok());
        }
        Ok(Some(position))
    }

    fn at_position(&mut self, op: OpId, shape: &LanesOf, from: &[TermLanes]) -> Built<Option<Vec<TermId>>> {
        let is_insert = self.module.op(op).name == "vector.insert";
        let (source, first) = match is_insert {
            true => (from.get(1).ok_or(NoTerms)?, 2),
            false => (&from[0], 1),
        };
        let Some(position) = self.position(op, first)? else {
            return Ok(None);
        };
        // A lane of the machine's extents has no number here.
        if source.shape.scalable.iter().any(|dim| *dim < position.len()) {
            return Ok(None);
        }
        let inside = position
            .iter()
            .zip(&source.shape.dims)
            .all(|(at, extent)| at.is_none_or(|at| at < *extent));
        if !inside || position.len() > source.shape.dims.len() {
            return Ok(None);
        }
        let Some(position) = position.into_iter().collect::<Option<Vec<usize>>>() else {
            let poison = self.poison(&shape.atom);
            return Ok(Some(vec![poison; shape.count().unwrap_or(0)]));
        };
        let mut items = Vec::new();
        for lane in shape.positions() {
            items.push(match is_insert {
                true => match lane.strip_prefix(&position[..]) {
                    Some(inner) => from[0].get(inner)?,
                    None => source.get(&lane)?,
                },
                false => source.get(&[&position[..], &lane].concat())?,
            });
        }
        Ok(Some(items))
    }

    fn mask(&mut self, op: OpId, shape: &LanesOf) -> Built<Option<Vec<TermId>>> {
        if !shape.scalable.is_empty() {
            return Ok(None);
        }
        let sizes: Vec<TermId> = match self.module.op(op).attr("mask_dim_sizes").and_then(Attr::as_i64s) {
            Some(sizes) => { sizes.into_iter() }
                .map(|size| self.terms.integer(super::normal::INDEX, size.into()))
                .collect(),
            None => self.operands(op)?,
        };
        let index = |this: &mut Self, at: usize| this.terms.integer(super::normal::INDEX, at as i128);
        let mut items = Vec::new();
        for mut position in shape.positions() {
            if position.is_empty() {
                position.push(0);
            }
            if position.len() != sizes.len() {
                return Ok(None);
            }
            let mut conditions = Vec::new();
            for (at, size) in position.into_iter().zip(&sizes) {
                let at = index(self, at);
                conditions.push(self.terms.op(TermLabel::new("cmpi:slt", ""), vec![at, *size]));
            }
            conditions.sort();
            let mut on = self.terms.integer(1, 1);
            for below in conditions {
                on = self.terms.op(TermLabel::new("arith.andi", ":i1:"), vec![on, below]);
            }
            items.push(on);
        }
        Ok(Some(items))
    }

    /// Lanes of other widths: pieces of lanes, or several lanes put together.
    fn bits(&mut self, shape: &LanesOf, from: &TermLanes) -> Built<Option<Vec<TermId>>> {
        if !shape.scalable.is_empty() || !from.shape.scalable.is_empty() {
            return Ok(None);
        }
        let (old, new) = (&from.shape.atom, &shape.atom);
        let (Some(narrow), Some(wide)) = (bit_width(new), bit_width(old)) else {
            return Ok(None);
        };
        if old == new {
            return Ok(Some(from.items.clone()));
        }
        if narrow == wide {
            let label = TermLabel::new("arith.bitcast", format!("{old}>{new}"));
            let cast = |term: &TermId| self.terms.op(label.clone(), vec![*term]);
            return Ok(Some(from.items.iter().map(cast).collect()));
        }
        let mut items = Vec::new();
        if wide % narrow == 0 {
            for term in &from.items {
                for piece in 0..wide / narrow {
                    let label = TermLabel::new("piece", format!("{piece} of {old}>{new}"));
                    items.push(self.terms.op(label, vec![*term]));
                }
            }
        } else if narrow % wide == 0 {
            for lanes in from.items.chunks((narrow / wide) as usize) {
                items.push(
                    self.terms
                        .op(TermLabel::new("joined", format!("{old}>{new}")), lanes.to_vec()),
                );
            }
        } else {
            return Ok(None);
        }
        Ok(Some(items))
    }

    /// Reductions, contractions and outer products.
    fn combined(&mut self, op: OpId, shape: &LanesOf, mask: Option<&TermLanes>) -> Built<Option<Vec<TermId>>> {
        let data = self.module.op(op);
        let Some(from) = self.all_lanes(op)? else {
            return Ok(None);
        };
        let Some(combine) = self.combine(op, shape) else {
            return Ok(None);
        };
        let Some((maps, to)) = maps(
            &data.name,
            data.attr("indexing_maps"),
            data.attr("reduction_dims"),
            &from,
        ) else {
            return Ok(None);
        };
        let Some(extents) = extents(&maps, &from) else {
            return Ok(None);
        };
        let Some(machine) = scalable(&maps, &from) else {
            return Ok(None);
        };
        // A dimension that only the machine knows the extent of is not summed over.
        let kept: Vec<usize> = to.iter().copied().filter(|dim| machine.contains(dim)).collect();
        if kept.len() != machine.len() {
            return Ok(None);
        }
        let count = extents.iter().try_fold(1usize, |all, one| all.checked_mul(*one));
        if count.is_none_or(|count| count > POINTS_MAX) {
            return Ok(None);
        }
        self.terms.burn(count.unwrap_or(0) as u64)?;
        let accumulator = from.get(maps.len());
        // Where the mask is off nothing is combined; what starts with nothing would begin somewhere else.
        if mask
            .is_some_and(|mask| accumulator.is_none() || mask.shape.scalable != machine || mask.shape.dims != extents)
        {
            return Ok(None);
        }
        let mut sums: Vec<Vec<(Option<TermId>, TermId)>> = vec![Vec::new(); shape.count().unwrap_or(0)];
        for point in positions(&extents) {
            let mut factors = Vec::new();
            for (map, lanes) in maps.iter().zip(&from) {
                let at: Vec<usize> = map.iter().map(|dim| point[*dim]).collect();
                let own: Vec<usize> = map.iter().copied().filter(|dim| machine.contains(dim)).collect();
                let term = lanes.get(&at)?;
                let Some(wide) = self.widened(term, &lanes.shape.atom, &combine.shape.atom) else {
                    return Ok(None);
                };
                factors.push(self.arranged(wide, &own, &kept, &combine.shape.atom)?);
            }
            let term = match factors[..] {
                [one] => one,
                [x, y] => self.lane_call(&combine, "mul", x, y),
                _ => return Ok(None),
            };
            let on = match mask {
                Some(mask) => {
                    let term = mask.get(&point)?;
                    let own: Vec<usize> = machine.clone();
                    let atom = combine.shape.of_bits();
                    Some(self.arranged(term, &own, &kept, &atom)?)
                }
                None => None,
            };
            let at: Vec<usize> = to.iter().map(|dim| point[*dim]).collect();
            let at = shape.at(&at).ok_or(NoTerms)?;
            sums[at].push((on, term));
        }
        let mut items = Vec::new();
        for (at, terms) in sums.into_iter().enumerate() {
            let start = match accumulator {
                Some(accumulator) => Some(*accumulator.items.get(at).ok_or(NoTerms)?),
                None => None,
            };
            let Some(sum) = self.total(&combine, start, terms) else {
                return Ok(None);
            };
            items.push(sum);
        }
        Ok(Some(items))
    }

    fn combine(&mut self, op: OpId, shape: &LanesOf) -> Option<Combine> {
        self.combines = true;
        let data = self.module.op(op);
        let kind = match data.attr("kind") {
            None => "add",
            Some(Attr::Opaque(text)) => text.trim_end_matches('>').rsplit('<').next()?,
            Some(_) => return None,
        };
        let elem = shape.ty.elem();
        let is_float = match elem {
            Type::Float(_) => true,
            Type::Opaque(_) | Type::Complex(_) => return None,
            _ => false,
        };
        let name = match (kind, is_float) {
            ("add" | "mul", true) => format!("{kind}f"),
            ("add" | "mul" | "and" | "or" | "xor", false) => format!("{kind}i"),
            ("minnumf" | "maxnumf" | "minimumf" | "maximumf", true) => kind.to_owned(),
            ("minsi" | "minui" | "maxsi" | "maxui", false) => kind.to_owned(),
            _ => return None,
        };
        let flags = Flags::of(&data.properties).or(Flags::of(&data.attrs));
        let moves = is_float && matches!(kind, "add" | "mul") && data.name != "vector.outerproduct";
        Some(Combine {
            name,
            order: if moves { self.order } else { LaneOrder::Sequential },
            flags,
            shape: shape.clone(),
        })
    }

    /// A narrower lane as one of the result.
    fn widened(&mut self, term: TermId, from: &Type, to: &Type) -> Option<TermId> {
        let (old, new) = (from.elem(), to.elem());
        if old == new {
            return Some(term);
        }
        let name = match (old, new) {
            (Type::Float(x), Type::Float(y)) if x.bits() < y.bits() => "arith.extf",
            (Type::Integer { width: x, .. }, Type::Integer { width: y, .. }) if x < y => "arith.extsi",
            _ => return None,
        };
        let result = match from {
            Type::Vector { shape, .. } => Type::Vector {
                shape: shape.clone(),
                elem: Box::new(new.clone()),
            },
            _ => new.clone(),
        };
        let label = TermLabel::new(name, format!("{from}>{result}"));
        Some(self.terms.op(label, vec![term]))
    }

    /// `add`, `mul` or another operation of `arith` without flags.
    fn lane_call(&mut self, combine: &Combine, name: &str, x: TermId, y: TermId) -> TermId {
        let atom = combine.shape.atom.clone();
        let is_float = atom.elem().is_float();
        let name = match name {
            "mul" if is_float => "mulf",
            "mul" => "muli",
            name => name,
        };
        if let Some(width) = super::build::width(&atom) {
            match name {
                "addi" => return self.terms.add(width, x, y),
                "muli" => return self.terms.multiply(width, x, y),
                _ => {}
            }
        }
        let attrs = Attrs::default();
        let key = polyvet_ir::attrs_key(&attrs, &attrs);
        let label = TermLabel::new(&format!("arith.{name}"), format!("{key}:{atom}:"));
        self.terms.op(label, vec![x, y])
    }

    fn total(
        &mut self,
        combine: &Combine,
        start: Option<TermId>,
        terms: Vec<(Option<TermId>, TermId)>,
    ) -> Option<TermId> {
        let combines = terms.len() + usize::from(start.is_some()) > 1;
        // What a licence says about a sum whose order is open is not said by any one step of it.
        if combine.flags != Flags::NONE && combine.order == LaneOrder::Any {
            return None;
        }
        if combine.order == LaneOrder::Any && terms.len() > 1 {
            let mut all: Vec<TermId> = start.into_iter().collect();
            for (on, term) in terms {
                all.push(match on {
                    Some(on) => self.terms.op(TermLabel::new("if on", ""), vec![on, term]),
                    None => term,
                });
            }
            all.sort();
            let label = TermLabel::new("in any order", format!("{} {}", combine.name, combine.shape.atom));
            return Some(self.terms.op(label, all));
        }
        self.reorders |= combines && combine.order != LaneOrder::Any && combine.may_move() && terms.len() > 1;
        let mut sum = start;
        for (on, term) in terms {
            sum = Some(match (sum, on) {
                (None, None) => term,
                (None, Some(_)) => return None,
                (Some(sum), on) => {
                    let name = format!("arith.{}", combine.name);
                    for flag in combine.flags.each() {
                        self.flag(&name, flag, vec![sum, term]);
                    }
                    let next = self.lane_call(combine, &combine.name, sum, term);
                    match on {
                        Some(on) => self.terms.select(on, next, sum),
                        None => next,
                    }
                }
            });
        }
        sum
    }

    /// `vector.mask` around one operation.
    fn masked(&mut self, op: OpId, shape: &LanesOf) -> Built<Option<Vec<TermId>>> {
        let data = self.module.op(op);
        let Some(block) = self.module.only_block(op, 0) else {
            return Ok(None);
        };
        let values: Vec<ValueId> = data.operand_values().collect();
        let [inner, last] = self.module.block(block).ops[..] else {
            return Ok(None);
        };
        let yielded: Vec<ValueId> = self.module.op(last).operand_values().collect();
        let sums = matches!(
            self.module.op(inner).name.as_str(),
            "vector.contract" | "vector.outerproduct" | "vector.reduction" | "vector.multi_reduction"
        );
        if !sums || values.len() != 1 || yielded != self.module.op(inner).results {
            return Ok(None);
        }
        let Some(mask) = self.lanes(values[0])? else {
            return Ok(None);
        };
        self.combined(inner, shape, Some(&mask))
    }
}

impl Combine {
    fn may_move(&self) -> bool {
        matches!(&*self.name, "addf" | "mulf")
    }
}

impl LanesOf {
    /// A lane of bits as many as the machine has of this one.
    fn of_bits(&self) -> Type {
        match &self.atom {
            Type::Vector { shape, .. } => Type::Vector {
                shape: shape.clone(),
                elem: Box::new(Type::I1),
            },
            _ => Type::I1,
        }
    }
}

/// Whether one type is another with the same order of lanes: static extents between the machine's are the same.
fn recast(to: &LanesOf, from: &LanesOf) -> bool {
    let between = |shape: &LanesOf| -> Vec<usize> {
        let mut all = Vec::new();
        let mut product = 1;
        for (at, extent) in shape.dims.iter().enumerate() {
            if shape.scalable.contains(&at) {
                all.push(std::mem::replace(&mut product, 1));
            } else {
                product *= extent;
            }
        }
        all.push(product);
        all
    };
    to.machine() == from.machine() && to.atom.elem() == from.atom.elem() && between(to) == between(from)
}

fn insert_strided(
    shape: &LanesOf,
    from: &[TermLanes],
    offsets: &[usize],
    strides: &[usize],
) -> Built<Option<Vec<TermId>>> {
    let [part, into] = from else { return Ok(None) };
    let Some(lead) = shape.dims.len().checked_sub(part.shape.dims.len()) else {
        return Ok(None);
    };
    let moved: Vec<usize> = part.shape.scalable.iter().map(|dim| dim + lead).collect();
    let fits = offsets.len() == shape.dims.len() && strides.len() == part.shape.dims.len();
    let whole = shape.scalable.iter().all(|dim| offsets.get(*dim) == Some(&0));
    if !fits || !whole || moved != shape.scalable || part.shape.machine() != shape.machine() {
        return Ok(None);
    }
    let mut items = into.items.clone();
    for lane in part.shape.positions() {
        let target: Vec<usize> = (0..shape.dims.len())
            .map(|dim| {
                offsets[dim]
                    + if dim < lead {
                        0
                    } else {
                        lane[dim - lead] * strides[dim - lead]
                    }
            })
            .collect();
        let at = shape.at(&target).ok_or(NoTerms)?;
        items[at] = part.get(&lane)?;
    }
    Ok(Some(items))
}

/// By factor, the dimensions of the iteration space that it has; and those of the result.
type Projections = (Vec<Vec<usize>>, Vec<usize>);

fn maps(name: &str, indexing: Option<&Attr>, reduced: Option<&Attr>, from: &[TermLanes]) -> Option<Projections> {
    let rank = from.first()?.shape.dims.len();
    match name {
        "vector.contract" => {
            let Some(Attr::Array(maps)) = indexing else { return None };
            let all: Option<Vec<Vec<usize>>> = maps.iter().map(|map| projection(map.as_map()?)).collect();
            let mut all = all?;
            let to = all.pop()?;
            (all.len() == 2).then_some((all, to))
        }
        "vector.outerproduct" => {
            let other = from.get(1)?.shape.dims.len();
            let to: Vec<usize> = (0..rank + other).collect();
            Some((vec![to[..rank].to_vec(), to[rank..].to_vec()], to))
        }
        _ => {
            let reduced: Vec<usize> = match name {
                "vector.multi_reduction" => reduced?.as_i64s()?.into_iter().map(|dim| dim as usize).collect(),
                _ => (0..rank).collect(),
            };
            let to = (0..rank).filter(|dim| !reduced.contains(dim)).collect();
            Some((vec![(0..rank).collect()], to))
        }
    }
}

fn projection(map: &AffineMap) -> Option<Vec<usize>> {
    let dim = |result: &AffineExpr| match result {
        AffineExpr::Dim(dim) => Some(*dim as usize),
        _ => None,
    };
    map.results.iter().map(dim).collect()
}

fn extents(maps: &[Vec<usize>], from: &[TermLanes]) -> Option<Vec<usize>> {
    let rank = maps.iter().flatten().map(|dim| dim + 1).max().unwrap_or(0);
    let mut extents = vec![None; rank];
    for (map, lanes) in maps.iter().zip(from) {
        if map.len() != lanes.shape.dims.len() {
            return None;
        }
        for (dim, extent) in map.iter().zip(&lanes.shape.dims) {
            if *extents[*dim].get_or_insert(*extent) != *extent {
                return None;
            }
        }
    }
    extents.into_iter().collect()
}

/// Dimensions of which only the machine knows the extents; `None` where operands do not agree.
fn scalable(maps: &[Vec<usize>], from: &[TermLanes]) -> Option<Vec<usize>> {
    let mut machine = std::collections::BTreeSet::new();
    for (map, lanes) in maps.iter().zip(from) {
        machine.extend(lanes.shape.scalable.iter().map(|at| map[*at]));
    }
    for (map, lanes) in maps.iter().zip(from) {
        let agrees = map
            .iter()
            .enumerate()
            .all(|(at, dim)| machine.contains(dim) == lanes.shape.scalable.contains(&at));
        agrees.then_some(())?;
    }
    Some(machine.into_iter().collect())
}

fn bit_width(ty: &Type) -> Option<u32> {
    match ty {
        Type::Integer { width, .. } => Some(*width),
        Type::Float(kind) => Some(kind.bits()),
        _ => None,
    }
}
