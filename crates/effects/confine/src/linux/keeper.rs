//! Cleans up after a program, even if its parent was killed.
//!
//! A program can leave its process group, and its child processes can outlive it. The keeper is a
//! process that waits for a socket to close and then ends the remaining processes. The kernel
//! identifies them: the keeper was started in the Landlock domain that encloses the program's,
//! whose processes can signal nothing outside. As a further check, each process that it ends must
//! have given up privileges and have a filter, like everything that a launcher starts.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process, test_kill_process};

/// The arguments that make a launcher a keeper, and one that starts a keeper.
pub(super) const KEEP: &str = "keep";
pub(super) const START: &str = "start-keeper";

/// How often it checks whether all processes are gone, and the delay in between.
const ROUNDS: u32 = 200;
const PAUSE: Duration = Duration::from_millis(10);

/// Starts a keeper that is no child of the program.
pub(super) fn start(
    launcher: &(PathBuf, Vec<String>),
    parent: u32,
    scratch: &Path,
    socket: std::os::fd::OwnedFd,
) -> io::Result<()> {
    let (program, args) = launcher;
    let status = Command::new(program)
        .args(args)
        .args([
            OsStr::new(START),
            OsStr::new(&parent.to_string()),
            scratch.as_os_str(),
        ])
        .stdin(Stdio::from(socket))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .env_clear()
        .current_dir("/")
        .process_group(0)
        .status()?;
    if status.success() {
        return Ok(());
    }
    Err(io::Error::other(format!(
        "the keeper did not start: {status}"
    )))
}

/// Runs as a keeper, if the arguments say so.
pub(super) fn keep_if_asked(args: &[String]) -> Option<ExitCode> {
    let [.., role, parent, scratch] = args else {
        return None;
    };
    let done = match role.as_str() {
        START => start_apart(args),
        KEEP => keep(parent, Path::new(scratch)),
        _ => return None,
    };
    Some(if done.is_ok() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Starts the keeper and exits, so that the keeper has no parent that would wait for it.
fn start_apart(args: &[String]) -> io::Result<()> {
    let args = args.iter().map(|arg| if arg == START { KEEP } else { arg });
    Command::new(std::env::current_exe()?)
        .args(args)
        .process_group(0)
        .spawn()
        .map(|_| ())
}

fn keep(parent: &str, scratch: &Path) -> io::Result<()> {
    let parent = parent.parse().ok().and_then(Pid::from_raw);
    let parent = parent.ok_or(io::ErrorKind::InvalidInput)?;
    // The proof that nothing outside can be signalled: the process that gave the order cannot.
    if test_kill_process(parent) != Err(Errno::PERM) {
        return Err(io::Error::other("signals are not scoped"));
    }
    // Nothing is ever sent; this waits for the end.
    let _ = io::stdin().lock().read(&mut [0]);
    for _ in 0..ROUNDS {
        if end_others()? == 0 {
            break;
        }
        thread::sleep(PAUSE);
    }
    // The parent removes it, too, if it lives.
    let _ = fs::remove_dir_all(scratch);
    Ok(())
}

/// Ends every other process of the domain; returns how many there were.
fn end_others() -> io::Result<usize> {
    let own = std::process::id();
    let mut found = 0;
    for entry in fs::read_dir("/proc")?.flatten() {
        let number = entry.file_name().to_string_lossy().parse::<i32>().ok();
        let Some(process) = number.and_then(Pid::from_raw) else {
            continue;
        };
        if u32::try_from(process.as_raw_nonzero().get()) == Ok(own) || !is_confined(&entry.path()) {
            continue;
        }
        if test_kill_process(process).is_ok() {
            found += 1;
            // It may have ended in the meantime.
            let _ = kill_process(process, Signal::KILL);
        }
    }
    Ok(found)
}

/// Whether a process is alive, can gain no privilege and has a filter on its calls.
fn is_confined(folder: &Path) -> bool {
    let Ok(status) = fs::read_to_string(folder.join("status")) else {
        return false;
    };
    let says = |field: &str, value: &str| {
        let mut lines = status.lines().filter_map(|line| line.strip_prefix(field));
        lines.any(|found| found.trim_start_matches(':').trim() == value)
    };
    let ended = status
        .lines()
        .any(|line| line.starts_with("State:") && line.contains("zombie"));
    says("NoNewPrivs", "1") && says("Seccomp", "2") && !ended
}
