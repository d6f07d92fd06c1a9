//! A temporary sandbox: a home, a working and a temporary folder under one folder that is removed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use candor_verify::{VerifyScenario, WorldFacts};
use tempfile::TempDir;

use crate::VerifyError;

/// The prefix of a sandbox folder; followed by the id of its process.
const PREFIX: &str = "candor-verify-";
/// The most files that are copied from a folder that is handed over.
const MOST_FILES: usize = 20_000;
/// The most bytes that are copied.
const MOST_BYTES: u64 = 256 << 20;
/// The folders of the server's life.
const FOLDERS: [&str; 7] = [
    "home/.config",
    "home/.cache",
    "home/.local/share",
    "home/.local/state",
    "tmp",
    "work/docs",
    "given",
];
/// The extensions of program files run by another program, such as `python3 server.py`.
const SCRIPTS: [&str; 10] = [
    "cjs", "jar", "js", "mjs", "php", "pl", "py", "rb", "sh", "ts",
];
/// The initial files.
const FILES: [(&str, &str); 4] = [
    ("work/notes.txt", "first line\nsecond line\nhello candor\n"),
    (
        "work/data.json",
        "{\n  \"items\": [{\"id\": 1, \"name\": \"first\"}, {\"id\": 2, \"name\": \"second\"}]\n}\n",
    ),
    (
        "work/table.csv",
        "id,name,amount\n1,first,10\n2,second,20\n",
    ),
    ("work/docs/readme.md", "# Readme\n\nA page about candor.\n"),
];

/// The world of one run; dropped, it is gone.
#[derive(Debug)]
pub(crate) struct World {
    folder: TempDir,
    root: PathBuf,
}

// === impl World ===

impl World {
    /// Creates a sandbox, and removes those of processes that no longer exist.
    pub(crate) fn create(scenario: &VerifyScenario) -> Result<Self, VerifyError> {
        sweep(&std::env::temp_dir());
        let prefix = format!("{PREFIX}{}-", std::process::id());
        let folder = tempfile::Builder::new()
            .prefix(&prefix)
            .tempdir()
            .map_err(VerifyError::world("make a temporary folder"))?;
        let root = folder
            .path()
            .canonicalize()
            .map_err(VerifyError::world("find the temporary folder"))?;
        let world = Self { folder, root };
        world
            .fill(scenario)
            .map_err(VerifyError::world("fill the sandbox"))?;
        Ok(world)
    }

    fn fill(&self, scenario: &VerifyScenario) -> io::Result<()> {
        for folder in FOLDERS {
            fs::create_dir_all(self.root.join(folder))?;
        }
        for (path, text) in FILES {
            fs::write(self.root.join(path), text)?;
        }
        for (path, text) in &scenario.files {
            let path = self.work().join(path);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(path, text)?;
        }
        for folder in &scenario.folders {
            let name = folder.file_name().unwrap_or_else(|| "folder".as_ref());
            copy_folder(folder, &self.work().join(name), &mut CopyBudget::default())?;
        }
        Ok(())
    }

    /// The root folder.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The working folder of the server.
    pub(crate) fn work(&self) -> PathBuf {
        self.root.join("work")
    }

    /// A text with the sandbox folders substituted for `{work}`, `{home}`, `{tmp}` and `{given}`;
    /// the latter contains copies of the folders that the command names.
    pub(crate) fn filled(&self, text: &str) -> String {
        let mut filled = text.to_owned();
        for name in ["work", "home", "tmp", "given"] {
            filled = filled.replace(
                &format!("{{{name}}}"),
                &self.root.join(name).to_string_lossy(),
            );
        }
        filled
    }

    /// An argument of the server's command: placeholders are expanded, and an existing folder is
    /// copied and replaced by its copy. A program file stays in place, beside what it loads.
    pub(crate) fn word(&self, word: &str) -> Result<String, VerifyError> {
        let filled = self.filled(word);
        let path = Path::new(word);
        if filled == word && is_script(path) {
            let path = std::path::absolute(path).map_err(VerifyError::world("find the program"))?;
            return Ok(path.to_string_lossy().into_owned());
        }
        if filled != word || !path.is_dir() || word.starts_with('-') {
            return Ok(filled);
        }
        let name = path
            .canonicalize()
            .ok()
            .and_then(|path| Some(path.file_name()?.to_owned()));
        let copy = self
            .root
            .join("given")
            .join(name.unwrap_or_else(|| "folder".into()));
        copy_folder(path, &copy, &mut CopyBudget::default())
            .map_err(VerifyError::world("copy a folder that the command names"))?;
        Ok(copy.to_string_lossy().into_owned())
    }

