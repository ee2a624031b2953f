//! One output element on demand: the part of a program that it depends on.
//!
//! Programs with large static sizes are too long to run whole. What an element needs is closed under writers: all
//! instances that write an element that is needed, and all elements that these read. Run in their old order, these
//! instances leave what the whole program leaves in the needed elements. The part is generated as a program
//! of its own, and both parts run in the interpreter on the same inputs.

use crate::Witness;
use crate::assumptions::Assumptions;
use crate::runs::{ObservedPart, Point, Runs, Tried};
use crate::validate::ProgramSide;
use polyvet_analysis::Scop;
use polyvet_analysis::ids::{ArrayId, StmtId};
use polyvet_interp::Output;
use polyvet_ir::{Dim, Module, Type};
use polyvet_poly::{Result, Set, UnionSet};
use std::collections::{BTreeMap, BTreeSet};
use typed_index_collections::{TiSlice, TiVec};

/// Rounds of writers and what they read.
const ROUNDS: usize = 6;
/// Elements of an output that are tried.
const ELEMENTS: usize = 6;
/// Elements of all arrays of a run; pages that nobody touches take up nothing.
const ELEMENTS_MAX: u64 = 1 << 26;
/// Elements of an argument that a part may need.
const GIVEN_MAX: usize = 1 << 16;

