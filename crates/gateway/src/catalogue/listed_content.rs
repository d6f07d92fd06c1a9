//! Every prompt, resource and template of every source, for people to look at.

use candor_model::SourceName;
use candor_wire::RawJson;

use super::Catalogue;

/// What a source offers besides tools.
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
    /// Its name, URI or URI template at the source.
    pub own: String,
    /// What clients call it.
    pub exposed: String,
    /// Its definition: that of a prompt as clients get it, any other as the source sent it.
    pub definition: RawJson,
}

// === impl Catalogue ===

impl Catalogue {
    /// Everything of a kind, whatever is equipped, in the order of the sources.
    pub fn listed_content(&self, kind: ContentKind) -> Vec<ListedContent> {
        let sources = self.base.source_contents.iter();
        sources.flat_map(|content| content.listed(kind)).collect()
    }
}
