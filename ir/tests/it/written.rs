//! Operations whose custom form nobody here knows: where they end, what their operands are, and what they are.

use crate::robust::answered;
use polyvet_ir::{AS_WRITTEN, Module, OpId, PrintForm, PrintOptions, parse, print, same, well_formed};
use std::time::Duration;

/// One of each: operands in brackets and strings, aliases, groups of results, regions, text over several lines.
const ALL: &str = r#"
#map = affine_map<(d0) -> (d0)>
!pair = tuple<i32, f32>
func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) -> f32 {
  %id = gpu.thread_id  x
  %d, %v = gpu.shuffle xor %n, %id, %n : f32
  test.foo (%A, [ %B [%n] ] ){map = #map, s = "100% %A", t = !pair} : (memref<?xf32>, memref<?xf32>) -> ()
  %r:2 = test.bar %A[%id], %d : memref<?xf32>, f32 -> f32, i1 loc("x":1:2)
  %w = gpu.warp_execute_on_lane_0(%id)[32] args(%d : f32) -> (vector<4xf32>) {
  ^bb0(%x: f32):
    %c = vector.broadcast %x : f32 to vector<4xf32>
    gpu.yield %c : vector<4xf32>
  } {note = "after the region"}
  %e = test.elem %w[-1] kind<a >= b> : vector<[4]x?xf32>, vector<4xf32> to f32
  affine.for %i = 0 to %n {
    gpu.barrier
    %q = memref.load %A[%i] : memref<?xf32>
    test.use %q, // the next line is of the same operation
       %id : f32, index
  }
  %a = arith.addf %d, %e : f32
  %m = arith.select %v, %a, %r#0 : f32
  return %m : f32
}
"#;

fn read(text: &str) -> Module {
    let (module, diagnostics) = parse(text);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}\n{text}");
    assert_eq!(well_formed(&module), [], "{text}");
    module
}

fn named(module: &Module, name: &str) -> OpId {
    let mut found = None;
    module.walk(module.top, &mut |id, op| {
        if op.name == name {
            found = Some(id);
        }
    });
    found.expect("the operation is there")
}

fn text_of(module: &Module, op: OpId) -> String {
    let text = module.op(op).properties.get(AS_WRITTEN);
    text.expect("it is kept as it is written").to_string()
}

fn body(lines: &str) -> String {
    format!("func.func @f(%A: memref<8xf32>, %x: f32, %n: index) {{\n{lines}\nreturn\n}}\n")
}

/// The first diagnostic and the word that says why.
fn refused(lines: &str) -> (&'static str, String) {
    let (_, diagnostics) = parse(&body(lines));
    let first = diagnostics.first().expect("it is refused");
    (
        first.code,
        first.labels.first().map(|(_, why)| why.clone()).unwrap_or_default(),
    )
}

#[test]
fn all_names_in_the_text_are_operands() {
    let module = read(ALL);
    let operands = |name| -> Vec<String> {
        let op = module.op(named(&module, name));
        op.operand_values().map(|value| module.value_name(value)).collect()
    };
    assert_eq!(operands("test.foo"), ["%A", "%B", "%n"]);
    assert_eq!(operands("test.use"), ["%q", "%id"]);
    assert_eq!(operands("gpu.warp_execute_on_lane_0"), ["%id", "%d"]);
    assert_eq!(operands("gpu.barrier"), [""; 0]);
}

#[test]
fn the_text_is_kept_with_its_blanks_in_one_way() {
    let module = read(ALL);
    let text = |name| text_of(&module, named(&module, name));
    assert_eq!(text("gpu.thread_id"), "gpu.thread_id x");
    assert_eq!(
        text("test.foo"),
        "test.foo(%, [%[%]]) {map = affine_map<(d0) -> (d0)>, s = \"100% %A\", t = tuple<i32, f32>} : (memref<?xf32>, \
         memref<?xf32>) -> ()"
    );
    assert_eq!(
        text("gpu.warp_execute_on_lane_0"),
        "gpu.warp_execute_on_lane_0(%)[32] args(% : f32) -> (vector<4xf32>) ^ {note = \"after the region\"}"
    );
    assert_eq!(module.op(named(&module, "test.bar")).loc.as_deref(), Some("\"x\":1:2"));
}

