//! The table of operations against what they do here: both were written without the other, so they must agree.

use crate::cases::{Case, cases};
use crate::common::{parse, scalar};
use polyvet_interp::{Code, Concrete, ElementPlace, Init, Machine, RunOptions, RuntimeValue, Trap};
use polyvet_ir::ops::{Effects, FlagPromise, Repeats, SomeOperands, Undefined, info, operations};
use polyvet_ir::{Module, OpId};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// What an execution of one case did to memory.
struct Seen {
    read: HashSet<OpId>,
    written: HashSet<OpId>,
    /// Places of the allocations that are still there.
    made: Vec<polyvet_ir::Span>,
    trap: Option<Trap>,
}

fn run(case: &Case, module: &Module) -> Seen {
    let touched = RefCell::new((HashSet::new(), HashSet::new()));
    let options = RunOptions {
        races: true,
        ..RunOptions::default()
    };
    let mut machine = Machine::new(module, Concrete, options);
    machine.observe(|access| {
        let mut touched = touched.borrow_mut();
        match (access.place, access.write) {
            (ElementPlace::Tensor(..), _) => false,
            (ElementPlace::Buffer(..), true) => touched.1.insert(access.op),
            (ElementPlace::Buffer(..), false) => touched.0.insert(access.op),
        };
    });
    let args: Result<Vec<RuntimeValue<Concrete>>, Trap> = match &case.operation {
        None => machine.default_args("f", &|_, _| 2, &|_| 2, &|_| Init::Iota),
        Some((_, operands)) => {
            let operands = operands.split(", ").filter(|part| !part.is_empty());
            Ok(operands.map(|operand| machine.scalar(scalar(operand))).collect())
        }
    };
    let trap = args.and_then(|args| machine.call("f", args)).err();
    let made = machine.leaks(&[]).into_iter().map(|leak| leak.made).collect();
    drop(machine);
    let (read, written) = touched.into_inner();
    Seen {
        read,
        written,
        made,
        trap,
    }
}

/// What the table calls an error of ours; nothing for those that say nothing about the program.
fn ways(code: Code) -> Vec<Undefined> {
    use Undefined::*;
    let promises = |promises: &[FlagPromise]| promises.iter().map(|one| Broken(*one)).collect::<Vec<_>>();
    match code {
        Code::UninitialisedRead => vec![Uninitialised],
        Code::OutOfBounds => vec![OutOfBounds, NoSuchDim, Broken(FlagPromise::InBounds)],
        Code::DivisionByZero => vec![DivisorZero, NonPositiveDivisor],
        Code::NonPositiveDivisor => vec![NonPositiveDivisor],
        Code::SignedOverflow => vec![DivisionOverflow, Broken(FlagPromise::NoSignedWrap)],
        Code::UnsignedOverflow => promises(&[FlagPromise::NoUnsignedWrap]),
        Code::BrokenFlag => promises(&[FlagPromise::Exact, FlagPromise::NonNegative, FlagPromise::Disjoint]),
        Code::IndexOverflow => vec![IndexOverflow],
        Code::ConversionOutOfRange => vec![ConversionOutOfRange],
        Code::ShiftTooFar => vec![ShiftTooFar],
        Code::ShapeMismatch => vec![ShapeContract, NegativeSize],
        Code::BrokenAssumption => promises(&[FlagPromise::Aligned, FlagPromise::Distinct, FlagPromise::Unique]),
        Code::UseAfterFree => vec![UseAfterFree],
        Code::DoubleFree | Code::BadFree => vec![BadFree],
        Code::WriteToConstant => vec![WriteToConstant],
        Code::BadStep => vec![BadStep],
        Code::DataRace => vec![DataRace],
        Code::AssertionFailed => vec![Assertion, Unreachable],
        // Poison is undefined for whoever computes with it; the table does not repeat that.
        Code::PoisonUsed => Vec::new(),
        code => {
            assert!(code.is_inconclusive(), "`{}` has no word in the table", code.name());
            Vec::new()
        }
    }
}

