//! Random scripts of transforms of operations: calls are made from the descriptions in the registry, so a new transform is
//! covered by being in the list.

use polyvet_generate::choices::Choices;
use polyvet_ir::{Module, OpId};
use polyvet_rewrites::{Models, RegistryEntry, entries, entry_named, parse_script, run};

/// A call with random arguments where the description has names.
fn call(choices: &mut Choices<'_>, entry: &RegistryEntry, rank: usize) -> String {
    let forms: Vec<&str> = entry.params.split('|').collect();
    let form = choices.of(&forms).trim();
    let mut loops: Vec<usize> = (0..choices.between(1, rank.max(4) as i64) as usize).collect();
    let mut words = Vec::new();
    let form = form.replace(
        " [, first] [, last]",
        choices.of(&["", ", first", ", last", ", first, last"]),
    );
    for word in form.split(", ") {
        let mut next = || loops.remove(choices.below(loops.len()));
        words.push(match word {
            "OP" | "USER" => choices.of(&["S0", "S1", "S2", "t", "linalg.generic"]).to_owned(),
            "LOOP" => choices.of(&["l", "l", "scf.for", "scf.forall"]).to_owned(),
            "i" => format!("d{}", choices.below(rank.max(4))),
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

/// A script of one to three calls that have a place, and what it makes of the program; `rank` is how many loops there are.
pub(super) fn script(
    choices: &mut Choices<'_>,
    module: &Module,
    func: OpId,
    rank: usize,
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
            None => (entry, call(choices, entry, rank)),
        };
        let text = [&steps[..], &[next]].concat().join("; ");
        if let Ok(script) = parse_script(&text)
            && let Ok(applied) = run(module, func, &script.steps, &Models::default())
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