    /// The variables of the server: what programs need to run, and the folders of the world.
    pub(crate) fn environment(
        &self,
        scenario: &VerifyScenario,
        proxy: &str,
    ) -> Vec<(String, String)> {
        let inherited = ["PATH", "LANG", "LC_ALL", "TERM", "TZ", "USER", "LOGNAME"];
        let inherited = inherited
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), std::env::var(name).ok()?)));
        let places = [
            ("HOME", "home"),
            ("TMPDIR", "tmp"),
            ("TMP", "tmp"),
            ("TEMP", "tmp"),
            ("XDG_CONFIG_HOME", "home/.config"),
            ("XDG_CACHE_HOME", "home/.cache"),
            ("XDG_DATA_HOME", "home/.local/share"),
            ("XDG_STATE_HOME", "home/.local/state"),
        ];
        let places = places.map(|(name, path)| {
            (
                name.to_owned(),
                self.root.join(path).to_string_lossy().into_owned(),
            )
        });
        let proxies = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"]
            .map(|name| (name.to_owned(), proxy.to_owned()));
        let quiet = [
            ("NO_PROXY", "localhost,127.0.0.1,::1"),
            ("PYTHONDONTWRITEBYTECODE", "1"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
        let own = scenario.environment.iter().map(|(name, value)| {
            (
                name.clone(),
                self.word(value).unwrap_or_else(|_| value.clone()),
            )
        });
        inherited
            .chain(places)
            .chain(proxies)
            .chain(quiet)
            .chain(own)
            .collect()
    }

    /// The folders for the server to work in: those it was given, or else the working folder.
    pub(crate) fn roots(&self) -> Vec<PathBuf> {
        let given = fs::read_dir(self.root.join("given"))
            .into_iter()
            .flatten()
            .flatten();
        let mut roots: Vec<PathBuf> = given.map(|entry| entry.path()).collect();
        roots.sort();
        if roots.is_empty() {
            roots.push(self.work());
        }
        roots
    }

    /// The places that arguments can name.
    pub(crate) fn facts(&self, local_url: &str, seed: u64) -> WorldFacts {
        let base = self
            .roots()
            .into_iter()
            .next()
            .unwrap_or_else(|| self.work());
        let mut files = Vec::new();
        let mut folders = Vec::new();
        list_names(&base, 2, &mut files, &mut folders);
        let text = |path: &Path| path.to_string_lossy().into_owned();
        WorldFacts {
            folder: text(&base),
            files: files.iter().map(|path| text(path)).collect(),
            folders: folders.iter().map(|path| text(path)).collect(),
            local_url: local_url.to_owned(),
            seed,
        }
    }

    /// Removes the sandbox now, reporting errors.
    pub(crate) fn remove(self) -> io::Result<()> {
        self.folder.close()
    }
}

/// Whether this is the file of a program that another program runs.
fn is_script(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| SCRIPTS.contains(&ending)) && path.is_file()
}

fn list_names(folder: &Path, depth: usize, files: &mut Vec<PathBuf>, folders: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    entries.sort_by_key(|path| {
        (
            path.extension().is_none_or(|ending| ending != "txt"),
            path.clone(),
        )
    });
    for path in entries {
        let is_hidden = path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if is_hidden || files.len() >= 8 {
            continue;
        }
        if path.is_file() {
            files.push(path);
        } else if path.is_dir() && depth > 0 {
            list_names(&path, depth - 1, files, folders);
            folders.push(path);
        }
    }
}

/// The remaining copy budget.
#[derive(Default)]
struct CopyBudget {
    files: usize,
    bytes: u64,
}

fn copy_folder(from: &Path, to: &Path, budget: &mut CopyBudget) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, target) = (entry.file_type()?, to.join(entry.file_name()));
        budget.files += 1;
        if kind.is_dir() {
            copy_folder(&entry.path(), &target, budget)?;
        } else if kind.is_symlink() {
            std::os::unix::fs::symlink(fs::read_link(entry.path())?, target)?;
        } else if kind.is_file() {
            budget.bytes += fs::copy(entry.path(), target)?;
        }
        if budget.files > MOST_FILES || budget.bytes > MOST_BYTES {
            let text = format!(
                "`{}` has more than {MOST_FILES} files or 256 MiB; hand over a smaller folder",
                from.display()
            );
            return Err(io::Error::other(text));
        }
    }
    Ok(())
}

/// Removes worlds that a killed process has left.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let owner = name
            .strip_prefix(PREFIX)
            .and_then(|rest| rest.split('-').next());
        let is_gone =
            |owner: &str| owner.parse::<u32>().is_ok() && !Path::new("/proc").join(owner).exists();
        if owner.is_some_and(is_gone) {
            // Another run may remove it at the same time.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
