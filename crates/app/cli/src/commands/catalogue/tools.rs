//! The known tools of a server, and their origin: verified or in use here, inspected, declared by
//! the entry, or unknown.

use candor_config::{SourceSettings, TemplateText, TransportSettings};
use candor_gateway::Endpoint;
use candor_model::{Hint, Hints, SourceName};
use candor_registry::{LaunchOption, RegistryEntry};
use candor_resolve::EffectiveAnnotations;

use super::lookup::OpenCatalogue;
use crate::prelude::*;

/// The tools of a server, and how they are known.
pub(super) struct KnownTools {
    /// The origin in a few words: `in use as "weather"`, `declared by the entry`.
    pub(super) origin: String,
    /// The origin for JSON output: `source`, `inspected`, `declared` or `unknown`.
    pub(super) kind: &'static str,
    pub(super) tools: Vec<KnownTool>,
}

pub(super) struct KnownTool {
    pub(super) name: String,
    pub(super) hints: Hints,
    /// The provenance of each hint.
    pub(super) origins: Vec<(Hint, String)>,
}

/// The best that is known.
pub(super) async fn find(
    catalogue: OpenCatalogue,
    entry: &RegistryEntry,
) -> CommandResult<KnownTools> {
    if let Some(source) = source_of(&catalogue.workspace.settings.sources, entry)
        && let Some(known) = in_use(catalogue.workspace, &source).await?
    {
        return Ok(known);
    }
    if let Some(look) = catalogue.client.inspected(&entry.name, &entry.version) {
        let origin = "declared by the server";
        let tools = look.tools.into_iter().map(|tool| KnownTool {
            name: tool.name,
            origins: said(tool.hints, origin),
            hints: tool.hints,
        });
        return Ok(KnownTools {
            origin: format!("seen in a look on {}", timestamp::text(look.inspected_at)),
            kind: "inspected",
            tools: tools.collect(),
        });
    }
    Ok(declared(entry))
}

fn declared(entry: &RegistryEntry) -> KnownTools {
    let Some(tools) = &entry.tools else {
        return KnownTools {
            origin: "unknown".to_owned(),
            kind: "unknown",
            tools: Vec::new(),
        };
    };
    let tools = tools.iter().map(|tool| KnownTool {
        name: tool.name.clone(),
        hints: tool.hints,
        origins: if tool.origins.is_empty() {
            said(tool.hints, "declared by the entry")
        } else {
            tool.origins.clone()
        },
    });
    KnownTools {
        origin: "declared by the entry".to_owned(),
        kind: "declared",
        tools: tools.collect(),
    }
}

fn said(hints: Hints, origin: &str) -> Vec<(Hint, String)> {
    let hints = hints.iter();
    hints.map(|(hint, _)| (hint, origin.to_owned())).collect()
}

/// The source of the configuration that runs this server: by its package, or by its address.
fn source_of(sources: &[SourceSettings], entry: &RegistryEntry) -> Option<SourceName> {
    let runs = |source: &&SourceSettings| {
        entry
            .options
            .iter()
            .any(|option| match (option, &source.transport) {
                (LaunchOption::Package(package), TransportSettings::Stdio { args, .. }) => {
                    let version = package.version.as_deref().unwrap_or_default();
                    let words = args.iter().map(TemplateText::template);
                    let pins = ["@", "==", ":"]
                        .map(|sign| format!("{}{sign}{version}", package.identifier));
                    words
                        .into_iter()
                        .any(|word| pins.iter().any(|pin| pin == word))
                }
                (LaunchOption::Remote(remote), TransportSettings::Http { url, .. }) => {
                    url.url().as_str().trim_end_matches('/') == remote.url.trim_end_matches('/')
                }
                _ => false,
            })
    };
    let mut sources = sources.iter();
    sources.find(runs).map(|source| source.name.clone())
}

/// The tools of a source from its cached listing, with provenance. Starts nothing.
async fn in_use(
    mut workspace: CommandWorkspace,
    source: &SourceName,
) -> CommandResult<Option<KnownTools>> {
    workspace.let_sleep(source);
    let mut tools = Vec::new();
    let seen = &mut tools;
    with_gateway(&workspace, async |gateway| {
        let offer = gateway.catalogue().view(&Endpoint::default())?;
        let own = offer.tools().iter();
        let own = own.filter(|offered| offered.tool.name.source() == source);
        seen.extend(own.map(|offered| KnownTool {
            name: offered.tool.name.own().to_owned(),
            hints: offered.effective.shown.hints(),
            origins: origins(&offered.effective),
        }));
        Ok(CommandExit::Success)
    })
    .await?;
    if tools.is_empty() {
        return Ok(None);
    }
    Ok(Some(KnownTools {
        origin: format!("in use here as `{source}`"),
        kind: "source",
        tools,
    }))
}

fn origins(effective: &EffectiveAnnotations) -> Vec<(Hint, String)> {
    let hints = Hint::ALL.into_iter();
    hints
        .filter_map(|hint| {
            let fact = effective.shown.hint(hint)?;
            Some((hint, fact.origin.provenance().layer.as_str().to_owned()))
        })
        .collect()
}
