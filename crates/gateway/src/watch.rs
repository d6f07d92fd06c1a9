//! Following one resource.

use std::sync::Arc;

use candor_wire::{ErrorObject, code};

use crate::catalogue::Server;
use crate::gateway::Gateway;
use crate::refusal::Refusal;

/// Somebody's interest in a resource; it ends when this is dropped. Sources count, so that a
/// server hears of the first and the last only.
pub struct Watch {
    gateway: Gateway,
    server: Arc<Server>,
    uri: String,
}

pub(crate) async fn watch(gateway: &Gateway, uri: &str) -> Result<Watch, ErrorObject> {
    let catalogue = gateway.catalogue();
    let server = catalogue.keeper(uri).ok_or_else(|| {
        ErrorObject::new(
            code::INVALID_PARAMS,
            format!("no source has the resource `{uri}`"),
        )
    })?;
    server.source.watch_resource(uri).await.map_err(|error| {
        ErrorObject::new(code::INTERNAL_ERROR, Refusal::Source(error).to_string())
    })?;
    Ok(Watch {
        gateway: gateway.clone(),
        server: Arc::clone(server),
        uri: uri.to_owned(),
    })
}

impl Drop for Watch {
    fn drop(&mut self) {
        let (server, uri) = (Arc::clone(&self.server), std::mem::take(&mut self.uri));
        self.gateway
            .spawn(async move { server.source.unwatch_resource(&uri).await });
    }
}
