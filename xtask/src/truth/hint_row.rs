//! What is known about the hints of one server.

use candor_model::Hint;
use candor_verify::HintVerdict;
use serde::{Deserialize, Serialize};

/// One server, verified or with the reason why it could not be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ServerTruth {
    /// What it is called in the list.
    pub(super) name: String,
    /// `npm` or `pypi`.
    pub(super) registry: String,
    /// The package that the server is in.
    pub(super) package: String,
    /// The version of the package.
    pub(super) version: String,
    /// How many tools were tried.
    pub(super) tools: usize,
    /// For how many of them a call succeeded.
    pub(super) answered: usize,
    /// Why it could not be verified.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) problem: Option<String>,
    /// Every hint that its tools declare.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) rows: Vec<HintRow>,
}

/// One hint that a tool declares, with what was found out about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct HintRow {
    pub(super) tool: String,
    /// The member of `annotations`, such as `readOnlyHint`.
    pub(super) hint: String,
    /// What the tool declares.
    pub(super) declared: bool,
    /// Whether that holds.
    pub(super) verdict: HintVerdict,
    /// The call that the verdict rests on, or why there is none.
    pub(super) evidence: String,
    /// The arguments of that call, as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) arguments: Option<String>,
    /// What was different after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) difference: Vec<String>,
}

// === impl ServerTruth ===

impl ServerTruth {
    /// How many of its hints have this verdict.
    pub(super) fn count(&self, verdict: HintVerdict) -> usize {
        let rows = self.rows.iter();
        rows.filter(|row| row.verdict == verdict).count()
    }

    /// In a line, for the person who waits.
    pub(super) fn sentence(&self) -> String {
        if let Some(problem) = &self.problem {
            return format!("{}: not verified: {problem}", self.name);
        }
        let [verified, contradicted, unknown] = HintVerdict::ALL.map(|verdict| self.count(verdict));
        format!(
            "{}: {} tools, {} hints: {verified} verified, {contradicted} contradicted, {unknown} unknown",
            self.name,
            self.tools,
            self.rows.len(),
        )
    }
}

// === impl HintRow ===

impl HintRow {
    /// The hint; none if the row was written by hand and names no hint.
    pub(super) fn known_hint(&self) -> Option<Hint> {
        Hint::parse(&self.hint)
    }
}

#[cfg(test)]
pub(super) mod samples {
    use super::*;

    /// A server with these rows.
    pub(in crate::truth) fn server(name: &str, rows: Vec<HintRow>) -> ServerTruth {
        ServerTruth {
            name: name.to_owned(),
            registry: "npm".to_owned(),
            package: format!("@a/{name}"),
            version: "1.2.3".to_owned(),
            tools: 2,
            answered: 1,
            problem: None,
            rows,
        }
    }

    /// A hint of a tool that says that it is true.
    pub(in crate::truth) fn row(tool: &str, hint: Hint, verdict: HintVerdict) -> HintRow {
        HintRow {
            tool: tool.to_owned(),
            hint: hint.wire().to_owned(),
            declared: true,
            verdict,
            evidence: "required arguments".to_owned(),
            arguments: Some("{\"path\":\"a|b\"}".to_owned()),
            difference: vec!["`work/a.txt` was created".to_owned()],
        }
    }
}
