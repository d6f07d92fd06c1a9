//! Reports names of unknown sources.

use std::collections::HashSet;

use candor_model::{Diagnostic, FilePosition, SourceName};
use candor_text::{nearest, quote};

use super::context::ReadContext;
use crate::settings::DeclaredOpinion;
use crate::tree::ConfigEntry;

/// The maximum number of sources considered for a suggestion.
const MOST_COMPARED: usize = 100;

/// A place of the file that speaks of tools of a source.
pub(crate) struct SourceMention {
    pub(crate) source: SourceName,
    /// The text, which starts with the source.
    pub(crate) text: String,
    pub(crate) place: FilePosition,
}

/// Warns of what names a source that is not among `sources`.
pub(super) fn warn(
    context: &mut ReadContext<'_>,
    mentions: &[SourceMention],
    sources: &[ConfigEntry],
) {
    let names: HashSet<&str> = sources.iter().map(|entry| entry.key.as_str()).collect();
    for mention in mentions {
        let (source, text) = (mention.source.as_str(), mention.text.as_str());
        if names.contains(source) {
            continue;
        }
        let shown = quote(text);
        let message = format!("{shown} matches nothing: there is no source `{source}`");
        let mut diagnostic = Diagnostic::warning("config::no-such-source", message);
        // Finding a suggestion is expensive and only useful if the report has room.
        if context.report.has_room() {
            let compared = sources.iter().map(|entry| entry.key.as_str());
            let rest = text.strip_prefix(source).unwrap_or_default();
            diagnostic.hint = nearest(source, compared.take(MOST_COMPARED))
                .map(|near| format!("did you mean {}?", quote(&format!("{near}{rest}"))));
        }
        context.report.push(diagnostic.at(mention.place.clone()));
    }
}

// === impl SourceMention ===

impl SourceMention {
    /// Records that `text`, which starts with `source`, is at a place.
    pub(super) fn new(source: &SourceName, text: &impl ToString, place: FilePosition) -> Self {
        Self {
            source: source.clone(),
            text: text.to_string(),
            place,
        }
    }
}

impl From<&DeclaredOpinion> for SourceMention {
    fn from(declared: &DeclaredOpinion) -> Self {
        let about = &declared.key.about;
        Self::new(about.source(), about, declared.place.clone())
    }
}
