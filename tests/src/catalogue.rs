//! Random scripts over the whole catalogue of transforms, and what must hold of each of them.
//!
//! Calls are made from the descriptions in the registry, so a new transform is covered by being in the list.
//! What is applied is generated and run: on terms where it is proved bitwise, on numbers where sums are in another
//! order, at sizes around those of its tiles. A refutation must replay.

use crate::judge::BareAnswer;
use crate::model::{Subject, parse};
use crate::pairs::FunctionPair;
use crate::random::numbers;
use polyvet_analysis::loops::loop_names;
use polyvet_generate::case::{InputFamily, program};
use polyvet_generate::choices::Choices;
use polyvet_ir::PrintOptions;
use polyvet_rewrites::{RegistryEntry, entries, parse_script};
use polyvet_verify::legality::Checker;
use polyvet_verify::{Verdict, check_rewrite};

/// What became of one pair of a program and a script.
#[derive(Clone, Debug)]
pub struct PairOutcome {
    /// By `check`.
    pub answer: BareAnswer,
    /// Names of the transforms.
    pub transforms: Vec<&'static str>,
    /// Why nothing was generated.
    pub not_generated: Option<String>,
    /// Sizes at which both were run.
    pub inputs: usize,
}

/// A call of a transform with random arguments where its description has names: single small letters are `loops`,
/// `S` a statement, other capitals numbers, matrices, sets and schedules; brackets may be left out.
pub fn call(choices: &mut Choices<'_>, entry: &RegistryEntry, subject: &Subject, loops: &[String]) -> String {
    let forms: Vec<&str> = entry.params.split('|').collect();
    let mut form = choices.of(&forms).trim().to_owned();
    while let (Some(open), Some(close)) = (form.find('['), form.find(']')) {
        let inner = form[open + 1..close].to_owned();
        let kept = if choices.chance(40) { inner } else { String::new() };
        form.replace_range(open..=close, &kept);
    }
    let mut left: Vec<&str> = loops.iter().map(String::as_str).collect();
    let mut text = String::new();
    // What may be repeated is not.
    let form = form.replace(", ..", "");
    let mut chars = form.chars().peekable();
    while let Some(c) = chars.next() {
        if !c.is_ascii_alphabetic() {
            text.push(c);
            continue;
        }
        let mut word = c.to_string();
        while let Some(next) = chars.next_if(char::is_ascii_alphanumeric) {
            word.push(next);
        }
        let names = form.chars().filter(char::is_ascii_lowercase).count();
        text += &match word.as_str() {
            "S" => choices.of(&subject.scop.stmts.iter().collect::<Vec<_>>()).name.clone(),
            "SIZE" => choices.of(&[2, 3, 4, 5, 7]).to_string(),
            "PARAM" => match &subject.scop.params[..] {
                [] => word.clone(),
                params => params[choices.below(params.len())].label.clone(),
            },
            "MATRIX" => matrix(choices, names),
            "SET" => set(choices, subject),
            "SCHEDULE" => schedule(choices, subject),
            word if word.len() == 1 && !left.is_empty() => left.remove(choices.below(left.len())).to_owned(),
            "AT" | "COUNT" | "FACTOR" | "OFFSET" | "STAGE" | "WIDTH" => choices.of(&[2, 1, 3, -1, 4, 0]).to_string(),
            word => word.to_owned(),
        };
    }
    format!("{}({text})", entry.name)
}

/// A matrix with determinant 1 or -1: a product of shears and swaps.
fn matrix(choices: &mut Choices<'_>, count: usize) -> String {
    let mut rows: Vec<Vec<i64>> = (0..count)
        .map(|row| (0..count).map(|at| i64::from(row == at)).collect())
        .collect();
    for _ in 0..choices.between(1, 3) {
        let (one, other) = (choices.below(count), choices.below(count));
        if one == other {
            rows[one].iter_mut().for_each(|entry| *entry = -*entry);
        } else if choices.chance(30) {
            rows.swap(one, other);
        } else {
            let factor = choices.of(&[1, -1, 2]);
            let source = rows[other].clone();
            rows[one]
                .iter_mut()
                .zip(source)
                .for_each(|(entry, more)| *entry += factor * more);
        }
    }
    format!("{rows:?}")
}

/// Some instances of a statement.
fn set(choices: &mut Choices<'_>, subject: &Subject) -> String {
    let stmt = choices.of(&subject.scop.stmts.iter().collect::<Vec<_>>());
    let dims: Vec<String> = (0..stmt.dims.len()).map(|at| format!("x{at}")).collect();
    let condition = match (dims.first(), dims.last()) {
        (Some(first), Some(last)) if choices.chance(50) => format!("{first} < {last} + {}", choices.between(0, 2)),
        (Some(first), _) => format!("{first} mod 2 = {}", choices.between(0, 1)),
        _ => "0 = 0".to_owned(),
    };
    format!("{{ {}[{}] : {condition} }}", stmt.name, dims.join(", "))
}

