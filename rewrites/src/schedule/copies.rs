//! A buffer of its own for the part of an array that one iteration of a loop touches.
//!
//! With `t` the times of the loops down to the one asked for, the statements below it access `L[y]` where they accessed
//! `A[x]` before; `L` is filled from `A` when an iteration of the loop begins, and copied back when it ends. Which
//! elements are copied and where they go in `L` is for the caller to say. This rewrites storage, so whether it is right
//! is a question of values, not of order: `verify::validate` decides it.

use polyvet_analysis::ids::{ArrayId, LoopId};
use std::collections::HashSet;
use typed_index_collections::TiVec;

use polyvet_analysis::Mark;
use polyvet_analysis::scop::{
    Access, AccessKind, Array, ArrayKind, Loop, Payload, PayloadKind, PayloadNode, Scop, Stmt,
};
use polyvet_poly::{DimKind, Map, PwAff, UnionMap, UnionPwAff, UnionSet};

use crate::ScriptName;
use crate::schedule::Inapplicable;
use crate::schedule::nest::as_map;
use crate::schedule::tree::{LoopPlace, ScheduleTree, TakenNames};
use polyvet_analysis::loops::LoopMarks;
use polyvet_analysis::loops::fresh_in;

/// What one iteration of a loop runs.
#[derive(Clone, Debug)]
pub struct IterationBody {
    /// `{ S[i] }`: the instances below the loop.
    pub instances: UnionSet,
    /// `{ S[i] -> [t] }`: times of the loops down to this one.
    pub times: UnionMap,
    /// How many loops these are.
    pub depth: usize,
    /// A loop down to this one that is claimed to be parallel.
    pub parallel: Option<String>,
}

/// Which elements of an array have a place in a local buffer.
#[derive(Clone, Debug)]
pub struct Local {
    /// Index into [`Scop::arrays`].
    pub array: ArrayId,
    /// `{ [[t] -> A[x]] -> [y] }`: where an element is in the buffer. One to one for each `t`.
    pub place: Map,
    /// Extents of the buffer.
    pub extents: Vec<PwAff>,
    /// `{ [t] -> A[x] }`: copied in when an iteration begins.
    pub incoming: Map,
    /// `{ [t] -> A[x] }`: copied back when it ends.
    pub outgoing: Map,
}

/// What an iteration of the loop called `name` runs; `None` if nothing runs in it.
///
/// # Errors
/// There is no such loop, or several.
pub fn body_of(scop: &Scop, name: &ScriptName) -> Result<Option<IterationBody>, Inapplicable> {
    let Some(mut place) = LoopPlace::of(scop, name, None)? else {
        return Ok(None);
    };
    let parallel = place.above().into_iter().find(|level| is_parallel(level));
    let parallel = parallel.map(|level| level.name.clone());
    let instances = place.instances.clone();
    let outer = place.outer.clone();
    let (level, _) = place.take();
    let times = outer.flat_range_product(as_map(&level.times)?)?;
    let parallel = parallel.or_else(|| is_parallel(&level).then(|| level.name.clone()));
    let depth = match times.maps()?.first() {
        Some(map) => map.dim(DimKind::Out)?,
        None => return Ok(None),
    };
    Ok(Some(IterationBody {
        times: times.intersect_domain(instances.clone())?,
        instances,
        depth,
        parallel,
    }))
}

fn is_parallel(level: &LoopMarks) -> bool {
    level.marks.contains(&Mark::Parallel)
}

