//! Programs in C: loops, accesses and scalar operations, with the meaning they have in MLIR.
//!
//! Integers are unsigned in C and wrap; signed operations extend the sign first. Floats are computed in their own
//! format (compile with `-ffp-contract=off`, without fast math). A memref is a pointer with offset, extents and
//! strides. What has no translation is [`Outcome::Unsupported`], never left out.

use crate::Outcome;
use crate::batch::Batch;
use crate::mlir::signature;
use crate::printed::END;
use crate::settle::Stopped;
use polyvet_interp::{Contents, FloatPredicate, IntPredicate, Scalar, ScalarType};
use polyvet_ir::{
    AffineExpr, AffineMap, AffineOp, Attr, BlockId, Dim, FloatKind, IntegerSet, Module, Op, OpId, Type, ValueId,
    affine_access, affine_apply, affine_for, affine_if, affine_parallel,
};
use std::fmt::Write;

type Result<T> = std::result::Result<T, Outcome>;

const HEAD: &str = include_str!("c_head.h");

/// A program in C that calls the functions of a batch and prints all outputs. `module` has the functions as they are
/// to be translated, under the same names.
pub(crate) fn program(module: &Module, batch: &Batch<'_>) -> std::result::Result<String, Stopped> {
    let mut text = HEAD.to_owned();
    let mut bodies = String::new();
    for func in module.funcs() {
        let name = module.symbol_name(func).unwrap_or("");
        let (head, body) = function(module, func).map_err(|outcome| Stopped {
            outcome,
            suspects: batch.jobs_with(name).collect(),
        })?;
        let _ = writeln!(text, "{head};");
        bodies += &body;
    }
    text += &bodies;
    text += "\nint main(void) {\n";
    for (n, call) in batch.calls.iter().enumerate() {
        let called = in_main(&mut text, module, batch.name(call), n, &call.job.inputs);
        called.map_err(|outcome| Stopped {
            outcome,
            suspects: vec![n],
        })?;
    }
    Ok(text + "  return 0;\n}\n")
}

/// The head of a function, and the function.
fn function(module: &Module, func: OpId) -> Result<(String, String)> {
    let mut printer = Printer::new(module);
    let head = printer.head(func)?;
    printer.func(func)?;
    let body = format!("\n{head} {{\n{}}}\n", printer.text);
    Ok((head, body))
}

/// Call `n` of `main`, and the outputs.
fn in_main(text: &mut String, module: &Module, name: &str, n: usize, given: &[Contents]) -> Result<()> {
    let func = polyvet_ir::func_named(module, name).ok_or_else(|| missing(name))?;
    let (inputs, results) = signature(module, func)?;
    if inputs.len() != given.len() {
        let message = format!("{} inputs for {} arguments", given.len(), inputs.len());
        return Err(Outcome::Unsupported(message));
    }
    let _ = write!(text, "  {{\n    put({n});\n");
    let mut args = Vec::new();
    for (at, (ty, input)) in inputs.iter().zip(given).enumerate() {
        args.push(argument(text, at, ty, input)?);
    }
    for (at, ty) in results.iter().enumerate() {
        let _ = writeln!(text, "    {} r{at};", c_type(ty)?);
        args.push(format!("&r{at}"));
    }
    let _ = writeln!(text, "    {}({});", symbol(name), args.join(", "));
    for (at, ty) in inputs.iter().enumerate().filter(|(_, ty)| ty.is_memref()) {
        show(text, &format!("a{at}"), ty)?;
    }
    for (at, ty) in results.iter().enumerate() {
        show(text, &format!("r{at}"), ty)?;
    }
    let _ = write!(text, "    put({END}LL);\n  }}\n");
    Ok(())
}

fn unsupported<T>(what: &str) -> Result<T> {
    Err(Outcome::Unsupported(format!("there is no translation to C of {what}")))
}

fn missing(name: &str) -> Outcome {
    Outcome::Unsupported(format!("`@{name}` is gone after the passes"))
}

