//! Affine operations: operands that are dimensions or symbols, ranks, bounds.
//!
//! The rules are MLIR's `isValidDim` and `isValidSymbol` (AffineOps.cpp).

use super::Checker;
use crate::{
    AffineMap, Def, Diagnostic, Module, OpId, RegionId, Type, ValueId, affine_access, affine_apply, affine_for,
    affine_if, affine_parallel,
};

fn parent_region(module: &Module, value: ValueId) -> Option<RegionId> {
    let block = match module.value(value).def {
        Def::Arg { block, .. } => block,
        Def::Result { op, .. } => module.op(op).parent?,
    };
    module.block(block).parent
}

/// The region of the nearest scope around `op`.
fn scope_of(module: &Module, op: OpId) -> Option<RegionId> {
    let mut around = op;
    loop {
        let region = module.block(module.op(around).parent?).parent?;
        let parent = module.region(region).parent?;
        if module.op(parent).info().is_affine_scope() {
            return Some(region);
        }
        around = parent;
    }
}

fn is_dim_op(name: &str) -> bool {
    matches!(name, "memref.dim" | "tensor.dim")
}

fn is_symbol(module: &Module, value: ValueId, scope: Option<RegionId>, depth: u32) -> bool {
    if *module.ty(value) != Type::Index || depth > 64 {
        return false;
    }
    if scope.is_some() && parent_region(module, value) == scope {
        return true;
    }
    if let Some(op) = module.defining_op(value) {
        let all = |values: &[ValueId]| values.iter().all(|value| is_symbol(module, *value, scope, depth + 1));
        let operands: Vec<_> = module.op(op).operand_values().collect();
        if is_dim_op(&module.op(op).name) {
            return is_symbolic_extent(module, op, scope, depth);
        }
        let info = module.op(op).info();
        if info.is_constant() || (info.is_pure() && all(&operands)) {
            return true;
        }
    }
    // The scope around a scope that is not isolated counts too.
    let outer = scope.and_then(|region| module.region(region).parent);
    match outer {
        Some(op) if !module.op(op).info().is_isolated() => {
            let around = module.op(op).parent.and_then(|block| module.block(block).parent);
            around.is_some() && is_symbol(module, value, around, depth + 1)
        }
        _ => false,
    }
}

/// `memref.dim %A, %c`: of a top-level value, or of one whose extents are symbols.
fn is_symbolic_extent(module: &Module, op: OpId, scope: Option<RegionId>, depth: u32) -> bool {
    let [shaped, index] = module.op(op).operand_values().collect::<Vec<_>>()[..] else {
        return false;
    };
    if scope.is_some() && parent_region(module, shaped) == scope {
        return true;
    }
    let constant = module
        .defining_op(index)
        .and_then(|op| module.op(op).attr("value")?.as_i64());
    let Some(index) = constant.and_then(|n| usize::try_from(n).ok()) else {
        return false;
    };
    let shape = module.ty(shaped).shape().unwrap_or(&[]);
    match shape.get(index) {
        Some(crate::Dim::Static(_)) => true,
        Some(_) => {
            let Some(alloc) = module.defining_op(shaped) else {
                return false;
            };
            let name = module.op(alloc).name.as_str();
            let nth = shape[..index]
                .iter()
                .filter(|dim| matches!(dim, crate::Dim::Dynamic))
                .count();
            let sizes: Vec<_> = module.op(alloc).operand_values().collect();
            matches!(name, "memref.alloc" | "memref.alloca" | "tensor.empty")
                && sizes
                    .get(nth)
                    .is_some_and(|size| is_symbol(module, *size, scope, depth + 1))
        }
        None => false,
    }
}

fn is_dim(module: &Module, value: ValueId, scope: Option<RegionId>, depth: u32) -> bool {
    if *module.ty(value) != Type::Index || depth > 64 {
        return false;
    }
    if is_symbol(module, value, scope, depth) {
        return true;
    }
    match module.value(value).def {
        Def::Arg { block, .. } => {
            let parent = module
                .block(block)
                .parent
                .and_then(|region| module.region(region).parent);
            parent.is_some_and(|op| matches!(module.op(op).name.as_str(), "affine.for" | "affine.parallel"))
        }
        Def::Result { op, .. } => match module.op(op).name.as_str() {
            "affine.apply" => module
                .op(op)
                .operand_values()
                .all(|value| is_dim(module, value, scope, depth + 1)),
            "affine.delinearize_index" | "affine.linearize_index" => true,
            name => is_dim_op(name) && is_symbolic_extent(module, op, scope, depth),
        },
    }
}

