//! Loops that count, found in loops that do not say so: `scf.while` as `scf.for`.
//!
//! A loop counts if it goes on while a number that it carries is less than a bound that stays, and adds a positive number
//! to it in every turn, the same one. Where it decides at the end of its first region, in an `scf.if` of which one branch goes on, what that
//! branch does is moved to the second region first: so do loops that were lifted from blocks
//! (`mlir-opt --lift-cf-to-scf`).

use crate::{Attr, BlockId, Module, Op, OpId, OpSpec, Type, ValueId};
use std::collections::{HashMap, HashSet};

/// Which steps loops may have that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Positive constants.
    Constant,
    /// Any: the program that is made is undefined where a step is not positive, which the loop itself may not be.
    Any,
}

/// A module in which loops count.
pub struct Counted {
    /// A copy; what was there before keeps its number.
    pub module: Module,
    /// The counters of some loops are taken not to overflow, which nothing says.
    pub assumes_no_overflow: bool,
}

/// A copy of `module` in which loops of `func` that count by such steps are `scf.for`; `None` if there are none that say it
/// in another way.
pub fn counted_loops(module: &Module, func: OpId, steps: StepKind) -> Option<Counted> {
    let mut found = Vec::new();
    module.walk(func, &mut |id, op| {
        if op.name == "scf.while" {
            found.push(id);
        }
    });
    let mut copy = (!found.is_empty()).then(|| module.clone())?;
    let (mut has_changed, mut assumes_no_overflow) = (false, false);
    // From the inside out.
    for op in found.into_iter().rev() {
        let Some(mut turns) = Turns::of(&copy, op) else {
            continue;
        };
        has_changed |= turns.move_branch(&mut copy, func).is_some();
        if let Some(count) = Count::of(&copy, &turns, steps) {
            assumes_no_overflow |= count.may_overflow;
            count.write(&mut copy, &turns, func);
            has_changed = true;
        }
    }
    has_changed.then_some(Counted {
        module: copy,
        assumes_no_overflow,
    })
}

/// `scf.while`, taken apart.
struct Turns {
    op: OpId,
    /// Decides whether to go on.
    before: BlockId,
    after: BlockId,
    condition: OpId,
    yielded: OpId,
}

impl Turns {
    fn of(module: &Module, op: OpId) -> Option<Turns> {
        let [before, after] = [module.only_block(op, 0)?, module.only_block(op, 1)?];
        let [condition, yielded] = [before, after].map(|block| module.block(block).ops.last().copied());
        let turns = Turns {
            op,
            before,
            after,
            condition: condition?,
            yielded: yielded?,
        };
        let args = |block: BlockId| module.block(block).args.len();
        let [data, condition, yielded] = [op, turns.condition, turns.yielded].map(|op| module.op(op));
        let fits = condition.name == "scf.condition"
            && yielded.name == "scf.yield"
            && args(before) == data.operands.len()
            && args(before) == yielded.operands.len()
            && args(after) + 1 == condition.operands.len()
            && args(after) == data.results.len();
        fits.then_some(turns)
    }

    /// What the decision passes on.
    fn passed(&self, module: &Module) -> Vec<ValueId> {
        module.op(self.condition).operand_values().skip(1).collect()
    }

