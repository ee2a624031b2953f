//! What a statement computes, and which loads it may do itself.

use super::facts::Facts;
use super::{Extractor, Fallible, LoopFrame, unsupported, unsupported_help};
use crate::ids::{AccessId, ArrayId};
use crate::scop::{Access, AccessKind, Payload, PayloadKind, PayloadNode};
use polyvet_ir::ops::{Effects, SomeOperands};
use polyvet_ir::{Attr, BlockId, Def, Module, Op, OpId, Span, Type, ValueId};
use polyvet_poly::{DimKind, Id, Map, MultiPwAff, PwAff, Set, Space};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use typed_index_collections::TiVec;

/// Whether `op` is a function of numbers, so that payloads can compute it: what it makes of vectors and tensors, it
/// makes of each element. What makes nothing, such as a terminator or an assertion, uses its operands where it is.
pub(super) fn computes(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    let shaped = |value: ValueId| module.ty(value).shape().is_some() || module.ty(value).is_memref();
    let mut values = data.operand_values().chain(data.results.iter().copied());
    !data.results.is_empty() && data.info().is_pure() && (data.info().is_elementwise() || !values.any(shaped))
}

pub(super) fn is_load(name: &str) -> bool {
    matches!(name, "affine.load" | "memref.load")
}

/// Whether `op` gives operands to a block: to its own as what a loop carries, or to another one.
fn hands_on(op: &Op) -> bool {
    op.info().is_loop() || op.info().is_terminator()
}

/// A statement in the making.
#[derive(Clone)]
pub(super) struct StmtDraft {
    pub frame: LoopFrame,
    pub name: String,
    pub payload: Payload,
    pub accesses: TiVec<AccessId, Access>,
    pub known: HashMap<ValueId, usize>,
    /// The payload and the relations say all.
    pub exact: bool,
    /// An access touches what its relation says, or less.
    pub may: bool,
    /// It updates an element as a whole.
    pub atomic: bool,
}

impl StmtDraft {
    pub(super) fn new(frame: &LoopFrame, name: String) -> StmtDraft {
        let payload = Payload::default();
        StmtDraft {
            frame: frame.clone(),
            name,
            payload,
            accesses: TiVec::new(),
            known: HashMap::new(),
            exact: true,
            may: false,
            atomic: false,
        }
    }

    /// Adds a node.
    pub(super) fn node(&mut self, kind: PayloadKind, ty: &Type, span: Span) -> usize {
        self.payload.nodes.push(PayloadNode {
            kind,
            ty: ty.clone(),
            span,
        });
        self.payload.nodes.len() - 1
    }

    /// Adds a read and the node for its value.
    pub(super) fn read(&mut self, access: Access, ty: &Type) -> usize {
        let span = access.span;
        let at = self.accesses.push_and_get_key(access);
        self.node(PayloadKind::Read(at), ty, span)
    }

    /// A value of which no model knows anything.
    pub(super) fn unknown(&mut self, ty: &Type, span: Span) -> usize {
        self.exact = false;
        let any = Attr::Int {
            value: 0.into(),
            ty: ty.clone(),
        };
        self.node(PayloadKind::Const(any), ty, span)
    }

    /// The same reads and nodes in a statement of another name.
    pub(super) fn renamed(&self, name: String) -> Fallible<StmtDraft> {
        let mut draft = self.clone();
        for access in &mut draft.accesses {
            access.relation = access.relation.clone().set_tuple_name(DimKind::In, &name)?;
        }
        for node in &mut draft.payload.nodes {
            if let PayloadKind::Index(index) = &mut node.kind {
                let id = Id::named(index.ctx(), &name)?;
                *index = index.clone().set_tuple_id(DimKind::In, id)?;
            }
        }
        draft.name = name;
        Ok(draft)
    }

