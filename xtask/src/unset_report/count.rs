//! What policy decides about every tool of a server.

use std::sync::Arc;

use candor_infer::{InputSchema, SourceFacts, ToolFacts, ToolInference, infer};
use candor_model::{
    CallKind, DestructivePolicy, FieldValue, Hint, Hints, Opinion, OpinionField, PolicyPreferences,
    Provenance, QualifiedName, Roles, SourceName, SourceTrust, UnsetPolicy,
};
use candor_policy::{PolicyDecision, PolicyQuestion, PolicyRules, PolicyRuling};
use candor_resolve::{ToolLayers, resolve_layers};
use serde_json::json;

use crate::infer_report::corpus::{CorpusServer, CorpusTool};

/// One server, counted.
#[derive(Debug)]
pub(super) struct ServerCount {
    pub(super) server: String,
    pub(super) tools: usize,
    /// How many tools are asked about, for each value of `unset` in its order.
    pub(super) asked: [usize; UnsetPolicy::ALL.len()],
    /// Of those that `evidence` adds, how many their author calls read-only.
    pub(super) false_alarms: usize,
    /// The tools that `evidence` adds, with the reason.
    pub(super) added: Vec<(String, String)>,
}

/// Decides about all tools of a server under each value of `unset`.
pub(super) fn count(server: &CorpusServer) -> ServerCount {
    let facts: Vec<ToolFacts<'_>> = server.tools.iter().map(facts).collect();
    let inferred = infer(&SourceFacts {
        name: &server.name,
        tools: &facts,
        destructive: DestructivePolicy::default(),
        open_world: None,
    });
    let mut row = ServerCount {
        server: server.name.clone(),
        tools: server.tools.len(),
        asked: [0; UnsetPolicy::ALL.len()],
        false_alarms: 0,
        added: Vec::new(),
    };
    for (tool, inference) in server.tools.iter().zip(&inferred) {
        let decide = |unset| decide(tool, inference, unset);
        for (asked, unset) in row.asked.iter_mut().zip(UnsetPolicy::ALL) {
            *asked += usize::from(is_asked(&decide(unset)));
        }
        let decided = decide(UnsetPolicy::Evidence);
        if is_asked(&decided) && !is_asked(&decide(UnsetPolicy::Allow)) {
            let reads = tool.labels().get(Hint::ReadOnly) == Some(true);
            row.false_alarms += usize::from(reads);
            row.added.push((tool.name.clone(), decided.because));
        }
    }
    row
}

fn facts(tool: &CorpusTool) -> ToolFacts<'_> {
    ToolFacts {
        name: &tool.name,
        title: tool.title.as_deref(),
        description: tool.description.as_deref(),
        input_schema: tool.input_schema.as_ref().map(InputSchema::Value),
        method: None,
        path: None,
        scopes: &tool.scopes,
        tags: &tool.tags,
        declared: tool.labels(),
    }
}

fn is_asked(decided: &PolicyDecision) -> bool {
    matches!(decided.ruling, PolicyRuling::Ask { .. })
}

fn decide(tool: &CorpusTool, inference: &ToolInference, unset: UnsetPolicy) -> PolicyDecision {
    // Names of servers in the corpus and of sources follow different rules; none is shown.
    let source = SourceName::parse("server").unwrap_or_else(|_| unreachable!("a plain name"));
    let declared = stated(tool.labels(), |_| Provenance::source(source.clone()));
    let inferred = stated(inference.applied(), |hint| {
        let mut findings = inference.findings.iter();
        let found = findings.find(|finding| finding.applies && finding.hint == hint);
        Provenance::candor(found.map_or_else(String::new, candor_infer::HintFinding::because))
    });
    let effective = resolve_layers(&ToolLayers {
        inferred: &inferred,
        declared: &declared,
        above: &[],
        trust: SourceTrust::Untrusted,
    });
    PolicyRules::default().decide(&PolicyQuestion {
        kind: CallKind::Tool,
        tool: &QualifiedName::new(source.clone(), tool.name.as_str()),
        toolset: None,
        environment: None,
        roles: Roles::ALL,
        principal: "report",
        relied: &effective.relied,
        trust: SourceTrust::Untrusted,
        confirm: None,
        arguments: &json!({}),
        preferences: &PolicyPreferences {
            unset,
            ..PolicyPreferences::default()
        },
    })
}

fn stated(hints: Hints, by: impl Fn(Hint) -> Provenance) -> Opinion {
    let mut opinion = Opinion::default();
    for hint in Hint::ALL {
        if let Some(value) = hints.get(hint) {
            let statement = OpinionField {
                value: FieldValue::Set(value),
                provenance: Arc::new(by(hint)),
            };
            opinion.set_hint(hint, Some(statement));
        }
    }
    opinion
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(lines: &[&str]) -> CorpusServer {
        let read = |line: &&str| serde_json::from_str(line).expect("a tool");
        CorpusServer {
            name: "box".to_owned(),
            tools: lines.iter().map(read).collect(),
        }
    }

    #[test]
    fn what_writes_is_asked_about_and_what_reads_is_not() {
        let row = count(&server(&[
            r#"{"name": "exec"}"#,
            r#"{"name": "pay"}"#,
            r#"{"name": "send_email"}"#,
            r#"{"name": "list_files"}"#,
            r#"{"name": "delete_file"}"#,
            r#"{"name": "get_mail", "annotations": {"readOnlyHint": true}}"#,
        ]));
        let asked = |unset| {
            let at = UnsetPolicy::ALL.iter().position(|one| *one == unset);
            row.asked[at.expect("a value")]
        };
        assert_eq!(asked(UnsetPolicy::Allow), 1);
        assert_eq!(asked(UnsetPolicy::Evidence), 4);
        assert_eq!(asked(UnsetPolicy::Ask), 6);
        let names: Vec<_> = row.added.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["exec", "pay", "send_email"]);
        assert!(row.added[0].1.contains("`exec`"), "{:?}", row.added);
        assert_eq!(row.false_alarms, 0);
    }
}
