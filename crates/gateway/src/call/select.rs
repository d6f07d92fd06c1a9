//! Step 2: what this caller sees.

use std::sync::Arc;

use candor_model::CallKind;
use candor_wire::RawObject;

use crate::call::identify::AuthorizedCaller;
use crate::call::refusal::CallRefusal;
use crate::catalogue::{Catalogue, EndpointOffer};
use crate::gateway::{Gateway, StartupWait};

/// The catalogue as one caller sees it: what their endpoint does not offer does not exist for
/// them.
pub(crate) struct CallerCatalogue {
    caller: AuthorizedCaller,
    catalogue: Arc<Catalogue>,
    offer: Arc<EndpointOffer>,
}

// === impl View ===

impl CallerCatalogue {
    pub(crate) fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    pub(crate) fn offer(&self) -> &EndpointOffer {
        &self.offer
    }

    /// Whether the management tools are here.
    pub(crate) fn is_managed(&self) -> bool {
        self.catalogue.is_managed(&self.caller.client().endpoint)
    }

    pub(crate) fn into_caller(self) -> AuthorizedCaller {
        self.caller
    }
}

/// Takes the view. At the very beginning a name that is not there may belong to a source that is
/// still starting; then the view is taken when all have started or failed.
pub(crate) async fn select(
    gateway: &Gateway,
    caller: AuthorizedCaller,
    kind: CallKind,
    params: &RawObject,
) -> Result<CallerCatalogue, CallRefusal> {
    let mut catalogue = gateway.catalogue();
    if !gateway.is_settled() && !catalogue.has(kind, params) {
        gateway.settled(StartupWait::Request).await;
        catalogue = gateway.catalogue();
    }
    let offer = catalogue
        .offer(&caller.client().endpoint)
        .map_err(CallRefusal::NoEndpoint)?;
    Ok(CallerCatalogue {
        caller,
        catalogue,
        offer,
    })
}
