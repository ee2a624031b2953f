//! Straight code as S runs it: operations of which each has only the next as its user become a chain, whose value
//! stays out of the registers; cells with one user are read where they are used.

use super::plan::{Code, Ins, Plan, PlanCondition, PlanLoop, PlanNode, Reg};
use foldhash::HashMap;

/// Where a value comes from or goes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Spot {
    Reg(Reg),
    /// A place and its array.
    Cell(u16, u16),
}

/// An operation on the value of a chain.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Link {
    One {
        call: u16,
        /// The other operand, and whether the value is the first; none for a function of one operand.
        other: Option<(Spot, bool)>,
    },
    /// One function several times, whose second operands are cells: places and arrays.
    Fold { call: u16, cells: Box<[(u16, u16)]> },
}

/// Links as few as possible: those of one function on the value and a cell become one.
fn folded(links: Vec<Link>) -> Box<[Link]> {
    let fold = |link: &Link| match link {
        Link::One {
            call,
            other: Some((Spot::Cell(at, array), true)),
        } => Some((*call, (*at, *array))),
        _ => None,
    };
    let mut done = Vec::with_capacity(links.len());
    for same in links.chunk_by(|x, y| fold(x).map(|(call, _)| call) == fold(y).map(|(call, _)| call)) {
        match (same, same.first().and_then(fold)) {
            ([_, _, ..], Some((call, _))) => done.push(Link::Fold {
                call,
                cells: same.iter().filter_map(fold).map(|(_, cell)| cell).collect(),
            }),
            _ => done.extend_from_slice(same),
        }
    }
    done.into()
}

/// What S runs at once.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Chained {
    One(Ins),
    /// From a value through operations to where it is needed.
    Chain {
        start: Spot,
        links: Box<[Link]>,
        end: Spot,
    },
}

/// Finds the chains of all code of a plan.
pub(crate) fn arrange(plan: &mut Plan) {
    let mut uses = vec![0_u32; plan.regs];
    for (_, reg, _) in &plan.results {
        uses[usize::from(*reg)] += 1;
    }
    each_code(&mut plan.nodes, &mut |part| match part {
        ChainPart::Condition(reg) => uses[usize::from(reg)] += 1,
        ChainPart::Code(code) => {
            for ins in &code.ins {
                match *ins {
                    Ins::Store { s, .. } | Ins::Move { s, .. } => uses[usize::from(s)] += 1,
                    Ins::Apply { call, args, .. } => {
                        for arg in &args[..code.arity(call)] {
                            uses[usize::from(*arg)] += 1;
                        }
                    }
                    Ins::Load { .. } | Ins::Number { .. } | Ins::Test { .. } => {}
                }
            }
        }
    });
    each_code(&mut plan.nodes, &mut |part| {
        if let ChainPart::Code(code) = part {
            code.chained = ChainBuilder::chained(code, &uses);
        }
    });
}

enum ChainPart<'a> {
    Code(&'a mut Code),
    Condition(Reg),
}

fn each_code(nodes: &mut [PlanNode], visit: &mut impl FnMut(ChainPart<'_>)) {
    for node in nodes {
        match node {
            PlanNode::Code(code) => visit(ChainPart::Code(code)),
            PlanNode::Leaf(leaf) | PlanNode::Pair(PlanLoop { .. }, leaf, _) => visit(ChainPart::Code(&mut leaf.code)),
            PlanNode::Loop(inner) => each_code(&mut inner.body, visit),
            PlanNode::Choice(condition, bodies) => {
                if let PlanCondition::Data(reg) = condition {
                    visit(ChainPart::Condition(*reg));
                }
                bodies.iter_mut().for_each(|(body, _)| each_code(body, visit));
            }
            PlanNode::Let(..) => {}
        }
    }
}

/// A value that was not computed yet: a start and what is done to it.
type PendingValue = (Spot, Vec<Link>);

struct ChainBuilder<'c> {
    code: &'c Code,
    pending: HashMap<Reg, PendingValue>,
    done: Vec<Chained>,
}

