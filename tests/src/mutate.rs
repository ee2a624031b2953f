//! Faults that compilers make, put into a correct program one at a time.
//!
//! A [`Mutator`] looks at one operation of any function and says in which ways it may be broken; it
//! knows nothing of the program. What it makes is well formed: the reader would take it.

use polyvet_ir::{AffineExpr, AffineMap, AffineOp, Attr, Attrs, Module, Op, OpId, OpSpec, Type, ValueId};

/// A change of a module.
pub(crate) type ModuleEdit = Box<dyn Fn(&mut Module)>;

/// One kind of fault.
pub struct Mutator {
    /// What is wrong afterwards.
    pub name: &'static str,
    /// All the ways in which an operation can be given this fault.
    find: fn(&Module, OpId, &Op) -> Vec<ModuleEdit>,
}

/// All kinds of fault.
pub const MUTATORS: &[Mutator] = &[
    fault("upper bound one too small", |m, id, op| bounds(m, id, op, true, -1)),
    fault("upper bound one too large", |m, id, op| bounds(m, id, op, true, 1)),
    fault("lower bound one too small", |m, id, op| bounds(m, id, op, false, -1)),
    fault("lower bound one too large", |m, id, op| bounds(m, id, op, false, 1)),
    fault("dropped guard of a bound", dropped_bound),
    fault("dropped tail", dropped_tail),
    fault("wrong step", wrong_step),
    fault("dropped guard", dropped_guard),
    fault("guard off by one", guard_off_by_one),
    fault("swapped branches", swapped_branches),
    fault("swapped loops", swapped_loops),
    fault("reversed statements", reversed_statements),
    fault("racy mark", racy_mark),
    fault("reduction claimed parallel", claimed_parallel),
    fault("subscript one too large", |_, id, op| subscripts(id, op, 1)),
    fault("subscript one too small", |_, id, op| subscripts(id, op, -1)),
    fault("swapped subscripts", swapped_subscripts),
    fault("wrong index map", wrong_index_map),
    fault("wrong divisor", wrong_divisor),
    fault("mod for floordiv", mod_for_floordiv),
    fault("wrong slice offset", wrong_slice_offset),
    fault("wrong constant", wrong_constant),
    fault("wrong neutral element or padding", wrong_float),
    fault("missing init", missing_init),
    fault("missing copy", missing_copy),
    fault("missing store", missing_store),
    fault("wrong array", wrong_array),
    fault("swapped operands", swapped_operands),
    fault("wrong operation", wrong_operation),
    fault("lost operand", lost_operand),
    fault("lost iter_arg", lost_iter_arg),
    fault("iter_arg not used", unused_iter_arg),
    fault("wrong init of iter_arg", wrong_init),
    fault("swapped results", swapped_results),
];

/// A kind of fault.
pub(crate) const fn fault(name: &'static str, find: fn(&Module, OpId, &Op) -> Vec<ModuleEdit>) -> Mutator {
    Mutator { name, find }
}

impl Mutator {
    /// `func` with this fault, in every place where it is possible; in program order.
    pub fn mutants(&self, module: &Module, func: OpId) -> Vec<Module> {
        self.mutants_of(module, func, |_| true)
    }

    /// [`Mutator::mutants`] in some of the operations.
    pub fn mutants_of(&self, module: &Module, func: OpId, is_meant: impl Fn(OpId) -> bool) -> Vec<Module> {
        let mut edits = Vec::new();
        module.walk(func, &mut |id, op| {
            if is_meant(id) {
                edits.extend((self.find)(module, id, op));
            }
        });
        edits
            .into_iter()
            .filter_map(|edit| {
                let mut mutant = module.clone();
                edit(&mut mutant);
                let is_error = |d: &polyvet_ir::Diagnostic| d.severity == polyvet_ir::Severity::Error;
                (!polyvet_ir::well_formed(&mutant).iter().any(is_error)).then_some(mutant)
            })
            .collect()
    }
}

pub(crate) fn one(edit: impl Fn(&mut Module) + 'static) -> Vec<ModuleEdit> {
    vec![Box::new(edit)]
}

fn many<E: Fn(&mut Module) + 'static>(edits: impl Iterator<Item = E>) -> Vec<ModuleEdit> {
    edits.map(|edit| Box::new(edit) as ModuleEdit).collect()
}

