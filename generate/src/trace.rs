//! Affine programs run in a few lines of Rust: which instances there are, and what is computed.

use crate::program::{Elem, Expr, Node, Op, Place, Program, Statement, Test, Var};
use std::collections::HashMap;

/// Values of variables.
#[derive(Clone, Debug, Default)]
pub struct Env {
    /// Of loops, by number.
    pub loops: Vec<i64>,
    /// Of parameters.
    pub params: Vec<i64>,
}

impl Env {
    pub(crate) fn get(&self, var: Var) -> i64 {
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
                Node::Loop(nest) => {
                    let first = nest.lower.iter().map(|e| e.at(&self.env)).max().expect("a bound");
                    let end = nest.upper.iter().map(|e| e.at(&self.env)).min().expect("a bound");
                    let mut value = first;
                    while value < end {
                        self.env.loops[nest.var] = value;
                        self.nodes(&nest.body);
                        value += nest.step;
                    }
                }
                Node::If(branch) => {
                    let holds = branch.conditions.iter().all(|condition| {
                        let value = condition.of.at(&self.env);
                        match condition.test {
                            Test::NotNegative => value >= 0,
                            Test::Zero => value == 0,
                            Test::Divisible(k) => value.rem_euclid(k) == 0,
                        }
                    });
                    self.nodes(if holds { &branch.then } else { &branch.otherwise });
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
