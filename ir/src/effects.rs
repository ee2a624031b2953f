//! What a function without a body reads and writes: attributes `polyvet.reads`, `polyvet.writes`, `polyvet.may_reads` and
//! `polyvet.may_writes` of its declaration, which together are all it does to memory.
//!
//! Each is a list of `{arg = 0, relation = affine_set<..>, at = array<i64: ..>, symbols = array<i64: ..>}`: argument `arg` is
//! touched at the elements that `relation` gives for the arguments `at` and `symbols`; at all without `relation`.

use crate::{Attr, IntegerSet, Module, OpId, Type, func};

/// How elements are touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectKind {
    /// Read.
    Read,
    /// Surely written.
    Write,
    /// Perhaps read.
    MayRead,
    /// Perhaps written.
    MayWrite,
}

impl EffectKind {
    /// All of them.
    pub const ALL: [EffectKind; 4] = [
        EffectKind::Read,
        EffectKind::Write,
        EffectKind::MayRead,
        EffectKind::MayWrite,
    ];

    /// `reads`
    pub fn word(self) -> &'static str {
        &self.attribute()["polyvet.".len()..]
    }

    /// `polyvet.reads`
    pub fn attribute(self) -> &'static str {
        match self {
            EffectKind::Read => "polyvet.reads",
            EffectKind::Write => "polyvet.writes",
            EffectKind::MayRead => "polyvet.may_reads",
            EffectKind::MayWrite => "polyvet.may_writes",
        }
    }
}

/// One thing that a function does to an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// How.
    pub kind: EffectKind,
    /// Which argument, a memref.
    pub arg: usize,
    /// Which elements; `None` for all.
    pub relation: Option<EffectRelation>,
}

/// Elements that depend on arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectRelation {
    /// Over the values of `at`, then the subscripts; symbols are the values of `symbols`.
    pub set: IntegerSet,
    /// Arguments.
    pub at: Vec<usize>,
    /// Arguments.
    pub symbols: Vec<usize>,
}

/// What the function `op` says it touches; `None` if it says nothing.
///
/// # Errors
/// What is wrong with what it says.
pub fn effects(module: &Module, op: OpId) -> Result<Option<Vec<Effect>>, String> {
    let Some(view) = func(module, op) else { return Ok(None) };
    let mut said = false;
    let mut all = Vec::new();
    for kind in EffectKind::ALL {
        let Some(attr) = module.op(op).attr(kind.attribute()) else {
            continue;
        };
        said = true;
        let Attr::Array(items) = attr else {
            return Err(format!("`{}` is a list", kind.attribute()));
        };
        for item in items {
            all.push(effect(kind, item, &view.inputs).map_err(|what| format!("`{}`: {what}", kind.attribute()))?);
        }
    }
    Ok(said.then_some(all))
}

fn effect(kind: EffectKind, item: &Attr, inputs: &[Type]) -> Result<Effect, String> {
    let Attr::Dict(entry) = item else {
        return Err("an entry is a dictionary with `arg`".to_owned());
    };
    let number = |value: i64| usize::try_from(value).ok().filter(|at| *at < inputs.len());
    let Some(arg) = entry.get("arg").and_then(Attr::as_i64).and_then(number) else {
        return Err("`arg` is the number of an argument".to_owned());
    };
    let Some(rank) = inputs[arg].shape().filter(|_| inputs[arg].is_memref()).map(<[_]>::len) else {
        return Err(format!("argument {arg} is a `{}`, no memref with a rank", inputs[arg]));
    };
    let Some(relation) = entry.get("relation") else {
        let relation = None;
        return Ok(Effect { kind, arg, relation });
    };
    let Attr::IntegerSet(set) = relation else {
        return Err("`relation` is an `affine_set<..>`".to_owned());
    };
    let list = |name: &str| -> Result<Vec<usize>, String> {
        let numbers = entry.get(name).map_or(Some(Vec::new()), Attr::as_i64s);
        let numbers: Option<Vec<usize>> = numbers.and_then(|all| all.into_iter().map(number).collect());
        let numbers = numbers.ok_or_else(|| format!("`{name}` lists numbers of arguments"))?;
        let integer = |at: &usize| inputs[*at] == Type::Index || inputs[*at].is_integer();
        match numbers.iter().find(|at| !integer(at)) {
            Some(at) => Err(format!("argument {at} is a `{}`, no integer", inputs[*at])),
            None => Ok(numbers),
        }
    };
    let (at, symbols) = (list("at")?, list("symbols")?);
    if set.dims != at.len() + rank || set.syms != symbols.len() {
        return Err(format!(
            "the relation has {} dimensions and {} symbols, but {} and {} are given and the argument has {rank}",
            set.dims,
            set.syms,
            at.len(),
            symbols.len()
        ));
    }
    let set = set.clone();
    let relation = Some(EffectRelation { set, at, symbols });
    Ok(Effect { kind, arg, relation })
}
