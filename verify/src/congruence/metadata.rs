//! Where a memref lies: `memref.extract_strided_metadata` and `memref.reinterpret_cast`.
//!
//! A memref is a base buffer, an offset into it, and a size and a stride for each dimension, in elements (MLIR,
//! `MemRefOps.td`). Those of a view follow from those of what it is a view of. What nobody gives is what the type says,
//! or a function of the memref. A memref that is reinterpreted is a function of all of them; that it is within its buffer
//! is an obligation of the accesses through it, as in runs.

use super::build::{Built, TermBuilder};
use super::normal::INDEX;
use super::terms::{TermId, TermLabel};
use crate::interface::strides;
use polyvet_ir::{Dim, OpId, Type, ValueId};

/// Views on views that are followed.
const VIEWS_MAX: usize = 16;
/// Operations that show a buffer in another way; a cast is the memref itself.
const VIEWS: [&str; 4] = [
    "memref.subview",
    "memref.reinterpret_cast",
    "memref.expand_shape",
    "memref.collapse_shape",
];

/// Where a memref lies.
#[derive(Clone)]
struct Strided {
    base: TermId,
    offset: TermId,
    sizes: Vec<TermId>,
    strides: Vec<TermId>,
}

impl Strided {
    /// Base, offset, sizes, strides.
    fn all(self) -> Vec<TermId> {
        [vec![self.base, self.offset], self.sizes, self.strides].concat()
    }
}

