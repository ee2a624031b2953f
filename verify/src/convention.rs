//! Interfaces that say the same in another way.
//!
//! Some passes change what a function takes and gives: a wide integer is handed over as its two halves, a result is left
//! in a buffer that the caller passes, a result that is an argument is not returned. Whether callers know of that is not
//! for the function to say, so it is a *convention*: `before` is wrapped until it has the interface of `after`, the two
//! are compared like any others, and a proof names the convention among what it assumes. A difference refutes nothing:
//! the callers may have agreed on something else.

use crate::Assumption;
use crate::validate::ProgramSide;
use polyvet_ir::{Attr, BlockId, Dim, Module, OpId, OpSpec, Sign, Span, Type, ValueId, func};
use std::collections::HashMap;

/// `before` with the interface of `after`, and the convention by which that is the same function; `None` if there is none.
pub(crate) fn adapted(before: ProgramSide<'_>, after: ProgramSide<'_>) -> Option<(Module, Assumption)> {
    let plain = |side: &ProgramSide<'_>| side.module.op(side.func).name == "func.func";
    if ![before, after].iter().all(plain) {
        return None;
    }
    let (old, new) = (func(before.module, before.func)?, func(after.module, after.func)?);
    let entry = *before.module.region(old.body).blocks.first()?;
    let mut wrapped = Wrapped {
        module: before.module.clone(),
        func: before.func,
        entry,
        returns: returns(before)?,
        inputs: old.inputs,
        results: old.results,
    };
    let (inputs, results) = (new.inputs.len(), new.results.len());
    let gone = wrapped.results.len().checked_sub(results)?;
    let convention = match inputs.checked_sub(wrapped.inputs.len())? {
        0 if gone == 0 => wrapped.halve((&new.inputs, &new.results)),
        0 => wrapped
            .leave_arguments(gone)
            .or_else(|| wrapped.fill_arguments(gone, &new.inputs)),
        more if more == gone => wrapped.fill_buffers(&new.inputs[inputs - more..]),
        _ => None,
    }?;
    wrapped.finish();
    Some((wrapped.module, convention))
}

/// What ends a function.
fn returns(side: ProgramSide<'_>) -> Option<Vec<OpId>> {
    let module = side.module;
    let body = *module.op(side.func).regions.first()?;
    let last = |block: &BlockId| module.block(*block).ops.last().copied();
    let mut found: Vec<OpId> = module.region(body).blocks.iter().filter_map(last).collect();
    found.retain(|op| module.op(*op).info().is_return());
    (!found.is_empty()).then_some(found)
}

/// A function that is getting another interface.
struct Wrapped {
    module: Module,
    func: OpId,
    entry: BlockId,
    returns: Vec<OpId>,
    inputs: Vec<Type>,
    results: Vec<Type>,
}

impl Wrapped {
    /// The type that the function has now.
    fn finish(&mut self) {
        let ty = Attr::Type(Type::Function {
            inputs: std::mem::take(&mut self.inputs),
            results: std::mem::take(&mut self.results),
        });
        self.module.op_mut(self.func).properties.set("function_type", ty);
    }

    /// Wide integers are vectors of their halves wherever `after` has it so.
    fn halve(&mut self, (inputs, results): (&[Type], &[Type])) -> Option<Assumption> {
        let mut some = false;
        for (at, new) in inputs.iter().enumerate() {
            if let Some(wide) = Wide::of(&self.inputs[at], new) {
                self.join(at, &wide);
                some = true;
            }
        }
        for (at, new) in results.iter().enumerate() {
            if let Some(wide) = Wide::of(&self.results[at], new) {
                self.split(at, &wide);
                some = true;
            }
        }
        some.then_some(Assumption::Halves)
    }