    /// Moves the branch that goes on, which is the last thing in the first region, to the second region.
    fn move_branch(&mut self, module: &mut Module, func: OpId) -> Option<()> {
        let choice = Choice::of(module, self)?;
        let [yes, no] = choice.blocks;
        let results = module.op(choice.op).results.clone();
        let [yes_gives, no_gives] = [yes, no].map(|block| {
            let last = *module.block(block).ops.last().expect("it yields");
            module.op(last).operand_values().collect::<Vec<ValueId>>()
        });
        let arm = |gives: &[ValueId]| -> HashMap<ValueId, ValueId> {
            results.iter().copied().zip(gives.iter().copied()).collect()
        };
        let (if_yes, if_no) = (arm(&yes_gives), arm(&no_gives));
        let passed = self.passed(module);
        let args = module.block(self.after).args.clone();
        let known = choice.known_inside(module, self);

        let span = module.op(self.op).span;
        let first = { passed.iter() }.map(|value| of(&if_no, *value));
        let passes: Vec<ValueId> = first.chain(known.iter().copied()).collect();
        let mut made = OpSpec::new("scf.while").at(span);
        made.operands = module.op(self.op).operands.clone();
        for value in &passes {
            made = made.result(module.ty(*value).clone());
        }
        let made = module.add_op(made);
        module.insert_before(self.op, made);
        module.detach(self.op);
        let regions = std::mem::take(&mut module.op_mut(self.op).regions);
        module.op_mut(made).regions.push(regions[0]);
        module.region_mut(regions[0]).parent = Some(made);
        let ends = { module.op(self.op).results.iter().copied() }.zip(module.op(made).results.clone());
        let ends: HashMap<ValueId, ValueId> = ends.collect();

        let region = module.add_region(made);
        let types: Vec<(Type, Option<&str>)> = { passes.iter() }
            .map(|value| (module.ty(*value).clone(), None))
            .collect();
        let block = module.add_block(region, &types);
        let here = module.block(block).args.clone();
        let inside: HashMap<ValueId, ValueId> = known.iter().copied().zip(here[passed.len()..].to_vec()).collect();
        let mut ops = std::mem::take(&mut module.block_mut(yes).ops);
        ops.pop();
        for op in ops {
            module.append(block, op);
            module.replace_uses(op, &inside);
        }
        let given = { args.into_iter().zip(&passed).enumerate() }.map(|(at, (arg, value))| {
            let value = match if_yes.get(value) {
                Some(given) => of(&inside, *given),
                None => here[at],
            };
            (arg, value)
        });
        let given: HashMap<ValueId, ValueId> = given.collect();
        for op in std::mem::take(&mut module.block_mut(self.after).ops) {
            module.append(block, op);
            module.replace_uses(op, &given);
        }
        // What the second region has of the first comes by its arguments.
        let decision = [choice.condition].into_iter().chain(passes).collect::<Vec<ValueId>>();
        for op in choice.behind.into_iter().chain([choice.op]) {
            module.detach(op);
        }
        let decision = OpSpec::new("scf.condition").operands(&decision).at(span);
        let condition = module.push_op(self.before, decision);
        module.replace_uses(func, &ends);
        *self = Turns {
            op: made,
            after: block,
            condition,
            ..*self
        };
        Some(())
    }
}

/// An `scf.if` at the end of the first region, of which one branch goes on and the other does not.
struct Choice {
    op: OpId,
    condition: ValueId,
    /// The branch that goes on, and the other one.
    blocks: [BlockId; 2],
    /// What stands behind it, for which there is something else then.
    behind: Vec<OpId>,
}

impl Choice {
    fn of(module: &Module, turns: &Turns) -> Option<Choice> {
        let mut decided = module.op(turns.condition).operand(0);
        let mut behind = vec![turns.condition];
        let is_cast = |op: &Op| op.name == "arith.trunci" && op.parent == Some(turns.before);
        if let Some(op) = { module.defining_op(decided) }.filter(|op| is_cast(module.op(*op))) {
            // It is gone with the branch.
            (!turns.passed(module).contains(&decided)).then_some(())?;
            decided = module.op(op).operand(0);
            behind.push(op);
        }
        let op = module.defining_op(decided)?;
        let data = module.op(op);
        let ops = &module.block(turns.before).ops;
        let last = *ops.iter().rfind(|op| !behind.contains(op))?;
        (data.name == "scf.if" && op == last).then_some(())?;
        let place = data.results.iter().position(|result| *result == decided)?;
        let blocks = [module.only_block(op, 0)?, module.only_block(op, 1)?];
        let number = |block: BlockId| {
            let last = module.op(*module.block(block).ops.last()?);
            integer(module, last.operands.get(place)?.value)
        };
        // The other branch only says what there is.
        let odd = |block: BlockId| number(block).map(|number| number & 1 == 1);
        let yields_only = module.block(blocks[1]).ops.len() == 1;
        let goes_on = odd(blocks[0])? && !odd(blocks[1])? && yields_only;
        goes_on.then_some(Choice {
            op,
            condition: data.operand(0),
            blocks,
            behind,
        })
    }

