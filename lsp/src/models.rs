//! The thread with the models. A hover goes before everything else; in between, functions that changed are modelled one by one.

use crate::facts::{Facts, LoopFact, loops};
use crate::snapshot::SnapshotFunc;
use crate::{Event, SharedText, guarded};
use crossbeam_channel::{Receiver, Sender};
use polyvet::facts::FactOrigin;
use polyvet::function::{Models, functions};
use polyvet::{Given, Messages};
use polyvet_analysis::Scop;
use polyvet_analysis::dependence::{Dependences, memory_based};
use polyvet_ir::Span;
use polyvet_poly::{Ctx, PolyError};
use std::collections::{HashMap, VecDeque};
use std::num::NonZeroU64;

/// isl operations that one question may take: somebody is waiting.
const BUDGET: NonZeroU64 = NonZeroU64::new(20_000_000).unwrap();

/// Something to do.
pub enum ModelJob {
    /// This is what the text is now.
    Update(SharedText),
    /// Nobody looks at this text any more.
    Close(String),
    /// What is at this byte?
    Hover {
        /// The text.
        snapshot: SharedText,
        /// Where.
        byte: usize,
        /// Who asks.
        reply: Sender<Option<(Span, String)>>,
    },
}

/// The loops of a function.
#[derive(Debug)]
pub struct FunctionLoops {
    /// The text.
    pub snapshot: SharedText,
    /// The function.
    pub func: String,
    /// Its loops; places are in this text.
    pub loops: Vec<LoopFact>,
}

/// A function that was modelled.
struct ModelledFunction {
    /// The text that it was in: places of the model are in that.
    snapshot: SharedText,
    func: SnapshotFunc,
    model: Result<Scop, String>,
    deps: Option<Result<Dependences, String>>,
    loops: Option<Vec<LoopFact>>,
}

/// What is made of a function, one after the other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Model,
    Dependences,
    Loops,
}

/// What is known and what is to be done.
struct Bench {
    known: HashMap<(String, String), ModelledFunction>,
    pending: VecDeque<(SharedText, SnapshotFunc, Stage)>,
    events: Sender<Event>,
}

/// Does jobs until nobody gives any.
pub fn run(jobs: &Receiver<ModelJob>, events: Sender<Event>) {
    let mut bench = Bench {
        known: HashMap::new(),
        pending: VecDeque::new(),
        events,
    };
    loop {
        let job = match bench.pending.is_empty() {
            true => jobs.recv().ok(),
            false => match jobs.try_recv() {
                Ok(job) => Some(job),
                Err(crossbeam_channel::TryRecvError::Empty) => {
                    bench.step();
                    continue;
                }
                Err(crossbeam_channel::TryRecvError::Disconnected) => None,
            },
        };
        let Some(job) = job else { return };
        bench.take(job);
    }
}

impl Bench {
    fn take(&mut self, job: ModelJob) {
        match job {
            ModelJob::Update(snapshot) => self.update(&snapshot),
            ModelJob::Close(uri) => self.forget(&uri, &[]),
            ModelJob::Hover { snapshot, byte, reply } => {
                let answer = guarded("while it looked at a place", || self.hover(&snapshot, byte));
                let answer = answer.unwrap_or_else(|bug| {
                    self.log(bug);
                    None
                });
                // Who asked may be gone.
                let _ = reply.send(answer);
            }
        }
    }

    fn log(&self, text: String) {
        let _ = self.events.send(Event::Log(text));
    }

    /// Forgets functions of a text but for some.
    fn forget(&mut self, uri: &str, but: &[SnapshotFunc]) {
        self.pending.retain(|(snapshot, ..)| snapshot.uri.as_str() != uri);
        self.known
            .retain(|(of, path), _| of != uri || but.iter().any(|func| func.path == *path));
    }

    fn update(&mut self, snapshot: &SharedText) {
        self.forget(snapshot.uri.as_str(), &snapshot.functions);
        // All models first: they answer most of what is asked.
        for func in &snapshot.functions {
            self.pending
                .push_back((SharedText::clone(snapshot), func.clone(), Stage::Model));
        }
        for func in &snapshot.functions {
            for stage in [Stage::Dependences, Stage::Loops] {
                self.pending
                    .push_back((SharedText::clone(snapshot), func.clone(), stage));
            }
        }
    }