/// An argument of a call in `main`.
fn argument(text: &mut String, at: usize, ty: &Type, input: &Contents) -> Result<String> {
    let Some(values) = input.scalars() else {
        return Err(Outcome::Unsupported("an input is not written".to_owned()));
    };
    let elem = storage(ty.elem())?;
    let bits: Vec<String> = values.iter().map(|value| format!("{}ULL", value.bits)).collect();
    let (store, wide) = (elem, bit_type(ty.elem())?);
    if !ty.is_memref() {
        let _ = writeln!(
            text,
            "    {wide} b{at} = ({wide}){}; {store} a{at}; memcpy(&a{at}, &b{at}, sizeof a{at});",
            bits[0]
        );
        return Ok(format!("a{at}"));
    }
    // At least one element: C has no empty arrays.
    let all = if bits.is_empty() {
        "0".to_owned()
    } else {
        bits.join(",")
    };
    let count = bits.len();
    let _ = writeln!(text, "    static const {wide} b{at}[] = {{{all}}};");
    let _ = writeln!(
        text,
        "    mem a{at} = fresh({count}, sizeof({store}), {}, (int64_t[]){{{}}});",
        input.shape.len(),
        extents(&input.shape)
    );
    let _ = writeln!(text, "    memcpy(a{at}.p, b{at}, {count} * sizeof({store}));");
    Ok(format!("a{at}"))
}

fn extents(shape: &[i64]) -> String {
    if shape.is_empty() {
        return "0".to_owned();
    }
    shape.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// Prints an output in `main`.
fn show(text: &mut String, name: &str, ty: &Type) -> Result<()> {
    let store = storage(ty.elem())?;
    match ty {
        Type::MemRef { shape, .. } => {
            let _ = writeln!(text, "    put_mem(&{name}, {}, sizeof({store}));", shape.len());
        }
        _ => {
            let _ = writeln!(text, "    put_bits(&{name}, sizeof {name});");
        }
    }
    Ok(())
}

/// The C type that holds a value.
fn c_type(ty: &Type) -> Result<&'static str> {
    match ty {
        Type::MemRef { .. } => Ok("mem"),
        Type::Vector { .. } | Type::Tensor { .. } | Type::UnrankedMemRef { .. } | Type::UnrankedTensor(_) => {
            unsupported(&format!("values of type `{ty}` (loops on memrefs are translated)"))
        }
        other => storage(other),
    }
}

/// The C type of a scalar, also in memory.
fn storage(ty: &Type) -> Result<&'static str> {
    match ScalarType::of(ty) {
        Some(ScalarType::Float(FloatKind::F32)) => Ok("float"),
        Some(ScalarType::Float(FloatKind::F64)) => Ok("double"),
        Some(ScalarType::Int(1..=8)) => Ok("uint8_t"),
        Some(ScalarType::Int(9..=16)) => Ok("uint16_t"),
        Some(ScalarType::Int(17..=32)) => Ok("uint32_t"),
        Some(ScalarType::Int(_) | ScalarType::Index) => Ok("uint64_t"),
        _ => unsupported(&format!("the type `{ty}`")),
    }
}

/// An unsigned type as wide as [`storage`].
fn bit_type(ty: &Type) -> Result<&'static str> {
    Ok(match storage(ty)? {
        "float" => "uint32_t",
        "double" => "uint64_t",
        other => other,
    })
}

/// A name that is one in C: other characters become their codes.
fn symbol(name: &str) -> String {
    let mut text = "f_".to_owned();
    for c in name.chars() {
        match c.is_ascii_alphanumeric() {
            true => text.push(c),
            false => _ = write!(text, "_{:x}_", u32::from(c)),
        }
    }
    text
}

struct Printer<'m> {
    module: &'m Module,
    text: String,
    indent: usize,
    next: usize,
    /// Where the enclosing loop or condition puts what is yielded.
    yields: Vec<Vec<String>>,
}

