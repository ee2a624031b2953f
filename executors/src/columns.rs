//! A leaf as operations on columns: a value for each of some iterations. Sums over the loop are folded in order.
//! Which iterations may run at once is found out when the leaf is entered (`blocks.rs`).

use super::plan::{Code, Ins, Reg};
use polyvet_interp::IntPredicate;
use polyvet_interp::ScalarType;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ColumnOperand {
    Column(u16),
    /// Cells of a place, in order.
    Cells(u16),
    /// The same for all iterations.
    Splat(u16),
}

/// Where results go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ColumnTarget {
    Column(u16),
    /// Cells of a place, in order, of an array that is not among the operands.
    Cells(u16),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum ColumnSum {
    Cell(u16),
    Reg(Reg),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum ColumnStep {
    /// Cells into a column.
    Gather {
        d: u16,
        at: u16,
    },
    Apply {
        call: u16,
        to: ColumnTarget,
        args: [ColumnOperand; 3],
    },
    /// `second(first(x, y), z)`, or `second(z, first(x, y))`.
    Pair {
        calls: [u16; 2],
        left: bool,
        to: ColumnTarget,
        args: [ColumnOperand; 3],
    },
    Store {
        at: u16,
        s: ColumnOperand,
    },
    /// `sum = f(sum, x)` for each iteration, or `f(x, sum)`.
    Fold {
        call: u16,
        sum: ColumnSum,
        first: bool,
        x: ColumnOperand,
    },
    Number {
        d: u16,
        at: u16,
        ty: ScalarType,
    },
    Test {
        d: u16,
        at: u16,
        predicate: IntPredicate,
    },
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Splat {
    Reg(Reg),
    Cell(u16),
}

/// `c = add(c, mul(a, b))`, where `a` does not move with the loop and `b` and `c` move by one cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contraction {
    pub c: u16,
    pub a: u16,
    pub b: u16,
    pub mul: u16,
    pub add: u16,
    /// `a` is the first operand of `mul`, `c` that of `add`.
    pub order: [bool; 2],
}

/// A leaf as columns.
#[derive(Debug)]
pub(crate) struct Columns {
    pub steps: Vec<ColumnStep>,
    pub splats: Vec<Splat>,
    pub count: u16,
    /// Accesses of one array, in program order, of which one writes.
    pub pairs: Vec<(u16, u16)>,
    /// Places that are read.
    pub loads: Vec<u16>,
    pub contraction: Option<Contraction>,
    /// A contraction whose sum runs over the leaf: `a` and `b` may be exchanged, and `c` does not move with it.
    pub dot: Option<Contraction>,
}

struct ColumnBuilder<'c> {
    code: &'c Code,
    strides: &'c [i64],
    columns: Columns,
    operands: Vec<Option<(Reg, ColumnOperand)>>,
    /// Instructions that are part of a fold.
    folded: Vec<bool>,
}

/// So many instructions a leaf may have at the most.
const INS_MAX: usize = 512;

/// The columns of straight code in a loop, if it has them.
pub(crate) fn columns(code: &Code, strides: &[i64]) -> Option<Columns> {
    // Each instruction is looked for among the others, and bodies that were unrolled hundreds of times run few iterations.
    if code.ins.len() > INS_MAX {
        return None;
    }
    let mut builder = ColumnBuilder {
        code,
        strides,
        columns: Columns {
            steps: Vec::new(),
            splats: Vec::new(),
            count: 0,
            pairs: Vec::new(),
            loads: Vec::new(),
            contraction: None,
            dot: None,
        },
        operands: Vec::new(),
        folded: vec![false; code.ins.len()],
    };
    let folds = builder.folds()?;
    builder.pairs(&folds);
    for n in 0..code.ins.len() {
        builder.step(n, &folds)?;
    }
    builder.columns.contraction = builder.contraction();
    builder.columns.dot = builder.dot();
    builder.join();
    Some(builder.columns)
}

/// A fold: the instruction that ends it, the load it begins with, and the place and step.
struct Fold {
    end: usize,
    load: Option<u16>,
    store: Option<u16>,
    call: u16,
    first: bool,
    x: Reg,
    sum: ColumnSum,
}

fn uses(ins: &Ins, code_calls: usize, reg: Reg) -> usize {
    match ins {
        Ins::Store { s, .. } | Ins::Move { s, .. } => usize::from(*s == reg),
        Ins::Apply { args, .. } => args[..code_calls].iter().filter(|arg| **arg == reg).count(),
        _ => 0,
    }
}

