//! `polyvet lsp`, driven over its standard input and output as an editor does.

use crate::common::STENCIL;
use crossbeam_channel::{Receiver, unbounded};
use lsp_server::{Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};
use std::io::BufReader;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

const URI: &str = "file:///nowhere/a%20b.mlir";
/// No answer takes as long, however loaded the machine is.
const LONG: Duration = Duration::from_secs(120);

struct Editor {
    child: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Message>,
    /// What was said without being asked.
    heard: Vec<(String, Value)>,
    next: i32,
    capabilities: Value,
}

impl Editor {
    fn start(capabilities: Value) -> Editor {
        let mut child = Command::new(env!("CARGO_BIN_EXE_polyvet"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server");
        let (sender, messages) = unbounded();
        let mut stdout = BufReader::new(child.stdout.take().expect("its output"));
        std::thread::spawn(move || {
            while let Ok(Some(message)) = Message::read(&mut stdout) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut editor = Editor {
            stdin: child.stdin.take(),
            child,
            messages,
            heard: Vec::new(),
            next: 0,
            capabilities: Value::Null,
        };
        editor.capabilities = editor.ask("initialize", json!({ "capabilities": capabilities }))["capabilities"].clone();
        editor.tell("initialized", json!({}));
        editor
    }

    fn send(&mut self, message: &Message) {
        message
            .write(self.stdin.as_mut().expect("its input"))
            .expect("the server listens");
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&Message::Notification(Notification::new(method.to_owned(), params)));
    }

    fn respond(&mut self, method: &str, params: Value) -> Response {
        self.next += 1;
        let id = RequestId::from(self.next);
        self.send(&Message::Request(Request::new(id.clone(), method.to_owned(), params)));
        loop {
            match self.hear() {
                Message::Response(response) if response.id == id => return response,
                _ => {}
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let response = self.respond(method, params);
        response
            .response_result
            .unwrap_or_else(|error| panic!("`{method}`: {}", error.message))
    }

    fn hear(&mut self) -> Message {
        let message = self.messages.recv_timeout(LONG).expect("the server says something");
        match &message {
            Message::Notification(one) => self.heard.push((one.method.clone(), one.params.clone())),
            Message::Request(one) => self.heard.push((one.method.clone(), Value::Null)),
            Message::Response(_) => {}
        }
        message
    }

    fn open(&mut self, text: &str) {
        let document = json!({ "uri": URI, "languageId": "mlir", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&mut self, version: i32, text: &str) {
        let params =
            json!({ "textDocument": { "uri": URI, "version": version }, "contentChanges": [{ "text": text }] });
        self.tell("textDocument/didChange", params);
    }

    /// Waits until the diagnostics of a version are as wanted.
    fn diagnostics(&mut self, version: i32, wanted: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let start = Instant::now();
        loop {
            let said = self
                .heard
                .iter()
                .rev()
                .find(|(method, _)| method == "textDocument/publishDiagnostics");
            if let Some((_, params)) = said.filter(|(_, params)| params["version"] == version) {
                let all = params["diagnostics"].as_array().expect("diagnostics");
                if wanted(all) {
                    return all.clone();
                }
                assert!(start.elapsed() < LONG, "{all:?}");
            }
            self.hear();
        }
    }

    /// What is at the last place of `word` in `text`.
    fn hover(&mut self, text: &str, word: &str) -> String {
        let at = text.rfind(word).unwrap_or_else(|| panic!("no `{word}`"));
        let line = text[..at].matches('\n').count();
        let character = at - text[..at].rfind('\n').map_or(0, |end| end + 1);
        let position = json!({ "line": line, "character": character });
        let params = json!({ "textDocument": { "uri": URI }, "position": position });
        let answer = self.ask("textDocument/hover", params);
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// The same once the model is there.
    fn hover_at_last(&mut self, text: &str, word: &str) -> String {
        let start = Instant::now();
        loop {
            let shown = self.hover(text, word);
            if !shown.contains("not there yet") {
                return shown;
            }
            assert!(start.elapsed() < LONG);
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn of_document(&mut self, method: &str) -> Vec<Value> {
        let everything = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 100_000, "character": 0 } });
        let params = json!({ "textDocument": { "uri": URI }, "range": everything, "context": { "diagnostics": [] } });
        self.ask(method, params).as_array().expect("a list").clone()
    }

    /// Ends it properly; it must have said nothing of bugs.
    fn quit(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        let status = self.child.wait().expect("it ends");
        assert!(status.success(), "{status}");
        let bugs: Vec<_> = self
            .heard
            .iter()
            .filter(|(method, _)| method == "window/logMessage")
            .collect();
        assert!(bugs.is_empty(), "{bugs:?}");
    }
}

/// The stencil with a comment in it that asks.
fn asking(script: &str) -> String {
    let head = "func.func @stencil(";
    assert!(STENCIL.contains(head));
    STENCIL.replace(head, &format!("// polyvet: check {script}\n{head}"))
}

fn codes(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics.iter().filter_map(|one| one["code"].as_str()).collect()
}

#[test]
fn errors_appear_and_go_while_one_types() {
    let mut editor = Editor::start(json!({}));
    let wrong = STENCIL.replace("affine.store %mean", "affine.stor %mean");
    editor.open(&wrong);
    let found = editor.diagnostics(1, |all| !all.is_empty());
    let line = wrong
        .lines()
        .position(|line| line.contains("affine.stor "))
        .expect("the line");
    assert_eq!(found[0]["range"]["start"]["line"], line);
    assert_eq!(found[0]["severity"], 1);
    editor.change(2, STENCIL);
    editor.diagnostics(2, <[Value]>::is_empty);
    editor.quit();
}

#[test]
fn a_comment_is_answered_at_its_place() {
    let mut editor = Editor::start(json!({}));
    let text = asking("tile(t=4, i=4)");
    editor.open(&text);
    let found = editor.diagnostics(1, |all| codes(all).contains(&"order-raw"));
    let refuted = &found[0];
    let message = refuted["message"].as_str().expect("text");
    assert!(
        message.starts_with("refuted: @stencil") && message.contains("this is proved"),
        "{message}"
    );
    // The program is beside it.
    assert!(!message.contains(" | "), "{message}");
    let asked = text
        .lines()
        .position(|line| line.contains("polyvet: check"))
        .expect("the comment");
    assert_eq!(refuted["range"]["start"]["line"], asked);
    let read = text
        .lines()
        .position(|line| line.contains("%right = affine.load"))
        .expect("the read");
    let related = refuted["relatedInformation"].as_array().expect("places");
    assert!(
        related
            .iter()
            .any(|place| place["location"]["range"]["start"]["line"] == read),
        "{related:?}"
    );

    let lenses = editor.of_document("textDocument/codeLens");
    assert_eq!(lenses[0]["command"]["title"], "refuted: see witness");
    let run = json!({ "command": "polyvet.show", "arguments": lenses[0]["command"]["arguments"] });
    editor.ask("workspace/executeCommand", run);
    let shown = editor
        .heard
        .iter()
        .find(|(method, _)| method == "window/showMessage")
        .expect("a message");
    assert!(
        shown.1["message"]
            .as_str()
            .expect("text")
            .contains("replayed with n=6, steps=2")
    );
    assert!(editor.hover(&text, "tile(t=4").contains("replayed with"));

    // What it proposes is proved when it is put in.
    let actions = editor.of_document("textDocument/codeAction");
    let edit = &actions[0]["edit"]["changes"][URI][0];
    let script = edit["newText"].as_str().expect("a script").to_owned();
    assert_eq!(edit["range"], refuted["range"]);
    editor.change(2, &asking(&script));
    editor.diagnostics(2, <[Value]>::is_empty);
    let start = Instant::now();
    while editor.of_document("textDocument/codeLens")[0]["command"]["title"] != "proved (bitwise)" {
        assert!(start.elapsed() < LONG);
        std::thread::sleep(Duration::from_millis(20));
    }
    editor.quit();
}

#[test]
fn comments_that_make_no_sense_are_told_at_their_places() {
    let mut editor = Editor::start(json!({}));
    editor.open(&asking("tile(q=4)"));
    let found = editor.diagnostics(1, |all| codes(all).contains(&"unknown-loop"));
    let text = asking("tile(q=4)");
    let comment = text
        .lines()
        .position(|line| line.contains("polyvet: check"))
        .expect("the comment");
    assert_eq!(
        found[0]["range"]["start"],
        json!({ "line": comment, "character": "// polyvet: check tile(".len() })
    );
    editor.change(
        2,
        &STENCIL.replace("func.func", "// polyvet: presume n >= 1\nfunc.func"),
    );
    editor.diagnostics(2, |all| codes(all) == ["unknown-directive"]);
    editor.quit();
}

#[test]
fn hover_says_what_is_touched() {
    let mut editor = Editor::start(json!({}));
    editor.open(STENCIL);
    let read = editor.hover_at_last(STENCIL, "affine.load %A[%i + 1]");
    for wanted in [
        "S0[t, i] -> A[1 + i]",
        "elements",
        "`S0` (line 18)",
        "distance (>=1, -1) in (t, i), carried by t",
    ] {
        let start = Instant::now();
        // Dependences come after the model.
        while !editor.hover(STENCIL, "affine.load %A[%i + 1]").contains(wanted) {
            assert!(start.elapsed() < LONG, "no {wanted} in {read}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    let outer = editor.hover(STENCIL, "affine.for %t");
    assert!(outer.contains("loop `t`: sequential"), "{outer}");
    let func = editor.hover(STENCIL, "func.func");
    assert!(
        func.contains("1 statement, 2 loops") && func.contains("parameter `n`"),
        "{func}"
    );
    // Lines above a function move what is known of it.
    let moved = format!("\n\n{STENCIL}");
    editor.change(2, &moved);
    assert!(
        editor
            .hover_at_last(&moved, "affine.load %A[%i + 1]")
            .contains("A[1 + i]")
    );
    editor.quit();
}

#[test]
fn loops_have_their_types() {
    let refresh =
        json!({ "workspace": { "inlayHint": { "refreshSupport": true }, "codeLens": { "refreshSupport": true } } });
    let mut editor = Editor::start(refresh);
    let text = "func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.parallel (%i) = (0) to (%n) {
    %a = affine.load %B[0] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  affine.for %j = 0 to %n {
    %a = affine.load %A[%j] : memref<?xf32>
    affine.store %a, %A[%j] : memref<?xf32>
  }
  return
}
";
    editor.open(text);
    // The claim of the first loop is wrong, and that is said without being asked.
    let found = editor.diagnostics(1, |all| !all.is_empty());
    assert_eq!(codes(&found), ["wrong-iterator-type"]);
    let hints = editor.of_document("textDocument/inlayHint");
    let labels: Vec<_> = hints.iter().map(|hint| hint["label"].as_str().expect("text")).collect();
    assert_eq!(labels, [": sequential", ": parallel"]);
    assert_eq!(
        hints[1]["position"],
        json!({ "line": 5, "character": "  affine.for".len() })
    );
    while !editor
        .heard
        .iter()
        .any(|(method, _)| method == "workspace/inlayHint/refresh")
    {
        editor.hear();
    }
    editor.quit();
}

#[test]
fn positions_are_counted_as_agreed() {
    let before = "\"t.o\"() {x = \"ä𝄞\", y = ";
    for (offered, wanted, units) in [
        (json!(["utf-8", "utf-16"]), "utf-8", before.len()),
        (json!(["utf-16"]), "utf-16", before.encode_utf16().count()),
    ] {
        let mut editor = Editor::start(json!({ "general": { "positionEncodings": offered } }));
        assert_eq!(editor.capabilities["positionEncoding"], wanted);
        editor.open(&format!("{before}}} : () -> ()\n"));
        let found = editor.diagnostics(1, |all| !all.is_empty());
        assert_eq!(
            found[0]["range"]["start"],
            json!({ "line": 0, "character": units }),
            "{found:?}"
        );
        editor.quit();
    }
}

#[test]
fn nonsense_is_answered_and_ends_nothing() {
    let mut editor = Editor::start(json!({}));
    assert!(editor.respond("no/such/method", Value::Null).response_result.is_err());
    assert!(
        editor
            .respond("textDocument/hover", json!({ "position": 1 }))
            .response_result
            .is_err()
    );
    // A text that is not open, and places that are nowhere.
    let nowhere = json!({ "textDocument": { "uri": "file:///x.mlir" }, "position": { "line": 9, "character": 9 } });
    assert_eq!(editor.ask("textDocument/hover", nowhere), Value::Null);
    editor.ask(
        "workspace/executeCommand",
        json!({ "command": "rm", "arguments": [1, 2, 3] }),
    );
    for text in [
        "",
        "\0",
        "{",
        "func.func @f(",
        "builtin.module {",
        "{\"domain\": 1}",
        &"(".repeat(100_000),
    ] {
        editor.open(text);
    }
    editor.open(STENCIL);
    let beyond = json!({ "textDocument": { "uri": URI }, "position": { "line": 9_999, "character": 9_999 } });
    editor.ask("textDocument/hover", beyond);
    assert!(editor.hover_at_last(STENCIL, "affine.load").contains("A["));
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    editor.quit();
}

#[test]
fn an_editor_that_is_gone_is_no_error_and_nonsense_is_one() {
    for (input, good) in [
        ("", true),
        ("GET / HTTP/1.1\r\n\r\n", false),
        ("Content-Length: 99999999999999\r\n\r\n{}", false),
        ("Content-Length: 5\r\n\r\n{", false),
    ] {
        let run = crate::common::polyvet(&["lsp"], input);
        assert_eq!(run.exit.code() == 0, good, "{input:?}: {}", run.stderr);
        assert_eq!(run.stderr.is_empty(), good);
        assert_eq!(run.stdout, "");
    }
}

#[test]
fn what_is_no_message_is_told_and_the_next_one_is_read() {
    let framed = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
    let deep = "[".repeat(100_000);
    let said = |text: &str| {
        let initialize = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
        let input = framed(text) + &framed(initialize);
        let run = crate::common::polyvet(&["lsp"], &input);
        assert_eq!((run.exit.code(), &*run.stderr), (0, ""), "{text:?}");
        assert!(run.stdout.contains("serverInfo"), "{text:?}: {}", run.stdout);
        run.stdout
    };
    for text in ["hello", "{\"method\":", "[1, 2]", &deep] {
        let said = said(text);
        assert!(
            said.contains("window/logMessage") && said.contains("is no message"),
            "{said}"
        );
    }
    assert!(said(r#"{"id":7,"meth":1}"#).contains(r#""id":7"#));
    // What an editor begins with may be wrong itself.
    let wrong = r#"{"jsonrpc":"2.0","id":3,"method":"initialize","params":[1]}"#;
    assert!(said(wrong).contains("-32602"));
}
