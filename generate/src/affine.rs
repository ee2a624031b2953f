//! Random programs and scripts.
//!
//! Every access is in bounds by construction: the least value of each subscript is known as an
//! affine expression of the parameters and subtracted, and dynamic extents are chosen at run time
//! from what the program touches. Static extents come from constant bounds; a few are deliberately
//! smaller than some parameters allow, so that programs are not defined for all parameters.

use crate::choices::Choices;
use crate::program::{
    Affine, ArrayDecl, ArrayElement, Branch, Elem, LoopInvariant, Op, ProgramNode, RandomCondition, RandomLoop,
    RandomProgram, RandomStatement, RandomSubscript, StoredExpr, SubscriptForm, Test,
};
use crate::weights::Weights;

/// Loops, by program order.
const LOOP_NAMES: [&str; 12] = ["i", "j", "k", "l", "u", "v", "w", "x", "y", "z", "q", "r"];
const STATEMENTS_MAX: usize = 4;
const DEPTH_MAX: usize = 3;

/// A random program that `Program::run` can follow.
pub fn program(choices: &mut Choices<'_>) -> RandomProgram {
    program_with(choices, &Weights::plain())
}

/// A random program with these weights.
pub fn program_with(choices: &mut Choices<'_>, weights: &Weights) -> RandomProgram {
    let elem = element(choices, weights);
    let params = choices.of(&[0, 1, 1, 1, 2]);
    let ranks: Vec<usize> = (0..1 + choices.below(3))
        .map(|_| choices.of(&[1, 2, 1, 2, 2, 0]))
        .collect();
    let mut generator = AffineGenerator {
        choices,
        weights,
        params,
        ranges: Vec::new(),
        loops: Vec::new(),
        greatest: ranks.iter().map(|rank| vec![Some(0); *rank]).collect(),
        ranks,
        statements: 0,
        scope: Vec::new(),
    };
    let nests = generator.choices.of(&[1, 1, 2]);
    let mut body = Vec::new();
    for _ in 0..nests {
        if generator.statements < STATEMENTS_MAX {
            body.push(generator.nest());
        }
    }
    let arrays = generator.arrays();
    generator.initialise(&arrays, &mut body);
    RandomProgram {
        elem,
        params,
        arrays,
        loops: generator.loops,
        body,
    }
}

/// Least and greatest value of a loop variable.
#[derive(Clone, Debug)]
struct VariableRange {
    least: Affine,
    greatest: Affine,
}

/// A type of elements.
pub(crate) fn element(choices: &mut Choices<'_>, weights: &Weights) -> Elem {
    let of = &weights.elements;
    choices.weighted(&[
        (of.f64, Elem::F64),
        (of.i64, Elem::I64),
        (of.f32, Elem::F32),
        (of.i32, Elem::I32),
        (of.f16, Elem::F16),
        (of.i16, Elem::I16),
        (of.i8, Elem::I8),
        (of.index, Elem::Index),
    ])
}

/// What a statement, a bound or a subscript may be.
#[derive(Clone, Copy)]
enum AffineKind {
    Statement,
    Nest,
    Branch,
    Constant,
    Outer,
    Parameter,
    Shifted,
    Load,
    Binary,
    Index,
    Natural,
    Other,
    Twice,
    Difference,
    Sum,
    Negated,
    Modulo,
    FloorDiv,
    Skewed,
}

struct AffineGenerator<'c, 'n, 'w> {
    choices: &'c mut Choices<'n>,
    weights: &'w Weights,
    params: usize,
    /// Of each loop, over the parameters only.
    ranges: Vec<VariableRange>,
    loops: Vec<String>,
    ranks: Vec<usize>,
    /// Greatest subscript of each dimension of each array, where it is a number.
    greatest: Vec<Vec<Option<i64>>>,
    statements: usize,
    /// Loops around the point that is being generated.
    scope: Vec<usize>,
}

