//! The fields of the form that hold one line, for each kind of source.

use super::kind::Kind;
use super::said::{Said, Slips};

/// A field that holds one line.
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) label: &'static str,
    /// What may stand in it.
    pub(super) hint: &'static str,
    pub(super) value: String,
    pub(super) optional: bool,
    /// What is wrong with it.
    pub(super) slip: Option<String>,
}

/// The fields of a kind that stand first, filled in.
pub(super) fn fields(said: &Said, slips: &Slips) -> Vec<Field> {
    let field = |name, label, hint, value: &String, optional| Field {
        name,
        label,
        hint,
        value: value.clone(),
        optional,
        slip: slips.of(name),
    };
    let name = field(
        "name",
        "Name",
        "What its tools are called after: letters, digits, _ and -.",
        &said.name,
        false,
    );
    match said.kind {
        Kind::Command => vec![
            name,
            field(
                "line",
                "Command",
                "As you would type it, with quotes where they are needed: npx -y \
                 @modelcontextprotocol/server-filesystem ${HOME}/notes. No shell runs it. \
                 ${VAR} is filled in from the gateway’s environment.",
                &said.line,
                false,
            ),
            field(
                "cwd",
                "Folder",
                "Where it is started; the gateway’s own folder, if nothing stands here.",
                &said.cwd,
                true,
            ),
        ],
        Kind::Url => vec![
            name,
            field(
                "url",
                "Address",
                "Such as https://tracker.example/mcp. ${VAR} is filled in from the gateway’s \
                 environment.",
                &said.url,
                false,
            ),
        ],
        Kind::OpenApi => vec![
            name,
            field(
                "document",
                "Address of the document",
                "Such as https://shop.example/openapi.json. It is looked at again from time to \
                 time. Or choose a file, or paste it.",
                &said.document,
                true,
            ),
        ],
        Kind::Functions => vec![
            name,
            field(
                "path",
                "File or folder",
                "On the machine of the gateway: a .ts, .mts, .js or .mjs file, or a folder.",
                &said.path,
                false,
            ),
        ],
        // The file itself names them.
        Kind::McpJson => Vec::new(),
    }
}

/// The field of a kind that stands after its text, filled in.
pub(super) fn later(said: &Said, slips: &Slips) -> Option<Field> {
    (said.kind == Kind::OpenApi).then(|| Field {
        name: "base-url",
        label: "Address of the API",
        hint: "Instead of the servers that the document names.",
        value: said.base_url.clone(),
        optional: true,
        slip: slips.of("base-url"),
    })
}
