//! Random scripts over the catalogue of transforms of operations, and what must hold of them.
//!
//! Every pair of a program and what a script made of it is run at sizes around those of the tiles, whatever `validate`
//! says about it, and has to do the same. `validate` must not refute it either, nor leave it open; [`excuses`] lists
//! the steps that may be wrong by their arguments, each with its reason. What is printed can be read again.

use crate::catalogue::sizes_around;
use crate::model::{CallSizes, Subject, parse};
use crate::pairs::{Differences, FunctionPair, small_sizes};
use crate::random;
use polyvet_generate::case::{InputFamily, numbers as numbers_of, program};
use polyvet_generate::choices::Choices;
use polyvet_generate::generics::generics;
use polyvet_interp::Code;
use polyvet_ir::{Module, PrintOptions};
use polyvet_poly::{Ctx, UnionSet};
use polyvet_rewrites::operations::instances::origins;
use polyvet_rewrites::parse_script;
use polyvet_verify::{Verdict, Witness, WitnessKind};

pub mod canaries;
pub mod excuses;
pub mod kernels;
mod scripts;

use excuses::Excuse;

/// Sizes at which a pair is run.
const SIZES_MAX: usize = 5;

/// What programs that have no model do: they compute with elements of type `index`, which could be subscripts.
const NO_MODEL: [&str; 2] = ["is carried by a loop", "is not an affine function of the loops"];

/// A program and what a script made of it.
pub struct ScriptCase {
    /// Both, and sizes for them; its name is the script.
    pub pair: FunctionPair,
    /// Names of the transforms.
    pub transforms: Vec<&'static str>,
}

/// What became of one case.
#[derive(Clone, Debug)]
pub struct ScriptOutcome {
    /// `proved bitwise`, ..
    pub verdict: String,
    /// Names of the transforms.
    pub transforms: Vec<&'static str>,
    /// Sizes at which both were run.
    pub inputs: usize,
    /// Whether it is known of all instances where they went; [`None`]: of none.
    pub followed: Option<bool>,
    /// Why the script may be wrong.
    pub excuse: Option<Excuse>,
    /// The programs, as they are printed, and sizes for them.
    pub texts: [String; 2],
    /// See there.
    pub sizes: Vec<CallSizes>,
}

/// A program before anything is done to it.
struct StartProgram {
    text: String,
    /// A step that has a place in it.
    sure: Option<String>,
    sizes: Vec<CallSizes>,
    loops: usize,
}

fn start(number: u64, numbers: &[u16]) -> StartProgram {
    let mut choices = Choices::new(numbers);
    let plain = |text| StartProgram {
        text,
        sure: None,
        sizes: Vec::new(),
        loops: 4,
    };
    match number % 5 {
        0 | 2 => {
            let made = generics(&mut choices);
            StartProgram {
                text: made.text,
                sure: None,
                sizes: made.sizes,
                loops: made.loops,
            }
        }
        // Scripts that have a place, one after the other, and what comes up at random behind them.
        1 | 4 => {
            let all = kernels::kernels();
            let sure: Vec<_> = all
                .iter()
                .flat_map(|kernel| kernel.scripts.iter().map(move |script| (kernel, script)))
                .collect();
            let (kernel, script) = sure[(number / 5 * 2 + u64::from(number % 5 == 4)) as usize % sure.len()];
            StartProgram {
                sure: Some(script.clone()),
                ..plain(kernel.some(&mut choices))
            }
        }
        _ => plain(program(InputFamily::Structured, numbers)),
    }
}

/// A random case; [`None`] where no transform has a place.
///
/// # Errors
/// A program that has no model.
pub fn case(seed: u64, number: u64) -> Result<Option<ScriptCase>, String> {
    let numbers = random::numbers(seed, number);
    let start = start(number, &numbers);
    let subject = match Subject::read(&start.text) {
        Err(why) if NO_MODEL.iter().any(|known| why.contains(known)) => return Ok(None),
        subject => subject.map_err(|why| format!("{why}\n{}", start.text))?,
    };
    let more: Vec<u16> = (1..8).flat_map(|n| numbers_of(seed + (n << 32), number)).collect();
    let (module, func) = (&subject.module, subject.func);
    let mut choices = Choices::new(&more);
    let made = scripts::script(&mut choices, module, func, start.loops, start.sure.as_deref());
    Ok(made.map(|(script, transforms, after)| ScriptCase {
        pair: pair(subject, script, after, start.sizes),
        transforms,
    }))
}

fn pair(subject: Subject, script: String, after: Module, sizes: Vec<CallSizes>) -> FunctionPair {
    let mut wanted = sizes_around(&script);
    while wanted.len() > SIZES_MAX {
        // The smallest and the largest stay.
        wanted.remove(wanted.len() / 2);
    }
    let mut sizes = if sizes.is_empty() {
        small_sizes(&subject, &wanted)
    } else {
        sizes
    };
    sizes.retain(|sizes| !has_windows(&subject.module) || sizes.extents.values().all(|extent| *extent > 0));
    FunctionPair {
        name: script,
        sizes,
        before_func: subject.func,
        after_func: subject.func,
        before: subject.module,
        after,
    }
}

