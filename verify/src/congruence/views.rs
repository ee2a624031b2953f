//! Accesses through views: of an element of a view, the element of what the view is of.
//!
//! An access through a view is within the view, and the view within its array; so the same access to the array is
//! defined where both are. A view that is made may be undefined by itself, which is an obligation of its own.

use super::build::{Built, TermBuilder};
use super::normal::INDEX;
use super::terms::{Expanded, TermId, TermLabel, TermShape};
use polyvet_ir::{AffineExpr, AffineMap, Attr, Dim, OpId, Type, ValueId};

/// Where an access begins.
struct AccessStart {
    array: TermId,
    index: Vec<TermId>,
    /// Dimensions along which it goes on, element by element.
    spans: Vec<usize>,
}

/// An access to what is below all views.
pub struct ViewedAccess {
    /// As for the same access to that array itself.
    pub label: TermLabel,
    /// The operands.
    pub args: Vec<TermId>,
    /// It is an access through a view.
    pub is_moved: bool,
}

impl TermBuilder<'_> {
    /// The access that a load or store with these operands is; `None` for anything else.
    pub fn access(&mut self, op: OpId, args: &[TermId]) -> Built<Option<ViewedAccess>> {
        let data = self.module.op(op);
        let name = data.name.as_str();
        let Some(at) = operand_of_array(name) else {
            return Ok(None);
        };
        let ty = self.module.ty(data.operand(at));
        let (true, Some(shape)) = (ty.is_memref(), ty.shape()) else {
            return Ok(None);
        };
        let rank = shape.len();
        let vector = match name {
            "vector.store" => Some(data.operand(0)),
            "vector.maskedstore" => data.operand_values().last(),
            _ => data.results.first().copied(),
        };
        let lanes = self.lane_dims(name, vector);
        let is_transfer = name.starts_with("vector.transfer");
        let map = is_transfer.then(|| self.transferred(op, (at, rank), args)).flatten();
        if is_transfer && map.is_none() || lanes > rank || name != "memref.load" && ty.elem().shape().is_some() {
            return Ok(None);
        }
        let spans = match &map {
            Some(map) => dims_of(map),
            None => (rank - lanes..rank).collect(),
        };
        let Some(index) = args.get(at + 1..at + 1 + rank) else {
            return Ok(None);
        };
        let (start, index) = (args[at], index.to_vec());
        let place = self.below(AccessStart {
            array: start,
            index,
            spans: spans.clone(),
        });
        let count = place.index.len();
        let in_order = place.spans.iter().copied().eq(count - lanes.min(count)..count);
        if !is_transfer && !in_order {
            return Ok(None);
        }
        let mut label = self.access_label(op, name, map.is_some());
        if let Some(map) = map {
            let map = mapped(&map, &spans, &place.spans, count);
            label = TermLabel::new(&label.name, format!("{}{map}", label.rest));
        }
        let all = [&args[..at], &[place.array], &place.index, &args[at + 1 + rank..]].concat();
        Ok(Some(ViewedAccess {
            label,
            args: all,
            is_moved: place.array != start,
        }))
    }

    /// How many dimensions an access goes along, with a vector of this type; a transfer says so by its map.
    pub fn lane_dims(&self, name: &str, vector: Option<ValueId>) -> usize {
        match vector.map(|vector| self.module.ty(vector)) {
            Some(Type::Vector { shape, .. }) if name.starts_with("vector.") && !name.contains("transfer") => {
                shape.len()
            }
            _ => 0,
        }
    }

    /// The element below all views that a subscript of an array is, or where such a vector begins.
    pub fn element_below(&mut self, array: TermId, index: Vec<TermId>, lanes: usize) -> Vec<TermId> {
        let rank = index.len();
        let given = [&[array], &index[..]].concat();
        let spans = (rank.saturating_sub(lanes)..rank).collect();
        let place = self.below(AccessStart { array, index, spans });
        let count = place.index.len();
        match place.spans.iter().copied().eq(count - lanes.min(count)..count) {
            true => [&[place.array], &place.index[..]].concat(),
            false => given,
        }
    }

    /// What tells one access from another, apart from how many operands it has, and from what says that it is within its array
    /// if that is known.
    pub fn access_label(&self, op: OpId, name: &str, is_within: bool) -> TermLabel {
        let results = &self.module.op(op).results;
        let types: Vec<String> = results.iter().map(|value| self.module.ty(*value).to_string()).collect();
        let without = ["map", "permutation_map", "operandSegmentSizes", "in_bounds"];
        let without = &without[..without.len() - usize::from(!is_within)];
        self.label_of(op, name, without, None, &types)
    }

    /// The map of a transfer that stays within its array wherever it is not masked: it says so, or begins at constants. The
    /// array is operand `at`.
    fn transferred(&self, op: OpId, (at, rank): (usize, usize), args: &[TermId]) -> Option<AffineMap> {
        let data = self.module.op(op);
        let Some(Attr::AffineMap(map)) = data.attr("permutation_map") else {
            return None;
        };
        let inside = match data.attr("in_bounds") {
            Some(Attr::Array(inside)) => &inside[..],
            None => &[],
            Some(_) => return None,
        };
        let array = self.module.ty(data.operand(at)).shape()?;
        let vector = data.results.first().copied().unwrap_or_else(|| data.operand(0));
        let vector = self.module.ty(vector).shape()?;
        let fits = |result: usize, dim: usize| match (vector.get(result), array.get(dim)) {
            (Some(Dim::Static(lanes)), Some(Dim::Static(extent))) => {
                let first = self.terms.as_integer(*args.get(at + 1 + dim)?)?;
                Some(first >= 0 && first + i128::from(*lanes) <= i128::from(*extent))
            }
            _ => None,
        };
        let is_dim = |expr: &AffineExpr| matches!(expr, AffineExpr::Dim(_));
        let is_plain = |expr: &AffineExpr| is_dim(expr) || *expr == AffineExpr::Const(0);
        let within = { map.results.iter().enumerate() }.all(|(result, expr)| match expr {
            AffineExpr::Dim(dim) => {
                inside.get(result) == Some(&Attr::Bool(true)) || fits(result, *dim as usize) == Some(true)
            }
            _ => true,
        });
        (within && map.dims == rank && map.syms == 0 && map.results.iter().all(is_plain)).then(|| map.clone())
    }

    /// The place in the array below all views that can be followed.
    fn below(&mut self, mut place: AccessStart) -> AccessStart {
        while let Some(next) = self.below_slice(&place).or_else(|| self.below_expansion(&place)) {
            place = next;
        }
        place
    }

    fn below_slice(&mut self, place: &AccessStart) -> Option<AccessStart> {
        let (TermShape::Op(label, args), kept) = (self.terms.node(place.array), self.terms.kept.get(&place.array)?)
        else {
            return None;
        };
        if &*label.name != "memref.subview" || kept.len() != place.index.len() {
            return None;
        }
        let rank = (args.len() - 1) / 3;
        let (array, kept) = (args[0], kept.clone());
        let (mut index, strides) = (args[1..=rank].to_vec(), args[1 + 2 * rank..].to_vec());
        let is_dense = |at: &usize| self.terms.as_integer(strides[kept[*at]]) == Some(1);
        if !place.spans.iter().all(is_dense) {
            return None;
        }
        for (dim, at) in kept.iter().zip(&place.index) {
            let steps = self.terms.multiply(INDEX, *at, strides[*dim]);
            index[*dim] = self.terms.add(INDEX, index[*dim], steps);
        }
        let spans = place.spans.iter().map(|at| kept[*at]).collect();
        Some(AccessStart { array, index, spans })
    }

    fn below_expansion(&mut self, place: &AccessStart) -> Option<AccessStart> {
        let Expanded {
            groups, source: array, ..
        } = self.terms.expanded.get(&place.array)?.clone();
        let TermShape::Op(label, args) = self.terms.node(place.array) else {
            return None;
        };
        let extents = args.get(1..)?.to_vec();
        if &*label.name != "reshape" || [extents.len(), groups.concat().len()] != [place.index.len(); 2] {
            return None;
        }
        let innermost = |at: &usize| groups.iter().position(|group| group.last() == Some(at));
        let spans = place.spans.iter().map(innermost).collect::<Option<Vec<_>>>()?;
        let mut index = Vec::new();
        for group in &groups {
            let mut all = self.terms.integer(INDEX, 0);
            for dim in group {
                let outer = self.terms.multiply(INDEX, all, extents[*dim]);
                all = self.terms.add(INDEX, outer, place.index[*dim]);
            }
            index.push(all);
        }
        Some(AccessStart { array, index, spans })
    }
}

/// Which operand of an access the array is; subscripts follow it.
fn operand_of_array(name: &str) -> Option<usize> {
    match name {
        "memref.load" | "vector.load" | "vector.maskedload" | "vector.maskedstore" | "vector.transfer_read" => Some(0),
        "memref.store" | "vector.store" | "vector.transfer_write" => Some(1),
        _ => None,
    }
}

/// The dimensions in the results of a map.
fn dims_of(map: &AffineMap) -> Vec<usize> {
    let dim = |expr: &AffineExpr| match expr {
        AffineExpr::Dim(at) => Some(*at as usize),
        _ => None,
    };
    map.results.iter().filter_map(dim).collect()
}

/// The same map on the dimensions of another array.
fn mapped(map: &AffineMap, from: &[usize], to: &[usize], rank: usize) -> AffineMap {
    let mut spans = to.iter();
    debug_assert_eq!(from.len(), to.len());
    let results = { map.results.iter() }.map(|expr| match expr {
        AffineExpr::Dim(_) => AffineExpr::Dim(spans.next().copied().unwrap_or(0) as u32),
        other => other.clone(),
    });
    AffineMap::new(rank, 0, results.collect())
}
