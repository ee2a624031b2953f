//! Structured operations by definition: Linalg's OpDSL (Python), its YAML export, and the Einstein notation.
//!
//! A definition says what the operands are, how the loops index them and what one iteration computes. Loops that no
//! output's subscripts mention are reductions. An instance is a function around one `linalg.generic`.
//!
//! # Source
//! MLIR, "Linalg OpDSL"; the notation `def name(A: f32(M, K)) -> (..) {..}`: MLIR, "Linalg Dialect", Named Payload Ops
//! Specification.

mod draft;
mod einstein;
mod export;
mod instance;
mod lexer;
mod names;
mod read;
mod syntax;
mod yaml;

use crate::{AffineExpr, Diagnostic, Span, Type};
pub use einstein::read_einstein;
pub use export::write_yaml;
pub use instance::{AttributeChoice, Request, instantiate};
pub use names::FunctionKind;
pub(crate) use names::library;
pub use read::read_python;
pub use yaml::read_yaml;

/// The definition of a structured operation.
#[derive(Clone, Debug)]
pub struct StructuredOp {
    /// `matmul`
    pub name: String,
    /// Where the name stands.
    pub name_span: Span,
    /// The docstring.
    pub doc: Option<String>,
    /// Inputs, outputs, attributes, in this order.
    pub params: Vec<DslParam>,
    /// The loops, outermost first. None of them: the operation works on operands of any one rank.
    pub dims: Vec<String>,
    /// Symbols of shapes and index attributes.
    pub symbols: Vec<String>,
    /// What each output becomes.
    pub assignments: Vec<Assignment>,
    /// Interfaces it implements.
    pub implements: Vec<String>,
    /// Extra definitions it has.
    pub defines: Vec<String>,
}

/// A parameter of a definition.
#[derive(Clone, Debug)]
pub struct DslParam {
    /// `A`
    pub name: String,
    /// Where it is defined.
    pub span: Span,
    /// What it is.
    pub kind: ParamKind,
}

/// Kinds of parameters.
#[derive(Clone, Debug)]
pub enum ParamKind {
    /// A number.
    Scalar {
        /// Its type.
        ty: TypeRef,
    },
    /// A tensor.
    Tensor {
        /// The type of its elements.
        ty: TypeRef,
        /// Extents over the symbols.
        shape: Vec<AffineExpr>,
        /// It is written.
        output: bool,
        /// Over loops and symbols, as many as `shape`; `None` where nothing indexes it by loops.
        subscripts: Option<Vec<AffineExpr>>,
    },
    /// Numbers that subscripts use: strides, dilations.
    Index {
        /// Positions in `StructuredOp::symbols`.
        symbols: Vec<usize>,
        /// As many.
        default: Vec<i64>,
    },
    /// A function that the payload calls.
    Function {
        /// Arguments, 0 for a conversion.
        kind: FunctionKind,
        /// `add`; `cast_signed`
        default: &'static str,
    },
}

/// A type in a definition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeRef {
    /// Bound when the operation gets operands.
    Var(String),
    /// `I32`
    Fixed(Type),
}

/// `output[..] = value`
#[derive(Clone, Debug)]
pub struct Assignment {
    /// Position in `StructuredOp::params`.
    pub output: usize,
    /// The new element.
    pub value: DslExpr,
    /// The whole statement.
    pub span: Span,
}

/// What one iteration computes.
#[derive(Clone, Debug)]
pub struct DslExpr {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: ExprKind,
}

/// Kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// Element of a tensor, or a scalar; position in `StructuredOp::params`.
    Operand(usize),
    /// A whole number.
    Int(i64),
    /// Another number.
    Float(f64),
    /// The number of an iteration of a loop.
    Index(usize),
    /// A conversion.
    Cast(FunctionRef, TypeRef, Box<DslExpr>),
    /// A function.
    Apply(FunctionRef, Vec<DslExpr>),
}

/// A function in a payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionRef {
    /// By its name.
    Known(&'static str),
    /// What the parameter at this position says.
    Attribute(usize),
}

impl StructuredOp {
    /// Positions and names of the tensors and scalars.
    pub fn operands(&self) -> impl Iterator<Item = (usize, &DslParam)> {
        let is_operand = |param: &DslParam| matches!(param.kind, ParamKind::Scalar { .. } | ParamKind::Tensor { .. });
        self.params
            .iter()
            .enumerate()
            .filter(move |(_, param)| is_operand(param))
    }

    /// Operands that are read only.
    pub fn inputs(&self) -> usize {
        self.operands().filter(|(_, param)| !param.is_output()).count()
    }

    /// Whether the operands may have any rank.
    pub fn is_polymorphic(&self) -> bool {
        let plain = |(_, param): (usize, &DslParam)| !matches!(&param.kind, ParamKind::Tensor { shape, .. } if !shape.is_empty());
        self.dims.is_empty() && self.operands().all(plain)
    }

    /// The type parameter or type of an operand.
    pub fn type_of(&self, param: usize) -> Option<&TypeRef> {
        match &self.params[param].kind {
            ParamKind::Scalar { ty } | ParamKind::Tensor { ty, .. } => Some(ty),
            _ => None,
        }
    }
}

impl DslParam {
    /// A tensor that is written.
    pub fn is_output(&self) -> bool {
        matches!(self.kind, ParamKind::Tensor { output: true, .. })
    }
}

/// What a text with definitions says, and what is wrong with it.
pub type Definitions = (Vec<StructuredOp>, Vec<Diagnostic>);
