//! Affine programs run in a few lines of Rust: which instances there are, and what is computed.

use crate::program::{
    ArrayElement, Elem, LoopInvariant, Op, ProgramNode, RandomProgram, RandomStatement, StoredExpr, Test,
};
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
    pub(crate) fn get(&self, var: LoopInvariant) -> i64 {
        match var {
            LoopInvariant::Loop(number) => self.loops[number],
            LoopInvariant::Param(number) => self.params[number],
        }
    }
}

/// An element: array and subscript.
pub type TracedElement = (usize, Vec<i64>);

/// One run of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedInstance {
    /// Number of the statement.
    pub stmt: usize,
    /// Values of the loops around it, outermost first.
    pub at: Vec<i64>,
    /// What it reads, in order.
    pub reads: Vec<TracedElement>,
    /// What it writes.
    pub write: TracedElement,
}

impl TracedInstance {
    /// Both touch `element`, and one writes it.
    pub fn conflicts_on(&self, other: &TracedInstance, element: &TracedElement) -> bool {
        let touches = |one: &TracedInstance| one.write == *element || one.reads.contains(element);
        touches(self) && touches(other) && (self.write == *element || other.write == *element)
    }

    /// Both touch one element, and one of them writes it.
    pub fn conflicts(&self, other: &TracedInstance) -> bool {
        self.write == other.write || self.reads.contains(&other.write) || other.reads.contains(&self.write)
    }
}

/// Contents of arrays.
pub type Memory = HashMap<TracedElement, i64>;

impl RandomProgram {
    /// All instances in the order in which they run.
    pub fn trace(&self, params: &[i64]) -> Vec<TracedInstance> {
        let mut run = TraceRun::new(self, params);
        run.nodes(&self.body);
        run.trace
    }

    /// Runs the program in wrapping integers and gives the contents of its arguments; [`None`] if it
    /// uses an element that `memory` lacks.
    pub fn run(&self, params: &[i64], memory: Memory) -> Option<Memory> {
        let mut run = TraceRun::new(self, params);
        run.memory = Some(memory);
        run.nodes(&self.body);
        let mut memory = run.memory?;
        memory.retain(|(array, _), _| !self.arrays[*array].local);
        Some(memory)
    }
}

struct TraceRun<'p> {
    program: &'p RandomProgram,
    env: Env,
    trace: Vec<TracedInstance>,
    memory: Option<Memory>,
}

impl TraceRun<'_> {
    fn new<'p>(program: &'p RandomProgram, params: &[i64]) -> TraceRun<'p> {
        let env = Env {
            loops: vec![0; program.loops.len()],
            params: params.to_vec(),
        };
        TraceRun {
            program,
            env,
            trace: Vec::new(),
            memory: None,
        }
    }

    fn nodes(&mut self, nodes: &[ProgramNode]) {
        for node in nodes {
            match node {
                ProgramNode::Loop(nest) => {
                    let first = nest.lower.iter().map(|e| e.at(&self.env)).max().expect("a bound");
                    let end = nest.upper.iter().map(|e| e.at(&self.env)).min().expect("a bound");
                    let mut value = first;
                    while value < end {
                        self.env.loops[nest.var] = value;
                        self.nodes(&nest.body);
                        value += nest.step;
                    }
                }
                ProgramNode::If(branch) => {
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
                ProgramNode::Stmt(statement) => self.statement(statement),
            }
        }
    }

    fn element(&self, place: &ArrayElement) -> TracedElement {
        (place.array, place.subscripts.iter().map(|s| s.at(&self.env)).collect())
    }

    fn statement(&mut self, statement: &RandomStatement) {
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
        self.trace.push(TracedInstance {
            stmt: statement.number,
            at,
            reads,
            write,
        });
    }

    fn value(&self, memory: &Memory, expr: &StoredExpr) -> Option<i64> {
        debug_assert!(self.program.elem == Elem::I64, "floats are not run here");
        Some(match expr {
            StoredExpr::Load(place) => *memory.get(&self.element(place))?,
            StoredExpr::Const(number) => *number,
            StoredExpr::Index(var) => self.env.loops[*var],
            StoredExpr::Binary(op, left, right) => {
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
