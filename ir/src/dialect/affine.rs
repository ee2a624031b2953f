//! `affine`: loops, conditions and accesses in affine functions of loop variables and symbols.

use super::format::segment_sizes;
use super::{Form, custom, op};
use crate::parse::lexer::Kind;
use crate::parse::{OpState, PResult, Parser, Use};
use crate::print::Printer;
use crate::{AffineExpr, AffineMap, Attr, OpId, Type, ValueId};
use std::fmt;

pub(super) fn forms() -> Vec<Form> {
    vec![
        custom("affine.for", parse_for, print_for).inherent(&["lowerBoundMap", "upperBoundMap", "step"]),
        custom("affine.if", parse_if, print_if).inherent(&["condition"]),
        custom("affine.parallel", parse_parallel, print_parallel).inherent(&[
            "lowerBoundsMap",
            "lowerBoundsGroups",
            "upperBoundsMap",
            "upperBoundsGroups",
            "steps",
            "reductions",
        ]),
        op("affine.yield", "attr-dict {$a* : type(a*)}", "").terminator(),
        custom("affine.load", parse_load, print_load).inherent(&["map"]),
        custom("affine.store", parse_store, print_store).inherent(&["map"]),
        custom("affine.vector_load", parse_vector_load, print_load).inherent(&["map"]),
        custom("affine.vector_store", parse_vector_store, print_store).inherent(&["map"]),
        custom("affine.prefetch", parse_prefetch, print_prefetch).inherent(&[
            "map",
            "isWrite",
            "localityHint",
            "isDataCache",
        ]),
        op(
            "affine.delinearize_index",
            "$a into pidx(b*, static_basis) attr-dict : type(r*)",
            "a=index",
        ),
        custom("affine.apply", parse_apply, print_apply).inherent(&["map"]),
        custom("affine.min", parse_apply, print_apply).inherent(&["map"]),
        custom("affine.max", parse_apply, print_apply).inherent(&["map"]),
    ]
}

/// Reductions of `affine.parallel`; the position is the number in the attribute.
const REDUCTIONS: [&str; 16] = [
    "addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu", "minimumf", "minnumf", "mins", "minu",
    "mulf", "muli", "ori", "xori",
];

// ---- affine.for ----

struct Bound<'a> {
    map: AffineMap,
    operands: Vec<Use<'a>>,
}

fn parse_bound<'a>(p: &mut Parser<'a>, combine: &str) -> PResult<Bound<'a>> {
    let combined = p.eat_word(combine);
    if p.is(Kind::Percent) {
        let map = AffineMap::new(0, 1, vec![AffineExpr::sym(0)]);
        let operands = vec![p.use_()?];
        return Ok(Bound { map, operands });
    }
    let start = p.token().start;
    if matches!(p.token().kind, Kind::Int | Kind::Punct(b'-')) {
        let map = AffineMap::constant(p.small_int()?);
        return Ok(Bound {
            map,
            operands: Vec::new(),
        });
    }
    let map = p.map_attr()?;
    let span = crate::Span::new(start, p.prev_end());
    let (mut operands, syms) = p.dims_and_syms()?;
    if (operands.len(), syms.len()) != (map.dims, map.syms) {
        let message = format!(
            "this map takes {} dimensions and {} symbols, but is given {} and {}",
            map.dims,
            map.syms,
            operands.len(),
            syms.len()
        );
        return Err(p.error("map-operands", message, span));
    }
    if map.results.len() != 1 && !combined {
        let error = crate::Diagnostic::error("syntax", format!("a bound of {} results", map.results.len()), span);
        return Err(p.report(error.help(format!("write `{combine}` before the map"))));
    }
    operands.extend(syms);
    Ok(Bound { map, operands })
}

