//! One source under test, with its news.

use std::path::PathBuf;
use std::time::Duration;

use candor_model::{McpEra, McpRevision, SourceName};
use candor_sources::{
    AttemptCount, CallEvent, ClientProfile, InstanceSpec, OriginSpec, SourceCall, SourceError,
    SourceEvent, SourceEventKind, SourceHandle, SourceLimits, SourceRequest, SourceSpec,
    SourceState,
};
pub(crate) use candor_testkit::PATIENCE;
use candor_testkit::until;
use candor_wire::link::{HttpSpec, StdioSpec};
use candor_wire::{RawJson, RawObject};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::timeout;

pub(crate) struct SourceHarness {
    pub(crate) source: SourceHandle,
    pub(crate) news: mpsc::Receiver<SourceEvent>,
}

/// A specification that starts fast and is otherwise plain.
pub(crate) fn spec(origin: OriginSpec) -> SourceSpec {
    SourceSpec {
        name: SourceName::parse("under-test").unwrap(),
        origin,
        era: None,
        remembered: None,
        limits: SourceLimits {
            start_timeout: Duration::from_secs(20),
            stop_grace: Duration::from_millis(500),
            ..SourceLimits::default()
        },
        roots: vec!["file:///home/me".to_owned()],
        instance: InstanceSpec::Only,
    }
}

/// The odd server, with these options.
pub(crate) fn odd(options: &Value) -> OriginSpec {
    OriginSpec::Stdio(StdioSpec {
        label: "odd".to_owned(),
        command: "python3".to_owned(),
        args: vec![
            "-c".to_owned(),
            include_str!("server.py").to_owned(),
            options.to_string(),
        ],
        env: Vec::new(),
        inherit: Vec::new(),
        cwd: None,
        confine: None,
    })
}

/// A child process.
pub(crate) fn child((program, args): (PathBuf, Vec<String>)) -> OriginSpec {
    OriginSpec::Stdio(StdioSpec {
        label: "child".to_owned(),
        command: program.display().to_string(),
        args,
        env: Vec::new(),
        inherit: Vec::new(),
        cwd: None,
        confine: None,
    })
}

pub(crate) fn http(url: &str) -> OriginSpec {
    OriginSpec::Http(http_spec(url))
}

pub(crate) fn http_spec(url: &str) -> HttpSpec {
    HttpSpec {
        label: "http".to_owned(),
        url: url.parse().unwrap(),
        headers: Vec::new(),
    }
}

/// A client that can do everything.
pub(crate) fn asker(era: McpEra, key: u64) -> ClientProfile {
    ClientProfile {
        era,
        revision: match era {
            McpEra::Legacy => McpRevision::NEWEST_LEGACY,
            McpEra::Modern => McpRevision::NEWEST_MODERN,
        },
        key,
        capabilities: RawJson::from_value(&json!({
            "elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {},
        })),
        info: None,
        trace: Vec::new(),
    }
}

/// A call of a tool.
pub(crate) fn call(asker: ClientProfile, tool: &str, arguments: &Value) -> SourceRequest {
    question(
        asker,
        "tools/call",
        tool,
        &json!({"name": tool, "arguments": arguments}),
    )
}

pub(crate) fn question(
    asker: ClientProfile,
    method: &'static str,
    subject: &str,
    params: &Value,
) -> SourceRequest {
    SourceRequest {
        repeatable: false,
        tries: AttemptCount::default(),
        environment: None,
        variables: candor_sources::VariableValues::default(),
        plain: candor_sources::PlainNames::default(),
        principal: None,
        hints: candor_model::Hints::UNSET,
        needs_task: false,
        only_reads: false,
        call: None,
        method: method.into(),
        params: RawObject::parse(&RawJson::from_value(params)).unwrap(),
        subject: Some(subject.to_owned()),
        headers: Vec::new(),
        asker,
    }
}

async fn next(call: &mut SourceCall) -> Result<CallEvent, SourceError> {
    let next = timeout(PATIENCE, call.next()).await.unwrap();
    next.expect("an event")
}

/// The next event.
pub(crate) async fn said(call: &mut SourceCall) -> CallEvent {
    next(call).await.expect("an event and no loss")
}

/// Why there will be no answer.
pub(crate) async fn lost(call: &mut SourceCall) -> SourceError {
    next(call).await.expect_err("the call is lost")
}

/// The answer, which comes next and last.
pub(crate) async fn answer(conversation: &mut SourceCall) -> Value {
    let outcome = match said(conversation).await {
        CallEvent::Done(outcome) => outcome,
        other => panic!("no answer but {other:?}"),
    };
    assert!(conversation.next().await.is_none());
    outcome.expect("a result").decode().unwrap()
}

/// The JSON in the text of a result.
pub(crate) fn text(result: &Value) -> Value {
    serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap()
}

impl SourceHarness {
    pub(crate) fn start(spec: SourceSpec) -> Self {
        let (sender, news) = mpsc::channel(64);
        Self {
            source: SourceHandle::start(spec, sender),
            news,
        }
    }

    /// Starts a source and waits until it is up.
    pub(crate) async fn ready(spec: SourceSpec) -> Self {
        let rig = Self::start(spec);
        rig.until("ready", SourceState::is_ready).await;
        rig
    }

    pub(crate) async fn until(
        &self,
        what: &str,
        reached: impl Fn(&SourceState) -> bool,
    ) -> SourceState {
        let mut states = self.source.watch_state();
        let waiting = states.wait_for(|state| reached(state));
        timeout(PATIENCE, waiting)
            .await
            .unwrap_or_else(|_| panic!("not {what}: {}", self.source.state()))
            .unwrap()
            .clone()
    }

    /// The first news from now on that fits.
    pub(crate) async fn hear<T>(
        &mut self,
        mut fits: impl FnMut(SourceEventKind) -> Option<T>,
    ) -> T {
        timeout(PATIENCE, async {
            loop {
                let news = self.news.recv().await.expect("the source lives");
                if let Some(found) = fits(news.event) {
                    return found;
                }
            }
        })
        .await
        .expect("news in time")
    }

    /// Calls a tool as a legacy client and gives the result.
    pub(crate) async fn call(&self, tool: &str, arguments: &Value) -> Value {
        let mut conversation = self
            .ask(call(asker(McpEra::Legacy, 1), tool, arguments))
            .await;
        answer(&mut conversation).await
    }

    pub(crate) async fn ask(&self, question: SourceRequest) -> SourceCall {
        timeout(PATIENCE, self.source.ask(question.into()))
            .await
            .unwrap()
            .expect("it is asked")
    }

    /// The names of the tools on offer.
    pub(crate) fn tools(&self) -> Vec<String> {
        self.source
            .inventory()
            .tools
            .iter()
            .map(|tool| tool.name.clone())
            .collect()
    }

    /// What the odd server has received so far.
    pub(crate) async fn seen(&self) -> Value {
        text(&self.call("seen", &json!({})).await)
    }

    /// Waits until the odd server has received a message that fits.
    pub(crate) async fn until_seen(&self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        until(what, async || {
            let seen = self.seen().await["seen"].clone();
            let mut messages = seen.as_array().unwrap().iter();
            messages.find(|message| fits(message)).cloned()
        })
        .await
    }
}
