//! A definition while it is read: loops and symbols by name, and what must hold at the end.

use super::export::names_dim;
use super::{AffineExpr, Assignment, Diagnostic, DslExpr, DslParam, ExprKind, ParamKind, Span, StructuredOp};

pub(super) struct DslDraft {
    pub op: StructuredOp,
    /// Where each parameter was first indexed.
    indexed: Vec<Option<Span>>,
    /// Where each loop was first named.
    dim_spans: Vec<Span>,
    /// Loops that a reduction names.
    reduced: Vec<usize>,
}

/// `1 loop`, `2 loops`
pub(super) fn some(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

pub(super) fn definition(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::error("opdsl-definition", message, span)
}

pub(super) fn subscript(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::error("opdsl-subscript", message, span)
}

pub(super) fn assignment(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::error("opdsl-assignment", message, span)
}

impl DslDraft {
    pub fn new(name: &str, name_span: Span) -> DslDraft {
        DslDraft {
            op: StructuredOp {
                name: name.to_owned(),
                name_span,
                doc: None,
                params: Vec::new(),
                dims: Vec::new(),
                symbols: Vec::new(),
                assignments: Vec::new(),
                implements: Vec::new(),
                defines: Vec::new(),
            },
            indexed: Vec::new(),
            dim_spans: Vec::new(),
            reduced: Vec::new(),
        }
    }

    pub fn dim_span(&self, dim: usize) -> Span {
        self.dim_spans[dim]
    }

    /// A reduction names the loop.
    pub fn reduce(&mut self, dim: usize) {
        self.reduced.push(dim);
    }

    pub fn is_reduced(&self, dim: usize) -> bool {
        self.reduced.contains(&dim)
    }

    /// The loop called `name`, which is new if it was not met before.
    pub fn dim(&mut self, name: &str, span: Span) -> usize {
        self.op.dims.iter().position(|dim| dim == name).unwrap_or_else(|| {
            self.op.dims.push(name.to_owned());
            self.dim_spans.push(span);
            self.op.dims.len() - 1
        })
    }

    /// The symbol called `name`, which is new if it was not met before.
    pub fn symbol(&mut self, name: &str) -> usize {
        self.op
            .symbols
            .iter()
            .position(|symbol| symbol == name)
            .unwrap_or_else(|| {
                self.op.symbols.push(name.to_owned());
                self.op.symbols.len() - 1
            })
    }

    pub fn param(&mut self, param: DslParam) -> Result<(), Diagnostic> {
        if let Some(other) = self.op.params.iter().find(|other| other.name == param.name) {
            let message = format!("there are two parameters `{}`", param.name);
            return Err(definition(message, param.span).label(other.span, "the first"));
        }
        self.op.params.push(param);
        self.indexed.push(None);
        Ok(())
    }

    pub fn position(&self, name: &str) -> Option<usize> {
        self.op.params.iter().position(|param| param.name == name)
    }

    /// An access of the tensor `param`: always by the same subscripts.
    pub fn access(&mut self, param: usize, list: Vec<AffineExpr>, span: Span) -> Result<(), Diagnostic> {
        let (name, defined) = (self.op.params[param].name.clone(), self.op.params[param].span);
        let ParamKind::Tensor { shape, subscripts, .. } = &mut self.op.params[param].kind else {
            let error = subscript(format!("`{name}` is no tensor, so it has no subscripts"), span);
            return Err(error.label(defined, "defined here"));
        };
        if list.len() != shape.len() {
            let message = match list.len() {
                0 => format!("`{name}` has {}, each with a subscript", some(shape.len(), "dimension")),
                count => format!(
                    "{}, but `{name}` has {}",
                    some(count, "subscript"),
                    some(shape.len(), "dimension")
                ),
            };
            let error = subscript(message, span).label(defined, some(shape.len(), "extent"));
            return Err(match shape.len() {
                0 => error.help(format!("write `{name}[None]`, or give the tensor a shape")),
                _ => error,
            });
        }
        match (&subscripts, self.indexed[param]) {
            (Some(known), Some(first)) if *known != list => {
                let message = format!("`{name}` is indexed in two ways; a tensor has one indexing map");
                return Err(subscript(message, span).label(first, "the first way"));
            }
            _ => *subscripts = Some(list),
        }
        self.indexed[param].get_or_insert(span);
        Ok(())
    }

    /// The loops in the order of `domain`, which names each once.
    pub fn set_domain(&mut self, domain: &[(String, Span)], span: Span) -> Result<(), Diagnostic> {
        let error = |message: String, at: Span| Diagnostic::error("opdsl-domain", message, at);
        for (at, (name, here)) in domain.iter().enumerate() {
            if domain[..at].iter().any(|(other, _)| other == name) {
                return Err(error(format!("`{name}` is twice in the domain"), *here));
            }
            if !self.op.dims.contains(name) {
                let message = format!("no subscript uses the loop `{name}` of the domain");
                return Err(error(message, *here).help("leave it out, or index a tensor with it"));
            }
        }
        for (name, here) in self.op.dims.iter().zip(&self.dim_spans) {
            if !domain.iter().any(|(other, _)| other == name) {
                let message = format!("the domain leaves out the loop `{name}`");
                return Err(error(message, span).label(*here, "which is used here"));
            }
        }
        let place = |name: &String| domain.iter().position(|(other, _)| other == name).unwrap_or(0);
        let order: Vec<AffineExpr> = self.op.dims.iter().map(|name| AffineExpr::dim(place(name))).collect();
        let symbols: Vec<AffineExpr> = (0..self.op.symbols.len()).map(AffineExpr::sym).collect();
        let places: Vec<usize> = self.op.dims.iter().map(place).collect();
        for param in &mut self.op.params {
            if let ParamKind::Tensor {
                subscripts: Some(list), ..
            } = &mut param.kind
            {
                list.iter_mut().for_each(|e| *e = e.substitute(&order, &symbols));
            }
        }
        for assignment in &mut self.op.assignments {
            renumber(&mut assignment.value, &places);
        }
        self.op.dims = domain.iter().map(|(name, _)| name.clone()).collect();
        Ok(())
    }

    /// What must hold of a whole definition.
    pub fn finish(self) -> Result<(StructuredOp, Vec<Diagnostic>), Vec<Diagnostic>> {
        let mut errors = Vec::new();
        self.check_order(&mut errors);
        self.check_assigned(&mut errors);
        self.check_used(&mut errors);
        if errors.is_empty() {
            self.check_extents(&mut errors);
            self.check_reduced(&mut errors);
        }
        match errors.is_empty() {
            true => {
                let warnings = lost_iterations(&self.op);
                Ok((self.op, warnings))
            }
            false => Err(errors),
        }
    }

    /// Inputs, outputs, attributes.
    fn check_order(&self, errors: &mut Vec<Diagnostic>) {
        let rank = |param: &DslParam| match param.kind {
            ParamKind::Scalar { .. } | ParamKind::Tensor { output: false, .. } => 0,
            ParamKind::Tensor { output: true, .. } => 1,
            ParamKind::Index { .. } | ParamKind::Function { .. } => 2,
        };
        let what = ["inputs", "outputs", "attributes"];
        for pair in self.op.params.windows(2) {
            let (before, after) = (rank(&pair[0]), rank(&pair[1]));
            if after < before {
                let message = format!("`{}` stands behind the {}", pair[1].name, what[before]);
                let help = "inputs come first, then outputs, then attributes";
                errors.push(definition(message, pair[1].span).help(help));
            }
        }
    }

    fn check_assigned(&self, errors: &mut Vec<Diagnostic>) {
        let op = &self.op;
        let outputs = || op.params.iter().enumerate().filter(|(_, param)| param.is_output());
        if outputs().next().is_none() {
            let error = definition(format!("`{}` has no output", op.name), op.name_span);
            errors.push(error.help("mark a tensor: `TensorDef(U, S.M, output=True)`"));
        }
        for (at, param) in outputs() {
            let mut here = op.assignments.iter().filter(|assignment| assignment.output == at);
            match (here.next(), here.next()) {
                (None, _) => {
                    let message = format!("the output `{}` is never assigned", param.name);
                    errors.push(assignment(message, param.span));
                }
                (Some(first), Some(second)) => {
                    let message = format!("`{}` is assigned twice", param.name);
                    errors.push(assignment(message, second.span).label(first.span, "the first time"));
                }
                _ => {}
            }
        }
    }

    fn check_used(&self, errors: &mut Vec<Diagnostic>) {
        for (at, param) in self.op.params.iter().enumerate() {
            let ParamKind::Tensor { shape, .. } = &param.kind else {
                continue;
            };
            // An output that is not assigned has its own message.
            if self.indexed[at].is_none() && !param.is_output() {
                let error = definition(format!("nothing uses the tensor `{}`", param.name), param.span);
                let dims: Vec<String> = (0..shape.len()).map(|n| format!("D.k{n}")).collect();
                let help = format!(
                    "if only its shape counts, say which loops it bounds: `index_dims=[{}]`",
                    dims.join(", ")
                );
                errors.push(error.help(help));
            }
        }
    }

    /// Every loop must be found by inverting the maps: some tensor has it alone as a subscript.
    fn check_extents(&self, errors: &mut Vec<Diagnostic>) {
        let shown = |dim: usize| {
            self.op.params.iter().any(|param| match &param.kind {
                ParamKind::Tensor {
                    subscripts: Some(list), ..
                } => list.contains(&AffineExpr::dim(dim)),
                _ => false,
            })
        };
        for (dim, name) in self.op.dims.iter().enumerate() {
            if !shown(dim) {
                let message = format!("no tensor shows how far the loop `{name}` runs");
                let error = subscript(message, self.dim_spans.get(dim).copied().unwrap_or(self.op.name_span));
                let help = format!(
                    "index a tensor by `{name}` alone, or add one that has only a shape: `index_dims=[D.{name}]`"
                );
                errors.push(error.help(help));
            }
        }
    }

    /// The loops that one output is reduced over are those of all: the operation has one type for each loop.
    fn check_reduced(&self, errors: &mut Vec<Diagnostic>) {
        let op = &self.op;
        let Some(first) = op.assignments.first() else { return };
        let of_first = left_out(op, first.output);
        let differs = op.assignments[1..]
            .iter()
            .find(|one| left_out(op, one.output) != of_first);
        let Some(other) = differs else { return };
        let name = |one: &Assignment| &op.params[one.output].name;
        let message = format!(
            "`{}` is reduced over {}, but `{}` over {}",
            name(other),
            loops_text(op, &left_out(op, other.output)),
            name(first),
            loops_text(op, &of_first)
        );
        let error = assignment(message, other.span).label(first.span, "the first output");
        errors.push(error.help("write two operations: all outputs of one are reduced over the same loops"));
    }
}

/// The loops that the subscripts of an output leave out, by position.
fn left_out(op: &StructuredOp, output: usize) -> Vec<usize> {
    let ParamKind::Tensor { subscripts, .. } = &op.params[output].kind else {
        return Vec::new();
    };
    let list = subscripts.as_deref().unwrap_or_default();
    (0..op.dims.len()).filter(|dim| !names_dim(list, *dim)).collect()
}

/// `m` and `n`, in backquotes.
fn loops_text(op: &StructuredOp, dims: &[usize]) -> String {
    let names: Vec<String> = dims.iter().map(|dim| format!("`{}`", op.dims[*dim])).collect();
    if names.is_empty() {
        return "no loop".to_owned();
    }
    names.join(", ")
}

fn renumber(expr: &mut DslExpr, places: &[usize]) {
    match &mut expr.kind {
        ExprKind::Index(dim) => *dim = places[*dim],
        ExprKind::Cast(_, _, inner) => renumber(inner, places),
        ExprKind::Apply(_, inner) => inner.iter_mut().for_each(|e| renumber(e, places)),
        ExprKind::Operand(_) | ExprKind::Int(_) | ExprKind::Float(_) => {}
    }
}

/// Calls `visit` on `expr` and all its parts.
pub(super) fn visit(expr: &DslExpr, each: &mut dyn FnMut(&DslExpr)) {
    each(expr);
    match &expr.kind {
        ExprKind::Cast(_, _, inner) => visit(inner, each),
        ExprKind::Apply(_, inner) => inner.iter().for_each(|e| visit(e, each)),
        _ => {}
    }
}

/// Loops that an output leaves out while its old element does not count: only the last iteration stays.
fn lost_iterations(op: &StructuredOp) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for Assignment { output, value, span } in &op.assignments {
        let mut reads_old = false;
        visit(value, &mut |e| {
            reads_old |= matches!(e.kind, ExprKind::Operand(at) if at == *output)
        });
        let lost = left_out(op, *output);
        if !reads_old && !lost.is_empty() {
            let message = format!(
                "`{}` is overwritten for each {}: only the last value stays",
                op.params[*output].name,
                loops_text(op, &lost)
            );
            let warning = Diagnostic::warning("opdsl-overwrites", message, *span);
            warnings.push(warning.help("reduce instead: `+=`, or `ReduceFn.max_signed[..](..)`"));
        }
    }
    warnings
}
