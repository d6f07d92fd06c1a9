//! A tool as the rules see it, served or written down.

use candor_gateway::desk::Explained;
use candor_infer::{Finding, Inference, Method};
use candor_model::{Hint, Hints, Opinion, Say};
use candor_sources::HttpFacts;
use candor_wire::RawObject;
use serde_json::Value;

use crate::described::Described;

/// One tool and everything that a rule may want to know of it.
pub(super) struct Subject {
    /// `source.tool`.
    pub(super) name: String,
    /// Where it comes from.
    pub(super) source: String,
    /// What its source calls it.
    pub(super) own: String,
    /// Its definition, as far as its source wrote it.
    pub(super) definition: Value,
    /// The request behind it, if it is one.
    pub(super) request: Option<Request>,
    /// What its source says about it.
    pub(super) declared: Hints,
    /// What clients are told.
    pub(super) shown: Hints,
    /// What evidence says.
    pub(super) evidence: Vec<Evidence>,
}

/// A request to an API.
pub(super) struct Request {
    /// The method in capitals.
    pub(super) method: String,
    /// The path with its parameters in braces.
    pub(super) path: String,
    /// Whether it comes from a document, whose reader has looked at it already.
    pub(super) is_documented: bool,
}

/// Where a definition comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Made {
    /// Its author wrote it, or a server says it.
    Elsewhere,
    /// Candor makes it of a document.
    FromDocument,
    /// It is part of Candor, where its hints are held to be true by more than its name.
    Here,
}

/// What evidence says about one hint.
pub(super) struct Evidence {
    pub(super) hint: Hint,
    pub(super) value: bool,
    pub(super) because: String,
    /// Whether it counts by itself; otherwise it is a suggestion.
    pub(super) counts: bool,
}

// === impl Subject ===

impl Subject {
    /// A tool of a source, whose definition was made like this.
    pub(super) fn served(explained: &Explained, made: Made) -> Self {
        let members = RawObject::parse(&explained.definition).unwrap_or_default();
        let request = HttpFacts::read(&members).filter(|_| made == Made::FromDocument);
        let tool = &explained.tool;
        let counting = Hint::ALL.into_iter().filter_map(|hint| {
            let statement = tool.inferred.hint(hint)?;
            let Say::Set(value) = statement.say else {
                return None;
            };
            Some(Evidence {
                hint,
                value,
                because: statement
                    .voice
                    .why
                    .as_deref()
                    .unwrap_or_default()
                    .to_owned(),
                counts: true,
            })
        });
        let suggested = explained.suggestions.iter();
        let suggested = suggested.map(|one| Evidence::of(&one.finding));
        Self {
            name: tool.name.to_string(),
            source: tool.name.source().to_string(),
            own: tool.name.own().to_owned(),
            evidence: counting
                .chain(suggested)
                .filter(|_| made != Made::Here)
                .collect(),
            declared: hints(&tool.declared),
            shown: explained.effective.shown.hints(),
            request: request.map(|facts| Request {
                method: facts.method,
                path: facts.path,
                is_documented: true,
            }),
            definition: as_written(explained),
        }
    }

    /// A tool of a dump.
    pub(super) fn written(source: &str, tool: Described, inference: &Inference) -> Self {
        let mut shown = inference.applied();
        for (hint, value) in tool.declared.iter() {
            shown.set(hint, Some(value));
        }
        // What only reads destroys nothing, unless its source says so.
        if shown.get(Hint::ReadOnly) == Some(true) && shown.get(Hint::Destructive).is_none() {
            shown.set(Hint::Destructive, Some(false));
        }
        let path = tool.path.unwrap_or_default();
        Self {
            name: format!("{source}.{}", tool.name),
            source: source.to_owned(),
            own: tool.name,
            evidence: inference.findings.iter().map(Evidence::of).collect(),
            declared: tool.declared,
            shown,
            request: tool.method.map(|method| Request {
                method: method.as_str().to_owned(),
                path,
                is_documented: false,
            }),
            definition: tool.definition,
        }
    }

    /// A member of the definition that is a text with something in it.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        let text = self.definition.get(key)?.as_str()?;
        (!text.trim().is_empty()).then_some(text)
    }

    /// What the method alone says.
    pub(super) fn method_hints(&self) -> Hints {
        let method = self.request.as_ref();
        let method = method.and_then(|request| Method::parse(&request.method));
        method.map_or(Hints::UNSET, Method::hints)
    }
}

/// What clients get, without the sentence that stands in for a description.
fn as_written(explained: &Explained) -> Value {
    let name = &explained.tool.name;
    let made = format!(
        "Calls the tool `{}` of the source `{}`, which does not describe it.",
        name.own(),
        name.source()
    );
    let mut definition: Value = explained.definition.decode().unwrap_or_default();
    if definition.get("description").and_then(Value::as_str) == Some(&made) {
        definition["description"] = Value::Null;
    }
    definition
}

fn hints(opinion: &Opinion) -> Hints {
    let said = |hint| match opinion.hint(hint)?.say {
        Say::Set(value) => Some((hint, value)),
        Say::Clear => None,
    };
    Hint::ALL.into_iter().filter_map(said).collect()
}

// === impl Request ===

impl Request {
    /// Whether the method promises that nothing changes.
    pub(super) fn is_safe(&self) -> bool {
        matches!(self.method.as_str(), "GET" | "HEAD" | "OPTIONS")
    }
}

// === impl Evidence ===

impl Evidence {
    fn of(finding: &Finding) -> Self {
        Self {
            hint: finding.hint,
            value: finding.value,
            because: finding.because(),
            counts: finding.applies,
        }
    }

    /// Whether it makes the tool look more dangerous, and counts.
    pub(super) fn raises_risk(&self) -> bool {
        self.counts && self.value == self.hint.careful()
    }
}