impl<'m> Printer<'m> {
    fn new(module: &'m Module) -> Printer<'m> {
        Printer {
            module,
            text: String::new(),
            indent: 1,
            next: 0,
            yields: Vec::new(),
        }
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{:1$}{line}", "", self.indent * 2);
    }

    fn name(&self, value: ValueId) -> String {
        format!("v{}", value.0)
    }

    fn ty(&self, value: ValueId) -> &'m Type {
        self.module.ty(value)
    }

    fn head(&self, func: OpId) -> Result<String> {
        let (inputs, results) = signature(self.module, func)?;
        let entry = self.module.only_block(func, 0);
        let args = entry.map_or(&[][..], |entry| &self.module.block(entry).args);
        let mut params = Vec::new();
        for (at, ty) in inputs.iter().enumerate() {
            let name = args.get(at).map_or(format!("a{at}"), |arg| self.name(*arg));
            params.push(format!("{} {name}", c_type(ty)?));
        }
        for (at, ty) in results.iter().enumerate() {
            params.push(format!("{} *out{at}", c_type(ty)?));
        }
        if params.is_empty() {
            params.push("void".to_owned());
        }
        let name = self.module.symbol_name(func).unwrap_or("");
        Ok(format!("static void {}({})", symbol(name), params.join(", ")))
    }

    fn func(&mut self, func: OpId) -> Result<()> {
        match self.module.only_block(func, 0) {
            Some(entry) => self.block(entry),
            None => unsupported("a function that is not one block"),
        }
    }

    fn block(&mut self, block: BlockId) -> Result<()> {
        let module = self.module;
        module.block(block).ops.iter().try_for_each(|op| self.op(*op))
    }

    fn declare(&mut self, value: ValueId, init: &str) -> Result<()> {
        let (ty, name) = (c_type(self.ty(value))?, self.name(value));
        self.line(&format!("{ty} {name} = {init};"));
        Ok(())
    }

    fn op(&mut self, id: OpId) -> Result<()> {
        let module = self.module;
        let op = module.op(id);
        let operand = |n: usize| format!("v{}", op.operand(n).0);
        match op.name.as_str() {
            "arith.constant" => {
                let value = op.attr("value").and_then(Scalar::from_attr);
                let Some(value) = value else {
                    return unsupported("a constant that is no number");
                };
                let text = literal(value)?;
                self.declare(op.results[0], &text)
            }
            "func.return" => {
                for (at, value) in op.operand_values().enumerate() {
                    let value = self.name(value);
                    self.line(&format!("*out{at} = {value};"));
                }
                self.line("return;");
                Ok(())
            }
            "func.call" => self.call(op),
            "affine.for" | "scf.for" | "affine.parallel" | "scf.parallel" => self.loops(id),
            "affine.if" => {
                let Some(view) = affine_if(module, id) else {
                    return unsupported("this `affine.if`");
                };
                let inside = self.set(&view.set, &view.operands)?;
                self.branch(op, &inside, view.then_block, view.else_block)
            }
            "scf.if" => {
                let Some(then) = module.only_block(id, 0) else {
                    return unsupported("this `scf.if`");
                };
                self.branch(op, &operand(0), then, module.only_block(id, 1))
            }
            "affine.yield" | "scf.yield" | "scf.reduce" => {
                let names = self.yields.last().cloned().unwrap_or_default();
                if names.len() != op.operands.len() {
                    return unsupported("a reduction of parallel loops");
                }
                // All at once: one may be another's old value.
                for (n, value) in op.operand_values().enumerate() {
                    let (ty, value) = (c_type(self.ty(value))?, self.name(value));
                    self.line(&format!("{ty} y{n} = {value};"));
                }
                for (n, name) in names.iter().enumerate() {
                    self.line(&format!("{name} = y{n};"));
                }
                Ok(())
            }
            "affine.apply" | "affine.min" | "affine.max" => {
                let Some((map, operands)) = affine_apply(module, id) else {
                    return unsupported(&format!("this `{}`", op.name));
                };
                let pick = if op.name == "affine.max" { "max_of" } else { "min_of" };
                let value = self.extreme(&map, &operands, pick)?;
                self.declare(op.results[0], &format!("(uint64_t)({value})"))
            }
            "affine.load" | "affine.store" => {
                let Some(access) = affine_access(module, id) else {
                    return unsupported(&format!("this `{}`", op.name));
                };
                let mut at = Vec::new();
                for expr in &access.map.results {
                    at.push(self.affine(expr, &access.map, &access.operands)?);
                }
                let element = self.element(access.memref, &at)?;
                match access.value {
                    Some(value) => {
                        let value = self.name(value);
                        self.line(&format!("{element} = {value};"));
                        Ok(())
                    }
                    None => self.declare(op.results[0], &element),
                }
            }
            "memref.load" => {
                let at: Vec<String> = op.operand_values().skip(1).map(|value| self.index(value)).collect();
                let element = self.element(op.operand(0), &at)?;
                self.declare(op.results[0], &element)
            }
            "memref.store" => {
                let at: Vec<String> = op.operand_values().skip(2).map(|value| self.index(value)).collect();
                let (element, value) = (self.element(op.operand(1), &at)?, operand(0));
                self.line(&format!("{element} = {value};"));
                Ok(())
            }
            "memref.alloc" | "memref.alloca" => self.alloc(op),
            "memref.dealloc" => {
                // The same place may be freed once only; what lies in a static is not freed at all.
                self.line(&format!("free({}.p);", operand(0)));
                Ok(())
            }
            "memref.cast" => self.declare(op.results[0], &operand(0)),
            "memref.copy" => {
                let Some(rank) = self.ty(op.operand(0)).shape().map(<[_]>::len) else {
                    return unsupported("this `memref.copy`");
                };
                let size = storage(self.ty(op.operand(0)).elem())?;
                self.line(&format!(
                    "copy({}, {}, {rank}, sizeof({size}));",
                    operand(0),
                    operand(1)
                ));
                Ok(())
            }
            "memref.dim" => {
                let at = self.index(op.operand(1));
                self.declare(op.results[0], &format!("(uint64_t){}.d[{at}]", operand(0)))
            }
            "memref.subview" => self.subview(op),
            _ => self.scalar(op),
        }
    }

