//! A `@main` in MLIR that calls functions with given inputs and prints all outputs as bits.
//!
//! Nothing in it has loops over what a program computes, and it is added after `--pass`: no pass under test
//! sees it. What it prints is read by [`printed`](crate::printed): one number a line, for each job its number,
//! for each output its extents and elements (bit patterns), and [`END`](crate::printed::END).

use crate::JobOutcome;
use crate::batch::{BatchCall, JobBatch};
use crate::printed::END;
use crate::settle::Stopped;
use polyvet_interp::{Contents, Scalar, ScalarType};
use polyvet_ir::{AffineExpr, Attr, Dim, FloatKind, Module, OpId, Sign, Type};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A buffer that is printed: its name, type and element type.
type Shown = (String, String, ScalarType);

/// Jobs of one function: mlir-runner makes a wrapper for each function there is, whether it is called or not.
const GROUP: usize = 16;

/// Globals, functions that print, functions with the calls of some jobs each, and `@main`.
pub(crate) struct MainModule {
    /// Elements of all inputs, by type.
    inputs: BTreeMap<String, Vec<Scalar>>,
    /// Ranks and element types of arrays that are made.
    makers: BTreeSet<(usize, String)>,
    jobs: String,
    body: String,
    next: usize,
    groups: usize,
    /// Ranks and element types that are printed.
    printers: BTreeSet<(usize, String, u32)>,
    calls: String,
}

/// The text to add to the functions of a batch.
pub(crate) fn main_for(batch: &JobBatch<'_>) -> Result<String, Stopped> {
    let mut main = MainModule {
        inputs: BTreeMap::new(),
        makers: BTreeSet::new(),
        jobs: String::new(),
        body: String::new(),
        next: 0,
        groups: 0,
        printers: BTreeSet::new(),
        calls: String::new(),
    };
    for (n, call) in batch.calls.iter().enumerate() {
        main.job(n, batch, call).map_err(|outcome| Stopped {
            outcome,
            suspects: vec![n],
        })?;
        if n % GROUP == GROUP - 1 {
            main.close_group();
        }
    }
    main.close_group();
    let declared: BTreeSet<&str> = batch
        .module
        .funcs()
        .iter()
        .filter_map(|func| batch.module.symbol_name(*func))
        .collect();
    Ok(main.finish(&declared))
}

/// `text`, a module, with more operations at its end.
pub(crate) fn append(text: &str, more: &str) -> Option<String> {
    let open = text.trim_end().strip_suffix('}')?;
    Some(format!("{open}\n{more}}}\n"))
}

impl MainModule {
    fn job(&mut self, n: usize, batch: &JobBatch<'_>, call: &BatchCall<'_>) -> Result<(), JobOutcome> {
        let module = &batch.module;
        let (inputs, results) = signature(module, call.func)?;
        let given = &call.job.inputs;
        if inputs.len() != given.len() {
            let message = format!("{} inputs for {} arguments", given.len(), inputs.len());
            return Err(JobOutcome::Unsupported(message));
        }
        self.put_number(n as i64);
        let mut args = Vec::new();
        let mut shown = Vec::new();
        for (ty, input) in inputs.iter().zip(given) {
            let (arg, buffer) = self.argument(ty, input)?;
            args.push(arg);
            if ty.is_memref() {
                shown.extend(buffer);
            }
        }
        let types: Vec<String> = inputs.iter().map(ToString::to_string).collect();
        let call_text = format!(
            "func.call @{}({}) : ({})",
            batch.name(call),
            args.join(", "),
            types.join(", ")
        );
        let names: Vec<String> = results.iter().map(|_| self.fresh()).collect();
        let types: Vec<String> = results.iter().map(ToString::to_string).collect();
        match names.is_empty() {
            true => self.line(&format!("{call_text} -> ()")),
            false => self.line(&format!("{} = {call_text} -> ({})", names.join(", "), types.join(", "))),
        }
        for (buffer, rank, ty) in &shown {
            self.print(buffer, rank, *ty);
        }
        for (name, ty) in names.iter().zip(&results) {
            self.result(name, ty)?;
        }
        self.put_number(END);
        Ok(())
    }

