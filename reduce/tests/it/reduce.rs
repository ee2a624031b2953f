//! Reductions keep what they are asked to keep, end, and repeat.

use polyvet_ir::{Module, PrintForm, PrintOptions, parse, print, well_formed};
use polyvet_reduce::{ReduceLimits, op_count, reduce, reduce_pair, reduce_within};

fn read(text: &str) -> Module {
    let (module, diagnostics) = parse(text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    module
}

fn shown(module: &Module) -> String {
    let form = PrintForm::Custom;
    print(
        module,
        PrintOptions {
            form,
            ..PrintOptions::default()
        },
    )
}

fn count(module: &Module, name: &str) -> usize {
    let mut count = 0;
    module.walk(module.top, &mut |_, op| count += usize::from(op.name == name));
    count
}

const PROGRAM: &str = "\
func.func private @helper(%x: i32) -> i32 {
  return %x : i32
}
func.func @f(%A: memref<16x24xi32>, %B: memref<?xi32>, %n: index, %unused: f32) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %seven = arith.constant 7 : i32
  %T = memref.alloc() : memref<24xi32>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 24 step 3 {
      %a = affine.load %A[%i, %j] : memref<16x24xi32>
      %b = func.call @helper(%a) : (i32) -> i32
      %c = arith.muli %b, %seven : i32
      %d = arith.xori %c, %a : i32
      affine.store %d, %T[%j] : memref<24xi32>
    }
  }
  %sum = affine.for %k = 0 to %n iter_args(%s = %zero) -> (i32) {
    %v = affine.load %B[%k] : memref<?xi32>
    %t = arith.addi %s, %v : i32
    affine.yield %t : i32
  }
  %first = affine.load %T[0] : memref<24xi32>
  memref.dealloc %T : memref<24xi32>
  return %sum, %first : i32, i32
}
";

#[test]
fn what_is_kept_is_all_that_is_kept() {
    for (name, lines) in [
        ("arith.muli", 10),
        ("arith.xori", 10),
        ("func.call", 13),
        ("affine.store", 9),
        ("affine.for", 9),
    ] {
        let small = reduce(&read(PROGRAM), &mut |module| count(module, name) > 0);
        assert_eq!(count(&small, name), 1, "{}", shown(&small));
        assert!(shown(&small).lines().count() <= lines, "{name}:\n{}", shown(&small));
        assert!(well_formed(&small).is_empty(), "{}", shown(&small));
    }
}

#[test]
fn candidates_have_the_right_form_and_the_result_repeats() {
    let mut asked = 0;
    let mut question = |module: &Module| {
        asked += 1;
        assert!(well_formed(module).is_empty(), "{}", shown(module));
        let (_, diagnostics) = parse(&shown(module));
        assert!(diagnostics.is_empty(), "{diagnostics:?}\n{}", shown(module));
        count(module, "affine.load") >= 2 && count(module, "arith.addi") > 0
    };
    let small = reduce(&read(PROGRAM), &mut question);
    let again = reduce(&read(PROGRAM), &mut question);
    assert!(asked > 20);
    assert_eq!(shown(&small), shown(&again));
}

#[test]
fn nothing_is_lost_where_nothing_may_be() {
    let whole = read(PROGRAM);
    let all = op_count(&whole);
    let kept = reduce(&whole, &mut |module| {
        op_count(module) == all && shown(module).contains("16x24")
    });
    assert_eq!(op_count(&kept), all);
    let none = reduce(&whole, &mut |_| false);
    assert_eq!(shown(&none), shown(&whole));
    // The emptiest program of all.
    let empty = reduce(&whole, &mut |_| true);
    assert_eq!(op_count(&empty), 0, "{}", shown(&empty));
}

#[test]
fn limits_hold() {
    let limits = ReduceLimits {
        tries: 5,
        deadline: None,
    };
    let mut asked = 0;
    let mut last = None;
    let mut question = |_: &Module| {
        asked += 1;
        false
    };
    let (_, progress) = reduce_within(&read(PROGRAM), limits, &mut question, &mut |progress| {
        last = Some(progress)
    });
    assert!(asked <= 5 && progress.tries == 5, "{progress:?}");
    assert_eq!(last, Some(progress));
}

#[test]
fn numbers_and_extents_shrink() {
    let small = reduce(&read(PROGRAM), &mut |module| {
        count(module, "affine.for") > 0 && count(module, "affine.store") > 0 && count(module, "memref.alloc") > 0
    });
    let text = shown(&small);
    assert!(!text.contains("24") && !text.contains("16"), "{text}");
}

/// Both programs lose the same, so a fault that only one has is not made.
#[test]
fn pairs_stay_pairs() {
    let first = read(PROGRAM);
    let second = read(&PROGRAM.replace("arith.xori %c, %a", "arith.ori %c, %a"));
    let mut question = |x: &Module, y: &Module| {
        for module in [x, y] {
            assert!(well_formed(module).is_empty(), "{}", shown(module));
        }
        assert_eq!(count(x, "affine.store"), count(y, "affine.store"));
        assert_eq!(x.funcs().len(), y.funcs().len());
        count(x, "arith.xori") > 0 && count(y, "arith.ori") > 0
    };
    let ((x, y), progress) = reduce_pair((&first, &second), ReduceLimits::default(), &mut question, &mut |_| {});
    assert!(progress.kept > 0 && op_count(&x) < op_count(&first), "{}", shown(&x));
    assert_eq!(op_count(&x), op_count(&y));
    assert_eq!(shown(&x).replace("xori", "ori"), shown(&y));
}

/// Of stores that look alike, those that hide a fault or do not matter go one by one.
#[test]
fn stores_that_look_alike_go_one_by_one() {
    let copy = "  affine.for %i = 1 to %n {\n    %x = affine.load %A[%i] : memref<?xf32>\n    \
                affine.store %x, %B[%i] : memref<?xf32>\n  }\n";
    let program = |wrong: &str| {
        read(&format!(
            "func.func @f(%n: index, %A: memref<?xf32>, %B: memref<?xf32>) {{\n{copy}{}{copy}  return\n}}\n",
            copy.replace("%A[%i]", wrong)
        ))
    };
    let (first, second) = (program("%A[%i]"), program("%A[%i - 1]"));
    let mut question =
        |x: &Module, y: &Module| shown(y).contains("- 1") && count(x, "affine.store") == count(y, "affine.store");
    let ((x, y), _) = reduce_pair((&first, &second), ReduceLimits::default(), &mut question, &mut |_| {});
    assert_eq!(
        (count(&x, "affine.for"), count(&y, "affine.for")),
        (1, 1),
        "{}",
        shown(&y)
    );
}