    fn call(&mut self, op: &Op) -> Result<()> {
        let Some(Attr::Symbol(path)) = op.attr("callee") else {
            return unsupported("a call of no function");
        };
        let mut args: Vec<String> = op.operand_values().map(|value| self.name(value)).collect();
        for result in &op.results {
            let (ty, name) = (c_type(self.ty(*result))?, self.name(*result));
            self.line(&format!("{ty} {name};"));
            args.push(format!("&{name}"));
        }
        self.line(&format!("{}({});", symbol(&path.join("::")), args.join(", ")));
        Ok(())
    }

    /// An `index` as a signed number.
    fn index(&self, value: ValueId) -> String {
        format!("(int64_t){}", self.name(value))
    }

    fn element(&self, memref: ValueId, at: &[String]) -> Result<String> {
        let name = self.name(memref);
        let store = storage(self.ty(memref).elem())?;
        let mut place = format!("{name}.o");
        for (dim, at) in at.iter().enumerate() {
            let _ = write!(place, " + ({at}) * {name}.s[{dim}]");
        }
        Ok(format!("(({store} *){name}.p)[{place}]"))
    }

    fn affine(&self, expr: &AffineExpr, map: &AffineMap, operands: &[ValueId]) -> Result<String> {
        Ok(match expr {
            AffineExpr::Dim(n) => self.index(operands[*n as usize]),
            AffineExpr::Sym(n) => self.index(operands[map.dims + *n as usize]),
            AffineExpr::Const(value) => format!("{value}LL"),
            AffineExpr::Bin(op, x, y) => {
                let (x, y) = (self.affine(x, map, operands)?, self.affine(y, map, operands)?);
                match op {
                    AffineOp::Add => format!("({x} + {y})"),
                    AffineOp::Mul => format!("({x} * {y})"),
                    AffineOp::Mod => format!("mod({x}, {y})"),
                    AffineOp::FloorDiv => format!("floordiv({x}, {y})"),
                    AffineOp::CeilDiv => format!("-floordiv(-({x}), {y})"),
                }
            }
        })
    }

