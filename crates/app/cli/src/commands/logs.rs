//! `candor logs`: the standard error output of a source's program.

use std::fs::{self, File};
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::time::Duration;

use candor_server::source_logs::log_files;
use tokio::time::sleep;

use crate::args::LogsArgs;
use crate::oneshot::with_signals;
use crate::prelude::*;

/// The polling interval.
const PAUSE: Duration = Duration::from_millis(300);
/// The maximum number of bytes per read.
const PIECE: u64 = 4 << 20;

/// Prints the last lines, and optionally follows the file.
pub(super) async fn run(args: &LogsArgs, context: &CommandContext) -> CommandResult {
    let workspace = CommandWorkspace::open_silently(context)?;
    let [path, aside] = log_files(&workspace.settings.server.data, &args.source);
    let output = &workspace.output;
    if !path.exists() {
        return Err(nothing(args, &workspace));
    }
    let text = [&aside, &path].map(|path| read(path)).concat();
    let lines: Vec<&str> = text.lines().collect();
    let lines = &lines[lines.len().saturating_sub(args.lines)..];
    if output.is_json() {
        if args.follow {
            let failure = CommandFailure::new("`--follow` prints lines, and `--json` one document");
            return Err(failure.hint("leave out one of them"));
        }
        output.json(&json!({"source": args.source.as_str(), "lines": lines}))?;
        return Ok(CommandExit::Success);
    }
    for line in lines {
        output.foreign(line)?;
    }
    if args.follow {
        return with_signals(&workspace, follow(&path, output)).await;
    }
    Ok(CommandExit::Success)
}

/// Why there is nothing to print.
fn nothing(args: &LogsArgs, workspace: &CommandWorkspace) -> CommandFailure {
    let name = &args.source;
    if workspace.starts(name) {
        let failure = CommandFailure::new(format!("source `{name}` has logged nothing"));
        return failure.hint(
            "only programs that a running gateway starts are logged; `candor status` shows them",
        );
    }
    CommandFailure::new(format!("there is no source `{name}`"))
        .hint("`candor status` lists the sources")
}

/// The text of a file; nothing if it is not there.
fn read(path: &Path) -> String {
    fs::read(path).map_or_else(
        |_| String::new(),
        |bytes| String::from_utf8_lossy(&bytes).into_owned(),
    )
}

/// Prints what is appended to a file, which may be truncated meanwhile.
async fn follow(path: &Path, output: &CommandOutput) -> CommandResult<()> {
    let mut at = fs::metadata(path).map_or(0, |found| found.len());
    loop {
        sleep(PAUSE).await;
        let size = fs::metadata(path).map_or(0, |found| found.len());
        if size < at {
            at = 0;
        }
        if size > at {
            let mut file = File::open(path)?;
            file.seek(SeekFrom::Start(at))?;
            let mut added = Vec::new();
            file.take(PIECE).read_to_end(&mut added)?;
            // A line that is not whole yet is printed when it is.
            let whole = added
                .iter()
                .rposition(|byte| *byte == b'\n')
                .map_or(0, |end| end + 1);
            at += whole as u64;
            for line in String::from_utf8_lossy(&added[..whole]).lines() {
                output.foreign(line)?;
            }
        }
    }
}
