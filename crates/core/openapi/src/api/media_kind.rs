//! Kinds of media types.

/// Kinds of media types that are handled differently, in order of preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MediaKind {
    /// One JSON text.
    Json,
    /// JSON values, one per line.
    Lines,
    /// JSON values, each preceded by a record separator (RFC 7464).
    Sequence,
    /// A URL-encoded form, `a=1&b=2`.
    Form,
    /// A multipart form, possibly with files.
    Multipart,
    /// Human-readable text of any format.
    Text,
    /// An XML document.
    Xml,
    /// An image of any format.
    Image,
    /// Audio of any format.
    Audio,
    /// Anything else, as bytes.
    Bytes,
}

// === impl MediaKind ===

impl MediaKind {
    /// The kind of a media type, with or without parameters. `*/*` and `application/*` count as
    /// JSON, which APIs that accept anything are most likely to handle.
    pub fn of(media_type: &str) -> Self {
        let essence = essence(media_type);
        let (class, name) = essence.split_once('/').unwrap_or((essence.as_str(), ""));
        match (class, name) {
            ("multipart", _) => Self::Multipart,
            ("*" | "application", "*") | ("application" | "text", "json" | "x-json") => Self::Json,
            ("application", "x-www-form-urlencoded") => Self::Form,
            (_, "json-seq") => Self::Sequence,
            (_, "x-ndjson" | "ndjson" | "jsonl" | "x-jsonlines" | "jsonlines") => Self::Lines,
            _ if name.ends_with("+json") => Self::Json,
            // Checked before images, because SVG is useful as text.
            (_, "xml" | "xml-dtd") => Self::Xml,
            _ if name.ends_with("+xml") => Self::Xml,
            _ if class == "text" || is_readable(name) => Self::Text,
            ("image", _) => Self::Image,
            ("audio", _) => Self::Audio,
            _ => Self::Bytes,
        }
    }

    /// Whether it is text that is sent without base64.
    pub const fn is_written(self) -> bool {
        !self.is_bytes() && !matches!(self, Self::Multipart)
    }

    /// Whether it is binary, which JSON cannot represent.
    pub const fn is_bytes(self) -> bool {
        matches!(self, Self::Image | Self::Audio | Self::Bytes)
    }
}

/// The media type without parameters, in lower case.
pub(super) fn essence(media_type: &str) -> String {
    let essence = media_type.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}

/// Subtypes outside `text/` that are text nevertheless.
fn is_readable(name: &str) -> bool {
    let suffix = name.rsplit_once('+').map_or(name, |(_, suffix)| suffix);
    let name = name.strip_prefix("x-").unwrap_or(name);
    matches!(suffix, "yaml" | "yml" | "toml")
        || matches!(
            name,
            "yaml"
                | "yml"
                | "toml"
                | "javascript"
                | "ecmascript"
                | "typescript"
                | "markdown"
                | "graphql"
                | "sql"
                | "csv"
                | "sh"
                | "pem-file"
                | "sparql-query"
                | "rtf"
                | "n-triples"
                | "trig"
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_by_name() {
        for (media_type, expect) in [
            ("application/json", MediaKind::Json),
            ("Application/JSON; charset=utf-8", MediaKind::Json),
            ("application/vnd.api+json", MediaKind::Json),
            ("application/problem+json", MediaKind::Json),
            ("*/*", MediaKind::Json),
            ("application/x-ndjson", MediaKind::Lines),
            ("application/json-seq", MediaKind::Sequence),
            ("application/x-www-form-urlencoded", MediaKind::Form),
            ("multipart/form-data; boundary=x", MediaKind::Multipart),
            ("text/html", MediaKind::Text),
            ("text/*", MediaKind::Text),
            ("text/csv", MediaKind::Text),
            ("application/x-yaml", MediaKind::Text),
            ("application/vnd.oai.openapi+yaml", MediaKind::Text),
            ("text/xml", MediaKind::Xml),
            ("application/xml", MediaKind::Xml),
            ("application/atom+xml", MediaKind::Xml),
            ("image/svg+xml", MediaKind::Xml),
            ("image/png", MediaKind::Image),
            ("image/*", MediaKind::Image),
            ("audio/mpeg", MediaKind::Audio),
            ("application/octet-stream", MediaKind::Bytes),
            ("application/pdf", MediaKind::Bytes),
            ("nonsense", MediaKind::Bytes),
            ("", MediaKind::Bytes),
        ] {
            assert_eq!(MediaKind::of(media_type), expect, "{media_type}");
        }
    }

    #[test]
    fn what_is_written_needs_no_base64() {
        for (kind, written, bytes) in [
            (MediaKind::Json, true, false),
            (MediaKind::Xml, true, false),
            (MediaKind::Multipart, false, false),
            (MediaKind::Image, false, true),
            (MediaKind::Bytes, false, true),
        ] {
            assert_eq!((kind.is_written(), kind.is_bytes()), (written, bytes));
        }
    }
}
