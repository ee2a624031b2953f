//! Constants of many elements: arrays that hold values at entry, named after their content.
//!
//! Two programs speak of the same array if and only if elements and type are the same, so nothing has to be said about
//! each element. Nobody writes to such an array.

use super::facts::Facts;
use super::{Extractor, Fallible};
use crate::ids::ArrayId;
use crate::scop::ArrayKind;
use polyvet_ir::{Attr, Type, ValueId, dense_items, splat};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Constants of at most this many elements are modelled element by element, so that other ways to write them are seen
/// to be equal.
const LISTED_MAX: u64 = 16;

impl Extractor<'_> {
    /// The array of a constant, a tensor or a global that never changes.
    pub(super) fn content(&mut self, value: &Attr, result: ValueId) -> Fallible<ArrayId> {
        let name = self.content_name(value);
        if let Some(known) = self.places.contents.get(&name) {
            self.places.array_of.insert(result, *known);
            return Ok(*known);
        }
        let array = self.new_array_like(result, ArrayKind::Input)?;
        self.draft.arrays[array].name = self.naming.names.unique(&name);
        self.places.contents.insert(name, array);
        Ok(array)
    }

    /// Whether an array is that of a constant.
    pub(super) fn is_constant_array(&self, array: ArrayId) -> bool {
        self.places.contents.values().any(|constant| *constant == array)
    }

    /// The same name for the same elements of the same type, in all programs.
    fn content_name(&self, value: &Attr) -> String {
        if let Some((digits, ty)) = self.module.long_blob(value) {
            return format!("blob_{}", digest(&(digits, ty.elem().to_string(), count(&ty))));
        }
        let Some(known) = self.module.elements(value) else {
            // Of two programs, each has a blob of its own that nobody can see.
            let side = if self.naming.like.arrays.is_empty() && self.request.within.is_none() {
                "first"
            } else {
                "second"
            };
            return format!("elided_{side}_{}", digest(&value.to_string()));
        };
        let Attr::Dense { ty, .. } = &*known else {
            return digest(&known.to_string());
        };
        let items: Vec<u128> = dense_items(&known).unwrap_or_default().iter().flat_map(bits).collect();
        format!("constant_{}", digest(&(items, ty.elem().to_string(), count(ty))))
    }
}

impl Facts<'_> {
    /// Whether a constant is an array of its own: it is long and not one value for all, or nobody knows its elements.
    pub(super) fn is_content(&self, value: &Attr) -> bool {
        if self.module.long_blob(value).is_some() {
            return true;
        }
        match (value, self.module.elements(value)) {
            (Attr::Dense { .. } | Attr::Opaque(_), Some(known)) => match &*known {
                Attr::Dense { ty, .. } => splat(&known).is_none() && count(ty) > LISTED_MAX,
                _ => false,
            },
            (Attr::Opaque(text), None) => text.starts_with("dense_resource<"),
            _ => false,
        }
    }
}

fn count(ty: &Type) -> u64 {
    let extents = ty.shape().unwrap_or(&[]).iter().map(|dim| match dim {
        polyvet_ir::Dim::Static(extent) => *extent,
        _ => 0,
    });
    extents.fold(1, u64::saturating_mul)
}

fn bits(item: &Attr) -> Vec<u128> {
    match item {
        Attr::Int { value, .. } => vec![*value as u128],
        Attr::Float { bits, .. } => vec![u128::from(*bits)],
        Attr::Bool(value) => vec![u128::from(*value)],
        Attr::Array(parts) => parts.iter().flat_map(bits).collect(),
        _ => Vec::new(),
    }
}

/// 128 bits of a hash, in hexadecimal digits.
fn digest(content: &impl Hash) -> String {
    let half = |salt: u64| {
        let mut hasher = DefaultHasher::new();
        salt.hash(&mut hasher);
        content.hash(&mut hasher);
        hasher.finish()
    };
    format!("{:016x}{:016x}", half(1), half(2))
}
