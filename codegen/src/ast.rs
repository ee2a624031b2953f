//! isl's AST as a loop tree in plain data.
//!
//! isl is asked for loops that are right at least within [`Scop::valid`]: outside of it the program
//! has no meaning, so the generated one needs none. Iterators are named after their schedule depth; what a
//! loop is called and which marks are over it is looked up in the schedule tree, on the path to
//! the statements below the loop, so that no mark is in isl's way. Only where a statement is spread over several
//! leaves, as after splitting, marks in isl's AST say which path it is.
//!
//! Divisions of isl's AST: `fdiv_q` is `floor(a / b)`; `pdiv_q` and `pdiv_r` are promised an argument
//! that is not negative, so they are `floor` and `mod`; `zdiv_r` is only compared with zero, where it
//! agrees with `mod`; `div` is exact.

use polyvet_analysis::ids::{ArrayId, StmtId};
use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroU64;
use typed_index_collections::{TiSlice, TiVec};

use polyvet_analysis::marks::{Mark, marks_over};
use polyvet_analysis::{ArrayKind, PayloadKind, Scop, Stmt};
use polyvet_ir::Span;
use polyvet_poly::{
    AstBuild, AstExpr, AstExprData, AstNode, AstNodeData, AstOp, Ctx, DimKind, Id, LoopKind, PwAff, Schedule,
    ScheduleNode, ScheduleNodeKind as TreeKind, Set, UnionSet,
};

use crate::expr::{ChoiceExpr, Cond, ExprVar, LinearExpr};
use crate::guard::Guards;
use crate::predicated::{Predicated, is_predicated};
use crate::tiles::{ScheduleTiles, size_of};
use crate::{CodegenError, Result};

/// Generated loops.
#[derive(Clone, Debug)]
pub enum LoopTree {
    /// One after the other.
    Block(Vec<LoopTree>),
    /// A loop.
    For(Box<For>),
    /// An iterator with one value that is not linear.
    Let {
        /// Schedule depth of the iterator.
        depth: usize,
        /// Its name.
        name: String,
        /// Its value.
        value: ChoiceExpr,
        /// Where it is known.
        body: Box<LoopTree>,
    },
    /// A choice.
    If {
        /// The condition.
        cond: Cond,
        /// Where it holds.
        then: Box<LoopTree>,
        /// Where it does not.
        otherwise: Option<Box<LoopTree>>,
    },
    /// An instance of a statement.
    Stmt {
        /// Index into [`Scop::stmts`].
        stmt: StmtId,
        /// The instance.
        dims: Vec<ChoiceExpr>,
    },
}

/// A generated loop: `for (iter = lower; iter < upper; iter += step)`.
#[derive(Clone, Debug)]
pub struct For {
    /// Schedule depth, which [`ExprVar::Iter`] refers to.
    pub depth: usize,
    /// Name for people.
    pub name: String,
    /// Its iterations may run at the same time.
    pub parallel: bool,
    /// Its iterations are lanes of a vector.
    pub vector: bool,
    /// First value.
    pub lower: ChoiceExpr,
    /// One past the last value.
    pub upper: ChoiceExpr,
    /// Distance of values, positive.
    pub step: i64,
    /// It is a loop over tiles of this size, which is the distance of values instead.
    pub tiles: Option<TileStep>,
    /// What is repeated.
    pub body: LoopTree,
}

/// How a loop over tiles runs: over multiples of their size.
#[derive(Clone, Copy, Debug)]
pub struct TileStep {
    /// The size.
    pub size: ExprVar,
    /// [`For::lower`] is a multiple; else the first value is the last multiple up to it.
    pub aligned: bool,
}

/// What the schedule tree says about the loop at one depth over one statement.
#[derive(Clone, Debug, Default)]
struct AstLevel {
    name: Option<String>,
    parallel: bool,
    vector: bool,
    unroll: bool,
    /// The loop is one over tiles of this size.
    tiles_of: Option<ExprVar>,
}

