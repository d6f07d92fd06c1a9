//! Of which kind a source is: what it says, or what its keys show.

use candor_model::Diagnostic;

use super::entry::refuse;
use super::fields::Fields;
use crate::quote::{nearest, quote};
use crate::tree::Span;

/// The kinds that are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A server that speaks MCP.
    Mcp,
    /// An API that a document describes.
    OpenApi,
}

/// Kinds that are part of the format and that this version does not know.
const LATER: [&str; 1] = ["functions"];

/// The kind of an entry that begins at `span`. Where there is none, or the keys contradict it,
/// that is told.
pub(super) fn of(fields: &mut Fields<'_, '_>, span: &Span) -> Option<Kind> {
    let stated = fields.read("kind", |node| node.as_text().map(str::to_owned));
    let has = |key: &str| fields.get(key).is_some();
    let server = ["command", "url"].into_iter().find(|key| has(key));
    let document = has("document");
    let Some((word, at)) = stated else {
        if has("kind") {
            return None;
        }
        if let (true, Some(key)) = (document, server) {
            let message = format!(
                "{} has both a `document` and a `{key}`",
                quote(&fields.path)
            );
            refuse(
                fields,
                span,
                "config::two-transports",
                message,
                way_out(key),
            );
        }
        return Some(if document { Kind::OpenApi } else { Kind::Mcp });
    };
    let Some(kind) = Kind::parse(&word) else {
        unknown(fields, &word, &at);
        return None;
    };
    let unfit = match kind {
        Kind::Mcp => document.then_some("document"),
        Kind::OpenApi => server,
    };
    if let Some(key) = unfit {
        let message = format!(
            "{} is of kind `{word}`, but has a `{key}`",
            quote(&fields.path)
        );
        refuse(fields, &at, "config::two-transports", message, way_out(key));
    }
    Some(kind)
}

/// What to do about a key that does not fit.
fn way_out(key: &str) -> &'static str {
    match key {
        "document" => "leave out `document`, or write `kind = \"openapi\"`",
        "url" => {
            "the address of an API is its `base_url`; if `url` is an MCP server, make two entries"
        }
        _ => "keep the one that is meant, or make two entries",
    }
}

fn unknown(fields: &mut Fields<'_, '_>, word: &str, at: &Span) {
    let path = quote(&fields.path);
    let diagnostic = if LATER.contains(&word) {
        let says = format!("{path} is of kind `{word}`, which is not supported yet; it is skipped");
        Diagnostic::error("config::kind", says)
    } else {
        let says = format!("{path} is of kind {}, which does not exist", quote(word));
        let hint = match nearest(word, Kind::ALL.map(Kind::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "write `mcp` or `openapi`, or leave `kind` out".to_owned(),
        };
        Diagnostic::error("config::kind", says).with_hint(hint)
    };
    fields.report.push_at(at, diagnostic);
}

// === impl Kind ===

impl Kind {
    const ALL: [Self; 2] = [Self::Mcp, Self::OpenApi];

    /// `mcp` or `openapi`.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Mcp => "mcp",
            Self::OpenApi => "openapi",
        }
    }

    fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}
