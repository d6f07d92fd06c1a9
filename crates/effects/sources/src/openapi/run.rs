//! The life cycle of an API: its document is loaded, served, and checked for changes.

use std::sync::Arc;

use candor_egress::EgressClient;
use tokio::sync::mpsc;

use super::OpenApiSource;
use super::build::build;
use super::document::{self, DocumentStamp, FoundDocument};
use crate::error::chain;
use crate::reload::{self, ReloadTerms, SourceReloader};
use crate::shared::{ActorCommand, SourceShared};

const TERMS: ReloadTerms = ReloadTerms {
    transport: "openapi",
    subject: "the document",
    stale: "openapi::stale",
};

/// Serves the API until the source is stopped.
pub(crate) async fn run(
    shared: Arc<SourceShared>,
    api: Arc<OpenApiSource>,
    orders: mpsc::Receiver<ActorCommand>,
) {
    reload::until_stopped(&shared, live(&shared, &api, orders)).await;
}

async fn live(
    shared: &Arc<SourceShared>,
    api: &OpenApiSource,
    mut orders: mpsc::Receiver<ActorCommand>,
) {
    let mut tending = SourceReloader::new(shared, &TERMS);
    let mut stamp = None;
    loop {
        let wait = match look(shared, api, &mut tending, &mut stamp).await {
            Ok(()) => api.spec.refresh,
            Err(why) => Some(tending.fail(why).await),
        };
        if reload::rest(&mut orders, wait).await {
            // A reload was requested, whether the document has changed or not.
            stamp = None;
        }
    }
}

/// Checks the document, and serves it if it is new.
async fn look(
    shared: &Arc<SourceShared>,
    api: &OpenApiSource,
    tending: &mut SourceReloader,
    seen: &mut Option<DocumentStamp>,
) -> Result<(), String> {
    let client = client(shared, api)?;
    let found = document::load(&api.spec.document, &client, seen.as_ref()).await;
    let Some(FoundDocument { bundle, url, stamp }) = found.map_err(|error| chain(&error))? else {
        tending.unsay().await;
        return Ok(());
    };
    let spec = Arc::clone(&api.spec);
    // A large document takes a while, so it does not block other tasks.
    let built = tokio::task::spawn_blocking(move || build(bundle, url, &spec));
    let built = built
        .await
        .map_err(|error| format!("it is not readable: {error}"))?;
    let (inventory, served) = built.map_err(|error| chain(&error))?;
    *seen = Some(stamp);
    api.serve(served);
    tending.serve(inventory).await;
    Ok(())
}

fn client(shared: &SourceShared, api: &OpenApiSource) -> Result<EgressClient, String> {
    if let Some(client) = api.client.get() {
        return Ok(client.clone());
    }
    let client = document::client(api.spec.private, shared.spec.limits.start_timeout);
    let client = client.map_err(|error| chain(&error))?;
    Ok(api.client.get_or_init(|| client).clone())
}
