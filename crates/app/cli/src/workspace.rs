//! The context of a command: settings, diagnostics and output.

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use candor_config::{
    LoadedSettings, PackName, PackSettings, SettingFlags, SettingOrigin, Settings,
    SettingsLoadError, ShownSetting, SourceSettings, StateScope, TransportSettings,
};
use candor_model::{Diagnostic, Digest, SourceName};
use candor_server::{AnnouncedAddress, DEMO, ServedConfiguration, SourceStartup, workspace_folder};

use crate::actor::CommandActor;
use crate::failure::{self, CommandFailure, CommandResult};
use crate::output::CommandOutput;
use crate::stale_gateway::StaleGateway;
use crate::suggest::did_you_mean;

/// The sources of the demo: a shop, and a pack with its sample.
const DEMO_SOURCES: [&str; 2] = [DEMO, PackName::Gs1.as_str()];

/// Whether logging is initialised: with two workspaces, the first one's settings are used.
static IS_LOGGING: AtomicBool = AtomicBool::new(false);

/// The context of every command.
pub(crate) struct CommandContext {
    /// The flags that override settings.
    pub(crate) flags: SettingFlags,
    /// The output of results and messages.
    pub(crate) output: CommandOutput,
    /// The user of the command.
    pub(crate) actor: CommandActor,
}

/// A valid configuration, and which sources are started.
pub(crate) struct CommandWorkspace {
    /// The output of results and messages.
    pub(crate) output: CommandOutput,
    /// The effective settings.
    pub(crate) settings: Settings,
    /// The origin of each setting.
    pub(crate) origins: Vec<ShownSetting>,
    /// Warnings about the configuration.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Whether there is no configuration, so that the demo is served.
    pub(crate) demo: bool,
    /// The configuration file; none where the demo is served.
    pub(crate) file: Option<PathBuf>,
    /// The digest of that file as it was when it was read.
    pub(crate) config_digest: Option<Digest>,
    /// The folder of the configuration, which has state of its own.
    pub(crate) folder: Option<PathBuf>,
    /// Which sources are started.
    pub(crate) waking: SourceStartup,
    /// The user of the command.
    pub(crate) actor: CommandActor,
    /// Whether a flag or a variable sets the log level for this run.
    chose_log_level: bool,
    /// Whether nothing is logged.
    muted: bool,
}

/// Loads the configuration. An unreadable file is an error with the reasons.
pub(crate) fn load(flags: &SettingFlags) -> CommandResult<LoadedSettings> {
    candor_config::load(flags).map_err(|error| match error {
        SettingsLoadError::Unreadable(unreadable) => {
            CommandFailure::new(unreadable.to_string()).because(unreadable.diagnostics)
        }
        error @ SettingsLoadError::Io { .. } => CommandFailure::from(error)
            .hint("`candor config default > candor.toml` writes a file to start with"),
        error => error.into(),
    })
}

/// The digest of a configuration file.
fn digest(file: &Path) -> Option<Digest> {
    std::fs::read(file).ok().map(Digest::of)
}

// === impl CommandWorkspace ===

impl CommandWorkspace {
    /// Loads the configuration and prints its warnings; an invalid one is an error.
    pub(crate) fn open(context: &CommandContext) -> CommandResult<Self> {
        let workspace = Self::open_silently(context)?;
        workspace.print_diagnostics();
        Ok(workspace)
    }

    /// As [`CommandWorkspace::open`], without printing the warnings.
    pub(crate) fn open_silently(context: &CommandContext) -> CommandResult<Self> {
        Self::of(load(&context.flags)?, context)
    }

    /// As [`CommandWorkspace::open`], but an invalid configuration is only reported, because the
    /// running gateway can be queried.
    pub(crate) fn open_beside_gateway(context: &CommandContext) -> CommandResult<Self> {
        let failure = match Self::open_silently(context) {
            Ok(workspace) => return Ok(workspace),
            Err(failure) => failure,
        };
        let mut loaded = candor_config::load_without_file(&context.flags)?;
        loaded.refused = false;
        let workspace = Self::of(loaded, context)?;
        if AnnouncedAddress::find(&workspace.settings.server.data).is_none() {
            return Err(failure);
        }
        failure.print(&context.output);
        Ok(workspace)
    }

