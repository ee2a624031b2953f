//! Congruence: functions that compute the same terms.
//!
//! Many passes keep loops and branches as they are and change what is around them: `canonicalize`, `cse`,
//! `loop-invariant-code-motion`. For those no order of iterations has to be found. Each function becomes terms
//! ([`terms`]): a value is a function of arguments and of what memory was, a region one of its arguments. If both
//! functions give the same terms, and leave memory and the world in the same state, they compute the same, whatever
//! their operations mean: one that nobody knows is a function of all it can see, and changes all it can reach. What may
//! be undefined is an *obligation*, a term as well: those of the second function must be among those of the first.
//! Vectors are taken apart into lanes ([`lanes`]), shapes have normal forms ([`shapes`]), and scalars that differ are
//! compared bit by bit ([`bits`]).
//!
//! Sources: value numbering (Alpern, Wegman, Zadeck 1988); equality of terms as translation validation (Tristan,
//! Govereau, Morrisett 2011).

mod bits;
mod build;
mod lanes;
mod masked;
mod memory;
mod metadata;
mod normal;
mod regions;
mod shapes;
mod terms;
mod views;

use crate::events::same_symbols;
use crate::unchanged::layouts;
use crate::validate::ProgramSide;
use crate::{Assumption, Proof, Strength};
use bits::Bits;
pub(crate) use bits::SuspectArguments;
use build::{FunctionMeaning, LoopReading, meaning};
use lanes::LaneOrder;
use polyvet_ir::func;
use shapes::casts_say;
use std::collections::{HashMap, HashSet};
use terms::{TermId, TermLabel, TermShape, Terms};

/// A proof that both functions compute the same, if their terms are the same.
pub(crate) fn congruent(before: ProgramSide<'_>, after: ProgramSide<'_>) -> Option<Proof> {
    congruent_within(before, after, CALLS_DEEP)
}

/// As [`congruent`], of functions whose indices are taken not to overflow.
pub(crate) fn congruent_with_exact_indices(before: ProgramSide<'_>, after: ProgramSide<'_>) -> Option<Proof> {
    let comparable = has_same_interface(before, after) && same_symbols(before, after, CALLS_DEEP);
    let way = (LaneOrder::Any, LoopReading::Kept);
    comparable.then(|| same_terms((before, after), way, true, &mut OtherReadings::default()))?
}

fn has_same_interface(before: ProgramSide<'_>, after: ProgramSide<'_>) -> bool {
    match (func(before.module, before.func), func(after.module, after.func)) {
        (Some(first), Some(second)) => {
            first.inputs == second.inputs
                && first.results == second.results
                && layouts(before.module, before.func) == layouts(after.module, after.func)
        }
        _ => false,
    }
}

/// Arguments for which two functions may differ, bit by bit, where their terms are not the same.
pub(crate) fn suspect_arguments(before: ProgramSide<'_>, after: ProgramSide<'_>) -> Vec<SuspectArguments> {
    let mut terms = Terms::new();
    let way = (LaneOrder::Any, LoopReading::Kept);
    let (Ok(one), Ok(other)) = (meaning(&mut terms, before, way), meaning(&mut terms, after, way)) else {
        return Vec::new();
    };
    let mut bits = Bits::new(&terms, &one.obligations);
    bits.gates_max = bits::FEW_GATES_MAX;
    if let Some(func) = func(before.module, before.func) {
        bits.arguments = func.inputs.iter().map(|ty| bits::Scalar::of(ty.elem())).collect();
    }
    bits.refines(&one.gives, &other.gives);
    bits.suspects
}

/// How deep functions that are called are compared by their terms.
const CALLS_DEEP: usize = 3;

/// As [`congruent`]; `depth` is how deep calls are looked into.
pub(crate) fn congruent_within(before: ProgramSide<'_>, after: ProgramSide<'_>, depth: usize) -> Option<Proof> {
    if !has_same_interface(before, after) || !same_symbols(before, after, depth) {
        return None;
    }
    let ways = [LoopReading::Kept, LoopReading::Unrolled]
        .map(|loops| [LaneOrder::Any, LaneOrder::Sequential, LaneOrder::Free].map(|order| (order, loops)));
    let mut other = OtherReadings::default();
    { ways.into_iter().flatten() }.find_map(|way| same_terms((before, after), way, false, &mut other))
}

