//! File registries: a file with a list or a server, or a folder of such files.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use candor_registry::{ReadEntry, read_entry, read_page};
use serde_json::Value;

use crate::error::RegistryError;
use crate::limits::RegistryLimits;

/// The maximum depth of the search.
const DEPTH: usize = 3;

/// The entries in files, and sentences about unusable files.
pub(crate) struct FoundEntries {
    pub(crate) entries: Vec<ReadEntry>,
    pub(crate) problems: Vec<String>,
}

/// Reads a file, or every `.json` file in a folder.
pub(crate) fn read(path: &Path, limits: &RegistryLimits) -> Result<FoundEntries, RegistryError> {
    let facts = fs::metadata(path).map_err(|cause| file_error(path, cause))?;
    if !facts.is_dir() {
        let entries = read_file(path, limits)?;
        return Ok(FoundEntries {
            entries,
            problems: Vec::new(),
        });
    }
    let mut files = Vec::new();
    let mut found = FoundEntries {
        entries: Vec::new(),
        problems: Vec::new(),
    };
    collect(path, DEPTH, limits.files, &mut files)?;
    if files.len() > limits.files {
        files.truncate(limits.files);
        found.problems.push(format!(
            "`{}` has more than {} files; the others are not read",
            path.display(),
            limits.files
        ));
    }
    files.sort();
    for file in files {
        match read_file(&file, limits) {
            Ok(entries) => found.entries.extend(entries),
            Err(error) => found.problems.push(error.to_string()),
        }
    }
    Ok(found)
}

/// The files of a folder and of those in it. Links to folders are not followed, so that there is
/// an end.
fn collect(
    folder: &Path,
    depth: usize,
    most: usize,
    files: &mut Vec<PathBuf>,
) -> Result<(), RegistryError> {
    let items = fs::read_dir(folder).map_err(|cause| file_error(folder, cause))?;
    for item in items {
        if files.len() > most {
            return Ok(());
        }
        let item = item.map_err(|cause| file_error(folder, cause))?;
        let path = item.path();
        let is_folder = item.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && depth > 0 {
            collect(&path, depth - 1, most, files)?;
        } else if !is_folder && path.extension().is_some_and(|ending| ending == "json") {
            files.push(path);
        }
    }
    Ok(())
}

fn read_file(path: &Path, limits: &RegistryLimits) -> Result<Vec<ReadEntry>, RegistryError> {
    let no_entries = || RegistryError::NoEntries {
        path: path.to_owned(),
    };
    let bytes = bounded(path, limits.file_bytes).map_err(|cause| file_error(path, cause))?;
    let value: Value = serde_json::from_slice(&bytes).map_err(|_| no_entries())?;
    if value.get("servers").is_some() {
        return Ok(read_page(value).ok_or_else(no_entries)?.entries);
    }
    match value {
        Value::Array(items) => Ok(items.into_iter().map(read_entry).collect()),
        Value::Object(_) => Ok(vec![read_entry(value)]),
        _ => Err(no_entries()),
    }
}

/// The bytes of a file that is not too large.
pub(crate) fn bounded(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = fs::File::open(path)?;
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other("it is too large"));
    }
    Ok(bytes)
}

fn file_error(path: &Path, cause: io::Error) -> RegistryError {
    RegistryError::File {
        path: path.to_owned(),
        cause,
    }
}
