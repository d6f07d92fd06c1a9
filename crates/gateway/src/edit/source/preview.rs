//! A preview of a source, made by starting it briefly.

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

/// The capacity of the channel for the source's events.
const NEWS_KEPT: usize = 256;

/// The time limit for stopping the source.
const END: Duration = Duration::from_secs(10);

/// The preview of a source.
#[derive(Debug)]
pub struct SourcePreview {
    /// The plan that was carried out for it.
    pub plan: SourcePlan,
    /// The tools that it offers.
    pub tools: Vec<PreviewTool>,
    /// The number of its prompts.
    pub prompts: usize,
    /// The number of its resources.
    pub resources: usize,
    /// What was left out of the offer, or inferred, the most severe first.
    pub findings: Vec<Diagnostic>,
    /// The final state of the source; a sentence that continues its name.
    pub state: SourceState,
}

/// One tool in a preview.
#[derive(Debug)]
pub struct PreviewTool {
    /// Its name at the source.
    pub name: String,
    /// Its title, declared or inferred.
    pub title: Option<String>,
    /// Its description at the source.
    pub description: String,
    /// The annotations it would have.
    pub effective: EffectiveAnnotations,
    /// The estimated number of tokens of its definition.
    pub tokens: usize,
}

/// Starts the source, examines it, and stops it.
pub(super) async fn look(
    plan: SourcePlan,
    setup: SourceSetup,
    patience: Duration,
) -> SourcePreview {
    let (news, mut inbox) = mpsc::channel(NEWS_KEPT);
    let trust = setup.trust;
    let server = Arc::new(setup.start(&news));
    // No client is notified.
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
    // Drained until the source ends, so that it never blocks on a full channel.
    tokio::select! {
        _ = tokio::time::timeout(END, server.source.stop()) => {}
        () = async { while inbox.recv().await.is_some() {} } => {}
    }
    preview
}

/// Waits until the source has started and has its lists, or has failed once.
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