impl AffineGenerator<'_, '_, '_> {
    fn nest(&mut self) -> ProgramNode {
        let lower = self.lower();
        let upper = self.upper(&lower[0]);
        let steps = &self.weights.steps;
        let step = self
            .choices
            .weighted(&[(steps.one, 1), (steps.two, 2), (steps.three, 3)]);
        let var = self.loops.len();
        self.loops.push(
            LOOP_NAMES
                .get(var)
                .map_or_else(|| format!("i{var}"), |name| (*name).to_owned()),
        );
        // Any one of several bounds bounds the loop.
        let range = VariableRange {
            least: self.least(&lower[0]),
            greatest: self.greatest(&upper[0]).shifted(-1),
        };
        self.ranges.push(range);
        self.scope.push(var);
        let body = self.block();
        self.scope.pop();
        ProgramNode::Loop(RandomLoop {
            var,
            lower,
            upper,
            step,
            body,
        })
    }

    fn lower(&mut self) -> Vec<Affine> {
        let of = &self.weights.lower;
        let kind = self.choices.weighted(&[
            (of.constant, AffineKind::Constant),
            (of.outer, AffineKind::Outer),
            (of.parameter, AffineKind::Parameter),
        ]);
        let mut bounds = vec![match kind {
            AffineKind::Constant => Affine::number(self.choices.of(&[0, 0, 1, -1, -2])),
            AffineKind::Outer if !self.scope.is_empty() => {
                let outer = self.choices.of(&self.scope);
                Affine::var(LoopInvariant::Loop(outer)).shifted(self.choices.between(-1, 1))
            }
            AffineKind::Parameter if self.params > 0 => Affine::number(0).plus(-1, &self.param()),
            _ => Affine::number(0),
        }];
        if self.percent(self.weights.percent.second_bound) {
            bounds.push(match self.scope.last() {
                Some(outer) => Affine::var(LoopInvariant::Loop(*outer)).shifted(-1),
                None => Affine::number(self.choices.between(-1, 2)),
            });
        }
        bounds
    }

    fn percent(&mut self, percent: u32) -> bool {
        self.choices.chance(percent.min(100) as usize)
    }

    fn param(&mut self) -> Affine {
        Affine::var(LoopInvariant::Param(self.choices.below(self.params)))
    }

    /// An upper bound that often leaves something above `lower`.
    fn upper(&mut self, lower: &Affine) -> Vec<Affine> {
        let of = &self.weights.upper;
        let kind = self.choices.weighted(&[
            (of.parameter, AffineKind::Parameter),
            (of.outer, AffineKind::Outer),
            (of.shifted, AffineKind::Shifted),
            (of.constant, AffineKind::Constant),
        ]);
        let mut bounds = vec![match kind {
            AffineKind::Parameter if self.params > 0 => self.param().shifted(self.choices.of(&[0, 0, 1, -1, 2])),
            AffineKind::Outer if !self.scope.is_empty() => {
                let outer = self.choices.of(&self.scope);
                Affine::var(LoopInvariant::Loop(outer)).shifted(self.choices.between(0, 2))
            }
            AffineKind::Shifted => lower.clone().shifted(self.choices.between(0, 4)),
            _ => Affine::number(self.choices.of(&[4, 3, 5, 6, 1])),
        }];
        if self.percent(self.weights.percent.second_bound) {
            bounds.push(match (self.scope.last(), self.choices.below(2)) {
                (Some(outer), 0) => Affine::var(LoopInvariant::Loop(*outer)).shifted(self.choices.between(1, 3)),
                _ => Affine::number(self.choices.between(2, 5)),
            });
        }
        bounds
    }

    /// Over the parameters only: each loop variable at the end that makes `of` least.
    fn least(&self, of: &Affine) -> Affine {
        self.extreme(of, true)
    }

    fn greatest(&self, of: &Affine) -> Affine {
        self.extreme(of, false)
    }

    fn extreme(&self, of: &Affine, least: bool) -> Affine {
        let mut result = Affine::number(of.constant);
        for (factor, var) in &of.terms {
            let value = match var {
                LoopInvariant::Param(_) => Affine::var(*var),
                LoopInvariant::Loop(number) if (*factor > 0) == least => self.ranges[*number].least.clone(),
                LoopInvariant::Loop(number) => self.ranges[*number].greatest.clone(),
            };
            result = result.plus(*factor, &value);
        }
        result
    }

    /// At least one statement.
    fn block(&mut self) -> Vec<ProgramNode> {
        let items = self.choices.of(&[1, 1, 1, 2, 2, 3]);
        let mut nodes: Vec<ProgramNode> = Vec::new();
        for _ in 0..items {
            if nodes.is_empty() || self.statements < STATEMENTS_MAX {
                nodes.push(self.item());
            }
        }
        nodes
    }

    fn item(&mut self) -> ProgramNode {
        let deeper = self.scope.len() < DEPTH_MAX && self.statements < STATEMENTS_MAX;
        let of = &self.weights.items;
        let kind = self.choices.weighted(&[
            (of.statement, AffineKind::Statement),
            (of.nest, AffineKind::Nest),
            (of.branch, AffineKind::Branch),
        ]);
        match kind {
            AffineKind::Nest if deeper => self.nest(),
            AffineKind::Branch if self.statements + 1 < STATEMENTS_MAX => {
                let mut conditions = vec![self.condition()];
                if self.choices.chance(20) {
                    conditions.push(self.condition());
                }
                let then = self.block();
                let otherwise = if self.percent(self.weights.percent.otherwise) {
                    self.block()
                } else {
                    Vec::new()
                };
                ProgramNode::If(Branch {
                    conditions,
                    then,
                    otherwise,
                })
            }
            _ => self.statement(),
        }
    }

    fn some_loop(&mut self) -> Affine {
        let var = self.choices.of(&self.scope);
        Affine::var(LoopInvariant::Loop(var))
    }

    fn condition(&mut self) -> RandomCondition {
        let of = self.some_loop();
        let (of, test) = match self.choices.below(6) {
            0 => (of.shifted(-self.choices.between(0, 2)), Test::NotNegative),
            1 => (of, Test::Divisible(2)),
            2 => (of.shifted(-self.choices.between(0, 2)), Test::Zero),
            3 => (of.plus(-1, &self.some_loop()), Test::NotNegative),
            4 if self.params > 0 => (self.param().plus(-1, &of).shifted(-2), Test::NotNegative),
            _ => (Affine::number(2).plus(-1, &of), Test::NotNegative),
        };
        RandomCondition { of, test }
    }

    fn statement(&mut self) -> ProgramNode {
        let number = self.statements;
        self.statements += 1;
        let array = self.choices.below(self.ranks.len());
        let target = self.place(array);
        let value = if self.percent(self.weights.percent.accumulate) {
            // An accumulation, or nearly one.
            let op = self.operation();
            let other = self.expr(1);
            let (this, other) = (StoredExpr::Load(target.clone()), self.using_all_loops(&target, other));
            let (left, right) = if self.choices.chance(25) {
                (other, this)
            } else {
                (this, other)
            };
            StoredExpr::Binary(op, Box::new(left), Box::new(right))
        } else {
            let value = self.expr(2);
            self.using_all_loops(&target, value)
        };
        ProgramNode::Stmt(RandomStatement {
            number,
            loops: self.scope.clone(),
            target,
            value,
        })
    }

    /// `value`, mostly extended so that each loop around it makes a difference: iterations that all do
    /// the same are rare in real programs, and no order of theirs is wrong.
    fn using_all_loops(&mut self, target: &ArrayElement, mut value: StoredExpr) -> StoredExpr {
        for var in self.scope.clone() {
            if uses(&value, target, var) || !self.choices.chance(95) {
                continue;
            }
            let array = self.ranks.iter().position(|rank| *rank > 0);
            let more = match array {
                Some(array) if self.choices.chance(80) => StoredExpr::Load(self.place_along(array, var)),
                _ => StoredExpr::Index(var),
            };
            let op = self.choices.of(&[Op::Add, Op::Mul]);
            value = StoredExpr::Binary(op, Box::new(value), Box::new(more));
        }
        if value == StoredExpr::Load(target.clone()) {
            let more = self
                .scope
                .last()
                .map_or(StoredExpr::Const(1), |var| StoredExpr::Index(*var));
            value = StoredExpr::Binary(Op::Add, Box::new(value), Box::new(more));
        }
        value
    }

    /// An element of `array` that depends on a loop.
    fn place_along(&mut self, array: usize, var: usize) -> ArrayElement {
        let mut place = self.place(array);
        let of = Affine::var(LoopInvariant::Loop(var));
        let offset = Affine::number(self.choices.of(&[0, 1])).plus(-1, &self.least(&of));
        let greatest = self.greatest(&of).plus(1, &offset).as_number();
        let known = &mut self.greatest[array][0];
        *known = known.zip(greatest).map(|(x, y)| x.max(y));
        place.subscripts[0] = RandomSubscript {
            of,
            form: SubscriptForm::Plain,
            offset,
        };
        place
    }

    fn operation(&mut self) -> Op {
        let of = &self.weights.operations;
        self.choices.weighted(&[
            (of.add, Op::Add),
            (of.mul, Op::Mul),
            (of.sub, Op::Sub),
            (of.max, Op::Max),
            (of.min, Op::Min),
            (of.select, Op::Select),
        ])
    }

    fn expr(&mut self, depth: usize) -> StoredExpr {
        let of = &self.weights.values;
        let kind = self.choices.weighted(&[
            (of.load, AffineKind::Load),
            (of.binary, AffineKind::Binary),
            (of.constant, AffineKind::Constant),
            (of.index, AffineKind::Index),
        ]);
        match kind {
            AffineKind::Constant => StoredExpr::Const(self.choices.between(1, 3)),
            AffineKind::Index if !self.scope.is_empty() => StoredExpr::Index(self.choices.of(&self.scope)),
            AffineKind::Binary if depth > 0 => {
                let op = self.operation();
                StoredExpr::Binary(op, Box::new(self.expr(depth - 1)), Box::new(self.expr(depth - 1)))
            }
            _ => {
                let array = self.choices.below(self.ranks.len());
                StoredExpr::Load(self.place(array))
            }
        }
    }

    fn place(&mut self, array: usize) -> ArrayElement {
        let mut subscripts = Vec::new();
        for dim in 0..self.ranks[array] {
            let (subscript, greatest) = self.subscript(dim);
            let known = &mut self.greatest[array][dim];
            *known = known.zip(greatest).map(|(x, y)| x.max(y));
            subscripts.push(subscript);
        }
        ArrayElement { array, subscripts }
    }

    /// A subscript that is never negative, and its greatest value where that is a number.
    fn subscript(&mut self, dim: usize) -> (RandomSubscript, Option<i64>) {
        let natural = self
            .scope
            .get(dim)
            .or(self.scope.last())
            .map(|var| Affine::var(LoopInvariant::Loop(*var)));
        let Some(natural) = natural else {
            return (
                RandomSubscript {
                    of: Affine::number(0),
                    form: SubscriptForm::Plain,
                    offset: Affine::number(0),
                },
                Some(0),
            );
        };
        let mut form = SubscriptForm::Plain;
        let of = &self.weights.subscripts;
        let kind = self.choices.weighted(&[
            (of.natural, AffineKind::Natural),
            (of.other, AffineKind::Other),
            (of.constant, AffineKind::Constant),
            (of.twice, AffineKind::Twice),
            (of.difference, AffineKind::Difference),
            (of.sum, AffineKind::Sum),
            (of.negated, AffineKind::Negated),
            (of.modulo, AffineKind::Modulo),
            (of.floordiv, AffineKind::FloorDiv),
            (of.skewed, AffineKind::Skewed),
        ]);
        let of = match kind {
            AffineKind::Natural => natural,
            AffineKind::Other => self.some_loop(),
            AffineKind::Constant => Affine::number(self.choices.between(0, 2)),
            AffineKind::Twice => Affine::number(0).plus(2, &self.some_loop()),
            AffineKind::Difference => self.some_loop().plus(-1, &self.some_loop()),
            AffineKind::Sum => self.some_loop().plus(1, &self.some_loop()),
            AffineKind::Negated => Affine::number(0).plus(-1, &self.some_loop()),
            AffineKind::Modulo => {
                form = SubscriptForm::Mod(self.choices.of(&[2, 3]));
                self.some_loop()
            }
            AffineKind::FloorDiv => {
                form = SubscriptForm::FloorDiv(self.choices.of(&[2, 3]));
                self.some_loop()
            }
            _ => natural.plus(2, &self.some_loop()),
        };
        let (least, greatest) = (self.least(&of), self.greatest(&of));
        let slack = self.choices.of(&[0, 0, 1, 2]);
        let (least, greatest) = match form {
            SubscriptForm::Plain => (least, greatest.as_number()),
            SubscriptForm::Mod(k) => (Affine::number(0), Some(k - 1)),
            SubscriptForm::FloorDiv(k) => match least.as_number() {
                Some(least) => (
                    Affine::number(least.div_euclid(k)),
                    greatest.as_number().map(|g| g.div_euclid(k)),
                ),
                None => {
                    form = SubscriptForm::Plain;
                    (least, greatest.as_number())
                }
            },
        };
        let offset = Affine::number(slack).plus(-1, &least);
        let greatest = greatest
            .zip(offset.as_number())
            .map(|(greatest, offset)| greatest + offset);
        (RandomSubscript { of, form, offset }, greatest)
    }

    fn arrays(&mut self) -> Vec<ArrayDecl> {
        let greatest = std::mem::take(&mut self.greatest);
        let mut arrays = Vec::new();
        for dims in greatest {
            let mut extents = Vec::new();
            for greatest in dims {
                extents.push(match greatest {
                    Some(number) if !self.choices.chance(20) => Some(number.max(0) + 1 + self.choices.of(&[0, 0, 1])),
                    None if self.choices.chance(5) => Some(self.choices.between(6, 9)),
                    _ => None,
                });
            }
            let local = false;
            arrays.push(ArrayDecl { extents, local });
        }
        // The last one may be the function's own, if another is left to see something in.
        if arrays.len() > 1 && self.percent(self.weights.percent.local_array) {
            let last = arrays.last_mut().expect("two arrays");
            last.local = !last.extents.is_empty() && last.extents.iter().all(Option::is_some);
        }
        arrays
    }

    /// Writes every element of the local arrays before all else, so that no read is undefined.
    fn initialise(&mut self, arrays: &[ArrayDecl], body: &mut Vec<ProgramNode>) {
        for (array, decl) in arrays.iter().enumerate().filter(|(_, decl)| decl.local) {
            body.iter_mut().for_each(renumber);
            let first = self.loops.len();
            let loops: Vec<usize> = (first..first + decl.extents.len()).collect();
            self.loops.extend(loops.iter().map(|var| format!("i{var}")));
            let subscripts = loops.iter().map(|var| RandomSubscript {
                of: Affine::var(LoopInvariant::Loop(*var)),
                form: SubscriptForm::Plain,
                offset: Affine::number(0),
            });
            let target = ArrayElement {
                array,
                subscripts: subscripts.collect(),
            };
            let value = match self.choices.below(3) {
                0 => StoredExpr::Const(self.choices.between(0, 1)),
                _ => StoredExpr::Index(first),
            };
            let mut node = ProgramNode::Stmt(RandomStatement {
                number: 0,
                loops: loops.clone(),
                target,
                value,
            });
            for (var, extent) in loops.iter().zip(&decl.extents).rev() {
                node = ProgramNode::Loop(RandomLoop {
                    var: *var,
                    lower: vec![Affine::number(0)],
                    upper: vec![Affine::number(extent.expect("local arrays are static"))],
                    step: 1,
                    body: vec![node],
                });
            }
            body.insert(0, node);
        }
    }
}

