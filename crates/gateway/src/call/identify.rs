//! Step 1: who is calling.

use candor_model::Role;

use crate::call::incoming::{ClientContext, IncomingCall};
use crate::call::refusal::CallRefusal;

/// A client that may call. Only this module makes one.
pub(crate) struct AuthorizedCaller {
    client: ClientContext,
}

// === impl Caller ===

impl AuthorizedCaller {
    pub(crate) fn client(&self) -> &ClientContext {
        &self.client
    }
}

/// Whoever was recognised may call if they have the role.
pub(crate) fn identify(arrival: &IncomingCall) -> Result<AuthorizedCaller, CallRefusal> {
    let client = &arrival.client;
    if !client.identity.may(Role::Caller) {
        return Err(CallRefusal::Role {
            name: client.principal().to_owned(),
            role: Role::Caller,
        });
    }
    Ok(AuthorizedCaller {
        client: client.clone(),
    })
}
