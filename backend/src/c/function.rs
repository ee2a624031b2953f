//! Functions: loops, conditions, accesses and views.

use super::{CResult, c_type, literal, storage, symbol, unsupported};
use crate::JobOutcome;
use crate::mlir::signature;
use polyvet_interp::Scalar;
use polyvet_ir::{
    AffineExpr, AffineMap, AffineOp, Attr, BlockId, Dim, IntegerSet, Module, Op, OpId, Type, ValueId, affine_access,
    affine_apply, affine_for, affine_if, affine_parallel,
};
use std::collections::HashSet;
use std::fmt::Write;

/// A function on its way to C.
pub(super) struct CPrinter<'m> {
    module: &'m Module,
    /// What is translated so far.
    pub text: String,
    indent: usize,
    next: usize,
    /// Where the enclosing loop or condition puts what is yielded.
    yields: Vec<Vec<String>>,
    /// Arrays without gaps, rows after rows.
    dense: HashSet<ValueId>,
}

impl<'m> CPrinter<'m> {
    pub(super) fn new(module: &'m Module) -> CPrinter<'m> {
        CPrinter {
            module,
            text: String::new(),
            indent: 1,
            next: 0,
            yields: Vec::new(),
            dense: HashSet::new(),
        }
    }

    /// The arguments of the function lie as their types say: so they do where `main` makes them, but not where a caller
    /// passes a part of a tensor.
    pub(super) fn trust_layouts(&mut self, func: OpId) {
        let entry = self.module.only_block(func, 0);
        let args = entry.map_or(&[][..], |entry| &self.module.block(entry).args);
        self.dense
            .extend(args.iter().filter(|arg| is_dense(self.module.ty(**arg))));
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{:1$}{line}", "", self.indent * 2);
    }

    pub(super) fn name(&self, value: ValueId) -> String {
        format!("v{}", value.0)
    }

    pub(super) fn ty(&self, value: ValueId) -> &'m Type {
        self.module.ty(value)
    }

