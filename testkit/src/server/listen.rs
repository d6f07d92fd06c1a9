//! `subscriptions/listen`: a stream of the changes that a modern client asked for.

use serde_json::{Map, Value, json};

use super::call::ServiceCall;
use super::outlet::MessageOutlet;
use super::{ServerChange, ServiceReply, lock};
use crate::rpc::{self, RpcError};

const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

/// One open stream.
pub(crate) struct ListenSubscription {
    id: Value,
    filter: ListenFilter,
    outlet: MessageOutlet,
}

/// What a client wants to hear of.
#[derive(Clone, Debug, Default, PartialEq)]
struct ListenFilter {
    tools: bool,
    prompts: bool,
    resources: bool,
    uris: Vec<String>,
    tasks: Vec<String>,
}

/// Acknowledges the subscription, and answers when it ends.
pub(crate) async fn serve(call: &ServiceCall) -> ServiceReply {
    let filter = match ListenFilter::parse(&call.params().value()["notifications"]) {
        Ok(filter) => filter,
        Err(error) => return error.into(),
    };
    let id: Value = serde_json::from_str(call.id().get()).unwrap_or_default();
    let acknowledged = json!({"notifications": filter.describe(), "_meta": {SUBSCRIPTION: id}});
    let listener = ListenSubscription {
        id: id.clone(),
        filter,
        outlet: call.outlet.clone(),
    };
    {
        // Under the lock: a client that has read the acknowledgement receives the next change, and
        // none before it.
        let mut listeners = lock(&call.server.listeners);
        call.notify("notifications/subscriptions/acknowledged", &acknowledged);
        listeners.push(listener);
    }
    call.cancel.cancelled().await;
    // Two clients may use the same id, and on stdio two subscriptions share one outlet.
    lock(&call.server.listeners)
        .retain(|other| other.id != id || !other.outlet.is_same(&call.outlet));
    ServiceReply::Result(json!({"_meta": {SUBSCRIPTION: id}}))
}

// === impl ListenSubscription ===

impl ListenSubscription {
    /// Sends a change that was subscribed to; false when the stream is closed.
    pub(crate) fn tell(&self, change: &ServerChange) -> bool {
        if self.outlet.is_closed() {
            return false;
        }
        if self.filter.wants(change) {
            let (mut method, mut params) = change.notification();
            if let ServerChange::Task(_) = change {
                method = "notifications/tasks";
            }
            params["_meta"] = json!({SUBSCRIPTION: self.id});
            self.outlet.message(rpc::notification_text(method, &params));
        }
        true
    }
}

// === impl ListenFilter ===

impl ListenFilter {
    fn parse(notifications: &Value) -> Result<Self, RpcError> {
        let Value::Object(fields) = notifications else {
            return Err(RpcError::invalid_params("`notifications` must be an object").status(400));
        };
        let wants = |key: &str| fields.get(key).and_then(Value::as_bool).unwrap_or_default();
        let names = |key: &str| {
            let names = fields.get(key).and_then(Value::as_array);
            let names = names.into_iter().flatten().filter_map(Value::as_str);
            names.map(str::to_owned).collect()
        };
        Ok(Self {
            tools: wants("toolsListChanged"),
            prompts: wants("promptsListChanged"),
            resources: wants("resourcesListChanged"),
            uris: names("resourceSubscriptions"),
            tasks: names("taskIds"),
        })
    }

    fn describe(&self) -> Value {
        let mut fields = Map::new();
        for (key, wanted) in [
            ("toolsListChanged", self.tools),
            ("promptsListChanged", self.prompts),
            ("resourcesListChanged", self.resources),
        ] {
            if wanted {
                fields.insert(key.to_owned(), true.into());
            }
        }
        for (key, names) in [
            ("resourceSubscriptions", &self.uris),
            ("taskIds", &self.tasks),
        ] {
            if !names.is_empty() {
                fields.insert(key.to_owned(), json!(names));
            }
        }
        fields.into()
    }

    fn wants(&self, change: &ServerChange) -> bool {
        match change {
            ServerChange::Tools => self.tools,
            ServerChange::Prompts => self.prompts,
            ServerChange::Resources => self.resources,
            ServerChange::Resource(uri) => self.uris.contains(uri),
            ServerChange::Task(task) => self.tasks.iter().any(|id| task["taskId"] == id.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_lets_through_what_it_names() {
        let asked = json!({"promptsListChanged": true, "resourceSubscriptions": ["a://b"]});
        let filter = ListenFilter::parse(&asked).unwrap();
        assert_eq!(filter.describe(), asked);
        assert!(filter.wants(&ServerChange::Prompts));
        assert!(filter.wants(&ServerChange::Resource("a://b".to_owned())));
        assert!(!filter.wants(&ServerChange::Resource("a://c".to_owned())));
        assert!(!filter.wants(&ServerChange::Tools));
        assert!(ListenFilter::parse(&Value::Null).is_err());
    }
}