fn parse_for(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let induction = p.use_()?;
    p.expect_punct(b'=')?;
    let lower = parse_bound(p, "max")?;
    p.expect_word("to")?;
    let upper = parse_bound(p, "min")?;
    let mut step = 1;
    if p.eat_word("step") {
        let span = p.token().span();
        step = p.small_int()?;
        if step <= 0 {
            return Err(p.error("step", "the step of a loop is a positive number", span));
        }
    }
    let mut args = vec![(induction, Type::Index)];
    let mut inits = Vec::new();
    if p.eat_word("iter_args") {
        let names = p.assignments()?;
        p.expect_arrow()?;
        let start = p.token().span();
        state.results = p.result_types()?;
        if names.len() != state.results.len() {
            return Err(p.error(
                "operand-count",
                "as many types as loop-carried values are needed",
                start,
            ));
        }
        for ((name, init), ty) in names.into_iter().zip(&state.results) {
            args.push((name, ty.clone()));
            inits.push(init);
        }
    }
    let sizes = [lower.operands.len(), upper.operands.len(), inits.len()];
    p.index_operands(state, &lower.operands)?;
    p.index_operands(state, &upper.operands)?;
    let types = state.results.clone();
    p.operands(state, &inits, &types)?;
    let properties = &mut p.module.op_mut(state.op).properties;
    properties.set("lowerBoundMap", Attr::AffineMap(lower.map));
    properties.set("upperBoundMap", Attr::AffineMap(upper.map));
    properties.set("step", Attr::index(step));
    properties.set("operandSegmentSizes", segment_sizes(&sizes));
    p.region(state, &args)?;
    if state.results.is_empty() {
        p.implied_terminator(state, 0, "affine.yield");
    }
    p.attr_dict(state)
}

fn print_bound(printer: &mut Printer<'_>, map: &AffineMap, operands: &[ValueId], combine: &str) -> Option<()> {
    (operands.len() == map.dims + map.syms).then_some(())?;
    match (&map.results[..], operands) {
        ([AffineExpr::Const(value)], []) => printer.put(&value.to_string()),
        ([AffineExpr::Sym(0)], [only]) if map.syms == 1 => printer.value(*only),
        _ => {
            if map.results.len() != 1 {
                printer.put(&format!("{combine} "));
            }
            print_map(printer, map, operands);
        }
    }
    Some(())
}

/// `affine_map<..>(%d)[%s]`
fn print_map(printer: &mut Printer<'_>, map: &AffineMap, operands: &[ValueId]) {
    printer.put(&format!("affine_map<{map}>("));
    printer.values(&operands[..map.dims]);
    printer.put(")");
    if map.syms > 0 {
        printer.put("[");
        printer.values(&operands[map.dims..]);
        printer.put("]");
    }
}

fn print_for(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let view = crate::affine_for(module, op)?;
    let results = &module.op(op).results;
    (results.len() == view.inits.len() && view.iter_args.len() == results.len()).then_some(())?;
    printer.space();
    printer.value(view.induction);
    printer.put(" = ");
    print_bound(printer, &view.lower, &view.lower_operands, "max")?;
    printer.put(" to ");
    print_bound(printer, &view.upper, &view.upper_operands, "min")?;
    if view.step != 1 {
        printer.put(&format!(" step {}", view.step));
    }
    print_iter_args(printer, &view.iter_args, &view.inits, results);
    printer.space();
    let implied: &[&str] = if results.is_empty() { &["affine.yield"] } else { &[] };
    printer.region(module.op(op).regions[0], false, implied);
    printer.space();
    printer.custom_attrs(op, &["lowerBoundMap", "upperBoundMap", "step"]);
    Some(())
}

/// ` iter_args(%a = %x) -> (A)`
pub(super) fn print_iter_args(printer: &mut Printer<'_>, args: &[ValueId], inits: &[ValueId], results: &[ValueId]) {
    if results.is_empty() {
        return;
    }
    printer.put(" iter_args(");
    printer.assignments(args, inits);
    printer.put(") -> (");
    printer.types_of(results);
    printer.put(")");
}

impl<'a> Parser<'a> {
    /// `(%a = %x, %b = %y)`
    pub fn assignments(&mut self) -> PResult<Vec<(Use<'a>, Use<'a>)>> {
        let mut pairs = Vec::new();
        self.expect_punct(b'(')?;
        self.list_until(b')', |p| {
            let name = p.use_()?;
            p.expect_punct(b'=')?;
            pairs.push((name, p.use_()?));
            Ok(())
        })?;
        Ok(pairs)
    }
}

impl Printer<'_> {
    /// `%a = %x, %b = %y`
    pub fn assignments(&mut self, args: &[ValueId], inits: &[ValueId]) {
        for (n, (arg, init)) in args.iter().zip(inits).enumerate() {
            if n > 0 {
                self.put(", ");
            }
            self.value(*arg);
            self.put(" = ");
            self.value(*init);
        }
    }
}

// ---- affine.if ----

