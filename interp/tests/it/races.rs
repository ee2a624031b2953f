//! Data races between iterations of parallel loops, each at its exact place; and buffers left over.

use crate::common::{inputs, parse, run};
use polyvet_interp::{Concrete, Field, Init, Machine, ParallelOrder, RunOptions, TermDomain, Trap};

const ORDERS: [ParallelOrder; 4] = [
    ParallelOrder::Forward,
    ParallelOrder::Backward,
    ParallelOrder::Shuffled(1),
    ParallelOrder::Shuffled(2),
];

fn attempt(text: &str, races: bool, parallel: ParallelOrder) -> Option<Trap> {
    let options = RunOptions {
        races,
        claims: true,
        parallel,
        ..RunOptions::default()
    };
    run(&parse(text), Concrete, options, 4, &|_| Init::Iota).err()
}

fn body(loops: &str) -> String {
    format!(
        "func.func @f(%A: memref<?x?xi32>, %B: memref<?xi32>, %n: index, %x: i32) {{\n  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n{loops}\n  return\n}}\n"
    )
}

/// The error in program order; in every order there is one.
fn race(text: &str) -> Trap {
    for order in ORDERS {
        let trap = attempt(text, true, order).unwrap_or_else(|| panic!("no race in {order:?}\n{text}"));
        assert_eq!(trap.code(), "data-race");
        assert!(attempt(text, false, order).is_none(), "only if asked for");
    }
    attempt(text, true, ParallelOrder::Forward).expect("a race")
}

/// The error at the line marked `// here`; in every order there is one.
fn check(loops: &str, message: &str, other: &str) {
    let text = body(loops);
    let trap = race(&text);
    let line = text
        .lines()
        .find(|line| line.contains("// here"))
        .expect("a marked line");
    assert_eq!(
        trap.span.of(&text),
        line.split("// here").next().unwrap_or_default().trim()
    );
    assert_eq!(trap.describe(), message);
    let label = trap
        .labels
        .first()
        .map(|(span, remark)| (span.of(&text), remark.as_str()));
    assert_eq!(label, Some((other, "the other access")));
}

fn fine(loops: &str) {
    let text = body(loops);
    for order in ORDERS {
        if let Some(trap) = attempt(&text, true, order) {
            panic!("{trap}\n{text}");
        }
    }
}

#[test]
fn write_after_write() {
    check(
        r#"  affine.parallel (%i) = (0) to (4) {
    memref.store %x, %B[%c1] : memref<?xi32> // here
  }"#,
        "`%B[1]` is written in iteration %i = 0 and written in iteration %i = 1 of one parallel loop, at %i = 1",
        "memref.store %x, %B[%c1] : memref<?xi32>",
    );
}

#[test]
fn read_after_write_in_the_next_iteration() {
    check(
        r#"  affine.parallel (%i) = (0) to (3) {
    %v = affine.load %B[%i] : memref<?xi32> // here
    affine.store %v, %B[%i + 1] : memref<?xi32>
  }"#,
        "`%B[1]` is written in iteration %i = 0 and read in iteration %i = 1 of one parallel loop, at %i = 1",
        "affine.store %v, %B[%i + 1] : memref<?xi32>",
    );
}

#[test]
fn write_after_read() {
    check(
        r#"  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    %v = memref.load %B[%j] : memref<?xi32>
    memref.store %v, %B[%i] : memref<?xi32> // here
    scf.reduce
  }"#,
        "`%B[0]` is read in iteration %i = 0, %j = 0 and written in iteration %i = 0, %j = 1 of one parallel loop, at %i = 0, %j = 1",
        "%v = memref.load %B[%j] : memref<?xi32>",
    );
}

/// The loops inside an iteration are named as they stand, the race is between the outer ones.
#[test]
fn nested_loops() {
    check(
        r#"  affine.parallel (%i) = (0) to (2) {
    affine.for %k = 0 to 2 {
      affine.parallel (%j) = (0) to (2) {
        affine.store %x, %A[%k, %j] : memref<?x?xi32> // here
      }
    }
  }"#,
        "`%A[0, 0]` is written in iteration %i = 0 and written in iteration %i = 1 of one parallel loop, at %i = 1, %k = 0, %j = 0",
        "affine.store %x, %A[%k, %j] : memref<?x?xi32>",
    );
    fine(
        r#"  affine.for %k = 0 to 2 {
    affine.parallel (%i) = (0) to (2) {
      affine.for %l = 0 to 2 {
        affine.parallel (%j) = (0) to (2) {
          %v = affine.load %A[%i, %j] : memref<?x?xi32>
          affine.store %v, %A[%i, %j] : memref<?x?xi32>
        }
      }
    }
  }"#,
    );
}