/// Whether another way to read the functions may give other terms: all may, unless the first one has shown that they do not.
struct OtherReadings {
    /// Lanes are combined, by operations whose order may be open.
    orders: bool,
    /// Sums of more than two floats can change their order.
    moves: bool,
    /// Loops run so few times that they can be read iteration by iteration.
    unrolls: bool,
}

impl Default for OtherReadings {
    fn default() -> OtherReadings {
        OtherReadings {
            orders: true,
            moves: true,
            unrolls: true,
        }
    }
}

impl OtherReadings {
    fn may_differ(&self, (order, loops): (LaneOrder, LoopReading)) -> bool {
        let orders = match order {
            LaneOrder::Any => true,
            LaneOrder::Sequential => self.orders,
            // Iterations that are read one by one may make one sum of many.
            LaneOrder::Free => self.orders || self.moves || loops == LoopReading::Unrolled,
        };
        orders && (loops == LoopReading::Kept || self.unrolls)
    }
}

/// As the functions are read in one way. What makes no difference to how they are read was tried before.
fn same_terms(
    (before, after): (ProgramSide<'_>, ProgramSide<'_>),
    way: (LaneOrder, LoopReading),
    exact_indices: bool,
    others: &mut OtherReadings,
) -> Option<Proof> {
    if !others.may_differ(way) {
        return None;
    }
    let (order, loops) = way;
    let mut terms = Terms::new();
    terms.is_free = order == LaneOrder::Free;
    let one = meaning(&mut terms, before, way).ok()?;
    let other = meaning(&mut terms, after, way).ok()?;
    if way == (LaneOrder::Any, LoopReading::Kept) {
        *others = OtherReadings {
            orders: one.combines || other.combines,
            moves: terms.could_move,
            unrolls: one.has_short_loop || other.has_short_loop,
        };
    }
    if loops == LoopReading::Unrolled && !one.has_unrolled && !other.has_unrolled {
        return None;
    }
    let reorders = one.reorders || other.reorders || terms.has_moved;
    if order != LaneOrder::Any && !reorders {
        return None;
    }
    let mut open: Vec<TermId> = other.obligations.iter().copied().collect();
    let given = FirstObligations::new(&terms, &one.obligations);
    open.retain(|obligation| !is_met(&mut terms, *obligation, &given));
    open.sort();
    let by_terms = open.is_empty() && one.gives == other.gives;
    let mut proof = proof((&one, &other), by_terms, reorders);
    if by_terms {
        return Some(proof);
    }
    let mut bits = Bits::new(&terms, &one.obligations);
    if exact_indices {
        (bits.exact_indices, bits.gates_max) = (true, bits::FEW_GATES_MAX);
    }
    let holds = bits.refines(&one.gives, &other.gives) && open.iter().all(|obligation| bits.holds(*obligation));
    holds.then_some(())?;
    let packs = bits.packs.then_some(Assumption::FirstLanesLow);
    let exact = exact_indices.then_some(Assumption::IndexArithmetic);
    proof.assumes.extend(packs.into_iter().chain(exact));
    Some(proof)
}

fn proof((one, other): (&FunctionMeaning, &FunctionMeaning), by_terms: bool, reorders: bool) -> Proof {
    let mut proof = Proof::new(match reorders {
        true => Strength::Reassociated,
        false => Strength::Bitwise,
    });
    if one.takes_out || other.takes_out || !other.maps.is_subset(&one.maps) {
        proof.assumes.insert(Assumption::IndexArithmetic);
    }
    // What the first program takes for granted holds earlier than where it does so.
    if one.has_events && (!other.obligations.is_empty() || !by_terms) {
        proof.assumes.insert(Assumption::EventsEnd);
    }
    proof
}

/// The obligations of the first function, by what they are about: programs may have many.
struct FirstObligations<'a> {
    all: &'a HashSet<TermId>,
    /// Conditions under which an obligation holds.
    holds_where: HashMap<TermId, Vec<TermId>>,
    /// Of casts, and of slices that are inserted: those about a value.
    about: HashMap<TermId, Vec<TermId>>,
}

