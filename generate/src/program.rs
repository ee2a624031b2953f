//! Affine programs as plain data: printed as MLIR for polyvet, and run here in a few lines of Rust
//! that share nothing with it.

use crate::Sizes;
use std::collections::HashMap;
use std::fmt::Write;

/// A number that does not change inside a loop body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Var {
    /// The induction variable of a loop.
    Loop(usize),
    /// An argument of type `index`.
    Param(usize),
}

/// `constant + sum of factor * variable`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Affine {
    /// Factors, none zero.
    pub terms: Vec<(i64, Var)>,
    /// The number in it.
    pub constant: i64,
}

/// A subscript: an affine expression, or a division of one, plus an offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscript {
    /// The expression.
    pub of: Affine,
    /// What is done to it.
    pub form: Form,
    /// What is added in the end.
    pub offset: Affine,
}

/// What is done to the expression of a subscript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Nothing.
    Plain,
    /// `e mod k`
    Mod(i64),
    /// `e floordiv k`
    FloorDiv(i64),
}

/// An element of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Index into [`Program::arrays`].
    pub array: usize,
    /// One per dimension.
    pub subscripts: Vec<Subscript>,
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
pub enum Expr {
    /// An element.
    Load(Place),
    /// A literal.
    Const(i64),
    /// The value of a loop variable.
    Index(usize),
    /// Two operands.
    Binary(Op, Box<Expr>, Box<Expr>),
}

/// `target = value`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Number in program order.
    pub number: usize,
    /// The loops around it, outermost first.
    pub loops: Vec<usize>,
    /// What is written.
    pub target: Place,
    /// What is computed.
    pub value: Expr,
}

/// `affine >= 0`, or `affine == 0`, or `affine mod k == 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
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

/// A piece of program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A loop; bounds with several results mean their maximum and minimum.
    Loop {
        /// Number of its variable.
        var: usize,
        /// Starts at the greatest of these.
        lower: Vec<Affine>,
        /// Ends before the least of these.
        upper: Vec<Affine>,
        /// Stride.
        step: i64,
        /// What it repeats.
        body: Vec<Node>,
    },
    /// All conditions together decide.
    If {
        /// A conjunction.
        conditions: Vec<Condition>,
        /// Where it holds.
        then: Vec<Node>,
        /// Where not.
        otherwise: Vec<Node>,
    },
    /// A store.
    Stmt(Statement),
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
pub struct Program {
    /// Type of all elements.
    pub elem: Elem,
    /// How many `index` arguments there are; they come first.
    pub params: usize,
    /// Memref arguments.
    pub arrays: Vec<ArrayDecl>,
    /// Names of loop variables.
    pub loops: Vec<String>,
    /// What it does.
    pub body: Vec<Node>,
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
    pub fn var(var: Var) -> Affine {
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
    pub fn text(&self, name: &dyn Fn(Var) -> String) -> String {
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

    fn vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.terms.iter().map(|(_, var)| *var)
    }
}

impl Subscript {
    fn at(&self, env: &Env) -> i64 {
        let value = self.of.at(env);
        let value = match self.form {
            Form::Plain => value,
            Form::Mod(k) => value.rem_euclid(k),
            Form::FloorDiv(k) => value.div_euclid(k),
        };
        value + self.offset.at(env)
    }

    fn text(&self, name: &dyn Fn(Var) -> String) -> String {
        let inner = |operator: &str, k: i64| format!("({}) {operator} {k}", self.of.text(name));
        let text = match self.form {
            Form::Plain => return self.of.clone().plus(1, &self.offset).text(name),
            Form::Mod(k) => inner("mod", k),
            Form::FloorDiv(k) => inner("floordiv", k),
        };
        match self.offset.as_number() {
            Some(0) => text,
            _ => format!("{text} + {}", self.offset.text(name)),
        }
    }
}

impl Expr {
    /// The elements it loads, in order.
    pub fn loads(&self) -> Vec<&Place> {
        match self {
            Expr::Load(place) => vec![place],
            Expr::Const(_) | Expr::Index(_) => Vec::new(),
            Expr::Binary(_, left, right) => [left.loads(), right.loads()].concat(),
        }
    }
}

impl Program {
    /// Statements in program order.
    pub fn statements(&self) -> Vec<&Statement> {
        fn collect<'p>(nodes: &'p [Node], found: &mut Vec<&'p Statement>) {
            for node in nodes {
                match node {
                    Node::Loop { body, .. } => collect(body, found),
                    Node::If { then, otherwise, .. } => {
                        collect(then, found);
                        collect(otherwise, found);
                    }
                    Node::Stmt(statement) => found.push(statement),
                }
            }
        }
        let mut found = Vec::new();
        collect(&self.body, &mut found);
        found
    }

