//! Random programs through the passes of `mlir-opt`, each output validated against its input.
//!
//! A case is a list of numbers (see [`polyvet_generate::choices`]) that a seed gives, so it can be made again and
//! shrunk by shrinking the list: every smaller case goes through the pass and `validate` anew, which
//! only calls a program wrong on inputs it is defined for.

use crate::mlir_opt::Tools;
use crate::model::parse;
use polyvet_analysis::extract::Options;
use polyvet_generate::case::{Input, program};
use polyvet_ir::Module;
use polyvet_verify::validate::{Side, validate};
use polyvet_verify::{Verdict, Witness};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// A pass with options.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Name for messages and folders.
    pub name: &'static str,
    /// Programs that it is given.
    pub input: Input,
    /// Pipeline that turns those programs into what the pass works on; may be empty.
    pub prepare: &'static str,
    /// The pipeline, within `builtin.module`.
    pub pipeline: &'static str,
}

const fn affine(name: &'static str, pipeline: &'static str) -> Pass {
    let (input, prepare) = (Input::Affine, "");
    Pass {
        name,
        input,
        prepare,
        pipeline,
    }
}

const fn lowered(name: &'static str, prepare: &'static str, pipeline: &'static str) -> Pass {
    let input = Input::Affine;
    Pass {
        name,
        input,
        prepare,
        pipeline,
    }
}

const fn linalg(name: &'static str, prepare: &'static str, pipeline: &'static str) -> Pass {
    let input = Input::Structured;
    Pass {
        name,
        input,
        prepare,
        pipeline,
    }
}

const BUFFERS: &str = "one-shot-bufferize{bufferize-function-boundaries}";
const SCF: &str = "lower-affine,canonicalize";
const PARALLEL: &str = "func.func(affine-parallelize{max-nested=2}),lower-affine,canonicalize";
const LOOPS: &str = "one-shot-bufferize{bufferize-function-boundaries},func.func(convert-linalg-to-affine-loops)";