    /// Makes a function of the calls since the last one.
    fn close_group(&mut self) {
        let (body, n) = (std::mem::take(&mut self.body), self.groups);
        let _ = write!(self.jobs, "func.func @polyvet_jobs_{n}() {{\n{body}  return\n}}\n");
        let _ = writeln!(self.calls, "  func.call @polyvet_jobs_{n}() : () -> ()");
        self.groups += 1;
        self.next = 0;
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.body, "  {line}");
    }

    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%polyvet_{}", self.next)
    }

    fn put_number(&mut self, number: i64) {
        let name = self.fresh();
        self.line(&format!("{name} = arith.constant {number} : i64"));
        self.line(&format!("func.call @polyvet_put({name}) : (i64) -> ()"));
    }

    fn index(&mut self, value: i64) -> String {
        let name = self.fresh();
        self.line(&format!("{name} = arith.constant {value} : index"));
        name
    }

    /// An argument; of an array also the buffer that holds it, its type, and its element type.
    fn argument(&mut self, ty: &Type, input: &Contents) -> Result<(String, Option<Shown>), JobOutcome> {
        let unsupported = || JobOutcome::Unsupported(format!("an argument of type `{ty}` is not made"));
        let elem = bits_of(ty).ok_or_else(unsupported)?;
        let values = input
            .scalars()
            .ok_or_else(|| JobOutcome::Unsupported("an input is not written".to_owned()))?;
        let fits = |dims: &[Dim]| {
            let same = |(dim, extent): (&Dim, &i64)| !matches!(dim, Dim::Static(n) if i64::try_from(*n) != Ok(*extent));
            dims.len() == input.shape.len() && dims.iter().zip(&input.shape).all(same)
        };
        if !ty.shape().is_none_or(fits) || input.ty != Some(elem) {
            return Err(JobOutcome::Unsupported(format!(
                "an input does not fit its type `{ty}`"
            )));
        }
        let name = self.fresh();
        match ty {
            Type::Index | Type::Integer { .. } | Type::Float(_) => {
                let value = values.first().map_or(String::new(), |value| literal(*value));
                self.line(&format!("{name} = arith.constant {value}"));
                Ok((name, None))
            }
            Type::Vector { .. } => {
                self.line(&format!(
                    "{name} = arith.constant dense<{}> : {ty}",
                    dense(&input.shape, &values)
                ));
                Ok((name, None))
            }
            Type::MemRef {
                shape, layout, space, ..
            } => {
                if !is_row_major(layout.as_deref(), &input.shape) {
                    return Err(unsupported());
                }
                let own = memref_type(&input.shape, ty.elem());
                let buffer = self.buffer(&own, ty.elem(), &input.shape, &values);
                if layout.is_some() || space.is_some() || shape.contains(&Dim::Dynamic) {
                    self.line(&format!("{name} = memref.cast {buffer} : {own} to {ty}"));
                    return Ok((name, Some((buffer, own, elem))));
                }
                Ok((buffer.clone(), Some((buffer, own, elem))))
            }
            Type::Tensor {
                shape, encoding: None, ..
            } => {
                let own = memref_type(&input.shape, ty.elem());
                let buffer = self.buffer(&own, ty.elem(), &input.shape, &values);
                let cast = self.fresh();
                let as_typed = Type::memref(shape.clone(), ty.elem().clone());
                self.line(&format!("{cast} = memref.cast {buffer} : {own} to {as_typed}"));
                self.line(&format!(
                    "{name} = bufferization.to_tensor {cast} restrict writable : {as_typed} to {ty}"
                ));
                Ok((name, None))
            }
            _ => Err(unsupported()),
        }
    }

    /// A new buffer of type `ty` with these elements.
    fn buffer(&mut self, ty: &str, elem: &Type, shape: &[i64], values: &[Scalar]) -> String {
        let inputs = self.inputs.entry(elem.to_string()).or_default();
        let from = inputs.len() as i64;
        inputs.extend(values);
        self.makers.insert((shape.len(), elem.to_string()));
        let numbers: Vec<String> = [&[from], shape].concat().iter().map(|n| self.index(*n)).collect();
        let types = vec!["index"; numbers.len()].join(", ");
        let (made, open) = (self.fresh(), open_memref(shape.len(), elem));
        self.line(&format!(
            "{made} = func.call @polyvet_make_{}_{elem}({}) : ({types}) -> {open}",
            shape.len(),
            numbers.join(", ")
        ));
        let buffer = self.fresh();
        self.line(&format!("{buffer} = memref.cast {made} : {open} to {ty}"));
        buffer
    }

    fn result(&mut self, name: &str, ty: &Type) -> Result<(), JobOutcome> {
        let unsupported = || JobOutcome::Unsupported(format!("a result of type `{ty}` is not printed"));
        let elem = bits_of(ty).ok_or_else(unsupported)?;
        match ty {
            Type::Index | Type::Integer { .. } | Type::Float(_) => {
                let buffer = self.fresh();
                let own = memref_type(&[], ty);
                self.line(&format!("{buffer} = memref.alloc() : {own}"));
                self.line(&format!("memref.store {name}, {buffer}[] : {own}"));
                self.print(&buffer, &own, elem);
            }
            Type::MemRef { .. } => self.print(name, &ty.to_string(), elem),
            Type::Tensor {
                shape, encoding: None, ..
            } => {
                let buffer = self.fresh();
                let own = strided(shape.len(), ty.elem());
                // The extents stay those of the tensor.
                let own = own.replacen(&"?x".repeat(shape.len()), &dims_text(shape), 1);
                self.line(&format!("{buffer} = bufferization.to_buffer {name} : {ty} to {own}"));
                self.print(&buffer, &own, elem);
            }
            Type::Vector { shape, .. } if shape.iter().all(|dim| matches!(dim, Dim::Static(_))) => {
                let own = Type::memref(shape.clone(), ty.elem().clone()).to_string();
                let extents = shape.iter().map(|dim| match dim {
                    Dim::Static(extent) => i64::try_from(*extent).unwrap_or(i64::MAX),
                    _ => 0,
                });
                let extents: Vec<i64> = extents.collect();
                let buffer = self.fresh();
                self.line(&format!("{buffer} = memref.alloc() : {own}"));
                // One by one: a vector of `i1` is not laid out in memory as a memref of `i1` is.
                for n in 0..extents.iter().product::<i64>() {
                    let at = subscript(n, &extents);
                    let element = self.fresh();
                    let numbers: Vec<String> = at.iter().map(i64::to_string).collect();
                    self.line(&format!(
                        "{element} = vector.extract {name}[{}] : {} from {ty}",
                        numbers.join(", "),
                        ty.elem()
                    ));
                    let names: Vec<String> = at.iter().map(|at| self.index(*at)).collect();
                    self.line(&format!(
                        "memref.store {element}, {buffer}[{}] : {own}",
                        names.join(", ")
                    ));
                }
                self.print(&buffer, &own, elem);
            }
            _ => return Err(unsupported()),
        }
        Ok(())
    }

    /// Prints a memref of type `ty`.
    fn print(&mut self, buffer: &str, ty: &str, elem: ScalarType) {
        let rank = rank_of(ty);
        let own = strided(rank, &Type::Opaque(elem.to_string()));
        let name = self.fresh();
        let printer = format!("@polyvet_print_{rank}_{elem}");
        self.line(&format!("{name} = memref.cast {buffer} : {ty} to {own}"));
        self.line(&format!("func.call {printer}({name}) : ({own}) -> ()"));
        self.printers.insert((rank, elem.to_string(), elem.bits()));
    }

    fn finish(self, declared: &BTreeSet<&str>) -> String {
        let mut text = String::new();
        for (elem, values) in &self.inputs {
            text += &global(elem, values);
        }
        for (rank, elem) in &self.makers {
            text += &maker(*rank, elem, self.inputs.get(elem).map_or(0, Vec::len));
        }
        for (name, ty) in [("printI64", "i64"), ("printNewline", "")] {
            if !declared.contains(name) {
                let _ = writeln!(text, "func.func private @{name}({ty})");
            }
        }
        text += "func.func private @polyvet_put(%v: i64) {\n  func.call @printI64(%v) : (i64) -> ()\n  \
                 func.call @printNewline() : () -> ()\n  return\n}\n";
        for (rank, elem, bits) in self.printers {
            text += &printer(rank, &elem, bits);
        }
        let _ = write!(text, "{}func.func @main() {{\n{}  return\n}}\n", self.jobs, self.calls);
        text
    }
}

