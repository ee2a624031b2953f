//! Batches of programs through a backend.
//!
//! Batch `b` runs pipeline `b mod P` on its programs; a shard runs the batches that a hash gives it. Batches are
//! judged in parallel, as many as there are threads; then, in their order, what is new among their faults is shrunk,
//! and they are written to the ledger. So neither threads nor interruptions change what is found, only when. Campaigns
//! with several oracles take turns ([`take_turns`]); each is the same as if it ran alone.

use crate::coverage;
use crate::defined;
use crate::digest;
use crate::execute::BackendExecutor;
use crate::ledger::{self, Campaign, Finding, LedgerBatch, Record};
use crate::oracle::{Fault, NAME, Oracle, ProgramJudgement, SizedProgram};
use crate::pipeline::Pipeline;
use crate::read;
use crate::replay;
use crate::shrink::{ShrunkFault, shrink};
use polyvet_backend::process::interrupted;
use polyvet_generate::case::{RandomCase, numbers};
use polyvet_generate::weights::Weights;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Of faults with one signature the first is shrunk, the fourth, the sixteenth, and so on: later ones may have another
/// cause, but most do not. Of errors and crashes, which take longer, it is the first only.
fn is_worth_shrinking(fault: &Fault, seen: u64) -> bool {
    seen == 1 || fault.outcome == "wrong" && seen.is_power_of_two() && seen.trailing_zeros().is_multiple_of(2)
}

/// What to do.
pub struct CampaignSettings {
    /// The backend, as it was requested.
    pub backend: String,
    /// Pipelines.
    pub pipelines: Vec<Pipeline>,
    /// Decides the programs.
    pub seed: u64,
    /// How often the grammar chooses what.
    pub weights: Weights,
    /// This shard, from 0, and how many there are.
    pub shard: (u64, u64),
    /// Programs of the whole campaign.
    pub count: Option<u64>,
    /// When to stop, between batches.
    pub deadline: Option<Instant>,
    /// Count dependences too, which takes longer than everything else of a program.
    pub dependences: bool,
    /// Runs reduced programs once more, where the backend can.
    pub runner: Option<BackendExecutor>,
    /// The ledger; it is created, or added to.
    pub ledger: PathBuf,
}

/// How far a campaign has come.
#[derive(Debug, Default)]
pub struct Progress {
    /// Programs judged since the start, without those of earlier runs.
    pub programs: AtomicU64,
    /// Distinct findings, with those of earlier runs.
    pub findings: AtomicU64,
    /// Candidates judged while shrinking.
    pub candidates: AtomicU64,
    /// Findings that nobody was told of yet, a line each.
    news: Mutex<Vec<String>>,
}

impl Progress {
    /// New findings since this was asked last, a line each.
    pub fn news(&self) -> Vec<String> {
        std::mem::take(&mut *self.news.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn tell(&self, finding: &Finding) {
        let Finding {
            outcome,
            family,
            kind,
            lines,
            ..
        } = finding;
        let line = format!("{outcome}: {family} ({kind}), {lines} lines");
        self.news.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }
}

/// A campaign among others that take turns.
pub struct CampaignTurn<'s> {
    /// What to do.
    pub settings: &'s CampaignSettings,
    /// Who judges.
    pub oracle: &'s dyn Oracle,
    /// Its part of the time, beside those of the others.
    pub part: u32,
}

/// What came of campaigns that took turns.
pub struct Turns {
    /// The lines of the ledger.
    pub records: Vec<Record>,
    /// How long each worked.
    pub spent: Vec<Duration>,
}

impl CampaignSettings {
    /// What all shards have in common.
    pub fn campaign(&self, oracle: &dyn Oracle) -> Campaign {
        let mode = oracle.mode();
        let pipelines: Vec<String> = self.pipelines.iter().map(|one| one.name.clone()).collect();
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let parts = [
            self.backend.clone(),
            mode.to_owned(),
            self.seed.to_string(),
            oracle.batch().to_string(),
            version.clone(),
            format!("{:?}", self.pipelines),
            format!("{:?}", self.weights),
        ];
        Campaign {
            key: digest(&parts.join("\n")),
            backend: self.backend.clone(),
            mode: mode.to_owned(),
            seed: self.seed,
            pipelines,
            version,
        }
    }

