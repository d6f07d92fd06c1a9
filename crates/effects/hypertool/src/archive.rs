//! `.htp` archives: a persona's folder as tar.gz, read in memory.
//!
//! Archives come from third parties. Nothing is ever written to disk, and an archive that would be
//! dangerous to unpack is rejected as a whole.

use std::collections::BTreeMap;
use std::io::{self, Read};

use flate2::read::MultiGzDecoder;
use tar::EntryType;

/// The most entries that are looked at.
const ENTRIES: usize = 1_000;

/// The largest entry, in bytes.
const ENTRY: u64 = 1 << 20;

/// The most bytes that an archive may unpack to.
const TOTAL: u64 = 20 << 20;

/// The relevant files of an archive.
#[derive(Debug)]
pub(crate) struct ArchiveFiles {
    /// The name of the persona's file in the archive.
    pub(crate) name: String,
    pub(crate) persona: Vec<u8>,
    /// The list of servers beside it.
    pub(crate) servers: Option<Vec<u8>>,
}

/// Why an archive is not read.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It is a ZIP archive.
    #[error(
        "it is a ZIP archive, and a persona's archive is a tar.gz; unpack it and import the folder"
    )]
    Zip,
    /// It is no gzip, or no tar inside, or cut short.
    #[error(
        "it is not a whole tar.gz archive; pack the persona's folder again, or import the folder"
    )]
    Broken(#[source] io::Error),
    /// Too much comes out of it.
    #[error("it unpacks to more than {} MB; unpack it yourself and import the folder", TOTAL >> 20)]
    TooLarge,
    /// Too many files are in it.
    #[error("it holds more than {ENTRIES} entries; unpack it yourself and import the folder")]
    TooMany,
    /// An entry is too large.
    #[error("its entry `{entry}` is larger than {} MB; unpack it yourself and import the folder", ENTRY >> 20)]
    EntryTooLarge {
        /// The name of the entry.
        entry: String,
    },
    /// A name that would be written outside the folder it is unpacked into.
    #[error("its entry `{entry}` leads out of the archive; do not unpack it, and ask its author")]
    Escapes {
        /// The name of the entry.
        entry: String,
    },
    /// A symbolic or hard link.
    #[error(
        "its entry `{entry}` is a link, which a persona has no use for; pack the folder again without links"
    )]
    Link {
        /// The name of the entry.
        entry: String,
    },
    /// A device, a pipe or another special file.
    #[error("its entry `{entry}` is neither a file nor a folder; pack the persona's folder again")]
    Special {
        /// The name of the entry.
        entry: String,
    },
    /// A duplicate entry: readers differ in which one they use.
    #[error("it holds `{entry}` twice; pack the persona's folder again")]
    Twice {
        /// The name of the entry.
        entry: String,
    },
    /// There is no persona in the archive.
    #[error("it holds no `persona.yaml`; pack the folder in which that file is")]
    NoPersona,
    /// More than one persona.
    #[error("it holds several personas, `{first}` and `{second}` among them; pack each alone")]
    Several {
        /// One of them.
        first: String,
        /// The path of the second persona.
        second: String,
    },
}

/// Whether bytes begin as an archive does.
pub(crate) fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b])
}

/// Finds the persona in an archive.
pub(crate) fn open(bytes: &[u8]) -> Result<ArchiveFiles, ArchiveError> {
    if bytes.starts_with(b"PK") {
        return Err(ArchiveError::Zip);
    }
    let mut wanted = wanted(&unpack(bytes)?)?;
    let depth = |name: &str| name.matches('/').count();
    let is_persona = |name: &&String| matches!(own(name), "persona.yaml" | "persona.yml");
    let least = wanted
        .keys()
        .filter(is_persona)
        .map(|name| depth(name))
        .min()
        .ok_or(ArchiveError::NoPersona)?;
    let personas: Vec<&String> = wanted
        .keys()
        .filter(is_persona)
        .filter(|name| depth(name) == least)
        .collect();
    // `persona.yaml` sorts before `persona.yml` in the same folder, and takes precedence.
    let name = personas[0].clone();
    if let Some(other) = personas.iter().find(|other| folder(other) != folder(&name)) {
        return Err(ArchiveError::Several {
            second: (*other).clone(),
            first: name,
        });
    }
    let servers = wanted.remove(&format!("{}mcp.json", folder(&name)));
    let persona = wanted.remove(&name).ok_or(ArchiveError::NoPersona)?;
    Ok(ArchiveFiles {
        name,
        persona,
        servers,
    })
}

