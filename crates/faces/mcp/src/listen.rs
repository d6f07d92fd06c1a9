//! `subscriptions/listen`: a stream of changes for a client without a session.

mod filter;

use std::collections::VecDeque;
use std::sync::Arc;

use bytes::Bytes;
use candor_gateway::{
    ClientContext, ClientEvent, EndpointOffer, Gateway, ResourceWatch, StartupWait, TaskAudience,
    TaskWatch, UsageGuard, server_info,
};
use candor_model::{McpEra, SourceName};
use candor_wire::{RawJson, RawObject, RequestId, envelope, meta, method};
use futures_util::stream;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

use crate::dispatch::ClientRequest;
use crate::open_requests::RequestTicket;
use crate::response::{FinishedResponse, RequestFault, ResponsePart, ResponseParts};
use crate::seen_content::SeenContent;
use filter::SubscriptionFilter;

/// One open subscription.
struct OpenSubscription {
    id: RequestId,
    honoured: SubscriptionFilter,
    gateway: Gateway,
    client: Arc<ClientContext>,
    /// The tools of the endpoint as the client may have read them; `None` if the endpoint did not
    /// exist.
    seen: Option<Arc<EndpointOffer>>,
    /// The other lists, in the same way.
    content: SeenContent,
    changes: broadcast::Receiver<ClientEvent>,
    ready: VecDeque<Bytes>,
    /// Ends the subscription on our side.
    closing: CancellationToken,
    ticket: Option<RequestTicket>,
    /// The subscribed tasks.
    tasks: Vec<(TaskWatch, UsageGuard)>,
    /// Keeps the resource subscriptions as long as the stream is open.
    _watches: Vec<(ResourceWatch, UsageGuard)>,
    /// Counts the subscription for its caller.
    _held: UsageGuard,
}

/// Opens a subscription. The first message is the acknowledgement, which leaves out everything that
/// cannot be honoured.
pub(crate) async fn listen(
    gateway: &Gateway,
    client: Arc<ClientContext>,
    question: &mut ClientRequest,
    closing: &CancellationToken,
) -> Result<ResponseParts, RequestFault> {
    let wish = SubscriptionFilter::read(&question.params)?;
    let held = gateway
        .hold_subscription(&client.identity)
        .map_err(|reached| RequestFault::params(reached.to_string()))?;
    // Subscribed before the acknowledgement, so that no change is missed in between.
    let changes = gateway.changes();
    gateway.settled(StartupWait::Request).await;
    let mut honoured = wish.within(&gateway.catalogue().capabilities(&client.endpoint));
    let mut watches = Vec::new();
    let mut followed = Vec::new();
    for uri in std::mem::take(&mut honoured.resources) {
        let Ok(counted) = gateway.hold_watch(&client.identity, &uri) else {
            // The remaining resources cannot be followed either, and are not acknowledged.
            tracing::debug!(
                caller = client.identity.name,
                "A caller follows too many resources"
            );
            break;
        };
        match gateway.watch_resource(&client, &uri).await {
            Ok(watch) => {
                watches.push((watch, counted));
                followed.push(uri);
            }
            Err(error) => tracing::debug!(error = error.message, "A resource is not followed"),
        }
    }
    honoured.resources = followed;
    let tasks = watch_tasks(gateway, &client, std::mem::take(&mut honoured.tasks)).await;
    let followed = tasks.iter().map(|(task, _)| task.presented().to_owned());
    honoured.tasks = followed.collect();
    let listening = OpenSubscription {
        id: question.id.clone(),
        gateway: gateway.clone(),
        seen: gateway.catalogue().offer(&client.endpoint).ok(),
        content: SeenContent::new(gateway, &client.endpoint),
        client,
        ready: VecDeque::from([acknowledgement(&question.id, &honoured)]),
        honoured,
        changes,
        closing: closing.clone(),
        ticket: question.ticket.take(),
        tasks,
        _watches: watches,
        _held: held,
    };
    Ok(Box::pin(stream::unfold(
        Some(listening),
        |state| async move {
            let mut listening = state?;
            match listening.next().await? {
                part @ (ResponsePart::Aside(_) | ResponsePart::Paused(_)) => {
                    Some((part, Some(listening)))
                }
                part @ ResponsePart::Answer(_) => Some((part, None)),
            }
        },
    )))
}

/// Subscribes to the tasks that the client may ask about, up to its limit.
async fn watch_tasks(
    gateway: &Gateway,
    client: &Arc<ClientContext>,
    wanted: Vec<String>,
) -> Vec<(TaskWatch, UsageGuard)> {
    let mut watched = Vec::new();
    for presented in wanted {
        let Ok(counted) = gateway.hold_watch(&client.identity, &presented) else {
            break;
        };
        if let Some(task) = gateway.watch_task(client, &presented).await {
            watched.push((task, counted));
        }
    }
    watched
}

// === impl OpenSubscription ===

