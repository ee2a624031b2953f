//! What the user assumes of a call, apart from all models: so that it holds in every run, also where there is no model,
//! and can be asked of every witness before it is shown.
//!
//! Names are those of `before`: its arguments, then its extents, then those of `after`, by the number of the argument.

use crate::runs::argument_name;
use crate::validate::ProgramSide;
use polyvet_analysis::assume::translate;
use polyvet_analysis::extract::{ExtractError, ExtractOptions};
use polyvet_interp::{ChosenSize, Sizes, sizes_of};
use polyvet_ir::{Module, OpId, Type};
use polyvet_poly::{Ctx, DimKind, Result, Set, Val};
use std::collections::BTreeSet;

/// What is assumed of the numbers of a call.
pub(crate) struct Assumptions {
    ctx: Ctx,
    /// The numbers of a call, in the order of the parameters of the set.
    numbers: Vec<ChosenSize>,
    /// The calls that are allowed; `None` if all are.
    allowed: Option<Set>,
    /// Something is assumed of a value that the program computes.
    open: bool,
    /// The same under the names of `before`.
    assume: Vec<String>,
    fixed: Vec<(String, i64)>,
}

/// A name of a number; the better ones have the lower rank.
struct NumberName {
    word: String,
    size: ChosenSize,
    rank: usize,
}

impl Assumptions {
    /// Of both programs and what the user says.
    ///
    /// # Errors
    /// [`ExtractError::Option`] for a name that neither program has, or that could be one of several; isl's failures.
    pub fn new(
        before: ProgramSide<'_>,
        after: ProgramSide<'_>,
        options: &ExtractOptions,
    ) -> std::result::Result<Assumptions, ExtractError> {
        let names = NumberNames::of(before, after);
        let mut assumptions = Assumptions {
            ctx: Ctx::new(),
            numbers: names.numbers(),
            allowed: None,
            open: false,
            assume: Vec::new(),
            fixed: Vec::new(),
        };
        for (word, value) in &options.fixed {
            match names.meaning(word)? {
                Some(size) => {
                    assumptions.restrict(&format!("{} = {value}", variable(size)))?;
                    assumptions.fixed.push((names.canonical(size), *value));
                }
                None => {
                    assumptions.open = true;
                    assumptions.fixed.push((word.clone(), *value));
                }
            }
        }
        for constraint in &options.assume {
            assumptions.add(constraint, &names)?;
        }
        Ok(assumptions)
    }

    fn add(&mut self, constraint: &str, names: &NumberNames<'_>) -> std::result::Result<(), ExtractError> {
        let mut open = false;
        let ours = translate(constraint, |word| {
            let size = names.meaning(word)?;
            open |= size.is_none();
            Ok::<_, ExtractError>(size.map_or_else(|| word.to_owned(), variable))
        })?;
        let canonical = translate(constraint, |word| {
            let size = names.meaning(word)?;
            Ok::<_, ExtractError>(size.map_or_else(|| word.to_owned(), |size| names.canonical(size)))
        })?;
        // Bound names are already distinguished; the model does so once more.
        self.assume.push(canonical);
        self.open |= open;
        if open {
            return Ok(());
        }
        let unreadable = |error| ExtractError::Option(format!("cannot read the assumption `{constraint}`: {error}"));
        self.restrict(&ours).map_err(unreadable)
    }

    fn restrict(&mut self, text: &str) -> Result<()> {
        let list: Vec<String> = self.numbers.iter().map(|size| variable(*size)).collect();
        let set = Set::parse(&self.ctx, &format!("[{}] -> {{ : {text} }}", list.join(", ")))?;
        self.allowed = Some(match self.allowed.take() {
            Some(known) => known.intersect(set)?,
            None => set,
        });
        Ok(())
    }

    /// What the models are given.
    pub fn options(&self, options: &ExtractOptions) -> ExtractOptions {
        ExtractOptions {
            assume: self.assume.clone(),
            fixed: self.fixed.clone(),
            ..options.clone()
        }
    }

    /// Whether no call keeps to what is assumed.
    pub fn contradict(&self) -> bool {
        let empty = |allowed: &Set| allowed.is_empty().unwrap_or(false);
        self.allowed.as_ref().is_some_and(empty)
    }