    /// What the first region knows that the branch uses, in the order of first use.
    fn known_inside(&self, module: &Module, turns: &Turns) -> Vec<ValueId> {
        let block = module.block(turns.before);
        let results = block.ops.iter().flat_map(|op| &module.op(*op).results);
        let own: HashSet<ValueId> = block.args.iter().chain(results).copied().collect();
        let mut known = Vec::new();
        for op in &module.block(self.blocks[0]).ops {
            module.walk(*op, &mut |_, op| {
                for value in op.operand_values().filter(|value| own.contains(value)) {
                    if !known.contains(&value) {
                        known.push(value);
                    }
                }
            });
        }
        known
    }
}

/// How a loop counts.
struct Count {
    /// Which of the carried values is the counter.
    place: usize,
    upper: ValueId,
    /// The bound is computed in the first region, and is a constant.
    upper_inside: Option<OpId>,
    step: LoopStep,
    is_unsigned: bool,
    may_overflow: bool,
}

#[derive(Clone, Copy)]
enum LoopStep {
    Number(i128),
    /// Known before the loop.
    Given(ValueId),
}

impl Count {
    fn of(module: &Module, turns: &Turns, steps: StepKind) -> Option<Count> {
        let args = &module.block(turns.before).args;
        let compared = module.op(module.defining_op(module.op(turns.condition).operand(0))?);
        (compared.name == "arith.cmpi" && compared.parent == Some(turns.before)).then_some(())?;
        let [left, right] = [compared.operand(0), compared.operand(1)];
        // slt, sgt, ult, ugt
        let (counter, upper, is_unsigned) = match compared.attr("predicate")?.as_i64()? {
            2 => (left, right, false),
            4 => (right, left, false),
            6 => (left, right, true),
            8 => (right, left, true),
            _ => return None,
        };
        let place = args.iter().position(|arg| *arg == counter)?;
        let ty = module.ty(counter);
        let upper_op = module.defining_op(upper);
        let upper_inside = upper_op.filter(|op| module.op(*op).parent == Some(turns.before));
        let stays = match upper_inside {
            Some(_) => integer(module, upper).is_some(),
            None => turns.is_known_before(module, upper),
        };
        let step = turns.step(module, place)?;
        let goes_up = match step {
            LoopStep::Number(step) => step > 0,
            LoopStep::Given(_) => steps == StepKind::Any,
        };
        (stays && goes_up && matches!(ty, Type::Index | Type::Integer { width: 2.., .. })).then_some(())?;
        let most = match ty {
            Type::Integer { width, .. } if *width < 64 && !is_unsigned => (1 << (width - 1)) - 1,
            Type::Integer { width, .. } if *width <= 64 && is_unsigned => (1 << width) - 1,
            // An index may have 32 bits.
            Type::Index => i128::from(i32::MAX),
            _ => i128::from(i64::MAX),
        };
        // It is less than the bound before something is added.
        let fits = match step {
            LoopStep::Number(1) => true,
            LoopStep::Number(step) => {
                integer(module, upper).is_some_and(|upper| upper >= 0 && upper - 1 + step <= most)
            }
            LoopStep::Given(_) => false,
        };
        (fits || *ty == Type::Index).then_some(Count {
            place,
            upper,
            upper_inside,
            step,
            is_unsigned,
            may_overflow: !fits,
        })
    }

