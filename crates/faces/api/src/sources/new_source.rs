//! The description of a source in a request.

use std::collections::BTreeMap;

use candor_gateway::edit::{DocumentInput, SourceInput, SourceKindInput};
use candor_model::SourceTrust;

use crate::enums::TrustWord;
use crate::prelude::*;

/// A source to be looked at or kept. It has exactly one of `command`, `url`, `document` and
/// `path`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSource {
    /// The name of the source.
    #[schema(example = "files")]
    name: String,
    /// Whether its hints are trusted; the default depends on its kind.
    #[schema(inline)]
    trust: Option<TrustWord>,
    /// A program that speaks MCP: its command line as one types it. `${VAR}` is the gateway's.
    #[schema(example = "npx -y @modelcontextprotocol/server-filesystem /srv/notes")]
    command: Option<String>,
    /// Variables of the program's environment.
    #[serde(default)]
    env: BTreeMap<String, String>,
    /// The folder in which the program starts.
    cwd: Option<String>,
    /// A server on the network that speaks MCP.
    url: Option<String>,
    /// Headers of every request to it.
    #[serde(default)]
    headers: BTreeMap<String, String>,
    /// An API that a document describes.
    document: Option<NewDocument>,
    /// The address of the API, regardless of its document.
    base_url: Option<String>,
    /// Whether the API may be on this machine or in a private network.
    #[serde(default)]
    allow_private: bool,
    /// The file or folder of functions, on the gateway's machine.
    path: Option<String>,
    /// The reason, in your words. The history keeps it.
    pub(super) why: Option<String>,
}

/// Where a document is: at a `url`, or here with its `name` and `text`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewDocument {
    /// The address of the document.
    url: Option<String>,
    /// What its file is called.
    name: Option<String>,
    /// What it says.
    text: Option<String>,
}

impl RequestBody for NewSource {
    const SHAPE: &'static str = "an object with `name`, one of `command`, `url`, `document` and \
        `path`, and perhaps `trust`, `env`, `cwd`, `headers`, `base_url`, `allow_private` and `why`";
}

// === impl NewSource ===

impl NewSource {
    /// The described source; an error if it is ambiguous.
    pub(super) fn input(&self) -> Result<SourceInput, ApiProblem> {
        let kinds = (&self.command, &self.url, &self.document, &self.path);
        let what = match kinds {
            (Some(line), None, None, None) => SourceKindInput::Command {
                line: line.clone(),
                env: self.env.clone().into_iter().collect(),
                cwd: self.cwd.clone(),
            },
            (None, Some(url), None, None) => SourceKindInput::Url {
                url: url.clone(),
                headers: self.headers.clone().into_iter().collect(),
            },
            (None, None, Some(document), None) => SourceKindInput::Document {
                at: document.input()?,
                base_url: self.base_url.clone(),
                allow_private: self.allow_private,
            },
            (None, None, None, Some(path)) => SourceKindInput::Functions { path: path.clone() },
            _ => {
                return Err(ApiProblem::invalid(
                    "a source has exactly one of `command`, `url`, `document` and `path`",
                ));
            }
        };
        self.check(&what)?;
        Ok(SourceInput {
            name: self.name.clone(),
            trust: self.trust.map(SourceTrust::from),
            what,
        })
    }

    /// Options of another kind are an error, because they would be ignored.
    fn check(&self, what: &SourceKindInput) -> Result<(), ApiProblem> {
        let command = matches!(what, SourceKindInput::Command { .. });
        let url = matches!(what, SourceKindInput::Url { .. });
        let document = matches!(what, SourceKindInput::Document { .. });
        for (given, fits, key, owner) in [
            (!self.env.is_empty(), command, "env", "command"),
            (self.cwd.is_some(), command, "cwd", "command"),
            (!self.headers.is_empty(), url, "headers", "url"),
            (self.base_url.is_some(), document, "base_url", "document"),
            (self.allow_private, document, "allow_private", "document"),
        ] {
            if given && !fits {
                return Err(ApiProblem::invalid(format!(
                    "`{key}` belongs to a source with `{owner}`"
                )));
            }
        }
        Ok(())
    }
}

// === impl NewDocument ===

impl NewDocument {
    fn input(&self) -> Result<DocumentInput, ApiProblem> {
        match (&self.url, &self.name, &self.text) {
            (Some(url), None, None) => Ok(DocumentInput::Url(url.clone())),
            (None, name, Some(text)) => Ok(DocumentInput::Text {
                name: name.clone().unwrap_or_default(),
                text: text.clone(),
            }),
            _ => Err(ApiProblem::invalid(
                "a `document` has either a `url`, or a `text` and perhaps its `name`",
            )),
        }
    }
}
