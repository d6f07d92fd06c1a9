//! A server with the tools on it, and the cases that every test goes through.

use candor_functions::{ToolInvocation, Toolbox};
use candor_model::Secret;
use candor_nextcloud::{NextcloudOptions, toolbox};
use serde_json::{Value, json};

use crate::server::ScriptedServer;

/// One tool: arguments with which it succeeds, and arguments that are refused.
pub(crate) struct ToolCase {
    pub(crate) tool: &'static str,
    /// The call that shows the most that the tool does.
    pub(crate) arguments: Value,
    /// Further calls that succeed.
    pub(crate) also: Vec<Value>,
    /// What a member of the answer must be, by JSON pointer.
    pub(crate) gives: Vec<(&'static str, Value)>,
    /// Calls that are refused, with a part of the sentence.
    pub(crate) refused: Vec<(Value, &'static str)>,
}

/// A server and the tools on it.
pub(crate) struct PackWorld {
    pub(crate) server: ScriptedServer,
    pub(crate) toolbox: Toolbox,
}

pub(crate) fn case(tool: &'static str, arguments: Value) -> ToolCase {
    ToolCase {
        tool,
        arguments,
        also: Vec::new(),
        gives: Vec::new(),
        refused: Vec::new(),
    }
}

// === impl ToolCase ===

impl ToolCase {
    pub(crate) fn also(mut self, arguments: Value) -> Self {
        self.also.push(arguments);
        self
    }

    pub(crate) fn gives(mut self, pointer: &'static str, value: impl Into<Value>) -> Self {
        self.gives.push((pointer, value.into()));
        self
    }

    pub(crate) fn refused(mut self, arguments: Value, told: &'static str) -> Self {
        self.refused.push((arguments, told));
        self
    }
}

// === impl PackWorld ===

impl PackWorld {
    pub(crate) async fn start() -> Self {
        Self::with_password("secret").await
    }

    pub(crate) async fn with_password(password: &str) -> Self {
        let server = ScriptedServer::start().await;
        let options = Self::options(&server, password);
        Self {
            toolbox: toolbox(&options).unwrap(),
            server,
        }
    }

    pub(crate) fn options(server: &ScriptedServer, password: &str) -> NextcloudOptions {
        NextcloudOptions {
            host: format!("http://{}", server.address),
            username: "ada".to_owned(),
            password: Secret::new(password.to_owned()),
        }
    }

    /// A call. `$etag:notes/1` in the arguments stands for the version of that thing.
    pub(crate) async fn call(&self, tool: &str, arguments: &Value) -> Value {
        let Value::Object(arguments) = self.resolved(arguments.clone()) else {
            panic!("{arguments}");
        };
        let reply = self
            .toolbox
            .call(tool, arguments, ToolInvocation::alone())
            .await;
        reply.unwrap().to_json()
    }

    /// The structured part of an answer.
    pub(crate) async fn ask(&self, tool: &str, arguments: &Value) -> Value {
        let reply = self.call(tool, arguments).await;
        assert_eq!(reply.get("isError"), None, "{tool}: {reply}");
        assert!(reply["structuredContent"].is_object(), "{tool}: {reply}");
        reply["structuredContent"].clone()
    }

    /// The sentence of a refusal.
    pub(crate) async fn fail(&self, tool: &str, arguments: &Value) -> String {
        let reply = self.call(tool, arguments).await;
        assert_eq!(reply["isError"], json!(true), "{tool} {arguments}: {reply}");
        reply["content"][0]["text"].as_str().unwrap().to_owned()
    }

    pub(crate) fn resolved(&self, value: Value) -> Value {
        match value {
            Value::String(text) => match text.strip_prefix("$etag:") {
                Some(key) => {
                    let store = crate::store::ServerStore {
                        things: self.server.snapshot(),
                    };
                    store.etag(key).expect(key).into()
                }
                None => text.into(),
            },
            Value::Array(all) => all.into_iter().map(|one| self.resolved(one)).collect(),
            Value::Object(all) => all
                .into_iter()
                .map(|(name, one)| (name, self.resolved(one)))
                .collect(),
            other => other,
        }
    }
}
