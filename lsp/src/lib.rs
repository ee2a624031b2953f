//! polyvet in an editor, by the language server protocol: [`serve`].
//!
//! Three threads. The main one reads programs and answers; it never waits for a model longer than [`PATIENCE`]. One makes
//! models ([`models`]): they belong to one isl context each and stay on their thread. One decides what comments ask about
//! ([`checks`]). What the last two find comes back as [`Event`]s. A panic in any of them is a message in the editor's log, and
//! the server goes on.

mod checks;
mod facts;
mod models;
mod server;
mod show;
mod snapshot;
mod stream;
mod text;

use crossbeam_channel::{bounded, unbounded};
use lsp_server::{Connection, Message};
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

/// How long an answer waits for a model that is not there yet.
pub const PATIENCE: Duration = Duration::from_millis(50);

/// Stack of the threads that do the work.
const STACK_BYTES: usize = 64 << 20;

/// What the other threads found.
pub(crate) enum Event {
    /// The loops of a function.
    Loops(models::FunctionLoops),
    /// The answer to one comment.
    Checked(checks::CheckedComment),
    /// Something for the log.
    Log(String),
}

/// Serves one editor, until it says `exit` or its stream ends.
///
/// # Errors
/// The streams fail, or what is said is no language server protocol.
pub fn serve(input: &mut (dyn BufRead + Send), output: &mut (dyn Write + Send)) -> Result<(), String> {
    // Without room for more the reader takes nothing that nobody asks for.
    let (to_server, receiver) = bounded(0);
    let (sender, to_editor) = unbounded::<Message>();
    let back = sender.clone();
    let connection = Connection { sender, receiver };
    std::thread::scope(|scope| {
        let reading = scope.spawn(move || stream::read(input, &to_server, &back));
        let writing = scope.spawn(move || stream::write(output, &to_editor));
        // What is over ends the writer; the reader ends with `exit` or with its stream.
        let served = server::run(&connection);
        drop(connection);
        let said = [reading.join(), writing.join()];
        let ended = said.into_iter().find_map(|end| match end {
            Ok(end) => end.err(),
            Err(_) => Some("a thread of the streams panicked".to_owned()),
        });
        served.and(ended.map_or(Ok(()), Err))
    })
}

/// Does what may panic on input that nobody thought of.
pub(crate) fn guarded<T>(what: &str, work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("no message");
        format!("a bug in polyvet, {what}: {said}")
    })
}

/// A text that the threads share.
pub(crate) type SharedText = Arc<snapshot::Snapshot>;
