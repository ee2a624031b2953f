//! Operations of StableHLO and TOSA as operations of `linalg`, `tensor`, `arith`, `math` and `scf`.
//!
//! An operation on tensors has the meaning of a structured one: [`plain_operations`] puts that in its place, as the
//! specification of StableHLO or of TOSA defines it. What is put there is written as text and read by the parser, and
//! is at the place of the user's operation. A tensor without dimensions is a number, so arithmetic on it is arithmetic
//! on numbers.
//!
//! What has no such meaning here (`sort`, `scatter`, `fft`, unsigned integers, extents that are not known) stays what
//! it is.

mod elements;
mod loops;
mod scalar;
mod stablehlo;
mod tosa;
mod windows;

use crate::{Dim, Module, OpId, OpSpec, Type, ValueId};
use std::collections::HashMap;
use std::fmt::Write as _;

/// Rewrites all operations of StableHLO and TOSA in functions that have a meaning in the dialects that are modelled.
///
/// JAX makes a function of its own of each function that it knows by name. Those are put where they are called, so that
/// what is said about a function is said about all that it does.
/// Buffers of vectors become buffers of numbers, and transfers that are waited for at once the loops that copy.
pub fn plain_operations(module: &mut Module) {
    elements::rewrite(module);
    for func in module.funcs() {
        if let Some(plain) = crate::plain_transfers(module, func) {
            *module = plain;
        }
    }
    let mut any = false;
    module.walk(module.top, &mut |_, op| {
        any |= ["stablehlo", "chlo", "tosa"].contains(&op.dialect())
    });
    if !any {
        return;
    }
    for func in module.funcs() {
        if let Some(inlined) = crate::inline_calls(module, func) {
            *module = inlined;
        }
    }
    for func in module.funcs() {
        let mut rewriter = Rewriter::default();
        rewriter.within(module, func);
        rewriter.finish(module, func);
    }
}

/// What has been put in the place of what.
#[derive(Default)]
struct Rewriter {
    replaced: HashMap<ValueId, ValueId>,
    /// The number that a tensor without dimensions holds.
    numbers: HashMap<ValueId, ValueId>,
    /// What was made, in order.
    made: Vec<OpId>,
}

impl Rewriter {
    fn within(&mut self, module: &mut Module, op: OpId) {
        for region in module.op(op).regions.clone() {
            for block in module.region(region).blocks.clone() {
                for inner in module.block(block).ops.clone() {
                    self.rewrite(module, inner);
                }
            }
        }
    }

    fn rewrite(&mut self, module: &mut Module, op: OpId) {
        if module.op(op).name == "tosa.cond_if" {
            loops::branch(module, op);
            return self.within(module, op);
        }
        if ["stablehlo.while", "tosa.while_loop"].contains(&module.op(op).name.as_str()) {
            let more = loops::rewrite(module, op);
            self.replaced.extend(more.replaced);
            self.numbers.extend(more.counter);
            // The loop that is there now.
            return self.within(module, more.op);
        }
        if module.op(op).name == "tosa.const_shape" {
            // Read by those that use it.
            return self.made.push(op);
        }
        if let Some(text) = stablehlo::text(module, op).or_else(|| tosa::text(module, op)) {
            self.replace(module, op, &text);
        } else {
            self.within(module, op);
        }
    }

    /// Puts the body of function `text` in the place of `op`.
    fn replace(&mut self, module: &mut Module, op: OpId, text: &str) {
        let Some((parsed, func)) = fitting(module, op, text) else {
            return;
        };
        let place = module.detached_block();
        let func = module.import(&parsed, func, place);
        let Some(body) = module.only_block(func, 0) else { return };
        let mut map = HashMap::new();
        for (at, arg) in module.block(body).args.clone().into_iter().enumerate() {
            let operand = module.op(op).operand(at);
            let number = module.ty(arg) != module.ty(operand);
            map.insert(
                arg,
                if number {
                    self.number(module, op, operand)
                } else {
                    operand
                },
            );
        }
        module.replace_uses(func, &map);
        let mut ops = module.block(body).ops.clone();
        let Some(end) = ops.pop() else { return };
        for inner in ops {
            module.detach(inner);
            self.stand(module, op, inner);
        }
        let returned: Vec<ValueId> = module.op(end).operand_values().collect();
        for (old, new) in module.op(op).results.clone().into_iter().zip(returned) {
            self.result(module, op, old, new);
        }
        module.detach(op);
    }

    /// The number that a tensor without dimensions holds, for an operation in the place of `op`.
    fn number(&mut self, module: &mut Module, op: OpId, tensor: ValueId) -> ValueId {
        if let Some(number) = self.numbers.get(&tensor) {
            return *number;
        }
        let elem = module.ty(tensor).elem().clone();
        let extract = module.add_op(OpSpec::new("tensor.extract").operands(&[tensor]).result(elem));
        self.stand(module, op, extract);
        module.op(extract).results[0]
    }