    /// As [`CommandWorkspace::open`], for a command that only uses the store: no source is started.
    pub(crate) fn open_store(context: &CommandContext) -> CommandResult<Self> {
        let mut workspace = Self::open(context)?;
        workspace.start_nothing();
        Ok(workspace)
    }

    /// Uses a configuration that was already read.
    pub(crate) fn of(loaded: LoadedSettings, context: &CommandContext) -> CommandResult<Self> {
        if loaded.refused {
            let failure = CommandFailure::new("a setting is invalid");
            return Err(failure
                .hint("fix it; `candor config show --origin` shows where each value comes from")
                .because(loaded.diagnostics));
        }
        let demo = loaded.file.is_none();
        if let (true, Some(name)) = (demo, &loaded.settings.server.transparent)
            && !DEMO_SOURCES.contains(&name.as_str())
        {
            let sentence = format!("no configuration found with a source `{name}`");
            let hint = format!(
                "give the file with `--config FILE`; the demo sources are `{}`",
                DEMO_SOURCES.join("` and `")
            );
            return Err(CommandFailure::new(sentence).hint(hint));
        }
        let chose_log_level = loaded.origins.iter().any(|shown| {
            let here = matches!(
                shown.origin,
                SettingOrigin::Flag { .. } | SettingOrigin::Env { .. }
            );
            here && shown.key == "server.log_level"
        });
        let mut workspace = Self {
            output: context.output.clone(),
            settings: loaded.settings,
            origins: loaded.origins,
            diagnostics: loaded.diagnostics,
            demo,
            config_digest: loaded.file.as_deref().and_then(digest),
            file: loaded.file,
            folder: loaded.folder,
            waking: SourceStartup::AllSources,
            actor: context.actor.clone(),
            chose_log_level,
            muted: false,
        };
        if let (true, Some(name)) = (demo, workspace.settings.server.transparent.clone()) {
            workspace.start_only(&name);
        }
        Ok(workspace)
    }

    /// The origin of the data directory's location.
    pub(crate) fn data_origin(&self) -> String {
        let mut origins = self.origins.iter();
        let shown = origins.find(|shown| shown.key == "server.data");
        shown.map_or_else(String::new, |shown| shown.origin.to_string())
    }

    /// Whether the location of state is not configured, so that the folder has its own.
    pub(crate) fn keeps_own_state(&self) -> bool {
        let mut origins = self.origins.iter();
        let shown = origins.find(|shown| shown.key == "server.data");
        shown.is_some_and(|shown| shown.origin == SettingOrigin::Default)
    }

    /// Records in an existing data directory which folder it belongs to. Failure is not critical.
    pub(crate) fn note_folder(&self) {
        let data = &self.settings.server.data;
        if let Some(folder) = self.folder.as_ref().filter(|_| self.keeps_own_state())
            && data.is_dir()
            && let Err(error) = workspace_folder::write(data, folder)
        {
            tracing::debug!(%error, "The folder could not be noted in the data directory");
        }
    }

    /// What a gateway needs to follow the configuration file, if there is one.
    pub(crate) fn configuration(&self, flags: SettingFlags) -> Option<ServedConfiguration> {
        Some(ServedConfiguration {
            file: self.file.clone()?,
            digest: self.config_digest,
            flags,
            settings: self.settings.clone(),
            origins: self.origins.clone(),
            // A terminal that is closed hangs up, too, and means that the process is to end.
            on_hangup: !std::io::stdin().is_terminal(),
        })
    }

    /// Why the gateway that runs on the data directory is not up to date, if it is not.
    pub(crate) fn stale_gateway(&self) -> Option<StaleGateway> {
        StaleGateway::find(&self.settings.server.data, self.config_digest)
    }

    /// State of an earlier version, or of the user's configuration, that a folder without state of
    /// its own does not use.
    pub(crate) fn unused_state(&self) -> Option<PathBuf> {
        self.folder.as_ref().filter(|_| self.keeps_own_state())?;
        let own = &self.settings.server.data;
        let home = candor_config::data_home(&|name| std::env::var(name).ok())?;
        let user = StateScope::User.directory(&home);
        let has = |data: &Path| data.join("candor.db").exists();
        (has(&user) && !has(own)).then_some(user)
    }

