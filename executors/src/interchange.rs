//! Moves loops of a nest so that columns run along memory.
//!
//! Only where a syntactic test shows that no element sees another order: the nest is perfect and a rectangle,
//! one place is written, its array is accessed nowhere else, and iterations that touch the same element
//! differ only in loops that the place does not mention. Those keep their order.

use super::columns;
use super::linear::CounterSum;
use super::plan::{Ins, PlanLoop, PlanNode, StraightLoop};

/// Columns shorter than this are not worth it.
const TRIPS_MIN: i64 = 8;

/// Rearranges nests, and lets a leaf run with the loop around it.
pub(crate) fn arrange(nodes: &mut [PlanNode]) {
    for node in nodes {
        match node {
            PlanNode::Loop(outer) => {
                if let Some(depth) = depth(outer) {
                    interchange(outer, depth);
                }
                arrange(&mut outer.body);
                pair(node);
            }
            PlanNode::Choice(_, bodies) => bodies.iter_mut().for_each(|(body, _)| arrange(body)),
            PlanNode::Code(_) | PlanNode::Leaf(_) | PlanNode::Pair(..) | PlanNode::Let(..) => {}
        }
    }
}

/// Makes a loop whose body is one leaf, with bounds of its own, run together with it.
fn pair(node: &mut PlanNode) {
    let PlanNode::Loop(outer) = node else { return };
    let [PlanNode::Leaf(leaf)] = &outer.body[..] else {
        return;
    };
    let mut bounds = leaf.head.lower.iter().chain(&leaf.head.upper);
    if leaf.columns.is_none() || bounds.any(|form| form.of(outer.var) != 0) {
        return;
    }
    let strides = (leaf.code.places.iter())
        .map(|place| place.form.of(outer.var) * outer.step)
        .collect();
    let Some(PlanNode::Leaf(leaf)) = outer.body.pop() else {
        unreachable!("the body was a leaf");
    };
    *node = PlanNode::Pair(take(outer), leaf, strides);
}

fn take(of: &mut PlanLoop) -> PlanLoop {
    PlanLoop {
        lower: std::mem::take(&mut of.lower),
        upper: std::mem::take(&mut of.upper),
        body: std::mem::take(&mut of.body),
        ..*of
    }
}

/// Number of loops of a perfect nest around a leaf.
fn depth(outer: &PlanLoop) -> Option<usize> {
    match &outer.body[..] {
        [PlanNode::Loop(inner)] => depth(inner).map(|depth| depth + 1),
        [PlanNode::Leaf(_)] => Some(1),
        _ => None,
    }
}

/// The number of iterations of a loop, if it is always the same.
fn trips(of: &PlanLoop) -> Option<i64> {
    let ([lower], [upper]) = (&of.lower[..], &of.upper[..]) else {
        return None;
    };
    let width = upper.plus(lower, -1)?.as_constant()?;
    Some(if width <= 0 { 0 } else { (width - 1) / of.step + 1 })
}

/// The nest as a list of loops, outermost first, and its leaf.
fn unfold(outer: &mut PlanLoop, depth: usize) -> Option<(Vec<PlanLoop>, StraightLoop)> {
    let mut loops = Vec::with_capacity(depth + 1);
    let mut body = std::mem::take(&mut outer.body);
    loops.push(take(outer));
    loop {
        match body.pop()? {
            PlanNode::Loop(mut inner) => {
                body = std::mem::take(&mut inner.body);
                loops.push(inner);
            }
            PlanNode::Leaf(mut leaf) => {
                loops.push(take(&mut leaf.head));
                return Some((loops, leaf));
            }
            _ => return None,
        }
    }
}

/// The nest made of a list of loops and a leaf.
fn fold(mut loops: Vec<PlanLoop>, mut leaf: StraightLoop) -> Option<PlanLoop> {
    leaf.head = loops.pop()?;
    leaf.strides = (leaf.code.places.iter())
        .map(|place| place.form.of(leaf.head.var) * leaf.head.step)
        .collect();
    leaf.columns = columns::columns(&leaf.code, &leaf.strides);
    let mut node = PlanNode::Leaf(leaf);
    while let Some(mut outer) = loops.pop() {
        outer.body = vec![node];
        if loops.is_empty() {
            return Some(outer);
        }
        node = PlanNode::Loop(outer);
    }
    None
}

