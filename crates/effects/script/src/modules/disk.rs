//! Files inside the root.

use std::fs::File;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

use super::stamp::{FileStamp, FileStamps, ReadFile};
use crate::protocol::ModuleKind;

/// Bytes that a module may have.
const MAX_MODULE: u64 = 4 * 1024 * 1024;

/// The files inside the root, with their recorded state.
#[derive(Debug)]
pub(super) struct ProgramFiles {
    /// The root folder, with symbolic links resolved.
    root: PathBuf,
    stamps: FileStamps,
}

// === impl ProgramFiles ===

impl ProgramFiles {
    pub(super) fn new(root: PathBuf) -> Self {
        Self {
            root,
            stamps: FileStamps::default(),
        }
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    pub(super) fn is_file(&mut self, path: &Path) -> bool {
        self.look(path) == FileStamp::File
    }

    pub(super) fn is_folder(&mut self, path: &Path) -> bool {
        self.look(path) == FileStamp::Other && path.is_dir()
    }

    /// The name of the module in a file: its real path from the root, with `/`.
    pub(super) fn name(&self, path: &Path) -> Result<String, String> {
        let real = self.real(path)?;
        let inside = real.strip_prefix(&self.root).unwrap_or(&real);
        let parts = inside.components().map(|part| part.as_os_str().to_str());
        let parts: Option<Vec<_>> = parts.collect();
        let parts = parts.ok_or_else(|| format!("the path `{}` is no text", inside.display()))?;
        Ok(parts.join("/"))
    }

    /// The path of a module.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// The text of a file.
    pub(super) fn read(&mut self, path: &Path) -> Result<String, String> {
        let real = self.real(path)?;
        let name = self.name(path)?;
        let failed = |error| format!("`{name}` cannot be read: {error}");
        let file = File::open(&real).map_err(failed)?;
        let found = file.metadata().map_err(failed)?;
        if !found.is_file() {
            return Err(format!("`{name}` is no file"));
        }
        let mut bytes = Vec::new();
        let mut file = file.take(MAX_MODULE + 1);
        file.read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > MAX_MODULE {
            return Err(format!(
                "`{name}` has more than the {MAX_MODULE} bytes that a module can have"
            ));
        }
        let stamp = FileStamp::Read(ReadFile::new(&found, &bytes));
        self.stamps.note(&real, stamp);
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            format!("`{name}` is not UTF-8: byte {at} begins no character")
        })?;
        // A mark that the text is UTF-8 is no part of it.
        Ok(text
            .strip_prefix('\u{feff}')
            .map_or(text.clone(), str::to_owned))
    }

    pub(super) fn files(&self) -> Vec<PathBuf> {
        self.stamps.read().map(Path::to_owned).collect()
    }

    pub(super) fn stamps(&self) -> FileStamps {
        self.stamps.clone()
    }

    /// The state of a path. Outside of the root, nothing exists.
    fn look(&mut self, path: &Path) -> FileStamp {
        let path = tidy(path);
        if !path.starts_with(&self.root) {
            return FileStamp::Missing;
        }
        let stamp = FileStamp::of(&path);
        self.stamps.note(&path, stamp);
        stamp
    }

    /// A path without links, if it is inside.
    fn real(&self, path: &Path) -> Result<PathBuf, String> {
        let outside = || {
            let path = path.strip_prefix(&self.root).unwrap_or(path);
            let path = path.display();
            format!("`{path}` leads out of the program's folder, and nothing is read there")
        };
        let path = tidy(path);
        if !path.starts_with(&self.root) {
            return Err(outside());
        }
        let real = path.canonicalize().map_err(|error| {
            let path = path.strip_prefix(&self.root).unwrap_or(&path);
            format!("`{}` cannot be read: {error}", path.display())
        })?;
        if !real.starts_with(&self.root) {
            return Err(outside());
        }
        Ok(real)
    }
}

/// The kind of a file, by its name.
pub(super) fn kind_of(path: &Path) -> Result<ModuleKind, String> {
    let shown = path.file_name().unwrap_or_default().to_string_lossy();
    let extension = path.extension().and_then(|it| it.to_str());
    let way_out = match extension {
        Some("ts" | "mts") => return Ok(ModuleKind::Ts),
        Some("js" | "mjs") => return Ok(ModuleKind::Js),
        Some("json") => return Ok(ModuleKind::Json),
        Some("cjs" | "cts") => "CommonJS is not understood: write it as an ES module",
        Some("tsx" | "jsx") => "JSX is not understood: write it without",
        _ => "a module is a `.ts`, `.mts`, `.js`, `.mjs` or `.json` file",
    };
    Err(format!("`{shown}` cannot be loaded; {way_out}"))
}

/// A path without `.` and `..`, by its text alone.
pub(super) fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                tidy.pop();
            }
            part => tidy.push(part),
        }
    }
    tidy
}
