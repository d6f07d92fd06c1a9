//! The only part of this crate that reads the disk. Never writes.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use candor_model::Diagnostic;

use crate::archive::is_gzip;
use crate::collect::ImportCollection;
use crate::error::{HypertoolError, in_one_sentence};
use crate::import::HypertoolImport;
use crate::parse::{collect_archive, collect_json, collect_persona, folder_name, suggest, utf8};
use crate::report::note;
use crate::servers;
use crate::value::{LARGEST, LARGEST_PERSONA};

/// The most entries of a folder that are looked at for personas.
const ENTRIES: usize = 1_000;

/// Reads the input at `path`: hypertool's folder, its `config.json`, a toolset file, a persona's
/// folder or `persona.yaml`, a folder of personas, or an `.htp` archive.
pub fn read(path: &Path) -> Result<HypertoolImport, HypertoolError> {
    let mut found = ImportCollection::new(&path.display().to_string());
    if metadata(path)?.is_dir() {
        folder(path, &mut found)?;
    } else {
        file(path, &mut found)?;
    }
    Ok(found.finish())
}

fn file(path: &Path, found: &mut ImportCollection) -> Result<(), HypertoolError> {
    let place = path.display().to_string();
    let is_yaml = has_ending(path, "yaml") || has_ending(path, "yml");
    if is_yaml {
        let begins_with = persona_file(path, found)?;
        suggest(begins_with, found);
        return Ok(());
    }
    let bytes = bytes(path, LARGEST)?;
    if has_ending(path, "htp") || is_gzip(&bytes) || bytes.starts_with(b"PK") {
        let begins_with = collect_archive(&bytes, &place, found)?;
        suggest(begins_with, found);
        return Ok(());
    }
    collect_json(&utf8(bytes, &place)?, &place, found)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    settle_server_files(folder, found);
    Ok(())
}

fn folder(path: &Path, found: &mut ImportCollection) -> Result<(), HypertoolError> {
    if let Some(file) = persona_in(path, found) {
        let begins_with = persona_file(&file, found)?;
        suggest(begins_with, found);
        return Ok(());
    }
    let config = path.join("config.json");
    let inner = path.join("personas");
    let has_config = config.is_file();
    if has_config {
        file(&config, found)?;
        state_beside(path, found);
    }
    let tried = if inner.is_dir() {
        personas(&inner, found)?
    } else if has_config {
        0
    } else {
        personas(path, found)?
    };
    if !has_config && tried == 0 {
        return Err(HypertoolError::NothingKnown {
            path: path.to_owned(),
        });
    }
    Ok(())
}

/// Other files in hypertool's folder.
fn state_beside(folder: &Path, found: &mut ImportCollection) {
    let servers = folder.join("mcp.json");
    if found.server_files.is_empty() && servers.is_file() {
        found.server_files.push(servers);
        tell_server_file(0, found);
    }
    let groups = folder.join("groups.json");
    if groups.is_file() {
        found.report.enter(&groups.display().to_string());
        let message = "groups of servers are left out: here a toolset can hold whole sources";
        let hint = "build a toolset with `source.*` for each server of a group";
        found
            .report
            .leave_out(note("hypertool::groups", message).with_hint(hint));
    }
}

/// Every persona in a folder of personas, and how many things were tried. One that cannot be
/// read is left out; the others stay.
fn personas(path: &Path, found: &mut ImportCollection) -> Result<usize, HypertoolError> {
    let mut tried = 0;
    for entry in entries(path, found)? {
        let read = if entry.is_dir() {
            match persona_in(&entry, found) {
                Some(file) => persona_file(&file, found),
                None => continue,
            }
        } else if has_ending(&entry, "htp") {
            bytes(&entry, LARGEST)
                .and_then(|bytes| collect_archive(&bytes, &entry.display().to_string(), found))
        } else {
            continue;
        };
        tried += 1;
        if let Err(error) = read {
            found.report.enter(&entry.display().to_string());
            let message = format!("the persona is left out: {}", in_one_sentence(&error));
            let diagnostic = Diagnostic::error("hypertool::persona", message);
            found.report.leave_out(diagnostic);
        }
    }
    Ok(tried)
}

