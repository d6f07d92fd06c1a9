//! Stores changes of pins in order and in the background, so that the catalogue never waits for the
//! store.

use candor_model::{
    ChangeAuthor, ChangeChannel, ChangeId, ChangeRecord, DriftRecord, InstructionPin, SourceName,
};
use candor_store::{DEFINITION_MAX, Store, StoreError};
use serde_json::json;
use tokio::sync::mpsc;

use crate::catalogue::instruction_pins::InstructionChange;
use crate::catalogue::pins::PinChanges;
use crate::clock::now_micros;

/// Stores changes of pins until the channel closes.
pub(crate) async fn run(store: Store, mut findings: mpsc::UnboundedReceiver<PinChanges>) {
    while let Some(found) = findings.recv().await {
        if let Err(error) = file(&store, &found).await {
            tracing::warn!(%error, "What was found about definitions could not be written down");
        }
    }
}

async fn file(store: &Store, found: &PinChanges) -> Result<(), StoreError> {
    let (fits, large): (Vec<_>, Vec<_>) = found
        .first
        .iter()
        .cloned()
        .partition(|pin| pin.definition.len() <= DEFINITION_MAX);
    for pin in large {
        tracing::warn!(
            tool = %pin.name,
            "The definition is larger than {DEFINITION_MAX} bytes; it is pinned only until the \
             process ends"
        );
    }
    if !fits.is_empty() {
        store.pin_first(&fits).await?;
    }
    for drift in &found.moved {
        store.repin(drift, &record("drift.record", drift)).await?;
    }
    let (fits, large): (Vec<_>, Vec<_>) = found
        .held
        .iter()
        .cloned()
        .partition(|drift| drift.found.definition.len() <= DEFINITION_MAX);
    for drift in large {
        tracing::warn!(
            tool = %drift.name,
            "The definition is larger than {DEFINITION_MAX} bytes and cannot be accepted"
        );
    }
    if !fits.is_empty() {
        let records: Vec<_> = fits
            .iter()
            .map(|drift| record("drift.quarantine", drift))
            .collect();
        store.record_drifts(&fits, &records).await?;
    }
    if !found.cleared.is_empty() {
        store.clear_drifts(&found.cleared).await?;
    }
    if let Some(change) = &found.instructions {
        file_instructions(store, change).await?;
    }
    Ok(())
}

async fn file_instructions(store: &Store, change: &InstructionChange) -> Result<(), StoreError> {
    match change {
        InstructionChange::First(pin) => store.pin_instructions(pin).await,
        InstructionChange::Moved { pin, before } => {
            let action = "drift.record-instructions";
            let change = instructions_record(action, pin, before, &pin.accepted);
            store.accept_instructions(pin, None, &change).await
        }
        InstructionChange::Held(pin) => {
            let found = pin.found.as_deref().unwrap_or_default();
            let action = "drift.quarantine-instructions";
            let change = instructions_record(action, pin, &pin.accepted, found);
            store.record_instructions(pin, &[change]).await
        }
        InstructionChange::Cleared(pin) => store.record_instructions(pin, &[]).await,
    }
}

fn instructions_record(action: &str, pin: &InstructionPin, old: &str, new: &str) -> ChangeRecord {
    ChangeRecord {
        id: ChangeId::fresh(),
        at_micros: now_micros(),
        author: by_source(&pin.source),
        action: action.to_owned(),
        subject: format!("source {}", pin.source),
        old: Some(json!({"text": old}).to_string()),
        new: Some(json!({"text": new}).to_string()),
    }
}

fn by_source(source: &SourceName) -> ChangeAuthor {
    ChangeAuthor {
        name: format!("source `{source}`"),
        channel: ChangeChannel::Gateway,
        why: None,
    }
}

/// The entry in the history of changes.
fn record(action: &str, drift: &DriftRecord) -> ChangeRecord {
    ChangeRecord {
        id: ChangeId::fresh(),
        at_micros: now_micros(),
        author: by_source(drift.name.source()),
        action: action.to_owned(),
        subject: drift.name.to_string(),
        old: drift
            .pinned
            .map(|hash| json!({"hash": hash.to_string()}).to_string()),
        new: Some(
            json!({
                "hash": drift.found.hash.to_string(),
                "differences": drift.differences,
                "loosens": drift.loosens,
            })
            .to_string(),
        ),
    }
}