    /// The function as MLIR text.
    pub fn text(&self) -> String {
        let mut printer = Printer {
            program: self,
            text: String::new(),
            temporaries: 0,
        };
        printer.function();
        printer.text
    }

    /// The same program on elements of another type.
    pub fn with_elem(&self, elem: Elem) -> Program {
        Program { elem, ..self.clone() }
    }
}

impl Program {
    /// Arguments for these parameters: dynamic extents as large as the program needs. [`None`] if an extent that is
    /// a number is too small for them.
    pub fn sizes(&self, params: &[i64]) -> Option<Sizes> {
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
        let mut sizes = Sizes {
            indices: params.iter().copied().enumerate().collect(),
            ..Sizes::default()
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

struct Printer<'p> {
    program: &'p Program,
    text: String,
    temporaries: usize,
}

impl Printer<'_> {
    fn name(&self, var: Var) -> String {
        match var {
            Var::Loop(number) => format!("%{}", self.program.loops[number]),
            Var::Param(number) => format!("%{}", PARAMS[number]),
        }
    }

    fn line(&mut self, depth: usize, line: &str) {
        writeln!(self.text, "{}{line}", "  ".repeat(depth)).expect("a string");
    }

    fn elem(&self) -> &'static str {
        self.program.elem.name()
    }

    fn memref(&self, array: usize) -> String {
        let extents = &self.program.arrays[array].extents;
        let dims: String = extents
            .iter()
            .map(|e| e.map_or("?x".to_owned(), |n| format!("{n}x")))
            .collect();
        format!("memref<{dims}{}>", self.elem())
    }

    fn function(&mut self) {
        let params = (0..self.program.params).map(|n| format!("%{}: index", PARAMS[n]));
        let (locals, given): (Vec<usize>, Vec<usize>) =
            (0..self.program.arrays.len()).partition(|n| self.program.arrays[*n].local);
        let arrays = given.into_iter().map(|n| format!("%{}: {}", ARRAYS[n], self.memref(n)));
        let args: Vec<String> = params.chain(arrays).collect();
        self.line(0, &format!("func.func @random({}) {{", args.join(", ")));
        for n in locals {
            self.line(1, &format!("%{} = memref.alloc() : {}", ARRAYS[n], self.memref(n)));
        }
        self.nodes(1, &self.program.body);
        self.line(1, "return");
        self.line(0, "}");
    }

    fn nodes(&mut self, depth: usize, nodes: &[Node]) {
        for node in nodes {
            match node {
                Node::Loop {
                    var,
                    lower,
                    upper,
                    step,
                    body,
                } => {
                    let (lower, upper) = (self.bound(lower, "max"), self.bound(upper, "min"));
                    let step = if *step == 1 {
                        String::new()
                    } else {
                        format!(" step {step}")
                    };
                    self.line(
                        depth,
                        &format!(
                            "affine.for {} = {lower} to {upper}{step} {{",
                            self.name(Var::Loop(*var))
                        ),
                    );
                    self.nodes(depth + 1, body);
                    self.line(depth, "}");
                }
                Node::If {
                    conditions,
                    then,
                    otherwise,
                } => {
                    let set = self.set(conditions);
                    self.line(depth, &format!("affine.if {set} {{"));
                    self.nodes(depth + 1, then);
                    if !otherwise.is_empty() {
                        self.line(depth, "} else {");
                        self.nodes(depth + 1, otherwise);
                    }
                    self.line(depth, "}");
                }
                Node::Stmt(statement) => self.statement(depth, statement),
            }
        }
    }

