//! Copies of statements as a loop again: what unrolling has made long is compared as if it were short.
//!
//! A *run* is operations of one block, one after the other, that are `count` *copies* of the first `length` of them.
//! Copy `u` is copy 0 with other numbers added in its subscripts, `c + u * d` in place of `c`, and with values of its
//! own in
//! place of those that copy 0 defines, which nobody else uses. So a run is what `affine.for %u = 0 to count { copy }`
//! is once it is unrolled: the same instances in the same order. Nothing is guessed: all copies are compared with the
//! first, operation by operation ([`FunctionFacts::is_copy`]).
//!
//! Subscripts are compared as sums, so that `affine.apply` in between makes no difference; it stays where it is.

use polyvet_ir::{AffineExpr, AffineMap, AffineOp, Attr, Attrs, BlockId, Module, OpId, OpSpec, Type, ValueId};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Fewer copies are no longer than a loop.
const COPIES_MIN: usize = 3;
/// How many operations a copy has at the most.
const LENGTH_MAX: usize = 96;

/// A copy of `module` in which the runs of `func` are loops; `None` if it has none.
pub(crate) fn rerolled(module: &Module, func: OpId) -> Option<Module> {
    let known = FunctionFacts::of(module, func);
    let mut copy = None;
    let mut blocks: Vec<BlockId> = Vec::new();
    module.walk(func, &mut |id, op| {
        let loops = matches!(
            op.name.as_str(),
            "func.func" | "affine.for" | "affine.if" | "affine.parallel" | "scf.for" | "scf.if"
        );
        if loops && (id == func || op.name != "func.func") {
            blocks.extend(
                op.regions
                    .iter()
                    .flat_map(|region| module.region(*region).blocks.iter().copied()),
            );
        }
    });
    for block in blocks {
        for run in known.runs(block) {
            known.roll(&run, copy.get_or_insert_with(|| module.clone()));
        }
    }
    copy
}

/// A sum of values, each times a number, and a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct ValueForm {
    terms: BTreeMap<ValueId, i64>,
    constant: i64,
}

impl ValueForm {
    fn of(value: ValueId) -> ValueForm {
        ValueForm {
            terms: BTreeMap::from([(value, 1)]),
            constant: 0,
        }
    }

    /// The sum with `factor` times another one.
    fn plus(mut self, other: &ValueForm, factor: i64) -> Option<ValueForm> {
        for (value, times) in &other.terms {
            let sum = self.terms.remove(value).unwrap_or(0);
            match sum.checked_add(times.checked_mul(factor)?)? {
                0 => {}
                sum => _ = self.terms.insert(*value, sum),
            }
        }
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(self)
    }
}

/// Copies, and what is added in each subscript from one copy to the next.
struct CopyRun {
    ops: Vec<OpId>,
    length: usize,
    /// Of each operation of a copy.
    steps: Vec<Vec<i64>>,
}

impl CopyRun {
    fn count(&self) -> usize {
        self.ops.len() / self.length
    }
}

/// What is known of a function.
struct FunctionFacts<'m> {
    module: &'m Module,
    /// The results of `affine.apply` that are sums.
    forms: HashMap<ValueId, ValueForm>,
    users: HashMap<ValueId, Vec<OpId>>,
    /// `affine.apply` whose results are only used in subscripts.
    between: HashSet<OpId>,
}

/// A block of which runs are looked for, without what may be between copies. Lengths of copies are tried at every
/// operation, so what is asked of each is answered here once.
struct RerolledBlock {
    ops: Vec<OpId>,
    /// The place behind the last user of what an operation defines; beyond the end if there are others.
    used_until: Vec<usize>,
    /// How many of the operations before a place are stores.
    stores: Vec<usize>,
}

impl RerolledBlock {
    fn stores_in(&self, from: usize, to: usize) -> bool {
        self.stores[from] < self.stores[to]
    }

    /// Whether nobody else uses what these operations define.
    fn keeps_to_itself(&self, from: usize, to: usize) -> bool {
        self.used_until[from..to].iter().all(|until| *until <= to)
    }
}

/// The number of the first operand of the map of an operation that is compared by its subscripts.
fn first_subscript(name: &str) -> Option<usize> {
    match name {
        "affine.apply" => Some(0),
        "affine.load" => Some(1),
        "affine.store" => Some(2),
        _ => None,
    }
}

