//! The only part of this crate that reads files and the process environment.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::env::{self, EnvLookup};
use crate::flags::SettingFlags;
use crate::read::{
    ConfigFile, LARGEST, LoadedSettings, UnreadableConfig, read, read_scoped, too_large,
};
use crate::state_scope::StateScope;

/// Why there are no settings.
#[derive(Debug, thiserror::Error)]
pub enum SettingsLoadError {
    /// The file cannot be opened or read.
    #[error("cannot read the configuration file `{}`", path.display())]
    Io {
        /// The path of the file.
        path: PathBuf,
        /// The operating system's error.
        #[source]
        cause: io::Error,
    },
    /// The file is not valid UTF-8.
    #[error("the configuration file `{}` is not UTF-8 text: byte {offset} is wrong", path.display())]
    NotText {
        /// The path of the file.
        path: PathBuf,
        /// The first byte that is wrong, from 0.
        offset: usize,
    },
    /// The file is not a configuration; the diagnostics say why.
    #[error(transparent)]
    Unreadable(#[from] UnreadableConfig),
}

/// Finds and reads the configuration with the environment of this process and its current
/// directory. Variables whose value is not Unicode count as unset.
pub fn load(flags: &SettingFlags) -> Result<LoadedSettings, SettingsLoadError> {
    load_with(flags, &|name| std::env::var(name).ok(), Path::new(""))
}

/// Like [`load`], with an environment and a current directory of the caller's choice.
pub fn load_with(
    flags: &SettingFlags,
    env: EnvLookup<'_>,
    directory: &Path,
) -> Result<LoadedSettings, SettingsLoadError> {
    let Some((path, bytes)) = find(flags, env, directory)? else {
        return Ok(read(None, flags, env)?);
    };
    if bytes.len() > LARGEST {
        return Err(too_large(&path.display().to_string()).into());
    }
    let text = String::from_utf8(bytes).map_err(|error| SettingsLoadError::NotText {
        path: path.clone(),
        offset: error.utf8_error().valid_up_to(),
    })?;
    let (path, text) = (path.as_path(), text.as_str());
    let folder = state_folder(path, env);
    let scope = folder
        .as_deref()
        .map_or(StateScope::User, StateScope::Folder);
    Ok(read_scoped(
        Some(ConfigFile { path, text }),
        scope,
        flags,
        env,
    )?)
}

/// Loads the settings without the contents of the file, so that the state of its folder can be
/// found although the file is invalid. If the file cannot even be opened, the one that was named is
/// used, or none.
pub fn load_without_file(flags: &SettingFlags) -> Result<LoadedSettings, SettingsLoadError> {
    load_beside(flags, &|name| std::env::var(name).ok(), Path::new(""))
}

fn load_beside(
    flags: &SettingFlags,
    env: EnvLookup<'_>,
    directory: &Path,
) -> Result<LoadedSettings, SettingsLoadError> {
    let path = match find(flags, env, directory) {
        Ok(found) => found.map(|(path, _)| path),
        Err(SettingsLoadError::Io { path, .. }) => Some(path),
        Err(error) => return Err(error),
    };
    let Some(path) = path else {
        return Ok(read(None, flags, env)?);
    };
    let folder = state_folder(&path, env);
    let scope = folder
        .as_deref()
        .map_or(StateScope::User, StateScope::Folder);
    let loaded = read_scoped(None, scope, flags, env)?;
    Ok(LoadedSettings {
        file: Some(path),
        ..loaded
    })
}

/// The folder of a file, which has state of its own unless it is the user's configuration. A link
/// to a folder is the folder.
pub fn state_folder(path: &Path, env: EnvLookup<'_>) -> Option<PathBuf> {
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    // A folder that is not there yet has no links.
    let folder = std::fs::canonicalize(parent).or_else(|_| std::path::absolute(parent));
    let user = env::base_dir(env, env::XDG_CONFIG_HOME, ".config");
    let user = user.map(|base| base.join("candor"));
    let user = user.map(|user| std::fs::canonicalize(&user).unwrap_or(user));
    folder.ok().filter(|folder| user.as_ref() != Some(folder))
}

/// The named file, which must exist, or else the first existing one of `./candor.toml`,
/// `./.mcp.json` and `candor/candor.toml` in the user's configuration directory.
fn find(
    flags: &SettingFlags,
    env: EnvLookup<'_>,
    directory: &Path,
) -> Result<Option<(PathBuf, Vec<u8>)>, SettingsLoadError> {
    let named = flags
        .config
        .clone()
        .or_else(|| env::non_empty(env, env::CONFIG).map(Into::into));
    if let Some(path) = named {
        let path = directory.join(path);
        return match bytes(&path) {
            Ok(bytes) => Ok(Some((path, bytes))),
            Err(cause) => Err(SettingsLoadError::Io { path, cause }),
        };
    }
    let user = env::base_dir(env, env::XDG_CONFIG_HOME, ".config");
    let candidates = [directory.join("candor.toml"), directory.join(".mcp.json")]
        .into_iter()
        .chain(user.map(|base| base.join("candor").join("candor.toml")));
    for path in candidates {
        match bytes(&path) {
            Ok(bytes) => return Ok(Some((path, bytes))),
            Err(cause) => match cause.kind() {
                // A parent that is no folder means the same: the file is not there.
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {}
                _ => return Err(SettingsLoadError::Io { path, cause }),
            },
        }
    }
    Ok(None)
}

/// The bytes of a file, one more than the limit at most: it may be a device without end.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?
        .take(LARGEST as u64 + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests;