pub(crate) fn set(op: &mut Op, name: &str, attr: Attr) {
    let holder: &mut Attrs = match op.attrs.get(name) {
        Some(_) => &mut op.attrs,
        None => &mut op.properties,
    };
    holder.set(name, attr);
}

fn map(op: &Op, name: &str) -> Option<AffineMap> {
    op.attr(name)?.as_map().cloned()
}

fn with_map(id: OpId, name: &'static str, map: AffineMap) -> impl Fn(&mut Module) {
    move |module| set(module.op_mut(id), name, Attr::AffineMap(map.clone()))
}

/// `map` with result `at` replaced.
fn replaced(map: &AffineMap, at: usize, result: AffineExpr) -> AffineMap {
    let mut map = map.clone();
    map.results[at] = result;
    map
}

fn plus(expr: &AffineExpr, number: i64) -> AffineExpr {
    expr.clone() + AffineExpr::Const(number)
}

fn detach(module: &mut Module, id: OpId) {
    if let Some(block) = module.op(id).parent {
        module.block_mut(block).ops.retain(|op| *op != id);
        module.op_mut(id).parent = None;
    }
}

/// Puts a new operation before `id`.
fn insert_before(module: &mut Module, id: OpId, spec: OpSpec) -> OpId {
    let new = module.add_op(spec);
    let block = module.op(id).parent.expect("it stands in a block");
    let at = module.block(block).ops.iter().position(|op| *op == id).expect("there");
    module.block_mut(block).ops.insert(at, new);
    module.op_mut(new).parent = Some(block);
    new
}

/// Replaces every use of a value.
fn replace_uses(module: &mut Module, old: ValueId, new: ValueId) {
    for at in 0..module.op_count() {
        let op = module.op_mut(OpId(at as u32));
        let passed = op.successors.iter_mut().flat_map(|successor| &mut successor.args);
        op.operands
            .iter_mut()
            .chain(passed)
            .filter(|operand| operand.value == old)
            .for_each(|operand| operand.value = new);
    }
}

const UPPER: [&str; 2] = ["upperBoundMap", "upperBoundsMap"];
const LOWER: [&str; 2] = ["lowerBoundMap", "lowerBoundsMap"];

fn bounds(_: &Module, id: OpId, op: &Op, upper: bool, by: i64) -> Vec<ModuleEdit> {
    match op.name.as_str() {
        "affine.for" | "affine.parallel" => {
            let name = (if upper { UPPER } else { LOWER })[usize::from(op.name == "affine.parallel")];
            let Some(map) = map(op, name) else { return Vec::new() };
            let moved = move |at| with_map(id, name, replaced(&map, at, plus(&map.results[at], by)));
            let count = moved_count(op, name);
            many((0..count).map(moved))
        }
        "scf.for" => one(move |module| {
            let at = usize::from(upper);
            let value = module.op(id).operand(at);
            let ty = module.ty(value).clone();
            let literal = OpSpec::new("arith.constant").result(ty.clone()).property(
                "value",
                Attr::Int {
                    value: by.into(),
                    ty: ty.clone(),
                },
            );
            let literal = insert_before(module, id, literal);
            let number = module.op(literal).results[0];
            let sum = OpSpec::new("arith.addi").operands(&[value, number]).result(ty);
            let sum = insert_before(module, id, sum);
            let sum = module.op(sum).results[0];
            module.op_mut(id).operands[at].value = sum;
        }),
        _ => Vec::new(),
    }
}

fn moved_count(op: &Op, name: &str) -> usize {
    map(op, name).map_or(0, |map| map.results.len())
}

/// One of several upper bounds is forgotten: the last tile runs over the end.
fn dropped_bound(_: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    let name = UPPER[0];
    match (op.name.as_str(), map(op, name)) {
        ("affine.for", Some(map)) if map.results.len() > 1 => many((0..map.results.len()).map(move |at| {
            let mut map = map.clone();
            map.results.remove(at);
            with_map(id, name, map)
        })),
        _ => Vec::new(),
    }
}

/// Only whole multiples of two are left of an upper bound.
fn dropped_tail(_: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    let name = UPPER[0];
    match (op.name.as_str(), map(op, name)) {
        ("affine.for", Some(map)) if map.results.len() == 1 => {
            let two = AffineExpr::Const(2);
            let whole = map.results[0].clone().floor_div(two.clone()) * two;
            one(with_map(id, name, replaced(&map, 0, whole)))
        }
        _ => Vec::new(),
    }
}

