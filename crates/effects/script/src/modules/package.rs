//! Reads entry points from a `package.json`.

use std::path::Path;

use serde_json::{Map, Value};

use super::disk::ProgramFiles;

/// The export conditions: those for `import`.
const CONDITIONS: [&str; 3] = ["import", "module", "default"];
/// The maximum nesting of conditions.
const MAX_DEPTH: usize = 16;

/// The contents of a `package.json`.
#[derive(Debug)]
pub(super) struct PackageManifest(Map<String, Value>);

/// A target in `exports` or `imports`.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum PackageTarget {
    /// A file of the package, from its folder.
    File(String),
    /// Another package. Only allowed in `imports`.
    Bare(String),
}

// === impl PackageManifest ===

impl PackageManifest {
    /// The one in a folder, if there is one.
    pub(super) fn read(disk: &mut ProgramFiles, folder: &Path) -> Result<Option<Self>, String> {
        let path = folder.join("package.json");
        if !disk.is_file(&path) {
            return Ok(None);
        }
        let name = disk.name(&path)?;
        match serde_json::from_str(&disk.read(&path)?) {
            Ok(Value::Object(members)) => Ok(Some(Self(members))),
            Ok(_) => Err(format!("`{name}` is no JSON object")),
            Err(error) => Err(format!("`{name}` is no JSON: {error}")),
        }
    }

    pub(super) fn name(&self) -> Option<&str> {
        self.0.get("name")?.as_str()
    }

    /// Whether it restricts which modules others may import.
    pub(super) fn has_exports(&self) -> bool {
        self.0.get("exports").is_some_and(|it| !it.is_null())
    }

    /// The entry points of the package, best first.
    pub(super) fn entries(&self) -> Vec<String> {
        let exported = self.export(".").and_then(|target| match target {
            PackageTarget::File(path) => Some(path),
            PackageTarget::Bare(_) => None,
        });
        let named = ["module", "main"].map(|key| self.0.get(key)?.as_str().map(str::to_owned));
        exported
            .into_iter()
            .chain(named.into_iter().flatten())
            .collect()
    }

    /// Resolves a subpath: `.` or `./part`.
    pub(super) fn export(&self, part: &str) -> Option<PackageTarget> {
        let exports = self.0.get("exports")?;
        let target = match exports {
            Value::Object(map) if map.keys().any(|key| key.starts_with('.')) => {
                return lookup(map, part, false);
            }
            whole => whole,
        };
        (part == ".")
            .then(|| choose(target, "", false, 0))
            .flatten()
    }

    /// Resolves a `#name`.
    pub(super) fn import(&self, name: &str) -> Option<PackageTarget> {
        lookup(self.0.get("imports")?.as_object()?, name, true)
    }
}

/// The entry for a key: the key itself, or the pattern with the longest prefix.
fn lookup(map: &Map<String, Value>, key: &str, bare: bool) -> Option<PackageTarget> {
    if let Some(target) = map.get(key).filter(|_| !key.contains('*')) {
        return choose(target, "", bare, 0);
    }
    let fits = map.iter().filter_map(|(pattern, target)| {
        let (before, after) = pattern.split_once('*')?;
        let star = key.strip_prefix(before)?.strip_suffix(after)?;
        (!star.is_empty()).then_some((before.len(), star, target))
    });
    let (_, star, target) = fits.max_by_key(|(length, ..)| *length)?;
    choose(target, star, bare, 0)
}

/// The first target whose conditions hold.
fn choose(target: &Value, star: &str, bare: bool, depth: usize) -> Option<PackageTarget> {
    if depth > MAX_DEPTH {
        return None;
    }
    match target {
        Value::String(text) => {
            let text = text.replace('*', star);
            match text.strip_prefix("./") {
                Some(path) => is_plain(path).then(|| PackageTarget::File(path.to_owned())),
                None => {
                    (bare && !text.starts_with(['.', '/'])).then_some(PackageTarget::Bare(text))
                }
            }
        }
        Value::Array(several) => several
            .iter()
            .find_map(|one| choose(one, star, bare, depth + 1)),
        Value::Object(conditions) => conditions
            .iter()
            .filter(|(condition, _)| CONDITIONS.contains(&condition.as_str()))
            .find_map(|(_, target)| choose(target, star, bare, depth + 1)),
        _ => None,
    }
}

/// Whether a path stays inside its package.
fn is_plain(path: &str) -> bool {
    !path
        .split(['/', '\\'])
        .any(|part| matches!(part, "." | ".." | "node_modules"))
}
