//! Step 2: what this caller sees.

use std::sync::Arc;

use candor_model::CallKind;
use candor_wire::RawObject;

use crate::catalogue::Catalogue;
use crate::gateway::{Gateway, Patience};
use crate::identify::Caller;

/// The catalogue as one caller sees it. What is not in it does not exist for them. Toolsets will
/// narrow it here; now everybody sees everything.
pub(crate) struct View {
    caller: Caller,
    catalogue: Arc<Catalogue>,
}

// === impl View ===

impl View {
    pub(crate) fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    pub(crate) fn into_caller(self) -> Caller {
        self.caller
    }
}

/// Takes the view. At the very beginning a name that is not there may belong to a source that is
/// still starting; then the view is taken when all have started or failed.
pub(crate) async fn select(
    gateway: &Gateway,
    caller: Caller,
    kind: CallKind,
    params: &RawObject,
) -> View {
    let mut catalogue = gateway.catalogue();
    if !gateway.is_settled() && !catalogue.has(kind, params) {
        gateway.settled(Patience::Request).await;
        catalogue = gateway.catalogue();
    }
    View { caller, catalogue }
}