#[test]
fn the_first_use_states_the_type() {
    let module = read(ALL);
    let types = |name| -> Vec<String> {
        let op = module.op(named(&module, name));
        op.results.iter().map(|value| module.ty(*value).to_string()).collect()
    };
    assert_eq!(types("gpu.shuffle"), ["f32", "i1"]);
    assert_eq!(types("test.bar"), ["f32", "i1"]);
    assert_eq!(types("test.elem"), ["f32"]);
    let guessed = read(&body("%y = test.cast %x : f32\n%z = arith.addi %y, %y : i32"));
    let cast = guessed.op(named(&guessed, "test.cast"));
    assert_eq!(guessed.ty(cast.results[0]).to_string(), "i32");
}

#[test]
fn uses_that_disagree_are_a_mistake() {
    let (code, _) = refused("%y = test.cast %x : f32\n%z = arith.addi %y, %y : i32\n%u = arith.addf %y, %x : f32");
    assert_eq!(code, "type-mismatch");
}

#[test]
fn what_is_printed_is_read_as_the_same() {
    let module = read(ALL);
    for form in [PrintForm::Generic, PrintForm::Custom] {
        let printed = print(&module, PrintOptions { form, locations: true });
        let again = read(&printed);
        assert_eq!(same(&module, &again), Ok(()), "{printed}");
        assert_eq!(print(&again, PrintOptions { form, locations: true }), printed);
    }
}

#[test]
fn another_text_is_another_operation() {
    let pairs = [
        ("test.op %x {a = 1}", "test.op %x {a = 2}", false),
        ("test.op %x {a = \"% %\"}", "test.op %x {a = \"%  %\"}", false),
        ("test.op %x, %n", "test.op %n, %x", false),
        ("test.op %x, %n", "test.op %x %n", false),
        ("test.op a b", "test.op ab", false),
        ("test.op %x", "\"test.op\"(%x) : (f32) -> ()", false),
        ("test.op( %x )  {a=1}", "test.op (%x) // more\n {a = 1}", true),
        ("test.op%x\"a\",@b:f32->i32", "test.op %x \"a\" , @b : f32 -> i32", true),
    ];
    for (x, y, alike) in pairs {
        let (first, second) = (read(&body(x)), read(&body(y)));
        assert_eq!(same(&first, &second).is_ok(), alike, "{x} | {y}");
    }
}

#[test]
fn what_cannot_be_told_is_refused_with_the_reason() {
    let cases = [
        ("test.op (%k = %x)", "it defines values, or uses later ones"),
        ("test.op ^bb1", "it names blocks"),
        ("test.op %x : f32 %y = arith.addf %x, %x : f32", "it does not end here"),
        ("test.op %x test.other", "another operation may begin in it"),
        ("test.op ({ test.a %x })", "it has a region in brackets"),
        ("test.op (%x]", "its brackets do not match"),
        ("test.op > %x", "its brackets do not match"),
        ("test.op \u{e9}", "its text is not MLIR's"),
    ];
    for (line, why) in cases {
        assert_eq!(refused(line), ("unknown-custom-form", why.to_owned()), "{line}");
    }
    // A dialect that is read as a whole, and a name much like one that is known, are mistakes.
    assert_eq!(
        refused("%y = arith.addx %x : f32"),
        ("unknown-custom-form", String::new())
    );
    assert_eq!(
        refused("%y = vector.brodcast %x : f32"),
        ("unknown-custom-form", String::new())
    );
}

#[test]
fn mutated_texts_are_answered() {
    answered(&[ALL.to_owned()], Duration::from_secs(2), 4000);
}
