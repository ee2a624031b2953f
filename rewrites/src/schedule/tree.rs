//! Schedule trees as plain data, for transforms that move whole subtrees.
//!
//! [`PerfectNest`](crate::schedule::PerfectNest) serves what stays in one perfect nest; where a loop becomes several, or several
//! become one, the tree is taken apart here, changed, and built anew. What is kept is what decides
//! times and claims: loops with their marks, sequences and sets.

use std::collections::HashSet;

use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_poly::{
    Schedule, ScheduleNode, ScheduleNodeKind, UnionMap, UnionPwAff, UnionPwMultiAff, UnionSet, UnionSetList, Val,
};

use crate::ScriptName;
use crate::schedule::Inapplicable;
use crate::schedule::given::kind_name;
use crate::schedule::nest::{as_map, find, not_symbolic};
use crate::schedule::transform::reschedule;
use polyvet_analysis::Mark;
use polyvet_analysis::loops::{LoopMarks, loop_names};
use polyvet_analysis::loops::{fresh_in, insert, level_of, reserved};

type Result<T> = std::result::Result<T, Inapplicable>;

/// A node below the domain, and what is below that.
#[derive(Clone, Debug)]
pub(crate) enum ScheduleTree {
    /// The instances themselves.
    Leaf,
    /// A loop and its marks.
    Loop(Box<LoopMarks>, Box<ScheduleTree>),
    /// A sequence (ordered) or a set: which instances each child has.
    Branch {
        ordered: bool,
        children: Vec<(UnionSet, ScheduleTree)>,
    },
}

impl ScheduleTree {
    /// The whole tree of a schedule with one loop a band.
    pub fn of(schedule: &Schedule) -> Result<ScheduleTree> {
        ScheduleTree::at(&schedule.root()?, Vec::new())
    }

    fn at(node: &ScheduleNode, marks: Vec<Mark>) -> Result<ScheduleTree> {
        let only = |marks| ScheduleTree::at(&node.get_child(0)?, marks);
        Ok(match node.kind()? {
            ScheduleNodeKind::Leaf => ScheduleTree::Leaf,
            ScheduleNodeKind::Domain | ScheduleNodeKind::Context => only(Vec::new())?,
            ScheduleNodeKind::Mark => {
                let mut marks = marks;
                marks.extend(Mark::of(node)?);
                only(marks)?
            }
            ScheduleNodeKind::Band => ScheduleTree::Loop(Box::new(level_of(node, marks)?), Box::new(only(Vec::new())?)),
            ScheduleNodeKind::Filter => ScheduleTree::Branch {
                ordered: true,
                children: vec![(node.filter_get_filter()?, only(Vec::new())?)],
            },
            kind @ (ScheduleNodeKind::Sequence | ScheduleNodeKind::Set) => {
                let child = |at| {
                    let filter = node.get_child(at)?;
                    Ok((
                        filter.filter_get_filter()?,
                        ScheduleTree::at(&filter.get_child(0)?, Vec::new())?,
                    ))
                };
                ScheduleTree::Branch {
                    ordered: kind == ScheduleNodeKind::Sequence,
                    children: (0..node.n_children()?).map(child).collect::<Result<_>>()?,
                }
            }
            kind => return Err(Inapplicable::ForeignNode { kind: kind_name(kind) }),
        })
    }

    /// The schedule of `domain` in the order of the tree.
    pub fn schedule(self, domain: UnionSet) -> Result<Schedule> {
        let leaf = Schedule::from_domain(domain)?.root()?.first_child()?;
        Ok(self.build(leaf)?.schedule()?)
    }

    fn build(self, at: ScheduleNode) -> polyvet_poly::Result<ScheduleNode> {
        match self {
            ScheduleTree::Leaf => Ok(at),
            ScheduleTree::Loop(level, below) => insert(below.build(at)?, *level),
            ScheduleTree::Branch { ordered, children } => {
                let filters = children.iter().map(|(filter, _)| filter.clone());
                let filters = UnionSetList::from_sets(at.ctx(), filters)?;
                let mut at = match ordered {
                    true => at.insert_sequence(filters)?,
                    false => at.insert_set(filters)?,
                };
                for (child, (_, below)) in children.into_iter().enumerate() {
                    if !matches!(below, ScheduleTree::Leaf) {
                        at = below.build(at.grandchild(child, 0)?)?.grandparent()?;
                    }
                }
                Ok(at)
            }
        }
    }