fn wrong_step(_: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    match (op.name.as_str(), op.attr("step")) {
        ("affine.for", Some(Attr::Int { value, ty })) => {
            let (value, ty) = (value + 1, ty.clone());
            one(move |module| {
                let ty = ty.clone();
                set(module.op_mut(id), "step", Attr::Int { value, ty });
            })
        }
        _ => Vec::new(),
    }
}

/// The operations of a block without its end, put before `id`, which goes.
fn inline(module: &mut Module, id: OpId, region: usize) {
    let block = module.only_block(id, region).expect("a branch");
    let mut inner = module.block(block).ops.clone();
    inner.pop();
    let outer = module.op(id).parent.expect("it stands in a block");
    let at = module.block(outer).ops.iter().position(|op| *op == id).expect("there");
    for (n, op) in inner.iter().enumerate() {
        module.block_mut(block).ops.retain(|other| other != op);
        module.block_mut(outer).ops.insert(at + n, *op);
        module.op_mut(*op).parent = Some(outer);
    }
    detach(module, id);
}

fn dropped_guard(module: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    let is_if = matches!(op.name.as_str(), "affine.if" | "scf.if");
    if is_if && op.results.is_empty() && module.only_block(id, 0).is_some() {
        return one(move |module| inline(module, id, 0));
    }
    Vec::new()
}

fn guard_off_by_one(_: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    let Some(Attr::IntegerSet(set_attr)) = op.attr("condition").filter(|_| op.name == "affine.if") else {
        return Vec::new();
    };
    let set_attr = set_attr.clone();
    let count = set_attr.constraints.len();
    many((0..2 * count).map(move |n| {
        let mut changed = set_attr.clone();
        let (expr, _) = &mut changed.constraints[n / 2];
        *expr = plus(expr, if n % 2 == 0 { 1 } else { -1 });
        move |module: &mut Module| set(module.op_mut(id), "condition", Attr::IntegerSet(changed.clone()))
    }))
}

fn swapped_branches(module: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    let is_if = matches!(op.name.as_str(), "affine.if" | "scf.if");
    if is_if && module.only_block(id, 1).is_some() {
        return one(move |module| module.op_mut(id).regions.swap(0, 1));
    }
    Vec::new()
}

/// The loops of a perfect nest trade their variables, where the inner bounds allow it.
fn swapped_loops(module: &Module, id: OpId, _: &Op) -> Vec<ModuleEdit> {
    let swap = || {
        let outer = polyvet_ir::affine_for(module, id)?;
        let [inner_id, _] = module.block(outer.body).ops[..] else {
            return None;
        };
        let inner = polyvet_ir::affine_for(module, inner_id)?;
        let plain = outer.inits.is_empty() && inner.inits.is_empty();
        let free = !inner.lower_operands.contains(&outer.induction) && !inner.upper_operands.contains(&outer.induction);
        (plain && free).then_some(inner_id)
    };
    let Some(inner) = swap() else { return Vec::new() };
    one(move |module| {
        let (first, second) = (module.op(id).clone(), module.op(inner).clone());
        for (to, from) in [(id, second), (inner, first)] {
            let op = module.op_mut(to);
            (op.properties, op.attrs, op.operands) = (from.properties, from.attrs, from.operands);
        }
        let variable = |module: &Module, op| {
            let loop_ = polyvet_ir::affine_for(module, op).expect("a loop");
            loop_.induction
        };
        let (outer, inner) = (variable(module, id), variable(module, inner));
        swap_uses(module, outer, inner);
    })
}

fn swap_uses(module: &mut Module, one: ValueId, other: ValueId) {
    for at in 0..module.op_count() {
        for operand in &mut module.op_mut(OpId(at as u32)).operands {
            operand.value = match operand.value {
                value if value == one => other,
                value if value == other => one,
                value => value,
            };
        }
    }
}

fn has_effect(module: &Module, id: OpId) -> bool {
    let mut effect = false;
    module.walk(id, &mut |_, op| {
        effect |= ["store", "linalg.", "memref.copy", "affine.for", "transfer_write"]
            .iter()
            .any(|part| op.name.contains(part));
    });
    effect
}

