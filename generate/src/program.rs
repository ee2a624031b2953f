//! Affine programs as plain data. They are printed as MLIR for polyvet, and run here ([`trace`](crate::trace)) by what
//! shares nothing with it.

use crate::CallSizes;
use crate::trace::Env;
use std::fmt::Write;

/// A number that does not change inside a loop body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LoopInvariant {
    /// The induction variable of a loop.
    Loop(usize),
    /// An argument of type `index`.
    Param(usize),
}

/// `constant + sum of factor * variable`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Affine {
    /// Factors, none zero.
    pub terms: Vec<(i64, LoopInvariant)>,
    /// The number in it.
    pub constant: i64,
}

/// A subscript: an affine expression, or a division of one, plus an offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomSubscript {
    /// The expression.
    pub of: Affine,
    /// What is done to it.
    pub form: SubscriptForm,
    /// What is added in the end.
    pub offset: Affine,
}

/// What is done to the expression of a subscript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubscriptForm {
    /// Nothing.
    Plain,
    /// `e mod k`
    Mod(i64),
    /// `e floordiv k`
    FloorDiv(i64),
}

/// An element of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayElement {
    /// Index into [`RandomProgram::arrays`].
    pub array: usize,
    /// One per dimension.
    pub subscripts: Vec<RandomSubscript>,
}

/// Operations on two elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Op {
    Add,
    Mul,
    Sub,
    Max,
    Min,
    /// The larger one, by a comparison and `arith.select`.
    Select,
}

/// What a statement stores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredExpr {
    /// An element.
    Load(ArrayElement),
    /// A literal.
    Const(i64),
    /// The value of a loop variable.
    Index(usize),
    /// Two operands.
    Binary(Op, Box<StoredExpr>, Box<StoredExpr>),
}

/// `target = value`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomStatement {
    /// Number in program order.
    pub number: usize,
    /// The loops around it, outermost first.
    pub loops: Vec<usize>,
    /// What is written.
    pub target: ArrayElement,
    /// What is computed.
    pub value: StoredExpr,
}

/// `affine >= 0`, or `affine == 0`, or `affine mod k == 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomCondition {
    /// The left side.
    pub of: Affine,
    /// What it is compared with.
    pub test: Test,
}

/// Kinds of condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// `>= 0`
    NotNegative,
    /// `== 0`
    Zero,
    /// `mod k == 0`
    Divisible(i64),
}

/// A loop; bounds with several results mean their maximum and minimum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomLoop {
    /// Number of its variable.
    pub var: usize,
    /// Starts at the greatest of these.
    pub lower: Vec<Affine>,
    /// Ends before the least of these.
    pub upper: Vec<Affine>,
    /// Stride.
    pub step: i64,
    /// What it repeats.
    pub body: Vec<ProgramNode>,
}

/// All conditions together decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// A conjunction.
    pub conditions: Vec<RandomCondition>,
    /// Where it holds.
    pub then: Vec<ProgramNode>,
    /// Where not.
    pub otherwise: Vec<ProgramNode>,
}

/// A piece of program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramNode {
    /// `affine.for`
    Loop(RandomLoop),
    /// `affine.if`
    If(Branch),
    /// A store.
    Stmt(RandomStatement),
}

/// Types of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Elem {
    F64,
    F32,
    F16,
    I64,
    I32,
    I16,
    I8,
    Index,
}

impl Elem {
    /// As MLIR writes it.
    pub fn name(self) -> &'static str {
        match self {
            Elem::F64 => "f64",
            Elem::F32 => "f32",
            Elem::F16 => "f16",
            Elem::I64 => "i64",
            Elem::I32 => "i32",
            Elem::I16 => "i16",
            Elem::I8 => "i8",
            Elem::Index => "index",
        }
    }

    /// Whether it is a floating-point type.
    pub fn is_float(self) -> bool {
        matches!(self, Elem::F64 | Elem::F32 | Elem::F16)
    }
}

/// An argument, or a buffer of the function's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayDecl {
    /// Extent of each dimension; `None` is dynamic.
    pub extents: Vec<Option<i64>>,
    /// Made by the function; those come last, and have static extents.
    pub local: bool,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomProgram {
    /// Type of all elements.
    pub elem: Elem,
    /// How many `index` arguments there are; they come first.
    pub params: usize,
    /// Memref arguments.
    pub arrays: Vec<ArrayDecl>,
    /// Names of loop variables.
    pub loops: Vec<String>,
    /// What it does.
    pub body: Vec<ProgramNode>,
}

/// Names of parameters.
pub const PARAMS: [&str; 3] = ["n", "m", "p"];
/// Names of arrays.
pub const ARRAYS: [&str; 4] = ["A", "B", "C", "D"];

impl Affine {
    /// A number.
    pub fn number(constant: i64) -> Affine {
        Affine {
            terms: Vec::new(),
            constant,
        }
    }

    /// A variable.
    pub fn var(var: LoopInvariant) -> Affine {
        Affine {
            terms: vec![(1, var)],
            constant: 0,
        }
    }