    /// The parts one after the other; a lone one stands by itself.
    pub fn in_order(mut parts: Vec<(UnionSet, ScheduleTree)>) -> ScheduleTree {
        match parts.len() {
            1 => parts.remove(0).1,
            _ => ScheduleTree::Branch {
                ordered: true,
                children: parts,
            },
        }
    }

    /// The names of the statements of `instances`, in the order of the tree.
    pub fn stmts(&self, instances: &UnionSet) -> Result<Vec<String>> {
        let mut found = Vec::new();
        match self {
            ScheduleTree::Leaf => {
                let mut names = Vec::new();
                for set in instances.sets()? {
                    names.extend(set.tuple_name()?);
                }
                names.sort();
                found = names;
            }
            ScheduleTree::Loop(_, below) => found = below.stmts(instances)?,
            ScheduleTree::Branch { children, .. } => {
                for (filter, below) in children {
                    for name in below.stmts(&instances.clone().intersect(filter.clone())?)? {
                        if !found.contains(&name) {
                            found.push(name);
                        }
                    }
                }
            }
        }
        Ok(found)
    }

    /// A sequence of those parts that have instances; a lone one stands by itself.
    pub fn sequence(parts: impl IntoIterator<Item = (UnionSet, ScheduleTree)>) -> Result<ScheduleTree> {
        let mut children = Vec::new();
        for (instances, below) in parts {
            if !instances.is_empty()? {
                children.push((instances, below));
            }
        }
        Ok(ScheduleTree::in_order(children))
    }

    /// What is left of the tree for some of its instances.
    pub fn restrict(&self, instances: &UnionSet) -> Result<ScheduleTree> {
        Ok(match self {
            ScheduleTree::Leaf => ScheduleTree::Leaf,
            ScheduleTree::Loop(level, below) => {
                let mut level = level.clone();
                level.times = level.times.intersect_domain(instances.clone())?;
                ScheduleTree::Loop(level, Box::new(below.restrict(instances)?))
            }
            ScheduleTree::Branch { ordered, children } => {
                let mut kept = Vec::new();
                for (filter, below) in children {
                    let filter = filter.clone().intersect(instances.clone())?;
                    if !filter.is_empty()? {
                        kept.push((filter, below.restrict(instances)?));
                    }
                }
                match kept.len() {
                    0 => ScheduleTree::Leaf,
                    1 => kept.remove(0).1,
                    _ => ScheduleTree::Branch {
                        ordered: *ordered,
                        children: kept,
                    },
                }
            }
        })
    }

    /// The tree with a loop inside all others, once for each leaf.
    pub fn innermost(self, level: &LoopMarks) -> ScheduleTree {
        match self {
            ScheduleTree::Leaf => ScheduleTree::Loop(Box::new(level.clone()), Box::new(ScheduleTree::Leaf)),
            ScheduleTree::Loop(outer, below) => ScheduleTree::Loop(outer, Box::new(below.innermost(level))),
            ScheduleTree::Branch { ordered, children } => ScheduleTree::Branch {
                ordered,
                children: children
                    .into_iter()
                    .map(|(filter, below)| (filter, below.innermost(level)))
                    .collect(),
            },
        }
    }

    /// All loops, outer before inner, in order.
    pub fn levels(&mut self) -> Vec<&mut LoopMarks> {
        match self {
            ScheduleTree::Leaf => Vec::new(),
            ScheduleTree::Loop(level, below) => std::iter::once(&mut **level).chain(below.levels()).collect(),
            ScheduleTree::Branch { children, .. } => {
                children.iter_mut().flat_map(|(_, below)| below.levels()).collect()
            }
        }
    }

    /// The same tree with loops of other names.
    pub fn renamed(mut self, names: &mut TakenNames) -> ScheduleTree {
        for level in self.levels() {
            level.name = names.fresh(&level.name);
        }
        self
    }

    fn down(&mut self, path: &[usize]) -> &mut ScheduleTree {
        let Some((first, rest)) = path.split_first() else {
            return self;
        };
        match self {
            ScheduleTree::Leaf => unreachable!("a path ends in the tree"),
            ScheduleTree::Loop(_, below) => below.down(rest),
            ScheduleTree::Branch { children, .. } => children[*first].1.down(rest),
        }
    }
}

/// Names that new loops must not have.
pub(crate) struct TakenNames(HashSet<String>);

impl TakenNames {
    /// `base`, or `base_1`, `base_2`, .. if that is taken; then it is taken.
    pub fn fresh(&mut self, base: &str) -> String {
        let name = fresh_in(base, &self.0);
        self.0.insert(name.clone());
        name
    }
}