/// An operation with an effect runs before the one before it.
fn reversed_statements(module: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    let earlier = || {
        let block = op.parent?;
        let ops = &module.block(block).ops;
        let at = ops.iter().position(|other| *other == id)?;
        let before = *ops[..at].iter().rev().find(|other| has_effect(module, **other))?;
        let between = ops.iter().position(|other| *other == before)?;
        // Nothing it uses may be made after the place where it goes.
        let mut late: Vec<ValueId> = Vec::new();
        for other in &ops[between..at] {
            late.extend(&module.op(*other).results);
        }
        let mut uses = false;
        module.walk(id, &mut |_, inner| {
            uses |= inner.operand_values().any(|value| late.contains(&value))
        });
        (has_effect(module, id) && !uses).then_some((block, before))
    };
    let Some((block, before)) = earlier() else {
        return Vec::new();
    };
    one(move |module| {
        let ops = &mut module.block_mut(block).ops;
        ops.retain(|other| *other != id);
        let at = ops.iter().position(|other| *other == before).expect("it is there");
        ops.insert(at, id);
    })
}

fn racy_mark(module: &Module, id: OpId, _: &Op) -> Vec<ModuleEdit> {
    let Some(old) = polyvet_ir::affine_for(module, id).filter(|old| old.inits.is_empty()) else {
        return Vec::new();
    };
    one(move |module| {
        let group = |map: &AffineMap| Attr::Dense {
            text: map.results.len().to_string(),
            ty: Type::tensor(vec![polyvet_ir::Dim::Static(1)], Type::I32),
        };
        let op = module.op_mut(id);
        op.name = "affine.parallel".into();
        op.properties = Attrs::default();
        for (name, attr) in [
            ("lowerBoundsGroups", group(&old.lower)),
            ("lowerBoundsMap", Attr::AffineMap(old.lower.clone())),
            ("reductions", Attr::Array(Vec::new())),
            ("steps", Attr::Array(vec![Attr::i64(old.step)])),
            ("upperBoundsGroups", group(&old.upper)),
            ("upperBoundsMap", Attr::AffineMap(old.upper.clone())),
        ] {
            op.properties.set(name, attr);
        }
    })
}

fn claimed_parallel(_: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    let Some(Attr::Array(iterators)) = op.attr("iterator_types").filter(|_| op.name == "linalg.generic") else {
        return Vec::new();
    };
    let spelled = |attr: &Attr| match attr {
        Attr::Opaque(text) => text.contains("reduction"),
        other => other.as_str() == Some("reduction"),
    };
    let iterators = iterators.clone();
    many((0..iterators.len()).filter_map(move |at| {
        let mut iterators = iterators.clone();
        if !spelled(&iterators[at]) {
            return None;
        }
        iterators[at] = match &iterators[at] {
            Attr::Opaque(text) => Attr::Opaque(text.replace("reduction", "parallel")),
            _ => Attr::str("parallel"),
        };
        Some(move |module: &mut Module| set(module.op_mut(id), "iterator_types", Attr::Array(iterators.clone())))
    }))
}

fn access_map(op: &Op) -> Option<AffineMap> {
    matches!(op.name.as_str(), "affine.load" | "affine.store").then(|| map(op, "map"))?
}

fn subscripts(id: OpId, op: &Op, by: i64) -> Vec<ModuleEdit> {
    let Some(map) = access_map(op) else { return Vec::new() };
    many((0..map.results.len()).map(move |at| with_map(id, "map", replaced(&map, at, plus(&map.results[at], by)))))
}

fn swapped_subscripts(_: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    match access_map(op) {
        Some(mut map) if map.results.len() > 1 => {
            map.results.swap(0, 1);
            one(with_map(id, "map", map))
        }
        _ => Vec::new(),
    }
}

/// Two dimensions trade places in one indexing map of a structured operation.
fn wrong_index_map(_: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    let Some(Attr::Array(maps)) = op.attr("indexing_maps") else {
        return Vec::new();
    };
    let maps = maps.clone();
    let mut edits = Vec::new();
    for (at, attr) in maps.iter().enumerate() {
        let Some(map) = attr.as_map() else { continue };
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            if p.max(q) >= map.dims {
                continue;
            }
            let mut dims: Vec<AffineExpr> = (0..map.dims).map(AffineExpr::dim).collect();
            dims.swap(p, q);
            let syms: Vec<AffineExpr> = (0..map.syms).map(AffineExpr::sym).collect();
            let results = map
                .results
                .iter()
                .map(|result| result.substitute(&dims, &syms))
                .collect();
            let mut changed = maps.clone();
            changed[at] = Attr::AffineMap(AffineMap::new(map.dims, map.syms, results));
            if changed[at] != *attr {
                edits.extend(one(move |module| {
                    set(module.op_mut(id), "indexing_maps", Attr::Array(changed.clone()));
                }));
            }
        }
    }
    edits
}

