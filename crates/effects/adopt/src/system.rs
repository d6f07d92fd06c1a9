//! Known operating systems and their folders.

use std::path::{Path, PathBuf};

/// An operating system that clients run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HostSystem {
    /// Linux and other systems that follow the XDG base directories.
    Linux,
    /// macOS, with settings in `~/Library/Application Support`.
    MacOs,
    /// Windows, with settings in `%APPDATA%`.
    Windows,
}

/// The base of a client's file path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BaseFolder {
    /// The home directory.
    Home,
    /// The system's folder for settings: `~/.config`, `~/Library/Application Support` or
    /// `%APPDATA%`.
    Settings,
    /// `~/.config` on every system, or `XDG_CONFIG_HOME`.
    DotConfig,
    /// The folder of a project.
    Project,
}

/// The folders of one user, as the environment gives them.
#[derive(Clone, Debug)]
pub struct UserFolders {
    /// The system that decides which files are looked for.
    pub system: HostSystem,
    /// The home directory.
    pub home: PathBuf,
    /// `XDG_CONFIG_HOME`, if it is set to an absolute path.
    pub xdg_config: Option<PathBuf>,
    /// `APPDATA`, which only Windows sets.
    pub app_data: Option<PathBuf>,
    /// The folder whose project files are looked at.
    pub project: PathBuf,
}

// === impl HostSystem ===

impl HostSystem {
    /// The system that this program was built for.
    pub const CURRENT: Self = if cfg!(target_os = "macos") {
        Self::MacOs
    } else if cfg!(windows) {
        Self::Windows
    } else {
        Self::Linux
    };
}

// === impl UserFolders ===

impl UserFolders {
    /// The folders of the user who runs this process. An environment without a home has none.
    pub fn from_env(env: &dyn Fn(&str) -> Option<PathBuf>, project: &Path) -> Option<Self> {
        let set = |name: &str| env(name).filter(|path| path.is_absolute());
        Some(Self {
            system: HostSystem::CURRENT,
            home: set("HOME").or_else(|| set("USERPROFILE"))?,
            xdg_config: set("XDG_CONFIG_HOME"),
            app_data: set("APPDATA"),
            project: project.to_owned(),
        })
    }

    /// The folder that a path begins at.
    pub(crate) fn base(&self, base: BaseFolder) -> PathBuf {
        let dot_config = || {
            let stated = self.xdg_config.clone();
            stated.unwrap_or_else(|| self.home.join(".config"))
        };
        match (base, self.system) {
            (BaseFolder::Home, _) => self.home.clone(),
            (BaseFolder::Project, _) => self.project.clone(),
            (BaseFolder::DotConfig, _) | (BaseFolder::Settings, HostSystem::Linux) => dot_config(),
            (BaseFolder::Settings, HostSystem::MacOs) => {
                self.home.join("Library").join("Application Support")
            }
            (BaseFolder::Settings, HostSystem::Windows) => {
                let stated = self.app_data.clone();
                stated.unwrap_or_else(|| self.home.join("AppData").join("Roaming"))
            }
        }
    }
}
