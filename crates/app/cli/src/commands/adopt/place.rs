//! Locations: the user's folders, Candor's configuration and the Candor executable.

use std::io;
use std::path::PathBuf;

use candor_adopt::UserFolders;
use candor_config::{SettingFlags, StateScope, env};
use candor_model::ToolsetName;
use candor_server::SourceStartup;

use crate::prelude::*;
use crate::workspace;

/// The largest configuration that is read.
const LARGEST: u64 = 8 << 20;

/// Candor's configuration, and how clients start Candor with it.
pub(super) struct AdoptPlace {
    /// The `candor.toml` that sources are added to.
    pub(super) config: PathBuf,
    /// Its text, if it exists.
    pub(super) text: Option<String>,
    /// The program that clients start. Many do not know the user's `PATH`, so it is a whole path.
    pub(super) command: String,
    /// The data directory, if a flag names one.
    data: Option<PathBuf>,
}

/// The folders of the user who runs the command.
pub(in crate::commands) fn folders() -> CommandResult<UserFolders> {
    let project = std::env::current_dir()
        .map_err(|cause| CommandFailure::io("cannot find the current folder", cause))?;
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from);
    UserFolders::from_env(&set, &project).ok_or_else(|| {
        let failure = CommandFailure::new("there is no home directory to look in");
        failure.hint("set `HOME` to an absolute path")
    })
}

// === impl AdoptPlace ===

impl AdoptPlace {
    /// The file that was named, or the one in the user's configuration, so that clients find it
    /// wherever they are started.
    pub(super) fn find(context: &CommandContext) -> CommandResult<Self> {
        let config = config_path(&context.flags)?;
        let shown = config.display().to_string();
        if config.extension().is_none_or(|ending| ending != "toml") {
            let failure = CommandFailure::new(format!("`{shown}` is not a candor.toml"));
            return Err(failure.hint("sources are added to a file that ends with `.toml`"));
        }
        let text = match std::fs::File::open(&config).and_then(|one| file::bounded(one, LARGEST)) {
            Ok(bytes) => Some(file::text(bytes, &format!("`{shown}`"))?),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => None,
            Err(cause) => {
                return Err(CommandFailure::io(format!("cannot read `{shown}`"), cause));
            }
        };
        let command = std::env::current_exe()
            .map_err(|cause| CommandFailure::io("cannot find the program itself", cause))?;
        let data = context.flags.data.as_ref().map(std::path::absolute);
        Ok(Self {
            config,
            text,
            command: command.display().to_string(),
            data: data.transpose()?,
        })
    }

    /// The arguments that clients start Candor with.
    pub(super) fn arguments(&self, toolset: Option<&ToolsetName>) -> Vec<String> {
        let mut args = vec!["stdio".to_owned(), "--config".to_owned()];
        args.push(self.config.display().to_string());
        if let Some(data) = &self.data {
            args.extend(["--data".to_owned(), data.display().to_string()]);
        }
        if let Some(toolset) = toolset {
            args.extend(["--toolset".to_owned(), toolset.to_string()]);
        }
        args
    }

    /// The settings that count for clients. No source is started, and sources that start a program
    /// may be added: who runs this command has the machine.
    pub(super) fn workspace(&self, context: &CommandContext) -> CommandResult<CommandWorkspace> {
        let flags = SettingFlags {
            config: self.text.as_ref().map(|_| self.config.clone()),
            ..context.flags.clone()
        };
        let loaded = if self.text.is_some() {
            workspace::load(&flags)?
        } else {
            let env = |name: &str| std::env::var(name).ok();
            let folder = candor_config::state_folder(&self.config, &env);
            let scope = folder
                .as_deref()
                .map_or(StateScope::User, StateScope::Folder);
            candor_config::read_scoped(None, scope, &flags, &env)?
        };
        let mut workspace = CommandWorkspace::of(loaded, context)?;
        workspace.start_nothing();
        workspace.waking = SourceStartup::NoSources;
        workspace.settings.server.allow_commands = true;
        Ok(workspace)
    }
}

fn config_path(flags: &SettingFlags) -> CommandResult<PathBuf> {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let named = flags.config.clone().or_else(|| set(env::CONFIG));
    if let Some(named) = named.filter(|path| !path.as_os_str().is_empty()) {
        let path = std::path::absolute(&named)?;
        // Write to the target of a symbolic link.
        return Ok(std::fs::canonicalize(&path).unwrap_or(path));
    }
    let base = set(env::XDG_CONFIG_HOME).filter(|path| path.is_absolute());
    let base = base.or_else(|| set(env::HOME).map(|home| home.join(".config")));
    let base = base.ok_or_else(|| CommandFailure::new("there is no home directory"))?;
    let path = base.join("candor").join("candor.toml");
    Ok(std::fs::canonicalize(&path).unwrap_or(path))
}