fn interchange(outer: &mut PlanLoop, depth: usize) {
    let Some((mut loops, leaf)) = unfold(outer, depth) else {
        unreachable!("the depth of the nest was counted");
    };
    // The rectangle inside: bounds that mention none of its counters, and a fixed number of iterations.
    let mut first = loops.len();
    while first > 0 && trips(&loops[first - 1]).is_some() {
        let mentions =
            |of: &PlanLoop| (of.lower.iter().chain(&of.upper)).any(|form| form.of(loops[first - 1].var) != 0);
        if loops[first..].iter().any(mentions) {
            break;
        }
        first -= 1;
    }
    let inside = loops.split_off(first);
    loops.extend(order(inside, &leaf));
    if let Some(nest) = fold(loops, leaf) {
        *outer = nest;
    }
}

/// The loops of a rectangle in a better order, if there is one that is allowed.
fn order(mut loops: Vec<PlanLoop>, leaf: &StraightLoop) -> Vec<PlanLoop> {
    let Some(best) = best(&loops, leaf) else { return loops };
    // Steps of the reference are counted where the nest begins, since their number depends on the order.
    let count = |of: &PlanLoop| trips(of).unwrap_or_default() as u64;
    let inner = (loops[1..].iter().rev()).fold(0, |inner: u64, of| {
        count(of).saturating_mul(of.cost.saturating_add(inner))
    });
    let per_iteration = loops[0].cost.saturating_add(inner);
    let steps = count(&loops[0]).saturating_mul(per_iteration);
    for of in &mut loops {
        of.cost = 0;
    }
    let innermost = loops.remove(best);
    let store = written(leaf);
    let (sums, mut moved): (Vec<PlanLoop>, Vec<PlanLoop>) = loops
        .into_iter()
        .partition(|of| store.is_some_and(|form| form.of(of.var) == 0));
    moved.extend(sums);
    moved.push(innermost);
    moved[0].once = steps;
    moved
}

/// The place that is written, if it is the only one, and all others of its array are the same.
fn written(leaf: &StraightLoop) -> Option<&CounterSum> {
    let mut stores = leaf.code.ins.iter().filter_map(|ins| match ins {
        Ins::Store { at, .. } => Some(*at),
        _ => None,
    });
    let (Some(at), None) = (stores.next(), stores.next()) else {
        return None;
    };
    let store = &leaf.code.places[usize::from(at)];
    let elsewhere = |place: &super::plan::CounterPlace| place.array == store.array && place.form != store.form;
    let carries = |ins: &Ins| matches!(ins, Ins::Move { .. });
    let plain = !leaf.code.places.iter().any(elsewhere) && !leaf.code.ins.iter().any(carries);
    plain.then_some(&store.form)
}

/// Which loop should be innermost, if another order is allowed and better.
fn best(loops: &[PlanLoop], leaf: &StraightLoop) -> Option<usize> {
    let store = written(leaf)?;
    if loops.len() < 2 || trips(&loops[0])? == 0 {
        return None;
    }
    // Iterations of the loops it mentions touch different elements: each stride is longer than all
    // shorter ones together reach.
    let mut strides = Vec::new();
    for of in loops {
        strides.push(((store.of(of.var) * of.step).abs(), trips(of)?));
    }
    strides.retain(|(stride, _)| *stride != 0);
    strides.sort_unstable();
    let mut reach = 0_i128;
    for (stride, trips) in strides {
        if i128::from(stride) <= reach {
            return None;
        }
        reach += i128::from(stride) * i128::from(trips - 1);
    }
    let along = |of: &PlanLoop| {
        let stride = |place: &super::plan::CounterPlace| place.form.of(of.var) * of.step;
        let cells = (leaf.code.places.iter()).filter(|place| place.array.is_some());
        store.of(of.var) * of.step == 1 && cells.map(stride).all(|stride| stride == 0 || stride == 1)
    };
    let contracts = leaf
        .columns
        .as_ref()
        .is_some_and(|columns| columns.contraction.is_some());
    let sums = contracts && loops.iter().any(|of| store.of(of.var) == 0);
    let good = |n: &usize| along(&loops[*n]) && trips(&loops[*n]).is_some_and(|trips| trips >= TRIPS_MIN);
    let best = (0..loops.len()).filter(good).max_by_key(|n| trips(&loops[*n]))?;
    (sums || best != loops.len() - 1).then_some(best)
}
