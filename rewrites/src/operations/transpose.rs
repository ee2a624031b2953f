//! `pack_transpose`, `transpose_operand`: one operand with its dimensions in another order.

use crate::operations::OperationTransform;
use crate::operations::builder::{OpBuilder, OpSize};
use crate::operations::lower_pack::PackedTensor;
use crate::operations::operation::{Linalg, no_place, same_loops, transpose};
use crate::operations::pack::{operand_at, packed_as};
use crate::operations::tile::needs_tensors;
use crate::registry::{Alias, Build};
use crate::schedule::TimesSize as Wanted;
use crate::{Args, ScriptName, Spanned};
use crate::{RegistryEntry, ScriptedProgram};
use polyvet_ir::edit::i64_array;
use polyvet_ir::{AffineMap, Diagnostic, OpId, ValueId};

/// The line of `pack_transpose`.
pub static ENTRY_PACK: RegistryEntry = RegistryEntry {
    name: "pack_transpose",
    aliases: &[Alias {
        name: "structured.pack_transpose",
        clauses: &["with_compute_op", "outer_perm", "inner_perm"],
    }],
    summary: "Packs an operand that is packed, by number, with its outer or its inner dimensions in another order.",
    params: "OP, NUMBER, outer=ORDER | OP, NUMBER, inner=ORDER | OP, NUMBER, outer=ORDER, inner=ORDER",
    example: "pack_transpose(S0, 0, outer=1:0)",
    build: Build::Operations(|args| {
        let (target, operand) = (args.name()?, args.int()?);
        let (mut outer, mut inner) = (Vec::new(), Vec::new());
        while !args.is_done() {
            let (key, order) = args.sizes()?;
            match key.value.as_str() {
                "outer" => outer = read_order(args, order)?,
                "inner" => inner = read_order(args, order)?,
                _ => return Err(args.wrong_at(key.span, format!("`{key}` is neither `outer` nor `inner`"))),
            }
        }
        match outer.is_empty() && inner.is_empty() {
            true => Err(args.wrong("no order is given")),
            false => Ok(Box::new(PackTranspose {
                target,
                operand,
                outer,
                inner,
            })),
        }
    }),
};

/// The line of `transpose_operand`.
pub static ENTRY_OPERAND: RegistryEntry = RegistryEntry {
    name: "transpose_operand",
    aliases: &[],
    summary: "Transposes one operand, by number, before an operation, and what is made of it back after it.",
    params: "OP, NUMBER, NUMBER, ..",
    example: "transpose_operand(S0, 1, 1, 0)",
    build: Build::Operations(|args| {
        let (target, operand) = (args.name()?, args.int()?);
        Ok(Box::new(TransposeOperand {
            target,
            operand,
            order: numbers(args)?,
        }))
    }),
};

/// Numbers, where sizes could be parameters.
fn read_order(args: &Args, sizes: Vec<Spanned<Wanted>>) -> Result<Vec<Spanned<i64>>, Diagnostic> {
    let number = |size: Spanned<Wanted>| match size.value {
        Wanted::Number(number) => Ok(Spanned::new(number, size.span)),
        Wanted::Param(name) => Err(args.wrong_at(size.span, format!("`{name}` is no whole number"))),
    };
    sizes.into_iter().map(number).collect()
}

/// All arguments that are left, at least one; numbers.
pub(crate) fn numbers(args: &mut Args) -> Result<Vec<Spanned<i64>>, Diagnostic> {
    let mut numbers = vec![args.int()?];
    while !args.is_done() {
        numbers.push(args.int()?);
    }
    Ok(numbers)
}

/// `numbers` as an order of `count` dimensions.
pub(crate) fn order_of(numbers: &[Spanned<i64>], count: usize, at: &ScriptName) -> Result<Vec<usize>, Diagnostic> {
    let order: Option<Vec<usize>> = numbers
        .iter()
        .map(|number| usize::try_from(number.value).ok())
        .collect();
    let is_order = |order: &Vec<usize>| order.len() == count && (0..count).all(|dim| order.contains(&dim));
    order.filter(is_order).ok_or_else(|| {
        let first = numbers.first().map_or(at.span, |number| number.span);
        let span = numbers.last().map_or(first, |number| first.to(number.span));
        no_place(
            &ScriptName::new("order".to_owned(), span),
            format!("this is no order of {count} dimensions"),
        )
    })
}

