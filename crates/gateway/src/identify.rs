//! Step 1: who is calling.

use crate::arrival::{Arrival, Client};

/// A client whose identity is settled. While there are no accounts everybody on the loopback
/// address is `local`; tokens and roles will be checked here.
pub(crate) struct Caller {
    client: Client,
}

// === impl Caller ===

impl Caller {
    pub(crate) fn client(&self) -> &Client {
        &self.client
    }
}

pub(crate) fn identify(arrival: &Arrival) -> Caller {
    Caller {
        client: arrival.client.clone(),
    }
}
