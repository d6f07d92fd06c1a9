//! Warnings about a server before it is added.

mod near;
mod words;

use crate::entry::{EntryStatus, RegistryEntry};
use crate::package::{EntryPackage, PackageKind};
use crate::remote::EntryRemote;
use crate::run::{LaunchOption, pinned_version};
pub use near::KnownServers;

/// The severity of a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WarningLevel {
    /// It is good to know.
    Note,
    /// A person should look before saying yes.
    Caution,
    /// Candor does not add the server.
    Danger,
}

candor_text::string_enum! {
    /// `note`, `caution` or `danger`.
    WarningLevel {
        Note => "note",
        Caution => "caution",
        Danger => "danger",
    }
}

/// A warning about an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryWarning {
    /// A stable code.
    pub code: &'static str,
    /// How serious the warning is.
    pub level: WarningLevel,
    /// The warning as a sentence.
    pub message: String,
}

/// What is known about an entry from before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EntryHistory {
    /// Whether its content changed while its version stayed the same.
    pub has_changed: bool,
}

/// All warnings about one way to run a server, most severe first.
pub fn check(
    entry: &RegistryEntry,
    option: &LaunchOption,
    history: EntryHistory,
    known: &KnownServers,
) -> Vec<EntryWarning> {
    let mut warnings = Vec::new();
    warnings.extend(status(entry));
    if history.has_changed {
        let message = format!(
            "the content of version {} changed after it was first seen; a published version should \
             never change",
            entry.version
        );
        warnings.push(caution("changed-content", message));
    }
    warnings.extend(near::names(entry, known));
    match option {
        LaunchOption::Package(package) => {
            warnings.extend(pin(package));
            warnings.extend(checksum(package));
            warnings.extend(near::packages(package, known));
            warnings.extend(words::of_package(package));
        }
        LaunchOption::Remote(remote) => warnings.extend(address(remote)),
    }
    let remarks = entry.remarks.iter();
    warnings.extend(remarks.map(|remark| note("remark", remark.clone())));
    warnings.sort_by_key(|warning| std::cmp::Reverse(warning.level));
    warnings
}

fn status(entry: &RegistryEntry) -> Option<EntryWarning> {
    let why = entry.status_message.as_deref();
    let why = why.map(|why| format!(": {why}")).unwrap_or_default();
    match entry.status {
        EntryStatus::Active => None,
        EntryStatus::Deprecated => {
            let message = format!("its publisher advises against it{why}");
            Some(caution("deprecated", message))
        }
        EntryStatus::Deleted => {
            let message = format!("it was taken out of its registry{why}");
            Some(danger("deleted", message))
        }
    }
}

fn pin(package: &EntryPackage) -> Option<EntryWarning> {
    if package.kind.runtimes().is_empty() || pinned_version(package).is_some() {
        return None;
    }
    let message = match package.version.as_deref() {
        None => "the entry names no version of the package, so every start could run another one"
            .to_owned(),
        Some(version) => format!(
            "{} is no fixed version, so every start could run another one",
            candor_text::quote(version)
        ),
    };
    Some(danger("unpinned", message))
}

fn checksum(package: &EntryPackage) -> Option<EntryWarning> {
    match (&package.kind, &package.sha256) {
        (PackageKind::Mcpb, None) => {
            let message = "the entry has no checksum for its bundle, which the format demands";
            Some(danger("no-checksum", message.to_owned()))
        }
        (PackageKind::Mcpb, Some(_)) | (_, None) => None,
        (_, Some(_)) => {
            let message = "the entry has a checksum for the package, which the program that \
                           starts it does not compare";
            Some(note("checksum-not-compared", message.to_owned()))
        }
    }
}

fn address(remote: &EntryRemote) -> Option<EntryWarning> {
    if remote.url.starts_with("http://") {
        let message = "its address is not encrypted: anyone on the network path can read and change \
                       what is sent";
        return Some(caution("plain-http", message.to_owned()));
    }
    None
}

fn note(code: &'static str, message: String) -> EntryWarning {
    warning(code, WarningLevel::Note, message)
}

fn caution(code: &'static str, message: String) -> EntryWarning {
    warning(code, WarningLevel::Caution, message)
}

fn danger(code: &'static str, message: String) -> EntryWarning {
    warning(code, WarningLevel::Danger, message)
}

fn warning(code: &'static str, level: WarningLevel, message: String) -> EntryWarning {
    EntryWarning {
        code,
        level,
        message,
    }
}
