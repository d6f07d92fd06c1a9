//! Stores what confined programs were refused. A refusal of a read-only instance contradicts the
//! annotations of the tool that caused it, in the same way as a verification does.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use arc_swap::ArcSwap;
use candor_model::{
    ChangeAuthor, ChangeChannel, ChangeId, ChangeRecord, FieldValue, Hint, ObservedHint,
    ProgramInstance, QualifiedName, Verification,
};
use candor_sources::{RefusedEffect, SourceRefusal};
use candor_store::{Store, StoreError};
use serde_json::json;
use tokio::sync::mpsc;

use crate::catalogue::{Catalogue, CatalogueTool};
use crate::clock::now_micros;
use crate::gateway::state::LiveState;
use crate::state::snapshot::StateSnapshot;
use crate::state::store_follower::CatchUpRequest;

/// The author of verifications that a read-only instance causes.
const OBSERVER: &str = "the read-only instance";

/// Stores refusals, in order.
pub(crate) struct RefusalWriter {
    store: Store,
    catalogue: Arc<ArcSwap<Catalogue>>,
    snapshot: Arc<ArcSwap<StateSnapshot>>,
    /// The channel for requests that the catalogue catch up with the store.
    catch_up: mpsc::Sender<CatchUpRequest>,
}

// === impl RefusalWriter ===

impl RefusalWriter {
    pub(crate) fn new(
        store: Store,
        live: &LiveState,
        catch_up: mpsc::Sender<CatchUpRequest>,
    ) -> Self {
        Self {
            store,
            catalogue: Arc::clone(&live.catalogue),
            snapshot: Arc::clone(&live.snapshot),
            catch_up,
        }
    }

    /// Stores refusals until the channel closes.
    pub(crate) async fn run(self, mut refusals: mpsc::Receiver<SourceRefusal>) {
        while let Some(seen) = refusals.recv().await {
            if let Err(error) = self.write(&seen).await {
                let source = &seen.refusal.source;
                tracing::warn!(source.name = %source, %error, "A refusal could not be written down");
            }
        }
    }

    async fn write(&self, seen: &SourceRefusal) -> Result<(), StoreError> {
        self.store.record_refusal(&seen.refusal).await?;
        let Some(verification) = self.contradiction(seen) else {
            return Ok(());
        };
        tracing::warn!(
            tool = %verification.tool,
            "`{}` says that it only reads, but {}", verification.tool, seen.refusal
        );
        let change = change(seen, &verification);
        self.store
            .save_verifications(&[verification], &[], &change)
            .await?;
        let (request, learned) = CatchUpRequest::new(None);
        if self.catch_up.send(request).await.is_ok() {
            // An error means that the store could not be read, which is logged there.
            let _ = learned.await;
        }
        Ok(())
    }

    /// The verification that results from a refusal; `None` if it contradicts nothing, or is
    /// already known.
    fn contradiction(&self, seen: &SourceRefusal) -> Option<Verification> {
        let refusal = &seen.refusal;
        if refusal.instance != ProgramInstance::ReadOnly {
            return None;
        }
        let name = QualifiedName::new(refusal.source.clone(), refusal.only_tool()?.to_owned());
        let catalogue = self.catalogue.load();
        let tool = catalogue.named(&name)?;
        let observed = observed(&seen.effect, tool, &refusal.to_string())?;
        let snapshot = self.snapshot.load();
        let known = snapshot.verification(&name);
        let known = known.filter(|known| known.definition == tool.hash);
        let mut hints = known.map_or_else(Vec::new, |known| known.hints.clone());
        let same = |one: &ObservedHint| one.hint == observed.hint && one.value == observed.value;
        if hints.iter().any(same) {
            return None;
        }
        hints.retain(|one| one.hint != observed.hint);
        hints.push(observed);
        let server = &tool.server.source.inventory().server;
        Some(Verification {
            tool: name,
            definition: tool.hash,
            server_version: server.version.as_str().into(),
            scenario: known.and_then(|known| known.scenario),
            hints,
            by: OBSERVER.into(),
            at_micros: refusal.at_micros,
        })
    }
}

/// The hint that a refused attempt contradicts or shows.
fn observed(effect: &RefusedEffect, tool: &CatalogueTool, evidence: &str) -> Option<ObservedHint> {
    let declared = |hint| {
        let said = tool.declared.hint(hint)?;
        match said.value {
            FieldValue::Set(value) => Some(value),
            FieldValue::Clear => None,
        }
    };
    let (hint, value) = match effect {
        RefusedEffect::Write(paths) => {
            let is_own =
                |path: &std::path::PathBuf| candor_verify::is_own_write(&path.to_string_lossy());
            (!paths.iter().all(is_own)).then_some((Hint::ReadOnly, false))?
        }
        // Network access is only a contradiction if the tool declares that it has none.
        RefusedEffect::Connect(address) => {
            let is_lie = !is_local(address) && declared(Hint::OpenWorld) == Some(false);
            is_lie.then_some((Hint::OpenWorld, true))?
        }
        RefusedEffect::Other => return None,
    };
    let observed = ObservedHint {
        hint,
        value,
        contradicts: declared(hint) == Some(!value),
        evidence: evidence.into(),
    };
    Some(observed.shortened())
}

/// Whether an address is on this machine.
fn is_local(address: &str) -> bool {
    let socket = address.parse::<SocketAddr>().map(|socket| socket.ip());
    let ip = socket.or_else(|_| address.parse::<IpAddr>());
    address.starts_with("unix:") || ip.is_ok_and(|ip| ip.is_loopback() || ip.is_unspecified())
}

fn change(seen: &SourceRefusal, verification: &Verification) -> ChangeRecord {
    let observed = verification.hints.last();
    ChangeRecord {
        id: ChangeId::fresh(),
        at_micros: now_micros(),
        author: ChangeAuthor {
            name: format!("read-only instance of `{}`", seen.refusal.source),
            channel: ChangeChannel::Gateway,
            why: Some(seen.refusal.to_string()),
        },
        action: "verification.contradict".to_owned(),
        subject: verification.tool.to_string(),
        old: None,
        new: observed.map(|observed| {
            json!({
                "definition": verification.definition.to_string(),
                "hint": observed.hint.key(),
                "value": observed.value,
                "contradicts": observed.contradicts,
            })
            .to_string()
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_known() {
        for local in ["127.0.0.1:80", "[::1]:443", "unix:/run/x", "127.9.9.9"] {
            assert!(is_local(local), "{local}");
        }
        for other in ["192.0.2.1:80", "example.com:443", "[2001:db8::1]:80"] {
            assert!(!is_local(other), "{other}");
        }
    }
}
