//! Reads the configuration files on a machine.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use candor_model::{Diagnostic, FilePosition, Severity};
use candor_text::format_size;

use crate::client::ClientKind;
use crate::layout::FileLayout;
use crate::location::{FileScope, locations};
use crate::read::{self, ListedServer};
use crate::system::UserFolders;

/// The most bytes of a file that is read.
pub const LARGEST: u64 = 16 << 20;

/// A client's file and its servers.
#[derive(Clone, Debug)]
pub struct ClientFile {
    /// The kind of client.
    pub client: ClientKind,
    /// The scope of its servers.
    pub scope: FileScope,
    /// The path of the file.
    pub path: PathBuf,
    /// The file itself, where the path is a symbolic link.
    pub target: Option<PathBuf>,
    /// Its servers, in the order of the file.
    pub servers: Vec<ListedServer>,
    pub(crate) text: String,
    pub(crate) layout: FileLayout,
    /// Whether its owner has taken away the right to write it.
    pub(crate) read_only: bool,
    /// Whether an earlier path refers to the same file.
    pub(crate) is_twin: bool,
}

/// The result of a scan.
#[derive(Clone, Debug, Default)]
pub struct ScannedMachine {
    /// The files that could be read and hold servers.
    pub files: Vec<ClientFile>,
    /// The files that could not be read, each with the reason.
    pub problems: Vec<Diagnostic>,
    /// The number of existing files, with or without servers.
    pub n_files: usize,
}

/// Reads every known file of a user and one project. Changes and starts nothing.
pub fn scan(folders: &UserFolders, clients: &[ClientKind]) -> ScannedMachine {
    let mut machine = ScannedMachine::default();
    let mut seen: Vec<PathBuf> = Vec::new();
    for (location, path) in locations(folders) {
        if !clients.is_empty() && !clients.contains(&location.client) {
            continue;
        }
        let Some(read) = read_text(&path) else {
            continue;
        };
        machine.n_files += 1;
        let opened = read.and_then(|text| file(location.client, &path, &location.layout, text));
        match opened {
            Ok(mut file) => {
                file.scope = location.scope();
                let target = file.real_path().to_owned();
                file.is_twin = seen.contains(&target);
                if !file.servers.is_empty() {
                    seen.push(target);
                    machine.files.push(file);
                }
            }
            Err(problem) => machine.problems.push(*problem),
        }
    }
    machine
}

// === impl ClientFile ===

impl ClientFile {
    /// The file that is written: not the link, but what it points to.
    pub fn real_path(&self) -> &Path {
        self.target.as_deref().unwrap_or(&self.path)
    }
}

fn file(
    client: ClientKind,
    path: &Path,
    layout: &FileLayout,
    text: String,
) -> Result<ClientFile, Box<Diagnostic>> {
    let servers = read::servers(layout, &text).map_err(|found| {
        let message = format!(
            "this file of {} was left alone: {}",
            client.title(),
            found.message
        );
        Box::new(problem("adopt::syntax", path, found.position, message))
    })?;
    let metadata = fs::metadata(path);
    Ok(ClientFile {
        client,
        scope: FileScope::User,
        path: path.to_owned(),
        target: fs::canonicalize(path).ok().filter(|_| is_link(path)),
        servers,
        text,
        layout: *layout,
        read_only: metadata.is_ok_and(|metadata| metadata.permissions().readonly()),
        is_twin: false,
    })
}

/// Whether the last part of a path is a symbolic link.
fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink())
}

/// The text of a file; nothing if there is none.
pub(crate) fn read_text(path: &Path) -> Option<Result<String, Box<Diagnostic>>> {
    let refused =
        |message: String| Err(Box::new(problem("adopt::unreadable", path, None, message)));
    let bytes = match read_bytes(path) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Some(refused("this is not a file, and was left alone".to_owned())),
        Err(cause) => match cause.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => return None,
            _ => return Some(refused(format!("this file cannot be read: {cause}"))),
        },
    };
    if bytes.len() as u64 > LARGEST {
        let size = format_size(usize::try_from(LARGEST).unwrap_or(usize::MAX));
        return Some(refused(format!(
            "this file is larger than {size}, and was left alone"
        )));
    }
    Some(match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            refused(format!("this file is not UTF-8 text: byte {at} is wrong"))
        }
    })
}

/// The bytes of a file, one more than the limit at most; nothing if it is a folder or a device.
pub(crate) fn read_bytes(path: &Path) -> io::Result<Option<Vec<u8>>> {
    // Opening a pipe would wait for a writer.
    if !fs::metadata(path)?.is_file() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

fn problem(
    code: &'static str,
    path: &Path,
    position: Option<(usize, usize)>,
    message: String,
) -> Diagnostic {
    let file = path.display().to_string();
    let found = Diagnostic::new(Severity::Warning, code, message);
    found.at(FilePosition { file, position })
}
