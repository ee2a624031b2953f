//! Instances of definitions: functions around one `linalg.generic`, on tensors or on buffers.

use super::draft::visit;
use super::names::function_kind;
use super::{
    AffineExpr, Diagnostic, DslExpr, DslParam, ExprKind, FunctionKind, FunctionRef, ParamKind, Span, StructuredOp,
    Type, TypeRef,
};
use crate::dialect::format::segment_sizes;
use crate::dialect::linalg::{Binding, PayloadText, maps_attr, operand_of};
use crate::linalg::IteratorType;
use crate::{AffineMap, Attr, BlockId, Dim, Module, OpId, OpSpec, Operand, ValueId};
use std::collections::BTreeMap;

/// What definitions leave open.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Operations to make an instance of; all, if there are none.
    pub ops: Vec<String>,
    /// Values of shape symbols; `d0`, `d1`, .. are the extents of operands of any rank.
    pub shape: BTreeMap<String, u64>,
    /// Types for type parameters; for the others `i1` where they only choose between two values, else `f32`.
    pub types: BTreeMap<String, Type>,
    /// Values of attributes.
    pub attributes: BTreeMap<String, AttributeChoice>,
    /// Dimensions of operands of any rank; 2 if it is not said and `shape` does not say it.
    pub rank: Option<usize>,
    /// Operands are memrefs.
    pub buffers: bool,
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeChoice {
    /// `[2, 2]`
    Numbers(Vec<i64>),
    /// `mul`
    Function(String),
}

/// More dimensions than anything has.
const RANK_MAX: usize = 64;

fn instance(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::error("opdsl-instance", message, span)
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut all: Vec<String> = Vec::new();
    for name in names.map(|name| format!("`{name}`")) {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    match all.is_empty() {
        true => "none".to_owned(),
        false => all.join(", "),
    }
}

/// A module with one function for each operation that is requested. Spans are those of the definitions.
pub fn instantiate(ops: &[StructuredOp], request: &Request) -> (Module, Vec<Diagnostic>) {
    let mut module = Module::new();
    let mut errors = Vec::new();
    for name in &request.ops {
        if !ops.iter().any(|op| op.name == *name) {
            let error = instance(format!("no operation `{name}` is defined here"), Span::NONE);
            let names = ops.iter().map(|op| op.name.as_str());
            errors.push(error.help(format!("there are {}", listed(names))));
        }
    }
    let chosen = ops
        .iter()
        .filter(|op| request.ops.is_empty() || request.ops.contains(&op.name));
    let chosen: Vec<&StructuredOp> = chosen.collect();
    if errors.is_empty() {
        unused(&chosen, request, &mut errors);
    }
    if !errors.is_empty() {
        return (module, errors);
    }
    for op in chosen {
        let built = DslInstance::new(op, request).and_then(|mut instance| {
            // A function that breaks off half-way would stay in the module.
            instance.build(&mut Module::new())?;
            instance.build(&mut module)
        });
        errors.extend(built.err());
    }
    (module, errors)
}

/// What the request says about symbols, types and attributes that no chosen operation has.
fn unused(ops: &[&StructuredOp], request: &Request, errors: &mut Vec<Diagnostic>) {
    let mut tell = |what: &str, name: &str, known: String| {
        let error = instance(format!("no operation has the {what} `{name}`"), Span::NONE);
        errors.push(error.help(format!("the {what}s are: {known}")));
    };
    let attribute_symbols = |op: &StructuredOp| -> Vec<String> {
        let lists = op.params.iter().filter_map(|param| match &param.kind {
            ParamKind::Index { symbols, .. } => Some(symbols.iter().map(|at| op.symbols[*at].clone())),
            _ => None,
        });
        lists.flatten().collect()
    };
    let mut symbols: Vec<String> = Vec::new();
    for op in ops {
        let taken = attribute_symbols(op);
        symbols.extend(op.symbols.iter().filter(|name| !taken.contains(name)).cloned());
        if op.is_polymorphic() {
            symbols.extend((0..request.rank.unwrap_or(RANK_MAX)).map(|n| format!("d{n}")));
        }
    }
    for name in request.shape.keys().filter(|name| !symbols.contains(name)) {
        let shown = symbols.iter().map(String::as_str).take(12);
        tell("shape symbol", name, listed(shown));
    }
    let types = || {
        let all = ops
            .iter()
            .flat_map(|op| op.operands().filter_map(|(at, _)| op.type_of(at)));
        all.filter_map(|ty| match ty {
            TypeRef::Var(name) => Some(name.as_str()),
            TypeRef::Fixed(_) => None,
        })
    };
    for name in request
        .types
        .keys()
        .filter(|name| !types().any(|known| known == name.as_str()))
    {
        tell("type parameter", name, listed(types()));
    }
    let is_attribute = |kind: &ParamKind| matches!(kind, ParamKind::Index { .. } | ParamKind::Function { .. });
    let attributes = || {
        let all = ops.iter().flat_map(|op| &op.params);
        all.filter(|param| is_attribute(&param.kind))
            .map(|param| param.name.as_str())
    };
    for name in request
        .attributes
        .keys()
        .filter(|name| !attributes().any(|known| known == name.as_str()))
    {
        tell("attribute", name, listed(attributes()));
    }
}

/// One operation with all that was open decided.
struct DslInstance<'o> {
    op: &'o StructuredOp,
    buffers: bool,
    /// What each symbol is: a number, or itself.
    symbols: Vec<AffineExpr>,
    /// By parameter; empty for those that are no functions.
    functions: Vec<&'static str>,
    /// The extents of operands of any rank.
    any: Vec<Dim>,
    types: &'o BTreeMap<String, Type>,
    /// Type parameters whose elements only choose between two others.
    conditions: Vec<&'o str>,
}

