//! Casts, slices, reshapes and extents, and buffers that hold a tensor.
//!
//! A cast is the value itself; that its extents are those that it says is an obligation. A slice is a function of its
//! offsets, sizes and strides, constant or not. What a buffer holds that is made of a tensor is the tensor, until memory
//! changes.

use super::ledger::{LedgerAtom, What, all};
use super::reader::{TermRead, TermReader};
use polyvet_ir::{Attr, Dim, OpId, Type, ValueId};

const INDEX: What = What::Number(super::super::words::Sort::Bits(64));
const EXTENT: &str = "extent";
const RANK: &str = "rank";

impl TermReader<'_> {
    fn extent_text(&mut self, array: &LedgerAtom, at: &LedgerAtom) -> String {
        self.ledger
            .borrow_mut()
            .apply(EXTENT, &[array.clone(), at.clone()], INDEX)
    }

    /// What is known of an extent, for claims that ask for extents.
    pub fn extent_is(&mut self, array: &LedgerAtom, at: usize, extent: &LedgerAtom) {
        let text = self.extent_text(array, &LedgerAtom::index(at as i64));
        let function = self.ledger.borrow_mut().function(EXTENT, &[What::Value, INDEX], INDEX);
        self.fact(&[&array.text, &function], format!("(= {text} {})", extent.text));
    }

    pub fn rank_is(&mut self, array: &LedgerAtom, rank: usize) {
        let text = self.ledger.borrow_mut().apply(RANK, std::slice::from_ref(array), INDEX);
        let function = self.ledger.borrow_mut().function(RANK, &[What::Value], INDEX);
        self.fact(
            &[&array.text, &function],
            format!("(= {text} {})", LedgerAtom::index(rank as i64).text),
        );
    }

    /// One array has the extents of another.
    pub fn extents_as(&mut self, array: &LedgerAtom, like: &LedgerAtom) {
        /// Arrays have no more dimensions.
        const RANK_MAX: i64 = 8;
        let function = self.ledger.borrow_mut().function(EXTENT, &[What::Value, INDEX], INDEX);
        for at in (0..RANK_MAX).map(LedgerAtom::index) {
            let (x, y) = (self.extent_text(array, &at), self.extent_text(like, &at));
            self.fact(&[&array.text, &function], format!("(= {x} {y})"));
        }
    }

    /// The tensor that a buffer holds.
    pub fn held(&self, buffer: ValueId) -> Option<Vec<LedgerAtom>> {
        let (tensor, memory) = self.contents.get(&buffer)?;
        (*memory == self.memory).then(|| tensor.clone())
    }

    /// Reads an operation on shapes; `false` if it is another.
    pub fn shaped(&mut self, op: OpId) -> TermRead<bool> {
        let data = self.module.op(op);
        match (data.name.as_str(), &data.results[..]) {
            ("tensor.cast" | "memref.cast", [result]) => self.cast(op, *result),
            ("tensor.dim" | "memref.dim", [result]) => self.dim(op, *result),
            ("tensor.empty", [result]) => {
                let sizes = self.operands(op)?;
                self.empty(op, *result, &sizes)
            }
            ("tensor.extract_slice" | "tensor.insert_slice" | "memref.subview" | "tensor.parallel_insert_slice", _) => {
                self.slice(op)
            }
            (
                "tensor.expand_shape" | "tensor.collapse_shape" | "memref.expand_shape" | "memref.collapse_shape",
                [result],
            ) => self.reshape(op, *result),
            ("affine.linearize_index", [result]) => self.linearized(op, *result),
            ("affine.delinearize_index", _) => self.delinearized(op),
            ("bufferization.to_buffer", [result]) => {
                let tensor = self.value(data.operand(0))?;
                let label = self.label(op, data.name.as_str(), &["read_only"]);
                self.must_be_defined(op, &label, &tensor);
                let lanes = self.give(&label, &tensor, *result);
                if let ([buffer], [tensor]) = (&lanes[..], &tensor[..]) {
                    self.extents_as(buffer, tensor);
                }
                self.contents.insert(*result, (tensor, self.memory.clone()));
                Ok(true)
            }
            ("bufferization.to_tensor", [result]) => match self.held(data.operand(0)) {
                Some(tensor) => {
                    self.values.insert(*result, tensor);
                    Ok(true)
                }
                None => Ok(false),
            },
            ("bufferization.alloc_tensor", [result]) => match polyvet_ir::segments(self.module, op).as_deref() {
                Some([sizes, copy, _]) if sizes.is_empty() && copy.len() == 1 => {
                    let tensor = self.value(copy[0])?;
                    self.values.insert(*result, tensor);
                    Ok(true)
                }
                Some([sizes, copy, _]) if copy.is_empty() => {
                    let sizes = self.all(sizes)?;
                    self.empty(op, *result, &sizes)
                }
                _ => Ok(false),
            },
            ("vector.transfer_read", [result]) => match self.held(data.operand(0)) {
                Some(tensor) => {
                    let mut args = tensor;
                    args.extend(self.operands(op)?.into_iter().skip(1));
                    let label = self.label(op, "vector.transfer_read", &[]);
                    self.must_be_defined(op, &label, &args);
                    self.give(&label, &args, *result);
                    Ok(true)
                }
                None => Ok(false),
            },
            _ => Ok(false),
        }
    }

    fn cast(&mut self, op: OpId, result: ValueId) -> TermRead<bool> {
        let operand = self.module.op(op).operand(0);
        let (from, to) = (self.module.ty(operand), self.module.ty(result));
        let value = self.value(operand)?;
        let [array] = &value[..] else { return Ok(false) };
        let mut must = Vec::new();
        if let Some(shape) = to.shape() {
            let shape = shape.to_vec();
            if from.shape().is_none() {
                let rank = self.ledger.borrow_mut().apply(RANK, &value, INDEX);
                must.push(format!("(= {rank} {})", LedgerAtom::index(shape.len() as i64).text));
            }
            for (at, dim) in shape.iter().enumerate() {
                let known = from.shape().and_then(|shape| shape.get(at)) == Some(dim);
                if let (Dim::Static(extent), false) = (dim, known) {
                    let text = self.extent_text(array, &LedgerAtom::index(at as i64));
                    must.push(format!("(= {text} {})", LedgerAtom::extent(*extent).text));
                }
            }
        }
        if layout(from) != layout(to) && !is_any_layout(to) {
            must.push(
                self.ledger
                    .borrow_mut()
                    .apply(&format!("has the layout of {to}"), &value, What::Truth),
            );
        }
        self.oblige(op, "the cast fits", all(must));
        if let Some(held) = self.contents.get(&operand).cloned() {
            self.contents.insert(result, held);
        }
        self.values.insert(result, value);
        Ok(true)
    }

    fn dim(&mut self, op: OpId, result: ValueId) -> TermRead<bool> {
        let data = self.module.op(op);
        let (Ok(array), Ok(at)) = (self.scalar_value(data.operand(0)), self.scalar_value(data.operand(1))) else {
            return Ok(false);
        };
        let number = at.as_unsigned().filter(|_| at.is_number());
        let rank = self.module.ty(data.operand(0)).shape().map(<[Dim]>::len);
        if !matches!((number, rank), (Some(at), Some(rank)) if at < rank as u64) {
            self.must_be_defined(op, "dim", &[array.clone(), at.clone()]);
        }
        let text = self.extent_text(&array, &at);
        let name = self.module.value_name(result);
        let extent = self.define(&name, INDEX, &text);
        self.bind(result, vec![extent]);
        Ok(true)
    }

    fn extents(&mut self, shape: &[Dim], dynamic: &[LedgerAtom]) -> Option<Vec<LedgerAtom>> {
        let mut dynamic = dynamic.iter();
        let one = |dim: &Dim| match dim {
            Dim::Static(extent) => Some(LedgerAtom::extent(*extent)),
            _ => dynamic.next().cloned(),
        };
        shape.iter().map(one).collect()
    }

    fn not_negative(&mut self, op: OpId, sizes: &[LedgerAtom]) {
        let text = all(sizes
            .iter()
            .filter(|one| !one.is_number())
            .map(|size| format!("(bvsge {} (_ bv0 64))", size.text)));
        self.oblige(op, "sizes are not negative", text);
    }

    fn empty(&mut self, op: OpId, result: ValueId, sizes: &[LedgerAtom]) -> TermRead<bool> {
        let ty = self.module.ty(result);
        let (Type::Tensor { encoding: None, .. }, Some(shape)) = (ty, ty.shape()) else {
            return Ok(false);
        };
        let shape = shape.to_vec();
        let Some(extents) = self.extents(&shape, sizes) else {
            return Ok(false);
        };
        self.not_negative(op, sizes);
        let label = format!("tensor.empty of {}", ty.elem());
        let lanes = self.give(&label, &extents, result);
        for (at, extent) in extents.iter().enumerate() {
            self.extent_is(&lanes[0], at, extent);
        }
        Ok(true)
    }

    /// Constants of an attribute, and values where it says so.
    fn mixed(&self, op: OpId, name: &str, values: &[ValueId]) -> TermRead<Option<Vec<LedgerAtom>>> {
        let Some(fixed) = self.module.op(op).attr(name).and_then(Attr::as_i64s) else {
            return Ok(None);
        };
        let mut values = self.all(values)?.into_iter();
        let one = |number| match number {
            i64::MIN => values.next(),
            number => Some(LedgerAtom::index(number)),
        };
        Ok(fixed.into_iter().map(one).collect())
    }

    /// Extents of which each must be positive.
    fn basis(&mut self, op: OpId, sizes: &[ValueId]) -> TermRead<Option<Vec<LedgerAtom>>> {
        let basis = self.mixed(op, "static_basis", sizes)?;
        let open = basis.iter().flatten().filter(|one| !one.is_number());
        let must = all(open.map(|extent| format!("(bvsgt {} (_ bv0 64))", extent.text)));
        self.oblige(op, "extents are positive", must);
        // Indices are taken not to overflow.
        self.ledger.borrow_mut().is_abstract = true;
        Ok(basis)
    }

    /// Products of the extents behind each of so many indices.
    fn strides(&mut self, basis: &[LedgerAtom], count: usize) -> Vec<LedgerAtom> {
        let inner = &basis[basis.len() - (count - 1)..];
        let mut strides = vec![LedgerAtom::index(1)];
        for (at, extent) in inner.iter().rev().enumerate() {
            let stride = match at {
                0 => extent.clone(),
                _ => self.define(
                    "stride",
                    INDEX,
                    &format!("(bvmul {} {})", extent.text, strides[at].text),
                ),
            };
            strides.push(stride);
        }
        strides.reverse();
        strides
    }

    /// One index of several, by the extents behind each.
    fn linearized(&mut self, op: OpId, result: ValueId) -> TermRead<bool> {
        let Some([indices, sizes]) = polyvet_ir::segments(self.module, op).and_then(|all| <[_; 2]>::try_from(all).ok())
        else {
            return Ok(false);
        };
        let (indices, Some(basis)) = (self.all(&indices)?, self.basis(op, &sizes)?) else {
            return Ok(false);
        };
        if indices.is_empty() || basis.len() + 1 < indices.len() {
            return Ok(false);
        }
        let strides = self.strides(&basis, indices.len());
        let terms = indices
            .iter()
            .zip(&strides)
            .map(|(x, y)| format!("(bvmul {} {})", x.text, y.text));
        let text = terms.reduce(|x, y| format!("(bvadd {x} {y})")).unwrap_or_default();
        let name = self.module.value_name(result);
        let index = self.define(&name, INDEX, &text);
        self.bind(result, vec![index]);
        Ok(true)
    }

    /// Several indices of one: what is left of its quotients by the products of the extents behind each.
    fn delinearized(&mut self, op: OpId) -> TermRead<bool> {
        let data = self.module.op(op);
        let (results, operands) = (data.results.clone(), data.operand_values().collect::<Vec<_>>());
        let Some((linear, sizes)) = operands.split_first() else {
            return Ok(false);
        };
        let (linear, Some(basis)) = (self.scalar_value(*linear)?, self.basis(op, sizes)?) else {
            return Ok(false);
        };
        if results.is_empty() || basis.len() + 1 < results.len() {
            return Ok(false);
        }
        let strides = self.strides(&basis, results.len());
        let mut quotients = Vec::new();
        for stride in &strides {
            quotients.push(match stride.as_unsigned() {
                Some(1) => linear.clone(),
                _ => self.apply(
                    "rounded down quotient",
                    &[linear.clone(), stride.clone()],
                    INDEX,
                    "quotient",
                ),
            });
        }
        let inner = basis.len() + 1 - results.len();
        for (at, result) in results.into_iter().enumerate() {
            let text = match at {
                0 => quotients[0].text.to_string(),
                _ => {
                    let extent = &basis[inner + at - 1];
                    format!(
                        "(bvsub {} (bvmul {} {}))",
                        quotients[at].text,
                        quotients[at - 1].text,
                        extent.text
                    )
                }
            };
            let name = self.module.value_name(result);
            let index = self.define(&name, INDEX, &text);
            self.bind(result, vec![index]);
        }
        Ok(true)
    }

    fn slice(&mut self, op: OpId) -> TermRead<bool> {
        let data = self.module.op(op);
        let Some(groups) = polyvet_ir::segments(self.module, op) else {
            return Ok(false);
        };
        let Some((arrays, [offsets, sizes, strides])) = groups.split_last_chunk::<3>() else {
            return Ok(false);
        };
        let mut args = self.all(&arrays.concat())?;
        let mut counts = Vec::new();
        for (name, values) in [
            ("static_offsets", offsets),
            ("static_sizes", sizes),
            ("static_strides", strides),
        ] {
            let Some(mixed) = self.mixed(op, name, values)? else {
                return Ok(false);
            };
            counts.push(mixed);
        }
        let [_, sizes, _] = &counts[..] else { return Ok(false) };
        let (sizes, rank) = (sizes.clone(), sizes.len());
        let array = args.last().cloned();
        args.extend(counts.concat());
        let name = data.name.as_str();
        let inserts = !matches!(name, "tensor.extract_slice" | "memref.subview");
        let small = match inserts {
            false => self.module.ty(data.results[0]),
            true => self.module.ty(data.operand(0)),
        };
        let is_whole = small.shape().is_some_and(|shape| shape.len() == rank);
        let kept = if is_whole {
            "all dimensions".to_owned()
        } else {
            small.to_string()
        };
        let label = |name: &str| format!("{name}, {kept}");
        let held = self
            .held(data.operand(0))
            .filter(|_| name == "memref.subview" && is_whole);
        let sliced = match name {
            "memref.subview" => held.clone(),
            _ => array.map(|array| vec![array]),
        };
        let defined = match &sliced {
            Some(array) => {
                let args = [&array[..], &counts.concat()].concat();
                ("tensor.extract_slice, all dimensions".to_owned(), args)
            }
            None => (label(name), args.clone()),
        };
        self.must_be_defined(op, &defined.0, &defined.1);
        if inserts {
            self.must_be_defined(op, &label(name), &args);
        }
        if inserts && is_whole {
            let source = args[0].clone();
            let mut must = Vec::new();
            for (at, size) in sizes.iter().enumerate() {
                let text = self.extent_text(&source, &LedgerAtom::index(at as i64));
                must.push(format!("(= {text} {})", size.text));
            }
            self.oblige(op, "what is inserted has the sizes that are written", all(must));
        }
        let [result] = data.results[..] else {
            self.level.silent.push((label(name), args));
            return Ok(true);
        };
        let lanes = self.give(&label(name), &args, result);
        if inserts {
            self.extents_as(&lanes[0], &args[1]);
        } else if is_whole {
            for (at, size) in sizes.iter().enumerate() {
                self.extent_is(&lanes[0], at, size);
            }
        }
        if held.is_some() {
            let slice = self.apply(&defined.0, &defined.1, What::Value, "slice");
            for (at, size) in sizes.iter().enumerate() {
                self.extent_is(&slice, at, size);
            }
            self.contents.insert(result, (vec![slice], self.memory.clone()));
        }
        Ok(true)
    }

    /// How a reshape groups dimensions.
    fn groups(&self, op: OpId) -> Option<Vec<Vec<usize>>> {
        let Attr::Array(groups) = self.module.op(op).attr("reassociation")? else {
            return None;
        };
        let numbers = |group: &Attr| Some(group.as_i64s()?.into_iter().map(|dim| dim as usize).collect());
        groups.iter().map(numbers).collect()
    }

    fn reshape(&mut self, op: OpId, result: ValueId) -> TermRead<bool> {
        let data = self.module.op(op);
        let operand = data.operand(0);
        let (from, to) = (self.module.ty(operand), self.module.ty(result));
        let is_plain = |ty: &Type| match ty {
            Type::Tensor { encoding, .. } => encoding.is_none(),
            Type::MemRef { layout, .. } => layout.is_none(),
            _ => false,
        };
        let (true, true, Some(groups), Some(new)) = (is_plain(from), is_plain(to), self.groups(op), to.shape()) else {
            return Ok(false);
        };
        let expands = data.name.as_str().ends_with("expand_shape");
        // Back to what was expanded in the same way.
        let maker = self.module.defining_op(operand).filter(|_| !expands);
        if let Some(maker) = maker
            && self.module.op(maker).name.as_str().ends_with("expand_shape")
            && self.groups(maker).as_ref() == Some(&groups)
        {
            let value = self.value(self.module.op(maker).operand(0))?;
            self.values.insert(result, value);
            return Ok(true);
        }
        let array = self.scalar_value(operand)?;
        let product = |extents: Vec<String>| {
            let product = extents.into_iter().reduce(|x, y| format!("(bvmul {x} {y})"));
            product.unwrap_or_else(|| LedgerAtom::index(1).text.to_string())
        };
        let (rank, new) = (new.len(), new.to_vec());
        let mut extents = Vec::new();
        if expands {
            let sizes: Vec<ValueId> = data.operand_values().skip(1).collect();
            let Some(after) = self
                .mixed(op, "static_output_shape", &sizes)?
                .filter(|after| after.len() == rank)
            else {
                return Ok(false);
            };
            let mut must = Vec::new();
            for (at, group) in groups.iter().enumerate() {
                let whole = self.extent_text(&array, &LedgerAtom::index(at as i64));
                let parts = group.iter().map(|dim| after[*dim].text.to_string()).collect();
                must.push(format!("(= {whole} {})", product(parts)));
            }
            self.oblige(op, "the extents fit", all(must));
            self.not_negative(op, &after);
            extents = after;
        } else {
            for (group, dim) in groups.iter().zip(&new) {
                let parts = group
                    .iter()
                    .map(|dim| self.extent_text(&array, &LedgerAtom::index(*dim as i64)))
                    .collect();
                extents.push(match dim {
                    Dim::Static(extent) => LedgerAtom::extent(*extent),
                    _ => self.define("extent", INDEX, &product(parts)),
                });
            }
        }
        let args = [&[array], &extents[..]].concat();
        let lanes = self.give(&format!("reshape to rank {rank} of {}", to.elem()), &args, result);
        for (at, extent) in extents.iter().enumerate() {
            self.extent_is(&lanes[0], at, extent);
        }
        Ok(true)
    }
}

fn layout(ty: &Type) -> (Option<String>, Option<String>) {
    match ty {
        Type::MemRef { layout, space, .. } => (
            layout.as_ref().map(ToString::to_string),
            space.as_ref().map(ToString::to_string),
        ),
        _ => (None, None),
    }
}

/// `strided<[?, .., ?], offset: ?>`
fn is_any_layout(ty: &Type) -> bool {
    match ty {
        Type::UnrankedMemRef { .. } => true,
        Type::MemRef {
            layout: Some(layout), ..
        } => match &**layout {
            Attr::Strided { strides, offset } => offset.is_none() && strides.iter().all(Option::is_none),
            _ => false,
        },
        _ => false,
    }
}