/// All passes of a campaign.
pub const PASSES: &[Pass] = &[
    affine("affine-loop-tile-2", "func.func(affine-loop-tile{tile-size=2})"),
    affine("affine-loop-tile-3-2", "func.func(affine-loop-tile{tile-sizes=3,2})"),
    affine(
        "affine-loop-tile-separate",
        "func.func(affine-loop-tile{tile-size=2 separate})",
    ),
    affine(
        "affine-loop-fusion-greedy",
        "func.func(affine-loop-fusion{mode=greedy})",
    ),
    affine(
        "affine-loop-fusion-maximal",
        "func.func(affine-loop-fusion{mode=greedy maximal})",
    ),
    affine(
        "affine-loop-fusion-producer",
        "func.func(affine-loop-fusion{mode=producer})",
    ),
    affine(
        "affine-loop-fusion-producer-maximal",
        "func.func(affine-loop-fusion{mode=producer maximal})",
    ),
    affine(
        "affine-loop-fusion-sibling",
        "func.func(affine-loop-fusion{mode=sibling})",
    ),
    affine("affine-loop-unroll-2", "func.func(affine-loop-unroll{unroll-factor=2})"),
    affine("affine-loop-unroll-3", "func.func(affine-loop-unroll{unroll-factor=3})"),
    affine(
        "affine-loop-unroll-cleanup",
        "func.func(affine-loop-unroll{unroll-factor=4 cleanup-unroll})",
    ),
    affine(
        "affine-loop-unroll-full",
        "func.func(affine-loop-unroll{unroll-factor=-1})",
    ),
    affine(
        "affine-loop-unroll-jam",
        "func.func(affine-loop-unroll-jam{unroll-jam-factor=2})",
    ),
    affine("affine-loop-coalescing", "func.func(affine-loop-coalescing)"),
    affine("affine-loop-normalize", "func.func(affine-loop-normalize)"),
    affine(
        "affine-loop-normalize-promote",
        "func.func(affine-loop-normalize{promote-single-iter})",
    ),
    affine("affine-parallelize", "func.func(affine-parallelize{max-nested=2})"),
    affine(
        "affine-parallelize-reductions",
        "func.func(affine-parallelize{parallel-reductions})",
    ),
    affine("affine-scalrep", "func.func(affine-scalrep)"),
    affine("affine-licm", "func.func(affine-loop-invariant-code-motion)"),
    affine(
        "affine-data-copy",
        "func.func(affine-data-copy-generate{generate-dma=false fast-mem-space=0})",
    ),
    affine(
        "affine-data-copy-inner",
        "func.func(affine-data-copy-generate{generate-dma=false fast-mem-space=0 skip-non-unit-stride-loops})",
    ),
    affine(
        "affine-super-vectorize",
        "func.func(affine-super-vectorize{virtual-vector-size=4 test-fastest-varying=0})",
    ),
    affine(
        "affine-super-vectorize-any",
        "func.func(affine-super-vectorize{virtual-vector-size=4})",
    ),
    affine(
        "affine-super-vectorize-reductions",
        "func.func(affine-super-vectorize{virtual-vector-size=2 test-fastest-varying=0 vectorize-reductions})",
    ),
    affine("affine-simplify-structures", "func.func(affine-simplify-structures)"),
    affine("affine-loop-unswitch", "func.func(test-affine-loop-unswitch)"),
    affine("canonicalize", "canonicalize"),
    affine("cse", "cse"),
    affine("sccp", "sccp"),
    affine("loop-invariant-code-motion", "loop-invariant-code-motion"),
    affine("lower-affine", "lower-affine"),
    affine("normalize-memrefs", "normalize-memrefs"),
    affine("promote-buffers-to-stack", "func.func(promote-buffers-to-stack)"),
    affine("buffer-hoisting", "func.func(buffer-hoisting)"),
    affine(
        "loop-permutation",
        "func.func(test-loop-permutation{permutation-map=1,0 check-validity=1})",
    ),
    lowered("scf-for-loop-peeling", SCF, "func.func(scf-for-loop-peeling)"),
    lowered(
        "scf-for-loop-peeling-front",
        SCF,
        "func.func(scf-for-loop-peeling{peel-front=true})",
    ),
    lowered(
        "scf-for-loop-specialization",
        SCF,
        "func.func(scf-for-loop-specialization)",
    ),
    lowered(
        "scf-for-loop-range-folding",
        SCF,
        "func.func(scf-for-loop-range-folding)",
    ),
    lowered(
        "scf-for-loop-canonicalization",
        SCF,
        "func.func(scf-for-loop-canonicalization)",
    ),
    lowered("scf-for-to-while", SCF, "func.func(scf-for-to-while)"),
    lowered("scf-licm", SCF, "loop-invariant-code-motion"),
    lowered("scf-sccp", SCF, "sccp,canonicalize"),
    lowered("raise-from-memref", SCF, "func.func(affine-raise-from-memref)"),
    lowered(
        "scf-parallel-loop-fusion",
        PARALLEL,
        "func.func(scf-parallel-loop-fusion)",
    ),
    lowered(
        "scf-parallel-loop-tiling",
        PARALLEL,
        "func.func(scf-parallel-loop-tiling{parallel-loop-tile-sizes=2,3})",
    ),
    lowered(
        "scf-parallel-loop-tiling-no-min-max",
        PARALLEL,
        "func.func(scf-parallel-loop-tiling{parallel-loop-tile-sizes=2,3 no-min-max-bounds=true})",
    ),
    lowered(
        "scf-parallel-loop-specialization",
        PARALLEL,
        "func.func(scf-parallel-loop-specialization)",
    ),
    lowered(
        "scf-parallel-for-to-nested-fors",
        PARALLEL,
        "func.func(scf-parallel-for-to-nested-fors)",
    ),
    linalg("one-shot-bufferize", "", BUFFERS),
    linalg(
        "bufferize-deallocate",
        BUFFERS,
        "buffer-deallocation-pipeline,func.func(buffer-hoisting,promote-buffers-to-stack)",
    ),
    linalg("linalg-fuse-elementwise", "", "func.func(linalg-fuse-elementwise-ops)"),
    linalg("linalg-generalize", "", "func.func(linalg-generalize-named-ops)"),
    linalg("linalg-specialize", "", "func.func(linalg-specialize-generic-ops)"),
    linalg(
        "linalg-morph-category",
        "",
        "func.func(linalg-morph-ops{named-to-category})",
    ),
    linalg(
        "linalg-fold-unit-extents",
        "",
        "func.func(linalg-fold-unit-extent-dims)",
    ),
    linalg("linalg-inline-scalars", "", "func.func(linalg-inline-scalar-operands)"),
    linalg("linalg-to-affine", BUFFERS, "func.func(convert-linalg-to-affine-loops)"),
    linalg("linalg-to-loops", BUFFERS, "func.func(convert-linalg-to-loops)"),
    linalg(
        "linalg-to-parallel",
        BUFFERS,
        "func.func(convert-linalg-to-parallel-loops)",
    ),
    linalg("eliminate-empty", "", "eliminate-empty-tensors"),
    linalg("linalg-canonicalize", "", "canonicalize,cse"),
    linalg(
        "linalg-block-pack-matmul",
        "",
        "linalg-block-pack-matmul{block-factors=2,2,2}",
    ),
    linalg(
        "linalg-loops-fusion",
        LOOPS,
        "func.func(affine-loop-fusion{mode=greedy})",
    ),
    linalg(
        "linalg-loops-fusion-maximal",
        LOOPS,
        "func.func(affine-loop-fusion{mode=producer maximal})",
    ),
    linalg("linalg-loops-tile", LOOPS, "func.func(affine-loop-tile{tile-size=2})"),
    linalg("linalg-loops-scalrep", LOOPS, "func.func(affine-scalrep)"),
    linalg(
        "linalg-loops-parallelize",
        LOOPS,
        "func.func(affine-parallelize{parallel-reductions})",
    ),
    linalg(
        "linalg-loops-vectorize",
        LOOPS,
        "func.func(affine-super-vectorize{virtual-vector-size=4 vectorize-reductions})",
    ),
    linalg(
        "linalg-loops-data-copy",
        LOOPS,
        "func.func(affine-data-copy-generate{generate-dma=false fast-mem-space=0})",
    ),
    linalg(
        "linalg-loops-unroll-jam",
        LOOPS,
        "func.func(affine-loop-unroll-jam{unroll-jam-factor=2})",
    ),
    linalg("linalg-loops-coalescing", LOOPS, "func.func(affine-loop-coalescing)"),
];

