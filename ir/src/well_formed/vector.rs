//! Shapes of `vector` operations: what the shape of one operand says about the others.
//!
//! The forms compare types that must be equal. Here are the rules that compute with extents: which dimensions a reduction
//! drops, where a slice ends, how many elements a cast keeps. The rules are those of the verifiers of MLIR's vector dialect.

use super::Checker;
use crate::dialect::vector::mask_type;
use crate::{AffineExpr, Attr, Dim, Module, OpId, Type};

/// What a rule finds: what is wrong.
type RuleResult = Result<(), String>;

impl Checker<'_> {
    pub(super) fn vector(&mut self, op: OpId) {
        let shapes = Shapes {
            module: self.module,
            op,
        };
        if let Some(Err(what)) = shapes.rule() {
            let message = format!("`{}`: {what}", self.module.op(op).name);
            self.error("shape-mismatch", message, self.at(op));
        }
    }
}

/// An operation and how its rules read it; [`None`] is what the form or another check has reported.
struct Shapes<'m> {
    module: &'m Module,
    op: OpId,
}

/// The shape of a vector; a number has none.
fn shape(ty: &Type) -> Vec<Dim> {
    match ty {
        Type::Vector { shape, .. } => shape.clone(),
        _ => Vec::new(),
    }
}

fn shown(shape: &[Dim]) -> String {
    let dims = shape.iter().map(|dim| match dim {
        Dim::Static(n) => n.to_string(),
        Dim::Scalable(n) => format!("[{n}]"),
        Dim::Dynamic => "?".to_owned(),
    });
    match shape.is_empty() {
        true => "a number".to_owned(),
        false => format!("`{}`", dims.collect::<Vec<_>>().join("x")),
    }
}

fn same(what: &str, found: &[Dim], expected: &[Dim]) -> RuleResult {
    match found == expected {
        true => Ok(()),
        false => Err(format!("{what} is {}, it must be {}", shown(found), shown(expected))),
    }
}

fn within(what: &str, number: i64, bound: usize) -> RuleResult {
    match usize::try_from(number).is_ok_and(|number| number < bound) {
        true => Ok(()),
        false => Err(format!("{what} {number} is not one of {bound}")),
    }
}

/// How many elements; [`None`] if the hardware decides.
fn count(shape: &[Dim]) -> Option<u64> {
    shape.iter().try_fold(1u64, |product, dim| match dim {
        Dim::Static(n) => product.checked_mul(*n),
        _ => None,
    })
}