/// The first reader is parallel to the writer, the last one is not.
#[test]
fn an_earlier_reader_is_not_forgotten() {
    check(
        r#"  affine.parallel (%i) = (0) to (2) {
    %v = affine.load %B[0] : memref<?xi32>
    affine.if affine_set<(d0) : (d0 - 1 == 0)>(%i) {
      %w = affine.load %B[0] : memref<?xi32>
      affine.store %w, %B[0] : memref<?xi32> // here
    }
  }"#,
        "`%B[0]` is read in iteration %i = 0 and written in iteration %i = 1 of one parallel loop, at %i = 1",
        "%v = affine.load %B[0] : memref<?xi32>",
    );
}

#[test]
fn what_is_no_race() {
    fine(
        r#"  affine.parallel (%i, %j) = (0, 0) to (4, 4) {
    %v = affine.load %B[0] : memref<?xi32>
    affine.store %v, %A[%i, %j] : memref<?x?xi32>
    affine.store %v, %A[%i, %j] : memref<?x?xi32>
    %w = affine.load %A[%i, %j] : memref<?x?xi32>
  }
  affine.parallel (%i) = (0) to (4) {
    affine.store %x, %A[%i, 0] : memref<?x?xi32>
  }"#,
    );
    fine(
        r#"  affine.parallel (%i) = (0) to (4) {
    %T = memref.alloc() : memref<1xi32>
    affine.store %x, %T[0] : memref<1xi32>
    %v = affine.load %T[0] : memref<1xi32>
    memref.dealloc %T : memref<1xi32>
  }"#,
    );
    fine(
        r#"  affine.parallel (%i) = (0) to (4) {
    %v = memref.atomic_rmw addi %x, %B[%c0] : (i32, memref<?xi32>) -> i32
  }"#,
    );
    check(
        r#"  affine.parallel (%i) = (0) to (4) {
    %v = memref.atomic_rmw addi %x, %B[%c0] : (i32, memref<?xi32>) -> i32
    %w = memref.load %B[%c0] : memref<?xi32>
  }"#
        .replace(
            "%w = memref.load %B[%c0] : memref<?xi32>",
            "memref.store %x, %B[%c0] : memref<?xi32>",
        )
        .replace("-> i32\n", "-> i32 // here\n")
        .as_str(),
        "`%B[0]` is written in iteration %i = 0 and updated in iteration %i = 1 of one parallel loop, at %i = 1",
        "memref.store %x, %B[%c0] : memref<?xi32>",
    );
}

/// Through views, calls, structured operations, copies and vectors it is the same element.
#[test]
fn every_way_to_touch_an_element() {
    let ways = [
        "%V = memref.subview %B[1] [2] [1] : memref<?xi32> to memref<2xi32, strided<[1], offset: 1>>\n    memref.store %x, %V[%c0] : memref<2xi32, strided<[1], offset: 1>>",
        "linalg.fill ins(%x : i32) outs(%B : memref<?xi32>)",
        "%T = memref.alloc(%n) : memref<?xi32>\n    memref.copy %T, %B : memref<?xi32> to memref<?xi32>",
        "%z = arith.constant dense<1> : vector<2xi32>\n    vector.store %z, %B[%c1] : memref<?xi32>, vector<2xi32>",
        "func.call @g(%B, %x) : (memref<?xi32>, i32) -> ()",
    ];
    for way in ways {
        let text = body(&format!("  affine.parallel (%i) = (0) to (2) {{\n    {way}\n  }}"));
        let text = text
            + "func.func @g(%B: memref<?xi32>, %x: i32) {\n  affine.store %x, %B[1] : memref<?xi32>\n  return\n}\n";
        let trap = attempt(&text, true, ParallelOrder::Forward).unwrap_or_else(|| panic!("no race\n{text}"));
        assert_eq!(trap.code(), "data-race", "{way}");
    }
}