/// A loop of a tree, and the tree to put something else in its place.
pub(crate) struct LoopPlace<'s> {
    scop: &'s Scop,
    node: ScheduleNode,
    tree: ScheduleTree,
    path: Vec<usize>,
    /// The names of all loops.
    pub names: TakenNames,
    /// Instances below the loop.
    pub instances: UnionSet,
    /// `{ S[i] -> [o] }`: times of the loops around it.
    pub outer: UnionMap,
}

impl<'s> LoopPlace<'s> {
    /// The place of the loop called `name`, above `stmt` if one is given; `None` if nothing runs in it.
    pub fn of(scop: &'s Scop, name: &ScriptName, stmt: Option<&ScriptName>) -> Result<Option<LoopPlace<'s>>> {
        let node = match find(scop, name, stmt) {
            Err(Inapplicable::NeverRuns { .. }) => return Ok(None),
            node => node?,
        };
        not_symbolic(name, &node)?;
        let tree = ScheduleTree::of(&node.schedule()?)?;
        let path = path_of(&node)?;
        let mut names = reserved(scop);
        names.extend(loop_names(&node.schedule()?)?);
        let instances = node.domain()?.intersect(scop.domain()?)?;
        let instances = instances.intersect_params(scop.context.clone())?.coalesce()?;
        if instances.is_empty()? {
            return Ok(None);
        }
        let outer = node.prefix_schedule_union_map()?;
        let outer = outer.intersect_domain(instances.clone())?;
        Ok(Some(LoopPlace {
            scop,
            node,
            tree,
            path,
            names: TakenNames(names),
            instances,
            outer,
        }))
    }

    /// The loop and what is below it.
    pub fn take(&mut self) -> (LoopMarks, ScheduleTree) {
        match std::mem::replace(self.tree.down(&self.path), ScheduleTree::Leaf) {
            ScheduleTree::Loop(level, below) => (*level, *below),
            _ => unreachable!("a place is that of a loop"),
        }
    }

    /// The sequence or set around the loop and which of its children the loop is; `None` if there is none.
    pub fn around(&mut self) -> Option<(&mut Vec<(UnionSet, ScheduleTree)>, usize)> {
        let (at, above) = self.path.split_last()?;
        match self.tree.down(above) {
            ScheduleTree::Branch { children, .. } => Some((children, *at)),
            _ => None,
        }
    }

    /// As [`LoopPlace::outer`] and [`LoopPlace::instances`], of the sequence around the loop; `None` if there is none.
    pub fn sequence(&self) -> Result<Option<(UnionMap, UnionSet)>> {
        let mut node = self.node.clone().parent()?;
        while node.kind()? == ScheduleNodeKind::Mark {
            node = node.parent()?;
        }
        if node.kind()? != ScheduleNodeKind::Filter || node.parent_kind()? != ScheduleNodeKind::Sequence {
            return Ok(None);
        }
        let sequence = node.parent()?;
        let instances = sequence.domain()?.intersect(self.scop.domain()?)?;
        let instances = instances.intersect_params(self.scop.context.clone())?.coalesce()?;
        let outer = sequence.prefix_schedule_union_map()?;
        Ok(Some((outer.intersect_domain(instances.clone())?, instances)))
    }

    /// True if both loops stand directly below the same sequence.
    pub fn is_beside(&self, other: &LoopPlace) -> bool {
        let above = |path: &[usize]| path.split_last().map(|(_, above)| above.to_vec());
        self.path != other.path && above(&self.path) == above(&other.path)
    }

    /// Which child of the node above it the loop is.
    pub fn index(&self) -> usize {
        self.path.last().copied().unwrap_or(0)
    }

    /// The model with `tree` where the loop was.
    pub fn put(mut self, tree: ScheduleTree) -> Result<Rewrite> {
        *self.tree.down(&self.path) = tree;
        self.finish()
    }

    /// The model with `tree` where the sequence around the loop was.
    pub fn put_around(mut self, tree: ScheduleTree) -> Result<Rewrite> {
        let above = self.path.split_last().map_or(&[][..], |(_, above)| above).to_vec();
        *self.tree.down(&above) = tree;
        self.path = above;
        self.finish()
    }

    /// The loops around the loop, outermost first.
    pub fn above(&self) -> Vec<&LoopMarks> {
        let (mut found, mut tree) = (Vec::new(), &self.tree);
        for child in &self.path {
            tree = match tree {
                ScheduleTree::Leaf => break,
                ScheduleTree::Loop(level, below) => {
                    found.push(&**level);
                    below
                }
                ScheduleTree::Branch { children, .. } => &children[*child].1,
            };
        }
        found
    }

    /// The whole tree with `tree` where the loop was, after `change` has seen every node above: with the number of
    /// loops above that node, and which child of it is on the way.
    pub fn put_with(
        mut self,
        tree: ScheduleTree,
        mut change: impl FnMut(&mut ScheduleTree, usize, usize) -> Result<()>,
    ) -> Result<ScheduleTree> {
        *self.tree.down(&self.path) = tree;
        let (mut node, mut loops) = (&mut self.tree, 0);
        for child in &self.path {
            change(node, loops, *child)?;
            node = match node {
                ScheduleTree::Leaf => break,
                ScheduleTree::Loop(_, below) => {
                    loops += 1;
                    below
                }
                ScheduleTree::Branch { children, .. } => &mut children[*child].1,
            };
        }
        Ok(self.tree)
    }

    /// The model with the tree as it is now.
    pub fn finish(mut self) -> Result<Rewrite> {
        if let Some((_, above)) = self.path.split_last() {
            let node = self.tree.down(above);
            if let ScheduleTree::Branch { children, .. } = node
                && children.len() == 1
            {
                *node = children.remove(0).1;
            }
        }
        let schedule = self.tree.schedule(self.scop.schedule.domain()?)?;
        reschedule(self.scop, schedule)
    }

    /// The first and the last time of a loop at the place, for each instance of its iterations.
    pub fn range(&self, times: &UnionPwAff) -> Result<(UnionPwAff, UnionPwAff)> {
        range(&self.outer, &self.instances, times)
    }
}

/// The first and the last of `times` among the instances with equal `outer` times.
pub(crate) fn range(outer: &UnionMap, instances: &UnionSet, times: &UnionPwAff) -> Result<(UnionPwAff, UnionPwAff)> {
    let times = as_map(times)?.intersect_domain(instances.clone())?;
    let of_outer = outer.clone().reverse()?.apply_range(times)?;
    let here = |extreme: UnionMap| -> Result<UnionPwAff> {
        let function = UnionPwMultiAff::from_union_map(outer.clone().apply_range(extreme)?)?.coalesce()?;
        Ok(function.union_pw_aff(0)?.coalesce()?.gist(instances.clone())?)
    };
    Ok((here(of_outer.clone().lexmin()?)?, here(of_outer.lexmax()?)?))
}

/// The greatest number that divides all differences of the times that `instances` have.
pub(crate) fn stride(times: &UnionPwAff, instances: &UnionSet) -> Result<i64> {
    let all = instances.clone().apply(as_map(times)?)?;
    let mut common: Option<(i64, polyvet_poly::Set)> = None;
    for set in all.sets()? {
        let stride = small(&set.stride(0)?).unwrap_or(1).max(1);
        common = Some(match common {
            None => (stride, set),
            Some((_, other)) => {
                let both = other.union(set)?;
                (small(&both.stride(0)?).unwrap_or(1).max(1), both)
            }
        });
    }
    Ok(common.map_or(1, |(stride, _)| stride))
}

/// The number, if it fits.
pub(crate) fn small(value: &Val) -> Option<i64> {
    value.to_string().parse().ok()
}

/// Those of `instances` for which `value` is not negative.
pub(crate) fn where_non_negative(value: UnionPwAff, instances: &UnionSet) -> Result<UnionSet> {
    let mut found = instances.clone().subtract(instances.clone())?;
    for part in value.pw_affs()? {
        found = found.union(UnionSet::from_set(part.nonneg_set()?)?)?;
    }
    Ok(found.intersect(instances.clone())?.coalesce()?)
}

/// Children on the way from the root to a loop, as a [`ScheduleTree`] counts them.
fn path_of(node: &ScheduleNode) -> Result<Vec<usize>> {
    let mut path = Vec::new();
    let mut node = node.clone();
    while node.has_parent()? {
        let at = node.child_position()?;
        node = node.parent()?;
        match node.kind()? {
            ScheduleNodeKind::Band => path.push(0),
            ScheduleNodeKind::Sequence | ScheduleNodeKind::Set => path.push(at),
            ScheduleNodeKind::Filter
                if !matches!(node.parent_kind()?, ScheduleNodeKind::Sequence | ScheduleNodeKind::Set) =>
            {
                path.push(0)
            }
            _ => {}
        }
    }
    path.reverse();
    Ok(path)
}
