//! What a backend is asked to do with a program: a pipeline of passes, and which programs suit it.

use polyvet_generate::case::InputFamily;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Passes with options, in MLIR's syntax for pipelines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipeline {
    /// Name for messages.
    pub name: String,
    /// Programs that it is given.
    pub input: InputFamily,
    /// Pipeline that turns those programs into what the passes work on; may be empty. It is not judged.
    pub prepare: String,
    /// The passes, within `builtin.module`.
    pub passes: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    prepare: BTreeMap<String, String>,
    pipeline: Vec<PipelineEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PipelineEntry {
    name: String,
    input: Family,
    prepare: Option<String>,
    passes: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Family {
    Affine,
    Structured,
}

const SHIPPED: &str = include_str!("../data/pipelines.toml");

/// The pipelines that are run where none is requested.
pub fn shipped() -> Vec<Pipeline> {
    let file: File = toml::from_str(SHIPPED).expect("the shipped pipelines are TOML");
    let pipeline = |entry: PipelineEntry| Pipeline {
        input: match entry.input {
            Family::Affine => InputFamily::Affine,
            Family::Structured => InputFamily::Structured,
        },
        prepare: entry.prepare.map_or(String::new(), |name| file.prepare[&name].clone()),
        name: entry.name,
        passes: entry.passes,
    };
    file.pipeline.into_iter().map(pipeline).collect()
}

/// No passes, on programs of both families: for backends that are a whole compiler.
pub fn none() -> Vec<Pipeline> {
    both("")
}

fn both(passes: &str) -> Vec<Pipeline> {
    let inputs = [
        (InputFamily::Affine, "on loops"),
        (InputFamily::Structured, "on structured operations"),
    ];
    let one = |(input, on): (InputFamily, &str)| Pipeline {
        name: format!("{passes} {on}").trim().to_owned(),
        input,
        prepare: String::new(),
        passes: passes.to_owned(),
    };
    inputs.map(one).to_vec()
}

/// The pipelines that `text` asks for: all, a shipped one by its name, all shipped ones that run a pass by its name,
/// or else a pipeline as it is written, on programs of both families.
pub fn asked(text: &str) -> Vec<Pipeline> {
    let shipped = shipped();
    if text == "all" {
        return shipped;
    }
    let named: Vec<Pipeline> = shipped.iter().filter(|one| one.name == text).cloned().collect();
    if !named.is_empty() {
        return named;
    }
    let of_pass: Vec<Pipeline> = shipped.into_iter().filter(|one| one.family() == text).collect();
    if !of_pass.is_empty() {
        return of_pass;
    }
    let passes = text
        .strip_prefix("builtin.module(")
        .and_then(|rest| rest.strip_suffix(')'))
        .unwrap_or(text);
    both(passes)
}

impl Pipeline {
    /// The names of its passes without options, joined by `+`: faults of one family may have one cause.
    pub fn family(&self) -> String {
        let mut names: Vec<String> = vec![String::new()];
        let mut depth = 0;
        for c in self.passes.chars() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ if depth > 0 => {}
                ',' | '(' | ')' => names.push(String::new()),
                c if c.is_whitespace() => {}
                c => names.last_mut().expect("one at least").push(c),
            }
        }
        names.retain(|name| !name.is_empty() && !name.contains('.'));
        names.join("+")
    }

    /// The same without one of its passes, in each way; nothing where there is only one.
    pub fn shorter(&self) -> Vec<Pipeline> {
        let passes = anchored(&self.passes);
        let without = |at: usize| {
            let mut rest = passes.clone();
            rest.remove(at);
            Pipeline {
                passes: joined(&rest),
                ..self.clone()
            }
        };
        match passes.len() {
            0 | 1 => Vec::new(),
            count => (0..count).map(without).collect(),
        }
    }

    /// The same passes without preparation.
    pub fn alone(&self) -> Pipeline {
        Pipeline {
            prepare: String::new(),
            ..self.clone()
        }
    }
}

/// The parts of a pipeline between commas that stand in no braces or parentheses.
fn parts(text: &str) -> Vec<&str> {
    let (mut depth, mut from, mut all) = (0_i32, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '{' | '(' => depth += 1,
            '}' | ')' => depth -= 1,
            ',' if depth == 0 => {
                all.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    all.push(&text[from..]);
    all.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Each pass with what it is run on: `""` for the module, else `func.func`.
fn anchored(passes: &str) -> Vec<(&str, &str)> {
    parts(passes)
        .into_iter()
        .flat_map(
            |part| match part.strip_prefix("func.func(").and_then(|rest| rest.strip_suffix(')')) {
                Some(inner) => parts(inner).into_iter().map(|pass| ("func.func", pass)).collect(),
                None => vec![("", part)],
            },
        )
        .collect()
}

fn joined(passes: &[(&str, &str)]) -> String {
    let groups = passes.chunk_by(|one, next| one.0 == next.0);
    let text = |group: &[(&str, &str)]| {
        let inner: Vec<&str> = group.iter().map(|(_, pass)| *pass).collect();
        match group[0].0 {
            "" => inner.join(","),
            anchor => format!("{anchor}({})", inner.join(",")),
        }
    };
    groups.map(text).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_pipelines_have_names_of_their_own_and_known_preparations() {
        let all = shipped();
        let mut names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all.len());
        assert!(all.len() > 60, "{} pipelines", all.len());
        assert!(
            all.iter()
                .all(|one| !one.family().is_empty() && !one.family().contains(['{', '(']))
        );
    }

    #[test]
    fn a_pipeline_is_asked_for_by_name_by_pass_or_as_it_is() {
        assert_eq!(asked("affine-loop-tile-2").len(), 1);
        assert!(asked("affine-loop-tile").len() > 3);
        let own = asked("builtin.module(func.func(affine-loop-tile{tile-size=7},cse))");
        assert_eq!(own.len(), 2);
        assert_eq!(own[0].passes, "func.func(affine-loop-tile{tile-size=7},cse)");
        assert_eq!(own[0].family(), "affine-loop-tile+cse");
    }

    #[test]
    fn a_pipeline_without_one_of_its_passes() {
        let shorter = |passes: &str| {
            let pipeline = &both(passes)[0];
            let all = pipeline.shorter();
            all.into_iter().map(|one| one.passes).collect::<Vec<_>>()
        };
        assert!(shorter("func.func(affine-loop-tile{tile-size=7 x=1,2})").is_empty());
        assert_eq!(
            shorter("a{x=1,2},func.func(b,c)"),
            ["func.func(b,c)", "a{x=1,2},func.func(c)", "a{x=1,2},func.func(b)"]
        );
    }
}
