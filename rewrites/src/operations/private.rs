//! `privatise`, `expand_array` and `multibuffer`: iterations of a loop that share a buffer get room of their own.
//!
//! - `privatise(i, A)`: each iteration makes a buffer, and gives it back. `first` copies what `A` holds into it, `last`
//!   copies what the last iteration leaves back to `A`.
//! - `expand_array(i, A)`: one buffer around the loop with a dimension more, of which each iteration has one place. What an
//!   iteration leaves there can be read in another loop, after `distribute`.
//!
//! - `multibuffer(i, A, 2)`: the same with so many places only, which iterations use in turn: what one leaves is overwritten
//!   by the second after it. A pipeline needs no more. Source: MLIR, `memref.multibuffer`.
//!
//! All are right where no iteration reads what another one left in `A`, and nobody looks at `A` afterwards.

use crate::operations::OperationTransform;
use crate::operations::builder::{DimRange, OpBuilder, OpSize, mixed};
use crate::operations::operation::no_place;
use crate::registry::Build;
use crate::schedule::Inapplicable;
use crate::{Args, RegistryEntry, ScriptName, ScriptedProgram};
use polyvet_ir::edit::segment_sizes;
use polyvet_ir::{AffineExpr, AffineFor, AffineMap, Attr, BlockId, Diagnostic, IntegerSet, Module, OpId, OpSpec, Type};
use polyvet_ir::{ValueId, affine_for};
use std::collections::HashMap;

/// The line of `privatise`.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "privatise",
    aliases: &[],
    summary: "Gives each iteration of a loop a buffer of its own for what it does in ARRAY; `first` and `last` copy in and out.",
    params: "i, ARRAY [, first] [, last]",
    example: "privatise(i, T)",
    build: Build::Operations(|args| {
        let (name, array) = (args.name()?, args.name()?);
        let mut words = Vec::new();
        while !args.is_done() {
            words.push(word(args, &["first", "last"])?);
        }
        Ok(Box::new(Privatise {
            name,
            array,
            first: words.contains(&"first"),
            last: words.contains(&"last"),
        }))
    }),
};

/// The line of `expand_array`.
pub static ENTRY_EXPAND: RegistryEntry = RegistryEntry {
    name: "expand_array",
    aliases: &[],
    summary: "Gives a buffer of the function one more dimension, with one place for each iteration of a loop.",
    params: "i, ARRAY",
    example: "expand_array(i, T)",
    build: Build::Operations(|args| {
        let (name, array) = (args.name()?, args.name()?);
        Ok(Box::new(ExpandArray {
            name,
            array,
            places: None,
        }))
    }),
};

/// The line of `multibuffer`.
pub static ENTRY_MULTIBUFFER: RegistryEntry = RegistryEntry {
    name: "multibuffer",
    aliases: &[],
    summary: "Gives a buffer of the function one more dimension, with COUNT places that the iterations of a loop use in turn.",
    params: "i, ARRAY, COUNT",
    example: "multibuffer(i, T, 2)",
    build: Build::Operations(|args| {
        let (name, array, places) = (args.name()?, args.name()?, args.int()?);
        if places.value < 1 {
            return Err(args.wrong_at(places.span, "at least one place"));
        }
        Ok(Box::new(ExpandArray {
            name,
            array,
            places: Some(places.value),
        }))
    }),
};

/// One of these words.
fn word<'w>(args: &mut Args, words: &[&'w str]) -> Result<&'w str, Diagnostic> {
    let name = args.name()?;
    let found = words.iter().find(|word| **word == name.value);
    found.copied().ok_or_else(|| {
        let known = words.join("` or `");
        Diagnostic::error(
            "script-syntax",
            format!("expected `{known}`, found `{name}`"),
            name.span,
        )
    })
}

