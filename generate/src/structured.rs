//! Random programs of structured operations: `linalg` on memrefs or tensors, copies, local buffers,
//! slices, and loops that carry a value (`iter_args`).
//!
//! Text, since nothing but polyvet's own interpreter says what they do. Every array has one of three
//! symbolic extents in each dimension, so shapes agree by construction, and what is local is written
//! before it is read.

use crate::CallSizes;
use crate::affine::element;
use crate::choices::Choices;
use crate::program::Elem;
use crate::weights::Weights;
use std::fmt::Write;

mod loops;

/// A program with one function, `@random`, and sizes to run it at.
#[derive(Clone, Debug)]
pub struct StructuredCase {
    /// MLIR.
    pub text: String,
    /// Values of its dynamic extents.
    pub sizes: Vec<CallSizes>,
}

/// Which of the three extents each dimension has.
type Dims = Vec<usize>;

#[derive(Clone, Debug)]
struct StructuredArray {
    name: String,
    dims: Dims,
    /// The buffer it is in, which views share.
    root: usize,
    /// Of a view, as it ends its type.
    layout: String,
}

/// What an operation may be.
#[derive(Clone, Copy)]
enum StructuredKind {
    Elementwise,
    Contraction,
    Reduction,
    Fresh,
    CarriedSum,
    LoopInPlace,
    Slice,
    Named,
    Parallel,
    Forall,
    Chain,
}

struct StructuredGenerator<'c, 'n, 'w> {
    choices: &'c mut Choices<'n>,
    weights: &'w Weights,
    ty: Elem,
    /// The name of `ty`.
    elem: &'static str,
    tensors: bool,
    /// `None` is dynamic.
    extents: [Option<i64>; 3],
    /// Arrays that may be read and written.
    arrays: Vec<StructuredArray>,
    text: String,
    temporaries: usize,
}

const NAMES: [&str; 4] = ["A", "B", "C", "D"];
const OPERATIONS_MAX: i64 = 4;

/// A random program of structured operations.
pub fn structured(choices: &mut Choices<'_>, weights: &Weights) -> StructuredCase {
    let ty = element(choices, weights);
    let tensors = choices.chance(weights.tensors.min(100) as usize);
    let mut extents = [Some(2), Some(3), Some(4)];
    for extent in &mut extents {
        *extent = match choices.below(4) {
            0 | 1 => Some(choices.between(1, 5)),
            _ => None,
        };
    }
    let mut generator = StructuredGenerator {
        choices,
        weights,
        ty,
        elem: ty.name(),
        tensors,
        extents,
        arrays: Vec::new(),
        text: String::new(),
        temporaries: 0,
    };
    generator.function();
    let sizes = generator.sizes();
    StructuredCase {
        text: generator.text,
        sizes,
    }
}

