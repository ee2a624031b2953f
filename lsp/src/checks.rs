//! The thread that decides what comments ask about.

use crate::{Event, SharedText, guarded};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use polyvet::assume::AskedRewrite;
use polyvet::source::Noting;
use polyvet::{Given, Message, Messages, asked};
use polyvet_report::document::Located;
use polyvet_report::text::{Detail, render};
use polyvet_report::{Outcome, VerdictResult};
use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::time::Duration;

/// Who types asks nothing yet.
const PAUSE: Duration = Duration::from_millis(200);

/// A verdict and what there is to show of it.
#[derive(Debug)]
pub struct JudgedComment {
    /// The verdict.
    pub result: VerdictResult,
    /// As the command line shows it.
    pub text: String,
    /// The places that it marks.
    pub places: Vec<Located>,
}

/// What one comment was answered with.
#[derive(Debug, Default)]
pub struct CommentAnswer {
    /// A verdict for each function.
    pub judged: Vec<JudgedComment>,
    /// What is wrong with the question.
    pub messages: Vec<Message>,
}

/// The answer to one comment of a text.
pub struct CheckedComment {
    /// The text.
    pub snapshot: SharedText,
    /// Which of [`crate::snapshot::Snapshot::asked`].
    pub number: usize,
    /// The answer.
    pub answer: Arc<CommentAnswer>,
}

/// Something to do.
pub enum CommentJob {
    /// This is what the text is now.
    Update(SharedText),
    /// Nobody looks at this text any more.
    Close(String),
}

/// Texts by their names, and answers that need not be found again: their places are as far from the beginning as they were.
#[derive(Default)]
struct Desk {
    texts: HashMap<String, SharedText>,
    answers: HashMap<String, HashMap<u64, Arc<CommentAnswer>>>,
}

/// Answers until nobody asks any more.
pub fn run(jobs: &Receiver<CommentJob>, events: &Sender<Event>) {
    let mut desk = Desk::default();
    while let Ok(job) = jobs.recv() {
        desk.take(job);
        loop {
            match jobs.recv_timeout(PAUSE) {
                Ok(job) => desk.take(job),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
        let waiting: Vec<SharedText> = desk.texts.drain().map(|(_, snapshot)| snapshot).collect();
        for snapshot in waiting {
            desk.answer(&snapshot, jobs, events);
        }
    }
}

impl Desk {
    fn take(&mut self, job: CommentJob) {
        match job {
            CommentJob::Update(snapshot) => {
                self.texts.insert(snapshot.uri.as_str().to_owned(), snapshot);
            }
            CommentJob::Close(uri) => {
                self.texts.remove(&uri);
                self.answers.remove(&uri);
            }
        }
    }

    /// Answers all comments of a text, unless there is another by then.
    fn answer(&mut self, snapshot: &SharedText, jobs: &Receiver<CommentJob>, events: &Sender<Event>) {
        let mut kept = HashMap::new();
        for (number, asked) in snapshot.asked.iter().enumerate() {
            if !jobs.is_empty() {
                break;
            }
            let key = key(snapshot, asked);
            let old = self.answers.get(snapshot.uri.as_str()).and_then(|all| all.get(&key));
            let answer = old.cloned().unwrap_or_else(|| Arc::new(ask(snapshot, asked, events)));
            kept.insert(key, Arc::clone(&answer));
            let checked = CheckedComment {
                snapshot: SharedText::clone(snapshot),
                number,
                answer,
            };
            if events.send(Event::Checked(checked)).is_err() {
                return;
            }
        }
        let all = self.answers.entry(snapshot.uri.as_str().to_owned()).or_default();
        // Where it was left off, the old ones may still be good.
        match kept.len() == snapshot.asked.len() {
            true => *all = kept,
            false => all.extend(kept),
        }
    }
}

/// The same for questions with the same answer at the same places.
fn key(snapshot: &SharedText, asked: &AskedRewrite) -> u64 {
    let hasher = foldhash::quality::FixedState::default();
    let about = asked.func.as_ref();
    let func = snapshot.functions.iter().find(|func| about == Some(&func.path));
    match func {
        Some(func) => {
            let line = snapshot.text.position(func.span.start as usize).line;
            hasher.hash_one((&asked.script, asked.span.start, func.key, func.span.start, line))
        }
        None => hasher.hash_one((&asked.script, asked.span.start, &snapshot.text.text)),
    }
}

fn ask(snapshot: &SharedText, asked: &AskedRewrite, events: &Sender<Event>) -> CommentAnswer {
    let Some(program) = &snapshot.program else {
        return CommentAnswer::default();
    };
    let mut messages = Messages::default();
    let found = guarded("while it decided a comment", || {
        asked::verdicts(&mut messages, program, &Given::default(), asked)
    });
    let found = found.unwrap_or_else(|bug| {
        let _ = events.send(Event::Log(bug));
        Ok(Vec::new())
    });
    let judged = found.unwrap_or_default().into_iter().map(|result| {
        let noting = Noting::new((Some(&program.source), Some(&program.source)));
        let text = render(&Outcome::Verdict(Box::new(result.clone())), Detail::Full, &noting);
        JudgedComment {
            result,
            text,
            places: noting.places.into_inner(),
        }
    });
    CommentAnswer {
        judged: judged.collect(),
        messages: messages.iter().cloned().collect(),
    }
}
