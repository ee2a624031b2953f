//! What OpDSL exports: one YAML document for each operation, `!LinalgOpConfig`.

use super::draft::{DslDraft, definition, some, subscript};
use super::export::iterator_word;
use super::lexer::syntax;
use super::read::twice;
use super::{
    Assignment, Definitions, DslExpr, DslParam, ExprKind, FunctionKind, FunctionRef, ParamKind, StructuredOp, TypeRef,
};
use crate::{AffineExpr, AffineMap, Attr, Diagnostic, Span, parse_attr, parse_type};
use saphyr_parser::{Event, Parser};

type YamlResult<T> = Result<T, Diagnostic>;

/// Reads all documents of a YAML text.
pub fn read_yaml(text: &str) -> Definitions {
    let (documents, mut diagnostics) = tree(text);
    let mut ops = Vec::new();
    for document in &documents {
        match operation(document) {
            Ok((op, told)) => {
                ops.extend(op);
                diagnostics.extend(told);
            }
            Err(error) => diagnostics.push(error),
        }
    }
    twice(&ops, &mut diagnostics);
    diagnostics.sort_by_key(|diagnostic| diagnostic.primary);
    (ops, diagnostics)
}

struct YamlNode {
    span: Span,
    kind: YamlNodeKind,
}

enum YamlNodeKind {
    Text(String),
    List(Vec<YamlNode>),
    Map(Vec<(String, YamlNode)>),
}

/// Lists and mappings in each other.
const DEPTH_MAX: usize = 200;

/// A list or mapping whose end was not read yet; keys and values of a mapping alternate.
struct Open {
    span: Span,
    is_map: bool,
    items: Vec<YamlNode>,
}

impl Open {
    fn close(self) -> YamlResult<YamlNode> {
        let Open { span, is_map, items } = self;
        if !is_map {
            let kind = YamlNodeKind::List(items);
            return Ok(YamlNode { span, kind });
        }
        let mut entries: Vec<(String, YamlNode)> = Vec::new();
        let mut items = items.into_iter();
        while let (Some(key), Some(value)) = (items.next(), items.next()) {
            let YamlNodeKind::Text(name) = key.kind else {
                return Err(syntax("a key is a word", key.span));
            };
            if entries.iter().any(|(other, _)| *other == name) {
                return Err(syntax(format!("the key `{name}` is twice in one mapping"), key.span));
            }
            entries.push((name, value));
        }
        let kind = YamlNodeKind::Map(entries);
        Ok(YamlNode { span, kind })
    }
}

/// The documents of a text, up to the first error.
fn tree(text: &str) -> (Vec<YamlNode>, Vec<Diagnostic>) {
    let mut documents = Vec::new();
    match read_tree(text, &mut documents) {
        Ok(()) => (documents, Vec::new()),
        Err(error) => (documents, vec![error]),
    }
}

fn read_tree(text: &str, documents: &mut Vec<YamlNode>) -> YamlResult<()> {
    // Places are counted in characters.
    let bytes: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let byte = |index: usize| bytes[index.min(bytes.len() - 1)];
    let mut open: Vec<Open> = Vec::new();
    for event in Parser::new_from_str(text) {
        let (event, place) = event.map_err(|error| {
            let at = byte(error.marker().index());
            syntax(error.info().to_owned(), Span::new(at, at))
        })?;
        let start = byte(place.start.index());
        let end = byte(place.end.index());
        let end = start + text[start..end.max(start)].trim_end().len();
        let span = Span::new(start, end);
        let done = match event {
            Event::Scalar(value, ..) => {
                let kind = YamlNodeKind::Text(value.into_owned());
                Some(YamlNode { span, kind })
            }
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                let is_map = matches!(event, Event::MappingStart(..));
                open.push(Open {
                    span,
                    is_map,
                    items: Vec::new(),
                });
                None
            }
            Event::SequenceEnd | Event::MappingEnd => open.pop().map(Open::close).transpose()?,
            Event::Alias(_) => return Err(syntax("the export of OpDSL has no aliases", span)),
            _ => None,
        };
        if open.len() > DEPTH_MAX {
            return Err(syntax("this is nested too deeply", span));
        }
        if let Some(node) = done {
            match open.last_mut() {
                Some(parent) => parent.items.push(node),
                None => documents.push(node),
            }
        }
    }
    Ok(())
}

