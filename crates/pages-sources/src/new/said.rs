//! What somebody typed, and what they wish for by it.

use std::collections::BTreeSet;

use candor_frame::{Form, Upload, Wrong};
use candor_model::{SourceName, Trust};
use http::StatusCode;

use super::kind::Kind;
use super::pairs::Pairs;
use crate::place::NEW;
use crate::show::quoted;
use crate::trust;
use candor_gateway::desk::{DocumentWish, SourceKindWish, SourceWish};

/// What somebody typed.
#[derive(Clone, Debug)]
pub(super) struct Said {
    pub(super) kind: Kind,
    pub(super) name: String,
    pub(super) trust: Option<Trust>,
    pub(super) why: String,
    /// The command line.
    pub(super) line: String,
    pub(super) env: Pairs,
    pub(super) cwd: String,
    pub(super) url: String,
    pub(super) headers: Pairs,
    /// Where a document is.
    pub(super) document: String,
    /// What a document or a `.mcp.json` says.
    pub(super) text: String,
    /// What the file was called that it came from.
    pub(super) text_name: String,
    pub(super) base_url: String,
    pub(super) allow_private: bool,
    /// Where functions are.
    pub(super) path: String,
    /// Of several, those that were ticked; nothing if they were not shown yet.
    pub(super) picks: Option<BTreeSet<String>>,
}

/// What is wrong with which field.
#[derive(Clone, Debug, Default)]
pub(super) struct Slips(pub(super) Vec<(&'static str, String)>);

// === impl Said ===

impl Said {
    /// Nothing yet.
    pub(super) fn nothing(kind: Kind) -> Self {
        Self {
            kind,
            name: String::new(),
            trust: None,
            why: String::new(),
            line: String::new(),
            env: Pairs::default(),
            cwd: String::new(),
            url: String::new(),
            headers: Pairs::default(),
            document: String::new(),
            text: String::new(),
            text_name: String::new(),
            base_url: String::new(),
            allow_private: false,
            path: String::new(),
            picks: None,
        }
    }

    /// What a form says. A file that came with it goes before the text that stood there.
    pub(super) fn of(upload: Upload) -> Result<Self, Wrong> {
        let Upload { form, file } = upload;
        let word = form.get("kind").unwrap_or_default();
        let kind = Kind::parse(&word).ok_or_else(|| no_kind(&word))?;
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
            env: Pairs::of(&form, "env"),
            cwd: line("cwd"),
            url: line("url"),
            headers: Pairs::of(&form, "header"),
            document: line("document"),
            text,
            text_name: text_name.chars().take(200).collect(),
            base_url: line("base-url"),
            allow_private: form.get("allow-private").is_some(),
            path: line("path"),
            picks: picks(&form),
        })
    }

    /// With room for more variables or headers.
    pub(super) fn with_more_rows(mut self) -> Self {
        self.env = self.env.with_more();
        self.headers = self.headers.with_more();
        self
    }

    /// The source that is wished for.
    pub(super) fn wish(&self) -> Result<SourceWish, Slips> {
        let mut slips = Slips::default();
        slips.check_name(&self.name);
        let what = self.what(&mut slips);
        match what {
            Some(what) if slips.0.is_empty() => Ok(SourceWish {
                name: self.name.clone(),
                trust: self.trust,
                what,
            }),
            _ => Err(slips),
        }
    }

    fn what(&self, slips: &mut Slips) -> Option<SourceKindWish> {
        match self.kind {
            Kind::Command => {
                slips.need("line", &self.line, "Say what to run.");
                Some(SourceKindWish::Command {
                    line: self.line.clone(),
                    env: slips.pairs("env", &self.env, "variable")?,
                    cwd: given(&self.cwd),
                })
            }
            Kind::Url => {
                slips.need("url", &self.url, "Say where it is.");
                Some(SourceKindWish::Url {
                    url: self.url.clone(),
                    headers: slips.pairs("header", &self.headers, "header")?,
                })
            }
            Kind::OpenApi => Some(SourceKindWish::Document {
                at: self.at(slips)?,
                base_url: given(&self.base_url),
                allow_private: self.allow_private,
            }),
            Kind::Functions => {
                slips.need("path", &self.path, "Say where they are.");
                Some(SourceKindWish::Functions {
                    path: self.path.clone(),
                })
            }
            // It describes several, and is read elsewhere.
            Kind::McpJson => None,
        }
    }

    /// Where the document is.
    fn at(&self, slips: &mut Slips) -> Option<DocumentWish> {
        match (given(&self.document), given(&self.text)) {
            (Some(url), None) => Some(DocumentWish::Url(url)),
            (None, Some(text)) => Some(DocumentWish::Text {
                name: given(&self.text_name).unwrap_or_else(|| "pasted document".to_owned()),
                text,
            }),
            (Some(_), Some(_)) => {
                let sentence = "There is an address and a text; leave one of them empty.";
                slips.add("document", sentence);
                None
            }
            (None, None) => {
                let sentence = "Say where the document is, or choose or paste it below.";
                slips.add("document", sentence);
                None
            }
        }
    }
}

// === impl Slips ===

impl Slips {
    /// What is wrong with a field.
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
            self.add("name", "Give it a name.");
        } else if SourceName::parse(name).is_err() {
            let name = quoted(name);
            let sentence = format!(
                "`{name}` is no name of a source; it has 1 to 64 letters, digits, `_` and `-`."
            );
            self.add("name", sentence);
        }
    }

    fn pairs(
        &mut self,
        field: &'static str,
        pairs: &Pairs,
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

/// Boxes that are not ticked are not sent, so a field says that they were shown.
fn picks(form: &Form) -> Option<BTreeSet<String>> {
    let picked = form.all("pick[]").map(str::to_owned);
    form.get("listed").map(|_| picked.collect())
}

fn no_kind(word: &str) -> Wrong {
    let sentence = format!("`{}` is no kind of source.", quoted(word));
    Wrong::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "The form does not say what to add",
        sentence,
    )
    .and("Nothing was changed.")
    .way(NEW, "Add a source")
}
