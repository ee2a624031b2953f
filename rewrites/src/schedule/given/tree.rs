//! Schedule trees taken apart, so that what repeats from text to text is read and looked at once.

use std::collections::HashMap;
use std::rc::Rc;

use polyvet_analysis::{PARALLEL, VECTOR};
use polyvet_poly::{
    DimKind, Id, MAX_TEXT_DEPTH, MultiUnionPwAff, NodeKind, PolyError, Result as PolyResult, ScheduleNode, Set,
    UnionSet, UnionSetList,
};

use super::Result;
use super::check::{Model, Part};
use super::text::Node;
use crate::schedule::Inapplicable;

/// A node below the domain, and what is below that.
pub enum Tree {
    Leaf,
    Mark(String, Box<Tree>),
    /// Says nothing of times.
    Context(Box<Tree>),
    Band(Rc<Band>, Box<Tree>),
    /// A sequence, a set or a lone filter; each child is a filter.
    Branch {
        ordered: bool,
        children: Vec<(Rc<Filter>, Tree)>,
    },
}

/// A band and where it is defined.
pub struct Band {
    times: MultiUnionPwAff,
    /// One member and a name.
    pub is_loop: bool,
    /// For each member the statements that have times; `None`: all instances have.
    pub members: Vec<Vec<(usize, Option<Set>)>>,
}

/// A filter.
pub struct Filter {
    set: UnionSet,
    /// What passes; true: all instances of the statement.
    pub parts: Vec<(Part, bool)>,
}

impl Band {
    fn of(model: &Model, times: MultiUnionPwAff) -> Result<Band> {
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
        Ok(Band {
            times,
            is_loop,
            members,
        })
    }
}

impl Filter {
    fn of(model: &Model, set: UnionSet) -> Result<Filter> {
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
pub struct Cache {
    bands: HashMap<String, Rc<Band>>,
    filters: HashMap<String, Rc<Filter>>,
    /// Length of all texts together.
    bytes: usize,
}

/// When to forget everything.
const CACHE_BYTES_MAX: usize = 16 << 20;

impl Cache {
    /// The tree that a text describes.
    pub fn tree(&mut self, model: &Model, node: &Node) -> Result<Tree> {
        Ok(match node {
            Node::Leaf => Tree::Leaf,
            Node::Domain(..) => return Err(Inapplicable::ForeignNode { kind: "domain" }),
            Node::Mark(mark, below) => Tree::Mark((*mark).to_owned(), Box::new(self.tree(model, below)?)),
            Node::Band(times, below) => {
                let band = self.band(model, times)?;
                Tree::Band(band, Box::new(self.tree(model, below)?))
            }
            Node::Sequence(children) => self.branch(model, true, children)?,
            Node::Set(children) => self.branch(model, false, children)?,
        })
    }

    fn branch(&mut self, model: &Model, ordered: bool, nodes: &[(&str, Node)]) -> Result<Tree> {
        let mut children = Vec::with_capacity(nodes.len());
        for (filter, below) in nodes {
            children.push((self.filter(model, filter)?, self.tree(model, below)?));
        }
        Ok(Tree::Branch { ordered, children })
    }

    fn band(&mut self, model: &Model, text: &str) -> Result<Rc<Band>> {
        if let Some(known) = self.bands.get(text) {
            return Ok(known.clone());
        }
        // As isl does when a function becomes a band.
        let times = MultiUnionPwAff::parse(&model.scop.ctx, text)?.floor()?;
        let band = Rc::new(Band::of(model, times)?);
        self.make_room(text);
        self.bands.insert(text.to_owned(), band.clone());
        Ok(band)
    }

    fn filter(&mut self, model: &Model, text: &str) -> Result<Rc<Filter>> {
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
            *self = Cache::default();
        }
        self.bytes += text.len();
    }
}

impl Tree {
    /// What stands at `node` and below.
    pub fn of(model: &Model, node: &ScheduleNode, depth: usize) -> Result<Tree> {
        if depth > MAX_TEXT_DEPTH {
            return Err(PolyError::TooDeep {
                at: 0,
                limit: MAX_TEXT_DEPTH,
            }
            .into());
        }
        let only = |node: &ScheduleNode| Tree::of(model, &node.get_child(0)?, depth + 1).map(Box::new);
        let filter =
            |node: &ScheduleNode| -> Result<Rc<Filter>> { Ok(Rc::new(Filter::of(model, node.filter_get_filter()?)?)) };
        Ok(match node.kind()? {
            NodeKind::Leaf => Tree::Leaf,
            NodeKind::Mark => Tree::Mark(node.mark_name()?.unwrap_or_default(), only(node)?),
            NodeKind::Context => Tree::Context(only(node)?),
            NodeKind::Band => {
                let band = Band::of(model, node.band_get_partial_schedule()?)?;
                Tree::Band(Rc::new(band), only(node)?)
            }
            NodeKind::Filter => Tree::Branch {
                ordered: true,
                children: vec![(filter(node)?, *only(node)?)],
            },
            kind @ (NodeKind::Sequence | NodeKind::Set) => {
                let mut children = Vec::new();
                for at in 0..node.n_children()? {
                    let child = node.get_child(at)?;
                    children.push((filter(&child)?, *only(&child)?));
                }
                Tree::Branch {
                    ordered: kind == NodeKind::Sequence,
                    children,
                }
            }
            kind => return Err(Inapplicable::ForeignNode { kind: kind_name(kind) }),
        })
    }