impl<'a> FirstObligations<'a> {
    fn new(terms: &Terms, all: &'a HashSet<TermId>) -> FirstObligations<'a> {
        let mut given = FirstObligations {
            all,
            holds_where: HashMap::new(),
            about: HashMap::new(),
        };
        let holds = TermLabel::new("where", "it holds");
        for one in all {
            let TermShape::Op(label, args) = terms.node(*one) else {
                continue;
            };
            if *label == holds {
                given.holds_where.entry(args[1]).or_default().push(args[0]);
            }
            if let Some(value) = args.first() {
                given.about.entry(*value).or_default().push(*one);
            }
        }
        given
    }
}

/// Whether an obligation follows from those of the first function: it is one of them, or holds wherever that matters.
fn is_met(terms: &mut Terms, obligation: TermId, given: &FirstObligations<'_>) -> bool {
    if given.all.contains(&obligation) {
        return true;
    }
    if let TermShape::Op(label, args) = terms.node(obligation)
        && &*label.name == "where"
        && let [_, inner] = args[..]
        && is_met(terms, inner, given)
    {
        return true;
    }
    // What was just stored there can be read: the store is an obligation of its own.
    if let TermShape::Op(label, args) = terms.node(obligation)
        && &*label.name == "defined: memref.load"
        && matches!(terms.read_back(label, args), Some((_, Some(_))))
    {
        return true;
    }
    if let Some(is_said) = said_by_casts(terms, obligation, given) {
        return is_said;
    }
    // It holds on both sides of a branch.
    let fails = TermLabel::new("where", "it does not");
    let conditions = given.holds_where.get(&obligation);
    conditions.into_iter().flatten().any(|condition| {
        let other = terms.intern(TermShape::Op(fails.clone(), vec![*condition, obligation]));
        given.all.contains(&other)
    })
}

/// Whether casts of a value in the first function say what one in the second does; `None` if it is none.
fn said_by_casts(terms: &Terms, obligation: TermId, given: &FirstObligations<'_>) -> Option<bool> {
    let cast = |term: TermId| match terms.node(term) {
        TermShape::Op(label, args) if matches!(&*label.name, "defined: tensor.cast" | "defined: memref.cast") => {
            Some((*args.first()?, terms.types.get(&label.rest)?.clone()))
        }
        _ => None,
    };
    let (value, goal) = cast(obligation)?;
    let about = given.about.get(&value).map_or(&[][..], Vec::as_slice);
    let known: Vec<_> = { about.iter().filter_map(|one| cast(*one)) }
        .map(|(_, types)| types)
        .collect();
    if casts_say(&known, &goal) {
        return Some(true);
    }
    // What is inserted has the sizes that are written.
    let inserted = |one: &TermId| match terms.node(*one) {
        TermShape::Op(label, args) if &*label.name == "defined: tensor.insert_slice" => {
            let sizes = args.get(2 + (args.len() - 2) / 3..2 + (args.len() - 2) / 3 * 2)?;
            Some(sizes.iter().map(|size| terms.as_integer(*size)).collect::<Vec<_>>())
        }
        _ => None,
    };
    let wanted = goal.1.shape()?;
    let fits = |sizes: Vec<Option<i128>>| {
        sizes.len() == wanted.len() && goal.1.is_tensor() && { sizes.iter().zip(wanted) }.all(|(size, dim)| match dim {
            polyvet_ir::Dim::Static(extent) => *size == Some(i128::from(*extent)),
            _ => true,
        })
    };
    Some(about.iter().filter_map(inserted).any(fits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use polyvet_ir::{Module, parse};

    fn function(text: &str) -> (Module, polyvet_ir::OpId) {
        let (module, diagnostics) = parse(text);
        assert!(diagnostics.is_empty(), "{diagnostics:?} in {text}");
        let func = module
            .funcs()
            .into_iter()
            .find(|op| module.symbol_name(*op) == Some("f"));
        let func = func.expect("`@f`");
        (module, func)
    }

    fn proved(before: &str, after: &str) -> bool {
        let ((first, f), (second, g)) = (function(before), function(after));
        let side = |module, func| ProgramSide { module, func };
        congruent(side(&first, f), side(&second, g)).is_some()
    }

    /// What holds of bodies of `@f(%x, %y: i32, %n, %m, %s: index, %c: i1, %A: memref<?xi32>) -> i32`.
    fn bodies(before: &str, after: &str) -> bool {
        let whole = |body: &str| {
            format!(
                "func.func @f(%x: i32, %y: i32, %n: index, %m: index, %s: index, %c: i1, %A: memref<?xi32>) -> i32 {{\n\
                 {body}\n}}\nfunc.func private @g(i32) -> i32\n"
            )
        };
        proved(&whole(before), &whole(after))
    }

    #[test]
    fn conditions_of_a_choice_between_equal_tensors_are_used() {
        let whole = |body: &str| {
            format!(
                "func.func @f(%x: tensor<4xi32>, %c: tensor<4xi1>) -> tensor<4xi32> {{ {body} return %r : tensor<4xi32> }}"
            )
        };
        let choice = |condition: &str| {
            whole(&format!(
                "%e = tensor.empty() : tensor<4xi1> %r = arith.select {condition}, %x, %x : tensor<4xi1>, tensor<4xi32>"
            ))
        };
        let none = whole("%r = tensor.cast %x : tensor<4xi32> to tensor<4xi32>");
        assert!(proved(&choice("%e"), &none));
        assert!(!proved(&none, &choice("%e")));
        assert!(proved(&choice("%c"), &choice("%c")));
    }

    #[test]
    fn sums_are_polynomials() {
        let sum = |text: &str| format!("%k = arith.constant 3 : i32\n{text}\nreturn %r : i32");
        let before = sum("%a = arith.addi %x, %y : i32\n%r = arith.muli %a, %k : i32");
        let after = "%b = arith.muli %k, %y : i32\n%a = arith.muli %x, %k : i32\n%r = arith.addi %a, %b : i32";
        assert!(bodies(&before, &sum(after)));
        assert!(!bodies(&before, &sum(&after.replace("%x, %k", "%x, %x"))));
    }

    #[test]
    fn a_branch_is_a_selection_unless_it_may_be_undefined() {
        let branch = |op: &str| {
            format!(
                "%r = scf.if %c -> (i32) {{\n%a = {op} %x, %y : i32\nscf.yield %a : i32\n}} else {{\n\
                 scf.yield %y : i32\n}}\nreturn %r : i32"
            )
        };
        let plain = |op: &str| format!("%a = {op} %x, %y : i32\n%r = arith.select %c, %a, %y : i32\nreturn %r : i32");
        assert!(bodies(&branch("arith.addi"), &plain("arith.addi")));
        assert!(
            !bodies(&branch("arith.divsi"), &plain("arith.divsi")),
            "it divides where it did not"
        );
        assert!(bodies(&plain("arith.divsi"), &branch("arith.divsi")));
        assert!(!bodies(&branch("arith.addi"), &plain("arith.subi")));
    }

    #[test]
    fn flags_may_be_dropped_and_not_added() {
        let (with, without) = (
            "%r = arith.subi %x, %y overflow<nsw> : i32\nreturn %r : i32",
            "%r = arith.subi %x, %y : i32\nreturn %r : i32",
        );
        assert!(bodies(with, without));
        assert!(!bodies(without, with));
        let generic =
            |flag: &str| format!("%r = \"arith.subi\"(%x, %y) {{{flag}}} : (i32, i32) -> i32\nreturn %r : i32");
        assert!(!bodies(&generic(""), &generic("overflowFlags = #arith.overflow<nsw>")));
    }

    /// A loop with two carried values of which only one is needed.
    fn carried(init: &str, body: &str) -> String {
        format!(
            "%z = arith.constant 0 : i32\n%r:2 = scf.for %i = %n to %m step %s iter_args(%a = %x, %b = {init}) -> \
             (i32, i32) {{\n{body}\nscf.yield %d, %b : i32, i32\n}}\nreturn %r#0 : i32"
        )
    }

    #[test]
    fn what_is_carried_for_nothing_makes_no_difference() {
        let before = carried("%y", "%d = arith.addi %a, %b : i32");
        let after = "%r = scf.for %i = %n to %m step %s iter_args(%a = %x) -> (i32) {\n%d = arith.addi %a, %y : i32\n\
                     scf.yield %d : i32\n}\nreturn %r : i32";
        assert!(bodies(&before, after));
        assert!(!bodies(&carried("%x", "%d = arith.addi %a, %b : i32"), after));
        assert!(!bodies(&before, &after.replace("%n to %m", "%m to %n")));
        assert!(!bodies(&before, &after.replace("%a, %y", "%a, %a")));
    }

    #[test]
    fn what_may_be_undefined_does_not_leave_a_loop_that_may_be_empty() {
        let inside = carried("%y", "%q = arith.divsi %x, %y : i32\n%d = arith.addi %a, %q : i32");
        let hoisted = format!(
            "%q = arith.divsi %x, %y : i32\n{}",
            carried("%y", "%d = arith.addi %a, %q : i32")
        );
        assert!(!bodies(&inside, &hoisted));
        assert!(bodies(
            &hoisted,
            &hoisted.replace("%z = ", "%unused = arith.addi %x, %x : i32\n%z = ")
        ));
        let surely = |text: &str| {
            let bounds = "%n1 = arith.constant 1 : index\n%m1 = arith.constant 9 : index\n";
            format!("{bounds}{}", text.replace("%n to %m step %s", "%n1 to %m1 step %n1"))
        };
        assert!(bodies(&surely(&inside), &surely(&hoisted)), "this one runs eight times");
    }

    #[test]
    fn events_keep_their_order_and_their_types() {
        let event = |first: &str, second: &str| {
            format!("\"t.a\"({first}) : (i32) -> ()\n\"t.b\"({second}) : (i32) -> ()\nreturn %x : i32")
        };
        assert!(bodies(&event("%x", "%y"), &event("%x", "%y")));
        assert!(!bodies(&event("%x", "%y"), &event("%y", "%x")));
        assert!(!bodies(&event("%x", "%y"), &event("%x", "%y").replace("t.b", "t.c")));
        let constant = |ty: &str| format!("%k = arith.constant 5 : {ty}\n\"t.a\"(%k) : ({ty}) -> ()\nreturn %x : i32");
        assert!(!bodies(&constant("i64"), &constant("index")));
        assert!(!bodies(&constant("i64"), &constant("i32")));
        let marked = |mark: &str| format!("\"t.a\"(%x) {{{mark}}} : (i32) -> ()\nreturn %x : i32");
        assert!(!bodies(&marked("p = 1 : i32"), &marked("p = 2 : i32")));
    }

    #[test]
    fn memory_is_what_was_stored_last() {
        let forwarded = "memref.store %x, %A[%n] : memref<?xi32>\nreturn %x : i32";
        let plain = "memref.store %x, %A[%n] : memref<?xi32>\n%r = memref.load %A[%n] : memref<?xi32>\nreturn %r : i32";
        assert!(bodies(plain, forwarded));
        assert!(!bodies(&plain.replace("load %A[%n]", "load %A[%m]"), forwarded));
        let event = plain.replace("%r = ", "func.call @g(%x) : (i32) -> i32\n%r = ");
        assert!(
            !bodies(&event, &event.replace("return %r", "return %x")),
            "the call may write to it"
        );
    }

    #[test]
    fn blocks_are_compared_in_the_order_they_are_reached() {
        let blocks = |first: &str, rest: &str| {
            format!(
                "cf.cond_br %c, ^a(%x : i32), ^b\n{rest}^b:\n{first}\ncf.br ^a(%k : i32)\n^a(%r: i32):\nreturn %r : i32"
            )
        };
        let before = blocks("%k = arith.addi %x, %y : i32", "");
        assert!(bodies(&before, &blocks("%k = arith.addi %y, %x : i32", "")));
        assert!(!bodies(&before, &blocks("%k = arith.subi %x, %y : i32", "")));
        assert!(!bodies(&before, &before.replace("^a(%x", "^a(%y")));
        let split = before.replace("cf.br ^a(%k", "cf.br ^d\n^d:\ncf.br ^a(%k");
        assert!(bodies(&before, &split) && bodies(&split, &before));
    }

    #[test]
    fn a_loop_that_may_run_for_ever_is_not_added() {
        let plain = "return %x : i32";
        let spin = "scf.while : () -> () {\nscf.condition(%c)\n} do {\nscf.yield\n}\nreturn %x : i32";
        assert!(!bodies(plain, spin));
        assert!(bodies(spin, plain));
        let blocks = "cf.br ^a\n^a:\ncf.cond_br %c, ^a, ^b\n^b:\nreturn %x : i32";
        assert!(!bodies(plain, blocks));
    }

    #[test]
    fn what_regions_give_without_a_yield_counts() {
        let insert = |first: &str, second: &str| {
            format!(
                "func.func @f(%T: tensor<8xf32>, %u: tensor<1xf32>, %v: tensor<1xf32>) -> tensor<8xf32> {{\n\
                 %r = scf.forall (%i) in (4) shared_outs(%o = %T) -> (tensor<8xf32>) {{\n\
                 %j = affine.apply affine_map<(d0) -> (d0 + 4)>(%i)\n\
                 scf.forall.in_parallel {{\n\
                 tensor.parallel_insert_slice {first} into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>\n\
                 tensor.parallel_insert_slice {second} into %o[%j] [1] [1] : tensor<1xf32> into tensor<8xf32>\n\
                 }}\n}}\nreturn %r : tensor<8xf32>\n}}\n"
            )
        };
        assert!(proved(&insert("%u", "%v"), &insert("%u", "%v")));
        assert!(!proved(&insert("%u", "%v"), &insert("%v", "%v")));
        assert!(!proved(&insert("%u", "%v"), &insert("%u", "%u")));
    }

    #[test]
    fn a_buffer_that_nobody_uses_is_nothing_unless_it_is_freed_twice() {
        let made = "%B = memref.alloc() : memref<4xi32>\n";
        let free = "memref.dealloc %B : memref<4xi32>\n";
        let end = "return %x : i32";
        let again = format!("scf.for %i = %n to %m step %s {{\n{free}}}\n");
        assert!(bodies(&format!("{made}{free}{end}"), end));
        assert!(bodies(end, &format!("{made}{free}{end}")));
        assert!(!bodies(end, &format!("{made}{free}{free}{end}")));
        assert!(!bodies(end, &format!("{made}{again}{end}")));
    }

    #[test]
    fn regions_that_are_put_into_regions_keep_their_variables() {
        // The value that the inner loop never changes is computed by a loop that has the outer variable in it.
        let nest = |init: &str| {
            format!(
                "%z = arith.constant 0 : i32\n%r = scf.for %i = %n to %m step %s iter_args(%a = %x) -> (i32) {{\n\
                 %k = arith.index_cast %i : index to i32\n\
                 %t = scf.for %j = %n to %m step %s iter_args(%b = %y) -> (i32) {{\n\
                 %q = scf.for %l = %n to %m step %s iter_args(%o = %b) -> (i32) {{\n\
                 %d = arith.xori %o, {init} : i32\nscf.yield %d : i32\n}}\n\
                 scf.yield %q : i32\n}}\n\
                 %w = scf.for %j = %n to %m step %s iter_args(%b = %t) -> (i32) {{\n\
                 \"t.a\"(%b) : (i32) -> ()\nscf.yield %b : i32\n}}\n\
                 %e = arith.xori %a, %w : i32\nscf.yield %e : i32\n}}\nreturn %r : i32"
            )
        };
        assert!(bodies(&nest("%k"), &nest("%k")));
        assert!(!bodies(&nest("%k"), &nest("%o")));
        assert!(!bodies(&nest("%k"), &nest("%b")));
        assert!(!bodies(&nest("%k"), &nest("%y")));
    }

    #[test]
    fn a_function_that_ends_otherwise_is_another() {
        let ends = |end: &str| format!("func.func @f(%A: memref<4xf32>) {{\n{end}\n}}\n");
        assert!(!proved(&ends("return"), &ends("\"ub.unreachable\"() : () -> ()")));
    }

    #[test]
    fn stores_that_do_not_touch_have_one_order() {
        let stores = |first: &str, second: &str| format!("{first}\n{second}\nreturn %x : i32");
        let one = "%k = arith.constant 1 : index\n%l = arith.addi %n, %k : index";
        let [low, high, other] = [("x", "n"), ("y", "l"), ("y", "m")]
            .map(|(value, at)| format!("memref.store %{value}, %A[%{at}] : memref<?xi32>"));
        let both = |first: &str, second: &str| stores(&format!("{one}\n{first}"), second);
        assert!(bodies(&both(&low, &high), &both(&high, &low)));
        assert!(
            !bodies(&both(&low, &other), &both(&other, &low)),
            "it may be the same element"
        );
        assert!(!bodies(&both(&low, &high), &both(&low, &low)));
        assert!(bodies(&both(&low, &low), &stores(&low, "")), "the first is overwritten");
    }

    #[test]
    fn a_read_is_moved_past_what_does_not_touch_it() {
        let read = "%r = memref.load %A[%n] : memref<?xi32>";
        let local = "%B = memref.alloca() : memref<8xi32>\n%z = arith.constant 0 : index";
        let branch = |array: &str, ty: &str| format!("scf.if %c {{\nmemref.store %x, {array} : {ty}\n}}");
        let text = |parts: &[&str]| format!("{local}\n{}\nreturn %r : i32", parts.join("\n"));
        let apart = branch("%B[%z]", "memref<8xi32>");
        assert!(bodies(&text(&[read, &apart]), &text(&[&apart, read])));
        let touching = branch("%A[%m]", "memref<?xi32>");
        assert!(!bodies(&text(&[read, &touching]), &text(&[&touching, read])));
        let call = "func.call @g(%x) : (i32) -> i32";
        assert!(!bodies(&text(&[read, call]), &text(&[call, read])));
    }

    #[test]
    fn carried_values_that_stay_as_they_are_make_no_difference() {
        let carried = |first: &str| {
            format!(
                "%z = arith.constant 0 : i32\n%o = arith.constant 1 : i32\n%r:2 = scf.for %i = %n to %m step %s \
                 iter_args(%a = %z, %b = {first}) -> (i32, i32) {{\n%d = arith.addi %a, %b : i32\n\
                 %e = arith.muli %b, %b : i32\nscf.yield %d, %e : i32, i32\n}}\nreturn %r#0 : i32"
            )
        };
        let nothing = "%z = arith.constant 0 : i32\n%p = arith.divui %n, %m : index\nreturn %z : i32";
        let plain = nothing.replace("%p = arith.divui %n, %m : index\n", "");
        assert!(bodies(&carried("%z"), &plain));
        assert!(!bodies(&carried("%o"), &plain), "one of them changes with the other");
        assert!(!bodies(&carried("%z"), nothing), "it divides where it did not");
    }

    /// `@f` with a masked read, and as branches of scalars.
    fn masked(read: &str, branch: impl Fn(usize) -> String) -> (String, String) {
        let whole = |body: &str| {
            format!(
                "func.func @f(%A: memref<?xf32>, %i: index, %v: vector<2xi32>, %m: vector<2xi1>, %p: vector<2xf32>) -> \
                 vector<2xf32> {{\n{body}\nreturn %r1 : vector<2xf32>\n}}\n"
            )
        };
        let after = format!("{}\n{}", branch(0), branch(1));
        (whole(read), whole(&after.replace("%r-1", "%p")))
    }

    #[test]
    fn lanes_under_a_mask_are_branches() {
        let branch = |mask: [usize; 2], far: bool| {
            move |at: usize| {
                let index = match far {
                    true => format!(
                        "%v{at} = vector.extract %v[{at}] : i32 from vector<2xi32>\n\
                         %w{at} = arith.index_cast %v{at} : i32 to index"
                    ),
                    false => format!("%w{at} = arith.constant {at} : index"),
                };
                format!(
                    "%m{at} = vector.extract %m[{}] : i1 from vector<2xi1>\n{index}\n\
                     %i{at} = arith.addi %i, %w{at} : index\n%r{at} = scf.if %m{at} -> (vector<2xf32>) {{\n\
                     %x = memref.load %A[%i{at}] : memref<?xf32>\n\
                     %y = vector.insert %x, %r{} [{at}] : f32 into vector<2xf32>\nscf.yield %y : vector<2xf32>\n\
                     }} else {{\nscf.yield %r{} : vector<2xf32>\n}}",
                    mask[at],
                    at as i64 - 1,
                    at as i64 - 1
                )
            }
        };
        let gather = "%r1 = vector.gather %A[%i] [%v], %m, %p : memref<?xf32>, vector<2xi32>, vector<2xi1>, \
                      vector<2xf32> into vector<2xf32>";
        let load =
            "%r1 = vector.maskedload %A[%i], %m, %p : memref<?xf32>, vector<2xi1>, vector<2xf32> into vector<2xf32>";
        let holds = |(before, after): (String, String)| proved(&before, &after);
        assert!(holds(masked(gather, branch([0, 1], true))));
        assert!(holds(masked(load, branch([0, 1], false))));
        assert!(!holds(masked(load, branch([0, 1], true))), "elsewhere");
        assert!(!holds(masked(load, branch([1, 0], false))), "another lane of the mask");
    }
}
