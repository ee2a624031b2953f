//! The two streams of an editor: frames of bytes, and messages in them.
//!
//! What is framed well and makes no sense is answered, and the next message is read; only where nobody knows any more
//! where a message begins does the server end.

use crossbeam_channel::{Receiver, Sender};
use lsp_server::{ErrorCode, Message, Notification, RequestId, Response};
use serde_json::{Value, json};
use std::io::{BufRead, Read, Write};

/// No editor sends more at once: texts are refused long before.
const MESSAGE_BYTES_MAX: u64 = 256 << 20;
/// Of a line of a header.
const LINE_BYTES_MAX: u64 = 1 << 12;
/// What is shown of a message that makes no sense.
const SHOWN_BYTES: usize = 100;

/// Reads until `exit`, or until the stream or the server ends.
pub fn read(input: &mut dyn BufRead, to_server: &Sender<Message>, to_editor: &Sender<Message>) -> Result<(), String> {
    while let Some(bytes) = frame(input).map_err(|error| format!("cannot read a message: {error}"))? {
        let message = match serde_json::from_slice::<Message>(&bytes) {
            Ok(message) => message,
            Err(error) => {
                // An editor that is gone hears nothing.
                let _ = to_editor.send(not_understood(&bytes, &error));
                continue;
            }
        };
        let is_exit = matches!(&message, Message::Notification(one) if one.method == "exit");
        // A server that is gone reads nothing more.
        if to_server.send(message).is_err() || is_exit {
            break;
        }
    }
    Ok(())
}

/// Writes what is sent, until nobody can send any more.
pub fn write(output: &mut dyn Write, to_editor: &Receiver<Message>) -> Result<(), String> {
    let mut output = output;
    for message in to_editor {
        message
            .write(&mut output)
            .map_err(|error| format!("cannot write a message: {error}"))?;
    }
    Ok(())
}

/// The bytes of the next message; none at the end of the stream.
fn frame(input: &mut dyn BufRead) -> Result<Option<Vec<u8>>, String> {
    let Some(length) = header(input)? else {
        return Ok(None);
    };
    if length > MESSAGE_BYTES_MAX {
        return Err(format!("it has {length} bytes; at most {MESSAGE_BYTES_MAX} are read"));
    }
    let mut bytes = Vec::new();
    let read = input.take(length).read_to_end(&mut bytes);
    match read.map_err(|error| error.to_string())? as u64 {
        read if read < length => Err(format!("it has {length} bytes, and ends after {read}")),
        _ => Ok(Some(bytes)),
    }
}

/// How long the next message is; none at the end of the stream.
fn header(input: &mut dyn BufRead) -> Result<Option<u64>, String> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        let read = (&mut *input).take(LINE_BYTES_MAX).read_until(b'\n', &mut line);
        if read.map_err(|error| error.to_string())? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches(['\r', '\n']);
        if line.is_empty() {
            return match length {
                Some(length) => Ok(Some(length)),
                None => Err("its header has no `Content-Length`".to_owned()),
            };
        }
        let field = line.split_once(':');
        let Some((name, value)) = field else {
            return Err(format!("`{}` is no line of a header", shown(line)));
        };
        if name.eq_ignore_ascii_case("content-length") {
            let value = value.trim().parse();
            length = Some(value.map_err(|_| format!("`{}` says no length", shown(line)))?);
        }
    }
}

/// An answer, if it is known what asked; else a line for the editor's log.
fn not_understood(bytes: &[u8], error: &serde_json::Error) -> Message {
    let text = String::from_utf8_lossy(bytes);
    let said = format!("`{}` is no message: {error}", shown(&text));
    let id = serde_json::from_slice::<Value>(bytes).ok().and_then(|value| {
        let id = value.get("id")?;
        let number = || Some(RequestId::from(i32::try_from(id.as_i64()?).ok()?));
        number().or_else(|| Some(RequestId::from(id.as_str()?.to_owned())))
    });
    match id {
        Some(id) => Response::new_err(id, ErrorCode::InvalidRequest as i32, said).into(),
        None => Notification::new("window/logMessage".to_owned(), json!({ "type": 1, "message": said })).into(),
    }
}

/// The beginning of a text.
fn shown(text: &str) -> &str {
    let mut ends = (0..=SHOWN_BYTES.min(text.len())).rev();
    let end = ends.find(|end| text.is_char_boundary(*end));
    &text[..end.unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(text: &str) -> Result<Vec<String>, String> {
        let mut input = text.as_bytes();
        let mut found = Vec::new();
        while let Some(bytes) = frame(&mut input)? {
            found.push(String::from_utf8_lossy(&bytes).into_owned());
        }
        Ok(found)
    }

    #[test]
    fn frames_follow_each_other() {
        let text = "Content-Length: 2\r\n\r\nabcontent-length:1\r\nContent-Type: x\r\n\r\nc";
        assert_eq!(frames(text), Ok(vec!["ab".to_owned(), "c".to_owned()]));
    }

    #[test]
    fn headers_that_make_no_sense_are_errors() {
        for (text, error) in [
            ("Content-Length: 99999999999999\r\n\r\n", "at most"),
            ("Content-Length: -1\r\n\r\n", "says no length"),
            ("Content-Length: 5\r\n\r\nab", "ends after 2"),
            ("GET / HTTP/1.1\r\n\r\n", "is no line of a header"),
            ("X: y\r\n\r\n", "no `Content-Length`"),
        ] {
            assert!(frames(text).is_err_and(|found| found.contains(error)), "{text:?}");
        }
    }
}
