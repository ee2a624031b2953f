//! `affine.parallel`.

use super::*;

/// Reductions of `affine.parallel`; the position is the number in the attribute.
pub(super) const REDUCTIONS: [&str; 16] = [
    "addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu", "minimumf", "minnumf", "mins", "minu",
    "mulf", "muli", "ori", "xori",
];

/// Bounds of all dimensions in one map: `groups[n]` results belong to dimension `n`.
#[derive(Default)]
pub(super) struct MapBounds<'a> {
    dims: Vec<WrittenUse<'a>>,
    syms: Vec<WrittenUse<'a>>,
    results: Vec<AffineExpr>,
    groups: Vec<i64>,
}

pub(super) fn same_use(x: &WrittenUse<'_>, y: &WrittenUse<'_>) -> bool {
    (x.name, x.index) == (y.name, y.index)
}

pub(super) fn position<'a>(list: &mut Vec<WrittenUse<'a>>, wanted: WrittenUse<'a>) -> usize {
    if let Some(found) = list.iter().position(|use_| same_use(use_, &wanted)) {
        return found;
    }
    list.push(wanted);
    list.len() - 1
}

pub(super) fn parse_bounds<'a>(p: &mut Parser<'a>, combine: &str) -> PResult<MapBounds<'a>> {
    let mut bounds = MapBounds::default();
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
pub(crate) fn groups_attr(groups: &[i64]) -> Attr {
    let text = match groups {
        [] => String::new(),
        [first, rest @ ..] if rest.iter().all(|group| group == first) => first.to_string(),
        _ => format!("[{}]", groups.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")),
    };
    let ty = Type::tensor(vec![crate::Dim::Static(groups.len() as u64)], Type::I32);
    Attr::Dense { text, ty }
}

pub(super) fn parse_parallel(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
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

pub(super) fn print_bounds(printer: &mut MlirPrinter<'_>, view: &crate::ParallelBounds, combine: &str) -> Option<()> {
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

pub(super) fn print_parallel(printer: &mut MlirPrinter<'_>, op: OpId) -> Option<()> {
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
