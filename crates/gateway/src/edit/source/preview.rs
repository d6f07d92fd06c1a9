//! What a source would bring, found out by starting it for a moment.

use std::sync::Arc;
use std::time::Duration;

use candor_model::{Diagnostic, SourceTrust};
use candor_resolve::{EffectiveAnnotations, ToolLayers, estimate_tokens, resolve_layers};
use candor_sources::{SourceEvent, SourceEventKind, SourceState};
use tokio::sync::mpsc;

use crate::catalogue::SourcePart;
use crate::catalogue::discovered::DiscoveredTool;
use crate::sources::factory::SourcePlan;
use crate::sources::spec::SourceSetup;

/// News that may wait to be read.
const NEWS_KEPT: usize = 256;

/// How long it has to end.
const END: Duration = Duration::from_secs(10);

/// What a source would bring.
#[derive(Debug)]
pub struct SourcePreview {
    /// What was done to find out.
    pub plan: SourcePlan,
    /// The tools that it offers.
    pub tools: Vec<PreviewTool>,
    /// How many prompts it has.
    pub prompts: usize,
    /// How many resources it has.
    pub resources: usize,
    /// What was left out of what it offers, or guessed, the gravest first.
    pub findings: Vec<Diagnostic>,
    /// How it was; a sentence that reads on from its name.
    pub state: SourceState,
}

/// One of its tools.
#[derive(Debug)]
pub struct PreviewTool {
    /// What it is called there.
    pub name: String,
    /// Its title, declared or inferred.
    pub title: Option<String>,
    /// The description that it has.
    pub description: String,
    /// What would be said about it.
    pub effective: EffectiveAnnotations,
    /// What its definition costs in a model's context, about.
    pub tokens: usize,
}

/// Starts it, looks, and stops it.
pub(super) async fn look(
    plan: SourcePlan,
    setup: SourceSetup,
    patience: Duration,
) -> SourcePreview {
    let (news, mut inbox) = mpsc::channel(NEWS_KEPT);
    let trust = setup.trust;
    let server = Arc::new(setup.start(&news));
    // No client hears of it.
    drop(news);
    let _ = tokio::time::timeout(patience, until_known(&mut inbox)).await;
    let state = server.source.state();
    let part = SourcePart::prepare(Arc::clone(&server));
    let mut findings = part.diagnostics.clone();
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    let natures = part.discovered.iter().zip(&part.inventory.tools);
    let preview = SourcePreview {
        plan,
        tools: natures
            .map(|(nature, tool)| {
                let definition = tool.definition.to_json().to_string();
                PreviewTool::of(nature, tool.name.clone(), &definition, trust)
            })
            .collect(),
        prompts: part.inventory.prompts.len(),
        resources: part.inventory.resources.len(),
        findings,
        state,
    };
    // Drained until it ends, so that it never blocks on a full channel.
    tokio::select! {
        _ = tokio::time::timeout(END, server.source.stop()) => {}
        () = async { while inbox.recv().await.is_some() {} } => {}
    }
    preview
}

/// Waits until it has started, with its lists, or failed once.
async fn until_known(inbox: &mut mpsc::Receiver<SourceEvent>) {
    while let Some(news) = inbox.recv().await {
        match news.event {
            SourceEventKind::State(SourceState::Starting) => {}
            SourceEventKind::State(_) => return,
            // No client can answer here; dropping the request refuses it.
            _ => {}
        }
    }
}

// === impl PreviewTool ===

impl PreviewTool {
    fn of(nature: &DiscoveredTool, name: String, definition: &str, trust: SourceTrust) -> Self {
        let effective = resolve_layers(&ToolLayers {
            inferred: &nature.inferred,
            declared: &nature.declared,
            above: &[],
            trust,
        });
        let read: serde_json::Value = serde_json::from_str(definition).unwrap_or_default();
        Self {
            name,
            title: effective.shown.title().map(|fact| fact.value.to_string()),
            description: read["description"].as_str().unwrap_or_default().to_owned(),
            effective,
            tokens: estimate_tokens(definition),
        }
    }
}