    /// The configured source of this name.
    pub(crate) fn source(&self, name: &SourceName) -> Option<&SourceSettings> {
        let mut sources = self.settings.sources.iter();
        sources.find(|source| source.name == *name)
    }

    /// Whether this source would be started.
    pub(crate) fn starts(&self, name: &SourceName) -> bool {
        let demo = self.demo && DEMO_SOURCES.contains(&name.as_str());
        demo || self.source(name).is_some_and(|source| source.enabled)
    }

    /// Starts only this source. The names that clients see may then differ.
    /// The shop of the demo comes with the pack, which costs nothing to start.
    pub(crate) fn start_only(&mut self, name: &SourceName) {
        self.settings.sources.retain(|source| source.name == *name);
        if self.demo && name.as_str() == PackName::Gs1.as_str() {
            let pack = PackSettings {
                sample: true,
                ..PackSettings::new(PackName::Gs1)
            };
            let pack = SourceSettings::new(name.clone(), TransportSettings::Pack(pack));
            self.settings.sources.push(pack);
        }
        self.demo &= name.as_str() == DEMO;
        if self.settings.server.transparent.as_ref() != Some(name) {
            self.settings.server.transparent = None;
        }
    }

    /// Starts no source, for commands that only use the store.
    pub(crate) fn start_nothing(&mut self) {
        self.settings.sources.clear();
        self.demo = false;
    }

    /// Uses one source's cached listing, without starting it.
    pub(crate) fn let_sleep(&mut self, name: &SourceName) {
        self.start_only(name);
        self.waking = SourceStartup::NoSources;
    }

    /// Uses all sources' cached listings, without starting them. The demo is part of this program
    /// and always available.
    pub(crate) fn let_all_sleep(&mut self) {
        if !self.demo {
            self.waking = SourceStartup::NoSources;
        }
    }

    /// Starts only this source, which must exist.
    pub(crate) fn narrow(&mut self, name: &SourceName) -> CommandResult<()> {
        if self.starts(name) {
            self.start_only(name);
            return Ok(());
        }
        if self.source(name).is_some() {
            let failure = CommandFailure::new(format!("source `{name}` is disabled"));
            return Err(failure.hint("set `enabled = true` for the source"));
        }
        let configured = self.settings.sources.iter();
        let configured = configured.map(|source| source.name.to_string());
        let demo = DEMO_SOURCES.iter().filter(|_| self.demo);
        let demo = demo.map(|name| (*name).to_owned());
        let names: Vec<String> = configured.chain(demo).collect();
        let hint = did_you_mean(name.as_str(), names.iter().cloned().map(Into::into));
        let hint = hint.unwrap_or_else(|| match names.as_slice() {
            [] => "`candor config default` shows how to add one".to_owned(),
            names => format!("the sources are: {}", names.join(", ")),
        });
        Err(CommandFailure::new(format!("there is no source `{name}`")).hint(hint))
    }

    /// Initialises logging for a serving process: the output of sources' programs is stored in the
    /// data directory.
    pub(crate) fn log(&self) -> CommandResult<()> {
        let server = &self.settings.server;
        self.log_at(&server.log_level, Some(&server.data))
    }

    /// Keeps the log from being written, for a command that draws on the terminal.
    pub(crate) fn mute(&mut self) {
        self.muted = true;
    }

    /// Initialises logging for a command that prints its findings itself: errors only, unless the
    /// user requested more.
    pub(crate) fn log_quietly(&self) -> CommandResult<()> {
        if self.muted {
            self.log_at("off", None)
        } else if self.chose_log_level {
            self.log_at(&self.settings.server.log_level, None)
        } else {
            self.log_at("error", None)
        }
    }

    fn log_at(&self, level: &str, kept: Option<&Path>) -> CommandResult<()> {
        if IS_LOGGING.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        let format = self.settings.server.log_format;
        let colour = self.output.colours_errors();
        let begun = candor_server::telemetry::init_logging(level, format, colour, kept);
        let hint = "use a level such as `info`, or `info,candor_wire=trace`";
        begun.map_err(|error| CommandFailure::new(error).hint(hint))
    }

    /// Prints the warnings about the configuration on standard error.
    pub(crate) fn print_diagnostics(&self) {
        failure::print_diagnostics(&self.output, &self.diagnostics);
    }
}
