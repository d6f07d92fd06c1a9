//! Notifications about the status of a task, with the client's id.

use std::sync::Arc;
use std::time::Duration;

use candor_boxed::boxed;
use candor_model::SourceName;
use candor_wire::{RawJson, RawObject};

use super::SourceTask;
use crate::call::incoming::ClientContext;
use crate::catalogue::ServedSource;
use crate::events::event::ClientEvent;
use crate::gateway::Gateway;

/// The time an answer is given to reach its client.
const ANSWER_TIME: Duration = Duration::from_millis(100);

/// A subscription of a client without a session to a task; it ends when this is dropped.
pub struct TaskWatch {
    gateway: Gateway,
    server: Arc<ServedSource>,
    /// The source's own id.
    own: String,
    /// The sealed id that the client uses.
    presented: String,
}

impl Gateway {
    /// Subscribes to a task of a source, for a client that may ask about it.
    #[boxed]
    pub async fn watch_task(&self, client: &ClientContext, presented: &str) -> Option<TaskWatch> {
        let named = RawObject::from_iter([("taskId", RawJson::string(presented))]);
        let task = SourceTask::named(self, client, &named)?.ok()?;
        task.server.source.watch_task(&task.own).await;
        Some(TaskWatch {
            gateway: self.clone(),
            server: Arc::clone(&task.server),
            own: task.own,
            presented: presented.to_owned(),
        })
    }

    /// Sends early statuses of a task once its session has had time to read the answer: before
    /// that, the session does not know the task.
    pub(crate) fn tell_after_answer(&self, early: Vec<ClientEvent>) {
        if early.is_empty() {
            return;
        }
        let gateway = self.clone();
        self.spawn(async move {
            tokio::time::sleep(ANSWER_TIME).await;
            for event in early {
                gateway.tell_clients(event);
            }
        });
    }

    /// The status of a task for the session that started it. `None` for all others.
    pub fn session_task(
        &self,
        client: &ClientContext,
        source: &SourceName,
        task: &str,
        params: &RawJson,
    ) -> Option<RawJson> {
        let presented = self.known_tasks().presented(client.key, source, task)?;
        if !self.still_works(&client.identity) {
            return None;
        }
        let mut members = RawObject::parse(params).ok()?;
        members.set("taskId", RawJson::string(&presented));
        Some(members.to_json())
    }
}

// === impl TaskWatch ===

impl TaskWatch {
    /// Whether this is a subscription to this task of this source.
    pub fn is_of(&self, source: &SourceName, task: &str) -> bool {
        self.server.source.name() == source && self.own == task
    }

    /// The sealed id that the client uses.
    pub fn presented(&self) -> &str {
        &self.presented
    }

    /// The status of the task as its client sees it. `None` if the client may no longer ask about
    /// it.
    #[boxed]
    pub async fn shown(&self, client: &ClientContext, params: &RawJson) -> Option<RawJson> {
        let named = RawObject::from_iter([("taskId", RawJson::string(&self.presented))]);
        let task = SourceTask::named(&self.gateway, client, &named)?.ok()?;
        task.shown(params).await.ok()
    }
}

impl Drop for TaskWatch {
    fn drop(&mut self) {
        let (server, own) = (Arc::clone(&self.server), std::mem::take(&mut self.own));
        self.gateway
            .spawn(async move { server.source.unwatch_task(&own).await });
    }
}