    /// Whether batch `number` is this shard's.
    fn is_ours(&self, number: u64) -> bool {
        // Neighbours run neighbouring pipelines, of which every shard should see all.
        mix(number) % self.shard.1 == self.shard.0
    }

    /// How many programs batch `number` has.
    fn programs(&self, number: u64, batch: u64) -> u64 {
        let left = self.count.map(|count| count.saturating_sub(number * batch));
        left.map_or(batch, |left| left.min(batch))
    }
}

fn mix(number: u64) -> u64 {
    let mut word = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// Runs a campaign, or goes on with it; the lines of the ledger afterwards.
///
/// # Errors
/// Those of the ledger's file.
pub fn run(settings: &CampaignSettings, oracle: &dyn Oracle, progress: &Progress) -> io::Result<Vec<Record>> {
    let turn = CampaignTurn {
        settings,
        oracle,
        part: 1,
    };
    Ok(take_turns(&[turn], progress)?.records)
}

/// Runs campaigns that have one ledger, or goes on with them: now the one, now the other.
///
/// # Errors
/// Those of the ledger's file.
pub fn take_turns(turns: &[CampaignTurn<'_>], progress: &Progress) -> io::Result<Turns> {
    let ledger = turns
        .first()
        .map(|turn| ledger::read(&turn.settings.ledger))
        .transpose()?;
    let mut records = ledger.unwrap_or_default().records;
    let (mut running, mut spent) = (Vec::new(), vec![Duration::ZERO; turns.len()]);
    for (at, turn) in turns.iter().enumerate() {
        running.push((at, Running::begin(turn, &mut records)?));
    }
    progress
        .findings
        .store(ledger::findings(&records).len() as u64, Relaxed);
    loop {
        // Whoever had the least of its part.
        let had = |at: usize| spent[at] / turns[at].part.max(1);
        let Some(next) = (0..running.len()).min_by_key(|place| had(running[*place].0)) else {
            return Ok(Turns { records, spent });
        };
        let start = Instant::now();
        let (at, campaign) = &mut running[next];
        let at = *at;
        let goes_on = campaign.wave(&mut records, progress)?;
        spent[at] += start.elapsed();
        if !goes_on {
            running.remove(next);
        }
    }
}

/// A campaign under way.
struct Running<'s> {
    settings: &'s CampaignSettings,
    oracle: &'s dyn Oracle,
    key: String,
    state: CampaignState,
    /// The next batch to look at.
    next: u64,
}

impl<'s> Running<'s> {
    fn begin(turn: &CampaignTurn<'s>, records: &mut Vec<Record>) -> io::Result<Running<'s>> {
        let CampaignTurn { settings, oracle, .. } = *turn;
        let campaign = settings.campaign(oracle);
        let mut state = CampaignState::default();
        records.iter().for_each(|record| state.note(record, &campaign.key));
        let key = campaign.key.clone();
        let first = Record::Campaign(campaign);
        if !records.contains(&first) {
            ledger::append(&settings.ledger, std::slice::from_ref(&first))?;
            records.push(first);
        }
        Ok(Running {
            settings,
            oracle,
            key,
            state,
            next: 0,
        })
    }

    /// The numbers of the next batches: as many as are judged at once.
    fn open(&mut self) -> Vec<u64> {
        let mut open = Vec::new();
        while open.len() < rayon::current_num_threads() && self.settings.programs(self.next, self.oracle.batch()) > 0 {
            if self.settings.is_ours(self.next) && !self.state.done.contains(&self.next) {
                open.push(self.next);
            }
            self.next += 1;
        }
        open
    }

    /// Judges the next batches and writes what they found; whether there may be more.
    fn wave(&mut self, records: &mut Vec<Record>, progress: &Progress) -> io::Result<bool> {
        let Running { settings, oracle, .. } = *self;
        let over = || interrupted() || settings.deadline.is_some_and(|end| Instant::now() >= end);
        let wave = self.open();
        if wave.is_empty() || over() {
            return Ok(false);
        }
        // What was killed says nothing of the backend: such a batch runs again when the campaign goes on.
        let judge = |number: &u64| {
            let judged = (!over()).then(|| judge(settings, oracle, *number, progress));
            judged.filter(|_| !interrupted())
        };
        let judged: Vec<Option<JudgedBatch>> = wave.par_iter().map(judge).collect();
        // Up to the first that was not judged, so that what is written does not depend on luck.
        let judged: Vec<JudgedBatch> = judged.into_iter().map_while(|one| one).collect();
        let chosen: Vec<(&Pipeline, u64, Fault)> = judged.iter().flat_map(|batch| self.state.chosen(batch)).collect();
        let counted = CountedOracle {
            oracle,
            candidates: &progress.candidates,
        };
        let shrink = |(pipeline, program, fault): (&Pipeline, u64, Fault)| {
            let numbers = numbers(settings.seed, program);
            let small = shrink(&counted, pipeline, &settings.weights, &numbers, fault);
            let finding = finding(settings, oracle.mode(), program, small);
            (!interrupted()).then_some(finding)
        };
        let mut shrunk: BTreeMap<u64, Option<Finding>> =
            chosen.into_par_iter().map(|one| (one.1, shrink(one))).collect();
        let mut new: Vec<Record> = Vec::new();
        for batch in &judged {
            let found: Option<Vec<Finding>> = (batch.faults.iter())
                .filter_map(|(program, _)| shrunk.remove(program))
                .collect();
            // One that was not shrunk to the end would be lost if its batch were written.
            let Some(found) = found else { break };
            for finding in found {
                if self.state.keys.insert(finding.key.clone()) {
                    progress.tell(&finding);
                    progress.findings.fetch_add(1, Relaxed);
                    new.push(Record::Finding(Box::new(finding)));
                }
            }
            // Batches after their findings: if the end is cut off they run again, and what they found is there or found
            // again.
            new.push(batch.record(&self.key));
        }
        ledger::append(&settings.ledger, &new)?;
        records.extend(new);
        Ok(!over())
    }
}

/// An oracle whose judgements are counted as they come.
struct CountedOracle<'c> {
    oracle: &'c dyn Oracle,
    candidates: &'c AtomicU64,
}

impl Oracle for CountedOracle<'_> {
    fn mode(&self) -> &'static str {
        self.oracle.mode()
    }