/// Packs an operand in another order.
#[derive(Debug)]
pub struct PackTranspose {
    /// The operation.
    pub target: ScriptName,
    /// The number of the operand, inputs first.
    pub operand: Spanned<i64>,
    /// Which of the dimensions that count tiles comes first, second and so on; empty: they stay.
    pub outer: Vec<Spanned<i64>>,
    /// The same for those inside tiles.
    pub inner: Vec<Spanned<i64>>,
}

/// Transposes an operand.
#[derive(Debug)]
pub struct TransposeOperand {
    /// The operation.
    pub target: ScriptName,
    /// The number of the operand, inputs first.
    pub operand: Spanned<i64>,
    /// Which of its dimensions comes first, second and so on.
    pub order: Vec<Spanned<i64>>,
}

/// `all` in this order.
fn ordered<T: Clone>(all: &[T], order: &[usize]) -> Vec<T> {
    order.iter().map(|at| all[*at].clone()).collect()
}

/// The operation with operand `n` replaced by one whose dimensions are in this order.
fn on_reordered(b: &mut OpBuilder<'_>, linalg: &Linalg, n: usize, value: ValueId, order: &[usize]) -> OpId {
    let (mut operands, mut maps) = (linalg.operands(), linalg.view.maps.clone());
    operands[n] = value;
    let rank = linalg.rank();
    maps[n] = AffineMap::new(rank, 0, ordered(&maps[n].results, order));
    linalg.in_new_loops(b, &operands, &maps, &linalg.view.iterators, &same_loops(rank))
}

impl TransposeOperand {
    /// Transposes the operand with this number.
    pub fn new(op: impl Into<ScriptName>, operand: i64, order: impl IntoIterator<Item = i64>) -> TransposeOperand {
        TransposeOperand {
            target: op.into(),
            operand: operand.into(),
            order: order.into_iter().map(Spanned::from).collect(),
        }
    }
}

impl OperationTransform for TransposeOperand {
    fn text(&self) -> String {
        let order = self.order.iter().map(Spanned::to_string);
        ENTRY_OPERAND.call(
            [self.target.to_string(), self.operand.to_string()]
                .into_iter()
                .chain(order),
        )
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let linalg = program.structured(&self.target)?;
        let n = operand_at(&linalg, &self.operand)?;
        let func = program.func;
        let mut b = OpBuilder::before(&mut program.module, func, linalg.op);
        let value = linalg.operands()[n];
        if !b.ty(value).is_tensor() {
            return Err(needs_tensors(&self.target));
        }
        let dims = b.dims(value);
        let order = order_of(&self.order, dims.len(), &self.target)?;
        let elem = b.ty(value).elem().clone();
        let empty = b.empty(&ordered(&dims, &order), &elem);
        let forth: Vec<i64> = order.iter().map(|at| *at as i64).collect();
        let transposed = transpose(&mut b, value, empty, &forth);
        let op = on_reordered(&mut b, &linalg, n, transposed, &order);
        let mut results = b.module.op(op).results.clone();
        if let Some(result) = n
            .checked_sub(linalg.view.inputs.len())
            .and_then(|at| results.get_mut(at))
        {
            let back = (0..order.len()).map(|dim| order.iter().position(|at| *at == dim).unwrap_or(dim) as i64);
            *result = transpose(&mut b, *result, value, &back.collect::<Vec<i64>>());
        }
        program.replace(linalg.op, &results, op);
        Ok(vec![op])
    }
}

impl PackTranspose {
    /// Packs the operand with this number in other orders; an empty one stays as it is.
    pub fn new(
        op: impl Into<ScriptName>,
        operand: i64,
        outer: impl IntoIterator<Item = i64>,
        inner: impl IntoIterator<Item = i64>,
    ) -> PackTranspose {
        PackTranspose {
            target: op.into(),
            operand: operand.into(),
            outer: outer.into_iter().map(Spanned::from).collect(),
            inner: inner.into_iter().map(Spanned::from).collect(),
        }
    }
}