/// Type parameters of operands that are conditions of `select`, and nothing else.
fn conditions(op: &StructuredOp) -> Vec<&str> {
    let mut params = Vec::new();
    for assignment in &op.assignments {
        visit(&assignment.value, &mut |expr| {
            if let ExprKind::Apply(FunctionRef::Known("select"), inner) = &expr.kind
                && let Some(ExprKind::Operand(at)) = inner.first().map(|first| &first.kind)
            {
                params.push(*at);
            }
        });
    }
    let name = |param: &usize| match op.type_of(*param) {
        Some(TypeRef::Var(name)) => Some(name.as_str()),
        _ => None,
    };
    let others: Vec<&str> = op
        .operands()
        .filter(|(at, _)| !params.contains(at))
        .filter_map(|(at, _)| name(&at))
        .collect();
    params
        .iter()
        .filter_map(name)
        .filter(|name| !others.contains(name))
        .collect()
}

impl Binding for DslInstance<'_> {
    fn function(&self, param: usize) -> &'static str {
        self.functions[param]
    }

    fn operand_of(&self, name: &str) -> Option<usize> {
        operand_of(self.op, name)
    }

    fn place(&self, expr: &DslExpr) -> Option<Span> {
        Some(expr.span)
    }
}

impl<'o> DslInstance<'o> {
    fn new(op: &'o StructuredOp, request: &'o Request) -> Result<DslInstance<'o>, Diagnostic> {
        let given = |n: usize, name: &String| match request.shape.get(name) {
            Some(value) => AffineExpr::Const(*value as i64),
            None => AffineExpr::sym(n),
        };
        let mut symbols: Vec<AffineExpr> = op.symbols.iter().enumerate().map(|(n, name)| given(n, name)).collect();
        let mut functions = vec![""; op.params.len()];
        for (at, param) in op.params.iter().enumerate() {
            let choice = request.attributes.get(&param.name);
            match &param.kind {
                ParamKind::Index {
                    symbols: places,
                    default,
                } => {
                    for (place, number) in places.iter().zip(numbers(param, default, choice)?) {
                        symbols[*place] = AffineExpr::Const(number);
                    }
                }
                ParamKind::Function { kind, default } => functions[at] = function(param, *kind, default, choice)?,
                ParamKind::Scalar { .. } | ParamKind::Tensor { .. } => {}
            }
        }
        let named = (0..RANK_MAX)
            .rev()
            .find(|n| request.shape.contains_key(&format!("d{n}")));
        let rank = request.rank.unwrap_or_else(|| named.map_or(2, |last| last + 1));
        if rank > RANK_MAX {
            return Err(instance(
                format!("operands have at most {RANK_MAX} dimensions"),
                Span::NONE,
            ));
        }
        let extent = |n: usize| {
            request
                .shape
                .get(&format!("d{n}"))
                .map_or(Dim::Dynamic, |size| Dim::Static(*size))
        };
        Ok(DslInstance {
            op,
            buffers: request.buffers,
            symbols,
            functions,
            any: (0..rank).map(extent).collect(),
            types: &request.types,
            conditions: conditions(op),
        })
    }

    fn elem(&self, ty: &TypeRef) -> Type {
        match ty {
            TypeRef::Fixed(ty) => ty.clone(),
            TypeRef::Var(name) => match self.types.get(name) {
                Some(ty) => ty.clone(),
                None if self.conditions.contains(&&name[..]) => Type::I1,
                None => Type::F32,
            },
        }
    }

    /// The type of an operand.
    fn ty(&self, param: &DslParam) -> Result<Type, Diagnostic> {
        let (ty, shape) = match &param.kind {
            ParamKind::Scalar { ty } => return Ok(self.elem(ty)),
            ParamKind::Tensor { shape, ty, .. } => (ty, shape),
            _ => return Err(instance("only operands have types", param.span)),
        };
        let mut dims = Vec::new();
        for extent in shape {
            dims.push(match extent.substitute(&[], &self.symbols) {
                AffineExpr::Const(size) if size >= 0 => Dim::Static(size as u64),
                AffineExpr::Const(size) => {
                    return Err(instance(format!("an extent of `{}` is {size}", param.name), param.span));
                }
                _ => Dim::Dynamic,
            });
        }
        if self.op.is_polymorphic() {
            dims.clone_from(&self.any);
        }
        let elem = Box::new(self.elem(ty));
        Ok(match self.buffers {
            true => Type::MemRef {
                shape: dims,
                elem,
                layout: None,
                space: None,
            },
            false => Type::Tensor {
                shape: dims,
                elem,
                encoding: None,
            },
        })
    }

    /// Loops -> subscripts of an operand.
    fn map(&self, param: &DslParam) -> AffineMap {
        let polymorphic = self.op.is_polymorphic();
        let loops = if polymorphic {
            self.any.len()
        } else {
            self.op.dims.len()
        };
        let dims: Vec<AffineExpr> = (0..loops).map(AffineExpr::dim).collect();
        let list = match &param.kind {
            ParamKind::Tensor { .. } if polymorphic => dims,
            ParamKind::Tensor { subscripts, .. } => {
                let list = subscripts.iter().flatten();
                list.map(|e| e.substitute(&dims, &self.symbols)).collect()
            }
            _ => Vec::new(),
        };
        AffineMap::new(loops, 0, list)
    }

    fn build(&mut self, module: &mut Module) -> Result<(), Diagnostic> {
        let params: Vec<&DslParam> = self.op.operands().map(|(_, param)| param).collect();
        let types = params
            .iter()
            .map(|param| self.ty(param))
            .collect::<Result<Vec<_>, _>>()?;
        let inputs = self.op.inputs();
        let results: Vec<Type> = types[inputs..].iter().filter(|ty| ty.is_tensor()).cloned().collect();
        let func = OpSpec::new("func.func")
            .property("sym_name", Attr::str(&self.op.name))
            .property(
                "function_type",
                Attr::Type(Type::Function {
                    inputs: types.clone(),
                    results: results.clone(),
                }),
            );
        let top = module.body();
        let func = module.push_op(top, func.at(self.op.name_span));
        module.op_mut(func).name_span = self.op.name_span;
        let region = module.add_region(func);
        let block = module.add_block(region, &[]);
        for (param, ty) in params.iter().zip(&types) {
            module.add_block_arg(block, ty.clone(), Some(param.name.clone()), param.span);
        }
        let args = module.block(block).args.clone();
        self.extents(module, block, &params, &args);
        let generic = self.generic(module, block, &params, &args, &results);
        let types: Vec<Type> = types.iter().map(|ty| ty.elem().clone()).collect();
        self.payload(module, generic, &types)?;
        let values = module.op(generic).results.clone();
        module.push_op(
            block,
            OpSpec::new("func.return").operands(&values).at(self.op.name_span),
        );
        Ok(())
    }

    fn generic(
        &self,
        module: &mut Module,
        block: BlockId,
        params: &[&DslParam],
        args: &[ValueId],
        results: &[Type],
    ) -> OpId {
        let span = self.op.assignments[0].span;
        let maps: Vec<AffineMap> = params.iter().map(|param| self.map(param)).collect();
        let inputs = self.op.inputs();
        let loops = maps.first().map_or(0, |map| map.dims);
        let iterators = crate::linalg::iterators_of(&maps, maps.len() - inputs);
        let word = |iterator: &IteratorType| match iterator {
            IteratorType::Parallel => Attr::Opaque("#linalg.iterator_type<parallel>".to_owned()),
            _ => Attr::Opaque("#linalg.iterator_type<reduction>".to_owned()),
        };
        let mut spec = OpSpec::new("linalg.generic")
            .property("indexing_maps", maps_attr(maps))
            .property("iterator_types", Attr::Array(iterators.iter().map(word).collect()))
            .property("operandSegmentSizes", segment_sizes(&[inputs, args.len() - inputs]))
            .at(span);
        if let Some(doc) = &self.op.doc {
            spec = spec.property("doc", Attr::str(doc));
        }
        spec.operands = args
            .iter()
            .zip(params)
            .map(|(value, param)| Operand {
                value: *value,
                span: param.span,
            })
            .collect();
        spec.results = results.iter().map(|ty| (ty.clone(), None, span)).collect();
        let generic = module.push_op(block, spec);
        module.op_mut(generic).name_span = span;
        if self.op.dims.len() == loops && loops > 0 {
            module.set_loop_names(generic, self.op.dims.clone());
        }
        generic
    }

    /// `%M = tensor.dim %A, %c`, so that an extent that is not known is called after its symbol; and an assertion for
    /// each extent that the definition gives as an expression of such symbols, which the type of a tensor cannot say.
    fn extents(&self, module: &mut Module, block: BlockId, params: &[&DslParam], args: &[ValueId]) {
        let mut known: Vec<Option<ValueId>> = vec![None; self.op.symbols.len()];
        for (n, name) in self.op.symbols.iter().enumerate() {
            if self.symbols[n] != AffineExpr::sym(n) {
                continue;
            }
            let place = params.iter().zip(args).find_map(|(param, arg)| match &param.kind {
                ParamKind::Tensor { shape, .. } => {
                    let at = shape.iter().position(|extent| *extent == AffineExpr::sym(n))?;
                    Some((*arg, at, param.span))
                }
                _ => None,
            });
            known[n] = place.map(|(arg, at, span)| self.extent(module, block, (arg, at), (Some(name), span)));
        }
        for (param, arg) in params.iter().zip(args) {
            let ParamKind::Tensor { shape, .. } = &param.kind else {
                continue;
            };
            for (at, extent) in shape.iter().enumerate() {
                let extent = extent.substitute(&[], &self.symbols);
                if !matches!(extent, AffineExpr::Const(_) | AffineExpr::Sym(_)) {
                    self.assert_extent(module, block, (param, *arg, at), (&extent, &known));
                }
            }
        }
    }

    /// Extent `at` of a tensor or buffer, as a value.
    fn extent(
        &self,
        module: &mut Module,
        block: BlockId,
        (tensor, at): (ValueId, usize),
        (name, span): (Option<&str>, Span),
    ) -> ValueId {
        let number = OpSpec::new("arith.constant").property("value", Attr::index(at as i64));
        let number = module.push_op(block, number.result(Type::Index).at(span));
        let number = module.op(number).results[0];
        let dim = if self.buffers { "memref.dim" } else { "tensor.dim" };
        let spec = OpSpec::new(dim).operands(&[tensor, number]).at(span);
        let dim = module.push_op(
            block,
            match name {
                Some(name) => spec.named_result(Type::Index, name),
                None => spec.result(Type::Index),
            },
        );
        module.op(dim).results[0]
    }

    /// Extent `at` of an operand is the value of `extent`, if the values of all its symbols are known.
    fn assert_extent(
        &self,
        module: &mut Module,
        block: BlockId,
        (param, arg, at): (&DslParam, ValueId, usize),
        (extent, known): (&AffineExpr, &[Option<ValueId>]),
    ) {
        let mut used: Vec<usize> = Vec::new();
        extent.for_each_leaf(&mut |leaf| {
            if let AffineExpr::Sym(n) = leaf
                && !used.contains(&(*n as usize))
            {
                used.push(*n as usize);
            }
        });
        let values: Option<Vec<ValueId>> = used.iter().map(|n| known[*n]).collect();
        let Some(values) = values else { return };
        let mut renamed = vec![AffineExpr::Const(0); known.len()];
        for (at, n) in used.iter().enumerate() {
            renamed[*n] = AffineExpr::sym(at);
        }
        let map = AffineMap::new(0, used.len(), vec![extent.substitute(&[], &renamed)]);
        let found = self.extent(module, block, (arg, at), (None, param.span));
        let apply = OpSpec::new("affine.apply").property("map", Attr::AffineMap(map));
        let apply = module.push_op(block, apply.operands(&values).result(Type::Index).at(param.span));
        let wanted = module.op(apply).results[0];
        let equal = OpSpec::new("arith.cmpi").property("predicate", Attr::i64(0));
        let equal = module.push_op(block, equal.operands(&[found, wanted]).result(Type::I1).at(param.span));
        let equal = module.op(equal).results[0];
        let message = format!(
            "extent {at} of `{}` is not the one that its definition gives",
            param.name
        );
        let assert = OpSpec::new("cf.assert").property("msg", Attr::str(&message));
        module.push_op(block, assert.operands(&[equal]).at(param.span));
    }

    fn payload(&self, module: &mut Module, generic: OpId, types: &[Type]) -> Result<(), Diagnostic> {
        let (mut payload, args) = PayloadText::new(module, generic, types);
        let mut values = Vec::new();
        for (at, _) in self.op.operands().filter(|(_, param)| param.is_output()) {
            let assignment = self.op.assignments.iter().find(|assignment| assignment.output == at);
            let Some(assignment) = assignment else { continue };
            let value = payload.expr(&assignment.value, &args, self).map_err(|part| {
                let message = "no operation computes this on elements of these types";
                let operands = self.op.operands().zip(types);
                let shown = operands.map(|((_, param), ty)| format!("`{}`: `{ty}`", param.name));
                let shown = shown.collect::<Vec<_>>().join(", ");
                instance(message, part.span).help(format!("the elements are {shown}"))
            })?;
            values.push((value, assignment.value.span, at));
        }
        payload.finish(&values.iter().map(|(value, ..)| *value).collect::<Vec<_>>());
        for (value, span, at) in values {
            let found = module.ty(value);
            if *found != types[at] {
                let param = &self.op.params[at];
                let message = format!(
                    "`{}` has elements of `{}`, but this is a `{found}`",
                    param.name, types[at]
                );
                let error = instance(message, span).label(param.span, "the output");
                return Err(error.help("convert it: `TypeFn.cast_signed(U, ..)`"));
            }
        }
        Ok(())
    }
}

