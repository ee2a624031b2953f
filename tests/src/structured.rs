//! Random programs of structured operations: `linalg` on memrefs or tensors, copies, local buffers,
//! slices, and loops that carry a value (`iter_args`).
//!
//! Text, since nothing but polyvet's own interpreter says what they do. Every array has one of three
//! symbolic extents in each dimension, so shapes agree by construction, and what is local is written
//! before it is read.

use crate::choices::Choices;
use crate::model::Sizes;
use std::fmt::Write;

/// A program with one function, `@random`, and sizes to run it at.
#[derive(Clone, Debug)]
pub struct Structured {
    /// MLIR.
    pub text: String,
    /// Values of its dynamic extents.
    pub sizes: Vec<Sizes>,
}

/// Which of the three extents each dimension has.
type Dims = Vec<usize>;

#[derive(Clone, Debug)]
struct Array {
    name: String,
    dims: Dims,
}

struct Generator<'c, 'n> {
    choices: &'c mut Choices<'n>,
    elem: &'static str,
    tensors: bool,
    /// `None` is dynamic.
    extents: [Option<i64>; 3],
    /// Arrays that may be read and written.
    arrays: Vec<Array>,
    text: String,
    temporaries: usize,
}

const NAMES: [&str; 4] = ["A", "B", "C", "D"];
const OPERATIONS_MAX: i64 = 4;

/// A random program of structured operations.
pub fn structured(choices: &mut Choices<'_>) -> Structured {
    let elem = choices.of(&["f64", "f32", "i64"]);
    let tensors = choices.chance(40);
    let mut extents = [Some(2), Some(3), Some(4)];
    for extent in &mut extents {
        *extent = match choices.below(4) {
            0 | 1 => Some(choices.between(1, 5)),
            _ => None,
        };
    }
    let mut generator = Generator {
        choices,
        elem,
        tensors,
        extents,
        arrays: Vec::new(),
        text: String::new(),
        temporaries: 0,
    };
    generator.function();
    let sizes = generator.sizes();
    Structured {
        text: generator.text,
        sizes,
    }
}

impl Generator<'_, '_> {
    fn function(&mut self) {
        let count = 2 + self.choices.below(3);
        for name in &NAMES[..count] {
            let dims = self.dims();
            let name = (*name).to_owned();
            self.arrays.push(Array { name, dims });
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
        if self.elem == "i64" {
            number.to_string()
        } else {
            format!("{number}.0")
        }
    }

    /// An operation, by the family of the element type.
    fn binary(&mut self) -> &'static str {
        let at = self.choices.below(5);
        if self.elem == "i64" {
            ["addi", "muli", "addi", "subi", "maxsi"][at]
        } else {
            ["addf", "mulf", "addf", "subf", "maximumf"][at]
        }
    }

    fn some_array(&mut self) -> usize {
        self.choices.below(self.arrays.len())
    }

    /// Arrays whose dimensions are all among `dims`.
    fn readable(&self, dims: &[usize]) -> Vec<usize> {
        let fits = |array: &Array| array.dims.iter().all(|dim| dims.contains(dim));
        (0..self.arrays.len()).filter(|at| fits(&self.arrays[*at])).collect()
    }

