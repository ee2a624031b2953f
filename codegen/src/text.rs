//! Loop trees as C-like text.
//!
//! `floord`, `ceild` and `mod` round to minus infinity, to plus infinity, and to a remainder that is
//! not negative.

use polyvet_analysis::ids::{AccessId, StmtId};
use std::collections::HashMap;
use std::fmt::Write;

use polyvet_analysis::{Param, PayloadKind, Scop};
use polyvet_ir::{AffineExpr, AffineOp, Attr, Module};

use crate::Result;
use crate::ast::{For, LoopTree, loop_tree};
use crate::body::EmittedBody;
use crate::expr::{ChoiceExpr, Cond, ExprVar, LinearExpr};
use crate::tiles::is_positive;

/// The loops of a model as C-like text, with what the statements compute if the model knows.
///
/// # Errors
/// Only for models that isl cannot make loops for.
pub fn ast_text(scop: &Scop) -> Result<String> {
    text_of(scop, None)
}

/// [`ast_text`] with the names that `module`, which the model came from, gives to scalars.
///
/// # Errors
/// As for [`ast_text`].
pub fn ast_text_in(scop: &Scop, module: &Module) -> Result<String> {
    text_of(scop, Some(module))
}

fn text_of(scop: &Scop, module: Option<&Module>) -> Result<String> {
    let tree = loop_tree(scop)?;
    let mut bodies = HashMap::new();
    let mut seen = Vec::new();
    tree.for_each_stmt(&mut |stmt| seen.push(stmt));
    for stmt in seen {
        if let std::collections::hash_map::Entry::Vacant(slot) = bodies.entry(stmt) {
            slot.insert(EmittedBody::of(scop, stmt)?);
        }
    }
    let mut printer = CodePrinter {
        scop,
        module,
        bodies,
        iterators: HashMap::new(),
        sizes: size_texts(scop)?,
        text: String::new(),
        indent: 0,
    };
    printer.tree(&tree)?;
    Ok(printer.text)
}

/// What parameters are called as sizes of tiles.
fn size_texts(scop: &Scop) -> Result<HashMap<usize, String>> {
    let one = |(at, param): (usize, &Param)| {
        let text = match is_positive(scop, at)? {
            true => param.name.clone(),
            false => format!("max({}, 1)", param.name),
        };
        Ok((at, text))
    };
    scop.params.iter().enumerate().map(one).collect()
}

struct CodePrinter<'a> {
    scop: &'a Scop,
    module: Option<&'a Module>,
    bodies: HashMap<StmtId, Option<EmittedBody>>,
    /// Names of the loops around this place, by depth.
    iterators: HashMap<usize, String>,
    /// Sizes of tiles, by parameter.
    sizes: HashMap<usize, String>,
    text: String,
    indent: usize,
}

