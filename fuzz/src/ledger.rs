//! What a campaign has found out, as lines of JSON that are only ever added.
//!
//! Each line has a key, and lines with one key say the same. So ledgers of several machines are merged by taking
//! the lines of all ([`merge`]): twice is as good as once, and in any order. A line that was cut off when a machine
//! stopped is left out; what it said is found out again.

use crate::replay::Replay;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// One line.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "record", rename_all = "lowercase")]
pub enum Record {
    /// What a campaign is; all its shards have the same.
    Campaign(Campaign),
    /// Programs that went through one pipeline.
    Batch(LedgerBatch),
    /// A fault, shrunk.
    Finding(Box<Finding>),
}

/// What a campaign is.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Campaign {
    /// A hash of everything that decides what its batches are.
    pub key: String,
    /// The backend.
    pub backend: String,
    /// `validate` or `execute`.
    pub mode: String,
    /// Decides the programs.
    pub seed: u64,
    /// Names of the pipelines.
    pub pipelines: Vec<String>,
    /// The version of polyvet.
    pub version: String,
}

/// Programs that went through one pipeline.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct LedgerBatch {
    /// [`Campaign::key`]
    pub campaign: String,
    /// Number in the campaign, from 0.
    pub number: u64,
    /// Name of the pipeline.
    pub pipeline: String,
    /// How many programs were made.
    pub programs: u64,
    /// How many of them the interpreter found to be undefined; no backend saw those.
    pub invalid: u64,
    /// How often what was said.
    pub words: BTreeMap<String, u64>,
    /// Faults that were seen: number of the program, and their signature.
    pub faults: Vec<(u64, String)>,
    /// How many programs had what in them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub features: BTreeMap<String, u64>,
}

/// A fault, shrunk.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Finding {
    /// A hash of what tells faults apart: passes, outcome, kind, and the shape of the program.
    pub key: String,
    /// How many lines the program has.
    pub lines: usize,
    /// The backend.
    pub backend: String,
    /// `validate` or `execute`.
    pub mode: String,
    /// `wrong`, `crash`, `timeout`, `refused`, `polyvet`.
    pub outcome: String,
    /// Passes without options.
    pub family: String,
    /// Passes as they were run.
    pub passes: String,
    /// What tells it from others with this outcome.
    pub kind: String,
    /// For people.
    pub message: String,
    /// The program.
    pub before: String,
    /// As the passes left it.
    pub after: Option<String>,
    /// Sizes and arguments of the run that shows it.
    pub inputs: String,
    /// What the program computes.
    pub expected: String,
    /// What came out.
    pub got: String,
    /// Decides the programs of the campaign.
    pub seed: u64,
    /// Number of the program that it was seen on first.
    pub program: u64,
    /// How many candidates were judged while it was shrunk.
    pub tries: usize,
    /// What the backend computes from the reduced program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<Replay>,
}

impl Record {
    /// What the line is about; sorts campaigns before batches before findings.
    pub fn key(&self) -> (u8, String, u64) {
        match self {
            Record::Campaign(one) => (0, one.key.clone(), 0),
            Record::Batch(one) => (1, one.campaign.clone(), one.number),
            Record::Finding(one) => (2, one.key.clone(), 0),
        }
    }
}

/// The lines of a ledger.
#[derive(Clone, Debug, Default)]
pub struct LedgerLines {
    /// Those that could be read.
    pub records: Vec<Record>,
    /// Numbers of those that could not.
    pub broken: Vec<usize>,
}

/// Reads a ledger; there is none where the file is missing.
///
/// # Errors
/// Those of the file.
pub fn read(path: &Path) -> io::Result<LedgerLines> {
    let mut lines = LedgerLines::default();
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(lines),
        file => file?,
    };
    for (at, line) in BufReader::new(file).split(b'\n').enumerate() {
        let line = line?;
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        match serde_json::from_slice(&line) {
            Ok(record) => lines.records.push(record),
            Err(_) => lines.broken.push(at + 1),
        }
    }
    Ok(lines)
}

/// Adds lines at the end of a ledger; they are on the disk afterwards. A last line that was cut off is ended first.
///
/// # Errors
/// Those of the file.
pub fn append(path: &Path, records: &[Record]) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
    let mut text = Vec::new();
    if file.seek(SeekFrom::End(0))? > 0 {
        file.seek(SeekFrom::End(-1))?;
        let mut last = [0];
        file.read_exact(&mut last)?;
        if last != *b"\n" {
            text.push(b'\n');
        }
    }
    for record in records {
        serde_json::to_writer(&mut text, record)?;
        text.push(b'\n');
    }
    file.write_all(&text)?;
    file.sync_data()
}

