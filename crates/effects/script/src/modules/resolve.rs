//! Resolves imports to files.

use std::path::{Path, PathBuf};

use candor_model::nearest;

use super::disk::{ProgramFiles, tidy};
use super::package::{PackageManifest, PackageTarget};
use super::unavailable;

/// Extensions that can be omitted.
const EXTENSIONS: [&str; 5] = ["ts", "mts", "js", "mjs", "json"];
/// How often a `#name` may refer to another.
const MAX_DETOURS: usize = 8;
/// The longest specifier that is looked at.
const MAX_SPECIFIER: usize = 1_024;

/// The file that an import refers to, or a sentence why there is none.
pub(super) fn resolve(
    disk: &mut ProgramFiles,
    from: &str,
    specifier: &str,
) -> Result<PathBuf, String> {
    if specifier.len() > MAX_SPECIFIER || specifier.contains('\0') || specifier.is_empty() {
        let shown: String = specifier.chars().take(40).collect();
        let shown = shown.escape_debug();
        return Err(format!("`{shown}` cannot be the name of a module"));
    }
    let importer = disk.path(from);
    let folder = importer.parent().unwrap_or(&importer).to_owned();
    detour(disk, &folder, from, specifier, 0)
}

fn detour(
    disk: &mut ProgramFiles,
    folder: &Path,
    from: &str,
    specifier: &str,
    depth: usize,
) -> Result<PathBuf, String> {
    if matches!(specifier, "." | "..")
        || specifier.starts_with("./")
        || specifier.starts_with("../")
    {
        return relative(disk, folder, from, specifier);
    }
    if specifier.starts_with('/') {
        return Err(format!(
            "`{specifier}` is an absolute path; write one that begins with `./`"
        ));
    }
    if depth < MAX_DETOURS && specifier.starts_with('#') {
        return own_import(disk, folder, from, specifier, depth);
    }
    if let Some(sentence) = unavailable::scheme(specifier) {
        return Err(sentence);
    }
    match bare(disk, folder, specifier)? {
        Some(path) => Ok(path),
        None => Err(unavailable::builtin(specifier).unwrap_or_else(|| not_installed(specifier))),
    }
}

/// A file beside the importer.
fn relative(
    disk: &mut ProgramFiles,
    folder: &Path,
    from: &str,
    specifier: &str,
) -> Result<PathBuf, String> {
    let path = tidy(&folder.join(specifier));
    if !path.starts_with(disk.root()) {
        return Err(format!(
            "`{specifier}` leads out of the program's folder, and nothing is read there"
        ));
    }
    as_module(disk, &path).ok_or_else(|| {
        let hint = misspelt(&path).map_or_else(String::new, |name| {
            format!("; did you mean `{name}` in the same folder?")
        });
        format!("there is no module `{specifier}` beside `{from}`{hint}")
    })
}

/// The module that a path means: as it is, with its extension guessed, or as a folder.
pub(super) fn as_module(disk: &mut ProgramFiles, path: &Path) -> Option<PathBuf> {
    as_file(disk, path).or_else(|| {
        let index = path.join("index");
        disk.is_folder(path)
            .then(|| extended(disk, &index))
            .flatten()
    })
}

fn as_file(disk: &mut ProgramFiles, path: &Path) -> Option<PathBuf> {
    if disk.is_file(path) {
        return Some(path.to_owned());
    }
    // TypeScript imports a file by the name that it will have when it is compiled.
    let source = match path.extension().and_then(|it| it.to_str()) {
        Some("js") => Some("ts"),
        Some("mjs") => Some("mts"),
        _ => None,
    };
    if let Some(extension) = source {
        let source = path.with_extension(extension);
        if disk.is_file(&source) {
            return Some(source);
        }
    }
    extended(disk, path)
}

/// The path with the first extension that makes it a file.
fn extended(disk: &mut ProgramFiles, path: &Path) -> Option<PathBuf> {
    let mut candidates = EXTENSIONS.iter().map(|extension| {
        let mut text = path.as_os_str().to_owned();
        text.push(".");
        text.push(extension);
        PathBuf::from(text)
    });
    candidates.find(|path| disk.is_file(path))
}

/// Resolves a `#name` with the importer's own package.
fn own_import(
    disk: &mut ProgramFiles,
    folder: &Path,
    from: &str,
    specifier: &str,
    depth: usize,
) -> Result<PathBuf, String> {
    let scope = scope(disk, folder)?;
    let target = scope.and_then(|(place, package)| Some((place, package.import(specifier)?)));
    match target {
        Some((place, PackageTarget::File(path))) => existing(disk, &place.join(path), specifier),
        Some((place, PackageTarget::Bare(other))) => detour(disk, &place, from, &other, depth + 1),
        None => Err(format!(
            "the `package.json` of `{from}` has nothing for `{specifier}` in `imports`"
        )),
    }
}

