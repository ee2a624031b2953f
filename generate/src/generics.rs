//! Random graphs of one to three `linalg.generic` operations, over all types of elements: windows that stride and dilate,
//! depthwise or pooled, contractions of up to seven loops with batches, reductions, broadcasts, transposes, indices,
//! narrow inputs of wide sums, several users and results, views of arguments; on tensors or memrefs.
//!
//! Every operand is what an earlier operation made or an argument of the shape that the maps ask for, so shapes agree
//! by construction, and every element that is read has a value.

use crate::CallSizes;
use crate::choices::Choices;
use std::fmt::Write;

mod payload;

use payload::PayloadElem;

/// A program with one function, `@random`, and sizes to run it at.
#[derive(Clone, Debug)]
pub struct Generics {
    /// MLIR.
    pub text: String,
    /// Values of its dynamic extents.
    pub sizes: Vec<CallSizes>,
    /// The most loops that an operation has.
    pub loops: usize,
}

/// The iterations of a loop, and what a dimension has of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GenericExtent {
    /// As many.
    Number(i64),
    /// One of [`GenericsGenerator::letters`].
    Letter(usize),
    /// What a window slides over that stops at a letter times `stride`, and is `reach + 1` wide.
    Window { letter: usize, stride: i64, reach: i64 },
}

/// A sum of loops with factors.
type LoopSum = Vec<(i64, usize)>;

#[derive(Clone, Debug)]
struct GenericValue {
    name: String,
    dims: Vec<GenericExtent>,
    elem: PayloadElem,
    /// Of a view of a memref, as it ends its type.
    layout: String,
    /// The number of the argument.
    argument: Option<usize>,
}

#[derive(Clone, Debug)]
struct GenericOperand {
    value: usize,
    subscripts: Vec<LoopSum>,
}

/// An operation before it is written.
#[derive(Clone, Debug, Default)]
struct GenericOperation {
    loops: Vec<GenericExtent>,
    is_reduction: Vec<bool>,
    ins: Vec<GenericOperand>,
    outs: Vec<GenericOperand>,
    /// Lines of the payload; `%x0`, .. are its arguments.
    body: String,
}

impl GenericOperation {
    fn add_loop(&mut self, extent: GenericExtent, is_reduction: bool) -> usize {
        self.loops.push(extent);
        self.is_reduction.push(is_reduction);
        self.loops.len() - 1
    }
}

struct GenericsGenerator<'c, 'n> {
    choices: &'c mut Choices<'n>,
    elem: PayloadElem,
    tensors: bool,
    /// `None` is dynamic.
    letters: [Option<i64>; 4],
    values: Vec<GenericValue>,
    arguments: usize,
    text: String,
    temporaries: usize,
    loops: usize,
}

const OPERATIONS_MAX: i64 = 3;
/// What dynamic letters are.
const NUMBERS: [[i64; 4]; 4] = [[3, 2, 4, 5], [1, 1, 1, 1], [0, 2, 3, 1], [5, 4, 2, 3]];

/// A random graph of operations.
pub fn generics(choices: &mut Choices<'_>) -> Generics {
    let elem = choices.of(PayloadElem::ALL);
    let tensors = choices.chance(65);
    let letters = [(); 4].map(|()| match choices.chance(45) {
        // Of a memref without elements `mlir-opt` and we say different strides.
        false => Some(choices.of(&[3, 2, 4, 1, 5, 3, 6, i64::from(!tensors)])),
        true => None,
    });
    let mut generator = GenericsGenerator {
        choices,
        elem,
        tensors,
        letters,
        values: Vec::new(),
        arguments: 0,
        text: String::new(),
        temporaries: 0,
        loops: 0,
    };
    generator.function();
    let sizes = generator.sizes();
    Generics {
        text: generator.text,
        sizes,
        loops: generator.loops,
    }
}