/// The file of a persona's folder, if it is one.
fn persona_in(folder: &Path, found: &mut ImportCollection) -> Option<PathBuf> {
    let [first, second] = ["persona.yaml", "persona.yml"].map(|name| folder.join(name));
    if !first.is_file() {
        return second.is_file().then_some(second);
    }
    if second.is_file() {
        found.report.enter(&second.display().to_string());
        let message = "`persona.yml` is left out: `persona.yaml` is beside it and counts";
        found.report.leave_out(note("hypertool::persona", message));
    }
    Some(first)
}

/// Reads a persona's file, and mentions the server list beside it.
fn persona_file(
    path: &Path,
    found: &mut ImportCollection,
) -> Result<Option<usize>, HypertoolError> {
    let place = path.display().to_string();
    let text = utf8(bytes(path, LARGEST_PERSONA)?, &place)?;
    let name = folder_name(&place);
    let begins_with = collect_persona(&text, &place, &name, found)?;
    let beside = path.with_file_name("mcp.json");
    if beside.is_file() {
        let place = beside.display().to_string();
        let text = bytes(&beside, LARGEST_PERSONA).unwrap_or_default();
        let command = format!("add them with `candor import mcp-json {place}`");
        servers::tell(
            &String::from_utf8_lossy(&text),
            &place,
            &command,
            &mut found.report,
        );
        found.server_files.push(beside);
    }
    Ok(begins_with)
}

/// A relative path in `config.json` is tried from its folder, since hypertool's own working
/// folder is not known.
fn settle_server_files(folder: &Path, found: &mut ImportCollection) {
    for at in 0..found.server_files.len() {
        let beside = folder.join(&found.server_files[at]);
        if beside.is_file() {
            found.server_files[at] = beside;
        }
        tell_server_file(at, found);
    }
}

fn tell_server_file(at: usize, found: &mut ImportCollection) {
    let path = &found.server_files[at];
    let shown = path.display().to_string();
    let notice = if path.is_file() {
        note(
            "hypertool::servers",
            format!("the servers are listed in `{}`", shown.escape_debug()),
        )
        .with_hint(format!("add them with `candor import mcp-json {shown}`"))
    } else {
        let message = format!(
            "the servers were listed in `{}`, which is not there",
            shown.escape_debug()
        );
        Diagnostic::warning("hypertool::servers", message)
            .with_hint("add the servers as sources yourself, under the names they had")
    };
    found.report.notice(notice);
}

/// The visible entries of a folder, by name.
fn entries(path: &Path, found: &mut ImportCollection) -> Result<Vec<PathBuf>, HypertoolError> {
    let failed = |cause| HypertoolError::Io {
        path: path.to_owned(),
        cause,
    };
    let mut all = Vec::new();
    for entry in fs::read_dir(path).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if all.len() == ENTRIES {
            found.report.enter(&path.display().to_string());
            let message = format!("the folder holds more than {ENTRIES} entries; not all are read");
            let hint = "import the personas that are missing one by one";
            let diagnostic = Diagnostic::error("hypertool::more", message).with_hint(hint);
            found.report.leave_out(diagnostic);
            break;
        }
        all.push(entry.path());
    }
    all.sort();
    Ok(all)
}

/// The bytes of a file, if they are not too many. Anything but a file is refused before it is
/// opened: a pipe would let us wait for ever.
fn bytes(path: &Path, limit: usize) -> Result<Vec<u8>, HypertoolError> {
    if !metadata(path)?.is_file() {
        return Err(HypertoolError::NotAFile {
            path: path.to_owned(),
        });
    }
    let failed = |cause| HypertoolError::Io {
        path: path.to_owned(),
        cause,
    };
    let mut bytes = Vec::new();
    File::open(path)
        .map_err(failed)?
        .take(limit as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.len() > limit {
        return Err(HypertoolError::TooLarge {
            place: path.display().to_string(),
            limit,
        });
    }
    Ok(bytes)
}

fn metadata(path: &Path) -> Result<fs::Metadata, HypertoolError> {
    fs::metadata(path).map_err(|cause| match cause.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => HypertoolError::Missing {
            path: path.to_owned(),
        },
        _ => HypertoolError::Io {
            path: path.to_owned(),
            cause,
        },
    })
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(ending))
}
