//! Schedule trees taken apart, so that what repeats from text to text is read and looked at once.

use polyvet_analysis::ids::StmtId;
use std::collections::HashMap;
use std::rc::Rc;

use polyvet_analysis::marks::Mark;
use polyvet_poly::{
    DimKind, MAX_TEXT_DEPTH, MultiUnionPwAff, PolyError, Result as PolyResult, ScheduleNode, ScheduleNodeKind, Set,
    UnionSet, UnionSetList,
};

use super::Result;
use super::check::{GivenModel, InstancePart};
use super::text::GivenNode;
use crate::schedule::Inapplicable;

/// A node below the domain, and what is below that.
pub enum GivenTree {
    Leaf,
    Mark(Mark, Box<GivenTree>),
    /// Says nothing of times.
    Context(Box<GivenTree>),
    Band(Rc<GivenBand>, Box<GivenTree>),
    /// A sequence, a set or a lone filter; each child is a filter.
    Branch {
        ordered: bool,
        children: Vec<(Rc<Filter>, GivenTree)>,
    },
}

/// A band and where it is defined.
pub struct GivenBand {
    times: MultiUnionPwAff,
    /// One member and a name.
    pub is_loop: bool,
    /// For each member the statements that have times; `None`: all instances have.
    pub members: Vec<Vec<(StmtId, Option<Set>)>>,
}

/// A filter.
pub struct Filter {
    set: UnionSet,
    /// What passes; true: all instances of the statement.
    pub parts: Vec<(InstancePart, bool)>,
}

impl GivenBand {
    fn of(model: &GivenModel, times: MultiUnionPwAff) -> Result<GivenBand> {
        let space = times.space()?;
        model.check_params(&space)?;
        let count = space.dim(DimKind::Set)?;
        let mut members = Vec::with_capacity(count);
        for member in 0..count {
            let mut timed = Vec::new();
            for function in times.at(member)?.pw_affs()? {
                let space = function.space()?;
                let stmt = model.stmt(space.tuple_name(DimKind::In)?, space.dim(DimKind::In)?)?;
                if function.involves_nan()? {
                    continue;
                }
                let defined = function.domain()?;
                let all = defined.plain_is_universe()?;
                timed.push((stmt, if all { None } else { Some(defined) }));
            }
            members.push(timed);
        }
        let is_loop = count == 1 && space.has_tuple_name(DimKind::Set)?;
        Ok(GivenBand {
            times,
            is_loop,
            members,
        })
    }
}

impl Filter {
    fn of(model: &GivenModel, set: UnionSet) -> Result<Filter> {
        model.check_params(&set.space()?)?;
        let parts = model.by_stmt(&set)?.into_iter();
        let parts = parts.map(|part| part.instances.plain_is_universe().map(|all| (part, all)));
        Ok(Filter {
            set,
            parts: parts.collect::<PolyResult<_>>()?,
        })
    }
}

/// Bands and filters by their texts.
#[derive(Default)]
pub struct TreeCache {
    bands: HashMap<String, Rc<GivenBand>>,
    filters: HashMap<String, Rc<Filter>>,
    /// Length of all texts together.
    bytes: usize,
}

/// When to forget everything.
const CACHE_BYTES_MAX: usize = 16 << 20;

impl TreeCache {
    /// The tree that a text describes.
    pub fn tree(&mut self, model: &GivenModel, node: &GivenNode) -> Result<GivenTree> {
        Ok(match node {
            GivenNode::Leaf => GivenTree::Leaf,
            GivenNode::Domain(..) => return Err(Inapplicable::ForeignNode { kind: "domain" }),
            GivenNode::Mark(mark, below) => {
                GivenTree::Mark(Mark::from((*mark).to_owned()), Box::new(self.tree(model, below)?))
            }
            GivenNode::Band(times, below) => {
                let band = self.band(model, times)?;
                GivenTree::Band(band, Box::new(self.tree(model, below)?))
            }
            GivenNode::Sequence(children) => self.branch(model, true, children)?,
            GivenNode::Set(children) => self.branch(model, false, children)?,
        })
    }

    fn branch(&mut self, model: &GivenModel, ordered: bool, nodes: &[(&str, GivenNode)]) -> Result<GivenTree> {
        let mut children = Vec::with_capacity(nodes.len());
        for (filter, below) in nodes {
            children.push((self.filter(model, filter)?, self.tree(model, below)?));
        }
        Ok(GivenTree::Branch { ordered, children })
    }

    fn band(&mut self, model: &GivenModel, text: &str) -> Result<Rc<GivenBand>> {
        if let Some(known) = self.bands.get(text) {
            return Ok(known.clone());
        }
        // As isl does when a function becomes a band.
        let times = MultiUnionPwAff::parse(&model.scop.ctx, text)?.floor()?;
        let band = Rc::new(GivenBand::of(model, times)?);
        self.make_room(text);
        self.bands.insert(text.to_owned(), band.clone());
        Ok(band)
    }

