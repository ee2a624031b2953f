//! Known operations with their attributes decoded, so that nobody else reads properties by name.
//!
//! Each function gives `None` for another operation and for one whose properties are missing or do
//! not fit its operands; [`crate::well_formed`] says why.

use crate::{AffineExpr, AffineMap, Attr, BlockId, IntegerSet, Module, OpId, RegionId, Type, ValueId};

/// `affine.for`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AffineFor {
    /// The maximum of its results is the first value.
    pub lower: AffineMap,
    /// Operands of `lower`: dimensions, then symbols.
    pub lower_operands: Vec<ValueId>,
    /// The minimum of its results is one past the last value.
    pub upper: AffineMap,
    /// Operands of `upper`.
    pub upper_operands: Vec<ValueId>,
    /// Positive.
    pub step: i64,
    /// Initial loop-carried values.
    pub inits: Vec<ValueId>,
    /// The body.
    pub body: BlockId,
    /// The loop variable.
    pub induction: ValueId,
    /// Loop-carried values inside the body, as many as `inits`.
    pub iter_args: Vec<ValueId>,
}

/// Operand groups by `operandSegmentSizes`; `None` where there is no such attribute, or it does not fit.
pub fn segments(module: &Module, op: OpId) -> Option<Vec<Vec<ValueId>>> {
    let op = module.op(op);
    let values: Vec<ValueId> = op.operand_values().collect();
    let mut rest = &values[..];
    let mut groups = Vec::new();
    for size in op.attr("operandSegmentSizes")?.as_i64s()? {
        let (group, tail) = rest.split_at_checked(usize::try_from(size).ok()?)?;
        groups.push(group.to_vec());
        rest = tail;
    }
    rest.is_empty().then_some(groups)
}

fn map(module: &Module, op: OpId, name: &str) -> Option<AffineMap> {
    module.op(op).attr(name)?.as_map().cloned()
}

/// Decodes `affine.for`.
pub fn affine_for(module: &Module, op: OpId) -> Option<AffineFor> {
    if module.op(op).name != "affine.for" {
        return None;
    }
    let (lower, upper) = (map(module, op, "lowerBoundMap")?, map(module, op, "upperBoundMap")?);
    let [lower_operands, upper_operands, inits] = <[_; 3]>::try_from(segments(module, op)?).ok()?;
    let body = module.only_block(op, 0)?;
    let (induction, iter_args) = module.block(body).args.split_first()?;
    let fits = lower_operands.len() == lower.dims + lower.syms
        && upper_operands.len() == upper.dims + upper.syms
        && inits.len() == iter_args.len();
    let step = module.op(op).attr("step")?.as_i64()?;
    let fits = fits && *module.ty(*induction) == Type::Index;
    (fits && step > 0).then(|| AffineFor {
        lower,
        lower_operands,
        upper,
        upper_operands,
        step,
        inits,
        body,
        induction: *induction,
        iter_args: iter_args.to_vec(),
    })
}

/// `affine.if`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AffineIf {
    /// The condition.
    pub set: IntegerSet,
    /// Dimensions, then symbols of `set`.
    pub operands: Vec<ValueId>,
    /// Runs if the operands are in `set`.
    pub then_block: BlockId,
    /// Runs otherwise.
    pub else_block: Option<BlockId>,
}

/// Decodes `affine.if`.
pub fn affine_if(module: &Module, op: OpId) -> Option<AffineIf> {
    if module.op(op).name != "affine.if" {
        return None;
    }
    let Attr::IntegerSet(set) = module.op(op).attr("condition")? else {
        return None;
    };
    let operands: Vec<_> = module.op(op).operand_values().collect();
    (operands.len() == set.dims + set.syms).then_some(())?;
    Some(AffineIf {
        set: set.clone(),
        operands,
        then_block: module.only_block(op, 0)?,
        else_block: module.only_block(op, 1),
    })
}

/// Bounds of all loops of an `affine.parallel` in one map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParallelBounds {
    /// All bounds of all loops.
    pub map: AffineMap,
    /// Dimensions, then symbols of `map`.
    pub operands: Vec<ValueId>,
    /// How many results of `map` belong to each loop.
    pub groups: Vec<usize>,
}

impl ParallelBounds {
    /// The bounds of loop `n` as a map of their own over the same operands.
    pub fn of_loop(&self, n: usize) -> AffineMap {
        let start: usize = self.groups[..n].iter().sum();
        let results = self.map.results[start..start + self.groups[n]].to_vec();
        AffineMap::new(self.map.dims, self.map.syms, results)
    }
}

