//! The life of an API: its document loaded, served, and looked at again.

use std::sync::Arc;

use candor_egress::Client;
use tokio::sync::mpsc;

use super::OpenApi;
use super::build::build;
use super::document::{self, Found, Stamp};
use crate::error::chain;
use crate::shared::{Order, Shared};
use crate::tending::{self, Tending, Terms};

const TERMS: Terms = Terms {
    transport: "openapi",
    subject: "the document",
    stale: "openapi::stale",
};

/// Serves the API until the source is stopped.
pub(crate) async fn run(shared: Arc<Shared>, api: Arc<OpenApi>, orders: mpsc::Receiver<Order>) {
    tending::until_stopped(&shared, live(&shared, &api, orders)).await;
}

async fn live(shared: &Arc<Shared>, api: &OpenApi, mut orders: mpsc::Receiver<Order>) {
    let mut tending = Tending::new(shared, &TERMS);
    let mut stamp = None;
    loop {
        let wait = match look(shared, api, &mut tending, &mut stamp).await {
            Ok(()) => api.spec.refresh,
            Err(why) => Some(tending.fail(why).await),
        };
        if tending::rest(&mut orders, wait).await {
            // Somebody wants it anew, whether it has changed or not.
            stamp = None;
        }
    }
}

/// Looks at the document, and serves it if it is new.
async fn look(
    shared: &Arc<Shared>,
    api: &OpenApi,
    tending: &mut Tending,
    seen: &mut Option<Stamp>,
) -> Result<(), String> {
    let client = client(shared, api)?;
    let found = document::load(&api.spec.document, &client, seen.as_ref()).await;
    let Some(Found { bundle, url, stamp }) = found.map_err(|error| chain(&error))? else {
        tending.unsay().await;
        return Ok(());
    };
    let spec = Arc::clone(&api.spec);
    // A large document takes a while, and the others go on meanwhile.
    let built = tokio::task::spawn_blocking(move || build(&bundle, url, &spec));
    let built = built
        .await
        .map_err(|error| format!("it is not readable: {error}"))?;
    let (inventory, served) = built.map_err(|error| chain(&error))?;
    *seen = Some(stamp);
    api.serve(served);
    tending.serve(inventory).await;
    Ok(())
}

fn client(shared: &Shared, api: &OpenApi) -> Result<Client, String> {
    if let Some(client) = api.client.get() {
        return Ok(client.clone());
    }
    let client = document::client(api.spec.private, shared.spec.limits.start_timeout);
    let client = client.map_err(|error| chain(&error))?;
    Ok(api.client.get_or_init(|| client).clone())
}
