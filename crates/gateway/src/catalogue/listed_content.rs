//! All prompts, resources and templates of all sources, for display to people.

use candor_model::SourceName;
use candor_wire::RawJson;

use super::Catalogue;

/// The kinds of content besides tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ContentKind {
    /// A prompt of a source.
    Prompt,
    /// A resource with a fixed URI.
    Resource,
    /// A resource template.
    Template,
}

/// One prompt, resource or template.
#[derive(Clone, Debug)]
pub struct ListedContent {
    /// The source that offers it.
    pub source: SourceName,
    /// The source's own name, URI or URI template.
    pub own: String,
    /// The exposed name, URI or URI template.
    pub exposed: String,
    /// Its definition: for a prompt as clients get it, otherwise as the source sent it.
    pub definition: RawJson,
}

// === impl Catalogue ===

impl Catalogue {
    /// Everything of a kind, regardless of the equipped toolset, in the order of the sources.
    pub fn listed_content(&self, kind: ContentKind) -> Vec<ListedContent> {
        let sources = self.base.source_contents.iter();
        sources.flat_map(|content| content.listed(kind)).collect()
    }
}