/// What a pass may take for one file.
const LIMIT: Duration = Duration::from_secs(20);
/// isl operations per validation: a campaign would rather see many programs than decide each.
const BUDGET: u64 = 400_000;

/// What became of one program.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Proved.
    Proved,
    /// Agreed on all sizes that were tried.
    Tested(String),
    /// Not decided.
    Unknown(String),
    /// Wrong code.
    Refuted(Box<Witness>),
    /// The pass left it as it is.
    Unchanged,
    /// The pass gave nothing: its message, or that it crashed.
    Failed(String),
    /// We have a bug.
    Broken(String),
}

impl Outcome {
    /// A word for it.
    pub fn name(&self) -> &'static str {
        match self {
            Outcome::Proved => "proved",
            Outcome::Tested(_) => "tested",
            Outcome::Unknown(_) => "unknown",
            Outcome::Refuted(_) => "refuted",
            Outcome::Unchanged => "unchanged",
            Outcome::Failed(_) => "failed",
            Outcome::Broken(_) => "broken",
        }
    }

    /// What distinguishes findings from each other: the kind of witness, and what it says in words
    /// without numbers and names.
    pub fn kind(&self) -> String {
        match self {
            Outcome::Refuted(witness) => {
                let after = witness.replay.after.clone().unwrap_or_default();
                let words = ["uninitialised", "out of bounds", "poison", "race", "overflow"];
                let found = words.iter().find(|word| after.contains(**word));
                let other = if witness.replay.element.is_none() { "other" } else { "" };
                let text = format!("{} {}", witness.kind.name(), found.unwrap_or(&other));
                text.trim().to_owned()
            }
            other => other.name().to_owned(),
        }
    }
}

fn pipeline(passes: &str) -> Vec<String> {
    vec![format!("--pass-pipeline=builtin.module({passes})")]
}

impl Pass {
    /// `text` as the pass gets it, and as it leaves it.
    ///
    /// # Errors
    /// What `mlir-opt` says.
    pub fn apply(&self, tools: &Tools, text: &str) -> Result<(String, String), String> {
        let before = match self.prepare {
            "" => text.to_owned(),
            passes => tools
                .run(&pipeline(passes), text, LIMIT)
                .map_err(|why| format!("prepare: {why}"))?,
        };
        let after = tools.run(&pipeline(self.pipeline), &before, LIMIT)?;
        Ok((before, after))
    }

