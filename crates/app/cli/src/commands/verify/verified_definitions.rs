//! The definitions of an API at its test address, with that address removed.

use std::collections::HashMap;

use candor_gateway::{Endpoint, Gateway};
use candor_model::{DefinitionPin, Digest, QualifiedName, Verification};

use crate::prelude::*;

/// The location of the server URL in a definition.
const SERVER: &str = "/_meta/dev.candor~1http";

/// The verified definitions, by the tool's own name. The server URL is removed, because a test
/// instance has another one than the served API.
#[derive(Default)]
pub(super) struct VerifiedDefinitions(HashMap<String, Value>);

// === impl VerifiedDefinitions ===

impl VerifiedDefinitions {
    /// Adds a tool of the gateway that was verified, and gives the hash of its definition.
    pub(super) fn add(&mut self, gateway: &Gateway, name: &QualifiedName) -> Option<Digest> {
        let pin = pinned(gateway, name)?;
        self.0.insert(name.own().to_owned(), placeless(&pin)?);
        Some(pin.hash)
    }

    /// Binds a verification to the definition that the served tool has, if it is the same but for
    /// the server that is called.
    pub(super) fn rebind(&self, gateway: &Gateway, verification: &mut Verification) {
        let verified = self.0.get(verification.tool.own());
        let served = pinned(gateway, &verification.tool);
        if let (Some(verified), Some(served)) = (verified, served)
            && placeless(&served).as_ref() == Some(verified)
        {
            verification.definition = served.hash;
        }
    }
}

fn pinned(gateway: &Gateway, name: &QualifiedName) -> Option<DefinitionPin> {
    let explained = gateway.editor().explain(name, &Endpoint::default());
    explained.ok()?.pin.map(|pin| pin.as_ref().clone())
}

fn placeless(pin: &DefinitionPin) -> Option<Value> {
    let mut definition: Value = serde_json::from_str(&pin.definition).ok()?;
    let request = definition.pointer_mut(SERVER);
    if let Some(members) = request.and_then(Value::as_object_mut) {
        members.remove("server");
    }
    Some(definition)
}