    fn batch(&self) -> u64 {
        self.oracle.batch()
    }

    fn judge(&self, pipeline: &Pipeline, programs: &[SizedProgram]) -> Vec<ProgramJudgement> {
        self.candidates.fetch_add(programs.len() as u64, Relaxed);
        self.oracle.judge(pipeline, programs)
    }

    fn prepared(&self, pipeline: &Pipeline, text: &str) -> Option<String> {
        self.oracle.prepared(pipeline, text)
    }
}

/// What decides about new faults.
#[derive(Default)]
struct CampaignState {
    done: BTreeSet<u64>,
    seen: BTreeMap<String, u64>,
    keys: BTreeSet<String>,
}

impl CampaignState {
    /// The faults of a batch that are worth shrinking.
    fn chosen<'s>(&mut self, batch: &JudgedBatch<'s>) -> Vec<(&'s Pipeline, u64, Fault)> {
        let mut chosen = Vec::new();
        for (program, fault) in &batch.faults {
            let seen = self.seen.entry(fault.signature(batch.pipeline)).or_default();
            *seen += 1;
            if is_worth_shrinking(fault, *seen) {
                chosen.push((batch.pipeline, *program, fault.clone()));
            }
        }
        chosen
    }

    fn note(&mut self, record: &Record, campaign: &str) {
        match record {
            Record::Batch(batch) if batch.campaign == campaign => {
                self.done.insert(batch.number);
                for (_, signature) in &batch.faults {
                    *self.seen.entry(signature.clone()).or_default() += 1;
                }
            }
            Record::Finding(finding) => _ = self.keys.insert(finding.key.clone()),
            _ => {}
        }
    }
}

/// A batch that was judged.
struct JudgedBatch<'s> {
    number: u64,
    pipeline: &'s Pipeline,
    programs: u64,
    invalid: u64,
    words: BTreeMap<String, u64>,
    faults: Vec<(u64, Fault)>,
    features: BTreeMap<String, u64>,
}