fn parse_if(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let start = p.token().span();
    let Attr::IntegerSet(set) = p.attr()? else {
        return Err(p.error("syntax", "expected an integer set", start));
    };
    let (dims, syms) = p.dims_and_syms()?;
    if (dims.len(), syms.len()) != (set.dims, set.syms) {
        let message = format!(
            "this set takes {} dimensions and {} symbols, but is given {} and {}",
            set.dims,
            set.syms,
            dims.len(),
            syms.len()
        );
        return Err(p.error("map-operands", message, start));
    }
    p.index_operands(state, &dims)?;
    p.index_operands(state, &syms)?;
    p.module
        .op_mut(state.op)
        .properties
        .set("condition", Attr::IntegerSet(set));
    if p.eat(Kind::Arrow) {
        state.results = p.result_types()?;
    }
    p.region(state, &[])?;
    if state.results.is_empty() {
        p.implied_terminator(state, 0, "affine.yield");
    }
    if p.eat_word("else") {
        p.region(state, &[])?;
        if state.results.is_empty() {
            p.implied_terminator(state, 1, "affine.yield");
        }
    } else {
        p.module.add_region(state.op);
    }
    p.attr_dict(state)
}

fn print_if(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let Some(Attr::IntegerSet(set)) = module.op(op).attr("condition") else {
        return None;
    };
    let operands: Vec<_> = module.op(op).operand_values().collect();
    let results = &module.op(op).results;
    let [then_region, else_region] = module.op(op).regions[..] else {
        return None;
    };
    (operands.len() == set.dims + set.syms).then_some(())?;
    printer.put(&format!(" affine_set<{set}>("));
    printer.values(&operands[..set.dims]);
    printer.put(")");
    if set.syms > 0 {
        printer.put("[");
        printer.values(&operands[set.dims..]);
        printer.put("]");
    }
    print_branches(printer, then_region, else_region, results, "affine.yield");
    printer.space();
    printer.custom_attrs(op, &["condition"]);
    Some(())
}

/// ` -> (A) {..} else {..}`
pub(super) fn print_branches(
    printer: &mut Printer<'_>,
    then_region: crate::RegionId,
    else_region: crate::RegionId,
    results: &[ValueId],
    terminator: &str,
) {
    if !results.is_empty() {
        printer.put(" -> (");
        printer.types_of(results);
        printer.put(")");
    }
    let terminators = [terminator];
    let implied: &[&str] = if results.is_empty() { &terminators } else { &[] };
    printer.space();
    printer.region(then_region, true, implied);
    if !printer.module.region(else_region).blocks.is_empty() {
        printer.put(" else ");
        printer.region(else_region, true, implied);
    }
}

// ---- affine.parallel ----

/// Bounds of all dimensions in one map: `groups[n]` results belong to dimension `n`.
#[derive(Default)]
struct Bounds<'a> {
    dims: Vec<Use<'a>>,
    syms: Vec<Use<'a>>,
    results: Vec<AffineExpr>,
    groups: Vec<i64>,
}

fn same_use(x: &Use<'_>, y: &Use<'_>) -> bool {
    (x.name, x.index) == (y.name, y.index)
}

fn position<'a>(list: &mut Vec<Use<'a>>, wanted: Use<'a>) -> usize {
    if let Some(found) = list.iter().position(|use_| same_use(use_, &wanted)) {
        return found;
    }
    list.push(wanted);
    list.len() - 1
}

fn parse_bounds<'a>(p: &mut Parser<'a>, combine: &str) -> PResult<Bounds<'a>> {
    let mut bounds = Bounds::default();
    p.expect_punct(b'(')?;
    p.list_until(b')', |p| {
        let (map, inline) = if p.is_word(combine) {
            p.advance();
            p.expect_punct(b'(')?;
            p.inline_map(b')')?
        } else {
            p.inline_expr()?
        };
        let dims: Vec<_> = inline
            .dims
            .iter()
            .map(|u| AffineExpr::dim(position(&mut bounds.dims, *u)))
            .collect();
        let syms: Vec<_> = inline
            .syms
            .iter()
            .map(|u| AffineExpr::sym(position(&mut bounds.syms, *u)))
            .collect();
        bounds.groups.push(map.results.len() as i64);
        bounds
            .results
            .extend(map.results.iter().map(|expr| expr.substitute(&dims, &syms)));
        Ok(())
    })?;
    Ok(bounds)
}