impl CodePrinter<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", self.indent * 2);
    }

    fn tree(&mut self, tree: &LoopTree) -> Result<()> {
        match tree {
            LoopTree::Block(all) => all.iter().try_for_each(|tree| self.tree(tree)),
            LoopTree::For(one) => self.for_loop(one),
            LoopTree::Let {
                depth,
                name,
                value,
                body,
            } => {
                let value = self.expr(value);
                let name = self.enter(*depth, name);
                self.line(&format!("{name} = {value};"));
                self.tree(body)?;
                self.iterators.remove(depth);
                Ok(())
            }
            LoopTree::If { cond, then, otherwise } => {
                let cond = self.cond(cond);
                self.line(&format!("if ({cond}) {{"));
                self.inside(then)?;
                if let Some(otherwise) = otherwise {
                    self.line("} else {");
                    self.inside(otherwise)?;
                }
                self.line("}");
                Ok(())
            }
            LoopTree::Stmt { stmt, dims } => self.stmt(*stmt, dims),
        }
    }

    fn inside(&mut self, tree: &LoopTree) -> Result<()> {
        self.indent += 1;
        self.tree(tree)?;
        self.indent -= 1;
        Ok(())
    }

    /// The name of the loop at `depth`: its own, unless one around it has it.
    fn enter(&mut self, depth: usize, wish: &str) -> String {
        let mut name = wish.to_owned();
        let mut n = 0;
        while self.iterators.values().any(|other| *other == name) {
            n += 1;
            name = format!("{wish}_{n}");
        }
        self.iterators.insert(depth, name.clone());
        name
    }

    fn for_loop(&mut self, one: &For) -> Result<()> {
        let (mut lower, upper) = (self.expr(&one.lower), self.expr(&one.upper));
        let name = self.enter(one.depth, &one.name);
        let next = if let Some(tiles) = one.tiles {
            let size = self.var(tiles.size);
            if !tiles.aligned {
                lower = format!("{size} * floord({lower}, {size})");
            }
            format!("{name} += {size}")
        } else if one.step == 1 {
            format!("{name}++")
        } else {
            format!("{name} += {}", one.step)
        };
        for (mark, set) in [("parallel", one.parallel), ("vector", one.vector)] {
            if set {
                self.line(&format!("// {mark}"));
            }
        }
        self.line(&format!("for ({name} = {lower}; {name} < {upper}; {next}) {{"));
        self.inside(&one.body)?;
        self.line("}");
        self.iterators.remove(&one.depth);
        Ok(())
    }

    fn stmt(&mut self, at: StmtId, dims: &[ChoiceExpr]) -> Result<()> {
        let stmt = &self.scop.stmts[at];
        let (Some(body), Some(payload)) = (self.bodies[&at].clone(), &stmt.payload) else {
            let dims: Vec<_> = dims.iter().map(|dim| self.expr(dim)).collect();
            self.line(&format!("{}({});", stmt.name, dims.join(", ")));
            return Ok(());
        };
        let element = |this: &Self, access: AccessId| -> Result<String> {
            let mut text = this.scop.arrays[stmt.accesses[access].array].name.clone();
            for subscript in &body.subscripts[access] {
                let place = subscript.substitute(&|var| at_instance(var, dims))?;
                let _ = write!(text, "[{}]", this.expr(&place));
            }
            Ok(text)
        };
        let mut uses = vec![0_usize; payload.nodes.len()];
        for node in payload
            .nodes
            .iter()
            .zip(&body.live)
            .filter(|(_, live)| **live)
            .map(|(node, _)| node)
        {
            if let PayloadKind::Op { operands, .. } = &node.kind {
                operands.iter().for_each(|operand| uses[*operand] += 1);
            }
        }
        let several = payload.stores.len() > 1;
        let mut values: Vec<(String, bool)> = Vec::with_capacity(payload.nodes.len());
        for (at, node) in payload.nodes.iter().enumerate() {
            let (text, simple) = match &node.kind {
                _ if !body.live[at] => (String::new(), true),
                PayloadKind::Const(value) => (constant(value), true),
                PayloadKind::Read(access) => (element(self, *access)?, true),
                PayloadKind::Scalar(value) => (self.scalar(*value), true),
                PayloadKind::Index(_) => {
                    let e = body.indices[at].as_ref().expect("live indices are expressions");
                    let e = e.substitute(&|var| at_instance(var, dims))?;
                    (
                        self.expr(&e),
                        e.as_linear()
                            .is_some_and(|e| e.as_var().or(e.as_constant().map(|_| ExprVar::Dim(0))).is_some()),
                    )
                }
                PayloadKind::Op { name, operands, .. } => {
                    let operands: Vec<_> = operands.iter().map(|at| values[*at].clone()).collect();
                    operation(name, &operands)
                }
            };
            let stored = payload.stores.iter().any(|(_, value)| *value == at);
            let named = matches!(node.kind, PayloadKind::Op { .. }) && uses[at] > 1;
            values.push(if body.live[at] && (named || (several && stored)) {
                self.line(&format!("t{at} = {text};"));
                (format!("t{at}"), true)
            } else {
                (text, simple)
            });
        }
        for (access, value) in &payload.stores {
            let target = element(self, *access)?;
            self.line(&format!("{target} = {};", values[*value].0));
        }
        Ok(())
    }

    fn scalar(&self, value: polyvet_ir::ValueId) -> String {
        let name = self.module.and_then(|module| module.value(value).name.clone());
        name.unwrap_or_else(|| format!("v{}", value.0))
    }

    fn var(&self, var: ExprVar) -> String {
        match var {
            ExprVar::Iter(depth) => self
                .iterators
                .get(&depth)
                .cloned()
                .unwrap_or_else(|| format!("c{depth}")),
            ExprVar::Param(at) => self.scop.params[at].name.clone(),
            ExprVar::Size(at) => self.sizes[&at].clone(),
            ExprVar::Dim(at) => format!("d{at}"),
            ExprVar::Symbol(value) => self.scalar(value),
        }
    }

    fn linear(&self, linear: &LinearExpr) -> String {
        let mut vars = Vec::new();
        let affine = linear.to_affine(&mut |var| {
            let at = vars.iter().position(|other| *other == var).unwrap_or_else(|| {
                vars.push(var);
                vars.len() - 1
            });
            AffineExpr::dim(at)
        });
        let names: Vec<_> = vars.into_iter().map(|var| self.var(var)).collect();
        affine_text(&affine, &names, 0)
    }

    fn expr(&self, e: &ChoiceExpr) -> String {
        let all = |all: &[ChoiceExpr]| all.iter().map(|e| self.expr(e)).collect::<Vec<_>>();
        match e {
            ChoiceExpr::Linear(linear) => self.linear(linear),
            ChoiceExpr::Max(parts) => nested("max", &all(parts)),
            ChoiceExpr::Min(parts) => nested("min", &all(parts)),
            ChoiceExpr::Add(a, b) => format!("({} + {})", self.expr(a), self.expr(b)),
            ChoiceExpr::Scale(e, factor) => format!("{factor} * ({})", self.expr(e)),
            ChoiceExpr::Floor(e, divisor) => format!("floord({}, {divisor})", self.expr(e)),
            ChoiceExpr::Select(cond, yes, no) => {
                format!("({} ? {} : {})", self.cond(cond), self.expr(yes), self.expr(no))
            }
        }
    }

    fn cond(&self, cond: &Cond) -> String {
        let join = |all: &[Cond], op: &str, empty: &str| match all {
            [] => empty.to_owned(),
            all => {
                let parts = all.iter().map(|part| match part {
                    Cond::All(_) | Cond::Any(_) => format!("({})", self.cond(part)),
                    _ => self.cond(part),
                });
                parts.collect::<Vec<_>>().join(op)
            }
        };
        match cond {
            Cond::All(all) => join(all, " && ", "1"),
            Cond::Any(all) => join(all, " || ", "0"),
            Cond::NonNegative(e) => self.comparison(e, ">="),
            Cond::Zero(e) => self.comparison(e, "=="),
        }
    }

    /// `e op 0` with the negative terms on the right, numbers on their own to the right.
    fn comparison(&self, e: &ChoiceExpr, op: &str) -> String {
        let Some((left, right)) = e.as_linear().and_then(|linear| linear.sides().ok()) else {
            return format!("{} {op} 0", self.expr(e));
        };
        let sum = right.as_constant().is_none();
        let (left, op, right) = match right.plus(&LinearExpr::constant(1), -1) {
            // `l >= r + 1` is `l > r`.
            Ok(less) if op == ">=" && sum && right.parts().1 == 1 => (left, ">", less),
            _ => (left, op, right),
        };
        if left.as_constant().is_none() {
            return format!("{} {op} {}", self.linear(&left), self.linear(&right));
        }
        let mirrored = match op {
            ">=" => "<=",
            ">" => "<",
            other => other,
        };
        format!("{} {mirrored} {}", self.linear(&right), self.linear(&left))
    }
}

