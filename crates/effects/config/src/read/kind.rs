//! Determines the kind of a source, from `kind` or from its other keys.

use candor_text::quote;

use super::table::TableReader;
use super::{functions, openapi, pack, source_table};
use crate::problem::did_you_mean;
use crate::tree::ByteSpan;

/// The kinds that are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SourceKindKey {
    /// A server that speaks MCP.
    Mcp,
    /// An API that a document describes.
    OpenApi,
    /// Functions of the user.
    Functions,
    /// Tools that come with Candor.
    Pack,
}

/// The keys with a source's location, each specific to one kind. If there are several, the first
/// determines how the entry is checked further.
pub(super) const PLACES: [(&str, SourceKindKey); 5] = [
    ("document", SourceKindKey::OpenApi),
    ("path", SourceKindKey::Functions),
    ("pack", SourceKindKey::Pack),
    ("command", SourceKindKey::Mcp),
    ("url", SourceKindKey::Mcp),
];

/// The hint for two conflicting keys.
pub(super) const KEEP_ONE: &str = "keep the one that is meant, or make two entries";

/// The kind of an entry that starts at `span`. Reports if it is missing or contradicted by other
/// keys.
pub(super) fn of(reader: &mut TableReader<'_, '_, '_>, span: &ByteSpan) -> Option<SourceKindKey> {
    let stated = reader.read("kind", |node| node.as_text().map(str::to_owned));
    let Some((word, at)) = stated else {
        // A `kind` of the wrong type was reported.
        return reader.get("kind").is_none().then(|| shown(reader, span));
    };
    let Some(kind) = SourceKindKey::parse(&word) else {
        unknown(reader, &word, &at);
        return None;
    };
    let given = places(reader);
    let unfit = given
        .iter()
        .find(|(key, owner)| *owner != kind && !kind.is_misnomer(key));
    if let Some((key, owner)) = unfit {
        let says = format!("is of kind `{word}`, but has a `{key}`");
        let hint = match (kind, owner) {
            (SourceKindKey::OpenApi, SourceKindKey::Mcp) => way_out(key).to_owned(),
            _ => format!("leave out `{key}`, or write `kind = \"{owner}\"`"),
        };
        reader.refuse(&at, "config::two-transports", &says, &hint);
    }
    Some(kind)
}

/// The kind implied by the keys. Defaults to an MCP server, whose required keys are then reported.
fn shown(reader: &mut TableReader<'_, '_, '_>, span: &ByteSpan) -> SourceKindKey {
    let given = places(reader);
    let Some((first, kind)) = given.first() else {
        return SourceKindKey::Mcp;
    };
    if let Some((key, _)) = given.iter().find(|(_, owner)| owner != kind) {
        let says = format!("has both a `{first}` and a `{key}`");
        let hint = match kind {
            SourceKindKey::OpenApi => way_out(key),
            _ => KEEP_ONE,
        };
        reader.refuse(span, "config::two-transports", &says, hint);
    }
    *kind
}

/// The keys of [`PLACES`] that an entry has.
fn places(reader: &TableReader<'_, '_, '_>) -> Vec<(&'static str, SourceKindKey)> {
    let given = |(key, _): &(&str, SourceKindKey)| reader.get(key).is_some();
    PLACES.into_iter().filter(given).collect()
}

/// The hint for a key of another kind beside a document.
fn way_out(key: &str) -> &'static str {
    match key {
        "url" => {
            "the address of an API is its `base_url`; if `url` is an MCP server, make two entries"
        }
        _ => KEEP_ONE,
    }
}

fn unknown(reader: &mut TableReader<'_, '_, '_>, word: &str, at: &ByteSpan) {
    let says = format!("is of kind {}, which does not exist", quote(word));
    let near = did_you_mean(word, SourceKindKey::ALL.map(SourceKindKey::as_str));
    let hint = "write `mcp`, `openapi`, `functions` or `pack`, or leave `kind` out";
    reader.refuse(at, "config::kind", &says, near.as_deref().unwrap_or(hint));
}

// === impl SourceKindKey ===

candor_text::string_enum! {
    /// `mcp`, `openapi`, `functions` or `pack`.
    SourceKindKey {
        Mcp => "mcp",
        OpenApi => "openapi",
        Functions => "functions",
        Pack => "pack",
    }
}

impl SourceKindKey {
    /// The keys of this kind besides those of every source.
    pub(super) const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Mcp => &source_table::MCP_KEYS,
            Self::OpenApi => &openapi::KEYS,
            Self::Functions => &functions::KEYS,
            Self::Pack => &pack::KEYS,
        }
    }

    /// The names that other programs use for keys, with the key of the same meaning here.
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
}
