//! Who says that a backend did wrong.

use crate::pipeline::Pipeline;
use polyvet_interp::Sizes;

/// A program with one function, and sizes at which it is defined.
#[derive(Clone, Debug)]
pub struct SizedProgram {
    /// MLIR with one `func.func`, whose name is [`NAME`].
    pub text: String,
    /// Values of `index` arguments and dynamic extents.
    pub sizes: Vec<Sizes>,
}

/// The function of every program.
pub const NAME: &str = "random";

/// What was said about one program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramJudgement {
    /// For counts: `proved`, `unchanged`, `refused`, ...
    pub word: &'static str,
    /// What is wrong, if anything is.
    pub fault: Option<Fault>,
}

impl ProgramJudgement {
    /// Nothing is wrong, or nothing is known.
    pub fn fine(word: &'static str) -> ProgramJudgement {
        ProgramJudgement { word, fault: None }
    }
}

/// Something that is wrong with a backend, or with polyvet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// `wrong`, `crash`, `timeout`, `refused`; `polyvet` where the fault is our own.
    pub outcome: &'static str,
    /// What tells it from others of that outcome: the kind of witness, the message without numbers.
    pub kind: String,
    /// For people.
    pub message: String,
    /// The program as the passes got it.
    pub before: String,
    /// As they left it.
    pub after: Option<String>,
    /// Sizes and arguments of the run that shows it; empty where none is needed.
    pub inputs: String,
    /// What the program computes.
    pub expected: String,
    /// What came out.
    pub got: String,
}

impl Fault {
    /// What faults have in common that may have one cause, as far as is seen before they are shrunk.
    pub fn signature(&self, pipeline: &Pipeline) -> String {
        format!("{}|{}|{}", pipeline.family(), self.outcome, self.kind)
    }
}

/// Judges programs that went through a backend.
pub trait Oracle: Sync {
    /// `validate` or `execute`.
    fn mode(&self) -> &'static str;

    /// Programs of one batch: one call of the backend, where nothing goes wrong.
    fn batch(&self) -> u64;

    /// What becomes of each program under `pipeline`; as few calls of the backend as possible.
    fn judge(&self, pipeline: &Pipeline, programs: &[SizedProgram]) -> Vec<ProgramJudgement>;

    /// A program as the passes of `pipeline` get it; `None` where the preparation fails.
    fn prepared(&self, pipeline: &Pipeline, text: &str) -> Option<String>;
}

/// A message without what differs from program to program: numbers, quoted text and values.
pub fn without_details(message: &str) -> String {
    let mut text = String::new();
    let mut chars = message.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '%' | '#' | '@' => {
                while chars.next_if(|c| c.is_ascii_alphanumeric() || *c == '_').is_some() {}
                text.push(c);
            }
            c if c.is_ascii_digit() => {
                while chars.next_if(char::is_ascii_digit).is_some() {}
                text.push('0');
            }
            c => text.push(c),
        }
    }
    let mut text = text.trim().to_owned();
    if let Some((at, _)) = text.char_indices().nth(160) {
        text.truncate(at);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_compared_without_numbers_and_names() {
        assert_eq!(
            without_details("<stdin>:12:3: error: '%arg0' has type f32"),
            without_details("<stdin>:7:31: error: '%t1_2' has type f64")
        );
    }
}
