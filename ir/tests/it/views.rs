//! Known operations decoded, whether they were written in custom or in generic form.

use polyvet_ir::linalg::{IteratorType, structured};
use polyvet_ir::{
    Module, OpId, PrintForm, PrintOptions, affine_access, affine_apply, affine_for, affine_if, affine_parallel,
    branches, dense_items, func, func_named, parse, print,
};

fn read(text: &str) -> Module {
    let (module, diagnostics) = parse(text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    module
}

/// Runs `check` on the module as written and as read back from its generic form.
fn both(text: &str, check: impl Fn(&Module)) {
    let module = read(text);
    check(&module);
    let generic = print(
        &module,
        PrintOptions {
            form: PrintForm::Generic,
            locations: false,
        },
    );
    check(&read(&generic));
}

fn named(module: &Module, name: &str) -> Vec<OpId> {
    let mut found = Vec::new();
    module.walk(module.top, &mut |id, op| {
        if op.name == name {
            found.push(id);
        }
    });
    found
}

fn one(module: &Module, name: &str) -> OpId {
    named(module, name)[0]
}

#[test]
fn loops_and_accesses() {
    let text = "func.func @f(%A: memref<?xf32>, %n: index, %x: f32) -> f32 {
      %r = affine.for %i = 0 to min affine_map<(d0)[s0] -> (s0, d0 + 8)>(%n)[%n] step 2 iter_args(%a = %x) -> (f32) {
        %v = affine.load %A[%i + 1] : memref<?xf32>
        affine.store %a, %A[2 * %i - symbol(%n)] : memref<?xf32>
        affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
          affine.store %v, %A[%i] : memref<?xf32>
        }
        affine.yield %v : f32
      }
      affine.parallel (%i, %j) = (0, 1) to (%n, min(10, %n)) step (1, 2) {
        %k = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %j)
      }
      return %r : f32
    }";
    both(text, |module| {
        let view = affine_for(module, one(module, "affine.for")).expect("a loop");
        assert_eq!(
            (view.step, view.upper.results.len(), view.upper_operands.len()),
            (2, 2, 2)
        );
        assert_eq!((view.inits.len(), view.iter_args.len()), (1, 1));
        assert_eq!(view.lower.eval(&[], &[]), Some(vec![0]));
        let load = affine_access(module, one(module, "affine.load")).expect("a load");
        assert_eq!((load.map.eval(&[4], &[]), load.value), (Some(vec![5]), None));
        assert_eq!(load.operands, [view.induction]);
        let store = affine_access(module, one(module, "affine.store")).expect("a store");
        assert_eq!(store.map.eval(&[4], &[3]), Some(vec![5]));
        assert_eq!(store.value, Some(view.iter_args[0]));
        let condition = affine_if(module, one(module, "affine.if")).expect("a condition");
        assert_eq!(condition.set.contains(&[3], &[]), Some(true));
        assert!(condition.else_block.is_none());
        let parallel = affine_parallel(module, one(module, "affine.parallel")).expect("a parallel loop");
        assert_eq!(
            (&parallel.steps[..], &parallel.upper.groups[..]),
            (&[1, 2][..], &[1, 2][..])
        );
        assert_eq!(parallel.upper.of_loop(1).results.len(), 2);
        let (map, operands) = affine_apply(module, one(module, "affine.apply")).expect("an apply");
        assert_eq!((map.dims, operands), (2, parallel.inductions));
        let function = func(module, func_named(module, "f").expect("a function")).expect("a function");
        assert_eq!(
            (function.name.as_str(), function.args.len(), function.results.len()),
            ("f", 3, 1)
        );
    });
}

