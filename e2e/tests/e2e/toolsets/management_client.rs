//! A client at the counter: it calls the management tools and checks whatever comes back.

use std::collections::HashMap;

pub(super) use candor_testkit::client::MANAGEMENT;
use candor_testkit::{RawClient, RawReply};
use serde_json::{Value, json};

/// A client, and what the management tools promise to answer.
pub(super) struct ManagementClient {
    pub(super) client: RawClient,
    promises: HashMap<String, jsonschema::Validator>,
}

/// What a management tool said.
#[derive(Debug)]
pub(super) struct ManagementAnswer {
    pub(super) said: Value,
    pub(super) is_error: bool,
}

// === impl ManagementClient ===

impl ManagementClient {
    /// Reads what the management tools promise.
    pub(super) async fn of(mut client: RawClient) -> Self {
        let mut promises = HashMap::new();
        for tool in all(&mut client).await {
            let name = name(&tool).to_owned();
            if MANAGEMENT.contains(&name.as_str()) && tool["outputSchema"].is_object() {
                let promise = jsonschema::validator_for(&tool["outputSchema"]);
                promises.insert(name, promise.expect("a schema"));
            }
        }
        Self { client, promises }
    }

    /// Calls a management tool; its answer must be what the tool declares, good or bad.
    pub(super) async fn ask(&mut self, tool: &str, arguments: &Value) -> ManagementAnswer {
        let reply = self.client.call(tool, &arguments.to_string()).await;
        let result = reply.value();
        let said = result["structuredContent"].clone();
        assert!(said.is_object(), "{tool} {arguments}: {}", reply.response);
        let text: Value = serde_json::from_str(&reply.words()).expect("JSON as text");
        assert_eq!(text, said, "{tool}: both forms say the same");
        let promise = self.promises.get(tool);
        let promise = promise.unwrap_or_else(|| panic!("`{tool}` promises nothing"));
        let broken: Vec<String> = promise
            .iter_errors(&said)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(broken.is_empty(), "{tool} {arguments}: {said}: {broken:?}");
        let is_error = &result["isError"];
        ManagementAnswer {
            said,
            is_error: *is_error == true,
        }
    }

    /// Calls any tool.
    pub(super) async fn call(&mut self, tool: &str, arguments: &str) -> RawReply {
        self.client.call(tool, arguments).await
    }

    /// The same for tools that need no arguments and cannot fail.
    pub(super) async fn look(&mut self, tool: &str) -> Value {
        self.ask(tool, &json!({})).await.fine()
    }

    /// Builds a toolset of tools by their names.
    pub(super) async fn build(&mut self, name: &str, tools: &[&str]) -> Value {
        let tools: Vec<Value> = tools
            .iter()
            .map(|tool| json!({"namespacedName": tool}))
            .collect();
        let arguments = json!({"name": name, "tools": tools});
        self.ask("build-toolset", &arguments).await.fine()
    }

    pub(super) async fn equip(&mut self, name: &str) -> Value {
        self.ask("equip-toolset", &json!({"name": name}))
            .await
            .fine()
    }

    /// Tries to add notes to a tool by its name.
    pub(super) async fn note(&mut self, tool: &str, notes: &[(&str, &str)]) -> ManagementAnswer {
        self.note_on(&json!({"namespacedName": tool}), notes).await
    }

    /// Adds notes to a tool, which must go well.
    pub(super) async fn add_notes(&mut self, tool: &str, notes: &[(&str, &str)]) -> Value {
        self.note(tool, notes).await.fine()
    }

    /// Tries to add notes to any reference.
    pub(super) async fn note_on(
        &mut self,
        tool: &Value,
        notes: &[(&str, &str)],
    ) -> ManagementAnswer {
        let notes: Vec<Value> = notes
            .iter()
            .map(|(name, text)| json!({"name": name, "note": text}))
            .collect();
        let arguments = json!({"toolRef": tool, "notes": notes});
        self.ask("add-tool-annotation", &arguments).await
    }

    /// The tools of sources, as they are listed.
    pub(super) async fn tools(&mut self) -> Vec<Value> {
        served(&mut self.client).await
    }

    /// The names of these tools.
    pub(super) async fn names(&mut self) -> Vec<String> {
        names(&mut self.client).await
    }

    /// What a tool is said to do.
    pub(super) async fn description(&mut self, tool: &str) -> String {
        description(&mut self.client, tool).await
    }

    /// The id of a tool.
    pub(super) async fn ref_id(&mut self, tool: &str) -> String {
        let said = self.look("list-available-tools").await;
        let servers = said["toolsByServer"].as_array().expect("servers").iter();
        let mut tools = servers.flat_map(|server| server["tools"].as_array().expect("tools"));
        let found = tools.find(|one| one["namespacedName"] == tool);
        let found = found.unwrap_or_else(|| panic!("`{tool}` is not in {said}"));
        found["refId"].as_str().expect("an id").to_owned()
    }

    /// The names of the toolsets that are saved.
    pub(super) async fn saved(&mut self) -> Vec<String> {
        let said = self.look("list-saved-toolsets").await;
        let toolsets = said["toolsets"].as_array().expect("toolsets").iter();
        toolsets.map(|one| name(one).to_owned()).collect()
    }
}

// === impl ManagementAnswer ===

impl ManagementAnswer {
    /// What was said by a call that went well.
    pub(super) fn fine(self) -> Value {
        assert!(!self.is_error, "{}", self.said);
        self.said
    }

    /// A call that failed, and said these things.
    pub(super) fn refused(self, parts: &[&str]) -> Value {
        assert!(self.is_error, "{}", self.said);
        let text = self.said.to_string();
        for part in parts {
            assert!(text.contains(part), "no `{part}` in {text}");
        }
        self.said
    }

    /// The names of the notes that were added.
    pub(super) fn added(&self) -> Vec<&str> {
        let notes = self.said["addedNotes"].as_array().expect("notes").iter();
        notes.map(name).collect()
    }
}

/// The tools of sources that a client is offered, in their order.
pub(super) async fn served(client: &mut RawClient) -> Vec<Value> {
    parsed(&client.tools().await)
}

/// The names of these tools.
pub(super) async fn names(client: &mut RawClient) -> Vec<String> {
    let tools = served(client).await;
    tools.iter().map(|tool| name(tool).to_owned()).collect()
}

/// What a tool is said to do.
pub(super) async fn description(client: &mut RawClient, tool: &str) -> String {
    let tools = served(client).await;
    let found = tools.iter().find(|one| name(one) == tool);
    let found = found.unwrap_or_else(|| panic!("`{tool}` is not in {tools:?}"));
    found["description"].as_str().unwrap_or_default().to_owned()
}

/// Everything that a client is offered, the management tools included.
pub(super) async fn all(client: &mut RawClient) -> Vec<Value> {
    parsed(&client.all_tools().await)
}

fn parsed(tools: &[String]) -> Vec<Value> {
    let parse = |tool: &String| serde_json::from_str(tool).expect("a tool");
    tools.iter().map(parse).collect()
}

pub(super) fn name(thing: &Value) -> &str {
    thing["name"].as_str().expect("a name")
}
