//! Of which kind a source is: what it says, or what its keys show.

use candor_model::Diagnostic;

use super::entry::refuse;
use super::fields::Fields;
use super::{functions, openapi, pack, source_table};
use crate::quote::{nearest, quote};
use crate::tree::Span;

/// The kinds that are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A server that speaks MCP.
    Mcp,
    /// An API that a document describes.
    OpenApi,
    /// Functions that somebody wrote.
    Functions,
    /// Tools that come with Candor.
    Pack,
}

/// The keys that say where a source is, each of which is of one kind. Where a source has several,
/// the first counts while it is looked for further mistakes.
pub(super) const PLACES: [(&str, Kind); 5] = [
    ("document", Kind::OpenApi),
    ("path", Kind::Functions),
    ("pack", Kind::Pack),
    ("command", Kind::Mcp),
    ("url", Kind::Mcp),
];

/// What to do about two keys of which one is too many.
const KEEP_ONE: &str = "keep the one that is meant, or make two entries";

/// The kind of an entry that begins at `span`. Where there is none, or the keys contradict it,
/// that is told.
pub(super) fn of(fields: &mut Fields<'_, '_>, span: &Span) -> Option<Kind> {
    let stated = fields.read("kind", |node| node.as_text().map(str::to_owned));
    let Some((word, at)) = stated else {
        // A kind that is no text was told.
        return fields.get("kind").is_none().then(|| shown(fields, span));
    };
    let Some(kind) = Kind::parse(&word) else {
        unknown(fields, &word, &at);
        return None;
    };
    let given = places(fields);
    let unfit = given
        .iter()
        .find(|(key, owner)| *owner != kind && !kind.is_misnomer(key));
    if let Some((key, owner)) = unfit {
        let message = format!(
            "{} is of kind `{word}`, but has a `{key}`",
            quote(&fields.path)
        );
        let hint = match (kind, owner) {
            (Kind::OpenApi, Kind::Mcp) => way_out(key).to_owned(),
            _ => format!(
                "leave out `{key}`, or write `kind = \"{}\"`",
                owner.as_str()
            ),
        };
        refuse(fields, &at, "config::two-transports", message, &hint);
    }
    Some(kind)
}

/// The kind that the keys show. A server, where they show nothing: it is told what it needs.
fn shown(fields: &mut Fields<'_, '_>, span: &Span) -> Kind {
    let given = places(fields);
    let Some((first, kind)) = given.first() else {
        return Kind::Mcp;
    };
    if let Some((key, _)) = given.iter().find(|(_, owner)| owner != kind) {
        let path = quote(&fields.path);
        let message = format!("{path} has both a `{first}` and a `{key}`");
        let hint = match kind {
            Kind::OpenApi => way_out(key),
            _ => KEEP_ONE,
        };
        refuse(fields, span, "config::two-transports", message, hint);
    }
    *kind
}

/// Those of [`PLACES`] that an entry has.
fn places(fields: &Fields<'_, '_>) -> Vec<(&'static str, Kind)> {
    let given = |(key, _): &(&str, Kind)| fields.get(key).is_some();
    PLACES.into_iter().filter(given).collect()
}

/// What to do about a key of another kind beside a document.
fn way_out(key: &str) -> &'static str {
    match key {
        "url" => {
            "the address of an API is its `base_url`; if `url` is an MCP server, make two entries"
        }
        _ => KEEP_ONE,
    }
}

fn unknown(fields: &mut Fields<'_, '_>, word: &str, at: &Span) {
    let path = quote(&fields.path);
    let says = format!("{path} is of kind {}, which does not exist", quote(word));
    let hint = match nearest(word, Kind::ALL.map(Kind::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "write `mcp`, `openapi`, `functions` or `pack`, or leave `kind` out".to_owned(),
    };
    let diagnostic = Diagnostic::error("config::kind", says).with_hint(hint);
    fields.report.push_at(at, diagnostic);
}

// === impl Kind ===

impl Kind {
    /// Every kind.
    pub(super) const ALL: [Self; 4] = [Self::Mcp, Self::OpenApi, Self::Functions, Self::Pack];

    /// `mcp`, `openapi`, `functions` or `pack`.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Mcp => "mcp",
            Self::OpenApi => "openapi",
            Self::Functions => "functions",
            Self::Pack => "pack",
        }
    }

    /// The keys of this kind besides those of every source.
    pub(super) const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Mcp => &source_table::MCP_KEYS,
            Self::OpenApi => &openapi::KEYS,
            Self::Functions => &functions::KEYS,
            Self::Pack => &pack::KEYS,
        }
    }

    /// What other programs call its keys, with the key that does the same here.
    pub(super) const fn other_names(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Mcp => &source_table::OTHER_NAMES,
            Self::OpenApi => &openapi::OTHER_NAMES,
            Self::Functions => &functions::OTHER_NAMES,
            Self::Pack => &pack::OTHER_NAMES,
        }
    }

    /// Whether `key` is what others call a key of this kind.
    pub(super) fn is_misnomer(self, key: &str) -> bool {
        self.other_names().iter().any(|(other, _)| *other == key)
    }

    fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}