    /// The minimum or maximum of the results of a map.
    fn extreme(&self, map: &AffineMap, operands: &[ValueId], pick: &str) -> Result<String> {
        let mut all: Option<String> = None;
        for expr in &map.results {
            let one = self.affine(expr, map, operands)?;
            all = Some(match all {
                Some(all) => format!("{pick}({all}, {one})"),
                None => one,
            });
        }
        all.map_or_else(|| unsupported("a map without results"), Ok)
    }

    fn set(&self, set: &IntegerSet, operands: &[ValueId]) -> Result<String> {
        let map = AffineMap::new(set.dims, set.syms, Vec::new());
        let mut all = vec!["1".to_owned()];
        for (expr, is_equal) in &set.constraints {
            let value = self.affine(expr, &map, operands)?;
            all.push(format!("{value} {} 0", if *is_equal { "==" } else { ">=" }));
        }
        Ok(all.join(" && "))
    }

    /// Variables for the results of an operation with regions.
    fn results(&mut self, op: &Op, inits: &[String]) -> Result<Vec<String>> {
        let mut names = Vec::new();
        for (at, result) in op.results.iter().enumerate() {
            let (ty, name) = (c_type(self.ty(*result))?, self.name(*result));
            match inits.get(at) {
                Some(init) => self.line(&format!("{ty} {name} = {init};")),
                None => self.line(&format!("{ty} {name};")),
            }
            names.push(name);
        }
        Ok(names)
    }

    fn branch(&mut self, op: &Op, condition: &str, then: BlockId, otherwise: Option<BlockId>) -> Result<()> {
        let names = self.results(op, &[])?;
        self.yields.push(names);
        self.line(&format!("if ({condition}) {{"));
        self.inside(then)?;
        if let Some(otherwise) = otherwise {
            self.line("} else {");
            self.inside(otherwise)?;
        }
        self.line("}");
        self.yields.pop();
        Ok(())
    }

    fn inside(&mut self, block: BlockId) -> Result<()> {
        self.indent += 1;
        self.block(block)?;
        self.indent -= 1;
        Ok(())
    }

    fn loops(&mut self, id: OpId) -> Result<()> {
        let module = self.module;
        let op = module.op(id);
        let not_this = || Outcome::Unsupported(format!("there is no translation to C of this `{}`", op.name));
        let body = module.only_block(id, 0).ok_or_else(not_this)?;
        // Loop variable, first, end, step.
        let mut all: Vec<(ValueId, String, String, String)> = Vec::new();
        let (mut inits, mut carried) = (Vec::new(), Vec::new());
        match op.name.as_str() {
            "affine.for" => {
                let view = affine_for(module, id).ok_or_else(not_this)?;
                let first = self.extreme(&view.lower, &view.lower_operands, "max_of")?;
                let end = self.extreme(&view.upper, &view.upper_operands, "min_of")?;
                all.push((view.induction, first, end, view.step.to_string()));
                (inits, carried) = (view.inits, view.iter_args);
            }
            "affine.parallel" => {
                let view = affine_parallel(module, id)
                    .filter(|_| op.results.is_empty())
                    .ok_or_else(not_this)?;
                for (n, induction) in view.inductions.iter().enumerate() {
                    let first = self.extreme(&view.lower.of_loop(n), &view.lower.operands, "max_of")?;
                    let end = self.extreme(&view.upper.of_loop(n), &view.upper.operands, "min_of")?;
                    all.push((*induction, first, end, view.steps[n].to_string()));
                }
            }
            "scf.for" => {
                let args = &module.block(body).args;
                let (induction, rest) = args.split_first().ok_or_else(not_this)?;
                if *self.ty(*induction) != Type::Index || op.operands.len() != 3 + rest.len() {
                    return Err(not_this());
                }
                let bound = |n: usize| self.index(op.operand(n));
                all.push((*induction, bound(0), bound(1), bound(2)));
                (inits, carried) = (op.operand_values().skip(3).collect(), rest.to_vec());
            }
            _ => {
                let args = &module.block(body).args;
                if !op.results.is_empty() || op.operands.len() != 3 * args.len() {
                    return Err(not_this());
                }
                for (n, induction) in args.iter().enumerate() {
                    let bound = |group: usize| self.index(op.operand(group * args.len() + n));
                    all.push((*induction, bound(0), bound(1), bound(2)));
                }
            }
        }
        let inits: Vec<String> = inits.into_iter().map(|init| self.name(init)).collect();
        let names = self.results(op, &inits)?;
        let depth = self.indent;
        for (induction, first, end, step) in &all {
            let (name, n) = (self.name(*induction), self.next);
            self.next += 1;
            // Bounds are taken once; the last step must not overflow.
            self.line(&format!("for (int64_t i{n} = {first}, e{n} = {end}, s{n} = {step}; i{n} < e{n}; i{n} = next(i{n}, e{n}, s{n})) {{"));
            self.indent += 1;
            self.line(&format!("uint64_t {name} = (uint64_t)i{n};"));
        }
        for (arg, name) in carried.iter().zip(&names) {
            self.declare(*arg, name)?;
        }
        self.yields.push(names);
        self.block(body)?;
        self.yields.pop();
        while self.indent > depth {
            self.indent -= 1;
            self.line("}");
        }
        Ok(())
    }