/// `dense<[1, 2]> : tensor<2xi32>`
fn groups_attr(groups: &[i64]) -> Attr {
    let text = match groups {
        [] => String::new(),
        [first, rest @ ..] if rest.iter().all(|group| group == first) => first.to_string(),
        _ => format!("[{}]", groups.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")),
    };
    let ty = Type::tensor(vec![crate::Dim::Static(groups.len() as u64)], Type::I32);
    Attr::Dense { text, ty }
}

fn parse_parallel(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let mut args = Vec::new();
    p.expect_punct(b'(')?;
    p.list_until(b')', |p| {
        args.push((p.use_()?, Type::Index));
        Ok(())
    })?;
    p.expect_punct(b'=')?;
    let start = p.token().span();
    let lower = parse_bounds(p, "max")?;
    p.expect_word("to")?;
    let upper = parse_bounds(p, "min")?;
    let mut steps = vec![1; args.len()];
    if p.eat_word("step") {
        steps.clear();
        p.expect_punct(b'(')?;
        p.list_until(b')', |p| {
            steps.push(p.small_int()?);
            Ok(())
        })?;
    }
    if [lower.groups.len(), upper.groups.len(), steps.len()] != [args.len(); 3] {
        return Err(p.error(
            "operand-count",
            "as many bounds and steps as loop variables are needed",
            start,
        ));
    }
    let mut reductions = Vec::new();
    if p.eat_word("reduce") {
        p.expect_punct(b'(')?;
        p.list_until(b')', |p| {
            let span = p.token().span();
            let name = p.string()?;
            match REDUCTIONS.iter().position(|known| *known == name) {
                Some(n) => reductions.push(Attr::i64(n as i64)),
                None => return Err(p.error("syntax", format!("there is no reduction `{name}`"), span)),
            }
            Ok(())
        })?;
        p.expect_arrow()?;
        state.results = p.result_types()?;
    }
    for bounds in [&lower, &upper] {
        p.index_operands(state, &bounds.dims)?;
        p.index_operands(state, &bounds.syms)?;
    }
    let properties = &mut p.module.op_mut(state.op).properties;
    for (bounds, map, groups) in [
        (lower, "lowerBoundsMap", "lowerBoundsGroups"),
        (upper, "upperBoundsMap", "upperBoundsGroups"),
    ] {
        properties.set(groups, groups_attr(&bounds.groups));
        let value = AffineMap::new(bounds.dims.len(), bounds.syms.len(), bounds.results);
        properties.set(map, Attr::AffineMap(value));
    }
    properties.set("steps", Attr::Array(steps.into_iter().map(Attr::i64).collect()));
    properties.set("reductions", Attr::Array(reductions));
    p.region(state, &args)?;
    if state.results.is_empty() {
        p.implied_terminator(state, 0, "affine.yield");
    }
    p.attr_dict(state)
}

fn print_bounds(printer: &mut Printer<'_>, view: &crate::ParallelBounds, combine: &str) -> Option<()> {
    let mut results = view.map.results.iter();
    printer.put("(");
    for (n, group) in view.groups.iter().enumerate() {
        if n > 0 {
            printer.put(", ");
        }
        if *group != 1 {
            printer.put(&format!("{combine}("));
        }
        for k in 0..*group {
            if k > 0 {
                printer.put(", ");
            }
            printer.affine_expr(results.next()?, &view.map, &view.operands);
        }
        if *group != 1 {
            printer.put(")");
        }
    }
    printer.put(")");
    Some(())
}

fn print_parallel(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let view = crate::affine_parallel(module, op)?;
    printer.put(" (");
    printer.values(&view.inductions);
    printer.put(") = ");
    print_bounds(printer, &view.lower, "max")?;
    printer.put(" to ");
    print_bounds(printer, &view.upper, "min")?;
    if view.steps.iter().any(|step| *step != 1) {
        let steps: Vec<_> = view.steps.iter().map(i64::to_string).collect();
        printer.put(&format!(" step ({})", steps.join(", ")));
    }
    let results = &module.op(op).results;
    if !results.is_empty() {
        let names: Vec<_> = view.reductions.iter().map(|name| format!("\"{name}\"")).collect();
        printer.put(&format!(" reduce ({}) -> (", names.join(", ")));
        printer.types_of(results);
        printer.put(")");
    }
    printer.space();
    let written = [
        "lowerBoundsMap",
        "lowerBoundsGroups",
        "upperBoundsMap",
        "upperBoundsGroups",
        "steps",
        "reductions",
    ];
    let implied: &[&str] = if results.is_empty() { &["affine.yield"] } else { &[] };
    printer.region(module.op(op).regions[0], false, implied);
    printer.space();
    printer.custom_attrs(op, &written);
    Some(())
}

/// Names of the reductions of an `affine.parallel`.
pub(crate) fn reduction_name(n: i64) -> Option<&'static str> {
    REDUCTIONS.get(usize::try_from(n).ok()?).copied()
}

