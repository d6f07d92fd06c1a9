//! What a command works on: the settings, and what there is to say about them.

use candor_config::{
    Flags, LoadError, Loaded, Origin, PackName, PackSettings, Settings, SourceSettings, Transport,
};
use candor_model::{Diagnostic, SourceName};
use candor_server::{DEMO, Waking};

use crate::nearest::did_you_mean;
use crate::output::Output;
use crate::problems::{self, Failure};

/// The sources of the demo: a shop, and a pack with its sample.
const DEMO_SOURCES: [&str; 2] = [DEMO, PackName::Gs1.as_str()];

/// A configuration that can be run.
pub(crate) struct Workspace {
    /// What to run with.
    pub(crate) settings: Settings,
    /// What there is to say about it.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Whether there is no configuration, so that the demo is served.
    pub(crate) demo: bool,
    /// Whether sources are started.
    pub(crate) waking: Waking,
    /// Whether somebody asked for this log level for this run.
    chose_log_level: bool,
    /// Whether nothing is logged.
    muted: bool,
}

/// Reads the configuration. A file that cannot be read is a failure with the reasons.
pub(crate) fn load(flags: &Flags) -> Result<Loaded, Failure> {
    candor_config::load(flags).map_err(|error| match error {
        LoadError::Unreadable(unreadable) => {
            Failure::new(unreadable.to_string()).because(unreadable.diagnostics)
        }
        error @ LoadError::Io { .. } => Failure::from(anyhow::Error::new(error))
            .hint("`candor config default > candor.toml` writes a file to begin with"),
        error => anyhow::Error::new(error).into(),
    })
}

// === impl Workspace ===

impl Workspace {
    /// Reads the configuration and refuses one that would be a guess.
    pub(crate) fn open(flags: &Flags) -> Result<Self, Failure> {
        Self::of(load(flags)?)
    }

    /// Takes a configuration that was read.
    pub(crate) fn of(loaded: Loaded) -> Result<Self, Failure> {
        if loaded.refused {
            let failure = Failure::new("a setting cannot be used");
            return Err(failure
                .hint("correct it; `candor config show --origin` says where each value comes from")
                .because(loaded.diagnostics));
        }
        let demo = loaded.file.is_none();
        if let (true, Some(name)) = (demo, &loaded.settings.server.transparent)
            && !DEMO_SOURCES.contains(&name.as_str())
        {
            let failure =
                Failure::new(format!("no configuration was found with a source `{name}`"));
            let hint = format!(
                "name the file with `--config FILE`; the sources of the demo are called `{}`",
                DEMO_SOURCES.join("` and `")
            );
            return Err(failure.hint(hint));
        }
        let chose_log_level = loaded.origins.iter().any(|shown| {
            shown.key == "server.log_level"
                && matches!(shown.origin, Origin::Flag { .. } | Origin::Env { .. })
        });
        let mut workspace = Self {
            settings: loaded.settings,
            diagnostics: loaded.diagnostics,
            demo,
            waking: Waking::Everybody,
            chose_log_level,
            muted: false,
        };
        if let (true, Some(name)) = (demo, workspace.settings.server.transparent.clone()) {
            workspace.start_only(&name);
        }
        Ok(workspace)
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

    /// Leaves all sources but one where they are. What it is called by clients may then differ.
    /// Of the demo the shop comes with its neighbour, which costs nothing to start.
    pub(crate) fn start_only(&mut self, name: &SourceName) {
        self.settings.sources.retain(|source| source.name == *name);
        if self.demo && name.as_str() == PackName::Gs1.as_str() {
            let pack = PackSettings {
                sample: true,
                ..PackSettings::new(PackName::Gs1)
            };
            let pack = SourceSettings::new(name.clone(), Transport::Pack(pack));
            self.settings.sources.push(pack);
        }
        self.demo &= name.as_str() == DEMO;
        if self.settings.server.transparent.as_ref() != Some(name) {
            self.settings.server.transparent = None;
        }
    }

    /// Starts no source: what is wanted is kept in the store.
    pub(crate) fn start_nothing(&mut self) {
        self.settings.sources.clear();
        self.demo = false;
    }

    /// Looks at one source as it was when it was last seen, without starting it.
    pub(crate) fn let_sleep(&mut self, name: &SourceName) {
        self.start_only(name);
        self.waking = Waking::Nobody;
    }

    /// Looks at all sources as they were when they were last seen, without starting them. The
    /// demo is part of this program: it is always there.
    pub(crate) fn let_all_sleep(&mut self) {
        if !self.demo {
            self.waking = Waking::Nobody;
        }
    }

    /// Starts only the source that somebody named, which must be there.
    pub(crate) fn narrow(&mut self, name: &SourceName) -> Result<(), Failure> {
        if self.starts(name) {
            self.start_only(name);
            return Ok(());
        }
        if self.source(name).is_some() {
            let failure = Failure::new(format!("source `{name}` is disabled"));
            return Err(failure.hint("set its `enabled = true`"));
        }
        let configured = self.settings.sources.iter();
        let configured = configured.map(|source| source.name.to_string());
        let demo = DEMO_SOURCES.iter().filter(|_| self.demo);
        let demo = demo.map(|name| (*name).to_owned());
        let names: Vec<String> = configured.chain(demo).collect();
        let hint = did_you_mean(name.as_str(), names.iter().cloned().map(Into::into));
        let hint = hint.unwrap_or_else(|| match names.as_slice() {
            [] => "`candor config default` shows how to write one".to_owned(),
            names => format!("the sources are: {}", names.join(", ")),
        });
        Err(Failure::new(format!("there is no source `{name}`")).hint(hint))
    }

    /// Begins logging as the settings say.
    pub(crate) fn log(&self, output: &Output) -> Result<(), Failure> {
        self.log_at(&self.settings.server.log_level, output)
    }

    /// Keeps the log from being written, for a command that draws on the terminal.
    pub(crate) fn mute(&mut self) {
        self.muted = true;
    }

    /// Begins logging for a command that prints its findings itself: little, unless somebody
    /// asked for more.
    pub(crate) fn log_quietly(&self, output: &Output) -> Result<(), Failure> {
        if self.muted {
            self.log_at("off", output)
        } else if self.chose_log_level {
            self.log(output)
        } else {
            self.log_at("error", output)
        }
    }

    fn log_at(&self, level: &str, output: &Output) -> Result<(), Failure> {
        let format = self.settings.server.log_format;
        candor_server::telemetry::begin(level, format, output.colours_errors()).map_err(|error| {
            Failure::new(error).hint("write a level such as `info`, or `info,candor_wire=trace`")
        })
    }

    /// Tells what there is to say, on standard error.
    pub(crate) fn tell(&self, output: &Output) {
        problems::tell_all(output, &self.diagnostics);
    }
}
