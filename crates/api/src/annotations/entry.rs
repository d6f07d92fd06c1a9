//! One entry: what is said about some tools, in one place.

use candor_gateway::desk::Entry;
use candor_model::{Opinion, Scope};
use serde::Serialize;
use utoipa::ToSchema;

use crate::tools::statement::Fields;

/// What is said about some tools, in one place.
#[derive(Serialize, ToSchema)]
#[schema(as = Annotation)]
pub(crate) struct EntryView {
    /// About which tools: a name, or a pattern such as `shop.*`.
    about: String,
    /// Where it counts: `everywhere`, `environment` or `toolset`.
    #[schema(example = "everywhere")]
    scope: &'static str,
    /// The environment in which it counts, if it is one.
    environment: Option<String>,
    /// The toolset in which it counts, if it is one.
    toolset: Option<String>,
    /// Whether the configuration file says so. It wins, and cannot be changed here.
    declared: bool,
    /// Which state of it this is, 0 where nothing is stored; null where the file says so.
    version: Option<u64>,
    /// What is said.
    fields: Fields,
    /// What the configuration file says about the same tools in the same place, beside what is
    /// stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<Fields>,
}

// === impl EntryView ===

impl EntryView {
    pub(super) fn of(entry: &Entry) -> Self {
        let scope = &entry.key.scope;
        let name = || scope.name().map(str::to_owned);
        let (word, environment, toolset) = match scope {
            Scope::Everywhere => ("everywhere", None, None),
            Scope::Environment(_) => ("environment", name(), None),
            Scope::Toolset(_) => ("toolset", None, name()),
        };
        Self {
            about: entry.key.about.to_string(),
            scope: word,
            environment,
            toolset,
            declared: entry.version.is_none(),
            version: entry.version,
            fields: Fields::of(&entry.opinion),
            file: None,
        }
    }

    pub(super) fn beside(self, file: Option<&Opinion>) -> Self {
        Self {
            file: file.map(Fields::of),
            ..self
        }
    }
}