fn numbers(param: &DslParam, default: &[i64], choice: Option<&AttributeChoice>) -> Result<Vec<i64>, Diagnostic> {
    match choice {
        None => Ok(default.to_vec()),
        Some(AttributeChoice::Numbers(numbers)) if numbers.len() == default.len() => Ok(numbers.clone()),
        Some(_) => {
            let message = format!("the attribute `{}` is a list of {} integers", param.name, default.len());
            let numbers = vec!["2"; default.len()].join(",");
            Err(instance(message, param.span).help(format!("write `--attr '{}=[{numbers}]'`", param.name)))
        }
    }
}

fn function(
    param: &DslParam,
    kind: FunctionKind,
    default: &'static str,
    choice: Option<&AttributeChoice>,
) -> Result<&'static str, Diagnostic> {
    let Some(choice) = choice else { return Ok(default) };
    let found = match choice {
        AttributeChoice::Function(name) => kind.function(
            name.strip_prefix(kind.class())
                .map_or(name, |rest| rest.trim_start_matches('.')),
        ),
        AttributeChoice::Numbers(_) => None,
    };
    found.ok_or_else(|| {
        let shown = match choice {
            AttributeChoice::Function(name) => name.clone(),
            AttributeChoice::Numbers(numbers) => format!("{numbers:?}"),
        };
        let message = format!("the attribute `{}` cannot be `{shown}`", param.name);
        let error = instance(message, param.span);
        match function_kind(&shown) {
            Some(other) if other != kind => error.help(format!(
                "`{shown}` is a `{}`; this is a `{}`",
                other.class(),
                kind.class()
            )),
            _ => error.help(format!("it is one of {}", listed(kind.functions().iter().copied()))),
        }
    })
}
