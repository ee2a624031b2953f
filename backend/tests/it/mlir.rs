//! The backend `mlir` with the real mlir-opt and mlir-runner.

use crate::common::{F32, array, installed, job, judge};
use polyvet_backend::{BackendJob, JobOutcome, OutputComparison};
use polyvet_interp::ScalarType;
use polyvet_ir::FloatKind;

/// Everything goes in and out unchanged, whatever its bits.
#[test]
fn all_bits_come_back() {
    let Some(backend) = installed("mlir") else { return };
    let kinds = [
        (ScalarType::Int(1), vec![0, 1, 1, 0, 1, 0]),
        (ScalarType::Int(3), vec![0, 7, 4, 3, 1, 2]),
        (ScalarType::Int(8), vec![0, 255, 128, 127, 1, 2]),
        (ScalarType::Int(16), vec![0, 0xffff, 0x8000, 0x7fff, 1, 2]),
        (ScalarType::Int(32), vec![0, 0xffff_ffff, 0x8000_0000, 5, 6, 7]),
        (ScalarType::Int(64), vec![u64::MAX, 1 << 63, i64::MAX as u64, 0, 1, 2]),
        (ScalarType::Index, vec![u64::MAX, 1 << 63, 0, 1, 2, 3]),
        (
            ScalarType::Float(FloatKind::F16),
            vec![0x7e01, 0xfe00, 0x8000, 0x7c00, 1, 0x3c00],
        ),
        (
            ScalarType::Float(FloatKind::BF16),
            vec![0x7fc1, 0xffc0, 0x8000, 0x7f80, 1, 0x3f80],
        ),
        (
            F32,
            vec![0x7fc0_0001, 0xffc0_0000, 0x8000_0000, 0x7f80_0000, 1, 0x3f80_0000],
        ),
        (
            ScalarType::Float(FloatKind::F64),
            vec![
                0x7ff8_0000_0000_0001,
                0xfff8 << 48,
                1 << 63,
                0x7ff0 << 48,
                1,
                0x3ff0 << 48,
            ],
        ),
    ];
    let mut jobs = Vec::new();
    let mut wanted = Vec::new();
    for (ty, bits) in &kinds {
        let text = format!(
            "func.func @same(%s: {ty}, %t: tensor<?x3x{ty}>, %m: memref<2x?x{ty}>, %v: vector<2x3x{ty}>)
               -> (tensor<?x3x{ty}>, {ty}, vector<2x3x{ty}>) {{
               return %t, %s, %v : tensor<?x3x{ty}>, {ty}, vector<2x3x{ty}>
             }}"
        );
        // A vector of `index` is no constant.
        let text = match ty {
            ScalarType::Index => text
                .replace(", %v: vector<2x3xindex>", "")
                .replace(", vector<2x3xindex>", "")
                .replace("%s, %v", "%s"),
            _ => text,
        };
        let (scalar, all) = (array(*ty, &[], &bits[..1]), array(*ty, &[2, 3], bits));
        let mut inputs = vec![scalar.clone(), all.clone(), all.clone(), all.clone()];
        let mut outputs = vec![all.clone(), all.clone(), scalar, all];
        if *ty == ScalarType::Index {
            inputs.pop();
            outputs.pop();
        }
        jobs.push(job(&text, "same", &inputs));
        wanted.push(outputs);
    }
    for ((job, wanted), outcome) in jobs.iter().zip(wanted).zip(backend.run(&jobs)) {
        assert_eq!(outcome, JobOutcome::Outputs(wanted), "{}", job.module);
    }
}

/// -0 is less than 0, alone and beside operations that are expanded first.
#[test]
fn zeros_keep_their_signs() {
    let Some(backend) = installed("mlir") else { return };
    let extremes = "func.func @f(%a: f32, %b: f32) -> (f32, f32) {
        %x = arith.minimumf %a, %b : f32
        %y = arith.maximumf %a, %b : f32
        return %x, %y : f32, f32
      }";
    let divided = "func.func @f(%a: i32, %b: i32) -> (i32, i32) {
        %x = arith.floordivsi %a, %b : i32
        %y = arith.ceildivsi %a, %b : i32
        return %x, %y : i32, i32
      }";
    let (zero, minus, int) = (0, 0x8000_0000, ScalarType::Int(32));
    let call = |(x, y): (u64, u64)| job(extremes, "f", &[x, y].map(|bits| array(F32, &[], &[bits])));
    let mut jobs: Vec<BackendJob> = [(zero, minus), (minus, zero), (zero, zero)].map(call).into();
    for with_division in [false, true] {
        if with_division {
            jobs.push(job(
                divided,
                "f",
                &[0xffff_fff9, 2].map(|bits| array(int, &[], &[bits])),
            ));
        }
        for (job, outcome) in jobs.iter().zip(backend.run(&jobs)) {
            assert_eq!(judge(job, &outcome).word(), "equal", "{}: {outcome}", job.module);
        }
    }
}

/// What a call leaves in a global is not there in the next.
#[test]
fn each_call_has_its_own_globals() {
    let Some(backend) = installed("mlir") else { return };
    let text = "memref.global \"private\" @count : memref<1xi32> = dense<7>
      func.func @f(%by: i32) -> i32 {
        %zero = arith.constant 0 : index
        %count = memref.get_global @count : memref<1xi32>
        %old = memref.load %count[%zero] : memref<1xi32>
        %new = arith.addi %old, %by : i32
        memref.store %new, %count[%zero] : memref<1xi32>
        return %new : i32
      }";
    let jobs = [1, 2, 2].map(|by| job(text, "f", &[array(ScalarType::Int(32), &[], &[by])]));
    for (job, outcome) in jobs.iter().zip(backend.run(&jobs)) {
        assert_eq!(judge(job, &outcome).word(), "equal", "{}: {outcome}", job.module);
    }
}