/// A schedule by linear functions, for all statements.
fn schedule(choices: &mut Choices<'_>, subject: &Subject) -> String {
    let stmts = &subject.scop.stmts;
    let deepest = stmts.iter().map(|stmt| stmt.dims.len()).max().unwrap_or(0);
    let mut parts = Vec::new();
    for (number, stmt) in stmts.iter().enumerate() {
        let dims: Vec<String> = (0..stmt.dims.len()).map(|at| format!("x{at}")).collect();
        let mut times = dims.clone();
        times.resize(deepest, "0".to_owned());
        if dims.len() > 1 && choices.chance(50) {
            let (one, other) = (choices.below(dims.len()), choices.below(dims.len()));
            times.swap(one, other);
        }
        if let Some(first) = times.first_mut()
            && choices.chance(40)
        {
            *first = format!("{first} + {}", dims.last().map_or("0", String::as_str));
        }
        times.insert(choices.of(&[0, deepest]), number.to_string());
        parts.push(format!("{}[{}] -> [{}]", stmt.name, dims.join(", "), times.join(", ")));
    }
    format!("{{ {} }}", parts.join("; "))
}

/// A script of one to three calls that have a place in the program, as far as some were found.
pub fn script(choices: &mut Choices<'_>, subject: &Subject) -> (String, Vec<&'static str>) {
    let (mut steps, mut used): (Vec<String>, Vec<&'static str>) = (Vec::new(), Vec::new());
    let mut loops: Vec<String> = subject.scop.loops.iter().map(|one| one.name.clone()).collect();
    let wanted = choices.of(&[1, 1, 2, 3]);
    for _ in 0..24 {
        let entry = choices.of(&entries(false));
        let step = match choices.chance(10) {
            true => entry.example.to_owned(),
            false => call(choices, entry, subject, &loops),
        };
        let script = [&steps[..], std::slice::from_ref(&step)].concat().join("; ");
        if parse_script(&script).is_ok()
            && let Ok(Some(rewrite)) = subject.rewrite(&script)
        {
            steps.push(step);
            used.push(entry.name);
            loops = loop_names(&rewrite.scop.schedule).unwrap_or(loops);
        }
        if steps.len() == wanted {
            break;
        }
    }
    (steps.join("; "), used)
}

/// Sizes at which tiles of the sizes that a script names are empty, alone, full, and one more or less.
pub fn sizes_around(script: &str) -> Vec<i64> {
    let tile = script
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|word| word.parse::<i64>().ok());
    let tile = tile.filter(|size| (2..=7).contains(size)).max().unwrap_or(3);
    let mut sizes = vec![0, 1, tile - 1, tile, tile + 1, 2 * tile + 1, 5, 7];
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// One random pair; [`None`] where no transform has a place.
///
/// # Errors
/// What is contradictory, with the program and the script.
pub fn pair(seed: u64, number: u64) -> Result<Option<PairOutcome>, String> {
    let numbers = numbers(seed, number);
    let input = if number % 4 == 3 {
        InputFamily::Structured
    } else {
        InputFamily::Affine
    };
    let text = program(input, &numbers);
    let subject = Subject::read(&text).map_err(|why| format!("{why}\n{text}"))?;
    if subject.scop.loops.is_empty() {
        return Ok(None);
    }
    let reversed: Vec<u16> = numbers.iter().rev().copied().collect();
    let (script, transforms) = script(&mut Choices::new(&reversed), &subject);
    if transforms.is_empty() {
        return Ok(None);
    }
    let fault = |what: String| format!("{what}\n// {script}\n{text}");
    let rewrite = subject.rewrite(&script).map_err(&fault)?;
    let rewrite = rewrite.ok_or_else(|| fault("the script has a place only once".to_owned()))?;
    let checker = Checker::new(&subject.scop, 0).map_err(|error| fault(error.to_string()))?;
    let verdict = check_rewrite(&subject.module, subject.func, &checker, &rewrite);
    let verdict = verdict.map_err(|error| fault(error.to_string()))?;
    drop(checker);
    let answer = BareAnswer::of(&verdict).map_err(&fault)?;
    let mut outcome = PairOutcome {
        answer,
        transforms,
        not_generated: None,
        inputs: 0,
    };
    if !matches!(verdict, Verdict::Proved(_)) {
        if let Verdict::Refuted(witness) = &verdict
            && !witness.replay.confirmed
        {
            return Err(fault(format!("a witness that does not replay: {witness:?}")));
        }
        return Ok(Some(outcome));
    }
    let made = FunctionPair::of_script("random", subject, &script, &sizes_around(&script));
    let made = match made {
        Ok(made) => made.ok_or_else(|| fault("the script has a place only once".to_owned()))?,
        Err(why) if why.starts_with("no code is generated") => {
            outcome.not_generated = Some(why);
            return Ok(Some(outcome));
        }
        Err(why) => return Err(fault(why)),
    };
    // What is written can be read.
    let printed = polyvet_ir::print(&made.after, PrintOptions::default());
    parse(&printed).map_err(|why| fault(format!("{why} in\n{printed}")))?;
    let found = made.differences(&made.after, &made.sizes);
    outcome.inputs = found.inputs;
    match &verdict {
        Verdict::Proved(proof) if found.against(proof.strength).is_some() => Err(fault(format!(
            "proved {}, but {}",
            proof.strength.name(),
            found.against(proof.strength).map_or("", String::as_str)
        ))),
        _ => Ok(Some(outcome)),
    }
}
