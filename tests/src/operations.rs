//! Random scripts over the catalogue of structured transforms, and what must hold of them.
//!
//! Calls are made from the descriptions in the registry, so a new transform is covered by being in the list. What a
//! script makes is compared with the program by `validate`; both are run at sizes around those of the tiles: where it
//! is proved they have to do the same, where it is refuted the witness has to replay. What is printed can be read
//! again, and by `mlir-opt` where it is installed.

use crate::catalogue::sizes_around;
use crate::mlir_opt::Tools;
use crate::model::{Subject, parse};
use crate::pairs::{Pair, small_sizes};
use polyvet_generate::case::{Input, numbers as numbers_of, program};
use polyvet_generate::choices::Choices;
use polyvet_ir::{Module, PrintOptions};
use polyvet_poly::{Ctx, UnionSet};
use polyvet_rewrites::operations::instances::origins;
use polyvet_rewrites::{Entry, Models, entries, entry_named, parse_script, run};
use polyvet_verify::Verdict;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);

/// What became of one pair of a program and a script.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// `proved bitwise`, ..
    pub verdict: String,
    /// Names of the transforms.
    pub transforms: Vec<&'static str>,
    /// Sizes at which both were run.
    pub inputs: usize,
    /// Whether it is known of all instances where they went; [`None`]: of none.
    pub followed: Option<bool>,
}