    /// `(d0, d1)`, `(%i, %n)`, and the names inside.
    fn dims<'e>(&self, exprs: impl Iterator<Item = &'e Affine>) -> (String, String, HashMap<Var, String>) {
        let mut vars: Vec<Var> = exprs.flat_map(|e| e.vars().collect::<Vec<_>>()).collect();
        vars.sort();
        vars.dedup();
        let inner: Vec<String> = (0..vars.len()).map(|n| format!("d{n}")).collect();
        let outer: Vec<String> = vars.iter().map(|var| self.name(*var)).collect();
        let names = vars.into_iter().zip(inner.clone()).collect();
        (
            format!("({})", inner.join(", ")),
            format!("({})", outer.join(", ")),
            names,
        )
    }

    fn bound(&self, of: &[Affine], combine: &str) -> String {
        if let [one] = of {
            if let Some(number) = one.as_number() {
                return number.to_string();
            }
            // The short form is for symbols only.
            if let ([(1, var @ Var::Param(_))], 0) = (&one.terms[..], one.constant) {
                return self.name(*var);
            }
        }
        let (dims, operands, names) = self.dims(of.iter());
        let results: Vec<String> = of.iter().map(|e| e.text(&|var| names[&var].clone())).collect();
        let combine = if of.len() > 1 {
            format!("{combine} ")
        } else {
            String::new()
        };
        format!("{combine}affine_map<{dims} -> ({})>{operands}", results.join(", "))
    }

    fn set(&self, conditions: &[Condition]) -> String {
        let (dims, operands, names) = self.dims(conditions.iter().map(|c| &c.of));
        let one = |condition: &Condition| {
            let left = condition.of.text(&|var| names[&var].clone());
            match condition.test {
                Test::NotNegative => format!("{left} >= 0"),
                Test::Zero => format!("{left} == 0"),
                Test::Divisible(k) => format!("({left}) mod {k} == 0"),
            }
        };
        let all: Vec<String> = conditions.iter().map(one).collect();
        format!("affine_set<{dims} : ({})>{operands}", all.join(", "))
    }

    fn temporary(&mut self) -> String {
        self.temporaries += 1;
        format!("%t{}", self.temporaries)
    }

    fn place(&self, place: &Place) -> String {
        let subscripts: Vec<String> = place.subscripts.iter().map(|s| s.text(&|var| self.name(var))).collect();
        format!(
            "%{}[{}] : {}",
            ARRAYS[place.array],
            subscripts.join(", "),
            self.memref(place.array)
        )
    }

    fn statement(&mut self, depth: usize, statement: &Statement) {
        let value = self.expr(depth, &statement.value);
        let place = self.place(&statement.target);
        self.line(depth, &format!("affine.store {value}, {place}"));
    }

    fn expr(&mut self, depth: usize, expr: &Expr) -> String {
        let elem = self.elem();
        let is_float = self.program.elem.is_float();
        match expr {
            Expr::Load(place) => {
                let (name, place) = (self.temporary(), self.place(place));
                self.line(depth, &format!("{name} = affine.load {place}"));
                name
            }
            Expr::Const(number) => {
                let name = self.temporary();
                let literal = if is_float {
                    format!("{number}.0")
                } else {
                    number.to_string()
                };
                self.line(depth, &format!("{name} = arith.constant {literal} : {elem}"));
                name
            }
            Expr::Index(var) => {
                let var = self.name(Var::Loop(*var));
                if self.program.elem == Elem::Index {
                    return var;
                }
                let name = self.temporary();
                let integer = if is_float { "i64" } else { elem };
                self.line(depth, &format!("{name} = arith.index_cast {var} : index to {integer}"));
                if !is_float {
                    return name;
                }
                let float = self.temporary();
                self.line(depth, &format!("{float} = arith.sitofp {name} : i64 to {elem}"));
                float
            }
            Expr::Binary(op, left, right) => {
                let (left, right) = (self.expr(depth, left), self.expr(depth, right));
                let function = match (op, is_float) {
                    (Op::Add, true) => "addf",
                    (Op::Add, false) => "addi",
                    (Op::Mul, true) => "mulf",
                    (Op::Mul, false) => "muli",
                    (Op::Sub, true) => "subf",
                    (Op::Sub, false) => "subi",
                    (Op::Max, true) => "maximumf",
                    (Op::Max, false) => "maxsi",
                    (Op::Min, true) => "minimumf",
                    (Op::Min, false) => "minsi",
                    (Op::Select, _) => return self.larger(depth, &left, &right),
                };
                let name = self.temporary();
                self.line(depth, &format!("{name} = arith.{function} {left}, {right} : {elem}"));
                name
            }
        }
    }
}

impl Printer<'_> {
    /// The larger of two values, without an operation for it.
    fn larger(&mut self, depth: usize, left: &str, right: &str) -> String {
        let elem = self.elem();
        let compare = if self.program.elem.is_float() {
            "cmpf olt"
        } else {
            "cmpi slt"
        };
        let (less, name) = (self.temporary(), self.temporary());
        self.line(depth, &format!("{less} = arith.{compare}, {left}, {right} : {elem}"));
        self.line(
            depth,
            &format!("{name} = arith.select {less}, {right}, {left} : {elem}"),
        );
        name
    }
}

/// Values of variables.
#[derive(Clone, Debug, Default)]
pub struct Env {
    /// Of loops, by number.
    pub loops: Vec<i64>,
    /// Of parameters.
    pub params: Vec<i64>,
}

impl Env {
    fn get(&self, var: Var) -> i64 {
        match var {
            Var::Loop(number) => self.loops[number],
            Var::Param(number) => self.params[number],
        }
    }
}

/// An element: array and subscript.
pub type Element = (usize, Vec<i64>);