    /// Whether a call keeps to what is assumed; `None` where that depends on values that the program computes.
    pub fn hold(&self, sizes: &Sizes) -> Option<bool> {
        let Some(allowed) = &self.allowed else {
            return (!self.open).then_some(true);
        };
        let mut rest = allowed.clone();
        for (at, number) in self.numbers.iter().enumerate() {
            if let Some(value) = sizes.get(*number) {
                let value = Val::from_i64(&self.ctx, value).ok()?;
                rest = rest.fix_val(DimKind::Param, at, value).ok()?;
            }
        }
        match rest.is_empty().ok()? {
            true => Some(false),
            false => (!self.open).then_some(true),
        }
    }

    /// Values for some numbers, each as near to what is wanted as what is assumed and those before allow; `None` if
    /// there are none nearby.
    pub fn near(&self, numbers: &[ChosenSize], wanted: &[i64], known: &Sizes) -> Option<Vec<i64>> {
        let Some(allowed) = &self.allowed else {
            return Some(wanted.to_vec());
        };
        let fix = |set: Set, size: ChosenSize, value: i64| -> Option<Set> {
            let Some(at) = self.numbers.iter().position(|known| *known == size) else {
                return Some(set);
            };
            let fixed = set
                .fix_val(DimKind::Param, at, Val::from_i64(&self.ctx, value).ok()?)
                .ok()?;
            (!fixed.is_empty().ok()?).then_some(fixed)
        };
        let mut rest = allowed.clone();
        for size in self.numbers.iter().filter(|size| !numbers.contains(size)) {
            if let Some(value) = known.get(*size) {
                rest = fix(rest, *size, value)?;
            }
        }
        let mut found = Vec::new();
        for (size, wanted) in numbers.iter().zip(wanted) {
            let near = (0..4 * wanted.abs() + 40).map(|n| if n % 2 == 0 { wanted - n / 2 } else { wanted + n / 2 + 1 });
            let (value, fixed) = near
                .filter(|value| *value >= 0 || *value == *wanted)
                .find_map(|value| Some((value, fix(rest.clone(), *size, value)?)))?;
            found.push(value);
            rest = fixed;
        }
        Some(found)
    }
}

/// The name of a number in our sets.
fn variable(size: ChosenSize) -> String {
    match size {
        ChosenSize::Index(arg) => format!("index__{arg}"),
        ChosenSize::Extent(arg, dim) => format!("extent__{arg}__{dim}"),
    }
}

/// The names of both programs.
struct NumberNames<'m> {
    before: ProgramSide<'m>,
    after: ProgramSide<'m>,
    list: Vec<NumberName>,
}

impl<'m> NumberNames<'m> {
    fn of(before: ProgramSide<'m>, after: ProgramSide<'m>) -> NumberNames<'m> {
        let mut list = Vec::new();
        for (side, rank) in [(before, 0), (after, 2)] {
            note_arguments(side, rank, &mut list);
            note_extents(side, rank + 1, &mut list);
        }
        NumberNames { before, after, list }
    }

    fn numbers(&self) -> Vec<ChosenSize> {
        let all: BTreeSet<ChosenSize> = self.list.iter().map(|name| name.size).collect();
        all.into_iter().collect()
    }

    /// The number of the call that a user calls `word`; `None` for a value that a program computes.
    fn meaning(&self, word: &str) -> std::result::Result<Option<ChosenSize>, ExtractError> {
        let plain = word.trim_start_matches('%');
        let fits = |name: &&NumberName| name.word == plain;
        let Some(best) = self.list.iter().filter(fits).map(|name| name.rank).min() else {
            return match [self.before, self.after].iter().any(|side| computes(*side, plain)) {
                true => Ok(None),
                false => Err(self.unknown(word)),
            };
        };
        let found: BTreeSet<ChosenSize> = self
            .list
            .iter()
            .filter(fits)
            .filter(|name| name.rank == best)
            .map(|n| n.size)
            .collect();
        match found.len() {
            0 | 1 => Ok(found.first().copied()),
            _ => {
                let both: Vec<String> = found.iter().map(|size| format!("`{}`", self.label(*size))).collect();
                let message = format!("`{word}` could be {}", both.join(" or "));
                Err(ExtractError::Option(message))
            }
        }
    }

    fn label(&self, size: ChosenSize) -> String {
        match size {
            ChosenSize::Index(arg) => argument_name(self.before, arg),
            ChosenSize::Extent(arg, dim) => format!("{}.{dim}", argument_name(self.before, arg)),
        }
    }

    /// The name that the model of `before` has for it.
    fn canonical(&self, size: ChosenSize) -> String {
        match size {
            ChosenSize::Index(_) => format!("%{}", self.label(size)),
            ChosenSize::Extent(..) => self.label(size),
        }
    }

    fn unknown(&self, word: &str) -> ExtractError {
        let numbers = sizes_of(self.before.module, self.before.func);
        let known: Vec<String> = numbers
            .into_iter()
            .map(|size| format!("`{}`", self.label(size)))
            .collect();
        let known = match known.is_empty() {
            true => "it has none".to_owned(),
            false => format!("it has {}", known.join(", ")),
        };
        let name = self.before.module.symbol_name(self.before.func).unwrap_or("");
        ExtractError::Option(format!("`@{name}` has no parameter `{word}`; {known}"))
    }
}