/// The loops of a model.
pub fn loop_tree(scop: &Scop) -> Result<LoopTree> {
    if let Some(one) = scop.loops.iter().find(|one| one.unsigned) {
        let what = format!(
            "loop `{}`, which compares without a sign and may count beyond the signed numbers",
            one.name
        );
        return Err(CodegenError::unsupported(what, one.span));
    }
    let mut levels: TiVec<StmtId, Option<FoundLevels>> = scop.stmts.keys().map(|_| None).collect();
    let all = scop.stmts.keys().collect();
    collect_levels(scop, scop.schedule.root()?, all, &mut Path::default(), &mut levels)?;
    // Instances of one time are enumerated by loops of their own, deeper than the schedule.
    let scheduled = levels
        .iter()
        .flatten()
        .map(|found| found.levels.len())
        .max()
        .unwrap_or(0);
    let depth = scheduled + scop.stmts.iter().map(|stmt| stmt.dims.len()).max().unwrap_or(0);
    let mut context = known(scop)?;

    let missing = scop.domain()?.subtract(scop.schedule.domain()?)?;
    if !missing.is_empty()? {
        return Err(unsupported("a schedule that gives no time to some instances"));
    }
    let schedule = scop.schedule.clone().intersect_domain(without_void_copies(scop)?)?;
    let mut names = AstNames::of(scop);
    let mut added_dims: TiVec<StmtId, usize> = vec![0; scop.stmts.len()].into();
    let schedule = match ScheduleTiles::of(scop, schedule.clone())? {
        None => schedule,
        Some(tiles) => {
            let sizes = tiles.sizes.into_iter().map(|(name, at)| (name, ExprVar::Size(at)));
            names.vars.extend(sizes);
            context = tiles.known.intersect(context)?;
            added_dims = tiles.dims;
            tiles.schedule
        }
    };
    let mut conds: TiVec<StmtId, Cond> = vec![Cond::always(); scop.stmts.len()].into();
    let schedule = match Predicated::of(scop, schedule.clone())? {
        None => schedule,
        Some(predicated) => {
            conds = predicated.conds(scop)?;
            added_dims
                .iter_mut()
                .zip(&predicated.dims)
                .for_each(|(all, dims)| *all += dims);
            predicated.schedule
        }
    };
    let (schedule, marked) = prepare(scop, schedule, &levels)?;

    let mut iterators = Vec::new();
    for depth in 0..depth {
        let name = format!("polyvet_c{depth}");
        iterators.push(Id::named(&scop.ctx, &name)?);
        names.vars.insert(name, ExprVar::Iter(depth));
    }
    let node = {
        let _options = AstOptions::set(&scop.ctx)?;
        let build = AstBuild::from_context(context.clone())?.set_iterators(iterators)?;
        scop.ctx.within(BUDGET, None, || {
            match build.clone().node_from_schedule(schedule.clone()) {
                // isl fails on some loops that it should write out; see [`Convert::written_out`].
                Err(error) if !error.is_budget() => build.node_from_schedule(without_options(schedule)?),
                node => node,
            }
        })?
    };
    let mut convert = Convert {
        scop,
        guards: Guards::new(scop, context, names.by_var())?,
        names,
        levels: levels
            .into_iter()
            .map(|found| found.map(|found| found.levels))
            .collect(),
        marked,
        added_dims,
        conds,
        here: HashMap::new(),
        known: HashMap::new(),
    };
    let mut tree = convert.node(&node)?;
    tree.start_at_tiles(&mut Vec::new())?;
    convert.guards.cleared(tree)
}

/// What is assumed of the parameters: the least set around [`Scop::valid`] that its constraints
/// describe without alternatives. (`n = 0 or A_0 >= n` and so on for each array has thousands of
/// cases, says nothing that makes loops simpler, and costs ten times the time.)
pub fn known(scop: &Scop) -> Result<Set> {
    if scop.valid.n_basic_set()? <= 1 {
        return Ok(scop.valid.clone());
    }
    Ok(scop
        .context
        .clone()
        .intersect(scop.valid.clone().unshifted_simple_hull()?.to_set()?)?)
}

/// All instances but those of statements that copy what nobody wrote: the copy is as undefined
/// without them, and reading is an error. (Tensors that are not updated in place begin as copies,
/// also of `tensor.empty`.)
fn without_void_copies(scop: &Scop) -> Result<UnionSet> {
    let mut all = UnionSet::empty(scop.context.space()?)?;
    let is_needed = |stmt: &&Stmt| !is_void_copy(scop, stmt) && !is_initial_value(scop, stmt);
    for stmt in scop.stmts.iter().filter(is_needed) {
        all = all.union(UnionSet::from_set(stmt.domain.clone())?)?;
    }
    Ok(all)
}

fn is_void_copy(scop: &Scop, stmt: &Stmt) -> bool {
    let Some(payload) = &stmt.payload else { return false };
    !payload.stores.is_empty()
        && payload
            .stores
            .iter()
            .all(|(_, value)| match payload.nodes[*value].kind {
                PayloadKind::Read(access) => is_void(scop, stmt.accesses[access].array),
                _ => false,
            })
}

/// Writes the elements of a constant global, which holds them without.
fn is_initial_value(scop: &Scop, stmt: &Stmt) -> bool {
    let mut writes = stmt.accesses.iter().filter(|access| access.kind.is_write()).peekable();
    writes.peek().is_some()
        && writes.all(|access| {
            let array = &scop.arrays[access.array];
            array.symbol.is_some() && array.kind == ArrayKind::Local
        })
}

