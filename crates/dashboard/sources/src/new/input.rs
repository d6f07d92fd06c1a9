//! The submitted form, and the source that it describes.

use std::collections::BTreeSet;

use candor_dashboard_kit::{PageError, SubmittedForm, UploadForm};
use candor_model::{SourceName, SourceTrust};
use http::StatusCode;

use super::kind::AddSourceKind;
use super::pairs::NameValuePairs;
use crate::paths::NEW;
use crate::show::quoted;
use crate::trust;
use candor_gateway::edit::{DocumentInput, SourceInput, SourceKindInput};

/// The submitted form.
#[derive(Clone, Debug)]
pub(super) struct AddSourceForm {
    pub(super) kind: AddSourceKind,
    pub(super) name: String,
    pub(super) trust: Option<SourceTrust>,
    pub(super) why: String,
    pub(super) line: String,
    pub(super) env: NameValuePairs,
    pub(super) cwd: String,
    pub(super) url: String,
    pub(super) headers: NameValuePairs,
    /// The URL of a document.
    pub(super) document: String,
    /// The contents of a document or a `.mcp.json`.
    pub(super) text: String,
    /// The name of the uploaded file.
    pub(super) text_name: String,
    pub(super) base_url: String,
    pub(super) allow_private: bool,
    /// The path of functions.
    pub(super) path: String,
    /// The selected servers of an import; none if they were not shown yet.
    pub(super) picks: Option<BTreeSet<String>>,
}

/// Errors by field.
#[derive(Clone, Debug, Default)]
pub(super) struct FieldErrors(pub(super) Vec<(&'static str, String)>);

// === impl AddSourceForm ===

impl AddSourceForm {
    /// An empty form.
    pub(super) fn nothing(kind: AddSourceKind) -> Self {
        Self {
            kind,
            name: String::new(),
            trust: None,
            why: String::new(),
            line: String::new(),
            env: NameValuePairs::default(),
            cwd: String::new(),
            url: String::new(),
            headers: NameValuePairs::default(),
            document: String::new(),
            text: String::new(),
            text_name: String::new(),
            base_url: String::new(),
            allow_private: false,
            path: String::new(),
            picks: None,
        }
    }

    /// Reads a form. An uploaded file replaces the text.
    pub(super) fn of(upload: UploadForm) -> Result<Self, PageError> {
        let UploadForm { form, file } = upload;
        let word = form.get("kind").unwrap_or_default();
        let kind = AddSourceKind::parse(&word).ok_or_else(|| no_kind(&word))?;
        let line = |name| {
            let text = form.get(name).unwrap_or_default();
            text.trim().to_owned()
        };
        let (text_name, text) = match file {
            Some(file) => (file.name, file.text.replace("\r\n", "\n")),
            None => (line("text-name"), form.get("text").unwrap_or_default()),
        };
        Ok(Self {
            kind,
            name: line("name"),
            trust: trust::read(&line("trust")),
            why: line("why"),
            line: line("line"),
            env: NameValuePairs::of(&form, "env"),
            cwd: line("cwd"),
            url: line("url"),
            headers: NameValuePairs::of(&form, "header"),
            document: line("document"),
            text,
            text_name: text_name.chars().take(200).collect(),
            base_url: line("base-url"),
            allow_private: form.get("allow-private").is_some(),
            path: line("path"),
            picks: picks(&form),
        })
    }

    /// With more empty rows.
    pub(super) fn with_more_rows(mut self) -> Self {
        self.env = self.env.with_more();
        self.headers = self.headers.with_more();
        self
    }

    /// The source that the form describes.
    pub(super) fn input(&self) -> Result<SourceInput, FieldErrors> {
        let mut errors = FieldErrors::default();
        errors.check_name(&self.name);
        let what = self.what(&mut errors);
        match what {
            Some(what) if errors.0.is_empty() => Ok(SourceInput {
                name: self.name.clone(),
                trust: self.trust,
                what,
            }),
            _ => Err(errors),
        }
    }

    fn what(&self, errors: &mut FieldErrors) -> Option<SourceKindInput> {
        match self.kind {
            AddSourceKind::Command => {
                errors.need("line", &self.line, "Enter a command.");
                Some(SourceKindInput::Command {
                    line: self.line.clone(),
                    env: errors.pairs("env", &self.env, "variable")?,
                    cwd: given(&self.cwd),
                })
            }
            AddSourceKind::Url => {
                errors.need("url", &self.url, "Enter a URL.");
                Some(SourceKindInput::Url {
                    url: self.url.clone(),
                    headers: errors.pairs("header", &self.headers, "header")?,
                })
            }
            AddSourceKind::OpenApi => Some(SourceKindInput::Document {
                at: self.at(errors)?,
                base_url: given(&self.base_url),
                allow_private: self.allow_private,
            }),
            AddSourceKind::Functions => {
                errors.need("path", &self.path, "Enter a path.");
                Some(SourceKindInput::Functions {
                    path: self.path.clone(),
                })
            }
            // An import describes several sources and is read elsewhere.
            AddSourceKind::McpJson => None,
        }
    }

    /// Where the document is.
    fn at(&self, errors: &mut FieldErrors) -> Option<DocumentInput> {
        match (given(&self.document), given(&self.text)) {
            (Some(url), None) => Some(DocumentInput::Url(url)),
            (None, Some(text)) => Some(DocumentInput::Text {
                name: given(&self.text_name).unwrap_or_else(|| "pasted document".to_owned()),
                text,
            }),
            (Some(_), Some(_)) => {
                let sentence = "Enter either a URL or the document, not both.";
                errors.add("document", sentence);
                None
            }
            (None, None) => {
                let sentence = "Enter the document URL, or upload or paste the document below.";
                errors.add("document", sentence);
                None
            }
        }
    }
}

// === impl FieldErrors ===

impl FieldErrors {
    /// The error of a field.
    pub(super) fn of(&self, field: &str) -> Option<String> {
        let found = self.0.iter().find(|(name, _)| *name == field);
        found.map(|(_, sentence)| sentence.clone())
    }

    pub(super) fn add(&mut self, field: &'static str, sentence: impl Into<String>) {
        self.0.push((field, sentence.into()));
    }

    fn need(&mut self, field: &'static str, text: &str, sentence: &'static str) {
        if text.is_empty() {
            self.add(field, sentence);
        }
    }

    fn check_name(&mut self, name: &str) {
        if name.is_empty() {
            self.add("name", "Enter a name.");
        } else if SourceName::parse(name).is_err() {
            let name = quoted(name);
            let sentence =
                format!("`{name}` is not a valid name. Use 1 to 64 letters, digits, `_` and `-`.");
            self.add("name", sentence);
        }
    }

    fn pairs(
        &mut self,
        field: &'static str,
        pairs: &NameValuePairs,
        what: &str,
    ) -> Option<Vec<(String, String)>> {
        pairs
            .read(what)
            .map_err(|sentence| self.add(field, sentence))
            .ok()
    }
}

fn given(text: &str) -> Option<String> {
    (!text.trim().is_empty()).then(|| text.to_owned())
}

/// Browsers do not send unchecked boxes, so a hidden field says that they were shown.
fn picks(form: &SubmittedForm) -> Option<BTreeSet<String>> {
    let picked = form.all("pick[]").map(str::to_owned);
    form.get("listed").map(|_| picked.collect())
}

fn no_kind(word: &str) -> PageError {
    let sentence = format!("`{}` is not a source type.", quoted(word));
    PageError::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "Invalid request",
        sentence,
    )
    .and("Nothing was changed.")
    .link(NEW, "Add a source")
}
