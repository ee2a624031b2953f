//! `pad`: loops of an operation rounded up to multiples, on operands with elements put behind their ends.

use crate::operations::OperationTransform;
use crate::operations::builder::{DimRange, OpBuilder, OpSize, mixed};
use crate::operations::operation::{Linalg, named, no_place, uses};
use crate::operations::promote::alloc;
use crate::operations::slices::DimSum;
use crate::operations::tile::{loop_sizes, loops_with_sizes, named_sizes, sizes_text};
use crate::registry::{Alias, Build};
use crate::{RegistryEntry, ScriptedProgram};
use crate::{ScriptName, Spanned};
use polyvet_ir::edit::{i64_array, segment_sizes};
use polyvet_ir::{AffineExpr, Attr, Diagnostic, OpId, OpSpec, Type, ValueId, parse_attr};

/// Its line in the list.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "pad",
    aliases: &[Alias {
        name: "structured.pad",
        clauses: &[
            "pad_to_multiple_of",
            "padding_values",
            "padding_dimensions",
            "copy_back_op",
        ],
    }],
    summary: "Rounds loops up to multiples, on operands padded with a value for all or one for each (0 if none is given).",
    params: "OP, d0=SIZE, .. | OP, VALUE, .., d0=SIZE, ..",
    example: "pad(S0, d2=8)",
    build: Build::Operations(|args| {
        let target = args.name()?;
        let mut values = Vec::new();
        while args.next_is_plain() {
            values.push(args.text()?);
        }
        let sizes = loop_sizes(args)?;
        Ok(Box::new(Pad { target, values, sizes }))
    }),
};

/// Pads the operands of an operation.
#[derive(Debug)]
pub struct Pad {
    /// The operation.
    pub target: ScriptName,
    /// What is put behind the ends: one value for all operands, or one for each; 0 if nothing is said.
    pub values: Vec<Spanned<String>>,
    /// Loops with what the number of their iterations becomes a multiple of.
    pub sizes: Vec<(ScriptName, i64)>,
}

impl Pad {
    /// Rounds loops up to multiples, with 0 behind the ends.
    pub fn new<N: Into<ScriptName>>(op: impl Into<ScriptName>, sizes: impl IntoIterator<Item = (N, i64)>) -> Pad {
        Pad {
            target: op.into(),
            values: Vec::new(),
            sizes: named_sizes(sizes),
        }
    }

    /// With these values, one for all operands or one for each.
    pub fn with<V: Into<String>>(mut self, values: impl IntoIterator<Item = V>) -> Pad {
        self.values = values.into_iter().map(|value| Spanned::from(value.into())).collect();
        self
    }
}

impl OperationTransform for Pad {
    fn text(&self) -> String {
        let values = self.values.iter().map(Spanned::to_string);
        ENTRY.call(
            [self.target.to_string()]
                .into_iter()
                .chain(values)
                .chain(sizes_text(&self.sizes)),
        )
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let linalg = program.structured(&self.target)?;
        let sizes = loops_with_sizes(|name| linalg.loop_named(name), &self.sizes)?;
        let func = program.func;
        let mut b = OpBuilder::before(&mut program.module, func, linalg.op);
        if self.values.len() > 1 && self.values.len() != linalg.operands().len() {
            let message = format!("{} values for {} operands", self.values.len(), linalg.operands().len());
            return Err(no_place(&self.values[0], message));
        }
        let extents = linalg.extents(&mut b, &self.target)?;
        let more = |b: &mut OpBuilder<'_>, (at, size): &(usize, i64)| (*at, missing_to(b, extents[*at], *size));
        let more: Vec<(usize, OpSize)> = sizes.iter().map(|one| more(&mut b, one)).collect();
        let mut operands = Vec::new();
        for n in 0..linalg.operands().len() {
            operands.push(self.padded(&mut b, &linalg, n, &more)?);
        }
        let op = linalg.on(&mut b, &operands, &[]);
        let inputs = linalg.view.inputs.len();
        let padded = operands.iter().zip(linalg.operands()).enumerate();
        let buffers = padded.filter(|(_, (own, old))| *own != old && b.ty(*old).is_memref());
        let buffers: Vec<_> = buffers.map(|(n, (own, old))| (n, *own, old)).collect();
        for (_, own, old) in buffers.iter().filter(|(n, ..)| *n >= inputs) {
            let ranges = front(&mut b, *old);
            let part = b.slice(*own, &ranges);
            b.push(OpSpec::new("memref.copy").operands(&[part, *old]));
        }
        for (_, own, _) in &buffers {
            b.push(OpSpec::new("memref.dealloc").operands(&[*own]));
        }
        let results = b.module.op(op).results.clone();
        let mut parts = Vec::new();
        for (result, output) in results.into_iter().zip(linalg.view.outputs.clone()) {
            let ranges = front(&mut b, output);
            parts.push(
                if b.ty(result) == b.ty(output) && ranges.iter().all(|range| range.size.number().is_some()) {
                    result
                } else {
                    b.slice(result, &ranges)
                },
            );
        }
        program.replace(linalg.op, &parts, op);
        Ok(vec![op])
    }
}