/// Undefined at entry and never written.
fn is_void(scop: &Scop, array: ArrayId) -> bool {
    let mut accesses = scop.stmts.iter().flat_map(|stmt| &stmt.accesses);
    matches!(scop.arrays[array].kind, ArrayKind::Local | ArrayKind::Output)
        && !accesses.any(|access| access.array == array && access.kind.is_write())
}

/// Sets isl's options for readable loops, and puts the old ones back.
struct AstOptions<'a> {
    ctx: &'a Ctx,
    detect_min_max: bool,
    atomic_upper_bound: bool,
}

impl<'a> AstOptions<'a> {
    fn set(ctx: &'a Ctx) -> Result<AstOptions<'a>> {
        let old = AstOptions {
            ctx,
            detect_min_max: ctx.ast_build_detect_min_max(),
            atomic_upper_bound: ctx.ast_build_atomic_upper_bound(),
        };
        ctx.set_ast_build_detect_min_max(true)?;
        ctx.set_ast_build_atomic_upper_bound(true)?;
        Ok(old)
    }
}

impl Drop for AstOptions<'_> {
    fn drop(&mut self) {
        // Setting an option of a live context does not fail.
        let _ = self.ctx.set_ast_build_detect_min_max(self.detect_min_max);
        let _ = self.ctx.set_ast_build_atomic_upper_bound(self.atomic_upper_bound);
    }
}

/// The way from the root of the schedule tree: its loops, and the marks since the last node that is
/// not a mark.
#[derive(Clone, Default)]
struct Path {
    levels: Vec<AstLevel>,
    parallel: bool,
    vector: bool,
    unroll: bool,
    tiles_of: Option<ExprVar>,
}

impl Path {
    fn no_marks(&mut self) {
        let levels = std::mem::take(&mut self.levels);
        *self = Path {
            levels,
            ..Path::default()
        };
    }
}

/// The levels over a statement.
struct FoundLevels {
    levels: Vec<AstLevel>,
    /// Its instances are spread over several leaves.
    is_spread: bool,
}

/// isl operations that making loops may take: a hundred times what those of large programs need.
const BUDGET: NonZeroU64 = NonZeroU64::new(50_000_000).expect("not zero");

/// More iterations than this stay a loop.
const WRITTEN_OUT_MAX: i64 = 1024;

/// Prefix of the marks that name levels in isl's AST.
const LEVEL: &str = "polyvet-level:";

/// The schedule with isl's option for loops to write out, and with a mark over each band of which a
/// statement that is spread over several leaves has more than one: such a mark holds the number of a level.
fn prepare(
    scop: &Scop,
    schedule: Schedule,
    found: &TiSlice<StmtId, Option<FoundLevels>>,
) -> Result<(Schedule, Vec<(usize, AstLevel)>)> {
    let is_spread = |stmt: StmtId| found[stmt].as_ref().is_some_and(|found| found.is_spread);
    let spread: Vec<StmtId> = found.keys().filter(|stmt| is_spread(*stmt)).collect();
    let mut marked = Vec::new();
    let schedule = schedule.map_schedule_node_bottom_up(|node| {
        if node.kind()? != TreeKind::Band || node.band_n_member()? != 1 {
            return Ok(node);
        }
        let mut node = node;
        let marks = marks_over(&node)?;
        let has = |wanted: Mark| marks.contains(&wanted);
        if has(Mark::Unroll) {
            node = node.band_member_set_ast_loop_type(0, LoopKind::Unroll)?;
        }
        if is_predicated(&node)? {
            node = node.band_member_set_ast_loop_type(0, LoopKind::Atomic)?;
        }
        if stmts_in(scop, &spread, node.universe_domain()?)?.is_empty() {
            return Ok(node);
        }
        let level = AstLevel {
            name: node.band_get_space()?.tuple_name(DimKind::Set)?,
            parallel: has(Mark::Parallel),
            vector: has(Mark::Vector),
            unroll: has(Mark::Unroll),
            // Statements in several places are in no such tiles.
            tiles_of: None,
        };
        let number = format!("{LEVEL}{}", marked.len());
        marked.push((node.schedule_depth()?, level));
        let id = Id::named(&scop.ctx, &number)?;
        node.insert_mark(id)
    })?;
    Ok((schedule, marked))
}

/// The schedule with loops for all bands, also those to write out.
fn without_options(schedule: Schedule) -> polyvet_poly::Result<Schedule> {
    schedule.map_schedule_node_bottom_up(|node| {
        let unrolled = node.kind()? == TreeKind::Band
            && node.band_n_member()? == 1
            && node.band_member_get_ast_loop_type(0)? == LoopKind::Unroll;
        match unrolled {
            true => node.band_member_set_ast_loop_type(0, LoopKind::Default),
            false => Ok(node),
        }
    })
}