fn arguments(side: ProgramSide<'_>) -> Vec<polyvet_ir::ValueId> {
    let body = side.module.op(side.func).regions.first();
    let entry = body.and_then(|body| side.module.region(*body).blocks.first());
    entry.map_or(Vec::new(), |entry| side.module.block(*entry).args.clone())
}

fn note_arguments(side: ProgramSide<'_>, rank: usize, list: &mut Vec<NumberName>) {
    for (at, arg) in arguments(side).iter().enumerate() {
        let plain = side.module.value_name(*arg).trim_start_matches('%').to_owned();
        match side.module.ty(*arg) {
            Type::Index | Type::Integer { .. } => list.push(NumberName {
                word: plain,
                size: ChosenSize::Index(at),
                rank,
            }),
            ty => {
                for dim in 0..ty.shape().map_or(0, <[_]>::len) {
                    for word in [format!("{plain}.{dim}"), format!("{plain}_{dim}")] {
                        let (size, rank) = (ChosenSize::Extent(at, dim), rank + 1);
                        list.push(NumberName { word, size, rank });
                    }
                }
            }
        }
    }
}

/// Names that `memref.dim` and `tensor.dim` give to extents of arguments.
fn note_extents(side: ProgramSide<'_>, rank: usize, list: &mut Vec<NumberName>) {
    let args = arguments(side);
    let module = side.module;
    module.walk(side.func, &mut |_, op| {
        if !matches!(op.name.as_str(), "memref.dim" | "tensor.dim") || op.operands.len() != 2 {
            return;
        }
        let of = args.iter().position(|arg| *arg == op.operand(0));
        let dim = constant(module, op.operand(1));
        let name = op.results.first().and_then(|result| module.value(*result).name.clone());
        if let (Some(arg), Some(dim), Some(word)) = (of, dim, name) {
            let size = ChosenSize::Extent(arg, dim);
            list.push(NumberName { word, size, rank });
        }
    });
}

fn constant(module: &Module, value: polyvet_ir::ValueId) -> Option<usize> {
    let op: OpId = module.defining_op(value)?;
    let attr = module.op(op).attr("value")?;
    usize::try_from(attr.as_i64()?).ok()
}

/// Whether a program computes a value of this name.
fn computes(side: ProgramSide<'_>, word: &str) -> bool {
    let mut found = false;
    side.module.walk(side.func, &mut |_, op| {
        for result in &op.results {
            let value = side.module.value(*result);
            let is_called = match &value.name {
                Some(name) => name == word,
                None => word == format!("v{}", result.0),
            };
            found |= is_called && matches!(value.ty, Type::Index | Type::Integer { .. });
        }
    });
    found
}

/// Whether an assumption makes sense for a function, also without a model of it.
///
/// # Errors
/// [`ExtractError::Option`] if it does not.
pub fn check(side: ProgramSide<'_>, constraint: &str) -> std::result::Result<(), ExtractError> {
    let options = ExtractOptions {
        assume: vec![constraint.to_owned()],
        ..ExtractOptions::default()
    };
    Assumptions::new(side, side, &options).map(|_| ())
}