    fn result(&mut self, module: &mut Module, op: OpId, old: ValueId, new: ValueId) {
        let ty = module.ty(old).clone();
        let new = match *module.ty(new) == ty {
            true => new,
            false => {
                let tensor = module.add_op(OpSpec::new("tensor.from_elements").operands(&[new]).result(ty));
                self.stand(module, op, tensor);
                self.numbers.insert(old, new);
                module.op(tensor).results[0]
            }
        };
        let (name, span) = (module.value(old).name.clone(), module.value(old).span);
        let made = module.defining_op(new).is_some_and(|op| self.made.contains(&op));
        if made {
            let value = module.value_mut(new);
            (value.name, value.span) = (name, span);
        }
        self.replaced.insert(old, new);
    }

    /// Puts `inner` in front of `op`, with all places in it those of `op`.
    fn stand(&mut self, module: &mut Module, op: OpId, inner: OpId) {
        module.insert_before(op, inner);
        let (span, name_span) = (module.op(op).span, module.op(op).name_span);
        let mut all = Vec::new();
        module.walk(inner, &mut |id, _| all.push(id));
        for id in all {
            let loc = module.op(op).loc.clone();
            let data = module.op_mut(id);
            (data.span, data.name_span, data.loc) = (span, name_span, loc);
            data.operands.iter_mut().for_each(|operand| operand.span = span);
            for result in data.results.clone() {
                module.value_mut(result).span = span;
            }
        }
        self.made.push(inner);
    }

    /// Uses of what was replaced, and what was made for nothing.
    fn finish(self, module: &mut Module, func: OpId) {
        let last = |value: &ValueId| {
            let mut value = *value;
            while let Some(next) = self.replaced.get(&value) {
                value = *next;
            }
            value
        };
        let map = self.replaced.keys().map(|old| (*old, last(old))).collect();
        module.replace_uses(func, &map);
        let mut uses = module.use_counts(func);
        for op in self.made.iter().rev() {
            let data = module.op(*op);
            let unused = !data.results.is_empty() && data.results.iter().all(|value| uses[value.at()] == 0);
            if unused && data.regions.is_empty() {
                data.operand_values().for_each(|value| uses[value.at()] -= 1);
                module.detach(*op);
            }
        }
    }
}

/// The function that `text` is, if it gives what `op` gives. An operation that is not as its dialect says has none.
fn fitting(module: &Module, op: OpId, text: &str) -> Option<(Module, OpId)> {
    let (parsed, diagnostics) = crate::parse(text);
    let func = parsed.funcs().first().copied()?;
    (diagnostics.is_empty() && crate::well_formed(&parsed).is_empty()).then_some(())?;
    let block = parsed.block(parsed.only_block(func, 0)?);
    let end = parsed.op(*block.ops.last()?);
    let same = |(new, old): (ValueId, &ValueId)| {
        let (new, old) = (parsed.ty(new), module.ty(*old));
        new == old || *new == argument(old)
    };
    let results = &module.op(op).results;
    let fits = end.operands.len() == results.len() && end.operand_values().zip(results).all(same);
    fits.then_some((parsed, func))
}

/// The text of a function whose body stands for an operation.
struct FunctionText {
    lines: String,
    next: usize,
}

impl FunctionText {
    fn new() -> FunctionText {
        FunctionText {
            lines: String::new(),
            next: 0,
        }
    }

    /// A line that defines a value; its name.
    fn def(&mut self, operation: &str) -> String {
        self.next += 1;
        let name = format!("%v{}", self.next);
        let _ = writeln!(self.lines, "{name} = {operation}");
        name
    }

    fn line(&mut self, line: &str) {
        self.lines += line;
        self.lines += "\n";
    }

    /// The function: operands of `op` are `%a0`, `%a1`, ..; those without dimensions are numbers.
    fn function(&self, module: &Module, op: OpId, results: &[(String, String)]) -> String {
        let arg = |(at, value): (usize, ValueId)| format!("%a{at}: {}", argument(module.ty(value)));
        let args: Vec<_> = module.op(op).operand_values().enumerate().map(arg).collect();
        let types: Vec<_> = results.iter().map(|(_, ty)| ty.as_str()).collect();
        let values: Vec<_> = results.iter().map(|(value, _)| value.as_str()).collect();
        let (types, values) = (types.join(", "), values.join(", "));
        format!(
            "func.func private @f({}) -> ({types}) {{\n{}return {values} : {types}\n}}\n",
            args.join(", "),
            self.lines
        )
    }

    /// An array of the type without elements.
    fn empty(&mut self, ty: &Type) -> String {
        self.def(&format!("tensor.empty() : {ty}"))
    }

