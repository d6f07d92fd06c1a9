//! The Rust SDK, in both eras.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use rmcp::ClientHandler;
use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult,
    ElicitationAction, ElicitationCapability, ErrorData, FormElicitationCapability, Implementation,
    ProgressNotificationParam, ProtocolVersion, UrlElicitationCapability,
};
use rmcp::service::{
    ClientLifecycleMode, ClientServiceExt, NotificationContext, RequestContext, RoleClient,
    RunningService,
};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use serde_json::{Value, json};

use super::guarded::{Desk, Guarded, id_of};
use super::scenes::{ANSWERED, BRIEF, Door, ELSEWHERE, EXPIRED, MUTE, PAGED, Scene, check, order};

/// The person at the client.
#[derive(Clone)]
struct Person {
    desk: Desk,
    mute: bool,
    modern: bool,
    told: Arc<Mutex<Value>>,
}

// === impl Person ===

impl Person {
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

    /// Somebody else decides about the call that waits.
    async fn decide(&self, body: Value) {
        let id = id_of(&self.desk.waiting().await);
        let answer = self.desk.decide(&id, &body).await;
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

    /// The call's answer may overtake the news that its question is taken back; whoever waits for
    /// that news gets it all the same, before the call is judged.
    async fn settled(&self) {
        let waits = !self.modern && matches!(&*self.does(), "elsewhere" | "refused elsewhere");
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

impl ClientHandler for Person {
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
            "keep" => accept("always allow with these arguments", None),
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
                let id = id_of(&self.desk.waiting().await);
                self.desk.until_state(&id, "expired").await;
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

async fn connect(person: Person, order: &Value) -> RunningService<RoleClient, Person> {
    let lifecycle = if person.modern {
        let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
        ClientLifecycleMode::Discover { preferred_versions }
    } else {
        ClientLifecycleMode::Initialize
    };
    if let Some(url) = order["url"].as_str() {
        let transport = StreamableHttpClientTransport::from_uri(url.to_owned());
        return person
            .serve_with_lifecycle(transport, lifecycle)
            .await
            .expect("a client");
    }
    let mut command = tokio::process::Command::new(order["command"].as_str().expect("a program"));
    let args = order["args"].as_array().expect("arguments").iter();
    command.args(args.map(|arg| arg.as_str().expect("text")));
    let (transport, _) = TokioChildProcess::builder(command)
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("a child");
    person
        .serve_with_lifecycle(transport, lifecycle)
        .await
        .expect("a client")
}

/// Puts the client through the scenes in both eras, and gives what it saw.
async fn put_through(guarded: &Guarded, doors: &[Door], scenes: &[Scene]) -> Vec<(bool, Value)> {
    let mut all = Vec::new();
    for door in doors {
        for modern in [false, true] {
            let name = format!("modern {modern} {door:?}");
            let order = order(guarded, *door, scenes, &name);
            let person = Person {
                desk: guarded.desk(),
                mute: order["mute"] == true,
                modern,
                told: Arc::default(),
            };
            let client = connect(person.clone(), &order).await;
            let mut said = Vec::new();
            for step in order["steps"].as_array().expect("steps") {
                let fresh = json!({"does": step["does"], "asked": 0, "withdrawn": false});
                *person.told.lock().expect("a lock") = fresh;
                said.push(made(&client, &person, &step["path"]).await);
            }
            client.cancel().await.expect("closed");
            check(
                guarded,
                scenes,
                &name,
                &Value::from(said.clone()).to_string(),
            );
            all.push((modern, said.into()));
        }
    }
    all
}

/// Makes one call; what the client saw of it.
async fn made(client: &RunningService<RoleClient, Person>, person: &Person, path: &Value) -> Value {
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

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_over_http() {
    let guarded = Guarded::open("").await;
    for (modern, said) in put_through(&guarded, &[Door::Http], &ANSWERED).await {
        assert_eq!(said[6]["withdrawn"], !modern, "{}", said[6]);
        assert_eq!(said[7]["withdrawn"], !modern, "{}", said[7]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_over_stdio() {
    let guarded = Guarded::open("").await;
    put_through(&guarded, &[Door::Stdio], &ANSWERED).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_answers() {
    let guarded = Guarded::open(BRIEF).await;
    put_through(&guarded, &[Door::Http], &EXPIRED).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_cannot_be_asked_waits() {
    let guarded = Guarded::open("").await;
    put_through(&guarded, &[Door::Http], &MUTE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_offered_where_the_client_may_not_answer() {
    let guarded = Guarded::open(ELSEWHERE).await;
    for (_, said) in put_through(&guarded, &[Door::Http], &PAGED).await {
        let url = said[0]["question"]["url"].as_str().expect("an address");
        assert!(url.contains("/approvals/"), "{url}");
    }
}