    fn alloc(&mut self, op: &Op) -> Result<()> {
        let ty = self.ty(op.results[0]);
        let Type::MemRef {
            shape, layout: None, ..
        } = ty
        else {
            return unsupported(&format!("an allocation of type `{ty}`"));
        };
        let mut sizes = op.operand_values();
        let mut extents = Vec::new();
        for dim in shape {
            extents.push(match dim {
                Dim::Static(extent) => format!("{extent}"),
                _ => sizes.next().map_or("0".to_owned(), |value| self.index(value)),
            });
        }
        let rank = extents.len();
        let all = if extents.is_empty() {
            "0".to_owned()
        } else {
            extents.join(", ")
        };
        let count = if extents.is_empty() {
            "1".to_owned()
        } else {
            extents
                .iter()
                .map(|extent| format!("({extent})"))
                .collect::<Vec<_>>()
                .join(" * ")
        };
        let store = storage(ty.elem())?;
        self.declare(
            op.results[0],
            &format!("fresh({count}, sizeof({store}), {rank}, (int64_t[]){{{all}}})"),
        )
    }

    fn subview(&mut self, op: &Op) -> Result<()> {
        let (from, to) = (self.ty(op.operand(0)), self.ty(op.results[0]));
        let rank = from.shape().map_or(0, <[_]>::len);
        if to.shape().map(<[_]>::len) != Some(rank) {
            return unsupported("a `memref.subview` that drops dimensions");
        }
        let mut dynamic = op.operand_values().skip(1);
        let mut groups = Vec::new();
        for name in ["static_offsets", "static_sizes", "static_strides"] {
            let Some(numbers) = op
                .attr(name)
                .and_then(Attr::as_i64s)
                .filter(|numbers| numbers.len() == rank)
            else {
                return unsupported("this `memref.subview`");
            };
            let mut group = Vec::new();
            for number in numbers {
                // What stands for an operand.
                group.push(match number {
                    i64::MIN => dynamic.next().map_or("0".to_owned(), |value| self.index(value)),
                    number => format!("{number}LL"),
                });
            }
            groups.push(group);
        }
        let (source, result) = (self.name(op.operand(0)), self.name(op.results[0]));
        self.line(&format!("mem {result} = {source};"));
        for (dim, ((offset, size), stride)) in groups[0].iter().zip(&groups[1]).zip(&groups[2]).enumerate() {
            self.line(&format!("{result}.o += ({offset}) * {source}.s[{dim}];"));
            self.line(&format!("{result}.d[{dim}] = {size};"));
            self.line(&format!("{result}.s[{dim}] = ({stride}) * {source}.s[{dim}];"));
        }
        Ok(())
    }