impl JudgedBatch<'_> {
    fn record(&self, campaign: &str) -> Record {
        let signature = |(program, fault): &(u64, Fault)| (*program, fault.signature(self.pipeline));
        Record::Batch(LedgerBatch {
            campaign: campaign.to_owned(),
            number: self.number,
            pipeline: self.pipeline.name.clone(),
            programs: self.programs,
            invalid: self.invalid,
            words: self.words.clone(),
            faults: self.faults.iter().map(signature).collect(),
            features: self.features.clone(),
        })
    }
}

fn judge<'s>(settings: &'s CampaignSettings, oracle: &dyn Oracle, number: u64, progress: &Progress) -> JudgedBatch<'s> {
    let pipeline = &settings.pipelines[(number % settings.pipelines.len() as u64) as usize];
    let mut judged = JudgedBatch {
        number,
        pipeline,
        programs: settings.programs(number, oracle.batch()),
        invalid: 0,
        words: BTreeMap::new(),
        faults: Vec::new(),
        features: BTreeMap::new(),
    };
    let (mut programs, mut ids) = (Vec::new(), Vec::new());
    for at in 0..judged.programs {
        let id = number * oracle.batch() + at;
        let case = RandomCase::new(pipeline.input, &numbers(settings.seed, id), &settings.weights);
        match valid(&case, settings.dependences) {
            Some(features) => {
                for feature in features {
                    *judged.features.entry(feature).or_default() += 1;
                }
                ids.push(id);
                programs.push(SizedProgram {
                    text: case.text,
                    sizes: defined::of_generated(&case.sizes),
                });
            }
            None => judged.invalid += 1,
        }
    }
    for (id, ProgramJudgement { word, fault }) in ids.into_iter().zip(oracle.judge(pipeline, &programs)) {
        *judged.words.entry(word.to_owned()).or_default() += 1;
        judged.faults.extend(fault.map(|fault| (id, fault)));
    }
    progress.programs.fetch_add(judged.programs, Relaxed);
    judged
}

/// What is in a program, if the interpreter says that it is defined at all its sizes.
fn valid(case: &RandomCase, dependences: bool) -> Option<BTreeSet<String>> {
    let module = read(&case.text)?;
    let [func] = module.funcs()[..] else { return None };
    let defined = |sizes| defined::run(&module, NAME, sizes).is_ok();
    let sizes = defined::of_generated(&case.sizes);
    if sizes.is_empty() || !sizes.iter().all(defined) {
        return None;
    }
    let mut features = coverage::features(&module);
    if dependences {
        features.extend(coverage::dependences(&module, func));
    }
    Some(features)
}

fn finding(settings: &CampaignSettings, mode: &str, program: u64, small: ShrunkFault) -> Finding {
    let ShrunkFault { fault, pipeline, tries } = small;
    let signature = fault.signature(&pipeline);
    let runner = settings.runner.as_ref();
    Finding {
        key: digest(&format!("{mode}|{signature}|{}", shape(&fault.before))),
        replay: runner.and_then(|runner| replay::replay(runner, &pipeline, &fault)),
        lines: fault.before.lines().filter(|line| !line.trim().is_empty()).count(),
        backend: settings.backend.clone(),
        mode: mode.to_owned(),
        outcome: fault.outcome.to_owned(),
        family: pipeline.family(),
        passes: pipeline.passes.clone(),
        kind: fault.kind,
        message: fault.message,
        before: fault.before,
        after: fault.after,
        inputs: fault.inputs,
        expected: fault.expected,
        got: fault.got,
        seed: settings.seed,
        program,
        tries,
    }
}

/// What is left of a program when numbers, names and arithmetic are forgotten: which loops, branches, and accesses
/// stand in which.
pub fn shape(text: &str) -> String {
    let Some(module) = read(text) else {
        return crate::oracle::without_details(text);
    };
    let mut shape = Vec::new();
    module.walk(module.top, &mut |id, op| {
        let depth = std::iter::successors(module.parent_op(id), |op| module.parent_op(*op)).count();
        let word = match op.name.as_str() {
            "arith.constant" | "func.return" | "affine.yield" | "scf.yield" | "linalg.yield" => return,
            _ if ["arith", "math"].contains(&op.dialect()) => "arith".to_owned(),
            name => format!("{name}{}", if op.results.len() > 1 { "*" } else { "" }),
        };
        shape.push((depth, word));
    });
    shape.dedup();
    shape
        .into_iter()
        .map(|(depth, word)| format!("{depth} {word}\n"))
        .collect()
}
