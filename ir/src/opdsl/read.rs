//! From Python definitions to structured operations: what `TensorDef`, `D.m`, `TypeFn.cast_signed(..)` say.

use super::draft::{DslDraft, assignment, definition, some, subscript};
use super::names::{REDUCTIONS, function_kind};
use super::syntax::{self, Definition, DslNode, DslNodeKind, DslStatement, Keyword, StatementKind};
use super::{Assignment, Definitions, DslExpr, DslParam, ExprKind, FunctionKind, FunctionRef, ParamKind, TypeRef};
use crate::{AffineExpr, AffineOp, Diagnostic, Span, Type};
use std::borrow::Cow;
use std::collections::HashMap;

type DslResult<T> = Result<T, Diagnostic>;

/// The loops of `index_dims`, and where they are.
type IndexDims = (Vec<DslNode>, Span);

/// Parts of the expressions of one operation, after names are replaced by what they stand for.
const PARTS_MAX: usize = 20_000;

/// Reads the structured operations of a Python file, without running it.
pub fn read_python(text: &str) -> Definitions {
    let (statements, mut diagnostics) = syntax::parse(text);
    let mut ops = Vec::new();
    let mut file = PartNames::default();
    for statement in &statements {
        match &statement.kind {
            StatementKind::Def(def) => {
                let (op, told) = OpReader::read(&file, def);
                ops.extend(op);
                diagnostics.extend(told);
            }
            StatementKind::Assign {
                target,
                add: false,
                value,
            } => diagnostics.extend(file.add(target, value).err()),
            StatementKind::Expr(DslNode {
                kind: DslNodeKind::Str(_),
                ..
            }) => {}
            StatementKind::Skipped(word) => diagnostics.extend(skipped(word, statement, text)),
            _ => {
                let message = "at the top of a file stand imports, names for expressions, and definitions";
                diagnostics.push(syntax::error(message, statement.span));
            }
        }
    }
    twice(&ops, &mut diagnostics);
    if ops.is_empty() && diagnostics.is_empty() {
        let message = "no function here has the decorator `@linalg_structured_op`";
        diagnostics.push(definition(
            message,
            Span::new(0, text.trim_end().len().min(text.lines().next().map_or(0, str::len))),
        ));
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.primary);
    (ops, diagnostics)
}

/// A block that was not read: plain functions are none of our business, other code might make operations.
fn skipped(word: &str, statement: &DslStatement, text: &str) -> Option<Diagnostic> {
    let hides = statement.span.of(text).contains("linalg_structured_op");
    let first = Span::new(
        statement.span.start as usize,
        statement.span.start as usize + word.len(),
    );
    hides.then(|| {
        let message = format!("definitions inside `{word}` are not read");
        let warning = Diagnostic::warning("opdsl-skipped", message, first);
        warning.help("move them to the top of the file; nothing here runs Python")
    })
}

pub(super) fn twice(ops: &[super::StructuredOp], diagnostics: &mut Vec<Diagnostic>) {
    for (at, op) in ops.iter().enumerate() {
        if let Some(first) = ops[..at].iter().find(|other| other.name == op.name) {
            let message = format!("`{}` is defined twice", op.name);
            diagnostics.push(definition(message, op.name_span).label(first.name_span, "the first definition"));
        }
    }
}

/// Names for expressions, which have so many parts.
#[derive(Clone, Default)]
struct PartNames(HashMap<String, (DslNode, usize)>);

impl PartNames {
    fn add(&mut self, target: &DslNode, value: &DslNode) -> DslResult<()> {
        match (&target.kind, &value.kind) {
            (DslNodeKind::Name(name), _) => {
                if let Some((other, _)) = self.0.get(name) {
                    let message = format!("`{name}` stands for something else already");
                    return Err(syntax::error(message, target.span).label(other.span, "this"));
                }
                self.0.insert(name.clone(), (value.clone(), value.size()));
                Ok(())
            }
            (DslNodeKind::List(names), DslNodeKind::List(values)) if names.len() == values.len() => names
                .iter()
                .zip(values)
                .try_for_each(|(name, value)| self.add(name, value)),
            _ => Err(syntax::error("expected a name before `=`", target.span)),
        }
    }
}

/// ``; did you mean `x`?``
fn close<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let best = known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(wrong, name), name))
        .min()?;
    (best.0 <= 2 && best.0 < wrong.len()).then(|| format!("did you mean `{}`?", best.1))
}

fn unknown<'a>(message: String, span: Span, wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    let error = Diagnostic::error("opdsl-unknown-name", message, span);
    match close(wrong, known) {
        Some(help) => error.help(help),
        None => error,
    }
}

