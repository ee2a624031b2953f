//! Definitions as OpDSL exports them: one YAML document for each operation, which [`super::read_yaml`] reads back.
//!
//! Loops and symbols are positions in the maps there, so their names are lost; what is computed is not.

use super::{
    Assignment, DslExpr, DslParam, ExprKind, FunctionKind, FunctionRef, ParamKind, StructuredOp, TypeRef, names,
};
use crate::{AffineExpr, AffineMap};
use std::fmt::Write;

/// The documents of `ops`, in order.
pub fn write_yaml(ops: &[StructuredOp]) -> String {
    ops.iter().map(|op| YamlText::new(op).document()).collect()
}

struct YamlText<'a> {
    op: &'a StructuredOp,
    text: String,
}

/// A value in quotes, where YAML would read something else without them.
fn scalar(value: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-.$".contains(c);
    let is_word = !value.is_empty() && value.chars().all(plain) && value.starts_with(char::is_alphabetic);
    let is_special = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(&&*value.to_lowercase());
    match is_word && !is_special {
        true => value.to_owned(),
        false => format!("'{}'", value.replace('\'', "''")),
    }
}

impl<'a> YamlText<'a> {
    fn new(op: &'a StructuredOp) -> YamlText<'a> {
        let text = String::new();
        YamlText { op, text }
    }

    /// A line, `depth` levels in.
    fn line(&mut self, depth: usize, text: impl AsRef<str>) {
        let text = text.as_ref();
        let width = if text.is_empty() { 0 } else { 2 * depth };
        _ = writeln!(self.text, "{:width$}{text}", "");
    }

    fn document(mut self) -> String {
        let op = self.op;
        self.line(0, "--- !LinalgOpConfig");
        self.line(0, "metadata: !LinalgOpMetadata");
        self.line(1, format!("name: {}", scalar(&op.name)));
        self.line(1, format!("cpp_class_name: {}", class_name(&op.name)));
        if let Some(doc) = &op.doc {
            self.line(1, "doc: |-");
            for line in doc.lines() {
                self.line(2, line.trim());
            }
        }
        for (key, list) in [("implements", &op.implements), ("defines", &op.defines)] {
            if list.is_empty() {
                continue;
            }
            self.line(1, format!("{key}:"));
            for item in list {
                self.line(1, format!("- {}", scalar(item)));
            }
        }
        self.line(0, "structured_op: !LinalgStructuredOpConfig");
        self.line(1, "args:");
        for param in &op.params {
            self.parameter(param);
        }
        self.line(1, "indexing_maps: !LinalgIndexingMapsConfig");
        self.line(2, "static_indexing_maps:");
        let (dims, syms) = (op.dims.len(), op.symbols.len());
        for (_, param) in op.operands() {
            let list = match &param.kind {
                ParamKind::Tensor { subscripts, .. } => subscripts.clone().unwrap_or_default(),
                _ => Vec::new(),
            };
            self.line(2, format!("- affine_map<{}>", AffineMap::new(dims, syms, list)));
        }
        self.iterator_types();
        self.line(1, "assignments:");
        for Assignment { output, value, .. } in &op.assignments {
            self.line(1, "- !ScalarAssign");
            self.line(2, format!("arg: {}", scalar(&op.params[*output].name)));
            self.line(2, "value: !ScalarExpression");
            self.expr(3, value);
        }
        self.text
    }

    fn iterator_types(&mut self) {
        if self.op.dims.is_empty() {
            self.line(1, "iterator_types: []");
            return;
        }
        self.line(1, "iterator_types:");
        for dim in 0..self.op.dims.len() {
            self.line(1, format!("- {}", iterator_word(self.op, dim)));
        }
    }

    fn parameter(&mut self, param: &DslParam) {
        let syms = self.op.symbols.len();
        let of_symbols = |list: Vec<AffineExpr>| AffineMap::new(0, syms, list);
        self.line(1, "- !LinalgOperandDefConfig");
        self.line(2, format!("name: {}", scalar(&param.name)));
        match &param.kind {
            ParamKind::Scalar { ty } => {
                self.line(2, "kind: scalar");
                self.line(2, format!("type_var: {}", type_name(ty)));
            }
            ParamKind::Tensor { ty, shape, output, .. } => {
                let kind = if *output { "output_tensor" } else { "input_tensor" };
                self.line(2, format!("kind: {kind}"));
                self.line(2, format!("type_var: {}", type_name(ty)));
                self.line(2, format!("shape_map: affine_map<{}>", of_symbols(shape.clone())));
            }
            ParamKind::Index { symbols, default } => {
                self.line(2, "kind: index_attr");
                let list = symbols.iter().map(|at| AffineExpr::sym(*at)).collect();
                self.line(2, format!("index_attr_map: affine_map<{}>", of_symbols(list)));
                self.line(2, "default_indices:");
                for number in default {
                    self.line(2, format!("- {number}"));
                }
            }
            ParamKind::Function { kind, default } => {
                self.line(2, format!("kind: {}_fn_attr", kind_word(*kind)));
                self.line(2, format!("default_fn: {default}"));
            }
        }
    }

    fn expr(&mut self, depth: usize, expr: &DslExpr) {
        match &expr.kind {
            ExprKind::Operand(at) => {
                let name = scalar(&self.op.params[*at].name);
                self.line(depth, format!("scalar_arg: {name}"));
            }
            ExprKind::Int(value) => self.line(depth, format!("scalar_const: '{value} : i64'")),
            ExprKind::Float(value) => self.line(depth, format!("scalar_const: '{value:e} : f64'")),
            ExprKind::Index(dim) => self.line(depth, format!("scalar_index: {dim}")),
            ExprKind::Cast(function, ty, inner) => {
                self.function(depth, *function, FunctionKind::Type);
                self.line(depth + 1, format!("type_var: {}", type_name(ty)));
                self.operands(depth + 1, std::slice::from_ref(inner));
            }
            ExprKind::Apply(function, inner) => {
                let kind = match function {
                    FunctionRef::Known(name) => names::function_kind(name),
                    FunctionRef::Attribute(at) => match self.op.params[*at].kind {
                        ParamKind::Function { kind, .. } => Some(kind),
                        _ => None,
                    },
                };
                self.function(depth, *function, kind.unwrap_or(FunctionKind::Unary));
                self.operands(depth + 1, inner);
            }
        }
    }

    fn function(&mut self, depth: usize, function: FunctionRef, kind: FunctionKind) {
        self.line(depth, "scalar_fn:");
        self.line(depth + 1, format!("kind: {}", kind_word(kind)));
        match function {
            FunctionRef::Known(name) => self.line(depth + 1, format!("fn_name: {name}")),
            FunctionRef::Attribute(at) => {
                let name = scalar(&self.op.params[at].name);
                self.line(depth + 1, format!("attr_name: {name}"));
            }
        }
    }

    fn operands<T: std::borrow::Borrow<DslExpr>>(&mut self, depth: usize, operands: &[T]) {
        self.line(depth, "operands:");
        for operand in operands {
            self.line(depth, "- !ScalarExpression");
            self.expr(depth + 1, operand.borrow());
        }
    }
}

/// `parallel` for a loop that an output's subscripts mention, else `reduction`.
pub(super) fn iterator_word(op: &StructuredOp, dim: usize) -> &'static str {
    let on_left = op.params.iter().any(|param| match &param.kind {
        ParamKind::Tensor {
            output: true,
            subscripts: Some(list),
            ..
        } => names_dim(list, dim),
        _ => false,
    });
    if on_left { "parallel" } else { "reduction" }
}

/// Whether an expression mentions loop `dim`.
pub(super) fn names_dim(list: &[AffineExpr], dim: usize) -> bool {
    let mut found = false;
    for expr in list {
        expr.for_each_leaf(&mut |leaf| found |= *leaf == AffineExpr::dim(dim));
    }
    found
}

/// `matmul_transpose_b` is `MatmulTransposeBOp`.
fn class_name(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    name.split('_').map(word).chain(["Op".to_owned()]).collect()
}

fn kind_word(kind: FunctionKind) -> &'static str {
    match kind {
        FunctionKind::Unary => "unary",
        FunctionKind::Binary => "binary",
        FunctionKind::Ternary => "ternary",
        FunctionKind::Type => "type",
    }
}

/// `T1`; `F32`.
fn type_name(ty: &TypeRef) -> String {
    match ty {
        TypeRef::Var(name) => name.clone(),
        TypeRef::Fixed(ty) => ty.to_string().to_uppercase(),
    }
}