/// `affine.parallel`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AffineParallel {
    /// First values; the maximum of a group counts.
    pub lower: ParallelBounds,
    /// One past the last values; the minimum of a group counts.
    pub upper: ParallelBounds,
    /// Steps, all positive.
    pub steps: Vec<i64>,
    /// Names of the reductions, one for each result: `addf`.
    pub reductions: Vec<&'static str>,
    /// The body.
    pub body: BlockId,
    /// The loop variables.
    pub inductions: Vec<ValueId>,
}

/// Decodes `affine.parallel`.
pub fn affine_parallel(module: &Module, op: OpId) -> Option<AffineParallel> {
    if module.op(op).name != "affine.parallel" {
        return None;
    }
    let (lower, upper) = (map(module, op, "lowerBoundsMap")?, map(module, op, "upperBoundsMap")?);
    let operands: Vec<_> = module.op(op).operand_values().collect();
    let split = lower.dims + lower.syms;
    (operands.len() == split + upper.dims + upper.syms).then_some(())?;
    let body = module.only_block(op, 0)?;
    let inductions = module.block(body).args.clone();
    inductions
        .iter()
        .all(|value| *module.ty(*value) == Type::Index)
        .then_some(())?;
    let bounds = |map: AffineMap, operands: &[ValueId], name: &str| {
        let attr = module.op(op).attr(name)?;
        // One number for very many loops is not expanded.
        (attr.ty()?.shape()? == [crate::Dim::Static(inductions.len() as u64)]).then_some(())?;
        let groups = crate::dense_items(attr)?;
        let groups: Option<Vec<usize>> = groups.iter().map(|g| usize::try_from(g.as_i64()?).ok()).collect();
        let groups = groups?;
        let fits = groups.len() == inductions.len()
            && groups.iter().try_fold(0usize, |sum, group| sum.checked_add(*group)) == Some(map.results.len());
        fits.then(|| ParallelBounds {
            map,
            operands: operands.to_vec(),
            groups,
        })
    };
    let steps = module.op(op).attr("steps")?.as_i64s()?;
    (steps.len() == inductions.len() && steps.iter().all(|step| *step > 0)).then_some(())?;
    let reductions = match module.op(op).attr("reductions") {
        Some(attr) => attr.as_i64s()?,
        None => Vec::new(),
    };
    Some(AffineParallel {
        lower: bounds(lower, &operands[..split], "lowerBoundsGroups")?,
        upper: bounds(upper, &operands[split..], "upperBoundsGroups")?,
        steps,
        reductions: reductions
            .into_iter()
            .map(crate::dialect::reduction_name)
            .collect::<Option<_>>()?,
        body,
        inductions,
    })
}

/// `affine.load`, `affine.store`, `affine.vector_load`, `affine.vector_store`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AffineAccess {
    /// What is read or written.
    pub memref: ValueId,
    /// Subscripts.
    pub map: AffineMap,
    /// Dimensions, then symbols of `map`.
    pub operands: Vec<ValueId>,
    /// The stored value; `None` for a load.
    pub value: Option<ValueId>,
}

/// Decodes an affine load or store.
pub fn affine_access(module: &Module, op: OpId) -> Option<AffineAccess> {
    let values: Vec<_> = module.op(op).operand_values().collect();
    let (value, memref, operands) = match (module.op(op).name.as_str(), &values[..]) {
        ("affine.load" | "affine.vector_load", [memref, rest @ ..]) => (None, *memref, rest),
        ("affine.store" | "affine.vector_store", [value, memref, rest @ ..]) => (Some(*value), *memref, rest),
        _ => return None,
    };
    let map = map(module, op, "map")?;
    (operands.len() == map.dims + map.syms).then(|| AffineAccess {
        memref,
        map,
        operands: operands.to_vec(),
        value,
    })
}

/// `affine.apply`, `affine.min`, `affine.max`: the map and its operands.
pub fn affine_apply(module: &Module, op: OpId) -> Option<(AffineMap, Vec<ValueId>)> {
    if !matches!(
        module.op(op).name.as_str(),
        "affine.apply" | "affine.min" | "affine.max"
    ) {
        return None;
    }
    let map = map(module, op, "map")?;
    let operands: Vec<_> = module.op(op).operand_values().collect();
    (operands.len() == map.dims + map.syms).then_some((map, operands))
}

