//! The named operations: what the definitions of `opdsl/named.py` are in MLIR.

use crate::AffineMap;
use crate::opdsl::{DslExpr, ParamKind, StructuredOp, TypeRef, library};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A named operation.
pub(crate) struct Named {
    /// `linalg.matmul`
    pub name: String,
    /// Its definition, with one output.
    pub def: &'static StructuredOp,
    /// Number of inputs; the output follows.
    pub inputs: usize,
    /// One map for each operand, over loops and index attributes; `None` for operands of any rank.
    pub maps: Option<Vec<AffineMap>>,
    /// The property `indexing_maps` holds the maps.
    pub maps_property: bool,
}

static BY_NAME: LazyLock<HashMap<String, Named>> = LazyLock::new(|| {
    let named = library().iter().map(Named::new);
    named.map(|named| (named.name.clone(), named)).collect()
});

/// All definitions.
pub(crate) fn definitions() -> impl Iterator<Item = &'static Named> {
    library()
        .iter()
        .filter_map(|op| definition(&format!("linalg.{}", op.name)))
}

/// The definition of `linalg.matmul`, ...
pub(crate) fn definition(name: &str) -> Option<&'static Named> {
    // Reading the definitions takes milliseconds.
    name.starts_with("linalg.").then(|| BY_NAME.get(name))?
}

impl Named {
    fn new(def: &'static StructuredOp) -> Named {
        let map = |subscripts: &Option<Vec<crate::AffineExpr>>| {
            let list = subscripts.clone().unwrap_or_default();
            AffineMap::new(def.dims.len(), def.symbols.len(), list)
        };
        let maps = def.operands().map(|(_, param)| match &param.kind {
            ParamKind::Tensor { subscripts, .. } => map(subscripts),
            _ => map(&None),
        });
        Named {
            name: format!("linalg.{}", def.name),
            def,
            inputs: def.inputs(),
            maps: (!def.is_polymorphic()).then(|| maps.collect()),
            maps_property: def.defines.iter().any(|name| name == "IndexingMaps"),
        }
    }

    /// Names of the properties that set its attributes.
    pub fn properties(&self) -> impl Iterator<Item = &'static str> {
        let maps = self.maps_property.then_some("indexing_maps");
        let is_attribute = |kind: &ParamKind| matches!(kind, ParamKind::Index { .. } | ParamKind::Function { .. });
        let params = self.def.params.iter().filter(move |param| is_attribute(&param.kind));
        params.map(|param| param.name.as_str()).chain(maps)
    }

    /// Name, symbols and default of the index attributes.
    pub fn index_attributes(&self) -> impl Iterator<Item = (&'static str, &'static [usize], &'static [i64])> {
        self.def.params.iter().filter_map(|param| match &param.kind {
            ParamKind::Index { symbols, default } => Some((param.name.as_str(), &symbols[..], &default[..])),
            _ => None,
        })
    }

    /// The new element of the output.
    pub fn payload(&self) -> &'static DslExpr {
        &self.def.assignments[0].value
    }

    /// The default of a function attribute.
    pub fn function(&self, param: usize) -> &'static str {
        match self.def.params[param].kind {
            ParamKind::Function { default, .. } => default,
            _ => "",
        }
    }

    /// The operand whose elements have the type `name`.
    pub fn operand_of(&self, name: &str) -> Option<usize> {
        operand_of(self.def, name)
    }
}

/// The operand of `op` whose elements have the type `name`; outputs first.
pub(crate) fn operand_of(op: &StructuredOp, name: &str) -> Option<usize> {
    let wanted = TypeRef::Var(name.to_owned());
    let fitting = op.operands().filter(|(at, _)| op.type_of(*at) == Some(&wanted));
    fitting.last().map(|(at, _)| at)
}
