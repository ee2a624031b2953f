//! From an output element that differs to the first operation that does.
//!
//! Both programs run once more in the term domain, where each value is the tree of operations that
//! made it and each tree knows its operation. From the element's two trees the walk goes down, from
//! the output towards the inputs, for as long as both roots are the same function: at each step into
//! the first operand that differs. The last pair of operations seen is the first that differs, in the
//! order of execution. Where an element is copied and not computed, its last writers are named.

use crate::WitnessInstance;
use crate::runs::{EndedRun, FunctionNames, ObservedPart, Setup, Strangers, execute, global_pairs, see_globals};
use crate::validate::ProgramSide;
use polyvet_interp::{
    DataElem, ElementPlace, Function, Iteration, Output, ParallelOrder, RuntimeValue, Sizes, TermDomain, TermNode,
    TermOrigin, Trap,
};
use polyvet_ir::{Module, OpId, Span};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Levels of a tree that are shown.
const DEPTH: usize = 3;

/// One program, run on terms.
struct Traced<'m> {
    side: ProgramSide<'m>,
    run: EndedRun<'m, TermDomain>,
    writers: Rc<RefCell<HashMap<ElementPlace, TermOrigin>>>,
    /// The global that the element is of.
    global: Option<OpId>,
    is_part: bool,
}

/// What made element `at` of `key` differ, before and after; `None` where that cannot be followed.
pub(crate) fn first_difference(
    (before, after): (ProgramSide<'_>, ProgramSide<'_>),
    names: &FunctionNames,
    (sizes, part, strangers): (&Sizes, Option<&ObservedPart>, &Strangers),
    order: ParallelOrder,
    key: Output,
    at: usize,
) -> Option<(WitnessInstance, WitnessInstance)> {
    if key == Output::Events {
        return None;
    }
    // Inputs are called the same in both.
    let setup = |order| Setup {
        part,
        ..Setup::symbolic(before, sizes, order, strangers)
    };
    let mut first = Traced::new(before, &names.before, setup(ParallelOrder::Forward))?;
    let mut second = Traced::new(after, &names.after, setup(order))?;
    see_globals((before.module, &mut first.run), (after.module, &mut second.run));
    if let Output::Global(id) = key {
        let pair = global_pairs(before.module, after.module)
            .into_iter()
            .find(|(x, _)| *x == id)?;
        (first.global, second.global) = (Some(pair.0), Some(pair.1));
    }
    let (x, y) = (first.tree(key, at), second.tree(key, at));
    let mut made = (None, None);
    if let (Some(x), Some(y)) = (x, y) {
        let (mut pair, terms) = ((x, y), (first.term(), second.term()));
        while let (Some(left), Some(right)) = (terms.0.node(pair.0), terms.1.node(pair.1)) {
            let found = (left.origin().map(|o| (o, pair.0)), right.origin().map(|o| (o, pair.1)));
            // Of an operation against an input, the operations that take them are those that differ.
            if matches!(found, (Some(_), Some(_))) || matches!(made, (None, None)) {
                made = found;
            }
            match below(left, right) {
                Some(next) => pair = next,
                None => break,
            }
        }
    }
    let instance = |traced: &Traced<'_>, tree: Option<u128>, made: Option<(&TermOrigin, u128)>| match made {
        Some((origin, hash)) => traced.computing(origin, hash),
        None => traced.writing(key, at, tree),
    };
    Some((instance(&first, x, made.0), instance(&second, y, made.1)))
}

/// The first pair of operands that differ, if both roots are the same function.
fn below(left: TermNode<'_>, right: TermNode<'_>) -> Option<(u128, u128)> {
    let (TermNode::Apply { call, args: p, .. }, TermNode::Apply { call: g, args: q, .. }) = (left, right) else {
        return None;
    };
    if call.key != g.key || p.len() != q.len() {
        return None;
    }
    if let ([p0, p1], [q0, q1], true) = (p, q, commutes(call.function)) {
        if p0 == q1 && p1 != q0 {
            return Some((*p1, *q0));
        }
        if p1 == q0 && p0 != q1 {
            return Some((*p0, *q1));
        }
    }
    p.iter().zip(q).find(|(x, y)| x != y).map(|(x, y)| (*x, *y))
}

fn commutes(function: Function) -> bool {
    use Function::*;
    matches!(
        function,
        AddI | MulI | AndI | OrI | XOrI | MaxSI | MaxUI | MinSI | MinUI | AddF | MulF | MaximumF | MinimumF
    )
}

