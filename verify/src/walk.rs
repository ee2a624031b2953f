//! One walk down a schedule tree that follows the dependences that are still undecided.
//!
//! At the root all dependences are undecided. On the way down,
//!
//! - a band member with functions `f` splits them: `f(source) > f(sink)` is a reversed order,
//!   `f(source) < f(sink)` is kept for good, and those with equal values stay undecided below;
//! - a sequence decides all pairs that go to different children; a set orders nothing between its
//!   children;
//! - a mark demands that no undecided pair differs in the band below it: "undecided" means just
//!   "equal time outside the band"; a mark apart from its band, with filters, sequences, sets or contexts between
//!   them, is a claim about the first band on each way down;
//! - a coincident member of a band is such a claim about this member alone;
//! - a band of tiles whose size is a parameter ([`Mark::TileBy`]) may run any two of its times
//!   in one tile or in two, so it decides nothing, and breaks what it could;
//! - what is undecided at a leaf has no order.
//!
//! This asks simpler questions than the lexicographic order of flat times, and stops early.

use crate::single::{self, MemberStep, PendingEquations, Single, UndecidedRest};
use polyvet_analysis::ids::StmtId;
use polyvet_analysis::{Mark, Scop};
use polyvet_poly::{
    Aff, DimKind, LocalSpace, Map, MultiUnionPwAff, PolyError, PwAff, Result, ScheduleNode, ScheduleNodeKind, Set,
    Space,
};
use std::collections::HashMap;

/// Dependences between two statements that outer nodes leave undecided.
#[derive(Clone, Debug)]
pub(crate) struct LiveDependences {
    /// Statements.
    pub source: StmtId,
    pub sink: StmtId,
    /// Whether only rounding depends on their order.
    pub reduction: bool,
    /// `{ S[i] -> T[j] }`
    pub map: Map,
    /// Equations that leave only some of them; empty in what an observer gets.
    pub pending: Vec<PendingEquations>,
}

impl LiveDependences {
    /// With exactly the pairs that are meant.
    fn settled(mut self) -> Result<LiveDependences> {
        for pending in std::mem::take(&mut self.pending) {
            self.map = pending.apply(self.map)?;
        }
        Ok(self)
    }
}

/// How a schedule breaks dependences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Break {
    /// The sink runs first.
    Reversed,
    /// Nothing orders the two.
    Unordered,
    /// The band below a mark, by name, runs them at the same time.
    Race(String),
}

/// Judges breaks; the walk ends when it has seen enough.
pub(crate) trait Observer {
    /// `broken` holds the pairs that are broken; they may exist only for parameters that do not count.
    fn on_break(&mut self, kind: Break, broken: LiveDependences) -> Result<bool>;

    /// Whether the order of such pairs may still say something.
    fn asks_order(&self, _pairs: &LiveDependences) -> bool {
        true
    }
}

pub(crate) struct ScheduleWalk<'a, O> {
    pub scop: &'a Scop,
    pub observer: &'a mut O,
}

/// What the marks above a band say about it.
#[derive(Clone, Default)]
struct MarksAbove {
    /// Its iterations may run in any order; the mark that says so.
    any_order: Option<String>,
    /// They are tiles of a size that is a parameter.
    tiles: bool,
}

impl MarksAbove {
    /// What is left of them below a node that is no band: only tiles need the mark directly above.
    fn apart(self) -> MarksAbove {
        MarksAbove { tiles: false, ..self }
    }
}

/// Which child of a sequence runs a statement.
enum ChildPlace {
    /// All of it.
    All(usize),
    /// Parts of it.
    Parts(Vec<(usize, Set)>),
}