impl YamlNode {
    fn get(&self, key: &str) -> Option<&YamlNode> {
        match &self.kind {
            YamlNodeKind::Map(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, node)| node),
            _ => None,
        }
    }

    fn need(&self, key: &str) -> YamlResult<&YamlNode> {
        self.get(key).ok_or_else(|| {
            let first = match &self.kind {
                YamlNodeKind::Map(entries) => entries.first().map(|(_, node)| node.span),
                _ => None,
            };
            definition(format!("there is no `{key}` here"), first.unwrap_or(self.span))
        })
    }

    fn text(&self) -> YamlResult<&str> {
        match &self.kind {
            YamlNodeKind::Text(text) => Ok(text),
            _ => Err(definition("this should be a word", self.span)),
        }
    }

    fn list(&self) -> YamlResult<&[YamlNode]> {
        match &self.kind {
            YamlNodeKind::List(items) => Ok(items),
            // Nothing after the colon.
            YamlNodeKind::Text(text) if text.is_empty() || text == "~" => Ok(&[]),
            _ => Err(definition("this should be a list", self.span)),
        }
    }

    fn map(&self) -> YamlResult<AffineMap> {
        match parse_attr(self.text()?) {
            Some(Attr::AffineMap(map)) => Ok(map),
            _ => Err(definition("this should be an `affine_map<..>`", self.span)),
        }
    }

    fn number(&self) -> YamlResult<i64> {
        self.text()?
            .parse()
            .map_err(|_| definition("this should be an integer", self.span))
    }
}

fn operation(document: &YamlNode) -> YamlResult<(Option<StructuredOp>, Vec<Diagnostic>)> {
    let metadata = document.need("metadata")?;
    let name = metadata.need("name")?;
    let structured = document.need("structured_op")?;
    let mut draft = DslDraft::new(name.text()?, name.span);
    draft.op.doc = match metadata.get("doc") {
        Some(doc) => Some(doc.text()?.trim().to_owned()),
        None => None,
    };
    for (key, list) in [
        ("implements", &mut draft.op.implements),
        ("defines", &mut draft.op.defines),
    ] {
        for item in metadata.get(key).map(YamlNode::list).transpose()?.unwrap_or_default() {
            list.push(item.text()?.to_owned());
        }
    }
    let args = structured.need("args")?.list()?;
    let maps = structured.need("indexing_maps")?.need("static_indexing_maps")?.list()?;
    loops(&mut draft, structured, args, maps)?;
    for arg in args {
        parameter(&mut draft, arg)?;
    }
    let operands: Vec<usize> = draft.op.operands().map(|(at, _)| at).collect();
    if operands.len() != maps.len() {
        let message = format!("{} for {}", some(maps.len(), "map"), some(operands.len(), "operand"));
        return Err(definition(
            message,
            structured.need("indexing_maps")?.need("static_indexing_maps")?.span,
        ));
    }
    for (param, node) in operands.into_iter().zip(maps) {
        if matches!(draft.op.params[param].kind, ParamKind::Tensor { .. }) {
            draft.access(param, node.map()?.results, node.span)?;
        }
    }
    for node in structured.need("assignments")?.list()? {
        let arg = node.need("arg")?;
        let output = operand(&draft, arg)?;
        let value = expr(&draft, node.need("value")?)?;
        let span = arg.span;
        draft.op.assignments.push(Assignment { output, value, span });
    }
    iterators(&draft, structured)?;
    Ok(match draft.finish() {
        Ok((op, warnings)) => (Some(op), warnings),
        Err(errors) => (None, errors),
    })
}