impl Shapes<'_> {
    fn rule(&self) -> Option<RuleResult> {
        match self.module.op(self.op).name.as_str() {
            "vector.multi_reduction" => self.multi_reduction(),
            "vector.reduction" => Some(self.reduction()),
            "vector.contract" => self.contract(),
            "vector.outerproduct" => self.outerproduct(),
            "vector.transpose" => self.transpose(),
            "vector.broadcast" => Some(self.broadcast()),
            "vector.shape_cast" => Some(self.shape_cast()),
            "vector.extract" => self.position(&self.operand(0)?, &self.result()?),
            "vector.insert" => self.position(&self.operand(1)?, &self.operand(0)?),
            "vector.extract_strided_slice" => self.extracted_slice(),
            "vector.insert_strided_slice" => self.inserted_slice(),
            "vector.shuffle" => self.shuffle(),
            "vector.from_elements" => Some(self.elements(&self.result()?, self.module.op(self.op).operands.len())),
            "vector.to_elements" => Some(self.elements(&self.operand(0)?, self.module.op(self.op).results.len())),
            "vector.create_mask" => {
                let (given, rank) = (self.module.op(self.op).operands.len(), self.result()?.len().max(1));
                Some(counted("bounds", given, rank))
            }
            "vector.constant_mask" => self.constant_mask(),
            "vector.load" => self.indices(0, 1),
            "vector.store" => self.indices(1, 2),
            "vector.transfer_read" | "vector.transfer_write" => self.transfer(),
            "vector.mask" => self.mask(),
            _ => None,
        }
    }

    fn operand(&self, n: usize) -> Option<Vec<Dim>> {
        let operand = self.module.op(self.op).operands.get(n)?;
        Some(shape(self.module.ty(operand.value)))
    }

    fn result(&self) -> Option<Vec<Dim>> {
        let result = self.module.op(self.op).results.first()?;
        Some(shape(self.module.ty(*result)))
    }

    fn numbers(&self, attr: &str) -> Option<Vec<i64>> {
        self.module.op(self.op).attr(attr)?.as_i64s()
    }

    fn multi_reduction(&self) -> Option<RuleResult> {
        let (source, dims) = (self.operand(0)?, self.numbers("reduction_dims")?);
        if let Some(wrong) = dims
            .iter()
            .find_map(|dim| within("dimension", *dim, source.len()).err())
        {
            return Some(Err(wrong));
        }
        let kept = source
            .iter()
            .enumerate()
            .filter(|(at, _)| !dims.contains(&(*at as i64)));
        let kept: Vec<Dim> = kept.map(|(_, dim)| *dim).collect();
        Some(same("the result", &self.result()?, &kept))
    }

    fn reduction(&self) -> RuleResult {
        let rank = self.operand(0).map_or(0, |shape| shape.len());
        match rank <= 1 {
            true => Ok(()),
            false => Err(format!(
                "a vector of {rank} dimensions; `vector.multi_reduction` takes those"
            )),
        }
    }

    /// Each loop has one extent, whichever operand says it.
    fn contract(&self) -> Option<RuleResult> {
        let Some(Attr::Array(maps)) = self.module.op(self.op).attr("indexing_maps") else {
            return None;
        };
        let mut extents: Vec<Option<Dim>> = Vec::new();
        for (n, map) in maps.iter().enumerate() {
            let (map, shape) = (map.as_map()?, self.operand(n)?);
            extents.resize(extents.len().max(map.dims), None);
            if map.results.len() != shape.len() {
                let what = format!(
                    "the map `{map}` has {} results for {}",
                    map.results.len(),
                    shown(&shape)
                );
                return Some(Err(what));
            }
            for (result, dim) in map.results.iter().zip(shape) {
                let AffineExpr::Dim(axis) = result else { continue };
                // MLIR lets a scalable loop meet a fixed one.
                match (extents[*axis as usize].replace(dim), dim) {
                    (Some(Dim::Static(first)), Dim::Static(second))
                    | (Some(Dim::Scalable(first)), Dim::Scalable(second))
                        if first != second =>
                    {
                        return Some(Err(format!("loop {axis} runs over {first} and over {second} lanes")));
                    }
                    _ => {}
                }
            }
        }
        Some(same("the result", &self.result()?, &self.operand(2)?))
    }

    /// The mask is as the operation inside it has lanes.
    fn mask(&self) -> Option<RuleResult> {
        let block = self.module.only_block(self.op, 0)?;
        let inner = Shapes {
            op: *self.module.block(block).ops.first()?,
            ..*self
        };
        Some(same("the mask", &self.operand(0)?, &inner.masked_lanes()?))
    }

    /// Extents of the mask of an operation: those of its loops.
    fn masked_lanes(&self) -> Option<Vec<Dim>> {
        let data = self.module.op(self.op);
        match data.name.as_str() {
            "vector.transfer_read" | "vector.transfer_write" => {
                let vector = match data.name == "vector.transfer_read" {
                    true => *data.results.first()?,
                    false => data.operands.first()?.value,
                };
                let map = data.attr("permutation_map")?.as_map()?;
                Some(shape(&mask_type(map, self.module.ty(vector))?))
            }
            "vector.contract" => {
                let Some(Attr::Array(maps)) = data.attr("indexing_maps") else {
                    return None;
                };
                let mut extents: Vec<Option<Dim>> = Vec::new();
                for (n, map) in maps.iter().enumerate().take(2) {
                    let map = map.as_map()?;
                    extents.resize(extents.len().max(map.dims), None);
                    for (result, dim) in map.results.iter().zip(self.operand(n)?) {
                        let AffineExpr::Dim(axis) = result else { return None };
                        let extent = extents.get_mut(*axis as usize)?;
                        // Of a scalable and a fixed one, either may be said.
                        (extent.is_none_or(|other| other == dim)).then(|| *extent = Some(dim))?;
                    }
                }
                extents.into_iter().collect()
            }
            "vector.multi_reduction" | "vector.reduction" => self.operand(0),
            "vector.outerproduct" | "vector.gather" => self.result(),
            _ => None,
        }
    }

    fn outerproduct(&self) -> Option<RuleResult> {
        let (left, right) = (self.operand(0)?, self.operand(1)?);
        let expected: Vec<Dim> = left.into_iter().chain(right).collect();
        Some(same("the result", &self.result()?, &expected))
    }

    fn transpose(&self) -> Option<RuleResult> {
        let (source, permutation) = (self.operand(0)?, self.numbers("permutation")?);
        let mut sorted = permutation.clone();
        sorted.sort_unstable();
        if sorted != (0..source.len() as i64).collect::<Vec<_>>() {
            return Some(Err(format!(
                "{permutation:?} is no permutation of {} dimensions",
                source.len()
            )));
        }
        let expected: Vec<Dim> = permutation.iter().map(|at| source[*at as usize]).collect();
        Some(same("the result", &self.result()?, &expected))
    }

    fn broadcast(&self) -> RuleResult {
        let (source, result) = (self.operand(0).unwrap_or_default(), self.result().unwrap_or_default());
        let fits = source.len() <= result.len() && { source.iter().rev().zip(result.iter().rev()) }
            .all(|(from, to)| from == to || *from == Dim::Static(1));
        match fits {
            true => Ok(()),
            false => Err(format!("{} does not repeat to {}", shown(&source), shown(&result))),
        }
    }

    fn shape_cast(&self) -> RuleResult {
        let (source, result) = (self.operand(0).unwrap_or_default(), self.result().unwrap_or_default());
        match (count(&source), count(&result)) {
            (Some(from), Some(to)) if from != to => Err(format!(
                "{} has {from} elements, {} has {to}",
                shown(&source),
                shown(&result)
            )),
            _ => Ok(()),
        }
    }

    /// `part` is what is at a position of `whole`.
    fn position(&self, whole: &[Dim], part: &[Dim]) -> Option<RuleResult> {
        let position = self.numbers("static_position")?;
        let Some(rest) = whole.get(position.len()..) else {
            let what = format!("{} positions in {}", position.len(), shown(whole));
            return Some(Err(what));
        };
        for (at, dim) in position.iter().zip(whole) {
            // -1 stands for poison, the least number for an operand.
            if let Dim::Static(extent) = dim
                && *at >= 0
                && let Err(what) = within("position", *at, *extent as usize)
            {
                return Some(Err(what));
            }
        }
        // One element may be given as a vector of one.
        Some(match (rest, part) {
            ([], [Dim::Static(1)]) => Ok(()),
            _ => same("the part", part, rest),
        })
    }

    fn extracted_slice(&self) -> Option<RuleResult> {
        let (source, sizes) = (self.operand(0)?, self.numbers("sizes")?);
        let offsets = self.numbers("offsets")?;
        if let Err(what) = inside(&source, &offsets, &sizes) {
            return Some(Err(what));
        }
        // A slice of a scalable dimension is all of it.
        let cut = sizes.iter().zip(&source).map(|(size, dim)| match dim {
            Dim::Scalable(_) => *dim,
            _ => Dim::Static(*size as u64),
        });
        let expected: Vec<Dim> = cut.chain(source[sizes.len()..].iter().copied()).collect();
        Some(same("the result", &self.result()?, &expected))
    }

    fn inserted_slice(&self) -> Option<RuleResult> {
        let (part, whole, offsets) = (self.operand(0)?, self.operand(1)?, self.numbers("offsets")?);
        if offsets.len() != whole.len() || part.len() > whole.len() {
            let what = format!("{} offsets of {} in {}", offsets.len(), shown(&part), shown(&whole));
            return Some(Err(what));
        }
        let outer = whole.len() - part.len();
        let sizes = whole
            .iter()
            .enumerate()
            .map(|(at, _)| match at.checked_sub(outer).map(|at| part[at]) {
                Some(Dim::Static(n) | Dim::Scalable(n)) => n as i64,
                _ => 1,
            });
        Some(inside(&whole, &offsets, &sizes.collect::<Vec<_>>()))
    }

    fn shuffle(&self) -> Option<RuleResult> {
        let (left, right, mask) = (self.operand(0)?, self.operand(1)?, self.numbers("mask")?);
        let lanes = |shape: &[Dim]| match shape.first() {
            None => Some(1),
            Some(Dim::Static(n)) => Some(*n as usize),
            _ => None,
        };
        let all = lanes(&left)? + lanes(&right)?;
        let wrong = mask
            .iter()
            .filter(|lane| **lane >= 0)
            .find_map(|lane| within("lane", *lane, all).err());
        let first = self.result()?.first().copied();
        Some(match wrong {
            Some(what) => Err(what),
            None => same("the first extent", first.as_slice(), &[Dim::Static(mask.len() as u64)]),
        })
    }

    fn elements(&self, vector: &[Dim], given: usize) -> RuleResult {
        match count(vector) {
            Some(wanted) => counted("elements", given, wanted as usize),
            None => Ok(()),
        }
    }

    fn constant_mask(&self) -> Option<RuleResult> {
        let (result, sizes) = (self.result()?, self.numbers("mask_dim_sizes")?);
        if sizes.len() != result.len().max(1) {
            return Some(counted("sizes", sizes.len(), result.len().max(1)));
        }
        let beyond = sizes.iter().zip(&result).find(|(size, dim)| match dim {
            Dim::Static(n) | Dim::Scalable(n) => **size < 0 || **size as u64 > *n,
            Dim::Dynamic => false,
        });
        Some(match beyond {
            Some((size, dim)) => Err(format!("a mask of {size} in {}", shown(&[*dim]))),
            None => Ok(()),
        })
    }

    /// One index for each dimension of the memory, which is operand `memory`; they begin at operand `first`.
    fn indices(&self, memory: usize, first: usize) -> Option<RuleResult> {
        let data = self.module.op(self.op);
        let rank = self.module.ty(data.operands.get(memory)?.value).shape()?.len();
        Some(counted("indices", data.operands.len().saturating_sub(first), rank))
    }

    fn transfer(&self) -> Option<RuleResult> {
        let data = self.module.op(self.op);
        let segments = self.numbers("operandSegmentSizes")?;
        let (memory, indices) = match data.name.as_str() {
            "vector.transfer_read" => (0, *segments.get(1)?),
            _ => (1, *segments.get(2)?),
        };
        let memory_type = self.module.ty(data.operands.get(memory)?.value);
        let rank = memory_type.shape()?.len();
        let vector = if memory == 0 { self.result()? } else { self.operand(0)? };
        // Elements that are vectors themselves are moved whole.
        let lanes = vector.len().checked_sub(shape(memory_type.elem()).len())?;
        let map = data.attr("permutation_map")?.as_map()?;
        let bounds = match data.attr("in_bounds")? {
            Attr::Array(bounds) => bounds.len(),
            _ => return None,
        };
        let rules = [
            counted("indices", usize::try_from(indices).ok()?, rank),
            counted("dimensions of the map", map.dims, rank),
            counted("results of the map", map.results.len(), lanes),
            counted("`in_bounds`", bounds, lanes),
        ];
        rules.into_iter().find(Result::is_err).or(Some(Ok(())))
    }
}

fn counted(what: &str, found: usize, wanted: usize) -> RuleResult {
    match found == wanted {
        true => Ok(()),
        false => Err(format!("{found} {what}, there must be {wanted}")),
    }
}

/// A slice lies inside of a vector. Dimensions that the slice does not name are whole.
fn inside(whole: &[Dim], offsets: &[i64], sizes: &[i64]) -> RuleResult {
    if offsets.len() != sizes.len() || sizes.len() > whole.len() {
        return Err(format!(
            "{} offsets, {} sizes in {}",
            offsets.len(),
            sizes.len(),
            shown(whole)
        ));
    }
    for ((dim, offset), size) in whole.iter().zip(offsets).zip(sizes) {
        let (Dim::Static(extent) | Dim::Scalable(extent)) = *dim else {
            continue;
        };
        let end = offset.checked_add(*size);
        if *offset < 0 || *size < 0 || end.is_none_or(|end| end as u64 > extent) {
            return Err(format!("the slice of {size} at {offset} leaves {}", shown(&[*dim])));
        }
    }
    Ok(())
}