/// The tar inside, if it is not too large.
fn unpack(bytes: &[u8]) -> Result<Vec<u8>, ArchiveError> {
    let mut tar = Vec::new();
    MultiGzDecoder::new(bytes)
        .take(TOTAL + 1)
        .read_to_end(&mut tar)
        .map_err(ArchiveError::Broken)?;
    if tar.len() as u64 > TOTAL {
        return Err(ArchiveError::TooLarge);
    }
    Ok(tar)
}

/// The relevant files, by name. Every entry is validated, including others.
fn wanted(tar: &[u8]) -> Result<BTreeMap<String, Vec<u8>>, ArchiveError> {
    let mut wanted = BTreeMap::new();
    let mut archive = tar::Archive::new(tar);
    let entries = archive.entries().map_err(ArchiveError::Broken)?;
    for (count, entry) in entries.enumerate() {
        if count == ENTRIES {
            return Err(ArchiveError::TooMany);
        }
        let mut entry = entry.map_err(ArchiveError::Broken)?;
        let raw = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let is_file = judge(&raw, entry.header().entry_type(), entry.size())?;
        let Some(name) = plain(&raw).filter(|name| is_file && is_wanted(name)) else {
            continue;
        };
        let mut bytes = Vec::new();
        entry
            .read_to_end(&mut bytes)
            .map_err(ArchiveError::Broken)?;
        if wanted.insert(name, bytes).is_some() {
            return Err(ArchiveError::Twice { entry: shown(&raw) });
        }
    }
    Ok(wanted)
}

/// Whether an entry is a file; an error if it has no place in a persona.
fn judge(name: &str, kind: EntryType, size: u64) -> Result<bool, ArchiveError> {
    let entry = || shown(name);
    if plain(name).is_none() {
        return Err(ArchiveError::Escapes { entry: entry() });
    }
    match kind {
        EntryType::Link | EntryType::Symlink => Err(ArchiveError::Link { entry: entry() }),
        EntryType::Directory | EntryType::XGlobalHeader => Ok(false),
        EntryType::Regular | EntryType::Continuous if size > ENTRY => {
            Err(ArchiveError::EntryTooLarge { entry: entry() })
        }
        EntryType::Regular | EntryType::Continuous => Ok(true),
        _ => Err(ArchiveError::Special { entry: entry() }),
    }
}

/// The name without `.` and empty steps; none if it leads anywhere but down. A backslash and a
/// drive count as they would on Windows.
fn plain(name: &str) -> Option<String> {
    let is_drive = name.as_bytes().get(1) == Some(&b':');
    if name.starts_with(['/', '\\']) || is_drive || name.contains('\0') {
        return None;
    }
    let steps: Vec<&str> = name
        .split(['/', '\\'])
        .filter(|step| !step.is_empty() && *step != ".")
        .collect();
    (!steps.contains(&"..")).then(|| steps.join("/"))
}

fn is_wanted(name: &str) -> bool {
    matches!(own(name), "persona.yaml" | "persona.yml" | "mcp.json")
}

/// The last step of a name.
fn own(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Everything before the last path component.
fn folder(name: &str) -> &str {
    &name[..name.len() - own(name).len()]
}

/// A name for display.
fn shown(name: &str) -> String {
    let short: String = name.chars().take(100).collect();
    short.escape_debug().to_string()
}

#[cfg(test)]
mod tests;
