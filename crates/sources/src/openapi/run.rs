//! The life of an API: its document loaded, served, and looked at again.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use candor_egress::Client;
use candor_model::{Diagnostic, Era, Revision, Severity};
use tokio::sync::mpsc;

use super::OpenApi;
use super::build::build;
use super::document::{self, Found, Stamp};
use crate::backoff::Backoff;
use crate::error::chain;
use crate::inventory::Inventory;
use crate::news::NewsEvent;
use crate::shared::{Order, Shared};
use crate::state::State;

/// What is remembered from one look at the document to the next.
#[derive(Default)]
struct Memory {
    stamp: Option<Stamp>,
    backoff: Backoff,
    ready_since: Option<Instant>,
    failing_since: Option<SystemTime>,
}

/// Serves the API until the source is stopped.
pub(crate) async fn run(shared: Arc<Shared>, api: Arc<OpenApi>, orders: mpsc::Receiver<Order>) {
    tokio::select! {
        () = shared.stop.cancelled() => {}
        () = live(&shared, &api, orders) => {}
    }
    shared.replace_inventory(Arc::default());
    shared.state.send_replace(State::Stopped);
    shared.tell_now(NewsEvent::State(State::Stopped));
}

async fn live(shared: &Arc<Shared>, api: &OpenApi, mut orders: mpsc::Receiver<Order>) {
    let mut memory = Memory::default();
    loop {
        let wait = match look(shared, api, &mut memory).await {
            Ok(()) => api.spec.refresh,
            Err(why) => Some(fail(shared, &mut memory, why).await),
        };
        if rest(&mut orders, wait).await {
            // Somebody wants it anew, whether it has changed or not.
            memory.stamp = None;
        }
    }
}

/// Waits for the next look. Tells whether somebody is in a hurry.
async fn rest(orders: &mut mpsc::Receiver<Order>, wait: Option<Duration>) -> bool {
    let pause = async {
        match wait {
            Some(wait) => tokio::time::sleep(wait).await,
            None => std::future::pending().await,
        }
    };
    tokio::pin!(pause);
    loop {
        tokio::select! {
            () = &mut pause => return false,
            order = orders.recv() => match order {
                Some(Order::Restart(_)) => return true,
                Some(Order::Fence(pass)) => drop(pass.send(())),
                Some(Order::Expired(_) | Order::Suspect(_)) => {}
                // The handle is gone, and the stop signal on its way.
                None => std::future::pending().await,
            },
        }
    }
}

/// Looks at the document, and serves it if it is new.
async fn look(shared: &Arc<Shared>, api: &OpenApi, memory: &mut Memory) -> Result<(), String> {
    let client = client(shared, api)?;
    let found = document::load(&api.spec.document, &client, memory.stamp.as_ref()).await;
    let Some(Found { bundle, url, stamp }) = found.map_err(|error| chain(&error))? else {
        unsay(shared).await;
        return Ok(());
    };
    let spec = Arc::clone(&api.spec);
    // A large document takes a while, and the others go on meanwhile.
    let built = tokio::task::spawn_blocking(move || build(&bundle, url, &spec));
    let built = built
        .await
        .map_err(|error| format!("it is not readable: {error}"))?;
    let (inventory, served) = built.map_err(|error| chain(&error))?;
    memory.stamp = Some(stamp);
    memory.ready_since = Some(Instant::now());
    memory.failing_since = None;
    api.serve(served);
    publish(shared, inventory).await;
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

/// Exchanges what is offered.
async fn publish(shared: &Shared, inventory: Inventory) {
    let tools = inventory.tools.len();
    let inventory = Arc::new(inventory);
    let before = shared.replace_inventory(Arc::clone(&inventory));
    if !shared.state.borrow().is_ready() {
        let state = State::Ready {
            since: SystemTime::now(),
            era: Era::Modern,
            revision: Revision::NEWEST_MODERN,
            transport: "openapi",
        };
        shared.state.send_replace(state.clone());
        shared.tell(NewsEvent::State(state)).await;
    }
    tracing::debug!(source = %shared.name(), tools, "the document is served");
    let errors = inventory.diagnostics.iter();
    let errors = errors.filter(|one| one.severity == Severity::Error).count();
    if errors > 0 {
        tracing::warn!(
            source.name = %shared.name(),
            errors,
            "Parts of the document of `{}` cannot be served; `candor lint --source {}` tells which",
            shared.name(),
            shared.name()
        );
    }
    if *before != *inventory {
        let changed = NewsEvent::Inventory {
            tools: before.tools != inventory.tools,
            resources: false,
            prompts: false,
        };
        shared.tell(changed).await;
    }
}

/// The document cannot be had. If there was one, it goes on being served, and that is said;
/// otherwise the source fails. Gives the wait until the next attempt.
async fn fail(shared: &Shared, memory: &mut Memory, why: String) -> Duration {
    let wait = memory.backoff.failed(memory.ready_since.take());
    if shared.state.borrow().is_ready() {
        stale(shared, &why).await;
        return wait;
    }
    let now = SystemTime::now();
    let state = State::Failing {
        since: *memory.failing_since.get_or_insert(now),
        attempts: memory.backoff.attempts(),
        last_error: why,
        retry_at: now + wait,
    };
    shared.state.send_replace(state.clone());
    shared.tell(NewsEvent::State(state)).await;
    wait
}

/// The code of the finding that what is served is no longer what the document says.
const STALE: &str = "openapi::stale";

/// Takes that finding back, if it was made: the document is again what it was.
async fn unsay(shared: &Shared) {
    let inventory = shared.inventory();
    if inventory.diagnostics.iter().any(|one| one.code == STALE) {
        let mut inventory = inventory.as_ref().clone();
        inventory.diagnostics.retain(|one| one.code != STALE);
        publish(shared, inventory).await;
    }
}

/// Says, once, that what is served is no longer what the document says.
async fn stale(shared: &Shared, why: &str) {
    let mut inventory = shared.inventory().as_ref().clone();
    let message = format!("the document has changed and cannot be used: {why}");
    let known = inventory
        .diagnostics
        .iter()
        .any(|one| one.code == STALE && one.message == message);
    if known {
        return;
    }
    tracing::warn!(source = %shared.name(), "The document has changed and cannot be used: {why}");
    inventory.diagnostics.retain(|one| one.code != STALE);
    let hint = "what it said before is served until it can be read again";
    let diagnostic = Diagnostic::error(STALE, message).with_hint(hint);
    inventory.diagnostics.push(diagnostic);
    publish(shared, inventory).await;
}