/// The model in which the instances below the loop called `name` work on a local buffer.
///
/// # Errors
/// As [`body_of`].
pub fn with_local(scop: &Scop, name: &ScriptName, local: &Local) -> Result<Scop, Inapplicable> {
    let Some(mut place) = LoopPlace::of(scop, name, None)? else {
        return Ok(scop.clone());
    };
    let Some(body) = body_of(scop, name)? else {
        return Ok(scop.clone());
    };
    let mut after = scop.clone();
    let buffer = add_array(&mut after, local)?;
    redirect(&mut after, &body, local, buffer)?;
    let mut names: Vec<String> = place.above().iter().map(|level| level.name.clone()).collect();
    let (level, below) = place.take();
    names.push(level.name.clone());
    names.extend((0..local.extents.len()).map(|at| place.names.fresh(&format!("x{at}"))));
    let mut children = vec![(body.instances.clone(), below)];
    let mut added = Vec::new();
    for (which, elements) in [("copy_in", &local.incoming), ("copy_out", &local.outgoing)] {
        let mut copy = Copy::of(&after, local, elements, (buffer, which), (&names, body.depth))?;
        if copy.stmt.domain.is_empty()? {
            continue;
        }
        let tree = copy.tree(added.is_empty(), &mut place.names)?;
        let part = (copy.instances()?, tree);
        match which {
            "copy_in" => children.insert(0, part),
            _ => children.push(part),
        }
        after.loops.append(&mut copy.loops);
        added.push(copy);
    }
    if added.is_empty() {
        return Ok(after);
    }
    let mut level = level;
    for copy in &added {
        level.times = level.times.union_add(copy.time(body.depth - 1)?)?;
    }
    let tree = ScheduleTree::Loop(Box::new(level), Box::new(ScheduleTree::in_order(children)));
    let extend = |tree: &mut ScheduleTree, at: usize, child: usize| -> Result<(), Inapplicable> {
        for copy in &added {
            match tree {
                ScheduleTree::Leaf => {}
                ScheduleTree::Loop(level, _) => level.times = level.times.clone().union_add(copy.time(at)?)?,
                ScheduleTree::Branch { children, .. } => {
                    children[child].0 = children[child].0.clone().union(copy.instances()?)?;
                }
            }
        }
        Ok(())
    };
    let tree = place.put_with(tree, extend)?;
    after.stmts.extend(added.into_iter().map(|copy| copy.stmt));
    after.schedule = tree.schedule(after.domain()?)?;
    Ok(after)
}

/// The array of the buffer.
fn add_array(scop: &mut Scop, local: &Local) -> Result<ArrayId, Inapplicable> {
    let of = &scop.arrays[local.array];
    let taken: HashSet<String> = scop.arrays.iter().map(|array| array.name.clone()).collect();
    let array = Array {
        name: fresh_in(&format!("{}_local", of.name), &taken),
        elem: of.elem.clone(),
        extents: local.extents.iter().cloned().map(Some).collect(),
        kind: ArrayKind::Local,
        value: None,
        symbol: None,
        versions: Vec::new(),
        may_be_unwritten: false,
        layout: None,
        space: None,
        span: of.span,
    };
    Ok(scop.arrays.push_and_get_key(array))
}

/// Lets the statements below the loop access the buffer.
fn redirect(scop: &mut Scop, body: &IterationBody, local: &Local, buffer: ArrayId) -> Result<(), Inapplicable> {
    let name = scop.arrays[buffer].name.clone();
    for times in body.times.maps()? {
        let Some(stmt) = times.tuple_name(DimKind::In)?.and_then(|stmt| scop.stmt_named(&stmt)) else {
            continue;
        };
        for access in scop.stmts[stmt]
            .accesses
            .iter_mut()
            .filter(|access| access.array == local.array)
        {
            // { S[i] -> [[t] -> A[x]] }
            let pairs = times.clone().range_product(access.relation.clone())?;
            let relation = pairs.apply_range(local.place.clone())?.coalesce()?;
            access.relation = relation.set_tuple_name(DimKind::Out, &name)?;
            access.array = buffer;
        }
    }
    Ok(())
}

/// A statement that copies elements, `copy[t, y]`.
struct Copy {
    stmt: Stmt,
    loops: TiVec<LoopId, Loop>,
    depth: usize,
    rank: usize,
}