    /// Writes the loop in the place of the one that says it in another way.
    ///
    /// The first region runs once more than the second one: it stands at the beginning of the body, and once behind the
    /// loop.
    fn write(&self, module: &mut Module, turns: &Turns, func: OpId) {
        let made = self.header(module, turns);
        self.behind(module, turns, &made, func);
        made.fill(module, turns, self.place);
    }

    /// The loop, of which the body is empty, in front of the other one.
    fn header(&self, module: &mut Module, turns: &Turns) -> CountingLoop {
        let span = module.op(turns.op).span;
        let inits: Vec<ValueId> = module.op(turns.op).operand_values().collect();
        let ty = module.ty(inits[self.place]).clone();
        let upper = match self.upper_inside {
            Some(op) => {
                let mut values = HashMap::new();
                let copy = module.copy_op(op, &mut values);
                module.insert_before(turns.op, copy);
                values[&self.upper]
            }
            None => self.upper,
        };
        let step = match self.step {
            LoopStep::Number(value) => {
                let value = Attr::Int { value, ty: ty.clone() };
                let step = OpSpec::new("arith.constant").property("value", value);
                turns.put_before(module, step.result(ty.clone()).at(span))
            }
            LoopStep::Given(value) => value,
        };
        let uses = module.use_counts(turns.op);
        let before = &module.block(turns.before).args;
        // Where it stops is known if it goes one by one; else that is carried, too.
        let is_carried = |at: &usize| uses[before[*at].at()] > 0 && (*at != self.place || !self.is_by_one());
        let carried: Vec<usize> = { 0..before.len() }.filter(is_carried).collect();
        let types: Vec<Type> = carried.iter().map(|at| module.ty(before[*at]).clone()).collect();
        let starts = carried.iter().map(|at| inits[*at]);
        let operands: Vec<ValueId> = [inits[self.place], upper, step].into_iter().chain(starts).collect();
        let mut spec = { types.iter().cloned() }.fold(OpSpec::new("scf.for").operands(&operands), OpSpec::result);
        if self.is_unsigned {
            spec = spec.property("unsignedCmp", Attr::Unit);
        }
        let op = module.add_op(spec.at(span));
        module.insert_before(turns.op, op);
        let region = module.add_region(op);
        let args: Vec<(Type, Option<&str>)> = { [ty].into_iter().chain(types) }.map(|ty| (ty, None)).collect();
        let body = module.add_block(region, &args);
        CountingLoop { op, body, carried }
    }

    fn is_by_one(&self) -> bool {
        matches!(self.step, LoopStep::Number(1))
    }

    /// Writes what the first region does for the last time, behind the loop, in the place of the other one.
    fn behind(&self, module: &mut Module, turns: &Turns, made: &CountingLoop, func: OpId) {
        let before = module.block(turns.before).args.clone();
        let results = module.op(made.op).results.clone();
        let mut ends: HashMap<ValueId, ValueId> = { made.carried.iter().zip(results) }
            .map(|(at, result)| (before[*at], result))
            .collect();
        if self.is_by_one() {
            let name = if self.is_unsigned { "arith.maxui" } else { "arith.maxsi" };
            let bounds = [0, 1].map(|at| module.op(made.op).operand(at));
            let ty = module.ty(bounds[0]).clone();
            let end = OpSpec::new(name).operands(&bounds).result(ty);
            let end = turns.put_before(module, end.at(module.op(turns.op).span));
            ends.insert(before[self.place], end);
        }
        for op in turns.start(module) {
            let copy = module.copy_op(op, &mut ends);
            module.insert_before(turns.op, copy);
        }
        let given = { module.op(turns.op).results.iter().copied() }.zip(turns.passed(module));
        let given: HashMap<ValueId, ValueId> = given.map(|(result, value)| (result, of(&ends, value))).collect();
        module.detach(turns.op);
        module.replace_uses(func, &given);
    }
}