/// The package that a folder belongs to.
fn scope(
    disk: &mut ProgramFiles,
    folder: &Path,
) -> Result<Option<(PathBuf, PackageManifest)>, String> {
    for place in upward(disk, folder) {
        if place.ends_with("node_modules") {
            break;
        }
        if let Some(package) = PackageManifest::read(disk, &place)? {
            return Ok(Some((place, package)));
        }
    }
    Ok(None)
}

/// A package by its name, in the nearest `node_modules`, never above the root.
fn bare(
    disk: &mut ProgramFiles,
    folder: &Path,
    specifier: &str,
) -> Result<Option<PathBuf>, String> {
    let (name, part) = split(specifier);
    let Some(name) = name else {
        return Err(format!("`{specifier}` cannot be the name of a package"));
    };
    if let Some((place, package)) = scope(disk, folder)?
        && package.name() == Some(name)
        && package.has_exports()
    {
        return inside(disk, &place, Some(&package), specifier, part).map(Some);
    }
    for place in upward(disk, folder) {
        let place = place.join("node_modules").join(name);
        if disk.is_folder(&place) {
            let package = PackageManifest::read(disk, &place)?;
            return inside(disk, &place, package.as_ref(), specifier, part).map(Some);
        }
    }
    Ok(None)
}

/// A part of a package that was found.
fn inside(
    disk: &mut ProgramFiles,
    place: &Path,
    package: Option<&PackageManifest>,
    specifier: &str,
    part: Option<&str>,
) -> Result<PathBuf, String> {
    if let Some(package) = package.filter(|package| package.has_exports()) {
        let key = part.map_or_else(|| ".".to_owned(), |part| format!("./{part}"));
        return match package.export(&key) {
            Some(PackageTarget::File(path)) => existing(disk, &place.join(path), specifier),
            _ => Err(format!(
                "the package of `{specifier}` exports nothing under that name for `import`"
            )),
        };
    }
    let entries = match part {
        Some(part) => vec![part.to_owned()],
        None => package.map(PackageManifest::entries).unwrap_or_default(),
    };
    let mut found = entries
        .iter()
        .find_map(|entry| as_module(disk, &place.join(entry)));
    if found.is_none() && part.is_none() {
        found = as_module(disk, place);
    }
    found.ok_or_else(|| format!("the package of `{specifier}` has no such module"))
}

fn existing(disk: &mut ProgramFiles, path: &Path, specifier: &str) -> Result<PathBuf, String> {
    if disk.is_file(path) {
        return Ok(path.to_owned());
    }
    let path = path.strip_prefix(disk.root()).unwrap_or(path);
    Err(format!(
        "`{specifier}` is `{}`, and there is no such file",
        path.display()
    ))
}

/// A folder and those above it, up to the root.
fn upward(disk: &ProgramFiles, folder: &Path) -> Vec<PathBuf> {
    let root = disk.root();
    let folders = folder.ancestors().take_while(|it| it.starts_with(root));
    folders.map(Path::to_owned).collect()
}

/// Splits a specifier into package (`name` or `@scope/name`) and subpath.
fn split(specifier: &str) -> (Option<&str>, Option<&str>) {
    let slashes = usize::from(specifier.starts_with('@'));
    let end = specifier.match_indices('/').nth(slashes);
    let (name, part) = match end {
        Some((at, _)) => (&specifier[..at], Some(&specifier[at + 1..])),
        None => (specifier, None),
    };
    let parts: Vec<_> = name.split('/').collect();
    let fits = parts.len() == slashes + 1
        && parts
            .iter()
            .all(|part| !part.is_empty() && !part.starts_with('.') && *part != "node_modules")
        && !name.contains(['\\', '%', ':']);
    let part = part.filter(|part| !part.is_empty());
    (fits.then_some(name), part)
}

fn not_installed(specifier: &str) -> String {
    let name = split(specifier).0.unwrap_or(specifier);
    format!(
        "the package `{name}` is not in the `node_modules` of the program; run `npm install \
         {name}` in its folder"
    )
}

/// A file in the same folder whose name is nearly that of the path.
fn misspelt(path: &Path) -> Option<String> {
    let wanted = path.file_name()?.to_str()?;
    let entries = path.parent()?.read_dir().ok()?.take(1_000);
    let names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| {
            EXTENSIONS
                .iter()
                .any(|it| name.ends_with(&format!(".{it}")))
        })
        .collect();
    let stems = names
        .iter()
        .map(|name| name.rsplit_once('.').map_or("", |it| it.0));
    let known = names.iter().map(String::as_str).chain(stems);
    let meant = nearest(wanted, known)?;
    let whole = names
        .iter()
        .find(|name| name.rsplit_once('.').map(|it| it.0) == Some(meant));
    Some(whole.map_or(meant, String::as_str).to_owned())
}
