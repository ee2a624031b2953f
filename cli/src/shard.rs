//! `--shard I/N`: the part of a command's questions that one run of several answers.
//!
//! Questions are numbered in the order in which a single run would answer them, and part `I` has those whose number leaves
//! `I` when it is divided by `N`. Which these are depends on the input alone, so runs need not know of each other, and
//! [`merge`](crate::merge) puts their answers back in order.

use polyvet_report::ShardResult;
use sha2::{Digest, Sha256};

/// Which questions are this run's.
#[derive(Clone, Debug)]
pub struct Shard {
    part: u64,
    of: u64,
    /// The number of the next question.
    next: u64,
}

/// What becomes of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardTurn {
    /// It is answered here; it has a number where there are several parts.
    Ours(Option<u64>),
    /// Another run answers it.
    Theirs,
}

impl ShardTurn {
    /// The number, if it is answered here.
    pub fn ours(self) -> Option<Option<u64>> {
        match self {
            ShardTurn::Ours(number) => Some(number),
            ShardTurn::Theirs => None,
        }
    }
}

impl Shard {
    /// Part `part` of `of`.
    pub fn new((part, of): (u64, u64)) -> Shard {
        Shard { part, of, next: 0 }
    }

    /// There are other parts.
    pub fn is_part(&self) -> bool {
        self.of > 1
    }

    /// Whose the next question is.
    pub fn next(&mut self) -> ShardTurn {
        let number = self.next;
        self.next += 1;
        match self.of {
            1 => ShardTurn::Ours(None),
            of if number % of == self.part => ShardTurn::Ours(Some(number)),
            _ => ShardTurn::Theirs,
        }
    }

    /// Which part of what this is, if there are several: parts of one whole have the same inputs.
    pub fn result(&self, inputs: &[&str]) -> Option<ShardResult> {
        self.is_part().then(|| {
            let mut hasher = Sha256::new();
            for input in inputs {
                hasher.update((input.len() as u64).to_le_bytes());
                hasher.update(input);
            }
            let digest = hasher.finalize();
            ShardResult {
                part: self.part,
                of: self.of,
                inputs: digest[..8].iter().map(|byte| format!("{byte:02x}")).collect(),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_question_has_one_part() {
        let mut parts: Vec<Shard> = (0..3).map(|part| Shard::new((part, 3))).collect();
        for number in 0..20 {
            let turns: Vec<Option<u64>> = { parts.iter_mut() }.filter_map(|part| part.next().ours()).collect();
            assert_eq!(turns, [Some(number)]);
        }
        let mut whole = Shard::new((0, 1));
        assert_eq!(whole.next(), ShardTurn::Ours(None));
        assert!(whole.result(&["text"]).is_none());
    }

    #[test]
    fn texts_are_kept_apart() {
        let key = |inputs: &[&str]| Shard::new((0, 2)).result(inputs).map(|one| one.inputs);
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
    }
}