impl ColumnBuilder<'_> {
    fn used(&self, reg: Reg) -> usize {
        let each = |ins: &Ins| match ins {
            Ins::Apply { call, .. } => uses(ins, self.code.arity(*call), reg),
            _ => uses(ins, 0, reg),
        };
        self.code.ins.iter().map(each).sum()
    }

    fn defined(&self, reg: Reg) -> Option<usize> {
        self.code.ins.iter().position(|ins| match ins {
            Ins::Load { d, .. } | Ins::Apply { d, .. } | Ins::Number { d, .. } | Ins::Test { d, .. } => *d == reg,
            Ins::Store { .. } | Ins::Move { .. } => false,
        })
    }

    fn stride(&self, at: u16) -> i64 {
        self.strides[usize::from(at)]
    }

    fn same_cell(&self, x: u16, y: u16) -> bool {
        let (x, y) = (&self.code.places[usize::from(x)], &self.code.places[usize::from(y)]);
        x.array == y.array && x.form == y.form
    }

    /// Finds the folds; `None` if values are carried otherwise.
    fn folds(&mut self) -> Option<Vec<Fold>> {
        let mut folds = Vec::new();
        for (end, ins) in self.code.ins.iter().enumerate() {
            let (r, target) = match *ins {
                Ins::Store { at, s } if self.stride(at) == 0 => (s, ColumnSum::Cell(at)),
                Ins::Move { d, s } => (s, ColumnSum::Reg(d)),
                _ => continue,
            };
            let fold = self.fold(end, r, target);
            match fold {
                Some(fold) => folds.push(fold),
                None if matches!(target, ColumnSum::Reg(_)) => return None,
                None => {}
            }
        }
        Some(folds)
    }

    fn fold(&mut self, end: usize, r: Reg, sum: ColumnSum) -> Option<Fold> {
        let computed = self.defined(r)?;
        let Ins::Apply { call, args, .. } = self.code.ins[computed] else {
            return None;
        };
        if self.code.arity(call) != 2 || args[0] == args[1] || self.used(r) != 1 {
            return None;
        }
        for (n, arg) in args[..2].iter().enumerate() {
            if self.used(*arg) != 1 {
                continue;
            }
            let load = match (sum, self.defined(*arg)) {
                (ColumnSum::Reg(reg), None) if *arg == reg => None,
                (ColumnSum::Cell(store), Some(load)) => match self.code.ins[load] {
                    Ins::Load { at, .. } if self.same_cell(at, store) => {
                        self.folded[load] = true;
                        Some(at)
                    }
                    _ => continue,
                },
                _ => continue,
            };
            self.folded[computed] = true;
            self.folded[end] = true;
            let store = match sum {
                ColumnSum::Cell(store) => Some(store),
                ColumnSum::Reg(_) => None,
            };
            return Some(Fold {
                end,
                load,
                store,
                call,
                first: n == 0,
                x: args[1 - n],
                sum,
            });
        }
        None
    }

    fn pairs(&mut self, folds: &[Fold]) {
        let accesses: Vec<(u16, bool)> = (self.code.ins.iter())
            .filter_map(|ins| match ins {
                Ins::Load { at, .. } => Some((*at, false)),
                Ins::Store { at, .. } => Some((*at, true)),
                _ => None,
            })
            .collect();
        self.columns.loads = accesses.iter().filter(|(_, write)| !write).map(|(at, _)| *at).collect();
        for (n, (q, q_writes)) in accesses.iter().enumerate() {
            for (p, p_writes) in &accesses[..n] {
                let array = |at: &u16| self.code.places[usize::from(*at)].array;
                let fold = |fold: &Fold| fold.load == Some(*p) && fold.store == Some(*q);
                if array(p) == array(q) && (*p_writes || *q_writes) && !folds.iter().any(fold) {
                    self.columns.pairs.push((*p, *q));
                }
            }
        }
    }

    fn column(&mut self) -> Option<u16> {
        self.columns.count = self.columns.count.checked_add(1)?;
        Some(self.columns.count - 1)
    }

    fn operand(&mut self, reg: Reg) -> Option<ColumnOperand> {
        let known = self.operands.iter().flatten().find(|(known, _)| *known == reg);
        if let Some((_, operand)) = known {
            return Some(*operand);
        }
        // From outside of the loop.
        if self.defined(reg).is_some() {
            return None;
        }
        self.splat(reg, Splat::Reg(reg))
    }

    fn splat(&mut self, reg: Reg, splat: Splat) -> Option<ColumnOperand> {
        self.columns.splats.push(splat);
        let operand = ColumnOperand::Splat(u16::try_from(self.columns.splats.len() - 1).ok()?);
        self.operands.push(Some((reg, operand)));
        Some(operand)
    }

    /// Whether cells may be read where they are needed instead of where they are loaded.
    fn direct(&self, n: usize, d: Reg, at: u16) -> bool {
        let arity = |ins: &Ins| match ins {
            Ins::Apply { call, .. } => self.code.arity(*call),
            _ => 0,
        };
        let uses = |ins: &Ins| uses(ins, arity(ins), d) > 0;
        let last = self.code.ins.iter().rposition(uses).unwrap_or(n);
        let array = self.code.places[usize::from(at)].array;
        self.stride(at) == 1
            && self.code.ins[n..=last].iter().all(|ins| match ins {
                // A fold may read its operand later than it is computed.
                Ins::Store { at, s } => *s != d && self.code.places[usize::from(*at)].array != array,
                Ins::Move { .. } => true,
                _ => true,
            })
            && !(self.folded.iter().enumerate()).any(|(at, folded)| *folded && uses(&self.code.ins[at]))
    }

    fn step(&mut self, n: usize, folds: &[Fold]) -> Option<()> {
        if let Some(fold) = folds.iter().find(|fold| fold.end == n) {
            let x = self.operand(fold.x)?;
            self.columns.steps.push(ColumnStep::Fold {
                call: fold.call,
                sum: fold.sum,
                first: fold.first,
                x,
            });
            return Some(());
        }
        if self.folded[n] {
            return Some(());
        }
        let (reg, step, d) = match self.code.ins[n] {
            Ins::Load { d, at } if self.stride(at) == 0 => {
                self.splat(d, Splat::Cell(at))?;
                return Some(());
            }
            Ins::Load { d, at } if self.direct(n, d, at) => {
                self.operands.push(Some((d, ColumnOperand::Cells(at))));
                return Some(());
            }
            Ins::Store { at, s } => {
                let s = self.operand(s)?;
                self.columns.steps.push(ColumnStep::Store { at, s });
                return Some(());
            }
            Ins::Move { .. } => return None,
            Ins::Load { d: reg, at } => {
                let d = self.column()?;
                (reg, ColumnStep::Gather { d, at }, d)
            }
            Ins::Apply { call, d: reg, args } => {
                let mut operands = [ColumnOperand::Splat(0); 3];
                for (operand, arg) in operands.iter_mut().zip(args).take(self.code.arity(call)) {
                    *operand = self.operand(arg)?;
                }
                let d = self.column()?;
                let (to, args) = (ColumnTarget::Column(d), operands);
                (reg, ColumnStep::Apply { call, to, args }, d)
            }
            Ins::Number { d: reg, at, ty } => {
                let d = self.column()?;
                (reg, ColumnStep::Number { d, at, ty }, d)
            }
            Ins::Test { d: reg, at, predicate } => {
                let d = self.column()?;
                (reg, ColumnStep::Test { d, at, predicate }, d)
            }
        };
        self.columns.steps.push(step);
        self.operands.push(Some((reg, ColumnOperand::Column(d))));
        Some(())
    }

    fn contraction(&self) -> Option<Contraction> {
        let [
            ColumnStep::Apply {
                call: mul,
                to: ColumnTarget::Column(product),
                args: factors,
            },
            ColumnStep::Apply {
                call: add,
                to: ColumnTarget::Column(sum),
                args: terms,
            },
            ColumnStep::Store {
                at: c,
                s: ColumnOperand::Column(stored),
            },
        ] = self.columns.steps[..]
        else {
            return None;
        };
        if self.code.arity(mul) != 2 || self.code.arity(add) != 2 || stored != sum {
            return None;
        }
        let (a, b, a_first) = match (factors[0], factors[1]) {
            (ColumnOperand::Splat(a), ColumnOperand::Cells(b)) => (a, b, true),
            (ColumnOperand::Cells(b), ColumnOperand::Splat(a)) => (a, b, false),
            _ => return None,
        };
        let Splat::Cell(a) = self.columns.splats[usize::from(a)] else {
            return None;
        };
        let (before, c_first) = match (terms[0], terms[1]) {
            (ColumnOperand::Cells(before), ColumnOperand::Column(of)) if of == product => (before, true),
            (ColumnOperand::Column(of), ColumnOperand::Cells(before)) if of == product => (before, false),
            _ => return None,
        };
        let array = |at: u16| self.code.places[usize::from(at)].array;
        (self.same_cell(before, c) && array(a) != array(c) && array(b) != array(c)).then_some(Contraction {
            c,
            a,
            b,
            mul,
            add,
            order: [a_first, c_first],
        })
    }

    fn dot(&self) -> Option<Contraction> {
        let place = |operand: ColumnOperand| match operand {
            ColumnOperand::Cells(at) => Some(at),
            ColumnOperand::Column(column) => self.columns.steps.iter().find_map(|step| match *step {
                ColumnStep::Gather { d, at } if d == column => Some(at),
                _ => None,
            }),
            ColumnOperand::Splat(_) => None,
        };
        let mut computing = (self.columns.steps.iter()).filter(|step| !matches!(step, ColumnStep::Gather { .. }));
        let (Some(product), Some(fold), None) = (computing.next(), computing.next(), computing.next()) else {
            return None;
        };
        let ColumnStep::Apply {
            call: mul,
            to: ColumnTarget::Column(to),
            args,
        } = *product
        else {
            return None;
        };
        let ColumnStep::Fold {
            call: add,
            sum: ColumnSum::Cell(c),
            first,
            x: ColumnOperand::Column(x),
        } = *fold
        else {
            return None;
        };
        (x == to && self.code.arity(mul) == 2).then_some(Contraction {
            c,
            a: place(args[0])?,
            b: place(args[1])?,
            mul,
            add,
            order: [true, first],
        })
    }

    /// Joins operations that follow each other, and writes results where they are stored.
    fn join(&mut self) {
        let mut joined: Vec<ColumnStep> = Vec::new();
        for step in std::mem::take(&mut self.columns.steps) {
            let last = joined.last().copied();
            match self.one_step(last, step) {
                Some(one) => {
                    joined.pop();
                    joined.push(one);
                }
                None => joined.push(step),
            }
        }
        self.columns.steps = joined;
    }

    /// Both steps as one. Each column is used once by operations, unless the value is used more often.
    fn one_step(&self, first: Option<ColumnStep>, second: ColumnStep) -> Option<ColumnStep> {
        let once = |column: u16| {
            let value = (self.operands.iter().flatten()).find(|(_, operand)| *operand == ColumnOperand::Column(column));
            value.is_some_and(|(reg, _)| self.used(*reg) == 1)
        };
        match (first?, second) {
            (
                ColumnStep::Apply {
                    call: inner,
                    to: ColumnTarget::Column(between),
                    args: [x, y, _],
                },
                ColumnStep::Apply { call: outer, to, args },
            ) if once(between) && self.code.is_ring(inner) && self.code.is_ring(outer) => {
                let (left, z) = match args {
                    [ColumnOperand::Column(column), z, _] if column == between => (true, z),
                    [z, ColumnOperand::Column(column), _] if column == between => (false, z),
                    _ => return None,
                };
                Some(ColumnStep::Pair {
                    calls: [inner, outer],
                    left,
                    to,
                    args: [x, y, z],
                })
            }
            (
                computed @ (ColumnStep::Apply {
                    to: ColumnTarget::Column(from),
                    args,
                    ..
                }
                | ColumnStep::Pair {
                    to: ColumnTarget::Column(from),
                    args,
                    ..
                }),
                ColumnStep::Store {
                    at,
                    s: ColumnOperand::Column(column),
                },
            ) if column == from && once(from) && self.stride(at) == 1 => {
                let array = |at: u16| self.code.places[usize::from(at)].array;
                let reads =
                    |arg: &ColumnOperand| matches!(arg, ColumnOperand::Cells(read) if array(*read) == array(at));
                if args.iter().any(reads) {
                    return None;
                }
                let to = ColumnTarget::Cells(at);
                Some(match computed {
                    ColumnStep::Pair { calls, left, args, .. } => ColumnStep::Pair { calls, left, to, args },
                    ColumnStep::Apply { call, args, .. } => ColumnStep::Apply { call, to, args },
                    other => other,
                })
            }
            _ => None,
        }
    }
}