fn collect_levels(
    scop: &Scop,
    node: ScheduleNode,
    stmts: Vec<StmtId>,
    path: &mut Path,
    found: &mut TiVec<StmtId, Option<FoundLevels>>,
) -> Result<()> {
    let mut stmts = stmts;
    let mut path = path.clone();
    match node.kind()? {
        TreeKind::Mark => {
            let mark = Mark::of(&node)?;
            path.parallel |= mark == Some(Mark::Parallel);
            path.vector |= mark == Some(Mark::Vector);
            path.unroll |= mark == Some(Mark::Unroll);
            let size = mark.and_then(|mark| size_of(scop, &mark));
            path.tiles_of = size.map(ExprVar::Size).or(path.tiles_of);
        }
        TreeKind::Band => {
            let members = node.band_n_member()?;
            let space = node.band_get_space()?;
            let name = match members {
                1 => space.tuple_name(DimKind::Set)?,
                _ => None,
            };
            let level = AstLevel {
                name,
                parallel: path.parallel,
                vector: path.vector,
                unroll: path.unroll,
                tiles_of: path.tiles_of,
            };
            path.levels.extend(std::iter::repeat_n(level, members));
            path.no_marks();
        }
        kind => {
            path.no_marks();
            match kind {
                TreeKind::Filter => stmts = stmts_in(scop, &stmts, node.filter_get_filter()?)?,
                TreeKind::Leaf => {
                    for stmt in &stmts {
                        meet(&mut found[*stmt], &path.levels);
                    }
                }
                _ => {}
            }
        }
    }
    for child in 0..node.n_children()? {
        collect_levels(scop, node.get_child(child)?, stmts.clone(), &mut path, found)?;
    }
    Ok(())
}

fn stmts_in(scop: &Scop, stmts: &[StmtId], filter: UnionSet) -> polyvet_poly::Result<Vec<StmtId>> {
    let mut inside = Vec::new();
    for set in filter.sets()? {
        let name = set.tuple_name()?.unwrap_or_default();
        inside.extend(stmts.iter().copied().filter(|stmt| scop.stmts[*stmt].name == name));
    }
    Ok(inside)
}

/// A statement whose instances are spread over several leaves has the marks common to all.
fn meet(found: &mut Option<FoundLevels>, levels: &[AstLevel]) {
    let Some(known) = found else {
        *found = Some(FoundLevels {
            levels: levels.to_vec(),
            is_spread: false,
        });
        return;
    };
    known.is_spread = true;
    let known = &mut known.levels;
    for (at, level) in levels.iter().enumerate() {
        match known.get_mut(at) {
            Some(old) => {
                old.parallel &= level.parallel;
                old.vector &= level.vector;
                old.unroll &= level.unroll;
            }
            None => known.push(AstLevel {
                parallel: false,
                vector: false,
                unroll: false,
                ..level.clone()
            }),
        }
    }
    for old in known.iter_mut().skip(levels.len()) {
        (old.parallel, old.vector, old.unroll) = (false, false, false);
    }
}

/// What the names in isl's expressions stand for.
struct AstNames {
    vars: HashMap<String, ExprVar>,
}

impl AstNames {
    fn of(scop: &Scop) -> AstNames {
        let params = scop.params.iter().enumerate();
        AstNames {
            vars: params
                .map(|(at, param)| (param.name.clone(), ExprVar::Param(at)))
                .collect(),
        }
    }

    fn by_var(&self) -> BTreeMap<ExprVar, String> {
        self.vars.iter().map(|(name, var)| (*var, name.clone())).collect()
    }
}

struct Convert<'a> {
    scop: &'a Scop,
    names: AstNames,
    levels: TiVec<StmtId, Option<Vec<AstLevel>>>,
    /// Depths and levels by the numbers in marks.
    marked: Vec<(usize, AstLevel)>,
    guards: Guards<'a>,
    /// Levels by depth, where a mark says so.
    here: HashMap<usize, AstLevel>,
    /// Iterators that have one value.
    known: HashMap<usize, ChoiceExpr>,
    /// How many dimensions of a call, by statement, are tiles and iterations, in front of the instance.
    added_dims: TiVec<StmtId, usize>,
    /// Which calls to run, by statement.
    conds: TiVec<StmtId, Cond>,
}