fn nested(name: &str, all: &[String]) -> String {
    match all {
        [one] => one.clone(),
        [first, rest @ ..] => format!("{name}({first}, {})", nested(name, rest)),
        [] => String::new(),
    }
}

fn at_instance(var: ExprVar, dims: &[ChoiceExpr]) -> Option<ChoiceExpr> {
    match var {
        ExprVar::Dim(at) => Some(dims[at].clone()),
        _ => None,
    }
}

/// C text; `level` 1 is put in brackets if it is a sum, 2 also if it is a product.
fn affine_text(e: &AffineExpr, names: &[String], level: u8) -> String {
    let text = |e: &AffineExpr, level| affine_text(e, names, level);
    let (op, lhs, rhs) = match e {
        AffineExpr::Dim(at) => return names[*at as usize].clone(),
        AffineExpr::Sym(at) => return format!("s{at}"),
        AffineExpr::Const(value) => return value.to_string(),
        AffineExpr::Bin(op, lhs, rhs) => (op, lhs, rhs),
    };
    let bracket = |text: String, when: bool| if when { format!("({text})") } else { text };
    match op {
        AffineOp::Add => {
            let sum = match &**rhs {
                AffineExpr::Const(c) if *c < 0 => format!("{} - {}", text(lhs, 0), c.unsigned_abs()),
                AffineExpr::Bin(AffineOp::Mul, x, c) => match **c {
                    AffineExpr::Const(-1) => format!("{} - {}", text(lhs, 0), text(x, 1)),
                    AffineExpr::Const(c) if c < 0 => {
                        format!("{} - {} * {}", text(lhs, 0), c.unsigned_abs(), text(x, 1))
                    }
                    _ => format!("{} + {}", text(lhs, 0), text(rhs, 0)),
                },
                _ => format!("{} + {}", text(lhs, 0), text(rhs, 0)),
            };
            bracket(sum, level >= 1)
        }
        AffineOp::Mul => match **rhs {
            AffineExpr::Const(-1) => bracket(format!("-{}", text(lhs, 2)), level >= 1),
            _ => bracket(format!("{} * {}", text(rhs, 2), text(lhs, 1)), level >= 2),
        },
        AffineOp::Mod => format!("mod({}, {})", text(lhs, 0), text(rhs, 0)),
        AffineOp::FloorDiv => format!("floord({}, {})", text(lhs, 0), text(rhs, 0)),
        AffineOp::CeilDiv => format!("ceild({}, {})", text(lhs, 0), text(rhs, 0)),
    }
}