    /// Appends an operation; the number of the array that has what it computed.
    fn operation(&mut self) -> usize {
        match self.choices.below(8) {
            0 | 1 => self.elementwise(),
            2 | 3 => self.contraction(),
            4 => self.reduction(),
            5 => self.fresh(),
            6 if !self.tensors => self.carried_sum(),
            7 if !self.tensors => self.loop_in_place(),
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
        self.arrays.push(Array { name, dims: array.dims });
        self.arrays.len() - 1
    }

    fn operand(&self, array: usize) -> (String, String) {
        let array = &self.arrays[array];
        (format!("%{}", array.name), self.ty(&array.dims))
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
        let dims = self.arrays[out].dims.clone();
        let readable = self.readable(&dims);
        // The same buffer as input is an update in place, element by element.
        let ins = vec![self.choices.of(&readable), self.choices.of(&readable)];
        let permuted = |array: &Array| array.dims.len() == dims.len() && array.dims != dims;
        let own = |array: usize| self.arrays[array].name == self.arrays[out].name;
        let ins: Vec<usize> = ins
            .into_iter()
            .filter(|array| !permuted(&self.arrays[*array]) || !own(*array))
            .collect();
        let ins = if ins.is_empty() { vec![out] } else { ins };
        let (first, second) = (self.binary(), self.binary());
        let elem = self.elem;
        let other = if ins.len() > 1 { "%x1" } else { "%x0" };
        let mut body = format!("    %y0 = arith.{first} %x0, {other} : {elem}\n");
        let mut last = "%y0";
        if self.choices.chance(20) {
            let dim = self.choices.below(dims.len());
            body += &format!("    %p = linalg.index {dim} : index\n    %q = arith.index_cast %p : index to i64\n");
            let index = if elem == "i64" {
                "%q"
            } else {
                body += &format!("    %r = arith.sitofp %q : i64 to {elem}\n");
                "%r"
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
        ins.retain(|array| self.arrays[*array].name != self.arrays[out].name);
        if !ins.iter().any(|array| self.arrays[*array].dims.contains(&reduced)) {
            return self.elementwise();
        }
        let along: Vec<usize> = ins
            .iter()
            .copied()
            .filter(|array| self.arrays[*array].dims.contains(&reduced))
            .collect();
        let (left, right) = (self.choices.of(&along), self.choices.of(&ins));
        let (times, plus) = match self.elem {
            "i64" => ("muli", "addi"),
            _ => ("mulf", "addf"),
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
        if dims.len() == 2 && is(left, [dims[0], reduced]) && is(right, [reduced, dims[1]]) {
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
        let Some(out) = self.arrays.iter().position(|array| array.dims == [kept]) else {
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
        self.arrays.push(Array { name, dims });
        let at = self.arrays.len() - 1;
        if !self.tensors && self.choices.chance(40) {
            let ((from, _), (to, _)) = (self.operand(source), self.operand(at));
            self.line(&format!("memref.copy {from}, {to} : {ty} to {ty}"));
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
            self.arrays.swap_remove(at);
            return self.arrays.len() - 1;
        }
        filled
    }

    fn bound(&self, dim: usize) -> String {
        self.extents[dim].map_or(format!("%n{dim}"), |n| n.to_string())
    }

    /// Sums along rows in a value that the loop carries.
    fn carried_sum(&mut self) -> usize {
        let source = self.some_array();
        let dims = self.arrays[source].dims.clone();
        let Some(out) = self
            .arrays
            .iter()
            .position(|array| array.dims.len() == 1 && array.dims[0] == dims[0])
        else {
            return self.elementwise();
        };
        let ((from, from_type), (to, to_type)) = (self.operand(source), self.operand(out));
        let (id, elem, op) = (self.temporary(), self.elem, self.binary());
        let (rows, literal) = (self.bound(dims[0]), self.choices.between(0, 1));
        let inner = dims.get(1).map_or("3".to_owned(), |dim| self.bound(*dim));
        let subscript = if dims.len() == 2 { "%i, %j" } else { "%i" };
        let (step, lower) = (self.choices.of(&[1, 1, 2]), self.choices.of(&[0, 0, 1]));
        let initial = if self.choices.chance(50) {
            format!("    %{id}s = affine.load {to}[%i] : {to_type}")
        } else {
            format!("    %{id}s = arith.constant {} : {elem}", self.literal(literal))
        };
        let step = if step == 1 {
            String::new()
        } else {
            format!(" step {step}")
        };
        self.text += &format!(
            "  affine.for %i = 0 to {rows} {{\n{initial}\n    \
             %{id}r = affine.for %j = {lower} to {inner}{step} iter_args(%c = %{id}s) -> ({elem}) {{\n      \
             %v = affine.load {from}[{subscript}] : {from_type}\n      %w = arith.{op} %c, %v : {elem}\n      \
             affine.yield %w : {elem}\n    }}\n    affine.store %{id}r, {to}[%i] : {to_type}\n  }}\n"
        );
        out
    }

    /// A recurrence along the first dimension.
    fn loop_in_place(&mut self) -> usize {
        let out = self.some_array();
        let dims = self.arrays[out].dims.clone();
        let (array, ty) = self.operand(out);
        let (elem, op) = (self.elem, self.binary());
        let (first, second) = match dims.len() {
            1 => ("%i - 1".to_owned(), "%i".to_owned()),
            _ => ("%i - 1, %j".to_owned(), "%i, %j".to_owned()),
        };
        let body = format!(
            "%v = affine.load {array}[{first}] : {ty}\n      %u = affine.load {array}[{second}] : {ty}\n      \
             %w = arith.{op} %u, %v : {elem}\n      affine.store %w, {array}[{second}] : {ty}\n"
        );
        let rows = self.bound(dims[0]);
        self.text += &match dims.get(1) {
            None => format!("  affine.for %i = 1 to {rows} {{\n      {body}  }}\n"),
            Some(dim) => format!(
                "  affine.for %i = 1 to {rows} {{\n    affine.for %j = 0 to {} {{\n      {body}    }}\n  }}\n",
                self.bound(*dim)
            ),
        };
        out
    }

    /// The dynamic extents of the arguments at a few sizes, zero among them.
    fn sizes(&self) -> Vec<Sizes> {
        let mut all: Vec<Sizes> = Vec::new();
        for numbers in [[3, 2, 4], [1, 1, 1], [0, 2, 3], [2, 0, 1], [5, 4, 2]] {
            let mut sizes = Sizes::default();
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
