//! Writes down what the pin board finds, in order, so that the board itself never waits.

use candor_model::{ChangeAuthor, ChangeChannel, ChangeId, ChangeRecord, DriftRecord};
use candor_store::{DEFINITION_MAX, Store, StoreError};
use serde_json::json;
use tokio::sync::mpsc;

use crate::catalogue::pins::PinChanges;
use crate::clock::now_micros;

/// Writes changes of pins until the channel closes.
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
            "The definition is larger than {DEFINITION_MAX} bytes and is held to only until the end"
        );
    }
    if !fits.is_empty() {
        store.pin_first(&fits).await?;
    }
    for drift in &found.moved {
        store.repin(drift, &record("drift.record", drift)).await?;
    }
    if !found.held.is_empty() {
        let records: Vec<_> = found
            .held
            .iter()
            .map(|drift| record("drift.quarantine", drift))
            .collect();
        store.record_drifts(&found.held, &records).await?;
    }
    if !found.cleared.is_empty() {
        store.clear_drifts(&found.cleared).await?;
    }
    Ok(())
}

/// What is written in the history of changes.
fn record(action: &str, drift: &DriftRecord) -> ChangeRecord {
    ChangeRecord {
        id: ChangeId::fresh(),
        at_micros: now_micros(),
        author: ChangeAuthor {
            name: format!("source `{}`", drift.name.source()),
            channel: ChangeChannel::Gateway,
            why: None,
        },
        action: action.to_owned(),
        subject: drift.name.to_string(),
        old: Some(json!({"hash": drift.pinned.to_string()}).to_string()),
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