    /// Drops the nodes and reads that nothing is computed from.
    pub(super) fn forget_unused(&mut self) {
        let Payload { nodes, stores } = &mut self.payload;
        let mut used = vec![false; nodes.len()];
        stores.iter().for_each(|(_, node)| used[*node] = true);
        for at in (0..nodes.len()).rev() {
            if let (true, PayloadKind::Op { operands, .. }) = (used[at], &nodes[at].kind) {
                operands.iter().for_each(|operand| used[*operand] = true);
            }
        }
        let mut kept: TiVec<AccessId, bool> = vec![false; self.accesses.len()].into();
        stores.iter().for_each(|(access, _)| kept[*access] = true);
        for (node, _) in nodes.iter().zip(&used).filter(|(_, used)| **used) {
            if let PayloadKind::Read(access) = node.kind {
                kept[access] = true;
            }
        }
        let places = places(&used);
        let access_places: TiVec<AccessId, AccessId> =
            self::places(&kept.raw).into_iter().map(AccessId::from).collect();
        let mut flags = used.iter();
        nodes.retain(|_| flags.next() == Some(&true));
        for node in nodes {
            match &mut node.kind {
                PayloadKind::Op { operands, .. } => operands.iter_mut().for_each(|operand| *operand = places[*operand]),
                PayloadKind::Read(access) => *access = access_places[*access],
                _ => {}
            }
        }
        for (access, node) in stores {
            (*access, *node) = (access_places[*access], places[*node]);
        }
        let mut flags = kept.iter();
        self.accesses.retain(|_| flags.next() == Some(&true));
        self.known.clear();
    }

    /// Adds a write of `node`.
    pub(super) fn write(&mut self, access: Access, node: usize) {
        let access = self.accesses.push_and_get_key(access);
        self.payload.stores.push((access, node));
    }
}