impl StructuredGenerator<'_, '_, '_> {
    fn function(&mut self) {
        let count = 2 + self.choices.below(3);
        for name in &NAMES[..count] {
            let dims = self.dims();
            let name = (*name).to_owned();
            self.push(name, dims);
        }
        let args: Vec<String> = self
            .arrays
            .iter()
            .map(|array| format!("%{}: {}", array.name, self.ty(&array.dims)))
            .collect();
        let head = self.text.len();
        for (letter, extent) in self.extents.into_iter().enumerate() {
            let holder = self.arrays.iter().find_map(|array| {
                let dim = array.dims.iter().position(|dim| *dim == letter)?;
                Some((array.clone(), dim))
            });
            // What no argument has is a number, so that nothing else needs to be known.
            match (extent, holder) {
                (None, Some((array, dim))) => {
                    let (dialect, ty) = (if self.tensors { "tensor" } else { "memref" }, self.ty(&array.dims));
                    self.line(&format!("%at{letter} = arith.constant {dim} : index"));
                    self.line(&format!(
                        "%n{letter} = {dialect}.dim %{}, %at{letter} : {ty}",
                        array.name
                    ));
                }
                (None, None) => self.extents[letter] = Some(3),
                _ => {}
            }
        }
        let mut results = Vec::new();
        for _ in 0..self.choices.between(1, OPERATIONS_MAX) {
            results.push(self.operation());
        }
        let (mut signature, mut end) = (String::new(), "return".to_owned());
        if self.tensors {
            let last = &self.arrays[*results.last().expect("an operation")];
            signature = format!(" -> {}", self.ty(&last.dims));
            end = format!("return %{} : {}", last.name, self.ty(&last.dims));
        }
        self.line(&end);
        self.text
            .insert_str(head, &format!("func.func @random({}){signature} {{\n", args.join(", ")));
        self.text += "}\n";
    }

    /// An array of its own; its number.
    fn push(&mut self, name: String, dims: Dims) -> usize {
        let root = self.arrays.len();
        let layout = String::new();
        self.arrays.push(StructuredArray {
            name,
            dims,
            root,
            layout,
        });
        root
    }

    /// Whether two arrays share a buffer.
    fn alias(&self, one: usize, other: usize) -> bool {
        self.arrays[one].root == self.arrays[other].root
    }

    fn dims(&mut self) -> Dims {
        let first = self.choices.below(3);
        match self.choices.below(3) {
            0 => vec![first],
            _ => vec![first, (first + 1 + self.choices.below(2)) % 3],
        }
    }

    fn ty(&self, dims: &[usize]) -> String {
        let dims: String = dims
            .iter()
            .map(|dim| self.extents[*dim].map_or("?x".to_owned(), |n| format!("{n}x")))
            .collect();
        let kind = if self.tensors { "tensor" } else { "memref" };
        format!("{kind}<{dims}{}>", self.elem)
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "  {line}").expect("a string");
    }

    fn temporary(&mut self) -> String {
        self.temporaries += 1;
        format!("t{}", self.temporaries)
    }

    fn literal(&self, number: i64) -> String {
        if self.ty.is_float() {
            format!("{number}.0")
        } else {
            number.to_string()
        }
    }

    /// An operation, by the family of the element type.
    fn binary(&mut self) -> &'static str {
        let of = &self.weights.operations;
        let at = self
            .choices
            .weighted(&[(of.add, 0), (of.mul, 1), (of.sub, 2), (of.max, 3), (of.min, 4)]);
        if self.ty.is_float() {
            ["addf", "mulf", "subf", "maximumf", "minimumf"][at]
        } else {
            ["addi", "muli", "subi", "maxsi", "minsi"][at]
        }
    }

    fn some_array(&mut self) -> usize {
        self.choices.below(self.arrays.len())
    }

    /// Arrays whose dimensions are all among `dims`.
    fn readable(&self, dims: &[usize]) -> Vec<usize> {
        let fits = |array: &StructuredArray| array.dims.iter().all(|dim| dims.contains(dim));
        (0..self.arrays.len()).filter(|at| fits(&self.arrays[*at])).collect()
    }

    /// Appends an operation; the number of the array that has what it computed.
    fn operation(&mut self) -> usize {
        let of = &self.weights.structured;
        let kind = self.choices.weighted(&[
            (of.elementwise, StructuredKind::Elementwise),
            (of.contraction, StructuredKind::Contraction),
            (of.reduction, StructuredKind::Reduction),
            (of.fresh, StructuredKind::Fresh),
            (of.carried_sum, StructuredKind::CarriedSum),
            (of.loop_in_place, StructuredKind::LoopInPlace),
            (of.slice, StructuredKind::Slice),
            (of.named, StructuredKind::Named),
            (of.parallel, StructuredKind::Parallel),
            (of.forall, StructuredKind::Forall),
            (of.chain, StructuredKind::Chain),
        ]);
        match kind {
            StructuredKind::Contraction => self.contraction(),
            StructuredKind::Reduction => self.reduction(),
            StructuredKind::Fresh => self.fresh(),
            StructuredKind::CarriedSum if !self.tensors => self.carried_sum(),
            StructuredKind::LoopInPlace if !self.tensors => self.loop_in_place(),
            StructuredKind::Slice if self.tensors => self.tensor_slice(),
            StructuredKind::Slice => self.view(),
            StructuredKind::Named if self.ty != Elem::Index => self.named(),
            StructuredKind::Parallel if !self.tensors => self.parallel(),
            StructuredKind::Forall if self.tensors => self.forall_tensors(),
            StructuredKind::Forall => self.forall(),
            StructuredKind::Chain => self.chain(),
            _ => self.elementwise(),
        }
    }

    /// Where an operation with this output leaves its result.
    fn result(&mut self, target: usize, op: &str) -> usize {
        if !self.tensors {
            self.line(op);
            return target;
        }
        let array = self.arrays[target].clone();
        let name = self.temporary();
        self.line(&format!("%{name} = {op} -> {}", self.ty(&array.dims)));
        self.push(name, array.dims)
    }

    /// [`StructuredGenerator::result`] of an operation that does not say what type its result has.
    fn untyped_result(&mut self, target: usize, op: &str) -> usize {
        if !self.tensors {
            self.line(op);
            return target;
        }
        let dims = self.arrays[target].dims.clone();
        let name = self.temporary();
        self.line(&format!("%{name} = {op}"));
        self.push(name, dims)
    }

    fn operand(&self, array: usize) -> (String, String) {
        let array = &self.arrays[array];
        let ty = self.ty(&array.dims);
        let end = format!("{}>", array.layout);
        (format!("%{}", array.name), ty.trim_end_matches('>').to_owned() + &end)
    }

    /// `linalg.generic` over the loops `loops`; the output's block argument is the last.
    fn generic(&mut self, loops: &[usize], parallel: usize, ins: &[usize], out: usize, body: &str) -> usize {
        let name = |dim: &usize| format!("d{}", loops.iter().position(|l| l == dim).expect("a loop"));
        let all: Vec<String> = (0..loops.len()).map(|n| format!("d{n}")).collect();
        let maps: Vec<String> = ins
            .iter()
            .chain([&out])
            .map(|array| {
                let subscripts: Vec<String> = self.arrays[*array].dims.iter().map(name).collect();
                format!("affine_map<({}) -> ({})>", all.join(", "), subscripts.join(", "))
            })
            .collect();
        let iterators: Vec<&str> = (0..loops.len())
            .map(|n| if n < parallel { "\"parallel\"" } else { "\"reduction\"" })
            .collect();
        let (values, types): (Vec<String>, Vec<String>) = ins.iter().map(|array| self.operand(*array)).unzip();
        let (target, target_type) = self.operand(out);
        let arguments: Vec<String> = (0..=ins.len()).map(|n| format!("%x{n}: {}", self.elem)).collect();
        let op = format!(
            "linalg.generic {{indexing_maps = [{}], iterator_types = [{}]}} ins({} : {}) outs({target} : {target_type}) \
             {{\n  ^bb0({}):\n{body}  }}",
            maps.join(", "),
            iterators.join(", "),
            values.join(", "),
            types.join(", "),
            arguments.join(", "),
        );
        self.result(out, &op)
    }

    fn elementwise(&mut self) -> usize {
        let out = self.some_array();
        self.elementwise_on(out, None)
    }

    /// `out` from its own elements and others, those of `from` among them if it can be.
    fn elementwise_on(&mut self, out: usize, from: Option<usize>) -> usize {
        let dims = self.arrays[out].dims.clone();
        let readable = self.readable(&dims);
        // The same buffer as input is an update in place, element by element.
        let first = from.filter(|array| readable.contains(array));
        let ins = [
            first.unwrap_or_else(|| self.choices.of(&readable)),
            self.choices.of(&readable),
        ];
        // Another view of it is not the same element.
        let ins: Vec<usize> = ins
            .into_iter()
            .filter(|array| *array == out || !self.alias(*array, out))
            .collect();
        let ins = if ins.is_empty() { vec![out] } else { ins };
        let (first, second) = (self.binary(), self.binary());
        let elem = self.elem;
        let other = if ins.len() > 1 { "%x1" } else { "%x0" };
        let mut body = format!("    %y0 = arith.{first} %x0, {other} : {elem}\n");
        let mut last = "%y0";
        if self.choices.chance(20) {
            let dim = self.choices.below(dims.len());
            body += &format!("    %p = linalg.index {dim} : index\n");
            let index = if self.ty == Elem::Index {
                "%p"
            } else if self.ty.is_float() {
                body +=
                    &format!("    %q = arith.index_cast %p : index to i64\n    %r = arith.sitofp %q : i64 to {elem}\n");
                "%r"
            } else {
                body += &format!("    %q = arith.index_cast %p : index to {elem}\n");
                "%q"
            };
            body += &format!("    %y1 = arith.{second} {last}, {index} : {elem}\n");
            last = "%y1";
        } else if self.choices.chance(30) {
            body += &format!("    %y1 = arith.{second} {last}, %x{} : {elem}\n", ins.len());
            last = "%y1";
        }
        body += &format!("    linalg.yield {last} : {elem}\n");
        self.generic(&dims, dims.len(), &ins, out, &body)
    }

    fn contraction(&mut self) -> usize {
        let out = self.some_array();
        let dims = self.arrays[out].dims.clone();
        let [reduced, ..] = (0..3).filter(|dim| !dims.contains(dim)).collect::<Vec<_>>()[..] else {
            return self.elementwise();
        };
        let loops = [dims.clone(), vec![reduced]].concat();
        let mut ins: Vec<usize> = self.readable(&loops);
        ins.retain(|array| !self.alias(*array, out));
        if !ins.iter().any(|array| self.arrays[*array].dims.contains(&reduced)) {
            return self.elementwise();
        }
        let along: Vec<usize> = ins
            .iter()
            .copied()
            .filter(|array| self.arrays[*array].dims.contains(&reduced))
            .collect();
        let (left, right) = (self.choices.of(&along), self.choices.of(&ins));
        let (times, plus) = if self.ty.is_float() {
            ("mulf", "addf")
        } else {
            ("muli", "addi")
        };
        let elem = self.elem;
        let accumulated = if self.choices.chance(25) {
            "%y0, %x2"
        } else {
            "%x2, %y0"
        };
        let body = format!(
            "    %y0 = arith.{times} %x0, %x1 : {elem}\n    %y1 = arith.{plus} {accumulated} : {elem}\n    \
             linalg.yield %y1 : {elem}\n"
        );
        let is = |array: usize, dims: [usize; 2]| self.arrays[array].dims == dims;
        if self.ty != Elem::Index && dims.len() == 2 && is(left, [dims[0], reduced]) && is(right, [reduced, dims[1]]) {
            let ((x, tx), (y, ty), (z, tz)) = (self.operand(left), self.operand(right), self.operand(out));
            return self.result(
                out,
                &format!("linalg.matmul ins({x}, {y} : {tx}, {ty}) outs({z} : {tz})"),
            );
        }
        self.generic(&loops, dims.len(), &[left, right], out, &body)
    }

    fn reduction(&mut self) -> usize {
        let source = self.some_array();
        let dims = self.arrays[source].dims.clone();
        let [kept, reduced] = dims[..] else {
            return self.elementwise();
        };
        let fits = |at: &usize| self.arrays[*at].dims == [kept] && !self.alias(*at, source);
        let Some(out) = (0..self.arrays.len()).find(fits) else {
            return self.contraction();
        };
        let (op, elem) = (self.binary(), self.elem);
        let body = format!("    %y0 = arith.{op} %x1, %x0 : {elem}\n    linalg.yield %y0 : {elem}\n");
        self.generic(&[kept, reduced], 1, &[source], out, &body)
    }

    /// A new array, filled or copied.
    fn fresh(&mut self) -> usize {
        let source = self.some_array();
        let dims = self.arrays[source].dims.clone();
        let dynamic: Vec<String> = dims
            .iter()
            .filter(|dim| self.extents[**dim].is_none())
            .map(|dim| format!("%n{dim}"))
            .collect();
        let (name, ty) = (self.temporary(), self.ty(&dims));
        let maker = if self.tensors { "tensor.empty" } else { "memref.alloc" };
        self.line(&format!("%{name} = {maker}({}) : {ty}", dynamic.join(", ")));
        let at = self.push(name, dims);
        if !self.tensors && self.choices.chance(40) {
            let ((from, from_type), (to, _)) = (self.operand(source), self.operand(at));
            self.line(&format!("memref.copy {from}, {to} : {from_type} to {ty}"));
            return at;
        }
        let (value, literal) = (self.temporary(), self.choices.between(0, 2));
        self.line(&format!(
            "%{value} = arith.constant {} : {}",
            self.literal(literal),
            self.elem
        ));
        let (target, _) = self.operand(at);
        let filled = self.result(
            at,
            &format!("linalg.fill ins(%{value} : {}) outs({target} : {ty})", self.elem),
        );
        if filled != at {
            // The empty tensor itself must not be read.
            let mut last = self.arrays.pop().expect("the filled one");
            last.root = at;
            self.arrays[at] = last;
            return at;
        }
        filled
    }

    fn bound(&self, dim: usize) -> String {
        self.extents[dim].map_or(format!("%n{dim}"), |n| n.to_string())
    }

    /// An array of two dimensions of which the second has a number as its extent, and an index into it.
    fn with_columns(&mut self) -> Option<(usize, i64)> {
        let columns = |array: &StructuredArray| match array.dims[..] {
            [_, second] if array.layout.is_empty() => self.extents[second].filter(|extent| *extent > 0),
            _ => None,
        };
        let fitting: Vec<(usize, i64)> = (0..self.arrays.len())
            .filter_map(|at| Some((at, columns(&self.arrays[at])?)))
            .collect();
        if fitting.is_empty() {
            return None;
        }
        let (array, extent) = self.choices.of(&fitting);
        Some((array, self.choices.between(0, extent - 1)))
    }

    /// A column of an array, as a view of it; then something in it.
    fn view(&mut self) -> usize {
        let Some((array, column)) = self.with_columns() else {
            return self.elementwise();
        };
        let dims = self.arrays[array].dims.clone();
        let (from, from_type) = self.operand(array);
        let stride = self.extents[dims[1]].expect("a number");
        let offset = if column == 0 {
            String::new()
        } else {
            format!(", offset: {column}")
        };
        let name = self.temporary();
        let at = self.push(name, vec![dims[0]]);
        self.arrays[at].root = self.arrays[array].root;
        self.arrays[at].layout = format!(", strided<[{stride}]{offset}>");
        let (view, view_type) = self.operand(at);
        let rows = self.bound(dims[0]);
        self.line(&format!(
            "{view} = memref.subview {from}[0, {column}] [{rows}, 1] [1, 1] : {from_type} to {view_type}"
        ));
        self.elementwise_on(at, None)
    }

    /// A column of a tensor, as a tensor of two dimensions that is filled and then put into it.
    fn new_column(&mut self, array: usize, column: i64) -> usize {
        let dims = self.arrays[array].dims.clone();
        let ((whole, whole_type), rows) = (self.operand(array), self.bound(dims[0]));
        let (extent, dynamic) = match self.extents[dims[0]] {
            Some(extent) => (extent.to_string(), String::new()),
            None => ("?".to_owned(), rows.clone()),
        };
        let (elem, ty) = (self.elem, format!("tensor<{extent}x1x{}>", self.elem));
        let [empty, value, filled, name] = [(); 4].map(|()| self.temporary());
        let literal = self.choices.between(0, 2);
        let literal = self.literal(literal);
        self.line(&format!("%{empty} = tensor.empty({dynamic}) : {ty}"));
        self.line(&format!("%{value} = arith.constant {literal} : {elem}"));
        self.line(&format!(
            "%{filled} = linalg.fill ins(%{value} : {elem}) outs(%{empty} : {ty}) -> {ty}"
        ));
        self.line(&format!(
            "%{name} = tensor.insert_slice %{filled} into {whole}[0, {column}] [{rows}, 1] [1, 1] : {ty} into {whole_type}"
        ));
        self.push(name, dims)
    }

    /// A column taken out of a tensor, or put into one.
    fn tensor_slice(&mut self) -> usize {
        let Some((array, column)) = self.with_columns() else {
            return self.elementwise();
        };
        let dims = self.arrays[array].dims.clone();
        let ((whole, whole_type), rows) = (self.operand(array), self.bound(dims[0]));
        let place = format!("[0, {column}] [{rows}, 1] [1, 1]");
        if self.choices.chance(25) {
            return self.new_column(array, column);
        }
        let name = self.temporary();
        let fits = |at: &usize| self.arrays[*at].dims == dims[..1];
        let parts: Vec<usize> = (0..self.arrays.len()).filter(fits).collect();
        match !parts.is_empty() && self.choices.chance(50) {
            true => {
                let source = self.choices.of(&parts);
                let (part, part_type) = self.operand(source);
                self.line(&format!(
                    "%{name} = tensor.insert_slice {part} into {whole}{place} : {part_type} into {whole_type}"
                ));
                self.push(name, dims)
            }
            false => {
                let part_type = self.ty(&dims[..1]);
                self.line(&format!(
                    "%{name} = tensor.extract_slice {whole}{place} : {whole_type} to {part_type}"
                ));
                self.push(name, dims[..1].to_vec())
            }
        }
    }

    /// An operation of `linalg` with a name.
    fn named(&mut self) -> usize {
        let out = self.some_array();
        let dims = self.arrays[out].dims.clone();
        let others = |generator: &Self, wanted: &dyn Fn(&Dims) -> bool| -> Vec<usize> {
            (0..generator.arrays.len())
                .filter(|at| wanted(&generator.arrays[*at].dims) && !generator.alias(*at, out))
                .collect()
        };
        let (to, to_type) = self.operand(out);
        let reversed: Dims = dims.iter().rev().copied().collect();
        let transposed = others(self, &|from| dims.len() == 2 && *from == reversed);
        let broadcast = others(self, &|from| dims.len() == 2 && *from == dims[..1]);
        let reduced = others(self, &|from| dims.len() == 1 && from.len() == 2 && from[0] == dims[0]);
        let same = others(self, &|from| *from == dims);
        match self.choices.below(4) {
            0 if !transposed.is_empty() => {
                let (from, from_type) = self.one_of(&transposed);
                self.untyped_result(
                    out,
                    &format!("linalg.transpose ins({from} : {from_type}) outs({to} : {to_type}) permutation = [1, 0]"),
                )
            }
            1 if !broadcast.is_empty() => {
                let (from, from_type) = self.one_of(&broadcast);
                self.untyped_result(
                    out,
                    &format!("linalg.broadcast ins({from} : {from_type}) outs({to} : {to_type}) dimensions = [1]"),
                )
            }
            2 if !reduced.is_empty() => {
                let ((from, from_type), op, elem) = (self.one_of(&reduced), self.binary(), self.elem);
                self.untyped_result(
                    out,
                    &format!(
                        "linalg.reduce ins({from} : {from_type}) outs({to} : {to_type}) dimensions = [1]\n    \
                         (%x: {elem}, %y: {elem}) {{\n      %z = arith.{op} %y, %x : {elem}\n      \
                         linalg.yield %z : {elem}\n    }}"
                    ),
                )
            }
            _ if !same.is_empty() => {
                let (first, first_type) = self.one_of(&same);
                let (second, second_type) = self.one_of(&same);
                let op = self.choices.of(&["add", "mul", "sub", "max"]);
                self.result(
                    out,
                    &format!("linalg.{op} ins({first}, {second} : {first_type}, {second_type}) outs({to} : {to_type})"),
                )
            }
            _ => self.elementwise_on(out, None),
        }
    }

    fn one_of(&mut self, arrays: &[usize]) -> (String, String) {
        let array = self.choices.of(arrays);
        self.operand(array)
    }

    /// A new array, something in it, and something made of that: what fusion is for.
    fn chain(&mut self) -> usize {
        let fresh = self.fresh();
        let made = self.elementwise_on(fresh, None);
        let fits = |at: &usize| {
            *at != made
                && self.arrays[made]
                    .dims
                    .iter()
                    .all(|dim| self.arrays[*at].dims.contains(dim))
        };
        let targets: Vec<usize> = (0..self.arrays.len()).filter(fits).collect();
        let out = if targets.is_empty() {
            made
        } else {
            self.choices.of(&targets)
        };
        self.elementwise_on(out, Some(made))
    }

    /// The dynamic extents of the arguments at a few sizes, zero among them.
    fn sizes(&self) -> Vec<CallSizes> {
        let mut all: Vec<CallSizes> = Vec::new();
        for numbers in [[3, 2, 4], [1, 1, 1], [0, 2, 3], [2, 0, 1], [5, 4, 2]] {
            let mut sizes = CallSizes::default();
            for (argument, array) in self.arrays.iter().enumerate() {
                if !NAMES.contains(&array.name.as_str()) {
                    continue;
                }
                for (dim, letter) in array
                    .dims
                    .iter()
                    .enumerate()
                    .filter(|(_, l)| self.extents[**l].is_none())
                {
                    sizes.extents.insert((argument, dim), numbers[*letter]);
                }
            }
            if !all.contains(&sizes) {
                all.push(sizes);
            }
        }
        all
    }
}
