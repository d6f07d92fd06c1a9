//! Step 1: who is calling.

use candor_model::Role;

use crate::arrival::{Arrival, Client};
use crate::refusal::Refusal;

/// A client that may call. Only this module makes one.
pub(crate) struct Caller {
    client: Client,
}

// === impl Caller ===

impl Caller {
    pub(crate) fn client(&self) -> &Client {
        &self.client
    }
}

/// Whoever was recognised may call if they have the role.
pub(crate) fn identify(arrival: &Arrival) -> Result<Caller, Refusal> {
    let client = &arrival.client;
    if !client.identity.may(Role::Caller) {
        return Err(Refusal::Role {
            name: client.principal().to_owned(),
            role: Role::Caller,
        });
    }
    Ok(Caller {
        client: client.clone(),
    })
}