    fn filter(&mut self, model: &GivenModel, text: &str) -> Result<Rc<Filter>> {
        if let Some(known) = self.filters.get(text) {
            return Ok(known.clone());
        }
        let filter = Rc::new(Filter::of(model, UnionSet::parse(&model.scop.ctx, text)?)?);
        self.make_room(text);
        self.filters.insert(text.to_owned(), filter.clone());
        Ok(filter)
    }

    fn make_room(&mut self, text: &str) {
        if self.bytes + text.len() > CACHE_BYTES_MAX {
            *self = TreeCache::default();
        }
        self.bytes += text.len();
    }
}

impl GivenTree {
    /// What is at `node` and below.
    pub fn of(model: &GivenModel, node: &ScheduleNode, depth: usize) -> Result<GivenTree> {
        if depth > MAX_TEXT_DEPTH {
            return Err(PolyError::TooDeep {
                at: 0,
                limit: MAX_TEXT_DEPTH,
            }
            .into());
        }
        let only = |node: &ScheduleNode| GivenTree::of(model, &node.get_child(0)?, depth + 1).map(Box::new);
        let filter =
            |node: &ScheduleNode| -> Result<Rc<Filter>> { Ok(Rc::new(Filter::of(model, node.filter_get_filter()?)?)) };
        Ok(match node.kind()? {
            ScheduleNodeKind::Leaf => GivenTree::Leaf,
            ScheduleNodeKind::Mark => GivenTree::Mark(Mark::from(node.mark_name()?.unwrap_or_default()), only(node)?),
            ScheduleNodeKind::Context => GivenTree::Context(only(node)?),
            ScheduleNodeKind::Band => {
                let band = GivenBand::of(model, node.band_get_partial_schedule()?)?;
                GivenTree::Band(Rc::new(band), only(node)?)
            }
            ScheduleNodeKind::Filter => GivenTree::Branch {
                ordered: true,
                children: vec![(filter(node)?, *only(node)?)],
            },
            kind @ (ScheduleNodeKind::Sequence | ScheduleNodeKind::Set) => {
                let mut children = Vec::new();
                for at in 0..node.n_children()? {
                    let child = node.get_child(at)?;
                    children.push((filter(&child)?, *only(&child)?));
                }
                GivenTree::Branch {
                    ordered: kind == ScheduleNodeKind::Sequence,
                    children,
                }
            }
            kind => return Err(Inapplicable::ForeignNode { kind: kind_name(kind) }),
        })
    }

    /// Whether a mark that claims something of loops stands apart from the band it is about.
    pub fn has_stray_marks(&self) -> bool {
        fn below(tree: &GivenTree, claims: bool, apart: bool) -> bool {
            match tree {
                GivenTree::Leaf => false,
                GivenTree::Mark(mark, inner) => below(inner, claims || mark.claims_any_order(), apart),
                GivenTree::Context(inner) => below(inner, claims, claims),
                // A band of no members goes, and its marks are about what is below.
                GivenTree::Band(band, inner) if band.members.is_empty() => below(inner, claims, apart),
                GivenTree::Band(_, inner) => claims && apart || below(inner, false, false),
                GivenTree::Branch { children, .. } => children.iter().any(|(_, inner)| below(inner, claims, claims)),
            }
        }
        below(self, false, false)
    }

    /// Puts the tree where the leaf `at` is; the result is its topmost node, in the same place.
    pub fn build(&self, at: ScheduleNode) -> PolyResult<ScheduleNode> {
        match self {
            GivenTree::Leaf => Ok(at),
            GivenTree::Context(below) => below.build(at),
            GivenTree::Mark(mark, below) => mark.insert(below.build(at)?),
            GivenTree::Band(band, below) => below.build(at)?.insert_partial_schedule(band.times.clone()),
            GivenTree::Branch { ordered, children } => {
                let filters = children.iter().map(|(filter, _)| filter.set.clone());
                let filters = UnionSetList::from_sets(at.ctx(), filters)?;
                let mut at = if *ordered {
                    at.insert_sequence(filters)?
                } else {
                    at.insert_set(filters)?
                };
                for (child, (_, below)) in children.iter().enumerate() {
                    if !matches!(below, GivenTree::Leaf) {
                        at = below.build(at.grandchild(child, 0)?)?.grandparent()?;
                    }
                }
                Ok(at)
            }
        }
    }
}

/// As in isl's texts.
pub fn kind_name(kind: ScheduleNodeKind) -> &'static str {
    match kind {
        ScheduleNodeKind::Band => "band",
        ScheduleNodeKind::Context => "context",
        ScheduleNodeKind::Domain => "domain",
        ScheduleNodeKind::Expansion => "expansion",
        ScheduleNodeKind::Extension => "extension",
        ScheduleNodeKind::Filter => "filter",
        ScheduleNodeKind::Leaf => "leaf",
        ScheduleNodeKind::Guard => "guard",
        ScheduleNodeKind::Mark => "mark",
        ScheduleNodeKind::Sequence => "sequence",
        ScheduleNodeKind::Set => "set",
    }
}