/// Makes room for a statement before all others.
fn renumber(node: &mut ProgramNode) {
    match node {
        ProgramNode::Loop(nest) => nest.body.iter_mut().for_each(renumber),
        ProgramNode::If(branch) => branch.then.iter_mut().chain(&mut branch.otherwise).for_each(renumber),
        ProgramNode::Stmt(statement) => statement.number += 1,
    }
}

fn uses(value: &StoredExpr, target: &ArrayElement, var: usize) -> bool {
    let places = value.loads().into_iter().chain([target]);
    let mut used = places
        .flat_map(|place| &place.subscripts)
        .flat_map(|s| [&s.of, &s.offset]);
    used.any(|e| e.terms.iter().any(|(_, v)| *v == LoopInvariant::Loop(var)))
}

/// A random script of one to three steps over the loops of `program`, most of them applicable.
pub fn script(choices: &mut Choices<'_>, program: &RandomProgram) -> String {
    let mut chains = Vec::new();
    for node in &program.body {
        perfect_chains(program, node, &mut chains);
    }
    let statements = program.statements();
    let mut steps: Vec<String> = Vec::new();
    for _ in 0..choices.of(&[1, 1, 2, 2, 3]) {
        let at = choices.below(chains.len());
        let chain = &mut chains[at];
        let one = choices.below(chain.len());
        let other = choices.below(chain.len());
        let (outer, inner) = (chain[one.min(other)].clone(), chain[one.max(other)].clone());
        let kind = if one == other {
            choices.of(&[11, 9, 7, 11, 6, 10, 8])
        } else {
            choices.below(12)
        };
        steps.push(match kind {
            0..=2 => {
                chain.swap(one, other);
                format!("interchange({outer}, {inner})")
            }
            3..=4 => format!("skew({inner}, {outer}, {})", choices.of(&[1, -1, 2])),
            5 if !outer.contains('_') && !inner.contains('_') => {
                let sizes = [choices.between(2, 3), choices.between(2, 4)];
                let place = one.min(other);
                chain.insert(place, format!("{outer}_t"));
                chain.insert(place + 1, format!("{inner}_t"));
                format!("tile({outer}={}, {inner}={})", sizes[0], sizes[1])
            }
            6 if !outer.contains('_') => {
                let size = choices.between(1, 4);
                chain.insert(one.min(other), format!("{outer}_t"));
                format!("tile({outer}={size})")
            }
            7..=8 => {
                let below: Vec<usize> = statements
                    .iter()
                    .filter(|s| s.loops.iter().any(|l| program.loops[*l] == outer))
                    .map(|s| s.number)
                    .collect();
                let offset = match choices.below(8) {
                    7 if program.params > 0 => "n".to_owned(),
                    _ => choices.of(&[1, -1, 2, -2, 3]).to_string(),
                };
                match below.len() {
                    0 => format!("shift({outer}, {offset})"),
                    count => format!("shift(S{}, {outer}, {offset})", below[choices.below(count)]),
                }
            }
            9..=10 => format!("parallelize({inner})"),
            _ => format!("reverse({outer})"),
        });
    }
    steps.join("; ")
}