impl Convert<'_> {
    fn node(&mut self, node: &AstNode) -> Result<LoopTree> {
        Ok(match node.data()? {
            AstNodeData::Block(children) => {
                let children: Result<Vec<_>> = children.iter().map(|child| self.node(child)).collect();
                LoopTree::Block(children?)
            }
            AstNodeData::Mark { id, node } => self.marked(&id, &node)?,
            AstNodeData::If { guard, then, else_ } => {
                let cond = self.cond(&guard)?;
                let then = self.node(&then)?;
                let otherwise = else_.map(|node| self.node(&node)).transpose()?;
                let cond = match otherwise {
                    None => self.guards.needed(cond, &then)?,
                    Some(_) => cond,
                };
                choose(cond, then, otherwise)
            }
            AstNodeData::User { expr } => self.user(&expr)?,
            AstNodeData::For {
                iterator,
                degenerate,
                init,
                cond,
                inc,
                body,
            } => {
                let depth = self.depth(&iterator)?;
                let lower = self.expr(&init)?;
                if degenerate {
                    return self.single(depth, lower, &body);
                }
                let upper = ChoiceExpr::min_of(self.upper(depth, &cond)?);
                let step = self
                    .expr(&inc)?
                    .as_linear()
                    .and_then(LinearExpr::as_constant)
                    .filter(|step| *step > 0);
                let step = step.ok_or_else(|| unsupported("a loop whose step is not a positive number"))?;
                let inside = self.node(&body)?;
                let level = self.level(depth, &inside);
                if level.unroll
                    && let Some(all) = self.written_out(depth, (&lower, &upper, step), &body)?
                {
                    return Ok(all);
                }
                let body = inside;
                let aligned = false;
                let tiles = level.tiles_of.map(|size| TileStep { size, aligned });
                LoopTree::For(Box::new(For {
                    depth,
                    name: level.name.unwrap_or_else(|| format!("c{depth}")),
                    parallel: level.parallel,
                    vector: level.vector,
                    lower,
                    upper,
                    step,
                    tiles,
                    body,
                }))
            }
        })
    }

    /// The iterations of a loop one after the other, where it has a number of them.
    fn written_out(
        &mut self,
        depth: usize,
        (lower, upper, step): (&ChoiceExpr, &ChoiceExpr, i64),
        body: &AstNode,
    ) -> Result<Option<LoopTree>> {
        let extent = upper.clone().minus(lower.clone())?;
        let Some(extent) = extent.as_linear().and_then(LinearExpr::as_constant) else {
            return Ok(None);
        };
        if lower.as_linear().is_none() || extent / step > WRITTEN_OUT_MAX {
            return Ok(None);
        }
        let mut all = Vec::new();
        for offset in (0..extent).step_by(usize::try_from(step).unwrap_or(1)) {
            self.known
                .insert(depth, lower.clone().plus(ChoiceExpr::constant(offset))?);
            let copy = self.node(body);
            self.known.remove(&depth);
            all.push(copy?);
        }
        Ok(Some(LoopTree::Block(all)))
    }

    /// What is under a mark.
    fn marked(&mut self, mark: &Id, node: &AstNode) -> Result<LoopTree> {
        let name = mark.name()?.unwrap_or_default();
        let number = name.strip_prefix(LEVEL).and_then(|number| number.parse::<usize>().ok());
        let Some((depth, level)) = number.and_then(|number| self.marked.get(number)).cloned() else {
            return self.node(node);
        };
        let outside = self.here.insert(depth, level);
        let tree = self.node(node);
        match outside {
            Some(level) => self.here.insert(depth, level),
            None => self.here.remove(&depth),
        };
        tree
    }

    /// A loop with one iteration.
    fn single(&mut self, depth: usize, value: ChoiceExpr, body: &AstNode) -> Result<LoopTree> {
        if value.as_linear().is_some() {
            self.known.insert(depth, value);
            let body = self.node(body);
            self.known.remove(&depth);
            return body;
        }
        let body = self.node(body)?;
        let name = self.level(depth, &body).name.unwrap_or_else(|| format!("c{depth}"));
        Ok(LoopTree::Let {
            depth,
            name,
            value,
            body: Box::new(body),
        })
    }

    fn user(&self, expr: &AstExpr) -> Result<LoopTree> {
        let AstExprData::Op {
            kind: AstOp::Call,
            args,
        } = expr.data()?
        else {
            return Err(unsupported("a generated statement that is not a call"));
        };
        let AstExprData::Id(name) = args[0].data()? else {
            return Err(unsupported("a generated call of an expression"));
        };
        let name = name.name()?.unwrap_or_default();
        let stmt = self.scop.stmt_named(&name);
        let stmt = stmt.ok_or_else(|| unsupported(&format!("statement `{name}`, which the schedule alone knows")))?;
        let args: Result<Vec<_>> = args[1..].iter().map(|arg| self.expr(arg)).collect();
        let args = args?;
        let cond = self.conds[stmt].substitute(&|var| match var {
            ExprVar::Dim(dim) => args.get(dim).cloned(),
            _ => None,
        })?;
        let dims = args[self.added_dims[stmt]..].to_vec();
        Ok(choose(cond, LoopTree::Stmt { stmt, dims }, None))
    }

    fn depth(&self, iterator: &AstExpr) -> Result<usize> {
        if let AstExprData::Id(id) = iterator.data()?
            && let Some(ExprVar::Iter(depth)) = self.names.vars.get(&id.name()?.unwrap_or_default())
        {
            return Ok(*depth);
        }
        Err(unsupported("a generated loop with an iterator of its own"))
    }

    /// One past the last value of the iterator, where `cond` holds: the least of all.
    fn upper(&self, depth: usize, cond: &AstExpr) -> Result<Vec<ChoiceExpr>> {
        let AstExprData::Op { kind, args } = cond.data()? else {
            return Err(unsupported("a loop condition that is no comparison"));
        };
        let past = match kind {
            AstOp::And | AstOp::AndThen => {
                let parts: Result<Vec<_>> = args.iter().map(|arg| self.upper(depth, arg)).collect();
                return Ok(parts?.concat());
            }
            AstOp::Le => 1,
            AstOp::Lt => 0,
            _ => return Err(unsupported("a loop condition that is no upper bound")),
        };
        if self.depth(&args[0])? != depth {
            return Err(unsupported("a loop condition on another iterator"));
        }
        Ok(vec![self.expr(&args[1])?.plus(ChoiceExpr::constant(past))?])
    }

    fn expr(&self, expr: &AstExpr) -> Result<ChoiceExpr> {
        let expr = convert_expr(&self.names, expr)?;
        Ok(expr.substitute(&|var| self.value(var))?)
    }

    fn cond(&self, expr: &AstExpr) -> Result<Cond> {
        let cond = convert_cond(&self.names, expr)?;
        Ok(cond.substitute(&|var| self.value(var))?)
    }

    fn value(&self, var: ExprVar) -> Option<ChoiceExpr> {
        match var {
            ExprVar::Iter(depth) => self.known.get(&depth).cloned(),
            _ => None,
        }
    }

    /// What all statements below a loop at `depth` agree on; the name is the first one's.
    fn level(&self, depth: usize, body: &LoopTree) -> AstLevel {
        if let Some(level) = self.here.get(&depth) {
            return level.clone();
        }
        let mut level: Option<AstLevel> = None;
        body.for_each_stmt(&mut |stmt| {
            let one = self.levels[stmt]
                .as_ref()
                .and_then(|levels| levels.get(depth))
                .cloned()
                .unwrap_or_default();
            match &mut level {
                Some(level) => {
                    level.parallel &= one.parallel;
                    level.vector &= one.vector;
                    level.unroll &= one.unroll;
                }
                None => level = Some(one),
            }
        });
        level.unwrap_or_default()
    }
}