#[test]
fn what_operations_do_to_memory_is_what_the_table_says() {
    let (mut wrong, mut read, mut written) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for case in cases(&folder("tests/tables")) {
        let module = parse(&case.text);
        let seen = run(&case, &module);
        let mut check = |op: OpId, effect: Effects| {
            let name = &module.op(op).name;
            // It copies from a buffer of its own, which it makes of the tensor.
            let own = effect == Effects::READS && name == "bufferization.materialize_in_destination";
            if !own && !module.own_effects(op).contains(effect) {
                wrong.push(format!(
                    "`{name}` has no effect `{effect:?}`, but it has in {}",
                    case.place
                ));
            }
        };
        seen.read.iter().for_each(|op| check(*op, Effects::READS));
        seen.written.iter().for_each(|op| check(*op, Effects::WRITES));
        module.walk(module.top, &mut |id, op| {
            if seen.made.contains(&op.span) && op.span != polyvet_ir::Span::NONE {
                check(id, Effects::ALLOCATES);
            }
        });
        let names = |ops: &HashSet<OpId>| ops.iter().map(|op| module.op(*op).name.to_string()).collect::<Vec<_>>();
        read.extend(names(&seen.read));
        written.extend(names(&seen.written));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // What is said to touch memory does, at least once; a structured operation stands for all of them.
    let runs = |name: &str| !crate::complete::is_excepted(name);
    for info in operations().filter(|info| runs(info.name()) && !info.is_structured()) {
        let name = info.name();
        // The tables have these on tensors.
        let on_tensors = name.starts_with("tensor.") || name.starts_with("linalg.");
        let memory = |operands: SomeOperands| operands != SomeOperands::None && !on_tensors;
        assert!(
            !memory(info.reads()) || read.contains(name),
            "`{name}` was never seen to read"
        );
        assert!(
            !memory(info.writes()) || written.contains(name),
            "`{name}` was never seen to write"
        );
    }
}

#[test]
fn what_operations_stop_at_is_what_the_table_says() {
    let (mut wrong, mut stopped) = (Vec::new(), 0);
    for case in cases(&folder("tests/tables")) {
        let module = parse(&case.text);
        let Some(trap) = run(&case, &module).trap else { continue };
        let (expected, Some(op)) = (ways(trap.code), trap.op) else {
            continue;
        };
        stopped += usize::from(!expected.is_empty());
        let mut stated: Vec<Undefined> = module.undefined(op).collect();
        // A race is noticed at an access, but it is one of the loop around.
        let around = std::iter::successors(Some(op), |op| module.parent_op(*op));
        if trap.code == Code::DataRace
            && around
                .skip(1)
                .any(|op| module.op(op).info().repeats() == Some(Repeats::Parallel))
        {
            stated.push(Undefined::DataRace);
        }
        if !expected.is_empty() && !stated.iter().any(|way| expected.contains(way)) {
            let name = &module.op(op).name;
            wrong.push(format!(
                "`{name}` stops with `{}`, the table has {stated:?}: {}",
                trap.code(),
                case.place
            ));
        }
    }
    assert!(stopped > 60, "{stopped} errors");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every operation that the sources here name is in the table.
#[test]
fn every_operation_here_is_in_the_table() {
    let dialects: HashSet<&str> = operations().filter_map(|info| info.name().split('.').next()).collect();
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '_');
    let mut pending = vec![folder("src")];
    let (mut missing, mut found) = (BTreeSet::new(), 0);
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(path).expect("a folder");
            pending.extend(entries.map(|entry| entry.expect("a file").path()));
            continue;
        }
        let text = std::fs::read_to_string(path).expect("a source");
        for word in text.split('"').filter(|word| word.chars().all(is_part)) {
            let dialect = word.split_once('.').map_or("", |(dialect, _)| dialect);
            if dialects.contains(dialect) && !word.ends_with('.') {
                found += 1;
                // The old name of `bufferization.to_buffer`, which the reader replaces.
                let old = word == "bufferization.to_memref";
                if !old && !info(word).is_known() {
                    missing.insert(word.to_owned());
                }
            }
        }
    }
    assert!(found > 250, "{found} names");
    assert!(missing.is_empty(), "not in the table: {missing:?}");
}

/// Every entry says what the operation does, so that leaving it out by mistake is not taken for a decision.
#[test]
fn every_entry_states_effects() {
    let silent: Vec<&str> = operations()
        .filter(|info| !info.states_effects())
        .map(|info| info.name())
        .collect();
    assert!(silent.is_empty(), "no effects are stated for {silent:?}");
}
