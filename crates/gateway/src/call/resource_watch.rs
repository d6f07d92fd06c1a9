//! Following one resource.

use std::sync::Arc;

use candor_wire::{ErrorObject, code};

use crate::call::refusal::CallRefusal;
use crate::catalogue::ServedSource;
use crate::gateway::Gateway;

/// A subscription to a resource; it ends when this is dropped. Sources count, so that a
/// server hears of the first and the last only.
pub struct ResourceWatch {
    gateway: Gateway,
    server: Arc<ServedSource>,
    uri: String,
}

pub(crate) async fn watch(gateway: &Gateway, uri: &str) -> Result<ResourceWatch, ErrorObject> {
    let catalogue = gateway.catalogue();
    let server = catalogue.keeper(uri).ok_or_else(|| {
        ErrorObject::new(
            code::INVALID_PARAMS,
            format!("no source has the resource `{uri}`"),
        )
    })?;
    server.source.watch_resource(uri).await.map_err(|error| {
        ErrorObject::new(code::INTERNAL_ERROR, CallRefusal::Source(error).to_string())
    })?;
    Ok(ResourceWatch {
        gateway: gateway.clone(),
        server: Arc::clone(server),
        uri: uri.to_owned(),
    })
}

impl Drop for ResourceWatch {
    fn drop(&mut self) {
        let (server, uri) = (Arc::clone(&self.server), std::mem::take(&mut self.uri));
        self.gateway
            .spawn(async move { server.source.unwatch_resource(&uri).await });
    }
}