impl<'m> FunctionFacts<'m> {
    fn of(module: &'m Module, func: OpId) -> FunctionFacts<'m> {
        let mut known = FunctionFacts {
            module,
            forms: HashMap::new(),
            users: HashMap::new(),
            between: HashSet::new(),
        };
        let mut applied = Vec::new();
        module.walk(func, &mut |id, op| {
            let passed = op.successors.iter().flat_map(|successor| &successor.args);
            for operand in op.operands.iter().chain(passed) {
                known.users.entry(operand.value).or_default().push(id);
            }
            if op.name == "affine.apply"
                && let Some(forms) = known.subscripts(id)
                && let ([form], [result]) = (&forms[..], &op.results[..])
            {
                applied.push(id);
                known.forms.insert(*result, form.clone());
            }
        });
        let subscript = |user: &OpId| first_subscript(&module.op(*user).name).is_some();
        for op in applied {
            let users = known.users.get(&module.op(op).results[0]);
            if users.is_none_or(|users| users.iter().all(subscript)) {
                known.between.insert(op);
            }
        }
        known
    }

    /// The subscripts of an operation; `None` if they are no sums, or it has none.
    fn subscripts(&self, op: OpId) -> Option<Vec<ValueForm>> {
        let data = self.module.op(op);
        let first = first_subscript(&data.name)?;
        let map = data.attr("map").and_then(Attr::as_map)?;
        let operands = data.operand_values().skip(first);
        let operands: Vec<ValueForm> = operands
            .map(|value| self.forms.get(&value).cloned().unwrap_or_else(|| ValueForm::of(value)))
            .collect();
        { map.results.iter() }
            .map(|result| sum(result, map.dims, &operands))
            .collect()
    }

    fn block(&self, block: BlockId) -> RerolledBlock {
        let ops = &self.module.block(block).ops;
        let ops: Vec<OpId> = ops.iter().copied().filter(|op| !self.between.contains(op)).collect();
        let places: HashMap<OpId, usize> = ops.iter().enumerate().map(|(at, op)| (*op, at)).collect();
        let used_until = |(at, op): (usize, &OpId)| {
            let results = &self.module.op(*op).results;
            let users = results.iter().filter_map(|result| self.users.get(result)).flatten();
            let behind = users.map(|user| places.get(user).map_or(usize::MAX, |place| place + 1));
            behind.max().unwrap_or(0).max(at + 1)
        };
        let mut stores = vec![0];
        for op in &ops {
            let writes = matches!(self.module.op(*op).name.as_str(), "affine.store" | "memref.store");
            stores.push(stores[stores.len() - 1] + usize::from(writes));
        }
        RerolledBlock {
            used_until: ops.iter().enumerate().map(used_until).collect(),
            stores,
            ops,
        }
    }

    /// The runs of a block.
    fn runs(&self, block: BlockId) -> Vec<CopyRun> {
        let block = self.block(block);
        let (mut runs, mut at) = (Vec::new(), 0);
        while at + COPIES_MIN <= block.ops.len() {
            let longest = LENGTH_MAX.min((block.ops.len() - at) / COPIES_MIN);
            let found = (1..=longest).filter_map(|length| self.run(&block, at, length));
            // Of those that take as much in, the one with the shortest copies.
            match found.reduce(|best, next| if next.ops.len() > best.ops.len() { next } else { best }) {
                Some(run) => {
                    at += run.ops.len();
                    runs.push(run);
                }
                None => at += 1,
            }
        }
        runs
    }

    /// The copies of this length that begin at a place, if they are worth a loop.
    fn run(&self, block: &RerolledBlock, at: usize, length: usize) -> Option<CopyRun> {
        let ops = &block.ops[at..];
        let (first, second) = (&ops[..length], ops.get(length..2 * length)?);
        if !block.stores_in(at, at + length)
            || self.module.op(first[0]).name != self.module.op(second[0]).name
            || !block.keeps_to_itself(at, at + length)
        {
            return None;
        }
        let mut steps = Vec::with_capacity(length);
        for (one, other) in first.iter().zip(second) {
            steps.push(self.steps(*one, *other)?);
        }
        let copies = { ops.chunks_exact(length).enumerate().skip(1) }.take_while(|(number, copy)| {
            let from = at + number * length;
            block.keeps_to_itself(from, from + length) && self.is_copy(first, copy, (*number, &steps))
        });
        let count = 1 + copies.count();
        (count >= COPIES_MIN).then(|| CopyRun {
            ops: ops[..count * length].to_vec(),
            length,
            steps,
        })
    }

    /// What is added in each subscript of the second operation.
    fn steps(&self, one: OpId, other: OpId) -> Option<Vec<i64>> {
        match (self.subscripts(one), self.subscripts(other)) {
            (Some(one), Some(other)) if one.len() == other.len() => { one.iter().zip(&other) }
                .map(|(one, other)| other.constant.checked_sub(one.constant))
                .collect(),
            (None, None) => Some(Vec::new()),
            _ => None,
        }
    }

    /// Whether `copy` is copy number `at` of `first`.
    fn is_copy(&self, first: &[OpId], copy: &[OpId], (at, steps): (usize, &[Vec<i64>])) -> bool {
        let mut own: HashMap<ValueId, ValueId> = HashMap::new();
        for ((one, other), steps) in first.iter().zip(copy).zip(steps) {
            if !self.is_same(*one, *other, &own) || !self.is_moved(*one, *other, (at, steps)) {
                return false;
            }
            let (one, other) = (self.module.op(*one), self.module.op(*other));
            own.extend(one.results.iter().copied().zip(other.results.iter().copied()));
        }
        true
    }

    /// Whether two operations are the same apart from their subscripts, with what the first copy defines replaced by
    /// `own`. What both use is defined before all copies: nobody else uses what a copy defines.
    fn is_same(&self, one: OpId, other: OpId, own: &HashMap<ValueId, ValueId>) -> bool {
        let by_sums = self.subscripts(one).is_some();
        let (one, other) = (self.module.op(one), self.module.op(other));
        let plain = |attrs: &Attrs| {
            let rest = attrs.0.iter().filter(|(name, _)| !by_sums || name != "map");
            rest.cloned().collect::<Vec<_>>()
        };
        let types = |values: &[ValueId]| {
            values
                .iter()
                .map(|value| self.module.ty(*value).clone())
                .collect::<Vec<_>>()
        };
        let first = first_subscript(&one.name).filter(|_| by_sums).unwrap_or(usize::MAX);
        let (some, others) = (one.operand_values().take(first), other.operand_values().take(first));
        let alone = one.regions.is_empty() && one.successors.is_empty() && one.opaque.is_none();
        alone
            && one.name == other.name
            && other.regions.is_empty()
            && other.successors.is_empty()
            && other.opaque.is_none()
            && plain(&one.properties) == plain(&other.properties)
            && plain(&one.attrs) == plain(&other.attrs)
            && types(&one.results) == types(&other.results)
            && { some.map(|value| *own.get(&value).unwrap_or(&value)) }.eq(others)
    }

    /// Whether the subscripts of `other` are those of `one`, and so many steps more. They are made of values that no
    /// copy defines.
    fn is_moved(&self, one: OpId, other: OpId, (at, steps): (usize, &[i64])) -> bool {
        let (Some(one), Some(other)) = (self.subscripts(one), self.subscripts(other)) else {
            return steps.is_empty();
        };
        let moved = |form: &ValueForm, step: i64| {
            let by = step.checked_mul(i64::try_from(at).ok()?)?;
            form.constant.checked_add(by)
        };
        one.len() == other.len() && one.len() == steps.len() && { one.iter().zip(&other).zip(steps) }
            .all(|((one, other), step)| one.terms == other.terms && moved(one, *step) == Some(other.constant))
    }

    /// Puts a loop in the place of a run.
    fn roll(&self, run: &CopyRun, module: &mut Module) {
        let span = self.module.op(run.ops[0]).span;
        let ends = AffineMap::constant(i64::try_from(run.count()).expect("a number of operations"));
        let spec = OpSpec::new("affine.for")
            .property("lowerBoundMap", Attr::AffineMap(AffineMap::constant(0)))
            .property("operandSegmentSizes", polyvet_ir::edit::segment_sizes(&[0, 0, 0]))
            .property("step", Attr::index(1))
            .property("upperBoundMap", Attr::AffineMap(ends))
            .at(span);
        let rolled = module.add_op(spec);
        let region = module.add_region(rolled);
        let body = module.add_block(region, &[(Type::Index, Some("copy"))]);
        let number = module.block(body).args[0];
        let mut own = HashMap::new();
        for (op, steps) in run.ops.iter().take(run.length).zip(&run.steps) {
            let copy = module.copy_op(*op, &mut own);
            if let Some(forms) = self.subscripts(*op) {
                readdress(module, copy, (&forms, steps), number);
            }
            module.append(body, copy);
        }
        module.push_op(body, OpSpec::new("affine.yield").at(span));
        // `affine.apply` between the copies is before their last operation.
        let last = *run.ops.last().expect("a run is not empty");
        module.insert_before(last, rolled);
        let gone: HashSet<OpId> = run.ops.iter().copied().collect();
        let block = self.module.op(last).parent.expect("a run stands in a block");
        module.block_mut(block).ops.retain(|op| !gone.contains(op));
        for op in gone {
            module.op_mut(op).parent = None;
        }
    }
}

/// A sum, if it is one, of the operands of a map.
fn sum(expr: &AffineExpr, dims: usize, operands: &[ValueForm]) -> Option<ValueForm> {
    match expr {
        AffineExpr::Dim(at) => operands.get(*at as usize).cloned(),
        AffineExpr::Sym(at) => operands.get(dims + *at as usize).cloned(),
        AffineExpr::Const(number) => Some(ValueForm {
            constant: *number,
            ..ValueForm::default()
        }),
        AffineExpr::Bin(AffineOp::Add, lhs, rhs) => sum(lhs, dims, operands)?.plus(&sum(rhs, dims, operands)?, 1),
        AffineExpr::Bin(AffineOp::Mul, lhs, rhs) => match (sum(lhs, dims, operands)?, sum(rhs, dims, operands)?) {
            (form, number) | (number, form) if number.terms.is_empty() => {
                ValueForm::default().plus(&form, number.constant)
            }
            _ => None,
        },
        AffineExpr::Bin(..) => None,
    }
}

/// Gives an operation these subscripts, and `steps` times the number of the copy.
fn readdress(module: &mut Module, op: OpId, (forms, steps): (&[ValueForm], &[i64]), number: ValueId) {
    let values: BTreeMap<ValueId, ()> = forms
        .iter()
        .flat_map(|form| &form.terms)
        .map(|(value, _)| (*value, ()))
        .collect();
    let values: Vec<ValueId> = values.into_keys().chain([number]).collect();
    let results = { forms.iter().zip(steps) }
        .map(|(form, step)| {
            let place = |value: &ValueId| values.iter().position(|other| other == value).unwrap_or(0);
            let terms = form.terms.iter().map(|(value, times)| (place(value), *times));
            let terms = terms.chain([(values.len() - 1, *step)]);
            let sum = terms.fold(AffineExpr::Const(0), |sum, (at, times)| {
                sum + AffineExpr::dim(at) * AffineExpr::Const(times)
            });
            sum + AffineExpr::Const(form.constant)
        })
        .collect();
    let map = Attr::AffineMap(AffineMap::new(values.len(), 0, results));
    let data = module.op_mut(op);
    let first = first_subscript(&data.name).unwrap_or(data.operands.len());
    data.operands.truncate(first);
    match data.attrs.get("map").is_some() {
        true => data.attrs.set("map", map),
        false => data.properties.set("map", map),
    }
    for value in values {
        module.add_operand(op, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The program with its runs as loops.
    fn rolled(body: &str) -> Option<String> {
        let text = format!(
            "func.func @f(%n: index, %x: f32, %A: memref<?xf32>) {{\n  affine.for %i = 0 to %n {{\n{body}\n  }}\n  return\n}}\n"
        );
        let (module, diagnostics) = polyvet_ir::parse(&text);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let func = polyvet_ir::func_named(&module, "f").expect("a function");
        let copy = rerolled(&module, func)?;
        assert!(polyvet_ir::well_formed(&copy).is_empty());
        Some(polyvet_ir::print(&copy, Default::default()))
    }

    fn store(at: &str) -> String {
        format!("affine.store %x, %A[{at}] : memref<?xf32>\n")
    }

    #[test]
    fn copies_are_a_loop() {
        let all: String = ["%i", "%i + 2", "%i + 4", "%i + 6"].map(store).concat();
        let found = rolled(&all).expect("four copies");
        assert_eq!(found.matches("affine.store").count(), 1, "{found}");
        assert!(found.contains("to 4") && found.contains("* 2"), "{found}");
    }

    #[test]
    fn applications_make_no_difference() {
        let mut all = store("%i");
        for at in 1..4 {
            all += &format!("%a{at} = affine.apply affine_map<(d0) -> (d0 + {at})>(%i)\n");
            all += &format!("%b{at} = affine.load %A[%a{at}] : memref<?xf32>\n");
            all += &format!("affine.store %b{at}, %A[%a{at} - 1] : memref<?xf32>\n");
        }
        let found = rolled(&all).expect("three copies");
        assert_eq!(found.matches("affine.store").count(), 2, "{found}");
    }

    #[test]
    fn what_is_no_copy_stays() {
        let stays = |all: [&str; 3]| assert_eq!(rolled(&all.map(store).concat()), None);
        stays(["%i", "%i + 1", "%i + 3"]);
        stays(["%i", "%i + 2", "%i + 1"]);
        stays(["%i", "%i + 1", "%n + 2"]);
        stays(["%i", "%i + 1", "%i * 2 + 2"]);
    }

    #[test]
    fn a_value_that_goes_from_copy_to_copy_is_no_copy() {
        let mut all = "%v0 = arith.addf %x, %x : f32\naffine.store %v0, %A[%i] : memref<?xf32>\n".to_owned();
        for at in 1..5 {
            all += &format!("%v{at} = arith.addf %v{}, %x : f32\n", at - 1);
            all += &format!("affine.store %v{at}, %A[%i + {at}] : memref<?xf32>\n");
        }
        assert_eq!(rolled(&all), None);
    }
}