/// `expr` with every `op` given to `change`.
fn rewrite(expr: &AffineExpr, change: &dyn Fn(AffineOp, &AffineExpr, i64) -> Option<AffineExpr>) -> AffineExpr {
    let AffineExpr::Bin(op, lhs, rhs) = expr else {
        return expr.clone();
    };
    let lhs = rewrite(lhs, change);
    if let AffineExpr::Const(number) = **rhs
        && let Some(new) = change(*op, &lhs, number)
    {
        return new;
    }
    AffineExpr::Bin(*op, Box::new(lhs), Box::new(rewrite(rhs, change)))
}

fn divided(id: OpId, op: &Op, change: fn(AffineOp, &AffineExpr, i64) -> Option<AffineExpr>) -> Vec<ModuleEdit> {
    let mut edits = Vec::new();
    for name in ["map", "lowerBoundMap", "upperBoundMap"] {
        let Some(map) = map(op, name) else { continue };
        for at in 0..map.results.len() {
            let result = rewrite(&map.results[at], &change);
            if result != map.results[at] {
                edits.extend(one(with_map(id, name, replaced(&map, at, result))));
            }
        }
    }
    edits
}

fn is_division(op: AffineOp) -> bool {
    matches!(op, AffineOp::Mod | AffineOp::FloorDiv | AffineOp::CeilDiv)
}

fn wrong_divisor(_: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    divided(id, op, |op, lhs, number| {
        is_division(op).then(|| AffineExpr::bin(op, lhs.clone(), AffineExpr::Const(number + 1)))
    })
}

fn mod_for_floordiv(_: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    divided(id, op, |op, lhs, number| {
        let other = match op {
            AffineOp::Mod => AffineOp::FloorDiv,
            AffineOp::FloorDiv => AffineOp::CeilDiv,
            AffineOp::CeilDiv => AffineOp::FloorDiv,
            _ => return None,
        };
        Some(AffineExpr::bin(other, lhs.clone(), AffineExpr::Const(number)))
    })
}

fn slice_numbers(id: OpId, op: &Op, name: &'static str, by: i64) -> Vec<ModuleEdit> {
    let is_slice = ["subview", "extract_slice", "insert_slice"]
        .iter()
        .any(|part| op.name.ends_with(part));
    let Some(Attr::DenseArray { elem, items }) = op.attr(name).filter(|_| is_slice) else {
        return Vec::new();
    };
    let (elem, items) = (elem.clone(), items.clone());
    many((0..items.len()).filter_map(move |at| {
        let mut items = items.clone();
        match &mut items[at] {
            Attr::Int { value, .. } if *value >= 0 => *value += i128::from(by),
            _ => return None,
        }
        let elem = elem.clone();
        Some(move |module: &mut Module| {
            let (elem, items) = (elem.clone(), items.clone());
            set(module.op_mut(id), name, Attr::DenseArray { elem, items });
        })
    }))
}