    /// The programs through the pass, many in one file as long as the pass takes them all.
    pub fn try_all(&self, tools: &Tools, programs: &[String]) -> Vec<(String, String, Outcome)> {
        let named = |(at, text): (usize, &String)| text.replace("@random(", &format!("@f{at}("));
        let file: String = programs.iter().enumerate().map(named).collect();
        match (self.apply(tools, &file), programs) {
            (Ok((before, after)), _) => (0..programs.len())
                .map(|at| {
                    let outcome = judge(&before, &after, &format!("f{at}"));
                    (before.clone(), after.clone(), outcome)
                })
                .collect(),
            (Err(why), [one]) => vec![(one.clone(), String::new(), Outcome::Failed(why))],
            (Err(_), _) => {
                let (left, right) = programs.split_at(programs.len() / 2);
                let mut all = self.try_all(tools, left);
                all.extend(self.try_all(tools, right));
                all
            }
        }
    }

    /// One program through the pass.
    pub fn try_one(&self, tools: &Tools, text: &str) -> (String, String, Outcome) {
        self.try_all(tools, &[text.to_owned()]).remove(0)
    }

    /// A smaller list of numbers whose program still goes wrong in the same way.
    pub fn shrink(&self, tools: &Tools, numbers: Vec<u16>, kind: &str, tries_max: usize) -> Vec<u16> {
        let mut best = numbers;
        let mut tries = 0;
        let mut size = program(self.input, &best).len();
        let mut chunk = best.len().div_ceil(2);
        while chunk > 0 {
            let mut at = 0;
            let mut improved = false;
            while at < best.len() {
                let end = (at + chunk).min(best.len());
                let cut = [&best[..at], &best[end..]].concat();
                let mut zeroed = best.clone();
                zeroed[at..end].fill(0);
                let mut halved = best.clone();
                halved[at..end].iter_mut().for_each(|number| *number /= 2);
                let mut smaller = None;
                for candidate in [cut, zeroed, halved] {
                    let text = program(self.input, &candidate);
                    if candidate == best || text.len() > size || tries >= tries_max {
                        continue;
                    }
                    tries += 1;
                    if self.try_one(tools, &text).2.kind() == kind {
                        smaller = Some((candidate, text.len()));
                        break;
                    }
                }
                match smaller {
                    Some((candidate, length)) => {
                        improved |= length < size || candidate.len() < best.len();
                        (best, size) = (candidate, length);
                        // What followed a cut stands here now.
                        at += if best.len() < end { 0 } else { chunk };
                    }
                    None => at += chunk,
                }
            }
            if !improved || chunk > 4 {
                chunk /= 2;
            }
        }
        best
    }
}

fn judge(before: &str, after: &str, name: &str) -> Outcome {
    let decide = || -> Result<Outcome, String> {
        let (first, second) = (parse(before)?, parse(after)?);
        let func = |module: &Module| {
            let named = |op: &polyvet_ir::OpId| module.symbol_name(*op) == Some(name);
            module
                .funcs()
                .into_iter()
                .find(named)
                .ok_or("no such function".to_owned())
        };
        let (one, other) = (func(&first)?, func(&second)?);
        if polyvet_ir::print_op(&first, one, Default::default())
            == polyvet_ir::print_op(&second, other, Default::default())
        {
            return Ok(Outcome::Unchanged);
        }
        let side = |module, func| Side { module, func };
        let verdict = validate(side(&first, one), side(&second, other), &Options::default(), BUDGET);
        Ok(match verdict.map_err(|error| error.to_string())? {
            Verdict::Proved(_) => Outcome::Proved,
            Verdict::Tested(coverage) => Outcome::Tested(coverage.sizes),
            Verdict::Unknown(reason) => Outcome::Unknown(format!("{}: {}", reason.code, reason.message)),
            Verdict::Refuted(witness) if witness.replay.confirmed => Outcome::Refuted(witness),
            Verdict::Refuted(witness) => Outcome::Broken(format!("a witness that does not replay: {witness:?}")),
        })
    };
    match catch_unwind(AssertUnwindSafe(decide)) {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(why)) => Outcome::Broken(why),
        Err(_) => Outcome::Broken("a panic".to_owned()),
    }
}