/// Whether a row-major array can be given for a layout.
fn is_row_major(layout: Option<&Attr>, shape: &[i64]) -> bool {
    match layout {
        None => true,
        Some(Attr::Strided { strides, offset }) => {
            let mut size = 1;
            let mut fits = offset.is_none_or(|offset| offset == 0);
            for (stride, extent) in strides.iter().zip(shape).rev() {
                fits &= stride.is_none_or(|stride| stride == size);
                size *= extent;
            }
            fits
        }
        Some(Attr::AffineMap(map)) => {
            let dims = map.results.iter().enumerate();
            map.results.len() == map.dims
                && dims.fold(true, |fits, (n, expr)| fits & (*expr == AffineExpr::Dim(n as u32)))
        }
        Some(_) => false,
    }
}

/// The subscript of element `n` in row-major order.
fn subscript(mut n: i64, extents: &[i64]) -> Vec<i64> {
    let mut at = vec![0; extents.len()];
    for (at, extent) in at.iter_mut().zip(extents).rev() {
        *at = n % extent;
        n /= extent;
    }
    at
}

/// Types of arguments and results of a function.
pub(crate) fn signature(module: &Module, func: OpId) -> Result<(Vec<Type>, Vec<Type>), JobOutcome> {
    match module.op(func).attr("function_type") {
        Some(polyvet_ir::Attr::Type(Type::Function { inputs, results })) => Ok((inputs.clone(), results.clone())),
        _ => Err(JobOutcome::Unsupported("a function without a type".to_owned())),
    }
}