impl OpenSubscription {
    /// The next message; `None` if the client ended the subscription.
    async fn next(&mut self) -> Option<ResponsePart> {
        let cancelled = self.ticket.as_ref().map(|ticket| ticket.token().clone());
        loop {
            if let Some(message) = self.ready.pop_front() {
                // A client whose token was revoked gets no more messages.
                let welcome = self.gateway.still_works(&self.client.identity);
                return Some(if welcome {
                    ResponsePart::Aside(message)
                } else {
                    self.farewell()
                });
            }
            tokio::select! {
                biased;
                () = wait(cancelled.as_ref()) => return None,
                () = self.closing.cancelled() => return Some(self.farewell()),
                change = self.changes.recv() => match change {
                    Ok(ClientEvent::Tools) if !self.has_new_tools() => {}
                    Ok(ClientEvent::Task { audience: TaskAudience::Sessions, .. }) => {}
                    Ok(ClientEvent::Task { source, task, params, .. }) => {
                        self.tell_task(&source, &task, &params).await;
                    }
                    Ok(change) if !self.content.is_concerned(&self.gateway, &change) => {}
                    Ok(change) => self.tell(&change),
                    Err(RecvError::Lagged(_)) => self.tell_all(),
                    Err(RecvError::Closed) => return Some(self.farewell()),
                },
            }
        }
    }

    /// Whether the list of this endpoint has changed: changes of other toolsets do not concern it.
    fn has_new_tools(&mut self) -> bool {
        let now = self.gateway.catalogue().offer(&self.client.endpoint).ok();
        let same = match (&self.seen, &now) {
            (Some(seen), Some(now)) => seen.is_seen_as(now),
            (None, None) => true,
            _ => false,
        };
        self.seen = now;
        !same
    }

    fn tell(&mut self, change: &ClientEvent) {
        let (wanted, called) = match change {
            ClientEvent::Tools => (self.honoured.tools, method::TOOLS_CHANGED),
            ClientEvent::Prompts => (self.honoured.prompts, method::PROMPTS_CHANGED),
            ClientEvent::Resources => (self.honoured.resource_list, method::RESOURCES_CHANGED),
            ClientEvent::ResourceUpdated { uri, params, .. } => {
                if self.honoured.resources.contains(uri) {
                    self.ready
                        .push_back(marked(method::RESOURCE_UPDATED, Some(params), &self.id));
                }
                return;
            }
            // In this era logs belong to requests, and tasks are handled separately.
            ClientEvent::Log { .. } | ClientEvent::Task { .. } => return,
        };
        if wanted {
            self.ready.push_back(marked(called, None, &self.id));
        }
    }

    /// Sends the status of a task, if the client has subscribed to it.
    async fn tell_task(&mut self, source: &SourceName, task: &str, params: &RawJson) {
        let mut tasks = self.tasks.iter();
        let Some((watch, _)) = tasks.find(|(watch, _)| watch.is_of(source, task)) else {
            return;
        };
        if let Some(shown) = watch.shown(&self.client, params).await {
            let told = marked(method::TASK_CHANGED, Some(&shown), &self.id);
            self.ready.push_back(told);
        }
    }

    /// Sends all change notifications, because any change may have been missed.
    fn tell_all(&mut self) {
        for list in [
            ClientEvent::Tools,
            ClientEvent::Prompts,
            ClientEvent::Resources,
        ] {
            self.tell(&list);
        }
        for uri in self.honoured.resources.clone() {
            let params = RawObject::from_iter([("uri", RawJson::string(&uri))]).to_json();
            self.ready
                .push_back(marked(method::RESOURCE_UPDATED, Some(&params), &self.id));
        }
    }

    /// The answer to the request, which ends the subscription.
    fn farewell(&self) -> ResponsePart {
        let about: RawObject = [
            (meta::SUBSCRIPTION_ID, self.id.as_json().clone()),
            (meta::SERVER_INFO, server_info()),
        ]
        .into_iter()
        .collect();
        let result: RawObject = [
            ("resultType", RawJson::string("complete")),
            ("_meta", about.to_json()),
        ]
        .into_iter()
        .collect();
        ResponsePart::Answer(FinishedResponse::new(
            &self.id,
            &Ok(result.to_json()),
            McpEra::Modern,
        ))
    }
}

fn acknowledgement(id: &RequestId, honoured: &SubscriptionFilter) -> Bytes {
    let params = RawObject::from_iter([("notifications", honoured.to_json())]).to_json();
    marked(method::LISTEN_ACKNOWLEDGED, Some(&params), id)
}

/// A notification with the id of its subscription.
fn marked(called: &str, params: Option<&RawJson>, id: &RequestId) -> Bytes {
    let open = |json: &RawJson| RawObject::parse(json).unwrap_or_default();
    let mut params = params.map(open).unwrap_or_default();
    let mut about = params.get("_meta").map(open).unwrap_or_default();
    about.set(meta::SUBSCRIPTION_ID, id.as_json().clone());
    params.set("_meta", about.to_json());
    envelope::notification(called, Some(&params.to_json()))
}

async fn wait(token: Option<&CancellationToken>) {
    match token {
        Some(token) => token.cancelled().await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notification_keeps_what_it_says_and_gains_its_subscription() {
        let params = RawJson::parse(r#"{"uri":"x://y","_meta":{"a":1},"n":1e400}"#).expect("JSON");
        assert_eq!(
            marked(
                method::RESOURCE_UPDATED,
                Some(&params),
                &RequestId::number(7)
            ),
            r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"x://y","_meta":{"a":1,"io.modelcontextprotocol/subscriptionId":7},"n":1e400}}"#
        );
        let text = RequestId::from_json(RawJson::string("s")).expect("an id");
        assert_eq!(
            marked(method::TOOLS_CHANGED, None, &text),
            r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"s"}}}"#
        );
    }
}