// ---- accesses ----

/// `%A[%i + 1]`: memref, map and map operands.
fn parse_subscripts<'a>(p: &mut Parser<'a>, state: &OpState) -> PResult<(Use<'a>, Vec<Use<'a>>)> {
    let memref = p.use_()?;
    p.expect_punct(b'[')?;
    let (map, inline) = p.inline_map(b']')?;
    p.module.op_mut(state.op).properties.set("map", Attr::AffineMap(map));
    let mut operands = inline.dims;
    operands.extend(inline.syms);
    Ok((memref, operands))
}

fn parse_load(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let (memref, operands) = parse_subscripts(p, state)?;
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    state.results = vec![ty.elem().clone()];
    p.operand(state, memref, &ty)?;
    p.index_operands(state, &operands)
}

fn parse_vector_load(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let (memref, operands) = parse_subscripts(p, state)?;
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    p.expect_punct(b',')?;
    state.results = vec![p.ty()?];
    p.operand(state, memref, &ty)?;
    p.index_operands(state, &operands)
}

fn parse_store_of(p: &mut Parser<'_>, state: &mut OpState, vector: bool) -> PResult<()> {
    let value = p.use_()?;
    p.expect_punct(b',')?;
    let (memref, operands) = parse_subscripts(p, state)?;
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    let value_type = if vector {
        p.expect_punct(b',')?;
        p.ty()?
    } else {
        ty.elem().clone()
    };
    p.operand(state, value, &value_type)?;
    p.operand(state, memref, &ty)?;
    p.index_operands(state, &operands)
}

fn parse_store(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    parse_store_of(p, state, false)
}

fn parse_vector_store(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    parse_store_of(p, state, true)
}

/// An expression with the names of values in the place of dimensions and symbols.
struct Inline<'x> {
    expr: &'x AffineExpr,
    dims: usize,
    names: &'x [String],
}

impl fmt::Display for Inline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |n: usize| self.names.get(n).map_or("%undefined", String::as_str);
        self.expr.write(f, &|leaf, f| match leaf {
            AffineExpr::Dim(n) => f.write_str(name(*n as usize)),
            AffineExpr::Sym(n) => write!(f, "symbol({})", name(self.dims + *n as usize)),
            other => write!(f, "{other}"),
        })
    }
}

impl Printer<'_> {
    /// An expression over the operands of `map`: dimensions as `%i`, symbols as `symbol(%n)`.
    pub fn affine_expr(&mut self, expr: &AffineExpr, map: &AffineMap, operands: &[ValueId]) {
        let names: Vec<String> = operands.iter().map(|value| self.name(*value)).collect();
        let inline = Inline {
            expr,
            dims: map.dims,
            names: &names,
        };
        self.put(&inline.to_string());
    }

    fn subscripts(&mut self, memref: ValueId, map: &AffineMap, operands: &[ValueId]) -> Option<()> {
        // Reading shares one operand among equal names, so doubles need the generic form.
        let distinct = operands
            .iter()
            .enumerate()
            .all(|(n, value)| !operands[..n].contains(value));
        // Operands the map does not use would be lost, others could change places.
        let mut used = Vec::new();
        for result in &map.results {
            result.for_each_leaf(&mut |leaf| {
                let at = match leaf {
                    AffineExpr::Dim(n) => *n as usize,
                    AffineExpr::Sym(n) => map.dims + *n as usize,
                    _ => return,
                };
                if !used.contains(&at) {
                    used.push(at);
                }
            });
        }
        let in_order =
            |range: std::ops::Range<usize>| used.iter().copied().filter(|at| range.contains(at)).eq(range.clone());
        let total = map.dims + map.syms;
        (distinct && operands.len() == total && in_order(0..map.dims) && in_order(map.dims..total)).then_some(())?;
        self.value(memref);
        self.put("[");
        for (n, result) in map.results.iter().enumerate() {
            if n > 0 {
                self.put(", ");
            }
            self.affine_expr(result, map, operands);
        }
        self.put("]");
        Some(())
    }
}