/// A buffer for each iteration, made inside.
#[derive(Debug)]
pub struct Privatise {
    /// The loop.
    pub name: ScriptName,
    /// The buffer.
    pub array: ScriptName,
    /// What it holds is copied to each.
    pub first: bool,
    /// What the last iteration leaves is copied back.
    pub last: bool,
}

/// A dimension more, made outside.
#[derive(Debug)]
pub struct ExpandArray {
    /// The loop.
    pub name: ScriptName,
    /// The buffer.
    pub array: ScriptName,
    /// How many places iterations use in turn; [`None`]: each has one.
    pub places: Option<i64>,
}

impl OperationTransform for Privatise {
    fn text(&self) -> String {
        let words = [("first", self.first), ("last", self.last)];
        let words = words
            .iter()
            .filter(|(_, said)| *said)
            .map(|(word, _)| (*word).to_owned());
        ENTRY.call([self.name.to_string(), self.array.to_string()].into_iter().chain(words))
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let (op, body) = loop_named(program, &self.name)?;
        let old = buffer_named(program, &self.array, op)?;
        let counted = match self.last {
            true => Some(counted(&program.module, op, &self.name)?),
            false => None,
        };
        let (begin, end) = ends(&program.module, body, &self.name)?;
        let mut b = program.before(begin);
        let dims = b.dims(old);
        let new = fresh(&mut b, old, &dims);
        let made = b.module.defining_op(new).unwrap_or(begin);
        b.module.replace_uses(op, &HashMap::from([(old, new)]));
        // The sizes are still those of the old one.
        let is_size = |user: &OpId| b.module.op(*user).name == "memref.dim";
        let sizes: Vec<OpId> = users_in(b.module, op, new).into_iter().filter(is_size).collect();
        for size in sizes {
            b.module.op_mut(size).operands[0].value = old;
        }
        if self.first {
            b.push(OpSpec::new("memref.copy").operands(&[old, new]));
        }
        let mut b = program.before(end);
        if let Some(view) = counted {
            in_last_iteration(&mut b, &view, |b| {
                b.push(OpSpec::new("memref.copy").operands(&[new, old]));
            });
        }
        b.push(OpSpec::new("memref.dealloc").operands(&[new]));
        drop_unused(program, old);
        Ok(vec![made])
    }
}

impl OperationTransform for ExpandArray {
    fn text(&self) -> String {
        let names = [self.name.to_string(), self.array.to_string()];
        match self.places {
            None => ENTRY_EXPAND.call(names),
            Some(places) => ENTRY_MULTIBUFFER.call(names.into_iter().chain([places.to_string()])),
        }
    }

    fn apply(&self, program: &mut ScriptedProgram) -> Result<Vec<OpId>, Diagnostic> {
        let (op, body) = loop_named(program, &self.name)?;
        let old = buffer_named(program, &self.array, op)?;
        let view = counted(&program.module, op, &self.name)?;
        let several = || {
            let message = "the bounds of the loop are minima or maxima: nobody knows how often it runs";
            no_place(&self.name, message).help("expand before the loop is tiled")
        };
        let [lower] = &view.lower.results[..] else {
            return Err(several());
        };
        self.only_used_in(program, old, op)?;
        let mut b = program.before(op);
        let low = bound(&mut b, lower, (&view.lower, &view.lower_operands));
        let runs = match (self.places, &view.upper.results[..]) {
            (Some(places), _) => OpSize::Static(places),
            (None, [upper]) => {
                let high = bound(&mut b, upper, (&view.upper, &view.upper_operands));
                let runs = (AffineExpr::dim(0) - AffineExpr::dim(1)).ceil_div(view.step.into());
                let runs = b.apply(&runs, &[high, low]);
                at_least_none(&mut b, runs)
            }
            (None, _) => return Err(several()),
        };
        let mut dims = b.dims(old);
        dims.insert(0, runs);
        let new = fresh(&mut b, old, &dims);
        let made = b.module.defining_op(new).unwrap_or(op);
        let (begin, _) = ends(&program.module, body, &self.name)?;
        let mut b = program.before(begin);
        let number = (AffineExpr::dim(0) - AffineExpr::dim(1)).floor_div(view.step.into());
        let number = match self.places {
            Some(places) => number.modulo(places.into()),
            None => number,
        };
        let place = b.apply(&number, &[OpSize::Value(view.induction), low]);
        let mut ranges: Vec<DimRange> = dims.iter().copied().map(DimRange::whole).collect();
        ranges[0] = DimRange::part(place, OpSize::Static(1));
        let mut kept = vec![true; ranges.len()];
        kept[0] = false;
        let part = b.slice_keeping(new, &ranges, &kept);
        b.module.replace_uses(op, &HashMap::from([(old, part)]));
        if let Some(next) = after(&program.module, op) {
            let mut b = program.before(next);
            b.push(OpSpec::new("memref.dealloc").operands(&[new]));
        }
        drop_unused(program, old);
        Ok(vec![made])
    }
}