fn wrong_slice_offset(_: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    [
        slice_numbers(id, op, "static_offsets", 1),
        slice_numbers(id, op, "static_offsets", -1),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn wrong_constant(_: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    match (op.name.as_str(), op.attr("value")) {
        ("arith.constant", Some(Attr::Int { value, ty })) => {
            let (value, ty) = (value + 1, ty.clone());
            one(move |module| {
                let ty = ty.clone();
                set(module.op_mut(id), "value", Attr::Int { value, ty });
            })
        }
        _ => Vec::new(),
    }
}

fn wrong_float(_: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    match (op.name.as_str(), op.attr("value")) {
        ("arith.constant", Some(Attr::Float { bits, ty })) => {
            let (other, ty) = match (bits, ty) {
                // One where zero belongs, else zero.
                (0, Type::Float(polyvet_ir::FloatKind::F32)) => (u64::from(1f32.to_bits()), ty.clone()),
                (0, _) => (1f64.to_bits(), ty.clone()),
                _ => (0, ty.clone()),
            };
            one(move |module| {
                let ty = ty.clone();
                set(module.op_mut(id), "value", Attr::Float { bits: other, ty });
            })
        }
        _ => Vec::new(),
    }
}

fn missing_init(module: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    let stores_constant = || {
        let value = op.operands.first()?.value;
        (op.name == "affine.store" && module.op(module.defining_op(value)?).name == "arith.constant").then_some(())
    };
    match (op.name.as_str(), &op.results[..]) {
        ("linalg.fill", []) => one(move |module| detach(module, id)),
        ("linalg.fill", [result]) => {
            let (result, out) = (*result, op.operand(1));
            one(move |module| {
                replace_uses(module, result, out);
                detach(module, id);
            })
        }
        _ if stores_constant().is_some() => one(move |module| detach(module, id)),
        _ => Vec::new(),
    }
}

/// A copy as a whole, or a loop nest that does nothing else than copying.
fn missing_copy(module: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    let copies = || {
        let mut inner = polyvet_ir::affine_for(module, id)?;
        loop {
            match module.block(inner.body).ops[..] {
                [next, _] => inner = polyvet_ir::affine_for(module, next)?,
                [load, store, _] => {
                    let (load, store) = (module.op(load), module.op(store));
                    let is_copy = load.name == "affine.load" && store.name == "affine.store";
                    return (is_copy && store.operand(0) == load.results[0]).then_some(());
                }
                _ => return None,
            }
        }
    };
    let inside = module
        .parent_op(id)
        .is_some_and(|parent| module.op(parent).name == "affine.for");
    let is_copy = match op.name.as_str() {
        "memref.copy" | "linalg.copy" => op.results.is_empty(),
        // Only the outermost loop of the copy.
        "affine.for" => copies().is_some() && (!inside || !only_child(module, id)),
        _ => false,
    };
    if is_copy {
        one(move |module| detach(module, id))
    } else {
        Vec::new()
    }
}

fn only_child(module: &Module, id: OpId) -> bool {
    module
        .op(id)
        .parent
        .is_some_and(|block| module.block(block).ops.len() == 2)
}

fn missing_store(_: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    match op.name.as_str() {
        "affine.store" | "memref.store" => one(move |module| detach(module, id)),
        _ => Vec::new(),
    }
}

/// Another array of the same type is read or written.
fn wrong_array(module: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    let at = match op.name.as_str() {
        "affine.load" => 0,
        "affine.store" => 1,
        name if name.starts_with("linalg.") && !op.operands.is_empty() => 0,
        _ => return Vec::new(),
    };
    let array = op.operand(at);
    let mut func = id;
    while module.op(func).name != "func.func" {
        let Some(parent) = module.parent_op(func) else {
            return Vec::new();
        };
        func = parent;
    }
    let Some(entry) = module.only_block(func, 0) else {
        return Vec::new();
    };
    let other = module.block(entry).args.iter().copied();
    let other =
        other.filter(|arg| *arg != array && module.ty(*arg) == module.ty(array) && module.ty(array).shape().is_some());
    many(
        other
            .take(1)
            .map(move |other| move |module: &mut Module| module.op_mut(id).operands[at].value = other)
            .collect::<Vec<_>>()
            .into_iter(),
    )
}

/// Not commutative.
const ORDERED: [&str; 5] = ["arith.subf", "arith.divf", "arith.subi", "arith.divsi", "arith.remsi"];

fn swapped_operands(_: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    if ORDERED.contains(&op.name.as_str()) && op.operand(0) != op.operand(1) {
        return one(move |module| module.op_mut(id).operands.swap(0, 1));
    }
    Vec::new()
}

/// What stands for another operation.
const CONFUSED: [(&str, &str); 9] = [
    ("arith.addf", "arith.subf"),
    ("arith.subf", "arith.addf"),
    ("arith.mulf", "arith.addf"),
    ("arith.divf", "arith.mulf"),
    ("arith.maximumf", "arith.minimumf"),
    ("arith.addi", "arith.subi"),
    ("arith.subi", "arith.addi"),
    ("arith.muli", "arith.addi"),
    ("arith.maxsi", "arith.minsi"),
];

fn wrong_operation(_: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    let other = CONFUSED.iter().find(|(name, _)| *name == op.name);
    many(other.into_iter().map(move |(_, other)| {
        move |module: &mut Module| {
            let op = module.op_mut(id);
            op.name = (*other).into();
            if other.ends_with("si") {
                op.properties.remove("overflowFlags");
            }
        }
    }))
}

/// Of a sum or product only one side is left.
fn lost_operand(module: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    let is_binary = CONFUSED.iter().any(|(name, _)| *name == op.name) && op.operands.len() == 2;
    let Some(result) = op.results.first().copied().filter(|_| is_binary) else {
        return Vec::new();
    };
    let sides = [op.operand(0), op.operand(1)];
    let sides = sides.into_iter().filter(|side| module.ty(*side) == module.ty(result));
    many(
        sides
            .map(move |side| {
                move |module: &mut Module| {
                    replace_uses(module, result, side);
                    detach(module, id);
                }
            })
            .collect::<Vec<_>>()
            .into_iter(),
    )
}

/// The carried values of a loop and its yield.
fn carried(module: &Module, id: OpId) -> Option<(OpId, Vec<ValueId>, usize)> {
    let op = module.op(id);
    let inits = match op.name.as_str() {
        "affine.for" => polyvet_ir::affine_for(module, id)?.inits.len(),
        "scf.for" => op.operands.len().checked_sub(3)?,
        _ => return None,
    };
    let body = module.only_block(id, 0)?;
    let end = *module.block(body).ops.last()?;
    let args = module.block(body).args[1..].to_vec();
    (inits > 0 && args.len() == inits).then_some((end, args, op.operands.len() - inits))
}

fn lost_iter_arg(module: &Module, id: OpId, _: &Op) -> Vec<ModuleEdit> {
    let Some((end, args, _)) = carried(module, id) else {
        return Vec::new();
    };
    many((0..args.len()).map(move |at| {
        let arg = args[at];
        move |module: &mut Module| module.op_mut(end).operands[at].value = arg
    }))
}

/// The body uses the value before the loop instead of the one that is carried.
fn unused_iter_arg(module: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    let Some((_, args, first)) = carried(module, id) else {
        return Vec::new();
    };
    let inits: Vec<ValueId> = op.operand_values().skip(first).collect();
    many((0..args.len()).map(move |at| {
        let (arg, init) = (args[at], inits[at]);
        move |module: &mut Module| replace_uses(module, arg, init)
    }))
}

/// Another constant of the same type, or a carried value of the loop around, is what it starts with.
fn wrong_init(module: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    let Some((_, _, first)) = carried(module, id) else {
        return Vec::new();
    };
    let inits: Vec<ValueId> = op.operand_values().skip(first).collect();
    let elem = |value: ValueId| module.ty(value).clone();
    let literals: Vec<(usize, Type)> = inits.iter().map(|init| elem(*init)).enumerate().collect();
    many(literals.into_iter().filter_map(move |(at, ty)| {
        let value = match &ty {
            Type::Float(kind) => Attr::Float {
                bits: match kind {
                    polyvet_ir::FloatKind::F32 => u64::from(7f32.to_bits()),
                    polyvet_ir::FloatKind::F64 => 7f64.to_bits(),
                    _ => return None,
                },
                ty: ty.clone(),
            },
            Type::Integer { .. } => Attr::Int {
                value: 7,
                ty: ty.clone(),
            },
            _ => return None,
        };
        Some(move |module: &mut Module| {
            let literal = OpSpec::new("arith.constant")
                .result(ty.clone())
                .property("value", value.clone());
            let literal = insert_before(module, id, literal);
            let number = module.op(literal).results[0];
            module.op_mut(id).operands[first + at].value = number;
        })
    }))
}

/// Values of one type leave a region in another order.
fn swapped_results(module: &Module, id: OpId, op: &Op) -> Vec<ModuleEdit> {
    let ends = matches!(op.name.as_str(), "linalg.yield" | "affine.yield" | "func.return");
    let same = |at: usize| module.ty(op.operand(at)) == module.ty(op.operand(at + 1));
    match op.operands.len() {
        2.. if ends && same(0) && op.operand(0) != op.operand(1) => {
            one(move |module| module.op_mut(id).operands.swap(0, 1))
        }
        _ => Vec::new(),
    }
}
