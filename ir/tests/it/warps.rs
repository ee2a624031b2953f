//! What the lanes of a warp do together.

use polyvet_ir::*;

/// `@f` with these lines, run by warps of four lanes.
fn together(lines: &str) -> Option<String> {
    let (module, func) = crate::func_f(&format!(
        "func.func @f(%lane: index, %A: memref<64xf32>, %v: vector<2xf32>, %n: index, %x: f32) {{\n  %c0 = arith.constant 0 : \
         index\n  %c1 = arith.constant 1 : index\n  gpu.warp_execute_on_lane_0(%lane)[4] {{\n    %z = arith.constant 0 : i32\n  }}\n{lines}\n  \
         return\n}}\n"
    ));
    let warp = warp_of(&module, func).expect("a region for lane 0");
    assert_eq!(warp.lanes(), 4);
    let mut copy = in_step(&module, func, warp, true)?;
    forget_lanes(&mut copy, func);
    assert!(well_formed(&copy).is_empty(), "{}", print(&copy, Default::default()));
    Some(print(&copy, Default::default()))
}

#[test]
fn each_lane_has_vectors_of_its_own() {
    let text = together(
        "  %i = affine.apply affine_map<(d0) -> (d0 * 2)>(%lane)\n  vector.transfer_write %v, %A[%i] {in_bounds = [true]} : \
         vector<2xf32>, memref<64xf32>",
    );
    let text = text.expect("they write apart");
    assert_eq!(text.matches("vector.transfer_write").count(), 4, "{text}");
    assert_eq!(text.matches(": vector<2xf32>").count(), 8, "{text}");
}

#[test]
fn lane_0_has_the_parts_of_all() {
    let gather = "  %r = gpu.warp_execute_on_lane_0(%lane)[4] args(%v : vector<2xf32>) -> (vector<1xf32>) {\n  ^bb0(%all: \
                  vector<8xf32>):\n    %s = \"t.any\"(%all) : (vector<8xf32>) -> vector<4xf32>\n    gpu.yield %s : \
                  vector<4xf32>\n  }";
    let text = together(gather).expect("one region");
    let counts = ["insert_strided_slice", "extract_strided_slice", "t.any"].map(|name| text.matches(name).count());
    assert_eq!(counts, [4, 4, 1], "{text}");
    // No part of five elements is there four times.
    assert!(together(&gather.replace("vector<8xf32>", "vector<10xf32>")).is_none());
}

#[test]
fn what_is_not_known_to_run_in_step_stays() {
    let store = "memref.store %x, %A[%i] : memref<64xf32>";
    for (lines, why) in [
        (
            format!("  %i = arith.divui %lane, %c1 : index\n  {store}"),
            "two lanes may write one element",
        ),
        (
            format!("  affine.for %i = 0 to 4 {{\n    %u = affine.load %A[%i] : memref<64xf32>\n    {store}\n  }}"),
            "lanes would go through the loop side by side",
        ),
        (
            "  %w = arith.constant 4 : i32\n  %r, %p = gpu.shuffle up %x, %w, %w : f32".to_owned(),
            "some lanes have no partner",
        ),
        ("  %m = memref.alloc() : memref<4xf32>".to_owned(), "each lane has one"),
        (
            "  %s = gpu.subgroup_reduce add %x : (f32) -> f32".to_owned(),
            "the lanes do that together",
        ),
    ] {
        assert!(together(&lines).is_none(), "{why}");
    }
}