/// Loops and symbols are called as in the maps.
fn loops(draft: &mut DslDraft, structured: &YamlNode, args: &[YamlNode], maps: &[YamlNode]) -> YamlResult<()> {
    let mut first: Option<(AffineMap, Span)> = None;
    for node in maps {
        let map = node.map()?;
        match &first {
            Some((known, span)) if (known.dims, known.syms) != (map.dims, map.syms) => {
                let message = "the maps of an operation have the same loops and symbols";
                return Err(subscript(message, node.span).label(*span, "the first map"));
            }
            _ => {}
        }
        first.get_or_insert((map, node.span));
    }
    let (dims, mut syms, span) = first.map_or((0, 0, structured.span), |(map, span)| (map.dims, map.syms, span));
    for arg in args {
        for key in ["shape_map", "index_attr_map"] {
            if let Some(node) = arg.get(key) {
                syms = syms.max(node.map()?.syms);
            }
        }
    }
    for n in 0..dims {
        draft.dim(&format!("d{n}"), span);
    }
    for n in 0..syms {
        draft.symbol(&format!("s{n}"));
    }
    Ok(())
}

fn parameter(draft: &mut DslDraft, arg: &YamlNode) -> YamlResult<()> {
    let name = arg.need("name")?;
    let kind = arg.need("kind")?;
    let ty = || arg.need("type_var").and_then(type_ref);
    let kind = match kind.text()? {
        "scalar" => ParamKind::Scalar { ty: ty()? },
        word @ ("input_tensor" | "output_tensor") => ParamKind::Tensor {
            ty: ty()?,
            shape: arg.need("shape_map")?.map()?.results,
            output: word == "output_tensor",
            subscripts: None,
        },
        "index_attr" => index_attribute(arg)?,
        word => match word.strip_suffix("_fn_attr").and_then(function_class) {
            Some(class) => ParamKind::Function {
                kind: class,
                default: named(class, arg.need("default_fn")?)?,
            },
            None => return Err(definition(format!("`{word}` is no kind of argument"), kind.span)),
        },
    };
    draft.param(DslParam {
        name: name.text()?.to_owned(),
        span: name.span,
        kind,
    })
}

fn index_attribute(arg: &YamlNode) -> YamlResult<ParamKind> {
    let node = arg.need("index_attr_map")?;
    let symbol = |expr: &AffineExpr| match expr {
        AffineExpr::Sym(n) => Some(*n as usize),
        _ => None,
    };
    let symbols: Option<Vec<usize>> = node.map()?.results.iter().map(symbol).collect();
    let symbols = symbols.ok_or_else(|| definition("an index attribute gives symbols", node.span))?;
    let numbers = arg.need("default_indices")?;
    let default = numbers
        .list()?
        .iter()
        .map(YamlNode::number)
        .collect::<YamlResult<Vec<_>>>()?;
    if default.len() != symbols.len() {
        let message = format!("{} default values for {} symbols", default.len(), symbols.len());
        return Err(definition(message, numbers.span));
    }
    Ok(ParamKind::Index { symbols, default })
}

fn type_ref(node: &YamlNode) -> YamlResult<TypeRef> {
    let name = node.text()?;
    // Parameters are `T`, `T1`, `U`; a type that is fixed is called as MLIR calls it, in capitals.
    let fixed = parse_type(&name.to_lowercase()).filter(|ty| ty.is_number() && name.len() > 2);
    Ok(fixed.map_or_else(|| TypeRef::Var(name.to_owned()), TypeRef::Fixed))
}

fn function_class(word: &str) -> Option<FunctionKind> {
    match word {
        "unary" => Some(FunctionKind::Unary),
        "binary" => Some(FunctionKind::Binary),
        "ternary" => Some(FunctionKind::Ternary),
        "type" => Some(FunctionKind::Type),
        _ => None,
    }
}

fn named(kind: FunctionKind, node: &YamlNode) -> YamlResult<&'static str> {
    let name = node.text()?;
    kind.function(name).ok_or_else(|| {
        let message = format!("`{}` has no function `{name}`", kind.class());
        Diagnostic::error("opdsl-unknown-name", message, node.span)
    })
}

fn operand(draft: &DslDraft, node: &YamlNode) -> YamlResult<usize> {
    let name = node.text()?;
    let found = draft.op.operands().find(|(_, param)| param.name == name);
    found.map(|(at, _)| at).ok_or_else(|| {
        let message = format!("`{}` has no operand `{name}`", draft.op.name);
        Diagnostic::error("opdsl-unknown-name", message, node.span)
    })
}

