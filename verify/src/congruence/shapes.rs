//! Casts, slices, reshapes, and extents.
//!
//! A cast of a tensor or memref is the value itself; that its extents are those that it says is an obligation. A slice is
//! a function of all its offsets, sizes and strides, constant or not, and a reshape of the extents that it gives, in
//! row-major order of what is below all reshapes. An extent is followed to where it was given.
//!
//! A buffer made of a tensor holds what the tensor is until anything is written: what reads it until then reads the
//! tensor.

use super::build::{Built, TermBuilder};
use super::normal::INDEX;
use super::terms::{Expanded, NoTerms, TermId, TermLabel, TermShape, Terms};
use polyvet_ir::ops::Effects;
use polyvet_ir::{Attr, Dim, OpId, Type, ValueId};

impl Terms {
    /// Extent number `at` of an array.
    pub fn dim(&mut self, array: TermId, at: usize) -> TermId {
        let mut array = array;
        loop {
            if let Some(other) = self.same_extents.get(&array) {
                array = *other;
                continue;
            }
            let found = match self.node(array) {
                TermShape::Op(label, args) => match &*label.name {
                    "tensor.empty" => args.get(at).copied(),
                    "reshape" => args.get(1 + at).copied(),
                    // The source, and as many offsets, sizes and strides.
                    "tensor.extract_slice" | "memref.subview" if &*label.rest == WHOLE => {
                        args.get(1 + (args.len() - 1) / 3 + at).copied()
                    }
                    _ => None,
                },
                _ => None,
            };
            return match found {
                Some(extent) => extent,
                None => self.op(TermLabel::new("dim", at.to_string()), vec![array]),
            };
        }
    }

    /// The buffer that a view is of, as far as that is followed.
    fn root(&self, mut view: TermId) -> TermId {
        loop {
            match self.node(view) {
                TermShape::Op(label, args) if is_view(label) => view = args[0],
                _ => return view,
            }
        }
    }

    /// What a buffer made of a tensor, or a view of one, holds.
    fn made_of(&mut self, buffer: TermId) -> Option<TermId> {
        let mut views = Vec::new();
        let mut below = buffer;
        let mut tensor = loop {
            match self.node(below) {
                TermShape::Op(label, args) if is_view(label) => {
                    views.push((label.clone(), args.clone()));
                    below = args[0];
                }
                TermShape::Op(label, args) if &*label.name == "bufferization.to_buffer" => break args[0],
                _ => return None,
            }
        };
        for (label, mut args) in views.into_iter().rev() {
            args[0] = tensor;
            let name = match &*label.name {
                "memref.subview" => "tensor.extract_slice",
                name => name,
            };
            tensor = self.op(TermLabel::new(name, &*label.rest), args);
        }
        Some(tensor)
    }
}

/// What a slice says that drops no dimension.
const WHOLE: &str = "all dimensions";

fn is_view(label: &TermLabel) -> bool {
    &*label.name == "reshape" || &*label.name == "memref.subview" && &*label.rest == WHOLE
}

fn is_plain(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Tensor { encoding: None, .. }
            | Type::UnrankedTensor(_)
            | Type::MemRef { .. }
            | Type::UnrankedMemRef { .. }
    )
}