impl ExpandArray {
    /// Only iterations of the loop touch it; sizes are no contents.
    fn only_used_in(&self, program: &ScriptedProgram, old: ValueId, op: OpId) -> Result<(), Diagnostic> {
        let module = &program.module;
        if module.defining_op(old).is_none() {
            let message = format!("`{}` belongs to the caller, who sees what is in it", self.array);
            return Err(
                no_place(&self.array, message).help("`privatise` with `last` leaves there what the last iteration did")
            );
        }
        let outside = program.users(old).into_iter().find(|user| {
            let is_idle = matches!(module.op(*user).name.as_str(), "memref.dim" | "memref.dealloc");
            !is_idle && !stands_in(module, *user, op)
        });
        match outside {
            None => Ok(()),
            Some(user) => {
                let message = format!("`{}` uses `{}` outside of the loop", module.op(user).name, self.array);
                Err(no_place(&self.array, message))
            }
        }
    }
}

/// The loop with this name, and its body.
fn loop_named(program: &ScriptedProgram, name: &ScriptName) -> Result<(OpId, BlockId), Diagnostic> {
    let scop = program.model(name)?;
    let Some(found) = scop.loops.iter().find(|one| one.name == name.value) else {
        return Err(Inapplicable::UnknownLoop {
            name: name.value.clone(),
            span: name.span,
            stmt: None,
            loops: scop.loops.iter().map(|one| one.name.clone()).collect(),
        }
        .diagnostic(name.span));
    };
    let op = found.op.filter(|_| found.induction.is_some());
    let body = op.and_then(|op| Some((op, program.module.only_block(op, 0)?)));
    body.ok_or_else(|| {
        no_place(
            name,
            format!("`{name}` is a loop of an operation, not one that is written"),
        )
        .help("write the operation as loops first, by `lower_to_affine`")
    })
}

/// The buffer that is called so and can be seen at the loop.
fn buffer_named(program: &ScriptedProgram, name: &ScriptName, op: OpId) -> Result<ValueId, Diagnostic> {
    let module = &program.module;
    let mut found = Vec::new();
    let mut add = |value: ValueId| {
        let is_named = module.value(value).name.as_deref() == Some(&name.value);
        if is_named && matches!(module.ty(value), Type::MemRef { .. }) {
            found.push(value);
        }
    };
    if let Some(entry) = module.only_block(program.func, 0) {
        module.block(entry).args.iter().copied().for_each(&mut add);
    }
    module.walk(program.func, &mut |_, op| op.results.iter().copied().for_each(&mut add));
    found.retain(|value| {
        module
            .defining_op(*value)
            .is_none_or(|made| !stands_in(module, made, op))
    });
    match found[..] {
        [one] => Ok(one),
        [] => Err(no_place(
            name,
            format!("there is no buffer `{name}` outside of the loop"),
        )),
        _ => Err(no_place(name, format!("there are {} buffers `{name}`", found.len()))),
    }
}