    /// Argument `at` is the halves; what used it uses the whole.
    fn join(&mut self, at: usize, wide: &Wide) {
        let argument = self.module.block(self.entry).args[at];
        let mut edit = ConventionEdit::new(&mut self.module);
        let [low, high] = wide.halves(&mut edit, argument);
        let [low, high] = [low, high].map(|half| edit.one("arith.extui", &[half], &wide.whole));
        let bits = wide.half_bits(&mut edit);
        let high = edit.one("arith.shli", &[high, bits], &wide.whole);
        let whole = edit.one("arith.ori", &[high, low], &wide.whole);
        let made = edit.made;
        self.module.replace_uses(self.func, &HashMap::from([(argument, whole)]));
        self.module.value_mut(argument).ty = wide.pair.clone();
        self.inputs[at] = wide.pair.clone();
        let first = self.module.block(self.entry).ops[0];
        put(&mut self.module, first, made);
    }

    /// Result `at` is the halves.
    fn split(&mut self, at: usize, wide: &Wide) {
        for last in self.returns.clone() {
            let whole = self.module.op(last).operand(at);
            let mut edit = ConventionEdit::new(&mut self.module);
            let bits = wide.half_bits(&mut edit);
            let high = edit.one("arith.shrui", &[whole, bits], &wide.whole);
            let [low, high] = [whole, high].map(|one| edit.one("arith.trunci", &[one], &wide.half));
            let pair = wide.pair_of(&mut edit, [low, high]);
            let made = edit.made;
            put(&mut self.module, last, made);
            self.module.op_mut(last).operands[at].value = pair;
        }
        self.results[at] = wide.pair.clone();
    }

    /// Results that are arrays are left in buffers that are passed behind the other arguments.
    fn fill_buffers(&mut self, buffers: &[Type]) -> Option<Assumption> {
        let array = |ty: &Type| matches!(ty, Type::MemRef { .. } | Type::Tensor { .. });
        let moved: Vec<usize> = (0..self.results.len()).filter(|at| array(&self.results[*at])).collect();
        let fits = |(at, buffer): (&usize, &Type)| can_hold(buffer, &self.results[*at]);
        if moved.len() != buffers.len() || !moved.iter().zip(buffers).all(fits) {
            return None;
        }
        for (at, ty) in moved.iter().zip(buffers) {
            let buffer = { &mut self.module }.add_block_arg(self.entry, ty.clone(), None, Span::NONE);
            self.inputs.push(ty.clone());
            self.leave(*at, buffer);
        }
        self.without(&moved);
        Some(Assumption::ResultsInBuffers)
    }

    /// Results that are arguments, whatever happens, are not returned.
    fn leave_arguments(&mut self, gone: usize) -> Option<Assumption> {
        let left: Vec<usize> = (0..self.results.len()).filter(|at| self.is_argument(*at)).collect();
        (left.len() == gone).then(|| self.without(&left))?;
        Some(Assumption::ResultsAreArguments)
    }

    /// Tensors that are results are left in the buffers that arguments of their type have become, one after the other.
    fn fill_arguments(&mut self, gone: usize, inputs: &[Type]) -> Option<Assumption> {
        let tensors: Vec<usize> = { 0..self.results.len() }
            .filter(|at| self.results[*at].is_tensor())
            .collect();
        // What is still returned might be one of the arguments.
        let others = { self.results.iter() }.any(|ty| ty.is_memref() || matches!(ty, Type::UnrankedMemRef { .. }));
        if tensors.len() != gone || others {
            return None;
        }
        let mut places = Vec::new();
        for at in &tensors {
            let same = |(arg, new): (&Type, &Type)| *arg == self.results[*at] && can_hold(new, arg) && new.is_memref();
            let free = |arg: &usize| !places.contains(arg) && same((&self.inputs[*arg], &inputs[*arg]));
            let place = { 0..inputs.len() }.find(free)?;
            places.push(place);
        }
        for (at, place) in tensors.iter().zip(places) {
            self.fill_argument(*at, place, &inputs[place]);
        }
        self.without(&tensors);
        Some(Assumption::ResultsAreArguments)
    }