impl<'m> Traced<'m> {
    fn new(side: ProgramSide<'m>, name: &str, setup: Setup<'_>) -> Option<Traced<'m>> {
        let writers: Rc<RefCell<HashMap<ElementPlace, TermOrigin>>> = Rc::default();
        let noted = Rc::clone(&writers);
        let run = execute(side, TermDomain::with_origins(), name, &setup, |machine| {
            machine.observe(move |access| {
                if access.write {
                    let (op, loops) = (access.op, access.loops.to_vec());
                    noted.borrow_mut().insert(access.place, TermOrigin { op, loops });
                }
            });
        });
        Some(Traced {
            side,
            run: run.ok()?,
            writers,
            global: None,
            is_part: setup.part.is_some(),
        })
    }

    fn term(&self) -> &TermDomain {
        self.run.machine.domain()
    }

    /// The tree of an element, if it was written.
    fn tree(&self, key: Output, at: usize) -> Option<u128> {
        let (_, contents) = self.run.seen.iter().find(|(other, _)| *other == key)?;
        // Of a part there is only its element.
        let at = if self.is_part { 0 } else { at };
        match contents.elems.get(at)?.as_ref()? {
            DataElem::Abstract { key, .. } => Some(*key),
            DataElem::Scalar(_) => None,
        }
    }

    fn computing(&self, origin: &TermOrigin, hash: u128) -> WitnessInstance {
        let mut instance = instance(self.side.module, origin);
        instance.computes = Some(self.term().show(hash, DEPTH));
        instance
    }

    /// Who wrote an element last.
    fn writing(&self, key: Output, at: usize, tree: Option<u128>) -> WitnessInstance {
        let module = self.side.module;
        let (place, maker) = self.place(key, at);
        let writers = self.writers.borrow();
        let mut found = match (place.and_then(|place| writers.get(&place)), maker) {
            (Some(origin), _) => instance(module, origin),
            (None, Some(op)) => instance(module, &TermOrigin { op, loops: Vec::new() }),
            (None, None) => WitnessInstance {
                span: module.op(self.side.func).name_span,
                writes: false,
                ..whole(self.side)
            },
        };
        found.computes = match tree {
            Some(hash) => Some(self.term().show(hash, DEPTH)),
            None => Some("uninitialised".to_owned()),
        };
        found
    }

    /// Where an element is kept, and for a result the operation that makes it.
    fn place(&self, key: Output, at: usize) -> (Option<ElementPlace>, Option<OpId>) {
        let module = self.side.module;
        let cell = |value: &RuntimeValue<TermDomain>| match &value.parts()[0] {
            RuntimeValue::MemRef(view) => {
                let (_, contents) = self.run.seen.iter().find(|(other, _)| *other == key)?;
                let index = contents.index_of(at);
                let steps = index.iter().zip(&view.strides).map(|(at, stride)| at * stride);
                let cell = usize::try_from(view.offset + steps.sum::<i64>()).ok()?;
                Some(ElementPlace::Buffer(view.buffer, cell))
            }
            _ => None,
        };
        match key {
            Output::Argument(n) => (self.run.args.get(n).and_then(cell), None),
            Output::Global(_) => {
                let view = self.global.and_then(|id| self.run.machine.global_view(id));
                (view.as_ref().and_then(cell), None)
            }
            Output::Events => (None, None),
            Output::Result(n) => {
                let block = module.only_block(self.side.func, 0);
                let end = block.and_then(|block| module.block(block).ops.last());
                let value = end.and_then(|end| module.op(*end).operands.get(n)).map(|o| o.value);
                let place = self.run.results.get(n).and_then(cell);
                let parts = self.run.results.get(n).map_or(1, |value| value.parts().len());
                let place = place.or(value.map(|value| ElementPlace::Tensor(value, at / parts)));
                (place, value.and_then(|value| module.defining_op(value)))
            }
        }
    }
}

/// An operation in an iteration.
fn instance(module: &Module, origin: &TermOrigin) -> WitnessInstance {
    let op = module.op(origin.op);
    let name = |iteration: &Iteration| iteration.name(module).trim_start_matches('%').to_owned();
    WitnessInstance {
        stmt: op.name.to_string(),
        dims: origin.loops.iter().map(name).collect(),
        at: origin.loops.iter().map(|iteration| iteration.value).collect(),
        span: op.name_span,
        writes: true,
        computes: None,
    }
}

/// The function as a whole.
pub(crate) fn whole(side: ProgramSide<'_>) -> WitnessInstance {
    WitnessInstance {
        stmt: side.module.symbol_name(side.func).unwrap_or("").to_owned(),
        dims: Vec::new(),
        at: Vec::new(),
        span: Span::NONE,
        writes: true,
        computes: None,
    }
}

/// The operation at which a run stopped.
pub(crate) fn stopped(side: ProgramSide<'_>, trap: &Trap) -> WitnessInstance {
    let mut found = whole(side);
    if let Some(op) = trap.op {
        found.stmt = side.module.op(op).name.to_string();
        found.span = side.module.op(op).name_span;
    }
    for (name, value, _) in &trap.loops {
        found.dims.push(name.trim_start_matches('%').to_owned());
        found.at.push(*value);
    }
    found
}