/// The lines of all ledgers: one for each key, in the order of keys. Of different findings with one key the shortest
/// program is kept.
pub fn merge(all: impl IntoIterator<Item = Record>) -> Vec<Record> {
    let mut kept: BTreeMap<(u8, String, u64), Record> = BTreeMap::new();
    for record in all {
        let rank = |one: &Record| match one {
            Record::Finding(finding) => (finding.lines, finding.before.len(), finding.passes.clone()),
            _ => (0, 0, String::new()),
        };
        let text = |one: &Record| serde_json::to_string(one).unwrap_or_default();
        match kept.entry(record.key()) {
            std::collections::btree_map::Entry::Vacant(place) => _ = place.insert(record),
            std::collections::btree_map::Entry::Occupied(mut place) => {
                let (old, new) = (rank(place.get()), rank(&record));
                if new < old || (new == old && text(&record) < text(place.get())) {
                    place.insert(record);
                }
            }
        }
    }
    kept.into_values().collect()
}

/// Writes a ledger in the place of what is there, all of it or nothing.
///
/// # Errors
/// Those of the file.
pub fn write(path: &Path, records: &[Record]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let mut file = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
    for record in records {
        serde_json::to_writer(&mut file, record)?;
        file.write_all(b"\n")?;
    }
    file.as_file().sync_data()?;
    file.persist(path)?;
    Ok(())
}

/// Counts over all batches of a ledger.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Batches.
    pub batches: u64,
    /// Programs that were made.
    pub programs: u64,
    /// Programs that were undefined.
    pub invalid: u64,
    /// How often what was said, by pipeline.
    pub words: BTreeMap<String, BTreeMap<String, u64>>,
    /// How often faults were seen, by signature.
    pub faults: BTreeMap<String, u64>,
    /// How many programs had what in them.
    pub features: BTreeMap<String, u64>,
}

impl Totals {
    /// Of these lines.
    pub fn of<'r>(records: impl IntoIterator<Item = &'r Record>) -> Totals {
        let mut totals = Totals::default();
        for record in records {
            let Record::Batch(batch) = record else { continue };
            totals.batches += 1;
            totals.programs += batch.programs;
            totals.invalid += batch.invalid;
            let words = totals.words.entry(batch.pipeline.clone()).or_default();
            for (word, count) in &batch.words {
                *words.entry(word.clone()).or_default() += count;
            }
            for (_, signature) in &batch.faults {
                *totals.faults.entry(signature.clone()).or_default() += 1;
            }
            for (feature, count) in &batch.features {
                *totals.features.entry(feature.clone()).or_default() += count;
            }
        }
        totals
    }
}

/// The findings of a ledger.
pub fn findings<'r>(records: impl IntoIterator<Item = &'r Record>) -> Vec<&'r Finding> {
    let finding = |record: &'r Record| match record {
        Record::Finding(finding) => Some(&**finding),
        _ => None,
    };
    records.into_iter().filter_map(finding).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(number: u64) -> Record {
        Record::Batch(LedgerBatch {
            campaign: "c".to_owned(),
            number,
            pipeline: "p".to_owned(),
            programs: 16,
            invalid: 0,
            words: BTreeMap::from([("proved".to_owned(), 16)]),
            faults: Vec::new(),
            features: BTreeMap::new(),
        })
    }

    fn finding(key: &str, lines: usize) -> Record {
        Record::Finding(Box::new(Finding {
            key: key.to_owned(),
            lines,
            backend: "mlir".to_owned(),
            mode: "validate".to_owned(),
            outcome: "wrong".to_owned(),
            family: "f".to_owned(),
            passes: "f".to_owned(),
            kind: "value".to_owned(),
            message: String::new(),
            before: "x".repeat(lines),
            after: None,
            inputs: String::new(),
            expected: String::new(),
            got: String::new(),
            seed: 1,
            program: 3,
            tries: 5,
            replay: None,
        }))
    }

    #[test]
    fn merging_twice_or_in_another_order_changes_nothing() {
        let one = vec![batch(2), finding("x", 9), batch(0)];
        let two = vec![finding("x", 7), batch(1), batch(2), finding("y", 3)];
        let merged = merge(one.iter().chain(&two).cloned());
        assert_eq!(merged, merge(two.iter().chain(&one).cloned()));
        assert_eq!(merged, merge(merged.iter().chain(&one).cloned()));
        assert_eq!(merged.len(), 5, "{merged:?}");
        assert!(merged.contains(&finding("x", 7)) && !merged.contains(&finding("x", 9)));
        assert_eq!(Totals::of(&merged).programs, 48);
    }

    #[test]
    fn a_line_that_was_cut_off_costs_that_line_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("ledger.jsonl");
        append(&path, &[batch(0), batch(1)]).expect("written");
        let whole = std::fs::read(&path).expect("bytes");
        for end in 0..whole.len() {
            std::fs::write(&path, &whole[..end]).expect("written");
            append(&path, &[batch(7)]).expect("written");
            let lines = read(&path).expect("lines");
            let complete = whole[..end].iter().filter(|byte| **byte == b'\n').count();
            // A line without its end may still be whole.
            let read = lines.records.len();
            assert!(read == complete + 1 || read == complete + 2, "{end}: {read}");
            assert_eq!(lines.records.last(), Some(&batch(7)), "{end}");
            assert!(lines.broken.len() <= 1, "{end}");
        }
    }
}