    /// Makes one thing of a function that waits for it.
    fn step(&mut self) {
        let Some((snapshot, func, stage)) = self.pending.pop_front() else {
            return;
        };
        let done = guarded("while it made a model", || {
            let known = self.known(&snapshot, &func)?;
            match stage {
                Stage::Model => None,
                Stage::Dependences => {
                    known.depend();
                    None
                }
                Stage::Loops => known.loops(&snapshot, &func),
            }
        });
        match done {
            Ok(Some(loops)) => {
                let _ = self.events.send(Event::Loops(loops));
            }
            Ok(None) => {}
            Err(bug) => self.log(bug),
        }
    }

    /// What is known of a function, which is modelled if it was not.
    fn known(&mut self, snapshot: &SharedText, func: &SnapshotFunc) -> Option<&mut ModelledFunction> {
        let at = (snapshot.uri.as_str().to_owned(), func.path.clone());
        if self.known.get(&at).is_none_or(|known| known.func.key != func.key) {
            let program = snapshot.program.as_ref()?;
            let given = Given {
                func: Some(func.path.clone()),
                budget: BUDGET.get(),
                ..Given::default()
            };
            let mut messages = Messages::default();
            let found = functions(&mut messages, program, &given, Models::Bounds).ok();
            let model = match found.and_then(|all| all.into_iter().next()) {
                Some(function) => function.model.map_err(|refusal| refusal.diagnostic.message),
                None => Err(messages.to_string()),
            };
            let known = ModelledFunction {
                snapshot: SharedText::clone(snapshot),
                func: func.clone(),
                model,
                deps: None,
                loops: None,
            };
            self.known.insert(at.clone(), known);
        }
        self.known.get_mut(&at)
    }

    fn hover(&mut self, snapshot: &SharedText, byte: usize) -> Option<(Span, String)> {
        let func = snapshot.function_at(byte)?.clone();
        let known = self.known(snapshot, &func)?;
        // The function may have moved since it was modelled.
        let (then, now) = (known.func.span.start, func.span.start);
        let old = (byte + then as usize).checked_sub(now as usize)?;
        let (span, text) = known.at(old)?;
        Some((span_from(span, then, now), text))
    }
}

/// A span of a text in which everything was moved.
fn span_from(span: Span, then: u32, now: u32) -> Span {
    let moved = |at: u32| (at + now).saturating_sub(then) as usize;
    match span.is_none() {
        true => span,
        false => Span::new(moved(span.start), moved(span.end)),
    }
}

/// A question to isl, within what an editor has patience for.
fn within<T>(ctx: &Ctx, question: impl FnOnce() -> polyvet_poly::Result<T>) -> Result<T, String> {
    let said = |error: PolyError| match error.is_budget() {
        true => "this takes too long for an editor; `polyvet deps` may take longer".to_owned(),
        false => error.to_string(),
    };
    ctx.within(BUDGET, None, question).map_err(said)
}

impl ModelledFunction {
    fn depend(&mut self) {
        if let (Ok(scop), None) = (&self.model, &self.deps) {
            self.deps = Some(within(&scop.ctx, || memory_based(scop)));
        }
    }

    fn origin(&self) -> Option<FactOrigin<'_>> {
        Some(self.snapshot.program.as_ref()?.origin())
    }

    fn at(&self, byte: usize) -> Option<(Span, String)> {
        let module = self.snapshot.program.as_ref()?.module()?;
        let scop = match &self.model {
            Ok(scop) => scop,
            Err(why) => return Some((module.op(self.func.op).name_span, format!("no model: {why}"))),
        };
        let facts = Facts {
            module,
            scop,
            deps: self.deps.as_ref().and_then(|deps| deps.as_ref().ok()),
            loops: self.loops.as_deref(),
            origin: self.origin()?,
        };
        match within(&scop.ctx, || facts.at(self.func.op, byte)) {
            Ok(found) => found,
            Err(why) => Some((module.op(self.func.op).name_span, why)),
        }
    }

    /// The loops, at their places in `snapshot`.
    fn loops(&mut self, snapshot: &SharedText, func: &SnapshotFunc) -> Option<FunctionLoops> {
        if self.loops.is_none() {
            let module = self.snapshot.program.as_ref()?.module()?;
            let origin = self.origin()?;
            let found = match (&self.model, &self.deps) {
                (Ok(scop), Some(Ok(deps))) => within(&scop.ctx, || loops(module, scop, deps, &origin)).ok(),
                _ => None,
            };
            self.loops = Some(found.unwrap_or_default());
        }
        let (then, now) = (self.func.span.start, func.span.start);
        let moved = |one: LoopFact| LoopFact {
            span: span_from(one.span, then, now),
            ..one
        };
        Some(FunctionLoops {
            snapshot: SharedText::clone(snapshot),
            func: func.path.clone(),
            loops: self.loops.clone().unwrap_or_default().into_iter().map(moved).collect(),
        })
    }
}
