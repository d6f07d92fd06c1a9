//! A tool as the rules see it.

use candor_infer::{HintFinding, HttpMethod, ToolInference};
use candor_model::{Hint, Hints};
use serde_json::Value;

use crate::DescribedTool;

/// One tool and everything that a rule can check.
pub struct LintSubject {
    /// The qualified name, `source.tool`.
    pub name: String,
    /// The source of the tool.
    pub source: String,
    /// The name that the source gives the tool.
    pub own: String,
    /// The definition as the source wrote it.
    pub definition: Value,
    /// The API operation behind the tool, if there is one.
    pub request: Option<ApiOperation>,
    /// The hints that the source declares.
    pub declared: Hints,
    /// The hints that clients are told.
    pub shown: Hints,
    /// The hints that Candor infers.
    pub evidence: Vec<HintEvidence>,
}

/// The HTTP request that a tool of an API makes.
pub struct ApiOperation {
    /// The method in capitals.
    pub method: String,
    /// The path with its parameters in braces.
    pub path: String,
    /// Whether it comes from an OpenAPI document, whose reader has already checked it.
    pub is_documented: bool,
}

/// The evidence for one value of a hint.
pub struct HintEvidence {
    /// The hint that the evidence is about.
    pub hint: Hint,
    /// The value that the evidence speaks for.
    pub value: bool,
    /// The evidence in words.
    pub because: String,
    /// Whether it applies automatically; otherwise it is a suggestion.
    pub applies: bool,
}

// === impl LintSubject ===

impl LintSubject {
    /// A tool that was read from a definition alone.
    pub fn described(source: &str, tool: DescribedTool, inference: &ToolInference) -> Self {
        let mut shown = inference.applied();
        for (hint, value) in tool.declared.iter() {
            shown.set(hint, Some(value));
        }
        // A read-only tool is not destructive, unless its source says so.
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
            shown,
            request: tool.method.map(|method| ApiOperation {
                method: method.as_str().to_owned(),
                path,
                is_documented: false,
            }),
            definition: tool.definition,
        }
    }

    /// A string in the definition, unless it is blank.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        let text = self.definition.get(key)?.as_str()?;
        (!text.trim().is_empty()).then_some(text)
    }

    /// The description, unless it is only the method and path that stand in for one.
    pub(crate) fn description(&self) -> Option<&str> {
        let text = self.text("description")?;
        let request = self.request.as_ref();
        let is_made = request.is_some_and(|one| text == format!("{} {}", one.method, one.path));
        (!is_made).then_some(text)
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
        }
    }
}