impl TermBuilder<'_> {
    /// Operations that take a memref apart, or put one together; `false` for others.
    pub fn metadata(&mut self, op: OpId) -> Built<bool> {
        let data = self.module.op(op);
        match data.name.as_str() {
            "memref.extract_strided_metadata" => {
                let Some(of) = self.strided(data.operand(0), VIEWS_MAX)? else {
                    return Ok(false);
                };
                let all = of.all();
                if all.len() != data.results.len() {
                    return Ok(false);
                }
                // Products of extents fit: those that the program has.
                self.takes_out |= all[1..].iter().any(|number| self.terms.as_integer(*number).is_none());
                self.values.extend(data.results.iter().copied().zip(all));
                Ok(true)
            }
            "memref.reinterpret_cast" => {
                let result = data.results[0];
                let Some(of) = self.strided(result, VIEWS_MAX)? else {
                    return Ok(false);
                };
                let ty = self.module.ty(result).clone();
                let term = self.put_together(of, &ty);
                self.values.insert(result, term);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Where a memref lies; `None` for layouts that are no strides.
    fn strided(&mut self, value: ValueId, depth: usize) -> Built<Option<Strided>> {
        let ty = self.module.ty(value).clone();
        let Type::MemRef { shape, layout, .. } = &ty else {
            return Ok(None);
        };
        let Some(known) = strides(shape, layout.as_deref()) else {
            return Ok(None);
        };
        let followed = match self.module.defining_op(value) {
            Some(op) if depth > 0 => self.followed(op, value, depth - 1)?,
            _ => None,
        };
        let mut found = match followed {
            Some(found) if found.sizes.len() == shape.len() && found.strides.len() == shape.len() => found,
            _ => self.own(value, shape)?,
        };
        // The type says the same where it says something.
        let number = |this: &mut Self, known: Option<i64>, term: &mut TermId| {
            if let Some(known) = known {
                *term = this.terms.integer(INDEX, i128::from(known));
            }
        };
        number(self, known.offset, &mut found.offset);
        for (known, term) in known.steps.into_iter().zip(&mut found.strides) {
            number(self, known, term);
        }
        Ok(Some(found))
    }

    /// Where a memref lies that is no view: row by row, if its type says no more.
    fn own(&mut self, value: ValueId, shape: &[Dim]) -> Built<Strided> {
        let term = self.value(value)?;
        let plain = matches!(self.module.ty(value), Type::MemRef { layout: None, .. });
        let base = match plain && shape.is_empty() {
            true => term,
            false => self.terms.op(TermLabel::new("base", ""), vec![term]),
        };
        let sizes: Vec<TermId> = { shape.iter().enumerate() }
            .map(|(at, dim)| self.extent_of(value, term, at, *dim))
            .collect();
        let mut strides = Vec::new();
        if plain {
            let mut stride = self.terms.integer(INDEX, 1);
            for size in sizes.iter().rev() {
                strides.push(stride);
                stride = self.terms.multiply(INDEX, stride, *size);
            }
            strides.reverse();
        } else {
            for at in 0..shape.len() {
                let label = TermLabel::new("stride", at.to_string());
                strides.push(self.terms.op(label, vec![term]));
            }
        }
        let offset = match plain {
            true => self.terms.integer(INDEX, 0),
            false => self.terms.op(TermLabel::new("offset", ""), vec![term]),
        };
        Ok(Strided {
            base,
            offset,
            sizes,
            strides,
        })
    }

    /// Where a view lies, from where what it is a view of does.
    fn followed(&mut self, op: OpId, value: ValueId, depth: usize) -> Built<Option<Strided>> {
        let data = self.module.op(op);
        let name = data.name.as_str();
        if name == "memref.extract_strided_metadata" && data.results.first() == Some(&value) {
            let Some(of) = self.strided(data.operand(0), depth)? else {
                return Ok(None);
            };
            return Ok(Some(Strided {
                offset: self.terms.integer(INDEX, 0),
                sizes: Vec::new(),
                strides: Vec::new(),
                ..of
            }));
        }
        if name != "memref.cast" && !VIEWS.contains(&name) {
            return Ok(None);
        }
        let source = data.operand(0);
        let Some(of) = self.strided(source, depth)? else {
            return Ok(None);
        };
        match name {
            "memref.cast" => Ok(Some(of)),
            "memref.expand_shape" => self.expanded_strides(op, of),
            "memref.collapse_shape" => Ok(self.collapsed_strides(op, of)),
            _ => self.sliced_strides(op, value, of),
        }
    }

    /// `memref.subview`, `memref.reinterpret_cast`
    fn sliced_strides(&mut self, op: OpId, value: ValueId, of: Strided) -> Built<Option<Strided>> {
        let Some(groups) = polyvet_ir::segments(self.module, op) else {
            return Ok(None);
        };
        let [_, offsets, sizes, strides] = &groups[..] else {
            return Ok(None);
        };
        let (Some(offsets), Some(sizes), Some(strides)) = (
            self.mixed(op, "static_offsets", offsets)?,
            self.mixed(op, "static_sizes", sizes)?,
            self.mixed(op, "static_strides", strides)?,
        ) else {
            return Ok(None);
        };
        if self.module.op(op).name == "memref.reinterpret_cast" {
            let [offset] = offsets[..] else { return Ok(None) };
            return Ok(Some(Strided {
                offset,
                sizes,
                strides,
                ..of
            }));
        }
        let view = self.value(value)?;
        let kept: Vec<usize> = match self.terms.kept.get(&view) {
            Some(kept) => kept.clone(),
            None => return Ok(None),
        };
        if offsets.len() != of.strides.len() || kept.iter().any(|dim| *dim >= sizes.len()) {
            return Ok(None);
        }
        let mut offset = of.offset;
        for (by, stride) in offsets.iter().zip(&of.strides) {
            let steps = self.terms.multiply(INDEX, *by, *stride);
            offset = self.terms.add(INDEX, offset, steps);
        }
        let steps: Vec<TermId> = { kept.iter() }
            .map(|dim| self.terms.multiply(INDEX, strides[*dim], of.strides[*dim]))
            .collect();
        Ok(Some(Strided {
            base: of.base,
            offset,
            sizes: kept.iter().map(|dim| sizes[*dim]).collect(),
            strides: steps,
        }))
    }

    /// `memref.expand_shape`: row by row within each group.
    fn expanded_strides(&mut self, op: OpId, of: Strided) -> Built<Option<Strided>> {
        let data = self.module.op(op);
        let values: Vec<ValueId> = data.operand_values().skip(1).collect();
        let Some(sizes) = self.mixed(op, "static_output_shape", &values)? else {
            return Ok(None);
        };
        let Some(groups) = self.reassociated(op) else {
            return Ok(None);
        };
        let one = self.terms.integer(INDEX, 1);
        let mut strides = vec![one; sizes.len()];
        if !groups.is_empty() && groups.len() != of.strides.len() {
            return Ok(None);
        }
        for (group, innermost) in groups.iter().zip(&of.strides) {
            let mut stride = *innermost;
            for dim in group.iter().rev() {
                let (Some(own), Some(size)) = (strides.get_mut(*dim), sizes.get(*dim)) else {
                    return Ok(None);
                };
                *own = stride;
                stride = self.terms.multiply(INDEX, stride, *size);
            }
        }
        Ok(Some(Strided { sizes, strides, ..of }))
    }

    /// `memref.collapse_shape`: the dimensions of a group lie as one, so its stride is that of the innermost that has more
    /// than one element.
    fn collapsed_strides(&mut self, op: OpId, of: Strided) -> Option<Strided> {
        let (mut sizes, mut strides) = (Vec::new(), Vec::new());
        for dims in self.reassociated(op)? {
            dims.iter().all(|dim| *dim < of.sizes.len()).then_some(())?;
            let one = self.terms.integer(INDEX, 1);
            let size = |this: &Self, dim: usize| this.terms.as_integer(of.sizes[dim]);
            // Which dimension has more than one element must be known.
            let innermost = match dims[..] {
                [only] => only,
                _ => {
                    dims.iter().all(|dim| size(self, *dim).is_some()).then_some(())?;
                    dims.iter().rev().copied().find(|dim| size(self, *dim) != Some(1))?
                }
            };
            strides.push(of.strides[innermost]);
            sizes.push({ dims.iter() }.fold(one, |all, dim| self.terms.multiply(INDEX, all, of.sizes[*dim])));
        }
        Some(Strided { sizes, strides, ..of })
    }

    /// What a memref that leaves the function is: a view is where it lies, however it was made.
    pub fn left(&mut self, value: ValueId) -> Built<TermId> {
        let maker = self
            .module
            .defining_op(value)
            .map(|op| self.module.op(op).name.as_str());
        let is_view = maker.is_some_and(|name| VIEWS.contains(&name));
        match is_view {
            true => match self.strided(value, VIEWS_MAX)? {
                Some(of) => {
                    let ty = self.module.ty(value).clone();
                    Ok(self.put_together(of, &ty))
                }
                None => self.value(value),
            },
            false => self.value(value),
        }
    }

    /// The memref that lies there.
    fn put_together(&mut self, of: Strided, ty: &Type) -> TermId {
        if of.sizes.is_empty() && self.terms.as_integer(of.offset) == Some(0) {
            return of.base;
        }
        self.terms
            .op(TermLabel::new("strided", ty.elem().to_string()), of.all())
    }
}
