//! The single-line fields of the form, for each kind of source.

use super::input::{AddSourceForm, FieldErrors};
use super::kind::AddSourceKind;

/// A single-line field.
pub(super) struct TextField {
    pub(super) name: &'static str,
    pub(super) label: &'static str,
    /// The help text.
    pub(super) hint: &'static str,
    pub(super) value: String,
    pub(super) optional: bool,
    /// The error, if any.
    pub(super) error: Option<String>,
}

/// The fields before the text area.
pub(super) fn fields(said: &AddSourceForm, errors: &FieldErrors) -> Vec<TextField> {
    let field = |name, label, hint, value: &String, optional| TextField {
        name,
        label,
        hint,
        value: value.clone(),
        optional,
        error: errors.of(name),
    };
    let name = field(
        "name",
        "Name",
        "The prefix of its tool names: letters, digits, _ and -.",
        &said.name,
        false,
    );
    match said.kind {
        AddSourceKind::Command => vec![
            name,
            field(
                "line",
                "Command",
                "With quotes where needed, such as npx -y @modelcontextprotocol/server-filesystem \
                 ${HOME}/notes. It does not run in a shell. ${VAR} is replaced from the gateway’s \
                 environment.",
                &said.line,
                false,
            ),
            field(
                "cwd",
                "Working directory",
                "Defaults to the gateway’s working directory.",
                &said.cwd,
                true,
            ),
        ],
        AddSourceKind::Url => vec![
            name,
            field(
                "url",
                "URL",
                "Such as https://tracker.example/mcp. ${VAR} is replaced from the gateway’s \
                 environment.",
                &said.url,
                false,
            ),
        ],
        AddSourceKind::OpenApi => vec![
            name,
            field(
                "document",
                "Document URL",
                "Such as https://shop.example/openapi.json. Candor checks it for changes. Or \
                 upload or paste the document below.",
                &said.document,
                true,
            ),
        ],
        AddSourceKind::Functions => vec![
            name,
            field(
                "path",
                "File or folder",
                "A .ts, .mts, .js or .mjs file or a folder on the gateway’s machine.",
                &said.path,
                false,
            ),
        ],
        // The file has the names.
        AddSourceKind::McpJson => Vec::new(),
    }
}

/// The field after the text area.
pub(super) fn later(said: &AddSourceForm, errors: &FieldErrors) -> Option<TextField> {
    (said.kind == AddSourceKind::OpenApi).then(|| TextField {
        name: "base-url",
        label: "API base URL",
        hint: "Replaces the servers in the document.",
        value: said.base_url.clone(),
        optional: true,
        error: errors.of("base-url"),
    })
}