/// A structured operation over `d0, d1` (and `d2`) with the given maps, iterator types and operands.
fn structured(maps: &str, iterators: &str, operands: &str, payload: &str) -> String {
    format!(
        "  linalg.generic {{indexing_maps = [{maps}], iterator_types = [{iterators}]}} {operands} {{\n{payload}\n  }}"
    )
}

/// [`race`] of a structured operation, which is its own other access.
fn check_structured(text: &str, message: &str) {
    let whole = body(text);
    let trap = race(&whole);
    assert_eq!(trap.describe(), message, "{whole}");
    let place = trap.span.of(&whole);
    assert!(
        place.starts_with("linalg.") || place.starts_with("memref.store"),
        "{place}"
    );
}

#[test]
fn parallel_dimensions_that_write_one_element() {
    check_structured(
        &structured(
            "affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>",
            r#""parallel", "parallel""#,
            "ins(%A : memref<?x?xi32>) outs(%B : memref<?xi32>)",
            "  ^bb0(%a: i32, %b: i32):\n    linalg.yield %a : i32",
        ),
        "`%B[0]` is written in iteration d0 = 0, d1 = 0 and written in iteration d0 = 0, d1 = 1 of the parallel dimensions of one `linalg.generic`, at d0 = 0, d1 = 1",
    );
    // Sums too: their order would be open.
    check_structured(
        &structured(
            "affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>",
            r#""parallel", "parallel""#,
            "ins(%A : memref<?x?xi32>) outs(%B : memref<?xi32>)",
            "  ^bb0(%a: i32, %b: i32):\n    %s = arith.addi %a, %b : i32\n    linalg.yield %s : i32",
        ),
        "`%B[0]` is written in iteration d0 = 0, d1 = 0 and read in iteration d0 = 1, d1 = 0 of the parallel dimensions of one `linalg.generic`, at d0 = 1, d1 = 0",
    );
    // The reduction dimension has an order, the parallel one inside of it has none.
    check_structured(
        &structured(
            "affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>",
            r#""reduction", "parallel""#,
            "ins(%A : memref<?x?xi32>) outs(%V : memref<i32>)",
            "  ^bb0(%a: i32, %b: i32):\n    linalg.yield %a : i32",
        )
        .replacen("  linalg", "  %V = memref.alloca() : memref<i32>\n  linalg", 1),
        "`%V[]` is written in iteration d1 = 0 and written in iteration d1 = 1 of the parallel dimensions of one `linalg.generic`, at d0 = 0, d1 = 1",
    );
}

const FIRST: &str = "memref<3xi32, strided<[1]>>";
const LAST: &str = "memref<3xi32, strided<[1], offset: 1>>";
const VIEWS: &str = "  %first = memref.subview %B[0] [3] [1] : memref<?xi32> to memref<3xi32, strided<[1]>>
  %last = memref.subview %B[1] [3] [1] : memref<?xi32> to memref<3xi32, strided<[1], offset: 1>>\n";

/// Through other windows, and by other subscripts, it is the same element.
#[test]
fn parallel_dimensions_that_read_what_others_write() {
    check_structured(
        &format!("{VIEWS}  linalg.copy ins(%first : {FIRST}) outs(%last : {LAST})"),
        "`%B[1]` is written in iteration d0 = 0 and read in iteration d0 = 1 of the parallel dimensions of one `linalg.copy`, at d0 = 1",
    );
    check_structured(
        &format!("{VIEWS}  linalg.copy ins(%last : {LAST}) outs(%first : {FIRST})"),
        "`%B[1]` is read in iteration d0 = 0 and written in iteration d0 = 1 of the parallel dimensions of one `linalg.copy`, at d0 = 1",
    );
    check_structured(
        "  linalg.transpose ins(%A : memref<?x?xi32>) outs(%A : memref<?x?xi32>) permutation = [1, 0]",
        "`%A[0, 1]` is written in iteration d0 = 0, d1 = 1 and read in iteration d0 = 1, d1 = 0 of the parallel dimensions of one `linalg.transpose`, at d0 = 1, d1 = 0",
    );
    // The product is written over a factor.
    check_structured(
        "  linalg.matmul ins(%A, %A : memref<?x?xi32>, memref<?x?xi32>) outs(%A : memref<?x?xi32>)",
        "`%A[0, 0]` is written in iteration d0 = 0, d1 = 0 and read in iteration d0 = 0, d1 = 1 of the parallel dimensions of one `linalg.matmul`, at d0 = 0, d1 = 1, d2 = 0",
    );
    // Iteration `d1 = 0` reads in the first step, and comes back to write in the second.
    check_structured(
        &structured(
            "affine_map<(d0, d1) -> (d0, d1)>",
            r#""reduction", "parallel""#,
            "outs(%A : memref<?x?xi32>)",
            r#"  ^bb0(%a: i32):
    %r = linalg.index 0 : index
    %p = linalg.index 1 : index
    %reads = arith.cmpi eq, %r, %c0 : index
    %writes = arith.cmpi eq, %p, %c0 : index
    scf.if %reads {
      %v = memref.load %B[%c0] : memref<?xi32>
    } else {
      scf.if %writes {
        memref.store %x, %B[%c0] : memref<?xi32>
      }
    }
    linalg.yield %a : i32"#,
        ),
        "`%B[0]` is read in iteration d1 = 1 and written in iteration d1 = 0 of the parallel dimensions of one `linalg.generic`, at d0 = 1, d1 = 0",
    );
}