fn print_load(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let view = crate::affine_access(module, op)?;
    let result = *module.op(op).results.first()?;
    printer.space();
    printer.subscripts(view.memref, &view.map, &view.operands)?;
    printer.space();
    printer.custom_attrs(op, &["map"]);
    printer.put(" : ");
    printer.types_of(&[view.memref]);
    print_vector_type(printer, op, view.memref, result)
}

fn print_vector_type(printer: &mut Printer<'_>, op: OpId, memref: ValueId, value: ValueId) -> Option<()> {
    let module = printer.module;
    if module.op(op).name.starts_with("affine.vector") {
        printer.put(", ");
        printer.types_of(&[value]);
        return Some(());
    }
    (module.ty(value) == module.ty(memref).elem()).then_some(())
}

fn print_store(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let view = crate::affine_access(printer.module, op)?;
    let value = view.value?;
    printer.space();
    printer.value(value);
    printer.put(", ");
    printer.subscripts(view.memref, &view.map, &view.operands)?;
    printer.space();
    printer.custom_attrs(op, &["map"]);
    printer.put(" : ");
    printer.types_of(&[view.memref]);
    print_vector_type(printer, op, view.memref, value)
}

/// `%A[..], read, locality<3>, data : T`
fn parse_prefetch(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let (memref, operands) = parse_subscripts(p, state)?;
    p.expect_punct(b',')?;
    let write = match p.spelling() {
        "read" => false,
        "write" => true,
        _ => return Err(p.expected("`read` or `write`")),
    };
    p.advance();
    p.expect_punct(b',')?;
    p.expect_word("locality")?;
    p.expect_punct(b'<')?;
    let hint = p.attr_of(&Type::I32)?;
    p.expect_punct(b'>')?;
    p.expect_punct(b',')?;
    let data = match p.spelling() {
        "data" => true,
        "instr" => false,
        _ => return Err(p.expected("`data` or `instr`")),
    };
    p.advance();
    let properties = &mut p.module.op_mut(state.op).properties;
    properties.set("isWrite", Attr::Bool(write));
    properties.set("localityHint", hint);
    properties.set("isDataCache", Attr::Bool(data));
    p.attr_dict(state)?;
    let ty = p.colon_type()?;
    p.operand(state, memref, &ty)?;
    p.index_operands(state, &operands)
}

fn print_prefetch(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let [memref, operands @ ..] = &module.op(op).operand_values().collect::<Vec<_>>()[..] else {
        return None;
    };
    let flag = |name: &str| match module.op(op).attr(name) {
        Some(Attr::Bool(value)) => Some(*value),
        _ => None,
    };
    let (write, data) = (flag("isWrite")?, flag("isDataCache")?);
    let hint = module.op(op).attr("localityHint")?.as_i64()?;
    let map = module.op(op).attr("map")?.as_map()?;
    printer.space();
    printer.subscripts(*memref, map, operands)?;
    let access = if write { "write" } else { "read" };
    let cache = if data { "data" } else { "instr" };
    printer.put(&format!(", {access}, locality<{hint}>, {cache} "));
    printer.custom_attrs(op, &["map", "isWrite", "localityHint", "isDataCache"]);
    printer.put(": ");
    printer.types_of(&[*memref]);
    Some(())
}

fn parse_apply(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
    let start = p.token().span();
    let map = p.map_attr()?;
    let (dims, syms) = p.dims_and_syms()?;
    if (dims.len(), syms.len()) != (map.dims, map.syms) {
        let message = format!(
            "this map takes {} dimensions and {} symbols, but is given {} and {}",
            map.dims,
            map.syms,
            dims.len(),
            syms.len()
        );
        return Err(p.error("map-operands", message, start));
    }
    p.module.op_mut(state.op).properties.set("map", Attr::AffineMap(map));
    p.index_operands(state, &dims)?;
    p.index_operands(state, &syms)?;
    state.results.push(Type::Index);
    p.attr_dict(state)
}

fn print_apply(printer: &mut Printer<'_>, op: OpId) -> Option<()> {
    let module = printer.module;
    let map = module.op(op).attr("map")?.as_map()?;
    let operands: Vec<_> = module.op(op).operand_values().collect();
    (operands.len() == map.dims + map.syms).then_some(())?;
    printer.space();
    print_map(printer, map, &operands);
    printer.space();
    printer.custom_attrs(op, &["map"]);
    Some(())
}