impl TermBuilder<'_> {
    /// Operations on shapes that have a normal form here; `false` for others.
    pub fn shaped(&mut self, op: OpId) -> Built<bool> {
        let data = self.module.op(op);
        let name = data.name.as_str();
        let [result] = data.results[..] else {
            return match name {
                "tensor.parallel_insert_slice" => self.slice(op),
                _ => Ok(false),
            };
        };
        match name {
            "tensor.cast" | "memref.cast" => self.cast(op, result),
            "tensor.empty" => self.empty(op, result),
            "tensor.extract_slice" | "tensor.insert_slice" | "memref.subview" => self.slice(op),
            "tensor.expand_shape" | "tensor.collapse_shape" | "memref.expand_shape" | "memref.collapse_shape" => {
                self.reshaped(op, result)
            }
            "bufferization.to_buffer" => {
                let [tensor] = self.operands(op)?[..] else {
                    return Ok(false);
                };
                let label = TermLabel::new(name, self.module.ty(result).elem().to_string());
                let term = self.terms.op(label, vec![tensor]);
                self.terms.same_extents.insert(term, tensor);
                self.contents.entry(term).or_insert(self.memory);
                self.values.insert(result, term);
                Ok(true)
            }
            "bufferization.to_tensor" => {
                let buffer = self.value(data.operand(0))?;
                let Some(tensor) = self.contents_of(buffer) else {
                    return Ok(false);
                };
                self.values.insert(result, tensor);
                Ok(true)
            }
            "bufferization.alloc_tensor" => self.allocated_tensor(op, result),
            "tensor.extract" => self.element(op, result),
            "tensor.reshape" => self.reshaped_by_values(op, result),
            _ => self.read(op),
        }
    }

    /// `tensor.reshape`: the elements in their order, with the extents that a tensor holds. What one reshape makes of another
    /// one's result it makes of what that was made of.
    fn reshaped_by_values(&mut self, op: OpId, result: ValueId) -> Built<bool> {
        let data = self.module.op(op);
        let (from, to) = (self.module.ty(data.operand(0)).clone(), self.module.ty(result).clone());
        let [source, extents] = self.operands(op)?[..] else {
            return Ok(false);
        };
        if !is_plain(&from) || !is_plain(&to) {
            return Ok(false);
        }
        let base = match self.terms.node(source) {
            TermShape::Op(label, args) if &*label.name == "tensor.reshape" => args[0],
            _ => source,
        };
        let label = TermLabel::new("tensor.reshape", to.to_string());
        self.must_be_defined(&label, &[base, extents]);
        let term = match from == to && self.keeps_extents(source, &from, extents) {
            true => source,
            false => self.terms.op(label, vec![base, extents]),
        };
        self.values.insert(result, term);
        Ok(true)
    }

    /// Whether a tensor holds the extents of an array. There are as many elements, so one extent is the same anyway.
    fn keeps_extents(&mut self, array: TermId, ty: &Type, extents: TermId) -> bool {
        let Some(shape) = ty.shape() else { return false };
        let given = self.given_elements(extents).to_vec();
        shape.len() <= 1
            || given.len() == shape.len()
                && shape.iter().enumerate().all(|(at, dim)| {
                    let known = match dim {
                        Dim::Static(extent) => self.terms.integer(INDEX, i128::from(*extent)),
                        _ => self.terms.dim(array, at),
                    };
                    known == given[at]
                })
    }

    /// What a `tensor.from_elements` is made of; nothing of other tensors.
    fn given_elements(&self, tensor: TermId) -> &[TermId] {
        match self.terms.node(tensor) {
            TermShape::Op(label, items) if &*label.name == "tensor.from_elements" => items,
            _ => &[],
        }
    }

    /// The extent of what a `tensor.reshape` makes, as the tensor of its extents has it. That it has one there is an
    /// obligation where its rank does not say so.
    pub fn extent_of_reshape(&mut self, array: ValueId, at: TermId, is_open: bool) -> Option<TermId> {
        let maker = self.module.op(self.module.defining_op(array)?);
        if maker.name != "tensor.reshape" {
            return None;
        }
        let extents = self.value(maker.operand(1)).ok()?;
        let elem = self.module.ty(maker.operand(1)).elem().clone();
        super::build::width(&elem)?;
        let label = TermLabel::new("tensor.extract", format!(":{elem}:"));
        if is_open {
            self.must_be_defined(&label, &[extents, at]);
        }
        let number = self.terms.as_integer(at).and_then(|at| usize::try_from(at).ok());
        let found = number.and_then(|at| self.given_elements(extents).get(at).copied());
        let found = found.unwrap_or_else(|| self.terms.op(label, vec![extents, at]));
        // As a cast of it is written.
        Some(match elem == Type::Index {
            true => found,
            false => self
                .terms
                .op(TermLabel::new("arith.index_cast", format!("{elem}>index")), vec![found]),
        })
    }

    /// What a buffer holds, if that is a tensor.
    fn contents_of(&mut self, buffer: TermId) -> Option<TermId> {
        let root = self.terms.root(buffer);
        let made = self.contents.get(&root).is_some_and(|memory| *memory == self.memory);
        made.then(|| self.terms.made_of(buffer)).flatten()
    }

    /// `bufferization.alloc_tensor`: another tensor, or one that nobody has written.
    fn allocated_tensor(&mut self, op: OpId, result: ValueId) -> Built<bool> {
        let Some(groups) = polyvet_ir::segments(self.module, op) else {
            return Ok(false);
        };
        let ([sizes, copy, _], Some(shape)) = (&groups[..], self.module.ty(result).shape()) else {
            return Ok(false);
        };
        if !is_plain(self.module.ty(result)) {
            return Ok(false);
        }
        if let [copy] = copy[..] {
            let term = self.value(copy)?;
            self.values.insert(result, term);
            return Ok(sizes.is_empty());
        }
        let sizes = self.all(sizes)?;
        let extents = self.extents(shape, &sizes)?;
        for size in sizes {
            self.not_negative(size);
        }
        let elem = self.module.ty(result).elem().to_string();
        let term = self.terms.op(TermLabel::new("tensor.empty", elem), extents);
        self.values.insert(result, term);
        Ok(true)
    }

    fn cast(&mut self, op: OpId, result: ValueId) -> Built<bool> {
        let operand = self.module.op(op).operand(0);
        let (from, to) = (self.module.ty(operand), self.module.ty(result));
        if !is_plain(from) || !is_plain(to) {
            return Ok(false);
        }
        let mut term = self.value(operand)?;
        if !says_less(to, from) {
            let (value, mut from, mut to) = (term, from.clone(), to.clone());
            // Of a buffer that holds a tensor, the extents are those of the tensor.
            if let (true, Some(tensor)) = (same_layout(&from, &to), self.contents_of(term)) {
                (term, from, to) = (tensor, as_tensor(&from), as_tensor(&to));
            }
            let known = to.shape().is_some_and(|shape| {
                let shape: Vec<Dim> = shape.to_vec();
                !to.is_memref() && from.shape().is_some() && self.has_extents(term, &shape)
            });
            if known {
                self.values.insert(result, value);
                return Ok(true);
            }
            let label = TermLabel::new(
                if to.is_memref() { "memref.cast" } else { "tensor.cast" },
                format!("{from}>{to}"),
            );
            self.terms.types.insert(label.rest.clone(), (from, to));
            self.must_be_defined(&label, &[term]);
            self.values.insert(result, value);
            return Ok(true);
        }
        self.values.insert(result, term);
        Ok(true)
    }

    /// Whether extents that are numbers are known to be those.
    fn has_extents(&mut self, array: TermId, shape: &[Dim]) -> bool {
        shape.iter().enumerate().all(|(at, dim)| match dim {
            Dim::Static(extent) => {
                let known = self.terms.dim(array, at);
                self.terms.as_integer(known) == Some(i128::from(*extent))
            }
            _ => true,
        })
    }

    fn empty(&mut self, op: OpId, result: ValueId) -> Built<bool> {
        let ty = self.module.ty(result);
        let (true, Some(shape)) = (is_plain(ty), ty.shape()) else {
            return Ok(false);
        };
        let sizes = self.operands(op)?;
        let extents = self.extents(shape, &sizes)?;
        let label = TermLabel::new("tensor.empty", ty.elem().to_string());
        for size in sizes {
            self.not_negative(size);
        }
        let term = self.terms.op(label, extents);
        self.values.insert(result, term);
        Ok(true)
    }

    fn not_negative(&mut self, size: TermId) {
        if !self.is_extent(size) {
            let term = self
                .terms
                .intern(TermShape::Op(TermLabel::new("not negative", ""), vec![size]));
            self.obligations.push(term);
        }
    }

    fn extents(&mut self, shape: &[Dim], dynamic: &[TermId]) -> Built<Vec<TermId>> {
        let mut dynamic = dynamic.iter();
        let mut all = Vec::new();
        for dim in shape {
            all.push(match dim {
                Dim::Static(extent) => self.terms.integer(INDEX, i128::from(*extent)),
                _ => *dynamic.next().ok_or(NoTerms)?,
            });
        }
        Ok(all)
    }

    /// Constants of an attribute, and values where it says so.
    pub fn mixed(&mut self, op: OpId, name: &str, values: &[ValueId]) -> Built<Option<Vec<TermId>>> {
        let Some(fixed) = self.module.op(op).attr(name).and_then(Attr::as_i64s) else {
            return Ok(None);
        };
        let mut values = self.all(values)?.into_iter();
        let mut all = Vec::new();
        for number in fixed {
            all.push(match number {
                i64::MIN => values.next().ok_or(NoTerms)?,
                number => self.terms.integer(INDEX, i128::from(number)),
            });
        }
        Ok(Some(all))
    }

    fn slice(&mut self, op: OpId) -> Built<bool> {
        let data = self.module.op(op);
        let name = data.name.as_str();
        let Some(groups) = polyvet_ir::segments(self.module, op) else {
            return Ok(false);
        };
        let (arrays, rest) = groups.split_at_checked(groups.len().saturating_sub(3)).ok_or(NoTerms)?;
        let [offsets, sizes, strides] = rest else {
            return Ok(false);
        };
        let arrays = arrays.concat();
        let mut args = self.all(&arrays)?;
        let types: Vec<&Type> = data.operand_values().map(|value| self.module.ty(value)).collect();
        if !data
            .results
            .iter()
            .map(|one| self.module.ty(*one))
            .chain(types.iter().copied().take(arrays.len()))
            .all(is_plain)
        {
            return Ok(false);
        }
        let mut rank = 0;
        let mut counts = Vec::new();
        for (name, values) in [
            ("static_offsets", offsets),
            ("static_sizes", sizes),
            ("static_strides", strides),
        ] {
            let Some(mixed) = self.mixed(op, name, values)? else {
                return Ok(false);
            };
            rank = mixed.len();
            counts.extend(mixed);
        }
        args.extend(counts);
        // Which array may have fewer dimensions: the slice itself.
        let small = match name {
            "tensor.extract_slice" | "memref.subview" => self.module.ty(data.results[0]),
            _ => types[0],
        };
        let whole = small.shape().is_some_and(|shape| shape.len() == rank);
        let rest = match whole {
            true => WHOLE.to_owned(),
            false => small.to_string(),
        };
        let label = TermLabel::new(name, rest);
        // A view of a buffer that holds a tensor is a slice of that.
        let held = { self.contents_of(args[0]) }.filter(|_| name == "memref.subview" && whole);
        let sliced = match name {
            "memref.subview" => held,
            _ => arrays.len().checked_sub(1).map(|last| args[last]),
        };
        // What is taken out and what is put in lies within an array for the same reasons.
        if let Some(array) = sliced {
            let slice = TermLabel::new("tensor.extract_slice", WHOLE);
            let args = [&[array], &args[arrays.len()..]].concat();
            self.must_hold(op, &slice, &args);
        }
        if sliced.is_none() || name != "memref.subview" && arrays.len() > 1 {
            self.must_hold(op, &label, &args);
        }
        // Part of that, which other operations on these sizes may need by itself.
        for size in &args[arrays.len() + rank..arrays.len() + 2 * rank] {
            self.not_negative(*size);
        }
        let term = self.terms.op(label, args.clone());
        if name == "memref.subview" {
            self.note_kept(op, term, rank);
        }
        match data.results[..] {
            [result] => {
                if name == "tensor.insert_slice" {
                    self.terms.same_extents.insert(term, args[1]);
                }
                self.values.insert(result, term);
            }
            _ => self.silent.push(term),
        }
        Ok(true)
    }

    /// Which dimensions of its source a slice has, where there is no other way to drop some.
    fn note_kept(&mut self, op: OpId, slice: TermId, rank: usize) {
        let data = self.module.op(op);
        let Some(sizes) = data.attr("static_sizes").and_then(Attr::as_i64s) else {
            return;
        };
        let Some(shape) = self.module.ty(data.results[0]).shape() else {
            return;
        };
        let all: Vec<usize> = (0..rank).collect();
        let large: Vec<usize> = { all.iter().copied() }
            .filter(|dim| sizes.get(*dim) != Some(&1))
            .collect();
        let kept = [all, large].into_iter().find(|kept| kept.len() == shape.len());
        if let Some(kept) = kept {
            self.terms.kept.insert(slice, kept);
        }
    }

    /// The dimensions that a reshape takes together, or takes apart.
    pub fn reassociated(&self, op: OpId) -> Option<Vec<Vec<usize>>> {
        let Attr::Array(groups) = self.module.op(op).attr("reassociation")? else {
            return None;
        };
        let dims = |group: &Attr| {
            group
                .as_i64s()?
                .into_iter()
                .map(|dim| usize::try_from(dim).ok())
                .collect()
        };
        groups.iter().map(dims).collect()
    }

    fn reshaped(&mut self, op: OpId, result: ValueId) -> Built<bool> {
        let data = self.module.op(op);
        let operand = data.operand(0);
        let (from, to) = (self.module.ty(operand), self.module.ty(result));
        let (true, true, Some(old), Some(new)) = (is_plain(from), is_plain(to), from.shape(), to.shape()) else {
            return Ok(false);
        };
        let Some(parts) = self.reassociated(op) else {
            return Ok(false);
        };
        let expands = data.name.as_str().ends_with("expand_shape");
        let (long, short) = if expands {
            (new.len(), old.len())
        } else {
            (old.len(), new.len())
        };
        if parts.len() != short || !parts.concat().into_iter().eq(0..long) {
            return Ok(false);
        }
        let source = self.value(operand)?;
        let mut before = Vec::new();
        for (at, dim) in old.iter().enumerate() {
            before.push(self.extent_of(operand, source, at, *dim));
        }
        let one = self.terms.integer(INDEX, 1);
        let product = |this: &mut Self, group: &[usize], extents: &[TermId]| {
            group
                .iter()
                .fold(one, |all, dim| this.terms.multiply(INDEX, all, extents[*dim]))
        };
        let after = match expands {
            true => {
                let sizes: Vec<ValueId> = data.operand_values().skip(1).collect();
                let Some(after) = self.mixed(op, "static_output_shape", &sizes)? else {
                    return Ok(false);
                };
                if after.len() != new.len() {
                    return Ok(false);
                }
                for size in &after {
                    self.not_negative(*size);
                }
                let mut after = after;
                for (group, extent) in parts.iter().zip(&before) {
                    // The only one that is no number is what the others leave of the extent, or that is undefined.
                    if let Some((only, left)) = self.left_for_one(group, &after, *extent) {
                        self.same_extent(left, after[only]);
                        after[only] = left;
                        continue;
                    }
                    let product = product(self, group, &after);
                    self.same_extent(*extent, product);
                }
                after
            }
            false => {
                let whole = self.terms.expanded.get(&source).and_then(|found| found.below(&parts));
                match whole {
                    Some(extents) => { extents.iter() }
                        .map(|group| { group.iter() }.fold(one, |all, one| self.terms.multiply(INDEX, all, *one)))
                        .collect(),
                    None => parts.iter().map(|group| product(self, group, &before)).collect(),
                }
            }
        };
        // Products of extents fit: those that the program has.
        self.takes_out |= after.iter().any(|extent| self.terms.as_integer(*extent).is_none());
        // Elements of a buffer that lie apart are not collapsed.
        let is_dense = matches!(from, Type::MemRef { layout: None, .. });
        if from.is_memref() && !is_dense {
            let label = self.label(op, data.name.as_str(), &[]);
            self.must_be_defined(&label, &[source]);
        }
        if let (false, Some(found)) = (expands, self.terms.expanded.get(&source))
            && found.groups == parts
        {
            self.values.insert(result, found.source);
            return Ok(true);
        }
        let (below, own) = match self.terms.node(source) {
            // Nobody wrote it, in whatever shape.
            TermShape::Op(label, _) if &*label.name == "tensor.empty" => {
                let label = label.clone();
                let term = self.terms.op(label, after);
                self.values.insert(result, term);
                return Ok(true);
            }
            TermShape::Op(label, args) if &*label.name == "reshape" => {
                (args[0], self.terms.own_extents.get(&args[0]).cloned())
            }
            _ => {
                self.terms.own_extents.insert(source, before.clone());
                (source, Some(before.clone()))
            }
        };
        if own.as_ref() == Some(&after) {
            self.values.insert(result, below);
            return Ok(true);
        }
        let mut args = vec![below];
        args.extend(after);
        let term = self.terms.op(TermLabel::new("reshape", to.elem().to_string()), args);
        if expands {
            self.terms.expanded.entry(term).or_insert(Expanded {
                groups: parts,
                source,
                extents: before,
            });
        }
        self.values.insert(result, term);
        Ok(true)
    }

    /// Two extents must be one.
    fn same_extent(&mut self, given: TermId, said: TermId) {
        if given != said {
            let label = TermLabel::new("same extent", "");
            let term = self.terms.intern(TermShape::Op(label, vec![given, said]));
            self.obligations.push(term);
        }
    }

    /// The only extent of a group that is no number, and what the numbers leave of the extent of all together.
    fn left_for_one(&mut self, group: &[usize], extents: &[TermId], whole: TermId) -> Option<(usize, TermId)> {
        let mut others = group
            .iter()
            .filter(|dim| self.terms.as_integer(extents[**dim]).is_none());
        let only = *others.next().filter(|_| others.clone().next().is_none())?;
        let numbers = group.iter().filter_map(|dim| self.terms.as_integer(extents[*dim]));
        let divisor = numbers.product::<i128>();
        if divisor == 1 {
            return Some((only, whole));
        }
        let products = self.terms.products(whole);
        let [(factor, factors)] = &products[..] else {
            return None;
        };
        (divisor > 0 && factor % divisor == 0).then_some(())?;
        let left = self.terms.integer(INDEX, factor / divisor);
        let left = { factors.iter() }.fold(left, |left, one| self.terms.multiply(INDEX, left, *one));
        Some((only, left))
    }

    /// An element of a tensor whose elements are given.
    fn element(&mut self, op: OpId, result: ValueId) -> Built<bool> {
        let data = self.module.op(op);
        let args = self.operands(op)?;
        let Some(shape) = self.module.ty(data.operand(0)).shape() else {
            return Ok(false);
        };
        let mut place = 0usize;
        for (at, dim) in args[1..].iter().zip(shape) {
            let (Some(at), Dim::Static(extent)) = (self.terms.as_integer(*at), dim) else {
                return Ok(false);
            };
            if at < 0 || at >= i128::from(*extent) {
                return Ok(false);
            }
            place = place * *extent as usize + at as usize;
        }
        let element = match self.terms.node(args[0]) {
            TermShape::Op(label, items) if &*label.name == "tensor.splat" => items.first().copied(),
            _ => self.given_elements(args[0]).get(place).copied(),
        };
        let Some(element) = element else { return Ok(false) };
        self.values.insert(result, element);
        Ok(true)
    }

    /// What reads a buffer that holds a tensor reads the tensor.
    fn read(&mut self, op: OpId) -> Built<bool> {
        let data = self.module.op(op);
        let effects = self.module.effects(op);
        if effects != Effects::READS || !data.regions.is_empty() || !data.successors.is_empty() {
            return Ok(false);
        }
        let name = match data.name.as_str() {
            "memref.load" => "tensor.extract",
            "vector.transfer_read" => "vector.transfer_read",
            _ => return Ok(false),
        };
        let mut args = self.operands(op)?;
        let Some(tensor) = self.contents_of(args[0]) else {
            return Ok(false);
        };
        args[0] = tensor;
        let label = self.label(op, name, &["nontemporal", "alignment"]);
        self.must_hold(op, &label, &args);
        let term = self.terms.op(label, args);
        self.values.insert(data.results[0], term);
        Ok(true)
    }
}