#[test]
fn structured_operations_without_races() {
    for text in [
        // In place.
        "  linalg.add ins(%A, %A : memref<?x?xi32>, memref<?x?xi32>) outs(%A : memref<?x?xi32>)",
        // Sums in order, of elements that are only read by several iterations.
        "  %C = memref.alloca(%n, %n) : memref<?x?xi32>
  linalg.fill ins(%x : i32) outs(%C : memref<?x?xi32>)
  linalg.matmul ins(%A, %A : memref<?x?xi32>, memref<?x?xi32>) outs(%C : memref<?x?xi32>)
  linalg.broadcast ins(%B : memref<?xi32>) outs(%C : memref<?x?xi32>) dimensions = [0]
  linalg.reduce { arith.addi } ins(%C : memref<?x?xi32>) outs(%B : memref<?xi32>) dimensions = [0]
  linalg.dot ins(%B, %B : memref<?xi32>, memref<?xi32>) outs(%S : memref<i32>)",
        // One iteration.
        "  %one = memref.subview %A[0, 0] [1, 1] [1, 1] : memref<?x?xi32> to memref<1x1xi32, strided<[?, 1]>>
  %other = memref.subview %B[0] [1] [1] : memref<?xi32> to memref<1xi32, strided<[1]>>
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = [\"parallel\", \"parallel\"]}
    ins(%one : memref<1x1xi32, strided<[?, 1]>>) outs(%other : memref<1xi32, strided<[1]>>) {
  ^bb0(%a: i32, %b: i32):
    linalg.yield %a : i32
  }",
        // One after the other.
        "  linalg.fill ins(%x : i32) outs(%A : memref<?x?xi32>)
  linalg.transpose ins(%A : memref<?x?xi32>) outs(%C : memref<?x?xi32>) permutation = [1, 0]
  linalg.copy ins(%C : memref<?x?xi32>) outs(%A : memref<?x?xi32>)"
            .replace("  linalg.fill", "  %C = memref.alloca(%n, %n) : memref<?x?xi32>\n  linalg.fill")
            .as_str(),
    ] {
        fine(&text.replace("%C = memref", "%S = memref.alloca() : memref<i32>\n  memref.store %x, %S[] : memref<i32>\n  %C = memref"));
    }
    let softmax = "func.func @f(%A: memref<4x4xf32>) {
  linalg.softmax dimension(0) ins(%A : memref<4x4xf32>) outs(%A : memref<4x4xf32>)
  return
}";
    assert_eq!(attempt(softmax, true, ParallelOrder::Forward), None);
}

