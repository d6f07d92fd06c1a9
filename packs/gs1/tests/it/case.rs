//! A database with the sample in it, and the tools on it.

use candor_functions::{FunctionCaller, ToolInvocation, Toolbox};
use candor_gs1::{Gs1Options, seed_sample, toolbox};
use candor_store::{DatabaseTarget, PackEventKind, Store};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The records of links, as the store names them.
pub(crate) const LINK: PackEventKind = PackEventKind {
    name: "link",
    plural: "recorded links",
};

/// What every test is given.
pub(crate) struct PackCase {
    pub(crate) store: Store,
    pub(crate) toolbox: Toolbox,
    _dir: TempDir,
}

impl PackCase {
    /// A database with nothing in it.
    pub(crate) async fn empty() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let target = DatabaseTarget::Sqlite(dir.path().join("candor.db"));
        let store = Store::open(&target).await.unwrap();
        Self {
            toolbox: toolbox(Gs1Options::new(store.clone())).unwrap(),
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

    /// How many products, rules and recorded links there are.
    pub(crate) async fn sizes(&self) -> [u64; 3] {
        let records = self.store.pack_records("gs1");
        [
            records.count("product").await.unwrap(),
            records.count("rule").await.unwrap(),
            records.count_events(LINK).await.unwrap(),
        ]
    }

    /// A call by any caller.
    pub(crate) async fn call_as(&self, who: &str, tool: &str, arguments: Value) -> Value {
        let Value::Object(arguments) = arguments else {
            panic!("{arguments}");
        };
        let caller = FunctionCaller {
            principal: Some(who.to_owned()),
            ..FunctionCaller::default()
        };
        let invocation = ToolInvocation {
            caller,
            ..ToolInvocation::alone()
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
