//! Follows the configuration file: reloads and applies it, and reports the result.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use candor_config::{LoadedSettings, SettingFlags, SettingsLoadError, WebhookSettings};
use candor_gateway::{ConfigurationStatus, Gateway};
use candor_model::{Diagnostic, Digest};
use candor_webhook::Webhooks;
use tokio::sync::Mutex;
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;

use super::trigger::ReloadTrigger;
use super::{ConfigurationReloader, ServedConfiguration};
use crate::announced_address::{AnnouncedAddress, StartNotes};
use crate::webhooks;

/// How often reading is retried if the file changes meanwhile.
const TRIES: usize = 5;

/// The webhooks of a gateway, which a changed configuration replaces.
pub(crate) type SharedWebhooks = Arc<Mutex<Option<Webhooks>>>;

/// Keeps a gateway up to date with its configuration file.
pub(crate) struct ConfigurationFollower {
    file: PathBuf,
    /// The digest of the file when the gateway was started.
    started: Option<Digest>,
    flags: SettingFlags,
    trigger: ReloadTrigger,
    reloader: ConfigurationReloader,
    /// The announced address, if there is one.
    announced: Option<(AnnouncedAddress, StartNotes)>,
    webhooks: Option<SharedWebhooks>,
    hooked: Vec<WebhookSettings>,
}

// === impl ConfigurationFollower ===

impl ConfigurationFollower {
    pub(crate) fn new(
        configuration: ServedConfiguration,
        reloader: ConfigurationReloader,
        announced: Option<(AnnouncedAddress, StartNotes)>,
        webhooks: Option<SharedWebhooks>,
    ) -> io::Result<Self> {
        Ok(Self {
            trigger: ReloadTrigger::new(&configuration.file, configuration.on_hangup)?,
            // Always the same file, even if another one would now be found first.
            flags: SettingFlags {
                config: Some(configuration.file.clone()),
                ..configuration.flags
            },
            file: configuration.file,
            started: configuration.digest,
            hooked: configuration.settings.policy.webhooks,
            reloader,
            announced,
            webhooks,
        })
    }

    /// Runs until the gateway stops. A change that is being applied is applied first.
    pub(crate) async fn run(mut self, stop: CancellationToken) {
        // It may have changed while the gateway started.
        let now = std::fs::read(&self.file).ok().map(Digest::of);
        if now != self.started {
            self.read_again().await;
        }
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = self.trigger.next() => {}
            }
            self.read_again().await;
        }
    }

    async fn read_again(&mut self) {
        let (digest, loaded) = self.load().await;
        let applied = match loaded {
            Ok(loaded) => {
                let hooks = loaded.settings.policy.webhooks.clone();
                let applied = self.reloader.apply(loaded).await;
                applied.map(|report| (report, hooks))
            }
            Err(problems) => Err(problems),
        };
        let status = match applied {
            Ok((report, hooks)) => {
                self.hook(hooks).await;
                tracing::info!("The configuration was read again: {report}");
                for setting in &report.after_restart {
                    tracing::warn!("The new value of `{setting}` takes effect after a restart");
                }
                ConfigurationStatus {
                    after_restart: report.after_restart,
                    ..ConfigurationStatus::default()
                }
            }
            Err(problems) => {
                for problem in &problems {
                    let sentence = sentence(problem);
                    tracing::warn!(
                        "The changed configuration cannot be used, and the one before it is still \
                         served: {sentence}"
                    );
                }
                ConfigurationStatus {
                    problems,
                    ..(*self.gateway().configuration_status()).clone()
                }
            }
        };
        self.announce(digest, &status);
        self.gateway().note_configuration(status);
    }

    fn gateway(&self) -> &Gateway {
        &self.reloader.gateway
    }

    /// Reads a consistent state of the file.
    async fn load(&self) -> (Option<Digest>, Result<LoadedSettings, Vec<Diagnostic>>) {
        let (file, flags) = (self.file.clone(), self.flags.clone());
        let read = spawn_blocking(move || {
            let digest = || std::fs::read(&file).ok().map(Digest::of);
            for _ in 1..TRIES {
                let before = digest();
                let loaded = candor_config::load(&flags);
                if digest() == before {
                    return (before, loaded);
                }
            }
            (digest(), candor_config::load(&flags))
        });
        match read.await {
            Ok((digest, loaded)) => (digest, loaded.map_err(problems)),
            Err(error) => (None, Err(vec![problem(error.to_string())])),
        }
    }

    /// Updates the announcement for other commands on this machine.
    fn announce(&mut self, digest: Option<Digest>, status: &ConfigurationStatus) {
        let Some((announced, notes)) = &mut self.announced else {
            return;
        };
        if status.problems.is_empty() {
            notes.config = digest;
        }
        notes.problem = status.problems.first().map(sentence);
        notes.after_restart.clone_from(&status.after_restart);
        if let Err(error) = announced.rewrite(notes) {
            tracing::warn!(%error, "The state of the configuration could not be written into the data directory");
        }
    }

    /// Replaces the webhooks. Each message is sent once, by any replica, so the new ones start
    /// before the old ones stop.
    async fn hook(&mut self, hooks: Vec<WebhookSettings>) {
        let Some(shared) = self.webhooks.as_ref().filter(|_| hooks != self.hooked) else {
            return;
        };
        match webhooks::start(&hooks, self.gateway()) {
            Ok(started) => {
                let before = shared.lock().await.replace(started);
                if let Some(before) = before {
                    before.stop().await;
                }
                self.hooked = hooks;
            }
            Err(error) => tracing::warn!(%error, "The changed webhooks cannot be used"),
        }
    }
}

/// A finding in one line: where, what, and how to go on.
fn sentence(found: &Diagnostic) -> String {
    let place = found.place.as_ref();
    let place = place.map_or_else(String::new, |place| format!("{place}: "));
    let hint = found.hint.as_ref();
    let hint = hint.map_or_else(String::new, |hint| format!(" ({hint})"));
    let text = format!("{place}{}{hint}", found.message);
    candor_text::collapse_whitespace(&text)
}

/// Why the file cannot be read.
fn problems(error: SettingsLoadError) -> Vec<Diagnostic> {
    match error {
        SettingsLoadError::Unreadable(unreadable) => unreadable.diagnostics,
        SettingsLoadError::Io { ref cause, .. } => vec![problem(format!("{error}: {cause}"))],
        error @ SettingsLoadError::NotText { .. } => vec![problem(error.to_string())],
    }
}

fn problem(message: String) -> Diagnostic {
    Diagnostic::error("config::unreadable", message)
}