/// The type of the elements, if constants can be made of it.
fn bits_of(ty: &Type) -> Option<ScalarType> {
    let elem = ty.elem();
    ScalarType::of(elem).filter(|_| !matches!(elem, Type::Integer { sign, .. } if *sign != Sign::Signless))
}

fn dims_text(dims: &[Dim]) -> String {
    let show = |dim: &Dim| match dim {
        Dim::Static(extent) => format!("{extent}x"),
        _ => "?x".to_owned(),
    };
    dims.iter().map(show).collect()
}

fn memref_type(shape: &[i64], elem: &Type) -> String {
    let shape: String = shape.iter().map(|extent| format!("{extent}x")).collect();
    format!("memref<{shape}{elem}>")
}

/// The type of a row-major memref with open extents.
fn open_memref(rank: usize, elem: &Type) -> String {
    format!("memref<{}{elem}>", "?x".repeat(rank))
}

/// The type to which all memrefs of a rank can be cast.
fn strided(rank: usize, elem: &Type) -> String {
    let strides = vec!["?"; rank].join(", ");
    format!("memref<{}{elem}, strided<[{strides}], offset: ?>>", "?x".repeat(rank))
}

/// The number of extents in `memref<4x?xf32, ..>`.
fn rank_of(ty: &str) -> usize {
    let shape = ty.trim_start_matches("memref<").split([',', '>']).next().unwrap_or("");
    shape
        .split('x')
        .take_while(|word| word.starts_with(|c: char| c == '?' || c.is_ascii_digit()))
        .count()
}

/// All inputs of a type, one after another; at least one element.
fn global(elem: &str, values: &[Scalar]) -> String {
    let count = values.len();
    match values {
        [] => String::new(),
        _ => format!(
            "memref.global \"private\" constant @polyvet_in_{elem} : memref<{count}x{elem}> = dense<{}>\n",
            dense(&[count as i64], values)
        ),
    }
}

/// A function that makes an array of some of `count` inputs: from the first it is given, with the extents it is given.
fn maker(rank: usize, elem: &str, count: usize) -> String {
    let open = open_memref(rank, &Type::Opaque(elem.to_owned()));
    let dims: Vec<String> = (0..rank).map(|dim| format!("%e{dim}")).collect();
    let args: String = dims.iter().map(|dim| format!(", {dim}: index")).collect();
    let mut text = format!("func.func private @polyvet_make_{rank}_{elem}(%from: index{args}) -> {open} {{\n");
    let mut line = |line: String| _ = writeln!(text, "  {line}");
    line(format!("%m = memref.alloc({}) : {open}", dims.join(", ")));
    if count > 0 {
        let all = format!("memref<{count}x{elem}>");
        line("%c0 = arith.constant 0 : index".to_owned());
        line("%c1 = arith.constant 1 : index".to_owned());
        line(format!("%g = memref.get_global @polyvet_in_{elem} : {all}"));
        let mut place = "%c0".to_owned();
        for (dim, extent) in dims.iter().enumerate() {
            line(format!("scf.for %i{dim} = %c0 to {extent} step %c1 {{"));
            line(format!("%r{dim} = arith.muli {place}, {extent} : index"));
            line(format!("%p{dim} = arith.addi %r{dim}, %i{dim} : index"));
            place = format!("%p{dim}");
        }
        let at: Vec<String> = (0..rank).map(|dim| format!("%i{dim}")).collect();
        line(format!("%q = arith.addi %from, {place} : index"));
        line(format!("%v = memref.load %g[%q] : {all}"));
        line(format!("memref.store %v, %m[{}] : {open}", at.join(", ")));
        (0..rank).for_each(|_| line("}".to_owned()));
    }
    line(format!("return %m : {open}"));
    text + "}\n"
}