/// A loop that counts: its bounds and its step.
fn counted(module: &Module, op: OpId, name: &ScriptName) -> Result<AffineFor, Diagnostic> {
    affine_for(module, op).ok_or_else(|| {
        let message = format!(
            "the loop `{name}` is an `{}`, whose last iteration nobody knows",
            module.op(op).name
        );
        no_place(name, message).help("`affine.for` says how often it runs")
    })
}

/// The first operation of a body, and its terminator.
fn ends(module: &Module, body: BlockId, name: &ScriptName) -> Result<(OpId, OpId), Diagnostic> {
    match &module.block(body).ops[..] {
        [begin, .., end] => Ok((*begin, *end)),
        _ => Err(no_place(name, "the loop does nothing")),
    }
}

fn stands_in(module: &Module, op: OpId, outer: OpId) -> bool {
    let mut here = Some(op);
    while let Some(one) = here {
        if one == outer {
            return true;
        }
        here = module.parent_op(one);
    }
    false
}

fn users_in(module: &Module, within: OpId, value: ValueId) -> Vec<OpId> {
    let mut users = Vec::new();
    module.walk(within, &mut |id, op| {
        if op.operand_values().any(|operand| operand == value) {
            users.push(id);
        }
    });
    users
}

/// The operation that follows in the same block.
fn after(module: &Module, op: OpId) -> Option<OpId> {
    let ops = &module.block(module.op(op).parent?).ops;
    let at = ops.iter().position(|other| *other == op)?;
    ops.get(at + 1).copied()
}

/// A buffer with elements as in another one.
fn fresh(b: &mut OpBuilder<'_>, old: ValueId, dims: &[OpSize]) -> ValueId {
    let (dynamic, _) = mixed(dims);
    let ty = b.ty(old);
    let space = match &ty {
        Type::MemRef { space, .. } => space.clone(),
        _ => None,
    };
    let ty = Type::MemRef {
        shape: dims.iter().map(|dim| dim.dim()).collect(),
        elem: Box::new(ty.elem().clone()),
        layout: None,
        space,
    };
    let spec = OpSpec::new("memref.alloc")
        .operands(&dynamic)
        .property("operandSegmentSizes", segment_sizes(&[dynamic.len(), 0]));
    let new = b.value(spec.result(ty));
    let name = b.module.value(old).name.clone();
    b.module.value_mut(new).name = name;
    new
}

/// One result of a map as a number.
fn bound(b: &mut OpBuilder<'_>, result: &AffineExpr, (map, operands): (&AffineMap, &[ValueId])) -> OpSize {
    let dims = |n: usize| AffineExpr::dim(n);
    let all: Vec<AffineExpr> = (0..map.dims).map(dims).collect();
    let symbols: Vec<AffineExpr> = (0..map.syms).map(|n| dims(map.dims + n)).collect();
    let over: Vec<OpSize> = operands.iter().copied().map(OpSize::Value).collect();
    b.apply(&result.substitute(&all, &symbols), &over)
}

/// A number, or 0 if it is less.
fn at_least_none(b: &mut OpBuilder<'_>, size: OpSize) -> OpSize {
    match size {
        OpSize::Static(number) => OpSize::Static(number.max(0)),
        OpSize::Value(value) => {
            let map = AffineMap::new(1, 0, vec![AffineExpr::dim(0), 0.into()]);
            let spec = OpSpec::new("affine.max")
                .operands(&[value])
                .property("map", Attr::AffineMap(map));
            OpSize::Value(b.value(spec.result(Type::Index)))
        }
    }
}

