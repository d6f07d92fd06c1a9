//! Why nothing can be imported.

use std::error::Error;
use std::io;
use std::path::PathBuf;

use crate::archive::ArchiveError;

/// Why a path or text cannot be imported. Each sentence says what to do instead.
#[derive(Debug, thiserror::Error)]
pub enum HypertoolError {
    /// The path does not exist.
    #[error(
        "there is nothing at `{}`; give hypertool's folder (usually `~/.toolprint/hypertool-mcp`), \
         its `config.json`, a persona's folder or an `.htp` archive",
        path.display()
    )]
    Missing {
        /// The file's path.
        path: PathBuf,
    },
    /// The system would not let us read.
    #[error("cannot read `{}`", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The operating system's error.
        #[source]
        cause: io::Error,
    },
    /// A device, a pipe or a socket.
    #[error("`{}` is neither a file nor a folder; give a `config.json`, a persona or its folder", path.display())]
    NotAFile {
        /// The file's path.
        path: PathBuf,
    },
    /// A folder without anything of hypertool's.
    #[error(
        "the folder `{}` holds no `config.json`, no `persona.yaml` and no personas; give the \
         folder where hypertool keeps them (usually `~/.toolprint/hypertool-mcp`)",
        path.display()
    )]
    NothingKnown {
        /// The path of the folder.
        path: PathBuf,
    },
    /// Not a single character.
    #[error("`{place}` is empty; restore it from a backup, or give another file")]
    Empty {
        /// The name of the file.
        place: String,
    },
    /// More bytes than such a file can sensibly have.
    #[error(
        "`{place}` has more than {limit} bytes, which is more than is read; give the file that hypertool wrote"
    )]
    TooLarge {
        /// The name of the file.
        place: String,
        /// The maximum size, in bytes.
        limit: usize,
    },
    /// Bytes that are no text.
    #[error("`{place}` is not UTF-8 text: byte {offset} is wrong; save it as UTF-8")]
    NotText {
        /// The name of the file.
        place: String,
        /// The first wrong byte, from 0.
        offset: usize,
    },
    /// Text that is no JSON.
    #[error(
        "`{place}:{line}:{column}` is where the file stops being JSON; correct it there, or restore a backup"
    )]
    NotJson {
        /// The name of the file.
        place: String,
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// The parser's error.
        #[source]
        cause: serde_json::Error,
    },
    /// Text that is no YAML.
    #[error("`{place}` is not YAML that can be read: {reason}; correct it there")]
    NotYaml {
        /// The file, with line and column if known.
        place: String,
        /// The parser's message, on one line.
        reason: String,
    },
    /// A list of servers, which is another command's business.
    #[error(
        "`{place}` lists servers and no toolsets; import it with `candor import mcp-json {place}`"
    )]
    ServersFile {
        /// The name of the file.
        place: String,
    },
    /// Well-formed, and nothing that hypertool writes.
    #[error(
        "`{place}` holds {found}; hypertool's `config.json` has `toolsets`, a toolset file has `tools`, a persona has `name` and `toolsets`"
    )]
    NotHypertool {
        /// The name of the file.
        place: String,
        /// What it contains instead.
        found: &'static str,
    },
    /// An archive that cannot be read or must not be.
    #[error("cannot import the archive `{place}`")]
    Archive {
        /// The name of the file.
        place: String,
        /// What is wrong with it.
        #[source]
        cause: ArchiveError,
    },
}

/// An error and its causes in one sentence.
pub(crate) fn in_one_sentence(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}
