//! Derives permissions from observations.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::{ConfineLevel, Observation, ObservedAction, ObservedTarget};

/// Folders of the system that are named as a whole.
const SYSTEM: [&str; 9] = [
    "/usr", "/lib", "/lib64", "/bin", "/sbin", "/etc", "/proc", "/sys", "/opt",
];
/// Devices, which every program may use.
const DEVICES: &str = "/dev";
/// More folders than this are summed up by those around them.
const MOST_FOLDERS: usize = 16;
/// The port of name servers, which need not be named.
const NAME_SERVER: &str = ":53";

/// The table that a program needs at some level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuggestedTable {
    /// The level that it is for.
    pub level: ConfineLevel,
    /// Folders and files that it reads; at `standard` none need be named.
    pub read: Vec<PathBuf>,
    /// Folders and files that it changes, beyond what the level allows.
    pub write: Vec<PathBuf>,
    /// Addresses that it connects to.
    pub connect: Vec<String>,
    /// Programs that it starts; at `standard` none need be named.
    pub run: Vec<PathBuf>,
}

/// The context of a program.
#[derive(Clone, Copy, Debug)]
pub struct SuggestionContext<'a> {
    /// The requested level.
    pub level: ConfineLevel,
    /// The folder that it was started in.
    pub folder: &'a Path,
    /// The home folder.
    pub home: Option<&'a Path>,
    /// The directory for temporary files: each program gets its own folder in it.
    pub temporary: &'a Path,
}

/// The smallest permissions with which a program could do what was observed.
pub fn suggest_table(
    observations: &[Observation],
    context: &SuggestionContext<'_>,
) -> SuggestedTable {
    let strict = context.level == ConfineLevel::Strict;
    let (mut read, mut write, mut run) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut connect = BTreeSet::new();
    for one in observations {
        match (&one.target, one.action) {
            (ObservedTarget::Address(address), ObservedAction::Connect | ObservedAction::Send) => {
                connect.extend(reachable(address));
            }
            (ObservedTarget::Path(path), ObservedAction::Read) => {
                read.extend(existing(path));
            }
            (ObservedTarget::Path(path), ObservedAction::Run) => {
                run.extend(path.exists().then(|| path.clone()));
            }
            (ObservedTarget::Path(path), action) if action.changes_files() => {
                write.extend(changed(path));
            }
            (ObservedTarget::Paths { from, to }, action) => {
                let moved = action == ObservedAction::Rename;
                write.extend(moved.then(|| changed(from)).flatten());
                write.extend(changed(to));
            }
            _ => {}
        }
    }
    let own = |path: &PathBuf| is_own(path, context);
    let write: BTreeSet<PathBuf> = write.into_iter().filter(|path| !own(path)).collect();
    let write = summed_up(write, context.home);
    let read = if strict {
        summed_up(read, context.home)
    } else {
        Vec::new()
    };
    let read = read
        .into_iter()
        .filter(|path| !write.iter().any(|one| path.starts_with(one)));
    SuggestedTable {
        level: context.level,
        read: read.collect(),
        write,
        connect: connect.into_iter().collect(),
        run: if strict {
            run.into_iter().collect()
        } else {
            Vec::new()
        },
    }
}

/// An address as a list names it; none for a name server.
fn reachable(address: &str) -> Option<String> {
    let is_target = address.parse::<crate::ConnectTarget>().is_ok();
    (is_target && !address.ends_with(NAME_SERVER)).then(|| address.to_owned())
}

/// The path to allow so that a path can be read.
fn existing(path: &Path) -> Option<PathBuf> {
    if path.starts_with(DEVICES) || !path.exists() {
        return None;
    }
    let system = SYSTEM
        .iter()
        .map(Path::new)
        .find(|system| path.starts_with(system));
    let parent = if path.is_dir() {
        Some(path)
    } else {
        path.parent()
    };
    system.or(parent).map(Path::to_owned)
}

/// The path to allow so that a path can be changed: its parent folder.
fn changed(path: &Path) -> Option<PathBuf> {
    if path.starts_with(DEVICES) || path.starts_with("/proc") {
        return None;
    }
    path.ancestors()
        .skip(1)
        .find(|folder| folder.is_dir())
        .map(Path::to_owned)
}

/// Whether a level allows a program to change something without a rule.
fn is_own(path: &Path, context: &SuggestionContext<'_>) -> bool {
    let temporary = path.starts_with(context.temporary);
    if context.level == ConfineLevel::Strict {
        return temporary;
    }
    let folders = [
        ".npm",
        ".cache",
        ".bun",
        ".local/share/uv",
        ".local/share/pnpm",
    ];
    let cached = context.home.is_some_and(|home| {
        folders
            .iter()
            .any(|cache| path.starts_with(home.join(cache)))
    });
    temporary || cached || path.starts_with(context.folder)
}

/// Folders without those that are in others; if they are many, the ones around them.
fn summed_up(folders: BTreeSet<PathBuf>, home: Option<&Path>) -> Vec<PathBuf> {
    let mut folders = outermost(folders);
    while folders.len() > MOST_FOLDERS {
        // The home directory and its parents contain keys, and cannot be allowed as a whole.
        let can_rise = |path: &PathBuf| {
            let parent = path
                .parent()
                .filter(|parent| parent.components().count() > 2);
            parent.is_some_and(|parent| home.is_none_or(|home| !home.starts_with(parent)))
        };
        let risen = folders.iter().filter(|path| can_rise(path));
        let Some(deepest) = risen.max_by_key(|path| path.components().count()).cloned() else {
            break;
        };
        let parent = deepest.parent().map(Path::to_owned);
        folders = outermost(folders.into_iter().chain(parent).collect());
    }
    folders
}

fn outermost(folders: BTreeSet<PathBuf>) -> Vec<PathBuf> {
    let mut kept: Vec<PathBuf> = Vec::new();
    // In order a folder comes before what is in it.
    for folder in folders {
        if !kept.iter().any(|outer| folder.starts_with(outer)) {
            kept.push(folder);
        }
    }
    kept
}

impl fmt::Display for SuggestedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "level = \"{}\"", self.level)?;
        let text = |paths: &[PathBuf]| {
            paths
                .iter()
                .map(|path| path.display().to_string())
                .collect::<Vec<_>>()
        };
        let lists = [
            ("read", text(&self.read)),
            ("write", text(&self.write)),
            ("connect", self.connect.clone()),
            ("run", text(&self.run)),
        ];
        for (key, entries) in lists {
            // At `standard` an empty list would forbid what need not be forbidden.
            if entries.is_empty() && (self.level < ConfineLevel::Strict || key != "connect") {
                continue;
            }
            let quoted: Vec<String> = entries.iter().map(|entry| format!("{entry:?}")).collect();
            match quoted.as_slice() {
                [] | [_] => writeln!(f, "{key} = [{}]", quoted.join(""))?,
                several => writeln!(f, "{key} = [\n    {},\n]", several.join(",\n    "))?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
