//! Hearing how a task stands without asking, with the id that the client knows.

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

/// How long an answer may take from here to its client.
const ANSWER_TIME: Duration = Duration::from_millis(100);

/// A task that a client without a session listens for; it ends when this is dropped.
pub struct TaskWatch {
    gateway: Gateway,
    server: Arc<ServedSource>,
    /// The id as the source knows it.
    own: String,
    /// The id as the client knows it.
    presented: String,
}

impl Gateway {
    /// Listens for a task of a source, for a client that may ask about it.
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

    /// Tells what a source said of a task too early, when its session has had time to read the
    /// answer: before that, the session does not know the task.
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

    /// What a source says of a task, for the session that began it. None for all others.
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
    /// Whether it is this task of this source.
    pub fn is_of(&self, source: &SourceName, task: &str) -> bool {
        self.server.source.name() == source && self.own == task
    }

    /// The id as the client knows it.
    pub fn presented(&self) -> &str {
        &self.presented
    }

    /// What the source says of the task, as its client sees it. None if the client may not ask
    /// about it any more.
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