/// Names of loops that are perfectly nested in each other, outermost first.
fn perfect_chains(program: &RandomProgram, node: &ProgramNode, chains: &mut Vec<Vec<String>>) {
    match node {
        ProgramNode::Stmt(_) => {}
        ProgramNode::If(branch) => {
            let both = branch.then.iter().chain(&branch.otherwise);
            both.for_each(|node| perfect_chains(program, node, chains));
        }
        ProgramNode::Loop(outermost) => {
            let (mut chain, mut nest) = (Vec::new(), outermost);
            let rest = loop {
                chain.push(program.loops[nest.var].clone());
                match &nest.body[..] {
                    [ProgramNode::Loop(next)] => nest = next,
                    body => break body,
                }
            };
            chains.push(chain);
            rest.iter().for_each(|node| perfect_chains(program, node, chains));
        }
    }
}

/// Values of the parameters to try a program at.
pub fn sizes(program: &RandomProgram) -> Vec<Vec<i64>> {
    match program.params {
        0 => vec![Vec::new()],
        1 => [0, 1, 2, 3, 5].iter().map(|n| vec![*n]).collect(),
        _ => [[0, 3], [1, 1], [2, 1], [3, 4], [4, 2]]
            .iter()
            .map(|pair| pair.to_vec())
            .collect(),
    }
}