/// One run of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Number of the statement.
    pub stmt: usize,
    /// Values of the loops around it, outermost first.
    pub at: Vec<i64>,
    /// What it reads, in order.
    pub reads: Vec<Element>,
    /// What it writes.
    pub write: Element,
}

impl Instance {
    /// Both touch `element`, and one writes it.
    pub fn conflicts_on(&self, other: &Instance, element: &Element) -> bool {
        let touches = |one: &Instance| one.write == *element || one.reads.contains(element);
        touches(self) && touches(other) && (self.write == *element || other.write == *element)
    }

    /// Both touch one element, and one of them writes it.
    pub fn conflicts(&self, other: &Instance) -> bool {
        self.write == other.write || self.reads.contains(&other.write) || other.reads.contains(&self.write)
    }
}

/// Contents of arrays.
pub type Memory = HashMap<Element, i64>;

impl Program {
    /// All instances in the order in which they run.
    pub fn trace(&self, params: &[i64]) -> Vec<Instance> {
        let mut run = Run::new(self, params);
        run.nodes(&self.body);
        run.trace
    }

    /// Runs the program in wrapping integers and gives the contents of its arguments; [`None`] if it
    /// uses an element that `memory` lacks.
    pub fn run(&self, params: &[i64], memory: Memory) -> Option<Memory> {
        let mut run = Run::new(self, params);
        run.memory = Some(memory);
        run.nodes(&self.body);
        let mut memory = run.memory?;
        memory.retain(|(array, _), _| !self.arrays[*array].local);
        Some(memory)
    }
}

struct Run<'p> {
    program: &'p Program,
    env: Env,
    trace: Vec<Instance>,
    memory: Option<Memory>,
}

impl Run<'_> {
    fn new<'p>(program: &'p Program, params: &[i64]) -> Run<'p> {
        let env = Env {
            loops: vec![0; program.loops.len()],
            params: params.to_vec(),
        };
        Run {
            program,
            env,
            trace: Vec::new(),
            memory: None,
        }
    }

    fn nodes(&mut self, nodes: &[Node]) {
        for node in nodes {
            match node {
                Node::Loop {
                    var,
                    lower,
                    upper,
                    step,
                    body,
                } => {
                    let first = lower.iter().map(|e| e.at(&self.env)).max().expect("a bound");
                    let end = upper.iter().map(|e| e.at(&self.env)).min().expect("a bound");
                    let mut value = first;
                    while value < end {
                        self.env.loops[*var] = value;
                        self.nodes(body);
                        value += step;
                    }
                }
                Node::If {
                    conditions,
                    then,
                    otherwise,
                } => {
                    let holds = conditions.iter().all(|condition| {
                        let value = condition.of.at(&self.env);
                        match condition.test {
                            Test::NotNegative => value >= 0,
                            Test::Zero => value == 0,
                            Test::Divisible(k) => value.rem_euclid(k) == 0,
                        }
                    });
                    self.nodes(if holds { then } else { otherwise });
                }
                Node::Stmt(statement) => self.statement(statement),
            }
        }
    }

    fn element(&self, place: &Place) -> Element {
        (place.array, place.subscripts.iter().map(|s| s.at(&self.env)).collect())
    }

    fn statement(&mut self, statement: &Statement) {
        let write = self.element(&statement.target);
        if let Some(mut memory) = self.memory.take() {
            // An element that is not there ends the run.
            let local = self.program.arrays[write.0].local;
            self.memory = self.value(&memory, &statement.value).and_then(|value| {
                if local || memory.contains_key(&write) {
                    memory.insert(write, value);
                    return Some(memory);
                }
                None
            });
            return;
        }
        let reads = statement
            .value
            .loads()
            .into_iter()
            .map(|place| self.element(place))
            .collect();
        let at = statement.loops.iter().map(|var| self.env.loops[*var]).collect();
        self.trace.push(Instance {
            stmt: statement.number,
            at,
            reads,
            write,
        });
    }

    fn value(&self, memory: &Memory, expr: &Expr) -> Option<i64> {
        debug_assert!(self.program.elem == Elem::I64, "floats are not run here");
        Some(match expr {
            Expr::Load(place) => *memory.get(&self.element(place))?,
            Expr::Const(number) => *number,
            Expr::Index(var) => self.env.loops[*var],
            Expr::Binary(op, left, right) => {
                let (left, right) = (self.value(memory, left)?, self.value(memory, right)?);
                match op {
                    Op::Add => left.wrapping_add(right),
                    Op::Mul => left.wrapping_mul(right),
                    Op::Sub => left.wrapping_sub(right),
                    Op::Max | Op::Select => left.max(right),
                    Op::Min => left.min(right),
                }
            }
        })
    }
}