    /// An operation on scalars.
    fn scalar(&mut self, op: &Op) -> Result<()> {
        let [result] = op.results[..] else {
            return unsupported(&format!("`{}`", op.name));
        };
        let scalar = |ty: &Type| ScalarType::of(ty);
        let Some(to) = scalar(self.ty(result)) else {
            return unsupported(&format!("`{}` on values of type `{}`", op.name, self.ty(result)));
        };
        let names: Vec<String> = op.operand_values().map(|value| self.name(value)).collect();
        let from: Vec<ScalarType> = op.operand_values().filter_map(|value| scalar(self.ty(value))).collect();
        if from.len() != names.len() || from.is_empty() {
            return unsupported(&format!("`{}`", op.name));
        }
        let (w, x) = (from[0].bits(), &names[0]);
        let y = names.get(1).map_or("", String::as_str);
        let (sx, sy) = (format!("sext({x}, {w})"), format!("sext({y}, {w})"));
        let (ux, uy) = (format!("(uint64_t){x}"), format!("(uint64_t){y}"));
        let f = if to == ScalarType::Float(FloatKind::F32) {
            "f"
        } else {
            ""
        };
        let name = op.name.as_str();
        let value = match name {
            "arith.addi" | "index.add" => format!("{ux} + {uy}"),
            "arith.subi" | "index.sub" => format!("{ux} - {uy}"),
            "arith.muli" | "index.mul" => format!("{ux} * {uy}"),
            "arith.divsi" | "index.divs" => format!("(uint64_t)({sx} / {sy})"),
            "arith.remsi" | "index.rems" => format!("(uint64_t)({sx} % {sy})"),
            "arith.divui" | "index.divu" => format!("{ux} / {uy}"),
            "arith.remui" | "index.remu" => format!("{ux} % {uy}"),
            "arith.floordivsi" => format!("(uint64_t)floordiv({sx}, {sy})"),
            "arith.ceildivsi" => format!("(uint64_t)ceildiv({sx}, {sy})"),
            "arith.ceildivui" => format!("{ux} / {uy} + ({ux} % {uy} != 0)"),
            "arith.andi" => format!("{ux} & {uy}"),
            "arith.ori" => format!("{ux} | {uy}"),
            "arith.xori" => format!("{ux} ^ {uy}"),
            "arith.shli" => format!("{ux} << {uy}"),
            "arith.shrui" => format!("{ux} >> {uy}"),
            "arith.shrsi" => format!("(uint64_t)({sx} >> {uy})"),
            "arith.maxsi" => format!("{sx} > {sy} ? {ux} : {uy}"),
            "arith.minsi" => format!("{sx} < {sy} ? {ux} : {uy}"),
            "arith.maxui" => format!("{ux} > {uy} ? {ux} : {uy}"),
            "arith.minui" => format!("{ux} < {uy} ? {ux} : {uy}"),
            "arith.extsi" | "arith.index_cast" => format!("(uint64_t){sx}"),
            "arith.extui" | "arith.index_castui" | "arith.trunci" => ux,
            "arith.cmpi" => self.compare_integers(op, [&sx, &sy, &ux, &uy])?,
            "arith.select" => {
                let z = names.get(2).map_or("", String::as_str);
                format!("{x} ? {y} : {z}")
            }
            "arith.addf" => format!("{x} + {y}"),
            "arith.subf" => format!("{x} - {y}"),
            "arith.mulf" => format!("{x} * {y}"),
            "arith.divf" => format!("{x} / {y}"),
            "arith.remf" => format!("fmod{f}({x}, {y})"),
            "arith.negf" => format!("-{x}"),
            "arith.maximumf" => format!("maximum{f}_({x}, {y})"),
            "arith.minimumf" => format!("minimum{f}_({x}, {y})"),
            "arith.extf" => format!("(double){x}"),
            "arith.truncf" => format!("(float){x}"),
            "arith.sitofp" => format!("({}){sx}", storage(self.ty(result))?),
            "arith.uitofp" => format!("({}){ux}", storage(self.ty(result))?),
            "arith.fptosi" => format!("(uint64_t)(int64_t){x}"),
            "arith.fptoui" => format!("(uint64_t){x}"),
            "arith.cmpf" => compare_floats(op, x, y)?,
            "math.absf" => format!("fabs{f}({x})"),
            "math.copysign" => format!("copysign{f}({x}, {y})"),
            "math.fma" => format!("fma{f}({x}, {y}, {})", names.get(2).map_or("", String::as_str)),
            "math.sqrt" | "math.exp" | "math.exp2" | "math.expm1" | "math.log" | "math.log2" | "math.log10"
            | "math.log1p" | "math.sin" | "math.cos" | "math.tan" | "math.tanh" | "math.floor" | "math.ceil"
            | "math.trunc" | "math.round" | "math.erf" => format!("{}{f}({x})", &name["math.".len()..]),
            "math.powf" => format!("pow{f}({x}, {y})"),
            "math.atan2" => format!("atan2{f}({x}, {y})"),
            _ => return unsupported(&format!("`{name}`")),
        };
        let ty = storage(self.ty(result))?;
        let value = match to {
            ScalarType::Float(_) => value,
            _ if to.bits() == 64 => value,
            _ => format!("({ty})(({value}) & {}ULL)", to.mask()),
        };
        self.declare(result, &value)
    }

