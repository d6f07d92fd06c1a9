//! Applies a reloaded configuration file to the running gateway.

use std::sync::Arc;

use candor_boxed::boxed;

use super::Gateway;
use crate::events::event::UiEvent;
use crate::state::configuration::{
    ConfigurationChange, ConfigurationStatus, DeclaredChange, DeclaredSources,
};
use crate::state::policy_settings::GatewayPolicySettings;
use crate::state::store_follower::CatchUpRequest;

impl Gateway {
    /// Applies a changed configuration file. Returns once the catalogue reflects it; sources that
    /// were started may still be starting.
    #[boxed]
    pub async fn apply_configuration(&self, change: ConfigurationChange) {
        let before = self.0.added.declared.load_full();
        let removed = before.iter().filter(|name| !change.order.contains(name));
        let sources = DeclaredSources {
            removed: removed.cloned().collect(),
            started: change.started,
            treated: change.treated,
            order: change.order,
        };
        let declared = sources.order.iter().cloned().collect();
        self.0.added.declared.store(Arc::new(declared));
        self.0
            .policy_settings
            .store(Arc::new(GatewayPolicySettings {
                policy: change.policy,
                approval_timeout: change.approval_timeout,
                standing_expiry: change.standing_expiry,
                self_approval: change.self_approval,
                ..(*self.policy_settings()).clone()
            }));
        let declared = DeclaredChange {
            declarations: Arc::new(change.declarations),
            sources,
            treats_added: change.treats_added,
        };
        let (request, learned) = CatchUpRequest::new(None);
        if self.0.edits.reloads.send((declared, request)).await.is_ok() {
            // An error means that the store could not be read, which the store follower has logged.
            // The change is applied once it can be read.
            let _ = learned.await;
        }
    }

    /// Records how the served configuration differs from the file, for display.
    pub fn note_configuration(&self, status: ConfigurationStatus) {
        self.0.configuration.store(Arc::new(status));
        self.emit_ui_event(UiEvent::Edits);
    }

    /// How the served configuration differs from the file.
    pub fn configuration_status(&self) -> Arc<ConfigurationStatus> {
        self.0.configuration.load_full()
    }
}