    /// Adds `factor * other`.
    pub fn plus(mut self, factor: i64, other: &Affine) -> Affine {
        self.constant += factor * other.constant;
        for (inner, var) in &other.terms {
            match self.terms.iter_mut().find(|(_, known)| known == var) {
                Some((known, _)) => *known += factor * inner,
                None => self.terms.push((factor * inner, *var)),
            }
        }
        self.terms.retain(|(factor, _)| *factor != 0);
        self.terms.sort_by_key(|(_, var)| *var);
        self
    }

    /// Adds a number.
    pub fn shifted(mut self, number: i64) -> Affine {
        self.constant += number;
        self
    }

    /// Its value, if it depends on nothing.
    pub fn as_number(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Its value.
    pub fn at(&self, env: &Env) -> i64 {
        self.terms
            .iter()
            .map(|(factor, var)| factor * env.get(*var))
            .sum::<i64>()
            + self.constant
    }

    /// As MLIR text, with `name` for variables.
    pub fn text(&self, name: &dyn Fn(LoopInvariant) -> String) -> String {
        let mut text = String::new();
        for (factor, var) in &self.terms {
            let (sign, size) = (*factor < 0, factor.abs());
            text += match (text.is_empty(), sign) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            text += &name(*var);
            if size != 1 {
                write!(text, " * {size}").expect("a string");
            }
        }
        match (text.is_empty(), self.constant) {
            (true, number) => number.to_string(),
            (false, 0) => text,
            (false, number) if number < 0 => format!("{text} - {}", -number),
            (false, number) => format!("{text} + {number}"),
        }
    }

    pub(crate) fn vars(&self) -> impl Iterator<Item = LoopInvariant> + '_ {
        self.terms.iter().map(|(_, var)| *var)
    }
}

impl RandomSubscript {
    pub(crate) fn at(&self, env: &Env) -> i64 {
        let value = self.of.at(env);
        let value = match self.form {
            SubscriptForm::Plain => value,
            SubscriptForm::Mod(k) => value.rem_euclid(k),
            SubscriptForm::FloorDiv(k) => value.div_euclid(k),
        };
        value + self.offset.at(env)
    }

    pub(crate) fn text(&self, name: &dyn Fn(LoopInvariant) -> String) -> String {
        let inner = |operator: &str, k: i64| format!("({}) {operator} {k}", self.of.text(name));
        let text = match self.form {
            SubscriptForm::Plain => return self.of.clone().plus(1, &self.offset).text(name),
            SubscriptForm::Mod(k) => inner("mod", k),
            SubscriptForm::FloorDiv(k) => inner("floordiv", k),
        };
        match self.offset.as_number() {
            Some(0) => text,
            _ => format!("{text} + {}", self.offset.text(name)),
        }
    }
}

impl StoredExpr {
    /// The elements it loads, in order.
    pub fn loads(&self) -> Vec<&ArrayElement> {
        match self {
            StoredExpr::Load(place) => vec![place],
            StoredExpr::Const(_) | StoredExpr::Index(_) => Vec::new(),
            StoredExpr::Binary(_, left, right) => [left.loads(), right.loads()].concat(),
        }
    }
}

impl RandomProgram {
    /// Statements in program order.
    pub fn statements(&self) -> Vec<&RandomStatement> {
        fn collect<'p>(nodes: &'p [ProgramNode], found: &mut Vec<&'p RandomStatement>) {
            for node in nodes {
                match node {
                    ProgramNode::Loop(nest) => collect(&nest.body, found),
                    ProgramNode::If(branch) => {
                        collect(&branch.then, found);
                        collect(&branch.otherwise, found);
                    }
                    ProgramNode::Stmt(statement) => found.push(statement),
                }
            }
        }
        let mut found = Vec::new();
        collect(&self.body, &mut found);
        found
    }

    /// The same program on elements of another type.
    pub fn with_elem(&self, elem: Elem) -> RandomProgram {
        RandomProgram { elem, ..self.clone() }
    }
}

impl RandomProgram {
    /// Arguments for these parameters: dynamic extents as large as the program needs. [`None`] if an extent that is
    /// a number is too small for them.
    pub fn sizes(&self, params: &[i64]) -> Option<CallSizes> {
        let mut needed: Vec<Vec<i64>> = self.arrays.iter().map(|array| vec![1; array.extents.len()]).collect();
        for instance in self.trace(params) {
            for (array, at) in instance.reads.iter().chain([&instance.write]) {
                for (needed, at) in needed[*array].iter_mut().zip(at) {
                    if *at < 0 {
                        return None;
                    }
                    *needed = (*needed).max(at + 1);
                }
            }
        }
        let mut sizes = CallSizes {
            indices: params.iter().copied().enumerate().collect(),
            ..CallSizes::default()
        };
        let mut argument = params.len();
        for (array, needed) in self.arrays.iter().zip(&needed) {
            for (dim, (extent, needed)) in array.extents.iter().zip(needed).enumerate() {
                match extent {
                    Some(extent) if extent < needed => return None,
                    Some(_) => {}
                    None => _ = sizes.extents.insert((argument, dim), *needed),
                }
            }
            argument += usize::from(!array.local);
        }
        Some(sizes)
    }
}