/// A function that prints the extents and elements of a memref.
fn printer(rank: usize, elem: &str, bits: u32) -> String {
    let ty = strided(rank, &Type::Opaque(elem.to_owned()));
    let mut text = format!("func.func private @polyvet_print_{rank}_{elem}(%m: {ty}) {{\n");
    let mut line = |line: &str| {
        let _ = writeln!(text, "  {line}");
    };
    line("%c0 = arith.constant 0 : index");
    line("%c1 = arith.constant 1 : index");
    for dim in 0..rank {
        line(&format!("%d{dim} = arith.constant {dim} : index"));
        line(&format!("%e{dim} = memref.dim %m, %d{dim} : {ty}"));
        line(&format!("%w{dim} = arith.index_cast %e{dim} : index to i64"));
        line(&format!("func.call @polyvet_put(%w{dim}) : (i64) -> ()"));
    }
    for dim in 0..rank {
        line(&format!("scf.for %i{dim} = %c0 to %e{dim} step %c1 {{"));
    }
    let at: Vec<String> = (0..rank).map(|dim| format!("%i{dim}")).collect();
    line(&format!("%v = memref.load %m[{}] : {ty}", at.join(", ")));
    let (mut value, mut now) = ("%v", elem.to_owned());
    if elem == "index" {
        line("%b = arith.index_cast %v : index to i64");
        (value, now) = ("%b", "i64".to_owned());
    } else if !elem.starts_with('i') {
        line(&format!("%b = arith.bitcast %v : {elem} to i{bits}"));
        (value, now) = ("%b", format!("i{bits}"));
    }
    if now != "i64" {
        line(&format!("%w = arith.extui {value} : {now} to i64"));
        value = "%w";
    }
    line(&format!("func.call @polyvet_put({value}) : (i64) -> ()"));
    for _ in 0..rank {
        line("}");
    }
    line("return");
    text + "}\n"
}

/// A scalar as an attribute, with all its bits.
fn literal(value: Scalar) -> String {
    match value.ty {
        ScalarType::Int(1) => value.to_string(),
        ScalarType::Float(kind) => format!(
            "0x{:0width$X} : {}",
            value.bits,
            value.ty,
            width = kind.bits() as usize / 4
        ),
        ty => format!("{value} : {ty}"),
    }
}

/// The elements of an array as they are between `dense<` and `>`.
fn dense(shape: &[i64], values: &[Scalar]) -> String {
    if let Some(ScalarType::Float(kind)) = values.first().map(|value| value.ty) {
        return raw(kind, values);
    }
    fn nested(shape: &[i64], values: &[Scalar], text: &mut String) {
        let Some((extent, inner)) = shape.split_first() else {
            *text += &values.first().map_or(String::new(), ToString::to_string);
            return;
        };
        text.push('[');
        let size = values.len() / (*extent).max(1) as usize;
        for (n, part) in values.chunks(size.max(1)).enumerate() {
            if n > 0 {
                text.push(',');
            }
            nested(inner, part, text);
        }
        text.push(']');
    }
    let mut text = String::new();
    nested(shape, values, &mut text);
    text
}

/// The bytes of floats in hexadecimal.
fn raw(kind: FloatKind, values: &[Scalar]) -> String {
    let mut text = "\"0x".to_owned();
    for value in values {
        for byte in &value.bits.to_le_bytes()[..kind.bits() as usize / 8] {
            let _ = write!(text, "{byte:02X}");
        }
    }
    text + "\""
}