impl LoopTree {
    /// Makes loops over tiles, which isl has made to run over all numbers, start at a tile: the first from
    /// where they started. `outer` are the depths and sizes of those around.
    fn start_at_tiles(&mut self, outer: &mut Vec<(usize, ExprVar)>) -> Result<()> {
        match self {
            LoopTree::Block(all) => all.iter_mut().try_for_each(|tree| tree.start_at_tiles(outer)),
            LoopTree::Let { body, .. } => body.start_at_tiles(outer),
            LoopTree::If { then, otherwise, .. } => {
                then.start_at_tiles(outer)?;
                otherwise.as_mut().map_or(Ok(()), |tree| tree.start_at_tiles(outer))
            }
            LoopTree::Stmt { .. } => Ok(()),
            LoopTree::For(one) => {
                let Some(tiles) = &mut one.tiles else {
                    return one.body.start_at_tiles(outer);
                };
                (one.lower, tiles.aligned) = first_tile(&one.lower, tiles.size, outer)?;
                outer.push((one.depth, tiles.size));
                let done = one.body.start_at_tiles(outer);
                outer.pop();
                done
            }
        }
    }

    /// Whether there is a choice in it.
    pub fn has_condition(&self) -> bool {
        match self {
            LoopTree::Block(all) => all.iter().any(LoopTree::has_condition),
            LoopTree::For(one) => one.body.has_condition(),
            LoopTree::Let { body, .. } => body.has_condition(),
            LoopTree::If { .. } => true,
            LoopTree::Stmt { .. } => false,
        }
    }

