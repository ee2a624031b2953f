//! A plan: what a nest of loops does, as bytecode, with everything known that is known when the nest
//! starts: extents, views and the indices of loops around it are constants, subscripts are linear forms
//! of counters, and accesses are cell numbers with a check only where the ranges of the counters do not
//! prove it.

use super::chains::{self, Chained};
use super::columns::{self, Columns};
use super::interchange;
use super::linear::{CounterSum, CounterVar, NumberRange};
use polyvet_interp::nest::{CellSource, ValueSlot};
use polyvet_interp::{IntPredicate, ScalarCall};
use polyvet_interp::{Scalar, ScalarType};

/// A scalar of the nest.
pub(crate) type Reg = u16;

/// One operation on scalars. `at` is a place of the code around it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ins {
    Load {
        d: Reg,
        at: u16,
    },
    Store {
        at: u16,
        s: Reg,
    },
    Apply {
        call: u16,
        d: Reg,
        args: [Reg; 3],
    },
    Move {
        d: Reg,
        s: Reg,
    },
    /// An index as an integer.
    Number {
        d: Reg,
        at: u16,
        ty: ScalarType,
    },
    /// How an index compares with zero.
    Test {
        d: Reg,
        at: u16,
        predicate: IntPredicate,
    },
}

/// A number that an operation takes from the counters: a cell, or an index.
#[derive(Clone, Debug)]
pub(crate) struct CounterPlace {
    /// Where the cell is; none for an index.
    pub array: Option<u16>,
    /// Cell or index.
    pub form: CounterSum,
    /// Subscripts that must be proved to lie in `0..extent`.
    pub checks: Vec<(CounterSum, i64)>,
}

/// Straight code.
#[derive(Debug, Default)]
pub(crate) struct Code {
    pub ins: Vec<Ins>,
    pub places: Vec<CounterPlace>,
    /// Number of operands of each function of the plan so far.
    pub arities: Vec<u8>,
    /// Which of them are sums, differences and products of floats.
    pub rings: Vec<bool>,
    /// As S runs it.
    pub chained: Vec<Chained>,
}

impl Code {
    /// Number of operands of a function.
    #[inline]
    pub fn arity(&self, call: u16) -> usize {
        self.arities[usize::from(call)].into()
    }

    /// Whether a function is a sum, difference or product of floats.
    pub fn is_ring(&self, call: u16) -> bool {
        self.rings[usize::from(call)]
    }

    /// The array of a place that is a cell.
    #[inline]
    pub fn array(&self, at: u16) -> usize {
        self.places[usize::from(at)].array.map_or(usize::MAX, usize::from)
    }
}

#[derive(Debug)]
pub(crate) struct PlanLoop {
    pub var: CounterVar,
    /// The largest.
    pub lower: Vec<CounterSum>,
    /// The least.
    pub upper: Vec<CounterSum>,
    pub step: i64,
    pub body: Vec<PlanNode>,
    /// Steps of the reference that an iteration takes, without those of the loops in it.
    pub cost: u64,
    /// Steps to be counted when the loop starts.
    pub once: u64,
}

#[derive(Debug)]
pub(crate) enum PlanCondition {
    /// Each at least zero, or zero if the flag is set.
    Affine(Vec<(CounterSum, bool)>),
    Data(Reg),
}

/// How a counter that is not linear in others is computed.
#[derive(Debug)]
pub(crate) enum CounterRule {
    FloorDiv(CounterSum, i64),
    CeilDiv(CounterSum, i64),
    Mod(CounterSum, i64),
    Min(Vec<CounterSum>),
    Max(Vec<CounterSum>),
}

/// A loop of straight code.
#[derive(Debug)]
pub(crate) struct StraightLoop {
    pub head: PlanLoop,
    pub code: Code,
    /// Per place: how far it moves from an iteration to the next.
    pub strides: Vec<i64>,
    /// The code as columns, if it has them.
    pub columns: Option<Columns>,
}

#[derive(Debug)]
pub(crate) enum PlanNode {
    Code(Code),
    Loop(PlanLoop),
    Leaf(StraightLoop),
    /// A loop around a leaf whose bounds do not depend on it, and how far the places move with it.
    Pair(PlanLoop, StraightLoop, Vec<i64>),
    /// A body per outcome, and the steps of the reference in it.
    Choice(PlanCondition, [(Vec<PlanNode>, u64); 2]),
    Let(CounterVar, CounterRule),
}

#[derive(Debug)]
pub(crate) struct PlanArray {
    pub source: CellSource,
    pub ty: ScalarType,
    /// Cells that can be touched; the first is cell 0 of the plan.
    pub cells: NumberRange,
    pub read: bool,
    pub written: bool,
}

impl PlanArray {
    /// The cells that can be touched, as numbers of the memory.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.cells.0 as usize..(self.cells.1 + 1) as usize
    }
}

/// Initial value of a register.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Initial {
    Constant(Scalar),
    /// A value of the frame and its type.
    Captured(ValueSlot, ScalarType),
}

#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub nodes: Vec<PlanNode>,
    pub arrays: Vec<PlanArray>,
    /// Functions with the types of their operands.
    pub calls: Vec<(ScalarCall, Vec<ScalarType>)>,
    pub initial: Vec<(Reg, Initial)>,
    pub regs: usize,
    pub vars: usize,
    /// Scalar results of the nest.
    pub results: Vec<(ValueSlot, Reg, ScalarType)>,
    /// Width of the widest value.
    pub bits: u32,
    /// No more innermost iterations than this.
    pub iterations: u64,
    /// Tensor operands that are results: operand, result.
    pub tensors: Vec<(usize, ValueSlot)>,
}

/// Cells count from the first that is touched; loops of straight code become leaves.
pub(crate) fn finish(mut plan: Plan) -> Plan {
    fn shift(nodes: &mut [PlanNode], arrays: &[PlanArray]) {
        for node in nodes {
            match node {
                PlanNode::Code(code) => {
                    for place in &mut code.places {
                        if let Some(array) = place.array {
                            place.form.k -= arrays[usize::from(array)].cells.0;
                        }
                    }
                }
                PlanNode::Loop(inner) => {
                    shift(&mut inner.body, arrays);
                    if let [PlanNode::Code(_)] = inner.body[..] {
                        *node = leaf(inner);
                    }
                }
                PlanNode::Leaf(_) | PlanNode::Pair(..) => {}
                PlanNode::Choice(_, bodies) => bodies.iter_mut().for_each(|(body, _)| shift(body, arrays)),
                PlanNode::Let(..) => {}
            }
        }
    }
    for array in &mut plan.arrays {
        if array.cells.0 > array.cells.1 {
            array.cells = (0, -1);
        }
    }
    shift(&mut plan.nodes, &plan.arrays);
    interchange::arrange(&mut plan.nodes);
    chains::arrange(&mut plan);
    plan
}

/// A loop whose body is straight code.
fn leaf(of: &mut PlanLoop) -> PlanNode {
    let Some(PlanNode::Code(code)) = of.body.pop() else {
        unreachable!("the body of a leaf is straight code");
    };
    let head = PlanLoop {
        lower: std::mem::take(&mut of.lower),
        upper: std::mem::take(&mut of.upper),
        body: Vec::new(),
        ..*of
    };
    let stride = |place: &CounterPlace| place.form.of(head.var) * head.step;
    let strides: Vec<i64> = code.places.iter().map(stride).collect();
    PlanNode::Leaf(StraightLoop {
        columns: columns::columns(&code, &strides),
        strides,
        code,
        head,
    })
}
