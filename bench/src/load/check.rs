//! Checks answers: the right id, the right payload, nothing else.
//!
//! An answer to `tools/call` is parsed each time. A list or a large result is long, so the first right
//! one is parsed and compared piece by piece, and later ones should equal it byte for byte but for what
//! belongs to the call; one that does not is parsed as well.

mod template;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use anyhow::{Context, Result, anyhow, bail, ensure};
use http::header::CONTENT_TYPE;
use http::{StatusCode, response};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Error, Map, Value};

use crate::args::LoadOperation;
use crate::load::check::template::AnswerTemplate;
use crate::message_types::codec::RawEnvelope;
use crate::{fixture, question};

/// How much of a wrong answer is shown.
const SHOWN: usize = 300;

/// Knows what was asked, and what a right answer looks like. Clones learn from one another.
#[derive(Debug, Clone)]
pub(crate) struct AnswerChecker {
    operation: LoadOperation,
    tools: usize,
    template: Arc<OnceLock<AnswerTemplate>>,
}

#[derive(Debug, Deserialize)]
struct CallResult<'a> {
    #[serde(borrow)]
    content: Vec<ContentBlock<'a>>,
    #[serde(default, rename = "isError")]
    is_error: bool,
}

#[derive(Debug, Deserialize)]
struct ContentBlock<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    #[serde(borrow, default)]
    text: Cow<'a, str>,
}

#[derive(Debug, Deserialize)]
struct ListResult {
    tools: Vec<Map<String, Value>>,
}

// === impl AnswerChecker ===

impl AnswerChecker {
    /// A checker for answers to `operation`; a list must have exactly `tools` tools.
    pub(crate) fn new(operation: LoadOperation, tools: usize) -> Self {
        Self {
            operation,
            tools,
            template: Arc::default(),
        }
    }

    /// Says what is wrong with an answer to the request with this id, if anything is.
    pub(crate) fn check(&self, parts: &response::Parts, body: &[u8], id: u64) -> Result<()> {
        let status = parts.status;
        ensure!(
            status == StatusCode::OK,
            "the answer has status {status}: {}",
            shown(body)
        );
        let long = self.operation.padding().is_some();
        let (text, message) = (id.to_string(), long.then(|| fixture::message(id)));
        let template = self.template.get();
        if template.is_some_and(|template| template.matches(body, &text, message.as_deref())) {
            return Ok(());
        }
        let kind = parts.headers.get(CONTENT_TYPE);
        if kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream")) {
            let problem = || format!("the event stream holds no message: {}", shown(body));
            let message = last_event(body).with_context(problem)?;
            self.check_message(message.as_bytes(), id)?;
        } else {
            self.check_message(body, id)?;
        }
        if (long || self.operation == LoadOperation::List)
            && self.template.get().is_none()
            && let Some(template) = AnswerTemplate::learn(body, &text, message.as_deref())
        {
            // Another client may have been faster; its template is as good.
            let _ = self.template.set(template);
        }
        Ok(())
    }

    fn check_message(&self, message: &[u8], id: u64) -> Result<()> {
        let problem =
            |error: Error| anyhow!("the answer is not JSON-RPC ({error}): {}", shown(message));
        let envelope: RawEnvelope = serde_json::from_slice(message).map_err(problem)?;
        let got = envelope.id.map_or("none", RawValue::get);
        ensure!(
            got.parse::<u64>().ok() == Some(id) && envelope.jsonrpc == "2.0",
            "the answer to `{id}` has the id `{got}`"
        );
        if let Some(error) = envelope.error {
            bail!("the answer is an error: {}", shown(error.get().as_bytes()));
        }
        let result = envelope.result.context("the answer has no result")?.get();
        match self.operation {
            LoadOperation::List => self.check_list(result),
            operation => check_call(operation, result, id),
        }
    }

    /// Every tool must be there once, with every field it was given.
    fn check_list(&self, result: &str) -> Result<()> {
        let problem = |error: Error| anyhow!("the result is not a list of tools: {error}");
        let ListResult { tools } = serde_json::from_str(result).map_err(problem)?;
        let (listed, expected) = (tools.len(), self.tools);
        ensure!(
            listed == expected,
            "the list has {listed} tools, not {expected}"
        );
        let names = tools
            .iter()
            .map(|tool| tool.get("name").and_then(Value::as_str));
        let by_name: HashMap<_, _> = names.zip(&tools).collect();
        for index in 0..self.tools {
            let name = fixture::tool_name(index);
            let tool = by_name.get(&Some(&*name));
            let tool = tool.with_context(|| format!("`{name}` is not listed"))?;
            let expected = fixture::tool(index);
            let mut fields = expected.as_object().into_iter().flatten();
            if let Some((field, _)) = fields.find(|(key, value)| tool.get(*key) != Some(value)) {
                bail!("`{name}` is listed with another `{field}`");
            }
        }
        Ok(())
    }
}

fn check_call(operation: LoadOperation, result: &str, id: u64) -> Result<()> {
    let problem = |error: Error| anyhow!("the result is not one of a call: {error}");
    let call: CallResult = serde_json::from_str(result).map_err(problem)?;
    let said = || shown(result.as_bytes());
    ensure!(!call.is_error, "the tool reports an error: {}", said());
    match &*call.content {
        [block] if block.kind == "text" && question::is_right(operation, id, &block.text) => Ok(()),
        _ => bail!("call `{id}` has another call's content: {}", said()),
    }
}

/// The data of the last event that has any; in an answer, that is the response.
fn last_event(body: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(body).ok()?.replace("\r\n", "\n");
    let data = |event: &str| {
        let lines = event.lines().filter_map(|line| line.strip_prefix("data:"));
        let lines = lines.map(|line| line.strip_prefix(' ').unwrap_or(line));
        lines.collect::<Vec<_>>().join("\n")
    };
    text.rsplit("\n\n").map(data).find(|data| !data.is_empty())
}

fn shown(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(SHOWN)]);
    let more = if bytes.len() > SHOWN { "…" } else { "" };
    format!("{text}{more}")
}
