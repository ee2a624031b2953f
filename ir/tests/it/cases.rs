//! Decisions between buffers case by case, and frees that make no difference.

use polyvet_ir::*;

const JOINED: &str = "func.func @f(%c: i1, %A: memref<4xf32>, %i: index) -> f32 {
  %true = arith.constant true
  %false = arith.constant false
  cf.cond_br %c, ^join(%A, %false : memref<4xf32>, i1), ^made
^made:
  %new = memref.alloc() : memref<4xf32>
  memref.copy %A, %new : memref<4xf32> to memref<4xf32>
  cf.br ^join(%new, %true : memref<4xf32>, i1)
^join(%x: memref<4xf32>, %own: i1):
  %v = memref.load %x[%i] : memref<4xf32>
  bufferization.dealloc (%x : memref<4xf32>) if (%own)
  return %v : f32
}";

fn count(module: &Module, func: OpId, name: &str) -> usize {
    let mut count = 0;
    module.walk(func, &mut |_, op| count += usize::from(op.name == name));
    count
}

#[test]
fn what_follows_a_decision_stands_in_both_cases() {
    let (module, func) = crate::func_f(JOINED);
    let copy = by_cases(&module, func).expect("two ways");
    assert!(well_formed(&copy).is_empty(), "{}", print(&copy, Default::default()));
    assert!(copy.only_block(func, 0).is_some());
    let counts =
        ["memref.load", "memref.alloc", "memref.dealloc", "bufferization.dealloc"].map(|name| count(&copy, func, name));
    // The own buffer is freed where it was made; nothing is freed in the other case.
    assert_eq!(counts, [2, 1, 1, 0], "{}", print(&copy, Default::default()));
    let frees = without_frees(&copy, func).expect("one free");
    assert!(!frees.assumes_events_keep_nothing);
    assert_eq!(count(&frees.module, func, "memref.dealloc"), 0);
}

#[test]
fn loops_by_jumps_stay() {
    let text = JOINED.replace("cf.br ^join(%new, %true : memref<4xf32>, i1)", "cf.br ^made");
    let (module, func) = crate::func_f(&text);
    assert!(by_cases(&module, func).is_none());
}

/// Whether the frees are left out of a function with these lines, in which `%m` is a buffer.
fn are_left_out(lines: &str) -> Option<bool> {
    are_left_out_beside(lines, "")
}

/// The same beside other functions.
fn are_left_out_beside(lines: &str, others: &str) -> Option<bool> {
    let (module, func) = crate::func_f(&format!(
        "{others}func.func @f(%A: memref<4xf32>, %c: i1, %n: index) {{\n  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : \
         index\n  %m = memref.alloc() : memref<4xf32>\n{lines}\n  return\n}}\n"
    ));
    without_frees(&module, func).map(|frees| frees.assumes_events_keep_nothing)
}

#[test]
fn a_free_is_left_out_only_if_it_comes_last_and_once() {
    let free = "  memref.dealloc %m : memref<4xf32>";
    let copy = "  memref.copy %m, %A : memref<4xf32> to memref<4xf32>";
    let event = "  \"t.use\"(%m) : (memref<4xf32>) -> ()";
    let branch = |yes: &str, no: &str| format!("  scf.if %c {{\n{yes}\n  }} else {{\n{no}\n  }}");
    assert_eq!(are_left_out(&format!("{copy}\n{free}")), Some(false));
    assert_eq!(are_left_out(&format!("{event}\n{free}")), Some(true));
    assert_eq!(are_left_out(&branch(free, &format!("{copy}\n{free}"))), Some(false));
    let loops = format!("  scf.for %i = %c0 to %n step %c1 {{\n{free}\n  }}");
    let part = "  %p = memref.subview %m[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>\n  \
                memref.dealloc %p : memref<2xf32, strided<[1], offset: 1>>";
    // A body of several blocks is one that is known.
    let call = format!("  func.call @g(%m, %c) : (memref<4xf32>, i1) -> ()\n{free}");
    let body = "func.func private @g(%m: memref<4xf32>, %c: i1) {\n  cf.cond_br %c, ^a, ^b\n^a:\n  memref.dealloc %m : \
                memref<4xf32>\n  cf.br ^b\n^b:\n  return\n}\n";
    assert_eq!(are_left_out_beside(&call, body), None);
    assert_eq!(
        are_left_out_beside(&call, "func.func private @g(memref<4xf32>, i1)\n"),
        Some(true)
    );
    let kept = "  %k = arith.select %c, %m, %A : memref<4xf32>";
    for wrong in [
        format!("{free}\n{copy}"),
        format!("{free}\n{free}"),
        format!("{}\n{free}", branch(free, copy)),
        loops,
        part.to_owned(),
        format!("{kept}\n{free}"),
    ] {
        assert_eq!(are_left_out(&wrong), None, "{wrong}");
    }
}