    /// Calls `visit` with every statement that occurs, in order.
    pub fn for_each_stmt(&self, visit: &mut dyn FnMut(StmtId)) {
        match self {
            LoopTree::Block(all) => all.iter().for_each(|tree| tree.for_each_stmt(visit)),
            LoopTree::For(one) => one.body.for_each_stmt(visit),
            LoopTree::Let { body, .. } => body.for_each_stmt(visit),
            LoopTree::If { then, otherwise, .. } => {
                then.for_each_stmt(visit);
                if let Some(otherwise) = otherwise {
                    otherwise.for_each_stmt(visit);
                }
            }
            LoopTree::Stmt { stmt, .. } => visit(*stmt),
        }
    }
}

/// The first multiple of `size` from `lower` on: as it is, or as something that it is the last multiple up to.
/// `ceil((e - s + 1) / s) = floor(e / s)`.
fn first_tile(lower: &ChoiceExpr, size: ExprVar, outer: &[(usize, ExprVar)]) -> Result<(ChoiceExpr, bool)> {
    let parts = match lower {
        ChoiceExpr::Max(parts) => parts.clone(),
        other => vec![other.clone()],
    };
    let is_multiple = |e: &ChoiceExpr| {
        let Some(linear) = e.as_linear() else { return false };
        let is_tile = |var| matches!(var, ExprVar::Iter(depth) if outer.contains(&(depth, size)));
        linear.as_constant() == Some(0) || linear.as_var().is_some_and(is_tile)
    };
    let (mut aligned, mut firsts) = (true, Vec::new());
    for part in parts {
        if is_multiple(&part) {
            firsts.push(part);
            continue;
        }
        let rest = part.plus(ChoiceExpr::var(size))?.plus(ChoiceExpr::constant(-1))?;
        aligned &= is_multiple(&rest);
        firsts.push(rest);
    }
    Ok((ChoiceExpr::max_of(firsts), aligned))
}

/// A choice, unless it is none.
pub fn choose(cond: Cond, then: LoopTree, otherwise: Option<LoopTree>) -> LoopTree {
    match &cond {
        Cond::All(all) if all.is_empty() => then,
        Cond::Any(any) if any.is_empty() => otherwise.unwrap_or_else(|| LoopTree::Block(Vec::new())),
        _ => LoopTree::If {
            cond,
            then: Box::new(then),
            otherwise: otherwise.map(Box::new),
        },
    }
}

fn unsupported(what: &str) -> CodegenError {
    CodegenError::Unsupported {
        what: what.to_owned(),
        span: Span::NONE,
    }
}

fn convert_expr(names: &AstNames, expr: &AstExpr) -> Result<ChoiceExpr> {
    let (kind, args) = match expr.data()? {
        AstExprData::Id(id) => {
            let name = id.name()?.unwrap_or_default();
            let var = names.vars.get(&name);
            return var
                .map(|var| ChoiceExpr::var(*var))
                .ok_or_else(|| unsupported(&format!("the unknown name `{name}`")));
        }
        AstExprData::Int(value) => {
            return Ok(ChoiceExpr::constant(value.to_i64()?));
        }
        AstExprData::Op { kind, args } => (kind, args),
    };
    let all = || {
        args.iter()
            .map(|arg| convert_expr(names, arg))
            .collect::<Result<Vec<_>>>()
    };
    let arg = |at: usize| convert_expr(names, &args[at]);
    Ok(match kind {
        AstOp::Max => ChoiceExpr::max_of(all()?),
        AstOp::Min => ChoiceExpr::min_of(all()?),
        AstOp::Minus => arg(0)?.times(-1)?,
        AstOp::Add => arg(0)?.plus(arg(1)?)?,
        AstOp::Sub => arg(0)?.minus(arg(1)?)?,
        AstOp::Mul => {
            let (a, b) = (arg(0)?, arg(1)?);
            match (number(&a), number(&b)) {
                (_, Some(factor)) => a.times(factor)?,
                (Some(factor), _) => b.times(factor)?,
                _ => return Err(unsupported("a product of two variables")),
            }
        }
        AstOp::Div | AstOp::FdivQ | AstOp::PdivQ => arg(0)?.floor_div(divisor(&arg(1)?)?)?,
        AstOp::PdivR | AstOp::ZdivR => arg(0)?.modulo(divisor(&arg(1)?)?)?,
        AstOp::Cond | AstOp::Select => {
            let cond = convert_cond(names, &args[0])?;
            ChoiceExpr::choice(cond, arg(1)?, arg(2)?)?
        }
        other => {
            return Err(unsupported(&format!(
                "the operation {other:?} of isl's AST as a number"
            )));
        }
    })
}

fn number(e: &ChoiceExpr) -> Option<i64> {
    e.as_linear().and_then(LinearExpr::as_constant)
}

fn divisor(e: &ChoiceExpr) -> Result<i64> {
    number(e)
        .filter(|divisor| *divisor > 0)
        .ok_or_else(|| unsupported("a division by something that is not a positive number"))
}

