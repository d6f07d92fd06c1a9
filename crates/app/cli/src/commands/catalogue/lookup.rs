//! Finds entries and registries for a command.

use candor_config::{Settings, TransportSettings};
use candor_registry::{EntryWarning, KnownServers, LaunchOption, LaunchPlan, LaunchValues, check};
use candor_registry_client::{CatalogueView, Freshness, KnownEntry, RegistryClient, chosen_option};

use crate::args::{CatalogueAgeArgs, CatalogueRunArgs, CatalogueServerArgs};
use crate::prelude::*;

/// The catalogue of a workspace.
pub(super) struct OpenCatalogue {
    pub(super) workspace: CommandWorkspace,
    pub(super) client: RegistryClient,
    pub(super) view: CatalogueView,
}

/// An entry with all facts about it.
pub(super) struct ChosenEntry {
    pub(super) known: KnownEntry,
    /// Names that it could be mistaken for.
    pub(super) names: KnownServers,
}

/// A launch option with its values.
pub(super) struct ChosenLaunch {
    pub(super) plan: LaunchPlan,
    pub(super) warnings: Vec<EntryWarning>,
}

// === impl OpenCatalogue ===

impl OpenCatalogue {
    /// Opens the catalogue and reports unavailable registries.
    pub(super) async fn open(
        age: &CatalogueAgeArgs,
        context: &CommandContext,
    ) -> CommandResult<Self> {
        let workspace = CommandWorkspace::open(context)?;
        let settings = &workspace.settings;
        let client = RegistryClient::new(&settings.server.data, &settings.catalogue)?;
        if !client.is_on() {
            let failure = CommandFailure::new("there is no registry in the catalogue");
            return Err(failure.hint(
                "write `[catalogue]` and `registries = [\"https://registry.modelcontextprotocol.io\"]` \
                 into candor.toml",
            ));
        }
        let freshness = match (age.refresh, age.offline) {
            (true, _) => Freshness::Now,
            (_, true) => Freshness::Remembered,
            _ => Freshness::WhenOld,
        };
        let view = client.view(freshness).await;
        let catalogue = Self {
            workspace,
            client,
            view,
        };
        catalogue.report(&context.output);
        Ok(catalogue)
    }

    /// Reports unavailable registries, unusable entries and the age of the data.
    fn report(&self, output: &CommandOutput) {
        for registry in &self.view.registries {
            let name = one_line(&registry.registry);
            if let Some(outage) = &registry.outage {
                let age = registry.asked_at.map_or_else(
                    || "nothing is known of it yet".to_owned(),
                    |asked| format!("what is shown is from {}", timestamp::text(asked)),
                );
                output.say(&format!("warning: {name}: {}; {age}", one_line(outage)));
            }
            for problem in &registry.problems {
                output.say(&format!("note: {name}: {}", one_line(problem)));
            }
        }
    }

    /// The entry and version that the arguments select.
    pub(super) async fn choose(&self, args: &CatalogueServerArgs) -> CommandResult<ChosenEntry> {
        let name = &args.name;
        let Some(known) = self.view.find(name) else {
            let failure = CommandFailure::new(format!("the catalogue has no server `{name}`"));
            let near = self.view.search(name.short(), 1);
            return Err(match near.first() {
                Some(near) => failure.hint(format!("did you mean `{}`?", near.entry.name)),
                None => failure.hint("`candor catalogue search` finds servers"),
            });
        };
        let known = match &args.version {
            None => known.clone(),
            Some(version) if *version == known.entry.version => known.clone(),
            Some(version) if args.age.offline => {
                let version = one_line(version);
                let known = one_line(&known.entry.version);
                let failure = CommandFailure::new(format!(
                    "only version {known} of `{name}` is known, not {version}"
                ));
                return Err(failure.hint("leave `--offline` out to ask the registry"));
            }
            Some(version) => self.client.version(known, version).await.map_err(|error| {
                let version = one_line(version);
                CommandFailure::from(error).hint(format!("there may be no version {version}"))
            })?,
        };
        Ok(ChosenEntry {
            known,
            names: self
                .view
                .known_servers(used_words(&self.workspace.settings)),
        })
    }
}

/// The words of all configured commands, which include the packages in use.
fn used_words(settings: &Settings) -> Vec<String> {
    let words = settings
        .sources
        .iter()
        .flat_map(|source| match &source.transport {
            TransportSettings::Stdio { args, .. } => args.as_slice(),
            _ => &[],
        });
    words.map(|word| word.template().to_owned()).collect()
}

// === impl ChosenEntry ===

impl ChosenEntry {
    /// The warnings about one launch option.
    pub(super) fn warnings(&self, option: &LaunchOption) -> Vec<EntryWarning> {
        check::check(&self.known.entry, option, self.known.history, &self.names)
    }

    /// The selected launch option.
    pub(super) fn option(&self, wanted: Option<usize>) -> CommandResult<&LaunchOption> {
        let entry = &self.known.entry;
        let options = &entry.options;
        if options.is_empty() {
            let sentence = format!("`{}` has neither a package nor a remote", entry.name);
            return Err(CommandFailure::new(sentence));
        }
        chosen_option(entry, wanted).ok_or_else(|| {
            let number = wanted.unwrap_or_default();
            let sentence = format!("`{}` has no option {number}", entry.name);
            let hint = format!("it has {}", counted(options.len(), "option"));
            CommandFailure::new(sentence).hint(hint)
        })
    }

    /// The launch plan for the selected option with the given values.
    pub(super) fn launch(&self, args: &CatalogueRunArgs) -> CommandResult<ChosenLaunch> {
        let option = self.option(args.option)?;
        let mut values = LaunchValues::new();
        for (key, value) in &args.set {
            let known = values.entry(key.clone()).or_default();
            known.push(value.clone());
        }
        let plan = option.launch(&values).map_err(|errors| {
            let sentences: Vec<String> = errors
                .iter()
                .map(|error| one_line(&error.to_string()))
                .collect();
            let failure = CommandFailure::new(sentences.join("; "));
            failure.hint(format!(
                "`candor catalogue show {}` shows what it needs; give it with `--set KEY=VALUE`",
                self.known.entry.name
            ))
        })?;
        Ok(ChosenLaunch {
            plan,
            warnings: self.warnings(option),
        })
    }
}