/// A difference in some element, each program run only as far as the element needs it.
///
/// # Errors
/// Those of isl.
pub(crate) fn differs(
    (before, first): (ProgramSide<'_>, &Scop),
    (after, second): (ProgramSide<'_>, &Scop),
    assumptions: &Assumptions,
) -> Result<Option<Box<Witness>>> {
    if !first.params.is_empty() || !second.params.is_empty() {
        return Ok(None);
    }
    for (output, shape) in outputs(before) {
        let (Some(x), Some(y)) = (array(first, output), array(second, output)) else {
            continue;
        };
        // What nobody writes to stays as it is.
        if !is_written(first, x) && !is_written(second, y) {
            continue;
        }
        for element in corners(&shape) {
            let parts = (part(before, first, x, &element)?, part(after, second, y, &element)?);
            let (Some((one, mut given)), Some((other, also))) = parts else {
                continue;
            };
            for (argument, elements) in also {
                given.entry(argument).or_default().extend(elements);
            }
            let sides = [(&one, before), (&other, after)].map(|(module, side)| ProgramSide {
                module,
                func: side.func,
            });
            let given = given
                .into_iter()
                .map(|(argument, elements)| (argument, elements.into_iter().collect()));
            let runs = Runs::new(sides[0], sides[1]).within(assumptions).elements(ELEMENTS_MAX);
            let mut runs = runs.only(ObservedPart {
                output,
                element: flat(&shape, &element),
                given: given.collect(),
            });
            if let Tried::Differ(witness) = runs.try_sizes(&Point::default()) {
                return Ok(Some(witness));
            }
        }
    }
    Ok(None)
}

/// What shows of a program whose shapes are all static.
fn outputs(side: ProgramSide<'_>) -> Vec<(Output, Vec<i64>)> {
    let Some(func) = polyvet_ir::func(side.module, side.func) else {
        return Vec::new();
    };
    let memrefs = func
        .inputs
        .iter()
        .enumerate()
        .filter(|(_, ty)| matches!(ty, Type::MemRef { .. }));
    let arguments = memrefs.map(|(at, ty)| (Output::Argument(at), ty.shape()));
    let results = func
        .results
        .iter()
        .enumerate()
        .map(|(at, ty)| (Output::Result(at), ty.shape()));
    let all = arguments.chain(results);
    all.filter_map(|(output, shape)| Some((output, extents(shape)?)))
        .collect()
}

/// The array of the model that an output is.
fn array(scop: &Scop, output: Output) -> Option<ArrayId> {
    match output {
        Output::Argument(at) => {
            let value = scop.args.get(at)?;
            scop.arrays.position(|array| array.value == Some(*value))
        }
        Output::Result(at) => scop.results.get(at).copied().flatten(),
        Output::Global(_) | Output::Events => None,
    }
}

fn is_written(scop: &Scop, array: ArrayId) -> bool {
    let mut accesses = scop.stmts.iter().flat_map(|stmt| &stmt.accesses);
    accesses.any(|access| access.array == array && access.kind.is_write())
}

/// The first and the last element, and some at other corners and in the middle.
fn corners(shape: &[i64]) -> Vec<Vec<i64>> {
    if shape.contains(&0) {
        return Vec::new();
    }
    let mut found: Vec<Vec<i64>> = Vec::new();
    let last = shape.len().min(16);
    let patterns = [0, (1 << last) - 1].into_iter().chain((0..last).map(|at| 1 << at));
    for pattern in patterns {
        let at = |(dim, extent): (usize, &i64)| if pattern >> dim.min(15) & 1 == 1 { extent - 1 } else { 0 };
        found.push(shape.iter().enumerate().map(at).collect());
    }
    found.insert(2.min(found.len()), shape.iter().map(|extent| extent / 2).collect());
    found.dedup();
    found.truncate(ELEMENTS);
    found
}

fn flat(shape: &[i64], element: &[i64]) -> usize {
    let flat = shape.iter().zip(element).fold(0, |sum, (extent, at)| sum * extent + at);
    usize::try_from(flat).unwrap_or(0)
}

/// Elements of arguments, by number.
type SlicedElements = BTreeMap<usize, BTreeSet<usize>>;

/// The program that computes one element of an array, and the elements of arguments that it needs; `None` if that is
/// not to be had.
fn part(
    side: ProgramSide<'_>,
    scop: &Scop,
    array: ArrayId,
    element: &[i64],
) -> Result<Option<(Module, SlicedElements)>> {
    let Some((domains, elements)) = needed(scop, array, element)? else {
        return Ok(None);
    };
    let Some(given) = given(side, scop, &elements)? else {
        return Ok(None);
    };
    let mut part = scop.clone();
    let mut all = UnionSet::empty(scop.context.space()?)?;
    for (stmt, domain) in part.stmts.iter_mut().zip(domains) {
        all = all.union(UnionSet::from_set(domain.clone())?)?;
        stmt.domain = domain;
    }
    part.schedule = part.schedule.intersect_domain(all)?;
    let module = polyvet_codegen::generate(&part, side.module, side.func).ok();
    Ok(module.map(|module| (module, given)))
}

/// The elements of arguments among some of all arrays; `None` if they are too many.
fn given(
    side: ProgramSide<'_>,
    scop: &Scop,
    elements: &TiSlice<ArrayId, Option<Set>>,
) -> Result<Option<SlicedElements>> {
    let mut given = SlicedElements::new();
    for (argument, value) in scop.args.iter().enumerate() {
        let ty = side.module.ty(*value);
        let Some(shape) = extents(
            ty.shape()
                .filter(|_| ty.is_tensor() || matches!(ty, Type::MemRef { .. })),
        ) else {
            continue;
        };
        let flats = given.entry(argument).or_default();
        for (array, set) in scop.arrays.iter().zip(elements) {
            if let (true, Some(set)) = (array.value == Some(*value), set) {
                let Some(points) = set.points(GIVEN_MAX)? else {
                    return Ok(None);
                };
                flats.extend(points.iter().map(|point| flat(&shape, &point.coords)));
            }
        }
    }
    Ok(Some(given))
}

fn extents(shape: Option<&[Dim]>) -> Option<Vec<i64>> {
    let extent = |dim: &Dim| match dim {
        Dim::Static(extent) => i64::try_from(*extent).ok(),
        _ => None,
    };
    shape?.iter().map(extent).collect()
}

/// For each statement the instances that an element depends on, and for each array the elements; both are upper bounds.
type Needed = (TiVec<StmtId, Set>, TiVec<ArrayId, Option<Set>>);

/// What an element depends on; `None` if the search does not settle.
fn needed(scop: &Scop, array: ArrayId, element: &[i64]) -> Result<Option<Needed>> {
    let mut elements: TiVec<ArrayId, Option<Set>> = vec![None; scop.arrays.len()].into();
    let list: Vec<String> = element.iter().map(i64::to_string).collect();
    let name = &scop.arrays[array].name;
    elements[array] = Some(Set::parse(&scop.ctx, &format!("{{ {name}[{}] }}", list.join(", ")))?);
    for _ in 0..ROUNDS {
        let domains = scop
            .stmts
            .iter()
            .map(|stmt| writers(stmt, &elements))
            .collect::<Result<TiVec<StmtId, Set>>>()?;
        let mut grew = false;
        for (stmt, domain) in scop.stmts.iter().zip(&domains) {
            for access in stmt.accesses.iter().filter(|access| !access.kind.is_write()) {
                let read = domain.clone().apply(access.relation.clone())?;
                let slot = &mut elements[access.array];
                let more = match slot.take() {
                    Some(known) if read.is_subset(&known)? => known,
                    Some(known) => {
                        grew = true;
                        known.union(read)?.coalesce()?
                    }
                    None => {
                        grew |= !read.is_empty()?;
                        read
                    }
                };
                *slot = Some(more);
            }
        }
        if !grew {
            return Ok(Some((domains, elements)));
        }
    }
    Ok(None)
}

/// The instances of a statement that write one of these elements.
fn writers(stmt: &polyvet_analysis::Stmt, elements: &TiSlice<ArrayId, Option<Set>>) -> Result<Set> {
    let mut domain = Set::empty(stmt.domain.space()?)?;
    for access in stmt.accesses.iter().filter(|access| access.kind.is_write()) {
        if let Some(needed) = &elements[access.array] {
            let writes = access.relation.clone().reverse()?;
            let writers = needed.clone().apply(writes)?.intersect(stmt.domain.clone())?;
            domain = domain.union(writers)?;
        }
    }
    domain.coalesce()
}