    fn compare_integers(&self, op: &Op, [sx, sy, ux, uy]: [&str; 4]) -> Result<String> {
        use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        let predicate = op
            .attr("predicate")
            .and_then(Attr::as_i64)
            .and_then(IntPredicate::from_code);
        Ok(match predicate {
            Some(Eq) => format!("{ux} == {uy}"),
            Some(Ne) => format!("{ux} != {uy}"),
            Some(Slt) => format!("{sx} < {sy}"),
            Some(Sle) => format!("{sx} <= {sy}"),
            Some(Sgt) => format!("{sx} > {sy}"),
            Some(Sge) => format!("{sx} >= {sy}"),
            Some(Ult) => format!("{ux} < {uy}"),
            Some(Ule) => format!("{ux} <= {uy}"),
            Some(Ugt) => format!("{ux} > {uy}"),
            Some(Uge) => format!("{ux} >= {uy}"),
            None => return unsupported("a comparison without predicate"),
        })
    }
}

fn compare_floats(op: &Op, x: &str, y: &str) -> Result<String> {
    let predicate = op
        .attr("predicate")
        .and_then(Attr::as_i64)
        .and_then(FloatPredicate::from_code);
    let Some(name) = predicate.map(FloatPredicate::name) else {
        return unsupported("a comparison without predicate");
    };
    let unordered = format!("({x} != {x} || {y} != {y})");
    let relation = |name: &str| {
        Some(match name {
            "eq" => format!("{x} == {y}"),
            "ne" => format!("{x} != {y}"),
            "gt" => format!("{x} > {y}"),
            "ge" => format!("{x} >= {y}"),
            "lt" => format!("{x} < {y}"),
            "le" => format!("{x} <= {y}"),
            _ => return None,
        })
    };
    Ok(match name {
        "false" => "0".to_owned(),
        "true" => "1".to_owned(),
        "ord" => format!("!{unordered}"),
        "uno" => unordered,
        _ => match (&name[..1], relation(&name[1..])) {
            ("o", Some(relation)) => format!("!{unordered} && {relation}"),
            ("u", Some(relation)) => format!("{unordered} || {relation}"),
            _ => return unsupported("this comparison"),
        },
    })
}

/// A number with all its bits.
fn literal(value: Scalar) -> Result<String> {
    Ok(match value.ty {
        ScalarType::Float(FloatKind::F32) => format!("f32(0x{:08x}u)", value.bits),
        ScalarType::Float(FloatKind::F64) => format!("f64(0x{:016x}ull)", value.bits),
        ScalarType::Float(_) => return unsupported(&format!("the type `{}`", value.ty)),
        _ => format!("{}ULL", value.bits),
    })
}
