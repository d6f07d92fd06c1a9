//! Step 2: what this caller sees.

use std::sync::Arc;

use candor_model::CallKind;
use candor_wire::RawObject;

use crate::catalogue::{Catalogue, Offer};
use crate::gateway::{Gateway, Patience};
use crate::identify::Caller;
use crate::refusal::Refusal;

/// The catalogue as one caller sees it: what their endpoint does not offer does not exist for
/// them.
pub(crate) struct View {
    caller: Caller,
    catalogue: Arc<Catalogue>,
    offer: Arc<Offer>,
}

// === impl View ===

impl View {
    pub(crate) fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    pub(crate) fn offer(&self) -> &Offer {
        &self.offer
    }

    /// Whether the management tools are here.
    pub(crate) fn is_managed(&self) -> bool {
        self.catalogue.is_managed(&self.caller.client().endpoint)
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
) -> Result<View, Refusal> {
    let mut catalogue = gateway.catalogue();
    if !gateway.is_settled() && !catalogue.has(kind, params) {
        gateway.settled(Patience::Request).await;
        catalogue = gateway.catalogue();
    }
    let offer = catalogue
        .offer(&caller.client().endpoint)
        .map_err(Refusal::NoEndpoint)?;
    Ok(View {
        caller,
        catalogue,
        offer,
    })
}
