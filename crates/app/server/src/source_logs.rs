//! Log files with the standard error output of sources' programs, one per source, for `candor
//! logs`.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use candor_model::SourceName;
use candor_text::utc;
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer};

/// The folder in the data directory.
const FOLDER: &str = "logs";
/// The log target of this output.
pub(crate) const TARGET: &str = "candor::upstream";
/// From this size on a file is put aside, and the one that was put aside before is gone.
const LARGEST: u64 = 1 << 20;

/// Writes the events of each source into its own file.
pub(crate) struct SourceLogs {
    folder: PathBuf,
    files: Mutex<HashMap<String, LogFile>>,
}

struct LogFile {
    file: File,
    size: u64,
}

/// The fields of an event that are written.
#[derive(Default)]
struct EventFields {
    source: String,
    message: String,
}

/// The file of a source in a data directory, and the one that was put aside.
pub fn log_files(data: &Path, source: &SourceName) -> [PathBuf; 2] {
    let folder = data.join(FOLDER);
    [
        folder.join(format!("{source}.log")),
        folder.join(format!("{source}.log.1")),
    ]
}

// === impl SourceLogs ===

impl SourceLogs {
    /// Keeps the files in this data directory.
    pub(crate) fn new(data: &Path) -> Self {
        Self {
            folder: data.to_owned(),
            files: Mutex::default(),
        }
    }

    fn write(&self, source: &SourceName, line: &str) -> io::Result<()> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let [path, aside] = log_files(&self.folder, source);
        let log = match files.remove(source.as_str()) {
            Some(log) if log.size < LARGEST => log,
            Some(_) => {
                fs::rename(&path, aside)?;
                LogFile::open(&path)?
            }
            None => LogFile::open(&path)?,
        };
        let log = files.entry(source.to_string()).or_insert(log);
        log.file.write_all(line.as_bytes())?;
        log.size += line.len() as u64;
        Ok(())
    }
}

impl<S: Subscriber> Layer<S> for SourceLogs {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut fields = EventFields::default();
        event.record(&mut fields);
        let now = candor_clock::now_micros();
        let line = format!("{} {}\n", utc(now), fields.message);
        // A failure to write a log must not affect anything else.
        if let Ok(source) = SourceName::parse(&fields.source) {
            let _ = self.write(&source, &line);
        }
    }
}

// === impl LogFile ===

impl LogFile {
    fn open(path: &Path) -> io::Result<Self> {
        if let Some(folder) = path.parent() {
            fs::DirBuilder::new()
                .recursive(true)
                .mode(0o700)
                .create(folder)?;
        }
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .mode(0o600)
            .open(path)?;
        let size = file.metadata()?.len();
        Ok(Self { file, size })
    }
}

// === impl EventFields ===

impl Visit for EventFields {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "source" => value.clone_into(&mut self.source),
            "message" => value.clone_into(&mut self.message),
            _ => {}
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "message" {
            let _ = write!(self.message, "{value:?}");
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        if field.name() == "silenced" {
            let _ = write!(self.message, "{value} ");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_file_is_put_aside_once() {
        let data = tempfile::tempdir().expect("a folder");
        let logs = SourceLogs::new(data.path());
        let name = SourceName::parse("files").expect("a name");
        let line = "x".repeat(300 * 1024) + "\n";
        for _ in 0..10 {
            logs.write(&name, &line).expect("a line");
        }
        let [path, aside] = log_files(data.path(), &name);
        let sizes = [&path, &aside].map(|path| fs::metadata(path).expect("a file").len());
        assert!(
            sizes
                .iter()
                .all(|size| *size <= LARGEST + line.len() as u64),
            "{sizes:?}"
        );
        // Another process appends to the same file.
        let again = SourceLogs::new(data.path());
        again.write(&name, "last\n").expect("a line");
        assert!(fs::read_to_string(path).expect("text").ends_with("last\n"));
    }
}
