//! The input of a rule: one tool.

use candor_infer::{HintFinding, HttpMethod, ToolInference};
use candor_model::{FilePosition, Hint, Hints};
use serde_json::Value;

use crate::DescribedTool;
use crate::head_verb::HeadVerb;

/// One tool with everything that a rule can check.
#[derive(Debug, Default)]
pub struct LintSubject {
    /// The qualified name, `source.tool`.
    pub name: String,
    /// The source of the tool.
    pub source: String,
    /// The name that the source gives the tool.
    pub own: String,
    /// The definition as the source wrote it.
    pub definition: Value,
    /// The place of the definition, if it is in a file.
    pub place: Option<FilePosition>,
    /// The API operation behind the tool, if there is one.
    pub request: Option<ApiOperation>,
    /// The hints that the source declares.
    pub declared: Hints,
    /// The hints that the author answers for: those that are declared and, for an API, those
    /// that follow from its methods. Missing hints are missing here.
    pub stated: Hints,
    /// The hints that clients see.
    pub shown: Hints,
    /// The hints that Candor infers.
    pub evidence: Vec<HintEvidence>,
    /// The permissions that a caller needs.
    pub scopes: Vec<String>,
    /// The hints overridden by people.
    pub overrides: Vec<HintOverride>,
    /// The hints that did not hold when the tool was called.
    pub observed: Vec<HintObservation>,
    /// The definition that was accepted before, if there is one to compare with.
    pub accepted: Option<Value>,
    /// The definition that a second reading of the list gave, if there was one.
    pub second_reading: Option<SecondReading>,
    /// The definition that a gateway serves for the tool, if it is known.
    pub served: Option<Value>,
    /// The `structuredContent` of observed results.
    pub results: Vec<Value>,
    /// The tools that it calls in turn, by their own names.
    pub children: Vec<String>,
    /// The title that Candor suggests where there is none.
    pub suggested_title: Option<String>,
    /// The verb of the name, as the whole source names its tools.
    pub(crate) verb: Option<HeadVerb>,
}

/// The HTTP request that a tool of an API makes.
#[derive(Debug)]
pub struct ApiOperation {
    /// The method in capitals.
    pub method: String,
    /// The path with its parameters in braces.
    pub path: String,
    /// Whether it comes from an OpenAPI document, whose reader has already checked it.
    pub is_documented: bool,
}

/// The evidence for one value of a hint.
#[derive(Debug)]
pub struct HintEvidence {
    /// The hint that the evidence is about.
    pub hint: Hint,
    /// The value that the evidence speaks for.
    pub value: bool,
    /// The evidence, in words.
    pub because: String,
    /// Whether it applies automatically; otherwise it is a suggestion.
    pub applies: bool,
    /// The confidence in percent, if known.
    pub confidence: Option<u8>,
}

/// A person's override of a source's hint.
#[derive(Debug)]
pub struct HintOverride {
    /// The hint that is overridden.
    pub hint: Hint,
    /// The overriding value.
    pub value: bool,
    /// The reason that was given, if any.
    pub why: Option<String>,
}

/// A hint of which calls have shown the opposite.
#[derive(Debug)]
pub struct HintObservation {
    /// The hint that did not hold.
    pub hint: Hint,
    /// The observed value.
    pub value: bool,
    /// The observation, in words.
    pub evidence: String,
}

/// The tool in a second listing.
#[derive(Debug)]
pub enum SecondReading {
    /// The tool was not in it.
    Missing,
    /// It had this definition.
    Definition(Value),
}

// === impl LintSubject ===

impl LintSubject {
    /// A tool that was read from a definition alone.
    pub fn described(source: &str, tool: DescribedTool, inference: &ToolInference) -> Self {
        let mut shown = inference.applied();
        for (hint, value) in tool.declared.iter() {
            shown.set(hint, Some(value));
        }
        // A read-only tool is not destructive unless its source declares it.
        if shown.get(Hint::ReadOnly) == Some(true) && shown.get(Hint::Destructive).is_none() {
            shown.set(Hint::Destructive, Some(false));
        }
        let path = tool.path.unwrap_or_default();
        let evidence = inference.findings.iter().map(HintEvidence::from);
        Self {
            name: format!("{source}.{}", tool.name),
            source: source.to_owned(),
            own: tool.name,
            evidence: evidence.collect(),
            declared: tool.declared,
            stated: tool.declared,
            shown,
            request: tool.method.map(|method| ApiOperation {
                method: method.as_str().to_owned(),
                path,
                is_documented: false,
            }),
            place: tool.place,
            scopes: tool.scopes,
            results: list(&tool.definition, "results"),
            children: texts(&tool.definition, "children"),
            suggested_title: inference.title.as_deref().map(str::to_owned),
            definition: tool.definition,
            ..Self::default()
        }
    }

