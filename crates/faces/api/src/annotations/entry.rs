//! One entry: what is said about some tools, in one place.

use candor_gateway::edit::OpinionEntry;
use candor_model::{Opinion, OpinionScope};
use serde::Serialize;
use utoipa::ToSchema;

use crate::tools::statement::OpinionFields;

/// What is said about some tools, in one place.
#[derive(Serialize, ToSchema)]
#[schema(as = Annotation)]
pub(crate) struct AnnotationView {
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
    fields: OpinionFields,
    /// What the configuration file says about the same tools in the same place, beside what is
    /// stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<OpinionFields>,
}

// === impl AnnotationView ===

impl AnnotationView {
    pub(super) fn of(entry: &OpinionEntry) -> Self {
        let scope = &entry.key.scope;
        let name = || scope.name().map(str::to_owned);
        let (word, environment, toolset) = match scope {
            OpinionScope::Everywhere => ("everywhere", None, None),
            OpinionScope::Environment(_) => ("environment", name(), None),
            OpinionScope::Toolset(_) => ("toolset", None, name()),
        };
        Self {
            about: entry.key.about.to_string(),
            scope: word,
            environment,
            toolset,
            declared: entry.version.is_none(),
            version: entry.version,
            fields: OpinionFields::of(&entry.opinion),
            file: None,
        }
    }

    pub(super) fn beside(self, file: Option<&Opinion>) -> Self {
        Self {
            file: file.map(OpinionFields::of),
            ..self
        }
    }
}