/// A function: `func.func`, `util.func`, `llvm.func`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Func {
    /// Without `@`.
    pub name: String,
    /// Arguments of the entry block; empty for a declaration.
    pub args: Vec<ValueId>,
    /// Types of the arguments.
    pub inputs: Vec<Type>,
    /// Types of the results.
    pub results: Vec<Type>,
    /// The body; it has no blocks in a declaration.
    pub body: RegionId,
}

/// Decodes a function.
pub fn func(module: &Module, op: OpId) -> Option<Func> {
    if !module.op(op).info().is_function() {
        return None;
    }
    let (inputs, results) = match module.op(op).attr("function_type")? {
        Attr::Type(Type::Function { inputs, results }) => (inputs.clone(), results.clone()),
        Attr::Type(Type::Opaque(text)) => llvm_signature(text)?,
        _ => return None,
    };
    let body = *module.op(op).regions.first()?;
    let args = match module.region(body).blocks.first() {
        // A kernel may have buffers of its own behind its arguments.
        Some(entry) => { module.block(*entry).args.iter() }
            .take(inputs.len())
            .copied()
            .collect(),
        None => Vec::new(),
    };
    Some(Func {
        name: module.symbol_name(op)?.to_owned(),
        args,
        inputs,
        results,
        body,
    })
}

/// Inputs and results of `!llvm.func<R (A, B, ...)>`; inside it, types of `llvm` have no prefix.
fn llvm_signature(text: &str) -> Option<(Vec<Type>, Vec<Type>)> {
    let text = text.strip_prefix("!llvm.func<")?.strip_suffix('>')?;
    let open = top_level(text, '(').next()?;
    let (result, inputs) = (text[..open].trim(), text[open + 1..].strip_suffix(')')?);
    let ty = |text: &str| {
        let text = text.trim();
        crate::parse_type(text).or_else(|| crate::parse_type(&format!("!llvm.{text}")))
    };
    let mut starts = vec![0];
    starts.extend(top_level(inputs, ',').map(|at| at + 1));
    let ends = starts.iter().skip(1).map(|next| next - 1).chain([inputs.len()]);
    let parts = starts.iter().zip(ends).map(|(from, to)| inputs[*from..to].trim());
    let parts = parts.filter(|part| !part.is_empty() && *part != "...");
    let results = (result != "void").then(|| ty(result));
    Some((
        parts.map(ty).collect::<Option<_>>()?,
        results.into_iter().collect::<Option<_>>()?,
    ))
}

/// Where `wanted` is in `text` outside of brackets.
fn top_level(text: &str, wanted: char) -> impl Iterator<Item = usize> {
    let mut depth = 0;
    text.char_indices().filter_map(move |(at, c)| {
        let found = depth == 0 && c == wanted;
        match c {
            '(' | '<' | '[' | '{' => depth += 1,
            ')' | '>' | ']' | '}' => depth -= 1,
            _ => {}
        }
        found.then_some(at)
    })
}

/// An attribute of argument `at` of a function.
pub fn arg_attr<'m>(module: &'m Module, func: OpId, at: usize, name: &str) -> Option<&'m Attr> {
    let Attr::Array(all) = module.op(func).attr("arg_attrs")? else {
        return None;
    };
    match all.get(at)? {
        Attr::Dict(attrs) => attrs.get(name),
        _ => None,
    }
}

/// The layout that attribute `polyvet.layout` of argument `at` of a function gives it, in isl's notation.
pub fn declared_layout(module: &Module, func: OpId, at: usize) -> Option<&str> {
    arg_attr(module, func, at, "polyvet.layout")?.as_str()
}

/// The data space that attribute `polyvet.space` of argument `at` of a function gives it: the subscripts of the elements that
/// exist, over those of the memref; its symbols are the extents. MLIR's rationale, "Memref Extensions".
pub fn data_space(module: &Module, func: OpId, at: usize) -> Option<&IntegerSet> {
    match arg_attr(module, func, at, "polyvet.space")? {
        Attr::IntegerSet(set) => Some(set),
        _ => None,
    }
}

/// Whether what `polyvet.space` says of argument `at` makes no sense: it is no `affine_set`, or the argument no memref.
pub fn has_strange_space(module: &Module, func: OpId, at: usize) -> bool {
    let is_memref = self::func(module, func)
        .and_then(|view| view.inputs.get(at).map(Type::is_memref))
        .unwrap_or(false);
    arg_attr(module, func, at, "polyvet.space").is_some() && (data_space(module, func, at).is_none() || !is_memref)
}

/// The attribute of an argument which says that elements of it may never have been written.
pub const UNWRITTEN: &str = "polyvet.unwritten";