/// Good and bad jobs in one batch: each gets its own outcome.
#[test]
fn what_goes_wrong_is_blamed_on_one_job() {
    let Some(mut backend) = installed("mlir") else { return };
    let good = "func.func @f(%m: memref<4xf32>) {
        affine.for %i = 1 to 4 {
          %x = affine.load %m[%i - 1] : memref<4xf32>
          %y = affine.load %m[%i] : memref<4xf32>
          %z = arith.addf %x, %y : f32
          affine.store %z, %m[%i] : memref<4xf32>
        }
        return
      }";
    let crash = "func.func @f(%m: memref<4xf32>) {
        %c0 = arith.constant 0 : index
        %far = arith.constant 1000000000000 : index
        %x = memref.load %m[%far] : memref<4xf32>
        memref.store %x, %m[%c0] : memref<4xf32>
        return
      }";
    let endless = "func.func @f(%m: memref<4xf32>) {
        affine.for %i = 0 to 1000000000000000 {
          %x = affine.load %m[%i mod 4] : memref<4xf32>
          affine.store %x, %m[(%i + 1) mod 4] : memref<4xf32>
        }
        return
      }";
    let refused = "func.func private @nowhere(memref<4xf32>)
      func.func @f(%m: memref<4xf32>) {
        func.call @nowhere(%m) : (memref<4xf32>) -> ()
        return
      }";
    let unread = "func.func @f(%m: memref<4xf32>) { return %nothing }";
    let input = array(F32, &[4], &[0x3f80_0000; 4]);
    let texts = [good, crash, good, endless, refused, unread, good];
    let jobs: Vec<BackendJob> = texts
        .iter()
        .map(|text| job(text, "f", std::slice::from_ref(&input)))
        .collect();
    let mut limits = backend.limits();
    limits.wall = std::time::Duration::from_secs(5);
    backend.set_limits(limits);
    let outcomes = backend.run(&jobs);
    let words: Vec<&str> = outcomes.iter().map(JobOutcome::word).collect();
    assert_eq!(
        words,
        [
            "outputs",
            "crash",
            "outputs",
            "timeout",
            "refused",
            "unsupported",
            "outputs"
        ],
        "{}",
        outcomes
            .iter()
            .map(|outcome| format!("{outcome}\n"))
            .collect::<String>()
    );
    let JobOutcome::Crashed { step, signal, .. } = &outcomes[1] else {
        panic!("a crash")
    };
    assert_eq!((step.as_str(), *signal), ("run", Some(11)));
    assert_eq!(judge(&jobs[6], &outcomes[6]).word(), "equal");
}

/// A pass that is known to be wrong, and the same without it.
#[test]
fn a_wrong_pass_is_seen() {
    let Some(mut backend) = installed("mlir:O2") else {
        return;
    };
    let text = include_str!("../../../examples/bugs/loop-unroll.mlir");
    let pass = text
        .lines()
        .find_map(|line| line.strip_prefix("// pass: "))
        .expect("a pass");
    let array = array(ScalarType::Float(FloatKind::F64), &[6], &[1.0_f64.to_bits(); 6]);
    let jobs = vec![job(text, "triangle", &[array]); 3];
    for outcome in backend.run(&jobs) {
        assert_eq!(judge(&jobs[0], &outcome).word(), "equal");
    }
    backend.set_pass(pass).expect("it takes passes");
    for outcome in backend.run(&jobs) {
        let OutputComparison::Differs(at) = judge(&jobs[0], &outcome) else {
            panic!("the pass is wrong, but the outputs are not")
        };
        assert_eq!(at.to_string(), "output 0 [3]: expected 1.0, got 3.0");
    }
}

/// A layout that a row-major array has is cast to; another is not the backend's fault.
#[test]
fn layouts_are_given_where_they_can_be() {
    let Some(backend) = installed("mlir") else { return };
    let program = |layout: &str| {
        format!(
            "func.func @f(%A: memref<2x3xf32, {layout}>) {{
               %c0 = arith.constant 0 : index
               %c1 = arith.constant 1 : index
               %x = memref.load %A[%c0, %c1] : memref<2x3xf32, {layout}>
               memref.store %x, %A[%c1, %c0] : memref<2x3xf32, {layout}>
               return
             }}"
        )
    };
    let input = array(F32, &[2, 3], &[1, 2, 3, 4, 5, 6]);
    for (layout, word) in [
        ("strided<[?, ?], offset: ?>", "outputs"),
        ("strided<[3, 1]>", "outputs"),
        ("strided<[4, 1]>", "unsupported"),
        ("affine_map<(i, j) -> (j, i)>", "unsupported"),
    ] {
        let one = job(&program(layout), "f", std::slice::from_ref(&input));
        let outcome = backend.run(std::slice::from_ref(&one)).remove(0);
        assert_eq!(outcome.word(), word, "{layout}: {outcome}");
        if word == "outputs" {
            assert_eq!(judge(&one, &outcome).word(), "equal", "{layout}");
        }
    }
}