    /// Argument `place` is a buffer, whose elements are the tensor that it was, and in the end those of result `at`.
    fn fill_argument(&mut self, at: usize, place: usize, buffer: &Type) {
        let argument = self.module.block(self.entry).args[place];
        let mut edit = ConventionEdit::new(&mut self.module);
        let spec = OpSpec::new("bufferization.to_tensor").operands(&[argument]);
        let spec = spec.property("restrict", Attr::Unit).result(self.inputs[place].clone());
        let tensor = edit.add(spec)[0];
        let made = edit.made;
        self.module
            .replace_uses(self.func, &HashMap::from([(argument, tensor)]));
        self.module.value_mut(argument).ty = buffer.clone();
        self.inputs[place] = buffer.clone();
        let first = self.module.block(self.entry).ops[0];
        put(&mut self.module, first, made);
        self.leave(at, argument);
    }

    /// Each end leaves result `at` in a buffer.
    fn leave(&mut self, at: usize, buffer: ValueId) {
        for last in self.returns.clone() {
            let given = self.module.op(last).operand(at);
            let spec = match self.module.ty(given).is_memref() {
                true => OpSpec::new("memref.copy"),
                false => OpSpec::new("bufferization.materialize_in_destination")
                    .property("restrict", Attr::Unit)
                    .property("writable", Attr::Unit),
            };
            let op = self.module.add_op(spec.operands(&[given, buffer]));
            put(&mut self.module, last, vec![op]);
        }
    }

    /// Whether a result is the buffer of the same argument at each end.
    fn is_argument(&self, at: usize) -> bool {
        let args = &self.module.block(self.entry).args;
        let origin = |last: &OpId| {
            let mut value = self.module.op(*last).operand(at);
            while let Some(op) = self.module.defining_op(value) {
                let data = self.module.op(op);
                if data.name != "memref.cast" {
                    return None;
                }
                value = data.operand(0);
            }
            args.iter().position(|arg| *arg == value)
        };
        let mut origins = self.returns.iter().map(origin);
        let first = origins.next().flatten();
        self.results[at].is_memref() && first.is_some() && origins.all(|other| other == first)
    }

    /// Takes results away; the positions are in order.
    fn without(&mut self, gone: &[usize]) {
        let attrs = self.module.op(self.func).attr("res_attrs").cloned();
        if let Some(Attr::Array(mut attrs)) = attrs {
            let mut number = 0;
            attrs.retain(|_| {
                number += 1;
                !gone.contains(&(number - 1))
            });
            let properties = &mut self.module.op_mut(self.func).properties;
            properties.set("res_attrs", Attr::Array(attrs));
        }
        for at in gone.iter().rev() {
            self.results.remove(*at);
            for last in &self.returns {
                self.module.op_mut(*last).operands.remove(*at);
            }
        }
    }
}

/// Whether a buffer may have the elements of an array: its element type, and no other extents.
fn can_hold(buffer: &Type, array: &Type) -> bool {
    let Type::MemRef { shape, elem, space, .. } = buffer else {
        return false;
    };
    let (old, same_space) = match array {
        Type::MemRef {
            shape, space: other, ..
        } => (shape, space == other),
        Type::Tensor { shape, .. } => (shape, space.is_none()),
        _ => return false,
    };
    let fits = |(x, y): (&Dim, &Dim)| x == y || *x == Dim::Dynamic || *y == Dim::Dynamic;
    **elem == *array.elem() && same_space && shape.len() == old.len() && shape.iter().zip(old).all(fits)
}

/// An integer, or a vector of them, and what it is in halves.
struct Wide {
    /// `i64`, `vector<3xi64>`
    whole: Type,
    /// `i32`, `vector<3xi32>`
    half: Type,
    /// `vector<2xi32>`, `vector<3x2xi32>`
    pair: Type,
    /// Extents of the vector; none of an integer.
    shape: Vec<Dim>,
    elem: Type,
    bits: u32,
}