/// The function that `name` means, by itself or with the modules around it (`a::f`); `None` also if it may mean several.
pub fn func_named(module: &Module, name: &str) -> Option<OpId> {
    match module.funcs_called(name)[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// Branch targets of an operation with the values passed to their arguments.
///
/// In memory, as in the generic form, these values are among the operands.
pub fn branches(module: &Module, op: OpId) -> Option<Vec<(BlockId, Vec<ValueId>)>> {
    let operation = module.op(op);
    let values: Vec<_> = operation.operand_values().collect();
    let groups = match (operation.name.as_str(), operation.successors.len()) {
        ("cf.br" | "llvm.br" | "spirv.Branch", 1) => vec![values],
        ("cf.cond_br" | "llvm.cond_br" | "spirv.BranchConditional", 2) => segments(module, op)?.split_off(1),
        ("cf.switch", 1..) => {
            let mut groups = segments(module, op)?;
            let (cases, mut all) = (groups.pop()?, groups.split_off(1));
            let mut rest = &cases[..];
            for count in operation.attr("case_operand_segments")?.as_i64s()? {
                let (first, more) = rest.split_at_checked(usize::try_from(count).ok()?)?;
                all.push(first.to_vec());
                rest = more;
            }
            all
        }
        _ => return None,
    };
    (groups.len() == operation.successors.len()).then_some(())?;
    Some(operation.successors.iter().map(|s| s.block).zip(groups).collect())
}

/// Functions over structured operations.
pub mod linalg {
    use super::*;

    /// What a loop of a structured operation does.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum IteratorType {
        /// Iterations are independent.
        Parallel,
        /// Iterations combine into one value.
        Reduction,
        /// Sliding window; nothing in MLIR makes one any more.
        Window,
    }

    /// A structured operation, named or not, as `linalg.generic` describes it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Structured {
        /// `ins`
        pub inputs: Vec<ValueId>,
        /// `outs`
        pub outputs: Vec<ValueId>,
        /// One map for each of `inputs`, then `outputs`: loops -> subscripts.
        pub maps: Vec<AffineMap>,
        /// The loops.
        pub iterators: Vec<IteratorType>,
        /// What the maps call the loops, if that is not `d0, d1, ..`.
        pub dim_names: Option<Vec<String>>,
        /// The payload; its arguments are one element of each input, then output.
        pub body: BlockId,
    }

    /// What no two iterations share: all that one touches of any operand is its own. Linalg's documents name the type
    /// (Property 3); MLIR has no word for it. It is a kind of `parallel`.
    const PARTITION: &str = "partition";

    fn iterator_word(attr: &Attr) -> Option<&str> {
        match attr {
            Attr::Opaque(text) => text.strip_prefix("#linalg.iterator_type<")?.strip_suffix('>'),
            other => other.as_str(),
        }
    }

    /// Whether an operation claims that no two iterations of loop `dim` touch one element of an operand.
    pub fn claims_partition(module: &Module, op: OpId, dim: usize) -> bool {
        let Some(Attr::Array(items)) = module.op(op).attr("iterator_types") else {
            return false;
        };
        items.get(dim).and_then(iterator_word) == Some(PARTITION)
    }

    fn iterator(attr: &Attr) -> Option<IteratorType> {
        match iterator_word(attr)? {
            "parallel" | PARTITION => Some(IteratorType::Parallel),
            "reduction" => Some(IteratorType::Reduction),
            "window" => Some(IteratorType::Window),
            _ => None,
        }
    }

    /// Loops that an output does not depend on are reductions.
    pub(crate) fn iterators_of(maps: &[AffineMap], outputs: usize) -> Vec<IteratorType> {
        let loops = maps.first().map_or(0, |map| map.dims);
        let mut iterators = vec![IteratorType::Reduction; loops];
        for map in &maps[maps.len() - outputs..] {
            for result in &map.results {
                result.for_each_leaf(&mut |leaf| {
                    if let AffineExpr::Dim(n) = leaf {
                        iterators[*n as usize] = IteratorType::Parallel;
                    }
                });
            }
        }
        iterators
    }

    /// `(d0, .., dn) -> (those dims for which keep holds)`
    fn keeping(rank: usize, keep: impl Fn(usize) -> bool) -> AffineMap {
        AffineMap::new(rank, 0, (0..rank).filter(|n| keep(*n)).map(AffineExpr::dim).collect())
    }

    fn rank(module: &Module, value: ValueId) -> usize {
        module.ty(value).shape().map_or(0, <[_]>::len)
    }

    /// Maps of operations whose generic form does not show them.
    fn implied_maps(module: &Module, op: OpId, inputs: &[ValueId], outputs: &[ValueId]) -> Option<Vec<AffineMap>> {
        let operands = || inputs.iter().chain(outputs).copied();
        let listed = |name: &str| -> Option<Vec<usize>> {
            let numbers = module.op(op).attr(name)?.as_i64s()?;
            numbers.into_iter().map(|n| usize::try_from(n).ok()).collect()
        };
        let loops = operands().map(|value| rank(module, value)).max()?;
        match module.op(op).name.as_str() {
            "linalg.transpose" => {
                let permutation = listed("permutation")?;
                let inverse: Option<Vec<_>> = (0..loops)
                    .map(|n| permutation.iter().position(|p| *p == n).map(AffineExpr::dim))
                    .collect();
                Some(vec![AffineMap::new(loops, 0, inverse?), AffineMap::identity(loops)])
            }
            "linalg.broadcast" => {
                let added = listed("dimensions")?;
                Some(vec![
                    keeping(loops, |n| !added.contains(&n)),
                    AffineMap::identity(loops),
                ])
            }
            "linalg.reduce" => {
                let reduced = listed("dimensions")?;
                let mut maps = vec![AffineMap::identity(loops); inputs.len()];
                maps.extend(vec![keeping(loops, |n| !reduced.contains(&n)); outputs.len()]);
                Some(maps)
            }
            _ => operands()
                .map(|value| match rank(module, value) {
                    0 => Some(AffineMap::new(loops, 0, Vec::new())),
                    n if n == loops => Some(AffineMap::identity(loops)),
                    _ => None,
                })
                .collect(),
        }
    }

    /// How many operands of a structured operation are inputs.
    pub(crate) fn input_count(module: &Module, op: OpId) -> Option<usize> {
        operands(module, op).map(|(inputs, _)| inputs.len())
    }

    /// Inputs and outputs of a structured operation.
    fn operands(module: &Module, op: OpId) -> Option<(Vec<ValueId>, Vec<ValueId>)> {
        if let Some(groups) = segments(module, op) {
            let [inputs, outputs] = <[_; 2]>::try_from(groups).ok()?;
            return Some((inputs, outputs));
        }
        let mut inputs: Vec<_> = module.op(op).operand_values().collect();
        let at = match module.op(op).name.as_str() {
            "linalg.transpose" | "linalg.broadcast" | "linalg.map" => inputs.len().checked_sub(1)?,
            "linalg.reduce" => inputs.len() / 2,
            _ => return None,
        };
        let outputs = inputs.split_off(at);
        Some((inputs, outputs))
    }

    /// Decodes any structured operation: `linalg.generic`, `linalg.matmul`, `linalg.fill`, ...
    pub fn structured(module: &Module, op: OpId) -> Option<Structured> {
        if module.op(op).dialect() != "linalg" || module.op(op).regions.len() != 1 {
            return None;
        }
        let body = module.only_block(op, 0)?;
        let (inputs, outputs) = operands(module, op)?;
        let attr = |name| module.op(op).attr(name);
        let maps: Vec<AffineMap> = match attr("indexing_maps").or_else(|| attr("linalg.memoized_indexing_maps")) {
            Some(Attr::Array(items)) => items.iter().map(|item| item.as_map().cloned()).collect::<Option<_>>()?,
            _ => match crate::dialect::linalg::defined_maps(module, op) {
                Some(maps) => maps,
                None => implied_maps(module, op, &inputs, &outputs)?,
            },
        };
        let loops = maps.first()?.dims;
        let in_range = |map: &AffineMap| {
            let mut ok = map.dims == loops && map.syms == 0;
            for result in &map.results {
                result.for_each_leaf(&mut |leaf| ok &= !matches!(leaf, AffineExpr::Dim(n) if *n as usize >= loops));
            }
            ok
        };
        let args = module.block(body).args.len();
        let fits = maps.len() == inputs.len() + outputs.len()
            && maps.iter().all(in_range)
            && (args == maps.len() || (module.op(op).name == "linalg.map" && args == inputs.len()));
        fits.then_some(())?;
        let iterators = match attr("iterator_types") {
            Some(Attr::Array(items)) => items.iter().map(iterator).collect::<Option<_>>()?,
            _ => iterators_of(&maps, outputs.len()),
        };
        (iterators.len() == loops).then_some(Structured {
            inputs,
            outputs,
            maps,
            iterators,
            dim_names: module
                .loop_names(op)
                .filter(|names| names.len() == loops)
                .map(<[_]>::to_vec),
            body,
        })
    }
}
