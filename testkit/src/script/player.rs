//! Executes a script.

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::future::BoxFuture;
use serde_json::{Value, json};

use super::SEEN_META;
use super::behaviour::{CallBehaviour, CallEnding};
use super::plan::ScriptPlan;
use crate::era::ProtocolRevision;
use crate::rpc::{self, INTERNAL, RawFragment, RpcError};
use crate::server::call::ServiceCall;
use crate::server::inputs::{self, InputQuestion};
use crate::server::{
    ServerAbout, ServerChange, ServerService, ServerTransport, ServiceReply, lock, text_result,
};

/// A script and how far it has come.
pub(crate) struct ScriptPlayer {
    plan: ScriptPlan,
    /// How often each list of behaviours was used.
    turns: Mutex<HashMap<String, usize>>,
    /// The number of changes of the list.
    changes: AtomicUsize,
}

impl ScriptPlayer {
    pub(crate) fn new(plan: ScriptPlan) -> Self {
        Self {
            plan,
            turns: Mutex::default(),
            changes: AtomicUsize::new(0),
        }
    }

    /// The behaviour whose turn it is.
    fn next<'a>(&self, key: String, list: &'a [CallBehaviour]) -> &'a CallBehaviour {
        let mut turns = lock(&self.turns);
        let turn = turns.entry(key).or_default();
        let index = (*turn).min(list.len() - 1);
        *turn += 1;
        &list[index]
    }

    /// The current version of the first page, if it has changed.
    fn stage(&self) -> Option<&str> {
        let changes = self.changes.load(Ordering::SeqCst);
        let stages = &self.plan.stages[..changes.min(self.plan.stages.len())];
        stages.last().map(String::as_str)
    }

    fn list(&self, call: &ServiceCall) -> Result<ServiceReply, RpcError> {
        let cursor = call.params().text("cursor");
        let after = self.stage();
        let (tools, next) = match (after, cursor) {
            (Some(tools), None) => (tools, None),
            _ => match self
                .plan
                .pages
                .iter()
                .find(|page| page.cursor.as_deref() == cursor)
            {
                Some(page) => (page.tools.as_str(), page.next.as_deref()),
                None if cursor.is_none() => ("[]", None),
                None => {
                    let cursor = cursor.unwrap_or_default();
                    return Err(RpcError::invalid_params(format!(
                        "no page at cursor `{cursor}`"
                    )));
                }
            },
        };
        let mut result = format!(r#"{{"tools":{tools}"#);
        if let Some(next) = next {
            result.push_str(r#","nextCursor":"#);
            result.push_str(&Value::from(next).to_string());
        }
        if call.is_modern() {
            result += r#","resultType":"complete","ttlMs":0,"cacheScope":"public""#;
        }
        Ok(ServiceReply::Verbatim(result + "}"))
    }

    async fn tool(&self, call: &ServiceCall) -> ServiceReply {
        let Some(name) = call.params().text("name") else {
            return RpcError::invalid_params("`name` is missing").into();
        };
        let count = call.server.record.count(name);
        let key = if self.plan.calls.contains_key(name) {
            name
        } else {
            "*"
        };
        let Some(list) = self.plan.calls.get(key) else {
            return RpcError::invalid_params(format!("unknown tool `{name}`")).into();
        };
        let behaviour = self.next(format!("call {key}"), list);
        match self.steps(call, behaviour).await {
            Err(reply) => reply,
            Ok(()) => end(call, &behaviour.ending, count).await,
        }
    }

    async fn steps(
        &self,
        call: &ServiceCall,
        behaviour: &CallBehaviour,
    ) -> Result<(), ServiceReply> {
        if !behaviour.sleep.is_zero() {
            call.pause(behaviour.sleep).await?;
        }
        if !behaviour.late.is_zero() {
            tokio::time::sleep(behaviour.late).await;
        }
        flood(behaviour.stderr_flood);
        if behaviour.list_changed {
            self.changes.fetch_add(1, Ordering::SeqCst);
            call.server.announce(&ServerChange::Tools);
        }
        if let Some(params) = behaviour
            .log
            .as_ref()
            .filter(|_| call.client.level.is_some())
        {
            call.notify("notifications/message", params);
        }
        for (number, entry) in behaviour.progress.iter().enumerate() {
            if number > 0 {
                call.pause(behaviour.delay).await?;
            }
            match entry {
                Value::Object(_) => call.progress(entry),
                number => call.progress(&json!({"progress": number})),
            }
        }
        if let Some(garbage) = &behaviour.garbage {
            if behaviour.alone {
                return Err(ServiceReply::Whole(garbage.clone()));
            }
            call.outlet.message(garbage.as_str());
        }
        Ok(())
    }
}

impl ServerService for ScriptPlayer {
    fn about(&self) -> ServerAbout {
        ServerAbout {
            name: self
                .plan
                .name
                .clone()
                .unwrap_or_else(|| "candor-script".to_owned()),
            version: self
                .plan
                .version
                .clone()
                .unwrap_or_else(|| "1.0.0".to_owned()),
            instructions: self.plan.instructions.clone(),
        }
    }

    fn capabilities(&self, _: ProtocolRevision) -> Value {
        let usual = || json!({"tools": {"listChanged": true}, "logging": {}});
        let given = self.plan.capabilities.as_ref();
        given
            .and_then(|json| serde_json::from_str(json).ok())
            .unwrap_or_else(usual)
    }

    fn input_schema(&self, tool: &str) -> Option<Value> {
        let pages = self.plan.pages.iter().map(|page| page.tools.as_str());
        let mut arrays = self.stage().into_iter().chain(pages);
        arrays.find_map(|array| {
            // One by one, because a script may contain invalid tools.
            let tools: Vec<RawFragment> = serde_json::from_str(array).ok()?;
            let mut tools = tools
                .iter()
                .filter_map(|raw| serde_json::from_str::<Value>(raw.get()).ok());
            tools
                .find(|entry| entry["name"] == tool)?
                .get("inputSchema")
                .cloned()
        })
    }

    fn intercept<'a>(&'a self, call: &'a ServiceCall) -> BoxFuture<'a, Option<ServiceReply>> {
        Box::pin(async move {
            let list = self.plan.methods.get(call.method())?;
            let behaviour = self.next(format!("method {}", call.method()), list);
            match self.steps(call, behaviour).await {
                Err(reply) => Some(reply),
                Ok(()) if matches!(behaviour.ending, CallEnding::Done) => None,
                Ok(()) => Some(end(call, &behaviour.ending, 0).await),
            }
        })
    }

    fn call<'a>(&'a self, call: &'a ServiceCall) -> BoxFuture<'a, ServiceReply> {
        Box::pin(async move {
            match call.method() {
                "tools/list" => self.list(call).unwrap_or_else(ServiceReply::Error),
                "tools/call" => self.tool(call).await,
                other => RpcError::method_not_found(other).into(),
            }
        })
    }
}

async fn end(call: &ServiceCall, ending: &CallEnding, count: u64) -> ServiceReply {
    match ending {
        CallEnding::Done => ServiceReply::Result(text_result("done")),
        CallEnding::Result(json) => ServiceReply::Verbatim(json.clone()),
        CallEnding::Error(json) => ServiceReply::VerbatimError(json.clone()),
        CallEnding::Twice(json) => {
            call.outlet.message(rpc::result_text(call.id(), json));
            ServiceReply::Verbatim(json.clone())
        }
        CallEnding::Echo => echo(call),
        CallEnding::Big(bytes) => big(*bytes),
        CallEnding::Count => {
            let mut result = text_result(count.to_string());
            result["structuredContent"] = json!({"count": count});
            ServiceReply::Result(result)
        }
        CallEnding::Ask { method, params } => ask(call, method, params).await,
        CallEnding::Hang => {
            call.cancel.cancelled().await;
            ServiceReply::Silent
        }
        CallEnding::Exit(code) => {
            call.server.die(*code);
            // The server must not answer any more.
            std::future::pending().await
        }
        CallEnding::CloseStdin(result) => close_stdin(call, result.as_deref()).await,
        CallEnding::WrongId(json) => {
            let id = format!("nobody-asked-{}", call.id().get().trim_matches('"'));
            let id = rpc::raw(&Value::from(id));
            ServiceReply::Whole(rpc::result_text(&id, json))
        }
    }
}

/// The unparsed arguments, embedded in the result.
fn echo(call: &ServiceCall) -> ServiceReply {
    let arguments = call.params().raw_field("arguments");
    let arguments = arguments.as_ref().map_or("{}", |raw| raw.get());
    let text = Value::from(arguments);
    let mut result =
        format!(r#"{{"content":[{{"type":"text","text":{text}}}],"structuredContent":{arguments}"#);
    if let Some(meta) = call.raw_meta() {
        let seen = format!(r#","_meta":{{"{SEEN_META}":{}}}"#, meta.get());
        result.push_str(&seen);
    }
    if call.is_modern() {
        result += r#","resultType":"complete""#;
    }
    ServiceReply::Verbatim(result + "}")
}

fn big(bytes: usize) -> ServiceReply {
    const DIGITS: &str = "0123456789";
    let mut text = DIGITS.repeat(bytes / DIGITS.len() + 1);
    text.truncate(bytes);
    ServiceReply::Result(text_result(text))
}

async fn ask(call: &ServiceCall, method: &str, params: &Value) -> ServiceReply {
    match inputs::ask(call, InputQuestion::new("ask", method, params.clone())).await {
        Ok(answer) => ServiceReply::Result(text_result(answer.to_string())),
        Err(reply) => reply,
    }
}

async fn close_stdin(call: &ServiceCall, result: Option<&str>) -> ServiceReply {
    if call.server.transport != ServerTransport::Stdio {
        return RpcError::new(INTERNAL, "`close_stdin` needs a server on stdio").into();
    }
    if let Some(result) = result {
        call.outlet.message(rpc::result_text(call.id(), result));
    }
    call.close_stdin();
    // The process is replaced before anything else can be sent.
    std::future::pending().await
}

/// Writes lines to standard error until it has got that many bytes.
fn flood(bytes: usize) {
    const LINE: &[u8] = b"The fixture has a great deal to say on its standard error stream.\n";
    let mut errors = std::io::stderr().lock();
    let mut left = bytes;
    while left > 0 {
        let part = left.min(LINE.len());
        // A closed stream is as good as a flooded one.
        if errors.write_all(&LINE[..part]).is_err() {
            return;
        }
        left -= part;
    }
}
