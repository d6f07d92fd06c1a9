//! Details of a tool.

use candor_gateway::edit::{ExplainedTool, opinion_json};
use candor_model::DriftKind;
use candor_wire::RawObject;
use serde_json::Map;

use crate::commands::drift;
use crate::prelude::*;
use crate::text;

/// As text: names, each hint with its provenance, and drift.
pub(super) fn text(explained: &ExplainedTool, output: &CommandOutput) -> String {
    let tool = &explained.tool;
    let members = RawObject::parse(&explained.definition).unwrap_or_default();
    let mut lines = vec![
        String::new(),
        output.paint(TextStyle::Bold, &one_line(tool.exposed.as_str())),
        format!("  name         {}", one_line(&tool.name.to_string())),
        format!(
            "  source       {} ({})",
            tool.name.source(),
            explained.trust
        ),
    ];
    if let Some(title) = hints::title(&explained.effective.shown) {
        lines.push(format!("  title        {title}"));
    }
    let description = members.get_string("description").unwrap_or_default();
    lines.push(format!("  description  {}", text::first_line(&description)));
    let tokens = candor_resolve::estimate_tokens(&explained.definition.to_string());
    lines.push(format!("  cost         about {tokens} tokens"));
    for (hint, sentences) in hints::sentences(&explained.effective) {
        let mut sentences = sentences.into_iter();
        lines.extend(sentences.next().map(|first| format!("  {first}")));
        let further = sentences.chain(hints::overruled(explained, hint));
        lines.extend(further.map(|sentence| format!("    {sentence}")));
    }
    lines.push(format!("  {}", hints::confirm(explained)));
    let members = hints::members(&explained.effective.shown);
    lines.extend(members.map(|member| format!("  {member}")));
    lines.extend(suggestions(explained));
    if let Some(drift) = &explained.drift {
        let state = match drift.kind() {
            DriftKind::Added => "  quarantined: the tool is new",
            DriftKind::Contradicted => "  quarantined: calls contradict what it declares",
            DriftKind::Changed | DriftKind::Renamed => "  quarantined: the definition has changed",
        };
        lines.push(output.paint(TextStyle::Error, state));
        lines.extend(drift::differences(drift).map(|line| format!("    {line}")));
        lines.push(format!("    {}", drift::how_to_accept(drift)));
    }
    lines.join("\n")
}

fn suggestions(explained: &ExplainedTool) -> Vec<String> {
    let suggested = explained.suggestions.iter();
    let mut lines: Vec<String> = suggested
        .map(|suggestion| {
            let finding = &suggestion.finding;
            format!(
                "  suggestion: {}: {}, {} confidence: {}",
                finding.hint.word(),
                finding.value,
                finding.confidence,
                one_line(&finding.because())
            )
        })
        .collect();
    if !lines.is_empty() {
        let name = one_line(&explained.tool.name.to_string());
        lines.push(format!("    accept with `candor infer --accept {name}`"));
    }
    lines
}

/// The details as JSON.
pub(super) fn json(explained: &ExplainedTool) -> Value {
    let layers: Map<String, Value> = explained
        .layers
        .iter()
        .map(|(layer, opinion)| (layer.as_str().to_owned(), opinion_json(opinion)))
        .collect();
    let suggestions = explained.suggestions.iter();
    let effective = &explained.effective;
    json!({
        "trust": explained.trust.as_str(),
        "layers": layers,
        "origins": hints::origins(&effective.shown),
        "relied": hints::json(effective.relied.hints()),
        "confirm": hints::confirm_json(effective),
        "sentences": hints::sentences(effective)
            .into_iter()
            .flat_map(|(_, sentences)| sentences)
            .collect::<Vec<_>>(),
        "suggestions": suggestions
            .map(|suggestion| hints::finding(&suggestion.finding))
            .collect::<Vec<_>>(),
        "hash": explained.tool.hash.to_string(),
        "ref_id": explained.tool.ref_id.to_string(),
        "drift": explained.drift.as_deref().map(drift::json),
    })
}
