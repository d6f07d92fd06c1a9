//! Settings of an API described by a document.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use candor_model::{Secret, VariableName};

use crate::endpoint::EndpointUrl;
use crate::text::TemplateText;

/// The default refresh interval of a document on the network.
const REFRESH_URL: Duration = Duration::from_mins(1);

/// The default refresh interval of a file.
const REFRESH_FILE: Duration = Duration::from_secs(2);

/// The settings of a source of kind `openapi`.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenApiSettings {
    /// The location of the document.
    pub document: DocumentLocation,
    /// The base URL of the API, overriding the document's. Without credentials and query.
    pub base_url: Option<EndpointUrl>,
    /// The server in the document to use, by URL, name or description.
    pub server: Option<TemplateText>,
    /// Values of the variables in the URLs of servers, names unique.
    pub server_variables: Vec<(String, TemplateText)>,
    /// Whether the API may be at a private or loopback address.
    pub allow_private: bool,
    /// Whether operations that the document calls deprecated are served.
    pub deprecated: bool,
    /// Whether tools offer the argument `_select`.
    pub select: bool,
    /// The refresh interval of the document; zero is never, `None` is the default of
    /// [`OpenApiSettings::refresh_every`].
    pub refresh: Option<Duration>,
    /// The maximum size of a response, in bytes.
    pub max_reply: usize,
    /// The maximum size of a result schema, in bytes.
    pub max_output_schema: usize,
    /// How often an idempotent call is retried.
    pub retries: u32,
    /// Headers added to every request, names unique without regard to case.
    pub headers: Vec<(String, Secret<String>)>,
    /// Defaults for variables missing in the environment, with distinct names.
    pub variables: Vec<(VariableName, Secret<String>)>,
    /// An operation must fit each list of these that is not empty.
    pub include: DeclaredOperations,
    /// An operation that fits any of these is left out.
    pub exclude: DeclaredOperations,
}

/// The location of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocumentLocation {
    /// A file; a relative path starts from the current directory.
    File(PathBuf),
    /// An address without a user name and password.
    Url(EndpointUrl),
}

/// Operations, described in four ways.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeclaredOperations {
    /// By tag of the document.
    pub tags: Vec<String>,
    /// By path, with `*` within a segment and `**` for any number of segments.
    pub paths: Vec<String>,
    /// By `operationId` or name of the tool, with `*`.
    pub operations: Vec<String>,
    /// By method, in any case.
    pub methods: Vec<String>,
}

// === impl OpenApiSettings ===

impl OpenApiSettings {
    /// The defaults of everything but the document.
    pub fn new(document: DocumentLocation) -> Self {
        Self {
            document,
            base_url: None,
            server: None,
            server_variables: Vec::new(),
            allow_private: false,
            deprecated: false,
            select: true,
            refresh: None,
            max_reply: 1 << 20,
            max_output_schema: 64 << 10,
            retries: 2,
            headers: Vec::new(),
            variables: Vec::new(),
            include: DeclaredOperations::default(),
            exclude: DeclaredOperations::default(),
        }
    }

    /// The refresh interval of the document; `None` is never.
    pub fn refresh_every(&self) -> Option<Duration> {
        let every = self.refresh.unwrap_or(match self.document {
            DocumentLocation::File(_) => REFRESH_FILE,
            DocumentLocation::Url(_) => REFRESH_URL,
        });
        Some(every).filter(|every| !every.is_zero())
    }

    /// Hands everything that changes the tools to `add`, in an order of its own. Of what may be
    /// a credential it hands over names, and texts as they were written.
    pub(super) fn fingerprint(&self, add: &mut impl FnMut(&str)) {
        match &self.document {
            DocumentLocation::File(path) => {
                ["file", &path.to_string_lossy()]
                    .into_iter()
                    .for_each(&mut *add);
            }
            DocumentLocation::Url(url) => {
                add("url");
                super::source::address(url.url(), add);
            }
        }
        match &self.base_url {
            Some(url) => super::source::address(url.url(), add),
            None => add(""),
        }
        add(self.server.as_ref().map_or("", TemplateText::template));
        let variables = self.server_variables.iter();
        let variables = variables.map(|(name, value)| format!("{name}={}", value.template()));
        list(variables, add);
        for flag in [self.deprecated, self.select] {
            add(if flag { "yes" } else { "no" });
        }
        add(&self.max_output_schema.to_string());
        let names = self.headers.iter();
        list(names.map(|(name, _)| name.to_ascii_lowercase()), add);
        for operations in [&self.include, &self.exclude] {
            for texts in [&operations.tags, &operations.paths, &operations.operations] {
                list(texts.iter().cloned(), add);
            }
            let methods = operations.methods.iter();
            list(methods.map(|method| method.to_ascii_uppercase()), add);
        }
    }
}

/// Texts whose order means nothing, with their number in front.
fn list(texts: impl Iterator<Item = String>, add: &mut impl FnMut(&str)) {
    let texts = super::source::sorted(texts);
    add(&texts.len().to_string());
    texts.iter().map(String::as_str).for_each(add);
}

// === impl DocumentLocation ===

/// The display form: URLs without the query.
impl fmt::Display for DocumentLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Url(url) => url.fmt(f),
        }
    }
}

// === impl DeclaredOperations ===

impl DeclaredOperations {
    /// Whether it describes nothing.
    pub fn is_empty(&self) -> bool {
        self.lists().into_iter().all(|(_, texts)| texts.is_empty())
    }

    /// The four lists with their keys.
    pub(crate) fn lists(&self) -> [(&'static str, &[String]); 4] {
        [
            ("tags", &self.tags),
            ("paths", &self.paths),
            ("operations", &self.operations),
            ("methods", &self.methods),
        ]
    }
}

#[cfg(test)]
mod tests;