    /// A string in the definition, unless it is blank.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        text(&self.definition, key)
    }

    /// The description, unless it is only the method and path.
    pub(crate) fn description(&self) -> Option<&str> {
        let text = self.text("description")?;
        let request = self.request.as_ref();
        let is_made = request.is_some_and(|one| text == format!("{} {}", one.method, one.path));
        (!is_made).then_some(text)
    }

    /// The description in lowercase, empty where there is none.
    pub(crate) fn lower_description(&self) -> String {
        self.description().unwrap_or_default().to_lowercase()
    }

    /// The title that clients show: the one in `annotations`, or the one beside the name.
    pub(crate) fn title(&self) -> Option<&str> {
        self.annotation_title().or_else(|| self.text("title"))
    }

    /// The title in `annotations`.
    pub(crate) fn annotation_title(&self) -> Option<&str> {
        text(self.annotations(), "title")
    }

    /// The `annotations`, or null.
    pub(crate) fn annotations(&self) -> &Value {
        self.definition.get("annotations").unwrap_or(&Value::Null)
    }

    /// Whether the author declares the tool read-only.
    pub(crate) fn is_read_only(&self) -> bool {
        self.stated.get(Hint::ReadOnly) == Some(true)
    }

    /// Whether the author declares the tool destructive.
    pub(crate) fn is_destructive(&self) -> bool {
        self.stated.get(Hint::Destructive) == Some(true)
    }

    /// Whether the tool is known to write: it is stated or, where it is not, inferred.
    pub(crate) fn writes(&self) -> bool {
        match self.stated.get(Hint::ReadOnly) {
            Some(reads) => !reads,
            None => self.inferred(Hint::ReadOnly) == Some(false),
        }
    }

    /// The value that the evidence speaks for, if it speaks for one. Where an applied value and a
    /// suggestion differ, the suggestion is the better informed one.
    pub(crate) fn inferred(&self, hint: Hint) -> Option<bool> {
        let about = self.evidence.iter().filter(|one| one.hint == hint);
        about.min_by_key(|one| one.applies).map(|one| one.value)
    }

    /// The evidence for a value of a hint.
    pub(crate) fn because(&self, hint: Hint, value: bool) -> Option<&HintEvidence> {
        let mut about = self.evidence.iter();
        about.find(|one| one.hint == hint && one.value == value)
    }

    /// The hints that follow from the HTTP method alone.
    pub(crate) fn method_hints(&self) -> Hints {
        let method = self.request.as_ref();
        let method = method.and_then(|request| HttpMethod::parse(&request.method));
        method.map_or(Hints::UNSET, HttpMethod::hints)
    }
}

// === impl ApiOperation ===

impl ApiOperation {
    /// Whether the method promises that nothing changes.
    pub(crate) fn is_safe(&self) -> bool {
        matches!(self.method.as_str(), "GET" | "HEAD" | "OPTIONS")
    }
}

// === impl HintEvidence ===

impl HintEvidence {
    /// Whether it applies and makes the tool look more dangerous: read-only or destructive.
    pub(crate) fn raises_risk(&self) -> bool {
        self.applies
            && self.value == self.hint.careful()
            && matches!(self.hint, Hint::ReadOnly | Hint::Destructive)
    }
}

impl From<&HintFinding> for HintEvidence {
    fn from(finding: &HintFinding) -> Self {
        Self {
            hint: finding.hint,
            value: finding.value,
            because: finding.because(),
            applies: finding.applies,
            confidence: Some(finding.confidence.percent()),
        }
    }
}

/// A text member of an object, unless it is blank.
pub(crate) fn text<'a>(holder: &'a Value, key: &str) -> Option<&'a str> {
    let text = holder.get(key)?.as_str()?;
    (!text.trim().is_empty()).then_some(text)
}

fn list(holder: &Value, key: &str) -> Vec<Value> {
    let list = holder.get(key).and_then(Value::as_array);
    list.cloned().unwrap_or_default()
}

fn texts(holder: &Value, key: &str) -> Vec<String> {
    let list = holder.get(key).and_then(Value::as_array);
    let texts = list.into_iter().flatten().filter_map(Value::as_str);
    texts.map(str::to_owned).collect()
}
