//! Reloads the configuration file while the gateway runs, applying only what changed.
//!
//! Changes to `[server]`, `[limits]`, `[audit]` and `[catalogue]` only take effect after a restart,
//! which is reported.

mod follow;
mod report;
mod restart_settings;
mod source_change;
mod trigger;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use candor_config::{LoadedSettings, SettingFlags, Settings, ShownSetting, SourceSettings};
use candor_gateway::{ConfigurationChange, Gateway, SourceSetup, SourceTreatment};
use candor_model::{Diagnostic, Digest, Severity, SourceName, Toolset};

use crate::setup::{self, SourceDependencies};
use crate::source_factory::SharedSettings;
use crate::{assemble, pack};

pub(crate) use follow::{ConfigurationFollower, SharedWebhooks};
pub(crate) use report::ReloadReport;
use source_change::SourceChange;

/// The sources to start, and those to treat differently.
type ChangedSources = (Vec<SourceSetup>, Vec<(SourceName, SourceTreatment)>);

/// The configuration that a gateway was started with, and how it is read again.
#[derive(Clone)]
pub struct ServedConfiguration {
    /// The configuration file that is followed.
    pub file: PathBuf,
    /// Its digest when it was read.
    pub digest: Option<Digest>,
    /// The flags of the command line.
    pub flags: SettingFlags,
    /// The settings that are in use.
    pub settings: Settings,
    /// The origin of each setting.
    pub origins: Vec<ShownSetting>,
    /// Whether the file is also reloaded on `SIGHUP`.
    pub on_hangup: bool,
}

/// Applies a changed configuration to a gateway that runs.
pub(crate) struct ConfigurationReloader {
    pub(crate) gateway: Gateway,
    pub(crate) dependencies: SourceDependencies,
    /// The settings for sources that are added at run time.
    pub(crate) shared: Arc<SharedSettings>,
    /// The toolsets that come with the sources that are served.
    pub(crate) pack_toolsets: BTreeMap<SourceName, Vec<Toolset>>,
    /// The settings at the start, as displayed.
    pub(crate) started: Vec<ShownSetting>,
    /// The settings in use.
    pub(crate) served: Settings,
}

// === impl ConfigurationReloader ===

impl ConfigurationReloader {
    /// Applies the current configuration file. On error nothing changes.
    pub(crate) async fn apply(
        &mut self,
        loaded: LoadedSettings,
    ) -> Result<ReloadReport, Vec<Diagnostic>> {
        let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
        let errors: Vec<_> = loaded
            .diagnostics
            .iter()
            .filter(is_error)
            .cloned()
            .collect();
        if loaded.refused || !errors.is_empty() {
            // A configuration is only refused because of an error, so there is at least one.
            return Err(errors);
        }
        let mut report = ReloadReport {
            after_restart: restart_settings::changed(
                (&self.served, &self.started),
                (&loaded.settings, &loaded.origins),
            ),
            ..ReloadReport::default()
        };
        let now = Settings {
            server: self.served.server.clone(),
            limits: self.served.limits.clone(),
            audit: self.served.audit.clone(),
            catalogue: self.served.catalogue.clone(),
            ..loaded.settings
        };
        let change = self.change(&now, &mut report).await?;
        self.shared.replace(&now);
        self.gateway.apply_configuration(change).await;
        assemble::record_declarations(&self.gateway, &now).await;
        self.served = now;
        Ok(report)
    }

    /// Determines what has to be done, with every new source ready to start.
    async fn change(
        &mut self,
        now: &Settings,
        report: &mut ReloadReport,
    ) -> Result<ConfigurationChange, Vec<Diagnostic>> {
        let treats_added = self.served.inference != now.inference;
        let (started, treated) = self.changed_sources(now, report).await?;
        let order: Vec<_> = assemble::enabled(now)
            .iter()
            .map(|source| source.name.clone())
            .collect();
        self.pack_toolsets.retain(|name, _| order.contains(name));
        let own = started.iter();
        let own = own.map(|setup| (setup.spec.name.clone(), pack::own_toolsets(setup)));
        self.pack_toolsets.extend(own);
        let mut declarations = assemble::declarations(now);
        let offered = pack::undeclared(now, self.pack_toolsets.values().flatten());
        declarations.toolsets.extend(offered);
        Ok(ConfigurationChange {
            order,
            started,
            treated,
            treats_added,
            declarations,
            policy: now.policy.policy.clone(),
            approval_timeout: now.policy.approval_timeout,
            standing_expiry: now.policy.standing_expiry,
            self_approval: now.policy.self_approval,
        })
    }

    /// The sources to start, and those to treat differently.
    async fn changed_sources(
        &self,
        now: &Settings,
        report: &mut ReloadReport,
    ) -> Result<ChangedSources, Vec<Diagnostic>> {
        let inference = self.served.inference != now.inference;
        let (before, after) = (assemble::enabled(&self.served), assemble::enabled(now));
        let (mut started, mut treated) = (Vec::new(), Vec::new());
        for source in &after {
            let name = source.name.clone();
            let known = before.iter().find(|known| known.name == name);
            match SourceChange::of(known.copied(), source, inference) {
                SourceChange::None => {}
                SourceChange::Treatment => {
                    treated.push((name.clone(), setup::treatment(source, now)));
                    report.treated.push(name);
                }
                SourceChange::Start => {
                    let made = assemble::setup(source, now, &self.dependencies).await;
                    started.push(made.map_err(|error| vec![unusable(source, &error)])?);
                    match known {
                        Some(_) => report.restarted.push(name),
                        None => report.started.push(name),
                    }
                }
            }
        }
        let is_gone = |known: &&&SourceSettings| after.iter().all(|one| one.name != known.name);
        let gone = before.iter().filter(is_gone);
        report.removed.extend(gone.map(|known| known.name.clone()));
        Ok((started, treated))
    }
}

/// Why a source cannot be started.
fn unusable(source: &SourceSettings, error: &dyn std::error::Error) -> Diagnostic {
    let mut message = format!("source `{}`: {error}", source.name);
    let mut cause = error.source();
    while let Some(next) = cause {
        message = format!("{message}: {next}");
        cause = next.source();
    }
    Diagnostic::error("source::not-made", message)
}