fn convert_cond(names: &AstNames, expr: &AstExpr) -> Result<Cond> {
    let (kind, args) = match expr.data()? {
        AstExprData::Op { kind, args } => (kind, args),
        AstExprData::Int(value) => {
            return Ok(if value.is_zero()? {
                Cond::never()
            } else {
                Cond::always()
            });
        }
        AstExprData::Id(_) => return Err(unsupported("a name as a condition")),
    };
    let all = || {
        args.iter()
            .map(|arg| convert_cond(names, arg))
            .collect::<Result<Vec<_>>>()
    };
    // lhs - rhs + shift
    let difference = |lhs: usize, rhs: usize, shift: i64| -> Result<ChoiceExpr> {
        let lhs = convert_expr(names, &args[lhs])?;
        let rhs = convert_expr(names, &args[rhs])?;
        Ok(lhs.minus(rhs)?.plus(ChoiceExpr::constant(shift))?)
    };
    Ok(match kind {
        AstOp::And | AstOp::AndThen => Cond::all(all()?),
        AstOp::Or | AstOp::OrElse => Cond::any(all()?),
        AstOp::Eq => Cond::zero(difference(0, 1, 0)?),
        AstOp::Le => Cond::non_negative(difference(1, 0, 0)?),
        AstOp::Lt => Cond::non_negative(difference(1, 0, -1)?),
        AstOp::Ge => Cond::non_negative(difference(0, 1, 0)?),
        AstOp::Gt => Cond::non_negative(difference(0, 1, -1)?),
        other => {
            return Err(unsupported(&format!(
                "the operation {other:?} of isl's AST as a condition"
            )));
        }
    })
}

/// Turns piecewise expressions into [`ChoiceExpr`], given where they are needed.
pub struct Exprs {
    build: AstBuild,
    names: AstNames,
    /// Dimensions of the statement; `None` for expressions in the parameters alone.
    dims: Option<usize>,
}

impl Exprs {
    /// For expressions in the parameters.
    pub fn on_params(scop: &Scop) -> Result<Exprs> {
        Ok(Exprs {
            build: AstBuild::from_context(known(scop)?)?,
            names: AstNames::of(scop),
            dims: None,
        })
    }

    /// For expressions on the domain of a statement; dimension `n` becomes [`ExprVar::Dim`]`(n)`.
    ///
    /// `domain` is the part of the statement's domain that is run.
    pub fn on_stmt(scop: &Scop, domain: Set) -> Result<Exprs> {
        let dims = domain.dim(DimKind::Set)?;
        let mut names = AstNames::of(scop);
        for dim in 0..dims {
            names.vars.insert(dim_name(dim), ExprVar::Dim(dim));
        }
        Ok(Exprs {
            build: AstBuild::from_context(on_named_dims(domain, dims)?)?,
            names,
            dims: Some(dims),
        })
    }

    /// The condition, wherever it is needed.
    pub fn cond(&self, holds: Set) -> Result<Cond> {
        let ctx = holds.ctx().clone();
        let mut holds = holds.coalesce()?;
        if let Some(dims) = self.dims {
            holds = on_named_dims(holds, dims)?;
        }
        let _options = AstOptions::set(&ctx)?;
        convert_cond(&self.names, &self.build.expr_from_set(holds)?)
    }

    /// The expression; it has the right value wherever `value` is defined.
    pub fn expr(&self, value: PwAff) -> Result<ChoiceExpr> {
        let ctx = value.ctx().clone();
        let first = value.dim(DimKind::Param)?;
        let mut value = value;
        if let Some(dims) = self.dims {
            value = value.move_dims(DimKind::Param, first, DimKind::In, 0, dims)?;
            for dim in 0..dims {
                value = value.set_dim_id(DimKind::Param, first + dim, Id::named(&ctx, &dim_name(dim))?)?;
            }
            value = value.project_domain_on_params()?;
        }
        let _options = AstOptions::set(&ctx)?;
        let expr = self.build.expr_from_pw_aff(value.coalesce()?)?;
        convert_expr(&self.names, &expr)
    }
}

/// A set whose dimensions are parameters instead, called as [`Exprs`] knows them.
fn on_named_dims(set: Set, dims: usize) -> Result<Set> {
    let (ctx, first) = (set.ctx().clone(), set.dim(DimKind::Param)?);
    let mut set = set.move_dims(DimKind::Param, first, DimKind::Set, 0, dims)?;
    for dim in 0..dims {
        set = set.set_dim_id(DimKind::Param, first + dim, Id::named(&ctx, &dim_name(dim))?)?;
    }
    Ok(set.params()?)
}

fn dim_name(dim: usize) -> String {
    format!("polyvet_d{dim}")
}