impl<O: Observer> ScheduleWalk<'_, O> {
    /// True if the observer ended the walk.
    pub fn node(&mut self, node: &ScheduleNode, live: Vec<LiveDependences>) -> Result<bool> {
        self.below(node, live, MarksAbove::default())
    }

    fn below(&mut self, node: &ScheduleNode, live: Vec<LiveDependences>, mark: MarksAbove) -> Result<bool> {
        if live.is_empty() {
            return Ok(false);
        }
        match node.kind()? {
            ScheduleNodeKind::Leaf => self.leaf(live),
            ScheduleNodeKind::Band => self.band(node, live, mark),
            ScheduleNodeKind::Sequence => self.sequence(node, live, true, mark.apart()),
            ScheduleNodeKind::Set => self.sequence(node, live, false, mark.apart()),
            ScheduleNodeKind::Mark => {
                let mut mark = mark;
                match Mark::of(node)? {
                    Some(claim) if claim.claims_any_order() => mark.any_order = Some(claim.to_string()),
                    Some(Mark::TileBy(_)) => mark.tiles = true,
                    _ => {}
                }
                self.below(&node.clone().first_child()?, live, mark)
            }
            ScheduleNodeKind::Domain
            | ScheduleNodeKind::Filter
            | ScheduleNodeKind::Context
            | ScheduleNodeKind::Guard => self.below(&node.clone().first_child()?, live, mark.apart()),
            kind => Err(PolyError::Unsupported {
                message: format!("schedule trees with {kind:?} nodes"),
                at: "schedule".to_owned(),
            }),
        }
    }

    fn leaf(&mut self, live: Vec<LiveDependences>) -> Result<bool> {
        for pairs in live {
            let was_exact = pairs.pending.is_empty();
            let pairs = pairs.settled()?;
            if (was_exact || !pairs.map.is_empty()?) && self.observer.on_break(Break::Unordered, pairs)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn band(&mut self, node: &ScheduleNode, live: Vec<LiveDependences>, mark: MarksAbove) -> Result<bool> {
        let partial = node.band_get_partial_schedule()?;
        let members = partial.dim(DimKind::Set)?;
        if members == 0 {
            return self.below(&node.clone().first_child()?, live, mark);
        }
        let functions = (0..members)
            .map(|m| functions(&partial, m))
            .collect::<Result<Vec<_>>>()?;
        if let Some(mark) = mark.any_order {
            let name = node.band_get_space()?.tuple_name(DimKind::Set)?.unwrap_or(mark);
            if self.marked(&functions, &live, &name)? {
                return Ok(true);
            }
        }
        let mut live = live;
        for (at, member) in functions.iter().enumerate() {
            if node.band_member_get_coincident(at)? {
                let name = node.band_get_space()?.tuple_name(DimKind::Set)?;
                let name = name.unwrap_or_else(|| Mark::Parallel.to_string());
                if self.marked(std::slice::from_ref(member), &live, &name)? {
                    return Ok(true);
                }
            }
            let mut undecided = Vec::with_capacity(live.len());
            for pairs in live {
                let (f, g) = (self.function(member, pairs.source)?, self.function(member, pairs.sink)?);
                match self.member((f, g), pairs, mark.tiles)? {
                    MemberEffect::Enough => return Ok(true),
                    MemberEffect::Undecided(pairs) => undecided.push(pairs),
                    MemberEffect::Decided => {}
                }
            }
            live = undecided;
        }
        self.below(&node.clone().first_child()?, live, MarksAbove::default())
    }

    /// One member of a band, for pairs of two statements.
    fn member(
        &mut self,
        (f, g): (&BandFunction, &BandFunction),
        pairs: LiveDependences,
        tiles: bool,
    ) -> Result<MemberEffect> {
        let asks = self.observer.asks_order(&pairs);
        let step = f.one_dimension(g, &pairs)?;
        if let Some(MemberStep::Suspect(_)) | None = &step
            && asks
            && self.reversed((f, g), &pairs)?
        {
            return Ok(MemberEffect::Enough);
        }
        if tiles {
            return Ok(MemberEffect::Undecided(pairs));
        }
        let UndecidedRest { map, pending } = match step {
            Some(MemberStep::Ordered(after) | MemberStep::Suspect(after)) => after,
            None => {
                let map = f.same(g, pairs.map.clone())?;
                let pending = pairs.pending.clone();
                UndecidedRest { map, pending }
            }
        };
        Ok(match map.is_empty()? {
            true => MemberEffect::Decided,
            false => MemberEffect::Undecided(LiveDependences { map, pending, ..pairs }),
        })
    }

    /// Tells the observer of pairs in reversed order; true if it has seen enough.
    fn reversed(&mut self, (f, g): (&BandFunction, &BandFunction), pairs: &LiveDependences) -> Result<bool> {
        let mut map = f.later(g, pairs.map.clone())?;
        if !pairs.pending.is_empty() && !map.is_empty()? {
            map = f.later(g, pairs.clone().settled()?.map)?;
        }
        if map.is_empty()? {
            return Ok(false);
        }
        let pending = Vec::new();
        self.observer.on_break(
            Break::Reversed,
            LiveDependences {
                map,
                pending,
                ..pairs.clone()
            },
        )
    }

    /// Pairs that differ in a marked band.
    fn marked(
        &mut self,
        functions: &[HashMap<String, BandFunction>],
        live: &[LiveDependences],
        name: &str,
    ) -> Result<bool> {
        for pairs in live {
            let pairs = &pairs.clone().settled()?;
            let mut equal = pairs.map.clone();
            for member in functions {
                let (f, g) = (self.function(member, pairs.source)?, self.function(member, pairs.sink)?);
                equal = f.same(g, equal)?;
            }
            let crossing = pairs.map.clone().subtract(equal)?;
            if !crossing.is_empty()? {
                let crossing = LiveDependences {
                    map: crossing,
                    ..pairs.clone()
                };
                if self.observer.on_break(Break::Race(name.to_owned()), crossing)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn function<'f>(&self, member: &'f HashMap<String, BandFunction>, stmt: StmtId) -> Result<&'f BandFunction> {
        let name = &self.scop.stmts[stmt].name;
        member.get(name).ok_or_else(|| no_time(name))
    }

    fn sequence(
        &mut self,
        node: &ScheduleNode,
        live: Vec<LiveDependences>,
        ordered: bool,
        mark: MarksAbove,
    ) -> Result<bool> {
        let count = node.n_children()?;
        let mut places: HashMap<String, Vec<(usize, Set)>> = HashMap::new();
        for at in 0..count {
            for part in node.clone().child(at)?.filter_get_filter()?.sets()? {
                let name = part.tuple_name()?.unwrap_or_default();
                places.entry(name).or_default().push((at, part));
            }
        }
        let mut below: Vec<Vec<LiveDependences>> = vec![Vec::new(); count];
        for pairs in live {
            let source = self.place(&places, pairs.source)?;
            let sink = self.place(&places, pairs.sink)?;
            for (from, to, map) in split(&pairs.map, &source, &sink)? {
                let part = LiveDependences { map, ..pairs.clone() };
                if from == to {
                    below[from].push(part);
                    continue;
                }
                let kind = match (ordered, from < to) {
                    (true, true) => continue,
                    (true, false) => Break::Reversed,
                    (false, _) => Break::Unordered,
                };
                let was_exact = part.pending.is_empty();
                let part = part.settled()?;
                if (was_exact || !part.map.is_empty()?) && self.observer.on_break(kind, part)? {
                    return Ok(true);
                }
            }
        }
        for (at, live) in below.into_iter().enumerate() {
            if self.below(&node.clone().child(at)?, live, mark.clone())? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn place(&self, places: &HashMap<String, Vec<(usize, Set)>>, stmt: StmtId) -> Result<ChildPlace> {
        let stmt = &self.scop.stmts[stmt];
        let parts = places.get(&stmt.name).ok_or_else(|| no_time(&stmt.name))?;
        if let [(at, part)] = &parts[..]
            && (part.plain_is_universe()? || stmt.domain.is_subset(part)?)
        {
            return Ok(ChildPlace::All(*at));
        }
        Ok(ChildPlace::Parts(parts.clone()))
    }
}

fn no_time(stmt: &str) -> PolyError {
    PolyError::Invalid {
        message: format!("`{stmt}` has no time"),
        at: "schedule".to_owned(),
    }
}

/// What a member of a band leaves of pairs.
enum MemberEffect {
    Undecided(LiveDependences),
    Decided,
    /// The observer has seen enough.
    Enough,
}

/// One member of a band for one statement.
enum BandFunction {
    /// A dimension of the statement or its negative: most loops stay as they were, or run backwards.
    Dim { at: usize, negated: bool },
    /// Any quasi-affine function, also as one of one dimension.
    Any(PwAff, Option<Single>),
}

impl BandFunction {
    fn of(function: PwAff) -> Result<BandFunction> {
        if function.n_piece()? == 1 {
            let rank = function.dim(DimKind::In)?;
            let space = function.domain_space()?;
            for at in 0..rank {
                let variable = Aff::var_on_domain(LocalSpace::from_space(space.clone())?, DimKind::Set, at)?;
                if function.plain_is_equal(&PwAff::from_aff(variable.clone())?)? {
                    return Ok(BandFunction::Dim { at, negated: false });
                }
                if function.plain_is_equal(&PwAff::from_aff(variable.neg()?)?)? {
                    return Ok(BandFunction::Dim { at, negated: true });
                }
            }
        }
        let single = Single::of(&function)?;
        Ok(BandFunction::Any(function, single))
    }

    fn general(&self, space: Space) -> Result<PwAff> {
        match self {
            BandFunction::Dim { at, negated } => {
                let variable = Aff::var_on_domain(LocalSpace::from_space(space)?, DimKind::Set, *at)?;
                PwAff::from_aff(if *negated { variable.neg()? } else { variable })
            }
            BandFunction::Any(function, _) => Ok(function.clone()),
        }
    }

    /// What a member with these functions does to pairs, if each looks at one dimension only.
    fn one_dimension(&self, sink: &BandFunction, pairs: &LiveDependences) -> Result<Option<MemberStep>> {
        let (BandFunction::Any(f, Some(one)), BandFunction::Any(g, Some(other))) = (self, sink) else {
            return Ok(None);
        };
        let known = (&pairs.map, &pairs.pending[..]);
        single::step((f, one), (g, other), known, pairs.source == pairs.sink)
    }

    /// The pairs of `map` with `self(source) > sink_function(sink)`.
    fn later(&self, sink: &BandFunction, map: Map) -> Result<Map> {
        if let Some((x, y, negated)) = self.dims(sink) {
            return match negated {
                false => map.order_gt(DimKind::In, x, DimKind::Out, y),
                true => map.order_lt(DimKind::In, x, DimKind::Out, y),
            };
        }
        let (f, g) = self.both(sink, &map)?;
        map.intersect(f.gt_map(g)?)
    }

    /// The pairs of `map` with `self(source) = sink_function(sink)`.
    fn same(&self, sink: &BandFunction, map: Map) -> Result<Map> {
        if let Some((x, y, _)) = self.dims(sink) {
            return map.equate(DimKind::In, x, DimKind::Out, y);
        }
        let (f, g) = self.both(sink, &map)?;
        map.intersect(f.eq_map(g)?)
    }

    /// Both are dimensions of one sign.
    fn dims(&self, sink: &BandFunction) -> Option<(usize, usize, bool)> {
        match (self, sink) {
            (BandFunction::Dim { at: x, negated: n }, BandFunction::Dim { at: y, negated: m }) if n == m => {
                Some((*x, *y, *n))
            }
            _ => None,
        }
    }

    fn both(&self, sink: &BandFunction, map: &Map) -> Result<(PwAff, PwAff)> {
        Ok((
            self.general(map.space()?.domain()?)?,
            sink.general(map.space()?.range()?)?,
        ))
    }
}

/// Member `at` of a band, by statement.
fn functions(partial: &MultiUnionPwAff, at: usize) -> Result<HashMap<String, BandFunction>> {
    let mut all = HashMap::new();
    for function in partial.at(at)?.pw_affs()? {
        let name = function.space()?.tuple_name(DimKind::In)?.unwrap_or_default();
        all.insert(name, BandFunction::of(function)?);
    }
    Ok(all)
}

/// The parts of `map` from child to child, none empty.
fn split(map: &Map, source: &ChildPlace, sink: &ChildPlace) -> Result<Vec<(usize, usize, Map)>> {
    if let (ChildPlace::All(from), ChildPlace::All(to)) = (source, sink) {
        return Ok(vec![(*from, *to, map.clone())]);
    }
    let cut = |place: &ChildPlace, map: Map, domain: bool| -> Result<Vec<(usize, Map)>> {
        match place {
            ChildPlace::All(at) => Ok(vec![(*at, map)]),
            ChildPlace::Parts(parts) => parts
                .iter()
                .map(|(at, part)| {
                    let part = part.clone();
                    let map = map.clone();
                    Ok((
                        *at,
                        if domain {
                            map.intersect_domain(part)?
                        } else {
                            map.intersect_range(part)?
                        },
                    ))
                })
                .collect(),
        }
    };
    let mut all = Vec::new();
    for (from, map) in cut(source, map.clone(), true)? {
        for (to, map) in cut(sink, map, false)? {
            if !map.is_empty()? {
                all.push((from, to, map));
            }
        }
    }
    Ok(all)
}