impl Checker<'_> {
    pub(super) fn affine(&mut self, op: OpId) {
        let module = self.module;
        let mut known = true;
        match module.op(op).name.as_str() {
            "affine.for" => match affine_for(module, op) {
                Some(view) => {
                    self.map_operands(op, &view.lower, &view.lower_operands);
                    self.map_operands(op, &view.upper, &view.upper_operands);
                    self.carried(op, &view.inits, &view.iter_args, view.body, "affine.yield");
                }
                None => known = false,
            },
            "affine.parallel" => match affine_parallel(module, op) {
                Some(view) => {
                    self.map_operands(op, &view.lower.map, &view.lower.operands);
                    self.map_operands(op, &view.upper.map, &view.upper.operands);
                }
                None => known = false,
            },
            "affine.if" => match affine_if(module, op) {
                Some(view) => {
                    let shape = AffineMap::new(view.set.dims, view.set.syms, Vec::new());
                    self.map_operands(op, &shape, &view.operands);
                    let blocks: Vec<_> = std::iter::once(view.then_block).chain(view.else_block).collect();
                    self.yields(op, &blocks, "affine.yield");
                }
                None => known = false,
            },
            "affine.apply" | "affine.min" | "affine.max" => match affine_apply(module, op) {
                // MLIR takes any `index` here; what uses the result decides.
                Some(_) => {}
                None => known = false,
            },
            _ => match affine_access(module, op) {
                Some(view) => self.access(op, &view),
                None => known = false,
            },
        }
        if !known {
            let name = &module.op(op).name;
            let message = format!("the properties of this `{name}` are missing or do not fit its operands");
            self.error("malformed-op", message, self.at(op));
        }
    }

    fn access(&mut self, op: OpId, view: &crate::AffineAccess) {
        let module = self.module;
        self.map_operands(op, &view.map, &view.operands);
        let ty = module.ty(view.memref);
        let Type::MemRef { shape, elem, .. } = ty else {
            let message = format!("`{}` is no memref but a `{ty}`", module.value_name(view.memref));
            return self.error("type-mismatch", message, self.use_span(op, view.memref));
        };
        if view.map.results.len() != shape.len() {
            self.rank(op, view.memref, shape.len(), view.map.results.len());
        }
        let value = view.value.or(module.op(op).results.first().copied());
        if let Some(value) = value
            && !module.op(op).name.starts_with("affine.vector")
            && module.ty(value) != elem.as_ref()
        {
            let found = module.ty(value);
            let message = format!(
                "`{}` is a `{found}`, the elements are `{elem}`",
                module.value_name(value)
            );
            let error = Diagnostic::error("type-mismatch", message, self.use_span(op, value));
            self.report(error.label(self.value_span(view.memref), format!("a `{ty}`")));
        }
    }

    pub(super) fn rank(&mut self, op: OpId, memref: ValueId, rank: usize, subscripts: usize) {
        let plural = |n: usize| if n == 1 { "" } else { "s" };
        let message = format!(
            "{subscripts} subscript{} for a `{}`, which has {rank} dimension{}",
            plural(subscripts),
            self.module.ty(memref),
            plural(rank)
        );
        let error = Diagnostic::error("rank-mismatch", message, self.use_span(op, memref));
        self.report(error.label(self.value_span(memref), "defined here"));
    }

    /// Operands are dimensions and symbols where the map wants them.
    fn map_operands(&mut self, op: OpId, map: &AffineMap, operands: &[ValueId]) {
        let module = self.module;
        let scope = scope_of(module, op);
        for (n, value) in operands.iter().enumerate() {
            let symbol = n >= map.dims;
            let fine = if symbol {
                is_symbol(module, *value, scope, 0)
            } else {
                is_dim(module, *value, scope, 0)
            };
            if !fine {
                self.not_affine(op, *value, symbol && is_dim(module, *value, scope, 0));
            }
        }
    }

    fn not_affine(&mut self, op: OpId, value: ValueId, only_dim: bool) {
        let module = self.module;
        let name = module.value_name(value);
        let what = match module.defining_op(value).map(|op| module.op(op).name.as_str()) {
            _ if *module.ty(value) != Type::Index => format!("it is a `{}`, not an `index`", module.ty(value)),
            _ if only_dim => "it changes inside the function, so it is a dimension".to_owned(),
            Some("memref.load" | "affine.load" | "tensor.extract") => "it is loaded from memory".to_owned(),
            Some(name) => format!("it is computed by `{name}`"),
            None => "it is no loop variable of an affine loop".to_owned(),
        };
        let role = if only_dim { "symbol" } else { "dimension or symbol" };
        let help = match module.op(op).name.as_str() {
            "affine.for" if only_dim => "a bound that is one value is a symbol: write `affine_map<(d) -> (d)>(..)`",
            _ if only_dim => "write it without `symbol(..)`, or among the dimensions of the map",
            "affine.load" | "affine.vector_load" => "use `memref.load`",
            "affine.store" | "affine.vector_store" => "use `memref.store`",
            "affine.for" | "affine.parallel" => "use `scf.for`",
            _ => "use `scf.if`",
        };
        let message = format!("`{name}` is not a valid {role} here: {what}");
        let error = Diagnostic::error("non-affine-subscript", message, self.use_span(op, value));
        self.report(error.label(self.value_span(value), "defined here").help(help));
    }
}