/// Programs with places for all transforms; `N` is an extent.
const KERNELS: &[&str] = &[
    "func.func @random(%A: tensor<?x?xf32>, %B: tensor<?x?xf32>, %C: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %cst = arith.constant 0.0 : f32
  %f = linalg.fill ins(%cst : f32) outs(%C : tensor<?x?xf32>) -> tensor<?x?xf32>
  %m = linalg.matmul ins(%A, %B : tensor<?x?xf32>, tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %m : tensor<?x?xf32>
}",
    "func.func @random(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  linalg.matmul ins(%A, %B : memref<?x?xf32>, memref<?x?xf32>) outs(%C : memref<?x?xf32>)
  return
}",
    "func.func @random(%A: tensor<NxNxf32>, %B: tensor<NxNxf32>, %C: tensor<NxNxf32>) -> tensor<NxNxf32> {
  %m = linalg.matmul ins(%A, %B : tensor<NxNxf32>, tensor<NxNxf32>) outs(%C : tensor<NxNxf32>) -> tensor<NxNxf32>
  return %m : tensor<NxNxf32>
}",
    "func.func @random(%A: tensor<1x?xf32>, %B: tensor<?xf32>, %C: tensor<1x?xf32>) -> tensor<1x?xf32> {
  %s = linalg.broadcast ins(%B : tensor<?xf32>) outs(%C : tensor<1x?xf32>) dimensions = [0]
  %0 = linalg.add ins(%A, %s : tensor<1x?xf32>, tensor<1x?xf32>) outs(%C : tensor<1x?xf32>) -> tensor<1x?xf32>
  %1 = linalg.exp ins(%0 : tensor<1x?xf32>) outs(%C : tensor<1x?xf32>) -> tensor<1x?xf32>
  return %1 : tensor<1x?xf32>
}",
    "func.func @random(%I: memref<?xf32>, %W: memref<?xf32>, %O: memref<?xf32>) {
  linalg.conv_1d ins(%I, %W : memref<?xf32>, memref<?xf32>) outs(%O : memref<?xf32>)
  return
}",
    "func.func @random(%A: tensor<?xNxi32>, %B: tensor<?xi32>) -> tensor<?xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
    iterator_types = [\"parallel\", \"reduction\"]} ins(%A : tensor<?xNxi32>) outs(%B : tensor<?xi32>) {
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %b, %a : i32
    linalg.yield %s : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}",
    "func.func @random(%A: tensor<?x?xi64>, %C: tensor<?x?xi64>) -> tensor<?x?xi64> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = [\"parallel\", \"parallel\"]} ins(%A : tensor<?x?xi64>) outs(%C : tensor<?x?xi64>) {
  ^bb0(%a: i64, %c: i64):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    %s = arith.addi %n, %a : i64
    linalg.yield %s : i64
  } -> tensor<?x?xi64>
  %t = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = [\"parallel\", \"parallel\"]} ins(%r : tensor<?x?xi64>) outs(%C : tensor<?x?xi64>) {
  ^bb0(%a: i64, %c: i64):
    linalg.yield %a : i64
  } -> tensor<?x?xi64>
  return %t : tensor<?x?xi64>
}",
    "func.func @random(%I: tensor<2x6x1x3xf32>, %K: tensor<3x1x3x2xf32>, %O: tensor<2x4x1x2xf32>) -> tensor<2x4x1x2xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%I, %K : tensor<2x6x1x3xf32>, tensor<3x1x3x2xf32>) outs(%O : tensor<2x4x1x2xf32>) -> tensor<2x4x1x2xf32>
  return %0 : tensor<2x4x1x2xf32>
}",
    "func.func @random(%I: tensor<?xi32>, %K: tensor<3xi32>, %O: tensor<?xi32>) -> tensor<?xi32> {
  %0 = linalg.conv_1d ins(%I, %K : tensor<?xi32>, tensor<3xi32>) outs(%O : tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}",
    "func.func @random(%A: tensor<?xNxf32>, %C: tensor<?xNxf32>) -> tensor<?xNxf32> {
  %0 = linalg.softmax dimension(1) ins(%A : tensor<?xNxf32>) outs(%C : tensor<?xNxf32>) -> tensor<?xNxf32>
  return %0 : tensor<?xNxf32>
}",
    "func.func @random(%A: tensor<NxNxi32>, %C: tensor<Nxi32>, %E: tensor<NxNxi32>) -> (tensor<Nxi32>, tensor<NxNxi32>) {
  %pad = arith.constant 0 : i32
  %e = tensor.empty() : tensor<NxMx4xi32>
  %p = linalg.pack %A padding_value(%pad : i32) inner_dims_pos = [1] inner_tiles = [4] into %e : tensor<NxNxi32> -> tensor<NxMx4xi32>
  %r = linalg.generic {polyvet.name = \"S0\", indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>],
    iterator_types = [\"parallel\", \"reduction\", \"reduction\"]} ins(%p : tensor<NxMx4xi32>) outs(%C : tensor<Nxi32>) {
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %b, %a : i32
    linalg.yield %s : i32
  } -> tensor<Nxi32>
  %u = linalg.unpack %p inner_dims_pos = [1] inner_tiles = [4] into %E : tensor<NxMx4xi32> -> tensor<NxNxi32>
  return %r, %u : tensor<Nxi32>, tensor<NxNxi32>
}",
    "func.func @random(%A: memref<?x6xi32>, %C: memref<?x6xi32>, %n: index) {
  %B = memref.alloc(%n) : memref<?x6xi32>
  affine.for %i = 1 to %n {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<?x6xi32>
      %1 = arith.muli %0, %0 : i32
      affine.store %1, %B[%i - 1, %j] : memref<?x6xi32>
    }
    affine.for %j = 0 to 6 {
      %0 = affine.load %B[%i - 1, %j] : memref<?x6xi32>
      affine.store %0, %C[%i, %j] : memref<?x6xi32>
    }
  }
  memref.dealloc %B : memref<?x6xi32>
  return
}",
    "func.func @random(%A: tensor<?x6xi64>) -> tensor<?x8xi64> {
  %zero = arith.constant 0 : i64
  %p = tensor.pad %A low[0, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : i64
  } : tensor<?x6xi64> to tensor<?x8xi64>
  return %p : tensor<?x8xi64>
}",
    "func.func @random(%A: tensor<20xf32>, %W: tensor<3xf32>, %B: tensor<20xf32>, %C: tensor<18xf32>) -> tensor<18xf32> {
  %p = linalg.exp {polyvet.name = \"S0\"} ins(%A : tensor<20xf32>) outs(%B : tensor<20xf32>) -> tensor<20xf32>
  %c = linalg.conv_1d {polyvet.name = \"S1\"} ins(%p, %W : tensor<20xf32>, tensor<3xf32>) outs(%C : tensor<18xf32>) -> tensor<18xf32>
  %d = linalg.generic {polyvet.name = \"S2\", indexing_maps = [affine_map<(d0) -> (d0 + 1)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
    iterator_types = [\"parallel\"]} ins(%p, %c : tensor<20xf32>, tensor<18xf32>) outs(%C : tensor<18xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<18xf32>
  return %d : tensor<18xf32>
}",
    "func.func @random(%A: tensor<?xNxi32>, %B: tensor<?xNxi32>) -> (tensor<?xNxi32>, tensor<?xNxi32>) {
  %p = linalg.generic {polyvet.name = \"S0\", indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = [\"parallel\", \"parallel\"]} ins(%A : tensor<?xNxi32>) outs(%B : tensor<?xNxi32>) {
  ^bb0(%a: i32, %b: i32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %s = arith.muli %n, %a : i32
    linalg.yield %s : i32
  } -> tensor<?xNxi32>
  %c = linalg.add {polyvet.name = \"S1\"} ins(%p, %A : tensor<?xNxi32>, tensor<?xNxi32>) outs(%B : tensor<?xNxi32>) -> tensor<?xNxi32>
  %d = linalg.sub {polyvet.name = \"S2\"} ins(%c, %p : tensor<?xNxi32>, tensor<?xNxi32>) outs(%B : tensor<?xNxi32>) -> tensor<?xNxi32>
  return %d, %p : tensor<?xNxi32>, tensor<?xNxi32>
}",
    "func.func @random(%A: tensor<?xi32>, %W: tensor<3xi32>, %C: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %p = linalg.add {polyvet.name = \"S0\"} ins(%A, %A : tensor<?xi32>, tensor<?xi32>) outs(%A : tensor<?xi32>) -> tensor<?xi32>
  %c = linalg.conv_1d {polyvet.name = \"S1\"} ins(%p, %W : tensor<?xi32>, tensor<3xi32>) outs(%C : tensor<?xi32>) -> tensor<?xi32>
  return %c, %p : tensor<?xi32>, tensor<?xi32>
}",
];

/// Kernels by number, and scripts that have a place there and seldom come up at random.
const SURE: [(usize, &str); 27] = [
    (0, "t, l = tile_using_for(S1, d0=3); fuse_into_containing_op(S0, l)"),
    (3, "t, l = tile_using_forall(S2, d1=4); fuse_into_containing_op(S1, l)"),
    (13, "t, l = tile_using_for(S2, d0=4); fuse_into_containing_op(S1, l)"),
    (
        13,
        "t, l = tile_using_forall(S2, d0=3); fuse_into_containing_op(S1, l); fuse_into_containing_op(S0, l)",
    ),
    (13, "t, l = tile_using_for(S1, d0=5); fuse_into_containing_op(S0, l)"),
    (14, "t, l = tile_using_for(S1, d0=2); fuse_into_containing_op(S0, l)"),
    (
        14,
        "t, l = tile_using_forall(S1, d1=3); fuse_into_containing_op(S0, l, yield)",
    ),
    (
        14,
        "t, l, k = tile_using_for(S2, d0=2, d1=3); fuse_into_containing_op(S1, l, recompute)",
    ),
    (
        14,
        "t, l, k = tile_using_for(S2, d1=4, d0=3); fuse_into_containing_op(S0, l, yield)",
    ),
    (
        15,
        "t, l = tile_using_for(S1, d0=4); fuse_into_containing_op(S0, l, yield)",
    ),
    (
        15,
        "t, l = tile_using_forall(S1, d0=4); fuse_into_containing_op(S0, l, yield)",
    ),
    (5, "split_reduction(S0, d1=2)"),
    (5, "split_reduction(S0, 3, d1=2)"),
    (2, "split_reduction(S0, 1.0, d2=2)"),
    (2, "pack_operand(S0, 1, d1=2)"),
    (12, "rewrite_in_destination_passing_style(tensor.pad)"),
    (3, "collapse_dims(S1, d0, d1)"),
    (3, "fuse_elementwise(S1, S2)"),
    (11, "layout_transposed(B, 1, 0)"),
    (11, "layout_wrapped(B, 1, 0)"),
    (2, "split_reduction(S0, d2=2)"),
    (2, "tile_reduction_using_for(S0, d2=3)"),
    (2, "tile_reduction_using_forall(S0, d2=3)"),
    (2, "transpose_operand(S0, 1, 1, 0)"),
    (8, "im2col(S0)"),
    (10, "unpack(linalg.generic)"),
    (10, "pack_transpose(linalg.generic, 0, outer=1:0)"),
];

/// A call with random arguments where the description has names.
fn call(choices: &mut Choices<'_>, entry: &Entry) -> String {
    let forms: Vec<&str> = entry.params.split('|').collect();
    let form = choices.of(&forms).trim();
    let mut loops: Vec<usize> = (0..choices.between(1, 4) as usize).collect();
    let mut words = Vec::new();
    for word in form.split(", ") {
        let mut next = || loops.remove(choices.below(loops.len()));
        words.push(match word {
            "OP" | "USER" => choices.of(&["S0", "S1", "S2", "t", "linalg.generic"]).to_owned(),
            "LOOP" => choices.of(&["l", "l", "scf.for", "scf.forall"]).to_owned(),
            "i" => format!("d{}", choices.between(0, 3)),
            "ARRAY" => choices.of(&["A", "B", "C", "I", "m", "r"]).to_owned(),
            "NAME" => "outlined".to_owned(),
            "PACK" => "linalg.pack".to_owned(),
            "UNPACK" => "linalg.unpack".to_owned(),
            "PAD" => choices.of(&["tensor.pad", "tensor.generate"]).to_owned(),
            "BUFFER" => choices.of(&["B", "memref.alloc"]).to_owned(),
            "COUNT" => choices.between(1, 4).to_string(),
            "NUMBER" => choices.between(0, 3).to_string(),
            "VALUE" => choices.of(&["0.0", "1.0", "0", "3"]).to_owned(),
            // As many more as there are.
            ".." if form.contains("=SIZE") => continue,
            ".." if form.contains("VALUE") || form.contains("ARRAY") => continue,
            ".." if form.contains("NUMBER") => {
                let more = (0..choices.of(&[0, 1, 1, 2])).map(|_| choices.between(0, 3).to_string());
                match more.collect::<Vec<String>>().join(", ") {
                    none if none.is_empty() => continue,
                    more => more,
                }
            }
            ".." => {
                let mut more = Vec::new();
                while !loops.is_empty() {
                    more.push(format!("d{}", loops.remove(choices.below(loops.len()))));
                }
                if more.is_empty() {
                    continue;
                }
                more.join(", ")
            }
            word if word.ends_with("=ORDER") => {
                let order = choices.of(&["1:0", "1:0", "0:1", "0", "1:2:0"]);
                word.replace("ORDER", order)
            }
            word if word.ends_with("=SIZE") => format!("d{}={}", next(), choices.of(&[2, 3, 4, 5])),
            word if word.starts_with('d') && loops.is_empty() => continue,
            word if word.starts_with('d') => format!("d{}", loops.remove(choices.below(loops.len()))),
            word => word.to_owned(),
        });
    }
    let handles = match entry.name.starts_with("tile_using") {
        true => "t, l = ",
        false => "",
    };
    format!("{handles}{}({})", entry.name, words.join(", "))
}

/// A script of one to three calls that have a place, and what it makes of the program.
fn script(
    choices: &mut Choices<'_>,
    subject: &Subject,
    first: Option<&str>,
) -> Option<(String, Vec<&'static str>, Module)> {
    let (mut steps, mut used, mut made): (Vec<String>, Vec<&'static str>, Option<Module>) =
        (Vec::new(), Vec::new(), None);
    let wanted = choices.of(&[1, 2, 2, 3]);
    let mut sure: Vec<&str> = first.map_or_else(Vec::new, |text| text.split("; ").collect());
    sure.reverse();
    for _ in 0..40 {
        // A loop is there to fuse into only then.
        let entry = match steps.first().is_some_and(|text| text.contains("l = ")) && choices.chance(50) {
            true => entry_named("fuse_into_containing_op")?,
            false => choices.of(&entries(true)),
        };
        let (entry, next) = match sure.pop() {
            Some(text) => {
                let name = text.split_once('(').map_or(text, |(name, _)| name);
                (entry_named(name.rsplit(' ').next()?)?, text.to_owned())
            }
            None => (entry, call(choices, entry)),
        };
        let text = [&steps[..], &[next]].concat().join("; ");
        if let Ok(script) = parse_script(&text)
            && let Ok(applied) = run(&subject.module, subject.func, &script.steps, &Models::default())
        {
            steps = vec![text];
            used.push(entry.name);
            made = Some(applied.module);
        }
        if used.len() >= wanted && sure.is_empty() {
            break;
        }
    }
    made.map(|after| (steps.join("; "), used, after))
}

/// One random pair; [`None`] where no transform has a place.
///
/// # Errors
/// What is contradictory, with the program and the script.
pub fn pair(seed: u64, number: u64, tools: Option<&Tools>) -> Result<Option<Outcome>, String> {
    let numbers = numbers_of(seed, number);
    let mut choices = Choices::new(&numbers);
    // Every fourth begins with one of these.
    let sure = (number % 4 == 1).then(|| SURE[(number / 4) as usize % SURE.len()]);
    let text = match number % 4 {
        3 => program(Input::Structured, &numbers),
        _ => {
            let n = choices.of(&[4, 6, 10]);
            // `M` blocks of 4.
            let kernel = sure.map_or_else(|| choices.of(KERNELS), |(at, _)| KERNELS[at]);
            let text = kernel.replace('N', &n.to_string());
            text.replace('M', &(n / 4 + i32::from(n % 4 > 0)).to_string())
        }
    };
    let subject = Subject::read(&text).map_err(|why| format!("{why}\n{text}"))?;
    let more: Vec<u16> = (1..8).flat_map(|n| numbers_of(seed + (n << 32), number)).collect();
    let Some((script, transforms, after)) = script(&mut Choices::new(&more), &subject, sure.map(|(_, call)| call))
    else {
        return Ok(None);
    };
    let fault = |what: String| format!("{what}\n// {script}\n{text}");
    let printed = polyvet_ir::print(&after, PrintOptions::default());
    parse(&printed).map_err(|why| fault(format!("{why} in\n{printed}")))?;
    if let Some(tools) = tools {
        tools
            .run(&["-".to_owned()], &printed, LIMIT)
            .map_err(|why| fault(format!("mlir-opt: {why} in\n{printed}")))?;
    }
    let followed = follow(&subject, &script).map_err(&fault)?;
    let sizes = small_sizes(&subject, &sizes_around(&script));
    let made = Pair {
        name: script.clone(),
        sizes,
        before_func: subject.func,
        after_func: subject.func,
        before: subject.module,
        after,
    };
    let verdict = made.verdict(&made.after).map_err(&fault)?;
    let found = made.differences(&made.after, &made.sizes);
    let wrong = match &verdict {
        Verdict::Proved(proof) => found.against(proof.strength),
        Verdict::Tested(_) => found.undefined.as_ref().or(found.numbers.as_ref()),
        Verdict::Refuted(_) | Verdict::Unknown(_) => None,
    };
    if let Some(why) = wrong {
        return Err(fault(format!("{verdict:?}, but {why} in\n{printed}")));
    }
    let verdict = match &verdict {
        Verdict::Proved(proof) => format!("proved {}", proof.strength.name()),
        other => other.name().to_owned(),
    };
    Ok(Some(Outcome {
        verdict,
        transforms,
        inputs: found.inputs,
        followed,
    }))
}

/// What must hold of where instances come from; [`None`] where a step cannot be followed.
fn follow(subject: &Subject, text: &str) -> Result<Option<bool>, String> {
    let steps = parse_script(text).map_err(|_| "no script".to_owned())?.steps;
    let ctx = Ctx::new();
    let Ok(found) = origins(&subject.module, subject.func, &steps, &ctx) else {
        return Ok(None);
    };
    if found.beyond && !["pad(", "pack(", "unpack("].iter().any(|step| text.contains(step)) {
        return Err("instances come from where there are none".to_owned());
    }
    let poly = |error: polyvet_poly::PolyError| error.to_string();
    let covered = found.instances.clone().range().map_err(poly)?;
    // What `unpack` leaves out is what blocks were filled up with; a loop that gives back its tiles may leave out others.
    let kept = |name: &String| !found.lost.contains(name) && !text.contains("unpack(") && !text.contains("yield)");
    for stmt in found.before.stmts.iter().filter(|stmt| kept(&stmt.name)) {
        let left = UnionSet::from_set(stmt.domain.clone())
            .and_then(|own| own.intersect_params(found.before.valid.clone()))
            .and_then(|own| own.subtract(covered.clone()))
            .map_err(poly)?;
        if !left.is_empty().map_err(poly)? {
            return Err(format!("some instances of `{}` are computed nowhere", stmt.name));
        }
    }
    let domain = found.instances.domain().map_err(poly)?;
    let new = found.after.domain().map_err(poly)?;
    match domain.is_subset(&new).map_err(poly)? {
        true => Ok(Some(found.lost.is_empty())),
        false => Err("what computes is no instance of the program after".to_owned()),
    }
}
