//! Step 2: what this caller sees.

use std::sync::Arc;

use crate::catalogue::Catalogue;
use crate::gateway::Gateway;
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

pub(crate) fn select(gateway: &Gateway, caller: Caller) -> View {
    View {
        caller,
        catalogue: gateway.catalogue(),
    }
}