/// `scf.for` in the place of an `scf.while`.
struct CountingLoop {
    op: OpId,
    body: BlockId,
    /// Which of the values that the other one carries it carries too.
    carried: Vec<usize>,
}

impl CountingLoop {
    /// Moves both regions into the body.
    fn fill(&self, module: &mut Module, turns: &Turns, place: usize) {
        let before = module.block(turns.before).args.clone();
        let args = module.block(self.body).args.clone();
        let mut values: HashMap<ValueId, ValueId> = { self.carried.iter().zip(&args[1..]) }
            .map(|(at, arg)| (before[*at], *arg))
            .collect();
        values.insert(before[place], args[0]);
        for op in turns.start(module) {
            module.append(self.body, op);
            module.replace_uses(op, &values);
        }
        let after = module.block(turns.after).args.clone();
        let reached = { after.into_iter().zip(turns.passed(module)) }.map(|(arg, value)| (arg, of(&values, value)));
        let reached: HashMap<ValueId, ValueId> = reached.collect();
        let yielded = module.op(turns.yielded).clone();
        let mut rest = module.block(turns.after).ops.clone();
        rest.pop();
        for op in rest {
            module.append(self.body, op);
            module.replace_uses(op, &reached);
        }
        let next = { self.carried.iter() }.map(|at| of(&reached, yielded.operand(*at)));
        let next: Vec<ValueId> = next.collect();
        module.push_op(self.body, OpSpec::new("scf.yield").operands(&next).at(yielded.span));
    }
}

/// What a value has become.
fn of(map: &HashMap<ValueId, ValueId>, value: ValueId) -> ValueId {
    *map.get(&value).unwrap_or(&value)
}

impl Turns {
    /// The first region but its decision.
    fn start(&self, module: &Module) -> Vec<OpId> {
        let mut ops = module.block(self.before).ops.clone();
        ops.pop();
        ops
    }

    /// Puts an operation in front of the loop; its result.
    fn put_before(&self, module: &mut Module, spec: OpSpec) -> ValueId {
        let op = module.add_op(spec);
        module.insert_before(self.op, op);
        module.op(op).results[0]
    }

    /// Whether a value is defined outside of the loop.
    fn is_known_before(&self, module: &Module, value: ValueId) -> bool {
        let inside = |block: BlockId| module.block(block).args.contains(&value);
        let defined = module.defining_op(value).and_then(|op| module.op(op).parent);
        !inside(self.before) && !inside(self.after) && ![Some(self.before), Some(self.after)].contains(&defined)
    }

    /// What is added to a carried value in each turn.
    fn step(&self, module: &Module, place: usize) -> Option<LoopStep> {
        let counter = *module.block(self.before).args.get(place)?;
        let (after, passed) = (&module.block(self.after).args, self.passed(module));
        // As the first region names it.
        let before = |value: ValueId| match after.iter().position(|arg| *arg == value) {
            Some(at) => passed[at],
            None => value,
        };
        let next = before(module.op(self.yielded).operands.get(place)?.value);
        let sum = module.op(module.defining_op(next)?);
        (sum.name == "arith.addi").then_some(())?;
        let [x, y] = [sum.operand(0), sum.operand(1)];
        let added = match (before(x) == counter, before(y) == counter) {
            (true, false) => y,
            (false, true) => x,
            _ => return None,
        };
        match integer(module, added) {
            Some(number) => Some(LoopStep::Number(number)),
            None => self.is_known_before(module, added).then_some(LoopStep::Given(added)),
        }
    }
}

/// The number that a constant is.
fn integer(module: &Module, value: ValueId) -> Option<i128> {
    let op = module.op(module.defining_op(value)?);
    (op.name == "arith.constant").then_some(())?;
    match op.attr("value")? {
        Attr::Int { value, .. } => Some(*value),
        Attr::Bool(value) => Some(i128::from(*value)),
        _ => None,
    }
}
