//! Proofs on disk, so that what was proved once is not proved again.
//!
//! An answer depends on both functions with all that they refer to, on what is given with the question, and on the program that
//! answers; nothing else. A digest of all these is the key of an entry, so an entry is never out of date: of a program that
//! changed nothing is found. Only proofs are kept. What is refuted has a witness to replay, and what is unknown may be proved by more work.
//!
//! The store is a file of SQLite, which any number of processes may use at once. Each entry has a checksum: one that is damaged is
//! dropped and told, and so is a file that is none of SQLite's any more. When there are too many entries, the oldest go.

use crate::given::Given;
use crate::validate::{JudgedFunction, ProgramPair, Subject};
use polyvet_ir::{Diagnostic, Span};
use polyvet_verify::certificate::Certificate;
use polyvet_verify::{Proof, Verdict, remembered};
use rusqlite::{Connection, ErrorCode, OptionalExtension};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// How many entries a folder may have, where nobody says. Each takes some 200 bytes.
pub const DEFAULT_LIMIT: u64 = 250_000;
/// The file in the folder.
const FILE: &str = "polyvet-proofs.sqlite";
/// How long to wait for other processes, which have the file to themselves for some milliseconds.
const PATIENCE: Duration = Duration::from_secs(10);

/// A folder with proofs.
pub struct ProofCache {
    limit: u64,
    program: PathBuf,
    /// A digest of the program that answers, once somebody asked; `None` if it cannot be read.
    digest: OnceLock<Option<Vec<u8>>>,
    state: Mutex<CacheState>,
}

struct CacheState {
    path: PathBuf,
    /// `None` once the file turned out to be of no use.
    store: Option<Connection>,
    damaged: usize,
    /// Why something could not be read or written.
    failed: Option<rusqlite::Error>,
}

/// What a question is about.
pub struct Key(Vec<u8>);

/// An entry.
#[derive(Serialize, Deserialize)]
struct KeptProof {
    proof: String,
    contracted: bool,
}

/// Texts one after the other, so that no two lists of texts are one.
#[derive(Default)]
struct Texts(Sha256);

impl Texts {
    fn add(&mut self, text: &str) {
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text.as_bytes());
    }

    fn list<T: AsRef<str>>(&mut self, texts: impl IntoIterator<Item = T>) {
        let texts: Vec<T> = texts.into_iter().collect();
        self.0.update((texts.len() as u64).to_le_bytes());
        texts.iter().for_each(|text| self.add(text.as_ref()));
    }
}

/// Opens a store, and makes it if there is none.
fn open(path: &Path) -> rusqlite::Result<Connection> {
    let store = Connection::open(path)?;
    store.busy_timeout(PATIENCE)?;
    store.execute_batch(
        "CREATE TABLE IF NOT EXISTS proofs (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            key BLOB NOT NULL UNIQUE,
            proof TEXT NOT NULL,
            checksum BLOB NOT NULL
        )",
    )?;
    Ok(store)
}

/// Whether a file is no store any more.
fn is_ruined(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt)
    ) || matches!(error, rusqlite::Error::SqliteFailure(_, Some(message)) if message.contains("column"))
}

/// What says that an entry is as it was written.
fn checksum(key: &Key, proof: &str) -> Vec<u8> {
    let mut digest = Sha256::new();
    digest.update(&key.0);
    digest.update(proof.as_bytes());
    digest.finalize().to_vec()
}

impl ProofCache {
    /// The cache in a folder, which is made; `program` is the executable that answers, and `limit` how many entries the folder
    /// may have.
    ///
    /// # Errors
    /// The folder cannot be made, or the file in the folder is of no use.
    pub fn open(folder: &Path, program: &Path, limit: u64) -> io::Result<ProofCache> {
        std::fs::create_dir_all(folder)?;
        let path = folder.join(FILE);
        let (store, damaged) = match open(&path) {
            Err(error) if is_ruined(&error) => {
                std::fs::remove_file(&path)?;
                (open(&path), 1)
            }
            store => (store, 0),
        };
        Ok(ProofCache {
            limit,
            program: program.to_owned(),
            digest: OnceLock::new(),
            state: Mutex::new(CacheState {
                path,
                store: Some(store.map_err(io::Error::other)?),
                damaged,
                failed: None,
            }),
        })
    }

    fn digest(&self) -> Option<&[u8]> {
        let read = || -> io::Result<Vec<u8>> {
            let mut digest = Sha256::new();
            io::copy(&mut std::fs::File::open(&self.program)?, &mut digest)?;
            Ok(digest.finalize().to_vec())
        };
        self.digest.get_or_init(|| read().ok()).as_deref()
    }

