//! Affine programs as MLIR text.

use crate::program::{
    ARRAYS, Affine, ArrayElement, Elem, LoopInvariant, Op, PARAMS, ProgramNode, RandomCondition, RandomProgram,
    RandomStatement, StoredExpr, Test,
};
use std::collections::HashMap;
use std::fmt::Write;

impl RandomProgram {
    /// The function as MLIR text.
    pub fn text(&self) -> String {
        let mut printer = ProgramPrinter {
            program: self,
            text: String::new(),
            temporaries: 0,
        };
        printer.function();
        printer.text
    }
}

struct ProgramPrinter<'p> {
    program: &'p RandomProgram,
    text: String,
    temporaries: usize,
}

impl ProgramPrinter<'_> {
    fn name(&self, var: LoopInvariant) -> String {
        match var {
            LoopInvariant::Loop(number) => format!("%{}", self.program.loops[number]),
            LoopInvariant::Param(number) => format!("%{}", PARAMS[number]),
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

    fn nodes(&mut self, depth: usize, nodes: &[ProgramNode]) {
        for node in nodes {
            match node {
                ProgramNode::Loop(nest) => {
                    let (lower, upper) = (self.bound(&nest.lower, "max"), self.bound(&nest.upper, "min"));
                    let step = match nest.step {
                        1 => String::new(),
                        step => format!(" step {step}"),
                    };
                    let var = self.name(LoopInvariant::Loop(nest.var));
                    self.line(depth, &format!("affine.for {var} = {lower} to {upper}{step} {{"));
                    self.nodes(depth + 1, &nest.body);
                    self.line(depth, "}");
                }
                ProgramNode::If(branch) => {
                    let set = self.set(&branch.conditions);
                    self.line(depth, &format!("affine.if {set} {{"));
                    self.nodes(depth + 1, &branch.then);
                    if !branch.otherwise.is_empty() {
                        self.line(depth, "} else {");
                        self.nodes(depth + 1, &branch.otherwise);
                    }
                    self.line(depth, "}");
                }
                ProgramNode::Stmt(statement) => self.statement(depth, statement),
            }
        }
    }

    /// `(d0, d1)`, `(%i, %n)`, and the names inside.
    fn dims<'e>(&self, exprs: impl Iterator<Item = &'e Affine>) -> (String, String, HashMap<LoopInvariant, String>) {
        let mut vars: Vec<LoopInvariant> = exprs.flat_map(|e| e.vars().collect::<Vec<_>>()).collect();
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
            if let ([(1, var @ LoopInvariant::Param(_))], 0) = (&one.terms[..], one.constant) {
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

    fn set(&self, conditions: &[RandomCondition]) -> String {
        let (dims, operands, names) = self.dims(conditions.iter().map(|c| &c.of));
        let one = |condition: &RandomCondition| {
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

    fn place(&self, place: &ArrayElement) -> String {
        let subscripts: Vec<String> = place.subscripts.iter().map(|s| s.text(&|var| self.name(var))).collect();
        format!(
            "%{}[{}] : {}",
            ARRAYS[place.array],
            subscripts.join(", "),
            self.memref(place.array)
        )
    }

    fn statement(&mut self, depth: usize, statement: &RandomStatement) {
        let value = self.expr(depth, &statement.value);
        let place = self.place(&statement.target);
        self.line(depth, &format!("affine.store {value}, {place}"));
    }

    fn expr(&mut self, depth: usize, expr: &StoredExpr) -> String {
        let elem = self.elem();
        let is_float = self.program.elem.is_float();
        match expr {
            StoredExpr::Load(place) => {
                let (name, place) = (self.temporary(), self.place(place));
                self.line(depth, &format!("{name} = affine.load {place}"));
                name
            }
            StoredExpr::Const(number) => {
                let name = self.temporary();
                let literal = if is_float {
                    format!("{number}.0")
                } else {
                    number.to_string()
                };
                self.line(depth, &format!("{name} = arith.constant {literal} : {elem}"));
                name
            }
            StoredExpr::Index(var) => {
                let var = self.name(LoopInvariant::Loop(*var));
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
            StoredExpr::Binary(op, left, right) => {
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

impl ProgramPrinter<'_> {
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