    /// Whether a mark that claims something of loops stands apart from the band it is about.
    pub fn has_stray_marks(&self) -> bool {
        fn below(tree: &Tree, claims: bool, apart: bool) -> bool {
            match tree {
                Tree::Leaf => false,
                Tree::Mark(mark, inner) => below(inner, claims || is_claim(mark), apart),
                Tree::Context(inner) => below(inner, claims, claims),
                // A band of no members goes, and its marks are about what is below.
                Tree::Band(band, inner) if band.members.is_empty() => below(inner, claims, apart),
                Tree::Band(_, inner) => claims && apart || below(inner, false, false),
                Tree::Branch { children, .. } => children.iter().any(|(_, inner)| below(inner, claims, claims)),
            }
        }
        below(self, false, false)
    }

    /// Puts the tree where the leaf `at` is; the result is its topmost node, in the same place.
    pub fn build(&self, at: ScheduleNode) -> PolyResult<ScheduleNode> {
        match self {
            Tree::Leaf => Ok(at),
            Tree::Context(below) => below.build(at),
            Tree::Mark(mark, below) => {
                let id = Id::named(at.ctx(), mark)?;
                below.build(at)?.insert_mark(id)
            }
            Tree::Band(band, below) => below.build(at)?.insert_partial_schedule(band.times.clone()),
            Tree::Branch { ordered, children } => {
                let filters = children.iter().map(|(filter, _)| filter.set.clone());
                let filters = UnionSetList::from_sets(at.ctx(), filters)?;
                let mut at = if *ordered {
                    at.insert_sequence(filters)?
                } else {
                    at.insert_set(filters)?
                };
                for (child, (_, below)) in children.iter().enumerate() {
                    if !matches!(below, Tree::Leaf) {
                        at = below.build(at.grandchild(child, 0)?)?.grandparent()?;
                    }
                }
                Ok(at)
            }
        }
    }
}

/// Whether a mark says that iterations of a loop may run in any order.
pub fn is_claim(mark: &str) -> bool {
    mark == PARALLEL || mark == VECTOR
}

/// As in isl's texts.
pub fn kind_name(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Band => "band",
        NodeKind::Context => "context",
        NodeKind::Domain => "domain",
        NodeKind::Expansion => "expansion",
        NodeKind::Extension => "extension",
        NodeKind::Filter => "filter",
        NodeKind::Leaf => "leaf",
        NodeKind::Guard => "guard",
        NodeKind::Mark => "mark",
        NodeKind::Sequence => "sequence",
        NodeKind::Set => "set",
    }
}