    fn state(&self) -> MutexGuard<'_, CacheState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a question is about; `None` if its answer is not kept.
    pub fn key(&self, pair: &ProgramPair<'_>, given: &Given, subject: &Subject, assumed: &[String]) -> Option<Key> {
        // What is added here has to be in the key.
        let Given {
            func: _,
            param,
            assume,
            may_alias,
            budget,
            run_elements,
            cross_check,
            contract,
            certify,
        } = given;
        // To see that nothing changed takes no longer than to look it up.
        if *certify || !pair.changed(subject) {
            return None;
        }
        let (before, after) = pair.sides(subject)?;
        let mut texts = Texts::default();
        texts.0.update(self.digest()?);
        texts.list(remembered::texts(before)?);
        texts.list(remembered::texts(after)?);
        texts.list(param.iter().map(|(name, value)| format!("{name} = {value}")));
        texts.list(assume);
        texts.list(assumed);
        texts.list(may_alias.iter().flat_map(|(first, second)| [first, second]));
        texts.add(&format!("{budget} {run_elements} {cross_check} {contract}"));
        Some(Key(texts.0.finalize().to_vec()))
    }

    /// The proof that was found before, if there is one.
    pub fn get(&self, key: &Key, subject: &Subject) -> Option<JudgedFunction> {
        let entry = self.state().with(|store| {
            let query = "SELECT CAST(proof AS BLOB), CAST(checksum AS BLOB) FROM proofs WHERE key = ?1";
            let columns = |row: &rusqlite::Row<'_>| Ok((row.get::<_, Vec<u8>>(0)?, row.get::<_, Vec<u8>>(1)?));
            store.query_row(query, [&key.0], columns).optional()
        });
        let (text, sum) = entry??;
        let text = String::from_utf8(text).ok().filter(|text| checksum(key, text) == sum);
        let Some((proof, contracted)) = text.as_deref().and_then(read) else {
            let mut state = self.state();
            state.damaged += 1;
            state.with(|store| store.execute("DELETE FROM proofs WHERE key = ?1", [&key.0]));
            return None;
        };
        Some(JudgedFunction {
            name: subject.name.clone(),
            verdict: Verdict::Proved(proof),
            same_buffer: Vec::new(),
            certificate: Certificate::default(),
            contracted,
            cached: true,
        })
    }

    /// Keeps an answer, if it is a proof that says something.
    pub fn put(&self, key: &Key, judged: &JudgedFunction) {
        let Verdict::Proved(proof) = &judged.verdict else {
            return;
        };
        let Some(text) = remembered::written(proof).filter(|_| judged.same_buffer.is_empty()) else {
            return;
        };
        let kept = KeptProof {
            proof: text,
            contracted: judged.contracted,
        };
        let Ok(text) = serde_json::to_string(&kept) else { return };
        let sum = checksum(key, &text);
        self.state().with(|store| {
            let insert = "INSERT OR REPLACE INTO proofs (key, proof, checksum) VALUES (?1, ?2, ?3)";
            store.execute(insert, rusqlite::params![key.0, text, sum])?;
            // Numbers only grow, so the last ones are the newest.
            let last = store.last_insert_rowid();
            let oldest = last.saturating_sub(i64::try_from(self.limit).unwrap_or(i64::MAX));
            store.execute("DELETE FROM proofs WHERE number <= ?1", [oldest])
        });
    }

    /// What went wrong.
    pub fn troubles(&self) -> Vec<Diagnostic> {
        let state = self.state();
        let path = state.path.display();
        let mut told = Vec::new();
        if state.damaged > 0 {
            let message =
                format!("`{path}` was damaged; what could not be read of it was dropped, and is proved again");
            told.push(Diagnostic::warning("cache-damaged", message, Span::NONE));
        }
        if let Some(error) = &state.failed {
            let message = format!("cannot keep proofs in `{path}`: {error}");
            told.push(Diagnostic::warning("cache-failed", message, Span::NONE));
        }
        told
    }
}

impl CacheState {
    /// Does something with the store, unless that failed before.
    fn with<T>(&mut self, act: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Option<T> {
        let found = act(self.store.as_ref()?);
        match found {
            Ok(found) => Some(found),
            Err(error) => {
                self.store = None;
                // The next run begins with a new one.
                match is_ruined(&error) && std::fs::remove_file(&self.path).is_ok() {
                    true => self.damaged += 1,
                    false => self.failed = Some(error),
                }
                None
            }
        }
    }
}

/// A proof as it was written, and whether it is one of contracted programs.
fn read(text: &str) -> Option<(Proof, bool)> {
    let kept: KeptProof = serde_json::from_str(text).ok()?;
    Some((remembered::read(&kept.proof)?, kept.contracted))
}
