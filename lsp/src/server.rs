//! The main thread: texts come in, answers go out.

use crate::checks::{self, CheckedComment, CommentAnswer};
use crate::facts::LoopFact;
use crate::models::{self, FunctionLoops};
use crate::snapshot::{Snapshot, holds};
use crate::text::{Encoding, LineText};
use crate::{Event, PATIENCE, STACK_BYTES, SharedText, guarded, show};
use crossbeam_channel::{Receiver, Sender, bounded, select, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, LogMessage, Notification as _,
    PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{
    CodeActionRequest, CodeLensRefresh, CodeLensRequest, ExecuteCommand, HoverRequest, InlayHintRefreshRequest,
    InlayHintRequest, Request as _,
};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionOrCommand, CodeActionParams, CodeActionProviderCapability,
    CodeLensOptions, CodeLensParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, ExecuteCommandOptions, ExecuteCommandParams, HoverParams, HoverProviderCapability,
    InitializeParams, InlayHintParams, LogMessageParams, MessageType, OneOf, PublishDiagnosticsParams,
    ServerCapabilities, ShowMessageParams, TextDocumentSyncCapability, TextDocumentSyncKind, Uri,
};
use polyvet_ir::Span;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;

/// A text that is open.
struct OpenDocument {
    snapshot: SharedText,
    /// By number of the comment.
    answers: HashMap<usize, Arc<CommentAnswer>>,
    /// By function; places are in the text.
    loops: HashMap<String, Vec<LoopFact>>,
}

/// What the editor can be asked to ask again.
#[derive(Clone, Copy, Default)]
struct Refresh {
    hints: bool,
    lenses: bool,
}

struct Server<'c> {
    sender: &'c Sender<Message>,
    encoding: Encoding,
    refresh: Refresh,
    documents: HashMap<String, OpenDocument>,
    models: Sender<models::ModelJob>,
    checks: Sender<checks::CommentJob>,
    /// Number of the next request to the editor.
    next: i32,
}

/// Serves until the editor says `exit` or is gone.
pub fn run(connection: &Connection) -> Result<(), String> {
    let (encoding, refresh) = match initialize(connection) {
        Ok(Some(agreed)) => agreed,
        Ok(None) => return Ok(()),
        Err(error) => return Err(error),
    };
    let (models, model_jobs) = unbounded();
    let (checks, check_jobs) = unbounded();
    let (events, found) = unbounded();
    let own = events.clone();
    // They end when nobody gives them jobs; nobody waits for that, for one may be at a long question.
    start("models", move || models::run(&model_jobs, own))?;
    start("checks", move || checks::run(&check_jobs, &events))?;
    let mut server = Server {
        sender: &connection.sender,
        encoding,
        refresh,
        documents: HashMap::new(),
        models,
        checks,
        next: 0,
    };
    server.serve(&connection.receiver, &found)
}

fn start(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), String> {
    let builder = std::thread::Builder::new()
        .name(name.to_owned())
        .stack_size(STACK_BYTES);
    let started = builder.spawn(work);
    started
        .map(drop)
        .map_err(|error| format!("cannot start a thread: {error}"))
}

/// What the editor can do; none if it is gone before it says so.
fn greeting(connection: &Connection) -> Result<Option<(RequestId, InitializeParams)>, String> {
    loop {
        let (id, given) = match connection.initialize_start() {
            Ok(found) => found,
            Err(error) if error.channel_is_disconnected() => return Ok(None),
            Err(error) => return Err(error.to_string()),
        };
        match params(given) {
            Ok(read) => return Ok(Some((id, read))),
            // It may try again.
            Err(error) => {
                let refused = Response::new_err(id, ErrorCode::InvalidParams as i32, error);
                let _ = connection.sender.send(refused.into());
            }
        }
    }
}