fn expr(draft: &DslDraft, node: &YamlNode) -> YamlResult<DslExpr> {
    let YamlNodeKind::Map(entries) = &node.kind else {
        return Err(definition("this should be a `!ScalarExpression`", node.span));
    };
    let [(key, value)] = &entries[..] else {
        return Err(definition("a `!ScalarExpression` is one thing", node.span));
    };
    let span = value.span;
    let kind = match key.as_str() {
        "scalar_arg" => ExprKind::Operand(operand(draft, value)?),
        "scalar_const" => constant(value)?,
        "scalar_index" => {
            let dim = usize::try_from(value.number()?)
                .ok()
                .filter(|n| *n < draft.op.dims.len());
            ExprKind::Index(dim.ok_or_else(|| subscript("there is no such loop", span))?)
        }
        "scalar_fn" => return function(draft, value),
        other => return Err(definition(format!("`{other}` is no expression"), span)),
    };
    Ok(DslExpr { span, kind })
}

/// `3 : i64`
fn constant(node: &YamlNode) -> YamlResult<ExprKind> {
    let text = node.text()?;
    let number = text.split_once(" : ").map_or(text, |(number, _)| number).trim();
    if let Ok(value) = number.parse() {
        return Ok(ExprKind::Int(value));
    }
    number
        .parse()
        .map(ExprKind::Float)
        .map_err(|_| definition("this should be a number", node.span))
}

fn function(draft: &DslDraft, node: &YamlNode) -> YamlResult<DslExpr> {
    let kind_node = node.need("kind")?;
    let Some(kind) = function_class(kind_node.text()?) else {
        return Err(definition(
            "a function is `unary`, `binary`, `ternary` or `type`",
            kind_node.span,
        ));
    };
    let (which, span) = match (node.get("fn_name"), node.get("attr_name")) {
        (Some(name), _) => (FunctionRef::Known(named(kind, name)?), name.span),
        (None, Some(attr)) => {
            let at = draft.position(attr.text()?);
            let fits = at
                .filter(|at| matches!(&draft.op.params[*at].kind, ParamKind::Function { kind: of, .. } if *of == kind));
            let Some(at) = fits else {
                return Err(definition(
                    format!("no attribute `{}` is such a function", attr.text()?),
                    attr.span,
                ));
            };
            (FunctionRef::Attribute(at), attr.span)
        }
        (None, None) => {
            return Err(definition(
                "a function has a `fn_name` or an `attr_name`",
                kind_node.span,
            ));
        }
    };
    let operands = node.need("operands")?;
    let mut values = operands
        .list()?
        .iter()
        .map(|item| expr(draft, item))
        .collect::<YamlResult<Vec<_>>>()?;
    if values.len() != kind.arity() {
        let message = format!("{} values for a function of {}", values.len(), kind.arity());
        return Err(definition(message, span));
    }
    let kind = match kind {
        FunctionKind::Type => {
            let target = type_ref(node.need("type_var")?)?;
            ExprKind::Cast(which, target, Box::new(values.remove(0)))
        }
        _ => ExprKind::Apply(which, values),
    };
    Ok(DslExpr { span, kind })
}

/// What the export says about the loops is what its maps say.
fn iterators(draft: &DslDraft, structured: &YamlNode) -> YamlResult<()> {
    let Some(node) = structured.get("iterator_types") else {
        return Ok(());
    };
    let list = node.list()?;
    if list.len() != draft.op.dims.len() {
        let message = format!("{} iterator types for {} loops", list.len(), draft.op.dims.len());
        return Err(subscript(message, node.span));
    }
    for (n, item) in list.iter().enumerate() {
        let wanted = iterator_word(&draft.op, n);
        if item.text()? != wanted {
            let message = format!("`d{n}` is a {wanted} loop by the maps, but called `{}`", item.text()?);
            return Err(subscript(message, item.span));
        }
    }
    Ok(())
}