/// `a`, `b` and `c`
fn listed(names: &[&str]) -> String {
    names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

struct OpReader {
    names: PartNames,
    draft: DslDraft,
    domain: Option<(Vec<(String, Span)>, Span)>,
    parts: usize,
    /// Casts are checked when all types are known.
    types: Vec<(TypeRef, Span)>,
    /// `index_dims` of tensors: their loops come after those of the assignments.
    shapes: Vec<(usize, Vec<DslNode>, Span)>,
}

impl OpReader {
    fn read(file: &PartNames, def: &Definition) -> (Option<super::StructuredOp>, Vec<Diagnostic>) {
        let name = def
            .decorators
            .iter()
            .find_map(given_name)
            .unwrap_or_else(|| def.name.clone());
        let mut reader = OpReader {
            names: file.clone(),
            draft: DslDraft::new(&name, def.name_span),
            domain: None,
            parts: 0,
            types: Vec::new(),
            shapes: Vec::new(),
        };
        let mut errors: Vec<Diagnostic> = def
            .params
            .iter()
            .filter_map(|param| reader.param(param).err())
            .collect();
        let broken = !errors.is_empty();
        for (at, statement) in def.body.iter().enumerate() {
            // What follows from a parameter that is missing is no news.
            if let Err(error) = reader.statement(at, statement)
                && !(broken && error.code == "opdsl-unknown-name")
            {
                errors.push(error);
            }
        }
        if !errors.is_empty() {
            return (None, errors);
        }
        for (param, dims, span) in std::mem::take(&mut reader.shapes) {
            errors.extend(reader.tensor_access(param, &dims, span).err());
        }
        errors.extend(
            reader
                .types
                .iter()
                .filter_map(|(ty, span)| reader.bound(ty, *span).err()),
        );
        if let Some((domain, span)) = reader.domain.take() {
            errors.extend(reader.draft.set_domain(&domain, span).err());
        }
        if !errors.is_empty() {
            return (None, errors);
        }
        match reader.draft.finish() {
            Ok((op, warnings)) => (Some(op), warnings),
            Err(errors) => (None, errors),
        }
    }

    /// The element type of some operand.
    fn bound(&self, ty: &TypeRef, span: Span) -> DslResult<()> {
        let op = &self.draft.op;
        let TypeRef::Var(name) = ty else { return Ok(()) };
        if op.operands().any(|(at, _)| op.type_of(at) == Some(ty)) {
            return Ok(());
        }
        let known = op.operands().filter_map(|(at, _)| match op.type_of(at) {
            Some(TypeRef::Var(name)) => Some(name.as_str()),
            _ => None,
        });
        let message = format!("no operand has elements of type `{name}`, so nothing binds it");
        Err(unknown(message, span, name, known))
    }

    /// What a name stands for.
    fn resolve<'n>(&mut self, node: &'n DslNode) -> DslResult<Cow<'n, DslNode>> {
        let mut node = Cow::Borrowed(node);
        for _ in 0..100 {
            self.parts += 1;
            let value = match &node.kind {
                DslNodeKind::Name(name) if self.draft.position(name).is_none() => self.names.0.get(name),
                _ => None,
            };
            let Some((value, size)) = value else { return Ok(node) };
            self.parts += size;
            if self.parts > PARTS_MAX {
                return Err(syntax::error("this definition is too large", node.span));
            }
            let kind = value.kind.clone();
            node = Cow::Owned(DslNode { span: node.span, kind });
        }
        Err(syntax::error("this name stands for itself", node.span))
    }

    fn ty(&mut self, node: &DslNode) -> DslResult<TypeRef> {
        let node = self.resolve(node)?;
        let fixed = |name: &str| {
            Some(TypeRef::Fixed(match name {
                "I32" => Type::I32,
                "I64" => Type::I64,
                "F32" => Type::F32,
                "F64" => Type::F64,
                _ => return None,
            }))
        };
        match &node.kind {
            DslNodeKind::Attribute(base, name) if is_name(base, "TV") => {
                Ok(fixed(name).unwrap_or_else(|| TypeRef::Var(name.clone())))
            }
            DslNodeKind::Name(name) if fixed(name).is_some() => fixed(name).ok_or_else(|| syntax::error("", node.span)),
            DslNodeKind::Name(name) if matches!(name.as_str(), "T" | "T1" | "T2" | "U") => {
                Ok(TypeRef::Var(name.clone()))
            }
            DslNodeKind::Name(name) => {
                let known = ["T", "T1", "T2", "U", "I32", "I64", "F32", "F64"];
                let known = known.into_iter().chain(self.names.0.keys().map(String::as_str));
                let mut error = unknown(format!("`{name}` is no type"), node.span, name, known);
                error
                    .help
                    .get_or_insert(format!("write `TV.{name}`, or `{name} = TV.{name}` above"));
                Err(error)
            }
            _ => Err(definition(
                "a type is `TV.T1`, `U`, or one of `I32`, `I64`, `F32`, `F64`",
                node.span,
            )),
        }
    }

    /// An expression over symbols, and over loops if `dims`.
    fn affine(&mut self, node: &DslNode, dims: bool) -> DslResult<AffineExpr> {
        let node = self.resolve(node)?;
        match &node.kind {
            DslNodeKind::Int(value) => Ok(AffineExpr::Const(*value)),
            DslNodeKind::Attribute(base, name) if is_name(base, "D") => match dims {
                true => Ok(AffineExpr::dim(self.draft.dim(name, node.span))),
                false => {
                    let error = definition(format!("`D.{name}` is a loop; a shape has symbols"), node.span);
                    Err(error.help(format!("write `S.{}`", name.to_uppercase())))
                }
            },
            DslNodeKind::Attribute(base, name) if is_name(base, "S") => {
                if dims && !self.is_index_symbol(name) {
                    let error = subscript(
                        format!("`S.{name}` is no index attribute, so no subscript can use it"),
                        node.span,
                    );
                    let help = format!(
                        "write `D.{}` for a loop, or define `IndexAttrDef(S.{name}, default=[1])`",
                        name.to_lowercase()
                    );
                    return Err(error.help(help));
                }
                Ok(AffineExpr::sym(self.draft.symbol(name)))
            }
            DslNodeKind::Negative(inner) => Ok(self.affine(inner, dims)?.negated()),
            DslNodeKind::Binary(operator, left, right) => {
                let (left, right) = (self.affine(left, dims)?, self.affine(right, dims)?);
                let linear = left.is_symbolic_or_constant() || right.is_symbolic_or_constant();
                let right_known = right.is_symbolic_or_constant();
                match *operator {
                    "+" => Ok(left + right),
                    "-" => Ok(left - right),
                    "*" if linear => Ok(left * right),
                    "//" if right_known => Ok(AffineExpr::bin(AffineOp::FloorDiv, left, right)),
                    "%" if right_known => Ok(AffineExpr::bin(AffineOp::Mod, left, right)),
                    "*" => Err(subscript("a product of two loops is not affine", node.span)),
                    _ => Err(subscript(format!("`{operator}` is not affine here"), node.span)),
                }
            }
            DslNodeKind::None => {
                let error = subscript(
                    "`None` stands alone: it is the subscript of a scalar computation",
                    node.span,
                );
                Err(error.help("write `O[None]` for an operand of any rank"))
            }
            _ if dims => Err(subscript(
                "a subscript is made of loops `D.m`, index attributes `S.SH` and numbers",
                node.span,
            )),
            _ => Err(definition("an extent is made of symbols `S.M` and numbers", node.span)),
        }
    }

    fn is_index_symbol(&self, name: &str) -> bool {
        let op = &self.draft.op;
        op.params.iter().any(|param| match &param.kind {
            ParamKind::Index { symbols, .. } => symbols.iter().any(|at| op.symbols[*at] == name),
            _ => false,
        })
    }

    fn param(&mut self, param: &syntax::SyntaxParam) -> DslResult<()> {
        let name = &param.name;
        let Some(value) = &param.value else {
            let error = definition(format!("the parameter `{name}` has no definition"), param.span);
            return Err(error.help(format!("write `{name}=TensorDef(T1, S.M)` or `{name}=ScalarDef(T1)`")));
        };
        let value = self.resolve(value)?;
        let DslNodeKind::Call(function, args, keywords) = &value.kind else {
            let error = definition(format!("`{name}` is defined by no `TensorDef(..)`"), value.span);
            return Err(error.help(format!("a parameter is one of {}", listed(&DEFS))));
        };
        let class = match &function.kind {
            DslNodeKind::Name(class) | DslNodeKind::Attribute(_, class) => class.as_str(),
            _ => "",
        };
        let span = param.span.to(value.span);
        let (kind, index_dims) = match class {
            "TensorDef" => self.tensor_def(value.span, args, keywords)?,
            "ScalarDef" => {
                only_keywords(keywords, &[])?;
                let [ty] = &args[..] else {
                    return Err(definition("`ScalarDef` takes one type: `ScalarDef(T1)`", value.span));
                };
                (ParamKind::Scalar { ty: self.ty(ty)? }, None)
            }
            "IndexAttrDef" => (self.index_def(value.span, args, keywords)?, None),
            _ => match class.strip_suffix("AttrDef").and_then(FunctionKind::of_class) {
                Some(kind) => (self.function_def(kind, class, value.span, args, keywords)?, None),
                None => {
                    let message = format!("`{class}` defines no parameter");
                    let mut error = unknown(message, function.span, class, DEFS);
                    error
                        .help
                        .get_or_insert(format!("a parameter is one of {}", listed(&DEFS)));
                    return Err(error);
                }
            },
        };
        self.draft.param(DslParam {
            name: name.clone(),
            span,
            kind,
        })?;
        if let Some((dims, at)) = index_dims {
            self.shapes.push((self.draft.op.params.len() - 1, dims, at));
        }
        Ok(())
    }

    /// The definition, and `index_dims` with its place.
    fn tensor_def(
        &mut self,
        span: Span,
        args: &[DslNode],
        keywords: &[Keyword],
    ) -> DslResult<(ParamKind, Option<IndexDims>)> {
        only_keywords(keywords, &["output", "index_dims"])?;
        let [ty, extents @ ..] = args else {
            return Err(definition(
                "`TensorDef` begins with the type of its elements: `TensorDef(T1, S.M)`",
                span,
            ));
        };
        let ty = self.ty(ty)?;
        let shape = extents
            .iter()
            .map(|extent| self.affine(extent, false))
            .collect::<DslResult<Vec<_>>>()?;
        let mut output = false;
        let mut index_dims = None;
        for keyword in keywords {
            match (keyword.name.as_str(), &keyword.value.kind) {
                ("output", DslNodeKind::Bool(value)) => output = *value,
                ("index_dims", DslNodeKind::List(items)) => {
                    if items.len() != shape.len() {
                        let message = format!("{} for {}", some(items.len(), "loop"), some(shape.len(), "extent"));
                        let error = definition(message, keyword.value.span);
                        return Err(error.help("`index_dims` has one loop for each extent"));
                    }
                    index_dims = Some((items.clone(), keyword.value.span));
                }
                ("output", _) => return Err(definition("`output` is `True` or `False`", keyword.value.span)),
                _ => {
                    return Err(definition(
                        "`index_dims` is a list of loops: `index_dims=[D.kh, D.kw]`",
                        keyword.value.span,
                    ));
                }
            }
        }
        if output && index_dims.is_some() {
            return Err(
                definition("an output is written, so it is more than a shape", span).help("leave out `index_dims`")
            );
        }
        let subscripts = None;
        Ok((
            ParamKind::Tensor {
                ty,
                shape,
                output,
                subscripts,
            },
            index_dims,
        ))
    }

    fn index_def(&mut self, span: Span, args: &[DslNode], keywords: &[Keyword]) -> DslResult<ParamKind> {
        only_keywords(keywords, &["default"])?;
        let mut symbols = Vec::new();
        for arg in args {
            let node = self.resolve(arg)?;
            match &node.kind {
                DslNodeKind::Attribute(base, name) if is_name(base, "S") => symbols.push(self.draft.symbol(name)),
                _ => {
                    return Err(definition(
                        "`IndexAttrDef` takes symbols: `IndexAttrDef(S.SH, S.SW, default=[1, 1])`",
                        node.span,
                    ));
                }
            }
        }
        let Some(default) = keywords.first() else {
            let ones = vec!["1"; symbols.len()].join(", ");
            return Err(definition("an index attribute has a default", span).help(format!("add `default=[{ones}]`")));
        };
        let integers = match &default.value.kind {
            DslNodeKind::List(items) => items
                .iter()
                .map(|item| match item.kind {
                    DslNodeKind::Int(value) => Some(value),
                    _ => None,
                })
                .collect::<Option<Vec<_>>>(),
            _ => None,
        };
        let Some(integers) = integers else {
            return Err(definition(
                "the default of an index attribute is a list of integers",
                default.value.span,
            ));
        };
        if integers.len() != symbols.len() {
            let message = format!(
                "{} for {}",
                some(integers.len(), "default value"),
                some(symbols.len(), "symbol")
            );
            return Err(definition(message, default.value.span));
        }
        Ok(ParamKind::Index {
            symbols,
            default: integers,
        })
    }

    fn function_def(
        &mut self,
        kind: FunctionKind,
        class: &str,
        span: Span,
        args: &[DslNode],
        keywords: &[Keyword],
    ) -> DslResult<ParamKind> {
        only_keywords(keywords, &["default"])?;
        let (Some(default), []) = (keywords.first(), args) else {
            let help = format!("write `{class}(default={}.{})`", kind.class(), kind.functions()[0]);
            return Err(definition(format!("`{class}` takes a default and nothing else"), span).help(help));
        };
        let node = self.resolve(&default.value)?;
        let (found, default) = self.function(&node)?;
        if found != kind {
            let message = format!(
                "the default of `{class}` is a `{}`, not a `{}`",
                kind.class(),
                found.class()
            );
            return Err(definition(message, node.span));
        }
        Ok(ParamKind::Function { kind, default })
    }

    /// `BinaryFn.add`
    fn function(&self, node: &DslNode) -> DslResult<(FunctionKind, &'static str)> {
        let DslNodeKind::Attribute(base, name) = &node.kind else {
            return Err(definition("a function is written like `BinaryFn.add`", node.span));
        };
        let class = match &base.kind {
            DslNodeKind::Name(class) => class.as_str(),
            _ => "",
        };
        let Some(kind) = FunctionKind::of_class(class) else {
            let known = ["UnaryFn", "BinaryFn", "TernaryFn", "TypeFn", "ReduceFn"];
            let message = format!("there are no functions `{class}`");
            return Err(unknown(message, base.span, class, known));
        };
        if let Some(function) = kind.function(name) {
            return Ok((kind, function));
        }
        let message = format!("`{class}` has no function `{name}`");
        let mut error = unknown(message, node.span, name, kind.functions().iter().copied());
        if let Some(other) = function_kind(name) {
            error.help = Some(format!("it is `{}.{name}`", other.class()));
        }
        error.help.get_or_insert(format!("it has {}", listed(kind.functions())));
        Err(error)
    }

    fn dim_of(&mut self, node: &DslNode) -> DslResult<usize> {
        let node = self.resolve(node)?;
        match &node.kind {
            DslNodeKind::Attribute(base, name) if is_name(base, "D") => Ok(self.draft.dim(name, node.span)),
            _ => Err(subscript("a loop is written `D.m`", node.span)),
        }
    }

    fn statement(&mut self, at: usize, statement: &DslStatement) -> DslResult<()> {
        match &statement.kind {
            StatementKind::Expr(DslNode {
                kind: DslNodeKind::Str(doc),
                ..
            }) if at == 0 => {
                self.draft.op.doc = Some(doc.clone());
                Ok(())
            }
            StatementKind::Expr(node) => self.directive(node),
            StatementKind::Assign { target, add, value } => match &target.kind {
                DslNodeKind::Subscript(base, items) => self.assign(statement.span, target, base, items, *add, value),
                DslNodeKind::Name(name) if self.draft.position(name).is_none() && !add => self.names.add(target, value),
                DslNodeKind::List(_) if !add => self.names.add(target, value),
                DslNodeKind::Name(name) if self.draft.position(name).is_some() => {
                    let error = assignment(format!("`{name}` is assigned without subscripts"), target.span);
                    Err(error.help(format!(
                        "write `{name}[D.m, ..] = ..`, or `{name}[None] = ..` for any rank"
                    )))
                }
                _ => Err(assignment(
                    "expected an output before the assignment: `C[D.m, D.n]`",
                    target.span,
                )),
            },
            StatementKind::Def(_) | StatementKind::Skipped(_) => Err(syntax::error(
                "in an operation stand only directives and assignments",
                statement.span,
            )),
        }
    }

    /// `domain(D.m, D.n)`, `implements(I)`, `defines(C)`
    fn directive(&mut self, node: &DslNode) -> DslResult<()> {
        const DIRECTIVES: [&str; 3] = ["domain", "implements", "defines"];
        let DslNodeKind::Call(function, args, keywords) = &node.kind else {
            let error = syntax::error("this statement does nothing", node.span);
            return Err(error.help("assign it to an output: `C[D.m, D.n] += ..`"));
        };
        let word = match &function.kind {
            DslNodeKind::Name(word) => word.as_str(),
            _ => "",
        };
        only_keywords(keywords, &[])?;
        match word {
            "domain" => {
                if let Some((_, first)) = &self.domain {
                    let error = Diagnostic::error("opdsl-domain", "the domain is given twice", node.span);
                    return Err(error.label(*first, "the first time"));
                }
                let mut dims = Vec::new();
                for arg in args {
                    let resolved = self.resolve(arg)?;
                    match &resolved.kind {
                        DslNodeKind::Attribute(base, name) if is_name(base, "D") => dims.push((name.clone(), arg.span)),
                        _ => return Err(Diagnostic::error("opdsl-domain", "a loop is written `D.m`", arg.span)),
                    }
                }
                self.domain = Some((dims, node.span));
                Ok(())
            }
            "implements" | "defines" => {
                for arg in args {
                    match &arg.kind {
                        DslNodeKind::Name(name) | DslNodeKind::Attribute(_, name) => {
                            let op = &mut self.draft.op;
                            let list = if word == "defines" {
                                &mut op.defines
                            } else {
                                &mut op.implements
                            };
                            list.push(name.clone());
                        }
                        _ => return Err(definition(format!("`{word}` takes names"), arg.span)),
                    }
                }
                Ok(())
            }
            _ => {
                let mut error = unknown(format!("`{word}` is no directive"), function.span, word, DIRECTIVES);
                error
                    .help
                    .get_or_insert(format!("an operation has {}", listed(&DIRECTIVES)));
                Err(error)
            }
        }
    }

    fn assign(
        &mut self,
        span: Span,
        target: &DslNode,
        base: &DslNode,
        items: &[DslNode],
        add: bool,
        value: &DslNode,
    ) -> DslResult<()> {
        let DslNodeKind::Name(name) = &base.kind else {
            return Err(assignment("expected the name of an output", base.span));
        };
        let Some(output) = self.draft.position(name) else {
            return Err(self.no_param(name, base.span));
        };
        let param = &self.draft.op.params[output];
        if !param.is_output() {
            let error = assignment(format!("`{name}` is no output"), base.span).label(param.span, "defined here");
            return Err(match param.kind {
                ParamKind::Tensor { .. } => error.help("add `output=True`"),
                _ => error.help("only a `TensorDef` with `output=True` can be assigned"),
            });
        }
        self.tensor_access(output, items, target.span)?;
        let value = self.reduction(output, target, add, value)?;
        self.draft.op.assignments.push(Assignment { output, value, span });
        Ok(())
    }

    /// The right side: `+=` and `ReduceFn` combine the old element with a new value.
    fn reduction(&mut self, output: usize, target: &DslNode, add: bool, value: &DslNode) -> DslResult<DslExpr> {
        let node = self.resolve(value)?;
        let combine = |function: &'static str, inner: DslExpr| {
            let old = DslExpr {
                span: target.span,
                kind: ExprKind::Operand(output),
            };
            let kind = ExprKind::Apply(FunctionRef::Known(function), vec![old, inner]);
            DslExpr { span: node.span, kind }
        };
        let DslNodeKind::Call(function, args, _) = &node.kind else {
            let inner = self.expr(&node)?;
            return Ok(if add { combine("add", inner) } else { inner });
        };
        let (function, dims) = match &function.kind {
            DslNodeKind::Subscript(base, dims) => (&**base, Some(dims)),
            _ => (&**function, None),
        };
        let DslNodeKind::Attribute(base, name) = &function.kind else {
            let inner = self.expr(&node)?;
            return Ok(if add { combine("add", inner) } else { inner });
        };
        if !is_name(base, "ReduceFn") {
            let inner = self.expr(&node)?;
            return Ok(if add { combine("add", inner) } else { inner });
        }
        if add {
            let error = assignment("`+=` reduces already", function.span);
            return Err(error.help("write `=` before `ReduceFn`"));
        }
        let Some(known) = REDUCTIONS.iter().find(|known| *known == name) else {
            let message = format!("`ReduceFn` has no function `{name}`");
            let mut error = unknown(message, function.span, name, REDUCTIONS);
            error.help.get_or_insert(format!("it has {}", listed(&REDUCTIONS)));
            return Err(error);
        };
        let [inner] = &args[..] else {
            return Err(assignment(format!("`ReduceFn.{name}` takes one value"), node.span));
        };
        let inner = self.expr(inner)?;
        if let Some(dims) = dims {
            self.reduced(output, target, dims)?;
        }
        Ok(combine(known, inner))
    }

    /// The loops that a reduction names are those that the output leaves out.
    fn reduced(&mut self, output: usize, target: &DslNode, dims: &[DslNode]) -> DslResult<()> {
        for node in dims {
            let dim = self.dim_of(node)?;
            let ParamKind::Tensor { subscripts, .. } = &self.draft.op.params[output].kind else {
                continue;
            };
            let mut kept = false;
            for expr in subscripts.iter().flatten() {
                expr.for_each_leaf(&mut |leaf| kept |= *leaf == AffineExpr::dim(dim));
            }
            if kept {
                let message = format!(
                    "`{}` is reduced, but the output is indexed by it",
                    self.draft.op.dims[dim]
                );
                return Err(assignment(message, node.span).label(target.span, "here"));
            }
        }
        Ok(())
    }

    fn no_param(&self, name: &str, span: Span) -> Diagnostic {
        let params = self.draft.op.params.iter().map(|param| param.name.as_str());
        let message = format!("`{}` has no parameter `{name}`", self.draft.op.name);
        let known: Vec<&str> = params.chain(self.names.0.keys().map(String::as_str)).collect();
        unknown(message, span, name, known)
    }

    fn tensor_access(&mut self, param: usize, items: &[DslNode], span: Span) -> DslResult<()> {
        let list = match items {
            [
                DslNode {
                    kind: DslNodeKind::None,
                    ..
                },
            ] => Vec::new(),
            _ => items
                .iter()
                .map(|item| self.affine(item, true))
                .collect::<DslResult<Vec<_>>>()?,
        };
        self.draft.access(param, list, span)
    }

    fn expr(&mut self, node: &DslNode) -> DslResult<DslExpr> {
        let node = self.resolve(node)?;
        let span = node.span;
        let kind = match &node.kind {
            DslNodeKind::Subscript(base, items) => match &base.kind {
                DslNodeKind::Name(name) => {
                    let param = self
                        .draft
                        .position(name)
                        .ok_or_else(|| self.no_param(name, base.span))?;
                    self.tensor_access(param, items, span)?;
                    ExprKind::Operand(param)
                }
                _ => return Err(assignment("only tensors have subscripts", base.span)),
            },
            DslNodeKind::Name(name) => self.bare(name, span)?,
            DslNodeKind::Call(function, args, keywords) => {
                only_keywords(keywords, &[])?;
                return self.call(span, function, args);
            }
            DslNodeKind::Binary(operator, left, right) => {
                let function = match *operator {
                    "+" => "add",
                    "-" => "sub",
                    "*" => "mul",
                    "/" => "div",
                    _ => return Err(assignment(format!("`{operator}` is no function on elements"), span)),
                };
                let values = vec![self.expr(left)?, self.expr(right)?];
                ExprKind::Apply(FunctionRef::Known(function), values)
            }
            DslNodeKind::Int(_) | DslNodeKind::Float(_) => {
                return Err(assignment("a number in a computation is written `const(..)`", span));
            }
            DslNodeKind::Attribute(base, name) if is_name(base, "D") => {
                let error = assignment(format!("`D.{name}` is a loop, not a value"), span);
                return Err(error.help(format!("write `index(D.{name})` for the number of its iteration")));
            }
            DslNodeKind::Attribute(base, name) if is_name(base, "S") => {
                let message = format!("`S.{name}` cannot take part in the computation");
                return Err(assignment(message, span).help("symbols stand in shapes and subscripts only"));
            }
            DslNodeKind::Negative(_) => {
                return Err(assignment("`-` takes two values here", span).help("write `UnaryFn.negf(..)`"));
            }
            _ => return Err(assignment("this is no value", span)),
        };
        Ok(DslExpr { span, kind })
    }

    /// A name without subscripts.
    fn bare(&self, name: &str, span: Span) -> DslResult<ExprKind> {
        let Some(param) = self.draft.position(name) else {
            return Err(self.no_param(name, span));
        };
        let defined = self.draft.op.params[param].span;
        let error = |message: String| Err(assignment(message, span).label(defined, "defined here"));
        match &self.draft.op.params[param].kind {
            ParamKind::Scalar { .. } => Ok(ExprKind::Operand(param)),
            ParamKind::Tensor { shape, .. } if shape.is_empty() => {
                error(format!("`{name}` is a tensor: write `{name}[None]`"))
            }
            ParamKind::Tensor { .. } => error(format!("`{name}` is a tensor: write which element, `{name}[D.m, ..]`")),
            ParamKind::Index { .. } => error(format!(
                "`{name}` is an index attribute: it cannot take part in the computation"
            )),
            ParamKind::Function { .. } => error(format!("`{name}` is a function: call it")),
        }
    }

    fn call(&mut self, span: Span, function: &DslNode, args: &[DslNode]) -> DslResult<DslExpr> {
        let function = self.resolve(function)?;
        let name = match &function.kind {
            DslNodeKind::Name(name) => name.clone(),
            DslNodeKind::Attribute(..) => return self.apply_known(span, &function, args),
            DslNodeKind::Subscript(base, _) if matches!(&base.kind, DslNodeKind::Attribute(class, _) if is_name(class, "ReduceFn")) =>
            {
                return Err(assignment(
                    "a reduction is the outermost function of an assignment",
                    span,
                ));
            }
            _ => return Err(assignment("this is no function", function.span)),
        };
        let kind = match name.as_str() {
            "const" => match args {
                [
                    DslNode {
                        kind: DslNodeKind::Int(value),
                        ..
                    },
                ] => ExprKind::Int(*value),
                [
                    DslNode {
                        kind: DslNodeKind::Float(value),
                        ..
                    },
                ] => ExprKind::Float(*value),
                _ => return Err(assignment("`const` takes one number: `const(3.14)`", span)),
            },
            "index" => match args {
                [dim] => ExprKind::Index(self.dim_of(dim)?),
                _ => return Err(assignment("`index` takes one loop: `index(D.m)`", span)),
            },
            _ => {
                let Some(param) = self.draft.position(&name) else {
                    let functions = ["const", "index"].into_iter();
                    let params = self.draft.op.params.iter().map(|param| param.name.as_str());
                    let known: Vec<&str> = functions.chain(params).collect();
                    let message = format!("there is no function `{name}`");
                    let mut error = unknown(message, function.span, &name, known);
                    if let Some(kind) = function_kind(&name) {
                        error.help = Some(format!("it is `{}.{name}`", kind.class()));
                    }
                    return Err(error);
                };
                let ParamKind::Function { kind, .. } = self.draft.op.params[param].kind else {
                    let error = assignment(format!("`{name}` is no function"), function.span);
                    return Err(error.label(self.draft.op.params[param].span, "defined here"));
                };
                return self.apply(span, FunctionRef::Attribute(param), kind, &name, args);
            }
        };
        Ok(DslExpr { span, kind })
    }

    fn apply_known(&mut self, span: Span, function: &DslNode, args: &[DslNode]) -> DslResult<DslExpr> {
        if matches!(&function.kind, DslNodeKind::Attribute(class, _) if is_name(class, "ReduceFn")) {
            return Err(assignment(
                "a reduction is the outermost function of an assignment",
                span,
            ));
        }
        let (kind, name) = self.function(function)?;
        let shown = format!("{}.{name}", kind.class());
        self.apply(span, FunctionRef::Known(name), kind, &shown, args)
    }

    fn apply(
        &mut self,
        span: Span,
        function: FunctionRef,
        kind: FunctionKind,
        shown: &str,
        args: &[DslNode],
    ) -> DslResult<DslExpr> {
        if kind == FunctionKind::Type {
            let [ty, value] = args else {
                return Err(assignment(
                    format!("`{shown}` takes a type and a value: `{shown}(U, A[D.m])`"),
                    span,
                ));
            };
            let target = self.ty(ty)?;
            self.types.push((target.clone(), ty.span));
            let kind = ExprKind::Cast(function, target, Box::new(self.expr(value)?));
            return Ok(DslExpr { span, kind });
        }
        if args.len() != kind.arity() {
            let message = format!("`{shown}` takes {} values, not {}", kind.arity(), args.len());
            return Err(assignment(message, span));
        }
        let values = args.iter().map(|arg| self.expr(arg)).collect::<DslResult<Vec<_>>>()?;
        let kind = ExprKind::Apply(function, values);
        Ok(DslExpr { span, kind })
    }
}

/// What defines a parameter.
const DEFS: [&str; 6] = [
    "TensorDef",
    "ScalarDef",
    "IndexAttrDef",
    "UnaryFnAttrDef",
    "BinaryFnAttrDef",
    "TypeFnAttrDef",
];

fn is_name(node: &DslNode, wanted: &str) -> bool {
    matches!(&node.kind, DslNodeKind::Name(name) if name == wanted)
}

/// `op_name` of the decorator.
fn given_name(decorator: &DslNode) -> Option<String> {
    let DslNodeKind::Call(_, _, keywords) = &decorator.kind else {
        return None;
    };
    let given = keywords.iter().find(|keyword| keyword.name == "op_name")?;
    match &given.value.kind {
        DslNodeKind::Str(name) => Some(name.clone()),
        _ => None,
    }
}

fn only_keywords(keywords: &[Keyword], known: &[&str]) -> DslResult<()> {
    match keywords.iter().find(|keyword| !known.contains(&keyword.name.as_str())) {
        None => Ok(()),
        Some(keyword) => {
            let message = format!("there is no argument `{}` here", keyword.name);
            Err(unknown(message, keyword.span, &keyword.name, known.iter().copied()))
        }
    }
}