/// Writes something that only the last iteration does: the one after which one more step is at or behind an end.
fn in_last_iteration(b: &mut OpBuilder<'_>, view: &AffineFor, write: impl FnOnce(&mut OpBuilder<'_>)) {
    let counter = AffineExpr::dim(view.upper.dims);
    let goes_on = |end: &AffineExpr| (end.clone() - counter.clone() + (-view.step - 1).into(), false);
    let set = IntegerSet {
        dims: view.upper.dims + 1,
        syms: view.upper.syms,
        constraints: view.upper.results.iter().map(goes_on).collect(),
    };
    let (dims, syms) = view.upper_operands.split_at(view.upper.dims);
    let operands = [dims, &[view.induction], syms].concat();
    let op = b.push(
        OpSpec::new("affine.if")
            .operands(&operands)
            .property("condition", Attr::IntegerSet(set)),
    );
    let [goes_on, is_last] = [0, 1].map(|_| {
        let region = b.module.add_region(op);
        b.module.add_block(region, &[])
    });
    b.end(goes_on, OpSpec::new("affine.yield"));
    b.end(is_last, OpSpec::new("affine.yield"));
    let end = b.module.block(is_last).ops[0];
    let place = std::mem::replace(&mut b.place, crate::operations::builder::InsertPoint::Before(end));
    write(b);
    b.place = place;
}

/// Takes out a buffer that is made and given back, and nothing else.
fn drop_unused(program: &mut ScriptedProgram, old: ValueId) {
    let users = program.users(old);
    let is_end = |user: &OpId| program.module.op(*user).name == "memref.dealloc";
    let Some(made) = program.module.defining_op(old) else {
        return;
    };
    let is_made = matches!(program.module.op(made).name.as_str(), "memref.alloc" | "memref.alloca");
    if is_made && users.iter().all(is_end) {
        for op in users.into_iter().chain([made]) {
            program.module.detach(op);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_script;
    use crate::script::run::{Models, run};

    const ROWS: &str = "func.func @rows(%A: memref<?x4xf32>, %n: index) {
  %T = memref.alloc() : memref<4xf32>
  affine.for %i = 1 to %n step 2 {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i, %j] : memref<?x4xf32>
      affine.store %a, %T[%j] : memref<4xf32>
    }
    affine.for %k = 0 to 4 {
      %t = affine.load %T[-%k + 3] : memref<4xf32>
      affine.store %t, %A[%i, %k] : memref<?x4xf32>
    }
  }
  memref.dealloc %T : memref<4xf32>
  return
}";

    fn applied(script: &str) -> Result<String, Diagnostic> {
        let (module, errors) = polyvet_ir::parse(ROWS);
        assert!(errors.is_empty(), "{errors:?}");
        let steps = parse_script(script).expect("a script").steps;
        let made = run(&module, module.funcs()[0], &steps, &Models::default())?;
        Ok(polyvet_ir::print(&made.module, polyvet_ir::PrintOptions::default()))
    }

    #[test]
    fn each_iteration_makes_its_own() {
        let text = applied("privatise(i, T)").expect("it has a place");
        let inside = text.split_once("affine.for %i").expect("a loop").1;
        assert!(
            inside.contains("memref.alloc()") && inside.contains("memref.dealloc"),
            "{text}"
        );
        assert_eq!(text.matches("memref.alloc").count(), 1, "{text}");
        let copied = applied("privatise(i, T, first, last)").expect("it has a place");
        assert_eq!(copied.matches("memref.copy").count(), 2, "{copied}");
    }

    #[test]
    fn one_place_for_each_iteration() {
        let text = applied("expand_array(i, T)").expect("it has a place");
        assert!(
            text.contains("memref<?x4xf32>") && text.contains("memref.subview"),
            "{text}"
        );
        assert!(!text.contains("memref.alloc()"), "{text}");
    }

    #[test]
    fn what_has_no_place_is_said() {
        for (script, why) in [
            ("privatise(m, T)", "no loop `m`"),
            ("privatise(i, U)", "no buffer `U` outside"),
            ("expand_array(i, A)", "belongs to the caller"),
            ("expand_array(j, T)", "outside of the loop"),
        ] {
            let error = applied(script).expect_err("no place");
            assert!(error.message.contains(why), "{script}: {}", error.message);
        }
        assert!(parse_script("privatise(i, T, frist)").is_err());
    }
}
