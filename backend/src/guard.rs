//! What must be gone when polyvet ends, however it ends: process groups, temporary folders and files being written.

use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;
use tempfile::TempDir;

/// Everything that runs or lies around.
struct LiveProcesses {
    groups: BTreeSet<i32>,
    folders: BTreeSet<PathBuf>,
    files: BTreeSet<PathBuf>,
}

static LIVE: Mutex<LiveProcesses> = Mutex::new(LiveProcesses {
    groups: BTreeSet::new(),
    folders: BTreeSet::new(),
    files: BTreeSet::new(),
});

/// Whether the first signal only ends what polyvet runs; see [`Winding`].
static WINDS_DOWN: AtomicBool = AtomicBool::new(false);
/// The signal that came then; 0 before.
static CAME: AtomicI32 = AtomicI32::new(0);

fn live() -> MutexGuard<'static, LiveProcesses> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A child's process group, known to the signal handler for as long as this lives.
pub(crate) struct ProcessGroup(Option<Pid>);

impl ProcessGroup {
    /// Starts a program that leads a group of its own.
    pub fn spawn(command: &mut Command) -> io::Result<(Child, ProcessGroup)> {
        // Locked until it is known: the signal handler either kills it, or ended polyvet before.
        let mut live = live();
        if interrupted() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let child = command.process_group(0).spawn()?;
        let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        live.groups.extend(pid.map(|pid| pid.as_raw_nonzero().get()));
        Ok((child, ProcessGroup(pid)))
    }

    pub fn pid(&self) -> Option<Pid> {
        self.0
    }

    pub fn kill(&self) {
        if let Some(pid) = self.0 {
            // It may be gone already.
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }

    /// The memory that the processes of the group have in use; 0 where the system does not say (`/proc`).
    pub fn memory_bytes(&self) -> u64 {
        let Some(group) = self.0 else {
            return 0;
        };
        let page = rustix::param::page_size() as u64;
        let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let pages = |entry: std::fs::DirEntry| {
            let process = entry.path();
            entry.file_name().to_str()?.parse::<i32>().ok()?;
            // The name, in brackets, may hold anything. State, parent and group follow it.
            let stat = std::fs::read_to_string(process.join("stat")).ok()?;
            let (_, after) = stat.rsplit_once(')')?;
            let of_group = after.split_whitespace().nth(2)?.parse() == Ok(group.as_raw_nonzero().get());
            let statm = std::fs::read_to_string(process.join("statm"))
                .ok()
                .filter(|_| of_group)?;
            statm.split_whitespace().nth(1)?.parse::<u64>().ok()
        };
        entries.filter_map(pages).sum::<u64>() * page
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        if let Some(pid) = self.0 {
            live().groups.remove(&pid.as_raw_nonzero().get());
        }
    }
}

/// A temporary folder: gone when this is, and when a signal ends polyvet.
#[derive(Debug)]
pub struct Folder(TempDir);

impl Folder {
    /// A new empty folder, where the system keeps such (`TMPDIR`).
    ///
    /// # Errors
    /// Those of the system.
    pub fn new() -> io::Result<Folder> {
        watch_signals();
        // Locked while it is made: the signal handler either removes it, or ended polyvet before.
        let mut live = live();
        let folder = tempfile::Builder::new().prefix("polyvet-").tempdir()?;
        live.folders.insert(folder.path().to_owned());
        Ok(Folder(folder))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        live().folders.remove(self.0.path());
    }
}

/// Writes a file as a whole or not at all: beside it first, and nothing is left there if a signal ends polyvet.
///
/// # Errors
/// Those of the system.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.metadata().is_ok_and(|meta| !meta.is_file()) {
        return std::fs::write(path, bytes); // /dev/stdout, a pipe
    }
    watch_signals();
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned()); // through links
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut file = {
        let mut live = live();
        let file = tempfile::Builder::new()
            .permissions(permissions(&path))
            .tempfile_in(folder.unwrap_or(Path::new(".")))?;
        live.files.insert(file.path().to_owned());
        file
    };
    let written = file.write_all(bytes);
    let mut live = live();
    live.files.remove(file.path());
    written?;
    file.persist(&path)?;
    Ok(())
}

/// Those of the file that is replaced, else those of a new file.
fn permissions(path: &Path) -> std::fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .map_or_else(|_| std::fs::Permissions::from_mode(0o666), |meta| meta.permissions())
}

/// Removes a folder in which killed processes may still write their last.
fn remove(folder: &Path) {
    for _ in 0..20 {
        let _ = std::fs::remove_dir_all(folder);
        if !folder.exists() {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// While this lives, the first signal that would end polyvet only ends what it runs: [`interrupted`] says so, and
/// nothing new can be started. The second one ends it. [`end_as_interrupted`] makes up for the first.
#[derive(Debug)]
pub struct Winding(());

impl Winding {
    /// From now on.
    pub fn start() -> Winding {
        watch_signals();
        WINDS_DOWN.store(true, SeqCst);
        Winding(())
    }
}

impl Drop for Winding {
    fn drop(&mut self) {
        WINDS_DOWN.store(false, SeqCst);
    }
}

/// Whether a signal came that [`Winding`] kept.
pub fn interrupted() -> bool {
    CAME.load(SeqCst) != 0
}

/// Ends polyvet by the signal that [`Winding`] kept, so that whoever waits for it knows; does nothing where none came.
pub fn end_as_interrupted() {
    if interrupted() {
        let _ = signal_hook::low_level::emulate_default_handler(CAME.load(SeqCst));
    }
}

/// From the first child, folder or file on, a signal that ends polyvet ends and removes them first.
pub(crate) fn watch_signals() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP]) else {
            return;
        };
        std::thread::spawn(move || {
            for signal in signals.forever() {
                let live = live();
                for pid in live.groups.iter().filter_map(|pid| Pid::from_raw(*pid)) {
                    let _ = kill_process_group(pid, Signal::KILL);
                }
                if WINDS_DOWN.load(SeqCst) && CAME.compare_exchange(0, signal, SeqCst, SeqCst).is_ok() {
                    continue;
                }
                // The lock is never given back: whoever wants to start or make something now waits for the end.
                live.folders.iter().for_each(|folder| remove(folder));
                for file in &live.files {
                    let _ = std::fs::remove_file(file);
                }
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
    });
}