fn constant(value: &Attr) -> String {
    use polyvet_ir::{FloatKind, Type};
    match value {
        Attr::Bool(value) => value.to_string(),
        Attr::Int { value, .. } => value.to_string(),
        Attr::Float {
            bits,
            ty: Type::Float(FloatKind::F64),
        } => format!("{:?}", f64::from_bits(*bits)),
        Attr::Float {
            bits,
            ty: Type::Float(FloatKind::F32),
        } => format!("{:?}f", f32::from_bits(*bits as u32)),
        Attr::Float { bits, .. } => format!("0x{bits:x}"),
        other => format!("{other:?}"),
    }
}

/// The text of an operation, and whether it needs no brackets.
fn operation(name: &str, operands: &[(String, bool)]) -> (String, bool) {
    let sign = match name {
        "arith.addf" | "arith.addi" => "+",
        "arith.subf" | "arith.subi" => "-",
        "arith.mulf" | "arith.muli" => "*",
        "arith.divf" | "arith.divsi" => "/",
        _ => "",
    };
    let tight = |(text, simple): &(String, bool)| if *simple { text.clone() } else { format!("({text})") };
    match operands {
        [lhs, rhs] if !sign.is_empty() => (format!("{} {sign} {}", tight(lhs), tight(rhs)), false),
        [one] if name == "arith.negf" => (format!("-{}", tight(one)), false),
        [cond, yes, no] if name == "arith.select" => {
            (format!("{} ? {} : {}", tight(cond), tight(yes), tight(no)), false)
        }
        _ => {
            let function = name.split_once('.').map_or(name, |(_, function)| function);
            let operands: Vec<_> = operands.iter().map(|(text, _)| text.clone()).collect();
            (format!("{function}({})", operands.join(", ")), true)
        }
    }
}