/// Whether a type says no more of extents, and of where elements are, than another.
fn says_less(one: &Type, than: &Type) -> bool {
    let layout = |ty: &Type| match ty {
        Type::MemRef { layout, space, .. } => (layout.clone(), space.clone()),
        _ => (None, None),
    };
    match (one, than) {
        (Type::UnrankedTensor(_), _) => true,
        (Type::UnrankedMemRef { .. }, _) => true,
        _ => match (one.shape(), than.shape()) {
            (Some(x), Some(y)) => {
                let dims = x.len() == y.len() && x.iter().zip(y).all(|(x, y)| x == y || *x == Dim::Dynamic);
                dims && (layout(one) == layout(than) || is_any_layout(one))
            }
            _ => false,
        },
    }
}

fn same_layout(one: &Type, other: &Type) -> bool {
    match (one, other) {
        (
            Type::MemRef {
                layout: x, space: p, ..
            },
            Type::MemRef {
                layout: y, space: q, ..
            },
        ) => (x == y || is_any_layout(other)) && p == q,
        _ => false,
    }
}

fn as_tensor(ty: &Type) -> Type {
    Type::tensor(ty.shape().unwrap_or_default().to_vec(), ty.elem().clone())
}

/// `strided<[?, .., ?], offset: ?>`
fn is_any_layout(ty: &Type) -> bool {
    match ty {
        Type::MemRef {
            layout: Some(layout), ..
        } => match &**layout {
            Attr::Strided { strides, offset } => offset.is_none() && strides.iter().all(Option::is_none),
            _ => false,
        },
        _ => false,
    }
}

/// Whether what casts of a value say makes sure of what another says.
pub fn casts_say(given: &[(Type, Type)], goal: &(Type, Type)) -> bool {
    let (from, to) = goal;
    let plain = |ty: &Type| !matches!(ty, Type::MemRef { .. } | Type::UnrankedMemRef { .. });
    let Some(wanted) = to.shape() else { return true };
    let mut all: Vec<&Type> = given.iter().flat_map(|(from, to)| [from, to]).collect();
    all.push(from);
    // Of a buffer the layout counts too.
    if !plain(to) {
        return all.iter().any(|ty| says_less(to, ty));
    }
    let ranked: Vec<&[Dim]> = all.iter().filter_map(|ty| ty.shape()).collect();
    let has_rank = ranked.iter().any(|shape| shape.len() == wanted.len());
    has_rank
        && wanted.iter().enumerate().all(|(at, dim)| {
            *dim == Dim::Dynamic
                || ranked
                    .iter()
                    .any(|shape| shape.get(at) == Some(dim) && shape.len() == wanted.len())
        })
}
