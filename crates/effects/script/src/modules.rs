//! The modules of a program: resolved, read once and cached.
//!
//! Everything is inside the *root*, the folder of the program; paths and links that leave it cannot
//! be resolved. Requests of all workers are answered identically from what was read first, so that
//! all workers run the same version. The state of visited files is recorded, to detect changes
//! later.

mod commonjs;
mod disk;
mod entry;
mod package;
mod resolve;
mod stamp;
#[cfg(test)]
mod tests;
mod unavailable;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use candor_model::FilePosition;
use candor_workers::framing::encode;

use crate::ProgramLoadError;
use crate::protocol::{ModuleRequest, ModuleText, ToWorker};
use disk::ProgramFiles;

/// The maximum number of modules in a program.
const MAX_MODULES: usize = 2_000;
/// Bytes that they may have together.
const MAX_BYTES: usize = 32 * 1024 * 1024;
/// The maximum number of cached answers. A program requests each module several times.
const MAX_ANSWERS: usize = 20 * MAX_MODULES;

/// The modules of one version of a program.
#[derive(Debug)]
pub(crate) struct ProgramModules {
    /// The root as the user named it.
    named: PathBuf,
    /// Name of the entry module.
    entry: String,
    state: Mutex<ModulesState>,
}

/// An import and the importing module; `None` for an entry.
type ImportRequest = (Option<String>, String);

#[derive(Debug)]
struct ModulesState {
    disk: ProgramFiles,
    /// Frames by module.
    modules: HashMap<String, Bytes>,
    bytes: usize,
    /// The cached answers.
    answers: HashMap<ImportRequest, Bytes>,
}

/// How many levels above a file its project folder may be.
const PROJECT_LEVELS: usize = 3;

/// The project folder of a file in `folder`: the nearest one with a `package.json`, where
/// `node_modules` is. Without one, the folder itself.
fn project_of(folder: &Path) -> &Path {
    let mut near = folder.ancestors().take(PROJECT_LEVELS + 1);
    let project = near.find(|place| place.join("package.json").is_file());
    project.unwrap_or(folder)
}

// === impl ProgramModules ===

impl ProgramModules {
    /// Finds the entry of the program at a path. Blocks.
    pub(crate) fn open(path: &Path) -> Result<Self, ProgramLoadError> {
        let missing = |cause| ProgramLoadError::Missing {
            path: path.to_owned(),
            cause,
        };
        let real = path.canonicalize().map_err(missing)?;
        let found = real.metadata().map_err(missing)?;
        let is_file = found.is_file();
        let unusable = |sentence| ProgramLoadError::File {
            sentence,
            place: FilePosition {
                file: path.display().to_string(),
                position: None,
            },
        };
        if !is_file && !found.is_dir() {
            return Err(unusable(format!(
                "`{}` is neither a file nor a folder",
                path.display()
            )));
        }
        let (named, root) = if is_file {
            // A file is at least in the root directory.
            let folder = real.parent().unwrap_or(&real);
            let root = project_of(folder);
            let above = folder.strip_prefix(root).unwrap_or(Path::new(""));
            let named = path.parent().unwrap_or(path);
            let outer = named.ancestors().nth(above.components().count());
            // A relative path need not be long enough to name the project.
            (outer.unwrap_or(root).to_owned(), root.to_owned())
        } else {
            (path.to_owned(), real.clone())
        };
        let mut disk = ProgramFiles::new(root);
        let found = if is_file {
            real
        } else {
            entry::find(&mut disk, path)?
        };
        disk::kind_of(&found).map_err(unusable)?;
        let entry = disk.name(&found).map_err(unusable)?;
        let state = ModulesState {
            disk,
            modules: HashMap::new(),
            bytes: 0,
            answers: HashMap::new(),
        };
        Ok(Self {
            named,
            entry,
            state: Mutex::new(state),
        })
    }

    /// Name of the entry module.
    pub(crate) fn entry(&self) -> &str {
        &self.entry
    }

    /// The name of another file of the program, such as its tests. Blocks.
    pub(crate) fn name_of(&self, path: &Path) -> Result<String, ProgramLoadError> {
        let real = path
            .canonicalize()
            .map_err(|cause| ProgramLoadError::Missing {
                path: path.to_owned(),
                cause,
            })?;
        let name = disk::kind_of(&real).and_then(|_| self.lock().disk.name(&real));
        name.map_err(|sentence| ProgramLoadError::File {
            sentence,
            place: FilePosition {
                file: path.display().to_string(),
                position: None,
            },
        })
    }

    /// The file name of a module as the user knows it.
    pub(crate) fn shown(&self, name: &str) -> String {
        self.named.join(name).display().to_string()
    }

    /// The answer to a worker, if it has been given before.
    pub(crate) fn known(&self, need: &ModuleRequest) -> Option<Bytes> {
        self.lock().answers.get(&asked(need)).cloned()
    }

    /// The answer to a worker, as a frame. Blocks.
    pub(crate) fn answer(&self, need: &ModuleRequest) -> Bytes {
        let mut state = self.lock();
        if let Some(answer) = state.answers.get(&asked(need)) {
            return answer.clone();
        }
        let answer = state.find(need).unwrap_or_else(|sentence| {
            encode(&ToWorker::NoModule { sentence }).unwrap_or_default()
        });
        if state.answers.len() < MAX_ANSWERS {
            state.answers.insert(asked(need), answer.clone());
        }
        answer
    }

    /// Every file that was read so far.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        self.lock().disk.files()
    }

    /// Whether everything that was looked at is as it was. Blocks.
    pub(crate) fn is_current(&self) -> bool {
        // The disk is slow and workers may wait for modules.
        let stamps = self.lock().disk.stamps();
        stamps.are_current()
    }

    /// No code panics while it holds this lock; if it did, modules would merely be looked up again.
    fn lock(&self) -> MutexGuard<'_, ModulesState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl ModulesState ===

impl ModulesState {
    /// The frame with the module, or a sentence why there is none.
    fn find(&mut self, need: &ModuleRequest) -> Result<Bytes, String> {
        let path = match &need.from {
            // A worker knows the names of the modules that it was given, and no others.
            Some(from) if !self.modules.contains_key(from) => {
                return Err(format!("there is no module `{from}` to import from"));
            }
            Some(from) => resolve::resolve(&mut self.disk, from, &need.specifier)?,
            None => self.disk.root().join(&need.specifier),
        };
        let kind = disk::kind_of(&path)?;
        let name = self.disk.name(&path)?;
        if let Some(frame) = self.modules.get(&name) {
            return Ok(frame.clone());
        }
        if self.modules.len() == MAX_MODULES {
            return Err(format!(
                "a program can have {MAX_MODULES} modules, and `{name}` is one more; bundle it"
            ));
        }
        let text = self.disk.read(&path)?;
        if commonjs::is_commonjs(&name, &text) {
            return Err(commonjs::sentence(&name));
        }
        let bytes = self.bytes + text.len();
        if bytes > MAX_BYTES {
            return Err(format!(
                "the modules of a program can have {MAX_BYTES} bytes together, and with `{name}` \
                 they have more"
            ));
        }
        let module = ToWorker::Module(ModuleText {
            name: name.clone(),
            text,
            kind,
        });
        let frame =
            encode(&module).map_err(|error| format!("`{name}` cannot be handed over: {error}"))?;
        self.bytes = bytes;
        self.modules.insert(name, frame.clone());
        Ok(frame)
    }
}

fn asked(need: &ModuleRequest) -> ImportRequest {
    (need.from.clone(), need.specifier.clone())
}