impl ChainBuilder<'_> {
    fn chained(code: &Code, uses: &[u32]) -> Vec<Chained> {
        let mut builder = ChainBuilder {
            code,
            pending: HashMap::default(),
            done: Vec::with_capacity(code.ins.len()),
        };
        let once = |reg: Reg| uses[usize::from(reg)] == 1;
        for ins in &code.ins {
            match *ins {
                Ins::Load { d, at } if once(d) => {
                    builder.pending.insert(d, (builder.cell(at), Vec::new()));
                }
                Ins::Apply { call, d, args } if code.arity(call) <= 2 => {
                    let value = builder.link(call, &args[..code.arity(call)]);
                    match once(d) {
                        true => drop(builder.pending.insert(d, value)),
                        false => builder.emit(value, Spot::Reg(d)),
                    }
                }
                Ins::Apply { args, .. } => {
                    args.into_iter().for_each(|arg| builder.settle(arg));
                    builder.done.push(Chained::One(ins.clone()));
                }
                Ins::Store { at, s } => {
                    let stored = builder.pending.remove(&s);
                    builder.settle_where(
                        |spot| matches!(spot, Spot::Cell(_, array) if usize::from(array) == code.array(at)),
                    );
                    builder.emit(stored.unwrap_or((Spot::Reg(s), Vec::new())), builder.cell(at));
                }
                Ins::Move { d, s } => {
                    let moved = builder.pending.remove(&s);
                    builder.settle_where(|spot| spot == Spot::Reg(d));
                    builder.emit(moved.unwrap_or((Spot::Reg(s), Vec::new())), Spot::Reg(d));
                }
                Ins::Load { .. } | Ins::Number { .. } | Ins::Test { .. } => {
                    builder.done.push(Chained::One(ins.clone()))
                }
            }
        }
        // Their users are elsewhere.
        builder.settle_where(|_| true);
        builder.done
    }

    fn cell(&self, at: u16) -> Spot {
        Spot::Cell(at, self.code.array(at) as u16)
    }

    /// A function of one or two operands.
    fn link(&mut self, call: u16, args: &[Reg]) -> PendingValue {
        let is_chain = |reg: &Reg| self.pending.get(reg).is_some_and(|(_, links)| !links.is_empty());
        let first = match args {
            [x, y] => !is_chain(y) || is_chain(x),
            _ => true,
        };
        let (value, other) = match (args, first) {
            ([x, y], false) => (*y, Some(*x)),
            _ => (args[0], args.get(1).copied()),
        };
        let other = other.map(|reg| (self.spot(reg), first));
        let (start, mut links) = self.pending.remove(&value).unwrap_or((Spot::Reg(value), Vec::new()));
        links.push(Link::One { call, other });
        (start, links)
    }

    /// An operand that is no chain.
    fn spot(&mut self, reg: Reg) -> Spot {
        match self.pending.get(&reg) {
            Some((spot, links)) if links.is_empty() => {
                let spot = *spot;
                self.pending.remove(&reg);
                spot
            }
            _ => {
                self.settle(reg);
                Spot::Reg(reg)
            }
        }
    }

    /// Computes a value now.
    fn settle(&mut self, reg: Reg) {
        if let Some(value) = self.pending.remove(&reg) {
            self.emit(value, Spot::Reg(reg));
        }
    }

    /// Computes the values now that depend on a spot.
    fn settle_where(&mut self, depends: impl Fn(Spot) -> bool) {
        let on = |(start, links): &PendingValue| {
            depends(*start)
                || links.iter().any(|link| match link {
                    Link::One { other, .. } => other.is_some_and(|(spot, _)| depends(spot)),
                    Link::Fold { cells, .. } => cells.iter().any(|(at, array)| depends(Spot::Cell(*at, *array))),
                })
        };
        let mut regs: Vec<Reg> = (self.pending.iter())
            .filter(|(_, value)| on(value))
            .map(|(reg, _)| *reg)
            .collect();
        regs.sort_unstable();
        regs.into_iter().for_each(|reg| self.settle(reg));
    }

    fn emit(&mut self, (start, links): PendingValue, end: Spot) {
        self.done.push(Chained::Chain {
            start,
            links: folded(links),
            end,
        });
    }
}