impl OperationTransform for PackTranspose {
    fn text(&self) -> String {
        let order = |key: &str, order: &[Spanned<i64>]| {
            let all: Vec<String> = order.iter().map(Spanned::to_string).collect();
            (!all.is_empty()).then(|| format!("{key}={}", all.join(":")))
        };
        let orders = order("outer", &self.outer)
            .into_iter()
            .chain(order("inner", &self.inner));
        ENTRY_PACK.call(
            [self.target.to_string(), self.operand.to_string()]
                .into_iter()
                .chain(orders),
        )
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let linalg = program.structured(&self.target)?;
        let n = operand_at(&linalg, &self.operand)?;
        let value = linalg.operands()[n];
        let (_, packing) = packed_as(&program.module, value).ok_or_else(|| {
            let message = format!("operand {n} does not come from a `linalg.pack` whose tiles are numbers");
            no_place(&ScriptName::new(self.operand.to_string(), self.operand.span), message)
        })?;
        let order = |numbers: &[Spanned<i64>], count: usize| match numbers.is_empty() {
            true => Ok((0..count).collect()),
            false => order_of(numbers, count, &self.target),
        };
        let outer = order(&self.outer, packing.outer.len())?;
        let inner = order(&self.inner, packing.dims.len())?;
        let new = PackedTensor {
            dims: ordered(&packing.dims, &inner),
            tiles: ordered(&packing.tiles, &inner),
            outer: ordered(&packing.outer, &outer),
        };
        let inside = inner.iter().map(|at| packing.outer.len() + at);
        let order: Vec<usize> = outer.into_iter().chain(inside).collect();
        let func = program.func;
        let mut b = OpBuilder::before(&mut program.module, func, linalg.op);
        let pack = b.module.defining_op(value).expect("it is packed");
        let packed = repack(&mut b, pack, value, &new, &order);
        let op = on_reordered(&mut b, &linalg, n, packed, &order);
        let results = b.module.op(op).results.clone();
        if let Some(at) = n.checked_sub(linalg.view.inputs.len()).filter(|at| *at < results.len()) {
            self.unpacked_alike(program, linalg.op, at, &packing, &new)?;
        }
        program.replace(linalg.op, &results, op);
        Ok(vec![op])
    }
}

impl PackTranspose {
    /// Makes those that unpack result `n` of `op` unpack the new order.
    fn unpacked_alike(
        &self,
        program: &mut ScriptedProgram,
        op: OpId,
        n: usize,
        old: &PackedTensor,
        new: &PackedTensor,
    ) -> Result<(), Diagnostic> {
        let module = &program.module;
        let result = module.op(op).results[n];
        let users = program.users(result);
        for user in &users {
            let same = module.op(*user).name == "linalg.unpack"
                && module.op(*user).operand(0) == result
                && PackedTensor::of(module, *user, old.outer.len()).as_ref() == Some(old);
            if !same {
                return Err(no_place(&self.target, "what it makes is used as it is packed now"));
            }
        }
        for user in users {
            write_packing(&mut program.module, user, new);
        }
        Ok(())
    }
}

/// What `pack` packs, into other places: `order` are those of the dimensions of its result.
fn repack(b: &mut OpBuilder<'_>, pack: OpId, value: ValueId, new: &PackedTensor, order: &[usize]) -> ValueId {
    let dims: Vec<OpSize> = b.dims(value);
    let elem = b.ty(value).elem().clone();
    let empty = b.empty(&ordered(&dims, order), &elem);
    let copy = b.module.copy_op(pack, &mut std::collections::HashMap::new());
    b.module.op_mut(copy).operands[1].value = empty;
    write_packing(b.module, copy, new);
    let result = b.module.op(copy).results[0];
    b.module.value_mut(result).ty = b.ty(empty);
    b.put(copy);
    result
}

/// Says how an operation packs or unpacks.
fn write_packing(module: &mut polyvet_ir::Module, op: OpId, packing: &PackedTensor) {
    let numbers = |places: &[usize]| i64_array(&places.iter().map(|at| *at as i64).collect::<Vec<i64>>());
    let properties = &mut module.op_mut(op).properties;
    properties.set("outer_dims_perm", numbers(&packing.outer));
    properties.set("inner_dims_pos", numbers(&packing.dims));
    properties.set("static_inner_tiles", i64_array(&packing.tiles));
}