#[test]
fn structured_operations_on_tensors() {
    let text = r#"
func.func @f(%A: tensor<4x4xi32>, %B: tensor<4xi32>) -> tensor<4xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>],
      iterator_types = ["parallel", "parallel"]} ins(%A : tensor<4x4xi32>) outs(%B : tensor<4xi32>) {
  ^bb0(%a: i32, %b: i32):
    linalg.yield %a : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}"#;
    let trap = attempt(text, true, ParallelOrder::Forward).expect("a race");
    assert_eq!(
        trap.describe(),
        "`%B[0]` is written in iteration d0 = 0, d1 = 0 and written in iteration d0 = 1, d1 = 0 of the parallel dimensions of one `linalg.generic`, at d0 = 1, d1 = 0"
    );
    let ordered = text.replace(r#"["parallel", "parallel"]"#, r#"["reduction", "parallel"]"#);
    assert_eq!(attempt(&ordered, true, ParallelOrder::Forward), None);
    // Every iteration of the outer loop has a result of its own; inputs are other values, whatever they start as.
    let nested = r#"
func.func @f(%A: tensor<4x4xi32>) -> tensor<4x4xi32> {
  %r = scf.forall (%i) in (4) shared_outs(%o = %A) -> (tensor<4x4xi32>) {
    %t = linalg.transpose ins(%A : tensor<4x4xi32>) outs(%A : tensor<4x4xi32>) permutation = [1, 0]
    %s = tensor.extract_slice %t[%i, 0] [1, 4] [1, 1] : tensor<4x4xi32> to tensor<1x4xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, 0] [1, 4] [1, 1] : tensor<1x4xi32> into tensor<4x4xi32>
    }
  }
  return %r : tensor<4x4xi32>
}"#;
    assert_eq!(attempt(nested, true, ParallelOrder::Forward), None);
}

const FORALL: &str = r#"
func.func @f(%A: tensor<8xi32>, %n: index) -> tensor<8xi32> {
  %r = scf.forall (%i) in (%n) shared_outs(%o = %A) -> (tensor<8xi32>) {
    %s = tensor.extract_slice %A[%i] [2] [1] : tensor<8xi32> to tensor<2xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[STEP] [2] [1] : tensor<2xi32> into tensor<8xi32>
    }
  }
  return %r : tensor<8xi32>
}"#;

#[test]
fn insertions_of_forall() {
    let text = FORALL.replace("STEP", "%i");
    for order in ORDERS {
        assert_eq!(attempt(&text, true, order).map(|trap| trap.code()), Some("data-race"));
    }
    let trap = attempt(&text, true, ParallelOrder::Forward).expect("a race");
    assert_eq!(
        trap.describe(),
        "`%o[1]` is written in iteration %i = 0 and written in iteration %i = 1 of one parallel loop, at %i = 1"
    );
    assert!(
        trap.span.of(&text).starts_with("tensor.parallel_insert_slice"),
        "{:?}",
        trap.span.of(&text)
    );
    let apart = FORALL.replace(
        "    %s =",
        "    %at = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)\n    %s =",
    );
    let apart = apart.replace("STEP", "%at");
    for order in ORDERS {
        assert_eq!(attempt(&apart, true, order), None);
    }
}

#[test]
fn races_are_found_in_every_domain() {
    let text = body("  affine.parallel (%i) = (0) to (2) {\n    affine.store %x, %B[0] : memref<?xi32>\n  }");
    let options = RunOptions {
        races: true,
        claims: true,
        ..RunOptions::default()
    };
    let init = |n: usize| if n == 2 { Init::Iota } else { inputs(n) };
    let code = |trap: Option<Trap>| trap.map(|trap| trap.code());
    assert_eq!(
        code(run(&parse(&text), TermDomain::new(), options, 2, &init).err()),
        Some("data-race")
    );
    assert_eq!(
        code(run(&parse(&text), Field::new(), options, 2, &init).err()),
        Some("data-race")
    );
}

#[test]
fn leaks() {
    let text = r#"
func.func @f() -> memref<2xf32> {
  %kept = memref.alloc() : memref<2xf32>
  %freed = memref.alloc() : memref<2xf32>
  %lost = memref.alloc() : memref<3xf32>
  %stack = memref.alloca() : memref<2xf32>
  memref.dealloc %freed : memref<2xf32>
  return %kept : memref<2xf32>
}"#;
    let module = parse(text);
    let mut machine = Machine::new(&module, Concrete, RunOptions::default());
    let results = machine.call("f", Vec::new()).expect("it runs");
    let leaks = machine.leaks(&results);
    let shown: Vec<_> = leaks
        .iter()
        .map(|leak| (&*leak.name, leak.elements, leak.made.of(text)))
        .collect();
    assert_eq!(shown, [("%lost", 3, "%lost = memref.alloc() : memref<3xf32>")]);
}