/// What runs show that is wrong: numbers that differ for another reason than that sums are in another order.
pub fn shown(found: &Differences) -> Option<&String> {
    let differ = found.numbers.as_ref().filter(|_| found.reordered.is_some());
    found.undefined.as_ref().or(differ)
}

/// What is wrong with `after` as the result of the script, by runs alone, and by the verdict; and the verdict.
///
/// # Errors
/// There is no verdict, or a refutation does not replay.
pub fn judge(pair: &FunctionPair, after: &Module) -> Result<(Differences, Verdict), String> {
    Ok((pair.differences(after, &pair.sizes), pair.verdict(after)?))
}

/// Tries a random case; [`None`] where no transform has a place.
///
/// # Errors
/// What is contradictory, with the program and the script.
pub fn tried(seed: u64, number: u64) -> Result<Option<ScriptOutcome>, String> {
    let Some(case) = case(seed, number)? else {
        return Ok(None);
    };
    let pair = &case.pair;
    let print = |module: &Module| polyvet_ir::print(module, PrintOptions::default());
    let texts = [print(&pair.before), print(&pair.after)];
    let fault = |what: String| format!("{what}\n// {}\n{}\nafter:\n{}", pair.name, texts[0], texts[1]);
    parse(&texts[1]).map_err(&fault)?;
    let followed = follow(pair, &pair.name).map_err(&fault)?;
    let (found, verdict) = judge(pair, &pair.after).map_err(&fault)?;
    let excuse = excuses::of(&pair.name, &texts[0]);
    if let Some(why) = contradiction(&found, &verdict, excuse) {
        return Err(fault(why));
    }
    let verdict = match &verdict {
        Verdict::Proved(proof) => format!("proved {}", proof.strength.name()),
        other => other.name().to_owned(),
    };
    Ok(Some(ScriptOutcome {
        verdict,
        inputs: found.inputs,
        followed,
        excuse,
        sizes: pair.sizes.clone(),
        transforms: case.transforms,
        texts,
    }))
}

/// Whether a subscript is a sum of loops, where an extent of 0 says nothing of what others are.
fn has_windows(module: &Module) -> bool {
    let text = polyvet_ir::print(module, PrintOptions::default());
    let is_sum = |line: &str| line.contains("indexing_maps") && (line.contains(" + ") || line.contains(" * "));
    text.lines().any(|line| is_sum(line) || line.contains("linalg.conv"))
}

/// Tiles of windows ask for what a whole window has, which may be more than there is where nothing is computed at all.
fn is_window_of_nothing(witness: &Witness) -> bool {
    let of_slice = matches!(witness.kind, WitnessKind::Undefined(Code::OutOfBounds));
    of_slice && witness.params.iter().any(|(_, value)| *value == 0)
}

/// What is wrong with an answer.
fn contradiction(found: &Differences, verdict: &Verdict, excuse: Option<Excuse>) -> Option<String> {
    let may = |wanted: Excuse| excuse == Some(wanted);
    let wrong = match verdict {
        Verdict::Proved(proof) => found.against(proof.strength).cloned(),
        Verdict::Tested(_) => shown(found).cloned(),
        Verdict::Refuted(witness) if !may(Excuse::Wrong) && !is_window_of_nothing(witness) => {
            Some(format!("{witness:?}"))
        }
        Verdict::Unknown(reason) if excuse.is_none() => Some(format!("{reason:?}")),
        Verdict::Refuted(_) | Verdict::Unknown(_) => shown(found).filter(|_| !may(Excuse::Wrong)).cloned(),
    };
    wrong.map(|why| format!("{}: {why}", verdict.name()))
}

/// What must hold of where instances come from; [`None`] where a step cannot be followed.
fn follow(pair: &FunctionPair, text: &str) -> Result<Option<bool>, String> {
    let steps = parse_script(text).map_err(|_| "no script".to_owned())?.steps;
    let ctx = Ctx::new();
    let Ok(found) = origins(&pair.before, pair.before_func, &steps, &ctx) else {
        return Ok(None);
    };
    // Lanes behind the end of a loop are masked; a vector that is too short leaves out instances.
    let masked = text.split("; ").any(|step| {
        step.split_once("vectorize_op(")
            .is_some_and(|(_, args)| args.contains('='))
    });
    if found.beyond && !masked && !["pad(", "pack(", "unpack("].iter().any(|step| text.contains(step)) {
        return Err("instances come from where there are none".to_owned());
    }
    let poly = |error: polyvet_poly::PolyError| error.to_string();
    let covered = found.instances.clone().range().map_err(poly)?;
    // What `unpack` leaves out is what blocks were filled up with; a loop that gives back its tiles may leave out
    // others.
    let is_partial = masked || text.contains("unpack(") || text.contains("yield)");
    let kept = |name: &String| !found.lost.contains(name) && !is_partial;
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