#[test]
fn structured_operations_look_alike() {
    let text = "func.func @f(%A: memref<4x8xf32>, %B: memref<8x4xf32>, %C: memref<4x4xf32>, %V: memref<8xf32>, %x: f32) {
      linalg.fill ins(%x : f32) outs(%C : memref<4x4xf32>)
      linalg.matmul ins(%A, %B : memref<4x8xf32>, memref<8x4xf32>) outs(%C : memref<4x4xf32>)
      linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = [\"reduction\", \"parallel\"]} ins(%A : memref<4x8xf32>) outs(%V : memref<8xf32>) {
      ^bb0(%a: f32, %v: f32):
        %s = arith.addf %a, %v : f32
        linalg.yield %s : f32
      }
      linalg.transpose ins(%A : memref<4x8xf32>) outs(%B : memref<8x4xf32>) permutation = [1, 0]
      linalg.reduce { arith.addf } ins(%A : memref<4x8xf32>) outs(%V : memref<8xf32>) dimensions = [0]
      linalg.broadcast ins(%V : memref<8xf32>) outs(%A : memref<4x8xf32>) dimensions = [0]
      linalg.exp ins(%C : memref<4x4xf32>) outs(%C : memref<4x4xf32>)
      linalg.map { math.exp } ins(%C : memref<4x4xf32>) outs(%C : memref<4x4xf32>)
      return
    }";
    both(text, |module| {
        use IteratorType::{Parallel, Reduction};
        let view = |name: &str| structured(module, one(module, name)).unwrap_or_else(|| panic!("{name}"));
        let shown = |name: &str| {
            let view = view(name);
            let maps: Vec<_> = view.maps.iter().map(ToString::to_string).collect();
            (maps.join("; "), view.iterators)
        };
        let fill = "(d0, d1) -> (); (d0, d1) -> (d0, d1)".to_owned();
        assert_eq!(shown("linalg.fill"), (fill, vec![Parallel, Parallel]));
        let matmul = "(d0, d1, d2) -> (d0, d2); (d0, d1, d2) -> (d2, d1); (d0, d1, d2) -> (d0, d1)".to_owned();
        assert_eq!(shown("linalg.matmul"), (matmul, vec![Parallel, Parallel, Reduction]));
        let sum = "(d0, d1) -> (d0, d1); (d0, d1) -> (d1)".to_owned();
        assert_eq!(shown("linalg.generic"), (sum.clone(), vec![Reduction, Parallel]));
        assert_eq!(shown("linalg.reduce"), (sum, vec![Reduction, Parallel]));
        assert_eq!(
            shown("linalg.transpose").0,
            "(d0, d1) -> (d1, d0); (d0, d1) -> (d0, d1)"
        );
        assert_eq!(shown("linalg.broadcast").0, "(d0, d1) -> (d1); (d0, d1) -> (d0, d1)");
        let identity = "(d0, d1) -> (d0, d1); (d0, d1) -> (d0, d1)";
        assert_eq!(shown("linalg.exp").0, identity);
        assert_eq!(shown("linalg.map").0, identity);
        assert_eq!(
            (view("linalg.matmul").inputs.len(), view("linalg.matmul").outputs.len()),
            (2, 1)
        );
        assert_eq!(module.block(view("linalg.matmul").body).ops.len(), 3);
    });
}

#[test]
fn branches_pass_operands() {
    let text = "func.func @f(%c: i1, %x: f32) {
      cf.cond_br %c, ^a(%x, %x : f32, f32), ^b
    ^a(%p: f32, %q: f32):
      cf.br ^b
    ^b:
      return
    }";
    both(text, |module| {
        let targets = branches(module, one(module, "cf.cond_br")).expect("a branch");
        let counts: Vec<_> = targets
            .iter()
            .map(|(block, values)| (module.block(*block).args.len(), values.len()))
            .collect();
        assert_eq!(counts, [(2, 2), (0, 0)]);
    });
}

#[test]
fn dense_elements() {
    let items = |text: &str| {
        let module = read(&format!("%0 = arith.constant {text}\n"));
        let op = one(&module, "arith.constant");
        let items = dense_items(module.op(op).attr("value")?)?;
        Some(items.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    };
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(
        items("dense<[[1, -2], [3, 0xFF]]> : tensor<2x2xi8>"),
        some("1 : i8 -2 : i8 3 : i8 -1 : i8")
    );
    assert_eq!(items("dense<true> : tensor<2xi1>"), some("true true"));
    assert_eq!(
        items("dense<1.5> : vector<2xf32>"),
        some("1.500000e+00 : f32 1.500000e+00 : f32")
    );
    assert_eq!(
        items("dense<\"0x0000803F00000040\"> : tensor<2xf32>"),
        some("1.000000e+00 : f32 2.000000e+00 : f32")
    );
    assert_eq!(items("dense<[1, 2]> : tensor<3xi8>"), None);
    assert_eq!(items("dense<> : tensor<0xf32>"), some(""));
}

#[test]
fn loops_are_called_as_their_maps_call_them() {
    let names = |text: &str, op: &str| {
        let module = read(text);
        structured(&module, one(&module, op))
            .expect("a structured operation")
            .dim_names
    };
    let generic = |maps: &str| {
        format!(
            "#row = affine_map<(i, j) -> (i)>
            func.func @f(%A: memref<4x4xf32>, %B: memref<4xf32>) {{
              linalg.generic {{indexing_maps = [{maps}], iterator_types = [\"parallel\", \"reduction\"]}}
                  ins(%A : memref<4x4xf32>) outs(%B : memref<4xf32>) {{
              ^bb0(%a: f32, %b: f32):
                linalg.yield %a : f32
              }}
              return
            }}"
        )
    };
    let of = |maps: &str| names(&generic(maps), "linalg.generic").map(|names| names.join(" "));
    let ij = Some("i j".to_owned());
    assert_eq!(of("affine_map<(i, j) -> (i, j)>, #row"), ij);
    assert_eq!(of("affine_map<(d0, d1) -> (d0, d1)>, #row"), ij);
    assert_eq!(of("affine_map<(m, n) -> (m, n)>, #row"), None);
    assert_eq!(
        of("affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>"),
        None
    );
    let matmul = "func.func @f(%A: memref<4x4xf32>) {
      linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
          ins(%A, %A : memref<4x4xf32>, memref<4x4xf32>) outs(%A : memref<4x4xf32>)
      return
    }";
    assert_eq!(
        names(matmul, "linalg.matmul").map(|names| names.join(" ")),
        Some("m n k".to_owned())
    );
}