impl Wide {
    /// Of a type and what became of it.
    fn of(whole: &Type, pair: &Type) -> Option<Wide> {
        let (shape, elem) = match whole {
            Type::Vector { shape, elem } => (shape.clone(), (**elem).clone()),
            other => (Vec::new(), other.clone()),
        };
        let Type::Integer {
            width,
            sign: Sign::Signless,
        } = elem
        else {
            return None;
        };
        let bits = width / 2;
        let narrow = Type::Integer {
            width: bits,
            sign: Sign::Signless,
        };
        let is_fixed = shape.iter().all(|dim| matches!(dim, Dim::Static(_)));
        let expected = vector([&shape[..], &[Dim::Static(2)]].concat(), &narrow);
        let fits = width % 2 == 0 && width <= 64 && is_fixed && *pair == expected;
        fits.then(|| Wide {
            whole: whole.clone(),
            half: match shape.is_empty() {
                true => narrow.clone(),
                false => vector(shape.clone(), &narrow),
            },
            pair: expected,
            shape,
            elem,
            bits,
        })
    }

    /// `vector<3x1xi32>`
    fn column(&self) -> Type {
        let Type::Vector { elem, .. } = &self.pair else {
            unreachable!("a pair is a vector")
        };
        vector([&self.shape[..], &[Dim::Static(1)]].concat(), elem)
    }

    /// The low and the high half.
    fn halves(&self, edit: &mut ConventionEdit<'_>, pair: ValueId) -> [ValueId; 2] {
        if self.shape.is_empty() {
            return edit.two("vector.to_elements", pair, &self.half);
        }
        let columns = edit.two("vector.deinterleave", pair, &self.column());
        columns.map(|column| edit.one("vector.shape_cast", &[column], &self.half))
    }

    fn pair_of(&self, edit: &mut ConventionEdit<'_>, halves: [ValueId; 2]) -> ValueId {
        if self.shape.is_empty() {
            return edit.one("vector.from_elements", &halves, &self.pair);
        }
        let columns = halves.map(|half| edit.one("vector.shape_cast", &[half], &self.column()));
        edit.one("vector.interleave", &columns, &self.pair)
    }

    /// The number of bits of a half, as wide as the whole.
    fn half_bits(&self, edit: &mut ConventionEdit<'_>) -> ValueId {
        let value = Attr::Int {
            value: i128::from(self.bits),
            ty: self.elem.clone(),
        };
        let constant = edit.add(
            OpSpec::new("arith.constant")
                .property("value", value)
                .result(self.elem.clone()),
        );
        match self.shape.is_empty() {
            true => constant[0],
            false => edit.one("vector.broadcast", &[constant[0]], &self.whole),
        }
    }
}

fn vector(shape: Vec<Dim>, elem: &Type) -> Type {
    let elem = Box::new(elem.clone());
    Type::Vector { shape, elem }
}

/// Operations that are made and stand nowhere yet.
struct ConventionEdit<'m> {
    module: &'m mut Module,
    made: Vec<OpId>,
}

impl ConventionEdit<'_> {
    fn new(module: &mut Module) -> ConventionEdit<'_> {
        let made = Vec::new();
        ConventionEdit { module, made }
    }

    fn add(&mut self, spec: OpSpec) -> Vec<ValueId> {
        let op = self.module.add_op(spec);
        self.made.push(op);
        self.module.op(op).results.clone()
    }

    fn one(&mut self, name: &str, operands: &[ValueId], ty: &Type) -> ValueId {
        self.add(OpSpec::new(name).operands(operands).result(ty.clone()))[0]
    }

    /// An operation with two results of one type.
    fn two(&mut self, name: &str, operand: ValueId, ty: &Type) -> [ValueId; 2] {
        let spec = OpSpec::new(name).operands(&[operand]);
        let results = self.add(spec.result(ty.clone()).result(ty.clone()));
        [results[0], results[1]]
    }
}

/// Puts operations in front of another one, in order.
fn put(module: &mut Module, place: OpId, made: Vec<OpId>) {
    for op in made {
        module.insert_before(place, op);
    }
}