    pub(super) fn head(&self, func: OpId) -> CResult<String> {
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

    pub(super) fn func(&mut self, func: OpId) -> CResult<()> {
        match self.module.only_block(func, 0) {
            Some(entry) => self.block(entry),
            None => unsupported("a function that is not one block"),
        }
    }

    fn block(&mut self, block: BlockId) -> CResult<()> {
        let module = self.module;
        module.block(block).ops.iter().try_for_each(|op| self.op(*op))
    }

    pub(super) fn declare(&mut self, value: ValueId, init: &str) -> CResult<()> {
        let (ty, name) = (c_type(self.ty(value))?, self.name(value));
        self.line(&format!("{ty} {name} = {init};"));
        Ok(())
    }

    fn op(&mut self, id: OpId) -> CResult<()> {
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
            "memref.load" | "tensor.extract" => {
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
            "memref.alloc" | "memref.alloca" | "tensor.empty" => self.alloc(op),
            // What a tensor is made of is read after that.
            "memref.dealloc" if self.is_tensor_too(op.operand(0)) => Ok(()),
            "memref.dealloc" => {
                // The same place may be freed once only; what lies in a static is not freed at all.
                self.line(&format!("free({}.p);", operand(0)));
                Ok(())
            }
            "memref.cast" | "tensor.cast" | "bufferization.to_tensor" | "bufferization.to_buffer" => {
                self.declare(op.results[0], &operand(0))
            }
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
            "memref.dim" | "tensor.dim" => {
                let at = self.index(op.operand(1));
                self.declare(op.results[0], &format!("(uint64_t){}.d[{at}]", operand(0)))
            }
            "memref.subview" | "tensor.extract_slice" => self.subview(op),
            _ => self.scalar(op),
        }
    }

    fn call(&mut self, op: &Op) -> CResult<()> {
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

    fn element(&self, memref: ValueId, at: &[String]) -> CResult<String> {
        let name = self.name(memref);
        let store = storage(self.ty(memref).elem())?;
        if self.dense.contains(&memref) {
            return Ok(format!("(({store} *){name}.p)[{}]", self.row_major(memref, at)));
        }
        let mut place = format!("{name}.o");
        for (dim, at) in at.iter().enumerate() {
            let _ = write!(place, " + ({at}) * {name}.s[{dim}]");
        }
        Ok(format!("(({store} *){name}.p)[{place}]"))
    }

    /// Where an element of an array without gaps is. Compilers see better through this than through strides.
    fn row_major(&self, memref: ValueId, at: &[String]) -> String {
        let (name, shape) = (self.name(memref), self.ty(memref).shape().unwrap_or(&[]));
        let mut place = String::new();
        for (dim, (at, extent)) in at.iter().zip(shape).enumerate() {
            place = match (dim, extent) {
                (0, _) => format!("({at})"),
                (_, Dim::Static(extent)) => format!("({place} * {extent}LL + ({at}))"),
                _ => format!("({place} * {name}.d[{dim}] + ({at}))"),
            };
        }
        if place.is_empty() { "0".to_owned() } else { place }
    }

    fn affine(&self, expr: &AffineExpr, map: &AffineMap, operands: &[ValueId]) -> CResult<String> {
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
    fn extreme(&self, map: &AffineMap, operands: &[ValueId], pick: &str) -> CResult<String> {
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

    fn set(&self, set: &IntegerSet, operands: &[ValueId]) -> CResult<String> {
        let map = AffineMap::new(set.dims, set.syms, Vec::new());
        let mut all = vec!["1".to_owned()];
        for (expr, is_equal) in &set.constraints {
            let value = self.affine(expr, &map, operands)?;
            all.push(format!("{value} {} 0", if *is_equal { "==" } else { ">=" }));
        }
        Ok(all.join(" && "))
    }

    /// Variables for the results of an operation with regions.
    fn results(&mut self, op: &Op, inits: &[String]) -> CResult<Vec<String>> {
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

    fn branch(&mut self, op: &Op, condition: &str, then: BlockId, otherwise: Option<BlockId>) -> CResult<()> {
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

    fn inside(&mut self, block: BlockId) -> CResult<()> {
        self.indent += 1;
        self.block(block)?;
        self.indent -= 1;
        Ok(())
    }

    fn loops(&mut self, id: OpId) -> CResult<()> {
        let module = self.module;
        let op = module.op(id);
        let not_this = || JobOutcome::Unsupported(format!("there is no translation to C of this `{}`", op.name));
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
                let signed = op.attr("unsignedCmp").is_none();
                if *self.ty(*induction) != Type::Index || !signed || op.operands.len() != 3 + rest.len() {
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
            let head = format!("for (int64_t i{n} = {first}, e{n} = {end}, s{n} = {step}; i{n} < e{n};");
            self.line(&match step.as_str() {
                "1" => format!("{head} i{n}++) {{"),
                _ => format!("{head} i{n} = next(i{n}, e{n}, s{n})) {{"),
            });
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

    /// Whether a tensor has the elements of this buffer.
    fn is_tensor_too(&self, buffer: ValueId) -> bool {
        self.module.any_op(self.module.top, &mut |_, op| {
            op.name == "bufferization.to_tensor" && op.operand(0) == buffer
        })
    }

    fn alloc(&mut self, op: &Op) -> CResult<()> {
        let ty = self.ty(op.results[0]);
        if is_dense(ty) {
            self.dense.insert(op.results[0]);
        }
        let (Type::MemRef {
            shape, layout: None, ..
        }
        | Type::Tensor {
            shape, encoding: None, ..
        }) = ty
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

    fn subview(&mut self, op: &Op) -> CResult<()> {
        let (from, to) = (self.ty(op.operand(0)), self.ty(op.results[0]));
        let rank = from.shape().map_or(0, <[_]>::len);
        if to.shape().map(<[_]>::len) != Some(rank) {
            return unsupported(&format!("a `{}` that drops dimensions", op.name));
        }
        let mut dynamic = op.operand_values().skip(1);
        let mut groups = Vec::new();
        for name in ["static_offsets", "static_sizes", "static_strides"] {
            let Some(numbers) = op
                .attr(name)
                .and_then(Attr::as_i64s)
                .filter(|numbers| numbers.len() == rank)
            else {
                return unsupported(&format!("this `{}`", op.name));
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
}

/// Whether elements of arrays of this type lie in row-major order without gaps.
fn is_dense(ty: &Type) -> bool {
    matches!(ty, Type::MemRef { layout: None, .. })
}