impl Pad {
    /// Operand `n` with what `more` iterations of loops need behind it.
    fn padded(
        &self,
        b: &mut OpBuilder<'_>,
        linalg: &Linalg,
        n: usize,
        more: &[(usize, OpSize)],
    ) -> Result<ValueId, Diagnostic> {
        let value = linalg.operands()[n];
        let ty = b.ty(value);
        let mut highs = Vec::new();
        for expr in &linalg.view.maps[n].results {
            let refuse = |why: &str| no_place(&self.target, format!("the subscript `{expr}` {why}"));
            if !more.iter().any(|(at, _)| uses(expr, *at)) {
                highs.push(OpSize::Static(0));
                continue;
            }
            let sum = DimSum::of(expr, linalg.rank()).ok_or_else(|| refuse("is no sum of loops"))?;
            if more.iter().any(|(at, _)| sum.terms[*at] < 0) {
                return Err(refuse("counts down: what is padded is in front of it"));
            }
            // A window of a loop reaches further by its steps.
            let terms = more.iter().enumerate();
            let terms = terms.map(|(n, (at, _))| AffineExpr::dim(n) * AffineExpr::Const(sum.terms[*at]));
            let high = terms.reduce(|sum, term| sum + term).expect("a loop is padded");
            let over: Vec<OpSize> = more.iter().map(|(_, size)| *size).collect();
            highs.push(b.apply(&high, &over));
        }
        if highs.iter().all(|high| *high == OpSize::Static(0)) {
            return Ok(value);
        }
        let elem = ty.elem().clone();
        let number = self.number(n, &elem)?;
        let cst = b.constant(number, &elem);
        if ty.is_tensor() {
            return Ok(pad_high(b, value, &highs, cst));
        }
        let dims = b.dims(value);
        let mut extents = Vec::new();
        for (dim, high) in dims.iter().zip(&highs) {
            extents.push(b.apply(&(AffineExpr::dim(0) + AffineExpr::dim(1)), &[*dim, *high]));
        }
        let own = alloc(b, &extents, elem);
        let fill = named(b, "linalg.fill", &[cst], &[own]);
        fill.ok_or_else(|| no_place(&self.target, "a buffer of such elements cannot be filled"))?;
        let ranges = front(b, value);
        let part = b.slice(own, &ranges);
        b.push(OpSpec::new("memref.copy").operands(&[value, part]));
        Ok(own)
    }

    /// The value to put into operand `n`, of this type.
    fn number(&self, n: usize, elem: &Type) -> Result<Attr, Diagnostic> {
        let value = match &self.values[..] {
            [only] => Some(only),
            several => several.get(n),
        };
        let zero = if elem.is_float() { "0.0" } else { "0" };
        let text = value.cloned();
        value_of(
            &text.unwrap_or_else(|| Spanned::new(zero.to_owned(), self.target.span)),
            elem,
        )
    }
}

/// A value of a script as a constant of type `elem`.
pub(crate) fn value_of(text: &Spanned<String>, elem: &Type) -> Result<Attr, Diagnostic> {
    let attr = parse_attr(&format!("{text} : {elem}")).filter(|attr| attr.ty().as_ref() == Some(elem));
    attr.ok_or_else(|| Diagnostic::error("wrong-argument", format!("`{text}` is no `{elem}`"), text.span))
}

/// As many elements as `value` has, from the first on.
fn front(b: &mut OpBuilder<'_>, value: ValueId) -> Vec<DimRange> {
    let part = |size| DimRange::part(OpSize::Static(0), size);
    b.dims(value).into_iter().map(part).collect()
}

/// How many elements of a dimension are missing to a multiple of `size`.
pub(crate) fn missing(b: &mut OpBuilder<'_>, value: ValueId, at: usize, size: i64) -> OpSize {
    let extent = b.dim(value, at);
    missing_to(b, extent, size)
}

/// How much is missing from `extent` to a multiple of `size`.
fn missing_to(b: &mut OpBuilder<'_>, extent: OpSize, size: i64) -> OpSize {
    let full = AffineExpr::dim(0).ceil_div(size.into()) * size.into();
    b.apply(&(full - AffineExpr::dim(0)), &[extent])
}

/// `value` with `highs` elements `cst` behind its ends.
pub(crate) fn pad_high(b: &mut OpBuilder<'_>, value: ValueId, highs: &[OpSize], cst: ValueId) -> ValueId {
    let ty = b.ty(value);
    let dims = b.dims(value);
    let sum = AffineExpr::dim(0) + AffineExpr::dim(1);
    let extent = |(dim, high): (&OpSize, &OpSize)| match (dim.number(), high.number()) {
        (Some(_), Some(_)) => sum.eval(&[dim.number()?, high.number()?], &[]),
        _ => None,
    };
    let shape = dims
        .iter()
        .zip(highs)
        .map(extent)
        .map(|extent| extent.map_or(polyvet_ir::Dim::Dynamic, |extent| OpSize::Static(extent).dim()));
    let result = Type::tensor(shape.collect(), ty.elem().clone());
    let (dynamic, numbers) = mixed(highs);
    let spec = OpSpec::new("tensor.pad")
        .operands(&[value])
        .operands(&dynamic)
        .property("static_low", i64_array(&vec![0; highs.len()]))
        .property("static_high", i64_array(&numbers))
        .property("operandSegmentSizes", segment_sizes(&[1, 0, dynamic.len()]));
    let op = b.push(spec.result(result));
    let region = b.module.add_region(op);
    let args = vec![(Type::Index, None); highs.len()];
    let block = b.module.add_block(region, &args);
    b.end(block, OpSpec::new("tensor.yield").operands(&[cst]));
    b.module.op(op).results[0]
}