impl Copy {
    fn of(
        scop: &Scop,
        local: &Local,
        elements: &Map,
        (buffer, which): (ArrayId, &str),
        (names, depth): (&[String], usize),
    ) -> Result<Copy, Inapplicable> {
        let taken: HashSet<String> = scop.stmts.iter().map(|stmt| stmt.name.clone()).collect();
        let name = fresh_in(which, &taken);
        let rank = local.extents.len();
        let (t, y) = (list("t", depth), list("y", rank));
        // { [y, t] -> A[x] }
        let there = local.place.clone().intersect_domain(elements.clone().wrap()?)?;
        let there = there.reverse()?.uncurry()?.flatten_domain()?;
        let swap = format!(
            "{{ [{}] -> {name}[{}] }}",
            [&y[..], &t].concat().join(", "),
            [&t[..], &y].concat().join(", ")
        );
        let there = there.apply_domain(Map::parse(&scop.ctx, &swap)?)?.coalesce()?;
        let array = &scop.arrays[buffer];
        let all = [&t[..], &y].concat().join(", ");
        let here = format!("{{ {name}[{all}] -> {}[{}] }}", array.name, y.join(", "));
        let here = Map::parse(&scop.ctx, &here)?.align_params(there.space()?)?;
        let mut domain = there.clone().domain()?;
        for (at, name) in names.iter().enumerate() {
            domain = domain.set_dim_name(DimKind::Set, at, name)?;
        }
        let access = |kind, array, relation| Access {
            kind,
            array,
            relation,
            span: scop.arrays[local.array].span,
        };
        let (from, to) = match which {
            "copy_in" => ((local.array, there), (buffer, here)),
            _ => ((buffer, here), (local.array, there)),
        };
        let mut accesses = TiVec::new();
        let read = accesses.push_and_get_key(access(AccessKind::Read, from.0, from.1));
        let write = accesses.push_and_get_key(access(AccessKind::MustWrite, to.0, to.1));
        let value = PayloadNode {
            kind: PayloadKind::Read(read),
            ty: array.elem.clone(),
            span: array.span,
        };
        let place_of = |name: &String| scop.loops.position(|one| one.name == *name);
        let added = |name: &String| Loop {
            name: name.clone(),
            op: None,
            induction: None,
            claim: None,
            unsigned: false,
            partition: false,
            workers: None,
            strip: None,
            span: array.span,
        };
        let mut loops = TiVec::new();
        let numbers = names.iter().map(|name| {
            place_of(name).unwrap_or_else(|| {
                // Where it is once the loops are appended.
                let number = LoopId::from(scop.loops.len() + loops.len());
                loops.push(added(name));
                number
            })
        });
        let stmt = Stmt {
            dims: names.to_vec(),
            loops: numbers.collect(),
            domain,
            accesses,
            may: false,
            payload: Some(Payload {
                nodes: vec![value],
                stores: vec![(write, 0)],
            }),
            reduction: None,
            op: None,
            span: array.span,
            name,
        };
        Ok(Copy {
            stmt,
            loops,
            depth,
            rank,
        })
    }

    fn instances(&self) -> Result<UnionSet, Inapplicable> {
        Ok(UnionSet::from_set(self.stmt.domain.clone())?)
    }

    /// `{ copy[t, y] -> (the value of one dimension) }`
    fn time(&self, at: usize) -> Result<UnionPwAff, Inapplicable> {
        let dims = list("t", self.depth + self.rank);
        let text = format!("{{ {}[{}] -> [({})] }}", self.stmt.name, dims.join(", "), dims[at]);
        let time = UnionPwAff::parse(self.stmt.domain.ctx(), &text)?;
        Ok(time.intersect_domain(self.instances()?)?)
    }

    /// The loops over the elements, by the names of the dimensions where these are still free.
    fn tree(&self, free: bool, names: &mut TakenNames) -> Result<ScheduleTree, Inapplicable> {
        let mut tree = ScheduleTree::Leaf;
        for at in (0..self.rank).rev() {
            let wish = &self.stmt.dims[self.depth + at];
            let level = LoopMarks {
                name: if free { wish.clone() } else { names.fresh(wish) },
                marks: Vec::new(),
                times: self.time(self.depth + at)?,
            };
            tree = ScheduleTree::Loop(Box::new(level), Box::new(tree));
        }
        Ok(tree)
    }
}

fn list(letter: &str, count: usize) -> Vec<String> {
    (0..count).map(|at| format!("{letter}{at}")).collect()
}
