//! A database with the sample in it, and the tools on it.

use candor_functions::{Caller, Invocation, Toolbox};
use candor_gs1::{Options, seed_sample, toolbox};
use candor_store::{Store, Target};
use serde_json::{Value, json};
use tempfile::TempDir;

/// What every test is given.
pub(crate) struct Case {
    pub(crate) store: Store,
    pub(crate) toolbox: Toolbox,
    _dir: TempDir,
}

impl Case {
    /// A database with nothing in it.
    pub(crate) async fn empty() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let target = Target::Sqlite(dir.path().join("candor.db"));
        let store = Store::open(&target).await.unwrap();
        Self {
            toolbox: toolbox(Options::new(store.clone())).unwrap(),
            store,
            _dir: dir,
        }
    }

    /// A database with the sample in it.
    pub(crate) async fn sample() -> Self {
        let case = Self::empty().await;
        seed_sample(&case.store)
            .await
            .unwrap()
            .expect("it was empty");
        case
    }

    /// A call by somebody.
    pub(crate) async fn call_as(&self, who: &str, tool: &str, arguments: Value) -> Value {
        let Value::Object(arguments) = arguments else {
            panic!("{arguments}");
        };
        let caller = Caller {
            principal: Some(who.to_owned()),
            ..Caller::default()
        };
        let invocation = Invocation {
            caller,
            ..Invocation::alone()
        };
        let reply = self.toolbox.call(tool, arguments, invocation).await;
        reply.unwrap().to_json()
    }

    /// The structured part of what a tool answers.
    pub(crate) async fn ask(&self, tool: &str, arguments: Value) -> Value {
        let reply = self.call_as("ada", tool, arguments).await;
        assert_eq!(reply.get("isError"), None, "{reply}");
        let text = reply["content"][0]["text"].as_str().unwrap();
        let structured = reply["structuredContent"].clone();
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), structured);
        structured
    }

    /// What a tool says when it cannot do what was asked.
    pub(crate) async fn fail(&self, tool: &str, arguments: Value) -> String {
        let reply = self.call_as("ada", tool, arguments).await;
        assert_eq!(reply["isError"], json!(true), "{reply}");
        reply["content"][0]["text"].as_str().unwrap().to_owned()
    }
}
