//! Baselines: known findings of a project, so that only new ones fail.
//!
//! A finding is identified by its rule, its tool and its place in the definition. The message is
//! not considered, so that improved wording does not create new findings.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::{LintFinding, LintReport};

/// The version of the file.
const VERSION: u64 = 1;

/// Known findings, and how often each is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LintBaseline(BTreeMap<[String; 3], usize>);

/// Why a file is not a baseline.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BaselineError {
    /// It is not JSON, or not the JSON of a baseline.
    #[error("it is not a baseline: {0}")]
    Unreadable(String),
    /// It was written by a later version.
    #[error("it has version {0}, and this version of Candor reads {VERSION}")]
    Version(u64),
}

// === impl LintBaseline ===

impl LintBaseline {
    /// All findings of a report.
    pub fn of(report: &LintReport) -> Self {
        let mut known = BTreeMap::new();
        for one in report.findings.iter().chain(&report.known) {
            *known.entry(key(one)).or_insert(0) += 1;
        }
        Self(known)
    }

    /// Parses the file.
    pub fn read(text: &str) -> Result<Self, BaselineError> {
        let unreadable = |reason: String| BaselineError::Unreadable(reason);
        let root: Value =
            serde_json::from_str(text).map_err(|error| unreadable(error.to_string()))?;
        let version = root.get("version").and_then(Value::as_u64);
        match version {
            Some(VERSION) => {}
            Some(other) => return Err(BaselineError::Version(other)),
            None => return Err(unreadable("there is no `version`".to_owned())),
        }
        let list = root.get("findings").and_then(Value::as_array);
        let list = list.ok_or_else(|| unreadable("there is no list of `findings`".to_owned()))?;
        let mut known = BTreeMap::new();
        for (number, one) in (1..).zip(list) {
            let text = |name: &str| one.get(name).and_then(Value::as_str).unwrap_or_default();
            if text("rule").is_empty() {
                return Err(unreadable(format!("finding {number} has no `rule`")));
            }
            let count = one.get("count").and_then(Value::as_u64).unwrap_or(1);
            let key = [text("rule"), text("tool"), text("pointer")].map(str::to_owned);
            *known.entry(key).or_insert(0) += usize::try_from(count).unwrap_or(usize::MAX);
        }
        Ok(Self(known))
    }

    /// The file, one finding a line so that changes are readable.
    pub fn write(&self) -> String {
        let lines: Vec<String> = self
            .0
            .iter()
            .map(|([rule, tool, pointer], count)| {
                let one = json!({"rule": rule, "tool": tool, "pointer": pointer, "count": count});
                format!("    {one}")
            })
            .collect();
        let list = if lines.is_empty() {
            "[]".to_owned()
        } else {
            format!("[\n{}\n  ]", lines.join(",\n"))
        };
        format!("{{\n  \"version\": {VERSION},\n  \"findings\": {list}\n}}\n")
    }

    /// Moves what is known out of the findings of a report.
    pub fn apply(&self, report: &mut LintReport) {
        let mut left = self.0.clone();
        let all = std::mem::take(&mut report.findings);
        for one in all {
            match left.get_mut(&key(&one)) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    report.known.push(one);
                }
                _ => report.findings.push(one),
            }
        }
    }
}

fn key(finding: &LintFinding) -> [String; 3] {
    [
        finding.rule.id.to_owned(),
        finding.tool.clone().unwrap_or_default(),
        finding.pointer.clone(),
    ]
}