impl Extractor<'_> {
    /// The node of the payload that computes `value`.
    pub(super) fn value(&mut self, draft: &mut StmtDraft, value: ValueId) -> Fallible<usize> {
        // Operands come first, by a stack of our own: a chain of operations is as deep as a program is long.
        let mut open = vec![value];
        while let Some(next) = open.last().copied() {
            let operator = self.operator(next).filter(|_| !draft.known.contains_key(&next));
            let mut operands = operator.iter().flat_map(|op| self.module.op(*op).operand_values());
            if let Some(operand) = operands.find(|operand| !draft.known.contains_key(operand)) {
                open.push(operand);
                continue;
            }
            if !draft.known.contains_key(&next) {
                let node = match operator {
                    Some(op) => self.facts.applied(draft, op),
                    None => self.new_value(draft, next)?,
                };
                draft.known.insert(next, node);
            }
            open.pop();
        }
        Ok(draft.known[&value])
    }

    /// The operation that computes a value from values, if payloads have it.
    fn operator(&self, value: ValueId) -> Option<OpId> {
        let (module, ty) = (self.module, self.module.ty(value));
        let op = module.defining_op(value)?;
        let data = module.op(op);
        let name = data.name.as_str();
        let leaf = self.places.register_of.contains_key(&value)
            || *ty == Type::Index
            || is_load(name)
            || matches!(name, "arith.constant" | "tensor.extract");
        let packed = self.facts.packed.contains(&value);
        let whole = ty.shape().is_some() && !packed;
        let computes = computes(module, op) || packed && super::vectors::by_lanes(module, op);
        let plain = computes && data.results.len() == 1 && data.regions.is_empty();
        (!leaf && !whole && plain).then_some(op)
    }

    /// The node of a value that is not computed from values by an operation that payloads have.
    fn new_value(&mut self, draft: &mut StmtDraft, value: ValueId) -> Fallible<usize> {
        let module = self.module;
        let data = module.value(value);
        if let Some(register) = self.places.register_of.get(&value).copied() {
            let access = self.register_access(draft, register, AccessKind::Read, data.span)?;
            return Ok(draft.read(access, &data.ty));
        }
        let loaded = module.defining_op(value).is_some_and(|op| is_load(&module.op(op).name));
        if data.ty == Type::Index && !loaded {
            let found = self.index(value, &draft.frame.clone());
            let Some(index) = self.perhaps(found)? else {
                self.depend(draft, value)?;
                return Ok(draft.unknown(&data.ty, data.span));
            };
            let index = index.set_tuple_id(DimKind::In, Id::named(&self.ctx, &draft.name)?)?;
            return Ok(draft.node(PayloadKind::Index(index), &data.ty, data.span));
        }
        let shown = module.value_name(value);
        let op = match data.def {
            Def::Result { op, .. } if self.facts.selections.contains(&op) => return self.selection(draft, op, value),
            Def::Result { op, .. } => op,
            Def::Arg { block, .. } if block == self.facts.entry => {
                if data.ty.shape().is_some() && !self.facts.packed.contains(&value) {
                    let message = format!("`{shown}` is used as one value");
                    return Err(unsupported("aggregate-value", message, data.span));
                }
                return Ok(draft.node(PayloadKind::Scalar(value), &data.ty, data.span));
            }
            Def::Arg { .. } => {
                return Err(unsupported(
                    "block-argument",
                    format!("`{shown}` has no model"),
                    data.span,
                ));
            }
        };
        let op_data = module.op(op);
        let packed = self.facts.packed.contains(&value);
        if op_data.name == "arith.constant" {
            return match op_data.attr("value") {
                Some(attr @ Attr::Dense { .. }) if packed => {
                    Ok(draft.node(PayloadKind::Const(attr.clone()), &data.ty, op_data.span))
                }
                Some(attr @ (Attr::Int { .. } | Attr::Float { .. } | Attr::Bool(_))) => {
                    Ok(draft.node(PayloadKind::Const(attr.clone()), &data.ty, op_data.span))
                }
                _ => Err(unsupported(
                    "aggregate-value",
                    format!("`{shown}` is no scalar constant"),
                    op_data.span,
                )),
            };
        }
        if is_load(&op_data.name) {
            let access = self.subscript(draft, op, AccessKind::Read)?;
            return Ok(draft.read(access, &data.ty));
        }
        if op_data.name == "tensor.extract" {
            // In a payload: elsewhere it is a statement, whose number is in a register.
            let at = self.element_subscripts(op, 1, &draft.frame.clone())?;
            return self.lane(draft, op_data.operand(0), &at, op_data.span);
        }
        if data.ty.shape().is_some() && !packed && computes(module, op) {
            let message = format!("`{shown}` is a vector or tensor computed element by element");
            return Err(unsupported("aggregate-value", message, op_data.span));
        }
        let message = format!("`{}`, which makes `{shown}`, has no model", op_data.name);
        Err(unsupported("unmodelled-op", message, op_data.span))
    }

    /// The access of a load or store.
    pub(super) fn subscript(&mut self, draft: &mut StmtDraft, op: OpId, kind: AccessKind) -> Fallible<Access> {
        let data = self.module.op(op);
        let memref_at = data.info().element().expect("a load or store").array;
        let memref = data.operands[memref_at];
        let span = data.span;
        if kind == AccessKind::Read
            && let Some(read) = self.stretched(op, &draft.frame)?
        {
            return self.stretched_access(draft, read, span);
        }
        let found = self.subscripts_of(op, memref_at, &draft.frame);
        let Some(subscripts) = self.perhaps(found)? else {
            for operand in data.operand_values().skip(memref_at + 1) {
                self.depend(draft, operand)?;
            }
            return self.somewhere(draft, op, memref_at, kind);
        };
        let (array, subscripts) = self.resolve(memref.value, subscripts, &draft.frame, memref.span)?;
        let relation = self.relation(draft, array, subscripts)?;
        Ok(Access {
            kind,
            array,
            relation,
            span,
        })
    }

    pub(super) fn subscripts_of(&mut self, op: OpId, memref_at: usize, frame: &LoopFrame) -> Fallible<Vec<PwAff>> {
        let data = self.module.op(op);
        if data.info().element().is_some_and(|element| element.by_map) {
            let (map, operands) = self.facts.map_of(op, "map", memref_at + 1)?;
            return self.apply_map(&map, &operands, frame, data.span);
        }
        let operands: Vec<_> = data.operand_values().skip(memref_at + 1).collect();
        operands.into_iter().map(|v| self.subscript_index(v, frame)).collect()
    }

    fn subscript_index(&mut self, value: ValueId, frame: &LoopFrame) -> Fallible<PwAff> {
        self.index(value, frame).map_err(|error| match error {
            super::ExtractError::Unsupported(mut u) => {
                u.help
                    .get_or_insert_with(|| "only affine subscripts have an exact model".to_owned());
                u.into()
            }
            other => other,
        })
    }

    /// `{ S[i] -> A[subscripts] }`
    pub(super) fn relation(&self, draft: &StmtDraft, array: ArrayId, subscripts: Vec<PwAff>) -> Fallible<Map> {
        let mut map = Map::from_multi_pw_aff(tuple(self.facts.space(&draft.frame)?, subscripts)?)?;
        for (at, dim) in draft.frame.dims.iter().enumerate() {
            map = map.set_dim_name(DimKind::In, at, dim)?;
        }
        Ok(map
            .set_tuple_name(DimKind::In, &draft.name)?
            .set_tuple_name(DimKind::Out, &self.draft.arrays[array].name)?)
    }

    /// The access to a register: its element belongs to the outer loops of the statement.
    pub(super) fn register_access(
        &self,
        draft: &StmtDraft,
        register: ArrayId,
        kind: AccessKind,
        span: Span,
    ) -> Fallible<Access> {
        let rank = self.draft.arrays[register].extents.len();
        let subscripts = (0..rank)
            .map(|at| self.facts.variable(&draft.frame, at))
            .collect::<Fallible<Vec<_>>>()?;
        let relation = self.relation(draft, register, subscripts)?;
        Ok(Access {
            kind,
            array: register,
            relation,
            span,
        })
    }

    /// Completes a statement.
    pub(super) fn push_stmt(&mut self, mut draft: StmtDraft, op: OpId) -> Fallible<Set> {
        let span = self.module.op(op).span;
        let exact = draft.exact && draft.frame.exact;
        self.guard_accesses(&mut draft, span)?;
        let mut domain = draft.frame.domain.clone().set_tuple_name(&draft.name)?;
        for (at, dim) in draft.frame.dims.iter().enumerate() {
            domain = domain.set_dim_name(DimKind::Set, at, dim)?;
        }
        // What perhaps never runs promises nothing.
        for access in draft.accesses.iter().filter(|_| draft.frame.exact) {
            self.access_within(op, &domain, access)?;
        }
        let mut accesses = draft.accesses;
        accesses.iter_mut().try_for_each(|access| self.through_slices(access))?;
        let mut payload = draft.payload;
        reads_first(&mut accesses, &mut payload);
        // An atomic update reads the element that it writes, whatever is known of its subscripts.
        let reduction = match exact || draft.atomic {
            true => super::accumulation::find_reduction(&accesses, &payload)?,
            false => None,
        };
        let reduction = reduction.map(|found| crate::scop::Reduction {
            atomic: draft.atomic,
            ..found
        });
        self.draft.stmts.push(crate::scop::Stmt {
            name: draft.name,
            dims: draft.frame.dims,
            loops: draft.frame.loops,
            domain: domain.clone(),
            accesses,
            may: draft.may || !draft.frame.exact,
            payload: (exact && !draft.atomic).then_some(payload),
            reduction,
            op: Some(op),
            span,
        });
        Ok(domain)
    }

    /// The name of the next statement.
    pub(super) fn stmt_name(&mut self, op: OpId) -> String {
        match self.module.op(op).attr("polyvet.name").and_then(Attr::as_str) {
            Some(name) => self.naming.stmt_names.unique(&format!("{}{name}", self.naming.prefix)),
            None => {
                let next = self.draft.stmts.len() + self.in_place.left_out - self.stood_for;
                self.naming.stmt_names.unique(&format!("{}S{next}", self.naming.prefix))
            }
        }
    }

    /// Finds the loads that cannot be done by the statement that needs them: something between
    /// the load and the statement writes to the same array.
    pub(super) fn find_registers(&mut self, block: BlockId) -> Fallible<()> {
        let mut users = Vec::new();
        let func = self
            .module
            .region(self.module.block(block).parent.expect("in a function"))
            .parent;
        self.module.walk(func.expect("in a function"), &mut |id, op| {
            let scalar = op.results.iter().all(|result| !self.facts.is_aggregate(*result));
            // What may be undefined looks at its operands where it is, whoever uses its result.
            let later = computes(self.module, id) && self.module.undefined(id).next().is_none();
            let selects = self.facts.selections.contains(&id) || {
                let parent = op
                    .parent
                    .and_then(|block| self.module.region(self.module.block(block).parent?).parent);
                parent.is_some_and(|parent| self.facts.selections.contains(&parent))
            };
            if !(selects || scalar && (later || is_load(&op.name))) {
                users.push(id);
            }
        });
        for user in users {
            let operands = self.module.op(user).operand_values();
            let mut pending: Vec<(ValueId, OpId)> = operands.map(|value| (value, user)).collect();
            let mut seen = BTreeSet::new();
            while let Some((value, user)) = pending.pop() {
                let Some(op) = self.module.defining_op(value).filter(|_| seen.insert((value, user))) else {
                    continue;
                };
                let data = self.module.op(op);
                if is_load(&data.name) {
                    self.loads.used_loads.insert(op);
                    let kept = self.overwritten_between(op, user)?;
                    if kept {
                        self.loads.kept_loads.insert(value);
                    }
                    if kept || self.facts.reads_itself(user, op) {
                        self.loads.done_beside.insert(op);
                    }
                    // Subscripts that are loaded have no exact model.
                    let user = if kept { op } else { user };
                    pending.extend(
                        data.operand_values()
                            .filter(|_| self.request.may)
                            .map(|value| (value, user)),
                    );
                } else if self.facts.selections.contains(&op) {
                    pending.extend(self.facts.selected(op, value).into_iter().map(|value| (value, user)));
                } else if computes(self.module, op) {
                    pending.extend(data.operand_values().map(|value| (value, user)));
                }
            }
        }
        Ok(())
    }

    /// Whether something that runs after `load` and before `user` may write to the loaded array.
    fn overwritten_between(&mut self, load: OpId, user: OpId) -> Fallible<bool> {
        let data = self.module.op(load);
        let (memref, block) = (data.operands[0], data.parent.expect("a load stands in a block"));
        let array = match self.memref(memref.value, memref.span) {
            Ok(array) => array,
            // A tensor that does not exist yet.
            Err(super::ExtractError::Unsupported(_)) => return Ok(true),
            Err(other) => return Err(other),
        };
        // The ancestor of `user` that is next to the load.
        let mut ancestor = user;
        while self.module.op(ancestor).parent != Some(block) {
            match self.module.parent_op(ancestor) {
                Some(parent) => ancestor = parent,
                None => return Ok(true),
            }
        }
        let ops = self.module.block(block).ops.clone();
        let after = ops.iter().skip_while(|op| **op != load).skip(1);
        for op in after {
            if *op == user {
                return Ok(false);
            }
            let written = self.writes_below(*op)?;
            if written.all_memory || written.arrays.contains(&array) {
                return Ok(true);
            }
            if *op == ancestor {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Arrays that `op` or something in it may write to.
    fn writes_below(&mut self, op: OpId) -> Fallible<super::Writes> {
        if let Some(known) = self.writes.get(&op) {
            return Ok(known.clone());
        }
        let mut targets = Vec::new();
        let mut written = super::Written::default();
        self.module.walk(op, &mut |id, inner| {
            let memrefs = |operands| self.module.memrefs(id, operands).map(|n| inner.operands[n]);
            if self.facts.is_opaque(id) {
                written.all_memory = true;
            } else if self.module.own_effects(id).contains(Effects::EVENT) || hands_on(inner) {
                // It may write to what it is given, or somebody it gives that to may.
                targets.extend(memrefs(SomeOperands::All));
            } else {
                targets.extend(memrefs(inner.info().writes()).chain(memrefs(inner.info().frees())));
            }
        });
        for target in targets {
            written.arrays.insert(self.memref(target.value, target.span)?);
        }
        let written = Rc::new(written);
        self.writes.insert(op, written.clone());
        Ok(written)
    }

    /// A statement that keeps a load in a register.
    pub(super) fn keep_load(&mut self, op: OpId, frame: &LoopFrame) -> Fallible<Set> {
        let value = self.module.op(op).results[0];
        let mut draft = StmtDraft::new(frame, self.stmt_name(op));
        let node = self.value(&mut draft, value)?;
        let register = self.new_register(value, frame.kept_rank());
        let span = self.module.op(op).span;
        let access = self.register_access(&draft, register, AccessKind::MustWrite, span)?;
        draft.write(access, node);
        self.push_stmt(draft, op)
    }

    /// A statement that stores `values` into `registers` at once.
    pub(super) fn set_registers(
        &mut self,
        op: OpId,
        frame: &LoopFrame,
        values: &[ValueId],
        registers: &[ArrayId],
    ) -> Fallible<Set> {
        let mut draft = StmtDraft::new(frame, self.stmt_name(op));
        let nodes = values
            .iter()
            .map(|v| self.value(&mut draft, *v))
            .collect::<Fallible<Vec<_>>>()?;
        let span = self.module.op(op).span;
        for (register, node) in registers.iter().zip(nodes) {
            let access = self.register_access(&draft, *register, AccessKind::MustWrite, span)?;
            draft.write(access, node);
        }
        self.push_stmt(draft, op)
    }

    /// Refuses values that no array can hold.
    pub(super) fn check_scalar(&self, value: ValueId) -> Fallible<()> {
        let data = self.module.value(value);
        match &data.ty {
            Type::Integer { .. } | Type::Float(_) => Ok(()),
            Type::Index if self.request.may => Ok(()),
            Type::Index => Err(unsupported_help(
                "carried-index",
                format!(
                    "the index `{}` is carried by a loop or a branch",
                    self.module.value_name(value)
                ),
                data.span,
                "compute it from the induction variables with `affine.apply`",
            )),
            _ => {
                let message = format!("`{}` is carried by a loop or a branch", self.module.value_name(value));
                Err(unsupported("carried-aggregate", message, data.span))
            }
        }
    }
}

impl Facts<'_> {
    /// Refuses the body of an operation that does more than compute what it yields.
    pub(super) fn without_effects(&self, body: BlockId) -> Fallible<()> {
        for op in &self.module.block(body).ops {
            let data = self.module.op(*op);
            let name = data.name.as_str();
            let harmless = self.module.is_removable(*op) || data.info().is_terminator();
            if !harmless || !data.regions.is_empty() {
                let message = format!("what `{name}` does besides computing the elements has no model");
                return Err(unsupported("unmodelled-op", message, data.name_span));
            }
        }
        Ok(())
    }

    /// The node of an operation of which all operands have nodes.
    fn applied(&self, draft: &mut StmtDraft, op: OpId) -> usize {
        let data = self.module.op(op);
        let kind = PayloadKind::Op {
            name: data.name.to_string(),
            properties: data.properties.clone(),
            operands: data.operand_values().map(|operand| draft.known[&operand]).collect(),
        };
        draft.node(kind, self.module.ty(data.results[0]), data.span)
    }

    /// Whether the statement of `user` runs in the iterations in which `load` does.
    fn reads_itself(&self, user: OpId, load: OpId) -> bool {
        let (user, load) = (self.module.op(user), self.module.op(load));
        let name = user.name.as_str();
        user.parent == load.parent
            && matches!(
                name,
                "affine.store" | "memref.store" | "affine.yield" | "scf.yield" | "func.return"
            )
    }
}

/// Where each of those that are kept stands without the others.
fn places(kept: &[bool]) -> Vec<usize> {
    let count = |seen: &mut usize, kept: &bool| {
        let place = *seen;
        *seen += usize::from(*kept);
        Some(place)
    };
    kept.iter().scan(0, count).collect()
}

/// INVARIANT of [`crate::scop::Stmt::accesses`].
fn reads_first(accesses: &mut TiVec<AccessId, Access>, payload: &mut Payload) {
    let mut order: TiVec<AccessId, AccessId> = accesses.keys().collect();
    order.sort_by_key(|at| accesses[*at].kind.is_write());
    let mut place = order.clone();
    for (new, old) in order.iter_enumerated() {
        place[*old] = new;
    }
    *accesses = order.iter().map(|at| accesses[*at].clone()).collect();
    for (access, _) in &mut payload.stores {
        *access = place[*access];
    }
    for node in &mut payload.nodes {
        if let PayloadKind::Read(access) = &mut node.kind {
            *access = place[*access];
        }
    }
}

/// `{ [i, ..] -> [(value), ..] }` on a domain of this space.
pub(super) fn tuple(domain: Space, values: Vec<PwAff>) -> Fallible<MultiPwAff> {
    let space = domain.from_domain()?.add_dims(DimKind::Out, values.len())?;
    let mut all = MultiPwAff::zero(space)?;
    for (at, value) in values.into_iter().enumerate() {
        all = all.set_at(at, value)?;
    }
    Ok(all)
}