impl GenericsGenerator<'_, '_> {
    fn function(&mut self) {
        let mut last: Option<usize> = None;
        let mut made = Vec::new();
        for _ in 0..self.choices.between(1, OPERATIONS_MAX) {
            let op = match self.choices.below(7) {
                0 | 1 => self.elementwise(last),
                2 | 3 => self.contraction(last),
                4 => self.reduction(last),
                _ => self.window(),
            };
            let results = self.write(&op);
            last = results.last().copied();
            made.extend(results);
        }
        let (mut end, mut signature) = ("return".to_owned(), String::new());
        if self.tensors {
            let several = self.choices.chance(40);
            let shown: Vec<usize> = made.iter().copied().filter(|at| several || Some(*at) == last).collect();
            let (names, types): (Vec<String>, Vec<String>) = shown.into_iter().map(|at| self.operand(at)).unzip();
            end = format!("return {} : {}", names.join(", "), types.join(", "));
            signature = format!(" -> ({})", types.join(", "));
        }
        let mut arguments: Vec<&GenericValue> = self.values.iter().filter(|value| value.argument.is_some()).collect();
        arguments.sort_by_key(|value| value.argument);
        let arguments: Vec<String> = arguments
            .into_iter()
            .map(|value| format!("{}: {}", value.name, self.ty(value)))
            .collect();
        let body = std::mem::take(&mut self.text);
        self.text = format!(
            "func.func @random({}){signature} {{\n{body}  {end}\n}}\n",
            arguments.join(", ")
        );
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "  {line}").expect("a string");
    }

    fn temporary(&mut self) -> String {
        self.temporaries += 1;
        format!("%t{}", self.temporaries)
    }

    /// The extent at these values of the dynamic letters; `None` is dynamic.
    fn number(&self, extent: GenericExtent, numbers: Option<&[i64; 4]>) -> Option<i64> {
        let letter = |at: usize| self.letters[at].or_else(|| numbers.map(|numbers| numbers[at]));
        match extent {
            GenericExtent::Number(number) => Some(number),
            GenericExtent::Letter(at) => letter(at),
            GenericExtent::Window {
                letter: at,
                stride,
                reach,
            } => Some((stride * (letter(at)? - 1) + reach + 1).max(0)),
        }
    }

    fn ty(&self, value: &GenericValue) -> String {
        let dim = |dim: &GenericExtent| self.number(*dim, None).map_or("?x".to_owned(), |n| format!("{n}x"));
        let dims: String = value.dims.iter().map(dim).collect();
        let kind = if self.tensors { "tensor" } else { "memref" };
        format!("{kind}<{dims}{}{}>", value.elem.name(), value.layout)
    }

    fn operand(&self, at: usize) -> (String, String) {
        (self.values[at].name.clone(), self.ty(&self.values[at]))
    }

    fn push(&mut self, value: GenericValue) -> usize {
        self.values.push(value);
        self.values.len() - 1
    }

    /// A value of this shape that the function gets, sometimes as a part of something larger.
    fn argument(&mut self, dims: &[GenericExtent], elem: PayloadElem) -> usize {
        let numbers: Option<Vec<i64>> = dims.iter().map(|dim| self.number(*dim, None)).collect();
        if let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty() && !numbers.contains(&0))
            && self.choices.chance(20)
        {
            return self.part(&numbers, elem);
        }
        self.whole(dims.to_vec(), elem)
    }

    fn whole(&mut self, dims: Vec<GenericExtent>, elem: PayloadElem) -> usize {
        let number = self.arguments;
        self.arguments += 1;
        self.push(GenericValue {
            name: format!("%A{number}"),
            dims,
            elem,
            layout: String::new(),
            argument: Some(number),
        })
    }

    /// A slice of an argument that is one longer in each dimension.
    fn part(&mut self, dims: &[i64], elem: PayloadElem) -> usize {
        let longer: Vec<i64> = dims.iter().map(|dim| dim + 1).collect();
        let whole = self.whole(longer.iter().copied().map(GenericExtent::Number).collect(), elem);
        let offsets: Vec<i64> = dims.iter().map(|_| self.choices.between(0, 1)).collect();
        let mut strides = vec![1; dims.len()];
        for at in (1..dims.len()).rev() {
            strides[at - 1] = strides[at] * longer[at];
        }
        let from: i64 = offsets
            .iter()
            .zip(&strides)
            .map(|(offset, stride)| offset * stride)
            .sum();
        let layout = match (self.tensors, from) {
            (true, _) => String::new(),
            (false, 0) => format!(", strided<{strides:?}>"),
            (false, from) => format!(", strided<{strides:?}, offset: {from}>"),
        };
        let value = GenericValue {
            name: self.temporary(),
            dims: dims.iter().copied().map(GenericExtent::Number).collect(),
            elem,
            layout,
            argument: None,
        };
        let (name, ty, (source, source_ty)) = (value.name.clone(), self.ty(&value), self.operand(whole));
        let op = if self.tensors {
            "tensor.extract_slice"
        } else {
            "memref.subview"
        };
        let ones = vec![1; dims.len()];
        self.line(&format!(
            "{name} = {op} {source}{offsets:?} {dims:?} {ones:?} : {source_ty} to {ty}"
        ));
        self.push(value)
    }

    /// What an operation accumulates in: an argument, or something new that is filled.
    fn output(&mut self, dims: &[GenericExtent], elem: PayloadElem) -> usize {
        if elem == PayloadElem::Vector || self.choices.chance(50) {
            return self.whole(dims.to_vec(), elem);
        }
        let mut value = GenericValue {
            name: self.temporary(),
            dims: dims.to_vec(),
            elem,
            layout: String::new(),
            argument: None,
        };
        let ty = self.ty(&value);
        let Some(sizes) = self.sizes_of(dims) else {
            return self.whole(dims.to_vec(), elem);
        };
        let maker = if self.tensors { "tensor.empty" } else { "memref.alloc" };
        let (new, number) = (value.name.clone(), self.temporary());
        self.line(&format!("{new} = {maker}({sizes}) : {ty}"));
        let literal = elem.literal(self.choices.between(0, 2));
        self.line(&format!("{number} = {literal}"));
        let fill = format!("linalg.fill ins({number} : {}) outs({new} : {ty})", elem.name());
        match self.tensors {
            true => {
                value.name = self.temporary();
                self.line(&format!("{} = {fill} -> {ty}", value.name));
            }
            false => self.line(&fill),
        }
        self.push(value)
    }

    /// Values that are the dynamic extents of `dims`, as far as arguments have them.
    fn sizes_of(&mut self, dims: &[GenericExtent]) -> Option<String> {
        let mut sizes = Vec::new();
        for dim in dims {
            if self.number(*dim, None).is_some() {
                continue;
            }
            let known = |value: &GenericValue| Some((value.clone(), value.dims.iter().position(|one| one == dim)?));
            let (value, place) = self.values.iter().find_map(known)?;
            let (at, size, ty) = (self.temporary(), self.temporary(), self.ty(&value));
            let dialect = if self.tensors { "tensor" } else { "memref" };
            self.line(&format!("{at} = arith.constant {place} : index"));
            self.line(&format!("{size} = {dialect}.dim {}, {at} : {ty}", value.name));
            sizes.push(size);
        }
        Some(sizes.join(", "))
    }

    fn letter(&mut self) -> GenericExtent {
        GenericExtent::Letter(self.choices.below(4))
    }

    /// An operand that one loop each indexes.
    fn indexed(&self, value: usize, loops: &[usize]) -> GenericOperand {
        GenericOperand {
            value,
            subscripts: loops.iter().map(|at| vec![(1, *at)]).collect(),
        }
    }

    /// `count` of some things, in any order.
    fn some<T: Copy>(&mut self, all: &[T], count: usize) -> Vec<T> {
        let mut left = all.to_vec();
        (0..count.min(all.len()))
            .map(|_| left.remove(self.choices.below(left.len())))
            .collect()
    }

    fn shuffled<T: Copy>(&mut self, all: &[T]) -> Vec<T> {
        self.some(all, all.len())
    }

    fn extents(op: &GenericOperation, loops: &[usize]) -> Vec<GenericExtent> {
        loops.iter().map(|at| op.loops[*at]).collect()
    }

    /// A new argument that these loops of the operation index.
    fn input(&mut self, op: &GenericOperation, loops: &[usize], elem: PayloadElem) -> GenericOperand {
        let value = self.argument(&Self::extents(op, loops), elem);
        self.indexed(value, loops)
    }

    fn elementwise(&mut self, last: Option<usize>) -> GenericOperation {
        let base = last.filter(|at| self.values[*at].elem == self.elem);
        let rank = self.choices.of(&[2, 1, 3, 0, 4]);
        let dims = match base {
            Some(at) => self.values[at].dims.clone(),
            None => (0..rank).map(|_| self.letter()).collect(),
        };
        let mut op = GenericOperation::default();
        let loops: Vec<usize> = dims.iter().map(|dim| op.add_loop(*dim, false)).collect();
        let own = self.shuffled(&loops);
        let first = match base {
            Some(at) => self.indexed(at, &loops),
            None => self.input(&op, &own, self.elem),
        };
        op.ins.push(first);
        for _ in 0..self.choices.between(0, 2) {
            // Loops that an operand does not have: a broadcast.
            let count = self.choices.below(loops.len() + 1);
            let some = self.some(&loops, loops.len() - count);
            let more = self.input(&op, &some, self.elem);
            op.ins.push(more);
        }
        for _ in 0..self.choices.of(&[1, 1, 1, 2]) {
            let order = if base.is_some() {
                loops.clone()
            } else {
                self.shuffled(&loops)
            };
            let value = self.output(&Self::extents(&op, &order), self.elem);
            let out = self.indexed(value, &order);
            op.outs.push(out);
        }
        op.body = payload::elementwise(self.choices, self.elem, &op.is_reduction, op.ins.len(), op.outs.len());
        op
    }

    fn contraction(&mut self, last: Option<usize>) -> GenericOperation {
        let base = last.filter(|at| self.values[*at].elem == self.elem && !self.values[*at].dims.is_empty());
        let mut op = GenericOperation::default();
        let [mut batch, mut rows, mut columns, mut summed] = [const { Vec::new() }; 4];
        let first = match base {
            Some(at) => {
                let mut loops = Vec::new();
                for dim in self.values[at].dims.clone() {
                    let kind = self.choices.below(3);
                    loops.push(op.add_loop(dim, kind == 2));
                    [&mut batch, &mut rows, &mut summed][kind].extend(loops.last());
                }
                Some(self.indexed(at, &loops))
            }
            None => {
                for (group, count) in [
                    (&mut batch, self.choices.of(&[0, 0, 1, 2])),
                    (&mut rows, self.choices.of(&[1, 1, 2, 0])),
                    (&mut summed, self.choices.of(&[1, 1, 2])),
                ] {
                    let is_summed = false;
                    for _ in 0..count {
                        let letter = GenericExtent::Letter(self.choices.below(4));
                        group.push(op.add_loop(letter, is_summed));
                    }
                }
                summed.iter().for_each(|at| op.is_reduction[*at] = true);
                None
            }
        };
        if summed.is_empty() {
            let letter = self.letter();
            columns.push(op.add_loop(letter, false));
        }
        for _ in 0..self.choices.of(&[1, 1, 0, 2]) {
            let letter = self.letter();
            columns.push(op.add_loop(letter, false));
        }
        let narrow = if first.is_none() { self.narrow() } else { self.elem };
        let first = first.unwrap_or_else(|| {
            let loops = self.shuffled(&[&batch[..], &rows, &summed].concat());
            self.input(&op, &loops, narrow)
        });
        let loops = self.shuffled(&[&batch[..], &summed, &columns].concat());
        let second = self.input(&op, &loops, narrow);
        op.ins = vec![first, second];
        let loops = self.shuffled(&[batch, rows, columns].concat());
        self.accumulate(&mut op, &loops, narrow, 2)
    }

    /// The type of the inputs of a sum: sometimes a narrower one.
    fn narrow(&mut self) -> PayloadElem {
        match self.choices.chance(25) {
            true => self.elem.narrower().unwrap_or(self.elem),
            false => self.elem,
        }
    }

    /// The operation, with an output in these loops that combines the product of its first `factors` inputs.
    fn accumulate(
        &mut self,
        op: &mut GenericOperation,
        loops: &[usize],
        narrow: PayloadElem,
        factors: usize,
    ) -> GenericOperation {
        let value = self.output(&Self::extents(op, loops), self.elem);
        let out = self.indexed(value, loops);
        op.outs.push(out);
        op.body = payload::accumulation(self.choices, narrow, self.elem, op.ins.len(), factors);
        op.clone()
    }

    fn reduction(&mut self, last: Option<usize>) -> GenericOperation {
        let base = last.filter(|at| self.values[*at].elem == self.elem && !self.values[*at].dims.is_empty());
        let dims = match base {
            Some(at) => self.values[at].dims.clone(),
            None => (0..self.choices.between(1, 3)).map(|_| self.letter()).collect(),
        };
        let mut op = GenericOperation::default();
        let loops: Vec<usize> = dims.iter().map(|dim| op.add_loop(*dim, false)).collect();
        let count = self.choices.between(1, loops.len() as i64) as usize;
        self.some(&loops, count)
            .into_iter()
            .for_each(|at| op.is_reduction[at] = true);
        let input = match base {
            Some(at) => self.indexed(at, &loops),
            None => self.input(&op, &loops, self.elem),
        };
        op.ins.push(input);
        let kept: Vec<usize> = loops.into_iter().filter(|at| !op.is_reduction[*at]).collect();
        let kept = self.shuffled(&kept);
        self.accumulate(&mut op, &kept, self.elem, 1)
    }

    /// Convolutions in one or two dimensions, of all channels or each of them, and pooling.
    fn window(&mut self) -> GenericOperation {
        let mut op = GenericOperation::default();
        let (mut image, mut kernel, mut out) = (Vec::new(), Vec::new(), Vec::new());
        let mut dims = Vec::new();
        if self.choices.chance(40) {
            let letter = self.letter();
            let batch = op.add_loop(letter, false);
            image.push(vec![(1, batch)]);
            dims.push(letter);
            out.push(batch);
        }
        for _ in 0..self.choices.of(&[1, 1, 2]) {
            // Something to slide over.
            let fits = |at: &usize| self.letters[*at] != Some(0);
            let fitting: Vec<usize> = (0..4).filter(fits).collect();
            let Some(letter) = (!fitting.is_empty()).then(|| self.choices.of(&fitting)) else {
                continue;
            };
            let (wide, stride, dilation) = (
                self.choices.of(&[3, 2, 1]),
                self.choices.of(&[1, 1, 2, 3]),
                self.choices.of(&[1, 1, 2]),
            );
            let place = op.add_loop(GenericExtent::Letter(letter), false);
            let inside = op.add_loop(GenericExtent::Number(wide), true);
            image.push(vec![(stride, place), (dilation, inside)]);
            let reach = dilation * (wide - 1);
            dims.push(GenericExtent::Window { letter, stride, reach });
            kernel.push(inside);
            out.push(place);
        }
        let kind = self.choices.below(4);
        if kind > 0 {
            let letter = self.letter();
            let channel = op.add_loop(letter, kind == 1);
            image.push(vec![(1, channel)]);
            dims.push(letter);
            match kind {
                1 => kernel.push(channel),
                2 => {
                    kernel.push(channel);
                    out.push(channel);
                }
                _ => out.push(channel),
            }
        }
        if kind == 1 {
            let letter = self.letter();
            let filter = op.add_loop(letter, false);
            kernel.push(filter);
            out.push(filter);
        }
        let narrow = self.narrow();
        let value = self.argument(&dims, narrow);
        op.ins.push(GenericOperand {
            value,
            subscripts: image,
        });
        let kernel = self.input(&op, &kernel, narrow);
        op.ins.push(kernel);
        // Pooling: of the second operand only the shape counts.
        let factors = if kind == 3 { 1 } else { 2 };
        let out = if self.choices.chance(30) {
            self.shuffled(&out)
        } else {
            out
        };
        self.accumulate(&mut op, &out, narrow, factors)
    }

    /// Writes an operation, its loops in any order; what it made.
    fn write(&mut self, op: &GenericOperation) -> Vec<usize> {
        self.loops = self.loops.max(op.loops.len());
        let order = match self.choices.chance(30) {
            true => self.shuffled(&(0..op.loops.len()).collect::<Vec<_>>()),
            false => (0..op.loops.len()).collect(),
        };
        let place = |at: usize| order.iter().position(|one| *one == at).expect("all are there");
        let sum = |subscript: &LoopSum| {
            let terms = subscript.iter().map(|(factor, at)| match factor {
                1 => format!("d{}", place(*at)),
                factor => format!("d{} * {factor}", place(*at)),
            });
            terms.collect::<Vec<_>>().join(" + ")
        };
        let names: Vec<String> = (0..order.len()).map(|n| format!("d{n}")).collect();
        let map = |operand: &GenericOperand| {
            let subscripts: Vec<String> = operand.subscripts.iter().map(sum).collect();
            format!("affine_map<({}) -> ({})>", names.join(", "), subscripts.join(", "))
        };
        let all: Vec<&GenericOperand> = op.ins.iter().chain(&op.outs).collect();
        let maps: Vec<String> = all.iter().map(|operand| map(operand)).collect();
        let iterator = |at: &usize| {
            if op.is_reduction[*at] {
                "\"reduction\""
            } else {
                "\"parallel\""
            }
        };
        let iterators: Vec<&str> = order.iter().map(iterator).collect();
        let list = |operands: &[GenericOperand]| -> (Vec<String>, Vec<String>) {
            operands.iter().map(|operand| self.operand(operand.value)).unzip()
        };
        let ((ins, in_types), (outs, out_types)) = (list(&op.ins), list(&op.outs));
        let args: Vec<String> = all
            .iter()
            .enumerate()
            .map(|(n, operand)| format!("%x{n}: {}", self.values[operand.value].elem.name()))
            .collect();
        let text = format!(
            "linalg.generic {{indexing_maps = [{}], iterator_types = [{}]}} ins({} : {}) outs({} : {}) {{\n  ^bb0({}):\n{}  }}",
            maps.join(", "),
            iterators.join(", "),
            ins.join(", "),
            in_types.join(", "),
            outs.join(", "),
            out_types.join(", "),
            args.join(", "),
            op.body,
        );
        if !self.tensors {
            self.line(&text);
            return op.outs.iter().map(|out| out.value).collect();
        }
        let name = self.temporary();
        let count = op.outs.len();
        let (head, types) = match count {
            1 => (name.clone(), out_types.join(", ")),
            _ => (format!("{name}:{count}"), format!("({})", out_types.join(", "))),
        };
        self.line(&format!("{head} = {text} -> {types}"));
        let result = |(n, out): (usize, &GenericOperand)| GenericValue {
            name: if count == 1 {
                name.clone()
            } else {
                format!("{name}#{n}")
            },
            argument: None,
            ..self.values[out.value].clone()
        };
        let results: Vec<GenericValue> = op.outs.iter().enumerate().map(result).collect();
        results.into_iter().map(|value| self.push(value)).collect()
    }

    fn sizes(&self) -> Vec<CallSizes> {
        let mut all: Vec<CallSizes> = Vec::new();
        for numbers in &NUMBERS {
            let mut sizes = CallSizes::default();
            for value in &self.values {
                let Some(argument) = value.argument else { continue };
                for (dim, extent) in value.dims.iter().enumerate() {
                    if self.number(*extent, None).is_none() {
                        let number = self.number(*extent, Some(numbers)).expect("all letters are numbers");
                        sizes.extents.insert((argument, dim), number);
                    }
                }
            }
            if !all.contains(&sizes) {
                all.push(sizes);
            }
        }
        all
    }
}
