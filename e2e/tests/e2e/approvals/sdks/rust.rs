//! A client of the Rust SDK that does what a program of another SDK is told to do.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use candor_testkit::ApiClient;
use rmcp::ClientHandler;
use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult,
    ElicitationAction, ElicitationCapability, ErrorData, FormElicitationCapability, Implementation,
    ProgressNotificationParam, UrlElicitationCapability,
};
use rmcp::service::{NotificationContext, RequestContext, RoleClient, RunningService};
use serde_json::{Value, json};

use crate::approvals::guarded::{GuardedGateway, id_of};
use crate::peers::connect;

/// The person at the client.
#[derive(Clone)]
struct ScriptedPerson {
    approver: ApiClient,
    mute: bool,
    modern: bool,
    told: Arc<Mutex<Value>>,
}

// === impl ScriptedPerson ===

impl ScriptedPerson {
    fn does(&self) -> String {
        let told = self.told.lock().expect("a lock");
        told["does"].as_str().expect("a word").to_owned()
    }

    fn note(&self, key: &str, value: Value) {
        self.told.lock().expect("a lock")[key] = value;
    }

    fn count(&self, key: &str) {
        let mut told = self.told.lock().expect("a lock");
        told[key] = (told[key].as_u64().unwrap_or_default() + 1).into();
    }

    /// Decides about the waiting call through the API.
    async fn decide(&self, body: Value) {
        let id = id_of(&self.approver.next_pending().await);
        let answer = self.approver.decide(&id, &body).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
    }

    /// Waits until the question is taken back, if that will ever be told.
    async fn over(&self, context: &RequestContext<RoleClient>) {
        if self.modern {
            return;
        }
        let withdrawn = tokio::time::timeout(Duration::from_mins(1), context.ct.cancelled()).await;
        self.note("withdrawn", withdrawn.is_ok().into());
        self.note("over", true.into());
    }

    /// The call's answer may overtake the cancellation of its question; a client that waits for
    /// that news gets it all the same, before the call is judged.
    async fn settled(&self) {
        let waits =
            !self.modern && matches!(&*self.does(), "keep" | "elsewhere" | "refused elsewhere");
        while waits && self.told.lock().expect("a lock")["over"] != true {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

fn accept(decision: &str, reason: Option<&str>) -> ElicitResult {
    let mut content = json!({"decision": decision});
    if let Some(reason) = reason {
        content["reason"] = reason.into();
    }
    ElicitResult::new(ElicitationAction::Accept).with_content(content)
}

impl ClientHandler for ScriptedPerson {
    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        self.count("asked");
        self.note("question", serde_json::to_value(&request).expect("JSON"));
        let decline = || ElicitResult::new(ElicitationAction::Decline);
        Ok(match self.does().as_str() {
            "allow" => accept("allow once", None),
            "keep" => {
                self.decide(json!({"decision": "approve", "scope": "these-arguments"}))
                    .await;
                self.over(&context).await;
                accept("allow once", None)
            }
            "deny" => accept("deny", Some("not today")),
            "decline" => decline(),
            "cancel" => ElicitResult::new(ElicitationAction::Cancel),
            "elsewhere" => {
                self.decide(json!({"decision": "approve"})).await;
                self.over(&context).await;
                decline()
            }
            "refused elsewhere" => {
                self.decide(json!({"decision": "deny", "reason": "not today"}))
                    .await;
                self.over(&context).await;
                accept("allow once", None)
            }
            "page" => {
                self.decide(json!({"decision": "approve"})).await;
                ElicitResult::new(ElicitationAction::Accept)
            }
            "late" => {
                let id = id_of(&self.approver.next_pending().await);
                self.approver.becomes(&id, "expired").await;
                self.over(&context).await;
                accept("allow once", None)
            }
            other => panic!("asked about {other}"),
        })
    }

    async fn on_progress(&self, _: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.count("progress");
        if self.does() == "mute" {
            self.note("does", "muted".into());
            self.decide(json!({"decision": "approve"})).await;
        }
    }

    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        if !self.mute {
            let can = ElicitationCapability::new()
                .with_form(FormElicitationCapability::default())
                .with_url(UrlElicitationCapability::default());
            capabilities.elicitation = Some(can);
        }
        ClientConfig::new(capabilities, Implementation::new("rmcp", "1"))
    }
}

/// Makes the calls that a program of another SDK would be told to make; what the client saw.
pub(super) async fn run(guarded: &GuardedGateway, order: &Value, modern: bool) -> String {
    let person = ScriptedPerson {
        approver: guarded.approver(),
        mute: order["mute"] == true,
        modern,
        told: Arc::default(),
    };
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let server: Vec<String> = match &order["url"] {
        Value::Null => {
            let args = order["args"].as_array().expect("arguments").iter();
            [&order["command"]]
                .into_iter()
                .chain(args)
                .map(text)
                .collect()
        }
        url => vec![text(url)],
    };
    let client = connect(person.clone(), &server, modern).await;
    let mut said = Vec::new();
    for step in order["steps"].as_array().expect("steps") {
        let fresh = json!({"does": step["does"], "asked": 0, "withdrawn": false});
        *person.told.lock().expect("a lock") = fresh;
        said.push(made(&client, &person, &step["path"]).await);
    }
    client.cancel().await.expect("closed");
    Value::from(said).to_string()
}

/// Makes one call; what the client saw of it.
async fn made(
    client: &RunningService<RoleClient, ScriptedPerson>,
    person: &ScriptedPerson,
    path: &Value,
) -> Value {
    let Value::Object(arguments) = json!({"path": path}) else {
        panic!("no object");
    };
    let params = CallToolRequestParams::new("s_wipe").with_arguments(arguments);
    let result = client.call_tool(params).await;
    person.settled().await;
    let mut told = person.told.lock().expect("a lock").clone();
    match result {
        Ok(result) => {
            let result = serde_json::to_value(result).expect("JSON");
            told["error"] = (result["isError"] == true).into();
            told["text"] = result["content"][0]["text"].clone();
        }
        Err(error) => {
            told["error"] = true.into();
            told["text"] = format!("thrown: {error}").into();
        }
    }
    told
}
