//! Loops, conditions and blocks.

use super::{Bind, Planned, Planner};
use crate::linear::{CounterSum, CounterVar};
use crate::plan::{CounterRule, Ins, PlanCondition, PlanLoop, PlanNode, Reg};
use polyvet_interp::Domain;
use polyvet_interp::ParallelOrder;
use polyvet_interp::ScalarType;
use polyvet_interp::nest::{DecodedBlock, DecodedOp, NestOp};

/// Lower bounds, upper bounds, step.
pub(super) type PlanBounds = (Vec<CounterSum>, Vec<CounterSum>, i64);

impl<D: Domain> Planner<'_, '_, '_, D> {
    /// Begins nodes of their own with the operations of a block: the nodes around, and how many operations.
    pub(super) fn block(&mut self, body: &DecodedBlock) -> Planned<(Vec<PlanNode>, u64)> {
        self.flush();
        let outer = std::mem::take(&mut self.nodes);
        for step in &body.steps {
            self.step(step, false)?;
        }
        Ok((outer, body.steps.len() as u64))
    }

    /// Ends what [`Planner::block`] began: its nodes.
    pub(super) fn end(&mut self, outer: Vec<PlanNode>) -> Vec<PlanNode> {
        self.flush();
        std::mem::replace(&mut self.nodes, outer)
    }

    /// A counter from the largest of `lower` to before the least of `upper`.
    pub(super) fn counter(&mut self, lower: &[CounterSum], upper: &[CounterSum], step: i64) -> Planned<CounterVar> {
        let mut least = i64::MIN;
        for form in lower {
            least = least.max(form.range(&self.ranges).ok_or("large numbers")?.0);
        }
        let mut most = i64::MAX;
        for form in upper {
            most = most.min(form.range(&self.ranges).ok_or("large numbers")?.1 - 1);
        }
        let trips = (i128::from(most) - i128::from(least)).max(0) as u64 / step as u64 + 1;
        self.trips = self.trips.saturating_mul(trips);
        let walk = self.walk(lower, upper);
        let var = self.var((least, most.max(least)))?;
        self.walks[usize::from(var)] = walk;
        Ok(var)
    }

    pub(super) fn for_loop(
        &mut self,
        step: &DecodedOp,
        lower: Vec<CounterSum>,
        upper: Vec<CounterSum>,
        stride: i64,
        inits: std::ops::Range<usize>,
    ) -> Planned<()> {
        if stride <= 0 {
            return Err("a step that is not positive");
        }
        let body = &step.bodies[0];
        let yields = body.yields();
        if body.args.len() != 1 + inits.len() || yields.len() != inits.len() || step.results.len() != inits.len() {
            return Err("carried values");
        }
        let mut carried = Vec::new();
        for (n, (arg, result)) in inits.zip(body.args[1..].iter().zip(&step.results)) {
            let (s, ty) = self.data(step, n)?;
            let d = self.reg()?;
            self.code.ins.push(Ins::Move { d, s });
            carried.push((d, ty));
            self.binds.insert(*arg, Bind::Data(d, ty));
            // The register of the argument holds the result when the loop is done.
            self.binds.insert(*result, Bind::Data(d, ty));
        }
        let around = self.trips;
        let var = self.counter(&lower, &upper, stride)?;
        self.binds.insert(body.args[0], Bind::Index(CounterSum::var(var)));
        let (outer, count) = self.block(body)?;
        if let Some(end) = &body.end {
            self.carry(end, &carried)?;
        }
        self.innermost();
        self.trips = around;
        let body = self.end(outer);
        self.node(PlanNode::Loop(PlanLoop {
            var,
            lower,
            upper,
            step: stride,
            body,
            cost: count + 1,
            once: 0,
        }));
        Ok(())
    }

    /// Counts the iterations of the loops around.
    pub(super) fn innermost(&mut self) {
        self.plan.iterations = self.plan.iterations.max(self.trips);
    }

    /// Moves what a block yields to where it is needed, all at once.
    pub(super) fn carry(&mut self, end: &DecodedOp, to: &[(Reg, ScalarType)]) -> Planned<()> {
        let mut moves = Vec::new();
        for (n, (d, ty)) in to.iter().enumerate() {
            let (s, found) = self.data(end, n)?;
            if found != *ty {
                return Err("a value of another type");
            }
            moves.push((*d, s));
        }
        let overwritten = |n: usize, s: Reg| moves[..n].iter().any(|(d, _)| *d == s);
        if moves.iter().enumerate().any(|(n, (_, s))| overwritten(n, *s)) {
            for (_, s) in &mut moves {
                let d = self.reg()?;
                self.code.ins.push(Ins::Move { d, s: *s });
                *s = d;
            }
        }
        for (d, s) in moves.into_iter().filter(|(d, s)| d != s) {
            self.code.ins.push(Ins::Move { d, s });
        }
        Ok(())
    }

    /// A rectangle of loops around what `inside` plans, which says how many steps that takes.
    pub(super) fn nest(
        &mut self,
        bounds: Vec<PlanBounds>,
        inside: impl FnOnce(&mut Self, &[CounterVar]) -> Planned<u64>,
    ) -> Planned<()> {
        let around = self.trips;
        let mut open = Vec::new();
        let mut vars = Vec::new();
        let rank = bounds.len();
        // Steps are counted by loops: without any there is one of a single iteration.
        let only = (rank == 0).then(|| (vec![CounterSum::constant(0)], vec![CounterSum::constant(1)], 1));
        for (lower, upper, step) in bounds.into_iter().chain(only) {
            if step <= 0 {
                return Err("a step that is not positive");
            }
            let var = self.counter(&lower, &upper, step)?;
            vars.push(var);
            self.flush();
            open.push((lower, upper, step, var, std::mem::take(&mut self.nodes)));
        }
        let mut cost = inside(self, &vars[..rank])?;
        self.innermost();
        while let Some((lower, upper, step, var, outer)) = open.pop() {
            let body = self.end(outer);
            let inner = PlanLoop {
                var,
                lower,
                upper,
                step,
                body,
                cost: std::mem::take(&mut cost),
                once: 0,
            };
            self.node(PlanNode::Loop(inner));
        }
        self.trips = around;
        Ok(())
    }

    pub(super) fn choice(&mut self, step: &DecodedOp, condition: PlanCondition) -> Planned<()> {
        let mut results = Vec::new();
        for n in 0..step.results.len() {
            let ty = self.nest.result_type(step, n).and_then(ScalarType::of);
            let ty = ty.ok_or("a type that is not a number")?;
            if ty == ScalarType::Index {
                return Err("an index that a condition chooses");
            }
            results.push((self.reg()?, ty));
        }
        let mut bodies = Vec::new();
        for body in &step.bodies {
            let (outer, count) = self.block(body)?;
            match &body.end {
                Some(end) if end.operands.len() == results.len() => self.carry(end, &results)?,
                _ if results.is_empty() => {}
                _ => return Err("results of a condition"),
            }
            bodies.push((self.end(outer), count));
        }
        let bodies: [_; 2] = bodies.try_into().map_err(|_| "a condition with two bodies")?;
        for (slot, (reg, ty)) in step.results.iter().zip(results) {
            self.binds.insert(*slot, Bind::Data(reg, ty));
        }
        self.node(PlanNode::Choice(condition, bodies));
        Ok(())
    }

    pub(super) fn step(&mut self, step: &DecodedOp, outermost: bool) -> Planned<()> {
        match step.operation() {
            NestOp::Constant(value) => self.constant(step, value),
            NestOp::Compute(calls) => self.compute(step, calls),
            NestOp::AffineFor { .. }
            | NestOp::AffineParallel { .. }
            | NestOp::For
            | NestOp::Parallel(_)
            | NestOp::Forall { .. } => self.loop_of(step, step.operation()),
            NestOp::AffineIf(set) => {
                let operands = self.indices(&step.operands)?;
                let mut constraints = Vec::new();
                for (expr, equal) in &set.constraints {
                    constraints.push((self.expr(expr, set.dims, &operands)?, *equal));
                }
                self.choice(step, PlanCondition::Affine(constraints))
            }
            NestOp::If => {
                let (condition, _) = self.data(step, 0)?;
                self.choice(step, PlanCondition::Data(condition))
            }
            NestOp::AffineLoad(_) | NestOp::Load => self.load_of(step),
            NestOp::AffineStore(_) | NestOp::Store => self.store_of(step),
            NestOp::Dim => self.dim(step),
            NestOp::AffineApply(map) => self.least_or_largest(step, map, None),
            NestOp::AffineMin(map) => self.least_or_largest(step, map, Some(CounterRule::Min)),
            NestOp::AffineMax(map) => self.least_or_largest(step, map, Some(CounterRule::Max)),
            NestOp::Prefetch => Ok(()),
            NestOp::Structured(structured) => self.structured(step, structured, outermost),
            NestOp::Index(dim) => {
                let var = *self.dims.get(dim).ok_or("a dimension that is not there")?;
                self.binds.insert(step.results[0], Bind::Index(CounterSum::var(var)));
                Ok(())
            }
            NestOp::Other(what) => Err(what),
        }
    }

    /// A loop: its bounds as forms of the counters around.
    fn loop_of(&mut self, step: &DecodedOp, operation: NestOp<'_>) -> Planned<()> {
        match operation {
            NestOp::AffineFor {
                lower,
                upper,
                step: stride,
                parts,
            } => {
                let operands = self.indices(&step.operands[parts[0].clone()])?;
                let lower = self.map(lower, &operands)?;
                let operands = self.indices(&step.operands[parts[1].clone()])?;
                let upper = self.map(upper, &operands)?;
                self.for_loop(step, lower, upper, stride, parts[2].clone())
            }
            NestOp::AffineParallel {
                lower,
                upper,
                groups,
                steps,
                reductions,
            } => {
                if reductions > 0 {
                    return Err("a parallel reduction");
                }
                let (lower_operands, upper_operands) = step.operands.split_at(lower.dims + lower.syms);
                let operands = self.indices(lower_operands)?;
                let mut lower = self.map(lower, &operands)?.into_iter();
                let operands = self.indices(upper_operands)?;
                let mut upper = self.map(upper, &operands)?.into_iter();
                let bounds = (0..steps.len()).map(|n| {
                    let lower = lower.by_ref().take(groups[0][n]).collect();
                    (lower, upper.by_ref().take(groups[1][n]).collect(), steps[n])
                });
                let bounds = bounds.collect();
                self.parallel(step, bounds)
            }
            NestOp::For => {
                let (lower, upper) = (self.index(step.operands[0])?, self.index(step.operands[1])?);
                let stride = self
                    .index(step.operands[2])?
                    .as_constant()
                    .ok_or("a step that varies")?;
                self.for_loop(step, vec![lower], vec![upper], stride, 3..step.operands.len())
            }
            NestOp::Parallel(parts) => {
                if !parts[3].is_empty() {
                    return Err("a parallel reduction");
                }
                let mut bounds = Vec::new();
                for n in 0..parts[0].len() {
                    let [lower, upper, stride] = [0, 1, 2].map(|part: usize| step.operands[parts[part].start + n]);
                    let stride = self.index(stride)?.as_constant().ok_or("a step that varies")?;
                    bounds.push((vec![self.index(lower)?], vec![self.index(upper)?], stride));
                }
                self.parallel(step, bounds)
            }
            NestOp::Forall {
                lower,
                upper,
                steps,
                parts,
            } => self.forall(step, [lower, upper, steps], parts),
            _ => Err("no loop"),
        }
    }

    fn forall(
        &mut self,
        step: &DecodedOp,
        lists: [&[Option<i64>]; 3],
        parts: &[std::ops::Range<usize>],
    ) -> Planned<()> {
        if !parts[3].is_empty() {
            return Err("tensors in a loop");
        }
        let mut fill = |list: &[Option<i64>], part: &std::ops::Range<usize>| {
            let mut dynamic = self.indices(&step.operands[part.clone()])?.into_iter();
            let mut bound = |known: &Option<i64>| known.map(CounterSum::constant).or_else(|| dynamic.next());
            let bounds: Option<Vec<CounterSum>> = list.iter().map(&mut bound).collect();
            bounds.ok_or("a loop without a bound")
        };
        let [lower, upper, steps] = lists;
        let (lower, upper, steps) = (
            fill(lower, &parts[0])?,
            fill(upper, &parts[1])?,
            fill(steps, &parts[2])?,
        );
        let mut bounds = Vec::new();
        for ((lower, upper), stride) in lower.into_iter().zip(upper).zip(steps) {
            bounds.push((
                vec![lower],
                vec![upper],
                stride.as_constant().ok_or("a step that varies")?,
            ));
        }
        self.parallel(step, bounds)
    }

    /// A parallel loop in program order; where races are looked for, one whose iterations do not meet.
    pub(super) fn parallel(&mut self, step: &DecodedOp, bounds: Vec<PlanBounds>) -> Planned<()> {
        let body = &step.bodies[0];
        if self.nest.options().parallel != ParallelOrder::Forward {
            return Err("a parallel loop in another order");
        }
        if body.args.len() != bounds.len() {
            return Err("a parallel loop with other values");
        }
        let (around, first) = (self.ranges.len(), self.accesses.len());
        let steps: Vec<i64> = bounds.iter().map(|(_, _, step)| *step).collect();
        let mut counters = Vec::new();
        self.nest(bounds, |planner, vars| {
            counters = vars.iter().copied().zip(steps).collect();
            for (arg, var) in body.args.iter().zip(vars) {
                planner.binds.insert(*arg, Bind::Index(CounterSum::var(*var)));
            }
            for step in &body.steps {
                planner.step(step, false)?;
            }
            Ok(body.steps.len() as u64 + 1)
        })?;
        self.iterations_are_apart(&counters, around, first)
    }
}