    /// An array of which all elements are `value`.
    fn fill(&mut self, value: &str, ty: &Type) -> String {
        let empty = self.empty(ty);
        let elem = ty.elem();
        self.def(&format!(
            "linalg.fill ins({value} : {elem}) outs({empty} : {ty}) -> {ty}"
        ))
    }

    /// `linalg.generic`. `body` gets the names of the elements and gives those that are yielded.
    fn generic(
        &mut self,
        loops: usize,
        parallel: &dyn Fn(usize) -> bool,
        (ins, outs): (&[PlainArray], &[PlainArray]),
        body: &mut PayloadWriter<'_>,
    ) -> Option<Vec<String>> {
        let dims: Vec<_> = (0..loops).map(|n| format!("d{n}")).collect();
        let all = || ins.iter().chain(outs);
        let map = |array: &PlainArray| format!("affine_map<({}) -> ({})>", dims.join(", "), array.map.join(", "));
        let maps: Vec<_> = all().map(map).collect();
        let kinds: Vec<_> = (0..loops)
            .map(|n| if parallel(n) { "\"parallel\"" } else { "\"reduction\"" })
            .collect();
        let operands = |arrays: &[PlainArray]| {
            let names: Vec<_> = arrays.iter().map(|array| array.name.clone()).collect();
            let types: Vec<_> = arrays.iter().map(|array| array.ty.to_string()).collect();
            format!("({} : {})", names.join(", "), types.join(", "))
        };
        self.next += 1;
        let id = self.next;
        let elements: Vec<_> = (0..maps.len()).map(|n| format!("%e{id}_{n}")).collect();
        let header: Vec<_> = { elements.iter().zip(all()) }
            .map(|(name, array)| format!("{name}: {}", array.ty.elem()))
            .collect();
        let inputs = if ins.is_empty() {
            String::new()
        } else {
            format!(" ins{}", operands(ins))
        };
        let result = format!("%g{id}");
        let count = if outs.len() > 1 {
            format!(":{}", outs.len())
        } else {
            String::new()
        };
        self.line(&format!(
            "{result}{count} = linalg.generic {{indexing_maps = [{}], iterator_types = [{}]}}{inputs} outs{} {{\n^bb0({}):",
            maps.join(", "),
            kinds.join(", "),
            operands(outs),
            header.join(", ")
        ));
        let yielded = body(self, &elements)?.join(", ");
        let elems: Vec<_> = outs.iter().map(|array| array.ty.elem().to_string()).collect();
        let types: Vec<_> = outs.iter().map(|array| array.ty.to_string()).collect();
        self.line(&format!(
            "linalg.yield {yielded} : {}\n}} -> ({})",
            elems.join(", "),
            types.join(", ")
        ));
        Some(match outs.len() {
            1 => vec![result],
            n => (0..n).map(|at| format!("{result}#{at}")).collect(),
        })
    }
}

/// Writes a payload over elements, and gives what is yielded.
type PayloadWriter<'a> = dyn FnMut(&mut FunctionText, &[String]) -> Option<Vec<String>> + 'a;

/// An operand of a structured operation: its name, type and subscripts.
struct PlainArray {
    name: String,
    ty: Type,
    map: Vec<String>,
}

impl PlainArray {
    fn new(name: impl Into<String>, ty: &Type, map: Vec<String>) -> PlainArray {
        PlainArray {
            name: name.into(),
            ty: ty.clone(),
            map,
        }
    }

    /// Subscripts `d0, d1, ..`.
    fn plain(name: impl Into<String>, ty: &Type) -> PlainArray {
        let rank = ty.shape().map_or(0, <[_]>::len);
        PlainArray::new(name, ty, (0..rank).map(|n| format!("d{n}")).collect())
    }
}

/// The type of an operand where a tensor without dimensions is a number.
fn argument(ty: &Type) -> Type {
    match ty.shape() {
        Some([]) => ty.elem().clone(),
        _ => ty.clone(),
    }
}

/// Larger extents and attributes are left alone, so that sums and products of two of them are numbers.
const NUMBER_MAX: i64 = 1 << 30;

/// Extents, if all of them are known.
fn extents(ty: &Type) -> Option<Vec<i64>> {
    let extent = |dim: &Dim| match dim {
        Dim::Static(n) => i64::try_from(*n).ok().filter(|n| *n <= NUMBER_MAX),
        _ => None,
    };
    ty.shape()?.iter().map(extent).collect()
}

fn tensor(extents: &[i64], elem: &Type) -> Type {
    let dim = |n: &i64| Dim::Static(u64::try_from(*n).unwrap_or(0));
    Type::tensor(extents.iter().map(dim).collect(), elem.clone())
}

/// `1, 2`
fn list(numbers: &[i64]) -> String {
    let words: Vec<_> = numbers.iter().map(i64::to_string).collect();
    words.join(", ")
}