/// Agrees with the editor; none if it is gone before.
fn initialize(connection: &Connection) -> Result<Option<(Encoding, Refresh)>, String> {
    let Some((id, params)) = greeting(connection)? else {
        return Ok(None);
    };
    let general = params.capabilities.general.unwrap_or_default();
    let encoding = Encoding::of(&general.position_encodings.unwrap_or_default());
    let workspace = params.capabilities.workspace.unwrap_or_default();
    let refresh = Refresh {
        hints: workspace
            .inlay_hint
            .and_then(|one| one.refresh_support)
            .unwrap_or(false),
        lenses: workspace.code_lens.and_then(|one| one.refresh_support).unwrap_or(false),
    };
    let answer = serde_json::json!({
        "capabilities": capabilities(encoding),
        "serverInfo": { "name": "polyvet", "version": env!("CARGO_PKG_VERSION") },
    });
    match connection.initialize_finish(id, answer) {
        Ok(()) => Ok(Some((encoding, refresh))),
        Err(error) if error.channel_is_disconnected() => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

fn capabilities(encoding: Encoding) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        inlay_hint_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![show::SHOW.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

impl Server<'_> {
    fn serve(&mut self, editor: &Receiver<Message>, found: &Receiver<Event>) -> Result<(), String> {
        let mut shut_down = false;
        loop {
            select! {
                recv(editor) -> message => match message {
                    Err(_) => return Ok(()),
                    Ok(Message::Notification(one)) if one.method == "exit" => {
                        return match shut_down {
                            true => Ok(()),
                            false => Err("the editor said `exit` before `shutdown`".to_owned()),
                        };
                    }
                    Ok(Message::Request(request)) if request.method == "shutdown" => {
                        shut_down = true;
                        self.send(Response::new_ok(request.id, ()));
                    }
                    Ok(Message::Request(request)) if shut_down => {
                        let text = "the server was shut down".to_owned();
                        self.send(Response::new_err(request.id, ErrorCode::InvalidRequest as i32, text));
                    }
                    Ok(message) => self.take(message),
                },
                recv(found) -> event => if let Ok(event) = event {
                    self.found(event);
                },
            }
        }
    }

    fn send(&self, message: impl Into<Message>) {
        // An editor that is gone hears nothing; its stream says so.
        let _ = self.sender.send(message.into());
    }

    fn notify(&self, method: &str, params: impl Serialize) {
        self.send(Notification::new(method.to_owned(), params));
    }

    fn log(&self, message: String) {
        let typ = MessageType::ERROR;
        self.notify(LogMessage::METHOD, LogMessageParams { typ, message });
    }

    /// Asks the editor to ask again.
    fn ask_again(&mut self, method: &str) {
        self.next += 1;
        let id = RequestId::from(format!("polyvet-{}", self.next));
        self.send(Request::new(id, method.to_owned(), Value::Null));
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Request(request) => {
                let id = request.id.clone();
                let answer = guarded("while it answered", || self.answer(request));
                let response = match answer {
                    Ok(Ok(value)) => Response::new_ok(id, value),
                    Ok(Err((code, text))) => Response::new_err(id, code as i32, text),
                    Err(bug) => {
                        self.log(bug.clone());
                        Response::new_err(id, ErrorCode::InternalError as i32, bug)
                    }
                };
                self.send(response);
            }
            Message::Notification(notification) => {
                let method = notification.method.clone();
                match guarded("while it read a text", || self.hear(notification)) {
                    Ok(Ok(())) => {}
                    Ok(Err(error)) => self.log(format!("`{method}`: {error}")),
                    Err(bug) => self.log(bug),
                }
            }
            // Answers to what it was asked to do again.
            Message::Response(_) => {}
        }
    }

    fn hear(&mut self, notification: Notification) -> Result<(), String> {
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                let DidOpenTextDocumentParams { text_document: opened } = params(notification.params)?;
                self.update(opened.uri, opened.version, opened.text);
            }
            DidChangeTextDocument::METHOD => {
                let DidChangeTextDocumentParams {
                    text_document,
                    content_changes,
                } = params(notification.params)?;
                // Each change is a whole text, as was agreed.
                if let Some(last) = content_changes.into_iter().last() {
                    self.update(text_document.uri, text_document.version, last.text);
                }
            }
            DidCloseTextDocument::METHOD => {
                let DidCloseTextDocumentParams { text_document } = params(notification.params)?;
                self.close(text_document.uri);
            }
            _ => {}
        }
        Ok(())
    }

    fn update(&mut self, uri: Uri, version: i32, text: String) {
        let text = LineText::new(text, self.encoding);
        let unread = (uri.clone(), text.clone());
        let read = guarded("while it read a text", || Snapshot::new(uri, version, text));
        let snapshot = SharedText::new(read.unwrap_or_else(|bug| {
            self.log(bug);
            Snapshot::unread(unread.0, version, unread.1)
        }));
        let document = OpenDocument {
            snapshot: SharedText::clone(&snapshot),
            answers: HashMap::new(),
            loops: HashMap::new(),
        };
        self.publish(&document);
        self.documents.insert(snapshot.uri.as_str().to_owned(), document);
        // The threads live as long as the server.
        let _ = self.models.send(models::ModelJob::Update(SharedText::clone(&snapshot)));
        let _ = self.checks.send(checks::CommentJob::Update(snapshot));
    }

    fn close(&mut self, uri: Uri) {
        let name = uri.as_str().to_owned();
        self.documents.remove(&name);
        let _ = self.models.send(models::ModelJob::Close(name.clone()));
        let _ = self.checks.send(checks::CommentJob::Close(name));
        let gone = PublishDiagnosticsParams::new(uri, Vec::new(), None);
        self.notify(PublishDiagnostics::METHOD, gone);
    }

    /// Everything that is known to be wrong with a text.
    fn publish(&self, document: &OpenDocument) {
        let snapshot = &document.snapshot;
        let mut all: Vec<_> = { snapshot.messages.iter() }
            .map(|message| show::message(snapshot, message))
            .collect();
        let loops = document.loops.values().flatten();
        all.extend(loops.filter_map(|one| show::wrong_claim(snapshot, one)));
        for (number, asked) in snapshot.asked.iter().enumerate() {
            if let Some(answer) = document.answers.get(&number) {
                all.extend(show::answer(snapshot, asked, answer));
            }
        }
        let params = PublishDiagnosticsParams::new(snapshot.uri.clone(), all, Some(snapshot.version));
        self.notify(PublishDiagnostics::METHOD, params);
    }

    fn found(&mut self, event: Event) {
        match event {
            Event::Log(text) => self.log(text),
            Event::Loops(FunctionLoops { snapshot, func, loops }) => {
                let wrong = loops.iter().any(|one| one.result.claim_holds == Some(false));
                if self.keep(&snapshot, wrong, |document| {
                    document.loops.insert(func, loops);
                }) && self.refresh.hints
                {
                    self.ask_again(InlayHintRefreshRequest::METHOD);
                }
            }
            Event::Checked(CheckedComment {
                snapshot,
                number,
                answer,
            }) => {
                if self.keep(&snapshot, true, |document| {
                    document.answers.insert(number, answer);
                }) && self.refresh.lenses
                {
                    self.ask_again(CodeLensRefresh::METHOD);
                }
            }
        }
    }

    /// Keeps what was found if it is about what is open now, and publishes it if there is something to tell.
    fn keep(&mut self, about: &SharedText, tell: bool, keep: impl FnOnce(&mut OpenDocument)) -> bool {
        let Some(document) = self.documents.get_mut(about.uri.as_str()) else {
            return false;
        };
        if !SharedText::ptr_eq(&document.snapshot, about) {
            return false;
        }
        keep(document);
        if let (true, Some(document)) = (tell, self.documents.get(about.uri.as_str())) {
            self.publish(document);
        }
        true
    }

    fn answer(&mut self, request: Request) -> Result<Value, (ErrorCode, String)> {
        let given = request.params;
        let bad = |error: String| (ErrorCode::InvalidParams, error);
        match request.method.as_str() {
            HoverRequest::METHOD => value(self.hover(&params(given).map_err(bad)?)),
            CodeLensRequest::METHOD => value(self.lenses(&params(given).map_err(bad)?)),
            InlayHintRequest::METHOD => value(self.hints(&params(given).map_err(bad)?)),
            CodeActionRequest::METHOD => value(self.actions(&params(given).map_err(bad)?)),
            ExecuteCommand::METHOD => {
                self.execute(&params(given).map_err(bad)?);
                Ok(Value::Null)
            }
            other => Err((ErrorCode::MethodNotFound, format!("`{other}` is not known here"))),
        }
    }

    fn document(&self, uri: &Uri) -> Option<&OpenDocument> {
        self.documents.get(uri.as_str())
    }

    fn hover(&self, asked: &HoverParams) -> Option<lsp_types::Hover> {
        let at = &asked.text_document_position_params;
        let document = self.document(&at.text_document.uri)?;
        let snapshot = &document.snapshot;
        let byte = snapshot.text.byte(at.position);
        if let Some((number, comment)) = { snapshot.asked.iter().enumerate() }.find(|(_, one)| holds(one.span, byte)) {
            let answer = document.answers.get(&number)?;
            return Some(show::hover(snapshot, comment.span, show::verdicts(answer)));
        }
        snapshot.function_at(byte)?;
        let (reply, answer) = bounded(1);
        let job = models::ModelJob::Hover {
            snapshot: SharedText::clone(snapshot),
            byte,
            reply,
        };
        self.models.send(job).ok()?;
        let (span, text) = match answer.recv_timeout(PATIENCE) {
            Ok(found) => found?,
            // It is made all the same, for when it is asked again.
            Err(_) => (Span::NONE, "the model is not there yet".to_owned()),
        };
        Some(show::hover(snapshot, span, text))
    }

    fn lenses(&self, asked: &CodeLensParams) -> Vec<lsp_types::CodeLens> {
        let Some(document) = self.document(&asked.text_document.uri) else {
            return Vec::new();
        };
        let numbers = 0..document.snapshot.asked.len();
        let of = |number| {
            show::lenses(
                &document.snapshot,
                number,
                document.answers.get(&number).map(|one| &**one),
            )
        };
        numbers.flat_map(of).collect()
    }

    fn hints(&self, asked: &InlayHintParams) -> Vec<lsp_types::InlayHint> {
        let Some(document) = self.document(&asked.text_document.uri) else {
            return Vec::new();
        };
        let loops = document.loops.values();
        let hints = loops.flat_map(|loops| show::hints(&document.snapshot, loops));
        let inside =
            |hint: &lsp_types::InlayHint| asked.range.start <= hint.position && hint.position <= asked.range.end;
        let mut hints: Vec<_> = hints.filter(inside).collect();
        hints.sort_by_key(|hint| hint.position);
        hints
    }

    fn actions(&self, asked: &CodeActionParams) -> Vec<CodeActionOrCommand> {
        let Some(document) = self.document(&asked.text_document.uri) else {
            return Vec::new();
        };
        let snapshot = &document.snapshot;
        let (start, end) = (
            snapshot.text.byte(asked.range.start),
            snapshot.text.byte(asked.range.end),
        );
        let comments = snapshot.asked.iter().enumerate();
        let meant = comments.filter(|(_, one)| one.span.start as usize <= end && start <= one.span.end as usize);
        let actions = meant.filter_map(|(number, one)| {
            let answer = document.answers.get(&number)?;
            Some(show::actions(snapshot, one, answer))
        });
        actions.flatten().map(CodeActionOrCommand::CodeAction).collect()
    }

    /// Shows a verdict whole.
    fn execute(&self, asked: &ExecuteCommandParams) {
        let [uri, number, at] = &asked.arguments[..] else {
            return;
        };
        let index = |value: &Value| usize::try_from(value.as_u64()?).ok();
        let found = || {
            let document = self.documents.get(uri.as_str()?)?;
            let answer = document.answers.get(&index(number)?)?;
            Some(answer.judged.get(index(at)?)?.text.clone())
        };
        if let Some(message) = found().filter(|_| asked.command == show::SHOW) {
            let typ = MessageType::INFO;
            self.notify(ShowMessage::METHOD, ShowMessageParams { typ, message });
        }
    }
}

fn params<P: DeserializeOwned>(params: Value) -> Result<P, String> {
    serde_json::from_value(params).map_err(|error| error.to_string())
}

fn value(answer: impl Serialize) -> Result<Value, (ErrorCode, String)> {
    serde_json::to_value(answer).map_err(|error| (ErrorCode::InternalError, error.to_string()))
}
